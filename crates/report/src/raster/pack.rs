//! Writes pixels as a PNG file.
//!
//! Boards consist of uniform areas, so two kinds of matches compress them well: the previous pixel, and the row
//! above. It uses the fixed Huffman codes of DEFLATE (RFC 1951).

use crate::shapes::Paint;

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];
/// The minimum and maximum length of a match in bytes, and its maximum distance.
const SHORTEST: usize = 3;
const LONGEST: usize = 258;
const FARTHEST: usize = 32_768;

/// Writes a picture with these pixels, row by row.
pub(super) fn png(width: u32, height: u32, pixels: &[Paint]) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    // Eight bits for each of three colours, then the only compression, filter and interlace methods: 0.
    header.extend([8, 2, 0, 0, 0]);
    let mut rows = Vec::with_capacity(pixels.len() * 3 + height as usize);
    for row in pixels.chunks(width.max(1) as usize) {
        // Filter type of the row: none.
        rows.push(0);
        rows.extend(row.iter().flatten());
    }
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &packed(&rows, width as usize * 3 + 1));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    file.extend((content.len() as u32).to_be_bytes());
    let named: Vec<u8> = name.iter().chain(content).copied().collect();
    file.extend(&named);
    file.extend(cyclic_checksum(&named).to_be_bytes());
}

fn cyclic_checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for &byte in bytes {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    !sum
}

/// Compresses bytes in zlib format, looking for matches at distance 3 and `period`.
fn packed(bytes: &[u8], period: usize) -> Vec<u8> {
    let mut bits = Bits {
        bytes: vec![0x78, 0x01],
        pending: 0,
        n_pending: 0,
    };
    // The last block, with fixed Huffman codes.
    bits.put(0b011, 3);
    let mut at = 0;
    while at < bytes.len() {
        let distances = [3, period]
            .into_iter()
            .filter(|&distance| distance <= at.min(FARTHEST));
        let best = distances
            .map(|distance| (repeated(bytes, at, distance), distance))
            .max()
            .filter(|(length, _)| *length >= SHORTEST);
        match best {
            Some((length, distance)) => {
                bits.repetition(length, distance);
                at += length;
            }
            None => {
                bits.symbol(u32::from(bytes[at]));
                at += 1;
            }
        }
    }
    bits.symbol(256);
    let mut packed = bits.finish();
    let (mut low, mut high) = (1_u32, 0_u32);
    for &byte in bytes {
        low = (low + u32::from(byte)) % 65_521;
        high = (high + low) % 65_521;
    }
    packed.extend((high << 16 | low).to_be_bytes());
    packed
}

/// The number of bytes from `at` on that equal those `distance` back.
fn repeated(bytes: &[u8], at: usize, distance: usize) -> usize {
    let here = bytes[at..].iter().take(LONGEST);
    here.zip(&bytes[at - distance..])
        .take_while(|(one, other)| one == other)
        .count()
}

/// Collects bits into bytes, lowest bit first.
struct Bits {
    bytes: Vec<u8>,
    pending: u64,
    n_pending: u32,
}

impl Bits {
    fn put(&mut self, value: u32, n_bits: u32) {
        self.pending |= u64::from(value) << self.n_pending;
        self.n_pending += n_bits;
        while self.n_pending >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.n_pending -= 8;
        }
    }

    /// Writes a literal byte, the end of block (256) or a length code with its fixed Huffman code, highest bit
    /// first.
    fn symbol(&mut self, symbol: u32) {
        let (code, n_bits) = match symbol {
            0..=143 => (0x30 + symbol, 8),
            144..=255 => (0x190 + symbol - 144, 9),
            256..=279 => (symbol - 256, 7),
            _ => (0xc0 + symbol - 280, 8),
        };
        self.put(code.reverse_bits() >> (32 - n_bits), n_bits);
    }

    fn repetition(&mut self, length: usize, distance: usize) {
        let length = length as u32;
        if length as usize == LONGEST {
            self.symbol(285);
        } else {
            let (code, rest, n_bits) = grouped(length - SHORTEST as u32, 4);
            self.symbol(257 + code);
            self.put(rest, n_bits);
        }
        let (code, rest, n_bits) = grouped(distance as u32 - 1, 2);
        self.put(code.reverse_bits() >> 27, 5);
        self.put(rest, n_bits);
    }

    fn finish(mut self) -> Vec<u8> {
        let n_missing = (8 - self.n_pending % 8) % 8;
        self.put(0, n_missing);
        self.bytes
    }
}

/// Returns the code of a length or distance, the value of its extra bits, and their number. The first numbers have
/// their own codes, then each `group` of codes stands for twice as many numbers as the previous one.
fn grouped(number: u32, group: u32) -> (u32, u32, u32) {
    let mut n_bits = 0;
    while number >> n_bits >= 2 * group {
        n_bits += 1;
    }
    (
        n_bits * group + (number >> n_bits),
        number & ((1 << n_bits) - 1),
        n_bits,
    )
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Reads bits.
    struct Read<'a>(&'a [u8], usize);

    impl Read<'_> {
        fn bits(&mut self, n_bits: usize) -> u32 {
            let mut value = 0;
            for index in 0..n_bits {
                value |= u32::from(self.0[self.1 / 8] >> (self.1 % 8) & 1) << index;
                self.1 += 1;
            }
            value
        }

        fn symbol(&mut self) -> u32 {
            let mut code = 0;
            for n_bits in 1.. {
                code = code << 1 | self.bits(1);
                match (n_bits, code) {
                    (7, 0..=0x17) => return 256 + code,
                    (8, 0x30..=0xbf) => return code - 0x30,
                    (8, 0xc0..=0xc7) => return 280 + code - 0xc0,
                    (9, _) => return 144 + code - 0x190,
                    _ => {}
                }
            }
            unreachable!()
        }

        /// The number that a code stands for, by the tables of the format.
        fn number(&mut self, code: u32, n_bits: [u32; 2]) -> u32 {
            let mut base = 0;
            for earlier in 0..code {
                base += 1 << (earlier / n_bits[0]).saturating_sub(n_bits[1]);
            }
            base + self.bits((code / n_bits[0]).saturating_sub(n_bits[1]) as usize)
        }
    }

    fn inflated(packed: &[u8]) -> Vec<u8> {
        let mut read = Read(&packed[2..], 0);
        assert_eq!(read.bits(3), 0b011);
        let mut bytes: Vec<u8> = Vec::new();
        loop {
            match read.symbol() {
                256 => return bytes,
                byte @ 0..=255 => bytes.push(byte as u8),
                code => {
                    let length = match code {
                        285 => LONGEST,
                        code => 3 + read.number(code - 257, [4, 1]) as usize,
                    };
                    let mut code = 0;
                    for _ in 0..5 {
                        code = code << 1 | read.bits(1);
                    }
                    let distance = 1 + read.number(code, [2, 1]) as usize;
                    for _ in 0..length {
                        bytes.push(bytes[bytes.len() - distance]);
                    }
                }
            }
        }
    }

    pub(in crate::raster) fn unpacked(file: &[u8]) -> (u32, Vec<Paint>) {
        assert_eq!(file[..8], SIGNATURE);
        let width = u32::from_be_bytes(file[16..20].try_into().unwrap());
        let length = u32::from_be_bytes(file[33..37].try_into().unwrap()) as usize;
        assert_eq!(&file[37..41], b"IDAT");
        let rows = inflated(&file[41..41 + length]);
        let pixels = rows
            .chunks(width as usize * 3 + 1)
            .flat_map(|row| row[1..].chunks(3))
            .map(|pixel| pixel.try_into().unwrap());
        (width, pixels.collect())
    }

    #[test]
    fn all_lengths_and_distances_survive_compression() {
        let mut random = 5_u64;
        for period in [4_usize, 5, 9, 33, 2_185, 32_768] {
            let mut bytes: Vec<u8> = Vec::new();
            for index in 0..3 * period {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                // Runs of every length, and rows that are nearly equal.
                let byte = match (random >> 60, index.checked_sub(period)) {
                    (0, _) => (random >> 50) as u8,
                    (1..8, Some(above)) => bytes[above],
                    _ => bytes.last().copied().unwrap_or(200),
                };
                bytes.push(byte);
            }
            assert_eq!(inflated(&packed(&bytes, period)), bytes, "{period}");
        }
    }

    #[test]
    fn checksums_match_the_specification() {
        assert_eq!(cyclic_checksum(b"IEND"), 0xae42_6082);
        let packed = packed(b"Wikipedia", 4);
        assert_eq!(packed[packed.len() - 4..], 0x11e6_0398_u32.to_be_bytes());
    }
}

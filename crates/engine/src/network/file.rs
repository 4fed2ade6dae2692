//! The network file format.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | `PARLNET1`, the magic with the version |
//! | 8 | the game's name, padded with zeros |
//! | 4 each | inputs, hidden units, perspectives, buckets, maximum number of active inputs |
//! | 4 | the score that corresponds to a network output of 1 |
//! | 4 | bytes of a row's weight: 1 or 2 |
//! | 1 or 2 each | for each input, the weights of its row, in 255ths |
//! | 2 each | the accumulator's bias, in 255ths |
//! | 2 each | for each bucket, for each perspective, the output weights, in 64ths |
//! | 4 each | for each bucket, the output bias, in (255 · 64)ths |
//! | 8 | the checksum of all bytes before it (64-bit FNV-1a) |

use parlor_core::checksum;
use thiserror::Error;

use super::MAX_OUTPUT_WEIGHT;

const MAGIC: &[u8; 8] = b"PARLNET1";
const NAME_LEN: usize = 8;
const HEADER_LEN: usize = MAGIC.len() + NAME_LEN + 7 * 4;
const CHECKSUM_LEN: usize = 8;
/// The maximum of every dimension, so that sizes cannot overflow.
const MAX_DIMENSION: usize = 1 << 16;

/// The reason why bytes are not a network for this program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The file has another format or version.
    #[error("not a file of a network of this version")]
    Magic,
    /// The network is for another game.
    #[error("the network is for {found:?}, not for {wanted}")]
    Game {
        /// The game that the file names.
        found: String,
        /// The requested game.
        wanted: &'static str,
    },
    /// The file is too short or too long.
    #[error("{found} bytes of a network where {wanted} are expected")]
    Length {
        /// The actual number of bytes.
        found: usize,
        /// The expected number of bytes.
        wanted: usize,
    },
    /// The network's shape differs from this program's.
    #[error("the network has another shape: {what} is {found}, not {wanted}")]
    Shape {
        /// The dimension that differs.
        what: &'static str,
        /// The value in the file.
        found: usize,
        /// The value that this program expects.
        wanted: usize,
    },
    /// A number is so large that sums could overflow.
    #[error("the network has {what} of {found}, beyond ±{bound}")]
    TooGreat {
        /// The quantity that is too large.
        what: &'static str,
        /// The number.
        found: i64,
        /// The maximum allowed magnitude.
        bound: i64,
    },
    /// The file is damaged.
    #[error("the checksum of the network does not match")]
    Checksum,
}

/// The dimensions of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of hidden units: a multiple of 16.
    pub hidden: usize,
    /// The number of perspectives.
    pub perspectives: usize,
    /// The number of sets of output weights.
    pub buckets: usize,
    /// The maximum number of active inputs of one perspective.
    pub active: usize,
}

impl Shape {
    fn dimensions(&self) -> [(&'static str, usize); 5] {
        [
            ("the number of inputs", self.inputs),
            ("the width of an accumulator", self.hidden),
            ("the number of perspectives", self.perspectives),
            ("the number of buckets", self.buckets),
            ("the most inputs that are on at once", self.active),
        ]
    }

    /// Returns an error if this shape differs from the expected one.
    pub fn check(&self, wanted: &Shape) -> Result<(), NetworkError> {
        for ((what, found), (_, wanted)) in self.dimensions().into_iter().zip(wanted.dimensions()) {
            if found != wanted {
                return Err(NetworkError::Shape { what, found, wanted });
            }
        }
        Ok(())
    }

    /// Returns the lengths of the rows, the bias, the output weights and the output biases.
    fn lens(&self) -> [usize; 4] {
        [
            self.inputs * self.hidden,
            self.hidden,
            self.buckets * self.perspectives * self.hidden,
            self.buckets,
        ]
    }

    /// Returns the maximum magnitude of a row's weight and of a bias for which no accumulator overflows.
    pub fn greatest_weight(&self) -> i16 {
        (i16::MAX as usize / (self.active + 1)) as i16
    }
}

/// A network as trainers write it and files store it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkFile {
    /// Its dimensions.
    pub shape: Shape,
    /// The score that corresponds to an output of 1: the odds are e to 1.
    pub scale: i32,
    /// The row of each input.
    pub rows: Vec<i16>,
    /// The accumulator's bias.
    pub bias: Vec<i16>,
    /// For each bucket, for each perspective, the output weights.
    pub output: Vec<i16>,
    /// For each bucket, the output bias.
    pub output_bias: Vec<i32>,
}

impl NetworkFile {
    /// Returns the bytes of the file. Rows take one byte per weight if all of them fit.
    pub fn to_bytes(&self, game: &str) -> Vec<u8> {
        let is_narrow = self.rows.iter().all(|&weight| i8::try_from(weight).is_ok());
        let mut bytes = MAGIC.to_vec();
        bytes.extend(name_field(game));
        for (_, dimension) in self.shape.dimensions() {
            bytes.extend((dimension as u32).to_le_bytes());
        }
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend(if is_narrow { 1_u32 } else { 2 }.to_le_bytes());
        for weight in &self.rows {
            let two = weight.to_le_bytes();
            bytes.extend(if is_narrow { &two[..1] } else { &two[..] });
        }
        for number in self.bias.iter().chain(&self.output) {
            bytes.extend(number.to_le_bytes());
        }
        for number in &self.output_bias {
            bytes.extend(number.to_le_bytes());
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8], game: &'static str) -> Result<NetworkFile, NetworkError> {
        if bytes.get(..MAGIC.len()) != Some(MAGIC) {
            return Err(NetworkError::Magic);
        }
        let Some((header, rest)) = bytes.split_at_checked(HEADER_LEN) else {
            return Err(NetworkError::Length {
                found: bytes.len(),
                wanted: HEADER_LEN,
            });
        };
        let name = &header[MAGIC.len()..MAGIC.len() + NAME_LEN];
        if name != name_field(game) {
            return Err(NetworkError::Game {
                found: String::from_utf8_lossy(name).trim_end_matches('\0').to_owned(),
                wanted: game,
            });
        }
        let (words, _) = header[MAGIC.len() + NAME_LEN..].as_chunks::<4>();
        let word = |i: usize| u32::from_le_bytes(words[i]) as usize;
        let shape = Shape {
            inputs: word(0),
            hidden: word(1),
            perspectives: word(2),
            buckets: word(3),
            active: word(4),
        };
        for (what, found) in shape.dimensions() {
            if found == 0 || found > MAX_DIMENSION {
                let wanted = found.clamp(1, MAX_DIMENSION);
                return Err(NetworkError::Shape { what, found, wanted });
            }
        }
        let scale = i32::from_le_bytes(words[5]);
        let width = word(6);
        if width != 1 && width != 2 {
            return Err(NetworkError::Shape {
                what: "the width of a weight",
                found: width,
                wanted: 1,
            });
        }
        let [n_rows, n_bias, n_output, n_output_bias] = shape.lens();
        let body = n_rows * width + 2 * (n_bias + n_output) + 4 * n_output_bias;
        if rest.len() != body + CHECKSUM_LEN {
            return Err(NetworkError::Length {
                found: bytes.len(),
                wanted: HEADER_LEN + body + CHECKSUM_LEN,
            });
        }
        let (content, sum) = bytes.split_at(HEADER_LEN + body);
        if sum != checksum(content).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let (rows, rest) = rest.split_at(n_rows * width);
        let (bias, rest) = rest.split_at(2 * n_bias);
        let (output, rest) = rest.split_at(2 * n_output);
        let shorts = |bytes: &[u8]| -> Vec<i16> {
            let (shorts, _) = bytes.as_chunks::<2>();
            shorts.iter().copied().map(i16::from_le_bytes).collect()
        };
        let file = NetworkFile {
            shape,
            scale,
            rows: match width {
                1 => rows.iter().map(|&byte| i16::from(byte as i8)).collect(),
                _ => shorts(rows),
            },
            bias: shorts(bias),
            output: shorts(output),
            output_bias: rest[..4 * n_output_bias]
                .as_chunks::<4>()
                .0
                .iter()
                .copied()
                .map(i32::from_le_bytes)
                .collect(),
        };
        file.check_bounds()?;
        Ok(file)
    }

    /// Returns an error if a number could make a sum overflow.
    fn check_bounds(&self) -> Result<(), NetworkError> {
        let greatest = i64::from(self.shape.greatest_weight());
        let wide = |number: &i16| i64::from(*number);
        hold("a weight", self.rows.iter().map(wide), greatest)?;
        hold("a bias", self.bias.iter().map(wide), greatest)?;
        // With all units clipped at 255, this many weights of 127 fit into a 32-bit sum.
        let n_summed = (self.shape.perspectives * self.shape.hidden) as i64;
        hold("a width", [n_summed], 256)?;
        let bound = i64::from(MAX_OUTPUT_WEIGHT);
        hold("an output weight", self.output.iter().map(wide), bound)?;
        let biases = self.output_bias.iter().map(|&number| i64::from(number));
        hold("an output bias", biases, 1 << 24)?;
        hold("a scale", [i64::from(self.scale)], 1 << 16)
    }
}

fn hold(what: &'static str, numbers: impl IntoIterator<Item = i64>, bound: i64) -> Result<(), NetworkError> {
    match numbers.into_iter().find(|number| number.abs() > bound) {
        Some(found) => Err(NetworkError::TooGreat { what, found, bound }),
        None => Ok(()),
    }
}

fn name_field(game: &str) -> [u8; NAME_LEN] {
    let mut field = [0; NAME_LEN];
    for (place, byte) in field.iter_mut().zip(game.bytes()) {
        *place = byte;
    }
    field
}

#[cfg(test)]
mod tests {
    use parlor_core::random::split_mix;

    use super::super::Network;
    use super::*;

    const SHAPE: Shape = Shape {
        inputs: 5,
        hidden: 16,
        perspectives: 2,
        buckets: 3,
        active: 4,
    };

    fn file(row_bound: i16) -> NetworkFile {
        let mut random = 3;
        let mut numbers = |n: usize, bound: i16| -> Vec<i16> {
            let span = 2 * bound as u64 + 1;
            (0..n)
                .map(|_| (split_mix(&mut random) % span) as i16 - bound)
                .collect()
        };
        NetworkFile {
            shape: SHAPE,
            scale: 400,
            rows: numbers(5 * 16, row_bound),
            bias: numbers(16, 255),
            output: numbers(3 * 2 * 16, 127),
            output_bias: vec![-70_000, 0, 16_320],
        }
    }

    #[test]
    fn a_network_is_read_as_it_was_written_and_narrow_rows_take_one_byte() {
        for (bound, width) in [(127, 1), (1000, 2)] {
            let file = file(bound);
            let bytes = file.to_bytes("loa");
            assert_eq!(bytes.len(), HEADER_LEN + 80 * width + 2 * (16 + 96) + 12 + 8);
            assert_eq!(NetworkFile::from_bytes(&bytes, "loa").as_ref(), Ok(&file));
            assert!(Network::<16, 2>::new(&file, &SHAPE).is_ok());
        }
    }

    #[test]
    fn a_damaged_file_is_refused_wherever_the_damage_is() {
        let bytes = file(127).to_bytes("loa");
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(NetworkFile::from_bytes(&damaged, "loa").is_err(), "byte {at}");
            assert!(
                NetworkFile::from_bytes(&bytes[..at], "loa").is_err(),
                "{at} bytes"
            );
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(NetworkFile::from_bytes(&longer, "loa").is_err());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let bytes = file(127).to_bytes("loa");
        let told = |result: Result<NetworkFile, NetworkError>| result.expect_err("an error").to_string();
        assert_eq!(
            told(NetworkFile::from_bytes(&bytes, "ataxx")),
            "the network is for \"loa\", not for ataxx"
        );
        assert_eq!(
            told(NetworkFile::from_bytes(b"a letter", "loa")),
            "not a file of a network of this version"
        );
        assert_eq!(
            told(NetworkFile::from_bytes(&bytes[..50], "loa")),
            "50 bytes of a network where 368 are expected"
        );
        let wide = Network::<32, 2>::new(&file(127), &SHAPE).expect_err("an error");
        assert_eq!(
            wide.to_string(),
            "the network has another shape: the width of an accumulator is 16, not 32"
        );
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let mut great = file(127);
        great.rows[7] = i16::MAX / 5 + 1;
        assert_eq!(
            NetworkFile::from_bytes(&great.to_bytes("loa"), "loa"),
            Err(NetworkError::TooGreat {
                what: "a weight",
                found: 6554,
                bound: 6553
            })
        );
        let mut great = file(127);
        great.output[3] = -128;
        assert!(NetworkFile::from_bytes(&great.to_bytes("loa"), "loa").is_err());
    }
}

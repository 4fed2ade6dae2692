//! A compact form of lists of small numbers, many of them zero: the weights of Othello take half the space.
//!
//! A number other than 0 is its zigzag code (1 for −1, 2 for 1, 3 for −2, …) as a variable-length integer:
//! seven bits per byte, the lowest first, with the top bit set in all bytes but the last. A run of zeros is
//! the byte 0, then the length of the run as a variable-length integer.

/// Returns the packed form of numbers.
pub(crate) fn pack(numbers: &[i16]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        if first == 0 {
            let run = rest.iter().take_while(|&&number| number == 0).count();
            bytes.push(0);
            push_varint(&mut bytes, run);
            rest = &rest[run..];
        } else {
            let number = i32::from(first);
            push_varint(&mut bytes, (number << 1 ^ number >> 31) as usize);
            rest = &rest[1..];
        }
    }
    bytes
}

/// Returns the `n` numbers of a packed form, or `None` if the bytes hold more or fewer, or something else.
pub(crate) fn unpack(bytes: &[u8], n: usize) -> Option<Vec<i16>> {
    let mut numbers = Vec::with_capacity(n);
    let mut rest = bytes;
    while !rest.is_empty() {
        let code = take_varint(&mut rest)?;
        if code == 0 {
            let run = take_varint(&mut rest)?;
            if run == 0 || run > n - numbers.len() {
                return None;
            }
            numbers.resize(numbers.len() + run, 0);
        } else {
            let number = (code >> 1) as i64 ^ -((code & 1) as i64);
            if numbers.len() == n {
                return None;
            }
            numbers.push(i16::try_from(number).ok()?);
        }
    }
    (numbers.len() == n).then_some(numbers)
}

fn push_varint(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_varint(bytes: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for shift in (0..28).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_unpacked_as_they_were_packed() {
        let mut numbers = vec![0, 0, 1, -1, 63, -64, 64, -65, 8191, i16::MAX, i16::MIN, 0];
        numbers.extend([0; 1000]);
        numbers.push(5);
        let bytes = pack(&numbers);
        assert_eq!(unpack(&bytes, numbers.len()), Some(numbers.clone()));
        assert!(bytes.len() < 30, "{} bytes", bytes.len());
        assert_eq!(unpack(&[], 0), Some(Vec::new()));
        assert_eq!(unpack(&bytes, numbers.len() - 1), None, "too many numbers");
        assert_eq!(unpack(&bytes, numbers.len() + 1), None, "too few numbers");
        assert_eq!(unpack(&bytes[..bytes.len() - 1], numbers.len()), None, "cut off");
    }

    #[test]
    fn bytes_that_pack_nothing_are_refused() {
        assert_eq!(unpack(&[0, 0], 0), None, "an empty run");
        assert_eq!(unpack(&[0x80], 1), None, "a number without an end");
        assert_eq!(
            unpack(&[0xff, 0xff, 0xff, 0xff, 0x7f], 1),
            None,
            "a number that is too large"
        );
        assert_eq!(unpack(&[0xff, 0xff, 0x7f], 1), None, "not a 16-bit number");
        assert_eq!(
            unpack(&[0, 0xff, 0xff, 0xff, 0x7f], 3),
            None,
            "a run that is too long"
        );
    }
}

//! Base64 for the bytes of files inside text messages.

/// Returns the bytes that a base64 text encodes, or `None` if it is not base64.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    if text.len() % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.chunks(4) {
        let mut bits = 0u32;
        for &letter in group {
            bits = bits << 6 | u32::from(value(letter)?);
        }
        let n_bits = group.len() * 6;
        let n_bytes = n_bits / 8;
        let aligned = bits << (24 - n_bits);
        bytes.extend_from_slice(&aligned.to_be_bytes()[1..=n_bytes]);
    }
    Some(bytes)
}

/// Returns the base64 text of bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let mut padded = [0; 4];
        padded[1..=group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes(padded);
        for place in 0..4 {
            let index = (bits >> (18 - 6 * place)) & 63;
            let letter = if place <= group.len() {
                LETTERS[index as usize]
            } else {
                b'='
            };
            text.push(char::from(letter));
        }
    }
    text
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn value(letter: u8) -> Option<u8> {
    Some(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts_decode_and_others_do_not() {
        assert_eq!(decode("").as_deref(), Some(&b""[..]));
        assert_eq!(decode("Zg==").as_deref(), Some(&b"f"[..]));
        assert_eq!(decode("Zm8=").as_deref(), Some(&b"fo"[..]));
        assert_eq!(decode("Zm9vYmFy").as_deref(), Some(&b"foobar"[..]));
        for bytes in [&b""[..], b"f", b"fo", b"foo", b"foob", &[0, 255, 191, 7]] {
            assert_eq!(decode(&encode(bytes)).as_deref(), Some(bytes));
        }
        assert_eq!(encode(b"fo"), "Zm8=");
        assert_eq!(decode("AP+/").as_deref(), Some(&[0, 255, 191][..]));
        for bad in ["A", "Zg=a", "Zm9v!", "Zm9\u{e9}"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}

//! Bytes of files inside text messages.

/// The bytes that a base64 text stands for; nothing if it is none.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
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
        assert_eq!(decode("AP+/").as_deref(), Some(&[0, 255, 191][..]));
        for bad in ["A", "Zg=a", "Zm9v!", "Zm9\u{e9}"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}

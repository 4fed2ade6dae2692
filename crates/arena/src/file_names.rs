//! File names inside configurations.
//!
//! Configurations are text, because they appear in reports, in JSON and in the stores of tournaments. File
//! names may contain any bytes, so a byte that is not valid UTF-8 is written `\xNN`.

use std::ffi::OsStr;
use std::path::PathBuf;

/// Converts a command-line argument to text, with `\xNN` for every byte that is not valid UTF-8.
pub fn text_of(word: &OsStr) -> String {
    if let Some(text) = word.to_str() {
        return text.to_owned();
    }
    let mut text = String::new();
    for chunk in word.as_encoded_bytes().utf8_chunks() {
        // Escape a literal `\x` in the name, so that it is not read as an escape.
        text.push_str(&chunk.valid().replace(r"\x", r"\x5cx"));
        for byte in chunk.invalid() {
            text.push_str(&format!(r"\x{byte:02x}"));
        }
    }
    text
}

/// The path that a name in a configuration stands for: the inverse of [`text_of`].
pub fn path_of(name: &str) -> PathBuf {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find(r"\x") {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let code = rest
            .get(at + 2..at + 4)
            .filter(|digits| digits.bytes().all(|it| it.is_ascii_hexdigit()));
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[at + 4..];
            }
            None => {
                bytes.extend_from_slice(br"\x");
                rest = &rest[at + 2..];
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    from_bytes(bytes)
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;

    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn any_file_name_survives_a_round_trip() {
        for name in [
            &b"plain.bin"[..],
            "größer.bin".as_bytes(),
            b"n\xff\xfe.bin",
            b"a\\xff\xff",
            b"\\x",
            b"\xff\\xzz\\",
        ] {
            let word = OsStr::from_bytes(name);
            assert_eq!(path_of(&text_of(word)).as_os_str(), word);
        }
        assert_eq!(text_of(OsStr::from_bytes(b"n\xff.bin")), r"n\xff.bin");
        assert_eq!(path_of(r"a\x41\xg1\x4").as_os_str(), r"aA\xg1\x4");
    }
}

//! Formats commands for users to paste into a shell: with quotes where needed, and without passwords.

use std::ffi::{OsStr, OsString};
use std::fmt::Write;

/// Quotes an argument for a shell. Arguments that are not valid UTF-8 use `$'…'`, which `bash`, `zsh` and
/// POSIX 2024 understand.
pub(crate) fn quoted(word: &OsStr) -> String {
    let Some(text) = word.to_str() else {
        let mut quoted = String::from("$'");
        for &byte in word.as_encoded_bytes() {
            match byte {
                b'\'' | b'\\' => quoted.extend(['\\', char::from(byte)]),
                b' '..=b'~' => quoted.push(char::from(byte)),
                _ => {
                    // Writing to a string cannot fail.
                    let _ = write!(quoted, "\\x{byte:02x}");
                }
            }
        }
        return quoted + "'";
    };
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./,=:@%+".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The address of a store without its password.
pub(crate) fn without_password(store: &OsStr) -> OsString {
    let Some((scheme, rest)) = store.to_str().and_then(|text| text.split_once("://")) else {
        return store.to_owned();
    };
    let (place, query) = match rest.split_once('?') {
        Some((place, query)) => (place, Some(query)),
        None => (rest, None),
    };
    let (authority, path) = place.split_at(place.find('/').unwrap_or(place.len()));
    let authority = match authority.rsplit_once('@') {
        Some((user, host)) => format!("{}@{host}", user.split(':').next().unwrap_or_default()),
        None => authority.to_owned(),
    };
    let mut printed = format!("{scheme}://{authority}{path}");
    let is_password = |pair: &&str| pair.split('=').next() == Some("password");
    let kept: Vec<&str> = query.map_or(Vec::new(), |query| {
        query.split('&').filter(|pair| !is_password(pair)).collect()
    });
    if !kept.is_empty() {
        printed.push('?');
        printed.push_str(&kept.join("&"));
    }
    printed.into()
}

/// The prefix of a printed command if its store has a password, which is not printed.
pub(crate) fn password_prefix(store: &OsStr) -> &'static str {
    if without_password(store) == store {
        ""
    } else {
        "PGPASSWORD=… "
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_store_has_no_password() {
        for (store, printed) in [
            ("arena.sqlite", "arena.sqlite"),
            ("postgres://me@host/db", "postgres://me@host/db"),
            ("postgres://me:secret@host:5432/db", "postgres://me@host:5432/db"),
            ("postgres://me:se:c@ret@host/db", "postgres://me@host/db"),
            (
                "postgres:///db?host=/run&password=secret&user=me",
                "postgres:///db?host=/run&user=me",
            ),
            ("postgres://me@host/db?password=secret", "postgres://me@host/db"),
        ] {
            let printed = OsStr::new(printed);
            assert_eq!(without_password(OsStr::new(store)), printed);
            assert_eq!(
                password_prefix(OsStr::new(store)).is_empty(),
                OsStr::new(store) == printed
            );
        }
    }

    #[test]
    fn a_shell_reads_a_quoted_argument_unchanged() {
        use std::process::Command;
        for word in ["arena.sqlite", "my games.sqlite", "it's", "$HOME `x`", "", "a\nb"] {
            let said = Command::new("sh")
                .args(["-c", &format!("printf %s {}", quoted(OsStr::new(word)))])
                .output()
                .unwrap();
            assert_eq!(String::from_utf8_lossy(&said.stdout), word);
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_argument_that_is_not_utf8_keeps_its_bytes() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(quoted(OsStr::from_bytes(b"it's \xff")), "$'it\\'s \\xff'");
    }
}

//! Command-line numbers whose limits depend on this machine.

use parlor_players::max_table_mib;

/// Parses the size of a table in MiB, at most what this machine has memory for.
pub(crate) fn hash(text: &str) -> Result<usize, String> {
    let most = max_table_mib();
    match text.parse() {
        Ok(size) if (1..=most).contains(&size) => Ok(size),
        Ok(_) => Err(format!("a table has 1 to {most} MiB on this machine")),
        Err(error) => Err(format!("{error}")),
    }
}

/// Describes what is wrong with a number, in plain words.
pub(crate) fn plain_words(text: &str) -> String {
    [
        ("invalid digit found in string", "not a whole number"),
        ("cannot parse integer from empty string", "a number is missing"),
        (
            "number too large to fit in target type",
            "the number is too large",
        ),
        (
            "number too small to fit in target type",
            "the number is too small",
        ),
        ("invalid float literal", "not a number"),
        ("cannot parse float from empty string", "a number is missing"),
    ]
    .iter()
    .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_sizes_are_refused_with_the_available_memory() {
        assert_eq!(hash("1"), Ok(1));
        for text in ["0", "99999999999", "1000000000"] {
            let words = hash(text).unwrap_err();
            assert!(words.starts_with("a table has 1 to "), "{words}");
        }
        assert_eq!(plain_words(&hash("1.5").unwrap_err()), "not a whole number");
    }
}

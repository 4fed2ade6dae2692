//! The date on which a game was played, as far as it is known.

use std::fmt;

/// A day, a month or a year.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Date {
    /// The year, from 1 to 9999.
    pub year: u16,
    /// The month, from 1; 0 if it is not known.
    pub month: u8,
    /// The day of the month, from 1; 0 if it is not known.
    pub day: u8,
}

impl Date {
    /// Returns the date of a year without month and day.
    pub fn of_year(year: u32) -> Option<Date> {
        let year = u16::try_from(year)
            .ok()
            .filter(|year| (1..=9999).contains(year))?;
        Some(Date {
            year,
            month: 0,
            day: 0,
        })
    }

    /// Returns the date at the start of a text: `2026.11.16`, `2026-11-16`, `2026.11.??`, `2026`, followed by
    /// anything. Returns `None` if there is no date or an impossible one.
    pub fn read(text: &str) -> Option<Date> {
        let text = text.trim_start();
        let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let mut date = Date::of_year(text[..n_digits].parse().ok().filter(|_| n_digits == 4)?)?;
        let mut rest = &text[n_digits..];
        let mut part = |most: u8| -> Option<Option<u8>> {
            let Some(after) = rest.strip_prefix(['.', '-', '/']) else {
                return Some(None);
            };
            let n_digits = after.bytes().take_while(u8::is_ascii_digit).count();
            if !(1..=2).contains(&n_digits) {
                return Some(None);
            }
            rest = &after[n_digits..];
            let number: u8 = after[..n_digits].parse().ok()?;
            (number <= most).then_some(Some(number).filter(|&number| number > 0))
        };
        if let Some(month) = part(12)? {
            date.month = month;
            date.day = part(31)?.unwrap_or(0);
        }
        Some(date)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.month, self.day) {
            (0, _) => write!(f, "{:04}", self.year),
            (month, 0) => write!(f, "{:04}.{month:02}", self.year),
            (month, day) => write!(f, "{:04}.{month:02}.{day:02}", self.year),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_far_as_they_are_known() {
        for (text, read) in [
            ("2026.11.16", "2026.11.16"),
            ("2026-1-6", "2026.01.06"),
            ("2003.12.15_13:24:03.MST", "2003.12.15"),
            ("1998.05.??", "1998.05"),
            ("1998.??.??", "1998"),
            (" 1977", "1977"),
        ] {
            assert_eq!(
                Date::read(text).map(|date| date.to_string()),
                Some(read.to_owned()),
                "{text}"
            );
        }
        for text in [
            "",
            "????.??.??",
            "0000",
            "98.1.2",
            "2026.13.01",
            "2026.12.32",
            "1071504243",
            "Monday",
        ] {
            assert_eq!(Date::read(text), None, "{text}");
        }
    }
}

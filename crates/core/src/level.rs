//! The ten playing strengths that every game's computer player has.

use std::fmt;

/// One of the ten levels. The engine defines what a level means in each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const FULL: Level = Level(10);

    /// Returns the level with this number, from 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 10 {
            Some(Level(number))
        } else {
            None
        }
    }

    /// Returns all levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// Returns the number, from 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the index among the ten levels, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// Returns the level with this number or name. Case does not matter.
    pub fn parse(text: &str) -> Option<Level> {
        let by_name = || Level::all().find(|level| level.name().eq_ignore_ascii_case(text));
        match text.parse() {
            Ok(number) => Level::new(number),
            Err(_) => by_name(),
        }
    }
}

/// Writes the number.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

const NAMES: [&str; 10] = [
    "Beginner",
    "Novice",
    "Learner",
    "Casual",
    "Regular",
    "Club player",
    "Strong",
    "Expert",
    "Master",
    "Full strength",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_read_by_its_number_or_its_name() {
        for level in Level::all() {
            assert_eq!(Level::parse(&level.number().to_string()), Some(level));
            assert_eq!(Level::parse(&level.name().to_uppercase()), Some(level));
        }
        for text in ["", "0", "11", "256", "-1", "grandmaster"] {
            assert_eq!(Level::parse(text), None, "{text}");
        }
        assert_eq!(Level::all().last(), Some(Level::FULL));
    }
}

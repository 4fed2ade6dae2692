//! The players that can play a side.

use std::fmt;
use std::str::FromStr;

use parlor_core::{Excerpt, Level};
use thiserror::Error;

use super::strategy::Strategy;

/// A player of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person at this terminal.
    Human,
    /// A strategy without lookahead.
    Strategy(Strategy),
    /// The engine, at one of ten levels.
    Engine(Level),
    /// The player at the other end of a remote game. Users cannot choose it by name.
    Remote,
}

/// The level of `engine` without a number. Most people win against it sometimes.
pub const DEFAULT_LEVEL: Level = match Level::new(5) {
    Some(level) => level,
    None => Level::FULL,
};

/// Why a text does not name a player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParsePlayerError {
    /// No player has this name.
    #[error("{0} is not a player: human, engine, engine:1 to engine:10, weights, weights-dynamic or random")]
    Unknown(Excerpt),
    /// The engine has no such level.
    #[error("{0} is not a level of the engine, which are 1 to 10")]
    NoSuchLevel(Excerpt),
}

impl Player {
    /// The names of players, for completion.
    pub const NAMES: [&'static str; 6] = [
        "human",
        "engine",
        "engine:",
        "weights",
        "weights-dynamic",
        "random",
    ];

    /// Parses a name that begins at column `at` of the input, for error messages.
    pub(super) fn read(text: &str, at: usize) -> Result<Player, ParsePlayerError> {
        let name = text.trim().to_ascii_lowercase();
        if let Some(level) = name.strip_prefix("engine:") {
            let digits = Some(level).filter(|level| level.bytes().all(|byte| byte.is_ascii_digit()));
            let level = digits.and_then(|digits| Level::new(digits.parse().ok()?));
            return match level {
                Some(level) => Ok(Player::Engine(level)),
                None => Err(ParsePlayerError::NoSuchLevel(Excerpt::new(text, at))),
            };
        }
        match name.as_str() {
            "human" => Ok(Player::Human),
            "engine" => Ok(Player::Engine(DEFAULT_LEVEL)),
            _ => Strategy::ALL
                .into_iter()
                .find(|strategy| strategy.name() == name)
                .map(Player::Strategy)
                .ok_or_else(|| ParsePlayerError::Unknown(Excerpt::new(text, at))),
        }
    }

    /// Whether a person types this side's moves.
    pub fn is_human(self) -> bool {
        self == Player::Human
    }
}

/// Prints a name that parses as the same player, except for [`Player::Remote`].
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Strategy(strategy) => f.write_str(strategy.name()),
            Player::Engine(level) => write!(f, "engine:{}", level.number()),
            Player::Remote => f.write_str("remote"),
        }
    }
}

/// Parses a name, ignoring case.
impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Player, ParsePlayerError> {
        Player::read(text, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_survives_printing_and_parsing() {
        let levels = Level::all().map(Player::Engine);
        let strategies = Strategy::ALL.map(Player::Strategy);
        for player in levels.chain(strategies).chain([Player::Human]) {
            assert_eq!(player.to_string().parse(), Ok(player));
            assert_eq!(player.to_string().to_uppercase().parse(), Ok(player));
        }
        assert_eq!("engine".parse(), Ok(Player::Engine(DEFAULT_LEVEL)));
    }

    #[test]
    fn errors_quote_unknown_players_and_levels() {
        let message = |text: &str| text.parse::<Player>().unwrap_err().to_string();
        assert_eq!(
            message("engine:11"),
            "“engine:11” at character 1 is not a level of the engine, which are 1 to 10"
        );
        for bad in ["engine:0", "engine:", "engine:+5", "engine:999999999999"] {
            assert!(message(bad).contains("is not a level"), "{bad}");
        }
        assert!(message("remote").contains("is not a player"));
        assert!(message("robot").starts_with("“robot” at character 1 is not a player: human, engine"));
    }
}

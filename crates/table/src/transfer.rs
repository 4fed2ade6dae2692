//! Game files of a page: their names, and when they were played. [`parlor_games::export`] and
//! [`parlor_games::import`] handle their content.

use parlor_core::PerColor;
use parlor_games::AnyGame;
use parlor_games::annotated::Annotated;
use parlor_games::export::{self, Written};

use crate::base64;
use crate::log::{self, GameLog, LogError};
use crate::wire::ServerMessage;

/// Writes the game with this name in a format. Returns `None` if the format does not support it.
pub(crate) fn write(
    id: &str,
    game: &AnyGame,
    names: &PerColor<String>,
    termination: &str,
    annotated: &Annotated,
    code: &str,
) -> Option<ServerMessage> {
    let format = game.kind().descriptor().format(code)?;
    let written = if annotated.has_notes() {
        export::write_annotated(game, names, termination, code, annotated)
    } else {
        export::write(game, names, termination, code)
    };
    let (content, binary) = match written? {
        Written::Text(text) => (text, false),
        Written::Bytes(bytes) => (base64::encode(&bytes), true),
    };
    Some(ServerMessage::Exported {
        file: format!("{}-{id}.{}", game.kind().name(), format.extension),
        content,
        binary,
    })
}

/// Returns a stored game in Parlor's own format, with the time when it was last played.
pub fn written(log: &GameLog) -> Result<String, LogError> {
    Ok(dated(&log::replay(&log.events)?.record(), log.updated))
}

/// Returns a game with the time when it was last played, in milliseconds since 1970, after its first tag.
fn dated(record: &str, updated: u64) -> String {
    let (first, rest) = record.split_once('\n').unwrap_or((record, ""));
    let (seconds, ms) = (updated / 1000, updated % 1000);
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!(
        "{first}\n[Date \"{}\"]\n[UTCTime \"{hours:02}:{minutes:02}:{:02}.{ms:03}\"]\n{rest}",
        day_of(seconds),
        seconds % 60,
    )
}

/// Returns the day of a time in seconds since 1970, in the format of chess programs: `2026.11.16`.
pub fn day_of(seconds: u64) -> String {
    // In years that begin in March the leap day comes last, and 400 of them always have the same number of
    // days.
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months_since_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months_since_march + 2) / 5 + 1;
    let month = (months_since_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(day_of(0), "1970.01.01");
        assert_eq!(day_of(951_782_400), "2000.02.29");
        assert_eq!(day_of(1_795_046_399), "2026.11.18");
        assert_eq!(
            dated("[Game \"loa\"]\n\n1. b1-b3\n", 3_723_004),
            "[Game \"loa\"]\n[Date \"1970.01.01\"]\n[UTCTime \"01:02:03.004\"]\n\n1. b1-b3\n"
        );
    }
}

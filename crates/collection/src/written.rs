//! A game of a collection as text.

use parlor_core::{Color, PerColor};
use parlor_games::AnyGame;
use parlor_games::export::{self, Written};
use parlor_games::pgn::{self, TaggedGame};

use crate::{CollectionError, GameRow};

/// Parlor's own format, the only one that stores everything.
pub(crate) const OWN: &str = "parlor";

/// Writes a game in the format with this code.
pub(crate) fn written(game: AnyGame, row: GameRow, format: &str) -> Result<Written, CollectionError> {
    if format == OWN {
        return Ok(Written::Text(text(game, row)));
    }
    let id = row.id;
    let names = PerColor([row.black, row.white].map(|name| name.unwrap_or_else(|| "?".to_owned())));
    export::write(&game, &names, "", format).ok_or_else(|| CollectionError::Unsuitable {
        id,
        format: format.to_owned(),
    })
}

/// Writes a game in Parlor's own format, with all its metadata.
pub(crate) fn text(game: AnyGame, row: GameRow) -> String {
    let named = PerColor([row.black, row.white]);
    let known = [
        ("Event", row.event),
        ("Date", row.date),
        ("Black", named[Color::Black].clone()),
        ("White", named[Color::White].clone()),
        ("Opening", row.opening),
        (
            "Result",
            Some(pgn::result_text(row.result.map(Into::into)).to_owned()),
        ),
    ];
    let tags = known
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect();
    pgn::write(&TaggedGame { game, tags })
}

//! The moves played in a position.

use parlor_games::{AnyGame, opening};
use serde::{Deserialize, Serialize};

use crate::CollectionError;
use crate::rows::{Results, begin};

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The name of the game.
    pub game: String,
    /// The agreements that differ from the defaults, by name.
    #[serde(default)]
    pub agreements: Vec<(String, String)>,
    /// The position as text; the default start if `None`.
    #[serde(default)]
    pub position: Option<String>,
}

impl PositionRequest {
    /// The current position of a game.
    pub fn of(game: &AnyGame) -> PositionRequest {
        let agreements = game.spec().agreements().into_iter();
        PositionRequest {
            game: game.kind().name().to_owned(),
            agreements: agreements.map(|(name, value)| (name.to_owned(), value)).collect(),
            position: Some(game.position_text()),
        }
    }

    /// A game that starts with the position.
    pub fn game(&self) -> Result<AnyGame, CollectionError> {
        begin(&self.game, &self.agreements, self.position.as_ref())
    }
}

/// The moves and results of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Explored {
    /// The name of the opening that ends here, if there is one.
    pub opening: Option<String>,
    /// The results of the collection's games that passed through it.
    pub results: Results,
    /// The moves that were played or are in our opening book, most frequent first.
    pub moves: Vec<ExploredMove>,
}

/// A move of a position. Moves that lead to the same position up to symmetry count as one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExploredMove {
    /// The move.
    pub text: String,
    /// The other moves that are equal up to symmetry.
    pub also: Vec<String>,
    /// The results of the games in which it was played.
    pub results: Results,
    /// The value of the move in our opening book for the side that plays it, in hundredths.
    pub book: Option<i32>,
    /// The name of the opening that it leads to.
    pub opening: Option<String>,
}

impl Explored {
    /// A position with its legal moves, without any games.
    pub fn without_games(game: &AnyGame) -> Explored {
        let moves = leads(game);
        Explored {
            opening: opening::named(game.key()).map(str::to_owned),
            results: Results::default(),
            moves: moves.into_iter().map(|(_, mv)| mv).collect(),
        }
    }

    /// Adds the values of book moves, by their texts, and removes moves that are neither played nor in the book.
    #[must_use]
    pub fn with_book(mut self, book: &[(String, i32)]) -> Explored {
        for mv in &mut self.moves {
            let worth = book.iter().find(|(text, _)| *text == mv.text);
            mv.book = worth.map(|&(_, worth)| worth);
        }
        self.moves
            .retain(|mv| mv.book.is_some() || mv.results.games() > 0);
        self.moves
            .sort_by_key(|mv| (std::cmp::Reverse(mv.results.games()), std::cmp::Reverse(mv.book)));
        self
    }
}

/// The legal moves with the keys of the positions that they lead to. Moves to the same position are one entry.
pub(crate) fn leads(game: &AnyGame) -> Vec<(u64, ExploredMove)> {
    let mut moves: Vec<(u64, ExploredMove)> = Vec::new();
    for mv in game.legal_moves() {
        let mut after = game.clone();
        if after.play(&mv.text).is_err() {
            continue;
        }
        let key = after.key();
        match moves.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => known.also.push(mv.text),
            None => moves.push((
                key,
                ExploredMove {
                    text: mv.text,
                    opening: opening::named(key).map(str::to_owned),
                    ..ExploredMove::default()
                },
            )),
        }
    }
    moves
}

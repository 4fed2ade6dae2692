//! What was played in a position.

use std::collections::{HashMap, HashSet};

use parlor_games::{AnyGame, opening};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::index::{tag, visits};
use crate::rows::{Results, begin};
use crate::{Collection, CollectionError};

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The name of the game.
    pub game: String,
    /// What was agreed on, by name, where it is not the usual.
    #[serde(default)]
    pub agreements: Vec<(String, String)>,
    /// The position in the text form of the game; the usual start if there is none.
    #[serde(default)]
    pub position: Option<String>,
}

impl PositionRequest {
    /// The position where a game is now.
    pub fn of(game: &AnyGame) -> PositionRequest {
        let agreements = game.spec().agreements().into_iter();
        PositionRequest {
            game: game.kind().name().to_owned(),
            agreements: agreements.map(|(name, value)| (name.to_owned(), value)).collect(),
            position: Some(game.position_text()),
        }
    }

    /// A game that begins with the position.
    pub fn game(&self) -> Result<AnyGame, CollectionError> {
        begin(&self.game, &self.agreements, self.position.as_ref())
    }
}

/// What is known about a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
pub struct Explored {
    /// The name of the opening that it ends, if it has one.
    pub opening: Option<String>,
    /// How the games of the collection ended that came through it.
    pub results: Results,
    /// The moves that were played or are in our book, the most frequent first.
    pub moves: Vec<ExploredMove>,
}

/// A move of a position. Moves that lead to the same position up to symmetry count as one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
pub struct ExploredMove {
    /// The move.
    pub text: String,
    /// The moves that are the same in a mirror.
    pub also: Vec<String>,
    /// How the games ended in which it was played.
    pub results: Results,
    /// What our book says that it is worth to the side that plays it, in hundredths.
    pub book: Option<i32>,
    /// The name of the opening that it leads to.
    pub opening: Option<String>,
}

impl Explored {
    /// A position about which no collection says anything, with what its legal moves lead to.
    pub fn without_games(game: &AnyGame) -> Explored {
        let moves = leads(game);
        Explored {
            opening: opening::named(game.key()).map(str::to_owned),
            results: Results::default(),
            moves: moves.into_iter().map(|(_, mv)| mv).collect(),
        }
    }

    /// Adds what a book says about moves, by their texts, and leaves out moves that nobody knows.
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

/// The legal moves, those that lead to one position as one, with the key of that position.
fn leads(game: &AnyGame) -> Vec<(u64, ExploredMove)> {
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

impl Collection {
    /// What was played in a position, in every game that came through it or through its mirror image.
    pub fn explore(&self, request: &PositionRequest) -> Result<Explored, CollectionError> {
        let game = request.game()?;
        let mut moves = leads(&game);
        let mut n_with: HashMap<u32, u32> = HashMap::new();
        for (key, _) in &moves {
            *n_with.entry(tag(*key)).or_default() += 1;
        }
        self.read(|connection| {
            let here = visits(connection, game.key())?;
            let mut results = Results::default();
            let mut seen = HashSet::new();
            let mut by_tag: HashMap<u32, Results> = HashMap::new();
            for visit in &here {
                // A game that comes back to a position counts once, its moves each time.
                if seen.insert(visit.game) {
                    results.count(visit.result);
                }
                by_tag.entry(visit.next).or_default().count(visit.result);
            }
            for (key, mv) in &mut moves {
                let tag = tag(*key);
                if n_with[&tag] == 1 {
                    mv.results = by_tag.get(&tag).copied().unwrap_or_default();
                    continue;
                }
                // Two moves share the tag: the index of the position after the move tells them apart.
                let after: HashSet<(u32, u32)> = visits(connection, *key)?
                    .iter()
                    .map(|visit| (visit.game, visit.ply))
                    .collect();
                for visit in &here {
                    if visit.next == tag && after.contains(&(visit.game, visit.ply + 1)) {
                        mv.results.count(visit.result);
                    }
                }
            }
            let mut moves: Vec<ExploredMove> = moves.into_iter().map(|(_, mv)| mv).collect();
            moves.sort_by_key(|mv| std::cmp::Reverse(mv.results.games()));
            Ok(Explored {
                opening: opening::named(game.key()).map(str::to_owned),
                results,
                moves,
            })
        })
    }
}

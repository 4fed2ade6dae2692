//! The moves played in a position.

use std::collections::{HashMap, HashSet};

use parlor_games::opening;

use super::Collection;
use super::index::{tag, visits};
use crate::explore::{Explored, ExploredMove, PositionRequest, leads};
use crate::{CollectionError, Results};

impl Collection {
    /// Returns the moves played in a position, in every game that passed through it or a symmetric one.
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
                // A game that repeats a position counts once, but each of its moves there counts.
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

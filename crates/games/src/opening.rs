//! Named openings.
//!
//! A game lists its named lines ([`Playable::OPENINGS`](crate::Playable::OPENINGS)). A name belongs to the
//! position at the end of its line, so mirrored, rotated and transposed games have it too.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::any::AnyGame;
use crate::kind::Kind;
use crate::spec::Spec;
use crate::with_game;

/// A named line of moves from the standard start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedLine {
    /// The name.
    pub name: &'static str,
    /// Another common name, or empty.
    pub also: &'static str,
    /// The moves in the default notation, separated by blanks.
    pub moves: &'static str,
}

/// An opening that occurred in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its name.
    pub name: &'static str,
    /// The number of plies after which it was reached.
    pub ply: usize,
}

/// Returns the named lines of a game.
pub fn lines(kind: Kind) -> &'static [NamedLine] {
    with_game!(kind, G => <G as crate::Playable>::OPENINGS)
}

/// Returns the names of the lines one of whose names contains this text, ignoring case.
pub fn like(text: &str) -> Vec<&'static str> {
    let text = text.to_lowercase();
    let has = |name: &str| name.to_lowercase().contains(&text);
    let lines = Kind::KNOWN.iter().flat_map(|&kind| lines(kind));
    lines
        .filter(|line| has(line.name) || has(line.also))
        .map(|line| line.name)
        .collect()
}

/// Returns the name of the position with this key, as computed by [`AnyGame::key`].
pub fn named(key: u64) -> Option<&'static str> {
    names().names.get(&key).copied()
}

/// Returns the last opening among the positions of a game with these keys, the first of which is that of its
/// start.
pub fn last(keys: &[u64]) -> Option<Opening> {
    let keys = &keys[..keys.len().min(names().longest + 1)];
    let find = |(ply, &key): (usize, &u64)| named(key).map(|name| Opening { name, ply });
    keys.iter().enumerate().rev().find_map(find)
}

/// Returns every opening that occurred in a game, in order.
pub fn all(game: &AnyGame) -> Vec<Opening> {
    if lines(game.kind()).is_empty() {
        return Vec::new();
    }
    let keys = game.first_keys(names().longest + 1).into_iter().enumerate();
    keys.filter_map(|(ply, key)| named(key).map(|name| Opening { name, ply }))
        .collect()
}

/// Returns the last opening that occurred in a game.
pub fn of(game: &AnyGame) -> Option<Opening> {
    all(game).pop()
}

struct Names {
    names: HashMap<u64, &'static str>,
    /// The length of the longest line in plies.
    longest: usize,
}

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut found = Names {
            names: HashMap::new(),
            longest: 0,
        };
        for &kind in Kind::KNOWN {
            for line in lines(kind) {
                // A test ensures that every line can be played.
                if let Some(game) = played(kind, line) {
                    found.longest = found.longest.max(game.len());
                    found.names.insert(game.key(), line.name);
                }
            }
        }
        found
    })
}

fn played(kind: Kind, line: &NamedLine) -> Option<AnyGame> {
    let mut game = AnyGame::new(&Spec::default_for(kind)).ok()?;
    for mv in line.moves.split_whitespace() {
        game.play(mv).ok()?;
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> AnyGame {
        let mut game = AnyGame::new(&Spec::default_for("othello".parse().unwrap())).unwrap();
        for mv in moves.split_whitespace() {
            game.play(mv).unwrap();
        }
        game
    }

    fn name(moves: &str) -> Option<&'static str> {
        last(&game(moves).keys()).map(|opening| opening.name)
    }

    #[test]
    fn every_line_can_be_played_and_has_a_position_of_its_own() {
        for &kind in Kind::KNOWN {
            let mut names: Vec<&str> = lines(kind).iter().map(|line| line.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), lines(kind).len(), "a name is given twice");
            for line in lines(kind) {
                let game = played(kind, line).unwrap_or_else(|| panic!("{} cannot be played", line.name));
                assert_eq!(
                    named(game.key()),
                    Some(line.name),
                    "another line ends where {} does",
                    line.name
                );
            }
        }
        assert!(lines("othello".parse().unwrap()).len() >= 80);
    }

    #[test]
    fn openings_are_known_in_a_mirror_and_by_another_way() {
        // The tiger from each of the four first moves.
        for moves in [
            "c4 e3 f6 e6 f5",
            "f5 d6 c3 d3 c4",
            "d3 c5 f6 f5 e6",
            "e6 f4 c3 c4 d3",
        ] {
            assert_eq!(name(moves), Some("Tiger"), "{moves}");
        }
        assert_eq!(name("f5 f6 e6 f4 e3"), Some("Cow"));
        // A parallel opening that becomes a diagonal one.
        assert_eq!(name("c4 c5 d6 c3 d3"), Some("Cow"));
        assert_eq!(name("c4"), None);
        assert_eq!(like("PEASANT"), ["Snake", "Pyramid"]);
    }

    #[test]
    fn a_game_tells_where_it_got_its_names() {
        let names: Vec<(usize, &str)> = all(&game("c4 e3 f6 e6 f5 c5 c3 c6 d3"))
            .iter()
            .map(|opening| (opening.ply, opening.name))
            .collect();
        assert_eq!(
            names,
            [
                (2, "Perpendicular"),
                (5, "Tiger"),
                (7, "Stephenson"),
                (8, "Comp'Oth")
            ]
        );
        let later = game("c4 e3 f6 e6 f5 c5 c3 c6 d3");
        assert_eq!(of(&later).map(|opening| opening.ply), Some(8));
    }
}

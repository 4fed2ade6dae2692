//! How strong a player is to be, and how much chance may vary its game: what the levels of a game are made of.

use parlor_core::Level;

use crate::engine::EngineNode;

/// What a level can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// The most nodes it looks at for one move.
    pub nodes: u64,
    /// How far ahead it looks, in plies.
    pub depth: u32,
    /// By how much it may misjudge a position, in hundredths of a piece.
    pub noise: i32,
    /// How many of a hundred quiet moves it overlooks; of captures it overlooks half as many.
    pub blindness: u32,
}

impl Skill {
    /// A skill, in the order of its fields.
    pub(crate) const fn new(nodes: u64, depth: u32, noise: i32, blindness: u32) -> Skill {
        Skill {
            nodes,
            depth,
            noise,
            blindness,
        }
    }

    /// What a level can do in a game.
    pub fn of<N: EngineNode>(level: Level) -> Skill {
        N::SKILLS[level.index()]
    }

    /// Whether it makes mistakes beyond not looking far enough.
    pub const fn errs(&self) -> bool {
        self.noise > 0 || self.blindness > 0
    }
}

/// Among which moves chance chooses, so that games at full strength are not all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety {
    /// In this many plies from the start.
    pub plies: usize,
    /// How many moves at most.
    pub moves: usize,
    /// How much worse than the best they may be, in hundredths of a piece.
    pub margin: i32,
}

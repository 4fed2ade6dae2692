//! The strength of a player and the randomness of its play: the components of a game's levels.

use parlor_core::Level;

use crate::engine::EngineNode;

/// The strength of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// The maximum number of nodes for one move.
    pub nodes: u64,
    /// The search depth in plies.
    pub depth: u32,
    /// The maximum random error of its evaluation, in hundredths of a piece.
    pub noise: i32,
    /// The percentage of quiet moves that it overlooks; captures are overlooked half as often.
    pub blindness: u32,
}

impl Skill {
    /// Creates a skill, in the order of its fields.
    pub(crate) const fn new(nodes: u64, depth: u32, noise: i32, blindness: u32) -> Skill {
        Skill {
            nodes,
            depth,
            noise,
            blindness,
        }
    }

    /// Returns the skill of a level in a game.
    pub fn of<N: EngineNode>(level: Level) -> Skill {
        N::SKILLS[level.index()]
    }

    /// Returns whether it makes deliberate mistakes, besides its limited depth.
    pub const fn errs(&self) -> bool {
        self.noise > 0 || self.blindness > 0
    }
}

/// The moves among which a random choice varies games at full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety {
    /// The number of plies from the start in which play varies.
    pub plies: usize,
    /// The maximum number of moves to choose from.
    pub moves: usize,
    /// How far below the best their scores may be, in hundredths of a piece.
    pub margin: i32,
}

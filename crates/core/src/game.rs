//! The definition of a game.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use arrayvec::ArrayVec;

use crate::{Color, Outcome};

/// The maximum number of legal moves in any position of our games.
pub const MAX_MOVES: usize = 512;

/// A list of moves on the stack.
pub type MoveList<M> = ArrayVec<M, MAX_MOVES>;

/// The rules of a game, in the form of a position that answers queries and can be advanced.
///
/// A position holds everything that its rules need to continue, and nothing else: history belongs to
/// [`GameRecord`](crate::GameRecord).
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move; a pass is a move.
    type Move: Copy + Eq + Hash + Ord + Debug + Send + Sync + 'static;
    /// The reason why a move is not legal.
    type Illegal: Error + Clone + Eq + Send + Sync + 'static;

    /// Returns the side to move. After the end of the game, this is the side that would be to move.
    fn turn(&self) -> Color;

    /// Appends every legal move. Appends only a pass when the mover is stuck but the game continues, and
    /// nothing when the game is over.
    fn legal_moves(&self, out: &mut MoveList<Self::Move>);

    /// Returns the reason as an error if a move is not legal.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a move that is known to be legal. After any other move the position is unspecified, but there is
    /// no undefined behaviour and no panic.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Returns the result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns a hash of everything that two positions must share to have the same value in a search. It is
    /// updated incrementally by every move.
    ///
    /// Equal positions have equal keys. Equal keys do not imply equal positions: besides collisions, a game
    /// may leave out state that rarely matters, as Ataxx leaves out its jump counter until shortly before the
    /// limit. Compare positions where identity matters.
    fn key(&self) -> u64;

    /// Returns whether a move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Plays a move. If the move is illegal, changes nothing and returns the reason.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Illegal> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Returns the number of legal moves. Games that can count without listing override this.
    fn count_moves(&self) -> u64 {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// Returns whether a move counts against a move limit such as that of Lines of Action.
    fn counts_against_limit(_mv: Self::Move) -> bool {
        true
    }
}

/// A way to write moves.
pub trait Notation<G: Game> {
    /// The reason why a text is not a move in this notation.
    type Error: Error + Clone + Eq + Send + Sync + 'static;

    /// Writes a move that is legal in `position`.
    fn format(&self, position: &G, mv: G::Move) -> String;

    /// Reads a move. The text must be well-formed and on the board; [`Game::check`] decides whether the move
    /// is legal.
    fn parse(&self, position: &G, text: &str) -> Result<G::Move, Self::Error>;
}

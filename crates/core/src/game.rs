//! What a game is.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use arrayvec::ArrayVec;

use crate::{Color, Outcome};

/// No position of any of our games has more legal moves.
pub const MAX_MOVES: usize = 512;

/// A list of moves on the stack.
pub type MoveList<M> = ArrayVec<M, MAX_MOVES>;

/// The rules of a game, as a position that can be asked and advanced.
///
/// A position holds all that its rules need to go on, and nothing else: history belongs to
/// [`GameRecord`](crate::GameRecord).
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move; a pass is a move.
    type Move: Copy + Eq + Hash + Ord + Debug + Send + Sync + 'static;
    /// Why a move is not legal.
    type Illegal: Error + Clone + Eq + Send + Sync + 'static;

    /// The side to move. After the end of the game: the side that would be.
    fn turn(&self) -> Color;

    /// Appends every legal move; only a pass when the mover is stuck but the game goes on; nothing when
    /// the game is over.
    fn legal_moves(&self, out: &mut MoveList<Self::Move>);

    /// Says why a move is not legal, if it is not.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a move that is known to be legal. On any other move the position afterwards is unspecified,
    /// but nothing is undefined and nothing panics.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of what two positions must share to be worth the same in a search, kept up to date by playing.
    ///
    /// Equal positions have equal keys. Equal keys do not imply equal positions: besides collisions, a game may leave
    /// out what hardly ever matters, as Ataxx leaves out its clock until shortly before the limit. Compare positions
    /// where identity matters.
    fn key(&self) -> u64;

    /// Whether a move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Plays a move, or changes nothing and says why not.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Illegal> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// How many legal moves there are. Games that can count without listing do.
    fn count_moves(&self) -> u64 {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// Whether a move counts against a move limit such as that of Lines of Action.
    fn counts_against_limit(_mv: Self::Move) -> bool {
        true
    }
}

/// A way of writing moves.
pub trait Notation<G: Game> {
    /// Why a text is not a move in this notation.
    type Error: Error + Clone + Eq + Send + Sync + 'static;

    /// Writes a move that is legal in `position`.
    fn format(&self, position: &G, mv: G::Move) -> String;

    /// Reads a move. The text must be well-formed and on the board; whether the move is legal is for
    /// [`Game::check`] to say.
    fn parse(&self, position: &G, text: &str) -> Result<G::Move, Self::Error>;
}

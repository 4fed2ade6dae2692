//! The laws that every game must pass.
//!
//! A rules crate implements [`Lawful`] for its position in its tests and calls [`check_random_games`] for
//! each of its rule sets. Write the slow reference that it supplies from the rules text alone, with none of
//! the optimisations of the fast implementation.

use crate::random::split_mix;
use crate::{Game, GameRecord, MoveList, Outcome, Symmetry};

/// The interface that the laws need from a game beyond [`Game`].
pub trait Lawful: Game {
    /// Returns every move that can be written down, legal here or not.
    fn conceivable_moves(&self) -> Vec<Self::Move>;

    /// Returns the key, computed from scratch.
    fn recomputed_key(&self) -> u64;

    /// Returns the symmetries under which this position's rules do not change; the identity is optional.
    fn symmetries(&self) -> Vec<Symmetry>;

    /// Returns this position transformed by a symmetry.
    fn transformed(&self, symmetry: Symmetry) -> Self;

    /// Returns a move of this position transformed by a symmetry.
    fn transformed_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move;

    /// Writes and reads back a legal move in every notation of the game. Panics when the result differs.
    fn check_notations(&self, mv: Self::Move);

    /// Writes and reads back the position in every format that can hold it. Panics when the result differs.
    fn check_formats(&self);

    /// Returns the legal moves according to the slow reference, in any order.
    fn reference_moves(&self) -> Vec<Self::Move>;

    /// Returns the position after a legal move, according to the slow reference.
    fn reference_play(&self, mv: Self::Move) -> Self;

    /// Returns the result according to the slow reference.
    fn reference_outcome(&self) -> Option<Outcome>;
}

/// Plays `games` random games of at most `max_plies` from `start` and checks every law at every position.
/// Equal seeds play the same games.
pub fn check_random_games<G: Lawful>(start: &G, games: u32, max_plies: usize, seed: u64) {
    let mut random = seed;
    for _ in 0..games {
        let mut record = GameRecord::new(start.clone());
        for _ in 0..max_plies {
            check_position(record.position());
            let mut moves = MoveList::new();
            record.position().legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[(split_mix(&mut random) % moves.len() as u64) as usize];
            check_play(&mut record, mv);
        }
        check_undo(&mut record);
    }
}

/// Checks every law that concerns one position.
pub fn check_position<G: Lawful>(position: &G) {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut legal: Vec<G::Move> = moves.to_vec();
    legal.sort();
    let mut reference = position.reference_moves();
    reference.sort();
    assert_eq!(
        legal, reference,
        "generation differs from the reference in {position:?}"
    );
    assert_eq!(
        position.count_moves(),
        legal.len() as u64,
        "count differs from generation in {position:?}"
    );
    assert_eq!(
        position.outcome(),
        position.reference_outcome(),
        "outcome of {position:?}"
    );
    assert_eq!(
        position.outcome().is_some(),
        legal.is_empty(),
        "a game goes on while there are moves: {position:?}"
    );
    assert_eq!(position.key(), position.recomputed_key(), "key of {position:?}");
    position.check_formats();

    for mv in position.conceivable_moves() {
        let is_legal = legal.binary_search(&mv).is_ok();
        assert_eq!(
            position.is_legal(mv),
            is_legal,
            "is_legal({mv:?}) in {position:?}"
        );
        let mut next = position.clone();
        match next.play(mv) {
            Ok(()) => assert!(is_legal, "{mv:?} was played in {position:?}"),
            Err(_) => {
                assert!(!is_legal, "{mv:?} was refused in {position:?}");
                assert_eq!(&next, position, "a refused move changed the position");
            }
        }
    }
    for mv in legal {
        position.check_notations(mv);
        let mut next = position.clone();
        next.play_unchecked(mv);
        assert_eq!(next, position.reference_play(mv), "{mv:?} in {position:?}");
        assert_eq!(
            next.key(),
            next.recomputed_key(),
            "key after {mv:?} in {position:?}"
        );
        for symmetry in position.symmetries() {
            let mut other_way = position.transformed(symmetry);
            other_way.play_unchecked(position.transformed_move(mv, symmetry));
            assert_eq!(
                other_way,
                next.transformed(symmetry),
                "{symmetry:?} does not commute with {mv:?}"
            );
        }
    }
}

fn check_play<G: Lawful>(record: &mut GameRecord<G>, mv: G::Move) {
    let before = record.clone();
    record.play(mv).unwrap_or_else(|error| panic!("{mv:?}: {error}"));
    let mut undone = record.clone();
    assert_eq!(undone.undo(), Some(mv));
    assert_eq!(undone.position(), before.position(), "undo of {mv:?}");
    assert_eq!(undone.redo(), Some(mv));
    assert_eq!(&undone, record, "redo of {mv:?}");
}

fn check_undo<G: Lawful>(record: &mut GameRecord<G>) {
    let end = record.position().clone();
    let plies = record.len();
    while record.undo().is_some() {}
    assert_eq!(record.position(), record.start());
    while record.redo().is_some() {}
    assert_eq!(record.len(), plies);
    assert_eq!(record.position(), &end);
}

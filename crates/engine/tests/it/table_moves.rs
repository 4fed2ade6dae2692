//! The search makes a candidate of a packed move from the transposition table without generating the others.

use parlor_core::GameRecord;
use parlor_engine::EngineNode;
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::othello::OthelloNode;
use parlor_search::CandidateOf;
use parlor_search::isa::Portable;

/// Checks every number that a table could hold, in every bench position.
fn packed_moves_are_those_generated<N: EngineNode>()
where
    CandidateOf<N>: PartialEq,
{
    let mut cx = N::context();
    for text in N::BENCH.0 {
        let record: GameRecord<N::Game> = N::read(text).expect(text);
        let node = N::new(record.position(), &cx);
        let mut generated = Vec::new();
        node.generate(Portable, &mut cx, &mut generated);
        for packed in 0..=u16::MAX {
            let wanted = generated
                .iter()
                .find(|candidate| N::pack(candidate.mv) == packed)
                .filter(|candidate| !N::is_pass(candidate.mv));
            let candidate = node.candidate(Portable, &mut cx, packed);
            assert!(
                candidate.as_ref() == wanted,
                "{text}: {packed} is {candidate:?}, not {wanted:?}"
            );
        }
    }
}

#[test]
fn a_packed_move_of_ataxx_is_the_candidate_that_generation_makes() {
    packed_moves_are_those_generated::<AtaxxNode>();
}

#[test]
fn a_packed_move_of_othello_is_the_candidate_that_generation_makes() {
    packed_moves_are_those_generated::<OthelloNode>();
}

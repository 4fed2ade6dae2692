//! Tests of what an engine finds.

use parlor_core::Score;
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::{Engine, EngineNode, Limits, Options, SearchEngine};

#[test]
fn ataxx_proves_a_win_and_says_in_how_many_plies() {
    // Blue's last piece can be taken at once.
    let record = AtaxxNode::read("7/7/7/7/xx5/1o5/7 x 0 1").expect("a position");
    let mut engine = SearchEngine::<AtaxxNode>::new(&Options::default(), &[]);
    let thought = engine
        .think(&record, &Limits::depth(4), &mut |_| {})
        .expect("an unfinished game");
    assert_eq!(thought.score(), Score::win_in(1));
}

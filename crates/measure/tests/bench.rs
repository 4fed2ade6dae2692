//! The bench's node counts are the signature of each engine's behaviour: a change that alters one says so in
//! its commit.

use parlor_core::cpu::Cpu;
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::loa::LoaNode;
use parlor_engine::othello::OthelloNode;
use parlor_engine::{Contender, Options};
use parlor_measure::bench::bench;

const OTHELLO: u64 = 389_418;
const ATAXX: u64 = 507_181;
const LOA: u64 = 352_782;

fn nodes<N: Contender>(cpu: Cpu) -> u64 {
    bench::<N>(&Options {
        cpu: Some(cpu),
        ..Options::default()
    })
    .nodes
}

#[test]
fn the_bench_of_othello_has_its_signature_in_both_builds() {
    assert_eq!(nodes::<OthelloNode>(Cpu::best()), OTHELLO);
    assert_eq!(nodes::<OthelloNode>(Cpu::Portable), OTHELLO);
}

#[test]
fn the_bench_of_ataxx_has_its_signature_in_both_builds() {
    assert_eq!(nodes::<AtaxxNode>(Cpu::best()), ATAXX);
    assert_eq!(nodes::<AtaxxNode>(Cpu::Portable), ATAXX);
}

#[test]
fn the_bench_of_loa_has_its_signature_in_both_builds() {
    assert_eq!(nodes::<LoaNode>(Cpu::best()), LOA);
    assert_eq!(nodes::<LoaNode>(Cpu::Portable), LOA);
}

#[test]
fn every_bench_position_can_be_read() {
    for text in OthelloNode::BENCH.0 {
        assert!(OthelloNode::read(text).is_some(), "{text}");
    }
    for text in AtaxxNode::BENCH.0 {
        assert!(AtaxxNode::read(text).is_some(), "{text}");
    }
    for text in LoaNode::BENCH.0 {
        assert!(LoaNode::read(text).is_some(), "{text}");
    }
}

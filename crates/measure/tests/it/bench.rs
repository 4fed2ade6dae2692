//! The bench's node counts are the signature of each engine's behaviour: a commit that changes one must
//! mention it.

use parlor_core::cpu::Cpu;
use parlor_engine::{EngineNode, Options};
use parlor_games::Kind;
use parlor_measure::bench::{signature, timing};
use parlor_players::with_node;

fn nodes(kind: Kind, cpu: Cpu) -> u64 {
    let options = Options {
        cpu: Some(cpu),
        ..Options::default()
    };
    signature(kind, &options)
}

#[test]
fn the_bench_of_othello_has_its_signature_in_both_builds() {
    assert_eq!(nodes(Kind::Othello, Cpu::best()), 558_228);
    assert_eq!(nodes(Kind::Othello, Cpu::Portable), 558_228);
}

#[test]
fn the_bench_of_ataxx_has_its_signature_in_both_builds() {
    assert_eq!(nodes(Kind::Ataxx, Cpu::best()), 436_118);
    assert_eq!(nodes(Kind::Ataxx, Cpu::Portable), 436_118);
}

#[test]
fn the_bench_of_loa_has_its_signature_in_both_builds() {
    assert_eq!(nodes(Kind::Loa, Cpu::best()), 352_782);
    assert_eq!(nodes(Kind::Loa, Cpu::Portable), 352_782);
}

#[test]
fn every_bench_position_can_be_read_and_is_timed_deeper_than_it_is_counted() {
    for kind in Kind::ALL {
        with_node!(kind, N => {
            for text in N::BENCH.0 {
                assert!(N::read(text).is_some(), "{text}");
            }
            assert!(N::TIMING_DEPTH > N::BENCH.1);
        });
    }
}

/// Takes two to three seconds per game in a release build: `cargo test --release -p parlor-measure --test it
/// -- --ignored --nocapture`.
#[test]
#[ignore = "it takes some seconds and says how fast this machine is"]
fn the_timing_run_is_long_enough_to_compare_builds() {
    for kind in Kind::ALL {
        let timing = timing(kind, &Options::default());
        eprintln!("{kind}: {timing:?}, {} nodes/s", timing.nodes_per_second());
        assert!(timing.nodes > 10 * nodes(kind, Cpu::best()));
    }
}

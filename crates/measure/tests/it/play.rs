//! Engines in whole games: always a legal move at any limit, and the same games on any number of threads.

use parlor_core::think::Stop;
use parlor_games::{Kind, Spec};
use parlor_measure::Tally;
use parlor_measure::match_runner::{MatchSettings, play_match};
use parlor_measure::soak::{SoakSettings, soak};
use parlor_players::Configuration;

fn loa(text: &str) -> Configuration {
    Configuration::parse(Kind::Loa, text).expect("a configuration")
}

#[test]
fn engines_never_move_illegally_at_tiny_limits() {
    let settings = SoakSettings {
        games: 20,
        concurrency: 2,
        seed: 1,
    };
    for kind in Kind::ALL {
        let mut told = 0;
        let soaked = soak(kind, &settings, &mut |_| told += 1).expect("only legal moves");
        assert_eq!(told, 20);
        assert!(soaked.games == 20 && soaked.moves > 200, "{soaked:?}");
    }
}

#[test]
fn a_match_with_the_same_seed_has_the_same_result_on_any_number_of_threads() {
    let (first, second) = (loa("nodes=60"), loa("nodes=30,null_depth=0"));
    let settings = MatchSettings {
        games: 8,
        concurrency: 1,
        seed: 9,
    };
    let mut reports = 0;
    let alone = play_match(
        &Spec::usual(Kind::Loa),
        &first,
        &second,
        &settings,
        &Stop::new(),
        &mut |_| {
            reports += 1;
        },
    );
    let together = MatchSettings {
        concurrency: 3,
        ..settings
    };
    assert_eq!(
        alone,
        play_match(
            &Spec::usual(Kind::Loa),
            &first,
            &second,
            &together,
            &Stop::new(),
            &mut |_| {}
        )
    );
    let alone = alone.expect("the start");
    assert_eq!((alone.games(), reports), (8, 4));
}

#[test]
fn a_match_that_is_stopped_keeps_its_whole_pairs() {
    let player = loa("nodes=60");
    let settings = MatchSettings {
        games: 1000,
        concurrency: 2,
        seed: 9,
    };
    let stop = Stop::new();
    let mut last = Tally::default();
    let tally = play_match(
        &Spec::usual(Kind::Loa),
        &player,
        &player,
        &settings,
        &stop,
        &mut |tally| {
            last = *tally;
            stop.set();
        },
    )
    .expect("the start");
    assert_eq!(tally, last);
    // The other thread may have been at the end of a pair.
    assert!([2, 4].contains(&tally.games()), "{tally:?}");
    assert_eq!(tally.games(), 2 * tally.pairs.iter().sum::<u32>());
}

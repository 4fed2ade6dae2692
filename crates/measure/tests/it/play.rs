//! Tests of engines in whole games: always a legal move at any limit, and the same games on any number of
//! threads.

use parlor_core::think::StopToken;
use parlor_games::{Kind, Spec};
use parlor_measure::Tally;
use parlor_measure::match_runner::{MatchSettings, play_match};
use parlor_measure::opening;
use parlor_measure::soak::{SoakSettings, soak};
use parlor_measure::sprt::{Model, Sprt};
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
        ..MatchSettings::default()
    };
    let mut reports = 0;
    let alone = play_match(
        &Spec::default_for(Kind::Loa),
        &first,
        &second,
        &settings,
        &StopToken::new(),
        &mut |_, _| {
            reports += 1;
        },
    );
    let together = MatchSettings {
        concurrency: 3,
        ..settings.clone()
    };
    assert_eq!(
        alone,
        play_match(
            &Spec::default_for(Kind::Loa),
            &first,
            &second,
            &together,
            &StopToken::new(),
            &mut |_, _| {}
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
        ..MatchSettings::default()
    };
    let stop = StopToken::new();
    let mut last = Tally::default();
    let tally = play_match(
        &Spec::default_for(Kind::Loa),
        &player,
        &player,
        &settings,
        &stop,
        &mut |tally, _| {
            last = *tally;
            stop.set();
        },
    )
    .expect("the start");
    assert_eq!(tally, last);
    // The other thread may have been about to finish a pair.
    assert!([2, 4].contains(&tally.games()), "{tally:?}");
    assert_eq!(tally.games(), 2 * tally.pairs.iter().sum::<u32>());
}

#[test]
fn a_sequential_test_ends_a_match_at_the_same_pair_on_any_number_of_threads() {
    let (strong, weak) = (loa("nodes=200"), loa("random"));
    let spec = Spec::default_for(Kind::Loa);
    let settings = MatchSettings {
        games: 1000,
        concurrency: 1,
        openings: opening::read(&spec, "start\nb8-b6 a2-c2\n").expect("openings"),
        sprt: Some(Sprt {
            elo0: 0.0,
            elo1: 200.0,
            alpha: 0.1,
            beta: 0.05,
            model: Model::Normalised,
        }),
        ..MatchSettings::default()
    };
    let mut starts = Vec::new();
    let alone = play_match(
        &spec,
        &strong,
        &weak,
        &settings,
        &StopToken::new(),
        &mut |_, pair| {
            assert_eq!(pair.number, starts.len() as u64, "in order");
            let moves = pair.games.each_ref().map(|game| {
                game.history()[..2]
                    .iter()
                    .map(|mv| mv.text.clone())
                    .collect::<Vec<_>>()
            });
            starts.push(moves);
        },
    );
    let together = MatchSettings {
        concurrency: 3,
        ..settings.clone()
    };
    let alone = alone.expect("a match");
    assert!(alone.games() < 200, "it is decided soon: {alone:?}");
    assert!(
        starts[1].iter().all(|moves| moves == &["b8-b6", "a2-c2"]),
        "the second opening"
    );
    let again = play_match(
        &spec,
        &strong,
        &weak,
        &together,
        &StopToken::new(),
        &mut |_, _| {},
    );
    assert_eq!(again.expect("a match"), alone);
}

/// A new game can be measured without any changes in this crate.
#[cfg(feature = "fourth-game")]
#[test]
fn the_game_of_the_tests_is_soaked_and_played_in_matches() {
    let kind: Kind = "clobber".parse().expect("the feature brings it");
    let settings = SoakSettings {
        games: 20,
        concurrency: 2,
        seed: 1,
    };
    let soaked = soak(kind, &settings, &mut |_| {}).expect("only legal moves");
    assert!(soaked.games == 20 && soaked.moves > 40, "{soaked:?}");
    let strong = Configuration::parse(kind, "depth=16").expect("a configuration");
    let random = Configuration::parse(kind, "random").expect("a configuration");
    let settings = MatchSettings {
        games: 20,
        concurrency: 2,
        seed: 3,
        ..MatchSettings::default()
    };
    let spec = Spec::default_for(kind);
    let tally = play_match(
        &spec,
        &strong,
        &random,
        &settings,
        &StopToken::new(),
        &mut |_, _| {},
    )
    .expect("the game can begin");
    assert_eq!(tally.games(), 20);
    assert!(tally.score() > 0.8, "{tally:?}");
}

//! Engines in whole games: always a legal move, at any limit.

use parlor_core::Score;
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::loa::LoaNode;
use parlor_engine::othello::OthelloNode;
use parlor_engine::selfmatch::{Configuration, ConfigurationError, MatchSettings, play_match};
use parlor_engine::soak::{SoakSettings, soak};
use parlor_engine::{Contender, Engine, Limits, Options, SearchEngine, Stop, Tally};

#[test]
fn engines_never_move_illegally_at_tiny_limits() {
    let settings = SoakSettings {
        games: 20,
        concurrency: 2,
        seed: 1,
    };
    let soaked = [
        soak::<OthelloNode>(&settings, &|_| {}),
        soak::<AtaxxNode>(&settings, &|_| {}),
        soak::<LoaNode>(&settings, &|_| {}),
    ];
    for soaked in soaked {
        let soaked = soaked.expect("only legal moves");
        assert!(soaked.games == 20 && soaked.moves > 200, "{soaked:?}");
    }
}

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

#[test]
fn a_match_with_the_same_seed_has_the_same_result_on_any_number_of_threads() {
    let first = Configuration::parse::<LoaNode>("nodes=60").expect("a configuration");
    let second = Configuration::parse::<LoaNode>("nodes=30,null_depth=0").expect("a configuration");
    let settings = MatchSettings {
        games: 8,
        concurrency: 1,
        seed: 9,
    };
    let mut reports = 0;
    let alone = play_match::<LoaNode>(&first, &second, &settings, &Stop::new(), &mut |_| reports += 1);
    let together = MatchSettings {
        concurrency: 3,
        ..settings
    };
    assert_eq!(
        alone,
        play_match::<LoaNode>(&first, &second, &together, &Stop::new(), &mut |_| {})
    );
    assert_eq!((alone.games(), reports), (8, 4));
}

#[test]
fn a_match_that_is_stopped_keeps_its_whole_pairs() {
    let player = Configuration::parse::<LoaNode>("nodes=60").expect("a configuration");
    let settings = MatchSettings {
        games: 1000,
        concurrency: 2,
        seed: 9,
    };
    let stop = Stop::new();
    let mut last = Tally::default();
    let tally = play_match::<LoaNode>(&player, &player, &settings, &stop, &mut |tally| {
        last = *tally;
        stop.set();
    });
    assert_eq!(tally, last);
    // The other thread may have been at the end of a pair.
    assert!([2, 4].contains(&tally.games()), "{tally:?}");
    assert_eq!(tally.games(), 2 * tally.pairs.iter().sum::<u32>());
}

#[test]
fn a_configuration_that_makes_no_sense_is_refused_with_the_reason() {
    let parse = Configuration::parse::<AtaxxNode>;
    assert_eq!(parse("full"), Ok(Configuration::default()));
    assert_eq!(parse("nodes"), Err(ConfigurationError::NoValue("nodes".into())));
    assert_eq!(
        parse("speed=3"),
        Err(ConfigurationError::UnknownName("speed".into()))
    );
    assert_eq!(
        parse("threads=2,level=3"),
        Err(ConfigurationError::WithLevel("threads".into()))
    );
    assert!(parse("level=3,nodes=50").is_ok());
    let bad = ConfigurationError::BadValue {
        name: "level".into(),
        value: "11".into(),
    };
    assert_eq!(bad.to_string(), "\"11\" is not a value for level");
    assert_eq!(parse("level=11"), Err(bad));
    assert_eq!(
        parse("safe=3").expect("a weight").overrides,
        [("safe".to_owned(), 3)]
    );
}

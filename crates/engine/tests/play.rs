//! What an engine is asked, and how it is configured.

use parlor_core::Score;
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::selfmatch::{Configuration, ConfigurationError};
use parlor_engine::{Contender, Engine, Limits, Options, SearchEngine};

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

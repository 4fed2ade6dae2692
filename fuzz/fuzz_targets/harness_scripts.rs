//! Scripts of the harness, what programs print, and outputs that are compared: nothing panics.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use parlor_games::Kind;
use parlor_harness::{Comparison, Dialect, Mode, Script, Strictness, guess};

const MANNERS: [Strictness; 2] = [Strictness::Lenient, Strictness::Strict];

/// The usual dialects of every game. Compiling their patterns takes a hundred times as long as reading a line.
static USUAL: LazyLock<Vec<(Kind, Dialect)>> = LazyLock::new(|| {
    let usual = |kind, manner| (kind, Dialect::new(kind, None, None, manner).expect("the usual patterns"));
    Kind::ALL.into_iter().flat_map(|kind| MANNERS.map(|manner| usual(kind, manner))).collect()
});

fuzz_target!(|input: (&str, &str)| {
    let (text, other) = input;
    if let Ok(script) = Script::parse(text) {
        assert!(script.steps.windows(2).all(|steps| steps[0].line < steps[1].line));
    }
    // Patterns are the user's own, and may be broken.
    let ignore: Vec<String> = other.lines().take(1).map(str::to_owned).collect();
    for mode in [Mode::Dump, Mode::Exact, Mode::Lines, Mode::Regex] {
        let plain = Comparison::new(mode, &[]).expect("no patterns");
        if mode != Mode::Regex {
            assert_eq!(plain.compare(text, text), Ok(None), "a text is no different from itself");
        }
        let _ = plain.compare(text, other);
    }
    if let Ok(comparison) = Comparison::new(Mode::Lines, &ignore) {
        let _ = comparison.compare(text, other);
    }
    let game = guess(&[text, other]);
    for (_, dialect) in USUAL.iter().filter(|(kind, _)| *kind == game) {
        for line in text.lines() {
            let _ = dialect.read(line);
        }
    }
    if let Ok(dialect) = Dialect::new(game, Some(other), None, Strictness::Strict) {
        let _ = dialect.read(text);
    }
});

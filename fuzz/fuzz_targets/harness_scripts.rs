//! Scripts of the harness, what programs print, and outputs that are compared: nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_harness::{Comparison, Dialect, Manner, Mode, Script, guess};

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
        if let Ok(comparison) = Comparison::new(mode, &ignore) {
            let _ = comparison.compare(text, other);
        }
    }
    let game = guess(&[text, other]);
    for manner in [Manner::Lenient, Manner::Strict] {
        let usual = Dialect::new(game, None, None, manner).expect("the usual patterns");
        for line in text.lines() {
            let _ = usual.read(line);
        }
        if let Ok(dialect) = Dialect::new(game, Some(other), None, manner) {
            let _ = dialect.read(text);
        }
    }
});

//! Scripts of the harness, what programs print, and outputs that are compared: nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_harness::{Dialect, Script, compare, guess};

fuzz_target!(|input: (&str, &str)| {
    let (text, other) = input;
    if let Ok(script) = Script::parse(text) {
        assert!(script.steps.windows(2).all(|steps| steps[0].line < steps[1].line));
    }
    assert!(compare(text, text).is_none(), "a text is no different from itself");
    let _ = compare(text, other);
    let game = guess(&[text, other]);
    let usual = Dialect::new(game, None, None).expect("the usual patterns");
    for line in text.lines() {
        let _ = usual.read(line);
    }
    // Patterns are the user's own, and may be broken.
    if let Ok(dialect) = Dialect::new(game, Some(other), None) {
        let _ = dialect.read(text);
    }
});

//! The sizes of Othello boards.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_othello::Size;

fuzz_target!(|text: &str| {
    if let Ok(size) = text.parse::<Size>() {
        assert_eq!(size.to_string().parse().as_ref(), Ok(&size));
    }
});

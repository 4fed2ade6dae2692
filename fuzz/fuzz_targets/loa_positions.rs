//! Position strings of Lines of Action: what is read is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_loa::{Position, Rules, Setup};

fuzz_target!(|text: &str| {
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse().as_ref(), Ok(&setup));
        if let Ok(position) = Position::from_setup(&setup, Rules::default()) {
            assert_eq!(position.setup(), setup);
        }
    }
});

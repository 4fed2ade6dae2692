//! What a page says to the server: whatever it is, nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_table::Conversation;

fuzz_target!(|text: &str| {
    let _ = Conversation::read(text);
});

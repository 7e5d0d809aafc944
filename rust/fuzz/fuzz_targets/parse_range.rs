//! Any text is a range or an error; the text that a range prints parses to the same range.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pokerbits::ranges::Range;

fuzz_target!(|text: &str| {
    if let Ok(range) = text.parse::<Range>() {
        assert_eq!(range.to_string().parse(), Ok(range));
    }
});

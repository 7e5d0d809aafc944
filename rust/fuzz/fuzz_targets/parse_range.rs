//! Any text is a range or an error; the text that a range prints parses to the same range. A range of Omaha hands has some.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pokerbits::ranges::{OmahaRange, Range};

fuzz_target!(|text: &str| {
    if let Ok(range) = text.parse::<Range>() {
        assert_eq!(range.to_string().parse(), Ok(range));
    }
    if let Ok(range) = OmahaRange::parse(text, 4) {
        assert!(!range.hands().is_empty());
    }
});

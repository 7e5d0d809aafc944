//! Any text is cards or an error; the names of the cards parse to the same cards.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pokerbits::cards::parse_cards;

fuzz_target!(|text: &str| {
    if let Ok(cards) = parse_cards(text) {
        let names: String = cards.iter().map(ToString::to_string).collect();
        assert_eq!(parse_cards(&names).unwrap(), cards);
    }
});

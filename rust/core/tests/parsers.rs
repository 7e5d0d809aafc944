//! Text and bytes from anywhere: an answer or an error, never a panic.

use pokerbits::cards::parse_cards;
use proptest::prelude::*;

/// Random bytes are cut into this many strings a case.
const STRINGS: usize = 1000;

proptest! {
    // Ten million strings in all.
    #![proptest_config(ProptestConfig::with_cases(10_000))]
    #[test]
    fn any_bytes_are_cards_or_an_error(bytes in prop::collection::vec(any::<u8>(), 8 * STRINGS), keep in any::<bool>()) {
        for chunk in bytes.chunks(8) {
            // Half of the cases are made of the characters that cards are written with.
            let alphabet = b"23456789TJQKA10cdhs,| \xe2\x99\xa0";
            let mapped: Vec<u8> = chunk.iter().map(|b| alphabet[*b as usize % alphabet.len()]).collect();
            let text = String::from_utf8_lossy(if keep { chunk } else { &mapped });
            if let Ok(cards) = parse_cards(&text) {
                let names: String = cards.iter().map(ToString::to_string).collect();
                prop_assert_eq!(parse_cards(&names).unwrap(), cards);
            }
        }
    }
}

//! Text and bytes from anywhere: an answer or an error, never a panic.

use pokerbits::cards::parse_cards;
use pokerbits::ranges::Range;
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

/// Pieces of the text of ranges, which make sense more often than single characters.
const PIECES: [&str; 40] = [
    "A", "K", "T", "2", "10", "X", "x", "s", "o", "h", "d", "\u{2660}", "+", "-", ",", " ", "!", "(", ")", "[50]",
    "[/50]", "0.5", ":", "@", "%", "5%", "random", "AK", "77", "A5s", "\0", "\u{fe0f}", "1e-05", "1.00001", "top",
    " %", "75%", "\u{2212}", "\"", "{",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn any_text_is_a_range_or_an_error(text in any::<String>(), pieces in prop::collection::vec(0..PIECES.len(), 0..12)) {
        for text in [text, pieces.into_iter().map(|at| PIECES[at]).collect()] {
            match text.parse::<Range>() {
                Ok(range) => prop_assert_eq!(range.to_string().parse::<Range>(), Ok(range)),
                Err(error) => prop_assert!(error.to_string().ends_with('^'), "{error}"),
            }
        }
    }
}

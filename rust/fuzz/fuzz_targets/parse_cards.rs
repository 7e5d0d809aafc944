//! Any text is cards or an error; the names of the cards parse to the same cards; one card is read where one is wanted.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pokerbits::cards::{Card, CardSet, parse_cards};

fuzz_target!(|text: &str| {
    let found = parse_cards(text);
    if let Ok(cards) = &found {
        let names: String = cards.iter().map(ToString::to_string).collect();
        assert_eq!(parse_cards(&names).as_ref(), Ok(cards));
        let ids: Vec<u8> = cards.iter().map(|card| card.id()).collect();
        let mut different = ids.clone();
        different.sort_unstable();
        different.dedup();
        let set = CardSet::from_ids(&ids);
        assert_eq!(set.is_ok(), different.len() == ids.len());
        assert!(set.map_or(true, |set| set.ids().eq(different)));
    }
    match (text.parse::<Card>(), found) {
        (Ok(card), Ok(cards)) => assert_eq!(cards, [card]),
        (Ok(_), Err(_)) => panic!("one card, and no cards"),
        (Err(_), found) => assert!(found.map_or(true, |cards| cards.len() != 1)),
    }
});

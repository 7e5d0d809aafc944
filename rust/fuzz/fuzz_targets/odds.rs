//! The odds on the river against one opponent are what trying every combo says, for good cards, and an error for others;
//! both methods agree against two.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pokerbits::cards::CardSet;
use pokerbits::evaluator::evaluate_ids;
use pokerbits::odds::{Method, odds_vs_random};
use pokerbits::runtime::Run;

fuzz_target!(|input: ([u8; 7], Vec<u8>)| {
    let (mut cards, mut dead) = input;
    // Mostly cards, so that good hands occur as well; with many dead ones there is nobody to play against.
    cards.iter_mut().chain(&mut dead).filter(|card| **card < 208).for_each(|card| *card %= 52);
    dead.truncate(44);
    let Ok(dead) = CardSet::from_ids(&dead) else { return };
    let ([a, b, board @ ..], known) = (cards, CardSet::from_ids(&cards));
    let odds = |opponents: &[u32], method| odds_vs_random([a, b], &board, dead, opponents, method, &mut Run::new(1));

    let left: Vec<u8> = match known {
        Ok(known) if known.ids().all(|card| !dead.ids().any(|gone| gone == card)) => {
            (0..52).filter(|&card| !known.ids().chain(dead.ids()).any(|gone| gone == card)).collect()
        }
        _ => {
            assert!(odds(&[1], Method::Matchings).is_err());
            return;
        }
    };
    let own = evaluate_ids(&cards).unwrap();
    let (mut won, mut tied, mut total) = (0, 0, 0);
    for (i, &high) in left.iter().enumerate() {
        for &low in &left[..i] {
            let [c, d, e, f, g] = board;
            let other = evaluate_ids(&[low, high, c, d, e, f, g]).unwrap();
            (won, tied, total) = (won + u128::from(other < own), tied + u128::from(other == own), total + 1);
        }
    }
    let Ok(found) = odds(&[1], Method::Matchings) else {
        assert!(total == 0);
        return;
    };
    assert_eq!((found[0].win(), found[0].tie(), found[0].total()), (won, tied, total));
    assert_eq!(odds(&[2], Method::Matchings), odds(&[2], Method::Cliques));
});

//! Any game is refused or built; any bytes are hands of it or an error; an index leads back to itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pokerbits::indexer::HandIndexer;

fuzz_target!(|input: (Vec<u8>, u8, u8, Vec<u8>)| {
    let (rounds, n_ranks, n_suits, cards) = input;
    let rounds: Vec<usize> = rounds.iter().take(9).map(|&n| usize::from(n % 8)).collect();
    // Games of many cards take a while to build, and longer still under the sanitizer.
    if rounds.iter().sum::<usize>() > 9 {
        return;
    }
    let Ok(indexer) = HandIndexer::with_deck(&rounds, usize::from(n_ranks % 16), usize::from(n_suits % 6)) else {
        return;
    };
    for round in 0..indexer.n_rounds() {
        let width = indexer.cards_through(round).unwrap();
        if let Some(Ok(index)) = cards.get(..width).map(|cards| indexer.index(round, cards)) {
            let mut canonical = vec![0; width];
            indexer.unindex(round, index, &mut canonical).unwrap();
            assert_eq!(indexer.index(round, &canonical), Ok(index));
        }
    }
});

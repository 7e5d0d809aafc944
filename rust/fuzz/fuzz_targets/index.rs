//! Any game is refused or built; any bytes are hands of it or an error; an index leads back to itself. Both indexers agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pokerbits::indexer::{HandIndexer, WideIndexer};

fuzz_target!(|input: (Vec<u8>, u8, u8, Vec<u8>)| {
    let (rounds, n_ranks, n_suits, cards) = input;
    let rounds: Vec<usize> = rounds.iter().take(9).map(|&n| usize::from(n % 8)).collect();
    // Games of many cards take a while to build, and longer still under the sanitizer.
    if rounds.iter().sum::<usize>() > 9 {
        return;
    }
    let (n_ranks, n_suits) = (usize::from(n_ranks % 18), usize::from(n_suits % 10));
    let narrow = HandIndexer::with_deck(&rounds, n_ranks, n_suits);
    let Ok(wide) = WideIndexer::new(&rounds, n_ranks, n_suits) else {
        assert!(narrow.is_err());
        return;
    };
    for round in 0..wide.n_rounds() {
        let width = wide.cards_through(round).unwrap();
        if let Some(hand) = cards.get(..width) {
            let index = wide.index(round, hand);
            if let Ok(narrow) = &narrow {
                assert_eq!(narrow.index(round, hand).ok(), index.clone().ok());
            }
            if let Ok(index) = index {
                let (mut canonical, mut second) = (vec![0; width], vec![0; width]);
                wide.unindex(round, index, &mut canonical).unwrap();
                assert_eq!(wide.index(round, &canonical), Ok(index));
                if let Ok(narrow) = &narrow {
                    narrow.unindex(round, index, &mut second).unwrap();
                    assert_eq!(canonical, second);
                }
            }
        }
    }
});

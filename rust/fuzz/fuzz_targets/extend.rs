//! Hands dealt round by round have the indices of the same hands dealt at once, or the same cards are refused; any words
//! as states are hands or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pokerbits::indexer::{HandIndexer, STATE_WORDS};
use pokerbits::runtime::{Run, cpu::Level};

const GAMES: [(&[usize], usize, usize); 5] =
    [(&[2, 3, 1, 1], 13, 4), (&[2, 5], 13, 4), (&[1, 1], 3, 2), (&[3, 1, 1, 1, 1], 13, 4), (&[2, 2, 2], 6, 3)];

fuzz_target!(|input: (u8, u8, Vec<u8>, [u64; STATE_WORDS])| {
    let (game, level, mut cards, mut words) = input;
    let (rounds, n_ranks, n_suits) = GAMES[usize::from(game) % GAMES.len()];
    let indexer = HandIndexer::with_deck(rounds, n_ranks, n_suits).unwrap();
    let levels: Vec<_> = Level::ALL.into_iter().filter_map(Level::prove).collect();
    let run = || Run::new(1).at(levels[usize::from(level) % levels.len()]);
    // Mostly cards, so that good hands occur as well.
    cards.iter_mut().filter(|card| **card < 208).for_each(|card| *card %= 52);

    let mut state = [0; STATE_WORDS];
    indexer.start(&mut state).unwrap();
    let mut first = 0;
    for (round, &n) in rounds.iter().enumerate() {
        let Some(dealt) = cards.get(first..first + n) else { break };
        first += n;
        let (mut extended, mut index) = ([0; STATE_WORDS], [0]);
        let found = indexer.extend(round, &state, dealt, &mut extended, &mut index, &mut run()).map(|()| index[0]);
        let expected = indexer.index(round, &cards[..first]);
        assert_eq!(found.is_ok(), expected.is_ok(), "{found:?} {expected:?}");
        if found.is_err() {
            break;
        }
        assert_eq!(found, expected);
        state = extended;
    }

    // Words that are nearly a state, or nothing like one.
    if game & 128 != 0 {
        words.iter_mut().zip(state).for_each(|(word, of_state)| *word = of_state ^ (1 << (*word % 64)));
    }
    for (round, &n) in rounds.iter().enumerate() {
        if let Some(dealt) = cards.get(..n) {
            let _ = indexer.extend(round, &words, dealt, &mut [0; STATE_WORDS], &mut [0], &mut run());
        }
    }
});

//! Any bytes are hands or an error, the same at every CPU level as one by one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pokerbits::evaluator::{evaluate_ids, evaluate_rows};
use pokerbits::runtime::{Run, cpu::Level};

fuzz_target!(|input: (u8, Vec<u8>)| {
    let (size, mut bytes) = input;
    let size = 5 + usize::from(size % 3);
    // Mostly cards, so that good rows occur as well.
    bytes.iter_mut().filter(|b| **b < 208).for_each(|b| *b %= 52);
    bytes.truncate(bytes.len() / size * size);
    let expected: Result<Vec<u16>, _> =
        bytes.chunks(size).enumerate().map(|(row, hand)| evaluate_ids(hand).map_err(|e| e.at_row(row))).collect();
    for level in Level::ALL.into_iter().filter_map(Level::prove) {
        let mut out = vec![0; bytes.len() / size];
        let found = evaluate_rows(&bytes, size, &mut out, &mut Run::new(1).at(level)).map(|()| out);
        assert_eq!(found, expected);
    }
});

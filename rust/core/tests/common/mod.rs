//! What tests and benchmarks share.

use pokerbits::runtime::rng::Philox;

mod deal;
use deal::deal;

/// `n` random hands of `size` different cards each, back to back: the same for the same key, on every machine.
pub fn random_hands(n: usize, size: usize, key: [u64; 2]) -> Vec<u8> {
    let mut rng = Philox::new(key, [0; 4]);
    let mut deck: Vec<u8> = (0..52).collect();
    let mut hands = Vec::with_capacity(n * size);
    for _ in 0..n {
        hands.extend_from_slice(deal(&mut deck, size, |n| rng.below(n)));
    }
    hands
}

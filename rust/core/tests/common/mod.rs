//! What tests and benchmarks share.

use pokerbits::runtime::rng::Philox;

/// `n` random hands of `size` different cards each, back to back: the same for the same key, on every machine.
pub fn random_hands(n: usize, size: usize, key: [u64; 2]) -> Vec<u8> {
    let mut rng = Philox::new(key, [0; 4]);
    let mut deck: Vec<u8> = (0..52).collect();
    let mut hands = Vec::with_capacity(n * size);
    for _ in 0..n {
        for k in 0..size {
            let j = k + rng.below(52 - k as u64) as usize;
            deck.swap(k, j);
        }
        hands.extend_from_slice(&deck[..size]);
    }
    hands
}

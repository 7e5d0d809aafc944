//! Philox4x64-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
//! 1, 2, 3" (SC 2011): any block of the stream can be drawn alone, so results do not depend on threads.
//!
//! The stream equals that of `numpy.random.Philox(key=key, counter=counter)`.

const MULTIPLIERS: [u64; 2] = [0xd2e7_470e_e14c_6c93, 0xca5a_8263_9512_1157];
const WEYL: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbb67_ae85_84ca_a73b];
const ROUNDS: usize = 10;

/// Four 64-bit words, one block, of the permutation that `key` selects.
#[inline]
pub fn philox4x64(key: [u64; 2], counter: [u64; 4]) -> [u64; 4] {
    let mut x = counter;
    let mut k = key;
    for _ in 0..ROUNDS {
        let p0 = u128::from(MULTIPLIERS[0]) * u128::from(x[0]);
        let p1 = u128::from(MULTIPLIERS[1]) * u128::from(x[2]);
        x = [(p1 >> 64) as u64 ^ x[1] ^ k[0], p1 as u64, (p0 >> 64) as u64 ^ x[3] ^ k[1], p0 as u64];
        k = [k[0].wrapping_add(WEYL[0]), k[1].wrapping_add(WEYL[1])];
    }
    x
}

/// Words that are drawn together: blocks do not depend on each other, so that the processor computes several at once.
const DRAWN: usize = 64;

/// A stream of random words: block after block of [`philox4x64`].
#[derive(Debug, Clone)]
pub struct Philox {
    key: [u64; 2],
    counter: [u64; 4],
    words: [u64; DRAWN],
    used: usize,
}

impl Philox {
    /// The stream that begins after block `counter`, as numpy counts.
    pub const fn new(key: [u64; 2], counter: [u64; 4]) -> Self {
        Self { key, counter, words: [0; DRAWN], used: DRAWN }
    }

    /// The next word.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        if self.used == DRAWN {
            self.advance();
        }
        let word = self.words[self.used];
        self.used += 1;
        word
    }

    fn advance(&mut self) {
        for block in self.words.as_chunks_mut().0 {
            for word in &mut self.counter {
                *word = word.wrapping_add(1);
                if *word != 0 {
                    break;
                }
            }
            *block = philox4x64(self.key, self.counter);
        }
        self.used = 0;
    }

    /// A uniform integer below `bound`, without bias (Lemire, "Fast random integer generation in an interval", 2019).
    /// The bound 0 stands for 2^64: any word.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return self.next_u64();
        }
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            // The low half is uneven only below 2^64 mod bound.
            if product as u64 >= bound || product as u64 >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From numpy 2.4: `np.random.Philox(key=[3, 5], counter=np.array([2**64 - 1, 7, 0, 0], np.uint64)).random_raw(6)`.
    #[test]
    fn the_stream_is_numpys() {
        let mut rng = Philox::new([3, 5], [u64::MAX, 7, 0, 0]);
        let stream: Vec<u64> = (0..6).map(|_| rng.next_u64()).collect();
        assert_eq!(stream, GOLDEN);
    }

    #[test]
    fn bounded_draws_are_even() {
        let mut rng = Philox::new([1, 2], [0; 4]);
        let mut counts = [0i64; 6];
        for _ in 0..600_000 {
            counts[rng.below(6) as usize] += 1;
        }
        // Six standard deviations of a binomial count with mean 100,000.
        assert!(counts.iter().all(|&n| (n - 100_000).abs() < 1_733), "{counts:?}");
        assert_eq!(rng.below(1), 0);
        let mut same = rng.clone();
        assert_eq!(rng.below(0), same.next_u64());
        assert!((0..100).all(|_| rng.below(u64::MAX) < u64::MAX));
    }

    const GOLDEN: [u64; 6] = [
        9_554_068_495_843_407_010,
        4_165_698_633_930_437_315,
        4_549_911_267_467_522_571,
        3_921_056_928_168_190_146,
        17_834_855_758_268_806_104,
        837_605_347_773_399_938,
    ];
}

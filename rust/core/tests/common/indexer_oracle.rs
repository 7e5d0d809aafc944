//! A slow and obvious indexer, for tests: classes by trying every suit permutation, indices by the letter of the definition.

use pokerbits::cards::Rank;
use pokerbits::combinatorics::choose;

/// Every permutation of `n` suits.
pub fn suit_permutations(n: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for suit in 0..n as u8 {
        all = all
            .iter()
            .flat_map(|short: &Vec<u8>| {
                (0..=short.len()).map(move |at| {
                    let mut longer = short.clone();
                    longer.insert(at, suit);
                    longer
                })
            })
            .collect();
    }
    all
}

/// The distinct deals that suit permutations make of one, each with its rounds sorted; in ascending order.
///
/// The first of them names the class; their number is the size of the class.
pub fn images(cards_per_round: &[usize], n_suits: usize, cards: &[u8]) -> Vec<Vec<u8>> {
    let mut images: Vec<Vec<u8>> = suit_permutations(n_suits)
        .iter()
        .map(|permutation| {
            let mut image: Vec<u8> = cards.iter().map(|&c| c & !3 | permutation[c as usize & 3]).collect();
            let mut rest = &mut image[..];
            for &n in cards_per_round {
                let (round, later) = rest.split_at_mut(n);
                round.sort_unstable();
                rest = later;
            }
            image
        })
        .collect();
    images.sort_unstable();
    images.dedup();
    images
}

/// The definition of the index, with the configurations of a game's last round listed.
#[derive(Debug)]
pub struct Oracle {
    cards_per_round: Vec<usize>,
    lowest: u8,
    n_ranks: usize,
    /// Four sequences each, largest first, in order.
    configurations: Vec<Vec<Vec<usize>>>,
}

impl Oracle {
    /// The oracle of the game's last round.
    pub fn new(cards_per_round: &[usize], n_ranks: usize, n_suits: usize) -> Self {
        Self::from_rank(Rank::ALL[0], cards_per_round, n_ranks, n_suits)
    }

    /// The same with a deck from the rank `lowest` up.
    pub fn from_rank(lowest: Rank, cards_per_round: &[usize], n_ranks: usize, n_suits: usize) -> Self {
        // Every distribution of the rounds' cards over the suits, round after round; then those in order.
        let mut all = vec![vec![vec![]; n_suits]];
        for &cards in cards_per_round {
            all = all.iter().flat_map(|before| distributions(before, cards, n_ranks)).collect();
        }
        all.retain(|suits| suits.is_sorted_by(|a, b| a >= b));
        all.sort();
        all.dedup();
        Self { cards_per_round: cards_per_round.to_vec(), lowest: lowest.index(), n_ranks, configurations: all }
    }

    /// The number of indices.
    pub fn size(&self) -> u128 {
        self.configurations.iter().map(|c| self.configuration_size(c)).sum()
    }

    /// The index of a hand, all its cards in the order of the rounds.
    ///
    /// # Panics
    /// When the hand is not one of the game.
    pub fn index(&self, cards: &[u8]) -> u128 {
        let n_suits = self.configurations[0].len();
        // Each suit's ranks by round, its sequence, and its group index.
        let mut suits: Vec<(Vec<usize>, u128)> = (0..n_suits as u8)
            .map(|suit| {
                let mut rest = cards;
                let sets: Vec<Vec<u8>> = self
                    .cards_per_round
                    .iter()
                    .map(|&n| {
                        let (round, later) = rest.split_at(n);
                        rest = later;
                        round.iter().filter(|&&c| c & 3 == suit).map(|&c| (c >> 2) - self.lowest).collect()
                    })
                    .collect();
                (sets.iter().map(Vec::len).collect(), self.group_index(&sets))
            })
            .collect();
        suits.sort_unstable_by(|a, b| b.cmp(a));

        let configuration: Vec<Vec<usize>> = suits.iter().map(|(sequence, _)| sequence.clone()).collect();
        let at = self.configurations.binary_search(&configuration).expect("a hand of the game");
        let offset: u128 = self.configurations[..at].iter().map(|c| self.configuration_size(c)).sum();
        let mut place = 1;
        let mut within = 0;
        for run in suits.chunk_by(|a, b| a.0 == b.0) {
            let j = run.len();
            let part: u128 = (1..=j).map(|k| binomial(run[k - 1].1 + (j - k) as u128, j - k + 1)).sum();
            within += place * part;
            place *= binomial(self.group_size(&run[0].0) + j as u128 - 1, j);
        }
        offset + within
    }

    fn group_index(&self, sets: &[Vec<u8>]) -> u128 {
        let mut used: Vec<u8> = Vec::new();
        let mut place = 1;
        let mut index = 0;
        for set in sets {
            let mut ranks: Vec<usize> =
                set.iter().map(|a| *a as usize - used.iter().filter(|u| *u < a).count()).collect();
            ranks.sort_unstable();
            let digit: u128 = ranks.iter().enumerate().map(|(k, &a)| binomial(a as u128, k + 1)).sum();
            index += place * digit;
            place *= binomial((self.n_ranks - used.len()) as u128, set.len());
            used.extend(set);
        }
        index
    }

    fn group_size(&self, sequence: &[usize]) -> u128 {
        let mut left = self.n_ranks;
        let mut size = 1;
        for &count in sequence {
            size *= binomial(left as u128, count);
            left -= count;
        }
        size
    }

    fn configuration_size(&self, configuration: &[Vec<usize>]) -> u128 {
        configuration
            .chunk_by(|a, b| a == b)
            .map(|run| binomial(self.group_size(&run[0]) + run.len() as u128 - 1, run.len()))
            .product()
    }
}

fn binomial(n: u128, k: usize) -> u128 {
    choose(n as u64, k as u64).expect("fits in 128 bits")
}

/// The ways to add a round of `cards` cards to the suits' sequences.
fn distributions(before: &[Vec<usize>], cards: usize, n_ranks: usize) -> Vec<Vec<Vec<usize>>> {
    let Some((first, others)) = before.split_first() else {
        return if cards == 0 { vec![vec![]] } else { vec![] };
    };
    let room = n_ranks - first.iter().sum::<usize>();
    (0..=cards.min(room))
        .flat_map(|n| {
            let mut longer = first.clone();
            longer.push(n);
            distributions(others, cards - n, n_ranks).into_iter().map(move |rest| {
                let mut all = vec![longer.clone()];
                all.extend(rest);
                all
            })
        })
        .collect()
}

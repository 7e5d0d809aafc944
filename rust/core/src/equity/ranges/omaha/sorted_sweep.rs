//! One sweep over the hands of two ranges on a board, in the order of their strengths.

use super::subset_counts::SubsetCounts;
use crate::error::Result;
use crate::evaluator::MAX_STRENGTH;
use crate::memory::{try_resize, try_vec};
use crate::runtime::MayGoOn;

/// Number of hands between two checks for cancellation.
const AT_ONCE: usize = 4096;

/// Seconds to count without pairs, for each hand of `hole_cards` cards and for each board.
pub(crate) const fn without_pairs(hole_cards: usize) -> (f64, f64) {
    match hole_cards {
        4 => (15e-9, 10e-6),
        5 => (100e-9, 60e-6),
        _ => (1e-6, 600e-6),
    }
}

/// The hands of one player that a board leaves: cards, strengths and, where they count, lows.
#[derive(Default)]
pub(crate) struct OnBoard {
    pub(crate) cards: Vec<u64>,
    pub(crate) strengths: Vec<u16>,
    pub(crate) lows: Vec<u8>,
    pub(crate) duplicates: Vec<u32>,
}

/// Memory to count the deals of two ranges on a board without looking at pairs of hands.
pub(crate) enum WithoutPairs {
    Four(SortedSweep<4>),
    Five(SortedSweep<5>),
    Six(SortedSweep<6>),
}

impl WithoutPairs {
    pub(crate) fn new(hole_cards: usize) -> Result<Self> {
        Ok(match hole_cards {
            4 => Self::Four(SortedSweep::new()?),
            5 => Self::Five(SortedSweep::new()?),
            _ => Self::Six(SortedSweep::new()?),
        })
    }

    /// The deals in which one range wins, ties and loses.
    pub(crate) fn count(&mut self, own: &OnBoard, others: &OnBoard, may_go_on: &mut MayGoOn<'_>) -> Result<[u64; 3]> {
        match self {
            Self::Four(sweep) => sweep.count(own, others, may_go_on),
            Self::Five(sweep) => sweep.count(own, others, may_go_on),
            Self::Six(sweep) => sweep.count(own, others, may_go_on),
        }
    }
}

/// Memory of sweeps over hands of `K` cards.
pub(crate) struct SortedSweep<const K: usize> {
    counts: SubsetCounts<K>,
    /// Where the hands of each strength begin.
    starts: Vec<u32>,
    own: Vec<RankedHand>,
    others: Vec<RankedHand>,
}

#[derive(Clone, Copy, Default)]
struct RankedHand {
    cards: u64,
    /// How many hands of the other range are the same.
    duplicates: u32,
    strength: u16,
}

impl<const K: usize> SortedSweep<K> {
    fn new() -> Result<Self> {
        let starts = try_vec(0, usize::from(MAX_STRENGTH) + 2)?;
        Ok(Self { counts: SubsetCounts::new()?, starts, own: Vec::new(), others: Vec::new() })
    }

    /// The deals in which the first range wins, ties and loses.
    fn count(&mut self, own: &OnBoard, others: &OnBoard, may_go_on: &mut MayGoOn<'_>) -> Result<[u64; 3]> {
        sort(own, &mut self.starts, &mut self.own)?;
        sort(others, &mut self.starts, &mut self.others)?;
        self.counts.clear();
        let (mut wins, mut ties, mut deals) = (0, 0, 0);
        let mut others = self.others.as_slice();
        for equal in self.own.chunk_by(|a, b| a.strength == b.strength) {
            let strength = equal[0].strength;
            let weaker = others.partition_point(|hand| hand.strength < strength);
            others = put_in(&mut self.counts, others, weaker, may_go_on)?;
            let mut beaten = 0;
            for hand in equal {
                beaten += u64::from(self.counts.disjoint(hand.cards, 0));
            }
            wins += beaten;
            let as_strong = others.partition_point(|hand| hand.strength == strength);
            if as_strong > 0 {
                others = put_in(&mut self.counts, others, as_strong, may_go_on)?;
                for hand in equal {
                    ties += u64::from(self.counts.disjoint(hand.cards, hand.duplicates));
                }
                ties -= beaten;
            }
        }
        put_in(&mut self.counts, others, others.len(), may_go_on)?;
        for hands in self.own.chunks(AT_ONCE) {
            may_go_on()?;
            for hand in hands {
                deals += u64::from(self.counts.disjoint(hand.cards, hand.duplicates));
            }
        }
        Ok([wins, ties, deals - wins - ties])
    }
}

/// Inserts `n` hands, and returns the rest.
fn put_in<'a, const K: usize>(
    counts: &mut SubsetCounts<K>,
    hands: &'a [RankedHand],
    n: usize,
    may_go_on: &mut MayGoOn<'_>,
) -> Result<&'a [RankedHand]> {
    let (next, rest) = hands.split_at(n);
    for hands in next.chunks(AT_ONCE) {
        may_go_on()?;
        for hand in hands {
            counts.add(hand.cards);
        }
    }
    Ok(rest)
}

/// Counting sort of the hands by strength.
fn sort(of: &OnBoard, starts: &mut [u32], sorted: &mut Vec<RankedHand>) -> Result<()> {
    starts.fill(0);
    for &strength in &of.strengths {
        starts[usize::from(strength) + 1] += 1;
    }
    for strength in 1..starts.len() {
        starts[strength] += starts[strength - 1];
    }
    sorted.clear();
    try_resize(sorted, of.cards.len(), RankedHand::default())?;
    for ((&cards, &strength), &duplicates) in of.cards.iter().zip(&of.strengths).zip(&of.duplicates) {
        let place = &mut starts[usize::from(strength)];
        sorted[*place as usize] = RankedHand { cards, duplicates, strength };
        *place += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;
    use crate::testing::shuffle_front;

    /// Hands of few cards, so that many are equal and most share a card.
    fn hands(rng: &mut Philox, hole_cards: usize, n: usize) -> Vec<u64> {
        let mut deck: Vec<u8> = (0..18u32).map(|i| (i * 52 / 18) as u8).collect();
        let mut hand = || {
            shuffle_front(rng, &mut deck, hole_cards);
            deck[..hole_cards].iter().fold(0, |set, card| set | 1 << card)
        };
        (0..n).map(|_| hand()).collect()
    }

    fn on_board(hands: &[u64], others: &[u64]) -> OnBoard {
        let strength = |hand: u64| (hand % 1009 % 7 * 1066 + 1) as u16;
        let duplicates = |hand| others.iter().filter(|&&other| other == hand).count() as u32;
        OnBoard {
            cards: hands.to_vec(),
            strengths: hands.iter().map(|&hand| strength(hand)).collect(),
            lows: vec![0; hands.len()],
            duplicates: hands.iter().map(|&hand| duplicates(hand)).collect(),
        }
    }

    #[test]
    fn a_sweep_counts_what_pairs_count() {
        let mut rng = Philox::new([17, 0], [0; 4]);
        for hole_cards in [4, 5, 6] {
            let mut sweep = WithoutPairs::new(hole_cards).unwrap();
            for (n, m) in [(0, 3), (3, 0), (1, 1), (40, 700), (700, 40), (300, 300)] {
                let (own, others) = (hands(&mut rng, hole_cards, n), hands(&mut rng, hole_cards, m));
                let (own, others) = (on_board(&own, &others), on_board(&others, &own));
                let mut expected = [0; 3];
                for (cards, strength) in own.cards.iter().zip(&own.strengths) {
                    for (other, with) in others.cards.iter().zip(&others.strengths) {
                        let place = 1 + usize::from(strength < with) - usize::from(strength > with);
                        expected[place] += u64::from(cards & other == 0);
                    }
                }
                assert_eq!(sweep.count(&own, &others, &mut || Ok(())).unwrap(), expected, "{hole_cards} {n} {m}");
            }
        }
    }
}

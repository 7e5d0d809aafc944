//! One sweep over the hands of two ranges, on a board or in a game without one, in the order of their strengths.

use crate::cards::DECK;
use crate::equity::subset_sums::SubsetSums;
use crate::error::Result;
use crate::evaluator::MAX_STRENGTH;
use crate::memory::{try_resize, try_vec};
use crate::runtime::MayGoOn;

/// Number of hands between two checks for cancellation.
const AT_ONCE: usize = 4096;

/// Seconds to count without pairs, for each hand of `hole_cards` cards and for each board.
pub(crate) const fn without_pairs(hole_cards: usize) -> (f64, f64) {
    match hole_cards {
        0..=3 => (10e-9, 10e-6),
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

/// Memory to count the deals of two ranges without looking at pairs of hands.
pub(crate) struct WithoutPairs {
    counts: AnySubsetSums,
    /// Where the hands of each strength begin.
    starts: Vec<u32>,
    own: Vec<RankedHand>,
    others: Vec<RankedHand>,
}

/// Sums of subsets by the number of cards of a hand.
enum AnySubsetSums {
    None(SubsetSums<u32, 0>),
    One(SubsetSums<u32, 1>),
    Two(SubsetSums<u32, 2>),
    Three(SubsetSums<u32, 3>),
    Four(SubsetSums<u32, 4>),
    Five(SubsetSums<u32, 5>),
    Six(SubsetSums<u32, 6>),
}

/// A hand with its strength.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RankedHand {
    pub(crate) cards: u64,
    /// How many hands of the other range have the same cards.
    pub(crate) duplicates: u32,
    pub(crate) strength: u16,
    /// The strength of these hands of the other range. On a board it is that of this hand.
    pub(crate) of_duplicates: u16,
}

impl WithoutPairs {
    /// Memory for hands of at most `cards` cards, six at most.
    pub(crate) fn new(cards: usize) -> Result<Self> {
        let counts = match cards {
            0 => AnySubsetSums::None(SubsetSums::new()?),
            1 => AnySubsetSums::One(SubsetSums::new()?),
            2 => AnySubsetSums::Two(SubsetSums::new()?),
            3 => AnySubsetSums::Three(SubsetSums::new()?),
            4 => AnySubsetSums::Four(SubsetSums::new()?),
            5 => AnySubsetSums::Five(SubsetSums::new()?),
            _ => AnySubsetSums::Six(SubsetSums::new()?),
        };
        let starts = try_vec(0, usize::from(MAX_STRENGTH) + 2)?;
        Ok(Self { counts, starts, own: Vec::new(), others: Vec::new() })
    }

    /// The deals in which the first range wins, ties and loses.
    pub(crate) fn count(&mut self, own: &OnBoard, others: &OnBoard, may_go_on: &mut MayGoOn<'_>) -> Result<[u64; 3]> {
        sort(own, &mut self.starts, &mut self.own)?;
        sort(others, &mut self.starts, &mut self.others)?;
        Ok(self.counts.sweep::<true>(&self.own, &self.others, 0, may_go_on)?.above)
    }

    /// The deals of hands in the order of their strengths, beside a third hand of strength `floor`. Those of the first range
    /// may have fewer cards.
    pub(crate) fn count_sorted(
        &mut self,
        own: &[RankedHand],
        others: &[RankedHand],
        floor: u16,
        may_go_on: &mut MayGoOn<'_>,
    ) -> Result<BesideThird> {
        self.counts.sweep::<false>(own, others, floor, may_go_on)
    }
}

/// The deals of two ranges beside a third hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BesideThird {
    /// The deals in which nobody beats the third hand, by whether the first hand equals it, and whether the second does.
    pub(crate) not_above: [[u64; 2]; 2],
    /// The others: the deals in which the first range wins, ties and loses.
    pub(crate) above: [u64; 3],
}

impl AnySubsetSums {
    /// On a board, equal cards have equal strengths, and all hands have as many cards: four or more, here.
    fn sweep<const ON_BOARD: bool>(
        &mut self,
        own: &[RankedHand],
        others: &[RankedHand],
        floor: u16,
        may_go_on: &mut MayGoOn<'_>,
    ) -> Result<BesideThird> {
        match self {
            Self::None(counts) => sweep::<_, false>(counts, own, others, floor, may_go_on),
            Self::One(counts) => sweep::<_, false>(counts, own, others, floor, may_go_on),
            Self::Two(counts) => sweep::<_, false>(counts, own, others, floor, may_go_on),
            Self::Three(counts) => sweep::<_, false>(counts, own, others, floor, may_go_on),
            Self::Four(counts) => sweep::<_, ON_BOARD>(counts, own, others, floor, may_go_on),
            Self::Five(counts) => sweep::<_, ON_BOARD>(counts, own, others, floor, may_go_on),
            Self::Six(counts) => sweep::<_, ON_BOARD>(counts, own, others, floor, may_go_on),
        }
    }
}

/// The deals of two ranges beside a third hand of strength `floor`.
fn sweep<const K: usize, const ON_BOARD: bool>(
    counts: &mut SubsetSums<u32, K>,
    own: &[RankedHand],
    mut others: &[RankedHand],
    floor: u16,
    may_go_on: &mut MayGoOn<'_>,
) -> Result<BesideThird> {
    counts.clear(DECK.into());
    let (not_above, own) = own.split_at(own.partition_point(|hand| hand.strength <= floor));
    let (weaker, equal) = not_above.split_at(not_above.partition_point(|hand| hand.strength < floor));
    let mut found = [[0; 2]; 2];
    for of_third in 0..2 {
        let strength = floor.saturating_sub(1 - of_third);
        let n = others.partition_point(|hand| hand.strength <= strength);
        others = put_in(counts, others, n, may_go_on)?;
        for (found, own) in found.iter_mut().zip([weaker, equal]) {
            let before = found[0];
            found[usize::from(of_third)] = deals_with::<K, ON_BOARD>(counts, own, strength) - before;
        }
    }
    let (mut wins, mut ties, mut losses) = (0, 0, 0);
    for equal in own.chunk_by(|a, b| a.strength == b.strength) {
        let strength = equal[0].strength;
        let weaker = others.partition_point(|hand| hand.strength < strength);
        others = put_in(counts, others, weaker, may_go_on)?;
        let beaten = deals_with::<K, ON_BOARD>(counts, equal, strength - 1);
        wins += beaten;
        let as_strong = others.partition_point(|hand| hand.strength == strength);
        if as_strong > 0 {
            others = put_in(counts, others, as_strong, may_go_on)?;
            ties += deals_with::<K, ON_BOARD>(counts, equal, strength) - beaten;
        }
    }
    put_in(counts, others, others.len(), may_go_on)?;
    for own in [not_above, own] {
        for hands in own.chunks(AT_ONCE) {
            may_go_on()?;
            losses += deals_with::<K, ON_BOARD>(counts, hands, u16::MAX);
        }
    }
    losses -= wins + ties + found.as_flattened().iter().sum::<u64>();
    Ok(BesideThird { not_above: found, above: [wins, ties, losses] })
}

/// The deals of hands, which have as many cards each, and all inserted hands, of which the strongest has at most this
/// strength. On a board, the hands are of one strength, or all are inserted.
#[inline(always)]
fn deals_with<const K: usize, const ON_BOARD: bool>(
    counts: &SubsetSums<u32, K>,
    hands: &[RankedHand],
    strongest: u16,
) -> u64 {
    let Some(first) = hands.first() else { return 0 };
    let (mut deals, size) = (0, first.cards.count_ones() as usize);
    // Loops, not sums of iterators: a closure for all calls is called.
    if ON_BOARD {
        let are_inserted = first.strength <= strongest;
        for hand in hands {
            deals += u64::from(counts.disjoint(cards_of(hand), if are_inserted { hand.duplicates } else { 0 }));
        }
    } else if size < K {
        for hand in hands {
            deals += u64::from(counts.disjoint_from_fewer(cards_of(hand), size));
        }
    } else {
        for hand in hands {
            let inserted = if hand.of_duplicates <= strongest { hand.duplicates } else { 0 };
            deals += u64::from(counts.disjoint(cards_of(hand), inserted));
        }
    }
    deals
}

/// The cards of a hand, ascending; those after them have no meaning.
#[inline(always)]
fn cards_of<const K: usize>(hand: &RankedHand) -> [u8; K] {
    let mut cards = hand.cards;
    std::array::from_fn(|_| {
        let card = cards.trailing_zeros() as u8;
        cards &= cards.wrapping_sub(1);
        card
    })
}

/// Inserts `n` hands, and returns the rest.
fn put_in<'a, const K: usize>(
    counts: &mut SubsetSums<u32, K>,
    hands: &'a [RankedHand],
    n: usize,
    may_go_on: &mut MayGoOn<'_>,
) -> Result<&'a [RankedHand]> {
    let (next, rest) = hands.split_at(n);
    for hands in next.chunks(AT_ONCE) {
        may_go_on()?;
        for hand in hands {
            counts.insert(cards_of(hand), |_| 1);
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
        sorted[*place as usize] = RankedHand { cards, duplicates, strength, of_duplicates: strength };
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

    /// Hands of any number of cards, the first range's of at most as many, beside a third hand; equal cards have other
    /// strengths in the other range.
    #[test]
    fn a_sweep_beside_a_third_hand_counts_what_pairs_count() {
        let mut rng = Philox::new([17, 1], [0; 4]);
        for (own_cards, cards) in
            [(0, 0), (0, 2), (1, 1), (1, 3), (2, 2), (3, 3), (2, 4), (4, 4), (3, 5), (5, 6), (6, 6)]
        {
            let mut sweep = WithoutPairs::new(cards).unwrap();
            let players = [(own_cards, 60), (cards, 90)].map(|(cards, n)| {
                let mut hands = hands(&mut rng, cards, n);
                hands.sort_unstable();
                hands.dedup();
                hands
            });
            let strength = |player: usize, hand: u64| (hand % 1009 % 9 * (5 + player as u64) % 17 + 1) as u16;
            let [own, others] = [0, 1].map(|player: usize| {
                let ranked = players[player].iter().map(|&cards| RankedHand {
                    cards,
                    strength: strength(player, cards),
                    duplicates: u32::from(players[1 - player].contains(&cards)),
                    of_duplicates: strength(1 - player, cards),
                });
                let mut ranked: Vec<_> = ranked.collect();
                ranked.sort_by_key(|hand| hand.strength);
                ranked
            });
            for floor in [0, 1, 5, 9, 17, 40] {
                let (mut not_above, mut above) = ([[0; 2]; 2], [0; 3]);
                for one in &own {
                    for other in others.iter().filter(|other| other.cards & one.cards == 0) {
                        let (one, other) = (one.strength, other.strength);
                        if one.max(other) <= floor {
                            not_above[usize::from(one == floor)][usize::from(other == floor)] += 1;
                        } else {
                            above[1 + usize::from(one < other) - usize::from(one > other)] += 1;
                        }
                    }
                }
                let found = sweep.count_sorted(&own, &others, floor, &mut || Ok(())).unwrap();
                assert_eq!(found, BesideThird { not_above, above }, "{own_cards} {cards} {floor}");
            }
        }
    }
}

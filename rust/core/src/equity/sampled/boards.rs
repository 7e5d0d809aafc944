//! Samples of whole boards: on each board all deals are compared exactly. This file has those of two ranges.
//!
//! All boards from the cards that are not known are drawn with equal probability. A board counts with the weight of its
//! deals, which corresponds to the weights of single deals. Cards that are in all hands of a range cannot be on the board,
//! and are not drawn.

use std::ops::{Add, Sub};

use super::Sampler;
use super::draws::WeightedCombo;
use super::ratio::{Payoff, RatioEstimator};
use super::support::Support;
use crate::cards::{COMBO_COUNT, CardSet, DECK};
use crate::error::Result;
use crate::evaluator::{Standard, evaluate_some};
use crate::memory::try_boxed;
use crate::random_hands::deal_to_front;
use crate::runtime::cpu::Proven;
use crate::runtime::rng::Philox;
use crate::showdown::ranked_board::RankedBoard;
use crate::showdown::situation::Situation;
use crate::showdown::street::BOARD_CARDS;

/// Ranges of few combos rank only these, and compare them pair by pair, up to these numbers of combos and pairs.
const FEW_HANDS: usize = 256;
const FEW_PAIRS: usize = 4096;

/// All deals on one whole board.
pub(crate) trait BoardSweep: Sync {
    /// Working memory that is reused from board to board.
    type Memory: Send;

    fn memory(&self) -> Result<Self::Memory>;

    /// Returns the weight of all deals, and writes the part that each player gets to `won`.
    fn sweep(&self, board: [u8; BOARD_CARDS], memory: &mut Self::Memory, won: &mut [Payoff]) -> Result<f64>;

    fn players(&self) -> usize;
}

/// Boards from the known cards and the cards that may come.
pub(crate) struct BoardSampler<S> {
    board: [u8; BOARD_CARDS],
    known: usize,
    deck: [u8; DECK as usize],
    left: usize,
    sweep: S,
}

impl<S: BoardSweep> BoardSampler<S> {
    pub(crate) fn new(situation: &Situation, supports: &[Support<WeightedCombo>], sweep: S) -> Self {
        let always = supports.iter().fold(0, |set, player| set | player.always());
        // The game deals two cards to a player, so enough are left for the board.
        let may_come = CardSet::new(situation.left().bits() & !always).unwrap_or_default();
        let (mut board, mut deck) = ([0; BOARD_CARDS], [0; DECK as usize]);
        board.iter_mut().zip(situation.board()).for_each(|(to, &card)| *to = card);
        deck.iter_mut().zip(may_come.ids()).for_each(|(to, card)| *to = card);
        Self { board, known: situation.board().len(), deck, left: may_come.len() as usize, sweep }
    }
}

impl<S: BoardSweep> Sampler for BoardSampler<S> {
    const STREAM: u64 = 1;
    const BATCH: u64 = 64;
    type Memory = S::Memory;

    fn memory(&self) -> Result<S::Memory> {
        self.sweep.memory()
    }

    fn sample(&self, n: u64, rng: &mut Philox, memory: &mut S::Memory, sums: &mut RatioEstimator) -> Result<()> {
        let (mut board, mut deck) = (self.board, self.deck);
        let mut won = vec![Payoff::default(); self.sweep.players()];
        for _ in 0..n {
            let missing = BOARD_CARDS - self.known;
            deal_to_front(rng, &mut deck[..self.left], missing);
            board[self.known..].copy_from_slice(&deck[..missing]);
            won.fill(Payoff::default());
            let weight = self.sweep.sweep(board, memory, &mut won)?;
            sums.add(weight, &won);
        }
        Ok(())
    }
}

/// Two ranges.
pub(crate) enum TwoRanges {
    /// The weights of both, at every combo.
    Many(Box<[Pair; COMBO_COUNT]>),
    Few(FewHands),
}

impl TwoRanges {
    pub(crate) fn new(supports: &[Support<WeightedCombo>; 2], level: Proven) -> Result<Self> {
        let [first, second] = supports.each_ref().map(|player| player.hands.len());
        if first + second <= FEW_HANDS && first * second <= FEW_PAIRS {
            return Ok(Self::Few(FewHands::new(supports, level)));
        }
        let mut weights = try_boxed(Pair::default())?;
        for (player, supports) in supports.iter().enumerate() {
            supports.by_combo().for_each(|(combo, weight)| weights[combo].0[player] = weight);
        }
        Ok(Self::Many(weights))
    }
}

impl BoardSweep for TwoRanges {
    type Memory = ();

    fn players(&self) -> usize {
        2
    }

    fn memory(&self) -> Result<()> {
        Ok(())
    }

    fn sweep(&self, board: [u8; BOARD_CARDS], (): &mut (), won: &mut [Payoff]) -> Result<f64> {
        let (wins, tie) = match self {
            Self::Many(weights) => sweep_many(weights, board)?,
            Self::Few(few) => few.sweep(board),
        };
        for (won, win) in won.iter_mut().zip(wins) {
            *won = Payoff { win, tie, share: win + tie / 2.0 };
        }
        Ok(wins[0] + wins[1] + tie)
    }
}

/// The weights that each player wins, and the shared weight, by one sweep over the combos of the board for both.
fn sweep_many(weights: &[Pair; COMBO_COUNT], board: [u8; BOARD_CARDS]) -> Result<([f64; 2], f64)> {
    let mut wins = [0.0; 2];
    let mut tie = 0.0;
    RankedBoard::new(&board)?.against(weights, |combo, outcome| {
        let own = weights[usize::from(combo)].0;
        // By rounding, a beaten weight may be negative.
        wins[0] += own[0] * outcome.win.0[1].max(0.0);
        wins[1] += own[1] * outcome.win.0[0].max(0.0);
        tie += own[0] * outcome.tie.0[1].max(0.0);
    });
    Ok((wins, tie))
}

/// The weights of one combo in both ranges.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pair([f64; 2]);

impl Add for Pair {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self([self.0[0] - other.0[0], self.0[1] - other.0[1]])
    }
}

/// Number of pairs that are compared side by side.
const LANES: usize = 4;

/// Two ranges of few combos.
pub(crate) struct FewHands {
    level: Proven,
    /// The combos of the first range, then those of the second, as cards and as sets.
    hands: Vec<([u8; 2], u64)>,
    first: usize,
    /// A row for each hand of the first range: the product of weights with each hand of the second. It is 0 if they share a
    /// card, and in the padding at the end.
    pairs: Vec<[f64; LANES]>,
}

impl FewHands {
    fn new(supports: &[Support<WeightedCombo>; 2], level: Proven) -> Self {
        let [first, second] = supports.each_ref().map(|player| &player.hands);
        let hands = first.iter().chain(second).map(|hole| (hole.cards, hole.set)).collect();
        let weight = |a: &WeightedCombo, b: &WeightedCombo| if a.set & b.set == 0 { a.weight * b.weight } else { 0.0 };
        let lanes = |a: &WeightedCombo, some: &[WeightedCombo]| {
            std::array::from_fn(|i| some.get(i).map_or(0.0, |b| weight(a, b)))
        };
        let pairs = first.iter().flat_map(|a| second.chunks(LANES).map(move |some| lanes(a, some)));
        Self { level, hands, first: first.len(), pairs: pairs.collect() }
    }

    #[allow(clippy::float_cmp)] // Strengths are integers.
    fn sweep(&self, board: [u8; BOARD_CARDS]) -> ([f64; 2], f64) {
        let set = board.iter().fold(0u64, |set, card| set | 1 << card);
        let mut cards = [0; 7 * FEW_HANDS];
        let mut at = [0; FEW_HANDS];
        let mut free = 0;
        for (i, (hand, hand_set)) in self.hands.iter().enumerate() {
            let row = &mut cards[7 * free..][..7];
            row[..2].copy_from_slice(hand);
            row[2..].copy_from_slice(&board);
            at[free] = i as u8;
            free += usize::from(hand_set & set == 0);
        }
        let mut strengths = [0; FEW_HANDS];
        let are_hands = evaluate_some(Standard, self.level, &cards[..7 * free], 7, &mut strengths[..free]);
        debug_assert!(are_hands || free == 0, "the cards of a board and of a hand without them");
        // NaN for a hand with a card of the board: it is neither less than, greater than nor equal to another.
        let mut by_hand = [f64::NAN; FEW_HANDS + LANES];
        for (&hand, &strength) in at[..free].iter().zip(&strengths) {
            by_hand[usize::from(hand)] = strength.into();
        }
        let (ours, theirs) = by_hand.split_at(self.first);
        let theirs = &theirs.as_chunks().0[..(self.hands.len() - self.first).div_ceil(LANES)];
        let (mut wins, mut ties) = ([[0.0; LANES]; 2], [0.0; LANES]);
        for (our, pairs) in ours.iter().zip(self.pairs.chunks_exact(theirs.len())) {
            for (weights, theirs) in pairs.iter().zip(theirs) {
                let theirs: &[f64; LANES] = theirs;
                for lane in 0..LANES {
                    let (weight, their) = (weights[lane], &theirs[lane]);
                    let [wins, losses] = &mut wins;
                    wins[lane] += if their < our { weight } else { 0.0 };
                    losses[lane] += if their > our { weight } else { 0.0 };
                    ties[lane] += if their == our { weight } else { 0.0 };
                }
            }
        }
        (wins.map(|lanes| lanes.iter().sum()), ties.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::super::support::tests::supports;
    use super::*;
    use crate::evaluator::evaluate_ids;
    use crate::runtime::cpu::Level;

    /// Every pair of hands on a board.
    fn naive(supports: &[Support<WeightedCombo>; 2], board: [u8; 5]) -> ([f64; 2], f64) {
        let (mut wins, mut tie) = ([0.0; 2], 0.0);
        let set = CardSet::from_ids(&board).unwrap().bits();
        for a in &supports[0].hands {
            for b in &supports[1].hands {
                if a.set & b.set != 0 || (a.set | b.set) & set != 0 {
                    continue;
                }
                let [ours, theirs] = [a, b].map(|hole| evaluate_ids(&[&hole.cards[..], &board].concat()).unwrap());
                let to = if ours == theirs { &mut tie } else { &mut wins[usize::from(ours < theirs)] };
                *to += a.weight * b.weight;
            }
        }
        (wins, tie)
    }

    fn pair(ranges: [&str; 2]) -> [Support<WeightedCombo>; 2] {
        let ranges = ranges.map(|range| range.parse().unwrap());
        supports(&ranges, CardSet::FULL).unwrap().try_into().unwrap()
    }

    #[test]
    fn a_sweep_compares_every_pair_of_hands() {
        let mut rng = Philox::new([4, 4], [0; 4]);
        let mut deck: Vec<u8> = (0..52).collect();
        // Weights are eighths: no sum is rounded.
        let ranges = [
            ["AhAd", "KsKh"],
            ["QQ+, AKs, 0.5:KQo", "22+, 0.125:AKs, A5s"],
            ["random", "22+, A2s+, 0.25:KQo"],
            ["random", "0.75:AA"],
        ];
        let mut few = 0;
        for ranges in ranges.map(pair) {
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let sweep = TwoRanges::new(&ranges, level).unwrap();
                few += usize::from(matches!(sweep, TwoRanges::Few(_)));
                for _ in 0..10 {
                    deal_to_front(&mut rng, &mut deck, 5);
                    let board = deck[..5].try_into().unwrap();
                    let mut won = [Payoff::default(); 2];
                    let weight = sweep.sweep(board, &mut (), &mut won).unwrap();
                    let (wins, tie) = naive(&ranges, board);
                    assert_eq!(weight.to_bits(), (wins[0] + wins[1] + tie).to_bits());
                    assert_eq!(won, wins.map(|win| Payoff { win, tie, share: win + tie / 2.0 }));
                }
            }
        }
        assert!(few > 0 && few % 2 == 0);
    }

    #[test]
    fn boards_are_of_cards_that_may_come_and_all_come() {
        struct Seen;
        impl BoardSweep for Seen {
            type Memory = ();
            fn players(&self) -> usize {
                1
            }
            fn memory(&self) -> Result<()> {
                Ok(())
            }
            fn sweep(&self, board: [u8; BOARD_CARDS], (): &mut (), won: &mut [Payoff]) -> Result<f64> {
                assert_eq!(board[..3], [0, 5, 10]);
                let set = CardSet::from_ids(&board).unwrap();
                assert!(set.ids().all(|card| card < 48));
                won[0].win = f64::from(u8::from(set.bits() >> 47 & 1 != 0));
                Ok(1.0)
            }
        }
        let flop = Situation::new(&[], &[0, 5, 10], "As".parse().unwrap()).unwrap();
        let boards = BoardSampler::new(&flop, &pair(["AhAd", "AcKs, AcQs"]), Seen);
        let mut sums = RatioEstimator::new(1);
        boards.sample(20_000, &mut Philox::new([1, 1], [0; 4]), &mut (), &mut sums).unwrap();
        // Two of 45 cards, within five standard deviations.
        let king = sums.won().next().unwrap().win;
        assert!((king - 2.0 / 45.0).abs() < 5.0 * (2.0f64 / 45.0 * 43.0 / 45.0 / 20_000.0).sqrt(), "{king}");
    }
}

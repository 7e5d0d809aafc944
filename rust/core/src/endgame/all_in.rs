//! Players who are all in on the root's street: what each hand wins against each other, over all runouts of the board.
//!
//! Nobody decides any more, so the values of all hands are a matrix times the opponent's reach. Its numbers are counted once:
//! for each pair of hands the runouts that one wins, less those that the other wins. A walk then deals no card for such a line.

use std::ops::{Add, Mul};

use super::players::PlayerHands;
use crate::cards::CardSet;
use crate::combinatorics::card_subsets;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::{LANES, Lanes};
use crate::showdown::street::BOARD_CARDS;

/// For each player, for each block of its hands, for each of the opponent's hands: the runouts that each hand of the block
/// wins, less those that it loses. Zeros for hands with a common card.
pub(super) struct AllIn([Counts; 2]);

/// Rows of counts.
enum Counts {
    /// At most 990 runouts: two of 45 cards.
    OfFlop(Vec<[i16; LANES]>),
    /// At most 44, in half the memory: a walk reads all of it.
    OfTurn(Vec<[i8; LANES]>),
}

/// Rows of reach that meet the numbers together: they are read once.
pub(super) const TOGETHER: usize = 2;

/// Blocks of hands that a thread takes at a time.
const BLOCKS: usize = 8;

impl AllIn {
    /// Counts all runouts of a board of three or four cards for hold'em hands.
    pub(super) fn new(players: &[PlayerHands; 2], board: CardSet) -> Result<Self> {
        let [first, second] = players;
        // For each runout the strengths of all lanes of a player, 0 for hands that it does not allow.
        let strengths = |player: &PlayerHands| {
            let of_runout = |runout: CardSet| {
                let [strengths, ..] = player.strengths(board | runout, false)?;
                let mut row = try_vec(0, player.n_blocks() * LANES)?;
                row.iter_mut().zip(strengths).for_each(|(to, strength)| *to = strength.cast_signed());
                Ok(row)
            };
            let n_dealt = BOARD_CARDS - board.len() as usize;
            try_collect(card_subsets(!board, (1 << n_dealt) - 1).map(of_runout))
        };
        let [ours, theirs]: [Vec<Vec<i16>>; 2] = [strengths(first)?, strengths(second)?];
        let stride = second.n_blocks() * LANES;
        let mut of_first = try_vec([0; LANES], first.n_blocks() * stride)?;
        for (block, rows) in of_first.chunks_exact_mut(stride).enumerate() {
            for (ours, theirs) in ours.iter().zip(&theirs) {
                if let Some(ours) = ours[block * LANES..].first_chunk() {
                    count(ours, theirs, rows);
                }
            }
            for lane in 0..LANES.min(first.len() - block * LANES) {
                let cards = first.cards_of(block * LANES + lane);
                for (hand, row) in rows[..second.len()].iter_mut().enumerate() {
                    if !(second.cards_of(hand) & cards).is_empty() {
                        row[lane] = 0;
                    }
                }
            }
        }
        // One player loses the runouts that the other wins.
        let other_stride = first.n_blocks() * LANES;
        let mut of_second = try_vec([0; LANES], second.n_blocks() * other_stride)?;
        for (at, row) in of_first.iter().enumerate() {
            let (block, hand) = (at / stride, at % stride);
            for (lane, count) in row.iter().enumerate() {
                of_second[hand / LANES * other_stride + block * LANES + lane][hand % LANES] = -count;
            }
        }
        Ok(Self([Counts::new(of_first, board)?, Counts::new(of_second, board)?]))
    }

    /// For all hands of a player, for each row of the opponent's reach: the sums of reach times the runouts that the opponent's
    /// hand loses, less those that it wins. In parts, which threads can share.
    pub(super) fn margins<'a, F>(
        &'a self,
        player: usize,
        [own, theirs]: [usize; 2],
        reach: &'a [Lanes<F>],
        margins: &'a mut [Lanes<F>],
    ) -> impl Iterator<Item = Margins<'a, F>> {
        let rows = reach.chunks_exact(TOGETHER * theirs).zip(margins.chunks_exact_mut(TOGETHER * own));
        rows.flat_map(move |(reach, margins)| {
            let (first, second) = margins.split_at_mut(own);
            let parts = first.chunks_mut(BLOCKS).zip(second.chunks_mut(BLOCKS)).enumerate();
            parts.map(move |(part, (first, second))| Margins {
                counts: &self.0[player],
                first_row: part * BLOCKS * theirs * LANES,
                reach: reach.split_at(theirs).into(),
                to: [first, second],
            })
        })
    }
}

impl Counts {
    fn new(rows: Vec<[i16; LANES]>, board: CardSet) -> Result<Self> {
        if board.len() < BOARD_CARDS as u32 - 1 {
            return Ok(Self::OfFlop(rows));
        }
        Ok(Self::OfTurn(try_collect(rows.iter().map(|row| Ok(row.map(|count| count as i8))))?))
    }
}

/// The sums of some blocks of hands, for two rows of reach.
pub(super) struct Margins<'a, F> {
    counts: &'a Counts,
    /// The row of the first block for the opponent's first hand.
    first_row: usize,
    reach: [&'a [Lanes<F>]; TOGETHER],
    to: [&'a mut [Lanes<F>]; TOGETHER],
}

impl<F> Kernel for Margins<'_, F>
where
    F: Copy + Default + From<i16> + Add<Output = F> + Mul<Output = F>,
{
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        match self.counts {
            Counts::OfFlop(rows) => multiply(&rows[self.first_row..], self.reach, self.to),
            Counts::OfTurn(rows) => multiply(&rows[self.first_row..], self.reach, self.to),
        }
    }
}

#[inline(always)]
fn multiply<F, C>(counts: &[[C; LANES]], [first, second]: [&[Lanes<F>]; TOGETHER], to: [&mut [Lanes<F>]; TOGETHER])
where
    F: Copy + Default + From<i16> + Add<Output = F> + Mul<Output = F>,
    C: Copy + Into<i16>,
{
    let [to_first, to_second] = to;
    let blocks = counts.chunks_exact(first.len() * LANES);
    for ((rows, to_first), to_second) in blocks.zip(to_first).zip(to_second) {
        // Two sums of each: an addition need not wait for the one before.
        let (mut even, mut odd) = ([Lanes::default(); TOGETHER], [Lanes::default(); TOGETHER]);
        for ((rows, first), second) in rows.chunks_exact(LANES).zip(first).zip(second) {
            for hand in (0..LANES).step_by(2) {
                add(&rows[hand], [first.0[hand], second.0[hand]], &mut even);
                add(&rows[hand + 1], [first.0[hand + 1], second.0[hand + 1]], &mut odd);
            }
        }
        [*to_first, *to_second] = [even[0] + odd[0], even[1] + odd[1]];
    }
}

// Without loops over both rows of reach: the compiler keeps sums in registers only then.
#[inline(always)]
fn add<F, C>(row: &[C; LANES], [first, second]: [F; TOGETHER], sums: &mut [Lanes<F>; TOGETHER])
where
    F: Copy + Default + From<i16> + Add<Output = F> + Mul<Output = F>,
    C: Copy + Into<i16>,
{
    let mut counts = Lanes::default();
    for (count, &number) in counts.0.iter_mut().zip(row) {
        *count = F::from(number.into());
    }
    sums[0] = sums[0] + counts * Lanes([first; LANES]);
    sums[1] = sums[1] + counts * Lanes([second; LANES]);
}

/// Counts one runout.
fn count(ours: &[i16; LANES], theirs: &[i16], rows: &mut [[i16; LANES]]) {
    let allowed = ours.map(|strength| -i16::from(strength > 0));
    for (row, &other) in rows.iter_mut().zip(theirs) {
        if other > 0 {
            for lane in 0..LANES {
                let won = i16::from(ours[lane] > other) - i16::from(ours[lane] < other);
                row[lane] += won & allowed[lane];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{COMBO_COUNT, COMBOS, parse_cards, share_a_card};
    use crate::evaluator::evaluate_ids;
    use crate::runtime::cpu::Level;
    use crate::runtime::rng::Philox;

    #[test]
    fn every_runout_is_counted_for_every_pair_of_hands() {
        let mut rng = Philox::new([3, 5], [0; 4]);
        for (board, steps) in [("AhKd7c2s", [31, 37]), ("Ts9s8d", [90, 101])] {
            let board: Vec<u8> = parse_cards(board).unwrap().iter().map(|card| card.id()).collect();
            let set = CardSet::from_ids(&board).unwrap();
            let weights = steps.map(|step| {
                let mut weights = vec![0.0; COMBO_COUNT];
                weights.iter_mut().step_by(step).for_each(|weight| *weight = 1.0);
                // A hand of both.
                weights[COMBO_COUNT - 1] = 1.0;
                weights
            });
            let players = PlayerHands::both([&weights[0], &weights[1]], set).unwrap();
            let all_in = AllIn::new(&players, set).unwrap();
            for (player, hands) in players.iter().enumerate() {
                let other = &players[1 - player];
                // Integers: sums are exact.
                let reach = [0, 1].map(|_| {
                    let rows = (0..other.n_blocks()).map(|_| Lanes(std::array::from_fn(|_| rng.below(9) as f64)));
                    rows.collect::<Vec<_>>()
                });
                let mut expected = [vec![0.0; hands.len()], vec![0.0; hands.len()]];
                for (at, &ours) in hands.ids.iter().enumerate() {
                    for (opponent, &theirs) in other.ids.iter().enumerate() {
                        let [ours, theirs] = [ours, theirs].map(|id| COMBOS[id as usize]);
                        let known = CardSet::from_ids(&[&board[..], &ours, &theirs].concat());
                        if share_a_card(ours, theirs) {
                            continue;
                        }
                        let mut margin = 0.0;
                        for runout in card_subsets(!known.unwrap(), (1 << (5 - board.len())) - 1) {
                            let dealt: Vec<u8> = runout.into_iter().map(u8::from).collect();
                            let strength = |hand: [u8; 2]| evaluate_ids(&[&hand[..], &board, &dealt].concat()).unwrap();
                            margin += f64::from(strength(ours).cmp(&strength(theirs)) as i8);
                        }
                        for (expected, reach) in expected.iter_mut().zip(&reach) {
                            expected[at] += margin * reach[opponent / LANES].0[opponent % LANES];
                        }
                    }
                }
                for level in Level::ALL.into_iter().filter_map(Level::prove) {
                    let blocks = [hands.n_blocks(), other.n_blocks()];
                    let mut found = vec![Lanes::default(); TOGETHER * hands.n_blocks()];
                    all_in.margins(player, blocks, &reach.concat(), &mut found).for_each(|part| level.run(part));
                    for (found, expected) in found.chunks(hands.n_blocks()).zip(&expected) {
                        let found: Vec<f64> = found.iter().flat_map(|block| block.0).collect();
                        assert_eq!(&found[..hands.len()], expected, "{level} {board:?} {player}");
                    }
                }
            }
        }
    }
}

//! Many boards of five, ranked once and kept: outcomes against any number of weighted ranges, board by board.
//!
//! A solver uses this at its showdowns: the weights are the reach probabilities of one player's combos, the outcomes the
//! wins and shared pots of each combo of the other player. Sums are taken in double precision for single-precision input,
//! too. A sum of n nonnegative numbers has a relative error below `n * u`, with `u = 2^-53`, in any order. A win is a sum
//! over at most 1,081 combos minus two of at most 46; a tie is a sum of those or the difference of two. [`ERROR_BOUND`]
//! times the weight of all combos bounds both errors. If all weights are multiples of one power of two, as integers are, and
//! add up to at most `2^53` times that power, nothing is rounded at all.

#![allow(unsafe_code)]

use std::cmp::Ordering;

use super::outcome::Written;
use super::ranked_board::{COMBOS_OFF_BOARD, RankedBoard, clear_cards};
use super::reach_values::{LaneMemory, MANY, ReachValues};
use super::street::BOARD_CARDS;
use super::weights::{Float, copy_weights};
use crate::cards::{COMBO_COUNT, COMBOS, DECK, PerCombo};
use crate::decimals::short_decimals_to_integers;
use crate::error::{Error, Result};
use crate::evaluator::ComboStrengths;
use crate::memory::try_with_capacity;
use crate::runtime::Run;
#[cfg(target_arch = "x86_64")]
use crate::runtime::cpu::V3;
#[cfg(target_arch = "x86_64")]
use crate::runtime::dispatch::only_for_v3;
use crate::runtime::dispatch::{Isa, Kernel, written_for};
use crate::runtime::simd::{BaselineSimd, LANES, Simd4};

/// Bound of the error of a win or tie, as a part of the weight of all combos, before the result is rounded to single
/// precision: about `2.7e-13`.
pub const ERROR_BOUND: f64 = 2.0 * (COMBOS_OFF_BOARD as f64 + 120.0) * (f64::EPSILON / 2.0);

/// Boards or rows that one thread takes at a time.
const CHUNK: usize = 32;

/// Vectors that one thread takes at a time, with memory for lanes.
const VECTORS: usize = 8 * LANES;

/// Opponents whose weight is at most this part of all weights are summed one by one: a difference of larger sums would be
/// too inaccurate.
const FEW: f64 = 1.0 / 16.0;

/// A board and the weights of the opponents on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the board.
    pub board: usize,
    /// The row of weights.
    pub weights: usize,
}

/// Boards of five cards with their combos in the order of strength; three to five kilobytes a board.
pub struct RankedBoards {
    /// [`CHUNK`] boards each, the last one fewer.
    chunks: Vec<Vec<RankedBoard>>,
}

impl RankedBoards {
    /// Ranks rows of five different cards.
    ///
    /// # Errors
    /// [`Error::CardOutOfRange`] and [`Error::DuplicateCard`], naming the row; [`Error::InvalidArgument`] for cards that
    /// are not rows of five; [`Error::OutOfMemory`]; [`Error::Cancelled`].
    pub fn new(cards: &[u8], run: &mut Run<'_>) -> Result<Self> {
        let (rows, rest) = cards.as_chunks::<BOARD_CARDS>();
        if !rest.is_empty() {
            return Err(Error::InvalidArgument(format!("{} cards are not boards of {BOARD_CARDS}", cards.len())));
        }
        let mut chunks: Vec<Vec<RankedBoard>> = vec![];
        chunks.resize_with(rows.len().div_ceil(CHUNK), Vec::new);
        let items = rows.chunks(CHUNK).zip(&mut chunks).enumerate();
        run.for_each(items, rows.len().div_ceil(CHUNK), |(at, (rows, boards))| {
            *boards = try_with_capacity(rows.len())?;
            for (k, row) in rows.iter().enumerate() {
                boards.push(RankedBoard::new(&{ *row }).map_err(|e| e.at_row(at * CHUNK + k))?);
            }
            Ok(())
        })?;
        Ok(Self { chunks })
    }

    /// Number of boards.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(Vec::len).sum()
    }

    /// Whether there is no board.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The board at this place, if there is one.
    #[inline]
    pub(crate) fn get(&self, board: usize) -> Option<&RankedBoard> {
        self.chunks.get(board / CHUNK)?.get(board % CHUNK)
    }

    /// The strength of every combo on each board, in the order of the boards; 0 for combos with a card of the board.
    pub fn strengths(&self) -> impl Iterator<Item = &ComboStrengths> {
        self.chunks.iter().flatten().map(RankedBoard::strengths)
    }

    /// For every pairing the weight that each combo beats and ties with, among opponents that hold none of its cards; 0 for
    /// combos with a card of the board. [`ERROR_BOUND`] bounds the error.
    ///
    /// # Errors
    /// [`Error::InvalidRow`] for a weight that is negative, infinite or NaN, and for weights whose sum is infinite, naming
    /// the row of the weights; [`Error::InvalidArgument`] for a pairing with an unknown board or row, or lengths that
    /// disagree; [`Error::Cancelled`].
    ///
    /// ```
    /// # #[cfg(feature = "binding")] {
    /// use pokerbits::cards::{COMBO_COUNT, combo_of};
    /// use pokerbits::showdown::{Pairing, RankedBoards};
    /// let run = &mut pokerbits::Run::new(1);
    /// let boards = RankedBoards::new(&[43, 39, 35, 0, 5], run)?; // Qs Js Ts 2c 3d
    /// let (mut win, mut tie) = ([[0.0f32; COMBO_COUNT]], [[0.0; COMBO_COUNT]]);
    /// boards.outcomes(&[[0.5; COMBO_COUNT]], &[Pairing { board: 0, weights: 0 }], &mut win, &mut tie, run)?;
    /// let royal_flush = usize::from(combo_of([51, 47])?);
    /// assert_eq!((win[0][royal_flush], tie[0][royal_flush]), (495.0, 0.0));
    /// # }
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn outcomes<F: Float>(
        &self,
        weights: &[PerCombo<F>],
        pairings: &[Pairing],
        win: &mut [PerCombo<F>],
        tie: &mut [PerCombo<F>],
        run: &mut Run<'_>,
    ) -> Result<()> {
        check_rows(pairings, win.len())?;
        check_rows(pairings, tie.len())?;
        let out = win.chunks_mut(CHUNK).zip(tie.chunks_mut(CHUNK));
        let level = run.level();
        run.for_each(pairings.chunks(CHUNK).zip(out), pairings.len().div_ceil(CHUNK), |(pairings, (win, tie))| {
            let mut copy = [0.0; COMBO_COUNT];
            for (&pairing, (win, tie)) in pairings.iter().zip(win.iter_mut().zip(tie)) {
                let (board, weights) = self.pair(pairing, weights)?;
                level
                    .run(BoardOutcomes { board, weights, copy: &mut copy, win, tie })
                    .map_err(|e| e.at_row(pairing.weights))?;
            }
            Ok(())
        })
    }

    /// For every pairing the weight that each combo beats less the weight that beats it, among opponents that hold none of its
    /// cards; 0 for combos with a card of the board. Sums are taken in the precision of the weights: twice
    /// [`ERROR_BOUND`] bounds the error with doubles. Pairings of one board that follow each other are compared at once.
    ///
    /// # Errors
    /// As [`Self::outcomes`].
    pub fn values<F: Float>(
        &self,
        weights: &[PerCombo<F>],
        pairings: &[Pairing],
        out: &mut [PerCombo<F>],
        run: &mut Run<'_>,
    ) -> Result<()> {
        check_rows(pairings, out.len())?;
        let level = run.level();
        let chunks = pairings.chunks(VECTORS).zip(out.chunks_mut(VECTORS));
        run.for_each(chunks, pairings.len().div_ceil(VECTORS), |(pairings, out)| {
            let mut memory = None;
            let mut rest = out;
            // Pairings that follow each other and have the same board, as many as there are lanes at most.
            for group in pairings.chunk_by(|a, b| a.board == b.board).flat_map(|of_board| of_board.chunks(LANES)) {
                let (out, later) = rest.split_at_mut(group.len());
                rest = later;
                let (board, first) = self.pair(group[0], weights)?;
                let mut reach = [first; LANES];
                for (reach, &pairing) in reach.iter_mut().zip(group) {
                    *reach = self.pair(pairing, weights)?.1;
                }
                if group.len() >= MANY && memory.is_none() {
                    memory = Some(LaneMemory::new()?);
                }
                let memory = memory.as_mut().filter(|_| group.len() >= MANY);
                level
                    .run(ReachValues { board, reach: &reach[..group.len()], memory, out })
                    .map_err(|(lane, error)| error.at_row(group[lane].weights))?;
            }
            Ok(())
        })
    }

    /// For every pairing the share that each combo wins, ties counted half, of the opponents that hold none of its cards;
    /// NaN for combos with a card of the board, and without such opponents. Sums of integers, and of decimals of up to four
    /// places, are exact, and divided once; for other weights the error is below `1e-11`.
    ///
    /// # Errors
    /// As [`Self::outcomes`].
    pub fn equity<F: Float>(
        &self,
        weights: &[PerCombo<F>],
        pairings: &[Pairing],
        out: &mut [PerCombo<f64>],
        run: &mut Run<'_>,
    ) -> Result<()> {
        check_rows(pairings, out.len())?;
        let chunks = pairings.chunks(CHUNK).zip(out.chunks_mut(CHUNK));
        run.for_each(chunks, pairings.len().div_ceil(CHUNK), |(pairings, out)| {
            let mut copy = [0.0; COMBO_COUNT];
            let mut copied = None;
            for (&pairing, out) in pairings.iter().zip(out) {
                let (board, weights) = self.pair(pairing, weights)?;
                if copied.replace(pairing.weights) != Some(pairing.weights) {
                    copy_weights(weights, &mut copy).map_err(|e| e.at_row(pairing.weights))?;
                    short_decimals_to_integers(&mut copy);
                }
                equities(board, &copy, out);
            }
            Ok(())
        })
    }

    /// The board of a pairing, and its weights.
    fn pair<'a, F>(&self, pairing: Pairing, weights: &'a [PerCombo<F>]) -> Result<(&RankedBoard, &'a PerCombo<F>)> {
        self.get(pairing.board).zip(weights.get(pairing.weights)).ok_or_else(|| {
            let (boards, rows) = (self.len(), weights.len());
            Error::InvalidArgument(format!("{pairing:?} of {boards} boards and {rows} rows of weights"))
        })
    }
}

/// The outcomes of one board; `copy` is memory for its weights.
struct BoardOutcomes<'a, F> {
    board: &'a RankedBoard,
    weights: &'a PerCombo<F>,
    copy: &'a mut PerCombo<f64>,
    win: &'a mut PerCombo<F>,
    tie: &'a mut PerCombo<F>,
}

impl<F: Float> Kernel for BoardOutcomes<'_, F> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result<()> {
        let Self { board, weights, copy, win, tie } = self;
        // SAFETY: the proof is that this CPU has every instruction of v3.
        written_for!(isa.v3, |v3| unsafe { board_outcomes_at_v3(v3, board, weights, copy, win, tie) });
        board_outcomes_at_baseline(board, weights, copy, win, tie)
    }
}

/// A separate function with its own arguments, as `board_outcomes_at_v3`: inlined into a kernel it is slower by a twelfth.
#[inline(never)]
fn board_outcomes_at_baseline<F: Float>(
    board: &RankedBoard,
    weights: &PerCombo<F>,
    copy: &mut PerCombo<f64>,
    win: &mut PerCombo<F>,
    tie: &mut PerCombo<F>,
) -> Result<()> {
    board_outcomes(BaselineSimd, board, weights, copy, win, tie)
}

#[cfg(target_arch = "x86_64")]
only_for_v3! {
    fn board_outcomes_at_v3<F: Float>(
        v3: V3,
        board: &RankedBoard,
        weights: &PerCombo<F>,
        copy: &mut PerCombo<f64>,
        win: &mut PerCombo<F>,
        tie: &mut PerCombo<F>,
    ) -> Result<()> {
        board_outcomes(v3, board, weights, copy, win, tie)
    }
}

/// [`BoardOutcomes`] with the vectors of a level.
#[inline(always)]
fn board_outcomes<F: Float>(
    simd: impl Simd4<f64>,
    board: &RankedBoard,
    weights: &PerCombo<F>,
    copy: &mut PerCombo<f64>,
    win: &mut PerCombo<F>,
    tie: &mut PerCombo<F>,
) -> Result<()> {
    copy_weights(weights, copy)?;
    board.against_by(simd, copy, &mut Written { win, tie, number: |sum| F::nearest(not_negative(sum)) });
    for outcomes in [win, tie] {
        clear_cards(outcomes, &board.cards());
    }
    Ok(())
}

/// A sum that is 0 may be negative by rounding. One instruction; [`f64::max`] would also handle NaN.
#[inline(always)]
fn not_negative(sum: f64) -> f64 {
    if sum > 0.0 { sum } else { 0.0 }
}

fn check_rows(pairings: &[Pairing], rows: usize) -> Result<()> {
    if pairings.len() == rows {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("{} pairings do not fill {rows} rows", pairings.len())))
}

fn equities(board: &RankedBoard, weights: &PerCombo<f64>, out: &mut PerCombo<f64>) {
    out.fill(f64::NAN);
    let mut of_card = [0.0; DECK as usize];
    let mut all = 0.0;
    let off_board = || COMBOS.iter().zip(weights).zip(board.strengths()).filter(|&(_, &strength)| strength > 0);
    for ((&[low, high], &weight), _) in off_board() {
        all += weight;
        of_card[usize::from(low)] += weight;
        of_card[usize::from(high)] += weight;
    }
    board.against(weights, |combo, outcome| {
        let combo = usize::from(combo);
        let [low, high] = COMBOS[combo];
        let mut total = all - of_card[usize::from(low)] - of_card[usize::from(high)] + weights[combo];
        let mut won = outcome.win + outcome.tie / 2.0;
        if total <= FEW * all {
            (won, total) = (0.0, 0.0);
            let ours = board.strengths()[combo];
            for ((theirs, &weight), &strength) in off_board() {
                if theirs.contains(&low) || theirs.contains(&high) {
                    continue;
                }
                total += weight;
                won += match ours.cmp(&strength) {
                    Ordering::Greater => weight,
                    Ordering::Equal => weight / 2.0,
                    Ordering::Less => 0.0,
                };
            }
        }
        // 0 of 0 is NaN.
        out[combo] = (won / total).clamp(0.0, 1.0);
    });
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use num_rational::BigRational;

    use super::*;
    use crate::cards::share_a_card;
    use crate::runtime::cpu::Level;
    use crate::runtime::rng::Philox;
    use crate::showdown::board_view::tests::boards;

    fn exact(number: f64) -> BigRational {
        BigRational::from_float(number).unwrap()
    }

    /// Wins, ties and the total of a combo, summed as fractions.
    fn added_up(board: &RankedBoard, weights: &PerCombo<f64>, combo: usize) -> [BigRational; 3] {
        let mut sums = [0, 0, 0].map(|n| BigRational::from(BigInt::from(n)));
        for (other, cards) in COMBOS.iter().enumerate() {
            let theirs = board.strengths()[other];
            if theirs > 0 && !share_a_card(*cards, COMBOS[combo]) {
                let ours = board.strengths()[combo];
                let weight = exact(weights[other]);
                if ours > theirs {
                    sums[0] += &weight;
                } else if ours == theirs {
                    sums[1] += &weight;
                }
                sums[2] += weight;
            }
        }
        sums
    }

    /// Weights of all sizes, of a few combos or many.
    fn weights(rng: &mut Philox, kind: usize) -> PerCombo<f64> {
        std::array::from_fn(|combo| match kind % 4 {
            0 => rng.below(1 << 20) as f64 / 3e7,
            1 => 2f64.powi(rng.below(120) as i32 - 60) / 3.0,
            // Nearly all of the weight is on hands with one card.
            2 => {
                if COMBOS[combo].contains(&(rng.below(2) as u8 + 50)) {
                    1e9 / 7.0
                } else {
                    1e-9 / 7.0
                }
            }
            _ => {
                if rng.below(40) == 0 {
                    0.1
                } else {
                    0.0
                }
            }
        })
    }

    #[test]
    fn every_level_adds_up_in_the_same_order() {
        let mut rng = Philox::new([3, 10], [0; 4]);
        let cards: Vec<u8> = boards().flatten().collect();
        let ranked = RankedBoards::new(&cards, &mut Run::new(2)).unwrap();
        let rows: Vec<_> = (0..ranked.len()).map(|kind| weights(&mut rng, kind)).collect();
        let single: Vec<_> = rows.iter().map(|row| row.map(|weight| weight as f32)).collect();
        let pairings: Vec<_> = (0..ranked.len()).map(|i| Pairing { board: i, weights: i }).collect();
        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            let run = &mut Run::new(1).at(level);
            let (mut win, mut tie) =
                (vec![[f64::NAN; COMBO_COUNT]; ranked.len()], vec![[f64::NAN; COMBO_COUNT]; ranked.len()]);
            ranked.outcomes(&rows, &pairings, &mut win, &mut tie, run).unwrap();
            let (mut win_32, mut tie_32) =
                (vec![[f32::NAN; COMBO_COUNT]; ranked.len()], vec![[f32::NAN; COMBO_COUNT]; ranked.len()]);
            ranked.outcomes(&single, &pairings, &mut win_32, &mut tie_32, run).unwrap();
            for (i, board) in ranked.chunks.iter().flatten().enumerate() {
                let (mut wins, mut ties) = ([0.0; COMBO_COUNT], [0.0; COMBO_COUNT]);
                board.outcomes(&rows[i], &mut wins, &mut ties);
                for (found, expected) in [(&win[i], &wins), (&tie[i], &ties)] {
                    assert!(
                        found.iter().zip(expected).all(|(a, b)| a.to_bits() == b.max(0.0).to_bits()),
                        "{level} {i}"
                    );
                }
                board.outcomes(&single[i].map(f64::from), &mut wins, &mut ties);
                for (found, expected) in [(&win_32[i], &wins), (&tie_32[i], &ties)] {
                    let nearest = |sum: f64| sum.max(0.0) as f32;
                    assert!(
                        found.iter().zip(expected).all(|(a, b)| a.to_bits() == nearest(*b).to_bits()),
                        "{level} {i}"
                    );
                }
            }
        }
    }

    #[test]
    fn sums_are_within_the_bound_of_exact_ones() {
        let mut rng = Philox::new([3, 9], [0; 4]);
        let run = &mut Run::new(2);
        let cards: Vec<u8> = boards().flatten().take(24 * BOARD_CARDS).collect();
        let ranked = RankedBoards::new(&cards, run).unwrap();
        let rows: Vec<_> = (0..24).map(|kind| weights(&mut rng, kind)).collect();
        let single: Vec<_> = rows.iter().map(|row| row.map(|weight| weight as f32)).collect();
        let pairings: Vec<_> = (0..24).map(|i| Pairing { board: i, weights: i }).collect();
        let none = || vec![[f64::NAN; COMBO_COUNT]; 24];
        let (mut win, mut tie, mut equity) = (none(), none(), none());
        ranked.outcomes(&rows, &pairings, &mut win, &mut tie, run).unwrap();
        ranked.equity(&rows, &pairings, &mut equity, run).unwrap();
        let (mut win_32, mut tie_32) = (vec![[f32::NAN; COMBO_COUNT]; 24], vec![[f32::NAN; COMBO_COUNT]; 24]);
        ranked.outcomes(&single, &pairings, &mut win_32, &mut tie_32, run).unwrap();
        for (i, board) in ranked.chunks.iter().flatten().enumerate() {
            let bound = |row: &PerCombo<f64>| exact(ERROR_BOUND) * row.iter().map(|&w| exact(w)).sum::<BigRational>();
            let widened = single[i].map(f64::from);
            let (bound, bound_32) = (bound(&rows[i]), bound(&widened));
            let close = |found: f64, sum: &BigRational, bound: &BigRational| {
                assert!(found >= 0.0);
                let off = exact(found) - sum;
                assert!(&off <= bound && &-off <= bound, "board {i}: {found} for {sum}");
            };
            for combo in (i..COMBO_COUNT).step_by(61) {
                if board.strengths()[combo] == 0 {
                    let double = [win[i][combo], tie[i][combo]].map(f64::to_bits);
                    let single = [win_32[i][combo], tie_32[i][combo]].map(f32::to_bits);
                    assert_eq!((double, single), ([0; 2], [0; 2]));
                    assert!(equity[i][combo].is_nan());
                    continue;
                }
                let [wins, ties, total] = added_up(board, &rows[i], combo);
                close(win[i][combo], &wins, &bound);
                close(tie[i][combo], &ties, &bound);
                if total == exact(0.0) {
                    assert!(equity[i][combo].is_nan());
                } else {
                    close(equity[i][combo], &((wins + ties / BigInt::from(2)) / total), &exact(1e-11));
                }
                let [wins, ties, _] = added_up(board, &widened, combo);
                for (found, sum) in [(win_32[i][combo], wins), (tie_32[i][combo], ties)] {
                    close(found.into(), &sum, &(&bound_32 + &sum * exact(f64::from(f32::EPSILON) / 2.0)));
                }
            }
        }
    }

    /// Values of one to twenty vectors a board: one by one, in lanes, and in lanes that are not full.
    fn values_of<F: Float>(ranked: &RankedBoards, rows: &[PerCombo<F>], run: &mut Run<'_>) -> Vec<PerCombo<F>> {
        let of_board = |board: usize| (0..=board % 20).map(move |at| Pairing { board, weights: board * 7 + at });
        let modulo = |pairing: Pairing| Pairing { weights: pairing.weights % rows.len(), ..pairing };
        let pairings: Vec<_> = (0..ranked.len()).flat_map(of_board).map(modulo).collect();
        let mut out = vec![[F::nearest(f64::NAN); COMBO_COUNT]; pairings.len()];
        ranked.values(rows, &pairings, &mut out, run).unwrap();
        out
    }

    #[test]
    fn values_are_wins_less_losses() {
        let mut rng = Philox::new([6, 9], [0; 4]);
        let cards: Vec<u8> = boards().flatten().collect();
        let ranked = RankedBoards::new(&cards, &mut Run::new(2)).unwrap();
        let rows: Vec<_> = (0..16).map(|kind| weights(&mut rng, kind)).collect();
        let single: Vec<_> = rows.iter().map(|row| row.map(|weight| weight as f32)).collect();
        let expected = (values_of(&ranked, &rows, &mut Run::new(1)), values_of(&ranked, &single, &mut Run::new(1)));
        assert!(
            expected == (values_of(&ranked, &rows, &mut Run::new(3)), values_of(&ranked, &single, &mut Run::new(3)))
        );
        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            let run = &mut Run::new(1).at(level);
            assert!(expected == (values_of(&ranked, &rows, run), values_of(&ranked, &single, run)), "{level}");
        }
        let (run, mut at) = (&mut Run::new(1), 0);
        for (i, board) in ranked.chunks.iter().flatten().enumerate() {
            // The last vector of a board, alone.
            let (last, mut alone) = (at + i % 20, [[0.0; COMBO_COUNT]]);
            ranked
                .values(&rows[(i * 7 + i % 20) % 16..][..1], &[Pairing { board: i, weights: 0 }], &mut alone, run)
                .unwrap();
            assert_eq!(expected.0[last].map(f64::to_bits), alone[0].map(f64::to_bits));
            let [row, as_single] = [&rows[i * 7 % 16], &single[i * 7 % 16].map(f64::from)];
            let found_32 = expected.1[at].map(f64::from);
            let of_first = [(row, &expected.0[at], ERROR_BOUND), (as_single, &found_32, ERROR_32)];
            for (row, found, bound) in of_first {
                let bound = exact(2.0 * bound) * row.iter().map(|&w| exact(w)).sum::<BigRational>();
                for combo in (i..COMBO_COUNT).step_by(61) {
                    if board.strengths()[combo] == 0 {
                        assert_eq!(found[combo].to_bits(), 0);
                        continue;
                    }
                    let [wins, ties, total] = added_up(board, row, combo);
                    let off = exact(found[combo]) - (&wins + &wins + ties - total);
                    assert!(off <= bound && -off <= bound, "board {i}, combo {combo}: {}", found[combo]);
                }
            }
            at += i % 20 + 1;
        }
    }

    /// [`ERROR_BOUND`] for sums in single precision.
    const ERROR_32: f64 = ERROR_BOUND * (f32::EPSILON as f64 / f64::EPSILON);

    #[test]
    fn values_of_integers_are_exact() {
        let mut rng = Philox::new([7, 9], [0; 4]);
        let run = &mut Run::new(1);
        for board in boards().take(20) {
            let ranked = RankedBoards::new(&board, run).unwrap();
            let integers: [PerCombo<u32>; 17] =
                std::array::from_fn(|_| std::array::from_fn(|_| rng.below(12_000) as u32));
            let rows = integers.map(|row| row.map(|weight| weight as f32));
            let pairings: Vec<_> = (0..17).map(|weights| Pairing { board: 0, weights }).collect();
            let mut out = vec![[0.0f32; COMBO_COUNT]; 17];
            ranked.values(&rows, &pairings, &mut out, run).unwrap();
            let strengths = ranked.get(0).unwrap().strengths();
            for (row, found) in integers.iter().zip(&out) {
                for combo in (0..COMBO_COUNT).step_by(31).filter(|&combo| strengths[combo] > 0) {
                    let others = (0..COMBO_COUNT).filter(|&other| !share_a_card(COMBOS[other], COMBOS[combo]));
                    let value = |other: usize| match strengths[other] {
                        0 => 0,
                        theirs => strengths[combo].cmp(&theirs) as i64 * i64::from(row[other]),
                    };
                    assert_eq!(f64::from(found[combo]) as i64, others.map(value).sum::<i64>());
                }
            }
        }
    }

    #[test]
    fn integers_and_powers_of_two_are_exact() {
        let mut rng = Philox::new([4, 9], [0; 4]);
        let run = &mut Run::new(1);
        for board in boards().take(20) {
            let ranked = RankedBoards::new(&board, run).unwrap();
            let integers: PerCombo<u64> = std::array::from_fn(|_| rng.below(1 << 42));
            let weights = integers.map(|weight| weight as f64 / 8.0);
            let (mut win, mut tie) = ([[0.0; COMBO_COUNT]], [[0.0; COMBO_COUNT]]);
            ranked.outcomes(&[weights], &[Pairing { board: 0, weights: 0 }], &mut win, &mut tie, run).unwrap();
            ranked.get(0).unwrap().against(&integers, |combo, outcome| {
                let found = [win[0][usize::from(combo)], tie[0][usize::from(combo)]];
                let expected = [outcome.win, outcome.tie].map(|sum| (sum as f64 / 8.0).to_bits());
                assert_eq!(found.map(f64::to_bits), expected);
            });
        }
    }

    #[test]
    fn every_board_meets_any_weights_on_any_threads() {
        let mut rng = Philox::new([5, 9], [0; 4]);
        let cards: Vec<u8> = boards().flatten().collect();
        let rows: Vec<_> = (0..3).map(|kind| weights(&mut rng, kind)).collect();
        let pairing = |i: usize| Pairing { board: i * 7 % 60, weights: i % 3 };
        let pairings: Vec<_> = (0..200).map(pairing).collect();
        let outcomes = |threads| {
            let run = &mut Run::new(threads);
            let ranked = RankedBoards::new(&cards, run).unwrap();
            assert_eq!(ranked.len(), 60);
            let (mut win, mut tie) = (vec![[0.0; COMBO_COUNT]; 200], vec![[0.0; COMBO_COUNT]; 200]);
            ranked.outcomes(&rows, &pairings, &mut win, &mut tie, run).unwrap();
            (win, tie)
        };
        let found = outcomes(1);
        assert!(found == outcomes(3));
        for i in 0..200 {
            let Pairing { board, weights } = pairing(i);
            let alone = RankedBoard::new(&cards[board * BOARD_CARDS..][..BOARD_CARDS]).unwrap();
            alone.against(&rows[weights], |combo, outcome| {
                let combo = usize::from(combo);
                let of_row = [found.0[i][combo], found.1[i][combo]];
                assert_eq!(of_row.map(f64::to_bits), [outcome.win, outcome.tie].map(|sum| sum.max(0.0).to_bits()));
            });
        }
    }

    #[test]
    fn bad_boards_and_weights_are_refused() {
        let run = &mut Run::new(1);
        let refused = |cards: &[u8]| RankedBoards::new(cards, &mut Run::new(2)).err().unwrap().to_string();
        assert_eq!(refused(&[0, 1, 2, 3, 4, 5]), "6 cards are not boards of 5");
        assert_eq!(refused(&[0, 1, 2, 3, 4, 0, 1, 2, 3, 52]), "row 1: card id 52 is outside the deck (0 to 51)");
        assert_eq!(refused(&[0, 1, 2, 3, 4, 0, 1, 2, 3, 3]), "row 1: card 2s (id 3) appears more than once");
        let ranked = RankedBoards::new(&[0, 1, 2, 3, 4], run).unwrap();
        let mut refused = |weights: &[PerCombo<f32>], pairing: Pairing| {
            let (mut win, mut tie) = ([[0.0; COMBO_COUNT]], [[0.0; COMBO_COUNT]]);
            ranked.outcomes(weights, &[pairing], &mut win, &mut tie, run).unwrap_err().to_string()
        };
        // One vector, and enough for lanes.
        let values = |rows: Vec<PerCombo<f32>>| {
            let pairings: Vec<_> = (0..rows.len()).map(|weights| Pairing { board: 0, weights }).collect();
            let mut out = vec![[0.0; COMBO_COUNT]; rows.len()];
            ranked.values(&rows, &pairings, &mut out, &mut Run::new(1)).unwrap_err().to_string()
        };
        let right = [1.0; COMBO_COUNT];
        for (wrong, text) in [(-0.5, "-0.5"), (f32::NAN, "NaN"), (f32::INFINITY, "inf")] {
            for combo in [0, 1325] {
                let mut weights = right;
                weights[combo] = wrong;
                let name = if combo == 0 { "2d2c" } else { "AsAh" };
                let expected = format!(
                    "row 1: the weight of combo {combo} ({name}) is {text}: expected a finite number that is not negative"
                );
                assert_eq!(refused(&[right, weights], Pairing { board: 0, weights: 1 }), expected);
                assert_eq!(values(vec![right, weights]), expected);
                assert_eq!(values(vec![right, weights, weights, right, right]), expected);
            }
        }
        let expected = "row 0: the weights add up to 3.978e38, too much for their dtype";
        assert_eq!(refused(&[[3e35; COMBO_COUNT]], Pairing { board: 0, weights: 0 }), expected);
        assert_eq!(values(vec![[3e35; COMBO_COUNT]]), expected);
        assert_eq!(values(vec![[3e35; COMBO_COUNT]; 9]), expected);
        for (board, weights) in [(1, 0), (0, 1)] {
            let found = refused(&[right], Pairing { board, weights });
            assert!(found.ends_with("of 1 boards and 1 rows of weights"), "{found}");
        }
        let mut out = vec![[0.0; COMBO_COUNT]; 2];
        let found = ranked.equity(&[right], &[Pairing { board: 0, weights: 0 }], &mut out, run);
        assert_eq!(found.unwrap_err().to_string(), "1 pairings do not fill 2 rows");
        assert!(!ranked.is_empty() && RankedBoards::new(&[], run).unwrap().is_empty());
    }
}

//! One board of five: every combo ranked at once, and what each is worth against any mix of opponents.
//!
//! Combos are put in the order of their strength. Walking the groups of equal strength from the weakest, a running sum
//! over all combos and one for each card give every combo the opponents that it beats and the opponents that it ties
//! with; opponents that hold one of its cards are left out. Where no flush is possible only the two ranks of a combo
//! matter: 91 pairs of ranks are sorted in the place of 1,081 combos, and walked sixteen combos at a time.

use std::ops::{Add, Sub};

use super::board_view::flush_suit;
use super::combo_grid::{SLOTS, clear_card, slot};
pub use super::ordering::COMBOS_OFF_BOARD;
use super::ordering::{FIRST, ascending};
use super::street::BOARD_CARDS;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK, RANKS, combo_id};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::{ComboStrengths, evaluate_combos, rank_strength};
use crate::runtime::vectors::{Fours, Plain};

/// Combos that an opponent can hold when a board and one hand are known: 990.
pub const OPPONENT_COMBOS: usize = choose_small(DECK as usize - BOARD_CARDS - 2, 2) as usize;
/// Pairs of ranks, equal ones too.
const RANK_PAIRS: usize = choose_small(RANKS as usize + 1, 2) as usize;

/// What opponents are counted in: integers, floats, or several of them side by side.
pub trait Weight: Copy + Default + Add<Output = Self> + Sub<Output = Self> {}

impl<T: Copy + Default + Add<Output = T> + Sub<Output = T>> Weight for T {}

/// The combos of one board in ascending order of strength.
pub struct RankedBoard {
    strengths: ComboStrengths,
    order: BoardOrder,
}

/// A [`RankedBoard`] that does not know the strengths: what sums need, for those who go from board to board.
pub(crate) struct BoardOrder {
    board: [u8; BOARD_CARDS],
    set: CardSet,
    order: Order,
}

/// Weakest first.
enum Order {
    /// The numbers of the combos off the board; those of one strength in ascending order, the first of them with the
    /// flag [`FIRST`].
    Combos(Box<[u16; COMBOS_OFF_BOARD]>),
    /// No flush is possible.
    Ranks(Box<[RankPair; RANK_PAIRS]>),
}

/// The combos of two ranks, `low <= high`, which are of one strength where no flush is possible.
#[derive(Clone, Copy)]
struct RankPair {
    strength: u16,
    high: u8,
    low: u8,
}

/// What one combo meets among the opponents that hold none of its cards and no card of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome<W> {
    /// The weight of the opponents that it beats.
    pub win: W,
    /// The weight of the opponents that it ties with.
    pub tie: W,
}

impl RankedBoard {
    /// Ranks the combos on a board of five different cards.
    ///
    /// # Errors
    /// As [`evaluate_combos`].
    pub fn new(board: &[u8]) -> Result<Self> {
        let set = CardSet::from_ids(board)?;
        let strengths = evaluate_combos(set)?;
        let board = five(set);
        let order = match flush_suit(&board) {
            Some(_) => Order::Combos(Box::new(ascending(&strengths))),
            None => Order::Ranks(Box::new(ascending_ranks(board))),
        };
        Ok(Self { strengths, order: BoardOrder { board, set, order } })
    }

    /// The cards, ascending.
    pub(super) fn cards(&self) -> [u8; BOARD_CARDS] {
        self.order.board
    }

    /// The strength of every combo at its number; 0 where a card is on the board.
    pub fn strengths(&self) -> &ComboStrengths {
        &self.strengths
    }

    /// Tells `put` the number of every combo and its outcome against opponents who hold each combo with these weights.
    /// Combos come in the order of their strength, and sums are always taken in the same order: floats, too, come out
    /// the same every time.
    ///
    /// ```
    /// use pokerbits::{cards::{COMBO_COUNT, combo_id}, showdown::ranked_board::RankedBoard};
    /// let board = RankedBoard::new(&[43, 39, 35, 0, 5])?; // Qs Js Ts 2c 3d
    /// let mut nuts = 0;
    /// board.against(&[1u32; COMBO_COUNT], |combo, outcome| {
    ///     if combo == combo_id(51, 47) {
    ///         nuts = outcome.win;
    ///     }
    /// });
    /// assert_eq!(nuts, 990);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    #[inline]
    pub fn against<W: Weight>(&self, weights: &[W; COMBO_COUNT], put: impl FnMut(u16, Outcome<W>)) {
        self.order.walk(weights, &mut Told(put));
    }

    /// [`Self::against`] with the vectors of a level.
    #[inline(always)]
    pub(super) fn against_by<W: Weight>(
        &self,
        fours: impl Fours<W>,
        weights: &[W; COMBO_COUNT],
        sink: &mut impl Sink<W>,
    ) {
        self.order.walk_by(fours, weights, sink);
    }

    /// [`Self::against`] into one array for wins and one for ties; 0 for combos with a card of the board.
    #[inline]
    pub fn outcomes<W: Weight>(
        &self,
        weights: &[W; COMBO_COUNT],
        win: &mut [W; COMBO_COUNT],
        tie: &mut [W; COMBO_COUNT],
    ) {
        self.order.outcomes(weights, win, tie);
    }
}

/// The cards of a set of five.
#[inline]
pub(crate) fn five(board: CardSet) -> [u8; BOARD_CARDS] {
    let mut cards = [0; BOARD_CARDS];
    cards.iter_mut().zip(board.ids()).for_each(|(to, id)| *to = id);
    cards
}

impl BoardOrder {
    /// Ranks the combos on a board of five cards. Where no flush is possible on it or on the last one, and the ranks are
    /// the same, so is the order.
    pub(crate) fn after(last: Option<Self>, set: CardSet) -> Result<Self> {
        let board = five(set);
        let order = match (flush_suit(&board), last) {
            (Some(_), _) => Order::Combos(Box::new(ascending(&evaluate_combos(set)?))),
            (None, Some(Self { board: before, order: Order::Ranks(order), .. }))
                if before.map(|card| card / 4) == board.map(|card| card / 4) =>
            {
                Order::Ranks(order)
            }
            _ => Order::Ranks(Box::new(ascending_ranks(board))),
        };
        Ok(Self { board, set, order })
    }

    /// [`RankedBoard::outcomes`].
    #[inline]
    pub(crate) fn outcomes<W: Weight>(
        &self,
        weights: &[W; COMBO_COUNT],
        win: &mut [W; COMBO_COUNT],
        tie: &mut [W; COMBO_COUNT],
    ) {
        win.fill(W::default());
        tie.fill(W::default());
        self.walk(weights, &mut Written { win, tie });
    }

    #[inline(always)]
    fn walk<W: Weight>(&self, weights: &[W; COMBO_COUNT], sink: &mut impl Sink<W>) {
        self.walk_by(Plain, weights, sink);
    }

    #[inline(always)]
    fn walk_by<W: Weight>(&self, fours: impl Fours<W>, weights: &[W; COMBO_COUNT], sink: &mut impl Sink<W>) {
        match &self.order {
            Order::Combos(order) => combo_by_combo(order, weights, sink),
            Order::Ranks(order) => self.rank_by_rank(fours, order, weights, sink),
        }
    }

    #[inline(always)]
    fn rank_by_rank<W: Weight>(
        &self,
        fours: impl Fours<W>,
        order: &[RankPair; RANK_PAIRS],
        weights: &[W; COMBO_COUNT],
        sink: &mut impl Sink<W>,
    ) {
        let grid = self.grid(weights);
        let board_ranks = self.board.iter().fold(0u16, |ranks, card| ranks | 1 << (card / 4));
        let mut weaker = SeenRanks::default();
        let mut equal = SeenRanks::default();
        for group in order.chunk_by(|a, b| a.strength == b.strength) {
            for &pair in group {
                equal.add(fours, pair, &grid);
            }
            for &pair in group {
                let [high, low] = [pair.high, pair.low].map(usize::from);
                let is_whole = high != low && (board_ranks >> high | board_ranks >> low) & 1 == 0;
                for suit in 0..4 {
                    let card = 4 * pair.high + suit;
                    let own = four(&grid, pair, suit);
                    let rest = weaker.all - weaker.with[high][usize::from(suit)];
                    let equal_rest = equal.all - equal.with[high][usize::from(suit)];
                    let first = combo_id(0, card.max(1)) + u16::from(4 * pair.low);
                    if is_whole {
                        let win = fours.less(fours.times_four(rest), fours.four(&weaker.with[low]));
                        // The combo itself holds both cards: it is taken away twice.
                        let tie = fours.plus(fours.times_four(equal_rest), fours.four(own));
                        let tie = fours.less(tie, fours.four(&equal.with[low]));
                        sink.four(first, fours.array(win), fours.array(tie));
                        continue;
                    }
                    let lows = if high == low { suit } else { 4 };
                    for (i, combo) in (first..first + u16::from(lows)).enumerate() {
                        let blocked = self.set.bits() >> card | self.set.bits() >> (4 * low + i);
                        if blocked & 1 == 0 {
                            let tie = equal_rest + own[i] - equal.with[low][i];
                            sink.one(combo, Outcome { win: rest - weaker.with[low][i], tie });
                        }
                    }
                }
            }
            for &pair in group {
                weaker.take(fours, pair, &mut equal);
            }
        }
    }

    /// The weights of the combos off the board, and nothing for others.
    fn grid<W: Weight>(&self, weights: &[W; COMBO_COUNT]) -> [W; SLOTS] {
        let mut grid = [W::default(); SLOTS];
        for card in 1..DECK {
            let (first, n) = (usize::from(combo_id(0, card)), usize::from(card));
            grid[slot(0, card)..][..n].copy_from_slice(&weights[first..][..n]);
        }
        self.board.iter().for_each(|&card| clear_card(&mut grid, card));
        grid
    }
}

#[inline(always)]
fn combo_by_combo<W: Weight>(order: &[u16; COMBOS_OFF_BOARD], weights: &[W; COMBO_COUNT], sink: &mut impl Sink<W>) {
    let mut weaker = Seen::default();
    let mut wins = [W::default(); COMBOS_OFF_BOARD];
    for group in order.chunk_by(|_, next| next & FIRST == 0) {
        let combos = || group.iter().map(|combo| combo & !FIRST);
        for (win, combo) in wins.iter_mut().zip(combos()) {
            *win = weaker.without(combo);
        }
        for combo in combos() {
            weaker.add(combo, weights[usize::from(combo)]);
        }
        for (&win, combo) in wins.iter().zip(combos()) {
            let not_lost = weaker.without_but(combo, weights[usize::from(combo)]);
            sink.one(combo, Outcome { win, tie: not_lost - win });
        }
    }
}

/// Who is told of outcomes.
pub(super) trait Sink<W> {
    fn one(&mut self, combo: u16, outcome: Outcome<W>);

    /// Four combos, numbered one after the other.
    fn four(&mut self, first: u16, win: [W; 4], tie: [W; 4]);
}

struct Told<F>(F);

impl<W, F: FnMut(u16, Outcome<W>)> Sink<W> for Told<F> {
    #[inline(always)]
    fn one(&mut self, combo: u16, outcome: Outcome<W>) {
        (self.0)(combo, outcome);
    }

    #[inline(always)]
    fn four(&mut self, first: u16, win: [W; 4], tie: [W; 4]) {
        for (combo, (win, tie)) in (first..).zip(win.into_iter().zip(tie)) {
            (self.0)(combo, Outcome { win, tie });
        }
    }
}

struct Written<'a, W> {
    win: &'a mut [W; COMBO_COUNT],
    tie: &'a mut [W; COMBO_COUNT],
}

impl<W: Copy> Sink<W> for Written<'_, W> {
    #[inline(always)]
    fn one(&mut self, combo: u16, outcome: Outcome<W>) {
        self.win[usize::from(combo)] = outcome.win;
        self.tie[usize::from(combo)] = outcome.tie;
    }

    #[inline(always)]
    fn four(&mut self, first: u16, win: [W; 4], tie: [W; 4]) {
        self.win[usize::from(first)..][..4].copy_from_slice(&win);
        self.tie[usize::from(first)..][..4].copy_from_slice(&tie);
    }
}

/// Sums over the combos seen so far.
struct Seen<W> {
    all: W,
    /// The combos that hold each card.
    with: [W; DECK as usize],
}

impl<W: Weight> Default for Seen<W> {
    fn default() -> Self {
        Self { all: W::default(), with: [W::default(); DECK as usize] }
    }
}

impl<W: Weight> Seen<W> {
    #[inline(always)]
    fn add(&mut self, combo: u16, weight: W) {
        self.all = self.all + weight;
        for card in COMBOS[usize::from(combo)] {
            let with = &mut self.with[usize::from(card)];
            *with = *with + weight;
        }
    }

    /// The combos that hold neither card of `combo`, which is none of those seen.
    #[inline(always)]
    fn without(&self, combo: u16) -> W {
        let [low, high] = COMBOS[usize::from(combo)];
        self.all - self.with[usize::from(low)] - self.with[usize::from(high)]
    }

    /// `combo`, of this weight, which is one of those seen, and the combos that hold neither of its cards: it holds both,
    /// and is taken away twice.
    #[inline(always)]
    fn without_but(&self, combo: u16, own: W) -> W {
        let [low, high] = COMBOS[usize::from(combo)];
        self.all - self.with[usize::from(low)] + own - self.with[usize::from(high)]
    }
}

/// [`Seen`], the four cards of a rank side by side.
struct SeenRanks<W> {
    all: W,
    with: [[W; 4]; RANKS as usize],
}

impl<W: Weight> Default for SeenRanks<W> {
    fn default() -> Self {
        Self { all: W::default(), with: [[W::default(); 4]; RANKS as usize] }
    }
}

impl<W: Weight> SeenRanks<W> {
    /// Adds the combos of a pair of ranks.
    #[inline(always)]
    fn add(&mut self, fours: impl Fours<W>, pair: RankPair, grid: &[W; SLOTS]) {
        let [a, b] = [fours.four(four(grid, pair, 0)), fours.four(four(grid, pair, 1))];
        let [c, d] = [fours.four(four(grid, pair, 2)), fours.four(four(grid, pair, 3))];
        let of_low = fours.plus(fours.plus(fours.plus(a, b), c), d);
        let of_high = fours.sums([a, b, c, d]);
        let [a, b, c, d] = fours.array(of_high);
        self.all = self.all + ((a + b) + (c + d));
        let with = &mut self.with[usize::from(pair.high)];
        *with = fours.array(fours.plus(fours.four(with), of_high));
        let with = &mut self.with[usize::from(pair.low)];
        *with = fours.array(fours.plus(fours.four(with), of_low));
    }

    /// Adds what `other` has seen of two ranks, and of all: it forgets them.
    #[inline(always)]
    fn take(&mut self, fours: impl Fours<W>, pair: RankPair, other: &mut Self) {
        self.all = self.all + std::mem::take(&mut other.all);
        for rank in [pair.high, pair.low].map(usize::from) {
            let (with, more) = (&mut self.with[rank], std::mem::take(&mut other.with[rank]));
            *with = fours.array(fours.plus(fours.four(with), fours.four(&more)));
        }
    }
}

/// The weights of one card of the higher rank of a pair with each of the lower.
#[inline(always)]
fn four<W: Weight>(grid: &[W; SLOTS], pair: RankPair, suit: u8) -> &[W; 4] {
    // Rows are whole fours: there is always one.
    &grid.as_chunks().0[slot(4 * pair.low, 4 * pair.high + suit) / 4]
}

/// Sorts the pairs of ranks by strength, on a board where nothing else matters. Where nobody can hold a pair, it has
/// some strength.
fn ascending_ranks(board: [u8; BOARD_CARDS]) -> [RankPair; RANK_PAIRS] {
    let key = |rank: u8| RANK_KEYS_7[usize::from(rank)];
    let of_board: u32 = board.iter().map(|card| key(card / 4)).sum();
    let mut pairs = [0u32; RANK_PAIRS];
    let ranks = (0..RANKS).flat_map(|high| (0..=high).map(move |low| (high, low)));
    for (pair, (high, low)) in pairs.iter_mut().zip(ranks) {
        let strength = rank_strength::<7>(of_board + key(high) + key(low));
        *pair = u32::from(strength) << 8 | u32::from(high) << 4 | u32::from(low);
    }
    pairs.sort_unstable();
    pairs.map(|pair| RankPair { strength: (pair >> 8) as u16, high: (pair >> 4 & 15) as u8, low: (pair & 15) as u8 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::Run;
    use crate::runtime::rng::Philox;
    use crate::showdown::board_view::tests::boards;
    use crate::showdown::combo_grid::{SLOTS, slot};
    use crate::showdown::pattern_values::PatternValues;

    #[test]
    fn outcomes_are_comparisons() {
        let mut rng = Philox::new([1, 2], [0; 4]);
        for board in boards() {
            let weights: [u64; COMBO_COUNT] = std::array::from_fn(|_| rng.below(5));
            let ranked = RankedBoard::new(&board).unwrap();
            let mut told = 0;
            let mut weakest = 0;
            ranked.against(&weights, |combo, outcome| {
                told += 1;
                let ours = ranked.strengths[usize::from(combo)];
                assert!(weakest <= ours);
                weakest = ours;
                let hand = COMBOS[usize::from(combo)];
                assert!(hand.iter().all(|card| !board.contains(card)));
                let mut expected = Outcome::default();
                for (other, &weight) in COMBOS.iter().zip(&weights) {
                    if other.iter().any(|card| board.contains(card) || hand.contains(card)) {
                        continue;
                    }
                    let theirs = crate::evaluator::evaluate_ids(&[&other[..], &board].concat()).unwrap();
                    expected.win += if ours > theirs { weight } else { 0 };
                    expected.tie += if ours == theirs { weight } else { 0 };
                }
                assert_eq!(outcome, expected);
            });
            assert_eq!(told, COMBOS_OFF_BOARD);
        }
    }

    #[test]
    fn patterns_know_the_values_of_every_board() {
        let values = PatternValues::<5>::shared(&mut Run::new(2)).unwrap();
        for board in boards() {
            let on_board = values.of_board(&board);
            let mut grid = [0; SLOTS];
            on_board.spread(&mut grid, |v| v);
            RankedBoard::new(&board).unwrap().against(&[1u16; COMBO_COUNT], |combo, outcome| {
                let [low, high] = COMBOS[usize::from(combo)];
                let value = 2 * outcome.win + outcome.tie;
                assert_eq!(on_board.value(low, high), value, "{board:?} {low} {high}");
                assert_eq!(grid[slot(low, high)], value);
            });
        }
    }
}

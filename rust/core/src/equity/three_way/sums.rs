//! The sums of one class of hands over boards: rows of small integers, whose products are added up.
//!
//! Let a hand leave `v[b]` weaker hands of class b. Then it beats `v[b] v[c]` pairs of hands of classes b and c, less the
//! pairs that share a card: for each card z, `u[b] u[c]` of the hands with z. A hand and itself share two cards, so it is
//! added again. The same holds with equal hands, and with all hands, in place of weaker ones.

use super::board::{
    CLASS_LANES, ClassBoard, Combo, Hand, OfHand, OfRank, RANK_LANES, RANKS, Row, class_of_lane, put_rank,
};
use crate::cards::HAND_CLASS_COUNT;
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::{Products, Quad};

/// Numbers of a class and two others: those of a row of the table, by kind.
pub(super) const KINDS: usize = 5;
const CLASSES: usize = HAND_CLASS_COUNT;
/// Numbers of each kind in a row of the table.
pub(super) const PAIRS: usize = CLASSES * CLASSES;

/// Columns whose products are added up together: a vector with four integers of each.
const GROUP: usize = RANKS;
const CLASS_GROUPS: usize = CLASS_LANES / GROUP;
const RANK_GROUPS: usize = RANK_LANES / GROUP;
/// A lane of no class, which has a one among all hands: its products are sums.
const SPARE: usize = CLASS_LANES - 1;
/// Columns of weaker hands, then of all hands.
const WIDTH: usize = 2 * CLASS_LANES;
const RANK_WIDTH: usize = 2 * RANK_LANES;
/// The same, then columns of equal hands.
const TIED_WIDTH: usize = 3 * CLASS_LANES;
const TIED_RANK_WIDTH: usize = 3 * RANK_LANES;
/// Sums of the products of one rank.
const OF_RANK: usize = RANK_LANES * RANK_WIDTH;
const TIED_OF_RANK: usize = RANK_LANES * TIED_RANK_WIDTH;

/// Hands of a class on the boards of a batch, as many as a cache holds.
const MOST_HANDS: usize = 576;

/// Number of boards of a batch, for a class with this number of combos.
pub(super) fn boards_of_batch(n_combos: usize) -> usize {
    MOST_HANDS / n_combos.max(1)
}

/// The sums of one class.
pub(super) struct ClassSums {
    /// Weaker hands of a class by weaker hands and by all hands of another.
    weaker: Vec<u32>,
    /// The same for hands with a common card, by rank.
    weaker_with: Vec<u32>,
    /// Equal hands of a class by weaker, all and equal hands of another.
    equal: Vec<u32>,
    equal_with: Vec<u32>,
}

impl ClassSums {
    pub(super) fn new() -> Result<Self> {
        Ok(Self {
            weaker: try_vec(0, CLASS_LANES * WIDTH)?,
            weaker_with: try_vec(0, 13 * OF_RANK)?,
            equal: try_vec(0, CLASS_LANES * TIED_WIDTH)?,
            equal_with: try_vec(0, 13 * TIED_OF_RANK)?,
        })
    }

    /// Adds the sums of other boards.
    pub(super) fn merge(&mut self, other: &Self) {
        let all = [&mut self.weaker, &mut self.weaker_with, &mut self.equal, &mut self.equal_with];
        for (to, from) in all.into_iter().zip([&other.weaker, &other.weaker_with, &other.equal, &other.equal_with]) {
            to.iter_mut().zip(from).for_each(|(sum, more)| *sum = sum.wrapping_add(*more));
        }
    }

    /// Writes the row of the table, its kinds in order.
    pub(super) fn write_row(&self, row: &mut [u32]) {
        // The left side of each kind is equal hands or weaker ones; the right side is weaker hands, all, or equal ones.
        const SIDES: [(bool, usize); KINDS] = [(false, 0), (true, 0), (true, 2), (false, 1), (true, 1)];
        for (of_kind, (equal, right)) in row.chunks_exact_mut(PAIRS).zip(SIDES) {
            let (sums, width) = if equal { (&self.equal, TIED_WIDTH) } else { (&self.weaker, WIDTH) };
            for b in 0..CLASSES {
                let from = &sums[b * width..][..width];
                of_kind[b * CLASSES..][..CLASSES].copy_from_slice(&from[right * CLASS_LANES..][..CLASSES]);
                if right == if equal { 2 } else { 0 } {
                    // Only half of the products of hands by themselves was computed.
                    for c in b + 1..CLASSES {
                        of_kind[b * CLASSES + c] = sums[c * width + right * CLASS_LANES + b];
                    }
                }
                if right > 0 || !equal {
                    // The left side is a part of the right side, so each of its hands is there with itself.
                    let same = &mut of_kind[b * CLASSES + b];
                    *same = same.wrapping_add(from[CLASS_LANES + SPARE]);
                }
            }
            let (sums, width) =
                if equal { (&self.equal_with, TIED_RANK_WIDTH) } else { (&self.weaker_with, RANK_WIDTH) };
            for at in 0..13 * RANK_LANES {
                let (rank, left) = (at / RANK_LANES, at % RANK_LANES);
                let Some(b) = class_of_lane(rank, left) else { continue };
                for lane in 0..RANK_LANES {
                    let Some(c) = class_of_lane(rank, lane) else { continue };
                    let is_half = right == if equal { 2 } else { 0 } && lane > left;
                    let (row, lane) = if is_half { (at - left + lane, left) } else { (at, lane) };
                    let n = sums[row * width + right * RANK_LANES + lane];
                    let cell = &mut of_kind[b * CLASSES + c];
                    *cell = cell.wrapping_sub(n);
                }
            }
        }
    }
}

/// Working memory: what the hands of a class see on the boards of a batch.
pub(super) struct Memory {
    of_hands: Vec<OfHand>,
    /// By rank, a row for each hand: four cards side by side.
    by_rank: Vec<OfRank>,
    /// By class, a row for four hands side by side.
    by_class: Vec<Row<{ 3 * CLASS_GROUPS }>>,
    /// The rows that are not all zero in the columns of a product.
    rows: Vec<u16>,
}

impl Memory {
    pub(super) fn new() -> Result<Self> {
        Ok(Self {
            of_hands: try_vec([0; TIED_WIDTH], MOST_HANDS)?,
            by_rank: try_vec(OfRank::ZERO, MOST_HANDS)?,
            by_class: try_vec(Row::ZERO, MOST_HANDS.div_ceil(4))?,
            rows: try_vec(0, MOST_HANDS)?,
        })
    }
}

/// Adds to the sums of a class what its combos see on the boards of a batch, each `times` times.
pub(super) struct AddBoards<'a> {
    pub(super) boards: &'a [ClassBoard],
    pub(super) combos: &'a [Combo],
    pub(super) times: u32,
    pub(super) memory: &'a mut Memory,
    pub(super) sums: &'a mut ClassSums,
}

impl Kernel for AddBoards<'_> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { boards, combos, times, memory, sums } = self;
        debug_assert!(boards.len() <= boards_of_batch(combos.len()));
        let products = isa.products();
        let Memory { of_hands, by_rank, by_class, rows } = memory;
        let hands: Vec<Hand<'_>> =
            boards.iter().flat_map(|board| combos.iter().filter_map(|combo| board.hand(combo))).collect();
        let (of_hands, by_rank) = (&mut of_hands[..hands.len()], &mut by_rank[..hands.len()]);
        for rank in 0..13 {
            for ((hand, of_rank), of_hand) in hands.iter().zip(&mut *by_rank).zip(&mut *of_hands) {
                hand.beside(rank, of_rank);
                sum_cards(products, rank, of_rank, of_hand);
            }
            let weaker = &mut sums.weaker_with[rank * OF_RANK..][..OF_RANK];
            let equal = &mut sums.equal_with[rank * TIED_OF_RANK..][..TIED_OF_RANK];
            for left in [0, RANKS] {
                multiply(products, by_rank, (left, 13), [0, RANK_LANES, RANK_WIDTH], times, rows, weaker);
                multiply(products, by_rank, (left, 13), [RANK_WIDTH, 0, TIED_RANK_WIDTH], times, rows, equal);
            }
        }
        let by_class = &mut by_class[..of_hands.len().div_ceil(4)];
        for (of_hands, to) in of_hands.chunks_mut(4).zip(&mut *by_class) {
            for of_hand in &mut *of_hands {
                of_hand[CLASS_LANES + SPARE] = 1;
            }
            let none = [0; TIED_WIDTH];
            let hand = |at| of_hands.get(at).unwrap_or(&none);
            put_side_by_side([hand(0), hand(1), hand(2), hand(3)], to);
        }
        multiply(products, by_class, (0, CLASSES), [0, CLASS_LANES, WIDTH], times, rows, &mut sums.weaker);
        multiply(products, by_class, (0, CLASSES), [WIDTH, 0, TIED_WIDTH], times, rows, &mut sums.equal);
    }
}

/// Adds up the numbers of the four cards of a rank.
#[inline(always)]
fn sum_cards<P: Products<Quad>>(products: P, rank: usize, of_rank: &OfRank, of_hand: &mut OfHand) {
    let ones = products.splat([1; 4]);
    for (kind, to) in of_hand.chunks_exact_mut(CLASS_LANES).enumerate() {
        let mut sums = [0; RANK_LANES];
        for group in 0..RANK_GROUPS {
            let quads = &of_rank.quads()[kind * RANK_LANES + group * GROUP..][..GROUP];
            for lane in (0..GROUP).step_by(P::LEN) {
                let sum = products.add_product(products.load_sums(&[0; GROUP]), products.load(&quads[lane..]), ones);
                products.store_sums(sum, &mut sums[group * GROUP + lane..]);
            }
        }
        let mut small = [0; RANK_LANES];
        for lane in 0..RANK_LANES {
            small[lane] = sums[lane].cast_unsigned() as u8;
        }
        put_rank(rank, &small, to);
    }
}

/// Puts the numbers of four hands side by side.
#[inline(always)]
fn put_side_by_side(hands: [&OfHand; 4], to: &mut Row<{ 3 * CLASS_GROUPS }>) {
    for (lane, to) in to.quads_mut()[..TIED_WIDTH].iter_mut().enumerate() {
        *to = [hands[0][lane], hands[1][lane], hands[2][lane], hands[3][lane]];
    }
}

/// Adds, `times` times, the products of `n` columns of each row by other columns. The columns on the left are those from
/// `first` on in the part of a row that begins at column `part`. On the right are this part itself and, if it is the first
/// part, the columns from `right` to `width`, else those from `right` to the part. Products of the part by itself are
/// symmetric: groups of columns behind that on the left are left out.
#[inline(always)]
fn multiply<P: Products<Quad>, const W: usize>(
    products: P,
    all: &[Row<W>],
    (first, n): (usize, usize),
    [part, right, width]: [usize; 3],
    times: u32,
    rows: &mut [u16],
    sums: &mut [u32],
) {
    // As many sums as the registers hold: 13 rows of 2 vectors if a vector is a group, else 4 rows of a group.
    let step = if P::LEN == GROUP { 13 } else { 4 };
    let mut columns = [0; 3 * CLASS_GROUPS];
    for left in (first..first + n).step_by(step) {
        let mut found = 0;
        for (at, row) in all.iter().enumerate() {
            rows[found] = at as u16;
            found += usize::from(has_any(row, part + left, step));
        }
        let rows = &rows[..found];
        if found == 0 {
            continue;
        }
        let by_others = if part == 0 { right..width } else { right..part };
        let by_itself = (part..part + left + step).step_by(GROUP);
        let mut n = 0;
        for (to, column) in columns.iter_mut().zip(by_itself.chain(by_others.step_by(GROUP))) {
            *to = column / GROUP;
            n += 1;
        }
        let sums = &mut sums[left * width..];
        let columns = &columns[..n];
        // Loops: a closure that is not inlined has no vectors.
        if P::LEN == GROUP {
            let (twos, ones) = columns.as_chunks::<2>();
            for columns in twos {
                multiply_groups::<P, W, 13, 2>(products, (all, rows), (part + left, columns), times, width, sums);
            }
            for &column in ones {
                multiply_groups::<P, W, 13, 1>(products, (all, rows), (part + left, &[column]), times, width, sums);
            }
        } else if P::LEN == 8 {
            for &column in columns {
                multiply_groups::<P, W, 4, 2>(products, (all, rows), (part + left, &[column]), times, width, sums);
            }
        } else {
            for &column in columns {
                multiply_groups::<P, W, 4, 4>(products, (all, rows), (part + left, &[column]), times, width, sums);
            }
        }
    }
}

/// Whether a row has numbers in some columns.
#[inline(always)]
fn has_any<const W: usize>(row: &Row<W>, first: usize, n: usize) -> bool {
    let mut any = 0;
    for &quad in &row.quads()[first..first + n] {
        any |= u32::from_ne_bytes(quad);
    }
    any != 0
}

/// Adds the products of the `ROWS` columns from `left` on by some groups of columns, `VECTORS` vectors in all.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // With indices, sums stay in registers.
fn multiply_groups<P: Products<Quad>, const W: usize, const ROWS: usize, const VECTORS: usize>(
    products: P,
    (all, rows): (&[Row<W>], &[u16]),
    (left, columns): (usize, &[usize]),
    times: u32,
    width: usize,
    sums: &mut [u32],
) {
    let vectors = GROUP / P::LEN;
    let columns = &columns[..VECTORS / vectors];
    let mut found = [[products.load_sums(&[0; GROUP]); VECTORS]; ROWS];
    for &at in rows {
        let quads = all[usize::from(at)].quads();
        let mut rights = [products.splat([0; 4]); VECTORS];
        for vector in 0..VECTORS {
            rights[vector] = products.load(&quads[columns[vector / vectors] * GROUP + vector % vectors * P::LEN..]);
        }
        let lefts = &quads[left..][..ROWS];
        for row in 0..ROWS {
            let one = products.splat(lefts[row]);
            for vector in 0..VECTORS {
                found[row][vector] = products.add_product(found[row][vector], one, rights[vector]);
            }
        }
    }
    for row in 0..ROWS {
        for (group, column) in columns.iter().enumerate() {
            let mut lanes = [0; GROUP];
            for vector in 0..vectors {
                products.store_sums(found[row][group * vectors + vector], &mut lanes[vector * P::LEN..]);
            }
            for (sum, &n) in sums[row * width + column * GROUP..][..GROUP].iter_mut().zip(&lanes) {
                *sum = sum.wrapping_add(times.wrapping_mul(n.cast_unsigned()));
            }
        }
    }
}

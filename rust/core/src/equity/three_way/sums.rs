//! The sums of one class of hands over boards: rows of small integers, whose products are added up.
//!
//! Let a hand leave `v[b]` weaker hands of class b. Then it beats `v[b] v[c]` pairs of hands of classes b and c, less the
//! pairs that share a card: for each card z, `u[b] u[c]` of the hands with z. A hand and itself share two cards, so it is
//! added again. The same holds with equal hands, and with all hands, in place of weaker ones.

use super::board::{CLASS_LANES, ClassBoard, Hand, OfHand, RANK_LANES, class_of_lane, put_rank};
use crate::cards::HAND_CLASS_COUNT;
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::{Pair, Products};

/// Numbers of a class and two others: those of a row of the table, by kind.
pub(super) const KINDS: usize = 5;
const CLASSES: usize = HAND_CLASS_COUNT;
/// Numbers of each kind in a row of the table.
pub(super) const PAIRS: usize = CLASSES * CLASSES;

/// Columns of a product that are computed at a time.
const GROUP: usize = 16;
/// Rows of the products by class.
const CLASS_ROWS: usize = CLASSES.next_multiple_of(GROUP);
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

/// Hands of a class on the boards of a batch. A hand leaves at most 12 hands of a class: sums of their products over a batch
/// stay below 2^16.
const MOST_HANDS: usize = 192;

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
            weaker: try_vec(0, CLASS_ROWS * WIDTH)?,
            weaker_with: try_vec(0, 13 * OF_RANK)?,
            equal: try_vec(0, CLASSES * TIED_WIDTH)?,
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
                if right == 0 && !equal {
                    // Only half of the products of weaker hands by themselves was computed.
                    for c in b + 1..CLASSES {
                        of_kind[b * CLASSES + c] = sums[c * width + b];
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
            for (at, from) in sums.chunks_exact(width).enumerate() {
                let (rank, left) = (at / RANK_LANES, at % RANK_LANES);
                let Some(b) = class_of_lane(rank, left) else { continue };
                for lane in 0..RANK_LANES {
                    let Some(c) = class_of_lane(rank, lane) else { continue };
                    let is_half = right == 0 && !equal && lane > left;
                    let n =
                        if is_half { sums[(at - left + lane) * width + left] } else { from[right * RANK_LANES + lane] };
                    let cell = &mut of_kind[b * CLASSES + c];
                    *cell = cell.wrapping_sub(n);
                }
            }
        }
    }
}

/// Rows of small integers, two side by side: for each group of columns, the pairs of all rows.
struct Pairs {
    groups: Vec<Group>,
    /// Pairs of rows.
    rows: usize,
}

/// As long as a line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Group([Pair; GROUP]);

/// Working memory: what the hands of a class see on the boards of a batch.
pub(super) struct Memory {
    of_hands: Vec<OfHand>,
    pairs: Pairs,
    /// Products of equal hands.
    equal: TiedSums,
    equal_with: TiedSums,
}

/// The sums of tied hands over a batch. Most rows are zero: few classes tie.
struct TiedSums {
    sums: Vec<i16>,
    /// The rows that are not zero.
    rows: Vec<bool>,
}

impl TiedSums {
    fn new(rows: usize, width: usize) -> Result<Self> {
        Ok(Self { sums: try_vec(0, rows * width)?, rows: try_vec(false, rows)? })
    }

    /// Adds the products of each equal hand of a row, from column `equal` on, by the whole row. Its products have the rows
    /// from `first` on.
    #[inline(always)]
    fn add_products<const N: usize>(&mut self, row: &[i16; N], equal: usize, first: usize) {
        let (words, _) = row[equal..].as_chunks::<4>();
        for (at, word) in words.iter().enumerate().filter(|(_, word)| **word != [0; 4]) {
            for (lane, &n) in (first + 4 * at..).zip(word) {
                if n != 0 {
                    self.rows[lane] = true;
                    for (sum, &m) in self.sums[lane * N..][..N].iter_mut().zip(row) {
                        *sum = sum.wrapping_add(n.wrapping_mul(m));
                    }
                }
            }
        }
    }

    /// Adds the sums to those of all batches, `times` times, and clears them.
    #[inline(always)]
    fn add_to(&mut self, times: u32, width: usize, sums: &mut [u32]) {
        let rows = self.sums.chunks_exact_mut(width).zip(sums.chunks_exact_mut(width));
        for ((of_batch, sums), row) in rows.zip(&mut self.rows) {
            if std::mem::take(row) {
                for (sum, n) in sums.iter_mut().zip(of_batch) {
                    *sum = sum.wrapping_add(times * u32::from(n.cast_unsigned()));
                    *n = 0;
                }
            }
        }
    }
}

impl Memory {
    pub(super) fn new() -> Result<Self> {
        // The products by class have the most columns, those by rank the most rows.
        let (by_class, by_rank) = (MOST_HANDS / 2 * WIDTH, 2 * MOST_HANDS * RANK_WIDTH);
        Ok(Self {
            of_hands: try_vec([0; TIED_WIDTH], MOST_HANDS)?,
            pairs: Pairs { groups: try_vec(Group::default(), by_class.max(by_rank) / GROUP)?, rows: 0 },
            equal: TiedSums::new(CLASSES, TIED_WIDTH)?,
            equal_with: TiedSums::new(13 * RANK_LANES, TIED_RANK_WIDTH)?,
        })
    }
}

/// Adds to the sums of a class what its combos see on the boards of a batch, each `times` times.
pub(super) struct AddBoards<'a> {
    pub(super) boards: &'a [ClassBoard],
    pub(super) combos: &'a [u16],
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
        let Memory { of_hands, pairs, equal, equal_with } = memory;
        let hands: Vec<Hand<'_>> =
            boards.iter().flat_map(|board| combos.iter().filter_map(|&combo| board.hand(combo))).collect();
        let of_hands = &mut of_hands[..hands.len()];
        let mut tied = false;
        for rank in 0..13 {
            pairs.rows = 2 * hands.len();
            for (at, (hand, of_hand)) in hands.iter().zip(of_hands.iter_mut()).enumerate() {
                let of_cards = hand.beside(rank);
                let mut sum = of_cards[0];
                for lane in 0..TIED_RANK_WIDTH {
                    sum[lane] += of_cards[1][lane] + of_cards[2][lane] + of_cards[3][lane];
                }
                put_rank(rank, &sum, of_hand);
                pairs.put(2 * at, &of_cards[0][..RANK_WIDTH], &of_cards[1]);
                pairs.put(2 * at + 1, &of_cards[2][..RANK_WIDTH], &of_cards[3]);
                if any(&sum[RANK_WIDTH..]) {
                    tied = true;
                    for of_card in of_cards {
                        equal_with.add_products(&of_card, RANK_WIDTH, rank * RANK_LANES);
                    }
                }
            }
            let sums = &mut sums.weaker_with[rank * OF_RANK..][..OF_RANK];
            pairs.multiply(products, [RANK_LANES, RANK_LANES, RANK_WIDTH], times, sums);
        }
        pairs.rows = of_hands.len().div_ceil(2);
        for (at, two) in of_hands.chunks_mut(2).enumerate() {
            for of_hand in &mut *two {
                of_hand[CLASS_LANES + SPARE] = 1;
            }
            pairs.put(at, &two[0][..WIDTH], two.get(1).unwrap_or(&[0; TIED_WIDTH]));
        }
        pairs.multiply(products, [CLASS_ROWS, CLASS_LANES, WIDTH], times, &mut sums.weaker);
        if tied {
            for of_hand in of_hands {
                if any(&of_hand[WIDTH..]) {
                    equal.add_products(of_hand, WIDTH, 0);
                }
            }
            equal.add_to(times, TIED_WIDTH, &mut sums.equal);
            equal_with.add_to(times, TIED_RANK_WIDTH, &mut sums.equal_with);
        }
    }
}

#[inline(always)]
fn any(row: &[i16]) -> bool {
    row.iter().fold(0, |any, n| any | n) != 0
}

impl Pairs {
    /// Puts two rows side by side.
    #[inline(always)]
    fn put(&mut self, at: usize, first: &[i16], second: &[i16]) {
        for (group, (first, second)) in first.chunks_exact(GROUP).zip(second.chunks_exact(GROUP)).enumerate() {
            let to = &mut self.groups[group * self.rows + at].0;
            for ((to, &a), &b) in to.iter_mut().zip(first).zip(second) {
                *to = [a, b];
            }
        }
    }

    /// Adds the products of the first `n_left` columns of each row by themselves and by those from `right` on, `times`
    /// times. Products by themselves are symmetric: groups of columns above the row are left out.
    #[inline(always)]
    fn multiply<P: Products<Pair>>(
        &self,
        products: P,
        [n_left, right, width]: [usize; 3],
        times: u32,
        sums: &mut [u32],
    ) {
        // As many sums as the registers hold: 8 rows of 3 vectors if a vector is a group, else 4 rows of a group.
        let rows = if P::LEN == GROUP { 8 } else { 4 };
        let mut columns = [0; WIDTH / GROUP];
        for left in (0..n_left).step_by(rows) {
            let groups = (0..=left).step_by(GROUP).chain((right..width).step_by(GROUP));
            let mut n = 0;
            for (to, column) in columns.iter_mut().zip(groups) {
                *to = column;
                n += 1;
            }
            let columns = &columns[..n];
            let (threes, ones) = if P::LEN == GROUP { columns.as_chunks::<3>() } else { (&[][..], columns) };
            // Loops: a closure that is not inlined has no vectors.
            for columns in threes {
                self.multiply_groups(products, (left, columns, width), times, sums);
            }
            for &one in ones {
                self.multiply_groups(products, (left, &[one], width), times, sums);
            }
        }
    }

    /// Adds the products of some columns from `left` on by `N` groups of columns.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // With indices, sums stay in registers.
    fn multiply_groups<P: Products<Pair>, const N: usize>(
        &self,
        products: P,
        (left, columns, width): (usize, &[usize; N], usize),
        times: u32,
        sums: &mut [u32],
    ) {
        let (rows, vectors) = (if P::LEN == GROUP { 8 } else { 4 }, GROUP / P::LEN);
        let group_of = |column: usize| &self.groups[column / GROUP * self.rows..][..self.rows];
        let rights = columns.map(group_of);
        let mut found = [[products.load_sums(&[0; GROUP]); 4]; 8];
        for (at, lefts) in group_of(left).iter().enumerate() {
            let lefts = &lefts.0[left % GROUP..][..rows];
            for vector in 0..N * vectors {
                let right = products.load(&rights[vector / vectors][at].0[vector % vectors * P::LEN..]);
                for row in 0..rows {
                    let one = products.splat(lefts[row]);
                    found[row][vector] = products.add_product(found[row][vector], one, right);
                }
            }
        }
        for row in 0..rows {
            for (group, column) in columns.iter().enumerate() {
                let mut lanes = [0; GROUP];
                for vector in 0..vectors {
                    products.store_sums(found[row][group * vectors + vector], &mut lanes[vector * P::LEN..]);
                }
                for (sum, &n) in sums[(left + row) * width + column..][..GROUP].iter_mut().zip(&lanes) {
                    *sum = sum.wrapping_add(times.wrapping_mul(n.cast_unsigned()));
                }
            }
        }
    }
}

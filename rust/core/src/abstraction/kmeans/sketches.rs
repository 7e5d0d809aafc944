//! Sketches of squared distances: sums of products that rule out nearly all centres as the nearest of a point.
//!
//! Half of the squared distance of a point `x` from a centre `c` is `|x|^2 / 2 + |c|^2 / 2 - x c`. The kernel computes
//! `|c|^2 / 2 - x c`, many centres at a time: in single precision, or in integers if the coordinates of the points are
//! integers and those of centres are rounded to 16 bits. With a bound for its errors, that rules out nearly all centres. The
//! distances of the others are computed in double precision. So labels and costs are those of double precision, the same at
//! every CPU level.

use std::ops::Range;

use super::Value;
use super::groups::CenterGroups;
use super::space::{Best, MAX_BATCH};
use super::squared_distance::{SUMS, added_up, squared_distance};
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::{Factor, Pair, Products};

/// Points that are compared with centres together.
pub(super) const BATCH: usize = MAX_BATCH;
/// Centres of a group.
const LANES: usize = 32;
/// Half of the rounding error of single precision for each coordinate, and as much again.
const ERROR_OF_SINGLES: f64 = f32::EPSILON as f64;
/// Bits of a sketch in integers: with errors and signs, none overflows.
const BITS_OF_INTEGERS: i32 = 29;
/// The most coordinates with which that holds.
pub(super) const MAX_WIDTH_OF_INTEGERS: usize = 1 << 14;

/// The points whose squared distances are sketched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) width: usize,
    /// The largest magnitude of a coordinate of a point or a centre.
    pub(super) largest: f64,
    /// The largest sum of the magnitudes of the coordinates of a point.
    pub(super) largest_sum: f64,
}

impl Extent {
    /// Whether points with integer coordinates can be sketched in integers.
    pub(super) fn is_for_integers(self) -> bool {
        self.largest <= f64::from(i16::MAX) && self.width <= MAX_WIDTH_OF_INTEGERS
    }
}

/// The numbers by which the coordinates of points and of centres are multiplied.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    of_point: f64,
    of_center: f64,
}

impl Scale {
    /// A square or a product in the unit of the sketch.
    #[inline(always)]
    fn square(self, square: f64) -> f64 {
        square * self.of_point * self.of_center
    }
}

/// The factors of sketches.
pub(super) trait Sketch: Factor {
    /// The vectors of a level.
    fn products<I: Isa>(isa: I) -> impl Products<Self>;
    /// The factors of a point with this many coordinates.
    fn factors(width: usize) -> usize;
    /// For centres with this squared length or less.
    fn scale(extent: Extent, length: f64) -> Scale;
    /// Writes the factors of a centre, all negated.
    fn center(center: &[f64], scale: f64, to: &mut [Self]);
    /// Writes the factors of a point, and returns its squared length in the unit of the sketch.
    fn point<T: Value>(row: &[T], scale: Scale, to: &mut [Self]) -> f64;
    /// A bound for the errors of the sketches, of a point and centres with at most these squared lengths in their unit. It
    /// has room for the errors of double precision.
    fn error(extent: Extent, scale: Scale, point: f64, centers: f64) -> f64;
    /// The sum that is nearest.
    fn sum(of: f64) -> Self::Sum;
    /// A sum that is not smaller.
    fn above(sum: f64) -> Self::Sum;
    /// The sum as a double.
    fn wide(sum: Self::Sum) -> f64;
}

impl Sketch for f32 {
    #[inline(always)]
    fn products<I: Isa>(isa: I) -> impl Products<Self> {
        isa.products()
    }

    fn factors(width: usize) -> usize {
        width
    }

    /// A power of two that makes the coordinates at most 1, without which singles would overflow.
    fn scale(extent: Extent, _: f64) -> Scale {
        /// The exponents of which scales can be made.
        const EXPONENTS: [f64; 2] = [-1000.0, 1024.0];
        let largest = extent.largest;
        let exponent = if largest > 0.0 { largest.log2().ceil().clamp(EXPONENTS[0], EXPONENTS[1]) } else { 0.0 };
        let scale = (-exponent).exp2();
        Scale { of_point: scale, of_center: scale }
    }

    fn center(center: &[f64], scale: f64, to: &mut [Self]) {
        for (to, &x) in to.iter_mut().zip(center) {
            *to = (-x * scale) as Self;
        }
    }

    #[inline(always)]
    fn point<T: Value>(row: &[T], scale: Scale, to: &mut [Self]) -> f64 {
        // One loop for each kind of number: a compiler makes vectors of these.
        for (to, x) in to.iter_mut().zip(row) {
            *to = (x.get() * scale.of_point) as Self;
        }
        let (chunks, rest) = row.as_chunks::<SUMS>();
        let mut sums = [0.0; SUMS];
        for chunk in chunks {
            for at in 0..SUMS {
                let x = chunk[at].get() * scale.of_point;
                sums[at] += x * x;
            }
        }
        let mut sum = 0.0;
        for x in rest {
            let x = x.get() * scale.of_point;
            sum += x * x;
        }
        added_up(sums) + sum
    }

    #[inline(always)]
    fn error(extent: Extent, scale: Scale, point: f64, centers: f64) -> f64 {
        let terms = (extent.width + 8) as f64;
        let of_underflow = f64::from(Self::MIN_POSITIVE) + scale.square(f64::MIN_POSITIVE);
        terms * (ERROR_OF_SINGLES * (point + 2.0 * centers) + of_underflow)
    }

    fn sum(of: f64) -> Self {
        of as Self
    }

    #[inline(always)]
    fn above(sum: f64) -> Self {
        (sum as Self).next_up()
    }

    #[inline(always)]
    fn wide(sum: Self) -> f64 {
        sum.into()
    }
}

impl Sketch for Pair {
    #[inline(always)]
    fn products<I: Isa>(isa: I) -> impl Products<Self> {
        isa.products()
    }

    fn factors(width: usize) -> usize {
        width.div_ceil(2)
    }

    /// The coordinates of points stay what they are. By the Cauchy-Schwarz inequality, no sketch is larger than three halves
    /// of the larger of the squared lengths of points and centres.
    fn scale(extent: Extent, length: f64) -> Scale {
        let of_coordinates = f64::from(i16::MAX) / extent.largest;
        let length = length.max(extent.largest * extent.largest_sum);
        let of_center = of_coordinates.min(2f64.powi(BITS_OF_INTEGERS) / length);
        // All coordinates may be 0, or almost.
        Scale { of_point: 1.0, of_center: if of_center.is_finite() { of_center } else { 1.0 } }
    }

    fn center(center: &[f64], scale: f64, to: &mut [Self]) {
        for (to, &x) in to.as_flattened_mut().iter_mut().zip(center) {
            *to = (-x * scale).round() as i16;
        }
    }

    #[inline(always)]
    fn point<T: Value>(row: &[T], scale: Scale, to: &mut [Self]) -> f64 {
        for (to, x) in to.as_flattened_mut().iter_mut().zip(row) {
            *to = x.integer() as i16;
        }
        let mut length: u64 = 0;
        for &[first, second] in &*to {
            let (first, second) = (i32::from(first), i32::from(second));
            length += u64::from((first * first + second * second).cast_unsigned());
        }
        scale.square(length as f64)
    }

    /// Coordinates of centres are rounded by half a unit at most, and so is the half of the squared length. A unit and a
    /// half are room for the errors of double precision, which are below that in numbers of so few bits.
    #[inline(always)]
    fn error(extent: Extent, _: Scale, _: f64, _: f64) -> f64 {
        extent.largest_sum * 0.500_001 + 2.0
    }

    fn sum(of: f64) -> i32 {
        of.round() as i32
    }

    #[inline(always)]
    fn above(sum: f64) -> i32 {
        sum.ceil() as i32
    }

    #[inline(always)]
    fn wide(sum: i32) -> f64 {
        sum.into()
    }
}

/// Centres in groups.
pub(super) struct Sketches<F: Sketch> {
    factors: CenterGroups<F, LANES>,
    /// Halves of the squared lengths, one row of each group.
    halves: CenterGroups<F::Sum, LANES>,
    extent: Extent,
    scale: Scale,
    /// The largest squared length, in the unit of the sketch.
    length: f64,
}

impl<F: Sketch> Sketches<F> {
    /// The centres of `order`.
    pub(super) fn new(extent: Extent, centers: &[f64], order: &[u32]) -> Result<Self> {
        let (width, rows) = (extent.width, F::factors(extent.width));
        let clusters = centers.len() / width;
        let square = |center: &[f64]| center.iter().map(|x| x * x).sum::<f64>();
        let scale = F::scale(extent, centers.chunks_exact(width).map(square).fold(0.0, f64::max));
        let (mut factors, mut halves) = (try_vec(F::default(), clusters * rows)?, try_vec(F::sum(0.0), clusters)?);
        let mut length = 0.0;
        let sketches = factors.chunks_exact_mut(rows).zip(&mut halves);
        for (center, (factors, half)) in centers.chunks_exact(width).zip(sketches) {
            F::center(center, scale.of_center, factors);
            // Scaled before it is squared: squares may overflow.
            let [of_point, of_center] = [scale.of_point, scale.of_center];
            let squares = center.iter().map(|x| (x * of_point) * (x * of_center)).sum();
            *half = F::sum(squares / 2.0);
            length = f64::max(length, squares);
        }
        let factors = CenterGroups::new(order, rows, |cluster| &factors[cluster * rows..][..rows])?;
        let halves = CenterGroups::new(order, 1, |cluster| &halves[cluster..=cluster])?;
        Ok(Self { factors, halves, extent, scale, length })
    }

    /// Room for the factors of a batch.
    pub(super) fn room(width: usize) -> Result<Vec<F>> {
        try_vec(F::default(), BATCH * F::factors(width))
    }
}

/// Improves on `best` with the nearest of the centres.
pub(super) struct NearestSketches<'a, T: Value, F: Sketch> {
    pub(super) rows: [&'a [T]; BATCH],
    /// All centres, by label.
    pub(super) centers: &'a [f64],
    pub(super) sketches: &'a Sketches<F>,
    /// The places of the centres that matter, in the order of `sketches`.
    pub(super) window: Range<usize>,
    pub(super) best: &'a mut [Best; BATCH],
    pub(super) room: &'a mut [F],
}

impl<T: Value, F: Sketch> Kernel for NearestSketches<'_, T, F> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { rows, centers, sketches, window, best, room } = self;
        let Sketches { extent, scale, length, .. } = *sketches;
        let factors = F::factors(extent.width);
        let mut points = [Point { length: 0.0, error: 0.0, scale }; BATCH];
        let mut limits = [F::sum(0.0); BATCH];
        for at in 0..BATCH {
            let point = &mut points[at];
            point.length = F::point(rows[at], scale, &mut room[at * factors..][..factors]);
            point.error = F::error(extent, scale, point.length, length);
            limits[at] = point.limit::<F>(best[at].cost);
        }
        let (groups, labels) = sketches.factors.of(window.clone());
        let (halves, _) = sketches.halves.of(window);
        let mut sums = [[F::sum(0.0); LANES]; BATCH];
        for ((group, half), labels) in groups.chunks_exact(factors).zip(halves).zip(labels) {
            let near = sketch(F::products(isa), room, group, half, &limits, &mut sums);
            for at in 0..BATCH {
                if near[at] != 0 {
                    let group = Group::<F> { near: near[at], sums: &sums[at], labels, centers };
                    limits[at] = points[at].compare(rows[at], &group, limits[at], &mut best[at]);
                }
            }
        }
    }
}

/// A point that is compared with sketches.
#[derive(Debug, Clone, Copy)]
struct Point {
    /// Its squared length, in the unit of the sketch.
    length: f64,
    /// A bound for the errors of its sketches.
    error: f64,
    scale: Scale,
}

/// Centres that may be nearer to a point than its best.
struct Group<'a, F: Sketch> {
    /// Their lanes.
    near: u32,
    sums: &'a [F::Sum; LANES],
    labels: &'a [u32; LANES],
    /// All centres, by label.
    centers: &'a [f64],
}

impl Point {
    /// The most that the sketch of a centre may be that has this cost or less.
    #[inline(always)]
    fn limit<F: Sketch>(self, cost: f64) -> F::Sum {
        F::above((self.scale.square(cost) - self.length) / 2.0 + self.error)
    }

    /// Compares a point with the centres of a group, and returns the new limit.
    #[inline(always)]
    #[allow(clippy::float_cmp)] // Equal costs are what it says.
    fn compare<T: Value, F: Sketch>(self, row: &[T], group: &Group<'_, F>, limit: F::Sum, best: &mut Best) -> F::Sum {
        // With any sketch above the least by two errors or more, the centre of the least is nearer.
        let mut least = f64::INFINITY;
        for lane in lanes(group.near) {
            least = least.min(F::wide(group.sums[lane]));
        }
        let mut limit = lesser(limit, F::above(least + 2.0 * self.error));
        for lane in lanes(group.near) {
            let label = group.labels[lane];
            if group.sums[lane] <= limit && label != best.label {
                let cost = squared_distance(row, &group.centers[label as usize * row.len()..][..row.len()]);
                if cost < best.cost || (cost == best.cost && label < best.label) {
                    *best = Best { cost, label };
                    limit = lesser(limit, self.limit::<F>(cost));
                }
            }
        }
        limit
    }
}

#[inline(always)]
fn lesser<N: PartialOrd>(a: N, b: N) -> N {
    if b < a { b } else { a }
}

/// The places of the bits.
#[inline(always)]
fn lanes(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// The sketches of a group of centres for all points of a batch, and which of them are within the limit of the point.
#[inline(always)]
fn sketch<F: Sketch, P: Products<F>>(
    products: P,
    points: &[F],
    group: &[[F; LANES]],
    half: &[F::Sum; LANES],
    limits: &[F::Sum; BATCH],
    sums: &mut [[F::Sum; LANES]; BATCH],
) -> [u32; BATCH] {
    let mut near = [0; BATCH];
    for lane in (0..LANES).step_by(2 * P::LEN) {
        for first in (0..BATCH).step_by(P::ROWS) {
            // As many sums as the registers hold.
            if P::ROWS == 8 {
                tile::<F, P, 8>(products, points, group, half, [first, lane], limits, sums, &mut near);
            } else {
                tile::<F, P, 4>(products, points, group, half, [first, lane], limits, sums, &mut near);
            }
        }
    }
    near
}

#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn tile<F: Sketch, P: Products<F>, const ROWS: usize>(
    products: P,
    points: &[F],
    group: &[[F; LANES]],
    half: &[F::Sum; LANES],
    [first, lane]: [usize; 2],
    limits: &[F::Sum; BATCH],
    sketches: &mut [[F::Sum; LANES]; BATCH],
    near: &mut [u32; BATCH],
) {
    let factors = group.len();
    let rows = &points[first * factors..];
    let rows: [&[F]; ROWS] = std::array::from_fn(|row| &rows[row * factors..][..factors]);
    let start = [products.load_sums(&half[lane..]), products.load_sums(&half[lane + P::LEN..])];
    let mut sums = [start; ROWS];
    for (at, centers) in group.iter().enumerate() {
        let centers = [products.load(&centers[lane..]), products.load(&centers[lane + P::LEN..])];
        for row in 0..ROWS {
            let x = products.splat(rows[row][at]);
            sums[row][0] = products.add_product(sums[row][0], x, centers[0]);
            sums[row][1] = products.add_product(sums[row][1], x, centers[1]);
        }
    }
    for row in 0..ROWS {
        let limit = limits[first + row];
        for (lane, sums) in [(lane, sums[row][0]), (lane + P::LEN, sums[row][1])] {
            near[first + row] |= products.at_most(sums, limit) << lane;
            products.store_sums(sums, &mut sketches[first + row][lane..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;
    use crate::runtime::simd::Scalar;

    /// The error of the sketch of a row and a centre, and its bound.
    fn error<F: Sketch>(row: &[u16], center: &[f64]) -> [f64; 2]
    where
        Scalar: Products<F>,
    {
        let floats: Vec<f64> = row.iter().map(|&x| x.into()).collect();
        let largest = floats.iter().chain(center).fold(0.0, |largest, x| f64::max(largest, x.abs()));
        let extent = Extent { width: row.len(), largest, largest_sum: floats.iter().sum() };
        let sketches = Sketches::<F>::new(extent, center, &[0]).unwrap();
        let mut factors = vec![F::default(); F::factors(row.len())];
        let length = F::point(row, sketches.scale, &mut factors);
        let mut sums = Scalar.load_sums(&sketches.halves.of(0..1).0[0]);
        for (&factor, centers) in factors.iter().zip(sketches.factors.of(0..1).0) {
            sums = Scalar.add_product(sums, Scalar.splat(factor), Scalar.load(centers));
        }
        let mut sketch = [F::sum(0.0); 4];
        Scalar.store_sums(sums, &mut sketch);
        let exact: f64 = floats.iter().zip(center).map(|(x, c)| c * c / 2.0 - x * c).sum();
        let error = F::wide(sketch[0]) - sketches.scale.square(exact);
        [error.abs(), F::error(extent, sketches.scale, length, sketches.length)]
    }

    #[test]
    fn errors_are_within_their_bounds() {
        let mut rng = Philox::new([14, 10], [0; 4]);
        for (width, values) in [(1, 2), (2, 256), (7, 32_768), (50, 47), (301, 1000)] {
            for _ in 0..200 {
                let row: Vec<u16> = (0..width).map(|_| rng.below(values) as u16).collect();
                let center: Vec<f64> =
                    (0..width).map(|_| rng.below(values << 20) as f64 / f64::from(1 << 20)).collect();
                for [error, bound] in [error::<f32>(&row, &center), error::<Pair>(&row, &center)] {
                    assert!(error <= bound, "{error} {bound} {row:?} {center:?}");
                }
            }
        }
    }

    #[test]
    fn the_errors_of_integers_may_come_close_to_their_bound() {
        // All coordinates of the centre are half a unit away from an integer: they are rounded in the same direction.
        for width in [1, 50, 301] {
            let extent = Extent { width, largest: 100.0, largest_sum: 100.0 * width as f64 };
            let scale = Pair::scale(extent, 0.0).of_center;
            for offset in [-0.49, 0.49] {
                let (row, center) = (vec![100; width], vec![(1000.0 + offset) / scale; width]);
                let [error, bound] = error::<Pair>(&row, &center);
                assert!(error <= bound && error > 0.8 * (bound - 2.0), "{error} {bound} {width} {offset}");
            }
        }
    }
}

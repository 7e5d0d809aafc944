//! Points whose coordinates are any numbers, under the sum of the squared differences.
//!
//! Half of the squared distance of a point `x` from a centre `c` is `|x|^2 / 2 + |c|^2 / 2 - x c`. The kernel computes
//! `|c|^2 / 2 - x c` in single precision, many centres at a time. That is a sketch: with a bound for its rounding errors it
//! rules out nearly all centres. The distances of the others are computed in double precision, as eight sums that are added
//! up in one order. So labels and costs are those of double precision, the same at every CPU level.

use std::ops::Range;

use super::Value;
use super::groups::Groups;
use super::lloyd::{Assigned, Best, Centers, MAX_BATCH, Part, Space};
use super::members::move_to_optimum;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::Singles;

/// Points that are compared with centres together.
const BATCH: usize = MAX_BATCH;
/// Centres of a group.
const LANES: usize = 32;
/// Rows that are shorter are faster read than left out.
const MIN_SAFE_WIDTH: usize = 16;
/// Half of the rounding error of single precision for each coordinate, and as much again.
const ERROR_OF_SINGLES: f64 = f32::EPSILON as f64;
/// The exponents of which scales can be made.
const EXPONENTS: [f64; 2] = [-1000.0, 1024.0];

/// Points in rows, in order of the sums of their coordinates.
pub(super) struct SquaredPoints<T> {
    rows: Vec<T>,
    width: usize,
    /// The largest magnitude of a coordinate, to which rounding errors are proportional.
    largest: f64,
    /// The power of two that makes the coordinates at most 1, without which singles would overflow.
    scale: f64,
    /// Whether sums over points are exact: they are integers that a double holds.
    sums_are_exact: bool,
}

impl<T: Value> SquaredPoints<T> {
    /// Points in rows of `width` numbers, with this sum of weights; no coordinate of theirs or of a centre is larger than
    /// `largest`.
    pub(super) fn new(rows: Vec<T>, width: usize, largest: f64, weight: u64) -> Self {
        let exponent = if largest > 0.0 { largest.log2().ceil().clamp(EXPONENTS[0], EXPONENTS[1]) } else { 0.0 };
        let sums_are_exact = T::INTEGER && largest * weight as f64 <= 1.0 / f64::EPSILON;
        Self { rows, width, largest, scale: (-exponent).exp2(), sums_are_exact }
    }

    fn row(&self, point: usize) -> &[T] {
        &self.rows[point * self.width..][..self.width]
    }

    /// A bound for the errors of the sketch of half a squared distance, of a point and centres with at most these squared
    /// lengths, all scaled. It has room for the errors of double precision.
    fn error(&self, point: f64, centers: f64) -> f64 {
        let terms = (self.width + 8) as f64;
        let of_underflow = f64::from(f32::MIN_POSITIVE) + f64::MIN_POSITIVE * self.scale * self.scale;
        terms * (ERROR_OF_SINGLES * (point + 2.0 * centers) + of_underflow)
    }
}

/// Centres as singles, in groups: half of the squared length, then the coordinates.
pub(super) struct Sketches {
    groups: Groups<f32, LANES>,
    /// The largest squared length, scaled.
    length: f64,
}

/// The points of a batch.
pub(super) struct Room {
    rows: Vec<f64>,
    /// The same, scaled.
    sketches: Vec<f32>,
}

impl<T: Value> Space for SquaredPoints<T> {
    type Coordinate = f64;
    type Tally = Tally;
    type Groups = Sketches;
    type Room = Room;

    const BATCH: usize = BATCH;

    fn points(&self) -> usize {
        self.rows.len() / self.width
    }

    fn width(&self) -> usize {
        self.width
    }

    fn copy(&self, point: usize, to: &mut [f64]) {
        to.iter_mut().zip(self.row(point)).for_each(|(to, x)| *to = x.get());
    }

    fn sum(&self, row: &[f64]) -> f64 {
        row.iter().sum()
    }

    /// By the Cauchy-Schwarz inequality, with room for rounding errors and for underflow.
    fn reach(&self, cost: f64) -> f64 {
        let width = self.width as f64;
        let rounding = 4.0 * width * width * self.largest * f64::EPSILON;
        (width * (cost + width * f64::MIN_POSITIVE)).sqrt() * (1.0 + 4.0 * width * f64::EPSILON) + rounding
    }

    /// By the triangle inequality: a point stays with its centre if that is half as far as the centres are from each other,
    /// a quarter in squares. There is room for rounding errors, which are proportional to the squares, and for underflow.
    fn safe_costs(&self, before: &[f64], center: &[f64]) -> Result<Option<Vec<f64>>> {
        if self.width < MIN_SAFE_WIDTH {
            return Ok(None);
        }
        let terms = (self.width + 4) as f64;
        let safe = before.chunks_exact(self.width).map(|other| {
            let between = squared_distance(other, center) - terms * f64::MIN_POSITIVE;
            Ok(if between.is_finite() { between / (4.0 * (1.0 + 8.0 * terms * f64::EPSILON)) } else { -1.0 })
        });
        try_collect(safe).map(Some)
    }

    fn costs(
        &self,
        level: Proven,
        points: Range<usize>,
        wanted: Option<&[u16]>,
        center: &[f64],
        mut see: impl FnMut(usize, f64),
    ) {
        level.run(Costs { space: self, points, wanted, center, see: &mut see });
    }

    fn groups(&self, centers: &[f64], order: &[u32]) -> Result<Sketches> {
        let rows = self.width + 1;
        let mut sketches = try_vec(0.0, centers.len() / self.width * rows)?;
        let mut length = 0.0;
        for (center, sketch) in centers.chunks_exact(self.width).zip(sketches.chunks_exact_mut(rows)) {
            let mut squares = 0.0;
            for (&x, sketch) in center.iter().zip(&mut sketch[1..]) {
                let x = x * self.scale;
                squares += x * x;
                *sketch = x as f32;
            }
            sketch[0] = (squares / 2.0) as f32;
            length = f64::max(length, squares);
        }
        let groups = Groups::new(order, rows, |cluster| &sketches[cluster * rows..][..rows])?;
        Ok(Sketches { groups, length })
    }

    fn room(&self) -> Result<Room> {
        Ok(Room { rows: try_vec(0.0, BATCH * self.width)?, sketches: try_vec(0.0, BATCH * self.width)? })
    }

    fn nearest(&self, level: Proven, points: &[usize], centers: Centers<'_, Self>, best: &mut [Best], room: &mut Room) {
        let Some(best) = best.first_chunk_mut() else { return };
        let rows = std::array::from_fn(|at| self.row(points[at]));
        level.run(Nearest { space: self, rows, centers, best, room });
    }

    fn tally(&self, clusters: usize) -> Result<Tally> {
        let clusters = if self.sums_are_exact { clusters } else { 0 };
        Ok(Tally { sums: try_vec(0.0, clusters * self.width)?, total: try_vec(0, clusters)? })
    }

    /// A centre is the mean of its cluster.
    fn update(&self, level: Proven, part: Part<'_, f64, Tally>, assigned: &Assigned<'_>) -> Result<()> {
        if self.sums_are_exact {
            level.run(Tallied { space: self, part, assigned })
        } else {
            move_to_optimum(part, assigned, |members, mean| {
                level.run(Mean { space: self, members, out: mean });
                Ok(())
            })
        }
    }
}

/// The weighted sums of the members of neighbouring clusters, and their weights. They are kept between updates if all sums
/// are exact, and empty if not.
pub(super) struct Tally {
    sums: Vec<f64>,
    total: Vec<u64>,
}

/// The means of clusters whose sums are kept.
struct Tallied<'a, T> {
    space: &'a SquaredPoints<T>,
    part: Part<'a, f64, Tally>,
    assigned: &'a Assigned<'a>,
}

impl<T: Value> Kernel for Tallied<'_, T> {
    type Output = Result<()>;
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    #[allow(clippy::float_cmp)] // A centre that has moved at all is another one.
    fn run<I: Isa>(self, _: I) -> Result<()> {
        let Self { space, part: Part { clusters, centers, tally, moved }, assigned } = self;
        let width = space.width;
        let mut touched = try_vec(false, clusters.len())?;
        for change in assigned.changes {
            let weight = assigned.weights[change.point as usize];
            let row = space.row(change.point as usize);
            let signed = weight as f64;
            // Every subtracted weight was added before: overflow is only temporary.
            for (cluster, weight, signed) in
                [(change.from, weight.wrapping_neg(), -signed), (change.to, weight, signed)]
            {
                if !clusters.contains(&(cluster as usize)) {
                    continue;
                }
                let cluster = cluster as usize - clusters.start;
                touched[cluster] = true;
                tally.total[cluster] = tally.total[cluster].wrapping_add(weight);
                for (sum, x) in tally.sums[cluster * width..][..width].iter_mut().zip(row) {
                    *sum += x.get() * signed;
                }
            }
        }
        let clusters = centers.chunks_exact_mut(width).zip(tally.sums.chunks_exact(width)).zip(moved).enumerate();
        for (cluster, ((center, sums), moved)) in clusters {
            let total = tally.total[cluster];
            // A cluster without weight stays unchanged.
            if touched[cluster] && total > 0 {
                for (x, sum) in center.iter_mut().zip(sums) {
                    let mean = sum / total as f64;
                    *moved |= *x != mean;
                    *x = mean;
                }
            }
        }
        Ok(())
    }
}

/// The mean of members with weights.
struct Mean<'a, T> {
    space: &'a SquaredPoints<T>,
    members: &'a [(u32, u64)],
    out: &'a mut [f64],
}

impl<T: Value> Kernel for Mean<'_, T> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let Self { space, members, out: mean } = self;
        mean.fill(0.0);
        let mut total = 0;
        for &(point, weight) in members {
            total += weight;
            let weight = weight as f64;
            for (sum, x) in mean.iter_mut().zip(space.row(point as usize)) {
                *sum += x.get() * weight;
            }
        }
        for sum in mean {
            *sum /= total as f64;
        }
    }
}

/// Sums of squares that are formed side by side.
const SUMS: usize = 8;

/// The squared distance: every eighth coordinate adds to the same sum, and the last few to one of their own.
#[inline(always)]
fn squared_distance<T: Value>(row: &[T], center: &[f64]) -> f64 {
    let ((rows, rest), (centers, rest_of_center)) = (row.as_chunks::<SUMS>(), center.as_chunks::<SUMS>());
    let mut sums = [0.0; SUMS];
    for (row, center) in rows.iter().zip(centers) {
        for at in 0..SUMS {
            let difference = row[at].get() - center[at];
            sums[at] += difference * difference;
        }
    }
    let mut sum = 0.0;
    for (x, center) in rest.iter().zip(rest_of_center) {
        let difference = x.get() - center;
        sum += difference * difference;
    }
    added_up(sums) + sum
}

#[inline(always)]
fn added_up(sums: [f64; SUMS]) -> f64 {
    ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]))
}

/// The costs between points, those at the wanted places or all, and a centre.
struct Costs<'a, T, F> {
    space: &'a SquaredPoints<T>,
    points: Range<usize>,
    wanted: Option<&'a [u16]>,
    center: &'a [f64],
    see: &'a mut F,
}

impl<T: Value, F: FnMut(usize, f64)> Kernel for Costs<'_, T, F> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let Self { space, points, wanted, center, see } = self;
        let Some(wanted) = wanted else {
            for (at, point) in points.enumerate() {
                see(at, squared_distance(space.row(point), center));
            }
            return;
        };
        for &at in wanted {
            let at = usize::from(at);
            see(at, squared_distance(space.row(points.start + at), center));
        }
    }
}

/// Improves on `best` with the nearest of the centres.
struct Nearest<'a, T: Value> {
    space: &'a SquaredPoints<T>,
    rows: [&'a [T]; BATCH],
    centers: Centers<'a, SquaredPoints<T>>,
    best: &'a mut [Best; BATCH],
    room: &'a mut Room,
}

impl<T: Value> Kernel for Nearest<'_, T> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { space, rows, centers, best, room } = self;
        let (width, scale) = (space.width, space.scale);
        let mut points: [Point; BATCH] = [Point::default(); BATCH];
        for (((point, row), wide), sketch) in points
            .iter_mut()
            .zip(rows)
            .zip(room.rows.chunks_exact_mut(width))
            .zip(room.sketches.chunks_exact_mut(width))
        {
            point.length = prepare(row, scale, wide, sketch);
            point.error = space.error(point.length, centers.groups.length);
        }
        let mut limits = [0.0; BATCH];
        for ((limit, point), best) in limits.iter_mut().zip(&points).zip(&*best) {
            *limit = point.limit(best.cost, scale);
        }
        let (groups, labels) = centers.groups.groups.of(centers.window);
        let mut values = [[0.0; LANES]; BATCH];
        for (group, labels) in groups.chunks_exact(width + 1).zip(labels) {
            let near = sketch(isa.singles(), &room.sketches, group, &limits, &mut values);
            for at in 0..BATCH {
                if near[at] != 0 {
                    let row = &room.rows[at * width..][..width];
                    let group = Group { near: near[at], values: &values[at], labels, centers: centers.rows };
                    limits[at] = points[at].compare(row, &group, scale, limits[at], &mut best[at]);
                }
            }
        }
    }
}

/// Copies a row as doubles, and scaled as singles; returns its squared length, scaled.
#[inline(always)]
fn prepare<T: Value>(row: &[T], scale: f64, wide: &mut [f64], sketch: &mut [f32]) -> f64 {
    // One loop for each kind of number: a compiler makes vectors of these.
    for (wide, x) in wide.iter_mut().zip(row) {
        *wide = x.get();
    }
    for (sketch, x) in sketch.iter_mut().zip(&*wide) {
        *sketch = (x * scale) as f32;
    }
    let (chunks, rest) = wide.as_chunks::<SUMS>();
    let mut sums = [0.0; SUMS];
    for chunk in chunks {
        for at in 0..SUMS {
            sums[at] += (chunk[at] * scale) * (chunk[at] * scale);
        }
    }
    let mut sum = 0.0;
    for x in rest {
        sum += (x * scale) * (x * scale);
    }
    added_up(sums) + sum
}

/// A point that is compared with sketches.
#[derive(Debug, Clone, Copy, Default)]
struct Point {
    /// Its squared length, scaled.
    length: f64,
    /// A bound for the errors of its sketches.
    error: f64,
}

/// Centres that may be nearer to a point than its best.
struct Group<'a> {
    /// Their lanes.
    near: u32,
    values: &'a [f32; LANES],
    labels: &'a [u32; LANES],
    /// All centres, by label.
    centers: &'a [f64],
}

impl Point {
    /// The most that the sketch of a centre may be that has this cost or less.
    #[inline(always)]
    fn limit(self, cost: f64, scale: f64) -> f32 {
        rounded_up((cost * scale * scale - self.length) / 2.0 + self.error)
    }

    /// Compares a point with the centres of a group, and returns the new limit.
    #[inline(always)]
    #[allow(clippy::float_cmp)] // Equal costs are what it says.
    fn compare(self, row: &[f64], group: &Group<'_>, scale: f64, limit: f32, best: &mut Best) -> f32 {
        // With any sketch above the least by two errors or more, the centre of the least is nearer.
        let mut least = f32::INFINITY;
        for lane in lanes(group.near) {
            if group.values[lane] < least {
                least = group.values[lane];
            }
        }
        let mut limit = limit.min(rounded_up(f64::from(least) + 2.0 * self.error));
        for lane in lanes(group.near) {
            let label = group.labels[lane];
            if group.values[lane] <= limit && label != best.label {
                let cost = squared_distance(row, &group.centers[label as usize * row.len()..][..row.len()]);
                if cost < best.cost || (cost == best.cost && label < best.label) {
                    *best = Best { cost, label };
                    limit = limit.min(self.limit(cost, scale));
                }
            }
        }
        limit
    }
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

/// A single that is not smaller.
#[inline(always)]
fn rounded_up(number: f64) -> f32 {
    (number as f32).next_up()
}

/// The sketches of a group of centres for all points of a batch, and which of them are within the limit of the point.
#[inline(always)]
fn sketch<S: Singles>(
    singles: S,
    points: &[f32],
    group: &[[f32; LANES]],
    limits: &[f32; BATCH],
    values: &mut [[f32; LANES]; BATCH],
) -> [u32; BATCH] {
    let mut near = [0; BATCH];
    for lane in (0..LANES).step_by(2 * S::LEN) {
        for first in (0..BATCH).step_by(S::ROWS) {
            // As many sums as the registers hold.
            if S::ROWS == 8 {
                tile::<S, 8>(singles, points, group, [first, lane], limits, values, &mut near);
            } else {
                tile::<S, 4>(singles, points, group, [first, lane], limits, values, &mut near);
            }
        }
    }
    near
}

#[inline(always)]
fn tile<S: Singles, const ROWS: usize>(
    singles: S,
    points: &[f32],
    group: &[[f32; LANES]],
    [first, lane]: [usize; 2],
    limits: &[f32; BATCH],
    values: &mut [[f32; LANES]; BATCH],
    near: &mut [u32; BATCH],
) {
    let width = group.len() - 1;
    let rows = &points[first * width..];
    let rows: [&[f32]; ROWS] = std::array::from_fn(|row| &rows[row * width..][..width]);
    let start = [singles.load(&group[0][lane..]), singles.load(&group[0][lane + S::LEN..])];
    let mut sums = [start; ROWS];
    for (coordinate, centers) in group[1..].iter().enumerate() {
        let centers = [singles.load(&centers[lane..]), singles.load(&centers[lane + S::LEN..])];
        for row in 0..ROWS {
            let x = singles.splat(rows[row][coordinate]);
            sums[row][0] = singles.sub_product(sums[row][0], x, centers[0]);
            sums[row][1] = singles.sub_product(sums[row][1], x, centers[1]);
        }
    }
    for row in 0..ROWS {
        let limit = singles.splat(limits[first + row]);
        for (lane, sum) in [(lane, sums[row][0]), (lane + S::LEN, sums[row][1])] {
            near[first + row] |= singles.at_most(sum, limit) << lane;
            singles.store(sum, &mut values[first + row][lane..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Metric, Options, cluster};
    use super::*;
    use crate::runtime::Run;
    use crate::runtime::cpu::Level;
    use crate::runtime::rng::Philox;

    fn options(clusters: usize, init: Option<&[f64]>) -> Options<'_> {
        let (key, max_iterations, tolerance) = ([14, 5], 0, 0.0);
        Options { clusters, metric: Metric::L2, positions: None, init, key, max_iterations, tolerance }
    }

    /// The nearest centre of each point, all costs computed one by one.
    fn nearest(points: &[f64], centers: &[f64], width: usize) -> Vec<u32> {
        let of_point = |point| {
            let costs = centers.chunks(width).map(|center| squared_distance(point, center)).zip(0..);
            costs.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).unwrap().1
        };
        points.chunks(width).map(of_point).collect()
    }

    /// Numbers of every size, some of them far from 0, some with many equal distances.
    fn samples() -> Vec<(usize, Vec<f64>)> {
        let mut rng = Philox::new([14, 6], [0; 4]);
        let mut samples = vec![];
        for width in [1, 7, 8, 16, 33, 70] {
            for (values, unit, offset) in [
                (2, 1.0, 0.0),
                (5, 0.1, 0.0),
                (1 << 40, 1.0, 0.0),
                (1 << 40, 2f64.powi(-40), 1e6),
                (1 << 20, 1e-30, 1.0),
                (1 << 20, 1e90, -1e95),
                (1 << 20, 1e-170, 0.0),
                (1 << 20, 5e-324, 0.0),
                (1, 0.0, 0.0),
            ] {
                let numbers = (0..60 * width).map(|_| rng.below(values) as f64 * unit + offset);
                samples.push((width, numbers.collect()));
            }
        }
        samples
    }

    #[test]
    fn no_sketch_rules_out_the_nearest_centre_at_any_level() {
        for (width, numbers) in samples() {
            let (points, centers) = numbers.split_at(20 * width);
            let expected = nearest(points, centers, width);
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let run = &mut Run::new(1).at(level);
                let found = cluster(points, width, &[1.0; 20], &options(40, Some(centers)), run).unwrap();
                assert_eq!(found.labels, expected, "{level} {width} {numbers:?}");
            }
        }
    }

    #[test]
    fn no_point_is_left_to_a_centre_that_is_not_the_nearest_at_first() {
        for (width, numbers) in samples() {
            for clusters in [1, 2, 9] {
                // Where squares underflow, or all points are equal, there are fewer different points.
                if let Ok(found) = cluster(&numbers, width, &[1.0; 60], &options(clusters, None), &mut Run::new(1)) {
                    assert_eq!(found.labels, nearest(&numbers, &found.centers, width), "{width} {numbers:?}");
                }
            }
        }
    }

    #[test]
    fn sums_that_are_kept_give_the_means_of_all_members() {
        let mut rng = Philox::new([14, 7], [0; 4]);
        let points: Vec<u16> = (0..3000 * 9).map(|_| rng.below(1000) as u16).collect();
        let floats: Vec<f64> = points.iter().map(|&x| x.into()).collect();
        let whole: Vec<f64> = (0..3000).map(|_| rng.below(4) as f64).collect();
        let fractions: Vec<f64> = whole.iter().map(|weight| weight / 3.0).collect();
        for weights in [whole, fractions] {
            let options = Options { max_iterations: 30, ..options(17, None) };
            let kept = cluster(&points, 9, &weights, &options, &mut Run::new(2)).unwrap();
            let summed = cluster(&floats, 9, &weights, &options, &mut Run::new(2)).unwrap();
            assert_eq!(kept, summed);
        }
    }
}

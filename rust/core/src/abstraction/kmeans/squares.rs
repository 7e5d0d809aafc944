//! Points whose coordinates are any numbers, under the sum of the squared differences.
//!
//! Sketches rule out nearly all centres. The distances of the others are computed in double precision, as eight sums that
//! are added up in one order.

use std::marker::PhantomData;
use std::ops::Range;

use super::Value;
use super::members::move_to_optimum;
use super::sketches::{BATCH, Extent, NearestSketches, Sketch, Sketches};
use super::space::{Assigned, Best, Centers, ClusterPart, Space};
use super::squared_distance::squared_distance;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};

/// Rows that are shorter are faster read than left out.
const MIN_SAFE_WIDTH: usize = 16;
/// Points in rows, in order of the sums of their coordinates. `F` are the factors of their sketches.
pub(super) struct SquaredPoints<T, F> {
    rows: Vec<T>,
    extent: Extent,
    /// Whether sums over points are exact: they are integers that a double holds.
    sums_are_exact: bool,
    sketches: PhantomData<F>,
}

impl<T: Value, F: Sketch> SquaredPoints<T, F> {
    /// Points in rows, with this sum of weights.
    pub(super) fn new(rows: Vec<T>, extent: Extent, weight: u64) -> Self {
        let sums_are_exact = T::INTEGER && extent.largest * weight as f64 <= 1.0 / f64::EPSILON;
        Self { rows, extent, sums_are_exact, sketches: PhantomData }
    }

    fn row(&self, point: usize) -> &[T] {
        &self.rows[point * self.extent.width..][..self.extent.width]
    }
}

impl<T: Value, F: Sketch> Space for SquaredPoints<T, F> {
    type Coordinate = f64;
    type Tally = SquareTally;
    type Groups = Sketches<F>;
    type Room = Vec<F>;

    const BATCH: usize = BATCH;

    fn points(&self) -> usize {
        self.rows.len() / self.extent.width
    }

    fn width(&self) -> usize {
        self.extent.width
    }

    fn copy(&self, point: usize, to: &mut [f64]) {
        to.iter_mut().zip(self.row(point)).for_each(|(to, x)| *to = x.get());
    }

    fn sum(&self, row: &[f64]) -> f64 {
        row.iter().sum()
    }

    /// By the Cauchy-Schwarz inequality, with room for rounding errors and for underflow.
    fn reach(&self, cost: f64) -> f64 {
        let width = self.extent.width as f64;
        let rounding = 4.0 * width * width * self.extent.largest * f64::EPSILON;
        (width * (cost + width * f64::MIN_POSITIVE)).sqrt() * (1.0 + 4.0 * width * f64::EPSILON) + rounding
    }

    /// By the triangle inequality: a point stays with its centre if that is half as far as the centres are from each other,
    /// a quarter in squares. There is room for rounding errors, which are proportional to the squares, and for underflow.
    fn safe_costs(&self, before: &[f64], center: &[f64]) -> Result<Option<Vec<f64>>> {
        if self.extent.width < MIN_SAFE_WIDTH {
            return Ok(None);
        }
        let terms = (self.extent.width + 4) as f64;
        let safe = before.chunks_exact(self.extent.width).map(|other| {
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
        level.run(SquareCosts { space: self, points, wanted, center, see: &mut see });
    }

    fn groups(&self, centers: &[f64], order: &[u32]) -> Result<Sketches<F>> {
        Sketches::new(self.extent, centers, order)
    }

    fn room(&self) -> Result<Vec<F>> {
        Sketches::room(self.extent.width)
    }

    fn nearest(
        &self,
        level: Proven,
        points: &[usize],
        centers: Centers<'_, Self>,
        best: &mut [Best],
        room: &mut Vec<F>,
    ) {
        let Some(best) = best.first_chunk_mut() else { return };
        let rows = std::array::from_fn::<_, BATCH, _>(|at| self.row(points[at]));
        let Centers { rows: centers, groups: sketches, window } = centers;
        level.run(NearestSketches { rows, centers, sketches, window, best, room });
    }

    fn tally(&self, clusters: usize) -> Result<SquareTally> {
        let clusters = if self.sums_are_exact { clusters } else { 0 };
        Ok(SquareTally { sums: try_vec(0.0, clusters * self.extent.width)?, total: try_vec(0, clusters)? })
    }

    /// A centre is the mean of its cluster.
    fn update(&self, level: Proven, part: ClusterPart<'_, f64, SquareTally>, assigned: &Assigned<'_>) -> Result<()> {
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
pub(super) struct SquareTally {
    sums: Vec<f64>,
    total: Vec<u64>,
}

/// The means of clusters whose sums are kept.
struct Tallied<'a, T, F> {
    space: &'a SquaredPoints<T, F>,
    part: ClusterPart<'a, f64, SquareTally>,
    assigned: &'a Assigned<'a>,
}

impl<T: Value, F: Sketch> Kernel for Tallied<'_, T, F> {
    type Output = Result<()>;
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    #[allow(clippy::float_cmp)] // A centre that has moved at all is another one.
    fn run<I: Isa>(self, _: I) -> Result<()> {
        let Self { space, part: ClusterPart { clusters, centers, tally, moved }, assigned } = self;
        let width = space.extent.width;
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
struct Mean<'a, T, F> {
    space: &'a SquaredPoints<T, F>,
    members: &'a [(u32, u64)],
    out: &'a mut [f64],
}

impl<T: Value, F: Sketch> Kernel for Mean<'_, T, F> {
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

/// The costs between points, those at the wanted places or all, and a centre.
struct SquareCosts<'a, T, F, S> {
    space: &'a SquaredPoints<T, F>,
    points: Range<usize>,
    wanted: Option<&'a [u16]>,
    center: &'a [f64],
    see: &'a mut S,
}

impl<T: Value, F: Sketch, S: FnMut(usize, f64)> Kernel for SquareCosts<'_, T, F, S> {
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

#[cfg(test)]
mod tests {
    use super::super::sketches::MAX_WIDTH_OF_INTEGERS;
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
    fn no_sketch_in_integers_rules_out_the_nearest_centre_at_any_level() {
        let mut rng = Philox::new([14, 8], [0; 4]);
        let (points, clusters) = (30, 40);
        for (width, values) in
            [(1, 2), (1, 40_000), (2, 3), (7, 5), (16, 32_768), (33, 2), (50, 47), (70, 1082), (301, 32_768)]
        {
            let rows: Vec<u16> = (0..points * width).map(|_| rng.below(values) as u16).collect();
            let floats: Vec<f64> = rows.iter().map(|&x| x.into()).collect();
            // Close to the points, all over the place, and far away.
            for (size, offset) in [(1.0, 0.0), (0.5 * values as f64, 0.0), (32_767.0, 0.0), (1e9, -1e8), (1e-200, 0.0)]
            {
                let near = (0..clusters * width).map(|at| match size {
                    1.0 => floats[at % floats.len()],
                    _ => offset,
                });
                let centers: Vec<f64> = near.map(|x| x + size * (rng.below(2001) as f64 / 1000.0 - 1.0)).collect();
                let expected = nearest(&floats, &centers, width);
                for level in Level::ALL.into_iter().filter_map(Level::prove) {
                    let run = &mut Run::new(1).at(level);
                    let found = cluster(&rows, width, &[1.0; 30], &options(clusters, Some(&centers)), run).unwrap();
                    assert_eq!(found.labels, expected, "{level} {width} {values} {size} {offset}");
                }
            }
        }
    }

    #[test]
    fn rows_of_more_coordinates_than_integers_have_room_for_are_served() {
        let (width, mut rng) = (MAX_WIDTH_OF_INTEGERS + 1, Philox::new([14, 9], [0; 4]));
        for width in [width - 1, width] {
            let rows: Vec<u16> = (0..9 * width).map(|_| 32_700 + rng.below(68) as u16).collect();
            let floats: Vec<f64> = rows.iter().map(|&x| x.into()).collect();
            let centers: Vec<f64> =
                floats[..3 * width].iter().map(|x| -x).chain(floats[width..3 * width].to_vec()).collect();
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let run = &mut Run::new(1).at(level);
                let found = cluster(&rows, width, &[1.0; 9], &options(5, Some(&centers)), run).unwrap();
                assert_eq!(found.labels, nearest(&floats, &centers, width), "{level} {width}");
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

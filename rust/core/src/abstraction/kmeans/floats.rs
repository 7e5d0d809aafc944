//! Points whose coordinates are any numbers, under the sum of the absolute differences.
//!
//! Every sum is taken in the order of the coordinates, with one centre in each lane, so it is the same at every CPU level.

use std::ops::Range;

use super::groups::CenterGroups;
use super::members::move_to_optimum;
use super::space::{Assigned, Best, Centers, ClusterPart, Space};
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};

/// Points that are compared with centres together.
const BATCH: usize = 4;
/// Centres that are compared with a point together.
const LANES: usize = 8;

/// Points in rows, in order of the sums of their coordinates.
pub(super) struct FloatPoints {
    pub(super) rows: Vec<f64>,
    pub(super) width: usize,
    /// The largest magnitude of a coordinate, to which rounding errors are proportional.
    pub(super) largest: f64,
}

impl Space for FloatPoints {
    type Coordinate = f64;
    /// Empty: centres are always computed from all members.
    type Tally = ();
    type Groups = CenterGroups<f64, LANES>;
    type Room = ();

    const BATCH: usize = BATCH;

    fn points(&self) -> usize {
        self.rows.len() / self.width
    }

    fn width(&self) -> usize {
        self.width
    }

    fn copy(&self, point: usize, to: &mut [f64]) {
        to.copy_from_slice(self.row(point));
    }

    fn sum(&self, row: &[f64]) -> f64 {
        row.iter().sum()
    }

    /// With room for rounding errors.
    fn reach(&self, cost: f64) -> f64 {
        let width = self.width as f64;
        let rounding = 4.0 * width * width * self.largest * f64::EPSILON;
        cost * (1.0 + 4.0 * width * f64::EPSILON) + rounding
    }

    fn costs(
        &self,
        _: Proven,
        points: Range<usize>,
        _: Option<&[u16]>,
        center: &[f64],
        mut see: impl FnMut(usize, f64),
    ) {
        let rows = self.rows[points.start * self.width..points.end * self.width].chunks_exact(self.width);
        for (i, row) in rows.enumerate() {
            see(i, distance(row, center));
        }
    }

    fn groups(&self, centers: &[f64], order: &[u32]) -> Result<CenterGroups<f64, LANES>> {
        CenterGroups::new(order, self.width, |cluster| &centers[cluster * self.width..][..self.width])
    }

    fn room(&self) -> Result<()> {
        Ok(())
    }

    fn nearest(&self, level: Proven, points: &[usize], centers: Centers<'_, Self>, best: &mut [Best], (): &mut ()) {
        let (centers, labels) = centers.groups.of(centers.window);
        let rows = std::array::from_fn(|point| self.row(points[point]));
        if let Some(best) = best.first_chunk_mut() {
            level.run(NearestFloats { rows, centers, labels, best });
        }
    }

    fn tally(&self, _: usize) -> Result<()> {
        Ok(())
    }

    /// A centre is the lower median of its cluster in each coordinate.
    fn update(&self, _: Proven, part: ClusterPart<'_, f64, ()>, assigned: &Assigned<'_>) -> Result<()> {
        move_to_optimum(part, assigned, |members, center| self.medians(members, center))
    }
}

impl FloatPoints {
    fn row(&self, point: usize) -> &[f64] {
        &self.rows[point * self.width..][..self.width]
    }

    fn medians(&self, members: &[(u32, u64)], medians: &mut [f64]) -> Result<()> {
        let mut values = try_vec((0.0, 0), members.len())?;
        for (coordinate, median) in medians.iter_mut().enumerate() {
            for (value, &(point, weight)) in values.iter_mut().zip(members) {
                *value = (self.row(point as usize)[coordinate], weight);
            }
            *median = lower_median(&mut values);
        }
        Ok(())
    }
}

/// The least value at which the cumulative weight reaches half: repeatedly keeps one side of the middle value.
fn lower_median(mut values: &mut [(f64, u64)]) -> f64 {
    let mut left = values.iter().map(|&(_, weight)| weight).sum::<u64>().div_ceil(2);
    while values.len() > 1 {
        let middle = values.len() / 2;
        values.select_nth_unstable_by(middle, |a, b| a.0.total_cmp(&b.0));
        let (below, above) = values.split_at_mut(middle);
        let weight_below = below.iter().map(|&(_, weight)| weight).sum();
        values = if left <= weight_below {
            below
        } else {
            left -= weight_below;
            above
        };
    }
    values.first().map_or(0.0, |&(value, _)| value)
}

#[inline(always)]
fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (&a, &b)| sum + (a - b).abs())
}

/// Improves on `best` with the nearest of the centres.
struct NearestFloats<'a> {
    rows: [&'a [f64]; BATCH],
    centers: &'a [[f64; LANES]],
    labels: &'a [[u32; LANES]],
    best: &'a mut [Best; BATCH],
}

impl Kernel for NearestFloats<'_> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    #[allow(clippy::float_cmp)] // Equal costs are what it says.
    fn run<I: Isa>(self, _: I) {
        let Self { rows, centers, labels, best } = self;
        let width = rows[0].len();
        let rows = rows.map(|row| &row[..width]);
        for (group, labels) in centers.chunks_exact(width).zip(labels) {
            let mut sums = [[0.0; LANES]; BATCH];
            for (coordinate, centers) in group.iter().enumerate() {
                for (sums, row) in sums.iter_mut().zip(&rows) {
                    for (sum, &center) in sums.iter_mut().zip(centers) {
                        *sum += (row[coordinate] - center).abs();
                    }
                }
            }
            for (sums, best) in sums.iter().zip(best.iter_mut()) {
                // Few groups have a better one.
                if sums.iter().any(|&sum| sum <= best.cost) {
                    for (&cost, &label) in sums.iter().zip(labels) {
                        if cost < best.cost || (cost == best.cost && label < best.label) {
                            *best = Best { cost, label };
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cpu::Level;
    use crate::runtime::rng::Philox;

    #[test]
    fn a_median_is_the_least_value_with_half_of_the_weight() {
        let mut rng = Philox::new([14, 4], [0; 4]);
        for n in 1..200 {
            let mut values: Vec<(f64, u64)> = (0..n).map(|_| (rng.below(n) as f64, 1 + rng.below(5))).collect();
            let total: u64 = values.iter().map(|&(_, weight)| weight).sum();
            let up_to = |median: f64| values.iter().filter(|&&(x, _)| x <= median).map(|&(_, w)| w).sum::<u64>();
            let expected = (0..n).map(|x| x as f64).find(|&x| 2 * up_to(x) >= total).unwrap();
            assert_eq!(lower_median(&mut values).to_bits(), expected.to_bits(), "{n}");
        }
    }

    #[test]
    fn every_level_finds_the_nearest_centre() {
        for values in [2, 100, 1 << 40] {
            let mut rng = Philox::new([14, 5], [values, 0, 0, 0]);
            let mut number = || rng.below(values) as f64 / 7.0 - 3.0;
            let width = 9;
            let rows: Vec<f64> = (0..4 * width).map(|_| number()).collect();
            let centers: Vec<[f64; LANES]> = (0..3 * width).map(|_| std::array::from_fn(|_| number())).collect();
            let labels: Vec<[u32; LANES]> = (0..3).map(|i| std::array::from_fn(|j| 23 - 8 * i - j as u32)).collect();
            let batch: [&[f64]; BATCH] = std::array::from_fn(|i| &rows[i * width..][..width]);
            let expected = batch.map(|row| {
                let of = |center: usize| {
                    let (group, lane) = (center / LANES, center % LANES);
                    let centers = centers[group * width..][..width].iter().map(|word| word[lane]);
                    let differences = centers.zip(row).map(|(a, b)| (b - a).abs());
                    Best { cost: differences.fold(0.0, |sum, x| sum + x), label: labels[group][lane] }
                };
                let order = |a: &Best, b: &Best| a.cost.total_cmp(&b.cost).then(a.label.cmp(&b.label));
                (0..24).map(of).min_by(order).unwrap()
            });
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let mut best = [Best::default(); BATCH];
                level.run(NearestFloats { rows: batch, centers: &centers, labels: &labels, best: &mut best });
                assert_eq!(best, expected, "{level}");
            }
        }
    }
}

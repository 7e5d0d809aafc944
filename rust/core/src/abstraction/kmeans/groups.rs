//! Centres as the kernels read them: in order of the sums of their coordinates, and side by side in groups.

use std::ops::Range;

use super::space::{NONE, Space};
use crate::error::Result;
use crate::memory::{try_vec, try_with_capacity};

/// Groups of `N` centres, whose numbers lie side by side: `rows` rows for each group.
pub(super) struct CenterGroups<C, const N: usize> {
    numbers: Vec<[C; N]>,
    labels: Vec<[u32; N]>,
    rows: usize,
}

impl<C: Copy + Default, const N: usize> CenterGroups<C, N> {
    /// The groups of `rows` numbers of each cluster of `order`.
    pub(super) fn new<'a>(order: &[u32], rows: usize, numbers_of: impl Fn(usize) -> &'a [C]) -> Result<Self>
    where
        C: 'a,
    {
        let mut groups = Self {
            numbers: try_vec([C::default(); N], order.len().div_ceil(N) * rows)?,
            labels: try_vec([NONE; N], order.len().div_ceil(N))?,
            rows,
        };
        for (at, labels) in groups.labels.iter_mut().enumerate() {
            let lanes = &mut groups.numbers[at * rows..][..rows];
            for (lane, label) in labels.iter_mut().enumerate() {
                // The last centre fills up its group.
                *label = order[(at * N + lane).min(order.len() - 1)];
                for (&number, lanes) in numbers_of(*label as usize).iter().zip(&mut *lanes) {
                    lanes[lane] = number;
                }
            }
        }
        Ok(groups)
    }

    /// The numbers and the labels of the groups that have the centres of a window.
    pub(super) fn of(&self, window: Range<usize>) -> (&[[C; N]], &[[u32; N]]) {
        let groups = window.start / N..window.end.div_ceil(N);
        (&self.numbers[groups.start * self.rows..groups.end * self.rows], &self.labels[groups])
    }
}

/// Centres in groups, and their sums.
pub(super) struct Packed<G> {
    pub(super) groups: G,
    /// The clusters, in order of the sums of their centres.
    order: Vec<u32>,
    sums: Vec<f64>,
    /// The number of centres with a sum below each of evenly spaced steps.
    below: Vec<u32>,
    per_step: f64,
}

/// Steps of sums to which windows are rounded.
const SUM_STEPS: usize = 1 << 12;

/// Numbers in the order of their sums, and these sums. Equal sums stay in the order of the numbers.
pub(super) fn ascending(mut by_sum: Vec<(f64, u32)>) -> Result<(Vec<u32>, Vec<f64>)> {
    by_sum.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let (mut numbers, mut sums) = (try_with_capacity(by_sum.len())?, try_with_capacity(by_sum.len())?);
    numbers.extend(by_sum.iter().map(|&(_, number)| number));
    sums.extend(by_sum.iter().map(|&(sum, _)| sum));
    Ok((numbers, sums))
}

impl<G> Packed<G> {
    pub(super) fn new<S: Space<Groups = G>>(
        space: &S,
        centers: &[S::Coordinate],
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Self> {
        let width = space.width();
        let mut by_sum = try_with_capacity(centers.len() / width)?;
        let sums = centers.chunks_exact(width).enumerate().filter(|&(cluster, _)| is_wanted(cluster));
        by_sum.extend(sums.map(|(cluster, center)| (space.sum(center), cluster as u32)));
        let (order, sums) = ascending(by_sum)?;
        let (first, last) = (sums.first().copied().unwrap_or(0.0), sums.last().copied().unwrap_or(0.0));
        let per_step = (last - first) / SUM_STEPS as f64;
        let mut below = try_with_capacity(SUM_STEPS + 1)?;
        let step = |step: usize| sums.partition_point(|&sum| sum < first + per_step * step as f64) as u32;
        below.extend((0..=SUM_STEPS).map(step));
        Ok(Self { groups: space.groups(centers, &order)?, order, sums, below, per_step })
    }

    /// The label of a centre with a close sum: a first guess.
    pub(super) fn closest(&self, sum: f64) -> u32 {
        self.order[self.sums.partition_point(|&of_center| of_center < sum).min(self.sums.len() - 1)]
    }

    /// The places of the centres whose sums are within these bounds, and maybe some more.
    #[allow(clippy::cast_sign_loss)] // Casts saturate.
    pub(super) fn window(&self, low: f64, high: f64) -> Range<usize> {
        let (Some(&first), Some(&last)) = (self.sums.first(), self.sums.last()) else { return 0..0 };
        if low > last || high < first {
            return 0..0;
        }
        let step = |sum: f64| if self.per_step > 0.0 { (sum - first) / self.per_step } else { 0.0 };
        // One step on each side compensates for rounding.
        let begin = self.below[((step(low) - 1.0) as usize).min(SUM_STEPS)] as usize;
        let above = if high >= last { f64::INFINITY } else { step(high) + 2.0 };
        let end = self.below.get(above as usize).map_or(self.sums.len(), |&end| end as usize);
        begin..end.max(begin)
    }
}

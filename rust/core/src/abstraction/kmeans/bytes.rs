//! Points with byte coordinates under the sum of absolute differences: the kernels in which clustering spends its time.
//!
//! The same eight bytes of eight centres lie side by side. One instruction sums the absolute differences between each of
//! them and eight bytes of a point. Its lanes are accumulated step by step: no sum across lanes is needed.
#![allow(unsafe_code)]

use std::ops::Range;

use super::groups::CenterGroups;
use super::space::{Assigned, Best, Centers, ClusterPart, NONE, Space};
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel, written_for};

/// Eight coordinates; unused ones are 0.
pub(super) type Word = [u8; 8];
/// Points that are compared with centres together.
const BATCH: usize = 4;
/// Centres that are compared with a point together.
const LANES: usize = 8;
/// Maximum number of coordinates of a point.
pub(super) const MAX_WIDTH: usize = 256;

/// Points in rows of `words` words, in order of the sums of their bytes.
pub(super) struct BytePoints {
    pub(super) rows: Vec<Word>,
    pub(super) words: usize,
    /// The largest coordinate.
    pub(super) largest: u8,
}

/// The weights of the members of neighbouring clusters, by coordinate and its value.
pub(super) struct ByteTally {
    of_value: Vec<u64>,
    total: Vec<u64>,
}

impl BytePoints {
    fn values(&self) -> usize {
        usize::from(self.largest) + 1
    }

    fn row(&self, point: usize) -> &[Word] {
        &self.rows[point * self.words..][..self.words]
    }
}

impl Space for BytePoints {
    type Coordinate = Word;
    type Tally = ByteTally;
    type Groups = CenterGroups<Word, LANES>;
    type Room = ();

    const BATCH: usize = BATCH;

    fn points(&self) -> usize {
        self.rows.len() / self.words
    }

    fn width(&self) -> usize {
        self.words
    }

    fn copy(&self, point: usize, to: &mut [Word]) {
        to.copy_from_slice(self.row(point));
    }

    fn sum(&self, row: &[Word]) -> f64 {
        f64::from(row.as_flattened().iter().map(|&byte| u32::from(byte)).sum::<u32>())
    }

    fn reach(&self, cost: f64) -> f64 {
        cost
    }

    fn costs(
        &self,
        level: Proven,
        points: Range<usize>,
        _: Option<&[u16]>,
        center: &[Word],
        mut see: impl FnMut(usize, f64),
    ) {
        let rows = &self.rows[points.start * self.words..points.end * self.words];
        let mut costs = [0; COSTS];
        for (at, rows) in rows.chunks(COSTS * self.words).enumerate() {
            let costs = &mut costs[..rows.len() / self.words];
            level.run(ByteCosts { rows, center, out: costs });
            for (i, &cost) in costs.iter().enumerate() {
                see(at * COSTS + i, f64::from(cost));
            }
        }
    }

    fn groups(&self, centers: &[Word], order: &[u32]) -> Result<CenterGroups<Word, LANES>> {
        CenterGroups::new(order, self.words, |cluster| &centers[cluster * self.words..][..self.words])
    }

    fn room(&self) -> Result<()> {
        Ok(())
    }

    #[allow(clippy::cast_sign_loss)] // Costs are not negative.
    fn nearest(&self, level: Proven, points: &[usize], centers: Centers<'_, Self>, best: &mut [Best], (): &mut ()) {
        let (centers, labels) = centers.groups.of(centers.window);
        let keys = std::array::from_fn(|point| match best[point] {
            Best { label: NONE, .. } => MAX_KEY,
            Best { cost, label } => key(cost as u64, label),
        });
        let rows = std::array::from_fn(|point| self.row(points[point]));
        let found = level.run(LeastKey { rows, centers, labels, best: keys });
        for (best, key) in best.iter_mut().zip(found) {
            *best = Best { cost: (key >> LABEL_BITS) as f64, label: key as u32 };
        }
    }

    fn tally(&self, clusters: usize) -> Result<ByteTally> {
        Ok(ByteTally { of_value: try_vec(0, clusters * self.words * 8 * self.values())?, total: try_vec(0, clusters)? })
    }

    /// A centre is the median of its cluster in each coordinate, the lower one of two.
    fn update(&self, _: Proven, part: ClusterPart<'_, Word, ByteTally>, assigned: &Assigned<'_>) -> Result<()> {
        let ClusterPart { clusters, centers, tally, moved } = part;
        let size = self.words * 8 * self.values();
        let mut touched = try_vec(false, clusters.len())?;
        for change in assigned.changes {
            let (weight, row) = (assigned.weights[change.point as usize], self.row(change.point as usize));
            // Every subtracted weight was added before: overflow is only temporary.
            for (cluster, weight) in [(change.from, weight.wrapping_neg()), (change.to, weight)] {
                if clusters.contains(&(cluster as usize)) {
                    let cluster = cluster as usize - clusters.start;
                    touched[cluster] = true;
                    tally.total[cluster] = tally.total[cluster].wrapping_add(weight);
                    let of_values = tally.of_value[cluster * size..][..size].chunks_exact_mut(self.values());
                    for (&value, of_value) in row.as_flattened().iter().zip(of_values) {
                        let sum = &mut of_value[usize::from(value)];
                        *sum = sum.wrapping_add(weight);
                    }
                }
            }
        }
        let centers = centers.chunks_exact_mut(self.words).zip(moved);
        for (cluster, (center, moved)) in centers.enumerate() {
            // A cluster without weight stays unchanged.
            if touched[cluster] && tally.total[cluster] > 0 {
                let of_values = tally.of_value[cluster * size..][..size].chunks_exact(self.values());
                for (coordinate, of_value) in center.as_flattened_mut().iter_mut().zip(of_values) {
                    let median = lower_median(of_value, tally.total[cluster]);
                    *moved |= *coordinate != median;
                    *coordinate = median;
                }
            }
        }
        Ok(())
    }
}

/// The least value at which the cumulative weight reaches half.
fn lower_median(weight_of_value: &[u64], total: u64) -> u8 {
    let mut left = total.div_ceil(2);
    for (value, &weight) in weight_of_value.iter().enumerate() {
        if weight >= left {
            return value as u8;
        }
        left -= weight;
    }
    u8::MAX
}

/// Costs and labels as one number. A smaller number is a better centre, and among equals a lower label.
const LABEL_BITS: u32 = 32;
/// More than any key; vectors compare it as a signed number.
const MAX_KEY: u64 = i64::MAX as u64;

fn key(cost: u64, label: u32) -> u64 {
    cost << LABEL_BITS | u64::from(label)
}

/// Points whose distances from one centre are computed together.
const COSTS: usize = 64;

/// The distances of rows from a centre.
struct ByteCosts<'a> {
    rows: &'a [Word],
    center: &'a [Word],
    out: &'a mut [u32],
}

impl Kernel for ByteCosts<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let center = self.center.as_flattened();
        for (row, cost) in self.rows.as_flattened().chunks_exact(center.len()).zip(self.out) {
            *cost = row.iter().zip(center).map(|(&a, &b)| u32::from(a.abs_diff(b))).sum();
        }
    }
}

/// The least key of each row, over the centres and `best`.
struct LeastKey<'a> {
    rows: [&'a [Word]; BATCH],
    centers: &'a [[Word; LANES]],
    labels: &'a [[u32; LANES]],
    best: [u64; BATCH],
}

impl Kernel for LeastKey<'_> {
    type Output = [u64; BATCH];
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [u64; BATCH] {
        written_for!(isa.v4, |v4| vectors::nearest_v4(v4, self));
        written_for!(isa.v3, |v3| vectors::nearest_v3(v3, self));
        written_for!(isa.neon, |_| neon::nearest(self));
        let Self { rows, centers, labels, mut best } = self;
        for (row, best) in rows.into_iter().zip(&mut best) {
            for (group, labels) in centers.chunks_exact(row.len()).zip(labels) {
                let mut sums = [0u64; LANES];
                for (word, centers) in row.iter().zip(group) {
                    for (sum, center) in sums.iter_mut().zip(centers) {
                        *sum += word.iter().zip(center).map(|(&a, &b)| u64::from(a.abs_diff(b))).sum::<u64>();
                    }
                }
                for (sum, &label) in sums.into_iter().zip(labels) {
                    *best = (*best).min(key(sum, label));
                }
            }
        }
        best
    }
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::*;

    use super::*;
    use crate::runtime::cpu::{V3, V4};

    pub(super) fn nearest_v4(_: V4, kernel: LeastKey<'_>) -> [u64; BATCH] {
        // SAFETY: a V4 is the proof that the CPU has the instructions.
        unsafe { of_v4(kernel) }
    }

    pub(super) fn nearest_v3(_: V3, kernel: LeastKey<'_>) -> [u64; BATCH] {
        // SAFETY: a V3 is the proof that the CPU has the instructions.
        unsafe { of_v3(kernel) }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    fn of_v4(LeastKey { rows, centers, labels, best }: LeastKey<'_>) -> [u64; BATCH] {
        let words = rows[0].len();
        let rows = rows.map(|row| &row[..words]);
        let mut least = [_mm512_set1_epi64(i64::MAX); BATCH];
        for (group, labels) in centers.chunks_exact(words).zip(labels) {
            let mut sums = [_mm512_setzero_si512(); BATCH];
            for (word, centers) in group.iter().enumerate() {
                // SAFETY: eight words are 64 bytes, one unaligned 512-bit load.
                let centers = unsafe { _mm512_loadu_si512(centers.as_ptr().cast()) };
                for (sum, row) in sums.iter_mut().zip(&rows) {
                    let point = _mm512_set1_epi64(i64::from_le_bytes(row[word]));
                    *sum = _mm512_add_epi64(*sum, _mm512_sad_epu8(centers, point));
                }
            }
            // SAFETY: eight labels are 32 bytes, one unaligned 256-bit load.
            let labels = _mm512_cvtepu32_epi64(unsafe { _mm256_loadu_si256(labels.as_ptr().cast()) });
            for (least, sum) in least.iter_mut().zip(sums) {
                let keys = _mm512_or_si512(_mm512_slli_epi64::<LABEL_BITS>(sum), labels);
                *least = _mm512_min_epu64(*least, keys);
            }
        }
        std::array::from_fn(|point| _mm512_reduce_min_epu64(least[point]).min(best[point]))
    }

    #[target_feature(enable = "avx2")]
    fn of_v3(LeastKey { rows, centers, labels, best }: LeastKey<'_>) -> [u64; BATCH] {
        let words = rows[0].len();
        let rows = rows.map(|row| &row[..words]);
        let mut least = [_mm256_set1_epi64x(i64::MAX); BATCH];
        for (group, labels) in centers.chunks_exact(words).zip(labels) {
            for half in 0..2 {
                let mut sums = [_mm256_setzero_si256(); BATCH];
                for (word, centers) in group.iter().enumerate() {
                    let centers = &centers[4 * half..][..4];
                    // SAFETY: four words are 32 bytes, one unaligned 256-bit load.
                    let centers = unsafe { _mm256_loadu_si256(centers.as_ptr().cast()) };
                    for (sum, row) in sums.iter_mut().zip(&rows) {
                        let point = _mm256_set1_epi64x(i64::from_le_bytes(row[word]));
                        *sum = _mm256_add_epi64(*sum, _mm256_sad_epu8(centers, point));
                    }
                }
                let labels = &labels[4 * half..][..4];
                // SAFETY: four labels are 16 bytes, one unaligned 128-bit load.
                let labels = _mm256_cvtepu32_epi64(unsafe { _mm_loadu_si128(labels.as_ptr().cast()) });
                for (least, sum) in least.iter_mut().zip(sums) {
                    let keys = _mm256_or_si256(_mm256_slli_epi64::<{ LABEL_BITS as i32 }>(sum), labels);
                    *least = _mm256_blendv_epi8(*least, keys, _mm256_cmpgt_epi64(*least, keys));
                }
            }
        }
        std::array::from_fn(|point| {
            let mut lanes = [0u64; 4];
            // SAFETY: four u64 are 32 bytes, one unaligned 256-bit store.
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), least[point]) };
            lanes.into_iter().fold(best[point], u64::min)
        })
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;

    use super::*;

    pub(super) fn nearest(kernel: LeastKey<'_>) -> [u64; BATCH] {
        // SAFETY: every CPU of the architecture has the instructions.
        unsafe { of_neon(kernel) }
    }

    /// A vector has two centres, whose bytes' differences are added by pairs to 16-bit sums: 32 words are too few to overflow.
    #[target_feature(enable = "neon")]
    fn of_neon(LeastKey { rows, centers, labels, best }: LeastKey<'_>) -> [u64; BATCH] {
        const _: () = assert!(MAX_WIDTH / 8 * 2 * 255 <= u16::MAX as usize);
        let words = rows[0].len();
        let rows = rows.map(|row| &row[..words]);
        let mut least = [vdupq_n_u64(u64::MAX); BATCH];
        for (group, labels) in centers.chunks_exact(words).zip(labels) {
            let mut sums = [[vdupq_n_u16(0); LANES / 2]; BATCH];
            for (word, centers) in group.iter().enumerate() {
                let centers = centers.as_flattened().as_chunks::<16>().0;
                for (pair, center) in centers.iter().enumerate() {
                    // SAFETY: 16 bytes are one 128-bit load.
                    let center = unsafe { vld1q_u8(center.as_ptr()) };
                    for (sums, row) in sums.iter_mut().zip(&rows) {
                        let point = vreinterpretq_u8_u64(vdupq_n_u64(u64::from_le_bytes(row[word])));
                        sums[pair] = vpadalq_u8(sums[pair], vabdq_u8(center, point));
                    }
                }
            }
            for (pair, labels) in labels.as_chunks::<2>().0.iter().enumerate() {
                // SAFETY: two labels are 8 bytes, one 64-bit load.
                let labels = vmovl_u32(unsafe { vld1_u32(labels.as_ptr()) });
                for (least, sums) in least.iter_mut().zip(&sums) {
                    let sums = vpaddlq_u32(vpaddlq_u16(sums[pair]));
                    let keys = vorrq_u64(vshlq_n_u64::<{ LABEL_BITS as i32 }>(sums), labels);
                    *least = vbslq_u64(vcgtq_u64(*least, keys), keys, *least);
                }
            }
        }
        std::array::from_fn(|point| {
            let mut lanes = [0; 2];
            // SAFETY: two u64 are one 128-bit store.
            unsafe { vst1q_u64(lanes.as_mut_ptr(), least[point]) };
            lanes.into_iter().fold(best[point], u64::min)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cpu::Level;
    use crate::runtime::rng::Philox;

    #[test]
    fn every_level_finds_the_nearest_centre() {
        let mut rng = Philox::new([14, 3], [0; 4]);
        for words in [1, 2, 5, 8, 32] {
            for values in [2, 47, 256] {
                let mut word = || std::array::from_fn(|_| rng.below(values) as u8);
                let rows: Vec<Word> = (0..4 * words).map(|_| word()).collect();
                let centers: Vec<[Word; LANES]> = (0..5 * words).map(|_| std::array::from_fn(|_| word())).collect();
                let labels: Vec<[u32; LANES]> =
                    (0..5).map(|i| std::array::from_fn(|j| 39 - 8 * i - j as u32)).collect();
                let batch: [&[Word]; BATCH] = std::array::from_fn(|i| &rows[i * words..][..words]);
                // By the definition: each distance, then the least pair of distance and label.
                let expected = batch.map(|row| {
                    let of = |center: usize| {
                        let (group, lane) = (center / LANES, center % LANES);
                        let centers = centers[group * words..][..words].iter().map(|word| word[lane]);
                        let bytes = centers.flatten().zip(row.as_flattened());
                        let cost: u64 = bytes.map(|(a, &b)| u64::from(a.abs_diff(b))).sum();
                        (cost, labels[group][lane])
                    };
                    let (cost, label) = (0..40).map(of).min().unwrap();
                    key(cost, label)
                });
                let nearest =
                    |level: Proven, best| level.run(LeastKey { rows: batch, centers: &centers, labels: &labels, best });
                for level in Level::ALL.into_iter().filter_map(Level::prove) {
                    assert_eq!(nearest(level, [MAX_KEY; 4]), expected, "{level}");
                    let best = [0, MAX_KEY, key(1, 7), expected[3]];
                    let least: [u64; 4] = std::array::from_fn(|i| best[i].min(expected[i]));
                    assert_eq!(nearest(level, best), least, "{level}");
                    let center: Vec<Word> = centers[..words].iter().map(|word| word[3]).collect();
                    let mut costs = [0; 4];
                    level.run(ByteCosts { rows: &rows, center: &center, out: &mut costs });
                    let distance = |row: &[Word]| {
                        let pairs = row.as_flattened().iter().zip(center.as_flattened());
                        pairs.map(|(&a, &b)| u32::from(a.abs_diff(b))).sum::<u32>()
                    };
                    assert_eq!(costs, batch.map(distance), "{level}");
                }
            }
        }
    }

    #[test]
    fn a_median_is_the_least_value_with_half_of_the_weight() {
        for (weights, median) in [(&[1][..], 0), (&[1, 1], 0), (&[1, 2], 1), (&[0, 1, 0, 1], 1), (&[2, 1, 0, 4], 3)] {
            assert_eq!(lower_median(weights, weights.iter().sum()), median, "{weights:?}");
        }
    }
}

//! Weighted k-means of rows of numbers: under the earth mover's distance of histograms, sums of absolute differences, or
//! squared Euclidean distances.
//!
//! Every step minimises one cost. A point belongs to the centre with the least cost, with the lowest label among several. A
//! centre minimises the weighted costs of its points: the median in each coordinate for distances, the mean for squares. The
//! inertia is the sum of costs, and never rises. k-means++ chooses the first centres by the same cost. An empty cluster
//! takes the point that is farthest from its centre. The same key gives the same clusters on any number of threads and at
//! any CPU level.

mod bytes;
mod embedding;
mod floats;
mod groups;
mod lloyd;
mod members;
mod sketches;
mod space;
mod squared_distance;
mod squares;
mod weights;

use crate::error::{Error, Result, quoted};
use crate::memory::{try_collect, try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::runtime::simd::Pair;
use bytes::{BytePoints, MAX_WIDTH, Word};
use embedding::Coordinates;
use floats::FloatPoints;
use lloyd::{Search, search};
use sketches::Extent;
use space::Space;
use squares::SquaredPoints;
pub(super) use weights::IntegerWeights;

/// Rows of one step before and after the search.
const CHUNK: usize = 1 << 12;

/// The cost between a point and a centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// The earth mover's distance of one-dimensional histograms with equal totals, normalised to distributions: moving all
    /// counts by one position costs 1.
    Emd,
    /// The sum of the absolute differences.
    L1,
    /// The sum of the squared differences.
    L2,
}

impl Metric {
    /// The metric with the name `emd`, `l1` or `l2`.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`].
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "emd" => Ok(Self::Emd),
            "l1" => Ok(Self::L1),
            "l2" => Ok(Self::L2),
            _ => Err(Error::InvalidArgument(format!("metric {}: expected emd, l1 or l2", quoted(name)))),
        }
    }
}

/// A number of a row.
pub trait Value: Copy + Send + Sync {
    /// Whether it is a nonnegative integer.
    const INTEGER: bool;
    /// The number as a float.
    fn get(self) -> f64;
    /// The number as an integer, without its decimals; the nearest one for numbers out of range.
    fn integer(self) -> i32;
    /// The numbers, with their type.
    #[doc(hidden)]
    fn numbers(numbers: Vec<Self>) -> Numbers;
}

/// Numbers of any type.
#[doc(hidden)]
pub enum Numbers {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Words(Vec<u32>),
    Doubles(Vec<f64>),
}

macro_rules! values {
    ($($kind:ty: $integer:literal, $numbers:ident);*) => {
        $(impl Value for $kind {
            const INTEGER: bool = $integer;
            #[inline]
            fn get(self) -> f64 {
                self.into()
            }
            #[inline]
            fn integer(self) -> i32 {
                self as i32
            }
            fn numbers(numbers: Vec<Self>) -> Numbers {
                Numbers::$numbers(numbers)
            }
        })*
    };
}
values!(u8: true, Bytes; u16: true, Shorts; u32: true, Words; f64: false, Doubles);

/// The parameters of a clustering.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// Number of clusters.
    pub clusters: usize,
    /// The cost to minimise.
    pub metric: Metric,
    /// The positions of the bins of histograms, ascending; 0, 1, 2, ... by default. For the earth mover's distance.
    pub positions: Option<&'a [f64]>,
    /// The initial centres, rows of the same length as points; chosen by k-means++ by default.
    pub init: Option<&'a [f64]>,
    /// The key of the random stream.
    pub key: [u64; 2],
    /// Maximum number of iterations.
    pub max_iterations: usize,
    /// Relative tolerance: the search ends if the inertia falls by at most this part of it. For 0 it ends if no point
    /// changes its cluster.
    pub tolerance: f64,
}

/// Clusters of points.
#[derive(Debug, Clone, PartialEq)]
pub struct Clustering {
    /// The cluster of every point: the nearest centre.
    pub labels: Vec<u32>,
    /// The centres, one after the other.
    pub centers: Vec<f64>,
    /// The weighted sum of costs before the first iteration and after each.
    pub inertia: Vec<f64>,
}

/// Clusters `points`, rows of `width` numbers with a weight each.
///
/// With initial centres and no iterations, points are only assigned to them.
///
/// # Errors
/// [`Error::InvalidRow`] for an invalid row or weight; [`Error::InvalidArgument`] for more clusters than different points of
/// positive weight, and for other invalid arguments; [`Error::OutOfMemory`]; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::abstraction::kmeans::{Metric, Options, cluster};
/// use pokerbits::runtime::Run;
/// let points = [3u8, 1, 0, 2, 2, 0, 0, 1, 3]; // histograms of four counts in three bins
/// let options = Options {
///     clusters: 2,
///     metric: Metric::Emd,
///     positions: None,
///     init: None,
///     key: [1, 2],
///     max_iterations: 10,
///     tolerance: 0.0,
/// };
/// let found = cluster(&points, 3, &[1.0; 3], &options, &mut Run::new(2))?;
/// assert!(found.labels[0] == found.labels[1] && found.labels[1] != found.labels[2]);
/// assert_eq!(found.inertia.last(), Some(&0.25));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn cluster<T: Value>(
    points: &[T],
    width: usize,
    weights: &[f64],
    options: &Options<'_>,
    run: &mut Run<'_>,
) -> Result<Clustering> {
    let Options { clusters, metric, positions, init, tolerance, .. } = *options;
    let n = weights.len();
    if width == 0 || n == 0 || n.checked_mul(width) != Some(points.len()) {
        let found = points.len();
        return Err(Error::InvalidArgument(format!("{found} numbers are not {n} points of {width}, one or more")));
    }
    if n >= u32::MAX as usize || clusters >= u32::MAX as usize {
        return Err(Error::Overflow(format!("the number of points, {n}, or of clusters, {clusters},")));
    }
    if tolerance.is_nan() || tolerance < 0.0 {
        return Err(Error::InvalidArgument(format!("tolerance {tolerance}: expected a number, not negative")));
    }
    let weights = IntegerWeights::new(weights)?;
    let distinct = weights.positive();
    if clusters == 0 || (init.is_none() && clusters > distinct) {
        let why = format!("{clusters} clusters of {distinct} points: expected 1 to {distinct}");
        return Err(Error::InvalidArgument(why));
    }
    if let Some(init) = init.filter(|init| clusters.checked_mul(width) != Some(init.len())) {
        let found = init.len();
        return Err(Error::InvalidArgument(format!("{found} numbers are not {clusters} centres of {width}")));
    }
    let coordinates = Coordinates::new(points, width, metric, positions, init, MAX_WIDTH)?;
    let problem = Problem { points, bins: width, coordinates, weights, options };
    if problem.coordinates.are_bytes {
        problem.of_bytes(run)
    } else if metric == Metric::L2 {
        problem.of_squares(run)
    } else {
        problem.of_floats(run)
    }
}

/// Points of bytes under the sum of absolute differences, prepared for benchmarks of single passes.
#[doc(hidden)]
pub struct Pass {
    space: BytePoints,
    sums: Vec<f64>,
    weights: Vec<u64>,
}

impl Pass {
    #[doc(hidden)]
    pub fn new(points: &[u8], width: usize) -> Result<Self> {
        let words = width.div_ceil(8);
        let mut rows: Vec<&[u8]> = points.chunks_exact(width).collect();
        let sum = |row: &[u8]| row.iter().map(|&byte| u32::from(byte)).sum::<u32>();
        rows.sort_by_key(|row| sum(row));
        let sums = rows.iter().map(|row| f64::from(sum(row))).collect();
        let rows = words_of(rows.into_iter(), words);
        Ok(Self { weights: try_vec(1, rows.len() / words)?, sums, space: BytePoints { rows, words, largest: u8::MAX } })
    }

    /// The sum of the distances of all points from the nearest of the centres.
    #[doc(hidden)]
    pub fn inertia(&self, centers: &[u8], width: usize, run: &mut Run<'_>) -> Result<f64> {
        let centers = words_of(centers.chunks_exact(width), self.space.words);
        let clusters = centers.len() / self.space.words;
        let only_assign = Search { clusters, key: [0; 2], max_iterations: 0, tolerance: 0.0 };
        Ok(search(&self.space, &self.sums, &self.weights, Some(centers), only_assign, run)?.inertia[0])
    }
}

fn words_of<'a>(rows: impl Iterator<Item = &'a [u8]>, words: usize) -> Vec<Word> {
    let mut all = Vec::new();
    for row in rows {
        let mut padded = vec![Word::default(); words];
        padded.as_flattened_mut()[..row.len()].copy_from_slice(row);
        all.extend(padded);
    }
    all
}

/// The largest magnitude.
fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |largest, x| f64::max(largest, x.abs()))
}

/// Points in order of the sums of their coordinates.
struct SumOrder<C> {
    /// Their numbers.
    points: Vec<u32>,
    sums: Vec<f64>,
    rows: Vec<C>,
}

struct Problem<'a, T> {
    points: &'a [T],
    bins: usize,
    coordinates: Coordinates,
    weights: IntegerWeights,
    options: &'a Options<'a>,
}

impl<T: Value> Problem<'_, T> {
    #[allow(clippy::cast_sign_loss)] // Coordinates that are bytes are not negative.
    fn of_bytes(&self, run: &mut Run<'_>) -> Result<Clustering> {
        let words = self.coordinates.width.div_ceil(8);
        let put = |row: &mut [Word], at: usize, value: f64| row[at / 8][at % 8] = value as u8;
        let sum = |row: &[Word]| row.as_flattened().iter().map(|&byte| f64::from(byte)).sum();
        let SumOrder { points, sums, rows } = run.prepare(|run| self.in_order(words, put, sum, run))?;
        let largest = rows.as_flattened().iter().copied().max().unwrap_or(0);
        let init = self.init(words, put)?;
        let init_largest = init.iter().flat_map(|rows| rows.as_flattened()).copied().max().unwrap_or(0);
        let space = BytePoints { rows, words, largest: largest.max(init_largest) };
        self.search(&space, &points, &sums, init, |center, at| f64::from(center[at / 8][at % 8]), run)
    }

    fn of_floats(&self, run: &mut Run<'_>) -> Result<Clustering> {
        let width = self.coordinates.width;
        let put = |row: &mut [f64], at: usize, value: f64| row[at] = value;
        let sum = |row: &[f64]| row.iter().sum();
        let SumOrder { points, sums, rows } = run.prepare(|run| self.in_order(width, put, sum, run))?;
        let init = self.init(width, put)?;
        let largest = largest(rows.iter().chain(init.iter().flatten()).copied());
        let space = FloatPoints { rows, width, largest };
        self.search(&space, &points, &sums, init, |center, at| center[at], run)
    }

    /// Rows stay what they are: bytes take an eighth of the memory of doubles.
    fn of_squares(&self, run: &mut Run<'_>) -> Result<Clustering> {
        let width = self.bins;
        let sum = |row: &[T]| row.iter().map(|x| x.get()).sum();
        let SumOrder { points, sums, rows } =
            run.prepare(|run| self.rows_in_order(self.points[0], width, |row, to| to.copy_from_slice(row), sum, run))?;
        let init = self.init(width, |row: &mut [f64], at, value| row[at] = value)?;
        let largest = largest(rows.iter().map(|x| x.get()).chain(init.iter().flatten().copied()));
        // Only sketches of integers need the largest sum, and integers are not negative.
        let extent = Extent { width, largest, largest_sum: sums.last().copied().unwrap_or(0.0) };
        let (weight, get) = (self.weights.of_point.iter().sum(), |center: &[f64], at: usize| center[at]);
        let fits = extent.is_for_integers();
        // Integers that do not fit are rare: they become wider, for which there is a kernel.
        let rows = match T::numbers(rows) {
            Numbers::Bytes(rows) if !fits => Numbers::Words(try_collect(rows.into_iter().map(|x| Ok(x.into())))?),
            Numbers::Shorts(rows) if !fits => Numbers::Words(try_collect(rows.into_iter().map(|x| Ok(x.into())))?),
            rows => rows,
        };
        match rows {
            Numbers::Bytes(rows) => {
                let space = SquaredPoints::<_, Pair>::new(rows, extent, weight);
                self.search(&space, &points, &sums, init, get, run)
            }
            Numbers::Shorts(rows) => {
                let space = SquaredPoints::<_, Pair>::new(rows, extent, weight);
                self.search(&space, &points, &sums, init, get, run)
            }
            Numbers::Words(rows) => {
                let space = SquaredPoints::<_, f32>::new(rows, extent, weight);
                self.search(&space, &points, &sums, init, get, run)
            }
            Numbers::Doubles(rows) => {
                let space = SquaredPoints::<_, f32>::new(rows, extent, weight);
                self.search(&space, &points, &sums, init, get, run)
            }
        }
    }

    /// The points in order of the sums of their coordinates.
    fn in_order<C: Copy + Default + Send + Sync>(
        &self,
        width: usize,
        put: impl Fn(&mut [C], usize, f64) + Sync,
        sum: impl Fn(&[C]) -> f64 + Sync,
        run: &mut Run<'_>,
    ) -> Result<SumOrder<C>> {
        let coordinates = &self.coordinates;
        let of_row = |point: &[T], row: &mut [C]| coordinates.of_row(point, |at, value| put(row, at, value));
        self.rows_in_order(C::default(), width, of_row, sum, run)
    }

    /// The points in order of the sums of their coordinates, which `of_row` writes over rows that are `empty`.
    fn rows_in_order<C: Copy + Send + Sync>(
        &self,
        empty: C,
        width: usize,
        of_row: impl Fn(&[T], &mut [C]) + Sync,
        sum: impl Fn(&[C]) -> f64 + Sync,
        run: &mut Run<'_>,
    ) -> Result<SumOrder<C>> {
        let Self { points, bins, .. } = self;
        let n = points.len() / bins;
        let mut by_sum = try_vec((0.0, 0), n)?;
        let chunks = by_sum.chunks_mut(CHUNK).zip(points.chunks(CHUNK * bins)).enumerate();
        run.for_each(chunks, n.div_ceil(CHUNK), |(at, (by_sum, points))| {
            let mut row = try_vec(empty, width)?;
            for (i, (by_sum, point)) in by_sum.iter_mut().zip(points.chunks_exact(*bins)).enumerate() {
                row.fill(empty);
                of_row(point, &mut row);
                *by_sum = (sum(&row), (at * CHUNK + i) as u32);
            }
            Ok(())
        })?;
        let (order, sums) = groups::ascending(by_sum)?;
        run.checkpoint(0, 1)?;
        let mut rows = try_vec(empty, n * width)?;
        let chunks = rows.chunks_mut(CHUNK * width).zip(order.chunks(CHUNK));
        run.for_each(chunks, n.div_ceil(CHUNK), |(rows, order)| {
            for (row, &point) in rows.chunks_exact_mut(width).zip(order) {
                of_row(&points[point as usize * bins..][..*bins], row);
            }
            Ok(())
        })?;
        Ok(SumOrder { points: order, sums, rows })
    }

    /// The coordinates of the initial centres, if there are any.
    fn init<C: Copy + Default>(&self, width: usize, put: impl Fn(&mut [C], usize, f64)) -> Result<Option<Vec<C>>> {
        let Some(init) = self.options.init else { return Ok(None) };
        let mut rows = try_vec(C::default(), self.options.clusters * width)?;
        for (row, center) in rows.chunks_exact_mut(width).zip(init.chunks_exact(self.bins)) {
            self.coordinates.of_row(center, |at, value| put(row, at, value));
        }
        Ok(Some(rows))
    }

    fn search<S: Space>(
        &self,
        space: &S,
        order: &[u32],
        sums: &[f64],
        init: Option<Vec<S::Coordinate>>,
        value: impl Fn(&[S::Coordinate], usize) -> f64,
        run: &mut Run<'_>,
    ) -> Result<Clustering> {
        let Self { bins, coordinates, weights, options, .. } = self;
        let Options { clusters, key, max_iterations, tolerance, .. } = **options;
        let mut in_order = try_with_capacity(order.len())?;
        in_order.extend(order.iter().map(|&point| weights.of_point[point as usize]));
        let found = search(space, sums, &in_order, init, Search { clusters, key, max_iterations, tolerance }, run)?;
        let mut labels = try_vec(0, order.len())?;
        for (&point, &label) in order.iter().zip(&found.labels) {
            labels[point as usize] = label;
        }
        let mut centers = try_vec(0.0, clusters * bins)?;
        let rows = found.centers.chunks_exact(space.width()).zip(centers.chunks_exact_mut(*bins));
        for (center, row) in rows {
            coordinates.to_row(|at| value(center, at), row);
        }
        let mut inertia = found.inertia;
        for inertia in &mut inertia {
            *inertia *= weights.unit * coordinates.unit;
        }
        Ok(Clustering { labels, centers, inertia })
    }
}

#[cfg(test)]
mod tests;

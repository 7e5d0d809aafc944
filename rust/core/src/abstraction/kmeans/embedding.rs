//! Embeds histograms in coordinates whose absolute differences sum to the earth mover's distance, and converts back.
//!
//! In one dimension the distance between two histograms of equal total is the sum of the differences of their cumulative
//! counts, each weighted by the gap to the next bin. It is also the sum of the differences between the positions of their
//! first, second, ... counts, which are fewer coordinates if there are more bins than counts. In both embeddings the centre
//! with the least sum of distances is a histogram: the median in every coordinate, since medians preserve order.

use super::{Metric, Value};
use crate::error::{Error, Result, Row};
use crate::memory::{try_vec, try_with_capacity};

/// The embedding of points.
#[derive(Debug, Clone, PartialEq)]
enum Form {
    /// The numbers of the row, unchanged.
    Plain,
    /// Cumulative counts, each times the gap to the next bin.
    Cumulative { ways: Vec<f64> },
    /// The position of every count.
    Positions { of_bin: Vec<f64> },
}

/// The embedding of points with `bins` bins.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Coordinates {
    form: Form,
    bins: usize,
    /// The sum of every row, for the earth mover's distance.
    total: f64,
    /// Number of coordinates of a point.
    pub(super) width: usize,
    /// The cost of a distance of 1 between coordinates.
    pub(super) unit: f64,
    /// Whether every coordinate is a byte.
    pub(super) are_bytes: bool,
    /// Whether counts are integers.
    whole: bool,
}

impl Coordinates {
    /// The fastest embedding for the distances between these points and from these first centres.
    ///
    /// # Errors
    /// [`Error::InvalidRow`] for a row with a number that is not finite or larger than 1e100, and for the earth mover's
    /// distance also for a negative number or another sum; [`Error::InvalidArgument`] for invalid positions or centres.
    #[allow(clippy::cast_sign_loss)] // Totals are positive.
    pub(super) fn new<T: Value>(
        points: &[T],
        bins: usize,
        metric: Metric,
        positions: Option<&[f64]>,
        init: Option<&[f64]>,
        max_bytes: usize,
    ) -> Result<Self> {
        check_numbers(points, bins)?;
        let of_centers = |error: Error| Error::InvalidArgument(format!("centres: {error}"));
        let init = init.unwrap_or_default();
        check_numbers(init, bins).map_err(of_centers)?;
        let whole = T::INTEGER && init.iter().all(|&count| count.fract() == 0.0 && count >= 0.0);
        if metric != Metric::Emd {
            if positions.is_some() {
                return Err(Error::InvalidArgument("positions are for the earth mover's distance".into()));
            }
            let is_byte = |value: f64| value <= 255.0;
            let are_bytes = metric == Metric::L1
                && whole
                && bins <= max_bytes
                && points.iter().all(|value| is_byte(value.get()))
                && init.iter().all(|&value| is_byte(value));
            return Ok(Self { form: Form::Plain, bins, total: 0.0, width: bins, unit: 1.0, are_bytes, whole });
        }

        let total: f64 = points[..bins].iter().map(|count| count.get()).sum();
        check_totals(points, bins, total)?;
        check_totals(init, bins, total).map_err(of_centers)?;
        let ways = ways(bins, positions)?;
        let step = ways
            .first()
            .copied()
            .filter(|&first| first > 0.0 && ways.iter().all(|way| way.to_bits() == first.to_bits()));
        let place = |bin: usize| positions.map_or(bin as f64, |positions| positions[bin] - positions[0]);
        let offsets = |bin: usize| if step.is_some() { bin as f64 } else { place(bin) };
        let is_byte = |value: f64| value.fract() == 0.0 && value <= 255.0;
        let on_grid = (0..bins).all(|bin| is_byte(offsets(bin)));
        let width = (bins - 1).max(1);
        let by_bytes = [
            (whole && (step.is_some() || bins == 1) && total <= 255.0).then_some(width),
            (whole && on_grid && total <= max_bytes as f64).then_some(total as usize),
        ];
        let [of_bins, of_counts] =
            by_bytes.map(|width| width.filter(|&width| width <= max_bytes).unwrap_or(usize::MAX));
        let unit = step.unwrap_or(1.0) / total;
        let layout = |form, width, unit, are_bytes| Self { form, bins, total, width, unit, are_bytes, whole };
        if of_bins.min(of_counts) < usize::MAX {
            if of_bins <= of_counts {
                return Ok(layout(Form::Cumulative { ways: try_vec(1.0, bins - 1)? }, of_bins, unit, true));
            }
            let of_bin = (0..bins).map(offsets).collect();
            return Ok(layout(Form::Positions { of_bin }, of_counts, unit, true));
        }
        if whole && total < width as f64 {
            let of_bin = (0..bins).map(place).collect();
            return Ok(layout(Form::Positions { of_bin }, total as usize, 1.0 / total, false));
        }
        Ok(layout(Form::Cumulative { ways }, width, 1.0 / total, false))
    }

    /// Writes the coordinates of a row; coordinates that are not written are 0. If a row has changed since its check, the
    /// result is arbitrary, but within the width.
    #[inline]
    #[allow(clippy::cast_sign_loss)] // Counts are not negative.
    pub(super) fn of_row<T: Value>(&self, row: &[T], mut put: impl FnMut(usize, f64)) {
        match &self.form {
            Form::Plain => row.iter().enumerate().for_each(|(at, value)| put(at, value.get())),
            Form::Cumulative { ways } => {
                let mut sum = 0.0;
                for (at, (count, way)) in row.iter().zip(ways).enumerate() {
                    sum += count.get();
                    put(at, sum * way);
                }
            }
            Form::Positions { of_bin } => {
                let counts = row.iter().zip(of_bin);
                let each = counts.flat_map(|(count, position)| std::iter::repeat_n(*position, count.get() as usize));
                each.take(self.width).enumerate().for_each(|(at, position)| put(at, position));
            }
        }
    }

    /// The row with these coordinates.
    pub(super) fn to_row(&self, coordinate: impl Fn(usize) -> f64, row: &mut [f64]) {
        match &self.form {
            Form::Plain => row.iter_mut().enumerate().for_each(|(at, value)| *value = coordinate(at)),
            Form::Cumulative { ways } => {
                let mut above = self.total;
                for bin in (0..self.bins).rev() {
                    // If the gap is 0, everything up to the next bin is in this one.
                    let up_to = match bin.checked_sub(1).map(|before| (before, ways[before])) {
                        None => 0.0,
                        Some((before, way)) if way > 0.0 => {
                            let up_to = coordinate(before) / way;
                            if self.whole { up_to.round() } else { up_to }
                        }
                        Some(_) => above,
                    };
                    row[bin] = above - up_to;
                    above = up_to;
                }
            }
            Form::Positions { of_bin } => {
                row.fill(0.0);
                for at in 0..self.width {
                    let position = coordinate(at);
                    let bin = of_bin.partition_point(|&of_bin| of_bin < position).min(self.bins - 1);
                    row[bin] += 1.0;
                }
            }
        }
    }
}

/// The largest magnitude of a number. Products of two, summed with any weights, are then finite.
const MAX_NUMBER: f64 = 1e100;

fn check_numbers<T: Value>(points: &[T], bins: usize) -> Result<()> {
    let wrong = points.iter().position(|value| value.get().is_nan() || value.get().abs() > MAX_NUMBER);
    wrong.map_or(Ok(()), |at| {
        let (number, column) = (points[at].get(), at % bins);
        let what_else = if number.is_finite() { format!(": expected at most {MAX_NUMBER:e}") } else { String::new() };
        Err(invalid(at / bins, format!("{number:?} in column {column}{what_else}")))
    })
}

fn check_totals<T: Value>(points: &[T], bins: usize, total: f64) -> Result<()> {
    for (at, row) in points.chunks_exact(bins).enumerate() {
        if let Some(bin) = row.iter().position(|count| count.get() < 0.0) {
            return Err(invalid(at, format!("{} in column {bin}: counts are not negative", row[bin].get())));
        }
        let sum: f64 = row.iter().map(|count| count.get()).sum();
        if sum <= 0.0 {
            return Err(invalid(at, "a histogram without counts".into()));
        }
        // Fractions are rounded; integers have exact sums.
        if (sum - total).abs() > 1e-9 * total || (T::INTEGER && sum.to_bits() != total.to_bits()) {
            return Err(invalid(at, format!("counts add up to {sum}, those of the first row to {total}")));
        }
    }
    Ok(())
}

fn invalid(row: usize, reason: String) -> Error {
    Error::InvalidRow { row: Row(Some(row)), reason }
}

/// The gap from each bin to the next.
fn ways(bins: usize, positions: Option<&[f64]>) -> Result<Vec<f64>> {
    let Some(positions) = positions else { return try_vec(1.0, bins - 1) };
    if positions.len() != bins {
        let n = positions.len();
        return Err(Error::InvalidArgument(format!("{n} positions for {bins} bins")));
    }
    let mut ways = try_with_capacity(bins - 1)?;
    for (bin, pair) in positions.windows(2).enumerate() {
        let way = pair[1] - pair[0];
        if way.is_nan() || way < 0.0 || pair[0].abs() > MAX_NUMBER || pair[1].abs() > MAX_NUMBER {
            let expected = format!("ascending numbers of at most {MAX_NUMBER:e}");
            let why = format!("positions: {:?} in bin {bin}, {:?} in the next: expected {expected}", pair[0], pair[1]);
            return Err(Error::InvalidArgument(why));
        }
        ways.push(way);
    }
    Ok(ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;

    fn histogram(rng: &mut Philox, bins: usize, total: u64) -> Vec<u16> {
        let mut counts = vec![0; bins];
        (0..total).for_each(|_| counts[rng.below(bins as u64) as usize] += 1);
        counts
    }

    /// The distance from each count to the count of the same rank.
    fn distance(a: &[u16], b: &[u16], positions: &[f64]) -> f64 {
        let counts = |row: &[u16]| -> Vec<f64> {
            let each = |(&n, &at): (&u16, &f64)| std::iter::repeat_n(at, n.into());
            row.iter().zip(positions).flat_map(each).collect()
        };
        let (a, b) = (counts(a), counts(b));
        a.iter().zip(&b).map(|(a, b)| (a - b).abs()).sum::<f64>() / a.len() as f64
    }

    fn coordinates(layout: &Coordinates, row: &[u16]) -> Vec<f64> {
        let mut of_row = vec![0.0; layout.width];
        layout.of_row(row, |at, value| of_row[at] = value);
        of_row
    }

    #[test]
    fn a_number_that_is_not_finite_is_refused_with_its_row_and_column() {
        let points = [0.0, 1.0, 2.0, 3.0, 4.0, f64::NAN, 6.0, f64::INFINITY, 8.0];
        let refused = Err(invalid(1, "NaN in column 2".into()));
        assert_eq!(check_numbers(&points, 3), refused);
        assert_eq!(check_numbers(&points[6..], 3), Err(invalid(0, "inf in column 1".into())));
        assert_eq!(check_numbers(&points[..5], 5), Ok(()));
        let refused = check_numbers(&[0.0, 1.0, 2.0, -1e101], 2);
        assert_eq!(refused, Err(invalid(1, "-1e101 in column 1: expected at most 1e100".into())));
    }

    #[test]
    #[allow(clippy::cast_sign_loss)] // Counts are not negative.
    fn differences_of_coordinates_are_the_distance() {
        let mut rng = Philox::new([14, 6], [0; 4]);
        let mut forms = [0; 4];
        for (bins, total) in [(1, 5), (2, 1), (50, 46), (64, 47), (200, 46), (300, 20), (9, 1081), (400, 1081)] {
            let points: Vec<u16> = (0..20).flat_map(|_| histogram(&mut rng, bins, total)).collect();
            let mut irregular: Vec<f64> = (0..bins).map(|_| rng.below(1000) as f64 / 999.0).collect();
            irregular.sort_by(f64::total_cmp);
            let grid: Vec<f64> = irregular.iter().map(|x| (x * 255.0).round()).collect();
            let even: Vec<f64> = (0..bins).map(|bin| 0.25 * bin as f64 - 3.0).collect();
            for positions in [None, Some(even), Some(grid), Some(irregular)] {
                let layout = Coordinates::new(&points, bins, Metric::Emd, positions.as_deref(), None, 256).unwrap();
                forms
                    [usize::from(layout.are_bytes) * 2 + usize::from(matches!(layout.form, Form::Positions { .. }))] +=
                    1;
                let positions = positions.unwrap_or_else(|| (0..bins).map(|bin| bin as f64).collect());
                for pair in points.chunks_exact(2 * bins) {
                    let (a, b) = pair.split_at(bins);
                    let [of_a, of_b] = [a, b].map(|row| coordinates(&layout, row));
                    let sum: f64 = of_a.iter().zip(&of_b).map(|(a, b)| (a - b).abs()).sum();
                    let expected = distance(a, b, &positions);
                    assert!((sum * layout.unit - expected).abs() <= 1e-12 * expected.max(1.0), "{bins} {total}");
                    let bytes = |row: &[f64]| row.iter().all(|&x| x.fract() == 0.0 && (0.0..256.0).contains(&x));
                    assert!(!layout.are_bytes || bytes(&of_a));
                    let mut back = vec![0.0; bins];
                    layout.to_row(|at| of_a[at], &mut back);
                    let back: Vec<u16> = back.iter().map(|&x| x as u16).collect();
                    assert_eq!(back.iter().sum::<u16>(), total as u16);
                    // Equal, up to counts at equal positions.
                    assert!(distance(a, &back, &positions) < 1e-12);
                }
            }
        }
        assert!(forms.iter().all(|&n| n > 0), "{forms:?}");
    }

    #[test]
    fn rows_that_are_no_histograms_are_refused() {
        let new =
            |points: &[f64], bins, metric, positions| Coordinates::new(points, bins, metric, positions, None, 256);
        for (points, row) in [([1.0, 2.0, -1.0, 4.0], 1), ([1.0, 2.0, 3.0, 1.0], 1), ([0.0, 0.0, 0.0, 0.0], 0)] {
            let refused = new(&points, 2, Metric::Emd, None);
            assert!(matches!(refused, Err(Error::InvalidRow { row: Row(Some(at)), .. }) if at == row), "{refused:?}");
            assert!(new(&points, 2, Metric::L2, None).is_ok());
        }
        for wrong in [f64::NAN, f64::INFINITY] {
            assert!(matches!(
                new(&[1.0, wrong], 1, Metric::L1, None),
                Err(Error::InvalidRow { row: Row(Some(1)), .. })
            ));
        }
        for positions in [&[0.0][..], &[1.0, 0.0], &[0.0, f64::NAN], &[0.0, f64::INFINITY]] {
            assert!(matches!(new(&[1.0, 1.0], 2, Metric::Emd, Some(positions)), Err(Error::InvalidArgument(_))));
        }
        assert!(new(&[1.0, 1.0], 2, Metric::L2, Some(&[0.0, 1.0])).is_err());
    }
}

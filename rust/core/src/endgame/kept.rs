//! Rows of numbers that stay from iteration to iteration: in single precision, or in half the memory.
//!
//! Sixteen bits hold a number as a multiple of its row's unit. The unit is the power of two with which the largest number of
//! the row has fifteen bits, so what is read and written back without a change stays the same to the last bit.

use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::simd::{LANES, Lanes, row_by_row};

/// How numbers of hands are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// In single precision.
    Single,
    /// In sixteen bits.
    Short,
}

impl Storage {
    /// Bytes of a row.
    pub(super) fn row_bytes(self) -> usize {
        match self {
            Self::Single => size_of::<Lanes<f32>>(),
            Self::Short => size_of::<[i16; LANES]>() + size_of::<i8>(),
        }
    }
}

/// Rows of a number in each lane.
pub(super) enum Kept {
    Single(Vec<Lanes<f32>>),
    /// The multiples, and for each row the exponent of its unit.
    Short(Vec<[i16; LANES]>, Vec<i8>),
}

impl Kept {
    /// Rows of zeros.
    pub(super) fn zeros(storage: Storage, n: usize) -> Result<Self> {
        Ok(match storage {
            Storage::Single => Self::Single(try_vec(Lanes::default(), n)?),
            Storage::Short => Self::Short(try_vec([0; LANES], n)?, try_vec(0, n)?),
        })
    }

    /// Some rows from a place on; `spare` is memory for them.
    #[inline(always)]
    pub(super) fn read<'a>(&'a self, at: usize, n: usize, spare: &'a mut Vec<Lanes<f32>>) -> &'a [Lanes<f32>] {
        match self {
            Self::Single(rows) => &rows[at..][..n],
            Self::Short(rows, units) => read(&rows[at..][..n], &units[at..][..n], spare),
        }
    }

    /// The same, to be changed. After that they must be [closed](Self::close).
    #[inline(always)]
    pub(super) fn open<'a>(&'a mut self, at: usize, n: usize, spare: &'a mut Vec<Lanes<f32>>) -> &'a mut [Lanes<f32>] {
        match self {
            Self::Single(rows) => &mut rows[at..][..n],
            Self::Short(rows, units) => read(&rows[at..][..n], &units[at..][..n], spare),
        }
    }

    /// Writes rows that were opened, and are in `spare` if they were not changed where they are.
    #[inline(always)]
    pub(super) fn close(&mut self, at: usize, spare: &[Lanes<f32>], dither: &Dither) {
        if let Self::Short(rows, units) = self {
            let (rows, units) = (&mut rows[at..][..spare.len()], &mut units[at..][..spare.len()]);
            for row in row_by_row(spare.len()) {
                (rows[row], units[row]) = written(&spare[row], dither);
            }
        }
    }
}

/// The numbers of rows.
#[inline(always)]
fn read<'a>(rows: &[[i16; LANES]], units: &[i8], spare: &'a mut Vec<Lanes<f32>>) -> &'a mut [Lanes<f32>] {
    spare.resize(rows.len(), Lanes::default());
    for row in row_by_row(rows.len()) {
        let unit = power(units[row].into());
        for (number, &multiple) in spare[row].0.iter_mut().zip(&rows[row]) {
            *number = f32::from(multiple) * unit;
        }
    }
    spare
}

/// Numbers are rounded up from these parts of a unit on, less a half. Rounded to the nearest, what an iteration adds would be lost if
/// it is less than half a unit; so the parts change from iteration to iteration, and the mean of the results is right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dither(Lanes<f32>);

impl Dither {
    pub(super) const NEAREST: Self = Self(Lanes([0.0; LANES]));

    /// Those of an iteration: multiples of the golden ratio without their integers, which fill the interval evenly.
    pub(super) fn of(iteration: u32) -> Self {
        let mut parts = Lanes::default();
        for (lane, part) in (0u32..).zip(&mut parts.0) {
            let product = iteration.wrapping_add(lane.wrapping_mul(7)).wrapping_mul(0x9E37_79B9);
            // 6 bits, and not the ends of the interval: an integer stays what it is.
            *part = ((product >> 26) as f32 + 0.5) / 64.0 - 0.5;
        }
        Self(parts)
    }
}

/// Numbers as multiples of a unit, and its exponent.
#[inline(always)]
fn written(numbers: &Lanes<f32>, dither: &Dither) -> ([i16; LANES], i8) {
    // Integers compare as the positive floats with their bits.
    let mut largest = 0;
    for lane in 0..LANES {
        largest = largest.max(numbers.0[lane].abs().to_bits());
    }
    let exponent = ((largest >> MANTISSA).cast_signed() - BIAS - 14).clamp(1 - BIAS, BIAS);
    let per_unit = power(-exponent);
    let mut row = [0; LANES];
    for ((multiple, number), part) in row.iter_mut().zip(numbers.0).zip(dither.0.0) {
        let exact = number * per_unit;
        let limited = if exact < f32::from(i16::MAX) { exact } else { f32::from(i16::MAX) };
        // The sum rounds to an integer, which is in the last bits.
        *multiple = (limited + part + TO_INTEGER).to_bits() as i16;
    }
    (row, exponent as i8)
}

/// 2 to this power, from -126 to 127.
#[inline(always)]
fn power(exponent: i32) -> f32 {
    f32::from_bits((exponent + BIAS).cast_unsigned() << MANTISSA)
}

/// Bits after the first of a float.
const MANTISSA: u32 = 23;
const BIAS: i32 = 127;
/// Floats of this size are integers.
const TO_INTEGER: f32 = 1.5 * (1 << MANTISSA) as f32;

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(numbers: &[Lanes<f32>], dither: &Dither) -> Vec<Lanes<f32>> {
        let mut rows = Kept::zeros(Storage::Short, numbers.len()).unwrap();
        let spare = &mut vec![];
        rows.open(0, numbers.len(), spare).copy_from_slice(numbers);
        rows.close(0, spare, dither);
        rows.read(0, numbers.len(), spare).to_vec()
    }

    #[test]
    fn sixteen_bits_are_near_and_stay() {
        let mut numbers = vec![Lanes([0.0; LANES]), Lanes([1.0; LANES]), Lanes([-1e-19; LANES])];
        for size in [1e-18f32, 3e-7, 0.7, 1.999_999_9, 12_345.678, 1e15] {
            for sign in [1.0, -1.0] {
                let mut row = Lanes::default();
                for lane in 0..LANES {
                    row.0[lane] = sign * size * (1.0 - lane as f32 / 16.0) * if lane % 3 == 0 { 1.0 } else { -1.0 };
                }
                numbers.push(row);
            }
        }
        let once = kept(&numbers, &Dither::NEAREST);
        for (before, after) in numbers.iter().zip(&once) {
            let largest = before.0.iter().fold(0.0f32, |most, number| most.max(number.abs()));
            for (before, after) in before.0.iter().zip(&after.0) {
                assert!((before - after).abs() <= largest / 16_384.0, "{before} {after}");
            }
        }
        assert_eq!(once[..2], numbers[..2]);
        for iteration in 0..200 {
            assert_eq!(kept(&once, &Dither::of(iteration)), once);
        }
    }

    #[test]
    fn the_mean_of_many_iterations_is_right() {
        let mut row = Lanes([1.0; LANES]);
        for lane in 1..LANES {
            row.0[lane] = lane as f32 / 100_000.0;
        }
        let mut sums = [0.0; LANES];
        for iteration in 0..640 {
            let once = kept(&[row], &Dither::of(iteration));
            sums.iter_mut().zip(once[0].0).for_each(|(sum, number)| *sum += f64::from(number) / 640.0);
        }
        for (mean, number) in sums.iter().zip(row.0) {
            assert!((mean - f64::from(number)).abs() < 0.05 / 16_384.0, "{mean} {number}");
        }
    }
}

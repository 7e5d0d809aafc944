//! The numbers of a table, the cells: exact counts, or fractions as floats or as 16-bit integers.
//!
//! Tables are computed in counts. A [`Converter`] turns each count into a cell of the requested type. Several threads write
//! to the same array; a [`Cell`] is therefore stored as an atomic integer of the same size.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use crate::error::Result;
use crate::memory::try_collect;

/// The integer type that holds a table's counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CountType {
    /// 16 bits.
    U16,
    /// 32 bits.
    U32,
    /// 64 bits.
    U64,
}

impl CountType {
    /// Bytes of one count.
    pub fn size(self) -> usize {
        match self {
            Self::U16 => 2,
            Self::U32 => 4,
            Self::U64 => 8,
        }
    }

    /// The smallest type that holds `max`.
    pub fn holding(max: u64) -> Self {
        match max {
            0..=0xffff => Self::U16,
            0x1_0000..=0xffff_ffff => Self::U32,
            _ => Self::U64,
        }
    }
}

macro_rules! cells {
    ($($variant:ident: $type:ty, $doc:literal;)+) => {
        /// Cells to write, in a caller's array or memory map.
        #[derive(Debug)]
        pub enum CellsMut<'a> {
            $(#[doc = $doc] $variant(&'a mut [$type]),)+
        }

        /// Cells to read.
        #[derive(Debug, Clone, Copy)]
        pub enum Cells<'a> {
            $(#[doc = $doc] $variant(&'a [$type]),)+
        }

        impl CellsMut<'_> {
            /// The number of cells.
            pub fn len(&self) -> usize {
                match self { $(Self::$variant(cells) => cells.len(),)+ }
            }

            /// Whether there are no cells.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }

        impl Cells<'_> {
            /// The number of cells.
            pub fn len(&self) -> usize {
                match self { $(Self::$variant(cells) => cells.len(),)+ }
            }

            /// Whether there are no cells.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }
    };
}

cells! {
    Count16: u16, "Counts, in a table whose [`CountType`] is `U16`.";
    Count32: u32, "Counts, in a table whose [`CountType`] is `U32`.";
    Count64: u64, "Counts, in a table whose [`CountType`] is `U64`.";
    Float64: f64, "Fractions: a count divided by what it is counted out of; NaN for 0 of 0.";
    Float32: f32, "Fractions, rounded from 64 bits to the nearest.";
    Scaled16: u16, "Fractions times 65,535, rounded to the nearest integer, halves up; 0 for 0 of 0.";
}

impl CellsMut<'_> {
    /// Whether the cells are counts, not fractions.
    pub(super) fn are_counts(&self) -> bool {
        matches!(self, Self::Count16(_) | Self::Count32(_) | Self::Count64(_))
    }
}

/// The cells of numbers.
#[derive(Clone, Copy)]
pub(super) struct CellRule<T> {
    /// The cell of a count with a total.
    pub(super) of_count: fn(u64, u64) -> T,
    /// The cell of a fraction, unless cells are counts.
    pub(super) of_fraction: Option<fn(f64) -> T>,
}

pub(super) fn float64(n: u64, of: u64) -> f64 {
    n as f64 / of as f64
}

pub(super) fn float32(n: u64, of: u64) -> f32 {
    float64(n, of) as f32
}

pub(super) fn scaled16(n: u64, of: u64) -> u16 {
    // Halves up: floor(65,535 n / of + 1/2). The largest count, of E[HS^2] before the flop, is below 2^43, so the
    // product fits in 64 bits.
    (2 * 65_535 * n + of).checked_div(2 * of).unwrap_or(0) as u16
}

pub(super) fn float32_of(fraction: f64) -> f32 {
    fraction as f32
}

#[allow(clippy::cast_sign_loss)] // Fractions are not negative.
pub(super) fn scaled16_of(fraction: f64) -> u16 {
    (fraction * 65_535.0 + 0.5) as u16
}

/// A number that a source writes to a table: a count, or a fraction where counts would need more than 64 bits.
pub trait Entry: Copy {
    /// Writes the cells of a row.
    #[doc(hidden)]
    fn write<T: Cell>(row: &[Self], converter: &Converter<'_, T>, out: &[T::Shared]);
}

macro_rules! count_entry {
    ($($type:ty),+) => {$(
        impl Entry for $type {
            #[inline(always)]
            fn write<T: Cell>(row: &[Self], converter: &Converter<'_, T>, out: &[T::Shared]) {
                converter.write(row, out);
            }
        }
    )+};
}
count_entry!(u16, u32, u64);

impl Entry for f64 {
    #[inline(always)]
    fn write<T: Cell>(row: &[Self], converter: &Converter<'_, T>, out: &[T::Shared]) {
        if let Some(of_fraction) = converter.rule.of_fraction {
            for (&fraction, cell) in row.iter().zip(out) {
                of_fraction(fraction).store(cell);
            }
        }
    }
}

/// A number of a table: an integer of 16 to 64 bits or a float, in an array that several threads may write to at once.
pub trait Cell: Copy + Default + Send + Sync {
    /// The atomic integer with the size of the number.
    type Shared: Send + Sync;
    /// An array as atomic integers, for as long as it is borrowed.
    fn share(cells: &mut [Self]) -> &[Self::Shared];
    /// Writes the number to a cell of such an array.
    fn store(self, to: &Self::Shared);
}

macro_rules! cell {
    ($($type:ty, $atomic:ty, $bits:expr;)+) => {$(
        impl Cell for $type {
            type Shared = $atomic;
            fn share(cells: &mut [Self]) -> &[$atomic] {
                const { assert!(size_of::<$type>() == size_of::<$atomic>() && align_of::<$type>() >= align_of::<$atomic>()) };
                // SAFETY: the atomic integer has the size of the number, is aligned no more strictly, and may hold any
                // bits. The array stays mutably borrowed while the atomics live, so all access is through the atomics.
                unsafe { &*(std::ptr::from_mut(cells) as *const [$atomic]) }
            }
            #[inline(always)]
            fn store(self, to: &$atomic) {
                let bits: fn($type) -> _ = $bits;
                to.store(bits(self), Ordering::Relaxed);
            }
        }
    )+};
}

cell! {
    u16, AtomicU16, |x| x;
    u32, AtomicU32, |x| x;
    u64, AtomicU64, |x| x;
    f32, AtomicU32, f32::to_bits;
    f64, AtomicU64, f64::to_bits;
}

/// The cell of every count up to `max`, in tables with counts below 2^16 that all have the same total, `of`; else empty.
pub(super) fn known_cells<T>(of_count: fn(u64, u64) -> T, of: Option<u64>, max: u64) -> Result<Vec<T>> {
    of.filter(|_| max < 1 << 16).map_or(Ok(vec![]), |of| try_collect((0..=max).map(|n| Ok(of_count(n, of)))))
}

/// Turns the counts of a row into its cells. A loop should copy it first: the compiler cannot rule out that the cells alias
/// it.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Converter<'a, T> {
    pub(super) rule: CellRule<T>,
    /// The total of every count of the table, if it is the same everywhere.
    pub(super) of: Option<u64>,
    /// As [`known_cells`] computes them.
    pub(super) known: &'a [T],
}

impl<T: Cell> Converter<'_, T> {
    /// Writes the cells of a row.
    ///
    /// If every count of the table has the same total, each count makes one cell. Otherwise `counts` has two halves: `n`
    /// counts, then their `n` totals. The first `n` cells are made of the pairs. A row of fractions ends there; a row of
    /// counts has `n` more cells, for the second half.
    #[inline]
    fn write<N: Copy + Into<u64>>(&self, counts: &[N], out: &[T::Shared]) {
        let Some(of) = self.of else {
            let (counts, ofs) = counts.split_at(counts.len() / 2);
            let (cells, rest) = out.split_at(counts.len());
            for ((&n, &of), cell) in counts.iter().zip(ofs).zip(cells) {
                (self.rule.of_count)(n.into(), of.into()).store(cell);
            }
            for (&of, cell) in ofs.iter().zip(rest) {
                // Only counts have these cells, and their rule returns its first argument.
                (self.rule.of_count)(of.into(), of.into()).store(cell);
            }
            return;
        };
        for (&n, cell) in counts.iter().zip(out) {
            let n = n.into();
            self.known.get(n as usize).copied().unwrap_or_else(|| (self.rule.of_count)(n, of)).store(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_rounded_to_the_nearest() {
        assert_eq!((scaled16(0, 1980), scaled16(1980, 1980), scaled16(990, 1980)), (0, 65_535, 32_768));
        assert_eq!((scaled16(0, 0), scaled16(1, 3), scaled16(2, 3)), (0, 21_845, 43_690));
        // The largest total of a table: E[HS^2] before the flop.
        let of = 2_118_760 * 1980 * 1980;
        assert_eq!(scaled16(of, of), 65_535);
        for n in (0..of).step_by(of as usize / 1000) {
            let exact = n as f64 / of as f64 * 65_535.0;
            assert!((f64::from(scaled16(n, of)) - exact).abs() <= 0.500_000_1);
        }
        assert!(float64(0, 0).is_nan() && float32(0, 0).is_nan());
        for n in 0..=1980 {
            let fraction = float64(n, 1980);
            assert_eq!((scaled16_of(fraction), float32_of(fraction)), (scaled16(n, 1980), float32(n, 1980)));
        }
    }
}

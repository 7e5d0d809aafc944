//! The numbers of a table: exact counts, floats, or 16-bit fractions, in memory that threads write to side by side.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

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
    /// Bytes of one.
    pub(super) fn size(self) -> usize {
        match self {
            Self::U16 => 2,
            Self::U32 => 4,
            Self::U64 => 8,
        }
    }

    /// The smallest that holds `max`.
    pub(super) fn holding(max: u64) -> Self {
        match max {
            0..=0xffff => Self::U16,
            0x1_0000..=0xffff_ffff => Self::U32,
            _ => Self::U64,
        }
    }
}

macro_rules! cells {
    ($($variant:ident: $type:ty, $doc:literal;)+) => {
        /// Cells to be written, in a caller's array or memory map.
        #[derive(Debug)]
        pub enum CellsMut<'a> {
            $(#[doc = $doc] $variant(&'a mut [$type]),)+
        }

        /// Cells to be read.
        #[derive(Debug, Clone, Copy)]
        pub enum Cells<'a> {
            $(#[doc = $doc] $variant(&'a [$type]),)+
        }

        impl CellsMut<'_> {
            /// How many cells.
            pub fn len(&self) -> usize {
                match self { $(Self::$variant(cells) => cells.len(),)+ }
            }

            /// Whether there is none.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }

        impl Cells<'_> {
            /// How many cells.
            pub fn len(&self) -> usize {
                match self { $(Self::$variant(cells) => cells.len(),)+ }
            }

            /// Whether there is none.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }
    };
}

cells! {
    Count16: u16, "The exact integers, in a table whose [`CountType`] is `U16`.";
    Count32: u32, "The exact integers, in a table whose [`CountType`] is `U32`.";
    Count64: u64, "The exact integers, in a table whose [`CountType`] is `U64`.";
    Float64: f64, "Fractions; NaN for 0 of 0.";
    Float32: f32, "The same, rounded from 64 bits to the nearest.";
    Scaled16: u16, "Fractions of 65,535, rounded to the nearest, halves up; 0 for 0 of 0.";
}

/// From a count and what it is counted out of to a cell.
pub(super) type Rule<T> = fn(u64, u64) -> T;

pub(super) fn float64(n: u64, of: u64) -> f64 {
    n as f64 / of as f64
}

pub(super) fn float32(n: u64, of: u64) -> f32 {
    float64(n, of) as f32
}

pub(super) fn scaled16(n: u64, of: u64) -> u16 {
    // The largest count, of E[HS^2] before the flop, is below 2^43.
    (2 * 65_535 * n + of).checked_div(2 * of).unwrap_or(0) as u16
}

/// A number that threads may write at once.
pub(super) trait Cell: Copy + Default + Send + Sync {
    type Shared: Send + Sync;
    fn share(cells: &mut [Self]) -> &[Self::Shared];
    fn store(self, to: &Self::Shared);
}

macro_rules! cell {
    ($($type:ty, $atomic:ty, $bits:expr;)+) => {$(
        impl Cell for $type {
            type Shared = $atomic;
            fn share(cells: &mut [Self]) -> &[$atomic] {
                const { assert!(size_of::<$type>() == size_of::<$atomic>() && align_of::<$type>() >= align_of::<$atomic>()) };
                // SAFETY: the atomic has the size of the number, is aligned no more strictly, and holds any bits; the
                // mutable borrow lasts as long as the shared one, so nobody reads or writes but through the atomics.
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

/// A rule, with the cells of small counts worked out beforehand where all are counted out of the same number.
pub(super) struct Converter<T> {
    rule: Rule<T>,
    of: Option<u64>,
    known: Vec<T>,
}

impl<T: Cell> Converter<T> {
    /// `of`: what every count of the table is counted out of, if it is one number; `max`: the largest count.
    pub(super) fn new(rule: Rule<T>, of: Option<u64>, max: u64) -> Self {
        let known = of.filter(|_| max < 1 << 16).map_or(vec![], |of| (0..=max).map(|n| rule(n, of)).collect());
        Self { rule, of, known }
    }

    /// Writes the cells of a row. Without one number that all are counted out of, the second half of `counts` says
    /// what each of the first half is counted out of; cells beyond the first half get the numbers of the second.
    #[inline]
    pub(super) fn write(&self, counts: &[u64], out: &[T::Shared]) {
        let Some(of) = self.of else {
            let (counts, ofs) = counts.split_at(counts.len() / 2);
            let (cells, rest) = out.split_at(counts.len());
            for ((&n, &of), cell) in counts.iter().zip(ofs).zip(cells) {
                (self.rule)(n, of).store(cell);
            }
            for (&of, cell) in ofs.iter().zip(rest) {
                (self.rule)(of, of).store(cell);
            }
            return;
        };
        for (&n, cell) in counts.iter().zip(out) {
            self.known.get(n as usize).copied().unwrap_or_else(|| (self.rule)(n, of)).store(cell);
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
        let of = crate::hand_strength::Street::Preflop.runouts() * 1980 * 1980;
        assert_eq!(scaled16(of, of), 65_535);
        for n in (0..of).step_by(of as usize / 1000) {
            let exact = n as f64 / of as f64 * 65_535.0;
            assert!((f64::from(scaled16(n, of)) - exact).abs() <= 0.500_000_1);
        }
        assert!(float64(0, 0).is_nan() && float32(0, 0).is_nan());
    }
}

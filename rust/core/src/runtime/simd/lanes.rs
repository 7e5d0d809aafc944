//! Sixteen numbers side by side, each in a lane: two to eight vectors of a CPU. Every operation is one of lanes, and none rounds
//! once where two operations are written, so results are the same on every CPU.

use std::hint::black_box;
use std::ops::{Add, Div, Mul, Sub};

#[cfg(target_arch = "x86_64")]
use crate::runtime::cpu::V3;
use crate::runtime::dispatch::{Isa, written_for};

/// Number of lanes.
pub(crate) const LANES: usize = 16;

/// A number of each lane.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(64))]
pub(crate) struct Lanes<F>(pub(crate) [F; LANES]);

impl<F: Copy + Default> Default for Lanes<F> {
    #[inline(always)]
    fn default() -> Self {
        Self([F::default(); LANES])
    }
}

/// Lanes of the results of an operation on numbers.
macro_rules! lane_by_lane {
    ($($operation:ident $method:ident),+) => {
        $(impl<F: Copy + $operation<Output = F>> $operation for Lanes<F> {
            type Output = Self;
            // Not a closure: the copies of a kernel would call it, without the instructions of the level.
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for lane in 0..LANES {
                    self.0[lane] = self.0[lane].$method(other.0[lane]);
                }
                self
            }
        })+
    };
}
lane_by_lane!(Add add, Sub sub, Mul mul, Div div);

impl<F: Copy + Default + PartialOrd> Lanes<F> {
    /// In lanes of positive numbers `yes`, in others `no`.
    #[inline(always)]
    pub(crate) fn if_positive(self, mut yes: Self, no: Self) -> Self {
        for lane in 0..LANES {
            yes.0[lane] = if self.0[lane] > F::default() { yes.0[lane] } else { no.0[lane] };
        }
        yes
    }

    /// The larger of both numbers.
    #[inline(always)]
    pub(crate) fn max(mut self, other: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] = if other.0[lane] > self.0[lane] { other.0[lane] } else { self.0[lane] };
        }
        self
    }
}

/// The numbers from 0 on. A loop over rows of lanes goes through these, or the compiler does several rows at a time, a few lanes
/// of each, with loads and stores from everywhere: half as fast.
pub(crate) struct RowByRow {
    next: usize,
    end: usize,
}

/// The rows below `end`.
#[inline(always)]
pub(crate) fn row_by_row(end: usize) -> RowByRow {
    RowByRow { next: 0, end }
}

impl Iterator for RowByRow {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let row = self.next;
        self.next = black_box(row + 1);
        if row < self.end { Some(row) } else { None }
    }
}

/// Numbers that lanes have.
pub(crate) trait Lane: Copy + Default {
    /// [`transpose`] with the instructions of v3.
    #[cfg(target_arch = "x86_64")]
    fn transpose(v3: V3, rows: &[Lanes<Self>; LANES], to: &mut [Lanes<Self>; LANES]);

    /// [`transpose`] with the vectors of WebAssembly.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    fn transpose(rows: &[Lanes<Self>; LANES], to: &mut [Lanes<Self>; LANES]);
}

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
impl Lane for f32 {}
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
impl Lane for f64 {}

/// Exchanges rows and lanes.
#[inline(always)]
pub(crate) fn transpose<F: Lane>(isa: impl Isa, rows: &[Lanes<F>; LANES], to: &mut [Lanes<F>; LANES]) {
    written_for!(isa.v3, |v3| F::transpose(v3, rows, to));
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    F::transpose(rows, to);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    for (lane, to) in to.iter_mut().enumerate() {
        for (to, row) in to.0.iter_mut().zip(rows) {
            *to = row.0[lane];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cpu::Level;
    use crate::runtime::dispatch::Kernel;

    struct Transposed<F>([Lanes<F>; LANES]);

    impl<F: Lane> Kernel for Transposed<F> {
        type Output = [Lanes<F>; LANES];
        const GAINS_FROM_V4: bool = true;

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> Self::Output {
            let mut to = [Lanes::default(); LANES];
            transpose(isa, &self.0, &mut to);
            to
        }
    }

    #[test]
    fn rows_become_lanes() {
        let number = |row: usize, lane: usize| (row * LANES + lane) as f32;
        let rows = |turned: bool| {
            std::array::from_fn(|row| {
                Lanes(std::array::from_fn(|lane| if turned { number(lane, row) } else { number(row, lane) }))
            })
        };
        let double = |rows: [Lanes<f32>; LANES]| rows.map(|row| Lanes(row.0.map(f64::from)));
        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            assert_eq!(level.run(Transposed(rows(false))), rows(true));
            assert_eq!(level.run(Transposed(double(rows(false)))), double(rows(true)));
        }
    }

    #[test]
    fn lanes_are_chosen_one_by_one() {
        let signs = Lanes(std::array::from_fn(|lane| [1.0f32, 0.0, -1.0, f32::NAN][lane % 4]));
        let (yes, no) = (Lanes([1.0; LANES]), Lanes([2.0; LANES]));
        assert_eq!(signs.if_positive(yes, no).0[..4], [1.0, 2.0, 2.0, 2.0]);
        assert_eq!(yes.max(no), no);
        assert_eq!(((yes + no) * no - yes) / no, Lanes([2.5; LANES]));
    }
}

//! The squared distance of a row from a centre in double precision, added up in one order at every CPU level.

use super::Value;

/// Sums of squares that are formed side by side.
pub(super) const SUMS: usize = 8;

/// The squared distance: every eighth coordinate adds to the same sum, and the last few to one of their own.
#[inline(always)]
pub(super) fn squared_distance<T: Value>(row: &[T], center: &[f64]) -> f64 {
    let ((rows, rest), (centers, rest_of_center)) = (row.as_chunks::<SUMS>(), center.as_chunks::<SUMS>());
    let mut sums = [0.0; SUMS];
    for (row, center) in rows.iter().zip(centers) {
        for at in 0..SUMS {
            let difference = row[at].get() - center[at];
            sums[at] += difference * difference;
        }
    }
    let mut sum = 0.0;
    for (x, center) in rest.iter().zip(rest_of_center) {
        let difference = x.get() - center;
        sum += difference * difference;
    }
    added_up(sums) + sum
}

#[inline(always)]
pub(super) fn added_up(sums: [f64; SUMS]) -> f64 {
    ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]))
}

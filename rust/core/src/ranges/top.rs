//! The best hands before the flop: the order behind 15%.

use super::combo_set::ComboSet;
use crate::cards::{COMBO_COUNT, HAND_CLASS_COUNT, hand_class};
use crate::error::{Error, Result};

/// The hand classes by their exact equity against one random hand, best first; no two are equal.
#[rustfmt::skip]
pub(super) const ORDER: [u8; HAND_CLASS_COUNT] = [
    90, 77, 65, 54, 44, 35, 27, 168, 20, 167, 166, 89, 165, 88, 87, 156, 14, 164, 86, 155, 163, 154,
    76, 162, 85, 75, 9, 145, 153, 160, 161, 84, 74, 144, 159, 83, 152, 158, 64, 73, 81, 82, 143, 151,
    135, 157, 63, 5, 80, 150, 72, 142, 79, 149, 134, 62, 53, 71, 78, 148, 141, 70, 147, 126, 133, 2,
    140, 61, 69, 52, 146, 139, 125, 68, 132, 138, 60, 43, 51, 67, 59, 137, 118, 124, 131, 66, 0, 136,
    58, 130, 42, 50, 57, 117, 129, 123, 128, 56, 34, 111, 41, 49, 116, 127, 55, 122, 48, 121, 33, 110,
    47, 40, 115, 120, 105, 46, 26, 119, 109, 32, 45, 39, 114, 104, 38, 113, 25, 100, 108, 31, 37, 112,
    19, 103, 36, 96, 24, 99, 107, 30, 18, 106, 102, 29, 13, 95, 98, 23, 28, 93, 17, 101, 8, 12,
    94, 97, 22, 92, 21, 16, 7, 11, 91, 4, 15, 6, 10, 3, 1,
];

/// The best classes, until they have at least `percent` of all combos; classes are not split.
pub(super) fn best(percent: f64) -> ComboSet {
    let mut taken = [false; HAND_CLASS_COUNT];
    let mut combos = 0;
    for class in ORDER.map(usize::from) {
        if is_share(combos, percent, COMBO_COUNT as u32) {
            break;
        }
        taken[class] = true;
        combos += size(class);
    }
    ComboSet::of(|[low, high]| taken[usize::from(hand_class(low, high))])
}

/// Whether a number of hands is at least `percent` of `all`. The decimals of a quotient of two integers mean that quotient.
pub(super) fn is_share(hands: u32, percent: f64, all: u32) -> bool {
    const ROUNDED: f64 = 1.0 - 1e-14;
    f64::from(hands) * 100.0 >= percent * f64::from(all) * ROUNDED
}

/// The share of all combos that are at least as good as those of a hand class, by exact equity against a random hand: the
/// share of the smallest range of best hands that contains it.
///
/// # Errors
/// [`Error::InvalidArgument`] for a number above 168.
///
/// ```
/// use pokerbits::{cards::class_of, ranges::top_share};
/// assert_eq!(top_share(class_of([51, 50])?)?, 6.0 / 1326.0);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn top_share(class: u8) -> Result<f64> {
    let place = ORDER.iter().position(|&other| other == class);
    let place =
        place.ok_or_else(|| Error::InvalidArgument(format!("expected a hand class from 0 to 168, found {class}")))?;
    let combos: u32 = ORDER[..=place].iter().map(|&class| size(class.into())).sum();
    Ok(f64::from(combos) / COMBO_COUNT as f64)
}

/// Number of combos of a class. The suited classes come last; pairs have the triangular numbers minus one.
fn size(class: usize) -> u32 {
    let is_pair = (0..13).any(|rank| rank * (rank + 3) / 2 == class);
    match class {
        91.. => 4,
        _ if is_pair => 6,
        _ => 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_taken_whole() {
        let n = |percent| best(percent).iter().count();
        assert_eq!((n(0.0), n(100.0)), (0, COMBO_COUNT));
        // AA is 0.45% of all hands, AA and KK 0.90%.
        assert_eq!((n(0.01), n(0.45), n(0.46), n(0.9)), (6, 6, 12, 12));
        let mut sizes = [0; HAND_CLASS_COUNT];
        ComboSet::of(|[low, high]| {
            sizes[usize::from(hand_class(low, high))] += 1;
            false
        });
        assert!(sizes.into_iter().enumerate().all(|(class, n)| size(class) == n));
        assert_eq!(top_share(90).map(|share| (n(100.0 * share), n(100.0 * share * 1.000_001))), Ok((6, 12)));
        assert_eq!((top_share(1), top_share(77)), (Ok(1.0), Ok(12.0 / 1326.0)));
        assert!(top_share(169).is_err());
        let mut sorted = ORDER;
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(at, &class)| usize::from(class) == at));
    }
}

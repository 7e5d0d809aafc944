//! The signature of a hand: four sums over its children, which determine its class.

use crate::runtime::rng::philox4x64;
use crate::showdown::street::Street;

/// Four sums over the future of a hand: `2 * wins + ties` over all rivers, the wins, and two hashes of the classes on the
/// next street.
///
/// Hashes are added modulo `2^64`, so they do not depend on the order of the children, and those of a class are random: two
/// different multisets have the same pair of sums with probability `2^-128`. The `14 * 10^6` hands of the turn have about
/// `10^14` pairs, so a collision is practically impossible.
pub(super) type Signature = [u64; 4];

/// Number of words of a signature.
pub(super) const WORDS: usize = 4;

/// The key of the hashes; another key would order classes with the same sums in another way.
const KEY: [u64; 2] = [0x6f75_7463_6f6d_6573, 0x706f_6b65_7262_6974];

/// The contribution of a hand of a class to the signature of a hand of the street before.
pub(super) fn as_child(class: usize, signature: &Signature, street: Street) -> Signature {
    let &[value, wins, ..] = signature;
    let [hash, other, ..] = philox4x64(KEY, [class as u64, street.board_cards() as u64, 0, 0]);
    [value, wins, hash, other]
}

/// `sum += times * child`.
#[inline(always)]
pub(super) fn add(sum: &mut Signature, child: &Signature, times: u64) {
    for (sum, &child) in sum.iter_mut().zip(child) {
        *sum = sum.wrapping_add(child.wrapping_mul(times));
    }
}

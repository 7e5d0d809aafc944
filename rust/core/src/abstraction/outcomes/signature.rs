//! The signature of a hand: four sums over what it can become, which tell its class.

use crate::runtime::rng::philox4x64;
use crate::showdown::street::Street;

/// Four sums over what a hand can become: `2 * wins + ties` over all rivers, the wins, and two hashes of the classes on
/// the next street.
///
/// Hashes are added modulo `2^64`, so they do not depend on the order of the children, and those of a class are drawn at
/// random: two different multisets have the same pair of sums with probability `2^-128`. Among the `14 * 10^6` hands of the
/// turn, some `10^14` pairs, that is never.
pub(super) type Signature = [u64; 4];

/// Words of a signature.
pub(super) const WORDS: usize = 4;

/// Draws the hashes; another key would order classes with the same sums in another way.
const KEY: [u64; 2] = [0x6f75_7463_6f6d_6573, 0x706f_6b65_7262_6974];

/// What a hand of a class adds to the signatures of a hand of the street before.
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

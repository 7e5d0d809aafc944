//! The integers of the label programme: wrapping words of 64 or 128 bits, and polynomials in t cut at T terms.
//!
//! The programme never divides, so arithmetic modulo 2^64 or 2^128 is exact whenever the final value fits.

use super::class_graph::Colour;

/// Cards in the longest table.
const CARDS: usize = 53;
/// Hands in the longest table.
const HANDS: usize = 27;

/// What the programme multiplies by, modulo the size of the word.
pub(super) struct Tables<W> {
    /// `C(n, k)`.
    pub(super) choose: [[W; HANDS]; CARDS],
    /// `n (n - 1) ... (n - k + 1)`.
    pub(super) falling: [[W; HANDS]; CARDS],
    /// Ways to choose k disjoint hands out of n cards: `C(n, 2k) (2k - 1)!!`.
    pub(super) matchings: [[W; HANDS]; CARDS],
}

/// A wrapping unsigned integer.
pub(super) trait Word: Copy + Default + PartialEq + Send + Sync + Into<u128> + 'static {
    const TABLES: &'static Tables<Self>;
    const ONE: Self;
    fn add(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn neg(self) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const TABLES: &'static Tables<Self> = {
                static TABLES: Tables<$word> = {
                    let mut choose: [[$word; HANDS]; CARDS] = [[0; HANDS]; CARDS];
                    let mut falling: [[$word; HANDS]; CARDS] = [[0; HANDS]; CARDS];
                    let mut matchings: [[$word; HANDS]; CARDS] = [[0; HANDS]; CARDS];
                    let mut n = 0;
                    while n < CARDS {
                        choose[n][0] = 1;
                        falling[n][0] = 1;
                        matchings[n][0] = 1;
                        let mut k = 1;
                        while k < HANDS && k <= n {
                            choose[n][k] = choose[n - 1][k - 1].wrapping_add(choose[n - 1][k]);
                            falling[n][k] = falling[n - 1][k - 1].wrapping_mul(n as $word);
                            // The last card is in no hand, or in one with any of the others.
                            matchings[n][k] = matchings[n - 1][k].wrapping_add(if n < 2 {
                                0
                            } else {
                                matchings[n - 2][k - 1].wrapping_mul(n as $word - 1)
                            });
                            k += 1;
                        }
                        n += 1;
                    }
                    Tables { choose, falling, matchings }
                };
                &TABLES
            };
            const ONE: Self = 1;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn neg(self) -> Self {
                self.wrapping_neg()
            }
        }
    };
}
word!(u64);
word!(u128);

/// A polynomial in t: the coefficient of t^j at j. Products are cut at `T` terms.
pub(super) type Poly<W, const T: usize> = [W; T];

/// `sum += a * b`.
#[inline(always)]
pub(super) fn add_product<W: Word, const T: usize>(sum: &mut Poly<W, T>, a: &Poly<W, T>, b: &Poly<W, T>) {
    for i in 0..T {
        for j in 0..T - i {
            sum[i + j] = sum[i + j].add(a[i].mul(b[j]));
        }
    }
}

/// `a * factor`.
#[inline(always)]
pub(super) fn scaled<W: Word, const T: usize>(a: &Poly<W, T>, factor: W) -> Poly<W, T> {
    a.map(|x| x.mul(factor))
}

/// `(from - to)^e`, where loss is 0, win is 1 and tie is t.
#[inline]
pub(super) fn power<W: Word, const T: usize>(from: Colour, to: Colour, e: usize) -> Poly<W, T> {
    let mut out = [W::default(); T];
    if e == 0 {
        out[0] = W::ONE;
        return out;
    }
    let sign = |negative: bool| if negative { W::ONE.neg() } else { W::ONE };
    match (from, to) {
        (Colour::Win, Colour::Loss) => out[0] = W::ONE,
        (Colour::Loss, Colour::Win) => out[0] = sign(e % 2 == 1),
        (Colour::Tie, Colour::Loss) if e < T => out[e] = W::ONE,
        (Colour::Loss, Colour::Tie) if e < T => out[e] = sign(e % 2 == 1),
        (Colour::Win, Colour::Tie) | (Colour::Tie, Colour::Win) => {
            // (1 - t)^e, or (-1)^e times that.
            let flip = usize::from(from == Colour::Tie) * e;
            for (j, x) in out.iter_mut().enumerate().take(e + 1) {
                *x = W::TABLES.choose[e][j].mul(sign((j + flip) % 2 == 1));
            }
        }
        _ => {}
    }
    out
}

/// [`power`] for e = 0..=`most`; the rest are 0.
pub(super) fn powers<W: Word, const T: usize>(from: Colour, to: Colour, most: usize) -> [Poly<W, T>; HANDS] {
    let mut out = [[W::default(); T]; HANDS];
    for (e, out) in out.iter_mut().enumerate().take(most + 1) {
        *out = power(from, to, e);
    }
    out
}

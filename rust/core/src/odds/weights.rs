//! The weights of combos, and the arithmetic of their sums: polynomials in t over wrapping words of 64 or 128 bits.
//!
//! A combo that beats the hero weighs 0, one that loses 1, one that ties t; disjoint combos weigh the product. So in a sum
//! over sets of k disjoint combos the coefficient of t^j counts the sets without a loss and with j ties. There is no
//! division: arithmetic modulo 2^64 or 2^128 is exact if the final count fits.

/// The result of a combo against the hero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(super) enum Colour {
    /// The combo beats the hero: weight 0.
    Loss = 0,
    /// The combo loses to the hero: weight 1.
    Win = 1,
    /// The combo ties with the hero: weight t.
    Tie = 2,
}

/// Sizes of sets of cards in a table: 0 to 52.
const CARDS: usize = 53;
/// Numbers of disjoint combos in a table: 0 to 26. A full polynomial has this number of terms.
pub(super) const TERMS: usize = 27;

/// Binomials and related numbers `[n][k]`, modulo the size of the word.
pub(super) struct ChoiceTables<W> {
    /// `C(n, k)`.
    pub(super) choose: [[W; TERMS]; CARDS],
    /// `n (n - 1) ... (n - k + 1)`.
    pub(super) falling: [[W; TERMS]; CARDS],
    /// The matchings of k edges in the complete graph on n vertices, `C(n, 2k) (2k - 1)!!`: the ways to choose k disjoint
    /// combos out of n cards.
    pub(super) matchings: [[W; TERMS]; CARDS],
}

/// A wrapping unsigned integer.
pub(super) trait WrappingWord: Copy + Default + PartialEq + Send + Sync + Into<u128> + 'static {
    const TABLES: &'static ChoiceTables<Self>;
    const ONE: Self;
    fn add(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn neg(self) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl WrappingWord for $word {
            const TABLES: &'static ChoiceTables<Self> = {
                static TABLES: ChoiceTables<$word> = {
                    let mut choose: [[$word; TERMS]; CARDS] = [[0; TERMS]; CARDS];
                    let mut falling: [[$word; TERMS]; CARDS] = [[0; TERMS]; CARDS];
                    let mut matchings: [[$word; TERMS]; CARDS] = [[0; TERMS]; CARDS];
                    let mut n = 0;
                    while n < CARDS {
                        choose[n][0] = 1;
                        falling[n][0] = 1;
                        matchings[n][0] = 1;
                        let mut k = 1;
                        while k < TERMS && k <= n {
                            choose[n][k] = choose[n - 1][k - 1].wrapping_add(choose[n - 1][k]);
                            falling[n][k] = falling[n - 1][k - 1].wrapping_mul(n as $word);
                            // The last card is in no combo, or in one with any of the other cards.
                            matchings[n][k] = matchings[n - 1][k].wrapping_add(if n < 2 {
                                0
                            } else {
                                matchings[n - 2][k - 1].wrapping_mul(n as $word - 1)
                            });
                            k += 1;
                        }
                        n += 1;
                    }
                    ChoiceTables { choose, falling, matchings }
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
pub(super) fn add_product<W: WrappingWord, const T: usize>(sum: &mut Poly<W, T>, a: &Poly<W, T>, b: &Poly<W, T>) {
    for i in 0..T {
        for j in 0..T - i {
            sum[i + j] = sum[i + j].add(a[i].mul(b[j]));
        }
    }
}

/// `a * factor`.
#[inline(always)]
pub(super) fn scaled<W: WrappingWord, const T: usize>(a: &Poly<W, T>, factor: W) -> Poly<W, T> {
    a.map(|x| x.mul(factor))
}

/// The e-th power of the weight of `from` minus that of `to`.
#[inline]
pub(super) fn power<W: WrappingWord, const T: usize>(from: Colour, to: Colour, e: usize) -> Poly<W, T> {
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
            // (1 - t)^e, or (t - 1)^e, which is (-1)^e times the former.
            let flip = usize::from(from == Colour::Tie) * e;
            for (j, x) in out.iter_mut().enumerate().take(e + 1) {
                *x = W::TABLES.choose[e][j].mul(sign((j + flip) % 2 == 1));
            }
        }
        _ => {}
    }
    out
}

/// [`power`] for e = 0..=`most`; beyond it zeros.
pub(super) fn powers<W: WrappingWord, const T: usize>(from: Colour, to: Colour, most: usize) -> [Poly<W, T>; TERMS] {
    let mut out = [[W::default(); T]; TERMS];
    for (e, out) in out.iter_mut().enumerate().take(most + 1) {
        *out = power(from, to, e);
    }
    out
}

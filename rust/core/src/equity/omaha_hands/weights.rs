//! The weights of a range of hands of four cards, as integers: checked once.

use crate::cards::CardSet;
use crate::combinatorics::choose_small;
use crate::decimals::exact_weights;
use crate::equity::subset_sums::{SetPlaces, Sum, for_each_three};
use crate::error::{Error, Result, Row};
use crate::memory::{try_collect, try_vec, try_with_capacity};

/// Number of hands of four cards of the deck.
pub const OMAHA_HANDS: usize = choose_small(52, 4) as usize;

/// The largest sum of the weights of a range: `2 * wins + ties` on 1,176 boards then is below `2^63`.
const MOST_WEIGHT: u64 = 1 << 51;

/// A range of hands of four cards, with integers as weights.
///
/// Integer weights, and decimals between 0 and 1, are exact unless they have too many digits; other weights are rounded to
/// multiples of their sum divided by `2^50`.
#[derive(Debug, Clone)]
pub struct OmahaWeights {
    /// Numbers of hands of the deck.
    hands: Vec<u32>,
    /// `None` if all are 1.
    weights: Option<Vec<u64>>,
}

impl OmahaWeights {
    /// The range with a weight for each of the 270,725 hands, in colexicographic order.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for another number of weights, for a weight that is negative, infinite or NaN, and for
    /// weights whose sum is infinite; [`Error::OutOfMemory`].
    ///
    /// ```
    /// use pokerbits::equity::{OMAHA_HANDS, OmahaWeights};
    /// let mut weights = vec![0.0; OMAHA_HANDS];
    /// weights[270_724] = 0.5; // AcAdAhAs
    /// assert!(OmahaWeights::new(&weights).is_ok() && OmahaWeights::new(&[1.0]).is_err());
    /// ```
    pub fn new(weights: &[f64]) -> Result<Self> {
        if weights.len() != OMAHA_HANDS {
            return Err(Error::InvalidArgument(format!("expected {OMAHA_HANDS} weights, found {}", weights.len())));
        }
        Self::of((0..).zip(weights.iter().copied()))
    }

    /// The range of some hands, none of them twice, with their weights or of weight 1.
    ///
    /// # Errors
    /// [`Error::CardCount`] for a hand of other than four cards; [`Error::InvalidArgument`] for another number of weights than
    /// of hands; those of [`Self::new`].
    pub fn from_hands(hands: impl IntoIterator<Item = CardSet>, weights: Option<&[f64]>) -> Result<Self> {
        let hands = try_collect(hands.into_iter().map(|hand| match hand.len() {
            4 => Ok(SetPlaces::of(0).hand(hand_of(hand)) as u32),
            found => Err(Error::CardCount { row: Row(None), expected: "4", found: found as usize }),
        }))?;
        match weights {
            None => Ok(Self { hands, weights: None }),
            Some(weights) if weights.len() == hands.len() => Self::of(hands.into_iter().zip(weights.iter().copied())),
            Some(weights) => {
                let why = format!("expected {} weights, found {}", hands.len(), weights.len());
                Err(Error::InvalidArgument(why))
            }
        }
    }

    /// The hands of a weight above 0. Each weight is read once: another thread of the caller may write to them.
    fn of(all: impl Iterator<Item = (u32, f64)>) -> Result<Self> {
        let most = all.size_hint().1.unwrap_or(0);
        let (mut hands, mut weights) = (try_with_capacity(most)?, try_with_capacity(most)?);
        for (hand, weight) in all {
            if weight == 0.0 {
                continue;
            }
            if !(weight.is_finite() && weight > 0.0) {
                let why =
                    format!("the weight of hand {hand} is {weight}: expected a finite number that is not negative");
                return Err(Error::InvalidArgument(why));
            }
            hands.push(hand);
            weights.push(weight);
        }
        Ok(Self { hands, weights: Some(as_integers(&weights)?) })
    }

    /// The sum of the weights.
    pub(super) fn total(&self) -> u64 {
        self.weights.as_ref().map_or(self.hands.len() as u64, |weights| weights.iter().sum())
    }

    /// The weight of each hand of the deck, 0 for hands with a dead card; they fit in `S`.
    pub(super) fn of_deck<S: Sum>(&self, dead: CardSet) -> Result<Vec<S>> {
        let mut of_deck = try_vec(S::default(), OMAHA_HANDS)?;
        match &self.weights {
            None => self.hands.iter().for_each(|&hand| of_deck[hand as usize] = 1.into()),
            Some(weights) => {
                self.hands.iter().zip(weights).for_each(|(&hand, &weight)| of_deck[hand as usize] = S::of(weight));
            }
        }
        remove_blocked(&mut of_deck, dead);
        Ok(of_deck)
    }
}

/// The cards of a set of four.
pub(super) fn hand_of(set: CardSet) -> [u8; 4] {
    let mut hand = [0; 4];
    hand.iter_mut().zip(set.ids()).for_each(|(to, card)| *to = card);
    hand
}

/// Weights as integers that add up to `MOST_WEIGHT` at most.
fn as_integers(weights: &[f64]) -> Result<Vec<u64>> {
    if let Some((exact, _)) = exact_weights(weights)?
        && exact.iter().map(|&weight| u128::from(weight)).sum::<u128>() <= MOST_WEIGHT.into()
    {
        return Ok(exact);
    }
    let total: f64 = weights.iter().sum();
    if !total.is_finite() {
        return Err(Error::InvalidArgument("the weights add up to more than a float can hold".into()));
    }
    // Rounding up adds one half for each hand at most.
    let most = (MOST_WEIGHT / 2) as f64;
    try_collect(weights.iter().map(|&weight| Ok(((weight / total * most).round() as i64).unsigned_abs())))
}

/// Sets the weights of hands with a known card to 0.
pub(super) fn remove_blocked<S: Sum>(range: &mut [S], known: CardSet) {
    if known.is_empty() {
        return;
    }
    for_each_three(52, 0, |[b, c, d], place, lowest| {
        let is_known = |card: usize| known.bits() >> card & 1 != 0;
        let is_blocked = is_known(b) || is_known(c) || is_known(d);
        for (a, weight) in range[place..place + lowest].iter_mut().enumerate() {
            if is_blocked || is_known(a) {
                *weight = S::default();
            }
        }
    });
}

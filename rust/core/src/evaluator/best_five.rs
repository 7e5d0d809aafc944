//! The five cards of a hand that count.

use super::Rules;
use crate::combinatorics::subsets;
use crate::error::{Error, Result};
use crate::runtime::Run;

/// Rows that a thread takes at a time: a tenth of a millisecond.
const CHUNK: usize = 1024;

impl Rules {
    /// The best five of five to seven different card ids: paired cards first, then from the highest card down; 5-4-3-2-A
    /// starts with the five. If several choices are equally strong, the cards that come first in the hand.
    ///
    /// # Errors
    /// Those of [`evaluate_ids`](Self::evaluate_ids); [`Error::InvalidArgument`] for rules without hand categories.
    ///
    /// ```
    /// use pokerbits::{cards::parse_cards, evaluator::Rules};
    /// let ids = |text| -> Vec<u8> { parse_cards(text).unwrap().iter().map(|card| card.id()).collect() };
    /// assert_eq!(Rules::Standard.best_five(&ids("AhKdAs7c7d2h7s"))?[..], ids("7c7d7sAhAs"));
    /// assert_eq!(Rules::AceToFive.best_five(&ids("Ah2d3c4s5hKdKs"))?[..], ids("5h4s3c2dAh"));
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn best_five(self, cards: &[u8]) -> Result<[u8; 5]> {
        let strength = self.evaluate_ids(cards)?;
        let Some(kind) = self.kind(strength)?.filter(|_| self != Self::EightOrBetter) else {
            return Err(Error::InvalidArgument(format!("hands have no categories under the rules {}", self.name())));
        };
        let mut best = [0; 5];
        for five in fives(cards) {
            if self.evaluate_ids(&five)? == strength {
                best = five;
                break;
            }
        }
        // Each card goes to the first place of its rank; cards of equal rank keep their order.
        best.sort_by_key(|card| kind.ranks().iter().position(|&rank| rank == card / 4));
        Ok(best)
    }

    /// [`best_five`](Self::best_five) of rows of `hand_size` cards, `cards[i * hand_size..][..hand_size]` to `out[i]`.
    ///
    /// # Errors
    /// Those of [`best_five`](Self::best_five), naming the row; [`Error::InvalidArgument`] when the lengths disagree;
    /// [`Error::Cancelled`]. `out` is then partly written.
    pub fn best_five_rows(self, cards: &[u8], hand_size: usize, out: &mut [[u8; 5]], run: &mut Run<'_>) -> Result<()> {
        if out.len().checked_mul(hand_size) != Some(cards.len()) || hand_size == 0 {
            let (n, rows) = (cards.len(), out.len());
            return Err(Error::InvalidArgument(format!("{n} cards are not {rows} hands of {hand_size}")));
        }
        let total = out.len().div_ceil(CHUNK);
        let chunks = cards.chunks(CHUNK * hand_size).zip(out.chunks_mut(CHUNK)).enumerate();
        run.for_each(chunks, total, |(chunk, (cards, out))| {
            for (row, (hand, best)) in (chunk * CHUNK..).zip(cards.chunks_exact(hand_size).zip(out)) {
                *best = self.best_five(hand).map_err(|error| error.at_row(row))?;
            }
            Ok(())
        })
    }
}

/// The choices of five of the cards of a hand, each in its order, those with the first cards first.
fn fives(cards: &[u8]) -> impl Iterator<Item = [u8; 5]> {
    let n = cards.len() as u32;
    // The cards left out are the bits, the first card the highest.
    subsets(n, n.saturating_sub(5)).map(move |left_out| {
        let kept = (0..n).filter(|at| left_out >> (n - 1 - at) & 1 == 0);
        let mut five = [0; 5];
        five.iter_mut().zip(kept).for_each(|(to, at)| *to = cards[at as usize]);
        five
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::runtime::rng::Philox;
    use crate::testing::shuffle_front;

    #[test]
    fn choices_come_in_the_order_of_the_hand() {
        let choices: Vec<_> = fives(&[10, 20, 30, 40, 50, 51]).collect();
        let first = [[10, 20, 30, 40, 50], [10, 20, 30, 40, 51], [10, 20, 30, 50, 51]];
        assert_eq!((choices.len(), &choices[..3]), (6, &first[..]));
        assert!(fives(&[1, 2, 3, 4, 5, 6, 7]).is_sorted());
        assert_eq!(fives(&[1, 2, 3, 4, 5, 6, 7]).count(), 21);
    }

    proptest! {
        #[test]
        fn five_cards_of_a_hand_are_as_strong_as_it(key in any::<u64>(), size in 5..=7usize) {
            for rules in [Rules::Standard, Rules::AceToFive, Rules::DeuceToSeven] {
                let mut deck: Vec<u8> = (0..52).collect();
                shuffle_front(&mut Philox::new([key, 7], [0; 4]), &mut deck, size);
                let hand = &deck[..size];
                let best = rules.best_five(hand).unwrap();
                prop_assert!(best.iter().all(|card| hand.contains(card)));
                prop_assert_eq!(rules.evaluate_ids(&best), rules.evaluate_ids(hand));
                let kind = rules.kind(rules.evaluate_ids(hand).unwrap()).unwrap().unwrap();
                prop_assert_eq!(best.map(|card| card / 4), kind.ranks());
            }
        }
    }

    #[test]
    fn bad_hands_are_refused() {
        let refused = |rules: Rules, cards: &[u8]| rules.best_five(cards).unwrap_err().to_string();
        assert_eq!(refused(Rules::Standard, &[0; 4]), "expected 5, 6 or 7 cards, found 4");
        assert_eq!(refused(Rules::Standard, &[0, 1, 2, 3, 3]), "card 2s (id 3) appears more than once");
        let without = "hands have no categories under the rules ";
        assert_eq!(refused(Rules::EightOrBetter, &[0, 4, 8, 12, 16]), format!("{without}eight_or_better"));
        assert_eq!(refused(Rules::Badugi, &[0, 5, 10, 15]), format!("{without}badugi"));
        let mut out = [[0; 5]; 2];
        let rows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 52];
        let found = Rules::Standard.best_five_rows(&rows, 5, &mut out, &mut Run::new(1)).unwrap_err();
        assert_eq!(found.to_string(), "row 1: card id 52 is outside the deck (0 to 51)");
        let found = Rules::Standard.best_five_rows(&rows[1..], 5, &mut out, &mut Run::new(1)).unwrap_err();
        assert_eq!(found.to_string(), "9 cards are not 2 hands of 5");
    }
}

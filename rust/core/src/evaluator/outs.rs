//! Outs: next cards that improve a hand, or with which it beats another one.

use super::few_cards::{FEW_CARDS, FEW_CARDS_END, few_cards_strength};
use super::rules::Category;
use super::{Rules, evaluate_ids};
use crate::cards::{CardSet, RANKS};
use crate::error::{Error, Result, Row};

/// The outs of a hand on a board of 3 or 4 cards, by the category that they make, at its number. Without a villain's hand,
/// outs raise the category of the hand above its current one and above that of the new board alone. With it, they are the
/// cards with which the hand beats the villain's; none if it is ahead now.
///
/// # Errors
/// [`Error::CardCount`], [`Error::CardOutOfRange`], [`Error::DuplicateCard`].
///
/// ```
/// use pokerbits::evaluator::{Category, outs};
/// let found = outs([50, 46], &[42, 22, 0], None)?; // AhKh on Qh 7h 2c
/// assert_eq!(found[Category::Flush as usize].len(), 9);
/// assert_eq!(found[Category::Pair as usize].len(), 6);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn outs(hole: [u8; 2], board: &[u8], villain: Option<[u8; 2]>) -> Result<[CardSet; 9]> {
    if !(3..=4).contains(&board.len()) {
        return Err(Error::CardCount { row: Row(None), expected: "3 or 4 board", found: board.len() });
    }
    let held = villain.as_ref().map_or(&[][..], |hand| &hand[..]);
    let known = CardSet::from_ids(&[&hole, board, held].concat())?;
    let strength = |hand: [u8; 2], next: Option<u8>| {
        let mut cards = [0; 7];
        cards[..2].copy_from_slice(&hand);
        let dealt = cards[2..].iter_mut().zip(board.iter().copied().chain(next));
        let n = dealt.map(|(to, card)| *to = card).count();
        evaluate_ids(&cards[..2 + n])
    };
    let now = strength(hole, None)?;
    let mut found = [CardSet::EMPTY; 9];
    if let Some(villain) = villain
        && now > strength(villain, None)?
    {
        return Ok(found);
    }
    let category = |strength| Rules::Standard.category(strength).unwrap_or(Category::HighCard);
    for card in (CardSet::FULL - known).ids() {
        let then = strength(hole, Some(card))?;
        let is_out = match villain {
            Some(villain) => then > strength(villain, Some(card))?,
            None => category(then) > category(now).max(category_of_board(board, card)?),
        };
        if is_out {
            let of_category = &mut found[category(then) as usize];
            *of_category = *of_category | CardSet::from_ids(&[card])?;
        }
    }
    Ok(found)
}

/// The category of a board with its next card, without hole cards.
fn category_of_board(board: &[u8], next: u8) -> Result<Category> {
    let mut cards = [next; 5];
    cards[..board.len()].copy_from_slice(board);
    let cards = &cards[..=board.len()];
    if cards.len() > FEW_CARDS {
        return Ok(Rules::Standard.category(evaluate_ids(cards)?).unwrap_or(Category::HighCard));
    }
    // Four cards are neither a straight nor a flush.
    let of_one_rank = FEW_CARDS_END / 5;
    debug_assert_eq!(of_one_rank, u32::from(RANKS).pow(FEW_CARDS as u32));
    Ok(match few_cards_strength(cards) / of_one_rank {
        0 => Category::HighCard,
        1 => Category::Pair,
        2 => Category::TwoPair,
        3 => Category::ThreeOfAKind,
        _ => Category::FourOfAKind,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;

    fn found(hole: &str, board: &str, villain: Option<&str>) -> Vec<(Category, String)> {
        let ids = |text: &str| -> Vec<u8> { parse_cards(text).unwrap().iter().map(|card| card.id()).collect() };
        let hand = |text| ids(text).try_into().unwrap();
        let found = outs(hand(hole), &ids(board), villain.map(hand)).unwrap();
        let all = Category::ALL.into_iter().zip(found).filter(|(_, cards)| !cards.is_empty());
        all.map(|(category, cards)| (category, cards.to_string())).collect()
    }

    #[test]
    fn outs_by_category() {
        let cases =
            [("AhKh", "Qh7h2c"), ("2c2d", "2h7s7c"), ("AhKd", "QsJcTs2c"), ("3c4d", "7s7h7c"), ("3c4d", "5c6dKh")];
        let expected: [&[(Category, &str)]; 5] = [
            &[(Category::Pair, "KcKdKsAcAdAs"), (Category::Flush, "2h3h4h5h6h8h9hThJh")],
            &[(Category::FourOfAKind, "2s")],
            &[],
            &[(Category::FullHouse, "3d3h3s4c4h4s")],
            &[(Category::Pair, "3d3h3s4c4h4s"), (Category::Straight, "2c2d2h2s7c7d7h7s")],
        ];
        for ((hole, board), expected) in cases.into_iter().zip(expected) {
            let expected: Vec<_> = expected.iter().map(|&(category, cards)| (category, cards.to_string())).collect();
            assert_eq!(found(hole, board, None), expected, "{hole} {board}");
        }
    }

    #[test]
    fn outs_against_a_hand() {
        let against: u32 = outs([50, 46], &[42, 22, 0], Some([43, 41])).unwrap().iter().map(|cards| cards.len()).sum();
        assert_eq!(against, 8);
        assert_eq!(found("AhAd", "Qh7h2c", Some("KsKd")), []);
    }

    #[test]
    fn bad_cards_are_refused() {
        let refused = |hole, board: &[u8], villain| outs(hole, board, villain).unwrap_err().to_string();
        assert_eq!(refused([0, 1], &[2, 3], None), "expected 3 or 4 board cards, found 2");
        assert_eq!(refused([0, 1], &[2, 3, 52], None), "card id 52 is outside the deck (0 to 51)");
        assert_eq!(refused([0, 1], &[2, 3, 4], Some([5, 0])), "card 2c (id 0) appears more than once");
    }
}

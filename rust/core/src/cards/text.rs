//! The text notation of cards: `AsKd`, `As Kd`, `as,kd`, `10h`, `A♠`.

use std::iter;
use std::str::FromStr;

use super::card::{Card, Rank, SUITS, Suit};
use crate::error::{Error, Result, Row, beginning};

/// The cards of `text`, in its order. Blanks, commas, bars and the variation selectors of suit symbols are skipped between
/// cards. Duplicates are not rejected.
///
/// # Errors
/// [`Error::ParseCard`] for the first part that is not a card.
///
/// ```
/// use pokerbits::cards::parse_cards;
/// let ids: Vec<u8> = parse_cards("As, 10♥")?.iter().map(|c| c.id()).collect();
/// assert_eq!(ids, [51, 34]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Vec<Card>> {
    // A hand takes one allocation.
    let mut cards = Vec::with_capacity(8);
    for card in cards_of(text) {
        cards.try_reserve(1).map_err(|_| Error::OutOfMemory { bytes: 2 * cards.len() })?;
        cards.push(card?);
    }
    Ok(cards)
}

impl FromStr for Card {
    type Err = Error;
    /// The one card of a text.
    #[inline]
    fn from_str(text: &str) -> Result<Self> {
        if let &[rank, suit] = text.as_bytes()
            && let Some(card) = usual(rank, suit)
        {
            return Ok(card);
        }
        only_card(text)
    }
}

/// The one card of a text in any notation.
fn only_card(text: &str) -> Result<Card> {
    let (mut found, mut last) = (0, None);
    for card in cards_of(text) {
        found += 1;
        last = Some(card?);
    }
    let one = last.filter(|_| found == 1);
    one.ok_or(Error::CardCount { row: Row(None), expected: "1", found })
}

/// The cards of `text` one by one: [`parse_cards`] without a list.
///
/// ```
/// use pokerbits::cards::cards_of;
/// assert_eq!(cards_of("As, 10♥").map(|card| card.map_or(99, |card| card.id())).sum::<u8>(), 51 + 34);
/// ```
#[inline(always)]
pub fn cards_of(text: &str) -> impl Iterator<Item = Result<Card>> {
    let mut at = 0;
    iter::from_fn(move || {
        if let Some(&[rank, suit]) = text.as_bytes().get(at..)?.first_chunk()
            && let Some(card) = usual(rank, suit)
        {
            at += 2;
            return Some(Ok(card));
        }
        next_card(text, &mut at)
    })
}

/// A card in the usual form: a letter or a digit for the rank and a letter for the suit.
#[inline(always)]
fn usual(rank: u8, suit: u8) -> Option<Card> {
    Card::new(RANK_PART[usize::from(rank)] | SUIT_PART[usize::from(suit)]).ok()
}

/// The contribution of a byte of text to the id of a card, as its rank and as its suit; a number above all ids if it is
/// neither.
static RANK_PART: [u8; 256] = {
    let mut parts = [NO_CARD; 256];
    let mut byte = 0;
    while byte < 128 {
        if let Some(rank) = Rank::from_char(byte as u8 as char) {
            parts[byte] = SUITS * rank.index();
        }
        byte += 1;
    }
    parts
};
static SUIT_PART: [u8; 256] = {
    let mut parts = [NO_CARD; 256];
    let mut byte = 0;
    while byte < 128 {
        if let Some(suit) = Suit::from_char(byte as u8 as char) {
            parts[byte] = suit.index();
        }
        byte += 1;
    }
    parts
};
const NO_CARD: u8 = u8::MAX;

/// The next card of `text` from the byte `at` on, in any notation. `at` moves behind it.
fn next_card(text: &str, at: &mut usize) -> Option<Result<Card>> {
    let mut rest = text[*at..].char_indices().peekable();
    loop {
        let (start, c) = rest.next()?;
        let rank = match Rank::from_char(c) {
            Some(rank) => rank,
            None if is_between_cards(c) => continue,
            None if c == '1' && rest.next_if(|&(_, c)| c == '0').is_some() => Rank::TEN,
            None if matches!(c, ';' | '/') => {
                return Some(Err(reject(text, *at + start, "cards are separated by nothing, blanks, commas or |")));
            }
            None => {
                return Some(Err(reject(text, *at + start, "a rank is one of 2 3 4 5 6 7 8 9 T (or 10) J Q K A")));
            }
        };
        let suit = rest.next().and_then(|(_, c)| Suit::from_char(c));
        let Some(suit) = suit else {
            return Some(Err(reject(text, *at + start, "a rank is followed by its suit, one of c d h s")));
        };
        *at = rest.peek().map_or(text.len(), |&(next, _)| *at + next);
        return Some(Ok(Card::of(rank, suit)));
    }
}

fn is_between_cards(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '|' | '\u{fe0e}' | '\u{fe0f}')
}

#[cold]
fn reject(text: &str, at: usize, reason: &'static str) -> Error {
    let position = text[..at].chars().count();
    Error::ParseCard { text: beginning(text), position, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type() {
        for text in ["AsTh", "as th", "As,10h", "As|Th", " A♠ 10♥ ", "A♠\u{fe0f}T♡", "aS\tTH"] {
            let ids: Vec<u8> = parse_cards(text).unwrap().into_iter().map(Card::id).collect();
            assert_eq!(ids, [51, 34], "{text}");
        }
        assert_eq!(parse_cards("").unwrap(), []);
    }

    #[test]
    fn bytes_are_cards_where_characters_are() {
        for (rank, suit) in (0..128u8).flat_map(|rank| (0..128u8).map(move |suit| (rank, suit))) {
            let text = String::from_utf8(vec![rank, suit]).unwrap();
            let by_characters = next_card(&text, &mut 0).map(|card| card.map(Card::id));
            assert_eq!(cards_of(&text).next().map(|card| card.map(Card::id)), by_characters, "{text:?}");
        }
    }

    #[test]
    fn separators_of_other_lists_are_named() {
        for (text, at) in [("AsKs;Qs", 4), ("AsKs/Qs", 4), ("; As", 0)] {
            let Err(Error::ParseCard { position, reason, .. }) = parse_cards(text) else { panic!("{text}") };
            assert_eq!((position, reason), (at, "cards are separated by nothing, blanks, commas or |"), "{text}");
        }
    }

    #[test]
    fn what_is_no_card() {
        for (text, at) in
            [("A", 0), ("AsK", 2), ("AsXd", 2), ("1h", 0), ("11h", 0), ("sA", 0), ("As10", 2), ("♠A", 0), ("A♠ K♠x", 5)]
        {
            match parse_cards(text) {
                Err(Error::ParseCard { position, .. }) => assert_eq!(position, at, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}

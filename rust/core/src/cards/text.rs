//! Cards as people type them: `AsKd`, `As Kd`, `as,kd`, `10h`, `A♠`.

use std::iter;
use std::str::FromStr;

use super::card::{Card, Rank, Suit};
use crate::error::{Error, Result, Row};

/// The longest part of a rejected text that an error repeats.
const QUOTED: usize = 60;

/// The cards of `text`, in its order; blanks, commas, bars and the variation selectors of suit symbols are skipped between
/// cards. Repeated cards are the caller's business.
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
    fn from_str(text: &str) -> Result<Self> {
        let (mut found, mut last) = (0, None);
        for card in cards_of(text) {
            found += 1;
            last = Some(card?);
        }
        let one = last.filter(|_| found == 1);
        one.ok_or(Error::CardCount { row: Row(None), expected: "1", found })
    }
}

/// The cards of `text` one by one, up to the first thing that is none.
#[inline(always)]
fn cards_of(text: &str) -> impl Iterator<Item = Result<Card>> {
    let mut rest = text.chars().enumerate().peekable();
    iter::from_fn(move || {
        loop {
            let (position, c) = rest.next()?;
            let rank = match Rank::from_char(c) {
                Some(rank) => rank,
                None if is_between_cards(c) => continue,
                None if c == '1' && rest.next_if(|&(_, c)| c == '0').is_some() => Rank::TEN,
                None => return Some(Err(reject(text, position, "a rank is one of 2 3 4 5 6 7 8 9 T (or 10) J Q K A"))),
            };
            let suit = rest.next().and_then(|(_, c)| Suit::from_char(c));
            let Some(suit) = suit else {
                return Some(Err(reject(text, position, "a rank is followed by its suit, one of c d h s")));
            };
            return Some(Ok(Card::of(rank, suit)));
        }
    })
}

fn is_between_cards(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '|' | '\u{fe0e}' | '\u{fe0f}')
}

#[cold]
fn reject(text: &str, position: usize, reason: &'static str) -> Error {
    Error::ParseCard { text: text.chars().take(QUOTED).collect(), position, reason }
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
    fn what_is_no_card() {
        for (text, at) in [("A", 0), ("AsK", 2), ("AsXd", 2), ("1h", 0), ("11h", 0), ("sA", 0), ("As10", 2), ("♠A", 0)]
        {
            match parse_cards(text) {
                Err(Error::ParseCard { position, .. }) => assert_eq!(position, at, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}

//! One pattern: `AA`, `AsKs`, `AxKxy`, `[A-T]s`, `KK+`, `JT98-7654`, and its slots.
//!
//! ```text
//! pattern = cards [ "+" | "-" | "-" cards ]
//! cards   = card { card }
//! card    = rank [ suit ] | suit | "[" card or rank "-" rank { [ "," ] card or rank "-" rank } "]"
//! rank    = "A" | ... | "2" | "*" | "[" rank or rank "-" rank { ... } "]"
//! suit    = "c" | "d" | "h" | "s" | "w" | "x" | "y" | "z" | "[" suit { [ "," ] suit } "]"
//! ```

use super::slots::{MOST_CARDS, Slots};
use crate::cards::{CLUBS, CardSet, RANKS, Rank, SUITS};
use crate::ranges::characters::blanks;
use crate::ranges::hands::{Said, rank, suit};

/// The reason why a pattern cannot be read.
pub(super) type Reason = String;

/// The condition on one card of a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Slot {
    /// The cards that are allowed.
    cards: u64,
    /// Its rank, if it is written as one.
    rank: Option<u8>,
    /// The letter for its suit, 0 for `w`.
    letter: Option<u8>,
    /// The suits that are written, as bits.
    suits: u8,
}

const TWO_ENDS: &str = "both ends need the same number of cards, their ranks in the same order and the same suits, and \
                        those ranks that differ need to differ by as much, as in KK-TT, JT98-7654 or AK-AT";

/// Reads a pattern for hands of `size` cards from the beginning of `rest`, which then begins behind it.
pub(super) fn read(rest: &mut &[char], size: usize) -> Result<Vec<Slots>, Reason> {
    let first = cards(rest, size)?;
    let mut patterns = Vec::new();
    match **rest {
        ['+', ..] => {
            *rest = &rest[1..];
            let steps = steps_to(&first, RANKS - 1, "+")?;
            (0..=steps).try_for_each(|step| with_suits(&first.iter().map(|slot| slot.moved(step)), &mut patterns))?;
        }
        ['-', ..] => {
            *rest = &rest[1..];
            if starts_card(rest) {
                let second = cards(rest, size)?;
                let steps = between(&first, &second).ok_or(TWO_ENDS)?;
                let moves = |step: i8| {
                    let ends = first.iter().zip(&second);
                    ends.map(move |(slot, end)| if slot == end { *slot } else { slot.moved(step * steps.signum()) })
                };
                (0..=steps.abs()).try_for_each(|step| with_suits(&moves(step), &mut patterns))?;
            } else {
                let steps = steps_to(&first, 0, "-")?;
                (0..=steps)
                    .try_for_each(|step| with_suits(&first.iter().map(|slot| slot.moved(-step)), &mut patterns))?;
            }
        }
        _ => with_suits(&first.iter().copied(), &mut patterns)?,
    }
    patterns.sort_unstable();
    patterns.dedup();
    Ok(patterns)
}

/// Whether a card begins here.
pub(super) fn starts_card(rest: &[char]) -> bool {
    rank(&mut &*rest).is_some() || suit(&mut &*rest).is_some() || matches!(rest, ['*' | '[', ..])
}

impl Slot {
    /// The card `steps` ranks higher.
    fn moved(self, steps: i8) -> Self {
        let bits = 4 * u32::from(steps.unsigned_abs());
        let cards = if steps < 0 { self.cards >> bits } else { self.cards << bits };
        Self { cards, rank: self.rank.map(|rank| rank.saturating_add_signed(steps)), ..self }
    }
}

/// Number of steps until one rank of a pattern is `limit`, upwards or downwards.
fn steps_to(slots: &[Slot], limit: u8, sign: &str) -> Result<i8, Reason> {
    let ranks: Option<Vec<u8>> = slots.iter().map(|slot| slot.rank).collect();
    let ranks = ranks.ok_or_else(|| format!("{sign} moves ranks: give every card one rank, as in KK+ or JT98-"))?;
    let steps = ranks.iter().map(|&rank| rank.abs_diff(limit)).min().unwrap_or(0);
    if steps == 0 && ranks.iter().any(|&rank| rank != limit) {
        let name = Rank::new(limit).map_or('?', Rank::char);
        return Err(format!("{sign} moves all cards, and {name} cannot: write both ends, as in AK-AT"));
    }
    Ok(steps as i8)
}

/// Number of ranks between the second pattern's cards and the first's, without equal cards.
fn between(first: &[Slot], second: &[Slot]) -> Option<i8> {
    if first.len() != second.len() {
        return None;
    }
    let mut steps = 0;
    for (&from, &to) in first.iter().zip(second).filter(|(from, to)| from != to) {
        let (low, high) = (from.rank?, to.rank?);
        let these = high as i8 - low as i8;
        if from.moved(these) != to || steps != 0 && steps != these {
            return None;
        }
        steps = these;
    }
    Some(steps)
}

/// Replaces letters by suits in all ways: different letters are different suits that are not written.
fn with_suits(slots: &(impl Iterator<Item = Slot> + Clone), patterns: &mut Vec<Slots>) -> Result<(), Reason> {
    let letters = slots.clone().filter_map(|slot| slot.letter).fold(0u8, |all, letter| all | 1 << letter);
    let written = slots.clone().fold(0, |all, slot| all | slot.suits);
    if letters.count_ones() + written.count_ones() > SUITS.into() {
        return Err("different letters are different suits that are not written out: these are more than four".into());
    }
    // The suit of each letter.
    let mut ways = vec![[0u8; SUITS as usize]];
    for letter in (0..SUITS).filter(|letter| letters >> letter & 1 != 0) {
        let longer = |way: [u8; SUITS as usize]| {
            let taken = (0..letter).filter(|before| letters >> before & 1 != 0);
            let taken = taken.fold(written, |all, before| all | 1 << way[usize::from(before)]);
            (0..SUITS).filter(move |suit| taken >> suit & 1 == 0).map(move |suit| {
                let mut way = way;
                way[usize::from(letter)] = suit;
                way
            })
        };
        ways = ways.into_iter().flat_map(longer).collect();
    }
    patterns.extend(ways.into_iter().map(|way| {
        Slots::new(
            slots
                .clone()
                .map(|slot| slot.letter.map_or(slot.cards, |letter| slot.cards & CLUBS << way[usize::from(letter)])),
        )
    }));
    Ok(())
}

/// Reads one card or more.
fn cards(rest: &mut &[char], size: usize) -> Result<Vec<Slot>, Reason> {
    let mut slots = Vec::with_capacity(MOST_CARDS);
    while let Some(slot) = card(rest)? {
        if slots.len() == size {
            return Err(format!("more than {size} cards: a hand has {size}"));
        }
        slots.push(slot);
    }
    Ok(slots)
}

/// Reads a card, if one begins here.
fn card(rest: &mut &[char]) -> Result<Option<Slot>, Reason> {
    let mut slot = Slot { cards: CardSet::FULL.bits(), rank: None, letter: None, suits: 0 };
    match **rest {
        ['*', ..] => *rest = &rest[1..],
        ['[', ..] => {
            let (cards, suits) = brackets(rest)?;
            slot.cards = cards;
            slot.suits = suits;
            // Cards and suits in brackets are whole cards.
            if suits != 0 {
                return Ok(Some(slot));
            }
        }
        _ => match rank(rest) {
            Some(rank) => {
                slot.rank = Some(rank);
                slot.cards = of_rank(rank);
            }
            None if suit(&mut &**rest).is_some() => {}
            None => return Ok(None),
        },
    }
    if let Some(said) = suit(rest) {
        match said {
            Said::Variable(letter) => slot.letter = Some(letter as u8 - b'w'),
            Said::Suit(suit) => {
                slot.cards &= CLUBS << suit;
                slot.suits = 1 << suit;
            }
        }
    } else if let ['[', ref inside @ ..] = **rest
        && suit(&mut trimmed(inside)).is_some()
    {
        let (cards, suits) = brackets(rest)?;
        slot.cards &= cards;
        slot.suits = suits;
    }
    Ok(Some(slot))
}

const IN_BRACKETS: &str = "square brackets hold what one card may be, as in [AK], [A-T], [As,Kh] or [sh]";

/// Reads the text in square brackets: the cards, and the written suits.
fn brackets(rest: &mut &[char]) -> Result<(u64, u8), Reason> {
    let mut inside = trimmed(&rest[1..]);
    let (mut cards, mut suits) = (0, 0);
    loop {
        let mut found = match rank(&mut inside) {
            Some(from) => match inside {
                ['-', behind @ ..] => {
                    inside = behind;
                    let to = rank(&mut inside).ok_or(IN_BRACKETS)?;
                    (from.min(to)..=from.max(to)).fold(0, |all, rank| all | of_rank(rank))
                }
                _ => of_rank(from),
            },
            None if suit(&mut &*inside).is_some() => CardSet::FULL.bits(),
            None => return Err(IN_BRACKETS.into()),
        };
        match suit(&mut inside) {
            Some(Said::Suit(suit)) => {
                found &= CLUBS << suit;
                suits |= 1 << suit;
            }
            Some(Said::Variable(_)) => return Err("letters for suits stand behind the brackets, as in [AK]x".into()),
            None => {}
        }
        cards |= found;
        inside = trimmed(inside);
        match inside {
            [']', behind @ ..] => {
                *rest = behind;
                return Ok((cards, suits));
            }
            [',', behind @ ..] => inside = trimmed(behind),
            [] => return Err("these brackets have no end".into()),
            _ => {}
        }
    }
}

fn trimmed(rest: &[char]) -> &[char] {
    &rest[blanks(rest)..]
}

fn of_rank(rank: u8) -> u64 {
    0b1111 << (4 * rank)
}

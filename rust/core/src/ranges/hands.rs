//! One token of a range: `QQ+`, `A5s-A2s`, `AXs`, `AhKh`, `As*`, `8s8h+`, `AxKy`, `15%`, `random`, and its combos.
//!
//! A token is two ranks and a condition on their suits. `+` and `-` move along the ranks and keep the suits.

use super::combo_set::ComboSet;
use super::top;
use crate::cards::{RANKS, Rank, SUITS, Suit};

/// The meaning of `+` and `-` behind a hand of neighbouring ranks, such as T9s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Both cards move: T9s+ is T9s, JTs, QJs, KQs and AKs.
    #[default]
    Both,
    /// The kicker moves, as in all other hands: T9s+ is T9s alone.
    Kicker,
}

/// The condition on the suits of two cards, the higher card first; the cards of a pair have no order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Suits {
    Any,
    Suited,
    Offsuit,
    These(u8, u8),
    /// The higher card has this suit, the lower one another.
    High(u8),
    /// The lower card has this suit, the higher one another.
    Low(u8),
}

impl Suits {
    fn allow(self, high: u8, low: u8) -> bool {
        match self {
            Self::Any => true,
            Self::Suited => high == low,
            Self::Offsuit => high != low,
            Self::These(a, b) => (high, low) == (a, b),
            Self::High(suit) => high == suit && low != suit,
            Self::Low(suit) => low == suit && high != suit,
        }
    }
}

/// Two ranks, the higher one first.
type TwoRanks = (u8, u8);

/// The part before `+` or `-`.
enum Hand {
    Two(TwoRanks, Suits),
    /// This rank and any other.
    WithAnyKicker(u8, Suits),
}

const EXPECTED: &str = "expected hands, as in QQ+, AKs, A5s-A2s, AhKh, 15% or random";

/// The combos of a token, or the reason why it has none.
pub(super) fn read(token: &[char], dialect: Dialect) -> Result<ComboSet, String> {
    let text: String = token.iter().collect();
    if ["*", "**", "??", "XX"].contains(&&*text) || ["random", "any"].iter().any(|word| text.eq_ignore_ascii_case(word))
    {
        return Ok(ComboSet::of(|_| true));
    }
    if ["two", "anytwo", "any2", "atc"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Err("any two cards are written random, any or 100%".into());
    }
    if text.eq_ignore_ascii_case("xx") {
        return Err("any hand is written XX, any or random".into());
    }
    if text.contains('%') || is_top(&token[..token.len().min(TOP.len())]) {
        let (first, last) = shares(&text).ok_or(PERCENTAGE)?;
        let mut combos = top::best(last);
        combos.remove(&top::best(first));
        return Ok(combos);
    }
    if let ['-', ..] = token {
        return Err("write a run of hands without blanks around the -, as in A5s-A2s".into());
    }
    if let Some(card) = beside_any_card(token) {
        return Ok(ComboSet::of(|combo| combo.contains(&card)));
    }
    let mut rest = token;
    let first = hand(&mut rest)?;
    let ranks = match rest {
        [] => alone(&first),
        ['+'] => climbed(&first, dialect),
        ['-'] => descended(&first, dialect)?,
        ['-', second @ ..] => {
            rest = second;
            let second = hand(&mut rest)?;
            match rest {
                [] => between(&first, &second)?,
                _ => return Err(unexpected(&second, rest)),
            }
        }
        _ => return Err(unexpected(&first, rest)),
    };
    let (Hand::Two(_, suits) | Hand::WithAnyKicker(_, suits)) = first;
    let mut combos = ComboSet::default();
    for ranks in ranks {
        insert(&mut combos, ranks, suits);
    }
    Ok(combos)
}

/// The known card of a token such as `As*`, in which any other card stands beside it.
fn beside_any_card(token: &[char]) -> Option<u8> {
    let mut rest = token;
    match (rank(&mut rest)?, suit(&mut rest)?, rest) {
        (rank, Said::Suit(suit), ['X' | '*' | '?']) => Some(SUITS * rank + suit),
        _ => None,
    }
}

/// Whether a token is a hand of neighbouring ranks with `+` or `-`.
pub(super) fn has_dialect(token: &[char]) -> bool {
    let [rest @ .., '+' | '-'] = token else { return false };
    matches!(hand(&mut &*rest), Ok(Hand::Two((high, low), _)) if high - low == 1)
}

fn insert(combos: &mut ComboSet, (high, low): TwoRanks, suits: Suits) {
    for (a, b) in (0..SUITS).flat_map(|a| (0..SUITS).map(move |b| (a, b))) {
        if suits.allow(a, b) && (high, a) != (low, b) {
            combos.insert(SUITS * high + a, SUITS * low + b);
        }
    }
}

const TOP: &str = "top";
pub(super) const PERCENTAGE: &str = "a percentage of all hands is written 15% or 5%-10%, from 0 to 100";

/// Whether a token is the word in front of a percentage, as in `top 15%`.
pub(super) fn is_top(token: &[char]) -> bool {
    token.len() == TOP.len() && token.iter().zip(TOP.chars()).all(|(a, b)| a.eq_ignore_ascii_case(&b))
}

/// Between which shares of all hands, in percent, a text takes the best: `15%` from 0 to 15, `5%-10%` from 5 to 10.
pub(super) fn shares(text: &str) -> Option<(f64, f64)> {
    let share = |part: &str| number(part.trim().strip_suffix('%')?.trim_end()).filter(|&share| share <= 100.0);
    let text = text.get(..TOP.len()).filter(|word| word.eq_ignore_ascii_case(TOP)).map_or(text, |_| &text[TOP.len()..]);
    let (first, second) = match text.split_once('-') {
        Some((first, second)) => (share(first)?, share(second)?),
        None => (0.0, share(text)?),
    };
    Some((first.min(second), first.max(second)))
}

/// The number written by digits and at most one point.
pub(super) fn number(text: &str) -> Option<f64> {
    let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    text.parse().ok().filter(|_| plain)
}

/// Reads the ranks of a hand and the condition on their suits; `rest` then begins behind them.
fn hand(rest: &mut &[char]) -> Result<Hand, String> {
    let first = rank(rest).ok_or(EXPECTED)?;
    let Some(first_suit) = suit(rest) else {
        if let ['X' | '*' | '?', behind @ ..] = rest {
            *rest = behind;
            return Ok(Hand::WithAnyKicker(first, letter(rest)));
        }
        let second = rank(rest).ok_or_else(|| match rest {
            [] => "a hand has two ranks, as in AK".to_string(),
            _ => EXPECTED.into(),
        })?;
        let (ranks, suits) = ((first.max(second), first.min(second)), letter(rest));
        if first == second && suits != Suits::Any {
            let pair = name(ranks);
            return Err(format!("the cards of a pair always have different suits; did you mean {pair}?"));
        }
        if suit(&mut &**rest).is_some() && suits == Suits::Any {
            return Err("both cards have a suit, or none has: AsKs, or AK".into());
        }
        return Ok(Hand::Two(ranks, suits));
    };
    let Some(second) = rank(rest) else {
        return Err(match first_suit {
            Said::Variable('x') => return Ok(Hand::WithAnyKicker(first, letter(rest))),
            Said::Variable(_) => format!("any kicker is a capital X: did you mean {}X?", rank_name(first)),
            Said::Suit(_) if rest.is_empty() => "one card is not a hand: write AsKs, or As* for any other card".into(),
            Said::Suit(_) => "a card is followed by another one, as in AsKs".into(),
        });
    };
    let second_suit = suit(rest).ok_or("both cards have a suit, or none has: AsKs, or AK")?;
    let (ranks, high, low) = if first >= second {
        ((first, second), first_suit, second_suit)
    } else {
        ((second, first), second_suit, first_suit)
    };
    suits_of(first == second, high, low).map(|suits| Hand::Two(ranks, suits))
}

/// The suffix of a rank: a suit, or a letter for any suit.
#[derive(Clone, Copy)]
pub(super) enum Said {
    Suit(u8),
    Variable(char),
}

/// The condition of two cards with suits, or with letters for suits.
fn suits_of(is_pair: bool, high: Said, low: Said) -> Result<Suits, String> {
    Ok(match (high, low) {
        (Said::Suit(a), Said::Suit(b)) if is_pair && a == b => return Err("these are the same card twice".into()),
        (Said::Suit(a), Said::Suit(b)) if is_pair => Suits::These(a.max(b), a.min(b)),
        (Said::Suit(a), Said::Suit(b)) => Suits::These(a, b),
        (Said::Variable(a), Said::Variable(b)) if is_pair && a == b => {
            return Err("the cards of a pair always have different suits; did you mean AxAy?".into());
        }
        (Said::Variable(_), Said::Variable(_)) if is_pair => Suits::Any,
        (Said::Variable(a), Said::Variable(b)) if a == b => Suits::Suited,
        (Said::Variable(_), Said::Variable(_)) => Suits::Offsuit,
        (Said::Variable(_), Said::Suit(b)) if !is_pair => Suits::Low(b),
        (Said::Suit(one), Said::Variable(_)) | (Said::Variable(_), Said::Suit(one)) => Suits::High(one),
    })
}

pub(super) fn rank(rest: &mut &[char]) -> Option<u8> {
    let (rank, behind) = match rest {
        ['1', '0', behind @ ..] => (Rank::TEN, behind),
        [c, behind @ ..] => (Rank::from_char(*c)?, behind),
        [] => return None,
    };
    *rest = behind;
    Some(rank.index())
}

pub(super) fn suit(rest: &mut &[char]) -> Option<Said> {
    let (&c, mut behind) = rest.split_first()?;
    let said = match c {
        'w'..='z' => Said::Variable(c),
        _ => Said::Suit(Suit::from_char(c)?.index()),
    };
    // The variation selector of a suit symbol.
    while let ['\u{fe0e}' | '\u{fe0f}', next @ ..] = behind {
        behind = next;
    }
    *rest = behind;
    Some(said)
}

fn letter(rest: &mut &[char]) -> Suits {
    let (suits, behind) = match rest {
        ['s' | 'S', behind @ ..] => (Suits::Suited, behind),
        ['o' | 'O', behind @ ..] => (Suits::Offsuit, behind),
        _ => return Suits::Any,
    };
    *rest = behind;
    suits
}

/// Without steps: two ranks, or one beside any other.
fn alone(hand: &Hand) -> Vec<TwoRanks> {
    match *hand {
        Hand::Two(ranks, _) => vec![ranks],
        Hand::WithAnyKicker(rank, _) => {
            (0..RANKS).filter(|&other| other != rank).map(|other| (rank.max(other), rank.min(other))).collect()
        }
    }
}

/// `+`: pairs up to AA; neighbours with both cards if the dialect says so; else the kicker up to the higher card. The rank
/// beside any kicker climbs up to the ace.
fn climbed(hand: &Hand, dialect: Dialect) -> Vec<TwoRanks> {
    let (high, low) = match *hand {
        Hand::Two(ranks, _) => ranks,
        Hand::WithAnyKicker(rank, suits) => {
            return (rank..RANKS).flat_map(|rank| alone(&Hand::WithAnyKicker(rank, suits))).collect();
        }
    };
    match high - low {
        1 if dialect == Dialect::Kicker => vec![(high, low)],
        0 | 1 => (high..RANKS).map(|top| (top, top - (high - low))).collect(),
        _ => (low..high).map(|kicker| (high, kicker)).collect(),
    }
}

const NO_STEPS: &str = "X already stands for any kicker: it takes + but no -";

/// `-`: the same steps downwards.
fn descended(hand: &Hand, dialect: Dialect) -> Result<Vec<TwoRanks>, String> {
    let &Hand::Two((high, low), _) = hand else { return Err(NO_STEPS.into()) };
    Ok(match high - low {
        0 => (0..=low).map(|rank| (rank, rank)).collect(),
        1 if dialect == Dialect::Both => (0..=low).map(|bottom| (bottom + 1, bottom)).collect(),
        _ => (0..=low).map(|kicker| (high, kicker)).collect(),
    })
}

/// `JTs-65s`: two hands of one high card, or of one gap, and all hands between them.
fn between(first: &Hand, second: &Hand) -> Result<Vec<TwoRanks>, String> {
    let (&Hand::Two((a, b), suits), &Hand::Two((c, d), others)) = (first, second) else { return Err(NO_STEPS.into()) };
    if suits != others {
        return Err("the suits of both ends must be said alike, as in A5s-A2s".into());
    }
    if a - b == c - d {
        return Ok((b.min(d)..=b.max(d)).map(|low| (low + (a - b), low)).collect());
    }
    if a == c && a != b && c != d {
        return Ok((b.min(d)..=b.max(d)).map(|low| (a, low)).collect());
    }
    Err("both ends must have the same high card, as in A5s-A2s, the same gap, as in JTs-65s, or be pairs".into())
}

/// The reason why the text behind a hand cannot be read.
fn unexpected(hand: &Hand, rest: &[char]) -> String {
    let name = match *hand {
        Hand::Two(ranks, _) => name(ranks),
        Hand::WithAnyKicker(rank, _) => format!("{}X", rank_name(rank)),
    };
    match rest {
        ['s' | 'S', ..] => format!("AxKx is suited; did you mean {name}s?"),
        ['o' | 'O', ..] => format!("AxKy is offsuit; did you mean {name}o?"),
        ['+' | '-', letter @ ('s' | 'o'), ..] => {
            format!("the steps come last; did you mean {name}{letter}{}?", rest[0])
        }
        ['+' | '-', ..] => "a hand takes one + or -, or - and a second hand".into(),
        [c, ..] if Rank::from_char(*c).is_some() => "a comma or a blank goes between two hands".into(),
        _ => EXPECTED.into(),
    }
}

fn rank_name(rank: u8) -> char {
    Rank::new(rank).map_or('?', Rank::char)
}

fn name((high, low): TwoRanks) -> String {
    [rank_name(high), rank_name(low)].iter().collect()
}

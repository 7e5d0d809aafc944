//! The text of a range of Omaha hands: patterns and shapes, combined with `,`, `:`, `!` and parentheses.
//!
//! ```text
//! range = term { "," term }
//! term  = { "!" } hands { ( ":" | "!" ) { "!" } hands }
//! hands = ( pattern | shape | "random" | percent "%" [ "-" percent "%" ] | "(" range ")" ) { shape }
//! shape = "$ds" | "$ss" | "$np" | "$op" | "$tp" | "$nt"
//! ```
//!
//! Parentheses are kept on a list, not on the stack. At most [`MOST_OPEN`] are open at once, since each may keep two sets of
//! hands.

use std::collections::HashSet;
use std::ops::Range as Span;

use super::hand_bits::HandBits;
use super::pattern;
use super::shapes::NamedShape;
use super::slots::Slots;
use super::top;
use crate::error::{Error, Result};
use crate::memory::no_memory;
use crate::ranges::caret;
use crate::ranges::characters::{blanks, characters, foreign};
use crate::ranges::hands::{PERCENTAGE, is_top, shares};
use crate::runtime::Run;

/// Maximum depth of parentheses.
const MOST_OPEN: usize = 64;

/// The hands of `size` cards of a text.
pub(super) fn parse(text: &str, size: usize, run: &mut Run<'_>) -> Result<HandBits> {
    let text = characters(text)?;
    PatternReader { text: &text, at: 0, size, run, items: HashSet::new() }.range()
}

/// Hands that nothing has been done with.
enum Term {
    /// As they are written, and where.
    Patterns(Vec<Slots>, Span<usize>),
    Shape(NamedShape),
    /// As a set.
    Set(HandBits),
}

/// A range that is being read: the whole text, or the text in parentheses.
#[derive(Default)]
struct Open {
    /// The parenthesis that opened it.
    opener: Span<usize>,
    /// The terms that have been read.
    union: Option<HandBits>,
    /// The part of the current term that has been read.
    term: Option<Term>,
    /// Whether the hands that come next are taken away.
    is_negated: bool,
}

struct PatternReader<'a, 'b> {
    text: &'a [char],
    at: usize,
    size: usize,
    run: &'a mut Run<'b>,
    /// The items between commas that have been read: a list that repeats them takes no longer.
    items: HashSet<&'a [char]>,
}

const EXPECTED: &str = "expected hands, as in AA, AsKs, AxKx, [A-T][A-T], $ds or *";
const JOINED: &str = "a comma goes between hands, a colon between what a hand must be all at once: AA, KK or AA:KK";

/// A replacement for this token, if it is a token of other programs.
fn hint(c: char) -> Option<String> {
    let why = match c {
        '0' | '1' | '.' | '%' | '@' => {
            "ranges of Omaha have no weights; the ten is T or 10, and the best hands are 15%"
        }
        '{' | '}' => "hands without a pair are written [A-T][A-T][A-T][A-T]:$np",
        'W' | 'X' | 'Y' | 'Z' => "letters for suits are w, x, y and z, and any card is *",
        'o' => "cards of different suits are written AxKy",
        'A'..='Z' | 'a'..='z' => "no letters stand for ranks here: write $np, $op or $tp, or * for any card",
        '+' | '-' => "a hand takes one + or -, or - and a second hand",
        ';' => "write a comma between hands",
        _ => return foreign(c),
    };
    Some(why.into())
}

/// The length of a percentage, or of two with a dash, at the beginning of a text.
fn percent_len(text: &[char]) -> Option<usize> {
    if let Some((word, behind)) = text.split_at_checked(3).filter(|(word, _)| is_top(word)) {
        let blanks = blanks(behind);
        return percent_len(&behind[blanks..]).map(|len| word.len() + blanks + len);
    }
    let digits = |text: &[char]| text.iter().take_while(|c| c.is_ascii_digit() || **c == '.').count();
    let one = |text: &[char]| {
        let len = digits(text);
        let blanks = if len > 0 { blanks(&text[len..]) } else { 0 };
        (text.get(len + blanks) == Some(&'%')).then_some(len + blanks + 1)
    };
    let first = one(text)?;
    match text.get(first) {
        Some('-') => Some(first + 1 + one(&text[first + 1..]).unwrap_or_else(|| digits(&text[first + 1..]))),
        _ => Some(first),
    }
}

impl PatternReader<'_, '_> {
    fn range(mut self) -> Result<HandBits> {
        let mut outer: Vec<Open> = Vec::new();
        let mut open = Open::default();
        loop {
            // Hands are expected.
            self.skip_blanks();
            if outer.is_empty() && open.term.is_none() && !open.is_negated {
                let end = self.end_of_item();
                if !self.is_new(end)? {
                    if end == self.text.len() {
                        return self.finish(open);
                    }
                    self.at = end + 1;
                    continue;
                }
            }
            match self.peek() {
                Some('!') => {
                    self.at += 1;
                    open.is_negated ^= true;
                    continue;
                }
                Some('(') => {
                    if outer.len() == MOST_OPEN {
                        return Err(self.error(self.at..self.at + 1, "more than 64 parentheses are open here"));
                    }
                    self.at += 1;
                    let inner = Open { opener: self.at - 1..self.at, ..Open::default() };
                    outer.push(std::mem::replace(&mut open, inner));
                    continue;
                }
                _ => {}
            }
            let mut hands = self.hands()?;
            // An operator or a shape is expected.
            loop {
                hands = self.with_shapes(hands)?;
                self.skip_blanks();
                match self.peek() {
                    Some(sign @ (':' | '!')) => {
                        self.join(&mut open, hands)?;
                        // A ! is read as the sign of the next hands.
                        self.at += usize::from(sign == ':');
                        break;
                    }
                    Some(',') => {
                        self.end_term(&mut open, hands)?;
                        self.at += 1;
                        break;
                    }
                    Some(')') => {
                        let Some(around) = outer.pop() else {
                            return Err(
                                self.error(self.at..self.at + 1, "this closes no parenthesis that is open here")
                            );
                        };
                        self.end_term(&mut open, hands)?;
                        self.at += 1;
                        let inner = std::mem::replace(&mut open, around);
                        hands = Term::Set(inner.union.map_or_else(|| HandBits::empty(self.size), Ok)?);
                    }
                    None if outer.is_empty() => {
                        self.end_term(&mut open, hands)?;
                        return self.finish(open);
                    }
                    None => return Err(self.error(open.opener, "this parenthesis has no end")),
                    Some(_) => return Err(self.unexpected()),
                }
            }
        }
    }

    /// The next comma that stands in no parentheses or brackets, or the end of the text.
    fn end_of_item(&self) -> usize {
        let mut depth = 0;
        let ends = |&c: &char| {
            depth += i64::from(matches!(c, '(' | '[')) - i64::from(matches!(c, ')' | ']'));
            c == ',' && depth <= 0
        };
        self.text[self.at..].iter().position(ends).map_or(self.text.len(), |len| self.at + len)
    }

    /// Whether the item up to here is the first one with this text.
    fn is_new(&mut self, end: usize) -> Result<bool> {
        self.items.try_reserve(1).map_err(|_| no_memory(1, size_of::<&[char]>()))?;
        Ok(self.items.insert(&self.text[self.at..end]))
    }

    /// Reads a pattern or a shape.
    fn hands(&mut self) -> Result<Term> {
        let rest = &self.text[self.at..];
        if rest.first() == Some(&'$') {
            return self.shape().map(Term::Shape);
        }
        if let Some(word) = rest.get(..6)
            && word.iter().collect::<String>().eq_ignore_ascii_case("random")
        {
            self.at += 6;
            return HandBits::full(self.size).map(Term::Set);
        }
        if let Some(len) = percent_len(rest) {
            let span = self.at..self.at + len;
            self.at += len;
            return self.best_hands(span).map(Term::Set);
        }
        if !pattern::starts_card(rest) {
            return Err(self.no_hands());
        }
        let mut behind = rest;
        let read = pattern::read(&mut behind, self.size);
        let start = self.at;
        self.at = self.text.len() - behind.len();
        let span = start..self.at.max(start + 1);
        read.map(|patterns| Term::Patterns(patterns, span.clone())).map_err(|why| self.error(span, &why))
    }

    /// The best hands: `15%`, or those between two shares, `5%-10%`.
    fn best_hands(&self, span: Span<usize>) -> Result<HandBits> {
        if self.size != 4 {
            return Err(self.error(span, "only hands of 4 cards have an order, and so percentages"));
        }
        let text: String = self.text[span.clone()].iter().collect();
        let (first, last) = shares(&text).ok_or_else(|| self.error(span, PERCENTAGE))?;
        let mut hands = top::best(last)?;
        hands.subtract(&top::best(first)?);
        Ok(hands)
    }

    /// Reads `$` and the name of a shape.
    fn shape(&mut self) -> Result<NamedShape> {
        let start = self.at;
        let letters = self.text[start + 1..].iter().take_while(|c| c.is_ascii_alphanumeric());
        let name: String = letters.take(2).collect();
        self.at += 1 + name.len();
        NamedShape::named(&name).ok_or_else(|| {
            let why = "expected $ds (double-suited), $ss (single-suited), $np (no pair), $op (one pair), $tp (two pair) \
                       or $nt (no trips)";
            self.error(start..self.at, why)
        })
    }

    /// The hands of those that have all shapes which follow at once.
    fn with_shapes(&mut self, mut hands: Term) -> Result<Term> {
        while self.peek() == Some('$') {
            let shape = self.shape()?;
            let mut set = self.set_of(hands)?;
            set.intersect(&self.set_of(Term::Shape(shape))?);
            hands = Term::Set(set);
        }
        Ok(hands)
    }

    /// Puts hands together with the term that they are part of.
    fn join(&mut self, open: &mut Open, hands: Term) -> Result<()> {
        let is_negated = std::mem::take(&mut open.is_negated);
        let term = match open.term.take() {
            None if !is_negated => hands,
            before => {
                let mut term = match before {
                    Some(term) => self.set_of(term)?,
                    None => HandBits::full(self.size)?,
                };
                let set = self.set_of(hands)?;
                if is_negated {
                    term.subtract(&set);
                } else {
                    term.intersect(&set);
                }
                Term::Set(term)
            }
        };
        open.term = Some(term);
        Ok(())
    }

    /// Puts hands together with their term, and the term with those before it.
    fn end_term(&mut self, open: &mut Open, hands: Term) -> Result<()> {
        self.join(open, hands)?;
        open.union = match (open.union.take(), open.term.take()) {
            (Some(mut union), Some(Term::Set(term))) => {
                union.unite(&term);
                Some(union)
            }
            (None, Some(Term::Set(term))) => Some(term),
            (union, Some(written)) => {
                // Long lists of hands are collected in one set.
                let mut union = union.map_or_else(|| HandBits::empty(self.size), Ok)?;
                self.insert(&written, &mut union)?;
                Some(union)
            }
            (union, None) => union,
        };
        Ok(())
    }

    fn set_of(&mut self, hands: Term) -> Result<HandBits> {
        if let Term::Set(set) = hands {
            return Ok(set);
        }
        let mut set = HandBits::empty(self.size)?;
        self.insert(&hands, &mut set)?;
        Ok(set)
    }

    /// Adds hands that are written to a set.
    fn insert(&mut self, hands: &Term, set: &mut HandBits) -> Result<()> {
        match hands {
            Term::Patterns(patterns, span) => {
                let mut found = false;
                for slots in patterns {
                    found |= set.insert_all(&slots.matcher(), self.run)?;
                }
                if !found {
                    return Err(self.error(span.clone(), &self.no_such_hand()));
                }
            }
            Term::Shape(shape) => _ = shape.insert_into(set, self.run)?,
            Term::Set(other) => set.unite(other),
        }
        Ok(())
    }

    fn finish(&self, open: Open) -> Result<HandBits> {
        match open.union {
            Some(union) if union.len() > 0 => Ok(union),
            _ => Err(self.error(0..self.text.len(), &self.no_such_hand())),
        }
    }

    fn no_such_hand(&self) -> String {
        format!("no hand of {} cards matches", self.size)
    }

    /// The error of a token that should be hands.
    fn no_hands(&self) -> Error {
        if self.at < self.text.len() {
            let why = hint(self.text[self.at]);
            return self.error(self.at..self.at + 1, why.as_deref().unwrap_or(EXPECTED));
        }
        // The place that hands should follow.
        match self.text.iter().rposition(|c| !c.is_whitespace()) {
            Some(last) => self.error(last..last + 1, "hands should follow this"),
            None => self.error(0..0, EXPECTED),
        }
    }

    /// The error of a token that cannot follow hands.
    fn unexpected(&self) -> Error {
        let why = match self.text[self.at] {
            '(' | '$' => Some(JOINED.into()),
            _ if pattern::starts_card(&self.text[self.at..]) => Some(JOINED.into()),
            c => hint(c),
        };
        self.error(self.at..self.at + 1, why.as_deref().unwrap_or("expected a comma, a colon, ! or $ behind hands"))
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        self.at += blanks(&self.text[self.at..]);
    }

    fn error(&self, span: Span<usize>, why: &str) -> Error {
        caret::error(self.text, span, why)
    }
}

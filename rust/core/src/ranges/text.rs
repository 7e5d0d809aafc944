//! The text of a range: items between separators, their weights, groups, and conflicts between items.
//!
//! ```text
//! range    = [ item { ("," | ";" | newline | spaces) item } ]
//! item     = [ "!" ] weighted | group
//! group    = "[" percent "]" range "[/" percent "]" | number ["%"] "(" range ")"
//! weighted = [ fraction ":" ] token [ ":" ( fraction | percent "%" ) | "@" percent ]
//! percent  = number [ "%" ]      blanks may stand before "%", and behind ":" and "@"
//! ```
//!
//! `hands` reads tokens. Every item becomes an entry; entries are combined at the end. Groups are kept on a list, not on the
//! stack, so text may nest them to any depth.
//!
//! Blanks are not enough to separate two kinds of tokens from their neighbours, because blanks would change their meaning
//! silently. One is a percentage: `KQs 50%` would add the best half of all hands to KQs. The other is a token that ends in
//! `-` before another hand: `JJ- 99` would be JJ to 22.

use std::ops::Range as Span;

use super::caret;
use super::characters::{blanks, characters, foreign};
use super::combo_set::ComboSet;
use super::hands::{self, Dialect, number};
use super::print::combo_name;
use crate::cards::COMBO_COUNT;
use crate::decimals;
use crate::error::{Error, Result, quoted};
use crate::memory::{try_boxed, try_push};
use crate::runtime::MayGoOn;

/// The rule for a combo with two different weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnConflict {
    /// An error that names both tokens.
    #[default]
    Error,
    /// The first weight counts.
    First,
    /// The last weight counts.
    Last,
    /// The largest weight counts.
    Max,
}

/// The weights of a text, and whether it has a token that the dialects may read differently.
pub(super) fn parse(
    text: &str,
    dialect: Dialect,
    on_conflict: OnConflict,
    may_go_on: &mut MayGoOn<'_>,
) -> Result<(Box<[f64; COMBO_COUNT]>, bool)> {
    let mut reader = Reader { text: characters(text)?, at: 0, dialect, has_dialect: false, entries: Vec::new() };
    reader.range(may_go_on)?;
    let has_dialect = reader.has_dialect;
    Ok((reader.put_together(on_conflict, may_go_on)?, has_dialect))
}

/// Combos to which an item gives a weight.
struct Entry {
    combos: ComboSet,
    weight: f64,
    span: Span<usize>,
}

/// A range that is being read: the whole text, or the text in brackets.
struct OpenRange {
    closer: Closer,
    /// The bracket that opened it.
    opener: Span<usize>,
    /// The weight of the group.
    weight: f64,
    /// That weight multiplied with those of all groups around it.
    whole_weight: f64,
    /// The index of its first entry.
    first: usize,
    /// The combos that it subtracts from its entries.
    taken: ComboSet,
}

#[derive(Clone, Copy, PartialEq)]
enum Closer {
    End,
    Round,
    /// `[/50]`, with the weight of the group.
    Square,
}

struct Reader {
    text: Vec<char>,
    at: usize,
    dialect: Dialect,
    has_dialect: bool,
    entries: Vec<Entry>,
}

const WEIGHT: &str = "a weight is a decimal from 0 to 1, as in 0.5:KQo; a percentage is written KQo@50 or 50%(KQo)";
const ALONE: &str =
    "a percentage of all hands stands alone between commas, as in KQs, 15%; a weight is written 0.5:KQs";
const DASHED: &str = "write a comma behind - if no second hand follows at once: JJ-, 99 or JJ-99";
const PERCENT: &str = "the percentage of a weight is a number from 0 to 100, as in KQo@50 or [50]KQo[/50]";
const FRACTION: &str = "behind @ stands a percentage, and 1 or less could be meant as a fraction: write KQo:0.5 for one \
                        half, or KQo@0.5% for half a percent";

impl Reader {
    fn range(&mut self, may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        let mut open = vec![OpenRange {
            closer: Closer::End,
            opener: 0..0,
            weight: 1.0,
            whole_weight: 1.0,
            first: 0,
            taken: ComboSet::default(),
        }];
        // Whether the next item follows a comma, or is the first of its group.
        let mut is_first = true;
        loop {
            may_go_on()?;
            while let Some(separator) = self.peek().filter(|&c| is_separator(c)) {
                is_first |= is_comma(separator);
                self.at += 1;
            }
            let start = self.at;
            let innermost = open.len() - 1;
            let outer = open[innermost].whole_weight;
            match self.peek() {
                None => break,
                Some(')') => {
                    self.at += 1;
                    self.close(&mut open, Closer::Round, start)?;
                }
                Some('[') if self.text.get(start + 1) == Some(&'/') => {
                    self.at += 2;
                    let weight = self.square_bracket(start)?;
                    let before = open[innermost].weight;
                    self.close(&mut open, Closer::Square, start)?;
                    if weight.to_bits() != before.to_bits() {
                        return Err(self.error(start..self.at, "it must close with the number that it opens with"));
                    }
                }
                Some('[') => {
                    self.at += 1;
                    let weight = self.square_bracket(start)?;
                    try_push(&mut open, self.group(Closer::Square, start, weight, outer))?;
                    is_first = true;
                    continue;
                }
                Some('!') => {
                    self.at += 1;
                    let token = self.lexeme();
                    if self.peek().is_some_and(|c| matches!(c, ':' | '@' | '(')) {
                        let why = "! excludes whole hands: it takes no weight and no group";
                        return Err(self.error(start..self.at + 1, why));
                    }
                    let combos = self.hands(token.clone(), start)?;
                    self.stands_right(token, is_first)?;
                    open[innermost].taken.add(&combos);
                }
                Some(_) => {
                    if let Some(weight) = self.item(outer, is_first)? {
                        try_push(&mut open, self.group(Closer::Round, start, weight, outer))?;
                        is_first = true;
                        continue;
                    }
                }
            }
            self.end_of_item()?;
            is_first = false;
        }
        if let Some(OpenRange { closer: Closer::Round | Closer::Square, opener, .. }) = open.last() {
            return Err(self.error(opener.clone(), "this group has no end"));
        }
        self.finish(&open[0]);
        Ok(())
    }

    /// A new group within one of weight `outer`.
    fn group(&self, closer: Closer, start: usize, weight: f64, outer: f64) -> OpenRange {
        let whole_weight = decimals::product(weight, outer);
        let taken = ComboSet::default();
        OpenRange { closer, opener: start..self.at, weight, whole_weight, first: self.entries.len(), taken }
    }

    /// Reads an item in a group of weight `outer`, or the beginning of a group, whose weight it returns. `is_first` tells
    /// whether a comma or the beginning of the group precedes it.
    fn item(&mut self, outer: f64, is_first: bool) -> Result<Option<f64>> {
        let start = self.at;
        let mut token = self.lexeme();
        if self.peek() == Some('(') {
            self.at += 1;
            let text = self.str(token.clone());
            let (weight, why) = if text.ends_with('%') { (share(&text), PERCENT) } else { (fraction(&text), WEIGHT) };
            return weight.map(Some).ok_or_else(|| self.error(self.shown(token, start), why));
        }
        // Looks like a number and is not a hand; 22 is one.
        let is_weight =
            |text: &[char], whole: &str| whole.parse::<f64>().is_ok() && hands::read(text, Dialect::default()).is_err();
        let mut weight = None;
        if self.peek() == Some(':') && is_weight(&self.text[token.clone()], &self.str(token.clone())) {
            weight = Some(fraction(&self.str(token.clone())).ok_or_else(|| self.error(token, WEIGHT))?);
            token = self.behind_sign();
        }
        let combos = self.hands(token.clone(), start)?;
        if let Some(sign @ (':' | '@')) = self.peek() {
            let behind = self.behind_sign();
            let text = self.str(behind.clone());
            let is_percentage = text.ends_with('%');
            let (found, why) =
                if sign == '@' || is_percentage { (share(&text), PERCENT) } else { (fraction(&text), WEIGHT) };
            let found = found.ok_or_else(|| self.error(self.shown(behind.clone(), start), why))?;
            if sign == '@' && !is_percentage && 0.0 < found && found <= 0.01 {
                return Err(self.error(behind, FRACTION));
            }
            if weight.replace(found).is_some() {
                return Err(self.error(start..self.at, "this has two weights"));
            }
        }
        self.stands_right(token, is_first)?;
        let weight = weight.map_or(outer, |weight| decimals::product(weight, outer));
        try_push(&mut self.entries, Entry { combos, weight, span: start..self.at })?;
        Ok(None)
    }

    /// The hands of a token; its item begins at `start`.
    fn hands(&mut self, token: Span<usize>, start: usize) -> Result<ComboSet> {
        self.has_dialect |= hands::has_dialect(&self.text[token.clone()]);
        let combos = hands::read(&self.text[token.clone()], self.dialect);
        combos.map_err(|why| self.error(self.shown(token, start), &why))
    }

    /// Rejects the token of the item just read if a comma is missing beside it.
    fn stands_right(&self, token: Span<usize>, is_first: bool) -> Result<()> {
        let is_percentage = self.text[token.clone()].contains(&'%');
        let is_dashed = self.at == token.end && self.text[token.clone()].ends_with(&['-']);
        if !is_percentage && !is_dashed {
            return Ok(());
        }
        let behind = &self.text[self.at + blanks(&self.text[self.at..])..];
        let is_last = match behind {
            [] | [')', ..] | ['[', '/', ..] => true,
            [c, ..] => is_comma(*c),
        };
        if is_percentage && !(is_first && is_last) {
            return Err(self.error(token, ALONE));
        }
        // A subtracted hand cannot be the end of a run.
        let is_taken_next = behind.first() == Some(&'!');
        if is_dashed && !is_last && !is_taken_next {
            return Err(self.error(token, DASHED));
        }
        Ok(())
    }

    /// The place of an error: the token, or the text from `start` to its expected place if it is empty.
    fn shown(&self, token: Span<usize>, start: usize) -> Span<usize> {
        if token.is_empty() { start..self.at.max(start + 1).min(self.text.len()) } else { token }
    }

    /// Reads the weight in a square bracket that began at `start`, and the end of the bracket.
    fn square_bracket(&mut self, start: usize) -> Result<f64> {
        let percent = self.lexeme();
        let text = self.str(percent.clone());
        if self.peek() != Some(']') {
            return Err(self.error(start..self.at, "expected a percentage in square brackets, as in [50]KQo[/50]"));
        }
        self.at += 1;
        share(&text).ok_or_else(|| self.error(start..self.at, PERCENT))
    }

    fn close(&mut self, open: &mut Vec<OpenRange>, closer: Closer, start: usize) -> Result<()> {
        match open.pop_if(|group| group.closer == closer) {
            Some(group) if group.first == self.entries.len() => {
                Err(self.error(group.opener.start..self.at, "this group gives no hands a weight"))
            }
            Some(group) => {
                self.finish(&group);
                Ok(())
            }
            None => Err(self.error(start..self.at, "this closes no group that is open here")),
        }
    }

    /// Subtracts the hands that a group removes.
    fn finish(&mut self, group: &OpenRange) {
        if group.taken != ComboSet::default() {
            self.entries[group.first..].iter_mut().for_each(|entry| entry.combos.remove(&group.taken));
        }
    }

    fn end_of_item(&self) -> Result<()> {
        match self.peek() {
            None | Some(')') => Ok(()),
            Some('[') if self.text.get(self.at + 1) == Some(&'/') => Ok(()),
            Some(c) if is_separator(c) => Ok(()),
            Some(_) => Err(self.error(self.at..self.at + 1, "expected a comma or a blank")),
        }
    }

    fn put_together(self, on_conflict: OnConflict, may_go_on: &mut MayGoOn<'_>) -> Result<Box<[f64; COMBO_COUNT]>> {
        let mut weights = try_boxed::<_, COMBO_COUNT>(0.0f64)?;
        let mut said_by: [Option<&Entry>; COMBO_COUNT] = [None; COMBO_COUNT];
        for entry in &self.entries {
            may_go_on()?;
            for combo in entry.combos.iter() {
                let before = said_by[combo].replace(entry);
                weights[combo] = match before {
                    Some(before) if weights[combo].to_bits() != entry.weight.to_bits() => match on_conflict {
                        OnConflict::Error => return Err(self.conflict(before, entry, combo)),
                        OnConflict::First => weights[combo],
                        OnConflict::Last => entry.weight,
                        OnConflict::Max => entry.weight.max(weights[combo]),
                    },
                    _ => entry.weight,
                };
            }
        }
        Ok(weights)
    }

    fn conflict(&self, before: &Entry, entry: &Entry, combo: usize) -> Error {
        let name = combo_name(combo);
        let first = quoted(&self.str(before.span.clone()));
        let why = format!(
            "it gives {name} the weight {}, {first} gave it {}; name each once, or choose with on_conflict",
            entry.weight, before.weight
        );
        self.error(entry.span.clone(), &why)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    /// Reads up to a character that no token contains. A blank in `top 15%` and `15 %` belongs to the token.
    fn lexeme(&mut self) -> Span<usize> {
        let start = self.at;
        let ends = |c: char| is_separator(c) || matches!(c, ':' | '@' | '(' | ')' | '[' | ']');
        loop {
            while self.peek().is_some_and(|c| !ends(c)) {
                self.at += 1;
            }
            let next = self.at + blanks(&self.text[self.at..]);
            let goes_on = match self.text.get(next) {
                Some('%') => self.text[start..self.at].last().is_some_and(char::is_ascii_digit),
                Some('0'..='9' | '.') => hands::is_top(&self.text[start..self.at]),
                _ => false,
            };
            if next == self.at || !goes_on {
                return start..self.at;
            }
            self.at = next;
        }
    }

    /// Reads what follows a colon or an `@`, and blanks.
    fn behind_sign(&mut self) -> Span<usize> {
        self.at += 1;
        self.at += blanks(&self.text[self.at..]);
        self.lexeme()
    }

    fn str(&self, span: Span<usize>) -> String {
        self.text[span].iter().collect()
    }

    #[cold]
    fn error(&self, span: Span<usize>, reason: &str) -> Error {
        let foreign = span.clone().find_map(|at| Some((at, foreign(*self.text.get(at)?)?)));
        match foreign {
            Some((at, why)) => caret::error(&self.text, at..at + 1, &why),
            None => caret::error(&self.text, span, reason),
        }
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || is_comma(c)
}

fn is_comma(c: char) -> bool {
    matches!(c, ',' | ';')
}

/// The weight that a text writes as a decimal, such as 0.29 or 1e-05.
fn fraction(text: &str) -> Option<f64> {
    weight(text, 0)
}

/// The weight that a text writes in percent: 29 or 29% is 0.29, as a decimal.
fn share(text: &str) -> Option<f64> {
    weight(text.strip_suffix('%').unwrap_or(text).trim_end(), 2)
}

/// The number of a text with the point moved to the left. Up to a rounding error above 1 it is 1.
fn weight(text: &str, places: i32) -> Option<f64> {
    const ROUNDED: f64 = 1.0001;
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse().ok()?),
        None => (text, 0i32),
    };
    number(digits)?;
    let weight: f64 = format!("{digits}e{}", exponent.checked_sub(places)?).parse().ok()?;
    (weight <= ROUNDED).then_some(weight.min(1.0))
}

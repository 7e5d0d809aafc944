//! The text of a range: items between separators, their weights, groups, and what happens when items disagree.
//!
//! ```text
//! range    = [ item { ("," | ";" | newline | spaces) item } ]
//! item     = [ "!" ] weighted | group
//! group    = "[" percent "]" range "[/" percent "]" | number ["%"] "(" range ")"
//! weighted = [ fraction ":" ] token [ ":" fraction | "@" percent ]
//! ```
//!
//! What a token is says `hands`. Every item becomes an entry; entries are put together at the end. Groups are kept on a
//! list, not on the stack: text may nest them as deep as it likes.

use std::ops::Range as Span;

use super::caret;
use super::combo_set::ComboSet;
use super::decimal;
use super::hands::{self, Dialect, number};
use super::range::combo_name;
use crate::cards::COMBO_COUNT;
use crate::error::{Error, Result};
use crate::memory::{try_boxed, try_push, try_with_capacity};
use crate::runtime::MayGoOn;

/// What counts if a text gives a combo two different weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnConflict {
    /// It is an error that names both tokens.
    #[default]
    Error,
    /// The weight that comes first.
    First,
    /// The weight that comes last.
    Last,
    /// The largest weight.
    Max,
}

/// The weights that a text says.
pub(super) fn parse(
    text: &str,
    dialect: Dialect,
    on_conflict: OnConflict,
    may_go_on: &mut MayGoOn<'_>,
) -> Result<Box<[f64; COMBO_COUNT]>> {
    let mut characters = try_with_capacity(text.chars().count())?;
    characters.extend(text.chars());
    let mut reader = Reader { text: characters, at: 0, dialect, entries: Vec::new() };
    reader.range(may_go_on)?;
    reader.put_together(on_conflict, may_go_on)
}

/// Combos that an item gives a weight.
struct Entry {
    combos: ComboSet,
    weight: f64,
    span: Span<usize>,
}

/// A range that is being read: the whole text, or what stands in brackets.
struct Group {
    closer: Closer,
    /// What opened it.
    opener: Span<usize>,
    /// The weight of the group.
    weight: f64,
    /// That and those of all groups around it, multiplied.
    whole_weight: f64,
    /// Its entries are those from this one on.
    first: usize,
    /// The combos that it takes away from its entries.
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
    entries: Vec<Entry>,
}

const WEIGHT: &str = "a weight is a decimal from 0 to 1, as in 0.5:KQo; per cent are written KQo@50 or 50%(KQo)";
const PERCENT: &str = "per cent of a weight are a number from 0 to 100, as in KQo@50 or [50]KQo[/50]";

impl Reader {
    fn range(&mut self, may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        let mut open = vec![Group {
            closer: Closer::End,
            opener: 0..0,
            weight: 1.0,
            whole_weight: 1.0,
            first: 0,
            taken: ComboSet::default(),
        }];
        loop {
            may_go_on()?;
            while self.peek().is_some_and(is_separator) {
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
                    continue;
                }
                Some('!') => {
                    self.at += 1;
                    let token = self.lexeme();
                    if self.peek().is_some_and(|c| matches!(c, ':' | '@' | '(')) {
                        let why = "hands are taken away whole: no weight and no group goes with !";
                        return Err(self.error(start..self.at + 1, why));
                    }
                    let combos = self.hands(token, start)?;
                    open[innermost].taken.add(&combos);
                }
                Some(_) => {
                    if let Some(weight) = self.item(outer)? {
                        try_push(&mut open, self.group(Closer::Round, start, weight, outer))?;
                        continue;
                    }
                }
            }
            self.end_of_item()?;
        }
        if let Some(Group { closer: Closer::Round | Closer::Square, opener, .. }) = open.last() {
            return Err(self.error(opener.clone(), "this group has no end"));
        }
        self.finish(&open[0]);
        Ok(())
    }

    /// The group that has just been opened, in one of weight `outer`.
    fn group(&self, closer: Closer, start: usize, weight: f64, outer: f64) -> Group {
        let whole_weight = decimal::product(weight, outer);
        let taken = ComboSet::default();
        Group { closer, opener: start..self.at, weight, whole_weight, first: self.entries.len(), taken }
    }

    /// Reads an item in a group of weight `outer`; or what opens a group, and returns its weight.
    fn item(&mut self, outer: f64) -> Result<Option<f64>> {
        let start = self.at;
        let mut token = self.lexeme();
        if self.peek() == Some('(') {
            self.at += 1;
            let text = self.str(token.clone());
            let (weight, why) = match text.strip_suffix('%') {
                Some(percent) => (share(percent), PERCENT),
                None => (fraction(&text), WEIGHT),
            };
            return weight.map(Some).ok_or_else(|| self.error(self.shown(token, start), why));
        }
        // What looks like a number and is no hand; 22 is one.
        let is_weight =
            |text: &[char], whole: &str| whole.parse::<f64>().is_ok() && hands::read(text, Dialect::default()).is_err();
        let mut weight = None;
        if self.peek() == Some(':') && is_weight(&self.text[token.clone()], &self.str(token.clone())) {
            weight = Some(fraction(&self.str(token.clone())).ok_or_else(|| self.error(token, WEIGHT))?);
            self.at += 1;
            token = self.lexeme();
        }
        let combos = self.hands(token, start)?;
        if let Some(sign @ (':' | '@')) = self.peek() {
            self.at += 1;
            let behind = self.lexeme();
            let text = self.str(behind.clone());
            let (found, why) = if sign == ':' { (fraction(&text), WEIGHT) } else { (share(&text), PERCENT) };
            let found = found.ok_or_else(|| self.error(self.shown(behind, start), why))?;
            if weight.replace(found).is_some() {
                return Err(self.error(start..self.at, "this has two weights"));
            }
        }
        let weight = weight.map_or(outer, |weight| decimal::product(weight, outer));
        try_push(&mut self.entries, Entry { combos, weight, span: start..self.at })?;
        Ok(None)
    }

    /// The hands of a token, an item of which begins at `start`.
    fn hands(&self, token: Span<usize>, start: usize) -> Result<ComboSet> {
        let combos = hands::read(&self.text[token.clone()], self.dialect);
        combos.map_err(|why| self.error(self.shown(token, start), &why))
    }

    /// What an error is about: the token, or where there is none what stands from `start` up to where it should be.
    fn shown(&self, token: Span<usize>, start: usize) -> Span<usize> {
        if token.is_empty() { start..self.at.max(start + 1).min(self.text.len()) } else { token }
    }

    /// The weight in a square bracket that began at `start`, whose end is read, too.
    fn square_bracket(&mut self, start: usize) -> Result<f64> {
        let percent = self.lexeme();
        let text = self.str(percent.clone());
        if self.peek() != Some(']') {
            return Err(self.error(start..self.at, "expected per cent in square brackets, as in [50]KQo[/50]"));
        }
        self.at += 1;
        share(&text).ok_or_else(|| self.error(start..self.at, PERCENT))
    }

    fn close(&mut self, open: &mut Vec<Group>, closer: Closer, start: usize) -> Result<()> {
        match open.pop_if(|group| group.closer == closer) {
            Some(group) => {
                self.finish(&group);
                Ok(())
            }
            None => Err(self.error(start..self.at, "this closes no group that is open here")),
        }
    }

    /// Takes away what a group takes away.
    fn finish(&mut self, group: &Group) {
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
        let first = self.str(before.span.clone());
        let why = format!(
            "it gives {name} the weight {}, {first:?} gave it {}; name each once, or choose with on_conflict",
            entry.weight, before.weight
        );
        self.error(entry.span.clone(), &why)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    /// Reads on until something that no token has in it.
    fn lexeme(&mut self) -> Span<usize> {
        let start = self.at;
        let ends = |c: char| is_separator(c) || matches!(c, ':' | '@' | '(' | ')' | '[' | ']');
        while self.peek().is_some_and(|c| !ends(c)) {
            self.at += 1;
        }
        start..self.at
    }

    fn str(&self, span: Span<usize>) -> String {
        self.text[span].iter().collect()
    }

    #[cold]
    fn error(&self, span: Span<usize>, reason: &str) -> Error {
        caret::error(&self.text, span, reason)
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';')
}

/// The weight that a text writes as a decimal.
fn fraction(text: &str) -> Option<f64> {
    number(text).filter(|&weight| weight <= 1.0)
}

/// The weight that a text writes in per cent: 29 is 0.29, as a decimal.
fn share(text: &str) -> Option<f64> {
    number(text)?;
    format!("{text}e-2").parse().ok().filter(|&weight| weight <= 1.0)
}

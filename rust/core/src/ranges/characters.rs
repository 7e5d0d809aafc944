//! The characters of range text: dashes that typography puts for `-`, and the names of characters that no range has.

use crate::error::Result;
use crate::memory::try_collect;

/// The characters of a text. A dash of any kind is read as `-`, so positions stay the same.
pub(super) fn characters(text: &str) -> Result<Vec<char>> {
    let is_dash = |c: char| matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}');
    try_collect(text.chars().map(|c| Ok(if is_dash(c) { '-' } else { c })))
}

/// The number of blanks at the beginning of a text.
pub(super) fn blanks(text: &[char]) -> usize {
    text.iter().take_while(|c| c.is_whitespace()).count()
}

/// The name of a character that no range has, and what to write instead; `None` for others.
pub(super) fn foreign(c: char) -> Option<String> {
    const QUOTES: &str = "write the range without quotes";
    const BRACES: &str = "a weight is written 0.5:QQ or QQ@50";
    const INVISIBLE: &str = "remove this invisible character";
    let (name, instead) = match c {
        '"' => ("QUOTATION MARK", QUOTES),
        '\'' => ("APOSTROPHE", QUOTES),
        '`' => ("GRAVE ACCENT", QUOTES),
        '\u{2018}' => ("LEFT SINGLE QUOTATION MARK", QUOTES),
        '\u{2019}' => ("RIGHT SINGLE QUOTATION MARK", QUOTES),
        '\u{201c}' => ("LEFT DOUBLE QUOTATION MARK", QUOTES),
        '\u{201d}' => ("RIGHT DOUBLE QUOTATION MARK", QUOTES),
        '\u{201e}' => ("DOUBLE LOW-9 QUOTATION MARK", QUOTES),
        '\u{ab}' => ("LEFT-POINTING DOUBLE ANGLE QUOTATION MARK", QUOTES),
        '\u{bb}' => ("RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK", QUOTES),
        '{' => ("LEFT CURLY BRACKET", BRACES),
        '}' => ("RIGHT CURLY BRACKET", BRACES),
        '=' => ("EQUALS SIGN", BRACES),
        '\u{ad}' => ("SOFT HYPHEN", INVISIBLE),
        '\u{200b}' => ("ZERO WIDTH SPACE", INVISIBLE),
        '\u{200c}' => ("ZERO WIDTH NON-JOINER", INVISIBLE),
        '\u{200d}' => ("ZERO WIDTH JOINER", INVISIBLE),
        '\u{200e}' => ("LEFT-TO-RIGHT MARK", INVISIBLE),
        '\u{2060}' => ("WORD JOINER", INVISIBLE),
        '\u{feff}' => ("ZERO WIDTH NO-BREAK SPACE", INVISIBLE),
        '#' | '&' | '<' | '>' | '\\' | '^' | '_' | '|' | '~' | '\0'..='\x1f' | '\x7f'.. if !is_known(c) => {
            return Some(format!("U+{:04X} is not a character of a range", u32::from(c)));
        }
        _ => return None,
    };
    Some(format!("U+{:04X} {name}: {instead}", u32::from(c)))
}

/// Whether a range may have this character that is not of ASCII, or a control character.
fn is_known(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{fe0e}' | '\u{fe0f}') || crate::cards::Suit::from_char(c).is_some()
}

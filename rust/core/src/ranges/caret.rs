//! Messages about a place in a text, with a line that shows a caret under each character.

use std::ops::Range as Span;

use crate::cards::Suit;
use crate::error::Error;

/// The error at `span`: the text around it, and a caret under each of its characters.
#[cold]
pub(super) fn error(text: &[char], span: Span<usize>, reason: &str) -> Error {
    const BEFORE: usize = 40;
    const SHOWN: usize = 40;
    const BEHIND: usize = 20;
    let end = span.end.min(span.start + SHOWN);
    let (from, to) = (span.start.saturating_sub(BEFORE), (end + BEHIND).min(text.len()));
    let mut lines = [String::from("  "), String::from("  ")];
    let mut put = |shown: &str, mark: char| {
        lines[0].push_str(shown);
        lines[1].extend(shown.chars().map(|_| mark));
    };
    put(if from > 0 { "..." } else { "" }, ' ');
    for at in from..to {
        let mark = if (span.start..end).contains(&at) { '^' } else { ' ' };
        match text[at] {
            // A variation selector behind a suit symbol has no width.
            '\u{fe0e}' | '\u{fe0f}' if at > 0 && Suit::from_char(text[at - 1]).is_some() => {}
            c if c.is_whitespace() || c.is_control() || matches!(c, '\u{fe0e}' | '\u{fe0f}') => put(" ", mark),
            c => put(c.encode_utf8(&mut [0; 4]), mark),
        }
    }
    put(if to < text.len() { "..." } else { "" }, ' ');
    let token: String = text[span.start..end].iter().collect();
    let [shown, carets] = lines.map(|line| line.trim_end().to_string());
    let message = format!("cannot read {token:?} at position {}: {reason}\n{shown}\n{carets}", span.start);
    Error::InvalidRange { position: Some(span.start), token, message }
}

//! Ranges of Omaha hands: from text to a set of hands.
//!
//! A text is read into sets of all hands, one bit each: `,`, `:` and `!` are bit operations. Patterns fill such a set card
//! by card from the highest, and skip at once hands that no lower card can complete. The best hands, `15%`, are those of
//! the table of `odds`.

mod hand_bits;
mod odds;
mod pattern;
mod shapes;
mod slots;
mod text;
mod top;

#[cfg(not(feature = "omaha-odds"))]
pub use odds::give_omaha_odds;
pub(crate) use odds::pack as pack_omaha_odds;
pub use odds::{OmahaOdds, omaha_odds};
pub use top::{omaha_top_share, omaha_top_shares};

use crate::cards::CardSet;
use crate::error::{Error, Result};
use crate::runtime::Run;

/// A set of Omaha hands of three to six cards; at least one.
///
/// The text is a subset of the generic syntax of `ProPokerTools`:
///
/// * cards that a hand contains: `AA`, `AsKs`, `A`, `*` for any card, `random` for any hand;
/// * suits by letters `w x y z`, different ones for different suits that are not written in the same pattern: `AxKx` is
///   suited, `AxKy` is not, `xxyy` is two suits twice;
/// * choices for one card in brackets: `[A-T]`, `[AKQ]`, `[As,Kh]`, `A[sh]`;
/// * steps along the ranks: `KK+`, `99-`, `JT98-7654`, `AK-AT`;
/// * `$ds` double-suited: two suits twice or more; `$ss` single-suited: one suit twice or more, and two or three others;
/// * `$np`, `$op`, `$tp`: no rank three times and none, one or two of them twice; `$nt`: no rank three times;
/// * `15%` the best hands of four cards by equity against a random hand, `5%-10%` those between two shares;
/// * `,` or, `:` and, `!` but not; `:` and `!` bind closer than the comma; parentheses. A shape right behind hands binds
///   closest: `AA!KK$ds` subtracts double-suited kings only.
///
/// ```
/// use pokerbits::ranges::OmahaRange;
/// assert_eq!(OmahaRange::parse("AA", 4)?.hands().len(), 6_961);
/// assert_eq!(OmahaRange::parse("AA$ds!KK", 4)?.hands().len(), 858);
/// let error = OmahaRange::parse("AA, KX", 4).unwrap_err().to_string();
/// assert!(error.starts_with("cannot read \"X\" at position 5: letters for suits are w, x, y and z"));
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OmahaRange {
    hands: Vec<CardSet>,
    hole_cards: usize,
}

impl OmahaRange {
    /// Parses a range of hands of `hole_cards` cards.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] if `hole_cards` is not 3, 4, 5 or 6. [`Error::InvalidRange`] for the first token that cannot
    /// be read, with a caret under it, and for a pattern or a text without hands. [`Error::OutOfMemory`].
    pub fn parse(text: &str, hole_cards: usize) -> Result<Self> {
        Self::parse_watched(text, hole_cards, &mut Run::new(1))
    }

    /// [`Self::parse`] as a call that can be cancelled: a long text about hands of six cards may take seconds.
    ///
    /// # Errors
    /// The same, and [`Error::Cancelled`].
    pub fn parse_watched(text: &str, hole_cards: usize, run: &mut Run<'_>) -> Result<Self> {
        if !(3..=slots::MOST_CARDS).contains(&hole_cards) {
            return Err(Error::InvalidArgument(format!("expected 3, 4, 5 or 6 hole cards, found {hole_cards}")));
        }
        let hands = text::parse(text, hole_cards, run)?.hands(run)?;
        Ok(Self { hands, hole_cards })
    }

    /// The hands, ascending by their bits, each once.
    pub fn hands(&self) -> &[CardSet] {
        &self.hands
    }

    /// Number of cards of a hand.
    pub fn hole_cards(&self) -> usize {
        self.hole_cards
    }

    /// The hands, without a copy.
    pub fn into_hands(self) -> Vec<CardSet> {
        self.hands
    }
}

//! Classes of hands with equal futures: by outcomes, and by the history of a hand.
//!
//! On the river the class of a hand is the numbers of its wins, ties and losses against a random hand. On earlier streets,
//! two hands have the same *outcome class* if their next streets have the same classes, with the same frequencies (potential
//! outcome isomorphism: Fu and others, arXiv 2403.11486). They have the same *winrate class* if all their rivers together
//! win, tie and lose equally often (potential winrate isomorphism: arXiv 2511.12089). With recall `k` a class is the tuple
//! of the classes on a street and on the `k` streets before it, along the history of the hand.
//!
//! `river` ranks the outcomes of whole boards, `streets` works from the river back to the first street, `histories` joins
//! the classes of several streets; `dense_ranking` numbers all of them. Ids ascend. Without recall they are sorted by the
//! sum of `2 * wins + ties` over all rivers, which is `E[HS]`, then by the wins; ties are broken by a hash, in an order that
//! is stable. With recall they are sorted as tuples, the earliest street first. The ids are part of the interface.

mod dense_ranking;
mod histories;
mod river;
mod signature;
mod streets;
mod turn_lists;

pub use histories::HistoryClasses;
pub use streets::OutcomeClasses;

use crate::error::{Error, Result, quoted};
use crate::runtime::Run;
use crate::runtime::stages::Stages;
use crate::showdown::street::Street;
use histories::check_recall;

/// The equivalence of hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The same classes on all next streets, with the same frequencies.
    Outcome,
    /// The same sums of wins, ties and losses over all rivers.
    Winrate,
}

impl Relation {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Outcome, Self::Winrate];

    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Winrate => "winrate",
        }
    }

    /// The kind with this name.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for an unknown name.
    pub fn from_name(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::InvalidArgument(format!("kind {} is unknown: expected one of {names}", quoted(name)))
        })
    }
}

/// Writes the class of every hand of a street. Without recall a hand is given by its index in `street.indexer()`, with
/// recall by its index in `HandIndexer::new(&[2, 3, 1, 1])`, up to the street.
///
/// # Errors
/// [`Error::InvalidArgument`] for a recall of more streets than there are before, and for another number of hands;
/// [`Error::Cancelled`], [`Error::OutOfMemory`].
pub fn outcome_classes(street: Street, by: Relation, recall: usize, out: &mut [u32], run: &mut Run<'_>) -> Result<()> {
    check_recall(street, recall)?;
    let first = Street::ALL[street as usize - recall];
    let mut stages = Stages::new(OutcomeClasses::steps(first) + HistoryClasses::steps(recall));
    let classes = OutcomeClasses::build(first, &mut stages, run)?;
    if recall == 0 {
        stages.finish(run);
        return classes.of_hands(street, by, out, run);
    }
    HistoryClasses::build(&classes, street, by, recall, stages, run)?.of_hands(0..out.len() as u64, out, run)
}

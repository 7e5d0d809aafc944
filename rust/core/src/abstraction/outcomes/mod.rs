//! Hands that become the same: classes by what a hand can win, and by how it came there.
//!
//! On the river the class of a hand is what it wins, ties and loses against a random hand. Before, two hands are of one
//! *outcome class* if their next streets are of the same classes, each as often (potential outcome isomorphism: Fu and
//! others, arXiv 2403.11486), and of one *winrate class* if all their rivers together win, tie and lose as often
//! (potential winrate isomorphism: arXiv 2511.12089). With recall `k` a class is the tuple of the classes on a street and
//! on the `k` streets before it, as the hand went through them.
//!
//! `river` numbers the outcomes of whole boards, `streets` goes up from the river to the first street, `histories` joins
//! the classes of several streets; all of them number what they find by `dense_ranking`. Ids ascend: without recall with the
//! sum of `2 * wins + ties` over all rivers, which is `E[HS]`, then with that of the wins, then in an order that is fixed and
//! means nothing; with recall as tuples do, the earliest street first. They are part of the interface.

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
use crate::runtime::progress::Stages;
use crate::showdown::street::Street;
use histories::check_recall;

/// What makes hands alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The classes of all next streets, each as often.
    Outcome,
    /// The sums of wins, ties and losses over all rivers.
    Winrate,
}

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Outcome, Self::Winrate];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Winrate => "winrate",
        }
    }

    /// The kind of a name.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for any other.
    pub fn from_name(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::InvalidArgument(format!("kind {} is unknown: expected one of {names}", quoted(name)))
        })
    }
}

/// The class of every hand of a street: without recall by its index in `street.indexer()`, with recall by that in
/// `HandIndexer::new(&[2, 3, 1, 1])`, up to the street.
///
/// # Errors
/// [`Error::InvalidArgument`] for a recall of more streets than there are before, and for another number of hands;
/// [`Error::Cancelled`], [`Error::OutOfMemory`].
pub fn outcome_classes(street: Street, kind: Kind, recall: usize, out: &mut [u32], run: &mut Run<'_>) -> Result<()> {
    check_recall(street, recall)?;
    let first = Street::ALL[street as usize - recall];
    let mut stages = Stages::new(OutcomeClasses::steps(first) + HistoryClasses::steps(recall));
    let classes = OutcomeClasses::build(first, &mut stages, run)?;
    if recall == 0 {
        stages.finish(run);
        return classes.of_hands(street, kind, out, run);
    }
    HistoryClasses::build(&classes, street, kind, recall, stages, run)?.of_hands(0..out.len() as u64, out, run)
}

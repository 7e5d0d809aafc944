//! The hole cards of a player's hands: two in hold'em, four in Omaha. Nothing else in an endgame knows which game it is.

use super::subset_weights::SubsetWeights;
use crate::card_name::Name;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK, SuitPermutation, combo_id};
use crate::equity::OMAHA_HANDS;
use crate::equity::subset_sums::SetPlaces;
use crate::error::{Error, Result, Row};
use crate::evaluator::{OmahaBoards, OmahaHole, evaluate_combos};
use crate::memory::{try_boxed_slice, try_collect, try_push};
use crate::showdown::lanes::{HandSums, Hands, Showdown, unblocked_reach};
use crate::showdown::ranked_board::Weight;
use crate::showdown::seen_sums::SeenSums;
use crate::showdown::weights::check_weights;

/// The cards of some hands, each in ascending order.
pub(super) enum HoleCards {
    Two(Vec<[u8; 2]>),
    Four(Vec<[u8; 4]>),
}

/// Working memory to compare hands.
pub(super) enum Sums<W> {
    Two(Box<SeenSums<W>>),
    Four(SubsetWeights<W>),
}

impl HoleCards {
    /// The hands with a weight and without a card of the board, their numbers and their weights, in ascending order. There is a
    /// weight for each combo, or for each Omaha hand.
    pub(super) fn held(weights: &[f64], board: CardSet) -> Result<(Self, Vec<u32>, Vec<f64>)> {
        // Another thread of the caller may write to them.
        let weights = try_boxed_slice(weights)?;
        if let Ok(weights) = weights[..].try_into() {
            check_weights::<f64>(weights)?;
            let (cards, ids, weights) = held(COMBOS.into_iter(), weights, board)?;
            return Ok((Self::Two(cards), ids, weights));
        }
        if weights.len() != OMAHA_HANDS {
            let why = format!("expected {COMBO_COUNT} or {OMAHA_HANDS} weights, found {}", weights.len());
            return Err(Error::InvalidArgument(why));
        }
        check_omaha_weights(&weights)?;
        let (cards, ids, weights) = held(omaha_hands(), &weights, board)?;
        Ok((Self::Four(cards), ids, weights))
    }

    /// Number of cards of a hand.
    pub(super) fn n_cards(&self) -> usize {
        match self {
            Self::Two(_) => 2,
            Self::Four(_) => 4,
        }
    }

    /// Number of hands of the deck.
    pub(super) fn n_of_deck(&self) -> usize {
        match self {
            Self::Two(_) => COMBO_COUNT,
            Self::Four(_) => OMAHA_HANDS,
        }
    }

    /// More hands, of any cards.
    pub(super) fn fill_up(&mut self, len: usize) {
        match self {
            Self::Two(cards) => cards.resize(len, [0, 1]),
            Self::Four(cards) => cards.resize(len, [0, 1, 2, 3]),
        }
    }

    /// The cards of a hand.
    pub(super) fn of_hand(&self, at: usize) -> CardSet {
        match self {
            Self::Two(cards) => set(cards[at]),
            Self::Four(cards) => set(cards[at]),
        }
    }

    /// The number of the image of a hand.
    pub(super) fn image(&self, at: usize, permutation: SuitPermutation) -> u32 {
        match self {
            Self::Two(cards) => {
                let [low, high] = cards[at].map(|card| permutation.card(card));
                combo_id(low, high).into()
            }
            Self::Four(cards) => {
                let mut image = cards[at].map(|card| permutation.card(card));
                image.sort_unstable();
                SetPlaces::of(0).hand(image) as u32
            }
        }
    }

    /// The strengths of the hands of these numbers on a board of five; 0 for hands with a card of it.
    pub(super) fn strengths(&self, ids: &[u32], board: CardSet) -> Result<Vec<u16>> {
        match self {
            Self::Two(_) => {
                let strengths = evaluate_combos(board)?;
                Ok(ids.iter().map(|&id| strengths[id as usize]).collect())
            }
            Self::Four(cards) => {
                let on_board = OmahaBoards::get()?.of(board);
                try_collect(cards[..ids.len()].iter().map(|&cards| {
                    let cards = set(cards);
                    Ok(if (cards & board).is_empty() { on_board.strength(&OmahaHole::of(cards)) } else { 0 })
                }))
            }
        }
    }

    /// Working memory for such hands.
    pub(super) fn sums<W: Weight>(&self) -> Result<Sums<W>> {
        Ok(match self {
            Self::Two(_) => Sums::Two(Box::default()),
            Self::Four(_) => Sums::Four(SubsetWeights::new()?),
        })
    }
}

/// The hands with a weight and without a card of the board.
#[expect(clippy::type_complexity, reason = "three lists of the same length")]
fn held<const K: usize>(
    all: impl Iterator<Item = [u8; K]>,
    weights: &[f64],
    board: CardSet,
) -> Result<(Vec<[u8; K]>, Vec<u32>, Vec<f64>)> {
    let (mut hands, mut ids, mut of_hands) = (vec![], vec![], vec![]);
    for ((id, cards), &weight) in (0..).zip(all).zip(weights) {
        if weight > 0.0 && (set(cards) & board).is_empty() {
            try_push(&mut hands, cards)?;
            try_push(&mut ids, id)?;
            try_push(&mut of_hands, weight)?;
        }
    }
    Ok((hands, ids, of_hands))
}

/// All hands of four cards, in colexicographic order.
fn omaha_hands() -> impl Iterator<Item = [u8; 4]> {
    let below = |card: u8| 0..card;
    below(DECK)
        .flat_map(move |d| below(d).flat_map(move |c| below(c).flat_map(move |b| below(b).map(move |a| [a, b, c, d]))))
}

fn check_omaha_weights(weights: &[f64]) -> Result<()> {
    let is_wrong = |weight: f64| !(weight.is_finite() && weight >= 0.0);
    let wrong = weights.iter().zip(omaha_hands()).zip(0..).find(|((weight, _), _)| is_wrong(**weight));
    let reason = if let Some(((weight, [a, b, c, d]), id)) = wrong {
        let name = format!("{}{}{}{}", Name(d), Name(c), Name(b), Name(a));
        format!("the weight of hand {id} ({name}) is {weight}: expected a finite number that is not negative")
    } else if weights.iter().sum::<f64>().is_infinite() {
        "the weights add up to more than a float can hold".into()
    } else {
        return Ok(());
    };
    Err(Error::InvalidRow { row: Row(None), reason })
}

fn set<const K: usize>(cards: [u8; K]) -> CardSet {
    CardSet::new(cards.iter().fold(0, |bits, card| bits | 1 << card)).unwrap_or_default()
}

/// For each hand of the player, the reach of the opponent's weaker hands less that of its stronger ones, if there is a
/// showdown, and the reach of all its hands; without hands that have a card of it. `same` has for each hand the place of
/// the opponent's hand of the same cards.
#[inline(always)]
pub(super) fn compare<W: Weight>(
    (ours, same): (&HoleCards, &[u32]),
    theirs: &HoleCards,
    showdown: Option<(&Showdown, usize)>,
    reach: &[W],
    sums: &mut Sums<W>,
    out: [&mut [W]; 2],
) {
    match (ours, theirs, sums) {
        (HoleCards::Two(cards), HoleCards::Two(theirs), Sums::Two(sums)) => {
            compare_hands(Hands { cards, same }, theirs, showdown, reach, &mut **sums, out);
        }
        (HoleCards::Four(cards), HoleCards::Four(theirs), Sums::Four(sums)) => {
            compare_hands(Hands { cards, same }, theirs, showdown, reach, sums, out);
        }
        // Both players have hands of one game, and so have the sums.
        _ => {}
    }
}

#[inline(always)]
fn compare_hands<W: Weight, const K: usize>(
    ours: Hands<'_, K>,
    theirs: &[[u8; K]],
    showdown: Option<(&Showdown, usize)>,
    reach: &[W],
    sums: &mut impl HandSums<W, K>,
    out: [&mut [W]; 2],
) {
    match showdown {
        Some((showdown, player)) => showdown.margins(player, ours, theirs, reach, sums, out),
        None => {
            let [_, unblocked] = out;
            unblocked_reach(ours, theirs, reach, sums, unblocked);
        }
    }
}

//! The hole cards of a player's hands: two in hold'em, four or five in Omaha. Nothing else in an endgame knows how many.

use crate::card_name::Name;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK, SuitPermutation, combo_id};
use crate::combinatorics::{choose_small, subsets_from};
use crate::equity::OMAHA_HANDS;
use crate::equity::subset_sums::SetPlaces;
use crate::error::{Error, Result, Row};
use crate::evaluator::{OmahaBoards, OmahaHole, evaluate_combos};
use crate::memory::{try_boxed_slice, try_collect, try_push, try_vec};
use crate::showdown::lanes::scattered;
use crate::showdown::weights::check_weights;

/// The cards of some hands, each in ascending order.
pub(super) enum HoleCards {
    Two(Vec<[u8; 2]>),
    Four(Vec<[u8; 4]>),
    Five(Vec<[u8; 5]>),
}

/// Number of hands of five cards.
const FIVE_CARD_HANDS: usize = choose_small(DECK as usize, 5) as usize;

/// Runs the same code for the cards of any number.
macro_rules! for_cards {
    ($hole_cards:expr, $cards:ident => $code:expr) => {
        match $hole_cards {
            HoleCards::Two($cards) => $code,
            HoleCards::Four($cards) => $code,
            HoleCards::Five($cards) => $code,
        }
    };
}

/// The hands of a player: their cards, their numbers among all hands, and their weights.
pub(super) struct Held {
    pub(super) cards: HoleCards,
    pub(super) ids: Vec<u32>,
    pub(super) weights: Vec<f64>,
}

impl Held {
    /// The hands with a weight and without a card of the board. There is a weight for each combo, or for each hand of four or
    /// five cards.
    pub(super) fn new(weights: &[f64], board: CardSet) -> Result<Self> {
        // Another thread of the caller may write to them.
        let weights = try_boxed_slice(weights)?;
        if let Ok(of_combos) = weights[..].try_into() {
            check_weights::<f64>(of_combos)?;
            return Self::of(COMBOS.into_iter(), &weights, board, HoleCards::Two);
        }
        match weights.len() {
            OMAHA_HANDS => Self::of_omaha(&weights, board, HoleCards::Four),
            FIVE_CARD_HANDS => Self::of_omaha(&weights, board, HoleCards::Five),
            found => Err(Error::InvalidArgument(format!(
                "expected {COMBO_COUNT}, {OMAHA_HANDS} or {FIVE_CARD_HANDS} weights, found {found}"
            ))),
        }
    }

    fn of_omaha<const K: usize>(
        weights: &[f64],
        board: CardSet,
        hole_cards: fn(Vec<[u8; K]>) -> HoleCards,
    ) -> Result<Self> {
        check_omaha_weights::<K>(weights)?;
        let mut held = Self::of(all_hands(), weights, board, hole_cards)?;
        // A showdown reads the numbers of all hands, the weakest hand first. They do not fit into the cache, so memory is fastest
        // if they lie in this order; the order on an earlier street is close to it.
        let [strengths, ..] = held.cards.strengths(held.ids.len(), board, false)?;
        let mut order: Vec<usize> = try_collect((0..strengths.len()).map(Ok))?;
        order.sort_by_key(|&at| strengths[at]);
        for_cards!(&mut held.cards, cards => *cards = in_order(cards, &order)?);
        held.ids = in_order(&held.ids, &order)?;
        held.weights = in_order(&held.weights, &order)?;
        Ok(held)
    }

    fn of<const K: usize>(
        all: impl Iterator<Item = [u8; K]>,
        weights: &[f64],
        board: CardSet,
        hole_cards: fn(Vec<[u8; K]>) -> HoleCards,
    ) -> Result<Self> {
        let (mut cards, mut ids, mut held) = (vec![], vec![], vec![]);
        for ((id, hand), &weight) in (0..).zip(all).zip(weights) {
            if weight > 0.0 && (set(hand) & board).is_empty() {
                try_push(&mut cards, hand)?;
                try_push(&mut ids, id)?;
                try_push(&mut held, weight)?;
            }
        }
        Ok(Self { cards: hole_cards(cards), ids, weights: held })
    }
}

impl HoleCards {
    /// Number of cards of a hand.
    pub(super) fn n_cards(&self) -> usize {
        match self {
            Self::Two(_) => 2,
            Self::Four(_) => 4,
            Self::Five(_) => 5,
        }
    }

    /// Number of hands of the deck.
    pub(super) fn n_of_deck(&self) -> usize {
        match self {
            Self::Two(_) => COMBO_COUNT,
            Self::Four(_) => OMAHA_HANDS,
            Self::Five(_) => FIVE_CARD_HANDS,
        }
    }

    /// More hands, of any cards.
    pub(super) fn fill_up(&mut self, len: usize) {
        for_cards!(self, cards => cards.resize(len, std::array::from_fn(|card| card as u8)));
    }

    /// The cards of a hand.
    pub(super) fn of_hand(&self, at: usize) -> CardSet {
        for_cards!(self, cards => set(cards[at]))
    }

    /// The number of the image of a hand.
    pub(super) fn image(&self, at: usize, permutation: SuitPermutation) -> u32 {
        for_cards!(self, cards => {
            let mut image = cards[at].map(|card| permutation.card(card));
            image.sort_unstable();
            SetPlaces::of(0).hand(image) as u32
        })
    }

    /// The strengths of the first `n` hands on a board, 0 for hands with a card of it; the board has five cards, or in Omaha
    /// three to five. If high and low hands share the pot: the high strengths, the low ones, and the high strengths of the
    /// hands without a low alone.
    pub(super) fn strengths(&self, n: usize, board: CardSet, high_low: bool) -> Result<Strengths> {
        match self {
            Self::Two(cards) => {
                let strengths = evaluate_combos(board)?;
                let of_hand = |&[low, high]: &[u8; 2]| Ok(strengths[usize::from(combo_id(low, high))]);
                Ok([try_collect(cards[..n].iter().map(of_hand))?, vec![], vec![]])
            }
            Self::Four(cards) => omaha_strengths(&cards[..n], board, high_low),
            Self::Five(cards) => omaha_strengths(&cards[..n], board, high_low),
        }
    }

    /// In which order equal hands are compared.
    pub(super) fn among_equals(&self) -> fn(u32) -> u32 {
        match self {
            Self::Two(_) => scattered,
            // Their numbers do not fit into the cache: memory is fastest in its order.
            Self::Four(_) | Self::Five(_) => |hand| hand,
        }
    }
}

/// Those of the whole pot alone; or high, low, and high of the hands without a low.
pub(super) type Strengths = [Vec<u16>; 3];

fn omaha_strengths<const K: usize>(hands: &[[u8; K]], board: CardSet, high_low: bool) -> Result<Strengths> {
    let on_board = OmahaBoards::get()?.of(board);
    let mut strengths = [try_vec(0, hands.len())?, vec![], vec![]];
    if high_low {
        strengths[1] = try_vec(0, hands.len())?;
        strengths[2] = try_vec(0, hands.len())?;
    }
    for (at, &hand) in hands.iter().enumerate().filter(|&(_, &hand)| (set(hand) & board).is_empty()) {
        let hole = OmahaHole::of(set(hand));
        let high = on_board.strength(&hole);
        strengths[0][at] = high;
        if high_low {
            let low = on_board.low(&hole);
            // Hands without a low lose to those with one, and tie with each other.
            strengths[1][at] = 1 + u16::from(low);
            strengths[2][at] = if low == 0 { high } else { 0 };
        }
    }
    Ok(strengths)
}

/// All hands of `K` cards, in colexicographic order.
fn all_hands<const K: usize>() -> impl Iterator<Item = [u8; K]> {
    subsets_from((1 << K) - 1, DECK.into()).map(|bits| {
        let (mut rest, mut hand) = (bits, [0; K]);
        for card in &mut hand {
            *card = rest.trailing_zeros() as u8;
            rest &= rest - 1;
        }
        hand
    })
}

/// The items at these places.
fn in_order<T: Copy>(items: &[T], order: &[usize]) -> Result<Vec<T>> {
    try_collect(order.iter().map(|&at| Ok(items[at])))
}

fn check_omaha_weights<const K: usize>(weights: &[f64]) -> Result<()> {
    let is_wrong = |weight: f64| !(weight.is_finite() && weight >= 0.0);
    let wrong = weights.iter().zip(all_hands::<K>()).zip(0..).find(|((weight, _), _)| is_wrong(**weight));
    let reason = if let Some(((weight, cards), id)) = wrong {
        let name: String = cards.iter().rev().map(|&card| Name(card).to_string()).collect();
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

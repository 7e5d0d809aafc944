//! A spot: a game, the players' hands or ranges, the board and the dead cards, checked once. Every equity starts from one.

use std::borrow::Cow;

use super::counts::{MAX_PLAYERS, check_players};
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, PerCombo, SuitPermutation, combo_id};
use crate::combinatorics::{card_subsets, choose};
use crate::decimals::ExactWeights;
use crate::error::{Error, Result, Row};
use crate::game::Game;
use crate::memory::{try_boxed, try_collect, try_push, try_vec, try_with_capacity};
use crate::ranges::Range;
use crate::runtime::MayGoOn;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::showdown::ranked_board::clear_card;
use crate::showdown::situation::Situation;

/// Number of hands that are looked up between two checks for cancellation: a millisecond.
const LOOKED_UP: usize = 1 << 13;

/// The hands that a player may hold.
#[derive(Debug, Clone, Copy)]
pub enum Player<'a> {
    /// This hand.
    Hand(CardSet),
    /// Hands of two cards, each as likely as its weight says.
    Range(&'a Range),
    /// One of these hands, each as likely as any other.
    Among(&'a [CardSet]),
    /// One of these hands, each as likely as its weight says: one positive number or 0 for each hand. In games of more than
    /// two hole cards they are sampled, not counted.
    Weighted(&'a [CardSet], &'a [f64]),
    /// Any hand with these cards.
    With(CardSet),
    /// Any cards.
    Any,
}

/// Players of a game, a board and dead cards; and the ranges of players who have folded.
///
/// ```
/// use pokerbits::{Game, Run, cards::CardSet, equity::{Outcomes, Plan, Player, Spot}};
/// let (aces, kings) = ("AhAd".parse()?, "0.5:KsKh".parse()?);
/// let spot = Spot::new(Game::HOLDEM, &[Player::Range(&aces), Player::Range(&kings)], &[], CardSet::EMPTY)?;
/// let plan = Plan::new(&spot, &mut Run::new(1))?;
/// assert!(plan.seconds() < 0.01);
/// let Outcomes::Exact(counts, denominators) = plan.run(&mut Run::new(1))?.outcomes else { unreachable!() };
/// assert_eq!((&counts[0][..], &denominators[..]), (&[1_399_204, 7_923, 305_177][..], &[1, 2][..]));
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Spot<'a> {
    game: Game,
    situation: Situation,
    supports: Supports<'a>,
    folded: Vec<Cow<'a, Range>>,
    /// The weights of the hands of more than two cards of each player; none at all if nobody has any.
    weights: Vec<Option<&'a [f64]>>,
}

/// The hands of the players.
#[derive(Debug, Clone)]
pub(crate) enum Supports<'a> {
    /// Hands of two cards.
    Ranges(Vec<Cow<'a, Range>>),
    /// Hands of more cards.
    Hands(Vec<Hands<'a>>),
}

impl Supports<'_> {
    /// Number of players.
    fn players(&self) -> usize {
        match self {
            Self::Ranges(ranges) => ranges.len(),
            Self::Hands(hands) => hands.len(),
        }
    }
}

/// The hands of a player, all equally likely unless the spot has weights for them.
#[derive(Debug, Clone)]
pub(crate) enum Hands<'a> {
    /// All hands with these cards.
    With(CardSet),
    Among(Cow<'a, [CardSet]>),
}

/// The board and the dead cards. Cards that the game's deck lacks count as dead.
#[inline]
pub(crate) fn situation(game: Game, held: &[u8], board: &[u8], dead: CardSet) -> Result<Situation> {
    let deck = game.deck();
    if game.board_cards() == 0 {
        return match board.len() {
            0 => Situation::without_board(held, dead | !deck),
            found => Err(Error::CardCount { row: Row(None), expected: "no board", found }),
        };
    }
    if deck == CardSet::FULL {
        return Situation::of_cards(held, board, dead);
    }
    let mut ids = held.iter().chain(board).copied().chain(dead.ids());
    match ids.find(|&card| CardSet::from_ids(&[card]).is_ok_and(|card| (card & deck).is_empty())) {
        Some(card) => Err(Error::NotInShortDeck { row: Row(None), card }),
        None => Situation::of_cards(held, board, dead | !deck),
    }
}

impl<'a> Spot<'a> {
    /// Checks players, board and dead cards. Hands that need a card of the board, a dead card or a card of another deck are
    /// allowed, and are never dealt.
    ///
    /// # Errors
    /// * [`Error::InvalidArgument`] for other than two to ten players, a hand with the wrong number of cards for the game, a
    ///   range of two-card hands in a game with more hole cards, and when too few cards are left.
    /// * [`Error::CardOutOfRange`], [`Error::DuplicateCard`] and [`Error::NotInShortDeck`] for board and dead cards.
    /// * [`Error::CardCount`] for another board.
    /// * [`Error::OutOfMemory`].
    pub fn new(game: Game, players: &[Player<'a>], board: &[u8], dead: CardSet) -> Result<Self> {
        check_players(players.len())?;
        let size = game.hole_cards();
        for (number, player) in (1..).zip(players) {
            let hands = match player {
                Player::Hand(hand) => std::slice::from_ref(hand),
                Player::Among(hands) => hands,
                Player::Weighted(hands, weights) => {
                    check_weights(number, hands, weights)?;
                    hands
                }
                Player::Range(_) if size != 2 => {
                    let why = format!("player {number}: a range of two cards, where the game deals {size}");
                    return Err(Error::InvalidArgument(why));
                }
                Player::With(known) if known.len() as usize > size => std::slice::from_ref(known),
                Player::Range(_) | Player::With(_) | Player::Any => &[],
            };
            if let Some(hand) = hands.iter().find(|hand| hand.len() as usize != size) {
                return Err(Error::InvalidArgument(format!("hands of other than {size} hole cards: {hand}")));
            }
        }
        let situation = situation(game, &[], board, dead)?;
        let (left, needed) = (situation.left().len() as usize, size * players.len() + situation.missing());
        if left < needed {
            let n = players.len();
            let what = if game.board_cards() == 0 { "hands" } else { "hands and the board" };
            let why = format!("{left} cards are left, {n} {what} need {needed}");
            return Err(Error::InvalidArgument(why));
        }
        let supports = if size == 2 {
            Supports::Ranges(try_collect(players.iter().map(range_of))?)
        } else {
            Supports::Hands(try_collect(players.iter().map(|player| Ok(hands_of(player))))?)
        };
        let is_weighted = size != 2 && players.iter().any(|player| matches!(player, Player::Weighted(..)));
        let weights_of = |player: &Player<'a>| match *player {
            Player::Weighted(_, weights) => Some(weights),
            _ => None,
        };
        let weights = if is_weighted { try_collect(players.iter().map(|of| Ok(weights_of(of))))? } else { vec![] };
        Ok(Self { game, situation, supports, folded: vec![], weights })
    }

    /// The spot with players who have folded, whose ranges are `folded`.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] in a game with more than two hole cards, for more than ten ranges of players and folded
    /// ones, and when too few cards are left. [`Error::OutOfMemory`].
    ///
    /// ```
    /// use pokerbits::{CardSet, Game, Run, equity::{Outcomes, Plan, Player, Spot}, ranges::Range};
    /// let [aces, kings, folded] = ["AhAd", "KsKh", "AsAc"].map(|text| text.parse::<Range>().unwrap());
    /// let players = [Player::Range(&aces), Player::Range(&kings)];
    /// let spot = Spot::new(Game::HOLDEM, &players, &[], CardSet::EMPTY)?.with_folded(&[&folded])?;
    /// let Outcomes::Exact(counts, _) = Plan::new(&spot, &mut Run::new(1))?.run(&mut Run::new(1))?.outcomes else { unreachable!() };
    /// // The boards of the 46 other cards.
    /// assert_eq!(counts[0].iter().sum::<u128>(), 1_370_754);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn with_folded(self, folded: &[&'a Range]) -> Result<Self> {
        let Self { game, situation, supports, weights, .. } = self;
        if game.hole_cards() != 2 && !folded.is_empty() {
            let why = format!("folded ranges are of two cards: the game deals {}", game.hole_cards());
            return Err(Error::InvalidArgument(why));
        }
        let (players, n) = (supports.players(), folded.len());
        if players + n > MAX_PLAYERS {
            let why = format!("expected up to {MAX_PLAYERS} players and folded ranges, found {players} and {n}");
            return Err(Error::InvalidArgument(why));
        }
        let (left, needed) = (situation.left().len() as usize, game.hole_cards() * (players + n) + situation.missing());
        if left < needed {
            let why = format!("{left} cards are left, {players} hands, {n} folded ones and the board need {needed}");
            return Err(Error::InvalidArgument(why));
        }
        let folded = try_collect(folded.iter().map(|&range| Ok(Cow::Borrowed(range))))?;
        Ok(Self { game, situation, supports, folded, weights })
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.game
    }

    pub(crate) fn situation(&self) -> &Situation {
        &self.situation
    }

    pub(crate) fn supports(&self) -> &Supports<'a> {
        &self.supports
    }

    /// The number of players who contest the pot.
    pub(crate) fn players(&self) -> usize {
        self.supports.players()
    }

    pub(crate) fn folded(&self) -> &[Cow<'a, Range>] {
        &self.folded
    }

    /// Whether hands of more than two cards have weights.
    pub(crate) fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    /// The weights of the hands of more than two cards of a player, if they are not equally likely.
    pub(crate) fn weights_of(&self, player: usize) -> Option<&'a [f64]> {
        self.weights.get(player).copied().flatten()
    }

    /// The cards that nobody can be dealt.
    pub(crate) fn known(&self) -> CardSet {
        self.situation.board_set() | self.situation.dead()
    }
}

/// Checks that each hand has one weight, a finite number that is not negative.
fn check_weights(player: usize, hands: &[CardSet], weights: &[f64]) -> Result<()> {
    if hands.len() != weights.len() {
        let why = format!("player {player}: {} hands with {} weights", hands.len(), weights.len());
        return Err(Error::InvalidArgument(why));
    }
    match (hands.iter().zip(weights)).find(|&(_, weight)| !(weight.is_finite() && *weight >= 0.0)) {
        Some((hand, weight)) => {
            let why = format!("player {player}: the weight {weight} of {hand}: expected a finite number, at least 0");
            Err(Error::InvalidArgument(why))
        }
        None => Ok(()),
    }
}

fn range_of<'a>(player: &Player<'a>) -> Result<Cow<'a, Range>> {
    let (hands, of_hands) = match player {
        Player::Range(range) => return Ok(Cow::Borrowed(range)),
        Player::Any => return Ok(Cow::Owned(Range::full())),
        Player::With(known) => return range_with(*known).map(Cow::Owned),
        Player::Hand(hand) if hand.len() == 2 => return Range::of_hand(*hand).map(Cow::Owned),
        Player::Hand(hand) => (std::slice::from_ref(hand), None),
        Player::Among(hands) => (*hands, None),
        Player::Weighted(hands, weights) => (*hands, Some(*weights)),
    };
    // Weights near the largest number add up to no more than it.
    let scale =
        of_hands.map_or(1.0, |weights| weights.iter().fold(0.0, |most: f64, &weight| most.max(weight)).max(1.0));
    let mut weights = try_vec(0.0, COMBO_COUNT)?;
    for (at, hand) in hands.iter().enumerate() {
        if let [low, high] = hand.ids().collect::<Vec<_>>()[..] {
            weights[usize::from(combo_id(low, high))] += of_hands.map_or(1.0, |of_hands| of_hands[at] / scale);
        }
    }
    // A hand that is listed twice is twice as likely.
    let most = weights.iter().fold(1.0, |most: f64, &weight| most.max(weight));
    for weight in &mut weights {
        *weight /= most;
    }
    Range::from_weights(&weights).map(Cow::Owned)
}

/// All combos with these cards.
fn range_with(known: CardSet) -> Result<Range> {
    let mut weights = try_vec(0.0, COMBO_COUNT)?;
    for (weight, cards) in weights.iter_mut().zip(COMBOS) {
        let combo = CardSet::from_ids(&cards)?;
        *weight = f64::from(u8::from((known - combo).is_empty()));
    }
    Range::from_weights(&weights)
}

fn hands_of<'a>(player: &Player<'a>) -> Hands<'a> {
    match *player {
        Player::Hand(hand) => Hands::Among(Cow::Owned(vec![hand])),
        Player::Among(hands) | Player::Weighted(hands, _) => Hands::Among(Cow::Borrowed(hands)),
        Player::With(known) => Hands::With(known),
        Player::Range(_) | Player::Any => Hands::With(CardSet::EMPTY),
    }
}

impl Hands<'_> {
    /// The cards that are in all hands.
    pub(crate) fn common(&self) -> CardSet {
        match self {
            Self::With(known) => *known,
            Self::Among(hands) => hands.iter().fold(CardSet::FULL, |common, &hand| common & hand),
        }
    }

    /// The number of hands of `size` cards from the cards `left`.
    pub(crate) fn count(&self, size: usize, left: CardSet) -> f64 {
        match self {
            Self::With(known) => count_with(*known, size, left) as f64,
            Self::Among(hands) => hands.iter().filter(|&&hand| (hand - left).is_empty()).count() as f64,
        }
    }

    /// The hands of `size` cards from the cards `left`.
    pub(crate) fn list(&self, size: usize, left: CardSet) -> Result<Vec<CardSet>> {
        let mut held = Vec::new();
        match self {
            Self::Among(hands) => {
                for &hand in hands.iter().filter(|&&hand| (hand - left).is_empty()) {
                    try_push(&mut held, hand)?;
                }
            }
            Self::With(known) => {
                let hands = count_with(*known, size, left) as usize;
                held = try_with_capacity(hands)?;
                if hands > 0 {
                    let more = size - known.len() as usize;
                    held.extend(card_subsets(left - *known, (1 << more) - 1).map(|more| *known | more));
                }
            }
        }
        Ok(held)
    }

    /// Whether a suit permutation maps the set of hands to itself. Lists of hands have to be sorted, without duplicates; the
    /// answer is no for others.
    pub(crate) fn is_fixed_by(&self, suits: SuitPermutation, may_go_on: &mut MayGoOn<'_>) -> Result<bool> {
        let hands = match self {
            Self::With(known) => return Ok(suits.cards(*known) == *known),
            Self::Among(hands) => hands,
        };
        if !hands.is_sorted_by(|a, b| a.bits() < b.bits()) {
            return Ok(false);
        }
        let is_held = |hand: CardSet| hands.binary_search_by_key(&hand.bits(), |held| held.bits()).is_ok();
        for hands in hands.chunks(LOOKED_UP) {
            may_go_on()?;
            if !hands.iter().all(|&hand| is_held(suits.cards(hand))) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The number of hands of `size` cards with the `known` ones, from the cards `left`.
fn count_with(known: CardSet, size: usize, left: CardSet) -> u128 {
    let more = (size as u64).checked_sub(known.len().into()).filter(|_| (known - left).is_empty());
    more.and_then(|more| choose((left - known).len().into(), more)).unwrap_or(0)
}

/// A copy of the weights of combos, with 0 for combos with a known card.
pub(crate) fn without_blocked<W: Copy + Default>(weights: &PerCombo<W>, known: CardSet) -> Result<Box<PerCombo<W>>> {
    let mut left = try_boxed::<_, COMBO_COUNT>(W::default())?;
    left.copy_from_slice(weights);
    remove_blocked(&mut left, known);
    Ok(left)
}

/// Sets the weights of combos with a known card to 0.
pub(crate) fn remove_blocked<W: Copy + Default>(weights: &mut PerCombo<W>, known: CardSet) {
    known.ids().for_each(|card| clear_card(weights, card));
}

/// The integer weights of each range, and their denominators.
pub(crate) type Integers = (Vec<Box<PerCombo<u64>>>, Vec<u64>);

/// The weights of players as integers, without those of combos with a `known` card. `None` if
///
/// * a weight is neither an integer nor a short decimal;
/// * a player's opponents weigh `most` or more;
/// * a sum over all deals on this many boards could overflow.
pub(crate) fn integers(
    players: &[&PerCombo<f64>],
    known: CardSet,
    boards: u128,
    most: u128,
    level: Proven,
) -> Result<Option<Integers>> {
    let mut weights = try_with_capacity(players.len())?;
    let mut denominators = try_with_capacity(players.len())?;
    for player in players {
        let Some(mut exact) = ExactWeights::of(player, level)? else { return Ok(None) };
        remove_blocked(&mut exact.numerators, known);
        weights.push(exact.numerators);
        denominators.push(exact.denominator);
    }
    let totals: Vec<u128> = weights.iter().map(|weights| level.run(Total(weights))).collect();
    let fits = (0..players.len()).all(|player| {
        let others = totals.iter().enumerate().filter(|&(other, _)| other != player);
        let hands = others.map(|(_, &total)| total).try_fold(1u128, u128::checked_mul);
        let deals = hands.filter(|&hands| hands < most).and_then(|hands| hands.checked_mul(boards));
        deals.is_some_and(|deals| deals < 1 << 63)
    });
    Ok(fits.then_some((weights, denominators)))
}

/// The sum of weights of 64 bits. Halves of them are added up, as vectors can.
struct Total<'a>(&'a PerCombo<u64>);

impl Kernel for Total<'_> {
    type Output = u128;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> u128 {
        let [mut low, mut high] = [0; 2];
        for weight in self.0 {
            low += weight & u64::from(u32::MAX);
            high += weight >> 32;
        }
        u128::from(low) + (u128::from(high) << 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_short_decimals_are_integers() {
        let found = |weight: f64, boards, most| {
            let weights = std::array::from_fn(|combo| if combo == 3 { weight } else { 0.0 });
            let ones = [1.0; COMBO_COUNT];
            let integers = integers(&[&weights, &ones], CardSet::EMPTY, boards, most, Proven::Baseline).unwrap();
            integers.map(|(weights, denominators)| (weights[0][3], denominators[0]))
        };
        assert_eq!(found(0.25, 1, u128::MAX), Some((1, 4)));
        assert_eq!(found(7.0, 1, u128::MAX), Some((7, 1)));
        assert_eq!((found(7.5, 1, u128::MAX), found(1e-30, 1, u128::MAX)), (Some((15, 2)), None));
        assert_eq!(found(4e15, 2, u128::MAX), Some((4_000_000_000_000_000, 1)));
        assert_eq!((found(4e15, 4_000, u128::MAX), found(4e15, 2, 1 << 51)), (None, None));
    }
}

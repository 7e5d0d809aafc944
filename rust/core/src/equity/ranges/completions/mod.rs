//! Games without a board: every hand that a player can complete is evaluated once, then hands are compared.
//!
//! Cards that all hands of a player have in common are removed from the other players' hands, and only the other cards, those
//! to come, are compared. The hands of `two` players are not compared pair by pair: a sorted sweep counts, for each hand, the
//! hands without a common card that are weaker, and those that are equal. The hands of `several` players are dealt one by
//! one, except those of the last two.

mod several;
mod two;

use super::omaha::sorted_sweep::{OnBoard, RankedHand};
use super::omaha::{HandSpot, check_deals};
use crate::cards::CardSet;
use crate::equity::costs::SECONDS_PER_COMPLETION;
use crate::equity::counts::ShowdownCounts;
use crate::equity::spot::Hands;
use crate::error::Result;
use crate::game::{GameEvaluator, MAX_HOLE_CARDS};
use crate::memory::{try_collect, try_vec, try_with_capacity};
use crate::runtime::Run;

/// Hands that are evaluated in one pass, and those that a thread evaluates at a time.
const AT_ONCE: usize = 64;
const CHUNK: usize = 64 * AT_ONCE;

/// The most cards to come of a player whose hands are swept. Sixteen million hands would take a gigabyte, and seconds to list
/// and sort, in which nothing could be cancelled.
const MOST_TO_COME: usize = 5;

/// The seconds of [`count`] on one thread.
pub(crate) fn seconds(spot: &HandSpot<'_>) -> f64 {
    let (size, known) = (spot.game.hole_cards(), known_cards(spot));
    let of_players = (0..spot.hands.len()).map(|player| spot.hands[player].count(size, left_for(spot, &known, player)));
    let hands: Vec<f64> = of_players.collect();
    let has_low = spot.game.has_low();
    let compared = match (&hands[..], to_come(size, &known)) {
        (&[first, second], most) if most <= MOST_TO_COME => two::seconds(first + second, most, has_low),
        (hands, most) => several::are_swept(hands, most, has_low).1,
    };
    hands.iter().sum::<f64>() * SECONDS_PER_COMPLETION + compared
}

/// All deals of a game without a board.
pub(crate) fn count(spot: &HandSpot<'_>, run: &mut Run<'_>) -> Result<ShowdownCounts> {
    let known = known_cards(spot);
    let players = evaluated(spot, &known, run)?;
    check_deals(players.iter().map(|of| of.0.cards.len() as f64).product())?;
    match (&players[..], to_come(spot.game.hole_cards(), &known)) {
        ([first, second], most) if most <= MOST_TO_COME => two::count(spot, [first, second], most, run),
        (_, most) => several::count(spot, players, most, run),
    }
}

/// All hands of the players.
fn evaluated(spot: &HandSpot<'_>, known: &[CardSet], run: &mut Run<'_>) -> Result<Vec<Completions>> {
    let evaluator = spot.game.evaluator(run.level())?;
    try_collect(known.iter().enumerate().map(|(player, &common)| {
        let hands = spot.hands[player].list(spot.game.hole_cards(), left_for(spot, known, player))?;
        run.prepare(|run| Completions::new(hands, common, &evaluator, run))
    }))
}

/// The cards that are in all hands of each player.
fn known_cards(spot: &HandSpot<'_>) -> Vec<CardSet> {
    spot.hands.iter().map(Hands::common).collect()
}

/// The cards that are left for one of the players.
fn left_for(spot: &HandSpot<'_>, known: &[CardSet], player: usize) -> CardSet {
    let others = known.iter().enumerate().filter(|&(other, _)| other != player);
    others.fold(spot.situation.left(), |left, (_, &known)| left - known)
}

/// The largest number of cards to come of a player.
fn to_come(size: usize, known: &[CardSet]) -> usize {
    known.iter().map(|known| size.saturating_sub(known.len() as usize)).max().unwrap_or(0)
}

/// The hands of one player: the cards to come, ascending, with strengths and lows.
struct Completions(OnBoard);

impl Completions {
    /// Number of cards to come of a hand.
    fn to_come(&self) -> u32 {
        self.0.cards.first().map_or(0, |cards| cards.count_ones())
    }

    fn new(mut hands: Vec<CardSet>, known: CardSet, evaluator: &GameEvaluator, run: &mut Run<'_>) -> Result<Self> {
        if !hands.is_sorted_by_key(|hand| hand.bits()) {
            hands.sort_unstable_by_key(|hand| hand.bits());
        }
        let (mut strengths, mut lows) = (try_vec(0, hands.len())?, try_vec(0, hands.len())?);
        let chunks = hands.chunks(CHUNK).zip(strengths.chunks_mut(CHUNK)).zip(lows.chunks_mut(CHUNK));
        run.for_each(chunks, hands.len().div_ceil(CHUNK), |((hands, strengths), lows)| {
            let passes = hands.chunks(AT_ONCE).zip(strengths.chunks_mut(AT_ONCE)).zip(lows.chunks_mut(AT_ONCE));
            for ((hands, strengths), lows) in passes {
                let (mut rows, size) = ([0; AT_ONCE * MAX_HOLE_CARDS], evaluator.row());
                for (row, hand) in rows.chunks_exact_mut(size).zip(hands) {
                    row.iter_mut().zip(hand.ids()).for_each(|(to, card)| *to = card);
                }
                evaluator.evaluate(&rows[..hands.len() * size], strengths, lows);
            }
            Ok(())
        })?;
        let cards = try_collect(hands.iter().map(|&hand| Ok((hand - known).bits())))?;
        Ok(Self(OnBoard { cards, strengths, lows, duplicates: Vec::new() }))
    }

    /// The hands in the order of their strengths, each with its low and the low of the other player's hands of the same
    /// cards.
    fn ranked(&self, other: &Self) -> Result<Vec<WithLow>> {
        let (Self(own), Self(other)) = (self, other);
        let mut ranked = try_with_capacity(own.cards.len())?;
        let (mut at, mut duplicates) = (0, 0);
        for ((&cards, &strength), &low) in own.cards.iter().zip(&own.strengths).zip(&own.lows) {
            // Both lists are ascending.
            while other.cards.get(at).is_some_and(|&theirs| theirs < cards) {
                (at, duplicates) = (at + 1, 0);
            }
            while other.cards.get(at + duplicates) == Some(&cards) {
                duplicates += 1;
            }
            let (of_duplicates, low_of_duplicates) =
                if duplicates > 0 { (other.strengths[at], other.lows[at]) } else { (0, 0) };
            let hand = RankedHand { cards, duplicates: duplicates as u32, strength, of_duplicates };
            ranked.push((hand, [low, low_of_duplicates]));
        }
        ranked.sort_unstable_by_key(|(hand, _)| hand.strength);
        Ok(ranked)
    }
}

/// A hand with its low, and the low of the other player's hands of the same cards.
type WithLow = (RankedHand, [u8; 2]);

fn merged<'a>(spot: &HandSpot<'_>, all: impl IntoIterator<Item = &'a ShowdownCounts>) -> Result<ShowdownCounts> {
    let mut sum = spot.no_counts()?;
    all.into_iter().for_each(|counts| sum.merge(counts, 1));
    Ok(sum)
}

//! The support of each player: the combos of a range that known cards and the other players leave possible.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::cards::{CardSet, combo_bits};
use crate::combinatorics::{choose, sort_few};
use crate::equity::combo_counts::scale_to_one;
use crate::equity::spot::{Hands, Spot, without_blocked};
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_push};
use crate::ranges::Range;

/// The steps after which the search for a deal leaves the question to the samples: a look at a hand is one, and a hand that
/// fits, whose cards may be remembered, many.
const MOST_STEPS: usize = 1 << 26;
const STEPS_OF_A_HAND: usize = 1 << 8;

/// The hands of a player with a positive weight.
#[derive(Debug, Clone)]
pub(crate) struct Support {
    pub(crate) hands: Vec<CardSet>,
    /// The weights of the hands; empty if all have the same.
    pub(crate) weights: Vec<f64>,
    /// Whether all cards beside the `known` ones are equally likely: then they can be dealt in the same way as the board.
    /// Hands of more than two cards are not listed in that case.
    pub(crate) is_random: bool,
    /// The cards that are in every random hand. No other player can hold them.
    pub(crate) known: CardSet,
}

impl Support {
    /// Some hands, each as likely as its weight says.
    fn of_hands(hands: Vec<CardSet>, mut weights: Vec<f64>) -> Self {
        if weights.windows(2).all(|pair| pair[0].to_bits() == pair[1].to_bits()) {
            weights.clear();
        }
        Self { hands, weights, is_random: false, known: CardSet::EMPTY }
    }

    /// The hands with their weights.
    pub(crate) fn weighted(&self) -> impl Iterator<Item = (CardSet, f64)> {
        self.hands.iter().enumerate().map(|(at, &hand)| (hand, self.weights.get(at).copied().unwrap_or(1.0)))
    }

    pub(crate) fn total(&self) -> f64 {
        self.weighted().map(|(_, weight)| weight).sum()
    }

    /// Drops the other hands.
    fn retain(&mut self, is_kept: impl Fn(CardSet) -> bool) {
        let kept: Vec<bool> = self.hands.iter().map(|&hand| is_kept(hand)).collect();
        let mut of_hand = kept.iter();
        self.hands.retain(|_| of_hand.next() == Some(&true));
        let mut of_hand = kept.iter();
        self.weights.retain(|_| of_hand.next() == Some(&true));
    }
}

/// The supports of players with ranges beside the known cards, and after them of folded ranges.
///
/// # Errors
/// [`Error::InvalidRange`] for a player without a combo, and when no deal gives everybody one.
pub(crate) fn of_ranges(ranges: &[Cow<'_, Range>], spot: &Spot<'_>) -> Result<Vec<Support>> {
    let seats = (0..).zip(ranges.iter().chain(spot.folded()));
    let mut all = try_collect(seats.map(|(seat, range)| of_range(&seat_name(seat, ranges.len()), range, spot)))?;
    drop_impossible(&mut all, ranges.len())?;
    check_dealable(&all)?;
    Ok(all)
}

/// The name of a player, or of a folded range after the players.
fn seat_name(seat: usize, players: usize) -> String {
    if seat < players { format!("player {}", seat + 1) } else { format!("folded range {}", seat - players + 1) }
}

fn of_range(name: &str, range: &Range, spot: &Spot<'_>) -> Result<Support> {
    if range.weights().iter().all(|&weight| weight == 0.0) {
        return Err(Error::no_range(format!("{name}: the range is empty")));
    }
    let mut weights = without_blocked(range.weights(), spot.known())?;
    scale_to_one(&mut weights[..]);
    let held = weights.iter().enumerate().filter(|&(_, &weight)| weight > 0.0);
    let (hands, weights): (Vec<_>, Vec<_>) =
        held.filter_map(|(combo, &weight)| Some((CardSet::new(combo_bits(combo))?, weight))).unzip();
    if hands.is_empty() {
        return Err(nothing_left(name));
    }
    let is_all = choose(spot.situation().left().len().into(), 2) == Some(hands.len() as u128);
    let found = Support::of_hands(hands, weights);
    Ok(Support { is_random: is_all && found.weights.is_empty(), ..found })
}

/// The supports of players with hands of more than two cards beside the known cards.
///
/// # Errors
/// As [`of_ranges`].
pub(crate) fn of_hands(players: &[Hands<'_>], spot: &Spot<'_>) -> Result<Vec<Support>> {
    let mut left = spot.situation().left();
    for (player, hands) in (1..).zip(players) {
        if let Hands::With(known) = *hands {
            if !(known - spot.situation().left()).is_empty() {
                return Err(nothing_left(&format!("player {player}")));
            }
            if !(known - left).is_empty() {
                return Err(no_deal());
            }
            left = left - known;
        }
    }
    let all = try_collect(players.iter().enumerate().map(|(player, hands)| {
        let found = match (hands, spot.weights_of(player)) {
            (&Hands::With(known), _) => {
                return Ok(Support { hands: vec![], weights: vec![], is_random: true, known });
            }
            (hands, None) => Support::of_hands(hands.list(spot.game().hole_cards(), left)?, vec![]),
            (Hands::Among(hands), Some(weights)) => {
                let largest = weights.iter().fold(0.0, |largest: f64, &weight| largest.max(weight));
                let (mut held, mut scaled) = (Vec::new(), Vec::new());
                for (&hand, &weight) in hands.iter().zip(weights).filter(|&(&hand, _)| (hand - left).is_empty()) {
                    if weight > 0.0 {
                        try_push(&mut held, hand)?;
                        try_push(&mut scaled, weight / largest)?;
                    }
                }
                Support::of_hands(held, scaled)
            }
        };
        if found.hands.is_empty() { Err(nothing_left(&format!("player {}", player + 1))) } else { Ok(found) }
    }))?;
    check_dealable(&all)?;
    Ok(all)
}

fn nothing_left(name: &str) -> Error {
    Error::no_range(format!("{name}: no hand of the range is left beside the board and the dead cards"))
}

/// The error if there is no deal.
pub(crate) fn no_deal() -> Error {
    Error::no_range("there is no deal: the players need the same cards".into())
}

fn check_dealable(supports: &[Support]) -> Result<()> {
    let drawn = supports.iter().filter(|support| !support.is_random);
    let mut sets: Vec<Vec<u64>> =
        try_collect(drawn.map(|support| try_collect(support.hands.iter().map(|hand| Ok(hand.bits())))))?;
    sort_few(&mut sets, &|a, b| a.len() < b.len());
    if is_dealable(&sets) == Some(false) { Err(no_deal()) } else { Ok(()) }
}

/// Drops every hand that leaves another player without a hand. The supports after those of the `players` are of folded ranges.
fn drop_impossible(all: &mut [Support], players: usize) -> Result<()> {
    let mut goes_on = true;
    while std::mem::take(&mut goes_on) {
        for player in 0..all.len() {
            for other in (0..all.len()).filter(|&other| other != player) {
                let others = std::mem::take(&mut all[other].hands);
                let before = all[player].hands.len();
                all[player].retain(|hand| others.iter().any(|&other| (other & hand).is_empty()));
                all[other].hands = others;
                goes_on |= all[player].hands.len() < before;
                if all[player].hands.is_empty() {
                    let (a, b) = (player.min(other), player.max(other));
                    let both = if b < players {
                        format!("players {} and {}", a + 1, b + 1)
                    } else {
                        format!("{} and {}", seat_name(a, players), seat_name(b, players))
                    };
                    let what = format!("{both} need the same cards: no deal gives both a hand");
                    return Err(Error::no_range(what));
                }
            }
        }
    }
    Ok(())
}

/// Whether all players can hold a hand at once, the players with the fewest hands first; `None` if the search takes too
/// long.
pub(crate) fn is_dealable(players: &[Vec<u64>]) -> Option<bool> {
    // Necessary: any group of players can hold enough different cards, `size` for each.
    let size = players.iter().flatten().map(|set| set.count_ones()).max().unwrap_or(0);
    let unions: Vec<u64> = players.iter().map(|sets| sets.iter().fold(0, |union, set| union | set)).collect();
    let has_room = |some: usize| {
        let union = (0..players.len()).filter(|i| some >> i & 1 != 0).fold(0, |union, i| union | unions[i]);
        union.count_ones() >= size * some.count_ones()
    };
    if !(0..1usize << players.len()).all(has_room) {
        return Some(false);
    }
    let (mut dead_ends, mut steps) = (HashSet::new(), 0);
    deal_rest(players, 0, &mut dead_ends, &mut steps)
}

/// Whether all `players` can be dealt hands without the `used` cards.
fn deal_rest(players: &[Vec<u64>], used: u64, dead_ends: &mut HashSet<u64>, steps: &mut usize) -> Option<bool> {
    let Some((first, rest)) = players.split_first() else { return Some(true) };
    // The number of used cards determines the number of players with a hand, so each set is searched once.
    if dead_ends.contains(&used) {
        return Some(false);
    }
    for set in first {
        let fits = set & used == 0;
        *steps += if fits { STEPS_OF_A_HAND } else { 1 };
        if *steps > MOST_STEPS {
            return None;
        }
        if fits {
            match deal_rest(rest, used | set, dead_ends, steps) {
                Some(false) => {}
                found => return found,
            }
        }
    }
    dead_ends.insert(used);
    Some(false)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::equity::Player;
    use crate::game::Game;
    use crate::runtime::rng::Philox;

    /// The supports of ranges within the cards that are `left`.
    pub(crate) fn supports(ranges: &[Range], left: CardSet) -> Result<Vec<Support>> {
        let players: Vec<_> = ranges.iter().map(Player::Range).collect();
        let spot = Spot::new(Game::HOLDEM, &players, &[], !left)?;
        of_ranges(&ranges.iter().map(Cow::Borrowed).collect::<Vec<_>>(), &spot)
    }

    fn found(ranges: &[&str]) -> Result<Vec<Support>> {
        supports(&ranges.iter().map(|range| range.parse().unwrap()).collect::<Vec<_>>(), CardSet::FULL)
    }

    fn refused(ranges: &[&str]) -> String {
        found(ranges).unwrap_err().to_string()
    }

    #[test]
    fn what_others_need_is_dropped() {
        let sizes = |ranges: &[&str]| -> Vec<_> { found(ranges).unwrap().iter().map(|h| h.hands.len()).collect() };
        assert_eq!(sizes(&["AA, KK", "AhAd"]), [7, 1]);
        assert_eq!(sizes(&["AA", "AA"]), [6, 6]);
        // With three players, the second's hand follows from the first's, the third's from the second's.
        assert_eq!(sizes(&["AhAd", "AhAs, AcKc", "AcQc, KdQd"]), [1, 1, 1]);
        assert_eq!(sizes(&["AhAd", "random"]), [1, 1225]);
        assert!(found(&["AhAd", "random"]).unwrap()[1].is_random);
        assert!(!found(&["AhAd", "22+"]).unwrap()[1].is_random);
    }

    #[test]
    fn impossible_deals_are_found_out() {
        assert_eq!(refused(&["KK", "AhAd", "AhKh"]), "players 2 and 3 need the same cards: no deal gives both a hand");
        let none = "there is no deal: the players need the same cards";
        assert_eq!(refused(&["AA", "AA", "AA"]), none);
        assert_eq!(refused(&["KK", "AA, KK", "AA, KK", "AA", "AA"]), none);
        // Three hands of a triangle, and several triangles: a conflict that the count of cards does not show.
        let triangles = "AhKh, KhQh, AhQh, AsKs, KsQs, AsQs";
        assert_eq!(refused(&[triangles; 3]), none);
        assert!(found(&[triangles; 2]).is_ok());
        // All pairs of twenty cards: ten hands; of nineteen cards: no deal.
        assert!(found(&["TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"; 10]).is_ok());
        assert_eq!(refused(&["JJ+, AJs+, KJs+, QJs, AJo+, KJo+, QJo"; 10]), none);
    }

    /// By exhaustive search.
    fn naive(players: &[Vec<u64>], used: u64) -> bool {
        let Some((first, rest)) = players.split_first() else { return true };
        first.iter().any(|set| set & used == 0 && naive(rest, used | set))
    }

    #[test]
    fn the_search_finds_what_there_is() {
        let mut rng = Philox::new([3, 8], [0; 4]);
        let mut possible = 0;
        for round in 0..400 {
            let cards = 8 + round % 5;
            let mut hand = || {
                let a = rng.below(cards);
                let b = (a + 1 + rng.below(cards - 1)) % cards;
                1u64 << a | 1 << b
            };
            let players: Vec<Vec<u64>> = (0..4).map(|i| (0..2 + i % 3).map(|_| hand()).collect()).collect();
            let expected = naive(&players, 0);
            assert_eq!(is_dealable(&players), Some(expected));
            possible += usize::from(expected);
        }
        assert!((40..360).contains(&possible), "{possible}");
    }

    #[test]
    fn players_without_a_hand_are_refused() {
        let [right, aces, none] = ["QQ+", "AA", ""].map(|range| range.parse::<Range>().unwrap());
        let refused = |wrong: &Range, left| supports(&[right.clone(), wrong.clone()], left).unwrap_err().to_string();
        assert_eq!(refused(&none, CardSet::FULL), "player 2: the range is empty");
        let no_ace = !"AsAhAd".parse::<CardSet>().unwrap();
        let expected = "player 2: no hand of the range is left beside the board and the dead cards";
        assert_eq!(refused(&aces, no_ace), expected);
    }

    #[test]
    fn weights_of_any_size_are_scaled_to_about_one() {
        for size in [1.0, 0.3, f64::MIN_POSITIVE, 5e-324] {
            let [aces, kings] = ["AA", "KK"].map(|range| range.parse::<Range>().unwrap());
            let scaled = Range::from_weights(&aces.weights().map(|weight| weight * size)).unwrap();
            let all = supports(&[scaled, kings], CardSet::FULL).unwrap();
            assert!(all[0].weighted().all(|(_, weight)| weight > 0.0 && weight < 4.0));
        }
    }
}

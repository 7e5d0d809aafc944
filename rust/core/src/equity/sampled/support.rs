//! What each player can hold: the combos of the ranges that known cards and the other players leave possible.

use std::collections::HashSet;

use super::importance::no_deal;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK, combo_id};
use crate::combinatorics::choose;
use crate::equity::combo_counts::scale_to_one;
use crate::error::{Error, Result};
use crate::showdown::weights::{WrongWeight, wrong_weight};

/// After so many steps the search for a deal leaves the question to the samples.
const MOST_STEPS: usize = 1 << 18;

/// One combo of a range.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Hole {
    pub(crate) cards: [u8; 2],
    /// As bits.
    pub(crate) set: u64,
    pub(crate) weight: f64,
}

/// The combos that a player can hold, those of no weight left out.
#[derive(Debug, Clone)]
pub(crate) struct Support {
    pub(crate) holes: Vec<Hole>,
    /// Whether any two cards are as likely as any other two: the cards can be dealt like those of the board.
    pub(crate) is_random: bool,
}

impl Support {
    /// The number of the combo and its weight.
    pub(crate) fn by_combo(&self) -> impl Iterator<Item = (usize, f64)> {
        self.holes.iter().map(|hole| (usize::from(combo_id(hole.cards[0], hole.cards[1])), hole.weight))
    }

    /// Cards of all the combos.
    pub(crate) fn always(&self) -> u64 {
        self.holes.iter().fold(u64::MAX, |set, hole| set & hole.set)
    }
}

/// What part of the products of two players' weights are those of hands without a common card.
pub(crate) fn part_of_deals([first, second]: &[Support; 2]) -> f64 {
    let mut with_card = [0.0; DECK as usize];
    let mut of_combo = [0.0; COMBO_COUNT];
    let mut all = 0.0;
    for hole in &second.holes {
        all += hole.weight;
        hole.cards.iter().for_each(|&card| with_card[usize::from(card)] += hole.weight);
        of_combo[usize::from(combo_id(hole.cards[0], hole.cards[1]))] = hole.weight;
    }
    let total: f64 = first.holes.iter().map(|hole| hole.weight).sum();
    let part = |hole: &Hole| {
        let [a, b] = hole.cards;
        let blocked = with_card[usize::from(a)] + with_card[usize::from(b)] - of_combo[usize::from(combo_id(a, b))];
        hole.weight / total * (1.0 - blocked / all).max(0.0)
    };
    first.holes.iter().map(part).sum()
}

/// The supports of all players beside the cards that are `left`.
///
/// # Errors
/// [`Error::InvalidRange`] for a weight that is negative, infinite or no number, naming the player and the combo, for other
/// than 1,326 weights, for a player without a combo, and when no deal gives everybody one.
pub(crate) fn supports(ranges: &[&[f64]], left: CardSet) -> Result<Vec<Support>> {
    let players = (1..).zip(ranges);
    let mut all = players.map(|(player, weights)| read(player, weights, left)).collect::<Result<Vec<_>>>()?;
    drop_impossible(&mut all)?;
    let mut sets: Vec<Vec<u64>> = all
        .iter()
        .filter(|supports| !supports.is_random)
        .map(|supports| supports.holes.iter().map(|hole| hole.set).collect())
        .collect();
    sets.sort_by_key(Vec::len);
    if is_dealable(&sets) == Some(false) {
        return Err(no_deal());
    }
    Ok(all)
}

fn read(player: usize, weights: &[f64], left: CardSet) -> Result<Support> {
    let invalid = |what| Err(Error::no_range(format!("player {player}: {what}")));
    if weights.len() != COMBO_COUNT {
        return invalid(format!("expected {COMBO_COUNT} weights, one for each combo, found {}", weights.len()));
    }
    if let Some(WrongWeight { combo, weight, name: token }) = wrong_weight(weights.iter().copied()) {
        let message = format!(
            "player {player}: the weight of combo {combo} ({token}) is {weight}: expected a finite number that is not \
             negative"
        );
        return Err(Error::InvalidRange { position: None, token, message });
    }
    if weights.iter().all(|&weight| weight == 0.0) {
        return invalid("the range is empty".into());
    }
    let hole = |(&cards, &weight): (&[u8; 2], &f64)| {
        let set = cards.iter().fold(0, |set, card| set | 1 << card);
        let is_left = weight > 0.0 && left.bits() & set == set;
        is_left.then_some(Hole { cards, set, weight })
    };
    let mut holes: Vec<Hole> = COMBOS.iter().zip(weights).filter_map(hole).collect();
    if holes.is_empty() {
        return invalid("no hand of the range is left beside the board and the dead cards".into());
    }
    scale_to_one(holes.iter_mut().map(|hole| &mut hole.weight));
    let first = holes[0];
    let is_all = choose(left.len().into(), 2) == Some(holes.len() as u128);
    let is_random = is_all && holes.iter().all(|hole| hole.weight.to_bits() == first.weight.to_bits());
    Ok(Support { holes, is_random })
}

/// Drops every hand beside which another player has none.
fn drop_impossible(all: &mut [Support]) -> Result<()> {
    let mut goes_on = true;
    while std::mem::take(&mut goes_on) {
        for player in 0..all.len() {
            for other in (0..all.len()).filter(|&other| other != player) {
                let mut holes = std::mem::take(&mut all[player].holes);
                let before = holes.len();
                let others = &all[other].holes;
                holes.retain(|hole| others.iter().any(|other| other.set & hole.set == 0));
                goes_on |= holes.len() < before;
                if holes.is_empty() {
                    let (a, b) = (player.min(other) + 1, player.max(other) + 1);
                    let what = format!("players {a} and {b} need the same cards: no deal gives both a hand");
                    return Err(Error::no_range(what));
                }
                all[player].holes = holes;
            }
        }
    }
    Ok(())
}

/// Whether everybody can hold a hand at once, the players with the fewest first; `None` if that takes too long to find.
pub(crate) fn is_dealable(players: &[Vec<u64>]) -> Option<bool> {
    // Any of the players need all their cards, and hold as many each.
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
    // The number of cards used says how many players have a hand: nothing is looked for twice.
    if dead_ends.contains(&used) {
        return Some(false);
    }
    for set in first.iter().filter(|&set| set & used == 0) {
        *steps += 1;
        if *steps > MOST_STEPS {
            return None;
        }
        match deal_rest(rest, used | set, dead_ends, steps) {
            Some(false) => {}
            found => return found,
        }
    }
    dead_ends.insert(used);
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;

    fn weights(range: &str) -> Vec<f64> {
        range.parse::<crate::ranges::Range>().unwrap().weights().to_vec()
    }

    fn found(ranges: &[&str]) -> Result<Vec<Support>> {
        let ranges: Vec<_> = ranges.iter().map(|range| weights(range)).collect();
        supports(&ranges.iter().map(Vec::as_slice).collect::<Vec<_>>(), CardSet::FULL)
    }

    fn refused(ranges: &[&str]) -> String {
        found(ranges).unwrap_err().to_string()
    }

    #[test]
    fn what_others_need_is_dropped() {
        let sizes = |ranges: &[&str]| -> Vec<_> { found(ranges).unwrap().iter().map(|h| h.holes.len()).collect() };
        assert_eq!(sizes(&["AA, KK", "AhAd"]), [7, 1]);
        assert_eq!(sizes(&["AA", "AA"]), [6, 6]);
        // Of three players, the second's hand comes of the first's, the third's of the second's.
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
        // Three hands of a triangle, and triangles enough: rooms that the count of cards does not show.
        let triangles = "AhKh, KhQh, AhQh, AsKs, KsQs, AsQs";
        assert_eq!(refused(&[triangles; 3]), none);
        assert!(found(&[triangles; 2]).is_ok());
        // Every two of twenty cards: ten hands, and of nineteen none.
        assert!(found(&["TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"; 10]).is_ok());
        assert_eq!(refused(&["JJ+, AJs+, KJs+, QJs, AJo+, KJo+, QJo"; 10]), none);
    }

    /// By trying everything.
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
    fn bad_weights_are_refused() {
        let right = weights("QQ+");
        let refused = |wrong: &[f64], left| supports(&[&right, wrong], left).unwrap_err().to_string();
        assert_eq!(
            refused(&[1.0; 169], CardSet::FULL),
            "player 2: expected 1326 weights, one for each combo, found 169"
        );
        assert_eq!(refused(&[0.0; COMBO_COUNT], CardSet::FULL), "player 2: the range is empty");
        let aces = weights("AA");
        let no_ace = !"AsAhAd".parse::<CardSet>().unwrap();
        let expected = "player 2: no hand of the range is left beside the board and the dead cards";
        assert_eq!(refused(&aces, no_ace), expected);
        for (wrong, text) in [(-0.5, "-0.5"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
            let mut weights = right.clone();
            weights[1325] = wrong;
            let expected = format!(
                "player 2: the weight of combo 1325 (AsAh) is {text}: expected a finite number that is not negative"
            );
            assert_eq!(refused(&weights, CardSet::FULL), expected);
        }
    }

    #[test]
    fn weights_of_any_size_are_scaled_to_about_one() {
        for size in [f64::MAX, 1.0, 0.3, f64::MIN_POSITIVE, 5e-324] {
            let (aces, kings) = (weights("AA"), weights("KK"));
            let scaled: Vec<f64> = aces.iter().map(|weight| weight * size).collect();
            let all = supports(&[&scaled, &kings], CardSet::FULL).unwrap();
            assert!(all[0].holes.iter().all(|hole| hole.weight > 0.0 && hole.weight < 4.0));
        }
    }
}

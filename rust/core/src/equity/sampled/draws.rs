//! The hands of several players at once, none with a card of another.
//!
//! A deal's chance is in proportion to the product of its hands' weights, among the deals in which no card is needed twice.
//! Drawing each player's hand by its weight, and drawing *all* of them anew when two have a card in common, gives exactly
//! that. (To redraw only the hand that cannot be held would not.) Where nearly all draws are in vain, hands are drawn by
//! the cards that are contested: see [`SequentialImportanceSampler`].

use super::importance::{Drawn, Hand, SequentialImportanceSampler};
use super::support::Hole;
use crate::equity::MAX_PLAYERS;
use crate::error::Result;
use crate::runtime::rng::Philox;

/// Draws that tell how many are in vain, and how many of them may not be at least.
const PILOT_DRAWS: u32 = 4096;
const PILOT_DEALS: u32 = 8;
/// The stream of these draws.
const PILOT_STREAM: u64 = 3;

/// The hands of a deal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dealt {
    /// By player.
    pub(crate) hands: [[u8; 2]; MAX_PLAYERS],
    /// The cards of all of them.
    pub(crate) held: u64,
    /// How much the deal counts, 0 for none.
    pub(crate) weight: f64,
}

impl Hand for Hole {
    fn set(&self) -> u64 {
        self.set
    }

    fn weight(&self) -> f64 {
        self.weight
    }
}

/// How hands are drawn.
pub(crate) enum Draws {
    /// All at once, until no card is needed twice.
    Rejection(Vec<(usize, AliasTable)>),
    /// By the cards that several players may hold.
    Importance(SequentialImportanceSampler<Hole>),
}

impl Draws {
    /// Of players, by number, and what they can hold.
    ///
    /// # Errors
    /// As [`SequentialImportanceSampler::new`].
    pub(crate) fn new(players: &[(usize, &[Hole])], key: [u64; 2]) -> Result<Self> {
        let at_once: Vec<_> = players.iter().map(|&(player, holes)| (player, AliasTable::new(holes))).collect();
        let rng = &mut Philox::new(key, [0, 0, PILOT_STREAM, 0]);
        let deals = (0..PILOT_DRAWS).filter(|_| draw(&at_once, rng).is_some()).count();
        if deals as u32 >= PILOT_DEALS {
            return Ok(Self::Rejection(at_once));
        }
        Ok(Self::Importance(SequentialImportanceSampler::new(players, rng)?))
    }

    #[inline(always)]
    pub(crate) fn deal(&self, rng: &mut Philox) -> Dealt {
        match self {
            // The pilot has found deals: there is an end.
            Self::Rejection(players) => loop {
                if let Some(dealt) = draw(players, rng) {
                    return dealt;
                }
            },
            Self::Importance(contested) => {
                let Drawn { hands, held, weight } = contested.draw(rng);
                Dealt { hands: hands.map(|hole| hole.cards), held, weight }
            }
        }
    }
}

/// A hand for each player, or nothing if a card is needed twice.
#[inline(always)]
fn draw(players: &[(usize, AliasTable)], rng: &mut Philox) -> Option<Dealt> {
    let mut dealt = Dealt { hands: [[0; 2]; MAX_PLAYERS], held: 0, weight: 1.0 };
    for (player, alias) in players {
        let hand = alias.draw(rng);
        let set = 1 << hand[0] | 1 << hand[1];
        if dealt.held & set != 0 {
            return None;
        }
        dealt.held |= set;
        dealt.hands[*player] = hand;
    }
    Some(dealt)
}

/// Hands by their weights, one random word each (Walker, "An efficient method for generating discrete random variables with
/// general distributions", 1977; made as Vose, 1991). Weights are rounded to integers that sum to about 2^52.
pub(crate) struct AliasTable(Vec<Column>);

/// Two hands of which the first is drawn for fractions of a word below `threshold`.
struct Column {
    threshold: u64,
    hands: [[u8; 2]; 2],
}

impl AliasTable {
    fn new(holes: &[Hole]) -> Self {
        let total: f64 = holes.iter().map(|hole| hole.weight).sum();
        let unit = (1u64 << 52) as f64 / total;
        let whole = |hole: &Hole| ([hole.cards; 2], ((hole.weight * unit).round() as i64).unsigned_abs());
        let mut items: Vec<_> = holes.iter().map(whole).filter(|&(_, weight)| weight > 0).collect();
        // A column holds what all weigh on average: of weights times their number, the sum.
        let full: u64 = items.iter().map(|item| item.1).sum();
        let n = items.len() as u64;
        for item in &mut items {
            item.1 *= n;
        }
        let (mut less, mut more): (Vec<_>, Vec<_>) = items.into_iter().partition(|item| item.1 < full);
        let mut columns = Vec::with_capacity(n as usize);
        while let Some((hands, weight)) = less.pop() {
            // What is missing below is there above: in integers to the last unit.
            let Some(large) = more.last_mut() else { break };
            let threshold = ((u128::from(weight) << 64) / u128::from(full)) as u64;
            columns.push(Column { threshold, hands: [hands[0], large.0[0]] });
            large.1 -= full - weight;
            if large.1 < full {
                less.extend(more.pop());
            }
        }
        columns.extend(more.into_iter().map(|(hands, _)| Column { threshold: u64::MAX, hands }));
        Self(columns)
    }

    #[inline(always)]
    fn draw(&self, rng: &mut Philox) -> [u8; 2] {
        let product = u128::from(rng.next_u64()) * self.0.len() as u128;
        let column = &self.0[(product >> 64) as usize];
        column.hands[usize::from(product as u64 >= column.threshold)]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;

    use super::super::support::supports;
    use super::*;
    use crate::cards::CardSet;

    pub(crate) fn holes(ranges: &[&str]) -> Vec<Vec<Hole>> {
        let weights: Vec<_> =
            ranges.iter().map(|r| r.parse::<crate::ranges::Range>().unwrap().weights().to_vec()).collect();
        let weights: Vec<_> = weights.iter().map(Vec::as_slice).collect();
        supports(&weights, CardSet::FULL).unwrap().into_iter().map(|player| player.holes).collect()
    }

    #[test]
    fn columns_hold_what_hands_weigh() {
        for range in ["AA", "AhAd", "AA, 0.5:KK, 0.3:QQ, 0.001:72o", "random", "0.7:22+, A2s+, 0.1:KQo"] {
            let holes = &holes(&[range, "random"])[0];
            let alias = AliasTable::new(holes);
            let mut found: HashMap<[u8; 2], f64> = HashMap::new();
            for column in &alias.0 {
                let first = column.threshold as f64 / 2f64.powi(64);
                for (hand, part) in column.hands.into_iter().zip([first, 1.0 - first]) {
                    *found.entry(hand).or_default() += part / alias.0.len() as f64;
                }
            }
            let total: f64 = holes.iter().map(|hole| hole.weight).sum();
            assert_eq!(found.len(), holes.len());
            assert!(holes.iter().all(|hole| (found[&hole.cards] - hole.weight / total).abs() < 1e-14));
        }
    }

    /// Every deal with its chance.
    pub(crate) fn chances(players: &[Vec<Hole>]) -> HashMap<Vec<[u8; 2]>, f64> {
        let mut all = vec![(vec![], 0u64, 1.0)];
        for holes in players {
            all = all
                .into_iter()
                .flat_map(|(hands, used, weight)| {
                    let with = move |hole: &Hole| {
                        ([&hands[..], &[hole.cards]].concat(), used | hole.set, weight * hole.weight)
                    };
                    holes.iter().filter(move |hole| hole.set & used == 0).map(with)
                })
                .collect();
        }
        let total: f64 = all.iter().map(|deal| deal.2).sum();
        all.into_iter().map(|(hands, _, weight)| (hands, weight / total)).collect()
    }

    /// Whether so many deals come as often as they weigh.
    pub(crate) fn check(players: &[Vec<Hole>], n: u32, mut deal: impl FnMut() -> ([[u8; 2]; MAX_PLAYERS], f64)) {
        let chances = chances(players);
        let mut found: HashMap<Vec<[u8; 2]>, (f64, f64)> = HashMap::new();
        let mut total = 0.0;
        for _ in 0..n {
            let (hands, weight) = deal();
            total += weight;
            let sums = found.entry(hands[..players.len()].to_vec()).or_default();
            sums.0 += weight;
            sums.1 += weight * weight;
        }
        found.retain(|_, sums| sums.0 > 0.0);
        assert!(found.keys().all(|deal| chances.contains_key(deal)));
        // The squares of the errors by their variances: about one each. Of a few draws a variance is not known.
        let (mut z2, mut seen) = (0.0, 0.0f64);
        for (deal, chance) in chances.iter().filter(|&(_, chance)| chance * f64::from(n) > 30.0) {
            let (weight, squares) = found.get(deal).copied().unwrap_or_default();
            let error = weight - chance * total;
            z2 += error * error / squares.max(chance * total / 4.0);
            seen += 1.0;
        }
        assert!(seen > 1.0 && z2 < seen + 5.0 * (2.0 * seen).sqrt(), "{z2} of {seen}");
    }

    #[test]
    fn deals_come_as_often_as_they_weigh() {
        let players = holes(&["AA, 0.5:AKs", "AA, 0.25:KK", "0.1:KK, AKs, QhQd"]);
        let numbered: Vec<_> = players.iter().map(Vec::as_slice).enumerate().collect();
        let draws = Draws::new(&numbered, [1, 2]).unwrap();
        assert!(matches!(draws, Draws::Rejection(_)));
        let rng = &mut Philox::new([5, 5], [0; 4]);
        check(&players, 100_000, || {
            let Dealt { hands, weight, .. } = draws.deal(rng);
            (hands, weight)
        });
    }

    #[test]
    fn draws_in_vain_are_given_up() {
        let pairs = holes(&["AA", "AA", "KK", "KK", "QQ", "QQ", "JJ", "JJ"]);
        let numbered: Vec<_> = pairs.iter().map(Vec::as_slice).enumerate().collect();
        let draws = Draws::new(&numbered, [1, 1]).unwrap();
        assert!(matches!(draws, Draws::Importance(_)));
        let dealt = draws.deal(&mut Philox::new([2, 2], [0; 4]));
        assert_eq!((dealt.held.count_ones(), dealt.weight), (16, 1.0));
    }
}

//! Draws the hands of several players, without common cards.
//!
//! The probability of a deal is proportional to the product of the weights of its hands, among deals without common cards.
//! Rejection sampling gives exactly that: draw each hand by its weight, and draw *all* of them again if two share a card.
//! (Drawing only the conflicting hand again would be wrong.)
//!
//! If fewer than an eighth of all draws are deals, 256 deals make a unit. The first deal of a unit is drawn as a whole. Each
//! further deal draws the hands of two players anew, one after the other, beside the hands of the others (Gibbs sampling),
//! which keeps the probabilities of deals. Units are independent of each other.
//!
//! If nearly all draws are rejected, hands are drawn by the cards that several players need: see
//! [`SequentialImportanceSampler`](super::importance::SequentialImportanceSampler).

use super::support::Support;
use crate::cards::CardSet;
use crate::equity::counts::MAX_PLAYERS;
use crate::runtime::numbers::{MOST_WAYS, SmallNumbers};
use crate::runtime::rng::Philox;

/// The largest numbers of draws that estimate the acceptance rate, and of deals among them, and the smallest number of deals.
const PILOT_DRAWS: u32 = 4096;
const MOST_PILOT_DEALS: u32 = 64;
const PILOT_DEALS: u32 = 8;

/// Deals of a unit.
pub(crate) const UNIT: usize = 256;
/// Deals depend on each other if fewer than an eighth of all draws are deals.
const FEWEST_DEALS: u32 = 8;
/// Hands that are drawn anew for a deal that depends on the one before.
const REDRAWN: usize = 2;

/// A player, by number, and the hands that the player may hold.
pub(crate) type Seat<'a> = (usize, &'a Support);

/// The hands that are drawn, by player.
pub(crate) struct HandDraws<'a> {
    /// The players whose hands have equal weights, and the others.
    equal: Vec<(usize, &'a [CardSet])>,
    weighted: Vec<(usize, AliasTable)>,
    /// The first players are drawn from one random word, the next from another, and so on: the numbers of players, and of
    /// combinations of their hands.
    words: Vec<(usize, u64)>,
    are_in_units: bool,
}

/// The state of a unit.
#[derive(Default)]
pub(crate) struct UnitOfDeals {
    /// The number of the next deal.
    deal: usize,
    /// The hands of the last deal.
    last: [u64; MAX_PLAYERS],
    /// The hands that are drawn for the next deal as bits, by player.
    pub(crate) hands: [u64; MAX_PLAYERS],
}

impl<'a> HandDraws<'a> {
    /// The draws of players from their hands; `None` if nearly all draws share a card. Pilot draws from `rng` estimate the
    /// acceptance rate. Deals may depend on others of their unit if `units_are_many`.
    pub(crate) fn new(players: &[Seat<'a>], units_are_many: bool, rng: &mut Philox) -> Option<Self> {
        let (mut equal, mut weighted, mut words) = (vec![], vec![], vec![]);
        for &(player, support) in players {
            if support.weights.is_empty() {
                equal.push((player, &support.hands[..]));
                let more = support.hands.len() as u64;
                match words.last_mut().filter(|(_, ways)| ways * more <= MOST_WAYS) {
                    Some((players, ways)) => (*players, *ways) = (*players + 1, *ways * more),
                    None => words.push((1, more)),
                }
            } else {
                weighted.push((player, AliasTable::new(support)));
            }
        }
        let mut found = Self { equal, weighted, words, are_in_units: false };
        let (mut draws, mut deals) = (0, 0);
        while draws < PILOT_DRAWS && deals < MOST_PILOT_DEALS {
            let mut numbers = SmallNumbers::new(rng);
            let is_deal = found.try_all(&mut numbers, &mut [0; MAX_PLAYERS]).is_some();
            draws += u32::from(numbers.are_even());
            deals += u32::from(numbers.are_even() && is_deal);
        }
        found.are_in_units = units_are_many && deals * FEWEST_DEALS < draws;
        (deals >= PILOT_DEALS).then_some(found)
    }

    /// Whether deals depend on others of their unit.
    pub(crate) fn are_in_units(&self) -> bool {
        self.are_in_units
    }

    /// Makes a deal of the hands that are drawn.
    #[inline(always)]
    pub(crate) fn accept(&self, unit: &mut UnitOfDeals) {
        if self.are_in_units {
            unit.deal += 1;
            unit.last = unit.hands;
        }
    }

    /// Draws the hands of the next deal, and returns their cards; `None` if two share a card.
    #[inline(always)]
    pub(crate) fn try_draw(&self, numbers: &mut SmallNumbers<'_>, unit: &mut UnitOfDeals) -> Option<u64> {
        if !self.are_in_units || unit.deal == 0 {
            return self.try_all(numbers, &mut unit.hands);
        }
        unit.hands = unit.last;
        let mut held = unit.hands.iter().fold(0, |all, hand| all | hand);
        for nth in 0..REDRAWN {
            held = self.redraw(numbers, unit.deal * REDRAWN + nth, held, unit);
        }
        Some(held)
    }

    /// Draws a hand of each player; `None` if two share a card.
    #[inline(always)]
    fn try_all(&self, numbers: &mut SmallNumbers<'_>, hands: &mut [u64; MAX_PLAYERS]) -> Option<u64> {
        // A branch for each hand would be mispredicted more often than the further draws take time.
        let (mut held, mut common) = (0, 0);
        let mut add = |player: usize, hand: u64| {
            common |= held & hand;
            held |= hand;
            hands[player] = hand;
        };
        let mut equal = &self.equal[..];
        for &(players, ways) in &self.words {
            numbers.reserve(ways);
            let (now, rest) = equal.split_at(players);
            for (player, hands) in now {
                add(*player, hands[numbers.below(hands.len())].bits());
            }
            equal = rest;
        }
        for (player, table) in &self.weighted {
            add(*player, table.draw(numbers.rng()));
        }
        (common == 0).then_some(held)
    }

    /// Draws the hand of one player anew until it shares no card with the others, and returns the cards that are `held`
    /// then. It ends, as the player has such a hand.
    #[inline(always)]
    fn redraw(&self, numbers: &mut SmallNumbers<'_>, turn: usize, held: u64, unit: &mut UnitOfDeals) -> u64 {
        let nth = turn % (self.equal.len() + self.weighted.len());
        let (player, others, hand);
        if let Some((of, hands)) = self.equal.get(nth) {
            (player, others) = (*of, held ^ unit.hands[*of]);
            hand = loop {
                numbers.reserve(hands.len() as u64);
                let hand = hands[numbers.below(hands.len())].bits();
                if hand & others == 0 {
                    break hand;
                }
            };
        } else {
            let (of, table) = &self.weighted[nth - self.equal.len()];
            (player, others) = (*of, held ^ unit.hands[*of]);
            hand = loop {
                let hand = table.draw(numbers.rng());
                if hand & others == 0 {
                    break hand;
                }
            };
        }
        unit.hands[player] = hand;
        others | hand
    }
}

/// Hands by their weights, one random word each (Walker, "An efficient method for generating discrete random variables with
/// general distributions", 1977; made as Vose, 1991). Weights are rounded to integers that sum to about 2^52.
struct AliasTable(Vec<AliasColumn>);

/// Two hands: the first is drawn if the fraction of the random word is below `threshold`.
struct AliasColumn {
    threshold: u64,
    hands: [u64; 2],
}

impl AliasTable {
    fn new(support: &Support) -> Self {
        let unit = (1u64 << 52) as f64 / support.total();
        let whole =
            |(hand, weight): (CardSet, f64)| ([hand.bits(); 2], ((weight * unit).round() as i64).unsigned_abs());
        let mut items: Vec<_> = support.weighted().map(whole).filter(|&(_, weight)| weight > 0).collect();
        // A column holds the average weight: weights are multiplied by their number, and this is their sum.
        let full: u64 = items.iter().map(|item| item.1).sum();
        let n = items.len() as u64;
        for item in &mut items {
            item.1 *= n;
        }
        let (mut less, mut more): (Vec<_>, Vec<_>) = items.into_iter().partition(|item| item.1 < full);
        let mut columns = Vec::with_capacity(n as usize);
        while let Some((hands, weight)) = less.pop() {
            // Missing weight below equals excess weight above, exactly, since weights are integers.
            let Some(large) = more.last_mut() else { break };
            let threshold = ((u128::from(weight) << 64) / u128::from(full)) as u64;
            columns.push(AliasColumn { threshold, hands: [hands[0], large.0[0]] });
            large.1 -= full - weight;
            if large.1 < full {
                less.extend(more.pop());
            }
        }
        columns.extend(more.into_iter().map(|(hands, _)| AliasColumn { threshold: u64::MAX, hands }));
        Self(columns)
    }

    #[inline(always)]
    fn draw(&self, rng: &mut Philox) -> u64 {
        let product = u128::from(rng.next_u64()) * self.0.len() as u128;
        let column = &self.0[(product >> 64) as usize];
        column.hands[usize::from(product as u64 >= column.threshold)]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;

    use super::super::support::tests::supports;
    use super::*;

    pub(crate) fn players(ranges: &[&str]) -> Vec<Support> {
        let ranges: Vec<_> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        supports(&ranges, CardSet::FULL).unwrap()
    }

    fn draws(players: &[Support], units_are_many: bool) -> Option<HandDraws<'_>> {
        let seats: Vec<_> = players.iter().enumerate().collect();
        HandDraws::new(&seats, units_are_many, &mut Philox::new([1, 2], [0; 4]))
    }

    #[test]
    fn columns_hold_what_hands_weigh() {
        for range in ["AA", "AhAd", "AA, 0.5:KK, 0.3:QQ, 0.001:72o", "random", "0.7:22+, A2s+, 0.1:KQo"] {
            let player = &players(&[range, "random"])[0];
            let alias = AliasTable::new(player);
            let mut found: HashMap<u64, f64> = HashMap::new();
            for column in &alias.0 {
                let first = column.threshold as f64 / 2f64.powi(64);
                for (hand, part) in column.hands.into_iter().zip([first, 1.0 - first]) {
                    *found.entry(hand).or_default() += part / alias.0.len() as f64;
                }
            }
            assert_eq!(found.len(), player.hands.len());
            assert!(
                player.weighted().all(|(hand, weight)| (found[&hand.bits()] - weight / player.total()).abs() < 1e-14)
            );
        }
    }

    /// Every deal with its probability.
    fn chances(players: &[Support]) -> HashMap<Vec<u64>, f64> {
        let mut all = vec![(vec![], 0u64, 1.0)];
        for player in players {
            all = all
                .into_iter()
                .flat_map(|(hands, used, weight)| {
                    let with = move |(hand, own): (CardSet, f64)| {
                        ([&hands[..], &[hand.bits()]].concat(), used | hand.bits(), weight * own)
                    };
                    player.weighted().filter(move |(hand, _)| hand.bits() & used == 0).map(with)
                })
                .collect();
        }
        let total: f64 = all.iter().map(|deal| deal.2).sum();
        all.into_iter().map(|(hands, _, weight)| (hands, weight / total)).collect()
    }

    /// Checks that among `n` deals each comes as often as its weight says.
    pub(crate) fn check(players: &[Support], n: u32, mut deal: impl FnMut() -> ([u64; MAX_PLAYERS], f64)) {
        let chances = chances(players);
        let mut found: HashMap<Vec<u64>, (f64, f64)> = HashMap::new();
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
        // Squared errors divided by their variances average to one. The variance of few draws is unknown.
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
    fn every_deal_of_a_unit_comes_as_often_as_it_weighs() {
        let conflicting = ["AA, AKs, KQs", "AA, AKs", "AA, KK, AQs", "0.5:KK, AsQs, AhQh"];
        for (ranges, units_are_many) in [
            (&["AA, 0.5:AKs", "AA, 0.25:KK", "0.1:KK, AKs, QhQd"][..], false),
            (&["AA, AKs", "AA, KK"], true),
            (&conflicting, false),
            (&conflicting, true),
        ] {
            let players = players(ranges);
            let found = draws(&players, units_are_many).unwrap();
            assert_eq!(found.are_in_units(), units_are_many && ranges.len() > 3);
            for nth in [0, 1, 6] {
                let rng = &mut Philox::new([5, nth], [0; 4]);
                check(&players, 30_000, || {
                    let mut unit = UnitOfDeals::default();
                    for _ in 0..=nth {
                        loop {
                            let mut numbers = SmallNumbers::new(rng);
                            let drawn = found.try_draw(&mut numbers, &mut unit);
                            if let Some(held) = drawn.filter(|_| numbers.are_even()) {
                                assert_eq!(held.count_ones() as usize, 2 * players.len());
                                assert_eq!(held, unit.hands.iter().fold(0, |all, hand| all | hand));
                                found.accept(&mut unit);
                                break;
                            }
                        }
                    }
                    (unit.hands, 1.0)
                });
            }
        }
    }

    #[test]
    fn hands_that_nearly_always_conflict_are_refused() {
        let pairs = players(&["AA", "AA", "KK", "KK", "QQ", "QQ", "JJ", "JJ"]);
        assert!(draws(&pairs, true).is_none());
        assert!(draws(&pairs[..4], true).is_some());
    }
}

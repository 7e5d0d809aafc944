//! Draws the hands of several players, without common cards.
//!
//! The probability of a deal is proportional to the product of the weights of its hands, among deals without common cards.
//! Rejection sampling gives exactly that: draw each hand by its weight, and draw *all* of them again if two share a card.
//! (Drawing only the conflicting hand again would be wrong.) If nearly all draws are rejected, hands are drawn by the cards
//! that several players need: see [`SequentialImportanceSampler`].

use super::importance::SequentialImportanceSampler;
use crate::cards::CardSet;
use crate::equity::counts::MAX_PLAYERS;
use crate::error::Result;
use crate::runtime::rng::Philox;

/// The largest numbers of draws that estimate the acceptance rate, and of deals among them, and the smallest number of deals.
const PILOT_DRAWS: u32 = 4096;
const MOST_PILOT_DEALS: u32 = 64;
pub(crate) const PILOT_DEALS: u32 = 8;

/// A number of draws, and of those that are deals.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pilot {
    pub(crate) draws: u32,
    pub(crate) deals: u32,
}

/// A hand that a player may hold, with its weight.
pub(crate) trait DrawnHand: Copy + Default + Send + Sync {
    /// The cards alone.
    type Cards: DrawnCards;
    /// The table that makes draws by weight fast.
    type Table: Send + Sync;
    /// The number of cards, if it is the same in all games with such hands.
    const SIZE: Option<usize>;
    /// The stream of the pilot's draws.
    const PILOT_STREAM: u64;
    /// The stream of the samples.
    const STREAM: u64;

    /// The cards as bits.
    fn set(&self) -> u64;
    fn weight(&self) -> f64;
    fn cards(&self) -> Self::Cards;
    fn table(hands: &[Self]) -> Self::Table;
    /// Draws one of the hands, by weight.
    fn draw(hands: &[Self], table: &Self::Table, rng: &mut Philox) -> Self::Cards;
}

/// The cards of a hand.
pub(crate) trait DrawnCards: Copy + Default + Send + Sync {
    /// As bits.
    fn set(self) -> u64;
    /// Writes the ids of the cards, up to the length of `ids`.
    fn write(self, ids: &mut [u8]);
}

/// One combo of a range.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct WeightedCombo {
    pub(crate) cards: [u8; 2],
    /// As bits.
    pub(crate) set: u64,
    pub(crate) weight: f64,
}

impl DrawnHand for WeightedCombo {
    type Cards = [u8; 2];
    type Table = AliasTable<[u8; 2]>;
    const SIZE: Option<usize> = Some(2);
    const PILOT_STREAM: u64 = 3;
    const STREAM: u64 = 2;

    fn set(&self) -> u64 {
        self.set
    }

    fn weight(&self) -> f64 {
        self.weight
    }

    fn cards(&self) -> [u8; 2] {
        self.cards
    }

    fn table(holes: &[Self]) -> Self::Table {
        AliasTable::new(holes)
    }

    #[inline(always)]
    fn draw(_: &[Self], table: &Self::Table, rng: &mut Philox) -> [u8; 2] {
        table.draw(rng)
    }
}

impl DrawnCards for [u8; 2] {
    #[inline(always)]
    fn set(self) -> u64 {
        1 << self[0] | 1 << self[1]
    }

    #[inline(always)]
    fn write(self, ids: &mut [u8]) {
        ids.copy_from_slice(&self);
    }
}

/// A hand of more than two cards. All have the same weight.
impl DrawnHand for CardSet {
    type Cards = Self;
    type Table = ();
    const SIZE: Option<usize> = None;
    const PILOT_STREAM: u64 = 6;
    const STREAM: u64 = 5;

    fn set(&self) -> u64 {
        self.bits()
    }

    fn weight(&self) -> f64 {
        1.0
    }

    fn cards(&self) -> Self {
        *self
    }

    fn table(_: &[Self]) {}

    #[inline(always)]
    fn draw(hands: &[Self], (): &(), rng: &mut Philox) -> Self {
        hands[rng.below(hands.len() as u64) as usize]
    }
}

/// A hand of more than two cards, with its weight.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct WeightedHand {
    pub(crate) set: CardSet,
    pub(crate) weight: f64,
}

impl DrawnHand for WeightedHand {
    type Cards = CardSet;
    type Table = AliasTable<CardSet>;
    const SIZE: Option<usize> = None;
    const PILOT_STREAM: u64 = CardSet::PILOT_STREAM;
    const STREAM: u64 = CardSet::STREAM;

    fn set(&self) -> u64 {
        self.set.bits()
    }

    fn weight(&self) -> f64 {
        self.weight
    }

    fn cards(&self) -> CardSet {
        self.set
    }

    fn table(hands: &[Self]) -> Self::Table {
        AliasTable::new(hands)
    }

    #[inline(always)]
    fn draw(_: &[Self], table: &Self::Table, rng: &mut Philox) -> CardSet {
        table.draw(rng)
    }
}

impl DrawnCards for CardSet {
    #[inline(always)]
    fn set(self) -> u64 {
        self.bits()
    }

    #[inline(always)]
    fn write(self, ids: &mut [u8]) {
        ids.iter_mut().zip(self.ids()).for_each(|(to, card)| *to = card);
    }
}

/// The hands of a deal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Drawn<C> {
    /// By player.
    pub(crate) hands: [C; MAX_PLAYERS],
    /// The cards of all of them.
    pub(crate) held: u64,
    /// The importance weight of the deal; 0 if there is no deal.
    pub(crate) weight: f64,
}

impl<C: DrawnCards> Drawn<C> {
    /// A deal without hands.
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        Self { hands: [C::default(); MAX_PLAYERS], held: 0, weight: 1.0 }
    }

    pub(crate) fn none() -> Self {
        Self { weight: 0.0, ..Self::empty() }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, player: usize, cards: C) {
        self.hands[player] = cards;
        self.held |= cards.set();
    }
}

/// The sampler of hands.
pub(crate) enum Draws<'a, H: DrawnHand> {
    /// All hands at once, until no two share a card.
    Rejection(RejectionSampler<'a, H>),
    /// By the cards that several players may hold.
    Importance(SequentialImportanceSampler<H>),
}

impl<'a, H: DrawnHand> Draws<'a, H> {
    /// Draws hands of players, given by number, from their lists.
    ///
    /// # Errors
    /// The errors of [`SequentialImportanceSampler::new`].
    pub(crate) fn new(players: &[(usize, &'a [H])], key: [u64; 2]) -> Result<Self> {
        let rejection = RejectionSampler::new(players);
        let rng = &mut Philox::new(key, [0, 0, H::PILOT_STREAM, 0]);
        if rejection.pilot(rng).deals >= PILOT_DEALS {
            return Ok(Self::Rejection(rejection));
        }
        Ok(Self::Importance(SequentialImportanceSampler::new(players, rng)?))
    }

    #[inline(always)]
    pub(crate) fn draw(&self, rng: &mut Philox) -> Drawn<H::Cards> {
        match self {
            // The pilot has found deals, so this loop ends.
            Self::Rejection(sampler) => loop {
                if let Some(drawn) = sampler.try_draw(rng) {
                    return drawn;
                }
            },
            Self::Importance(sampler) => sampler.draw(rng),
        }
    }
}

/// Draws a hand of each player independently, and all of them again if two share a card.
pub(crate) struct RejectionSampler<'a, H: DrawnHand>(Vec<(usize, &'a [H], H::Table)>);

impl<'a, H: DrawnHand> RejectionSampler<'a, H> {
    pub(crate) fn new(players: &[(usize, &'a [H])]) -> Self {
        Self(players.iter().map(|&(player, hands)| (player, hands, H::table(hands))).collect())
    }

    /// Draws until there are enough deals.
    pub(crate) fn pilot(&self, rng: &mut Philox) -> Pilot {
        let mut pilot = Pilot::default();
        while pilot.draws < PILOT_DRAWS && pilot.deals < MOST_PILOT_DEALS {
            pilot.draws += 1;
            pilot.deals += u32::from(self.try_draw(rng).is_some());
        }
        pilot
    }

    /// A hand for each player; `None` if two share a card.
    #[inline(always)]
    fn try_draw(&self, rng: &mut Philox) -> Option<Drawn<H::Cards>> {
        let mut drawn = Drawn::empty();
        for (player, hands, table) in &self.0 {
            let cards = H::draw(hands, table, rng);
            if drawn.held & cards.set() != 0 {
                return None;
            }
            drawn.add(*player, cards);
        }
        Some(drawn)
    }
}

/// Hands by their weights, one random word each (Walker, "An efficient method for generating discrete random variables with
/// general distributions", 1977; made as Vose, 1991). Weights are rounded to integers that sum to about 2^52.
pub(crate) struct AliasTable<C>(Vec<AliasColumn<C>>);

/// Two hands: the first is drawn if the fraction of the random word is below `threshold`.
struct AliasColumn<C> {
    threshold: u64,
    hands: [C; 2],
}

impl<C: DrawnCards> AliasTable<C> {
    pub(crate) fn new<H: DrawnHand<Cards = C>>(holes: &[H]) -> Self {
        let total: f64 = holes.iter().map(DrawnHand::weight).sum();
        let unit = (1u64 << 52) as f64 / total;
        let whole = |hole: &H| ([hole.cards(); 2], ((hole.weight() * unit).round() as i64).unsigned_abs());
        let mut items: Vec<_> = holes.iter().map(whole).filter(|&(_, weight)| weight > 0).collect();
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
    pub(crate) fn draw(&self, rng: &mut Philox) -> C {
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

    pub(crate) fn holes(ranges: &[&str]) -> Vec<Vec<WeightedCombo>> {
        let ranges: Vec<_> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        supports(&ranges, CardSet::FULL).unwrap().into_iter().map(|player| player.hands).collect()
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

    /// Every deal with its probability.
    pub(crate) fn chances(players: &[Vec<WeightedCombo>]) -> HashMap<Vec<[u8; 2]>, f64> {
        let mut all = vec![(vec![], 0u64, 1.0)];
        for holes in players {
            all = all
                .into_iter()
                .flat_map(|(hands, used, weight)| {
                    let with = move |hole: &WeightedCombo| {
                        ([&hands[..], &[hole.cards]].concat(), used | hole.set, weight * hole.weight)
                    };
                    holes.iter().filter(move |hole| hole.set & used == 0).map(with)
                })
                .collect();
        }
        let total: f64 = all.iter().map(|deal| deal.2).sum();
        all.into_iter().map(|(hands, _, weight)| (hands, weight / total)).collect()
    }

    /// Checks that among `n` deals each comes as often as its weight says.
    pub(crate) fn check(
        players: &[Vec<WeightedCombo>],
        n: u32,
        mut deal: impl FnMut() -> ([[u8; 2]; MAX_PLAYERS], f64),
    ) {
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
    fn deals_come_as_often_as_they_weigh() {
        let players = holes(&["AA, 0.5:AKs", "AA, 0.25:KK", "0.1:KK, AKs, QhQd"]);
        let numbered: Vec<_> = players.iter().map(Vec::as_slice).enumerate().collect();
        let draws = Draws::new(&numbered, [1, 2]).unwrap();
        assert!(matches!(draws, Draws::Rejection(_)));
        let rng = &mut Philox::new([5, 5], [0; 4]);
        check(&players, 100_000, || {
            let Drawn { hands, weight, .. } = draws.draw(rng);
            (hands, weight)
        });
    }

    #[test]
    fn draws_in_vain_are_given_up() {
        let pairs = holes(&["AA", "AA", "KK", "KK", "QQ", "QQ", "JJ", "JJ"]);
        let numbered: Vec<_> = pairs.iter().map(Vec::as_slice).enumerate().collect();
        let draws = Draws::new(&numbered, [1, 1]).unwrap();
        assert!(matches!(draws, Draws::Importance(_)));
        let dealt = draws.draw(&mut Philox::new([2, 2], [0; 4]));
        assert_eq!((dealt.held.count_ones(), dealt.weight), (16, 1.0));
    }
}

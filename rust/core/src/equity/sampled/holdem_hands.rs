//! Draws the hands of players with hold'em ranges, without common cards, in units of deals.
//!
//! Deals have the probabilities that `draws` describes. Units are independent; the deals inside one need not be, if that makes
//! a standard error smaller or a deal cheaper.

use super::draws::{AliasTable, DrawnCards, PILOT_DEALS, Pilot, RejectionSampler, WeightedCombo};
use super::subsets::{arrangements, subset};
use crate::equity::counts::MAX_PLAYERS;
use crate::evaluator::evaluate_some_sets;
use crate::runtime::cpu::Proven;
use crate::runtime::numbers::{MOST_WAYS, SmallNumbers};
use crate::runtime::rng::Philox;

/// Deals of a unit.
pub(crate) const UNIT: usize = 256;
/// The longest list of hands of two players.
const MOST_PAIRS: usize = 1 << 16;
/// Boards that order hands.
const SOME: usize = 256;
/// Players draw one by one if fewer than a quarter of all draws are deals.
const FEWEST_DEALS: u32 = 4;

/// The hands that are drawn, by player.
pub(crate) struct HandDraws {
    /// The players whose hands have equal weights, and the others.
    equal: Vec<(usize, Vec<u64>)>,
    weighted: Vec<(usize, AliasTable<[u8; 2]>)>,
    /// The first players are drawn from one random word, the next from another, and so on: the numbers of players, and of
    /// combinations of their hands.
    words: Vec<(usize, u64)>,
    order: Scheme,
}

/// How the deals of a unit are drawn.
enum Scheme {
    /// Each by itself.
    Independent,
    /// The hands of one or two players at equal distances in a list, from a random place on. So hands that win more and hands
    /// that win less come nearly as often as they should. Pairs in the list share no card; the second hand of one player is
    /// empty.
    Systematic(Vec<[u64; 2]>),
    /// One player's hand after the other is drawn anew, beside those that the others have (Gibbs sampling). The first deal of
    /// a unit is drawn as a whole, so that all deals have the right probabilities.
    OneByOne,
}

/// The state of a unit.
pub(crate) struct UnitOfDeals {
    /// Where systematic draws begin.
    start: u64,
    /// The number of the deal.
    deal: usize,
    /// The hands of the deal, by player.
    pub(crate) hands: [u64; MAX_PLAYERS],
}

/// Random boards, which tell strong hands from weak ones.
pub(crate) struct SomeBoards {
    boards: [u64; SOME],
    level: Proven,
}

impl SomeBoards {
    /// Boards of the known cards, and others of a `deck` of sets of one card.
    pub(crate) fn new(known: u64, deck: &[u64], missing: usize, level: Proven, rng: &mut Philox) -> Self {
        let ways = arrangements(deck.len(), missing);
        let boards = std::array::from_fn(|_| known | subset(&mut SmallNumbers::new(rng), deck, missing, ways));
        Self { boards, level }
    }

    /// The mean strength of a hand on the boards without its cards.
    fn mean_strength(&self, hand: u64) -> u32 {
        let (mut sets, mut n) = ([0; SOME], 0);
        for board in self.boards.iter().filter(|&board| board & hand == 0) {
            sets[n] = board | hand;
            n += 1;
        }
        if n == 0 {
            return 0;
        }
        let mut strengths = [0; SOME];
        let are_hands = evaluate_some_sets(self.level, &sets[..n], &mut strengths[..n]);
        debug_assert!(are_hands, "seven different cards");
        let sum: u32 = strengths.into_iter().map(u32::from).sum();
        sum * SOME as u32 / n as u32
    }
}

impl UnitOfDeals {
    #[inline(always)]
    pub(crate) fn next(&mut self) {
        self.deal += 1;
    }
}

impl HandDraws {
    /// The draws of players, given by number, from their hands; `None` if nearly all draws share a card. With `boards`,
    /// deals may depend on others of their unit.
    pub(crate) fn new(
        players: &[(usize, &[WeightedCombo])],
        boards: Option<&SomeBoards>,
        rng: &mut Philox,
    ) -> Option<Self> {
        let (mut equal, mut weighted, mut words) = (vec![], vec![], vec![]);
        for &(player, hands) in players {
            if hands.windows(2).all(|pair| pair[0].weight.to_bits() == pair[1].weight.to_bits()) {
                equal.push((player, hands.iter().map(|hand| hand.set).collect::<Vec<_>>()));
                let more = hands.len() as u64;
                match words.last_mut().filter(|(_, ways)| ways * more <= MOST_WAYS) {
                    Some((players, ways)) => (*players, *ways) = (*players + 1, *ways * more),
                    None => words.push((1, more)),
                }
            } else {
                weighted.push((player, AliasTable::new(hands)));
            }
        }
        let mut found = Self { equal, weighted, words, order: Scheme::Independent };
        let Pilot { draws, deals } = RejectionSampler::new(players).pilot(rng);
        if deals < PILOT_DEALS {
            return None;
        }
        if let Some(boards) = boards {
            if let Some(list) = found.list(boards) {
                found.order = Scheme::Systematic(list);
            } else if deals * FEWEST_DEALS < draws {
                found.order = Scheme::OneByOne;
            }
        }
        Some(found)
    }

    /// Whether deals depend on others of their unit.
    pub(crate) fn are_in_units(&self) -> bool {
        !matches!(self.order, Scheme::Independent)
    }

    /// The number of players.
    pub(crate) fn players(&self) -> usize {
        self.equal.len() + self.weighted.len()
    }

    /// The list of systematic draws, if it is not too long: hands that are near in it win about as often.
    fn list(&self, boards: &SomeBoards) -> Option<Vec<[u64; 2]>> {
        let sorted = |hands: &[u64]| {
            let with_place = |(at, &hand)| u64::from(boards.mean_strength(hand)) << 16 | at as u64;
            let mut order: Vec<u64> = hands.iter().enumerate().map(with_place).collect();
            order.sort_unstable();
            order.into_iter().map(|of| hands[usize::from(of as u16)]).collect::<Vec<_>>()
        };
        match (&self.equal[..], &self.weighted[..]) {
            ([(_, hands)], []) => Some(sorted(hands).into_iter().map(|hand| [hand, 0]).collect()),
            ([(_, ours), (_, theirs)], []) if ours.len() * theirs.len() <= MOST_PAIRS => {
                let theirs = sorted(theirs);
                let mut list = vec![];
                for (at, ours) in sorted(ours).into_iter().enumerate() {
                    let pairs = theirs.iter().map(|&theirs| [ours, theirs]).filter(|[ours, theirs]| ours & theirs == 0);
                    // Every other hand meets them from the last to the first, so that neighbours are alike.
                    let first = list.len();
                    list.extend(pairs);
                    if at % 2 == 1 {
                        list[first..].reverse();
                    }
                }
                Some(list)
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn begin(&self, rng: &mut Philox) -> UnitOfDeals {
        let start = if let Scheme::Systematic(_) = self.order { rng.next_u64() } else { 0 };
        UnitOfDeals { start, deal: 0, hands: [0; MAX_PLAYERS] }
    }

    /// Draws the hands of the next deal, and returns their cards; `None` if two share a card.
    #[inline(always)]
    pub(crate) fn try_draw(&self, numbers: &mut SmallNumbers<'_>, unit: &mut UnitOfDeals) -> Option<u64> {
        match &self.order {
            Scheme::Systematic(list) => {
                let at = unit.start.wrapping_add((unit.deal as u64) << (u64::BITS - UNIT.ilog2()));
                let [first, second] = list[((u128::from(at) * list.len() as u128) >> u64::BITS) as usize];
                for ((player, _), hand) in self.equal.iter().zip([first, second]) {
                    unit.hands[*player] = hand;
                }
                Some(first | second)
            }
            Scheme::OneByOne if unit.deal > 0 => Some(self.redraw(numbers, unit)),
            Scheme::Independent | Scheme::OneByOne => self.try_all(numbers, &mut unit.hands),
        }
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
                add(*player, hands[numbers.below(hands.len())]);
            }
            equal = rest;
        }
        for (player, table) in &self.weighted {
            add(*player, table.draw(numbers.rng()).set());
        }
        (common == 0).then_some(held)
    }

    /// Draws the hand of one player anew until it shares no card with the others. It ends, as the player has such a hand.
    #[inline(always)]
    fn redraw(&self, numbers: &mut SmallNumbers<'_>, unit: &mut UnitOfDeals) -> u64 {
        let nth = unit.deal % self.players();
        let all = unit.hands.iter().fold(0, |all, hand| all | hand);
        if let Some((player, hands)) = self.equal.get(nth) {
            let others = all ^ unit.hands[*player];
            loop {
                numbers.reserve(hands.len() as u64);
                let hand = hands[numbers.below(hands.len())];
                if hand & others == 0 {
                    unit.hands[*player] = hand;
                    return others | hand;
                }
            }
        }
        let (player, table) = &self.weighted[nth - self.equal.len()];
        let others = all ^ unit.hands[*player];
        loop {
            let hand = table.draw(numbers.rng()).set();
            if hand & others == 0 {
                unit.hands[*player] = hand;
                return others | hand;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::cards::CardSet;
    use crate::equity::sampled::draws;
    use crate::equity::sampled::support::tests::supports;
    use crate::runtime::cpu::proven;

    fn hands(ranges: &[&str]) -> Vec<Vec<WeightedCombo>> {
        let ranges: Vec<_> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        supports(&ranges, CardSet::FULL)
            .unwrap()
            .into_iter()
            .filter(|player| !player.is_random)
            .map(|player| player.hands)
            .collect()
    }

    fn boards(flop: &str) -> SomeBoards {
        let flop: CardSet = flop.parse().unwrap();
        let deck: Vec<u64> = (!flop).ids().map(|card| 1 << card).collect();
        SomeBoards::new(flop.bits(), &deck, 5 - flop.len() as usize, proven(), &mut Philox::new([1, 1], [0; 4]))
    }

    fn draws(players: &[Vec<WeightedCombo>], in_units: bool) -> Option<HandDraws> {
        let numbered: Vec<_> = players.iter().map(Vec::as_slice).enumerate().collect();
        HandDraws::new(&numbered, in_units.then_some(&boards("")), &mut Philox::new([1, 2], [0; 4]))
    }

    fn next(draws: &HandDraws, rng: &mut Philox, unit: &mut UnitOfDeals) -> [u64; MAX_PLAYERS] {
        loop {
            let mut numbers = SmallNumbers::new(rng);
            if let Some(held) = draws.try_draw(&mut numbers, unit).filter(|_| numbers.are_even()) {
                assert_eq!(held.count_ones() as usize, 2 * draws.players());
                assert_eq!(held, unit.hands.iter().fold(0, |all, hand| all | hand));
                unit.next();
                return unit.hands;
            }
        }
    }

    #[test]
    fn every_deal_of_a_unit_comes_as_often_as_it_weighs() {
        let conflicting = ["AA, AKs, KQs", "AA, AKs", "AA, KK, AQs", "0.5:KK, AsQs, AhQh"];
        for (ranges, in_units) in [
            (&["AA, AKs", "AA, KK"][..], false),
            (&["AA, AKs", "AA, KK"], true),
            (&["AA, AKs", "random"], true),
            (&["AA, 0.5:AKs", "AA, 0.25:KK"], true),
            (&conflicting, false),
            (&conflicting, true),
        ] {
            let players = hands(ranges);
            let found = draws(&players, in_units).unwrap();
            match found.order {
                Scheme::Systematic(_) => assert!(in_units && !ranges[0].contains("0.5") && players.len() < 3),
                Scheme::OneByOne => assert!(in_units && players.len() == 4),
                Scheme::Independent => assert!(!in_units || ranges[0].contains("0.5")),
            }
            for nth in [0, 1, 6] {
                let rng = &mut Philox::new([5, nth], [0; 4]);
                draws::tests::check(&players, 30_000, || {
                    let mut unit = found.begin(rng);
                    let sets = (0..=nth).map(|_| next(&found, rng, &mut unit)).last().unwrap();
                    let mut cards = [[0; 2]; MAX_PLAYERS];
                    for (cards, set) in cards.iter_mut().zip(sets) {
                        CardSet::new(set).unwrap().ids().zip(cards).for_each(|(card, to)| *to = card);
                    }
                    (cards, 1.0)
                });
            }
        }
    }

    #[test]
    fn a_unit_goes_through_the_list_evenly() {
        let players = hands(&["QQ+", "AKs, KQs"]);
        let found = draws(&players, true).unwrap();
        let Scheme::Systematic(list) = &found.order else { panic!("a short list") };
        let rng = &mut Philox::new([3, 3], [0; 4]);
        for _ in 0..100 {
            let mut unit = found.begin(rng);
            let mut counts: HashMap<[u64; 2], usize> = HashMap::new();
            for _ in 0..UNIT {
                let hands = next(&found, rng, &mut unit);
                *counts.entry([hands[0], hands[1]]).or_default() += 1;
            }
            let each = UNIT / list.len();
            assert!(list.iter().all(|pair| (each..=each + 1).contains(&counts[pair])));
        }
    }

    #[test]
    fn lists_have_every_pair_once_and_go_from_weak_to_strong() {
        let players = hands(&["QQ+, AKs", "22, KQs"]);
        let boards = boards("Kc7d2h");
        let numbered: Vec<_> = players.iter().map(Vec::as_slice).enumerate().collect();
        let found = HandDraws::new(&numbered, Some(&boards), &mut Philox::new([1, 2], [0; 4])).unwrap();
        let Scheme::Systematic(list) = found.order else { panic!("a short list") };
        let [ours, theirs] = [0, 1].map(|player| players[player].iter().map(|hand| hand.set));
        let mut expected: Vec<_> = ours
            .flat_map(|ours| theirs.clone().map(move |theirs| [ours, theirs]))
            .filter(|[a, b]| a & b == 0)
            .collect();
        assert!(list.iter().map(|pair| boards.mean_strength(pair[0])).is_sorted());
        // Three kings are strongest.
        assert!(list.last().unwrap()[0] & 0xf << 44 == list.last().unwrap()[0]);
        let mut sorted = list;
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sorted, expected);
        // Too long a list.
        assert!(matches!(draws(&hands(&["22+, A2+, K2+", "22+, A2+, K2+"]), true).unwrap().order, Scheme::Independent));
    }

    #[test]
    fn hands_that_nearly_always_conflict_are_refused() {
        let pairs = ["AA", "AA", "KK", "KK", "QQ", "QQ", "JJ", "JJ"];
        assert!(draws(&hands(&pairs), true).is_none());
        assert!(draws(&hands(&pairs[..4]), true).is_some());
    }
}

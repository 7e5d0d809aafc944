//! Draws the hands of several players together, if nearly every rejection sample has a common card.
//!
//! Cards that several players may hold are contested. Hands of a player with the same contested cards form a class. For
//! every set of contested cards held by the first players, the total weight of the others' deals is known by class. Classes
//! are drawn one player after the other, with exactly their probability in a whole deal, and then a hand of each class. If
//! all contested cards distinguish classes, the probability of a deal is proportional to the product of its weights. If
//! there are too many sets, some contested cards are left out and handled by rejection: if two hands share a card, all is
//! drawn again, which does not change the probabilities. All deals count equally.
//!
//! If nearly all of these draws are rejected too, deals are weighted. Half of them are drawn by classes, with each hand from
//! those of its class without the cards of earlier players; half without classes, from all hands without those cards. A deal
//! counts by its weight divided by its probability, which is the mean of both probabilities. So its importance weight is at
//! most twice the smaller of the two single ones (a defensive mixture: Hesterberg, "Weighted average importance sampling and
//! defensive mixture distributions", 1995).

use std::collections::HashMap;

use super::draws::Seat;
use super::support::{Support, no_deal};
use crate::cards::DECK;
use crate::combinatorics::sort_few;
use crate::equity::MAX_PLAYERS;
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_push, try_vec, try_with_capacity};
use crate::runtime::rng::Philox;

/// Maximum numbers of classes of a player, of stored choices of a class, and of examined choices.
const MOST_CLASSES: usize = 1 << 14;
const MOST_CHOICES: usize = 1 << 18;
const MOST_STEPS: usize = 1 << 21;

/// Number of draws that estimate the acceptance rate, and the smallest number of them that has to be accepted.
const PILOT_DRAWS: u32 = 4096;
const PILOT_DEALS: u32 = 8;

/// The hands of a deal.
#[derive(Clone, Copy)]
pub(crate) struct Drawn {
    /// As bits, by player.
    pub(crate) hands: [u64; MAX_PLAYERS],
    /// The cards of all of them.
    pub(crate) held: u64,
    /// The importance weight of the deal; 0 if there is no deal.
    pub(crate) weight: f64,
}

impl Drawn {
    /// A deal without hands.
    fn empty() -> Self {
        Self { hands: [0; MAX_PLAYERS], held: 0, weight: 1.0 }
    }

    fn none() -> Self {
        Self { weight: 0.0, ..Self::empty() }
    }

    fn add(&mut self, player: usize, hand: u64) {
        self.hands[player] = hand;
        self.held |= hand;
    }
}

/// The hands of players, with the probabilities of their draws.
pub(crate) struct SequentialImportanceSampler {
    /// The players with the fewest hands come first.
    players: Vec<Classified>,
    choices: Choices,
    /// Whether deals have weights.
    is_weighted: bool,
}

impl SequentialImportanceSampler {
    /// A sampler for players, given by number, and their hands. Pilot draws from `rng` estimate the acceptance rate.
    ///
    /// # Errors
    /// [`Error::InvalidRange`] if there is no deal; [`Error::InvalidArgument`] if the weights of all deals underflow;
    /// [`Error::OutOfMemory`].
    pub(crate) fn new(players: &[Seat<'_>], rng: &mut Philox) -> Result<Self> {
        let mut players = players.to_vec();
        sort_few(&mut players, &|(_, a), (_, b)| a.hands.len() < b.hands.len());
        let (cards, choices) = choices(&players)?;
        if !choices.has_deals {
            return Err(no_deal());
        }
        if !choices.can_be_drawn {
            let what =
                "the hands that can be dealt weigh too little beside those that cannot: give weights that differ less";
            return Err(Error::InvalidArgument(what.into()));
        }
        let players = try_collect(players.iter().map(|&(player, support)| Classified::new(player, support, cards)))?;
        let mut found = Self { players, choices, is_weighted: false };
        let deals = (0..PILOT_DRAWS).filter(|_| found.try_draw(rng).is_some()).take(PILOT_DEALS as usize).count();
        found.is_weighted = deals < PILOT_DEALS as usize;
        Ok(found)
    }

    #[inline]
    pub(crate) fn draw(&self, rng: &mut Philox) -> Drawn {
        if self.is_weighted {
            return if rng.next_u64() >> 63 == 0 { self.draw_by_classes(rng) } else { self.draw_one_by_one(rng) };
        }
        // The pilot has found deals, so this loop ends.
        loop {
            if let Some(drawn) = self.try_draw(rng) {
                return drawn;
            }
        }
    }

    /// A hand of each class that is drawn, or nothing if a card is needed twice.
    fn try_draw(&self, rng: &mut Philox) -> Option<Drawn> {
        let classes = self.choices.draw(rng);
        let mut drawn = Drawn::empty();
        for (player, class) in self.players.iter().zip(classes) {
            let hand = player.draw(class, rng);
            if hand.set & drawn.held != 0 {
                return None;
            }
            drawn.add(player.number, hand.set);
        }
        Some(drawn)
    }

    /// A hand of each class that is drawn, among those that the players before leave.
    fn draw_by_classes(&self, rng: &mut Philox) -> Drawn {
        let classes = self.choices.draw(rng);
        let mut weighing = Weighing::new(self.choices.total);
        let mut drawn = Drawn::empty();
        for (player, class) in self.players.iter().zip(classes) {
            let left = weight_without(player.of_class(class), drawn.held);
            let Some(hand) = pick(player.of_class(class), drawn.held, left, rng) else { return Drawn::none() };
            weighing.add(player, class, left, weight_without(&player.hands, drawn.held));
            drawn.add(player.number, hand.set);
        }
        Drawn { weight: weighing.weight(), ..drawn }
    }

    /// A hand for each player, from all hands without the cards of earlier players.
    fn draw_one_by_one(&self, rng: &mut Philox) -> Drawn {
        let mut weighing = Weighing::new(self.choices.total);
        let mut drawn = Drawn::empty();
        for player in &self.players {
            let left = weight_without(&player.hands, drawn.held);
            let Some(hand) = pick(&player.hands, drawn.held, left, rng) else { return Drawn::none() };
            let class = player.class_of(hand);
            weighing.add(player, class, weight_without(player.of_class(class), drawn.held), left);
            drawn.add(player.number, hand.set);
        }
        Drawn { weight: weighing.weight(), ..drawn }
    }
}

/// The importance weights of a deal if it were drawn by classes alone, and without classes: its weight divided by its
/// probability, scaled so that all deals weigh 1 by classes.
struct Weighing {
    by_classes: f64,
    one_by_one: f64,
}

impl Weighing {
    fn new(total: f64) -> Self {
        // If the total underflows, deals that are drawn without classes do not count.
        Self { by_classes: 1.0, one_by_one: 1.0 / total }
    }

    /// Adds a hand: the unblocked weights of its class and of all hands.
    fn add(&mut self, player: &Classified, class: usize, of_class: f64, of_all: f64) {
        self.by_classes *= of_class / player.classes[class].weight;
        self.one_by_one *= of_all / player.total;
    }

    fn weight(&self) -> f64 {
        // The reciprocal of the mean of both probabilities.
        2.0 / (1.0 / self.by_classes + 1.0 / self.one_by_one)
    }
}

/// One of the hands without certain cards; their weight is `left`.
fn pick(hands: &[WeightedHand], without: u64, left: f64, rng: &mut Philox) -> Option<WeightedHand> {
    let mut rest = part(rng) * left;
    let mut found = None;
    for hand in hands.iter().filter(|hand| hand.set & without == 0) {
        found = Some(*hand);
        rest -= hand.weight;
        if rest < 0.0 {
            break;
        }
    }
    found
}

/// The weight of the hands without certain cards.
fn weight_without(hands: &[WeightedHand], without: u64) -> f64 {
    hands.iter().filter(|hand| hand.set & without == 0).map(|hand| hand.weight).sum()
}

/// A random number in [0, 1) with 53 bits.
fn part(rng: &mut Philox) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A hand as bits, and its weight.
#[derive(Clone, Copy)]
struct WeightedHand {
    set: u64,
    weight: f64,
}

/// The hands of a player, class by class.
struct Classified {
    number: usize,
    /// The contested cards that distinguish classes.
    cards: u64,
    hands: Vec<WeightedHand>,
    total: f64,
    classes: Vec<ClassOf>,
    /// For every hand the cumulative weight within its class; empty if all hands weigh the same.
    up_to: Vec<f64>,
}

/// A class: hands from one place to another.
struct ClassOf {
    on: u64,
    from: usize,
    to: usize,
    weight: f64,
}

impl Classified {
    fn new(number: usize, support: &Support, cards: u64) -> Result<Self> {
        let mut hands: Vec<WeightedHand> = try_with_capacity(support.hands.len())?;
        hands.extend(support.weighted().map(|(hand, weight)| WeightedHand { set: hand.bits(), weight }));
        hands.sort_unstable_by_key(|hand| (hand.set & cards, hand.set));
        let mut classes = Vec::new();
        let mut from = 0;
        for of_class in hands.chunk_by(|a, b| a.set & cards == b.set & cards) {
            let to = from + of_class.len();
            let weight = of_class.iter().map(|hand| hand.weight).sum();
            try_push(&mut classes, ClassOf { on: of_class[0].set & cards, from, to, weight })?;
            from = to;
        }
        let mut up_to = Vec::new();
        if !support.weights.is_empty() {
            up_to = try_vec(0.0, hands.len())?;
            for class in &classes {
                let mut sum = 0.0;
                for (up_to, hand) in up_to[class.from..class.to].iter_mut().zip(&hands[class.from..class.to]) {
                    sum += hand.weight;
                    *up_to = sum;
                }
            }
        }
        let total = classes.iter().map(|class| class.weight).sum();
        Ok(Self { number, cards, hands, total, classes, up_to })
    }

    fn of_class(&self, class: usize) -> &[WeightedHand] {
        let ClassOf { from, to, .. } = self.classes[class];
        &self.hands[from..to]
    }

    fn class_of(&self, hand: WeightedHand) -> usize {
        let on = hand.set & self.cards;
        self.classes.partition_point(|class| class.on < on)
    }

    fn draw(&self, class: usize, rng: &mut Philox) -> WeightedHand {
        let ClassOf { from, to, weight, .. } = self.classes[class];
        if self.up_to.is_empty() {
            return self.hands[from + rng.below((to - from) as u64) as usize];
        }
        let below = part(rng) * weight;
        let at = self.up_to[from..to].partition_point(|&up_to| up_to <= below);
        self.hands[from + at.min(to - from - 1)]
    }
}

/// Hands of a player with the same contested cards, and their part of the player's weight.
#[derive(Clone, Copy)]
struct ContestedClass {
    on: u64,
    weight: f64,
}

/// The classes of each player, chosen one player after the other with their probability in a deal.
struct Choices {
    turns: Vec<PlayerTurn>,
    has_deals: bool,
    /// Whether floats can represent the relative weights of the deals.
    can_be_drawn: bool,
    /// The total weight of all deals, if the hands of each player sum to 1 and only contested cards can conflict.
    total: f64,
}

/// For every set of contested cards held by earlier players, the possible classes.
#[derive(Default)]
struct PlayerTurn {
    /// Where the choices of each set begin, and the end of the last.
    starts: Vec<u32>,
    choices: Vec<ClassChoice>,
}

#[derive(Clone, Copy)]
struct ClassChoice {
    /// Cumulative weight of the deals up to and including this class.
    up_to: f64,
    class: u32,
    /// The index of the set of cards that is held afterwards.
    next: u32,
}

/// As many contested cards as fit for distinguishing classes, and the resulting choices.
fn choices(players: &[Seat<'_>]) -> Result<(u64, Choices)> {
    let order = most_contested_first(players);
    let made = |n: usize| {
        let cards = order[..n].iter().fold(0, |set, card| set | 1 << card);
        let mut classes = Vec::new();
        for (_, support) in players {
            let Some(of_player) = classes_of(support, cards)? else { return Ok(None) };
            classes.push(of_player);
        }
        Ok(Choices::new(&classes)?.map(|choices| (cards, choices)))
    };
    if let Some(all) = made(order.len())? {
        return Ok(all);
    }
    let (mut fitting, mut too_many) = (None, order.len());
    let mut n = 0;
    while n + 1 < too_many {
        let middle = n.midpoint(too_many);
        match made(middle)? {
            Some(found) => (fitting, n) = (Some(found), middle),
            None => too_many = middle,
        }
    }
    match fitting {
        Some(found) => Ok(found),
        // Without contested cards there is one choice of classes.
        None => made(0)?.ok_or_else(no_deal),
    }
}

/// The cards that several players may hold, sorted by the expected number of pairs of players who both hold the card.
fn most_contested_first(players: &[Seat<'_>]) -> Vec<u8> {
    let mut clashes = [0.0; DECK as usize];
    let mut before = [0.0; DECK as usize];
    for (_, support) in players {
        let total = support.total();
        let mut own = [0.0; DECK as usize];
        for (hand, weight) in support.weighted() {
            hand.ids().for_each(|card| own[usize::from(card)] += weight / total);
        }
        for ((clashes, before), own) in clashes.iter_mut().zip(&mut before).zip(own) {
            *clashes += *before * own;
            *before += own;
        }
    }
    let mut order: Vec<u8> = (0..DECK).filter(|&card| clashes[usize::from(card)] > 0.0).collect();
    sort_few(&mut order, &|&a, &b| clashes[usize::from(a)] > clashes[usize::from(b)]);
    order
}

/// The classes of some hands by their cards of `cards`; `None` if there are too many.
fn classes_of(support: &Support, cards: u64) -> Result<Option<Vec<ContestedClass>>> {
    let mut weights: HashMap<u64, f64> = HashMap::new();
    for (hand, weight) in support.weighted() {
        let bytes = weights.len() * size_of::<(u64, f64)>();
        weights.try_reserve(1).map_err(|_| Error::OutOfMemory { bytes })?;
        *weights.entry(hand.bits() & cards).or_default() += weight;
        if weights.len() > MOST_CLASSES {
            return Ok(None);
        }
    }
    let total = support.total();
    let mut classes =
        try_collect(weights.into_iter().map(|(on, weight)| Ok(ContestedClass { on, weight: weight / total })))?;
    classes.sort_unstable_by_key(|class| class.on);
    Ok(Some(classes))
}

impl Choices {
    /// The choices of players with these classes; `None` if there are too many.
    fn new(players: &[Vec<ContestedClass>]) -> Result<Option<Self>> {
        let (mut turns, mut states) = (Vec::new(), vec![0u64]);
        let (mut steps, mut kept) = (0, 0);
        for classes in players {
            steps += states.len() * classes.len();
            if steps > MOST_STEPS {
                return Ok(None);
            }
            let mut turn = PlayerTurn { starts: try_with_capacity(states.len() + 1)?, choices: Vec::new() };
            let mut sets = Vec::new();
            for held in &states {
                turn.starts.push(turn.choices.len() as u32);
                for (class, ContestedClass { on, .. }) in (0..).zip(classes).filter(|(_, class)| class.on & held == 0) {
                    try_push(&mut turn.choices, ClassChoice { up_to: 0.0, class, next: 0 })?;
                    try_push(&mut sets, on | held)?;
                }
                if kept + turn.choices.len() > MOST_CHOICES {
                    return Ok(None);
                }
            }
            kept += turn.choices.len();
            turn.starts.push(turn.choices.len() as u32);
            states = try_with_capacity(sets.len())?;
            states.extend_from_slice(&sets);
            states.sort_unstable();
            states.dedup();
            for (choice, set) in turn.choices.iter_mut().zip(&sets) {
                choice.next = states.partition_point(|state| state < set) as u32;
            }
            turns.push(turn);
        }
        Self::weighed(turns, players, states.len()).map(Some)
    }

    /// Adds the weights of deals to the choices, from the last player to the first.
    fn weighed(mut turns: Vec<PlayerTurn>, players: &[Vec<ContestedClass>], last: usize) -> Result<Self> {
        let mut total = 1.0;
        // Weight of the deals after each set of cards, relative to the largest; and whether there are any.
        let mut after = try_vec((1.0, true), last)?;
        for (turn, classes) in turns.iter_mut().zip(players).rev() {
            let mut before = try_with_capacity(turn.starts.len())?;
            for ends in turn.starts.windows(2) {
                let (mut sum, mut has_deals) = (0.0, false);
                for choice in &mut turn.choices[ends[0] as usize..ends[1] as usize] {
                    let (weight, is_possible) = after[choice.next as usize];
                    sum += classes[choice.class as usize].weight * weight;
                    has_deals |= is_possible;
                    choice.up_to = sum;
                }
                before.push((sum, has_deals));
            }
            // So products of ten small weights do not underflow.
            let most = before.iter().fold(0.0f64, |most, &(sum, _)| most.max(sum));
            if most > 0.0 {
                for (sum, _) in &mut before {
                    *sum /= most;
                }
            }
            total *= most;
            after = before;
        }
        let (weight, has_deals) = after.first().copied().unwrap_or_default();
        Ok(Self { turns, has_deals, can_be_drawn: weight > 0.0, total })
    }

    /// Draws a class for each player.
    fn draw(&self, rng: &mut Philox) -> [usize; MAX_PLAYERS] {
        let mut classes = [0; MAX_PLAYERS];
        let mut state = 0;
        for (turn, class) in self.turns.iter().zip(&mut classes) {
            let choices = &turn.choices[turn.starts[state] as usize..turn.starts[state + 1] as usize];
            let all = choices.last().map_or(0.0, |last| last.up_to);
            let below = part(rng) * all;
            // If the product was rounded up to the sum of all, take the first choice that reaches the sum: it is possible.
            let at = choices.partition_point(|choice| choice.up_to <= below && choice.up_to < all);
            let choice = choices[at];
            (*class, state) = (choice.class as usize, choice.next as usize);
        }
        classes
    }
}

#[cfg(test)]
mod tests {
    use super::super::draws::tests::{check, players};
    use super::*;

    /// A sampler whose classes are distinguished by these cards alone.
    fn made(seats: &[Seat<'_>], cards: u64, is_weighted: bool) -> SequentialImportanceSampler {
        let classes: Vec<_> = seats.iter().map(|(_, support)| classes_of(support, cards).unwrap().unwrap()).collect();
        let choices = Choices::new(&classes).unwrap().unwrap();
        let players = seats.iter().map(|&(player, support)| Classified::new(player, support, cards).unwrap()).collect();
        SequentialImportanceSampler { players, choices, is_weighted }
    }

    #[test]
    fn deals_come_as_often_as_they_weigh() {
        // Aces alone, all contested cards, no card; with rejection or with weights.
        let aces = 0b1111 << 48;
        for ranges in [
            &["AA, 0.5:AKs", "AA, 0.25:KK", "0.1:KK, AKs, QhQd"][..],
            &["AA, 0.01:72o", "AA, 0.02:KK", "AA, 0.01:QQ, 0.005:KQs"],
            &["AA, 0.1:KK", "AA, 0.2:KK, 0.1:QQ", "AA, 0.1:QQ", "AA, 0.1:QQ, 0.3:AKs"],
        ] {
            let players = players(ranges);
            let seats: Vec<_> = players.iter().enumerate().collect();
            for cards in [aces, u64::MAX >> 12, 0] {
                for is_weighted in [false, true] {
                    let contested = made(&seats, cards, is_weighted);
                    let rng = &mut Philox::new([cards, is_weighted.into()], [0; 4]);
                    check(&players, 40_000, || {
                        let Drawn { hands, weight, held } = contested.draw(rng);
                        let sets = hands.iter().fold(0, |set, hand| set | hand);
                        assert!(weight == 0.0 || sets == held && held.count_ones() == 2 * ranges.len() as u32);
                        assert!(is_weighted || weight.to_bits() == 1.0f64.to_bits());
                        // By classes no deal counts more than twice the weight of its choices.
                        assert!(weight <= 2.0);
                        (hands, weight)
                    });
                }
            }
        }
    }

    #[test]
    fn all_contested_cards_are_told_apart_if_their_sets_are_few() {
        let few = players(&["AA, 0.000001:72o", "AA, 0.000001:KK", "AA, 0.000001:QQ"]);
        let (cards, found) = choices(&few.iter().enumerate().collect::<Vec<_>>()).unwrap();
        assert_eq!(cards, 0b1111 << 48);
        assert!(found.has_deals && found.total > 0.0 && found.total < 1e-4);
        // Ten players who need every card from jack to ace: as many sets as can be stored.
        let many = players(&["TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"; 10]);
        let seats: Vec<_> = many.iter().enumerate().collect();
        let (cards, found) = choices(&seats).unwrap();
        assert!((8..20).contains(&cards.count_ones()), "{}", cards.count_ones());
        assert!(found.turns.iter().map(|turn| turn.choices.len()).sum::<usize>() <= MOST_CHOICES);
        let contested = SequentialImportanceSampler::new(&seats, &mut Philox::new([1, 1], [0; 4])).unwrap();
        assert!(contested.is_weighted);
    }

    #[test]
    fn what_cannot_be_dealt_or_weighed_is_refused() {
        let refused = |players: &[&Support]| {
            let seats: Vec<_> = players.iter().copied().enumerate().collect();
            let sampler = SequentialImportanceSampler::new(&seats, &mut Philox::new([1, 1], [0; 4]));
            sampler.err().map(|error| error.to_string())
        };
        let aces = &players(&["AA", "random"])[0];
        let none = "there is no deal: the players need the same cards";
        assert_eq!(refused(&[aces; 3]), Some(none.into()));
        let tiny = |range: &str| {
            let mut player = players(&[range, "random"]).remove(0);
            player.weights = vec![1e-200, 1.0];
            player
        };
        // Two of the three players need their light hands.
        let lists = ["2s2h, AsAh", "3s3h, AsAd", "4s4h, AsAc"].map(tiny);
        assert_eq!(refused(&lists.each_ref()), None);
        let seats: Vec<_> = lists.iter().enumerate().collect();
        let drawn = SequentialImportanceSampler::new(&seats, &mut Philox::new([1, 1], [0; 4])).unwrap();
        assert_eq!(drawn.draw(&mut Philox::new([1, 2], [0; 4])).held.count_ones(), 6);
        let pairs = players(&["AA", "AA", "KK", "KK", "QQ", "QQ", "JJ", "JJ"]);
        let seats: Vec<_> = pairs.iter().enumerate().collect();
        let drawn = SequentialImportanceSampler::new(&seats, &mut Philox::new([1, 1], [0; 4])).unwrap();
        let dealt = drawn.draw(&mut Philox::new([2, 2], [0; 4]));
        assert_eq!((dealt.held.count_ones(), dealt.weight), (16, 1.0));
    }
}

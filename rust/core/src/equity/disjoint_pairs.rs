//! Three players' ranges on one board: for a hand of one of them, the weight of the pairs of hands of the two others
//! that can be held beside it, by what it beats and what it ties with.
//!
//! Of two classes of hands, weights `w` and `v` that total `W` and `V`, and that have `W[c]` and `V[c]` with the card
//! `c`, the pairs without a common card weigh `W V - sum of W[c] V[c] + sum of w v`: a pair with one common card is in
//! the first sum once, and a hand beside itself twice. Totals here leave out hands that hold a card of the given one.

use crate::cards::{COMBO_COUNT, COMBOS, DECK, RANKS};

/// Players whose hands are not enumerated.
pub(super) const OPEN: usize = 3;

/// A number of each open player; or of each pair of them, at the place of the one who is not in it.
pub(super) type OfOpen = [f64; OPEN];

/// A number of every card, the four of a rank side by side.
type OfCards = [Lanes; RANKS as usize];

/// A number of each card of a rank.
type Lanes = [f64; 4];

/// Below this the weights of two players must multiply for their sums to be exact: terms are at most twice as much.
pub(super) const EXACT_BELOW: u128 = 1 << 52;

/// A combo and its strength on a board.
#[derive(Clone, Copy)]
pub(super) struct RankedCombo {
    pub(super) strength: u16,
    pub(super) combo: u16,
}

impl RankedCombo {
    fn cards(self) -> [usize; 2] {
        COMBOS[usize::from(self.combo)].map(usize::from)
    }
}

/// What pairs of the two other players' hands weigh, for each player: the number is how many of the two tie.
pub(super) type ByTies = [OfOpen; OPEN];

/// A class of hands: what each player holds of it.
struct Class {
    all: OfOpen,
    with: [OfCards; OPEN],
    /// Of the hands of two cards: a row for either.
    of: Vec<[OfCards; OPEN]>,
    /// The same hand of the two others.
    same: OfOpen,
    same_with: [OfOpen; DECK as usize],
}

/// What is left of a class beside a hand.
struct Beside {
    all: OfOpen,
    /// With either card of the hand, but not both.
    with: [OfOpen; 2],
    same: OfOpen,
}

/// The hands that are weaker than those of a group of equal strength, and the group.
pub(super) struct DisjointPairs {
    weaker: Class,
    equal: Class,
    /// The ranks of which the group has cards.
    ranks: Vec<usize>,
}

impl DisjointPairs {
    pub(super) fn new() -> Self {
        Self { weaker: Class::new(), equal: Class::new(), ranks: Vec::new() }
    }

    /// Comes to the next group of equal strength.
    #[inline(always)]
    pub(super) fn enter(&mut self, group: &[RankedCombo], weights: &[OfOpen; COMBO_COUNT]) {
        let mut ranks = 0u16;
        for &hand in group {
            self.equal.add(hand.cards(), weights[usize::from(hand.combo)]);
            for card in hand.cards() {
                ranks |= 1 << (card / 4);
            }
        }
        self.ranks.clear();
        self.ranks.extend((0..RANKS.into()).filter(|rank| ranks >> rank & 1 != 0));
    }

    /// Leaves the group that was entered last: it is weaker than those to come.
    #[inline(always)]
    pub(super) fn leave(&mut self, group: &[RankedCombo], weights: &[OfOpen; COMBO_COUNT]) {
        self.equal.forget(group);
        for &hand in group {
            self.weaker.add(hand.cards(), weights[usize::from(hand.combo)]);
        }
    }

    /// Begins anew; `hands` are those of all groups so far.
    #[inline(always)]
    pub(super) fn clear(&mut self, hands: &[RankedCombo]) {
        self.weaker.forget(hands);
    }

    /// The pairs beside a hand; of hands as strong as the group, or weaker ones.
    #[inline(always)]
    pub(super) fn beside(&self, hand: RankedCombo) -> ByTies {
        let cards = hand.cards();
        let [mut none, mut one, mut both] = [[[0.0; 4]; OPEN]; OPEN];
        for rank in 0..usize::from(RANKS) {
            none = with_products(none, self.weaker.beside_at(cards, rank), self.weaker.beside_at(cards, rank));
        }
        for &rank in &self.ranks {
            let (weaker, equal) = (self.weaker.beside_at(cards, rank), self.equal.beside_at(cards, rank));
            one = with_products(one, weaker, equal);
            one = with_products(one, equal, weaker);
            both = with_products(both, equal, equal);
        }
        let (weaker, equal) = (self.weaker.beside(cards), self.equal.beside(cards));
        let [none, one, both] = [none, one, both].map(|sums| sums.map(|[a, b, c, d]| (a + b) + (c + d)));
        let pairs = |player: usize, x: &Beside, y: &Beside| {
            let (p, q) = others(player);
            let of_hand = x.with[0][p] * y.with[0][q] + x.with[1][p] * y.with[1][q];
            x.all[p] * y.all[q] + of_hand
        };
        [
            std::array::from_fn(|i| pairs(i, &weaker, &weaker) - none[i] + weaker.same[i]),
            std::array::from_fn(|i| pairs(i, &weaker, &equal) + pairs(i, &equal, &weaker) - one[i]),
            std::array::from_fn(|i| pairs(i, &equal, &equal) - both[i] + equal.same[i]),
        ]
    }
}

/// The two other players.
#[inline(always)]
const fn others(player: usize) -> (usize, usize) {
    ((player + 1) % OPEN, (player + 2) % OPEN)
}

/// Adds, at the place of each player, the products of four cards' weights of the two others.
#[inline(always)]
fn with_products(sums: [Lanes; OPEN], x: [Lanes; OPEN], y: [Lanes; OPEN]) -> [Lanes; OPEN] {
    let more = |sum: Lanes, p: usize, q: usize| std::array::from_fn(|i| sum[i] + x[p][i] * y[q][i]);
    [more(sums[0], 1, 2), more(sums[1], 2, 0), more(sums[2], 0, 1)]
}

impl Class {
    fn new() -> Self {
        Self {
            all: [0.0; OPEN],
            with: [[[0.0; 4]; RANKS as usize]; OPEN],
            of: vec![[[[0.0; 4]; RANKS as usize]; OPEN]; DECK.into()],
            same: [0.0; OPEN],
            same_with: [[0.0; OPEN]; DECK as usize],
        }
    }

    #[inline(always)]
    fn add(&mut self, cards: [usize; 2], weights: OfOpen) {
        let same = std::array::from_fn(|player| {
            let (p, q) = others(player);
            weights[p] * weights[q]
        });
        add(&mut self.all, weights);
        add(&mut self.same, same);
        let [a, b] = cards;
        for [card, other] in [[a, b], [b, a]] {
            for (player, &weight) in weights.iter().enumerate() {
                self.with[player][card / 4][card % 4] += weight;
                self.of[card][player][other / 4][other % 4] = weight;
            }
            add(&mut self.same_with[card], same);
        }
    }

    /// Becomes empty; these are its hands.
    #[inline(always)]
    fn forget(&mut self, hands: &[RankedCombo]) {
        for hand in hands {
            let [a, b] = hand.cards();
            for [card, other] in [[a, b], [b, a]] {
                for player in 0..OPEN {
                    self.with[player][card / 4][card % 4] = 0.0;
                    self.of[card][player][other / 4][other % 4] = 0.0;
                }
                self.same_with[card] = [0.0; OPEN];
            }
        }
        (self.all, self.same) = ([0.0; OPEN], [0.0; OPEN]);
    }

    /// What each player holds with the cards of a rank, but without the given ones.
    #[inline(always)]
    fn beside_at(&self, [a, b]: [usize; 2], rank: usize) -> [Lanes; OPEN] {
        let left = |player: usize| {
            let (all, with) = (self.with[player][rank], [self.of[a][player][rank], self.of[b][player][rank]]);
            std::array::from_fn(|i| all[i] - with[0][i] - with[1][i])
        };
        [left(0), left(1), left(2)]
    }

    #[inline(always)]
    fn beside(&self, [a, b]: [usize; 2]) -> Beside {
        let own: OfOpen = std::array::from_fn(|player| self.of[a][player][b / 4][b % 4]);
        let with = [a, b].map(|card| std::array::from_fn(|player| self.with[player][card / 4][card % 4] - own[player]));
        let both = |player: usize| {
            let (p, q) = others(player);
            own[p] * own[q]
        };
        Beside {
            all: std::array::from_fn(|i| self.all[i] - with[0][i] - with[1][i] - own[i]),
            with,
            same: std::array::from_fn(|i| self.same[i] - self.same_with[a][i] - self.same_with[b][i] + both(i)),
        }
    }
}

#[inline(always)]
fn add(sums: &mut OfOpen, more: OfOpen) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

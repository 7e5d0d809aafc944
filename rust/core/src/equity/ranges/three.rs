//! Three players' ranges on one board. For a hand of one player: the weight of the pairs of hands of the two others that can
//! be held beside it, by how many of them it beats and ties with.
//!
//! Let two classes of hands have weights `w` and `v`, with totals `W` and `V`, and totals `W[c]` and `V[c]` of the hands
//! with card `c`. Then the pairs without a common card weigh `W V - sum of W[c] V[c] + sum of w v`: the first sum subtracts
//! a pair with one common card once, and a pair of equal hands twice. Totals here leave out hands that share a card with the
//! hand in question.

use crate::cards::{COMBO_COUNT, COMBOS, DECK};
use crate::runtime::simd::{F64x4, F64x8, Simd};

/// Number of players whose hands are not enumerated.
pub(crate) const OPEN: usize = 3;

/// A number for each open player; or for each pair of them, at the place of the player who is not in it. The fourth lane is
/// 0: vectors have four.
pub(crate) type PerOpen = F64x4;

/// Number of cards in a vector.
const LANES: usize = 8;

/// The numbers of every card for each player, padded with four zeros.
type OpenByCard = [[F64x8; OPEN]; (DECK as usize).div_ceil(LANES)];

/// A combo and its strength on a board.
#[derive(Clone, Copy)]
pub(crate) struct RankedCombo {
    pub(crate) strength: u16,
    pub(crate) combo: u16,
}

impl RankedCombo {
    #[inline(always)]
    fn cards(self) -> [usize; 2] {
        COMBOS[usize::from(self.combo)].map(usize::from)
    }
}

/// The weight of pairs of the two other players' hands, for each player, by how many of the two tie.
pub(crate) type ByTies = [PerOpen; OPEN];

/// A class of hands: the weights of each player.
struct SharedClass {
    all: PerOpen,
    /// Sum of the products of the two others' weights of equal hands.
    same: PerOpen,
    with_card: [WithCard; DECK as usize],
    with: OpenByCard,
    /// By the two cards of hands: a row for each.
    of: Vec<OpenByCard>,
}

/// The hands of a class with one card.
#[derive(Clone, Copy, Default)]
struct WithCard {
    all: PerOpen,
    same: PerOpen,
}

/// The part of a class that can be held beside a hand.
struct ClassBeside<T> {
    all: T,
    /// The part with one card of the hand, for each card.
    with: [T; 2],
    same: T,
}

/// The hands that are weaker than a group of equal strength, and the group.
pub(crate) struct DisjointPairs {
    weaker: SharedClass,
    equal: SharedClass,
    /// The strength of the group.
    strength: u16,
    /// The vectors of eight cards of which the group has any.
    eights: Vec<usize>,
}

impl DisjointPairs {
    pub(crate) fn new() -> Self {
        Self { weaker: SharedClass::new(), equal: SharedClass::new(), strength: 0, eights: Vec::new() }
    }

    /// Moves to the next group of equal strength.
    #[inline(always)]
    pub(crate) fn enter<V: Simd>(&mut self, v: V, group: &[RankedCombo], weights: &[PerOpen; COMBO_COUNT]) {
        let mut eights = 0u8;
        for &hand in group {
            self.strength = hand.strength;
            self.equal.add(v, hand.cards(), &weights[usize::from(hand.combo)]);
            for card in hand.cards() {
                eights |= 1 << (card / LANES);
            }
        }
        self.eights.clear();
        self.eights.extend((0..LANES).filter(|at| eights >> at & 1 != 0));
    }

    /// Leaves the group that was entered last: it is weaker than those to come.
    #[inline(always)]
    pub(crate) fn leave<V: Simd>(&mut self, v: V, group: &[RankedCombo], weights: &[PerOpen; COMBO_COUNT]) {
        self.equal.forget(group);
        for &hand in group {
            self.weaker.add(v, hand.cards(), &weights[usize::from(hand.combo)]);
        }
    }

    /// Starts again; `hands` are those of all groups so far.
    #[inline(always)]
    pub(crate) fn clear(&mut self, hands: &[RankedCombo]) {
        self.weaker.forget(hands);
    }

    /// The pairs beside a hand of these weights, of equally strong or weaker hands.
    #[inline(always)]
    pub(crate) fn beside<V: Simd>(&self, v: V, hand: RankedCombo, own: &PerOpen) -> ByTies {
        let cards = hand.cards();
        let zero = v.load8(&F64x8::default());
        let [mut none, mut one, mut both] = [[zero; OPEN]; 3];
        for at in 0..self.weaker.with.len() {
            let weaker = self.weaker.eight_beside(v, cards, at);
            none = with_products(v, none, weaker, weaker);
        }
        for &at in &self.eights {
            let (weaker, equal) = (self.weaker.eight_beside(v, cards, at), self.equal.eight_beside(v, cards, at));
            one = with_products(v, one, weaker, equal);
            one = with_products(v, one, equal, weaker);
            both = with_products(v, both, equal, equal);
        }
        let (own, nothing) = (v.load(own), v.load(&[0.0; 4]));
        let (in_weaker, in_equal) = if hand.strength == self.strength { (nothing, own) } else { (own, nothing) };
        let (weaker, equal) = (self.weaker.beside(v, cards, in_weaker), self.equal.beside(v, cards, in_equal));
        let of_one = v.add(products(v, &weaker, &equal), products(v, &equal, &weaker));
        [
            v.store(v.add(v.sub(products(v, &weaker, &weaker), v.hsum8(none)), weaker.same)),
            v.store(v.sub(of_one, v.hsum8(one))),
            v.store(v.add(v.sub(products(v, &equal, &equal), v.hsum8(both)), equal.same)),
        ]
    }
}

/// Products of the two other players' weights, for each player: of all hands, plus those with either card of the hand, which
/// the sum over all cards has subtracted.
#[inline(always)]
fn products<V: Simd>(v: V, x: &ClassBeside<V::X4>, y: &ClassBeside<V::X4>) -> V::X4 {
    let of_hand = v.add(v.cross(x.with[0], y.with[0]), v.cross(x.with[1], y.with[1]));
    v.add(v.cross(x.all, y.all), of_hand)
}

/// Adds, for each player, the products of eight cards' weights of the two others.
#[inline(always)]
fn with_products<V: Simd>(v: V, sums: [V::X8; OPEN], x: [V::X8; OPEN], y: [V::X8; OPEN]) -> [V::X8; OPEN] {
    let [a, b, c] = sums;
    [v.add_product8(a, x[1], y[2]), v.add_product8(b, x[2], y[0]), v.add_product8(c, x[0], y[1])]
}

#[inline(always)]
fn add<V: Simd>(v: V, to: &mut PerOpen, more: V::X4) {
    *to = v.store(v.add(v.load(to), more));
}

/// The weight of all hands without those of two cards.
#[inline(always)]
fn left<V: Simd>(v: V, all: &F64x8, a: &F64x8, b: &F64x8) -> V::X8 {
    v.sub8(v.sub8(v.load8(all), v.load8(a)), v.load8(b))
}

impl SharedClass {
    fn new() -> Self {
        Self {
            all: PerOpen::default(),
            same: PerOpen::default(),
            with_card: [WithCard::default(); DECK as usize],
            with: OpenByCard::default(),
            of: vec![OpenByCard::default(); DECK.into()],
        }
    }

    #[inline(always)]
    fn add<V: Simd>(&mut self, v: V, cards: [usize; 2], weights: &PerOpen) {
        let own = v.load(weights);
        let same = v.cross(own, own);
        add(v, &mut self.all, own);
        add(v, &mut self.same, same);
        let [a, b] = cards;
        for [card, other] in [[a, b], [b, a]] {
            add(v, &mut self.with_card[card].all, own);
            add(v, &mut self.with_card[card].same, same);
            for (player, &weight) in weights[..OPEN].iter().enumerate() {
                self.with[card / LANES][player].0[card % LANES] += weight;
                self.of[card][other / LANES][player].0[other % LANES] = weight;
            }
        }
    }

    /// Removes these hands, all that it has.
    #[inline(always)]
    fn forget(&mut self, hands: &[RankedCombo]) {
        for hand in hands {
            let [a, b] = hand.cards();
            for [card, other] in [[a, b], [b, a]] {
                self.with_card[card] = WithCard::default();
                for player in 0..OPEN {
                    self.with[card / LANES][player].0[card % LANES] = 0.0;
                    self.of[card][other / LANES][player].0[other % LANES] = 0.0;
                }
            }
        }
        (self.all, self.same) = (PerOpen::default(), PerOpen::default());
    }

    /// The weights of each player with eight cards, without the given ones.
    #[inline(always)]
    fn eight_beside<V: Simd>(&self, v: V, [a, b]: [usize; 2], at: usize) -> [V::X8; OPEN] {
        let (all, with) = (&self.with[at], [&self.of[a][at], &self.of[b][at]]);
        let [a, b] = with;
        [left(v, &all[0], &a[0], &b[0]), left(v, &all[1], &a[1], &b[1]), left(v, &all[2], &a[2], &b[2])]
    }

    /// The part that can be held beside the hand of these cards; the class has this weight of that hand.
    #[inline(always)]
    fn beside<V: Simd>(&self, v: V, cards: [usize; 2], own: V::X4) -> ClassBeside<V::X4> {
        let [low, high] = [&self.with_card[cards[0]], &self.with_card[cards[1]]];
        let with = [v.sub(v.load(&low.all), own), v.sub(v.load(&high.all), own)];
        let all = v.sub(v.sub(v.sub(v.load(&self.all), with[0]), with[1]), own);
        let same = v.sub(v.sub(v.load(&self.same), v.load(&low.same)), v.load(&high.same));
        ClassBeside { all, with, same: v.add(same, v.cross(own, own)) }
    }
}

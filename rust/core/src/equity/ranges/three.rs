//! Three players' ranges on one board: for a hand of one of them, the weight of the pairs of hands of the two others
//! that can be held beside it, by what it beats and what it ties with.
//!
//! Of two classes of hands, weights `w` and `v` that total `W` and `V`, and that have `W[c]` and `V[c]` with the card
//! `c`, the pairs without a common card weigh `W V - sum of W[c] V[c] + sum of w v`: a pair with one common card is in
//! the first sum once, and a hand beside itself twice. Totals here leave out hands that hold a card of the given one.

use crate::cards::{COMBO_COUNT, COMBOS, DECK};
use crate::runtime::simd::{F64x4, F64x8, Simd};

/// Players whose hands are not enumerated.
pub(crate) const OPEN: usize = 3;

/// A number of each open player; or of each pair of them, at the place of the one who is not in it. The fourth is
/// nothing: vectors are of four.
pub(crate) type OfOpen = F64x4;

/// Cards side by side.
const LANES: usize = 8;

/// The numbers of every card that each player holds, and at the end four times nothing.
type OfCards = [[F64x8; OPEN]; (DECK as usize).div_ceil(LANES)];

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

/// What pairs of the two other players' hands weigh, for each player: the number is how many of the two tie.
pub(crate) type ByTies = [OfOpen; OPEN];

/// A class of hands: what each player holds of it.
struct SharedClass {
    all: OfOpen,
    /// The same hand of the two others.
    same: OfOpen,
    with_card: [WithCard; DECK as usize],
    with: OfCards,
    /// Of the hands of two cards: a row for either.
    of: Vec<OfCards>,
}

/// The hands of a class with one card.
#[derive(Clone, Copy, Default)]
struct WithCard {
    all: OfOpen,
    same: OfOpen,
}

/// What is left of a class beside a hand.
struct ClassBeside<T> {
    all: T,
    /// With either card of the hand, but not both.
    with: [T; 2],
    same: T,
}

/// The hands that are weaker than those of a group of equal strength, and the group.
pub(crate) struct DisjointPairs {
    weaker: SharedClass,
    equal: SharedClass,
    /// The strength of the group.
    strength: u16,
    /// Which eights of cards the group has some of.
    eights: Vec<usize>,
}

impl DisjointPairs {
    pub(crate) fn new() -> Self {
        Self { weaker: SharedClass::new(), equal: SharedClass::new(), strength: 0, eights: Vec::new() }
    }

    /// Comes to the next group of equal strength.
    #[inline(always)]
    pub(crate) fn enter<V: Simd>(&mut self, v: V, group: &[RankedCombo], weights: &[OfOpen; COMBO_COUNT]) {
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
    pub(crate) fn leave<V: Simd>(&mut self, v: V, group: &[RankedCombo], weights: &[OfOpen; COMBO_COUNT]) {
        self.equal.forget(group);
        for &hand in group {
            self.weaker.add(v, hand.cards(), &weights[usize::from(hand.combo)]);
        }
    }

    /// Begins anew; `hands` are those of all groups so far.
    #[inline(always)]
    pub(crate) fn clear(&mut self, hands: &[RankedCombo]) {
        self.weaker.forget(hands);
    }

    /// The pairs beside a hand of these weights; of hands as strong as the group, or weaker ones.
    #[inline(always)]
    pub(crate) fn beside<V: Simd>(&self, v: V, hand: RankedCombo, own: &OfOpen) -> ByTies {
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

/// What the two other players of each hold, multiplied: of all hands, and back of those with either card of the hand,
/// which are in the sum over all cards.
#[inline(always)]
fn products<V: Simd>(v: V, x: &ClassBeside<V::X4>, y: &ClassBeside<V::X4>) -> V::X4 {
    let of_hand = v.add(v.cross(x.with[0], y.with[0]), v.cross(x.with[1], y.with[1]));
    v.add(v.cross(x.all, y.all), of_hand)
}

/// Adds, at the place of each player, the products of eight cards' weights of the two others.
#[inline(always)]
fn with_products<V: Simd>(v: V, sums: [V::X8; OPEN], x: [V::X8; OPEN], y: [V::X8; OPEN]) -> [V::X8; OPEN] {
    let [a, b, c] = sums;
    [v.add_product8(a, x[1], y[2]), v.add_product8(b, x[2], y[0]), v.add_product8(c, x[0], y[1])]
}

#[inline(always)]
fn add<V: Simd>(v: V, to: &mut OfOpen, more: V::X4) {
    *to = v.store(v.add(v.load(to), more));
}

/// What is left of all hands without those of two cards.
#[inline(always)]
fn left<V: Simd>(v: V, all: &F64x8, a: &F64x8, b: &F64x8) -> V::X8 {
    v.sub8(v.sub8(v.load8(all), v.load8(a)), v.load8(b))
}

impl SharedClass {
    fn new() -> Self {
        Self {
            all: OfOpen::default(),
            same: OfOpen::default(),
            with_card: [WithCard::default(); DECK as usize],
            with: OfCards::default(),
            of: vec![OfCards::default(); DECK.into()],
        }
    }

    #[inline(always)]
    fn add<V: Simd>(&mut self, v: V, cards: [usize; 2], weights: &OfOpen) {
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

    /// Becomes empty; these are its hands.
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
        (self.all, self.same) = (OfOpen::default(), OfOpen::default());
    }

    /// What each player holds with eight cards, but without the given ones.
    #[inline(always)]
    fn eight_beside<V: Simd>(&self, v: V, [a, b]: [usize; 2], at: usize) -> [V::X8; OPEN] {
        let (all, with) = (&self.with[at], [&self.of[a][at], &self.of[b][at]]);
        let [a, b] = with;
        [left(v, &all[0], &a[0], &b[0]), left(v, &all[1], &a[1], &b[1]), left(v, &all[2], &a[2], &b[2])]
    }

    /// What is left beside the hand of these cards, of which the class has this much.
    #[inline(always)]
    fn beside<V: Simd>(&self, v: V, cards: [usize; 2], own: V::X4) -> ClassBeside<V::X4> {
        let [low, high] = [&self.with_card[cards[0]], &self.with_card[cards[1]]];
        let with = [v.sub(v.load(&low.all), own), v.sub(v.load(&high.all), own)];
        let all = v.sub(v.sub(v.sub(v.load(&self.all), with[0]), with[1]), own);
        let same = v.sub(v.sub(v.load(&self.same), v.load(&low.same)), v.load(&high.same));
        ClassBeside { all, with, same: v.add(same, v.cross(own, own)) }
    }
}

//! The hands of two players on one board, and what each hand of one wins against many reach vectors of the other at once.
//!
//! A reach vector has a number for each hand of the opponent. Sixteen of them lie side by side, one in each lane, and one walk
//! over the hands in the order of their strength serves all lanes.

use super::outcome::Weight;
use crate::error::Result;
use crate::memory::{try_collect, try_with_capacity};

/// The hands of a player: their cards, and for each the place of the opponent's hand of the same cards, or a place behind
/// all of them whose reach is zero.
#[derive(Clone, Copy)]
pub(crate) struct Hands<'a, const K: usize> {
    pub(crate) cards: &'a [[u8; K]],
    pub(crate) same: &'a [u32],
}

/// Hands that are seen before sums settle.
const BETWEEN: usize = 256;

/// The weight of the hands of `K` cards seen so far that have no card of another hand.
pub(crate) trait HandSums<W: Weight, const K: usize> {
    /// Forgets all hands.
    fn clear(&mut self);

    /// Sees a hand. Its weight is also among those of the next call of `settle`.
    fn add(&mut self, cards: [u8; K], weight: W);

    /// Comes between hands that are seen and questions, and after every few hundred hands: the weight of all hands that were
    /// seen since the last call. One number for all of them: if each hand added to it, each would wait for the one before.
    fn settle(&mut self, weight: W);

    /// The weight of the hands without a card of a hand; wrong by the weight of the hand itself, if it was seen.
    fn without(&self, cards: [u8; K]) -> W;

    /// Corrects the result of `without` for a hand that was seen with this weight.
    #[inline(always)]
    fn correct(without: W, own: W) -> W {
        // A sum over all sets of cards of the hand but the last, whose sign is that of an even number of cards.
        without + own
    }
}

/// [`HandSums`] of two cards: the hands without a card of a hand are all of them, without those with its first card and without
/// those with its second.
#[repr(C, align(64))]
pub(crate) struct CardSums<W> {
    /// The hands that hold each card, in a power of two of places: a mask replaces the check of a subscript.
    with: [W; CARD_ROOM],
    all: W,
}

const CARD_ROOM: usize = 64;

impl<W: Weight> Default for CardSums<W> {
    fn default() -> Self {
        Self { with: [W::default(); CARD_ROOM], all: W::default() }
    }
}

impl<W: Weight> HandSums<W, 2> for CardSums<W> {
    #[inline(always)]
    fn clear(&mut self) {
        *self = Self::default();
    }

    #[inline(always)]
    fn add(&mut self, cards: [u8; 2], weight: W) {
        for card in cards {
            let with = &mut self.with[usize::from(card) % CARD_ROOM];
            *with = *with + weight;
        }
    }

    #[inline(always)]
    fn settle(&mut self, weight: W) {
        self.all = self.all + weight;
    }

    #[inline(always)]
    fn without(&self, [low, high]: [u8; 2]) -> W {
        self.all - self.with[usize::from(low) % CARD_ROOM] - self.with[usize::from(high) % CARD_ROOM]
    }
}

/// The hands of both players on a board of five, weakest first.
pub(crate) struct Showdown {
    /// The places of the hands that the board allows, by player.
    ascending: [Box<[u32]>; 2],
    /// The places of the others.
    blocked: [Box<[u32]>; 2],
    /// For each player how a walk goes through both lists.
    steps: [Box<[Step]>; 2],
}

/// The opponent's hands that are seen next, and the player's hands that then ask.
struct Step {
    /// The end of the hands that are seen.
    seen: u32,
    first: u32,
    end: u32,
    /// Whether they ask for the second time: first they ask for weaker hands, then for those that are not stronger.
    again: bool,
}

impl Showdown {
    /// Sorts hands by strength; those of strength 0 cannot be held. Hands of one strength are in the order of `among_equals`.
    pub(crate) fn new(strengths: [&[u16]; 2], among_equals: fn(u32) -> u32) -> Result<Self> {
        let (mut ascending, mut blocked) = ([vec![], vec![]], [vec![], vec![]]);
        for ((order, blocked), strengths) in ascending.iter_mut().zip(&mut blocked).zip(strengths) {
            let places = |held: bool| {
                let is_one = move |(_, strength): &(u32, &u16)| (**strength > 0) == held;
                try_collect((0u32..).zip(strengths).filter(is_one).map(|(at, _)| Ok(at)))
            };
            (*order, *blocked) = (places(true)?, places(false)?);
            order.sort_unstable_by_key(|&at| (strengths[at as usize], among_equals(at)));
        }
        let mut steps = [vec![], vec![]];
        for (player, steps) in steps.iter_mut().enumerate() {
            let strength = |player: usize, at: usize| strengths[player][ascending[player][at] as usize];
            let (n_ours, n_theirs) = (ascending[player].len(), ascending[1 - player].len());
            *steps = try_with_capacity(2 * n_ours + 1)?;
            let (mut ours, mut theirs) = (0, 0);
            while ours < n_ours {
                let (first, now) = (ours, strength(player, ours));
                while ours < n_ours && strength(player, ours) == now {
                    ours += 1;
                }
                for (again, most) in [(false, now - 1), (true, now)] {
                    while theirs < n_theirs && strength(1 - player, theirs) <= most {
                        theirs += 1;
                    }
                    steps.push(Step { seen: theirs as u32, first: first as u32, end: ours as u32, again });
                }
            }
            steps.push(Step { seen: n_theirs as u32, first: 0, end: 0, again: false });
        }
        let [ascending, blocked] = [ascending, blocked].map(|places| places.map(Into::into));
        Ok(Self { ascending, blocked, steps: steps.map(Into::into) })
    }

    /// Asks for each hand of a player in the order of strength: the reach of the opponent's weaker hands and that of all not
    /// stronger ones, added up; [`finish`] makes a margin of it. `seen` has seen all of the opponent's hands then. Hands that the
    /// board does not allow are not asked for.
    #[inline(always)]
    pub(crate) fn sweep<W: Weight, S: HandSums<W, K>, const K: usize>(
        &self,
        player: usize,
        ours: &[[u8; K]],
        theirs: &[[u8; K]],
        reach: &[W],
        seen: &mut S,
        margin: &mut [W],
    ) {
        let [order, against] = [&self.ascending[player], &self.ascending[1 - player]];
        seen.clear();
        let mut next = 0;
        // One piece of code sees hands: it is large, and every level has a copy.
        for step in &self.steps[player] {
            see(&against[next..step.seen as usize], theirs, reach, seen);
            next = step.seen as usize;
            let places = &order[step.first as usize..step.end as usize];
            if step.again {
                for &at in places {
                    let at = at as usize;
                    margin[at] = margin[at] + seen.without(ours[at]);
                }
            } else {
                for &at in places {
                    margin[at as usize] = seen.without(ours[at as usize]);
                }
            }
        }
    }

    /// For each hand of a player, the reach of the opponent's weaker hands less that of its stronger ones, and that of all its
    /// hands; without hands that have a card of it. Hands that the board does not allow have a margin of zero.
    #[inline(always)]
    pub(crate) fn margins<W: Weight, S: HandSums<W, K>, const K: usize>(
        &self,
        player: usize,
        ours: Hands<'_, K>,
        theirs: &[[u8; K]],
        reach: &[W],
        seen: &mut S,
        [margin, unblocked]: [&mut [W]; 2],
    ) {
        self.sweep(player, ours.cards, theirs, reach, seen, margin);
        // In the order of memory, with hands that the board does not allow.
        for at in 0..self.ascending[player].len() + self.blocked[player].len() {
            [margin[at], unblocked[at]] = finish(seen, ours, at, reach, margin[at]);
        }
        for &at in &self.blocked[player] {
            margin[at as usize] = W::default();
        }
    }
}

/// The margin of a hand, from what a sweep gave it, and the reach of all of the opponent's hands without a card of it.
#[inline(always)]
pub(crate) fn finish<W: Weight, S: HandSums<W, K>, const K: usize>(
    seen: &S,
    ours: Hands<'_, K>,
    at: usize,
    reach: &[W],
    swept: W,
) -> [W; 2] {
    // The hand of the same cards is in all of these sums, and cancels out.
    let all = seen.without(ours.cards[at]);
    [swept - all, S::correct(all, reach[ours.same[at] as usize])]
}

/// An order of hands in which neighbours seldom have a card in common. In the order of their numbers most have: a sum would
/// wait for that of the hand before.
pub(crate) fn scattered(hand: u32) -> u32 {
    // An odd factor: no two hands have one place.
    hand.wrapping_mul(0x9e37_79b1)
}

#[inline(always)]
fn see<W: Weight, const K: usize>(places: &[u32], theirs: &[[u8; K]], reach: &[W], seen: &mut impl HandSums<W, K>) {
    for some in places.chunks(BETWEEN) {
        let mut all = W::default();
        for &at in some {
            let weight = reach[at as usize];
            seen.add(theirs[at as usize], weight);
            all = all + weight;
        }
        seen.settle(all);
    }
}

/// Sees all hands of the opponent.
#[inline(always)]
pub(crate) fn see_all<W: Weight, S: HandSums<W, K>, const K: usize>(theirs: &[[u8; K]], reach: &[W], seen: &mut S) {
    seen.clear();
    for (cards, reach) in theirs.chunks(BETWEEN).zip(reach.chunks(BETWEEN)) {
        // Not a closure: the copies of a kernel would call it, without the instructions of the level.
        let mut all = W::default();
        for (&cards, &reach) in cards.iter().zip(reach) {
            seen.add(cards, reach);
            all = all + reach;
        }
        seen.settle(all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{COMBO_COUNT, COMBOS, CardSet, PerCombo, share_a_card};
    use crate::evaluator::evaluate_combos;
    use crate::runtime::cpu::Level;
    use crate::runtime::dispatch::{Isa, Kernel};
    use crate::runtime::rng::Philox;
    use crate::runtime::simd::{LANES, Lanes};
    use crate::showdown::board_view::tests::boards;

    struct Both<'a> {
        showdown: &'a Showdown,
        ours: Hands<'a, 2>,
        theirs: &'a [[u8; 2]],
        reach: &'a [Lanes<f64>],
        out: [&'a mut [Lanes<f64>]; 2],
    }

    impl Kernel for Both<'_> {
        type Output = ();
        const GAINS_FROM_V4: bool = true;

        #[inline(always)]
        fn run<I: Isa>(self, _: I) {
            self.showdown.margins(1, self.ours, self.theirs, self.reach, &mut CardSums::default(), self.out);
        }
    }

    #[test]
    fn every_lane_has_the_sums_of_its_reach() {
        let mut rng = Philox::new([1, 12], [0; 4]);
        for (number, board) in boards().take(12).enumerate() {
            let strengths = evaluate_combos(CardSet::from_ids(&board).unwrap()).unwrap();
            // The players have different hands, some of the same cards.
            let [theirs, ours]: [Vec<usize>; 2] = [5, 7].map(|step| (number % 3..COMBO_COUNT).step_by(step).collect());
            let of = |hands: &[usize], all: &PerCombo<u16>| hands.iter().map(|&at| all[at]).collect::<Vec<_>>();
            let showdown = Showdown::new([&of(&theirs, &strengths), &of(&ours, &strengths)], scattered).unwrap();
            let cards = [&theirs, &ours].map(|hands| hands.iter().map(|&at| COMBOS[at]).collect::<Vec<_>>());
            let none = theirs.len();
            let place = |hand: &usize| theirs.iter().position(|at| at == hand).unwrap_or(none) as u32;
            let same: Vec<u32> = ours.iter().map(place).collect();
            // Integers: sums are exact. Hands that the board does not allow have no reach.
            let mut reach = vec![Lanes([0.0; LANES]); none + 1];
            for (reach, _) in reach.iter_mut().zip(&theirs).filter(|(_, hand)| strengths[**hand] > 0) {
                *reach = Lanes(std::array::from_fn(|_| rng.below(9) as f64));
            }
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let mut out = [0, 1].map(|_| vec![Lanes([f64::NAN; LANES]); ours.len()]);
                let [margin, unblocked] = &mut out;
                let hands = Hands { cards: &cards[1], same: &same };
                let (out, reach) = ([&mut margin[..], &mut unblocked[..]], &reach[..]);
                level.run(Both { showdown: &showdown, ours: hands, theirs: &cards[0], reach, out });
                for (at, &hand) in ours.iter().enumerate() {
                    for lane in 0..LANES {
                        let (mut expected, mut all) = (0.0, 0.0);
                        for (reach, &other) in
                            reach.iter().zip(&theirs).filter(|of| !share_a_card(COMBOS[*of.1], COMBOS[hand]))
                        {
                            all += reach.0[lane];
                            expected += f64::from(strengths[hand].cmp(&strengths[other]) as i8) * reach.0[lane];
                        }
                        let found = [margin[at].0[lane], unblocked[at].0[lane]];
                        if strengths[hand] > 0 {
                            let expected = [expected, all].map(f64::to_bits);
                            assert_eq!(found.map(|sum| (sum + 0.0).to_bits()), expected, "{level} {board:?} {hand}");
                        } else {
                            assert!(found[0] == 0.0 && found[1].is_finite());
                        }
                    }
                }
            }
        }
    }
}

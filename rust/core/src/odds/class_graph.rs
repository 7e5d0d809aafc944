//! The class graph of one showdown: classes of twin cards, and what the hero makes of a hand from each two of them.
//!
//! Two cards are twins when swapping them changes nothing. Every two classes have a colour: a hand with one card of each
//! beats the hero (loss), ties (tie), or neither (win). So has a class with itself, its inner colour, unless it has one
//! card. What may happen to k opponents depends on this graph only.

use super::ties::bits;
use super::types::TYPES;

/// Most classes that a graph can have.
pub(super) const MAX_CLASSES: usize = TYPES;

/// In the place of a class that was dropped.
pub(super) const DROPPED: u8 = u8::MAX;

/// What a hand is to the hero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(super) enum Colour {
    /// It beats the hero.
    Loss = 0,
    /// It loses to the hero.
    Win = 1,
    /// It ties.
    Tie = 2,
}

/// Classes, their numbers of cards, and their colours as rows of bits (neither loss nor tie: win).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ClassGraph {
    pub(super) len: usize,
    pub(super) size: [u8; MAX_CLASSES],
    pub(super) loss: [u32; MAX_CLASSES],
    pub(super) tie: [u32; MAX_CLASSES],
}

impl ClassGraph {
    pub(super) const EMPTY: Self =
        Self { len: 0, size: [0; MAX_CLASSES], loss: [0; MAX_CLASSES], tie: [0; MAX_CLASSES] };

    /// The colour of a hand with a card of class `c` and one of class `d`.
    #[inline(always)]
    pub(super) fn colour(&self, c: usize, d: usize) -> Colour {
        if self.loss[c] >> d & 1 != 0 {
            Colour::Loss
        } else if self.tie[c] >> d & 1 != 0 {
            Colour::Tie
        } else {
            Colour::Win
        }
    }

    /// The classes in which `c` and `d` differ, themselves included.
    #[inline(always)]
    pub(super) fn difference(&self, c: usize, d: usize) -> u32 {
        (self.loss[c] ^ self.loss[d]) | (self.tie[c] ^ self.tie[d])
    }

    /// Joins twins; drops classes without cards and those that no opponent may hold, since every hand with them beats
    /// the hero. Returns the classes that remain, as bits; the others keep their places without cards until
    /// [`Self::compact`]. `class_of[c]` becomes the class that `c` went to, or [`DROPPED`].
    ///
    /// Twins differ towards no third class, and the colour between them is the inner colour of both. The inner colour
    /// of a single card is free.
    pub(super) fn merge_twins(&mut self, class_of: &mut [u8; MAX_CLASSES]) -> u32 {
        let mut present: u32 = 0;
        for c in 0..self.len {
            present |= u32::from(self.size[c] > 0) << c;
        }
        let mut alive = present;
        for c in bits(present) {
            let own = u32::from(self.size[c] < 2) << c;
            if (self.loss[c] | own) & present == present {
                alive &= !(1 << c);
                self.size[c] = 0;
            }
        }
        *class_of = [DROPPED; MAX_CLASSES];
        for c in bits(alive) {
            class_of[c] = c as u8;
            for d in bits(alive & ((1 << c) - 1)) {
                let bit = 1u32 << d;
                if self.difference(c, d) & alive & !(1u32 << c | bit) != 0 {
                    continue;
                }
                let cross = self.colour(c, d);
                let agrees = |c: usize| self.size[c] == 1 || self.colour(c, c) == cross;
                if agrees(c) && agrees(d) {
                    self.size[d] += self.size[c];
                    self.size[c] = 0;
                    self.loss[d] = self.loss[d] & !bit | if cross == Colour::Loss { bit } else { 0 };
                    self.tie[d] = self.tie[d] & !bit | if cross == Colour::Tie { bit } else { 0 };
                    alive &= !(1 << c);
                    class_of[c] = d as u8;
                    break;
                }
            }
        }
        alive
    }

    /// The graph once the hero takes a card from each of two classes, either of which may be [`DROPPED`].
    pub(super) fn without(&self, cards: [u8; 2]) -> Self {
        let mut graph = self.clone();
        let mut smallest = u8::MAX;
        for c in cards.into_iter().filter(|&c| c != DROPPED) {
            graph.size[c as usize] -= 1;
            smallest = smallest.min(graph.size[c as usize]);
        }
        if smallest < 2 {
            // Only a class without cards or without an inner colour makes new twins.
            let mut class_of = [0; MAX_CLASSES];
            let alive = graph.merge_twins(&mut class_of);
            graph.compact(alive, &mut class_of);
        }
        graph
    }

    /// Closes the gaps between the classes of `alive`, also in `class_of`.
    pub(super) fn compact(&mut self, alive: u32, class_of: &mut [u8; MAX_CLASSES]) {
        let mut order = [0; MAX_CLASSES];
        let mut place = [DROPPED; 256];
        let mut len = 0;
        for c in bits(alive) {
            order[len] = c as u8;
            place[c] = len as u8;
            len += 1;
        }
        for c in class_of {
            *c = place[*c as usize];
        }
        self.select(&order[..len]);
    }

    /// Keeps these classes, in this order.
    pub(super) fn select(&mut self, order: &[u8]) {
        let old = self.clone();
        self.len = order.len();
        for (c, &from) in order.iter().enumerate() {
            let from = from as usize;
            self.size[c] = old.size[from];
            let (mut loss, mut tie) = (0, 0);
            for (d, &to) in order.iter().enumerate() {
                loss |= (old.loss[from] >> to & 1) << d;
                tie |= (old.tie[from] >> to & 1) << d;
            }
            if old.size[from] == 1 {
                // No hand has both its cards here.
                loss &= !(1 << c);
                tie &= !(1 << c);
            }
            (self.loss[c], self.tie[c]) = (loss, tie);
        }
    }
}

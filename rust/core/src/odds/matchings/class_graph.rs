//! The class graph of a showdown: classes of unknown cards, and the result against the hero of a combo of any two of them.
//!
//! Two cards are interchangeable if swapping them changes no result; interchangeable cards form a class. Any two classes
//! have a colour: a combo with one card of each is a loss, a win or a tie for the hero. A class of two cards or more has an
//! inner colour, that of a combo within it. The number of deals to k opponents, by result, follows from this graph alone.

use crate::cards::DECK;
use crate::odds::types::TYPES;
use crate::odds::weights::Colour;

/// Most classes that a graph can have.
pub(super) const MAX_CLASSES: usize = TYPES;

/// The class of a card that no opponent may hold.
pub(super) const DROPPED: u8 = u8::MAX;

/// The classes with their numbers of cards, and their colours as rows of bits. Bit d of row c is set in `loss`, in `tie`, or
/// in neither: then classes c and d have the colour win.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(in crate::odds) struct ClassGraph {
    pub(super) len: usize,
    pub(super) size: [u8; MAX_CLASSES],
    pub(super) loss: [u32; MAX_CLASSES],
    pub(super) tie: [u32; MAX_CLASSES],
}

/// The classes of a mask, ascending.
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

impl ClassGraph {
    /// The colour of a combo with a card of class `c` and one of class `d`.
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

    /// The classes whose colours to `c` and to `d` differ; `c` and `d` may be among them.
    #[inline(always)]
    pub(super) fn difference(&self, c: usize, d: usize) -> u32 {
        (self.loss[c] ^ self.loss[d]) | (self.tie[c] ^ self.tie[d])
    }

    /// The graph of the cards of some combos, given the partners of each card: a combo that is among them is a win, any
    /// other a loss. `None` if the cards have more than [`MAX_CLASSES`] classes.
    pub(in crate::odds) fn of_partners(partners: &[u64; DECK as usize]) -> Option<Self> {
        // A card of each class, and whether cards of the class are partners; with one card that is open.
        let mut classes: [(usize, Option<bool>); MAX_CLASSES] = [(0, None); MAX_CLASSES];
        let mut graph = Self::default();
        for card in (0..partners.len()).filter(|&card| partners[card] != 0) {
            let own = graph.len;
            let joins = |&(other, inner): &(usize, Option<bool>)| {
                let both = 1u64 << card | 1 << other;
                let are_partners = partners[card] >> other & 1 != 0;
                (partners[card] ^ partners[other]) & !both == 0 && inner.is_none_or(|inner| inner == are_partners)
            };
            let class = classes[..own].iter().position(joins).unwrap_or(own);
            let (other, inner) = classes.get_mut(class)?;
            if class == own {
                (*other, graph.len) = (card, own + 1);
            } else {
                *inner = Some(partners[card] >> *other & 1 != 0);
            }
            graph.size[class] += 1;
        }
        for c in 0..graph.len {
            for d in 0..graph.len {
                let is_win =
                    if c == d { classes[c].1.unwrap_or(true) } else { partners[classes[c].0] >> classes[d].0 & 1 != 0 };
                graph.loss[c] |= u32::from(!is_win) << d;
            }
        }
        Some(graph)
    }

    /// Merges interchangeable classes; drops classes without cards, and classes all of whose combos beat the hero. Returns
    /// the new class of each old one, or [`DROPPED`].
    pub(super) fn merge_interchangeable(&mut self) -> [u8; MAX_CLASSES] {
        let mut class_of = [DROPPED; MAX_CLASSES];
        let alive = self.merge_in_place(&mut class_of);
        self.compact(alive, &mut class_of);
        class_of
    }

    /// Merges and drops classes, but leaves every class in its place; returns the remaining classes, as bits. `class_of[c]`
    /// becomes the class into which `c` is merged.
    ///
    /// Two classes are interchangeable if they have the same colour to every third class, and the colour between them is the
    /// inner colour of both. A class of one card has no inner colour.
    fn merge_in_place(&mut self, class_of: &mut [u8; MAX_CLASSES]) -> u32 {
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

    /// The graph without the hero's cards, one card of each of two classes; either class may be [`DROPPED`].
    pub(super) fn without(&self, cards: [u8; 2]) -> Self {
        let mut graph = self.clone();
        let mut smallest = u8::MAX;
        for c in cards.into_iter().filter(|&c| c != DROPPED) {
            graph.size[c as usize] -= 1;
            smallest = smallest.min(graph.size[c as usize]);
        }
        if smallest < 2 {
            // New merges are possible only if a class loses its last card, or its inner colour with its last card but one.
            graph.merge_interchangeable();
        }
        graph
    }

    /// Renumbers the classes of `alive` 0, 1, ..., also in `class_of`.
    fn compact(&mut self, alive: u32, class_of: &mut [u8; MAX_CLASSES]) {
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

    /// Keeps the classes of `order`, in that order.
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
                // No combo has both cards here: the inner colour is always noted as win.
                loss &= !(1 << c);
                tie &= !(1 << c);
            }
            (self.loss[c], self.tie[c]) = (loss, tie);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Graphs of a bounded number of classes, with a bounded number of cards each.
    pub(in crate::odds::matchings) fn any_graph(classes: usize, cards: u8) -> impl Strategy<Value = ClassGraph> {
        let sizes = prop::collection::vec(1..=cards, 1..=classes);
        let colours = prop::collection::vec(0..3u8, classes * (classes + 1) / 2);
        (sizes, colours).prop_map(|(sizes, colours)| {
            let mut graph = ClassGraph { len: sizes.len(), ..ClassGraph::default() };
            graph.size[..sizes.len()].copy_from_slice(&sizes);
            let edges = (0..sizes.len()).flat_map(|c| (0..=c).map(move |d| [c, d]));
            for ([c, d], colour) in edges.zip(colours) {
                for [c, d] in [[c, d], [d, c]] {
                    graph.loss[c] |= u32::from(colour == 0) << d;
                    graph.tie[c] |= u32::from(colour == 1) << d;
                }
            }
            graph
        })
    }
}

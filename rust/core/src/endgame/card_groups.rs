//! Values of deals by dealt card, added up in groups of cards.
//!
//! The thread that computes the last card of a group adds the group up: it has most of the values in its cache. The call's
//! own thread adds up the few sums of groups. The groups and the order within them are always the same, so the sums are too.

use std::ops::Add;
use std::sync::{Mutex, PoisonError};

use super::boards::Dealt;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::lock;
use crate::runtime::simd::{Lane, Lanes};

/// Cards in a group.
const GROUP: usize = 4;

/// The values of a root's deals for each dealt card.
pub(super) struct CardGroups<F>(Vec<Mutex<Group<F>>>);

struct Group<F> {
    cards: Vec<Vec<Lanes<F>>>,
    /// Number of cards that are still to be computed.
    left: usize,
    sum: Vec<Lanes<F>>,
}

/// One of the cards.
pub(super) struct GroupedCard<'a, F> {
    cards: &'a [Dealt],
    at: usize,
    group: &'a Mutex<Group<F>>,
}

/// Adds the values for a card to a sum.
type AddValues<'a, F> = dyn Fn(&Dealt, &[Lanes<F>], &mut [Lanes<F>]) + 'a;

impl<F: Lane + Add<Output = F>> CardGroups<F> {
    /// For these cards, with this number of values for each.
    pub(super) fn new(dealt: &[Dealt], len: usize) -> Result<Self> {
        let values = || try_vec(Lanes::default(), len);
        let of_group = |cards: &[Dealt]| {
            let cards = try_collect(cards.iter().map(|_| values()))?;
            Ok(Mutex::new(Group { cards, left: 0, sum: values()? }))
        };
        try_collect(dealt.chunks(GROUP).map(of_group)).map(Self)
    }

    /// All cards, whose values are to be computed now.
    pub(super) fn begin<'a>(&'a mut self, dealt: &'a [Dealt]) -> impl Iterator<Item = GroupedCard<'a, F>> {
        for group in &mut self.0 {
            let group = group.get_mut().unwrap_or_else(PoisonError::into_inner);
            group.left = group.cards.len();
        }
        let groups = dealt.chunks(GROUP).zip(&self.0);
        groups.flat_map(|(cards, group)| (0..cards.len()).map(move |at| GroupedCard { cards, at, group }))
    }

    /// Adds up the values for all cards.
    pub(super) fn add_up(&self, sum: &mut [Lanes<F>]) {
        sum.fill(Lanes::default());
        for group in &self.0 {
            sum.iter_mut().zip(&lock(group).sum).for_each(|(sum, &of_group)| *sum = *sum + of_group);
        }
    }
}

impl<'a, F: Lane> GroupedCard<'a, F> {
    pub(super) fn card(&self) -> &'a Dealt {
        &self.cards[self.at]
    }

    /// Room for its values.
    #[inline(never)]
    pub(super) fn take(&self) -> Vec<Lanes<F>> {
        std::mem::take(&mut lock(self.group).cards[self.at])
    }

    /// Puts its values back. If they are the last of their group, adds the group up, with `add` for each card.
    #[inline(never)]
    pub(super) fn put(self, values: Vec<Lanes<F>>, add: &AddValues<'_, F>) {
        let Group { cards, left, sum } = &mut *lock(self.group);
        cards[self.at] = values;
        *left -= 1;
        if *left == 0 {
            sum.fill(Lanes::default());
            for (card, values) in self.cards.iter().zip(cards) {
                add(card, values, sum);
            }
        }
    }
}

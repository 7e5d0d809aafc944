//! The hands of a player against many reach vectors of the opponent at once: the comparison of a walk, and its memory.
//!
//! Vectors come in groups. Hold'em has few hands, and memory between the passes of a walk is its limit: the last step of a
//! comparison waits until a block of hands is needed. Omaha has more sums than a cache holds: there it is done at once.

use super::hole_cards::HoleCards;
use super::subset_weights::SubsetWeights;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::simd::LANES;
use crate::showdown::lanes::{CardSums, HandSums, Hands, Showdown, finish, see_all};
use crate::showdown::ranked_board::Weight;

/// The comparisons of the hands of a player with the opponent's.
pub(super) struct Compared<W> {
    sums: Sums<W>,
    /// Number of hands.
    n: usize,
    /// For each group, for each hand. In hold'em margins are not finished.
    margin: Vec<W>,
    /// In Omaha.
    unblocked: Vec<W>,
    /// If high and low hands share the pot: results of one of several showdowns.
    spare: [Vec<W>; 2],
}

enum Sums<W> {
    /// For each group.
    Two(Vec<CardSums<W>>),
    Four(SubsetWeights<W, 4>),
    Five(SubsetWeights<W, 5>),
}

/// The hands of a player, and for each the place of the opponent's hand of the same cards.
pub(super) type Ours<'a> = (&'a HoleCards, &'a [u32]);

/// The numbers of the hands of a block.
pub(super) type Block<W> = [W; LANES];

impl<W: Weight> Compared<W> {
    /// Memory for some groups of vectors, and `n` hands.
    pub(super) fn new(hands: &HoleCards, n_groups: usize, n: usize, high_low: bool) -> Result<Self> {
        let zeros = |n: usize| try_vec(W::default(), n);
        let sums = match hands {
            HoleCards::Two(_) => Sums::Two(try_collect((0..n_groups).map(|_| Ok(CardSums::default())))?),
            HoleCards::Four(_) => Sums::Four(SubsetWeights::new()?),
            HoleCards::Five(_) => Sums::Five(SubsetWeights::new()?),
        };
        let n_unblocked = if matches!(sums, Sums::Two(_)) { 0 } else { n_groups * n };
        let n_spare = if high_low { n } else { 0 };
        let spare = [zeros(n_spare)?, zeros(n_spare)?];
        Ok(Self { sums, n, margin: zeros(n_groups * n)?, unblocked: zeros(n_unblocked)?, spare })
    }

    /// Compares all hands of a player with those of the opponent, who has this reach, and 0 behind it. The margins of several
    /// showdowns are added up. If no hands are shown, only the unblocked reach counts.
    #[inline(always)]
    pub(super) fn compare(
        &mut self,
        group: usize,
        (ours, same): Ours<'_>,
        theirs: &HoleCards,
        (showdowns, player): (&[Showdown], usize),
        reach: &[W],
        alike: Option<&[u32]>,
    ) {
        let Self { sums, n, margin, unblocked, spare } = self;
        let margin = &mut margin[group * *n..][..*n];
        match (ours, theirs, sums) {
            (HoleCards::Two(cards), HoleCards::Two(theirs), Sums::Two(sums)) => match showdowns.first() {
                Some(showdown) => showdown.sweep(player, cards, theirs, reach, &mut sums[group], margin),
                None => see_all(theirs, reach, &mut sums[group]),
            },
            (HoleCards::Four(cards), HoleCards::Four(theirs), Sums::Four(sums)) => {
                let out = [margin, &mut unblocked[group * *n..][..*n]];
                compare_omaha(Hands { cards, same }, theirs, (showdowns, player), (reach, alike), sums, out, spare);
            }
            (HoleCards::Five(cards), HoleCards::Five(theirs), Sums::Five(sums)) => {
                let out = [margin, &mut unblocked[group * *n..][..*n]];
                compare_omaha(Hands { cards, same }, theirs, (showdowns, player), (reach, alike), sums, out, spare);
            }
            // Both players have hands of one game, and so have the sums.
            _ => {}
        }
    }

    /// For the hands of a block the margins, and the reach of the opponent's hands without a card of them. Hands that the
    /// board does not allow have any margin.
    #[inline(always)]
    pub(super) fn block<'a>(
        &'a self,
        group: usize,
        block: usize,
        (ours, same): Ours<'_>,
        reach: &[W],
        alike: Option<&[u32]>,
        [of_margin, of_unblocked]: &'a mut [Block<W>; 2],
    ) -> [&'a Block<W>; 2] {
        let margin = &self.margin[group * self.n..][..self.n];
        if let (HoleCards::Two(cards), Sums::Two(sums)) = (ours, &self.sums) {
            let (hands, seen) = (Hands { cards, same }, &sums[group]);
            for lane in 0..LANES {
                let hand = block * LANES + lane;
                // Alike hands have the same numbers to the last bit.
                let at = alike.and_then(|alike| alike.get(hand)).map_or(hand, |&first| first as usize);
                [of_margin[lane], of_unblocked[lane]] = finish(seen, hands, at, reach, margin[at]);
            }
        } else if let (Some(margin), Some(unblocked)) =
            (margin[block * LANES..].first_chunk(), self.unblocked[group * self.n..][block * LANES..].first_chunk())
        {
            return [margin, unblocked];
        }
        [of_margin, of_unblocked]
    }
}

// WebAssembly has one level, and browsers optimise a function as a whole: that of hold'em is ready sooner alone.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
fn compare_omaha<W: Weight, S: HandSums<W, K>, const K: usize>(
    ours: Hands<'_, K>,
    theirs: &[[u8; K]],
    (showdowns, player): (&[Showdown], usize),
    (reach, alike): (&[W], Option<&[u32]>),
    sums: &mut S,
    [margin, unblocked]: [&mut [W]; 2],
    [more, of_some]: &mut [Vec<W>; 2],
) {
    if showdowns.is_empty() {
        see_all(theirs, reach, sums);
        for (at, unblocked) in unblocked.iter_mut().enumerate().take(ours.cards.len()) {
            [_, *unblocked] = finish(sums, ours, at, reach, W::default());
        }
    }
    for (number, showdown) in showdowns.iter().enumerate() {
        // One call: each is a copy of the walk.
        let is_first = number == 0;
        let out = if is_first { [&mut *margin, &mut *unblocked] } else { [&mut more[..], &mut of_some[..]] };
        showdown.margins(player, ours, theirs, reach, sums, out);
        if !is_first {
            for (margin, more) in margin.iter_mut().zip(&mut *more) {
                *margin = *margin + std::mem::take(more);
            }
        }
    }
    for (hand, &first) in alike.unwrap_or_default().iter().enumerate() {
        margin[hand] = margin[first as usize];
        unblocked[hand] = unblocked[first as usize];
    }
}

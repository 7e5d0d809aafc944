//! Transitions from the buckets of one street to those of a later street, and the moments of buckets within buckets.
//!
//! Counted from the end: for every whole board and every order in which it can be dealt, each hand adds one to the pair of
//! its earlier and its later bucket. So the large table of the later street is read once, board by board.

use super::labels::{Labels, no_bucket};
use super::moments::BucketMoments;
use crate::cards::DECK;
use crate::error::{Error, Result};
use crate::indexer::HandIndexer;
use crate::memory::{try_push, try_vec};
use crate::runtime::{MayGoOn, Run};
use crate::showdown::board_rows::{hands_off, index_hands, n_hands};
use crate::showdown::canonical_boards::CanonicalBoards;

/// Boards of one step.
const CHUNK: usize = 64;

/// The number of deals from each bucket to each other one: element `from * n_to + to`.
///
/// * `from` has the bucket of every class of the last round of `before`.
/// * `to` has the bucket of every class of `[hole, board]`, with the same deck and the same one or two hole cards.
///
/// A deal is hole cards, a board of the later street, and the round of `before` in which each of its cards came.
///
/// # Errors
/// [`Error::InvalidArgument`] for another number of labels than classes, for a label that is not a bucket, and for a game
/// whose board does not become the later one; [`Error::OutOfMemory`]; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::abstraction::buckets::{Labels, transitions};
/// use pokerbits::{indexer::HandIndexer, runtime::Run};
/// let (before, after) = (HandIndexer::new(&[2])?, vec![0; 1_286_792]);
/// let classes: Vec<u16> = (0..169).collect();
/// let found = transitions(&before, Labels::U16(&classes), 169, 3, Labels::U16(&after), 1, &mut Run::new(2))?;
/// assert_eq!((found[90], found.iter().sum::<u64>()), (6 * 19_600, 1_326 * 19_600));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn transitions(
    before: &HandIndexer,
    from: Labels<'_>,
    n_from: usize,
    board: usize,
    to: Labels<'_>,
    n_to: usize,
    run: &mut Run<'_>,
) -> Result<Vec<u64>> {
    let cells = n_from.checked_mul(n_to).ok_or(Error::OutOfMemory { bytes: usize::MAX })?;
    let count = |cells: &mut Vec<u64>, old: u32, class: usize, deals: u64| {
        let new = to.of(class);
        if new as usize >= n_to {
            return Err(no_bucket(new, n_to));
        }
        cells[old as usize * n_to + new as usize] += deals;
        Ok(())
    };
    let merge = |all: &mut Vec<u64>, part: Vec<u64>| all.iter_mut().zip(part).for_each(|(sum, more)| *sum += more);
    for_each_deal(before, from, n_from, board, &[("buckets after", to)], &|| try_vec(0, cells), &count, &merge, run)
}

/// The moments of the buckets of a later street that lie within those of an earlier one.
///
/// `before`, `from`, `n_from` and `board` as for [`transitions`]. `points` has the point of every class of `[hole, board]`
/// and `values` its value. Its bucket is `within[from * points + point]`, where `points` stands for their number.
///
/// # Errors
/// As [`transitions`], and [`Error::InvalidArgument`] for a point without a bucket.
///
/// ```
/// use pokerbits::abstraction::buckets::{Labels, nested_moments};
/// use pokerbits::{indexer::HandIndexer, runtime::Run};
/// let (before, zeros) = (HandIndexer::new(&[2])?, vec![0; 1_286_792]);
/// let classes: Vec<u16> = (0..169).collect();
/// let (labels, flops) = (Labels::U16(&classes), Labels::U16(&zeros));
/// let found = nested_moments(&before, labels, 169, 3, flops, labels, flops, 169, &mut Run::new(2))?;
/// assert_eq!((found[90].deals, found[90].sum), (6 * 19_600, 0));
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[allow(clippy::too_many_arguments)]
pub fn nested_moments(
    before: &HandIndexer,
    from: Labels<'_>,
    n_from: usize,
    board: usize,
    points: Labels<'_>,
    within: Labels<'_>,
    values: Labels<'_>,
    n_buckets: usize,
    run: &mut Run<'_>,
) -> Result<Vec<BucketMoments>> {
    let n_points = within.len() / n_from.max(1);
    let count = |sums: &mut Vec<BucketMoments>, old: u32, class: usize, deals: u64| {
        let point = points.of(class);
        if point as usize >= n_points {
            return Err(no_bucket(point, n_points));
        }
        let bucket = within.of(old as usize * n_points + point as usize);
        let sums = sums.get_mut(bucket as usize).ok_or_else(|| no_bucket(bucket, n_buckets))?;
        sums.add(deals, values.of(class));
        Ok(())
    };
    let merge = |all: &mut Vec<BucketMoments>, part: Vec<BucketMoments>| {
        all.iter_mut().zip(&part).for_each(|(sums, more)| sums.merge(more));
    };
    let new = || try_vec(BucketMoments::default(), n_buckets);
    for_each_deal(before, from, n_from, board, &[("points", points), ("values", values)], &new, &count, &merge, run)
}

/// Calls `count` with the earlier bucket, the later class and the number of deals of every pair of hands of two streets,
/// for partial results that `new` makes and `merge` adds up. `numbers` has what `count` looks up by later class, by name.
#[allow(clippy::too_many_arguments)]
fn for_each_deal<T: Send>(
    before: &HandIndexer,
    from: Labels<'_>,
    n_from: usize,
    board: usize,
    numbers: &[(&str, Labels<'_>)],
    new: &(impl Fn() -> Result<T> + Sync),
    count: &(impl Fn(&mut T, u32, usize, u64) -> Result<()> + Sync),
    merge: &impl Fn(&mut T, T),
    run: &mut Run<'_>,
) -> Result<T> {
    let rounds = before.cards_per_round();
    let last = rounds.len() - 1;
    let dealt: usize = rounds[1..].iter().sum();
    let (deck, hole) = (before.deck(), rounds[0]);
    if !matches!(hole, 1 | 2) || dealt >= board || hole + board > deck.len() {
        return Err(Error::InvalidArgument(format!("no hand of {before:?} becomes one on a board of {board}")));
    }
    let after = HandIndexer::for_deck(&[hole, board], deck)?.at(run.level());
    let before = &before.clone().at(run.level());
    from.check_len("buckets before", before.size(last)?)?;
    for (what, numbers) in numbers {
        numbers.check_len(what, after.size(1)?)?;
    }
    let boards = CanonicalBoards::for_deck(board, deck, run)?;
    let mut ways = Vec::new();
    deal(&rounds[1..], &mut Vec::new(), board, &mut ways)?;

    let deck = deck.cards();
    let (n_before, n_after) = (n_hands(deck.len() as usize, hole), n_hands(deck.len() as usize - board, hole));
    let new = || {
        Ok(ThreadSums {
            sums: new()?,
            before: first_classes(before, n_before)?,
            after: try_vec(0, n_after)?,
            board: Vec::new(),
        })
    };
    let steps = boards.cards().chunks(CHUNK * board).zip(boards.weights().chunks(CHUNK));
    let step = |part: &mut ThreadSums<T>, (cards, weights): (&[u8], &[u64]), may_go_on: &mut MayGoOn<'_>| {
        for (cards, &weight) in cards.chunks_exact(board).zip(weights) {
            may_go_on()?;
            index_hands(&after, 1, cards, &mut part.after)?;
            for way in &ways {
                part.board.clear();
                part.board.extend(way.iter().map(|&at| cards[at]));
                if last > 0 {
                    let n = n_hands(deck.len() as usize - dealt, hole);
                    index_hands(before, last, &part.board, &mut part.before[..n])?;
                }
                // The place of each card among the cards left by the earlier rounds.
                let mut place = [0; DECK as usize];
                deck.ids().filter(|card| !part.board.contains(card)).zip(0..).for_each(|(card, at)| {
                    place[usize::from(card)] = at;
                });
                for ([low, high], &class) in hands_off(deck, hole, cards).zip(&part.after) {
                    let (low, high): (usize, usize) = (place[usize::from(low)], place[usize::from(high)]);
                    let hand = if hole == 1 { low } else { high * high.wrapping_sub(1) / 2 + low };
                    let old = from.of(part.before[hand] as usize);
                    if old as usize >= n_from {
                        return Err(no_bucket(old, n_from));
                    }
                    count(&mut part.sums, old, class as usize, weight)?;
                }
            }
        }
        Ok(())
    };
    let all = run.reduce(steps, boards.len().div_ceil(CHUNK), new, step, |all, part| {
        merge(&mut all.sums, part.sums);
        Ok(())
    })?;
    Ok(all.sums)
}

/// The class of every hand before the board.
fn first_classes(before: &HandIndexer, n_hands: usize) -> Result<Vec<u64>> {
    let mut classes = try_vec(0, n_hands)?;
    index_hands(before, 0, &[], &mut classes)?;
    Ok(classes)
}

/// The working memory of a thread.
struct ThreadSums<T> {
    sums: T,
    before: Vec<u64>,
    after: Vec<u64>,
    board: Vec<u8>,
}

/// All ways to deal cards of a board of `of` in rounds, as places on the board, after those in `dealt`.
fn deal(rounds: &[usize], dealt: &mut Vec<usize>, of: usize, ways: &mut Vec<Vec<usize>>) -> Result<()> {
    let Some((&cards, later)) = rounds.split_first() else {
        return try_push(ways, dealt.clone());
    };
    for set in crate::combinatorics::subsets(of as u32, cards as u32) {
        let chosen: Vec<usize> = (0..of).filter(|&at| set >> at & 1 != 0).collect();
        if chosen.iter().all(|at| !dealt.contains(at)) {
            let n = dealt.len();
            dealt.extend(chosen);
            deal(later, dealt, of, ways)?;
            dealt.truncate(n);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_dealt_in_every_way() {
        for (rounds, of, n) in [(&[][..], 3, 1), (&[3], 4, 4), (&[4], 5, 5), (&[3, 1], 5, 20)] {
            let mut ways = Vec::new();
            deal(rounds, &mut Vec::new(), of, &mut ways).unwrap();
            let mut distinct = ways.clone();
            distinct.sort();
            distinct.dedup();
            assert_eq!((ways.len(), distinct.len()), (n, n));
        }
    }

    /// Flops by two cards of their boards, compared with the hands one by one.
    #[test]
    fn counts_are_those_of_the_hands_one_by_one() {
        let (two, flop) = (HandIndexer::new(&[2, 2]).unwrap(), HandIndexer::new(&[2, 3]).unwrap());
        let n_flops = flop.size(1).unwrap() as usize;
        let from: Vec<u16> = (0..two.size(1).unwrap()).map(|i| (i % 3) as u16).collect();
        let to: Vec<u32> = (0..n_flops as u64).map(|i| (i * 7 % 5) as u32).collect();
        let mut hands = vec![0; 5 * n_flops];
        flop.unindex_range(1, 0..n_flops as u64, &mut hands, &mut Run::new(2)).unwrap();
        let mut expected = [0; 15];
        for card in 2..5 {
            let before = |hand: &[u8]| -> [u8; 4] { std::array::from_fn(|at| hand[at + usize::from(at >= card)]) };
            let (dealt, mut old) = (hands.chunks_exact(5).flat_map(before).collect::<Vec<_>>(), vec![0; n_flops]);
            two.index_rows(1, &dealt, &mut old, &mut Run::new(2)).unwrap();
            for (class, old) in old.into_iter().enumerate() {
                let deals = flop.multiplicity(1, class as u64).unwrap();
                expected[usize::from(from[old as usize]) * 5 + to[class] as usize] += deals;
            }
        }
        let all = |n_from, board, threads| {
            transitions(&two, Labels::U16(&from), n_from, board, Labels::U32(&to), 5, &mut Run::new(threads))
        };
        for threads in [1, 2] {
            assert_eq!(all(3, 3, threads).unwrap(), expected);
        }
        assert!(all(2, 3, 1).is_err());
        assert!(all(3, 2, 1).is_err());

        // The same pairs as buckets within buckets, whose values are the later labels.
        let (within, points): (Vec<u16>, Vec<u16>) =
            ((0..15).rev().collect(), to.iter().map(|&to| to as u16).collect());
        let nested = |within: &[u16], n_buckets, threads| {
            let (points, within, values) = (Labels::U16(&points), Labels::U16(within), Labels::U32(&to));
            nested_moments(&two, Labels::U16(&from), 3, 3, points, within, values, n_buckets, &mut Run::new(threads))
        };
        for threads in [1, 2] {
            let found = nested(&within, 15, threads).unwrap();
            for (pair, (&deals, moments)) in expected.iter().zip(found.iter().rev()).enumerate() {
                let value = pair as u128 % 5;
                let sums = [value, value * value].map(|value| u128::from(deals) * value);
                assert_eq!((moments.deals, [moments.sum, moments.squares]), (deals, sums));
            }
        }
        assert!(nested(&within, 14, 1).unwrap_err().to_string().contains("bucket 14 of a hand is not one of the 14"));
        assert!(
            nested(&within[..12], 15, 1).unwrap_err().to_string().contains("bucket 4 of a hand is not one of the 4")
        );
    }
}

//! Every Omaha hand of four or five cards against a random one before the flop, computed. That of four cards is the table of
//! the package.

use super::preflop_sums::{BOARD_RANKS, PreflopHands, PreflopSums};
use crate::cards::CardSet;
use crate::equity::subset_sums::Sum;
use crate::error::{Error, Result};
use crate::indexer::HandIndexer;
use crate::memory::try_collect;
use crate::ranges::{OmahaOdds, omaha_odds, pack_omaha_odds};
use crate::runtime::Run;
use std::ops::Range;

/// The number of parts that [`omaha_preflop_counts`] is a sum of: one for each multiset of the ranks of a board.
pub const OMAHA_PREFLOP_PARTS: usize = BOARD_RANKS;

/// Computes the packed table of hands of four cards: half a minute on one core.
///
/// # Errors
/// [`Error::Cancelled`](crate::Error::Cancelled), [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub fn compute_omaha_odds(run: &mut Run<'_>) -> Result<Vec<u8>> {
    let classes = sums_of_classes::<u32, 4>(0..BOARD_RANKS, run)?;
    let odds = classes.into_iter().map(|[wins, up_to]| OmahaOdds { wins, ties: up_to.wrapping_sub(wins) });
    pack_omaha_odds(&try_collect(odds.map(Ok))?)
}

/// For each class of hands of `hole_cards` cards up to suit isomorphism, by its index in [`HandIndexer`]: the wins and the ties
/// of one hand of the class against all hands on all boards. Five cards take two minutes on one core; four are read from the
/// table of the package.
///
/// Counts are sums of [`OMAHA_PREFLOP_PARTS`] parts. Those of some parts are counted modulo `2^64`, so the results of calls that
/// share all parts among them add up to the counts with wrapping.
///
/// # Errors
/// [`Error::InvalidArgument`] for other than four or five cards, and for parts that do not exist; [`Error::Cancelled`];
/// [`Error::OutOfMemory`].
pub fn omaha_preflop_counts(hole_cards: usize, parts: Range<usize>, run: &mut Run<'_>) -> Result<Vec<[u64; 2]>> {
    if parts.start > parts.end || parts.end > OMAHA_PREFLOP_PARTS {
        let why = format!("parts {parts:?}: expected some of {OMAHA_PREFLOP_PARTS}");
        return Err(Error::InvalidArgument(why));
    }
    let mut classes = match hole_cards {
        4 if parts == (0..OMAHA_PREFLOP_PARTS) => return of_table(run),
        4 => sums_of_classes::<u32, 4>(parts, run)?,
        5 => sums_of_classes::<u64, 5>(parts, run)?,
        _ => return Err(Error::InvalidArgument(format!("{hole_cards} hole cards: expected 4 or 5"))),
    };
    for [wins, up_to] in &mut classes {
        *up_to = up_to.wrapping_sub(*wins);
    }
    Ok(classes)
}

/// The wins and ties of all classes of hands of four cards, from the table of the package.
fn of_table(run: &Run<'_>) -> Result<Vec<[u64; 2]>> {
    let indexer = HandIndexer::new(&[4])?.at(run.level());
    let mut hand = [0; 4];
    try_collect((0..indexer.size(0)?).map(|class| {
        indexer.unindex(0, class, &mut hand)?;
        let odds = omaha_odds(CardSet::from_ids(&hand)?)?;
        Ok([odds.wins, odds.ties])
    }))
}

/// The weaker hands, and those that are not stronger, of all classes, modulo `2^64`.
fn sums_of_classes<S: Sum, const K: usize>(parts: Range<usize>, run: &mut Run<'_>) -> Result<Vec<[u64; 2]>> {
    let players = PreflopHands::<K>::any()?;
    let sums = PreflopSums::<S, K>::of_boards(&players, parts, run)?;
    let indexer = HandIndexer::new(&[K])?.at(run.level());
    let mut hand = [0; K];
    try_collect((0..indexer.size(0)?).map(|class| {
        indexer.unindex(0, class, &mut hand)?;
        Ok(sums.of(hand))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equity::omaha_hands::cards::AgainstRange;
    use crate::equity::omaha_hands::weights::OMAHA_HANDS;
    use crate::equity::subset_sums::{SetPlaces, for_each_three};
    use crate::evaluator::OmahaBoards;
    use crate::runtime::run::available;
    use crate::showdown::canonical_boards::CanonicalBoards;

    static PACKED: &[u8] = include_bytes!("../../ranges/omaha/odds.bin");

    /// Takes a minute on one core: `cargo test --lib -- --ignored omaha_odds`.
    #[test]
    #[ignore = "counts boards of all kinds"]
    fn computing_omaha_odds_gives_the_table() {
        assert!(compute_omaha_odds(&mut Run::new(available())).unwrap() == PACKED);
    }

    /// Takes a quarter of an hour on one core: every hand of cards on every board up to suit isomorphism.
    #[test]
    #[ignore = "sweeps over the hands of 134,459 boards"]
    fn omaha_odds_are_sums_over_all_boards() {
        let run = &mut Run::new(available());
        let boards = CanonicalBoards::new(5, run).unwrap();
        let indexer = HandIndexer::new(&[4]).unwrap();
        let hands = all_hands_of_deck();
        let classes: Vec<usize> = hands.iter().map(|hand| indexer.index(0, hand).unwrap() as usize).collect();
        let (on, ones) = (OmahaBoards::get().unwrap(), vec![1u32; OMAHA_HANDS]);
        let items: Vec<_> = boards.cards().chunks(5).zip(boards.weights()).collect();
        let new = || Ok((AgainstRange::<u32>::new()?, vec![[0u128; 2]; 16_432]));
        let add = |(counter, sums): &mut (AgainstRange<u32>, Vec<[u128; 2]>),
                   (board, &times): (&[u8], &u64),
                   _: &mut crate::runtime::MayGoOn<'_>| {
            let board = CardSet::from_ids(board)?;
            let left = !board;
            let found = counter.count(&on.of(board), left, &ones)?;
            let cards: Vec<u8> = left.ids().collect();
            for_each_three(47, 0, |[b, c, d], place, lowest| {
                for a in 0..lowest {
                    let hand = SetPlaces::of(0).hand([a, b, c, d].map(|at| cards[at]));
                    let sum = &mut sums[classes[hand]];
                    *sum = [0, 1].map(|at| sum[at] + u128::from(found[place + a][at]) * u128::from(times));
                }
            });
            Ok(())
        };
        let merge = |(_, sums): &mut (AgainstRange<u32>, Vec<[u128; 2]>), (_, more): (_, Vec<[u128; 2]>)| {
            for (sum, more) in sums.iter_mut().zip(&more) {
                *sum = [0, 1].map(|at| sum[at] + more[at]);
            }
            Ok(())
        };
        let (_, sums) = run.reduce(items, boards.len(), new, add, merge).unwrap();
        for (class, sum) in sums.into_iter().enumerate() {
            let mut hand = [0; 4];
            indexer.unindex(0, class as u64, &mut hand).unwrap();
            let odds = omaha_odds(CardSet::from_ids(&hand).unwrap()).unwrap();
            let hands = u128::from(indexer.multiplicity(0, class as u64).unwrap());
            assert_eq!(sum, [odds.wins, odds.wins + odds.ties].map(|n| u128::from(n) * hands), "{hand:?}");
        }
    }

    /// The hands of the deck, in colexicographic order.
    fn all_hands_of_deck() -> Vec<[u8; 4]> {
        let mut hands = Vec::new();
        for_each_three(52, 0, |[b, c, d], _, lowest| {
            hands.extend((0..lowest).map(|a| [a, b, c, d].map(|card| card as u8)));
        });
        hands
    }

    /// FNV-1a, 64 bits.
    fn fnv1a(bytes: &[u8]) -> u64 {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }

    #[test]
    fn the_table_of_omaha_odds_is_the_one_that_was_computed() {
        assert_eq!((PACKED.len(), fnv1a(PACKED)), (164_320, 0x2c07_fae2_66a3_c85a));
    }

    /// Half of all pots are won.
    #[test]
    fn wins_and_ties_of_all_hands_add_up() {
        let mut half_pots = 0;
        for hand in all_hands_of_deck() {
            let odds = omaha_odds(CardSet::from_ids(&hand).unwrap()).unwrap();
            half_pots += 2 * odds.wins + odds.ties;
        }
        assert_eq!(half_pots, 57_208_371_584_364_000);
        assert_eq!(half_pots, OMAHA_HANDS as u64 * OmahaOdds::SHOWDOWNS);
    }
}

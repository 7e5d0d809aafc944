//! The best hands of four cards before the flop: the order behind 15%, by exact equity against a random hand. No two classes
//! of hands up to suit isomorphism are equal.

use super::hand_bits::HandBits;
use super::odds::OddsTable;
use crate::cards::{CardSet, DECK};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::memory::{try_collect, try_push, try_vec, try_with_capacity};
use crate::ranges::top::is_share;
use crate::runtime::lazy::Lazy;

/// Number of hands.
const HANDS: u32 = choose_small(DECK as usize, 4);

/// The number of better hands.
struct BetterHands {
    /// By class, with the number of hands of the class.
    of_class: Vec<[u32; 2]>,
    /// By the colexicographic number of the hand.
    of_hand: Vec<u32>,
}

impl BetterHands {
    fn shared() -> Result<&'static Self> {
        static ORDER: Lazy<BetterHands> = Lazy::new();
        ORDER.get_or_try_init(Self::new)
    }

    fn new() -> Result<Self> {
        let table = OddsTable::shared()?;
        let mut best_first = try_collect((0..table.odds.len()).map(Ok))?;
        best_first.sort_unstable_by_key(|&class| std::cmp::Reverse(table.odds[class].half_pots()));
        let mut of_class = try_vec([0; 2], best_first.len())?;
        let mut better = 0;
        for class in best_first {
            let hands = table.indexer.multiplicity(0, class as u64)? as u32;
            of_class[class] = [better, hands];
            better += hands;
        }
        let mut of_hand = try_with_capacity(HANDS as usize)?;
        for d in 3..DECK {
            for c in 2..d {
                for b in 1..c {
                    for a in 0..b {
                        let class = table.indexer.index(0, &[a, b, c, d])?;
                        try_push(&mut of_hand, of_class[class as usize][0])?;
                    }
                }
            }
        }
        Ok(Self { of_class, of_hand })
    }
}

/// The best classes, until they have at least `percent` of all hands; classes are not split.
pub(super) fn best(percent: f64) -> Result<HandBits> {
    let order = BetterHands::shared()?;
    HandBits::with(4, |hand| !is_share(order.of_hand[hand], percent, HANDS))
}

/// The share of all hands of four cards that are at least as good as a hand, by exact equity against a random hand: the
/// share of the smallest range of best hands that contains it.
///
/// # Errors
/// [`Error::CardCount`](crate::Error::CardCount), and [`Error::OutOfMemory`](crate::Error::OutOfMemory) at the first call.
///
/// ```
/// use pokerbits::ranges::omaha_top_share;
/// assert_eq!(omaha_top_share("AsAhTsTh".parse()?)?, 6.0 / 270_725.0);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn omaha_top_share(hand: CardSet) -> Result<f64> {
    let class = OddsTable::shared()?.class(hand)?;
    let [better, equal] = BetterHands::shared()?.of_class[class];
    Ok(f64::from(better + equal) / f64::from(HANDS))
}

/// [`omaha_top_share`] of every class of hands, by its index in `HandIndexer::new(&[4])`.
///
/// # Errors
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub fn omaha_top_shares() -> Result<Vec<f64>> {
    let of_class = &BetterHands::shared()?.of_class;
    try_collect(of_class.iter().map(|[better, equal]| Ok(f64::from(better + equal) / f64::from(HANDS))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_classes_are_equal() {
        let mut half_pots: Vec<u64> = OddsTable::shared().unwrap().odds.iter().map(|odds| odds.half_pots()).collect();
        half_pots.sort_unstable();
        half_pots.dedup();
        assert_eq!(half_pots.len(), 16_432);
    }

    #[test]
    fn classes_are_taken_whole() {
        let order = BetterHands::shared().unwrap();
        assert_eq!(order.of_class.iter().map(|[_, hands]| hands).sum::<u32>(), HANDS);
        let n = |percent| best(percent).unwrap().len();
        assert_eq!((n(0.0), n(100.0)), (0, 270_725));
        // The best two classes have six hands each.
        let six = 600.0 / 270_725.0;
        assert_eq!((n(1e-9), n(six), n(six * 1.001), n(six * 2.001)), (6, 6, 12, 18));
        let share = |text: &str| omaha_top_share(text.parse().unwrap()).unwrap();
        assert_eq!(share("AcAdTcTd").to_bits(), share("AsAhTsTh").to_bits());
        let shares = omaha_top_shares().unwrap();
        let class = OddsTable::shared().unwrap().class("7s5d3c2c".parse().unwrap()).unwrap();
        assert_eq!((shares.len(), shares[class]), (16_432, share("7s5d3c2c")));
        let hands = order.of_hand.len() as f64;
        let worst = order.of_class.iter().map(|[better, hands]| better + hands).max().unwrap();
        assert_eq!((f64::from(worst), hands), (hands, 270_725.0));
    }
}

//! Hands of one to four cards, which make no straight, flush or full house: the groups of equal ranks decide.
//!
//! Games with few cards, such as Leduc hold'em, are ranked so, and the American computer poker competition's servers and
//! `OpenSpiel` rank unfinished hands so.

use crate::cards::RANKS;

/// Maximum number of cards.
pub(crate) const FEW_CARDS: usize = 4;

/// Below this are all strengths of few cards.
pub(crate) const FEW_CARDS_END: u32 = 5 * (RANKS as u32).pow(FEW_CARDS as u32);

/// The strength of one to four different card ids: the category, then the ranks, those of larger groups first. Hands with
/// the same number of cards are comparable.
pub(crate) fn few_cards_strength(cards: &[u8]) -> u32 {
    let mut counts = [0u8; RANKS as usize];
    for &card in cards {
        counts[usize::from(card / 4)] += 1;
    }
    let mut ranks = [0u32; FEW_CARDS];
    let mut n = 0;
    for size in (1..=FEW_CARDS as u8).rev() {
        for rank in (0..RANKS).rev().filter(|&rank| counts[usize::from(rank)] == size) {
            ranks[n] = rank.into();
            n += 1;
        }
    }
    let groups = |size| counts.iter().filter(|&&count| count == size).count() as u32;
    let category = match (groups(4), groups(3), groups(2)) {
        (1, ..) => 4,
        (_, 1, _) => 3,
        (_, _, pairs) => pairs,
    };
    ranks.iter().fold(category, |strength, rank| strength * u32::from(RANKS) + rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> u32 {
        few_cards_strength(&crate::cards::parse_cards(text).unwrap().iter().map(|card| card.id()).collect::<Vec<_>>())
    }

    #[test]
    fn groups_of_ranks_decide() {
        let rising = [
            &["2c", "3d", "Ah"][..],
            &["3c2d", "4c2d", "4c3d", "AsKs", "2c2d", "3c3d", "AcAd"],
            &["4c3c2c", "AsKsQs", "2c2d3c", "2c2dAs", "3c3d2c", "AcAdKs", "2c2d2h", "AcAdAh"],
            &[
                "5c4c3c2c", "AsKsQsJs", "2c2d4c3c", "AcAdKsQs", "3c3d2c2d", "3c3d2c2d", "AcAdKsKd", "2c2d2h3c",
                "2c2d2h2s",
            ],
        ];
        for hands in rising {
            let strengths: Vec<u32> = hands.iter().map(|hand| of(hand)).collect();
            assert!(strengths.is_sorted() && strengths.iter().all(|&strength| strength < FEW_CARDS_END), "{hands:?}");
        }
        assert_eq!(of("AsKs"), of("KcAd"));
        assert!(of("2c2d") > of("AsKs") && of("KsKd2c") < of("KsKd3c"));
    }
}

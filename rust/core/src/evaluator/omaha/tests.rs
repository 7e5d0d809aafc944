//! Every path compared with the plain definition: the best of all hands of two hole cards and three board cards.

use proptest::prelude::*;

use super::OmahaHole;
use super::board::OmahaBoard;
use super::{evaluate_omaha_ids, evaluate_omaha_rows, omaha_low_ids, omaha_low_rows};
use crate::cards::CardSet;
use crate::combinatorics::choose_small;
use crate::error::Error;
use crate::evaluator::{Category, MAX_STRENGTH, evaluate_ids, low_of_ranks};
use crate::runtime::cpu::Level;
use crate::runtime::{Run, run::available};
use crate::showdown::board_pattern::{CardsLeft, RankMultiset, rank_multisets};
use crate::testing::oracle::omaha_fives;
use crate::testing::random_hands;

const SIZES: [(usize, usize); 9] = [(4, 5), (5, 5), (6, 5), (4, 4), (5, 4), (6, 4), (4, 3), (5, 3), (6, 3)];

fn best(hole: &[u8], board: &[u8]) -> u16 {
    omaha_fives(hole, board).iter().map(|five| evaluate_ids(five).unwrap()).max().unwrap()
}

fn best_low(hole: &[u8], board: &[u8]) -> u8 {
    let ranks = |five: &[u8; 5]| five.iter().fold(0, |ranks, card| ranks | 1 << (card / 4));
    omaha_fives(hole, board).iter().map(|five| low_of_ranks(ranks(five))).max().unwrap()
}

/// Deals of every size, at every level, by rows and by boards.
#[test]
fn random_deals_equal_the_best_of_all_choices() {
    // Some blocks, and one that is not full.
    let deals = 20_001;
    for (hole, board) in SIZES {
        assert_eq!(omaha_fives(&vec![0; hole], &vec![0; board]).len(), hole * (hole - 1) / 2 * [1, 4, 10][board - 3]);
        let cards = random_hands(deals, hole + board, [hole as u64, board as u64]);
        let both = || cards.chunks(hole + board).map(|deal| deal.split_at(hole));
        let strengths: Vec<u16> = both().map(|(hole, board)| best(hole, board)).collect();
        let lows: Vec<u8> = both().map(|(hole, board)| best_low(hole, board)).collect();
        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            let mut found = vec![0; deals];
            evaluate_omaha_rows(&cards, hole, board, &mut found, &mut Run::new(2).at(level)).unwrap();
            assert!(found == strengths, "{hole} {board} {level}");
        }
        let mut found = vec![0; deals];
        omaha_low_rows(&cards, hole, board, &mut found, &mut Run::new(2)).unwrap();
        assert!(found == lows, "{hole} {board}");
        for ((hole, board), (&strength, &low)) in both().zip(strengths.iter().zip(&lows)).take(2000) {
            let (hole, board) = (CardSet::from_ids(hole).unwrap(), CardSet::from_ids(board).unwrap());
            let board = OmahaBoard::of(board).unwrap();
            let hole = OmahaHole::of(hole);
            assert_eq!((board.strength(&hole), board.low(&hole)), (strength, low));
        }
    }
}

/// Boards and hands of few ranks and suits: the straight flushes, quads and lows that random deals seldom have.
#[test]
fn crowded_deals_equal_the_best_of_all_choices() {
    let decks: [Vec<u8>; 4] = [
        (0..52).filter(|card| card % 4 == 2).collect(),
        (0..52).filter(|card| card % 4 == 1 && card / 4 < 9 || card / 4 == 12).collect(),
        (20..36).collect(),
        (0..52).filter(|card| card / 4 == 12 || card / 4 < 4).collect(),
    ];
    for (deck, key) in decks.iter().zip(0..) {
        let mut rng = crate::runtime::rng::Philox::new([key, 5], [0; 4]);
        for (hole, board) in SIZES {
            let mut cards = Vec::new();
            for _ in 0..2000 {
                let mut deck = deck.clone();
                crate::testing::shuffle_front(&mut rng, &mut deck, hole + board);
                cards.extend_from_slice(&deck[..hole + board]);
            }
            let (mut strengths, mut lows) = (vec![0; 2000], vec![0; 2000]);
            evaluate_omaha_rows(&cards, hole, board, &mut strengths, &mut Run::new(1)).unwrap();
            omaha_low_rows(&cards, hole, board, &mut lows, &mut Run::new(1)).unwrap();
            for (deal, (strength, low)) in cards.chunks(hole + board).zip(strengths.into_iter().zip(lows)) {
                let (hole, board) = deal.split_at(hole);
                assert_eq!((strength, low), (best(hole, board), best_low(hole, board)), "{hole:?} {board:?}");
            }
        }
    }
}

/// Every board of three ranks and more, by its multiset, with every pair of ranks: no two cards of a suit.
#[test]
fn every_row_holds_the_best_of_its_pairs() {
    let mut rows = 0;
    for size in 3..=5 {
        crate::combinatorics::for_each_multiset(13, size, 4, &mut |counts| {
            rows += 1;
            if rows % 7 != 0 {
                return;
            }
            let cards = |counts: &[u32]| -> Vec<u8> {
                (0..13u8).flat_map(|rank| (0..counts[rank as usize] as u8).map(move |suit| 4 * rank + suit)).collect()
            };
            let board = cards(counts);
            let of = OmahaBoard::of(CardSet::from_ids(&board).unwrap()).unwrap();
            for high in 0..52u8 {
                for low in 0..high {
                    if high % 4 == 3 && low % 4 == 2 && !board.contains(&high) && !board.contains(&low) {
                        let hole = CardSet::from_ids(&[high, low]).unwrap();
                        assert_eq!(of.strength(&OmahaHole::of(hole)), best(&[high, low], &board), "{hole} {board:?}");
                    }
                }
            }
        });
    }
    assert_eq!(rows, 455 + 1820 + 6175);
}

#[test]
fn wrong_deals_are_refused() {
    let count = |hole: &[u8], board: &[u8]| match evaluate_omaha_ids(hole, board) {
        Err(Error::CardCount { expected, found, .. }) => (expected, found),
        other => panic!("{other:?}"),
    };
    assert_eq!(count(&[1, 2, 3], &[4, 5, 6]), ("4, 5 or 6 hole", 3));
    assert_eq!(count(&[0; 7], &[4, 5, 6]), ("4, 5 or 6 hole", 7));
    assert_eq!(count(&[0, 1, 2, 3], &[4, 5]), ("3, 4 or 5 board", 2));
    assert_eq!(count(&[0, 1, 2, 3], &[4; 6]), ("3, 4 or 5 board", 6));
    assert!(matches!(evaluate_omaha_ids(&[0, 1, 2, 0], &[4, 5, 6]), Err(Error::DuplicateCard { card: 0, .. })));
    assert!(matches!(evaluate_omaha_ids(&[0, 1, 2, 3], &[4, 5, 4]), Err(Error::DuplicateCard { card: 4, .. })));
    assert!(matches!(omaha_low_ids(&[0, 1, 2, 3], &[4, 5, 2]), Err(Error::DuplicateCard { card: 2, .. })));
    assert!(matches!(omaha_low_ids(&[0, 1, 2, 52], &[4, 5, 6]), Err(Error::CardOutOfRange { card: 52, .. })));
    let disagree = evaluate_omaha_rows(&[0; 10], 4, 5, &mut [0], &mut Run::new(1));
    assert!(matches!(disagree, Err(Error::InvalidArgument(_))));
}

/// A wrong card at any place of any row of a few blocks is found, and the row is named.
#[test]
fn the_first_wrong_row_is_named() {
    for level in Level::ALL.into_iter().filter_map(Level::prove) {
        for (hole, board) in SIZES {
            let width = hole + board;
            let right = random_hands(600, width, [7, 7]);
            for (row, at, from) in
                [(0, 0, 1), (255, hole - 1, hole), (256, hole, 0), (599, width - 1, hole), (300, 1, 2)]
            {
                for card in [right[row * width + from], 52, 63, 64, 116, 255] {
                    let mut cards = right.clone();
                    cards[row * width + at] = card;
                    let mut run = Run::new(1).at(level);
                    let strengths = evaluate_omaha_rows(&cards, hole, board, &mut vec![0; 600], &mut run).unwrap_err();
                    let lows = omaha_low_rows(&cards, hole, board, &mut vec![0; 600], &mut run).unwrap_err();
                    for mut error in [strengths, lows] {
                        assert_eq!((error.card(), error.take_row()), (Some(card.into()), Some(row)));
                    }
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn suits_and_the_order_of_cards_do_not_matter(
        deck in Just((0..52u8).collect::<Vec<_>>()).prop_shuffle(),
        suits in Just([0u8, 1, 2, 3]).prop_shuffle(),
        hole in 4usize..=6,
        board in 3usize..=5,
        turn in 0usize..4,
    ) {
        let (hole, board) = deck[..hole + board].split_at(hole);
        let permuted = |cards: &[u8]| -> Vec<u8> {
            let mut cards: Vec<u8> = cards.iter().map(|card| card / 4 * 4 + suits[usize::from(card % 4)]).collect();
            cards.rotate_left(turn % 3);
            cards
        };
        prop_assert_eq!(evaluate_omaha_ids(&permuted(hole), &permuted(board)), evaluate_omaha_ids(hole, board));
        prop_assert_eq!(omaha_low_ids(&permuted(hole), &permuted(board)), omaha_low_ids(hole, board));
    }
}

/// All hands of four cards on all boards of five: boards that look the same to every hand are counted once, and so are
/// hands that look the same to a board. The sum is that of Alspach, "Enumerating Omaha Hands" (2002); his 411,293,904
/// straight flushes are 144 too many: they are counted here a second time, from the sets of ranks of one suit alone.
#[test]
#[ignore = "takes a quarter of a minute"]
fn category_counts_of_all_deals() {
    let left = CardsLeft::new(CardSet::FULL);
    let mut boards = Vec::new();
    for multiset in rank_multisets() {
        let mut without_flush = multiset.boards(&left);
        for (suited, count) in multiset.flushes(0, 3, &left) {
            without_flush -= 4 * count;
            boards.push((example(multiset, suited), 4 * count));
        }
        boards.push((example(multiset, 0), without_flush));
    }
    let of_strength = Run::new(available()).reduce(
        &boards,
        boards.len(),
        || Ok(vec![0; usize::from(MAX_STRENGTH) + 1]),
        |counts: &mut Vec<u64>, &(board, boards), _| {
            let of = OmahaBoard::of(board)?;
            let flush = (0..4).find(|&suit| board.ranks_of_suit(suit).count_ones() >= 3);
            let look = |card: u8| (card / 4, flush == Some(card % 4));
            let mut alike: Vec<Vec<u8>> = Vec::new();
            let mut cards: Vec<u8> = (!board).ids().collect();
            cards.sort_by_key(|&card| look(card));
            for card in cards {
                match alike.last_mut().filter(|cards| look(cards[0]) == look(card)) {
                    Some(cards) => cards.push(card),
                    None => alike.push(vec![card]),
                }
            }
            for_each_hand(&alike, 4, (CardSet::EMPTY, boards), &mut |hole, deals| {
                counts[usize::from(of.strength(&OmahaHole::of(hole)))] += deals;
            });
            Ok(())
        },
        |all, part| {
            all.iter_mut().zip(part).for_each(|(all, n)| *all += n);
            Ok(())
        },
    );
    let mut counts = [0; Category::ALL.len()];
    for (strength, deals) in (1..).zip(&of_strength.unwrap()[1..]) {
        counts[Category::of(strength).unwrap() as usize] += deals;
    }
    assert_eq!(counts.iter().sum::<u64>(), 463_563_500_400);
    assert_eq!(counts[Category::StraightFlush as usize], straight_flushes());
    assert_eq!(
        counts,
        [
            13_851_662_832,
            122_655_542_152,
            170_775_844_104,
            40_712_657_408,
            52_289_648_688,
            31_216_782_384,
            29_424_798_576,
            2_225_270_496,
            411_293_760,
        ]
    );
}

/// Deals of four hole cards and a board of five with a straight flush. Only one suit can have it.
fn straight_flushes() -> u64 {
    let straights: Vec<u16> = (0..9).map(|low| 0b1_1111 << low).chain([0b1_0000_0000_1111]).collect();
    let sets = |size| (0..1u16 << 13).filter(move |set| set.count_ones() == size);
    let mut deals = 0;
    for (h, b) in (2..=4).flat_map(|h| (3..=5).map(move |b| (h, b))) {
        let off_suit = choose_small(39, 4 - h) * choose_small(39 - (4 - h), 5 - b);
        for hole in sets(h as u32) {
            let makes = |board: &u16| {
                let split = |straight: u16| ((straight & hole).count_ones(), (straight & board).count_ones());
                board & hole == 0 && straights.iter().any(|&straight| split(straight) == (2, 3))
            };
            deals += sets(b as u32).filter(makes).count() as u64 * u64::from(off_suit);
        }
    }
    4 * deals
}

/// A board with these ranks, of which `suited` are clubs if there are any, and else no three cards are of a suit.
fn example(multiset: &RankMultiset, suited: u16) -> CardSet {
    let mut cards = Vec::new();
    for (rank, count) in multiset.groups() {
        let clubs = suited >> rank & 1;
        for copy in 0..count as u8 {
            let suit = match (suited, clubs) {
                (0, _) => cards.len() as u8 % 4,
                (_, 1) => copy,
                _ => copy + 1,
            };
            cards.push(4 * rank as u8 + suit);
        }
    }
    CardSet::from_ids(&cards).unwrap()
}

/// Visits an example of every way to take `left` more cards, and how often it comes.
fn for_each_hand(alike: &[Vec<u8>], left: usize, (hole, deals): (CardSet, u64), visit: &mut impl FnMut(CardSet, u64)) {
    if left == 0 {
        return visit(hole, deals);
    }
    for (at, cards) in alike.iter().enumerate() {
        for take in 1..=left.min(cards.len()) {
            let more = hole | CardSet::from_ids(&cards[..take]).unwrap();
            let deals = deals * u64::from(choose_small(cards.len(), take));
            for_each_hand(&alike[at + 1..], left - take, (more, deals), visit);
        }
    }
}

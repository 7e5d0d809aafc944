//! The evaluator against the rules of poker, and every CPU level against the oracle.

use pokerbits::cards::{COMBOS, CardSet, combo_of};
use pokerbits::evaluator::{
    Category, HandKind, MAX_STRENGTH, category_census, evaluate_combos, evaluate_combos_rows, evaluate_ids,
    evaluate_rows, evaluate_sets,
};
use pokerbits::runtime::cpu::{Level, Proven};
use pokerbits::{Error, Row, runtime::Run};

mod common;
use common::{oracle, random_hands};

fn levels() -> impl Iterator<Item = Proven> {
    Level::ALL.into_iter().filter_map(Level::prove)
}

/// Published counts of hands by category, high card first.
const CATEGORIES_OF_5: [u64; 9] = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40];
const CATEGORIES_OF_6: [u64; 9] = [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844];
const CATEGORIES_OF_7: [u64; 9] =
    [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584];

#[test]
fn all_five_card_hands_equal_the_oracle() {
    let mut hands = Vec::new();
    oracle::for_each_five(52, &mut [0; 5], &mut |five| hands.extend_from_slice(five));
    let expected: Vec<u16> = hands.chunks(5).map(oracle::strength_of_five).collect();
    let mut categories = [0u64; 9];
    for &strength in &expected {
        categories[Category::of(strength).unwrap() as usize] += 1;
    }
    assert_eq!(categories, CATEGORIES_OF_5);
    for level in levels() {
        let mut out = vec![0; expected.len()];
        evaluate_rows(&hands, 5, &mut out, &mut Run::new(2).at(level)).unwrap();
        assert!(out == expected, "{level}");
    }
}

#[test]
fn every_strength_has_its_example() {
    for strength in 1..=MAX_STRENGTH {
        let kind = HandKind::of(strength).unwrap().unwrap();
        assert_eq!(Some(kind.category()), Category::of(strength));
        assert_eq!(oracle::strength_of_five(&kind.example()), strength);
        assert_eq!(evaluate_ids(&kind.example()), Ok(strength));
    }
    assert_eq!((HandKind::of(0), HandKind::of(MAX_STRENGTH + 1)), (Ok(None), Ok(None)));
    assert_eq!((Category::of(0), Category::of(MAX_STRENGTH + 1)), (None, None));
}

#[test]
fn categories_have_names_and_as_many_strengths_as_are_theirs() {
    let named = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house"];
    let named = named.into_iter().chain(["four of a kind", "straight flush"]);
    for (category, name) in Category::ALL.into_iter().zip(named) {
        assert_eq!(category.to_string(), name);
        let strengths = (1..=MAX_STRENGTH).filter(|&strength| Category::of(strength) == Some(category));
        assert_eq!(usize::from(category.count()), strengths.count(), "{name}");
    }
}

#[test]
fn hands_equal_the_best_of_their_fives_at_every_level() {
    for size in [5, 6, 7] {
        let hands = random_hands(30_000, size, [size as u64, 0]);
        let expected: Vec<u16> = hands.chunks(size).map(oracle::best_of_fives).collect();
        let sets: Vec<u64> = hands.chunks(size).map(|h| CardSet::from_ids(h).unwrap().bits()).collect();
        for level in levels() {
            for threads in [1, 3] {
                let mut out = vec![0; expected.len()];
                evaluate_rows(&hands, size, &mut out, &mut Run::new(threads).at(level)).unwrap();
                assert!(out == expected, "rows, {level}");
                out.fill(0);
                evaluate_sets(&sets, size, &mut out, &mut Run::new(threads).at(level)).unwrap();
                assert!(out == expected, "sets, {level}");
            }
        }
    }
}

#[test]
fn all_seven_card_hands_have_the_published_categories() {
    for level in levels() {
        let counts = category_census(7, &mut Run::new(2).at(level)).unwrap();
        assert_eq!(counts, CATEGORIES_OF_7, "{level}");
    }
}

#[test]
fn the_census_of_smaller_hands() {
    for level in levels() {
        assert_eq!(category_census(5, &mut Run::new(1).at(level)).unwrap(), CATEGORIES_OF_5, "{level}");
        assert_eq!(category_census(6, &mut Run::new(2).at(level)).unwrap(), CATEGORIES_OF_6, "{level}");
        assert!(category_census(4, &mut Run::new(1).at(level)).is_err());
    }
}

/// Every length up to a few vectors, to cover every length of the remainder.
#[test]
fn every_batch_length() {
    for size in 5..=7 {
        let hands = random_hands(600, size, [77, 0]);
        let expected: Vec<u16> = hands.chunks(size).map(|h| evaluate_ids(h).unwrap()).collect();
        for level in levels() {
            for n in (0..40).chain(250..=260).chain([600]) {
                let mut out = vec![0; n];
                evaluate_rows(&hands[..n * size], size, &mut out, &mut Run::new(1).at(level)).unwrap();
                assert_eq!(out, expected[..n], "{level} {n}");
            }
        }
    }
}

#[test]
fn a_bad_card_is_found_wherever_it_stands() {
    for size in 5..=7 {
        let good = random_hands(700, size, [5, 0]);
        for level in levels() {
            let fails = |hands: &[u8]| {
                evaluate_rows(hands, size, &mut vec![0; hands.len() / size], &mut Run::new(2).at(level)).unwrap_err()
            };
            for row in [0, 1, 7, 15, 16, 255, 256, 698, 699] {
                for place in 0..size {
                    let mut hands = good.clone();
                    for bad in [52, 53, 63, 64, 127, 128, 200, 255] {
                        hands[row * size + place] = bad;
                        // A later bad row does not hide the first.
                        hands[good.len() - 1] = 99;
                        let text = fails(&hands).to_string();
                        assert!(
                            text.starts_with(&format!("row {row}: card id {bad} is outside")) || row == 699,
                            "{text}"
                        );
                    }
                    let other = (place + 1) % size;
                    for other in [other, (place + size / 2) % size] {
                        let mut hands = good.clone();
                        hands[row * size + place] = hands[row * size + other];
                        let card = hands[row * size + other];
                        match fails(&hands) {
                            Error::DuplicateCard { row: found, card: name } => {
                                assert_eq!((found.0, name), (Some(row), card));
                            }
                            other => panic!("{other}"),
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_pair_of_equal_cards_is_a_duplicate() {
    for size in 5..=7 {
        // Enough rows for the kernels; the bad one stands in each place of a vector in turn.
        let good = random_hands(64, size, [6, 0]);
        for level in levels() {
            for a in 0..size {
                for b in 0..a {
                    for card in 0..52u8 {
                        let mut hand: Vec<u8> = (0..52).filter(|&c| c != card).step_by(7).take(size).collect();
                        hand[a] = card;
                        hand[b] = card;
                        let row = (usize::from(card) + 8 * a + b) % 64;
                        let mut hands = good.clone();
                        hands[row * size..][..size].copy_from_slice(&hand);
                        let found = evaluate_rows(&hands, size, &mut [0; 64], &mut Run::new(1).at(level));
                        let expected = Err(Error::DuplicateCard { row: Row(Some(row)), card });
                        assert_eq!(found, expected, "{level} {hand:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn bad_sets_and_lengths_are_refused() {
    for level in levels() {
        let run = |sets: &[u64]| evaluate_sets(sets, 7, &mut vec![0; sets.len()], &mut Run::new(1).at(level));
        assert_eq!(run(&[0x7f, 0x3f]).unwrap_err().to_string(), "row 1: expected 7 cards, found 6");
        for bit in 52..64 {
            let expected = format!("row 2: card id {bit} is outside the deck (0 to 51)");
            // Beside six cards, and beside seven.
            for cards in [0x3f, 0x7f] {
                assert_eq!(run(&[0x7f, 0x7f, 1 << bit | cards, 0x7f]).unwrap_err().to_string(), expected);
            }
        }
        let lengths = evaluate_rows(&[0; 13], 7, &mut [0; 2], &mut Run::new(1).at(level));
        assert!(matches!(lengths, Err(Error::InvalidArgument(_))));
        let size = evaluate_rows(&[0; 8], 8, &mut [0], &mut Run::new(1).at(level));
        assert!(matches!(size, Err(Error::CardCount { found: 8, .. })));
        let size = evaluate_sets(&[0xf], 4, &mut [0], &mut Run::new(1).at(level));
        assert!(matches!(size, Err(Error::CardCount { found: 4, .. })));
    }
}

#[test]
fn combos_are_hands_of_seven() {
    // Boards with one to five cards of the most frequent suit, and random ones.
    let mut boards = vec![0, 5, 10, 15, 20, 0, 4, 9, 14, 19, 0, 4, 8, 13, 18, 0, 4, 8, 12, 17, 0, 4, 8, 12, 16];
    boards.extend(random_hands(300, 5, [9, 0]));
    boards.extend([48, 49, 50, 51, 0]);
    let mut all = vec![[0; 1326]; boards.len() / 5];
    evaluate_combos_rows(&boards, &mut all, &mut Run::new(2)).unwrap();
    for (board, strengths) in boards.chunks(5).zip(&all) {
        assert_eq!(*strengths, evaluate_combos(CardSet::from_ids(board).unwrap()).unwrap());
        for (&[low, high], &strength) in COMBOS.iter().zip(strengths) {
            let hand: Vec<u8> = board.iter().copied().chain([low, high]).collect();
            let expected = if board.contains(&low) || board.contains(&high) { 0 } else { evaluate_ids(&hand).unwrap() };
            assert_eq!(strength, expected, "{board:?} {low} {high} {}", combo_of([low, high]).unwrap());
        }
    }
    assert!(matches!(evaluate_combos(CardSet::EMPTY), Err(Error::CardCount { found: 0, .. })));
    let bad = evaluate_combos_rows(&[0, 1, 2, 3, 4, 0, 1, 2, 3, 3], &mut [[0; 1326]; 2], &mut Run::new(1));
    assert_eq!(bad.unwrap_err().to_string(), "row 1: card 2s (id 3) appears more than once");
    let bad = evaluate_combos_rows(&[0, 1, 2, 3, 4, 5], &mut [[0; 1326]], &mut Run::new(1));
    assert_eq!(bad.unwrap_err().to_string(), "6 cards are not 1 boards of 5");
}

//! The rules of other games, at every CPU level, against orders of five-card hands that are written down here.

use std::collections::BTreeMap;

use pokerbits::cards::{CardSet, Deck};
use pokerbits::evaluator::{Category, HandKind, MAX_STRENGTH, Rules, badugi_ranks, evaluate_ids};
use pokerbits::runtime::cpu::{Level, Proven};
use pokerbits::runtime::rng::Philox;
use pokerbits::{Error, runtime::Run};

mod common;
use common::{deal, oracle, random_hands};

/// Those of five-card hands but the standard ones.
const FIVES: [Rules; 5] =
    [Rules::ShortDeck, Rules::ShortDeckTrips, Rules::AceToFive, Rules::DeuceToSeven, Rules::EightOrBetter];

fn levels() -> impl Iterator<Item = Proven> {
    Level::ALL.into_iter().filter_map(Level::prove)
}

/// The lowest card that a hand may hold.
fn lowest(rules: Rules) -> u8 {
    if matches!(rules, Rules::ShortDeck | Rules::ShortDeckTrips) { 16 } else { 0 }
}

/// The order of two five-card hands, more is better; `None` for a hand that does not qualify.
fn worth(rules: Rules, cards: [u8; 5]) -> Option<[i8; 6]> {
    let (flushes, straights, low) = match rules {
        Rules::AceToFive | Rules::EightOrBetter => (false, false, true),
        Rules::DeuceToSeven => (true, true, true),
        _ => (true, true, false),
    };
    let mut copies = [0u8; 13];
    for card in cards {
        copies[usize::from(if flushes { card / 4 } else { (card / 4 + 1) % 13 })] += 1;
    }
    // Ranks by how often they come, then by height.
    let mut ranks = [0i8; 5];
    let by_weight = (1..=4u8).rev().flat_map(|n| (0..13i8).rev().map(move |rank| (n, rank)));
    let mut shape = vec![];
    for (i, (n, rank)) in by_weight.filter(|&(n, rank)| copies[usize::from(rank.unsigned_abs())] == n).enumerate() {
        ranks[i] = rank;
        shape.push(n);
    }
    let lowest_straight = (lowest(rules) > 0 && ranks == [12, 7, 6, 5, 4]).then_some(7);
    let top = match shape.len() {
        5 if straights && ranks[0] - ranks[4] == 4 => Some(ranks[0]),
        5 => lowest_straight,
        _ => None,
    };
    let flush = flushes && cards.iter().all(|card| card % 4 == cards[0] % 4);
    let name = match &shape[..] {
        _ if flush && top.is_some() => "straight flush",
        [4, 1] => "quads",
        [3, 2] => "full house",
        _ if flush => "flush",
        _ if top.is_some() => "straight",
        [3, 1, 1] => "trips",
        [2, 2, 1] => "two pair",
        [2, 1, 1, 1] => "pair",
        _ => "high card",
    };
    if rules == Rules::EightOrBetter && (name != "high card" || ranks[0] > 7) {
        return None;
    }
    let order = match rules {
        Rules::ShortDeck => "high card<pair<two pair<trips<straight<full house<flush<quads<straight flush",
        Rules::ShortDeckTrips => "high card<pair<two pair<straight<trips<full house<flush<quads<straight flush",
        _ => "high card<pair<two pair<trips<straight<flush<full house<quads<straight flush",
    };
    let category = order.split('<').position(|n| n == name).unwrap() as i8;
    if let Some(top) = top {
        ranks = [top, 0, 0, 0, 0];
    }
    let [a, b, c, d, e] = ranks;
    Some([category, a, b, c, d, e].map(|number| if low { -number } else { number }))
}

/// All hands of five cards of the deck, and their strengths: the place of their worth, from 1.
fn all_fives(rules: Rules) -> (Vec<u8>, Vec<u16>) {
    let first = lowest(rules);
    let (mut hands, mut worths, mut places) = (vec![], vec![], BTreeMap::new());
    oracle::for_each_five(52 - first, &mut [0; 5], &mut |five| {
        let five = five.map(|card| card + first);
        hands.extend(five);
        worths.push(worth(rules, five));
        places.extend(worths.last().unwrap().map(|worth| (worth, 0u16)));
    });
    for (place, strength) in (1..).zip(places.values_mut()) {
        *strength = place;
    }
    let strengths = worths.iter().map(|worth| worth.map_or(0, |worth| places[&worth])).collect();
    (hands, strengths)
}

/// The colex number of ascending cards.
fn colex(cards: &[u8]) -> usize {
    let choose = |n: usize, k: usize| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    cards.iter().enumerate().map(|(i, &card)| if usize::from(card) <= i { 0 } else { choose(card.into(), i + 1) }).sum()
}

/// Published counts of five-card hands by category. The short deck's are counted, those of low hands follow from those of
/// high ones. Without straights and flushes 40 + 5,108 + 10,200 more hands are high cards. If the ace is high only, the
/// 1,020 and 4 hands of A-2-3-4-5 are not straights.
fn published(rules: Rules) -> [u64; 9] {
    match rules {
        Rules::ShortDeck | Rules::ShortDeckTrips => [122_400, 193_536, 36_288, 16_128, 6_120, 480, 1_728, 288, 24],
        Rules::AceToFive => [1_317_888, 1_098_240, 123_552, 54_912, 0, 0, 3_744, 624, 0],
        Rules::DeuceToSeven => [1_303_560, 1_098_240, 123_552, 54_912, 9_180, 5_112, 3_744, 624, 36],
        _ => [57_344, 0, 0, 0, 0, 0, 0, 0, 0],
    }
}

#[test]
fn all_five_card_hands_equal_the_oracle() {
    for rules in FIVES {
        let (hands, expected) = all_fives(rules);
        assert_eq!(expected.iter().max(), Some(&rules.max_strength()));
        let mut categories = [0u64; 9];
        for strength in expected.iter().filter(|&&strength| strength > 0) {
            categories[rules.category(*strength).unwrap() as usize] += 1;
        }
        assert_eq!(categories, published(rules), "{rules}");
        for level in levels() {
            let mut out = vec![0; expected.len()];
            rules.evaluate_rows(&hands, 5, &mut out, &mut Run::new(2).at(level)).unwrap();
            assert!(out == expected, "{rules} {level}");
        }
    }
}

#[test]
fn larger_hands_have_their_best_five_at_every_level() {
    for rules in FIVES {
        let (_, fives) = all_fives(rules);
        let first = lowest(rules);
        let mut rng = Philox::new([3, 4], [0; 4]);
        for size in [6, 7] {
            let mut hands = vec![];
            for i in 0..30_000 {
                // Of every third hand five cards at least are of a suit.
                let suited: Vec<u8> = (first..52).filter(|card| card % 4 == 1).collect();
                let mut hand = deal(&mut rng, Deck::STANDARD, 52);
                hand.retain(|card| *card >= first);
                if i % 3 == 0 {
                    let mut some = suited;
                    common::shuffle_front(&mut rng, &mut some, 5);
                    hand.retain(|card| !some[..5].contains(card));
                    hand.splice(..0, some[..5].iter().copied());
                }
                hands.extend_from_slice(&hand[..size]);
            }
            let expected: Vec<u16> = hands.chunks(size).map(|hand| best_of_fives(&fives, first, hand)).collect();
            for level in levels() {
                let mut out = vec![0; expected.len()];
                rules.evaluate_rows(&hands, size, &mut out, &mut Run::new(3).at(level)).unwrap();
                assert!(out == expected, "{rules} {level}");
            }
            for (hand, strength) in hands.chunks(size).zip(expected).take(2000) {
                assert_eq!(rules.evaluate_ids(hand), Ok(strength));
            }
        }
    }
}

fn best_of_fives(fives: &[u16], first: u8, hand: &[u8]) -> u16 {
    let mut sorted: Vec<u8> = hand.iter().map(|card| card - first).collect();
    sorted.sort_unstable();
    let mut best = 0;
    oracle::for_each_five(hand.len() as u8, &mut [0; 5], &mut |choice| {
        best = best.max(fives[colex(&choice.map(|i| sorted[usize::from(i)]))]);
    });
    best
}

/// C(36, 7) = 8,347,680 hands: one by one the best of their 21 fives.
#[test]
fn all_seven_card_hands_of_the_short_deck() {
    let rules = Rules::ShortDeck;
    let (_, fives) = all_fives(rules);
    // The number of a five from those of its cards by their places.
    let choose: Vec<[usize; 6]> = (0..36).map(|card| std::array::from_fn(|k| colex_term(card, k))).collect();
    let (mut hands, mut expected) = (vec![], vec![]);
    let mut seven = [0u8; 7];
    for_each_set(36, 7, &mut seven, &mut |seven| {
        let mut best = 0;
        for skip in 0..7 {
            for other in 0..skip {
                let five = (0..7).filter(|&i| i != skip && i != other);
                let number: usize = five.enumerate().map(|(k, i)| choose[usize::from(seven[i])][k + 1]).sum();
                best = best.max(fives[number]);
            }
        }
        hands.extend(seven.map(|card| card + 16));
        expected.push(best);
    });
    assert_eq!(expected.len(), 8_347_680);
    for level in levels() {
        let mut out = vec![0; expected.len()];
        rules.evaluate_rows(&hands, 7, &mut out, &mut Run::new(2).at(level)).unwrap();
        assert!(out == expected, "{level}");
    }
    let mut categories = [0u64; 9];
    for &strength in &expected {
        categories[rules.category(strength).unwrap() as usize] += 1;
    }
    assert_eq!(categories, SEVEN_OF_THE_SHORT_DECK);
    // The category on which the two rules differ: hands with both three of a kind and a straight have the other one.
    let mut out = vec![0; expected.len()];
    Rules::ShortDeckTrips.evaluate_rows(&hands, 7, &mut out, &mut Run::new(2)).unwrap();
    let mut moved = 0;
    for (strength, of_house) in expected.iter().zip(out) {
        let [ours, theirs] = [rules.category(*strength), Rules::ShortDeckTrips.category(of_house)];
        assert!(ours == theirs || [ours, theirs] == [Some(Category::Straight), Some(Category::ThreeOfAKind)]);
        moved += u64::from(ours != theirs);
    }
    assert_eq!(moved, STRAIGHTS_WITH_TRIPS);
}

/// High card first. Four of a kind are 9 * C(32, 3); flushes, straight ones included, 4 * (C(9, 5) * C(27, 2) + C(9, 6) * 27
/// + C(9, 7)); full houses 36 * 16 * 28 with two threes, 36 * 28 * 36 with two pairs, 1,728 * 21 * 16 with one.
const SEVEN_OF_THE_SHORT_DECK: [u64; 9] =
    [233_100, 2_316_600, 3_157_056, 607_200, 1_169_940, 175_560, 633_024, 44_640, 10_560];
/// Six straights, five ranks of which one comes three times in C(4, 3) ways and the others in 4 each, without the flushes:
/// of the suits of the four others and one of the three.
const STRAIGHTS_WITH_TRIPS: u64 = 6 * 5 * (4 * 256 - 4 * 3);

fn colex_term(card: usize, k: usize) -> usize {
    if card < k { 0 } else { (0..k).fold(1, |product, i| product * (card - i) / (i + 1)) }
}

/// Visits every set of `left` cards below `n`, ascending.
fn for_each_set<const N: usize>(n: u8, left: usize, set: &mut [u8; N], visit: &mut impl FnMut(&[u8; N])) {
    if left == 0 {
        return visit(set);
    }
    for card in left as u8 - 1..n {
        set[left - 1] = card;
        for_each_set(card, left - 1, set, visit);
    }
}

#[test]
fn every_strength_has_its_example() {
    for rules in FIVES.into_iter().chain([Rules::Standard]) {
        for strength in 1..=rules.max_strength() {
            let kind = rules.kind(strength).unwrap().unwrap();
            assert_eq!(Some(kind.category()), rules.category(strength));
            assert_eq!(rules.evaluate_ids(&kind.example()), Ok(strength), "{rules}");
        }
        for none in [0, rules.max_strength() + 1, u16::MAX] {
            assert_eq!((rules.kind(none), rules.category(none)), (Ok(None), None));
        }
    }
    assert_eq!((Rules::Badugi.kind(1), Rules::Badugi.category(1)), (Ok(None), None));
    assert_eq!(Rules::ALL.map(Rules::max_strength), [7462, 1404, 1404, 6175, 7462, 56, 1092]);
    assert_eq!(HandKind::of(MAX_STRENGTH), Rules::Standard.kind(MAX_STRENGTH));
}

#[test]
fn the_standard_rules_are_the_standard_evaluator() {
    let hands = random_hands(5000, 7, [9, 9]);
    let mut out = vec![0; 5000];
    Rules::Standard.evaluate_rows(&hands, 7, &mut out, &mut Run::new(1)).unwrap();
    for (hand, strength) in hands.chunks(7).zip(out) {
        assert_eq!((evaluate_ids(hand), Rules::Standard.evaluate_ids(hand)), (Ok(strength), Ok(strength)));
    }
}

/// The best choice among the 15 of four cards, of which no two agree in rank or suit: as many as can be, the lowest.
fn badugi(cards: &[u8]) -> Vec<u8> {
    let mut best: (usize, Vec<i8>) = (0, vec![]);
    for choice in 1..16 {
        let chosen: Vec<u8> = (0..4).filter(|i| choice >> i & 1 != 0).map(|i| cards[i]).collect();
        let clash = |a: u8, b: u8| a / 4 == b / 4 || a % 4 == b % 4;
        if chosen.iter().enumerate().all(|(i, &a)| chosen[..i].iter().all(|&b| !clash(a, b))) {
            let mut ranks: Vec<i8> = chosen.iter().map(|card| -((card / 4 + 1) as i8 % 13)).collect();
            ranks.sort_unstable();
            best = best.max((ranks.len(), ranks));
        }
    }
    best.1.iter().map(|rank| (rank.unsigned_abs() + 12) % 13).collect()
}

#[test]
fn all_badugi_hands() {
    let (mut hands, mut expected) = (vec![], vec![]);
    for_each_set(52, 4, &mut [0; 4], &mut |four: &[u8; 4]| {
        hands.extend([four[2], four[0], four[3], four[1]]);
        expected.push(badugi(four));
    });
    let mut out = vec![0; expected.len()];
    Rules::Badugi.evaluate_rows(&hands, 4, &mut out, &mut Run::new(2)).unwrap();
    let names: Vec<_> = (1..=1092).map(|strength| badugi_ranks(strength).unwrap()).collect();
    for ((hand, ranks), strength) in hands.chunks(4).zip(&expected).zip(out) {
        assert_eq!(&names[usize::from(strength) - 1], ranks, "{hand:?}");
        assert_eq!(Rules::Badugi.evaluate_ids(hand), Ok(strength));
    }
    // Larger is better: more cards, then the lower.
    let key = |ranks: &Vec<u8>| (ranks.len(), ranks.iter().map(|rank| 12 - (rank + 1) % 13).collect::<Vec<_>>());
    assert!(names.is_sorted_by_key(key));
}

#[test]
fn wrong_rows_are_named() {
    for rules in FIVES.into_iter().chain([Rules::Badugi]) {
        let first = lowest(rules);
        let size = if rules == Rules::Badugi { 4 } else { 6 };
        let good: Vec<u8> = (0..700 * size as u32).map(|i| first + (i * 5 % u32::from(52 - first)) as u8).collect();
        for level in levels() {
            let evaluate = |hands: &[u8]| rules.evaluate_rows(hands, size, &mut [0; 700], &mut Run::new(2).at(level));
            assert_eq!(evaluate(&good), Ok(()), "{rules}");
            for row in [0, 255, 256, 699] {
                let with = |card: u8| {
                    let mut hands = good.clone();
                    hands[row * size + 2] = card;
                    (evaluate(&hands).unwrap_err(), rules.evaluate_ids(&hands[row * size..][..size]).unwrap_err())
                };
                for card in [52, 63, 64, 128, 255] {
                    let found = with(card);
                    assert_eq!(found.0, found.1.clone().at_row(row));
                    assert!(found.1.to_string().starts_with(&format!("card id {card} is outside")), "{}", found.1);
                }
                let twin = good[row * size];
                assert!(
                    matches!(with(twin).0, Error::DuplicateCard { row: r, card } if r.0 == Some(row) && card == twin)
                );
                for card in (0..first).step_by(5) {
                    let (error, alone) = with(card);
                    let name = CardSet::from_ids(&[card]).unwrap();
                    let text =
                        format!("card {name} (id {card}) is not in the short deck: it has no cards below the six");
                    assert_eq!((error.card(), alone.to_string()), (Some(card.into()), text.clone()));
                    assert_eq!(error.to_string(), format!("row {row}: {text}"));
                }
            }
        }
        let count = |size: usize| {
            let cards: Vec<u8> = (0..size as u8).map(|i| first + i).collect();
            let rows = rules.evaluate_rows(&cards, size, &mut [0], &mut Run::new(1)).map(|()| 0);
            (rules.evaluate_ids(&cards).is_ok(), rows.is_ok())
        };
        for size in 0..10 {
            let is_right = if rules == Rules::Badugi { size == 4 } else { (5..=7).contains(&size) };
            assert_eq!(count(size), (is_right, is_right), "{rules} {size}");
        }
        let lengths = rules.evaluate_rows(&good[..2 * size], size, &mut [0; 3], &mut Run::new(1));
        assert!(matches!(lengths, Err(Error::InvalidArgument(_))));
    }
}

#[test]
fn names_are_read() {
    for rules in Rules::ALL {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    let error = "shortdeck".parse::<Rules>().unwrap_err().to_string();
    assert!(error.starts_with("rules \"shortdeck\": expected one of \"standard\", \"short_deck\", "), "{error}");
}

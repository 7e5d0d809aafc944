//! The wide indexer against the hand indexer, against orbits that are counted hand by hand, and against Burnside's lemma.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::super::HandIndexer;
use super::WideIndexer;
use super::{deck, tied};
use crate::combinatorics::choose;
use crate::error::Error;
use crate::runtime::Run;

/// All cards of a deck.
fn cards_of(n_ranks: usize, n_suits: usize) -> Vec<u8> {
    let deck = deck::WideDeck::new(n_ranks, n_suits).unwrap();
    let cards: Vec<u8> = (0..=255).filter(|&card| deck.place(card).is_some()).collect();
    assert_eq!(cards.len(), deck.len());
    cards
}

/// Calls `visit` with every deal of a game, the cards of a round ascending.
fn for_each_deal(game: &[usize], cards: &[u8], visit: &mut dyn FnMut(&[u8])) {
    fn round(
        game: &[usize],
        from: usize,
        taken: usize,
        cards: &[u8],
        hand: &mut Vec<u8>,
        visit: &mut dyn FnMut(&[u8]),
    ) {
        let Some((&first, later)) = game.split_first() else { return visit(hand) };
        if taken == first {
            return round(later, 0, 0, cards, hand, visit);
        }
        for at in from..cards.len() {
            if !hand.contains(&cards[at]) {
                hand.push(cards[at]);
                round(game, at + 1, taken + 1, cards, hand, visit);
                hand.pop();
            }
        }
    }
    round(game, 0, 0, cards, &mut Vec::new(), visit);
}

/// The cards of a hand by round, each as a set of places.
fn places(game: &[usize], n_suits: usize, hand: &[u8]) -> Vec<Vec<(usize, usize)>> {
    let stride = n_suits.max(4);
    let mut rest = hand;
    let mut rounds = Vec::new();
    for &cards in game {
        let (dealt, later) = rest.split_at(cards);
        rounds.push(dealt.iter().map(|&card| (usize::from(card) % stride, usize::from(card) / stride)).collect());
        rest = later;
    }
    rounds
}

/// The smallest image of a hand under all permutations of the suits.
fn smallest_image(game: &[usize], n_suits: usize, hand: &[u8], orders: &[Vec<usize>]) -> Vec<Vec<(usize, usize)>> {
    let rounds = places(game, n_suits, hand);
    let image = |order: &Vec<usize>| {
        let moved = |dealt: &Vec<(usize, usize)>| {
            let mut dealt: Vec<_> = dealt.iter().map(|&(suit, rank)| (order[suit], rank)).collect();
            dealt.sort_unstable();
            dealt
        };
        rounds.iter().map(moved).collect::<Vec<_>>()
    };
    orders.iter().map(image).min().unwrap()
}

/// The ranks of every suit by round, the suits in any order: the same for the hands of an orbit only.
fn suits_of(game: &[usize], n_suits: usize, hand: &[u8]) -> Vec<Vec<u32>> {
    let mut suits = vec![vec![0; game.len()]; n_suits];
    for (at, dealt) in places(game, n_suits, hand).into_iter().enumerate() {
        for (suit, rank) in dealt {
            suits[suit][at] |= 1 << rank;
        }
    }
    suits.sort_unstable();
    suits
}

fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let shorter = orders(n - 1);
    (0..n)
        .flat_map(|at| {
            shorter.iter().map(move |order| {
                let mut order = order.clone();
                order.insert(at, n - 1);
                order
            })
        })
        .collect()
}

/// The number of orbits by Burnside's lemma: the deals that a permutation fixes, over all cycle types.
fn burnside(game: &[usize], n_ranks: usize, n_suits: usize) -> u128 {
    /// Deals of rounds that are unions of cycles; `left[k]` cycles of length `cycles[k]` are not dealt yet.
    fn fixed(game: &[usize], cards: usize, k: usize, cycles: &[usize], left: &mut Vec<usize>) -> u128 {
        if k == cycles.len() {
            return match (cards, game) {
                (0, [_, next, ..]) => fixed(&game[1..], *next, 0, cycles, left),
                (0, _) => 1,
                _ => 0,
            };
        }
        let n = left[k];
        let mut total = 0;
        for taken in 0..=n.min(cards / cycles[k]) {
            left[k] = n - taken;
            let ways = choose(n as u64, taken as u64).unwrap();
            total += ways * fixed(game, cards - taken * cycles[k], k + 1, cycles, left);
        }
        left[k] = n;
        total
    }
    let mut fixed_of = HashMap::new();
    let mut total = 0;
    let all = orders(n_suits);
    for order in &all {
        let mut seen = HashSet::new();
        let mut cycles = Vec::new();
        for start in 0..n_suits {
            let (mut at, mut length) = (start, 0);
            while seen.insert(at) {
                (at, length) = (order[at], length + 1);
            }
            if length > 0 {
                cycles.push(length);
            }
        }
        cycles.sort_unstable();
        total += *fixed_of
            .entry(cycles)
            .or_insert_with_key(|cycles| fixed(game, game[0], 0, cycles, &mut vec![n_ranks; cycles.len()]));
    }
    assert_eq!(total % all.len() as u128, 0);
    total / all.len() as u128
}

/// Every hand of a small game, in every round: indices are one to one with orbits, and dense; there and back.
#[test]
fn indices_are_orbits() {
    for (game, n_ranks, n_suits) in [
        (&[2usize, 1, 1][..], 4, 5),
        (&[3, 2], 3, 5),
        (&[1, 2, 1], 3, 6),
        (&[1, 1, 2], 3, 8),
        (&[2, 2], 2, 8),
        (&[2, 1, 1], 16, 2),
        (&[3], 16, 3),
        (&[2, 2], 15, 1),
        (&[1, 3], 2, 7),
        (&[5], 1, 8),
        (&[4, 4, 2], 2, 5),
    ] {
        let wide = WideIndexer::new(game, n_ranks, n_suits).unwrap();
        let cards = cards_of(n_ranks, n_suits);
        // Permutations, where they are few; it is the definition.
        let permutations = if n_suits <= 5 { orders(n_suits) } else { vec![] };
        for round in 0..game.len() {
            let game = &game[..=round];
            let mut of_orbit = HashMap::new();
            let mut smallest = HashMap::new();
            let mut deals = vec![0; wide.size(round).unwrap() as usize];
            for_each_deal(game, &cards, &mut |hand| {
                let index = wide.index(round, hand).unwrap();
                deals[index as usize] += 1;
                let known = *of_orbit.entry(suits_of(game, n_suits, hand)).or_insert(index);
                assert_eq!(known, index, "{wide:?} {hand:?}");
                if !permutations.is_empty() && deals[index as usize] < 3 {
                    let image = smallest_image(game, n_suits, hand, &permutations);
                    assert_eq!(*smallest.entry(image).or_insert(index), index, "{wide:?} {hand:?}");
                }
            });
            assert_eq!(of_orbit.len() as u64, wide.size(round).unwrap(), "{wide:?}");
            assert!(permutations.is_empty() || smallest.len() == of_orbit.len());
            assert_eq!(u128::from(wide.size(round).unwrap()), burnside(game, n_ranks, n_suits), "{wide:?}");
            let mut hand = vec![0; wide.cards_through(round).unwrap()];
            for (index, &deals) in deals.iter().enumerate() {
                wide.unindex(round, index as u64, &mut hand).unwrap();
                assert_eq!(wide.index(round, &hand), Ok(index as u64), "{wide:?} {hand:?}");
                assert_eq!(wide.multiplicity(round, index as u64), Ok(deals), "{wide:?} {hand:?}");
            }
        }
    }
}

/// Games of decks that both indexers take.
const OF_BOTH: [(&[usize], usize, usize); 14] = [
    (&[2, 3, 1, 1], 13, 4),
    (&[4, 3, 1, 1], 13, 4),
    (&[3, 1, 1, 1, 1], 13, 4),
    (&[2, 5], 13, 4),
    (&[6, 3, 1, 1], 13, 4),
    (&[13], 13, 4),
    (&[1, 1, 1, 1, 1, 1, 1, 1], 13, 4),
    (&[2, 3, 1, 1], 9, 4),
    (&[2, 3, 1, 1], 13, 3),
    (&[1, 2, 1], 4, 4),
    (&[2, 2], 5, 3),
    (&[1, 1], 3, 2),
    (&[4, 4], 13, 1),
    (&[8, 4], 3, 4),
];

#[test]
fn both_indexers_have_the_same_order() {
    for (game, n_ranks, n_suits) in OF_BOTH {
        let narrow = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
        let wide = WideIndexer::new(game, n_ranks, n_suits).unwrap();
        assert_eq!((wide.sizes(), wide.cards_per_round()), (narrow.sizes(), narrow.cards_per_round().to_vec()));
        for (round, &size) in wide.sizes().iter().enumerate() {
            let configurations = wide.configurations(round).unwrap();
            assert_eq!(narrow.configurations(round).as_ref(), Ok(&configurations), "{wide:?}");
            let numbers = configurations.iter().flat_map(|of| {
                let counts = of.counts.iter().flatten().map(|&count| count as u64);
                counts.chain(of.suit_sizes.clone()).chain([of.offset])
            });
            assert_eq!(wide.configuration_numbers(round), Ok(numbers.collect()));
            let width = wide.cards_through(round).unwrap();
            let (mut first, mut second) = (vec![0; width], vec![0; width]);
            let some = (0..3000).map(|k| (u128::from(size - 1) * k / 2999) as u64);
            let ends = wide.configurations(round).unwrap().into_iter().map(|of| of.offset);
            for index in some.chain(ends) {
                wide.unindex(round, index, &mut first).unwrap();
                narrow.unindex(round, index, &mut second).unwrap();
                assert_eq!(first, second, "{wide:?} {index}");
                assert_eq!(wide.index(round, &first), Ok(index));
                assert_eq!(wide.multiplicity(round, index), narrow.multiplicity(round, index));
            }
        }
    }
}

#[test]
fn every_hand_of_small_decks_has_the_same_index() {
    for (game, n_ranks, n_suits) in
        [(&[2usize, 2, 1][..], 3, 4), (&[1, 2, 1], 4, 4), (&[2, 2], 5, 3), (&[3, 1, 1], 6, 2), (&[2, 3], 8, 1)]
    {
        let narrow = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
        let wide = WideIndexer::new(game, n_ranks, n_suits).unwrap();
        let last = game.len() - 1;
        let mut hands = 0u64;
        for_each_deal(game, &cards_of(n_ranks, n_suits), &mut |hand| {
            assert_eq!(wide.index(last, hand), narrow.index(last, hand), "{wide:?} {hand:?}");
            hands += 1;
        });
        let counted: u64 = (0..wide.size(last).unwrap()).map(|index| wide.multiplicity(last, index).unwrap()).sum();
        assert_eq!(hands, counted);
    }
}

/// Games of decks that only the wide indexer takes.
const WIDE: [(&[usize], usize, usize); 9] = [
    (&[2, 3, 1, 1], 16, 8),
    (&[2, 3, 1, 1], 14, 5),
    (&[4, 3, 1, 1], 13, 5),
    (&[2, 3, 1, 1], 14, 4),
    (&[3, 1, 1, 1, 1], 16, 6),
    (&[1, 1, 1, 1, 1, 1, 1, 1], 16, 8),
    (&[9], 16, 7),
    (&[8, 8], 16, 2),
    (&[4, 4], 4, 8),
];

#[test]
fn sizes_of_wide_decks_are_burnsides() {
    for (game, n_ranks, n_suits) in WIDE {
        let wide = WideIndexer::new(game, n_ranks, n_suits).unwrap();
        for (round, &size) in wide.sizes().iter().enumerate() {
            assert_eq!(u128::from(size), burnside(&game[..=round], n_ranks, n_suits), "{wide:?}");
        }
    }
}

#[test]
fn batches_are_the_hands_one_by_one() {
    for (game, n_ranks, n_suits) in WIDE {
        let wide = WideIndexer::new(game, n_ranks, n_suits).unwrap();
        let round = wide.n_rounds() - 1;
        let (size, width) = (wide.size(round).unwrap(), wide.cards_through(round).unwrap());
        // More than a step of the threads.
        let n = size.min(20_000);
        let indices: Vec<u64> = (0..n).map(|k| (u128::from(size - 1) * u128::from(k) / u128::from(n)) as u64).collect();
        let mut expected = vec![0; indices.len() * width];
        for (&index, hand) in indices.iter().zip(expected.chunks_mut(width)) {
            wide.unindex(round, index, hand).unwrap();
            assert_eq!(wide.index(round, hand), Ok(index));
        }
        for threads in [1, 2, 5] {
            let mut run = Run::new(threads);
            let (mut found, mut hands) = (vec![0; indices.len()], vec![0; expected.len()]);
            wide.unindex_rows(round, &indices, &mut hands, &mut run).unwrap();
            assert!(hands == expected);
            wide.index_rows(round, &hands, &mut found, &mut run).unwrap();
            assert!(found == indices);
            hands.fill(0);
            wide.canonical_rows(round, &expected, &mut hands, &mut run).unwrap();
            assert!(hands == expected);
            let mut deals = vec![0; indices.len()];
            wide.multiplicity_rows(round, &indices, &mut deals, &mut run).unwrap();
            assert!(indices.iter().zip(&deals).all(|(&index, &deals)| wide.multiplicity(round, index) == Ok(deals)));
            let mut all = vec![0; indices.len() * game.len()];
            wide.index_all_rows(&expected, &mut all, &mut run).unwrap();
            for (hand, all) in expected.chunks(width).zip(all.chunks(game.len())).step_by(101) {
                for (round, &index) in all.iter().enumerate() {
                    assert_eq!(wide.index(round, &hand[..wide.cards_through(round).unwrap()]), Ok(index));
                }
            }
            let range = size - n.min(1000)..size;
            let (mut hands, mut deals) = (vec![0; n.min(1000) as usize * width], vec![0; n.min(1000) as usize]);
            wide.unindex_range(round, range.clone(), &mut hands, &mut run).unwrap();
            wide.multiplicity_range(round, range.clone(), &mut deals, &mut run).unwrap();
            for ((index, hand), deals) in range.zip(hands.chunks(width)).zip(deals) {
                assert_eq!((wide.index(round, hand), wide.multiplicity(round, index)), (Ok(index), Ok(deals)));
            }
        }
    }
}

/// A game, its deck, and a shuffle of it.
fn any_game() -> impl Strategy<Value = (Vec<usize>, usize, usize, Vec<u8>, Vec<usize>)> {
    (1..=16usize, 1..=8usize).prop_flat_map(|(n_ranks, n_suits)| {
        let order = Just((0..n_suits).collect::<Vec<_>>()).prop_shuffle();
        let cards = Just(cards_of(n_ranks, n_suits)).prop_shuffle();
        (prop::collection::vec(1..=4usize, 1..=4), Just(n_ranks), Just(n_suits), cards, order)
    })
}

proptest! {
    #[test]
    fn suits_and_the_order_in_a_round_do_not_matter((game, n_ranks, n_suits, cards, order) in any_game()) {
        prop_assume!(game.iter().sum::<usize>() <= cards.len());
        let Ok(wide) = WideIndexer::new(&game, n_ranks, n_suits) else { return Ok(()) };
        let round = game.len() - 1;
        let hand = &cards[..game.iter().sum()];
        let index = wide.index(round, hand).unwrap();
        prop_assert!(index < wide.size(round).unwrap());
        let deck = deck::WideDeck::new(n_ranks, n_suits).unwrap();
        let mut image = Vec::new();
        let mut rest = hand;
        for &cards in &game {
            let (dealt, later) = rest.split_at(cards);
            image.extend(dealt.iter().rev().map(|&card| {
                let (suit, rank) = deck.place(card).unwrap();
                deck.card(order[suit], rank)
            }));
            rest = later;
        }
        prop_assert_eq!(wide.index(round, &image), Ok(index));
        let mut canonical = vec![0; hand.len()];
        wide.unindex(round, index, &mut canonical).unwrap();
        prop_assert_eq!(wide.index(round, &canonical), Ok(index));
        prop_assert_eq!(suits_of(&game, n_suits, &canonical), suits_of(&game, n_suits, hand));
        if n_ranks <= 13 && n_suits <= 4 {
            let narrow = HandIndexer::with_deck(&game, n_ranks, n_suits).unwrap();
            prop_assert_eq!(narrow.index(round, hand), Ok(index));
        }
    }

    #[test]
    fn multisets_come_back(mut groups in prop::collection::vec(0..1u64 << 37, 1..=8)) {
        // As many as fit in 64 bits.
        groups.sort_unstable_by(|a, b| b.cmp(a));
        while tied::multisets(groups[0] + 1, groups.len()).is_none_or(|count| count > u64::MAX.into()) {
            for group in &mut groups {
                *group /= 7;
            }
        }
        let index = tied::index(groups.iter());
        let mut back = vec![0; groups.len()];
        tied::unindex(index, &mut back);
        prop_assert_eq!(back, groups);
    }
}

#[test]
fn multisets_are_numbered_densely() {
    for j in 1..=8 {
        let mut last = vec![];
        for index in 0..2000 {
            let mut groups = vec![0; j];
            tied::unindex(index, &mut groups);
            assert!(groups.is_sorted_by(|a, b| a >= b) && last < groups, "{groups:?}");
            assert_eq!(tied::index(groups.iter()), index);
            last = groups;
        }
    }
    assert_eq!(tied::multisets(1 << 44, 2), Some((1 << 87) + (1 << 43)));
    assert_eq!(tied::multisets(1 << 44, 8), None);
}

#[test]
fn wrong_calls_are_refused() {
    let text = |error: Error| error.to_string();
    let new = |game: &[usize], n_ranks, n_suits| text(WideIndexer::new(game, n_ranks, n_suits).unwrap_err());
    assert_eq!(new(&[2], 17, 4), "n_ranks = 17: a deck has 1 to 16 ranks");
    assert_eq!(new(&[2], 0, 4), "n_ranks = 0: a deck has 1 to 16 ranks");
    assert_eq!(new(&[2], 16, 9), "n_suits = 9: a deck has 1 to 8 suits");
    assert_eq!(new(&[2, 7], 2, 4), "the game [2, 7] deals more cards than the 8 of the deck");
    assert_eq!(
        new(&[2, usize::MAX], 2, 4),
        format!("the game [2, {}] deals more cards than the 8 of the deck", usize::MAX)
    );
    assert!(new(&[], 16, 8).contains("a game of 0 rounds"));
    assert!(new(&[1; 9], 16, 8).contains("a game of 9 rounds"));
    assert!(new(&[2, 0], 16, 8).contains("round 1 of the game [2, 0] deals no card"));
    // Beyond 64 bits, and far beyond.
    let beyond = new(&[9, 9], 16, 8);
    assert!(beyond.starts_with("the number of hands of the game [9, 9] in round 1, "), "{beyond}");
    let size = burnside(&[9, 9], 16, 8);
    assert!(beyond.contains(&size.to_string()) || beyond.contains("at least"), "{beyond} {size}");
    let size = burnside(&[22], 16, 8);
    let exact =
        format!("the number of hands of the game [22] in round 0, {size}, does not fit in the integer that holds it");
    assert!(size > u64::MAX.into() && new(&[22], 16, 8) == exact, "{exact}");
    let far = new(&[2, 40, 40], 16, 8);
    assert!(far.starts_with("the number of hands of the game [2, 40, 40] in round 1, at least "), "{far}");
    assert!(far.ends_with(", does not fit in the integer that holds it"), "{far}");
    assert!(new(&[3; 8], 3, 8).contains("more than 1048576 suit configurations in round"));

    let wide = WideIndexer::new(&[2, 1], 14, 5).unwrap();
    assert_eq!(format!("{wide:?}"), "WideIndexer([2, 1], n_ranks=14, n_suits=5)");
    let index = |round, cards: &[u8]| text(wide.index(round, cards).unwrap_err());
    assert_eq!(index(0, &[3, 70]), "card id 70 is outside the deck (0 to 69)");
    assert_eq!(index(1, &[3, 4, 3]), "card id 3 appears more than once");
    assert_eq!(index(0, &[3, 3]), "card id 3 appears more than once");
    assert_eq!(index(0, &[3]), "expected 2 cards, found 1");
    assert_eq!(index(2, &[3]), "round 2 is out of range (0 to 1)");
    let holes = WideIndexer::new(&[2], 16, 3).unwrap();
    assert_eq!(text(holes.index(0, &[62, 7]).unwrap_err()), "card id 7 is not in a deck of 16 ranks and 3 suits");
    assert_eq!(text(holes.index(0, &[62, 63]).unwrap_err()), "card id 63 is outside the deck (0 to 62)");
    let mut out = [0; 3];
    let rows = wide.index_rows(0, &[0, 1, 2, 3, 9, 9], &mut out, &mut Run::new(1)).unwrap_err();
    assert_eq!((rows.card(), text(rows)), (Some(9), "row 2: card id 9 appears more than once".into()));
    assert!(wide.index_rows(0, &[0, 1, 2], &mut out, &mut Run::new(1)).is_err());
    assert!(wide.index_rows(2, &[0, 1, 2], &mut out, &mut Run::new(1)).is_err());
    assert!(wide.index_all_rows(&[0, 1, 2], &mut out, &mut Run::new(1)).is_err());
    assert!(wide.canonical_rows(0, &[0, 1, 2], &mut [0; 3], &mut Run::new(1)).is_err());
    assert!(wide.canonical_rows(0, &[0, 1], &mut [0; 3], &mut Run::new(1)).is_err());
    let size = wide.size(0).unwrap();
    let last = format!("row 1: hand index {size} is out of range (0 to {})", size - 1);
    let unindex = wide.unindex_rows(0, &[0, size], &mut [0; 4], &mut Run::new(1));
    assert_eq!(text(unindex.unwrap_err()), last);
    assert_eq!(text(wide.multiplicity_rows(0, &[0, size], &mut [0; 2], &mut Run::new(1)).unwrap_err()), last);
    assert!(wide.multiplicity_rows(2, &[], &mut [], &mut Run::new(1)).is_err());
    assert!(wide.multiplicity_rows(0, &[0], &mut [], &mut Run::new(1)).is_err());
    assert!(wide.unindex(0, size, &mut [0; 2]).is_err() && wide.unindex(0, 0, &mut [0; 3]).is_err());
    assert!(wide.multiplicity(0, size).is_err() && wide.multiplicity(2, 0).is_err());
    let backwards = std::ops::Range { start: 2, end: 1 };
    assert!(wide.unindex_range(0, backwards.clone(), &mut [], &mut Run::new(1)).is_err());
    assert!(wide.multiplicity_range(0, backwards, &mut [], &mut Run::new(1)).is_err());
    assert!(wide.unindex_range(0, size..size + 1, &mut [0; 2], &mut Run::new(1)).is_err());
    assert!(wide.unindex_range(2, 0..1, &mut [0; 2], &mut Run::new(1)).is_err());
    assert!(wide.unindex_range(0, 0..1, &mut [0; 3], &mut Run::new(1)).is_err());
    assert!(wide.configurations(2).is_err() && wide.configuration_numbers(2).is_err());
    assert!(wide.size(2).is_err() && wide.cards_through(2).is_err());
    assert_eq!(
        wide.table_bytes(),
        136 * (wide.configurations(0).unwrap().len() + wide.configurations(1).unwrap().len())
    );
}

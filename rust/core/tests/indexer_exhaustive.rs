//! Whole games, index by index. Larger ones: `examples/exhaustive_indexer.rs`.

use std::collections::HashMap;

use pokerbits::combinatorics::choose;
use pokerbits::indexer::HandIndexer;
use pokerbits::runtime::{Run, run::available};

#[allow(dead_code)]
#[path = "common/indexer_oracle.rs"]
mod oracle;
use oracle::images;

fn number_of_deals(indexer: &HandIndexer, rounds: usize) -> u128 {
    let mut left = (indexer.n_ranks() * indexer.n_suits()) as u64;
    let deal = |&cards: &usize| {
        let ways = choose(left, cards as u64).unwrap();
        left -= cards as u64;
        ways
    };
    indexer.cards_per_round()[..rounds].iter().map(deal).product()
}

/// Every index of every round unindexes to a hand that has it, and the classes hold all deals.
fn there_and_back(indexer: &HandIndexer) {
    const STEP: u64 = 1 << 20;
    let run = &mut Run::new(available());
    for round in 0..indexer.n_rounds() {
        let size = indexer.size(round).unwrap();
        let width = indexer.cards_through(round).unwrap();
        let mut deals = 0u128;
        for start in (0..size).step_by(STEP as usize) {
            let range = start..size.min(start + STEP);
            let n = (range.end - range.start) as usize;
            let mut cards = vec![0; n * width];
            let mut numbers = vec![0; n];
            indexer.unindex_range(round, range.clone(), &mut cards, run).unwrap();
            indexer.index_rows(round, &cards, &mut numbers, run).unwrap();
            assert!(range.clone().eq(numbers.iter().copied()), "{indexer:?} round {round}");
            indexer.multiplicity_range(round, range, &mut numbers, run).unwrap();
            deals += numbers.iter().map(|&m| u128::from(m)).sum::<u128>();
        }
        assert_eq!(deals, number_of_deals(indexer, round + 1), "{indexer:?} round {round}");
    }
}

#[test]
fn games_of_the_full_deck() {
    for game in [&[2usize][..], &[3], &[5], &[2, 3], &[3, 3], &[2, 4], &[1, 1, 1, 1], &[51], &[52], &[51, 1]] {
        there_and_back(&HandIndexer::new(game).unwrap());
    }
}

#[test]
fn small_decks() {
    let mut games = 0;
    for n_ranks in 1..=6 {
        for n_suits in 1..=4 {
            for game in [
                &[1usize][..],
                &[1, 1],
                &[2, 1],
                &[1, 2],
                &[2, 2],
                &[3, 2],
                &[1, 1, 1, 1],
                &[2, 3, 1, 1],
                &[1, 1, 1, 1, 1, 1, 1],
                &[1, 1, 1, 1, 1, 1, 1, 1],
                &[8],
            ] {
                let n_cards: usize = game.iter().sum();
                match HandIndexer::with_deck(game, n_ranks, n_suits) {
                    Ok(indexer) if number_of_deals(&indexer, game.len()) < 20_000_000 => {
                        there_and_back(&indexer);
                        games += 1;
                    }
                    Ok(_) => {}
                    Err(_) => assert!(n_cards > n_ranks * n_suits),
                }
            }
        }
    }
    assert!(games > 150, "{games}");
}

/// Over every deal of small games, the oracle's class and the index determine each other, and sizes agree.
#[test]
fn classes_are_orbits() {
    for (game, n_ranks, n_suits) in [
        (&[1usize, 1][..], 3, 2),
        (&[2, 1], 4, 3),
        (&[2, 2], 3, 4),
        (&[1, 1, 1, 1], 2, 4),
        (&[3, 2], 2, 4),
        (&[4], 4, 4),
    ] {
        let indexer = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
        let round = game.len() - 1;
        let deck: Vec<u8> = (0..4 * n_ranks as u8).filter(|c| usize::from(c & 3) < n_suits).collect();
        let mut class_of: HashMap<u64, (Vec<u8>, u64)> = HashMap::new();
        let mut name_of: HashMap<Vec<u8>, u64> = HashMap::new();
        each_deal(&deck, game, &mut Vec::new(), &mut |hand| {
            let index = indexer.index(round, hand).unwrap();
            let images = images(game, n_suits, hand);
            assert_eq!(*name_of.entry(images[0].clone()).or_insert(index), index);
            let class = class_of.entry(index).or_insert((images[0].clone(), 0));
            assert_eq!(class.0, images[0]);
            class.1 += 1;
        });
        assert_eq!(class_of.len() as u64, indexer.size(round).unwrap());
        for (index, (_, deals)) in class_of {
            assert_eq!(indexer.multiplicity(round, index).unwrap(), deals);
        }
    }
}

/// Every deal, the cards of each round ascending.
fn each_deal(deck: &[u8], rounds: &[usize], hand: &mut Vec<u8>, work: &mut impl FnMut(&[u8])) {
    let Some((&cards, later)) = rounds.split_first() else { return work(hand) };
    for set in 0u32..1 << deck.len() {
        if set.count_ones() as usize == cards {
            let (dealt, left): (Vec<(usize, u8)>, Vec<_>) =
                deck.iter().copied().enumerate().partition(|(k, _)| set >> k & 1 != 0);
            hand.extend(dealt.iter().map(|(_, c)| c));
            let left: Vec<u8> = left.into_iter().map(|(_, c)| c).collect();
            each_deal(&left, later, hand, work);
            hand.truncate(hand.len() - cards);
        }
    }
}

/// A class's deals are its parent's, times the ways to go on from each of them; and every class has one parent.
#[test]
fn children_partition_the_next_round() {
    for (game, n_ranks, n_suits) in [(&[2usize, 3][..], 13, 4), (&[2, 3], 6, 4), (&[1, 1], 3, 2), (&[1, 2, 1], 4, 3)] {
        let indexer = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
        for round in 0..game.len() - 1 {
            let mut seen = vec![false; indexer.size(round + 1).unwrap() as usize];
            let ways = number_of_deals(&indexer, round + 2) / number_of_deals(&indexer, round + 1);
            for parent in 0..indexer.size(round).unwrap() {
                let children = indexer.children(round, parent, &mut Run::new(2)).unwrap();
                assert!(children.is_sorted());
                assert_eq!(children.iter().map(|&(_, weight)| u128::from(weight)).sum::<u128>(), ways);
                let deals = indexer.multiplicity(round, parent).unwrap();
                for (child, weight) in children {
                    assert_eq!(indexer.multiplicity(round + 1, child).unwrap(), deals * weight);
                    assert!(!std::mem::replace(&mut seen[child as usize], true));
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }
}

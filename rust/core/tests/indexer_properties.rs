//! Properties of every game: symmetry, Burnside's count, one answer on every path, clear errors.

use std::collections::HashSet;

use pokerbits::Error;
use pokerbits::cards::{Deck, Rank};
use pokerbits::indexer::{
    HandIndexer, STATE_WORDS, rank_group_index, rank_group_size, rank_group_unindex, tied_suits_index, tied_suits_size,
    tied_suits_unindex,
};
use pokerbits::runtime::Run;
use pokerbits::runtime::rng::Philox;
use proptest::prelude::*;

mod common;
use common::deal;
#[path = "common/indexer_games.rs"]
mod games;
use games::GAMES;
#[allow(dead_code)]
#[path = "common/indexer_oracle.rs"]
mod oracle;
use oracle::{images, suit_permutations};

/// Deals whose every round is a union of orbits of a suit permutation with these cycles; `left[k]` ranks of cycle `k`
/// are not dealt yet.
fn fixed_deals(cycles: &[usize], left: &[usize], rounds: &[usize]) -> u128 {
    fn distribute(cycles: &[usize], left: &mut [usize], k: usize, cards: usize, later: &[usize]) -> u128 {
        if k == cycles.len() {
            return if cards == 0 { fixed_deals(cycles, left, later) } else { 0 };
        }
        let mut total = 0;
        let mut ways = 1;
        let n = left[k];
        for taken in 0..=n.min(cards / cycles[k]) {
            left[k] = n - taken;
            total += ways * distribute(cycles, left, k + 1, cards - taken * cycles[k], later);
            ways = ways * (n - taken) as u128 / (taken as u128 + 1);
        }
        left[k] = n;
        total
    }
    match rounds.split_first() {
        None => 1,
        Some((&cards, later)) => distribute(cycles, &mut left.to_vec(), 0, cards, later),
    }
}

fn cycles(permutation: &[u8]) -> Vec<usize> {
    let mut seen = HashSet::new();
    let mut lengths = Vec::new();
    for start in 0..permutation.len() as u8 {
        let mut length = 0;
        let mut at = start;
        while seen.insert(at) {
            length += 1;
            at = permutation[at as usize];
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

#[test]
fn sizes_are_burnsides() {
    for (game, n_ranks, n_suits) in GAMES {
        let indexer = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
        for round in 0..game.len() {
            let permutations = suit_permutations(n_suits);
            let fixed: u128 = permutations
                .iter()
                .map(|permutation| {
                    let cycles = cycles(permutation);
                    fixed_deals(&cycles, &vec![n_ranks; cycles.len()], &game[..=round])
                })
                .sum();
            assert_eq!(fixed % permutations.len() as u128, 0);
            assert_eq!(u128::from(indexer.size(round).unwrap()), fixed / permutations.len() as u128, "{indexer:?}");
        }
    }
}

/// Every image of a random hand has its index on every path; the canonical hand is an image; the class is the orbit.
fn check_symmetry(indexer: &HandIndexer, rng: &mut Philox) {
    let game = indexer.cards_per_round();
    let n_suits = indexer.n_suits();
    let mut hand = deal(rng, indexer.deck(), game.iter().sum());
    let mut all = vec![0; game.len()];
    indexer.index_all(&hand, &mut all).unwrap();
    for round in 0..game.len() {
        let n = indexer.cards_through(round).unwrap();
        let index = indexer.index(round, &hand[..n]).unwrap();
        assert_eq!(index, all[round]);
        assert!(index < indexer.size(round).unwrap());
        let images = images(&game[..=round], n_suits, &hand[..n]);
        let rows = images.concat();
        let mut indices = vec![0; images.len()];
        indexer.index_rows(round, &rows, &mut indices, &mut Run::new(1)).unwrap();
        assert!(indices.iter().all(|&i| i == index), "{indexer:?} {hand:?}");
        assert_eq!(indexer.multiplicity(round, index).unwrap(), images.len() as u64);

        let mut canonical = vec![0; n];
        indexer.canonical(round, &hand[..n], &mut canonical).unwrap();
        let mut sorted = canonical.clone();
        let mut from = 0;
        for &cards in &game[..=round] {
            sorted[from..from + cards].sort_unstable();
            let by_suit: Vec<(u8, u8)> = canonical[from..from + cards].iter().map(|c| (c & 3, c >> 2)).collect();
            assert!(by_suit.is_sorted());
            from += cards;
        }
        assert!(images.contains(&sorted), "{indexer:?} {hand:?} {canonical:?}");
    }
    // The order within a round does not matter.
    let mut from = 0;
    for &cards in game {
        hand[from..from + cards].reverse();
        from += cards;
    }
    let mut again = vec![0; game.len()];
    indexer.index_all(&hand, &mut again).unwrap();
    assert_eq!(all, again);
}

#[test]
fn every_game_is_symmetric() {
    let mut rng = Philox::new([4, 13], [0; 4]);
    for (game, n_ranks, n_suits) in GAMES {
        let indexer = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
        for _ in 0..100 {
            check_symmetry(&indexer, &mut rng);
        }
    }
}

/// Any deck, of which half have a deuce.
fn any_deck() -> impl Strategy<Value = Deck> {
    let lowest = prop_oneof![Just(0usize), 1usize..=12];
    let shape = lowest.prop_flat_map(|lowest| (Just(lowest), 1..=13 - lowest, 1usize..=4));
    shape.prop_map(|(lowest, n_ranks, n_suits)| Deck::from_rank(Rank::ALL[lowest], n_ranks, n_suits).unwrap())
}

/// A random hand is, on every path, what the hand of the same places in the deck from the deuce up is.
fn check_lowest_rank(indexer: &HandIndexer, rng: &mut Philox) {
    let (game, deck) = (indexer.cards_per_round(), indexer.deck());
    let from_deuce = HandIndexer::with_deck(game, deck.n_ranks(), deck.n_suits()).unwrap();
    let shift = 4 * deck.lowest_rank().index();
    let moved = |cards: &[u8]| cards.iter().map(|card| card - shift).collect::<Vec<u8>>();
    assert_eq!(indexer.sizes(), from_deuce.sizes());
    assert_eq!(*indexer == from_deuce, shift == 0);
    let hand = deal(rng, deck, game.iter().sum());
    let run = &mut Run::new(1);
    let mut states = [[0; STATE_WORDS]; 2];
    indexer.start(&mut states[0]).unwrap();
    from_deuce.start(&mut states[1]).unwrap();
    let mut before = 0;
    for round in 0..game.len() {
        let n = indexer.cards_through(round).unwrap();
        let index = from_deuce.index(round, &moved(&hand[..n])).unwrap();
        assert_eq!(indexer.index(round, &hand[..n]), Ok(index), "{indexer:?} {hand:?}");
        assert_eq!(indexer.multiplicity(round, index), from_deuce.multiplicity(round, index));

        // Several indices in a row take another path than one.
        let range = index..indexer.size(round).unwrap().min(index.saturating_add(5));
        let list: Vec<u64> = range.clone().collect();
        let mut expected = vec![0; list.len() * n];
        let (mut listed, mut ranged) = (expected.clone(), expected.clone());
        from_deuce.unindex_range(round, range.clone(), &mut expected, run).unwrap();
        indexer.unindex_rows(round, &list, &mut listed, run).unwrap();
        indexer.unindex_range(round, range, &mut ranged, run).unwrap();
        assert_eq!((moved(&listed), moved(&ranged)), (expected.clone(), expected.clone()));
        let (mut one, mut row, mut back) = (vec![0; n], vec![0; n], vec![0; list.len()]);
        indexer.unindex(round, index, &mut one).unwrap();
        indexer.canonical_rows(round, &hand[..n], &mut row, run).unwrap();
        assert_eq!((&one[..], &row[..]), (&listed[..n], &listed[..n]));
        indexer.index_rows(round, &listed, &mut back, run).unwrap();
        assert_eq!(back, list);

        let mut extended = [[0; STATE_WORDS]; 2];
        let (mut found, mut expected) = ([0], [0]);
        let (dealt, after) = (&hand[before..n], &mut extended);
        indexer.extend(round, &states[0], dealt, &mut after[0], &mut found, run).unwrap();
        from_deuce.extend(round, &states[1], &moved(dealt), &mut after[1], &mut expected, run).unwrap();
        assert_eq!((found, expected), ([index], [index]));
        let foreign = from_deuce.extend(round, &states[0], &moved(dealt), &mut [0; STATE_WORDS], &mut found, run);
        assert_eq!(foreign.is_err(), shift > 0, "a state of another deck");
        (states, before) = (extended, n);

        if game[0] == 2 && round > 0 {
            let (board, n_pairs) = (&hand[2..n], indexer.n_hole_pairs(round).unwrap());
            let (mut found, mut expected) = (vec![0; n_pairs], vec![0; n_pairs]);
            indexer.index_board(round, board, &mut found).unwrap();
            from_deuce.index_board(round, &moved(board), &mut expected).unwrap();
            assert_eq!(found, expected);
            let pairs = indexer.hole_pairs(board).unwrap();
            assert_eq!(moved(&pairs.concat()), from_deuce.hole_pairs(&moved(board)).unwrap().concat());
        }
        if game.get(round + 1) == Some(&1) {
            assert_eq!(indexer.children(round, index, run), from_deuce.children(round, index, run));
        }
    }
}

#[test]
fn the_lowest_rank_moves_the_cards() {
    let mut rng = Philox::new([4, 15], [0; 4]);
    let short = HandIndexer::for_deck(&[2, 3, 1, 1], Deck::SHORT).unwrap();
    assert_eq!(short.deck(), Deck::SHORT);
    let royal = Deck::from_rank(Rank::TEN, 5, 4).unwrap();
    for indexer in [short, HandIndexer::for_deck(&[2, 5], royal).unwrap(), HandIndexer::new(&[2, 3, 1, 1]).unwrap()] {
        for _ in 0..100 {
            check_symmetry(&indexer, &mut rng);
            check_lowest_rank(&indexer, &mut rng);
        }
    }
}

/// Two thousand hands of the short deck against the definition of the index.
#[test]
fn the_short_deck_is_as_defined() {
    let mut rng = Philox::new([4, 16], [0; 4]);
    let indexer = HandIndexer::for_deck(&[2, 3, 1], Deck::SHORT).unwrap();
    let slow = oracle::Oracle::from_rank(Rank::ALL[4], &[2, 3, 1], 9, 4);
    assert_eq!(u128::from(indexer.size(2).unwrap()), slow.size());
    for _ in 0..2000 {
        let hand = deal(&mut rng, Deck::SHORT, 6);
        assert_eq!(u128::from(indexer.index(2, &hand).unwrap()), slow.index(&hand), "{hand:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_game_is_symmetric(
        game in prop::collection::vec(1usize..=6, 1..=6), deck in any_deck(), seed: u64,
    ) {
        if let Ok(indexer) = HandIndexer::for_deck(&game, deck) {
            let mut rng = Philox::new([seed, 0], [0; 4]);
            for _ in 0..5 {
                check_symmetry(&indexer, &mut rng);
            }
            check_lowest_rank(&indexer, &mut rng);
        }
    }

    /// States are only arrays: whatever they hold, the answer is a number or an error.
    #[test]
    fn forged_states_are_harmless(words: [u64; STATE_WORDS], state in 0u64..3000, cards: [u8; 3]) {
        let indexer = HandIndexer::with_deck(&[2, 3, 1, 1], 5, 4).unwrap();
        let run = &mut Run::new(1);
        let (mut start, mut extended, mut out) = ([0; STATE_WORDS], [0; STATE_WORDS], [0]);
        indexer.start(&mut start).unwrap();
        for round in 0..4 {
            let n = indexer.cards_per_round()[round];
            let mut words = words;
            let _ = indexer.extend(round, &words, &cards[..n], &mut extended, &mut out, run);
            // A plausible head, so that the rest is looked at.
            let used = [0, 0b11, 0b1_1111, 0b11_1111][round] << 13;
            words[0] = used | (round as u64) << 60;
            words[1] = start[1] | state;
            let low = [0, 1, 2].map(|k| (cards[0] % 20 + k) % 20);
            let _ = indexer.extend(round, &words, &low[..n], &mut extended, &mut out, run);
        }
    }
}

/// A state that another game would read as its own, with another index, is refused.
#[test]
fn states_of_other_games_are_refused() {
    let games: [(&[usize], usize, usize); 6] = [
        (&[1, 2, 1], 13, 4),
        (&[2, 1, 1], 13, 4),
        (&[1, 2], 13, 4),
        (&[1, 2, 1, 1], 13, 4),
        (&[1, 2, 1], 12, 4),
        (&[1, 2, 1], 13, 3),
    ];
    let indexers = games.map(|(game, n_ranks, n_suits)| HandIndexer::with_deck(game, n_ranks, n_suits).unwrap());
    let run = &mut Run::new(1);
    let cards = [0, 4, 9, 16];
    for (i, from) in indexers.iter().enumerate() {
        let (mut state, mut next, mut index) = ([0; STATE_WORDS], [0; STATE_WORDS], [0]);
        from.start(&mut state).unwrap();
        for round in 0..2 {
            let before = if round == 0 { 0 } else { from.cards_through(round - 1).unwrap() };
            for (j, other) in indexers.iter().enumerate().filter(|&(j, _)| j != i) {
                let dealt = &cards[before..before + other.cards_per_round()[round]];
                let refused = other.extend(round, &state, dealt, &mut next, &mut index, run);
                let text = refused.unwrap_err().to_string();
                assert_eq!(text, format!("row 0: not a state of this game before round {round}"), "{i} {j}");
            }
            let dealt = &cards[before..from.cards_through(round).unwrap()];
            from.clone().extend(round, &state, dealt, &mut next, &mut index, run).unwrap();
            assert_eq!(index[0], from.index(round, &cards[..from.cards_through(round).unwrap()]).unwrap());
            state = next;
        }
    }
}

/// The index by the public steps of the algorithm, and the canonical hand back from it.
fn climb_and_descend(indexer: &HandIndexer, round: usize, hand: &[u8]) -> (u64, Vec<u8>) {
    let n_ranks = indexer.n_ranks();
    let mut suits: Vec<(Vec<usize>, u64)> = (0..indexer.n_suits() as u8)
        .map(|suit| {
            let mut rest = hand;
            let sets: Vec<u16> = indexer.cards_per_round()[..=round]
                .iter()
                .map(|&cards| {
                    let (dealt, later) = rest.split_at(cards);
                    rest = later;
                    dealt.iter().filter(|&card| card & 3 == suit).map(|card| 1 << (card >> 2)).sum()
                })
                .collect();
            let counts = sets.iter().map(|set| set.count_ones() as usize).collect();
            (counts, rank_group_index(&sets, n_ranks).unwrap())
        })
        .collect();
    let counts: Vec<&[usize]> = suits.iter().map(|(counts, _)| &counts[..]).collect();
    let number = indexer.configuration_index(round, &counts).unwrap();
    let configuration = indexer.configuration_unindex(round, number).unwrap();
    suits.sort_unstable_by(|a, b| b.cmp(a));
    assert!(suits.iter().map(|(counts, _)| counts).eq(&configuration.counts));
    let (mut index, mut place) = (configuration.offset, 1);
    for tied in suits.chunk_by(|a, b| a.0 == b.0) {
        let groups: Vec<u64> = tied.iter().map(|&(_, group)| group).collect();
        index += place * tied_suits_index(&groups).unwrap();
        place *= tied_suits_size(rank_group_size(&tied[0].0, n_ranks).unwrap(), tied.len()).unwrap();
    }

    let all = indexer.configurations(round).unwrap();
    let configuration = &all[all.partition_point(|configuration| configuration.offset <= index) - 1];
    let mut rest = index - configuration.offset;
    let mut dealt = vec![vec![]; round + 1];
    let mut suit = 0;
    for tied in configuration.counts.chunk_by(|a, b| a == b) {
        let size = tied_suits_size(rank_group_size(&tied[0], n_ranks).unwrap(), tied.len()).unwrap();
        for group in tied_suits_unindex(rest % size, tied.len()).unwrap() {
            let sets = rank_group_unindex(group, &tied[0], n_ranks).unwrap();
            for (dealt, set) in dealt.iter_mut().zip(sets) {
                dealt.extend((0..13).filter(|rank| set >> rank & 1 != 0).map(|rank| 4 * rank + suit));
            }
            suit += 1;
        }
        rest /= size;
    }
    assert_eq!(rest, 0);
    (index, dealt.concat())
}

#[test]
fn the_rungs_make_the_index() {
    let mut rng = Philox::new([4, 14], [0; 4]);
    for (game, n_ranks, n_suits) in GAMES {
        let indexer = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
        for round in 0..game.len() {
            let cards = indexer.cards_through(round).unwrap();
            let mut canonical = vec![0; cards];
            for _ in 0..20 {
                let hand = deal(&mut rng, indexer.deck(), cards);
                indexer.canonical(round, &hand, &mut canonical).unwrap();
                let index = indexer.index(round, &hand).unwrap();
                assert_eq!(climb_and_descend(&indexer, round, &hand), (index, canonical.clone()), "{indexer:?}");
            }
        }
    }
}

#[test]
fn configurations_have_numbers() {
    for (game, n_ranks, n_suits) in GAMES {
        let indexer = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
        for round in 0..game.len() {
            let all = indexer.configurations(round).unwrap();
            for (number, configuration) in all.iter().enumerate() {
                assert_eq!(indexer.configuration_unindex(round, number).as_ref(), Ok(configuration));
                let mut counts = configuration.counts.clone();
                assert_eq!(indexer.configuration_index(round, &counts), Ok(number));
                counts.reverse();
                assert_eq!(indexer.configuration_index(round, &counts), Ok(number));
            }
            assert!(indexer.configuration_unindex(round, all.len()).is_err());
        }
    }
    let holdem = HandIndexer::new(&[2, 3]).unwrap();
    for wrong in [
        &[[2, 3], [0, 0], [0, 0]][..],
        &[[2, 3], [0, 0], [0, 0], [0, 0], [0, 0]],
        &[[2, 2], [0, 0], [0, 0], [0, 0]],
        &[[1, 3], [0, 0], [0, 0], [0, 0]],
        &[[2, 3], [1, 0], [0, 0], [0, 0]],
        &[[2, 19], [0, 0], [0, 0], [0, 0]],
        &[[usize::MAX, 3], [0, 0], [0, 0], [0, 0]],
    ] {
        let refused = holdem.configuration_index(1, wrong).unwrap_err().to_string();
        assert!(refused.contains("are no counts by suit and round of round 1"), "{refused}");
    }
    assert!(holdem.configuration_index(0, &[[2, 3], [0, 0], [0, 0], [0, 0]]).is_err());
    assert!(holdem.configuration_index(2, &[[2, 3], [0, 0], [0, 0], [0, 0]]).is_err());
    // Fourteen cards of a suit of thirteen.
    let one_suit = HandIndexer::with_deck(&[7, 6], 13, 2).unwrap();
    assert!(one_suit.configuration_index(1, &[[7, 6], [0, 0]]).is_ok());
    let two_suits = HandIndexer::with_deck(&[7, 7], 13, 2).unwrap();
    assert!(two_suits.configuration_index(1, &[[7, 7], [0, 0]]).is_err());
}

#[test]
fn batches_do_not_depend_on_threads() {
    let indexer = HandIndexer::new(&[4, 3, 1, 1]).unwrap();
    let mut rng = Philox::new([1, 1], [0; 4]);
    let n = 20_000;
    let hands: Vec<u8> = (0..n).flat_map(|_| deal(&mut rng, Deck::STANDARD, 9)).collect();
    let mut one = vec![0; n];
    indexer.index_rows(3, &hands, &mut one, &mut Run::new(1)).unwrap();
    let mut canonical_one = vec![0; n * 9];
    indexer.canonical_rows(3, &hands, &mut canonical_one, &mut Run::new(1)).unwrap();
    for threads in [2, 5] {
        let run = &mut Run::new(threads);
        let mut many = vec![0; n];
        indexer.index_rows(3, &hands, &mut many, run).unwrap();
        assert_eq!(one, many);
        let mut canonical = vec![0; n * 9];
        indexer.unindex_rows(3, &one, &mut canonical, run).unwrap();
        assert_eq!(canonical, canonical_one);
        indexer.canonical_rows(3, &hands, &mut canonical, run).unwrap();
        assert_eq!(canonical, canonical_one);
        indexer.multiplicity_rows(3, &one, &mut many, run).unwrap();
        assert!(one.iter().zip(many).all(|(&i, m)| indexer.multiplicity(3, i).unwrap() == m));

        // The first bad row is the one reported.
        let mut bad = hands.clone();
        bad[9 * 9001 + 8] = 52;
        bad[9 * 5000 + 7] = bad[9 * 5000];
        let card = bad[9 * 5000];
        let error = indexer.index_rows(3, &bad, &mut one.clone(), run).unwrap_err();
        assert!(matches!(error, Error::DuplicateCard { row, card: c } if row.0 == Some(5000) && c == card));
        let mut all = vec![0; 4 * n];
        assert_eq!(indexer.index_all_rows(&bad, &mut all, run).unwrap_err(), error);
    }
}

#[test]
fn ranges_are_lists() {
    let indexer = HandIndexer::new(&[2, 3]).unwrap();
    let list: Vec<u64> = (1_280_000..1_286_792).collect();
    let run = &mut Run::new(2);
    let (mut listed, mut ranged) = (vec![0; 5 * list.len()], vec![0; 5 * list.len()]);
    indexer.unindex_rows(1, &list, &mut listed, run).unwrap();
    indexer.unindex_range(1, 1_280_000..1_286_792, &mut ranged, run).unwrap();
    assert_eq!(listed, ranged);
    indexer.unindex_range(1, 7..7, &mut [], run).unwrap();
}

#[test]
fn tables_are_small() {
    for (game, _, _) in GAMES.iter().filter(|(game, ..)| game.len() < 8) {
        let indexer = HandIndexer::new(game).unwrap();
        assert!(indexer.table_bytes() < 200 << 10, "{indexer:?}: {} bytes", indexer.table_bytes());
    }
}

#[test]
fn bad_games_are_refused() {
    for (game, n_ranks, n_suits, message) in [
        (&[][..], 13, 4, "a game of 0 rounds"),
        (&[1; 9], 13, 4, "a game of 9 rounds"),
        (&[2, 0, 1], 13, 4, "round 1 of the game [2, 0, 1] deals no card"),
        (&[50, 3], 13, 4, "deals more cards than the 52 of the deck"),
        (&[3, 4], 3, 2, "deals more cards than the 6 of the deck"),
        (&[usize::MAX, 2], 13, 4, "deals more cards"),
        (&[2], 14, 4, "n_ranks = 14"),
        (&[2], 0, 4, "n_ranks = 0"),
        (&[2], 13, 5, "n_suits = 5"),
        (&[2], 13, 0, "n_suits = 0"),
        (&[13, 13], 13, 4, "the number of hands of the game [13, 13]"),
        (&[10, 10, 10], 13, 4, "does not fit"),
        (&[2, 2, 2, 2, 2, 2, 2], 13, 4, "does not fit"),
        (&[3, 3, 3, 3, 2, 2, 2, 2], 5, 4, "too many suit configurations in round 5"),
    ] {
        let error = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn bad_input_is_named() {
    let indexer = HandIndexer::new(&[2, 3]).unwrap();
    let leduc = HandIndexer::with_deck(&[1, 1], 3, 2).unwrap();
    let run = &mut Run::new(1);
    let (mut out, mut cards) = ([0; 1], [0; 5]);
    let mut state = [0; STATE_WORDS];
    indexer.start(&mut state).unwrap();
    let mut next = state;
    let text = |result: Result<(), Error>| result.unwrap_err().to_string();
    let one = |result: Result<u64, Error>| result.unwrap_err().to_string();
    let pairs = |indexer: &HandIndexer, board: &[u8]| indexer.hole_pairs(board).unwrap_err().to_string();
    let low = HandIndexer::with_deck(&[2, 3], 9, 4).unwrap();
    let short = HandIndexer::for_deck(&[2, 3], Deck::SHORT).unwrap();
    let streets = HandIndexer::new(&[2, 3, 1, 1]).unwrap();
    for (message, found) in [
        ("expected 5 cards, found 4", one(indexer.index(1, &[0, 1, 2, 3]))),
        ("expected 5 cards, found 2", text(indexer.index_all(&[0, 1], &mut [0; 2]))),
        ("round 2 is out of range (0 to 1)", one(indexer.index(2, &[0, 1, 2, 3]))),
        ("card id 52 is outside the deck (0 to 51)", one(indexer.index(1, &[0, 1, 2, 3, 52]))),
        ("card id 255 is outside the deck", one(indexer.index(0, &[255, 255]))),
        ("card 2c (id 0) appears more than once", one(indexer.index(0, &[0, 0]))),
        ("card 3d (id 5) appears more than once", one(indexer.index(1, &[5, 1, 2, 3, 5]))),
        ("card id 52 is outside the deck (0 to 51)", one(leduc.index(0, &[52]))),
        ("card 4h (id 10) is not in a deck of the ranks 2 to 4 in 2 suits", one(leduc.index(0, &[10]))),
        ("card 5c (id 12) is not in a deck of the ranks 2 to 4 in 2 suits", one(leduc.index(0, &[12]))),
        ("card 2h (id 2) is not in a deck of the ranks 2 to 4 in 2 suits", one(leduc.index(0, &[2]))),
        ("row 1: card 2h (id 2) is not in a deck", text(leduc.index_rows(0, &[0, 2], &mut [0; 2], run))),
        ("row 1: card id 90", text(indexer.index_rows(0, &[0, 1, 90, 2], &mut [0; 2], run))),
        ("cards: expected 1 rows of 2", text(indexer.index_rows(0, &[0, 1, 2], &mut out, run))),
        ("hand index 169 is out of range (0 to 168)", text(indexer.unindex(0, 169, &mut cards[..2]))),
        ("expected 2 cards, found 3", text(indexer.unindex(0, 168, &mut cards[..3]))),
        ("row 1: hand index 169", text(indexer.unindex_rows(0, &[0, 169], &mut cards[..4], run))),
        ("hand index 170 is out of range", text(indexer.unindex_range(0, 169..171, &mut cards[..4], run))),
        ("ends before it starts", text(indexer.unindex_range(0, std::ops::Range { start: 5, end: 3 }, &mut [], run))),
        ("row 0: hand index 1286792", text(indexer.multiplicity_rows(1, &[1_286_792], &mut out, run))),
        ("hand index 169", one(indexer.multiplicity(0, 169))),
        ("round 1 is the last", indexer.children(1, 0, run).unwrap_err().to_string()),
        ("row 0: card 2c (id 0) appears", text(indexer.extend(0, &state, &[0, 0], &mut next, &mut out, run))),
        ("row 0: not a state", text(indexer.extend(1, &state, &[0, 1, 2], &mut next, &mut out, run))),
        ("expected 3 cards, found 2", text(indexer.index_board(1, &[0, 1], &mut [0; 1176]))),
        ("appears more than once", text(indexer.index_board(1, &[0, 1, 1], &mut [0; 1176]))),
        ("row 0: card id 77", text(indexer.index_boards(1, &[0, 1, 77], &mut [0; 1176], run))),
        ("is not a board under two hole cards", text(indexer.index_board(0, &[], &mut []))),
        ("is not a board under two hole cards", leduc.n_hole_pairs(1).unwrap_err().to_string()),
        ("is not a board under two hole cards", pairs(&leduc, &[0])),
        ("is not a board under two hole cards", pairs(&HandIndexer::new(&[2]).unwrap(), &[])),
        ("card As (id 51) appears more than once", pairs(&indexer, &[51, 47, 51])),
        ("card id 255 is outside the deck", pairs(&indexer, &[0, 1, 255])),
        ("card Ah (id 50) is not in a deck of the ranks 2 to T in 4 suits", pairs(&low, &[50, 1, 2])),
        ("card 2c (id 0) is not in a deck of the ranks 6 to A in 4 suits", pairs(&short, &[50, 0, 49])),
        ("card 5s (id 15) is not in a deck of the ranks 6 to A", one(short.index(0, &[16, 15]))),
        ("row 1: card 2c (id 0) is not in a deck", text(short.index_rows(0, &[16, 17, 0, 51], &mut [0; 2], run))),
        ("row 0: card 3c (id 4) is not in", text(short.index_boards(1, &[4, 20, 51], &mut [0; 33 * 16], run))),
        ("row 0: card id 52", text(short.index_rows(0, &[52, 17], &mut out, run))),
        ("expected 3 cards, found 1", pairs(&indexer, &[255])),
        ("expected 3 cards, found 4", pairs(&indexer, &[0, 1, 2, 3])),
        ("expected 3 cards, found 0", pairs(&streets, &[])),
        ("expected 5 cards, found 6", pairs(&streets, &[0, 1, 2, 3, 4, 5])),
        ("has too many deals", HandIndexer::new(&[2, 8]).unwrap().children(0, 0, run).unwrap_err().to_string()),
    ] {
        assert!(found.contains(message), "{found:?} should say {message:?}");
    }
}

#[test]
fn an_indexer_is_its_game() {
    let hash = |indexer: &HandIndexer| {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        indexer.hash(&mut hasher);
        hasher.finish()
    };
    let (a, b) = (HandIndexer::new(&[2, 3]).unwrap(), HandIndexer::with_deck(&[2, 3], 13, 4).unwrap());
    let c = HandIndexer::with_deck(&[2, 3], 9, 4).unwrap();
    assert_eq!((&a, hash(&a)), (&b, hash(&b)));
    assert_ne!(a, c);
    assert_eq!(format!("{c:?}"), "HandIndexer([2, 3], n_ranks=9, n_suits=4)");
    let d = HandIndexer::for_deck(&[2, 3], Deck::SHORT).unwrap();
    assert_ne!(c, d);
    assert_eq!(format!("{d:?}"), "HandIndexer([2, 3], n_ranks=9, n_suits=4, lowest_rank=6)");
}

//! Odds against random opponents: published and independent counts, brute force, the plain method, and simulation.

// Nothing forks here.
#![allow(clippy::disallowed_types)]

mod common;

use std::fs;
use std::sync::OnceLock;

use num_bigint::BigInt;
use num_rational::BigRational;
use pokerbits::cards::{
    COMBOS, Card, CardSet, Deck, HAND_CLASS_COUNT, class_of, combo_of, hand_class_name, parse_cards,
};
use pokerbits::evaluator::{evaluate_combos, evaluate_ids};
use pokerbits::odds::{
    Adjacency, Method, OddsRows, OpponentCounts, count_disjoint, losses, odds_rows, odds_vs_random, preflop_odds,
    total_deals,
};
use pokerbits::runtime::Run;
use pokerbits::runtime::cpu::Level;
use pokerbits::runtime::rng::Philox;
use pokerbits::runtime::run::available;
use pokerbits::{Error, Row};
use serde_json::Value;

fn cards(text: &str) -> Vec<u8> {
    parse_cards(text).unwrap().into_iter().map(Card::id).collect()
}

fn run() -> Run<'static> {
    Run::new(available())
}

fn odds(hole: &str, board: &str, opponents: &[u32]) -> Vec<OpponentCounts> {
    let hole = cards(hole).try_into().unwrap();
    odds_vs_random(hole, &cards(board), CardSet::EMPTY, opponents, Method::Matchings, &mut run()).unwrap()
}

fn data(name: &str) -> String {
    fs::read_to_string(format!("{}/../../tests/data/odds/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn integer(value: &Value) -> u128 {
    value.to_string().parse().unwrap()
}

/// All 169 hands, for 1 to 22 opponents.
fn all_hands() -> &'static [Vec<OpponentCounts>] {
    static ALL: OnceLock<Vec<Vec<OpponentCounts>>> = OnceLock::new();
    ALL.get_or_init(|| preflop_odds(&(1..=22).collect::<Vec<_>>(), &mut run()).unwrap())
}

fn class_named(name: &str) -> usize {
    (0..HAND_CLASS_COUNT).find(|&class| hand_class_name(class as u8).unwrap() == name).unwrap()
}

/// `n` different random cards of `cards`.
fn deal_from(rng: &mut Philox, cards: &[u8], n: usize) -> Vec<u8> {
    let mut deck = cards.to_vec();
    common::shuffle_front(rng, &mut deck, n);
    deck.truncate(n);
    deck
}

/// `n` different random cards.
fn deal(rng: &mut Philox, n: usize) -> Vec<u8> {
    common::deal(rng, Deck::STANDARD, n)
}

#[test]
fn starting_hands_equal_the_reference() {
    let reference: Value = serde_json::from_str(&data("exact_odds.json")).unwrap();
    for (name, by_k) in reference["preflop"].as_object().unwrap() {
        let hand = &all_hands()[class_named(name)];
        let mut checked = 0;
        for (k, expected) in by_k.as_object().unwrap() {
            let of_k = &hand[k.parse::<usize>().unwrap() - 1];
            assert_eq!(of_k.opponents().to_string(), *k);
            assert_eq!(
                of_k.counts(),
                expected.as_array().unwrap().iter().map(integer).collect::<Vec<_>>(),
                "{name} {k}"
            );
            assert_eq!(of_k.total(), integer(&reference["preflop_total"][k]));
            checked += 1;
        }
        assert_eq!(checked, 22);
    }
}

/// One opponent alone is counted another way than among several numbers of opponents.
#[test]
fn one_opponent_alone_is_as_among_others() {
    let alone = preflop_odds(&[1], &mut run()).unwrap();
    assert!(alone.iter().zip(all_hands()).all(|(alone, all)| alone[..] == all[..1]));
    let mut rng = Philox::new([5, 9], [0; 4]);
    let with = |hole, board: &[u8], dead, ks: &[u32]| {
        odds_vs_random(hole, board, dead, ks, Method::Matchings, &mut run()).unwrap().swap_remove(0)
    };
    for (case, size) in (0..60).zip([5, 4, 5, 3, 5].into_iter().cycle()).chain([(7, 0), (0, 0)]) {
        let deck = deal(&mut rng, 2 + size + case % 30);
        let (hole, board) = ([deck[0], deck[1]], &deck[2..2 + size]);
        let dead = CardSet::from_ids(&deck[2 + size..]).unwrap();
        assert_eq!(with(hole, board, dead, &[1]), with(hole, board, dead, &[1, 2]), "{deck:?}");
    }
}

#[test]
fn published_win_or_draw_counts() {
    let mut checked = 0;
    for line in data("win_or_draw_k1_5.csv").lines().skip(1) {
        let mut fields = line.split(',');
        let hand = &all_hands()[class_named(fields.next().unwrap())];
        for (of_k, expected) in hand.iter().zip(fields) {
            assert_eq!(of_k.win() + of_k.tie(), expected.parse().unwrap(), "{line}");
            checked += 1;
        }
    }
    assert_eq!(checked, 845);
}

#[test]
fn later_streets_equal_the_reference() {
    let reference: Value = serde_json::from_str(&data("exact_odds.json")).unwrap();
    for (street, size) in [("river", 16), ("turn", 2), ("flop", 2)] {
        let cases = reference[street].as_array().unwrap();
        assert_eq!(cases.len(), size);
        for case in cases {
            let (hero, board) = (case["hero"].as_str().unwrap(), case["board"].as_str().unwrap());
            let by_k = case["N"].as_object().unwrap();
            assert!(by_k.len() >= 9);
            let ks: Vec<u32> = by_k.keys().map(|k| k.parse().unwrap()).collect();
            for of_k in odds(hero, board, &ks) {
                let expected: Vec<u128> =
                    by_k[&of_k.opponents().to_string()].as_array().unwrap().iter().map(integer).collect();
                assert_eq!(of_k.counts(), expected, "{hero} {board}");
                assert!(of_k.win() + of_k.tie() <= of_k.total());
            }
            // One number of opponents at a time uses narrower words.
            for &k in &ks {
                let alone = odds(hero, board, &[k]);
                let expected: Vec<u128> = by_k[&k.to_string()].as_array().unwrap().iter().map(integer).collect();
                assert_eq!(alone[0].counts(), expected);
            }
        }
    }
}

/// By symmetry every player expects an equal share, so over all hands the equities sum to 1326 / (k + 1).
#[test]
fn equities_of_all_hands_sum_to_the_fair_share() {
    let mut sizes = [0u32; HAND_CLASS_COUNT];
    for high in 1..52 {
        (0..high).for_each(|low| sizes[class_of([low, high]).unwrap() as usize] += 1);
    }
    for k in 1..=22usize {
        let mut sum = BigRational::from(BigInt::from(0));
        for (hand, &size) in all_hands().iter().zip(&sizes) {
            let of_k = &hand[k - 1];
            assert_eq!(of_k.win() + of_k.tie() + of_k.lose(), of_k.total());
            for (j, &n) in of_k.counts().iter().enumerate() {
                sum += BigRational::new(BigInt::from(n) * size, BigInt::from(of_k.total()) * (j + 1));
            }
        }
        assert_eq!(sum, BigRational::new(1326.into(), (k + 1).into()), "{k} opponents");
    }
}

/// Counts by brute force over all sets of `k` disjoint hands.
fn brute_force(hole: [u8; 2], board: &[u8], dead: CardSet, k: usize) -> Vec<u128> {
    fn hand_out(hands: &[(u64, bool)], from: usize, taken: u64, left: usize, ties: usize, counts: &mut [u128]) {
        if left == 0 {
            counts[ties] += 1;
            return;
        }
        for (i, &(hand, tie)) in hands.iter().enumerate().skip(from) {
            if hand & taken == 0 {
                hand_out(hands, i + 1, taken | hand, left - 1, ties + usize::from(tie), counts);
            }
        }
    }
    let strengths = evaluate_combos(CardSet::from_ids(board).unwrap()).unwrap();
    let hero = strengths[combo_of([hole[0], hole[1]]).unwrap() as usize];
    let known = CardSet::from_ids(&[&hole, board].concat()).unwrap() | dead;
    let unknown: Vec<u8> = (!known).ids().collect();
    let mut hands = Vec::new();
    for (i, &high) in unknown.iter().enumerate() {
        for &low in &unknown[..i] {
            let strength = strengths[combo_of([low, high]).unwrap() as usize];
            if strength <= hero {
                hands.push((1u64 << low | 1 << high, strength == hero));
            }
        }
    }
    let mut counts = vec![0; k + 1];
    hand_out(&hands, 0, 0, k, 0, &mut counts);
    counts
}

#[test]
fn rivers_equal_brute_force() {
    let mut rng = Philox::new([5, 1], [0; 4]);
    for case in 0..200 {
        let dead = if case % 2 == 0 { 0 } else { 1 + rng.below(12) as usize };
        let deck = deal(&mut rng, 7 + dead);
        let (hole, board) = ([deck[0], deck[1]], &deck[2..7]);
        let dead = CardSet::from_ids(&deck[7..]).unwrap();
        let ks: &[u32] = if case < 4 { &[1, 2, 3] } else { &[1, 2] };
        let fast = odds_vs_random(hole, board, dead, ks, Method::Matchings, &mut run()).unwrap();
        for of_k in fast {
            let k = of_k.opponents() as usize;
            assert_eq!(of_k.counts(), brute_force(hole, board, dead, k), "{deck:?} {k}");
        }
    }
}

/// A deck so short that brute force reaches the last opponent.
#[test]
fn short_decks_equal_brute_force() {
    let mut rng = Philox::new([5, 2], [0; 4]);
    for _ in 0..100 {
        let deck = deal(&mut rng, 42);
        let (hole, board) = ([deck[0], deck[1]], &deck[2..7]);
        let dead = CardSet::from_ids(&deck[7..]).unwrap();
        let fast = odds_vs_random(hole, board, dead, &[5, 4, 3], Method::Matchings, &mut run()).unwrap();
        for of_k in fast {
            assert_eq!(of_k.counts(), brute_force(hole, board, dead, of_k.opponents() as usize), "{deck:?}");
        }
    }
}

/// Before the flop with all but a few cards dead, every board can be dealt out.
#[test]
fn dead_cards_before_the_flop() {
    let mut rng = Philox::new([5, 3], [0; 4]);
    for _ in 0..20 {
        let deck = deal(&mut rng, 42);
        let hole = [deck[0], deck[1]];
        let dead = CardSet::from_ids(&deck[2..]).unwrap();
        let unknown: Vec<u8> = (!CardSet::from_ids(&deck).unwrap()).ids().collect();
        let mut expected = [vec![0u128; 2], vec![0u128; 3]];
        for five in (0..1u32 << 10).filter(|set| set.count_ones() == 5) {
            let board: Vec<u8> = (0..10).filter(|i| five >> i & 1 != 0).map(|i| unknown[i]).collect();
            for (k, expected) in (1..).zip(&mut expected) {
                let counts = brute_force(hole, &board, dead, k);
                expected.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
            }
        }
        for method in [Method::Matchings, Method::Cliques] {
            let counts = odds_vs_random(hole, &[], dead, &[1, 2], method, &mut run()).unwrap();
            assert_eq!([counts[0].counts(), counts[1].counts()], [&expected[0], &expected[1]], "{deck:?} {method:?}");
        }
    }
}

#[test]
fn the_plain_method_agrees() {
    let mut rng = Philox::new([5, 4], [0; 4]);
    let both = |hole, board: &[u8], dead, ks: &[u32]| {
        let [fast, plain] = [Method::Matchings, Method::Cliques]
            .map(|method| odds_vs_random(hole, board, dead, ks, method, &mut run()).unwrap());
        assert_eq!(fast, plain, "{hole:?} {board:?} {dead}");
    };
    for case in 0..300 {
        let dead = if case % 3 == 0 { rng.below(10) as usize } else { 0 };
        let deck = deal(&mut rng, 7 + dead);
        both([deck[0], deck[1]], &deck[2..7], CardSet::from_ids(&deck[7..]).unwrap(), &[1, 2, 3, 4]);
    }
    for (size, ks, cases) in [(4, &[1, 2, 3][..], 4), (3, &[1, 2], 2)] {
        for _ in 0..cases {
            let deck = deal(&mut rng, 2 + size);
            both([deck[0], deck[1]], &deck[2..], CardSet::EMPTY, ks);
        }
    }
    // Few special hands: every number of opponents.
    let royal = cards("AsKsQsJsTs2c3d");
    both([royal[0], royal[1]], &royal[2..], CardSet::EMPTY, &(1..=22).collect::<Vec<_>>());
    both([royal[5], royal[6]], &royal[..5], CardSet::EMPTY, &(1..=22).collect::<Vec<_>>());
}

/// The odds of rows of hole cards and boards, with probabilities that are those of the counts.
fn rows(
    deals: &[u8],
    board_cards: usize,
    opponents: &[u32],
    run: &mut Run<'_>,
) -> Result<Vec<Vec<OpponentCounts>>, Error> {
    let (n, per_row) = (deals.len() / (2 + board_cards), OddsRows::counts_per_row(opponents));
    let mut counts = vec![[u64::MAX; 2]; n * per_row];
    let mut probabilities = vec![[f64::NAN; 4]; n * opponents.len()];
    let out = OddsRows { counts: &mut counts, probabilities: &mut probabilities };
    odds_rows(deals, board_cards, CardSet::EMPTY, opponents, out, run)?;
    let totals = total_deals(board_cards, CardSet::EMPTY, opponents)?;
    let mut counts = counts.into_iter().map(|[low, high]| u128::from(high) << 64 | u128::from(low));
    let mut probabilities = probabilities.into_iter();
    let mut of_k = |(&opponents, &total): (&u32, &u128)| {
        let odds = OpponentCounts::new(counts.by_ref().take(opponents as usize + 1).collect(), total).unwrap();
        let [equity, win, tie, lose] = probabilities.next().unwrap();
        assert_eq!(equity.to_bits(), odds.equity().to_bits());
        let near = |share: f64, n: u128| (share - n as f64 / total as f64).abs() < 1e-15;
        assert!(near(win, odds.win()) && near(tie, odds.tie()) && near(lose, odds.lose()), "{odds:?}");
        odds
    };
    Ok((0..n).map(|_| opponents.iter().zip(&totals).map(&mut of_k).collect()).collect())
}

#[test]
fn results_do_not_depend_on_threads() {
    let hands = [[51, 47], [0, 21], [12, 13]];
    let mut rng = Philox::new([5, 5], [0; 4]);
    let rivers: Vec<Vec<u8>> = (0..500).map(|_| deal(&mut rng, 7)).collect();
    let flops: Vec<u8> = rivers.iter().take(20).flat_map(|deck| deck[..5].to_vec()).collect();
    let with = |threads: usize| {
        let run = &mut Run::new(threads);
        (
            rows(hands.as_flattened(), 0, &[3, 9], run).unwrap(),
            rows(&rivers.concat(), 5, &[8, 1], run).unwrap(),
            rows(&rivers.concat(), 5, &[1], run).unwrap(),
            rows(&flops, 3, &[2], run).unwrap(),
        )
    };
    let alone = with(1);
    assert_eq!(alone.0[0][0], all_hands()[class_named("AKs")][2]);
    for (row, deck) in rivers.iter().enumerate().take(50) {
        let hole = [deck[0], deck[1]];
        let single = odds_vs_random(hole, &deck[2..], CardSet::EMPTY, &[8, 1], Method::Matchings, &mut Run::new(1));
        assert_eq!(single.unwrap(), alone.1[row]);
        assert_eq!(alone.1[row][1..], alone.2[row]);
    }
    for threads in [2, 3, 7] {
        assert!(with(threads) == alone, "{threads} threads");
    }
}

#[test]
fn simulation_agrees() {
    const DEALS: u32 = 200_000;
    let mut worst: f64 = 0.0;
    for (case, (hole, board)) in
        [("AsKs", ""), ("7s2c", ""), ("6c6d", ""), ("9d8d", "JsTs7s"), ("AhKd", "AsKcQsJd"), ("Ac6d", "Ah8h7c6s3s")]
            .into_iter()
            .enumerate()
    {
        let ks = [1, 2, 4, 8, 12];
        let exact = odds(hole, board, &ks);
        let known = cards(&format!("{hole}{board}"));
        let left: Vec<u8> = (!CardSet::from_ids(&known).unwrap()).ids().collect();
        let mut rng = Philox::new([6, case as u64], [0; 4]);
        for (&k, exact) in ks.iter().zip(&exact) {
            let mut seen = [0u32; 2];
            for _ in 0..DEALS {
                let to_come = 7 - known.len();
                let deck = deal_from(&mut rng, &left, to_come + 2 * k as usize);
                let board = [&known[2..], &deck[..to_come]].concat();
                let strength = |hand: &[u8]| evaluate_ids(&[hand, &board].concat()).unwrap();
                let hero = strength(&known[..2]);
                let best = deck[to_come..].chunks(2).map(strength).max().unwrap();
                seen[0] += u32::from(best < hero);
                seen[1] += u32::from(best == hero);
            }
            for (seen, expected) in seen.into_iter().zip([exact.win(), exact.tie()]) {
                let p = expected as f64 / exact.total() as f64;
                let deals = f64::from(DEALS);
                let sigma = (deals * p * (1.0 - p)).sqrt();
                let z = if sigma > 0.0 { (f64::from(seen) - deals * p) / sigma } else { f64::from(seen) - deals * p };
                println!("{hole} on {board:10} against {k:2}: p = {p:.6}, z = {z:+.2}");
                worst = worst.max(z.abs());
            }
        }
    }
    // The largest of 60 normal deviates is beyond 4.5 once in 2,500 times; the draws are fixed.
    assert!(worst < 4.5, "z = {worst}");
}

#[test]
fn known_overlaps() {
    let hardest = losses([11, 27], &cards("2s3s6h7h8h"), CardSet::EMPTY).unwrap();
    assert_eq!((hardest.one_card.len(), hardest.two_card.len()), (0, 268));
    let quads = losses([0, 1], &cards("3c3d3h3s2h"), CardSet::EMPTY).unwrap();
    assert_eq!(quads.one_card.len(), 44);
    assert!(quads.two_card.is_empty());

    let few = count_disjoint(&hardest.two_card, &[0, 1, 2, 3, 4], &mut run()).unwrap();
    assert_eq!(few[..2], [1, 268]);
    // Inclusion-exclusion by hand, without ties told apart.
    let matchings = |n: u64, k: u64| -> i128 {
        let double_factorial: u128 = (0..k).map(|x| u128::from(2 * x + 1)).product();
        (pokerbits::combinatorics::choose(n, 2 * k).unwrap() * double_factorial) as i128
    };
    let exact = odds("4s8s", "2s3s6h7h8h", &[4]);
    let not_beaten: i128 = (0..=4)
        .map(|i| (-1i128).pow(i) * few[i as usize] as i128 * matchings(45 - 2 * u64::from(i), u64::from(4 - i)))
        .sum();
    assert_eq!(u128::try_from(not_beaten), Ok(exact[0].win() + exact[0].tie()));
}

/// Every two cards of n as pairs: sets of disjoint pairs are matchings of the complete graph.
#[test]
fn disjoint_pairs_of_a_complete_graph() {
    let pairs = |n: u8| (1..n).flat_map(|high| (0..high).map(move |low| [low, high])).collect::<Vec<_>>();
    assert_eq!(count_disjoint(&pairs(12), &[6, 5, 1, 0, 7, 99], &mut run()).unwrap(), [10395, 62370, 66, 1, 0, 0]);
    // 1,326 vertices: C(52, 2k) (2k - 1)!!.
    assert_eq!(count_disjoint(&pairs(52), &[1, 2, 3], &mut run()).unwrap(), [1326, 812_175, 305_377_800]);
    assert_eq!(count_disjoint::<[u8; 2]>(&[], &[0, 1, 2], &mut run()).unwrap(), [1, 0, 0]);
}

/// Random graphs of many widths, at every CPU level, against a plain search.
#[test]
fn cliques_equal_a_plain_search() {
    fn extend(graph: &[Vec<bool>], clique: &mut Vec<usize>, size: usize, counts: &mut [u128]) {
        counts[clique.len()] += 1;
        if clique.len() < size {
            for v in clique.last().map_or(0, |&v| v + 1)..graph.len() {
                if clique.iter().all(|&u| graph[u][v]) {
                    clique.push(v);
                    extend(graph, clique, size, counts);
                    clique.pop();
                }
            }
        }
    }
    let mut rng = Philox::new([5, 6], [0; 4]);
    for (vertices, tenths) in [
        (0, 5),
        (1, 5),
        (2, 9),
        (40, 8),
        (64, 6),
        (65, 6),
        (128, 4),
        (150, 4),
        (256, 3),
        (270, 3),
        (400, 2),
        (700, 1),
        (1326, 1),
    ] {
        let graph: Vec<Vec<bool>> =
            (0..vertices).map(|_| (0..vertices).map(|_| rng.below(10) < tenths).collect()).collect();
        let adjacency = Adjacency::new(vertices, |i, j| graph[i][j]).unwrap();
        for size in [0, 1, 2, 3, 4, 6] {
            let size = if vertices > 500 { size.min(4) } else { size };
            let mut expected = vec![0; size + 1];
            extend(&graph, &mut Vec::new(), size, &mut expected);
            for cpu in Level::ALL.into_iter().filter_map(Level::prove) {
                let counts = adjacency.count_cliques(size, &mut run().at(cpu)).unwrap();
                let cut = size.min(vertices) + 1;
                assert_eq!(counts, expected[..cut], "{vertices} vertices, {cpu:?}");
                assert!(expected[cut..].iter().all(|&n| n == 0));
            }
        }
    }
    assert!(matches!(Adjacency::new(1327, |_, _| true), Err(Error::InvalidArgument(_))));
}

/// No size costs memory that the graph does not.
#[test]
fn cliques_of_any_size_are_counted() {
    let path = Adjacency::new(1326, |i, j| j == i + 1).unwrap();
    for size in [1326, 1327, usize::MAX] {
        let counts = path.count_cliques(size, &mut run()).unwrap();
        assert_eq!((counts.len(), &counts[..4]), (1327, &[1, 1326, 1325, 0][..]));
        assert!(counts[4..].iter().all(|&n| n == 0));
    }
    let complete = Adjacency::new(6, |_, _| true).unwrap();
    assert_eq!(complete.count_cliques(usize::MAX, &mut run()).unwrap(), [1, 6, 15, 20, 15, 6, 1]);
    assert_eq!(Adjacency::new(0, |_, _| true).unwrap().count_cliques(usize::MAX, &mut run()).unwrap(), [1]);
    assert_eq!(count_disjoint(&[[0, 1], [2, 3]], &[u32::MAX, 2, 0], &mut run()).unwrap(), [0, 1, 1]);
}

#[test]
fn wrong_deals_are_refused() {
    let odds = |hole, board: &[u8], dead: &[u8], ks: &[u32]| {
        let dead = CardSet::from_ids(dead).unwrap();
        let [fast, plain] = [Method::Matchings, Method::Cliques]
            .map(|method| odds_vs_random(hole, board, dead, ks, method, &mut run()).unwrap_err());
        assert_eq!(fast, plain);
        fast
    };
    let error = odds([50, 51], &[0, 1, 2, 3, 4, 5], &[], &[1]);
    assert_eq!(error, Error::CardCount { row: Row(None), expected: "0 to 5 board", found: 6 });
    assert_eq!(odds([1, 1], &[], &[], &[1]), Error::DuplicateCard { row: Row(None), card: 1 });
    assert_eq!(odds([1, 2], &[3, 4, 2], &[], &[1]), Error::DuplicateCard { row: Row(None), card: 2 });
    assert_eq!(odds([1, 2], &[3, 4, 5], &[9, 4], &[1]), Error::DuplicateCard { row: Row(None), card: 4 });
    assert_eq!(odds([1, 52], &[], &[], &[1]), Error::CardOutOfRange { row: Row(None), card: 52, last: 51 });
    for (board, dead, ks) in [
        (&[][..], &[][..], &[0][..]),
        (&[], &[], &[1, 23]),
        (&[], &[], &[]),
        (&[3, 4, 5], &[], &[23]),
        (&[3, 4, 5, 6, 7], &[8, 9], &[22]),
        (&[3, 4, 5, 6, 7], &[8, 9], &[u32::MAX]),
    ] {
        let error = odds([1, 2], board, dead, ks);
        assert!(matches!(&error, Error::InvalidArgument(_)), "{error}");
    }
    // With six cards left a board can be dealt, but no hand.
    let all_dead: Vec<u8> = (2..46).collect();
    assert!(odds([0, 1], &[], &all_dead, &[1]).to_string().contains("there can be 1 to 0"));

    let bad_rows = |deals: &[u8], board_cards| rows(deals, board_cards, &[2], &mut run()).unwrap_err();
    let duplicate = |card| Error::DuplicateCard { row: Row(Some(1)), card };
    assert_eq!(bad_rows(&[0, 1, 2, 3, 4, 0, 1, 5, 1, 6], 3), duplicate(1));
    assert_eq!(bad_rows(&[0, 1, 7, 7], 0), duplicate(7));
    assert!(matches!(bad_rows(&[0, 1, 2, 3], 3), Error::InvalidArgument(_)));
    assert!(matches!(bad_rows(&[0, 1, 2, 3, 4, 5, 6, 7], 6), Error::CardCount { row: Row(None), found: 6, .. }));
    for (deals, ks) in [(&[][..], &[][..]), (&[0, 1, 2, 3, 4], &[]), (&[], &[24]), (&[0, 1, 2, 3, 4], &[24])] {
        assert!(matches!(rows(deals, 3, ks, &mut run()), Err(Error::InvalidArgument(_))));
    }
    // Arrays of another shape.
    for (n_counts, n_probabilities) in [(2, 1), (3, 2), (4, 1)] {
        let (mut counts, mut probabilities) = (vec![[0; 2]; n_counts], vec![[0.0; 4]; n_probabilities]);
        let out = OddsRows { counts: &mut counts, probabilities: &mut probabilities };
        let refused = odds_rows(&[0, 1, 2, 3, 4], 3, CardSet::EMPTY, &[2], out, &mut run());
        assert!(matches!(refused, Err(Error::InvalidArgument(_))));
    }

    assert!(matches!(losses([0, 1], &[2, 3, 4, 5], CardSet::EMPTY), Err(Error::CardCount { found: 4, .. })));
    let pairs = |pairs: &[[u8; 2]]| count_disjoint(pairs, &[2], &mut run()).unwrap_err();
    assert_eq!(pairs(&[[0, 1], [3, 3]]), Error::DuplicateCard { row: Row(Some(1)), card: 3 });
    assert!(matches!(pairs(&[[0, 60]]), Error::CardOutOfRange { row: Row(Some(0)), card: 60, .. }));
    assert!(matches!(pairs(&[[0, 1], [1, 0]]), Error::InvalidRow { row: Row(Some(1)), .. }));
}

#[test]
fn long_calls_can_be_stopped() {
    let mut looks = 0;
    let mut watcher = |_, _| {
        looks += 1;
        std::ops::ControlFlow::Break(())
    };
    assert_eq!(preflop_odds(&[8], &mut Run::new(2).watched(&mut watcher)).unwrap_err(), Error::Cancelled);
    assert!(looks > 0);
}

/// One edge of a large graph has more cliques than anybody can wait for: the call stops in the middle of it.
#[test]
fn long_walks_can_be_stopped() {
    let seen = |threads, work: &dyn Fn(&mut Run<'_>) -> Error| {
        let mut seen = Vec::new();
        let mut watcher = |done, total| {
            seen.push((done, total));
            std::ops::ControlFlow::Break(())
        };
        assert_eq!(work(&mut Run::new(threads).watched(&mut watcher)), Error::Cancelled);
        assert_eq!(seen.len(), 1, "{seen:?}");
        seen[0]
    };
    // Half of all combos, so that no two cards have the same partners.
    let mut rng = Philox::new([9, 9], [0; 4]);
    let combos: Vec<[u8; 2]> = COMBOS.iter().filter(|_| rng.below(2) == 0).copied().collect();
    for threads in [1, 2] {
        // The first step alone takes hours.
        let (done, total) = seen(threads, &|run| count_disjoint(&combos, &[9], run).unwrap_err());
        assert!(done == 0 && total > 100_000, "{done} {total}");
        // Eight boards a step, half a second each: the first look comes before the first step ends.
        let turn = |run: &mut Run<'_>| {
            odds_vs_random([11, 27], &[3, 7, 18, 22], CardSet::EMPTY, &[8], Method::Cliques, run).unwrap_err()
        };
        assert_eq!(seen(threads, &turn), (0, 6));
    }
}

/// The steps of all loops are under one count, which never goes back.
#[test]
fn progress_runs_once() {
    type Work<'a> = &'a dyn Fn(&mut Run<'_>);
    let all_hands: Work = &|run| assert_eq!(preflop_odds(&[2], run).unwrap().len(), 169);
    // More hands than are kept at once.
    let batches: Work = &|run| assert_eq!(rows(&[11, 27].repeat(170), 0, &[2], run).unwrap().len(), 170);
    let one_opponent: Work = &|run| assert_eq!(rows(&[11, 27].repeat(340), 0, &[1], run).unwrap().len(), 340);
    for (work, threads) in [(all_hands, 2), (batches, 2), (one_opponent, 1)] {
        let mut seen = Vec::new();
        let mut watcher = |done, total| {
            seen.push((done, total));
            std::ops::ControlFlow::Continue(())
        };
        work(&mut Run::new(threads).watched(&mut watcher));
        let (first, last) = (seen[0], seen[seen.len() - 1]);
        assert!(seen.is_sorted() && seen.iter().all(|&(done, total)| done <= total && total == first.1), "{seen:?}");
        assert!(first.0 < last.0, "{seen:?}");
        println!("{seen:?}");
    }
}

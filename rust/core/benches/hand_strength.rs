//! Hand strength, its tables and average rank strength. Answers are checked before they count.

use std::cmp::Ordering;

use aya_poker::base::{CARDS, Hand};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::cards::{COMBO_COUNT, COMBOS, PerCombo};
use pokerbits::evaluator::evaluate_ids;
use pokerbits::hand_strength::ars::ArsTable;
use pokerbits::hand_strength::histogram::Bins;
use pokerbits::hand_strength::ochs::Clusters;
use pokerbits::hand_strength::strength_table::{Kind, StrengthTable};
use pokerbits::hand_strength::{
    Power, Street, expected_hand_strength_rows, hand_strength, hand_strength_rows, moments,
};
use pokerbits::runtime::Run;
use pokerbits::runtime::rng::Philox;
use pokerbits::showdown::{Pairing, RankedBoards};
use pokerbits::tables::{BlockTable, CellsMut};

fn main() {
    divan::main();
}

const BOARD: [u8; 5] = [43, 30, 11, 0, 17];

/// Every combo that leaves the board alone, ranked by another evaluator.
fn ranks() -> Vec<Option<u16>> {
    let rank = |combo: &[u8; 2]| {
        let mut hand = Hand::new();
        for card in [&combo[..], &BOARD].concat() {
            hand.insert_unchecked(&CARDS[usize::from(card)]);
        }
        (!combo.iter().any(|card| BOARD.contains(card))).then(|| aya_poker::poker_rank(&hand).0)
    };
    COMBOS.iter().map(rank).collect()
}

#[divan::bench]
fn rank_a_board(bencher: Bencher) {
    bencher.bench(|| RankedBoards::new(black_box(&BOARD), &mut Run::new(1)).unwrap());
}

#[divan::bench]
fn every_pair_against_all(bencher: Bencher) {
    let boards = RankedBoards::new(&BOARD, &mut Run::new(1)).unwrap();
    let weights = [[1.0; COMBO_COUNT]];
    let none = || [[0.0; COMBO_COUNT]];
    let (mut win, mut tie): ([PerCombo<f64>; 1], [PerCombo<f64>; 1]) = (none(), none());
    let pairing = [Pairing { board: 0, weights: 0 }];
    let mut sweep = || boards.outcomes(black_box(&weights), &pairing, &mut win, &mut tie, &mut Run::new(1)).unwrap();
    sweep();
    let ranks = ranks();
    for (combo, own) in ranks.iter().enumerate().filter_map(|(combo, own)| Some((combo, (*own)?))).step_by(17) {
        let others = ranks.iter().zip(&COMBOS).filter(|(_, other)| !other.iter().any(|c| COMBOS[combo].contains(c)));
        let others = || others.clone().filter_map(|(rank, _)| *rank);
        let (beaten, tied) =
            (others().filter(|&rank| rank < own).count(), others().filter(|&rank| rank == own).count());
        assert_eq!(
            (win[0][combo].to_bits(), tie[0][combo].to_bits()),
            ((beaten as f64).to_bits(), (tied as f64).to_bits())
        );
    }
    bencher
        .bench_local(|| boards.outcomes(black_box(&weights), &pairing, &mut win, &mut tie, &mut Run::new(1)).unwrap());
}

/// Random rows of `width` different cards.
fn random_rows(rows: usize, width: usize) -> Vec<u8> {
    let mut rng = Philox::new([1, 1], [0; 4]);
    let mut cards = vec![];
    for _ in 0..rows {
        let first = cards.len();
        while cards.len() < first + width {
            let card = rng.below(52) as u8;
            if !cards[first..].contains(&card) {
                cards.push(card);
            }
        }
    }
    cards
}

/// The hand strength of a row without further cards: every combo that an opponent can hold, evaluated one by one.
fn against_each_combo(row: &[u8]) -> f64 {
    let (_, board) = row.split_at(2);
    let ours = evaluate_ids(row).unwrap();
    let (mut value, mut combos) = (0, 0);
    for combo in COMBOS.iter().filter(|combo| !combo.iter().any(|card| row.contains(card))) {
        let mut theirs = [0; 7];
        theirs[..2].copy_from_slice(combo);
        theirs[2..row.len()].copy_from_slice(board);
        value += match ours.cmp(&evaluate_ids(&theirs[..row.len()]).unwrap()) {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        };
        combos += 1;
    }
    f64::from(value) / f64::from(2 * combos)
}

const STREETS: [Street; 3] = [Street::Flop, Street::Turn, Street::River];

/// The old way, for the ratio: a hand an item.
#[divan::bench(args = STREETS)]
fn strength_now_combo_by_combo(bencher: Bencher, street: Street) {
    let rows = random_rows(1, 2 + street.board_cards());
    bencher.counter(ItemsCount::new(1usize)).bench(|| against_each_combo(black_box(&rows)));
}

#[divan::bench(args = STREETS)]
fn strength_now_of_one(bencher: Bencher, street: Street) {
    let rows = random_rows(1, 2 + street.board_cards());
    let of = || hand_strength(black_box(&rows[..2]), black_box(&rows[2..])).unwrap().value();
    assert!(of().to_bits() == against_each_combo(&rows).to_bits());
    bencher.counter(ItemsCount::new(1usize)).bench(of);
}

/// Looked up in the values of all boards, which are there.
#[divan::bench(args = STREETS)]
fn strength_now_in_batches(bencher: Bencher, street: Street) {
    let run = &mut Run::new(1);
    let width = 2 + street.board_cards();
    let rows = random_rows(100_000, width);
    let mut out = vec![0.0; 100_000];
    // Until the values are built.
    (0..10).for_each(|_| hand_strength_rows(&rows, width, &mut out, run).unwrap());
    for (row, found) in rows.chunks(width).zip(&out).step_by(997) {
        assert_eq!(found.to_bits(), against_each_combo(row).to_bits(), "{row:?}");
    }
    bencher.counter(ItemsCount::new(out.len())).bench_local(|| {
        hand_strength_rows(black_box(&rows), width, black_box(&mut out), &mut Run::new(1)).unwrap();
    });
}

/// The neighbour of the row above: on the river the two are equal.
#[divan::bench]
fn expected_strength_on_the_river_in_batches(bencher: Bencher) {
    let rows = random_rows(100_000, 7);
    let (mut now, mut out) = (vec![0.0; 100_000], vec![0.0; 100_000]);
    hand_strength_rows(&rows, 7, &mut now, &mut Run::new(1)).unwrap();
    let expect = |out: &mut [f64]| {
        expected_hand_strength_rows(black_box(&rows), 7, Power::One, out, &mut Run::new(1)).unwrap();
    };
    expect(&mut out);
    assert!(now.iter().zip(&out).all(|(now, expected)| now.to_bits() == expected.to_bits()));
    bencher.counter(ItemsCount::new(out.len())).bench_local(|| expect(black_box(&mut out)));
}

#[divan::bench]
fn one_hand_on_the_flop(bencher: Bencher) {
    let (hole, board) = ([40, 25], [32, 18, 22]);
    assert_eq!(moments(&hole, &board, &mut Run::new(1)).unwrap().sum, 933_458);
    bencher.bench(|| moments(black_box(&hole), black_box(&board), &mut Run::new(1)).unwrap());
}

/// A sum that also says where each cell is.
fn checksum(cells: &[u16]) -> u64 {
    cells.iter().zip(1..).fold(0, |sum: u64, (&cell, place): (_, u64)| sum.wrapping_add(u64::from(cell) * place))
}

/// Block 20 of a table, whose cells have this checksum: tests compare such cells with counts made in other ways.
fn block(bencher: Bencher, kind: &Kind, street: Street, expected: u64) {
    let block = 20;
    let table = StrengthTable::new(kind.clone(), street, &mut Run::new(1)).unwrap();
    let mut out = vec![0u16; table.block_rows(block).unwrap() * table.columns()];
    table.compute_block(block, CellsMut::Scaled16(&mut out), &mut Run::new(1)).unwrap();
    assert_eq!(checksum(&out), expected, "{kind:?}, {street}");
    bencher
        .counter(ItemsCount::new(out.len() / table.columns()))
        .bench_local(|| table.compute_block(block, CellsMut::Scaled16(black_box(&mut out)), &mut Run::new(1)).unwrap());
}

#[divan::bench(args = [(Street::Flop, 5_853_859_135_585), (Street::Turn, 1_366_710_429_538_982), (Street::River, 1_599_173_532_359_623)])]
fn block_of_ehs(bencher: Bencher, (street, expected): (Street, u64)) {
    block(bencher, &Kind::Ehs, street, expected);
}

#[divan::bench(args = [(Street::Flop, 56_644_833_740_676), (Street::Turn, 52_116_251_030_388)])]
fn block_of_histograms(bencher: Bencher, (street, expected): (Street, u64)) {
    block(bencher, &Kind::Histogram(Bins::new(50).unwrap()), street, expected);
}

#[divan::bench(args = [(Street::Flop, 338_501_502_324_324), (Street::Turn, 1_374_563_348_001_657), (Street::River, 1_459_293_099_311_413)], sample_count = 10)]
fn block_of_ochs(bencher: Bencher, (street, expected): (Street, u64)) {
    block(bencher, &Kind::Ochs(Clusters::by_equity(8, &mut Run::new(1)).unwrap()), street, expected);
}

/// A part of a table, some tenths of a second on one thread.
#[derive(Debug, Clone, Copy)]
enum Part {
    FlopEhs,
    TurnEhs,
    RiverEhs,
    TurnEhs2,
    TurnHistogram,
}

impl Part {
    /// The table, one in how many of its blocks is computed, and the checksum of the cells.
    fn table(self) -> (StrengthTable, usize, u64) {
        let (kind, street, of, expected) = match self {
            Self::FlopEhs => (Kind::Ehs, Street::Flop, 2, 14_838_914_878_236_590),
            Self::TurnEhs => (Kind::Ehs, Street::Turn, 2, 1_746_077_618_912_410_988),
            Self::RiverEhs => (Kind::Ehs, Street::River, 8, 7_652_663_806_125_508_089),
            Self::TurnEhs2 => (Kind::Ehs2, Street::Turn, 2, 1_178_091_598_018_953_967),
            Self::TurnHistogram => {
                (Kind::Histogram(Bins::new(50).unwrap()), Street::Turn, 16, 15_348_312_657_508_941_099)
            }
        };
        (StrengthTable::new(kind, street, &mut Run::new(1)).unwrap(), of, expected)
    }
}

const PARTS: [Part; 5] = [Part::FlopEhs, Part::TurnEhs, Part::RiverEhs, Part::TurnEhs2, Part::TurnHistogram];

#[divan::bench(args = PARTS, consts = [1, 2], sample_count = 10)]
fn part_of_a_table_on_threads<const THREADS: usize>(bencher: Bencher, part: Part) {
    let (table, of, expected) = part.table();
    let blocks = 0..table.n_blocks() / of;
    let rows: usize = blocks.clone().map(|block| table.block_rows(block).unwrap()).sum();
    let mut out = vec![0u16; table.rows() * table.columns()];
    table.fill(blocks.clone(), CellsMut::Scaled16(&mut out), &mut Run::new(THREADS)).unwrap();
    assert_eq!(checksum(&out), expected, "{part:?}");
    bencher.counter(ItemsCount::new(rows)).bench_local(|| {
        table.fill(blocks.clone(), CellsMut::Scaled16(black_box(&mut out)), &mut Run::new(THREADS)).unwrap();
    });
}

#[divan::bench(args = [Street::Flop, Street::Turn, Street::River], sample_count = 10)]
fn million_ars_lookups(bencher: Bencher, street: Street) {
    let table = ArsTable::new(street, 1, &mut Run::new(2)).unwrap();
    let width = 2 + street.board_cards();
    let cards = random_rows(1_000_000, width);
    let mut out = vec![0.0; 1_000_000];
    table.lookup_rows(&cards, &mut out, &mut Run::new(1)).unwrap();
    let mean = out.iter().sum::<f64>() / out.len() as f64;
    assert!((mean - 0.5).abs() < 1e-3, "{mean}");
    bencher
        .counter(ItemsCount::new(out.len()))
        .bench_local(|| table.lookup_rows(black_box(&cards), black_box(&mut out), &mut Run::new(1)).unwrap());
}

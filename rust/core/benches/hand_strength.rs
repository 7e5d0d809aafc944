//! Hand strength, its tables and average rank strength. Answers are checked before they count.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::cards::COMBO_COUNT;
use pokerbits::hand_strength::Street;
use pokerbits::hand_strength::ars::ArsTable;
use pokerbits::hand_strength::histogram::Bins;
use pokerbits::hand_strength::moments;
use pokerbits::hand_strength::ochs::Clusters;
use pokerbits::hand_strength::strength_table::{Kind, StrengthTable};
use pokerbits::runtime::Run;
use pokerbits::runtime::rng::Philox;
use pokerbits::showdown::pattern_values::pattern_values;
use pokerbits::showdown::ranked_board::RankedBoard;
use pokerbits::tables::{BlockTable, CellsMut};

fn main() {
    divan::main();
}

const BOARD: [u8; 5] = [43, 30, 11, 0, 17];

#[divan::bench]
fn rank_a_board(bencher: Bencher) {
    let order = *RankedBoard::new(&BOARD).unwrap().order();
    assert_eq!(order.len(), 1081);
    bencher.bench(|| RankedBoard::new(black_box(&BOARD)).unwrap());
}

#[divan::bench(types = [u32, f64])]
fn every_pair_against_all<W>(bencher: Bencher)
where
    W: pokerbits::showdown::ranked_board::Weight + From<u8> + Into<f64> + Sync,
{
    let ranked = RankedBoard::new(&BOARD).unwrap();
    let weights = [W::from(1); COMBO_COUNT];
    let sweep = || {
        let mut sum = W::default();
        black_box(&ranked)
            .against(black_box(&weights), |_, outcome| sum = sum + outcome.win + outcome.win + outcome.tie);
        sum
    };
    assert!(sweep().into() - 1081.0 * 990.0 == 0.0);
    bencher.bench(sweep);
}

#[divan::bench]
fn values_of_a_board_by_pattern(bencher: Bencher) {
    let values = pattern_values();
    let mut grid = [0; pokerbits::showdown::combo_grid::SLOTS];
    bencher.bench_local(|| values.of_board(black_box(&BOARD)).spread(black_box(&mut grid), |v| v));
}

#[divan::bench]
fn one_hand_on_the_flop(bencher: Bencher) {
    let (hole, board) = ([40, 25], [32, 18, 22]);
    assert_eq!(moments(&hole, &board).unwrap().sum, 933_458);
    bencher.bench(|| moments(black_box(&hole), black_box(&board)).unwrap());
}

fn block(bencher: Bencher, kind: &Kind, street: Street, block: usize) {
    let table = StrengthTable::new(kind.clone(), street).unwrap();
    let mut out = vec![0u16; table.block_rows(block).unwrap() * table.columns()];
    if *kind == Kind::Ehs {
        let mut exact = vec![0.0f64; out.len()];
        table.compute_block(block, CellsMut::Float64(&mut exact), &mut Run::new(1)).unwrap();
        let mean = exact.iter().sum::<f64>() / exact.len() as f64;
        assert!((mean - 0.5).abs() < 1e-9);
    }
    bencher
        .counter(ItemsCount::new(out.len() / table.columns()))
        .bench_local(|| table.compute_block(block, CellsMut::Scaled16(black_box(&mut out)), &mut Run::new(1)).unwrap());
}

#[divan::bench(args = [Street::Flop, Street::Turn, Street::River])]
fn block_of_ehs(bencher: Bencher, street: Street) {
    block(bencher, &Kind::Ehs, street, 20);
}

#[divan::bench(args = [Street::Flop, Street::Turn])]
fn block_of_histograms(bencher: Bencher, street: Street) {
    block(bencher, &Kind::Histogram(Bins::new(50).unwrap()), street, 20);
}

#[divan::bench(args = [Street::Flop, Street::Turn, Street::River], sample_count = 10)]
fn block_of_ochs(bencher: Bencher, street: Street) {
    block(bencher, &Kind::Ochs(Clusters::by_equity(8, &mut Run::new(1)).unwrap()), street, 20);
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
    /// The table, and one in how many of its blocks is computed.
    fn table(self) -> (StrengthTable, usize) {
        let (kind, street, of) = match self {
            Self::FlopEhs => (Kind::Ehs, Street::Flop, 2),
            Self::TurnEhs => (Kind::Ehs, Street::Turn, 2),
            Self::RiverEhs => (Kind::Ehs, Street::River, 8),
            Self::TurnEhs2 => (Kind::Ehs2, Street::Turn, 2),
            Self::TurnHistogram => (Kind::Histogram(Bins::new(50).unwrap()), Street::Turn, 16),
        };
        (StrengthTable::new(kind, street).unwrap(), of)
    }
}

const PARTS: [Part; 5] = [Part::FlopEhs, Part::TurnEhs, Part::RiverEhs, Part::TurnEhs2, Part::TurnHistogram];

#[divan::bench(args = PARTS, consts = [1, 2], sample_count = 10)]
fn part_of_a_table_on_threads<const THREADS: usize>(bencher: Bencher, part: Part) {
    let (table, of) = part.table();
    let blocks = 0..table.n_blocks() / of;
    let rows: usize = blocks.clone().map(|block| table.block_rows(block).unwrap()).sum();
    let mut out = vec![0u16; table.rows() * table.columns()];
    let mut fill = |threads| {
        table.fill(blocks.clone(), CellsMut::Scaled16(black_box(&mut out)), &mut Run::new(threads)).unwrap();
        out.iter().map(|&cell| u64::from(cell)).sum::<u64>()
    };
    assert_eq!(fill(3), fill(THREADS));
    bencher.counter(ItemsCount::new(rows)).bench_local(|| {
        table.fill(blocks.clone(), CellsMut::Scaled16(black_box(&mut out)), &mut Run::new(THREADS)).unwrap();
    });
}

#[divan::bench(args = [Street::Flop, Street::Turn, Street::River], sample_count = 10)]
fn million_ars_lookups(bencher: Bencher, street: Street) {
    let table = ArsTable::new(street, 1, &mut Run::new(2)).unwrap();
    let width = 2 + street.board_cards();
    let mut rng = Philox::new([1, 1], [0; 4]);
    let mut cards = vec![];
    for _ in 0..1_000_000 {
        let first = cards.len();
        while cards.len() < first + width {
            let card = rng.below(52) as u8;
            if !cards[first..].contains(&card) {
                cards.push(card);
            }
        }
    }
    let mut out = vec![0.0; 1_000_000];
    table.lookup_rows(&cards, 1, &mut out, &mut Run::new(1)).unwrap();
    let mean = out.iter().sum::<f64>() / out.len() as f64;
    assert!((mean - 0.5).abs() < 1e-3, "{mean}");
    bencher
        .counter(ItemsCount::new(out.len()))
        .bench_local(|| table.lookup_rows(black_box(&cards), 1, black_box(&mut out), &mut Run::new(1)).unwrap());
}

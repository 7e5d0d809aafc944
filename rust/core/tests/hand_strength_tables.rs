//! Whole tables of hand strength: their identities, and the same bytes however they are computed.

// Nothing forks here.
#![allow(clippy::disallowed_types)]
// The same integers must give the same floats.
#![allow(clippy::float_cmp)]

mod common;

use std::ops::Range;
use std::process::Command;
use std::sync::OnceLock;

use common::canonical_boards;
use pokerbits::Error;
use pokerbits::cards::{Card, class_of, parse_cards};
use pokerbits::evaluator::evaluate_ids;
use pokerbits::hand_strength::ars::{ArsTable, STRENGTHS};
use pokerbits::hand_strength::histogram::{Bins, hand_strength_histogram};
use pokerbits::hand_strength::ochs::Clusters;
use pokerbits::hand_strength::strength_table::{Kind, StrengthTable, TABLE_VERSION};
use pokerbits::hand_strength::{Street, moments};
use pokerbits::indexer::HandIndexer;
use pokerbits::runtime::Run;
use pokerbits::runtime::cpu::{Level, OVERRIDE};
use pokerbits::runtime::rng::Philox;
use pokerbits::tables::{BlockTable, Cells, CellsMut, CountType};

/// The exact `E[HS]` or `E[HS^2]` of every class, each table computed once.
fn counts32(kind: Kind, street: Street) -> &'static [u32] {
    static TABLES: [[OnceLock<Vec<u32>>; 4]; 2] = [const { [const { OnceLock::new() }; 4] }; 2];
    TABLES[usize::from(kind == Kind::Ehs2)][street as usize].get_or_init(|| {
        let table = StrengthTable::new(kind, street, &mut Run::new(2)).unwrap();
        let mut out = vec![u32::MAX; table.rows() * table.count_columns()];
        table.fill(0..table.n_blocks(), CellsMut::Count32(&mut out), &mut Run::new(2)).unwrap();
        out
    })
}

fn bins(n: usize) -> Kind {
    Kind::Histogram(Bins::new(n).unwrap())
}

/// Canonical hands, a row each, and the deals of each class.
fn classes(street: Street) -> (HandIndexer, Vec<u8>, Vec<u64>) {
    let indexer = street.indexer().unwrap();
    let round = indexer.n_rounds() - 1;
    let n = indexer.size(round).unwrap();
    let mut cards = vec![0; n as usize * indexer.cards_through(round).unwrap()];
    let mut deals = vec![0; n as usize];
    indexer.unindex_range(round, 0..n, &mut cards, &mut Run::new(2)).unwrap();
    indexer.multiplicity_range(round, 0..n, &mut deals, &mut Run::new(2)).unwrap();
    (indexer, cards, deals)
}

#[test]
fn the_mean_hand_has_half_of_the_pot() {
    for street in [Street::Preflop, Street::Flop, Street::Turn] {
        let (_, _, deals) = classes(street);
        let ehs = counts32(Kind::Ehs, street);
        let sum: u64 = ehs.iter().zip(&deals).map(|(&count, deals)| u64::from(count) * deals).sum();
        assert_eq!(sum, deals.iter().sum::<u64>() * street.runouts() * 990, "{street}");
    }
}

#[test]
fn a_flop_is_the_mean_of_its_turns_and_the_deal_of_its_flops() {
    let (_, cards, _) = classes(Street::Flop);
    let (preflop, flop, turn) =
        (counts32(Kind::Ehs, Street::Preflop), counts32(Kind::Ehs, Street::Flop), counts32(Kind::Ehs, Street::Turn));
    let by_turn = Street::Turn.indexer().unwrap();
    // A flop of each of some classes, with every turn card.
    for (hand, &count) in cards.chunks(5).zip(flop).step_by(97) {
        let mut rows = vec![];
        (0..52).filter(|card| !hand.contains(card)).for_each(|card| rows.extend([hand, &[card]].concat()));
        let mut indices = vec![0; rows.len() / 6];
        by_turn.index_rows(1, &rows, &mut indices, &mut Run::new(1)).unwrap();
        assert_eq!(indices.iter().map(|&i| u64::from(turn[i as usize])).sum::<u64>(), 2 * u64::from(count));
    }
    let by_flop = Street::Flop.indexer().unwrap();
    for (class, &count) in preflop.iter().enumerate() {
        let flops = by_flop.children(0, class as u64, &mut Run::new(1)).unwrap();
        let sum: u64 = flops.iter().map(|&(index, weight)| weight * u64::from(flop[index as usize])).sum();
        // Every board of five holds ten flops.
        assert_eq!(sum, 10 * u64::from(count));
    }
}

#[test]
fn tables_are_their_hands_one_by_one() {
    let mut rng = Philox::new([7, 7], [0; 4]);
    for street in [Street::Flop, Street::Turn] {
        let width = 2 + street.board_cards();
        let (_, cards, _) = classes(street);
        let (ehs, ehs2) = (counts32(Kind::Ehs, street), counts32(Kind::Ehs2, street));
        for _ in 0..1000 {
            let at = rng.below(ehs.len() as u64) as usize;
            let (hole, board) = cards[at * width..][..width].split_at(2);
            let expected = moments(hole, board, &mut Run::new(1)).unwrap();
            assert_eq!((u64::from(ehs[at]), u64::from(ehs2[at])), (expected.sum, expected.sum_of_squares));
        }
    }
}

/// The counts of a block.
fn block_counts(table: &StrengthTable, block: usize) -> Vec<u64> {
    let cells = table.block_rows(block).unwrap() * table.count_columns();
    let run = &mut Run::new(2);
    match table.count_type() {
        CountType::U16 => {
            let mut out = vec![0; cells];
            table.compute_block(block, CellsMut::Count16(&mut out), run).unwrap();
            out.into_iter().map(u64::from).collect()
        }
        CountType::U32 => {
            let mut out = vec![0; cells];
            table.compute_block(block, CellsMut::Count32(&mut out), run).unwrap();
            out.into_iter().map(u64::from).collect()
        }
        CountType::U64 => {
            let mut out = vec![0; cells];
            table.compute_block(block, CellsMut::Count64(&mut out), run).unwrap();
            out
        }
    }
}

fn pairs_off(street: Street) -> usize {
    static PAIRS: [OnceLock<usize>; 4] = [const { OnceLock::new() }; 4];
    *PAIRS[street as usize].get_or_init(|| street.indexer().unwrap().n_hole_pairs(1).unwrap())
}

/// The boards of a block, by their numbers.
fn boards_of(table: &StrengthTable, block: usize) -> Range<usize> {
    let pairs = pairs_off(table.street());
    let first = block * table.block_rows(0).unwrap() / pairs;
    first..first + table.block_rows(block).unwrap() / pairs
}

/// The counts of some boards, whatever blocks they are in.
fn board_counts(table: &StrengthTable, boards: Range<usize>) -> Vec<u64> {
    let per_block = boards_of(table, 0).len();
    let row = pairs_off(table.street()) * table.count_columns();
    let blocks = boards.start / per_block..boards.end.div_ceil(per_block);
    let first = blocks.start * per_block;
    let counts: Vec<u64> = blocks.flat_map(|block| block_counts(table, block)).collect();
    counts[(boards.start - first) * row..(boards.end - first) * row].to_vec()
}

/// Blocks are small enough to travel and be kept by the dozen, in cells of any type, and the boards are shared out.
#[test]
fn blocks_are_small() {
    let [few, all] = [8, 169].map(|n| Clusters::by_equity(n, &mut Run::new(2)).unwrap());
    for (street, boards) in [(Street::Flop, 1755), (Street::Turn, 16_432), (Street::River, 134_459)] {
        assert_eq!(canonical_boards(street.board_cards()).len(), boards * street.board_cards());
        let of_clusters = [&few, &all].map(|clusters| Kind::Ochs(clusters.clone()));
        for kind in [Kind::Ehs, Kind::Ehs2, bins(2), bins(50), bins(1981)].into_iter().chain(of_clusters) {
            let table = StrengthTable::new(kind, street, &mut Run::new(2)).unwrap();
            let one_board = pairs_off(street) * table.columns() * 8;
            let mut next = 0;
            for block in 0..table.n_blocks() {
                let rows = table.block_rows(block).unwrap();
                let cell = match table.count_type() {
                    CountType::U16 => 2,
                    CountType::U32 => 4,
                    CountType::U64 => 8,
                };
                let bytes = rows * (8 * table.columns()).max(cell * table.count_columns());
                assert!(bytes <= 2_500_000.max(one_board), "{street} {:?}: {bytes}", table.kind());
                assert_eq!(boards_of(&table, block).start, next);
                next = boards_of(&table, block).end;
            }
            assert_eq!(next, boards);
        }
        let ehs = StrengthTable::new(Kind::Ehs, street, &mut Run::new(2)).unwrap();
        assert_eq!(ehs.n_blocks(), [110, 65, 466][street as usize - 1]);
    }
}

#[test]
fn histograms_are_spread_around_the_mean() {
    for (street, block) in [(Street::Flop, 0), (Street::Flop, 70), (Street::Turn, 11), (Street::River, 40)] {
        let histogram = StrengthTable::new(bins(20), street, &mut Run::new(2)).unwrap();
        let ehs = StrengthTable::new(Kind::Ehs, street, &mut Run::new(2)).unwrap();
        let on = boards_of(&histogram, block);
        let (counts, sums) = (board_counts(&histogram, on.clone()), board_counts(&ehs, on.clone()));
        assert_eq!(counts.len(), 20 * sums.len());
        for (counts, &sum) in counts.chunks(20).zip(&sums) {
            let mean = sum as f64 / ehs.of().unwrap() as f64;
            assert_eq!(counts.iter().sum::<u64>(), street.runouts());
            let low = counts.iter().zip(0u32..).map(|(&n, bin)| n as f64 * f64::from(bin) / 20.0).sum::<f64>();
            let low = low / street.runouts() as f64;
            assert!((low - 1e-12..=low + 0.05 + 1e-12).contains(&mean));
        }
        // The first boards of the block, hand by hand.
        let boards = canonical_boards(street.board_cards());
        let board = &boards[on.start * street.board_cards()..][..street.board_cards()];
        let hands = street.indexer().unwrap().hole_pairs(board).unwrap();
        for (hand, counts) in hands.iter().zip(counts.chunks(20)).step_by(7) {
            let expected = hand_strength_histogram(hand, board, Bins::new(20).unwrap(), &mut Run::new(1)).unwrap();
            assert!(counts.iter().zip(expected).all(|(&n, expected)| n == u64::from(expected)));
        }
    }
}

/// A block in every kind of cells.
#[test]
fn cells_agree_with_the_counts() {
    let clusters = Clusters::new(&[(0..90).collect::<Vec<u8>>(), (91..169).collect(), vec![90]]).unwrap();
    for (kind, street, block) in [
        (Kind::Ehs, Street::Preflop, 0),
        (Kind::Ehs2, Street::Preflop, 0),
        (bins(5), Street::Preflop, 0),
        (Kind::Ehs2, Street::Flop, 33),
        (bins(3), Street::Flop, 34),
        (Kind::Ochs(clusters.clone()), Street::Turn, 35),
        (Kind::Ochs(clusters), Street::River, 36),
    ] {
        let table = StrengthTable::new(kind, street, &mut Run::new(2)).unwrap();
        let run = &mut Run::new(2);
        let (rows, columns, width) = (table.block_rows(block).unwrap(), table.columns(), table.count_columns());
        let mut compute = |cells: CellsMut<'_>| table.compute_block(block, cells, run).unwrap();
        let counts = block_counts(&table, block);
        let (mut wide, mut narrow, mut scaled) =
            (vec![0.0; rows * columns], vec![0.0; rows * columns], vec![0; rows * columns]);
        compute(CellsMut::Float64(&mut wide));
        compute(CellsMut::Float32(&mut narrow));
        compute(CellsMut::Scaled16(&mut scaled));
        for row in 0..rows {
            for column in 0..columns {
                let n = counts[row * width + column];
                let of = table.of().unwrap_or_else(|| counts[row * width + columns + column]);
                let at = row * columns + column;
                if of == 0 {
                    assert!(wide[at].is_nan() && narrow[at].is_nan() && scaled[at] == 0);
                    continue;
                }
                assert_eq!(wide[at], n as f64 / of as f64);
                assert_eq!(narrow[at], wide[at] as f32);
                assert!((f64::from(scaled[at]) / 65_535.0 - wide[at]).abs() <= 0.5 / 65_535.0 + 1e-12);
            }
        }
    }
}

#[test]
fn blocks_in_any_order_on_any_machine_give_the_same_bytes() {
    let clusters = Clusters::new(&[(0..60).collect::<Vec<u8>>(), (60..169).collect()]).unwrap();
    for kind in [Kind::Ehs, bins(10), Kind::Ochs(clusters)] {
        // A cheap kind is tried on every block, the others on a few.
        let table = StrengthTable::new(kind.clone(), Street::Flop, &mut Run::new(2)).unwrap();
        let blocks: Vec<usize> = if kind == Kind::Ehs { (0..table.n_blocks()).collect() } else { vec![50, 109] };
        let size = table.rows() * table.columns();
        let mut one = vec![9.0f32; size];
        for &block in &blocks {
            table.fill(block..block + 1, CellsMut::Float32(&mut one), &mut Run::new(1)).unwrap();
        }
        let mut three = vec![9.0f32; size];
        for &block in blocks.iter().rev() {
            table.fill(block..block + 1, CellsMut::Float32(&mut three), &mut Run::new(3)).unwrap();
        }
        assert!(one == three);
        // Computed elsewhere and placed here, one block twice.
        let mut placed = vec![9.0f32; size];
        for &block in blocks.iter().rev().chain([&blocks[0]]) {
            let elsewhere = StrengthTable::new(kind.clone(), Street::Flop, &mut Run::new(2)).unwrap();
            let mut part = vec![0.0f32; elsewhere.block_rows(block).unwrap() * elsewhere.columns()];
            elsewhere.compute_block(block, CellsMut::Float32(&mut part), &mut Run::new(2)).unwrap();
            table.place_block(block, Cells::Float32(&part), CellsMut::Float32(&mut placed)).unwrap();
        }
        assert!(one == placed);
    }
    // Before the flop there is one block.
    let table = StrengthTable::new(Kind::Ehs, Street::Preflop, &mut Run::new(2)).unwrap();
    assert_eq!((table.n_blocks(), table.block_rows(0).unwrap()), (1, 169));
    let (mut part, mut placed) = ([0u32; 169], [0u32; 169]);
    table.compute_block(0, CellsMut::Count32(&mut part), &mut Run::new(1)).unwrap();
    table.place_block(0, Cells::Count32(&part), CellsMut::Count32(&mut placed)).unwrap();
    assert_eq!(placed[..], *counts32(Kind::Ehs, Street::Preflop));
}

#[test]
fn every_entry_is_written_by_one_block() {
    let table = StrengthTable::new(Kind::Ehs, Street::Flop, &mut Run::new(2)).unwrap();
    let mut owner = vec![None; table.rows()];
    for block in 0..table.n_blocks() {
        let mut out = vec![u32::MAX; table.rows()];
        table.fill(block..block + 1, CellsMut::Count32(&mut out), &mut Run::new(2)).unwrap();
        for (owner, _) in owner.iter_mut().zip(&out).filter(|(_, cell)| **cell != u32::MAX) {
            assert_eq!(owner.replace(block), None);
        }
    }
    assert!(owner.iter().all(Option::is_some));
}

/// FNV-1a, 64 bits, of bytes.
fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The checksum of the little-endian bytes of a table's counts: of the whole table, or of the rows of one block.
fn count_checksum(table: &StrengthTable, block: Option<usize>) -> u64 {
    let rows = block.map_or(table.rows(), |block| table.block_rows(block).unwrap());
    let cells = rows * table.count_columns();
    let run = &mut Run::new(2);
    let mut compute = |out: CellsMut<'_>| match block {
        None => table.fill(0..table.n_blocks(), out, run).unwrap(),
        Some(block) => table.compute_block(block, out, run).unwrap(),
    };
    match table.count_type() {
        CountType::U16 => {
            let mut out = vec![0u16; cells];
            compute(CellsMut::Count16(&mut out));
            fnv1a(out.into_iter().flat_map(u16::to_le_bytes))
        }
        CountType::U32 => {
            let mut out = vec![0u32; cells];
            compute(CellsMut::Count32(&mut out));
            fnv1a(out.into_iter().flat_map(u32::to_le_bytes))
        }
        CountType::U64 => {
            let mut out = vec![0u64; cells];
            compute(CellsMut::Count64(&mut out));
            fnv1a(out.into_iter().flat_map(u64::to_le_bytes))
        }
    }
}

/// The checksums of the rows of a block as counts, float64, float32 and uint16.
fn block_checksums(table: &StrengthTable, block: usize) -> [u64; 4] {
    let cells = table.block_rows(block).unwrap() * table.columns();
    let run = &mut Run::new(2);
    let (mut wide, mut narrow, mut scaled) = (vec![0f64; cells], vec![0f32; cells], vec![0u16; cells]);
    table.compute_block(block, CellsMut::Float64(&mut wide), run).unwrap();
    table.compute_block(block, CellsMut::Float32(&mut narrow), run).unwrap();
    table.compute_block(block, CellsMut::Scaled16(&mut scaled), run).unwrap();
    [
        count_checksum(table, Some(block)),
        fnv1a(wide.into_iter().flat_map(f64::to_le_bytes)),
        fnv1a(narrow.into_iter().flat_map(f32::to_le_bytes)),
        fnv1a(scaled.into_iter().flat_map(u16::to_le_bytes)),
    ]
}

/// [`TABLE_VERSION`] identifies these bytes: a change of one of them needs a change of the version, too. The counts are
/// right by
/// the identities that the other tests check. Whole tables that take minutes: `examples/hand_strength_identities.rs`.
#[test]
fn golden_bytes_of_tables() {
    assert_eq!(TABLE_VERSION, 1);
    let eight = Kind::Ochs(Clusters::by_equity(8, &mut Run::new(2)).unwrap());
    // The counts of the whole table, if that takes seconds only.
    for (kind, street, expected) in [
        (Kind::Ehs, Street::Preflop, 0xa330_d453_fdd2_e941),
        (Kind::Ehs2, Street::Preflop, 0x0a9d_ca69_3340_2426),
        (bins(10), Street::Preflop, 0x5ca1_db36_cb0a_5c82),
        (eight, Street::Preflop, 0x841b_1161_656f_6f32),
        (Kind::Ehs, Street::Flop, 0x90c6_6324_350c_727f),
        (Kind::Ehs2, Street::Flop, 0x8eb0_4c22_ce15_a46c),
        (bins(10), Street::Flop, 0x4777_c306_fb21_379e),
        (Kind::Ehs, Street::Turn, 0x0564_96cd_31b9_3823),
        (Kind::Ehs2, Street::Turn, 0x25ab_62e0_6672_4026),
    ] {
        let table = StrengthTable::new(kind, street, &mut Run::new(2)).unwrap();
        assert_eq!(count_checksum(&table, None), expected, "{}", table.signature());
    }
}

/// The rows of a block as counts, float64, float32 and uint16.
#[test]
fn golden_bytes_of_blocks() {
    assert_eq!(TABLE_VERSION, 1);
    let eight = Kind::Ochs(Clusters::by_equity(8, &mut Run::new(2)).unwrap());
    for (kind, street, block, expected) in [
        (
            Kind::Ehs,
            Street::Preflop,
            0,
            [0xa330_d453_fdd2_e941, 0x0137_820f_e61c_4ef7, 0x38eb_0308_5aea_7a5a, 0x6340_3ab6_5803_c82a],
        ),
        (
            bins(10),
            Street::Preflop,
            0,
            [0x5ca1_db36_cb0a_5c82, 0x7690_4360_998b_0a4b, 0xc3ef_5f5c_0046_61d1, 0xe028_3813_4265_7ef9],
        ),
        (
            Kind::Ehs,
            Street::Flop,
            36,
            [0x126a_c16b_08e6_84fd, 0x17c3_83c9_033a_06c2, 0xc9e2_f765_97da_3b48, 0xcb84_f11a_ae47_147b],
        ),
        (
            bins(10),
            Street::Flop,
            36,
            [0x529c_e96e_97a6_a96f, 0x5902_01b3_3096_310a, 0x8a82_000d_1b66_bbc0, 0x47bf_aecb_145a_257f],
        ),
        (
            eight.clone(),
            Street::Flop,
            36,
            [0x0d88_03a9_00dd_5eba, 0x29e8_44e0_f0b9_5bc6, 0x064d_ee53_6be0_780d, 0x5369_062b_506e_7e2c],
        ),
        (
            Kind::Ehs,
            Street::Turn,
            21,
            [0x7d80_72d6_2106_8188, 0x59d4_d63a_95dd_0722, 0x302e_3d9c_7fb1_36a1, 0x940d_f282_8738_9f64],
        ),
        (
            Kind::Ehs2,
            Street::Turn,
            21,
            [0x9d5f_3cd7_bc1f_a2ef, 0xfbb5_d747_f5bc_2706, 0x715e_3b4d_c6f5_f7de, 0x64be_7746_d712_b210],
        ),
        (
            bins(10),
            Street::Turn,
            203,
            [0x10f7_b758_09ba_cb69, 0xbece_d911_2e77_92c4, 0x696b_4e1b_75e4_1e00, 0x55b1_152d_6781_f3a4],
        ),
        (
            eight.clone(),
            Street::Turn,
            161,
            [0xfd69_5faa_c4cc_bab6, 0x47e0_3444_88b6_59f5, 0xeae9_53dd_16e5_f70a, 0xc478_9a63_1a15_0eca],
        ),
        (
            Kind::Ehs,
            Street::River,
            155,
            [0x2d22_a244_7dd3_8d67, 0x4d4c_ea6b_cc8c_1c6b, 0xfdc7_f15c_215f_c987, 0xb226_cabc_acfb_fe07],
        ),
        (
            Kind::Ehs2,
            Street::River,
            155,
            [0x073d_26a2_7caf_517d, 0x686e_5d9b_91dc_0c20, 0xbbaf_749c_9f34_e853, 0x3abf_a29e_5a71_83eb],
        ),
        (
            bins(10),
            Street::River,
            1601,
            [0x419f_b90b_f01c_76c5, 0xaa74_fb1d_671c_31a5, 0x4d15_77dd_7d77_2465, 0x5c13_417d_b94e_274d],
        ),
        (
            eight.clone(),
            Street::River,
            1245,
            [0x84c3_3128_2986_dc1d, 0xe63e_6270_8832_905c, 0x8102_e28f_ce50_1b2b, 0x232a_f15c_de66_e183],
        ),
    ] {
        let table = StrengthTable::new(kind, street, &mut Run::new(2)).unwrap();
        assert_eq!(block_checksums(&table, block), expected, "{} block {block}", table.signature());
    }
}

fn checksums() -> String {
    let clusters = Clusters::new(&[(0..60).collect::<Vec<u8>>(), (60..169).collect()]).unwrap();
    let blocks = [
        (Kind::Ehs, Street::Preflop, 0),
        (Kind::Ehs2, Street::Flop, 40),
        (bins(50), Street::Turn, 30),
        (Kind::Ehs, Street::River, 20),
        (Kind::Ochs(clusters), Street::River, 50),
    ];
    let sums = blocks.map(|(kind, street, block)| {
        let table = StrengthTable::new(kind, street, &mut Run::new(2)).unwrap();
        let mut cells = vec![0.0f64; table.block_rows(block).unwrap() * table.columns()];
        table.compute_block(block, CellsMut::Float64(&mut cells), &mut Run::new(1)).unwrap();
        fnv1a(cells.into_iter().flat_map(f64::to_le_bytes))
    });
    format!("checksums {sums:x?} end")
}

/// The level is chosen once a process, so this test runs itself again for each.
#[test]
fn every_cpu_level_gives_the_same_bytes() {
    let here = checksums();
    println!("{here}");
    if std::env::var_os(OVERRIDE).is_some() {
        return;
    }
    for level in Level::ALL.into_iter().filter(|level| level.is_supported()) {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "every_cpu_level_gives_the_same_bytes", "--nocapture"])
            .env(OVERRIDE, level.name())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&child.stdout);
        assert!(child.status.success() && said.contains(&here), "{level}: {said}");
    }
}

#[test]
fn clusters_share_the_opponents() {
    let clusters = Clusters::by_equity(8, &mut Run::new(2)).unwrap();
    for (street, blocks) in [(Street::Preflop, vec![0]), (Street::Flop, vec![3, 109]), (Street::River, vec![0, 60])] {
        let ochs = StrengthTable::new(Kind::Ochs(clusters.clone()), street, &mut Run::new(2)).unwrap();
        let ehs = StrengthTable::new(Kind::Ehs, street, &mut Run::new(2)).unwrap();
        for block in blocks {
            let (counts, all) = if street == Street::Preflop {
                (block_counts(&ochs, block), block_counts(&ehs, block))
            } else {
                let boards = boards_of(&ochs, block);
                (board_counts(&ochs, boards.clone()), board_counts(&ehs, boards))
            };
            assert_eq!(counts.len(), 16 * all.len());
            for (row, &all) in counts.chunks(16).zip(&all) {
                assert_eq!(row[..8].iter().sum::<u64>(), all);
                assert_eq!(row[8..].iter().sum::<u64>(), street.runouts() * 1980);
                assert!(row[..8].iter().zip(&row[8..]).all(|(n, of)| n <= of));
            }
        }
    }
}

/// With this number of clusters the runouts of a flop are taken in parts, which meet again in any order.
#[test]
fn a_cluster_is_the_sum_of_its_classes() {
    let few = Clusters::by_equity(8, &mut Run::new(2)).unwrap();
    let each = Clusters::new(&(0..169).map(|class| [class]).collect::<Vec<_>>()).unwrap();
    let [few_table, each_table] = [&few, &each]
        .map(|clusters| StrengthTable::new(Kind::Ochs(clusters.clone()), Street::Flop, &mut Run::new(2)).unwrap());
    let block = 700;
    let boards = boards_of(&each_table, block);
    assert_eq!(boards, block..block + 1);
    let expected = board_counts(&few_table, boards);
    for threads in [1, 3] {
        let mut counts = vec![0u32; each_table.block_rows(block).unwrap() * 338];
        each_table.compute_block(block, CellsMut::Count32(&mut counts), &mut Run::new(threads)).unwrap();
        for (counts, expected) in counts.chunks(338).zip(expected.chunks(16)) {
            let mut sums = [0; 16];
            for (class, &cluster) in few.of_class().iter().enumerate() {
                sums[usize::from(cluster)] += u64::from(counts[class]);
                sums[8 + usize::from(cluster)] += u64::from(counts[169 + class]);
            }
            assert_eq!(sums, expected);
        }
    }
}

#[test]
fn clusters_equal_a_naive_count() {
    // Ten clusters: two passes over each board. Aces are alone in the last, so a hand can block it.
    let mut lists: Vec<Vec<u8>> = (0..9).map(|k| (0..169).filter(|c| c % 9 == k && *c != 90).collect()).collect();
    lists.push(vec![90]);
    let clusters = Clusters::new(&lists).unwrap();
    let table = StrengthTable::new(Kind::Ochs(clusters.clone()), Street::River, &mut Run::new(2)).unwrap();
    let boards = canonical_boards(5);
    let aces = |board: &[u8]| board.iter().filter(|&&card| card >= 48).count();
    let block = boards.chunks(5).position(|board| aces(board) == 3).unwrap() / boards_of(&table, 0).len();
    let mut cells = vec![0u16; table.block_rows(block).unwrap() * 20];
    let mut floats = vec![0.0; cells.len() / 2];
    table.compute_block(block, CellsMut::Count16(&mut cells), &mut Run::new(2)).unwrap();
    table.compute_block(block, CellsMut::Float64(&mut floats), &mut Run::new(2)).unwrap();
    let mut blocked = 0;
    for (at, board) in
        boards.chunks(5).skip(boards_of(&table, block).start).take(boards_of(&table, block).len()).enumerate()
    {
        let hands = table.street().indexer().unwrap().hole_pairs(board).unwrap();
        for (k, hand) in hands.iter().enumerate().step_by(23) {
            let row = at * 1081 + k;
            let (mut values, mut ofs) = ([0u16; 10], [0u16; 10]);
            let ours = evaluate_ids(&[&hand[..], board].concat()).unwrap();
            for other in hands.iter().filter(|other| other.iter().all(|card| !hand.contains(card))) {
                let theirs = evaluate_ids(&[&other[..], board].concat()).unwrap();
                let cluster = usize::from(clusters.of_class()[usize::from(class_of([other[0], other[1]]).unwrap())]);
                values[cluster] += 2 * u16::from(ours > theirs) + u16::from(ours == theirs);
                ofs[cluster] += 2;
            }
            assert_eq!(cells[row * 20..][..20], [values, ofs].concat());
            blocked += usize::from(ofs[9] == 0);
            assert_eq!(floats[row * 10 + 9].is_nan(), ofs[9] == 0);
        }
    }
    assert!(blocked > 0);
}

#[test]
fn average_rank_strength_is_a_mean_over_the_exact_table() {
    let street = Street::Flop;
    let (_, cards, deals) = classes(street);
    let ehs = counts32(Kind::Ehs, street);
    let mut sums = vec![(0u64, 0.0, 0u64); STRENGTHS * 169];
    for ((hand, &n), &count) in cards.chunks(5).zip(&deals).zip(ehs) {
        let cell = usize::from(evaluate_ids(hand).unwrap()) * 169 + usize::from(class_of([hand[0], hand[1]]).unwrap());
        let mean = f64::from(count) / 2_140_380.0;
        sums[cell].0 += n * u64::from(count);
        sums[cell].1 += n as f64 * mean * mean * mean;
        sums[cell].2 += n;
    }
    let (one, two) =
        (ArsTable::new(street, 1, &mut Run::new(1)).unwrap(), ArsTable::new(street, 1, &mut Run::new(3)).unwrap());
    assert!(one.means().iter().zip(two.means()).all(|(a, b)| a.to_bits() == b.to_bits()));
    let cubes = ArsTable::new(street, 3, &mut Run::new(2)).unwrap();
    for (((sum, cubed, n), &mean), &cube) in sums.iter().zip(one.means()).zip(cubes.means()) {
        assert_eq!(mean.is_nan(), *n == 0);
        assert_eq!(cube.is_nan(), *n == 0);
        if *n > 0 {
            assert!((mean - *sum as f64 / 2_140_380.0 / *n as f64).abs() < 1e-15);
            assert!((cube - cubed / *n as f64).abs() < 1e-9);
        }
    }

    // Aces and kings full from two aces and from two kings are not alike.
    let ids = |text: &str| -> Vec<u8> { parse_cards(text).unwrap().into_iter().map(Card::id).collect() };
    let rows = [ids("AsAdAhKhKs"), ids("KhKsAsAdAh")].concat();
    let mut out = [0.0; 2];
    one.lookup_rows(&rows, &mut out, &mut Run::new(1)).unwrap();
    assert!(out[0] > out[1] && out[1] > 0.9);
    let strength = usize::from(evaluate_ids(&rows[..5]).unwrap());
    assert_eq!(out[0], one.means()[strength * 169 + 90]);
    let error = one.lookup_rows(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 8], &mut out, &mut Run::new(1)).unwrap_err();
    assert_eq!(error.to_string(), "row 1: card 4c (id 8) appears more than once");
    assert!(one.lookup_rows(&rows[1..], &mut out, &mut Run::new(1)).is_err());
    assert!(ArsTable::new(Street::Preflop, 1, &mut Run::new(1)).is_err());
    let error = ArsTable::new(Street::Flop, 0, &mut Run::new(1)).err().unwrap();
    assert_eq!(error.to_string(), "power = 0: expected 1 to 22");
    assert!(ArsTable::new(Street::Flop, 23, &mut Run::new(1)).is_err());
}

#[test]
fn wrong_cells_and_blocks_are_refused() {
    let run = &mut Run::new(1);
    let table = StrengthTable::new(Kind::Ehs, Street::Preflop, &mut Run::new(2)).unwrap();
    assert_eq!(table.count_type(), CountType::U32);
    assert!(matches!(table.fill(0..2, CellsMut::Count32(&mut [0; 169]), run), Err(Error::IndexOutOfRange { .. })));
    assert!(table.fill(0..1, CellsMut::Count32(&mut [0; 168]), run).is_err());
    assert!(table.fill(0..1, CellsMut::Count16(&mut [0; 169]), run).is_err());
    assert!(table.compute_block(1, CellsMut::Count32(&mut [0; 169]), run).is_err());
    let part = [0; 169];
    assert!(table.place_block(0, Cells::Count32(&part[1..]), CellsMut::Count32(&mut [0; 169])).is_err());
    assert!(table.place_block(0, Cells::Float32(&[0.0; 169]), CellsMut::Count32(&mut [0; 169])).is_err());
    assert!(table.place_block(1, Cells::Count32(&part), CellsMut::Count32(&mut [0; 169])).is_err());
    let mut stop = |_: u64, _: u64| std::ops::ControlFlow::Break(());
    let flop = StrengthTable::new(bins(50), Street::Flop, &mut Run::new(2)).unwrap();
    let mut out = vec![0.0f32; flop.rows() * 50];
    let stopped = flop.fill(0..flop.n_blocks(), CellsMut::Float32(&mut out), &mut Run::new(2).watched(&mut stop));
    assert_eq!(stopped, Err(Error::Cancelled));
}

//! Tables of odds against random opponents: rows equal the odds of their hands, bit for bit, and the refused arguments.

use pokerbits::Error;
use pokerbits::cards::CardSet;
use pokerbits::hand_strength::Street;
use pokerbits::odds::{OddsRows, odds_rows, odds_table, preflop_odds};
use pokerbits::runtime::Run;
use pokerbits::runtime::rng::Philox;
use pokerbits::tables::{BlockTable, CellsMut, RowSource};

/// The table's rows of one block, by the bits of their floats.
fn bits_of_block(table: &impl BlockTable, block: usize, threads: usize) -> Vec<[u64; 3]> {
    let mut cells = vec![f64::NAN; 3 * table.block_rows(block).unwrap()];
    table.compute_block(block, CellsMut::Float64(&mut cells), &mut Run::new(threads)).unwrap();
    cells.chunks_exact(3).map(|row| [row[0].to_bits(), row[1].to_bits(), row[2].to_bits()]).collect()
}

#[test]
fn rows_are_the_odds_of_their_hands() {
    let mut rng = Philox::new([5, 2], [0; 4]);
    for (street, hands) in [(Street::River, 60), (Street::Turn, 20), (Street::Flop, 6)] {
        let indexer = street.indexer().unwrap();
        let width = 2 + street.board_cards();
        for opponents in [1, 8, 22] {
            let table = odds_table(street, opponents, &mut Run::new(2)).unwrap();
            assert_eq!((table.rows() as u64, table.columns()), (indexer.size(1).unwrap(), 3));
            let block = rng.below(table.n_blocks() as u64) as usize;
            let rows = bits_of_block(&table, block, 2);
            let indices = table.indices_of_block(block).unwrap();
            assert_eq!(rows.len(), indices.len());

            let chosen: Vec<usize> = (0..hands).map(|_| rng.below(rows.len() as u64) as usize).collect();
            let mut cards = vec![0; hands * width];
            for (&row, hand) in chosen.iter().zip(cards.chunks_exact_mut(width)) {
                indexer.unindex(1, indices[row], hand).unwrap();
            }
            let mut counts = vec![[0; 2]; hands * (opponents as usize + 1)];
            let mut probabilities = vec![[0.0; 4]; hands];
            let out = OddsRows { counts: &mut counts, probabilities: &mut probabilities };
            let run = &mut Run::new(2);
            odds_rows(&cards, street.board_cards(), CardSet::EMPTY, &[opponents], out, run).unwrap();
            for (row, [equity, win, tie, _]) in chosen.into_iter().zip(probabilities) {
                assert_eq!(rows[row], [win.to_bits(), tie.to_bits(), equity.to_bits()], "{street} {opponents} {row}");
            }
        }
    }
}

#[test]
fn hands_before_the_flop_have_their_odds() {
    for opponents in [1] {
        let run = &mut Run::new(2);
        let table = odds_table(Street::Preflop, opponents, run).unwrap();
        assert_eq!((table.n_blocks(), table.rows()), (1, 169));
        for (row, odds) in bits_of_block(&table, 0, 1).iter().zip(preflop_odds(&[opponents], run).unwrap()) {
            assert_eq!(row[2], odds[0].equity().to_bits());
            assert!((f64::from_bits(row[0]) - odds[0].win() as f64 / odds[0].total() as f64).abs() < 1e-15);
            assert!((f64::from_bits(row[1]) - odds[0].tie() as f64 / odds[0].total() as f64).abs() < 1e-15);
        }
    }
}

/// Two hands of a class have the same odds, so the order of the work does not matter.
#[test]
fn the_bytes_do_not_depend_on_threads() {
    let table = odds_table(Street::Turn, 3, &mut Run::new(1)).unwrap();
    assert_eq!(bits_of_block(&table, 3, 1), bits_of_block(&table, 3, 4));
    assert!(table.signature().ends_with("turn odds opponents=3"));
}

#[test]
fn narrow_cells_are_rounded_from_floats() {
    let table = odds_table(Street::River, 2, &mut Run::new(1)).unwrap();
    let n = 3 * table.block_rows(7).unwrap();
    let (mut wide, mut single, mut scaled) = (vec![0.0; n], vec![0.0; n], vec![0; n]);
    for cells in [CellsMut::Float64(&mut wide), CellsMut::Float32(&mut single), CellsMut::Scaled16(&mut scaled)] {
        table.compute_block(7, cells, &mut Run::new(2)).unwrap();
    }
    assert!(wide.iter().zip(&single).all(|(&x, &y): (&f64, &f32)| (x as f32).to_bits() == y.to_bits()));
    assert!(wide.iter().zip(&scaled).all(|(&x, &y)| (x * 65_535.0 - f64::from(y)).abs() <= 0.5));
}

#[test]
fn what_has_no_table_is_refused() {
    for opponents in [0, 23] {
        let refused = odds_table(Street::River, opponents, &mut Run::new(1)).err().unwrap();
        assert!(matches!(refused, Error::InvalidArgument(_)), "{refused}");
    }
    let table = odds_table(Street::Preflop, 1, &mut Run::new(1)).unwrap();
    let mut cells = [0; 507];
    let refused = table.fill(0..1, CellsMut::Count64(&mut cells), &mut Run::new(1)).unwrap_err();
    assert!(refused.to_string().contains("no counts"), "{refused}");
    let cancelled = &mut |_, _| std::ops::ControlFlow::Break(());
    let table = odds_table(Street::Flop, 4, &mut Run::new(1)).unwrap();
    let mut cells = vec![0.0; 3 * table.block_rows(0).unwrap()];
    let mut run = Run::new(1).watched(cancelled);
    assert_eq!(table.compute_block(0, CellsMut::Float64(&mut cells), &mut run), Err(Error::Cancelled));
}

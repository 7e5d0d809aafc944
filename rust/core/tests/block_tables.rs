//! Tables of blocks, whatever is in them: a kind of table that has nothing to do with poker.

use std::ops::Range;

use pokerbits::Result;
use pokerbits::runtime::Run;
use pokerbits::tables::{BlockTable, Cell, Cells, CellsMut, CountType, Order, RowSource, RowWriter, Shape};

/// Row `i` counts `i` of 100 and `i * i` of 100 squared; block `b` has rows `b`, `b + 4`, `b + 8` and so on.
struct Squares {
    rows: usize,
}

impl RowSource for Squares {
    fn identity(&self) -> String {
        format!("pokerbits table v1 squares below {}", self.rows)
    }

    fn shape(&self) -> Shape {
        Shape { rows: self.rows, columns: 2, of: None, max_count: 10_000 }
    }

    fn block_count(&self) -> usize {
        4
    }

    fn rows_of_block(&self, block: usize) -> usize {
        (block..self.rows).step_by(4).len()
    }

    fn indices_of_block(&self, block: usize) -> Result<Vec<u64>> {
        Ok((block as u64..self.rows as u64).step_by(4).collect())
    }

    fn write_blocks<T: Cell>(
        &self,
        blocks: Range<usize>,
        order: Order,
        out: RowWriter<'_, T>,
        run: &mut Run<'_>,
    ) -> Result<()> {
        run.for_each(blocks.clone(), blocks.len(), |block| {
            for (at, index) in self.indices_of_block(block)?.into_iter().enumerate() {
                let row = if order == Order::OfTable { index as usize } else { at };
                out.write(row, &[index, index * index, 100, 10_000])?;
            }
            Ok(())
        })
    }
}

#[test]
fn any_source_is_filled_computed_and_placed() {
    let squares = Squares { rows: 103 };
    // Callers need not know the kind of a table.
    let table: &dyn BlockTable = &squares;
    assert_eq!((table.rows(), table.columns(), table.count_columns(), table.n_blocks()), (103, 2, 4, 4));
    assert_eq!((table.count_type(), table.of()), (CountType::U16, None));
    assert_eq!(table.signature(), "pokerbits table v1 squares below 103");
    let expected: Vec<u16> = (0..103).flat_map(|i| [i, i * i, 100, 10_000]).collect();
    let mut filled = vec![0; 4 * 103];
    table.fill(0..4, CellsMut::Count16(&mut filled), &mut Run::new(3)).unwrap();
    assert_eq!(filled, expected);
    let (mut placed, mut fractions) = (vec![0; 4 * 103], vec![0.0; 2 * 103]);
    for block in [2, 0, 3, 1, 2] {
        let mut part = vec![0; 4 * table.block_rows(block).unwrap()];
        table.compute_block(block, CellsMut::Count16(&mut part), &mut Run::new(1)).unwrap();
        table.place_block(block, Cells::Count16(&part), CellsMut::Count16(&mut placed)).unwrap();
        table.fill(block..block + 1, CellsMut::Float64(&mut fractions), &mut Run::new(1)).unwrap();
    }
    assert_eq!(placed, expected);
    let bits = |x: u32, of: f64| (f64::from(x) / of).to_bits();
    let expected = (0..103).flat_map(|i| [bits(i, 100.0), bits(i * i, 10_000.0)]);
    assert!(fractions.into_iter().map(f64::to_bits).eq(expected));
}

#[test]
fn wrong_blocks_and_cells_are_refused() {
    let table = Squares { rows: 10 };
    let run = &mut Run::new(1);
    let text = |result: Result<()>| result.unwrap_err().to_string();
    assert!(text(table.fill(0..5, CellsMut::Float64(&mut [0.0; 20]), run)).contains("block 4 is out of range"));
    assert!(table.block_rows(usize::MAX).is_err());
    assert_eq!(
        text(table.fill(0..4, CellsMut::Count32(&mut [0; 40]), run)),
        "the counts of this table are U16, not U32"
    );
    assert_eq!(text(table.fill(0..4, CellsMut::Count16(&mut [0; 39]), run)), "39 cells are not 10 rows of 4");
    assert_eq!(
        text(table.place_block(1, Cells::Float64(&[0.0; 5]), CellsMut::Float64(&mut [0.0; 20]))),
        "5 cells are not the 3 rows of 2 of block 1"
    );
    assert_eq!(
        text(table.place_block(1, Cells::Float32(&[0.0; 6]), CellsMut::Float64(&mut [0.0; 20]))),
        "block 1 has cells of another type than the table"
    );
}

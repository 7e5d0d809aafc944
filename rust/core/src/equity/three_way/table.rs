//! The table of three hand classes before the flop: a row for each class of the first hand.

use std::collections::BTreeMap;
use std::ops::Range;

use super::board::{ClassBoard, Combo, combos_of_classes};
use super::sums::{AddBoards, ClassSums, KINDS, Memory, PAIRS, boards_of_batch};
use crate::cards::{CardSet, HAND_CLASS_COUNT};
use crate::error::Result;
use crate::memory::{try_collect, try_push, try_vec};
use crate::runtime::Run;
use crate::runtime::progress::Phase;
use crate::showdown::canonical_boards::CanonicalBoards;
use crate::tables::{Cell, Order, RowSource, RowWriter, Shape};

/// The version of the table: it changes whenever its bytes change.
const TABLE_VERSION: u32 = 1;
/// Rows of a block. Each block goes through all boards.
const BLOCK_ROWS: usize = 13;
/// Boards that a thread takes at a time, some milliseconds of work.
const STEP: usize = 48;

/// The counts of three hand classes before the flop, before their computation.
pub struct ThreeWayTable {
    combos: Vec<Vec<Combo>>,
    /// The boards up to suit isomorphism, and the number for which each stands, in steps of one such number.
    steps: Vec<(u32, Vec<CardSet>)>,
}

impl ThreeWayTable {
    /// The table. For classes a, b and c it has five numbers in row a, at place `b * 169 + c` of each part of the row. They
    /// count the deals of three hands and a board in which
    ///
    /// 1. a beats b and c;
    /// 2. a and b tie and beat c;
    /// 3. all three tie;
    /// 4. a beats b, whatever c holds;
    /// 5. a and b tie, whatever c holds.
    ///
    /// # Errors
    /// [`Cancelled`](crate::Error::Cancelled).
    pub fn new(run: &mut Run<'_>) -> Result<Self> {
        let boards = CanonicalBoards::new(5, run)?;
        let mut by_weight: BTreeMap<u64, Vec<CardSet>> = BTreeMap::new();
        for (board, &weight) in boards.cards().chunks_exact(5).zip(boards.weights()) {
            try_push(by_weight.entry(weight).or_default(), CardSet::from_ids(board)?)?;
        }
        let combos =
            combos_of_classes().into_iter().map(|class| class.iter().map(|&combo| Combo::new(combo)).collect());
        let steps = by_weight.iter().flat_map(|(&weight, boards)| {
            boards.chunks(STEP).map(move |step| Ok((weight as u32, try_collect(step.iter().copied().map(Ok))?)))
        });
        Ok(Self { combos: combos.collect(), steps: try_collect(steps)? })
    }

    fn classes_of(block: usize) -> Range<usize> {
        block * BLOCK_ROWS..HAND_CLASS_COUNT.min((block + 1) * BLOCK_ROWS)
    }

    /// The sums of the classes of a block over all boards.
    fn sums(&self, block: usize, run: &mut Run<'_>) -> Result<Vec<ClassSums>> {
        let (classes, level) = (Self::classes_of(block), run.level());
        let new = || Ok((try_collect(classes.clone().map(|_| ClassSums::new()))?, Memory::new()?, Vec::new()));
        let combos = &self.combos[classes.clone()];
        let all = run.reduce(
            &self.steps,
            self.steps.len(),
            new,
            |(sums, memory, ranked): &mut (Vec<ClassSums>, Memory, Vec<ClassBoard>), &(times, ref boards), _| {
                ranked.clear();
                for &board in boards {
                    try_push(ranked, ClassBoard::new(board)?)?;
                }
                for (combos, sums) in combos.iter().zip(&mut *sums) {
                    for boards in ranked.chunks(boards_of_batch(combos.len())) {
                        level.run(AddBoards { boards, combos, times, memory, sums });
                    }
                }
                Ok(())
            },
            |all, (sums, ..)| {
                all.0.iter_mut().zip(&sums).for_each(|(all, sums)| all.merge(sums));
                Ok(())
            },
        )?;
        Ok(all.0)
    }

    /// Calls `write` with the place and the counts of each row. It is compiled once for all types of cells.
    fn each_row(
        &self,
        blocks: Range<usize>,
        order: Order,
        write: &mut dyn FnMut(usize, &[u32]) -> Result<()>,
        run: &mut Run<'_>,
    ) -> Result<()> {
        let mut row = try_vec(0u32, KINDS * PAIRS)?;
        let total = blocks.len() as u64;
        for (block, before) in blocks.zip(0..) {
            run.enter_phase(Phase { before, steps: 1, total });
            let classes = Self::classes_of(block);
            let first = if order == Order::OfBlock { classes.start } else { 0 };
            for (class, sums) in classes.zip(self.sums(block, run)?) {
                sums.write_row(&mut row);
                write(class - first, &row)?;
            }
        }
        Ok(())
    }
}

impl RowSource for ThreeWayTable {
    fn identity(&self) -> String {
        format!("pokerbits table v{TABLE_VERSION} preflop three-way")
    }

    fn shape(&self) -> Shape {
        Shape { rows: HAND_CLASS_COUNT, columns: KINDS * PAIRS, of: Some(1), max_count: u32::MAX.into() }
    }

    fn block_count(&self) -> usize {
        HAND_CLASS_COUNT.div_ceil(BLOCK_ROWS)
    }

    fn rows_of_block(&self, block: usize) -> usize {
        Self::classes_of(block).len()
    }

    fn indices_of_block(&self, block: usize) -> Result<Vec<u64>> {
        try_collect(Self::classes_of(block).map(|class| Ok(class as u64)))
    }

    fn write_blocks<T: Cell>(
        &self,
        blocks: Range<usize>,
        order: Order,
        out: RowWriter<'_, T>,
        run: &mut Run<'_>,
    ) -> Result<()> {
        self.each_row(blocks, order, &mut |row, counts| out.write(row, counts), run)
    }
}

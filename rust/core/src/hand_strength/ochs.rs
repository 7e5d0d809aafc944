//! Opponent cluster hand strength: a hand's equity against each of several clusters of the opponent's hole cards.
//!
//! Johanson, Burch, Valenzano, Bowling, "Evaluating State-Space Abstractions in Extensive-Form Games" (2013).

use super::Street;
use super::any_deck::{DeckGame, DeckSums, Measure};
pub use super::clusters::Clusters;
use super::preflop::{class_sizes, preflop_distributions};
use crate::cards::{COMBOS, CardSet, HAND_CLASS_COUNT, combo_id, hand_class};
use crate::error::Result;
use crate::memory::{try_boxed, try_collect, try_vec};
use crate::runtime::cpu::Proven;
use crate::runtime::simd::U16x8;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::board_rows::{Sweep, combos_off};
use crate::showdown::canonical_boards::CanonicalBoards;
use crate::showdown::combo_grid::slot;
use crate::showdown::pattern_values::MAX_VALUE;
use crate::showdown::ranked_board::{BoardOrder, RankedBoard};
use crate::showdown::runouts::for_each_runout;
use crate::showdown::seen_sums::SeenSums;
use crate::showdown::street::BOARD_CARDS;
use crate::showdown::value_sums::{LANES, LaneWeights, ValueSums};

/// Boards times groups of lanes in one step before the flop.
const CHUNK: usize = 512;

impl Clusters {
    /// The partition into `n` clusters, weakest first, with the least squared distance of the classes' equity against a
    /// random hand before the flop from the mean of their cluster; all combos count equally. It is exact, by dynamic
    /// programming over the classes in the order of their equity (Fisher, "On Grouping for Maximum Homogeneity", 1958).
    ///
    /// # Errors
    /// [`InvalidArgument`](crate::Error::InvalidArgument) for no cluster or more than classes;
    /// [`Cancelled`](crate::Error::Cancelled).
    pub fn by_equity(n: usize, run: &mut Run<'_>) -> Result<Self> {
        let distributions = preflop_distributions(run)?;
        let of = (Street::Preflop.runouts() * u64::from(MAX_VALUE)) as f64;
        let equity = |class: u8| {
            let values = distributions.of_class(class).iter().zip(0u64..);
            values.map(|(&n, value)| u64::from(n) * value).sum::<u64>() as f64 / of
        };
        let equities: Vec<f64> = (0..HAND_CLASS_COUNT as u8).map(equity).collect();
        Self::least_squares(&equities, &class_sizes().map(|size| size as f64), n)
    }

    /// [`Self::by_equity`] for the classes of a game.
    ///
    /// # Errors
    /// As there.
    pub fn of_game_by_equity(game: &DeckGame, n: usize, run: &mut Run<'_>) -> Result<Self> {
        let (indexer, of) = (game.indexer(0)?, (game.runouts(0)? * game.max_value()) as f64);
        let equities: Vec<f64> =
            DeckSums::first_rows(game, &Measure::Value, run)?.into_iter().map(|sum| sum as f64 / of).collect();
        let size = |class| Ok(indexer.multiplicity(0, class)? as f64);
        Self::least_squares(&equities, &try_collect((0..equities.len() as u64).map(size))?, n)
    }

    fn of_combo(&self, combo: usize) -> usize {
        let [low, high] = COMBOS[combo];
        self.of_class()[usize::from(hand_class(low, high))].into()
    }

    /// The weights of the combos, lane by lane: 1 in the lane of the cluster.
    fn lanes(&self) -> Result<Vec<Box<LaneWeights>>> {
        let mut groups = try_collect((0..self.n().div_ceil(LANES)).map(|_| try_boxed(U16x8::default())))?;
        for [low, high] in COMBOS {
            let combo = usize::from(combo_id(low, high));
            let cluster = self.of_combo(combo);
            groups[cluster / LANES][combo].0[cluster % LANES] = 1;
        }
        Ok(groups)
    }
}

/// `2 * wins + ties` of every combo against every cluster.
pub(crate) struct ClusterSums {
    clusters: Clusters,
    street: Street,
    /// Eight clusters each.
    groups: Vec<ValueSums>,
    /// The last board.
    order: Option<BoardOrder>,
    /// Combos off the board by cluster.
    opponents: Vec<SeenSums<u16>>,
    row: Vec<u32>,
}

impl ClusterSums {
    pub(crate) fn new(clusters: &Clusters, street: Street, level: Proven) -> Result<Self> {
        Ok(Self {
            clusters: clusters.clone(),
            street,
            groups: try_collect(clusters.lanes()?.into_iter().map(|weights| ValueSums::new(level, weights)))?,
            order: None,
            opponents: try_vec(SeenSums::default(), clusters.n())?,
            row: try_vec(0, 2 * clusters.n())?,
        })
    }

    fn begin(&mut self, board: &[u8]) {
        self.groups.iter_mut().for_each(|group| group.begin(board));
        self.opponents.fill(SeenSums::default());
        for [low, high] in combos_off(board) {
            self.opponents[self.clusters.of_combo(combo_id(low, high).into())].add([low, high], 1);
        }
    }
}

impl Sweep for ClusterSums {
    type Count = u32;

    fn take(&mut self, board: &[u8], may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        self.begin(board);
        for_each_runout(board, !CardSet::from_ids(board)?, |whole, set| {
            may_go_on()?;
            let order = BoardOrder::after(self.order.take(), set)?;
            self.groups.iter_mut().for_each(|group| group.add(&order, &whole[board.len()..]));
            self.order = Some(order);
            Ok(())
        })?;
        self.groups.iter_mut().for_each(ValueSums::settle);
        Ok(())
    }

    fn row(&mut self, low: u8, high: u8) -> &[u32] {
        let own = self.clusters.of_combo(combo_id(low, high).into());
        let (values, ofs) = self.row.split_at_mut(self.clusters.n());
        for (values, group) in values.chunks_mut(LANES).zip(&self.groups) {
            let n = values.len();
            values.copy_from_slice(&group.sums()[slot(low, high)][..n]);
        }
        // Before the flop at most 2 * 1,712,304 * 1,225 < 2^32.
        let runouts = 2 * self.street.runouts_against() as u32;
        for (cluster, (of, opponents)) in ofs.iter_mut().zip(&self.opponents).enumerate() {
            *of = runouts * u32::from(opponents.without_but([low, high], (cluster == own).into()));
        }
        &self.row
    }
}

/// The rows of the 169 classes before the flop: for every cluster `2 * wins + ties`, then the total of the counts.
pub(super) fn preflop_rows(clusters: &Clusters, run: &mut Run<'_>) -> Result<Vec<u64>> {
    let boards = CanonicalBoards::new(BOARD_CARDS, run)?;
    let n = clusters.n();
    let groups = clusters.lanes()?;
    let chunk = CHUNK.div_ceil(groups.len());
    let steps = boards.cards().chunks(BOARD_CARDS * chunk).zip(boards.weights().chunks(chunk));
    let new = || try_vec([0u64; LANES], HAND_CLASS_COUNT * groups.len());
    let count = |part: &mut Vec<[u64; LANES]>, (cards, weights): (&[u8], &[u64]), _: &mut MayGoOn<'_>| {
        for (board, &weight) in cards.chunks_exact(BOARD_CARDS).zip(weights) {
            let ranked = RankedBoard::new(board)?;
            for (group, lanes) in groups.iter().enumerate() {
                ranked.against(lanes, |combo, outcome| {
                    let [low, high] = COMBOS[usize::from(combo)];
                    let value = outcome.win + outcome.win + outcome.tie;
                    let sums = &mut part[usize::from(hand_class(low, high)) * groups.len() + group];
                    sums.iter_mut().zip(value.0).for_each(|(sum, value)| *sum += weight * u64::from(value));
                });
            }
        }
        Ok(())
    };
    let sums = run.reduce(steps, boards.len().div_ceil(chunk), new, count, |all, part| {
        all.as_flattened_mut().iter_mut().zip(part.as_flattened()).for_each(|(sum, more)| *sum += more);
        Ok(())
    })?;

    let mut opponents = ClusterSums::new(clusters, Street::Preflop, run.level())?;
    opponents.begin(&[]);
    let mut rows = try_vec(0, HAND_CLASS_COUNT * 2 * n)?;
    for [low, high] in COMBOS {
        let class = usize::from(hand_class(low, high));
        let row = &mut rows[class * 2 * n..][..2 * n];
        row.iter_mut().zip(opponents.row(low, high)).for_each(|(to, &of)| *to = of.into());
    }
    for ((row, sums), size) in rows.chunks_exact_mut(2 * n).zip(sums.chunks_exact(groups.len())).zip(class_sizes()) {
        row[..n].iter_mut().zip(sums.as_flattened()).for_each(|(value, sum)| *value = sum / size);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_clusters_rise_in_equity() {
        let run = &mut Run::new(2);
        let clusters = Clusters::by_equity(8, run).unwrap();
        assert_eq!(clusters.n(), 8);
        let of = |class: u8| clusters.of_class()[usize::from(class)];
        // Aces on top, three-deuce off suit at the bottom.
        assert_eq!((of(90), of(1)), (7, 0));
        let distributions = preflop_distributions(run).unwrap();
        let mut classes: Vec<u8> = (0..169).collect();
        classes.sort_by_key(|&class| {
            distributions.of_class(class).iter().zip(0u64..).map(|(&n, v)| u64::from(n) * v).sum::<u64>()
        });
        assert!(classes.is_sorted_by_key(|&class| of(class)));
    }
}

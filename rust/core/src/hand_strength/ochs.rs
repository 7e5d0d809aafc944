//! Opponent cluster hand strength: a hand's equity against each of several clusters of the opponent's hole cards.
//!
//! Johanson, Burch, Valenzano, Bowling, "Evaluating State-Space Abstractions in Extensive-Form Games" (2013).

use super::Street;
use super::preflop::{class_sizes, preflop_distributions};
use crate::cards::{COMBOS, CardSet, DECK, HAND_CLASS_COUNT, combo_id, hand_class, hand_class_name};
use crate::error::{Error, Result};
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
use crate::showdown::street::BOARD_CARDS;
use crate::showdown::value_sums::{LANES, ValueSums, Weights};

/// Boards times groups of lanes in one step before the flop.
const CHUNK: usize = 512;
/// The place of all combos, after those of the cards.
const ALL: usize = DECK as usize;

/// A partition of the 169 classes of hole cards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Clusters {
    of_class: [u8; HAND_CLASS_COUNT],
    n: usize,
}

impl Clusters {
    /// The partition into these lists of classes.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] naming a class that is in no list or in two, or an empty list;
    /// [`Error::IndexOutOfRange`] for a class that does not exist.
    pub fn new<L: AsRef<[u8]>>(lists: &[L]) -> Result<Self> {
        let refuse = |why: String| Err(Error::InvalidArgument(format!("clusters do not partition the classes: {why}")));
        let name = |class: usize| hand_class_name(class as u8).unwrap_or_default();
        let mut of_class = [None; HAND_CLASS_COUNT];
        for (cluster, list) in lists.iter().enumerate() {
            if list.as_ref().is_empty() {
                return refuse(format!("cluster {cluster} is empty"));
            }
            for &class in list.as_ref() {
                let Some(place) = of_class.get_mut(usize::from(class)) else {
                    return Err(Error::IndexOutOfRange {
                        row: crate::error::Row(None),
                        what: "hand class",
                        index: class.into(),
                        first: 0,
                        last: HAND_CLASS_COUNT as u64 - 1,
                    });
                };
                if let Some(before) = place.replace(cluster as u8) {
                    let class = name(class.into());
                    return refuse(format!("{class} is in cluster {before} and in cluster {cluster}"));
                }
            }
        }
        if let Some(class) = of_class.iter().position(Option::is_none) {
            return refuse(format!("{} is in none", name(class)));
        }
        Ok(Self { of_class: of_class.map(Option::unwrap_or_default), n: lists.len() })
    }

    /// The partition into `n` clusters, weakest first, with the least squared distance of the classes' equity against a
    /// random hand before the flop from the mean of their cluster; all combos count equally. It is exact, by dynamic
    /// programming over the classes in the order of their equity (Fisher, "On Grouping for Maximum Homogeneity", 1958).
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for no cluster or more than classes; [`Error::Cancelled`].
    pub fn by_equity(n: usize, run: &mut Run<'_>) -> Result<Self> {
        if !(1..=HAND_CLASS_COUNT).contains(&n) {
            return Err(Error::InvalidArgument(format!(
                "{n} clusters of {HAND_CLASS_COUNT} classes: 1 to {HAND_CLASS_COUNT} are made"
            )));
        }
        let distributions = preflop_distributions(run)?;
        let sum = |class: usize| -> u64 {
            distributions.of_class(class as u8).iter().zip(0u64..).map(|(&n, value)| u64::from(n) * value).sum()
        };
        let mut classes: Vec<(u64, u8)> = (0..HAND_CLASS_COUNT).map(|class| (sum(class), class as u8)).collect();
        classes.sort_unstable();
        let of = (Street::Preflop.runouts() * u64::from(MAX_VALUE)) as f64;
        let equities: Vec<f64> = classes.iter().map(|&(sum, _)| sum as f64 / of).collect();
        let sizes = class_sizes();
        let weights: Vec<f64> = classes.iter().map(|&(_, class)| sizes[usize::from(class)] as f64).collect();
        let cuts = least_squares(&equities, &weights, n)?;
        let lists: Vec<Vec<u8>> =
            cuts.windows(2).map(|cut| classes[cut[0]..cut[1]].iter().map(|&(_, class)| class).collect()).collect();
        Self::new(&lists)
    }

    /// Number of clusters.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The cluster of every class.
    pub fn of_class(&self) -> &[u8; HAND_CLASS_COUNT] {
        &self.of_class
    }

    fn of_combo(&self, combo: usize) -> usize {
        let [low, high] = COMBOS[combo];
        self.of_class[usize::from(hand_class(low, high))].into()
    }

    /// The weights of the combos, lane by lane: 1 in the lane of the cluster.
    fn lanes(&self) -> Result<Vec<Box<Weights>>> {
        let mut groups = try_collect((0..self.n.div_ceil(LANES)).map(|_| try_boxed(U16x8::default())))?;
        for [low, high] in COMBOS {
            let combo = usize::from(combo_id(low, high));
            let cluster = self.of_combo(combo);
            groups[cluster / LANES][combo].0[cluster % LANES] = 1;
        }
        Ok(groups)
    }
}

/// The cuts of an ascending list into `n` parts with the least weighted squared distances to the parts' means; the first of
/// several equally good ones.
pub(super) fn least_squares(x: &[f64], weights: &[f64], n: usize) -> Result<Vec<usize>> {
    let len = x.len();
    // The cost of one part, `from..to`: Welford's update, which loses no digits.
    let mut costs = try_collect((0..len).map(|_| try_vec(0.0, len + 1)))?;
    for (from, costs) in costs.iter_mut().enumerate() {
        let (mut mean, mut weight, mut cost) = (0.0, 0.0, 0.0);
        for to in from..len {
            let delta = x[to] - mean;
            weight += weights[to];
            mean += delta * weights[to] / weight;
            cost += weights[to] * delta * (x[to] - mean);
            costs[to + 1] = cost;
        }
    }
    let mut best: Vec<f64> = (0..=len).map(|to| if to == 0 { 0.0 } else { f64::INFINITY }).collect();
    let mut cut_before = try_collect((0..=n).map(|_| try_vec(0, len + 1)))?;
    for cuts in cut_before.iter_mut().skip(1) {
        let mut next = vec![f64::INFINITY; len + 1];
        for to in 1..=len {
            for from in 0..to {
                let cost = best[from] + costs[from][to];
                if cost < next[to] {
                    (next[to], cuts[to]) = (cost, from);
                }
            }
        }
        best = next;
    }
    let mut cuts = vec![len];
    for part in (1..=n).rev() {
        cuts.push(cut_before[part][cuts[cuts.len() - 1]]);
    }
    cuts.reverse();
    Ok(cuts)
}

/// `2 * wins + ties` of every combo against every cluster.
pub(crate) struct ClusterSums {
    clusters: Clusters,
    street: Street,
    /// Eight clusters each.
    groups: Vec<ValueSums>,
    /// The last board.
    order: Option<BoardOrder>,
    /// Combos off the board by cluster: at the place of each card the combos with it, at `ALL` all combos.
    opponents: Vec<[u16; ALL + 1]>,
    row: Vec<u32>,
}

impl ClusterSums {
    pub(crate) fn new(clusters: &Clusters, street: Street, level: Proven) -> Result<Self> {
        Ok(Self {
            clusters: clusters.clone(),
            street,
            groups: try_collect(clusters.lanes()?.into_iter().map(|weights| ValueSums::new(level, weights)))?,
            order: None,
            opponents: try_vec([0; ALL + 1], clusters.n)?,
            row: try_vec(0, 2 * clusters.n)?,
        })
    }

    fn begin(&mut self, board: &[u8]) {
        self.groups.iter_mut().for_each(|group| group.begin(board));
        self.opponents.fill([0; ALL + 1]);
        for [low, high] in combos_off(board) {
            let opponents = &mut self.opponents[self.clusters.of_combo(combo_id(low, high).into())];
            for place in [ALL, low.into(), high.into()] {
                opponents[place] += 1;
            }
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
        let (values, ofs) = self.row.split_at_mut(self.clusters.n);
        for (values, group) in values.chunks_mut(LANES).zip(&self.groups) {
            let n = values.len();
            values.copy_from_slice(&group.sums()[slot(low, high)][..n]);
        }
        // Before the flop at most 2 * 1,712,304 * 1,225 < 2^32.
        let runouts = 2 * self.street.runouts_against() as u32;
        for (cluster, (of, opponents)) in ofs.iter_mut().zip(&self.opponents).enumerate() {
            let others = opponents[ALL] + u16::from(cluster == own);
            *of = runouts * u32::from(others - opponents[usize::from(low)] - opponents[usize::from(high)]);
        }
        &self.row
    }
}

/// The rows of the 169 classes before the flop: for every cluster `2 * wins + ties`, then the total of the counts.
pub(super) fn preflop_rows(clusters: &Clusters, run: &mut Run<'_>) -> Result<Vec<u64>> {
    let boards = CanonicalBoards::new(BOARD_CARDS, run)?;
    let n = clusters.n;
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
    fn partitions_are_checked() {
        let all: Vec<u8> = (0..169).collect();
        assert_eq!(Clusters::new(&[&all[..]]).unwrap().n(), 1);
        assert_eq!(Clusters::new(&all.iter().map(|c| vec![*c]).collect::<Vec<_>>()).unwrap().n(), 169);
        let refused = |lists: &[&[u8]], words: &str| {
            let error = Clusters::new(lists).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        };
        refused(&[&all[..168]], "AKs is in none");
        refused(&[&all[..], &[90]], "AA is in cluster 0 and in cluster 1");
        refused(&[&all[..], &[]], "cluster 1 is empty");
        refused(&[&[169]], "hand class 169 is out of range");
        refused(&[], "22 is in none");
        assert!(Clusters::by_equity(0, &mut Run::new(1)).is_err());
        assert!(Clusters::by_equity(170, &mut Run::new(1)).is_err());
    }

    #[test]
    fn cuts_are_the_best_of_all() {
        let x = [0.0, 0.1, 0.15, 0.4, 0.42, 0.9, 0.91, 1.0];
        let weights = [6.0, 4.0, 12.0, 12.0, 4.0, 6.0, 6.0, 12.0];
        let cost = |cuts: &[usize]| -> f64 {
            let part = |cut: &[usize]| {
                let (x, w) = (&x[cut[0]..cut[1]], &weights[cut[0]..cut[1]]);
                let mean = x.iter().zip(w).map(|(x, w)| x * w).sum::<f64>() / w.iter().sum::<f64>();
                x.iter().zip(w).map(|(x, w)| w * (x - mean) * (x - mean)).sum::<f64>()
            };
            cuts.windows(2).map(part).sum()
        };
        for n in 1..=x.len() {
            let found = least_squares(&x, &weights, n).unwrap();
            assert_eq!((found.len(), found[0], found[n]), (n + 1, 0, x.len()));
            for inner in 0u32..1 << (x.len() - 1) {
                if inner.count_ones() as usize == n - 1 {
                    let mut cuts = vec![0];
                    cuts.extend((1..x.len()).filter(|k| inner >> (k - 1) & 1 != 0));
                    cuts.push(x.len());
                    assert!(cost(&found) <= cost(&cuts) + 1e-12, "{found:?} {cuts:?}");
                }
            }
        }
    }

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

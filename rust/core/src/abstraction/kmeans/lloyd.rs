//! K-means by k-means++ and Lloyd's iterations, for points of any kind of coordinates.
//!
//! Points and packed centres are stored in order of the sums of their coordinates. A centre can be nearer to a point only if
//! its sum is close enough, so only a window of the centres is compared. A point whose centre has not moved away from it is
//! compared only with the centres that have moved.
//!
//! Floats are summed in an order that does not depend on threads: within chunks, then over chunks.

use super::groups::Packed;
use super::space::{Assigned, Best, Centers, Change, ClusterPart, MAX_BATCH, NONE, Space};
use crate::error::{Error, Result};
use crate::memory::{try_reserve, try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::runtime::rng::Philox;
use crate::runtime::stages::Stages;

/// Points in one step of an assignment.
const CHUNK: usize = 1 << 12;
/// Points of one block of the k-means++ initialisation.
const BLOCK: usize = 1 << 8;
/// Blocks of one step of it.
const BLOCKS: usize = 32;
/// Parts in which clusters are updated.
const UPDATES: usize = 32;
/// Steps of progress of the k-means++ initialisation.
const INIT_STEPS: u64 = 40;
/// Steps of progress of one update of the centres.
const UPDATE_STEPS: u64 = 1;
/// Steps of progress of one assignment of the points.
const ASSIGN_STEPS: u64 = 3;

/// The parameters of the search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Search {
    pub(super) clusters: usize,
    pub(super) key: [u64; 2],
    pub(super) max_iterations: usize,
    pub(super) tolerance: f64,
}

/// The clusters; points are in the order of the space.
pub(super) struct Clustered<C> {
    pub(super) labels: Vec<u32>,
    pub(super) centers: Vec<C>,
    /// The inertia before the first iteration and after each.
    pub(super) inertia: Vec<f64>,
}

/// Searches for clusters, from these centres or from a k-means++ initialisation. `sums` are the sums of the coordinates of
/// the points, ascending.
pub(super) fn search<S: Space>(
    space: &S,
    sums: &[f64],
    weights: &[u64],
    init: Option<Vec<S::Coordinate>>,
    search: Search,
    run: &mut Run<'_>,
) -> Result<Clustered<S::Coordinate>> {
    let k = search.clusters;
    let iterations = search.max_iterations as u64;
    let mut stages = Stages::new(INIT_STEPS.saturating_add(iterations.saturating_mul(UPDATE_STEPS + ASSIGN_STEPS)));
    let mut state = LloydState {
        space,
        weights,
        labels: try_vec(NONE, space.points())?,
        costs: try_vec(f64::INFINITY, space.points())?,
        members: try_vec(0, k)?,
        centers: try_vec(S::Coordinate::default(), k * space.width())?,
        moved: try_vec(true, k)?,
        changes: Vec::new(),
        sums,
    };
    let mut inertia = try_with_capacity(1)?;
    stages.enter(INIT_STEPS, run);
    if let Some(centers) = init {
        state.centers = centers;
        inertia.push(state.assign(run)?);
    } else {
        inertia.push(state.plus_plus(search.key, run)?);
    }
    let mut tallies = Tallies::new(space, if search.max_iterations > 0 { k } else { 0 })?;
    for _ in 0..search.max_iterations {
        let relocated = state.fill_empty(run)?;
        if state.changes.is_empty() {
            break;
        }
        stages.enter(UPDATE_STEPS, run);
        state.update(&mut tallies, run)?;
        stages.enter(ASSIGN_STEPS, run);
        let before = inertia[inertia.len() - 1];
        let now = state.assign(run)?;
        try_reserve(&mut inertia, 1)?;
        inertia.push(now);
        // Without a tolerance, also a point that moves to an equally good centre with a lower label continues the search.
        let is_settled = search.tolerance > 0.0 && before - now <= search.tolerance * before;
        if !relocated && is_settled {
            break;
        }
    }
    let LloydState { labels, centers, .. } = state;
    Ok(Clustered { labels, centers, inertia })
}

/// The data of all clusters, in parts.
struct Tallies<T> {
    clusters: usize,
    of_part: Vec<T>,
}

impl<T> Tallies<T> {
    fn new<S: Space<Tally = T>>(space: &S, k: usize) -> Result<Self> {
        let clusters = k.div_ceil(UPDATES).max(1);
        let mut of_part = try_with_capacity(UPDATES)?;
        for first in (0..k).step_by(clusters) {
            of_part.push(space.tally(clusters.min(k - first))?);
        }
        Ok(Self { clusters, of_part })
    }
}

struct LloydState<'a, S: Space> {
    space: &'a S,
    weights: &'a [u64],
    labels: Vec<u32>,
    /// The cost of each point, as of the last assignment.
    costs: Vec<f64>,
    /// The points of each cluster, without those of weight 0.
    members: Vec<u32>,
    centers: Vec<S::Coordinate>,
    /// Whether a centre has moved since the last assignment.
    moved: Vec<bool>,
    /// The changes of the last assignment.
    changes: Vec<Change>,
    /// The sums of the coordinates of the points, ascending.
    sums: &'a [f64],
}

impl<S: Space> LloydState<'_, S> {
    /// Chooses centres among the points, each with a probability proportional to its contribution to the inertia (Arthur,
    /// Vassilvitskii, "k-means++: The Advantages of Careful Seeding", 2007), and assigns the points to them.
    fn plus_plus(&mut self, key: [u64; 2], run: &mut Run<'_>) -> Result<f64> {
        let Self { space, weights, labels, costs, centers, sums, .. } = self;
        let (n, k, width, level) = (space.points(), self.members.len(), space.width(), run.level());
        let mut rng = Philox::new(key, [0; 4]);
        let mut blocks = try_with_capacity(n.div_ceil(BLOCK))?;
        let points = labels.chunks_mut(BLOCK).zip(costs.chunks_mut(BLOCK)).zip(weights.chunks(BLOCK));
        for (at, ((labels, costs), weights)) in points.enumerate() {
            let first = at * BLOCK;
            let sums = [sums[first], sums[first + labels.len() - 1]];
            blocks.push(PointBlock { first, sums, labels, costs, weights, max_cost: f64::INFINITY, potential: 0.0 });
        }
        let mut draw = rng.below(weights.iter().sum());
        let mut chosen = weights.iter().position(|&weight| {
            let here = draw < weight;
            draw = draw.saturating_sub(weight);
            here
        });
        for label in 0..k {
            let Some(point) = chosen else {
                let why =
                    format!("{k} clusters of {label} points that differ: there cannot be more clusters than points");
                return Err(Error::InvalidArgument(why));
            };
            let (before, center) = centers[..(label + 1) * width].split_at_mut(label * width);
            space.copy(point, center);
            let center = &*center;
            let safe = space.safe_costs(before, center)?;
            let (safe, sum) = (safe.as_deref(), space.sum(center));
            let near = |block: &&mut PointBlock<'_>| {
                let reach = space.reach(block.max_cost);
                block.max_cost > 0.0 && sum >= block.sums[0] - reach && sum <= block.sums[1] + reach
            };
            let mut open = try_with_capacity(blocks.len())?;
            open.extend(blocks.iter_mut().filter(near));
            let steps = open.len().div_ceil(BLOCKS);
            run.for_each(open.chunks_mut(BLOCKS), steps, |blocks| {
                for block in blocks {
                    block.serve(*space, level, label as u32, center, safe);
                }
                Ok(())
            })?;
            run.checkpoint(label as u64, k as u64)?;
            let total: f64 = blocks.iter().map(|block| block.potential).sum();
            chosen = choose(&blocks, total * ((rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64));
        }
        let inertia = blocks.iter().map(|block| block.potential).sum();
        try_reserve(&mut self.changes, n)?;
        self.changes.extend(self.labels.iter().enumerate().map(|(point, &to)| Change {
            point: point as u32,
            from: NONE,
            to,
        }));
        self.count_changes();
        Ok(inertia)
    }

    /// Assigns every point to the nearest centre, with the lowest label among several. Returns the inertia.
    fn assign(&mut self, run: &mut Run<'_>) -> Result<f64> {
        let Self { space, weights, labels, costs, centers, moved, sums, .. } = self;
        let (space, centers, moved, sums, level) = (*space, &centers[..], &moved[..], *sums, run.level());
        let all = Packed::new(space, centers, |_| true)?;
        let only_moved = Packed::new(space, centers, |cluster| moved[cluster])?;
        let chunks = labels.len().div_ceil(CHUNK);
        let mut results = try_with_capacity(chunks)?;
        results.resize_with(chunks, || (0.0, Vec::new()));
        let points = labels.chunks_mut(CHUNK).zip(costs.chunks_mut(CHUNK)).zip(weights.chunks(CHUNK));
        run.for_each(points.zip(&mut results).enumerate(), chunks, |(at, (((labels, costs), weights), result))| {
            let (first, changes, room) = (at * CHUNK, &mut result.1, space.room()?);
            let mut worker = Worker { space, level, first, labels, costs, changes, centers, room };
            let mut batches = [Batch::default(), Batch::default()];
            for i in 0..worker.labels.len() {
                let (mut label, before, sum) = (worker.labels[i], worker.costs[i], sums[first + i]);
                let mut cost = before;
                let is_new = label == NONE;
                if is_new {
                    label = all.closest(sum);
                }
                if is_new || moved[label as usize] {
                    let center = &centers[label as usize * space.width()..][..space.width()];
                    space.costs(level, first + i..first + i + 1, None, center, |_, now| cost = now);
                    worker.costs[i] = cost;
                }
                // Centres that have not moved were not better before.
                let is_near = !is_new && cost <= before;
                let packed = if is_near { &only_moved } else { &all };
                let batch = &mut batches[usize::from(is_near)];
                batch.push(first + i, sum, Best { cost, label });
                if batch.len == S::BATCH {
                    worker.serve(batch, packed)?;
                }
            }
            let [of_all, of_moved] = &mut batches;
            worker.serve(of_all, &all)?;
            worker.serve(of_moved, &only_moved)?;
            result.0 = worker.costs.iter().zip(weights).map(|(cost, &weight)| cost * weight as f64).sum();
            Ok(())
        })?;
        self.changes.clear();
        try_reserve(&mut self.changes, results.iter().map(|(_, changes)| changes.len()).sum())?;
        self.changes.extend(results.iter().flat_map(|(_, changes)| changes));
        self.count_changes();
        self.moved.fill(false);
        Ok(results.iter().map(|(inertia, _)| inertia).sum())
    }

    fn count_changes(&mut self) {
        for &Change { point, from, to } in &self.changes {
            if self.weights[point as usize] > 0 {
                self.members[to as usize] += 1;
                if from != NONE {
                    self.members[from as usize] -= 1;
                }
            }
        }
    }

    /// Gives each empty cluster the point that is farthest from its centre, and returns whether there was such a point.
    fn fill_empty(&mut self, run: &mut Run<'_>) -> Result<bool> {
        let mut relocated = false;
        while let Some(empty) = self.members.iter().position(|&members| members == 0) {
            run.checkpoint(0, 1)?;
            let may_go = |point: usize| self.weights[point] > 0 && self.members[self.labels[point] as usize] > 1;
            let points = (0..self.costs.len()).filter(|&point| may_go(point));
            // The first of equally far points.
            let farthest = points.reduce(|far, point| if self.costs[point] > self.costs[far] { point } else { far });
            let Some(point) = farthest.filter(|&point| self.costs[point] > 0.0) else { break };
            let change = Change { point: point as u32, from: self.labels[point], to: empty as u32 };
            self.members[change.from as usize] -= 1;
            self.members[empty] += 1;
            self.labels[point] = change.to;
            self.costs[point] = 0.0;
            try_reserve(&mut self.changes, 1)?;
            self.changes.push(change);
            relocated = true;
        }
        Ok(relocated)
    }

    /// Moves the centres to the optimum of their clusters.
    fn update(&mut self, tallies: &mut Tallies<S::Tally>, run: &mut Run<'_>) -> Result<()> {
        let (space, width, per, level) = (self.space, self.space.width(), tallies.clusters, run.level());
        let assigned = Assigned { changes: &self.changes, labels: &self.labels, weights: self.weights };
        let centers = self.centers.chunks_mut(per * width).zip(self.moved.chunks_mut(per));
        let n = tallies.of_part.len();
        run.for_each(centers.zip(&mut tallies.of_part).enumerate(), n, |(at, ((centers, moved), tally))| {
            let clusters = at * per..at * per + moved.len();
            space.update(level, ClusterPart { clusters, centers, tally, moved }, &assigned)
        })
    }
}

/// Neighbouring points, during the initialisation.
struct PointBlock<'a> {
    first: usize,
    /// The sums of the first and the last point.
    sums: [f64; 2],
    labels: &'a mut [u32],
    costs: &'a mut [f64],
    weights: &'a [u64],
    max_cost: f64,
    /// The weighted sum of the costs.
    potential: f64,
}

impl PointBlock<'_> {
    /// Assigns the points to this centre that are nearer to it than to those before it.
    fn serve<S: Space>(
        &mut self,
        space: &S,
        level: Proven,
        label: u32,
        center: &[S::Coordinate],
        safe: Option<&[f64]>,
    ) {
        let Self { first, labels, costs, weights, .. } = self;
        let mut places = [0; BLOCK];
        let wanted = safe.filter(|safe| !safe.is_empty()).map(|safe| {
            let mut n = 0;
            for (at, (&label, &cost)) in labels.iter().zip(&**costs).enumerate() {
                // Written always, kept if wanted: no branch to mispredict.
                places[n & (BLOCK - 1)] = at as u16;
                n += usize::from(cost > safe[label as usize]);
            }
            &places[..n]
        });
        let mut has_changed = false;
        space.costs(level, *first..*first + labels.len(), wanted, center, |i, cost| {
            if cost < costs[i] {
                (costs[i], labels[i], has_changed) = (cost, label, true);
            }
        });
        if !has_changed {
            return;
        }
        self.max_cost = costs.iter().fold(0.0, |max, &cost| f64::max(max, cost));
        self.potential = costs.iter().zip(*weights).map(|(cost, &weight)| cost * weight as f64).sum();
    }
}

/// The point at which the cumulative potential passes `draw`; otherwise the last with any potential.
fn choose(blocks: &[PointBlock<'_>], mut draw: f64) -> Option<usize> {
    let last = blocks.iter().rposition(|block| block.potential > 0.0)?;
    let mut at = 0;
    while at < last && draw >= blocks[at].potential {
        draw -= blocks[at].potential;
        at += 1;
    }
    // By rounding, the last block with any potential may have been passed.
    let block = &blocks[at];
    let mut chosen = None;
    for (i, (cost, &weight)) in block.costs.iter().zip(block.weights).enumerate() {
        let potential = cost * weight as f64;
        if potential > 0.0 {
            chosen = Some(block.first + i);
            if draw < potential {
                break;
            }
            draw -= potential;
        }
    }
    chosen
}

/// Points that wait for a comparison with centres.
#[derive(Default)]
struct Batch {
    len: usize,
    points: [usize; MAX_BATCH],
    best: [Best; MAX_BATCH],
    sums: [f64; 2],
    max_cost: f64,
}

impl Default for Best {
    fn default() -> Self {
        Self { cost: f64::INFINITY, label: NONE }
    }
}

impl Batch {
    fn push(&mut self, point: usize, sum: f64, best: Best) {
        if self.len == 0 {
            // The remaining places repeat the same point.
            (self.points, self.best) = ([point; MAX_BATCH], [best; MAX_BATCH]);
            (self.sums, self.max_cost) = ([sum; 2], 0.0);
        }
        (self.points[self.len], self.best[self.len]) = (point, best);
        self.sums[1] = sum;
        self.max_cost = self.max_cost.max(best.cost);
        self.len += 1;
    }
}

/// The points of a chunk during an assignment.
struct Worker<'a, S: Space> {
    space: &'a S,
    level: Proven,
    first: usize,
    labels: &'a mut [u32],
    costs: &'a mut [f64],
    changes: &'a mut Vec<Change>,
    centers: &'a [S::Coordinate],
    room: S::Room,
}

impl<S: Space> Worker<'_, S> {
    /// Compares the points of a batch with the centres in their windows, and empties it.
    fn serve(&mut self, batch: &mut Batch, packed: &Packed<S::Groups>) -> Result<()> {
        if batch.len == 0 {
            return Ok(());
        }
        let reach = self.space.reach(batch.max_cost);
        let window = packed.window(batch.sums[0] - reach, batch.sums[1] + reach);
        if !window.is_empty() {
            let centers = Centers { rows: self.centers, groups: &packed.groups, window };
            let (points, best) = (&batch.points[..S::BATCH], &mut batch.best[..S::BATCH]);
            self.space.nearest(self.level, points, centers, best, &mut self.room);
            for (&point, best) in batch.points[..batch.len].iter().zip(batch.best) {
                let label = &mut self.labels[point - self.first];
                if *label != best.label {
                    try_reserve(self.changes, 1)?;
                    self.changes.push(Change { point: point as u32, from: *label, to: best.label });
                    *label = best.label;
                    self.costs[point - self.first] = best.cost;
                }
            }
        }
        batch.len = 0;
        Ok(())
    }
}

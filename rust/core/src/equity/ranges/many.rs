//! Exact equities of three to ten weighted ranges over every completion of a board.
//!
//! The hands of all players but three, those with the smallest ranges, are enumerated. For each choice [`DisjointPairs`]
//! solves the other three at once: their hands that are weaker than the best enumerated hand lose, and equal ones share the
//! pot. For the best enumerated hand itself, the triples of the three's hands that it beats or shares with are counted:
//! pairs of two of them beside each hand of the third.

use crate::cards::{COMBO_COUNT, COMBOS, CardSet, PerCombo, combo_bits, combo_id, share_a_card};
use crate::combinatorics::{choose, sort_few};
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::equity::ranges::Ranges;
use crate::equity::ranges::recount::{barely_unblocked, recount};
use crate::equity::ranges::symmetrize::symmetrize;
use crate::equity::ranges::three::{DisjointPairs, OPEN, PerOpen, RankedCombo};
use crate::error::Result;
use crate::evaluator::{ComboStrengths, evaluate_combos};
use crate::memory::try_vec;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::Simd;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::boards::Boards;
use crate::showdown::ordering::{FIRST, ascending};

/// Maximum number of chunks of boards. Their sums are added in order, so that floats are the same on any number of threads.
const PARTS: usize = 128;

/// Maximum number of sums in all chunks together, for memory. At least 16 chunks are made.
const SUMS: usize = 1 << 23;

/// Maximum number of combos that are sorted by comparison.
const FEW: usize = 200;

/// Wins and shared pots of each combo of three to ten ranges against the others, over all completions of the board: one item
/// for each range, in order. With more than three ranges the time grows with the product of the numbers of combos of all but
/// the three largest.
///
/// Combos without weight, and combos without a deal, have 0. Integer sums are exact: the product of the total weights of any
/// two players is below 2^52.
pub(crate) fn count<W: Amount>(ranges: &Ranges<'_, W>, run: &mut Run<'_>) -> Result<Vec<ComboCounts<W>>> {
    let Ranges { weights, situation, symmetry, .. } = *ranges;
    let players = Players::new(weights, situation.left())?;
    let all = Boards::new(situation, symmetry.to_vec())?;
    let parts = PARTS.min(SUMS / players.sums.max(1)).max(16);
    let size = all.chunks().div_ceil(parts);
    let chunks = (0..all.chunks()).step_by(size).map(|first| first..(first + size).min(all.chunks()));
    let mut sums = Vec::new();
    sums.resize_with(chunks.len(), Vec::new);
    let (level, n) = (run.level(), sums.len());
    let new = || RangeWorker::new(&players, level);
    run.fold(chunks.zip(&mut sums), n, new, |worker, (mut chunks, sums), may_go_on| {
        *sums = try_vec(W::default(), players.sums)?;
        chunks.try_for_each(|chunk| {
            let mut boards = all.chunk(chunk);
            boards.try_for_each(|(board, times)| worker.solve(&evaluate_combos(board)?, times, sums, may_go_on))
        })
    })?;

    // If all hands were equal, all would share: these are the sums over all deals of hands.
    let mut deals = try_vec(W::default(), players.sums)?;
    let mut worker = RangeWorker::new(&players, level)?;
    worker.solve_alike(&mut deals, &mut || run.checkpoint(1, 1))?;
    let taken_of = if W::IS_EXACT { vec![] } else { worker.taken_of(&mut || run.checkpoint(1, 1))? };
    // No player holds a card of the board.
    let left = situation.left().len().saturating_sub(2 * weights.len() as u32);
    let runouts = choose(left.into(), situation.missing() as u64).unwrap_or_default() as u64;

    let mut found = Vec::new();
    for (player, hands) in players.hands.iter().enumerate() {
        let mut shares = ComboCounts::new(weights.len() - 1)?;
        for hand in hands {
            let (combo, at) = (usize::from(hand.combo), players.place(player, hand.combo));
            for (ties, of) in shares.shares.iter_mut().enumerate() {
                of[combo] = sums.iter().map(|part| part[at + ties]).sum();
            }
            shares.total[combo] = deals[at + weights.len() - 1].times(runouts);
        }
        shares.shares.iter_mut().try_for_each(|of| symmetrize(of, all.symmetry()))?;
        let of_deals = |combo: usize| deals[players.place(player, combo as u16) + weights.len() - 1].float();
        let barely = barely_unblocked(weights[player], of_deals, |combo| taken_of[players.place(player, combo as u16)]);
        let others = weights.iter().enumerate().filter(|&(other, _)| other != player);
        let others: Vec<&PerCombo<W>> = others.map(|(_, &weights)| weights).collect();
        recount(&mut shares, &barely, &others, &all, runouts, run)?;
        found.push(shares);
    }
    Ok(found)
}

/// A combo that a player may hold.
#[derive(Clone, Copy)]
struct HeldCombo<W> {
    combo: u16,
    weight: W,
}

/// The hands of the players.
struct Players<W> {
    /// The combos of each player with a weight.
    hands: Vec<Vec<HeldCombo<W>>>,
    /// The combos that any player has, ascending.
    combos: Vec<u16>,
    is_held: Vec<bool>,
    /// The players whose hands are enumerated, and the others: those with the largest ranges, the smallest of them first.
    fixed: Vec<usize>,
    open: [usize; OPEN],
    /// The weights of the open players.
    weights: Vec<PerOpen>,
    /// Where the sums of each player's combos begin.
    places: Vec<[u32; COMBO_COUNT]>,
    /// Number of sums: for every combo of every player, by how many share the pot with it.
    sums: usize,
}

impl<W: Amount> Players<W> {
    /// Leaves out combos with cards that are not `left`.
    pub(crate) fn new(ranges: &[&PerCombo<W>], left: CardSet) -> Result<Self> {
        let is_left = |combo: usize| combo_bits(combo) & !left.bits() == 0;
        let can_hold = |range: &PerCombo<W>, combo: usize| range[combo] > W::default() && is_left(combo);
        let holds = |range: &&PerCombo<W>| {
            let combos = (0..COMBO_COUNT).filter(|&combo| can_hold(range, combo));
            combos.map(|combo| HeldCombo { combo: combo as u16, weight: range[combo] }).collect()
        };
        let hands: Vec<Vec<_>> = ranges.iter().map(holds).collect();
        let has_any = |combo: &u16| ranges.iter().any(|range| can_hold(range, (*combo).into()));

        let mut by_size: Vec<usize> = (0..ranges.len()).collect();
        sort_few(&mut by_size, &|&a, &b| hands[a].len() < hands[b].len());
        let open = by_size.split_off(ranges.len() - OPEN);
        let open = [open[0], open[1], open[2]];
        let mut weights = try_vec(PerOpen::default(), COMBO_COUNT)?;
        for (at, player) in open.into_iter().enumerate() {
            hands[player].iter().for_each(|hand| weights[usize::from(hand.combo)][at] = hand.weight.float());
        }

        let mut sums = 0;
        let mut places = try_vec([0; COMBO_COUNT], ranges.len())?;
        for (places, hands) in places.iter_mut().zip(&hands) {
            for hand in hands {
                places[usize::from(hand.combo)] = sums as u32;
                sums += ranges.len();
            }
        }
        let is_held: Vec<bool> = (0..COMBO_COUNT as u16).map(|combo| has_any(&combo)).collect();
        let combos = (0..COMBO_COUNT as u16).filter(has_any).collect();
        Ok(Self { hands, combos, is_held, fixed: by_size, open, weights, places, sums })
    }

    fn place(&self, player: usize, combo: u16) -> usize {
        self.places[player][usize::from(combo)] as usize
    }
}

/// An enumerated hand.
#[derive(Clone, Copy)]
struct FixedHand<W> {
    player: usize,
    hand: HeldCombo<W>,
    strength: u16,
}

/// The memory of one thread.
struct RangeWorker<'a, W> {
    players: &'a Players<W>,
    level: Proven,
    pairs: DisjointPairs,
    /// The hands that some player can hold on the board, ascending.
    order: Vec<RankedCombo>,
    /// The hands that can be held beside the fixed ones.
    hands: Vec<RankedCombo>,
    /// The weights of the open players, 0 for hands with a card of a fixed one.
    weights: Vec<PerOpen>,
    fixed: Vec<FixedHand<W>>,
}

impl<'a, W: Amount> RangeWorker<'a, W> {
    fn new(players: &'a Players<W>, level: Proven) -> Result<Self> {
        let mut weights = try_vec(PerOpen::default(), COMBO_COUNT)?;
        weights.copy_from_slice(&players.weights);
        let (pairs, fixed) = (DisjointPairs::new(), Vec::new());
        Ok(Self { players, level, pairs, order: Vec::new(), hands: Vec::new(), weights, fixed })
    }

    /// Adds a board that stands for `boards` boards to the sums.
    fn solve(
        &mut self,
        strengths: &ComboStrengths,
        boards: u64,
        sums: &mut [W],
        may_go_on: &mut MayGoOn<'_>,
    ) -> Result<()> {
        self.rank(strengths);
        self.fix(strengths, &mut |worker| {
            may_go_on()?;
            worker.level.run(Showdowns { worker, boards, sums });
            Ok(())
        })
    }

    fn rank(&mut self, strengths: &ComboStrengths) {
        let ranked = |&combo: &u16| RankedCombo { strength: strengths[usize::from(combo)], combo };
        let Players { combos, is_held, .. } = self.players;
        self.order.clear();
        if combos.len() <= FEW {
            self.order.extend(combos.iter().map(ranked).filter(|hand| hand.strength > 0));
            self.order.sort_unstable_by_key(|hand| (hand.strength, hand.combo));
        } else {
            let order = ascending(strengths).map(|combo| combo & !FIRST);
            self.order.extend(order.iter().filter(|&&combo| is_held[usize::from(combo)]).map(ranked));
        }
    }

    /// Adds the sums of a board on which all hands are equally strong.
    fn solve_alike(&mut self, sums: &mut [W], may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        let hand = |&combo: &u16| RankedCombo { strength: 1, combo };
        self.order.clear();
        self.order.extend(self.players.combos.iter().map(hand));
        self.fix(&[1; COMBO_COUNT], &mut |worker| {
            may_go_on()?;
            worker.level.run(Showdowns { worker, boards: 1, sums });
            Ok(())
        })
    }

    /// For every combo of every player, at its place, the products of weights from which [`Self::solve_alike`] takes
    /// differences. The error of a difference is this sum times the rounding error of floats.
    fn taken_of(&mut self, may_go_on: &mut MayGoOn<'_>) -> Result<Vec<f64>> {
        let mut found = try_vec(0.0, self.players.sums)?;
        self.fix(&[1; COMBO_COUNT], &mut |worker| {
            may_go_on()?;
            let players = worker.players;
            let mut totals = PerOpen::default();
            for weights in &worker.weights {
                totals.iter_mut().zip(weights).for_each(|(total, weight)| *total += weight);
            }
            let of_open: f64 = totals[..OPEN].iter().product();
            let of_fixed = |but: usize| {
                let others = worker.fixed.iter().enumerate().filter(|&(at, _)| at != but);
                others.map(|(_, fixed)| fixed.hand.weight.float()).product::<f64>()
            };
            for (at, fixed) in worker.fixed.iter().enumerate() {
                found[players.place(fixed.player, fixed.hand.combo)] += of_fixed(at) * of_open;
            }
            let of_fixed = of_fixed(usize::MAX);
            for (at, &player) in players.open.iter().enumerate() {
                let of_others = totals[(at + 1) % OPEN] * totals[(at + 2) % OPEN];
                for hand in
                    players.hands[player].iter().filter(|hand| worker.weights[usize::from(hand.combo)][at] > 0.0)
                {
                    found[players.place(player, hand.combo)] += of_fixed * of_others;
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Enumerates the hands of the fixed players, from the next one on, and calls `each` for every choice.
    fn fix(&mut self, strengths: &ComboStrengths, each: &mut dyn FnMut(&mut Self) -> Result<()>) -> Result<()> {
        let players = self.players;
        let Some(&player) = players.fixed.get(self.fixed.len()) else {
            return each(self);
        };
        for &hand in &players.hands[player] {
            let (cards, strength) = (COMBOS[usize::from(hand.combo)], strengths[usize::from(hand.combo)]);
            let is_taken = |fixed: &FixedHand<W>| share_a_card(COMBOS[usize::from(fixed.hand.combo)], cards);
            if strength == 0 || self.fixed.iter().any(is_taken) {
                continue;
            }
            self.fixed.push(FixedHand { player, hand, strength });
            self.block(cards);
            self.fix(strengths, each)?;
            self.fixed.pop();
            self.weights.copy_from_slice(&players.weights);
            for i in 0..self.fixed.len() {
                self.block(COMBOS[usize::from(self.fixed[i].hand.combo)]);
            }
        }
        Ok(())
    }

    /// Removes hands with these cards from the open players.
    fn block(&mut self, cards: [u8; 2]) {
        for card in cards {
            for other in (0..52).filter(|&other| other != card) {
                self.weights[usize::from(combo_id(card, other))] = PerOpen::default();
            }
        }
    }

    /// Adds the showdowns of the open players against the fixed hands.
    #[inline(always)]
    fn showdowns<V: Simd>(&mut self, v: V, boards: u64, sums: &mut [W]) {
        let Self { players, pairs, order, hands, weights, fixed, .. } = self;
        let best = fixed.iter().map(|fixed| fixed.strength).max().unwrap_or(0);
        let winners = fixed.iter().filter(|fixed| fixed.strength == best).count();
        let beside = |but: Option<usize>| {
            let others = fixed.iter().enumerate().filter(|&(i, _)| Some(i) != but);
            others.fold(W::nearest(1.0), |product, (_, fixed)| product * fixed.hand.weight).times(boards)
        };
        let of_fixed = beside(None);
        let Some(weights) = weights.first_chunk::<COMBO_COUNT>() else { return };
        let of = |hand: RankedCombo| weights[usize::from(hand.combo)];
        let is_open = |hand: RankedCombo| of(hand).iter().any(|&weight| weight > 0.0);
        hands.clear();
        // The best fixed hands stay with weight 0: they have their place in the order.
        hands.extend(order.iter().filter(|&&hand| hand.strength == best || is_open(hand)));
        for group in hands.chunk_by(|a, b| a.strength == b.strength) {
            pairs.enter(v, group, weights);
            let strength = group[0].strength;
            let sharing = if strength == best { winners } else { 0 };
            for &hand in group.iter().filter(|&&hand| strength >= best && is_open(hand)) {
                let by_ties = pairs.beside(v, hand, &of(hand));
                for (i, &player) in players.open.iter().enumerate().filter(|&(i, _)| of(hand)[i] > 0.0) {
                    let at = players.place(player, hand.combo) + sharing;
                    if let Some(sums) = sums[at..].first_chunk_mut::<OPEN>() {
                        for (sum, of_open) in sums.iter_mut().zip(by_ties) {
                            *sum = *sum + W::nearest(of_open[i].max(0.0)) * of_fixed;
                        }
                    }
                }
            }
            if strength == best {
                // Triples of hands that are not stronger, by how many of them are equally strong: each hand of the first
                // open player, with the pairs of the other two beside it.
                let mut triples = [W::default(); OPEN + 1];
                for &hand in hands.iter().take_while(|hand| hand.strength <= best).filter(|&&hand| of(hand)[0] > 0.0) {
                    let by_ties = pairs.beside(v, hand, &of(hand));
                    let own = W::nearest(of(hand)[0]);
                    let first = usize::from(hand.strength == best);
                    for (sum, of_open) in triples[first..].iter_mut().zip(by_ties) {
                        *sum = *sum + W::nearest(of_open[0].max(0.0)) * own;
                    }
                }
                for (i, winner) in fixed.iter().enumerate().filter(|(_, fixed)| fixed.strength == best) {
                    let at = players.place(winner.player, winner.hand.combo) + winners - 1;
                    let others = beside(Some(i));
                    for (sum, triples) in sums[at..].iter_mut().zip(triples) {
                        *sum = *sum + triples * others;
                    }
                }
            }
            pairs.leave(v, group, weights);
        }
        pairs.clear(hands);
    }
}

/// [`RangeWorker::showdowns`], compiled for every level.
struct Showdowns<'a, 'p, W> {
    worker: &'a mut RangeWorker<'p, W>,
    boards: u64,
    sums: &'a mut [W],
}

impl<W: Amount> Kernel for Showdowns<'_, '_, W> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        self.worker.showdowns(isa.simd(), self.boards, self.sums);
    }
}

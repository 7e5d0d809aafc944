//! Compares the hands of two ranges on each board, pair by pair. Wins and ties of each pair are counted as integers, and
//! weights are applied at the end.

use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK, PerCombo, SuitPermutation, combo_bits};
use crate::combinatorics::choose_small;
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::equity::ranges::compare::{BLOCK, Compare, WIDTH};
use crate::equity::ranges::one_hand;
use crate::equity::ranges::symmetrize::symmetrize;
use crate::error::Result;
use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::{flush_strength_of_ranks, rank_strength};
use crate::memory::{try_collect, try_push, try_vec};
use crate::ranges::ComboSet;
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::showdown::board_view::flush_suit;
use crate::showdown::boards::Boards;
use crate::showdown::ranked_board::five;
use crate::showdown::situation::Situation;

/// Number of pairs of ranks, equal ranks included.
const RANK_PAIRS: usize = choose_small(14, 2) as usize;

/// Strength of a combo with a card of the board: it neither wins, ties nor loses.
const NOBODY_BEATEN: i16 = -1;
const NOBODY_BEATS: i16 = i16::MAX;

/// The hands of a range, prepared for any board.
struct RangeHands {
    len: usize,
    /// The keys of every pair of ranks that some hand has, and the index of each hand's pair.
    keys: Vec<u32>,
    pair: Vec<u8>,
    /// The ranks of a hand in each suit.
    ranks: [Vec<u16>; 4],
    /// By card, the hands that have it.
    with_card: [Vec<u16>; DECK as usize],
}

/// The strengths of pairs of ranks on boards with the same ranks, which tend to follow each other.
#[derive(Clone)]
struct RankStrengths {
    of_board: u32,
    strengths: [i16; RANK_PAIRS],
}

impl RankStrengths {
    /// Those of no board.
    const NONE: Self = Self { of_board: u32::MAX, strengths: [0; RANK_PAIRS] };

    fn see(&mut self, cards: [u8; 5], keys: &[u32]) {
        let of_board = cards.iter().map(|card| RANK_KEYS_7[usize::from(card / 4)]).sum();
        if self.of_board != of_board {
            self.of_board = of_board;
            for (strength, key) in self.strengths.iter_mut().zip(keys) {
                *strength = rank_strength::<7>(of_board + key) as i16;
            }
        }
    }
}

impl RangeHands {
    fn new(combos: &[usize]) -> Self {
        let keys_of = |combo: &usize| COMBOS[*combo].map(|card| RANK_KEYS_7[usize::from(card / 4)]).iter().sum();
        let mut keys: Vec<u32> = combos.iter().map(keys_of).collect();
        keys.sort_unstable();
        keys.dedup();
        let pair = |combo| keys.partition_point(|&key| key < keys_of(combo)) as u8;
        let pair = combos.iter().map(pair).collect();
        let set = |&combo: &usize| CardSet::new(combo_bits(combo)).unwrap_or_default();
        let sets: Vec<_> = combos.iter().map(set).collect();
        let ranks = [0, 1, 2, 3].map(|suit| sets.iter().map(|set| set.ranks_of_suit(suit)).collect());
        let mut with_card = [const { vec![] }; DECK as usize];
        for (combo, hand) in combos.iter().zip(0..) {
            COMBOS[*combo].iter().for_each(|&card| with_card[usize::from(card)].push(hand));
        }
        Self { len: combos.len(), keys, pair, ranks, with_card }
    }

    /// The strength of each hand on a board, `blocked` if it holds a card of the board.
    fn strengths(&self, cards: [u8; 5], blocked: i16, by_ranks: &mut RankStrengths, out: &mut [i16]) {
        by_ranks.see(cards, &self.keys);
        for (strength, &pair) in out.iter_mut().zip(&self.pair) {
            *strength = by_ranks.strengths[usize::from(pair)];
        }
        if let Some((suit, ranks)) = flush_suit(&cards) {
            for (strength, own) in out.iter_mut().zip(&self.ranks[usize::from(suit)]) {
                *strength = (*strength).max(flush_strength_of_ranks(ranks | own) as i16);
            }
        }
        for &hand in cards.iter().flat_map(|&card| &self.with_card[usize::from(card)]) {
            out[usize::from(hand)] = blocked;
        }
    }
}

/// The strengths of the hands of two ranges on some boards, each with the same number of boards that it stands for.
struct BoardBlock {
    times: u64,
    boards: usize,
    /// Strengths of the first range, hand by hand; of the second range, [`WIDTH`] hands at a time.
    ours: Vec<[i16; BLOCK]>,
    theirs: Vec<[[i16; WIDTH]; BLOCK]>,
    by_ranks: [RankStrengths; 2],
    /// Strengths on one board. Those after the last hand mean nothing.
    strengths: [i16; COMBO_COUNT.next_multiple_of(WIDTH)],
}

impl BoardBlock {
    fn new(times: u64, ours: &RangeHands, theirs: &RangeHands) -> Result<Self> {
        let groups = theirs.len.div_ceil(WIDTH);
        let (ours, theirs) = (try_vec([0; BLOCK], ours.len)?, try_vec([[0; WIDTH]; BLOCK], groups)?);
        let (by_ranks, strengths) = ([RankStrengths::NONE; 2], [0; _]);
        Ok(Self { times, boards: 0, ours, theirs, by_ranks, strengths })
    }

    fn push(&mut self, board: CardSet, [ours, theirs]: &[RangeHands; 2]) {
        let (at, cards) = (self.boards, five(board));
        let ([of_ours, of_theirs], strengths) = (&mut self.by_ranks, &mut self.strengths);
        ours.strengths(cards, NOBODY_BEATEN, of_ours, strengths);
        self.ours.iter_mut().zip(&*strengths).for_each(|(hand, strength)| hand[at] = *strength);
        theirs.strengths(cards, NOBODY_BEATS, of_theirs, strengths);
        let (groups, _) = strengths.as_chunks();
        self.theirs.iter_mut().zip(groups).for_each(|(group, strengths)| group[at] = *strengths);
        self.boards += 1;
    }

    /// Adds the comparisons to the counts, and removes the boards.
    fn count(&mut self, counts: &mut [GroupCounts], cpu: Proven) {
        for (group, theirs) in self.theirs.iter().enumerate() {
            let of_group = counts[group..].iter_mut().step_by(self.theirs.len());
            for (ours, counts) in self.ours.iter().zip(of_group) {
                let (ours, theirs) = (&ours[..self.boards], &theirs[..self.boards]);
                for (sums, found) in counts.iter_mut().zip(cpu.run(Compare { ours, theirs })) {
                    sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += self.times as u32 * u32::from(found));
                }
            }
        }
        self.boards = 0;
    }
}

/// Wins and ties of one hand against each of a group: at most the 2,598,960 boards.
type GroupCounts = [[u32; WIDTH]; 2];

/// From this number of hands on, to compare a hand with all of them at once is faster on a flop than one by one.
const MANY_HANDS: usize = 192;

/// Whether each hand of the smaller range is compared with all of the other at once, for ranges of these numbers of hands
/// and the number of board cards that are missing.
pub(crate) fn is_hand_by_hand(hands: [usize; 2], missing: usize) -> bool {
    let [fewer, more] = [hands[0].min(hands[1]), hands[0].max(hands[1])];
    match missing {
        1 => fewer == 1,
        2 => fewer == 1 || more >= MANY_HANDS,
        _ => false,
    }
}

/// Wins and shared pots of the combos of each range against the other range, summed over the boards, and the weight of all
/// their deals: each pair of hands has `runouts` of them. Combos without weight have 0.
pub(crate) fn sums<W: Amount>(
    situation: &Situation,
    symmetry: &[SuitPermutation],
    ranges: [&PerCombo<W>; 2],
    held: [&ComboSet; 2],
    runouts: u64,
    run: &mut Run<'_>,
) -> Result<[ComboCounts<W>; 2]> {
    if let Some([first, second]) = held_sums(situation, ranges, held, runouts, run)? {
        return Ok([first.of_all_combos()?, second.of_all_combos()?]);
    }
    let cpu = run.level();
    let combos = held.map(ComboSet::list);
    let boards = &Boards::new(situation, symmetry.to_vec())?;
    let hands = combos.each_ref().map(|combos| RangeHands::new(combos));
    let pairs = combos[0].len() * combos[1].len().div_ceil(WIDTH);
    let none = || Ok((try_vec::<GroupCounts>([[0; WIDTH]; 2], pairs)?, Vec::<BoardBlock>::new()));
    let take = |(counts, blocks): &mut (Vec<GroupCounts>, Vec<BoardBlock>), chunk| {
        for (board, times) in boards.chunk(chunk) {
            let at = blocks.iter().position(|block| block.times == times).unwrap_or(blocks.len());
            if at == blocks.len() {
                try_push(blocks, BoardBlock::new(times, &hands[0], &hands[1])?)?;
            }
            let block = &mut blocks[at];
            block.push(board, &hands);
            if block.boards == BLOCK {
                block.count(counts, cpu);
            }
        }
        Ok(())
    };
    let end = |counts: &mut [GroupCounts], blocks: Vec<BoardBlock>| {
        for mut block in blocks {
            block.count(counts, cpu);
        }
    };
    let (mut counts, blocks) = run.reduce(
        0..boards.chunks(),
        boards.chunks(),
        none,
        |m, c, _| take(m, c),
        |all, part| {
            let (mut counts, blocks) = part;
            end(&mut counts, blocks);
            let cells = all.0.as_flattened_mut().as_flattened_mut().iter_mut();
            cells.zip(counts.as_flattened().as_flattened()).for_each(|(sum, more)| *sum += more);
            Ok(())
        },
    )?;
    end(&mut counts, blocks);
    weigh(&combos, of_groups(&combos, &counts), ranges, runouts, boards.symmetry())
}

/// [`sums`] of the combos with a weight alone, where all boards are counted; `None` elsewhere. On a river, arrays of all combos
/// would take longer than the showdowns.
pub(crate) fn held_sums<W: Amount>(
    situation: &Situation,
    ranges: [&PerCombo<W>; 2],
    held: [&ComboSet; 2],
    runouts: u64,
    run: &mut Run<'_>,
) -> Result<Option<[HeldCounts<W>; 2]>> {
    let sizes = held.map(ComboSet::len);
    let is_river = situation.missing() == 0;
    if !is_river && !is_hand_by_hand(sizes, situation.missing()) {
        return Ok(None);
    }
    if !is_river && sizes[0] > sizes[1] {
        let swapped = held_sums(situation, [ranges[1], ranges[0]], [held[1], held[0]], runouts, run)?;
        return Ok(swapped.map(|[second, first]| [first, second]));
    }
    let combos = held.map(ComboSet::list);
    let ([ours, theirs], level) = (&combos, run.level());
    // One table for both, so that the loops over it are compiled once.
    let mut counts = try_vec(vec![], ours.len())?;
    if is_river {
        let board = five(situation.board_set());
        let [ours, theirs] = [ours, theirs].map(|combos| strengths_on(board, combos));
        for (counts, ours) in counts.iter_mut().zip(&ours) {
            *counts = try_collect(theirs.iter().map(|theirs| Ok([ours > theirs, ours == theirs].map(u32::from))))?;
        }
    } else {
        run.for_each(ours.iter().zip(&mut counts), ours.len(), |(&hand, counts)| {
            *counts = one_hand::wins_and_ties(COMBOS[hand], theirs, situation, level)?;
            Ok(())
        })?;
    }
    HeldCounts::of(combos, |i, k| counts[i][k].map(u64::from), ranges, runouts).map(Some)
}

/// The strengths of some hands on a board of which they hold no card.
fn strengths_on(board: [u8; 5], combos: &[usize]) -> Vec<u16> {
    let key = |card: u8| RANK_KEYS_7[usize::from(card / 4)];
    let of_board: u32 = board.into_iter().map(key).sum();
    let flush = flush_suit(&board);
    let strength = |&combo: &usize| {
        let [low, high] = COMBOS[combo];
        let by_ranks = rank_strength::<7>(of_board + key(low) + key(high));
        let Some((suit, ranks)) = flush else { return by_ranks };
        let in_suit = |card: u8| u16::from(card % 4 == suit) << (card / 4);
        by_ranks.max(flush_strength_of_ranks(ranks | in_suit(low) | in_suit(high)))
    };
    combos.iter().map(strength).collect()
}

/// The boards on which a hand of the first range wins and ties against one of the second, given their places.
fn of_groups(combos: &[Vec<usize>; 2], counts: &[GroupCounts]) -> impl Fn(usize, usize) -> [u64; 2] {
    let groups = combos[1].len().div_ceil(WIDTH);
    move |i, k| counts[i * groups + k / WIDTH].map(|counts| u64::from(counts[k % WIDTH]))
}

/// The counts of all pairs, multiplied by the weights. `boards` is as [`of_groups`].
#[inline]
fn weigh<W: Amount>(
    combos: &[Vec<usize>; 2],
    boards: impl Fn(usize, usize) -> [u64; 2],
    ranges: [&PerCombo<W>; 2],
    runouts: u64,
    symmetry: &[SuitPermutation],
) -> Result<[ComboCounts<W>; 2]> {
    let sums = of_pairs(combos, boards, ranges, runouts)?;
    let mut found = [ComboCounts::new(1)?, ComboCounts::new(1)?];
    for ((found, combos), sums) in found.iter_mut().zip(combos).zip(&sums) {
        combos.iter().zip(sums).for_each(|(&combo, sums)| sums.write(found, combo));
    }
    for sums in found.iter_mut().flat_map(|found| &mut found.shares) {
        symmetrize(sums, symmetry)?;
    }
    let ComboCounts { shares, total } = &mut found[1];
    for &combo in &combos[1] {
        shares[0][combo] = rest(total[combo], shares[0][combo] + shares[1][combo]);
    }
    Ok(found)
}

/// The sums of the combos of each range. `boards` is as [`of_groups`]: the wins of both are those of the first range.
#[inline]
fn of_pairs<W: Amount>(
    [first, second]: &[Vec<usize>; 2],
    boards: impl Fn(usize, usize) -> [u64; 2],
    ranges: [&PerCombo<W>; 2],
    runouts: u64,
) -> Result<[Vec<UnblockedSums<W>>; 2]> {
    let mut of_first = try_vec(UnblockedSums::default(), first.len())?;
    let mut of_second = try_vec(UnblockedSums::default(), second.len())?;
    for (i, (&combo, sums)) in first.iter().zip(&mut of_first).enumerate() {
        let ([a, b], own) = (COMBOS[combo], ranges[0][combo]);
        let mut of_combo = UnblockedSums::default();
        for (k, (&other, of_other)) in second.iter().zip(&mut of_second).enumerate() {
            let [c, d] = COMBOS[other];
            if a != c && a != d && b != c && b != d {
                let boards = boards(i, k);
                of_combo.add(ranges[1][other], boards);
                of_other.add(own, boards);
            }
        }
        *sums = of_combo;
    }
    for sums in of_first.iter_mut().chain(&mut of_second) {
        sums.dealt = sums.dealt.times(runouts);
    }
    Ok([of_first, of_second])
}

/// One player's wins are the other's losses: what remains of all deals.
#[inline(always)]
fn rest<W: Amount>(all: W, not_won: W) -> W {
    if all > not_won { all - not_won } else { W::default() }
}

/// The counts of the combos of a range.
pub(crate) struct HeldCounts<W> {
    combos: Vec<usize>,
    sums: Vec<UnblockedSums<W>>,
}

impl<W: Amount> HeldCounts<W> {
    /// Those of two ranges. `boards` is as [`of_groups`].
    #[inline]
    fn of(
        combos: [Vec<usize>; 2],
        boards: impl Fn(usize, usize) -> [u64; 2],
        ranges: [&PerCombo<W>; 2],
        runouts: u64,
    ) -> Result<[Self; 2]> {
        let [of_first, mut of_second] = of_pairs(&combos, boards, ranges, runouts)?;
        for sums in &mut of_second {
            sums.wins = rest(sums.dealt, sums.wins + sums.ties);
        }
        let [first, second] = combos;
        Ok([Self { combos: first, sums: of_first }, Self { combos: second, sums: of_second }])
    }

    /// Each combo, with its wins, its shared pots and all of its deals.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, [W; 2], W)> {
        self.combos.iter().zip(&self.sums).map(|(&combo, sums)| (combo, [sums.wins, sums.ties], sums.dealt))
    }

    fn of_all_combos(&self) -> Result<ComboCounts<W>> {
        let mut all = ComboCounts::new(1)?;
        self.combos.iter().zip(&self.sums).for_each(|(&combo, sums)| sums.write(&mut all, combo));
        Ok(all)
    }
}

/// Sums over the opponent's hands that share no card with a combo.
#[derive(Debug, Clone, Copy, Default)]
struct UnblockedSums<W> {
    /// Weight times the number of boards on which the first range wins.
    wins: W,
    /// Weight times the number of boards on which both tie.
    ties: W,
    /// Weight; then its deals.
    dealt: W,
}

impl<W: Amount> UnblockedSums<W> {
    #[inline(always)]
    fn add(&mut self, weight: W, [wins, ties]: [u64; 2]) {
        self.wins = self.wins + weight.times(wins);
        self.ties = self.ties + weight.times(ties);
        self.dealt = self.dealt + weight;
    }

    fn write(self, to: &mut ComboCounts<W>, combo: usize) {
        to.shares[0][combo] = self.wins;
        to.shares[1][combo] = self.ties;
        to.total[combo] = self.dealt;
    }
}

//! One walk through the tree for all hands of a player: the opponent's reach goes down, the values of the hands come up.
//!
//! The value of a hand is its gain times the unblocked reach of the opponent. Numbers of hands are in blocks of sixteen, a hand
//! in each lane, and a block goes through all decisions of a part while it is in the cache; where reach meets hands, sixteen
//! slots are in the lanes instead. The boards behind the root's street are independent of each other, so they are the items
//! of a loop on all threads; their values are added up in the order of their groups.

use std::ops::{Add, Div, Mul, Sub};
use std::sync::Mutex;

use super::all_in::{Margins, TOGETHER};
use super::boards::{Board, Dealt, Symmetries};
use super::card_groups::{CardGroups, GroupedCard};
use super::compared::Compared;
use super::game::Endgame;
use super::plan::{Chips, Choice, Merge, Mix, Part, Rest, View};
use super::players::PlayerHands;
use crate::cards::DECK;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::{LANES, Lane, Lanes, transpose};
use crate::runtime::{Run, lock};

/// Floats of a walk: single precision to learn, double precision to value.
pub(super) trait Real:
    Lane
    + PartialOrd
    + Send
    + Sync
    + From<f32>
    + From<i16>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// A number that is smaller than another by this factor may be the rounding of a sum to which the other belongs.
    const ROUNDING: f64;

    fn of(number: f64) -> Self;

    fn of_chips(chips: Chips) -> Self;
}

impl Real for f32 {
    const ROUNDING: f64 = 8.0 * Self::EPSILON as f64;

    #[inline(always)]
    fn of(number: f64) -> Self {
        number as Self
    }

    #[inline(always)]
    fn of_chips(chips: Chips) -> Self {
        chips.single
    }
}

impl Real for f64 {
    const ROUNDING: f64 = 8.0 * Self::EPSILON;

    #[inline(always)]
    fn of(number: f64) -> Self {
        number
    }

    #[inline(always)]
    fn of_chips(chips: Chips) -> Self {
        chips.double
    }
}

/// How both players act.
pub(super) trait Play<F> {
    /// At a decision of the opponent: the reach after each action, from that before it.
    fn mix(&mut self, mix: &Mix, block: usize, before: &Lanes<F>, after: &mut [Lanes<F>]);

    /// At a decision of the player: its value, from those of the actions.
    fn choose(&mut self, choice: &Choice, block: usize, actions: &[Lanes<F>]) -> Lanes<F>;

    /// At a leaf: the gain of each hand against any hand that it can meet.
    fn leaf(&self, leaf: usize, block: usize) -> Lanes<F>;

    /// Hears the opponent's reach of every slot.
    #[inline(always)]
    fn hear_reach(&mut self, view: &View, block: usize, slots: &[Lanes<F>]) {
        let _ = (view, block, slots);
    }

    /// Hears the value of every decision.
    #[inline(always)]
    fn hear_value(&mut self, merge: &Merge, block: usize, value: &Lanes<F>) {
        let _ = (merge, block, value);
    }
}

/// How both players act on every board.
pub(super) trait Plays<F>: Sync {
    type Play<'a>: Play<F>
    where
        Self: 'a;

    /// Whether boards must follow each other: all add to the same numbers.
    fn in_order(&self) -> bool {
        false
    }

    /// On one board, while this player values its hands.
    fn on<'a>(&'a self, part: &'a Part, board: &'a Board, player: usize) -> Self::Play<'a>;
}

/// The memory of walks.
pub(super) struct WalkMemory<F> {
    root: Street<F>,
    /// The values of the root's deals by dealt card.
    of_cards: CardGroups<F>,
    /// Memory for the later streets of a thread.
    spare: Mutex<Vec<Later<F>>>,
}

/// The streets after the root's, and the values of the deals to the first of them.
struct Later<F> {
    /// The number of the thread that had it last.
    thread: usize,
    streets: Vec<Street<F>>,
    values: Vec<Lanes<F>>,
}

/// Work on the root's street that threads share.
enum Job<'a, F> {
    /// The values of the deals for a card.
    Card(GroupedCard<'a, F>),
    /// Players who are all in.
    AllIn(Margins<'a, F>),
}

/// The numbers of one part on one board.
struct Street<F> {
    /// The reach of every slot, for one block; on the way up the unblocked reach that is known.
    slots: Vec<Lanes<F>>,
    /// For sixteen slots at a time, for each of the opponent's hands, and a zero: the reach.
    reach: Vec<Lanes<F>>,
    /// The comparisons of hands with these.
    compared: Compared<Lanes<F>>,
    /// The opponent's reach where both players are all in, for each block; and the margins.
    all_in: [Vec<Lanes<F>>; 2],
    /// The value of every row, for one block.
    rows: Vec<Lanes<F>>,
    /// The opponent's reach of every deal, for each block; and the values.
    dealt: Vec<Lanes<F>>,
    returned: Vec<Lanes<F>>,
}

/// The largest of each number that the parts of a street need.
#[derive(Clone, Copy, Default)]
struct Needs {
    slots: usize,
    groups: usize,
    all_in: usize,
    rows: usize,
    deals: usize,
}

impl Needs {
    /// Those of the streets from this part on.
    fn of(part: &Part, streets: &mut [Self]) {
        let Some((here, later)) = streets.split_first_mut() else { return };
        for view in &part.views {
            here.slots = here.slots.max(view.n_slots);
            here.groups = here.groups.max(view.lanes.len().div_ceil(LANES));
            here.all_in = here.all_in.max(view.all_in.len().next_multiple_of(TOGETHER));
            here.rows = here.rows.max(view.n_rows);
            here.deals = here.deals.max(part.n_deals);
        }
        part.after.iter().for_each(|part| Self::of(part, later));
    }
}

impl<F: Real> Street<F> {
    /// Memory for both players.
    fn new(game: &Endgame, needs: Needs) -> Result<Self> {
        let blocks = game.players.iter().map(PlayerHands::n_blocks).max().unwrap_or(0);
        let zeros = |n: usize| try_vec(Lanes::default(), n);
        Ok(Self {
            slots: zeros(needs.slots)?,
            reach: zeros(needs.groups * (blocks * LANES + 1))?,
            compared: game.players[0].compared(needs.groups, blocks * LANES, game.high_low)?,
            all_in: [zeros(needs.all_in * blocks)?, zeros(needs.all_in * blocks)?],
            rows: zeros(needs.rows)?,
            dealt: zeros(needs.deals * blocks)?,
            returned: zeros(needs.deals * blocks)?,
        })
    }
}

impl<F: Real> WalkMemory<F> {
    pub(super) fn new(game: &Endgame) -> Result<Self> {
        let mut needs = vec![Needs::default(); game.n_streets()];
        Needs::of(&game.root, &mut needs);
        let blocks = game.players.iter().map(PlayerHands::n_blocks).max().unwrap_or(0);
        Ok(Self {
            root: Street::new(game, needs[0])?,
            of_cards: CardGroups::new(&game.board.dealt, game.root.n_deals * blocks)?,
            spare: Mutex::default(),
        })
    }

    /// Walks for a player, and returns the values of its hands at the root.
    // Browsers replace slow code by fast code when a function is called again: not within the loop of all iterations.
    #[inline(never)]
    pub(super) fn walk(
        &mut self,
        game: &Endgame,
        player: usize,
        plays: &impl Plays<F>,
        run: &mut Run<'_>,
    ) -> Result<Vec<Lanes<F>>> {
        let level = run.level();
        let (root, board) = (&game.root, &game.board);
        let mut out = try_vec(Lanes::default(), game.players[player].n_blocks())?;
        let here = Here { game, player, part: root, board };
        self.down(game, player, plays, level)?;
        let (dealt, spare, [own, _]) = (&self.root.dealt, &self.spare, here.blocks());
        let jobs = jobs(here, &mut self.of_cards, &mut self.root.all_in)?;
        if !jobs.is_empty() {
            let made = |thread| Later::of_thread(thread, game, spare);
            let work = |Later { streets, values, .. }: &mut Later<F>, job: Job<'_, F>| match job {
                Job::Card(grouped) => {
                    let mut out = grouped.take();
                    after(here, grouped.card(), plays, level, dealt, (streets, values), &mut out);
                    grouped.put(out, &|card, values, sum| here.add(card, values, sum));
                }
                Job::AllIn(margins) => level.run(margins),
            };
            let memories = if plays.in_order() {
                let (mut memory, n) = (made(0)?, jobs.len() as u64);
                for (done, job) in (1..).zip(jobs) {
                    work(&mut memory, job);
                    run.checkpoint(done, n)?;
                }
                vec![memory]
            } else {
                run.fold_again(jobs, made, |memory, job, _| {
                    work(memory, job);
                    Ok(())
                })?
            };
            lock(spare).extend(memories);
            let sums = &mut self.root.returned[..root.n_deals * own];
            self.of_cards.add_up(sums);
            here.mean_of_deals(sums);
            if let Some(alike) = here.alike() {
                self.root.all_in[1].chunks_exact_mut(own).for_each(|margins| same_for_alike(alike, margins));
            }
        }
        level.run(Up { here, play: &mut plays.on(root, board, player), street: &mut self.root, out: &mut out });
        Ok(out)
    }

    /// The first half of a walk on the root's street: the reach of the player's opponent.
    pub(super) fn down(&mut self, game: &Endgame, player: usize, plays: &impl Plays<F>, level: Proven) -> Result<()> {
        let (root, board) = (&game.root, &game.board);
        let opponent = &game.players[1 - player];
        let mut entering = try_vec(Lanes::default(), opponent.n_blocks())?;
        for (to, from) in entering.iter_mut().zip(&opponent.reach) {
            *to = Lanes(from.0.map(F::of));
        }
        let here = Here { game, player, part: root, board };
        level.run(Down { here, play: &mut plays.on(root, board, player), entering: &entering, street: &mut self.root });
        Ok(())
    }
}

/// The work on the root's street that threads share.
fn jobs<'a, F: Real>(
    here: Here<'a>,
    of_cards: &'a mut CardGroups<F>,
    [reach, margins]: &'a mut [Vec<Lanes<F>>; 2],
) -> Result<Vec<Job<'a, F>>> {
    let [own, theirs] = here.blocks();
    let n_rows = here.view().all_in.len().next_multiple_of(TOGETHER);
    let (reach, margins) = (&reach[..n_rows * theirs], &mut margins[..n_rows * own]);
    let all_in = here.game.all_in.as_ref().map(|all_in| all_in.margins(here.player, [own, theirs], reach, margins));
    let n_cards = if here.part.after.is_empty() { 0 } else { here.board.dealt.len() };
    let mut jobs = try_collect(of_cards.begin(&here.board.dealt[..n_cards]).map(|card| Ok(Job::Card(card))))?;
    // They are short, and two threads reach the middle last.
    jobs.splice(n_cards / 2..n_cards / 2, all_in.into_iter().flatten().map(Job::AllIn));
    Ok(jobs)
}

impl<F: Real> Later<F> {
    /// Memory for a thread: that which it had before, if there is one, because its caches still hold it.
    fn of_thread(thread: usize, game: &Endgame, spare: &Mutex<Vec<Self>>) -> Result<Self> {
        let mut spare = lock(spare);
        let at = spare.iter().position(|later| later.thread == thread).or(spare.len().checked_sub(1));
        at.map_or_else(|| Self::new(game, thread), |at| Ok(Self { thread, ..spare.swap_remove(at) }))
    }

    fn new(game: &Endgame, thread: usize) -> Result<Self> {
        let mut needs = vec![Needs::default(); game.n_streets()];
        Needs::of(&game.root, &mut needs);
        let most = needs.iter().map(|needs| needs.deals).max().unwrap_or(0);
        let blocks = game.players.iter().map(PlayerHands::n_blocks).max().unwrap_or(0);
        let streets = needs[1..].iter().map(|&needs| Street::new(game, needs));
        Ok(Self { thread, streets: try_collect(streets)?, values: try_vec(Lanes::default(), most * blocks)? })
    }
}

/// The values of all deals of a part, for one dealt card.
fn after<F: Real>(
    here: Here<'_>,
    card: &Dealt,
    plays: &impl Plays<F>,
    level: Proven,
    dealt: &[Lanes<F>],
    (streets, values): (&mut [Street<F>], &mut [Lanes<F>]),
    out: &mut [Lanes<F>],
) {
    let [own, theirs] = here.blocks();
    for part in &here.part.after {
        let next = Here { part, board: &card.board, ..here };
        let entering = &dealt[part.first_deal * theirs..][..part.n_entries * theirs];
        let out = &mut out[part.first_deal * own..][..part.n_entries * own];
        inside(next, plays, level, entering, (streets, values), out);
    }
}

/// The values of the first rows of a part, for each block.
fn inside<F: Real>(
    here: Here<'_>,
    plays: &impl Plays<F>,
    level: Proven,
    entering: &[Lanes<F>],
    (streets, values): (&mut [Street<F>], &mut [Lanes<F>]),
    out: &mut [Lanes<F>],
) {
    let Some((street, later)) = streets.split_first_mut() else { return };
    let (part, board, player) = (here.part, here.board, here.player);
    level.run(Down { here, play: &mut plays.on(part, board, player), entering, street });
    if !part.after.is_empty() {
        let [own, _] = here.blocks();
        street.returned[..part.n_deals * own].fill(Lanes::default());
        for card in &board.dealt {
            let (of_card, rest) = values.split_at_mut(part.n_deals * own);
            after(here, card, plays, level, &street.dealt, (later, rest), of_card);
            here.add(card, of_card, &mut street.returned);
        }
        here.mean_of_deals(&mut street.returned);
    }
    level.run(Up { here, play: &mut plays.on(part, board, player), street, out });
}

/// Where a walk is.
#[derive(Clone, Copy)]
struct Here<'a> {
    game: &'a Endgame,
    player: usize,
    part: &'a Part,
    board: &'a Board,
}

impl<'a> Here<'a> {
    /// Number of blocks of the player and of the opponent.
    fn blocks(self) -> [usize; 2] {
        [self.player, 1 - self.player].map(|player| self.game.players[player].n_blocks())
    }

    fn view(self) -> &'a View {
        &self.part.views[self.player]
    }

    /// The first of the player's hands that are alike to each.
    fn alike(self) -> Option<&'a [u32]> {
        self.board.alike.as_ref().map(|alike| &alike[self.player][..])
    }

    /// Adds the values for a card, and those for the cards for which it stands.
    fn add<F: Real>(self, card: &Dealt, values: &[Lanes<F>], sum: &mut [Lanes<F>]) {
        let [own, _] = self.blocks();
        let n_hands = self.game.players[self.player].len();
        for (values, sum) in values.chunks_exact(own).zip(sum.chunks_exact_mut(own)).take(self.part.n_deals) {
            for &moved in &card.moves {
                if moved == Symmetries::IDENTITY {
                    sum.iter_mut().zip(values).for_each(|(sum, &value)| *sum = *sum + value);
                    continue;
                }
                let images = self.game.symmetries.images(moved, self.player);
                for (hand, &image) in images[..n_hands].iter().enumerate() {
                    let image = image as usize;
                    let sum = &mut sum[hand / LANES].0[hand % LANES];
                    *sum = *sum + values[image / LANES].0[image % LANES];
                }
            }
        }
    }

    /// Divides the sums over all cards by the number of cards that a pair of hands can see, and makes those of alike hands
    /// the same to the last bit.
    fn mean_of_deals<F: Real>(self, sum: &mut [Lanes<F>]) {
        let [own, _] = self.blocks();
        let known = self.game.n_board_cards(self.part.street) + 2 * self.game.players[0].n_hole_cards();
        let unknown: f64 = (usize::from(DECK) - known) as f64;
        let share = Lanes([F::of(unknown.recip()); LANES]);
        for sum in sum[..self.part.n_deals * own].chunks_exact_mut(own) {
            for sum in &mut *sum {
                *sum = *sum * share;
            }
            if let Some(alike) = self.alike() {
                same_for_alike(alike, sum);
            }
        }
    }
}

/// Gives alike hands the number of the first of them.
#[inline(always)]
fn same_for_alike<F: Real>(alike: &[u32], of_blocks: &mut [Lanes<F>]) {
    for (hand, &first) in alike.iter().enumerate() {
        let first = first as usize;
        of_blocks[hand / LANES].0[hand % LANES] = of_blocks[first / LANES].0[first % LANES];
    }
}

#[inline(always)]
fn splat<F: Real>(chips: Chips) -> Lanes<F> {
    Lanes([F::of_chips(chips); LANES])
}

/// 1 for each bit that is set, 0 for others.
#[inline(always)]
fn ones<F: Real>(bits: u16) -> Lanes<F> {
    let mut ones = Lanes::default();
    for lane in 0..LANES {
        ones.0[lane] = F::from(f32::from(bits >> lane & 1));
    }
    ones
}

/// The unblocked reach of a slot without a lane, from those of the others.
#[inline(always)]
fn of_rest<F: Real>(rest: &Rest, slots: &[Lanes<F>]) -> Lanes<F> {
    let mut others = Lanes::default();
    for slot in rest.to.clone() {
        if slot != rest.slot {
            others = others + slots[slot];
        }
    }
    if rest.slot == rest.from {
        return others;
    }
    // An opponent who never acts so has no reach, not one that rounding left: hands would learn from it.
    let (from, least) = (slots[rest.from], Lanes([F::of(F::ROUNDING); LANES]));
    let found = from - others;
    (found - from * least).if_positive(found, Lanes::default())
}

/// The opponent's reach of all slots of a part on one board, and what it means for the hands at its ends.
struct Down<'a, F, P> {
    here: Here<'a>,
    play: &'a mut P,
    /// The reach of the first slots, for each block.
    entering: &'a [Lanes<F>],
    street: &'a mut Street<F>,
}

impl<F: Real, P: Play<F>> Kernel for Down<'_, F, P> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { here, play, entering, street } = self;
        let (view, [_, theirs]) = (here.view(), here.blocks());
        let [ours, opponent] = [here.player, 1 - here.player].map(|player| &here.game.players[player]);
        let stride = theirs * LANES + 1;
        let slots = &mut street.slots[..view.n_slots];
        for (block, &possible) in here.board.possible[1 - here.player].iter().enumerate() {
            let possible = ones(possible);
            for (slot, entering) in slots.iter_mut().zip(entering.chunks_exact(theirs)) {
                *slot = entering[block] * possible;
            }
            for mix in &view.mixes {
                let (before, after) = slots.split_at_mut(mix.to);
                play.mix(mix, block, &before[mix.from], &mut after[..mix.choice.n_actions]);
            }
            play.hear_reach(view, block, slots);
            for (dealt, &[_, slot]) in street.dealt.chunks_exact_mut(theirs).zip(&view.deals) {
                dealt[block] = slots[slot];
            }
            for (reach, &slot) in street.all_in[0].chunks_exact_mut(theirs).zip(&view.all_in) {
                reach[block] = slots[slot];
            }
            for (reach, of_lanes) in street.reach.chunks_exact_mut(stride).zip(view.lanes.chunks(LANES)) {
                let mut rows = [Lanes::default(); LANES];
                for (row, &slot) in rows.iter_mut().zip(of_lanes) {
                    *row = slots[slot];
                }
                if let Some(to) = reach[block * LANES..].first_chunk_mut() {
                    transpose(isa, &rows, to);
                }
            }
        }
        let alike = here.alike();
        for (group, reach) in street.reach.chunks_exact_mut(stride).take(view.ends.len()).enumerate() {
            reach[stride - 1] = Lanes::default();
            let showdowns = if group * LANES < view.n_shown { &here.board.showdowns[..] } else { &[] };
            ours.compare(opponent, (showdowns, here.player), (group, reach), alike, &mut street.compared);
        }
    }
}

/// The values of all rows of a part on one board.
struct Up<'a, F, P> {
    here: Here<'a>,
    play: &'a mut P,
    street: &'a mut Street<F>,
    /// The values of the first rows, for each block.
    out: &'a mut [Lanes<F>],
}

impl<F: Real, P: Play<F>> Kernel for Up<'_, F, P> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { here, play, street, out } = self;
        let (view, [own, theirs]) = (here.view(), here.blocks());
        let (hands, alike) = (&here.game.players[here.player], here.alike());
        let rows = &mut street.rows[..view.n_rows];
        let slots = &mut street.slots[..view.n_slots];
        // For the hands of a block, the margins and the unblocked reach of sixteen slots.
        let (mut lanes, mut spare) = ([[Lanes::default(); LANES]; 2], [[Lanes::default(); LANES]; 2]);
        for (block, &possible) in here.board.possible[here.player].iter().enumerate() {
            let possible = ones(possible);
            let groups = street.reach.chunks_exact(theirs * LANES + 1).enumerate();
            let of_lanes = view.lanes.chunks(LANES).zip(&view.ends).zip(&view.leaves);
            for (of_group, ((of_lanes, ends), leaves)) in groups.zip(of_lanes) {
                let compared = hands.block(block, of_group, alike, &street.compared, &mut spare);
                for (numbers, to) in compared.into_iter().zip(&mut lanes) {
                    transpose(isa, numbers, to);
                }
                let [margin, unblocked] = &lanes;
                for end in ends {
                    let mut value = margin[end.lane] * splat(end.margin);
                    if let Some(chips) = end.unblocked {
                        value = value + unblocked[end.lane] * splat(chips);
                    }
                    rows[end.row] = value * possible;
                }
                for leaf in leaves {
                    rows[leaf.row] = unblocked[leaf.lane] * play.leaf(leaf.number, block) * possible;
                }
                for (&slot, &unblocked) in of_lanes.iter().zip(unblocked) {
                    slots[slot] = unblocked;
                }
            }
            for rest in &view.rests {
                slots[rest.slot] = of_rest(rest, slots);
            }
            for end in &view.rest_ends {
                rows[end.row] = slots[end.slot] * splat(end.unblocked) * possible;
            }
            for end in &view.all_in_ends {
                let margin = street.all_in[1][end.slot * own + block] * splat(end.margin) * possible;
                rows[end.row] = if end.is_raked { rows[end.row] + margin } else { margin };
            }
            for (returned, &[row, _]) in street.returned.chunks_exact(own).zip(&view.deals) {
                rows[row] = returned[block];
            }
            for merge in &view.merges {
                let (before, after) = rows.split_at_mut(merge.after);
                let actions = &after[..merge.choice.n_actions];
                let mut value = actions[0];
                if merge.is_own {
                    value = play.choose(&merge.choice, block, actions);
                } else {
                    for &action in &actions[1..] {
                        value = value + action;
                    }
                }
                play.hear_value(merge, block, &value);
                before[merge.row] = value;
            }
            for (out, &row) in out.chunks_exact_mut(own).zip(&*rows) {
                out[block] = row;
            }
        }
    }
}

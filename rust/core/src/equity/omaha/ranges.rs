//! The exact equity of ranges: every deal of their hands counted by itself, or all of them on one board after the other.

use super::hands::add_counts;
use super::high_low::HighLowCounts;
use super::meeting::{Hands, Meeting, OF_PAIR};
use super::spot::OmahaSpot;
use super::sweep::without_pairs;
use crate::cards::{CardSet, SuitPermutation};
use crate::combinatorics::choose;
use crate::equity::counts::MAX_PLAYERS;
use crate::equity::deals::Deals;
use crate::equity::sweep::boards::Boards;
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_push};
use crate::runtime::progress::Phase;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::situation::Situation;

/// Deals that are looked through at a time for those that renamings of the suits turn into each other.
const BATCH: usize = 1 << 15;
/// Deals that a thread counts at a time.
const CHUNK: usize = 16;

/// Seconds to evaluate a hand on a board.
const OF_HAND: f64 = 10e-9;

/// The ways to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Each deal by itself, on all boards at once.
    Deals,
    /// Each board by itself, with all deals.
    Boards,
}

/// How the deals of a spot are counted exactly, and what that takes: planned once, as a look at all hands for what leaves
/// them as they are takes seconds where there are millions.
///
/// ```
/// use pokerbits::{Run, cards::CardSet, equity::{OmahaHands, OmahaPlan, OmahaSpot}};
/// let players = [OmahaHands::Any; 2];
/// let spot = OmahaSpot { hole_cards: 4, players: &players, board: &[], dead: CardSet::EMPTY, high_low: false };
/// assert!(OmahaPlan::new(spot, &mut Run::new(1))?.seconds() > 100.0);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub struct OmahaPlan<'a> {
    spot: OmahaSpot<'a>,
    situation: Situation,
    symmetry: Vec<SuitPermutation>,
    way: Way,
    seconds: f64,
}

impl<'a> OmahaPlan<'a> {
    /// The way that costs least.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for other than two to ten players or when too few cards are left; [`Error::CardCount`];
    /// of board and dead cards as [`omaha_counts`](super::omaha_counts); [`Error::Cancelled`].
    pub fn new(spot: OmahaSpot<'a>, run: &mut Run<'_>) -> Result<Self> {
        let situation = spot.check()?;
        let symmetry = run.prepare(|run| symmetry(&spot, &situation, run))?;
        let (way, seconds) = plan(&spot, &situation, symmetry.len());
        Ok(Self { spot, situation, symmetry, way, seconds })
    }

    /// What it takes on one thread, in seconds: an estimate, right to within a factor of two or three.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// As [`omaha_range_counts`].
    ///
    /// # Errors
    /// [`Error::Overflow`] for more deals than 64 bits count; [`Error::OutOfMemory`], [`Error::Cancelled`].
    pub fn counts(&self, run: &mut Run<'_>) -> Result<HighLowCounts> {
        let Self { spot, situation, symmetry, .. } = self;
        check_counts(spot, situation)?;
        let hands = try_collect((0..spot.players.len()).map(|player| spot.hands(player, situation.left())))?;
        match self.way {
            Way::Deals => by_deals(spot, situation, &hands, run),
            Way::Boards => by_boards(spot, situation, &hands, symmetry, run),
        }
    }
}

/// Who wins in every deal of the players' hands on every completion of the board: sets of winners of the high hand and of
/// the low. Where lows win nothing, nobody wins one.
///
/// # Errors
/// [`Error::InvalidArgument`](crate::Error::InvalidArgument) for other than two to ten players or when too few cards are
/// left; [`Error::CardCount`](crate::Error::CardCount); of board and dead cards as [`omaha_counts`](super::omaha_counts);
/// [`Error::Overflow`](crate::Error::Overflow) for more deals than 64 bits count;
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory), [`Error::Cancelled`](crate::Error::Cancelled). Without any deal
/// there are no counts.
///
/// ```
/// use pokerbits::{Run, cards::CardSet, equity::{OmahaHands, OmahaSpot, omaha_range_counts}};
/// let aces = ["AsAhKsQh".parse()?, "AsAdKsQd".parse()?];
/// let players = [OmahaHands::Among(&aces), OmahaHands::Any];
/// let board = [43, 39, 35, 0, 1]; // Qs Js Ts 2c 2d
/// let spot = OmahaSpot { hole_cards: 4, players: &players, board: &board, dead: CardSet::EMPTY, high_low: false };
/// let counts = omaha_range_counts(&spot, &mut Run::new(1))?;
/// // A royal flush wins against any of the C(43, 4) hands that are left.
/// assert_eq!(counts.by_winners().collect::<Vec<_>>(), [(0b01, 0, 2 * 123_410)]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn omaha_range_counts(spot: &OmahaSpot<'_>, run: &mut Run<'_>) -> Result<HighLowCounts> {
    OmahaPlan::new(*spot, run)?.counts(run)
}

/// Whether the deals on all boards can be counted in 64 bits: two ranges of all hands of six cards cannot.
fn check_counts(spot: &OmahaSpot<'_>, situation: &Situation) -> Result<()> {
    let held = spot.hole_cards * spot.players.len();
    let boards =
        choose((situation.left().len() as usize - held) as u64, situation.missing() as u64).unwrap_or(u128::MAX);
    // Hands that others block are counted, too: what is taken does fit.
    let deals = spot.sizes(situation.left()).iter().product::<f64>() * boards as f64;
    if deals < u64::MAX as f64 * (1.0 - 1e-9) {
        return Ok(());
    }
    Err(Error::Overflow(format!("the number of deals, up to {deals:.1e},")))
}

/// The way that costs least, and how many seconds it takes where so many renamings leave everything as it is.
fn plan(spot: &OmahaSpot<'_>, situation: &Situation, symmetry: usize) -> (Way, f64) {
    let sizes = spot.sizes(situation.left());
    let hands = sizes.iter().sum::<f64>();
    // Where a hand stands in the way of others there are fewer.
    let deals = sizes.iter().product::<f64>();
    let of_deal = match situation.missing() {
        0 => 0.1e-6,
        1 => 2e-6,
        2 => 12e-6,
        _ => 1.5e-3,
    };
    let with_lows = if spot.high_low { 2.0 } else { 1.0 };
    let boards = choose(situation.left().len().into(), situation.missing() as u64).unwrap_or(0) as f64;
    // Of boards that renamings turn into each other one is looked at; some are their own mirror images.
    let boards = boards / (symmetry as f64 / 1.25).max(1.0);
    let by_pairs = deals * OF_PAIR * if sizes.len() == 2 { with_lows } else { 3.0 };
    let (of_hand, of_board) = without_pairs(spot.hole_cards);
    let otherwise = if sizes.len() == 2 && !spot.high_low { hands * of_hand + of_board } else { f64::INFINITY };
    let of_board = hands * OF_HAND + by_pairs.min(otherwise);
    let (by_deals, by_boards) = (deals * of_deal * with_lows, boards * of_board);
    if by_deals < by_boards { (Way::Deals, by_deals) } else { (Way::Boards, by_boards) }
}

/// No counts yet.
fn no_counts(spot: &OmahaSpot<'_>) -> Result<HighLowCounts> {
    if spot.high_low { HighLowCounts::new(spot.players.len()) } else { HighLowCounts::of_high(spot.players.len()) }
}

pub(super) fn by_deals(
    spot: &OmahaSpot<'_>,
    situation: &Situation,
    hands: &[Vec<CardSet>],
    run: &mut Run<'_>,
) -> Result<HighLowCounts> {
    let players = hands.len();
    let held = try_collect(hands.iter().map(|of| try_collect(of.iter().map(|&hand| Ok((hand, hand))))))?;
    let symmetry: Vec<SuitPermutation> =
        SuitPermutation::all().filter(|&suits| leaves_known(suits, situation)).collect();
    let total = hands.iter().fold(1u64, |n, of| n.saturating_mul(of.len() as u64));
    let mut sum = no_counts(spot)?;
    let (mut deals, mut before) = (Deals::new(&held), 0);
    loop {
        let batch = deals.next_batch(BATCH)?;
        if batch.is_empty() {
            return Ok(sum);
        }
        let passed = deals.passed.min(total);
        run.enter_phase(Phase { before, steps: passed - before, total });
        before = passed;
        let different = without_renamings(&batch, players, &symmetry)?;
        let add = |(counts, scratch): &mut (HighLowCounts, HighLowCounts), deals: &[Counted], _: &mut MayGoOn<'_>| {
            for (deal, times) in deals {
                scratch.clear();
                let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
                let as_sets = deal.iter().map(|&hand| CardSet::new(hand).unwrap_or_default());
                hands.iter_mut().zip(as_sets).for_each(|(to, hand)| *to = hand);
                add_counts(&hands[..players], spot.board, spot.dead, scratch.by_low_winners_mut())?;
                counts.add(scratch, *times);
            }
            Ok(())
        };
        let chunks = different.len().div_ceil(CHUNK);
        let new = || Ok((no_counts(spot)?, no_counts(spot)?));
        for (counts, _) in run.fold(different.chunks(CHUNK), chunks, new, add)? {
            sum.add(&counts, 1);
        }
    }
}

/// Whether a renaming leaves the board and the dead cards as they are.
fn leaves_known(suits: SuitPermutation, situation: &Situation) -> bool {
    [situation.board_set(), situation.dead()].iter().all(|&cards| suits.cards(cards) == cards)
}

/// The renamings that leave known cards and ranges as they are, as far as swaps of two suits make them: a group. Where few
/// boards are to come they are not worth the search.
pub(super) fn symmetry(spot: &OmahaSpot<'_>, situation: &Situation, run: &mut Run<'_>) -> Result<Vec<SuitPermutation>> {
    let mut leaves = |suits| {
        let mut all = leaves_known(suits, situation);
        for hands in spot.players {
            all = all && hands.is_left_by(suits, &mut || run.checkpoint(0, 1))?;
        }
        Ok(all)
    };
    let mut alike = [0, 1, 2, 3];
    for (a, b) in (0..4).flat_map(|b| (0..b).map(move |a| (a, b))) {
        let name = |suit| {
            if suit == a {
                b
            } else if suit == b {
                a
            } else {
                suit
            }
        };
        let swap = SuitPermutation::all().find(|suits| (0..4).all(|suit| suits.card(suit) == name(suit)));
        let [first, second] = [alike[usize::from(a)], alike[usize::from(b)]];
        let Some(swap) = swap.filter(|_| first != second && situation.missing() >= 2) else { continue };
        if leaves(swap)? {
            alike.iter_mut().filter(|class| **class == second).for_each(|class| *class = first);
        }
    }
    let keeps =
        |suits: &SuitPermutation| (0..4).all(|suit| alike[usize::from(suits.card(suit))] == alike[usize::from(suit)]);
    Ok(SuitPermutation::all().filter(keeps).collect())
}

/// The hands of a deal as bits, and how many deals there are like it.
type Counted = ([u64; MAX_PLAYERS], u64);

/// Of deals that renamings of the suits turn into each other one, and how many they are.
fn without_renamings(batch: &[CardSet], players: usize, symmetry: &[SuitPermutation]) -> Result<Vec<Counted>> {
    let mut deals = Vec::new();
    for deal in batch.chunks_exact(players) {
        let renamed = symmetry.iter().map(|suits| {
            let mut hands = [0; MAX_PLAYERS];
            hands.iter_mut().zip(deal).for_each(|(to, &hand)| *to = suits.cards(hand).bits());
            hands
        });
        try_push(&mut deals, (renamed.min().unwrap_or_default(), 1))?;
    }
    deals.sort_unstable();
    deals.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    Ok(deals)
}

pub(super) fn by_boards(
    spot: &OmahaSpot<'_>,
    situation: &Situation,
    hands: &[Vec<CardSet>],
    symmetry: &[SuitPermutation],
    run: &mut Run<'_>,
) -> Result<HighLowCounts> {
    let hands = Hands::of_all(hands)?;
    let boards = Boards::new(situation, symmetry.to_vec())?;
    let new = || Ok((no_counts(spot)?, Meeting::new(&hands)?));
    let add = |(counts, meeting): &mut (HighLowCounts, Meeting), chunk: usize, may_go_on: &mut MayGoOn<'_>| {
        for (board, times) in boards.chunk(chunk) {
            may_go_on()?;
            meeting.count(&hands, board, times, counts.by_low_winners_mut(), may_go_on)?;
        }
        Ok(())
    };
    let counted = run.fold(0..boards.chunks(), boards.chunks(), new, add)?;
    let mut sum = no_counts(spot)?;
    for (counts, _) in &counted {
        sum.add(counts, 1);
    }
    Ok(sum)
}

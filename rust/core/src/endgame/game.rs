//! An endgame: two weighted ranges and a betting tree on a board of three to five cards.

use super::all_in::AllIn;
use super::boards::{Board, DealtBoard, Symmetries};
use super::plan::{Part, Scaling};
use super::players::PlayerHands;
use super::tree::{Decision, Tree};
use crate::cards::{CardSet, DECK, SuitPermutation};
use crate::combinatorics::choose_small;
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_vec};
use crate::runtime::simd::{LANES, Lanes};
use crate::showdown::ranked_board::Weight;
use crate::showdown::street::BOARD_CARDS;

/// An endgame of hold'em or Omaha: a flop, a turn or a river, and the streets after it.
///
/// Player 0 and 1 are those of the tree. At a stake of s the winner gains s less the rake, and the loser loses s.
pub struct Endgame {
    pub(super) players: [PlayerHands; 2],
    pub(super) decisions: Vec<Decision>,
    pub(super) root: Part,
    /// If the tree has such lines, in hold'em: in Omaha there are too many pairs of hands.
    pub(super) all_in: Option<AllIn>,
    pub(super) board: Board,
    pub(super) high_low: bool,
    pub(super) symmetries: Symmetries,
    /// Number of boards of each street.
    n_boards: Vec<usize>,
    n_leaves: usize,
    /// By which chips are divided: the largest stake is 1 in the walks.
    scale: f64,
    /// Total reach of the pairs of hands.
    deals: f64,
}

impl Endgame {
    /// The endgame of these weights on this board: five cards less those that the tree deals. A weight for each of the 1,326
    /// combos is hold'em, for each of the 270,725 hands of four or the 2,598,960 of five cards Omaha; there, if `high_low`,
    /// the best low of eight or better wins half of the pot.
    ///
    /// If `isomorphic`, one board stands for all those that permutations of the suits map onto it, if they leave the cards
    /// before it and both ranges unchanged. Then strategies on these boards are the same up to suits.
    ///
    /// # Errors
    /// [`Error::CardOutOfRange`], [`Error::DuplicateCard`], and [`Error::InvalidArgument`] for another number of cards.
    /// [`Error::InvalidRow`] for a weight that is negative, infinite or NaN. [`Error::InvalidRange`] if a player has no hand,
    /// or each hand of one player has a card of each of the other's; [`Error::OutOfMemory`].
    pub fn new(board: &[u8], weights: [&[f64]; 2], tree: &Tree, isomorphic: bool, high_low: bool) -> Result<Self> {
        let set = CardSet::from_ids(board)?;
        let expected = BOARD_CARDS + 1 - tree.n_streets();
        if board.len() != expected {
            let found = board.len();
            return Err(Error::InvalidArgument(format!("board: expected {expected} cards, found {found}")));
        }
        let players = PlayerHands::both(weights, set)?;
        let mut fixing = SuitPermutation::fixing::<f64>(&[set], &[]);
        if !isomorphic {
            fixing.truncate(1);
        }
        let symmetries = Symmetries::new(fixing, &players);
        let mut n_boards = vec![0; tree.n_streets()];
        let high_low = high_low && players[0].n_hole_cards() > 2;
        let board = Board::new(set, &players, &symmetries, high_low, &mut n_boards)?;
        let n_hole_cards = players[0].n_hole_cards();
        let deals = meetings(&players)?;
        let scale = tree.largest_stake().max(f64::MIN_POSITIVE);
        let scaling = Scaling {
            chips: scale.recip(),
            shown: if high_low { 0.5 } else { 1.0 },
            all_in: (n_hole_cards == 2).then(|| {
                let n_deals = tree.n_streets() - 1;
                let unknown = usize::from(DECK) - expected - 2 * n_hole_cards;
                f64::from(choose_small(unknown, n_deals)).recip()
            }),
        };
        let root = Part::root(tree, scaling);
        let has_all_in = root.views.iter().any(|view| !view.all_in.is_empty());
        let all_in = if has_all_in { Some(AllIn::new(&players, set)?) } else { None };
        let decisions = tree.decisions().collect();
        let n_leaves = tree.n_leaves();
        Ok(Self { players, decisions, root, all_in, board, high_low, symmetries, n_boards, n_leaves, scale, deals })
    }

    /// The numbers of the hands of a player that have a weight and no card of the board, colexicographic: ascending, but in
    /// Omaha the weakest hands on the board come first.
    pub fn hands(&self, player: usize) -> &[u32] {
        &self.players[player & 1].ids
    }

    /// Number of streets.
    pub fn n_streets(&self) -> usize {
        self.n_boards.len()
    }

    /// Number of boards of a street, without those for which others stand.
    pub fn n_boards(&self, street: usize) -> usize {
        self.n_boards[street]
    }

    /// Number of leaves.
    pub fn n_leaves(&self) -> usize {
        self.n_leaves
    }

    /// Number of cards on the boards of a street.
    pub(super) fn n_board_cards(&self, street: usize) -> usize {
        BOARD_CARDS + 1 + street - self.n_streets()
    }

    /// All boards of a street, in the order of the first card dealt, and then of the second.
    pub fn as_dealt(&self, street: usize) -> Vec<DealtBoard> {
        self.board.as_dealt(street, &self.symmetries)
    }

    /// Where a permutation of the suits moves each hand of a player.
    pub fn images(&self, permutation: usize, player: usize) -> &[u32] {
        self.symmetries.images(permutation, player & 1)
    }

    /// The gain of a player per deal: the mean of the values of its hands, which are gains times unblocked reach.
    pub(super) fn mean(&self, player: usize, values: &[Lanes<f64>]) -> f64 {
        let reach = self.players[player].reach.iter().flat_map(|block| block.0);
        let values = values.iter().flat_map(|block| block.0);
        reach.zip(values).map(|(reach, value)| reach * value).sum::<f64>() / self.deals * self.scale
    }

    /// Chips for a value of 1 of a hand at the root with an unblocked reach of 1.
    pub(super) fn chips(&self) -> f64 {
        self.scale
    }
}

/// For each hand the reach of the opponent's hands without a card of it.
fn unblocked<W: Weight>(ours: &PlayerHands, theirs: &PlayerHands, reach: &[W]) -> Result<Vec<W>> {
    let n = ours.n_blocks() * LANES;
    let mut compared = ours.compared(1, n, false)?;
    ours.compare(theirs, (&[], 0), (0, reach), None, &mut compared);
    let (mut out, mut spare) = (try_vec(W::default(), n)?, [[W::default(); LANES]; 2]);
    for (block, out) in out.chunks_exact_mut(LANES).enumerate() {
        let [_, unblocked] = ours.block(block, (0, reach), None, &compared, &mut spare);
        out.copy_from_slice(unblocked);
    }
    Ok(out)
}

/// The total reach of the pairs of hands without a common card.
fn meetings(players: &[PlayerHands; 2]) -> Result<f64> {
    let [ours, theirs] = players;
    let reach: Vec<f64> = try_collect(theirs.reach.iter().flat_map(|block| block.0).chain([0.0]).map(Ok))?;
    let unblocked = unblocked(ours, theirs, &reach)?;
    // Whether a pair exists is a question of cards: sums of floats are off by their rounding.
    let ones: Vec<i64> = try_collect((0..reach.len()).map(|at| Ok(i64::from(at < theirs.len()))))?;
    let n_pairs = self::unblocked(ours, theirs, &ones)?;
    let own_reach = ours.reach.iter().flat_map(|block| block.0);
    let meeting = own_reach.zip(unblocked).zip(n_pairs).take(ours.len()).filter(|&(_, n)| n > 0);
    let deals: f64 = meeting.map(|((reach, unblocked), _)| reach * unblocked).sum();
    if deals > 0.0 {
        return Ok(deals);
    }
    Err(Error::no_range("every hand of one player shares a card with every hand of the other".into()))
}

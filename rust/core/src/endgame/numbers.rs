//! The numbers that are learnt: for each player regrets, and sums of strategies, of each hand on each board, or of each bucket of hands.
//!
//! Numbers of hands are kept board by board, those of its parts one after the other. A part has for each block of hands, for
//! each decision of the player, for each action, a number of each hand. Boards have locks of their own: a walk locks one at a
//! time. Numbers of buckets are one list: for each decision of the player in the order of the tree, for each action, for
//! each bucket of its street.

use std::sync::{Mutex, MutexGuard};

use super::boards::Board;
use super::buckets::{Buckets, Place};
use super::game::Endgame;
use super::kept::{Dither, Kept, Storage};
use super::plan::{Choice, Part};
use super::tree::Decision;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::lock;
use crate::runtime::simd::{LANES, Lanes};

/// The numbers of one player.
pub(super) enum Numbers {
    /// By street, by board.
    Hands(Vec<Vec<Mutex<HandNumbers>>>),
    Buckets(Buckets, Mutex<BucketNumbers>),
}

/// Those of the hands on one board.
pub(super) struct HandNumbers {
    pub(super) regrets: Kept,
    pub(super) sums: Kept,
}

/// Those of all buckets.
pub(super) struct BucketNumbers {
    pub(super) regrets: Vec<f32>,
    pub(super) sums: Vec<f32>,
    /// The strategy of an iteration.
    pub(super) strategy: Vec<f32>,
    /// The numbers that an iteration adds to the regrets.
    pub(super) more: Vec<f64>,
    /// The reach of each bucket at each decision in an iteration.
    pub(super) reached: Vec<f64>,
}

/// The numbers of one player on a board, or of its buckets.
pub(super) enum Locked<'a> {
    /// The numbers, the place of those of a part, how many a block has, and the first of the hands that are alike to each.
    Hands(MutexGuard<'a, HandNumbers>, usize, usize, Option<&'a [u32]>),
    /// The numbers, and the bucket of each hand of the board.
    Buckets(MutexGuard<'a, BucketNumbers>, &'a Buckets, &'a [Lanes<u32>]),
}

impl Numbers {
    /// Zeros of a player.
    pub(super) fn new(game: &Endgame, player: usize, buckets: Option<Buckets>, storage: Storage) -> Result<Self> {
        let Some(buckets) = buckets else {
            let lengths = lengths(game, player);
            let board =
                |n| Ok(Mutex::new(HandNumbers { regrets: Kept::zeros(storage, n)?, sums: Kept::zeros(storage, n)? }));
            let street = |(street, &n)| try_collect((0..game.n_boards(street)).map(|_| board(n)));
            return Ok(Self::Hands(try_collect(lengths.iter().enumerate().map(street))?));
        };
        let n = buckets.n_numbers();
        let numbers = BucketNumbers {
            regrets: try_vec(0.0, n)?,
            sums: try_vec(0.0, n)?,
            strategy: try_vec(0.0, n)?,
            more: try_vec(0.0, n)?,
            reached: try_vec(0.0, buckets.n_reached())?,
        };
        Ok(Self::Buckets(buckets, Mutex::new(numbers)))
    }

    /// How many bytes numbers of hands take.
    pub(super) fn bytes(game: &Endgame, player: usize, storage: Storage) -> usize {
        let of = |(street, n): (usize, usize)| game.n_boards(street).saturating_mul(n);
        let vectors = lengths(game, player).into_iter().enumerate().map(of).fold(0, usize::saturating_add);
        vectors.saturating_mul(2 * storage.row_bytes())
    }

    /// Those of a part on a board.
    pub(super) fn lock<'a>(&'a self, part: &'a Part, board: &'a Board, player: usize) -> Locked<'a> {
        match self {
            Self::Hands(boards) => {
                let first = part.first[player] * board.possible[player].len();
                let alike = board.alike.as_ref().map(|alike| &*alike[player]);
                Locked::Hands(lock(&boards[part.street][board.number]), first, part.n_numbers[player], alike)
            }
            Self::Buckets(buckets, numbers) => {
                Locked::Buckets(lock(numbers), buckets, buckets.on_board(part.street, board.number))
            }
        }
    }

    /// How many numbers of each kind a decision of the player has: actions, boards and hands; or actions and buckets.
    pub(super) fn n_at(&self, game: &Endgame, player: usize, decision: usize) -> usize {
        let Decision { street, n_actions, .. } = game.decisions[decision];
        n_actions
            * match self {
                Self::Hands(_) => game.n_boards(street) * game.players[player].len(),
                Self::Buckets(buckets, _) => buckets.place(decision).n,
            }
    }

    /// Calls a function with the place, the regret and the sum of each number of a decision: for each action, for each board,
    /// for each hand; or for each action, for each bucket.
    pub(super) fn visit(
        &self,
        game: &Endgame,
        player: usize,
        decision: usize,
        mut with: impl FnMut(usize, &mut f32, &mut f32),
    ) {
        match self {
            Self::Hands(boards) => {
                let Some((part, choice)) = game.root.find(decision) else { return };
                let (of, n, spare) = (&game.players[player], choice.n_actions, &mut [vec![], vec![]]);
                let n_boards = boards[part.street].len();
                for (board, numbers) in boards[part.street].iter().enumerate() {
                    let HandNumbers { regrets, sums } = &mut *lock(numbers);
                    for block in 0..of.n_blocks() {
                        let first = part.first[player] * of.n_blocks() + block * part.n_numbers[player] + choice.first;
                        let hands = block * LANES..of.len().min((block + 1) * LANES);
                        let [of_regrets, of_sums] = &mut *spare;
                        let rows = regrets.open(first, n, of_regrets).iter_mut().zip(sums.open(first, n, of_sums));
                        for (action, (regrets, sums)) in rows.enumerate() {
                            let row = (action * n_boards + board) * of.len();
                            for (hand, (regret, sum)) in hands.clone().zip(regrets.0.iter_mut().zip(&mut sums.0)) {
                                with(row + hand, regret, sum);
                            }
                        }
                        regrets.close(first, of_regrets, &Dither::NEAREST);
                        sums.close(first, of_sums, &Dither::NEAREST);
                    }
                }
            }
            Self::Buckets(buckets, numbers) => {
                let (Place { first, n, n_actions, .. }, mut numbers) = (buckets.place(decision), lock(numbers));
                let BucketNumbers { regrets, sums, .. } = &mut *numbers;
                let rows = regrets[first..].iter_mut().zip(&mut sums[first..]).take(n * n_actions);
                rows.enumerate().for_each(|(at, (regret, sum))| with(at, regret, sum));
            }
        }
    }

    /// The average strategy of a decision of the player, not normalised: for each action, for each board of its street, for
    /// each block.
    pub(super) fn sums_of(&self, game: &Endgame, player: usize, decision: usize) -> Result<Vec<Lanes<f64>>> {
        let Decision { street, n_actions, .. } = game.decisions[decision];
        let (n_boards, n_blocks) = (game.n_boards(street), game.players[player].n_blocks());
        let mut out = try_vec(Lanes::default(), n_actions * n_boards * n_blocks)?;
        let Some((part, choice)) = game.root.find(decision) else { return Ok(out) };
        let (mut rows, mut spare) = (try_vec(Lanes::default(), n_actions)?, vec![]);
        game.board.for_each(street, &mut |board| {
            let numbers = self.lock(part, board, player);
            for block in 0..n_blocks {
                numbers.strategy(Learnt::Average, &choice, block, &mut spare, &mut rows);
                let to = out.iter_mut().skip(board.number * n_blocks + block).step_by(n_boards * n_blocks);
                to.zip(&rows).for_each(|(to, row)| *to = *row);
            }
        });
        Ok(out)
    }
}

/// A strategy that was learnt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Learnt {
    /// That of the next iteration, in proportion to positive regrets.
    Current,
    /// The average of all iterations.
    Average,
}

impl Locked<'_> {
    /// A strategy of a block, not normalised.
    #[inline(always)]
    pub(super) fn strategy(
        &self,
        learnt: Learnt,
        choice: &Choice,
        block: usize,
        spare: &mut Vec<Lanes<f32>>,
        out: &mut [Lanes<f64>],
    ) {
        match self {
            Self::Hands(numbers, first, n, _) if learnt == Learnt::Current => {
                let regrets = numbers.regrets.read(first + choice.first + block * n, out.len(), spare);
                out.iter_mut().zip(regrets).for_each(|(out, row)| *out = Lanes(row.0.map(|n| n.max(0.0).into())));
            }
            Self::Hands(numbers, first, n, alike) => {
                let first = first + choice.first;
                // Sixteen bits round hands that are alike in different ways: the first of them speaks for all.
                if let (Kept::Short(..), Some(alike)) = (&numbers.sums, alike) {
                    let hands = alike.iter().skip(block * LANES).take(LANES).map(|&hand| hand as usize);
                    for (lane, hand) in hands.enumerate() {
                        let rows = numbers.sums.read(first + hand / LANES * n, out.len(), spare);
                        out.iter_mut().zip(rows).for_each(|(out, row)| out.0[lane] = row.0[hand % LANES].into());
                    }
                    return;
                }
                let sums = numbers.sums.read(first + block * n, out.len(), spare);
                out.iter_mut().zip(sums).for_each(|(out, sum)| *out = Lanes(sum.0.map(f64::from)));
            }
            Self::Buckets(numbers, buckets, of_hands) => {
                let of_buckets = if learnt == Learnt::Current { &numbers.regrets } else { &numbers.sums };
                buckets.spread(choice.decision, of_buckets, &of_hands[block], out.iter_mut());
                for row in out {
                    *row = row.max(Lanes::default());
                }
            }
        }
    }
}

/// For each street the vectors of a player's hands on one board.
fn lengths(game: &Endgame, player: usize) -> Vec<usize> {
    fn add(part: &Part, player: usize, lengths: &mut [usize]) {
        let Some((here, later)) = lengths.split_first_mut() else { return };
        *here += part.n_numbers[player];
        part.after.iter().for_each(|part| add(part, player, later));
    }
    let mut lengths = vec![0; game.n_streets()];
    add(&game.root, player, &mut lengths);
    lengths.iter().map(|n| n.saturating_mul(game.players[player].n_blocks())).collect()
}

//! Equity in games of more than two hole cards: specific hands, ranges, and hands of which some cards are known.

use pokerbits::cards::CardSet;
use pokerbits::equity::{self, Outcomes, Plan, Player, Sampling, Spot};
use pokerbits::memory::try_vec;
use pokerbits::{Game, Result, Run};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::borrow::Reading1;
use crate::enter::enter;
use crate::errors::to_python;
use crate::monte_carlo::{Estimated, estimated};

/// Sets of winners of the high and the low hand, bit `i` for player `i`, and the number of showdowns with these. Without a
/// low, or in games without lows, nobody wins the low hand.
type HighLowRows = Vec<(u32, u32, u64)>;

/// Showdowns of hands on every completion of a board.
#[pyfunction]
pub(crate) fn game_counts(
    py: Python<'_>,
    game: &str,
    hands: Vec<Vec<u8>>,
    board: Vec<u8>,
    dead: Vec<u8>,
) -> PyResult<HighLowRows> {
    let count = || {
        let (game, dead) = (Game::named(game)?, CardSet::from_ids(&dead)?);
        Ok(equity::exact_counts(game, &hands, &board, dead)?.by_high_and_low().collect())
    };
    // Milliseconds at most: other threads may run, and no signal check is needed.
    py.detach(count).map_err(to_python)
}

/// Hands that are read between two checks for Ctrl-C.
const HANDS_PER_LOOK: usize = 1 << 20;

/// The hands of a player in Python.
#[derive(FromPyObject)]
pub(crate) enum Held<'py> {
    /// The hands that it may be, sets of cards as bits.
    Among(Reading1<'py, u64>),
    /// The same, and a weight for each.
    Weighted(Reading1<'py, u64>, Reading1<'py, f64>),
    /// Some of its cards, as bits.
    With(u64),
}

/// The hands of players in Python's arrays, or the known cards.
#[derive(Clone, Copy)]
enum HeldSlice<'a> {
    With(u64),
    Among(&'a [u64]),
    Weighted(&'a [u64], &'a [f64]),
}

fn slices<'a>(players: &'a [Held<'_>]) -> PyResult<Vec<HeldSlice<'a>>> {
    let slice = |held: &'a Held<'_>| {
        Ok(match held {
            Held::With(cards) => HeldSlice::With(*cards),
            Held::Among(hands) => HeldSlice::Among(hands.as_slice()?),
            Held::Weighted(hands, weights) => HeldSlice::Weighted(hands.as_slice()?, weights.as_slice()?),
        })
    };
    players.iter().map(slice).collect()
}

/// The same as a copy, since another thread may write to the arrays. Invalid sets of cards are empty hands.
struct PlayerCopies(Vec<HeldCopy>);

enum HeldCopy {
    With(CardSet),
    Among(Vec<CardSet>),
    Weighted(Vec<CardSet>, Vec<f64>),
}

impl HeldCopy {
    fn player(&self) -> Player<'_> {
        match self {
            Self::With(cards) => Player::With(*cards),
            Self::Among(hands) => Player::Among(hands),
            Self::Weighted(hands, weights) => Player::Weighted(hands, weights),
        }
    }
}

impl PlayerCopies {
    fn new(players: &[HeldSlice<'_>], run: &mut Run<'_>) -> Result<Self> {
        let mut copy = |hands: &[u64]| {
            let mut sets = try_vec(CardSet::EMPTY, hands.len())?;
            for (hands, sets) in hands.chunks(HANDS_PER_LOOK).zip(sets.chunks_mut(HANDS_PER_LOOK)) {
                run.checkpoint(0, 1)?;
                sets.iter_mut().zip(hands).for_each(|(set, &hand)| *set = CardSet::new(hand).unwrap_or_default());
            }
            Ok(sets)
        };
        let mut held = |of: &HeldSlice<'_>| {
            Ok(match *of {
                HeldSlice::With(cards) => HeldCopy::With(CardSet::new(cards).unwrap_or_default()),
                HeldSlice::Among(hands) => HeldCopy::Among(copy(hands)?),
                HeldSlice::Weighted(hands, weights) => {
                    let mut of_hands = try_vec(0.0, weights.len())?;
                    of_hands.copy_from_slice(weights);
                    HeldCopy::Weighted(copy(hands)?, of_hands)
                }
            })
        };
        players.iter().map(&mut held).collect::<Result<_>>().map(Self)
    }

    fn hands(&self) -> Vec<Player<'_>> {
        self.0.iter().map(HeldCopy::player).collect()
    }
}

/// Showdowns of all deals of the players' hands. If the estimated time on one thread is above a limit in seconds, only the
/// estimate.
#[pyfunction]
#[pyo3(signature = (game, players, board, dead, seconds, num_threads, progress, /))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn game_range_counts<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<Held<'py>>,
    board: Vec<u8>,
    dead: Vec<u8>,
    seconds: f64,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (players, dead) = (slices(&players)?, CardSet::from_ids(&dead).map_err(to_python)?);
    let found = enter(py, num_threads, progress, |run| {
        let players = PlayerCopies::new(&players, run)?;
        let spot = Spot::new(Game::named(game)?, &players.hands(), &board, dead)?;
        let plan = Plan::new(&spot, run)?;
        if plan.seconds() > seconds {
            return Ok(Err(plan.seconds()));
        }
        plan.run(run).map(|found| Ok(found.outcomes))
    })?;
    match found {
        Ok(Outcomes::ByWinners(counts)) => counts.by_high_and_low().collect::<HighLowRows>().into_bound_py_any(py),
        Ok(Outcomes::Exact(..) | Outcomes::Rounded(_)) => Ok(py.None().into_bound(py)),
        Err(estimate) => estimate.into_bound_py_any(py),
    }
}

/// [`Estimated`] for hands and ranges.
#[pyfunction]
#[pyo3(signature = (game, players, board, dead, key, n_samples, std_error, num_threads, progress, /))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn sampled_game_equity<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<Held<'py>>,
    board: Vec<u8>,
    dead: Vec<u8>,
    key: [u64; 2],
    n_samples: Option<u64>,
    std_error: Option<f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Estimated<'py>> {
    let (players, dead) = (slices(&players)?, CardSet::from_ids(&dead).map_err(to_python)?);
    let sampling = Sampling { key, n_samples, std_error };
    let estimate = enter(py, num_threads, progress, |run| {
        let players = PlayerCopies::new(&players, run)?;
        let spot = Spot::new(Game::named(game)?, &players.hands(), &board, dead)?;
        equity::sampled_equity(&spot, &sampling, run)
    })?;
    Ok(estimated(py, estimate))
}

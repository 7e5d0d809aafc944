//! Exact showdown counts.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pokerbits::cards::{COMBO_COUNT, CardSet, DECK, combo_of};
use pokerbits::equity::{self, EquityRows, MAX_PLAYERS, Outcomes, Plan, Player, ShowdownCounts, Spot, SpotEquity};
use pokerbits::ranges::{Dialect, OnConflict, Range};
use pokerbits::runtime::lazy::Lazy;
use pokerbits::{Game, Run};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use pyo3::{IntoPyObjectExt, intern};

use crate::borrow::{Filling2, Filling3, Reading2};
use crate::enter::{default_threads, enter};
use crate::errors::to_python;
use crate::evaluator::named;
use crate::one_hand::OneHand;
use crate::ranges::INLINE_TEXT;

/// The game of two hole cards that ranks hands by the rules of this name.
pub(crate) fn holdem_by(rules: &str) -> PyResult<Game> {
    Game::holdem_by(named(rules)?).map_err(to_python)
}

/// The ranges as rows of weights. A copy: another thread of the caller may write to them.
pub(crate) fn ranges_of(weights: &[f64]) -> pokerbits::Result<Vec<Range>> {
    weights.chunks(COMBO_COUNT).map(Range::from_weights).collect()
}

/// Counts by set of winners, bit `i` for player `i`.
type WinnerCounts<'py> = Bound<'py, PyArray1<u64>>;

/// Showdowns by set of winners, of `hands` on every completion of `board`.
#[pyfunction]
pub(crate) fn exact_counts<'py>(
    py: Python<'py>,
    rules: &str,
    hands: Vec<[u8; 2]>,
    board: Vec<u8>,
    dead: Vec<u8>,
) -> PyResult<WinnerCounts<'py>> {
    let (game, dead) = (holdem_by(rules)?, CardSet::from_ids(&dead).map_err(to_python)?);
    let counts = counted(py, game, &hands, &board, dead).map_err(to_python)?;
    Ok(PyArray1::from_slice(py, counts.by_winners()))
}

/// The showdowns of specific hands. A call returns this at once; Python's lists and arrays are made when they are asked for.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct HandCounts {
    hands: [[u8; 2]; MAX_PLAYERS],
    counts: ShowdownCounts,
}

#[pymethods]
impl HandCounts {
    /// The two cards of each player.
    fn hands(&self) -> Vec<(u8, u8)> {
        self.hands[..self.counts.players()].iter().map(|&[a, b]| (a, b)).collect()
    }

    /// Showdowns by set of winners, bit `i` for player `i`.
    fn by_winners<'py>(&self, py: Python<'py>) -> WinnerCounts<'py> {
        PyArray1::from_slice(py, self.counts.by_winners())
    }
}

/// The result of [`exact_counts`], if all cards are valid and of exact types that [`OneHand`] reads, or `None` for no board
/// and no dead cards; `None` otherwise.
#[pyfunction]
#[pyo3(signature = (players, board, dead, /))]
pub(crate) fn exact_counts_of_plain(
    players: &Bound<'_, PyTuple>,
    board: &Bound<'_, PyAny>,
    dead: &Bound<'_, PyAny>,
) -> Option<HandCounts> {
    let mut hands = [[0; 2]; MAX_PLAYERS];
    let of_players = hands.get_mut(..players.len())?;
    for (at, hand) in of_players.iter_mut().enumerate() {
        *hand = OneHand::<2>::of(&*players.get_borrowed_item(at).ok()?)?.ids().try_into().ok()?;
    }
    let board = row::<5>(board)?;
    let dead = CardSet::from_ids(row::<{ DECK as usize }>(dead)?.ids()).ok()?;
    let counts = counted(players.py(), Game::HOLDEM, of_players, board.ids(), dead).ok()?;
    Some(HandCounts { hands, counts })
}

/// The cards of an optional row.
fn row<const MOST: usize>(cards: &Bound<'_, PyAny>) -> Option<OneHand<MOST>> {
    if cards.is_none() { Some(OneHand::default()) } else { OneHand::of(cards) }
}

fn counted(
    py: Python<'_>,
    game: Game,
    hands: &[[u8; 2]],
    board: &[u8],
    dead: CardSet,
) -> pokerbits::Result<ShowdownCounts> {
    let count = || equity::exact_counts(game, hands, board, dead);
    // Microseconds on a flop. Before it milliseconds at most: other threads may run, and no signal check is needed.
    if board.is_empty() { py.detach(count) } else { count() }
}

/// For rows of the hole cards of all players and a board (n, 2 * players + 0 | 3 | 4 | 5): the showdowns that each player
/// wins and shares with 1, 2, ... others into `shares` (n, players, players), and `equities` (n, players).
#[pyfunction]
pub(crate) fn equity_rows(
    py: Python<'_>,
    spots: Reading2<'_, u8>,
    mut shares: Filling3<'_, u32>,
    mut equities: Filling2<'_, f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let players = equities.as_array().ncols();
    let board_cards = spots.as_array().ncols().saturating_sub(2 * players);
    let out = EquityRows { shares: shares.as_slice_mut()?, equities: equities.as_slice_mut()? };
    let spots = spots.as_slice()?;
    enter(py, num_threads, progress, |run| equity::equity_rows(spots, players, board_cards, out, run))
}

/// For players with ranges, rows of weights (n, 1326), beside `folded` ranges (k, 1326): the deals that each wins alone, shares with one other, ... with all
/// others, and loses. They are integers over the product of denominators, or floats without denominators. Also the equity of
/// their combos (n, 1326). If the estimated time on one thread is above a limit in seconds, only the estimate.
#[pyfunction]
#[pyo3(signature = (rules, weights, folded, board, dead, seconds, num_threads, progress, /))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn range_equity<'py>(
    py: Python<'py>,
    rules: &str,
    weights: Reading2<'py, f64>,
    folded: Reading2<'py, f64>,
    board: Vec<u8>,
    dead: Vec<u8>,
    seconds: f64,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = holdem_by(rules)?;
    let (weights, folded, dead) =
        (weights.as_slice()?, folded.as_slice()?, CardSet::from_ids(&dead).map_err(to_python)?);
    let found = enter(py, num_threads, progress, |run| {
        within(seconds, game, [&ranges_of(weights)?, &ranges_of(folded)?], &board, dead, run)
    })?;
    match found {
        Ok(found) => outcomes(py, &found),
        Err(estimate) => estimate.into_bound_py_any(py),
    }
}

/// Counts that take longer report progress, and have a limit that callers choose.
const SECONDS_OF_PLAIN: f64 = 1e-3;

/// The hand of each player, `None` for a range.
type SingleHands = Vec<Option<(u8, u8)>>;

/// The equity of ranges and hands. A call returns this at once; Python's lists and arrays are made when they are asked for.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct RangeCounts {
    hands: SingleHands,
    found: SpotEquity,
}

#[pymethods]
impl RangeCounts {
    /// The two cards of each player, `None` for a range.
    fn hands(&self) -> SingleHands {
        self.hands.clone()
    }

    /// As [`range_equity`] returns it.
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        outcomes(py, &self.found)
    }
}

/// The result of [`range_equity`], for ranges and hands on a board; `None` if something is not valid, or not
/// of an exact type that is read here. Also `None` without a deal, and for counts that take longer than a millisecond.
#[pyfunction]
#[pyo3(signature = (players, board, dead, /))]
pub(crate) fn range_equity_of_plain(
    players: &Bound<'_, PyTuple>,
    board: &Bound<'_, PyAny>,
    dead: &Bound<'_, PyAny>,
) -> PyResult<Option<RangeCounts>> {
    let py = players.py();
    let Some(PlainSpot { hands, ranges, board, dead }) = plain(players, board, dead) else { return Ok(None) };
    let Some(threads) = default_threads() else { return Ok(None) };
    let ranges = [&ranges[..], &[]];
    let found = enter(py, threads, None, |run| within(SECONDS_OF_PLAIN, Game::HOLDEM, ranges, board.ids(), dead, run));
    match found {
        Ok(Ok(found)) if has_deals(&found.outcomes) => Ok(Some(RangeCounts { hands, found })),
        Ok(_) => Ok(None),
        // The Python layer finds the error again.
        Err(error) if error.is_instance_of::<PyValueError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The arguments of [`range_equity_of_plain`].
struct PlainSpot {
    hands: SingleHands,
    ranges: Vec<Range>,
    board: OneHand<5>,
    dead: CardSet,
}

fn plain(players: &Bound<'_, PyTuple>, board: &Bound<'_, PyAny>, dead: &Bound<'_, PyAny>) -> Option<PlainSpot> {
    if board.is_none() || !(2..=MAX_PLAYERS).contains(&players.len()) {
        return None;
    }
    let (mut hands, mut ranges) = (vec![], vec![]);
    for player in players.iter_borrowed() {
        let hand = OneHand::<2>::of(&player).and_then(|hand| <[u8; 2]>::try_from(hand.ids()).ok());
        hands.push(hand.map(|[a, b]| (a, b)));
        ranges.push(match hand {
            Some(hand) => {
                let mut weights = [0.0; COMBO_COUNT];
                weights[usize::from(combo_of(hand).ok()?)] = 1.0;
                Range::from_weights(&weights).ok()?
            }
            None => plain_range(&player)?,
        });
    }
    let (board, dead) = (OneHand::of(board)?, row::<{ DECK as usize }>(dead)?);
    Some(PlainSpot { hands, ranges, board, dead: CardSet::from_ids(dead.ids()).ok()? })
}

/// The range of a short text or of a `Range`.
fn plain_range(player: &Bound<'_, PyAny>) -> Option<Range> {
    static CLASS: Lazy<Py<PyAny>> = Lazy::new();
    let py = player.py();
    if let Ok(text) = player.cast_exact::<PyString>() {
        let text = text.to_str().ok().filter(|text| text.len() <= INLINE_TEXT)?;
        return Range::parse(text, Dialect::Both, OnConflict::Error).ok();
    }
    let class = || Ok::<_, PyErr>(py.import("pokerbits.ranges._range")?.getattr("Range")?.unbind());
    if !player.get_type().is(CLASS.get_or_try_init(class).ok()?) {
        return None;
    }
    let weights = player.getattr(intern!(py, "_weights")).ok()?;
    let weights = weights.cast_exact::<PyArray1<f64>>().ok()?.try_readonly().ok()?;
    Range::from_weights(weights.as_slice().ok()?).ok()
}

/// The exact equity of ranges beside folded ones, or the estimated seconds if these are too many.
fn within(
    seconds: f64,
    game: Game,
    [ranges, folded]: [&[Range]; 2],
    board: &[u8],
    dead: CardSet,
    run: &mut Run<'_>,
) -> pokerbits::Result<Result<SpotEquity, f64>> {
    let players: Vec<Player<'_>> = ranges.iter().map(Player::Range).collect();
    let folded: Vec<_> = folded.iter().collect();
    let spot = Spot::new(game, &players, board, dead)?.with_folded(&folded)?;
    let plan = Plan::new(&spot, run)?;
    if plan.seconds() > seconds {
        return Ok(Err(plan.seconds()));
    }
    plan.run(run).map(Ok)
}

fn has_deals(outcomes: &Outcomes) -> bool {
    match outcomes {
        Outcomes::Exact(counts, _) => counts.iter().flatten().any(|&n| n > 0),
        Outcomes::Rounded(sums) => sums.iter().flatten().any(|&sum| sum > 0.0),
        Outcomes::ByWinners(_) => true,
    }
}

fn outcomes<'py>(py: Python<'py>, found: &SpotEquity) -> PyResult<Bound<'py, PyAny>> {
    let of_combos = PyArray2::from_vec2(py, &found.of_combos)?;
    let (sums, denominators) = match &found.outcomes {
        Outcomes::Exact(counts, denominators) => (counts.into_bound_py_any(py)?, denominators.clone()),
        Outcomes::Rounded(sums) => (sums.into_bound_py_any(py)?, vec![]),
        Outcomes::ByWinners(_) => (py.None().into_bound(py), vec![]),
    };
    (sums, denominators, of_combos).into_bound_py_any(py)
}

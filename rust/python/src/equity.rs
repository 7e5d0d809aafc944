//! Exact showdown counts.

use std::borrow::Cow;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pokerbits::cards::{COMBO_COUNT, CardSet, DECK, combo_of};
use pokerbits::equity::{EquityRows, MAX_PLAYERS, Outcomes, Plan, Player, ShowdownCounts, Spot, SpotEquity};
use pokerbits::memory::try_vec;
use pokerbits::ranges::{OnConflict, Range};
use pokerbits::runtime::lazy::Lazy;
use pokerbits::{Game, Run};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use pyo3::{IntoPyObjectExt, intern};

use crate::borrow::{Filling2, Filling3, Reading2};
use crate::enter::enter;
use crate::errors::to_python;
use crate::evaluator::named;
use crate::one_hand::OneHand;
use crate::plain::{Arg, not_plain};
use crate::ranges::INLINE_TEXT;
use crate::scalars::read_only;

/// The game of two hole cards that ranks hands by the rules of this name.
pub(crate) fn holdem_by(rules: &str) -> PyResult<Game> {
    Game::holdem_by(named(rules)?).map_err(to_python)
}

/// The ranges as rows of weights. A copy: another thread of the caller may write to them.
pub(crate) fn ranges_of(weights: &[f64]) -> pokerbits::Result<Vec<Range>> {
    weights.chunks(COMBO_COUNT).map(Range::from_weights).collect()
}

/// The showdowns of specific hands on every completion of `board`.
#[pyfunction]
pub(crate) fn exact_counts(
    py: Python<'_>,
    rules: &str,
    hands: Vec<[u8; 2]>,
    board: Vec<u8>,
    dead: Vec<u8>,
) -> PyResult<SpotCounts> {
    let (game, dead) = (holdem_by(rules)?, CardSet::from_ids(&dead).map_err(to_python)?);
    let counts = counted(py, game, &hands, &board, dead).map_err(to_python)?;
    Ok(SpotCounts::of_hands(&hands, counts))
}

fn counted(
    py: Python<'_>,
    game: Game,
    hands: &[[u8; 2]],
    board: &[u8],
    dead: CardSet,
) -> pokerbits::Result<ShowdownCounts> {
    let count = || pokerbits::equity::exact_counts(game, hands, board, dead);
    // Microseconds on a flop. With fewer cards milliseconds at most: other threads may run, and no signal check is needed.
    if board.len() < 3 { py.detach(count) } else { count() }
}

/// For rows of the hole cards of all players and a board (n, 2 * players + 0 to 5): the showdowns that each player
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
    enter(py, num_threads, progress, |run| pokerbits::equity::equity_rows(spots, players, board_cards, out, run))
}

/// The equity of players with ranges, rows of weights (n, 1326), beside `folded` ranges (k, 1326). If the estimated time on
/// one thread is above a limit in seconds, only the estimate.
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
        let (ranges, folded) = (ranges_of(weights)?, ranges_of(folded)?);
        let players: Vec<_> = ranges.iter().map(Player::Range).collect();
        within(seconds, game, &players, &folded.iter().collect::<Vec<_>>(), &board, dead, run)
    })?;
    match found {
        Ok(found) => SpotCounts { hands: vec![], weights: vec![], found }.into_bound_py_any(py),
        Err(estimate) => estimate.into_bound_py_any(py),
    }
}

/// Counts that take longer report progress, and have a limit that callers choose.
const SECONDS_OF_PLAIN: f64 = 1e-3;

/// The hand of each player, `None` for a range.
type SingleHands = Vec<Option<(u8, u8)>>;

/// The equity of ranges and hands. A call returns this at once; Python's lists and arrays are made when they are asked for.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct SpotCounts {
    hands: SingleHands,
    /// The ranges of players who were given as arrays, which may have other contents when they are asked for.
    weights: Vec<Option<Range>>,
    found: SpotEquity,
}

/// Equity, and probabilities to win, tie and lose, of all players.
type Shares<'py> = [Bound<'py, PyArray1<f64>>; 4];

#[pymethods]
impl SpotCounts {
    /// The two cards of each player, `None` for a range.
    fn hands(&self) -> SingleHands {
        self.hands.clone()
    }

    /// The weights of a player who was given as an array, `None` for others.
    fn weights<'py>(&self, py: Python<'py>, player: usize) -> Option<Bound<'py, PyArray1<f64>>> {
        self.weights.get(player)?.as_ref().map(|range| PyArray1::from_slice(py, &range.weights()[..]))
    }

    /// Whether there is a deal.
    fn has_deals(&self) -> bool {
        match &self.found.outcomes {
            Outcomes::Exact(counts, _) => counts.iter().flatten().any(|&n| n > 0),
            Outcomes::Rounded(sums) => sums.iter().flatten().any(|&sum| sum > 0.0),
            Outcomes::ByWinners(_) => true,
        }
    }

    /// Equity, and probabilities to win, tie and lose, each rounded once, in read-only arrays; `None` if they are no quotients
    /// of integers that floats hold.
    fn shares<'py>(&self, py: Python<'py>) -> Option<Shares<'py>> {
        let players = self.exact_outcomes()?;
        // The smallest pot that can be divided evenly among any number of them.
        let pot = (1..=players.len() as u128).fold(1, |pot, n| pot / gcd(pot, n) * n);
        let mut shares = [const { [0.0; MAX_PLAYERS] }; 4];
        for (player, outcomes) in players.iter().enumerate() {
            let (&lost, won) = outcomes.split_last()?;
            let total = lost + won.iter().sum::<u128>();
            if total == 0 || pot.checked_mul(total)? >= 1 << f64::MANTISSA_DIGITS {
                return None;
            }
            let equity = (1..).zip(won).map(|(sharing, &n)| n * (pot / sharing)).sum();
            let tied = won[1..].iter().sum();
            for (shares, (n, of)) in shares.iter_mut().zip([(equity, pot), (won[0], 1), (tied, 1), (lost, 1)]) {
                // Both are integers below 2^53: one rounding.
                shares[player] = n as f64 / (of * total) as f64;
            }
        }
        Some(shares.map(|shares| read_only(py, &shares[..players.len()])))
    }

    /// The deals that each player wins alone, shares with one other, ... with all others, and loses. They are integers over
    /// the product of denominators, or floats without denominators. Also the equity of the players' combos (n, 1326).
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (outcomes, denominators) = match &self.found.outcomes {
            Outcomes::Exact(counts, denominators) => (counts.into_bound_py_any(py)?, denominators.clone()),
            Outcomes::Rounded(sums) => (sums.into_bound_py_any(py)?, vec![]),
            Outcomes::ByWinners(counts) => {
                let outcomes: Vec<_> = (0..counts.players()).map(|player| outcomes_of(counts, player)).collect();
                (outcomes.into_bound_py_any(py)?, vec![1; counts.players()])
            }
        };
        (outcomes, denominators, self.of_combos(py)?).into_bound_py_any(py)
    }
}

impl SpotCounts {
    fn of_hands(hands: &[[u8; 2]], counts: ShowdownCounts) -> Self {
        let found = SpotEquity { outcomes: Outcomes::ByWinners(counts), of_combos: vec![] };
        Self { hands: hands.iter().map(|&[a, b]| Some((a, b))).collect(), weights: vec![], found }
    }

    /// Outcomes that are integers.
    fn exact_outcomes(&self) -> Option<Cow<'_, [Vec<u128>]>> {
        match &self.found.outcomes {
            Outcomes::Exact(counts, _) => Some(Cow::Borrowed(counts)),
            Outcomes::ByWinners(counts) => {
                Some((0..counts.players()).map(|player| outcomes_of(counts, player)).collect())
            }
            Outcomes::Rounded(_) => None,
        }
    }

    /// The equity of each player's combos. The only one of a specific hand has that of the player.
    fn of_combos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let n_players = self.hands.len().max(self.found.of_combos.len());
        let mut of_combos = try_vec(f64::NAN, n_players * COMBO_COUNT).map_err(to_python)?;
        if !self.found.of_combos.is_empty() {
            let of_players = of_combos.chunks_exact_mut(COMBO_COUNT).zip(&self.found.of_combos);
            of_players.for_each(|(to, from)| to.copy_from_slice(from));
        } else if let Some([equities, ..]) = self.shares(py) {
            let equities = equities.readonly();
            let of_players = of_combos.chunks_exact_mut(COMBO_COUNT);
            for ((of_player, hand), &equity) in of_players.zip(&self.hands).zip(equities.as_slice()?) {
                if let Some((a, b)) = *hand {
                    of_player[usize::from(combo_of([a, b]).map_err(to_python)?)] = equity;
                }
            }
        }
        PyArray1::from_vec(py, of_combos).reshape([n_players, COMBO_COUNT])
    }
}

/// The showdowns that a player wins alone, shares with one other, ... with all others, and loses.
fn outcomes_of(counts: &ShowdownCounts, player: usize) -> Vec<u128> {
    let mut shares = counts.shares(player).unwrap_or_default();
    shares.rotate_left(1);
    shares.into_iter().map(u128::from).collect()
}

const fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The equity of hands, or of hands and ranges on a board, if everything is valid and of exact types that are read here. Not
/// for spots without a deal, and for counts that take longer than a millisecond.
#[pyfunction]
#[pyo3(signature = (
    *players,
    board = Arg::MISSING,
    dead = Arg::MISSING,
    folded = Arg::MISSING,
    dialect = Arg::MISSING,
    game = Arg::MISSING,
    method = Arg::MISSING,
    max_seconds = Arg::MISSING,
    n_samples = Arg::MISSING,
    std_error = Arg::MISSING,
    rng = Arg::MISSING,
    num_threads = Arg::MISSING,
    progress = Arg::MISSING,
))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn equity<'py>(
    players: &Bound<'py, PyTuple>,
    board: Arg<'_, 'py>,
    dead: Arg<'_, 'py>,
    folded: Arg<'_, 'py>,
    dialect: Arg<'_, 'py>,
    game: Arg<'_, 'py>,
    method: Arg<'_, 'py>,
    max_seconds: Arg<'_, 'py>,
    n_samples: Arg<'_, 'py>,
    std_error: Arg<'_, 'py>,
    rng: Arg<'_, 'py>,
    num_threads: Arg<'_, 'py>,
    progress: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = players.py();
    let is_plain = folded.is_unused()
        && dialect.is_unused()
        && game.is_one_of(&["holdem"])
        && method.is_one_of(&["auto", "exact"])
        // Other values are checked by Python, although an exact answer does not depend on them.
        && [&max_seconds, &n_samples, &std_error, &rng].iter().all(|option| option.is_unused())
        && num_threads.is_threads()
        && progress.is_off();
    if is_plain {
        let found = match plain_hands(players, board.get(), dead.get()) {
            None => plain_ranges(players, board.get(), dead.get(), &num_threads)?,
            found => found,
        };
        if let Some(found) = found {
            return found.into_bound_py_any(py);
        }
    }
    Ok(not_plain(py))
}

/// The showdowns of specific hands, if everything is valid and of exact types that [`OneHand`] reads.
fn plain_hands(
    players: &Bound<'_, PyTuple>,
    board: Option<&Bound<'_, PyAny>>,
    dead: Option<&Bound<'_, PyAny>>,
) -> Option<SpotCounts> {
    let mut hands = [[0; 2]; MAX_PLAYERS];
    let of_players = hands.get_mut(..players.len())?;
    for (at, hand) in of_players.iter_mut().enumerate() {
        *hand = OneHand::<2>::of(&*players.get_borrowed_item(at).ok()?)?.ids().try_into().ok()?;
    }
    let board = row::<5>(board)?;
    let dead = CardSet::from_ids(row::<{ DECK as usize }>(dead)?.ids()).ok()?;
    let counts = counted(players.py(), Game::HOLDEM, of_players, board.ids(), dead).ok()?;
    Some(SpotCounts::of_hands(of_players, counts))
}

/// The cards of an optional row.
fn row<const MOST: usize>(cards: Option<&Bound<'_, PyAny>>) -> Option<OneHand<MOST>> {
    cards.map_or_else(|| Some(OneHand::default()), OneHand::of)
}

/// The equity of ranges and hands on a board, as [`equity`] answers it.
fn plain_ranges(
    players: &Bound<'_, PyTuple>,
    board: Option<&Bound<'_, PyAny>>,
    dead: Option<&Bound<'_, PyAny>>,
    num_threads: &Arg<'_, '_>,
) -> PyResult<Option<SpotCounts>> {
    let py = players.py();
    let (Some(spot), Some(threads)) = (PlainSpot::new(players, board, dead), num_threads.threads()) else {
        return Ok(None);
    };
    let PlainSpot { players, board, dead } = spot;
    let of_players: Vec<_> = players.iter().map(PlainPlayer::player).collect();
    let run = |run: &mut Run<'_>| within(SECONDS_OF_PLAIN, Game::HOLDEM, &of_players, &[], board.ids(), dead, run);
    match enter(py, threads, None, run) {
        Ok(Ok(found)) => {
            let hands = players.iter().map(PlainPlayer::hand).collect();
            let weights = players.into_iter().map(PlainPlayer::array).collect();
            Ok(Some(SpotCounts { hands, weights, found }).filter(SpotCounts::has_deals))
        }
        Ok(Err(_)) => Ok(None),
        // The function of Python finds the error again.
        Err(error) if error.is_instance_of::<PyValueError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Players with hands or ranges, and a board.
struct PlainSpot {
    players: Vec<PlainPlayer>,
    board: OneHand<5>,
    dead: CardSet,
}

/// A player, as a call gives it.
enum PlainPlayer {
    Hand([u8; 2], CardSet),
    Range(Range),
    /// An array of weights.
    Array(Range),
}

impl PlainPlayer {
    fn player(&self) -> Player<'_> {
        match self {
            Self::Hand(_, cards) => Player::Hand(*cards),
            Self::Range(range) | Self::Array(range) => Player::Range(range),
        }
    }

    fn hand(&self) -> Option<(u8, u8)> {
        if let Self::Hand([a, b], _) = *self { Some((a, b)) } else { None }
    }

    fn array(self) -> Option<Range> {
        if let Self::Array(range) = self { Some(range) } else { None }
    }
}

impl PlainSpot {
    fn new(
        players: &Bound<'_, PyTuple>,
        board: Option<&Bound<'_, PyAny>>,
        dead: Option<&Bound<'_, PyAny>>,
    ) -> Option<Self> {
        let (board, dead) = (OneHand::of(board?)?, row::<{ DECK as usize }>(dead)?);
        if !(2..=MAX_PLAYERS).contains(&players.len()) {
            return None;
        }
        let dead = CardSet::from_ids(dead.ids()).ok()?;
        let mut read = Vec::with_capacity(players.len());
        for player in players.iter_borrowed() {
            let hand = OneHand::<2>::of(&player).and_then(|hand| <[u8; 2]>::try_from(hand.ids()).ok());
            read.push(match hand {
                Some(hand) => PlainPlayer::Hand(hand, CardSet::from_ids(&hand).ok()?),
                None if player.is_exact_instance_of::<PyArray1<f64>>() => PlainPlayer::Array(plain_range(&player)?),
                None => PlainPlayer::Range(plain_range(&player)?),
            });
        }
        Some(Self { players: read, board, dead })
    }
}

/// The range of a short text, of a `Range`, or of an array of weights.
fn plain_range(player: &Bound<'_, PyAny>) -> Option<Range> {
    static CLASS: Lazy<Py<PyAny>> = Lazy::new();
    let py = player.py();
    if let Ok(text) = player.cast_exact::<PyString>() {
        let text = text.to_str().ok().filter(|text| text.len() <= INLINE_TEXT)?;
        // A text that dialects read differently is left to Python, which warns.
        let (range, differs) = Range::parse_undecided(text, OnConflict::Error, &mut Run::new(1)).ok()?;
        return (!differs).then_some(range);
    }
    if let Ok(weights) = player.cast_exact::<PyArray1<f64>>() {
        return Range::from_weights(weights.try_readonly().ok()?.as_slice().ok()?).ok();
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
    players: &[Player<'_>],
    folded: &[&Range],
    board: &[u8],
    dead: CardSet,
    run: &mut Run<'_>,
) -> pokerbits::Result<Result<SpotEquity, f64>> {
    let spot = Spot::new(game, players, board, dead)?.with_folded(folded)?;
    let plan = Plan::new(&spot, run)?;
    if plan.seconds() > seconds {
        return Ok(Err(plan.seconds()));
    }
    plan.run(run).map(Ok)
}

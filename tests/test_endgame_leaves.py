"""Endgames that end early: against the whole game, against promises that hold, and what is refused."""

import copy
import pickle

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, Solver, solve_many
from pokerbits.exceptions import InvalidArgumentError

RANGES = ("AA, KK, QQ, AhKh, T9s, 87s", "JJ, 44, AQ, KQ, 65s, Th9h")
BET = BetSizes((0.5, 1), 1)
NO_BET = BetSizes(())
TREE = BettingTree(100, 300, [BET, NO_BET])
TURN = "QsJh2h4d"
RIVER_TREE = BettingTree(100, 200, BetSizes((0.5, 1), 1))
RIVER_GAME = Endgame("QsJh2h4d9c", "22+, A2s+, KTo+", "77+, A9s+, KTs+, 65s, 54s", RIVER_TREE)


HAS = (pb.COMBOS[:, :, None] == np.arange(52)).any(axis=1)
MEETS = ~(HAS[:, None] & HAS).any(axis=-1)


def met(reach):
    """Return the reach of the combos without a card of each combo, one by one."""
    return reach @ MEETS


class Showdowns:
    """The values of a street behind which nobody bets: the equity of every hand."""

    def __init__(self, board):
        game = Endgame(board, *RANGES, BettingTree(100, 300, [NO_BET] * (6 - len(pb.cards.parse_cards(board)))))
        self.ranked = pb.RankedBoards(game.boards[-1])
        self.n_runouts = {1: 44, 2: 45 * 44}[len(game.streets) - 1]
        self.calls = []

    def __call__(self, board, pots, reach):
        self.calls.append((board, pots, reach))
        of_opponents = reach[:, ::-1].reshape(-1, 1326)
        margins = self.ranked.values(of_opponents).reshape(-1, *of_opponents.shape).sum(axis=0) / self.n_runouts
        unblocked = met(of_opponents)
        found = np.full(margins.shape, np.nan)
        np.divide(margins + unblocked, 2 * unblocked, out=found, where=unblocked > 0)
        return found.reshape(reach.shape)


@pytest.fixture(scope="module")
def turn():
    return Endgame(TURN, *RANGES, TREE)


def strategies(solver, street=0):
    nodes = enumerate(solver.game.tree.decisions)
    return {at: solver.strategy(at) for at, node in nodes if node.street == street}


@pytest.mark.parametrize("algorithm", ["dcfr", "cfr_plus"])
def test_a_turn_with_values_of_rivers_is_the_whole_turn(turn, algorithm):
    whole = Solver(turn)
    whole.run(target=0.001)
    values = Showdowns(TURN)
    early = Solver(turn, leaf_values=values, algorithm=algorithm)
    early.run(60)
    assert early.gain("hero") == pytest.approx(whole.gain("hero"), abs=0.02)
    # The strategies gain the same in the whole game.
    played = Solver(turn)
    for at, strategy in strategies(early).items():
        played.lock(at, strategy)
    assert played.gain("hero") == pytest.approx(early.gain("hero"), abs=1e-7)
    assert played.exploitability() == pytest.approx(early.exploitability(), abs=1e-7)
    assert early.exploitability() < 0.02
    for player in ("hero", "villain"):
        for node in (turn.tree.root, turn.tree.root.children[1]):
            expected, found = played.values(node, player), early.values(node, player)
            np.testing.assert_allclose(found, expected, atol=1e-6)
            np.testing.assert_allclose(early.reach(node, player), played.reach(node, player), atol=1e-6)


def test_a_function_is_asked_once_an_iteration_and_once_for_the_average(turn):
    values = Showdowns(TURN)
    solver = Solver(turn, leaf_values=values)
    solver.run(3)
    assert len(values.calls) == 3
    solver.exploitability()
    solver.values(0, "villain")
    assert len(values.calls) == 4
    board, pots, reach = values.calls[-1]
    assert pb.cards.format_cards(board) == TURN
    # Check and check, and called bets and raises: not the calls of all-in bets.
    root = turn.tree.root
    assert pots.tolist() == [100.0, 200.0, 300.0, 200.0, 300.0, 600.0, 600.0]
    assert len(pots) == len(reach)
    check = solver.strategy(root)[0, 0] * solver.reach(root, "hero")[0]
    after = root.children[0]
    np.testing.assert_allclose(reach[0, 0], np.nan_to_num(check), atol=1e-6)
    villain = solver.strategy(after)[0, 0] * solver.reach(after, "villain")[0]
    np.testing.assert_allclose(reach[0, 1], np.nan_to_num(villain), atol=1e-6)
    # The first iteration knows nothing yet: all actions are equal.
    np.testing.assert_allclose(values.calls[0][2][0, 0], np.nan_to_num(solver.reach(root, "hero")[0]) / 3, atol=1e-6)
    solver.lock(root, np.full((3, 1, 1326), 1 / 3))
    solver.gain("hero")
    assert len(values.calls) == 5


def test_a_flop_ends_before_the_turn():
    tree = BettingTree(100, 100, [BetSizes(ALL_IN, max_bets=1), NO_BET, NO_BET])
    game = Endgame("QsJh2h", "AhKh, TsTc", "QdQc, 9s8s", tree)
    whole = Solver(game)
    whole.run(300)
    early = Solver(game, leaf_values=Showdowns("QsJh2h"), algorithm="cfr_plus")
    early.run(20)
    # Calls of the all-in bet are valued on all runouts.
    assert early.gain("hero") == pytest.approx(whole.gain("hero"), abs=0.02)
    assert early.exploitability() < 0.03


@pytest.mark.parametrize("labels", [None, {"turn": np.arange(1326) % 5}])
def test_results_do_not_depend_on_threads(turn, labels):
    found = []
    for num_threads in (1, 2):
        solver = Solver(turn, labels, leaf_values=Showdowns(TURN))
        solver.run(4, num_threads=num_threads)
        found.append(strategies(solver))
    for at, strategy in found[0].items():
        np.testing.assert_array_equal(strategy, found[1][at])


def test_progress_counts_iterations(turn):
    seen = []
    Solver(turn, leaf_values=Showdowns(TURN)).run(3, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (3, 3)


@pytest.fixture(scope="module")
def solved():
    solver = Solver(RIVER_GAME)
    solver.run(2000)
    return solver


def conceded(game, strategy):
    """Return what each hand of villain gets by a best response to hero's strategies."""
    solver = Solver(game)
    for at, node in enumerate(game.tree.decisions):
        if node.player == "hero":
            solver.lock(at, strategy[at])
    solver.run(400)
    return solver.values(0, "villain")[0] + 0.5


@pytest.mark.parametrize("algorithm", ["dcfr", "cfr_plus"])
def test_a_resolved_strategy_keeps_the_promise(solved, algorithm):
    promised = solved.values(0, "villain")[0] + 0.5
    safe = Solver(RIVER_GAME, opponent_values={"villain": promised}, algorithm=algorithm)
    safe.run(1000)
    assert safe.exploitability() < 1e-3
    assert np.nanmax(conceded(RIVER_GAME, strategies(safe)) - promised) < 0.004
    # Some hands take what they were promised, some play.
    follows = safe.reach(0, "villain")[0]
    assert np.nanmin(follows) < 0.5
    assert np.nanmax(follows) > 0.6
    # A strategy against another range breaks it.
    unsafe = Solver(Endgame(RIVER_GAME.board, "22+, A2s+, KTo+", "77, AA, 54s", RIVER_TREE))
    unsafe.run(1000)
    assert np.nanmax(conceded(RIVER_GAME, strategies(unsafe)) - promised) > 0.05


def test_everybody_takes_a_large_promise_and_nobody_a_small_one(solved):
    for promise, bounds in ((5.0, (0, 0.01)), (-5.0, (0.99, 1))):
        solver = Solver(RIVER_GAME, opponent_values={"villain": np.full(1326, promise)})
        solver.run(50)
        follows = solver.reach(0, "villain")
        assert np.nanmin(follows) >= bounds[0] - 1e-9
        assert np.nanmax(follows) <= bounds[1] + 1e-9
        if promise < 0:
            solver.run(1000)
            # It is then the game itself.
            assert solver.gain("hero") == pytest.approx(solved.gain("hero"), abs=2e-3)
    # Hero can be promised something as well.
    solver = Solver(RIVER_GAME, opponent_values={"hero": solved.values(0, "hero")[0] + 0.5})
    solver.run(500)
    assert solver.gain("hero") == pytest.approx(solved.gain("hero"), abs=2e-3)


def test_values_of_rivers_may_come_from_solvers():
    """Continual resolving in small: rivers with bets, each solved for the reach that is asked."""
    sizes = [BetSizes(1, max_bets=1), BetSizes(1, max_bets=1)]
    game = Endgame(TURN, "AhAd, 9s8s", "KsKc, 7s6s", BettingTree(100, 300, sizes))
    whole = Solver(game)
    whole.run(target=0.001)

    ranges = np.zeros((2, 1326))
    for row, combos in zip(ranges, game.combos, strict=True):
        row[combos] = 1

    def solved_rivers(board, pots, reach):
        found = np.full(reach.shape, np.nan)
        rivers = game.boards[1]
        for leaf, pot in enumerate(pots):
            stack = 300 - (pot - 100) / 2
            free = ~HAS[:, rivers[:, -1]].T
            # A range may be empty at a leaf; what its hands would be worth there counts all the same.
            rows = (reach[leaf] + 1e-6 * ranges)[:, None] * free
            solved = solve_many(rivers, *rows, pots=pot, stacks=stack, sizes=sizes[1], iterations=60).values
            # A hand is worth the mean over the rivers that it can see, weighted by the hands that it meets there.
            weights = np.stack([met(rows[1]), met(rows[0])], axis=1)
            with np.errstate(invalid="ignore"):
                found[leaf] = np.nansum(solved * weights, axis=0) / np.where(np.isnan(solved), 0, weights).sum(axis=0)
        return found

    early = Solver(game, leaf_values=solved_rivers, algorithm="cfr_plus")
    early.run(12)
    assert early.gain("hero") == pytest.approx(whole.gain("hero"), abs=0.02)
    # Beside turn strategies that know nothing, when rivers are played well.
    found = {}
    for name, solver in {"early": early, "equal": Solver(game)}.items():
        played = Solver(game)
        for at, strategy in strategies(solver).items():
            played.lock(at, strategy)
        played.run(300)
        found[name] = played.exploitability()
    assert found["early"] < 0.05 < found["equal"] / 2


def test_what_is_behind_a_leaf_is_no_decision(turn):
    solver = Solver(turn, leaf_values=Showdowns(TURN))
    river = next(at for at, node in enumerate(turn.tree.decisions) if node.street == 1)
    with pytest.raises(InvalidArgumentError, match="is on the river, and leaf_values stands for what follows the turn"):
        solver.strategy(river)


def test_solvers_with_functions_are_not_saved(turn, tmp_path):
    solver = Solver(turn, leaf_values=Showdowns(TURN))
    for save in (pickle.dumps, copy.deepcopy, lambda of: of.save(tmp_path / "solver.npz")):
        with pytest.raises(InvalidArgumentError, match="cannot be saved"):
            save(solver)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda reach: reach[:, 0], r"leaf_values: expected shape \(7, 2, 1326\), found \(7, 1326\)"),
        (lambda reach: np.full(reach.shape, np.nan), "leaf_values: nan for hero's 8c7c at leaf 0: expected a share"),
        (lambda reach: np.full(reach.shape, np.inf), "leaf_values: inf for hero's 8c7c at leaf 0"),
        (lambda _: "much", "leaf_values: expected numbers, found str"),
        (lambda _: None, "leaf_values: expected numbers"),
    ],
)
def test_wrong_values_are_refused(turn, answer, message):
    solver = Solver(turn, leaf_values=lambda board, pots, reach: answer(reach))
    with pytest.raises(InvalidArgumentError, match=message):
        solver.run(1)
    assert solver.iterations == 0


def test_an_error_of_the_function_stops_the_solver(turn):
    def breaks(board, pots, reach):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Solver(turn, leaf_values=breaks).run(1)


def test_changes_of_what_a_function_is_given_do_no_harm(turn):
    def spoils(board, pots, reach):
        answer = np.where(reach.sum(axis=-1, keepdims=True) > 0, 0.5, 0.5) + np.zeros_like(reach)
        board[:], pots[:], reach[:] = 0, 0, 0
        return answer

    solver = Solver(turn, leaf_values=spoils)
    solver.run(2)
    assert pb.cards.format_cards(turn.board) == TURN
    assert solver.exploitability() >= 0


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"leaf_values": 3}, TypeError, "leaf_values: expected a function"),
        ({"leaf_values": lambda *_: 0}, InvalidArgumentError, "nobody decides after the first street"),
        ({"opponent_values": np.zeros(1326)}, InvalidArgumentError, "opponent_values: expected a dict"),
        ({"opponent_values": {}}, InvalidArgumentError, "opponent_values: expected a dict"),
        ({"opponent_values": {"dealer": np.zeros(1326)}}, InvalidArgumentError, "opponent_values"),
        ({"opponent_values": {"villain": np.zeros(169)}}, InvalidArgumentError, r"villain: expected shape \(1326,\)"),
        (
            {"opponent_values": {"villain": np.full(1326, np.nan)}},
            InvalidArgumentError,
            "villain: nan for .*: expected",
        ),
        ({"opponent_values": {"villain": "many"}}, InvalidArgumentError, "villain: expected numbers"),
        (
            {"opponent_values": {"villain": np.zeros(1326)}, "labels": np.arange(1326) % 3},
            InvalidArgumentError,
            "labels: the player of opponent_values decides for each hand",
        ),
    ],
)
def test_wrong_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        Solver(RIVER_GAME, **options)


def test_a_player_with_labels_can_resolve(solved):
    promised = solved.values(0, "villain")[0] + 0.5
    labels = (np.arange(1326) % 50, None)
    solver = Solver(RIVER_GAME, labels, opponent_values={"villain": promised})
    solver.run(200)
    # On few buckets the promise costs something, which a best response of villain shows.
    assert solver.best_response("villain") + solver.best_response("hero") > 0

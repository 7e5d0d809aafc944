"""The commands `agent lbr` and `agent match`: agents by name, what they print, and what is said of wrong agents."""

import runpy
import sys
from textwrap import dedent

import numpy as np
import pytest

from command_line import as_json, cells, here, printed, refused
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, Solver, local_best_response, play_match
from pokerbits.exceptions import CardCountError

BOARD, RANGES, CHIPS = "Kh9d5c3h2s", ("AA, QJs, 8h7h", "KQ, 99, 6d6c"), (50, 100)
SPOT = (
    *("--board", BOARD, "--hero", RANGES[0], "--villain", RANGES[1], "--pot", CHIPS[0], "--stack", CHIPS[1]),
    *("--bets", "50%,allin"),
)
GAME = Endgame(BOARD, *RANGES, BettingTree(*CHIPS, BetSizes((0.5, ALL_IN), max_bets=2)))
AGENTS = """
    import numpy as np

    def honest(decision, board):
        assert board.dtype == np.uint8
        strong = np.arange(1326) > 800
        last = np.zeros((len(decision.actions), 1326))
        last[0], last[-1] = ~strong, strong
        return last

    class Bot:
        @staticmethod
        def act(decision, board):
            return honest(decision, board)

    number = 5
    def half(decision, board): return honest(decision, board) / 2
    def flat(decision, board): return np.ones(5)
    def text(decision, board): return "raise!"
    def broken(decision, board): return honest(decision, cards)
    def careless(decision, board):
        import pokerbits as pb
        return pb.evaluate("As")
    def stops(decision, board): raise KeyboardInterrupt
"""


@pytest.fixture(autouse=True)
def agents(tmp_path, monkeypatch):
    """Put modules into the current folder, of a name of their own for each test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name, text in {"my_agents": AGENTS, "needs_more": "import a_module_that_is_not_there", "wrong": "1 +"}.items():
        (tmp_path / f"{name}.py").write_text(dedent(text), encoding="utf-8")
    yield
    for name in ("my_agents", "needs_more", "wrong"):
        sys.modules.pop(name, None)


def always(*wanted):
    return lambda decision, board: np.tile([[float(action in wanted)] for action in decision.actions], (1, 1326))


BUILT_IN = {
    "calls": always("check", "call"),
    "folds": always("check", "fold"),
    "uniform": lambda decision, board: np.full((len(decision.actions), 1326), 1 / len(decision.actions)),
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_local_best_response_is_that_of_the_function(name):
    found = local_best_response(GAME, BUILT_IN[name])
    data = as_json("agent", "lbr", name, *SPOT)
    assert data == {"board": BOARD, "pot": 50, "stack": 100, "policy": name} | found.to_dict()
    header, *rows = cells(printed("agent", "lbr", name, *SPOT))
    assert header == ["local", "best", "response", "gain", "std", "error", "chips", "std", "error"]
    assert rows[0] == ["hero", f"{found.gains[0]:.4%}", "0.0000%", f"{found.gains[0] * 50:.4g}", "0"]
    best = found.exploitability
    assert rows[2][-4:] == [f"{best:.4%}", "0.0000%", f"{best * 50:.4g}", "0"]
    assert " ".join(rows[2][:-4]) == "exploitability, at least"


def test_boards_are_drawn():
    turn = ("--board", "Kh9d5c3h", *SPOT[2:])
    game = Endgame("Kh9d5c3h", *RANGES, BettingTree(*CHIPS, [BetSizes((0.5, ALL_IN), max_bets=2)] * 2))
    found = local_best_response(game, BUILT_IN["uniform"], n_runouts=10, rng=3)
    assert as_json("agent", "lbr", "uniform", *turn, "--runouts", "10", "--seed", "3")["std_error"] == found.std_error
    every = as_json("agent", "lbr", "uniform", *turn, "--seed", "3")
    assert (every["n_runouts"], every["std_error"]) == (48, 0)


def test_a_match_is_that_of_the_function():
    honest = runpy.run_path("my_agents.py")["honest"]
    found = play_match(GAME, honest, BUILT_IN["calls"], 300, rng=4)
    arguments = ("agent", "match", "my_agents:honest", "calls", *SPOT, "--deals", "300", "--seed", "4")
    data = as_json(*arguments)
    expected = {"first": "my_agents:honest", "second": "calls", "duplicate": True}
    assert data == {"board": BOARD, "pot": 50, "stack": 100} | expected | found.to_dict()
    header, aivat, plain = cells(printed(*arguments))
    assert header[:3] == ["300", "deals", "gain"]
    mean, error = found.mean, found.std_error
    assert aivat == ["AIVAT", f"{mean:.4%}", f"{error:.4%}", f"{mean * 50:.4g}", f"{error * 50:.4g}"]
    assert plain[1] == f"{found.plain_mean:.4%}"
    assert as_json(*arguments[:3], "my_agents:Bot.act", *arguments[4:])["second"] == "my_agents:Bot.act"
    one = as_json(*arguments, "--one-seat")
    alone = play_match(GAME, honest, BUILT_IN["calls"], 300, rng=4, duplicate=False)
    assert (one["duplicate"], one["mean"]) == (False, alone.mean)


def test_the_solver_is_an_agent_and_the_baseline():
    solver = Solver(GAME)
    solver.run(target=0.001)
    found = play_match(GAME, BUILT_IN["folds"], solver, 200, baseline=solver, rng=0)
    data = as_json("agent", "match", "folds", "solver", *SPOT, "--deals", "200", "--target", "0.1%")
    assert data["solver"] == {"exploitability": solver.exploitability()}
    assert (data["mean"], data["std_error"]) == (found.mean, found.std_error)
    # It stops at 0.5% by default.
    assert 0.001 < as_json("agent", "lbr", "solver", *SPOT)["solver"]["exploitability"] <= 0.005
    few = as_json("agent", "lbr", "solver", *SPOT, "--max-iterations", "3")
    solver = Solver(GAME)
    solver.run(3)
    assert few["solver"] == {"exploitability": solver.exploitability()}
    assert few["exploitability"] == local_best_response(GAME, solver).exploitability


def test_a_saved_solver_is_one_too(tmp_path):
    solver, path = Solver(GAME), tmp_path / "river.npz"
    solver.run(7)
    solver.save(path)
    data = as_json("agent", "lbr", "solver", path)
    assert data["solver"] == {"exploitability": solver.exploitability()}
    assert as_json("agent", "lbr", "uniform", path)["gains"] == as_json("agent", "lbr", "uniform", *SPOT)["gains"]
    better = as_json("agent", "lbr", "solver", path, "--target", "0.1%")
    assert better["solver"]["exploitability"] <= 0.001 < data["solver"]["exploitability"]
    assert "--pot does not go with FILE" in refused("agent", "lbr", "solver", path, "--pot", "5")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("somebody", "'somebody': expected MODULE:FUNCTION, calls, folds, uniform or solver"),
        ("my_agents:", "expected MODULE:FUNCTION"),
        (":honest", "expected MODULE:FUNCTION"),
        ("../my_agents:honest", "expected MODULE:FUNCTION"),
        ("my_agents.py:honest", "my_agents.py:honest: no module 'my_agents.py', also not in this folder"),
        ("nowhere.at_all:honest", "no module 'nowhere.at_all', also not in this folder"),
        ("my_agents:honset", "my_agents:honset: the module my_agents has no 'honset'"),
        ("my_agents:honest.act.more", "has no 'honest.act.more'"),
        ("my_agents:number", "my_agents:number: expected a function, found 5"),
        ("my_agents:half", ": decision 2 (villain: fold, call) on Kh9d5c3h2s: the probabilities of"),
        ("my_agents:flat", "expected shape (2, 1326), found (5,)"),
        ("my_agents:text", "on Kh9d5c3h2s: expected numbers, found str"),
    ],
)
def test_wrong_agents_are_refused(name, message):
    assert message in refused("agent", "lbr", name, *SPOT)
    in_match = refused("agent", "match", "calls", name, *SPOT)
    assert ("second: decision" if "on Kh9d5c3h2s" in message or "shape" in message else message) in in_match


def test_errors_of_an_agent_keep_their_traceback():
    with pytest.raises(NameError, match="cards"):
        here("agent", "lbr", "my_agents:broken", *SPOT)
    with pytest.raises(ModuleNotFoundError, match="a_module_that_is_not_there"):
        here("agent", "lbr", "needs_more:agent", *SPOT)
    with pytest.raises(SyntaxError):
        here("agent", "lbr", "wrong:agent", *SPOT)
    # An error of the package that the agent has called is the agent's.
    with pytest.raises(RuntimeError, match="an agent has raised an exception") as caught:
        here("agent", "lbr", "my_agents:careless", *SPOT)
    assert isinstance(caught.value.__cause__, CardCountError)


def test_ctrl_c_ends_with_130():
    done = here("agent", "match", "my_agents:stops", "calls", *SPOT)
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr.endswith("Interrupted\n")


def test_wrong_options_are_refused():
    assert "--board is needed, or FILE" in refused("agent", "lbr", "uniform")
    assert "--target and --max-iterations are those of the agent solver" in refused(
        *("agent", "match", "uniform", "calls", *SPOT, "--target", "1%")
    )
    assert "n_deals" in refused("agent", "match", "uniform", "calls", *SPOT, "--deals", "100000000")
    assert "1 is not in the range" in refused("agent", "lbr", "uniform", *SPOT, "--runouts", "1")
    assert "Missing argument" in refused("agent", "match", "uniform")


def test_a_game_that_does_not_fit_in_memory(monkeypatch):
    def no_memory(game):
        raise MemoryError("this game takes 5.0 GB")

    monkeypatch.setattr("pokerbits.cli.agent_commands.Solver", no_memory)
    done = here("agent", "lbr", "solver", *SPOT)
    assert (done.exit_code, done.stderr) == (1, "Error: this game takes 5.0 GB\n")

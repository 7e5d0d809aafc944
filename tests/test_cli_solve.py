"""The command `solve`: games from files and from options, what it prints and writes, and its errors."""

import json
from pathlib import Path

import numpy as np
import pytest

from command_line import as_json, cells, here, printed, refused
from pokerbits.cards import combo_id, omaha_hand_id
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, Solver, read_config

DATA = Path(__file__).parent / "data" / "other_solvers"
TURN, RIVER = DATA / "texas_solver_turn.txt", DATA / "poker_solver_river.json"

BOARD = ("--board", "AhKd7c4s2h")
RANGES = ("--hero", "AsAc, 0.75:9d8d", "--villain", "KsQs")
CHIPS = ("--pot", "100", "--stack", "100")
SPOT = (*BOARD, *RANGES, *CHIPS, "--bets", "100%")


def test_the_bluffs_of_a_polar_range():
    """Hero bets the pot with aces and half as many bluffs, and villain folds half of the time."""
    data = as_json("solve", *SPOT, "--target", "0.05%")
    assert data["board"] == "AhKd7c4s2h"
    assert (data["pot"], data["stack"], data["decisions"]) == (100, 100, 4)
    assert (data["player"], data["actions"]) == ("hero", ["check", "bet 100"])
    aces, bluff = data["hands"]
    assert (aces["hand"], aces["weight"], bluff["hand"], bluff["weight"]) == ("AsAc", 1, "9d8d", 0.75)
    assert aces["strategy"] == pytest.approx([0, 1], abs=0.01)
    assert bluff["strategy"] == pytest.approx([1 / 3, 2 / 3], abs=0.05)
    # Aces win the pot, and a called bet half of the time; a bluff loses its share of the pot either way.
    assert (aces["value"], bluff["value"]) == (pytest.approx(1, abs=0.02), pytest.approx(-0.5, abs=0.02))
    gain = (1 * 1 - 0.75 * 0.5) / 1.75
    assert data["gains"] == {"hero": pytest.approx(gain, abs=0.002), "villain": pytest.approx(-gain, abs=0.002)}
    assert 0 <= data["exploitability"] <= 0.0005
    assert data["iterations"] > 10


def test_the_table_says_the_same_in_percent():
    data = as_json("solve", *SPOT)
    text = printed("solve", *SPOT)
    game, header, *rows = cells(text)
    assert " ".join(game) == "board AhKd7c4s2h, pot 100, stack 100, 4 decisions"
    assert header == ["hand", "weight", "value", "check", "bet", "100"]
    for row, hand in zip(rows, data["hands"], strict=False):
        shares = [f"{share:.2%}" for share in (hand["value"], *hand["strategy"])]
        assert row == [hand["hand"], f"{hand['weight']:g}", *shares]
    assert rows[2:] == [
        ["gain", "of", "hero", f"{data['gains']['hero']:.2%}", "of", "the", "pot"],
        ["gain", "of", "villain", f"{data['gains']['villain']:.2%}", "of", "the", "pot"],
        ["exploitability", f"{data['exploitability']:.2%}", "of", "the", "pot"],
        ["iterations", str(data["iterations"])],
    ]
    # The default is 0.5% of the pot.
    assert data["exploitability"] <= 0.005


OMAHA = ("--game", "PLO", "--board", "Kh9d5c3h2s", "--pot", "100", "--stack", "100", "--bets", "100%", "--target", "2%")


def test_an_omaha_river_has_hands_of_four_cards():
    data = as_json("solve", *OMAHA, "--hero", "AAQQ, KKJT", "--villain", "99, 5544")
    solver = Solver(Endgame("Kh9d5c3h2s", "AAQQ, KKJT", "99, 5544", BettingTree(100, 100, BetSizes(1)), game="omaha"))
    solver.run(data["iterations"])
    assert data["game"] == "omaha"
    assert data["gains"] == {player: solver.gain(player) for player in ("hero", "villain")}
    found = {hand["hand"]: hand["strategy"] for hand in data["hands"]}
    strategy = solver.strategy(0)[:, 0, omaha_hand_id("KsKdJcTc")]
    assert found["KsKdJcTc"] == strategy.tolist()
    shares = np.array([[hand["weight"], *hand["strategy"]] for hand in data["hands"]])
    assert data["frequencies"] == pytest.approx(np.average(shares[:, 1:], axis=0, weights=shares[:, 0]))
    assert data["hands"][0]["hand"][:4] == "AsAh"


def test_a_table_of_too_many_hands_has_one_row():
    spot = (*OMAHA, "--hero", "10%", "--villain", "99, 5544")
    shares = [f"{share:.2%}" for share in as_json("solve", *spot)["frequencies"]]
    game, _, row, *_ = cells(printed("solve", *spot))
    assert " ".join(game) == "board Kh9d5c3h2s, pot 100, stack 100, 4 decisions"
    assert row == ["all", "19,098", "-", "-", *shares]


def test_options_are_those_of_the_package():
    """The same spot in Python has the same numbers."""
    options = ["--bets", "50%,allin", "--raises", "60%,allin", "--donk", "33%", "--max-bets", "3"]
    options += [
        "--rake",
        "5%",
        "--rake-cap",
        "4",
        "--all-in-threshold",
        "20%",
        "--algorithm",
        "cfr_plus",
        "--threads",
        "1",
    ]
    flop = ["--board", "Kh9d5c3h", *RANGES, "--pot", "60", "--stack", "200.5"]
    data = as_json("solve", *flop, *options, "--target", "5%")
    sizes = BetSizes((0.5, ALL_IN), (0.6, ALL_IN), 0.33, 3)
    tree = BettingTree(60, 200.5, [sizes, sizes], rake=0.05, rake_cap=4, all_in_threshold=0.2)
    solver = Solver(Endgame("Kh9d5c3h", RANGES[1], RANGES[3], tree), algorithm="cfr_plus")
    solver.run(data["iterations"])
    assert data["decisions"] == len(tree.decisions)
    assert data["gains"] == {player: solver.gain(player) for player in ("hero", "villain")}
    assert sum(data["gains"].values()) < -0.001
    assert data["exploitability"] == solver.exploitability()
    assert data["actions"] == list(tree.root.actions)
    strategy = solver.strategy(0)[:, 0]
    for hand in data["hands"]:
        assert hand["strategy"] == strategy[:, combo_id(hand["hand"])].tolist()


def test_sizes_of_streets_and_players():
    spot = ["--board", "Kh9d5c3h", *RANGES, *CHIPS, "--target", "5%"]
    sizes = ["--bets", "50% / 75%,allin", "--raises", "100%", "--villain-bets", "33%", "--villain-raises", "/allin"]
    data = as_json("solve", *spot, *sizes)
    hero = [BetSizes(0.5, 1), BetSizes((0.75, ALL_IN), 1)]
    villain = [BetSizes(0.33, ()), BetSizes(0.33, ALL_IN)]
    tree = BettingTree(100, 100, {"hero": hero, "villain": villain})
    assert data["decisions"] == len(tree.decisions)
    solver = Solver(Endgame("Kh9d5c3h", RANGES[1], RANGES[3], tree))
    solver.run(data["iterations"])
    assert data["exploitability"] == solver.exploitability()


def test_a_saved_solver_goes_on(tmp_path):
    path = tmp_path / "river.npz"
    first = as_json("solve", *SPOT, "--algorithm", "cfr_plus", "--target", "2%", "--save", path)
    assert first["save"] == str(path)
    assert Solver.load(path).iterations == first["iterations"]
    again = as_json("solve", path, "--target", "0.05%", "--save", path)
    solver = Solver.load(path)
    assert again["iterations"] == solver.iterations > first["iterations"]
    assert again["exploitability"] == solver.exploitability() <= 0.0005
    in_one_go = Solver(solver.game, algorithm="cfr_plus")
    in_one_go.run(solver.iterations)
    assert np.array_equal(in_one_go.strategy(0), solver.strategy(0), equal_nan=True)
    assert [*tmp_path.iterdir()] == [path]
    assert "--pot does not go with FILE" in refused("solve", path, "--pot", "100")
    assert "--algorithm does not go with FILE" in refused("solve", path, "--algorithm", "dcfr")


def test_what_cannot_be_saved_is_not_solved(tmp_path, monkeypatch):
    monkeypatch.setattr(Solver, "run", None)
    foreign = tmp_path / "arrays.npz"
    np.savez(foreign, [1])
    before = foreign.read_bytes()
    done = here("solve", *SPOT, "--save", foreign)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "was not saved by a solver" in done.stderr
    assert foreign.read_bytes() == before
    done = here("solve", *SPOT, "--save", tmp_path / "nowhere" / "river.npz")
    assert done.exit_code == 1
    assert done.stderr == f"Error: {tmp_path / 'nowhere' / 'river.npz'}: No such file or directory\n"
    done = here("solve", foreign)
    assert done.exit_code == 1
    assert str(foreign) in done.stderr


@pytest.mark.parametrize(("dialect", "hands"), [("kicker", 4), ("both", 17)])
def test_dialects(dialect, hands):
    """T9s alone, or also JTs to AKs without KdQd, AhKh and AdKd."""
    spot = (*BOARD, "--hero", "T9s+", "--villain", "QcJc", *CHIPS, "--bets", "")
    assert len(as_json("solve", *spot, "--dialect", dialect)["hands"]) == hands


def test_no_sizes_and_a_flop():
    data = as_json("solve", "--board", "Kh9d5c", "--hero", "AA", "--villain", "QQ", *CHIPS, "--bets", "")
    assert data["actions"] == ["check"]
    assert data["decisions"] == 6
    # Queens need one of two cards, twice.
    assert data["gains"]["hero"] > 0.3


@pytest.mark.parametrize("path", [TURN, RIVER], ids=["text", "json"])
def test_files(path):
    game = read_config(path)
    data = as_json("solve", path, "--target", "2%")
    assert data["decisions"] == len(game.tree.decisions)
    assert len(data["hands"]) == len(game.combos[0])
    assert data["exploitability"] <= 0.02
    solver = Solver(game)
    solver.run(data["iterations"])
    assert data["gains"] == {player: solver.gain(player) for player in ("hero", "villain")}


def test_a_file_says_when_to_stop(tmp_path):
    """At 1.5% of the pot, after 60 iterations at most; options come first."""
    data = as_json("solve", TURN)
    assert data["exploitability"] <= 0.015
    early = data["iterations"]
    assert early <= 60
    assert as_json("solve", TURN, "--target", "0.4%", "--max-iterations", "5000")["iterations"] > early
    path = tmp_path / "exact.txt"
    path.write_text(TURN.read_text(encoding="utf-8").replace("accuracy 1.5", "accuracy 0.001"), encoding="utf-8")
    done = here("solve", path, "--json")
    assert (done.exit_code, json.loads(done.stdout)["iterations"]) == (0, 60)
    assert done.stderr == "Warning: stopped before the target of 0.00% of the pot\n"


def test_arrays(tmp_path):
    path = tmp_path / "turn.npz"
    data = as_json("solve", TURN, "-o", path)
    assert data["output"] == str(path)
    solver = Solver(read_config(TURN))
    solver.run(data["iterations"])
    decisions = solver.game.tree.decisions
    first = [node for node in decisions if node.street == 0]
    with np.load(path) as arrays:
        assert arrays["board"].tolist() == solver.game.board.tolist()
        assert arrays["gains"].tolist() == list(data["gains"].values())
        assert arrays["exploitability"] == data["exploitability"]
        assert arrays["lines"].tolist()[:4] == ["", "check", "bet 10", "bet 40"]
        assert "bet 10, raise 40" in arrays["lines"]
        assert arrays["players"].tolist() == [node.player for node in first]
        assert len(arrays.files) == 5 + 4 * len(first)
        for number, node in enumerate(first):
            at = decisions.index(node)
            assert arrays[f"actions_{number}"].tolist() == list(node.actions)
            assert np.array_equal(arrays[f"strategy_{number}"], solver.strategy(at)[:, 0], equal_nan=True)
            assert np.array_equal(arrays[f"values_{number}"], solver.values(at, node.player)[0], equal_nan=True)
            assert np.array_equal(arrays[f"weights_{number}"], solver.reach(at, node.player)[0], equal_nan=True)
    assert [*tmp_path.iterdir()] == [path]


def test_files_are_not_replaced(tmp_path):
    path = tmp_path / "turn.npz"
    path.write_bytes(b"before")
    done = here("solve", *SPOT, "-o", path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "exists" in done.stderr
    assert path.read_bytes() == b"before"
    printed("solve", *SPOT, "-o", path, "--force")
    assert path.read_bytes() != b"before"
    done = here("solve", *SPOT, "-o", tmp_path / "nowhere" / "turn.npz")
    assert (done.exit_code, done.stderr) == (
        1,
        f"Error: {tmp_path / 'nowhere' / 'turn.npz'}: No such file or directory\n",
    )
    assert "expected a file that ends in .npz" in refused("solve", *SPOT, "-o", tmp_path / "turn.csv")


def test_a_hand_that_meets_nobody_has_no_value():
    spot = (*BOARD, "--hero", "QcQd, 9c8c", "--villain", "QcJc", *CHIPS, "--bets", "100%")
    queens, nine = as_json("solve", *spot)["hands"]
    assert queens["value"] is None
    assert nine["value"] is not None
    assert ["QdQc", "1", "-"] in [row[:3] for row in cells(printed("solve", *spot))]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--board is needed, or FILE"),
        ([*BOARD, *RANGES, *CHIPS], "--bets is needed, or FILE"),
        ([*BOARD, *RANGES, "--pot", "100", "--bets", "50%"], "--stack is needed, or FILE"),
        ([str(TURN), "--pot", "100"], "--pot does not go with FILE, which describes the game"),
        ([str(TURN), "--max-bets", "0"], "--max-bets does not go with FILE"),
        ([str(TURN), "--donk", ""], "--donk does not go with FILE"),
        ([str(TURN), "--dialect", "both"], "--dialect does not go with FILE"),
        ([*SPOT, "--board", "AhKd"], "board: expected 3, 4 or 5 cards, found 2"),
        ([*SPOT, "--board", "AhKdKd4s2h"], "card Kd (id 45) appears more than once"),
        ([*SPOT, "--hero", "AAA"], 'cannot read "AAA"'),
        ([*SPOT, "--villain", "AhKd"], "villain: the range has no hand without a card of AhKd7c4s2h"),
        ([*SPOT, "--pot", "0"], "pot = 0.0: expected a number"),
        ([*SPOT, "--pot", "many"], "expected a number such as 50 or 0.75, found 'many'"),
        ([*SPOT, "--stack", "nan"], "found 'nan'"),
        ([*SPOT, "--stack", "1e9"], "found '1e9'"),
        ([*SPOT, "--bets", "0.5"], "'0.5': expected a percentage, as in 50% or allin"),
        ([*SPOT, "--bets", "50%,,allin"], "'': expected a percentage, as in 50% or allin"),
        ([*SPOT, "--bets", "0%"], "bets: expected positive fractions of the pot"),
        ([*SPOT, "--bets", "50%/75%"], "--bets: expected the sizes of 1 street, found 2"),
        ([*SPOT, "--board", "AhKd7c", "--bets", "50%/75%"], "--bets: expected the sizes of 1 or 3 streets, found 2"),
        ([*SPOT, "--raises", "x%"], "'x%': expected a percentage"),
        ([*SPOT, "--max-bets", "51"], "max_bets = 51: expected 0 to 50"),
        ([*SPOT, "--max-bets", "-1"], "-1 is not in the range"),
        ([*SPOT, "--rake", "101%"], "rake = 1.01: expected a number from 0 to 1"),
        ([*SPOT, "--rake", "0.05"], "'0.05': expected a percentage, as in 50%"),
        ([*SPOT, "--rake-cap", "-1"], "rake_cap = -1.0: expected 0 or more"),
        ([*SPOT, "--all-in-threshold", "-5%"], "all_in_threshold = -0.05: expected 0 or more"),
        ([*SPOT, "--target", "0.3"], "'0.3': expected a percentage, as in 50%"),
        ([*SPOT, "--target", "0%"], "target = 0.0: expected a number above 0"),
        ([*SPOT, "--max-iterations", "0"], "0 is not in the range"),
        ([*SPOT, "--algorithm", "mccfr"], "'mccfr' is not one of"),
        ([*SPOT, "--threads", "0"], "0 is not in the range"),
    ],
)
def test_bad_options(arguments, message):
    assert message in refused("solve", *arguments)


def test_bad_files(tmp_path):
    path = tmp_path / "spot.txt"
    done = here("solve", path)
    assert (done.exit_code, done.stderr) == (1, f"Error: {path}: No such file or directory\n")
    path.write_text("set_pot 50\nset_stack 100\n", encoding="utf-8")
    assert f"{path}, line 2: setting: expected 'set_pot'" in refused("solve", path)
    path.write_text("\n".join(TURN.read_text(encoding="utf-8").split("\n")[:9]), encoding="utf-8")
    assert "the file is cut short" in refused("solve", path)


def test_a_game_for_which_there_is_no_memory(monkeypatch):
    def no_memory(*arguments, **options):
        raise MemoryError("this game takes 900.0 GB: use fewer bet sizes, or labels")

    monkeypatch.setattr("pokerbits.cli.solve_commands.Solver", no_memory)
    done = here("solve", *SPOT)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "Error: this game takes 900.0 GB: use fewer bet sizes, or labels\n"

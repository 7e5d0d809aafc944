"""The server for assistants: the protocol, spoken by hand over standard input, and the numbers of every tool."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb
from command_line import MODULE, as_json, printed, refused
from pokerbits.cards import COMBOS, hand_class, parse_cards
from pokerbits.cli import _mcp_server, _tools
from pokerbits.cli._tools import TOOLS

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "assistants.md"

LONG = {
    "board": "AhKd7c4s2h",
    "hero": "random",
    "villain": "random",
    "pot": 100,
    "stack": 900,
    "bets": ["33%", "50%", "75%", "100%", "allin"],
    "raises": ["50%", "100%"],
}
"""A river that takes far longer than a test waits, if its target cannot be reached."""

ENDLESS = """
import signal, sys
# Whoever is started in the background by a shell is deaf to Ctrl-C, and so are its children.
signal.signal(signal.SIGINT, signal.default_int_handler)
import pokerbits.cli._tools as tools
tools.TARGET = 1e-300
sys.argv = ["pokerbits", "mcp"]
from pokerbits.cli import main
main()
"""


class Client:
    """A server and the other end of its pipes. No line of it is from the SDK."""

    def __init__(self, command=(*MODULE, "mcp")):
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1"}
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self.process = subprocess.Popen(command, **pipes, text=True, encoding="utf-8", env=environment)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.n = 0
        self.greeting = None

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)

    def say(self, message):
        self.process.stdin.write(message if isinstance(message, str) else json.dumps({"jsonrpc": "2.0"} | message))
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def ask(self, method, **params):
        """Send a request, and return its id."""
        self.n += 1
        self.say({"id": self.n, "method": method, "params": params})
        return self.n

    def answer(self, number, **how):
        message = json.loads(self.lines.get(timeout=60), **how)
        assert (message["jsonrpc"], message["id"]) == ("2.0", number)
        return message

    def begin(self):
        info = {"name": "test", "version": "1"}
        number = self.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=info)
        found = self.answer(number)["result"]
        self.say({"method": "notifications/initialized"})
        return found

    def call(self, name, **arguments):
        """Return the answer of a tool, which is in its text and as a structure."""
        found = self.answer(self.ask("tools/call", name=name, arguments=arguments))["result"]
        [content] = found["content"]
        assert not found.get("isError"), content
        assert content["type"] == "text"
        assert json.loads(content["text"]) == found["structuredContent"]
        return found["structuredContent"]

    def refused(self, name, **arguments):
        """Return the message of an error of a tool."""
        found = self.answer(self.ask("tools/call", name=name, arguments=arguments))["result"]
        assert found["isError"] is True
        assert found.get("structuredContent") is None
        return found["content"][0]["text"]

    def end(self):
        """Close standard input, and return how the server ended and what it wrote to standard error."""
        self.process.stdin.close()
        code = self.process.wait(timeout=30)
        return code, self.process.stderr.read()


@contextmanager
def serving(*command):
    """Start a server, and leave neither its process nor its pipes."""
    client = Client(*command)
    try:
        client.greeting = client.begin()
        yield client
    finally:
        client.process.kill()
        client.process.wait()
        client.reader.join()
        for pipe in (client.process.stdin, client.process.stdout, client.process.stderr):
            with suppress(BrokenPipeError):
                pipe.close()


@pytest.fixture(scope="module")
def client():
    with serving() as client:
        yield client


@pytest.fixture
def own():
    """Start servers that a test ends by itself."""
    with ExitStack() as servers:
        yield lambda *command: servers.enter_context(serving(*command))


def test_it_says_who_it_is(own):
    client = own()
    found = client.greeting
    assert found["protocolVersion"] == "2025-06-18"
    assert found["serverInfo"]["name"] == "pokerbits"
    assert found["serverInfo"]["version"] == pb.__version__
    assert "tools" in found["capabilities"]
    assert "QQ+, AKs" in found["instructions"]
    assert client.end() == (0, "")


def test_the_tools_are_listed_with_their_schemas(client):
    tools = client.answer(client.ask("tools/list"))["result"]["tools"]
    assert [tool["name"] for tool in tools] == list(TOOLS)
    for tool in tools:
        schema = tool["inputSchema"]
        assert tool["description"].endswith(".")
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
        assert set(schema.get("required", ())) <= set(schema["properties"])
        for of in schema["properties"].values():
            assert of["description"].endswith(".")
        assert tool["annotations"]["readOnlyHint"] is True
    listed = as_json("mcp", "--list")["tools"]
    assert listed == tools
    assert printed("mcp", "--list").splitlines()[1].split()[0] == "equity"
    assert "--json needs --list" in refused("mcp", "--json")


def test_equities_have_the_counts_of_the_package(client):
    found = client.call("equity", players=["AhAd", "KsKh"])
    assert found["exact"] is True
    assert found["players"][0]["counts"] == {"wins": 1399204, "ties": [7923], "losses": 305177, "total": 1712304}
    assert found["players"][0]["equity"] == pb.equity("AhAd", "KsKh").equity[0]
    assert found["summary"] == str(pb.equity("AhAd", "KsKh"))
    ranges = client.call("equity", players=["QQ+, AKs", "0.5:KQo, TT-77"], board="Ah7d2c", dead="2h", folded=["22+"])
    expected = pb.equity("QQ+, AKs", "0.5:KQo, TT-77", board="Ah7d2c", dead="2h", folded=["22+"])
    assert ranges["players"] == expected.to_dict()["players"]
    assert (ranges["denominator"], ranges["folded"], ranges["dead"]) == (expected.denominator, ["22+"], "2h")
    omaha = client.call("equity", players=["As2s7h8d", "KcKdQh3h"], board="3s4d8c", game="plo8")
    split = pb.equity("As2s7h8d", "KcKdQh3h", board="3s4d8c", game="omaha_hilo")
    assert omaha["players"] == split.to_dict()["players"]
    assert sum(Fraction(of["counts"]["wins"], of["counts"]["total"]) for of in omaha["players"]) <= 1


def test_what_takes_too_long_is_sampled_and_says_so(client):
    players = ["22+, A2+", "22+, K2+", "QQ+", "AK, QJ", "random"]
    found = client.call("equity", players=players)
    assert (found["exact"], found["method"], found["n"]) == (False, "monte_carlo", 1_000_000)
    assert "Sampled with 1,000,000 deals" in found["note"]
    for of in found["players"]:
        assert of["counts"] is None
        assert 0 < of["std_error"] < 0.0006
    assert sum(of["equity"] for of in found["players"]) == pytest.approx(1)
    # The same question has the same answer.
    assert client.call("equity", players=players) == found


def test_a_count_that_takes_longer_than_its_estimate_is_sampled(monkeypatch):
    real = pb.equity

    def slow(*players, progress, **options):
        if options.get("method") != "monte_carlo":
            progress(0, 2)
            progress(1, 2)
        return real(*players, **options)

    monkeypatch.setattr(_tools.pb, "equity", slow)
    assert _tools.equity(("AA", "KK"))["exact"] is True
    monkeypatch.setattr(_tools, "COUNTING_SECONDS", -1)
    assert _tools.equity(("AA", "KK"))["exact"] is False


def test_odds_are_exact_also_where_readers_round(client):
    found = client.call("odds_vs_random", hole="AKs", n_opponents=[1, 9])
    one, nine = (of["counts"] for of in found["odds"])
    expected = pb.odds_vs_random("AKs", n_opponents=[1, 9])
    assert one == expected.counts[1].to_dict()
    assert nine["total"] == str(expected.counts[9].total)
    assert [int(n) for n in nine["ties"]] == list(expected.counts[9].ties)
    # No integer of an answer changes in a reader that has floats only.
    number = client.ask("tools/call", name="odds_vs_random", arguments={"hole": "AKs", "n_opponents": 22})
    text = client.lines.get(timeout=60)
    assert json.loads(text, parse_int=lambda digits: int(float(digits))) == json.loads(text)
    assert json.loads(text)["id"] == number
    board = client.call("odds_vs_random", hole="4s8s", board="2s3s6h7h8h", dead="AhAd")
    assert board["odds"][0]["counts"] == pb.odds_vs_random("4s8s", "2s3s6h7h8h", dead="AhAd").counts[1].to_dict()


def test_hands_are_evaluated(client):
    found = client.call("evaluate_hand", cards="AsKs", board="QsJsTs2c2d")
    assert (found["strength"], found["category"], found["best_five"]) == (7462, "straight_flush", "AsKsQsJsTs")
    assert found["summary"] == found["description"] == "royal flush"
    assert client.call("evaluate_hand", cards="5c4c3c2cAc", rules="ace_to_five")["strength"] == pb.evaluate(
        "5c4c3c2cAc", rules="ace_to_five"
    )
    omaha = client.call("evaluate_hand", cards="AsKs2hJh", board="Kd7s4c9h3h", game="PLO8")
    assert omaha["strength"] == pb.evaluate_omaha("AsKs2hJh", "Kd7s4c9h3h")
    assert omaha["low"] == pb.evaluate_omaha_low("AsKs2hJh", "Kd7s4c9h3h")


def test_ranges_are_read_and_their_combos_counted(client):
    found = client.call("read_range", text="QQ+, AKs, 0.5:KQo", dead="AhQd7c")
    assert (found["combos"], found["total"], found["text"]) == (34, 28, "QQ+, AKs, 0.5:KQo")
    left = {
        hand: weight
        for hand, weight in pb.Range("QQ+, AKs, 0.5:KQo").items()
        if not any(c in hand for c in ("Ah", "Qd", "7c"))
    }
    assert found["left"] == {"combos": len(left), "total": sum(left.values())}
    assert found["left"]["combos"] < 34
    best = client.call("read_range", text="15%")
    assert best["text"] == pb.Range.top(0.15).text
    assert best["left"] == {"combos": best["combos"], "total": best["total"]}
    assert client.call("read_range", text="AA$ds", game="omaha")["hands"] == len(pb.OmahaRange("AA$ds"))


def test_a_warning_is_in_the_answer_and_can_be_followed(client):
    found = client.call("read_range", text="T9s+")
    [warning] = found["warnings"]
    assert 'Choose a dialect, "both" or "kicker"' in warning
    assert found["combos"] == 20
    kicker = client.call("read_range", text="T9s+", dialect="kicker")
    assert kicker["combos"] == 4
    assert "warnings" not in kicker
    # It comes every time, also from a solver that is kept.
    assert client.call("read_range", text="T9s+")["warnings"] == [warning]
    river = RIVER | {"hero": "T9s+"}
    assert client.call("solve_river", **river, bets="100%")["warnings"] == [warning]
    assert client.call("solve_river", **river, bets="100%")["warnings"] == [warning]


def test_percentiles(client):
    found = client.call("hand_percentile", hole="KTo")
    assert found["percentile"] == pb.hand_percentile("KTo")
    counts = found["counts"]
    assert Fraction(2 * counts["wins"] + sum(counts["ties"]), 2 * counts["total"]) == pytest.approx(found["equity"])
    omaha = client.call("hand_percentile", hole="AsAhKsKh", game="plo")
    assert (omaha["percentile"] * 270_725, omaha["game"]) == (36, "omaha")


def test_hand_strength(client):
    for villain in ("random", "22+, A9s+"):
        found = client.call("hand_strength", hole="AsKd", board="QhJh2c", villain=villain)
        assert found["hand_strength"] == pb.hand_strength("AsKd", "QhJh2c", villain=villain)
        assert found["ehs"] == pb.expected_hand_strength("AsKd", "QhJh2c", villain=villain)
        assert found["ehs2"] == pb.expected_hand_strength("AsKd", "QhJh2c", villain=villain, power=2)
        counts = found["counts"]
        assert Fraction(2 * counts["wins"] + sum(counts["ties"]), 2 * counts["total"]) == pytest.approx(found["ehs"])


def test_outs(client):
    found = client.call("outs", hole="AhKh", board="Qh7h2c", villain="QsQd")
    assert (found["total"], found["unseen"]) == (8, 45)
    assert found["outs"] == [{"category": "flush", "n": 8, "cards": "3h4h5h6h8h9hThJh"}]
    assert client.call("outs", hole="AhKh", board="Qh7h2c9s")["unseen"] == 46


@pytest.mark.parametrize("board", ["Qh7h2c", "Qh7h2cKd", "Qh7h2cKd7c"])
def test_category_odds_count_the_runouts(client, board):
    found = client.call("category_odds", hole="AhKh", board=board)
    known = parse_cards(f"AhKh{board}").tolist()
    rest = [card for card in range(52) if card not in known]
    counts = dict.fromkeys(map(pb.describe, pb.Category), 0)
    for dealt in combinations(rest, 5 - len(board) // 2):
        counts[pb.describe(pb.category(pb.evaluate([*known, *dealt])))] += 1
    assert {of["category"]: of["runouts"] for of in found["odds"]} == counts
    assert sum(counts.values()) == found["runouts"]


def test_category_odds_before_the_flop_are_whole_runouts(client):
    found = client.call("category_odds", hole="AhKh")
    assert found["runouts"] == sum(of["runouts"] for of in found["odds"]) == 2_118_760


def test_side_pots(client):
    found = client.call("pot_equity", hands=["AsKs", "QhQd", "9c9d"], chips=[100, 100, 50], board="7d2c9s", dead="Qc")
    result = pb.pot_equity(["AsKs", "QhQd", "9c9d"], [100, 100, 50], "7d2c9s", dead="Qc")
    expected = result.to_dict()
    assert found["players"] == expected["players"]
    assert found["pots"] == expected["pots"]
    assert found["n_orders"] == len(expected["orders"])
    numbers = [of["n"] for of in found["orders"]]
    assert numbers == sorted((of["n"] for of in expected["orders"]), reverse=True)
    many = ["AsKs", "QhQd", "9c9d", "JcTc", "2h2d"]
    assert len(client.call("pot_equity", hands=many, chips=[10] * 5, board="7d2c5s")["orders"]) == 13


def test_push_or_fold(client):
    found = client.call("push_fold", stacks=[10, 10], payouts=[3, 1])
    expected = pb.preflop.push_fold([10, 10], payouts=[3, 1])
    assert found["decisions"] == expected.to_dict()["decisions"]
    assert found["summary"] == str(expected)


RIVER = {"board": "AhKd7c4s2h", "hero": "AA, 0.75:98, QJ", "villain": "KQ, JTs", "pot": 100, "stack": 100}


def test_a_river_is_solved(client):
    from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver

    found = client.call("solve_river", **RIVER, bets=["100%"])
    assert (found["player"], list(found["actions"]), found["exact"]) == ("hero", ["check", "bet 100"], False)
    assert found["exploitability"] <= _tools.TARGET
    assert "note" not in found
    solver = Solver(Endgame(RIVER["board"], RIVER["hero"], RIVER["villain"], BettingTree(100, 100, BetSizes(1))))
    solver.run(found["iterations"])
    assert found["exploitability"] == solver.exploitability()
    assert found["gains"] == {player: solver.gain(player) for player in ("hero", "villain")}
    # The means of each class, hand by hand.
    strategy, values, reach = solver.strategy(0)[:, 0], solver.values(0, "hero")[0], solver.reach(0, "hero")[0]
    for of in found["hands"]:
        combos = [i for i in range(1326) if pb.HAND_CLASSES[hand_class(COMBOS[i])] == of["hand"] and reach[i] > 0]
        assert of["combos"] == len(combos)
        weight = sum(reach[i] for i in combos)
        assert of["weight"] == pytest.approx(weight)
        assert of["value"] == pytest.approx(sum(values[i] * reach[i] for i in combos) / weight)
        for at, action in enumerate(of["strategy"]):
            assert of["strategy"][action] == pytest.approx(sum(strategy[at, i] * reach[i] for i in combos) / weight)
    assert {of["hand"] for of in found["hands"]} == {"AA", "98s", "98o", "QJs", "QJo"}
    assert found["hands"][0]["hand"] == "AA"
    assert sum(found["actions"].values()) == pytest.approx(1)


def test_a_line_of_a_river_is_followed(client):
    answer = client.call("solve_river", **RIVER, bets="100%", line=["bet 100"], each_combo=True)
    assert (answer["player"], list(answer["actions"])) == ("villain", ["fold", "call"])
    assert len(answer["hands"]) == np.isfinite(pb.Range("KQ, JTs").weights).sum() - 1326 + sum(
        of["combos"] for of in answer["hands"]
    )
    assert {of["combos"] for of in answer["hands"]} == {1}
    assert {of["hand"] for of in answer["hands"]} == {
        hand for hand, _ in pb.Range("KQ, JTs").items() if not {hand[:2], hand[2:]} & {"Ah", "Kd", "7c", "4s", "2h"}
    }
    more = client.call("solve_river", **RIVER, bets=["50%", "All-In"], raises=["100%"], line=["check"])
    assert list(more["actions"]) == ["check", "bet 50", "bet 100"]


@pytest.mark.parametrize(
    ("tool", "arguments", "call"),
    [
        ("equity", {"players": ["AA", "KKz"]}, lambda: pb.equity("AA", "KKz")),
        ("equity", {"players": ["AhAd", "AhKs"]}, lambda: pb.equity("AhAd", "AhKs")),
        ("equity", {"players": ["AA"]}, lambda: pb.equity("AA")),
        ("equity", {"players": ["AA", "KK"], "board": "2c2c3d"}, lambda: pb.equity("AA", "KK", board="2c2c3d")),
        ("equity", {"players": ["AA", "KK"], "game": "holden"}, lambda: pb.equity("AA", "KK", game="holden")),
        ("odds_vs_random", {"hole": "AKs", "n_opponents": [0]}, lambda: pb.odds_vs_random("AKs", n_opponents=[0])),
        ("evaluate_hand", {"cards": "AsKs"}, lambda: pb.evaluate("AsKs", "")),
        ("read_range", {"text": "AKz"}, lambda: pb.Range("AKz")),
        ("hand_percentile", {"hole": "AKz"}, lambda: pb.hand_percentile("AKz")),
        ("hand_strength", {"hole": "AsKd", "board": "Qh"}, lambda: pb.hand_strength("AsKd", "Qh")),
        ("outs", {"hole": "AsKd", "board": "Qh"}, lambda: pb.outs("AsKd", "Qh")),
        ("category_odds", {"hole": "As", "board": ""}, lambda: pb.category_odds("As", "")),
        ("pot_equity", {"hands": ["AsKs"], "chips": [5]}, lambda: pb.pot_equity(["AsKs"], [5])),
        ("push_fold", {"stacks": [5]}, lambda: pb.preflop.push_fold([5])),
    ],
)
def test_errors_of_the_package_are_answers_and_unchanged(client, tool, arguments, call):
    with pytest.raises(pb.PokerbitsError) as caught:
        call()
    assert client.refused(tool, **arguments) == str(caught.value)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("equity", {}, "players: field required"),
        ("equity", {"players": ["AA", "KK"], "boards": "2c"}, "boards: no such argument: expected 'players', 'board',"),
        ("equity", {"players": ["AA", "KK"], "board": 5}, "board: input should be a valid string"),
        ("equity", {"players": [1, 2]}, "players.0: input should be a valid string"),
        ("equity", {"players": None}, "players: input should be a valid list"),
        ("nothing", {}, "tool 'nothing': expected 'equity', "),
        ("evaluate_hand", {"cards": "AsKs", "game": "holden"}, "game: expected 'holdem', 'omaha'"),
        ("evaluate_hand", {"cards": "AsKsQsJs2d", "rules": "mine"}, "rules: expected 'standard'"),
        (
            "evaluate_hand",
            {"cards": "AsKsQhJh", "board": "2c3c4c", "game": "omaha", "rules": "badugi"},
            "rules = 'badugi': expected 'standard' with game 'omaha'",
        ),
        ("read_range", {"text": "AA", "game": "omaha", "dead": "Ah"}, "dead and dialect belong to hold'em"),
        ("read_range", {"text": "AA", "dialect": "mine"}, "dialect: input should be 'both' or 'kicker'"),
        ("hand_strength", {"hole": "AsKd", "board": "AhAc2c", "villain": "AA"}, "villain 'AA': the known cards leave"),
        ("solve_river", RIVER | {"bets": ["50"]}, "bets: '50': expected a percentage of the pot, as in 50%, or allin"),
        ("solve_river", RIVER | {"bets": ["50%"], "hero": "AAA"}, "hero: cannot read"),
        ("solve_river", RIVER | {"bets": ["50%"], "raises": ["half"]}, "raises: 'half': expected a percentage"),
        ("solve_river", RIVER | {"bets": ["50%"], "board": "AhKd7c"}, "expected five cards; for turns and flops use"),
        ("solve_river", RIVER | {"bets": ["50%"], "pot": -1}, "pot = -1.0: expected"),
        (
            "solve_river",
            RIVER | {"bets": ["50%"], "line": ["bet 7"]},
            "line: expected 'check' or 'bet 50', found 'bet 7'",
        ),
        ("solve_river", RIVER | {"bets": ["50%"], "line": ["check", "check"]}, "line: nobody decides after 'check'"),
        (
            "solve_river",
            LONG | {"bets": [f"{n}%" for n in range(10, 100)], "raises": ["50%", "60%", "70%", "80%", "90%", "100%"]},
            "decisions, expected at most 1,000: give fewer sizes, or use the command pokerbits solve",
        ),
    ],
)
def test_other_errors_say_what_to_do(client, tool, arguments, message):
    said = client.refused(tool, **arguments)
    assert message in said
    assert "Traceback" not in said


@pytest.mark.parametrize("given", ["[5]", 5, [5], "5"])
def test_a_list_may_come_as_text_or_as_its_only_item(client, given):
    assert client.call("odds_vs_random", hole="AKs", n_opponents=given)["odds"][0]["opponents"] == 5


def test_a_list_of_texts_may_come_as_text(client):
    assert client.call("equity", players='["AhAd", "KsKh"]') == client.call("equity", players=["AhAd", "KsKh"])
    assert "found 1" in client.refused("equity", players="AhAd")
    assert "found 1" in client.refused("equity", players="[" * 100_000)


def test_a_line_that_is_no_message_is_survived(client):
    client.say("garbage")
    client.say('{"jsonrpc": "2.0"}')
    assert client.call("outs", hole="AhKh", board="Qh7h2c")["total"] > 0


def test_questions_about_one_solver_at_once_are_all_answered(client):
    lines = [["check"], ["bet 50"], ["check", "bet 50"], ["check", "bet 100"]] * 3
    first = [client.call("solve_river", **RIVER, bets=["50%", "100%"], line=line) for line in lines[:4]]
    asked = {
        client.ask("tools/call", name="solve_river", arguments=RIVER | {"bets": ["50%", "100%"], "line": line}): at % 4
        for at, line in enumerate(lines)
    }
    found = [json.loads(client.lines.get(timeout=60)) for _ in lines]
    assert {of["id"] for of in found} == set(asked)
    for of in found:
        assert of["result"]["structuredContent"] == first[asked[of["id"]]]


def test_what_is_cancelled_gets_no_answer_and_others_do(own):
    client = own([sys.executable, "-c", ENDLESS])
    long = client.ask("tools/call", name="solve_river", arguments=LONG)
    # The server reads on while a tool works.
    assert client.call("outs", hole="AhKh", board="Qh7h2c")["total"] > 0
    client.say({"method": "notifications/cancelled", "params": {"requestId": long}})
    assert client.call("outs", hole="AhKh", board="Qh7h2c")["total"] > 0
    # Nothing is left at work.
    assert client.end() == (0, "")
    assert client.lines.empty()


def test_it_ends_with_its_input_although_a_tool_works(own):
    client = own([sys.executable, "-c", ENDLESS])
    client.ask("tools/call", name="solve_river", arguments=LONG)
    assert client.call("outs", hole="AhKh", board="Qh7h2c")["total"] > 0
    begun = time.monotonic()
    assert client.end() == (0, "")
    assert time.monotonic() - begun < _tools.SOLVING_SECONDS / 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("busy", [False, True])
def test_ctrl_c_ends_it_at_once(own, busy):
    client = own([sys.executable, "-c", ENDLESS])
    if busy:
        client.ask("tools/call", name="solve_river", arguments=LONG)
    assert client.call("outs", hole="AhKh", board="Qh7h2c")["total"] > 0
    client.process.send_signal(signal.SIGINT)
    assert client.process.wait(timeout=10) == 130
    assert client.process.stderr.read() == ""


def test_an_answer_that_takes_too_long_says_what_to_do(monkeypatch):
    monkeypatch.setattr(_mcp_server, "MOST_SECONDS", -1.0)
    monkeypatch.setattr(_tools, "TARGET", 1e-300)
    tool = _mcp_server._Tool("solve_river", TOOLS["solve_river"])
    found = _mcp_server._answer(tool, LONG, _mcp_server._Watch(), {})
    assert found.is_error
    assert "ask for less, such as fewer players" in found.content[0].text


def test_a_river_that_takes_too_long_says_how_good_it_is(monkeypatch):
    monkeypatch.setattr(_tools, "SOLVING_SECONDS", 0.5)
    monkeypatch.setattr(_tools, "TARGET", 1e-300)
    found = _tools.solve_river(**LONG | {name: tuple(LONG[name]) for name in ("bets", "raises")})
    assert found["note"].startswith("Stopped before the exploitability of")
    assert 0 < found["exploitability"] < 10
    assert found["iterations"] > 0


def test_no_number_is_nan_and_no_integer_is_rounded():
    given = {"a": [float("nan"), 1.5, True, 2**53 - 1, 2**53, -(2**60)], "b": ({"c": None},)}
    assert _mcp_server._exact_in_json(given) == {
        "a": [None, 1.5, True, 2**53 - 1, str(2**53), str(-(2**60))],
        "b": [{"c": None}],
    }


def test_the_page_names_every_tool_and_its_settings_can_be_pasted():
    text = PAGE.read_text(encoding="utf-8")
    assert [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")] == list(TOOLS)
    settings = [json.loads(part.partition("```")[0]) for part in text.split("```json\n")[1:]]
    assert len(settings) >= 2
    for of in settings:
        [servers] = of.values()
        assert servers["pokerbits"]["args"] == ["mcp"]
        assert servers["pokerbits"]["command"].endswith("pokerbits")

"""The commands about hands and ranges: their output and their errors."""

import platform
import warnings

import numpy as np
import pytest

import pokerbits as pb
from command_line import MODULE, as_json, cells, here, printed, refused

ERRORS = {"equity": "std_error", "win": "win_std_error", "tie": "tie_std_error", "lose": "lose_std_error"}
"""The numbers of a player, and their standard errors."""

# equity


def test_equity_as_a_table():
    assert cells(printed("equity", "AhAd", "KsKh")) == [
        ["hand", "equity", "win", "tie", "lose", "wins", "ties", "losses"],
        ["AhAd", "81.9461%", "81.7147%", "0.4627%", "17.8226%", "1,399,204", "7,923", "305,177"],
        ["KsKh", "18.0539%", "17.8226%", "0.4627%", "81.7147%", "305,177", "7,923", "1,399,204"],
        ["1,712,304", "showdowns,", "exact"],
    ]


def test_equity_says_which_board():
    table = cells(printed("equity", "AhKh", "9c9d", "--board", "qh 7h2C", "--dead", "as"))
    assert table[:2] == [["board", "Qh7h2c"], ["dead", "As"]]


def test_equity_as_json():
    data = as_json("equity", "ahkh", "9♣9♦", "--board", "Qh 7h,2c", "--dead", "As", command=MODULE)
    expected = pb.equity("AhKh", "9c9d", board="Qh7h2c", dead="As")
    assert (data["board"], data["dead"], data["n"]) == ("Qh7h2c", "As", 946)
    assert data["players"] == [
        {
            "hand": hand,
            "equity": expected.equity[i],
            "win": expected.win[i],
            "tie": expected.tie[i],
            "lose": lost / 946,
            **dict.fromkeys(ERRORS.values(), 0.0),
            "counts": {"wins": won, "ties": [0], "losses": lost, "total": 946},
        }
        for i, (hand, won, lost) in enumerate([("AhKh", 502, 444), ("9c9d", 444, 502)])
    ]


def test_equity_of_six_hands():
    hands = ["AcAd", "AhAs", "KcKd", "KhKs", "QcQd", "QhQs"]
    table = cells(printed("equity", *hands))
    assert [row[0] for row in table[1:7]] == hands
    assert table[7] == ["658,008", "showdowns,", "exact"]
    for player in as_json("equity", *hands)["players"]:
        counts = player["counts"]
        assert len(counts["ties"]) == 5
        assert counts["wins"] + sum(counts["ties"]) + counts["losses"] == counts["total"] == 658_008


def test_equity_of_ranges():
    table = cells(printed("equity", "QQ+, AKs", "22+,A2s+", "random", "--board", "Ah7d2c5s"))
    assert table[1] == ["hand", "equity", "win", "tie", "lose", "wins", "ties", "losses"]
    assert [row[:2] for row in table[2:4]] == [["QQ+,", "AKs"], ["22+,A2s+", table[3][1]]]
    expected = pb.equity("QQ+, AKs", "22+,A2s+", "random", board="Ah7d2c5s")
    assert table[3][1] == f"{expected.equity[1]:.4%}"
    assert table[5] == [f"{expected.n:,}", "showdowns,", "exact"]


def test_equity_by_samples():
    arguments = ["equity", "AA", "KK", "QQ", "--method", "monte_carlo", "--samples", "500", "--seed", "3"]
    expected = pb.equity("AA", "KK", "QQ", method="monte_carlo", n_samples=500, rng=3)
    table = cells(printed(*arguments))
    assert table[0] == [
        "hand",
        "equity",
        "std",
        "error",
        "win",
        "std",
        "error",
        "tie",
        "std",
        "error",
        "lose",
        "std",
        "error",
    ]
    numbers = [(getattr(expected, name)[0], getattr(expected, error)[0]) for name, error in ERRORS.items()]
    assert table[1] == ["AA", *(f"{of:.4%}" for both in numbers for of in both)]
    assert table[-1] == ["500", "samples"]
    data = as_json(*arguments)
    assert (data["method"], data["players"][0]["counts"]) == ("monte_carlo", None)
    assert [player["equity"] for player in data["players"]] == expected.equity.tolist()


def test_equity_of_other_games():
    table = cells(printed("equity", "AsKsQhJh", "7c7d8h9h", "--board", "Kd7s2c", "--game", "omaha"))
    counts = pb.equity("AsKsQhJh", "7c7d8h9h", board="Kd7s2c", game="omaha").counts
    assert table[1] == ["hand", "equity", "win", "tie", "lose", "wins", "ties", "losses"]
    assert [row[5:] for row in table[2:4]] == [[str(of.wins), str(of.tied), str(of.losses)] for of in counts]
    short = cells(printed("equity", "AsKs", "random", "--board", "AdTs9s", "--game", "short_deck"))
    assert short[-1] == ["188,790", "showdowns,", "exact"]
    sampled = printed("equity", "AA$ds", "KK", "*", "--game", "omaha", "--samples", "1000", "--seed", "1")
    assert cells(sampled)[-1] == ["1,000", "samples"]


def test_equity_where_the_best_low_takes_half():
    arguments = ["equity", "As2s7h8d", "Ah2hKsKd", "--board", "3s4d8cKc", "--game", "omaha_hilo"]
    head = ["hand", "equity", "scoop", "split", "lose", "scoops", "quarters", "high", "wins", "low", "wins", "lows"]
    assert cells(printed(*arguments))[1:] == [
        head,
        ["As2s7h8d", "30.0000%", "0.0000%", "100.0000%", "0.0000%", "0", "32", "0", "4", "40"],
        ["Ah2hKsKd", "70.0000%", "0.0000%", "100.0000%", "0.0000%", "0", "0", "36", "0", "40"],
        ["40", "showdowns,", "exact"],
    ]
    assert as_json(*arguments)["players"][0]["counts"]["shares"] == {"1/4": 32, "1/2": 8}
    sampled = cells(printed("equity", "AA", "KK", "--game", "omaha5_hilo", "--samples", "1000", "--seed", "1"))
    assert sampled[0] == [
        "hand",
        "equity",
        "std",
        "error",
        "scoop",
        "std",
        "error",
        "split",
        "std",
        "error",
        "lose",
        "std",
        "error",
    ]


def test_equity_in_files(tmp_path):
    csv_file, picture = tmp_path / "equity.csv", tmp_path / "equity.svg"
    printed("equity", "AA", "0.5:KK", "--board", "2c7d9h", "--csv", str(csv_file), "--plot", str(picture))
    head, aces, kings = csv_file.read_text(encoding="utf-8").splitlines()
    errors = "std_error,win_std_error,tie_std_error,lose_std_error"
    assert head == f"hand,equity,win,tie,lose,{errors},wins,ties,losses,total,tied_1"
    expected = pb.equity("AA", "0.5:KK", board="2c7d9h")
    assert aces.split(",")[:2] == ["AA", repr(float(expected.equity[0]))]
    assert kings.split(",")[0] == "0.5:KK"
    assert "<svg" in picture.read_text(encoding="utf-8")


# eval and example


@pytest.mark.parametrize(
    "arguments", [["AsKsQsJsTs2c2d"], ["AsKs", "QsJsTs", "2c", "2d"], ["as", "ks qs", "js,10s", "2c2d"]]
)
def test_eval(arguments):
    assert as_json("eval", *arguments) == {
        "cards": "AsKsQsJsTs2c2d",
        "board": "",
        "strength": 7462,
        "cactus_kev": 1,
        "category": "straight_flush",
        "description": "royal flush",
        "best_five": "AsKsQsJsTs",
    }
    assert cells(printed("eval", *arguments)) == [
        ["hand", "AsKsQsJsTs2c2d"],
        ["strength", "7462"],
        ["cactus", "kev", "1"],
        ["category", "straight_flush"],
        ["description", "royal", "flush"],
        ["best", "five", "AsKsQsJsTs"],
    ]


def test_eval_with_a_board():
    data = as_json("eval", "As", "Ks", "--board", "QsJs Ts2c2d")
    assert (data["cards"], data["board"], data["strength"]) == ("AsKs", "QsJsTs2c2d", 7462)
    assert cells(printed("eval", "AsKs", "--board", "QsJsTs"))[0] == ["hand", "AsKs", "QsJsTs"]
    assert "found 6" not in refused("eval", "AsKs", "--board", "QsJs")
    assert "card As (id 51) appears more than once" in refused("eval", "AsKs", "--board", "AsJsTs")


OMAHA = ["--game", "omaha", "AsKsQhJh", "--board", "Kd7s2c9h3h"]


def test_eval_of_omaha():
    expected = pb.evaluate_omaha("AsKsQhJh", board="Kd7s2c9h3h")
    data = as_json("eval", *OMAHA)
    assert data == {
        "cards": "AsKsQhJh",
        "board": "Kd7s2c9h3h",
        "strength": expected,
        "cactus_kev": 7463 - expected,
        "category": "pair",
        "description": "pair of kings, ace-nine-seven kickers",
    }
    assert cells(printed("eval", *OMAHA))[1] == ["strength", str(expected)]
    assert as_json("eval", "--game", "omaha", "AsKsQhJhTh9h", "--board", "Kd7s2c")["strength"] == pb.evaluate_omaha(
        "AsKsQhJhTh9h", board="Kd7s2c"
    )


@pytest.mark.parametrize(
    ("hole", "low", "words"),
    [
        ("As2hKdKc", 56, "five-four-three-deuce-ace low"),
        ("As8hKdKc", 32, "eight-five-four-three-ace low"),
        ("As9hKdKc", 0, "no low"),
    ],
)
def test_eval_of_omaha_with_a_low(hole, low, words):
    arguments = ["--game", "omaha_hilo", hole, "--board", "3s4s5hTsKh"]
    data = as_json("eval", *arguments)
    assert (data["low"], data["low_description"]) == (low, words)
    assert data["strength"] == pb.evaluate_omaha(hole, board="3s4s5hTsKh")
    assert cells(printed("eval", *arguments))[-1][:2] == ["low", "description"]
    assert "cannot be combined with --rules badugi" in refused("eval", *arguments, "--rules", "badugi")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AsKs", "--board", "Kd7s2c9h3h"], "expected 4, 5 or 6 hole cards, found 2"),
        (["AsKsQhJh"], "expected 3, 4 or 5 board cards, found 0"),
        (["AsKsQhJh", "--board", "As7s2c"], "card As (id 51) appears more than once"),
    ],
)
def test_wrong_omaha_hands_are_refused(arguments, message):
    assert message in refused("eval", "--game", "omaha", *arguments)


@pytest.mark.parametrize("strength", [1, 5000, 7462])
def test_example_shows_a_hand_of_the_strength(strength):
    data = as_json("example", strength)
    assert data["strength"] == strength
    assert data["description"] == pb.describe(strength)
    assert as_json("eval", data["cards"]) == data
    assert cells(printed("example", strength))[0] == ["hand", data["cards"]]


@pytest.mark.parametrize("words", [["full", "house"], ["Full House"], ["full_house"]])
def test_example_takes_the_name_of_a_category(words):
    assert as_json("example", *words)["description"] == "full house, aces full of kings"
    assert as_json("example", "--rules", "short_deck", *words)["description"] == "full house, aces full of kings"


def test_outs_and_category_odds():
    for arguments in (["AhKh", "Qh7h2c"], ["AhKhQh7h2c"], ["AhKh", "--board", "Qh 7h 2c"]):
        data = as_json("outs", *arguments)
        assert (data["hole"], data["board"], data["villain"], data["total"]) == ("AhKh", "Qh7h2c", "", 15)
        assert data["outs"] == [
            {"category": pb.describe(kind), "n": len(cards), "cards": str(cards)}
            for kind, cards in pb.outs("AhKh", "Qh7h2c").items()
        ]
        odds = as_json("category-odds", *arguments)["odds"]
        assert list(odds.values()) == pb.category_odds("AhKh", "Qh7h2c").tolist()
        assert list(odds) == [pb.describe(kind) for kind in pb.Category]
    assert as_json("outs", "AhKh", "Qh7h2c", "--villain", "QsQd")["total"] == 8
    assert cells(printed("outs", "AhKh", "Qh7h2c"))[-1] == ["total", "15"]
    assert cells(printed("category-odds", "AhKh", "Qh7h2c"))[1] == ["straight", "flush", "0.0925%"]
    assert sum(as_json("category-odds", "AhKh")["odds"].values()) == pytest.approx(1)
    for command in ("outs", "category-odds"):
        assert "expected two hole cards beside --board, found 3" in refused(command, "AhKhQh", "--board", "Qs7h2c")
        assert "card Ah (id 50) appears more than once" in refused(command, "AhKh", "Ah7h2c")


def test_percentiles():
    found = as_json("percentile", "AhKh", "7c2d")
    assert found["game"] == "holdem"
    assert [of["hand"] for of in found["hands"]] == ["AhKh", "7c2d"]
    assert [of["percentile"] for of in found["hands"]] == pb.hand_percentile(["AhKh", "7c2d"]).tolist()
    assert found["hands"][1]["equity"] == pb.equity("7c2d", "random").equity[0]
    rows = cells(printed("percentile", "AsAhTsTh", "AsAhKsKh", "--game", "plo"))
    assert rows[1:] == [["AsAhTsTh", "0.0022%", "71.5263%"], ["AsAhKsKh", "0.0133%", "70.6781%"]]
    assert "expected 2 cards, found 4" in refused("percentile", "AsAhTsTh")


def test_games_by_their_aliases():
    hands = "AsKsQhJh", "7c7d8h9h"
    assert as_json("equity", *hands, "--game", "PLO") == as_json("equity", *hands, "--game", "omaha")
    assert as_json("range", "AA$ds", "--game", "plo5") == as_json("range", "AA$ds", "--game", "omaha5")
    assert "'pineapple': a discard is a decision" in refused("equity", *hands, "--game", "pineapple")
    assert "'omaha9' is not one of 'holdem', 'short_deck'" in refused("equity", *hands, "--game", "Omaha9")


# info, and the indexer


def test_info():
    data = as_json("info")
    assert data["version"] == pb.__version__
    assert data["level"] in data["levels"]
    assert data["levels"] == pb.cpu_features()["levels"]
    assert data["numpy"] == np.__version__
    assert data["python"] == platform.python_version()
    assert as_json("info", POKERBITS_NUM_THREADS="3")["num_threads"] == 3
    assert as_json("info", POKERBITS_CPU="baseline")["level"] == "baseline"
    text = printed("info")
    for name in ("pokerbits", "python", "platform", "cpu level", "threads", "numpy"):
        assert f"\n{name} " in "\n" + text


def test_index_and_back():
    data = as_json("index", "2-3-1-1", "AsKs", "QsJsTs", "2c", "2d")
    indices = [dealt["index"] for dealt in data["rounds"]]
    sizes = [dealt["size"] for dealt in data["rounds"]]
    assert sizes == list(pb.HandIndexer().sizes)
    assert indices == pb.HandIndexer().index_all("AsKsQsJsTs2c2d").tolist()
    for at, index in enumerate(indices):
        hand = as_json("unindex", "2-3-1-1", index, "--round", at)["hands"][0]
        assert "".join(hand["rounds"]) == data["rounds"][at]["canonical"]
    table = cells(printed("index", "2-3-1-1", "AsKsQsJsTs"))
    assert [row[0] for row in table[1:]] == ["0", "1"]
    assert cells(printed("unindex", "2-3-1-1", 0, 1, 2, "--round", 0))[1][0] == "0"
    assert [as_json("unindex", "2-3-1-1", 0, "--round", at)["round"] for at in (-1, -4, 2)] == [3, 0, 2]


def test_the_index_of_a_hand_of_another_deck():
    deck = ("--n-ranks", 9, "--lowest-rank", "6")
    data = as_json("index", "2-3-1-1", "AsKs", "QsJsTs", *deck)
    assert [dealt["index"] for dealt in data["rounds"]] == [80, 186695]
    assert (data["n_ranks"], data["n_suits"], data["lowest_rank"]) == (9, 4, "6")
    assert as_json("unindex", "2", 0, *deck)["hands"][0]["rounds"] == ["6c6d"]
    assert "card 2c (id 0) is not in a deck of the ranks 6 to A in 4 suits" in refused("index", "2", "2c6c", *deck)
    assert "lowest_rank: expected '2'" in refused("index", "2", "2c6c", "--lowest-rank", "1")
    for command, what in (("index", "2c6c"), ("unindex", 0)):
        for wide in (("--n-ranks", 14), ("--n-suits", 5)):
            assert "cards have names in decks of up to 13 ranks and 4 suits" in refused(command, "2", what, *wide)


def test_games():
    games = as_json("games")["games"]
    assert [game["lowest_rank"] for game in games if game["name"] == "short deck"] == ["6"]
    assert any(game["sizes"] == [169, 1286792, 55190538, 2428287420] for game in games)
    assert len(cells(printed("games"))) == len(games) + 1


# range


def test_range_as_a_table():
    lines = printed("range", "QQ+, AKs", "0.5:KQo").splitlines()
    assert lines[0].split() == ["AA", "AKs", *["."] * 11]
    assert lines[2].split()[:3] == [".", "50%", "QQ"]
    assert lines[13:] == ["", "QQ+, AKs, 0.5:KQo", "34 combos of weight 28, 2.1116% of all hands"]
    assert printed("range", "AA").splitlines()[-1] == "6 combos, 0.4525% of all hands"


def test_range_as_json():
    data = as_json("range", "QQ+", "AKs:0.5")
    assert list(data) == ["text", "pio", "gtoplus", "combos", "total", "share", "matrix"]
    assert (data["text"], data["combos"], data["total"], data["share"]) == ("QQ+, 0.5:AKs", 22, 20, 20 / 1326)
    assert data["matrix"] == pb.Range("QQ+, 0.5:AKs").matrix().tolist()


def test_range_for_other_programs():
    assert printed("range", "QQ+, AKs:0.5", "--pio") == "AA,KK,QQ,AKs:0.5\n"
    assert printed("range", "QQ+, AKs:0.5", "--gtoplus") == "AA,KK,QQ,[50.0]AKs[/50.0]\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("range", "KQ+", "--pio"),
        ("equity", "JJ", "KQ+", "--board", "Ah7d2c"),
        ("equity", "JJ", "QQ", "--board", "Ah7d2c9s", "--folded", "KQ+"),
        ("breakdown", "KQ+", "--board", "Ah7d2c"),
        ("distribution", "JJ", "KQ+", "--board", "Ah7d2c"),
        ("strength", "JsJd", "--board", "Ah7d2c9s", "--villain", "KQ+"),
    ],
)
def test_commands_about_ranges_take_a_dialect(arguments):
    both, kicker = (printed(*arguments, "--dialect", dialect) for dialect in ("both", "kicker"))
    assert both != kicker
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        done = here(*arguments)
    assert (done.exit_code, done.stdout) == (0, both)
    assert done.stderr.startswith("Warning: 'KQ+': + and - move both cards")
    assert done.stderr.count("Warning") == done.stderr.count("\n") == 1
    assert "'kickers' is not one of 'both', 'kicker'" in refused(*arguments, "--dialect", "kickers")


def test_range_options():
    assert printed("range", "T9s+", "--dialect", "kicker", "--pio") == "T9s\n"
    assert printed("range", "AK", "0.5:AKs", "--on-conflict", "last", "--pio") == "AKs:0.5,AKo\n"


def test_range_of_omaha():
    lines = ["AA$ds, JT98+", "1,888 hands of 4 cards, 0.6974% of all hands"]
    assert printed("range", "AA$ds, JT98+", "--game", "omaha").splitlines() == lines
    assert printed("range", "AA$ds", "--game", "omaha5").splitlines()[1] == (
        "50,976 hands of 5 cards, 1.9614% of all hands"
    )
    data = as_json("range", "AsAhKsKhQs", "--game", "omaha6")
    assert data == {"text": "AsAhKsKhQs", "game": "omaha6", "hands": 47, "total": 47.0, "share": 47 / 20358520}
    assert printed("range", "0.5:AA!KK, KK$ds", "--game", "omaha").splitlines()[1] == (
        "7,789 hands of 4 cards with a weight of 4,326.5, 1.5981% of all hands"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("AA", "KK", "--game", "omaha"), "at position 3: a comma goes between hands"),
        (("AA:0.5", "--game", "omaha"), "a weight is before or behind a whole item"),
        (
            ("AA", "--game", "omaha", "--dialect", "kicker"),
            "--game omaha cannot be combined with options other than --json",
        ),
        (("AA", "--game", "omaha5", "--pio"), "--game omaha5 cannot be combined with options other than --json"),
        (("QQ+", "AKss"), 'cannot read "AKss" at position 4: AxKx is suited; did you mean AKs? QQ+ AKss ^^^^'),
        (("AK", "0.5:AKs"), 'gives AcKc the weight 0.5, "AK" gave it 1'),
        (("AK", "--dialect", "other"), "'other' is not one of"),
        (("AK", "--pio", "--json"), "choose one of --pio, --gtoplus and --json"),
    ],
)
def test_bad_ranges(arguments, message):
    assert message in refused("range", *arguments)

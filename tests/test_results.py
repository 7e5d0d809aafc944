"""Results are immutable: equal, hashable, read-only, short to look at, and at home in JSON, pandas and polars."""

import copy
import json
import pickle
import re
import sys
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, fields, replace
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import polars as pl
import pytest

import pokerbits as pb
from pokerbits._output.tables import shortened

BOARD = "2d3d4h"
HOLES = [["AsKs", "7c8c"], ["QhQd", "2c2s"]]
SMALL_TREE = pb.endgame.BettingTree(100, 100, pb.endgame.BetSizes(1, max_bets=1))

MAKERS = {
    "equity": lambda: pb.equity("AhKh", "9c9d", "2s2d", board="Qh7h2c"),
    "equity of ten": lambda: pb.equity(*([2 * i, 2 * i + 1] for i in range(10)), board="AsKsQs", dead="Ah"),
    "equity of ranges": lambda: pb.equity("0.5:AA, KK", "QQ", "JJ", board="Qh7s2h"),
    "sampled equity": lambda: pb.equity("AA", "KK", "QQ", method="monte_carlo", n_samples=1000, rng=1),
    "equity in the short deck": lambda: pb.equity("AsKs", "QQ+", board="Qh7h9c", game="short_deck"),
    "equity in Omaha": lambda: pb.equity("AsKsQhJh", "7c7d8h9h", board="Kd7s2c", game="omaha"),
    "equity of ranges in Omaha": lambda: pb.equity("AA$ds", "KK:QQ", board="Kd7s2cQc5d", game="omaha"),
    "high and low": lambda: pb.equity("As2sKhQd", "Ac2cKdJd", "9h8h7s6s", board="3h4h9d", game="omaha_hilo"),
    "sampled high and low": lambda: pb.equity("A2", "*", game="omaha5_hilo", n_samples=1000, rng=1),
    "pots": lambda: pb.pot_equity(["AhKh", "9c9d", "2s2d"], [100, 100, 40], "Qh7h2c", folded_chips=[5, 10]),
    "pots of ten": lambda: pb.pot_equity([[2 * i, 2 * i + 1] for i in range(10)], range(1, 11), "AsKsQs", dead="Ah"),
    "equity rows": lambda: pb.equity_rows([["AhKh", "9c9d"], ["2c2d", "7h8h"]], board="Qh7s2h"),
    "equity of a row": lambda: pb.equity_rows(["AhKh", "9c9d", "2c2d"], board="Qh7s2h"),
    "equity of no rows": lambda: pb.equity_rows(np.empty((0, 2, 2), np.uint8)),
    "equity rows of ranges": lambda: pb.reports.range_equity_rows(["QQ+", "AhKh"], "22+", board="Qh7s2c9s"),
    "sampled equity rows": lambda: pb.reports.range_equity_rows("QQ", "22+", method="monte_carlo", n_samples=99),
    "odds of a hand": lambda: pb.odds_vs_random("AsKs", board=BOARD),
    "odds of a hand against several": lambda: pb.odds_vs_random("AsKs", board=BOARD, n_opponents=(3, 22, 1)),
    "odds of hands": lambda: pb.odds_vs_random(HOLES[0], board=BOARD, n_opponents=2),
    "odds of hands against several": lambda: pb.odds_vs_random(
        [[pb.cards.parse_cards(hole).tolist() for hole in row] for row in HOLES], board=BOARD, n_opponents=range(1, 23)
    ),
    "odds of no hands": lambda: pb.odds_vs_random(np.empty((0, 2), np.uint8), n_opponents=(1, 2)),
    "odds before the flop": lambda: pb.preflop_odds((1,)),
    "push or fold": lambda: pb.preflop.push_fold([10, 10]),
    "push or fold for prizes": lambda: pb.preflop.push_fold([3, 2], ante=0.1, payouts=[70, 30]),
    "losses": lambda: pb.odds.losses("4s8s", board="2s3s6h7h8h"),
    "no losses": lambda: pb.odds.losses("AsKs", board="QsJsTs2c2d"),
    "clusters": lambda: pb.strength.opponent_clusters(12),
    "flops": pb.flops,
    "report on flops": lambda: pb.flop_report("QQ+", "JJ, 0.5:AhKh", boards=["Ah7d2c", "JhJsJd", "JcJsJd"]),
    "report by texture": lambda: pb.flop_report("QQ+", "JJ", boards=[BOARD, "9d8d7d"], group_by=["suits", "pairing"]),
    "report on runouts": lambda: pb.reports.runout_report("AA", "KK, 0.5:QQ", board=BOARD),
    "advantage": lambda: pb.reports.range_advantage("QQ+, AK", "TT-22, KQs", board="Ah7d2c"),
    "nut advantage": lambda: pb.reports.nut_advantage("QQ+", "22+, AKs"),
    "nobody's advantage": lambda: pb.reports.nut_advantage("AA", "AA"),
    "distribution": lambda: pb.reports.equity_distribution("QQ+", "0.5:TT, KQs", board="Ah7d2c"),
    "one side of it": lambda: pb.reports.equity_distribution("QQ+", "0.5:TT, KQs", board="Ah7d2c").hero,
    "breakdown": lambda: pb.reports.hand_breakdown("QQ+, 0.5:KQs", board="Ah7d2c"),
    "breakdown of a river": lambda: pb.reports.hand_breakdown("random", board="Ah7d2c2d2h"),
    "subset of flops": lambda: pb.reports.FlopSubset(
        pb.flops().boards[:3], np.full(3, 1 / 3), np.full((1, 169), 0.5), np.full((1, 169), 0.4), ("random",)
    ),
    "abstraction": lambda: pb.abstraction.AbstractionReport(
        "f" * 64,
        "imperfect",
        {"preflop": 169, "flop": 2},
        {"flop": "ehs"},
        {"flop": 5},
        {"flop": np.array([0.25, 0.75])},
        {"flop": np.array([0.2, 0.6])},
        {"flop": np.array([0.1, 0.0])},
        {"flop": np.array([0.5, 0.25])},
    ),
    "certification": lambda: pb.certificates.certify(["hands-2", "hands-2-3"]),
    "winrate history": lambda: pb.abstraction.winrate_history("river"),
    "score of an abstraction": lambda: pb.endgame.score_abstraction(
        None, n_boards=2, hero="AA", villain="QQ", tree=SMALL_TREE, iterations=1
    ),
    "values of endgames": lambda: pb.endgame.solve_many(
        ["Kh9d5c3h2s"], np.ones(1326), np.ones(1326), pots=10, stacks=20, sizes=pb.endgame.BetSizes(1), iterations=2
    ),
    "local best response": lambda: pb.endgame.local_best_response(
        pb.endgame.Endgame("Kh9d5c3h2s", "AA", "QQ", SMALL_TREE),
        lambda node, _: np.full((len(node.actions), 1326), 1 / len(node.actions)),
    ),
    "match": lambda: pb.endgame.play_match(
        pb.endgame.Endgame("Kh9d5c3h2s", "AA, QQ", "QQ, JJ", SMALL_TREE),
        *2 * [lambda node, _: np.full((len(node.actions), 1326), 1 / len(node.actions))],
        n_deals=5,
        rng=1,
    ),
}


@cache
def made(name):
    """Return a result of that name, made once."""
    return MAKERS[name]()


@pytest.fixture(params=MAKERS)
def result(request):
    return made(request.param)


@pytest.fixture
def everything():
    return {name: made(name) for name in MAKERS}


def duplicate(value):
    """Return the same contents in other arrays."""
    if isinstance(value, np.ndarray):
        return value.copy()
    return {key: duplicate(held) for key, held in value.items()} if isinstance(value, dict) else value


def test_every_result_is_here(everything):
    classes = {type(found) for found in everything.values()}
    namespaces = (pb, pb.abstraction, pb.certificates, pb.endgame, pb.odds, pb.preflop, pb.reports, pb.strength)
    named = [getattr(namespace, name) for namespace in namespaces for name in namespace.__all__]
    public = {thing for thing in named if isinstance(thing, type) and hasattr(thing, "to_columns")}
    assert classes == public


def test_completion_lists_all_fields(result):
    assert {field.name for field in fields(result)} | {"to_dict", "to_columns"} <= set(dir(result))


def test_completion_lists_the_fields_of_a_result_that_was_not_looked_at():
    fresh = pb.equity("AhKh", "9c9d", board="Qh7h2c")
    assert {"equity", "win", "tie", "lose", "counts", "n", "players", "std_error"} <= set(dir(fresh))
    assert "counts" not in vars(fresh)


def test_equal_contents_are_equal(result):
    same = type(result)(**{field.name: duplicate(getattr(result, field.name)) for field in fields(result)})
    assert same is not result
    assert same == result
    assert hash(same) == hash(result)
    assert len({same, result}) == 1
    assert result != 1
    assert result != tuple(getattr(result, field.name) for field in fields(result))


def test_other_contents_are_not_equal(everything):
    results = list(everything.values())
    for i, one in enumerate(results):
        for j, other in enumerate(results):
            assert (one == other) == (i == j)
    assert len(set(results)) == len(results)


def test_a_difference_in_one_field_is_seen(result):
    for field in fields(result):
        value = getattr(result, field.name)
        if isinstance(value, np.ndarray):
            other = value[:0] if len(value) else np.ones((2, *value.shape[1:]), value.dtype)
        elif isinstance(value, Mapping):
            other = {**value, 99: next(iter(value.values()))}
        elif isinstance(value, tuple):
            other = value[:-1] if value else (5,)
        elif isinstance(value, pb.reports.RangeDistribution):
            other = replace(value, board="")
        elif isinstance(value, pb.strength.CardGame):
            other = pb.strength.CardGame.named("leduc")
        elif value is None:
            other = 1.0
        else:
            other = value + type(value)(1)
        assert replace(result, **{field.name: other}) != result, field.name


def assert_same(found, expected):
    assert type(found) is type(expected)
    assert found == expected
    assert hash(found) == hash(expected)
    assert (repr(found), str(found)) == (repr(expected), str(expected))
    assert found.to_dict() == expected.to_dict()


def private_modules(thing):
    """Return the private modules that a pickle names."""
    named = set(re.findall(rb"pokerbits\.[\w.]*\._?\w*|pokerbits\._[\w.]*", pickle.dumps(thing)))
    # The integers of many hands stay words of 128 bits until they are asked for.
    return {name for name in named if b"._" in name} - {b"pokerbits._odds.counts"}


def test_pickles_of_results_name_public_modules(result):
    assert private_modules(result) == set()


def arrays(value):
    """Return the arrays in a field."""
    if isinstance(value, Mapping):
        return [array for held in value.values() for array in arrays(held)]
    return [value] if isinstance(value, np.ndarray) else []


def test_results_come_back_the_same_and_do_not_change(result):
    pickled = [pickle.loads(pickle.dumps(result, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for found in (result, *pickled, copy.copy(result), copy.deepcopy(result)):
        assert_same(found, result)
        for field in fields(found):
            with pytest.raises(FrozenInstanceError):
                setattr(found, field.name, None)
            for array in arrays(getattr(found, field.name)):
                assert not array.flags.writeable


def test_the_representation_is_one_short_line(result):
    assert len(repr(result)) < 180
    assert "\n" not in repr(result)
    assert repr(result).startswith(f"<{type(result).__name__}: ")


def test_the_representation_of_everything_is_short():
    opponents = range(1, 23)
    assert len(repr(pb.odds_vs_random("AsKs", board="2d3d4h5c6c", n_opponents=opponents))) < 200
    numbers = {name: np.zeros((169, 22)) for name in ("equity", "win", "tie", "lose")}
    counts = ({},) * 169
    assert len(repr(pb.odds.PreflopOdds(**numbers, counts=counts, total={}, n_opponents=tuple(opponents)))) < 200


class Cells(HTMLParser):
    """The texts of the cells of a table, row by row."""

    def __init__(self, html):
        super().__init__()
        self.rows, self.inside, self.open = [], False, []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] in {"td", "th"}:
            self.rows[-1][-1] += data


def test_the_table_is_the_same_as_text_and_as_html(result):
    rows = [" ".join(cell for cell in row if cell) for row in Cells(result._repr_html_()).rows]
    lines = [" ".join(line.split()) for line in str(result).splitlines()]
    assert rows == lines[: len(rows)]
    assert len(lines) - len(rows) <= 1


def test_long_tables_are_cut():
    odds = pb.odds_vs_random(np.tile(pb.cards.parse_cards("AsKs"), (1000, 1)), board="2d3d4h5c6c")
    assert len(str(odds).splitlines()) == 22
    assert str(odds).splitlines()[-1] == "and 980 rows more"


def plain(value):
    """Return whether JSON holds a value unchanged: exact types, no subclasses."""
    if type(value) is dict:
        return all(type(key) is str and plain(held) for key, held in value.items())
    if type(value) is list:
        return all(map(plain, value))
    return value is None or type(value) in {str, int, float}


def test_dictionaries_are_json(result):
    data = result.to_dict()
    assert plain(data)
    assert json.loads(json.dumps(data)) == data


def test_dictionaries_name_what_they_hold(everything):
    counts = {"wins": 545, "ties": [0], "losses": 445, "total": 990}
    data = pb.equity("AhKh", "9c9d", board="Qh7h2c").to_dict()
    assert data["n"] == 990
    assert data["players"][0] == {
        "hand": "AhKh", "equity": 545 / 990, "win": 545 / 990, "tie": 0.0, "lose": 445 / 990,
        "std_error": 0.0, "win_std_error": 0.0, "tie_std_error": 0.0, "lose_std_error": 0.0, "counts": counts,
    }  # fmt: skip
    assert (data["method"], data["denominator"]) == ("exact", 1)
    odds = everything["odds of hands against several"]
    data = odds.to_dict()
    assert data["shape"] == [2, 2]
    assert [(entry["row"], entry["opponents"]) for entry in data["odds"]] == [
        (row, k) for row in range(4) for k in range(1, 23)
    ]
    assert data["odds"][2 * 22 + 21]["counts"] == odds.counts[22][1, 0].to_dict()
    assert data["odds"][2 * 22 + 21]["lose"] == odds.lose[1, 0, 21]
    single = everything["odds of a hand"].to_dict()["odds"]
    assert [entry["opponents"] for entry in single] == [1]
    assert "row" not in single[0]
    preflop = everything["odds before the flop"]
    aces = preflop.to_dict()["hands"]["AA"]
    at = pb.HAND_CLASSES.index("AA")
    assert [entry["counts"]["wins"] for entry in aces] == [preflop.counts[at][k].wins for k in preflop.n_opponents]
    assert everything["losses"].to_dict()["one_card"] == []
    assert len(everything["losses"].to_dict()["two_card"]) == 268
    assert sum(map(len, everything["clusters"].to_dict()["clusters"])) == 169


def test_pandas_and_polars_take_the_columns_as_they_are(result):
    columns = result.to_columns()
    frames = (pd.DataFrame(columns), pl.DataFrame(columns), result.to_pandas(), result.to_polars())
    assert [type(frame) for frame in frames] == [pd.DataFrame, pl.DataFrame] * 2
    for frame in frames:
        assert list(frame.columns) == list(columns)
        for name, column in columns.items():
            assert frame[name].to_list() == list(column), name


def test_columns_hold_the_exact_counts():
    odds = made("odds of a hand against several")
    expected = {
        "wins": [odds.counts[k].wins for k in (3, 22, 1)],
        "ties": [odds.counts[k].tied for k in (3, 22, 1)],
        "losses": [odds.counts[k].losses for k in (3, 22, 1)],
        "total": [odds.total[k] for k in (3, 22, 1)],
    }
    assert max(expected["total"]) > 1 << 64
    columns = odds.to_columns()
    for name, numbers in expected.items():
        assert pd.DataFrame(columns)[name].map(int).to_list() == numbers
        assert pl.DataFrame(columns)[name].cast(pl.Int128).to_list() == numbers
    assert [int(text) for text in columns["tied_22"]] == [0, odds.counts[22].ties[21], 0]
    for name in ("odds of hands against several", "odds before the flop"):
        columns = made(name).to_columns()
        numbers = {name: [int(text) for text in columns[name]] for name in ("wins", "ties", "losses", "total")}
        for counted, rounded in (("wins", "win"), ("ties", "tie"), ("losses", "lose")):
            shares = [float(Fraction(n, of)) for n, of in zip(numbers[counted], numbers["total"], strict=True)]
            assert shares == columns[rounded].tolist()


@pytest.mark.parametrize(("n_opponents", "fits"), [((1, 6), True), ((1, 7), False), (range(1, 23), False)])
def test_counts_of_odds_are_integers_where_they_fit(n_opponents, fits):
    odds = pb.odds_vs_random("AsKs", BOARD, n_opponents=n_opponents)
    assert (max(odds.total.values()) < 1 << 63) == fits
    columns = odds.to_columns()
    names = ["wins", "ties", "losses", "total", *(f"tied_{j}" for j in range(1, max(n_opponents) + 1))]
    for name in names:
        if fits:
            assert columns[name].dtype == np.int64
        else:
            assert all(type(text) is str and text.isdecimal() for text in columns[name])
    counted = [odds.counts[k] for k in n_opponents]
    assert [int(n) for n in columns["wins"]] == [of.wins for of in counted]
    assert [int(n) for n in columns["total"]] == [odds.total[k] for k in n_opponents]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_frame_without_its_extra_says_what_to_install(library, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    expected = f'Losses.to_{library} needs {library}: pip install "pokerbits[{library}]"'
    with pytest.raises(ModuleNotFoundError, match=f"^{re.escape(expected)}$"):
        getattr(made("losses"), f"to_{library}")()


def test_columns_of_equity_are_numbers():
    columns = pb.equity("2c3d", "4h5h", "AcAd", board="KsQsJsTs").to_columns()
    assert list(columns) == [
        "hand",
        "equity",
        "win",
        "tie",
        "lose",
        "std_error",
        "win_std_error",
        "tie_std_error",
        "lose_std_error",
        "wins",
        "ties",
        "losses",
        "total",
        "tied_1",
        "tied_2",
    ]
    assert [columns[name].dtype for name in ("equity", "wins", "tied_2")] == [np.float64, np.int64, np.int64]
    assert (columns["tied_1"] + columns["tied_2"] == columns["ties"]).all()
    assert (columns["wins"] + columns["ties"] + columns["losses"] == columns["total"]).all()


def test_counts_mean_the_same_in_every_result():
    """Odds against one opponent are the mean of equities against every hand that the opponent can hold."""
    hole, board = pb.cards.parse_cards("4s8s"), pb.cards.parse_cards("2s3s6h7h8h")
    odds = pb.odds_vs_random(hole, board=board)
    free = [combo for combo in pb.COMBOS.tolist() if not set(combo) & {*hole.tolist(), *board.tolist()}]
    against = [pb.equity(hole, combo, board=board).counts[0] for combo in free]
    total = pb.Counts(
        sum(of.wins for of in against), (sum(of.ties[0] for of in against),), sum(of.losses for of in against)
    )
    assert odds.counts[1] == total
    assert odds.equity == total.equity
    found = pb.odds.losses(hole, board=board)
    assert (len(found.two_card), len(found.ties)) == (total.losses, total.ties[0])
    assert type(made("odds before the flop").counts[0][1]) is type(total)


def test_counts():
    counts = pb.Counts(wins=10**30, ties=(3, 4), losses=5)
    assert (counts.tied, counts.total) == (7, 10**30 + 12)
    assert counts.equity == float((10**30 + Fraction(3, 2) + Fraction(4, 3)) / (10**30 + 12))
    assert counts.to_dict() == {"wins": 10**30, "ties": [3, 4], "losses": 5, "total": 10**30 + 12}
    assert counts == pickle.loads(pickle.dumps(counts)) == copy.deepcopy(counts)
    assert hash(counts) == hash(pb.Counts(10**30, (3, 4), 5))
    assert counts != pb.Counts(10**30, (3, 4), 6)
    with pytest.raises(FrozenInstanceError):
        counts.wins = 1
    with pytest.raises(TypeError):
        counts[0]


def test_counts_of_any_size_are_divided_once():
    """The share of the pot is the nearest float to the fraction, also of integers that no float holds."""
    rng = np.random.default_rng(21)
    for others in range(1, 10):
        for bits in (3, 53, 70, 120):
            wins, losses, *ties = (int.from_bytes(rng.bytes(16)) >> (128 - bits) for _ in range(others + 2))
            counts = pb.Counts(wins, tuple(ties), losses)
            won = wins + sum(Fraction(n, j + 2) for j, n in enumerate(ties))
            assert counts.equity == float(won / counts.total)
            assert counts.total == wins + counts.tied + losses


def test_names_are_cut_where_they_are_longer_than_forty_characters():
    whole = "AA, KK, QQ, JJ, TT, 99, 88, 77, 66, 55, "[:40]
    assert shortened(whole) == whole
    assert shortened(whole + "4") == whole[:39] + "…"

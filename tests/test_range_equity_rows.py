"""The equity of hands and ranges in many spots at once is that of each spot alone, anywhere and in any pieces."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pandas as pd
import polars as pl
import pytest

import pokerbits as pb
from pokerbits._equity import columns_of_spots
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
)
from pokerbits.reports import RangeEquityRows, range_equity_rows

HEROES = ["QQ+, AKs", "AhKh", "22+, 0.5:A5s", "random", "QQ+, AKs", "KsKd"]
VILLAINS = ["22+, A2s+", "QQ", "0.123456789:KQo, 77", "TT", "22+, A2s+", "7c7d"]
BOARDS = ["Th7d2c", "Qc7h2c9s", "Ts9s2d3h4c", "", "8s8d3c5h", "Ah7s2c"]
ERRORS = ("std_error", "win_std_error", "tie_std_error", "lose_std_error")
NUMBERS = ("equity", "win", "tie", "lose", *ERRORS)
REST = ("exact", "n", "effective_samples")


def alone(*spots, **options):
    """Return the equities of spots, each by a call of its own."""
    return [pb.equity(*players, board=board, **options) for *players, board in spots]


def assert_same(found, expected):
    for row, of in enumerate(expected):
        for name in NUMBERS:
            assert np.array_equal(getattr(found, name)[row], getattr(of, name)), (row, name)
        assert found.method[row] == of.method
        assert found.exact[row] == of.exact
        assert found.n[row] == of.n
        effective = found.effective_samples[row]
        assert effective == (np.inf if of.exact else of.effective_samples)


def test_rows_are_what_single_spots_are():
    found = range_equity_rows(HEROES, VILLAINS, board=BOARDS)
    assert_same(found, alone(*zip(HEROES, VILLAINS, BOARDS, strict=True)))
    assert found.exact.all()
    assert repr(found) == "<RangeEquityRows: 6 spots of 2 players, 6 exact>"


def test_sampled_rows_have_seeds_of_their_own():
    options = {"method": "monte_carlo", "n_samples": 3000}
    seeds = np.random.SeedSequence(5).spawn(6)
    found = range_equity_rows(HEROES, VILLAINS, board=BOARDS, rng=5, **options)
    for row, spot in enumerate(zip(HEROES, VILLAINS, BOARDS, strict=True)):
        expected = alone(spot, rng=seeds[row], **options)
        assert_same(RangeEquityRows(*(getattr(found, name)[row : row + 1] for name in (*NUMBERS, *REST))), expected)
    # The first and the fifth spot would be the same with one seed.
    same = range_equity_rows(["QQ+"] * 3, "22+", board="Th7d2c", rng=5, **options)
    assert len(np.unique(same.equity[:, 0])) == 3
    again = range_equity_rows(HEROES, VILLAINS, board=BOARDS, rng=np.random.SeedSequence(5), **options)
    assert again == found
    generators = [np.random.default_rng(7) for _ in range(2)]
    first, second = (range_equity_rows("22+", "QQ+", rng=of, **options) for of in generators)
    assert first == second
    assert range_equity_rows("22+", "QQ+", rng=generators[0], **options) != first


def test_a_spot_that_takes_too_long_is_sampled_or_an_error():
    players = ["QQ+", "22+"], ["22+, A2s+", "22+, A2s+"], ["22+, A2s+", "KsKd"]
    options = {"board": ["", "Ts9s2d3h4c"], "n_samples": 1000, "rng": 1}
    found = range_equity_rows(*players, max_seconds=0.05, **options)
    assert found.method.tolist() == ["monte_carlo", "exact"]
    with pytest.raises(InvalidArgumentError, match=r"row 0: an exact answer would take some .* seconds"):
        range_equity_rows(*players, max_seconds=0.05, method="exact", **options)


@pytest.mark.parametrize("n_players", [2, 3])
def test_hands_among_ranges_are_what_single_spots_are(n_players):
    """Spots of hands are counted together, by street; others one by one."""
    rng = np.random.default_rng(5)
    cards = pb.random_hands(60, 2 * n_players + 5, rng=4)
    sizes = rng.choice([0, 3, 4, 5], 60) if n_players == 2 else rng.choice([4, 5], 60)
    sizes[:2] = 0
    boards = [pb.cards.format_cards(row[:size]) for row, size in zip(cards, sizes, strict=True)]
    columns = [pb.cards.format_cards(cards[:, 5 + 2 * at : 7 + 2 * at]) for at in range(n_players)]
    columns[0][5] = columns[1][9] = "QQ+, AKs"
    boards[5], boards[9] = (pb.cards.format_cards(cards[row, :5]) for row in (5, 9))
    dead = [""] * 60
    dead[7] = next(card for card in pb.cards.CARD_NAMES if card not in "".join([boards[7], *(of[7] for of in columns)]))
    told = []
    found = range_equity_rows(*columns, board=boards, dead=dead, progress=lambda *of: told.append(of))
    assert told[-1] == (60_000, 60_000)
    assert all(total == 60_000 for _, total in told)
    for row, (*players, board, gone) in enumerate(zip(*columns, boards, dead, strict=True)):
        one = pb.equity(*players, board=board, dead=gone)
        for name in NUMBERS:
            assert (getattr(found, name)[row] == getattr(one, name)).all()
        assert (found.exact[row], found.n[row]) == (one.exact, one.n)
    assert found == range_equity_rows(*columns, board=boards, dead=dead, num_threads=3)
    sampled = {"method": "monte_carlo", "n_samples": 100, "rng": 1}
    assert not range_equity_rows(*columns, board=boards, dead=dead, **sampled).exact.any()


@pytest.mark.parametrize(
    ("player", "board", "error", "message"),
    [
        ([50, 50], "Qh7h2c", DuplicateCardError, "card Ah"),
        ([50, 46], "Qh7hAh", DuplicateCardError, "card Ah"),
        ([50, 52], "Qh7h2c", InvalidCardError, "card id 52"),
        ([50, 2**70], "Qh7h2c", InvalidCardError, "card id"),
        ([50, -1], "Qh7h2c", InvalidCardError, "card id -1"),
        ([50, 46], [0, 1, 60], InvalidCardError, "card id 60"),
    ],
)
def test_wrong_hands_among_right_ones_are_found(player, board, error, message):
    heroes, boards = [[51, 47]] * 20, ["Qh7h2c"] * 20
    heroes[13], boards[13] = player, board
    with pytest.raises(error, match=message) as caught:
        range_equity_rows(heroes, "9c9d", board=boards)
    assert caught.value.row == 13


@pytest.fixture(scope="module")
def many():
    rng = np.random.default_rng(2)
    n = 300
    cards = pb.random_hands(n, 5, rng=3)
    boards = [pb.cards.format_cards(row[: rng.choice([4, 5])]) for row in cards]
    heroes, villains = (rng.choice(["22+", "A2s+, KTo+", "random", "QQ+, AK, 0.5:T9s"], n) for _ in range(2))
    options = {"board": boards, "max_seconds": 1e-4, "n_samples": 200, "rng": 11}
    return (heroes, villains), options, range_equity_rows(heroes, villains, num_threads=1, **options)


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("most", [1, 7, 64])
def test_threads_and_pieces_change_nothing(many, monkeypatch, threads, most):
    players, options, expected = many
    assert 0 < expected.exact.sum() < 300
    monkeypatch.setattr("pokerbits._equity.range_rows._MOST_ROWS", most)
    monkeypatch.setattr("pokerbits._equity.range_rows._BLOCKS", 1)
    told = []
    found = range_equity_rows(*players, num_threads=threads, progress=lambda *of: told.append(of), **options)
    assert found == expected
    assert told[-1] == (300_000, 300_000)


def test_executors_change_nothing(many):
    players, options, expected = many
    with ThreadPoolExecutor(2) as executor:
        assert range_equity_rows(*players, executor=executor, **options) == expected
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert range_equity_rows(*players, executor=executor, num_threads=2, **options) == expected
        with pytest.raises(InvalidRangeError, match="row 2: player 2: the board and the dead cards leave no hand of"):
            range_equity_rows("KK", ["QQ", "JJ", "AhAd"], board="Ah7d2c", executor=executor)


def test_a_task_is_sent_its_own_spots():
    sent = []

    class Recorder(ThreadPoolExecutor):
        def submit(self, compute, spec, block, num_threads):
            sent.append((len(spec.spots), {*spec.spots.players[0].items}, block, num_threads))
            return super().submit(compute, spec, block, num_threads)

    with Recorder(1) as executor:
        range_equity_rows(["QQ", "JJ", "JJ"], "KK", board="Ah7d2c5c6c", executor=executor)
    assert sorted(map(repr, sent)) == ["(1, {'JJ'}, 0, 1)", "(1, {'JJ'}, 0, 1)", "(1, {'QQ'}, 0, 1)"]


def test_every_form_of_a_column():
    heroes, boards = ["QQ+", "KhKd", "QQ+"], ["Ah7d2c5c6c", "Ah7d2c5c", "Jh7d2c5c6c"]
    expected = range_equity_rows(heroes, "22+", board=boards)
    assert expected.equity.shape == (3, 2)
    for column in (tuple(heroes), np.array(heroes), np.array(heroes, object), pd.Series(heroes), pl.Series(heroes)):
        assert range_equity_rows(column, pb.Range("22+"), board=pl.Series(boards)) == expected
    objects = [pb.Range("QQ+"), pb.cards.parse_cards("KhKd"), pb.Range("QQ+").weights]
    villain = pb.Range("22+").weights
    assert range_equity_rows(objects, villain, board=[pb.cards.parse_cards(of) for of in boards]) == expected
    weights = np.stack([pb.Range(of).weights for of in heroes])
    assert range_equity_rows(weights, "22+", board=boards) == expected
    hands = pb.cards.parse_cards(["AhKh", "9c9d"])
    assert_same(range_equity_rows(hands, "QQ", dead="2c"), alone(*((of, "QQ", None) for of in hands), dead="2c"))
    one = range_equity_rows([51, 47], "QQ", board=[0, 5, 10])
    assert_same(one, alone(([51, 47], "QQ", [0, 5, 10])))
    dead = ["2c", None, "KsKc"]
    found = range_equity_rows("AA", "QQ", dead=dead, board="Ah7d2d5c6c")
    assert_same(found, [pb.equity("AA", "QQ", board="Ah7d2d5c6c", dead=cards) for cards in dead])
    none = range_equity_rows([], "QQ")
    assert none.equity.shape == (0, 2)
    assert none.to_dict() == {"spots": []}


@pytest.mark.parametrize(
    ("game", "players", "board"),
    [
        ("omaha", (["AA$ds", "AhKhQhJh", "*"], "KK:QQ"), ["Kd7s2cQc5d", "2d7s2cQc5d", "2d7s2cQc5d"]),
        ("omaha_hilo", (["A2$ds", "AhKhQhJh"], "KKQQ"), "2d7s3cQc5d"),
        ("short_deck", (["QQ+", "AhKh"], "TT+"), ["Kd7s8cQc", "Ad7s8cQc6h"]),
        ("stud", (["AhAd2c5c7c8d9s", "KhKd7c"], ["2h3c4c5h6c7dTs", "QcQd3s4s5s6s8s"]), None),
    ],
)
def test_other_games(game, players, board):
    options = {"game": game, "n_samples": 500, "rng": 3, "max_seconds": 0.3}
    found = range_equity_rows(*players, board=board, **options)
    n = len(found.equity)
    columns = [[of] * n if isinstance(of, str) or of is None else of for of in (*players, board)]
    seeds = np.random.SeedSequence(3).spawn(n)
    expected = [
        pb.equity(*of, board=dealt, **options | {"rng": seed})
        for (*of, dealt), seed in zip(zip(*columns, strict=True), seeds, strict=True)
    ]
    assert_same(found, expected)


def test_a_text_is_read_once(monkeypatch):
    read = []
    original = columns_of_spots.two_cards.hand_or_range
    monkeypatch.setattr(
        columns_of_spots.two_cards, "hand_or_range", lambda *of, **named: read.append(of) or original(*of, **named)
    )
    range_equity_rows(["QQ+", "JJ", "QQ+", "QQ+"], "22+", board="Ah7d2c5c6c")
    assert sorted(of for of in read if isinstance(of[0], str)) == [("22+", 1, None), ("JJ", 0, None), ("QQ+", 0, None)]


@pytest.mark.parametrize(
    ("players", "options", "error", "message", "where"),
    [
        ((["QQ", "QQ", "QQx"], "22+"), {}, InvalidRangeError, "row 2: player 1: ", (2, 0)),
        (("QQ", "22+x"), {}, InvalidRangeError, "^player 2: ", (None, 1)),
        (
            (["QQ", "JJ"], "TT"),
            {"board": ["Ah7d2c", "Ah7d2c3c4c5c"]},
            CardCountError,
            "row 1: board: expected",
            (1, None),
        ),
        ((["AhKh", "AhKd"], "KdKc"), {}, DuplicateCardError, "row 1: card Kd", (1, 1)),
        (("AA", ["KK", "AhAd"]), {"board": "Ah7d2c"}, InvalidRangeError, "row 1: player 2: the board", (1, 1)),
        ((["AA", "KK"], ["AA"] * 3), {}, InvalidArgumentError, "different lengths: player 1 2, player 2 3", None),
        ((["AA"],), {}, InvalidArgumentError, "expected 2 to 10 players, found 1", None),
        ((["AA"], "KK"), {"num_threads": 0}, InvalidArgumentError, "num_threads", None),
        ((["AA"], "KK"), {"max_seconds": -1}, InvalidArgumentError, "max_seconds", None),
        ((["AA"], "KK"), {"executor": 3}, InvalidArgumentError, "executor", None),
        ((["AA"], "KK"), {"game": "chess"}, InvalidArgumentError, "game", None),
        ((["AA"], "KK"), {"progress": 3}, TypeError, "progress", None),
        ((5, "KK"), {}, TypeError, "player 1: expected a hand, a range or a column", None),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_bad_input(players, options, error, message, where, threads):
    with pytest.raises(error, match=message) as caught:
        range_equity_rows(*players, **{"num_threads": threads} | options)
    if where is not None:
        assert (caught.value.row, caught.value.player) == where


def test_the_result_as_a_table():
    found = range_equity_rows(["QQ+", "AhKh"], "22+", board="Qc7h2c9s4d", method="monte_carlo", n_samples=500, rng=1)
    columns = found.to_columns()
    assert columns["row"].tolist() == [0, 0, 1, 1]
    assert columns["player"].tolist() == [0, 1, 0, 1]
    assert columns["method"] == ["monte_carlo"] * 4
    for name in ERRORS:
        assert columns[name].tolist() == getattr(found, name).ravel().tolist()
        assert max(columns[name]) > 0
    assert columns["n"].tolist() == np.repeat(found.n, 2).tolist()
    spot = found.to_dict()["spots"][1]
    assert spot["players"][0] == {name: getattr(found, name)[1, 0] for name in NUMBERS}
    assert spot["effective_samples"] == found.effective_samples[1]
    assert str(found).splitlines()[0].split() == ["row", "player", "1", "player", "2", "std", "error"]


WRONG_ROWS = {
    "text": ("QQ++", "TT", "Th7d2c"),
    "missing hero": (None, "TT", "Th7d2c"),
    "villain": ("QQ", "A", "Th7d2c"),
    "board of six": ("QQ", "TT", "Th7d2c3c4c5c"),
    "board that is no text": ("QQ", "TT", 5.5),
    "card twice": ("AhKh", "TT", "Ah7d2c"),
    "the same two cards": ("AhKh", "AhKh", "Th7d2c"),
    "no hand left": ("TT", "AA", "TcTdTh"),
}


@pytest.mark.parametrize("name", WRONG_ROWS)
@pytest.mark.parametrize(
    "options", [{}, {"method": "monte_carlo", "n_samples": 300, "rng": 5}], ids=["exact", "sampled"]
)
def test_wrong_rows_are_nan_and_others_what_they_are_without_them(name, options):
    hero, villain, board = WRONG_ROWS[name]
    columns = [
        [*HEROES[:2], hero, *HEROES[2:]],
        [*VILLAINS[:2], villain, *VILLAINS[2:]],
        [*BOARDS[:2], board, *BOARDS[2:]],
    ]
    with pytest.raises((pb.exceptions.PokerbitsError, TypeError)) as failed:
        range_equity_rows(*columns[:2], board=columns[2], **options)
    assert getattr(failed.value, "row", 2) == 2
    found = range_equity_rows(*columns[:2], board=columns[2], errors="nan", **options)
    for field in NUMBERS:
        assert np.isnan(getattr(found, field)[2]).all()
        assert not np.isnan(np.delete(getattr(found, field), 2, axis=0)).any()
    assert (found.exact[2], found.n[2], found.effective_samples[2], found.method[2]) == (False, 0, 0, "")
    # Seeds are those of the rows of the caller.
    right = [[*of[:2], of[0], *of[3:]] for of in columns]
    expected = range_equity_rows(*right[:2], board=right[2], **options)
    for field in (*NUMBERS, *REST, "method"):
        of_found, of_expected = (np.delete(getattr(of, field), 2, axis=0) for of in (found, expected))
        assert (of_found == of_expected).all()
    with ThreadPoolExecutor(2) as executor:
        assert range_equity_rows(*columns[:2], board=columns[2], errors="nan", executor=executor, **options) == found


def test_wrong_rows_of_all_and_of_none():
    found = range_equity_rows(["QQ++", "x"], "TT", errors="nan")
    assert np.isnan(found.equity).all()
    assert found.method.tolist() == ["", ""]
    right = range_equity_rows(HEROES, VILLAINS, board=BOARDS)
    assert range_equity_rows(HEROES, VILLAINS, board=BOARDS, errors="nan") == right
    assert range_equity_rows([], "TT", errors="nan").equity.shape == (0, 2)


def test_wrong_rows_in_threads_of_this_process():
    heroes = ["QQ+, AKs", "AhKh, QQ"] * 80
    found = range_equity_rows(heroes, "TT, 99", board=["Th7d2c3c", "Ah7d2c3h"] * 80, num_threads=2, errors="nan")
    assert not np.isnan(found.equity).any()
    heroes[7] = "AhAd"
    boards = ["Th7d2c3c", "Ah7d2c3h"] * 80
    found = range_equity_rows(heroes, "TT, 99", board=boards, num_threads=2, errors="nan")
    assert np.flatnonzero(np.isnan(found.equity).any(axis=1)).tolist() == [7]


@pytest.mark.parametrize(
    ("players", "options", "error"),
    [
        ((["QQ"], "x"), {}, InvalidRangeError),
        ((["QQ"], "TT"), {"board": "Th7d2c3c4c5c"}, CardCountError),
        ((["QQ"], "TT"), {"dead": "AhAx"}, InvalidCardError),
        ((["QQ"], "random", "random"), {"method": "exact", "max_seconds": 1e-9}, InvalidArgumentError),
        ((["QQ", "JJ"], ["TT"]), {}, InvalidArgumentError),
    ],
)
def test_other_errors_are_raised(players, options, error):
    with pytest.raises(error):
        range_equity_rows(*players, errors="nan", **options)


@pytest.mark.parametrize("errors", ["NaN", "ignore", None, True])
def test_the_way_with_errors_is_one_of_two(errors):
    with pytest.raises((InvalidArgumentError, TypeError), match="errors"):
        range_equity_rows(["QQ"], "TT", errors=errors)

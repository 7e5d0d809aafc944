"""Columns: boards of different streets, missing values, wrong rows, and names of hand classes, in every form."""

import timeit
from functools import cache, partial
from typing import NamedTuple

import numpy as np
import pandas as pd
import polars as pl
import pytest

import pokerbits as pb
from pokerbits._by_street import _Call
from pokerbits._input.columns import MISSING, NOT_READ, combo_of_class, read_column
from pokerbits.abstraction import IndexerLookup, TableLookup
from pokerbits.cards import COMBOS, HAND_CLASSES, format_cards, hand_class, parse_cards
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    PokerbitsError,
)

N, BAD = 12, 7
STREETS = [0, 3, 4, 5]


@cache
def abstraction():
    return pb.CardAbstraction.build({"flop": 3, "turn": 3, "river": 3}, features="percentile")


@cache
def table():
    indexers = [pb.HandIndexer((2,)), pb.HandIndexer((2, 3)), pb.HandIndexer((2, 4))]
    return TableLookup(indexers, [np.arange(169) / 2, None, np.arange(indexers[2].size(), dtype=np.uint32)])


class Function(NamedTuple):
    """A function of hole cards and boards, with the numbers of cards that it takes."""

    call: object
    hole: int = 2
    boards: tuple[int, ...] = (0, 3, 4, 5)
    takes_nan: bool = False
    takes_no_board: bool = False

    def __call__(self, hole, board=None, **options):
        return self.call(hole, **options) if self.takes_no_board else self.call(hole, board, **options)


def odds(*args, **options):
    return pb.odds_vs_random(*args, **options).equity


def spots(hole, board, **options):
    """Return equities against one hand, from a column for each player or from a list of spots."""
    is_column = hasattr(hole, "__array__")
    hands = [hole, pd.Series([VILLAIN] * len(hole))] if is_column else [(own, VILLAIN) for own in hole]
    return pb.equity_rows(hands, board, **options).equity


def range_spots(hole, board):
    return pb.reports.range_equity_rows(hole, VILLAIN, board=board).equity


VILLAIN = "2c2d"
FUNCTIONS = {
    "evaluate": Function(pb.evaluate, boards=(3, 4, 5), takes_nan=True),
    "evaluate, hands": Function(pb.evaluate, 6, takes_nan=True, takes_no_board=True),
    "best_five": Function(pb.best_five, boards=(3, 4, 5)),
    "evaluate_omaha": Function(pb.evaluate_omaha, 4, (3, 4, 5)),
    "evaluate_omaha_low": Function(pb.evaluate_omaha_low, 5, (3, 4, 5)),
    "odds_vs_random": Function(odds, takes_nan=True),
    "odds against several": Function(partial(odds, n_opponents=[1, 3]), takes_nan=True),
    "equity_rows": Function(spots, takes_nan=True),
    "range_equity_rows": Function(range_spots),
    "hand_strength": Function(pb.hand_strength, boards=(3, 4, 5), takes_nan=True),
    "expected_hand_strength": Function(pb.expected_hand_strength, takes_nan=True),
    "hand_strength_histogram": Function(partial(pb.strength.hand_strength_histogram, bins=5)),
    "average_rank_strength": Function(pb.strength.average_rank_strength, boards=(4, 5), takes_nan=True),
    "hand_percentile": Function(pb.hand_percentile, takes_nan=True, takes_no_board=True),
    "hand_percentile, omaha": Function(
        partial(pb.hand_percentile, game="omaha"), 4, takes_nan=True, takes_no_board=True
    ),
    "category_odds": Function(pb.category_odds, takes_nan=True),
    "HandIndexer.index": Function(pb.HandIndexer((2, 3)).index, 5, takes_no_board=True),
    "IndexerLookup.lookup": Function(IndexerLookup(pb.HandIndexer((2, 3, 1, 1))).lookup),
    "TableLookup.lookup": Function(lambda *of: table().lookup(*of), boards=(0, 3, 4)),
    "CardAbstraction.lookup": Function(lambda *of: abstraction().lookup(*of)),
}


ONE_CARD = {"one card", "a dict"}
OF_KNOWN_BOARDS = {"odds_vs_random", "odds against several", "equity_rows", "range_equity_rows", "category_odds"}
"""The functions that take boards of which one card is known."""


def hands_and_boards(function, n=N, seed=1):
    """Return hole cards and boards of all streets as lists of ids, none with a card of the villain."""
    rng = np.random.default_rng(seed)
    rows = pb.random_hands(n, function.hole + 5, dead=VILLAIN, rng=seed).tolist()
    sizes = rng.permutation(np.resize(function.boards, n)).tolist()
    hole = [row[: function.hole] for row in rows]
    return hole, [row[function.hole :][:size] for row, size in zip(rows, sizes, strict=True)]


def texts(rows):
    return [format_cards(row) for row in rows]


def names(rows):
    return [[format_cards([card]) for card in row] for row in rows]


def missing(nothing):
    return lambda rows: [format_cards(row) if row else nothing for row in rows]


def objects(rows):
    found = np.empty(len(rows), dtype=object)
    found[:] = rows
    return found


FORMS = {
    "texts": texts,
    "ids": list,
    "names": names,
    "None": missing(None),
    "NaN": missing(float("nan")),
    "tuple": lambda rows: tuple(map(tuple, rows)),
    "pandas": lambda rows: pd.Series(texts(rows)),
    "pandas, string": lambda rows: pd.Series(missing(None)(rows), dtype="string"),
    "pandas, NaN": lambda rows: pd.Series(missing(float("nan"))(rows)),
    "pandas, ids": pd.Series,
    "polars": lambda rows: pl.Series(texts(rows)),
    "polars, null": lambda rows: pl.Series(missing(None)(rows), dtype=pl.String),
    "polars, ids": lambda rows: pl.Series(rows, dtype=pl.List(pl.Int64)),
    "polars, bytes": lambda rows: pl.Series(rows, dtype=pl.List(pl.UInt8)),
    "polars, names": lambda rows: pl.Series(names(rows), dtype=pl.List(pl.String)),
    "polars, names or null": lambda rows: pl.Series([row or None for row in names(rows)], dtype=pl.List(pl.String)),
    "array of texts": lambda rows: np.array(texts(rows)),
    "array of bytes": lambda rows: np.array(texts(rows)).astype("S"),
    "array of lists": objects,
    "array of arrays": lambda rows: objects([np.array(row, dtype=np.int64) for row in rows]),
    "sets": lambda rows: [pb.CardSet(row) for row in rows],
    "NumPy's integers": lambda rows: [[*map(np.int16, row)] for row in rows],
}


@cache
def alone(name):
    """Return the results of rows by a call for each."""
    function = FUNCTIONS[name]
    hole, boards = hands_and_boards(function)
    rows = zip(hole, boards, strict=True)
    if name in ("equity_rows", "range_equity_rows"):
        return np.array([pb.equity(own, VILLAIN, board=board).equity for own, board in rows])
    return np.array([function(own, board) for own, board in rows])


IN_ORDER = {"best_five", "HandIndexer.index", "IndexerLookup.lookup"}
"""Functions for which the order of the cards matters; a set has none."""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_rows_of_all_streets_are_what_single_rows_are(name, form):
    if (form, name) in {("sets", name) for name in IN_ORDER}:
        return
    function, made = FUNCTIONS[name], FORMS[form]
    hole, boards = hands_and_boards(function)
    found = function(made(hole), made(boards))
    assert np.array_equal(found, alone(name))


# Wrong rows

TEXT = {
    "a text": ("AsXs", InvalidCardError, None),
    "half a card": ("AsK", InvalidCardError, None),
    "a card twice": ("4h4h", DuplicateCardError, parse_cards("4h")[0]),
    "too many cards": ("As" * 60, (CardCountError, DuplicateCardError), None),
    "one card": ("As", CardCountError, None),
    "no card": ("", CardCountError, None),
    "None": (None, InvalidArgumentError, None),
    "NaN": (float("nan"), InvalidArgumentError, None),
    "NA": (pd.NA, InvalidArgumentError, None),
    "a float": (5.5, InvalidCardError, None),
    "an integer": (5, InvalidCardError, None),
    "a bool": (True, InvalidCardError, None),
    "an object": (object(), InvalidCardError, None),
    "bytes": (b"AsKs", (InvalidCardError, CardCountError), None),
    "a dict": ({"As": 1}, CardCountError, None),
    "rows": (["AsKs", "QsJs"], CardCountError, None),
    "a text with a surrogate": ("As\udcff", InvalidCardError, None),
    "a long text": ("x" * 100_000, InvalidCardError, None),
}
IDS = {
    "-1": ([-1, 3], InvalidCardError, -1),
    "52": ([3, 52], InvalidCardError, 52),
    "255": ([3, 255], InvalidCardError, 255),
    "300": ([300, 3], InvalidCardError, 300),
    "2**70": ([3, 2**70], InvalidCardError, 2**70),
    "twice": ([9, 9], DuplicateCardError, 9),
    "a float": ([3, 5.5], InvalidCardError, None),
    "a bool": ([3, True], InvalidCardError, None),
    "None": ([3, None], InvalidArgumentError, None),
    "NaN": ([3, float("nan")], InvalidArgumentError, None),
    "a text": ([3, "Xs"], InvalidCardError, None),
    "two cards in a text": ([3, "AsKs"], CardCountError, None),
    "an object": ([3, object()], InvalidCardError, None),
    "rows": ([[3, 4], [5, 6]], CardCountError, None),
    "no row": (None, InvalidArgumentError, None),
    "a number": (3, InvalidCardError, None),
    "no card": ([], CardCountError, None),
}
FAULTS = [*(("texts", what) for what in TEXT), *(("ids", what) for what in IDS)]
NO_BOARD = {*(("texts", what) for what in ("None", "NaN", "NA", "no card")), ("ids", "no row"), ("ids", "no card")}
"""Rows without a board, which are wrong only for functions that need one."""


def planted(name, kind, where, what, form):
    """Return columns with a wrong row, the class of its error and its card."""
    function = FUNCTIONS[name]
    hole, boards = hands_and_boards(function)
    row, error, card = (TEXT if kind == "texts" else IDS)[what]
    made = texts if kind == "texts" else list
    columns = {"hole": made(hole), "board": made(boards)}
    if isinstance(row, str | list) and error is not CardCountError and 0 < len(row) <= 4 and what != "half a card":
        # The right number of cards, so that only one thing is wrong.
        width = function.hole if where == "hole" else function.boards[-1]
        more = [card for card in range(12, 30) if card not in (hole[BAD] if where == "board" else boards[BAD])]
        rest = more[: max(width - 2, 0)]
        row = row + format_cards(rest) if isinstance(row, str) else [*row, *rest]
    columns[where][BAD] = row
    return {at: FAULTY_FORMS[form](column) for at, column in columns.items()}, error, card


FAULTY_FORMS = {"list": list, "tuple": tuple, "objects": objects, "pandas": lambda rows: pd.Series(rows, dtype=object)}


@pytest.mark.parametrize("where", ["hole", "board"])
@pytest.mark.parametrize(("kind", "what"), FAULTS, ids=map(": ".join, FAULTS))
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_error_of_a_wrong_row_names_it(name, kind, what, where):
    function = FUNCTIONS[name]
    is_no_board = where == "board" and (kind, what) in NO_BOARD
    if where == "board" and (function.takes_no_board or (is_no_board and 0 in function.boards)):
        return
    if where == "board" and what in ONE_CARD and name in OF_KNOWN_BOARDS:
        return
    for form in FAULTY_FORMS:
        columns, error, card = planted(name, kind, where, what, form)
        error = CardCountError if is_no_board else error
        with pytest.raises(PokerbitsError) as caught:
            function(**columns)
        assert caught.value.row == BAD, (form, caught.value)
        assert str(caught.value).startswith(f"row {BAD}: ")
        assert name.startswith("range") or isinstance(caught.value, error), (form, repr(caught.value))
        assert card is None or caught.value.card == card
        if name == "equity_rows" and where == "hole" and what != "too many cards":
            assert caught.value.player == 0
        # Odds before the flop take a second: one fault of each kind will do.
        is_slow = "odds" in name and what not in {"twice", "None", "too many cards"}
        if function.takes_nan and form == "list" and not is_slow:
            # Every other row has its own result.
            found = function(**columns, errors="nan")
            right = np.arange(N) != BAD
            assert np.array_equal(found[right], alone(name)[right])
            assert (found[BAD] == 0 if name.startswith("evaluate") else np.isnan(found[BAD])).all()


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if not FUNCTIONS[name].takes_no_board])
def test_a_card_of_both_is_named(name):
    function = FUNCTIONS[name]
    hole, boards = hands_and_boards(function)
    boards[BAD] = [*boards[BAD]] if boards[BAD] else pb.random_hands(1, 3, dead=[*hole[BAD], 0, 1], rng=1)[0].tolist()
    boards[BAD][1] = hole[BAD][1]
    for made in (texts, list):
        with pytest.raises(
            DuplicateCardError, match=rf"^row {BAD}: .*card {format_cards([hole[BAD][1]])} \(id"
        ) as caught:
            function(made(hole), made(boards))
        assert (caught.value.row, caught.value.card) == (BAD, hole[BAD][1])


def test_the_player_of_a_wrong_hand_is_named():
    heroes, villains = ["AsKs"] * N, ["QdQc"] * N
    for wrong, error, card in [
        ("QdXc", InvalidCardError, None),
        (None, InvalidArgumentError, None),
        (5.5, InvalidCardError, None),
        ("QdQcQh", CardCountError, None),
        ("QdAs", DuplicateCardError, 51),
        ([40, 52], InvalidCardError, 52),
    ]:
        villains[BAD] = wrong
        spots = [*zip(heroes, villains, strict=True)]
        for hands in (
            [pd.Series(heroes), pd.Series(villains, dtype=object)],
            spots,
            pd.DataFrame({"hero": heroes, "villain": pd.Series(villains, dtype=object)}),
        ):
            with pytest.raises(error) as caught:
                pb.equity_rows(hands, ["2c3c4c", ""] * (N // 2))
            assert (caught.value.row, caught.value.player, caught.value.card) == (BAD, 1, card)
    with pytest.raises(CardCountError, match=f"^row {BAD}: hands: expected 2 players, found 3"):
        pb.equity_rows([*[("AsKs", "QdQc")] * BAD, ("AsKs", "QdQc", "2c2d")])
    with pytest.raises(InvalidArgumentError, match=f"^row {BAD}: hands: a value is missing"):
        pb.equity_rows([*[("AsKs", "QdQc")] * BAD, None])
    with pytest.raises(InvalidCardError, match=r"^cannot read a card") as caught:
        pb.equity_rows(["AhAd", "KsKx"])
    assert (caught.value.row, caught.value.player) == (None, 1)


@pytest.mark.parametrize("nothing", [None, float("nan"), pd.NA, pd.NaT])
@pytest.mark.parametrize("game", ["holdem", "omaha", "stud"])
def test_a_missing_player_is_named(nothing, game):
    players = ["AsKs" if game == "holdem" else "AsKsAhKh"] * 3 if game != "stud" else ["AsKsQs"] * 3
    players[2] = nothing
    for column in (players, pd.Series(players, dtype=object)):
        with pytest.raises(InvalidArgumentError, match=r"^row 2: player 2: a value is missing") as caught:
            pb.reports.range_equity_rows("2c2d" if game == "holdem" else "2c2d3c3d", column, game=game)
        assert (caught.value.row, caught.value.player) == (2, 1)


# NaN for wrong rows


def test_results_for_wrong_rows():
    hole, board = ["AsKs", "AsXs", "7c2d", "QdQc"], ["QhJh2h", "", None, "QdJh2h"]
    found = pb.odds_vs_random(hole, board, n_opponents=[1, 2], errors="nan")
    expected = [pb.odds_vs_random("AsKs", "QhJh2h", n_opponents=[1, 2]), pb.odds_vs_random("7c2d", n_opponents=[1, 2])]
    for row, of in zip((0, 2), expected, strict=True):
        for word in ("equity", "win", "tie", "lose"):
            assert (getattr(found, word)[row] == getattr(of, word)).all()
        assert [found.counts[k][row] for k in (1, 2)] == [of.counts[k] for k in (1, 2)]
        assert [found.total[k][row] for k in (1, 2)] == [of.total[k] for k in (1, 2)]
    assert np.isnan(found.equity[[1, 3]]).all()
    assert found.counts[2][3] == pb.Counts(0, (0, 0), 0)
    assert found.total[1].tolist() == [1070190, 0, 2097572400, 0]
    assert found.to_columns()["total"][2] == found.total[1][1] == 0
    assert len(str(found).splitlines()) == 9
    assert found == pb.odds_vs_random(hole, board, n_opponents=[1, 2], errors="nan")
    spots = pb.equity_rows([pd.Series(hole), pd.Series(["2c2d"] * 4)], board, errors="nan")
    assert spots.n.tolist() == [990, 0, 0, 0]
    assert np.array_equal(spots.equity[0], pb.equity("AsKs", "2c2d", board="QhJh2h").equity)
    assert spots.counts[0, 0] == pb.equity("AsKs", "2c2d", board="QhJh2h").counts[0]
    assert np.isnan(spots.win[1:]).all()
    assert spots.to_dict()["n"] == [990, 0, 0, 0]
    assert spots.to_columns()["total"].tolist() == [990, 990, 0, 0, 0, 0, 0, 0]
    assert repr(spots) == "<EquityRows: 4 spots of 2 players>"


def test_all_rows_may_be_wrong():
    wrong = ["AsXs", "AsAs", None]
    for name, function in FUNCTIONS.items():
        if function.takes_nan:
            found = function(wrong, [""] * 3, errors="nan")
            right = alone(name)
            assert (found.shape, found.dtype) == ((3, *right.shape[1:]), right.dtype)
            assert (found == 0 if name.startswith("evaluate") else np.isnan(found)).all()


def test_arrays_with_wrong_rows():
    hands = pb.random_hands(40, 7, rng=2).astype(np.int64).reshape(8, 5, 7)
    expected = pb.evaluate(hands)
    hands[2, 3, 4], hands[5, 0, 1] = 52, hands[5, 0, 0]
    expected[2, 3] = expected[5, 0] = 0
    assert (pb.evaluate(hands, errors="nan") == expected).all()
    out = np.full((8, 5), 9, dtype=np.uint16)
    assert pb.evaluate(hands, errors="nan", out=out) is out
    assert (out == expected).all()
    masked = np.ma.MaskedArray(hands, mask=np.zeros(hands.shape, dtype=bool))
    masked[0, 0, 3] = np.ma.masked
    expected[0, 0] = 0
    assert (pb.evaluate(masked, errors="nan") == expected).all()
    right = pb.random_hands(600, 7, rng=3)
    assert (pb.evaluate(right, errors="nan") == pb.evaluate(right)).all()
    # Cards below the six are wrong in short deck, which only the core knows.
    short = pb.evaluate(right, rules="short_deck", errors="nan")
    assert ((short == 0) == (right < 16).any(axis=1)).all()
    dead = pb.odds_vs_random(right[:300, :2], right[:300, 2:], dead="AsKs", errors="nan").equity
    assert (np.isnan(dead) == np.isin(right[:300], [51, 47]).any(axis=1)).all()


def test_options_are_refused_as_ever():
    hole, board = ["AsKs", "7c2d", "AsXs"], ["QhJh2h", "", ""]
    for options, message in [
        ({"errors": "ignore"}, "errors"),
        ({"errors": "nan", "dead": "AsX"}, "cannot read a card"),
        ({"errors": "nan", "dead": ["AsKs", "2c"]}, "dead"),
        ({"errors": "nan", "n_opponents": 0}, "opponents"),
        ({"errors": "nan", "num_threads": 0}, "num_threads"),
    ]:
        with pytest.raises(InvalidArgumentError if "dead" not in options else PokerbitsError, match=message):
            pb.odds_vs_random(hole, board, **options)
    with pytest.raises(TypeError, match="errors: expected 'raise' or 'nan', found None"):
        pb.odds_vs_random("AsKs", errors=None)
    with pytest.raises(InvalidArgumentError, match=r"^num_threads"):
        pb.odds_vs_random(hole[:2], board[:2], num_threads=0)
    with pytest.raises(InvalidArgumentError, match="not for eight_or_better"):
        pb.evaluate(["AsKsQsJsTs", ""], rules="eight_or_better", errors="nan")
    with pytest.raises(InvalidArgumentError, match=r"shapes \(2,\) and \(3,\) do not broadcast"):
        pb.odds_vs_random(hole[:2], board)
    for out in (np.empty(2, dtype=np.float32), np.empty(3)):
        with pytest.raises(InvalidArgumentError, match=r"^out: expected an array of float64 \(2,\)"):
            pb.expected_hand_strength(hole[:2], board[:2], out=out)
    # One hand is no column.
    for errors in ("raise", "nan"):
        with pytest.raises(InvalidCardError, match=r"^cannot read a card"):
            pb.odds_vs_random("AsXs", errors=errors)
    assert pb.odds_vs_random("AsKs", errors="nan") == pb.odds_vs_random("AsKs")
    assert pb.hand_strength("AsKs", "QhJh2h", errors="nan") == pb.hand_strength("AsKs", "QhJh2h")
    with pytest.raises(TypeError, match="errors"):
        pb.HandIndexer((2,)).index(["AsKs"], errors="nan")


def test_out_and_progress_of_columns():
    hole, board = ["AsKs", "7c2d", "AsKs"], ["QhJh2h", "", "QhJh2h3c4c"]
    out, told = np.zeros(3), []
    found = pb.expected_hand_strength(hole, board, out=out, progress=lambda *of: told.append(of))
    assert found is out
    assert out.tolist() == [pb.expected_hand_strength(*row) for row in zip(hole, board, strict=True)]
    assert not told or told[-1][0] == told[-1][1]
    assert len({total for _, total in told}) <= 1
    one_board = pb.expected_hand_strength(hole[:2], "QhJh2h", errors="nan")
    assert one_board.tolist() == [pb.expected_hand_strength(own, "QhJh2h") for own in hole[:2]]
    one_hand = pb.expected_hand_strength("AsKs", board)
    assert one_hand.tolist() == [pb.expected_hand_strength("AsKs", of) for of in board]


def test_the_round_of_each_hand():
    indexer = pb.HandIndexer((2, 3, 1, 1))
    hands = [format_cards(row[:size]) for row, size in zip(pb.random_hands(8, 7, rng=4), [2, 5, 6, 7] * 2, strict=True)]
    expected = [indexer.index(hand, round=at % 4) for at, hand in enumerate(hands)]
    assert indexer.index(hands, round=None).tolist() == expected
    assert indexer.index(hands[1], round=None) == expected[1]
    assert indexer.index(parse_cards(hands[1::4]), round=None).tolist() == expected[1::4]
    with pytest.raises(CardCountError, match="expected 2, 5, 6 or 7 cards, found 3"):
        indexer.index("AsKsQs", round=None)
    with pytest.raises(CardCountError, match=r"^row 1: .*found 3"):
        indexer.index(["AsKs", "AsKsQs"], round=None)


# Names of hand classes


def test_every_class_is_each_of_its_combos():
    of_class = hand_class(COMBOS)
    for call in (pb.hand_percentile, pb.expected_hand_strength, partial(pb.expected_hand_strength, power=2), odds):
        assert (call(list(HAND_CLASSES))[of_class] == call(COMBOS)).all()
        assert call("72o") == call("7c2d")
        assert np.array_equal(call(pd.Series(["AKs", "AsKh", "22"])), call(["AsKs", "AsKh", "2c2d"]))
    found = pb.odds_vs_random("AKs", n_opponents=2)
    assert all(pb.odds_vs_random(combo, n_opponents=2) == found for combo in COMBOS[of_class == 168])
    assert (pb.category_odds(["AKs", "T9o", "22"]) == pb.category_odds(["AdKd", "Tc9h", "2s2c"])).all()
    assert (pb.strength.hand_strength_histogram("AKs") == pb.strength.hand_strength_histogram("AcKc")).all()
    for spelled in ("KAs", "aks", "AKS", "kaS"):
        assert pb.hand_percentile(spelled) == pb.hand_percentile("AsKs")
    assert pb.odds_vs_random("AKs", n_opponents=2) == pb.odds_vs_random("AcKc", n_opponents=2)
    assert isinstance(pb.hand_percentile("AKs"), np.float64)


def test_every_class_has_a_combo():
    for number, name in enumerate(HAND_CLASSES):
        assert hand_class(combo_of_class(name)) == number
    for text in ("", "A", "AK", "AAs", "AKx", "AKss", "1As", "AsKs", "A s", "ßs", "AKs "):
        assert combo_of_class(text) is None


@pytest.mark.parametrize("villain", [None, "QQ+, AKs, 0.5:T9o"])
def test_a_class_against_a_range_that_does_not_know_suits(villain):
    for power in (1, 2):
        found = pb.expected_hand_strength("AKs", villain=villain, power=power)
        assert found == pb.expected_hand_strength("AcKc", villain=villain, power=power)
        assert found == pb.expected_hand_strength("AhKh", villain=villain, power=power)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: pb.odds_vs_random("AKs", "QhJh2h"), "on a board"),
        (lambda: pb.expected_hand_strength("AKs", "QhJh2h"), "on a board"),
        (lambda: pb.hand_strength("AKs", "QhJh2h"), "on a board"),
        (lambda: pb.hand_strength("AKs", "QhJh2h", villain="QQ+"), "on a board"),
        (lambda: pb.category_odds("AKs", "QhJh2h"), "on a board"),
        (lambda: pb.odds_vs_random("AKs", dead="2c"), "to the dead cards"),
        (lambda: pb.expected_hand_strength("AKs", villain="AhKh, QQ"), "to the range of the opponent"),
    ],
)
def test_a_class_where_suits_matter_is_refused(call, why):
    message = f"^'AKs' is a class of hands, whose suits matter {why}: name the suits, as in AsKs$"
    with pytest.raises(InvalidCardError, match=message) as caught:
        call()
    assert caught.value.row is None


def test_a_class_on_a_board_in_a_column_is_refused():
    with pytest.raises(InvalidCardError, match=r"^row 2: 'AKo' is a class .* as in AsKh$") as caught:
        pb.odds_vs_random(["AsKs", "AKo", "AKo"], ["QhJh2h", None, "QhJh2h"])
    assert caught.value.row == 2
    found = pb.odds_vs_random(["AsKs", "AKo", "AKo"], ["QhJh2h", None, "QhJh2h"], errors="nan").equity
    assert np.isnan(found).tolist() == [False, False, True]
    for call in (partial(pb.hand_percentile, game="omaha"), pb.evaluate, pb.HandIndexer((2,)).index):
        with pytest.raises(InvalidCardError, match="cannot read a card"):
            call("AKs")


# Reading


def test_what_a_column_is():
    column = read_column(["AsKs", "", None, "AsX", [51, 47], ["As", 3], (), 5, float("nan"), pb.CardSet("2c")])
    assert column.sizes.tolist() == [2, 0, MISSING, NOT_READ, 2, 2, 0, NOT_READ, MISSING, 1]
    assert column.cards[0].tolist() == column.cards[4].tolist() == [51, 47]
    assert column.cards[9, 0] == 0
    assert column.shape == (10,)
    for one in ("AsKs", ["As", "Ks"], [51, 47], (51, "Ks"), np.array(["As", "Ks"]), [np.int64(51), 47]):
        found = read_column(one)
        assert (found.shape, found.cards.tolist(), found.sizes.tolist()) == ((), [[51, 47]], [2])
    for rows in (["AsKs"], [[51, 47]], np.array(["AsKs"]), [["As", "Ks"]], np.array([["As", "Ks"]])):
        found = read_column(rows)
        assert (found.shape, found.cards.tolist(), found.sizes.tolist()) == ((1,), [[51, 47]], [2])
    for neither in (5, 5.5, object(), {"As"}, b"As", np.array(5), np.array([0.5])):
        assert read_column(neither) is None


def test_right_calls_do_not_read_columns(monkeypatch):
    """A call that succeeds takes no longer."""
    monkeypatch.setattr(_Call, "__init__", lambda *_: pytest.fail("read again"))
    hole, boards = ["AsKs"] * 3, ["QhJh2h"] * 3
    for name in (
        "odds_vs_random",
        "expected_hand_strength",
        "hand_strength",
        "category_odds",
        "CardAbstraction.lookup",
    ):
        for made in (list, np.array, pd.Series, pl.Series):
            FUNCTIONS[name](made(hole), made(boards))
    pb.equity_rows([pd.Series(hole), pl.Series(["2c2d"] * 3)], boards)


@pytest.mark.parametrize("name", ["hand_strength", "equity_rows", "evaluate"])
def test_wrong_rows_take_no_longer_than_right_ones(name):
    """With errors among many rows: no row is read or computed on its own."""
    function = FUNCTIONS[name]
    rows = 20_000
    hole, boards = map(texts, hands_and_boards(Function(None, boards=(4, 5)), rows))
    boards[0] = boards[0][:8]
    plain = function(hole, boards)
    seconds = timeit.timeit(lambda: function(hole, boards), number=1)
    wrong = np.arange(50, rows, 100)
    for row in wrong.tolist():
        hole[row] = "AsXs" if row % 200 < 100 else boards[row][:4]
    begin = timeit.default_timer()
    found = function(hole, boards, errors="nan")
    assert timeit.default_timer() - begin < 10 * seconds + 1
    right = np.setdiff1d(np.arange(rows), wrong)
    assert np.array_equal(found[right], plain[right])
    assert (found[wrong] == 0 if name == "evaluate" else np.isnan(found[wrong])).all()

"""The message of an error is also in its attributes, and both survive a pickle; kinds of errors are told apart."""

import copy
import pickle

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import exceptions
from pokerbits.exceptions import (
    CancelledError,
    CardCountError,
    CountOverflowError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
    OutOfRangeError,
    ThreadError,
)

ERRORS = [name for name in exceptions.__all__ if name != "DialectWarning"]
OF_FILES = {"DamagedFileError", "ForeignFileError", "LockedFileError"}
NO_FAULT_OF_THE_INPUT = {"PokerbitsError", "CountOverflowError", "ThreadError", "CancelledError", *OF_FILES}


def bad_hands(shape, row, card):
    """Good hands of five of a shape of leading axes, but one card of one row."""
    hands = np.broadcast_to(np.array([51, 47, 43, 39, 35], dtype=np.uint8), (*shape, 5)).copy()
    hands[row][3] = card
    return hands


@pytest.mark.parametrize(("shape", "row"), [((3,), 2), ((3,), 0), ((2, 3), (1, 0)), ((2, 1, 3), (1, 0, 2)), ((), None)])
@pytest.mark.parametrize(("card", "error"), [(51, DuplicateCardError), (52, InvalidCardError), (255, InvalidCardError)])
@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_the_row_and_the_card_are_data(shape, row, card, error, dtype):
    hands = bad_hands(shape, () if row is None else row, card).astype(dtype)
    functions = [
        pb.evaluate,
        pb.evaluate_combos,
        pb.HandIndexer((5,)).index,
        pb.HandIndexer((5,)).index_all,
        pb.HandIndexer((5,)).canonical,
    ]
    for function in functions:
        with pytest.raises(error) as caught:
            function(hands)
        found = caught.value
        assert (found.row, found.card, found.player, found.position) == (row, card, None, None)
        assert str(found).startswith("" if row is None else f"row {row}: card")
        assert found.__cause__ is None


@pytest.mark.parametrize(
    ("call", "error", "row"),
    [
        (lambda: pb.category([1, 7463]), OutOfRangeError, 1),
        (lambda: pb.describe([[1, 2], [0, 3]]), OutOfRangeError, (1, 0)),
        (lambda: pb.category(0), OutOfRangeError, None),
        (lambda: pb.HandIndexer((2,)).unindex([0, 169]), OutOfRangeError, 1),
        (lambda: pb.HandIndexer((2,)).unindex(np.array([0, 169], np.uint64)), OutOfRangeError, 1),
        (lambda: pb.HandIndexer((2,)).unindex(np.array([[0], [169]], np.uint64)), OutOfRangeError, (1, 0)),
        (lambda: pb.HandIndexer((2,)).unindex(range(160, 170)), OutOfRangeError, 9),
        (lambda: pb.odds.count_disjoint([(0, 1), (2, 3), (1, 0)], sizes=[1]), InvalidArgumentError, 2),
        (lambda: pb.evaluate(["AsKsQsJsTs", "AsKsQsJsXs"]), InvalidCardError, 1),
        (lambda: pb.evaluate([["As", "Ks"], ["As"]]), CardCountError, 0),
    ],
)
def test_other_rows_are_data(call, error, row):
    with pytest.raises(error) as caught:
        call()
    assert caught.value.row == row
    assert str(caught.value).startswith("row ") is (row is not None)


def test_a_state_of_another_game_names_the_row():
    indexer = pb.HandIndexer((2, 3))
    state = indexer.extend(indexer.start(2), ["AsKs", "2c2d"])
    state.words[1] = 2**64 - 1
    with pytest.raises(InvalidArgumentError, match=r"^row 1: not a state of this game") as caught:
        indexer.extend(state, "3c4c5c")
    assert caught.value.row == 1


@pytest.mark.parametrize(("text", "position"), [("AsKx", 2), ("As K", 3), ("♠", 0), ("As\udc80", 2)])
def test_the_position_in_a_text_is_data(text, position):
    for call in (pb.cards.parse_cards, pb.evaluate, pb.CardSet):
        with pytest.raises(InvalidCardError) as caught:
            call(text)
        assert caught.value.position == position
        assert (caught.value.row, caught.value.card) == (None, None)


@pytest.mark.parametrize(
    ("hands", "options", "error", "player", "card", "position"),
    [
        (["AhAd", "KsKhKd"], {}, CardCountError, 1, None, None),
        (["AhAd", ""], {}, InvalidRangeError, 1, None, None),
        ([np.array(51), "KsKh"], {}, CardCountError, 0, None, None),
        (["AhAd", "KsKh", [[47, 46]]], {}, CardCountError, 2, None, None),
        (["AhAd", [[47], [46, 45]]], {}, CardCountError, 1, None, None),
        (["AhAd", "QQ+, KsK1"], {}, InvalidRangeError, 1, None, 5),
        (["AhAd", np.full(1326, np.nan)], {}, InvalidRangeError, 1, None, None),
        (["AhAd", ["Ks", "Kx"]], {}, InvalidCardError, 1, None, 0),
        (["AhAd", [47, -1]], {}, InvalidCardError, 1, -1, None),
        ([[52, 47], "AhAd"], {}, InvalidCardError, 0, 52, None),
        (["AhAd", np.array([47, 255], dtype=np.uint8)], {}, InvalidCardError, 1, 255, None),
        # What only the core sees.
        (["KsKs", "AhAd"], {}, DuplicateCardError, 0, 47, None),
        (["AhAd", "KsKh", "KcKh"], {}, DuplicateCardError, 2, 46, None),
        (["AhAd", "KsKh"], {"board": "2c3cAd"}, DuplicateCardError, 0, 49, None),
        (["AhAd", "KsKh"], {"dead": [47]}, DuplicateCardError, 1, 47, None),
        # Nobody's cards.
        (["AhAd", "KsKh"], {"board": "2c3c2c"}, DuplicateCardError, None, 0, None),
        (["AhAd", "KsKh"], {"dead": [3, 3]}, DuplicateCardError, None, 3, None),
        (["AhAd", "KsKh"], {"board": [3, 4, 52]}, InvalidCardError, None, 52, None),
        (["AhAd", "KsKh"], {"dead": np.array([255], dtype=np.uint8)}, InvalidCardError, None, 255, None),
        (["AhAd", "KsKh"], {"board": "2c3c4c5c6c7c"}, CardCountError, None, None, None),
    ],
)
def test_the_player_is_data(hands, options, error, player, card, position):
    with pytest.raises(error) as caught:
        pb.equity(*hands, **options)
    found = caught.value
    assert (found.player, found.card, found.position, found.row) == (player, card, position, None)


def test_the_card_of_a_single_card_and_of_a_set_is_data():
    with pytest.raises(InvalidCardError) as caught:
        pb.cards.card_name(52)
    assert caught.value.card == 52
    with pytest.raises(DuplicateCardError) as twice:
        pb.CardSet("AsAs")
    assert twice.value.card == 51
    with pytest.raises(InvalidCardError) as wide:
        pb.evaluate([51, 47, 43, 39, 2**70])
    assert wide.value.card == 2**70


def test_bad_input_is_a_value_error_and_nothing_else_is():
    for name in ERRORS:
        error = getattr(exceptions, name)
        assert issubclass(error, pb.PokerbitsError)
        assert issubclass(error, ValueError) is (name not in NO_FAULT_OF_THE_INPUT)
        assert issubclass(error, OSError) is (name in OF_FILES)
    assert issubclass(exceptions.DialectWarning, UserWarning)
    assert issubclass(OutOfRangeError, IndexError)
    assert issubclass(CountOverflowError, OverflowError)
    assert issubclass(ThreadError, RuntimeError)
    assert issubclass(CancelledError, RuntimeError)


def test_a_game_too_large_to_count_is_an_overflow():
    with pytest.raises(CountOverflowError, match="does not fit in the integer"):
        pb.HandIndexer((7, 7, 7, 7))


@pytest.mark.parametrize("name", ERRORS)
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_errors_keep_their_data(name, duplicate):
    error = getattr(exceptions, name)("too bad", row=(3, 4), player=1, position=7, card=51)
    found = duplicate(error)
    assert type(found) is type(error)
    assert (found.row, found.player, found.position, found.card) == ((3, 4), 1, 7, 51)
    assert str(found) == str(error) == "row (3, 4): too bad"
    assert repr(found) == f"{name}('too bad')"


def test_errors_without_data():
    error = exceptions.PokerbitsError()
    assert (str(error), error.row, error.card) == ("", None, None)


@pytest.mark.parametrize("name", sorted(OF_FILES))
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_errors_of_files_name_the_file(name, duplicate, tmp_path):
    """The text stands for itself: it is not dressed up as one of the system, and survives a pickle with the name."""
    error = duplicate(getattr(exceptions, name)("the file is bad", filename=tmp_path / "x"))
    assert (str(error), error.filename, error.errno, error.strerror) == (
        "the file is bad",
        str(tmp_path / "x"),
        None,
        None,
    )
    assert getattr(exceptions, name)("without a name").filename is None
    assert str(getattr(exceptions, name)("a path \udcff without text")) == r"a path \udcff without text"

"""The equity of specific hands in many spots at once is that of each spot alone."""

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import pokerbits as pb
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError

RNG = np.random.default_rng(10)


def spots(n, players, board_cards):
    """Return random hands and boards."""
    cards = oracles.random_hands(RNG, n, 2 * players + board_cards)
    return cards[:, : 2 * players].reshape(n, players, 2), cards[:, 2 * players :]


@pytest.mark.parametrize("players", [2, 3, 6, 10])
@pytest.mark.parametrize(("board_cards", "n"), [(0, 3), (3, 30), (4, 30), (5, 30)])
def test_rows_are_what_single_spots_are(players, board_cards, n):
    hands, boards = spots(n, players, board_cards)
    found = pb.equity_rows(hands, board=boards)
    assert found.equity.shape == found.counts.shape == (n, players)
    assert found.shares.shape == (n, players, players)
    assert found.n == comb(52 - 2 * players - board_cards, 5 - board_cards)
    for row in range(n):
        alone = pb.equity(*hands[row], board=boards[row])
        assert tuple(found.counts[row]) == alone.counts
        for name in ("equity", "win", "tie", "lose"):
            assert np.array_equal(getattr(found, name)[row], getattr(alone, name)), name


@settings(max_examples=30)
@given(st.lists(st.integers(0, 51), min_size=11, max_size=11, unique=True), st.sampled_from([3, 4, 5]))
def test_any_spot_equals_dealing_every_runout(cards, board_cards):
    hands, board = [cards[:2], cards[2:4], cards[4:6]], cards[6 : 6 + board_cards]
    found = pb.equity_rows(hands, board=board)
    assert [[of.losses, of.wins, *of.ties] for of in found.counts] == oracles.showdowns(hands, board)


def test_every_way_to_give_spots():
    expected = pb.equity_rows([["AhKh", "9c9d"], ["AsKs", "QdQc"]], board="Qh7h2c")
    ids = pb.cards.parse_cards("AhKh9c9dAsKsQdQc").reshape(2, 2, 2)
    board = pb.cards.parse_cards("Qh7h2c")
    for hands in (
        ids,
        ids.astype(">i8"),
        ids.tolist(),
        np.asfortranarray(ids),
        np.array([["AhKh", "9c9d"], ["AsKs", "QdQc"]]),
        (("AhKh", "9c9d"), ("AsKs", "QdQc")),
    ):
        assert pb.equity_rows(hands, board=board) == expected
        assert pb.equity_rows(hands, board=np.tile(board.astype(np.int64), (2, 1))) == expected
    one = pb.equity_rows(["AhKh", "9c9d"], board="Qh7h2c")
    assert one.equity.shape == (2,)
    assert np.array_equal(one.equity, expected.equity[0])
    assert one.counts[0] == pb.Counts(545, (0,), 445)


def test_spots_and_boards_broadcast():
    hands, _ = spots(4, 2, 0)
    boards = np.array([cards for cards in oracles.random_hands(RNG, 200, 5) if not np.isin(cards, hands).any()][:3])
    found = pb.equity_rows(hands[:, None], board=boards)
    assert found.equity.shape == (4, 3, 2)
    for i, j in np.ndindex(4, 3):
        assert np.array_equal(found.equity[i, j], pb.equity_rows(hands[i], board=boards[j]).equity)
    assert pb.equity_rows(hands[:0], board=boards[:0]).counts.shape == (0, 2)
    with pytest.raises(InvalidArgumentError, match=r"shapes \(4,\) and \(3,\) do not broadcast"):
        pb.equity_rows(hands, board=boards)


def test_columns_have_a_row_for_every_player():
    found = pb.equity_rows([["AhKh", "9c9d"], ["2c2d", "7h8h"]], board="Qh7s2h")
    columns = found.to_columns()
    assert columns["row"].tolist() == [0, 0, 1, 1]
    assert columns["player"].tolist() == [0, 1, 0, 1]
    assert columns["equity"].tolist() == found.equity.ravel().tolist()
    for name, count in [("wins", lambda of: of.wins), ("tied_1", lambda of: of.tied), ("losses", lambda of: of.losses)]:
        assert columns[name].tolist() == [count(of) for of in found.counts.ravel()]
    assert found.counts is found.counts
    assert not found.counts.flags.writeable


@pytest.mark.parametrize(
    ("hands", "boards", "error", "message", "player"),
    [
        ([[[0, 1], [2, 3]], [[0, 1], [4, 1]]], None, DuplicateCardError, r"row 1: card 2d \(id 1\) appears more", 1),
        ([[[0, 1], [2, 3]], [[0, 1], [4, 5]]], [[9, 10, 11], [1, 6, 7]], DuplicateCardError, "row 1: card 2d", 0),
        ([[[0, 1], [2, 3]], [[0, 1], [4, 5]]], [[9, 10, 11], [8, 8, 7]], DuplicateCardError, "row 1: card 4c", None),
        ([[[0, 1], [2, 3]], [[0, 1], [4, 52]]], None, InvalidCardError, "row 1: card id 52", 1),
        ([[[0, 1], [2, 3]], [[0, -1], [4, 5]]], None, InvalidCardError, "row 1: card id -1", 0),
        ([[[0, 1], [2, 3]]], [[9, 10, 300]], InvalidCardError, "row 0: card id 300", None),
        ([[[0, 1], [2, 255]]], [[9, 10, 11]], InvalidCardError, "row 0: card id 255", 1),
        ([[0, 1], [1, 2]], None, DuplicateCardError, "^card 2d", 1),
    ],
)
def test_bad_cards_are_named(hands, boards, error, message, player):
    for dtype in (np.int64, np.int16):
        with pytest.raises(error, match=message) as caught:
            pb.equity_rows(np.array(hands, dtype), board=None if boards is None else np.array(boards, dtype))
        assert caught.value.player == player


@pytest.mark.parametrize(
    ("hands", "options", "error", "message"),
    [
        (np.zeros((5, 1, 2), int), {}, InvalidArgumentError, "hands: expected 2 to 10 players, found 1"),
        (np.zeros((5, 11, 2), int), {}, InvalidArgumentError, "hands: expected 2 to 10 players, found 11"),
        (np.zeros((5, 2, 3), int), {}, CardCountError, "hands: expected 2 cards, found 3"),
        ([0, 1], {}, CardCountError, r"hands: expected shape \(..., players, 2\), found \(2,\)"),
        (["AhAd", "Ks"], {}, CardCountError, "^hands: rows of different lengths"),
        ([["AhAd", "KsKd"], ["2c2d"]], {}, CardCountError, "^row 1: hands: expected 2 players, found 1$"),
        (["AhAd", "KsKx"], {}, InvalidCardError, "cannot read a card"),
        (["AhAd", "KsKd"], {"board": "2c3c4c5c6c7c"}, CardCountError, "^board: expected 0 to 5 cards, found 6"),
        (["AhAd", "KsKd"], {"out": np.empty(3)}, InvalidArgumentError, r"out: expected an array of float64 \(2,\)"),
        (["AhAd", "KsKd"], {"num_threads": 0}, InvalidArgumentError, "num_threads"),
        (["AhAd", "KsKd"], {"progress": 3}, TypeError, "progress"),
        (np.zeros((5, 2, 2)), {}, TypeError, "hands: expected integers, found dtype float64"),
    ],
)
def test_bad_input(hands, options, error, message):
    with pytest.raises(error, match=message):
        pb.equity_rows(hands, **options)

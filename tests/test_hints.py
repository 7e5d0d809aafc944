"""Errors for what people type at first: each says what to type instead."""

import pytest

import pokerbits as pb
from pokerbits.exceptions import CardCountError, InvalidArgumentError, InvalidRangeError

HINTS = [
    (lambda: pb.equity(["AhAd", "KsKh"]), InvalidArgumentError, r"found 1; pass hands separately: equity\(\*hands\)"),
    (lambda: pb.equity("AA", "KK", "7h8d9c"), CardCountError, r"player 3: .*found 3; a board is board="),
    (lambda: pb.equity("AhAd", "KK", "7h8d9c2c"), CardCountError, r"player 3: .*found 4; a board is board="),
    (lambda: pb.equity("AsKsQhJh", "7c7d8h9h"), CardCountError, r'found 4; four hole cards: game="omaha"$'),
    (lambda: pb.equity("AsKsQhJhTh", "7c7d8h9h2c"), CardCountError, r'found 5; five hole cards: game="omaha5"$'),
    (
        lambda: pb.equity("AsKsQhJhTh", "7c7d8h9h2c", game="omaha"),
        CardCountError,
        r'expected 4 cards, found 5; five hole cards: game="omaha5"$',
    ),
    (
        lambda: pb.equity("AsKsQhJh", "7c7d8h9h", "2c3c4c", game="omaha"),
        CardCountError,
        "player 3: .*; a board is board=",
    ),
    (lambda: pb.evaluate("AsKs"), CardCountError, r"evaluate\(hole, board\)"),
    (lambda: pb.evaluate("AsKsQhJh", "7c7d8h9h2c"), CardCountError, r"evaluate_omaha\(hole, board\)"),
    (lambda: pb.expected_hand_strength("AsKsQhJhTh"), CardCountError, "found 5; a board is board="),
    (lambda: pb.evaluate("AsKsQsJsTs", rules="omaha"), InvalidArgumentError, "evaluate_omaha"),
    (lambda: pb.OmahaRange("AA, KK:0.5"), InvalidRangeError, "a weight is before or behind a whole item"),
    (lambda: pb.OmahaRange("15%", 5), InvalidRangeError, "only hands of 4 cards have an order"),
    (lambda: pb.OmahaRange("AAKKds"), InvalidRangeError, r"did you mean AAKK\$ds\?"),
]


@pytest.mark.parametrize(("call", "error", "message"), HINTS)
def test_an_error_says_what_to_type_instead(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_no_hint_where_none_is_known():
    for players, expected in (
        (("AhAd", "KsKhKd"), "player 2: expected 2 cards, found 3"),
        (("AhAd", "Ks"), "player 2: expected 2 cards, found 1"),
        (("AhAd",), "expected 2 to 10 players, found 1"),
    ):
        with pytest.raises(pb.PokerbitsError) as caught:
            pb.equity(*players)
        assert str(caught.value) == expected


def test_the_board_is_the_second_argument():
    hole, board = "AsKs", "QsJsTs2c3d"
    assert pb.evaluate(hole, board) == pb.evaluate(hole, board=board) == 7462
    for function in (pb.hand_strength, pb.expected_hand_strength):
        assert function(hole, board) == function(hole, board=board)
    assert pb.evaluate_omaha("AsKs2c3c", "QsJsTs") == pb.evaluate_omaha("AsKs2c3c", board="QsJsTs")
    assert pb.odds_vs_random(hole, board) == pb.odds_vs_random(hole, board=board)
    assert pb.reports.hand_breakdown("QQ+", "Ah7d2c") == pb.reports.hand_breakdown("QQ+", board="Ah7d2c")
    assert pb.equity_rows([["AhKh", "9c9d"]], "Qh7h2c") == pb.equity_rows([["AhKh", "9c9d"]], board="Qh7h2c")
    boards = ["Ah7d2c", "QsJsTd"]
    assert pb.combo_equity("22+", boards).tobytes() == pb.combo_equity("22+", boards=boards).tobytes()
    with pytest.raises(TypeError, match="positional"):
        pb.evaluate(hole, board, "standard")

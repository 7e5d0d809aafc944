"""Weights of Omaha ranges: their text, their arithmetic, and equities equal to dealing every hand by itself."""

import pickle
import re
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import OmahaRange, _native
from pokerbits.exceptions import InvalidArgumentError, InvalidRangeError

SMALL = {
    "0.5:AsAhKsKh, AdAcQdQc, 0.25:JsJhTsTh": [1, 2, 3],
    "0.3:AsAd9s9d, KdKc8d8c, 0.1:9h8h7h6h": [1, 2, 3],
    "QsQh5s5h, 0.7:JdJc4d4c": [1, 2],
}
BOARD = "2s7d9c3h"


def dealt(ranges, board, evaluate):
    """Return the weight of all deals, and of those that each player wins and shares, by every deal by itself."""
    board = pb.cards.parse_cards(board).tolist()
    total, equity = Fraction(0), [Fraction(0)] * len(ranges)
    lists = [[(pb.cards.parse_cards(hand).tolist(), Fraction(repr(w))) for hand, w in of.items()] for of in ranges]
    for deal in product(*lists):
        used = [*board, *(card for hand, _ in deal for card in hand)]
        if len(set(used)) < len(used):
            continue
        weight = np.prod([w for _, w in deal])
        left = [card for card in range(52) if card not in used]
        for rest in combinations(left, 5 - len(board)):
            strengths = [evaluate(hand, [*board, *rest]) for hand, _ in deal]
            best = max(strengths)
            total += weight
            for player, strength in enumerate(strengths):
                if strength == best:
                    equity[player] += weight / strengths.count(best)
    return total, [of / total for of in equity]


@pytest.mark.parametrize("players", [2, 3])
def test_exact_equities_are_those_of_all_deals(players):
    texts = list(SMALL)[:players]
    found = pb.equity(*texts, board=BOARD, game="omaha")
    total, expected = dealt([OmahaRange(text) for text in texts], BOARD, lambda *of: int(pb.evaluate_omaha(*of)))
    assert found.exact
    assert Fraction(found.counts[0].total, found.denominator) == total
    assert found.n == float(total)
    assert found.equity.tolist() == [float(of) for of in expected]


@pytest.mark.parametrize("game", ["omaha", "omaha_hilo"])
def test_a_weight_counts_deals_in_part(game):
    """A range of two weights is the sum of two ranges, and equal weights change nothing."""
    board = "2s7d9c3h"
    both = pb.equity("0.5:AA$ds, 0.25:KKQQ", "JJTT", board=board, game=game)
    parts = [pb.equity(text, "JJTT", board=board, game=game) for text in ("AA$ds!(KKQQ)", "KKQQ")]
    total = sum(w * of.n for w, of in zip((0.5, 0.25), parts, strict=True))
    mean = sum(w * of.n * of.equity for w, of in zip((0.5, 0.25), parts, strict=True)) / total
    assert both.n == total
    np.testing.assert_allclose(both.equity, mean, rtol=1e-13)
    half = pb.equity("0.5:AA$ds", "0.125:(JJTT)", board=board, game=game)
    assert half.equity.tolist() == pb.equity("AA$ds", "JJTT", board=board, game=game).equity.tolist()
    assert half.denominator == 16
    assert half.n == pb.equity("AA$ds", "JJTT", board=board, game=game).n / 16


def test_samples_are_weighted():
    texts = "AA$ds, 0.1:7654!AA", "0.25:KK!QQ, 0.75:QQ$ds"
    exact = pb.equity(*texts, board="Kd7s2cQc", game="omaha")
    found = pb.equity(*texts, board="Kd7s2cQc", game="omaha", method="monte_carlo", n_samples=100_000, rng=1)
    assert (abs(found.equity - exact.equity) < 4 * found.std_error).all()
    plain = pb.equity("AA$ds, 7654!AA", texts[1], board="Kd7s2cQc", game="omaha")
    assert abs(plain.equity[0] - exact.equity[0]) > 10 * found.std_error[0]
    again = [
        pb.equity(*texts, game="omaha", n_samples=2000, max_seconds=0, rng=3, num_threads=threads) for threads in (1, 3)
    ]
    assert again[0].equity.tolist() == again[1].equity.tolist()


def test_as_many_weights_as_hands():
    hands, board, villain = OmahaRange("AA$ds"), "Kd7s2c9c5d", "9s9hTsTh"
    fine = OmahaRange.from_hands(hands.hands, weights=[0.2 + at / 4e3 for at in range(len(hands))])
    assert fine == OmahaRange({hand: 0.2 + at / 4e3 for at, hand in enumerate(hands)}) == OmahaRange(fine.text)
    exact = pb.equity(fine, villain, board=board, game="omaha")
    taken = {board[at : at + 2] for at in range(0, 10, 2)} | {villain[at : at + 2] for at in range(0, 8, 2)}
    free = [(hand, weight) for hand, weight in fine.items() if not taken & {hand[at : at + 2] for at in range(0, 8, 2)}]
    parts = [pb.equity(hand, villain, board=board, game="omaha").equity[0] for hand, _ in free]
    mean = np.average(parts, weights=[weight for _, weight in free])
    assert 0 < mean < 1
    assert abs(exact.equity[0] - mean) < 1e-12
    sampled = pb.equity(fine, villain, board=board, game="omaha", method="monte_carlo", n_samples=100_000, rng=2)
    assert abs(sampled.equity[0] - mean) < 4 * sampled.std_error[0]
    with pytest.raises(InvalidArgumentError, match="too many different weights to be counted: round the weights"):
        pb.equity(fine, fine, game="omaha", method="exact")
    assert not pb.equity(fine, fine, game="omaha", n_samples=1000, rng=1).exact


def test_weights_of_hands():
    rows = ["AsAhKsKh", "2c3c4c5c", "AsAhKsKh", "QsQhJsJh"]
    found = OmahaRange.from_hands(rows, weights=[0.25, 1, 0.25, 0])
    assert dict(found.items()) == {"5c4c3c2c": 1.0, "AsAhKsKh": 0.25}
    assert OmahaRange.from_hands(rows, weights=np.ones(4, dtype=np.float32)) == OmahaRange.from_hands(rows)
    assert OmahaRange.from_hands("AsAhKsKh", weights=0.5) == OmahaRange("0.5:AsAhKsKh")
    with pytest.raises(InvalidRangeError, match=r"row 2: AsAhKsKh has the weight 0.5, and 0.25 in row 0"):
        OmahaRange.from_hands(rows, weights=[0.25, 1, 0.5, 0])
    for wrong, error, message in (
        ([1, 1, 1], InvalidArgumentError, r"weights: expected 4 numbers on the last axis, found shape \(3,\)"),
        ([1, 1, 1, 1.5], InvalidRangeError, "weights: row 3: expected a number from 0 to 1, found 1.5"),
        ([1, -0.5, 1, 1], InvalidRangeError, "weights: row 1: expected a number from 0 to 1, found -0.5"),
        ([1, 1, float("nan"), 1], InvalidRangeError, "weights: row 2: expected a number from 0 to 1, found nan"),
        (["1", "1", "1", "1"], TypeError, "weights: expected numbers"),
        ([[1] * 4], InvalidArgumentError, r"weights: expected 4 numbers, found shape \(1, 4\)"),
        ([1j] * 4, TypeError, "weights: expected numbers"),
        (10**5000, InvalidArgumentError, "weights: expected numbers up to 1.8e308, found <int>"),
        (float("inf"), InvalidRangeError, "weights: row 0: expected a number from 0 to 1, found inf"),
    ):
        with pytest.raises(error, match=message):
            OmahaRange.from_hands(rows, weights=wrong)


def test_every_hand_against_a_weighted_range():
    text = "0.5:AA$ds, 0.25:KKQQ"
    weights = np.zeros(270_725)
    villain = OmahaRange(text)
    weights[pb.cards.omaha_hand_id(villain.hands)] = villain.weights
    found = pb.combo_equity(text, "Kd7s2cQc5d", game="omaha")
    assert np.array_equal(found, pb.combo_equity(weights, "Kd7s2cQc5d", game="omaha"), equal_nan=True)
    hand = pb.cards.omaha_hand_id("9s9hTsTh")
    assert found[hand] == pb.equity("9s9hTsTh", text, board="Kd7s2cQc5d", game="omaha").equity[0]


@pytest.mark.parametrize(
    "text", ["0.5:AA", ".5:AA", "AA@50", "AA@50%", "AA @ 50.0 %", " 0.50 : AA ", "0.5:(AA)", "5e-1:AA", "AA@0.5E+2"]
)
def test_every_way_to_write_a_weight(text):
    half = OmahaRange(text)
    assert (half.weights == 0.5).all()
    assert np.array_equal(half.hands, OmahaRange("AA").hands)
    assert (len(half), half.total, half.share) == (6961, 3480.5, 3480.5 / 270725)
    assert half == OmahaRange(half.text) == OmahaRange(half) == OmahaRange({"AA": 0.5}) == OmahaRange(["0.5:AA"])
    assert half != OmahaRange("AA")
    assert hash(half) != hash(OmahaRange("AA"))
    assert repr(half) == f"OmahaRange({text.strip()!r})"
    assert pickle.loads(pickle.dumps(half)) == half


def test_what_looks_like_a_weight():
    assert OmahaRange("22:AA") == OmahaRange("AA22")
    assert OmahaRange("10:AA") == OmahaRange("AAT")
    assert OmahaRange("1:AA, 1.0:KK, QQ@100") == OmahaRange("AA, KK, QQ")
    assert OmahaRange("1.00001:AA, KK@100.01, 1.0001:QQ") == OmahaRange("AA, KK, QQ")
    assert OmahaRange("1e-05:AA, 0e0:KKQQ, 1e0:KKJJ").total == pytest.approx(0.06961 + 36)
    assert OmahaRange("0:AA, KK!AA") == OmahaRange("KK!AA")
    assert OmahaRange("0.5:AA:$ds!KK").hands.tolist() == OmahaRange("AA:$ds!KK").hands.tolist()


def test_two_weights_of_a_hand():
    assert OmahaRange("0.5:AA, 0.5:KK") == OmahaRange("0.5:(AA, KK)")
    with pytest.raises(InvalidRangeError, match=r"position 7: 'KK' gives a hand of 'AA' the weight 1, not 0.5") as e:
        OmahaRange("0.5:AA, KK")
    assert e.value.position == 7
    common = OmahaRange("AAKK").hands
    for choice, weight in {"first": 0.5, "last": 0.75, "max": 0.75}.items():
        found = OmahaRange("0.5:AA, 0.75:KK", on_conflict=choice)
        assert len(found) == len(OmahaRange("AA, KK"))
        held = dict(found.items())
        assert {held[pb.cards.format_cards(hand[::-1])] for hand in common} == {weight}
        assert OmahaRange(found.text) == found
    with pytest.raises(InvalidArgumentError, match="on_conflict"):
        OmahaRange("AA", on_conflict="min")


def test_a_list_of_equal_items_is_read_once(monkeypatch):
    """First and last stay where they are among the others."""
    texts = ["0.5:AA", "AA$ds", "0.5: AA ", "0.25:KK"] * 500
    parse, parsed = _native.omaha_range, []
    monkeypatch.setattr(_native, "omaha_range", lambda text, size: parsed.append(text) or parse(text, size))
    first, last = (OmahaRange(texts, on_conflict=choice) for choice in ("first", "last"))
    assert len(parsed) == 2 * (1 + 3)
    assert first == OmahaRange("0.5:AA, AA$ds, 0.25:KK", on_conflict="first")
    assert last == OmahaRange("AA$ds, 0.5:AA, 0.25:KK", on_conflict="last")
    assert OmahaRange(texts, on_conflict="max") == OmahaRange("0.5:AA, AA$ds, 0.25:KK", on_conflict="max")
    with pytest.raises(InvalidRangeError, match=r"position 7: 'AA.ds' gives a hand of 'AA' the weight 1, not 0.5"):
        OmahaRange(texts)


def test_arithmetic():
    ours, theirs = OmahaRange("0.3:AsAhKsKh, 0.8:AsAhQsQh"), OmahaRange("0.1:AsAhKsKh, AsAhQsQh, 0.5:2c3c4c5c")
    assert dict((ours | theirs).items()) == {"AsAhKsKh": 0.3, "AsAhQsQh": 1.0, "5c4c3c2c": 0.5}
    assert dict((ours & theirs).items()) == {"AsAhKsKh": 0.1, "AsAhQsQh": 0.8}
    assert dict((ours - theirs).items()) == {"AsAhKsKh": 0.2}
    assert dict((theirs - ours).items()) == {"AsAhQsQh": 0.2, "5c4c3c2c": 0.5}
    assert len(ours - OmahaRange("*")) == 0
    assert ours & OmahaRange("AA") == ours
    assert "AsAhKsKh" in ours
    assert ours in OmahaRange("AA")
    assert not ours.weights.flags.writeable
    assert (OmahaRange("AA").weights == 1).all()


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("0.5:AA, KKX", 'cannot read "X" at position 10', 10),
        ("2.0:AA", "position 0: a weight is a number from 0 to 1, found '2.0'", 0),
        ("KK, -0.5:AA", "position 4: a weight is a number", 4),
        ("1.00011:AA", "position 0: a weight is a number", 0),
        ("KK, 1e9999999:AA", "position 4: a weight is a number", 4),
        (".:AA", "a weight is a number from 0 to 1", 0),
        ("AA@101", "position 3: a weight behind @ is a percentage, 0 to 100, found '101'", 3),
        ("AA@", "position 3: a weight behind @ is a percentage", 3),
        ("0.5:AA@50", "position 6: the item has two weights", 6),
        ("KK, 0.5:", "position 3: a weight without hands", 3),
        ("@50", "position 0: a weight without hands", 0),
        ("0.5:()", 'cannot read ")" at position 5: expected hands', 5),
        ('"AA"', "U+0022 QUOTATION MARK", 0),
        ("AA:0.5", "before or behind a whole item", 3),
        ("(0.5:AA)", "before or behind a whole item", 1),
        ("0.5:AA, ", 'cannot read "," at position 6: hands should follow this\n  0.5:AA,\n        ^', 6),
    ],
)
def test_unreadable_weights(text, message, position):
    with pytest.raises(InvalidRangeError, match=re.escape(message)) as caught:
        OmahaRange(text)
    assert caught.value.position == position


def test_a_dict_of_weights():
    assert OmahaRange({"AA!KK": 0.25, "KK": 1}) == OmahaRange("0.25:AA!KK, KK")
    for wrong, error in ((2, InvalidRangeError), (-1, InvalidRangeError), ("1", TypeError), (float("nan"), ValueError)):
        with pytest.raises(error, match="weight"):
            OmahaRange({"AA": wrong})

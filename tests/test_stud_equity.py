"""Equity in stud, razz and stud high-low, against the integers of another program and against dealing every card."""

import json
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.cards import format_cards
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError

SPOTS = json.loads((Path(__file__).parent / "data" / "equity" / "stud_spots.json").read_text(encoding="utf-8"))["cases"]
HIGH = {"stud": "standard", "stud_hilo": "standard", "razz": "ace_to_five"}


@pytest.mark.parametrize("game", HIGH)
def test_a_hundred_spots_of_another_program_are_its_integers(game):
    spots = [spot for spot in SPOTS if spot["game"] == game]
    assert len(spots) == 100
    for spot in spots:
        result = pb.equity(*spot["hands"], dead=spot["dead"], game=game, method="exact")
        counts = result.counts
        assert (result.n, result.exact, result.players) == (spot["deals"], True, tuple(spot["hands"]))
        assert ([of.wins for of in counts], [of.tied for of in counts]) == (spot["wins"], spot["ties"])
        assert all(of.total == spot["deals"] for of in counts)
        # That program adds thirds up in floats.
        np.testing.assert_allclose(result.equity * result.n, spot["shares"], rtol=1e-9, atol=1e-6)
        if game == "stud_hilo":
            assert isinstance(result, pb.HighLowResult)
            halves = [(of.scoops, of.high.wins, of.high.tied, of.low.wins, of.low.tied) for of in counts]
            names = ("scoop", "high_win", "high_tie", "low_win", "low_tie")
            assert halves == list(zip(*(spot[name] for name in names), strict=True))


def test_samples_of_a_hundred_spots_are_within_four_standard_errors():
    for number, spot in enumerate(SPOTS):
        if spot["deals"] < 1000 or number % 3:
            continue
        sampled = pb.equity(
            *spot["hands"], dead=spot["dead"], game=spot["game"], method="monte_carlo", n_samples=5000, rng=number
        )
        assert (sampled.method, sampled.n, sampled.counts) == ("monte_carlo", 5000, ())
        exact = np.array(spot["shares"]) / spot["deals"]
        # An outcome of few samples has no error of its own.
        assert (abs(sampled.equity - exact) <= 4 * sampled.std_error + 4e-4).all()


def hands_of(known, left, size=7):
    """Yield all hands with the known cards, each with the cards that are then left."""
    for more in combinations(left, size - len(known)):
        yield [*known, *more], [card for card in left if card not in more]


def deals(known, left):
    """Yield all deals of whole hands, one player after the other."""
    if not known:
        yield []
        return
    for hand, rest in hands_of(known[0], left):
        for others in deals(known[1:], rest):
            yield [hand, *others]


def winners(strengths):
    best = max(strengths)
    return [player for player, strength in enumerate(strengths) if strength == best > 0]


def shares(game, hands):
    """Return the part of the pot of every player, as fractions."""
    part = [Fraction(0)] * len(hands)
    high = winners([int(pb.evaluate(hand, rules=HIGH[game])) for hand in hands])
    low = []
    if game == "stud_hilo":
        low = winners([int(pb.evaluate(hand, rules="eight_or_better")) for hand in hands])
    for half in (high, low or high):
        for player in half:
            part[player] += Fraction(1, 2 * len(half))
    return part


SMALL = [
    # Known cards of every player, and the cards that are left.
    (["7c7d2h3h4h5s", "8c8d2s3s4s6h"], "AhAdAcAsKs9c"),
    (["7c7d2h3h4h", "8c8d2s3s4s6h"], "AhAdAcAsKs9c"),
    (["7c7d2h3h4h6d", "8c8d2s3s4s"], "AhAdAcAs6h9c"),
    (["7c7d2h3h4h", "8c8d2s3s4s"], "AhAdAcAs6h9c"),
    (["As2s3s8dQd", "Ah2h3h8cQc", "4d5d6d7hKc"], "4c5c6c7c8h8s"),
    (["As2s3s8dQd7s", "Ah2h3h8cQc7h", "4d5d6d7dKcJh", "4h5h6hTsKdJd"], "4c5c6c7c8h"),
    (["As2s", "Ah2h3h8cQc7h"], "4c5c6c7c8hTh3d"),
]


@pytest.mark.parametrize("game", HIGH)
@pytest.mark.parametrize(("hands", "left"), SMALL)
def test_small_spots_are_what_dealing_says(game, hands, left):
    known = [pb.cards.parse_cards(hand).tolist() for hand in hands]
    rest = pb.cards.parse_cards(left).tolist()
    dead = sorted(set(range(52)).difference(rest, *known))
    total, n = [Fraction(0)] * len(hands), 0
    for dealt in deals(known, rest):
        total = [sum(both) for both in zip(total, shares(game, dealt), strict=True)]
        n += 1
    found = pb.equity(*hands, dead=dead, game=game)
    assert (found.n, found.exact) == (n, True)
    assert found.equity.tolist() == [float(share / n) for share in total]
    reverse = pb.equity(*hands[::-1], dead=dead, game=game, num_threads=1)
    assert reverse.counts == found.counts[::-1]


def test_the_number_of_deals_is_that_of_the_cards_to_come():
    two = pb.equity("AhAd2c", "KhKd7c", game="stud")
    assert two.n == comb(46, 4) * comb(42, 4)
    uneven = pb.equity("AhAd2c", "KhKd7c5s", dead="3c", game="razz")
    assert uneven.n == comb(44, 4) * comb(40, 3)
    three = pb.equity("AhAd2c3s4s", "KhKd7c8s9d", "QcQdJs6c7d", game="stud", method="exact")
    assert three.n == comb(37, 2) * comb(35, 2) * comb(33, 2)
    by_deals = pb.equity("AhAd2c3s4s", "KhKd7c8s9d", "QcQdJs6c7d", game="stud_hilo", method="exact")
    assert [of.high for of in by_deals.counts] == list(three.counts)
    assert by_deals.n == three.n
    assert 0 < by_deals.counts[0].low.total < three.n


def test_threads_change_nothing_and_players_may_be_unknown():
    spot = {"game": "stud_hilo", "dead": "2h2s", "n_samples": 3000, "rng": 4}
    one, two = (pb.equity("As3s", "KdKc7h", "*", num_threads=threads, **spot) for threads in (1, 2))
    assert one == two
    assert (one.players, one.method) == (("As3s", "KdKc7h", "*"), "monte_carlo")
    exact = pb.equity("As3s5d", "KdKc7h", game="stud_hilo", num_threads=1)
    assert exact == pb.equity("As3s5d", "KdKc7h", game="STUD8", num_threads=2)
    against_any = pb.equity("AsAhAd", "random", game="stud", n_samples=20_000, rng=1).equity[0]
    assert 0.9 < against_any < 0.96


def test_method_decides():
    hands, game = ("As2c", "Kd3h", "7h8h"), "razz"
    assert pb.equity(*hands, game=game, n_samples=1000, rng=1).method == "monte_carlo"
    with pytest.raises(InvalidArgumentError, match=r"an exact answer would take some .* seconds"):
        pb.equity(*hands, game=game, method="exact")
    # Six cards to come are too many to list.
    assert pb.equity("As", "Kd3h", game=game, n_samples=1000, rng=1).method == "monte_carlo"
    sampled = pb.equity("As2c3c4h", "Kd3h6h7s", game=game, method="monte_carlo", n_samples=1000, rng=1)
    assert sampled.combo_equity.shape == (2, 0)


@pytest.mark.parametrize(
    ("players", "options", "error", "message", "player"),
    [
        (("As2c", ""), {}, CardCountError, r"player 2: expected 1 to 7 cards, found 0; .* '\*'", 1),
        (("As2s3s4s5s6s7s8s", "Ah"), {}, CardCountError, "player 1: expected 1 to 7 cards, found 8", 0),
        (("As", pb.Range("AA")), {}, CardCountError, "player 2: expected 1 to 7 cards, found a range", 1),
        (("As", pb.OmahaRange("AA")), {}, CardCountError, "player 2: expected 1 to 7 cards, found a range", 1),
        (("As", "AhAs"), {}, DuplicateCardError, r"card As .* appears more than once", 1),
        (("AsAs", "Ah"), {}, DuplicateCardError, r"card As .* appears more than once", 0),
        (("As", "Ah"), {"dead": "Ah"}, DuplicateCardError, r"card Ah .* appears more than once", 1),
        (("As", "Ah"), {"board": "2c3c4c"}, CardCountError, "board: stud has no board, found 3 cards", None),
        (("As", [52]), {}, InvalidCardError, "player 2: card id 52", 1),
        (("As", "AA"), {}, InvalidCardError, "player 2: cannot read a card", 1),
        (["As", "2s", "3s", "4s", "5s", "6s", "7s", "8s"], {}, InvalidArgumentError, "8 hands need 56", None),
        (("As", "Ah"), {"dead": list(range(39))}, InvalidArgumentError, "13 cards are left, 2 hands need 14", None),
        (("As",), {}, InvalidArgumentError, "expected 2 to 10 players", None),
    ],
)
def test_wrong_hands_are_named(players, options, error, message, player):
    for method in ("auto", "monte_carlo"):
        with pytest.raises(error, match=message) as caught:
            pb.equity(*players, game="stud", method=method, n_samples=10, **options)
        assert getattr(caught.value, "player", None) == player


def test_cards_are_taken_in_every_form():
    texts = pb.equity("AsKs2c", "7d7c9h", game="stud")
    arrays = pb.equity(np.array([51, 47, 0]), pb.CardSet("7d7c9h"), game="stud")
    assert texts.counts == arrays.counts
    assert arrays.players == ("AsKs2c", format_cards(list(pb.CardSet("7d7c9h"))))

"""Categories by the river and outs, against dealing every card, one after the other."""

from itertools import combinations

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.cards import card_name, parse_cards
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidCardError

SPOTS = [("AhKh", "Qh7h2c"), ("7c7d", "7hKsKd"), ("2c7d", "3s4s5s6s"), ("AsKs", "QsJsTs9s8s"), ("9c9d", "Qh7h2c")]


def left(*known):
    """Return the cards that are not known."""
    gone = {card for cards in known for card in cards}
    return [card for card in range(52) if card not in gone]


@pytest.mark.parametrize(("hole", "board"), SPOTS)
def test_odds_are_those_of_every_runout(hole, board):
    own, dealt = parse_cards(hole).tolist(), parse_cards(board).tolist()
    runouts = list(combinations(left(own, dealt), 5 - len(dealt)))
    counts = [0] * 9
    for runout in runouts:
        counts[pb.category(pb.evaluate([*own, *dealt, *runout]))] += 1
    found = pb.category_odds(hole, board)
    assert (found.dtype, found.shape) == (np.float64, (9,))
    assert found.tolist() == [count / len(runouts) for count in counts]


def test_odds_before_the_flop_are_the_mean_of_those_on_every_flop():
    hole = parse_cards("7c2d")
    flops = np.array(list(combinations(left(hole.tolist()), 3)), dtype=np.uint8)
    found = pb.category_odds(hole)
    assert pb.category_odds(hole, flops).mean(axis=0) == pytest.approx(found, rel=1e-12)
    same = pb.category_odds([["7c2d", "2h7s"], ["7d2h", "2s7h"]])
    assert same.shape == (2, 2, 9)
    assert (same == found).all()


@pytest.mark.slow
def test_odds_before_the_flop_add_up_to_the_census():
    odds = pb.category_odds([combos[0] for combos in by_class()])
    assert odds.sum(axis=1) == pytest.approx(1)
    # Each of the C(52, 7) hands of seven cards is dealt as each of its 21 pairs of hole cards.
    weights = np.array([len(combos) for combos in by_class()])
    census = np.array(list(pb.evaluator.category_census(7).values()))
    assert weights @ odds / 1326 == pytest.approx(census / census.sum(), rel=1e-12)


def by_class():
    """Return the combos of every hand class."""
    classes = pb.cards.hand_class(pb.COMBOS)
    return [pb.COMBOS[classes == number].tolist() for number in range(169)]


def test_shapes_and_threads():
    hole, boards = np.array([[51, 50], [0, 5]]), pb.random_hands(1500, 3, rng=1, dead=[51, 50, 0, 5])
    found = pb.category_odds(hole[:, None], boards, num_threads=1)
    assert found.shape == (2, 1500, 9)
    assert np.array_equal(pb.category_odds(hole[1], boards[[0, 1499]], num_threads=3), found[1, [0, 1499]])
    assert pb.category_odds(np.empty((0, 2), int), "Qh7h2c").shape == (0, 9)
    assert pb.category_odds(np.empty((0, 2), int)).shape == (0, 9)


@pytest.mark.parametrize("function", [pb.category_odds, pb.outs])
def test_bad_input(function):
    for hole, board, error in (
        ("AhKhQh", "7h8h2c", CardCountError),
        ("AhKh", "7h8h9hThJhQh", CardCountError),
        ("AhKh", "7h8hAh", DuplicateCardError),
        ("AhAh", "7h8h2c", DuplicateCardError),
        ("AhKh", [0, 1, 52], InvalidCardError),
    ):
        with pytest.raises(error):
            function(hole, board)
    with pytest.raises(DuplicateCardError):
        pb.category_odds("AhAh")


# Outs


def category_of(cards):
    """Return the category of four cards or more."""
    if len(cards) > 4:
        return int(pb.category(pb.evaluate(cards)))
    ranks = sorted([card // 4 for card in cards])
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return {(1,): 0, (2, 1): 1, (2, 2): 2, (3, 1): 3, (4,): 7}.get(tuple(counts[:2]), 0)


@pytest.mark.parametrize("street", [3, 4])
def test_outs_are_those_of_every_card(street):
    for deal in pb.random_hands(40, 4 + street, rng=street).tolist():
        own, theirs, dealt = deal[:2], deal[2:4], deal[4:]
        expected, against = {}, {}
        for card in left(own, dealt):
            made = category_of([*own, *dealt, card])
            if made > max(category_of([*own, *dealt]), category_of([*dealt, card])):
                expected.setdefault(made, set()).add(card)
        is_behind = pb.evaluate(own, dealt) <= pb.evaluate(theirs, dealt)
        for card in left(own, theirs, dealt):
            if is_behind and pb.evaluate(own, [*dealt, card]) > pb.evaluate(theirs, [*dealt, card]):
                against.setdefault(category_of([*own, *dealt, card]), set()).add(card)
        for villain, cards in ((None, expected), (theirs, against)):
            found = pb.outs(own, dealt, villain=villain)
            assert {int(kind): set(of) for kind, of in found.items()} == cards
            assert list(found) == sorted(found, reverse=True)
            assert all(isinstance(kind, pb.Category) and isinstance(of, pb.CardSet) for kind, of in found.items())


def test_outs_of_known_spots():
    drawing = pb.outs("AhKh", "Qh7h2c")
    assert {kind.name: len(cards) for kind, cards in drawing.items()} == {"FLUSH": 9, "PAIR": 6}
    # The queen and the seven of hearts give the opponent nothing; the deuce of hearts a full house.
    against = pb.outs("AhKh", "Qh7h2c", villain="QsQd")
    assert {card_name(card) for card in against[pb.Category.FLUSH]} == {f"{rank}h" for rank in "345689TJ"}
    assert list(against) == [pb.Category.FLUSH]
    # Who is ahead needs no card, and nobody may hold a card twice.
    assert pb.outs("QsQd", "Qh7h2c", villain="AhKh") == {}
    with pytest.raises(DuplicateCardError) as caught:
        pb.outs("AhKh", "Qh7h2c", villain="AhQd")
    assert caught.value.player == 1

"""Deals of which not all is known: board cards, a card of a hand, draws; each against all completions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.cards import COMBOS, combo_id
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
)

BOARDS = ["Kd", "7c7d"]
UNKNOWN = {"Kd": ["Kd * * * *", "??Kd", "*Kd", "Kd"], "7c7d": ["7c*7d", "7c7d**", "? 7c 7d"]}


def rest(*known: str) -> list[int]:
    """Return the cards that are not known."""
    return list(~pb.CardSet("".join(known)))


def added(longer: list[pb.EquityResult], to_come: int) -> list[tuple[Fraction, ...]]:
    """Return wins, ties and losses of each player, summed over the results on boards of one card more."""
    sums = []
    for player in range(len(longer[0].counts)):
        of_player = [(of.counts[player].wins, *of.counts[player].ties, of.counts[player].losses) for of in longer]
        sums.append(tuple(Fraction(sum(column), to_come) for column in zip(*of_player, strict=True)))
    return sums


def counts(result: pb.EquityResult) -> list[tuple[int, ...]]:
    return [(of.wins, *of.ties, of.losses) for of in result.counts]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (("AhAd", "KsKh"), {}),
        (("AhAd", "KsKh", "JTs"), {"dead": "Ac"}),
        (("AhAd", "KsKh"), {"game": "short_deck"}),
        (("AhAd5s4s", "KsKhQs2d"), {"game": "omaha"}),
        (("AhAd5s4s", "KsKhQs2d"), {"game": "omaha_hilo"}),
        (("QQ+", "AK, KQs"), {}),
    ],
)
def test_boards_are_completed(players: tuple[str, ...], options: dict[str, Any], board: str) -> None:
    game = options.get("game", "holdem")
    known = "".join(player for player in players if player[1] in "cdhs")
    low = 16 if game == "short_deck" else 0
    found = pb.equity(*players, board=board, **options)
    assert found.method == "exact"
    size = len(board) // 2
    dead = options.get("dead", "")
    next_cards = [card for card in rest(known, board, dead) if card >= low]
    longer = [pb.equity(*players, board=[*pb.CardSet(board), card], **options) for card in next_cards]
    if game == "omaha_hilo":
        equities = [sum(of.equity * of.n for of in longer) / sum(of.n for of in longer)]
        np.testing.assert_allclose(found.equity, equities[0], rtol=0, atol=1e-12)
    else:
        assert counts(found) == added(longer, 5 - size)
    for text in UNKNOWN[board]:
        assert pb.equity(*players, board=text, **options) == found


@pytest.mark.parametrize("board", BOARDS)
def test_other_functions_complete_boards(board: str) -> None:
    size, dealt = len(board) // 2, list(pb.CardSet(board))
    two = pb.equity("AhAd", "KsKh", board=board)
    rows = pb.equity_rows([["AhAd", "KsKh"]], board)
    assert rows.equity[0].tolist() == two.equity.tolist()
    assert rows.n == two.n
    columns = pb.reports.range_equity_rows(["AhAd", "QQ"], "KsKh", board=[board, "*" + board])
    assert columns.equity[0].tolist() == two.equity.tolist()
    assert columns.equity[1].tolist() == pb.equity("QQ", "KsKh", board=board).equity.tolist()
    pots = pb.pot_equity(["AhAd", "KsKh"], [1, 1], board)
    np.testing.assert_allclose(pots.values, 2 * two.equity, rtol=0, atol=1e-12)
    of_all = pb.combo_equity("KsKh", boards=board)
    assert of_all[combo_id("AhAd")] == pytest.approx(two.equity[0], abs=1e-15)

    hole = "AhKh"
    longer = [pb.odds_vs_random(hole, [*dealt, card], n_opponents=(1, 3)) for card in rest(hole, board)]
    odds = pb.odds_vs_random(hole, UNKNOWN[board][0], n_opponents=(1, 3))
    for k in (1, 3):
        own = (odds.counts[k].wins, *odds.counts[k].ties)
        sums = [sum(of) for of in zip(*[(of.counts[k].wins, *of.counts[k].ties) for of in longer], strict=True)]
        assert [of * (5 - size) for of in own] == sums
    assert pb.odds_vs_random([hole], [board], n_opponents=3).counts[3][0] == odds.counts[3]

    categories = pb.category_odds(hole, board)
    mean = np.mean([pb.category_odds(hole, [*dealt, card]) for card in rest(hole, board)], axis=0)
    np.testing.assert_allclose(categories, mean, rtol=0, atol=1e-12)
    distribution = pb.reports.equity_distribution("QQ+", "AK", board=board)
    assert distribution.hero.mean == pytest.approx(pb.equity("QQ+", "AK", board=board).equity[0], abs=1e-12)


def test_samples_complete_boards() -> None:
    exact = pb.equity("QQ+", "AK, KQs", board="Kd").equity
    sampled = pb.equity("QQ+", "AK, KQs", board="Kd", method="monte_carlo", n_samples=50_000, rng=3)
    assert np.all(abs(sampled.equity - exact) < 4 * sampled.std_error)


@pytest.mark.parametrize("text", ["As*", "As?", "AsX", "A♠*"])
def test_one_known_card_is_every_hand_with_it(text: str) -> None:
    found = pb.equity(text, "QQ", board="7c2d3h")
    of_hands = [
        pb.equity(["As", card], "QQ", board="7c2d3h")
        for card in pb.cards.CARD_NAMES
        if card != "As" and card not in ("7c", "2d", "3h")
    ]
    assert counts(found) == added(of_hands, 1)
    assert pb.Range(text).total == 51
    held = COMBOS[np.flatnonzero(pb.Range(text).weights)]
    assert (held == 51).any(axis=1).all()


def test_ranks_beside_any_other_rank() -> None:
    assert pb.Range("A*") == pb.Range("A?") == pb.Range("AX")
    assert pb.Range("A*s, K?o") == pb.Range("AXs, KXo")
    assert pb.Range("**") == pb.Range("??") == pb.Range("random")
    assert pb.Range(pb.Range("As*").text) == pb.Range("As*")
    with pytest.raises(InvalidRangeError, match="a card is followed by another one"):
        pb.Range("KK, As*+")
    short = pb.equity("As*", "QsQh", board="7c8d9h", game="short_deck")
    assert short.n == 30 * 406


def test_boards_of_six_cards_are_refused() -> None:
    for board in ("2c3c4c5c6c7c", "2c3c4c***", "2c3c4c5c6c*"):
        with pytest.raises(CardCountError, match="board: expected 0 to 5 cards, found 6"):
            pb.equity("AhAd", "KsKh", board=board)
    with pytest.raises(CardCountError, match="expected 0 to 5 cards, found 6"):
        pb.equity_rows([["AhAd", "KsKh"]], "2c3c4c5c6c7c")
    with pytest.raises(CardCountError, match="expected 0 to 5 cards, found 6"):
        pb.odds_vs_random("AhAd", "2c3c4c***")
    with pytest.raises(DuplicateCardError):
        pb.equity("AhAd", "KsKh", board="Kd * Kd")
    with pytest.raises(DuplicateCardError) as caught:
        pb.category_odds(["AhKh", "AsKs"], ["2c", "As"])
    assert caught.value.row == 1
    with pytest.raises(InvalidCardError) as wrong:
        pb.equity("AhAd", "KsKh", board="Kd * 7x")
    assert wrong.value.position == 5
    with pytest.raises(CardCountError, match="expected 3, 4 or 5 cards, found 2"):
        pb.hand_strength("AhKh", "2c3c")


# Games


ACES = [list(pair) for pair in combinations(range(48, 52), 2)]
DEALT = pb.cards.parse_cards("KsKdQsQh7h2c3d").tolist()


def test_courchevel_is_omaha_with_a_board_card() -> None:
    hands = ("AsKsQhJh2c", "7c7d8h9hTc")
    found = pb.equity(*hands, board="5d", game="courchevel")
    assert found == pb.equity(*hands, board="5d", game="omaha5")
    assert found.n == 101_270
    low = pb.equity("As2s3dKhQd", "Ac4c5dKdJd", board="3c", game="courchevel_hilo")
    assert low == pb.equity("As2s3dKhQd", "Ac4c5dKdJd", board="3c", game="big_o")
    assert pb.equity("As2s3dKhQd9c", "Ac4c5dKdJd9d", board="3c8h6s", game="PLO6_8").n == 37 * 36 // 2


def best_two_of_three(hand: list[int], board: list[int]) -> int:
    return max(int(pb.evaluate([*pair, *board])) for pair in combinations(hand, 2))


@pytest.mark.parametrize("board", ["Qd7h2c4s", "Td9s8s7s2d"])
def test_at_most_two_of_three_hole_cards_count(board: str) -> None:
    hands = ["AsAdKs", "QhJhTh", "6s5s5h"]
    ids = [pb.cards.parse_cards(hand).tolist() for hand in hands]
    dealt = pb.cards.parse_cards(board).tolist()
    boards = [[*dealt, *more] for more in combinations(rest(*hands, board), 5 - len(dealt))]
    strengths = np.array([[best_two_of_three(hand, board) for hand in ids] for board in boards])
    best = strengths == strengths.max(axis=1, keepdims=True)
    found = pb.equity(*hands, board=board, game="Tahoe")
    assert found.n == len(boards)
    np.testing.assert_allclose(found.equity, (best / best.sum(axis=1, keepdims=True)).mean(axis=0), atol=1e-12)
    pots = pb.pot_equity(hands, [1, 1, 1], board=board, game="tahoe")
    np.testing.assert_allclose(pots.values, 3 * found.equity, atol=1e-12)


def test_ranges_of_three_cards() -> None:
    aces = pb.OmahaRange("AA", hole_cards=3)
    assert len(aces) == 6 * 48 + 4
    assert aces == pb.OmahaRange.from_hands([[*pair, card] for pair in ACES for card in range(52) if card not in pair])
    board = "Qh7h2c3d"
    found = pb.equity("AA", "KsKdQs", board=board, game="tahoe")
    deals = [pb.equity(hand, "KsKdQs", board=board, game="tahoe") for hand in aces.hands if len({*hand, *DEALT}) == 10]
    assert found.counts[0].wins == sum(deal.counts[0].wins for deal in deals)
    assert found.n == sum(deal.n for deal in deals)
    sampled = pb.equity("AA", "KK", board="2c", game="tahoe", method="monte_carlo", n_samples=20_000, rng=1)
    exact = pb.equity("AsAdAh", "KsKdKh", board="2c", game="tahoe")
    assert 0 < exact.equity[1] < sampled.equity[1] < 0.3
    with pytest.raises(CardCountError, match="expected 3 cards, found 2"):
        pb.equity("AsAd", "KsKdKh", game="tahoe")
    with pytest.raises(CardCountError, match='three hole cards: game="tahoe"'):
        pb.equity("AsAdKc", "KsKdKh")
    with pytest.raises(InvalidArgumentError, match=r"a discard is a decision.*'tahoe'"):
        pb.equity("AsAdKc", "KsKdKh", game="pineapple")  # type: ignore[call-overload]


DRAWS: list[tuple[Any, int, Any]] = [
    ("five_card_draw", 5, "standard"),
    ("deuce_to_seven", 5, "deuce_to_seven"),
    ("badugi", 4, "badugi"),
]


@pytest.mark.parametrize(("game", "size", "rules"), DRAWS)
def test_draws_are_completed(game: Any, size: int, rules: Any) -> None:
    kept = [["As", "Ad", "2c", "9h"][: size - 2], ["Kd", "Ks", "4h", "7d"][: size - 1]]
    left = ["3c", "2h", "Qs", "8c", "6d", "Ah", "Kc", "2s"]
    dead = pb.CardSet(~(pb.CardSet(left) | pb.CardSet(kept[0]) | pb.CardSet(kept[1])))
    found = pb.equity(*kept, dead=dead, game=game)
    wins = ties = deals = 0
    for first in combinations(left, 2):
        for second in combinations([card for card in left if card not in first], 1):
            own, other = pb.evaluate([[*kept[0], *first], [*kept[1], *second]], rules=rules).tolist()
            wins, ties, deals = wins + (own > other), ties + (own == other), deals + 1
    assert (found.counts[0].wins, found.counts[0].ties, found.n) == (wins, (ties,), deals)
    assert found.method == "exact"


def test_draws_of_whole_hands() -> None:
    both = pb.equity("As2d3h4c", "2s4d8c7h", game="badugi")
    assert (both.win.tolist(), both.n) == ([1, 0], 1)
    drawn = pb.equity("As2d3h", "*", game="badugi", method="monte_carlo", n_samples=20_000, rng=1)
    assert 0.6 < drawn.equity[0] < 1
    with pytest.raises(CardCountError, match="five_card_draw has no board"):
        pb.equity("AsAd", "KsKd", board="2c", game="five_card_draw")
    with pytest.raises(CardCountError, match="expected 1 to 5 cards, found 6"):
        pb.equity("AsAd2c3c4c5c", "KsKd", game="deuce_to_seven")
    with pytest.raises(CardCountError, match="is '\\*'"):
        pb.equity("", "KsKd", game="badugi")


def test_indexer_knows_the_games() -> None:
    assert pb.HandIndexer.game("five_card_draw") == pb.HandIndexer.game("deuce_to_seven") == pb.HandIndexer((5,))
    assert pb.HandIndexer.game("tahoe") == pb.HandIndexer((3, 3, 1, 1))
    assert pb.HandIndexer.game("badugi") == pb.HandIndexer((4,))
    assert pb.HandIndexer.game("courchevel") == pb.HandIndexer.game("omaha5")
    assert pb.HandIndexer.game("omaha6_hilo") == pb.HandIndexer.game("omaha6")


# One to four cards


def merit(cards: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the groups of equal ranks, the larger and then the higher first."""
    ranks = [card // 4 for card in cards]
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_all_partial_hands_are_in_order(size: int) -> None:
    hands = list(combinations(range(52), size))
    strengths = pb.evaluate(np.array(hands), rules="partial")
    by_merit = sorted(zip(map(merit, hands), strengths.tolist(), strict=True))
    pairs = pairwise(by_merit)
    assert all((a < b) == (one < two) and one <= two for (a, one), (b, two) in pairs)
    assert len(set(strengths.tolist())) == {1: 13, 2: 91, 3: 455}[size]


def test_partial_hands_of_four_cards_and_of_several_sizes() -> None:
    rng = np.random.default_rng(5)
    hands = [tuple(rng.choice(52, size=size, replace=False).tolist()) for size in (1, 2, 3, 4) for _ in range(300)]
    hands += [(0, 1, 2, 3), (48, 49, 50, 51), (0, 1, 4, 5), (0, 1, 2, 4)]
    strengths = [int(pb.evaluate(np.array(hand), rules="partial")) for hand in hands]
    order = sorted(range(len(hands)), key=lambda i: merit(hands[i]))
    assert [strengths[i] for i in order] == sorted(strengths)
    assert pb.evaluate("AcAdAhAs", rules="partial") == 2379
    assert pb.evaluate("2c", rules="partial") == 1
    column = pb.evaluate(["2c", "AcAd", "KcKdKh"], rules="partial")
    assert column.tolist() == [pb.evaluate(text, rules="partial") for text in ("2c", "AcAd", "KcKdKh")]
    assert pb.evaluate("AcAd", "AhAs", rules="partial") == 2379
    out = np.zeros(2, dtype=np.uint16)
    assert pb.evaluate([[0, 1], [2, 7]], rules="partial", out=out) is out


def test_partial_hands_are_refused_elsewhere() -> None:
    with pytest.raises(CardCountError, match="expected 1, 2, 3 or 4 cards, found 5"):
        pb.evaluate("2c3c4c5c6c", rules="partial")
    with pytest.raises(CardCountError, match="expected 5, 6 or 7 cards, found 3"):
        pb.evaluate("2c3c4c")
    with pytest.raises(DuplicateCardError) as caught:
        pb.evaluate([["2c", "3c"], ["2c", "2c"]], rules="partial")
    assert caught.value.row == 1
    with pytest.raises(InvalidCardError):
        pb.evaluate(np.array([[0, 52]], dtype=np.uint8), rules="partial")
    for function in (pb.category, pb.describe, pb.example_hand):
        with pytest.raises(pb.exceptions.InvalidArgumentError, match="partial"):
            function(1, rules="partial")  # type: ignore[operator]
    with pytest.raises(pb.exceptions.InvalidArgumentError, match="partial"):
        pb.best_five("2c3c4c5c6c", rules="partial")  # type: ignore[arg-type]

"""Reports about the hands of a range on one board, against plain definitions of every hand, draw and share."""

import csv
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import oracles
import pokerbits as pb
from command_line import as_json, cells, here, printed, refused
from pokerbits.cards import COMBOS, combo_id, format_cards, parse_cards
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
)
from pokerbits.reports import (
    DRAWS,
    MADE_HANDS,
    equity_distribution,
    hand_breakdown,
    nut_advantage,
    range_advantage,
)

BOARDS = [
    *("Ah7d2c", "7h7d2c", "KsKhKd", "9h8h7h", "2c3d4h", "TsJsQs", "As2s3d"),
    *("5c6d7h8s", "KsKhKdKc", "KsKh7d7c", "Ah2h3h9h", "AsKsQdJd", "Th9h8d7d", "3c5d6h9s", "QcQdQh2s", "4c5c6d8d"),
    *("AsKdQhJcTs", "Ah9h7h4h2h", "2h3h4h5h9c", "KsKhKd7s7h", "KsKhKdKc2s", "KsKh7d7cAs", "KsKh7d7c2s", "KsKh9d7c2s"),
    *("AsAhKdQcJs", "QsQhQd7c2s", "9h8h7h6h5h", "2c3d4h5s6c", "AsAhAdAcKs", "Jc9d7h5s3c"),
]


def random_boards(size, n):
    """Return boards, the same every time."""
    rng = np.random.default_rng(size)
    return [format_cards(sorted(rng.choice(52, size, replace=False).tolist())) for _ in range(n)]


ALL_BOARDS = BOARDS + random_boards(3, 4) + random_boards(4, 4) + random_boards(5, 4)


# -- Plain definitions ------------------------------------------------------------------------------------------------


CATEGORIES = (
    *("high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind"),
    "straight flush",
)


def best_of(cards):
    """Return the best five of some cards, and their score."""
    fives = list(combinations(cards, 5))
    scores = oracles.score_five(np.array(fives))
    return fives[scores.argmax()], scores.max()


def made_hand(hole, board):
    """Return the label of a hand by what its best five cards are."""
    five, score = best_of(hole + board)
    name = CATEGORIES[score >> 20]
    if len(board) == 5 and score == best_of(board)[1]:
        return "board plays"
    on_board = Counter(card // 4 for card in board)
    ranks = [card // 4 for card in hole]
    pocket = ranks[0] == ranks[1]
    if name in ("straight flush", "full house", "flush", "straight"):
        return name
    if name == "four of a kind" and 4 not in on_board.values():
        return name
    if name == "three of a kind" and 3 not in on_board.values():
        return "set" if pocket else "trips"
    own = [rank for rank, n in Counter(card // 4 for card in five).items() if n == 2 and on_board[rank] < 2]
    if len(own) == 2:
        return "two pair"
    if own:
        above = sum(rank > own[0] for rank in on_board)
        if pocket:
            return "underpair" if above else "overpair"
        return {0: "top pair", 1: "second pair"}.get(above, "low pair")
    return "ace high" if 12 in ranks else "no made hand"


def categories_of(strengths):
    return oracles.every_score()[strengths - 1] >> 20


def every_out(combos, board):
    """Return for each combo the cards that make a straight of it, and those that make a flush, by dealing each."""
    straight, flush, straight_flush = 4, 5, 8
    now = categories_of(oracles.strengths(np.hstack([combos, np.broadcast_to(board, (len(combos), len(board)))])))
    straights, flushes = ([[] for _ in combos] for _ in range(2))
    for new in set(range(52)) - set(board):
        dealt = [*board, new]
        free = np.flatnonzero((combos != new).all(axis=1))
        hands = np.hstack([combos[free], np.broadcast_to(dealt, (len(free), len(dealt)))])
        scores = oracles.strengths(hands)
        then = categories_of(scores)
        alone = oracles.strengths(np.array([dealt]))[0] if len(dealt) == 5 else 0
        own = (scores > alone) & (then > now[free]) & (now[free] < flush)
        for i in free[own & (then == straight)]:
            straights[i].append(new)
        for i in free[own & ((then == flush) | (then == straight_flush))]:
            flushes[i].append(new)
    return now, straights, flushes


def draw(hole, board, category, straights, flushes):
    """Return the label of a draw by the cards that complete it."""
    suits = Counter(card % 4 for card in hole + board)
    if flushes:
        if straights:
            return "combo draw"
        (suit,) = {new % 4 for new in flushes}
        top = max(card for card in range(52) if card % 4 == suit and card not in board)
        return "nut flush draw" if top in hole else "flush draw"
    ends = {new // 4 for new in straights}
    # As the low end the ace is rank -1, too.
    ranks, ends_low = {card // 4 for card in hole + board}, ends | ({-1} if 12 in ends else set())
    for first in range(9):
        if {first, first + 1, first + 2, first + 3} <= ranks and {first - 1, first + 4} <= ends_low:
            return "open-ended straight draw"
    if ends:
        return "double gutshot" if len(ends) > 1 else "gutshot"
    own = {card % 4 for card in hole}
    if len(board) == 3 and category < 5 and any(suits[suit] == 3 for suit in own):
        return "backdoor flush draw"
    return "no draw"


# -- Made hands and draws ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ALL_BOARDS)
def test_every_combo_has_the_hand_and_the_draw_of_the_plain_definitions(board):
    found = hand_breakdown("random", board=board)
    dealt = parse_cards(board).tolist()
    free = np.flatnonzero(~np.isin(COMBOS, dealt).any(axis=1))
    combos = COMBOS[free].astype(np.int64)
    expected = [made_hand(hole, dealt) for hole in combos.tolist()]
    assert [MADE_HANDS[place] for place in found.made[free]] == expected
    blocked = np.setdiff1d(np.arange(1326), free)
    assert set(found.made[blocked]) == set(found.draws[blocked]) == {-1}
    assert not found.outs[blocked].any()
    if len(dealt) == 5:
        assert set(found.draws) == {-1}
        assert not found.outs.any()
        return
    draws = zip(combos.tolist(), *every_out(combos, dealt), strict=True)
    for place, outs, (hole, category, straights, flushes) in zip(
        found.draws[free], found.outs[free], draws, strict=True
    ):
        assert DRAWS[place] == draw(hole, dealt, category, straights, flushes), format_cards(hole)
        assert outs == len(straights) + len(flushes), format_cards(hole)


def test_every_label_comes():
    seen = [hand_breakdown("random", board=board) for board in ALL_BOARDS]
    assert {MADE_HANDS[place] for of in seen for place in set(of.made) - {-1}} == set(MADE_HANDS)
    assert {DRAWS[place] for of in seen for place in set(of.draws) - {-1}} == set(DRAWS)


@pytest.mark.parametrize(
    ("hole", "board", "label"),
    [
        ("AsKs", "QsJsTs2c", "straight flush"),
        ("KcKd", "KsKh2d", "four of a kind"),
        ("KcQd", "KsKhKd", "four of a kind"),
        ("AsAd", "KsKhKdKc", "ace high"),  # four kings are everybody's
        ("QsQd", "KsKhKdKc", "no made hand"),
        ("AsAd", "KsKhKdKc2s", "ace high"),  # a kicker
        ("3s3d", "KsKhKdKcAs", "board plays"),
        ("9s9d", "KsKhKd7s7h", "full house"),  # better than the board's
        ("Ac7d", "KsKhKd7s7h", "board plays"),
        ("2s2d", "KsKhKd", "full house"),
        ("AsQd", "KsKhKd", "ace high"),
        ("QsJd", "KsKhKd", "no made hand"),
        ("Kh2c", "Ah9h7h4h", "flush"),
        ("Kh2c", "Ah9h7h4h3h", "flush"),
        ("2h2c", "Ah9h7h4h3h", "board plays"),
        ("5c6d", "2c3d4h", "straight"),
        ("As5d", "2c3d4h", "straight"),
        ("7d2s", "2c3d4h5s6c", "straight"),
        ("AdAc", "2c3d4h5s6c", "board plays"),
        ("7s7h", "Ah7d2c", "set"),
        ("7s6h", "7h7d2c", "trips"),
        ("AsKd", "7h7d7c", "ace high"),  # trips are everybody's
        ("As7h", "Ah7d2c", "two pair"),
        ("9s7h", "KsKh9d7c2s", "second pair"),  # sevens are counterfeited
        ("Ac9s", "AdKsKh9d2c", "top pair"),  # aces and kings
        ("5s5d", "KsKh7d7c2s", "no made hand"),  # counterfeited
        ("AcQs", "KsKh7d7cAs", "top pair"),
        ("8s8d", "KsKh7d7c2s", "underpair"),
        ("QsQd", "7h7d2c", "overpair"),
        ("QsQd", "Ah7d2c", "underpair"),
        ("3s3d", "Ah7d2c", "underpair"),
        ("AsKd", "Ah7d2c", "top pair"),
        ("Ks7h", "KhKd7d", "full house"),
        ("As7h", "KhKd7d", "second pair"),  # the rank of the pair counts
        ("Ks7h", "Ah7d2c", "second pair"),
        ("Ks2h", "Ah7d2c", "low pair"),
        ("Ks2h", "AhQd7d2c", "low pair"),
        ("AsKd", "Qh7d2c", "ace high"),
        ("AsKd", "7h7d2c", "ace high"),  # the pair is everybody's
        ("KsQd", "Jh7d2c", "no made hand"),
        ("3s2d", "AsKdQhJc9s", "board plays"),
        ("As2d", "QcJdThJc8s", "ace high"),
    ],
)
def test_made_hands(hole, board, label):
    found = hand_breakdown("random", board=board)
    assert MADE_HANDS[found.made[combo_id(hole)]] == label
    assert hole in found.range_of(label)


@pytest.mark.parametrize(
    ("hole", "board", "label", "outs"),
    [
        ("Kh2h", "Ah7h9c", "nut flush draw", 9),  # nobody can hold the ace
        ("Qh3h", "Ah7h9c", "flush draw", 9),
        ("Ah3c", "Kh9h7h", "nut flush draw", 9),
        ("Qh3c", "Kh9h7h", "flush draw", 9),
        ("3c3d", "Kh9h7h", "no draw", 0),
        ("3c3d", "Kh9h7h5h", "no draw", 0),
        ("JhTh", "9h8h2c", "combo draw", 15),
        ("KhQh", "JhTh2c", "combo draw", 15),
        ("AhJh", "QhTh2c", "combo draw", 12),
        ("JcTd", "9h8s2c", "open-ended straight draw", 8),
        ("Jc3d", "Th9h8s", "open-ended straight draw", 8),
        ("4c5d", "2h3s9c", "open-ended straight draw", 8),  # the ace or a six
        ("3c2d", "As4h9c", "gutshot", 4),  # a five alone
        ("AcKd", "QhJs2c", "gutshot", 4),  # a ten alone
        ("AcTd", "QhJs2c", "gutshot", 4),
        ("KcQd", "JhTs2c", "open-ended straight draw", 8),
        ("9c7d", "JhTs8c", "straight", None),
        ("9c5d", "7h6s3c", "double gutshot", 8),
        ("As7d", "3h4s5c", "double gutshot", 8),  # a deuce or a six
        ("9c8d", "6h5s2c", "gutshot", 4),
        ("AcKd", "5c6d7h8s", "no draw", 0),  # the straight would be everybody's
        ("Ac3d", "5c6d7h8s", "no draw", 0),  # with a four the board has a higher one
        ("AcTd", "5c6d7h8s", "gutshot", 4),
        ("Jc7d", "Th9h8h4h", "straight", None),
        ("Qc3c", "JhTh9h2h", "open-ended straight draw", 6),  # hearts make the board a flush
        ("QsTs", "7s4d2c", "backdoor flush draw", 0),
        ("Qs3d", "7s4s2c", "backdoor flush draw", 0),
        ("Qd3d", "7s4s2s", "no draw", 0),
        ("QsTs", "7s4d2c3d", "no draw", 0),
        ("7c7h", "7d8h2h", "backdoor flush draw", 0),
        ("7h6h", "7d8h2h", "flush draw", 9),
        ("AhKh", "7h4h2h", "no draw", 0),  # has the flush
        ("8d6d", "7d5d4c", "flush draw", 9),  # has the straight
    ],
)
def test_draws(hole, board, label, outs):
    found = hand_breakdown("random", board=board)
    place = combo_id(hole)
    if outs is None:
        assert MADE_HANDS[found.made[place]] == label
        assert DRAWS[found.draws[place]] == "no draw"
        return
    assert DRAWS[found.draws[place]] == label
    assert found.outs[place] == outs
    assert hole in found.range_of(label)


@pytest.mark.parametrize("board", ["Ah7d2c", "KsKh7d7c", "9h8h7h6h5h"])
@pytest.mark.parametrize("hands", ["random", "22+, A2s+, 0.5:KQo, 0.3:T9s", "0.001:AKs, 76s"])
def test_made_hands_and_draws_are_partitions(hands, board):
    found = hand_breakdown(hands, board=board)
    free = ~np.isin(COMBOS, parse_cards(board)).any(axis=1)
    expected = pb.Range(hands).weights * free
    assert (found.weights == expected).all()
    data = found.to_dict()
    assert len(data["made"]) == len(MADE_HANDS)
    assert len(data["draws"]) == (len(DRAWS) if len(board) < 10 else 0)
    for rows in filter(None, (data["made"], data["draws"])):
        assert sum(row["combos"] for row in rows) == found.combos == np.count_nonzero(expected)
        assert sum(row["weight"] for row in rows) == pytest.approx(found.weight, rel=1e-14)
        assert sum(row["share"] for row in rows) == pytest.approx(1, rel=1e-14)
    whole = pb.Range()
    for row in data["made"]:
        part = found.range_of(row["name"])
        assert (len(part), part.total) == (row["combos"], row["weight"])
        assert not len(whole & part)
        whole |= part
    assert whole == pb.Range.from_weights(expected)


def test_counts_that_players_know():
    """Three sets of each rank, nine top pairs with a kicker, and so on."""
    made = {row["name"]: row["combos"] for row in hand_breakdown("random", board="Ah7d2c").to_dict()["made"]}
    assert made["set"] == 9
    assert made["two pair"] == 27
    assert made["top pair"] == made["second pair"] == made["low pair"] == 3 * 40
    assert made["underpair"] == 10 * 6
    assert sum(made.values()) == 49 * 48 // 2
    draws = {row["name"]: row["combos"] for row in hand_breakdown("random", board="Kh7h2c").to_dict()["draws"]}
    assert draws["nut flush draw"] == 10
    assert draws["flush draw"] == 45
    assert hand_breakdown("random", board="9h8h7h").to_dict()["made"][3]["combos"] == 45 - 3  # but straight flushes


@pytest.mark.parametrize("board", ["Ah7h2c", "9h8h7dKs", "JsTs4h4d2s"])
def test_names_of_suits_do_not_matter(board):
    found = hand_breakdown("random", board=board)
    renamed = {"c": "h", "d": "s", "h": "d", "s": "c"}
    other = hand_breakdown("random", board="".join(renamed.get(sign, sign) for sign in board))
    suits = np.array([2, 3, 1, 0])
    moved = combo_id(np.sort(COMBOS // 4 * 4 + suits[COMBOS % 4], axis=1).astype(np.uint8))
    for name in ("made", "draws", "outs"):
        assert (getattr(other, name)[moved] == getattr(found, name)).all()
    assert other.to_dict() == found.to_dict() | {"board": other.board}


def test_what_a_breakdown_prints():
    found = hand_breakdown("QQ+, AKs, 0.5:JhTh", board="Ah7h2c")
    lines = str(found).splitlines()
    assert lines[0].split() == ["combos", "weight", "share"]
    assert lines[1].split() == ["made", "set", "3", "3", "16.22%"]
    assert lines[-1] == "QQ+, AKs, 0.5:JhTh: 19 combos of weight 18.5 on Ah7h2c"
    assert "underpair" in found._repr_html_()


# -- Equity by hand ---------------------------------------------------------------------------------------------------


def one_side(hands, opponent, **options):
    """Return the distribution of the first of two ranges."""
    return equity_distribution(hands, opponent, **options).hero


@pytest.mark.parametrize("board", ["", "Ah7d2c", "Ah7d2c9s", "Ah7d2c9s9h"])
def test_two_players_share_the_pot(board):
    hero, villain = "TT+, AK, 0.4:98s", "22+, A5s-A2s, 0.7:KQs"
    # The table of matchups knows no dead cards.
    dead = "3c" if board else ""
    first = one_side(hero, villain, board=board, dead=dead)
    second = one_side(villain, hero, board=board, dead=dead)
    assert first.mean + second.mean == pytest.approx(1, rel=1e-12)
    expected = pb.equity(hero, villain, board=board, dead=dead)
    assert [first.mean, second.mean] == pytest.approx(expected.equity, rel=1e-12)
    # As often as the first meets the second, the second meets the first.
    assert first.weights.sum() == pytest.approx(second.weights.sum(), rel=1e-12)
    held = np.isfinite(first.equity)
    assert (first.equity[held] == expected.combo_equity[0][held]).all()
    assert first.board == board
    advantage = range_advantage(hero, villain, board=board, dead=dead)
    assert advantage.shares.tolist() == [first.mean, second.mean]
    assert advantage.difference == pytest.approx(2 * first.mean - 1)


def test_one_call_has_both_sides():
    hero, villain = "TT+, AK, 0.4:98s", "22+, A5s-A2s, 0.7:KQs"
    found = equity_distribution(hero, villain, board="Ah7d2c")
    assert [*found] == [found.hero, found.villain]
    assert found.villain == one_side(villain, hero, board="Ah7d2c")
    assert found.board == "Ah7d2c"
    assert found.to_dict() == {"players": [side.to_dict() for side in found]}
    columns = found.to_columns()
    for number, side in enumerate(found, 1):
        of_side = columns["player"] == number
        for name, column in side.to_columns().items():
            assert np.array_equal(np.asarray(columns[name])[of_side], column)
    lines = str(found).splitlines()
    assert lines[0].split() == ["hands", "up", "to", "hero", "villain"]
    assert lines[4].split() == ["50%", f"{found.hero.quantile(0.5):.2%}", f"{found.villain.quantile(0.5):.2%}"]
    assert lines[-2].split() == ["mean", f"{found.hero.mean:.2%}", f"{found.villain.mean:.2%}"]


def test_both_curves_are_drawn_in_one_call():
    from matplotlib.figure import Figure

    both = equity_distribution("TT+", "99-22", board="Ah7d2c")
    together, one_by_one = (Figure().subplots() for _ in range(2))
    assert pb.plot.equity_graph(both, ax=together, title="a flop") is together
    for side in both:
        pb.plot.equity_graph(side, ax=one_by_one)
    for line, same in zip(together.lines, one_by_one.lines, strict=True):
        assert np.array_equal(line.get_xydata(), same.get_xydata())
        assert line.get_color() == same.get_color()
    assert together.get_title() == "a flop"
    for options in ({"label": "hero"}, {"color": "black"}):
        with pytest.raises(InvalidArgumentError, match="expected one range, found two"):
            pb.plot.equity_graph(both, **options)


@pytest.mark.parametrize("dead", ["", "As", "AsKcQd"])
def test_hands_with_dead_cards_are_dealt_to_nobody(dead):
    """A combo's weight counts the deals: the hands of the opponent that meet it, without a card that is known."""
    hero, villain, board = "AA, KK, 0.5:QQ", "AK, QQ, JJ", "2c3d4h5s7c"
    found = one_side(hero, villain, board=board, dead=dead)
    known = set(parse_cards(board + dead).tolist())
    ours, theirs = (
        pb.Range(text).weights * [not known & set(combo) for combo in COMBOS.tolist()] for text in (hero, villain)
    )
    assert found.weights == pytest.approx(ours * (oracles.apart() @ theirs), rel=1e-12)


def test_the_order_the_quantiles_and_the_graph_agree():
    found = one_side("22+, A2s+", "random", board="Ah7d2c")
    sorted_equity = found.equity[found.order]
    assert (np.diff(sorted_equity) >= 0).all()
    edges, heights = found.graph()
    assert (heights == sorted_equity).all()
    assert (edges[0], edges[-1], len(edges)) == (0, 1, found.combos + 1)
    assert np.diff(edges) @ heights == pytest.approx(found.mean)
    middles = (edges[1:] + edges[:-1]) / 2
    assert (found.quantile(middles) == heights).all()
    assert found.quantile([[0, 1]]).tolist() == [[heights[0], heights[-1]]]
    assert found.histogram().sum() == pytest.approx(1)
    # A share that ends where a hand does is that hand's.
    even = one_side("AhKh, QsJs", "2c2d", board="Ad7d3s")
    assert even.quantile(0.5) == even.quantile(0)
    columns = found.to_columns()
    assert columns["hand"][-1] in {"AsAd", "AsAc", "AdAc"}
    assert columns["share"].sum() == pytest.approx(1)


def test_a_hand_that_the_opponent_blocks_is_dealt_less_often():
    found = one_side("AKs", "AhKh, AhAd, 22", board="Qh7d3c")
    weights = {name: found.weights[combo_id(name)] for name in ("AhKh", "AdKd", "AsKs", "AcKc")}
    assert weights == {"AhKh": 6, "AdKd": 7, "AsKs": 8, "AcKc": 8}
    # What is left of a large sum is not lost among its digits.
    tiny = np.zeros(1326)
    tiny[combo_id("AhKh")], tiny[combo_id("2c2d")] = 1, 1e-20
    found = one_side("AhKs, 3c3d", pb.Range.from_weights(tiny), board="Qh7d3h")
    assert found.weights[combo_id("AhKs")] == 1e-20
    assert found.combos == 2


@pytest.mark.parametrize("threshold", [0, 0.5, 0.8, 0.95])
def test_advantages_turn_with_the_players(threshold):
    """The shares are those of `test_exact_weights.py`."""
    players, board = ("22+, A2s+, 0.5:KQo", "QQ+, AKs, 0.3:T9s"), "Ah7d2c9s9h"
    found, turned = (nut_advantage(*of, board=board, nut_equity=threshold) for of in (players, players[::-1]))
    assert turned.shares.tolist() == found.shares.tolist()[::-1]
    assert found.difference == pytest.approx(found.shares[0] - found.shares[1])
    assert found.ratio == pytest.approx(found.shares[0] / found.shares[1])
    one, other = (range_advantage(*of, board=board).difference for of in (players, players[::-1]))
    assert one == -other


def test_ratios_that_are_no_numbers():
    only_first = nut_advantage("AA", "KK", board="Ah7d2c")
    assert (only_first.ratio, only_first.to_dict()["ratio"]) == (float("inf"), None)
    neither = nut_advantage("AA", "AA", board="Kh7d2c")
    assert np.isnan(neither.ratio)
    assert (neither.difference, neither.to_dict()["ratio"]) == (0, None)


# -- Results and errors -----------------------------------------------------------------------------------------------


def test_long_ranges_are_cut():
    text = ", ".join(pb.HAND_CLASSES[:60])
    assert len(repr(one_side(text, text, board="Ah7d2c"))) < 180
    assert len(repr(nut_advantage(text, text, board="Ah7d2c"))) < 180
    assert hand_breakdown(text, board="Ah7d2c").hands == text


def test_ranges_are_taken_in_every_form():
    text = "QQ+, 0.5:AKs"
    forms = [text, pb.Range(text), pb.Range(text).weights]
    first, *others = (hand_breakdown(form, board="Ah7d2c").weights for form in forms)
    assert all((first == other).all() for other in others)
    first, *others = (one_side(form, "KK", board="Ah7d2c").equity for form in forms)
    assert all(np.array_equal(first, other, equal_nan=True) for other in others)
    assert hand_breakdown("AhKh", board=[50 - 1, 20, 4]).combos == 1
    assert hand_breakdown("  QQ+,   AK ", board=pb.CardSet("Ah7d2c")).hands == "QQ+, AK"


@pytest.mark.parametrize("report", [hand_breakdown, lambda hands, board: one_side(hands, "22+", board=board)])
@pytest.mark.parametrize(
    ("hands", "board", "error", "message"),
    [
        ("QQ+", "Ah7d2c3c4c5c", CardCountError, "found 6"),
        ("QQ+", "Ah7dAh", DuplicateCardError, "Ah"),
        ("QQ+", "Ah7dXx", InvalidCardError, "Xx"),
        ("QQ+", [51, 50, 52], InvalidCardError, "52"),
        ("QQ+, AKx", "Ah7d2c", InvalidRangeError, "AKx"),
        ("AhKh", "Ah7d2c", InvalidRangeError, "the board.* no hand of 'AhKh'"),
        ("AA", "AsAhAd", InvalidRangeError, "the board.* no hand of 'AA'"),
        ("", "Ah7d2c", InvalidRangeError, "no hand in ''"),
        (np.zeros(1325), "Ah7d2c", InvalidRangeError, "1326 weights"),
        (np.full(1326, np.nan), "Ah7d2c", InvalidRangeError, "NaN"),
    ],
)
def test_bad_input(report, hands, board, error, message):
    with pytest.raises(error, match=message):
        report(hands, board=board)


def test_a_breakdown_needs_a_board():
    with pytest.raises(CardCountError, match="expected 3, 4 or 5 cards, found 0"):
        hand_breakdown("QQ+", board="")
    with pytest.raises(CardCountError, match="board: expected 3, 4 or 5 cards, found 2"):
        hand_breakdown("QQ+", board="Ah7d")


def test_the_player_of_an_error_is_named():
    for report in (equity_distribution, range_advantage, nut_advantage):
        with pytest.raises(InvalidRangeError, match="player 2") as info:
            report("QQ+", "KJx", board="Ah7d2c")
        assert info.value.player == 1
        with pytest.raises(InvalidRangeError, match="same cards"):
            report("AhKh", "AhQh", board="2c3c4c")
        with pytest.raises(DuplicateCardError):
            report("QQ", "JJ", board="Ah7d2c", dead="Ah")


def test_bad_numbers():
    found = one_side("QQ+", "22+, 0.5:AKs", board="Ah7d2c")
    for bad in (-0.1, 1.5, float("nan"), [0, 2]):
        with pytest.raises(InvalidArgumentError, match="from 0 to 1"):
            found.quantile(bad)
    for bad in (0, -1, 10_001):
        with pytest.raises(InvalidArgumentError, match="bins"):
            found.histogram(bad)
    with pytest.raises(TypeError):
        found.histogram(2.5)
    for bad in (-0.1, 1.1, float("nan")):
        with pytest.raises(InvalidArgumentError, match="nut_equity"):
            nut_advantage("AA", "KK", board="Ah7d2c", nut_equity=bad)
    with pytest.raises(
        InvalidArgumentError, match=r"label: expected 'straight flush', .* found 'sets' .did you mean 'set'"
    ):
        hand_breakdown("QQ+", board="Ah7d2c").range_of("sets")


# -- The picture and the command line ---------------------------------------------------------------------------------

HERO, VILLAIN = "TT+, AK, 0.5:98s", "99-22, AJs, KQs"


def test_the_graph_is_drawn():
    from matplotlib.figure import Figure

    both = [one_side(a, b, board="Ah7d2c") for a, b in ((HERO, VILLAIN), (VILLAIN, HERO))]
    ax = Figure().subplots()
    for found, label in zip(both, (None, "caller"), strict=True):
        assert pb.plot.equity_graph(found, ax=ax, label=label) is ax
    assert ax.get_title() == "Ah7d2c"
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    assert legend == [f"{HERO}, mean {both[0].mean:.2%}", f"caller, mean {both[1].mean:.2%}"]
    first, second = ax.lines
    assert first.get_color() != second.get_color()
    assert first.get_linestyle() != second.get_linestyle()
    for line, found in zip(ax.lines, both, strict=True):
        x, y = line.get_data()
        assert (x[0], x[-1], ax.get_xlim()) == (0, 1, (0, 1))
        assert (np.diff(x) >= 0).all()
        assert (np.diff(y) >= 0).all()
        # The area under the line.
        assert (np.diff(x) * y[:-1]).sum() == pytest.approx(found.mean)
    ax.figure.canvas.draw()
    named = pb.plot.equity_graph(both[0], ax=Figure().subplots(), title="before the turn", color="black", label="")
    assert (named.get_title(), named.lines[0].get_color()) == ("before the turn", "black")
    assert named.get_legend().get_texts()[0].get_text() == f"mean {both[0].mean:.2%}"


def test_breakdown_on_the_command_line():
    lines = cells(printed("breakdown", "QQ+", "AKs,", "0.5:JhTh", "--board", "Ah7h2c"))
    assert ["set", "3", "3", "16.2162%"] in lines
    assert ["backdoor", "flush", "draw", "7", "7", "37.8378%"] in lines
    assert as_json("breakdown", HERO, "--board", "Ah7d2c") == hand_breakdown(HERO, board="Ah7d2c").to_dict()
    assert "\ndraw " not in printed("breakdown", HERO, "--board", "Ah7d2c9s9d")


def test_distribution_on_the_command_line(tmp_path):
    first, second = (one_side(a, b, board="Ah7d2c") for a, b in ((HERO, VILLAIN), (VILLAIN, HERO)))
    table, graph = tmp_path / "hands.csv", tmp_path / "graph.png"
    lines = cells(printed("distribution", HERO, VILLAIN, "--board", "Ah7d2c", "--csv", table, "--plot", graph))
    assert ["mean", f"{first.mean:.4%}", f"{second.mean:.4%}"] in lines
    assert ["50%", f"{first.quantile(0.5):.4%}", f"{second.quantile(0.5):.4%}"] in lines
    expected = [
        [str(player), hand, *(repr(float(number)) for number in numbers)]
        for player, found in (("1", first), ("2", second))
        for hand, *numbers in zip(*found.to_columns().values(), strict=True)
    ]
    with table.open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["player", "hand", "equity", "weight", "share"], *expected]
    assert graph.read_bytes().startswith(b"\x89PNG")
    data = as_json("distribution", HERO, VILLAIN, "--board", "Ah7d2c")
    assert data == {"players": [first.to_dict(), second.to_dict()]}


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
def test_other_kinds_of_pictures(tmp_path, suffix):
    graph = tmp_path / f"graph.{suffix}"
    printed("distribution", "AA", "KK", "--board", "2c7d9h", "--plot", graph)
    assert graph.stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("breakdown", "QQ+"), "Missing option '--board'"),
        (("breakdown", "QQ+", "--board", "Ah7d"), "expected 3, 4 or 5 cards, found 2"),
        (("breakdown", "QQ+,", "AKx", "--board", "Ah7d2c"), "AKx"),
        (("distribution", "QQ+", "--board", "Ah7d2c"), "Missing argument 'VILLAIN'"),
        (("distribution", "QQ+", "AAA", "--board", "Ah7d2c"), "player 2"),
        (("distribution", "AhKh", "AhQh", "--board", "2c7d9h"), "same cards"),
        (("distribution", "QQ", "KK", "--plot", "graph.txt"), "expected a name that ends in .png"),
    ],
)
def test_bad_input_on_the_command_line(arguments, message):
    assert message in refused(*arguments)


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    for option, name in (("--csv", "hands.csv"), ("--plot", "graph.png")):
        path = tmp_path / "nowhere" / name
        done = here("distribution", "QQ", "KK", "--board", "2c7d9h", option, path)
        assert done.exit_code == 1
        assert str(path) in done.stderr


def test_reports_are_imported_when_they_are_first_asked_for(run_python):
    code = """
import sys
import pokerbits as pb
assert "reports" in dir(pb)
print("pokerbits.reports" in sys.modules)
print(pb.reports.hand_breakdown("AA", board="Ah7d2c").combos)
print("matplotlib" in sys.modules)
"""
    assert run_python(code).stdout.split() == ["False", "3", "False"]


def test_the_page_defines_every_label():
    page = (Path(__file__).parents[1] / "docs" / "how-to" / "range_reports.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z -]+(?:, [a-z -]+)*) \|", page, flags=re.MULTILINE)
    defined = [label for row in rows for label in row.split(", ")]
    assert sorted(defined) == sorted([*MADE_HANDS, *DRAWS, "made hand", "draw"])
    about = hand_breakdown.__doc__
    assert all(label in about for label in MADE_HANDS + DRAWS)

"""Exact odds against random opponents: reference answers, identities, brute force, the two roads, bad input."""

import csv
import json
import pickle
import sys
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError

DATA = Path(__file__).parent / "data" / "odds"
REFERENCE = json.loads((DATA / "exact_odds.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module", params=[5, pytest.param(22, marks=pytest.mark.slow)])
def everything(request):
    """All 169 hands against 1 to 5 opponents, and to 22."""
    return pb.preflop_odds(range(1, request.param + 1))


def total(unknown, to_come, k):
    left = unknown - to_come
    return comb(unknown, to_come) * comb(left, 2 * k) * prod(range(1, 2 * k, 2))


def listed(counts):
    """Deals in which nobody is better, by the number of opponents who tie."""
    return [counts.wins, *counts.ties]


def deals(hand_class):
    return {2: 6, 3: 4}[len(hand_class)] if not hand_class.endswith("o") else 12


def test_reference_preflop_hands(everything):
    for name, by_k in REFERENCE["preflop"].items():
        counts = everything.counts[pb.HAND_CLASSES.index(name)]
        asked = {k: expected for k, expected in by_k.items() if int(k) in everything.total}
        assert {k: listed(counts[int(k)]) for k in asked} == asked
    assert everything.total == {int(k): n for k, n in REFERENCE["preflop_total"].items() if int(k) in everything.total}
    assert tuple(everything.total) == everything.n_opponents


def test_published_counts_not_beaten(everything):
    with (DATA / "win_or_draw_k1_5.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 169
    for row in rows:
        name = row["hand"]
        counts = everything.counts[pb.HAND_CLASSES.index(name)]
        for k in range(1, 6):
            assert counts[k].wins + counts[k].tied == int(row[f"win_or_draw_{k}"]), (name, k)


def test_equities_of_all_hands_sum_to_the_pot(everything):
    for k in everything.n_opponents:
        pot = sum(
            deals(name) * Fraction(count, j + 1)
            for name, counts in zip(pb.HAND_CLASSES, everything.counts, strict=True)
            for j, count in enumerate(listed(counts[k]))
        )
        assert pot / everything.total[k] == Fraction(1326, k + 1)


def test_preflop_results_are_rounded_once(everything):
    for i in (0, 57, 168):
        for column, k in enumerate(everything.n_opponents):
            counts, n = everything.counts[i][k], everything.total[k]
            assert n == total(50, 5, k) == counts.total
            assert everything.equity[i, column] == float(
                sum(Fraction(c, j + 1) for j, c in enumerate(listed(counts))) / n
            )
            assert everything.win[i, column] == float(Fraction(counts.wins, n))
            assert everything.tie[i, column] == float(Fraction(sum(counts.ties), n))
            assert everything.lose[i, column] == float(Fraction(counts.losses, n))
    assert everything.equity.shape == (169, len(everything.n_opponents))


def test_csv_holds_the_integers(everything, tmp_path):
    text = everything.to_csv(tmp_path / "odds.csv")
    assert (tmp_path / "odds.csv").read_text(encoding="utf-8") == text
    rows = list(csv.DictReader(text.splitlines()))
    most = len(everything.n_opponents)
    assert len(rows) == 169 * most
    # Every row has every column, also of ties with more opponents than it has.
    assert {len(row) for row in csv.reader(text.splitlines())} == {7 + most}
    for row in rows[:: 169 * most // 50]:
        k = int(row["opponents"])
        counts = everything.counts[pb.HAND_CLASSES.index(row["hand"])][k]
        assert [int(row["win"])] + [int(row[f"tied_{j}"]) for j in range(1, k + 1)] == listed(counts)
        assert {row[f"tied_{j}"] for j in range(k + 1, most + 1)} <= {"0"}
        assert int(row["win"]) + int(row["tie"]) + int(row["lose"]) == int(row["total"]) == everything.total[k]


@pytest.mark.parametrize("street", ["river", "turn", "flop"])
def test_reference_boards(street):
    for case in REFERENCE[street]:
        opponents = [int(k) for k in case["N"]]
        odds = pb.odds_vs_random(case["hero"], board=case["board"], n_opponents=opponents)
        for k in opponents:
            assert listed(odds.counts[k]) == case["N"][str(k)], (case["hero"], case["board"], k)


def test_one_opponent_by_dealing():
    rng = np.random.default_rng(4)
    for _ in range(200):
        cards = rng.choice(52, 7, replace=False)
        hole, board = cards[:2], cards[2:]
        strengths = pb.evaluate_combos(board)
        free = ~np.isin(pb.COMBOS, cards).any(axis=1)
        hero = strengths[pb.cards.combo_id(hole)]
        others = strengths[free].astype(int)
        odds = pb.odds_vs_random(hole, board=board)
        tied, won = int((others == hero).sum()), int((others < hero).sum())
        assert odds.counts[1] == pb.Counts(won, (tied,), int((others > hero).sum()))


def test_two_opponents_by_dealing():
    rng = np.random.default_rng(6)
    for _ in range(20):
        cards = rng.choice(52, 7, replace=False)
        hole, board = cards[:2], cards[2:]
        strengths = pb.evaluate_combos(board).astype(int)
        free = np.flatnonzero(~np.isin(pb.COMBOS, cards).any(axis=1))
        hero = strengths[pb.cards.combo_id(hole)]
        fine = free[strengths[free] <= hero]
        combos, ties = pb.COMBOS[fine].astype(int), (strengths[fine] == hero).astype(int)
        shared = (combos[:, None, :, None] == combos[None, :, None, :]).any(axis=(2, 3))
        first, second = np.nonzero(np.triu(~shared, 1))
        expected = np.bincount(ties[first] + ties[second], minlength=3).tolist()
        assert listed(pb.odds_vs_random(hole, board=board, n_opponents=2).counts[2]) == expected


@pytest.mark.parametrize(("size", "rows"), [(5, 400), (4, 3), (0, 2)])
def test_rows_are_single_hands(size, rows):
    """Counts beyond 64 bits too, and probabilities to the last bit: many hands are rounded elsewhere than one is."""
    cards = pb.random_hands(rows, 2 + size, rng=11)
    opponents = (8, 1, 2) if size else (1, 19)
    many = pb.odds_vs_random(cards[:, :2].reshape(-1, 1, 2), board=cards[:, None, 2:], n_opponents=opponents)
    assert list(many.counts) == list(many.total) == list(opponents)
    assert many.equity.shape == (rows, 1, len(opponents))
    for k, total_k in many.total.items():
        assert total_k == total(50 - size, 5 - size, k)
        assert many.counts[k] is many.counts[k]
        assert many.counts[k].shape == (rows, 1)
        assert not many.counts[k].flags.writeable
    for row, hand in enumerate(cards):
        for column, k in enumerate(opponents):
            found, n = many.counts[k][row, 0], many.total[k]
            assert found.total == n
            if row < 40:
                assert found == pb.odds_vs_random(hand[:2], board=hand[2:], n_opponents=k).counts[k]
            share = sum(Fraction(c, j + 1) for j, c in enumerate(listed(found))) / n
            expected = [float(share), *(float(Fraction(c, n)) for c in (found.wins, found.tied, found.losses))]
            assert [part[row, 0, column] for part in (many.equity, many.win, many.tie, many.lose)] == expected
    assert pickle.loads(pickle.dumps(many)) == many
    with pytest.raises(KeyError):
        many.counts[3]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the address space as Linux does")
def test_results_that_do_not_fit_in_memory(run_python):
    program = """
import resource
import numpy as np
import pokerbits as pb

hands = np.tile(pb.random_hands(1000, 7, rng=1), (2000, 1))
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20), -1))
try:
    pb.odds_vs_random(hands[:, :2], board=hands[:, 2:], n_opponents=range(1, 23), num_threads=1)
except MemoryError:
    print("refused")
"""
    assert run_python(program).stdout == "refused\n"


def test_the_two_roads_meet():
    rng = np.random.default_rng(8)
    for _ in range(30):
        cards = rng.choice(52, 9, replace=False)
        given = {"board": cards[2:7], "dead": cards[7:], "n_opponents": (1, 2, 3)}
        fast = pb.odds_vs_random(cards[:2], **given)
        plain = pb.odds_vs_random(cards[:2], **given, method="cliques")
        assert fast.counts == plain.counts
        assert fast.total == plain.total


def test_cliques_by_choosing():
    rng = np.random.default_rng(2)
    combos = pb.COMBOS[rng.choice(1326, 25, replace=False)].tolist()
    for size in range(5):
        expected = sum(
            len({card for combo in chosen for card in combo}) == 2 * size for chosen in combinations(combos, size)
        )
        assert pb.odds.count_disjoint(combos, sizes=[size]) == [expected]
    assert pb.odds.count_disjoint(np.empty((0, 2), np.uint8), sizes=[0, 1]) == [1, 0]
    # The source's example: of five sets A to E, only A and D overlap, and B and E.
    assert pb.odds.count_disjoint(["2c3c", "4c5c", "7c8c", "3c2d", "5c6c"], sizes=[1, 2, 3, 4]) == [5, 8, 4, 0]


def test_hands_of_any_size_by_choosing():
    rng = np.random.default_rng(3)
    for cards in (1, 3, 4):
        hands = np.unique([np.sort(rng.choice(24, cards, replace=False)) for _ in range(14)], axis=0)
        expected = [
            sum(len({*np.concatenate(chosen).tolist()}) == size * cards for chosen in combinations(hands, size))
            for size in range(1, 6)
        ]
        assert pb.odds.count_disjoint(hands, sizes=range(1, 6)) == expected
        assert expected[1] > 0
    # Three sets of which each two overlap, but not all three.
    assert pb.odds.count_disjoint(["2c2d3c", "2d2h3d", "2c2h3h"], sizes=[1, 2]) == [3, 0]


def test_counts_that_would_take_minutes_are_refused():
    rng = np.random.default_rng(4)
    combos = pb.COMBOS[rng.permutation(1326)]
    for n, size, seconds in [(300, 8, 1000), (1000, 6, 1000), (900, 26, 1e20)]:
        with pytest.raises(InvalidArgumentError, match=r"would take some .* and max_seconds is 600") as refused:
            pb.odds.count_disjoint(combos[:n], sizes=[1, size])
        assert float(str(refused.value).split()[5].replace(",", "")) > seconds
    with pytest.raises(InvalidArgumentError, match=r"some 0\.0\d+ seconds on one thread, and max_seconds is 0: raise"):
        pb.odds.count_disjoint(combos[:300], sizes=[4], max_seconds=0)
    four = pb.odds.count_disjoint(combos[:300], sizes=[4], max_seconds=1)
    assert four == pb.odds.count_disjoint(combos[:300], sizes=[4], max_seconds=np.inf)
    # Cards with the same partners are counted together, in any number.
    assert pb.odds.count_disjoint(pb.COMBOS, sizes=[26], max_seconds=10) == [prod(range(1, 52, 2))]


def test_known_extremes():
    found = pb.odds.losses("4s8s", board="2s3s6h7h8h")
    assert (len(found.one_card), len(found.two_card)) == (0, 268)
    overlaps = pb.odds.count_disjoint(found.two_card, sizes=[1, 8])
    assert overlaps == [268, 13_652_181_872_325]
    found = pb.odds.losses("2s2c", board="3c3d3h3s2h")
    assert (len(found.one_card), len(found.two_card)) == (44, 0)


def test_monte_carlo_agrees():
    rng = np.random.default_rng(12)
    hole, board, k, n = pb.cards.parse_cards("QsQd"), pb.cards.parse_cards("Js7h2c9d3s"), 6, 40_000
    unknown = np.setdiff1d(np.arange(52), np.concatenate([hole, board])).astype(np.uint8)
    dealt = rng.permuted(np.tile(unknown, (n, 1)), axis=1)[:, : 2 * k].reshape(n, k, 2)
    best = pb.evaluate(dealt, board=board).max(axis=1)
    wins = (best < pb.evaluate(hole, board=board)).mean()
    odds = pb.odds_vs_random(hole, board=board, n_opponents=k)
    z = (wins - odds.win) / np.sqrt(odds.win * (1 - odds.win) / n)
    assert abs(z) < 5, z


def test_shapes_and_batches():
    holes = pb.cards.parse_cards("AsKs 7c2d QhQd").reshape(3, 2)
    board = "Js7h2c9d3s"
    one = pb.odds_vs_random(holes, board=board, n_opponents=2)
    assert one.equity.shape == (3,)
    several = pb.odds_vs_random(holes.reshape(3, 1, 2), board=[board, "KdKcKh4s4d"], n_opponents=(1, 2, 5))
    assert several.equity.shape == several.win.shape == several.lose.shape == (3, 2, 3)
    assert several.counts[5].shape == (3, 2)
    for i in range(3):
        single = pb.odds_vs_random(holes[i], board=board, n_opponents=2)
        assert single.equity == one.equity[i] == several.equity[i, 0, 1]
        assert single.counts[2] == several.counts[2][i, 0]
        assert type(single.counts[2].wins) is int
        assert isinstance(single.equity, np.float64)
    assert np.allclose(several.win + several.tie + several.lose, 1)
    assert pb.odds_vs_random(np.empty((0, 2), np.uint8), board=np.empty((0, 5), np.uint8)).equity.shape == (0,)
    for size in (0, 3, 4, 5):
        options = {"dead": "2c2d", "n_opponents": (1, 4)}
        dealt = "AsKsQsJsTs"[: 2 * size]
        none = pb.odds_vs_random(np.empty((0, 2), np.uint8), board=pb.cards.parse_cards(dealt), **options)
        assert none.total == pb.odds_vs_random("7h8h", board=dealt, **options).total
        assert none.counts[4].shape == (0,)
        assert "row" in str(none)
    assert "QhQd" not in str(several)
    assert str(several).splitlines()[1].split() == ["0", "1", *(f"{several.equity[0, 0, 0]:.4%}",)] + [
        f"{values[0, 0, 0]:.4%}" for values in (several.win, several.tie, several.lose)
    ]
    assert str(pb.odds_vs_random("AsKs", board=board)).startswith("opponents")


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: pb.odds_vs_random("AsKs", n_opponents=0), InvalidArgumentError, "n_opponents = 0"),
        (lambda: pb.odds_vs_random("AsKs", n_opponents=()), InvalidArgumentError, "n_opponents"),
        (lambda: pb.odds_vs_random("AsKs", n_opponents=(1, 1)), InvalidArgumentError, "different"),
        (lambda: pb.odds_vs_random("AsKs", n_opponents=23), InvalidArgumentError, "23"),
        (lambda: pb.odds_vs_random("AsKs", n_opponents=26), InvalidArgumentError, "26"),
        (lambda: pb.odds_vs_random("AsKs", board="2c3c4c5c6c7c"), CardCountError, "found 6"),
        (lambda: pb.odds_vs_random("AsKsQs"), CardCountError, "expected 2 cards, found 3"),
        (lambda: pb.odds_vs_random("AsAs"), DuplicateCardError, "As"),
        (lambda: pb.odds_vs_random("AsKs", board="As2c3c"), DuplicateCardError, "As"),
        (lambda: pb.odds_vs_random("AsKs", dead="As"), DuplicateCardError, "As"),
        (lambda: pb.odds_vs_random("AsKs", dead="2c2c"), DuplicateCardError, "2c"),
        (lambda: pb.odds_vs_random([[0, 1], [2, 2]]), DuplicateCardError, "row 1: card 2h"),
        (lambda: pb.odds_vs_random([[0, 1], [2, 52]]), InvalidCardError, "row 1: card id 52"),
        (lambda: pb.odds_vs_random([0.5, 1]), TypeError, "expected integers"),
        (lambda: pb.odds_vs_random("AsKs", method="magic"), InvalidArgumentError, "found 'magic'"),
        (lambda: pb.odds_vs_random([[0, 1]], method="cliques"), InvalidArgumentError, "one hand"),
        (lambda: pb.preflop_odds([23]), InvalidArgumentError, "23"),
        (
            lambda: pb.odds_vs_random(np.empty((0, 2), np.uint8), board=np.empty((0, 6), np.uint8)),
            CardCountError,
            "found 6",
        ),
        (
            lambda: pb.odds_vs_random(np.empty((0, 2), np.uint8), n_opponents=23),
            InvalidArgumentError,
            "23 opponents: with 50 unknown cards",
        ),
        (lambda: pb.odds_vs_random([[0, 1], [2, 3]], board=[[4, 5, 6]] * 3), InvalidArgumentError, "do not broadcast"),
        (lambda: pb.odds_vs_random("AsKs", dead=[[0], [1]]), CardCountError, "dead: expected one row"),
        (lambda: pb.odds.losses([[0, 1]], board="2c3c4c5c6c"), CardCountError, "hole: expected one row"),
        (lambda: pb.odds.losses("AsKs", board=[[0, 1, 2, 3, 4]]), CardCountError, "board: expected one row"),
        (lambda: pb.odds.losses("AsKs", board="2c3c4c"), CardCountError, "found 3"),
        (lambda: pb.odds.losses("AsKsQs", board="2c3c4c5c6c"), CardCountError, "hole"),
        (lambda: pb.odds.count_disjoint([[0, 1], [1, 0]], sizes=[1]), InvalidArgumentError, "comes twice"),
        (lambda: pb.odds.count_disjoint([[0, 0]], sizes=[1]), DuplicateCardError, "row 0: card 2c"),
        (lambda: pb.odds.count_disjoint([[[0, 1, 2]]], sizes=[1]), CardCountError, "shape"),
        (lambda: pb.odds.count_disjoint([[0, 1, 1]], sizes=[1]), DuplicateCardError, "row 0: card 2d"),
        (lambda: pb.odds.count_disjoint([[0, 1, 2], [2, 1, 0]], sizes=[1]), InvalidArgumentError, "comes twice"),
        (
            lambda: pb.odds.count_disjoint([*combinations(range(22), 3)], sizes=[1]),
            InvalidArgumentError,
            "at most 1326 can be counted",
        ),
        (lambda: pb.odds.count_disjoint([[0, 1]], sizes=[1], max_seconds=-1), InvalidArgumentError, "max_seconds = -1"),
        (lambda: pb.odds.count_disjoint([[0, 1]], sizes=[-1]), InvalidArgumentError, "sizes"),
    ],
)
def test_bad_input(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_the_csv_follows_no_link(tmp_path):
    kept, link = tmp_path / "kept.txt", tmp_path / "odds.csv"
    kept.write_text("mine", encoding="utf-8")
    link.symlink_to(kept)
    text = pb.preflop_odds(1).to_csv(link)
    assert (kept.read_text(encoding="utf-8"), link.is_symlink(), link.read_text(encoding="utf-8")) == (
        "mine",
        False,
        text,
    )
    assert {path.name for path in tmp_path.iterdir()} == {"kept.txt", "odds.csv"}

"""Folded ranges: every joint deal of the players, the folded hands and the board, enumerated, says what is right."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, product
from math import prod

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.cards import COMBOS, combo_id
from pokerbits.exceptions import DuplicateCardError, InvalidArgumentError, InvalidRangeError
from pokerbits.ranges import Range

BOARDS = ["Ah7d2c", "AhKh2h", "9s9d4h", "Qs9s3dTs", "8h8d8cAs", "4c4d9h9sKs", "AhKhQh7c2d"]


def cards_of(text):
    return pb.cards.parse_cards(text).tolist() if text else []


def enumerate_deals(players, folded, board, dead=(), game="holdem"):
    """Return for each player the integer counts of each combo: pots won alone, shared with one other, ..., and lost.

    `players` and `folded` are dicts of integer weights by combo.
    """
    known = {*board, *dead}
    deck = range(16 if game != "holdem" else 0, 52)
    deck = [card for card in deck if card not in known]
    runouts = np.array([*combinations(deck, 5 - len(board))], dtype=np.uint8)
    boards = np.hstack([np.broadcast_to(np.array(board, np.uint8), (len(runouts), len(board))), runouts])
    has_card = (boards[:, :, None] == np.arange(52)).any(axis=1)
    strengths = {}
    for combo in {combo for player in players for combo in player}:
        free = ~has_card[:, COMBOS[combo]].any(axis=1)
        strengths[combo] = np.zeros(len(boards), dtype=np.int64)
        rules = "standard" if game == "holdem" else game
        if free.any() and not known & {*COMBOS[combo].tolist()}:
            hands = np.broadcast_to(COMBOS[combo], (free.sum(), 2))
            strengths[combo][free] = pb.evaluate(np.hstack([hands, boards[free]]), rules=rules)
    counts = [{combo: [0] * (len(players) + 1) for combo in player} for player in players]
    for combos in product(*players, *folded):
        held = COMBOS[list(combos)].ravel()
        if len({*held.tolist()} | known) < len(held) + len(known):
            continue
        weight = prod(weights[combo] for weights, combo in zip([*players, *folded], combos, strict=True))
        is_left = ~has_card[:, held].any(axis=1)
        of = np.array([strengths[combo][is_left] for combo in combos[: len(players)]])
        won = of == of.max(axis=0)
        winners = won.sum(axis=0)
        for own, of_player, combo in zip(won, counts, combos, strict=False):
            for sharers in range(1, len(players) + 1):
                of_player[combo][sharers - 1] += weight * int((own & (winners == sharers)).sum())
            of_player[combo][-1] += weight * int((~own).sum())
    return counts


def added_up(counts):
    """Return the counts of each player's combos together."""
    return [[sum(of) for of in zip(*of_player.values(), strict=True)] for of_player in counts]


def shares_of(counts):
    """Return the pots that a player gets, and all."""
    return sum(n / sharers for sharers, n in enumerate(counts[:-1], 1)), sum(counts)


def random_weights(rng, n, most=4, lowest=0):
    """Return a dict of a few combos near the top of the deck, so that cards collide, with weights 1 to `most`."""
    deck = np.concatenate([np.arange(40, 52), lowest + rng.choice(40 - lowest, 6, replace=False)])
    combos = {int(combo_id(rng.choice(deck, 2, replace=False).tolist())) for _ in range(n)}
    return {combo: int(rng.integers(1, most + 1)) for combo in combos}


def as_range(weights, most=4):
    found = np.zeros(1326)
    for combo, weight in weights.items():
        found[combo] = weight / most
    return Range.from_weights(found)


def counts_of(result):
    """Return the integer counts of a result."""
    return [[of.wins, *of.ties, of.losses] for of in result.counts]


def check_spot(rng, board, n_players, n_folded, dead="", size=4, game="holdem"):
    """Compare a random spot with its enumeration; return whether it has a deal."""
    lowest = 0 if game == "holdem" else 16
    players, folded = ([random_weights(rng, size, lowest=lowest) for _ in range(n)] for n in (n_players, n_folded))
    cards, gone = cards_of(board), cards_of(dead)
    of_combos = enumerate_deals(players, folded, cards, gone, game)
    expected = added_up(of_combos)
    ranges, others = [as_range(of) for of in players], [as_range(of) for of in folded]
    options = {"board": board, "dead": dead, "folded": others, "game": game, "method": "exact"}
    if not any(map(any, expected)):
        with pytest.raises(InvalidRangeError):
            pb.equity(*ranges, **options)
        return False
    result = pb.equity(*ranges, **options)
    scale = 4 ** (n_players + n_folded) // result.denominator
    assert [[n * scale for n in of] for of in counts_of(result)] == expected
    np.testing.assert_allclose(result.equity, [won / n for won, n in map(shares_of, expected)], rtol=1e-14)
    for found, own, counts in zip(result.combo_equity, ranges, of_combos, strict=True):
        assert np.isnan(found[own.weights == 0]).all()
        for combo, (won, n) in zip(counts, map(shares_of, counts.values()), strict=True):
            np.testing.assert_allclose(found[combo], won / n if n else np.nan, rtol=1e-13)
    return True


@pytest.mark.parametrize("n_folded", [1, 2])
@pytest.mark.parametrize("board", BOARDS)
def test_two_players_beside_folded_ranges_are_every_joint_deal(board, n_folded):
    rng = np.random.default_rng([26, len(board), n_folded, ord(board[0])])
    n = 12 if len(board) == 6 else 16
    found = [check_spot(rng, board, 2, n_folded, "5s5c" if i % 2 else "") for i in range(n)]
    assert sum(found) > n / 2


@pytest.mark.slow
def test_five_hundred_more_spots_of_two_players():
    rng = np.random.default_rng(27)
    for i in range(500):
        check_spot(rng, BOARDS[i % len(BOARDS)], 2, 1 + i % 2, "5s5c" if i % 3 else "", size=7)


@pytest.mark.parametrize(("n_players", "n_folded"), [(3, 1), (3, 2), (2, 3), (4, 1)])
def test_more_players_and_folded_ranges_are_every_joint_deal(n_players, n_folded):
    rng = np.random.default_rng([28, n_players, n_folded])
    found = [check_spot(rng, "Qs9s3dTs", n_players, n_folded, size=3) for _ in range(5)]
    assert any(found)


def test_short_deck_is_every_joint_deal():
    rng = np.random.default_rng(29)
    assert all(check_spot(rng, "Ts9d7c6h", 2, n_folded, game="short_deck") for n_folded in (1, 2))


@pytest.mark.parametrize("n_folded", [1, 2])
def test_wide_ranges_are_the_sum_of_their_hands(n_folded):
    """The folded hands one by one, as dead cards, on a flop: the sum of weights times equities."""
    hero, villain, folded = "QQ+, AKs, 0.5:T9s", "99+, 0.25:AQ", ["0.5:AJs, AsTs", "KQs"][:n_folded]
    result = pb.equity(hero, villain, board="Ah7d2c", folded=folded)
    weights = [{int(c): float(Range(of).weights[c]) for c in np.flatnonzero(Range(of).weights)} for of in folded]
    won = total = 0.0
    for combos in product(*weights):
        held = COMBOS[list(combos)].ravel().tolist()
        if len({*held, *cards_of("Ah7d2c")}) == len(held) + 3:
            alone = pb.equity(hero, villain, board="Ah7d2c", dead=held)
            weight = prod(of[combo] for of, combo in zip(weights, combos, strict=True)) * alone.n
            won, total = won + weight * alone.equity[0], total + weight
    assert result.equity[0] == pytest.approx(won / total, rel=1e-13)
    assert result.n == pytest.approx(total, rel=1e-13)


@pytest.mark.parametrize("n_folded", [1, 2])
@pytest.mark.parametrize("board", ["Ah7d2c", "Qs9s3dTs", "4c4d9h9sKs"])
def test_weights_that_are_no_decimals_are_floats(board, n_folded):
    rng = np.random.default_rng([30, n_folded])
    players, folded = [random_weights(rng, 8) for _ in range(2)], [random_weights(rng, 8) for _ in range(n_folded)]
    expected = np.array(added_up(enumerate_deals(players, folded, cards_of(board))), dtype=float)
    scale = 3.0**0.5 * 4
    ranges, others = ([Range.from_weights(as_range(of).weights / 3**0.5) for of in all_] for all_ in (players, folded))
    result = pb.equity(*ranges, board=board, folded=others, method="exact")
    assert not result.counts
    np.testing.assert_allclose(result.win, expected[:, 0] / expected[0].sum(), rtol=0, atol=1e-12)
    assert result.n == pytest.approx(expected[0].sum() / scale ** (2 + n_folded), rel=1e-12)
    # The last bit does not depend on the order of players, of folded ranges, or on threads.
    for order in (1, -1):
        again = pb.equity(*ranges[::-1], board=board, folded=others[::order], method="exact", num_threads=3)
        np.testing.assert_array_equal(again.equity[::-1], result.equity)


def test_folded_hands_that_are_nearly_always_blocked_are_added_up_by_themselves():
    light = np.zeros(1326)
    light[combo_id(["AsAd", "KcQc", "JcTc"])] = 1, 1e-9, 3e-10
    hero, villain, board = "AsKs, AsQs", "JJ, TT, KcKd", "Ah7d2c9s"
    found = pb.equity(hero, villain, board=board, folded=[light])
    weights = {int(combo_id("KcQc")): 10, int(combo_id("JcTc")): 3}
    players = [{int(c): 1 for c in np.flatnonzero(Range(of).weights)} for of in (hero, villain)]

    def win(folded):
        counts, _ = added_up(enumerate_deals(players, folded, cards_of(board)))
        return counts[0] / sum(counts)

    assert not found.counts or found.denominator > 1
    assert found.win[0] == pytest.approx(win([weights]), rel=1e-9)
    irrational = pb.equity(hero, villain, board=board, folded=[light / 3])
    assert irrational.win[0] == pytest.approx(win([weights]), rel=1e-9)
    two = pb.equity(hero, villain, board=board, folded=[light / 3, light / 7])
    assert two.win[0] == pytest.approx(win([weights, weights]), rel=1e-8)


def test_a_folded_hand_is_two_dead_cards():
    for players, board in ((("QQ+, AK", "22+, A2s+"), "Ah7d2c"), (("AsQd", "JJ"), "Ah7d2c9s"), (("AA", "KK"), "")):
        dead = pb.equity(*players, board=board, dead="KsTs")
        folded = pb.equity(*players, board=board, folded=["KsTs"], method="exact")
        assert counts_of(dead) == counts_of(folded)
        np.testing.assert_array_equal(dead.equity, folded.equity)
    hands = pb.equity("AsQd", "JhJd", board="Ah7d2c", folded=["KsTs"])
    assert counts_of(hands) == counts_of(pb.equity("AsQd", "JhJd", board="Ah7d2c", dead="KsTs"))
    without = pb.combo_equity("22+, A2s+", "Ah7d2c", dead="KsTs")
    beside = pb.combo_equity("22+, A2s+", "Ah7d2c", folded=["KsTs"])
    np.testing.assert_array_equal(without, beside)


def test_a_folded_range_of_all_hands_changes_no_equity():
    for board in ("Ah7d2c", "Ah7d2c9s3h"):
        alone = pb.equity("QQ+, AKs", "22+, A2s+", board=board)
        for folded in (["random"], ["random", "random"]):
            beside = pb.equity("QQ+, AKs", "22+, A2s+", board=board, folded=folded)
            np.testing.assert_allclose(beside.equity, alone.equity, rtol=1e-14)


@pytest.mark.parametrize("empty", [None, (), [], np.zeros((0, 1326))], ids=repr)
def test_without_folded_ranges_nothing_changes(empty):
    for players, options in (
        (("AhAd", "KsKh"), {}),
        (("QQ+, AKs", "22+"), {"board": "Ah7d2c"}),
        (("QQ+, AKs", "22+", "0.5:AK"), {"board": "Ah7d2c9s"}),
        (("AA", "KK, AKs"), {}),
        (("QQ+", "22+"), {"method": "monte_carlo", "n_samples": 3000, "rng": 1}),
        (("QQ+", "22+", "A2s+"), {"board": "Ah7d2c", "method": "monte_carlo", "n_samples": 3000, "rng": 1}),
        (("AA", "KK"), {"game": "short_deck", "board": "Ah7d9c"}),
        (("AA", "KK$ds"), {"game": "omaha", "board": "Ah7d2c9s"}),
    ):
        alone, beside = pb.equity(*players, **options), pb.equity(*players, folded=empty, **options)
        assert alone.to_dict() == beside.to_dict()
        assert alone.combo_equity.tobytes() == beside.combo_equity.tobytes()
    for boards in ("Ah7d2c", "Ah7d2c9s"):
        assert pb.combo_equity("22+", boards).tobytes() == pb.combo_equity("22+", boards, folded=empty).tobytes()


@pytest.mark.parametrize("folded", [["AQ, KQs"], ["AQ", "0.5:22-99, KQs"]], ids=len)
def test_every_combo_has_the_equity_of_its_own_spot(folded):
    boards, villain = ["Ah7d2c9s", "KhQh2c9s"], "QQ+, 0.5:AKs, 76s"
    found = pb.combo_equity(villain, boards, folded=folded, dead="3s")
    assert found.shape == (2, 1326)
    rng = np.random.default_rng(31)
    for board, row in zip(boards, found, strict=True):
        known = [*cards_of(board), *cards_of("3s")]
        np.testing.assert_array_equal(np.isnan(row), np.isin(COMBOS, known).any(axis=1))
        for combo in [*rng.choice(np.flatnonzero(~np.isnan(row)), 25), combo_id("QsQd"), combo_id("7s6s")]:
            alone = pb.equity(COMBOS[combo], villain, board=board, folded=folded, dead="3s")
            assert row[combo] == pytest.approx(alone.equity[0], rel=1e-14)
    # Weights of any scale, also without end, give the same; so do more boards, threads and an executor.
    scaled = [Range(of).weights * 7e40 for of in folded]
    weights = Range(villain).weights / 3
    np.testing.assert_allclose(pb.combo_equity(weights, boards, folded=scaled, dead="3s"), found, rtol=0, atol=1e-12)
    several = pb.combo_equity(villain, [boards, boards[::-1]], folded=folded, dead="3s", num_threads=3)
    assert several.tobytes() == np.array([found, found[::-1]]).tobytes()
    with ThreadPoolExecutor(1) as executor:
        out = np.empty((2, 1326))
        pb.combo_equity(villain, boards, folded=folded, dead="3s", executor=executor, out=out)
    assert out.tobytes() == found.tobytes()


def test_a_flop_is_the_mean_of_its_turns():
    """Each deal of a flop has as many turns as any other: the weights of turns add up to twice those of the flop."""
    hero, villain, folded = "QQ, AhKd", "AK, 98s", ["AQ", "KQs"]
    flop = pb.equity(hero, villain, board="9h8d2c", folded=folded)
    turns = [
        pb.equity(hero, villain, board=[*cards_of("9h8d2c"), card], folded=folded)
        for card in range(52)
        if card not in cards_of("9h8d2c")
    ]
    total = sum(turn.n for turn in turns)
    assert total == 2 * flop.n
    assert flop.equity[0] == pytest.approx(sum(turn.equity[0] * turn.n for turn in turns) / total, rel=1e-13)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (("QQ+, AKs", "22+, 0.5:A2s+"), {"board": "Ah7d2c", "folded": ["AT+, KQ"]}),
        (("QQ+, AKs", "22+, 0.5:A2s+"), {"board": "Ah7d2c9s", "folded": ["AT+, KQ", "0.3:random"]}),
        (("AhKh", "QQ"), {"board": "Qh7h2c", "folded": ["AQ, KQ", "random"]}),
        (("AA", "KK"), {"folded": ["AKs", "0.25:AKo"]}),
        (("AK", "KQ"), {"game": "short_deck", "board": "Ts9d7c", "folded": ["AQ", "KJ"]}),
    ],
)
def test_samples_agree_with_the_exact_answer(players, options):
    exact = pb.equity(*players, method="exact", **options)
    sampled = pb.equity(*players, method="monte_carlo", n_samples=40_000, rng=5, **options)
    assert (sampled.method, sampled.n) == ("monte_carlo", 40_000)
    assert ((sampled.std_error > 0) & (sampled.std_error < 0.003)).all()
    assert (np.abs(sampled.equity - exact.equity) < 4 * sampled.std_error).all()
    assert (np.abs(sampled.tie - exact.tie) < 0.01).all()
    again = pb.equity(*players, method="monte_carlo", n_samples=40_000, rng=5, num_threads=3, **options)
    np.testing.assert_array_equal(again.equity, sampled.equity)


def test_standard_errors_are_those_of_the_samples():
    spot = {"board": "Ah7d2c", "folded": ["AT+, KQ", "99-66"]}
    exact = pb.equity("QQ+, AKs", "22+, 0.5:A2s+", method="exact", **spot)
    z = []
    for seed in range(60):
        sampled = pb.equity("QQ+, AKs", "22+, 0.5:A2s+", method="monte_carlo", n_samples=2000, rng=seed, **spot)
        z.append((sampled.equity[0] - exact.equity[0]) / sampled.std_error[0])
    assert 0.75 < np.std(z) < 1.3
    assert abs(np.mean(z)) < 0.5


def test_more_folded_ranges_are_sampled_beside_players_who_contest():
    folded = ["AT+, KQ", "99-66", "A2s+", "random"]
    result = pb.equity("AhKh", "QQ", "JTs", board="Qh7h2c", folded=folded, n_samples=30_000, rng=1)
    assert (result.method, result.players) == ("monte_carlo", ("AhKh", "QQ", "JTs"))
    assert result.equity.sum() == pytest.approx(1)
    # Small ranges are counted deal by deal.
    few = ["AsTs, KdQd", "9h9d, 8h8d", "Ac3c", "5h5d, 4h4d"]
    spot = {"board": "Qh7h2c", "folded": few}
    exact = pb.equity("AhKh", "QsQd, JhJd", "JcTc", method="exact", **spot)
    sampled = pb.equity("AhKh", "QsQd, JhJd", "JcTc", method="monte_carlo", n_samples=40_000, rng=2, **spot)
    assert (np.abs(sampled.equity - exact.equity) <= 4 * sampled.std_error).all()
    # No folded range is a player of the result.
    assert len(exact.counts) == len(exact.equity) == 3


def test_results_do_not_depend_on_threads():
    spot = {"board": "Ah7d2c", "folded": [Range("AT+, KQ") * 0.3, Range("22+") * (1 / 7)]}
    one, three = (pb.equity("QQ+, AKs", "22+, A2s+", num_threads=n, **spot) for n in (1, 3))
    assert one.equity.tobytes() == three.equity.tobytes()
    assert one.combo_equity.tobytes() == three.combo_equity.tobytes()


@pytest.mark.parametrize(
    ("players", "options", "error", "message"),
    [
        (
            ("AA", "KK"),
            {"folded": "22+"},
            InvalidArgumentError,
            r'folded: expected a list of ranges, such as folded=\["2',
        ),
        (("AA", "KK"), {"folded": {"22+": 0.5}}, InvalidArgumentError, "folded: expected a list of ranges"),
        (("AA", "KK"), {"folded": 5}, TypeError, "folded: expected a list of ranges, .*, found int"),
        (("AA", "KK"), {"folded": Range("22+")}, InvalidArgumentError, "folded: expected a list of ranges"),
        (("AA", "KK"), {"folded": np.ones(1326)}, InvalidArgumentError, "folded: expected a list of ranges"),
        (("AA", "KK"), {"folded": ["22+", "AKx"]}, InvalidRangeError, "folded range 2: "),
        (("AA", "KK"), {"folded": [np.ones(5)]}, InvalidRangeError, "folded range 1: expected 1326 weights"),
        (("AA", "KK"), {"folded": ["22+", ""]}, InvalidRangeError, "folded range 2: there is no hand in ''"),
        (
            ("AA", "KK"),
            {"folded": ["22+", "QsQd"], "board": "QsQh2c"},
            InvalidRangeError,
            "folded range 2: the board and the dead cards leave no hand of 'QsQd'",
        ),
        (
            ("AA", "KhKd, KsKc"),
            {"folded": ["22+", "KhKs, KdKc"], "board": "QsQh2c"},
            InvalidRangeError,
            "player 2 and folded range 2 need the same cards: 'KhKd, KsKc' and 'KhKs, KdKc' have no deal",
        ),
        (("AA", "AA"), {"folded": ["AA"], "board": "QsQh2c"}, InvalidRangeError, "there is no deal: the players need"),
        (("AsAh", "KsKh"), {"folded": ["AsAh, KsKd"], "board": "QsQh2c"}, InvalidRangeError, "need the same cards"),
        (("AsAh", "AsKh"), {"folded": ["22"], "board": "QsQh2c"}, DuplicateCardError, "As .* more than once"),
        (
            ("AA", "KK"),
            {"folded": ["22"] * 9},
            InvalidArgumentError,
            "up to 10 players and folded ranges, found 2 and 9",
        ),
        (
            ("AA", "KK"),
            {"folded": ["22"], "game": "omaha"},
            InvalidArgumentError,
            "folded: not supported in omaha; pass known cards as dead=",
        ),
        (
            ("22+", "22+"),
            {"folded": ["22+"], "method": "exact", "max_seconds": 0},
            InvalidArgumentError,
            "some .* seconds",
        ),
    ],
)
@pytest.mark.parametrize("method", ["exact", "monte_carlo"])
def test_what_cannot_be_folded_is_refused(players, options, error, message, method):
    if "max_seconds" in options and method == "monte_carlo":
        method = "exact"
    with pytest.raises(error, match=message):
        pb.equity(*players, **{"method": method} | options)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"folded": "22+"}, InvalidArgumentError, "folded: expected a list of ranges"),
        ({"folded": ["22+"] * 3}, InvalidArgumentError, "expected up to 2 folded ranges, found 3"),
        ({"folded": ["22+", "AKx"]}, InvalidRangeError, "folded range 2: "),
        (
            {"folded": ["22+", "AsAd"], "dead": "As"},
            InvalidRangeError,
            "folded range 2: it has no hand without a dead card",
        ),
        ({"folded": [np.ones((2, 1326))]}, InvalidArgumentError, "folded range 1: expected one row of 1326 weights"),
        ({"folded": [-np.ones(1326)]}, InvalidArgumentError, "the weight of combo 0 .* is -1"),
        ({"folded": ["22+"], "game": "omaha"}, InvalidArgumentError, "folded: not supported in Omaha"),
    ],
)
def test_combo_equity_refuses_what_cannot_be_folded(options, error, message):
    with pytest.raises(error, match=message):
        pb.combo_equity("KK", "7h8d9c", **options)


def test_a_board_without_a_deal_has_no_equities():
    found = pb.combo_equity("KK", ["AsAh2c3c", "Kh7d2c9s"], folded=["AsAd"])
    assert np.isnan(found[0]).all()
    assert not np.isnan(found[1]).all()

"""Equity in Omaha, its high and low halves and the short deck, against dealing every board."""

from fractions import Fraction
from itertools import chain, combinations, permutations
from math import comb

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.cards import format_cards
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
)

HOLE_CARDS = {
    "holdem": 2,
    "short_deck": 2,
    "short_deck_trips": 2,
    "omaha": 4,
    "omaha5": 5,
    "omaha6": 6,
    "omaha_hilo": 4,
    "omaha5_hilo": 5,
}
SPLIT = ("omaha_hilo", "omaha5_hilo")
SPOTS = 200


def dealt(game, hands, board, left):
    """Return sets of winners of the high and of the low half, as bits, and on how many whole boards they win."""
    missing = 5 - len(board)
    more = np.fromiter(chain.from_iterable(combinations(left, missing)), np.uint8).reshape(comb(len(left), missing), -1)
    boards = np.concatenate([np.tile(np.array(board, dtype=np.uint8), (len(more), 1)), more], axis=1)
    if HOLE_CARDS[game] == 2:
        rules = "standard" if game == "holdem" else game
        high = np.array([pb.evaluate(hand, board=boards, rules=rules) for hand in hands])
        low = np.zeros_like(high)
    else:
        both = [(pb.evaluate_omaha(hand, boards), pb.evaluate_omaha_low(hand, boards)) for hand in hands]
        high, low = (np.array(of) for of in zip(*both, strict=True))
    bits = 1 << np.arange(len(hands))[:, None]
    winners = ((high == high.max(axis=0)) * bits).sum(axis=0)
    lows = ((low == low.max(axis=0)) * bits).sum(axis=0) * (low.max(axis=0) > 0)
    pairs = np.stack([winners, lows if game in SPLIT else lows * 0])
    found, counts = np.unique(pairs, axis=1, return_counts=True)
    return [(*pair, n) for pair, n in zip(found.T.tolist(), counts.tolist(), strict=True)]


def check(game, result, by_winners):
    """Compare all numbers of a result with sets of winners, and return in how many showdowns there is a low."""
    n = sum(times for _, _, times in by_winners)
    assert (result.n, result.exact, result.method) == (n, True, "exact")

    def times(wins):
        return sum(n for high, low, n in by_winners if wins(high, low))

    pots = Fraction(0)
    for player, counts in enumerate(result.counts):
        own = 1 << player
        shares = {}
        for high, low, times_so in by_winners:
            share = (part(player, high) + part(player, low)) / 2 if low else part(player, high)
            shares[share] = shares.get(share, 0) + times_so
        won = sum(share * times_so for share, times_so in shares.items())
        pots += won
        assert result.equity[player] == float(won / n)
        assert counts.wins == times(lambda high, low, own=own: high | low == own)
        assert counts.losses == times(lambda high, low, own=own: not (high | low) & own)
        assert counts.total == n
        assert (result.win[player], result.lose[player]) == (counts.wins / n, counts.losses / n)
        if game in SPLIT:
            assert counts.scoops == counts.wins
            assert counts.quarters == shares.get(Fraction(1, 4), 0)
            assert dict(counts.shares) == shares
            assert counts.equity == result.equity[player]
            assert counts.high.wins == times(lambda high, _, own=own: high == own)
            assert counts.high.losses == times(lambda high, _, own=own: not high & own)
            assert counts.low.total == times(lambda _, low: low)
            assert counts.low.wins == times(lambda _, low, own=own: low == own)
            assert counts.low.losses == times(lambda _, low, own=own: low and not low & own)
    assert pots == n
    return times(lambda _, low: low)


def part(player, winners):
    return Fraction(winners >> player & 1, winners.bit_count())


def random_spot(rng, game, case):
    """Return hands, a board, dead cards, and the cards that are left: few of them before the flop."""
    size, lowest = HOLE_CARDS[game], 16 if "short" in game else 0
    players = int(rng.integers(2, {2: 11, 4: 9, 5: 7, 6: 6}[size])) if case % 2 else 2
    deck = rng.permutation(np.arange(lowest, 52))
    if case % 3 == 0:
        # Of one suit first, and shuffled hand by hand: flushes of all kinds.
        deck = deck[np.argsort(deck % 4 != 0, kind="stable")]
        known = size * players + 5
        deck[:known] = rng.permutation(deck[:known])
    elif case % 3 == 1:
        # Low cards first: lows of all kinds.
        deck = deck[np.argsort((deck // 4 + 1) % 13 > 8, kind="stable")]
        known = size * players + 5
        deck[:known] = rng.permutation(deck[:known])
    hands, rest = deck[: size * players].reshape(players, size).tolist(), deck[size * players :].tolist()
    known = (3, 4, 5, 3, 0)[case % 5]
    board, rest = rest[:known], rest[known:]
    most = {0: 9, 3: 16, 4: 30, 5: 30}[known]
    return hands, board, rest[most:], rest[:most]


@pytest.mark.parametrize("game", HOLE_CARDS)
def test_every_spot_is_what_dealing_says(game):
    rng = np.random.default_rng(15)
    lows = 0
    for case in range(SPOTS):
        hands, board, dead, left = random_spot(rng, game, case)
        if len(left) < 5 - len(board):
            continue
        result = pb.equity(*hands, board=board, dead=dead, game=game)
        assert result.players == tuple(format_cards(hand) for hand in hands)
        lows += check(game, result, dealt(game, hands, board, left))
    assert (lows > 0) == (game in SPLIT)


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha_hilo"])
def test_the_equity_on_two_boards_is_the_mean_of_both(game):
    rng = np.random.default_rng(16)
    for case in range(6):
        deck = rng.permutation(52).tolist()
        if case % 2:
            deck.sort(key=lambda card: (card // 4 + 1) % 13 > 8)
        size, boards = HOLE_CARDS[game], (deck[:4], deck[4:8])
        hands, left = (deck[8 : 8 + size], deck[8 + size : 8 + 2 * size]), deck[8 + 2 * size :][:7]
        dead = deck[15 + 2 * size :]
        total, n = np.zeros(2), 0
        for rivers in permutations(left, 2):
            both = [[*board, river] for board, river in zip(boards, rivers, strict=True)]
            total += sum(pb.equity(*hands, board=board, game=game).equity for board in both) / 2
            n += 1
        pairs = (boards, boards[::-1])
        halves = [pb.equity(*hands, board=own, dead=[*dead, *other], game=game) for own, other in pairs]
        np.testing.assert_allclose(sum(half.equity for half in halves) / 2, total / n, atol=1e-12)


ALL_BOARDS = [
    ("short_deck", ["AsKs", "8h8d"], 201_376),
    ("short_deck_trips", ["AsKs", "8h8d", "QhJh"], 142_506),
    ("omaha", ["AsAhKsKh", "JcTc9d8d"], 1_086_008),
    ("omaha6", ["AsAhKsKhQcQd", "JcTc9d8d7s7h"], 658_008),
    ("omaha_hilo", ["As2s3hKh", "AdKd4c5c", "8h7h6s5s"], 658_008),
    ("omaha5_hilo", ["As2s3hKhKd", "Ad4c5cQcQd"], 850_668),
]


@pytest.mark.parametrize(("game", "hands", "boards"), ALL_BOARDS)
def test_before_the_flop_every_board_counts(game, hands, boards):
    cards = [pb.cards.parse_cards(hand).tolist() for hand in hands]
    left = sorted(set(range(16 if "short" in game else 0, 52)).difference(*cards))
    result = pb.equity(*hands, game=game)
    assert result.n == boards
    check(game, result, dealt(game, cards, [], left))


@pytest.mark.parametrize("game", HOLE_CARDS)
def test_the_names_of_suits_do_not_matter(game):
    rng = np.random.default_rng(16)
    size, lowest = HOLE_CARDS[game], 16 if "short" in game else 0
    for known in (0, 3, 4):
        cards = rng.permutation(np.arange(lowest, 52))[: 3 * size + known]
        found = []
        for suits in list(permutations(range(4)))[:: 3 if known else 11]:
            renamed = 4 * (cards // 4) + np.array(suits)[cards % 4]
            hands, board = renamed[: 3 * size].reshape(3, size).tolist(), renamed[3 * size :].tolist()
            found.append(pb.equity(*hands, board=board, game=game).counts)
        assert all(counts == found[0] for counts in found)


@pytest.mark.parametrize("game", HOLE_CARDS)
def test_the_order_of_players_does_not_matter(game):
    hands = [format_cards(hand) for hand in pb.random_hands(1, 3 * HOLE_CARDS[game], rng=4)[0].reshape(3, -1)]
    if "short" in game:
        hands = ["AsKs", "QhQd", "7c8c"]
    first = pb.equity(*hands, game=game)
    for order in permutations(range(3)):
        again = pb.equity(*(hands[i] for i in order), game=game)
        assert again.counts == tuple(first.counts[i] for i in order)


RANGES = [
    ("omaha", ("AsAhKsKh, AdAcKdKc, AsAdQhJh", "QsQhJsJh, TsThJsJh, 9s9h8s8h"), "Ks7h2c"),
    ("omaha", ("AA:KK:$ds", "JT98:$ds"), "KsTh2c3d"),
    ("omaha5", ("AsAhKsKhQd, AdAcKdKcQs", "QhJsJhTs9s, 2c3c4c5c6c"), "Ks7h2d"),
    ("omaha6", ("AsAhKsKhQdJd, AdAcKdKcQsJs", "QhJhThTs9s8s, 2c3c4c5c6c7c"), "Kd7h2d9c"),
    ("omaha_hilo", ("AsAhKsKh, As2h3d4d, Ad2c3h5h", "QsQhJsJh, Ac2d3s4s", "7s7h8s8h, 6s6h5s4c"), "Kc7d2s"),
]


@pytest.mark.parametrize(("game", "texts", "board"), RANGES)
def test_ranges_are_the_sums_of_their_deals(game, texts, board):
    size = HOLE_CARDS[game]
    ranges = [pb.OmahaRange(text, size) for text in texts]
    taken = set(pb.cards.parse_cards(board).tolist())
    held = [[hand for hand in of.hands.tolist() if not taken & set(hand)] for of in ranges]
    total, won = 0, [Fraction(0)] * len(texts)

    def deal(hands):
        nonlocal total
        if len(hands) < len(held):
            used = {card for hand in hands for card in hand}
            for hand in held[len(hands)]:
                if not used & set(hand):
                    deal([*hands, hand])
            return
        result = pb.equity(*hands, board=board, game=game)
        total += result.n
        for player, counts in enumerate(result.counts):
            shares = counts.shares if game in SPLIT else ((Fraction(1), counts.wins), (Fraction(1, 2), counts.tied))
            won[player] += sum(share * n for share, n in shares)

    deal([])
    for players in (texts, ranges):
        result = pb.equity(*players, board=board, game=game, method="exact")
        assert result.n == total
        assert result.equity.tolist() == [float(of / total) for of in won]
        assert result.combo_equity.shape == (len(texts), 0)
    assert result.players == tuple(of.text for of in ranges)
    sampled = pb.equity(*texts, board=board, game=game, method="monte_carlo", n_samples=20_000, rng=3)
    again = pb.equity(*texts, board=board, game=game, method="monte_carlo", n_samples=20_000, rng=3, num_threads=1)
    assert sampled == again
    assert (np.abs(sampled.equity - result.equity) <= 5 * sampled.std_error + 1e-12).all()
    assert not sampled.counts
    assert isinstance(sampled, pb.HighLowResult) == (game in SPLIT)


LARGE = [
    ("omaha", ("AA:$ds", "KK"), "Kd7s2cTh3h"),
    ("omaha", ("JT98-8765", "JT98-8765, AA$ds"), "9d8s2cTh3h"),
    ("omaha5", ("AA:KK:$ds", "QQ:JJ"), "Kd7s2cTh3h"),
    ("omaha6", ("AA:QQ:5", "AA:JJ:65"), "Kd7s2cTh3h"),
]


@pytest.mark.parametrize(("game", "texts", "board"), LARGE)
def test_large_ranges_meet_as_pairs_would(game, texts, board):
    """Many pairs of hands share cards, and some are the same."""
    taken = pb.cards.parse_cards(board)
    hands = [pb.OmahaRange(text, HOLE_CARDS[game]).hands for text in texts]
    hands = [of[~np.isin(of, taken).any(axis=1)] for of in hands]
    first, second = (pb.evaluate_omaha(of, board=board).astype(np.int32) for of in hands)
    cards, others = ((np.uint64(1) << of.astype(np.uint64)).sum(axis=1, dtype=np.uint64) for of in hands)
    wins = ties = deals = 0
    for strength, held in zip(first, cards, strict=True):
        is_deal = (others & held) == 0
        deals += int(is_deal.sum())
        wins += int((is_deal & (second < strength)).sum())
        ties += int((is_deal & (second == strength)).sum())
    for order in (1, -1):
        result = pb.equity(*texts[::order], board=board, game=game, method="exact")
        counts = result.counts[0 if order == 1 else 1]
        assert (counts.wins, counts.tied, counts.total) == (wins, ties, deals)
        assert deals > 100_000


def test_any_hand_is_a_range():
    board = "Kd7s2c9h3h"
    every = pb.OmahaRange("*")
    results = [pb.equity("AsKsQhJh", of, board=board, game="omaha") for of in ("*", " random", every)]
    assert results[0].counts == results[1].counts == results[2].counts
    assert results[0].n == 123_410
    strengths = pb.evaluate_omaha(
        every.hands[~np.isin(every.hands, pb.cards.parse_cards("AsKsQhJh" + board)).any(axis=1)], board=board
    )
    own = pb.evaluate_omaha("AsKsQhJh", board=board)
    assert results[0].counts[0].wins == (strengths < own).sum()
    assert results[0].counts[0].tied == (strengths == own).sum()
    assert results[0].players == ("AsKsQhJh", "*")
    sampled = {"method": "monte_carlo", "n_samples": 1000, "rng": 1}
    same = [pb.equity("AsKsQhJh", of, game="omaha", **sampled) for of in ("*", every)]
    assert same[0].method == "monte_carlo"
    assert (same[0].equity == same[1].equity).all()


@pytest.mark.parametrize("game", ["short_deck", "short_deck_trips"])
def test_a_hand_of_the_short_deck_against_a_random_one(game):
    """The odds and the strength of a hand: the sum over all hands of the opponent."""
    hand, board = "AsKs", "AdTs9s"
    left = [card for card in range(16, 52) if card not in pb.cards.parse_cards(hand + board)]
    against = [pb.equity(hand, list(other), board=board, game=game).counts[0] for other in combinations(left, 2)]
    found = pb.equity(hand, "random", board=board, game=game)
    assert found.counts[0].wins == sum(of.wins for of in against)
    assert found.counts[0].tied == sum(of.tied for of in against)
    assert found.n == sum(of.total for of in against)
    # Hands with lower cards are never dealt.
    assert (
        pb.equity(hand, "AA, 55, A5s", board=board, game=game).counts
        == pb.equity(hand, "AA", board=board, game=game).counts
    )


def test_ranges_of_the_short_deck_with_weights():
    result = pb.equity("0.5:AA, KK", "QQ, 0.25:JTs", board="Qh7s6h", game="short_deck")
    sampled = pb.equity(
        "0.5:AA, KK", "QQ, 0.25:JTs", board="Qh7s6h", game="short_deck", method="monte_carlo", n_samples=100_000, rng=1
    )
    assert (result.exact, sampled.exact, result.denominator) == (True, False, 8)
    assert (np.abs(result.equity - sampled.equity) < 5 * sampled.std_error).all()
    weight, won = Fraction(0), Fraction(0)
    for first, second in ((Fraction(1, 2), "AA"), (Fraction(1), "KK")):
        for third, fourth in ((Fraction(1), "QQ"), (Fraction(1, 4), "JTs")):
            part = pb.equity(second, fourth, board="Qh7s6h", game="short_deck")
            weight += first * third * part.n
            won += first * third * (part.counts[0].wins + Fraction(part.counts[0].tied, 2))
    assert result.equity[0] == pytest.approx(float(won / weight), abs=1e-15)


BAD = [
    ("omaha", ("AsKsQh", "7c7d8h9h"), {}, CardCountError, r"player 1: expected 4 cards, found 3; .* range \(AsKsQh\)"),
    ("omaha", ("AsKsQhJh", [0, 1, 2, 3, 4]), {}, CardCountError, "player 2: expected 4 cards, found 5"),
    ("omaha6", ("AsKsQhJh", "*"), {}, CardCountError, "player 1: expected 6 cards, found 4"),
    ("omaha", ("AsKsQhJh", "AsAd2c2d"), {}, DuplicateCardError, "card As"),
    ("omaha", ("AsKsQhJh", "7c7d8h9h"), {"board": "Jh2c3c"}, DuplicateCardError, "card Jh"),
    ("omaha", ("AsKsQhJh", "7c7d8h9h"), {"dead": "7c"}, DuplicateCardError, "card 7c"),
    ("omaha", ("AsKsQhJh", "7c7d8h9h"), {"board": "2c3c4c5c6cTc"}, CardCountError, "board: expected 0 to 5 cards"),
    ("omaha", ("AsKsQhJh",), {}, InvalidArgumentError, "expected 2 to 10 players, found 1"),
    ("omaha5", ["*"] * 10, {}, InvalidArgumentError, "52 cards are left, 10 hands and the board need 55"),
    ("omaha", ("AsAsQhJh", "AA"), {}, DuplicateCardError, "player 1: card As"),
    ("omaha", ("AA$dx", "KK"), {}, InvalidRangeError, "cannot read"),
    ("omaha", ("AA", "KK"), {"dead": "KsKhKd"}, InvalidRangeError, "player 2: .* leave no hand of 'KK'"),
    ("omaha", ("AsAh:KK", "AsKs:AA"), {}, InvalidRangeError, "there is no deal"),
    # More hands than a search of all pairs gets through.
    ("omaha6", ("22", "22"), {"board": "5c9d2hTs6s", "n_samples": 100}, InvalidRangeError, "there is no deal"),
    (
        "omaha",
        ("QQ", pb.OmahaRange("AA", 5)),
        {},
        CardCountError,
        "player 2: expected a range of 4 hole cards, found one",
    ),
    ("omaha", ("QQ", pb.Range("AA")), {}, CardCountError, "player 2: expected 4 cards or a range of such hands"),
    ("omaha", ("QQ", np.ones(1326)), {}, TypeError, "player 2.*expected integers"),
    ("holdem", ("QQ", pb.OmahaRange("AA")), {}, CardCountError, "player 2: expected 2 cards or a range of such hands"),
    ("holdem", ("AsKsQhJh", "AA"), {}, CardCountError, "player 1: expected 2 cards, found 4"),
    ("short_deck", ("5s5d", "AhAd"), {}, InvalidCardError, "card 5s .* not in the short deck"),
    ("short_deck", ("5s5d", "AA"), {}, InvalidCardError, "card 5s .* not in the short deck"),
    ("short_deck", ("AA", "KK"), {"board": "2c7d8d"}, InvalidCardError, "card 2c .* not in the short deck"),
    ("short_deck", ("AA", "KK"), {"dead": "2c"}, InvalidCardError, "card 2c .* not in the short deck"),
    ("short_deck", ("AA", "22"), {}, InvalidRangeError, "player 2: .* leave no hand of '22'"),
    (
        "omaha7",
        ("AA", "KK"),
        {},
        InvalidArgumentError,
        "game: expected 'holdem', 'short_deck', .*found 'omaha7' .did you mean 'omaha'",
    ),
    (None, ("AA", "KK"), {}, TypeError, "game: expected 'holdem', .*found None"),
    ("omaha5", ("*", "*"), {"method": "exact"}, InvalidArgumentError, "an exact answer would take some .* seconds"),
]


@pytest.mark.parametrize(("game", "players", "known", "error", "words"), BAD)
def test_what_cannot_be_dealt_is_refused(game, players, known, error, words):
    with pytest.raises(error, match=words):
        pb.equity(*players, game=game, **known)


def test_errors_say_which_player():
    for game, players, _, _, words in BAD:
        if words.startswith("player 2: "):
            with pytest.raises(ValueError, match=words) as raised:
                pb.equity(*players, game=game, **({"dead": "KsKhKd"} if "leave no hand of 'KK'" in words else {}))
            assert raised.value.player == 1, words


def test_ten_players_share_a_board():
    deck = [card for card in range(52) if card not in pb.cards.parse_cards("AsKsQsJsTs").tolist()][:40]
    hands = np.array(deck).reshape(10, 4).tolist()
    for game in ("omaha", "omaha_hilo"):
        check(game, pb.equity(*hands, board="AsKsQsJsTs", game=game), dealt(game, hands, list(range(35, 52, 4)), []))

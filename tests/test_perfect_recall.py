"""Perfect recall in small decks, compared with all hands and their histories one by one."""

from functools import cache

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.abstraction import _perfect_recall
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.strength import CardGame, opponent_clusters, strength_table

ROYAL = CardGame.named("royal")
LEDUC = CardGame.named("leduc")
THREE_ROUNDS = CardGame((2, 3, 1), n_ranks=5, n_suits=3)


def own(hands):
    """Return a feature of one's own: the highest rank, and the number of clubs."""
    return np.column_stack([hands.max(axis=1) // 4, (hands % 4 == 0).sum(axis=1)]).astype(np.float64)


def one_number(hands):
    """Return a feature with more values than there are groups."""
    return (hands.astype(np.float64) ** 3).sum(axis=1)


CASES = {
    "ehs": (ROYAL, {"flop": 3, "turn": 3, "river": 3}, "ehs"),
    "percentile": (ROYAL, {"flop": 2, "turn": 3, "river": 4}, "percentile"),
    "default": (ROYAL, {"preflop": 5, "flop": 3, "turn": 3, "river": 3}, None),
    "ochs": (ROYAL, {"flop": 2, "turn": 2, "river": 5}, "ochs"),
    "odds": (ROYAL, {"flop": 2, "turn": 2, "river": 4}, "odds"),
    "own": (ROYAL, {"flop": 2, "turn": 2, "river": 4}, {"flop": own, "river": own}),
    "one number of one's own": (ROYAL, {"flop": 2, "turn": 2, "river": 4}, {"flop": "ehs", "river": one_number}),
    "some odds": (ROYAL, {"preflop": 4, "flop": 3, "turn": 2, "river": 3}, {"preflop": "odds", "turn": "odds"}),
    "three streets": (THREE_ROUNDS, {"flop": 3, "turn": 4}, None),
    "three streets, ochs": (THREE_ROUNDS, {"flop": 3, "turn": 4}, {"turn": "ochs"}),
    "leduc": (LEDUC, {"flop": 2}, None),
    "leduc, odds": (LEDUC, {"flop": 2}, "odds"),
    "leduc, ochs": (LEDUC, {"preflop": 2, "flop": 3}, {"preflop": "ehs", "flop": "ochs"}),
}


@pytest.fixture(scope="module")
def dealt():
    """Return a function of a game: all deals up to suit isomorphism, as hands, their numbers, and E[HS] by street."""
    found = {}

    def of(game):
        if game not in found:
            deck = {"n_ranks": game.n_ranks, "n_suits": game.n_suits, "lowest_rank": game.lowest_rank}
            indexer = pb.HandIndexer(game.cards_per_round, **deck)
            every = range(indexer.size())
            hands, strengths = indexer.unindex(every), {}
            for street, cards in game.board_cards.items():
                index = game.indexer(street).index(hands[:, : game.hole_cards + cards])
                strengths[street] = strength_table("ehs", street=street, game=game)[index]
            found[game] = hands, indexer.multiplicity(every).astype(np.float64), strengths
        return found[game]

    return of


def built(case, **options):
    game, n_buckets, features = CASES[case]
    if "odds" in case:
        options["n_opponents"] = 3
    return pb.CardAbstraction.build(n_buckets, game=game, features=features, recall="perfect", **options)


@cache
def built_once(case):
    return built(case)


@pytest.mark.parametrize("case", CASES)
def test_every_bucket_lies_within_one_and_has_the_moments_of_its_hands(case, dealt, tmp_path):
    game, n_buckets, _ = CASES[case]
    hands, deals, strengths = dealt(game)
    made = built_once(case)
    assert made.recall == "perfect"
    buckets = made.lookup_deal(hands[:, : game.hole_cards], board=hands[:, game.hole_cards :]).astype(np.int64)
    report, before, before_street = made.report(), np.zeros(len(hands), dtype=np.int64), None
    for street, now in zip(game.streets, buckets.T, strict=True):
        n = made.n_buckets[street]
        sizes = np.bincount(now, deals, minlength=n)
        assert (sizes > 0).all()
        if street in report.sizes:
            means = np.bincount(now, deals * strengths[street]) / sizes
            spreads = np.bincount(now, deals * (strengths[street] - means[now]) ** 2) / sizes
            assert np.allclose(report.sizes[street], sizes / sizes.sum(), rtol=1e-12)
            assert np.allclose(report.means[street], means, rtol=1e-9)
            assert np.allclose(report.deviations[street], np.sqrt(spreads), rtol=1e-6, atol=1e-9)
        if before_street is not None:
            parents = np.full(n, -1)
            parents[now] = before
            assert (parents[now] == before).all()
            assert (np.diff(parents) >= 0).all()
            assert np.bincount(parents).max() == n_buckets[street]
            assert (np.diff(report.means[street])[np.diff(parents) == 0] >= 0).all()
            pairs = np.zeros((made.n_buckets[before_street], n))
            np.add.at(pairs, (parents, np.arange(n)), sizes)
            shares = made.transitions(before_street)
            assert np.allclose(shares, pairs / pairs.sum(axis=1, keepdims=True), rtol=1e-12)
        before, before_street = now, street
    made.save(tmp_path / "made")
    loaded = pb.CardAbstraction.load(tmp_path / "made")
    assert loaded == made
    assert loaded.fingerprint == built(case, num_threads=3).fingerprint
    if game.hole_cards == 2:
        for n in game.board_cards.values():
            board, labels = hands[0, 2 : 2 + n], loaded.labels(hands[:1, 2 : 2 + n])[0]
            free = np.isin(pb.COMBOS, np.setdiff1d(game.cards, board)).all(axis=1)
            assert (labels[free] == loaded.lookup(pb.COMBOS[free], board)).all()
            assert (labels[~free] == np.iinfo(labels.dtype).max).all()
    few = hands[:: len(hands) // 7 + 1]
    assert (loaded.lookup_deal(few[:, : game.hole_cards], board=few[:, game.hole_cards :])[:, -1]).tolist() == [
        loaded.lookup(hand[: game.hole_cards], board=hand[game.hole_cards :]) for hand in few
    ]


def test_buckets_of_strengths_are_intervals_within_the_bucket_before(dealt):
    hands, _, strengths = dealt(ROYAL)
    buckets = built("ehs").lookup(hands[:, :2], board=hands[:, 2:])
    most, least = np.zeros(buckets.max() + 1), np.ones(buckets.max() + 1)
    np.maximum.at(most, buckets, strengths["river"])
    np.minimum.at(least, buckets, strengths["river"])
    turn = built("ehs").lookup(hands[:, :2], board=hands[:, 2:6])
    parents = np.zeros(len(most), dtype=np.int64)
    parents[buckets] = turn
    within = np.diff(parents) == 0
    assert (most[:-1] < least[1:])[within].all()


def costs(made, hands, deals, rows):
    """Return the mean squared distance of river rows from the mean of their bucket."""
    buckets = made.lookup(hands[:, :2], board=hands[:, 2:])
    sizes = np.bincount(buckets, deals)
    means = np.column_stack([np.bincount(buckets, deals * column) / sizes for column in rows.T])
    return float((((rows - means[buckets]) ** 2).sum(axis=1) * deals).sum() / deals.sum())


@pytest.mark.parametrize("feature", ["ochs", "own"])
def test_groups_lose_little_of_a_feature_with_many_points(feature, dealt, monkeypatch):
    """Buckets of groups of hands are as compact as those of all distinct points, to a few percent."""
    hands, deals, _ = dealt(ROYAL)
    if feature == "ochs":
        clusters = opponent_clusters(8, game=ROYAL)
        table = strength_table("ochs", street="river", game=ROYAL, clusters=clusters)
        rows = np.nan_to_num(table[ROYAL.indexer("river").index(hands)], nan=0.5)
    else:
        rows = own(hands)
    made, found = {}, {}
    for groups in (40, 1000, 1 << 20):
        monkeypatch.setattr(_perfect_recall, "GROUPS", groups)
        made[groups] = built(feature)
        found[groups] = costs(made[groups], hands, deals, rows)
    n_points = {groups: of.report().n_points["river"] for groups, of in made.items()}
    assert n_points[40] <= 40
    assert found[1000] < 1.05 * found[1 << 20]
    assert found[40] < 1.5 * found[1 << 20]
    if feature == "ochs":
        assert (n_points[1000], n_points[1 << 20]) == (1000, 2951)
    strengths_alone = built("percentile")
    assert found[1 << 20] < costs(strengths_alone, hands, deals, rows)


def test_many_values_of_one_number_are_grouped_too():
    assert built_once("one number of one's own").report().n_points["river"] == _perfect_recall.GROUPS


def test_what_perfect_recall_has_not():
    made = built_once("ehs")
    for call in (made.table, lambda street: made.lookup_index(0, street=street)):
        with pytest.raises(InvalidArgumentError, match=r"the river with perfect recall has no table .* use lookup"):
            call("river")
    with pytest.raises(InvalidArgumentError, match=r"the flop with perfect recall has no table .* use lookup"):
        built("leduc").table("flop")
    features = {"flop": "ehs", "turn": "ehs", "river": "winrate"}
    with pytest.raises(InvalidArgumentError, match="feature 'winrate' of the river: not with perfect recall"):
        pb.CardAbstraction.build(2, game=ROYAL, features=features, recall="perfect")

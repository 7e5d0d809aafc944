"""Abstractions of games of other decks: every feature against hands one by one, folders, look-ups and errors."""

import copy
import json
import pickle
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import abstraction
from pokerbits._hand_strength.clusters import class_lists
from pokerbits._tables import make_table, open_table
from pokerbits.abstraction._features import NextStreetSpec, OchsSpec, bytes_of
from pokerbits.exceptions import DamagedFileError, ForeignFileError, InvalidArgumentError, PokerbitsError
from pokerbits.strength import CardGame, opponent_clusters, strength_table

LEDUC = CardGame.named("leduc")
ROYAL = CardGame.named("royal")
TWO_CARDS = CardGame((2, 1, 1), n_ranks=4, n_suits=2)
ONE_CARD = CardGame((1, 1, 2), n_ranks=3, n_suits=3, lowest_rank="9")
FEATURES = ["ehs", "ehs2", "percentile", "histogram", "potential", "potential_general", "ochs", "winrate"]


def children(game, street):
    """Yield the indices of all next-street hands of every hand of a street."""
    after = game.streets[game.streets.index(street) + 1]
    before, indexer = game.indexer(street), game.indexer(after)
    n = game.board_cards[after] - game.board_cards[street]
    for hand in before.unindex(range(before.size())).tolist():
        left = [card for card in game.cards.tolist() if card not in hand]
        yield indexer.index(np.array([[*hand, *dealt] for dealt in combinations(left, n)], dtype=np.uint8))


@pytest.mark.parametrize(
    ("game", "street"), [(LEDUC, "preflop"), (TWO_CARDS, "flop"), (ROYAL, "flop"), (ONE_CARD, "preflop")]
)
def test_levels_of_the_next_street_are_those_of_the_hands_one_by_one(game, street, tmp_path):
    after = game.streets[game.streets.index(street) + 1]
    size = game.indexer(after).size()
    numbers = (np.arange(size) * 7919 % 251).astype(np.uint16)
    np.save(tmp_path / "numbers.npy", numbers)
    spec = NextStreetSpec(street, str(tmp_path / "numbers.npy"), "any", bytes(range(256)), game=game)
    table = open_table(spec)
    found = bytes_of(make_table(spec, (table.rows(), table.columns()), label="levels"))
    assert len(found) == game.indexer(street).size()
    for row, of_hand in zip(found, children(game, street), strict=True):
        expected = sorted(numbers[of_hand].tolist())
        assert row.tolist() == expected + [255] * (len(row) - len(expected))


def test_ochs_in_bytes_is_ochs_in_hundredths():
    for game, street in ((LEDUC, "preflop"), (LEDUC, "flop"), (ROYAL, "turn")):
        clusters = opponent_clusters(3, game=game)
        spec = OchsSpec(street, class_lists(clusters, game), game=game)
        table = open_table(spec)
        found = bytes_of(make_table(spec, (table.rows(), table.columns()), label="ochs"))
        counts = strength_table("ochs", street=street, game=game, clusters=clusters, dtype="counts").astype(object)
        expected = [
            [(200 * n + of) // (2 * of) if of else 0 for n, of in zip(row[:3], row[3:], strict=True)] for row in counts
        ]
        assert found[:, :3].tolist() == expected
        assert not found[:, 3:].any()


@pytest.mark.parametrize("game", [LEDUC, TWO_CARDS, ONE_CARD])
def test_transitions_are_those_of_the_hands_one_by_one(game):
    labels = {street: np.arange(game.indexer(street).size()) * 5 % 3 for street in game.streets}
    made = pb.CardAbstraction.from_labels(labels, game=game)
    for street, after in zip(game.streets, game.streets[1:], strict=False):
        deals = game.indexer(street).multiplicity(range(game.indexer(street).size()))
        counts = np.zeros((3, 3))
        for hand, (of_hand, n) in enumerate(zip(children(game, street), deals, strict=True)):
            for bucket, times in Counter(labels[after][of_hand].tolist()).items():
                counts[labels[street][hand], bucket] += int(n) * times
        assert np.allclose(made.transitions(street), counts / counts.sum(axis=1, keepdims=True), atol=1e-12)
    with pytest.raises(InvalidArgumentError, match=f"no street follows the {game.streets[-1]}"):
        made.transitions(game.streets[-1])


@pytest.mark.parametrize("kind", ["outcome", "winrate"])
@pytest.mark.parametrize(
    "game", [LEDUC, CardGame((1, 2), n_ranks=3, n_suits=3), CardGame((2, 1), n_ranks=3, n_suits=3)]
)
def test_outcome_classes_are_those_of_the_slow_function(game, kind):
    # With two rounds the board of the last is unordered in both.
    last = game.indexer("flop")
    strengths = strength_order(game)
    for number, street in enumerate(game.streets):
        expected = abstraction.game_outcome_classes(last, strengths=strengths, round=number, kind=kind)
        found = abstraction.outcome_classes(street, kind=kind, game=game)
        assert found.tolist() == expected.tolist()
    with pytest.raises(InvalidArgumentError, match="game_outcome_classes has recall"):
        abstraction.outcome_classes("flop", recall=1, game=game)


def strength_order(game):
    """Return the strengths of hands of at most four cards: groups of ranks, then ranks."""

    def key(hand):
        groups = sorted(((n, rank) for rank, n in Counter(card // 4 for card in hand).items()), reverse=True)
        return [n for n, _ in groups], [rank for _, rank in groups]

    indexer = game.indexer("flop")
    keys = [key(hand) for hand in indexer.unindex(range(indexer.size())).tolist()]
    order = sorted({repr(of): of for of in keys}.values())
    return np.array([order.index(of) for of in keys])


@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize("game", [LEDUC, TWO_CARDS, ONE_CARD, ROYAL], ids=str)
def test_every_feature_builds(game, feature):
    buckets = {"preflop": 2} | dict.fromkeys(game.streets[1:], 3)
    made = pb.CardAbstraction.build(buckets, features=feature, game=game, num_threads=1)
    assert made == pb.CardAbstraction.build(buckets, features=feature, game=game, num_threads=3)
    assert made.game == game
    assert tuple(made.n_buckets.values()) == (2, *[3] * (len(game.streets) - 1))
    report = made.report()
    for street in game.streets:
        indexer, table = game.indexer(street), made.table(street)
        assert made.indexer(street) == indexer
        ehs, deals = strength_table("ehs", street=street, game=game), indexer.multiplicity(range(indexer.size()))
        sizes = np.bincount(table, deals)
        means = np.bincount(table, deals * ehs) / sizes
        assert np.allclose(report.sizes[street], sizes / sizes.sum())
        assert np.allclose(report.means[street], means)
        # Buckets are numbered by mean E[HS], weakest first.
        assert (np.diff(means) >= -1e-12).all()
        spread = np.sqrt(np.bincount(table, deals * (ehs - means[table]) ** 2) / sizes)
        assert np.allclose(report.deviations[street], spread)
        assert made.lookup_index(np.arange(len(table)), street=street).tolist() == table.tolist()


def test_scalar_features_are_the_best_cuts():
    made = pb.CardAbstraction.build(7, features="ehs", game=ROYAL)
    by_percentile = pb.CardAbstraction.build(7, features="percentile", game=ROYAL)
    for street in ("flop", "turn", "river"):
        ehs, indexer = strength_table("ehs", street=street, game=ROYAL), ROYAL.indexer(street)
        deals = indexer.multiplicity(range(len(ehs))).astype(float)
        best = abstraction.OptimalScalarBuckets(7).fit(ehs, sample_weight=deals)
        assert made.table(street).tolist() == best.labels_.tolist()
        cuts = abstraction.PercentileBuckets(7).fit(ehs, sample_weight=deals)
        assert by_percentile.table(street).tolist() == cuts.labels_.tolist()


def test_potential_clusters_hands_with_equal_futures_together():
    # As many buckets as distinct distributions over next-street buckets: the classes of these distributions.
    last = pb.CardAbstraction.build({"flop": None, "turn": 2}, features={"turn": "ehs"}, game=TWO_CARDS)
    rows = [tuple(sorted(last.table("turn")[of_hand].tolist())) for of_hand in children(TWO_CARDS, "flop")]
    n = len(set(rows))
    made = pb.CardAbstraction.build(
        {"flop": n, "turn": 2}, features={"flop": "potential", "turn": "ehs"}, game=TWO_CARDS
    )
    groups = {}
    for bucket, row in zip(made.table("flop").tolist(), rows, strict=True):
        assert groups.setdefault(bucket, row) == row
    assert len(groups) == n > 2
    assert made.centers["flop"].shape == (n, 8 - 2 - 1)


def test_looking_hands_up():
    made = pb.CardAbstraction.build(4, features="percentile", game=ROYAL)
    hands = np.random.default_rng(3).permuted(np.tile(ROYAL.cards, (50, 1)), axis=1)[:, :7]
    for street, n in ROYAL.board_cards.items():
        index = made.indexer(street).index(hands[:, : 2 + n])
        expected = made.table(street)[index]
        assert made.lookup(hands[:, :2], hands[:, 2 : 2 + n]).tolist() == expected.tolist()
        assert made.lookup(hands[0, :2], board=hands[0, 2 : 2 + n]) == expected[0]
    deal = made.lookup_deal(hands[:, :2], hands[:, 2:])
    assert deal.shape == (50, 4)
    assert deal[:, 3].tolist() == expected.tolist()
    leduc = pb.CardAbstraction.build(None, game="leduc")
    assert leduc.lookup("4c") == 2
    assert leduc.lookup_deal("4c", "4d").tolist() == [2, int(LEDUC.indexer("flop").index("4c4d"))]
    assert leduc.lookup([["4c"], ["3d"]], board="2d").shape == (2,)


def test_folders_keep_the_game(tmp_path):
    made = pb.CardAbstraction.build(3, game=ROYAL, path=tmp_path / "royal")
    assert pb.CardAbstraction.build(3, game="royal", path=tmp_path / "royal") == made
    loaded = pb.CardAbstraction.load(tmp_path / "royal")
    assert (loaded.game, loaded.fingerprint) == (ROYAL, made.fingerprint)
    assert repr(loaded).endswith("imperfect recall, CardGame((2, 3, 1, 1), n_ranks=5, lowest_rank='T')>")
    assert pickle.loads(pickle.dumps(loaded)) == copy.deepcopy(loaded) == made
    assert loaded.metadata["game"] == {
        "cards_per_round": [2, 3, 1, 1], "n_ranks": 5, "n_suits": 4, "lowest_rank": "T", "rules": "standard",
    }  # fmt: skip
    loaded.save(tmp_path / "copy")
    assert pb.CardAbstraction.load(tmp_path / "copy", mmap=False) == made
    with pytest.raises(ForeignFileError, match="another abstraction"):
        pb.CardAbstraction.build(3, game=CardGame(n_ranks=5), path=tmp_path / "royal")
    assert pb.CardAbstraction.build(3, game=CardGame(n_ranks=5)).fingerprint != made.fingerprint
    files = loaded.export(tmp_path / "arrays", format="npy")
    assert [np.load(file).tolist() for file in files] == [made.table(street).tolist() for street in ROYAL.streets]


def test_a_description_of_another_game_is_refused(tmp_path):
    pb.CardAbstraction.build(2, game="leduc", path=tmp_path)
    text = (tmp_path / "metadata.json").read_bytes()
    for change in ({"n_ranks": 4}, {"n_suits": "2"}, {"cards_per_round": [1, True]}, {"rules": "badugi"}, {"seats": 2}):
        about = json.loads(text)
        about["design"]["game"] |= change
        (tmp_path / "metadata.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        with pytest.raises((DamagedFileError, ForeignFileError)):
            pb.CardAbstraction.load(tmp_path)
    (tmp_path / "metadata.json").write_bytes(text)
    assert pb.CardAbstraction.load(tmp_path).game == LEDUC


def test_labels_and_features_of_your_own():
    labels = {"preflop": [0, 1, 1], "flop": np.arange(15) // 5}
    made = pb.CardAbstraction.from_labels(labels, game="leduc")
    assert made.table("flop").tolist() == labels["flop"].tolist()
    assert made.lookup([["2c"], ["4d"]]).tolist() == [0, 1]
    assert made.report().sizes["preflop"].tolist() == pytest.approx([1 / 3, 2 / 3])
    assert made.features == {"preflop": "labels", "flop": "labels"}
    features = {"flop": lambda hands: 1.0 * (hands[:, 0] // 4 == 2)}
    own = pb.CardAbstraction.build({"flop": 2}, features=features, game="leduc")
    is_four = LEDUC.indexer("flop").unindex(range(15))[:, 0] // 4 == 2
    assert own.table("flop").tolist() == is_four.astype(int).tolist()


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: build(None, recall="perfect"), InvalidArgumentError, "with perfect recall expected a number"),
        (lambda: build(2, game="omaha"), InvalidArgumentError, "game: expected"),
        (lambda: build(2, game=CardGame((1,), n_ranks=3)), InvalidArgumentError, "one street"),
        (lambda: build(2, features="winrate_history"), InvalidArgumentError, "use 'winrate'"),
        (lambda: build({"flop": 2, "turn": 2}), InvalidArgumentError, "street: expected 'preflop' or 'flop'"),
        (lambda: build(4), InvalidArgumentError, "only 3 distinct values|only [0-9]+ distinct"),
        (lambda: build({"preflop": 4, "flop": 2}), InvalidArgumentError, "expected 1 to 3, the number of hand classes"),
        (lambda: build(2, features="ochs", clusters=4), InvalidArgumentError, "clusters = 4: expected 1 to 3"),
        (
            lambda: build(2, features={"flop": [0.0] * 14 + [np.nan]}),
            InvalidArgumentError,
            "a value is missing, found nan",
        ),
        (lambda: build(2, features={"flop": [0.0] * 14 + [np.inf]}), InvalidArgumentError, "finite numbers"),
        (lambda: build(2, features={"flop": [0.0] * 14}), InvalidArgumentError, r"CardGame\(.*\.indexer\('flop'\)"),
        (
            lambda: labelled({"flop": [0] * 14}),
            InvalidArgumentError,
            "expected 15 labels, one for each index of CardGame",
        ),
        (
            lambda: labelled({"flop": [0, 2] * 7 + [0]}),
            InvalidArgumentError,
            "bucket 1 has no hands; number the buckets",
        ),
        (lambda: labelled({}), InvalidArgumentError, "flop is missing; give None"),
        (lambda: labelled({"flop": [0.5] * 15}), TypeError, "expected integers"),
        (lambda: MADE.lookup("AsKs"), PokerbitsError, "hole: expected 1 card, found 2"),
        (lambda: MADE.lookup("As", "2c"), PokerbitsError, "not in a deck of the ranks 2 to 4 in 2 suits"),
        (lambda: MADE.lookup("2c", "3c4c"), PokerbitsError, "board: expected 0 or 1 cards, found 2"),
        (lambda: MADE.lookup_deal("2c", ""), PokerbitsError, "board: expected 1 cards, found 0"),
        (lambda: MADE.table("river"), InvalidArgumentError, "has preflop and flop alone"),
        (lambda: MADE.export("nowhere", format="slumbot"), InvalidArgumentError, "two hole cards.*use format='npy'"),
        (lambda: MADE.export("nowhere", format="robopoker"), InvalidArgumentError, "use format='npy'"),
        (
            lambda: pb.endgame.score_abstraction(MADE, n_boards=1, iterations=1),
            InvalidArgumentError,
            r"for a deck of 3 ranks and 2 suits.*build one with game=CardGame\(\(2, 3, 1, 1\)",
        ),
    ],
)
def test_errors_say_what_to_do(call, error, words):
    with pytest.raises(error, match=words):
        call()


MADE = pb.CardAbstraction.build(2, game="leduc")


def build(n_buckets, game="leduc", **options):
    return pb.CardAbstraction.build(n_buckets, game=game, **options)


def labelled(labels):
    return pb.CardAbstraction.from_labels(labels, game="leduc")

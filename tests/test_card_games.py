"""Games of any deck: strength tables against hands counted one by one in Python, clusters, names, and errors."""

import copy
import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import pokerbits as pb
from command_line import as_json, refused
from pokerbits.strength import CardGame, opponent_clusters, strength_table

LEDUC = CardGame.named("leduc")
GAMES = [
    LEDUC,
    CardGame((1,), n_ranks=3, n_suits=1),
    CardGame((2, 1, 1), n_ranks=6, n_suits=1),
    CardGame((1, 2, 1, 1), n_ranks=4, n_suits=3),
    CardGame((2, 2, 1), n_ranks=3, n_suits=4, lowest_rank="Q"),
    CardGame((2, 1, 2), n_ranks=3, n_suits=3),
]


def key(game, cards):
    """Return the order of hands: by `evaluate`, or of fewer than five cards by the groups of ranks, then ranks."""
    if len(cards) >= 5:
        return int(pb.evaluate(sorted(cards), rules=game.rules))
    groups = sorted(((n, rank) for rank, n in Counter(card // 4 for card in cards).items()), reverse=True)
    return [n for n, _ in groups], [rank for _, rank in groups]


def showdowns(game, hole, board):
    """Yield for every hand of an opponent its class, and whether it loses or ties on a whole board."""
    left = [card for card in game.cards.tolist() if card not in (*hole, *board)]
    ours = key(game, (*hole, *board))
    first = game.indexer("preflop")
    for other in combinations(left, game.hole_cards):
        theirs = key(game, (*other, *board))
        yield int(first.index(other)), ours > theirs, ours == theirs


def rows_by_hand(game, street, *, bins, clusters):
    """Yield every row of all tables of a street, counted one runout and one opponent at a time."""
    indexer, whole = game.indexer(street), sum(game.cards_per_round[1:])
    for hand in indexer.unindex(range(indexer.size())).tolist():
        hole, board = hand[: game.hole_cards], hand[game.hole_cards :]
        left = [card for card in game.cards.tolist() if card not in hand]
        values, histogram, ochs = [], [0] * bins, [[0, 0] for _ in clusters]
        for dealt in combinations(left, whole - len(board)):
            met = list(showdowns(game, hole, (*board, *dealt)))
            value = sum(2 * wins + ties for _, wins, ties in met)
            values.append(Fraction(value, 2 * len(met)))
            histogram[min(value * bins // (2 * len(met)), bins - 1)] += 1
            for name, wins, ties in met:
                at = next(i for i, cluster in enumerate(clusters) if game.hand_classes[name] in cluster)
                ochs[at][0] += 2 * wins + ties
                ochs[at][1] += 2
        yield values, histogram, ochs


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_tables_are_their_hands_one_by_one(game):
    names = game.hand_classes
    clusters = (names[::2], names[1::2]) if len(names) > 1 else (names,)
    for street in game.streets:
        made = {
            kind: strength_table(kind, street=street, game=game, **options)
            for kind, options in (
                ("ehs", {}),
                ("ehs2", {}),
                ("histogram", {"bins": 7}),
                ("ochs", {"clusters": clusters}),
            )
        }
        counts = strength_table("ochs", street=street, game=game, clusters=clusters, dtype="counts")
        expected = list(rows_by_hand(game, street, bins=7, clusters=clusters))
        assert len(made["ehs"]) == len(expected) == game.indexer(street).size()
        for at, (values, histogram, ochs) in enumerate(expected):
            assert len(values) == game.runouts(street)
            assert made["ehs"][at] == pytest.approx(float(sum(values) / len(values)), abs=1e-12)
            assert made["ehs2"][at] == pytest.approx(float(sum(v * v for v in values) / len(values)), abs=1e-12)
            assert np.allclose(made["histogram"][at] * len(values), histogram, atol=1e-9)
            assert counts[at].tolist() == [n for n, _ in ochs] + [of for _, of in ochs]
            for share, (n, of) in zip(made["ochs"][at], ochs, strict=True):
                assert np.isnan(share) if of == 0 else share == n / of


@pytest.mark.parametrize(("name", "street"), [("royal", "flop"), ("short_deck", "turn"), ("short_deck_trips", "river")])
def test_larger_decks_agree_with_equity(name, street):
    game = CardGame.named(name)
    ehs, indexer = strength_table("ehs", street=street, game=game), game.indexer(street)
    deals = indexer.multiplicity(range(indexer.size()))
    assert (ehs * deals).sum() / deals.sum() == pytest.approx(0.5, abs=1e-12)
    # The royal game is hold'em in which no card below the ten is dealt.
    dead = [card for card in range(52) if card not in game.cards] if name == "royal" else None
    rules = "holdem" if name == "royal" else name
    n_cards = 2 + game.board_cards[street]
    for hand in np.random.default_rng(7).permuted(np.tile(game.cards, (2, 1)), axis=1)[:, :n_cards]:
        left = [card for card in game.cards.tolist() if card not in hand]
        against = [
            pb.equity(hand[:2], list(other), board=hand[2:], dead=dead, game=rules).equity[0]
            for other in combinations(left, 2)
        ]
        assert ehs[indexer.index(hand)] == pytest.approx(np.mean(against), abs=1e-12)


def test_holdem_under_another_name_has_its_kernels_and_its_numbers():
    game = CardGame()
    assert game == CardGame.named("holdem") == CardGame((2, 3, 1, 1), n_ranks=13)
    assert (game, game.streets) == (opponent_clusters(8).game, tuple(pb.strength.STREET_INDEXERS))
    assert all(game.indexer(street) == of for street, of in pb.strength.STREET_INDEXERS.items())
    assert (strength_table(street="preflop", game=game) == strength_table(street="preflop")).all()


@pytest.mark.slow
def test_the_general_kernel_has_the_numbers_of_holdem():
    # With another order of the same cards it is another game, with the same strengths.
    other = CardGame((2, 4, 1))
    flop = other.indexer("flop")
    assert flop == pb.strength.STREET_INDEXERS["turn"]
    assert (strength_table(street="preflop", game=other) == strength_table(street="preflop")).all()


def test_results_do_not_depend_on_threads_executors_or_files(tmp_path):
    game = CardGame((2, 2, 1), n_ranks=5, n_suits=4, lowest_rank="T")
    one = strength_table("ochs", street="flop", game=game, num_threads=1)
    assert np.array_equal(one, strength_table("ochs", street="flop", game=game, num_threads=3), equal_nan=True)
    with ThreadPoolExecutor(2) as executor:
        by_workers = strength_table("ochs", street="flop", game=game, executor=executor, path=tmp_path / "table.npy")
    assert np.array_equal(one, by_workers, equal_nan=True)
    about = pb.strength.check_table(tmp_path / "table.npy")
    assert str(about["table"]).startswith("pokerbits table v1 deck=T-Ax4 rounds=2+2+1 standard flop ochs")
    with pytest.raises(pb.exceptions.ForeignFileError, match="different table"):
        strength_table("ochs", street="flop", game=CardGame((2, 2, 1), n_ranks=5), path=tmp_path / "table.npy")


def test_games_are_values():
    game = CardGame([1, 1], n_ranks=3, n_suits=2)
    assert game == LEDUC
    assert hash(game) == hash(LEDUC)
    assert game != CardGame((1, 1), n_ranks=3, n_suits=3)
    assert game != "leduc"
    assert pickle.loads(pickle.dumps(game)) == copy.deepcopy(game) == game
    assert eval(repr(game)) == game
    assert CardGame.named("6+") == CardGame.named("Short_Deck")
    assert game.cards.tolist() == [0, 1, 4, 5, 8, 9]
    assert game.board_cards == {"preflop": 0, "flop": 1}
    assert (game.hole_cards, game.streets, game.rules, game.lowest_rank) == (1, ("preflop", "flop"), "standard", "2")
    assert game.hand_classes == ("2", "3", "4")
    assert len(CardGame.named("short_deck").hand_classes) == 81
    assert CardGame().hand_classes == pb.HAND_CLASSES
    with pytest.raises(AttributeError, match="cannot be changed"):
        game.rules = "badugi"


def test_clusters_of_opponents():
    clusters = opponent_clusters(2, game=LEDUC)
    assert clusters.classes in [(("2",), ("3", "4")), (("2", "3"), ("4",))]
    assert clusters.to_columns()["hand"] == ["2", "3", "4"]
    assert pickle.loads(pickle.dumps(clusters)) == clusters
    assert opponent_clusters(3, game="leduc").of_class.tolist() == [0, 1, 2]
    assert strength_table("ochs", street="flop", game=LEDUC, clusters=clusters).shape == (15, 2)
    # As many clusters as classes, where these are fewer than eight.
    assert strength_table("ochs", street="flop", game=LEDUC).shape == (15, 3)
    with pytest.raises(pb.PokerbitsError, match="1 to 3"):
        opponent_clusters(4, game=LEDUC)
    with pytest.raises(pb.PokerbitsError, match=r"make them by opponent_clusters\(..., game=...\)"):
        strength_table("ochs", street="flop", clusters=clusters)
    with pytest.raises(pb.PokerbitsError, match="not one of the 3 classes"):
        strength_table("ochs", street="flop", game=LEDUC, clusters=[["2", "3"], ["AA"]])
    with pytest.raises(pb.PokerbitsError, match="matrix of 169 hand classes is for hold'em"):
        clusters.plot()


def test_the_command_line(tmp_path):
    build = ("table", "build", "ehs", "--street", "flop", "-o")
    data = as_json(*build, tmp_path / "leduc.npy", "--rounds", "1-1", "--n-ranks", 3, "--n-suits", 2)
    assert data["shape"] == [15]
    assert as_json(*build, tmp_path / "royal.npy", "--game", "Royal")["shape"] == [7760]
    folder = ("abstract", "build", "-o", tmp_path / "folder", "--flop", 3)
    assert as_json(*folder, "--game", "leduc")["n_buckets"] == {"preflop": 3, "flop": 3}
    assert pb.CardAbstraction.load(tmp_path / "folder").game == LEDUC
    for arguments, words in (
        (("--game", "leduc", "--turn", 4), "the game has no turn"),
        (("--game", "6+", "--turn", 4), "--river is needed"),
        (("--game", "leduc", "--rounds", "1-1"), "--rounds cannot be combined with --game"),
        (("--game", "leduc", "--n-ranks", 4), "--n-ranks, --n-suits and --lowest-rank need --rounds"),
        (("--rounds", "1-one"), "expected the cards of each round, as in 2-3-1-1"),
        (("--game", "omaha"), "'omaha' is not one of"),
    ):
        assert words in refused(*folder, *arguments)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: CardGame((3, 1)), "1 or 2 hole cards"),
        (lambda: CardGame(()), "0 rounds|1 or 2 hole cards"),
        (lambda: CardGame((1, 1, 1, 1, 1)), "5 rounds"),
        (lambda: CardGame((2, 6)), "at most 7 cards"),
        (lambda: CardGame((2, 3), n_ranks=3, n_suits=2), "the deck has 6"),
        (lambda: CardGame(rules="short_deck"), "6 to A"),
        (lambda: CardGame(rules="badugi"), "best high hand"),
        (lambda: CardGame(rules="leduc"), "rules: expected"),
        (lambda: CardGame(n_ranks=5, lowest_rank="Q"), "1 to 3"),
        (lambda: CardGame.named("stud"), "game: expected"),
        (lambda: strength_table(street="flop", game="omaha"), "game: expected"),
        (lambda: strength_table(street="flop", game=pb.HandIndexer((2, 3))), "CardGame, found"),
        (lambda: strength_table(street="turn", game="leduc"), "has preflop and flop alone"),
        (lambda: strength_table(street="fold", game="leduc"), "street: expected"),
        (lambda: LEDUC.indexer("river"), "has preflop and flop alone"),
        (lambda: LEDUC.runouts("river"), "has preflop and flop alone"),
    ],
)
def test_errors_say_what_to_do(call, words):
    with pytest.raises(pb.exceptions.InvalidArgumentError, match=words):
        call()

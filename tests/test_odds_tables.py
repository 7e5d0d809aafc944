"""Tables of odds against random opponents: their rows, their identities, and the refused arguments."""

from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from itertools import permutations
from multiprocessing import get_context

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.abstraction import CardAbstraction, OptimalScalarBuckets
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.strength import STREET_INDEXERS, check_table


@pytest.fixture(scope="module")
def flop():
    """Return the odds of all flops against four opponents."""
    return pb.strength_table("odds", street="flop", n_opponents=4)


def test_hands_before_the_flop_have_their_odds():
    table = pb.strength_table("odds", street="preflop")
    odds = pb.preflop_odds(1)
    assert table.tobytes() == np.stack([odds.win[:, 0], odds.tie[:, 0], odds.equity[:, 0]], axis=1).tobytes()


def test_rows_are_the_odds_of_their_hands(flop):
    rows = np.random.default_rng(52).integers(len(flop), size=100)
    hands = STREET_INDEXERS["flop"].unindex(rows)
    odds = pb.odds_vs_random(hands[:, :2], board=hands[:, 2:], n_opponents=4)
    assert flop[rows].tobytes() == np.stack([odds.win, odds.tie, odds.equity], axis=1).tobytes()


def test_five_hands_share_the_pot(flop):
    deals = STREET_INDEXERS["flop"].multiplicity(range(len(flop)))
    assert flop[:, 2] @ deals / deals.sum() == pytest.approx(1 / 5, abs=1e-13)
    # A share of the pot lies between that of a tie of all and a win.
    win, tie, equity = flop.T
    assert (equity >= win + tie / 5 - 1e-15).all()
    assert (equity <= win + tie / 2 + 1e-15).all()


@pytest.mark.parametrize(
    ("game", "street"),
    [("royal", street) for street in ("preflop", "flop", "turn", "river")]
    + [pytest.param("holdem", "flop", marks=pytest.mark.slow)],
)
def test_one_opponent_gives_the_table_of_strengths(game, street):
    odds = pb.strength_table("odds", street=street, game=game)
    assert np.abs(odds[:, 2] - pb.strength_table("ehs", street=street, game=game)).max() < 1e-15
    assert np.abs(odds[:, 0] + odds[:, 1] / 2 - odds[:, 2]).max() < 1e-15


def test_the_bytes_are_the_same_by_threads(flop):
    assert pb.strength_table("odds", street="flop", n_opponents=4, num_threads=1).tobytes() == flop.tobytes()


@pytest.mark.parametrize(("game", "dtype"), [("holdem", "float64"), ("royal", "float32"), ("royal", "uint16")])
def test_workers_fill_files(game, dtype, tmp_path):
    path, table = tmp_path / "odds.npy", {"kind": "odds", "street": "preflop", "game": game}
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        made = pb.strength_table(**table, dtype=dtype, executor=executor, path=path)
    exact = pb.strength_table(**table)
    scaled = np.floor(exact * pb.strength.UINT16_SCALE + 0.5) if dtype == "uint16" else exact
    assert made.tobytes() == scaled.astype(dtype).tobytes()
    assert check_table(path)["table"].endswith("preflop odds opponents=1")
    made.close()


def test_odds_in_leduc_are_those_of_all_deals():
    leduc = pb.strength.CardGame.named("leduc")
    for n_opponents in (1, 2, 3, 4):
        first = pb.strength_table("odds", street="preflop", game=leduc, n_opponents=n_opponents)
        second = pb.strength_table("odds", street="flop", game=leduc, n_opponents=n_opponents)
        found = {street: defaultdict(list) for street in leduc.streets}
        for hero, board, *others in permutations(leduc.cards.tolist(), 2 + n_opponents):
            # A pair with the board beats any other rank.
            ours, *theirs = [(card // 4 == board // 4, card // 4) for card in (hero, *others)]
            ties = theirs.count(ours) if ours >= max(theirs) else -1
            shown = float(ties == 0), float(ties > 0), 1 / (1 + ties) if ties >= 0 else 0.0
            found["preflop"][int(leduc.indexer("preflop").index([hero]))].append(shown)
            found["flop"][int(leduc.indexer("flop").index([hero, board]))].append(shown)
        for table, street in ((first, "preflop"), (second, "flop")):
            assert sorted(found[street]) == list(range(len(table)))
            assert table == pytest.approx(np.array([np.mean(found[street][row], axis=0) for row in range(len(table))]))


@pytest.mark.parametrize("rules", ["short_deck", "short_deck_trips"])
def test_odds_in_the_short_deck_are_equities(rules):
    short = pb.strength.CardGame.named(rules)
    table = pb.strength_table("odds", street="river", game=short, n_opponents=2, dtype="float32")
    deals = short.indexer("river").multiplicity(range(len(table)))
    assert table[:, 2] @ deals / deals.sum() == pytest.approx(1 / 3, abs=1e-7)
    for row in np.random.default_rng(6).integers(len(table), size=8).tolist():
        hand = short.indexer("river").unindex(row)
        found = pb.equity(hand[:2], "random", "random", board=hand[2:], game=rules, method="exact")
        assert table[row] == pytest.approx([found.win[0], found.tie[0], found.equity[0]], abs=1e-7)


@pytest.fixture(scope="module")
def royal_turn():
    """Return the odds of all turns with the twenty cards from the ten up against three opponents."""
    return pb.strength_table("odds", street="turn", game="royal", n_opponents=3)


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("dtype", ["float64", "uint16"])
def test_threads_processes_and_dask_make_the_same_bytes(royal_turn, flop, dtype, tmp_path):
    distributed = pytest.importorskip("distributed")
    call = {"street": "turn", "game": "royal", "n_opponents": 3, "dtype": dtype}
    made = [pb.strength_table("odds", **call, num_threads=threads) for threads in (1, 3)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        made.append(pb.strength_table("odds", **call, executor=executor))
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        made.append(pb.strength_table("odds", **call, executor=executor))
        made.append(pb.strength_table("odds", **call, executor=executor, path=tmp_path / "odds.npy", mmap=False))
        # A table of hold'em takes seconds: one of the two dtypes.
        if dtype == "float64":
            of_holdem = pb.strength_table("odds", street="flop", n_opponents=4, executor=executor)
            assert of_holdem.tobytes() == flop.tobytes()
    scaled = np.floor(royal_turn * pb.strength.UINT16_SCALE + 0.5) if dtype == "uint16" else royal_turn
    assert {table.tobytes() for table in made} == {scaled.astype(dtype).tobytes()}
    assert (tmp_path / "odds.npy").read_bytes()[-made[0].nbytes :] == made[0].tobytes()


def test_hands_are_divided_by_their_odds(tmp_path):
    n_buckets, royal = {"flop": 12, "turn": None, "river": None}, pb.strength.CardGame.named("royal")
    made = CardAbstraction.build(
        n_buckets, features={"flop": "odds"}, n_opponents=4, game="royal", path=tmp_path / "odds"
    )
    flop = pb.strength_table("odds", street="flop", n_opponents=4, game="royal")
    deals = royal.indexer("flop").multiplicity(range(len(flop)))
    best = OptimalScalarBuckets(12).fit(flop[:, 2], sample_weight=deals)
    assert np.array_equal(made.table("flop"), best.labels_)
    assert made.metadata["design"]["n_opponents"] == 4
    with CardAbstraction.load(tmp_path / "odds") as again:
        assert again.features["flop"] == "odds"
        assert again.fingerprint == made.fingerprint
    made.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"features": "ehs", "n_opponents": 2}, "n_opponents: no street has the feature 'odds'"),
        ({"features": "odds", "n_opponents": 23}, "n_opponents = 23"),
        ({"features": "odds", "game": "leduc", "n_opponents": 5}, "n_opponents = 5: expected 1 to 4"),
    ],
)
def test_wrong_features_are_refused(options, words):
    with pytest.raises(InvalidArgumentError, match=words):
        CardAbstraction.build(5, **options)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"n_opponents": 0}, InvalidArgumentError, "n_opponents = 0: expected"),
        ({"n_opponents": 23}, InvalidArgumentError, "n_opponents = 23: expected"),
        ({"n_opponents": 2.0}, TypeError, "n_opponents = 2.0: expected an integer"),
        ({"n_opponents": [1, 2]}, TypeError, "n_opponents = "),
        ({"dtype": "counts"}, InvalidArgumentError, "odds_vs_random has them"),
        ({"game": "royal", "n_opponents": 7}, InvalidArgumentError, "n_opponents = 7: expected 1 to 6"),
        ({"game": "short_deck", "n_opponents": 15}, InvalidArgumentError, "n_opponents = 15: expected 1 to 14"),
        ({"bins": 5}, InvalidArgumentError, "bins: a table of kind 'odds' has none"),
        ({"kind": "ehs", "n_opponents": 2}, InvalidArgumentError, "a table of kind .ehs. has one opponent"),
    ],
)
def test_wrong_arguments_are_refused(options, error, words):
    with pytest.raises(error, match=words):
        pb.strength_table(**({"kind": "odds", "street": "flop"} | options))

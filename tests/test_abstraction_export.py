"""Exports of card abstractions that are written in pieces have the bytes of the same files made whole."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

import pokerbits as pb
from pokerbits._files.listed import LIST
from pokerbits._hand_strength.card_games import HOLDEM
from pokerbits.abstraction import _robopoker, _robopoker_buckets, _slumbot
from pokerbits.abstraction._export import export
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.strength import STREET_INDEXERS
from slow_export import observation, pairs_off, robopoker_file, slumbot_boards_after

PREFLOP = np.random.default_rng(8).integers(0, 5, 169).astype(np.uint16)
PREFLOP[PREFLOP == 3] = 4
"""Buckets of the hand classes; none is in bucket 3."""


def abstraction(street="preflop", table=PREFLOP, n_buckets=5):
    """Return what an export asks of an abstraction with one street."""

    def lookup(hole, board, num_threads=None):
        return table[STREET_INDEXERS[street].index(hole)]

    return SimpleNamespace(
        game=HOLDEM,
        n_buckets={street: n_buckets},
        recall="imperfect",
        table=lambda street: table,
        lookup=lookup,
        labels=lambda boards, num_threads=None: np.tile(lookup(pb.COMBOS, ""), (len(boards), 1)),
        report=lambda: SimpleNamespace(means={street: np.linspace(0.2, 0.8, n_buckets)}),
    )


# robopoker


def test_observations_are_those_of_one_hand_at_a_time():
    for n in (2, 5, 6, 7):
        hands = pb.random_hands(1000, n, rng=n)
        assert _robopoker.observations(hands).tolist() == [observation(hand) for hand in hands.tolist()]


@pytest.mark.parametrize(("chunk", "at_once"), [(1 << 18, 1 << 21), (16, 1 << 21), (16, 5), (7, 1), (1, 20)])
def test_rows_are_those_of_the_whole_file(tmp_path, monkeypatch, chunk, at_once):
    """Whatever the sizes of the pieces: hands of a bucket that are sorted in parts follow each other."""
    monkeypatch.setattr(_robopoker, "_CHUNK", chunk)
    monkeypatch.setattr(_robopoker, "_SORTED_AT_ONCE", at_once)
    path, buckets = export(abstraction(), tmp_path, "robopoker", ["preflop"])
    hands = STREET_INDEXERS["preflop"].unindex(range(169))
    assert path.read_bytes() == robopoker_file(0, hands, PREFLOP, pb.strength_table("ehs", street="preflop"))
    assert sorted(tmp_path.iterdir()) == [buckets, path, tmp_path / LIST]
    assert buckets.name == "abstraction.preflop.pgcopy"


@pytest.mark.parametrize("at_once", [1 << 21, 100])
def test_rows_of_some_rivers(tmp_path, monkeypatch, at_once):
    river = STREET_INDEXERS["river"]
    chosen = np.sort(np.random.default_rng(5).choice(river.size(), 3000, replace=False))
    some = SimpleNamespace(
        size=lambda: len(chosen), unindex=lambda rows, num_threads: river.unindex(chosen[rows.start : rows.stop])
    )
    monkeypatch.setattr(_robopoker, "STREET_INDEXERS", {"river": some})
    monkeypatch.setattr(_robopoker, "_CHUNK", 700)
    monkeypatch.setattr(_robopoker, "_SORTED_AT_ONCE", at_once)
    table = np.random.default_rng(6).integers(0, 256, 3000).astype(np.uint16)
    table[:2000] = 255
    path, _ = export(abstraction("river", table, 256), tmp_path, "robopoker", ["river"])
    hands = river.unindex(chosen)
    strengths = pb.hand_strength(hands[:, :2], board=hands[:, 2:])
    assert path.read_bytes() == robopoker_file(3, hands, table, strengths)


def test_distances_are_the_least_costs_of_moving():
    rng = np.random.default_rng(3)
    shares, positions = rng.dirichlet(np.ones(6), 5), rng.random(6)
    found = _robopoker_buckets.distances(shares, positions)
    for one, row in zip(shares, found, strict=True):
        for other, distance in zip(shares, row, strict=True):
            assert distance == pytest.approx(wasserstein_distance(positions, positions, one, other), abs=1e-12)
    points = _robopoker_buckets.distances(np.eye(6), positions)
    np.testing.assert_allclose(points, abs(positions[:, None] - positions), atol=1e-15)


def test_too_many_buckets_for_robopoker(tmp_path):
    with pytest.raises(InvalidArgumentError, match="the preflop has 257 buckets: robopoker holds at most 256 a street"):
        export(abstraction(n_buckets=257), tmp_path, "robopoker", ["preflop"])


@pytest.mark.parametrize("form", ["slumbot", "robopoker"])
def test_progress_ends_at_the_total_and_an_interrupted_export_leaves_no_file(tmp_path, form):
    told = []
    export(abstraction(), tmp_path / "whole", form, ["preflop"], progress=lambda *step: told.append(step))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(abstraction(), tmp_path / "stopped", form, ["preflop"], progress=stop)
    assert list((tmp_path / "stopped").iterdir()) == []


# slumbot2019


def test_boards_of_slumbot_one_by_one():
    """All flops and turns; of the rivers, which are all rivers once, those that follow some turns."""
    flops = slumbot_boards_after((), [0] * 4, 3)
    turns = [longer for board, alike in flops for longer in slumbot_boards_after(board, alike, 1)]
    assert _slumbot.slumbot_boards("preflop").shape == (1, 0)
    assert _slumbot.slumbot_boards("flop").tolist() == [list(board) for board, _ in flops]
    assert _slumbot.slumbot_boards("turn").tolist() == [list(board) for board, _ in turns]
    rivers = _slumbot.slumbot_boards("river")
    indexer = pb.HandIndexer((3, 1, 1))
    assert len(rivers) == len(np.unique(indexer.index(rivers))) == indexer.size() == 2_554_656
    starts = np.flatnonzero(np.append(True, (rivers[1:, :4] != rivers[:-1, :4]).any(axis=1)))
    assert (rivers[starts, :4] == _slumbot.slumbot_boards("turn")).all()
    ends = np.append(starts[1:], len(rivers))
    for at in range(0, len(turns), 101):
        expected = [list(board) for board, _ in slumbot_boards_after(*turns[at], 1)]
        assert rivers[starts[at] : ends[at]].tolist() == expected


@pytest.mark.parametrize(
    ("rounds", "ranks", "suits", "lowest"),
    [
        ((2, 3, 1, 1), 5, 4, "2"),
        ((2, 3, 1), 5, 4, "T"),
        ((2, 2, 1), 4, 3, "5"),
        ((2, 1, 1, 1), 4, 2, "2"),
        ((2, 1), 5, 1, "2"),
    ],
)
def test_boards_of_small_decks_one_by_one(rounds, ranks, suits, lowest):
    game = pb.strength.CardGame(rounds, n_ranks=ranks, n_suits=suits, lowest_rank=lowest)
    first = pb.cards.RANKS.index(lowest)
    deck = [4 * (first + rank) + suit for rank in range(ranks) for suit in range(suits)]
    expected = [((), [0] * 4)]
    for street, n_cards in zip(game.streets[1:], rounds[1:], strict=True):
        expected = [longer for board, alike in expected for longer in slumbot_boards_after(board, alike, n_cards, deck)]
        boards = _slumbot.slumbot_boards(street, game)
        assert boards.tolist() == [list(board) for board, _ in expected]


@pytest.mark.parametrize("recall", ["imperfect", "perfect"])
@pytest.mark.parametrize("rounds", [(2, 3, 1, 1), (2, 3, 1), (2, 3)])
def test_files_of_a_small_deck(rounds, recall, tmp_path):
    game = pb.strength.CardGame(rounds, n_ranks=5, lowest_rank="T")
    made = pb.CardAbstraction.build(7 if recall == "imperfect" else 2, game=game, recall=recall)
    files = made.export(tmp_path, format="slumbot")
    assert files[0].name == f"buckets.holdem5.5.4.{len(rounds) - 1}.pokerbits.0"
    for street, path in zip(game.streets, files[::2], strict=True):
        boards = _slumbot.slumbot_boards(street, game)
        pairs = np.array([pairs_off(board, game.cards.tolist()) for board in boards.tolist()])
        expected = np.asarray(made.lookup(pairs, board=boards[:, None]))
        assert (np.fromfile(path, "<u2").reshape(expected.shape) == expected).all()
    assert np.fromfile(files[-1], "<i4").tolist() == [made.n_buckets[game.streets[-1]]]


def test_names_in_the_names_of_files(tmp_path):
    files = export(
        abstraction(), tmp_path, "slumbot", ["preflop"], bucketing_name="p-169_b", game_name="ms3f1t1r1.13.4.3"
    )
    names = [f"{what}.ms3f1t1r1.13.4.3.p-169_b.0" for what in ("buckets", "num_buckets")]
    assert [path.name for path in files] == names
    assert sorted(tmp_path.iterdir()) == [*files, tmp_path / LIST]


@pytest.mark.parametrize("option", ["bucketing_name", "game_name"])
def test_names_that_are_refused(tmp_path, option):
    folder = tmp_path / "out"
    for name in ("", "a/b", "..\\b", "/a", "a b", "a\0", "a\n", "é", "a" * 101):
        with pytest.raises(InvalidArgumentError, match=f"{option}: expected 1 to 100 letters, digits, dots"):
            export(abstraction(), folder, "slumbot", ["preflop"], **{option: name})
    with pytest.raises(TypeError, match=f"{option}: expected a text, found 3"):
        export(abstraction(), folder, "slumbot", ["preflop"], **{option: 3})
    for form in ("robopoker", "npy"):
        with pytest.raises(InvalidArgumentError, match=f"{option}: files of format '{form}' have none"):
            export(abstraction(), folder, form, ["preflop"], **{option: "a"})
    assert not folder.exists()

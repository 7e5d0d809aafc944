"""Three players before the flop: the file of the counts, equities from it, and counts by another method."""

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import _native
from pokerbits.exceptions import DamagedFileError, ForeignFileError, InvalidArgumentError
from pokerbits.preflop import _three_way
from pokerbits.preflop._three_way import ThreeWayCounts, ThreeWaySpec

CLASSES = 169


def few_deals():
    """Return counts of some deals of the classes 0 to 2, and of no others."""
    fields = np.zeros((5, CLASSES, CLASSES, CLASSES), dtype=np.uint32)
    wins, ties, three, *_ = fields
    wins[0, 1, 2] = wins[0, 2, 1] = 50
    wins[1, 0, 2] = wins[1, 2, 0] = 20
    wins[2, 0, 1] = wins[2, 1, 0] = 6
    ties[0, 1, 2] = ties[1, 0, 2] = 12
    ties[0, 2, 1] = ties[2, 0, 1] = 8
    ties[1, 2, 0] = ties[2, 1, 0] = 1
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        three[order] = 3
    return ThreeWayCounts(*fields)


def test_the_native_table_is_what_the_file_says():
    table = ThreeWaySpec().open()
    assert table.signature() == _three_way.SIGNATURE
    assert (table.rows(), table.columns()) == (CLASSES, 5 * CLASSES * CLASSES)
    assert sum(map(table.block_rows, range(table.n_blocks()))) == CLASSES
    with pytest.raises(pb.exceptions.OutOfRangeError):
        table.block_rows(table.n_blocks())


def test_deals_and_equities(monkeypatch):
    counts = few_deals()
    deals = counts.deals()
    assert deals.dtype == np.int64
    assert set(deals[deals > 0]) == {100}
    assert (deals > 0).sum() == 6
    monkeypatch.setattr(_three_way, "three_way_counts", lambda path: counts)
    equities = pb.preflop.three_way_equities("any.npy")
    assert equities.dtype == np.float64
    assert equities[0, 1, 2] == equities[0, 2, 1] == (50 + 20 / 2 + 3 / 3) / 100
    assert equities[1, 0, 2] == (20 + 13 / 2 + 1) / 100
    assert equities[2, 0, 1] == (6 + 9 / 2 + 1) / 100
    assert np.isnan(equities).sum() == CLASSES**3 - 6


def test_a_file_is_built_and_found(tmp_path, monkeypatch, no_deals):
    path = tmp_path / "three_way.npy"
    built = pb.preflop.build_three_way_counts(path)
    monkeypatch.setenv(_three_way.VARIABLE, str(path))
    for counts in (built, pb.preflop.three_way_counts(path), pb.preflop.three_way_counts()):
        assert all(field.shape == (CLASSES,) * 3 and field.dtype == np.uint32 for field in counts)
        assert not any(field.flags.writeable for field in counts)
        assert not counts.deals().any()
    assert pb.strength.check_table(path)["table"] == _three_way.SIGNATURE


def test_without_a_file_the_error_says_how_to_make_it(tmp_path, monkeypatch):
    monkeypatch.delenv(_three_way.VARIABLE, raising=False)
    for path in (None, tmp_path / "none.npy"):
        with pytest.raises(InvalidArgumentError, match=r"pokerbits table three-way -o FILE\.npy"):
            pb.preflop.three_way_counts(path)


def test_other_files_are_refused(tmp_path, no_deals):
    path = tmp_path / "preflop.npy"
    pb.strength_table("ehs", street="preflop", path=path).close()
    with pytest.raises(ForeignFileError, match="is another table"):
        pb.preflop.three_way_counts(path)
    with pytest.raises(ForeignFileError):
        pb.preflop.build_three_way_counts(path)
    path = tmp_path / "three_way.npy"
    pb.preflop.build_three_way_counts(path)
    with path.open("r+b") as file:
        file.truncate(1000)
    with pytest.raises(DamagedFileError, match="is damaged"):
        pb.preflop.three_way_counts(path)


@pytest.mark.parametrize("path", ["three_way.txt", 3, b"three_way.npy"])
def test_wrong_names_are_refused(path, no_deals):
    with pytest.raises((InvalidArgumentError, TypeError)):
        pb.preflop.build_three_way_counts(path)


@pytest.mark.slow
def test_a_block_equals_equity():
    """The last block, of suited classes: all five kinds of counts by the sweep over ranges."""
    table = ThreeWaySpec().open()
    block = table.n_blocks() - 1
    rows = np.empty(table.block_rows(block) * table.columns(), dtype=np.uint32)
    table.compute_block(block, rows, 2)
    rows = rows.reshape(-1, 5, CLASSES, CLASSES)
    first = CLASSES - len(rows)
    rng = np.random.default_rng(1)
    names = pb.HAND_CLASSES
    # Those that share ranks, and random ones.
    others = [(CLASSES - 1, CLASSES - 1), (89, 90), (88, 90), *rng.integers(0, CLASSES, size=(12, 2)).tolist()]
    for b, c in others:
        a = int(rng.integers(first, CLASSES))
        hero, second, third = names[a], names[b], names[c]
        wins, ties, three, folded_wins, folded_ties = (int(n) for n in rows[a - first, :, b, c])
        other_ties = int(rows[a - first, 1, c, b])
        counts = pb.equity(hero, second, third, method="exact").counts[0]
        assert (counts.wins, counts.ties) == (wins, (ties + other_ties, three))
        # Ranges beside a folded one: the deals have two players.
        counts = pb.equity(hero, second, folded=[third], method="exact").counts[0]
        assert (counts.wins, counts.ties) == (folded_wins, (folded_ties,))
    assert _native.three_way_table().block_rows(0) == 13

"""Three players before the flop: the file of the counts, equities from it, and counts by another method."""

import importlib
import sys
from itertools import permutations, product

import numpy as np
import pytest

import pokerbits as pb
from pokerbits._equity import three_way, three_way_ranges
from pokerbits._equity.three_way import ThreeWaySpec
from pokerbits.exceptions import DamagedFileError, ForeignFileError, InvalidArgumentError, InvalidRangeError
from pokerbits.preflop import ThreeWayCounts

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
    assert table.signature() == three_way.SIGNATURE
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
    monkeypatch.setattr(three_way, "three_way_counts", lambda path: counts)
    equities = pb.preflop.three_way_equities("any.npy")
    assert equities.dtype == np.float64
    assert equities[0, 1, 2] == equities[0, 2, 1] == (50 + 20 / 2 + 3 / 3) / 100
    assert equities[1, 0, 2] == (20 + 13 / 2 + 1) / 100
    assert equities[2, 0, 1] == (6 + 9 / 2 + 1) / 100
    assert np.isnan(equities).sum() == CLASSES**3 - 6


def test_a_file_is_built_and_found(tmp_path, monkeypatch, no_deals):
    path = tmp_path / "three_way.npy"
    built = pb.preflop.build_three_way_counts(path)
    monkeypatch.setenv(three_way.VARIABLE, str(path))
    for counts in (built, pb.preflop.three_way_counts(path), pb.preflop.three_way_counts()):
        assert all(field.shape == (CLASSES,) * 3 and field.dtype == np.uint32 for field in counts)
        assert not any(field.flags.writeable for field in counts)
        assert not counts.deals().any()
    assert pb.strength.check_table(path)["table"] == three_way.SIGNATURE


@pytest.fixture
def nothing_installed(monkeypatch):
    """Have neither a named table nor the package of data."""
    monkeypatch.delenv(three_way.VARIABLE, raising=False)
    monkeypatch.setattr(three_way, "PACKAGE", "pokerbits_no_such_package")


def test_without_a_file_the_error_says_how_to_get_it(tmp_path, nothing_installed):
    assert not three_way.has_table()
    for path in (None, tmp_path / "none.npy"):
        with pytest.raises(InvalidArgumentError, match=r"pokerbits\[preflop\].* three-way -o FILE\.npy"):
            pb.preflop.three_way_counts(path)


def test_an_installed_package_is_found(tmp_path, monkeypatch, nothing_installed, no_deals):
    monkeypatch.setattr(three_way, "PACKAGE", "pokerbits_preflop_of_a_test")
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "pokerbits_preflop_of_a_test"
    folder.mkdir()
    # A folder that is no package, as a checkout may have.
    assert not three_way.has_table()
    (folder / "__init__.py").touch()
    importlib.invalidate_caches()
    assert three_way.has_table()
    with pytest.raises(InvalidArgumentError, match=r"three_way\.npy': there is no finished table"):
        pb.preflop.three_way_counts()
    pb.preflop.build_three_way_counts(folder / "three_way.npy")
    assert pb.preflop.three_way_counts().wins.shape == (CLASSES,) * 3
    assert "pokerbits_preflop_of_a_test" not in sys.modules
    # A path or the variable comes first.
    monkeypatch.setenv(three_way.VARIABLE, str(tmp_path / "named.npy"))
    with pytest.raises(InvalidArgumentError, match="named"):
        pb.preflop.three_way_counts()
    with pytest.raises(InvalidArgumentError, match="other"):
        pb.preflop.three_way_counts(tmp_path / "other.npy")


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


@pytest.fixture
def some_triples(monkeypatch, nothing_installed):
    """Have a table with the counts of a few triples, as `equity` counts them deal by deal; return its readings."""
    fields = np.zeros((5, CLASSES, CLASSES, CLASSES), dtype=np.uint32)
    wins, ties, three, _, folded_ties = fields
    for names in product(["AA", "AKs"], ["KK", "AKo"], ["QQ", "AKs"]):
        triple = [pb.HAND_CLASSES.index(name) for name in names]
        counts = pb.equity(*names, method="exact").counts
        total = counts[0].total
        for order in permutations(range(3)):
            a, b, c = (triple[at] for at in order)
            wins[a, b, c] = counts[order[0]].wins
            # The ties of two players are those of both, less those with the third one.
            one = [of.ties[0] for of in counts]
            ties[a, b, c] = (one[order[0]] + one[order[1]] - one[order[2]]) // 2
            three[a, b, c] = counts[0].ties[1]
            # Only the sum of wins and ties beside a folded hand matters here.
            folded_ties[a, b, c] = total
    readings = []

    def read():
        readings.append(None)
        return np.ascontiguousarray(fields.swapaxes(0, 1))

    monkeypatch.setattr(three_way_ranges, "three_way_table", read)
    monkeypatch.setenv(three_way.VARIABLE, "three_way.npy")
    return readings


RANGES = [
    ("AA", "KK", "QQ"),
    ("AA, AKs", "KK, AKo", "QQ, AKs"),
    ("0.25:AA, AKs", "0.3:KK, 0.9:AKo", "QQ, 0.125:AKs"),
    ("AKs", "AKo", "AKs"),
]


@pytest.mark.parametrize("ranges", RANGES, ids=str)
def test_equity_with_the_table_is_the_same(ranges, some_triples, monkeypatch):
    found = pb.equity(*ranges)
    assert found.method == "exact"
    assert len(some_triples) == 1
    monkeypatch.delenv(three_way.VARIABLE)
    expected = pb.equity(*ranges, method="exact")
    assert len(some_triples) == 1
    assert found.counts == expected.counts
    assert (found.n, found.denominator, found.players) == (expected.n, expected.denominator, expected.players)
    for name in ("equity", "win", "tie", "lose", "std_error"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    # Each of these is rounded once here, and there perhaps twice.
    np.testing.assert_allclose(found.combo_equity, expected.combo_equity, rtol=1e-15)


def test_a_file_is_mapped_again_if_it_has_changed(tmp_path, some_triples, monkeypatch):
    monkeypatch.setattr(three_way_ranges, "_kept", None)
    file = tmp_path / "three_way.npy"
    file.write_bytes(b"one")
    monkeypatch.setenv(three_way.VARIABLE, str(file))
    first = pb.equity("AA", "KK", "QQ")
    assert pb.equity("AA", "KK", "QQ") == first
    assert len(some_triples) == 1
    file.write_bytes(b"another")
    assert pb.equity("AA", "KK", "QQ") == first
    assert len(some_triples) == 2


@pytest.mark.parametrize("num_threads", [1, 2])
def test_rows_of_three_ranges_use_the_table(some_triples, monkeypatch, num_threads):
    columns = [list(of) for of in zip(*RANGES, strict=True)]
    found = pb.reports.range_equity_rows(*columns, num_threads=num_threads)
    assert len(some_triples) == len(RANGES)
    assert found.exact.all()
    monkeypatch.delenv(three_way.VARIABLE)
    expected = pb.reports.range_equity_rows(*columns, method="exact", num_threads=num_threads)
    assert len(some_triples) == len(RANGES)
    for name in ("equity", "win", "tie", "lose", "std_error", "n"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))


@pytest.mark.parametrize(
    ("ranges", "options"),
    [
        (("AA", "KK", "QsQh"), {}),
        (("AA", "KK", "QQ, AsKs"), {}),
        (("AA", "KK", "QQ"), {"board": "2c3d4h"}),
        (("AA", "KK", "QQ"), {"dead": "2c"}),
        (("AA", "KK"), {}),
        (("AA", "KK"), {"folded": ["QQ"]}),
        (("AA", "KK", "QQ"), {"method": "monte_carlo", "n_samples": 10}),
        (("AA", "KK", "0.12345678:QQ, AKs"), {}),
        (("AA", "KK", "QQ"), {"game": "short_deck", "board": "7c8d9h"}),
    ],
    ids=str,
)
def test_other_spots_do_not_use_the_table(ranges, options, some_triples):
    assert pb.equity(*ranges, **options).n > 0
    assert not some_triples


def test_three_players_with_too_few_cards_have_no_deal(some_triples):
    with pytest.raises(InvalidRangeError, match="there is no deal"):
        pb.equity("AA", "AA", "AA")


@pytest.mark.slow
@pytest.mark.parametrize("block", range(13))
def test_a_block_equals_equity(block):
    """All five kinds of counts of a block by the sweep over ranges: 312 random triples in all."""
    table = ThreeWaySpec().open()
    assert table.n_blocks() == 13
    rows = np.empty(table.block_rows(block) * table.columns(), dtype=np.uint32)
    table.compute_block(block, rows, 2)
    rows = rows.reshape(-1, 5, CLASSES, CLASSES)
    first = sum(map(table.block_rows, range(block)))
    rng = np.random.default_rng(block)
    names = pb.HAND_CLASSES
    # Those that share ranks, and random ones.
    others = [(CLASSES - 1, CLASSES - 1), (89, 90), (88, 90), *rng.integers(0, CLASSES, size=(21, 2)).tolist()]
    for b, c in others:
        a = int(rng.integers(first, first + len(rows)))
        hero, second, third = names[a], names[b], names[c]
        wins, ties, three, folded_wins, folded_ties = (int(n) for n in rows[a - first, :, b, c])
        other_ties = int(rows[a - first, 1, c, b])
        counts = pb.equity(hero, second, third, method="exact").counts[0]
        assert (counts.wins, counts.ties) == (wins, (ties + other_ties, three))
        # Ranges beside a folded one: the deals have two players.
        counts = pb.equity(hero, second, folded=[third], method="exact").counts[0]
        assert (counts.wins, counts.ties) == (folded_wins, (folded_ties,))

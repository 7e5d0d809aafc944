"""Arrays of other libraries by DLPack, in both directions: read from objects that have nothing else, and given out."""

import ctypes
from functools import partial

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import abstraction, plot
from pokerbits.exceptions import InvalidCardError
from right_calls import right_calls

plt = pytest.importorskip("matplotlib.pyplot")

HANDS = pb.random_hands(6, 7, rng=1)
LEDUC = pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)
CPU, CUDA, CUDA_HOST = 1, 2, 3
SAYS_READ_ONLY = np.lib.NumpyVersion(np.__version__) >= "2.1.0"
"""Before, NumPy exported no read-only array, and took every array as read-only."""


class Tensor:
    """An array of which NumPy knows nothing but DLPack."""

    def __init__(self, array, **changes):
        self.array, self.changes, self.dtype = array, changes, f"of {array.dtype}"

    def __dlpack_device__(self):
        return self.changes.get("device", CPU), 0

    def __dlpack__(self, **options):
        capsule = self.array.__dlpack__(**options)
        if "dtype_code" in self.changes:
            # The struct DLTensor: data, device type, device number, number of axes, code of the dtype.
            where = ctypes.pythonapi.PyCapsule_GetPointer
            where.restype, where.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
            is_old = not ctypes.pythonapi.PyCapsule_IsValid(ctypes.py_object(capsule), b"dltensor_versioned")
            first = where(capsule, b"dltensor" if is_old else b"dltensor_versioned") + (0 if is_old else 32)
            assert ctypes.c_uint8.from_address(first + 21).value == 8 * self.array.itemsize
            ctypes.c_uint8.from_address(first + 20).value = self.changes["dtype_code"]
        return capsule


def tensors(argument):
    """Return an argument with a `Tensor` for each array in it."""
    if type(argument) is np.ndarray and argument.dtype.kind in "biuf":
        return Tensor(argument if SAYS_READ_ONLY or argument.flags.writeable else argument.copy())
    if isinstance(argument, dict):
        return {name: tensors(item) for name, item in argument.items()}
    if isinstance(argument, list | tuple) and any(isinstance(item, list | np.ndarray) for item in argument):
        return [tensors(item) for item in argument]
    return argument


def has_tensor(argument):
    items = argument.values() if isinstance(argument, dict) else argument if isinstance(argument, list) else ()
    return isinstance(argument, Tensor) or any(map(has_tensor, items))


def arrays_of(answer):
    """Return the numbers of an answer, or what it shows."""
    if isinstance(answer, tuple | list):
        return [array for item in answer for array in arrays_of(item)]
    return [answer if isinstance(answer, np.ndarray | np.generic | float) else f"{type(answer)} {answer}"]


def test_right_calls_take_tensors(tmp_path, monkeypatch):
    """Each with all of its arrays by DLPack only; the answer stays the same."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    changed = []
    for name, call in right_calls().items():
        # Records, which keep what they are given.
        records = ("indexing.DealState", "abstraction.WinrateHistory", "endgame.RandomEndgames")
        if call.has_slow_object() or name in records:
            continue
        function, by_place, by_name = call.prepared()
        by_place, by_name = list(map(tensors, by_place)), {word: tensors(value) for word, value in by_name.items()}
        if not has_tensor([*by_place]) and not has_tensor(by_name):
            continue
        changed.append(name)
        try:
            found = arrays_of(function(*by_place, **by_name))
            function, by_place, by_name = call.prepared()
            expected = arrays_of(function(*by_place, **by_name))
            for one, other in zip(found, expected, strict=True):
                np.testing.assert_array_equal(one, other)
        except Exception as error:
            error.add_note(f"in the right call of {name}")
            raise
        plt.close("all")
    assert len(changed) > 60
    assert {"pb.evaluate", "pb.Range.from_weights", "ranked.outcomes", "endgame.percentile_labels"} <= {*changed}


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (pb.evaluate, HANDS),
        (pb.evaluate, list(HANDS)),
        (pb.evaluate, tuple(HANDS.astype(np.int64))),
        (pb.CardSet, HANDS[0]),
        (partial(pb.equity, "AA", board="Kd7s8c"), np.ones(1326)),
        (partial(pb.equity, "AA", board="Kd7s8c"), np.array([1, 2])),
        (lambda folded: pb.combo_equity("AA", "Kd7s8c2d", folded=folded), np.ones((1, 1326))),
        (lambda n: pb.odds_vs_random("AsKd", "QhJh2c3d4d", n_opponents=n).counts, np.array([2, 1])),
        (lambda sizes: pb.odds.count_disjoint(["2c2d", "2c2h", "2h2s"], sizes=sizes), np.array([1, 2])),
        (pb.Range.from_weights, np.arange(1326) % 2 == 1),
        (pb.OmahaRange.from_hands, HANDS[:, :4]),
        (partial(pb.combo_equity, "AA"), HANDS[:, 4:].astype(np.int32)),
        (partial(pb.combo_equity, boards="Ah7d2c"), np.ones((2, 1326), dtype=np.float32)),
        (pb.RankedBoards("Ah7d2cKs9h").equity, [np.ones(1326), np.zeros(1326)]),
        (lambda hands: pb.reports.range_equity_rows(hands, "22", board="Ah7d2c").equity, pb.COMBOS[[400, 700]]),
        (pb.indexing.rank_group_size, np.array([2, 1])),
        (pb.HandIndexer((2,)).unindex, np.array([0, 168])),
        (plot.hand_grid, np.arange(169.0)),
        (abstraction.PercentileBuckets(2).fit_predict, np.arange(5.0)),
        (lambda strengths: abstraction.game_outcome_classes(LEDUC, strengths=strengths), np.arange(15)),
        (partial(pb.CardAbstraction.build, {"flop": 3}, game="leduc"), {"flop": np.arange(15.0) % 4}),
    ],
    ids=lambda value: getattr(value, "__qualname__", None),
)
def test_arrays_and_lists_of_tensors_are_read(function, argument):
    if isinstance(argument, dict):
        found, expected = (function(features=of).table("flop") for of in (tensors(argument), argument))
    else:
        given = tensors(argument) if isinstance(argument, np.ndarray) else [Tensor(item) for item in argument]
        found, expected = (function(of) for of in (given, argument))
    np.testing.assert_array_equal(arrays_of(found), arrays_of(expected))


def test_an_array_is_read_in_place():
    """Its own memory goes to the core, and what the caller gives stays unchanged."""
    hands = HANDS.copy()
    hands.flags.writeable = np.lib.NumpyVersion(np.__version__) < "2.1.0"
    tensor = Tensor(hands)
    assert (pb.evaluate(tensor) == pb.evaluate(HANDS)).all()
    pinned = Tensor(HANDS, device=CUDA_HOST)
    assert (pb.evaluate(pinned) == pb.evaluate(HANDS)).all()
    with pytest.raises(InvalidCardError, match=r"^row 2: card id 99"):
        pb.evaluate(Tensor(np.where(np.arange(6)[:, None] == 2, 99, HANDS)))
    with pytest.raises(TypeError, match="cards: expected integers, found dtype float64"):
        pb.evaluate(Tensor(HANDS.astype(float)))


def test_tensors_of_another_device_are_refused():
    for function, what in ((pb.evaluate, "cards"), (pb.Range.from_weights, "weights"), (pb.category, "strength")):
        message = f"^{what}: the Tensor of dtype 'of uint8' is on device 2:0 of DLPack; move it to the CPU first"
        with pytest.raises(TypeError, match=message):
            function(Tensor(HANDS, device=CUDA))
        with pytest.raises(TypeError, match=message):
            function([Tensor(HANDS, device=CUDA)])


def test_dtypes_that_numpy_lacks_are_refused():
    bfloat16 = Tensor(np.ones(1326, dtype=np.float16), dtype_code=4)
    for function, what in ((pb.Range.from_weights, "weights"), (pb.RankedBoards("Ah7d2cKs9h").equity, "weights")):
        with pytest.raises(
            TypeError, match=f"^{what}: NumPy cannot read this Tensor of dtype 'of float16', convert it"
        ):
            function(bfloat16)

    class Unexportable(Tensor):
        def __dlpack__(self, **_):
            raise BufferError("this dtype has no code")

    with pytest.raises(TypeError, match="convert it to a dtype of NumPy first: this dtype has no code"):
        pb.evaluate(Unexportable(HANDS))
    with pytest.raises(KeyboardInterrupt):
        pb.evaluate(type("Interrupted", (Tensor,), {"__dlpack__": lambda *_, **__: throw(KeyboardInterrupt)})(HANDS))


def throw(error):
    raise error


def read_only_arrays():
    ranked = pb.RankedBoards("Ah7d2cKs9h")
    return {"COMBOS": pb.COMBOS, "Range.weights": pb.Range("AA").weights, "RankedBoards.boards": ranked.boards}


@pytest.mark.parametrize("name", read_only_arrays())
def test_shared_arrays_are_given_as_copies(name):
    """A consumer that does not know read-only arrays, such as JAX, refuses them; NumPy from 2.1 on takes them."""
    array = read_only_arrays()[name]
    with pytest.raises(BufferError, match="readonly"):
        array.__dlpack__()
    if SAYS_READ_ONLY:
        taken = np.from_dlpack(array)
        assert np.shares_memory(taken, array)
        assert not taken.flags.writeable
    copy = array.copy()
    assert copy.__dlpack__() is not None
    taken = np.from_dlpack(Tensor(copy))
    assert taken.flags.writeable == SAYS_READ_ONLY
    copy[...] = 0
    assert not taken.any()
    assert array.any()


def test_tables_of_files_are_given_as_copies(tmp_path):
    with pb.strength_table("ehs", street="preflop", path=tmp_path / "table.npy") as table:
        with pytest.raises(BufferError, match="readonly"):
            table.__dlpack__()
        copy = np.from_dlpack(Tensor(np.array(table)))
    assert copy.shape == (169,)
    np.testing.assert_array_equal(copy, pb.strength_table("ehs", street="preflop"))


def test_results_are_given_without_a_copy():
    ranked = pb.RankedBoards(["Ah7d2cKs9h", "2c3d4h5s7c"])
    indexer = pb.HandIndexer((2, 5))
    results = [
        pb.evaluate(HANDS),
        pb.combo_equity("AA", "Ah7d2cKs"),
        *ranked.outcomes(np.ones(1326)),
        ranked.strengths,
        ranked.order,
        ranked.ties,
        indexer.index(HANDS, dtype=np.int64),
    ]
    for result in results:
        given = np.from_dlpack(Tensor(result))
        assert np.shares_memory(given, result)
        assert given.flags.writeable == SAYS_READ_ONLY
        # PyTorch refuses negative steps.
        assert given.flags.c_contiguous

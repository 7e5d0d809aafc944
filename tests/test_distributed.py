"""Tables computed by executors: processes, threads, and a cluster one of whose workers is killed."""

import os
import signal
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Event

import numpy as np
import pytest

import pokerbits as pb
from pokerbits._hand_strength.table import StrengthSpec
from pokerbits._tables import blocks as _blocks
from pokerbits._tables import make_table
from pokerbits._tables.blocks import compute_block, computed_by, open_table
from pokerbits.exceptions import OutOfRangeError, ThreadError
from squares import Squares, SquaresSpec


@pytest.fixture(scope="module")
def turn():
    return pb.strength_table("ehs", street="turn", dtype="uint16")


def test_processes(turn, tmp_path):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        made = pb.strength_table("ehs", street="turn", dtype="uint16", executor=executor)
        filed = pb.strength_table("ehs", street="turn", dtype="uint16", executor=executor, path=tmp_path / "turn.npy")
        histogram = pb.strength_table("histogram", street="preflop", executor=executor, dtype="counts")
    assert made.tobytes() == filed.tobytes() == turn.tobytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["turn.npy", "turn.npy.json"]
    assert (histogram == pb.strength_table("histogram", street="preflop", dtype="counts")).all()


def test_a_table_of_another_kind(tmp_path):
    """A spec of any kind goes to other processes by pickle, and its table is computed there."""
    spec = SquaresSpec(1000, "float64")
    path = tmp_path / "squares.npy"
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        made = make_table(spec, (1000, 2), label="squares", executor=executor)
    unreliable = Unreliable({0: 1, 6: 2})
    filed = make_table(spec, (1000, 2), label="squares", executor=unreliable, path=path)
    assert made.tobytes() == filed.tobytes() == spec.expected().tobytes()
    assert unreliable.calls == {0: 2, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 3}


def test_specs_with_equal_values_are_of_their_kinds():
    class Doubled(SquaresSpec):
        def open(self):
            return Squares(2 * self.n)

    specs = SquaresSpec(10, "uint8"), Doubled(10, "uint8")
    assert specs[0] == specs[1]
    assert [open_table(spec).rows() for spec in specs] == [10, 20]


def test_blocks_are_pure(turn):
    """In any order, again, and on any number of threads: the same rows."""
    spec = StrengthSpec("ehs", "turn", 2, (), "uint16", counts=False)
    table = open_table(spec)
    cells = np.zeros(table.rows(), dtype=np.uint16)
    order = np.random.default_rng(1).permutation([*range(table.n_blocks()), 3, 17])
    for block in order.tolist():
        table.place_block(block, compute_block(spec, block, 1 + block % 3), cells)
    assert cells.tobytes() == turn.tobytes()


def test_rows_that_come_misaligned(turn):
    """Buffers that a network library hands over start where their message put them."""

    class Shifted(ThreadPoolExecutor):
        def submit(self, function, /, spec, block, num_threads):
            def shifted():
                rows = function(spec, block, num_threads)
                return np.frombuffer(b"x" + rows.tobytes(), dtype=rows.dtype, offset=1)

            return super().submit(shifted)

    with Shifted(1) as executor:
        made = pb.strength_table("ehs", street="turn", dtype="uint16", executor=executor)
    assert made.tobytes() == turn.tobytes()


class Unreliable(Executor):
    """Calls fail as those of workers that die do, or with another error; counts what is in flight."""

    def __init__(self, fails, error=ConnectionError):
        self.fails, self.error, self.calls, self.pool, self.most = fails, error, {}, ThreadPoolExecutor(2), 0
        self.running, self.two = set(), Event()

    def submit(self, function, /, spec, block, num_threads):
        self.calls[block] = self.calls.get(block, 0) + 1
        if self.calls[block] <= self.fails.get(block, 0):
            future = Future()
            future.set_exception(self.error("the worker is gone"))
            return future
        future = self.pool.submit(self.run, function, spec, block, num_threads)
        self.running.add(future)
        self.most = max(self.most, sum(not future.done() for future in self.running))
        if len(self.running) == 2:
            self.two.set()
        return future

    def run(self, function, /, *arguments):
        # However slow the caller: the first block is not done before there is a second one.
        self.two.wait()
        return function(*arguments)


def test_failed_blocks_are_tried_again(turn, monkeypatch):
    monkeypatch.setattr(_blocks, "MAX_IN_FLIGHT", 5)
    executor = Unreliable({0: 1, 7: 2, 64: 2})
    made = pb.strength_table("ehs", street="turn", dtype="uint16", executor=executor)
    assert made.tobytes() == turn.tobytes()
    assert {block: n for block, n in executor.calls.items() if n > 1} == {0: 2, 7: 3, 64: 3}
    assert 2 <= executor.most <= 5


def test_a_block_that_always_fails(tmp_path, turn):
    executor = Unreliable({7: 1000})
    path = tmp_path / "turn.npy"
    with pytest.raises(ConnectionError, match="the worker is gone"):
        pb.strength_table("ehs", street="turn", dtype="uint16", executor=executor, path=path)
    assert executor.calls[7] == 3
    assert not path.exists()
    # What was done is kept.
    assert pb.strength_table("ehs", street="turn", dtype="uint16", path=path).tobytes() == turn.tobytes()


def test_what_nobody_waits_for_is_cancelled():
    """Once the blocks are no longer asked for, no worker begins another one."""

    class Recording(Executor):
        def __init__(self):
            self.futures = []

        def submit(self, function, /, *arguments):
            self.futures.append(Future())
            if len(self.futures) == 1:
                self.futures[0].set_result(function(*arguments))
            return self.futures[-1]

    executor = Recording()
    blocks = computed_by(executor, StrengthSpec("ehs", "turn", 2, (), "uint16", counts=False), range(10), 1)
    assert next(blocks)[0] == 0
    assert [future.cancelled() for future in executor.futures] == [False] * 10
    blocks.close()
    assert [future.cancelled() for future in executor.futures] == [False] + [True] * 9


def test_a_worker_without_threads_is_tried_again(turn):
    executor = Unreliable({0: 1, 64: 2}, ThreadError)
    made = pb.strength_table("ehs", street="turn", dtype="uint16", executor=executor)
    assert made.tobytes() == turn.tobytes()
    assert {block: n for block, n in executor.calls.items() if n > 1} == {0: 2, 64: 3}
    executor = Unreliable({7: 1000}, ThreadError)
    with pytest.raises(ThreadError, match="the worker is gone"):
        pb.strength_table("ehs", street="turn", dtype="uint16", executor=executor)
    assert executor.calls[7] == 3


def test_an_error_of_our_own_is_not_tried_again():
    class Bad(Unreliable):
        def submit(self, function, /, spec, block, num_threads):
            return super().submit(function, spec, block + 65, num_threads)

    executor = Bad({})
    with pytest.raises(OutOfRangeError, match=r"block \d+ is out of range"):
        pb.strength_table("ehs", street="turn", dtype="uint16", executor=executor)
    assert set(executor.calls.values()) == {1}


class BreakingPool(ThreadPoolExecutor):
    """Stands for a pool of processes one of which dies: what it was given fails, and it takes nothing more.

    Killing a worker of a real `ProcessPoolExecutor` can leave Python itself waiting for the rest of its last message.
    """

    def __init__(self, blocks):
        super().__init__(2)
        self.blocks = blocks

    def submit(self, *args, **kwargs):
        self.blocks -= 1
        if self.blocks < -5:
            raise BrokenProcessPool("a process died")
        if self.blocks < 0:
            future = Future()
            future.set_exception(BrokenProcessPool("a process died"))
            return future
        return super().submit(*args, **kwargs)


def test_a_pool_that_breaks(tmp_path, turn):
    path = tmp_path / "turn.npy"
    with BreakingPool(20) as executor, pytest.raises(BrokenProcessPool):
        pb.strength_table("ehs", street="turn", dtype="uint16", executor=executor, path=path)
    assert executor.blocks < 0
    assert not path.exists()
    assert pb.strength_table("ehs", street="turn", dtype="uint16", path=path).tobytes() == turn.tobytes()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_a_dask_cluster_that_loses_a_worker(tmp_path, turn):
    from distributed import Client, LocalCluster

    killed = []
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        pids = list(client.run(os.getpid).values())
        assert len(set(pids)) == 2

        def kill(done, total):
            if done >= 10 and not killed:
                killed.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        made = pb.strength_table(
            "ehs",
            street="turn",
            dtype="uint16",
            executor=client.get_executor(),
            path=tmp_path / "turn.npy",
            progress=kill,
        )
    assert killed
    assert made.tobytes() == turn.tobytes()
    assert (tmp_path / "turn.npy").read_bytes()[-turn.nbytes :] == turn.tobytes()

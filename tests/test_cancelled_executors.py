"""Executors that do not finish, cancelled, shut down, broken or without their scheduler, end the call with an error."""

import inspect
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from concurrent.futures.thread import BrokenThreadPool
from multiprocessing import get_context
from threading import Event, Timer

import numpy as np
import pytest

import pokerbits as pb
from pokerbits._tables import blocks as _blocks
from pokerbits.exceptions import CancelledError
from test_stubs import public_callables

CALLS = {
    "pokerbits.abstraction.CardAbstraction.build": lambda path, **options: pb.CardAbstraction.build(
        {"flop": 3, "turn": 3, "river": 3}, path=path / "abstraction", **options
    ),
    "pokerbits.combo_equity": lambda _, **options: pb.combo_equity("QQ+", pb.flops().boards, **options),
    "pokerbits.endgame.build_endgames": lambda path, **options: pb.endgame.build_endgames(
        path / "endgames", 400, street="river", **options
    ),
    "pokerbits.endgame.score_abstraction": lambda _, **options: pb.endgame.score_abstraction(None, **options),
    "pokerbits.endgame.solve_many": lambda _, **options: pb.endgame.solve_many(
        pb.random_hands(400, 5, rng=1),
        *np.ones((2, 1326)),
        pots=1,
        stacks=1,
        sizes=pb.endgame.BetSizes(1),
        **options,
    ),
    "pokerbits.odds.omaha_preflop_counts": lambda _, **options: pb.odds.omaha_preflop_counts(**options),
    "pokerbits.preflop.build_three_way_counts": lambda path, **options: pb.preflop.build_three_way_counts(
        path / "three_way.npy", **options
    ),
    "pokerbits.reports.flop_report": lambda _, **options: pb.reports.flop_report("QQ+", "22+", **options),
    "pokerbits.reports.range_equity_rows": lambda _, **options: pb.reports.range_equity_rows(
        ["QQ+"] * 1000, "22+", board="Ah7d2c", **options
    ),
    "pokerbits.strength.strength_table": lambda _, **options: pb.strength_table("ehs", street="turn", **options),
    "pokerbits.strength.strength_table in a file": lambda path, **options: pb.strength_table(
        "ehs", street="turn", path=path / "turn.npy", **options
    ),
}
"""A call of each public function with a parameter `executor`; the folder is an empty one."""


def test_every_function_with_an_executor_is_called():
    functions = public_callables()
    assert len(functions) > 100
    with_executor = {name for name, thing in functions.items() if "executor" in inspect.signature(thing).parameters}
    assert with_executor == {name.partition(" ")[0] for name in CALLS}


@pytest.fixture(params=CALLS)
def call(request, tmp_path, no_deals):
    """Make the call with an executor."""
    return lambda **options: CALLS[request.param](tmp_path, **options)


class Futures(Executor):
    """An executor that computes the first block, if anything, and prepares the futures of all others."""

    def __init__(self, prepare, *, computes_first):
        self.prepare, self.computes_first, self.submitted = prepare, computes_first, 0

    def submit(self, function, /, *arguments):
        self.submitted += 1
        future = Future()
        if self.computes_first and self.submitted == 1:
            future.set_result(function(*arguments))
        else:
            self.prepare(future)
        return future


class InCall(Executor):
    """An executor that computes a block when it is submitted, and notes its number."""

    def __init__(self, blocks):
        self.blocks = blocks

    def submit(self, function, /, spec, block, num_threads):
        self.blocks.append(block)
        future = Future()
        future.set_result(function(spec, block, num_threads))
        return future


def cancel_and_notify(future):
    future.cancel()
    future.set_running_or_notify_cancel()


@pytest.mark.parametrize("prepare", [Future.cancel, cancel_and_notify], ids=["cancelled", "cancelled and notified"])
def test_cancelled_futures(call, prepare):
    executor = Futures(prepare, computes_first=False)
    with pytest.raises(CancelledError, match=r"^executor: the task for block \d+ was cancelled"):
        call(executor=executor)
    assert 1 <= executor.submitted <= _blocks.MAX_IN_FLIGHT


def test_what_was_finished_before_is_kept(tmp_path):
    told = []
    with pytest.raises(CancelledError):
        CALLS["pokerbits.strength.strength_table in a file"](
            tmp_path,
            executor=Futures(Future.cancel, computes_first=True),
            progress=lambda done, _: told.append(done),
        )
    assert told == [1]
    resumed = []
    made = CALLS["pokerbits.strength.strength_table in a file"](
        tmp_path, executor=InCall(resumed), progress=lambda done, _: told.append(done)
    )
    assert sorted(resumed) == list(range(1, 1 + len(resumed)))
    assert told == list(range(1, 2 + len(resumed)))
    assert made.tobytes() == CALLS["pokerbits.strength.strength_table"](tmp_path).tobytes()


def test_a_pool_that_was_shut_down(call):
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="cannot schedule new futures after shutdown"):
        call(executor=executor)


def shut_down_soon(executor):
    """Shut an executor down in a moment; the error depends on whether the call has submitted all by then."""
    timer = Timer(0.3, lambda: executor.shutdown(wait=False, cancel_futures=True))
    timer.start()
    return timer


ENDED = "was cancelled|cannot schedule new futures after shutdown"


def test_a_pool_of_threads_shut_down_meanwhile(call):
    hold = Event()
    with ThreadPoolExecutor(1) as executor:
        executor.submit(hold.wait)
        timer = shut_down_soon(executor)
        try:
            with pytest.raises(RuntimeError, match=ENDED):
                call(executor=executor)
        finally:
            hold.set()
            timer.join()


def test_a_pool_of_processes_shut_down_meanwhile():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        timer = None

        def begin(done, total):
            nonlocal timer
            timer = timer or shut_down_soon(executor)

        try:
            with pytest.raises(RuntimeError, match=ENDED):
                pb.strength_table("histogram", street="flop", executor=executor, progress=begin)
        finally:
            assert timer is not None
            timer.join()


def test_futures_of_a_broken_pool(call):
    executor = Futures(lambda future: future.set_exception(BrokenProcessPool("a process died")), computes_first=False)
    with pytest.raises(BrokenProcessPool, match="a process died"):
        call(executor=executor)


def fail():
    raise ValueError("this initializer fails")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_broken_pool_of_threads(call):
    with ThreadPoolExecutor(1, initializer=fail) as executor, pytest.raises(BrokenThreadPool):
        call(executor=executor)


def test_a_broken_pool_of_processes(tmp_path):
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=os._exit, initargs=(1,)) as executor,
        pytest.raises(BrokenProcessPool),
    ):
        CALLS["pokerbits.strength.strength_table in a file"](tmp_path, executor=executor)


@pytest.fixture
def all_in_flight(monkeypatch):
    """Let a call submit all blocks before it waits: it ends by its futures, not by an error of `submit`."""
    monkeypatch.setattr(_blocks, "MAX_IN_FLIGHT", 10_000)
    monkeypatch.setattr(_blocks, "MAX_BYTES_IN_FLIGHT", 1 << 40)


def after_the_first(end):
    """Return a progress function that calls `end` once."""
    left = [end]
    return lambda _done, _total: left.pop()() if left else None


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("closes", ["cluster", "client"])
def test_a_dask_cluster_that_is_closed(all_in_flight, closes):
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        progress = after_the_first(cluster.close if closes == "cluster" else client.close)
        with pytest.raises(CancelledError):
            pb.strength_table("ehs", street="turn", executor=client.get_executor(), progress=progress)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_a_dask_cluster_whose_scheduler_is_killed(all_in_flight, tmp_path):
    from distributed import Client

    file = str(tmp_path / "scheduler.json")
    options = ["--scheduler-file", file, "--no-dashboard"]
    with (
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *options]
        ) as scheduler,
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", "--no-nanny", "--nthreads", "1", *options]
        ) as worker,
    ):
        try:
            with Client(scheduler_file=file) as client, pytest.raises(CancelledError):
                pb.strength_table(
                    "ehs",
                    street="turn",
                    executor=client.get_executor(),
                    progress=after_the_first(lambda: os.kill(scheduler.pid, signal.SIGKILL)),
                )
        finally:
            scheduler.kill()
            worker.kill()

"""How much memory is free by the machine, by control groups and on other systems, and games that need more."""

import os
import sys

import numpy as np
import pytest

from pokerbits._free_memory import free_memory
from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver, _solver

GB = 10**9
V2, V1 = "sys/fs/cgroup", "sys/fs/cgroup/memory"


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Return what writes the files of a machine, and how much is then free. It has 8 GB, and 1 GB for swapping."""
    monkeypatch.setattr(sys, "platform", "linux")
    write(
        tmp_path, "proc/meminfo", f"MemTotal: 16000000 kB\nMemAvailable:    {8 * GB // 1000} kB\nHugePages_Total: 0\n"
    )

    def free(files):
        for name, text in files.items():
            write(tmp_path, name, text)
        return free_memory(tmp_path)

    return free


def write(root, name, text):
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(f"{text}\n", encoding="ascii")


def second(group, most, used, files=(0, 0), **more):
    """Return the files of a group of the second version."""
    stat = f"anon 1\nfile {sum(files)}\ninactive_file {files[0]}\nactive_file {files[1]}"
    found = {"max": most, "current": used, "stat": stat} | {name.replace("_", "."): n for name, n in more.items()}
    return {f"{V2}/{group}/memory.{name}": text for name, text in found.items()}


def first(group, most, used, files=(0, 0), **more):
    """Return the files of a group of the first version."""
    stat = f"cache 1\ntotal_inactive_file {files[0]}\ntotal_active_file {files[1]}\ninactive_file 5"
    found = {"limit_in_bytes": most, "usage_in_bytes": used, "stat": stat} | more
    return {f"{V1}/{group}/memory.{name.replace('_', '.', 1) if name.startswith('memsw') else name}": text
            for name, text in found.items()}  # fmt: skip


MEMINFO = 8 * GB // 1000 * 1024
"""The kernel writes kB and means 1,024 bytes."""


def test_without_groups_the_machine_says_it(machine):
    assert machine({}) == MEMINFO
    swap = f"MemAvailable: {8 * GB // 1000} kB\nSwapFree: {GB // 1000} kB"
    assert machine({"proc/meminfo": swap}) == MEMINFO + GB // 1000 * 1024


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (second("a/b", 5 * GB, 2 * GB), 3 * GB),
        # Pages of files are taken back.
        (second("a/b", 5 * GB, 2 * GB, (GB, GB // 2)), 4.5 * GB),
        (second("a/b", "max", 2 * GB), MEMINFO),
        (second("a/b", 50 * GB, 2 * GB), MEMINFO),
        (second("a/b", 2 * GB, 3 * GB), 0),
        # The group around it has less; one beside it does not matter.
        (second("a/b", 5 * GB, 2 * GB) | second("a", 6 * GB, 5 * GB) | second("c", 1, 1), GB),
        (second("a/b", "max", GB) | second("", 4 * GB, GB), 3 * GB),
        # Only the top is seen in a container.
        (second("", 4 * GB, GB), 3 * GB),
        # No swap is free, whatever the group may use of it.
        (second("a/b", 5 * GB, 2 * GB, swap_max="max", swap_current=0), 3 * GB),
        (second("a/b", "much", 2 * GB), MEMINFO),
    ],
)
def test_groups_of_the_second_version(machine, files, expected):
    assert machine({"proc/self/cgroup": "0::/a/b"} | files) == expected


def test_swap_of_a_group(machine):
    files = {"proc/meminfo": f"MemAvailable: {8 * GB // 1000} kB\nSwapFree: {2 * GB // 1000} kB"}
    files |= {"proc/self/cgroup": "0::/a"}
    assert machine(files | second("a", 5 * GB, 2 * GB)) == 3 * GB
    assert machine(files | second("a", 5 * GB, 2 * GB, swap_max=GB, swap_current=GB // 2)) == 3.5 * GB
    assert (
        machine(files | second("a", 5 * GB, 2 * GB, swap_max="max", swap_current=0)) == 3 * GB + 2 * GB // 1000 * 1024
    )
    assert machine(files | second("a", 5 * GB, 2 * GB, swap_max=0, swap_current=5)) == 3 * GB


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (first("a/b", 5 * GB, 2 * GB), 3 * GB),
        (first("a/b", 5 * GB, 2 * GB, (GB, GB // 2)), 4.5 * GB),
        (first("a/b", 2**63 - 4096, 2 * GB), MEMINFO),
        (first("a/b", 5 * GB, 2 * GB) | first("a", 6 * GB, 5 * GB), GB),
        (first("", 4 * GB, GB), 3 * GB),
        (first("a/b", 5 * GB, 2 * GB, memsw_limit_in_bytes=5 * GB, memsw_usage_in_bytes=4 * GB), GB),
        (first("a/b", "max", "none"), MEMINFO),
    ],
)
def test_groups_of_the_first_version(machine, files, expected):
    lines = "5:cpu,cpuacct:/c\n4:memory:/a/b\n0::/"
    assert machine({"proc/self/cgroup": lines} | files) == expected
    # A group of another controller is none of memory.
    assert machine({"proc/self/cgroup": "4:memories,cpu:/a/b"}) == MEMINFO


def raises(name):
    raise ValueError(f"no such name: {name}")


def test_other_systems_say_what_the_machine_has_or_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1000}.__getitem__, raising=False)
    assert free_memory(tmp_path) == 4_096_000
    write(tmp_path, "proc/meminfo", "MemFree: 5 kB")
    assert free_memory(tmp_path) == 4_096_000
    monkeypatch.setattr(os, "sysconf", raises)
    assert free_memory(tmp_path) is None
    monkeypatch.delattr(os, "sysconf")
    assert free_memory(tmp_path) is None
    # Windows promises no memory that it does not have.
    write(tmp_path, "proc/meminfo", "MemAvailable: 5 kB")
    assert free_memory(tmp_path) == 5120
    monkeypatch.setattr(sys, "platform", "win32")
    assert free_memory(tmp_path) is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the memory of this machine is read from /proc")
def test_this_machine_has_some_and_not_more_than_all():
    assert 10**6 < free_memory() <= 2 * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


SIZES = BetSizes((0.5, 1), 1, max_bets=3)
HALF = np.arange(1326) % 5


def by_number(board):
    """Return five labels, the same on each board."""
    return HALF


def bytes_of(game, player, n_buckets):
    """Return the bytes of the numbers of a player by their definition; 0 buckets: it sees its hands. For a river."""
    n_actions = [len(node.actions) for node in game.tree.decisions if node.player == player]
    if n_buckets:
        return sum(n_buckets * (20 * n + 8) for n in n_actions)
    n_hands = len(game.combos[("hero", "villain").index(player)])
    return 2 * 4 * sum(n_actions) * 16 * -(-n_hands // 16)


@pytest.mark.parametrize(
    ("labels", "n_buckets"), [(None, (0, 0)), ((None, by_number), (0, 5)), ((by_number, None), (5, 0)), (HALF, (5, 5))]
)
def test_a_game_is_refused_if_less_is_free(labels, n_buckets, monkeypatch):
    game = Endgame("Kh9d5c3h2s", "random", "22+, A2s+", BettingTree(100, 900, SIZES))
    needed = sum(bytes_of(game, player, n) for player, n in zip(("hero", "villain"), n_buckets, strict=True))
    # Hands are rounded up to sixteen for both players together, so the part of one is known to 4%.
    error = 0.04 * (0 in n_buckets and n_buckets != (0, 0))
    monkeypatch.setattr(_solver, "_MUCH", 0)
    monkeypatch.setattr(_solver, "free_memory", lambda: int(needed * (1 - error)) - 1)
    with pytest.raises(MemoryError, match=r"this game takes \d+\.\d GB, and at most \d+\.\d GB are free: use stor"):
        Solver(game, labels)
    for free in (int(needed * (1 + error)), None):
        monkeypatch.setattr(_solver, "free_memory", lambda free=free: free)
        Solver(game, labels).run(1)


def test_a_saved_solver_is_refused_too(monkeypatch, tmp_path):
    game = Endgame("Kh9d5c3h2s", "22+", "22+", BettingTree(100, 900, SIZES))
    solver = Solver(game, storage="int16")
    solver.save(tmp_path / "solver.npz")
    monkeypatch.setattr(_solver, "_MUCH", 0)
    monkeypatch.setattr(_solver, "free_memory", lambda: 10)
    with pytest.raises(MemoryError, match=r"are free: use fewer bet sizes, or labels"):
        Solver.load(tmp_path / "solver.npz")


def test_small_games_do_not_ask(monkeypatch):
    monkeypatch.setattr(_solver, "free_memory", lambda: 1 // 0)
    Solver(Endgame("Kh9d5c3h2s", "22+", "22+", BettingTree(100, 900, SIZES)))
    monkeypatch.setattr(_solver, "_MUCH", 0)
    with pytest.raises(ZeroDivisionError):
        Solver(Endgame("Kh9d5c3h2s", "22+", "22+", BettingTree(100, 900, SIZES)))

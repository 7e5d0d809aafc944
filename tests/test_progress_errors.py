"""Progress: what it is told, and what it raises, also when the call fails at the same time."""

import sys
import time
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import abstraction

# A second of work for two threads: no machine is through with it after the tenth of a second before the first callback.
ROWS = 60_000


class StopError(Exception):
    """Raised by a callback."""


def workers_at_rest():
    """Whether no thread of the pool runs or waits for a CPU."""
    states = []
    for task in Path("/proc/self/task").iterdir():
        # Read as "4711 (pokerbits-0) S 1 ...": S sleeps, R runs or would if it had a CPU.
        name, _, rest = (task / "stat").read_text().partition("(")[2].rpartition(")")
        if name.startswith("pokerbits-"):
            states.append(rest.split()[0])
    assert states
    return "R" not in states


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_what_progress_raises_is_not_lost_to_an_error_found_meanwhile():
    rows = np.tile(pb.cards.parse_cards("AsKs2c3d4h"), (ROWS, 1))
    # The last hand is none.
    rows[-1, 4] = rows[-1, 3]

    def expected_strength(progress=None):
        pb.expected_hand_strength(rows[:, :2], board=rows[:, 2:], num_threads=2, progress=progress)

    looks = []

    def progress(done, total):
        # The workers go on meanwhile and rest when they have come to the last hand. A rest that is seen many times in
        # a row is no wait for a lock, which somebody who runs would hold.
        rests = 0
        while rests < 20:
            rests = rests + 1 if workers_at_rest() else 0
            time.sleep(0.01)
        looks.append(done)
        raise StopError

    with pytest.raises(StopError):
        expected_strength(progress)
    assert len(looks) == 1
    with pytest.raises(pb.exceptions.DuplicateCardError, match=f"row {ROWS - 1}: "):
        expected_strength()


class Falsy(list):
    """A function that counts as false until it is called."""

    def __call__(self, done, total):
        self.append((done, total))


LONG_CALLS = {
    "table": lambda **p: pb.strength_table("ehs", street="turn", dtype="uint16", num_threads=1, **p),
    "table of squares": lambda **p: pb.strength_table("ehs2", street="flop", num_threads=1, **p),
    "odds": lambda **p: pb.preflop_odds([1], num_threads=1, **p),
    "histograms": lambda **p: pb.strength_table("histogram", street="flop", num_threads=1, **p),
    "hands of stud": lambda **p: pb.equity(
        "As", "Kd", "*", game="razz", n_samples=2_000_000, rng=1, num_threads=1, **p
    ),
    "combos": lambda **p: pb.combo_equity("22+, AhKh", pb.random_hands(300, 3, rng=1), **p),
    "combos beside a folded range": lambda **p: pb.combo_equity("random", "Ah7d2c", folded=["AT+"], **p),
    "hands of Omaha": lambda **p: pb.combo_equity("*", "Qs7d2c", game="omaha", **p),
}


@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=LONG_CALLS)
def test_the_last_call_says_that_all_is_done(call):
    """Also where the function counts as false. How soon a machine is through with a call is its own affair."""
    told = Falsy()
    assert not told
    for _ in range(20):
        if len(told) == 0:
            call(progress=told)
    assert told[-1][0] == told[-1][1] > 0
    assert len({total for done, total in told if done}) == 1
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def stop(done, total):
    raise StopError


ANY_DEAL, FOLDED = {"method": "exact", "max_seconds": 1e9}, ("22+, A2s+", "22+")
HOURS = {
    "equity beside a folded range": lambda **p: pb.equity(*FOLDED, folded=["AT+"], **ANY_DEAL, **p),
    "samples beside folded ranges": lambda **p: pb.equity(*FOLDED, folded=["AT+"] * 3, std_error=1e-6, **p),
    "combos beside folded ranges": lambda **p: pb.combo_equity("22+, A2s+", folded=["AT+", "KQ"], **p),
    "strength against a range": lambda **p: pb.expected_hand_strength(["AsKd"] * 50, villain="random", power=2, **p),
    "combos before the flop": lambda **p: pb.combo_equity("22+, AhKh", **p),
    "odds against many": lambda **p: pb.preflop_odds(range(1, 23), **p),
    "table of squares": LONG_CALLS["table of squares"],
    "outcome classes": lambda **p: abstraction.OutcomeClasses("preflop", **p),
    "labels": lambda **p: pb.CardAbstraction.from_labels(
        {"flop": np.zeros(1_286_792, int), "turn": None, "river": None}, **p
    ),
    "clusters": lambda **p: abstraction.HistogramKMeans(3000, metric="l1", random_state=0).fit(
        np.random.default_rng(14).integers(0, 256, (200_000, 46), np.uint8), **p
    ),
}
"""Calls that take long enough for a word about it on any machine, some for hours."""


@pytest.mark.parametrize("call", HOURS.values(), ids=HOURS)
def test_what_progress_raises_ends_the_call(call):
    with pytest.raises(StopError):
        call(progress=stop)


@pytest.mark.parametrize("num_threads", [1, 2])
def test_a_first_call_counts_up_once(run_python, num_threads):
    """The tables that all calls share are built before the work, of which nothing is done until then."""
    code = f"""
import pokerbits as pb
told = []
pb.strength_table("ehs", street="flop", num_threads={num_threads}, progress=lambda *steps: told.append(steps))
done = [steps[0] for steps in told]
print(done == sorted(done), told[-1][0] == told[-1][1] > 1, len({{total for steps, total in told if steps}}))
"""
    assert run_python(code).stdout.split() == ["True", "True", "1"]


def test_progress_is_no_number():
    for wrong in (0, 1, "bar", []):
        with pytest.raises(TypeError, match="progress: expected None, True or a function"):
            pb.strength_table(street="preflop", progress=wrong)


def test_a_finished_table_shows_no_bar(tmp_path, capsys):
    path = tmp_path / "table.npy"
    pb.strength_table("ehs", street="preflop", path=path, progress=True)
    shown = capsys.readouterr().err
    assert "ehs, preflop: " in shown
    assert "100%" in shown
    told = []
    pb.strength_table("ehs", street="preflop", path=path, progress=True)
    pb.strength_table("ehs", street="preflop", path=path, progress=lambda *step: told.append(step))
    assert (capsys.readouterr().err, told) == ("", [])

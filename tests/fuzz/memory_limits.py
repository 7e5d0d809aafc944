"""Calls under a limit of the address space: each ends with its result or with MemoryError, never with the process.

But if texts and lists of Python have taken all to the last few bytes, the process may end.

    python tests/fuzz/memory_limits.py [--limits 0.3 1 3 10 30 100] [name ...]

Every call is made in children that fork after the arguments are there and may take so many MiB more; the answer has to
be that of the call without a limit. Linux, as what a process uses is read from `/proc`.
"""

import argparse
import faulthandler
import os
import re
import resource
import signal
import sys
import tempfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import pokerbits as pb

LIMITS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0)
"""MiB above what is in use."""

FEW = 4096
"""Bytes without which the libraries of C and of Rust and PyO3 do not go on. What takes more has to ask first."""

NOTHING_LEFT = "no memory for a few bytes"

HANDS = 400_000
"""Rows of input: of each function moderate work, and some megabytes."""


def prepared() -> dict[str, Callable[[], Any]]:
    """The calls by name, with arguments that are already there."""
    hands = pb.random_hands(HANDS, 7, rng=1)
    wide = hands.astype(np.int64)
    holes, boards, flops = hands[:, :2].copy(), hands[:, 2:].copy(), hands[:, 2:5].copy()
    strengths = pb.evaluate(hands)
    texts = pb.cards.format_cards(hands[:20_000])
    long_text = " ".join(texts)
    indexer, walk = pb.HandIndexer((2, 5)), pb.HandIndexer((2, 3, 1, 1))
    indices = indexer.index(hands)
    preflop = walk.extend(walk.start(), holes)
    few = slice(0, 20_000)
    flop_odds, river_odds = slice(0, 60), slice(0, 20_000)
    results = pb.odds_vs_random(holes[:2000], board=boards[:2000], n_opponents=[1, 2])
    return {
        "evaluate": lambda: pb.evaluate(hands),
        "evaluate of int64": lambda: pb.evaluate(wide),
        "evaluate of text": lambda: pb.evaluate(texts),
        "evaluate with boards": lambda: pb.evaluate(holes, board=boards),
        "evaluate_combos": lambda: pb.evaluate_combos(boards[:5000]),
        "category": lambda: pb.category(strengths),
        "evaluate in the short deck": lambda: pb.evaluate("AsKsQsJsTs9s8s", rules="short_deck"),
        "evaluate of a low": lambda: pb.evaluate("AsKsQsJsTs9s8s", rules="ace_to_five"),
        "evaluate of badugi": lambda: pb.evaluate("AsKsQsJs", rules="badugi"),
        "describe": lambda: pb.describe(strengths[few]),
        "to_cactus_kev": lambda: pb.to_cactus_kev(strengths),
        "category_census": lambda: pb.category_census(5),
        "random_hands": lambda: pb.random_hands(HANDS, 7, rng=1),
        "parse_cards": lambda: pb.cards.parse_cards(long_text),
        "parse_cards of many": lambda: pb.cards.parse_cards(texts),
        "format_cards": lambda: pb.cards.format_cards(hands[few]),
        "OmahaRange": lambda: pb.OmahaRange("[A-8][A-8]$np, xxyy", 5).hands,
        "hand_class": lambda: pb.cards.hand_class(holes),
        "combo_id": lambda: pb.cards.combo_id(holes),
        "HandIndexer": lambda: pb.HandIndexer((5, 3, 1, 1)).sizes,
        "HandIndexer of a long game": lambda: pb.HandIndexer((3, 1, 1, 1, 1, 1)).sizes,
        "index": lambda: indexer.index(hands),
        "index_all": lambda: indexer.index_all(hands),
        "unindex": lambda: indexer.unindex(indices),
        "unindex a range": lambda: indexer.unindex(range(1000, 1000 + HANDS)),
        "canonical": lambda: indexer.canonical(hands),
        "multiplicity": lambda: indexer.multiplicity(indices),
        "children": lambda: indexer.children(5, round=0),
        "index_board": lambda: indexer.index_board(boards[:5000]),
        "hole_combos": lambda: indexer.hole_combos(boards[0]),
        "extend": lambda: walk.extend(preflop, flops).index,
        "equity": lambda: pb.equity("AhKh", "QsQd", "7c2d").to_dict(),
        "equity of ten": lambda: pb.equity(*np.arange(20).reshape(10, 2)).to_dict(),
        "equity in Omaha": lambda: pb.equity("As2sKhQd", "Ac2cKdJd", "9h8h7s6s", game="omaha_hilo").to_dict(),
        "equity of ranges in Omaha": lambda: pb.equity("AA$ds", "KK:QQ", board="Kd7s2cTh", game="omaha").to_dict(),
        "equity by samples in Omaha": lambda: pb.equity("AA", "*", game="omaha5", n_samples=9999, rng=1).to_dict(),
        "equity in the short deck": lambda: pb.equity("AKs", "QQ+", board="Kd7s8c", game="short_deck").to_dict(),
        "losses": lambda: pb.losses(holes[0], board=boards[0]).to_dict(),
        "odds_vs_random": lambda: pb.odds_vs_random("AsKd", n_opponents=range(1, 10)).to_dict(),
        "odds_vs_random of flops": lambda: (
            pb.odds_vs_random(holes[flop_odds], board=flops[flop_odds], n_opponents=[1, 3]).equity
        ),
        "odds_vs_random of rivers": lambda: pb.odds_vs_random(holes[river_odds], board=boards[river_odds]).equity,
        "odds_vs_random by cliques": lambda: pb.odds_vs_random(
            holes[0], board=boards[0], n_opponents=3, method="cliques"
        ).to_dict(),
        "to_columns": lambda: results.to_columns()["wins"],
        "preflop_matrix": lambda: (pb.preflop_matrix(), pb.preflop_matrix("combos")),
        "preflop_odds": lambda: pb.preflop_odds([1]).to_dict(),
        "count_disjoint": lambda: pb.count_disjoint(pb.COMBOS, sizes=[1, 2]),
        "hand_strength": lambda: pb.hand_strength(holes[few], board=boards[few]),
        "expected_hand_strength": lambda: pb.expected_hand_strength(holes[:200], board=flops[:200]),
        "hand_strength_histogram": lambda: pb.hand_strength_histogram(holes[:2000], board=boards[:2000], bins=1981),
        "average_rank_strength": lambda: pb.average_rank_strength(holes, board=boards),
        "opponent_clusters": lambda: pb.opponent_clusters(8).to_dict(),
        "strength_table": lambda: pb.strength_table("histogram", street="preflop", bins=1981),
        "find_rank_keys": lambda: pb.keys.find_rank_keys(5),
        "find_suit_keys": lambda: pb.keys.find_suit_keys(7),
        "find_flush_keys": lambda: pb.keys.find_flush_keys(7),
        "folding_points": lambda: pb.keys.folding_points(pb.keys.SEVEN_CARD)[:9],
        "is_valid": lambda: pb.keys.SEVEN_CARD.is_valid(),
    }


def address_space() -> int:
    """Bytes of address space that this process uses."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def ended(call: Callable[[], Any], limit: float | None, folder: str) -> str:
    """How a call ends in a child of so many MiB: "result" and its checksum, "MemoryError", or what is wrong."""
    answer, errors = Path(folder) / "answer", Path(folder) / "errors"
    child = os.fork()
    if child == 0:
        told = "an exception"
        try:
            with errors.open("wb") as file:
                os.dup2(file.fileno(), 2)
            faulthandler.enable()
            signal.alarm(300)
            pb.set_num_threads(2)
            told = f"result {under(limit, call):08x}"
        except MemoryError:
            told = "MemoryError"
        except BaseException as error:
            told = repr(error)
        finally:
            answer.write_text(told)
            os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0:
        return answer.read_text()
    told = errors.read_text(errors="replace")
    wanted = re.search(r"memory allocation of (\d+) bytes failed", told)
    few = ("PyObject pointer is null", "cannot allocate memory for thread-local data")
    if (int(wanted[1]) <= FEW) if wanted else any(words in told for words in few):
        return NOTHING_LEFT
    lines = told.splitlines()
    ending = signal.Signals(-status).name if status < 0 else f"exit status {status}"
    return f"{ending}: {' | '.join(line.strip() for line in lines[:3])}"


def under(limit: float | None, call: Callable[[], Any]) -> int:
    """The checksum of what a call returns with so many MiB; without the limit again when this returns or raises."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_AS, (address_space() + int(limit * 2**20), hard))
    try:
        found = call()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    return zlib.crc32(found.tobytes() if isinstance(found, np.ndarray) else repr(found).encode())


def failures(names: Sequence[str] = (), limits: Sequence[float] = LIMITS) -> dict[str, list[str]]:
    """What is wrong, by the name of the call: of those named, else of all."""
    # The parent has no threads: their locks would not survive a fork.
    pb.set_num_threads(1)
    calls = prepared()
    found: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names or calls:
            expected = ended(calls[name], None, folder)
            assert expected.startswith("result"), (name, expected)
            for limit in limits:
                how = ended(calls[name], limit, folder)
                if how not in (expected, "MemoryError", NOTHING_LEFT):
                    found.setdefault(name, []).append(f"with {limit} MiB: {how}")
            print(f"{name}: {'; '.join(found.get(name, ['ok']))}", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    # The message of an allocation that fails can wait for itself in a backtrace.
    os.environ["RUST_BACKTRACE"] = "0"
    parser.add_argument("--limits", nargs="+", type=float, default=LIMITS)
    options = parser.parse_args()
    found = failures(options.names, options.limits)
    print(f"{len(found)} calls failed: {', '.join(found) or 'none'}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())

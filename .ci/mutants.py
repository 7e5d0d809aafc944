"""Change the core in one place at a time, and see whether a test fails.

    python .ci/mutants.py odds                             # all of rust/core/src/odds, for hours
    python .ci/mutants.py odds --shard 0/8                 # an eighth of it
    python .ci/mutants.py odds --file '*/probabilities.rs' # some files
    python .ci/mutants.py odds --list                      # what would be changed
    python .ci/mutants.py odds --in-place                  # in this checkout, which nothing else may touch: quicker

cargo-mutants makes the changes and runs the tests, as `.cargo/mutants.toml` says; other arguments go to it. A change is
first shown to the unit tests of its module, which takes seconds. Changes that survive these are shown to all unit tests
and to the integration tests of `TESTS`. Exits with 2 where a change survives, which `mutants.out/missed.txt` then
names: a test is missing there, or the change makes no difference.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

TESTS = {
    "abstraction": ["block_tables"],
    "cards": ["parsers", "evaluator"],
    "combinatorics": ["indexer_golden", "indexer_properties", "odds"],
    "equity": ["equity", "game_equity"],
    "evaluator": ["evaluator", "rules"],
    "hand_strength": ["hand_strength", "hand_strength_tables"],
    "indexer": ["indexer_golden", "indexer_properties", "unindex_orders"],
    "odds": ["odds"],
    "ranges": ["ranges", "omaha_ranges"],
    "showdown": ["equity", "hand_strength", "odds"],
}
"""The modules with arithmetic and counting strategies, and the integration tests (`rust/core/tests`) of each."""

ALL_PASSED, MISSED, TIMED_OUT = 0, 2, 3
"""Exit statuses of cargo-mutants; any other is an error."""


def main() -> int:
    """Change a module, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("module", choices=sorted(TESTS))
    parser.add_argument("--file", default="*", help="a pattern below the folder of the module")
    parser.add_argument("--list", action="store_true", help="only say what would be changed")
    chosen, others = parser.parse_known_args()
    command = ["cargo", "mutants", "--colors=never", f"--file=rust/core/src/{chosen.module}/**/{chosen.file}"]
    if chosen.list:
        return subprocess.run([*command, "--list", *others], cwd=ROOT, check=False).returncode
    status = subprocess.run(
        [*command, *others, "-C=--lib", "--", f"{chosen.module}::"], cwd=ROOT, check=False
    ).returncode
    if status not in (MISSED, TIMED_OUT):
        return status
    missed = (ROOT / "mutants.out" / "missed.txt").read_text(encoding="utf-8").splitlines()
    if not missed:
        # A change that makes a test run into its time limit counts as noticed.
        return ALL_PASSED
    print(f"{len(missed)} survived the unit tests of {chosen.module}; now with all tests that look at it", flush=True)
    command += [f"--re=^{re.escape(name)}$" for name in missed]
    command += [argument for argument in others if not argument.startswith("--shard")]
    command += ["-C=--lib", *(f"-C=--test={test}" for test in TESTS[chosen.module])]
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    return ALL_PASSED if status == TIMED_OUT else status


if __name__ == "__main__":
    sys.exit(main())

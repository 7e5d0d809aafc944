"""Change the Python layer in one place at a time, and see whether a test fails.

    python .ci/mutants_python.py                           # all modules of TESTS, for hours
    python .ci/mutants_python.py --shard 0/8               # an eighth of it
    python .ci/mutants_python.py _odds/*.py reports/*.py   # some modules
    python .ci/mutants_python.py _odds/*.py --list         # what would be changed

Cosmic Ray makes the changes, in a copy of the installed package that the tests import: neither the checkout nor what is
installed changes. Exits with 1 where a change survives. Then a test is missing there, or the change makes no
difference.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult

import pokerbits

ROOT = Path(__file__).resolve().parents[1]

MODULES = {
    "combo_equity": "_equity/combo_equity",
    "folded": "_equity/folded",
    "game_equity results": "_equity/high_low",
    "game_equity": "_equity/omaha",
    "preflop_tables": "_equity/preflop",
    "range_equity results": "_equity/ranges",
    "ranked_boards": "_equity/ranked_boards",
    "equity range_equity results": "_equity/result",
    "equity_rows": "_equity/rows",
    "equity": "_equity/two_cards",
    "free_memory": "_free_memory",
    "abstraction_folder cli_process table_names": "_files/paths",
    "abstraction_folder crafted_files table_*": "_files/reading",
    "abstraction_folder odds abstraction_export table_*": "_files/writing",
    "hand_strength": "_hand_strength/average_rank _hand_strength/clusters _hand_strength/hands _hand_strength/table",
    "equity odds range_equity reports_hands": "_input/situation",
    "wide_indexer": "_indexer/wide_core _indexer/wide_deck",
    "odds results": (
        "_odds/counts _odds/disjoint _odds/losses _odds/opponents _odds/preflop _odds/random_opponents _odds/result"
    ),
    "results odds equity": "_output/columns _output/counts _output/results _output/tables",
    "distributed": "_tables/blocks",
    "table_* crafted_files": "_tables/check _tables/description _tables/file",
    "table_* distributed": "_tables/job",
    "abstraction_folder table_*": "_tables/journal",
    "card_abstraction": "abstraction/_design abstraction/_ground abstraction/_report",
    "abstraction_clustering": (
        "abstraction/_distinct_rows abstraction/_histogram_kmeans abstraction/_optimal_scalar_buckets "
        "abstraction/_percentile_buckets abstraction/_scalars"
    ),
    "abstraction_export card_abstraction": "abstraction/_export abstraction/_slumbot",
    "abstraction_stages card_abstraction": "abstraction/_features abstraction/_stages",
    "abstraction_folder crafted_files": "abstraction/_folder abstraction/_metadata",
    "outcome_classes": "abstraction/_outcome_classes",
    "abstraction_stages": "abstraction/_perfect_recall abstraction/_points",
    "abstraction_export export_postgres": "abstraction/_robopoker",
    "betting_tree": "endgame/_betting",
    "endgame_score": "endgame/_boards endgame/_score endgame/_score_result",
    "endgame": "endgame/_exploitability endgame/_game endgame/_labels endgame/_percentiles endgame/_solver",
    "local_best_response": "endgame/_card_removal endgame/_local_best_response endgame/_policies "
    "endgame/_public_values endgame/_steps",
    "match": "endgame/_match endgame/_match_baselines endgame/_match_result",
    "omaha_endgames": "endgame/_hole_cards",
    "omaha_labels": "endgame/_omaha_labels",
    "icm": "preflop/_icm",
    "lemke": "preflop/_lemke",
    "three_way": "_equity/three_way _equity/three_way_ranges",
    "push_fold": (
        "preflop/_cfr_plus preflop/_heads_up preflop/_push_fold preflop/_push_fold_result preflop/_spot "
        "preflop/_three_handed preflop/_triples"
    ),
    "cards": "cards",
    "keys": "evaluator/keys",
    "omaha_ranges": "ranges/_omaha_range",
    "ranges": "ranges/_range",
    "reports_hands": "reports/_advantage reports/_equity_distribution reports/_hand_breakdown",
    "reports_flops": (
        "reports/_board_report reports/_board_showdowns reports/_over_boards reports/_subset reports/_textures"
    ),
}
"""Modules that compute something or write files, by patterns of their tests, `tests/test_*.py`, quick ones first."""
TESTS = {f"{module}.py": tests for tests, modules in MODULES.items() for module in modules.split()}

NEAREST = {
    *("Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul", "FloorDiv_Div", "Mod_FloorDiv", "Pow_Mul"),
    *("LShift_RShift", "RShift_LShift", "BitOr_BitAnd", "BitAnd_BitOr", "BitXor_BitOr"),
    *("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is"),
}
"""One operator for each that can replace several others: the one that is hardest to distinguish from it."""

CONFIG = """\
[cosmic-ray]
module-path = {module!r}
timeout = {timeout!r}
excluded-modules = []
test-command = {command!r}

[cosmic-ray.distributor]
name = "local"
"""


def arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("modules", nargs="*", default=["*"], help="patterns, relative to the package; by default all")
    parser.add_argument("--shard", default="0/1", metavar="K/N", help="only each Nth change, from the Kth on")
    parser.add_argument("--list", action="store_true", help="only say what would be changed")
    return parser.parse_args()


def main() -> int:
    """Change modules, and return the exit status."""
    chosen = arguments()
    shard, n_shards = (int(part) for part in chosen.shard.split("/"))
    for module in TESTS:
        # No pattern may have lost its tests, or its module.
        tests_of(module)
        (Path(pokerbits.__file__).parent / module).stat()
    modules = [module for module in TESTS if any(fnmatch(module, pattern) for pattern in chosen.modules)]
    if not modules or not 0 <= shard < n_shards:
        print("no such module, or no such shard", file=sys.stderr)
        return 2
    n_survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "pokerbits"
        shutil.copytree(Path(pokerbits.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        for module in modules:
            n_survivors += survivors(module, package / module, shard, n_shards, environment, only_list=chosen.list)
    return 1 if n_survivors else 0


def survivors(
    module: str, path: Path, shard: int, n_shards: int, environment: dict[str, str], *, only_list: bool
) -> int:
    """Change one module, print the changes that survive, and return their number."""
    files = tests_of(module)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *files]
    config, session = path.with_suffix(".toml"), path.with_suffix(".sqlite")
    begin = time.monotonic()
    if not only_list:
        # Without a change they pass; what takes much longer with one does not end.
        subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    timeout = 60.0 + 5 * (time.monotonic() - begin)
    config.write_text(CONFIG.format(module=str(path), timeout=timeout, command=" ".join(command)), encoding="utf-8")
    cosmic_ray = [sys.executable, "-m", "cosmic_ray.cli"]
    subprocess.run([*cosmic_ray, "init", config, session], cwd=ROOT, env=environment, check=True)
    with use_db(session, WorkDB.Mode.open) as db:
        leave_out(db, path, shard, n_shards)
        pending = sorted((item.mutations[0] for item in db.pending_work_items), key=lambda spec: spec.start_pos)
    if only_list:
        for mutation in pending:
            print(described(module, mutation))
        return 0
    subprocess.run([*cosmic_ray, "exec", config, session], cwd=ROOT, env=environment, check=True)
    with use_db(session, WorkDB.Mode.open) as db:
        done = [(item, result) for item, result in db.completed_work_items if result.test_outcome is not None]
    survived = [(item, result) for item, result in done if result.test_outcome == TestOutcome.SURVIVED]
    for item, result in survived:
        print(f"SURVIVED {described(module, item.mutations[0])}\n{result.diff}")
    print(f"{module}: {len(done)} changes, {len(survived)} survived, in {time.monotonic() - begin:.0f} s", flush=True)
    return len(survived)


def tests_of(module: str) -> list[str]:
    """Return the files of the tests of a module, relative to the checkout."""
    files: dict[str, None] = {}
    for pattern in TESTS[module].split():
        found = sorted(ROOT.glob(f"tests/test_{pattern}.py"))
        if not found:
            raise FileNotFoundError(f"{module}: no test is called {pattern}")
        files |= dict.fromkeys(str(path.relative_to(ROOT)) for path in found)
    return list(files)


def described(module: str, mutation: MutationSpec) -> str:
    """Return a line that says where a module is changed, and how."""
    (line, column), name = mutation.start_pos, mutation.operator_name.removeprefix("core/")
    return f"{module}:{line}:{column + 1} {name} {mutation.operator_args or ''}".rstrip()


def leave_out(db: WorkDB, path: Path, shard: int, n_shards: int) -> None:
    """Leave out changes of annotations, which nothing reads, those that are easy to see, and those of other shards."""
    annotations = list(spans_of_annotations(path.read_text(encoding="utf-8")))
    number = 0
    for item in sorted(db.work_items, key=lambda item: key_of(item.mutations[0])):
        (mutation,) = item.mutations
        _, _, operators = mutation.operator_name.partition("Operator_")
        is_wanted = not operators or operators in NEAREST or operators.startswith("Delete_")
        is_wanted = is_wanted and not any(begin <= mutation.start_pos < end for begin, end in annotations)
        if not is_wanted or number % n_shards != shard:
            db.set_result(item.job_id, WorkResult(WorkerOutcome.SKIPPED))
        number += is_wanted


def key_of(mutation: MutationSpec) -> tuple[tuple[int, int], str, str, int]:
    """Return what orders changes the same way every time; their ids are random."""
    return mutation.start_pos, mutation.operator_name, str(mutation.operator_args), mutation.occurrence


def spans_of_annotations(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield where annotations begin and end."""
    for node in ast.walk(ast.parse(source)):
        found = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
            found.append(node.value)
        for of_node in found:
            if isinstance(of_node, ast.expr) and of_node.end_lineno is not None and of_node.end_col_offset is not None:
                yield (of_node.lineno, of_node.col_offset), (of_node.end_lineno, of_node.end_col_offset)


if __name__ == "__main__":
    sys.exit(main())

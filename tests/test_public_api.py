"""The public interface is what the snapshot in the tree says, so that a change of it shows in the diff."""

import difflib
import importlib
import inspect
import pickle
import re
import shutil
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import pokerbits as pb
from pokerbits import typing as public_types
from public_api import PACKAGE, SNAPSHOT, lines, named_types
from test_stubs import PUBLIC, PUBLIC_MODULES, PYPROJECT, public_members

UPDATE = f"if the change is meant, write the snapshot anew: python {Path(__file__).with_name('public_api.py')}"
# Functions with more than one parameter that may go without its name.
MORE_POSITIONS = {
    "pokerbits.random_hands",
    "pokerbits.HandIndexer.extend",
    "pokerbits.combo_equity",
    "pokerbits.indexing.DealState",
    # As scikit-learn has them.
    "pokerbits.abstraction.HistogramKMeans.fit",
    "pokerbits.abstraction.HistogramKMeans.fit_predict",
    "pokerbits.abstraction.OptimalScalarBuckets.fit",
    "pokerbits.abstraction.OptimalScalarBuckets.fit_predict",
    "pokerbits.abstraction.PercentileBuckets.fit",
    "pokerbits.abstraction.PercentileBuckets.fit_predict",
    "pokerbits.evaluator.keys.KeyScheme",
    "pokerbits.plot.equity_matrix",
    "pokerbits.reports.nut_advantage",
    "pokerbits.reports.range_advantage",
    "pokerbits.reports.equity_distribution",
    "pokerbits.reports.flop_report",
    "pokerbits.reports.runout_report",
}


def changes(found):
    expected = SNAPSHOT.read_text(encoding="utf-8").splitlines()
    return list(difflib.unified_diff(expected, list(found), "snapshot", "package", lineterm="", n=0))[2:]


def test_names_and_signatures_are_those_of_the_snapshot():
    found = changes(lines())
    assert not found, "\n".join([UPDATE, *found])


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("__init__.py", '    "random_hands",\n', "", "-pokerbits.random_hands"),
        ("_random_hands.py", "    rng: ", "    generator: ", "generator: RngLike"),
        ("_evaluator/evaluate.py", "out: NDArray[np.uint16] | None = None", "out: object = None", "out: object"),
        ("_evaluator/evaluate.py", 'rules: Rules = "standard"', 'rules: Rules = "badugi"', "= 'badugi'"),
        ("_output/counts.py", "    wins: int\n", "    wins: float\n", "+pokerbits.Counts.wins: float"),
        ("_evaluator/category.py", "FLUSH = 5", "FLUSH = 7", "+pokerbits.Category.FLUSH = 7"),
    ],
)
def test_a_change_is_found(tmp_path, file, old, new, expected):
    sources = shutil.copytree(PACKAGE, tmp_path / "pokerbits", ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.pyc"))
    text = (sources / file).read_text(encoding="utf-8")
    assert old in text
    (sources / file).write_text(text.replace(old, new), encoding="utf-8")
    found = changes(lines(tmp_path))
    assert any(expected in change for change in found)
    assert len(found) < 15


def test_the_snapshot_has_every_public_name():
    named = {re.split("[(: ]", line.removeprefix("class "))[0] for line in lines()}
    assert {f"{module}.{name}" for module in PUBLIC_MODULES for name in exported(module)} <= named
    assert {"pokerbits.typing.CardsLike", "pokerbits.HandIndexer.index", "pokerbits.CardSet.__or__"} <= named


def test_the_top_of_the_package_stays_readable():
    """At most 45 names are no namespaces; the rest is in namespaces."""
    names = [name for name in dir(pb) if not name.startswith("_")]
    namespaces = {name for name in names if inspect.ismodule(getattr(pb, name))}
    assert {"odds", "strength", "plot", "reports", "typing"} <= namespaces
    assert len(set(names) - namespaces) <= 45
    few_need = {"losses", "Losses", "count_disjoint", "OddsResult", "PreflopOdds"}
    assert few_need <= set(pb.odds.__all__)
    of_strength = {"ars_table", "average_rank_strength", "check_table", "hand_strength_histogram", "opponent_clusters"}
    assert of_strength | {"OpponentClusters", "STREET_INDEXERS", "UINT16_SCALE"} <= set(pb.strength.__all__)
    assert not (few_need | of_strength | {"outcome_classes"}) & set(names)


def exported(module):
    """Return what a namespace exports, other namespaces left out."""
    loaded = importlib.import_module(module)
    return [name for name in getattr(loaded, "__all__", []) if not inspect.ismodule(getattr(loaded, name))]


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_public_names_say_where_they_are_imported_from(module):
    for name in exported(module):
        thing = getattr(importlib.import_module(module), name)
        if not inspect.isclass(thing) and not inspect.isfunction(thing):
            continue
        assert "._" not in thing.__module__, name
        assert getattr(importlib.import_module(thing.__module__), thing.__name__) is thing
        assert pickle.loads(pickle.dumps(thing)) is thing


@pytest.mark.parametrize("name", [name for name, thing in PUBLIC.items() if inspect.isclass(thing)])
def test_annotations_of_classes_have_values_at_run_time(name):
    # `fractions` is imported when a fraction is first asked for.
    assert typing.get_type_hints(PUBLIC[name], localns={"Fraction": object}) is not None


def test_every_alias_in_a_signature_is_public():
    # `CardLookup` is a protocol for users to implement; a game and a policy of OpenSpiel are `Any`, as it has no types.
    others = {"CardLookup", "Game", "Policy"}
    named = named_types()
    assert set(named) - others == set(public_types.__all__)
    assert {name for name in others if name in named} == others


def test_every_public_alias_is_documented():
    for name, alias in named_types().items():
        assert alias.docstring, name
    page = public_types.__doc__ or ""
    assert [name for name in public_types.__all__ if f"`{name}`" not in page] == []


@pytest.mark.parametrize(
    "module", [module for module in PUBLIC_MODULES if module not in {"pokerbits", "pokerbits.cli"}]
)
def test_completion_of_a_namespace_lists_what_it_exports(module):
    loaded = importlib.import_module(module)
    assert [name for name in dir(loaded) if not name.startswith("__")] == sorted(loaded.__all__)


def test_completion_of_the_package_lists_its_names_and_namespaces():
    shown = {name for name in dir(pb) if not name.startswith("__")}
    namespaces = {name.partition(".")[2] for name in PUBLIC_MODULES} - {"", "__main__", "cli"}
    assert shown == {*pb.__all__, *(name for name in namespaces if "." not in name)}
    assert all(hasattr(pb, name) for name in shown)
    assert "__version__" in dir(pb)


WRONG_CALLS = [
    "pb.equity(5, None)",
    "pb.evaluate(object())",
    "pb.evaluate_combos(3.5)",
    "pb.combo_equity('AA', boards=7)",
    "pb.hand_strength(None, board='2c3c4c')",
    "pb.odds_vs_random(object())",
    "pb.HandIndexer().index(object())",
    "pb.cards.format_cards(object())",
]


@pytest.fixture(scope="module")
def messages(tmp_path_factory):
    """Return what mypy says of each wrong call, all in one program, without the name of the file."""
    script = tmp_path_factory.mktemp("wrong") / "calls.py"
    script.write_text("\n".join(["import pokerbits as pb", *WRONG_CALLS]), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", PYPROJECT, script]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PYPROJECT.parent)
    assert done.returncode == 1, done.stderr
    found = {call: [] for call in WRONG_CALLS}
    for number, text in re.findall(r"calls\.py:(\d+): (.*)", done.stdout):
        found[WRONG_CALLS[int(number) - 2]].append(text)
    return found


@pytest.mark.parametrize("call", WRONG_CALLS)
def test_what_mypy_says_of_a_wrong_argument_fits_a_screen(call, messages):
    assert messages[call][0].startswith("error: ")
    assert sum(-(-len(line) // 120) for line in messages[call]) <= 27


def functions():
    """Every public function and method."""
    found = {name: thing for name, thing in PUBLIC.items() if inspect.isfunction(thing)}
    return found | {name: thing for name, thing in public_members().items() if inspect.isfunction(thing)}


@pytest.mark.parametrize("name", sorted(functions()))
def test_everything_after_the_first_is_named_but_a_board(name):
    parameters = list(inspect.signature(functions()[name]).parameters.values())
    if parameters and parameters[0].name == "self":
        del parameters[0]
    if len(parameters) > 1 and parameters[1].name == "board":
        del parameters[1]
    if (parameters and parameters[0].kind is inspect.Parameter.VAR_POSITIONAL) or name in MORE_POSITIONS:
        return
    assert all(parameter.kind is inspect.Parameter.KEYWORD_ONLY for parameter in parameters[1:])


@pytest.mark.parametrize("name", sorted(functions()))
def test_annotations_have_values_at_run_time(name):
    # Classes of libraries that are imported late, if at all.
    late = {"Axes": object, "Executor": object}
    hints = typing.get_type_hints(functions()[name], localns=late)
    assert set(hints) >= set(inspect.signature(functions()[name]).parameters) - {"self", "cls"}


def test_aliases_keep_their_names_in_help():
    for function in (pb.evaluate, pb.cards.combo_id, pb.random_hands, pb.HandIndexer.index, pb.HandIndexer.unindex):
        shown = str(inspect.signature(function))
        assert re.search(r"CardsLike|IndicesLike", shown)
        assert not re.search(r"Sequence|collections\.abc|SupportsArray", shown)

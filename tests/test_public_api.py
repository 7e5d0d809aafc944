"""Public names say where they come from, signatures what they take; `just breaks` compares both with a commit."""

import ast
import importlib
import inspect
import itertools
import pickle
import re
import typing
from types import SimpleNamespace

import pytest

import pokerbits as pb
from pokerbits import typing as public_types
from test_stubs import PACKAGE, PUBLIC, PUBLIC_MODULES, public_callables

# Functions with more than one parameter that may go without its name.
MORE_POSITIONS = {
    "pokerbits.endgame.Solver.values",
    "pokerbits.endgame.Solver.reach",
    "pokerbits.endgame.Solver.lock",
    "pokerbits.endgame.build_endgames",
    "pokerbits.endgame.local_best_response",
    "pokerbits.endgame.play_match",
    "pokerbits.endgame.random_endgames",
    "pokerbits.endgame.solve_many",
    "pokerbits.endgame.value_labels",
    "pokerbits.random_hands",
    "pokerbits.HandIndexer.extend",
    "pokerbits.combo_equity",
    "pokerbits.pot_equity",
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
    "pokerbits.preflop.icm",
    "pokerbits.ranges.OmahaRange.from_hands",
    "pokerbits.reports.nut_advantage",
    "pokerbits.reports.range_advantage",
    "pokerbits.reports.equity_distribution",
    "pokerbits.reports.flop_report",
    "pokerbits.reports.runout_report",
}
OPTIONS = {"out", "num_threads", "board", "dead", "sep", "n_ranks", "progress", "rng"}
"""Options that go by name alone, but for a board behind the hole cards."""


def test_the_top_of_the_package_stays_readable():
    """At most 48 names are no namespaces; the rest is in namespaces."""
    names = [name for name in dir(pb) if not name.startswith("_")]
    namespaces = {name for name in names if inspect.ismodule(getattr(pb, name))}
    assert {"odds", "strength", "plot", "reports", "typing"} <= namespaces
    assert len(set(names) - namespaces) <= 48
    few_need = {"losses", "Losses", "count_disjoint", "OddsResult", "PreflopOdds"}
    assert few_need <= set(pb.odds.__all__)
    of_strength = {"ars_table", "average_rank_strength", "check_table", "hand_strength_histogram", "opponent_clusters"}
    assert of_strength | {"OpponentClusters", "STREET_INDEXERS", "UINT16_SCALE"} <= set(pb.strength.__all__)
    assert not (few_need | of_strength | {"outcome_classes"}) & set(names)
    assert not namespaces & {*pb.__all__}


def exported(module):
    """Return what a namespace exports, other namespaces left out."""
    loaded = importlib.import_module(module)
    return [name for name in getattr(loaded, "__all__", []) if not inspect.ismodule(getattr(loaded, name))]


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_public_names_say_where_they_are_imported_from(module):
    for name in exported(module):
        thing = getattr(importlib.import_module(module), name)
        if not inspect.isclass(thing) and not inspect.isfunction(inspect.unwrap(thing)):
            continue
        assert "._" not in thing.__module__, name
        assert getattr(importlib.import_module(thing.__module__), thing.__name__) is thing
        assert pickle.loads(pickle.dumps(thing)) is thing


@pytest.mark.parametrize("name", [name for name, thing in PUBLIC.items() if inspect.isclass(thing)])
def test_annotations_of_classes_have_values_at_run_time(name):
    # `fractions` is imported when a fraction is first asked for.
    assert typing.get_type_hints(PUBLIC[name], localns={"Fraction": object}) is not None


def names_in(parts):
    """Return the names in syntax trees that a type may have."""
    return set(re.findall(r"\b[A-Z]\w+", " ".join(ast.unparse(part) for part in parts if part)))


def types_of_the_package():
    """Return what each alias and protocol is defined by, the documented ones, and the names in public signatures."""
    public = {name.rpartition(".")[2] for name in PUBLIC}
    defined, documented, in_signatures = {}, set(), set()
    for path in PACKAGE.rglob("*.py"):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for part, after in itertools.pairwise([*body, ast.Pass()]):
            if isinstance(part, ast.AnnAssign) and ast.unparse(part.annotation) == "TypeAlias":
                defined[ast.unparse(part.target)] = names_in([part.value])
                if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                    documented.add(ast.unparse(part.target))
            elif isinstance(part, ast.ClassDef) and "Protocol" in map(ast.unparse, part.bases):
                defined[part.name] = names_in([part])
                documented |= {part.name} if ast.get_docstring(part) else set()
            if getattr(part, "name", None) in public:
                for member in part.body if isinstance(part, ast.ClassDef) else [part]:
                    if isinstance(member, ast.FunctionDef) and not re.match("_[^_]", member.name):
                        arguments = [inner for inner in ast.walk(member.args) if isinstance(inner, ast.arg)]
                        in_signatures |= names_in([member.returns, *(argument.annotation for argument in arguments)])
                    elif isinstance(member, ast.AnnAssign) and not ast.unparse(member.target).startswith("_"):
                        in_signatures |= names_in([member.annotation])
    return defined, documented, in_signatures


def test_every_alias_in_a_signature_is_public():
    defined, _, left = types_of_the_package()
    found = set()
    while left := (left & set(defined)) - found:
        found |= left
        left = set().union(*(defined[name] for name in left))
    # `CardLookup` is a protocol for users to implement; a game and a policy of OpenSpiel are `Any`, as it has no types.
    assert found == {*public_types.__all__, "CardLookup", "Game", "Policy"}


def test_every_public_alias_is_documented():
    assert set(public_types.__all__) <= types_of_the_package()[1]
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


@pytest.mark.parametrize("name", sorted(public_callables()))
def test_everything_after_the_first_is_named_but_a_board(name):
    parameters = list(inspect.signature(public_callables()[name]).parameters.values())
    if parameters and parameters[0].name in ("self", "cls"):
        del parameters[0]
    # The hands of `pot_equity` have their chips before the board.
    for at in (1, 2 if name == "pokerbits.pot_equity" else 1):
        if len(parameters) > at and parameters[at].name == "board":
            del parameters[at]
    first, *others = parameters or [None]
    if name in MORE_POSITIONS or (first and first.kind is inspect.Parameter.VAR_POSITIONAL):
        others = [parameter for parameter in others if parameter.name in OPTIONS]
    assert all(parameter.kind is inspect.Parameter.KEYWORD_ONLY for parameter in others)


@pytest.mark.parametrize("name", sorted(public_callables()))
def test_annotations_have_values_at_run_time(name):
    # Classes of libraries that are imported late, if at all.
    frames = SimpleNamespace(DataFrame=object)
    late = {"Axes": object, "Executor": object, "pd": frames, "pl": frames}
    hints = typing.get_type_hints(public_callables()[name], localns=late)
    assert set(hints) >= set(inspect.signature(public_callables()[name]).parameters) - {"self", "cls"}


def test_aliases_keep_their_names_in_help():
    for function in (pb.evaluate, pb.cards.combo_id, pb.random_hands, pb.HandIndexer.index, pb.HandIndexer.unindex):
        shown = str(inspect.signature(function))
        assert re.search(r"CardsLike|IndicesLike", shown)
        assert not re.search(r"Sequence|collections\.abc|SupportsArray", shown)

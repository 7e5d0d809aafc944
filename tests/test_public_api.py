"""The public interface is what the snapshot in the tree says, so that a change of it shows in the diff."""

import difflib
import inspect
import re
import typing
from pathlib import Path

import pytest

import pokerbits as pb
from public_api import SNAPSHOT, lines, public_modules
from test_stubs import PUBLIC, public_members

UPDATE = f"if the change is meant, write the snapshot anew: python {Path(__file__).with_name('public_api.py')}"
# Functions with more than one parameter that may go without its name.
MORE_POSITIONS = {
    "pokerbits._random_hands.random_hands",
    "pokerbits._indexer.hand_indexer.HandIndexer.extend",
    "pokerbits._indexer.deal_state.DealState",
    # As scikit-learn has them.
    "pokerbits.abstraction._histogram_kmeans.HistogramKMeans.fit",
    "pokerbits.abstraction._histogram_kmeans.HistogramKMeans.fit_predict",
    "pokerbits.abstraction._optimal_scalar_buckets.OptimalScalarBuckets.fit",
    "pokerbits.abstraction._optimal_scalar_buckets.OptimalScalarBuckets.fit_predict",
    "pokerbits.abstraction._percentile_buckets.PercentileBuckets.fit",
    "pokerbits.abstraction._percentile_buckets.PercentileBuckets.fit_predict",
    "pokerbits.keys.KeyScheme",
    "pokerbits.reports._advantage.nut_advantage",
    "pokerbits.reports._advantage.range_advantage",
    "pokerbits.reports._equity_distribution.equity_distribution",
    "pokerbits.reports._over_boards.flop_report",
    "pokerbits.reports._over_boards.runout_report",
}


def test_names_and_signatures_are_those_of_the_snapshot():
    expected = SNAPSHOT.read_text(encoding="utf-8").splitlines()
    found = list(lines())
    changes = list(difflib.unified_diff(expected, found, "snapshot", "package", lineterm="", n=0))
    assert found == expected, "\n".join([UPDATE, *changes])


def test_the_snapshot_has_every_public_name():
    named = {line.removeprefix("class ").split("(")[0].split(":")[0].split(" ")[0] for line in lines()}
    modules = set(public_modules())
    assert {"pokerbits", "pokerbits.cards", "pokerbits.keys", "pokerbits.plot", "pokerbits.testing"} <= modules
    assert {f"pokerbits.{name}" for name in pb.__all__} - modules <= named
    assert {"pokerbits.cards.CardsLike", "pokerbits.HandIndexer.index", "pokerbits.CardSet.__or__"} <= named


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

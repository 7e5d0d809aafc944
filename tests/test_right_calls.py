"""Every public function and method has a right call with all of its parameters, and all right calls succeed."""

import inspect
import warnings
from enum import Enum

import pytest

import right_calls
from right_calls import look_at, public_name
from test_stubs import PUBLIC

plt = pytest.importorskip("matplotlib.pyplot")

OF_RESULTS = (".to_dict", ".to_columns", ".to_pandas", ".to_polars")
"""Methods of every result, which `look_at` calls after each right call."""

NODES = {f"pokerbits.endgame.{name}" for name in ("Deal", "Decision", "Fold", "Showdown")}
"""Classes that no call returns: `BettingTree` has such objects."""

UNNAMED = {"y", "params"}
"""Parameters for the sake of scikit-learn."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """Return the function and the arguments of each right call, in a folder for their files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("called"))
        patch.setenv("MPLBACKEND", "agg")
        yield {name: call.prepared() for name, call in right_calls.right_calls().items()}


@pytest.fixture(scope="module")
def names(prepared):
    """Return the public name of the function of each right call."""
    return {name: public_name(function) for name, (function, _, _) in prepared.items()}


def methods_of(cls):
    """Yield the public methods of a class, each by the name of the class that has it."""
    for name in dir(cls):
        owner = next((base for base in cls.__mro__ if name in vars(base)), cls)
        method = getattr(vars(owner).get(name), "__func__", vars(owner).get(name))
        if not name.startswith("_") and inspect.isfunction(method) and owner.__module__.startswith("pokerbits"):
            yield f"{owner.__qualname__}.{name}"


def public_classes():
    """Return the public classes but errors, enumerations, protocols, and what only OpenSpiel can call."""
    return {
        name: thing
        for name, thing in PUBLIC.items()
        if inspect.isclass(thing)
        and not issubclass(thing, Exception | Enum)
        and not getattr(thing, "_is_protocol", False)
        and not name.startswith("pokerbits.openspiel.")
    }


def public_functions():
    """Return the names of public functions and methods."""
    functions = {name for name, thing in PUBLIC.items() if inspect.isfunction(inspect.unwrap(thing))}
    methods = {name for cls in public_classes().values() for name in methods_of(cls)}
    return {name for name in functions | methods if not name.startswith("pokerbits.openspiel.")}


def test_every_public_function_has_a_right_call(names):
    wanted = public_functions()
    assert len(wanted) > 150
    assert {name for name in wanted - {*names.values()} if not name.endswith(OF_RESULTS)} == set()
    # The check of the check.
    assert {"pokerbits.evaluate", "Solver.gain", "OutcomeClasses.tuples", "pokerbits.endgame.exploitability"} <= wanted


def test_every_parameter_has_an_argument(prepared, names):
    """In one of the right calls of its function."""
    left = {}
    for name, (function, by_place, by_name) in prepared.items():
        parameters = inspect.signature(function).parameters.values()
        given = {*by_name, *[parameter.name for parameter in parameters][: len(by_place)]}
        given |= {parameter.name for parameter in parameters if parameter.kind == parameter.VAR_POSITIONAL}
        # A mistyped name would be a parameter that nobody gives.
        left.setdefault(names[name], {parameter.name for parameter in parameters}).difference_update(given)
    assert {name: parameters - UNNAMED for name, parameters in left.items() if parameters - UNNAMED} == {}


def test_every_right_call_succeeds(prepared, names, no_deals):
    """Each with a look at its answer; every class is made, returned, in a tuple, or has a method that is called."""
    classes = {*names.values()}
    for name, (function, by_place, by_name) in prepared.items():
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                answer = function(*by_place, **by_name)
                look_at(answer)
            except Exception as error:
                error.add_note(f"in the right call of {name}")
                raise
        # Some answers are tuples of objects.
        for thing in (answer, *(answer if isinstance(answer, tuple) else ()), getattr(function, "__self__", None)):
            classes |= {f"{cls.__module__}.{cls.__qualname__}" for cls in type(thing).__mro__}
        plt.close("all")
    assert public_classes().keys() - classes - NODES == set()

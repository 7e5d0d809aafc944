"""Modules of the package import downward only: there are no import cycles, at the top of modules or in functions."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import pokerbits as pb

PACKAGE = Path(pb.__file__).parent


def module_name(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in PACKAGE.rglob("*.py")}


def statements(node, functions):
    """Yield all nodes below a node; without those of functions, which do not run when a module is loaded."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            for other in child.orelse:
                yield from (other, *statements(other, functions))
        elif functions or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from statements(child, functions)


def imported_in(text, *, functions=False):
    """Return the modules of the package that a text imports when it is loaded, and in its functions if wanted."""
    found = set()
    for node in statements(ast.parse(text), functions):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.split(".")[0] == "pokerbits"}
        elif isinstance(node, ast.ImportFrom):
            # A relative import would escape this test.
            assert node.level == 0
            if node.module.split(".")[0] == "pokerbits":
                inner = (f"{node.module}.{alias.name}" for alias in node.names)
                found |= {name if name in MODULES else node.module for name in inner}
    # `from pokerbits import _native`: an extension module is no module of Python. The package itself imports names when
    # they are first used.
    return found - {"pokerbits"}


def imported_by(path, *, functions=False):
    return imported_in(path.read_text(encoding="utf-8"), functions=functions)


def order_of(graph):
    """Return modules after all that they import; raise if there is a circle."""
    return list(TopologicalSorter(graph).static_order())


def test_there_are_no_import_cycles():
    graph = {name: imported_by(path) for name, path in MODULES.items()}
    assert len(graph) > 100
    assert set().union(*graph.values()) - set(MODULES) == {"pokerbits._native"}
    assert "pokerbits.cards" in graph["pokerbits.ranges._range"]
    order = order_of(graph)
    inputs, cards, equity = (
        order.index(f"pokerbits.{name}") for name in ("_input.card_set", "cards", "_equity.equity")
    )
    assert inputs < cards < equity


def test_imports_in_functions_close_no_cycle():
    """Only results know how they are drawn, by modules that know the results."""
    graph = {name: imported_by(path, functions=True) for name, path in MODULES.items()}
    assert "pokerbits.abstraction._export" in graph["pokerbits.abstraction._card_abstraction"]
    drawn = {name for name in MODULES if f"{name}.".startswith("pokerbits.plot.")}
    assert any(modules & drawn for name, modules in graph.items() if name not in drawn)
    order_of({name: modules if name in drawn else modules - drawn for name, modules in graph.items()})


@pytest.mark.parametrize(
    "text",
    [
        "from pokerbits.abstraction import _points",
        "from pokerbits.abstraction._points import distinct",
        "import pokerbits.abstraction._points",
        "try:\n    pass\nexcept ImportError:\n    from pokerbits.abstraction._points import distinct",
        "class A:\n    from pokerbits.abstraction._points import distinct",
        "with open('x'):\n    from pokerbits.abstraction._points import distinct",
        "match 1:\n    case 1:\n        import pokerbits.abstraction._points",
        "if TYPE_CHECKING:\n    pass\nelse:\n    import pokerbits.abstraction._points",
    ],
)
def test_an_import_cycle_is_found(text):
    """In any form: `_points` is made to import a module that imports it."""
    assert imported_in(text) == {"pokerbits.abstraction._points"}
    graph = {name: imported_by(path) for name, path in MODULES.items()}
    assert "pokerbits.abstraction._points" in graph["pokerbits.abstraction._outcome_classes"]
    graph["pokerbits.abstraction._points"] |= imported_in(text.replace("_points", "_outcome_classes"))
    with pytest.raises(CycleError):
        order_of(graph)


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    import pokerbits.cards",
        "async def f():\n    import pokerbits.cards",
        "class A:\n    def f(self):\n        import pokerbits.cards",
        "if TYPE_CHECKING:\n    import pokerbits.cards",
        "import numpy",
        "from pokerbits import _native",
    ],
)
def test_an_import_that_loads_no_module_is_not_counted(text):
    assert imported_in(text) == set()


def test_a_relative_import_is_refused():
    with pytest.raises(AssertionError):
        imported_in("from . import cards")


def test_no_input_needs_an_output_or_a_part():
    parts = {"_output", "_evaluator", "_equity", "_odds", "_hand_strength", "_indexer", "_tables", "_files"}
    for name, path in MODULES.items():
        if name.startswith("pokerbits._input."):
            assert not {module.split(".")[1] for module in imported_by(path)} & parts, name

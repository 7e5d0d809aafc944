"""Modules of the package import downward only: there are no import cycles."""

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


def statements(body):
    """Yield the statements that run when a module is loaded, those for type checkers left out."""
    for node in body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        for name in ("body", "orelse", "finalbody"):
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield from statements(getattr(node, name, []))


def imported_by(path):
    """Return the modules of the package that a module imports when it is loaded."""
    found = set()
    for node in statements(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "pokerbits":
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in MODULES else node.module)
    # `from pokerbits import _native`: an extension module is no module of Python.
    return found - {"pokerbits"}


def test_there_are_no_import_cycles():
    graph = {name: imported_by(path) for name, path in MODULES.items()}
    assert len(graph) > 100
    assert "pokerbits.cards" in graph["pokerbits.ranges._range"]
    order = list(TopologicalSorter(graph).static_order())
    inputs, cards, equity = (
        order.index(f"pokerbits.{name}") for name in ("_input.card_set", "cards", "_equity.equity")
    )
    assert inputs < cards < equity


def test_an_import_cycle_is_found():
    graph = {"pokerbits.a": {"pokerbits.b"}, "pokerbits.b": {"pokerbits.a"}}
    with pytest.raises(CycleError):
        tuple(TopologicalSorter(graph).static_order())


def test_no_input_needs_an_output_or_a_part():
    parts = {"_output", "_evaluator", "_equity", "_odds", "_hand_strength", "_indexer", "_tables", "_files"}
    for name, path in MODULES.items():
        if name.startswith("pokerbits._input."):
            assert not {module.split(".")[1] for module in imported_by(path)} & parts, name

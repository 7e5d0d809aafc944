"""The examples in the docstrings of the package do what they say: `just doctest` runs this file.

pytest's own collection goes by the module that a class names, which is the namespace that users import it from; the
examples of its methods would be left out.
"""

import ast
import doctest
import importlib
import inspect
from functools import cache
from pathlib import Path

import pytest

import pokerbits as pb

PACKAGE = Path(pb.__file__).parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def module_name(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def written_examples(path):
    """Return how many examples the docstrings of a file have."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    texts = [ast.get_docstring(node) or "" for node in ast.walk(tree(path)) if isinstance(node, kinds)]
    return sum(len(doctest.DocTestParser().get_examples(text)) for text in texts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py")) if written_examples(path)}


class Finder(doctest.DocTestFinder):
    """Finds the examples of what is written in a module."""

    def _from_module(self, module, thing):
        if inspect.isclass(thing):
            return any(isinstance(node, ast.ClassDef) and node.name == thing.__name__ for node in written_in(module))
        if inspect.isfunction(inspect.unwrap(thing)):
            return vars(module) is inspect.unwrap(thing).__globals__
        return super()._from_module(module, thing)


def written_in(module):
    return tree(MODULES[module.__name__]).body


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(name)
    tests = Finder(exclude_empty=True).find(module, name)
    assert sum(len(test.examples) for test in tests) == written_examples(MODULES[name])
    runner, output = doctest.DocTestRunner(optionflags=FLAGS), []
    for test in tests:
        runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)

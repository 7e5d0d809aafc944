"""The right calls of `typing/every_call.py`: what each calls, the code of its arguments, and their values."""

import ast
import inspect
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

SCRIPT = Path(__file__).parent / "typing" / "every_call.py"


class RightCall(NamedTuple):
    """A call as code that names only imports and functions of the script: the values of variables are written out."""

    name: str
    """The function as the script has it, with a number from the second call on."""
    function: str
    by_place: tuple[str, ...]
    by_name: dict[str, str]
    section: str
    """The heading above the call."""

    def prepared(self, rows: int = 2) -> tuple[Callable[..., Any], list[Any], dict[str, Any]]:
        """Return the function and its arguments; large ones have this number of rows."""
        named = ", ".join(f"{name!r}: {code}" for name, code in self.by_name.items())
        code = f"({self.function}, [{', '.join(self.by_place)}], {{{named}}})"
        return eval(code, namespace(code, rows))  # type: ignore[no-any-return]

    def called(self) -> Callable[..., Any]:
        """Return the function."""
        return eval(self.function, namespace(self.function))  # type: ignore[no-any-return]

    def has_file(self) -> bool:
        """Return whether an argument is a path, or the object whose method is called has a file."""
        return "path" in self.by_name or "mapped()" in self.function or "data_folder()" in self.function

    def has_slow_object(self) -> bool:
        """Return whether it takes seconds to make the object whose method is called."""
        return "pairs()" in self.function or "clusters()" in self.function


@cache
def right_calls() -> dict[str, RightCall]:
    """Return all right calls by their names."""
    found: dict[str, RightCall] = {}
    for statement in _script():
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
            continue
        name = ast.unparse(statement.value.func)
        number = 1 + sum(other.split()[0] == name for other in found)
        call = _WrittenOut().visit(deepcopy(statement.value))
        by_place = tuple(map(ast.unparse, call.args))
        by_name = {word.arg: ast.unparse(word.value) for word in call.keywords}
        key = name if number == 1 else f"{name} {number}"
        found[key] = RightCall(key, ast.unparse(call.func), by_place, by_name, _section_at(statement.lineno))
    return found


def namespace(code: str, rows: int = 2) -> dict[str, Any]:
    """Return what code names; nothing is imported for any other code: a first use stays a first use."""
    found = _defined(rows)

    def define(tree: ast.AST) -> None:
        for node in ast.walk(tree):
            is_read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
            if is_read and node.id in _definitions() and node.id not in found:
                statement = _definitions()[node.id]
                define(statement)
                exec(compile(ast.Module([statement], []), str(SCRIPT), "exec"), found)

    define(ast.parse(code))
    return found


@cache
def _defined(rows: int) -> dict[str, Any]:
    return {"ROWS": rows}


def all_names() -> dict[str, Any]:
    """Return the imports and functions that the calls name."""
    codes = [(call.function, *call.by_place, *call.by_name.values()) for call in right_calls().values()]
    found = namespace("; ".join(code for of_call in codes for code in of_call))
    return {name: value for name, value in found.items() if not name.startswith("__")}


def public_name(function: Callable[..., Any]) -> str:
    """Return the name of a public function or class with its module, or of a method with the class that has it."""
    owner = getattr(function, "__self__", None)
    if owner is None or inspect.ismodule(owner):
        return f"{function.__module__}.{function.__qualname__}"
    cls = owner if isinstance(owner, type) else type(owner)
    return next(f"{base.__qualname__}.{function.__name__}" for base in cls.__mro__ if function.__name__ in vars(base))


def look_at(answer: object) -> None:
    """Show and convert an answer in every way that it has."""
    for name in ("__repr__", "__str__", "to_dict", "to_columns", "_repr_html_"):
        if type(answer).__module__.startswith("pokerbits") and hasattr(answer, name):
            getattr(answer, name)()


class _WrittenOut(ast.NodeTransformer):
    """Writes the value of a variable instead of its name."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        statement = _definitions().get(node.id)
        is_variable = isinstance(statement, ast.Assign) and node.id != "ROWS"
        return self.visit(deepcopy(statement.value)) if is_variable else node  # type: ignore[union-attr, no-any-return]


@cache
def _definitions() -> dict[str, ast.stmt]:
    """Return the statements of the script that define names."""
    return {name: statement for statement in _script() for name in _names_of(statement)}


def _names_of(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in statement.names)
    elif isinstance(statement, ast.FunctionDef):
        yield statement.name
    elif isinstance(statement, ast.Assign):
        yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def _section_at(line: int) -> str:
    headings = [text for text in _source().splitlines()[:line] if text.startswith("# ")]
    return headings[-1].removeprefix("# ")


@cache
def _source() -> str:
    return SCRIPT.read_text(encoding="utf-8")


@cache
def _script() -> list[ast.stmt]:
    return ast.parse(_source()).body

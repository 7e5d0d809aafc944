"""The public names and signatures of the package as text, read from its source: the same on every Python.

`python tests/public_api.py` writes them to `tests/data/public_api.txt`, which `test_public_api.py` compares.
"""

import ast
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pokerbits as pb

SNAPSHOT = Path(__file__).parent / "data" / "public_api.txt"
# Programs, not modules to import names from.
PROGRAMS = {"pokerbits.__main__", "pokerbits.cli"}


def public_modules() -> list[str]:
    """Return the names of the modules whose names are public."""
    names = [f"pokerbits.{module.name}" for module in pkgutil.iter_modules(pb.__path__)]
    return ["pokerbits", *sorted(name for name in names if "._" not in name and name not in PROGRAMS)]


def lines() -> Iterator[str]:
    """Yield a line for every public name: what it is, and how it is called."""
    seen: dict[int, str] = {}
    modules = [importlib.import_module(name) for name in public_modules()]
    for module in modules:
        for name in sorted(module.__all__):
            thing = getattr(module, name)
            path = f"{module.__name__}.{name}"
            if isinstance(thing, ModuleType):
                continue
            first = seen.setdefault(id(thing), path)
            if first != path:
                yield f"{path} is {first}"
            elif inspect.isclass(thing):
                yield from class_lines(path, thing)
            elif inspect.isfunction(thing):
                for node in definitions(tree(thing.__module__).body, thing.__name__):
                    yield path + signature(node)
            else:
                yield path + value_of(name, thing)


def class_lines(path: str, cls: type) -> Iterator[str]:
    """Yield a line for a class and for each public member, those that it inherits from other classes here included."""
    (node,) = definitions(tree(cls.__module__).body, cls.__name__)
    assert isinstance(node, ast.ClassDef)
    decorators = "".join(f"  # {ast.unparse(decorator)}" for decorator in node.decorator_list)
    yield f"class {path}({', '.join(map(ast.unparse, node.bases))}){decorators}"
    members: dict[str, list[str]] = {}
    for base in cls.__mro__:
        if not base.__module__.startswith("pokerbits."):
            continue
        (node,) = definitions(tree(base.__module__).body, base.__name__)
        assert isinstance(node, ast.ClassDef)
        own: dict[str, list[str]] = {}
        for statement in node.body:
            name, text = member(statement)
            if name and (not name.startswith("_") or name.endswith("__")) and name != "__slots__":
                own.setdefault(name, []).append(text)
        members = own | members
    for name in sorted(members):
        for text in members[name]:
            yield f"{path}.{name}{text}"


def member(node: ast.stmt) -> tuple[str, str]:
    """Return the name of a member of a class, and how it is called or of which type it is."""
    match node:
        case ast.FunctionDef(name=name, decorator_list=decorators):
            kinds = [ast.unparse(decorator) for decorator in decorators]
            if "property" in kinds:
                return name, f": {annotation(node.returns)}"
            return name, signature(node) + ("" if "classmethod" not in kinds else "  # class method")
        case ast.AnnAssign(target=ast.Name(id=name)):
            default = "" if node.value is None else f" = {ast.unparse(node.value)}"
            return name, f": {annotation(node.annotation)}{default}"
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name, f" = {ast.unparse(node.value)}"
    return "", ""


def signature(node: ast.AST) -> str:
    """Return the parameters and the result of a function."""
    assert isinstance(node, ast.FunctionDef)
    return f"({ast.unparse(node.args)}) -> {annotation(node.returns)}"


def annotation(node: ast.expr | None) -> str:
    """Return an annotation, without quotation marks."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return "None" if node is None else ast.unparse(node)


def value_of(name: str, thing: object) -> str:
    """Return the type of a constant, or what an alias of types stands for."""
    for module, loaded in sorted(sys.modules.items()):
        if module.startswith("pokerbits") and getattr(loaded, name, None) is thing:
            for node in definitions(tree(module).body, name):
                if isinstance(node, ast.AnnAssign):
                    kind = annotation(node.annotation)
                    return f" = {annotation(node.value)}" if kind == "TypeAlias" else f": {kind}"
    return f": {type(thing).__name__}"


def definitions(body: list[ast.stmt], name: str) -> list[ast.AST]:
    """Return the statements that define a name: a class, a constant, or a function with its overloads."""
    return [
        node
        for node in body
        if getattr(node, "name", None) == name
        or (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name)
    ]


@cache
def tree(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    source = sys.modules[module].__file__
    assert source is not None
    if not source.endswith(".py"):
        return ast.Module([], [])
    return ast.parse(Path(source).read_text(encoding="utf-8"))


if __name__ == "__main__":
    SNAPSHOT.parent.mkdir(exist_ok=True)
    SNAPSHOT.write_text("\n".join(lines()) + "\n", encoding="utf-8")

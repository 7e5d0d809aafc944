"""The public names and signatures of the package as text, as griffe reads them from its source.

`python tests/public_api.py` writes them to `tests/data/public_api.txt`, which `test_public_api.py` compares.
"""

from collections.abc import Iterator
from pathlib import Path

import griffe

import pokerbits as pb

PACKAGE = Path(pb.__file__).parent
SNAPSHOT = Path(__file__).parent / "data" / "public_api.txt"


def public_modules(package: griffe.Module) -> list[griffe.Module]:
    """Return the modules whose names are public and that export names; the command line exports none."""
    found = [package]
    for _, module in sorted(package.modules.items()):
        if module.is_public and module.exports:
            # A namespace exports the namespaces within it, as `pokerbits.evaluator` does `keys`.
            within = [module[name] for name in sorted(map(str, module.exports)) if name in module.modules]
            found += [module, *within]
    return found


def names(folder: Path = PACKAGE.parent) -> Iterator[tuple[str, str, griffe.Object]]:
    """Yield what the modules of the package in a folder export: its path, that under which it came first, and it."""
    package = load(folder)
    first: dict[str, str] = {}
    for module in public_modules(package):
        for name in sorted(map(str, module.exports)):
            path, thing = f"{module.path}.{name}", target(module[name])
            yield path, first.setdefault(thing.path, path), thing


def lines(folder: Path = PACKAGE.parent) -> Iterator[str]:
    """Yield a line for every public name of the package in a folder: what it is, and how it is called."""
    for path, first, thing in names(folder):
        if path != first:
            yield f"{path} is {first}"
        elif not thing.is_module:
            yield from described(path, thing)


def described(path: str, thing: griffe.Object) -> Iterator[str]:
    """Yield the lines of a class and its public members, of a function and its overloads, or of a constant."""
    if isinstance(thing, griffe.Class):
        decorators = "".join(f"  # {decorator.value}" for decorator in thing.decorators)
        yield f"class {path}({', '.join(map(str, thing.bases))}){decorators}"
        for name, member in sorted(thing.all_members.items()):
            # `__init__` is there once: griffe writes that of a dataclass.
            if member.is_public and not member.is_class and not name.startswith("__slots"):
                yield from described(f"{path}.{name}", target(member))
    elif isinstance(thing, griffe.Function):
        kind = "".join(f"  # {label}" for label in sorted(thing.labels & {"classmethod", "staticmethod", "cached"}))
        for called in [*(thing.overloads or []), thing]:
            yield f"{path}{called.signature(return_type=True).removeprefix(thing.name)}{kind}"
    elif isinstance(thing, griffe.Attribute):
        annotation = "" if thing.annotation is None else f": {thing.annotation}"
        # Aliases, defaults and members of enumerations; what a constructor assigns is not the interface.
        is_shown = "TypeAlias" in annotation or "class-attribute" in thing.labels
        value = f" = {thing.value}" if is_shown and thing.value is not None else ""
        yield f"{path}{annotation}{value}"


def named_types(folder: Path = PACKAGE.parent) -> dict[str, griffe.Object]:
    """Return the aliases and protocols of the package that public signatures name, those that aliases name included."""
    package = load(folder)
    found: dict[str, griffe.Object] = {}
    exported = [target(module[str(name)]) for module in public_modules(package) for name in module.exports]
    left = [thing for thing in exported if not thing.is_module]
    while left:
        thing = left.pop()
        if isinstance(thing, griffe.Class):
            left += [target(member) for member in thing.all_members.values() if member.is_public]
        for name in names_in(thing):
            path = name.canonical_path
            if not path.startswith("pokerbits."):
                continue
            named = target(package[path.removeprefix("pokerbits.")])
            is_alias = isinstance(named, griffe.Attribute) and "TypeAlias" in str(named.annotation)
            if is_alias or (isinstance(named, griffe.Class) and "Protocol" in map(str, named.bases)):
                if named.name not in found:
                    left.append(named)
                found[named.name] = named
    return found


def names_in(thing: griffe.Object) -> Iterator[griffe.ExprName]:
    """Yield the names in the annotations of a function and its overloads, or of an attribute, or in an alias."""
    written: list[object] = []
    if isinstance(thing, griffe.Function):
        for called in [thing, *(thing.overloads or [])]:
            written += [*(parameter.annotation for parameter in called.parameters), called.returns]
    elif isinstance(thing, griffe.Attribute):
        written += [thing.annotation, thing.value if "TypeAlias" in str(thing.annotation) else None]
    for expression in written:
        if isinstance(expression, griffe.Expr):
            yield from (name for name in expression.iterate() if isinstance(name, griffe.ExprName))


def load(folder: Path) -> griffe.Module:
    """Return the package in a folder."""
    package = griffe.load("pokerbits", search_paths=[folder], resolve_aliases=True, resolve_external=False)
    assert isinstance(package, griffe.Module)
    return package


def target(thing: griffe.Object | griffe.Alias) -> griffe.Object:
    """Return what a name stands for, wherever it is written."""
    return thing.final_target if isinstance(thing, griffe.Alias) else thing


if __name__ == "__main__":
    SNAPSHOT.parent.mkdir(exist_ok=True)
    SNAPSHOT.write_text("\n".join(lines()) + "\n", encoding="utf-8")

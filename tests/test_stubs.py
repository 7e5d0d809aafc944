"""Types, documentation and bindings agree with each other."""

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pokerbits as pb
from pokerbits import _native

PACKAGE = Path(pb.__file__).parent
SCRIPTS = sorted((Path(__file__).parent / "typing").glob("*.py"))
PUBLIC_MODULES = ["pokerbits"] + [
    name
    for _, name, _ in pkgutil.walk_packages([str(PACKAGE)], "pokerbits.")
    if "._" not in name and not name.startswith("pokerbits.cli.")
]
# Native functions that only tests call: the random stream of kernels to come is compared with NumPy's.
ONLY_TESTED = {"philox4x64"}
# An interface, and a method that takes anything.
RAISE_NOTHING = {"CardLookup.lookup", "Estimator.get_params"}


def public_objects():
    """Every public function and class, under the name by which it is documented."""
    found = {}
    for name in PUBLIC_MODULES:
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", []):
            thing = getattr(module, public)
            if inspect.isfunction(inspect.unwrap(thing)) or inspect.isclass(thing):
                found[f"{thing.__module__}.{thing.__qualname__}"] = thing
    return found


PUBLIC = public_objects()


def public_names():
    """Return the path of every public name but namespaces; of several paths to one thing, the first."""
    found = {}
    for module in PUBLIC_MODULES:
        for name in getattr(importlib.import_module(module), "__all__", []):
            thing = getattr(importlib.import_module(module), name)
            if not inspect.ismodule(thing):
                found.setdefault((name, id(thing)), f"{module}.{name}")
    return set(found.values())


def public_members():
    """Every public method and property of every public class, also those that it inherits from a private one."""
    return {
        f"{name}.{member}": thing
        for name, cls in PUBLIC.items()
        for base in (reversed(inspect.getmro(cls)) if inspect.isclass(cls) else ())
        if base.__module__.split(".")[0] == "pokerbits"
        for member, thing in vars(base).items()
        if not member.startswith("_")
        and (inspect.isfunction(inspect.unwrap(thing)) or isinstance(thing, property | classmethod | staticmethod))
    }


def public_callables():
    """Every public function and method."""
    members = {name: getattr(thing, "__func__", thing) for name, thing in public_members().items()}
    return {name: thing for name, thing in (PUBLIC | members).items() if inspect.isfunction(inspect.unwrap(thing))}


def test_the_package_has_types():
    assert (PACKAGE / "py.typed").exists()


@pytest.mark.parametrize("name", ["results.py", "user.py"])
def test_a_users_script_runs(name):
    """The calls of `every_call.py` are made one by one by `test_right_calls.py`."""
    script = Path(__file__).parent / "typing" / name
    assert {*SCRIPTS} >= {script}
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_native_name_is_used():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    used = set(re.findall(r"\b_native\.(\w+)", sources))
    names = {name for name in dir(_native) if not name.startswith("_")}
    assert names - used == ONLY_TESTED
    assert used <= names


@pytest.mark.parametrize("name", PUBLIC_MODULES)
def test_public_modules_name_what_is_public(name):
    module = importlib.import_module(name)
    assert module.__doc__
    if name in {"pokerbits.__main__", "pokerbits.cli"}:
        return
    assert len(set(module.__all__)) == len(module.__all__)
    assert all(hasattr(module, public) for public in module.__all__)


def test_what_the_package_offers_comes_from_its_modules():
    for name in pb.__all__:
        thing = getattr(pb, name)
        if inspect.isfunction(inspect.unwrap(thing)) or inspect.isclass(thing):
            assert thing.__module__.split(".")[0] == "pokerbits"
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", pb.__version__)


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_public_name_is_documented_by_example(name):
    thing = PUBLIC[name]
    document = inspect.getdoc(thing)
    assert document
    first = document.splitlines()[0]
    assert first.endswith((".", ";", ":")) or len(document.splitlines()) > 1
    if not (inspect.isclass(thing) and issubclass(thing, Exception)):
        assert ">>> " in document


@pytest.mark.parametrize(("name", "thing"), sorted(public_members().items(), key=lambda item: item[0]))
def test_every_public_member_is_documented(name, thing):
    function = thing.fget if isinstance(thing, property) else getattr(thing, "__func__", thing)
    assert inspect.getdoc(function), name


@pytest.mark.parametrize(("name", "function"), sorted(public_callables().items()))
def test_results_and_errors_have_sections_of_the_docstring(name, function):
    signature = inspect.signature(function)
    has_arguments = signature.parameters.keys() - {"self", "cls"} and function.__qualname__ not in RAISE_NOTHING
    sections = {*re.findall(r"^(\w+)\n-+\n\S", inspect.getdoc(function), re.MULTILINE)}
    assert signature.return_annotation in (None, "None") or sections & {"Returns", "Yields"}
    assert not has_arguments or "Raises" in sections


def test_information_about_the_installation(capsys):
    info = pb.build_info()
    assert set(info) == {"version", "profile", "target"}
    assert info["version"] == pb.__version__
    pb.show_versions()
    shown = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert shown["pokerbits"].startswith(pb.__version__)
    assert {"python", "platform", "cpu", "threads", "numpy", "click"} <= set(shown)

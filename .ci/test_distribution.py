"""Install the distribution of a folder that fits this interpreter, and run the test suite against it.

    python .ci/test_distribution.py FOLDER [--files]

Wheels are tested with the tests of the checkout. A source distribution without wheels beside it is tested as a packager
tests it: unpacked into an empty folder, built there, and tested with the tests that came with it. Nothing called
pokerbits comes from an index: a folder without a fitting wheel is an error.

With `--files` a source distribution is not built: its files are compared with those of the checkout, all of its
tests are collected, and those of its pages are run, with the package that is installed.
"""

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
# What a source distribution has of the checkout. Manifests are not compared: maturin writes them anew.
SHIPPED = ("docs", "examples", "python", "rust/core/src", "rust/core/tests", "rust/python/src", "tests", "Cargo.lock")


def run(*command: str | Path, folder: Path, environment: dict[str, str] | None = None) -> None:
    """Run a command in a folder; its failure is the end."""
    print("+", *command, flush=True)
    subprocess.run(command, check=True, cwd=folder, env=environment)


def unpacked(source: Path, scratch: Path) -> Path:
    """Unpack a source distribution and return its one folder."""
    with tarfile.open(source) as archive:
        archive.extractall(scratch, filter="data")
    return scratch / source.name.removesuffix(".tar.gz")


def test(folder: Path, scratch: Path) -> None:
    """Test what `folder` holds in a fresh virtual environment."""
    home = scratch / "venv"
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    environment = {**os.environ, "PATH": os.pathsep.join([str(scripts), os.environ["PATH"]])}
    python = scripts / "python"
    tests = CHECKOUT

    def module(*command: str | Path) -> None:
        run(python, "-m", *command, folder=tests, environment=environment)

    module("pip", "install", "--upgrade", "pip")
    wheels = folder
    if not list(folder.glob("*.whl")):
        (source,) = folder.glob("*.tar.gz")
        tests = unpacked(source, scratch)
        wheels = scratch / "wheels"
        module("pip", "wheel", "--no-deps", "--wheel-dir", wheels, ".")
    module("pip", "install", "--no-index", "--no-deps", "--find-links", wheels, "pokerbits")
    # The wheel satisfies the name; this adds what the extra asks for.
    module("pip", "install", "pokerbits[test]")
    module("pip", "check")
    module("pytest")


def compare_files(folder: Path, scratch: Path) -> None:
    """Compare the files of the source distribution in `folder` with the checkout, and collect its tests."""
    (source,) = folder.glob("*.tar.gz")
    tests = unpacked(source, scratch)
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--", *SHIPPED],  # noqa: S607
        cwd=CHECKOUT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    names = tracked.rstrip("\0").split("\0")
    wrong = [
        name
        for name in names
        if not (tests / name).is_file() or (tests / name).read_bytes() != (CHECKOUT / name).read_bytes()
    ]
    print(f"{len(names)} files of the checkout, missing or different in {source.name}: {wrong or 'none'}")
    if wrong or len(names) < len(SHIPPED):
        sys.exit(1)
    # The manifests fit each other and the lock file.
    command = ("cargo", "metadata", "--locked", "--format-version", "1")
    print("+", *command, flush=True)
    subprocess.run(command, cwd=tests, check=True, stdout=subprocess.DEVNULL)
    pytest = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--quiet", "--quiet")
    run(*pytest, "--collect-only", "-m", "slow or not slow", folder=tests)
    # Pages link to files of the tree.
    run(*pytest, "tests/test_docs.py", folder=tests)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        work = compare_files if options.files else test
        work(options.folder.resolve(strict=True), Path(scratch).resolve())


if __name__ == "__main__":
    main()

"""Run every check that `.ci/run` leaves out, and print a table of what passed, failed and could not run.

    just nightly                  # all steps, hours
    just nightly test-web audit   # these alone
    just nightly --weekly         # with those that take most of a day

A step installs its needs: Debian's packages if it runs as root, targets and tools of Rust. Python's packages go into an
environment in target/nightly, which also gets what the steps print. A step whose needs cannot be had could not run; one
that fails or exceeds its time does not stop the others. The exit status is 1 if a step failed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "target" / "nightly"
INSTALLING = 3600
"""Seconds after which an installation is given up."""


class Need(NamedTuple):
    """A need of a step: a shell command that succeeds if it is there, and one that installs it."""

    check: str
    install: str


def debian(check: str, *packages: str) -> Need:
    """Return what comes with packages of Debian."""
    quiet = "DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends"
    return Need(check, f"test $(id -u) = 0 && apt-get update && {quiet} {' '.join(packages)}")


def target(name: str) -> Need:
    """Return a target of Rust."""
    return Need(f"rustup target list --installed | grep -qx {name}", f"rustup target add {name}")


def tool(name: str, version: str, check: str) -> Need:
    """Return a program that cargo installs."""
    return Need(f"{check} | grep -qF {version}", f"cargo install --locked {name}@{version}")


def pinned(pattern: str, file: str) -> str:
    """Return what a file says of a version."""
    (found,) = re.findall(pattern, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    return str(found)


NIGHTLY = pinned(r'^nightly_rust := "(.*)"', "justfile")
BINDGEN = pinned(r'^wasm-bindgen = "=(.*)"', "rust/web/Cargo.toml")
OLDEST_RUST = pinned(r'^rust-version = "(.*)"', "Cargo.toml")
CHROMIUM = debian(
    "type -P chromium || type -P chromium-browser || type -P google-chrome", "chromium", "fonts-liberation"
)
NODE = debian("type -P node && type -P npm", "nodejs", "npm")
# Its lock file may name versions that are newer than what a mirror has.
WASM_BINDGEN = Need(f"wasm-bindgen --version | grep -qF {BINDGEN}", f"cargo install wasm-bindgen-cli@{BINDGEN}")
WASM = (target("wasm32-unknown-unknown"), WASM_BINDGEN)
ARM = (
    debian(
        "type -P qemu-aarch64 && type -P aarch64-linux-gnu-gcc && test -e /usr/aarch64-linux-gnu/lib/crti.o",
        *("qemu-user", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"),
    ),
    target("aarch64-unknown-linux-gnu"),
)
WINDOWS = (
    debian("type -P x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
    debian("type -P wine64 || test -x /usr/lib/wine/wine64", "wine64"),
    target("x86_64-pc-windows-gnu"),
)
VALGRIND = debian("type -P valgrind", "valgrind")
SOURCES = Need(
    "test -d $(rustc +nightly --print sysroot)/lib/rustlib/src/rust/library",
    "rustup toolchain install nightly --profile minimal --component rust-src",
)
FUZZ = Need("cargo +nightly fuzz --version", "rustup toolchain install nightly && cargo install --locked cargo-fuzz")
PUBLIC_API = (
    Need(f"cargo +{NIGHTLY} --version", f"rustup toolchain install {NIGHTLY} --profile minimal"),
    tool("cargo-public-api", "0.52.0", "cargo public-api --version"),
)


class Step(NamedTuple):
    """A recipe of the justfile, with arguments, and the minutes after which it has failed."""

    recipe: str
    minutes: int
    needs: tuple[Need, ...] = ()
    weekly: bool = False

    @property
    def log(self) -> Path:
        """Return the file that gets what the step prints."""
        return FOLDER / f"{self.recipe.replace(' ', '-')}.log"


STEPS = (
    Step("test-levels", 60),
    Step("test-sdist", 90),
    Step("test-oldest", 90),
    *(
        Step(f"test-with python{name}", 60, (Need(f"python{name} --version", "false"),))
        for name in ("3.12", "3.13", "3.14", "3.14t")
    ),
    Step("test-slow", 120),
    Step("test-checked", 90),
    Step("test-busy", 120),
    Step("test-windows", 60, WINDOWS),
    Step("test-arm", 90, ARM),
    Step("test-arm-python", 120, ARM),
    Step("portable", 30, (target("wasm32-unknown-unknown"), target("aarch64-unknown-linux-gnu"))),
    Step(
        "oldest-rust",
        30,
        (Need(f"cargo +{OLDEST_RUST} --version", f"rustup toolchain install {OLDEST_RUST} --profile minimal"),),
    ),
    Step("examples", 60),
    Step("read-tables", 60, (debian("type -P cc && type -P c++", "gcc", "g++", "libc6-dev"),)),
    Step("migration", 30),
    Step("recipes", 30),
    Step("openspiel", 60),
    Step("test-web", 90, (*WASM, NODE)),
    Step("test-calculator", 90, (*WASM, CHROMIUM)),
    Step("test-site", 60, (CHROMIUM,)),
    Step("test-site-views", 60, (CHROMIUM,)),
    Step("fuzz-calls-checked 600", 40),
    Step("memory-limits", 60),
    Step("memcheck", 60, (VALGRIND,)),
    Step("memcheck-binding", 120, (VALGRIND,)),
    Step("sanitize thread", 60, (SOURCES,)),
    Step("sanitize address", 60, (SOURCES,)),
    Step("public-api", 30, PUBLIC_API),
    Step("breaks", 10),
    Step("semver", 60, (tool("cargo-semver-checks", "0.51.0", "cargo semver-checks --version"),)),
    Step("audit", 30, (tool("cargo-deny", "0.20.2", "cargo deny --version"),)),
    Step("release-dry", 60),
    Step("fuzz", 240, (FUZZ,), weekly=True),
    Step("abstraction-quality", 350, weekly=True),
    Step("mutants-python", 1440, weekly=True),
    *(
        Step(f"mutants {module}", 720, (tool("cargo-mutants", "27.1.0", "cargo mutants --version"),), weekly=True)
        for module in (
            "abstraction",
            "cards",
            "combinatorics",
            "equity",
            "evaluator",
            "hand_strength",
            "indexer",
            "odds",
            "ranges",
            "showdown",
        )
    ),
)

ELSEWHERE = {
    "default": "lists the recipes",
    "install": "a developer's environment",
    "develop": "the same",
    "fmt": "changes files",
    "notebooks": "changes files; `test-site` compares",
    "bench": "times, for a quiet machine",
    "bench-rust": "the same",
    "bench-python": "the same",
    "wheel": "leaves a wheel; `release-dry` builds one",
    "data-wheel": "needs a table of 20 minutes; the workflow of releases makes it",
    "site-serve": "serves pages",
    "nightly": "this",
    "test": "its parts",
    "doctest": "its parts",
    "lint": "its parts",
    "bench-quick": "its parts",
    "examples-python": "a part of `examples`",
    "examples-rust": "a part of `examples`",
    "test-kernels": "a part of `test-levels`",
    "test-rust-kernels": "a part of `test-levels`",
    "test-python": "`.ci/run` runs the command of the README",
    "web": "`test-web` and `test-calculator` run it first",
    "fuzz-calls": "`fuzz-calls-checked` sees more",
}
"""Recipes that are no steps, and why."""


def ended(command: list[str], seconds: float, log: Path, environment: dict[str, str]) -> int | None:
    """Run a command with no more than this time; return its exit status, or `None` if the time was over."""
    with log.open("ab") as file:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            # All that it has started, too.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def last_line(log: Path) -> str:
    """Return the last line that was printed, but for that of `just`, which says no more than the table."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    lines = [line for line in lines if line.strip() and not line.startswith("error: recipe `")]
    return lines[-1].strip() if lines else "nothing was printed"


def missing(needs: Iterable[Need], log: Path, environment: dict[str, str]) -> str | None:
    """Install what is needed; return why it cannot be had, or `None`."""
    for need in needs:
        checked = ["bash", "-o", "pipefail", "-c", need.check]
        if ended(checked, 60, log, environment) == 0:
            continue
        ended(["bash", "-c", need.install], INSTALLING, log, environment)
        if ended(checked, 60, log, environment) != 0:
            return f"needs `{need.check}`: {last_line(log)}"
    return None


def run(step: Step, environment: dict[str, str]) -> tuple[str, str]:
    """Run a step; return its result, and why."""
    step.log.unlink(missing_ok=True)
    why = missing(step.needs, step.log, environment)
    if why is not None:
        return "could not run", why
    status = ended(["just", *step.recipe.split()], 60 * step.minutes, step.log, environment)
    if status == 0:
        return "passed", ""
    return (
        "failed",
        f"no end after {step.minutes} minutes" if status is None else f"exit status {status}: {last_line(step.log)}",
    )


def prepared() -> dict[str, str]:
    """Make the Python environment of the steps, or end, and return their environment variables."""
    home = FOLDER / "venv"
    inherited = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    }
    environment = inherited | {
        "PATH": os.pathsep.join([str(home / "bin"), str(Path.home() / ".cargo" / "bin"), os.environ["PATH"]]),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
    }
    groups = [
        f"--group={name}"
        for name in ("lint", "site", "web", "audit", "migration", "recipes", "release", "mutants", "breaks")
    ]
    commands = (
        [sys.executable, "-m", "venv", "--clear", str(home)],
        [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.1"],
        [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", ".[test,bench,openspiel]", *groups],
    )
    log = FOLDER / "environment.log"
    log.unlink(missing_ok=True)
    for command in commands:
        if ended(command, INSTALLING, log, environment) != 0:
            sys.exit(f"no environment for the steps, {' '.join(command)}: {last_line(log)}\nAll of it is in {log}")
    return environment


def report(steps: Iterable[Step], environment: dict[str, str]) -> int:
    """Run the steps, print a line for each as it ends and the table; return the exit status."""
    rows = []
    for step in steps:
        start = monotonic()
        result, why = run(step, environment)
        minutes, seconds = divmod(round(monotonic() - start), 60)
        rows.append((step.recipe, result, f"{minutes}m{seconds:02}s", why))
        print(f"{step.recipe}: {result} after {rows[-1][2]}{why and ', '}{why}", flush=True)
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    print()
    for row in rows:
        print("  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[3]]).rstrip())
    results = [result for _, result, _, _ in rows]
    counts = [f"{results.count(result)} {result}" for result in ("passed", "failed", "could not run")]
    print(f"\n{', '.join(counts)}")
    return int("failed" in results)


def main() -> None:
    """Read the command line and run the steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipes", nargs="*", help="the steps of these recipes alone")
    parser.add_argument("--weekly", action="store_true", help="with the steps that take most of a day")
    options = parser.parse_args()
    unknown = set(options.recipes) - {step.recipe.split()[0] for step in STEPS}
    if unknown:
        parser.error(f"no steps: {', '.join(sorted(unknown))}")
    chosen = [
        step
        for step in STEPS
        if (step.recipe.split()[0] in options.recipes if options.recipes else options.weekly or not step.weekly)
    ]
    if shutil.which("cargo") is None and not (Path.home() / ".cargo" / "bin" / "cargo").exists():
        sys.exit("cargo is needed")
    FOLDER.mkdir(parents=True, exist_ok=True)
    status = report(chosen, prepared())
    left_out = [] if options.recipes else [step.recipe for step in STEPS if step not in chosen]
    if left_out:
        print(f"left out without --weekly: {', '.join(left_out)}")
    sys.exit(status)


if __name__ == "__main__":
    main()

"""Build the npm package of rust/web into target/web, and put it where the site's calculator and solver look for it.

Needs the target wasm32-unknown-unknown of Rust, and the wasm-bindgen-cli of rust/web/Cargo.toml.
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE, PACKAGE = ROOT / "rust" / "web", ROOT / "target" / "web"
TARGET = "wasm32-unknown-unknown"
LESS_CODE = "-C llvm-args=-inline-threshold=5"
"""A fiftieth less to download, and not slower."""
VECTORS = "-C target-feature=+simd128"


class Crate(NamedTuple):
    """A crate of the package, built without and with vectors."""

    folder: str
    script: str
    """The name of the JavaScript that calls both modules."""
    modules: dict[str, str]
    """The compiler's options by the name of the module."""
    most_bytes: int
    """How large a module may be, as servers send it: compressed. A page is useless until it has loaded one."""
    page: Path
    """Where the page of the site that loads it looks for it."""
    files: tuple[str, ...]
    """Other files that this page alone loads."""


CALCULATOR = Crate(
    folder="web",
    script="core",
    modules={"core": LESS_CODE, "core_simd": f"{LESS_CODE} {VECTORS}"},
    most_bytes=600_000,
    page=ROOT / "docs" / "calculator",
    files=("index.js", "pokerbits.js", "omaha.bin"),
)
SOLVER = Crate(
    folder="web-solver",
    script="solver_core",
    modules={"solver": "", "solver_simd": VECTORS},
    most_bytes=300_000,
    page=ROOT / "docs" / "solver",
    files=("solver.js", "solving.js"),
)
CRATES = (CALCULATOR, SOLVER)
OMAHA = ROOT / "rust" / "core" / "src" / "ranges" / "omaha" / "odds.bin"
"""A table that the page loads when it is asked for."""


def run(*command: str | Path, **environment: str) -> str:
    """Run a command in the folder of the crate and return what it prints; its failure is the end."""
    print("+", *command, flush=True)
    done = subprocess.run(
        command, check=True, cwd=SOURCE, env=os.environ | environment, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def check_version() -> None:
    """End if wasm-bindgen is not the version that the crate is pinned to."""
    (wanted,) = re.findall(
        r'^wasm-bindgen = "=(.*)"', (SOURCE / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    found = shutil.which("wasm-bindgen") and run("wasm-bindgen", "--version").split()[-1]
    if found != wanted:
        sys.exit(f"wasm-bindgen {found}: cargo install wasm-bindgen-cli@{wanted}")


def version() -> str:
    """Return the version of the project."""
    with (ROOT / "Cargo.toml").open("rb") as file:
        return str(tomllib.load(file)["workspace"]["package"]["version"])


def compiled(crate: Crate, name: str) -> Path:
    """Return the file of a module as the compiler leaves it."""
    target = ROOT / "target" / "wasm" / name
    options = {"RUSTFLAGS": crate.modules[name], "CARGO_TARGET_DIR": str(target)}
    manifest = ROOT / "rust" / crate.folder / "Cargo.toml"
    run("cargo", "build", "--release", "--locked", "--target", TARGET, "--manifest-path", manifest, **options)
    return target / TARGET / "release" / f"pokerbits_{crate.folder.replace('-', '_')}.wasm"


def check_size(name: str, module: bytes, most: int) -> None:
    """End if a module has more bytes than it may."""
    size = len(gzip.compress(module))
    print(f"{name}.wasm: {size:,} bytes compressed, of {most:,} that it may have", flush=True)
    if size > most:
        sys.exit(f"{name}.wasm is too large: load big tables when they are asked for, or leave out what nobody calls")


def build(crate: Crate, name: str) -> tuple[bytes, str]:
    """Return a module and the JavaScript that calls it."""
    module = compiled(crate, name)
    out, script = ROOT / "target" / "wasm" / name / "out", crate.script
    less = ("--no-typescript", "--remove-name-section", "--remove-producers-section")
    run("wasm-bindgen", "--target", "web", *less, "--out-name", script, "--out-dir", out, module)
    return (out / f"{script}_bg.wasm").read_bytes(), (out / f"{script}.js").read_text(encoding="utf-8")


def build_all(crate: Crate) -> dict[str, bytes]:
    """Return the files of a crate by their names."""
    built = {name: build(crate, name) for name in crate.modules}
    for name, (module, _) in built.items():
        check_size(name, module, crate.most_bytes)
    scripts = {script for _, script in built.values()}
    if len(scripts) != 1:
        sys.exit(f"{crate.folder}: the modules with and without vectors need different scripts")
    files = {f"{name}.wasm": module for name, (module, _) in built.items()}
    return files | {f"{crate.script}.js": scripts.pop().encode()}


def main() -> None:
    """Build the package."""
    check_version()
    built = {crate.folder: build_all(crate) for crate in CRATES}
    shutil.rmtree(PACKAGE, ignore_errors=True)
    shutil.copytree(SOURCE / "js", PACKAGE)
    for files in built.values():
        for name, content in files.items():
            (PACKAGE / name).write_bytes(content)
    shutil.copy(OMAHA, PACKAGE / "omaha.bin")
    for file in (SOURCE / "README.md", ROOT / "LICENSE-MIT", ROOT / "LICENSE-APACHE"):
        shutil.copy(file, PACKAGE)
    package = json.loads((SOURCE / "package.json").read_text(encoding="utf-8")) | {"version": version()}
    (PACKAGE / "package.json").write_text(json.dumps(package, indent=2) + "\n", encoding="utf-8")
    for crate in CRATES:
        # A page has the files that it loads, and no other's.
        others = [name for other in CRATES if other != crate for name in (*other.files, *built[other.folder])]
        shutil.rmtree(crate.page / "pokerbits", ignore_errors=True)
        ignored = shutil.ignore_patterns("*.json", "*.md", "*.ts", "LICENSE*", "*node.js", *others)
        shutil.copytree(PACKAGE, crate.page / "pokerbits", ignore=ignored)


if __name__ == "__main__":
    main()

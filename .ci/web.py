"""Build the npm package of rust/web into target/web, and put it where the site's calculator looks for it.

    python .ci/web.py

Needs the target wasm32-unknown-unknown of Rust, and wasm-bindgen-cli in the version of rust/web/Cargo.toml.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE, PACKAGE = ROOT / "rust" / "web", ROOT / "target" / "web"
IN_SITE = ROOT / "docs" / "calculator" / "pokerbits"
TARGET = "wasm32-unknown-unknown"
LESS_CODE = "-C llvm-args=-inline-threshold=5"
"""A fiftieth less to download, and not slower."""
BUILDS = {"core": LESS_CODE, "core_simd": f"{LESS_CODE} -C target-feature=+simd128"}
"""The compiler's options by the name of the module."""


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
        sys.exit(f"wasm-bindgen {found}: cargo install --locked wasm-bindgen-cli@{wanted}")


def version() -> str:
    """Return the version of the project."""
    with (ROOT / "Cargo.toml").open("rb") as file:
        return str(tomllib.load(file)["workspace"]["package"]["version"])


def build(name: str, options: str) -> tuple[bytes, str]:
    """Return a module and the JavaScript that calls it."""
    target = ROOT / "target" / "wasm" / name
    run("cargo", "build", "--release", "--locked", "--target", TARGET, RUSTFLAGS=options, CARGO_TARGET_DIR=str(target))
    module = target / TARGET / "release" / "pokerbits_web.wasm"
    less = ("--no-typescript", "--remove-name-section", "--remove-producers-section")
    run("wasm-bindgen", "--target", "web", *less, "--out-name", "core", "--out-dir", target / "out", module)
    return (target / "out" / "core_bg.wasm").read_bytes(), (target / "out" / "core.js").read_text(encoding="utf-8")


def main() -> None:
    """Build the package."""
    check_version()
    built = {name: build(name, options) for name, options in BUILDS.items()}
    if len({script for _, script in built.values()}) != 1:
        sys.exit("the modules with and without vectors need different scripts")
    shutil.rmtree(PACKAGE, ignore_errors=True)
    shutil.copytree(SOURCE / "js", PACKAGE)
    for name, (module, script) in built.items():
        (PACKAGE / f"{name}.wasm").write_bytes(module)
        (PACKAGE / "core.js").write_text(script, encoding="utf-8")
    for file in (SOURCE / "README.md", ROOT / "LICENSE-MIT", ROOT / "LICENSE-APACHE"):
        shutil.copy(file, PACKAGE)
    package = json.loads((SOURCE / "package.json").read_text(encoding="utf-8")) | {"version": version()}
    (PACKAGE / "package.json").write_text(json.dumps(package, indent=2) + "\n", encoding="utf-8")
    shutil.rmtree(IN_SITE, ignore_errors=True)
    shutil.copytree(PACKAGE, IN_SITE, ignore=shutil.ignore_patterns("*.json", "*.md", "*.ts", "LICENSE*", "node.js"))


if __name__ == "__main__":
    main()

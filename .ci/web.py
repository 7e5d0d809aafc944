"""Build the npm package of rust/web into target/web, and put it where the site's calculator looks for it.

    python .ci/web.py            # the package
    python .ci/web.py --size     # one module, and whether it is small enough, without wasm-bindgen

Needs the target wasm32-unknown-unknown of Rust, and for the package the wasm-bindgen-cli of rust/web/Cargo.toml.
"""

import argparse
import gzip
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
OMAHA = ROOT / "rust" / "core" / "src" / "ranges" / "omaha" / "odds.bin"
"""A table that the page loads when it is asked for."""
MOST_BYTES = 600_000
"""How large a module may be, as servers send it: compressed. The page is useless until it has loaded one."""


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


def compiled(name: str) -> Path:
    """Return the file of a module as the compiler leaves it."""
    target = ROOT / "target" / "wasm" / name
    options = {"RUSTFLAGS": BUILDS[name], "CARGO_TARGET_DIR": str(target)}
    run("cargo", "build", "--release", "--locked", "--target", TARGET, **options)
    return target / TARGET / "release" / "pokerbits_web.wasm"


def check_size(name: str, module: bytes) -> None:
    """End if a module has more bytes than it may."""
    size = len(gzip.compress(module))
    print(f"{name}.wasm: {size:,} bytes compressed, of {MOST_BYTES:,} that it may have", flush=True)
    if size > MOST_BYTES:
        sys.exit(f"{name}.wasm is too large: load big tables when they are asked for, or leave out what nobody calls")


def without_names(module: bytes) -> bytes:
    """Return a module without its custom sections: names are not sent. wasm-bindgen leaves 3% less."""
    kept, at = module[:8], 8
    while at < len(module):
        start, size, shift = at, 0, 0
        while True:
            at += 1
            size |= (module[at] & 127) << shift
            shift += 7
            if module[at] < 128:
                break
        at += 1 + size
        # Section 0 is a custom one.
        if module[start] != 0:
            kept += module[start:at]
    return kept


def build(name: str) -> tuple[bytes, str]:
    """Return a module and the JavaScript that calls it."""
    module = compiled(name)
    target = ROOT / "target" / "wasm" / name
    less = ("--no-typescript", "--remove-name-section", "--remove-producers-section")
    run("wasm-bindgen", "--target", "web", *less, "--out-name", "core", "--out-dir", target / "out", module)
    return (target / "out" / "core_bg.wasm").read_bytes(), (target / "out" / "core.js").read_text(encoding="utf-8")


def main() -> None:
    """Read the command line, and build the package or measure a module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", action="store_true")
    if parser.parse_args().size:
        check_size("core", without_names(compiled("core").read_bytes()))
        return
    check_version()
    built = {name: build(name) for name in BUILDS}
    for name, (module, _) in built.items():
        check_size(name, module)
    if len({script for _, script in built.values()}) != 1:
        sys.exit("the modules with and without vectors need different scripts")
    shutil.rmtree(PACKAGE, ignore_errors=True)
    shutil.copytree(SOURCE / "js", PACKAGE)
    for name, (module, script) in built.items():
        (PACKAGE / f"{name}.wasm").write_bytes(module)
        (PACKAGE / "core.js").write_text(script, encoding="utf-8")
    shutil.copy(OMAHA, PACKAGE / "omaha.bin")
    for file in (SOURCE / "README.md", ROOT / "LICENSE-MIT", ROOT / "LICENSE-APACHE"):
        shutil.copy(file, PACKAGE)
    package = json.loads((SOURCE / "package.json").read_text(encoding="utf-8")) | {"version": version()}
    (PACKAGE / "package.json").write_text(json.dumps(package, indent=2) + "\n", encoding="utf-8")
    shutil.rmtree(IN_SITE, ignore_errors=True)
    shutil.copytree(PACKAGE, IN_SITE, ignore=shutil.ignore_patterns("*.json", "*.md", "*.ts", "LICENSE*", "node.js"))


if __name__ == "__main__":
    main()

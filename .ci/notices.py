"""The licences of what is linked into the extension module, which `THIRD_PARTY_NOTICES` hands on with every wheel.

    python .ci/notices.py            # exit 1 and a diff where the file is stale
    python .ci/notices.py --update   # write the file

`cargo tree` lists the crates that are linked into the extension module on any system, without macros that run at
compile time; the texts are those in the sources of each crate. If there is a choice with MIT, MIT is taken.
"""

from __future__ import annotations

import difflib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NOTICES = ROOT / "THIRD_PARTY_NOTICES"
PACKAGE = "pokerbits-python"
HEAD = """\
The extension module of pokerbits contains parts of the Rust standard library (https://github.com/rust-lang/rust,
MIT OR Apache-2.0, Copyright (c) The Rust Project Contributors) and the following crates, here under these licences.
"""


def _cargo(*arguments: str) -> str:
    command = ["cargo", *arguments, "--locked"]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def _linked() -> list[dict[str, Any]]:
    """Return the crates that are linked, as `cargo metadata` has them."""
    listed = _cargo(
        "tree", "--package", PACKAGE, "--edges", "normal,no-proc-macro", "--target", "all", "--prefix", "none",
        "--format", "{p}",
    )  # fmt: skip
    names = {tuple(line.split()[:2]) for line in listed.splitlines() if line}
    packages = json.loads(_cargo("metadata", "--format-version", "1"))["packages"]
    found = [package for package in packages if (package["name"], f"v{package['version']}") in names]
    # Those without a source are of this workspace.
    return sorted((package for package in found if package["source"]), key=lambda package: str(package["name"]))


def _texts(package: dict[str, Any]) -> list[str]:
    """Return the licences of a crate, from its sources."""
    folder = Path(package["manifest_path"]).parent
    names = ("LICEN", "COPYING", "COPYRIGHT", "NOTICE")
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name.upper().startswith(names))
    mit = [path for path in files if "MIT" in path.name.upper()]
    if mit and "MIT" in package["license"]:
        files = mit
    if not files:
        sys.exit(f"{package['name']} {package['version']}: no licence in {folder}")
    return ["\n".join(line.rstrip() for line in path.read_text("utf-8").strip().splitlines()) for path in files]


def _notices() -> str:
    """Return what the file has to say; crates with the same text share it."""
    by_text: dict[str, list[str]] = {}
    for package in _linked():
        name = f"{package['name']} {package['version']} ({package['license']}), {package['repository']}"
        by_text.setdefault("\n\n".join(_texts(package)), []).append(name)
    parts = ["\n".join(["=" * 80, *names, "-" * 80, text]) for text, names in by_text.items()]
    return "\n\n".join([HEAD.strip(), *parts]) + "\n"


def _main() -> int:
    found = _notices()
    if sys.argv[1:] == ["--update"]:
        NOTICES.write_text(found, encoding="utf-8")
        return 0
    said = NOTICES.read_text(encoding="utf-8") if NOTICES.exists() else ""
    sys.stdout.writelines(
        difflib.unified_diff(said.splitlines(keepends=True), found.splitlines(keepends=True), "said", "linked")
    )
    if said != found:
        print("THIRD_PARTY_NOTICES is stale: python .ci/notices.py --update")
    return said != found


if __name__ == "__main__":
    sys.exit(_main())

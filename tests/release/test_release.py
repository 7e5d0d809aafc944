"""The parts of a release: one version, and wheels that do not tell of the machine that built them.

`just test-release` runs these tests, which need the checkout.
"""

import json
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import pokerbits

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["version"]
ELF = b"\x7fELF"


def test_there_is_one_version():
    assert pokerbits.__version__ == VERSION
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(citation["version"]) == VERSION
    # The changelog has a section for it, or says that it will come.
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    escaped = re.escape(VERSION)
    assert re.search(rf"^(## \[{escaped}\]|The first release will be {escaped}\.)", changelog, re.MULTILINE)
    recipe = yaml.safe_load((ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
    assert recipe["context"]["version"] == VERSION
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert re.findall(r"^  release: (.*)$", site, re.MULTILINE) == [VERSION]
    # `just web` writes it.
    assert "version" not in json.loads((ROOT / "rust" / "web" / "package.json").read_text(encoding="utf-8"))


def test_the_recipe_of_conda_has_the_bounds_of_the_package():
    """conda-forge has no extras: the command line comes with the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = project["dependencies"] + extras["progress"] + extras["cli"]
    recipe = yaml.safe_load((ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
    assert {text.replace(" ", "") for text in recipe["requirements"]["run"]} == {
        "python", *(text for text in wanted if not text.startswith("pokerbits["))
    }  # fmt: skip
    assert project["requires-python"] == f">={recipe['context']['python_min']}"


def test_the_oldest_versions_are_lower_bounds():
    oldest = runpy.run_path(str(ROOT / ".ci" / "oldest.py"))["lowest"]
    bounds = ["numpy>=2.0", "a[b]>=1.9", "a>=1.10", "c==3", "pokerbits[all]", "d>=4; python_version < '3.14'"]
    assert oldest(bounds) == {"numpy": "2.0", "a": "1.10", "c": "3", "d": "4"}
    for text in ("numpy", "numpy>2", "numpy<3", "numpy~=2.0", "numpy>=2,<3"):
        with pytest.raises(SystemExit, match="has no lower bound"):
            oldest([text])


def test_releases_are_built_by_the_compiler_of_the_workflow():
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    (version,) = set(re.findall(r"^  RUST: (\S+)", workflow, re.MULTILINE))
    least = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["rust-version"]
    assert [*map(int, version.split("."))] >= [*map(int, least.split("."))]
    assert "rust-toolchain: stable" not in workflow
    assert "rustup toolchain install stable" not in workflow


def wheel(folder, library=ELF, sbom=b"{}"):
    """Write a wheel with a library and an SBOM."""
    unpacked = folder / "it-1.0"
    info = unpacked / "it-1.0.dist-info"
    (info / "sboms").mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.4\nName: it\nVersion: 1.0\n", encoding="utf-8")
    (info / "WHEEL").write_text(
        "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n", encoding="utf-8"
    )
    (info / "sboms" / "it.cyclonedx.json").write_bytes(sbom)
    (unpacked / "library.so").write_bytes(library)
    dist = folder / "dist"
    dist.mkdir()
    subprocess.run([sys.executable, "-m", "wheel", "pack", "--dest-dir", dist, unpacked], check=True)
    return dist


def neutral(dist):
    return subprocess.run(
        [sys.executable, ROOT / ".ci" / "neutral_wheels.py", dist], check=False, capture_output=True, text=True
    )


def test_an_sbom_does_not_name_the_checkout(tmp_path):
    dist = wheel(tmp_path, sbom=f'{{"bom-ref": "path+file://{ROOT}/rust/core#pokerbits"}}'.encode())
    assert neutral(dist).returncode == 0
    (rewritten,) = dist.iterdir()
    subprocess.run([sys.executable, "-m", "wheel", "unpack", "--dest", tmp_path / "again", rewritten], check=True)
    (sbom,) = (tmp_path / "again").glob("*/*.dist-info/sboms/*")
    assert json.loads(sbom.read_text(encoding="utf-8")) == {"bom-ref": "path+file://pokerbits/rust/core#pokerbits"}


@pytest.mark.parametrize(
    "path",
    [
        "/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pyo3-0.30.1/src/panic.rs",
        "/home/runner/work/pokerbits/pokerbits/rust/core/src/lib.rs",
        "/Users/runner/.cargo/registry/src",
        r"C:\Users\runneradmin\.cargo\registry",
        r"D:\a\pokerbits\pokerbits",
        f"{ROOT}/rust/core/src/lib.rs",
    ],
)
def test_a_library_that_names_its_builder_is_refused(tmp_path, path):
    done = neutral(wheel(tmp_path, library=ELF + b"\0" + path.encode() + b"\0"))
    assert done.returncode != 0
    assert "paths of the machine that built it, such as ('library.so'" in done.stderr


@pytest.mark.parametrize(
    "harmless", ["/rustc/59807616e/library/core/src/lib.rs", "crates/pyo3-0.30.1/src/panic.rs", "a/root"]
)
def test_other_paths_are_harmless(tmp_path, harmless):
    assert neutral(wheel(tmp_path, library=ELF + b"\0" + harmless.encode())).returncode == 0


def test_a_folder_without_wheels_is_an_error(tmp_path):
    done = neutral(tmp_path)
    assert done.returncode != 0
    assert "no wheels" in done.stderr

"""The wheel of data: it is found once it is installed, it is the same every time, and another table is refused."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import pokerbits as pb

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / ".ci"))

import data_wheel  # noqa: E402


@pytest.fixture
def table(tmp_path, no_deals):
    """Return a table without a deal."""
    path = tmp_path / "made" / "zeros.npy"
    path.parent.mkdir()
    pb.preflop.build_three_way_counts(path)
    return path


def test_it_is_found_where_it_is_installed(table, tmp_path):
    wheel = data_wheel.build(table, tmp_path / "dist", data_wheel.checksum(table))
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", wheel], check=True)
    packages = tmp_path / "packages"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", packages, wheel]
    subprocess.run(pip, check=True)
    code = f"""
import sys; sys.path.append({str(packages)!r})
import pokerbits as pb
counts = pb.preflop.three_way_counts()
print(counts.wins.shape, counts.wins.any())
print(pb.strength.check_table({str(packages / "pokerbits_preflop" / "three_way.npy")!r})["table"])
"""
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert told.splitlines() == ["(169, 169, 169) False", "pokerbits table v1 preflop three-way counts"]
    # Nothing is unpacked at first use.
    assert {path.name for path in (packages / "pokerbits_preflop").iterdir()} - {"__pycache__"} == {
        "__init__.py", "three_way.npy", "three_way.npy.json"
    }  # fmt: skip


def test_it_is_the_same_every_time(table, tmp_path):
    wanted = data_wheel.checksum(table)
    first, again = (data_wheel.build(table, tmp_path / name, wanted) for name in ("first", "again"))
    assert first.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(first) as wheel:
        assert wheel.testzip() is None
        record = wheel.read(f"pokerbits_preflop-{data_wheel.VERSION}.dist-info/RECORD").decode().splitlines()
        assert [line.split(",")[0] for line in record] == wheel.namelist()


def test_another_table_is_refused(table, tmp_path):
    with pytest.raises(SystemExit, match=r"zeros\.npy is not the table that is published: its SHA-256 is "):
        data_wheel.build(table, tmp_path / "dist")
    with table.open("r+b") as file:
        file.seek(50_000_000)
        file.write(b"1")
    with pytest.raises(SystemExit, match="is damaged"):
        data_wheel.build(table, tmp_path / "dist", data_wheel.checksum(table))
    with pytest.raises(SystemExit, match=r"none\.npy"):
        data_wheel.build(tmp_path / "none.npy", tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


def test_a_table_of_something_else_is_refused(tmp_path):
    path = tmp_path / "preflop.npy"
    pb.strength_table("ehs", street="preflop", path=path).close()
    with pytest.raises(SystemExit, match="is not the table"):
        data_wheel.build(path, tmp_path / "dist")


def test_the_page_has_its_checksum_and_the_extra_its_version():
    page = (ROOT / "docs" / "explanation" / "three_way_preflop.md").read_text(encoding="utf-8")
    assert re.findall(r"^([0-9a-f]{64})  three_way\.npy$", page, re.MULTILINE) == [data_wheel.SHA256]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert extras["preflop"] == [f"pokerbits-preflop>={data_wheel.VERSION}"]
    # The data package is not on PyPI yet, so no other extra may require it.
    assert not any("preflop" in text for name, of in extras.items() if name != "preflop" for text in of)
    assert f"License-Expression: {project['license']}\n" in data_wheel.METADATA
    assert f"Requires-Python: {project['requires-python']}\n" in data_wheel.METADATA


def test_the_recipe_builds_it(tmp_path):
    just = shutil.which("just")
    done = subprocess.run(
        [just, "data-wheel", tmp_path / "none.npy", tmp_path], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "none.npy" in done.stderr

"""The C header of `examples/read_tables` on tables that Python writes, in C and C++.

Without a compiler it is skipped; `just read-tables` fails then.
"""

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.abstraction import CardAbstraction
from pokerbits.strength import CardGame

FOLDER = Path(__file__).parents[1] / "examples" / "read_tables"
STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"]
SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover"]
LANGUAGES = {"c": ["cc", "-std=c99", "-D_POSIX_C_SOURCE=200809L"], "c++": ["c++", "-std=c++17", "-x", "c++"]}

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the header is for POSIX")


@pytest.fixture(scope="module", params=LANGUAGES)
def read_rows(request, tmp_path_factory):
    """Return a function that calls the compiled program."""
    compiler, *options = LANGUAGES[request.param]
    if shutil.which(compiler) is None:
        pytest.skip(f"no compiler {compiler}")
    program = tmp_path_factory.mktemp("built") / "read_rows"
    build = [compiler, *STRICT, *options, FOLDER / "read_rows.c", "-o", program]
    # Not every compiler has the libraries of the sanitizers.
    if subprocess.run([*build, *SANITIZED], capture_output=True).returncode != 0:
        subprocess.run(build, check=True)

    def run(path, *arguments, text=""):
        return subprocess.run(
            [program, path, *map(str, arguments)], input=text, capture_output=True, encoding="utf-8", timeout=120
        )

    return run


@pytest.fixture(scope="module")
def flop(tmp_path_factory):
    """Return the path of E[HS] of all flops."""
    path = tmp_path_factory.mktemp("tables") / "flop.npy"
    pb.strength_table("ehs", street="flop", path=path).close()
    return path


def rows_of(found, dtype=np.float64):
    """Return the printed rows as an array."""
    assert (found.returncode, found.stderr) == (0, "")
    return np.array([line.split() for line in found.stdout.splitlines()], dtype=dtype)


@pytest.mark.parametrize("dtype", ["float64", "float32", "uint16", "counts"])
@pytest.mark.parametrize("kind", ["ehs", "histogram"])
def test_rows_of_strength_tables(read_rows, tmp_path, kind, dtype):
    path = tmp_path / "preflop.npy"
    with pb.strength_table(kind, street="preflop", dtype=dtype, path=path) as table:
        expected = np.array(table).reshape(169, -1)
    assert np.array_equal(rows_of(read_rows(path, text=" ".join(map(str, range(169))))), expected)


def test_the_row_of_a_hand_is_its_strength(read_rows, flop):
    hands = pb.random_hands(1_000, 5, rng=54)
    indices = pb.strength.STREET_INDEXERS["flop"].index(hands)
    found = rows_of(read_rows(flop, text="\n".join(map(str, indices.tolist()))))
    assert np.array_equal(found[:, 0], pb.expected_hand_strength(hands[:, :2], board=hands[:, 2:]))


def test_buckets_of_an_abstraction(read_rows, tmp_path):
    game = CardGame((2, 3), n_ranks=5, lowest_rank="T")
    n = game.indexer("flop").size()
    labels = {"flop": np.random.default_rng(54).permutation(n) % 300}
    CardAbstraction.from_labels(labels, game=game).save(tmp_path / "buckets")
    indices = np.random.default_rng(55).permutation(n)
    hands = game.indexer("flop").unindex(indices)
    found = rows_of(read_rows(tmp_path / "buckets" / "flop.npy", text=" ".join(map(str, indices.tolist()))))
    assert np.array_equal(found[:, 0], CardAbstraction.load(tmp_path / "buckets").lookup(hands[:, :2], hands[:, 2:]))


def test_rows_as_arguments(read_rows, tmp_path):
    path = tmp_path / "bytes.npy"
    np.save(path, np.array([[1, 2], [3, 255]], dtype=np.uint8))
    found = read_rows(path, 1, 0)
    assert (found.returncode, found.stdout) == (0, "3 255\n1 2\n")


REFUSED = {
    "a text": b"a text, and more of it",
    "nothing": b"",
    "a header that ends too soon": b"\x93NUMPY\x01\x00\xff\xff{'descr'",
}
ARRAYS = {
    "Fortran order": np.asfortranarray(np.ones((3, 2))),
    "three axes": np.ones((2, 2, 2)),
    "big-endian numbers": np.ones(3, dtype=">f8"),
    "signed numbers": np.ones(3, dtype=np.int64),
    "no rows": np.ones(0),
    "halves": np.ones(3, dtype=np.float16),
    "complex numbers": np.ones(3, dtype=np.complex64),
}


@pytest.mark.parametrize("name", [*REFUSED, *ARRAYS])
def test_other_files_are_refused(read_rows, tmp_path, name):
    path = tmp_path / "other.npy"
    if name in REFUSED:
        path.write_bytes(REFUSED[name])
    else:
        np.save(path, ARRAYS[name])
    found = read_rows(path, 0)
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr == f"{path}: not a table of numbers in .npy\n"


def test_a_table_that_is_cut_short_is_refused(read_rows, tmp_path):
    path = tmp_path / "short.npy"
    np.save(path, np.ones(10))
    path.write_bytes(path.read_bytes()[:-3])
    assert "not a table" in read_rows(path, 0).stderr


def test_a_row_beyond_the_table(read_rows, tmp_path):
    path = tmp_path / "ten.npy"
    np.save(path, np.ones(10))
    found = read_rows(path, 9, 10)
    assert (found.returncode, found.stdout, found.stderr) == (1, "1\n", "row 10: the table has 10 rows\n")


def test_a_file_that_is_not_there(read_rows, tmp_path):
    found = read_rows(tmp_path / "none.npy", 0)
    assert found.returncode == 1
    assert "No such file" in found.stderr

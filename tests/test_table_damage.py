"""Damaged tables: every wrong bit is found, and every error says which file is damaged and what to do."""

import random
import shutil

import numpy as np
import pytest

import pokerbits as pb
from pokerbits._tables.description import Description
from pokerbits.exceptions import DamagedFileError, ForeignFileError
from test_table_file import half_written, make, names, refused


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.npy"
    make(path, street="preflop")
    return path


@pytest.fixture(scope="module")
def turn_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("turn") / "table.npy"
    make(path)
    return path


@pytest.fixture
def turn_table(tmp_path, turn_file):
    """Return a table of 27 pieces."""
    for end in ("", ".json"):
        shutil.copy(f"{turn_file}{end}", tmp_path)
    return tmp_path / "table.npy"


def flip(path, bit):
    """Change one bit of a file."""
    with path.open("r+b") as file:
        file.seek(bit // 8)
        (byte,) = file.read(1)
        file.seek(bit // 8)
        file.write(bytes([byte ^ 1 << bit % 8]))


def damaged(path, words):
    with pytest.raises(DamagedFileError) as caught:
        pb.strength.check_table(path)
    assert words in str(caught.value)


@pytest.mark.parametrize("n_digits", range(1, 22))
def test_the_header_is_that_of_numpy(n_digits):
    """Files are what `np.save` writes; a shape of any length."""
    import io

    for shape in ((10**n_digits - 1,), (10 ** (n_digits - 1), 50), (7, 10**n_digits, 3)):
        for dtype in ("<u2", "<u4", "<u8", "<f4", "<f8", "|u1"):
            expected = io.BytesIO()
            about = {"descr": dtype, "fortran_order": False, "shape": shape}
            np.lib.format.write_array_header_1_0(expected, about)
            assert Description("t", np.dtype(dtype), shape).header == expected.getvalue()


def test_every_bit_of_the_header_is_compared_when_a_table_is_opened(table):
    for bit in range(8 * 128):
        flip(table, bit)
        with pytest.raises(DamagedFileError, match=r"table\.npy is damaged: its header is not that of"):
            make(table, street="preflop")
        damaged(table, "table.npy is damaged: its header")
        flip(table, bit)
    assert make(table, street="preflop").shape == (169,)


def test_a_header_that_says_the_same_in_other_words(tmp_path):
    """Fortran's order has the shape, the size and the numbers, but in other places."""
    path = tmp_path / "table.npy"
    made = np.array(make(path, kind="histogram", street="preflop", bins=3))
    np.save(path, np.asfortranarray(made))
    assert np.load(path).tobytes() == made.tobytes()
    refused(path, "table.npy is damaged: its header", kind="histogram", street="preflop", bins=3)
    with path.open("wb") as file:
        np.lib.format.write_array(file, np.asarray(made), version=(2, 0))
    refused(path, "table.npy is damaged", kind="histogram", street="preflop", bins=3)
    for text in (b"{'descr': open('x')}", b"((((", b"'" * 3, b"{" * 1000, b"\0"):
        path.write_bytes((b"\x93NUMPY\x01\x00\xf6\x00" + text).ljust(128 + 169 * 3 * 2))
        refused(path, "table.npy is damaged", kind="histogram", street="preflop", bins=3)


def test_a_file_of_another_size(table):
    right = table.read_bytes()
    for wrong in (right + b"\0", right * 2, right[:-1], right[:128], right[:5], b""):
        table.write_bytes(wrong)
        refused(table, f"table.npy is damaged: it has {len(wrong):,} bytes, and the table 466", street="preflop")
        damaged(table, "table.npy is damaged: it has")


def test_every_flipped_bit_of_the_numbers_is_found(turn_table):
    """A thousand of them, in all 27 pieces; those of the first piece also without being asked for."""
    size = turn_table.stat().st_size
    rng = random.Random(3)
    # A check reads all pieces before the damaged one: most are in the first pieces, and every piece has some.
    places = [rng.randrange(128, 4 << 20) for _ in range(900)]
    places += [rng.randrange(piece << 20, min(size, piece + 1 << 20)) for piece in range(4, 27) for _ in range(5)]
    assert len(places) >= 1000
    for place in places:
        bit = 8 * place + rng.randrange(8)
        first = place >> 20 << 20
        flip(turn_table, bit)
        damaged(turn_table, f"table.npy is damaged: bytes {first:,} to {min(first + (1 << 20), size) - 1:,} are not")
        if first == 0 and place % 5 == 0:
            with pytest.raises(DamagedFileError, match="are not those that were written; remove it"):
                make(turn_table)
        flip(turn_table, bit)
    assert pb.strength.check_table(turn_table) == {
        "table": "pokerbits table v1 turn ehs",
        "dtype": "uint16",
        "shape": (13_960_050,),
    }


def test_swapped_tables(tmp_path):
    """Two tables of one shape change their names: noticed when they are opened."""
    one, two = tmp_path / "one.npy", tmp_path / "two.npy"
    make(one, kind="ehs")
    make(two, kind="ehs2")
    one.rename(tmp_path / "kept")
    two.rename(one)
    (tmp_path / "kept").rename(two)
    refused(one, "one.npy is damaged: bytes 0 to 1,048,575", kind="ehs")
    refused(two, "two.npy is damaged: bytes 0 to 1,048,575", kind="ehs2")
    damaged(one, "one.npy is damaged")
    # With their descriptions they are right under any name, and refused as what they are not.
    for at, to in ((one, "a"), (two, "one.npy"), (tmp_path / "a.json", "two.npy.json")):
        if at.suffix == ".json":
            continue
        at.with_name(at.name + ".json").rename(tmp_path / f"{to}.json")
    (tmp_path / "a.json").rename(tmp_path / "two.npy.json")
    assert pb.strength.check_table(one)["table"] == "pokerbits table v1 turn ehs2"
    refused(one, "belongs to a different table", kind="ehs")


def test_every_flipped_bit_of_a_half_written_table_is_found(tmp_path, turn_file):
    """Damage between two calls is not taken for finished work: it is refused, or computed again."""
    path = half_written(tmp_path)
    partial = tmp_path / "table.npy.partial"
    numbers = np.fromfile(partial, dtype=np.uint8)
    done = 128 + np.flatnonzero(numbers[128:])
    rng = random.Random(4)
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    for place in rng.sample(done.tolist(), 6):
        bit = 8 * place + rng.randrange(8)
        flip(partial, bit)
        refused(path, "table.npy.journal is damaged: they are not what was written")
        flip(partial, bit)
    for bit in rng.sample(range(8 * 128), 6):
        flip(partial, bit)
        refused(path, "table.npy.partial is damaged: its header")
        flip(partial, bit)
    # A byte of a block that is not finished is computed anyway.
    flip(partial, 8 * (128 + int(np.flatnonzero(numbers[128:] == 0)[-1])))
    make(path)
    assert path.read_bytes() == turn_file.read_bytes()
    for end in ("", ".json"):
        (tmp_path / f"table.npy{end}").unlink()
    for name, data in kept.items():
        (tmp_path / name).write_bytes(data)
    journal = tmp_path / "table.npy.journal"
    text = kept[journal.name]
    # But for the last: a line that has lost its end counts as one that was not written, and nothing is lost but work.
    for bit in [*rng.sample(range(8 * len(text)), 10), *range(8 * text.index(b"}\n"), 8 * text.index(b"checksum"))]:
        if bit // 8 < len(text) - 1:
            flip(journal, bit)
            with pytest.raises(
                (DamagedFileError, ForeignFileError), match=r"table\.npy\.journal (is damaged|belongs to)"
            ):
                make(path)
            journal.write_bytes(text)
            partial.write_bytes(kept[partial.name])


NO_DESCRIPTIONS = [
    b"5",
    b"null",
    b"[1]",
    b'"text"',
    b"",
    b"{}",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"\xff\xfe",
    b"1" * 10_000,
    b"NaN",
    b'{"format": 5}',
    b'{"format": {"format": []}, "table": null}',
]


@pytest.mark.parametrize("text", NO_DESCRIPTIONS, ids=range(len(NO_DESCRIPTIONS)))
def test_no_description(tmp_path, table, text):
    description = tmp_path / "table.npy.json"
    description.write_bytes(text)
    refused(table, "table.npy.json is damaged", street="preflop")
    damaged(table, "table.npy.json is damaged")
    for name in names(tmp_path):
        (tmp_path / name).unlink()
    (tmp_path / "table.npy.journal").write_bytes(text + b"\n")
    refused(table, "table.npy.journal is damaged", street="preflop")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"version": 1', '"version": 2'),
        ('"version": 1', '"version": true'),
        ('"crc32"', '"crc64"'),
        ('"pieces": [', '"pieces": ["00000000", '),
        ('"pieces": [', '"pieces": [], "more": ['),
        ('"pieces": [', '"pieces": [5, '),
        ('"checksums": {', '"checksums": 5, "more": {'),
        ('"checksums": {', '"checksums": null, "more": {'),
        ('"checksums": {', '"checksums": {"pieces": null}, "more": {'),
        ('"shape": [169]', '"shape": [169.0]'),
        ('"shape": [169]', '"shape":  [169]'),
        ("}}", '}, "checksums": {}}'),
    ],
)
def test_a_description_that_is_nearly_right(table, old, new):
    description = table.with_name("table.npy.json")
    text = description.read_text()
    assert text.count(old) == 1
    description.write_text(text.replace(old, new))
    refused(table, "table.npy.json is", street="preflop")
    damaged(table, "table.npy.json is damaged")


@pytest.mark.parametrize("dtype", ["|O", "O", "<U9", "|V8", "<M8", "f8,f8", "numpy", "", "<f3"])
@pytest.mark.parametrize("shape", ["[169]", "[]", "[-1]", "[true]", "[1e9]", '"169"', "[[169]]", "[" + "9" * 30 + "]"])
def test_a_description_of_what_is_no_table(table, dtype, shape):
    about = f'{{"format": "pokerbits table file 2", "table": "t", "dtype": "{dtype}", "shape": {shape}}}'
    table.with_name("table.npy.json").write_text(about)
    damaged(table, "is damaged")


def test_every_flipped_bit_of_a_description_is_found(table):
    description = table.with_name("table.npy.json")
    for bit in range(8 * len(description.read_bytes())):
        flip(description, bit)
        with pytest.raises((DamagedFileError, ForeignFileError), match="choose another path"):
            make(table, street="preflop")
        with pytest.raises(DamagedFileError, match="is damaged"):
            pb.strength.check_table(table)
        flip(description, bit)


def test_a_table_that_is_not_there(tmp_path, table):
    with pytest.raises(FileNotFoundError, match=r"nothing\.npy"):
        pb.strength.check_table(tmp_path / "nothing.npy")
    (tmp_path / "table.npy.json").unlink()
    with pytest.raises(FileNotFoundError, match=r"table\.npy\.json"):
        pb.strength.check_table(table)

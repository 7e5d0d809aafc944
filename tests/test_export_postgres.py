"""The export for robopoker is what PostgreSQL's `COPY` reads: by a reader written for this test, and by its server.

The server is that of this machine, if it has one; it is started on a socket of its own and stopped afterwards.
"""

import os
import shutil
import signal
import struct
import subprocess
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import pokerbits as pb
from pokerbits._hand_strength.card_games import HOLDEM
from pokerbits.abstraction._export import export
from pokerbits.abstraction._robopoker_buckets import export_buckets
from pokerbits.strength import STREET_INDEXERS

if os.name == "posix":
    import pwd

# As in robopoker's `Lookup::creates`.
TABLE = """CREATE TABLE isomorphism
(obs BIGINT NOT NULL, abs SMALLINT NOT NULL, equity REAL, position INT DEFAULT 0)"""
COPY = "COPY isomorphism (obs, abs, equity, position) FROM STDIN BINARY"
USER = "poker"


def copied_rows(path):
    """Return the rows of a file in PostgreSQL's binary format, as its manual describes it, each field as bytes."""
    data = path.read_bytes()
    assert data[:11] == b"PGCOPY\n\xff\r\n\x00"
    flags, extension = struct.unpack_from(">ii", data, 11)
    assert flags == 0
    at = 19 + extension
    rows = []
    while True:
        (n_fields,) = struct.unpack_from(">h", data, at)
        at += 2
        if n_fields == -1:
            break
        fields = []
        for _ in range(n_fields):
            (size,) = struct.unpack_from(">i", data, at)
            assert size >= 0
            fields.append(data[at + 4 : at + 4 + size])
            at += 4 + size
        assert at < len(data)
        rows.append(fields)
    assert at == len(data)
    return rows


def typed(row):
    """Return the fields of a row as `bigint`, `smallint`, `real` and `integer`."""
    obs, bucket, equity, position = row
    assert [len(field) for field in row] == [8, 2, 4, 4]
    return (
        int.from_bytes(obs, "big", signed=True),
        int.from_bytes(bucket, "big", signed=True),
        struct.unpack(">f", equity)[0],
        int.from_bytes(position, "big", signed=True),
    )


def programs():
    """Return the folder with the programs of PostgreSQL's server, or `None` if this machine has none."""
    found = shutil.which("postgres")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    needed = ("initdb", "postgres", "psql")
    return next((folder for folder in folders if all((folder / name).exists() for name in needed)), None)


class Server:
    """A server of PostgreSQL with an empty database, in a folder of its own."""

    def __init__(self, binaries, folder):
        self.binaries, self.folder = binaries, folder
        other = {}
        if os.geteuid() == 0:
            # The server refuses to run as root.
            account = pwd.getpwnam("nobody")
            other = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chown(folder, account.pw_uid, account.pw_gid)
        options = {"cwd": folder, "env": {"PATH": os.defpath, "LC_ALL": "C"}, "stdin": subprocess.DEVNULL} | other
        subprocess.run(
            [binaries / "initdb", "-D", "data", "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=True,
            capture_output=True,
            **options,
        )
        command = [binaries / "postgres", "-D", "data", "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"]
        self.log = (folder / "log").open("wb")
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, **options)
        while not self.is_ready():
            assert self.process.poll() is None, (folder / "log").read_text()
            time.sleep(0.05)

    def psql(self, *options, **streams):
        """Run the client."""
        command = [self.binaries / "psql", "-X", "-h", self.folder, "-U", USER, "-d", "postgres"]
        command += ["-v", "ON_ERROR_STOP=1", "-At", "-F", ",", *options]
        return subprocess.run(command, capture_output=True, text=True, check=False, **streams)

    def is_ready(self):
        """Return whether the server answers."""
        return self.psql(input="SELECT 1;").stdout == "1\n"

    def rows(self, statement):
        """Return the rows of a statement, their fields as text."""
        done = self.psql(input=f"{statement};")
        assert done.returncode == 0, done.stderr
        return [line.split(",") for line in done.stdout.splitlines()]

    def copy(self, path, statement=COPY):
        """Copy a file into the table."""
        with path.open("rb") as file:
            done = self.psql("-c", statement, stdin=file)
        assert done.returncode == 0, done.stderr

    def stop(self):
        """Stop the server."""
        # The fast shutdown: sessions are ended.
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        self.log.close()


@pytest.fixture(scope="module")
def server():
    """Return a running server, or `None` if this machine has none."""
    binaries = programs() if os.name == "posix" else None
    if binaries is None:
        yield None
        return
    # A short path, for a socket, that the user of the server can enter.
    folder = Path(tempfile.mkdtemp(prefix="postgres-", dir="/tmp"))
    running = None
    try:
        running = Server(binaries, folder)
        yield running
    finally:
        if running is not None:
            running.stop()
        shutil.rmtree(folder)


@pytest.mark.parametrize("street", ["preflop", pytest.param("flop", marks=pytest.mark.slow)])
def test_copy_reads_the_rows(server, tmp_path, street):
    indexer = STREET_INDEXERS[street]
    number, n = list(STREET_INDEXERS).index(street), indexer.size()
    buckets = np.random.default_rng(4).integers(0, 256, n).astype(np.uint16)
    abstraction = SimpleNamespace(
        game=HOLDEM,
        n_buckets={street: 256},
        recall="imperfect",
        table=lambda street: buckets,
        report=lambda: SimpleNamespace(means={street: np.zeros(256)}),
    )
    path, _ = export(abstraction, tmp_path, "robopoker", [street])
    rows = [typed(row) for row in copied_rows(path)]
    # Every hand has one row, with its bucket, its E[HS] and its place in the bucket.
    size = indexer.unindex(0).size
    cards = np.array([list(obs.to_bytes(size, "big")) for obs, *_ in rows], dtype=np.uint8) - 1
    indices = indexer.index(np.column_stack([cards[:, -2:], cards[:, :-2]]))
    assert (np.sort(indices) == np.arange(n)).all()
    assert [bucket for _, bucket, _, _ in rows] == (number << 8 | buckets[indices]).tolist()
    strengths = pb.strength_table("ehs", street=street)[indices].astype(np.float32)
    assert [equity for _, _, equity, _ in rows] == strengths.tolist()
    places = {}
    for _, bucket, _, position in sorted(rows):
        assert position == places.get(bucket, 0)
        places[bucket] = position + 1
    if server is None:
        return
    server.rows("DROP TABLE IF EXISTS isomorphism")
    server.rows(TABLE)
    server.copy(path)
    assert server.rows("SELECT count(*), count(DISTINCT obs) FROM isomorphism") == [[str(n), str(n)]]
    counted = server.rows("SELECT abs, count(*) FROM isomorphism GROUP BY abs")
    assert {int(bucket): int(count) for bucket, count in counted} == places
    chosen = np.random.default_rng(7).permutation(n)[:10_000].tolist()
    numbers = ",".join(str(rows[at][0]) for at in chosen)
    found = server.rows(f"SELECT obs, abs, equity, position FROM isomorphism WHERE obs IN ({numbers})")
    read = [(int(obs), int(bucket), float(np.float32(equity)), int(at)) for obs, bucket, equity, at in found]
    assert sorted(read) == sorted(rows[at] for at in chosen)
    # robopoker numbers the hands of a bucket by this query after it has read its own file.
    numbered = "SELECT position, ROW_NUMBER() OVER (PARTITION BY abs ORDER BY obs) - 1 AS place FROM isomorphism"
    assert server.rows(f"SELECT count(*) FROM ({numbered}) AS n WHERE position IS DISTINCT FROM place") == [["0"]]


# `Future::creates`, `Metric::creates` and the schema of `Abstraction` in robopoker.
TABLES = {
    "transitions": "prev SMALLINT NOT NULL, next SMALLINT NOT NULL, dx REAL NOT NULL",
    "metric": "tri INT NOT NULL, dx REAL NOT NULL, street SMALLINT",
    "abstraction": "abs SMALLINT, street SMALLINT, population INTEGER, equity REAL",
}


def pair_number(street, one, other):
    """Return robopoker's `Pair` as PostgreSQL's integer."""
    low, high = sorted((one, other))
    number = street << 30 | high * (high - 1) // 2 + low
    return number - (1 << 32 if number >> 31 else 0)


def test_copy_reads_the_tables_of_buckets(server, tmp_path):
    """Hands before the flop and flops: the sums, and what the portal asks for."""
    made = np.random.default_rng(11).dirichlet(np.full(40, 0.2), 169)
    flop = (np.arange(1_286_792) * 40 // 1_286_792).astype(np.uint16)
    abstraction = SimpleNamespace(
        game=HOLDEM,
        n_buckets={"preflop": 169, "flop": 40},
        recall="imperfect",
        table=lambda street: {"preflop": np.arange(169), "flop": flop}[street],
        report=lambda: SimpleNamespace(means={"flop": np.linspace(0.2, 0.9, 40)}),
        transitions=lambda street, **_: made,
    )
    files = export_buckets(abstraction, tmp_path, ["preflop", "flop"], num_threads=None, progress=None)
    names = ["transitions.preflop", "metric.preflop", "abstraction.preflop", "abstraction.flop"]
    assert [path.name.removesuffix(".pgcopy") for path in files] == names
    shares = [
        (*(int.from_bytes(of, "big") for of in row[:2]), struct.unpack(">f", row[2])[0])
        for row in copied_rows(files[0])
    ]
    sums = np.bincount([prev for prev, _, _ in shares], [share for _, _, share in shares])
    np.testing.assert_allclose(sums, np.ones(169), rtol=1e-6)
    assert {following >> 8 for _, following, _ in shares} == {1}
    pairs = {
        int.from_bytes(row[0], "big", signed=True): struct.unpack(">f", row[1])[0] for row in copied_rows(files[1])
    }
    assert pairs.keys() == {pair_number(0, low, high) for high in range(169) for low in range(high)}
    assert max(pairs.values()) == 1
    assert [pair_number(2, 3, 5), pair_number(1, 5, 3)] == [13 - (1 << 31), 13 + (1 << 30)]
    strengths = pb.strength_table("ehs", street="preflop").astype(np.float32)
    of_buckets = [struct.unpack(">f", row[3])[0] for row in copied_rows(files[2])]
    assert of_buckets == strengths.tolist()
    if server is None:
        return
    for name, columns in TABLES.items():
        server.rows(f"DROP TABLE IF EXISTS {name}")
        server.rows(f"CREATE TABLE {name} ({columns})")
        fields = ", ".join(column.split()[0] for column in columns.split(", "))
        for path in files:
            if path.name.startswith(name):
                server.copy(path, f"COPY {name} ({fields}) FROM STDIN BINARY")
    assert server.rows("SELECT count(*) FROM transitions") == [[str(len(shares))]]
    assert server.rows("SELECT street, count(*), sum(population) FROM abstraction GROUP BY street ORDER BY street") == [
        ["0", "169", "169"],
        ["1", "40", "1286792"],
    ]
    # The equity of two aces, from the buckets of flops, as the portal asks for it.
    equity = "SELECT sum(t.dx * a.equity) FROM transitions t JOIN abstraction a ON a.abs = t.next WHERE t.prev = 168"
    expected = sum(
        share * np.linspace(0.2, 0.9, 40)[following & 255] for prev, following, share in shares if prev == 168
    )
    assert float(server.rows(equity)[0][0]) == pytest.approx(expected, rel=1e-5)
    near = "SELECT dx, street FROM metric WHERE tri = {}"
    for low, high in ((0, 1), (3, 168), (7, 20)):
        dx, street = server.rows(near.format(pair_number(0, low, high)))[0]
        assert (np.float32(dx), street) == (np.float32(pairs[pair_number(0, low, high)]), "0")

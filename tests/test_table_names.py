"""Names that stand for something else than a file of a table, and the lock on a table that is being made."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

import pokerbits as pb
from pokerbits import _forks
from pokerbits._files.writing import LockedFile, new_file
from pokerbits.exceptions import ForeignFileError, LockedFileError
from squares import SquaresSpec, squares
from test_table_file import make, names, start
from threads import beside

# Names


def nothing(path):
    pass


def begun(path):
    with pytest.raises(ZeroDivisionError):
        squares(path, progress=lambda *step: 1 / 0)
    assert names(path.parent) == ["table.npy.journal", "table.npy.partial"]


def finished(path):
    squares(path)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
@pytest.mark.parametrize("resume", [True, False])
@pytest.mark.parametrize("before", [nothing, begun, finished])
@pytest.mark.parametrize("dangling", [True, False])
@pytest.mark.parametrize("end", ["journal", "partial", "draft"])
def test_a_link_is_not_followed(tmp_path, end, dangling, before, resume):
    (tmp_path / "folder").mkdir()
    path, link = tmp_path / "folder" / "table.npy", tmp_path / "folder" / f"table.npy.{end}"
    before(path)
    precious = tmp_path / "precious"
    if not dangling:
        precious.write_bytes(link.read_bytes() if link.exists() else b"precious")
    link.unlink(missing_ok=True)
    link.symlink_to(precious)
    kept = precious.read_bytes() if precious.exists() else None
    with pytest.raises(ForeignFileError, match=rf"table\.npy\.{end} is a symbolic link, .*; remove it, or choose"):
        squares(path, resume=resume)
    assert (precious.read_bytes() if precious.exists() else None) == kept
    link.unlink()
    if end == "journal" and before is begun:
        # Without the journal nobody knows whose numbers these are.
        with pytest.raises(ForeignFileError, match=r"table\.npy\.partial has no journal"):
            squares(path, resume=False)
        (tmp_path / "folder" / "table.npy.partial").unlink()
    assert squares(path, resume=False).shape == (1000, 2)
    assert names(path.parent) == ["table.npy", "table.npy.json"]


@pytest.mark.parametrize("end", ["journal", "partial", "draft", "json"])
@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_a_name_that_is_taken_is_noticed_before_the_work(tmp_path, end, kind):
    taken = tmp_path / f"table.npy.{end}"
    if kind == "folder":
        taken.mkdir()
    elif end != "json" and hasattr(os, "mkfifo"):
        os.mkfifo(taken)
    else:
        return
    worked = []
    with pytest.raises(ForeignFileError, match=rf"table\.npy\.{end}"):
        make(tmp_path / "table.npy", street="preflop", progress=lambda *step: worked.append(step))
    assert (worked, names(tmp_path)) == ([], [taken.name])


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_link_to_a_finished_table_is_read(tmp_path):
    """To read is no harm: tables are shared by links."""
    (tmp_path / "there").mkdir()
    expected = make(tmp_path / "there" / "table.npy", street="preflop").tobytes()
    for end in ("", ".json"):
        (tmp_path / f"table.npy{end}").symlink_to(tmp_path / "there" / f"table.npy{end}")
    path = tmp_path / "table.npy"
    assert make(path, street="preflop").tobytes() == expected
    assert pb.strength.check_table(path)["table"] == "pokerbits table v1 preflop ehs"
    # To replace it is to replace the links.
    make(path, kind="ehs2", street="preflop", resume=False)
    assert not path.is_symlink()
    assert make(tmp_path / "there" / "table.npy", street="preflop").tobytes() == expected


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_link_that_comes_between_two_looks_is_not_followed(tmp_path, monkeypatch):
    """The check for links is for good messages; what opens a file does not follow them either."""
    precious = tmp_path / "precious"
    precious.write_text("precious")
    for end in ("journal", "draft"):
        (tmp_path / f"table.npy.{end}").symlink_to(precious)
    monkeypatch.setattr("pokerbits._files.writing.check_plain", lambda path: None)
    monkeypatch.setattr("pokerbits._tables.file.check_plain", lambda path: None)
    with pytest.raises(OSError, match=r"table\.npy\.journal"):
        make(tmp_path / "table.npy", street="preflop")
    (tmp_path / "table.npy.journal").unlink()
    with pytest.raises(ForeignFileError, match=r"table\.npy\.draft is in the way"):
        make(tmp_path / "table.npy", street="preflop")
    assert names(tmp_path) == ["precious", "table.npy.draft"]
    (tmp_path / "table.npy.draft").unlink()
    make(tmp_path / "table.npy", street="preflop")
    assert precious.read_text() == "precious"
    assert names(tmp_path) == ["precious", "table.npy", "table.npy.json"]


def test_a_new_file_is_whole_or_not_there(tmp_path):
    path = tmp_path / "file"
    with new_file(path) as file:
        file.write(b"one")
        assert not path.exists()
    assert path.read_bytes() == b"one"
    assert sys.platform == "win32" or path.stat().st_mode & 0o777 == 0o666 & ~umask()
    with pytest.raises(ZeroDivisionError), new_file(path) as file:
        file.write(b"%d" % (1 // 0))
    assert path.read_bytes() == b"one"
    assert names(tmp_path) == ["file"]
    with pytest.raises(FileNotFoundError) as caught, new_file(tmp_path / "nowhere" / "file"):
        pass
    assert caught.value.filename == str(tmp_path / "nowhere" / "file")


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


# The lock

PARENT = """
import os, sys, time, warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pokerbits._tables import make_table
from squares import Squares, SquaresSpec

class Waiting(Squares):
    def compute_block(self, block, out, num_threads):
        if block > 1:
            # Blocks 0 and 1 are done, and both workers stand here; they outlive their parent.
            os.write(told, b"%d\\n" % os.getpid())
            time.sleep(600)
        super().compute_block(block, out, num_threads)

class WaitingSpec(SquaresSpec):
    def open(self):
        return Waiting(self.n)

told = int(sys.argv[2])
warnings.simplefilter("ignore", DeprecationWarning)
with ProcessPoolExecutor(2, mp_context=get_context("fork")) as executor:
    make_table(WaitingSpec(1000, "uint32"), (1000, 2), label="", executor=executor, path=sys.argv[1])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no forks")
@pytest.mark.own_rules
def test_a_killed_parent_of_forked_workers_leaves_no_lock(tmp_path):
    path = tmp_path / "table.npy"
    ours, theirs = os.pipe()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([p for p in sys.path if p])}
    workers = []
    try:
        with subprocess.Popen(
            [sys.executable, "-c", PARENT, path, str(theirs)], pass_fds=[theirs], env=environment
        ) as parent:
            os.close(theirs)
            with open(ours) as told:  # noqa: PTH123
                workers = [int(told.readline()), int(told.readline())]
                assert len({*workers, parent.pid}) == 3
                # The parent lives: the table is its own.
                with pytest.raises(LockedFileError, match="another process is writing this table"):
                    squares(path)
                parent.kill()
                parent.wait()
        for worker in workers:
            os.kill(worker, 0)
        assert squares(path).tobytes() == SquaresSpec(1000, "uint32").expected().tobytes()
        assert names(tmp_path) == ["table.npy", "table.npy.json"]
    finally:
        for worker in workers:
            os.kill(worker, signal.SIGKILL)


FORKS = """
import os, sys, threading
from pathlib import Path
from pokerbits._files.writing import LockedFile

path = Path(os.environ["LOCKED"])
stop = threading.Event()

def work():
    while not stop.is_set():
        LockedFile(path).close()

thread = threading.Thread(target=work)
thread.start()
ours, theirs = os.pipe()
children = []
for _ in range(100):
    child = os.fork()
    if child == 0:
        # A child has no descriptor of the file, whatever the other thread was doing.
        held = [fd for fd in Path("/proc/self/fd").iterdir() if fd.is_symlink() and str(path) in os.readlink(fd)]
        os._exit(len(held))
    children.append(child)
codes = {os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children}
stop.set()
thread.join()
LockedFile(path).close()
print(codes)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_no_fork_has_the_lock_at_any_moment(tmp_path, run_python):
    assert run_python(FORKS, "-W", "ignore", LOCKED=str(tmp_path / "file")).stdout == "{0}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no forks")
def test_a_child_of_the_moment_of_closing_has_no_lock(tmp_path, monkeypatch):
    """The descriptor is known no more and not yet closed: a fork of this thread inherits it, others have to wait."""
    path = tmp_path / "file"
    file = LockedFile(path)
    of_file, close = file.descriptor, os.close
    ours, theirs = os.pipe()
    children, kept_out = [], []

    def fork_and_close(descriptor):
        if descriptor == of_file and not children:
            kept_out.extend(context.thread == threading.get_ident() for context in _forks._inside)
            child = os.fork()
            if child == 0:
                # Until the parent closes its end.
                close(theirs)
                os.read(ours, 1)
                os._exit(0)
            children.append(child)
        close(descriptor)

    monkeypatch.setattr(os, "close", fork_and_close)
    file.close()
    try:
        # The child lives, and has the file open.
        LockedFile(path).close()
    finally:
        close(theirs)
        statuses = [os.waitpid(child, 0)[1] for child in children]
        close(ours)
    assert kept_out == [True]
    assert statuses == [0]


@pytest.mark.skipif(sys.platform == "win32", reason="no forks")
def test_a_child_cannot_write_what_its_parent_writes(tmp_path):
    file = LockedFile(tmp_path / "file")
    file.append(b"parent")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            file.append(b"child")
        except ValueError:
            code = 0 if not file.is_open else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    file.append(b" again")
    assert file.read() == b"parent again"
    with pytest.raises(LockedFileError, match="is locked"):
        LockedFile(file.path)
    file.close()
    LockedFile(file.path).close()


def test_two_calls_of_one_process_do_not_write_one_table(tmp_path):
    path = tmp_path / "table.npy"
    refusals = []

    def again(done, total):
        with pytest.raises(LockedFileError, match="is locked") as caught:
            make(path)
        refusals.append(caught.value)

    with beside(lambda: make(path, progress=again)):
        pass
    assert refusals
    assert make(path, progress=again).shape == (13_960_050,)
    with start(path):
        pass


@contextmanager
def hidden_at_first(journal, monkeypatch):
    """Let the first look at a name find nothing: another call begins between two looks."""
    lexists, looks = os.path.lexists, []

    def not_yet(found):
        looks.append(Path(found))
        return looks != [journal] and lexists(found)

    with monkeypatch.context() as patch:
        patch.setattr(os.path, "lexists", not_yet)
        yield
    assert looks[0] == journal
    assert len(looks) > 1


def test_a_call_that_begins_between_two_looks_has_the_lock(tmp_path, monkeypatch):
    """It was said that the numbers have no journal."""
    path = tmp_path / "table.npy"

    def again(done, total):
        with (
            hidden_at_first(tmp_path / "table.npy.journal", monkeypatch),
            pytest.raises(LockedFileError, match="locked"),
        ):
            squares(path)

    squares(path, progress=again)


def test_a_journal_that_appears_between_two_looks_is_read(tmp_path, monkeypatch):
    """It is that of a call that has ended meanwhile, or somebody else's file."""
    path, journal = tmp_path / "table.npy", tmp_path / "table.npy.journal"
    begun(path)
    with hidden_at_first(journal, monkeypatch):
        assert squares(path).tobytes() == SquaresSpec(1000, "uint32").expected().tobytes()
    for end in ("", ".json"):
        (tmp_path / f"table.npy{end}").unlink()
    for mine in (b"mine", b"mine\n"):
        begun(path)
        journal.write_bytes(mine)
        kept = (tmp_path / "table.npy.partial").read_bytes()
        with hidden_at_first(journal, monkeypatch), pytest.raises(ForeignFileError):
            squares(path)
        assert (journal.read_bytes(), (tmp_path / "table.npy.partial").read_bytes()) == (mine, kept)
        for end in ("journal", "partial"):
            path.with_name(f"table.npy.{end}").unlink()


def test_a_path_of_any_length_is_told_in_short():
    for length in (5_000, 1_000_000):
        with pytest.raises(pb.PokerbitsError, match=r"^path: too long \([\d,]+ characters, at most") as found:
            pb.strength.check_table("As" * length)
        assert len(str(found.value)) < 300

"""The system calls of a program that writes files, and whether a crash at any moment would leave them whole.

A disk keeps what was synchronised, and nothing else: of a file its bytes, of a folder its names. Between two such calls
it may have done anything. `Trace` records the calls, and `wrong` says which of them came too soon.
"""

import os
from contextlib import contextmanager
from mmap import mmap
from pathlib import Path

CALLS = ("open", "write", "ftruncate", "fsync", "replace", "unlink")


class Trace:
    """The calls of `os` that change files or force them to the disk; `dropped` is the number of a sync not made."""

    def __init__(self, dropped=None):
        self.dropped = dropped
        self.calls = []
        self.wrong = []
        self.n_syncs = 0
        self._paths = {}
        self._unsaved = set()
        """Files with bytes that are not on the disk."""
        self._new, self._gone = set(), set()
        """Names that were given, and names that were taken, since their folder was synchronised."""
        self._flushed = False

    @contextmanager
    def recording(self, monkeypatch):
        """Record all calls in the body."""
        with monkeypatch.context() as patch:
            for name in CALLS:
                patch.setattr(os, name, self._recorded(name, getattr(os, name)))
            patch.setattr("mmap.mmap", map_of(self))
            yield self
        self._need(not self._new | self._gone, "names that were never forced to the disk")
        self._need(not self._unsaved, "bytes that were never forced to the disk")

    def flush(self):
        """Take note that a map was forced to the disk; return whether that was done."""
        is_made = self._is_made()
        if is_made:
            self._flushed = True
            self.calls.append(("flush",))
        return is_made

    def _is_made(self):
        self.n_syncs += 1
        return self.n_syncs - 1 != self.dropped

    def _need(self, is_right, what):
        if not is_right:
            self.wrong.append((len(self.calls), what))

    def _recorded(self, name, original):
        def call(*arguments, **keywords):
            if name == "fsync" and not self._is_made():
                return None
            getattr(self, f"_before_{name}", lambda *_: None)(*arguments)
            result = original(*arguments, **keywords)
            getattr(self, f"_after_{name}", lambda *_: None)(result, *arguments)
            return result

        return call

    def _after_open(self, descriptor, path, flags=0, *_):
        path = self._paths[descriptor] = Path(path)
        if flags & os.O_EXCL:
            journals = {name for name in self._new if name.suffix == ".journal"}
            self._need(not journals, f"{path.name} was made before {journals} were safe")
            # It is written to by other means.
            self.calls.append(("new", path.name))
            self._unsaved.add(path)
        if flags & os.O_CREAT:
            self._new.add(path)

    def _before_write(self, descriptor, data):
        path = self._paths[descriptor]
        self._need(not self._new - {path}, f"{path.name} was written before the names {self._new} were safe")
        described = {
            name for name in self._gone if name.name == "metadata.json" or name.with_suffix(".journal") == path
        }
        self._need(not described, f"{path.name} was written before {described} were gone")
        self._need(not self._unsaved, f"{path.name} was written before {self._unsaved} were safe")
        if b"checksum" in bytes(data):
            self._need(self._flushed, "numbers were named before they were safe")
            self._flushed = False
        self.calls.append(("write", path.name))
        self._unsaved.add(path)

    def _before_ftruncate(self, descriptor, _):
        self.calls.append(("cut", self._paths[descriptor].name))
        self._unsaved.add(self._paths[descriptor])

    def _before_fsync(self, descriptor):
        path = self._paths[descriptor]
        self.calls.append(("sync", path.name))
        self._unsaved.discard(path)
        self._new = {name for name in self._new if name.parent != path}
        self._gone = {name for name in self._gone if name.parent != path}

    def _before_replace(self, source, target):
        source, target = Path(source), Path(target)
        self._need(not self._unsaved, f"{target.name} got its name before {self._unsaved} were safe")
        if source.suffix == ".draft":
            others = self._new - {source}
            self._need(not others, f"{target.name} got its name before {others} had theirs")
        self._need(target.with_name(target.name + ".json") not in self._gone, f"{target.name} still has a description")
        self.calls.append(("replace", source.name, target.name))
        self._new = self._new - {source} | {target}

    def _before_unlink(self, path, **_):
        path = Path(path)
        if not os.path.lexists(path):
            return
        self.calls.append(("unlink", path.name))
        self._need(not self._unsaved, f"{path.name} was removed before {self._unsaved} were safe")
        self._need(not self._new, f"{path.name} was removed before the names {self._new} were safe")
        if path.suffix == ".journal":
            self._need(not self._gone, f"{path.name} was removed before {self._gone} were gone")
        self._need(path.with_suffix("") not in self._gone, f"{path.name} was removed before its table was gone")
        described = {name for name in self._gone if name.name == "metadata.json"}
        self._need(not described, f"{path.name} was removed before {described} was gone")
        self._gone.add(path)


def map_of(trace):
    """Return the maps of files whose flushes a trace records."""

    class Map(mmap):
        def flush(self):
            if trace.flush():
                super().flush()

    return Map

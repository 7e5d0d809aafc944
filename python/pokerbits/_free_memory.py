"""How much memory a process can have now: before the system ends it, or ends another one for it.

Linux promises memory that it does not have, and ends a process that uses what was promised. So those who take gigabytes
ask first. Linux tells how much is free, and limits the processes of a container, by groups: those of this process, and
of all groups around it. Windows promises only what it has. Elsewhere only the memory of the machine is known.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

_UNLIMITED = 1 << 60
"""Groups of the first version have a number near 2^63 where there is no limit."""


def free_memory(root: Path = Path("/")) -> int | None:
    """Return how many more bytes this process can have; `None` if that is not known. `root` has `proc` and `sys`."""
    if sys.platform == "win32":
        return None
    try:
        machine = _numbers_in(root / "proc" / "meminfo", unit=1024)
        swap = machine.get("SwapFree", 0)
        rooms = [machine["MemAvailable"] + swap]
    except (OSError, ValueError, KeyError):
        return _of_machine()
    # A group that cannot be read limits nothing that we know.
    rooms += [_room_of_second(group, swap) for group in _groups(root, "", root / "sys/fs/cgroup")]
    rooms += [_room_of_second(group, swap) for group in _groups(root, "", root / "sys/fs/cgroup/unified")]
    rooms += [_room_of_first(group, swap) for group in _groups(root, "memory", root / "sys/fs/cgroup/memory")]
    return max(0, min(rooms))


def _of_machine() -> int | None:
    """Return the memory of the machine, of which some may be in use."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _groups(root: Path, controller: str, mounted: Path) -> list[Path]:
    """Return the folders of the group of this process, and of all groups around it.

    In a container the name may be that of the machine, of which no folder is seen: then the folder at the top is the
    group.
    """
    try:
        lines = (root / "proc/self/cgroup").read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    for line in lines:
        _, controllers, name = (*line.split(":", 2), "", "")[:3]
        if controller in controllers.split(","):
            inner = mounted / name.lstrip("/")
            return [inner, *(above for above in inner.parents if above == mounted or mounted in above.parents)]
    return []


def _room_of_second(group: Path, swap: int) -> int:
    """Return what a group of the second version leaves to its processes; the kernel takes back pages of files."""
    try:
        used = _number_in(group / "memory.current")
        most = _number_in(group / "memory.max")
        files = _numbers_in(group / "memory.stat")
    except (OSError, ValueError):
        return _UNLIMITED
    try:
        swap = min(swap, _number_in(group / "memory.swap.max") - _number_in(group / "memory.swap.current"))
    except (OSError, ValueError):
        swap = 0
    back = files.get("inactive_file", 0) + files.get("active_file", 0)
    return most - used + back + max(0, swap)


def _room_of_first(group: Path, swap: int) -> int:
    """Return what a group of the first version leaves."""
    try:
        used, most = _number_in(group / "memory.usage_in_bytes"), _number_in(group / "memory.limit_in_bytes")
        files = _numbers_in(group / "memory.stat")
    except (OSError, ValueError):
        return _UNLIMITED
    back = files.get("total_inactive_file", 0) + files.get("total_active_file", 0)
    # Where swap counts, a group may use it up to the limit of both together.
    try:
        both = _number_in(group / "memory.memsw.limit_in_bytes") - _number_in(group / "memory.memsw.usage_in_bytes")
    except (OSError, ValueError):
        both = _UNLIMITED
    return min(most - used + swap, both) + back


def _number_in(path: Path) -> int:
    """Return the number that is all of a file; `max` is no limit."""
    text = path.read_text(encoding="ascii").strip()
    return _UNLIMITED if text == "max" else int(text)


def _numbers_in(path: Path, unit: int = 1) -> dict[str, int]:
    """Return the numbers of lines such as `MemFree: 5 kB` or `inactive_file 5`."""
    pairs = [line.split()[:2] for line in path.read_text(encoding="ascii").splitlines()]
    return {pair[0].rstrip(":"): int(pair[1]) * unit for pair in pairs if len(pair) == 2}

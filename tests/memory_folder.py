"""A folder in memory, for tests that write a table hundreds of times: on a disk they wait most of their time."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
"""The folder of Linux whose files are in memory."""

ENOUGH = 2**30
"""Free bytes. Containers may have 64 MB."""


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Return a folder on the disk, or for tests marked `in_memory` one in memory, where there is enough for files."""
    marked = request.node.get_closest_marker("in_memory") is not None
    if not marked or not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ENOUGH:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=MEMORY, prefix="pokerbits-") as folder:
        yield Path(folder)

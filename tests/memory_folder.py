"""Folders in memory, for tests that write files hundreds of times: on a disk they wait most of their time."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
"""The folder of Linux whose files are in memory."""

ENOUGH = 2**30
"""Free bytes. Containers may have 64 MB."""


MUCH = 4 * ENOUGH
"""Free bytes, for the temporary files of all tests."""


def pytest_configure(config: pytest.Config) -> None:
    """Let temporary files lie in memory, as those of a build without a folder; folders of tests stay on the disk."""
    if hasattr(config, "workerinput") or not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < MUCH:
        return
    folder = tempfile.TemporaryDirectory(dir=MEMORY, prefix="pokerbits-", ignore_cleanup_errors=True)
    config.add_cleanup(folder.cleanup)
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
    # For this process, and for all that it starts.
    tempfile.tempdir = os.environ["TMPDIR"] = folder.name


@pytest.fixture(scope="session")
def folder_in_memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder in memory, or one on the disk where there is not enough memory for files."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ENOUGH:
        yield tmp_path_factory.mktemp("disk")
        return
    with tempfile.TemporaryDirectory(dir=MEMORY, prefix="pokerbits-") as folder:
        yield Path(folder)


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a new folder: for tests marked `in_memory` one in memory. It stays, as a test may leave files open."""
    if request.node.get_closest_marker("in_memory") is None:
        return tmp_path
    return Path(tempfile.mkdtemp(dir=request.getfixturevalue("folder_in_memory")))

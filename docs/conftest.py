"""The pages are run as tests, by the rules of Windows for files; each begins and ends without figures of matplotlib."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from windows_rules import windows_rules

__all__ = ["windows_rules"]


def close_figures() -> None:
    """Close all figures, if matplotlib is loaded."""
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture(autouse=True)
def no_figures() -> Iterator[None]:
    """Leave a page nothing of what others drew: matplotlib warns from 21 open figures on."""
    close_figures()
    yield
    close_figures()

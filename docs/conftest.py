"""The pages are run as tests; each begins without figures of matplotlib, and closes its own."""

import sys
from collections.abc import Iterator

import pytest


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

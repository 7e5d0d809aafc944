"""The browser that the tests of the site share keeps threads of its own."""

import pytest


@pytest.fixture(autouse=True)
def no_threads_left() -> None:
    """Take the place of the fixture of all tests: threads of the browser outlive a test."""

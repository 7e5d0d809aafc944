"""Threads of tests, none of which loses an error."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager


@contextmanager
def beside(*works: Callable[[], object], at_end: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Run functions in threads beside the body, which then calls `at_end`, waits for them, and raises their error."""
    with ThreadPoolExecutor(len(works)) as pool:
        tasks = [pool.submit(work) for work in works]
        try:
            yield
        finally:
            at_end()
        for task in tasks:
            task.result()

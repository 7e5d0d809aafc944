"""Optional dependencies: if one is missing, the error names the extra of this package that installs it."""

from collections.abc import Iterator
from contextlib import contextmanager

from pokerbits._forks import NoFork

EXTRAS = {
    "cli": "click",
    "mcp": "mcp",
    "openspiel": "open_spiel",
    "pandas": "pandas",
    "plot": "matplotlib",
    "polars": "polars",
    "progress": "tqdm",
    "testing": "hypothesis",
}
"""The module that each extra installs."""


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Context for imports of the module of an extra; `what` names the feature that needs it."""
    try:
        with NoFork():
            yield
    except ModuleNotFoundError as error:
        module = EXTRAS[extra]
        # This extra does not install any other missing module.
        if error.name != module:
            raise
        raise ModuleNotFoundError(f'{what} needs {module}: pip install "pokerbits[{extra}]"', name=module) from None

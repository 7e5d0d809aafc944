"""The key of a random stream for an argument `rng`."""

from __future__ import annotations

from typing import TypeAlias, Union

import numpy as np

from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

# The names are quoted because `numpy.random` is imported lazily.
RngLike: TypeAlias = Union[int, "np.random.Generator", "np.random.BitGenerator", "np.random.SeedSequence"]
"""A seed or a generator, as in `numpy.random.default_rng`."""


def philox_key(rng: RngLike | None) -> tuple[int, int]:
    """Return the key of a random stream of the core: two words of the generator, which is advanced."""
    high, low = generator(rng).bit_generator.random_raw(2)
    return int(high), int(low)


def generator(rng: RngLike | None) -> np.random.Generator:
    """Return the generator of `numpy.random.default_rng`."""
    try:
        return np.random.default_rng(rng)
    except (MemoryError, ImportError):
        # NumPy loads its generators at their first use.
        raise
    except Exception as error:
        if isinstance(error, TypeError | ValueError) and not isinstance(rng, str | bytes):
            raise
        # The message of NumPy would contain the whole text, unescaped.
        raise InvalidArgumentError(f"rng: expected a seed or a generator of NumPy, found {shown(rng)}") from None

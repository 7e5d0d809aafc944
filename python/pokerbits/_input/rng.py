"""The key of a random stream, from what callers give as `rng`."""

from __future__ import annotations

from typing import TypeAlias, Union

import numpy as np

from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

__all__ = ["RngLike", "generator", "philox_key"]

# Names in quotation marks: `numpy.random` is imported when it is first used.
RngLike: TypeAlias = Union[int, "np.random.Generator", "np.random.BitGenerator", "np.random.SeedSequence"]
"""What `numpy.random.default_rng` takes: a seed or a generator."""


def philox_key(rng: RngLike | None) -> tuple[int, int]:
    """Return the key of a stream of the core: two words of the generator, which moves on."""
    high, low = generator(rng).bit_generator.random_raw(2)
    return int(high), int(low)


def generator(rng: RngLike | None) -> np.random.Generator:
    """Return what `numpy.random.default_rng` makes of it."""
    try:
        return np.random.default_rng(rng)
    except Exception as error:
        if isinstance(error, TypeError | ValueError) and not isinstance(rng, str | bytes):
            raise
        # NumPy prints the whole of a text, as it is.
        message = f"rng: expected a seed or a generator of NumPy, found {shown(rng)}"
        raise InvalidArgumentError(message) from None

"""The key of a random stream, from what callers give as `rng`."""

from __future__ import annotations

from typing import TypeAlias, Union

import numpy as np

__all__ = ["RngLike", "philox_key"]

# Names in quotation marks: `numpy.random` is imported when it is first used.
RngLike: TypeAlias = Union[int, "np.random.Generator", "np.random.BitGenerator", "np.random.SeedSequence"]
"""What `numpy.random.default_rng` takes: a seed or a generator."""


def philox_key(rng: RngLike | None) -> tuple[int, int]:
    """Return the key of a stream of the core: two words of the generator, which moves on."""
    high, low = np.random.default_rng(rng).bit_generator.random_raw(2)
    return int(high), int(low)

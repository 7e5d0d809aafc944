"""The random stream is NumPy's Philox, block by block."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerbits import _native

words = st.integers(0, 2**64 - 1)


def number(parts):
    """Return 64-bit words as one integer, the least significant first."""
    return sum(part << 64 * place for place, part in enumerate(parts))


def numpy_block(key, counter):
    """Return the block of a counter from NumPy, which counts up before its first block."""
    before = (number(counter) - 1) % 2**256
    return np.random.Philox(key=number(key), counter=before).random_raw(4).tolist()


@given(st.tuples(words, words), st.tuples(words, words, words, words))
def test_any_block(key, counter):
    assert _native.philox4x64(key, counter) == numpy_block(key, counter)


@pytest.mark.parametrize(
    "counter",
    [(0, 0, 0, 0), (1, 0, 0, 0), (2**64 - 1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1), (2**64 - 1,) * 4],
)
@pytest.mark.parametrize("key", [(0, 0), (1, 2), (2**64 - 1, 2**64 - 1)])
def test_blocks_at_the_edges(key, counter):
    assert _native.philox4x64(key, counter) == numpy_block(key, counter)


def test_a_run_of_blocks():
    key = (0x0123456789ABCDEF, 0xFEDCBA9876543210)
    stream = np.random.Philox(key=number(key), counter=0).random_raw(4 * 1000).reshape(1000, 4)
    blocks = [_native.philox4x64(key, (at + 1, 0, 0, 0)) for at in range(1000)]
    assert (stream == np.array(blocks, dtype=np.uint64)).all()


@pytest.mark.parametrize(
    ("key", "counter"),
    [
        ((0,), (0, 0, 0, 0)),
        ((0, 0), (0, 0, 0)),
        ((-1, 0), (0, 0, 0, 0)),
        ((0, 0), (2**64, 0, 0, 0)),
        ((0.5, 0), (0,) * 4),
    ],
)
def test_words_are_64_bits_and_as_many_as_they_should_be(key, counter):
    with pytest.raises((ValueError, OverflowError, TypeError)):
        _native.philox4x64(key, counter)

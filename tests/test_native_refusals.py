"""The native module refuses what the Python layer never asks of it, instead of answering something else.

The layer checks names and dtypes by itself. These are the checks behind it, for a change of the layer that forgets one.
"""

import numpy as np
import pytest

from pokerbits import _native
from pokerbits.exceptions import InvalidArgumentError, OutOfRangeError

U8, U16, U32 = np.uint8, np.uint16, np.uint32
FLOP = _native.Indexer([2, 3], 13, 4, "2")


def zeros(*shape, dtype=U16):
    return np.zeros(shape, dtype)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: _native.parse_range("AA", "all", "max"),
            InvalidArgumentError,
            "dialect: expected one of both, kicker",
        ),
        (
            lambda: _native.parse_range("AA", "both", "least"),
            InvalidArgumentError,
            "on_conflict: expected one of error",
        ),
        (lambda: _native.strength_table("hs", "flop", 50, [], True), InvalidArgumentError, 'kind "hs" is unknown'),
        (
            lambda: _native.OutcomeClasses("river", 1, None).counts("river", "equity"),
            InvalidArgumentError,
            "is unknown",
        ),
        (lambda: _native.Indexer([2], 13, 4, "1"), InvalidArgumentError, "lowest_rank: expected a rank, 2 to A"),
        (lambda: _native.hand_kind(7463), OutOfRangeError, "strength 7463 is out of range"),
        (lambda: _native.hand_kind(0), OutOfRangeError, "strength 0 is out of range"),
        (lambda: _native.example_hand(1406, "short_deck_none"), InvalidArgumentError, "short_deck_none"),
        (
            lambda: _native.relabel(zeros(3), zeros(1), zeros(3, dtype=U32), 1),
            TypeError,
            "the table and the result are of two dtypes",
        ),
        (
            lambda: _native.lookup(FLOP, 1, [zeros(1, 5, dtype=U8)], zeros(9), zeros(1, dtype=U32), 1),
            TypeError,
            "the table and the result are of two dtypes",
        ),
        (
            lambda: _native.evaluate_rows([zeros(1, 5, dtype=np.float64)], zeros(1), 1, "standard"),
            TypeError,
            "expected an array of integers",
        ),
        (lambda: _native.random_hands([1, 2], b"", zeros(2, 5, dtype=np.float32), 1), TypeError, ""),
    ],
)
def test_a_call_that_the_layer_does_not_make(call, error, words):
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)


def test_a_result_that_cannot_be_written():
    out = zeros(1)
    out.flags.writeable = False
    with pytest.raises((InvalidArgumentError, TypeError, ValueError)) as caught:
        _native.evaluate_rows([zeros(1, 5, dtype=U8)], out, 1, "standard")
    assert "read-only" in str(caught.value) or "writ" in str(caught.value)

"""Every function with a parameter `out` fills any array of the right shape and dtype, and refuses all others."""

import numpy as np
import pytest

from layouts import unaligned
from pokerbits.exceptions import InvalidArgumentError
from right_calls import right_calls

WITH_OUT = {name: call for name, call in right_calls().items() if "out" in call.by_name}
ROWS = 5000


def test_functions_with_out_are_many():
    """`test_right_calls.py` compares them with the signatures of all functions."""
    assert len(WITH_OUT) > 15


@pytest.fixture(params=WITH_OUT)
def call(request):
    """Return a function of `out` that makes a right call, and the arrays that it returns without."""
    function, by_place, by_name = WITH_OUT[request.param].prepared(ROWS)

    def with_out(*arrays):
        return function(*by_place, **by_name | {"out": arrays if len(arrays) > 1 else arrays[0]})

    return with_out, arrays_of(function(*by_place, **by_name))


def arrays_of(answer):
    """Return the arrays of an answer that `out` can give: of spots their equities."""
    return list(answer) if isinstance(answer, tuple) else [getattr(answer, "equity", answer)]


def test_an_array_in_order_is_filled_and_returned(call):
    with_out, expected = call
    out = [np.empty_like(array) for array in expected]
    for found, given, wanted in zip(arrays_of(with_out(*out)), out, expected, strict=True):
        assert found is given or np.shares_memory(found, given)
        np.testing.assert_array_equal(given, wanted)


def spread(array):
    """Return every other number of an array of twice the size."""
    return np.full((*array.shape, 2), 7, array.dtype)[..., 0]


@pytest.mark.parametrize("layout", [spread, unaligned, lambda of: np.empty_like(of, order="F")])
def test_an_array_of_any_layout_is_filled(call, layout):
    with_out, expected = call
    out = [layout(array) for array in expected]
    with_out(*out)
    for given, wanted in zip(out, expected, strict=True):
        np.testing.assert_array_equal(given, wanted)
        if layout is spread:
            assert (given.base[..., 1] == 7).all()


def read_only(array):
    array = np.empty_like(array)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda of: np.empty(of.shape, "f2"), "expected an array of {dtype} .*, found float16"),
        (lambda of: np.empty(of.shape, "i8"), "expected an array of {dtype} .*, found int64"),
        (lambda of: np.empty(of.shape, ">f8"), "expected an array of {dtype} .*, found >f8"),
        (lambda of: of[1:], "expected an array of {dtype}"),
        (lambda of: of[..., None], "expected an array of {dtype}"),
        (lambda of: of.tolist(), "expected an array of {dtype} .*, found list"),
        (read_only, "the array is read-only"),
    ],
)
def test_an_array_that_does_not_fit_is_refused(call, wrong, words):
    with_out, expected = call
    with pytest.raises(InvalidArgumentError, match="out: " + words.format(dtype=expected[0].dtype)):
        with_out(*map(wrong, expected))

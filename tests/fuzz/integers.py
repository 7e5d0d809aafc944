"""Integers, alone, in lists, and in arrays of every dtype and layout; and arrays for results."""

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from junk import FOREIGN, JUNK
from values import REFUSED, Value, mostly, wrong

VIEWS = ["strided", "reversed_axes", "unaligned", "read_only", "mapped", "fortran"]
_TYPES = [np.dtype(order + kind) for kind in ("u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8") for order in "<>"]
# Forms of code, and whether a call must accept them.
_SCALARS = {"{}": True, "np.array({})": True, "Index({})": False}
_LISTS = {"{}": True, "tuple({})": True, "UserList({})": False, "iter({})": False, "deque({})": False}
_ARRAYS = {"{}": True, "{}.view(Subclass)": True, "ArrayLike({})": False, "{}.astype(object)": False}
_ARRAYS |= {"np.ma.array({})": False, "list({})": False}
_NO_INTEGERS = ["f8", "f4", "f2", ">f8", "g", "c8", "c16", "M8[s]", "m8[ns]"]


def _types_of(low: int, high: int) -> list[np.dtype]:
    return [t for t in _TYPES if np.iinfo(t).min <= low and high <= np.iinfo(t).max]


@st.composite
def in_layout(draw: Any, code: str, views: list[str] = VIEWS) -> str:
    """The code of an array in up to two unusual layouts."""
    for view in draw(st.lists(st.sampled_from(views), max_size=2)):
        code = f"{view}({code})"
    return code


@st.composite
def dressed(draw: Any, numbers: np.ndarray, fits: bool = True) -> Value:
    """Integers (an object array) as a list, as an array of some dtype and layout, or as something else."""
    literal, shape = repr(numbers.tolist()), numbers.shape
    low, high = (int(numbers.min()), int(numbers.max())) if numbers.size else (0, 0)
    types = _types_of(low, high)
    plain = REFUSED
    if fits:
        plain = f"np.array({literal}, {'u8' if high > 255 else 'u1'!r}).reshape({shape})" if shape else literal
    kind = draw(st.integers(0, 9))
    if kind == 9 and numbers.size and max(-low, high) < 10**6:
        return Value(f"np.array({literal}).astype({draw(st.sampled_from(_NO_INTEGERS))!r}).reshape({shape})", REFUSED)
    # A list with an empty axis does not show the next one.
    if types and (kind > 3 or 0 in shape[:-1]):
        if not shape and kind < 7:
            return Value(f"np.{draw(st.sampled_from(types)).name}({literal})", plain)
        code = draw(in_layout(f"np.array({literal}, {draw(st.sampled_from(types)).str!r}).reshape({shape})"))
        forms = _ARRAYS if shape and 0 not in shape[:-1] else {"{}": True}
    else:
        code, forms = literal, _LISTS if shape else _SCALARS
    form = draw(st.sampled_from(list(forms)))
    return Value(form.format(code), plain, sure=forms[form])


@st.composite
def number(draw: Any, low: int, high: int) -> Value:
    """One integer, mostly from `low` to `high`; others must be refused."""
    if draw(st.integers(0, 7)) == 7:
        return draw(mostly(FOREIGN, JUNK))
    found = draw(mostly(st.integers(low, high), st.sampled_from([low - 1, high + 1]) | st.integers(), 5))
    forms = ["{}", "Index({})", *(f"np.{t.name}({{}})" for t in _types_of(found, found))]
    return Value(draw(st.sampled_from(forms)).format(found), str(found) if low <= found <= high else REFUSED)


@st.composite
def integers(draw: Any, low: int, high: int) -> Value:
    """Integers of some shape, mostly from `low` to `high`; others must be refused."""
    if draw(st.integers(0, 11)) == 11:
        return draw(JUNK)
    inside = st.integers(low, high)
    elements = draw(st.sampled_from([inside, inside, inside, mostly(inside, st.integers())]))
    shapes = hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)
    numbers = draw(hnp.arrays(object, shapes, elements=elements, fill=st.nothing()))
    return draw(dressed(numbers, all(low <= one <= high for one in numbers.flat)))


_OUTPUTS = """read_only({0}) | np.zeros((*{1}, 1), {2!r}) | np.zeros((*{1}, 0), {2!r}) | {0}.astype('?')
    | np.zeros({1}, '>f8') | {0}.astype('U3') | {0}.astype('O') | {0}.tolist() | 'out.npy' | [] | 5 | object()
    | bytearray(100) | Raises('__array__') | Raises('__getattr__')"""


@st.composite
def outputs(draw: Any) -> Value:
    """An array for a result, or a wrong one; its code has places for an array of zeros, its shape and its dtype."""
    if draw(st.integers(0, 3)):
        code = draw(in_layout("{0}", [view for view in VIEWS if view != "read_only"]))
        return Value(draw(st.sampled_from(["{}", "{}", "{}.view(Subclass)"])).format(code), "None")
    return draw(wrong(_OUTPUTS))

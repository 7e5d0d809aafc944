"""Arguments, right and wrong ones: each is Python code, with plain code that means the same."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

Strategy = st.SearchStrategy
REFUSED, UNKNOWN = "refused", "unknown"
"""Instead of plain code: a wrong argument, which must be refused, and one that may be refused or have any meaning."""


class Value(NamedTuple):
    """An argument."""

    code: str
    """Python that makes it."""
    plain: str
    """Python that makes the same of plain integers, texts and NumPy arrays, or `REFUSED` or `UNKNOWN`."""
    sure: bool = True
    """Whether it must be accepted if it is right; if not, it may be refused, but must mean the same."""


def _split(text: str) -> list[str]:
    return [code.strip() for code in text.split(" | ")]


def right(text: str, plain: str | None = None) -> Strategy[Value]:
    """One of some expressions, with `|` between them, which all mean the same if that is given."""
    return st.sampled_from([Value(code, plain or code) for code in _split(text)])


def wrong(text: str) -> Strategy[Value]:
    """One of some expressions that must be refused."""
    return st.sampled_from([Value(code, REFUSED) for code in _split(text)])


def unknown(text: str) -> Strategy[Value]:
    """One of some expressions that may be refused or not."""
    return st.sampled_from([Value(code, UNKNOWN) for code in _split(text)])


@st.composite
def mostly(draw: Any, usual: Strategy[Any], other: Strategy[Any], one_in: int = 8) -> Any:
    """The usual value, and in one of `one_in` draws another one; Hypothesis shrinks to the usual one."""
    return draw(usual if draw(st.integers(1, one_in)) < one_in else other)


def optional(value: Strategy[Any], one_in: int = 2) -> Strategy[Any]:
    """An argument that most calls leave out."""
    return mostly(st.none(), value, one_in)


def unjudged(value: Strategy[Value]) -> Strategy[Value]:
    """Arguments of which nobody knows whether they are right."""
    return value.map(lambda argument: argument and argument._replace(plain=UNKNOWN))


def choice(*words: str) -> Strategy[Value]:
    """One of some words."""
    forms = [Value(form.format(word), repr(word)) for form in ("{!r}", "Text({!r})", "np.str_({!r})") for word in words]
    others = f"'' | 'no' | '\\udcff' | 'x' * (1 << 20) | 5 | object() | b{words[0]!r} | [{words[0]!r}]"
    return mostly(st.sampled_from(forms), wrong(others))


THREADS = optional(
    mostly(
        right("1 | 2 | 3 | None | np.int8(2)", "1"), wrong("0 | -1 | 1025 | 2**64 | 1.5 | '2' | [1] | Index('x')"), 6
    )
)
"""Numbers of threads."""
EXECUTORS = optional(wrong("5 | object() | 'processes' | dict | {} | len"), 12)
"""No executors."""
DTYPES = "'\\udcff' | 'x' * (1 << 20) | '(' | 'f8,\\udcff' | '>f8' | 'O' | 'f2' | 5 | int"
"""Dtypes that may be none."""

"""The calls of public functions, by strategies for their arguments."""

import importlib
from pathlib import Path
from typing import Any, NamedTuple

import objects
from hypothesis import strategies as st
from integers import outputs
from junk import ANY_CODE
from values import Strategy, Value

from right_calls import RightCall, right_calls

CALLS: dict[str, Strategy["Call"]] = {}
"""By the name of what is called, as Python writes it."""


class Call(NamedTuple):
    """A call."""

    function: str
    by_place: list[Value]
    by_name: dict[str, Value]
    out: Value | None = None
    """The argument `out`, whose code needs the shape and dtype of the result."""

    def text(self, field: str = "code", out: str | None = None) -> str:
        """Return the call as Python, with the code of its arguments or with the plain one."""
        named = [f"{name}={getattr(value, field)}" for name, value in self.by_name.items()]
        return f"{self.function}({', '.join([*(getattr(value, field) for value in self.by_place), *named])}" + (
            f", out={out})" if out else ")"
        )

    def arguments(self) -> list[Value]:
        return [*self.by_place, *self.by_name.values(), *([self.out] if self.out else [])]


def called(
    name: str, *by_place: Strategy[Any], function: str = "", has_out: bool = False, **by_name: Strategy[Any]
) -> None:
    """Register the calls of a function.

    A strategy that draws `None` leaves its argument out. One by place may draw several arguments: a list of those by
    place, a dict of those by name, or a list that holds both.
    """
    CALLS[name] = calls_of(function or name, by_place, by_name, has_out)


@st.composite
def calls_of(draw: Any, function: str, by_place: Any, by_name: dict[str, Any], has_out: bool) -> Call:
    """Calls of a function."""
    call = Call(function, [], {}, draw(outputs()) if has_out and draw(st.integers(0, 3)) == 3 else None)

    def put(drawn: Any) -> None:
        if isinstance(drawn, Value):
            call.by_place.append(drawn)
        elif isinstance(drawn, dict):
            call.by_name.update((name, value) for name, value in drawn.items() if value is not None)
        else:
            for one in drawn or ():
                put(one)

    for strategy in by_place:
        put(draw(strategy))
    put({name: draw(strategy) for name, strategy in by_name.items()})
    return call


@st.composite
def nearly_right(draw: Any, call: RightCall) -> Call:
    """A right call with one or two arguments that may be anything."""
    arguments = dict(enumerate(call.by_place)) | call.by_name
    values = {place: Value(code, code) for place, code in arguments.items()}
    for place in draw(st.lists(st.sampled_from(list(values)), min_size=1, max_size=2, unique=True)):
        values[place] = draw(ANY_CODE)
    by_name = {name: values[name] for name in call.by_name}
    return Call(call.function, [values[place] for place in range(len(call.by_place))], by_name)


def load() -> set[str]:
    """Register the calls of every file, and for all other functions those that are nearly right; return their names.

    Nothing writes files or is called that takes seconds to make, and figures have wrong arguments of their own.
    """
    for path in sorted(Path(__file__).parent.glob("calls_of_*.py")):
        importlib.import_module(path.stem)
    known = {getattr(eval(name.split()[0], vars(objects)), "__qualname__", name) for name in CALLS}
    for name, call in right_calls().items():
        is_left_out = call.has_file() or call.has_slow_object() or name.endswith(".plot")
        if not is_left_out and (call.by_place or call.by_name) and call.called().__qualname__ not in known:
            CALLS[name] = nearly_right(call)
    return known | {right_calls()[name].called().__qualname__ for name in CALLS if name in right_calls()}

"""Hostile and honest arguments: each is Python code, together with what an obviously right, slow reader finds in it.

`hostile_calls.py` evaluates the code with the names of this module, so that what it prints can be run again.
"""

import array
import concurrent.futures
import ctypes
import datetime
import io
import re
import tempfile
import unicodedata
from collections import OrderedDict, UserList, deque
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import numpy as np

import pokerbits as pb
from oracles import random_hands


class _Marker:
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


REFUSED = _Marker("REFUSED")
"""No reading: it must be refused."""
UNKNOWN = _Marker("UNKNOWN")
"""It may be accepted, and then mean anything."""


class Value(NamedTuple):
    """An argument."""

    code: str
    """Python that makes it."""
    means: Any
    """What the slow reader finds in it: an int, an array, a text, ..., or one of the two markers."""
    sure: bool = True
    """Whether it must be accepted when what it means is right; otherwise it may be refused, but never mean another."""


class Planted(Exception):
    """What a hostile object raises: it may come through."""


# -- What the code of values calls ------------------------------------------------------------------------------------


def strided(values: np.ndarray) -> np.ndarray:
    """The same numbers, every other place of an array in each direction."""
    wide = np.zeros([2 * n for n in values.shape], values.dtype)
    view = wide[(..., *(slice(None, None, 2) for _ in values.shape))]
    view[...] = values
    return view


def reversed_axes(values: np.ndarray) -> np.ndarray:
    """The same numbers with negative strides."""
    turned = (..., *(slice(None, None, -1) for _ in values.shape))
    return values[turned].copy()[turned]


def fortran(values: np.ndarray) -> np.ndarray:
    """The same numbers, the first axis fastest."""
    return np.array(values, order="F")


def unaligned(values: np.ndarray) -> np.ndarray:
    """The same numbers at an odd address."""
    memory = np.zeros(values.nbytes + 1, np.uint8)
    view = np.ndarray(values.shape, values.dtype, memory.data, offset=1)
    view[...] = values
    return view


def read_only(values: np.ndarray) -> np.ndarray:
    values.flags.writeable = False
    return values


def mapped(values: np.ndarray) -> np.ndarray:
    """The same numbers in a file mapped to memory."""
    if not values.nbytes:
        return values
    with tempfile.TemporaryFile() as file:
        mapping = np.memmap(file, values.dtype, "w+", shape=values.shape)
    mapping[...] = values
    return mapping


class Subclass(np.ndarray):
    """An array of a class of its own."""


class Index:
    """An integer of a class of its own."""

    def __init__(self, number: Any) -> None:
        self.number = number

    def __index__(self) -> Any:
        return self.number


class ArrayLike:
    """What NumPy makes an array of."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.values


class Liar(list):
    """A sequence whose length is not that of its iteration."""

    def __len__(self) -> int:
        return 3


class Text(str):
    """A text of a class of its own."""

    __slots__ = ()


class Ints(int):
    """An int that is another one for those who ask `__index__`."""

    def __index__(self) -> int:
        return 7


class Raises:
    """An object whose special methods of these names raise."""

    def __new__(cls, *names: str) -> "Raises":
        def fail(*_: Any, **__: Any) -> Any:
            raise Planted(names)

        return object.__new__(type("Raises", (cls,), dict.fromkeys(names, fail)))

    def __init__(self, *names: str) -> None:
        pass


class Grows:
    """A sequence that says another length each time, and changes while it is read."""

    def __init__(self) -> None:
        self.asked = 0

    def __len__(self) -> int:
        self.asked += 1
        return self.asked

    def __getitem__(self, at: Any) -> Any:
        if at >= 5:
            raise IndexError
        return at * 4 + self.asked % 2


def some_hands(seed: int, n: int, size: int) -> np.ndarray:
    """Random hands, too many to be written out."""
    return random_hands(np.random.default_rng(seed), n, size)


def itself(value: Any) -> list[Any]:
    """A list that holds itself."""
    held = [value]
    held.append(held)
    return held


def nested(value: Any, depth: int) -> Any:
    for _ in range(depth):
        value = [value]
    return value


# -- Slow readers -----------------------------------------------------------------------------------------------------

_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS\u2660-\u2667])", re.IGNORECASE | re.ASCII)
_SUITS = {"\u2663": 0, "\u2667": 0, "\u2666": 1, "\u2662": 1, "\u2665": 2, "\u2661": 2, "\u2660": 3, "\u2664": 3}


def read_text(text: str) -> np.ndarray | None:
    """The cards of a text, or nothing if there is something else in it."""
    found = []
    at = 0
    while at < len(text):
        if (text[at].isspace() and unicodedata.category(text[at]) != "Cc") or text[
            at
        ] in "\t\n\v\f\r\x85,|\ufe0e\ufe0f":
            at += 1
            continue
        card = _CARD.match(text, at)
        if card is None:
            return None
        rank, suit = card.groups()
        number = "23456789TJQKA".index(rank.upper().replace("10", "T"))
        found.append(4 * number + (_SUITS[suit] if suit in _SUITS else "CDHS".index(suit.upper())))
        at = card.end()
    return np.array(found, dtype=object)


# -- Values -----------------------------------------------------------------------------------------------------------

JUNK = [
    "None",
    "Ellipsis",
    "NotImplemented",
    "object()",
    "int",
    "np",
    "len",
    "lambda: 5",
    "b'AsKs'",
    "float('nan')",
    "float('inf')",
    "-1.0",
    "51.0",
    "1e300",
    "1j",
    "Decimal(5)",
    "Fraction(7, 1)",
    "datetime.date(2020, 1, 1)",
    "slice(3)",
    "np.float64('nan')",
    "np.float32(5)",
    "np.complex128(5)",
    "np.datetime64('2020')",
    "np.timedelta64(5, 's')",
    "np.str_('5')",
    "np.bytes_(b'5')",
    "np.void(b'12345')",
    "np.array(None)",
    "np.array(5.5)",
    "np.array([5.0, 6.0])",
    "np.array([np.nan, 1, 2, 3, 4])",
    "np.array([1, 2, 3, 4, np.inf])",
    "np.array([[1j] * 5])",
    "np.array(['x'] * 5)",
    "np.array([1, 2, 3, 4, 5], 'm8[s]')",
    "np.array([1, 2, 3, 4, 5], 'M8[D]')",
    "np.zeros(5, 'u1,u1')",
    "np.zeros((3, 5), [('a', 'i4'), ('b', 'O')])",
    "np.zeros(5, 'V3')",
    "np.zeros((2, 5), 'f2')",
    "np.zeros((2, 2), np.longdouble)",
    "np.array([None, 1, 2, 3, 4])",
    "np.array([object()] * 5)",
    "[None]",
    "['As', None]",
    "[1.0, 2.0, 3.0, 4.0, 5.0]",
    "[1, 2, 3, 4, 5.5]",
    "[[1, 2, 3, 4, 5], [1, 2]]",
    "[[], [1]]",
    "itself(5)",
    "nested(5, 70)",
    "nested(5, 3000)",
    "'xx'",
    "'As\\0Ks'",
    "'\\ud800'",
    "'\\U0001f0a1'",
    "''.join(map(chr, range(999)))",
    "Raises('__index__')",
    "Raises('__len__', '__getitem__')",
    "Raises('__array__')",
    "Raises('__iter__')",
    "Raises('__getattr__')",
    "Raises('__array_interface__')",
    "Raises('__getattribute__')",
    "Raises('__eq__', '__hash__', '__bool__', '__repr__')",
    "'x' * (1 << 20)",
    "'As' * (1 << 19) + '\\udcff'",
    "'\\udcff'",
    "['x' * (1 << 20)]",
    "Index('5')",
    "Index(None)",
    "ArrayLike(None)",
    "ArrayLike('As')",
    "ArrayLike([1, 2])",
    "ArrayLike(np.array([0.5]))",
    "[Index('x')] * 5",
    "[Raises('__index__')] * 5",
    "[[Raises('__len__', '__iter__')]]",
    "[Raises('__array__')]",
    "(x for x in [Raises('__index__')])",
    "np.ma.masked",
    "np.ma.array([1, 2, 3, 4, 5], mask=[0, 0, 1, 0, 0])",
    "np.ma.masked_all((2, 5), np.uint8)",
    "np.array([Raises('__index__')] * 5)",
    "type('T', (), {'__array_interface__': 5})()",
    "type('T', (), {'__array_struct__': 5})()",
]
"""What is no card, no number and no sequence of them."""

CURIOUS = [
    "ctypes.c_int(5)",
    "{}",
    "{0: 'As'}",
    "set()",
    "bytearray(b'5')",
    "memoryview(b'')",
    "io.BytesIO()",
    "deque()",
    "np.array('As')",
    "np.array([b'As', b'Ks'])",
    "'As' * 5000",
    "True",
    "False",
    "np.True_",
    "[True] * 5",
    "[True, False]",
    "np.ones(5, bool)",
    "np.zeros((0, 0), bool)",
    "Ints(3)",
    "Grows()",
    "[Grows()]",
    "Liar([1, 2, 3, 4, 5])",
    "[Liar([1, 2, 3, 4, 5])]",
    "Liar(['AsKs'])",
    "iter([1, 2, 3, 4, 5])",
    "{1, 2, 3, 4, 5}",
    "{'As', 'Ks'}",
    "OrderedDict.fromkeys([1, 2, 3, 4, 5])",
    "b'\\1\\2\\3\\4\\5'",
    "memoryview(np.zeros((2, 5), np.uint8))",
    "memoryview(b'12')",
    "np.broadcast_to(np.uint8(5), (10**15, 5))",
    "np.broadcast_to(np.arange(5), (10**15, 5))",
    "np.broadcast_to(np.int64(5), (1 << 59,))",
    "range(10**18)",
    "range(5)",
    "range(0, 10**19, 7)",
    "np.empty((10**9, 0, 5), np.uint8)",
    "np.empty((0, 10**9, 5), np.int64)",
    "np.empty((3, 0))",
    "np.zeros((1,) * 40 + (5,), np.uint8)",
    "pb.CardSet()",
    "pb.COMBOS",
    "pb.HAND_CLASSES",
    "pb.CardSet('AsKsQsJsTs')",
    "[pb.CardSet('AsKs'), 'AsKs']",
    "np.dtype('u1')",
    "pb.Category.FLUSH",
    "pb.HandIndexer((2,)).start()",
    "''",
    "[]",
    "()",
    "[[]]",
    "['']",
    "[[], []]",
    "np.empty(0)",
    "np.array([])",
    "np.array(5)",
    "'2c'",
    "'AsKs'",
    "['As', 5]",
    "[Text('As'), 'Ks']",
    "UserList([1, 2])",
    "2**31",
    "2**63",
    "-2**63",
    "2**64",
    "10**30",
    "10**5000",
    "{'flop'}",
    "[object()]",
    "-1",
    "0",
    "1",
    "5",
    "169",
    "1326",
    "7462",
    "[2**64, -1]",
    "[2**63, 2**63 - 1]",
    "[10**30] * 5",
    "np.uint64(2**64 - 1)",
    "np.array([2**64 - 1], np.uint64)",
    "np.array([10**30, 1], object)",
    "np.frombuffer(b'12345', np.uint8)",
    "np.recarray((5,), 'u1')",
    "np.rec.array([(1, 2)], dtype='u1,u1')",
    "np.matrix([[1, 2, 3, 4, 5]])",
    "array.array('B', [1, 2, 3, 4, 5])",
    "array.array('d', [1, 2])",
    "(ctypes.c_uint8 * 5)(1, 2, 3, 4, 5)",
    "io.StringIO('As')",
    "ArrayLike(np.arange(5))",
    "np.char.array(['As', 'Ks'])",
    "np.array(['As', 'Ks'])",
    "np.array(['AsKs'], object)",
    "np.array([1, 2, 3, 4, 5], object)",
    "np.nditer(np.arange(5))",
]
"""What may be accepted or not, and may mean something or not: the call ends, and ends well."""


def junk(rng: Random) -> Value:
    """Anything at all."""
    if rng.random() < 0.5:
        return Value(rng.choice(CURIOUS), UNKNOWN)
    code = rng.choice(JUNK)
    # `None` is a default of some functions.
    return Value(code, UNKNOWN if code == "None" else REFUSED)


INTEGER_TYPES = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", ">u2", ">i2", ">i4", ">u8", ">i8", "intp", "uintp"]
VIEWS = ["strided", "reversed_axes", "unaligned", "read_only", "mapped", "fortran"]


def _dressed(rng: Random, numbers: np.ndarray) -> Value:
    """Integers (an object array), in some dress."""
    literal = _literal(numbers)
    low, high = (int(numbers.min()), int(numbers.max())) if numbers.size else (0, 0)
    fitting = [t for t in INTEGER_TYPES if np.iinfo(t).min <= low and high <= np.iinfo(t).max]
    if numbers.ndim == 0 and rng.random() < 0.6:
        if rng.random() < 0.1:
            return Value(f"Index({literal})", numbers, sure=False)
        plain = ["{}", *(f"np.{np.dtype(t).name}({{}})" for t in fitting)]
        return Value(rng.choice(plain).format(literal), numbers)
    kind = rng.randrange(20)
    if fitting and kind < 11:
        dtype = rng.choice([*fitting, "u1"] if "u1" in fitting else fitting)
        code = f"np.array({literal}, {dtype!r}).reshape({numbers.shape})"
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            code = f"{rng.choice(VIEWS)}({code})"
        if kind == 0:
            return Value(f"{code}.view(Subclass)", numbers)
        if kind == 1:
            return Value(f"ArrayLike({code})", numbers, sure=False)
        if kind == 2:
            return Value(f"{code}.astype(object)", numbers, sure=False)
        if kind == 3:
            return Value(f"np.ma.array({code})", numbers, sure=False)
        return Value(code, numbers)
    if kind < 14 and numbers.size and max(-low, high) < 10**6:
        # What no reader takes for integers.
        dtype = rng.choice(["f2", "f4", "f8", ">f8", "g", "c8", "c16", "M8[s]", "m8[ns]"])
        return Value(f"np.array({literal}).astype({dtype!r}).reshape({numbers.shape})", REFUSED)
    if 0 in numbers.shape[:-1]:
        # A list does not tell its shape.
        return Value(f"np.zeros({numbers.shape}, {rng.choice(INTEGER_TYPES)!r})", numbers)
    if numbers.ndim == 0:
        return Value(literal, numbers)
    if kind == 14:
        return Value(f"tuple({literal})", numbers)
    if kind == 15:
        return Value(f"UserList({literal})", numbers, sure=False)
    if kind == 16:
        return Value(f"iter({literal})", numbers, sure=False)
    if kind == 17:
        return Value(f"deque({literal})", numbers, sure=False)
    if kind == 18 and fitting and numbers.ndim > 1:
        return Value(f"list(np.array({literal}, {rng.choice(fitting)!r}))", numbers, sure=False)
    return Value(literal, numbers)


def _literal(numbers: np.ndarray) -> str:
    return repr(numbers.tolist())


def number(rng: Random, low: int, high: int) -> Value:
    """One integer, mostly from `low` to `high`."""
    if rng.random() < 0.12:
        return Value(rng.choice(JUNK[1:]), REFUSED)
    if rng.random() < 0.03:
        return junk(rng)
    around = [low - 1, high + 1, low, high, -1, 255, 256, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30]
    found = rng.randint(low, high) if rng.random() < 0.75 else rng.choice(around)
    types = [t for t in ("u1", "i1", "u2", "i4", "u8", "i8") if np.iinfo(t).min <= found <= np.iinfo(t).max]
    dress = rng.choice(["{}", "{}", "Index({})", *(f"np.{np.dtype(t).name}({{}})" for t in types)])
    return Value(dress.format(found), found)


def integers(rng: Random, low: int, high: int) -> Value:
    """Integers of some shape, mostly from `low` to `high`; means an object array."""
    if rng.random() < 0.08:
        return junk(rng)
    shape = rng.choice([(), (1,), (3,), (0,), (2, 3), (5,), (2, 0), (1, 1, 2), (40,)])
    numbers = np.array([rng.randint(low, high) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)
    if numbers.size and rng.random() < 0.25:
        wrong = [low - 1, high + 1, -1, 2**31, 2**63, 2**64 - 1, 2**64, -(2**63), 10**30]
        numbers.flat[rng.randrange(numbers.size)] = rng.choice(wrong)
    return _dressed(rng, numbers)


def cards(rng: Random, *sizes: int, one: bool = False, many: int = 3000) -> Value:
    """Rows of cards, mostly different ones, of one of these sizes; `one` row only. Means an object array."""
    if rng.random() < 0.08:
        return junk(rng)
    size = rng.choice(sizes)
    shape: tuple[int, ...] = ()
    if not one or rng.random() < 0.05:
        shape = rng.choice([(), (), (), (1,), (2,), (3,), (5,), (2, 2), (0,), (1, 1, 2), (3, 0)])
        if many and rng.random() < 0.02:
            seed = rng.randrange(1 << 30)
            n = rng.randint(1, many)
            code = f"some_hands({seed}, {n}, {size})"
            return Value(f"{rng.choice(VIEWS)}({code})", some_hands(seed, n, size).astype(object))
    n = int(np.prod(shape))
    rows = np.array([rng.sample(range(52), size) for _ in range(n)], dtype=object).reshape(*shape, size)
    if rng.random() < 0.25:
        rows = _mutated(rng, rows)
    in_deck = all(0 <= int(card) < 52 for card in rows.flat)
    if in_deck and rows.size and rng.random() < 0.4:
        return _written(rng, rows)
    if rows.ndim > 1 and rows.shape[0] == 1 and in_deck and rng.random() < 0.3:
        # One row for many: no stride at all.
        times = rng.choice([1, 3, 700])
        means = np.broadcast_to(rows, (times, *rows.shape[1:]))
        return Value(f"np.broadcast_to(np.array({_literal(rows)}, 'u1'), {means.shape})", means)
    return _dressed(rng, rows)


def _mutated(rng: Random, rows: np.ndarray) -> np.ndarray:
    """Rows with something else in them."""
    kind = rng.randrange(4)
    if kind == 0 and rows.shape[-1]:
        return rows[..., : rng.randrange(rows.shape[-1])]
    if kind == 1:
        more = rng.randrange(1, 4)
        added = np.array([rng.randrange(52) for _ in range(int(np.prod(rows.shape[:-1])) * more)], dtype=object)
        return np.concatenate([rows, added.reshape(*rows.shape[:-1], more)], axis=-1)
    if rows.size:
        rows = rows.copy()
        duplicate = int(rows.flat[rng.randrange(rows.size)])
        wrong = [duplicate, 52, 255, 256, -1, 51 - 256, 127, 2**31, 2**63, 2**64, -(2**63), 10**30, rng.randrange(52)]
        rows.flat[rng.randrange(rows.size)] = rng.choice(wrong)
    return rows


_SYMBOLS = ["c\u2663\u2667C", "d\u2666\u2662D", "h\u2665\u2661H", "s\u2660\u2664S"]


def _name(rng: Random, card: int) -> str:
    rank, suit = divmod(card, 4)
    text = "23456789TJQKA"[rank]
    if text == "T" and rng.random() < 0.3:
        text = "10"
    return rng.choice([text, text, text.lower()]) + (rng.choice(_SYMBOLS[suit]) if rng.random() < 0.3 else "cdhs"[suit])


def text(rng: Random, row: list[int]) -> str:
    """Cards as some people write them."""
    between = rng.choice(["", "", " ", ",", ", ", "|", "\t", "\u3000", "\ufe0f"])
    return between.join(_name(rng, card) for card in row)


def mutated_text(rng: Random, whole: str) -> str:
    """A text with something else in it, or a part of it gone."""
    at = rng.randrange(len(whole) + 1)
    foreign = ["x", "1", "0", "\0", "-", "\u0661", "\uff21", "\u017f", "\u212a", "\u00a0", "s", "A", "\n", "\U0001f0a1"]
    return whole[:at] + rng.choice(["", *foreign]) + whole[at + rng.randrange(2) :]


def _written(rng: Random, rows: np.ndarray) -> Value:
    """Cards as text, or as sets."""
    if rows.ndim == 1:
        row = rows.tolist()
        kind = rng.randrange(8)
        if kind < 3:
            whole = text(rng, row)
            if rng.random() < 0.25:
                whole = mutated_text(rng, whole)
                found = read_text(whole)
                return Value(repr(whole), REFUSED if found is None else found)
            return Value(rng.choice(["{!r}", "{!r}", "Text({!r})"]).format(whole), rows)
        if kind == 3 and len(set(row)) == len(row):
            return Value(f"pb.CardSet({row})", np.array(sorted(row), dtype=object))
        names = repr([_name(rng, card) for card in row])
        if kind == 4:
            return Value(f"np.array({names})", rows, sure=False)
        return Value(rng.choice(["{}", "tuple({})", "UserList({})"]).format(names), rows, sure=kind != 5)
    if rows.ndim == 2 and rows.shape[1] > 1:
        kind = rng.randrange(6)
        texts = [text(rng, row) for row in rows.tolist()]
        if kind == 0:
            return Value(f"np.array({texts!r})", rows, sure=False)
        if kind == 1:
            return Value(f"np.array({texts!r}, object)", rows, sure=False)
        if kind == 2:
            return Value(repr([[_name(rng, card) for card in row] for row in rows.tolist()]), rows)
        if kind == 3 and all(len(set(row)) == len(row) for row in rows.tolist()):
            ascending = np.sort(rows.astype(np.int64), axis=1).astype(object)
            return Value(f"[{', '.join(f'pb.CardSet({row})' for row in rows.tolist())}]", ascending)
        return Value(repr(texts), rows)
    return _dressed(rng, rows)


def choice(rng: Random, *right: str) -> Value:
    """One of some words."""
    if rng.random() < 0.15:
        near = [repr(right[0].upper()), f"b{right[0]!r}", f"[{right[0]!r}]", f"{{{right[0]!r}}}"]
        wrong = rng.choice(["''", "'no'", "'\\udcff'", "'x' * (1 << 20)", "None", "5", "object()", *near])
        return Value(wrong, REFUSED)
    found = rng.choice(right)
    return Value(rng.choice(["{!r}", "{!r}", "Text({!r})", "np.str_({!r})"]).format(found), found)


def executors(rng: Random) -> Value:
    """What is no executor, and `None`."""
    wrong = ["5", "0", "object()", "'processes'", "dict", "concurrent.futures.ThreadPoolExecutor", "{}", "len"]
    return Value("None", None) if rng.random() < 0.3 else Value(rng.choice(wrong), REFUSED)


def dtypes(rng: Random, *right: str) -> Value:
    """One of some dtypes, or what is none."""
    wrong = ["'\\udcff'", "'x' * (1 << 20)", "'('", "'f8,\\udcff'", "'>f8'", "'O'", "'f2'", "5", "object()", "int"]
    return Value(rng.choice([*map(repr, right), *wrong]), UNKNOWN)


def threads(rng: Random) -> Value:
    """How many threads."""
    if rng.random() < 0.6:
        return Value(str(rng.randint(1, 3)), 1)
    if rng.random() < 0.2:
        return Value("None", 1)
    found = number(rng, 1, 4)
    if found.means in (REFUSED, UNKNOWN):
        # `None` is the default, and so no junk here.
        return Value("None", 1) if found.code == "None" else found
    return found if 1 <= found.means <= 4 else Value(found.code, REFUSED if not 1 <= found.means <= 1024 else UNKNOWN)


def output(rng: Random, expected: np.ndarray) -> Value:
    """An array for a result; means whether it fits."""
    shape, dtype = expected.shape, expected.dtype
    empty = f"np.zeros({shape}, {dtype.str!r})"
    if rng.random() < 0.6:
        for _ in range(rng.choice([0, 1, 1, 2])):
            empty = f"{rng.choice([view for view in VIEWS if view != 'read_only'])}({empty})"
        return Value(rng.choice(["{}", "{}", "{}.view(Subclass)"]).format(empty), "fits")
    others = ["u1", "i2", "u4", "f4", "f8", "u8", "O", "?", "U3"]
    wrong = [
        f"read_only({empty})",
        f"np.zeros({(*shape, 1)}, {dtype.str!r})",
        f"np.zeros({(*shape, 0)}, {dtype.str!r})",
        f"np.broadcast_to(np.zeros((), {dtype.str!r}), {shape})",
        f"np.zeros({shape}, {rng.choice([t for t in others if np.dtype(t) != dtype])!r})",
        f"np.zeros({shape}, {dtype.str!r}).tolist()",
        "'out.npy'", "[]", "5", "object()", "bytearray(100)", "Raises('__array__')", "Raises('__getattr__')",
    ]  # fmt: skip
    if dtype.itemsize > 1:
        wrong.append(f"np.zeros({shape}, {dtype.newbyteorder().str!r})")
    return Value(rng.choice(wrong), REFUSED)


# Whatever a value's code may name.
_ = (array, concurrent, ctypes, datetime, io, deque, OrderedDict, Decimal, Fraction, UserList, pb)

"""Values that are neither cards nor numbers, or may be taken for some."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from values import REFUSED, UNKNOWN, Value, unjudged, unknown, wrong


@st.composite
def foreign_arrays(draw: Any) -> Value:
    """Arrays of floats, complex numbers, dates and texts."""
    kinds = hnp.floating_dtypes() | hnp.complex_number_dtypes() | hnp.datetime64_dtypes() | hnp.unicode_string_dtypes()
    numbers = draw(hnp.arrays(kinds, hnp.array_shapes(min_dims=0, max_side=5, min_side=0), fill=None))
    code = f"np.frombuffer({numbers.tobytes()!r}, {numbers.dtype.str!r}).reshape({numbers.shape})"
    if not numbers.size:
        return Value(f"np.zeros({numbers.shape}, {numbers.dtype.str!r})", UNKNOWN)
    return Value(code, UNKNOWN if numbers.dtype.kind == "U" else REFUSED)


FOREIGN = st.one_of(
    st.one_of(
        st.floats(),
        st.complex_numbers(allow_nan=False, allow_infinity=False),
        st.decimals(allow_nan=False),
        st.fractions(),
        st.dates(),
    ).map(lambda found: Value(repr(found), REFUSED)),
    foreign_arrays(),
    wrong(
        """Ellipsis | object() | int | np | len | lambda: 5 | slice(3) | b'AsKs' | np.float32(5) | np.complex128(5)
        | np.timedelta64(5, 's') | np.str_('5') | np.bytes_(b'5') | np.void(b'12345') | np.array(None) | 'xx'
        | ['As', None] | [1, 2, 3, 4, 5.5] | [[1, 2, 3, 4, 5], [1, 2]] | [[], [1]] | np.array([None, 1, 2, 3, 4])
        | np.zeros(5, 'u1,u1') | np.zeros((3, 5), [('a', 'i4'), ('b', 'O')]) | np.zeros(5, 'V3') | np.ma.masked
        | np.array([object()] * 5) | np.ma.array([1, 2, 3, 4, 5], mask=[0, 0, 1, 0, 0]) | nested(5, 70)
        | np.ma.masked_all((2, 5), np.uint8) | np.zeros((2, 2), np.longdouble) | itself(5) | nested(5, 3000)
        | 'As\\0Ks' | '\\ud800' | '\\U0001f0a1' | ''.join(map(chr, range(999))) | 'As' * (1 << 19) + '\\udcff'
        | 'x' * (1 << 20) | ['x' * (1 << 20)] | Index('5') | Index(None) | [Index('x')] * 5 | Raises('__index__')
        | Raises('__len__', '__getitem__') | Raises('__array__') | Raises('__iter__') | Raises('__getattr__')
        | Raises('__array_interface__') | Raises('__getattribute__') | [Raises('__array__')]
        | Raises('__eq__', '__hash__', '__bool__', '__repr__') | [Raises('__index__')] * 5
        | [[Raises('__len__', '__iter__')]] | (x for x in [Raises('__index__')]) | np.array([Raises('__index__')] * 5)
        | ArrayLike(None) | ArrayLike('As') | ArrayLike([1, 2]) | ArrayLike(np.array([0.5]))
        | type('T', (), {'__array_interface__': 5})() | type('T', (), {'__array_struct__': 5})()"""
    ),
)
"""No card, no number and no sequence of them."""

CURIOUS = st.one_of(
    st.one_of(
        st.none(), st.booleans(), st.binary(), st.text(), st.integers(), st.lists(st.integers(-1, 60), max_size=9)
    ).map(lambda found: Value(repr(found), UNKNOWN)),
    unknown(
        """2**63 | 10**5000 | {} | {0: 'As'} | set() | () | [[]] | [''] | [[], []] | {1, 2, 3, 4, 5} | {'As', 'Ks'}
        | {'flop'} | [object()] | bytearray(b'5') | memoryview(b'') | memoryview(b'12') | io.BytesIO() | deque()
        | io.StringIO('As') | ctypes.c_int(5) | (ctypes.c_uint8 * 5)(1, 2, 3, 4, 5) | array.array('B', [1, 2, 3])
        | array.array('d', [1, 2]) | OrderedDict.fromkeys([1, 2, 3, 4, 5]) | UserList([1, 2]) | iter([1, 2, 3, 4, 5])
        | [None] | Ints(3) | Grows() | [Grows()] | Liar([1, 2, 3, 4, 5]) | [Liar([1, 2, 3, 4, 5])] | Liar(['AsKs'])
        | range(5) | range(10**18) | range(0, 10**19, 7) | [10**30] * 5 | [2**64, -1] | ['As', 5] | [Text('As'), 'Ks']
        | 'As' * 5000 | np.array('As') | np.array([b'As', b'Ks']) | np.char.array(['As', 'Ks']) | np.array(['As', 'Ks'])
        | np.array(['AsKs'], object) | np.array([1, 2, 3, 4, 5], object) | np.array([10**30, 1], object)
        | np.True_ | np.ones(5, bool) | np.zeros((0, 0), bool) | np.empty(0) | np.empty((3, 0)) | np.uint64(2**64 - 1)
        | np.array([2**64 - 1], np.uint64) | np.zeros((1,) * 40 + (5,), np.uint8) | np.frombuffer(b'12345', np.uint8)
        | np.broadcast_to(np.uint8(5), (10**15, 5)) | np.broadcast_to(np.arange(5), (10**15, 5))
        | np.broadcast_to(np.int64(5), (1 << 59,)) | np.empty((10**9, 0, 5), np.uint8)
        | np.empty((0, 10**9, 5), np.int64) | memoryview(np.zeros((2, 5), np.uint8)) | np.recarray((5,), 'u1')
        | np.rec.array([(1, 2)], dtype='u1,u1') | np.matrix([[1, 2, 3, 4, 5]]) | np.nditer(np.arange(5))
        | np.dtype('u1') | ArrayLike(np.arange(5)) | pb.CardSet() | pb.CardSet('AsKsQsJsTs')
        | [pb.CardSet('AsKs'), 'AsKs'] | pb.COMBOS | pb.HAND_CLASSES | pb.Category.FLUSH
        | pb.HandIndexer((2,)).start()"""
    ),
)
"""Values that a call may accept or not."""

JUNK = FOREIGN | CURIOUS
"""Anything at all."""
ANY_CODE = unjudged(JUNK)

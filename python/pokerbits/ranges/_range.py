"""Ranges of hands: a weight for each of the 1,326 combos, parsed from text and printed."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import inf
from numbers import Real
from typing import Any, ClassVar, Literal, Self, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._forks import NoFork
from pokerbits._immutable import Immutable
from pokerbits._input.arrays import as_array, is_array
from pokerbits._input.choices import check_name
from pokerbits._input.exact_weights import exact_weights, shares_of, total_of
from pokerbits._input.missing import is_missing
from pokerbits._input.numbers import with_a_dtype
from pokerbits._input.shown import shown
from pokerbits._input.types import CardsLike, SupportsArray
from pokerbits._output.drawn import Drawn
from pokerbits._output.hand_grid import grid_html, grid_text, hand_grid
from pokerbits.cards import CARD_NAMES, COMBOS, HAND_CLASSES, combo_class, combo_id
from pokerbits.exceptions import CardCountError, DialectWarning, InvalidCardError, InvalidRangeError
from pokerbits.ranges._decimals import decimal_text, percent_text

Dialect: TypeAlias = Literal["both", "kicker"]
"""A meaning of `+` and `-` behind a connected hand such as T9s: both cards move, or the kicker alone."""


class Range(Drawn, Immutable):
    """An immutable range of hands: a weight from 0 to 1 for each of the 1,326 combos.

    Parameters
    ----------
    hands
        One of these:

        - text: hands, separated by commas, semicolons or blanks: `"QQ+, AKs, A5s-A2s, 0.5:KQo, AhKh, 15%"`. A
          percentage must be a separate item between commas. The empty text is the range without hands. The grammar is
          at https://pokerbits.github.io/pokerbits/latest/reference/range_text/.
        - a sequence of texts or of `Range`: `["AA", "KQs"]`; with weights, pairs: `[("AA", 1), ("KQs", 0.5)]`.
        - a dict of texts and weights: `{"AA": 1, "KQs": 0.5}`.
        - a `Range`, which is copied.

        The weight of an item multiplies the weights in its text.
    dialect
        Meaning of `+` and `-` for hands of neighbouring ranks. With `"both"` both cards move up: T9s+ is T9s, JTs, QJs,
        KQs and AKs. With `"kicker"`, as in eval7 and PokerKit, only the kicker moves, as for all other hands: T9s+ is
        T9s alone. By default `"both"`, with a `DialectWarning` if the text means different ranges.
    on_conflict
        Choice if the text gives a combo two different weights: raise (`"error"`), or use the `"first"`, the `"last"` or
        the largest weight (`"max"`).

    Raises
    ------
    InvalidRangeError
        If a text cannot be read as a range, or a weight is not a number from 0 to 1. The message marks the token with a
        caret and suggests what to write instead; `position` is the index of its first character.

    Notes
    -----
    `a | b` has the larger weight of each combo and `a & b` the smaller one. `a - b` subtracts the weights of `b`, with
    0 as the minimum, and `~a` is all hands minus `a`. `a * 0.5` halves the weights; a factor that makes a weight larger
    than 1 raises `InvalidRangeError`. Weights are computed as decimals:
    `~Range("0.9:AA")` gives AA the weight 0.1.

    `len` counts the combos with a weight above 0, and iteration yields them as text in the order of `COMBOS`. `in`
    tests whether all combos of a hand or a range have a weight above 0. `str` is the 13 x 13 matrix, which notebooks
    show in colours.

    Examples
    --------
    >>> import pokerbits as pb
    >>> opening = pb.Range("QQ+, AKs, A5s-A2s, 0.5:KQo")
    >>> len(opening), opening.total, f"{opening.share:.2%}"
    (50, 44.0, '3.32%')
    >>> opening - pb.Range("AA, KQo")
    Range('KK-QQ, AKs, A5s-A2s')
    >>> "AsKs" in opening, "AKs" in opening, list(pb.Range("AKs"))
    (True, True, ['AcKc', 'AdKd', 'AhKh', 'AsKs'])
    >>> pb.Range({"AA": 1, "KQs": 0.5}) * 0.5
    Range('0.5:AA, 0.25:KQs')
    >>> pb.Range("QQ+, AKss")
    Traceback (most recent call last):
    pokerbits.exceptions.InvalidRangeError: cannot read "AKss" at position 5: AxKx is suited; did you mean AKs?
      QQ+, AKss
           ^^^^
    """

    _drawn_by: ClassVar[str] = "range_matrix"
    __slots__ = ("_text", "_weights")
    __array_ufunc__ = None
    """With `None`, NumPy leaves `array * range` to the range, which raises."""
    _weights: NDArray[np.float64]
    _text: str

    def __init__(
        self,
        hands: RangeItems = "",
        *,
        dialect: Dialect | None = None,
        on_conflict: Literal["error", "first", "last", "max"] = "error",
    ) -> None:
        check_dialect(dialect)
        check_name("on_conflict", on_conflict, ("error", "first", "last", "max"))
        text = _text_of(hands)
        try:
            weights, differs = _native.parse_range(text, dialect, on_conflict)
        except UnicodeEncodeError as error:
            # Text that cannot be encoded as UTF-8 cannot be passed to the native code.
            message = f"cannot read a range at position {error.start} of {shown(text)}"
            raise InvalidRangeError(message, position=error.start) from None
        if differs:
            _warn(text, on_conflict)
        weights.flags.writeable = False
        object.__setattr__(self, "_weights", weights)

    @classmethod
    def from_weights(cls, weights: NDArray[Any] | SupportsArray | list[float]) -> Self:
        """Return the range of these weights.

        Parameters
        ----------
        weights
            Weights from 0 to 1, one for each combo, shape (1326,), in the order of `COMBOS`; of any integer or float
            dtype, or booleans.

        Returns
        -------
        Range

        Raises
        ------
        InvalidRangeError
            If there are not 1,326 weights, or one is negative, above 1, infinite, NaN or masked; the message names the
            combo.
        InvalidArgumentError
            If a weight is too large for a float.
        TypeError
            If the weights are not numbers.

        Examples
        --------
        >>> import pokerbits as pb
        >>> beats_two_queens = pb.evaluate_combos("Ah7d2cKs9h") > pb.evaluate("QcQd Ah7d2cKs9h")
        >>> held = pb.Range("JJ-77, KJs")
        >>> pb.Range.from_weights(beats_two_queens) & held
        Range('KhJh, KdJd, KcJc, 9s9d, 9s9c, 9d9c, 7s7h, 7s7c, 7h7c')
        """
        array = with_a_dtype(as_array(weights, "weights"), "weights")
        if array.dtype.kind not in "fiub":
            raise TypeError(f"weights: expected numbers, found dtype {array.dtype}")
        if isinstance(weights, np.ma.MaskedArray) and np.ma.getmaskarray(weights).any():
            raise InvalidRangeError("weights: a value is masked")
        if array.ndim != 1:
            raise InvalidRangeError(f"expected {len(COMBOS)} weights, one for each combo, found shape {array.shape}")
        return cls._of(_native.check_range(np.require(array, np.float64, ["C", "A"])))

    @classmethod
    def top(cls, share: float) -> Self:
        """Return the best share of all combos, ranked by equity against a random hand, as the text `"15%"` does.

        Parameters
        ----------
        share
            Share of all combos, 0 to 1.

        Returns
        -------
        Range

        Raises
        ------
        InvalidRangeError
            If the share is not a number from 0 to 1.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.Range.top(0.05)
            Range('77+, AJs+, AKo')
        >>> pb.Range.top(0.15) == pb.Range("15%")
        True
        """
        return cls(percent_text(share))

    @classmethod
    def _of(cls, weights: NDArray[np.float64]) -> Self:
        """Return the range of a validated array, which it takes over."""
        new = cls.__new__(cls)
        weights.flags.writeable = False
        object.__setattr__(new, "_weights", weights)
        return new

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weight of each combo, float64 (1326,), read-only, in the order of `COMBOS`.

        PyTorch and JAX take a copy: `torch.from_dlpack(hands.weights.copy())`.
        """
        return self._weights

    @property
    def text(self) -> str:
        """Short text that parses to the same range in either dialect: pairs, suited, offsuit, then combos."""
        # Cached: every equity result uses the text of its ranges.
        try:
            return self._text
        except AttributeError:
            object.__setattr__(self, "_text", _native.range_text(self._weights, "canonical"))
            return self._text

    @property
    def total(self) -> float:
        """The sum of the weights, as decimals: a combo of weight 0.5 counts one half."""
        numbers, unit = exact_weights(self._weights)
        return total_of(numbers) / unit

    @property
    def share(self) -> float:
        """The share of all 1,326 combos in the range: `total / 1326`."""
        return self.total / len(COMBOS)

    def items(self) -> Iterator[tuple[str, float]]:
        """Yield each combo with a weight above 0, and its weight.

        `Range` takes them back, also as a dict.

        Yields
        ------
        tuple[str, float]
            A combo as text, and its weight, in the order of `COMBOS`.

        Examples
        --------
        >>> import pokerbits as pb
        >>> dict(pb.Range("0.5:AhKh, AsKs").items())
        {'AhKh': 0.5, 'AsKs': 1.0}
        """
        yield from zip(self, self._weights[self._weights > 0].tolist(), strict=True)

    def to_pio(self) -> str:
        """Return the range in the syntax of PioSOLVER.

        Returns
        -------
        str
            Single hand classes and combos, each followed by its weight.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.Range("KK+, 0.5:AKs").to_pio()
        'AA,KK,AKs:0.5'
        """
        return _native.range_text(self._weights, "pio")

    def to_gtoplus(self) -> str:
        """Return the range in the syntax of GTO+.

        Returns
        -------
        str
            Single hand classes and combos, grouped by weight in brackets.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.Range("KK+, 0.5:AKs").to_gtoplus()
        'AA,KK,[50.0]AKs[/50.0]'
        """
        return _native.range_text(self._weights, "gtoplus")

    def matrix(self) -> NDArray[np.float64]:
        """Return the mean weight of the combos of every starting hand.

        Returns
        -------
        float64 (13, 13)
            Aces come first; suited hands stand above the diagonal, unsuited ones below it.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.Range("AA, 0.5:AKs, AhKd").matrix()[:2, :2].round(3)
        array([[1.   , 0.5  ],
               [0.083, 0.   ]])
        """
        return hand_grid(class_means(self))

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.text,)

    def __len__(self) -> int:
        return int(np.count_nonzero(self._weights))

    def __iter__(self) -> Iterator[str]:
        for low, high in COMBOS[self._weights > 0].tolist():
            yield CARD_NAMES[high] + CARD_NAMES[low]

    def __contains__(self, hands: CardsLike | Range) -> bool:
        if not isinstance(hands, Range):
            try:
                return bool(self._weights[combo_id(hands)] > 0)
            except (InvalidCardError, CardCountError) as error:
                hands = _range_or(hands, error)
        return bool((self._weights[hands.weights > 0] > 0).all())

    def __mul__(self, factor: float) -> Self:
        if isinstance(factor, Range | str) or not isinstance(factor, Real | np.number):
            return NotImplemented
        with NoFork():
            from decimal import Decimal

        by = Decimal(decimal_text(factor, "factor", most=inf))
        different, places = np.unique(self._weights, return_inverse=True)
        # Multiplied as decimals: 0.7 * 0.1 is 0.07.
        products = np.array([float(Decimal(repr(weight)) * by) for weight in different.tolist()])
        if products[-1] > 1:
            # `unique` sorts: the last weight is the largest.
            message = f"factor = {shown(factor)}: a weight of {different[-1]:g} would be {products[-1]:g}, above 1"
            raise InvalidRangeError(message)
        return self._of(products[places.reshape(-1)])

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return np.array_equal(self._weights, other._weights) if isinstance(other, Range) else NotImplemented

    def __hash__(self) -> int:
        return hash((Range, self._weights.tobytes()))

    def __or__(self, other: Range) -> Self:
        return self._of(np.maximum(self._weights, other._weights)) if isinstance(other, Range) else NotImplemented

    def __and__(self, other: Range) -> Self:
        return self._of(np.minimum(self._weights, other._weights)) if isinstance(other, Range) else NotImplemented

    def __sub__(self, other: Range) -> Self:
        if not isinstance(other, Range):
            return NotImplemented
        return self._of(_native.range_difference(self._weights, other._weights))

    def __invert__(self) -> Self:
        return self._of(_native.range_difference(np.ones(len(COMBOS)), self._weights))

    def __repr__(self) -> str:
        return f"Range({self.text!r})"

    def __str__(self) -> str:
        """Return the 13 x 13 matrix: the name of each hand in the range, or a percentage if it is partly in it."""
        return grid_text(self.matrix())

    def _repr_html_(self) -> str:
        """Return the 13 x 13 matrix for notebooks, for light and dark pages; the shade of a cell shows its weight."""
        return grid_html(self.matrix(), size_text(self))


RangeItems: TypeAlias = (
    str | Range | Mapping[str, float] | Iterable[str] | Iterable[Range] | Iterable[tuple[str | Range, float]]
)
"""Input of `Range`: text, a `Range`, a dict of texts and weights, or an iterable of texts, ranges or pairs."""

RangeLike: TypeAlias = str | Range | SupportsArray
"""A range as text, as a `Range`, or as the weights of all 1,326 combos in an array."""


def _range_or(text: object, error: InvalidCardError | CardCountError) -> Range:
    """Return the range of a text that is not a hand, or raise that it cannot be read."""
    if not isinstance(text, str):
        raise error
    try:
        return Range(text)
    except InvalidRangeError:
        if isinstance(error, CardCountError):
            raise error from None
        raise


def _text_of(hands: Any) -> str:
    """Return one text for the input of `Range`."""
    if isinstance(hands, str):
        return hands
    if isinstance(hands, Range):
        return hands.text
    if isinstance(hands, Mapping):
        hands = hands.items()
    elif is_array(hands) or not isinstance(hands, Iterable):
        is_share = isinstance(hands, Real) and not isinstance(hands, bool)
        raise _no_text(hands, "the text of a range", OF_A_SHARE if is_share else OF_WEIGHTS)
    return ", ".join(_item(item) for item in hands)


def _item(item: Any) -> str:
    """Return the text of an item: a text, a range, or a pair of one of these and a weight."""
    if isinstance(item, str | Range):
        return _text_of(item)
    if isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str | Range):
        weight, text = decimal_text(item[1], "weight"), _text_of(item[0])
        return f"{weight}({text})" if text.strip() else ""
    raise _no_text(item, "texts, or pairs of a text and a weight", OF_WEIGHTS)


OF_A_SHARE = 'a share of all hands is a text, such as "15%"'
OF_WEIGHTS = "weights are for Range.from_weights"


def _no_text(given: Any, expected: str, hint: str) -> TypeError:
    """Return the error of something that is not the text of a range."""
    if is_missing(given):
        return TypeError(f"expected {expected}, found {given}: a value is missing")
    found = shown(given) if isinstance(given, Real) else type(given).__name__
    return TypeError(f"expected {expected}, found {found}; {hint}")


def check_dialect(dialect: Dialect | None) -> None:
    """Raise if there is no such dialect."""
    if dialect is not None:
        check_name("dialect", dialect, get_args(Dialect))


def _warn(text: str, on_conflict: str) -> None:
    """Warn the caller of this package that a text means different ranges in the two dialects."""
    sizes = []
    for dialect in get_args(Dialect):
        try:
            sizes.append(f"{np.count_nonzero(_native.parse_range(text, dialect, on_conflict)[0])}")
        except InvalidRangeError:
            sizes.append("an error")
    message = (
        f"{shown(text)}: + and - move both cards of connected hands, and only the kicker in eval7 and PokerKit: "
        f'{sizes[0]} combos or {sizes[1]}. Choose a dialect, "both" or "kicker"'
    )
    frame, level = inspect.currentframe(), 1
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "pokerbits":
        frame, level = frame.f_back, level + 1
    warnings.warn(message, DialectWarning, stacklevel=level)


def as_range(
    hands: RangeLike, what: str = "range", *, dialect: Dialect | None = None, player: int | None = None
) -> Range:
    """Return a caller's argument as a range; errors start with its name and have `player` if it belongs to one."""
    check_dialect(dialect)
    if isinstance(hands, Range):
        return hands
    try:
        return Range(hands, dialect=dialect) if isinstance(hands, str) else Range.from_weights(hands)
    except InvalidRangeError as error:
        raise InvalidRangeError(f"{what}: {error}", player=player, position=error.position) from None


def class_means(hands: Range) -> NDArray[np.float64]:
    """Return the mean weight of the combos of every hand class, (169,)."""
    order, starts = _by_class()
    numbers, unit = exact_weights(hands.weights[order])
    return shares_of(np.add.reduceat(numbers, starts), np.diff(starts, append=len(order)).astype(object) * unit)


def size_text(hands: Range) -> str:
    """Return the number of combos of a range, their total weight if not all weights are 1, and their share of all."""
    # Up to four decimal places.
    total = f"{hands.total:,.4f}".rstrip("0").rstrip(".")
    weight = "" if hands.total == len(hands) else f" of weight {total}"
    return f"{len(hands):,} combos{weight}, {hands.share:.4%} of all hands"


@cache
def _by_class() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the combos sorted by class, and the first position of each class."""
    classes = combo_class(np.arange(len(COMBOS)))
    order = np.argsort(classes, kind="stable")
    return order, np.searchsorted(classes[order], np.arange(len(HAND_CLASSES)))

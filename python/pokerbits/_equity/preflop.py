"""All starting hands against all, before the flop."""

from __future__ import annotations

from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.shown import shown
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError

__all__ = ["preflop_matrix"]


@overload
def preflop_matrix(kind: Literal["classes"] = "classes") -> NDArray[np.float64]: ...
@overload
def preflop_matrix(kind: Literal["combos"]) -> NDArray[np.uint32]: ...
def preflop_matrix(kind: Literal["classes", "combos"] = "classes") -> NDArray[Any]:
    """Return how all starting hands do against all, all in before the flop with two players, exactly.

    Parameters
    ----------
    kind
        `"classes"` for the equities of the 169 hand classes, `"combos"` for the wins and ties of the 1,326 combos.

    Returns
    -------
    float64 (169, 169)
        Of `"classes"`: element (i, j) is the equity of `HAND_CLASSES[i]` against `HAND_CLASSES[j]`, over all of their
        combos that share no card, each as likely, and all boards. Each is rounded once.
    uint32 (1326, 1326, 2)
        Of `"combos"`: element (i, j) has the wins of `COMBOS[i]` against `COMBOS[j]`, and the ties, on the 1,712,304
        boards of the other 48 cards. Both are 0 where the two share a card.

    Raises
    ------
    InvalidArgumentError
        If `kind` is another.

    Notes
    -----
    The equity of combo i against combo j is (wins + ties / 2) / 1,712,304, that of a class against another the mean of
    those of its combos. Element (j, i) is the mirror image of (i, j): equities add up to 1, and wins, wins of the other
    and ties to all boards.

    The numbers come from a table of the 47,008 matchups that two hands make up to suits. A call takes
    milliseconds; the combos take 14 MB.

    Examples
    --------
    >>> import pokerbits as pb
    >>> matrix = pb.preflop_matrix()
    >>> aces, kings = pb.HAND_CLASSES.index("AA"), pb.HAND_CLASSES.index("KK")
    >>> matrix[aces, kings].round(6)
    np.float64(0.819461)
    >>> counts = pb.preflop_matrix("combos")
    >>> counts[pb.cards.combo_id("AhAd"), pb.cards.combo_id("KsKh")]
    array([1399204,    7923], dtype=uint32)
    """
    match kind:
        case "classes":
            return _native.preflop_class_equities().reshape(len(HAND_CLASSES), len(HAND_CLASSES))
        case "combos":
            counts = np.empty((_native.COMBO_COUNT, _native.COMBO_COUNT, 2), dtype=np.uint32)
            _native.preflop_combo_counts(counts.reshape(-1))
            return counts
    message = f"kind: expected 'classes' or 'combos', found {shown(kind)}"
    raise InvalidArgumentError(message)

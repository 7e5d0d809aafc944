"""The method `plot` of everything that one function of `pokerbits.plot` draws."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from pokerbits._forks import NoFork

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Drawn:
    """Base class of what one function of `pokerbits.plot` draws."""

    __slots__ = ()
    _drawn_by: ClassVar[str]
    """The name of the function."""

    def plot(self, *, ax: Axes | None = None, title: str = "") -> Axes:
        """Draw this with the function of `pokerbits.plot` that takes it. Needs the extra `plot`.

        `equity_bars` draws the equity of players, `equity_graph` distributions of equity, `board_report` reports on
        boards, `range_matrix` a range, `abstraction_buckets` the report on an abstraction, and `abstraction_score` a
        score.

        Parameters
        ----------
        ax
            Axes to draw on; by default those of a new pyplot figure.
        title
            Title; by default that of the function.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        InvalidArgumentError
            If `ax` is not Axes of matplotlib, or the title is not text.
        """
        with NoFork():
            draw: Callable[..., Axes] = getattr(import_module("pokerbits.plot"), self._drawn_by)
        return draw(self, ax=ax, title=title)

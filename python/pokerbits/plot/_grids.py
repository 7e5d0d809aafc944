"""Plots of grids with a name and a value in each cell: the 13 x 13 starting hands and the 4 x 13 cards."""

from collections.abc import Callable, Mapping, Sequence
from math import floor, log10
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._forks import NoFork
from pokerbits._input.card_set import RANKS, SUITS
from pokerbits._input.numbers import real, real_numbers
from pokerbits._input.shown import shown
from pokerbits._output.colours import ink_on
from pokerbits._output.hand_grid import hand_grid
from pokerbits._output.tables import shortened
from pokerbits.cards import COMBOS, HAND_CLASSES, combo_class, format_cards
from pokerbits.exceptions import InvalidArgumentError, InvalidRangeError
from pokerbits.plot._page import COLOURS, EMPTY, axes_for, check_colour, check_colour_map, check_result
from pokerbits.ranges._range import Dialect, RangeLike, as_range, class_means
from pokerbits.reports._board_report import BoardReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage
    from matplotlib.ticker import Formatter

Colours: TypeAlias = "tuple[str, float | None, float | None]"
"""A colour map and its ends; `None` stands for the smallest or largest value."""


def hand_matrix(
    values: ArrayLike,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    label: str = "",
    percent: bool | None = None,
    cmap: str = "viridis",
    vmin: float | None = None,
    vmax: float | None = None,
    text: Callable[[float], str] | None = None,
    colorbar: bool = True,
) -> "Axes":
    """Draw values of the 169 starting hands as a 13 x 13 matrix, with suited hands above the diagonal.

    Parameters
    ----------
    values
        Values, shape (169,), with element i for `HAND_CLASSES[i]`. Cells of values that are not finite stay blank.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title.
    label
        Label of the colour bar; the unit of the values is appended.
    percent
        Whether to show the values as percentages: 0.5 as 50%. By default only if all values are from 0 to 1.
    cmap, vmin, vmax
        Colour map and its ends, as in matplotlib.
    text
        Function of a value that returns the text under the name of a hand. By default this is the value, with three
        significant digits for the largest value. If the largest value is beyond 100,000 or below 0.001, all values are
        divided by a power of ten, which the colour bar shows.
    colorbar
        Whether to draw a colour bar beside the grid.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidArgumentError
        If there are not 169 values, or another argument has the wrong type or value.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.plot import hand_matrix
    >>> axes = hand_matrix(np.linspace(0, 1, 169), title="from 0 to 1")
    >>> axes.get_title()
    'from 0 to 1'
    """
    grid = hand_grid(real_numbers(values, "values"))
    if grid.ndim != 2:
        raise InvalidArgumentError(f"values: expected shape (169,), found {np.shape(values)}")
    names = hand_grid(np.array(HAND_CLASSES))
    if percent is not None and not isinstance(percent, bool | np.bool):
        raise InvalidArgumentError(f"percent: expected True, False or None, found {shown(percent)}")
    if text is not None and not callable(text):
        raise InvalidArgumentError(f"text: expected a function of a value, found {shown(text)}")
    colours = _checked(cmap, vmin, vmax)
    ax = axes_for(ax, (7.6, 6.8), title=title, label=label)
    return _draw_values(ax, grid, names, title, label, colours, percent=percent, text=text, colorbar=colorbar)


def range_matrix(
    weights: RangeLike,
    *,
    dialect: Dialect | None = None,
    ax: "Axes | None" = None,
    title: str = "",
    label: str = "weight",
    cmap: str = "Blues",
    colorbar: bool = True,
) -> "Axes":
    """Draw a range as a 13 x 13 matrix: the mean weight of the combos of each starting hand.

    Parameters
    ----------
    weights
        Range: a `Range`, its text, or the weights of all 1,326 combos.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; by default the range's share of all hands.
    label
        Label of the colour bar.
    cmap
        Colour map for values from 0 to 1.
    colorbar
        Whether to draw a colour bar beside the grid.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidRangeError
        If `weights` is not a range.
    InvalidArgumentError
        If another argument has the wrong type or value.

    Examples
    --------
    >>> from pokerbits.plot import range_matrix
    >>> axes = range_matrix("22+, A2s+, KTs+, 0.5:AJo+")
    >>> axes.get_title()
    '11.76% of all hands'
    """
    found = as_range(weights, dialect=dialect)
    return hand_matrix(
        class_means(found),
        ax=ax,
        title=title or f"{found.share:.2%} of all hands",
        label=label,
        percent=True,
        cmap=cmap,
        vmin=0,
        vmax=1,
        text=lambda share: f"{100 * share:.3g}" if share else "",
        colorbar=colorbar,
    )


def equity_matrix(
    weights: RangeLike,
    equity: ArrayLike,
    *,
    dialect: Dialect | None = None,
    ax: "Axes | None" = None,
    title: str = "",
    label: str = "equity",
    cmap: str = "RdYlBu",
    colorbar: bool = True,
) -> "Axes":
    """Draw a range as a 13 x 13 matrix coloured by equity, from red (weak) to blue (strong).

    The filled part of a cell shows the weight of the hand.

    Parameters
    ----------
    weights
        Range: a `Range`, its text, or the weights of all 1,326 combos.
    equity
        Equity of each combo, shape (1326,), as `combo_equity` returns it; NaN for blocked combos. A cell shows the
        weighted mean of its combos.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; by default the range's share of all hands.
    label
        Label of the colour bar.
    cmap
        Colour map for values from 0 to 1.
    colorbar
        Whether to draw a colour bar beside the grid.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidRangeError
        If `weights` is not a range, or no hand of the range has an equity.
    InvalidArgumentError
        If there are not 1,326 equities, or another argument has the wrong type or value.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import equity_matrix
    >>> equity = pb.combo_equity("15%", boards="Ah7d2c")
    >>> axes = equity_matrix("22+, A2s+, KTs+, 0.5:AJo+", equity)
    >>> axes.get_title()
    '11.76% of all hands'
    """
    found = as_range(weights, dialect=dialect)
    of_combos = real_numbers(equity, "equity")
    if of_combos.shape != (len(COMBOS),):
        raise InvalidArgumentError(f"equity: expected shape ({len(COMBOS)},), found {of_combos.shape}")
    known = np.where(np.isfinite(of_combos), found.weights, 0)
    if not known.sum() > 0:
        raise InvalidRangeError("range: none of its hands has an equity")
    check_colour_map(cmap)
    ax = axes_for(ax, (7.6, 6.8), title=title, label=label)
    won = known * np.where(known > 0, of_combos, 0)
    classes = combo_class(np.arange(len(COMBOS)))
    of_class, won_by_class = (np.bincount(classes, numbers, len(HAND_CLASSES)) for numbers in (known, won))
    means = np.divide(won_by_class, of_class, out=np.full(len(HAND_CLASSES), np.nan), where=of_class > 0)
    # Combos that the board blocks do not lower the weight of a hand.
    combos = np.bincount(classes, np.isfinite(of_combos), len(HAND_CLASSES))
    shares = hand_grid(np.divide(of_class, combos, out=np.zeros(len(HAND_CLASSES)), where=combos > 0))
    title = title or f"{found.share:.2%} of all hands"
    grid, names = hand_grid(means), hand_grid(np.array(HAND_CLASSES))
    image = _draw_colours(ax, grid, title, (cmap, 0, 1))
    if colorbar:
        _draw_bar(ax, image, label, "%", 100, percent=True)
    for (i, j), share in np.ndenumerate(shares):
        if share < 1:
            _cover(ax, j - 0.5, i - 0.5, 1, 1 - share)
    _separate(ax, grid)
    _write_cells(ax, grid, names, lambda value: f"{100 * value:.1f}", image, (shares > 0) & (shares < 1))
    return ax


def action_matrix(
    actions: Mapping[str, RangeLike],
    *,
    dialect: Dialect | None = None,
    ax: "Axes | None" = None,
    title: str = "",
    colors: Sequence[str] | None = None,
) -> "Axes":
    """Draw a mixed strategy as a 13 x 13 matrix, with each cell split by the frequencies of the actions.

    Parameters
    ----------
    actions
        Range of each action, by name: the weight of a hand is the frequency of the action. If the weights of a hand sum
        to less than 1, the rest of the cell stays empty.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title.
    colors
        Colours of the actions; by default up to four, distinguishable with any colour vision.

    Returns
    -------
    matplotlib.axes.Axes
        The legend shows the frequency of each action over all 1,326 combos, with equal weights.

    Raises
    ------
    InvalidRangeError
        If the value of an action is not a range.
    InvalidArgumentError
        If there are no actions, more actions than colours, or frequencies of a hand that sum to more than 1; or if
        another argument has the wrong type or value.

    Examples
    --------
    >>> from pokerbits.plot import action_matrix
    >>> axes = action_matrix({"raise": "QQ+, AKs, 0.5:AKo", "call": "JJ-22, 0.5:AKo, AQ"})
    >>> [text.get_text() for text in axes.get_legend().get_texts()]
    ['raise 2.11%', 'call 6.18%']
    """
    if not isinstance(actions, Mapping) or not all(isinstance(name, str) for name in actions):
        raise InvalidArgumentError(f"actions: expected a dict of ranges by name, found {shown(actions)}")
    inks = list(COLOURS if colors is None else colors)
    for color in inks:
        check_colour(color)
    if not 1 <= len(actions) <= len(inks):
        raise InvalidArgumentError(f"actions: expected 1 to {len(inks)}, one for each colour, found {len(actions)}")
    ranges = {name: as_range(of_action, name, dialect=dialect) for name, of_action in actions.items()}
    sums = np.sum([found.weights for found in ranges.values()], axis=0)
    most = int(sums.argmax())
    # Frequencies are floats: an excess by rounding is not an error.
    if sums[most] > 1 + 1e-9:
        message = f"actions: the frequencies of {format_cards(COMBOS[most])} add up to {sums[most]:.6g}, more than 1"
        raise InvalidArgumentError(message)
    ax = axes_for(ax, (7, 7.2), title=title, **{f"actions[{name!r}]": name for name in ranges})
    names = hand_grid(np.array(HAND_CLASSES))
    blank = np.full(names.shape, np.nan)
    _draw_colours(ax, blank, "", ("viridis", 0, 1))
    with NoFork():
        from matplotlib.patches import Patch, Rectangle

    left = np.zeros(names.shape)
    for color, found in zip(inks, ranges.values(), strict=False):
        shares = hand_grid(class_means(found))
        for (i, j), share in np.ndenumerate(shares):
            if share > 0:
                ax.add_patch(Rectangle((j - 0.5 + left[i, j], i - 0.5), share, 1, color=color, linewidth=0))
        left += shares
    _separate(ax, blank)
    _write_cells(ax, blank, names, None)
    patches = [
        Patch(color=color, label=f"{shortened(name)} {found.share:.2%}")
        for color, (name, found) in zip(inks, ranges.items(), strict=False)
    ]
    ax.legend(handles=patches, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, fontsize="small", frameon=False)
    # The title goes above the legend.
    ax.set_title(title, pad=24)
    return ax


def runout_matrix(
    report: BoardReport,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    cmap: str = "RdYlBu",
    vmin: float | None = None,
    vmax: float | None = None,
    colorbar: bool = True,
) -> "Axes":
    """Draw the first player's equity after each next card as a heat map with one column per rank and one row per suit.

    Parameters
    ----------
    report
        Result of `pokerbits.reports.runout_report`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; by default the player and the mean equity.
    cmap, vmin, vmax
        Colour map and its ends, as in matplotlib; by default the lowest and the highest equity.
    colorbar
        Whether to draw a colour bar beside the grid.

    Returns
    -------
    matplotlib.axes.Axes
        Cards that cannot come stay blank.

    Raises
    ------
    InvalidArgumentError
        If `report` is not a runout report, or another argument has the wrong type or value.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import runout_matrix
    >>> axes = runout_matrix(pb.reports.runout_report("QQ+, AKs", "22+, A2s+", board="Ah7d2c"))
    >>> axes.get_title()
    'QQ+, AKs: mean equity 63.14%'
    """
    check_result(report, BoardReport, "report", "runout_report")
    if report.by not in (("turn",), ("river",)):
        message = f"report: expected what runout_report returns, found a report by {', '.join(report.by)}"
        raise InvalidArgumentError(message)
    colours = _checked(cmap, vmin, vmax)
    ax = axes_for(ax, (10, 3.4), title=title)
    names = np.array([[rank + suit for rank in RANKS[::-1]] for suit in SUITS[::-1]])
    equity = {card: share for (card,), share in zip(report.rows, report.equity[:, 0].tolist(), strict=True)}
    grid = np.array([[equity.get(str(card), np.nan) for card in row] for row in names])
    title = title or f"{shortened(report.players[0])}: mean equity {report.mean_equity[0]:.2%}"
    return _draw_values(ax, grid, names, title, "equity", colours, percent=True, colorbar=colorbar)


def _checked(cmap: str, vmin: float | None, vmax: float | None) -> Colours:
    """Return a colour map and its ends after checking them."""
    least, most = (None if end is None else real(what, end) for end, what in ((vmin, "vmin"), (vmax, "vmax")))
    check_colour_map(cmap)
    return cmap, least, most


def _draw_values(
    ax: "Axes",
    grid: NDArray[np.float64],
    names: NDArray[np.str_],
    title: str,
    label: str,
    colours: Colours,
    *,
    percent: bool | None,
    text: Callable[[float], str] | None = None,
    colorbar: bool,
) -> "Axes":
    """Draw a grid of values with their names and colours."""
    known = grid[np.isfinite(grid)]
    if percent is None:
        percent = bool(((known >= 0) & (known <= 1)).all())
    scale, unit, written = _notation(float(np.abs(known).max(initial=0)), percent=percent)
    image = _draw_colours(ax, grid, title, colours)
    if colorbar:
        _draw_bar(ax, image, label, unit, scale, percent=percent)
    _write_cells(ax, grid, names, text or (lambda value: written(value * scale)), image)
    return ax


def _draw_colours(ax: "Axes", grid: NDArray[np.float64], title: str, colours: Colours) -> "AxesImage":
    """Draw the cells of a grid without texts; cells of values that are not finite stay blank."""
    cmap, vmin, vmax = colours
    image = ax.imshow(np.ma.masked_invalid(grid), cmap=cmap, vmin=vmin, vmax=vmax)
    ax.set_facecolor(EMPTY)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_title(title)
    return image


def _draw_bar(ax: "Axes", image: "AxesImage", label: str, unit: str, scale: float, *, percent: bool) -> None:
    """Draw the colour bar beside a grid, with ticks in the unit of the cells."""
    beside = ax.figure.colorbar(image, ax=ax, label=", ".join(filter(None, (label, unit))), shrink=0.9, pad=0.02)
    beside.formatter = _ticks(scale, percent=percent)
    beside.update_ticks()


def _separate(ax: "Axes", grid: NDArray[np.float64]) -> None:
    """Draw thin lines between the cells, so that the parts of neighbouring cells do not touch."""
    rows, columns = grid.shape
    ax.hlines(np.arange(1, rows) - 0.5, -0.5, columns - 0.5, color="white", linewidth=1)
    ax.vlines(np.arange(1, columns) - 0.5, -0.5, rows - 0.5, color="white", linewidth=1)


def _cover(ax: "Axes", left: float, top: float, width: float, height: float) -> None:
    """Draw the colour of blank cells over a part of a cell."""
    with NoFork():
        from matplotlib.patches import Rectangle

    ax.add_patch(Rectangle((left, top), width, height, color=EMPTY, linewidth=0))


def _notation(largest: float, *, percent: bool) -> tuple[float, str, Callable[[float], str]]:
    """Return the factor for values up to `largest`, the unit of the products, and a function that formats a product."""
    scale, unit = (100.0, "%") if percent else (1.0, "")
    if largest * scale >= 1e5 or 0 < largest * scale < 1e-3:
        thousands = 3 * floor(log10(largest * scale) / 3)
        scale, unit = scale / 10.0**thousands, f"$10^{{{thousands}}}$" + (" %" if percent else "")
    biggest = largest * scale
    # The largest value has three significant digits; percentages have at least one decimal.
    digits = max(int(percent), 2 - floor(log10(biggest))) if biggest > 0 else 0

    def written(product: float) -> str:
        # Adding 0 turns -0 into 0.
        return f"{round(product, digits) + 0.0:,.{digits}f}"

    return scale, unit, written


def _ticks(scale: float, *, percent: bool) -> "Formatter":
    """Return the formatter of the ticks of a colour bar, in the unit of the cells."""
    with NoFork():
        from matplotlib.ticker import FuncFormatter

    sign = "%" if percent and scale == 100 else ""
    return FuncFormatter(lambda value, _: f"{value * scale:,.6g}{sign}")


def _write_cells(
    ax: "Axes",
    grid: NDArray[np.float64],
    names: NDArray[np.str_],
    text: Callable[[float], str] | None,
    image: "AxesImage | None" = None,
    mixed: NDArray[np.bool_] | None = None,
) -> None:
    """Write the name and the value of each cell, in the text colour with the better contrast to the cell.

    Cells in `mixed`, and all cells without an image, have several colours: their text is black with a white rim.
    """
    with NoFork():
        from matplotlib.patheffects import withStroke

    extent = ax.get_window_extent()
    # The side of a cell in points; the layout engine later leaves about nine tenths of the space.
    side = 0.9 * 72 * min(extent.width / grid.shape[1], extent.height / grid.shape[0]) / ax.figure.dpi
    for (i, j), value in np.ndenumerate(grid):
        finite = bool(np.isfinite(value))
        plain = image is not None and not (mixed is not None and mixed[i, j])
        ink = ink_on(image.to_rgba(np.array([value]))[0]) if finite and image is not None and plain else "black"
        places = [(i - 0.16 if text else i, str(names[i, j]), 2.9, "bold")]
        if text:
            places.append((i + 0.22, text(float(value)) if finite else "", 3.4, "normal"))
        for y, words, part, weight in places:
            rim = [] if plain else [withStroke(linewidth=side / part / 6, foreground="white")]
            style: dict[str, Any] = {"fontsize": side / part, "weight": weight, "path_effects": rim}
            ax.text(j, y, words, ha="center", va="center", color=ink, **style)

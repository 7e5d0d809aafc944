"""What pictures have in common: colours, Axes, titles, and the categories of hands below an axis of strengths."""

from typing import TYPE_CHECKING

from pokerbits._evaluator import MAX_STRENGTH
from pokerbits._extras import needing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito, "Color Universal Design" (2008): told apart with any colour vision; dashes tell lines apart without it.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
DASHES = ("--", ":", "-.", "-")

STRENGTH = "strength, from 1 (7-5-4-3-2) to 7,462 (royal flush)"

# The least strength of every category.
_CATEGORIES = {
    "high card": 1,
    "pair": 1278,
    "two pair": 4138,
    "three of a kind": 4996,
    "straight": 5854,
    "flush": 5864,
    "full house": 7141,
    "four of a kind": 7297,
    "straight flush": 7453,
}


def new_axes(size: tuple[float, float]) -> "Axes":
    """Return Axes on a new figure of pyplot, `size` in inches."""
    with needing("plot", "pokerbits.plot"):
        # Slow to import, and it chooses a backend: only where nobody gave Axes.
        import matplotlib.pyplot as plt

        # The first figure imports the backend.
        return plt.subplots(figsize=size, layout="constrained")[1]


def bare(ax: "Axes") -> None:
    """Take away what shows nothing."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.margins(x=0)


def join_title(ax: "Axes", title: str) -> None:
    """Set the title, or add it to that of what is drawn already."""
    before = ax.get_title()
    if title not in (before, *before.split(", ")):
        ax.set_title(f"{before}, {title}" if before else title)


def finish(ax: "Axes", title: str, *, legend: bool = True) -> "Axes":
    """Add what pictures of lines end with, and return the Axes."""
    if legend:
        ax.legend(loc="best", fontsize="small")
    bare(ax)
    join_title(ax, title)
    return ax


def mark_categories(ax: "Axes", *, color: str = "#999999") -> None:
    """Draw a line where each category begins, and write their names below the Axes."""
    firsts = list(_CATEGORIES.values())
    for first in firsts[1:]:
        ax.axvline(first - 0.5, color=color, linewidth=0.6, alpha=0.8)
    middles = [(first + end) / 2 for first, end in zip(firsts, [*firsts[1:], MAX_STRENGTH + 1], strict=True)]
    places = dict(zip(_CATEGORIES, middles, strict=True))
    # A straight has no room between its neighbours and stands one line lower; the last three share the line below it.
    last = list(_CATEGORIES)[-3:]
    labels = {name: "\n" * (name == "straight") + name for name in _CATEGORIES if name not in last}
    size = min(10.0, 72 * ax.get_window_extent().width / ax.figure.dpi / 62)
    ax.set_xticks(
        [*(places[name] for name in labels), MAX_STRENGTH], [*labels.values(), "\n\n" + ", ".join(last)], fontsize=size
    )
    ax.get_xticklabels()[-1].set_horizontalalignment("right")
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(0.5, MAX_STRENGTH + 0.5)

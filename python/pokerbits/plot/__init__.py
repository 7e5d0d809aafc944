"""Pictures of hands, on matplotlib Axes: Axes in, Axes out. Needs the extra `plot`.

Without Axes, every function draws on a new figure of `matplotlib.pyplot`, so that notebooks and `plt.show` show it.
"""

from pokerbits._output.hand_grid import hand_grid
from pokerbits._public import publish
from pokerbits.plot._hands import ars_heatmap, hand_matrix, range_matrix, rank_frequencies, strength_histogram
from pokerbits.plot._results import (
    abstraction_buckets,
    abstraction_inertia,
    board_report,
    equity_bars,
    equity_graph,
)

__all__ = [
    "abstraction_buckets",
    "abstraction_inertia",
    "ars_heatmap",
    "board_report",
    "equity_bars",
    "equity_graph",
    "hand_grid",
    "hand_matrix",
    "range_matrix",
    "rank_frequencies",
    "strength_histogram",
]

publish(__name__)

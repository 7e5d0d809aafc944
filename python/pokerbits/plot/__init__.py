"""Plots of hands and results on matplotlib Axes. Needs the extra `plot`.

Every function takes Axes and returns them. Without Axes it draws on a new `matplotlib.pyplot` figure, which notebooks
and `plt.show` display.
"""

from pokerbits._output.hand_grid import hand_grid
from pokerbits._public import publish_namespace
from pokerbits.plot._grids import action_matrix, equity_matrix, hand_matrix, range_matrix, runout_matrix
from pokerbits.plot._results import (
    abstraction_buckets,
    abstraction_inertia,
    abstraction_score,
    board_report,
    equity_bars,
    equity_graph,
)
from pokerbits.plot._strengths import ars_heatmap, rank_frequencies, strength_histogram

__all__ = [
    "abstraction_buckets",
    "abstraction_inertia",
    "abstraction_score",
    "action_matrix",
    "ars_heatmap",
    "board_report",
    "equity_bars",
    "equity_graph",
    "equity_matrix",
    "hand_grid",
    "hand_matrix",
    "range_matrix",
    "rank_frequencies",
    "runout_matrix",
    "strength_histogram",
]

publish_namespace(__name__)

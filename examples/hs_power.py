"""Measure the error of HS^k, the k-th power of the odds against one opponent, as an estimate of the odds against k.

Print the error for the 169 starting hands and one to eight opponents, and draw it if a file is given:
`python examples/hs_power.py error.png`.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import pokerbits as pb
from pokerbits.plot import hand_matrix

OPPONENTS = range(1, 9)


def main(path: Path | None) -> None:
    """Print the table of errors, and draw the errors if there is a path."""
    exact = pb.preflop_odds(OPPONENTS, progress=sys.stderr.isatty() or None).equity
    power = exact[:, :1] ** np.array(OPPONENTS)
    error = power - exact

    print("opponents  mean |error|  largest error  of the hand  exact   HS^k")
    for k, column in zip(OPPONENTS, range(len(OPPONENTS)), strict=True):
        worst = int(np.abs(error[:, column]).argmax())
        print(
            f"{k:>9}  {np.abs(error[:, column]).mean():>12.4f}  {error[worst, column]:>+13.4f}"
            f"  {pb.HAND_CLASSES[worst]:>11}  {exact[worst, column]:.4f}  {power[worst, column]:.4f}"
        )

    if path is not None:
        figure = Figure(figsize=(15, 12), layout="constrained")
        for ax, k in zip(figure.subplots(2, 2).flat, (2, 4, 6, 8), strict=True):
            values = error[:, k - 1]
            hand_matrix(
                values,
                ax=ax,
                title=f"HS^{k} minus the exact equity against {k}, in points",
                percent=True,
                cmap="RdBu",
                vmin=-0.2,
                vmax=0.2,
                text=lambda value: f"{100 * value:+.1f}",
            )
        figure.savefig(path, dpi=80)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)

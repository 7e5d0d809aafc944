"""Draw the plot of the home page: a range beside the equity distributions, for light and for dark pages.

python examples/home_plot.py docs/images
"""

import argparse
import tempfile
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

import pokerbits as pb

RANGES = {"raiser": "22+, A2s+, KTs+, AJo+", "caller": "JJ-22, A2s+, K9s+, QTs+, JTs, T9s, 98s, KQo"}
BOARD = "Ah7d2c"
INK = {"light": "#24292f", "dark": "#c8ccd4"}


def draw(ink: str) -> plt.Figure:
    """Return the plot with texts and lines of this colour."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10.4, 4.9), width_ratios=(1, 1.08), layout="constrained")
    both = pb.reports.equity_distribution(*RANGES.values(), board=BOARD)
    equity = pb.combo_equity(RANGES["caller"], boards=BOARD)
    pb.plot.equity_matrix(RANGES["raiser"], equity, ax=left, title=f"Equity of the raiser's hands on {BOARD}")
    for name, side in zip(RANGES, both, strict=True):
        pb.plot.equity_graph(side, label=name, ax=right)
    right.set_title("Both ranges, weakest hands first")
    for ax in figure.axes:
        ax.tick_params(which="both", colors=ink)
        for label in (ax.title, ax.xaxis.label, ax.yaxis.label):
            label.set_color(ink)
        for spine in ax.spines.values():
            spine.set_edgecolor(ink)
    right.set_facecolor("none")
    right.grid(color=ink, alpha=0.2)
    legend = right.get_legend()
    legend.get_frame().set_facecolor("none")
    for text in legend.get_texts():
        text.set_color(ink)
    return figure


def write(folder: Path) -> None:
    """Draw the plot in both colours and write it."""
    folder.mkdir(parents=True, exist_ok=True)
    for scheme, ink in INK.items():
        draw(ink).savefig(folder / f"home-{scheme}.png", dpi=110, transparent=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="output folder (default: a temporary folder)")
    folder = parser.parse_args().folder
    # The Agg backend opens no window.
    mpl.use("Agg")
    if folder is None:
        with tempfile.TemporaryDirectory() as temporary:
            write(Path(temporary))
    else:
        write(folder)


if __name__ == "__main__":
    main()

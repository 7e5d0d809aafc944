"""Draw the plots of the how-to pages as PNG files, into a folder or into a temporary one.

python examples/draw_plots.py docs/images
"""

import argparse
import tempfile
from io import BytesIO
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

import pokerbits as pb
from pokerbits import plot


def draw() -> dict[str, plt.Figure]:
    """Return the plots by file name."""
    equities = pb.strength_table(street="preflop")
    matrix = plot.hand_matrix(equities, label="E[HS]", title="All-in equity against one random hand")

    histogram = None
    for hand in ("9h8h", "AsAd"):
        histogram = plot.strength_histogram(
            pb.strength.hand_strength_histogram(hand, board="ThJhAc", bins=25),
            mean=float(pb.expected_hand_strength(hand, board="ThJhAc")),
            label=hand,
            title=f"{hand} on ThJhAc",
            ax=histogram,
        )

    ranges = {"raiser": "22+, A2s+, KTs+, AJo+", "caller": "JJ-22, A2s+, K9s+, QTs+, JTs, T9s, 98s, KQo"}
    graph = None
    both = pb.reports.equity_distribution(*ranges.values(), board="Ah7d2c")
    for name, side in zip(ranges, both, strict=True):
        graph = plot.equity_graph(side, label=name, ax=graph)

    frequencies = None
    for board in ("AsKsQs2d3d", "9s8s7h2d2c"):
        frequencies = plot.rank_frequencies(
            # Combos with a board card have strength 0.
            np.bincount(pb.evaluate_combos(board), minlength=7463) * (np.arange(7463) > 0),
            label=board,
            title=board,
            ax=frequencies,
        )

    equity = plot.equity_matrix("22+, A2s+, KTs+, 0.5:AJo+", pb.combo_equity(ranges["caller"], boards="Ah7d2c"))
    actions = plot.action_matrix(
        {
            "raise": "TT+, AQs+, AKo, KQs, 0.5:AJs, 0.3:A5s-A2s, 0.25:T9s",
            "call": "99-22, ATs, 0.5:AJs, KJs, QJs, JTs, 0.5:T9s, 0.4:A5s-A2s, AQo",
        },
        title="Two actions, and the rest folds",
    )
    runouts = plot.runout_matrix(pb.reports.runout_report(ranges["raiser"], ranges["caller"], board="9h8h2c"))

    heatmap = plot.ars_heatmap(pb.strength.ars_table("turn"), title="Average rank strength on the turn")
    report = pb.flop_report("22+, A2s+, KTs+, AJo+", "15%", group_by=["suits", "pairing"])
    axes = {
        "hand_matrix": matrix,
        "strength_histogram": histogram,
        "equity_graph": graph,
        "equity_matrix": equity,
        "action_matrix": actions,
        "runout_matrix": runouts,
        "rank_frequencies": frequencies,
        "ars_heatmap": heatmap,
        "push_fold": pb.preflop.push_fold([10, 10]).plot(title="All-in from the small blind, 10 big blinds"),
        "board_report": plot.board_report(report, title="Equities on flops"),
    }
    return {name: ax.figure for name, ax in axes.items()}


def write(folder: Path) -> None:
    """Draw the plots and write them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, figure in draw().items():
        page = BytesIO()
        figure.savefig(page, dpi=84)
        (folder / f"{name}.png").write_bytes(compact(page.getvalue()))


def compact(png: bytes) -> bytes:
    """Return a plot with a palette of 256 colours, half as large."""
    image = Image.open(BytesIO(png)).convert("RGB")
    colours = image.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    out = BytesIO()
    colours.save(out, format="PNG", optimize=True)
    return out.getvalue()


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

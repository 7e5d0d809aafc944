"""Draw the equity of aces against every pair of hand classes before the flop: a layer of the cube of three players.

python examples/three_way_aces.py --table three_way.npy --output docs/images/three_way_aces.png

The table is that of `pokerbits table three-way`, by default the installed or named one. Without it nothing is drawn.
"""

import argparse
import runpy
from io import BytesIO
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

import pokerbits as pb


def order() -> list[int]:
    """Return the classes in an order in which neighbours are alike: pairs, suited hands, unsuited hands."""
    names = pb.HAND_CLASSES
    kinds = {"": 0, "s": 1, "o": 2}
    ranks = "AKQJT98765432"
    return sorted(
        range(len(names)),
        key=lambda i: (kinds[names[i][2:]], ranks.index(names[i][0]), ranks.index(names[i][1])),
    )


def draw(equities: np.ndarray, hero: str = "AA") -> plt.Axes:
    """Draw the equities of a class against all pairs of classes."""
    rows = order()
    layer = equities[pb.HAND_CLASSES.index(hero)][np.ix_(rows, rows)]
    figure, ax = plt.subplots(figsize=(8, 7), layout="constrained")
    image = ax.imshow(layer, cmap="viridis", interpolation="nearest")
    names = [pb.HAND_CLASSES[i] for i in rows]
    labelled = [i for i, name in enumerate(names) if name in ("AA", "88", "22") or (name[1] == "2" and name[2:])]
    labelled = [i for i in labelled if names[i][0] in "AKQJT9" or not names[i][2:]]
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_ticks(labelled, [names[i] for i in labelled])
    ax.tick_params(axis="x", rotation=90)
    kinds = [name[2:] for name in names]
    for start in (kinds.index("s"), kinds.index("o")):
        ax.axhline(start - 0.5, color="white", linewidth=1)
        ax.axvline(start - 0.5, color="white", linewidth=1)
    ax.set_title(f"Equity of {hero} against two hands before the flop")
    figure.colorbar(image, format=mpl.ticker.PercentFormatter(1, decimals=0))
    return ax


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path)
    parser.add_argument("--output", type=Path, help="PNG file (default: draw, and write nothing)")
    options = parser.parse_args()
    mpl.use("Agg")
    try:
        equities = pb.preflop.three_way_equities(options.table)
    except pb.exceptions.InvalidArgumentError as error:
        print(error)
        return
    ax = draw(equities)
    page = BytesIO()
    ax.figure.savefig(page, dpi=84)
    if options.output is not None:
        compact = runpy.run_path(str(Path(__file__).with_name("draw_plots.py")))["compact"]
        options.output.write_bytes(compact(page.getvalue()))


if __name__ == "__main__":
    main()

"""Measure the error of E[HS]^k, a power of the equity against one opponent, as an estimate of the equity against k.

`python examples/hs_power.py STREET` prints the error over all hands of a street against two to eight opponents:
`preflop` in a minute, the others in a few. `python examples/hs_power.py preflop error.png` draws it.
"""

import sys
from pathlib import Path
from typing import get_args

import numpy as np
from matplotlib.figure import Figure

import pokerbits as pb
from pokerbits.plot import hand_matrix
from pokerbits.typing import Street

OPPONENTS = range(2, 9)


def print_errors(street: Street) -> None:
    """Print the errors over all hands of a street, weighted by deals."""
    indexer = pb.strength.STREET_INDEXERS[street]
    deals = indexer.multiplicity(range(indexer.size()))
    shares = deals / deals.sum()
    progress = sys.stderr.isatty() or None
    ehs = pb.strength_table("ehs", street=street, progress=progress)
    print("opponents  mean |error|  largest error  of the hand      exact   E[HS]^k")
    for k in OPPONENTS:
        exact = pb.strength_table("odds", street=street, n_opponents=k, progress=progress)[:, 2]
        error = np.abs(ehs**k - exact)
        worst = int(error.argmax())
        cards = pb.cards.format_cards(indexer.unindex(worst))
        print(
            f"{k:>9}  {shares @ error:>12.4f}  {ehs[worst] ** k - exact[worst]:>+13.4f}"
            f"  {cards[:4]} {cards[4:]:<10}  {exact[worst]:.4f}  {ehs[worst] ** k:.4f}"
        )


def draw_errors(path: Path) -> None:
    """Draw the errors of the 169 starting hands."""
    numbers = (2, 4, 6, 8)
    exact = pb.preflop_odds(numbers, progress=sys.stderr.isatty() or None).equity
    ehs = pb.strength_table("ehs", street="preflop")
    figure = Figure(figsize=(15, 12), layout="constrained")
    for ax, k, equities in zip(figure.subplots(2, 2).flat, numbers, exact.T, strict=True):
        hand_matrix(
            ehs**k - equities,
            ax=ax,
            title=f"E[HS]^{k} minus the exact equity against {k}, in points",
            percent=True,
            cmap="RdBu",
            vmin=-0.2,
            vmax=0.2,
            text=lambda value: f"{100 * value:+.1f}",
        )
    figure.savefig(path, dpi=80)


def main(street: str = "preflop", path: str = "") -> None:
    """Print the errors of a street, and draw those before the flop if there is a path."""
    if street not in get_args(Street):
        sys.exit(f"{street} is no street: expected one of {', '.join(get_args(Street))}")
    print_errors(street)  # type: ignore[arg-type]
    if path:
        draw_errors(Path(path))


if __name__ == "__main__":
    main(*sys.argv[1:])

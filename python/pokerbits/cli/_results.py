"""Equity and odds as JSON: named fields, and counts as exact integers."""

from typing import Any

import pokerbits as pb

SHARES = ("equity", "win", "tie", "lose")
"""The fields that tables show, too."""


def counts_data(wins: int, ties: list[int], total: int) -> dict[str, Any]:
    """Return counts with their names; `ties[j]` is shared with j + 1 others."""
    return {"wins": wins, "ties": ties, "losses": total - wins - sum(ties), "total": total}


def equity_data(result: pb.EquityResult) -> dict[str, Any]:
    """Return the equity of given hands."""
    players = []
    for i, hand in enumerate(result.players):
        _, wins, *ties = result.counts[i]
        counts = counts_data(wins, ties, result.n)
        win, tie, equity = (float(numbers[i]) for numbers in (result.win, result.tie, result.equity))
        lose = counts["losses"] / result.n
        players.append({"hand": hand, "equity": equity, "win": win, "tie": tie, "lose": lose, "counts": counts})
    return {"n": result.n, "players": players}


def odds_data(odds: pb.OddsResult) -> list[dict[str, Any]]:
    """Return the odds of one hand against several numbers of opponents."""
    return [
        entry(k, equity, odds.counts[k], odds.total[k])
        for k, equity in zip(odds.n_opponents, odds.equity.tolist(), strict=True)
    ]


def preflop_data(odds: pb.PreflopOdds) -> dict[str, Any]:
    """Return the odds of the 169 starting hands."""
    return {
        "hands": {
            name: [
                entry(k, equity, counts[k], odds.total[k])
                for k, equity in zip(odds.n_opponents, equities.tolist(), strict=True)
            ]
            for name, counts, equities in zip(pb.HAND_CLASSES, odds.counts, odds.equity, strict=True)
        }
    }


def entry(opponents: int, equity: float, counts: list[int], total: int) -> dict[str, Any]:
    """Return the odds against one number of opponents."""
    wins, *ties = counts
    named = counts_data(wins, ties, total)
    shares = {"win": wins / total, "tie": sum(ties) / total, "lose": named["losses"] / total}
    return {"opponents": opponents, "equity": equity, **shares, "counts": named}

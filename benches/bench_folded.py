"""Equity beside folded ranges on one thread. Answers are first compared with folded hands one by one, as dead cards."""

from itertools import product

import numpy as np
import pytest

import pokerbits as pb

TOP = [pb.Range.top(share) for share in (0.15, 0.3)]
"""About 200 and 400 combos."""
SPOTS = {
    "a pair against a pair": ("AA", "KK", "Qh7h2c"),
    "200 combos against 200": (TOP[0], TOP[0] - pb.Range("0.5:AA"), "Qh7h2c"),
    "400 combos against 400": (TOP[1], TOP[1] - pb.Range("0.5:AA"), "Qh7h2c"),
    "400 combos against 400 on a turn": (TOP[1], TOP[1] - pb.Range("0.5:AA"), "Qh7h2c9s"),
}
FOLDED = [~TOP[0], ~TOP[1]]
FEW = [pb.Range("AhKh, 0.5:9s9d"), pb.Range("AsQs, JcTc")]


def one_by_one(hero, villain, board, folded):
    """Return the equity of the first player: the mean over all folded hands, each as dead cards."""
    won = total = 0.0
    for combos in product(*(np.flatnonzero(of.weights) for of in folded)):
        cards = pb.COMBOS[list(combos)].ravel().tolist()
        if len({*cards, *pb.cards.parse_cards(board).tolist()}) == len(cards) + len(board) // 2:
            weight = np.prod([of.weights[combo] for of, combo in zip(folded, combos, strict=True)])
            alone = pb.equity(hero, villain, board=board, dead=cards)
            won, total = won + weight * alone.n * alone.equity[0], total + weight * alone.n
    return won / total


@pytest.mark.parametrize("n_folded", [0, 1, 2])
@pytest.mark.parametrize("spot", SPOTS)
def bench_two_players(benchmark, spot, n_folded):
    hero, villain, board = SPOTS[spot]
    benchmark.group = spot
    few = FEW[:n_folded]
    if few:
        found = pb.equity(hero, villain, board=board, folded=few).equity[0]
        assert found == pytest.approx(one_by_one(hero, villain, board, few), abs=1e-12)
    options = {"board": board, "folded": FOLDED[:n_folded], "method": "exact", "num_threads": 1}
    result = benchmark(lambda: pb.equity(hero, villain, **options).equity)
    assert result.sum() == pytest.approx(1)


@pytest.mark.parametrize("n_folded", [0, 1, 2])
@pytest.mark.parametrize("board", ["Qh7h2c", "Qh7h2c9s", "Qh7h2c9s3d"])
def bench_every_combo(benchmark, board, n_folded):
    benchmark.group = f"combo_equity on {board}"
    folded = FOLDED[:n_folded]
    found = benchmark(pb.combo_equity, TOP[1], board, folded=folded, num_threads=1)
    combo = pb.cards.combo_id("KsKd")
    assert found[combo] == pytest.approx(pb.equity("KsKd", TOP[1], board=board, folded=folded).equity[0], abs=1e-12)

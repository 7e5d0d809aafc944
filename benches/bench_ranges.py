"""Reading and printing ranges; answers first."""

import pytest

import pokerbits as pb

TWENTY = (
    "22+, A2s+, K9s+, Q9s+, J9s+, T8s+, 97s+, 86s+, 75s+, 64s+, 54s, "
    "ATo+, KTo+, QTo+, JTo, 0.5:A9o, 0.5:K9o, AhKh:1, 7s2h, 6d3c"
)


def bench_parse_one_hand(benchmark):
    assert len(benchmark(pb.Range, "QQ+")) == 18


def bench_parse_twenty_hands(benchmark):
    assert len(benchmark(pb.Range, TWENTY)) == len(pb.Range(pb.Range(TWENTY).text))


def bench_print_twenty_hands(benchmark):
    held = pb.Range(TWENTY)
    assert pb.Range(benchmark(lambda: held.text)) == held


def bench_best_hands(benchmark):
    assert benchmark(pb.Range, "15%").share > 0.15


@pytest.mark.parametrize(("hole_cards", "hands"), [(4, 7435), (5, 173184), (6, 3155416)])
def bench_parse_omaha(benchmark, hole_cards, hands):
    assert len(benchmark(pb.OmahaRange, "[A-T][A-T][A-T][A-T]:$ds, AA!KK", hole_cards)) == hands

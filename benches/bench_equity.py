"""Exact equity of given hands; answers first."""

import pokerbits as pb


def bench_two_hands_preflop(benchmark):
    assert benchmark(pb.equity, "AhAd", "KsKh").counts[0] == pb.Counts(1_399_204, (7_923,), 305_177)


def bench_six_hands_preflop(benchmark):
    result = benchmark(pb.equity, "AhKh", "QsQd", "7c7d", "JcTc", "4s3s", "9h8h")
    assert [counts.wins for counts in result.counts] == [142_164, 147_356, 85_474, 111_875, 110_902, 59_792]


def bench_two_hands_on_the_flop(benchmark):
    assert benchmark(pb.equity, "AhKh", "9c9d", board="Qh7h2c").counts[0] == pb.Counts(545, (0,), 445)

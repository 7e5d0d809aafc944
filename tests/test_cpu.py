"""CPU levels: whatever instructions are used, the answers are the same, bit by bit."""

import pytest

import pokerbits as pb

LEVELS = pb.cpu_features()["levels"]

DIGEST = """
import hashlib
import numpy as np
import pokerbits as pb
digest = hashlib.sha256()
rng = np.random.default_rng(1)
for size in (5, 6, 7):
    for n in (1, 7, 100, 100_003):
        hands = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (n, 1)), axis=1)[:, :size].copy()
        digest.update(pb.evaluate(hands).tobytes())
        digest.update(pb.evaluate_combos(hands[:50, :5]).tobytes())
    digest.update(repr(pb.evaluator.category_census(size)).encode())
for players, board in [(("AhAd", "KsKh"), ""), (("AhKh", "9c9d", "7s6s"), ""), (("AhKh", "9c9d"), "Qh7h2c")]:
    digest.update(repr(pb.equity(*players, board=board).counts).encode())
hands[50_000, 3] = hands[50_000, 6]
try:
    pb.evaluate(hands)
except ValueError as error:
    digest.update(str(error).encode())
    assert str(error).startswith("row 50000: card"), error
print(pb.cpu_features()["level"], digest.hexdigest())
"""


@pytest.fixture(scope="module")
def answers(run_python):
    return {level: run_python(DIGEST, POKERBITS_CPU=level).stdout.split() for level in LEVELS}


def test_every_level_is_taken_and_gives_the_same_bits(answers):
    assert [level for level, _ in answers.values()] == LEVELS
    assert len({digest for _, digest in answers.values()}) == 1


def test_levels_are_in_order_and_the_best_is_the_default(run_python):
    ladder = ["baseline", "v3", "v4"]
    assert ladder[: len(LEVELS)] == LEVELS
    assert (
        run_python("import pokerbits as pb; print(pb.cpu_features()['level'])", POKERBITS_CPU="").stdout.strip()
        == LEVELS[-1]
    )


def test_features_are_reported():
    features = pb.cpu_features()["features"]
    assert all(type(present) is bool for present in features.values())
    if "v3" in LEVELS:
        assert features["avx2"]
        assert features["popcnt"]
    if "v4" in LEVELS:
        assert features["avx512bw"]


@pytest.mark.parametrize("name", ["v9", "V3", "avx2", "baseline,v3"])
def test_an_unknown_level_is_an_error_of_every_call_that_names_the_choices(run_python, name):
    """The package is imported all the same: a program can say in its own way what is wrong."""
    code = """
import pokerbits as pb
calls = [
    lambda: pb.evaluate("AsKsQsJsTs"),
    lambda: pb.evaluate([[0, 1, 2, 3, 4]]),
    lambda: pb.equity("AsKs", "QdQc"),
    lambda: pb.odds_vs_random("AsKs"),
    lambda: pb.HandIndexer((2, 3)),
    lambda: pb.strength_table(street="preflop"),
    lambda: pb.cards.parse_cards("As"),
    lambda: pb.random_hands(1, 2),
    lambda: pb.cpu_features(),
]
for call in calls:
    try:
        call()
    except pb.exceptions.InvalidArgumentError as error:
        print(error)
print(pb.build_info()["version"] == pb.__version__)
"""
    *errors, last = run_python(code, POKERBITS_CPU=name).stdout.splitlines()
    assert errors == [f"POKERBITS_CPU={name}: this CPU supports {', '.join(LEVELS)}"] * 9
    assert last == "True"


def test_the_choice_is_made_once(run_python):
    code = """
import os
import pokerbits as pb
os.environ["POKERBITS_CPU"] = "v9"
assert pb.evaluate("AsKsQsJsTs") == 7462
print(pb.cpu_features()["level"])
"""
    assert run_python(code, POKERBITS_CPU="baseline").stdout == "baseline\n"

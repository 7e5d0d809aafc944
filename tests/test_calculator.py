"""The spots with which the tests of the calculator compare its answers: the package counts the same."""

import json
from pathlib import Path

import pytest

import pokerbits as pb

SPOTS = json.loads((Path(__file__).parent / "data" / "calculator_spots.json").read_text(encoding="utf-8"))


def test_they_are_of_all_games_and_numbers_of_players():
    assert len(SPOTS) == 251
    assert {spot["game"] for spot in SPOTS} == {"holdem", "short_deck", "short_deck_trips", "omaha", "omaha5", "omaha6"}
    assert {len(spot["players"]) for spot in SPOTS} == set(range(2, 11))


@pytest.mark.parametrize("spot", SPOTS, ids=[f"{number}-{spot['game']}" for number, spot in enumerate(SPOTS)])
def test_the_package_counts_the_same(spot):
    found = pb.equity(*spot["players"], board=spot["board"], dead=spot["dead"], game=spot["game"], method="exact")
    assert found.denominator == int(spot["denominator"])
    assert [[n.wins, *n.ties, n.losses] for n in found.counts] == [list(map(int, of)) for of in spot["counts"]]

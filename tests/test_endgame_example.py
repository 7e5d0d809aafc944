"""Programs that compare abstractions of endgames: their buckets, what they print and draw."""

import sys
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb

sys.path.append(str(Path(__file__).parents[1] / "examples"))
import omaha_quality
import river_endgame
import turn_endgame
from endgame import buckets as of
from endgame.comparison import in_use

from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver

RIVER = "Kh9d5c3h2s"
TURN = "Kh9d5c3h"
RANGES = ("AhKs, 0.5:QdJd, 8h7h", "KcQc, 6d4d, 0.5:AhQh")
TURN_TREE = BettingTree(100, 150, [BetSizes(0.5, max_bets=1), BetSizes(0.5, max_bets=1)])
RIVERS = pb.cards.parse_cards(RIVER)[None]
TURNS = pb.cards.parse_cards(TURN)[None]


def turn_game():
    return Endgame(TURN, *RANGES, TURN_TREE)


@pytest.mark.parametrize("boards", [RIVERS, TURNS, of.rivers_of(TURNS[0])], ids=["river", "turn", "rivers"])
@pytest.mark.parametrize("name", list(of.OF_A_STREET))
def test_every_street_gets_as_many_buckets_as_are_asked_for(boards, name):
    found = of.OF_A_STREET[name](boards, 7, 0)
    assert found.shape == (len(boards), 1326)
    assert np.array_equal(np.unique(found[of.allowed(boards)]), np.arange(7))
    assert np.array_equal(found, of.OF_A_STREET[name](boards, 7, 0))


def test_outcomes_that_are_equal_share_a_bucket():
    boards = RIVERS
    free = of.allowed(boards)[0]
    win, tie = (part[free] for part in pb.RankedBoards(RIVER).outcomes(np.ones(1326)))
    found = of.outcomes(boards, 2000, 0)[0][free]
    assert len({*zip(win, tie, found, strict=True)}) == len({*zip(win, tie, strict=True)}) == len(np.unique(found))


def test_futures_count_the_rivers_of_every_hand():
    boards, rivers = TURNS, of.rivers_of(TURNS[0])
    by_river = of.ochs(rivers, 20, 0)
    means, counts = of.futures(rivers, by_river)
    assert (np.diff(means) > 0).all()
    assert np.array_equal(counts.sum(axis=1), 46 * of.allowed(boards)[0])
    # The buckets in the order of their means, one by one.
    strengths = pb.combo_equity("random", boards=rivers)
    order = sorted(range(20), key=lambda bucket: np.nanmean(strengths[by_river == bucket]))
    for hand in ("Ah4h", "7c6c", "KdKs"):
        combo = pb.cards.combo_id(hand)
        expected = [0] * 20
        for river, bucket in zip(rivers, by_river[:, combo], strict=True):
            if river[4] not in pb.cards.parse_cards(hand):
                expected[order.index(bucket)] += 1
        assert counts[combo].tolist() == expected


def test_potential_tells_draws_from_made_hands_of_equal_strength():
    boards, rivers = TURNS, of.rivers_of(TURNS[0])
    found = of.potential(boards, rivers, of.percentiles(rivers, 20, 0), 20, 0)[0]
    strengths = of.expected_strength(boards)[0]
    draw, made = (int(pb.cards.combo_id(hand)) for hand in ("QhJh", "4c4d"))
    assert abs(strengths[draw] - strengths[made]) < 0.05
    assert found[draw] != found[made]


@pytest.mark.parametrize(
    ("program", "iterations"), [(river_endgame, 400), pytest.param(turn_endgame, 120, marks=pytest.mark.slow)]
)
def test_without_abstraction_little_can_be_won(program, iterations):
    solver = Solver(program.endgame())
    solver.run(iterations)
    assert solver.exploitability() < 0.001


def test_the_river_program_prints_and_draws_what_it_finds(capsys, tmp_path):
    picture = tmp_path / "curves.png"
    # So few iterations that the strategy without abstraction is not yet good: that has a status.
    assert river_endgame.main(["--iterations", "60", "--k", "4", "12", "--plot", str(picture)]) == 1
    found = {}
    for line in capsys.readouterr().out.splitlines()[2:-1]:
        *words, share, _ = line.split()
        found[" ".join(words)] = float(share.rstrip("%"))
    assert len(found) == 9
    assert 0.1 <= found.pop("no abstraction 1,081") < min(found.values())
    for n in (4, 12):
        worst = found.pop(f"random {n} {n}")
        assert worst > max(share for name, share in found.items() if name.endswith(f" {n} {n}"))
    for name in ("percentiles of E[HS]", "OCHS", "outcomes"):
        assert found[f"{name} 12 12"] < found[f"{name} 4 4"]
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("arguments", [["--k", "0"], ["--iterations", "-1"]])
def test_numbers_have_to_be_positive(arguments, capsys):
    with pytest.raises(SystemExit):
        river_endgame.main(arguments)
    assert "expected a positive number" in capsys.readouterr().err


def test_the_turn_program_abstracts_both_streets_or_one():
    game = turn_game()
    for exact, on_river in ((False, 5), (True, 48 * 1081)):
        abstractions = turn_endgame.abstractions_of(game, exact_river=exact)
        assert len(abstractions) == 6
        for make in abstractions.values():
            buckets = make(5, 0)
            found = [in_use(boards, buckets[street]) for street, boards in zip(game.streets, game.boards, strict=True)]
            assert found == [5, on_river]
            solver = Solver(game, buckets)
            solver.run(3)
            assert 0 < solver.exploitability() < 1


def test_omaha_rivers_lose_less_with_more_buckets(monkeypatch):
    monkeypatch.setitem(omaha_quality.RANGES, "river", "AA$ds, KK$ds")
    found = omaha_quality.losses("river", 2, [2, 12], 0)
    assert sorted(found) == [("ehs", 2), ("ehs", 12), ("ochs", 2), ("ochs", 12)]
    assert all(len(of) == 2 for of in found.values())
    for feature in ("ehs", "ochs"):
        assert 0 < np.mean(found[feature, 12]) < np.mean(found[feature, 2])

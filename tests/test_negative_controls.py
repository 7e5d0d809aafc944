"""Negative controls: something is broken on purpose, and the test of the suite that looks at it fails.

Each control runs a test of the suite, or its checker, twice. The test passes on the unchanged package. It fails if one
count is off by one, one float differs in its last bit, two indices are swapped, or one bit of a file is flipped.
"""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

import pokerbits as pb
import test_combo_equity
import test_endgame
import test_evaluator
import test_goldens
import test_hand_strength
import test_indexer
import test_local_best_response
import test_many_endgames
import test_match
import test_odds
import test_omaha
import test_range_equity
from pokerbits import endgame
from pokerbits.endgame import _match
from pokerbits.exceptions import DamagedFileError
from traces import Trace

Patch = pytest.MonkeyPatch


class Control(NamedTuple):
    """A function with a wrong answer, and the check that has to see it."""

    family: str
    what: str
    target: Any
    name: str
    change: Callable[[Any], Any]
    check: Callable[[], None]


def one_more(answer: Any) -> Any:
    """Return integers with the last one larger by one."""
    changed = np.array(answer)
    changed.flat[-1] += 1
    return changed if np.ndim(answer) else answer + 1


def last_bit(answer: Any) -> Any:
    """Return floats of which one has another last bit; NaN stays."""
    changed = np.array(answer)
    places = np.flatnonzero(np.isfinite(changed))
    changed.flat[places[-1]] = np.nextafter(changed.flat[places[-1]], 2)
    return changed if np.ndim(answer) else changed[()]


def swapped(answer: Any) -> Any:
    """Return rows of which the first and the last have changed places."""
    changed = np.array(answer)
    changed[[0, -1]] = changed[[-1, 0]]
    return changed


def moved_along(counts: Any) -> Any:
    """Return a histogram of which one count is in the next bin."""
    changed = np.array(counts)
    place = int(np.flatnonzero(changed)[0])
    step = 1 if (place + 1) % changed.shape[-1] else -1
    changed.flat[place] -= 1
    changed.flat[place + step] += 1
    return changed


def one_win_lost(counts: Any) -> Any:
    """Return counts of which one win, or one tie, is a loss."""
    if counts.wins:
        return replace(counts, wins=counts.wins - 1, losses=counts.losses + 1)
    return replace(counts, ties=(counts.ties[0] - 1, *counts.ties[1:]), losses=counts.losses + 1)


def of_first_player(result: Any) -> Any:
    return replace(result, counts=(one_win_lost(result.counts[0]), *result.counts[1:]))


def of_most_opponents(result: Any) -> Any:
    most = max(result.counts)
    return replace(result, counts={**result.counts, most: one_win_lost(result.counts[most])})


def in_one_category(census: dict[Any, int]) -> dict[Any, int]:
    return {**census, pb.Category.FLUSH: census[pb.Category.FLUSH] + 1}


def less_by(error: float) -> Callable[[Any], Any]:
    return lambda value: value - error


def each_gain_less(result: Any) -> Any:
    """Return a match of which every gain with variance reduction is too small by six standard errors."""
    by = 6 * result.std_error
    return replace(result, mean=result.mean - by, gains=result.gains - by)


def river() -> Any:
    return test_endgame.GAMES["river"]()


def is_of_hands(case: dict[str, Any]) -> bool:
    """Return whether all players of a case have two cards each, not ranges."""
    return all(re.fullmatch("([2-9TJQKA][cdhs]){2}", hand) for hand in case["ranges"])


INDICES = "index_holdem_2-3.csv"
CASES = test_range_equity.CASES
RANGES = min((case for case in CASES if not is_of_hands(case)), key=lambda case: case["hands"])
HANDS = next(case for case in CASES if is_of_hands(case))

CONTROLS = [
    Control("evaluation", "a strength", pb, "evaluate", one_more,
            lambda: test_evaluator.test_six_and_seven_cards_are_worth_their_best_five(7, 2000)),
    Control("evaluation", "a strength beyond the oracle's rows", pb, "evaluate", one_more,
            lambda: test_goldens.test_strengths_of_random_hands(7)),
    Control("evaluation", "two boards", pb, "evaluate_combos", swapped,
            test_goldens.test_strengths_of_all_combos_on_random_boards),
    Control("evaluation", "a count of the census", pb.evaluator, "category_census", in_one_category,
            lambda: test_goldens.test_the_census_of_all_hands(5)),
    Control("evaluation", "a strength of Omaha", pb, "evaluate_omaha", one_more,
            lambda: test_omaha.test_strengths_and_lows_are_those_of_the_best_choice(4, 5)),
    Control("evaluation", "a low of Omaha", pb, "evaluate_omaha_low", one_more,
            lambda: test_omaha.test_strengths_and_lows_are_those_of_the_best_choice(4, 5)),
    Control("equity", "a showdown of a hand", pb, "equity", of_first_player,
            lambda: test_range_equity.test_published_counts(HANDS)),
    Control("equity", "a last bit", pb, "equity", lambda result: replace(result, equity=last_bit(result.equity)),
            lambda: test_range_equity.test_published_counts(HANDS)),
    Control("equity", "a showdown of a range", pb, "equity", of_first_player,
            lambda: test_range_equity.test_published_counts(RANGES)),
    Control("equity", "a deal of random ranges", pb, "equity", of_first_player,
            lambda: test_range_equity.test_random_ranges_equal_all_their_deals(1)),
    Control("equity", "a last bit of a combo", pb, "combo_equity", last_bit,
            lambda: test_combo_equity.test_against_a_random_hand_equity_is_hand_strength_bit_for_bit("AhKh7d2c")),
    Control("odds", "a deal in which one wins", pb, "odds_vs_random", of_most_opponents,
            lambda: test_odds.test_reference_boards("river")),
    Control("odds", "a deal against one opponent", pb, "odds_vs_random", of_most_opponents,
            test_odds.test_one_opponent_by_dealing),
    Control("odds", "a deal against two opponents", pb, "odds_vs_random", of_most_opponents,
            test_odds.test_two_opponents_by_dealing),
    Control("odds", "a set of disjoint combos", pb.odds, "count_disjoint", lambda found: [found[0] + 1, *found[1:]],
            test_odds.test_cliques_by_choosing),
    Control("strength", "a last bit of HS", pb, "hand_strength", last_bit,
            lambda: test_hand_strength.test_strength_now_against_the_oracle(7)),
    Control("strength", "a last bit of E[HS]", pb, "expected_hand_strength", last_bit,
            lambda: test_hand_strength.check_against_oracle("river", 20)),
    Control("strength", "a last bit of E[HS] on the flop", pb, "expected_hand_strength", last_bit,
            lambda: test_hand_strength.test_reference_rows_hand_by_hand("flop")),
    Control("strength", "a runout in the next bin", pb.strength, "hand_strength_histogram", moved_along,
            lambda: test_hand_strength.check_against_oracle("turn", 1)),
    Control("strength", "a count of a table", pb, "strength_table", one_more,
            lambda: test_goldens.test_tables("ehs", "preflop")),
    Control("strength", "two rows of a table", pb, "strength_table", swapped,
            lambda: test_goldens.test_tables("ehs", "preflop")),
    Control("indices", "two indices", pb.HandIndexer, "index_all", swapped,
            lambda: test_indexer.test_reference_indices(INDICES)),
    Control("indices", "an index", pb.HandIndexer, "index", one_more,
            lambda: test_indexer.test_reference_indices(INDICES)),
    Control("indices", "two cards of a canonical hand", pb.HandIndexer, "unindex", swapped,
            lambda: test_indexer.test_reference_canonical_hands(f"un{INDICES}")),
    Control("indices", "two hands", pb.HandIndexer, "unindex", swapped,
            lambda: test_indexer.test_every_index_leads_back_to_itself((2,))),
    Control("indices", "a multiplicity", pb.HandIndexer, "multiplicity", one_more,
            lambda: test_indexer.test_every_index_leads_back_to_itself((3,))),
    Control("endgames", "a gain against the linear programme", endgame.Solver, "gain", less_by(2e-3),
            lambda: test_endgame.test_the_value_of_a_river_is_that_of_the_linear_programme(river())),
    Control("endgames", "a best response that wins too little", endgame.Solver, "best_response", less_by(2e-3),
            lambda: test_endgame.test_the_value_of_a_river_is_that_of_the_linear_programme(river())),
    Control("endgames", "a gain after a few iterations", endgame.Solver, "gain", less_by(1e-5),
            lambda: test_endgame.test_every_step_is_that_of_the_slow_solver("river", "dcfr", ())),
    Control("endgames", "two actions of a strategy", endgame.Solver, "strategy", swapped,
            lambda: test_endgame.test_every_step_is_that_of_the_slow_solver("river", "dcfr", ())),
    Control("endgames", "a value of a hand in float64", test_many_endgames, "solve_many",
            lambda found: replace(found, values=found.values - np.float32(2e-4)),
            lambda: test_many_endgames.test_values_are_those_of_float64("river", 50, 1)),
    Control("matches", "a correction of luck", _match.Play, "_corrected", less_by(1e-6),
            lambda: test_match.test_every_line_of_play_together_has_the_exact_gain("river", "noise", 0)),
    Control("matches", "the gains of a match", test_match, "play_match", each_gain_less,
            lambda: test_match.test_both_means_are_within_their_errors(test_match.river, 0.05, True)),
    Control("matches", "a standard error of a match", test_match, "play_match",
            lambda result: replace(result, std_error=result.std_error / 2, gains=result.gains / 2),
            lambda: test_match.test_both_means_are_within_their_errors(test_match.river, 0.05, True)),
    Control("matches", "a gain of a local best response", test_local_best_response, "local_best_response",
            lambda found: replace(found, gains=found.gains - 1e-9),
            lambda: test_local_best_response.test_it_is_the_slow_one(test_match.river, 0.05)),
]  # fmt: skip


def ids(control: Control) -> str:
    return f"{control.family}: {control.what}"


@pytest.mark.parametrize("control", CONTROLS, ids=ids)
def test_what_is_broken_fails_its_test(control: Control, monkeypatch: Patch) -> None:
    control.check()
    original, n_calls = getattr(control.target, control.name), 0

    def broken(*arguments: Any, **options: Any) -> Any:
        nonlocal n_calls
        n_calls += 1
        return control.change(original(*arguments, **options))

    monkeypatch.setattr(control.target, control.name, broken)
    with pytest.raises(AssertionError):
        control.check()
    assert n_calls > 0


def test_every_family_has_controls() -> None:
    families = [control.family for control in CONTROLS]
    assert {family: families.count(family) > 3 for family in families} == dict.fromkeys(
        ("evaluation", "equity", "odds", "strength", "indices", "endgames", "matches"), True
    )


# Files: each bit is as good as any other


def a_table(folder: Any) -> Any:
    path = folder / "table.npy"
    pb.strength_table("ehs", street="preflop", path=path)
    return path, [path], lambda: pb.strength.check_table(path)


def an_abstraction(folder: Any) -> Any:
    path = folder / "buckets"
    pb.CardAbstraction.build({"flop": 3}, game="leduc", features="ehs", path=path)
    return path, sorted(path.iterdir()), lambda: pb.CardAbstraction.load(path)


@pytest.mark.parametrize("make", [a_table, an_abstraction])
@pytest.mark.parametrize("place", [0.05, 0.5, 0.95])
def test_a_flipped_bit_of_any_file_is_found(make: Callable[[Any], Any], place: float, tmp_path: Any) -> None:
    _, files, check = make(tmp_path)
    check()
    for file in files:
        content = file.read_bytes()
        changed = bytearray(content)
        changed[int(place * len(content))] ^= 1
        file.write_bytes(changed)
        with pytest.raises(pb.PokerbitsError) as caught:
            check()
        assert isinstance(caught.value, DamagedFileError | pb.exceptions.ForeignFileError)
        file.write_bytes(content)
        check()


@pytest.mark.parametrize("made", ["_is_made", "flush"])
def test_numbers_that_are_never_forced_to_the_disk_are_seen(made: str, tmp_path: Any, monkeypatch: Patch) -> None:
    """The checker of system calls sees a writer without any sync, and one that flushes no map."""
    trace = Trace()
    with trace.recording(monkeypatch):
        a_table(tmp_path)
    assert trace.wrong == []
    left_out = Trace()
    monkeypatch.setattr(left_out, made, lambda: False)
    with left_out.recording(monkeypatch):
        pb.strength_table("ehs2", street="preflop", path=tmp_path / "second.npy")
    assert left_out.wrong
    assert not getattr(os.fsync, "__closure__", None)

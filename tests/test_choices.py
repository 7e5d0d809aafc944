"""A name that an argument cannot be: one message for all arguments, with the name that is most like it."""

import pytest

import pokerbits as pb
from pokerbits._evaluator.games import ALIASES, GAMES, game_named
from pokerbits._input.choices import any_of, check_name
from pokerbits.exceptions import InvalidArgumentError

CALLS = [
    (
        lambda: pb.equity("AhAd", "KsKh", method="montecarlo"),
        "method: expected 'auto', 'exact' or 'monte_carlo', found 'montecarlo' (did you mean 'monte_carlo'?)",
    ),
    (
        lambda: pb.Range("AA", dialect="Kicker"),
        "dialect: expected 'both' or 'kicker', found 'Kicker' (did you mean 'kicker'?)",
    ),
    (
        lambda: pb.odds_vs_random("AhAd", method="x"),
        "method: expected 'matchings' or 'cliques', found 'x'",
    ),
    (
        lambda: pb.strength_table("EHS", street="flop"),
        "kind: expected 'ehs', 'ehs2', 'histogram', 'ochs' or 'odds', found 'EHS' (did you mean 'ehs'?)",
    ),
    (
        lambda: pb.flop_report("AA", "KK", group_by="suit"),
        "group_by: expected 'suits', 'pairing', 'connectedness' or 'high_card', found 'suit' (did you mean 'suits'?)",
    ),
]


@pytest.mark.parametrize(("call", "message"), CALLS)
def test_every_argument_says_it_in_one_way(call, message):
    with pytest.raises(InvalidArgumentError) as caught:
        call()
    assert str(caught.value) == message


def test_what_is_no_text_is_a_type_error():
    with pytest.raises(TypeError, match=r"^method: expected 'auto', 'exact' or 'monte_carlo', found 3$"):
        pb.equity("AhAd", "KsKh", method=3)


def test_long_and_strange_texts():
    assert check_name("kind", "a", ["a"]) is None
    for name in ("", "\ud800", "x" * 100_000):
        with pytest.raises(InvalidArgumentError) as caught:
            check_name("kind", name, ["one", "two"])
        assert len(str(caught.value)) < 200
        assert "did you mean" not in str(caught.value)
    assert [any_of(names) for names in (["a"], ["a", "b"], ["a", "b", "c"])] == ["'a'", "'a' or 'b'", "'a', 'b' or 'c'"]


def test_rules_of_omaha_are_a_function_of_their_own():
    for name in ("omaha", "PLO", "plo5"):
        with pytest.raises(InvalidArgumentError, match="evaluate_omaha"):
            pb.evaluate("AsKsQsJsTs", rules=name)


def test_games_in_any_case_and_by_their_aliases():
    assert {game_named(name.upper()).name for name in GAMES} == set(GAMES)
    for alias, name in ALIASES.items():
        assert game_named(alias) is game_named(f" {alias.upper()} ") is game_named(name)
        assert pb.HandIndexer.game(alias.upper()) == pb.HandIndexer.game(name)
    for name in GAMES:
        game, rounds = game_named(name), pb.HandIndexer.game(name).cards_per_round
        assert game.hole_cards == (sum(rounds) if game.family == "stud" else rounds[0])
    hands = "AsKsQhJh", "7c7d8h9h"
    assert pb.equity(*hands, game="PLO") == pb.equity(*hands, game="omaha")
    assert pb.equity(*hands, game="plo8") == pb.equity(*hands, game="omaha_hilo")

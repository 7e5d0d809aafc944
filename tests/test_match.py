"""Matches: right on average with any baseline, equal to slow ones, and wrong estimators are caught."""

from collections import Counter

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.endgame import BettingTree, Endgame, MatchResult, Solver, _steps, play_match
from pokerbits.endgame import _match as module
from pokerbits.endgame._match import Deals, Drawn, Play
from pokerbits.endgame._match_baselines import Baseline, Passive, Solved, SolverGains, mass
from pokerbits.endgame._policies import Agent
from pokerbits.endgame._public_values import PublicValues
from pokerbits.endgame._steps import Steps
from pokerbits.exceptions import InvalidArgumentError
from slow_local_best_response import cards_of
from slow_match import gain, lines_of
from test_local_best_response import ONE_BET, RANGES, always, flop, random_policy, river, turn, uniform

PLAYERS = ("hero", "villain")
BASELINES = ("default", "solver", "noise")


def plays_of(game, first, second):
    """Return a solver in which the first policy is hero, and the second villain."""
    solver = Solver(game, isomorphic=False)
    for node in game.tree.decisions:
        policy = (first, second)[PLAYERS.index(node.player)]
        solver.lock(node, np.stack([policy(node, board) for board in game.boards[node.street]], axis=1))
    return solver


def exact_gain(game, first, second, *, duplicate=True):
    """Return the gain of the first policy per deal."""
    gained = plays_of(game, first, second).gain("hero")
    return (gained + plays_of(game, second, first).gain("villain")) / 2 if duplicate else gained


class Noise(Baseline):
    """A baseline that knows nothing: numbers that depend on the state, and not in a straight way on the reach."""

    def decision(self, node, board, reach):
        numbers = [len(node.actions), PLAYERS.index(node.player), node.street, *map(ord, node.actions[-1])]
        seed = np.random.default_rng([*numbers, *board.tolist()]).normal()
        return mass(reach) * (seed + np.cos(7 * reach[0].sum() + 3 * reach[1].max()))


def baseline_of(name, game, agents, player):
    values = PublicValues(game, 1)
    if name == "noise":
        return Noise(values, player)
    if name == "default":
        return Passive(values, player, agents)
    solver = Solver(game)
    solver.run(20)
    return Solved(values, player, SolverGains(solver, 1))


def estimates(game, policies, player, name):
    """Return the exact gain of a player, the expectations of both estimates, and how far plain gains are off."""
    lines = lines_of(game, policies)
    n_cards, depth = 5 - len(game.board), max(len(line.numbers) for line in lines)
    cards, chances = np.zeros((len(lines), n_cards), dtype=np.uint8), np.zeros((len(lines), 1, depth))
    for row, line in enumerate(lines):
        # After a fold no card is looked at.
        cards[row, : len(line.cards)] = line.cards
        chances[row, 0, : len(line.numbers)] = line.numbers
    drawn = Drawn(np.array([line.hands for line in lines]), cards, chances)
    agents = [Agent(game, policy, "policy") for policy in policies]
    play = Play(PublicValues(game, 1), agents, baseline_of(name, game, agents, player))
    reduced, plain = play.all(drawn, drawn.chances[:, 0], Steps(None, 0))
    weights = np.array([line.probability for line in lines])
    off = np.abs(plain - [line.gains[player] for line in lines]).max()
    return gain(lines, player), weights @ reduced, weights @ plain, off, reduced


GAMES = {
    "river": river,
    "river with rake": lambda: river(0.05),
    "turn": turn,
    "turn with rake": lambda: turn(0.05),
    "flop": flop,
}
SLOW = {"flop"}
CASES = [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in GAMES]


@pytest.mark.parametrize("name", CASES)
def test_the_slow_match_has_the_gains_of_the_solver(name):
    game, policies = GAMES[name](), (random_policy(1), random_policy(2))
    lines, solver = lines_of(game, policies), plays_of(game, *policies)
    assert sum(line.probability for line in lines) == pytest.approx(1, abs=1e-12)
    assert [gain(lines, player) for player in range(2)] == pytest.approx([solver.gain(of) for of in PLAYERS], abs=1e-7)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("baseline", BASELINES)
@pytest.mark.parametrize("name", CASES)
def test_every_line_of_play_together_has_the_exact_gain(name, baseline, player):
    policies = (random_policy(1), random_policy(2))
    exact, reduced, plain, off, _ = estimates(GAMES[name](), policies, player, baseline)
    assert off < 1e-12
    assert plain == pytest.approx(exact, abs=1e-12)
    assert reduced == pytest.approx(exact, abs=1e-10)


def deviation(game, policies, player, baseline):
    """Return the standard deviations of a deal with and without variance reduction."""
    exact, *_, reduced = estimates(game, policies, player, baseline)
    lines = lines_of(game, policies)
    weights, plain = (np.array(of) for of in zip(*[(of.probability, of.gains[player]) for of in lines], strict=True))
    return [float(np.sqrt(weights @ (of - exact) ** 2)) for of in (reduced, plain)]


def all_luck(self, luck, worth, expected):
    return luck + worth


def wrong_sign(self, luck, worth, expected):
    return luck + worth + expected


BIASED = {
    "a correction without its expectation": (Play, "_corrected", all_luck, "turn"),
    "the sign of an expectation": (Play, "_corrected", wrong_sign, "turn"),
    "a wrong number of cards": (
        "pokerbits.endgame._match_baselines.n_cards_to_come", lambda board: 52 - len(board), "turn"
    ),
    "hands that share cards": ("pokerbits.endgame._match.mass", lambda reach: reach[0].sum() * reach[1].sum(), "river"),
}  # fmt: skip


@pytest.mark.parametrize("name", BIASED)
def test_a_biased_estimator_is_caught(name, monkeypatch):
    *target, change, make = BIASED[name]
    monkeypatch.setattr(*target, change)
    exact, reduced, plain, *_ = estimates(GAMES[make](), (random_policy(1), random_policy(2)), 0, "noise")
    assert plain == pytest.approx(exact, abs=1e-12)
    assert abs(reduced - exact) > 1e-4


def test_corrections_that_are_added_are_caught(monkeypatch):
    # They have mean 0 with either sign; with the wrong one they add to the luck.
    game, policies = turn(), (random_policy(1), random_policy(2))
    right, plain = deviation(game, policies, 0, "default")
    assert right < 0.2 * plain
    monkeypatch.setattr(Play, "_corrected", lambda self, luck, worth, expected: luck - worth + expected)
    wrong, _ = deviation(game, policies, 0, "default")
    assert wrong > 5 * right


@pytest.mark.parametrize("duplicate", [True, False])
@pytest.mark.parametrize("rake", [0.0, 0.05])
@pytest.mark.parametrize("make", [river, turn])
def test_both_means_are_within_their_errors(make, rake, duplicate):
    game, first, second = make(rake), random_policy(1), random_policy(2)
    exact = exact_gain(game, first, second, duplicate=duplicate)
    solver = Solver(game)
    solver.run(20)
    default, solved = (
        play_match(game, first, second, 4000, duplicate=duplicate, rng=1, baseline=of) for of in (None, solver)
    )
    assert (default.plain_gains == solved.plain_gains).all()
    for found in (default, solved):
        assert abs(found.mean - exact) < 4 * found.std_error
        assert abs(found.plain_mean - exact) < 4 * found.plain_std_error
        assert 0 < found.std_error < found.plain_std_error / 1.5
        assert (found.mean, found.plain_mean) == (found.gains.mean(), found.plain_gains.mean())
        assert found.std_error == pytest.approx(found.gains.std(ddof=1) / 4000**0.5, rel=1e-12)
        assert found.plain_std_error == pytest.approx(found.plain_gains.std(ddof=1) / 4000**0.5, rel=1e-12)
        assert found.n_deals == len(found.gains) == len(found.plain_gains) == 4000


def test_standard_errors_are_those_of_many_matches():
    game, first, second = turn(), random_policy(1), random_policy(2)
    exact = exact_gain(game, first, second)
    found = [play_match(game, first, second, 100, rng=rng) for rng in range(40)]
    for off in ([(of.mean - exact) / of.std_error for of in found],
                [(of.plain_mean - exact) / of.plain_std_error for of in found]):  # fmt: skip
        assert 0.6 < np.sqrt(np.mean(np.square(off))) < 1.5


@pytest.mark.parametrize("make", [river, turn])
def test_nothing_is_luck_if_the_baseline_plays_itself(make):
    solver = Solver(make(0.05))
    solver.run(20)
    found = play_match(solver.game, solver, solver, 500, duplicate=False, baseline=solver, rng=1)
    assert found.gains == pytest.approx(np.full(500, solver.gain("hero")), abs=1e-6)
    assert found.plain_std_error > 0.01
    both = play_match(solver.game, solver, solver, 500, baseline=solver, rng=1)
    assert both.mean == pytest.approx((solver.gain("hero") + solver.gain("villain")) / 2, abs=1e-6)


def test_the_default_baseline_knows_how_often_a_bet_wins_the_pot():
    game = Endgame("Kh9d5c3h2s", *RANGES, BettingTree(100, 200, ONE_BET, rake=0.05))

    def never_bets(node, board):
        passive = always("check")(node, board)
        return passive if node.actions[0] == "check" else random_policy(1)(node, board)

    found = play_match(game, random_policy(2), never_bets, 500, duplicate=False, rng=1)
    assert found.std_error < 1e-12
    assert found.plain_std_error > 0.01
    assert found.mean == pytest.approx(exact_gain(game, random_policy(2), never_bets, duplicate=False), abs=1e-7)


class Huge(Baseline):
    """A baseline whose worths are rounding errors of enormous sums."""

    def decision(self, node, board, reach):
        return -1e9 * mass(reach)


def test_worths_do_not_grow_without_limit():
    # Four times all chips of a player: half of the pot and a stack of two pots.
    values = PublicValues(river(), 1)
    huge = Huge(values, 0)
    assert huge.worth(river().tree.root, river().board, values.ranges()) == -10
    nothing = np.zeros((2, 1326))
    assert huge.worth(river().tree.root, river().board, tuple(nothing)) == 0


def test_what_no_pair_of_hands_reaches_is_worth_nothing():
    # Rounding may leave no pair of hands of a rare line that is played all the same.
    game, drawn = river(), Deals(river(), np.random.default_rng(1), 1).draw(20)
    agents, values = [Agent(game, uniform, "policy")] * 2, PublicValues(game, 1)
    play, nothing = Play(values, agents, Passive(values, 0, agents)), np.zeros(1326)
    play.all(drawn, drawn.chances[:, 0], Steps(None, 0))
    assert (play._gains != 0).any()
    play._play(game.tree.root, game.board, (nothing, nothing), np.arange(20), 0, 0.0)
    assert (play._gains == 0).all()


def test_a_state_that_the_solver_never_reaches_is_worth_nothing():
    game = river()
    solver = Solver(game)
    solver.lock(0, always("check")(game.tree.root, game.board))
    solver.run(5)
    after_a_bet = next(at for at, node in enumerate(game.tree.decisions) if node is game.tree.root.children[1])
    hero, villain = SolverGains(solver, 1).at(after_a_bet)
    # Villain meets no hand of hero there, and hero those of villain.
    assert (hero.of_hands != 0).any()
    assert (villain.of_hands == 0).all()
    assert (villain.mean == 0).all()


def test_a_baseline_says_what_decisions_are_worth():
    with pytest.raises(TypeError, match="abstract"):
        Baseline(PublicValues(river(), 1), 0)


def test_a_solver_helps_more_than_showdowns_if_it_knows_the_agents():
    game, first, second = turn(), random_policy(1), random_policy(2)
    solver = plays_of(game, first, second)
    found = play_match(game, first, second, 500, duplicate=False, baseline=solver, rng=1)
    default = play_match(game, first, second, 500, duplicate=False, rng=1)
    assert found.std_error < 1e-6 < default.std_error
    assert found.mean == pytest.approx(solver.gain("hero"), abs=1e-6)


def test_a_baseline_that_knows_half_of_the_play_helps():
    game = turn()
    solver = Solver(game)
    solver.run(200)
    found = play_match(game, solver, uniform, 1000, baseline=solver, rng=1)
    assert found.std_error < found.plain_std_error / 3


@pytest.mark.parametrize(
    "policy", [always("fold", "check"), always("check", "call"), uniform], ids=["folds", "calls", "uniform"]
)
def test_bad_agents_are_found_bad(policy):
    game = river()
    solver = Solver(game)
    solver.run(500)
    found = play_match(game, policy, solver, 1000, rng=1)
    assert found.mean < -5 * found.std_error
    exact = exact_gain(game, policy, lambda node, board: solver.strategy(node)[:, 0])
    other = play_match(game, solver, policy, 1000, rng=2)
    for gained, error in ((found.mean, found.std_error), (-other.mean, other.std_error)):
        assert abs(gained - exact) < 4 * error + 1e-7


def test_no_agent_gains_from_itself():
    found = play_match(turn(), uniform, uniform, 2000, rng=1)
    assert abs(found.mean) < 4 * found.std_error
    assert abs(found.plain_mean) < 4 * found.plain_std_error


@pytest.mark.parametrize("options", [{}, {"duplicate": False}])
@pytest.mark.parametrize("at_once", [1, 7, 299])
def test_the_batches_change_nothing(at_once, options, monkeypatch):
    game, first, second = turn(0.05), random_policy(1), random_policy(2)
    expected = play_match(game, first, second, 300, rng=3, **options)
    assert expected == play_match(game, first, second, 300, rng=3, num_threads=2, **options)
    assert expected != play_match(game, first, second, 300, rng=4, **options)
    shorter = play_match(game, first, second, 200, rng=3, **options)
    assert (shorter.gains == expected.gains[:200]).all()
    assert (shorter.plain_gains == expected.plain_gains[:200]).all()
    monkeypatch.setattr(module, "_AT_ONCE", at_once)
    assert expected == play_match(game, first, second, 300, rng=3, **options)


def test_hands_and_cards_have_their_probabilities():
    game = Endgame("Kh9d5c3h", "AhKs, 0.5:QdJd, 8h7h", "AhQh, 0.25:QdTd, 6d4d", turn().tree)
    n = 60_000
    drawn = Deals(game, np.random.default_rng(1), 1).draw(n)
    weights = {
        (hero, villain): of_hero * of_villain
        for hero, of_hero in zip(game.combos[0].tolist(), game.weights[0], strict=True)
        for villain, of_villain in zip(game.combos[1].tolist(), game.weights[1], strict=True)
        if not {*cards_of(hero)} & {*cards_of(villain)}
    }
    assert len(weights) == 7
    counts = Counter(map(tuple, drawn.hands.tolist()))
    assert counts.keys() == weights.keys()
    for hands, weight in weights.items():
        expected = n * weight / sum(weights.values())
        assert abs(counts[hands] - expected) < 4.5 * expected**0.5
        rivers = Counter(drawn.cards[(drawn.hands == hands).all(axis=1), 0].tolist())
        left = {*range(52)} - {*game.board.tolist(), *cards_of(hands[0]), *cards_of(hands[1])}
        assert rivers.keys() == left
        per_card = counts[hands] / len(left)
        assert all(abs(count - per_card) < 5 * per_card**0.5 for count in rivers.values())
    assert drawn.chances.shape == (n, 1, 5)
    assert drawn.cards.shape == (n, 1)


def test_the_last_pair_of_hands_is_dealt_too():
    game = Endgame("Kh9d5c3h2s", "8h7h", "6d4d, AsAc", river().tree)
    drawn = Deals(game, np.random.default_rng(1), 1).draw(40)
    assert {*drawn.hands[:, 1].tolist()} == {*game.combos[1].tolist()}
    assert play_match(game, uniform, uniform, 2, rng=1).n_deals == 2


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_the_size_of_weights_changes_no_deal(scale):
    # The product of two such weights is no float.
    game, hero, villain = turn(), *(np.zeros(1326) for _ in range(2))
    for weights, combos, of_player in zip((hero, villain), game.combos, game.weights, strict=True):
        weights[combos] = of_player * scale
    scaled = Endgame(game.board, hero, villain, game.tree)
    drawn, expected = (Deals(of, np.random.default_rng(1), 2).draw(50) for of in (scaled, game))
    assert len(np.unique(expected.hands, axis=0)) > 3
    assert np.array_equal(drawn.hands, expected.hands)
    assert np.array_equal(drawn.cards, expected.cards)


def test_two_cards_are_dealt_without_a_common_card():
    drawn = Deals(flop(), np.random.default_rng(1), 2).draw(2000)
    cards = np.column_stack([np.tile(flop().board, (2000, 1)), np.asarray(pb.COMBOS)[drawn.hands].reshape(-1, 4)])
    rows = np.sort(np.column_stack([cards, drawn.cards]), axis=1)
    assert (np.diff(rows.astype(int), axis=1) > 0).all()
    assert len(np.unique(drawn.cards)) == 49


def test_actions_have_their_probabilities():
    chances = np.array([[0.0, 0.2, 1.0, 0.7], [0.5, 0.8, 0.0, 0.1], [0.5, 0.0, 0.0, 0.2]])
    for number, actions in (
        (0.0, [1, 0, 0, 0]),
        (0.25, [1, 1, 0, 0]),
        (0.75, [2, 1, 0, 1]),
        (1 - 2**-53, [2, 1, 0, 2]),
    ):
        assert module._actions(chances, np.full(4, number)).tolist() == actions
    # The sum of rounded probabilities is below 1, and the last action is impossible.
    rounded = np.array([[0.1] * 10 + [0.0]]).T
    assert rounded.cumsum()[-1] < 1
    assert module._actions(rounded, np.array([1 - 2**-53])).tolist() == [9]


def test_the_same_deal_is_played_in_both_seats():
    # Nobody bets, so exchanged seats lose what was won.
    found = play_match(river(), always("check", "call"), always("check", "call"), 200, rng=1)
    assert (found.plain_gains == 0).all()
    assert found.gains == pytest.approx(np.zeros(200), abs=1e-12)
    found = play_match(river(), always("check", "call"), always("check", "call"), 200, duplicate=False, rng=1)
    assert found.plain_std_error > 0.01
    assert found.std_error < 1e-12


def test_seats_are_those_of_the_first_agent():
    game, seen = river(), []

    def first(node, board):
        seen.append(node.player)
        return uniform(node, board)

    play_match(game, first, uniform, 50, duplicate=False, rng=1)
    assert {*seen} == {"hero"}
    seen.clear()
    play_match(game, uniform, first, 50, duplicate=False, rng=1)
    assert {*seen} == {"villain"}
    play_match(game, uniform, first, 50, rng=1)
    assert {*seen} == {"hero", "villain"}


def test_each_state_is_asked_for_once():
    game, asked = river(), Counter()

    def policy(node, board):
        asked[node] += 1
        return uniform(node, board)

    play_match(game, policy, uniform, 1000, rng=1)
    assert asked == dict.fromkeys(game.tree.decisions, 1)


@pytest.mark.parametrize("options", [{}, {"duplicate": False}])
def test_progress_counts_deals_in_each_seat(options, monkeypatch):
    monkeypatch.setattr(_steps, "PAUSE", -1)
    seen = []
    play_match(turn(), uniform, uniform, 300, rng=1, progress=lambda *of: seen.append(of), **options)
    total = 600 if not options else 300
    assert seen[-1] == (total, total)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert {of for _, of in seen} == {total}


class StopError(Exception):
    """Raised by a caller's function."""


def test_what_the_functions_of_a_caller_raise_ends_the_call(monkeypatch):
    def stop(*of):
        raise StopError

    for agents in ((stop, uniform), (uniform, stop)):
        with pytest.raises(StopError):
            play_match(river(), *agents, 10)
    with pytest.raises(StopError):
        play_match(river(), stop, uniform, 10_000_000)
    monkeypatch.setattr(_steps, "PAUSE", -1)
    with pytest.raises(StopError):
        play_match(river(), uniform, uniform, 10, progress=stop)


@pytest.mark.parametrize(
    "of_ranges", [("AhAs, 0.000001:QdJd", "AhAd, AsAd, 0.000001:8c7c"), ("AhAs, 1e-13:QdJd", "AhAd, AsAd")]
)
def test_ranges_that_block_each_other_have_finite_gains(of_ranges):
    # Only rare hands can be dealt together: sums over all hands are rounding errors, or nothing.
    game = Endgame("Kh9d5c3h", *of_ranges, turn().tree)
    for seed in range(5):
        found = play_match(game, random_policy(seed), random_policy(seed + 9), 200, rng=seed)
        assert np.isfinite(found.gains).all()
        assert np.abs(found.gains).max() < 10


def test_a_hand_that_never_gets_anywhere_is_never_played():
    game = river()
    solver = Solver(game)
    solver.lock(0, always("check")(game.tree.root, game.board))
    found = play_match(game, solver, uniform, 100, rng=1, baseline=solver)
    assert np.isfinite(found.gains).all()


def test_errors_name_the_agent_and_the_decision():
    game = river()

    def wrong(node, board):
        return uniform(node, board) / 2

    with pytest.raises(InvalidArgumentError, match=r"first: decision 0 \(hero: .*\) on Kh9d5c3h2s.*add up to 1"):
        play_match(game, wrong, uniform, 10, rng=1)
    with pytest.raises(InvalidArgumentError, match=r"second: decision \d+ \(villain: .*add up to 1"):
        play_match(game, uniform, wrong, 10, rng=1)


def test_wrong_arguments_are_refused():
    game = river()
    other = Solver(turn())
    for agents in ((other, uniform), (uniform, other)):
        with pytest.raises(InvalidArgumentError, match="another game"):
            play_match(game, *agents, 10)
    with pytest.raises(InvalidArgumentError, match="baseline: the solver is one of another game"):
        play_match(game, uniform, uniform, 10, baseline=other)
    with pytest.raises(TypeError, match="baseline: expected a Solver or None"):
        play_match(game, uniform, uniform, 10, baseline=uniform)
    with pytest.raises(TypeError, match="second: expected a Solver or a function"):
        play_match(game, uniform, 5, 10)
    with pytest.raises(TypeError, match="game: expected an Endgame"):
        play_match(5, uniform, uniform, 10)
    with pytest.raises(TypeError, match="duplicate: expected True or False"):
        play_match(game, uniform, uniform, 10, duplicate="no")
    with pytest.raises(InvalidArgumentError, match="rng: expected a seed"):
        play_match(game, uniform, uniform, 10, rng="x")
    for n in (-1, 1, 10_000_001, 10**9, 2.5):
        with pytest.raises((InvalidArgumentError, TypeError), match="n_deals"):
            play_match(game, uniform, uniform, n)
    omaha = Endgame("Kh9d5c3h2s", "AA$ds", "KK$ds", game.tree, game="omaha")
    with pytest.raises(InvalidArgumentError, match="expected one of hold'em"):
        play_match(omaha, uniform, uniform, 10)


def test_the_result_shows_both_estimates():
    found = play_match(river(), random_policy(1), random_policy(2), 1500, rng=1)
    assert isinstance(found, MatchResult)
    lines = [line.split() for line in str(found).splitlines()]
    assert lines == [
        ["1,500", "deals", "gain", "std", "error"],
        ["AIVAT", f"{found.mean:.4%}", f"{found.std_error:.4%}"],
        ["plain", f"{found.plain_mean:.4%}", f"{found.plain_std_error:.4%}"],
    ]
    assert repr(found) == (
        f"<MatchResult: gain {found.mean:.4%} of the pot (std error {found.std_error:.4%}), 1,500 deals>"
    )
    columns = found.to_columns()
    assert columns["estimate"] == ["AIVAT", "plain"]
    assert columns["gain"].tolist() == [found.mean, found.plain_mean]
    assert columns["std_error"].tolist() == [found.std_error, found.plain_std_error]
    names = ("mean", "std_error", "plain_mean", "plain_std_error", "n_deals")
    assert found.to_dict() == {name: getattr(found, name) for name in names}

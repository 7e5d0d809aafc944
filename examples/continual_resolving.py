"""Value rivers with a small network, solve turns to their depth with it, resolve their rivers, and measure the loss.

    python examples/continual_resolving.py --rivers 2000 --turns 4 --iterations 200 --seed 1

The network learns what betting adds to equity on solved random rivers. A turn is then solved as if it ended before the
river, and the network says what comes after. The turn strategies are measured in the whole game, as are two controls:
equity instead of the network, and a turn on which both players act at random. Rivers are solved for each strategy: at
the ranges that get there, or with the values that were promised to the opponent (continual resolving). A row has the
exploitability in percent of the pot, the mean and the worst of all turns.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

import pokerbits as pb
from pokerbits.endgame import (
    ALL_IN,
    BetSizes,
    BettingTree,
    Deal,
    Decision,
    Endgame,
    Solver,
    random_endgames,
    solve_many,
)

HERO = "22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 87s, 76s, 65s, A8o+, KTo+, QTo+, JTo"
VILLAIN = "JJ-22, AQs-A2s, KQs-K5s, Q8s+, J8s+, T8s+, 97s+, 86s+, 75s+, 65s, 54s, AQo-A7o, KTo+, QTo+"
RIVER = BetSizes(bets=(1, ALL_IN), raises=ALL_IN, max_bets=2)
TREE = BettingTree(100, 250, [BetSizes(bets=(0.5, 1), raises=1, max_bets=2), RIVER])
DEPTHS = (0.15, 3)
"""Smallest and largest stack of the training rivers, in pots."""
TARGET = 0.003
"""Exploitability of their solutions."""
N_GROUPS = 30
HIDDEN = (256, 256)
BLOCK = 256
"""Rivers that are grouped at once, to keep memory small."""

PLAYERS = ("hero", "villain")
Array = NDArray[np.float64]
Strategies = dict[int, Array]
"""Probabilities of the actions by the number of the decision."""

HOLDS = (pb.COMBOS[:, :, None] == np.arange(52)).any(axis=1).astype(np.float64)
"""1 if a combo has a card, else 0: (1326, 52)."""


def unblocked(reach: Array, hands: NDArray[np.int64]) -> Array:
    """Return the reach (..., 1326) of all hands that share no card with each of some hands, (..., hands)."""
    total, of_card = reach.sum(axis=-1, keepdims=True), reach @ HOLDS
    first, second = pb.COMBOS[hands].T
    found = total - of_card[..., first] - of_card[..., second] + reach[..., hands]
    # Rounding leaves a little of a reach of which every hand is blocked.
    return np.where(found > 1e-12 * total, found, 0.0)


def groups(rivers: pb.RankedBoards) -> Array:
    """Return which hands are in which group of similar strength: 1 or 0, (boards, 1326, groups).

    Groups have equal numbers of hands as far as ties allow. They mean the same on every board.
    """
    strength = rivers.equity(np.ones(len(pb.COMBOS)))
    # NaN for blocked hands, which are in no group.
    number = np.minimum(np.floor(strength * N_GROUPS), N_GROUPS - 1)
    return (number[..., None] == np.arange(N_GROUPS)).astype(np.float64)


def network_input(shares: Array, depths: Array) -> Array:
    """Return the share of each player that is at most as strong as each group, and the depth of the stacks.

    `shares` are (..., 2, groups) and `depths` (...), in pots; the result is (..., 2 * groups + 1).
    """
    below = np.cumsum(shares, axis=-1).reshape(*shares.shape[:-2], -1)
    return np.concatenate([below, np.log(depths)[..., None]], axis=-1)


def normalised(amounts: Array) -> Array:
    """Return amounts as shares of their sum over the last axis."""
    return amounts / np.maximum(amounts.sum(axis=-1, keepdims=True), 1e-300)


class RiverNetwork:
    """A network that says what betting adds to the equity of each group of hands, as a share of the pot."""

    def __init__(self, n_rivers: int, seed: int) -> None:
        self.model = MLPRegressor(
            hidden_layer_sizes=HIDDEN, batch_size=min(64, n_rivers), max_iter=100, random_state=seed
        )
        boards, hero, villain, _, _ = random_endgames(n_rivers, "river", rng=seed)
        depths = np.exp(np.random.default_rng(seed).uniform(*np.log(DEPTHS), n_rivers))
        solved = solve_many(boards, hero, villain, pots=1, stacks=depths, sizes=RIVER, target=TARGET)
        ranges = np.stack([hero, villain], axis=1)
        parts = [slice(first, first + BLOCK) for first in range(0, n_rivers, BLOCK)]
        examples = [self._examples(boards[at], ranges[at], depths[at], solved.values[at]) for at in parts]
        self.model.fit(*(np.concatenate(part) for part in zip(*examples, strict=True)))

    @staticmethod
    def _examples(boards: NDArray[np.uint8], ranges: Array, depths: Array, values: ArrayLike) -> tuple[Array, Array]:
        """Return inputs, and what betting adds to the mean equity of each group."""
        rivers = pb.RankedBoards(boards)
        member = groups(rivers)
        equity = np.stack([rivers.equity(ranges[:, 1]), rivers.equity(ranges[:, 0])], axis=1)
        amounts = ranges @ member
        added = (ranges * np.nan_to_num(values - equity)) @ member / np.maximum(amounts, 1e-300)
        return network_input(normalised(amounts), depths), added.reshape(len(boards), -1)

    def added(self, amounts: Array, depths: Array) -> Array:
        """Return what betting adds to each group, (..., 2, groups), for the reach of all groups of both players."""
        shares = normalised(amounts)
        given = network_input(shares, depths)
        found = self.model.predict(given.reshape(-1, given.shape[-1])).reshape(shares.shape)
        # One player wins what the other loses.
        return found - (found * shares).sum(axis=(-1, -2), keepdims=True) / 2


class TurnValues:
    """The shares of pots before the river: equity, and what a network adds for its betting."""

    def __init__(self, game: Endgame, network: RiverNetwork | None) -> None:
        self.tree, self.network = game.tree, network
        self.hands = np.flatnonzero(pb.Range(HERO).weights + pb.Range(VILLAIN).weights)
        self.rivers = pb.RankedBoards(game.boards[1])
        members = groups(self.rivers)
        self.free = members.any(axis=-1)
        self.members = members[:, self.hands]

    def on_rivers(self, pots: Array, reach: Array) -> tuple[Array, Array]:
        """Return the share of each pot that each of `hands` gets on each river, (pots, 2, rivers, hands).

        Also return the unblocked weights of their opponents, in the same shape.
        """
        opponents = reach[:, ::-1]
        weights = unblocked(opponents[:, :, None] * self.free, self.hands) * self.free[:, self.hands]
        margins = self.rivers.values(opponents.reshape(-1, len(pb.COMBOS)))[..., self.hands]
        shares = 0.5 + np.moveaxis(margins, 0, 1).reshape(weights.shape) / np.where(weights > 0, weights, 1) / 2
        if self.network is not None:
            depths = (self.tree.stack - (pots - self.tree.pot) / 2) / pots
            # Pots, rivers, players, groups.
            amounts = reach[:, None, :, self.hands] @ self.members
            added = self.network.added(amounts, np.broadcast_to(depths[:, None], amounts.shape[:2]))
            shares += (added @ self.members.swapaxes(-1, -2)).swapaxes(1, 2)
        return shares, weights

    def __call__(self, board: NDArray[np.uint8], pots: Array, reach: Array) -> Array:
        """Return the share of each pot that each hand gets, (pots, 2, 1326): its mean over all rivers."""
        shares, weights = self.on_rivers(pots, reach)
        found = np.full(reach.shape, np.nan)
        with np.errstate(invalid="ignore"):
            found[..., self.hands] = (shares * weights).sum(axis=2) / weights.sum(axis=2)
        return found


class Leaf(NamedTuple):
    """An end of the turn behind which somebody decides."""

    node: Decision
    """The first decision on the river."""
    pot: float
    reach: Array
    """The reach of all hands of both players, (2, 1326)."""


def leaves(solver: Solver) -> Iterator[Leaf]:
    """Yield the ends of the turn, with the reach of the average strategies."""
    for node in solver.game.tree.decisions:
        if node.street:
            continue
        strategy = solver.strategy(node)[:, 0]
        reach = np.stack([solver.reach(node, player)[0] for player in PLAYERS])
        for played, child in zip(strategy, node.children, strict=True):
            if isinstance(child, Deal) and isinstance(child.child, Decision):
                after = reach.copy()
                after[PLAYERS.index(node.player)] *= played
                pot = 2 * child.child.children[0].children[0].stake  # both check
                yield Leaf(child.child, pot, np.nan_to_num(after))


def below(node: Decision) -> Iterator[Decision]:
    """Yield a decision and all that follow on its street."""
    yield node
    for child in node.children:
        if isinstance(child, Decision):
            yield from below(child)


def turn_of(solver: Solver) -> Strategies:
    """Return the average strategies of the turn."""
    return {at: solver.strategy(at) for at, node in enumerate(solver.game.tree.decisions) if not node.street}


def resolved_rivers(solver: Solver, values: TurnValues, iterations: int) -> Strategies:
    """Return strategies for all rivers behind a turn that was solved to its depth, by safe resolving.

    Each player resolves each river by itself: with the reach of its own hands, with all hands that the opponent may
    have, and with the values that the turn's solution promises to each of them on this river.
    """
    tree, rivers = solver.game.tree, values.rivers.boards
    numbers = {node: at for at, node in enumerate(tree.decisions)}
    found: Strategies = {}
    for leaf in leaves(solver):
        nodes = list(below(leaf.node))
        for node in nodes:
            found[numbers[node]] = np.full((len(node.actions), len(rivers), len(pb.COMBOS)), 1 / len(node.actions))
        river_tree = BettingTree(leaf.pot, tree.stack - (leaf.pot - tree.pot) / 2, RIVER)
        shares, weights = values.on_rivers(np.array([leaf.pot]), leaf.reach[None])
        promised = np.full((2, len(rivers), len(pb.COMBOS)), np.nan)
        promised[..., values.hands] = np.where(weights[0] > 0, shares[0], np.nan)
        for at, river in enumerate(rivers):
            for player, opponent in ((0, 1), (1, 0)):
                ranges: list[ArrayLike | str] = [HERO, VILLAIN]
                ranges[player] = own = leaf.reach[player] * values.free[at]
                if not own.any():
                    continue
                game = Endgame(river, *ranges, river_tree)
                again = Solver(game, opponent_values={PLAYERS[opponent]: promised[opponent, at]})
                again.run(iterations)
                for node, same in zip(nodes, below(river_tree.root), strict=True):
                    if node.player == PLAYERS[player]:
                        strategy = again.strategy(same)[:, 0]
                        known = ~np.isnan(strategy[0])
                        found[numbers[node]][:, at, known] = strategy[:, known]
    return found


def loss(game: Endgame, strategies: Strategies, iterations: int) -> float:
    """Return the exploitability of strategies in the whole game; what they leave out is solved."""
    # Strategies of two rivers that are alike up to suits differ a little.
    whole = Solver(game, isomorphic=False)
    for at, strategy in strategies.items():
        whole.lock(at, strategy)
    whole.run(iterations)
    return whole.exploitability()


def measured(board: NDArray[np.uint8], network: RiverNetwork, iterations: int) -> Iterator[tuple[str, float, float]]:
    """Yield each strategy of a turn: its name, its exploitability, and the seconds to find it."""
    game = Endgame(board, HERO, VILLAIN, TREE)
    yield "turn at random", loss(game, turn_of(Solver(game)), iterations), 0.0
    for name, of_rivers in (("equity", None), ("network", network)):
        started = perf_counter()
        values = TurnValues(game, of_rivers)
        solver = Solver(game, leaf_values=values, algorithm="cfr_plus")
        solver.run(iterations)
        seconds = perf_counter() - started
        turn = turn_of(solver)
        yield f"{name}, rivers solved at their ranges", loss(game, turn, iterations), seconds
        started = perf_counter()
        rivers = resolved_rivers(solver, values, iterations)
        seconds += perf_counter() - started
        yield f"{name}, rivers resolved", loss(game, turn | rivers, 1), seconds
    started = perf_counter()
    full = Solver(game)
    full.run(iterations)
    seconds = perf_counter() - started
    yield "full solution, rivers solved again", loss(game, turn_of(full), iterations), seconds
    yield "full solution", full.exploitability(), seconds


def timed(make: Callable[[], RiverNetwork]) -> tuple[RiverNetwork, float]:
    """Return what is made, and the seconds that it took."""
    started = perf_counter()
    return make(), perf_counter() - started


def positive(text: str) -> int:
    """Return the positive number of an option."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a positive number, found {text}")
    return number


# Products of small matrices take longest if their threads wait for each other.
@threadpool_limits.wrap(limits=1)
def main(arguments: list[str] | None = None) -> int:
    """Train, solve, and print the table."""
    parsing = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parsing.add_argument("--rivers", type=positive, default=2000, help="training rivers (default: %(default)s)")
    parsing.add_argument("--turns", type=positive, default=4, help="random turns (default: %(default)s)")
    parsing.add_argument(
        "--iterations", type=positive, default=200, help="iterations of each solver (default: %(default)s)"
    )
    parsing.add_argument("--seed", type=int, default=1, help="of rivers, turns and network (default: %(default)s)")
    options = parsing.parse_args(arguments)
    network, seconds = timed(lambda: RiverNetwork(options.rivers, options.seed))
    print(f"{options.rivers:,} rivers solved and learnt in {seconds:.0f} s\n", flush=True)
    rows: dict[str, list[tuple[float, float]]] = {}
    for board in pb.random_hands(options.turns, 4, rng=options.seed):
        for name, found, took in measured(board, network, options.iterations):
            rows.setdefault(name, []).append((100 * found, took))
    print(f"| exploitability, % of the pot, {options.turns} turns | mean | worst | seconds a turn |\n|---|---|---|---|")
    for name, cells in rows.items():
        found, took = np.array(cells).T
        print(f"| {name} | {found.mean():.2f} | {found.max():.2f} | {took.mean():.1f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())

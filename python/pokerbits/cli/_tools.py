"""The tools that `pokerbits mcp` offers to assistants: one function each, on top of the public functions.

The signatures are the schemas that an assistant sees, and the docstrings its instructions. Every function returns a
dict for JSON. Bad input raises a `PokerbitsError`, whose message is the answer.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from math import comb
from typing import Annotated, Any, Final

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, Field

import pokerbits as pb
from pokerbits._evaluator.games import GAMES, game_named, official_name
from pokerbits._evaluator.rules import RULES
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import decimal_number
from pokerbits._input.shown import shown
from pokerbits.cards import COMBOS, HAND_CLASSES, format_cards, hand_class, parse_cards
from pokerbits.cli._output import hand_name, per_cent
from pokerbits.cli.commands import OMAHA_GAMES as EVALUATED_OMAHA
from pokerbits.cli.commands import omaha_worth, worth
from pokerbits.cli.range_commands import OMAHA_GAMES, omaha_size_text
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Decision, Endgame, Solver
from pokerbits.endgame._betting import PLAYERS
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.ranges._range import Dialect, as_range, size_text

Answer = dict[str, Any]
"""The answer of a tool."""

WATCHER: ContextVar[Callable[[int, int], object] | None] = ContextVar("WATCHER", default=None)
"""The function that long calls tell their progress. It raises if the answer is no longer wanted."""

EXACT_SECONDS: Final = 5.0
"""Longest estimated time of counting, on one thread. A longer count is sampled."""
COUNTING_SECONDS: Final = 20.0
"""Longest time that counting takes, if the estimate was too low. Then the answer is sampled."""
N_SAMPLES: Final = 1_000_000
"""Samples of an answer: the standard error of an equity is then at most 0.05%."""
SEED: Final = 0
"""Seed of all samples, so that a question has one answer."""
SOLVING_SECONDS: Final = 20.0
"""Longest time of the iterations of a solver."""
TARGET: Final = 0.002
"""Exploitability at which a solver stops, as a fraction of the pot."""
MOST_DECISIONS: Final = 1000
"""Largest number of decisions in the tree of a solver, which bounds its memory."""
MOST_ORDERS: Final = 13
"""Orders of finish in an answer: all that three hands can have."""
LARGEST_EXACT: Final = 2**53
"""Readers of JSON in JavaScript round larger integers. Answers have these as text."""


def _parsed(given: object) -> object:
    """Return a list for what some assistants send instead: its JSON as text, or its only item."""
    if isinstance(given, int | float):
        return [given]
    if not isinstance(given, str):
        return given
    try:
        found = json.loads(given)
    except (ValueError, RecursionError):
        return [given]
    return found if isinstance(found, list) else [given]


_CARDS = "cards as text, each a rank (2-9, T, J, Q, K, A) and a suit (c, d, h, s)"
_RANGE = (
    "a range such as 'QQ+, AKs, A5s-A2s, 0.5:KQo', '15%' (the best 15% of hands), 'random', or a hand such as 'AhKh'"
)
Board = Annotated[str, Field(description="Board cards, such as 'Qh7h2c'; empty before the flop. '*' is unknown.")]
Dead = Annotated[str, Field(description="Cards known to be out of play, such as '2h9s'.")]
Villain = Annotated[str, Field(description=f"Opponent: {_RANGE}.")]
DialectName = Annotated[
    Dialect | None,
    Field(
        description="Meaning of '+' and '-' behind connected hands in ranges, such as T9s+: 'both' moves both cards "
        "(T9s, JTs, QJs, KQs, AKs), 'kicker' only the lower one (T9s). Give it if an answer has a warning about it."
    ),
]
Texts = Annotated[tuple[str, ...], BeforeValidator(_parsed)]
Numbers = Annotated[tuple[float, ...], BeforeValidator(_parsed)]
Whole = Annotated[tuple[int, ...], BeforeValidator(_parsed)]
Sizes = Annotated[
    Texts,
    Field(description="Bets, as percentages of the pot and 'allin', such as ['50%', 'allin']."),
]


def equity(
    players: Annotated[
        Texts,
        Field(
            description=f"Two to ten players, each of them {_RANGE}. In Omaha hole cards 'AsKsQhJh', a range 'AA$ds', "
            "or '*' for any hand. In stud, razz and draw games the cards that are known of a hand, or '*'."
        ),
    ],
    board: Board = "",
    dead: Dead = "",
    folded: Annotated[
        Texts, Field(description="Ranges of players who have folded; in hold'em and short deck only.")
    ] = (),
    game: Annotated[str, Field(description=f"Game: {', '.join(GAMES)}.")] = "holdem",
    dialect: DialectName = None,
) -> Answer:
    """Compute the equity of two to ten hands or ranges: how often each wins, ties and loses at showdown.

    Use it for "AA against KK", "AhKh against QQ+ on Qh7h2c", three-way all-ins, and other games than hold'em. The
    answer is exact wherever counting takes seconds: every deal is counted, and `counts` has the wins, the ties (with
    one other player, with two, ...), the losses and the total as integers. With weighted ranges counts are in units of
    1 / denominator. If counting takes too long, `exact` is false, and the answer has standard errors instead of counts:
    then say that it is sampled.
    """
    known = {"game": game, "board": format_cards(board), "dead": format_cards(dead)}
    options: Any = {"board": board, "dead": dead, "folded": folded, "game": game, "dialect": dialect}
    options |= {"n_samples": N_SAMPLES, "rng": SEED}
    try:
        with _at_most(COUNTING_SECONDS) as watcher:
            result = pb.equity(*players, **options, max_seconds=EXACT_SECONDS, progress=watcher)
    except _EnoughError:
        result = pb.equity(*players, **options, method="monte_carlo", progress=WATCHER.get())
    found: Answer = known | ({"folded": list(folded)} if folded else {}) | {"exact": result.exact} | result.to_dict()
    if not result.exact:
        found["note"] = (
            f"Sampled with {result.n:,} deals, because counting takes too long. The largest standard error of an "
            f"equity is {per_cent(result.std_error.max())}. A board or narrower ranges make the answer exact."
        )
    return {**found, "summary": str(result)}


def odds_vs_random(
    hole: Annotated[
        str, Field(description="Two hole cards such as 'AhKh'; without a board also a class such as 'AKs'.")
    ],
    n_opponents: Annotated[Whole, Field(description="Numbers of opponents, 1 to 22, such as [1, 2, 8].")] = (1,),
    board: Board = "",
    dead: Dead = "",
) -> Answer:
    """Compute the exact odds of one hand against one or more opponents with random hands.

    Use it for "how good is AKs at a table of nine" (n_opponents [8]). All deals of the opponents' cards and of the
    board are counted; `counts` has wins, ties (with one opponent, with two, ...), losses and total. Against ranges use
    `equity`.
    """
    result = pb.odds_vs_random(hole, board=board or None, dead=dead, n_opponents=n_opponents, progress=WATCHER.get())
    known = {"hole": hand_name(hole), "board": format_cards(board), "dead": format_cards(dead), "exact": True}
    return known | result.to_dict() | {"summary": str(result)}


def evaluate_hand(
    cards: Annotated[str, Field(description=f"Cards of the player, or all cards of the hand: {_CARDS}.")],
    board: Annotated[str, Field(description="Board cards, such as 'QsJsTs2c2d', if there is a board.")] = "",
    game: Annotated[
        str,
        Field(description=f"'holdem', or where two of four to six hole cards count, {' or '.join(EVALUATED_OMAHA)}."),
    ] = "holdem",
    rules: Annotated[str, Field(description=f"Order of hands in other games: {', '.join(RULES)}.")] = "standard",
) -> Answer:
    """Evaluate a hand of five to seven cards: its category, its name, its strength and the five cards that count.

    Use it to say what a hand is and which of two hands wins: the larger strength is stronger, and equal strengths tie.
    By standard rules strengths are 1 (7-5-4-3-2) to 7462 (royal flush).
    """
    named: Any = official_name(game)
    check_name("game", named, ("holdem", *EVALUATED_OMAHA))
    check_name("rules", rules, RULES)
    hand, shared = format_cards(cards), format_cards(board)
    if named == "holdem":
        found = worth(hand, shared, rules)  # type: ignore[arg-type]
    else:
        if rules != "standard":
            raise InvalidArgumentError(f"rules = {shown(rules)}: expected 'standard' with game {shown(game)}")
        found = omaha_worth(hand, shared, named)
    return {"cards": hand, "board": shared} | found | {"summary": found["description"]}


def read_range(
    text: Annotated[str, Field(description=f"The text of {_RANGE}; in Omaha a text such as 'AA$ds, JT98+'.")],
    dead: Annotated[
        str, Field(description="Known cards, such as a hand and a board: hands with them are not left.")
    ] = "",
    game: Annotated[str, Field(description=f"'holdem', {', '.join(OMAHA_GAMES)}.")] = "holdem",
    dialect: DialectName = None,
) -> Answer:
    """Read the text of a range: how many combos it has, their weight, its share of all hands, and its shortest text.

    Use it to check what a range text means, to write the best N percent of hands as a range ('15%'), and to count the
    combos that known cards leave (`left`). Texts of PioSOLVER, GTO+, Equilab and Flopzilla are read as well.
    """
    named: Any = official_name(game)
    check_name("game", named, ("holdem", *OMAHA_GAMES))
    known = parse_cards(dead)
    if named != "holdem":
        if len(known) or dialect:
            raise InvalidArgumentError("dead and dialect belong to hold'em: leave them out with other games")
        hands = pb.OmahaRange(text, game_named(named).hole_cards)
        size = omaha_size_text(hands)
        return {"text": hands.text, "hands": len(hands), "total": hands.total, "share": hands.share, "summary": size}
    found = pb.Range(text, dialect=dialect)
    weights = np.where(np.isin(COMBOS, known).any(axis=1), 0.0, found.weights)
    left = pb.Range.from_weights(weights)
    sizes = {name: {"combos": len(of), "total": of.total} for name, of in (("all", found), ("left", left))}
    summary = size_text(found) + f"; {len(left)} combos are left beside {format_cards(known)}" * bool(len(known))
    return {"text": found.text, "share": found.share, **sizes["all"], "left": sizes["left"], "summary": summary}


def hand_percentile(
    hole: Annotated[str, Field(description="Hole cards such as 'AhKh', or a class such as 'AKs'; four in Omaha.")],
    game: Annotated[str, Field(description="'holdem' or 'omaha'.")] = "holdem",
) -> Answer:
    """Rank a starting hand by its exact equity against a random hand: the share of hands at least as good.

    Use it for "is KTo in the best 20%?". Small is good: aces are the best 0.45%. `equity` is the exact equity against
    one random hand, with its counts in hold'em.
    """
    share = float(pb.hand_percentile(hole, game=game))  # type: ignore[call-overload]
    against = pb.equity(hole, "random" if official_name(game) == "holdem" else "*", game=game)  # type: ignore[call-overload]
    equal = float(against.equity[0])
    name = hand_name(hole)
    counts = against.to_dict()["players"][0]["counts"]
    summary = f"{name} is in the best {per_cent(share)} of hands; its equity against a random hand is {per_cent(equal)}"
    return {"hand": name, "game": official_name(game), "percentile": share, "equity": equal, "counts": counts} | {
        "summary": summary
    }


def hand_strength(
    hole: Annotated[str, Field(description="Two hole cards, such as 'AsKd'.")],
    board: Annotated[str, Field(description="3, 4 or 5 board cards, such as 'QhJh2c'.")],
    villain: Villain = "random",
    dialect: DialectName = None,
) -> Answer:
    """Compute the hand strength of two hole cards on a board against one opponent: HS now, E[HS] and E[HS^2].

    HS is the share of the opponent's hands that are behind now, with ties counted half. E[HS] is the mean of HS over
    all runouts, which is the equity, with its counts. E[HS^2] is larger for hands that become very strong or very weak,
    such as draws. All numbers are exact. Before the flop use `odds_vs_random`, or `equity` against a range.
    """
    against: Any = {"villain": villain, "dialect": dialect}
    now = float(pb.hand_strength(hole, board, **against))
    if np.isnan(now):
        raise InvalidArgumentError(f"villain {shown(villain)}: the known cards leave no hand of this range")
    ehs, ehs2 = (float(pb.expected_hand_strength(hole, board, power=power, **against)) for power in (1, 2))
    result = pb.equity(hole, villain, board=board, dialect=dialect)
    counts = result.to_dict()["players"][0]["counts"]
    found = {"hole": format_cards(hole), "board": format_cards(board), "villain": villain, "exact": True}
    found |= {"hand_strength": now, "ehs": ehs, "ehs2": ehs2, "counts": counts, "denominator": result.denominator}
    return found | {"summary": f"HS now {per_cent(now)}, E[HS] {per_cent(ehs)}, E[HS^2] {per_cent(ehs2)}"}


def outs(
    hole: Annotated[str, Field(description="Two hole cards, such as 'AhKh'.")],
    board: Annotated[str, Field(description="Three or four board cards, such as 'Qh7h2c'.")],
    villain: Annotated[str, Field(description="Two hole cards of the opponent to beat, if they are known.")] = "",
) -> Answer:
    """List the next cards that improve a hand to a better category; against known cards, those that beat them."""
    found = pb.outs(hole, board, villain=villain or None)
    rows = [{"category": pb.describe(kind), "n": len(of), "cards": str(of)} for kind, of in found.items()]
    total = sum(len(of) for of in found.values())
    unseen = 52 - (len(parse_cards(hole)) + len(parse_cards(board)) + len(parse_cards(villain)))
    known = {"hole": format_cards(hole), "board": format_cards(board), "villain": format_cards(villain)}
    return known | {"total": total, "unseen": unseen, "outs": rows, "summary": f"{total} outs of {unseen} unseen cards"}


def category_odds(
    hole: Annotated[str, Field(description="Two hole cards, such as 'AhKh'.")],
    board: Annotated[str, Field(description="0 to 5 board cards, such as 'Qh7h2c'.")] = "",
) -> Answer:
    """Compute how often a hand becomes a pair, a flush, a full house and so on by the river, over every runout."""
    odds = pb.category_odds(hole, board)
    dealt = len(parse_cards(board))
    n = comb(50 - dealt, 5 - dealt)
    names = [pb.describe(kind) for kind in pb.Category]
    # A probability is a number of runouts, divided by all of them.
    rows = [
        {"category": name, "probability": share, "runouts": round(share * n)}
        for name, share in zip(names, odds.tolist(), strict=True)
    ]
    summary = ", ".join(f"{row['category']} {per_cent(row['probability'])}" for row in rows[::-1] if row["runouts"])
    return {"hole": format_cards(hole), "board": format_cards(board), "runouts": n, "odds": rows, "summary": summary}


def pot_equity(
    hands: Annotated[Texts, Field(description="Hole cards of each all-in player, such as ['AsKs', 'QhQd', '9c9d'].")],
    chips: Annotated[
        Numbers,
        Field(description="Chips that each player has put in, blinds and antes included, such as [100, 100, 40]."),
    ],
    board: Annotated[str, Field(description="0, 3, 4 or 5 board cards.")] = "",
    folded_chips: Annotated[Numbers, Field(description="Chips of each player who has folded, such as [5, 10].")] = (),
    dead: Dead = "",
    game: Annotated[str, Field(description="'holdem', 'short_deck', 'omaha', 'omaha5' or 'omaha6'.")] = "holdem",
) -> Answer:
    """Compute what an all-in with side pots is worth to each player, exactly, over every runout of the board.

    `value` is the mean number of chips that a player gets back. Each pot has its amount, its players (counted from 0)
    and their counts of boards. `orders` are the most frequent orders of finish: rank 0 is the best hand. Ranges are not
    supported.
    """
    result = pb.pot_equity(
        hands,
        chips,
        board,
        folded_chips=folded_chips,
        dead=dead,
        game=game,  # type: ignore[arg-type]
        progress=WATCHER.get(),
    )
    found: Answer = {"board": format_cards(board), "dead": format_cards(dead), "exact": True} | result.to_dict()
    found["n_orders"] = len(found["orders"])
    found["orders"] = sorted(found["orders"], key=lambda of: -of["n"])[:MOST_ORDERS]
    return found | {"summary": str(result)}


def push_fold(
    stacks: Annotated[
        Numbers,
        Field(description="Chips before the blinds, in the order of acting: small and big blind, or button first."),
    ],
    blinds: Annotated[Numbers, Field(description="Small blind and big blind, in the unit of the stacks.")] = (0.5, 1.0),
    ante: Annotated[float, Field(description="Ante of each player.")] = 0.0,
    payouts: Annotated[
        Numbers, Field(description="Prizes of a tournament, first place first (ICM); empty for chips.")
    ] = (),
) -> Answer:
    """Find the equilibrium of two or three players who go all-in or fold before the flop, in chips or in prizes.

    Use it for "which hands do I shove with ten big blinds?". Each decision has its range and how often it is taken;
    0.4:Q6s is a hand that is played 40% of the time. Three players need the extra `preflop`.
    """
    result = pb.preflop.push_fold(stacks, blinds=blinds, ante=ante, payouts=payouts or None, progress=WATCHER.get())
    return result.to_dict() | {"summary": str(result)}


def solve_river(
    board: Annotated[str, Field(description="Five board cards, such as 'Kh9d5c3h2s'.")],
    hero: Annotated[str, Field(description=f"The player who acts first: {_RANGE}.")],
    villain: Annotated[str, Field(description=f"The player who acts last: {_RANGE}.")],
    pot: Annotated[float, Field(description="Chips in the pot.")],
    stack: Annotated[float, Field(description="Chips that each player has left.")],
    bets: Sizes,
    raises: Annotated[
        Texts, Field(description="Raises, as percentages of the pot after the call and 'allin'; empty for none.")
    ] = (),
    line: Annotated[
        Texts,
        Field(description="Actions before the decision to show, such as ['check', 'bet 25']; empty for the first one."),
    ] = (),
    each_combo: Annotated[
        bool, Field(description="Show every combo, instead of means of classes such as AKs.")
    ] = False,
    dialect: DialectName = None,
) -> Answer:
    """Solve a river between two ranges, and show the strategy of one decision.

    The answer has how often each action is taken, and the strategy and the value of each hand. Follow `actions` with
    `line` to see the next decision: ['bet 25'] is villain's answer to a bet of 25 chips. A number behind an action is
    what the player has then put in on the river. Values and gains are shares of the pot, half of which is the player's
    own stake: who folds has -0.5. `exploitability` says how close the strategy is to an equilibrium, as a share of the
    pot; it is no exact solution. For turns and flops use the command `pokerbits solve`.
    """
    if len(parse_cards(board)) != len("river"):
        raise InvalidArgumentError(
            f"board {shown(board)}: expected five cards; for turns and flops use the command pokerbits solve"
        )
    first, later = (tuple(_size(text, name) for text in of) for name, of in (("bets", bets), ("raises", raises)))
    ranges = (as_range(text, name, dialect=dialect) for name, text in zip(PLAYERS, (hero, villain), strict=True))
    solver = _solved(format_cards(board), *ranges, pot, stack, first, later)
    node = _decision(solver, line)
    strategy, reach = solver.strategy(node)[:, 0], solver.reach(node, node.player)[0]
    values, played = solver.values(node, node.player)[0], np.nan_to_num(reach)
    groups = np.arange(len(COMBOS)) if each_combo else hand_class(COMBOS)
    hands = []
    # Aces come first: in the order of combos they are the last.
    for group in dict.fromkeys(groups[np.flatnonzero(played)[::-1]].tolist()):
        of = np.flatnonzero((groups == group) & (played > 0))
        hands.append(
            {
                "hand": "".join(format_cards(COMBOS[group][::-1])) if each_combo else HAND_CLASSES[group],
                "combos": len(of),
                "weight": float(played[of].sum()),
                "value": _mean(values[of], played[of]),
                "strategy": {
                    name: _mean(row[of], played[of]) for name, row in zip(node.actions, strategy, strict=True)
                },
            }
        )
    often = {name: _mean(row, played) for name, row in zip(node.actions, strategy, strict=True)}
    reached = solver.exploitability()
    summary = f"{node.player}: " + ", ".join(
        f"{name} {'-' if of is None else per_cent(of)}" for name, of in often.items()
    )
    found: Answer = {"board": format_cards(solver.game.board), "pot": pot, "stack": stack, "line": list(line)}
    found |= {"player": node.player, "actions": often, "hands": hands}
    found |= {"gains": {player: solver.gain(player) for player in PLAYERS}, "exploitability": reached}
    found |= {"iterations": solver.iterations, "exact": False}
    if reached > TARGET:
        found["note"] = f"Stopped before the exploitability of {TARGET:.1%} of the pot. Fewer sizes are solved faster."
    return found | {"summary": f"{summary}; exploitability {per_cent(reached)} of the pot"}


TOOLS: Final[Mapping[str, Callable[..., Answer]]] = {
    tool.__name__: tool
    for tool in (
        equity,
        odds_vs_random,
        evaluate_hand,
        read_range,
        hand_percentile,
        hand_strength,
        outs,
        category_odds,
        pot_equity,
        push_fold,
        solve_river,
    )
}
"""The tools by their names."""


class _EnoughError(Exception):
    """A part of the work that has taken the time that it may take."""


@contextmanager
def _at_most(seconds: float) -> Iterator[Callable[[int, int], object]]:
    """Yield a progress function that raises `_EnoughError` after a time, and what `WATCHER` raises."""
    end, watcher = time.monotonic() + seconds, WATCHER.get()

    def look(done: int, total: int) -> None:
        if watcher is not None:
            watcher(done, total)
        if done < total and time.monotonic() > end:
            raise _EnoughError

    yield look


def _size(text: str, name: str) -> float:
    """Return a bet size as a fraction of the pot."""
    if text.strip().lower().replace("-", "") == "allin":
        return ALL_IN
    try:
        return decimal_number(text.strip().removesuffix("%").rstrip() if text.strip().endswith("%") else "") / 100
    except ValueError:
        raise InvalidArgumentError(
            f"{name}: {shown(text)}: expected a percentage of the pot, as in 50%, or allin"
        ) from None


@lru_cache(maxsize=4)
def _solved(
    board: str,
    hero: pb.Range,
    villain: pb.Range,
    pot: float,
    stack: float,
    bets: tuple[float, ...],
    raises: tuple[float, ...],
) -> Solver:
    """Return the solver of a river, which is kept for the next lines of the same game."""
    tree = BettingTree(pot, stack, BetSizes(bets, raises))
    if len(tree.decisions) > MOST_DECISIONS:
        raise InvalidArgumentError(
            f"bets and raises: {len(tree.decisions):,} decisions, expected at most {MOST_DECISIONS:,}: give fewer "
            "sizes, or use the command pokerbits solve"
        )
    solver = Solver(Endgame(board, hero, villain, tree))
    with suppress(_EnoughError), _at_most(SOLVING_SECONDS) as watcher:
        solver.run(target=TARGET, progress=watcher)
    return solver


def _decision(solver: Solver, line: Sequence[str]) -> Decision:
    """Return the decision after some actions."""
    node = solver.game.tree.root
    for action in line:
        check_name("line", action, node.actions)
        after = node.children[node.actions.index(action)]
        if not isinstance(after, Decision):
            raise InvalidArgumentError(f"line: nobody decides after {shown(action)}: leave it out")
        node = after
    return node


def _mean(numbers: NDArray[np.float64], weights: NDArray[np.float64]) -> float | None:
    """Return a weighted mean, or `None` if nothing has weight."""
    total = weights.sum()
    return float((np.nan_to_num(numbers) * weights).sum() / total) if total else None

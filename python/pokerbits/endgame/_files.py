"""Files of other solvers, read into an `Endgame`: the text of TexasSolver, and the JSON of noambrown/poker_solver."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._files.paths import as_path
from pokerbits._files.reading import naming, read_text, strict_json
from pokerbits._input.card_set import CardSet
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import decimal_number, integer, real, real_numbers, whole_number
from pokerbits._input.shown import shown
from pokerbits._input.situation import known_cards
from pokerbits.cards import combo_id
from pokerbits.endgame._betting import ALL_IN, DEEPEST, MOST_BETS, BetSizes, BettingTree, Decision, Player
from pokerbits.endgame._game import STREETS, Endgame
from pokerbits.exceptions import InvalidArgumentError, PokerbitsError
from pokerbits.ranges import Range

_T = TypeVar("_T")


@dataclass(frozen=True)
class Config:
    """An endgame, and when its file asks the solver to stop: at an exploitability, or after a number of iterations."""

    game: Endgame
    target: float | None = None
    max_iterations: int | None = None


def read_config(path: str | os.PathLike[str]) -> Endgame:
    r"""Read an endgame from a file of another solver: the text of TexasSolver, or the JSON of noambrown/poker_solver.

    The player who acts first, `oop`, is hero. Settings of the game mean what they mean there. Those of the solver, such
    as threads and accuracy, are skipped.

    Parameters
    ----------
    path
        The file, in UTF-8. A text has one setting a line, up to `build_tree`; JSON has the keys of a river subgame.

    Returns
    -------
    Endgame
        The game, ready for `Solver`.

    Raises
    ------
    InvalidArgumentError
        If a line or a key is unknown, missing or there twice, a value is not valid, the file is cut short, or a setting
        has no equal in `BettingTree`. The message names the line.
    InvalidRangeError, InvalidCardError, DuplicateCardError, CardCountError
        If a range or the board is not valid.
    ForeignFileError, OSError
        If the path is not a file, or cannot be read.

    Notes
    -----
    TexasSolver: sizes are percentages of the pot, raises of the pot after the call. `allin` adds the whole stack to
    bets, raises and donk bets of a street that has such a line, as in its window; its console adds it to all. A bet is
    all-in if it puts more than `set_allin_threshold` of a player's chips into the pot, where half of the pot at the
    root counts as chips of the player; without the line that share is 0.67. `set_raise_limit` counts the first bet;
    without the line it is 4.

    noambrown/poker_solver: sizes are fractions of the pot, and `max_raises` counts the first bet.

    Some rules have no equal here. Both solvers round bets to whole chips. TexasSolver leaves out raises that are
    smaller than the bet before, all-in or not, and hands with a weight of 0.005 or less. Here bets are not rounded, and
    nothing is left out.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from pokerbits.endgame import read_config
    >>> lines = ["set_pot 50", "set_effective_stack 100", "set_board Qs,Jh,2h,8d,3c"]
    >>> lines += ["set_range_oop AA,KK:0.5", "set_range_ip QQ", "set_bet_sizes oop,river,bet,50", "build_tree"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "river.txt"
    ...     _ = path.write_text("\n".join(lines))
    ...     game = read_config(path)
    >>> game
    <Endgame: river QsJh2h8d3c, 12 hands against 3, 3 decisions>
    >>> game.tree.root.actions
    ('check', 'bet 25')
    """
    return config_of(path).game


def config_of(path: str | os.PathLike[str]) -> Config:
    """Read an endgame from a file of another solver, with what the file asks of the solver."""
    file = as_path(path)
    with naming(file):
        data = read_text(file, links=True)
    # A path may have bytes that are no text.
    name = str(file).encode(errors="backslashreplace").decode()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"{name}, line {line}: byte {data[error.start]:#x} is not UTF-8: save the file as UTF-8 text"
        raise InvalidArgumentError(message) from None
    if not text.strip():
        raise InvalidArgumentError(f"{name}: the file is empty")
    return _Json(name, text).config() if text.lstrip().startswith("{") else _Text(name, text).config()


@contextmanager
def _in(place: str) -> Iterator[None]:
    """Put a place in a file before the text of an error of its values, which becomes an error of this package."""
    try:
        yield
    except PokerbitsError as error:
        raise type(error)(f"{place}: {error}", position=error.position, card=error.card) from None
    except (TypeError, ValueError) as error:
        raise InvalidArgumentError(f"{place}: {error}") from None


_SEATS: dict[Player, str] = {"hero": "oop", "villain": "ip"}
_KINDS = ("bet", "raise", "donk", "allin")
_NEEDED = ("set_pot", "set_effective_stack", "set_board", "set_range_oop", "set_range_ip")
_OF_TREE = (*_NEEDED, "set_bet_sizes", "set_allin_threshold", "set_raise_limit")
_ONCE = ("build_tree", "set_mode", "set_accuracy", "set_max_iteration", "start_solve")
_SKIPPED = ("set_thread_num", "set_print_interval", "set_use_isomorphism", "set_dump_rounds", "dump_result")
"""Settings that change neither the game nor when the solver stops."""


class _Text:
    """The settings of a file of TexasSolver, each with its line."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.found: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(text.split("\n"), 1):
            name, _, value = line.strip().partition(" ")
            if name and name not in _SKIPPED:
                with _in(self.place(number)):
                    check_name("setting", name, (*_OF_TREE, *_ONCE, *_SKIPPED))
                    self.add(name, number, value.strip())

    def place(self, line: int) -> str:
        """Return the name of a line."""
        return f"{self.path}, line {line}"

    def add(self, name: str, number: int, value: str) -> None:
        """Remember a setting, and its line."""
        if name in _OF_TREE and "build_tree" in self.found:
            raise InvalidArgumentError(f"{name} comes after build_tree: move it up; a file has one game")
        if name == "set_bet_sizes":
            seat, street, kind, sizes = (*(part.strip() for part in value.split(",", 3)), "", "", "")[:4]
            check_name("player", seat, _SEATS.values())
            check_name("street", street, STREETS)
            check_name("kind of size", kind, _KINDS)
            name, value = f"{name} {seat},{street},{kind}", sizes
            if kind == "allin" and sizes:
                raise InvalidArgumentError(f"{name} takes no sizes, found {shown(sizes)}")
        if name in self.found:
            raise InvalidArgumentError(f"{name} is there already, in line {self.found[name][0]}; a file has one game")
        self.found[name] = number, value

    def read(self, name: str, read: Callable[[str], _T], default: Any = None) -> _T:
        """Return the value of a setting, as a function reads it."""
        if name not in self.found:
            return cast("_T", default)
        line, value = self.found[name]
        with _in(f"{self.place(line)}: {name.partition(' ')[0]}"):
            return read(value)

    def sizes(self, seat: str, street: str) -> BetSizes:
        """Return the sizes of a player on a street."""
        name = f"set_bet_sizes {seat},{street},"
        all_in = (ALL_IN,) * (f"{name}allin" in self.found)
        bets, raises, donk = (self.read(name + kind, _percentages, ()) + all_in for kind in ("bet", "raise", "donk"))
        # The limit stops raises alone.
        most = max(self.read("set_raise_limit", lambda text: integer("limit", whole_number(text), 0, MOST_BETS), 4), 1)
        return BetSizes(bets, raises, donk if seat == "oop" else None, most)

    def config(self) -> Config:
        """Return the game."""
        if "build_tree" not in self.found:
            message = f"{self.path}: there is no build_tree: the file is cut short, or lacks that line"
            raise InvalidArgumentError(message)
        for name in _NEEDED:
            if name not in self.found:
                raise InvalidArgumentError(f"{self.path}: there is no {name}")
        self.read("set_mode", lambda mode: check_name("mode", mode, ["holdem"]))
        board = self.read("set_board", _board)
        pot, stack = (self.read(name, _above_zero) for name in _NEEDED[:2])
        hero, villain = (self.read(f"set_range_{seat}", Range) for seat in _SEATS.values())
        streets = STREETS[len(board) - 3 :]
        sizes = {player: [self.sizes(seat, street) for street in streets] for player, seat in _SEATS.items()}
        threshold = _of_pot(self.read("set_allin_threshold", _above_zero, 0.67))
        with _in(self.path):
            game = Endgame(board, hero, villain, BettingTree(pot, stack, sizes, all_in_threshold=threshold))
        accuracy = self.read("set_accuracy", _above_zero)
        most = self.read("set_max_iteration", lambda text: integer("number", whole_number(text), 1))
        return Config(game, None if accuracy is None else accuracy / 100, most)


def _above_zero(text: str) -> float:
    return real("number", decimal_number(text), 0, above=True)


def _percentages(text: str) -> tuple[float, ...]:
    # The window of TexasSolver writes no sizes as an empty text.
    return tuple(_size("size", decimal_number(part.strip()) / 100) for part in text.split(",")) if text else ()


def _size(what: str, value: object) -> float:
    return real(what, value, 0, DEEPEST, above=True)


def _board(text: str) -> list[int]:
    cards = known_cards(text, "board", (3, 4, 5))
    CardSet(cards)
    return cards


def _of_pot(share: float) -> float | None:
    """Return the all-in threshold of `BettingTree` for a share of TexasSolver.

    Let a player have S chips at the root and C in the pot after the bet, both with half of the pot at the root. There a
    bet is all-in if C > share S; here if S - C <= threshold 2 C, which is C >= S / (1 + 2 threshold).
    """
    # The last factor leaves out C = share S, which here would be all-in.
    return None if share >= 1 else (1 - share) / (2 * share) * (1 - 1e-12)


_NEEDED_KEYS = ("board", "pot", "stack", "bet_sizes", "players")
_SIZES = tuple(f"{seat}_{of}" for seat in _SEATS.values() for of in ("first_bets", "first_raises", "next_raises"))
_SKIPPED_KEYS = ("p0_range", "p1_range", "p0_range_text", "p1_range_text", "algorithm")
"""Notes of the editor of that program to itself: the ranges that count are those of `players`."""


class _Json:
    """A river subgame of noambrown/poker_solver."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        try:
            self.data: dict[str, Any] = strict_json(text)
        except (ValueError, RecursionError) as error:
            raise InvalidArgumentError(f"{path} is not valid JSON, or cut short: {error}") from None
        known = (*_NEEDED_KEYS, *_SIZES, "include_all_in", "max_raises", *_SKIPPED_KEYS)
        for key in self.data:
            with _in(self.place(key)):
                check_name("key", key, known)
        for key in _NEEDED_KEYS:
            if key not in self.data:
                raise InvalidArgumentError(f"{path}: there is no {key!r}")

    def place(self, key: str) -> str:
        """Return the name of the first line with a key."""
        at = self.text.find(f'"{key}"')
        return self.path if at < 0 else f"{self.path}, line {self.text.count(chr(10), 0, at) + 1}"

    def read(self, key: str, read: Callable[[str, Any], _T], default: Any = None) -> _T:
        """Return the value of a key, as a function reads it."""
        with _in(self.place(key)):
            return read(key, self.data.get(key, default))

    def config(self) -> Config:
        """Return the game."""
        pot, stack = (self.read(key, _chips) for key in ("pot", "stack"))
        board = self.read("board", _river)
        hero, villain = self.read("players", _ranges)
        sizes: dict[Player, BetSizes] = {}
        most = self.read("max_raises", integer, 1000)
        all_in = (ALL_IN,) * self.read("include_all_in", _flag, default=True)
        for player, seat in _SEATS.items():
            # No sizes are those of all.
            bets, first, later = (
                self.read(f"{seat}_{of}", _fractions, []) or self.read("bet_sizes", _fractions)
                for of in ("first_bets", "first_raises", "next_raises")
            )
            if set(first) != set(later) and most > 2:
                place = self.place(f"{seat}_next_raises")
                message = f"{place}: {seat}_first_raises and {seat}_next_raises differ, which has no equal here"
                raise InvalidArgumentError(f"{message}: give both the same sizes, or set max_raises to 2")
            # The limit stops raises alone.
            sizes[player] = BetSizes(bets + all_in, first + all_in, None, min(max(most, 1), MOST_BETS))
        with _in(self.path):
            game = Endgame(board, hero, villain, BettingTree(pot, stack, sizes))
        if most > MOST_BETS and _is_cut(game.tree):
            message = f"{self.place('max_raises')}: max_raises = {most}: players can raise more than {MOST_BETS} times"
            raise InvalidArgumentError(f"{message}: set it to at most {MOST_BETS}, or use larger sizes")
        return Config(game)


def _chips(what: str, value: object) -> float:
    if isinstance(value, bool):
        raise TypeError(f"{what}: expected a number, found {value}")
    return real(what, value, 0, above=True)


def _flag(what: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{what}: expected true or false, found {shown(value)}")
    return value


def _texts(what: str, value: object) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(text, str) for text in value):
        raise TypeError(f"{what}: expected a list of texts, found {shown(value)}")
    return value


def _river(what: str, value: object) -> list[int]:
    cards = known_cards(_texts(what, value), what, (5,))
    CardSet(cards)
    return cards


def _fractions(what: str, value: object) -> tuple[float, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{what}: expected a list of sizes, found {shown(value)}")
    return tuple(_size(what, _chips(what, size)) for size in value)


def _ranges(what: str, value: object) -> list[NDArray[np.float64]]:
    if not isinstance(value, list) or len(value) != 2:
        raise TypeError(f"{what}: expected a list of two, found {shown(value)}")
    return [_weights(f"{what}[{at}]", player) for at, player in enumerate(value)]


def _weights(what: str, player: object) -> NDArray[np.float64]:
    """Return the weights of all combos."""
    if not isinstance(player, dict):
        raise TypeError(f"{what}: expected hands and weights, found {shown(player)}")
    for key in player:
        check_name(f"{what}: key", key, ("hands", "weights"))
    hands = _texts(f"{what}: hands", player.get("hands"))
    with _in(f"{what}: hands"):
        ids = np.atleast_1d(combo_id(hands))
    weights = real_numbers(player.get("weights", [1.0] * len(hands)), f"{what}: weights")
    if weights.shape != (len(hands),):
        raise InvalidArgumentError(f"{what}: expected {len(hands):,} weights, found shape {weights.shape}")
    order = np.argsort(ids, kind="stable")
    twice = np.flatnonzero(np.diff(ids[order]) == 0)
    if twice.size:
        first, second = (hands[order[twice[0] + k]] for k in (0, 1))
        raise InvalidArgumentError(f"{what}: {first} and {second} are one hand: name it once, with the sum of weights")
    row = np.zeros(_native.COMBO_COUNT)
    row[ids] = weights
    return row


def _is_cut(tree: BettingTree) -> bool:
    """Return whether the largest number of bets ends the betting, and not the stack."""
    waiting: list[tuple[Decision, int, float]] = [(tree.root, 0, 0.0)]
    while waiting:
        node, n_bets, paid = waiting.pop()
        if n_bets == MOST_BETS and paid < tree.stack:
            return True
        for action, child in zip(node.actions, node.children, strict=True):
            if isinstance(child, Decision):
                of_bet = action.split()[1:]
                waiting.append((child, n_bets + len(of_bet), float(of_bet[0]) if of_bet else paid))
    return False

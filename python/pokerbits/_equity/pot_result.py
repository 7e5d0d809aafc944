"""The result of `pot_equity`: expected chips, pots, and orders of finish."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.numbers import integer, one_by_one, real_numbers
from pokerbits._input.shown import shown
from pokerbits._output.columns import Columns
from pokerbits._output.counts import Counts
from pokerbits._output.results import Result
from pokerbits._output.tables import Table, shortened
from pokerbits._public import publish
from pokerbits.exceptions import InvalidArgumentError

_SHOWN_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Pot:
    """The main pot or a side pot: its chips, who can win it, and how often each of them does.

    A pot with one player has the chips that nobody called, and chips of players who folded. They go to this player.

    Attributes
    ----------
    amount
        Number of chips.
    players
        Numbers of the players who can win it, counted from 0, in ascending order.
    counts
        For each of these players the exact numbers of boards on which the player wins, ties and loses this pot.

    Examples
    --------
    >>> import pokerbits as pb
    >>> main, side = pb.pot_equity(["AhKh", "QsQd", "9c9d"], [100, 100, 50], "9h7h2c").pots
    >>> main.amount, main.players, main.equity.round(4)
    (150.0, (0, 1, 2), array([0.2547, 0.0443, 0.701 ]))
    >>> side.amount, side.players, side.counts[0]
    (100.0, (0, 1), Counts(wins=508, ties=(0,), losses=395))
    """

    amount: float
    players: tuple[int, ...]
    counts: tuple[Counts, ...]

    @property
    def equity(self) -> NDArray[np.float64]:
        """Expected share of the pot of each of `players`, float64 (len(players),), each rounded once."""
        return np.array([of.equity for of in self.counts])

    def to_dict(self) -> dict[str, Any]:
        """Return the pot as a dict for JSON.

        Returns
        -------
        dict
            `amount`, and the lists `players`, `equity` and `counts`.
        """
        counts = [of.to_dict() for of in self.counts]
        return {"amount": self.amount, "players": [*self.players], "equity": self.equity.tolist(), "counts": counts}


@dataclass(frozen=True, eq=False, repr=False)
class PotEquity(Result):
    """The expected chips of all-in players, with the pots and the orders of finish behind them.

    Attributes
    ----------
    values
        Expected number of chips that each player gets back, float64 (n_players,), each rounded once.
    equity
        Expected share of all chips, float64 (n_players,), each rounded once.
    chips
        Number of chips that each player has put in, float64 (n_players,).
    folded_chips
        Number of chips that each player who has folded has put in, float64 (n_folded,).
    pots
        A `Pot` for the main pot and each side pot, the main pot first.
    orders
        Number of boards of each order of finish. An order is a tuple with the rank of each player: the best hand has
        0, and tied hands share a rank. Orders that no board gives are left out.
    n
        Number of boards.
    players
        The hands, as text.

    Examples
    --------
    >>> import pokerbits as pb
    >>> result = pb.pot_equity(["AhKh", "QsQd", "9c9d"], [100, 100, 50], "9h7h2c")
    >>> print(result)
    player  chips     value    equity  pot of 150  pot of 100
    AhKh      100   94.4629  37.7852%    25.4707%    56.2569%
    QsQd      100   50.3876  20.1550%     4.4297%    43.7431%
    9c9d       50  105.1495  42.0598%    70.0997%           -
    903 boards, exact
    >>> result.orders
    {(0, 1, 2): 41, (0, 2, 1): 189, (1, 2, 0): 278, (2, 0, 1): 40, (2, 1, 0): 355}
    """

    values: NDArray[np.float64]
    equity: NDArray[np.float64]
    chips: NDArray[np.float64]
    folded_chips: NDArray[np.float64]
    pots: tuple[Pot, ...]
    orders: dict[tuple[int, ...], int]
    n: int
    players: tuple[str, ...]

    @property
    def probabilities(self) -> dict[tuple[int, ...], float]:
        """Probability of each order of finish in `orders`."""
        return {order: number / self.n for order, number in self.orders.items()}

    def payoffs(self, order: Sequence[int]) -> NDArray[np.float64]:
        """Return the number of chips that each player gets back with an order of finish.

        Parameters
        ----------
        order
            Rank of each player, as in `orders`: the smallest is the best hand, and tied hands share a rank.

        Returns
        -------
        float64 (n_players,)
            Tied hands divide a pot evenly, without regard to odd chips. Each number is rounded once.

        Raises
        ------
        InvalidArgumentError
            If there is not one rank for each player, or a rank is not 0 to n_players - 1.
        TypeError
            If a rank is not an integer.

        Examples
        --------
        >>> import pokerbits as pb
        >>> result = pb.pot_equity(["AhKh", "QsQd", "9c9d"], [100, 70, 40], "9h7h2c")
        >>> result.payoffs((2, 1, 0))
        array([ 30.,  60., 120.])
        """
        n, ranks = len(self.players), list(one_by_one(order, "order"))
        if len(ranks) != n:
            raise InvalidArgumentError(f"order = {shown(order)}: expected a rank for each of {n} players")
        ranks = [integer(f"order[{player}]", rank, 0, n - 1) for player, rank in enumerate(ranks)]
        return np.array([float(chips) for chips in self._shares(ranks)])

    def mean(self, function: Callable[[NDArray[np.float64]], Any]) -> Any:
        """Return the mean, over all boards, of a function of the chips that the players get back.

        Parameters
        ----------
        function
            Function of a float64 array (n_players,), which `payoffs` returns for an order. It returns a number or an
            array of numbers, always of one shape. It is called once for each different array.

        Returns
        -------
        float64
            The mean: a NumPy scalar, or an array of the function's shape.

        Raises
        ------
        InvalidArgumentError
            If the function does not return numbers, or returns arrays of different shapes.
        TypeError
            If `function` is not a function.

        Examples
        --------
        The probability that the first player wins all chips, and the mean of a utility:

        >>> import numpy as np
        >>> import pokerbits as pb
        >>> result = pb.pot_equity(["AhKh", "QsQd", "9c9d"], [100, 70, 40], "9h7h2c")
        >>> result.mean(lambda chips: chips[0] == 210).round(4)
        np.float64(0.2547)
        >>> result.mean(np.sqrt).round(4)
        array([9.0076, 3.6395, 7.679 ])
        """
        if not callable(function):
            raise TypeError(f"function: expected a function of an array, found {shown(function)}")
        boards: dict[tuple[Fraction, ...], int] = {}
        for order, number in self.orders.items():
            shares = self._shares(order)
            boards[shares] = boards.get(shares, 0) + number
        values = [
            real_numbers(function(np.array([float(chips) for chips in shares])), "what the function returns")
            for shares in boards
        ]
        for value in values:
            if value.shape != values[0].shape:
                shapes = f"{values[0].shape} and {value.shape}"
                raise InvalidArgumentError(f"what the function returns: expected arrays of one shape, found {shapes}")
        return sum(number * value for number, value in zip(boards.values(), values, strict=True)) / self.n

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `n`; `players`, a list with the hand, chips, value and equity of each; `folded_chips`; `pots`, a list; and
            `orders`, a list with the ranks, the number of boards and the probability of each.
        """
        columns = self.chips, self.values, self.equity
        names = ("hand", "chips", "value", "equity")
        rows = zip(self.players, *(column.tolist() for column in columns), strict=True)
        return {
            "n": self.n,
            "players": [dict(zip(names, row, strict=True)) for row in rows],
            "folded_chips": self.folded_chips.tolist(),
            "pots": [pot.to_dict() for pot in self.pots],
            "orders": [
                {"ranks": [*order], "n": number, "probability": number / self.n}
                for order, number in self.orders.items()
            ],
        }

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each player. The columns are `hand`; and `chips`, `value` and `equity`, float64.
        """
        return {"hand": list(self.players), "chips": self.chips, "value": self.values, "equity": self.equity}

    def _shares(self, order: Sequence[int]) -> tuple[Fraction, ...]:
        """Return the exact number of chips that each player gets back with an order of finish."""
        shares = [Fraction()] * len(order)
        for amount, players in layers(self.chips, self.folded_chips):
            best = min(order[player] for player in players)
            winners = [player for player in players if order[player] == best]
            for player in winners:
                shares[player] += amount / len(winners)
        return tuple(shares)

    def _summary(self) -> str:
        of_players = zip(self.players, self.values, strict=True)
        shares = [f"{shortened(hand)} {chips_text(value, 2)}" for hand, value in of_players]
        more = ["..."] * (len(shares) > _SHOWN_PLAYERS)
        total = chips_text(self.chips.sum() + self.folded_chips.sum())
        return f"{', '.join(shares[:_SHOWN_PLAYERS] + more)} of {total} chips on {self._boards()}"

    def _table(self) -> Table:
        header = ["player", "chips", "value", "equity", *(f"pot of {chips_text(pot.amount)}" for pot in self.pots)]
        rows = [
            [shortened(hand), chips_text(chips), chips_text(value, 4), f"{share:.4%}"]
            for hand, chips, value, share in zip(self.players, self.chips, self.values, self.equity, strict=True)
        ]
        for pot in self.pots:
            shares = dict(zip(pot.players, pot.equity, strict=True))
            for player, row in enumerate(rows):
                row.append(f"{shares[player]:.4%}" if player in shares else "-")
        return Table(rows, header, f"{self._boards()}, exact")

    def _boards(self) -> str:
        """Return the number of boards as text."""
        return f"{self.n:,} board{'s' * (self.n != 1)}"


def layers(chips: NDArray[np.float64], folded_chips: NDArray[np.float64]) -> list[tuple[Fraction, tuple[int, ...]]]:
    """Return the exact chips of the main pot and of each side pot, and the players who can win it.

    A pot has from everybody the chips between two amounts that players have put in.
    """
    put_in = [Fraction(number) for number in chips.tolist()]
    everybody = [*put_in, *(Fraction(number) for number in folded_chips.tolist())]
    found, below = [], Fraction()
    for level in sorted({*put_in}):
        amount = sum((min(of, level) - min(of, below) for of in everybody), Fraction())
        found.append((amount, tuple(player for player, of in enumerate(put_in) if of >= level)))
        below = level
    return found


def chips_text(number: float, decimals: int | None = None) -> str:
    """Return a number of chips for people."""
    return f"{number:,.10g}" if decimals is None else f"{number:,.{decimals}f}"


publish("pokerbits", Pot, PotEquity)

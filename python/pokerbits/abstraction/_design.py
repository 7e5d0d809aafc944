"""The design of a card abstraction: number of buckets and feature of each street, recall and seed."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._hand_strength.card_games import HOLDEM, CardGame, most_opponents
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import integer
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

STREETS = ("preflop", "flop", "turn", "river")
"""The streets of hold'em; another game has the first of them."""
CLUSTERED = STREETS[1:]
"""The streets after the first."""

FeatureName: TypeAlias = Literal[
    "ehs", "ehs2", "percentile", "histogram", "ochs", "potential", "potential_general", "outcome", "winrate",
    "winrate_history", "odds",
]  # fmt: skip
"""The name of a feature by which hands are clustered."""

FeatureLike: TypeAlias = FeatureName | ArrayLike | Callable[[NDArray[np.uint8]], ArrayLike]
"""The name of a feature, the numbers of all hands by index, or a function of hands."""

FeaturesLike: TypeAlias = FeatureName | Mapping[str, FeatureLike] | None
"""One feature for every street, or one for each; `None` for the default."""

BucketsLike: TypeAlias = int | Literal["lossless"] | Mapping[str, int | Literal["lossless"] | None] | None
"""A number of buckets for every street, or numbers by street; `None` and `"lossless"`: one for every hand."""

Recall: TypeAlias = Literal["imperfect", "perfect"]
"""Whether the buckets of earlier streets are remembered: perfect recall, or not."""

FEATURES: tuple[FeatureName, ...] = (
    "ehs", "ehs2", "percentile", "histogram", "ochs", "potential", "potential_general", "outcome", "winrate",
    "winrate_history", "odds",
)  # fmt: skip
SCALARS = ("ehs", "ehs2", "percentile")
"""Features with one number for each hand."""
OF_NEXT_STREET = ("histogram", "potential", "potential_general")
"""Features of the next street."""
LABELS = "labels"
"""Stands for the feature if a caller gave the buckets, by the index of the hand on its street."""
LABELS_WITH_HISTORY = "labels_with_history"
"""The same for turn hands, by their index with history."""
OWN = "own"
"""Stands for a feature that a caller gave as an array."""
WITH_HISTORY = ("winrate_history", LABELS_WITH_HISTORY)
"""Features of turn hands by their index with history."""
_DEFAULTS: dict[str, FeatureName] = {"imperfect": "potential", "perfect": "histogram"}
"""The features of all streets but the last, by recall."""
_OF_LAST: FeatureName = "ehs"
"""The feature of the last street by default."""

BINS = 50
"""Number of bins of the feature `"histogram"` by default."""
MAX_BINS = 255
"""Maximum number of bins: the bin of a next-street hand is a byte."""
CLUSTERS = 8
"""Number of clusters of opponents of the feature `"ochs"` by default."""
MAX_BUCKETS = 1 << 32
"""Maximum number of buckets: a bucket is a 32-bit integer."""
MAX_ITER = 100_000
"""Maximum number of iterations. The description, of bounded size, lists the cost after each."""


_NO_OWN: Mapping[str, str] = MappingProxyType({})


class Design(NamedTuple):
    """All that determines the bytes of an abstraction, except versions."""

    buckets: tuple[int | None, ...]
    """Buckets of flop, turn and river; `None`: every hand, or every class of the feature, has its own."""
    features: tuple[str, ...]
    """Their features."""
    recall: Recall
    seed: int
    max_iter: int
    preflop: tuple[int, str] | None = None
    """Buckets and feature before the flop; `None`: every class of hands has its own."""
    bins: int = BINS
    """Number of bins of the feature `"histogram"`."""
    clusters: int = CLUSTERS
    """Number of clusters of opponents of the feature `"ochs"`."""
    n_init: int = 1
    """Number of runs of each k-means clustering, of which the best is kept."""
    own: tuple[tuple[str, str], ...] = ()
    """Streets whose feature the caller gave, in their order, with the SHA-256 of its numbers."""
    game: CardGame = HOLDEM
    """The game, whose streets are meant above."""
    n_opponents: int = 1
    """Number of opponents of the feature `"odds"`."""

    @classmethod
    def of(
        cls,
        n_buckets: BucketsLike,
        features: Mapping[str, str] | str | None,
        recall: str,
        seed: int,
        max_iter: int,
        *,
        bins: int | None = None,
        clusters: int | None = None,
        n_opponents: int | None = None,
        n_init: int = 1,
        own: Mapping[str, str] = _NO_OWN,
        game: CardGame = HOLDEM,
    ) -> Self:
        """Return the design for the arguments of `CardAbstraction.build`, after checking them.

        `own`: the SHA-256 of the numbers for each street whose feature is `OWN`.
        """
        check_name("recall", recall, ("imperfect", "perfect"))
        check_game(game)
        start = integer("seed", seed, 0, (1 << 64) - 1)
        iterations, runs = integer("max_iter", max_iter, 1, MAX_ITER), integer("n_init", n_init, 1, MAX_ITER)
        by_street = _by_street(n_buckets, game)
        chosen = _features(features, recall, own, game, has_preflop="preflop" in by_street)
        for street, n in by_street.items():
            _check_classes(street, n, chosen, game)
        if {street for street, feature in chosen.items() if feature == OWN} != {*own}:
            raise InvalidArgumentError(f"features: {OWN!r} stands for arrays alone")
        used = {*chosen.values()}
        if bins is not None and "histogram" not in used:
            raise InvalidArgumentError("bins: no street has the feature 'histogram'")
        if clusters is not None and "ochs" not in used:
            raise InvalidArgumentError("clusters: no street has the feature 'ochs'")
        if n_opponents is not None and "odds" not in used:
            raise InvalidArgumentError("n_opponents: no street has the feature 'odds'")
        if recall == "perfect":
            for street, n in by_street.items():
                _check_perfect_recall(street, n, chosen[street])
        n_classes = len(game.hand_classes)
        default = default_clusters(game)
        return cls(
            tuple(by_street[street] for street in game.streets[1:]),
            tuple(chosen[street] for street in game.streets[1:]),
            recall,  # type: ignore[arg-type]
            start,
            iterations,
            (by_street["preflop"], chosen["preflop"]) if "preflop" in by_street else None,  # type: ignore[arg-type]
            bins=BINS if bins is None else integer("bins", bins, 2, MAX_BINS),
            clusters=default if clusters is None else integer("clusters", clusters, 1, n_classes),
            n_init=runs,
            own=tuple((street, own[street]) for street in STREETS if street in own),
            game=game,
            n_opponents=1 if n_opponents is None else integer("n_opponents", n_opponents, 1, most_opponents(game)),
        )

    @classmethod
    def of_labels(
        cls, n_buckets: Mapping[str, int | None], *, with_history: bool = False, game: CardGame = HOLDEM
    ) -> Self:
        """Return the design of buckets that a caller gave: the numbers of all streets, `None` for those without labels.

        `with_history`: the turn hands are indexed with their history.
        """
        check_game(game)
        first, *rest = (n_buckets[street] for street in game.streets)
        features = [LABELS_WITH_HISTORY if with_history and at == "turn" else LABELS for at in game.streets[1:]]
        preflop = None if first is None else (first, LABELS)
        clusters = default_clusters(game)
        return cls(tuple(rest), tuple(features), "imperfect", 0, 1, preflop, clusters=clusters, game=game)

    @classmethod
    def parse(cls, about: Mapping[str, Any]) -> Self:
        """Return the design of a description."""
        buckets, features, game = about["buckets"], about["features"], parsed_game(about.get("game"))
        if features[game.streets[-1]] == LABELS:
            # Whatever else the description says differs from that of this design, and is refused.
            numbers: dict[str, int | None] = {}
            for street in game.streets:
                numbers[street] = _number(street, buckets.get(street))
            has_history = game == HOLDEM and features["turn"] == LABELS_WITH_HISTORY
            return cls.of_labels(numbers, with_history=has_history, game=game)
        own = about.get("own", {})
        for sha256 in own.values():
            if not isinstance(sha256, str) or re.fullmatch("[0-9a-f]{64}", sha256) is None:
                raise ValueError("it is not what was written")
        return cls.of(
            buckets,
            features,
            about["recall"],
            about["random_state"],
            about["max_iter"],
            bins=about.get("bins"),
            clusters=about.get("clusters"),
            n_opponents=about.get("n_opponents"),
            n_init=about.get("n_init", 1),
            own=own,
            game=game,
        )

    @property
    def about(self) -> dict[str, Any]:
        """The design for JSON; numbers are left out if they have their defaults."""
        buckets, feature = ({}, {}) if self.preflop is None else ({"preflop": of} for of in self.preflop)
        return {
            "buckets": buckets | dict(zip(self.clustered, self.buckets, strict=True)),
            "features": feature | dict(zip(self.clustered, self.features, strict=True)),
            "recall": self.recall,
            "random_state": self.seed,
            "max_iter": self.max_iter,
        } | {
            name: value
            for name, value, default in (
                ("bins", self.bins, BINS),
                ("clusters", self.clusters, default_clusters(self.game)),
                ("n_opponents", self.n_opponents, 1),
                ("n_init", self.n_init, 1),
                ("own", dict(self.own), {}),
                ("game", about_game(self.game), about_game(HOLDEM)),
            )
            if value != default
        }

    @property
    def streets(self) -> tuple[str, ...]:
        """The streets of the game."""
        return self.game.streets

    @property
    def clustered(self) -> tuple[str, ...]:
        """The streets after the first."""
        return self.game.streets[1:]

    def buckets_of(self, street: str) -> int | None:
        """Return the number of buckets of a street."""
        if street == "preflop":
            return None if self.preflop is None else self.preflop[0]
        return self.buckets[self.clustered.index(street)]

    def feature_of(self, street: str) -> str:
        """Return the feature of a street; before the flop, it must have buckets."""
        if street == "preflop":
            assert self.preflop is not None  # noqa: S101
            return self.preflop[1]
        return self.features[self.clustered.index(street)]

    def is_lossless(self, street: str) -> bool:
        """Return whether every hand of a street has its own bucket."""
        return self.buckets_of(street) is None and (
            street == "preflop" or self.feature_of(street) not in ("outcome", "winrate")
        )


def check_game(game: CardGame) -> None:
    """Raise for a game that has no abstractions."""
    if len(game.streets) == 1:
        message = f"game: {game!r} has one street, and its {len(game.hand_classes)} hands need no abstraction"
        raise InvalidArgumentError(message)


def default_clusters(game: CardGame) -> int:
    """Return the default number of clusters of opponents."""
    return min(CLUSTERS, len(game.hand_classes))


def about_game(game: CardGame) -> str | dict[str, Any]:
    """Return a game for JSON."""
    if game == HOLDEM:
        return "holdem"
    return {
        "cards_per_round": list(game.cards_per_round),
        "n_ranks": game.n_ranks,
        "n_suits": game.n_suits,
        "lowest_rank": game.lowest_rank,
        "rules": game.rules,
    }


def parsed_game(about: Any) -> CardGame:
    """Return the game of a description; `None` stands for hold'em."""
    if about is None:
        return HOLDEM
    rounds = about["cards_per_round"]
    if type(rounds) is not list or any(type(cards) is not int for cards in rounds):
        raise ValueError("it is not what was written")
    names = ("n_ranks", "n_suits", "lowest_rank", "rules")
    return CardGame(rounds, **{name: about[name] for name in names})


def _by_street(n_buckets: BucketsLike, game: CardGame) -> dict[str, int | None]:
    """Return the buckets of each street, without the first if its classes of hands have their own."""
    clustered = game.streets[1:]
    if not isinstance(n_buckets, Mapping):
        return dict.fromkeys(clustered, _number("", n_buckets))
    _check_streets("n_buckets", n_buckets, game)
    if missing := [street for street in clustered if street not in n_buckets]:
        raise InvalidArgumentError(f"n_buckets: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    numbers: dict[str, int | None] = {street: _number(street, n_buckets[street]) for street in clustered}
    first, n_classes = _number("preflop", n_buckets.get("preflop")), len(game.hand_classes)
    if first is not None and first > n_classes:
        message = f"n_buckets = {shown(first)} of the preflop: expected 1 to {n_classes}, the number of hand classes"
        raise InvalidArgumentError(message)
    # Hands with a bucket each are not clustered.
    if first in (None, n_classes):
        return numbers
    by_street: dict[str, int | None] = {"preflop": first}
    return by_street | numbers


def _number(street: str, n: int | str | None) -> int | None:
    """Return the number of buckets of a street; without a street, of every street."""
    of_street = f" of the {street}" if street else ""
    if n is None or n == "lossless":
        return None
    if isinstance(n, str):
        raise InvalidArgumentError(f"n_buckets = {shown(n)}{of_street}: expected a number, or 'lossless'")
    try:
        number = operator.index(n)
    except TypeError:
        message = f"n_buckets{of_street}: expected a number or a dict of numbers by street, found {type(n).__name__}"
        raise TypeError(message) from None
    if not 1 <= number < MAX_BUCKETS:
        raise InvalidArgumentError(f"n_buckets = {shown(number)}{of_street}: expected 1 to 2^32 - 1")
    return number


def _features(
    features: Mapping[str, str] | str | None, recall: str, own: Mapping[str, str], game: CardGame, *, has_preflop: bool
) -> dict[str, str]:
    """Return the feature of each street, of the first if it has buckets."""
    streets, last = game.streets if has_preflop else game.streets[1:], game.streets[-1]
    defaults: dict[str, str] = {street: _OF_LAST if street == last else _DEFAULTS[recall] for street in streets}
    chosen: dict[str, str]
    if isinstance(features, str):
        chosen = dict.fromkeys(streets, features)
        if features in OF_NEXT_STREET:
            chosen[last] = _OF_LAST
    elif features is None:
        chosen = defaults
    else:
        if not isinstance(features, Mapping):
            message = f"features: expected a name, or a dict of streets and features, found {shown(features)}"
            raise InvalidArgumentError(message)
        _check_streets("features", features, game)
        if "preflop" in features and not has_preflop:
            most = len(game.hand_classes) - 1
            raise InvalidArgumentError(f"features: the preflop has no buckets; give n_buckets['preflop'], 1 to {most}")
        chosen = defaults | dict(features)
    for street, feature in chosen.items():
        if street not in own:
            check_name(f"feature of the {street}", feature, FEATURES)
        if street == last and feature in OF_NEXT_STREET:
            raise InvalidArgumentError(f"feature {feature!r} of the {last}: no street follows it")
    return chosen


def _check_streets(what: str, of: Mapping[str, Any], game: CardGame) -> None:
    for street in of:
        check_name(f"{what}: street", street, game.streets)


def _check_classes(street: str, n: int | None, chosen: Mapping[str, str], game: CardGame) -> None:
    """Raise for numbers and streets that features of wins, ties and losses do not support."""
    feature = chosen[street]
    if game != HOLDEM and feature == "winrate_history":
        message = f"feature {feature!r} of the {street}: for game='holdem' alone; use 'winrate' for {game!r}"
        raise InvalidArgumentError(message)
    if feature == OWN and n is None:
        raise InvalidArgumentError(f"n_buckets of the {street}: a feature of your own needs a number of buckets")
    if feature == "outcome" and n is not None:
        message = f"n_buckets[{street!r}] = {n}: expected None with feature 'outcome', in which every class is a bucket"
        raise InvalidArgumentError(message)
    if feature == "winrate_history" and (street in ("preflop", "river") or n is None):
        message = f"feature 'winrate_history' of the {street}: expected a number of buckets, on the flop and the turn"
        raise InvalidArgumentError(message)
    if chosen.get("turn") == "winrate_history" and chosen["flop"] in ("potential", "potential_general"):
        raise InvalidArgumentError(f"feature {chosen['flop']!r} of the flop: needs turn buckets that ignore the flop")


def _check_perfect_recall(street: str, n: int | None, feature: str) -> None:
    if n is None:
        message = f"n_buckets of the {street}: with perfect recall expected a number for each bucket before"
        raise InvalidArgumentError(message)
    if feature in ("potential", "potential_general"):
        message = f"feature {feature!r} of the {street}: with perfect recall, later buckets depend on earlier ones"
        raise InvalidArgumentError(message)
    if feature in ("outcome", "winrate", "winrate_history"):
        raise InvalidArgumentError(f"feature {feature!r} of the {street}: not with perfect recall")

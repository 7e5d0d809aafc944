"""The description of a finished abstraction, `metadata.json`: one schema that checks every field of it.

The design determines nearly everything: the files, their dtypes and shapes, and the rounds of the indexer of each
street. These fields must match it exactly. The rest is numbers within bounds and checksums, so any text that passes
describes an abstraction. A checksum of the whole text detects accidental changes.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from pokerbits import _native
from pokerbits._files.reading import canonical, parsed
from pokerbits._hand_strength.card_games import HOLDEM, CardGame, runout_values
from pokerbits._indexer import HandIndexer
from pokerbits.abstraction._design import MAX_BUCKETS, SCALARS, WITH_HISTORY, Design, about_game

FORMAT = "pokerbits card abstraction"
FORMAT_VERSION = 2
CENTERS = "-centers.npy"
"""End of the name of the file with the centres of the buckets of a street."""
TURN_HISTORY = (2, 3, 1)
"""The rounds of turn hands with a history."""
_METRICS = ("emd", "l1", "l2", "optimal", "percentile", None)
_SHA256 = re.compile(r"[0-9a-f]{64}")
_VERSION = re.compile(r"[0-9A-Za-z.+!_-]{1,64}")


class Layout(NamedTuple):
    """Required content of a street of an abstraction, given its number of buckets."""

    facts: dict[str, Any]
    """Fields of the description: `n_buckets`, `rounds`, `tables`, and sometimes `firsts`."""
    arrays: dict[str, tuple[str, tuple[int, ...]]]
    """The dtype and the shape of every file."""
    limits: dict[str, int]
    """The integers of these files are below these numbers."""


def layout_of(
    design: Design,
    street: str,
    n: int,
    n_before: int,
    *,
    width: int | None = None,
    n_points: int | None = None,
) -> Layout:
    """Return the layout of a street with `n` buckets, if the previous street has `n_before`.

    `width`: the number of columns of the centres of the buckets, if there are centres. `n_points`: the number of points
    of the last street with perfect recall, unless they are all values of a runout.

    Raises
    ------
    ValueError
        If the street cannot have `n` buckets.
    """
    table, buckets, firsts, within = (f"{street}{end}.npy" for end in ("", "-buckets", "-firsts", "-within"))
    is_nested = design.recall == "perfect" and street != "preflop"
    game = design.game
    rounds = game.cards_per_round[:3] if has_history(design, street) else game.indexer(street).cards_per_round
    n_hands = hands_of(rounds, game)
    _check_number(design, street, n, n_before, n_hands)
    dtype = np.dtype(bucket_dtype(n)).newbyteorder("<").str
    facts: dict[str, Any] = {"n_buckets": n, "rounds": list(rounds), "tables": [table]}
    arrays: dict[str, tuple[str, tuple[int, ...]]] = {table: (dtype, (n_hands,))}
    limits = {table: n}
    if not design.is_lossless(street):
        arrays[buckets] = ("<f8", (n, 3))
    if width is not None:
        _need(not is_nested and not design.is_lossless(street))
        arrays[f"{street}{CENTERS}"] = ("<f8", (n, width))
    if is_nested:
        facts["firsts"] = firsts
        arrays[firsts] = ("<u4", (n_before,))
        limits[firsts] = n
        if street == game.streets[-1]:
            # A street without points cannot be: its files then differ from these.
            points = runout_values(game) + 1 if design.feature_of(street) in SCALARS else n_points or 0
            of_points = np.dtype(bucket_dtype(points)).newbyteorder("<").str
            facts["tables"] = [table, within]
            arrays |= {table: (of_points, (n_hands,)), within: (dtype, (n_before, points))}
            limits |= {table: points, within: n}
    return Layout(facts, arrays, limits)


def has_history(design: Design, street: str) -> bool:
    """Return whether the hands of a street are indexed with their history: by the cards of each round up to it.

    The last street with perfect recall is not: see `_perfect_recall`.
    """
    is_nested = design.recall == "perfect" and 2 <= design.streets.index(street) < len(design.streets) - 1
    return is_nested or (street == "turn" and design.feature_of(street) in WITH_HISTORY)


def bucket_dtype(n: int) -> type[np.uint16 | np.uint32]:
    """Return the integer type of buckets."""
    return np.uint16 if n <= 65_535 else np.uint32


@lru_cache(maxsize=16)
def hands_of(rounds: tuple[int, ...], game: CardGame = HOLDEM) -> int:
    """Return the number of hands of an indexer with the deck of a game."""
    return indexer_of(rounds, game).size()


@lru_cache(maxsize=64)
def indexer_of(rounds: tuple[int, ...], game: CardGame) -> HandIndexer:
    """Return the indexer of rounds with the deck of a game."""
    return HandIndexer(rounds, n_ranks=game.n_ranks, n_suits=game.n_suits, lowest_rank=game.lowest_rank)


def check_street(design: Design, street: str, about: Mapping[str, Any], n_before: int) -> Layout:
    """Return the layout of a street after checking its description: facts, files and arrays, without other fields.

    Raises
    ------
    ValueError
        If it does not.
    """
    n = about.get("n_buckets")
    _need(type(n) is int)
    layout = layout_of(
        design,
        street,
        n,  # type: ignore[arg-type]
        n_before,
        width=_columns(about, f"{street}{CENTERS}"),
        n_points=_columns(about, f"{street}-within.npy"),
    )
    arrays = {name: [dtype, list(shape)] for name, (dtype, shape) in layout.arrays.items()}
    files, is_lossless = about.get("files"), design.is_lossless(street)
    own = set() if is_lossless else {"metric", "n_points", "inertia"}
    _need({*about} == {*layout.facts, "files", "arrays"} | own)
    said = {name: about[name] for name in (*layout.facts, "arrays")}
    _need(canonical(said) == canonical(layout.facts | {"arrays": arrays}))
    _need(type(files) is dict and {*files} == {*arrays} and all(_matches(_SHA256, sha) for sha in files.values()))
    if not is_lossless:
        points, inertia = about["n_points"], about["inertia"]
        _need(about["metric"] is None or type(about["metric"]) is str)
        _need(about["metric"] in _METRICS)
        _need(type(points) is int and 1 <= points <= hands_of(tuple(layout.facts["rounds"]), design.game))
        _need(type(inertia) is list and len(inertia) <= design.max_iter + 1)
        _need(all(type(cost) is float and math.isfinite(cost) and cost >= 0 for cost in inertia))
    return layout


def _columns(about: Mapping[str, Any], name: str) -> int | None:
    """Return the number of columns that a description says a file has, or `None` if there is no such file."""
    said = about["arrays"].get(name)
    if said is None:
        return None
    _, (_, width) = said
    _need(type(width) is int and width > 0)
    return int(width)


def metadata_of(design: Design, streets: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the description of an abstraction, with its fingerprint and its checksum."""
    metadata = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": about_game(design.game),
        "versions": {"pokerbits": _native.build_info()["version"], "numpy": np.__version__},
        "design": design.about,
        "streets": {street: dict(streets[street]) for street in design.streets},
    }
    metadata["fingerprint"] = _fingerprint(metadata)
    return metadata | {"checksum": _sha256(metadata)}


def text_of(metadata: Mapping[str, Any]) -> bytes:
    """Return the text of `metadata.json`."""
    return json.dumps(metadata, indent=1, allow_nan=False).encode() + b"\n"


def parse_metadata(text: bytes) -> tuple[dict[str, Any], dict[str, Layout]]:
    """Return the description in a text of this format and version, and the layout of every street.

    Raises
    ------
    ValueError
        If anything in it is not as it must be.
    """
    about = parsed(text)
    try:
        _need(about["checksum"] == _sha256({key: about[key] for key in about if key != "checksum"}))
        _need(text == text_of(about))
        return about, _checked(about)
    except (AttributeError, KeyError, RecursionError, TypeError) as error:
        raise ValueError(str(error)) from None


def files_of(metadata: Mapping[str, Any]) -> dict[str, str]:
    """Return the files of an abstraction, with the SHA-256 of each."""
    return {name: sha256 for about in metadata["streets"].values() for name, sha256 in about["files"].items()}


def _checked(about: Mapping[str, Any]) -> dict[str, Layout]:
    """Return the layouts of a description after checking every field."""
    versions, said = about["versions"], about["design"]
    _need({*about} == {"format", "format_version", "game", "versions", "design", "streets", "fingerprint", "checksum"})
    _need((about["format"], about["format_version"]) == (FORMAT, FORMAT_VERSION))
    _need({*versions} == {"pokerbits", "numpy"} and all(_matches(_VERSION, version) for version in versions.values()))
    design = Design.parse(said)
    _need(canonical(said) == canonical(design.about))
    _need(canonical(about["game"]) == canonical(about_game(design.game)))
    _need({*about["streets"]} == {*design.streets})
    layouts: dict[str, Layout] = {}
    n_before = 0
    for street in design.streets:
        layouts[street] = check_street(design, street, about["streets"][street], n_before)
        n_before = about["streets"][street]["n_buckets"]
    _need(about["fingerprint"] == _fingerprint(about))
    return layouts


def _check_number(design: Design, street: str, n: int, n_before: int, n_hands: int) -> None:
    """Raise for numbers of buckets that the design does not have."""
    if design.is_lossless(street):
        least = most = n_hands
    elif (wanted := design.buckets_of(street)) is None:
        least, most = 1, n_hands
    elif design.recall == "perfect" and street != "preflop":
        least, most = n_before, min(n_before * wanted, MAX_BUCKETS - 1)
    else:
        least = most = wanted
    _need(least <= n <= most)


def _fingerprint(metadata: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the fields that identify an abstraction: game, design, numbers and tables of buckets."""
    streets = {
        street: {
            "n_buckets": about["n_buckets"],
            "rounds": about["rounds"],
            "tables": [about["files"][name] for name in about["tables"]],
        }
        for street, about in metadata["streets"].items()
    }
    return _sha256({"game": metadata["game"], "design": metadata["design"], "streets": streets})


def _sha256(value: object) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def _matches(pattern: re.Pattern[str], text: object) -> bool:
    return isinstance(text, str) and pattern.fullmatch(text) is not None


def _need(is_right: bool) -> None:  # noqa: FBT001
    if not is_right:
        raise ValueError("it is not what was written")

"""Abstractions in file formats of other programs: the choice of the format, and arrays for loaders of one's own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pokerbits._files.listed import ListedFiles
from pokerbits._hand_strength.card_games import HOLDEM
from pokerbits._input.choices import check_name
from pokerbits._input.progress import ProgressLike, check
from pokerbits.abstraction._folder import JOURNAL, METADATA, write_array
from pokerbits.abstraction._robopoker import check_buckets, export_robopoker, name_of_hands
from pokerbits.abstraction._robopoker_buckets import export_buckets, names_of_buckets
from pokerbits.abstraction._slumbot import (
    BUCKETING_NAME,
    check_game,
    check_name_part,
    default_game_name,
    export_slumbot,
    slumbot_names,
)
from pokerbits.exceptions import ForeignFileError, InvalidArgumentError

if TYPE_CHECKING:
    from pokerbits.abstraction._card_abstraction import CardAbstraction

_FORMATS = ("slumbot", "robopoker", "npy")


def export(
    abstraction: CardAbstraction,
    path: Path,
    form: str,
    streets: Sequence[str],
    *,
    bucketing_name: str | None = None,
    game_name: str | None = None,
    overwrite: bool = False,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> list[Path]:
    """Write streets of an abstraction in a format, and return the files."""
    check_name("format", form, _FORMATS)
    if form == "robopoker" and abstraction.game != HOLDEM:
        message = f"format 'robopoker' has files of hold'em alone, and this is {abstraction.game!r}; use format='npy'"
        raise InvalidArgumentError(message)
    if form == "slumbot":
        check_game(abstraction.game)
    check(progress)
    bucketing_name = _name_of_files("bucketing_name", bucketing_name, BUCKETING_NAME, form)
    game_name = _name_of_files("game_name", game_name, default_game_name(abstraction.game), form)
    if form != "slumbot":
        _refuse_histories(abstraction, form)
    if form == "robopoker":
        check_buckets(abstraction, streets)
    for name in (METADATA, JOURNAL):
        if os.path.lexists(path / name):
            message = (
                f"{path} is the folder of an abstraction, whose files an export could replace: choose another path"
            )
            raise ForeignFileError(message, filename=path)
    if not overwrite:
        ListedFiles(path).check(_names(abstraction, form, streets, bucketing_name, game_name))
    path.mkdir(parents=True, exist_ok=True)
    if form == "slumbot":
        return export_slumbot(
            abstraction,
            path,
            streets,
            bucketing_name=bucketing_name,
            game_name=game_name,
            num_threads=num_threads,
            progress=progress,
        )
    if form == "robopoker":
        hands = export_robopoker(abstraction, path, streets, num_threads=num_threads, progress=progress)
        return hands + export_buckets(abstraction, path, streets, num_threads=num_threads, progress=progress)
    return _npy(abstraction, path, streets)


def _names(
    abstraction: CardAbstraction, form: str, streets: Sequence[str], bucketing_name: str, game_name: str
) -> list[str]:
    """Return the names of the files of a format."""
    if form == "slumbot":
        return slumbot_names(abstraction.game, streets, bucketing_name, game_name)
    if form == "robopoker":
        return [name_of_hands(street) for street in streets] + names_of_buckets(abstraction, streets)
    return [f"{street}.npy" for street in streets]


def _npy(abstraction: CardAbstraction, folder: Path, streets: Sequence[str]) -> list[Path]:
    """Write the buckets by index, one array per street."""
    for street in streets:
        with ListedFiles(folder).new_file(f"{street}.npy") as file:
            write_array(file, np.asarray(abstraction.table(street)))
    return [folder / f"{street}.npy" for street in streets]


def _name_of_files(what: str, name: object, default: str, form: str) -> str:
    """Return a name that the files of slumbot have in theirs, or raise if it is invalid or the files are others."""
    if name is None:
        return default
    if form != "slumbot":
        raise InvalidArgumentError(f"{what}: files of format {form!r} have none, only those of 'slumbot' have")
    return check_name_part(what, name)


def _refuse_histories(abstraction: CardAbstraction, form: str) -> None:
    """Raise for buckets with history: these formats have one bucket for each hand."""
    if abstraction.recall != "imperfect":
        message = f"format {form!r} has no place for the histories of perfect recall; use format='slumbot', or lookup"
        raise InvalidArgumentError(message)

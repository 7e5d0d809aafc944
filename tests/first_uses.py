"""Right calls of everything that is public, to be made in a process that has not used it before.

Long calls are stopped by their progress functions: the first use of their parts comes before. Left out are OpenSpiel,
whose tests are apart from the others, and what takes seconds without progress.
"""

import pickle
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from functools import partial
from io import StringIO
from pathlib import Path

import numpy as np

import pokerbits as pb
from right_calls import look_at, right_calls


class Enough(Exception):  # noqa: N818
    """A call has gone on for long enough."""


def enough(done: int, total: int) -> None:
    raise Enough


def calls(section: str) -> None:
    """Make the right calls of a section, but those with files, which need a folder of their own."""
    for call in right_calls().values():
        if call.section == section and not call.has_file() and not call.has_slow_object():
            function, by_place, by_name = call.prepared()
            if "progress" in by_name:
                by_name["progress"] = enough
            with suppress(Enough), redirect_stdout(StringIO()):
                answer = function(*by_place, **by_name)
                look_at(answer)
                if isinstance(answer, pb.EquityResult | pb.odds.OddsResult):
                    assert pickle.loads(pickle.dumps(answer)) == answer


def errors() -> None:
    for name, wrong in [
        ("InvalidCardError", lambda: pb.evaluate("AsKsQsJsZs")),
        ("DuplicateCardError", lambda: pb.evaluate("AsKsQsJsAs")),
        ("CardCountError", lambda: pb.evaluate("AsKs")),
        ("InvalidRangeError", lambda: pb.Range("AKQ")),
        ("InvalidArgumentError", lambda: pb.equity("AsKs")),
        ("OutOfRangeError", lambda: pb.HandIndexer((2,)).unindex(169)),
        ("NotFittedError", lambda: pb.abstraction.PercentileBuckets(2).predict([[1.0]])),
    ]:
        try:
            wrong()
        except pb.PokerbitsError as error:
            assert type(error) is getattr(pb.exceptions, name), (name, error)  # noqa: PT017
        else:
            raise AssertionError(name)


def files() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "preflop.npy"
        pb.strength_table("ehs", street="preflop", path=path, progress=True)
        pb.strength.check_table(path)
        with ThreadPoolExecutor(1) as executor:
            pb.combo_equity("QQ+", boards=["QhJh2c3d4d"], executor=executor)
        pb.preflop_odds([1]).to_csv(Path(folder) / "odds.csv")
        pb.CardAbstraction.build({"flop": 3}, features="ehs", game="leduc", path=Path(folder) / "leduc")
        abstraction = pb.CardAbstraction.load(Path(folder) / "leduc")
        abstraction.save(Path(folder) / "copy")
        abstraction.export(Path(folder) / "exported", format="npy")
        with pb.endgame.build_endgames(Path(folder) / "endgames", 1, street="river", iterations=1) as data:
            data.take([0])
        with suppress(Enough):
            pb.CardAbstraction.build({"flop": 4, "turn": 4, "river": 4}, path=Path(folder) / "buckets", progress=enough)


USES: dict[str, Callable[[], None]] = {
    **{section: partial(calls, section) for section in dict.fromkeys(call.section for call in right_calls().values())},
    "errors": errors,
    "files": files,
}


def in_order_of(seed: int) -> Iterator[Callable[[], None]]:
    """Yield all uses in an order that depends on the seed."""
    yield from (USES[name] for name in np.random.default_rng(seed).permutation(list(USES)))

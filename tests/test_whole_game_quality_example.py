"""The program that measures abstractions of the whole game: its lines, how it goes on, means and standard errors."""

import csv
import statistics
import sys
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb

sys.path.append(str(Path(__file__).parents[1] / "examples"))
import whole_game_quality as whole

from pokerbits.endgame import BettingTree, Endgame, exploitability

OPTIONS = [
    "--boards",
    "2",
    "--k",
    "2",
    "5",
    "--features",
    "default",
    "OCHS",
    "E[HS]",
    "--seeds",
    "2",
    "--iterations",
    "3",
]


class ByCard:
    """Buckets by the higher card of a hand, K of them; seeds move them."""

    def __init__(self, path):
        self.name = Path(path).name
        self.fingerprint = f"of {self.name}"
        self.feature, self.buckets, self.seed = (int(part) for part in self.name.split("-"))

    def lookup(self, hole, board):
        return (np.max(hole, axis=-1) // 4 + self.seed + self.feature) % self.buckets


@pytest.fixture
def builds(monkeypatch):
    """Return the builds that were made: of abstractions by cards, as those of the whole game take minutes."""
    made = []

    def build(work, path, features, buckets, seed):
        assert work is whole.built
        made.append((path.name, features))
        return 2.0 + seed, 1500.0, ByCard(path).fingerprint

    monkeypatch.setattr(whole, "apart", build)
    monkeypatch.setattr(pb.CardAbstraction, "load", ByCard)
    return made


def run(folder, *more):
    return whole.main([*OPTIONS, "--folder", str(folder / "built"), "--csv", str(folder / "lines.csv"), *more])


def lines_of(path):
    """Return the lines of a file as dicts, without the time that they took."""
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: value for name, value in row.items() if name != "seconds"} for row in csv.DictReader(file)]


def test_a_line_has_the_loss_of_an_abstraction_on_a_board(builds, tmp_path, capsys):
    assert run(tmp_path) == 0
    lines = lines_of(tmp_path / "lines.csv")
    # Two boards in five situations: without abstraction, with two seeds of two features, and with E[HS] without seeds.
    assert len(lines) == 2 * 5 * (1 + 2 * (2 + 2 + 1))
    assert len({(line["situation"], line["board"]) for line in lines}) == 10
    assert builds == [
        *(("0-2-0", None), ("0-2-1", None), ("2-2-0", "ochs"), ("2-2-1", "ochs"), ("4-2-0", "ehs")),
        *(("0-5-0", None), ("0-5-1", None), ("2-5-0", "ochs"), ("2-5-1", "ochs"), ("4-5-0", "ehs")),
    ]
    for line in lines[::7]:
        of = whole.SITUATIONS[line["situation"]]
        game = Endgame(line["board"], of.hero, of.villain, BettingTree(100, of.stack, of.sizes))
        labels, n = None, 1081
        if line["buckets"]:
            feature = list(whole.FEATURES).index(line["feature"])
            labels, n = ByCard(f"{feature}-{line['buckets']}-{line['seed']}"), int(line["buckets"])
        assert float(line["loss"]) == exploitability(game, labels=labels, iterations=3)
        assert line["buckets_in_use"] == str(n)
    tables = capsys.readouterr().out
    assert "| default | 2 s, 1.5 GB | 2 s, 1.5 GB |" in tables
    # The mean over situations of the mean over boards and seeds.
    of_ochs = [float(line["loss"]) for line in lines if (line["feature"], line["buckets"]) == ("OCHS", "5")]
    assert f"{100 * statistics.mean(of_ochs):.3f} ± " in tables.partition("| OCHS |")[2].partition("\n")[0]
    differences = tables.partition("| default minus others | 2 | 5 |")[2].partition("\n\n")[0]
    assert "| default |" not in differences
    assert "| E[HS] |" in differences


def test_a_run_goes_on_where_it_was_stopped(builds, tmp_path, monkeypatch, capsys):
    measured, n = whole.Job.measured, []

    def stops(job, abstraction):
        if len(n) == 15:
            raise KeyboardInterrupt
        n.append(job)
        return measured(job, abstraction)

    monkeypatch.setattr(whole.Job, "measured", stops)
    assert run(tmp_path) == 1
    printed = capsys.readouterr()
    assert "interrupted: 15 of 110 are measured" in printed.err
    # An abstraction that was not measured on all boards is in no table.
    assert "| default | 2 |" not in printed.out
    path = tmp_path / "lines.csv"
    path.write_text(path.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    monkeypatch.undo()
    monkeypatch.setattr(pb.CardAbstraction, "load", ByCard)
    monkeypatch.setattr(whole, "apart", lambda work, path, *_: (1.0, 5.0, ByCard(path).fingerprint))
    assert run(tmp_path) == 0
    assert len(builds) == 1
    lines = lines_of(path)
    other = tmp_path / "other"
    assert run(other, "--csv", str(tmp_path / "again.csv")) == 0
    assert lines_of(tmp_path / "again.csv") == lines


def test_one_situation_is_measured_by_itself(builds, tmp_path, capsys):
    assert run(tmp_path, "--situations", "short stacks", "--k", "2", "--features", "E[HS]") == 0
    lines = lines_of(tmp_path / "lines.csv")
    assert {line["situation"] for line in lines} == {"short stacks"}
    losses = [100 * float(line["loss"]) for line in lines if line["buckets"]]
    mean, error = statistics.mean(losses), statistics.stdev(losses) / 2**0.5
    tables = capsys.readouterr().out
    assert f"| E[HS] | {mean:.3f} ± {error:.3f} |" in tables
    assert "| river, 2 buckets | short stacks |" in tables


def test_files_of_other_runs_are_refused(builds, tmp_path, capsys):
    assert run(tmp_path) == 0
    path = tmp_path / "lines.csv"
    before = path.read_bytes()
    assert run(tmp_path, "--iterations", "4") == 2
    assert "3 iterations on " in capsys.readouterr().err
    assert path.read_bytes() == before
    about = tmp_path / "built" / "builds.csv"
    about.write_text(about.read_text(encoding="utf-8").replace("of 0-2-0", "of another"), encoding="utf-8")
    assert run(tmp_path, "--csv", str(tmp_path / "new.csv")) == 2
    assert "0-2-0: not the abstraction that" in capsys.readouterr().err
    path.write_text(path.read_text(encoding="utf-8").replace("street,", "round,"), encoding="utf-8")
    assert run(tmp_path) == 2
    assert "expected a CSV file that begins with street,situation,board" in capsys.readouterr().err


def test_standard_errors_count_situations_and_seeds():
    # Three situations, two boards, two seeds.
    cells = {
        "a": np.array([[1.0, 3.0], [2.0, 4.0]]),
        "b": np.array([[5.0, 6.0], [7.0, 8.0]]),
        "c": np.array([[9.0, 1.0], [2.0, 6.0]]),
    }
    means = [2.5, 6.5, 4.5]
    of_seeds = [statistics.mean([1.5, 6, 5.5]), statistics.mean([3.5, 7, 3.5])]
    expected = statistics.variance(means) / 3 + statistics.variance(of_seeds) / 2
    assert whole.std_error(cells) == pytest.approx(expected**0.5)
    one_seed = {name: of[:, :1] for name, of in cells.items()}
    expected = statistics.variance([1.5, 6, 5.5]) / 3
    assert whole.std_error(one_seed) == pytest.approx(expected**0.5)
    # The seeds of what it is compared with are drawn, too.
    expected += statistics.variance(of_seeds) / 2
    assert whole.std_error(one_seed, cells) == pytest.approx(expected**0.5)
    # One situation: over its boards, and seeds.
    expected = statistics.variance([2.0, 3.0]) / 2 + statistics.variance([1.5, 3.5]) / 2
    assert whole.std_error({"a": cells["a"]}) == pytest.approx(expected**0.5)
    assert np.isnan(whole.std_error({"a": cells["a"][:1, :1]}))


def test_every_situation_has_its_games_on_every_street():
    for street, board in (("flop", "Kh9d5c"), ("turn", "Kh9d5c3h"), ("river", "Kh9d5c3h2s")):
        for name in whole.SITUATIONS:
            game = whole.endgame(street, name, board)
            assert len(game.streets) == whole.STREETS[street]
            assert game.tree.pot == 100


@pytest.mark.slow
def test_an_abstraction_of_the_whole_game_is_built(tmp_path):
    arguments = ["--boards", "1", "--k", "3", "--features", "percentiles of E[HS]", "--iterations", "3"]
    assert run(tmp_path, *arguments) == 0
    made = pb.CardAbstraction.load(tmp_path / "built" / "6-3-0")
    [build] = lines_of(tmp_path / "built" / "builds.csv")
    assert (build["fingerprint"], build["buckets"]) == (made.fingerprint, "3")
    assert float(build["megabytes"]) > 50 or sys.platform == "win32"

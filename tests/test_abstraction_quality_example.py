"""The program that measures abstractions on random boards: its CSV file, how it goes on, means and standard errors."""

import csv
import statistics
import sys
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb

sys.path.append(str(Path(__file__).parents[1] / "examples"))
import abstraction_quality
from endgame import buckets as of
from endgame.lines import Line
from endgame.means import Means

from pokerbits.endgame import exploitability, percentile_labels, score_abstraction, value_labels

RIVER = pb.cards.parse_cards("Kh9d5c3h2s")[None]
TURN = RIVER[:, :4]
RIVERS = of.rivers_of(TURN[0])
PERCENTILES, POTENTIAL = "percentiles of E[HS]", "potential, OCHS"
ON_RIVER = ["--boards", "2", "--k", "5", "9", "--features", PERCENTILES, "OCHS", "--iterations", "5"]
ON_TURN = ["--street", "turn", "--boards", "1", "--k", "9", "--features", PERCENTILES, POTENTIAL, "--iterations", "2"]
WITH_RECALL = ["--recall", "imperfect", "perfect"]


def lines_of(path):
    """Return the lines of a file as dicts, without the time that they took."""
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: value for name, value in row.items() if name != "seconds"} for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """Run the program, and return the folder of its files."""
    folder = tmp_path_factory.mktemp("quality")
    arguments = [*ON_RIVER, "--csv", str(folder / "lines.csv"), "--plot", str(folder / "curves.png")]
    assert abstraction_quality.main(arguments) == 0
    return folder


def test_a_line_has_what_a_score_of_the_same_board_has(measured):
    lines = lines_of(measured / "lines.csv")
    assert len(lines) == 2 * (1 + 2 * 2)
    score = score_abstraction(lambda board: percentile_labels(board, n_buckets=5), n_boards=2, iterations=5)
    for sides, found in (("one_sided", score.one_sided), ("two_sided", score.two_sided)):
        for column, feature, asked in ((0, PERCENTILES, "5"), (2, "no abstraction", "")):
            of_feature = [line for line in lines if (line["feature"], line["buckets_asked"]) == (feature, asked)]
            assert [line["board"] for line in of_feature] == list(pb.cards.format_cards(score.boards))
            assert [float(line[sides]) for line in of_feature] == found[:, column].tolist()
    assert {line["buckets_in_use"] for line in lines} == {"5", "9", "1081"}
    assert (measured / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_means_and_standard_errors_are_those_of_the_lines(measured, capsys):
    assert abstraction_quality.main([*ON_RIVER, "--csv", str(measured / "lines.csv")]) == 0
    tables = capsys.readouterr().out
    assert tables.index("one-sided") < tables.index("| two-sided | 5 | 9 |")
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in tables.splitlines() if row.startswith("| OCHS")]
    lines = lines_of(measured / "lines.csv")

    def shares(feature, sides):
        of_feature = [line for line in lines if (line["feature"], line["buckets_asked"]) == (feature, "9")]
        return [100 * float(line[sides]) for line in of_feature]

    one, two, base = shares("OCHS", "one_sided"), shares("OCHS", "two_sided"), shares(PERCENTILES, "one_sided")
    expected = [one, two, [more - less for more, less in zip(base, one, strict=True)]]
    assert len(rows) == 3
    for row, values in zip(rows, expected, strict=True):
        mean, error = (float(number) for number in row[2].split(" ± "))
        assert mean == pytest.approx(statistics.mean(values), abs=0.006)
        assert error == pytest.approx(statistics.stdev(values) / 2**0.5, abs=0.006)


@pytest.mark.parametrize("street", ["river", "turn"])
def test_buckets_from_values_are_those_of_each_player(street, tmp_path):
    path = tmp_path / "lines.csv"
    arguments = ["--street", street, "--boards", "1", "--k", "9", "--features", "values", "--iterations", "5"]
    assert abstraction_quality.main([*arguments, "--base", "values", "--csv", str(path)]) == 0
    none, line = lines_of(path)
    assert none["feature"] == "no abstraction"
    assert line["buckets_in_use"] == line["buckets_asked"] == ("9" if street == "river" else "9/9")
    game = abstraction_quality.endgame(street, line["board"])
    labels = value_labels(game, 9, rng=int(line["seed"]))
    for sides in ("one", "two"):
        assert float(line[f"{sides}_sided"]) == exploitability(game, labels=labels, sides=sides, iterations=5)


def test_a_run_goes_on_where_it_was_stopped(measured, tmp_path, monkeypatch, capsys):
    whole = (measured / "lines.csv").read_text(encoding="utf-8")
    path = tmp_path / "lines.csv"
    cut = whole.splitlines(keepends=True)
    path.write_text("".join(cut[:6]) + cut[6][:25], encoding="utf-8", newline="")
    solve, solved = abstraction_quality.Job.solved, []

    def stops_later(job, folders):
        if len(solved) == 2:
            raise KeyboardInterrupt
        solved.append(job)
        return solve(job, folders)

    monkeypatch.setattr(abstraction_quality.Job, "solved", stops_later)
    assert abstraction_quality.main([*ON_RIVER, "--csv", str(path)]) == 1
    printed = capsys.readouterr()
    assert "interrupted: 7 of 10 are measured" in printed.err
    # The second board is not finished, and counts for nothing.
    assert "## river, 1 board\n" in printed.out
    monkeypatch.undo()
    assert abstraction_quality.main([*ON_RIVER, "--csv", str(path)]) == 0
    assert lines_of(path) == lines_of(measured / "lines.csv")


def test_lines_do_not_depend_on_what_else_is_measured(measured, tmp_path):
    path = tmp_path / "lines.csv"
    arguments = ["--boards", "2", "--k", "9", "--features", "OCHS", "--iterations", "5", "--csv", str(path)]
    assert abstraction_quality.main(arguments) == 0
    found = lines_of(path)
    assert len(found) == 4
    assert all(line in lines_of(measured / "lines.csv") for line in found)


@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        (("five", "5"), ["--iterations", "6"], "no abstraction: 5 iterations, but this run has 6"),
        (("five", "5"), ["--seed", "1"], "the line belongs to another --seed than 1"),
        (("one_sided", "one"), [], "expected a CSV file that begins with street,board,feature"),
        ((",5,5,5,", ",five,5,5,"), [], "line 3: not a line of this program: river,"),
        ((",5,5,5,", ",5,5,5"), [], "line 3: not a line of this program: river,"),
        ((",0.", ",nan0."), [], "line 2: not a line of this program: river,"),
        ((",0.", ",inf,0."), [], "line 2: not a line of this program: river,"),
        ((",1081,5,", ",1081,5,7,"), [], "line 2: not a line of this program: river,"),
    ],
)
def test_a_file_of_other_settings_or_with_other_text_is_refused(change, arguments, message, measured, tmp_path, capsys):
    path = tmp_path / "lines.csv"
    text = (measured / "lines.csv").read_text(encoding="utf-8")
    path.write_text(text.replace(*change), encoding="utf-8", newline="")
    before = path.read_bytes()
    assert abstraction_quality.main([*ON_RIVER, *arguments, "--csv", str(path)]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert not printed.out
    assert path.read_bytes() == before


def test_numbers_that_are_not_finite_are_refused(measured, tmp_path, capsys):
    path = tmp_path / "lines.csv"
    *lines, last = (measured / "lines.csv").read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*lines, last[: last.rindex(",")] + ",nan", ""]), encoding="utf-8", newline="")
    assert abstraction_quality.main([*ON_RIVER, "--csv", str(path)]) == 2
    assert "line 11: expected finite numbers" in capsys.readouterr().err


def test_the_turn_has_both_recalls_and_abstractions_of_the_whole_game(tmp_path, monkeypatch, capsys):
    class Halves:
        fingerprint = "0123456789abcdef"

        def lookup(self, hole, board):
            return np.sort(hole)[..., -1] // 26

    monkeypatch.setattr(pb.CardAbstraction, "load", lambda folder: Halves())
    path, told = tmp_path / "lines.csv", []
    monkeypatch.setattr(abstraction_quality, "watching", fake_bar(told))
    plot = ["--plot", str(tmp_path / "curves.svg"), "--abstraction", "abs-2"]
    assert abstraction_quality.main([*ON_TURN, *WITH_RECALL, "--csv", str(path), *plot]) == 0
    names = ["feature", "recall", "buckets_asked", "buckets_in_use"]
    assert [tuple(line[name] for name in names) for line in lines_of(path)] == [
        ("no abstraction", "", "", "1128/51888"),
        ("abs-2 (01234567)", "", "", "2/2"),
        (PERCENTILES, "imperfect", "9/9", "9/9"),
        (PERCENTILES, "perfect", "3/9", "3/9"),
        (PERCENTILES, "imperfect", "3/9", "3/9"),
        (POTENTIAL, "imperfect", "9/9", "9/9"),
    ]
    assert told == [(done, 6) for done in range(1, 7)]
    tables = capsys.readouterr().out
    assert "| abs-2 (01234567) | 2 / 2 |" in tables
    assert "| perfect minus imperfect recall, same numbers of buckets, one-sided | 9 |" in tables
    assert (tmp_path / "curves.svg").read_text(encoding="utf-8").lstrip().startswith("<?xml")


def fake_bar(told):
    """Return what keeps the steps that a bar would show."""
    return lambda progress, description: nullcontext(lambda done, total: told.append((done, total)))


@pytest.mark.parametrize("name", list(of.FEATURES))
def test_with_perfect_recall_a_river_bucket_lies_within_one_turn_bucket(name):
    turn = of.FEATURES[name](TURN, 3, 0)
    river = of.FEATURES[name].within(RIVERS, turn, 10, 0)
    board, combo = np.nonzero(of.allowed(RIVERS))
    pairs = set(zip(turn[0, combo].tolist(), river[board, combo].tolist(), strict=True))
    assert sorted(bucket for _, bucket in pairs) == list(range(10))
    assert sorted(np.bincount([parent for parent, _ in pairs])) == [3, 3, 4]


@pytest.mark.parametrize("boards", [RIVER, TURN, RIVERS], ids=["river", "turn", "rivers"])
def test_percentiles_are_those_of_the_package(boards):
    found = of.percentiles(boards, 20, 0)
    free = of.allowed(boards)
    assert np.array_equal(found[free], percentile_labels(boards, n_buckets=20)[free])


def test_rows_of_turn_hands_count_their_rivers():
    strengths = pb.combo_equity("random", boards=RIVERS)
    free = of.allowed(TURN)[0]
    squares, counts = (of.FEATURES[name].rows(TURN) for name in ("E[HS^2]", "histogram"))
    assert squares.shape == (1128,)
    assert counts.shape == (1128, 50)
    for hand in ("AhKs", "4c4d", "7h6h"):
        combo = pb.cards.combo_id(hand)
        row = int(free[:combo].sum())
        of_hand = strengths[~np.isnan(strengths[:, combo]), combo].tolist()
        assert len(of_hand) == 46
        assert squares[row] == pytest.approx(statistics.mean(value**2 for value in of_hand))
        assert counts[row].tolist() == [sum(min(int(50 * value), 49) == at for value in of_hand) for at in range(50)]


def test_means_are_over_boards_that_have_every_line():
    def line(board, feature, share):
        return Line("river", board, feature, "imperfect", "5", "5", 10, 0, share, share, 0.1)

    means = Means("river", [line("a", "OCHS", 0.1), line("a", "E[HS]", 0.3), line("b", "OCHS", 0.2)], "OCHS")
    assert means.boards == ["a"]
    tables = list(means.tables())
    assert "| OCHS | 10.00 |" in tables[2]
    assert tables[4].splitlines()[2:] == ["| E[HS] | -20.00 |"]
    assert list(Means("river", [], "OCHS").tables()) == [
        "## river, 0 boards\n\nExploitability in percent of the pot ± standard error."
    ]

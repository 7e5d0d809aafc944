"""The commands about odds and flops: their output, their files and their errors."""

import csv
import json
import sys

import numpy as np
import pytest

import pokerbits as pb
from command_line import as_json, cells, here, printed, refused, run
from pokerbits.cli.odds_commands import arrays_of


def test_odds_of_a_hand():
    data = as_json("odds", "AsAh", "--board", "Kd7c7d", "--opponents", "1,2")
    counts = [row["counts"] for row in data["odds"]]
    assert counts[0] == {"wins": 922064, "ties": [1031], "losses": 147095, "total": 1070190}
    assert (counts[1]["wins"], counts[1]["ties"]) == (360299313, [808746, 1806])
    assert [row["opponents"] for row in data["odds"]] == [1, 2]
    for row, count in zip(data["odds"], counts, strict=True):
        assert row["win"] == count["wins"] / count["total"]
        assert row["tie"] == sum(count["ties"]) / count["total"]
        assert row["lose"] == count["losses"] / count["total"]
    table = cells(printed("odds", "AsAh", "--board", "Kd7c7d", "--opponents", "1-2"))
    assert table[0] == ["hand", "AsAh", "Kd7c7d"]
    assert table[2][:2] == ["1", f"{data['odds'][0]['equity']:.4%}"]
    assert len(table) == 4


def test_counts_are_exact_integers_however_large():
    (row,) = as_json("odds", "AsAh", "--opponents", "8")["odds"]
    assert row["counts"]["wins"] == 955211551555474938158586 > 2**53
    assert row["counts"]["ties"][7] == 2148917266060259323860


def test_odds_of_all_hands(tmp_path, odds_once):
    for name in ("odds.csv", "odds.json", "odds.npz"):
        table = cells(printed("odds", "--all", "--opponents", "1", "-o", tmp_path / name))
        assert table == [["file", str(tmp_path / name)], ["hands", "169"], ["opponents", "1"]]
    lines = (tmp_path / "odds.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 170
    assert lines[1].startswith("22,1,2097572400,1035889822,39805340,")
    data = json.loads((tmp_path / "odds.json").read_text(encoding="utf-8"))
    (deuces,) = data["hands"]["22"]
    counts = {"wins": 1035889822, "ties": [39805340], "losses": 1021877238, "total": 2097572400}
    assert (deuces["opponents"], deuces["counts"]) == (1, counts)
    with np.load(tmp_path / "odds.npz") as arrays:
        assert arrays["equity"].shape == (169, 1)
        assert arrays["hand"].tolist() == list(pb.HAND_CLASSES)
        assert arrays["opponents"].tolist() == [1]
        assert arrays["lose"][0, 0] == deuces["lose"]
        assert arrays["ties"].shape == (169, 1, 1)
        found = {name: arrays[name][0, 0].tolist() for name in counts}
        assert found == {"wins": "1035889822", "ties": ["39805340"], "losses": "1021877238", "total": "2097572400"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["odds.csv", "odds.json", "odds.npz"]


def test_odds_of_all_hands_that_are_printed_or_told_as_json(tmp_path, odds_once):
    path = tmp_path / "odds.json"
    written = json.loads(printed("odds", "--all", "--opponents", "1", "--output", path, "--json"))
    assert written == {"output": str(path), "hands": 169, "opponents": [1]}
    data = json.loads(printed("odds", "--all", "--opponents", "1", "--json"))
    assert data == json.loads(path.read_text(encoding="utf-8"))
    assert cells(printed("odds", "--all", "--opponents", "1"))[1][0] == "AA"


def test_ties_of_several_numbers_of_opponents_stand_side_by_side():
    """Also integers beyond 64 bits, and numbers of opponents in the order asked for."""
    big = 2**70

    def entry(k, wins, ties, losses):
        counts = {"wins": wins, "ties": ties, "losses": losses, "total": wins + sum(ties) + losses}
        return {"opponents": k, "equity": 0.5, "win": 0.25, "tie": 0.5, "lose": 0.25, "counts": counts}

    arrays = arrays_of(
        {name: [entry(2, i, [2, big], 3), entry(1, big, [5], 0)] for i, name in enumerate(pb.HAND_CLASSES)}
    )
    assert arrays["opponents"].tolist() == [2, 1]
    assert arrays["hand"][7] == pb.HAND_CLASSES[7]
    assert arrays["ties"][7].tolist() == [["2", str(big)], ["5", "0"]]
    assert arrays["wins"][7].tolist() == ["7", str(big)]
    assert arrays["total"][7].tolist() == [str(7 + 2 + big + 3), str(big + 5)]


@pytest.mark.skipif(sys.platform == "win32", reason="links of another kind")
@pytest.mark.parametrize("name", ["odds.csv", "odds.json", "odds.npz"])
def test_odds_follow_no_link(tmp_path, odds_once, name):
    """A link of the name is replaced if that is wanted; what it leads to is nobody's business here."""
    precious = tmp_path / "precious"
    precious.write_text("precious", encoding="utf-8")
    (tmp_path / name).symlink_to(precious)
    (tmp_path / f"{name}.partial").symlink_to(precious)
    assert here("odds", "--all", "--opponents", "1", "-o", tmp_path / name).exit_code == 1
    assert (tmp_path / name).is_symlink()
    printed("odds", "--all", "--opponents", "1", "-o", tmp_path / name, "--force")
    assert precious.read_text(encoding="utf-8") == "precious"
    assert not (tmp_path / name).is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, f"{name}.partial", "precious"])


def test_odds_that_cannot_be_written(tmp_path):
    done = run("odds", "--all", "--opponents", "1-22", "-o", tmp_path / "nowhere" / "odds.csv")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: {tmp_path / 'nowhere' / 'odds.csv'}: No such file or directory\n"


def test_a_failed_call_leaves_the_file_before(tmp_path, monkeypatch):
    path = tmp_path / "odds.json"
    path.write_text("before", encoding="utf-8")

    def fail(*arguments, **options):
        raise pb.PokerbitsError("no odds today")

    monkeypatch.setattr(pb, "preflop_odds", fail)
    assert "no odds today" in refused("odds", "--all", "-o", str(path), "--force")
    assert path.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "expected a hand"),
        (("AsKs", "--opponents", "0"), "n_opponents = 0"),
        (("AsKs", "--opponents", "many"), "expected numbers"),
        (("AsKs", "--opponents", "8-1"), "expected numbers"),
        (("AsKs", "--opponents", "1--3"), "expected numbers"),
        (("AsKs", "--opponents", "1-"), "expected numbers"),
        (("AsKs", "--opponents", "1,,2"), "expected numbers"),
        (("AsKs", "--opponents", "1-99999999999"), "expected numbers"),
        (("AsKs", "--opponents", "1-99"), "n_opponents = 26"),
        (("AsKs", "--board", "2c3c4c5c6c7c"), "found 6"),
        (("AsKs", "-o", "x.csv"), "--output needs --all"),
        (("--all", "AsKs"), "--all takes no hand"),
        (("--all", "-o", "x.txt"), "expected a file that ends in"),
    ],
)
def test_bad_odds(arguments, message):
    assert message in refused("odds", *arguments)


def test_flops(tmp_path):
    file = tmp_path / "flops.csv"
    lines = printed("flops", "--csv", str(file)).splitlines()
    assert lines[1].split() == ["suits", "rainbow", "455", "8,788", "39.76%"]
    assert lines[-1] == "1,755 flops up to suits of 22,100"
    rows = file.read_text(encoding="utf-8").splitlines()
    assert (rows[0], len(rows)) == ("flop,weight,suits,pairing,connectedness,high_card", 1756)
    found = as_json("flops")["flops"]
    assert sum(flop["weight"] for flop in found) == 22100
    assert ",".join(str(value) for value in found[1000].values()) == rows[1001]


def test_flop_report(tmp_path, reports_on_some_flops):
    table, picture = tmp_path / "report.csv", tmp_path / "report.png"
    options = ("--group-by", "pairing, suits", "--nut-equity", "0.8", "--dialect", "kicker")
    arguments = ("QQ+, AKs", "22+, A2s+, KQs+", *options)
    grouping = ["pairing", "suits"]
    report = pb.flop_report(*arguments[:2], group_by=grouping, nut_equity=0.8, dialect="kicker", progress=False)
    assert as_json("flop-report", *arguments, "--csv", table, "--plot", picture) == report.to_dict()
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["villain_q50"]) for row in rows] == report.equity_quantiles[:, 1, 4].tolist()
    assert [(row["pairing"], row["suits"]) for row in rows] == list(report.rows)
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("AA", "KKs"), "villain: "),
        (("AA",), "Missing argument 'VILLAIN'"),
        (("AA", "KK", "--group-by", "suit"), "group_by: expected 'suits', 'pairing'"),
        (("AA", "KK", "--nut-equity", "2"), "2.0 is not in the range 0<=x<=1"),
        (("AA", "KK", "--plot", "report.gif"), "expected a name that ends in .png"),
        (("AhAd", "AhAs"), "players 1 and 2 need the same cards"),
    ],
)
def test_bad_flop_reports(arguments, message):
    assert message in refused("flop-report", *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["equity", "AhAd", "KsKh", "--board", "7d2c9s"],
        ["flops"],
        ["distribution", "QQ+", "22+", "--board", "Ah7d2c"],
        ["flop-report", "QQ+, AKs", "22+, A2s+", "--group-by", "suits"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_csv_to_standard_output(tmp_path, monkeypatch, reports_on_some_flops, arguments):
    """It made a file of the name -."""
    monkeypatch.chdir(tmp_path)
    text = printed(*arguments, "--csv", "-")
    assert [*tmp_path.iterdir()] == []
    assert printed(*arguments, "--csv", "found.csv") == printed(*arguments)
    assert text == (tmp_path / "found.csv").read_text(encoding="utf-8")
    assert "--csv - and --json both print to standard output" in refused(*arguments, "--csv", "-", "--json")


def test_odds_of_all_hands_to_standard_output(tmp_path, monkeypatch, odds_once):
    monkeypatch.chdir(tmp_path)
    arguments = ["odds", "--all", "--opponents", "1"]
    text = printed(*arguments, "-o", "-")
    printed(*arguments, "-o", "odds.csv")
    assert text == (tmp_path / "odds.csv").read_text(encoding="utf-8")
    assert "-o - and --json both print to standard output" in refused(*arguments, "-o", "-", "--json")
    assert not (tmp_path / "-").exists()

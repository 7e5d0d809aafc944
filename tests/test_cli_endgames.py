"""The command that writes random endgames: its options are those of `build_endgames`, and it resumes."""

import json

import numpy as np

from command_line import as_json, here, printed, refused
from pokerbits.endgame import EndgameData

RIVERS = ("endgames", "-n", "3", "--street", "river", "--seed", "5")


def test_options_are_those_of_the_function(tmp_path):
    path = tmp_path / "rivers"
    options = [
        "--bets",
        "50%,allin",
        "--raises",
        "75%",
        "--max-bets",
        "2",
        "--rake",
        "5%",
        "--rake-cap",
        "3",
        "--iterations",
        "4",
        "--shard-size",
        "2",
    ]
    data = as_json(*RIVERS, *options, "-o", path)
    assert (data["output"], data["n_endgames"], data["n_shards"]) == (str(path), 3, 2)
    with EndgameData(path) as found:
        assert data["exploitability"]["max"] == found.exploitability.max()
        assert data["exploitability"]["mean"] == found.exploitability.mean()
        assert data["iterations"] == {"mean": 4.0, "max": 4}
        about = found.description
    street = {"bets": [0.5, "allin"], "raises": [0.75], "donk": None, "max_bets": 2}
    assert about["betting"]["sizes"] == {"hero": [street], "villain": [street]}
    assert (about["betting"]["rake"], about["betting"]["rake_cap"]) == (0.05, 3.0)
    assert (about["seed"], about["street"], about["iterations"]) == (5, "river", 4)


def test_a_target_and_the_default_betting(tmp_path):
    path = tmp_path / "rivers"
    text = printed(*RIVERS, "--target", "1%", "--max-iterations", "500", "--threads", "1", "-o", path)
    assert "3 endgames" in text
    about = json.loads((path / "endgames.json").read_text())
    assert (about["target"], about["max_iterations"]) == (0.01, 500)
    assert about["betting"]["sizes"]["hero"][0]["max_bets"] == 3
    before = np.load(path / "endgames-000000.npy")
    # The same command resumes, another one is refused, and --no-resume replaces.
    printed(*RIVERS, "--target", "1%", "--max-iterations", "500", "-o", path)
    done = here(*RIVERS, "--target", "2%", "-o", path)
    assert done.exit_code == 1
    assert "has other endgames" in done.stderr
    printed(*RIVERS, "--target", "2%", "-o", path, "--no-resume")
    assert not np.array_equal(np.load(path / "endgames-000000.npy"), before, equal_nan=True)


def test_bets_by_street(tmp_path):
    options = ["--bets", "50%/100%,allin", "--max-bets", "1", "--iterations", "1"]
    printed("endgames", "-n", "1", *options, "-o", tmp_path / "turns")
    about = json.loads((tmp_path / "turns" / "endgames.json").read_text())
    assert [street["bets"] for street in about["betting"]["sizes"]["villain"]] == [[0.5], [1.0, "allin"]]
    assert "--bets: expected the sizes of 1 or 2 streets" in refused(
        *("endgames", "-n", "1", "--bets", "1%/2%/3%", "-o", tmp_path / "other")
    )


def test_wrong_options_are_refused(tmp_path):
    out = ("-o", tmp_path / "made")
    assert "--raises needs --bets" in refused(*RIVERS, "--raises", "50%", *out)
    assert "pass iterations= or target=, not both" in refused(*RIVERS, "--iterations", "3", "--target", "1%", *out)
    assert "expected a percentage" in refused(*RIVERS, "--target", "0.01", *out)
    assert "cannot go to standard output" in refused(*RIVERS, "-o", "-")
    assert "--output" in refused(*RIVERS)
    assert not (tmp_path / "made").exists()

"""Numbers in texts are written with ASCII digits."""

import pytest

import pokerbits as pb
from pokerbits._input.numbers import whole_number
from pokerbits.exceptions import InvalidArgumentError


@pytest.mark.parametrize(("text", "number"), [("0", 0), (" 12 ", 12), ("-7", -7), ("+7", 7), ("007", 7)])
def test_whole_numbers(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["1_0", "\u0661\u0662", "\uff11", "\u00b2", "", " ", "1.0", "1e3", "0x1", "- 1", "1 0"]
)
def test_what_is_no_whole_number(text):
    with pytest.raises(ValueError, match="expected a whole number, found"):
        whole_number(text)


@pytest.mark.parametrize("text", ["1_0", "\u0661", "\uff12"])
def test_the_number_of_threads_in_the_environment(monkeypatch, text):
    monkeypatch.setenv("POKERBITS_NUM_THREADS", text)
    pb.set_num_threads(None)
    try:
        with pytest.raises(InvalidArgumentError, match=f"POKERBITS_NUM_THREADS={text}: expected a number of threads"):
            pb.get_num_threads()
    finally:
        monkeypatch.undo()
        pb.set_num_threads(None)

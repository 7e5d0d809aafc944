"""Numbers in texts are written with ASCII digits."""

import pytest

from pokerbits._input.numbers import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), (" 12 ", 12), ("-7", -7), ("+7", 7), ("007", 7)])
def test_whole_numbers(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["1_0", "\u0661\u0662", "\uff11", "\u00b2", "", " ", "1.0", "1e3", "0x1", "- 1", "1 0"]
)
def test_what_is_no_whole_number(text):
    with pytest.raises(ValueError, match="expected a whole number, found"):
        whole_number(text)

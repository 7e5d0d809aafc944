"""Mistakes that people make on the first day: what is read all the same, and what the error of the others says."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import pokerbits as pb
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
    OutOfRangeError,
)

ROYAL = "AsKsQsJsTs"
NAN = float("nan")

READ_AS_CARDS = {
    "suits as symbols": "A♠K♠Q♠J♠T♠",
    "hollow suits": "A♤K♤Q♤J♤T♤",
    "a ten of two digits": "AsKsQsJs10s",
    "capital suits": "ASKSQSJSTS",
    "small ranks": "asksqsjsts",
    "tabs": "As\tKs\tQs\tJs\tTs",
    "commas": "As,Ks,Qs,Js,Ts",
    "a trailing comma": "As, Ks, Qs, Js, Ts,",
    "the end of a line": " AsKsQsJsTs\r\n",
    "a blank that does not break": "As\u00a0Ks Qs Js Ts",
    "bars between streets": "AsKs|QsJsTs",
    "a list of cards": ["As", "Ks", "Qs", "Js", "Ts"],
    "a set of cards": {"As", "Ks", "Qs", "Js", "Ts"},
    "a column of ids": pd.Series([51, 47, 43, 39, 35], dtype="Int64"),
    "a column of cards": pl.Series(["As", "Ks", "Qs", "Js", "Ts"]),
}


@pytest.mark.parametrize("cards", READ_AS_CARDS.values(), ids=READ_AS_CARDS)
def test_cards_are_read_all_the_same(cards):
    strength = pb.evaluate(cards)
    assert strength.shape == ()
    assert strength == 7462


HANDS = [ROYAL, "7c5c4c3c2d"]
ROWS_OF_CARDS = {
    "categories of pandas": pd.Series(HANDS, dtype="category"),
    "categories of polars": pl.Series(HANDS, dtype=pl.Categorical),
    "texts of pandas": pd.Series(HANDS, dtype="string"),
    "lists of polars": pl.Series([[51, 47, 43, 39, 35], [20, 12, 8, 4, 1]]),
    "objects of pandas": pd.Series([[51, 47, 43, 39, 35], [20, 12, 8, 4, 1]]),
    "a column for each card": pd.DataFrame([["As", "Ks", "Qs", "Js", "Ts"], ["7c", "5c", "4c", "3c", "2d"]]),
    "columns of ids": pl.DataFrame({"a": [51, 20], "b": [47, 12], "c": [43, 8], "d": [39, 4], "e": [35, 1]}),
}


@pytest.mark.parametrize("hands", ROWS_OF_CARDS.values(), ids=ROWS_OF_CARDS)
def test_columns_are_read_whatever_their_dtype(hands):
    assert pb.evaluate(hands).tolist() == [7462, 1]


READ_AS_RANGES = {
    "suits as symbols": ("A♠K♠", "AsKs"),
    "a ten of two digits": ("A10s, 1010", "ATs, TT"),
    "small ranks": ("aks", "AKs"),
    "capital endings": ("AKS, AQO", "AKs, AQo"),
    "the low card first": ("KAs, 27o", "AKs, 72o"),
    "a run from below": ("A2s-A5s, 22-66", "A5s-A2s, 66-22"),
    "tabs and lines": ("QQ+\tAKs\r\nAKo\n", "QQ+, AKs, AKo"),
    "semicolons": ("QQ+; AKs", "QQ+, AKs"),
    "a trailing comma": ("QQ+, AKs, ", "QQ+, AKs"),
    "an empty entry": ("QQ+, , AKs", "QQ+, AKs"),
    "a long dash": ("QQ–TT, A5s—A2s", "QQ-TT, A5s-A2s"),  # noqa: RUF001 - as word processors write it
    "a small x for any kicker": ("Axs", "AXs"),
    "the weight behind": ("AA:0.5", "0.5:AA"),
    "the weight of PioSolver's kind in percent": ("AA@50", "0.5:AA"),
    "the weight of Equilab's kind": ("[50]AA[/50]", "0.5:AA"),
    "a plus on top": ("AA+, AKs+", "AA, AKs"),
    "the same twice": ("AKs, AKs", "AKs"),
    "top before a percentage": ("top 15%", "15%"),
    "a blank before the percent sign": ("15 %", "15%"),
    "percentages from above": ("15%-5%", "5%-15%"),
    "a percentage below the first class": ("0.15%", "AA"),
    "a percentage between two classes": ("0.5%", "KK+"),
}


@pytest.mark.parametrize(("text", "meant"), READ_AS_RANGES.values(), ids=READ_AS_RANGES)
def test_ranges_are_read_all_the_same(text, meant):
    found = pb.Range(text)
    assert len(found) > 0
    assert found == pb.Range(meant)


REFUSED = {
    # Cards.
    "a card of a picture": (lambda: pb.evaluate("🂡🂮🂭🂫🂪"), InvalidCardError, "position 0"),
    "the suit first": (lambda: pb.evaluate("sAsKsQsJsT"), InvalidCardError, "position 0 .* a rank is one of 2 3 4"),
    "a letter of another alphabet": (lambda: pb.evaluate("АsKsQsJsTs"), InvalidCardError, "position 0"),  # noqa: RUF001
    "a digit for the ten": (lambda: pb.evaluate("0s9s8s7s6s"), InvalidCardError, r"T \(or 10\)"),
    "a semicolon": (lambda: pb.evaluate("AsKs;QsJsTs"), InvalidCardError, "cards are separated by nothing"),
    "a slash": (lambda: pb.evaluate("AsKs/QsJsTs"), InvalidCardError, "cards are separated by nothing"),
    "hyphens": (lambda: pb.evaluate("As-Ks-Qs-Js-Ts"), InvalidCardError, "position 2"),
    "a printed list": (lambda: pb.evaluate("['As', 'Ks']"), InvalidCardError, "position 0"),
    "words": (lambda: pb.evaluate("Ace of spades"), InvalidCardError, "position 2"),
    "an unknown card": (lambda: pb.evaluate("?? Ks Qs Js Ts"), InvalidCardError, "position 0"),
    "letters in bytes": (
        lambda: pb.evaluate(ROYAL.encode()),
        InvalidCardError,
        "found bytes; decode it: cards.decode()",
    ),
    "a hand without a board": (lambda: pb.evaluate("AsKs"), CardCountError, r"evaluate\(hole, board\)"),
    "eight cards": (lambda: pb.evaluate("AsKsQsJsTs9s8s7s"), CardCountError, "expected 5, 6 or 7 cards, found 8"),
    "ids from 1 to 52": (lambda: pb.evaluate([52, 48, 44, 40, 36]), InvalidCardError, r"card id 52 .* \(0 to 51\)"),
    "a card twice": (lambda: pb.evaluate("AsAsQsJsTs"), DuplicateCardError, "card As .* more than once"),
    "a strength of 0": (lambda: pb.describe(0), OutOfRangeError, r"\(1 to 7462\)"),
    # Columns.
    "None in a column": (lambda: pb.evaluate([ROYAL, None]), InvalidArgumentError, "^row 1: .* missing, found None"),
    "NaN in a column": (lambda: pb.evaluate([ROYAL, NAN]), InvalidArgumentError, "^row 1: .* missing, found nan"),
    "None of pandas": (
        lambda: pb.evaluate(pd.Series([ROYAL, pd.NA], dtype="string")),
        InvalidArgumentError,
        "^row 1: .* missing, found <NA>",
    ),
    "null of polars": (
        lambda: pb.evaluate(pl.Series([ROYAL, None])),
        InvalidArgumentError,
        "^row 1: .* missing, found None",
    ),
    "an empty row": (lambda: pb.evaluate([ROYAL, ""]), CardCountError, "^row 1: expected 5, 6 or 7 cards, found 0"),
    "a range that is missing": (
        lambda: pb.reports.range_equity_rows(pd.Series(["AA", None]), "KK"),
        InvalidArgumentError,
        "^row 1: player 1: a value is missing",
    ),
    "ids as floats of pandas": (
        lambda: pb.evaluate(pd.DataFrame([[51.0, 47.0, 43.0, 39.0, 35.0]])),
        TypeError,
        r"found dtype float64; whole numbers convert with .astype\(int\)",
    ),
    "ids as floats of polars": (
        lambda: pb.evaluate(pl.Series([51.0, 47.0, 43.0, 39.0, 35.0])),
        TypeError,
        r"found dtype float64; whole numbers convert with .astype\(int\)",
    ),
    "a missing id": (
        lambda: pb.evaluate(pl.DataFrame({"a": [51, None], "b": [47, 46], "c": [1, 2], "d": [5, 6], "e": [9, 10]})),
        InvalidArgumentError,
        "^row 1: .* missing",
    ),
    "a column of dates": (
        lambda: pb.evaluate(pd.Series([pd.Timestamp(0)] * 5)),
        TypeError,
        "expected integers, found dtype datetime64",
    ),
    "a column of truth": (lambda: pb.evaluate(pd.Series([True] * 5)), TypeError, "found dtype bool"),
    "strengths as texts": (lambda: pb.category(pd.Series(["straight"])), TypeError, "strength: expected integers"),
    "a strength that is missing": (
        lambda: pb.describe(pd.Series([7462, None])),
        InvalidArgumentError,
        "^row 1: strength: a value is missing",
    ),
    # Boards.
    "a board of six": (
        lambda: pb.equity("AhAd", "KsKh", board="2c3c4c5c6c7c"),
        CardCountError,
        "board: expected .*, found 6",
    ),
    "a board of six in a column": (
        lambda: pb.evaluate(pd.Series(["AsKs", "AsKs"]), pd.Series(["2c3c4c", "2c3c4c5c6c7c"])),
        CardCountError,
        "^row 1: expected 5, 6 or 7 cards, found 8",
    ),
    "a board as a third player": (lambda: pb.equity("AhAd", "KsKh", "2c3c4c"), CardCountError, "a board is board="),
    "a board with a hand's card": (
        lambda: pb.equity("AhAd", "KsKh", board="Ah3c4c"),
        DuplicateCardError,
        "card Ah .* more than once",
    ),
    # Players.
    "hands in a list": (lambda: pb.equity(["AhAd", "KsKh"]), InvalidArgumentError, r"equity\(\*hands\)"),
    "one player": (lambda: pb.equity("AhAd"), InvalidArgumentError, 'found 1; an opponent with any hand is "[*]"$'),
    "two players in one text": (
        lambda: pb.equity("AhAd, KsKh"),
        InvalidArgumentError,
        r'found 1; pass each player as an argument: equity\("AhAd", "KsKh"\)$',
    ),
    "two players and a word": (
        lambda: pb.equity("AhAd vs KsKh"),
        InvalidArgumentError,
        "pass each player as an argument",
    ),
    "two players and a bar": (lambda: pb.equity("AA|KK"), InvalidArgumentError, "pass each player as an argument"),
    "four cards of hold'em": (
        lambda: pb.equity("AsKsQhJh", "7c7d8h9h"),
        CardCountError,
        'four hole cards: game="omaha"',
    ),
    "a card of two players": (lambda: pb.equity("AhAd", "AhKh"), DuplicateCardError, "card Ah"),
    "another word for samples": (
        lambda: pb.equity("AA", "KK", iterations=100),
        TypeError,
        "the parameter is n_samples=",
    ),
    "samples as a float": (lambda: pb.equity("AA", "KK", n_samples=1e4), TypeError, "write 10_000"),
    "a method without its underscore": (
        lambda: pb.equity("AA", "KK", method="montecarlo"),
        InvalidArgumentError,
        "did you mean 'monte_carlo'",
    ),
    # Ranges.
    "a plus and a run": (
        lambda: pb.Range("A5s-A2s+"),
        InvalidRangeError,
        "a hand takes one [+] or -, or - and a second",
    ),
    "a percentage above 100": (lambda: pb.Range("150%"), InvalidRangeError, "15% or 5%-10%, from 0 to 100"),
    "a negative percentage": (lambda: pb.Range("-5%"), InvalidRangeError, "from 0 to 100"),
    "a share as a number": (
        lambda: pb.Range(0.15),
        TypeError,
        'found 0.15; a share of all hands is a text, such as "15%"',
    ),
    "None for a range": (lambda: pb.Range(None), TypeError, "found None: a value is missing"),
    "None in a list of ranges": (lambda: pb.Range(["AA", None]), TypeError, "found None: a value is missing"),
    "weights for a range": (lambda: pb.Range(np.ones(1326)), TypeError, "weights are for Range.from_weights"),
    "a suited pair": (lambda: pb.Range("AAs"), InvalidRangeError, "did you mean AA"),
    "two suits": (lambda: pb.Range("AKss"), InvalidRangeError, "did you mean AKs"),
    "the plus in the middle": (lambda: pb.Range("A2+s"), InvalidRangeError, "did you mean A2s[+]"),
    "a small x behind two ranks": (lambda: pb.Range("AKx"), InvalidRangeError, "both cards have a suit, or none has"),
    "any two": (lambda: pb.Range("any two"), InvalidRangeError, "written random, any or 100%"),
    "blanks around a run": (lambda: pb.Range("A2s - A5s"), InvalidRangeError, "without blanks around the -"),
    "any hand as a small x": (lambda: pb.Range("xx"), InvalidRangeError, "any hand is written XX, any or random"),
    "ends of different hands": (
        lambda: pb.Range("A5s-K2s"),
        InvalidRangeError,
        "both ends must have the same high card",
    ),
    "a weight in percent before": (lambda: pb.Range("50:AA"), InvalidRangeError, "a percentage is written KQo@50"),
    "two weights": (lambda: pb.Range("AKs, 0.5:AKs"), InvalidRangeError, "name each once, or choose with on_conflict"),
    "quotes": (lambda: pb.Range("“QQ+”"), InvalidRangeError, "write the range without quotes"),
    "braces": (lambda: pb.Range("{QQ+, AK}"), InvalidRangeError, "CURLY BRACKET: a weight is written 0.5:QQ"),
    "a mark of Windows at the start": (
        lambda: pb.Range("\ufeffQQ+"),
        InvalidRangeError,
        "remove this invisible character",
    ),
    "no comma": (lambda: pb.Range("AhKh7s"), InvalidRangeError, "a comma or a blank goes between two hands"),
    "a range without a hand": (lambda: pb.equity("AA", ""), InvalidRangeError, "player 2: there is no hand"),
}


@pytest.mark.parametrize(("call", "error", "text"), REFUSED.values(), ids=REFUSED)
def test_the_error_says_what_to_do(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_an_unreadable_text_is_underlined():
    with pytest.raises(InvalidRangeError) as caught:
        pb.Range("QQ+, A5s-A2s+, 77")
    assert str(caught.value).splitlines()[1:] == ["  QQ+, A5s-A2s+, 77", "       ^^^^^^^^"]
    assert caught.value.position == 5

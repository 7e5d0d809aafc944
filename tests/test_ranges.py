"""Ranges: text against a slow reading of every combo, round trips, refusals, set operations, looks."""

import itertools
import json
import re
import warnings
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerbits as pb
from layouts import unaligned
from pokerbits.exceptions import (
    CardCountError,
    DialectWarning,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidRangeError,
)
from pokerbits.ranges._range import as_range

RANKS = "23456789TJQKA"
# Every combo as (higher rank, lower rank, suit of the higher, suit of the lower), of pairs the higher suit first.
ALL = [
    tuple(card % 4 if suit else card // 4 for suit in (False, True) for card in (high, low))
    for low, high in pb.COMBOS.tolist()
]
# Combos of a class, by the letter of its name.
CLASS_SIZES = {"": 6, "s": 4, "o": 12}


def suits_match(letter, a, b):
    return {"": True, "s": a == b, "o": a != b}[letter]


def meant_by(token, dialect):
    """Return whether each combo is meant by a structured token, by the rules of docs/reference/range_text.md."""
    kind, high, low, letter, other = token

    def holds(r1, r2, s1, s2):
        if not suits_match(letter, s1, s2):
            return False
        if kind == "class":
            return (r1, r2) == (high, low)
        connectors = high - low == 1 and dialect == "both"
        if kind == "up":
            if high == low:
                return r1 == r2 >= high
            return r1 - r2 == 1 and r1 >= high if connectors else r1 == high and low <= r2 < high
        if kind == "down":
            if high == low:
                return r1 == r2 <= high
            return r1 - r2 == 1 and r1 <= high if connectors else r1 == high and r2 <= low
        if kind == "kickers":
            return r1 == high and r1 != r2 and min(low, other) <= r2 <= max(low, other)
        # Hands of the same gap whose lower rank lies between those of the ends.
        return r1 - r2 == high - low and min(low, other) <= r2 <= max(low, other)

    return [holds(*combo) for combo in ALL]


def text_of(token):
    kind, high, low, letter, other = token
    hand = RANKS[high] + RANKS[low] + letter
    if kind == "kickers":
        return f"{hand}-{RANKS[high]}{RANKS[other]}{letter}"
    if kind == "gap":
        return f"{hand}-{RANKS[other + high - low]}{RANKS[other]}{letter}"
    return hand + {"class": "", "up": "+", "down": "-"}[kind]


@st.composite
def tokens(draw):
    low, high = sorted(draw(st.tuples(st.integers(0, 12), st.integers(0, 12))))
    letter = "" if high == low else draw(st.sampled_from(["", "s", "o"]))
    kinds = ["class", "up", "down", "gap"] + ["kickers"] * (high > low)
    kind = draw(st.sampled_from(kinds))
    most = {"kickers": high - 1, "gap": 12 - (high - low)}.get(kind, 0)
    return kind, high, low, letter, draw(st.integers(0, most))


@given(
    st.lists(st.tuples(tokens(), st.sampled_from(["1", "0.5", "0.29", "0"])), max_size=6),
    st.sampled_from(["both", "kicker"]),
    st.sampled_from(["first", "last", "max"]),
)
def test_text_means_what_the_rules_say(items, dialect, on_conflict):
    expected = {}
    for token, weight in items:
        for combo in np.flatnonzero(meant_by(token, dialect)).tolist():
            before = expected.get(combo)
            choices = {"first": before, "last": float(weight), "max": max(before or 0.0, float(weight))}
            expected[combo] = float(weight) if before is None else choices[on_conflict]
    text = ", ".join(f"{weight}:{text_of(token)}" for token, weight in items)
    found = pb.Range(text, dialect=dialect, on_conflict=on_conflict)
    assert found.weights.tolist() == [expected.get(combo, 0.0) for combo in range(1326)]


def test_every_class_and_every_combo():
    for name in pb.HAND_CLASSES:
        held = pb.Range(name)
        assert len(held) == CLASS_SIZES[name[2:]]
        assert {pb.HAND_CLASSES[pb.cards.hand_class(combo)] for combo in held} == {name}
        assert held.text == name
    for low, high in pb.COMBOS.tolist():
        for text in (pb.cards.format_cards([low, high]), pb.cards.format_cards([high, low])):
            assert np.flatnonzero(pb.Range(text).weights).tolist() == [pb.cards.combo_id([low, high])]


# Failures of other programs


def test_nothing_behind_a_comma_is_lost():
    """OMPEval and rust_poker stop at the first unknown character."""
    assert pb.Range("A5s-A2s,KK") == pb.Range("A5s-A2s") | pb.Range("KK")
    assert len(pb.Range("A5s-A2s,KK")) == 16 + 6
    for text in ("KK?AA", "KK,?", "KK ~ AA", "KK/AA", "KK.AA", "KK,AA."):
        with pytest.raises(InvalidRangeError):
            pb.Range(text)


def test_an_ace_and_a_kicker_is_no_pair():
    """rust_poker reads `A2+` with AA."""
    assert "AsAh" not in pb.Range("A2+")
    assert len(pb.Range("A2+")) == 12 * 16
    assert pb.Range("AX") == pb.Range("A2+")


def test_weights_do_not_depend_on_other_hands():
    """In rust_poker QQ@1 moved the equity of AA."""
    assert pb.Range("AA, QQ@1%") & pb.Range("AA") == pb.Range("AA")
    assert pb.Range("AA, QQ@1%").total == pytest.approx(6.06)


@pytest.mark.parametrize("percent", range(101))
def test_weights_are_printed_as_they_were_written(percent):
    """The parser of eval7 prints 0.29 as 28 %."""
    weight = percent / 100
    held = pb.Range(f"AA@{percent}%")
    assert (
        held
        == pb.Range(f"AA:{percent} %")
        == pb.Range(f"{weight}:AA")
        == pb.Range(f"[{percent}]AA[/{percent}]")
        == pb.Range(f"{percent}%(AA)")
    )
    expected = {0: "", 100: "AA"}.get(percent, f"{weight}:AA")
    assert held.text == expected
    assert all(held.weights[pb.cards.combo_id(combo)] == weight for combo in held)
    if 0 < percent < 100:
        assert held.to_gtoplus() == f"[{percent}.0]AA[/{percent}.0]"


@pytest.mark.parametrize("percent", [0, 1.5, 2, 50, 100])
def test_a_percentage_behind_an_at_may_lack_its_sign(percent):
    assert pb.Range(f"AA@{percent}") == pb.Range(f"AA@{percent}%") == pb.Range(f"AA:{percent / 100}")


@pytest.mark.parametrize("number", ["0.5", "1", "1.0", "0.01", "1e-3"])
@pytest.mark.parametrize("read", [pb.Range, pb.OmahaRange])
def test_half_a_percent_is_not_one_half(number, read):
    """`AKs@0.5` was half a percent for authors who meant one half."""
    with pytest.raises(
        InvalidRangeError, match=r"write [\w.:]+ for one half, or \w+@0\.5% for half a percent"
    ) as raised:
        read(f"KK, AA@ {number}")
    assert raised.value.position == 8
    assert read(f"AA@{number}%") == read(f"{float(number) / 100:f}:AA")


def test_hands_of_one_gap_have_runs():
    """The parser of eval7 cannot read `JTs-65s`."""
    assert pb.Range("JTs-65s") == pb.Range("JTs, T9s, 98s, 87s, 76s, 65s")


def test_kickers_have_runs_and_pairs_no_suits():
    """The parser of pokerkit refuses `A5s-A2s`, and its `AAs` is empty."""
    assert pb.Range("A5s-A2s") == pb.Range("A5s, A4s, A3s, A2s")
    with pytest.raises(InvalidRangeError, match="did you mean AA"):
        pb.Range("AAs")


@pytest.mark.parametrize("weight", [0.999, 0.5, 0.001, 1e-9])
def test_hands_of_small_weight_are_not_lost(weight):
    """TexasSolver lost hands with a weight below 1."""
    held = pb.Range(f"22+, {weight:.9f}:AKs")
    assert len(held) == 78 + 4
    assert held.weights[pb.cards.combo_id("AsKs")] == weight
    assert "AKs:" in held.to_pio()


def test_equal_texts_make_equal_ranges_whatever_came_before():
    """A cache of OMPEval answered for another range."""
    texts = ["AA", "KK", "0.5:AA", "AsAh", "", "AA, KK", "KK, AA"]
    ranges = [pb.Range(text) for text in texts]
    for (i, a), (j, b) in itertools.product(enumerate(ranges), repeat=2):
        same = i == j or {i, j} == {5, 6}
        assert (a == b) is same
        assert (hash(a) == hash(b)) is same


# Percent


def test_the_best_hands():
    equities = pb.strength_table(street="preflop")
    order = sorted(range(169), key=lambda i: (-equities[i], i))
    classes = pb.cards.combo_class(np.arange(1326))
    for percent in (0, 0.4, 0.5, 1, 5, 15, 33.3, 50, 99.9, 100):
        held = []
        for i in order:
            if np.isin(classes, held).sum() / 1326 >= percent / 100:
                break
            held.append(i)
        assert (pb.Range(f"{percent}%").weights > 0).tolist() == np.isin(classes, held).tolist(), percent
    assert pb.Range("5%-10%") == pb.Range("10%-5%") == pb.Range("10%") - pb.Range("5%")
    assert pb.Range("100%") == pb.Range("random") == ~pb.Range()


@pytest.mark.parametrize(
    ("text", "token"), [("KQs 50%", "50%"), ("50% KQs", "50%"), ("A2s+ 50%, KK", "50%"), ("KQs 5%-10%", "5%-10%")]
)
def test_a_percentage_is_no_weight(text, token):
    """It added the best half of all hands: an equity of 25% for 35%."""
    with pytest.raises(InvalidRangeError, match=r"a weight is written 0\.5:KQs") as raised:
        pb.equity("AA", text, board="Kh7d2c")
    assert raised.value.position == text.index(token)
    shown, carets = str(raised.value).splitlines()[-2:]
    assert (shown.strip(), carets) == (text, " " * (2 + text.index(token)) + "^" * len(token))
    assert pb.Range("KQs, 50%") == pb.Range("50%;\nKQs") == pb.Range("50%")


@pytest.mark.parametrize("text", ["JJ- 99", "TT, JJ- 99", "A5s-\nA2s"])
def test_a_run_with_a_blank_in_it_is_not_two_items(text):
    """`JJ- 99` was all pairs up to JJ."""
    with pytest.raises(InvalidRangeError, match="JJ-, 99 or JJ-99"):
        pb.Range(text)
    assert pb.Range("JJ-, 99") == pb.Range("JJ-")


# Round trips

decimals = st.one_of(st.just(0.0), st.just(1.0), st.integers(0, 1000).map(lambda n: n / 1000), st.floats(0, 1))


@st.composite
def ranges(draw):
    by_class = np.array(draw(st.lists(decimals, min_size=169, max_size=169)))
    weights = by_class[pb.cards.combo_class(np.arange(1326))]
    for combo, weight in draw(st.lists(st.tuples(st.integers(0, 1325), decimals), max_size=10)):
        weights[combo] = weight
    return pb.Range.from_weights(weights)


@given(ranges(), st.sampled_from(["both", "kicker"]))
def test_texts_read_back(held, dialect):
    for text in (held.text, held.to_pio(), held.to_gtoplus()):
        assert pb.Range(text, dialect=dialect) == held
    assert eval(repr(held), {"Range": pb.Range}) == held


@given(st.lists(tokens(), max_size=8), st.sampled_from(["both", "kicker"]))
def test_printed_texts_mean_the_same_in_every_dialect(items, dialect):
    held = pb.Range(",".join(map(text_of, items)), dialect=dialect)
    assert pb.Range(held.text) == pb.Range(held.text, dialect="kicker") == held
    for connector in re.findall(r"([2-9TJQKA])([2-9TJQKA])[so]\+", held.text):
        assert RANKS.index(connector[0]) - RANKS.index(connector[1]) > 1


# Dialects

READ_BY_OTHERS = json.loads((Path(__file__).parent / "data/dialect_texts.json").read_text("utf-8"))["rows"]


def test_eval7_and_pokerkit_read_texts_in_the_kicker_dialect():
    digests = {}
    for text, combos, digest, _ in READ_BY_OTHERS:
        held = sorted("".join(sorted((combo[:2], combo[2:]))) for combo in pb.Range(text, dialect="kicker"))
        digests[text] = sha256("".join(held).encode()).hexdigest()[:16]
        assert (len(held), digests[text]) == (combos, digest), text
    assert len(READ_BY_OTHERS) == 1000
    assert {by for *_, by in READ_BY_OTHERS} == {"eval7", "pokerkit", "eval7 pokerkit"}


def test_texts_with_two_meanings_warn_where_the_caller_stands():
    n_warned = 0
    for text, *_ in READ_BY_OTHERS:
        both, kicker = (pb.Range(text, dialect=dialect) for dialect in ("both", "kicker"))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert pb.Range(text) == both
        assert [one.category for one in caught] == [DialectWarning] * (both != kicker), text
        assert all(one.filename == __file__ for one in caught)
        n_warned += both != kicker
    assert 300 < n_warned < 900


def test_a_warning_comes_once_for_each_text():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for text in ["KQ+", "65s-", "KQ+", "AK+, 32s-, J9s+", "KQ+, QJ+"]:
            pb.Range(text)
    assert [str(one.message).partition(":")[0] for one in caught] == ["'KQ+'", "'65s-'", "'KQ+, QJ+'"]
    assert str(caught[0].message).endswith('32 combos or 16. Choose a dialect, "both" or "kicker"')
    with pytest.warns(DialectWarning, match="combos or an error"):
        pb.Range("0.5:65s-, 0.25:63s")


RIVER, RIVERS = "Ah7d2c9s3h", ["Ah7d2c9s3h"]


def refusal(call):
    """Return what the error of a range with specific suits says, which names the range."""
    with pytest.raises(InvalidArgumentError, match=r"^opponent 1|dialect") as raised:
        call()
    if raised.value.args[0].startswith("dialect"):
        raise raised.value
    return str(raised.value)


@pytest.mark.parametrize(("text", "both", "kicker"), [("KQ+", 32, 16), ("T9s+", 20, 4)])
def test_membership_of_a_text_follows_the_rule_of_dialects(text, both, kicker):
    hands = {dialect: pb.Range(text, dialect=dialect) for dialect in ("both", "kicker")}
    assert (len(hands["both"]), len(hands["kicker"])) == (both, kicker)
    with pytest.warns(DialectWarning, match=f"{both} combos or {kicker}") as caught:
        assert text in hands["both"]
    with pytest.warns(DialectWarning):
        assert text not in hands["kicker"]
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert hands["kicker"] in hands["both"]
        assert hands["both"] not in hands["kicker"]
        assert "AK, 99+" in pb.Range("AK, 88+")
        with pytest.raises(InvalidRangeError):
            _ = "KQ++" in hands["both"]


OF_TEXTS = {
    "Range": lambda text, **of: pb.Range(text, **of).weights,
    "equity": lambda text, **of: pb.equity("KsKc", text, board=RIVER, **of).equity,
    "equity, folded": lambda text, **of: pb.equity("9c9d", "22+", board=RIVER, folded=[text], **of).n,
    "range_equity_rows": lambda text, **of: pb.reports.range_equity_rows([text] * 2, "22+", board=RIVER, **of).equity,
    "range_equity_rows, folded": lambda text, **of: (
        pb.reports.range_equity_rows(["QQ"] * 2, "22+", board=RIVER, folded=[text], **of).n
    ),
    "combo_equity": lambda text, **of: pb.combo_equity(text, RIVER, **of),
    "combo_equity, folded": lambda text, **of: pb.combo_equity("22+", RIVER, folded=[text], **of),
    "outcomes": lambda text, **of: pb.RankedBoards(RIVER).outcomes(text, **of)[0],
    "RankedBoards.equity": lambda text, **of: pb.RankedBoards(RIVER).equity(text, **of),
    "hand_strength": lambda text, **of: pb.hand_strength("KsKc", RIVER, villain=text, **of),
    "expected_hand_strength": lambda text, **of: pb.expected_hand_strength("KsKc", RIVER, villain=text, **of),
    "hand_strength_histogram": lambda text, **of: pb.strength.hand_strength_histogram(
        "9c8d", "Ah7d2c9s", villain=text, bins=1981, **of
    ),
    "flop_report": lambda text, **of: pb.flop_report(text, "22+", boards=["Kh7d2c"], **of).equity,
    "runout_report": lambda text, **of: pb.reports.runout_report("22+", text, board="Kh7d2c9s", **of).equity,
    "runout_report, folded": lambda text, **of: (
        pb.reports.runout_report("22+", "A2s+", board="Kh7d2c9s", folded=[text], **of).equity
    ),
    "equity_distribution": lambda text, **of: pb.reports.equity_distribution(text, "22+", board=RIVER, **of).hero.mean,
    "equity_distribution, folded": lambda text, **of: (
        pb.reports.equity_distribution("A2s+", "22+", board=RIVER, folded=[text], **of).hero.mean
    ),
    "range_advantage": lambda text, **of: pb.reports.range_advantage(text, "22+", board=RIVER, **of).difference,
    "nut_advantage": lambda text, **of: pb.reports.nut_advantage(f"AA, {text}", "22+", board=RIVER, **of).shares,
    "hand_breakdown": lambda text, **of: pb.reports.hand_breakdown(f"BTN: {text}", RIVER, **of).combos,
    "flop_subset": lambda text, **of: refusal(lambda: pb.reports.flop_subset(1, opponents=[f"{text}, 2s2h"], **of)),
    "Flops.mean": lambda text, **of: pb.flops().mean(np.ones((1755, 1326)).cumsum(0), villain=text, hole="AsKs", **of),
    "range_matrix": lambda text, **of: pb.plot.range_matrix(text, **of).get_title(),
    "equity_matrix": lambda text, **of: pb.plot.equity_matrix(text, np.full(1326, 0.5), **of).get_title(),
    "action_matrix": lambda text, **of: [
        name.get_text() for name in pb.plot.action_matrix({"raise": text}, **of).get_legend().get_texts()
    ],
    "Endgame": lambda text, **of: pb.endgame.Endgame(
        RIVER, text, "22+", pb.endgame.BettingTree(pot=1, stack=1, sizes=pb.endgame.BetSizes(1)), **of
    ).combos[0],
    "score_abstraction": lambda text, **of: (
        pb.endgame.score_abstraction(
            np.arange(1326) % 7,
            boards=RIVERS,
            hero=text,
            villain="22+, K9",
            tree=pb.endgame.BettingTree(pot=1, stack=1, sizes=pb.endgame.BetSizes(1)),
            iterations=2,
            **of,
        ).one_sided
    ),
}


@pytest.mark.parametrize("name", OF_TEXTS)
def test_every_reader_of_texts_takes_a_dialect(name):
    read, text = OF_TEXTS[name], "0.5:QJ+"
    found = {dialect: read(text, dialect=dialect) for dialect in ("both", "kicker")}
    meant = {"both": "0.5:AK, 0.5:KQ, 0.5:QJ", "kicker": "0.5:QJ"}
    for dialect, plain in meant.items():
        np.testing.assert_array_equal(found[dialect], read(plain))
    with pytest.raises(AssertionError):
        np.testing.assert_array_equal(found["both"], found["kicker"])
    with pytest.warns(DialectWarning) as caught:
        np.testing.assert_array_equal(read(text), found["both"])
    assert {one.filename for one in caught} == {__file__}
    assert len({str(one.message) for one in caught}) == 1
    with pytest.raises(InvalidArgumentError, match="dialect: expected 'both' or 'kicker', found 'kickers'"):
        read(text, dialect="kickers")


# Errors


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        (
            "QQ+, AKss, 77",
            5,
            'cannot read "AKss" at position 5: AxKx is suited; did you mean AKs?\n  QQ+, AKss, 77\n       ^^^^',
        ),
        ("77s", 0, "did you mean 77?"),
        ("1.01:AK", 0, "from 0 to 1"),
        ("-0.1:AK", 0, "from 0 to 1"),
        ("nan:AK", 0, "from 0 to 1"),
        ("AK:inf", 3, "from 0 to 1"),
        ("A5s-K5s", 0, "same high card"),
        ("QQ, (AK", 4, "from 0 to 1"),
        ("QQ, {50}AK", 4, "U+007B LEFT CURLY BRACKET"),
        ("AA, [50][/50]", 4, "gives no hands a weight"),
        ("A\ud800K", 1, "position 1"),
    ],
)
def test_errors_show_the_place(text, position, message):
    with pytest.raises(InvalidRangeError) as raised:
        pb.Range(text)
    assert message in str(raised.value)
    assert raised.value.position == position
    assert isinstance(raised.value, pb.PokerbitsError)
    assert isinstance(raised.value, ValueError)


def test_a_conflict_names_both_tokens():
    with pytest.raises(InvalidRangeError, match=r'"0\.5:KQ" at position 5: it gives KcQd the weight 0\.5, "KQo" gave'):
        pb.Range("KQo, 0.5:KQ")
    for rule, text in (("first", "KQo, 0.5:KQs"), ("last", "0.5:KQ"), ("max", "KQo, 0.5:KQs")):
        assert pb.Range("KQo, 0.5:KQ", on_conflict=rule) == pb.Range(text)
    assert pb.Range("KQ, KQo") == pb.Range("KQ")


def test_arguments_are_checked():
    with pytest.raises(InvalidArgumentError, match="dialect: expected 'both' or 'kicker', found 'other'"):
        pb.Range("AA", dialect="other")
    with pytest.raises(InvalidArgumentError, match="on_conflict: expected 'error', 'first', 'last' or 'max', found ''"):
        pb.Range("AA", on_conflict="")
    with pytest.raises(TypeError, match="found 3; a share of all hands is a text"):
        pb.Range(3)


# Other than text


def test_ranges_of_ranges_lists_and_dicts():
    opening = pb.Range("QQ+, AKs, 0.5:KQo, AhKd")
    assert pb.Range(opening) == opening
    assert pb.Range(["QQ+", "AKs", "0.5:KQo", "AhKd"]) == opening
    assert pb.Range([("QQ+, AKs", 1), ("KQo", 0.5), (pb.Range("AhKd"), np.float64(1))]) == opening
    assert pb.Range({"QQ+": 1, "AKs": 1, "KQo": 0.5, "AhKd": 1}) == opening
    assert pb.Range({opening: 1}) == pb.Range([opening]) == pb.Range(iter([opening])) == opening
    assert pb.Range({opening: 0.5}) == pb.Range("0.5:QQ+, 0.5:AKs, 0.25:KQo, 0.5:AhKd")
    assert pb.Range([]) == pb.Range({}) == pb.Range([""]) == pb.Range({"": 0.5}) == pb.Range()
    assert pb.Range({"T9s+": 0.1, "15%": 1e-7}, dialect="kicker", on_conflict="first") == pb.Range(
        "0.1:T9s, 0.0000001(15%)", on_conflict="first"
    )


@pytest.mark.parametrize(
    ("hands", "error", "message"),
    [
        ([("AA", 1), ("AA", 0.5)], InvalidRangeError, "name each once"),
        ({"AA": 1.5}, InvalidRangeError, "weight = 1.5: expected a number from 0 to 1"),
        ({"AA": -1}, InvalidRangeError, "weight = -1"),
        ({"AA": np.nan}, InvalidRangeError, "weight = nan"),
        ({"AA": "1"}, TypeError, "weight: expected a number, found str"),
        ({"AA": True}, TypeError, "weight: expected a number, found bool"),
        ({"AKx": 1}, InvalidRangeError, "AKx"),
        ({"!AA": 0.5}, InvalidRangeError, "gives no hands a weight"),
        ([0.5] * 1326, TypeError, "Range.from_weights"),
        (np.ones(1326), TypeError, "found ndarray; weights are for Range.from_weights"),
        ([["AA", 1]], TypeError, "expected texts, or pairs"),
        (None, TypeError, "found None: a value is missing"),
    ],
)
def test_what_is_no_list_of_hands(hands, error, message):
    with pytest.raises(error, match=message):
        pb.Range(hands)


def test_items_make_the_range_again():
    opening = pb.Range("QQ+, AKs, 0.5:KQo, 0.123456789:72s")
    items = list(opening.items())
    assert [hand for hand, _ in items] == list(opening)
    assert all(opening.weights[pb.cards.combo_id(hand)] == weight for hand, weight in items)
    assert pb.Range(items) == pb.Range(dict(items)) == pb.Range(opening.items()) == opening
    assert list(pb.Range().items()) == []


def test_top_is_the_text_of_a_percentage():
    for share in (0.15, 0.05, 0.001, 1 / 3, 1, 0, np.float32(0.5)):
        assert pb.Range.top(share) == pb.Range(f"{100 * float(share):.20f}%")
    assert pb.Range.top(1) == pb.Range("random")
    assert len(pb.Range.top(0)) == 0
    assert pb.Range.top(0.1) in pb.Range.top(0.2)
    for wrong in (-0.1, 1.1, 15, np.nan, np.inf):
        with pytest.raises(InvalidRangeError, match=r"share = .*: expected a number from 0 to 1"):
            pb.Range.top(wrong)
    for wrong in ("15%", None, True):
        with pytest.raises(TypeError, match="share: expected a number"):
            pb.Range.top(wrong)


def test_weights_are_multiplied_as_decimals():
    held = pb.Range("0.7:AA, KK, 0.3:AhKh")
    assert held * 0.1 == 0.1 * held == np.float64(0.1) * held == held * np.float64(0.1)
    assert held * 0.1 == pb.Range("0.07:AA, 0.1:KK, 0.03:AhKh")
    assert held * 1 == held
    assert len(held * 0) == 0
    assert pb.Range("0.5:AA") * 2 == pb.Range("AA")
    for factor in (2, 10**300, np.float64(1e308)):
        with pytest.raises(InvalidRangeError, match=r"factor = .*: a weight of 1 would be .*, above 1$"):
            held * factor
    assert len(pb.Range("") * 1e308) == 0
    for wrong in (-1, np.nan, np.inf, 10**400, 10**5000, -(10**5000), Fraction(10**5000, 3), np.longdouble("inf")):
        with pytest.raises(InvalidRangeError, match=r"factor = .*: expected a number from 0 to 1.8e308$"):
            held * wrong
    for wrong in ("0.5", held, None, [0.5], np.array([0.5, 1])):
        with pytest.raises(TypeError):
            held * wrong
        with pytest.raises(TypeError):
            wrong * held


def test_hands_classes_and_ranges_are_in_a_range():
    held = pb.Range("QQ+, AK, 0.5:KQo")
    for hands in ("AKs", "AK", "QQ+", "AsKs", "KQo", "AhKh, KK", pb.Range("AKs, KQo"), pb.Range(), [51, 47]):
        assert hands in held
    for hands in ("AQs", "JJ+", "KQ", "random", pb.Range("AA, 22"), "AsQs", [0, 1]):
        assert hands not in held
    for hands, error in (("AKx", InvalidRangeError), ("AhAdKh", CardCountError), ("AhAh", DuplicateCardError)):
        with pytest.raises(error):
            _ = hands in held


# Weights


def test_weights_are_in_the_order_of_combos():
    held = pb.Range("0.25:AhKh")
    assert held.weights.dtype == np.float64
    assert held.weights.shape == (1326,)
    assert np.flatnonzero(held.weights).tolist() == [pb.cards.combo_id("AhKh")]
    with pytest.raises(ValueError, match="read-only"):
        held.weights[0] = 1


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int8, np.bool_, list, pd.Series, "strided", "unaligned"])
def test_weights_of_every_kind(kind):
    weights = pb.Range("22+, A5s").weights
    given = (
        np.repeat(weights, 2)[::2]
        if kind == "strided"
        else unaligned(weights)
        if kind == "unaligned"
        else kind(weights)
        if kind in (list, pd.Series)
        else weights.astype(kind)
    )
    assert pb.Range.from_weights(given) == pb.Range("22+, A5s")
    # The range has weights of its own.
    if isinstance(given, np.ndarray):
        given[:] = 0
        assert pb.Range("22+, A5s").weights.any()


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (-0.25, "weight -0.25 of combo 7, .*negative"),
        (np.nan, "weight NaN of combo 7, .*not a number"),
        (np.inf, "weight inf of combo 7, .*not finite"),
        (1.5, "weight 1.5 of combo 7, .*divide"),
    ],
)
def test_bad_weights_are_named(bad, message):
    weights = np.zeros(1326)
    weights[7] = bad
    with pytest.raises(InvalidRangeError, match=message):
        pb.Range.from_weights(weights)
    with pytest.raises(InvalidRangeError, match=f"player 2: {message}") as raised:
        as_range(weights, "player 2", player=1)
    assert raised.value.player == 1


def test_other_things_are_no_weights():
    for shape in (0, 169, 1325, 1327):
        with pytest.raises(InvalidRangeError, match=f"expected 1326 weights, one for each combo, found {shape}"):
            pb.Range.from_weights(np.zeros(shape))
    with pytest.raises(InvalidRangeError, match=r"found shape \(13, 102\)"):
        pb.Range.from_weights(np.zeros((13, 102)))
    with pytest.raises(InvalidRangeError, match="masked"):
        pb.Range.from_weights(np.ma.masked_equal(np.zeros(1326), 0))
    for bad in ("AA", [None] * 1326, np.zeros(1326, dtype=complex)):
        with pytest.raises(TypeError, match="expected numbers"):
            pb.Range.from_weights(bad)
    for of_weights in (pb.Range.from_weights, pb.RankedBoards("AhKh7d2c2s").equity):
        with pytest.raises(InvalidArgumentError, match=r"weights: expected numbers up to 1.8e308, found <int>"):
            of_weights([1] * 1325 + [10**5000])
    with pytest.raises(InvalidRangeError, match=r"weight 18446744073709552000 of combo 1325"):
        pb.Range.from_weights([1] * 1325 + [2**64])


def test_what_callers_pass_as_a_range():
    held = pb.Range("AA")
    assert as_range(held) is held
    assert as_range("AA") == as_range(held.weights) == held
    with pytest.raises(InvalidRangeError, match="player 3: cannot read") as raised:
        as_range("AA, AKss", "player 3", player=2)
    assert (raised.value.player, raised.value.position) == (2, 4)


# Sets


@settings(max_examples=50)
@given(ranges(), ranges())
def test_operators_are_those_of_weights(a, b):
    assert (a | b).weights.tolist() == np.maximum(a.weights, b.weights).tolist()
    assert (a & b).weights.tolist() == np.minimum(a.weights, b.weights).tolist()
    assert (a - b).weights == pytest.approx(np.maximum(a.weights - b.weights, 0))
    assert (~a).weights == pytest.approx(1 - a.weights)
    assert len(a - a) == 0
    assert a - pb.Range() == a


@settings(max_examples=30)
@given(st.lists(st.integers(0, 10**6), min_size=1326, max_size=1326))
def test_decimals_are_taken_away_exactly(numbers):
    held = pb.Range.from_weights(np.array(numbers) / 10**6)
    assert (~held).weights.tolist() == [(10**6 - n) / 10**6 for n in numbers]
    assert ~~held == held


def test_sets_of_text():
    assert pb.Range("22+, !77") == pb.Range("22+") - pb.Range("77") == pb.Range("22+") & ~pb.Range("77")
    assert pb.Range("AK") | pb.Range("0.5:AK, QQ") == pb.Range("AK, QQ")
    for operator in ("__or__", "__and__", "__sub__", "__eq__"):
        assert getattr(pb.Range("AA"), operator)("AA") is NotImplemented


def test_ranges_are_collections_of_combos():
    held = pb.Range("AKs, 0.5:QsQh, 0:22")
    assert len(held) == 5
    assert list(held) == ["QsQh", "AcKc", "AdKd", "AhKh", "AsKs"]
    assert all(combo in held for combo in held)
    assert "KsAs" in held
    assert [51, 47] in held
    assert "2c2d" not in held
    assert (held.total, held.share) == (4.5, 4.5 / 1326)
    with pytest.raises(CardCountError):
        assert "As" in held
    assert not pb.Range()


def test_ranges_do_not_change():
    held = pb.Range("AA")
    for name in ("weights", "_weights", "text", "other"):
        with pytest.raises(AttributeError):
            setattr(held, name, 1)
    with pytest.raises(AttributeError, match="cannot be changed"):
        del held._weights


# Looks


def test_matrix():
    held = pb.Range("0.29:22+, 0.1:AKs, AhKd, 72o")
    matrix = held.matrix()
    assert matrix.shape == (13, 13)
    assert matrix.diagonal().tolist() == [0.29] * 13
    assert (matrix[0, 1], matrix[1, 0], matrix[12, 7], matrix[7, 12]) == (0.1, 1 / 12, 1, 0)
    sizes = np.where(np.eye(13), 6, np.where(np.tri(13), 12, 4))
    assert (matrix * sizes).sum() == pytest.approx(held.total)


def test_text_of_the_matrix():
    lines = [line.split() for line in str(pb.Range("AA, 0.5:AKs, AhKd, 0.001:QQ, 0.999:JJ, 72o")).splitlines()]
    assert {len(line) for line in lines} == {13}
    assert lines[0][:3] == ["AA", "50%", "."]
    assert lines[1][:2] == ["8%", "."]
    assert (lines[2][2], lines[3][3], lines[12][7]) == ("1%", "99%", "72o")
    assert str(pb.Range()).split() == ["."] * 169
    assert str(~pb.Range()).split() == [name for row in pb.plot.hand_grid(np.array(pb.HAND_CLASSES)) for name in row]


def test_the_ink_of_every_weight_can_be_read():
    """At least the contrast that WCAG 2 asks for, 4.5."""

    def luminance(colour):
        parts = (c / 255 for c in colour)
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return np.dot([0.2126, 0.7152, 0.0722], linear)

    for share in np.linspace(0.005, 1, 200):
        html = pb.Range(f"{share}:AA")._repr_html_()
        colour, ink = re.search(r"rgb\((.*?)\); color: (\w+)", html).groups()
        page, text = luminance([int(part) for part in colour.split(",")]), {"black": 0, "white": 1}[ink]
        assert (max(page, text) + 0.05) / (min(page, text) + 0.05) >= 4.5


def test_html():
    html = pb.Range("AA, 0.5:AKs")._repr_html_()
    cells = re.findall(r'<td style="([^"]*)" title="([^"]*)">(\w+)</td>', html)
    assert len(cells) == 169
    assert [(title, name) for _, title, name in cells[:3]] == [
        ("AA: 100.00%", "AA"),
        ("AKs: 50.00%", "AKs"),
        ("AQs: 0.00%", "AQs"),
    ]
    # No theme shines through, and the ink fits the colour; what is not in the range has the ink of the page.
    assert "background: rgb(143, 187, 218); color: black" in cells[1][0]
    assert "background: rgb(31, 119, 180); color: white" in cells[0][0]
    assert cells[2][0] == "text-align: center; opacity: 0.7"
    assert html.endswith("<p>10 combos of weight 8, 0.6033% of all hands</p>")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("", ""),
        ("AA-22", "22+"),
        ("66-", "66-22"),
        ("AKo AKs QQ", "QQ, AKs, AKo"),
        ("KQs+", "AKs-KQs"),
        ("A2s+, KTs+, Q9s-Q5s", "A2s+, KTs+, Q9s-Q5s"),
        ("0.50:*", "0.5:random"),
        ("AhKd 2c2d", "AhKd, 2d2c"),
    ],
)
def test_printing(text, printed):
    assert pb.Range(text, dialect="both").text == printed
    assert repr(pb.Range(text, dialect="both")) == f"Range({printed!r})"

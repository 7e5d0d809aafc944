"""Hands to strengths and back."""

from math import comb

import numpy as np
import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import pokerbits as pb
from layouts import DTYPES
from pokerbits import MAX_STRENGTH
from pokerbits.cards import COMBOS, combo_id, format_cards, parse_cards
from pokerbits.evaluator import category_census
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, OutOfRangeError

FIVE_CARD_CENSUS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
SEVEN_CARD_CENSUS = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
ROYAL_FLUSH = "AsKsQsJsTs"

hands_of_any_size = st.integers(5, 7).flatmap(
    lambda size: st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True)
)


def shuffled(hands, seed=0):
    """Deal the cards of every row in another order."""
    return np.random.default_rng(seed).permuted(hands, axis=1)


# Against the rules, and against others


def test_all_five_card_hands_are_in_the_order_of_the_rules(five_card_hands):
    assert len(oracles.every_score()) == MAX_STRENGTH
    assert len(five_card_hands) == comb(52, 5)
    found = pb.evaluate(five_card_hands)
    scores = oracles.score_five(five_card_hands)
    assert (found == np.searchsorted(oracles.every_score(), scores) + 1).all()
    assert len(np.unique(found)) == MAX_STRENGTH
    categories = pb.category(found)
    assert (categories == scores >> 20).all()
    assert np.bincount(categories).tolist() == FIVE_CARD_CENSUS


@pytest.mark.parametrize(("size", "n"), [(6, 50_000), (7, 30_000)])
def test_six_and_seven_cards_are_worth_their_best_five(size, n):
    hands = oracles.random_hands(np.random.default_rng(size), n, size)
    assert (pb.evaluate(hands) == oracles.strengths(hands)).all()


@pytest.mark.parametrize("size", [6, 7])
def test_rare_hands_are_worth_their_best_five(size):
    # Among random hands straight flushes and quads are too few: three suited or paired neighbours start every row.
    rng = np.random.default_rng(1)
    hands = oracles.random_hands(rng, 200_000, size)
    ranks, suits = hands // 4, hands % 4
    suited = (suits[:, :5] == suits[:, :1]).all(axis=1) | (np.ptp(np.sort(ranks)[:, :4], axis=1) == 0)
    close = np.ptp(np.sort(ranks)[:, :5], axis=1) <= 4
    rare = hands[suited | close]
    assert len(rare) > 500
    assert (pb.evaluate(rare) == oracles.strengths(rare)).all()


@pytest.mark.parametrize("size", [6, 7])
def test_every_straight_flush_with_any_other_cards(size):
    rows = []
    rng = np.random.default_rng(2)
    for suit in range(4):
        for high in range(3, 13):
            five = [4 * (rank % 13) + suit for rank in range(high - 4 + 13, high + 1 + 13)]
            others = np.setdiff1d(np.arange(52), five)
            rows += [five + rng.choice(others, size - 5, replace=False).tolist() for _ in range(25)]
    hands = shuffled(np.array(rows))
    found = pb.evaluate(hands)
    assert (found == oracles.strengths(hands)).all()
    assert (found >= 7453).all()


def test_two_million_seven_card_hands_equal_phevaluator():
    hands = oracles.random_hands(np.random.default_rng(2_000_000), 2_000_000, 7)
    ours = pb.evaluator.to_cactus_kev(pb.evaluate(hands))
    # One hand a call is all that it offers; a chunk at a time keeps the lists short.
    for chunk in range(0, len(hands), 100_000):
        columns = hands[chunk : chunk + 100_000].T.tolist()
        theirs = np.fromiter(map(phevaluator.evaluate_7cards, *columns), dtype=np.uint16)
        assert (ours[chunk : chunk + 100_000] == theirs).all()


@pytest.mark.parametrize(("size", "census"), [(5, FIVE_CARD_CENSUS), (7, SEVEN_CARD_CENSUS)])
def test_category_counts_of_all_hands(size, census):
    found = category_census(size)
    assert list(found) == list(pb.Category)
    assert list(found.values()) == census
    assert category_census(size, num_threads=1) == found


def test_category_counts_of_all_six_card_hands():
    assert sum(category_census(6).values()) == comb(52, 6)
    # From the rules alone: four of a rank with any two others, or with a pair of them.
    assert category_census(6)[pb.Category.FOUR_OF_A_KIND] == 13 * comb(48, 2)


@pytest.mark.parametrize("size", [-1, 0, 4, 8, 52])
def test_no_census_of_other_sizes(size):
    with pytest.raises(CardCountError, match=f"expected 5, 6 or 7 cards, found {size}"):
        category_census(size)


@pytest.mark.slow
def test_all_seven_card_hands_take_4824_strengths():
    counts = np.zeros(MAX_STRENGTH + 1, dtype=np.int64)
    boards = oracles.all_hands(5)
    # A hand of seven is a board with two higher cards.
    highest = boards.max(axis=1)
    combos_above = [np.flatnonzero(COMBOS.min(axis=1) > top) for top in range(52)]
    for top in range(52):
        those = boards[highest == top]
        for part in np.array_split(those, max(1, len(those) // 5000)):
            counts += np.bincount(pb.evaluate_combos(part)[:, combos_above[top]].ravel(), minlength=MAX_STRENGTH + 1)
    assert counts.sum() == comb(52, 7)
    assert np.count_nonzero(counts) == 4824
    assert counts[MAX_STRENGTH] == 4324
    by_category = np.bincount(pb.category(np.arange(1, MAX_STRENGTH + 1)), weights=counts[1:])
    assert by_category.tolist() == SEVEN_CARD_CENSUS


# Properties


@given(hands_of_any_size, st.randoms())
def test_neither_order_nor_suits_matter(hand, random):
    strength = pb.evaluate(hand)
    assert strength == oracles.strengths(np.array([hand]))[0]
    again = random.sample(hand, len(hand))
    suits = random.sample(range(4), 4)
    assert pb.evaluate([card // 4 * 4 + suits[card % 4] for card in again]) == strength


@given(st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True))
def test_one_more_card_never_hurts(hand):
    assert pb.evaluate(hand[:5]) <= pb.evaluate(hand[:6]) <= pb.evaluate(hand)


# Categories, words, examples


def test_the_first_and_last_of_every_category():
    lasts = [1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7462]
    firsts = [1] + [last + 1 for last in lasts[:-1]]
    for category, first, last in zip(pb.Category, firsts, lasts, strict=True):
        assert pb.category(first) == pb.category(last) == category
    every = pb.category(np.arange(1, 7463))
    assert every.dtype == np.uint8
    assert (np.diff(every.astype(int)) >= 0).all()


def test_categories_are_the_numbers_of_the_contract():
    assert [category.name for category in pb.Category] == [
        "HIGH_CARD", "PAIR", "TWO_PAIR", "THREE_OF_A_KIND", "STRAIGHT", "FLUSH", "FULL_HOUSE", "FOUR_OF_A_KIND",
        "STRAIGHT_FLUSH",
    ]  # fmt: skip
    assert [int(category) for category in pb.Category] == list(range(9))


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("7c5d4h3s2c", "high card, seven-five-four-three-deuce"),
        ("AcKdQhJs9c", "high card, ace-king-queen-jack-nine"),
        ("6c6d5h4s2c", "pair of sixes, five-four-deuce kickers"),
        ("AcAdKhQsJc", "pair of aces, king-queen-jack kickers"),
        ("3c3d2h2s4c", "two pair, threes and deuces, four kicker"),
        ("KcKd6h6sTc", "two pair, kings and sixes, ten kicker"),
        ("2c2d2h4s3c", "three of a kind, deuces, four-three kickers"),
        ("8c8d8hAsKc", "three of a kind, eights, ace-king kickers"),
        ("5c4d3h2sAc", "straight, five high"),
        ("AcKdQhJsTc", "straight, ace high"),
        ("7c5c4c3c2c", "flush, seven-five-four-three-deuce"),
        ("AdKdQdJd9d", "flush, ace-king-queen-jack-nine"),
        ("2c2d2h3s3c", "full house, deuces full of threes"),
        ("KsKhKd7s7h", "full house, kings full of sevens"),
        ("6c6d6h6s2c", "four of a kind, sixes, deuce kicker"),
        ("9c9d9h9sAc", "four of a kind, nines, ace kicker"),
        ("5h4h3h2hAh", "straight flush, five high"),
        ("KhQhJhTh9h", "straight flush, king high"),
        ("AhKhQhJhTh", "royal flush"),
    ],
)
def test_words(hand, words):
    strength = pb.evaluate(hand)
    assert pb.describe(strength) == words
    category = pb.Category(pb.category(strength))
    name = category.name.lower().replace("_", " ")
    assert words.startswith("royal flush" if strength == 7462 else name)


def test_every_strength_has_an_example():
    """Examples under all rules are evaluated in `test_rules.py`."""
    examples = np.array([pb.example_hand(strength) for strength in range(1, 7463)])
    assert examples.dtype == np.uint8
    assert examples.shape == (7462, 5)
    assert (oracles.strengths(examples) == np.arange(1, 7463)).all()


def test_examples_show_the_telling_cards_first():
    assert format_cards(pb.example_hand(pb.evaluate("7h7sKsKhKd"))) == "KsKhKd7s7h"
    assert format_cards(pb.example_hand(7462)) == "AsKsQsJsTs"


@pytest.mark.parametrize("strength", [-1, 0, 7463, 65536, 2**64, -(2**64)])
@pytest.mark.parametrize("function", [pb.describe, pb.example_hand])
def test_no_such_strength(function, strength):
    with pytest.raises(OutOfRangeError, match=rf"strength {strength} is out of range \(1 to 7462\)"):
        function(strength)


@pytest.mark.parametrize("function", [pb.describe, pb.example_hand])
def test_strengths_are_integers(function):
    assert str(function(np.uint16(7))) == str(function(7))
    for strength in (1.0, None):
        with pytest.raises(TypeError):
            function(strength)
    with pytest.raises(TypeError if function is pb.describe else InvalidArgumentError):
        function("1")


def test_a_category_is_described_and_has_an_example():
    names = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind"]
    names.append("straight flush")
    assert [pb.describe(category) for category in pb.Category] == names
    every = np.arange(1, MAX_STRENGTH)  # without the royal flush
    for category, name in zip(pb.Category, names, strict=True):
        strongest = every[pb.category(every) == category].max()
        for asked in (category, name, name.upper(), category.name, name.replace(" ", "-")):
            assert pb.evaluate(pb.example_hand(asked)) == strongest
        for strength in (strongest, int(strongest), np.array(strongest)):
            assert pb.category(strength) is category
    assert pb.evaluate(pb.example_hand("royal flush")) == MAX_STRENGTH
    assert pb.category(MAX_STRENGTH) is pb.Category.STRAIGHT_FLUSH
    flush = pb.evaluate(pb.example_hand("flush", rules="short_deck"), rules="short_deck")
    assert pb.category(flush, rules="short_deck") is pb.Category.FLUSH
    with pytest.raises(InvalidArgumentError, match=r"found 'ful house' \(did you mean 'full house'\?\)"):
        pb.example_hand("ful house")
    with pytest.raises(InvalidArgumentError, match="there is no flush under the rules 'ace_to_five'"):
        pb.example_hand("flush", rules="ace_to_five")
    with pytest.raises(InvalidArgumentError, match="no categories"):
        pb.example_hand("pair", rules="badugi")


OF_STRENGTHS = [
    pb.category,
    pb.evaluator.to_cactus_kev,
    pb.evaluator.from_cactus_kev,
    pb.evaluator.to_two_plus_two,
]


@pytest.mark.parametrize("function", OF_STRENGTHS)
def test_strengths_come_in_any_integer_dtype_and_shape(function):
    values = np.array([[1, 17, 100], [101, 126, 127]])
    expected = function(values)
    assert expected.shape == values.shape
    for dtype in DTYPES:
        assert (function(values.astype(dtype)) == expected).all()
    assert (function(np.asfortranarray(values)) == expected).all()
    assert (function(values[:, ::-1]) == expected[:, ::-1]).all()
    assert function(values.tolist()).tolist() == expected.tolist()
    assert function(np.empty((0, 3), dtype=np.int8)).shape == (0, 3)
    assert np.ndim(function(5)) == np.ndim(function(np.array(5))) == 0


@pytest.mark.parametrize("function", OF_STRENGTHS)
@pytest.mark.parametrize(
    ("dtype", "bad"),
    [
        (dtype, bad)
        for dtype in (np.int8, np.int16, np.uint16, np.int64, np.uint64, ">i4")
        for bad in (0, -1, 7463)
        if np.iinfo(dtype).min <= bad <= np.iinfo(dtype).max
    ],
)
def test_the_first_strength_out_of_range_is_named(function, dtype, bad):
    with pytest.raises(OutOfRangeError, match=rf"row \(1, 0\): strength {bad} is out of range \(1 to 7462\)"):
        function(np.array([[1, 100], [bad, 0]], dtype=dtype))
    with pytest.raises(OutOfRangeError, match=rf"^strength {bad} is out of range"):
        function(np.array(bad, dtype=dtype))


@pytest.mark.parametrize("function", OF_STRENGTHS)
@pytest.mark.parametrize("values", [[1.0, 2.0], [True], ["a"], [[1, True], [2, 3]]])
def test_strength_arrays_are_integers(function, values):
    with pytest.raises(TypeError, match="expected integers, found dtype"):
        function(np.array(values, dtype=object))
    with pytest.raises(TypeError, match="expected integers, found dtype"):
        function(values)


def test_cactus_kev_is_the_other_way_round():
    every = np.arange(1, 7463)
    assert pb.evaluator.to_cactus_kev(every).dtype == np.uint16
    assert (pb.evaluator.to_cactus_kev(every) == every[::-1]).all()
    assert (pb.evaluator.from_cactus_kev(pb.evaluator.to_cactus_kev(every)) == every).all()
    hand = "AsKsQsJs9s"
    assert pb.evaluator.to_cactus_kev(pb.evaluate(hand)) == phevaluator.evaluate_cards(*parse_cards(hand).tolist())


# What evaluate takes and gives


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("shape", [(), (1,), (30,), (5, 6), (1, 2, 3, 5)])
def test_leading_axes_stay(size, shape):
    n = int(np.prod(shape))
    hands = oracles.random_hands(np.random.default_rng(3), n, size)
    found = pb.evaluate(hands.reshape(*shape, size))
    assert np.shape(found) == shape
    assert found.dtype == np.uint16
    assert (np.ravel(found) == oracles.strengths(hands)).all()


def test_batches_of_every_length_around_the_chunks(seven_card_hands):
    expected = oracles.strengths(seven_card_hands[:5000])
    for n in [*range(70), 127, 128, 129, 255, 256, 257, 2047, 2048, 2049, 4095, 4096, 4097]:
        assert (pb.evaluate(seven_card_hands[:n]) == expected[:n]).all()


# board=


@pytest.mark.parametrize(
    ("hole", "board"), [("As", "KsQsJsTs"), ("", ROYAL_FLUSH), (ROYAL_FLUSH, ""), ("AsKs", "QsJsTs2c3d")]
)
def test_any_split_into_hole_and_board(hole, board):
    assert pb.evaluate(hole, board=board) == 7462


def test_boards_that_do_not_fit():
    with pytest.raises(CardCountError, match="expected 5, 6 or 7 cards, found 4"):
        pb.evaluate("AsKs", board="QsJs")
    with pytest.raises(CardCountError, match="expected 5, 6 or 7 cards, found 8"):
        pb.evaluate("AsKs4c", board="QsJsTs2c3d")
    with pytest.raises(DuplicateCardError, match=r"row 1: card Qs \(id 43\)"):
        pb.evaluate([[51, 47], [43, 0]], board="QsJsTs2d3d")
    with pytest.raises(ValueError, match=r"shape|broadcast"):
        pb.evaluate(np.array([[0, 1], [2, 3], [4, 5]]), board=np.array([[10, 20, 30], [11, 21, 31]]))


# evaluate_combos


def test_every_pair_on_boards_of_every_texture():
    boards = np.array([
        parse_cards(board)
        for board in (
            "2c7d9hJsQc", "AsKsQsJsTs", "2s3s4s5s7d", "AcAdAhAs2c", "KcKdKh2s2c", "AsKs7s2d3c", "TcJcQc8c9d",
            "4c5d6h7s8c", "2c2d7h7sKc",
        )
    ])  # fmt: skip
    found = pb.evaluate_combos(boards)
    assert found.shape == (len(boards), 1326)
    for board, row in zip(boards, found, strict=True):
        blocked = np.isin(COMBOS, board).any(axis=1)
        assert (row[blocked] == 0).all()
        hands = np.hstack([COMBOS[~blocked], np.broadcast_to(board, (1081, 5))])
        assert (row[~blocked] == oracles.strengths(hands)).all()


def test_boards_one_by_one_or_together(seven_card_hands):
    boards = seven_card_hands[:300, :5]
    together = pb.evaluate_combos(boards.reshape(3, 100, 5))
    assert together.shape == (3, 100, 1326)
    assert (together.reshape(300, 1326) == [pb.evaluate_combos(board) for board in boards]).all()
    hole = seven_card_hands[:300, 5:]
    taken = together.reshape(300, 1326)[np.arange(300), combo_id(hole)]
    assert (taken == pb.evaluate(seven_card_hands[:300])).all()


@pytest.mark.parametrize("board", ["", "AsKsQs", "AsKsQsJs", "AsKsQsJsTs9s"])
def test_boards_have_five_cards(board):
    with pytest.raises(CardCountError, match=f"expected 5 board cards, found {len(board) // 2}"):
        pb.evaluate_combos(board)


def test_strengths_in_lists():
    assert pb.category([]).tolist() == []
    assert pb.evaluator.to_cactus_kev([[]]).shape == (1, 0)
    with pytest.raises(OutOfRangeError, match=f"row 1: strength {2**70} is out of range"):
        pb.category([1, 2**70])


def test_out_may_share_memory_with_the_hands():
    room = np.zeros(7 * 5000, dtype=np.uint8)
    hands = room.reshape(5000, 7)
    hands[...] = oracles.random_hands(np.random.default_rng(3), 5000, 7)
    expected = pb.evaluate(hands)
    out = room[:10_000].view(np.uint16)
    assert pb.evaluate(hands, out=out) is out
    assert (out == expected).all()


def test_descriptions_of_many_strengths():
    # Arrays once raised a bare TypeError.
    every = np.arange(1, 7463)
    words = pb.describe(every)
    assert pb.describe(every[:6].reshape(2, 3)).tolist() == words[:6].reshape(2, 3).tolist()
    assert pb.describe(pb.evaluate(["AsKsQsJsTs", "KsKhKd7s7h"])).tolist() == [
        "royal flush",
        "full house, kings full of sevens",
    ]
    assert pb.describe([]).shape == (0,)
    assert pb.describe([]).dtype.kind == "U"
    for one in (7462, np.uint16(7462), np.array(7462)):
        assert pb.describe(one) == "royal flush"
        assert type(pb.describe(one)) is str
    with pytest.raises(OutOfRangeError, match=r"^row \(0, 1\): strength 7463 is out of range"):
        pb.describe([[1, 7463]])


def test_a_category_of_a_numpy_number():
    assert pb.Category(np.uint8(8)) is pb.Category(8) is pb.Category.STRAIGHT_FLUSH
    with pytest.raises(ValueError, match="is not a valid Category"):
        pb.Category(np.uint8(9))


def test_the_scale_of_two_plus_two_has_categories_and_places():
    sizes = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]
    expected = [4096 * category + place for category, n in enumerate(sizes, 1) for place in range(1, n + 1)]
    strengths = np.arange(1, 7463)
    assert pb.evaluator.to_two_plus_two(strengths).tolist() == expected
    assert np.array_equal(pb.evaluator.from_two_plus_two(expected), strengths)
    assert np.array_equal(np.array(expected) // 4096 - 1, pb.category(strengths))
    assert pb.evaluator.from_two_plus_two(np.reshape(expected[:6], (2, 3))).shape == (2, 3)
    assert np.ndim(pb.evaluator.from_two_plus_two(4097)) == 0


@pytest.mark.parametrize("bad", [0, -1, 4096, 4097 + 1277, 36875, 2**40])
def test_numbers_that_are_no_ranks_of_two_plus_two(bad):
    with pytest.raises(OutOfRangeError, match=f"rank {bad} is"):
        pb.evaluator.from_two_plus_two(bad)
    with pytest.raises(OutOfRangeError, match=f"rank {bad} is") as caught:
        pb.evaluator.from_two_plus_two([[4097, 4098], [bad, 4099]])
    assert caught.value.row == (1, 0)
    with pytest.raises(TypeError, match="expected integers"):
        pb.evaluator.from_two_plus_two(4097.0)


@pytest.mark.parametrize(("n_cards", "n_strengths"), [(6, 6075), (7, 4824)])
def test_examples_of_six_and_seven_cards(n_cards, n_strengths):
    # All hands up to suits. Oscar6echo counted the strengths of seven cards.
    indexer = pb.HandIndexer((n_cards,))
    possible = np.unique(pb.evaluate(indexer.unindex(np.arange(indexer.size(0)))))
    assert len(possible) == n_strengths
    for strength in possible.tolist():
        hand = pb.example_hand(strength, n_cards=n_cards)
        assert hand.shape == (n_cards,)
        assert pb.evaluate(hand) == strength
        assert np.array_equal(hand[:5], pb.example_hand(strength))
    for strength in np.setdiff1d(np.arange(1, 7463), possible).tolist():
        with pytest.raises(OutOfRangeError, match=f"strength {strength}: no hand of {n_cards} cards has it"):
            pb.example_hand(strength, n_cards=n_cards)


def test_examples_of_more_cards_follow_their_rules():
    assert pb.cards.format_cards(pb.example_hand("full house", n_cards=7)) == "AsAhAdKsKh2d2c"
    for rules in ("short_deck", "short_deck_trips", "ace_to_five", "deuce_to_seven"):
        hands = pb.random_hands(100, 7, rng=1)
        # Sixes and higher are in every deck.
        strongest = pb.evaluate(hands[(hands >= 16).all(axis=1)], rules=rules).max()
        assert pb.evaluate(pb.example_hand(strongest, n_cards=7, rules=rules), rules=rules) == strongest
    assert pb.example_hand(1092, n_cards=4, rules="badugi").shape == (4,)
    for wrong, rules in ((4, "standard"), (8, "standard"), (5, "badugi"), (True, "standard")):
        with pytest.raises((pb.PokerbitsError, TypeError), match="n_cards"):
            pb.example_hand("pair" if rules == "standard" else 5, n_cards=wrong, rules=rules)

"""Certificates: their sequences against slow oracles and published numbers, the page, differences, and wrong names."""

import csv
import hashlib
import json
import re
import struct
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice
from math import comb
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import oracles
import pokerbits as pb
from command_line import as_json, here, printed, refused
from pokerbits._certificates import sequences
from pokerbits.certificates import CERTIFICATES, Certification, certify, chunks
from pokerbits.exceptions import InvalidArgumentError
from right_calls import look_at

DATA = Path(__file__).parent / "data"
PAGE = Path(__file__).parents[1] / "docs" / "reference" / "certificates.md"
FAST = ["strengths-5", "hands-2", "hands-2-3", "matchups", "ehs-preflop", "ehs2-preflop", "histogram-preflop"]
"""Those that are computed in the quick suite; they take a second together."""


def whole(name, **options):
    """Return all numbers of a certificate in one array."""
    return np.concatenate([part.reshape(-1) for part in chunks(name, **options)])


def first(name, n):
    """Return the first numbers of a certificate."""
    found, size = [], 0
    for part in chunks(name):
        found.append(part.reshape(-1))
        size += part.size
        if size >= n:
            break
    return np.concatenate(found)[:n]


def reference(path):
    """Return the rows of a table of numbers from other programs."""
    with (DATA / path).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def nth_combination(n, n_cards, size):
    """Return set number `n` of the cards 0 to `n_cards - 1` in lexicographic order."""
    found, card = [], 0
    while len(found) < size:
        beginning = comb(n_cards - card - 1, size - len(found) - 1)
        if n < beginning:
            found.append(card)
        else:
            n -= beginning
        card += 1
    return found


# The published table


def test_every_certificate_has_a_sequence_and_a_size():
    assert list(CERTIFICATES) == list(sequences.SEQUENCES)
    sizes = {f"strengths-{n}": comb(52, n) for n in (5, 6, 7)}
    sizes |= {f"indices-2-{n}": comb(52, n) * comb(52 - n, 2) for n in (3, 4, 5)}
    for name in CERTIFICATES:
        if name.startswith("hands-"):
            rounds = [int(cards) for cards in name.split("-")[1:]]
            sizes[name] = sum(rounds) * pb.HandIndexer(rounds).size()
        kind, _, street = name.partition("-")
        if street in pb.strength.STREET_INDEXERS and name != "odds-preflop":
            columns = {"histogram": 50, "odds": 8 * 3}.get(kind, 1)
            sizes[name] = columns * pb.strength.STREET_INDEXERS[street].size()
    sizes |= {"matchups": 1326 * 1326 * 2}
    for name, certificate in CERTIFICATES.items():
        assert certificate.name == name
        assert re.fullmatch("[0-9a-f]{64}", certificate.sha256)
        assert certificate.seconds >= 1
        if certificate.dtype != "ascii":
            assert certificate.n_bytes == sizes.pop(name) * np.dtype(certificate.dtype).itemsize
    assert sizes == {}
    assert len({certificate.sha256 for certificate in CERTIFICATES.values()}) == len(CERTIFICATES)


def test_the_page_has_the_certificates_of_the_code():
    page = PAGE.read_text(encoding="utf-8")
    listed = re.findall(r"^([0-9a-f]{64})  (\S+)$", page, flags=re.MULTILINE)
    assert listed == [(certificate.sha256, name) for name, certificate in CERTIFICATES.items()]
    rows = [f"| `{c.name}` | {c.contents} | {c.dtype} | {c.n_bytes:,} | {c.seconds} |" for c in CERTIFICATES.values()]
    assert "\n".join(rows) in page
    orders = {}
    for certificate in CERTIFICATES.values():
        orders.setdefault(certificate.order, []).append(f"`{certificate.name}`")
    for order, names in orders.items():
        assert f"| {', '.join(names)} | {order} |" in page


def test_the_fast_certificates_are_equal():
    found = certify(FAST)
    assert found.different == ()
    assert found.names == tuple(FAST)
    assert found.published == found.computed == tuple(CERTIFICATES[name].sha256 for name in FAST)
    assert certify(FAST, num_threads=1) == found
    assert certify("hands-2").names == ("hands-2",)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", sorted(set(CERTIFICATES) - set(FAST)))
def test_all_other_certificates_are_equal(name):
    assert certify(name).different == ()


# The sequences against slow oracles


@pytest.mark.slow
def test_strengths_of_five_cards_by_the_rules(five_card_hands):
    assert [tuple(hand) for hand in five_card_hands[:1000].tolist()] == list(islice(combinations(range(52), 5), 1000))
    expected = oracles.strengths(five_card_hands).astype("<u2")
    assert hashlib.sha256(expected).hexdigest() == CERTIFICATES["strengths-5"].sha256


@pytest.mark.parametrize("size", [5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_strengths_are_in_the_order_that_the_page_says(size):
    strengths = whole(f"strengths-{size}")
    assert (strengths.dtype, strengths.shape) == ("<u2", (comb(52, size),))
    at = [0, len(strengths) - 1, *np.random.default_rng(size).integers(len(strengths), size=500)]
    hands = np.array([nth_combination(int(n), 52, size) for n in at])
    assert (strengths[at] == oracles.strengths(hands)).all()


def test_the_first_strengths_of_seven_cards():
    hands = np.array(list(islice(combinations(range(52), 7), 1000)))
    assert (first("strengths-7", 1000) == oracles.strengths(hands)).all()


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_strengths_of_seven_cards_are_those_of_their_best_five():
    """Every hand of seven, by the certified strengths of all its choices of five cards."""
    five, places = whole("strengths-5"), np.array([[comb(n, k) for n in range(53)] for k in range(6)])
    digest = hashlib.sha256()
    rest = oracles.all_hands(5)
    for low in combinations(range(47), 2):
        hands = rest[np.searchsorted(rest[:, 0], low[1] + 1) :]
        hands = np.hstack([np.broadcast_to(np.array(low, np.uint8), (len(hands), 2)), hands])
        best = np.zeros(len(hands), dtype="<u2")
        for chosen in combinations(range(7), 5):
            # Sets in lexicographic order, counted from the last one.
            behind = sum(places[5 - k][51 - hands[:, column]] for k, column in enumerate(chosen))
            np.maximum(best, five[len(five) - 1 - behind], out=best)
        digest.update(best)
    assert digest.hexdigest() == CERTIFICATES["strengths-7"].sha256


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_indices_of_all_combos_on_all_boards(size):
    indices = whole(f"indices-2-{size}").reshape(comb(52, size), -1)
    assert indices.dtype == "<u4"
    rng = np.random.default_rng(size)
    for board_number in [0, len(indices) - 1, *rng.integers(len(indices), size=200)]:
        board = nth_combination(int(board_number), 52, size)
        left = [card for card in range(52) if card not in board]
        holes = [(low, high) for high in left for low in left if low < high]
        at = rng.integers(len(holes), size=3)
        hands = [[*holes[number], *board] for number in at]
        assert (indices[board_number, at] == pb.HandIndexer((2, size)).index(hands)).all()
    # Those of Waugh's program.
    boards = {tuple(nth_combination(n, 52, size)): n for n in range(len(indices))} if size == 3 else {}
    for row in reference(f"hand_index/index_holdem_2-{size}.csv") if boards else []:
        low, high, *board = *sorted(map(int, row["cards"].split()[:2])), *sorted(map(int, row["cards"].split()[2:]))
        left = [card for card in range(52) if card not in board]
        combo = comb(left.index(high), 2) + left.index(low)
        assert indices[boards[tuple(board)], combo] == int(row["round1"])


def test_the_first_indices_on_boards_of_five_cards():
    board = list(range(5))
    hands = [[low, high, *board] for high in range(5, 52) for low in range(5, high)]
    assert (first("indices-2-5", 1081) == pb.HandIndexer((2, 5)).index(hands)).all()


def test_canonical_starting_hands():
    offsuit = [
        [4 * low, 4 * low + 1] if low == high else [4 * high, 4 * low + 1]
        for high in range(13)
        for low in range(high + 1)
    ]
    suited = [[4 * low, 4 * high] for high in range(13) for low in range(high)]
    assert whole("hands-2").reshape(-1, 2).tolist() == offsuit + suited


@pytest.mark.parametrize("game", ["2-3", "2-4", "2-5", "2-3-1-1"])
def test_canonical_hands_of_another_program(game):
    rounds = [int(cards) for cards in game.split("-")]
    n = min(2_000_000, pb.HandIndexer(rounds).size())
    hands = first(f"hands-{game}", n * sum(rounds)).reshape(n, -1)
    rows = [row for row in reference(f"hand_index/unindex_holdem_{game}.csv") if int(row["round"]) == len(rounds) - 1]
    known = {int(row["index"]): row["cards"] for row in rows if int(row["index"]) < n}
    assert known or game == "2-3-1-1"
    assert (pb.HandIndexer(rounds).index(hands[:20_000]) == np.arange(20_000)).all()
    for index, cards in known.items():
        assert hands[index].tolist() == [int(card) for card in cards.split()]


def test_matchups_are_wins_and_ties_of_combos_in_their_order():
    data = whole("matchups").tobytes()
    combos = [(low, high) for high in range(52) for low in range(high)]
    aces, kings = combos.index((49, 50)), combos.index((46, 47))
    # Published: AhAd against KsKh.
    assert struct.unpack_from("<II", data, 8 * (1326 * aces + kings)) == (1399204, 7923)
    assert struct.unpack_from("<II", data, 8 * (1326 * kings + aces)) == (1712304 - 1399204 - 7923, 7923)
    assert struct.unpack_from("<II", data, 8 * (1326 * aces + aces)) == (0, 0)


GAMES = {"flop": "2-3", "turn": "2-4", "river": "2-5"}
SLOW_TABLES = ("ehs2-flop", "ehs-turn", "ehs-river")


@pytest.mark.parametrize("name", ["ehs-flop", *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW_TABLES)])
def test_tables_have_the_numbers_of_another_program(name):
    kind, street = name.split("-")
    rows = reference(f"strength/ehs_{GAMES[street]}.csv")
    at = [int(row["index"]) for row in rows]
    column = {"ehs": "sum_2win_plus_tie", "ehs2": "sum_squares"}[kind]
    assert whole(name)[at].tolist() == [int(row[column]) for row in rows]


def runouts(hand):
    """Return 2 * wins + ties on every completion of hole cards and board."""
    left = [card for card in range(52) if card not in hand]
    for rest in combinations(left, 7 - len(hand)):
        board = [*hand[2:], *rest]
        others = [[*combo, *board] for combo in combinations([card for card in left if card not in rest], 2)]
        own, theirs = oracles.strengths(np.array([[*hand[:2], *board]])), oracles.strengths(np.array(others))
        yield 2 * int((own > theirs).sum()) + int((own == theirs).sum())


def test_the_definitions_of_sums_and_bins():
    """On a turn, by the rules."""
    cards = pb.cards.parse_cards("9h8hThJhAc2d").tolist()
    found = list(runouts(cards))
    of_all = pb.expected_hand_strength(cards[:2], cards[2:]), pb.expected_hand_strength(cards[:2], cards[2:], power=2)
    assert sum(found) == pytest.approx(of_all[0] * 46 * 1980, abs=1e-6)
    assert sum(s * s for s in found) == pytest.approx(of_all[1] * 46 * 1980**2, abs=1e-3)
    bins = [sum(min(50 * s // 1980, 49) == i for s in found) for i in range(50)]
    assert bins == pb.strength.hand_strength_histogram(cards[:2], cards[2:]).tolist()


def test_lines_of_the_odds_before_the_flop(monkeypatch):
    monkeypatch.setattr(sequences, "_N_OPPONENTS", range(1, 2))
    lines = [line.split(" ") for line in whole("odds-preflop").tobytes().decode("ascii").splitlines()]
    assert [line[:2] for line in lines] == [[name, k] for name in pb.HAND_CLASSES for k in "1"]
    data = json.loads((DATA / "odds" / "exact_odds.json").read_text(encoding="utf-8"))
    by_hand = {(name, k): list(map(int, rest)) for name, k, *rest in lines}
    for name, expected in data["preflop"].items():
        lost = data["preflop_total"]["1"] - sum(expected["1"])
        assert by_hand[name, "1"] == [*expected["1"], lost]


@pytest.mark.slow
def test_rows_of_the_odds_are_rounded_once(monkeypatch):
    monkeypatch.setattr(sequences, "_N_OPPONENTS", range(2, 3))
    (table,) = chunks("odds-turn")
    assert table.dtype == "<f8"
    data = json.loads((DATA / "odds" / "exact_odds.json").read_text(encoding="utf-8"))
    for spot in data["turn"]:
        win, tie, *more = spot["N"]["2"]
        total = comb(46, 1) * comb(45, 4) * 3
        index = pb.HandIndexer((2, 4)).index(spot["hero"] + spot["board"])
        ties = [tie, *more]
        equity = sum((Fraction(n, j + 2) for j, n in enumerate(ties)), start=Fraction(win))
        assert table[index].tolist() == [
            float(Fraction(win, total)),
            float(Fraction(sum(ties), total)),
            float(equity / total),
        ]


def test_numbers_of_opponents_follow_each_other(monkeypatch):
    monkeypatch.setattr(sequences, "strength_table", lambda kind, **options: np.array([(kind, options["n_opponents"])]))
    tables = list(sequences.OddsTables("flop").arrays(1, None))
    assert [table.tolist() for table in tables] == [[["odds", str(k)]] for k in range(1, 9)]


# Differences


class Damaged:
    """A sequence in which one bit is wrong."""

    def __init__(self, right):
        self.right = right

    def arrays(self, num_threads, watcher) -> Iterator[np.ndarray]:
        for part in self.right.arrays(num_threads, watcher):
            wrong = part.copy()
            wrong.reshape(-1)[-1] ^= 1
            yield wrong


@pytest.fixture
def damaged(monkeypatch):
    """Have this installation compute one certificate wrongly."""
    monkeypatch.setitem(sequences.SEQUENCES, "hands-2", Damaged(sequences.SEQUENCES["hands-2"]))


def test_a_wrong_bit_is_found(damaged):
    found = certify(["ehs-preflop", "hands-2"])
    assert found.different == ("hands-2",)
    assert repr(found) == "<Certification: 2 certificates, 1 different>"
    assert found.computed[0] == found.published[0]
    assert found.computed[1] != found.published[1] == CERTIFICATES["hands-2"].sha256
    assert str(found).splitlines()[2].split() == ["hands-2", found.computed[1], "different"]
    assert [entry["verdict"] for entry in found.to_dict()["certificates"]] == ["equal", "different"]
    assert found.to_columns()["verdict"] == ["equal", "different"]
    assert found.to_dict()["certificates"][1]["published"] == CERTIFICATES["hands-2"].sha256
    look_at(found)


def test_the_command_fails_if_a_checksum_differs(damaged):
    done = here("certify", "hands-2", "ehs-preflop")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[1].split()[-1] == "different"
    assert done.stderr == "Error: different from the published checksum: hands-2\n"
    done = here("certify", "hands-2", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["certificates"][0]["verdict"] == "different"


# The command


def test_the_command_prints_the_verdict():
    assert as_json("certify", "hands-2") == certify("hands-2").to_dict()
    assert printed("certify", "hands-2", "hands-2-3") == f"{certify(['hands-2', 'hands-2-3'])}\n"


def test_the_command_lists_the_certificates(monkeypatch):
    monkeypatch.setattr("pokerbits.cli.certify_commands.certify", None)
    listed = as_json("certify", "--list")["certificates"]
    assert [CERTIFICATES[entry["name"]].sha256 for entry in listed] == [entry["sha256"] for entry in listed]
    assert [entry["name"] for entry in listed] == list(CERTIFICATES)
    lines = printed("certify", "--list").splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(CERTIFICATES)
    assert "--list takes no names" in refused("certify", "--list", "hands-2")


def test_without_a_name_all_are_computed(monkeypatch):
    # The right ones take minutes.
    short = SimpleNamespace(arrays=lambda num_threads, watcher: iter([np.zeros(3, np.uint8)]))
    for name in CERTIFICATES:
        monkeypatch.setitem(sequences.SEQUENCES, name, short)
    assert certify().names == tuple(CERTIFICATES)
    assert certify().different == tuple(CERTIFICATES)
    assert here("certify").stdout.count(" different\n") == len(CERTIFICATES)


# Arguments


@pytest.mark.parametrize(
    ("names", "error", "message"),
    [
        (
            "hands-2-2",
            InvalidArgumentError,
            r"^names: expected 'strengths-5', .* found 'hands-2-2' \(did you mean 'hands-2",
        ),
        (["hands-2", "x"], InvalidArgumentError, "found 'x'"),
        (["hands-2", "hands-2"], InvalidArgumentError, "^names: 'hands-2' appears more than once$"),
        ([], InvalidArgumentError, "^names: expected one or more; leave it out for all certificates$"),
        ("", InvalidArgumentError, "found ''"),
        (5, TypeError, "^names: expected a sequence, found int$"),
        ([5], TypeError, "^names: expected 'strengths-5', .* found 5$"),
        ([["hands-2"]], TypeError, "^names: expected"),
        (b"hands-2", TypeError, "^names: expected"),
    ],
)
def test_wrong_names_are_refused(names, error, message):
    with pytest.raises(error, match=message):
        certify(names)


def test_chunks_refuse_a_wrong_name_before_they_are_used():
    with pytest.raises(InvalidArgumentError, match=r"^name: expected 'strengths-5'"):
        chunks("nothing")
    with pytest.raises(TypeError, match=r"^name: expected 'strengths-5'"):
        chunks(None)
    with pytest.raises(InvalidArgumentError, match="num_threads"):
        chunks("hands-2", num_threads=0)
    with pytest.raises(InvalidArgumentError, match="num_threads"):
        certify("hands-2", num_threads=0)


def test_names_may_be_any_iterable_of_texts():
    expected = certify(["hands-2", "ehs-preflop"])
    for names in (("hands-2", "ehs-preflop"), iter(["hands-2", "ehs-preflop"]), np.array(["hands-2", "ehs-preflop"])):
        found = certify(names)
        assert found == expected
        assert [type(name) for name in found.names] == [str, str]


def test_progress_counts_up_once():
    told = []
    certify(["strengths-6", "hands-2", "ehs-preflop"], progress=lambda *steps: told.append(steps))
    done = [steps for steps, _ in told]
    assert done == sorted(done)
    assert len({total for _, total in told}) == 1
    assert told[-1][0] == told[-1][1] == 3000
    with pytest.raises(TypeError, match="progress: expected None, True or a function"):
        certify("hands-2", progress=5)


class StopError(Exception):
    """Raised by a callback."""


def test_what_progress_raises_ends_the_call():
    def stop(done, total):
        raise StopError

    with pytest.raises(StopError):
        certify("hands-2", progress=stop)


def test_certifications_compare_by_content():
    assert Certification(("a",), ("0",), ("0",)) == Certification(("a",), ("0",), ("0",))
    assert Certification(("a",), ("0",), ("0",)) != Certification(("a",), ("0",), ("1",))

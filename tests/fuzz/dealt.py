"""Cards as numbers, as texts and as sets: rows of them, and deals of hole cards and a board."""

import re
import unicodedata
from collections.abc import Container
from typing import Any

import numpy as np
from hypothesis import strategies as st
from integers import dressed, in_layout
from junk import JUNK
from values import REFUSED, Strategy, Value


def rows_of(size: int, deck: range = range(52)) -> Strategy[list[int]]:
    """Different cards."""
    if size > 20:
        return st.permutations(deck).map(lambda cards: cards[:size])
    return st.lists(st.sampled_from(deck), min_size=size, max_size=size, unique=True)


def different(rows: np.ndarray) -> bool:
    """Return whether rows hold different cards."""
    hands = rows.reshape(-1, rows.shape[-1]).tolist() if rows.size else []
    return all(len(set(hand)) == len(hand) for hand in hands)


def in_deck(rows: np.ndarray) -> bool:
    return all(0 <= card < 52 for card in rows.flat)


@st.composite
def coded(draw: Any, rows: np.ndarray, fits: bool = True) -> Value:
    """Cards (an object array) as numbers, texts or sets."""
    return draw(written(rows, fits) if draw(st.booleans()) else dressed(rows, fits))


@st.composite
def cards(
    draw: Any, *sizes: int, one: bool = False, many: int = 0, others: Container[int] = (), repeats: bool = False
) -> Value:
    """Rows of cards of one of these sizes, or one row only, mostly right.

    Wrong ones have a size that is neither one of these nor of the others, a duplicate, or a number that is not a card.
    """
    how, size = draw(st.integers(0, 39)), draw(st.sampled_from(sizes))
    if how > 36:
        return draw(JUNK)
    if how == 36 and many:
        seed, n = draw(st.integers(0, 1000)), draw(st.integers(1, many))
        plain = f"some_hands({seed}, {n}, {size})"
        return Value(draw(in_layout(plain)), plain)
    shape = draw(st.sampled_from([()] if one else [(), (), (), (1,), (3,), (2, 2), (0,), (3, 0)]))
    if 30 < how < 34:
        size = min(52, max(0, size + draw(st.integers(-2, 2))))
    rows = np.array([draw(rows_of(size)) for _ in range(int(np.prod(shape)))], dtype=object).reshape(*shape, size)
    if how > 33 and rows.size:
        strange = st.sampled_from([int(rows.flat[0]), 52, -1, 255, 256]) | st.integers()
        rows.flat[draw(st.integers(0, rows.size - 1))] = draw(strange)
    fits = (size in sizes or size in others) and in_deck(rows) and (repeats or different(rows))
    if 27 < how < 31 and shape == (1,) and fits:
        # One row for many, without a stride.
        plain = f"np.repeat(np.array({rows.tolist()}, 'u1'), 700, axis=0)"
        return Value(f"np.broadcast_to(np.array({rows.tolist()}, 'u1'), (700, {size}))", plain)
    return draw(coded(rows, fits))


@st.composite
def table(
    draw: Any, *n_board: int, players: int = 1, n_hole: int = 2, rows: bool = False, deck: Any = range(52)
) -> list:
    """Hole cards of players and a board without a card in common, of one deal or of several; mostly right."""
    n = players * n_hole
    size = n + draw(st.sampled_from(n_board))
    shape = draw(st.sampled_from([(), (), (1,), (3,), (0,)] if rows else [()]))
    deals = [draw(rows_of(size, deck)) for _ in range(int(np.prod(shape)))]
    dealt = np.array(deals, dtype=object).reshape(*shape, size)
    parts = [dealt[..., at : at + n_hole] for at in range(0, n, n_hole)] + [dealt[..., n:]]
    how, at = draw(st.integers(0, 9)), draw(st.integers(0, players))
    if shape == (3,) and how < 3:
        # One hand on three boards.
        parts = [part[0] for part in parts[:-1]] + [np.array([np.roll(dealt[0, n:], i) for i in range(3)])]
    fits = [True] * len(parts)
    if how == 9 and dealt.size:
        # A card of the first deal once more, or none.
        changed = parts[at] = parts[at].copy()
        if changed.size:
            changed.flat[0] = draw(st.sampled_from([*deals[0], 52, -1]) | st.integers(52))
            first = np.concatenate([part.reshape(-1, part.shape[-1])[0] for part in parts])
            fits[at] = in_deck(changed) and different(first)
    if how == 8:
        return [draw(JUNK if i == at else coded(part)) for i, part in enumerate(parts)]
    return [draw(coded(part, fit)) for part, fit in zip(parts, fits, strict=True)]


_RANKS, _SUITS = "23456789TJQKA", ["c\u2663\u2667C", "d\u2666\u2662D", "h\u2665\u2661H", "s\u2660\u2664S"]
_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS\u2660-\u2667])", re.IGNORECASE | re.ASCII)
_BETWEEN = "\t\n\v\f\r\x85,|\ufe0e\ufe0f"


def read_text(text: str) -> list[int] | None:
    """Return the cards of a text, or nothing if it holds anything else."""
    found, at = [], 0
    while at < len(text):
        if (text[at].isspace() and unicodedata.category(text[at]) != "Cc") or text[at] in _BETWEEN:
            at += 1
            continue
        card = _CARD.match(text, at)
        if card is None:
            return None
        rank, suit = card.groups()
        rank = _RANKS.index(rank.upper().replace("10", "T"))
        found.append(4 * rank + next(i for i, suits in enumerate(_SUITS) if suit in suits))
        at = card.end()
    return found


@st.composite
def names(draw: Any, row: list[int]) -> list[str]:
    """The names of cards, as some people write them."""
    style = draw(st.integers(0, 7))
    found = []
    for card in row:
        rank, suit = _RANKS[card // 4], _SUITS[card % 4][style % 4 if style < 6 else 0]
        found.append({5: rank.lower(), 6: "10" if rank == "T" else rank}.get(style, rank) + suit)
    return found


def texts(row: list[int]) -> Strategy[str]:
    """Cards in one text."""
    between = st.sampled_from(["", "", " ", ",", ", ", "|", "\t", "\u3000", "\ufe0f"])
    return st.builds(lambda parts, sep: sep.join(parts), names(row), between)


@st.composite
def mutated(draw: Any, whole: str) -> str:
    """A text with something else in it, or without a part of it."""
    at = draw(st.integers(0, len(whole)))
    foreign = st.sampled_from(["", "x", "1", "0", "\0", "-", "\u0661", "\uff21", "\u017f", "\u212a", "\u00a0"])
    return whole[:at] + draw(foreign | st.text(max_size=2)) + whole[at + draw(st.integers(0, 1)) :]


@st.composite
def card_text(draw: Any, max_cards: int, fits: Any = lambda row: True) -> Value:
    """The text of some cards, or another text; its plain form has the usual names."""
    whole = draw(st.lists(st.integers(0, 51), max_size=max_cards).flatmap(texts))
    whole = draw(st.sampled_from([st.just(whole), mutated(whole), st.text()]).flatmap(lambda strategy: strategy))
    found = read_text(whole)
    usual = repr("".join(_RANKS[card // 4] + "cdhs"[card % 4] for card in found or ()))
    plain = REFUSED if found is None or not fits(found) else usual
    return Value(draw(st.sampled_from(["{!r}", "{!r}", "Text({!r})", "np.str_({!r})"])).format(whole), plain)


@st.composite
def written(draw: Any, rows: np.ndarray, fits: bool = True) -> Value:
    """Cards as texts or as sets."""
    hands, shape = rows.tolist(), rows.shape
    if not in_deck(rows) or not rows.size or len(shape) > 2 or (len(shape) == 2 and shape[1] == 1):
        return draw(dressed(rows, fits))
    plain = f"np.array({hands}, 'u1')" if fits else REFUSED
    kind = draw(st.integers(0, 5))
    if kind == 5 and different(rows):
        plain = plain.replace(repr(hands), repr(np.sort(rows, axis=-1).tolist()))
        sets = [f"pb.CardSet({hand})" for hand in hands]
        return Value(f"[{', '.join(sets)}]" if len(shape) == 2 else f"pb.CardSet({hands})", plain)
    if len(shape) == 2:
        forms = {"{}": True, "np.array({})": False, "np.array({}, object)": False}
        each = [draw(texts(hand) if kind < 4 else names(hand)) for hand in hands]
    elif kind < 3:
        forms, each = {"{}": True, "Text({})": True}, draw(texts(hands))
    else:
        forms = {"{}": True, "tuple({})": True, "UserList({})": False, "np.array({})": False}
        each = draw(names(hands))
    form = draw(st.sampled_from(list(forms)))
    return Value(form.format(repr(each)), plain, sure=forms[form])

"""How eval7 and PokerKit read 1,000 random range texts: writes `tests/data/dialect_texts.json`, the data of a test.

Run it by hand, `python benches/dialect_texts.py`; needs the extra `bench`. A text has items that both programs read, or
kickers (`A5s-A2s`), which PokerKit refuses, or hands of one gap (`JTs-65s`), which eval7 refuses. Where both read a
text, they agree.
"""

import json
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from random import Random

import eval7
import pokerkit

RANKS = "23456789TJQKA"
FILE = Path(__file__).parents[1] / "tests/data/dialect_texts.json"


def by_eval7(items):
    return {"".join(sorted(map(str, hand))) for hand, _ in eval7.HandRange(", ".join(items)).hands}


def by_pokerkit(items):
    return {"".join(sorted(map(repr, combo))) for combo in pokerkit.parse_range(*items)}


PROGRAMS = {"eval7": by_eval7, "pokerkit": by_pokerkit}


def item(random, kind):
    low, high = sorted((random.randrange(13), random.randrange(13)))
    if kind == "connected":
        low, high = max(low - 1, 0), max(low, 1)
    suits = random.choice(["", "s", "o"]) if low < high else ""
    hand = RANKS[high] + RANKS[low] + suits
    if kind == "pairs":
        return f"{RANKS[low] * 2}-{RANKS[high] * 2}"
    if kind == "kickers" and low < high:
        return f"{hand}-{RANKS[high]}{RANKS[random.randrange(high)]}{suits}"
    if kind == "gap" and low < high:
        moved = random.randrange(13 - (high - low))
        return f"{hand}-{RANKS[moved + high - low]}{RANKS[moved]}{suits}"
    if kind == "combo":
        return RANKS[high] + "s" + RANKS[low] + "h"
    return hand + ("" if kind == "class" else "+")


def main():
    random = Random(50)
    found = []
    for _ in range(1000):
        extra = random.choice(["connected", "connected", "kickers", "gap"])
        kinds = ["class", "up", "pairs", "combo", extra]
        items = [item(random, kind) for kind in [extra, *random.choices(kinds, k=random.randrange(4))]]
        programs = [name for name in PROGRAMS if {"eval7": "gap", "pokerkit": "kickers"}[name] != extra]
        readings = {tuple(sorted(PROGRAMS[name](items))) for name in programs}
        assert len(readings) == 1, items
        combos = readings.pop()
        digest = sha256("".join(combos).encode()).hexdigest()[:16]
        found.append([", ".join(items), len(combos), digest, " ".join(programs)])
    source = f"eval7 {version('eval7')}, pokerkit {version('pokerkit')}, by benches/dialect_texts.py"
    columns = ["text", "combos", "SHA-256 of the sorted combos, 16 digits", "programs"]
    rows = ",\n".join(map(json.dumps, found))
    FILE.write_text(f'{{"source": "{source}", "columns": {json.dumps(columns)}, "rows": [\n{rows}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main()

"""The published certificates: what each sequence is, in which order, and its checksum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pokerbits._public import publish


@dataclass(frozen=True)
class Certificate:
    """A long sequence of numbers with one right answer, and the published checksum of its bytes.

    Attributes
    ----------
    name
        Name, as in `certify`.
    contents
        The numbers.
    order
        The order of the numbers.
    dtype
        Type of a number: `"uint8"`, `"uint16"`, `"uint32"`, `"uint64"` or `"float64"`, all little-endian, one behind
        the other; `"ascii"` for text.
    n_bytes
        Length of the sequence in bytes.
    sha256
        SHA-256 of the bytes, 64 hexadecimal digits.
    seconds
        Rough time that the computation takes on one core.

    Examples
    --------
    >>> import pokerbits as pb
    >>> certificate = pb.certificates.CERTIFICATES["strengths-7"]
    >>> certificate.dtype, certificate.n_bytes // 2
    ('uint16', 133784560)
    """

    name: str
    contents: str
    order: str
    dtype: str
    n_bytes: int
    sha256: str
    seconds: int


_LEXICOGRAPHIC = "hands with ascending card ids, in lexicographic order"
_BOARDS = "boards with ascending card ids, in lexicographic order; combos a < b by b, then by a"
_HANDS = "indices from 0; cards of a hand by round, then by suit, then by rank"
_COMBOS = "combos i, then combos j, each a < b by b, then by a; wins before ties"
_ROWS = "hands by index"
_BINS = "hands by index; bins from the weakest to the strongest"
_ODDS = "opponents from 1 to 8, then hands by index; win, tie, equity"
_LINES = "classes by index, then opponents from 1 to 8; class, opponents, wins, ties with 1 and more players, losses"

_ALL = (
    Certificate(
        "strengths-5",
        "Strengths of all 2,598,960 hands of five cards",
        _LEXICOGRAPHIC,
        "uint16",
        5_197_920,
        "f726a3c1a70fe2965ba5d4a1fd254dc0de9de79c9beea030ffc21e09972370c1",
        1,
    ),
    Certificate(
        "strengths-6",
        "Strengths of all 20,358,520 hands of six cards",
        _LEXICOGRAPHIC,
        "uint16",
        40_717_040,
        "8619d1646cea271a786ee7646891f01f7f398c1e8882e12216594659667446bc",
        1,
    ),
    Certificate(
        "strengths-7",
        "Strengths of all 133,784,560 hands of seven cards",
        _LEXICOGRAPHIC,
        "uint16",
        267_569_120,
        "7e567990cad1bae538fed2837e7fe7b220afc6752807aac25d811bc0e949bdfd",
        8,
    ),
    Certificate(
        "indices-2-3",
        "Indices in the game 2-3 of all combos on all 22,100 flops",
        _BOARDS,
        "uint32",
        103_958_400,
        "319307ab8e1f7508c61658f3d4a29f1b5d8f5cd39a0897b033503c7b36695923",
        1,
    ),
    Certificate(
        "indices-2-4",
        "Indices in the game 2-4 of all combos on all 270,725 boards of four cards",
        _BOARDS,
        "uint32",
        1_221_511_200,
        "091ca4923d9f09dd12cd03010911579964b70cabbb0cd21337d766ef448f7c0e",
        8,
    ),
    Certificate(
        "indices-2-5",
        "Indices in the game 2-5 of all combos on all 2,598,960 boards of five cards",
        _BOARDS,
        "uint32",
        11_237_903_040,
        "82ae681c462f8ac74ae5be0cd3a7d8a61ca2c00284f3ed3ba00c9260cd5e886b",
        65,
    ),
    Certificate(
        "hands-2",
        "Canonical hands of all 169 indices of the game 2",
        _HANDS,
        "uint8",
        338,
        "9955a18c40d3c6247625129a3e58b827fba2cf09428da8acf95c167d7a8f2b1c",
        1,
    ),
    Certificate(
        "hands-2-3",
        "Canonical hands of all 1,286,792 indices of the game 2-3",
        _HANDS,
        "uint8",
        6_433_960,
        "ec8ddbfb999f9114ea8fa2376148ec974040f533277b7410e826a79ba16e0f48",
        1,
    ),
    Certificate(
        "hands-2-4",
        "Canonical hands of all 13,960,050 indices of the game 2-4",
        _HANDS,
        "uint8",
        83_760_300,
        "0e4192e21274528d62c0927b4c9fe79afd1011d9da52515d8b9b7d9bc84b1772",
        1,
    ),
    Certificate(
        "hands-2-5",
        "Canonical hands of all 123,156,254 indices of the game 2-5",
        _HANDS,
        "uint8",
        862_093_778,
        "b4fb6e7b780409147581af7a167dabefdddeb6cdd7ca1689471a8911dcf95e47",
        8,
    ),
    Certificate(
        "hands-2-3-1",
        "Canonical hands of all 55,190,538 indices of the game 2-3-1",
        _HANDS,
        "uint8",
        331_143_228,
        "1e70ca442c8a6087ef70ef6b67e0500df17ccc700d010bfc0e2d23c46a31cb4c",
        3,
    ),
    Certificate(
        "hands-2-3-1-1",
        "Canonical hands of all 2,428,287,420 indices of the game 2-3-1-1",
        _HANDS,
        "uint8",
        16_998_011_940,
        "972a5bff6b0ba9396370b9061371a0423b55aad1bc6fe4cb398fd8f9ea79c7f2",
        170,
    ),
    Certificate(
        "matchups",
        "Wins and ties of every combo against every other over all 1,712,304 boards; 0 if they share a card",
        _COMBOS,
        "uint32",
        14_066_208,
        "944c5103d782aeed3cd2e84ee02f5bea660306c9123b2639c346a398bd5906bd",
        1,
    ),
    Certificate(
        "ehs-preflop",
        "Sums of 2 * wins + ties over the runouts, of the hands of the game 2",
        _ROWS,
        "uint32",
        676,
        "dd31b7492bb55fc13e58fcb962384feac5397734634f7426a0869b633d593b0b",
        1,
    ),
    Certificate(
        "ehs-flop",
        "Sums of 2 * wins + ties over the runouts, of the hands of the game 2-3",
        _ROWS,
        "uint32",
        5_147_168,
        "dad1ab354f9166aef813474d5295f5a47921892e6db9d572b83389cc9d3bb96a",
        3,
    ),
    Certificate(
        "ehs-turn",
        "Sums of 2 * wins + ties over the runouts, of the hands of the game 2-4",
        _ROWS,
        "uint32",
        55_840_200,
        "f6299436e79545505deee68e1eba79ad58c7b1737c5e164e70acab9bfcc67c20",
        2,
    ),
    Certificate(
        "ehs-river",
        "2 * wins + ties on the whole board, of the hands of the game 2-5",
        _ROWS,
        "uint16",
        246_312_508,
        "1005c7e9db992c848b6d6f44580ac062251899d5781d9967da06613040b364fa",
        7,
    ),
    Certificate(
        "ehs2-preflop",
        "Sums of (2 * wins + ties)^2 over the runouts, of the hands of the game 2",
        _ROWS,
        "uint64",
        1_352,
        "27429ff3b4cf4d24c15b27f2f6e8d865e7eca4ce3970ce7c47dfa11f5ef07ac3",
        1,
    ),
    Certificate(
        "ehs2-flop",
        "Sums of (2 * wins + ties)^2 over the runouts, of the hands of the game 2-3",
        _ROWS,
        "uint32",
        5_147_168,
        "984c192def05d09d2e100d154f961d2c4ac109714030a0303123fe80f1aaf6a3",
        3,
    ),
    Certificate(
        "ehs2-turn",
        "Sums of (2 * wins + ties)^2 over the runouts, of the hands of the game 2-4",
        _ROWS,
        "uint32",
        55_840_200,
        "96acf6b99062fbeb5c1038c2fe0ce84a5f441460b52e0c062294b79daf3645ff",
        2,
    ),
    Certificate(
        "histogram-preflop",
        "Numbers of runouts in each of 50 bins, of the hands of the game 2",
        _BINS,
        "uint32",
        33_800,
        "cfe05f6800dbc7bb2059383cf36ad5bb708d5eb833c7f116280d4ea9a485fd98",
        1,
    ),
    Certificate(
        "histogram-flop",
        "Numbers of runouts in each of 50 bins, of the hands of the game 2-3",
        _BINS,
        "uint16",
        128_679_200,
        "64206d7a3f90d6dbef8d1b2635ea150cb9218566d90ba24f29f434c9cbda0588",
        5,
    ),
    Certificate(
        "odds-preflop",
        "Wins, ties and losses of the 169 hand classes against 1 to 8 random opponents, as text",
        _LINES,
        "ascii",
        138_698,
        "473dfcd9e0919fa961065309cedf7dd67dd10da71748a457e36bddd83417b856",
        25,
    ),
    Certificate(
        "odds-flop",
        "Probabilities and equity against 1 to 8 random opponents, of the hands of the game 2-3",
        _ODDS,
        "float64",
        247_064_064,
        "c0214b61cd6a43b00cf5a53b40b8b6335263f239e39a1d20d1bc0ab84b36adf3",
        60,
    ),
    Certificate(
        "odds-turn",
        "Probabilities and equity against 1 to 8 random opponents, of the hands of the game 2-4",
        _ODDS,
        "float64",
        2_680_329_600,
        "70c1593b49edf8a3e6bb0641f3f5f141607561b72a053bfa039a420a03c8ee42",
        140,
    ),
)

CERTIFICATES: Mapping[str, Certificate] = MappingProxyType({certificate.name: certificate for certificate in _ALL})
"""The published certificates by name.

Examples
--------
>>> import pokerbits as pb
>>> pb.certificates.CERTIFICATES["hands-2"].contents
'Canonical hands of all 169 indices of the game 2'
"""

publish("pokerbits.certificates", Certificate)

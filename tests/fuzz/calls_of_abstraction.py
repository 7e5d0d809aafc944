"""Calls of clustering and of outcome classes."""

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from integers import in_layout, integers, number
from registry import called
from values import THREADS, Strategy, Value, choice, mostly, optional, right, unjudged, unknown, wrong


@st.composite
def some_rows(draw: Any) -> Value:
    """Rows of small numbers."""
    rows = draw(hnp.arrays(np.int64, hnp.array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.integers(0, 2)))
    dtype = draw(st.sampled_from(["u1", "u2", "u4", "i8", ">i4", "f4", "f8", ">f8", "O"]))
    plain = f"np.array({rows.tolist()}).astype({dtype!r})"
    return Value(draw(in_layout(plain)), plain)


# Other integers, and floats among them, may be rows as well.
ROWS = mostly(some_rows(), unjudged(integers(0, 9)), 5)
called("pb.abstraction.distinct_rows", ROWS, num_threads=THREADS)


def fitted(estimator: str, **parameters: Strategy[Any]) -> None:
    """Register the method `fit_predict` of an estimator with these parameters."""
    weights = optional(unknown("[1] | np.ones(3) | [-1.0] * 5 | np.full(4, np.nan) | 5 | 'no' | []"), 3)
    by_place = right(f"pb.abstraction.{estimator}"), unjudged(ROWS)
    name = f"pb.abstraction.{estimator}.fit_predict"
    called(name, *by_place, function="fit_predict", sample_weight=weights, **parameters)


fitted("PercentileBuckets", n_buckets=optional(unjudged(number(1, 3))))
fitted("OptimalScalarBuckets", n_buckets=optional(unjudged(number(1, 3))))
fitted(
    "HistogramKMeans",
    n_clusters=unknown("1 | 2 | 5 | 0 | 10**30 | 2.5 | None | '3'"),
    metric=unknown("'emd' | 'l1' | 'l2' | 'no' | 5 | None"),
    positions=optional(unknown("None | [0, 1] | [1, 0] | [0.5, 0.5] | 5 | [np.inf, 0] | [] | 'no'"), 3),
    init=optional(unknown("'k-means++' | 'no' | [[1, 0]] | np.zeros((2, 2)) | 5 | [[np.nan]] | [] | [['a']]"), 3),
    tol=optional(unknown("0 | -1 | np.nan | 10**400 | 'no' | None | [1]"), 3),
    max_iter=optional(unjudged(number(1, 50)), 3),
    num_threads=THREADS,
    random_state=optional(unknown("0 | None | -1 | 'no' | np.random.default_rng(1)")),
)

STRENGTHS = st.builds(
    lambda strengths, form: Value(form.format(strengths), repr(strengths)),
    st.lists(st.integers(0, 8), min_size=15, max_size=15),
    st.sampled_from(["{}", "np.array({})", "np.array({}, np.uint8)", "tuple({})"]),
)
WRONG_STRENGTHS = wrong("[] | 5 | None | 'x' | [0.5] * 15 | [0] * 14 | np.zeros((15, 1), int) | [[]]")
called(
    "pb.abstraction.game_outcome_classes",
    # Leduc hold'em.
    right("pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)"),
    strengths=mostly(STRENGTHS, WRONG_STRENGTHS, 4),
    round=optional(right("-1 | 1 | np.int8(-1)", "1") | wrong("-3 | 2 | 1.0 | 'x'")),
    kind=optional(choice("outcome", "winrate")),
    recall=optional(number(0, 1), 3),
)

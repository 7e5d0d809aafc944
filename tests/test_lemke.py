"""Equilibria of linear gains by Lemke's method: the conditions of an equilibrium, and all equilibria by brute force."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from pokerbits.preflop import _lemke
from pokerbits.preflop._lemke import equilibrium

NUMBERS = {
    # Small integers have many ties.
    "integers": st.integers(-2, 2).map(float),
    "floats": st.floats(-1, 1).map(lambda number: round(number, 6)),
}


def is_equilibrium(gains, slopes, x):
    gain = gains + slopes @ x
    size = 1e-7 * (1 + np.abs(gains).max() + np.abs(slopes).sum(axis=1).max())
    return bool(((gain < size) | (x > 1 - 1e-9)).all() and ((gain > -size) | (x < 1e-9)).all())


def every_support(gains, slopes):
    """Yield an equilibrium of each way to play 0, to play 1 and to mix."""
    n = len(gains)
    for kinds in product((0.0, 1.0, 0.5), repeat=n):
        x = np.array(kinds)
        mixed = x == 0.5
        if mixed.any():
            rest = np.where(mixed, 0, x)
            inner = slopes[np.ix_(mixed, mixed)]
            if abs(np.linalg.det(inner)) < 1e-12:
                continue
            x[mixed] = np.linalg.solve(inner, -(gains + slopes @ rest)[mixed])
        if ((x >= 0) & (x <= 1)).all() and is_equilibrium(gains, slopes, x):
            yield x


@pytest.mark.parametrize("kind", NUMBERS)
def test_it_always_is_an_equilibrium(kind):
    @given(
        st.integers(1, 7).flatmap(
            lambda n: st.tuples(
                hnp.arrays(np.float64, n, elements=NUMBERS[kind]),
                hnp.arrays(np.float64, (n, n), elements=NUMBERS[kind]),
                hnp.arrays(np.bool_, n),
            )
        )
    )
    def check(game):
        gains, slopes, start = game
        found = equilibrium(gains, slopes, start)
        assert found is not None
        assert ((found >= 0) & (found <= 1)).all()
        assert is_equilibrium(gains, slopes, found)

    check()


def test_it_is_the_only_one_by_brute_force():
    rng = np.random.default_rng(3)
    alone = 0
    for _ in range(60):
        # A negative definite matrix has one equilibrium.
        root = rng.normal(size=(4, 4))
        gains, slopes = rng.normal(size=4), -(root @ root.T) - 0.01 * np.eye(4)
        known = list(every_support(gains, slopes))
        for start in (np.zeros(4, dtype=bool), np.ones(4, dtype=bool), rng.random(4) < 0.5):
            assert np.allclose(equilibrium(gains, slopes, start), known[0], atol=1e-8)
        alone += bool((np.abs(known[0] - 0.5) < 0.499).any())
    assert alone > 20


def test_matching_pennies():
    found = equilibrium(np.array([-1.0, 1.0]), np.array([[0.0, 2.0], [-2.0, 0.0]]), np.array([False, False]))
    assert found.tolist() == [0.5, 0.5]


def test_what_does_not_end_is_no_equilibrium(monkeypatch):
    monkeypatch.setattr(_lemke, "_MOST_PIVOTS", 0)
    assert equilibrium(np.array([1.0]), np.array([[0.0]]), np.array([False])) is None
    assert equilibrium(np.array([-1.0]), np.array([[0.0]]), np.array([False])).tolist() == [0]


@pytest.mark.parametrize("size", [1e-9, 1e9])
def test_the_unit_of_gains_does_not_matter(size):
    rng = np.random.default_rng(4)
    gains, slopes = rng.normal(size=5), rng.normal(size=(5, 5))
    start = rng.random(5) < 0.5
    assert np.allclose(equilibrium(gains * size, slopes * size, start), equilibrium(gains, slopes, start), atol=1e-9)

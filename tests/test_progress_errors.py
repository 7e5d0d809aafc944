"""What a progress callback raises, or Ctrl-C, is raised by the call, also when the call fails at the same time."""

import time

import numpy as np
import pytest

import pokerbits as pb


class StopError(Exception):
    """Raised by a callback."""


def test_what_progress_raises_is_not_lost_to_an_error_found_meanwhile():
    hands = np.array([pb.cards.parse_cards("AsKs2c3d4h")])

    def expected_strength(n, progress=None):
        rows = np.tile(hands, (n, 1))
        # The last hand is none.
        rows[-1, 4] = rows[-1, 3]
        pb.expected_hand_strength(rows[:, :2], board=rows[:, 2:], num_threads=2, progress=progress)

    def failing_call(n, progress=None):
        start = time.perf_counter()
        with pytest.raises(pb.exceptions.DuplicateCardError):
            expected_strength(n, progress)
        return time.perf_counter() - start

    # A call of about half a second, far more than the tenth after which the callback is called. The first one of all
    # starts threads and does not count.
    n = 500
    failing_call(n)
    while (seconds := min(failing_call(n), failing_call(n))) < 0.3:
        n *= 2

    def progress(done, total):
        # While it waits, the workers come to the last hand.
        time.sleep(6 * seconds)
        raise StopError

    with pytest.raises(StopError):
        expected_strength(n, progress)

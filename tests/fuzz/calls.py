"""All calls: importing a room puts its makers into the registry."""

import calls_of_abstraction  # noqa: F401
import calls_of_games  # noqa: F401
import calls_of_hands  # noqa: F401
import calls_of_indices  # noqa: F401
import calls_of_odds  # noqa: F401
import calls_of_ranges  # noqa: F401
import calls_of_rest  # noqa: F401
import calls_of_strength  # noqa: F401
from registry import MAKERS, Call, Refusal, Shaped, Unsure, given

__all__ = ["MAKERS", "Call", "Refusal", "Shaped", "Unsure", "given"]

"""Under `evaluate`: how many hands of each category there are, the scale of other evaluators, and keys that add up.

The strengths of Cactus Kev, phevaluator and treys are ranks from 1 (royal flush) to 7462. `evaluator.keys` has the
integers of cards whose sums say which ranks a hand has.
"""

from pokerbits._evaluator.cactus_kev import from_cactus_kev, to_cactus_kev
from pokerbits._evaluator.category import category_census
from pokerbits._public import publish
from pokerbits.evaluator import keys

__all__ = ["category_census", "from_cactus_kev", "keys", "to_cactus_kev"]

publish(__name__)

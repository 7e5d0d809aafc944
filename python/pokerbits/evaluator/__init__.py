"""Details of the evaluator: the number of hands in each category, the scale of other evaluators, and additive keys.

Cactus Kev, phevaluator and treys rank hands from 1 (royal flush) to 7462. `evaluator.keys` has the integer keys of the
cards, whose sum identifies the ranks of a hand.
"""

from pokerbits._evaluator.cactus_kev import from_cactus_kev, to_cactus_kev
from pokerbits._evaluator.category import category_census
from pokerbits._public import publish_namespace
from pokerbits.evaluator import keys

__all__ = ["category_census", "from_cactus_kev", "keys", "to_cactus_kev"]

publish_namespace(__name__)

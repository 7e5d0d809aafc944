"""Details of the evaluator: the number of hands in each category, the scale of other evaluators, and additive keys.

Cactus Kev, phevaluator and treys rank hands from 1 (royal flush) to 7462, the Two Plus Two evaluator by category and
place within it. `evaluator.keys` has the integer keys of the
cards, whose sum identifies the ranks of a hand.
"""

from pokerbits._evaluator.cactus_kev import from_cactus_kev, to_cactus_kev
from pokerbits._evaluator.category import category_census
from pokerbits._evaluator.two_plus_two import from_two_plus_two, to_two_plus_two
from pokerbits._public import publish_namespace
from pokerbits.evaluator import keys

__all__ = ["category_census", "from_cactus_kev", "from_two_plus_two", "keys", "to_cactus_kev", "to_two_plus_two"]

publish_namespace(__name__)

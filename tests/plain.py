"""The two ways of a call that the core may answer: the short one, by the core alone, and the long one, in Python."""

from functools import partial

import pokerbits as pb
from pokerbits import _native
from pokerbits._equity.two_cards import counted
from pokerbits._evaluator.outs import _by_category
from pokerbits._odds.random_opponents import _of_one_hand

FINISH = {"outs": _by_category, "odds_vs_random": _of_one_hand}


def long_way(function):
    """Return the function of Python behind one of the core."""
    return function.__wrapped__


def short_way(function, *arguments, **options):
    """Return what the core alone answers, `None` if it leaves the call to Python."""
    name = function.__name__
    found = getattr(_native, name)(*arguments, **options)
    if found is NotImplemented:
        return None
    finish = partial(counted, players=arguments) if function is pb.equity else FINISH.get(name, lambda answer: answer)
    return finish(found)

"""The words of a goal, and for each an attempt that breaks it.

A goal says what parameters drew, and what is the same in each episode. A parameter is broken by an oracle that acts as
though another value had been asked for; a text that is typed, by typing another one.

* `other_parameters` - parameters that differ from an episode's own in one of them.
* `goal_words` - the words of a goal that mean something: names, numbers, nouns and verbs.
* `said_by` - the words that a parameter puts into a goal. `imperatives` - its verbs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from crab_gym.task import Params, Task
from crab_gym.task.parameters import resolve

__all__ = ["OtherParameter", "goal_words", "imperatives", "other_parameters", "said_by"]

_DRAWS: Final = 30
_CLAUSE: Final = re.compile(
    r"(?:^|[.:;,]\s+|\b(?:then|and|please)\s+)(?:(?:then|and|please)\s+)*([a-z]+)", re.IGNORECASE
)
"""A clause's first word."""
_EMPTY: Final = frozenset(
    """a about above after again all also an and any are as at be been before below beside both but by can each else
    for from has have here how i if in into is it its let may me my no not of off on one only or other our out over per
    shall so some such than that the their them then there these they this those to too up use was what when where
    which who whose will with without yes you your please desktop phone quotes first""".split()
)
"""Words that say nothing by themselves."""


class OtherParameter(NamedTuple):
    """Parameters of which one isn't the episode's own.

    Attributes:
        name: The parameter.
        params: All of them.
    """

    name: str
    params: Params


def other_parameters(task: Task, params: Params, rng: random.Random) -> Iterator[OtherParameter]:
    """Yields for each parameter that the goal tells the parameters in which it alone has another value.

    Args:
        task: The task.
        params: The episode's parameters.
        rng: Draws the values.
    """
    own = vars(params)
    for name in task.parameters:
        for _ in range(_DRAWS):
            drawn = resolve(task.parameters, None, rng)[name]
            other = Params(**{**own, name: drawn})
            if drawn == own[name] or task.asks_same(other, params):
                continue
            try:
                told = task.goal(other) != task.goal(params)
            except Exception:  # values that don't go together may make no sentence
                continue
            if told:
                yield OtherParameter(name, other)
                break


def goal_words(goal: str) -> list[str]:
    """Returns the words of a goal that mean something, in their order, each once.

    >>> goal_words("Send Ada the text 'On my way at 8:30', then delete ~/a.txt.")
    ['send', 'ada', 'text', 'way', '8:30', 'delete', '~/a.txt']
    """
    words = [word.strip(".,;:!?()[]'\"“”‘’").casefold() for word in re.split(r"\s+", goal)]
    return list(dict.fromkeys(word for word in words if word and word not in _EMPTY))


def said_by(task: Task, params: Params, other: Params) -> frozenset[str]:
    """Returns the words of a goal that other parameters change."""
    return frozenset(goal_words(task.goal(params))) - frozenset(goal_words(task.goal(other)))


def imperatives(goal: str) -> frozenset[str]:
    """Returns the verbs of a goal: the words with which its clauses begin.

    >>> sorted(imperatives("Open a.txt, copy its first line and delete it. Then lock the screen."))
    ['copy', 'delete', 'lock', 'open']
    """
    return frozenset(goal_words(" ".join(_CLAUSE.findall(goal))))

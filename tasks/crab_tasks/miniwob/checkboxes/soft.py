"""Tick the boxes with words that mean about the same as those that are named, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.boxes import ticking
from crab_tasks.kits.android.miniwob.family import Problem, family

__all__ = ["TASK"]


_ALIKE = (
    ("happy", "glad"), ("big", "large"), ("quick", "fast"), ("cold", "chilly"), ("sea", "ocean"), ("stone", "rock"),
    ("road", "street"), ("gift", "present"), ("begin", "start"), ("shut", "close"), ("ill", "sick"),
    ("rich", "wealthy"), ("angry", "furious"), ("doctor", "physician"), ("child", "kid"), ("coat", "jacket"),
    ("sofa", "couch"), ("garbage", "trash"), ("taxi", "cab"), ("forest", "wood"), ("answer", "reply"),
    ("error", "mistake"), ("film", "movie"), ("autumn", "fall"), ("lawyer", "attorney"), ("shout", "yell"),
    ("smart", "clever"),
)  # fmt: skip


def draw(rng: random.Random) -> Problem:
    """Returns the page: five boxes, of which one to three have such words.

    Near miss: Ticks a wrong box in place of a right one.
    """
    pairs = rng.sample(_ALIKE, 5)
    count = rng.randint(1, 3)
    shown = [pair[1] for pair in pairs]
    return ticking(rng, shown, shown[:count], [pair[0] for pair in pairs[:count]])


TASK = family("click_checkboxes_soft", draw, "Tick the words with the same meanings.", ("ticked",), tags=("checkbox",))

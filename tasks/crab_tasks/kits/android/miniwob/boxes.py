"""Pages on which some boxes are to be ticked."""

from __future__ import annotations

import random
from collections.abc import Sequence

from crab_tasks.kits.android.miniwob.family import Problem
from crab_tasks.kits.android.miniwob.items import check, column, submit
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import spoken

__all__ = ["ticking"]


def ticking(rng: random.Random, shown: Sequence[str], wanted: Sequence[str], said: Sequence[str] = ()) -> Problem:
    """Returns a page with a box for each word.

    Args:
        rng: Draws the order, and the mistakes of near misses and detours.
        shown: The words.
        wanted: Those whose boxes are to be ticked.
        said: What the instruction says for each of them; the word itself where it says nothing else.
    """
    other = rng.choice([word for word in shown if word not in wanted])
    boxes = [check("ticked", word) for word in shown]
    words = spoken([f'"{word}"' for word in said or wanted])
    asked = f"Tick {words}" if not said else f"Tick the words that mean about the same as {words}"
    return Problem(
        says=f"{asked}, and press Submit.",
        items=[column(boxes, shuffle=True, gap=0), submit()],
        values={"ticked": []},
        answer={"ticked": sorted(wanted)},
        steps={"ticked": {"ticked": sorted(wanted)}},
        moves={"ticked": [press(word, "checkbox") for word in wanted], "done": [press("Submit")]},
        wrong=[*[press(word, "checkbox") for word in [*wanted[1:], other]], press("Submit")],
        detour=[press(other, "checkbox"), press(other, "checkbox")],
    )

"""Parameters that are several things in an order, as a goal tells them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from crab_gym.task.parameters import Parameter

__all__ = ["several"]


def _told(items: Sequence[str]) -> Mapping[str, object]:
    quoted = [f'"{item}"' for item in items]
    return {"items": list(items), "says": " and ".join([", ".join(quoted[:-1])] * (len(quoted) > 1) + quoted[-1:])}


def several(
    draw: Callable[[random.Random, int], Sequence[str]], least: int, most: int, default: Sequence[str], apart: str = ""
) -> Parameter:
    """Returns a parameter that is several different things: ``items``, and what ``says`` them in a goal.

    Args:
        draw: Draws so many things.
        least: Their least number.
        most: Their greatest number.
        default: The default things.
        apart: See `Parameter`.

    >>> several(lambda rng, count: [], 2, 5, ["A", "B", "C"]).default["says"]
    '"A", "B" and "C"'
    """

    def accepts(value: object) -> bool:
        if not isinstance(value, dict) or not isinstance(value.get("items"), list):
            return False
        items = value["items"]
        right = all(isinstance(item, str) and item for item in items) and len(set(items)) == len(items)
        return right and least <= len(items) <= most and value == _told(items)

    expected = f"a dict of 'items', {least} to {most} different texts, and 'says', these in words"
    return Parameter(
        "list", _told(default), lambda rng: _told(draw(rng, rng.randint(least, most))), accepts, expected, apart
    )

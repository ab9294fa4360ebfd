"""Read a value from a table, type and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.asking import by_typing
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import table
from crab_tasks.kits.android.miniwob.tables import labelled
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a table of five labels with values.

    Near miss: Types the value of another row.
    """
    rows = labelled(rng, 5)
    (label, value), (_, other) = some(rng, rows, 2)
    says = f'Type the value of "{label}" in the table into the field and press Submit.'
    return by_typing(says, [table(rows)], value, other)


TASK = family(
    "read_table", draw, "Read a value from a table, and submit it.", ("typed",), tags=("read", "type"), version=2
)

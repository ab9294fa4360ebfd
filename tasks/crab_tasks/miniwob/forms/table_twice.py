"""Read two values from a table, type and submit them."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, submit, table
from crab_tasks.kits.android.miniwob.moves import press, write
from crab_tasks.kits.android.miniwob.tables import labelled
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a table of six labels with values, and two fields.

    Near miss: Types the two values into each other's fields.
    """
    rows = labelled(rng, 6)
    (first, value), (second, other) = some(rng, rows, 2)
    return Problem(
        says=f'Type the value of "{first}" into the first field and that of "{second}" into the second one, then press '
        "Submit.",
        items=[table(rows), field("first", "First"), field("second", "Second"), submit()],
        answer={"first": {"word": value}, "second": {"word": other}},
        steps={"first": {"first": {"word": value}}, "second": {"second": {"word": other}}},
        moves={"first": [write("first", value)], "second": [write("second", other)], "done": [press("Submit")]},
        wrong=[write("first", other), write("second", value), press("Submit")],
        detour=[write("first", other)],
    )


TASK = family("read_table_2", draw, "Read two values from a table.", ("first", "second"), tags=("read", "type"))

"""Type the beginning of a name, choose from the suggestions and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, submit
from crab_tasks.kits.android.miniwob.moves import press, write
from crab_tasks.kits.android.miniwob.words import COUNTRIES, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a field that suggests names of countries.

    Near miss: Enters another country.
    """
    wanted, other = some(rng, COUNTRIES, 2)
    head, tail = wanted[:2], wanted[-2:]
    fitting = [name for name in COUNTRIES if name.startswith(head) and name.endswith(tail)]
    if other in fitting:
        other = next(name for name in COUNTRIES if name not in fitting)
    return Problem(
        says=f'Enter a country that begins with "{head}" and ends with "{tail}", and press Submit.',
        items=[
            field("country", "Country"), {"k": "suggest", "field": "country", "options": list(COUNTRIES)}, submit(),
        ],
        answer={"country": {"any": [{"word": name} for name in fitting]}},
        steps={"entered": {"country": {"any": [{"word": name} for name in fitting]}}},
        moves={"entered": [write("country", wanted[:3]), press(wanted, "list_item")], "done": [press("Submit")]},
        wrong=[write("country", other), press("Submit")],
        detour=[write("country", other[:3]), press(other, "list_item")],
    )  # fmt: skip


TASK = family("use_autocomplete", draw, "Choose from the suggestions of a field.", ("entered",), tags=("type",))

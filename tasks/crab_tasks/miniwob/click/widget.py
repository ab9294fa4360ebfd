"""Touch any widget of the kind that is named."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, column, end, field
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import NOUNS, some

__all__ = ["TASK"]


_KINDS = {
    "button": "a button", "checkbox": "a check box", "radio": "a radio button", "text_field": "a text field",
    "switch": "a switch",
}  # fmt: skip


def draw(rng: random.Random) -> Problem:
    """Returns the page: one or two widgets of each kind.

    Near miss: Touches a widget of another kind.
    """
    labels = iter(some(rng, NOUNS, 14))
    items = []
    for _ in range(rng.randint(1, 2)):
        for kind in ("checkbox", "radio", "switch"):
            do = end(kind)
            items.append({"k": "toggle", "toggle": kind, "text": next(labels), "on": {"never": 1}, "do": do})
        items.append(field(f"field_{len(items)}", next(labels), focus=end("text_field")))
        items.append(button(next(labels), end("button")))
    wanted, other = some(rng, list(_KINDS), 2)
    return Problem(
        says=f"Touch {_KINDS[wanted]}.",
        items=[column(items, shuffle=True, gap=6)],
        event=wanted,
        moves={"done": [press(role=wanted)]},
        wrong=[press(role=other)],
    )


TASK = family(
    "click_widget",
    draw,
    "Touch any widget of the kind that is named.",
    implies=("click_dialog", "click_test", "click_test_transfer"),
    tags=("click",),
)

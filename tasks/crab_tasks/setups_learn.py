"""What the small tasks for learning share: things to do in many wordings, and notes on the desktop."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.task.parameters import Parameter, text
from crab_tasks.setups import HOME

__all__ = ["NOTES", "chore", "chore_like", "other_chores", "plant_notes", "plant_todos"]

_VERBS = (
    "Water", "Paint", "Repair", "Sell", "Clean", "Sketch", "Label", "Measure", "Move", "Dust", "Order", "Sort", "Wrap",
    "Return", "Borrow", "Polish",
)  # fmt: skip
_THINGS = (
    "the ferns", "the fence", "the lamp", "the kettle", "the ladder", "the attic", "the canoe", "the piano",
    "the stove", "the boots", "the globe", "the curtains", "the saddle", "the cupboard", "the tent", "the mirror",
    "the skates", "the hammock", "the toolbox", "the doorbell", "the bench", "the vases", "the carpet", "the telescope",
)  # fmt: skip
NOTES = ("market", "garden", "harbour", "kitchen", "office", "school", "village", "workshop")
"""Names of notes, without their extension."""


def _draw(rng: random.Random) -> str:
    return f"{rng.choice(_VERBS)} {rng.choice(_THINGS)}"


def chore() -> Parameter:
    """Something to do, one of some four hundred."""
    return text(_draw, "Water the ferns", "todo_title")


def chore_like(title: str, rng: random.Random) -> str:
    """Returns something to do that shares its first word with another."""
    verb = title.partition(" ")[0]
    return rng.choice([other for thing in _THINGS if (other := f"{verb} {thing}") != title])


def other_chores(title: str, count: int, rng: random.Random) -> list[str]:
    """Returns different things to do, none of which is this one."""
    found: dict[str, None] = {}
    while len(found) < count:
        drawn = _draw(rng)
        if drawn != title:
            found[drawn] = None
    return list(found)


def plant_todos(devices: Mapping[str, Setup], titles: Sequence[str]) -> None:
    """Makes these the only entries of the Tasks app, in this order."""
    phone = devices["android"]
    phone.clear_todos()
    for title in titles:
        phone.add_todo(title)


def plant_notes(devices: Mapping[str, Setup], notes: Mapping[str, str]) -> None:
    """Writes notes into the home folder, by their names without extension."""
    for name, content in notes.items():
        devices["ubuntu"].write_file(f"{HOME}/{name}.txt", content)

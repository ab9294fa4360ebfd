"""Log in with a name and a password."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, end, field, text
from crab_tasks.kits.android.miniwob.moves import press, write
from crab_tasks.kits.android.miniwob.words import FIRST_NAMES, password

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two fields.

    Near miss: Swaps the name and the password.
    """
    name, word = rng.choice(FIRST_NAMES).lower(), password(rng)
    return Problem(
        says=f'Log in with the name "{name}" and the password "{word}".',
        items=[
            text("Name"), field("name", "Name"), text("Password"), field("password", "Password", password=True),
            button("Log in", end("login"), style="filled"),
        ],
        event="login",
        answer={"name": name, "password": word},
        steps={"named": {"name": name}, "secret": {"password": word}},
        moves={
            "named": [write("name", name)], "secret": [write("password", word)], "done": [press("Log in", "button")],
        },
        wrong=[write("name", word), write("password", name), press("Log in", "button")],
        detour=[write("name", word)],
    )  # fmt: skip


TASK = family(
    "login_user",
    draw,
    "Log in with a name and a password.",
    ("named", "secret"),
    places=True,
    version=2,
    tags=("form", "type"),
)

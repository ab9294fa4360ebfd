"""Log in with a name and a password, although a dialog gets in the way."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, dialog, end, field, text
from crab_tasks.kits.android.miniwob.moves import fill_past, press, write
from crab_tasks.kits.android.miniwob.words import FIRST_NAMES, password, sentence, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two fields; a dialog appears as soon as one of them is filled in.

    Near miss: Types the name, and leaves the page by the dialog's button.
    """
    name, word = rng.choice(FIRST_NAMES).lower(), password(rng)
    pops = [["if", {"popped": None}, [["set", "popped", 1]]]]
    stay, leave = some(rng, ("Stay", "Go on", "Not now"), 1)[0], some(rng, ("Leave", "Log out", "Start over"), 1)[0]
    buttons = [button(leave, end("left")), button(stay, [["set", "popped", 2]])]
    names = {"popped": 1}
    return Problem(
        says=f'Log in with the name "{name}" and the password "{word}". If a dialog gets in the way, stay on the page.',
        items=[
            field("name", "Name", typed=pops), field("password", "Password", password=True, typed=pops),
            button("Log in", end("login"), style="filled"),
            dialog("Do you want to leave?", [text(sentence(rng)), *buttons], when=names),
        ],
        event="login",
        answer={"name": name, "password": word},
        steps={"named": {"name": name}, "secret": {"password": word}},
        moves={
            "named": [fill_past("name", name, stay)], "secret": [fill_past("password", word, stay)],
            "done": [press("Log in", "button")],
        },
        wrong=[write("name", name), press(leave, "button")],
        detour=[write("name", word), press(stay, "button")],
    )  # fmt: skip


TASK = family(
    "login_user_popup",
    draw,
    "Log in although a dialog gets in the way.",
    ("named", "secret"),
    places=True,
    version=2,
    tags=("form", "dialog"),
)

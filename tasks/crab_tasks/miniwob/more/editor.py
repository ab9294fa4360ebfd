"""Select a word of a text and make it bold or underlined, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, field, row, somewhere, submit, text
from crab_tasks.kits.android.miniwob.moves import hold_text, press, select_all
from crab_tasks.kits.android.miniwob.words import sentence

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a text of one word or all, and two buttons.

    Near miss: Gives the style to the other choice: the whole text instead of a word, or a word instead of the text.
    """
    words, way = sentence(rng), rng.choice(("Bold", "Underline"))
    first, everything = words.split()[0], rng.random() < 0.5
    wanted = words if everything else first
    choose_text = select_all("box") if everything else hold_text("box")
    other = hold_text("box") if everything else select_all("box")
    return Problem(
        says=f'Select {"all of the text" if everything else f"the word {first}"}, touch "{way}" and press Submit.',
        items=somewhere(rng, [
            field("box", "Text", lines=3),
            row([button(name, [["keep", name.lower()]], flex=1) for name in ("Bold", "Underline")]),
            *[row([text(f"{name}:", tone="muted"), text("", bind=name.lower(), flex=1)],
                  when={name.lower(): {"not": None}}) for name in ("Bold", "Underline")],
            submit(),
        ]),
        values={"box": words},
        answer={way.lower(): wanted, "underline" if way == "Bold" else "bold": None, "box": words},
        asks=f"{way} {everything}",
        steps={"styled": {way.lower(): wanted}},
        moves={"styled": [choose_text, press(way, "button")], "done": [press("Submit", "button")]},
        wrong=[other, press(way, "button"), press("Submit", "button")],
        detour=[other, press(way, "button")],
    )  # fmt: skip


TASK = family("text_editor", draw, "Give a part of a text a style.", ("styled",), tags=("ours", "select"), version=2)

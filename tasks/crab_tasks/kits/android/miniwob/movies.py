"""Pages with a form that searches for films."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem
from crab_tasks.kits.android.miniwob.items import Item, box, button, column, end, field, text
from crab_tasks.kits.android.miniwob.moves import Move, press, write
from crab_tasks.kits.android.miniwob.words import LAST_NAMES, some

__all__ = ["film_search"]


_GENRES = ("Action", "Comedy", "Drama", "Western", "Thriller", "Musical", "Fantasy", "Mystery")
_WORDS = {"director": ("Director", "Directed by"), "genre": ("Genre", "Kind of film"), "year": ("Year", "Made in")}
_BUTTONS = ("Search", "Find", "Submit", "Go")


def film_search(rng: random.Random, layouts: bool) -> Problem:
    """Returns a page with three fields in any order.

    Args:
        rng: Draws the film, and the order of the fields.
        layouts: Whether labels, their places and the button differ from page to page, too.
    """
    wanted = {
        "director": rng.choice(LAST_NAMES), "genre": rng.choice(_GENRES), "year": str(rng.randint(1950, 2020)),
    }  # fmt: skip
    named = {name: rng.choice(words) if layouts else words[0] for name, words in _WORDS.items()}
    above = layouts and rng.random() < 0.5
    fields: list[Item] = []
    for name in some(rng, list(named), 3):
        entry = field(name, "" if above else named[name])
        fields.append(column([text(named[name], bold=True), entry], gap=4) if above else entry)
    label = rng.choice(_BUTTONS) if layouts else "Search"
    shown: list[Item] = [*fields, button(label, end("search"), style="filled")]
    if layouts and rng.random() < 0.5:
        shown = [text("Films", size=20, bold=True), box(shown, gap=12)]
    moves: dict[str, list[Move]] = {name: [write(name, value)] for name, value in wanted.items()}
    swapped = [write("director", wanted["genre"]), write("genre", wanted["director"]), *moves["year"]]
    return Problem(
        says=f"Search for films of the genre {wanted['genre']} by the director {wanted['director']} from the year "
        f"{wanted['year']}.",
        items=shown,
        event="search",
        answer={name: {"word": value} for name, value in wanted.items()},
        steps={name: {name: {"word": value}} for name, value in wanted.items()},
        moves={**moves, "done": [press(label, "button")]},
        wrong=[*swapped, press(label, "button")],
        detour=[write("year", "1900")],
    )

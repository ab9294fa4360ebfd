"""Pages with posts of people, each with icons below it and a menu of more."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from crab_tasks.kits.android.miniwob.items import Item, box, button, end, grid, icon, row, text
from crab_tasks.kits.android.miniwob.words import FIRST_NAMES, sentence, some

__all__ = ["ICONS", "MENU", "feed", "posts"]


ICONS = {"reply": "Reply", "repeat": "Repost", "heart": "Like"}
"""What the icons below a post do, by their names."""
MENU = ("Share", "Copy link", "Embed", "Mute", "Block", "Report")
"""The entries of its menu."""


def posts(rng: random.Random, count: int, people: int) -> list[tuple[str, str]]:
    """Returns posts as pairs of a person's handle and a text; each of the people has one at least.

    Args:
        rng: Draws them.
        count: Number of the posts.
        people: Number of the people.
    """
    handles = [f"@{name.lower()}" for name in some(rng, FIRST_NAMES, people)]
    authors = [*handles, *[rng.choice(handles) for _ in range(count - people)]]
    rng.shuffle(authors)
    return [(author, sentence(rng)) for author in authors]


def feed(shown: Sequence[tuple[str, str]], ends: bool) -> list[Item]:
    """Returns a box for each post; the icons end the page, or put the post's number into a list of their name."""
    boxes = []
    for i, (author, words) in enumerate(shown):

        def does(name: str, i: int = i) -> list[list[Any]]:
            return end(f"{name} {i}") if ends else [["pick", name, i]]

        icons = [
            icon(picture, f"{name}: {author}", does(name), name=f"{name.lower()}_{i}", on={name: {"has": i}})
            for picture, name in ICONS.items()
        ]
        items: list[Item] = [text(author, bold=True), text(words, size=14), row(icons, gap=20)]
        if ends:
            icons.append(icon("more", f"More: {author}", [["flip", f"more_{i}"]], name=f"more_{i}"))
            entries = [button(name, does(name), style="text", name=f"entry_{i}_{n}") for n, name in enumerate(MENU)]
            items[-1] = row(icons, gap=20)
            items.append(grid(entries, 3, 42, when={f"more_{i}": True}))
        boxes.append(box(items))
    return boxes

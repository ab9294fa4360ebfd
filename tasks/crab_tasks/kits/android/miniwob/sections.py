"""Pages on which a link lies behind one of several tabs or in one of several sections."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem
from crab_tasks.kits.android.miniwob.items import Item, flow, link, tabs, text, tile
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import LABELS, NOUNS, sentence

__all__ = ["in_sections", "in_tabs"]


def _texts(rng: random.Random, parts: int, links: int) -> tuple[list[list[Item]], list[list[str]]]:
    """Returns a text with links for each part, and the words of these links, which all differ."""
    words = iter(rng.sample((*NOUNS, *LABELS), parts * links))
    texts: list[list[Item]] = []
    names: list[list[str]] = []
    for _ in range(parts):
        names.append([next(words) for _ in range(links)])
        plain: list[Item] = [text(word) for word in sentence(rng).split()]
        for name in names[-1]:
            plain.insert(rng.randint(0, len(plain)), link(name))
        texts.append(plain)
    return texts, names


def in_tabs(rng: random.Random, count: int, links: int) -> Problem:
    """Returns a page with tabs, of which the first is open; the link is behind another one.

    Args:
        rng: Draws texts and links.
        count: Number of tabs.
        links: Links on each of them.
    """
    texts, names = _texts(rng, count, links)
    place = rng.randint(1, count - 1)
    wanted = names[place][0]
    other = 0 if place == count - 1 else count - 1
    return Problem(
        says=f'Find the link "{wanted}" behind one of the tabs and follow it.',
        items=[
            tabs("tab", [f"Tab {i + 1}" if count < 5 else str(i + 1) for i in range(count)]),
            *[flow(content, when={"tab": i}) for i, content in enumerate(texts)],
        ],
        values={"tab": 0},
        event=wanted,
        steps={"shown": {"tab": place}},
        moves={"shown": [press(rid="tab", nth=place)], "done": [press(wanted, "link")]},
        wrong=[press(rid="tab", nth=other), press(names[other][0], "link")],
        detour=[press(rid="tab", nth=other)],
    )


def in_sections(rng: random.Random, count: int, links: int) -> Problem:
    """Returns a page with sections, all closed, of which one is open at a time.

    Args:
        rng: Draws texts and links.
        count: Number of sections.
        links: Links in each of them.
    """
    texts, names = _texts(rng, count, links)
    place, other = rng.sample(range(count), 2)
    wanted = names[place][0]
    items: list[Item] = []
    for i, content in enumerate(texts):
        opens = [["if", {"open": i}, [["set", "open", -1]], [["set", "open", i]]]]
        items.append(tile(f"Section {i + 1}", opens, lead="chevron_right"))
        items.append(flow(content, when={"open": i}))
    return Problem(
        says=f'Find the link "{wanted}" in one of the sections and follow it.',
        items=items,
        event=wanted,
        steps={"shown": {"open": place}},
        moves={"shown": [press(f"Section {place + 1}", "list_item")], "done": [press(wanted, "link")]},
        wrong=[press(f"Section {other + 1}", "list_item"), press(names[other][0], "link")],
        detour=[press(f"Section {other + 1}", "list_item")],
    )

"""Search for a word, and follow one of the results, which fill several pages."""

from __future__ import annotations

import random
from collections.abc import Sequence

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Act, Item, button, column, end, field, link, row, text
from crab_tasks.kits.android.miniwob.moves import enter, press, write
from crab_tasks.kits.android.miniwob.words import FIRST_NAMES, LAST_NAMES, NOUNS, ordinal, sentence, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a field, and three pages of three results each.

    Near miss: Searches for the right word, but follows another result.
    """
    word, other = rng.choice(FIRST_NAMES), rng.choice(LAST_NAMES)
    titles = [name.title() for name in some(rng, NOUNS, 18)]
    place, wrong = some(rng, range(9), 2)

    def results(names: Sequence[str], kind: str, when: Item) -> Item:
        pages = []
        for page in range(3):
            shown = [
                column([link(names[i], end(f"{kind} {i}")), text(sentence(rng), size=13, tone="muted")], gap=2)
                for i in range(3 * page, 3 * page + 3)
            ]
            pages.append(column(shown, when={"page": page}, gap=14))
        turns = [
            button("Previous", [["count", "page", -1, 0, 2]], flex=1),
            button("Next", [["count", "page", 1, 0, 2]], flex=1),
        ]  # fmt: skip
        return column([*pages, row(turns)], when=when, gap=16)

    search: list[Act] = [["take", "query", "words"], ["set", "page", 0]]
    right = word.casefold()
    return Problem(
        says=f'Search for "{word}" and follow the {ordinal(place + 1)} result.',
        items=[
            row([field("words", "Search", do=search, flex=1), button("Search", search, style="filled")]),
            results(titles[:9], "result", {"query": right}),
            results(titles[9:], "other", {"query": {"out": [None, "", right]}}),
        ],
        values={"page": 0},
        event=f"result {place}",
        steps={"searched": {"query": right}},
        moves={
            "searched": [write("words", word), press("Search", "button")],
            "done": [*[press("Next", "button")] * (place // 3), press(titles[place], "link")],
        },
        wrong=[write("words", word), enter(), *[press("Next", "button")] * (wrong // 3), press(titles[wrong], "link")],
        detour=[write("words", other), enter()],
    )  # fmt: skip


TASK = family(
    "search_engine",
    draw,
    "Search, and follow one of the results.",
    ("searched",),
    places=True,
    version=2,
    tags=("search", "type"),
)

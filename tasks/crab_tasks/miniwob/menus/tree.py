"""Find a file or folder in a tree of folders, and touch it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import column, end, tile
from crab_tasks.kits.android.miniwob.moves import Move, press
from crab_tasks.kits.android.miniwob.words import FIRST_NAMES, NOUNS, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three folders with two files or folders each; the asked one lies in one of them.

    Near miss: Touches another entry of the tree.
    """
    names = iter(some(rng, (*FIRST_NAMES, *NOUNS), 18))
    items = []
    inner: list[tuple[str, str]] = []
    for i in range(3):
        folder = next(names)
        leaves = [next(names) for _ in range(rng.randint(2, 3))]
        rows = [tile(leaf, end(leaf), lead="file") for leaf in leaves]
        deep, deepest = next(names), next(names)
        rows.append(tile(deep, [["flip", f"deep_{i}"]], lead="folder"))
        rows.append(column([tile(deepest, end(deepest), lead="file")], when={f"deep_{i}": True}, pad=24, gap=0))
        items.append(tile(folder, [["flip", f"open_{i}"]], lead="folder"))
        items.append(column(rows, when={f"open_{i}": True}, pad=24, gap=0))
        inner += [(f"open_{i}", leaf) for leaf in leaves] + [(f"deep_{i}", deepest)]
    folders = {f"open_{i}": items[2 * i]["text"] for i in range(3)}
    deeps = {f"deep_{i}": items[2 * i + 1]["items"][-2]["text"] for i in range(3)}

    def way(place: str) -> list[Move]:
        first = press(folders[place.replace("deep", "open")], "list_item")
        return [first, press(deeps[place], "list_item")] if place in deeps else [first]

    (place, wanted), (other_place, other) = some(rng, inner, 2)
    return Problem(
        says=f'Find "{wanted}" in the tree of folders and touch it.',
        items=[column(items, gap=0)],
        event=wanted,
        steps={"opened": {place: True}},
        moves={"opened": way(place), "done": [press(wanted, "list_item")]},
        wrong=[*way(other_place), press(other, "list_item")],
        detour=[press(folders["open_0"], "list_item"), press(folders["open_0"], "list_item")],
    )


TASK = family("navigate_tree", draw, "Find a file in a tree of folders.", ("opened",), tags=("tree",))

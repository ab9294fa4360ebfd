"""Delete the file with an ending in a terminal."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Act, box, button, end, field, text
from crab_tasks.kits.android.miniwob.moves import enter, press, write
from crab_tasks.kits.android.miniwob.words import NOUNS, some

__all__ = ["TASK"]


_ENDINGS = ("gif", "png", "txt", "zip", "csv", "html", "py", "mp3")


def draw(rng: random.Random) -> Problem:
    """Returns the page: a terminal with three files.

    Near miss: Deletes another file.
    """
    endings = some(rng, _ENDINGS, 3)
    files = [f"{name}.{ending}" for name, ending in zip(some(rng, NOUNS, 3), endings, strict=True)]
    shown = rng.sample(files, 3)
    left = [file for file in shown if file != files[0]]
    do: list[Act] = [
        ["command", "lines", "command"], ["type", "command", ""],
        ["if", {"files": left}, end("deleted"), [["if", {"files": {"not": shown}}, end("another")]]],
    ]  # fmt: skip
    return Problem(
        says=f'Use the terminal to delete the file that ends in ".{endings[0]}". Type "help" to see its commands.',
        items=[
            box([text("", bind="lines", mono=True, size=13)], tone=[236, 236, 240]),
            field("command", "Command", do=do), button("Run", do, style="filled"),
        ],
        values={"files": shown, "lines": ["Ready"]},
        event="deleted",
        moves={"done": [write("command", "ls"), enter(), write("command", f"rm {files[0]}"), enter()]},
        wrong=[write("command", f"rm {files[1]}"), enter()],
        detour=[write("command", "help"), press("Run"), write("command", "rm nothing"), enter()],
    )  # fmt: skip


TASK = family("terminal", draw, "Delete a file in a terminal.", tags=("type", "game"))

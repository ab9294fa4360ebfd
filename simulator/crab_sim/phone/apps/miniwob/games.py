"""Pages that answer by rules of their own: a terminal with a few commands, noughts and crosses, a die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from crab_sim.ui import PlainData

__all__ = ["LINES", "command", "mark", "result", "turn"]

LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""The cells of noughts and crosses that win together."""
_HELP: Final = ("Commands: help, ls, rm FILE", "clear: clears the screen")
_MAX_LINES: Final = 14


def command(values: Mapping[str, PlainData], name: str, text: str) -> Mapping[str, PlainData]:
    """Returns the values that a command changes: the terminal's lines (`name`) and its ``"files"``.

    >>> command({"lines": [], "files": ["a.txt", "b.png"]}, "lines", "rm b.png")["files"]
    ['a.txt']
    """
    files: list[str] = list(values.get("files", ()))
    lines: list[str] = [*values.get(name, ()), f"$ {text}"]
    match text.split():
        case ["help"]:
            lines += _HELP
        case ["ls"]:
            lines.append("  ".join(files))
        case ["clear"]:
            lines = []
        case ["rm", file] if file in files:
            files.remove(file)
        case ["rm", file]:
            lines.append(f"rm: no such file: {file}")
        case [unknown, *_]:
            lines.append(f"{unknown}: wrong usage, see help" if unknown == "rm" else f"{unknown}: not found, see help")
    return {name: lines[-_MAX_LINES:], "files": files}


def mark(values: Mapping[str, PlainData], name: str, cell: int, order: Sequence[int]) -> Mapping[str, PlainData]:
    """Returns the cells (`name`, nine texts) after a move of X in one of them and O's answer.

    The ``"result"`` comes with them, and each cell as ``"cell_0"`` and so on.

    Args:
        values: The page's values.
        name: The cells' name.
        cell: The cell that X takes; one that is taken changes nothing.
        order: O takes the first of these cells that is free.
    """
    cells: list[str] = list(values.get(name, [""] * 9))
    if cells[cell] or result(cells):
        return {}
    cells[cell] = "X"
    if not result(cells):
        cells[next(free for free in order if not cells[free])] = "O"
    taken = {f"cell_{i}": taken for i, taken in enumerate(cells)}
    return {name: cells, "result": result(cells), **taken}


def turn(values: Mapping[str, PlainData], name: str, way: str) -> Mapping[str, PlainData]:
    """Returns a die's faces (`name`: front, back, left, right, top, bottom) after a drag, and the new ``"front"``.

    >>> turn({"die": [1, 6, 3, 4, 2, 5]}, "die", "left")["die"]
    [4, 3, 1, 6, 2, 5]
    """
    front, back, left, right, top, bottom = values[name]
    faces = {
        "left": [right, left, front, back, top, bottom],
        "right": [left, right, back, front, top, bottom],
        "up": [bottom, top, left, right, front, back],
        "down": [top, bottom, left, right, back, front],
    }[way]
    return {name: faces, "front": faces[0]}


def result(cells: Sequence[str]) -> str:
    """Returns the winner, ``"draw"``, or ``""`` while the game goes on.

    >>> result(["X", "X", "X", "O", "O", "", "", "", ""]), result([""] * 9)
    ('X', '')
    """
    for first, second, third in LINES:
        if cells[first] and cells[first] == cells[second] == cells[third]:
            return cells[first]
    return "draw" if all(cells) else ""

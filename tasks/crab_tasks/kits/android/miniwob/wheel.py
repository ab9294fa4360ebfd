"""Pages with a colour wheel."""

from __future__ import annotations

import math

from crab_tasks.kits.android.miniwob.family import Problem
from crab_tasks.kits.android.miniwob.items import Item, canvas, shape, submit
from crab_tasks.kits.android.miniwob.moves import point, press

__all__ = ["HUES", "matching"]


HUES = (
    "red",
    "orange",
    "yellow",
    "lime",
    "green",
    "mint",
    "cyan",
    "azure",
    "blue",
    "purple",
    "magenta",
    "rose",
)
"""The wheel's colours, from the top and clockwise."""
_RINGS = {"light": (58, 0.45), "full": (104, 1.0)}


def _mixed(hue: int, strength: float) -> list[int]:
    """Returns a colour of the wheel as red, green and blue."""
    parts = []
    for shift in (0, 4, 8):
        away = abs((hue - shift + 6) % 12 - 6)
        part = 1.0 if away <= 2 else 0.0 if away >= 4 else (4 - away) / 2
        parts.append(round(255 * (1 - strength + strength * part)))
    return parts


def matching(hue: int, ring: str, other: int, said: str, named: bool) -> Problem:
    """Returns a page on which a colour is chosen on the wheel.

    Args:
        hue: The colour's number.
        ring: ``"light"`` or ``"full"``.
        other: Another colour's number.
        said: The colour in the instruction.
        named: Whether it is only named; otherwise it is shown, too.
    """
    cells: list[Item] = []
    for i, name in enumerate(HUES):
        for which, (radius, strength) in _RINGS.items():
            x, y = _place(i, radius)
            value = [i, which]
            words = f"light {name}" if which == "light" else name
            chosen = {"do": [["set", "color", value]], "name": words}
            cells.append(shape("circle", x=x, y=y, r=21 if which == "full" else 14, fill=_mixed(i, strength), **chosen))
            cells.append(shape("circle", x=x, y=y, r=5, fill=[0, 0, 0], when={"color": value}))
    sample = canvas("sample", (120, 48), [shape("rect", x=0, y=0, w=120, h=48, fill=_mixed(hue, _RINGS[ring][1]),
                                                name="Sample")])  # fmt: skip
    return Problem(
        says=f"Choose {said} on the colour wheel and press Submit.",
        items=[*([] if named else [sample]), canvas("wheel", (296, 270), cells), submit()],
        answer={"color": [hue, ring]},
        steps={"chosen": {"color": [hue, ring]}},
        moves={"chosen": [point("wheel", 296, *_place(hue, _RINGS[ring][0]))], "done": [press("Submit")]},
        wrong=[point("wheel", 296, *_place(other, _RINGS[ring][0])), press("Submit")],
        detour=[point("wheel", 296, *_place(other, _RINGS[ring][0]))],
    )


def _place(hue: int, radius: int) -> tuple[int, int]:
    angle = math.radians(30 * hue - 90)
    return round(148 + radius * math.cos(angle)), round(134 + radius * math.sin(angle))

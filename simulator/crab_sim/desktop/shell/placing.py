"""The places where new windows open, and their sizes.

* `frame_of` - the frame of a new window. `PLACES` - the number that draws it, where an environment varies it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH
from crab_sim.draw.ops import Rect
from crab_sim.machine.slices import Slice

__all__ = ["PLACES", "frame_of"]

PLACES: Final = Slice[int]("places", volatile="set by the reset alone")
"""The number that determines where windows open, and how large."""
_EDGE = 8
_LARGEST = 1.4
"""The largest width and height of a window whose place is drawn, as a multiple of its usual one."""
_LOWEST: Final[Mapping[str, float]] = {"settings": 0.6}
"""The least height, likewise, of windows whose parts scroll; that of others is the usual one."""


def frame_of(
    slices: Mapping[str, object], app: str, size: tuple[int, int], number: int, screen: tuple[int, int]
) -> Rect:
    """Returns the frame of a new window, a little lower and further right than the last one's, or drawn by a number.

    Args:
        slices: The machine's slices; with `PLACES`, half of the windows open in the middle, the others anywhere.
        app: The id of the window's app, whose windows have the same size throughout an episode.
        size: Width and height that the app asks for.
        number: How many windows were opened before.
        screen: Width and height of the screen.
    """
    width, height = screen
    most = width - DOCK_WIDTH - 2 * _EDGE, height - BAR_HEIGHT - 2 * _EDGE
    drawn = slices.get(PLACES.name)
    if drawn is None:
        w, h = min(size[0], most[0]), min(size[1], most[1])
        step = number % 5
        left = min(DOCK_WIDTH + 56 + 56 * step, width - w - _EDGE)
        top = min(BAR_HEIGHT + 24 + 34 * step, height - h - _EDGE)
        return left, top, left + w, top + h
    rng = random.Random(f"{drawn}:{app}")
    w = min(round(size[0] * rng.uniform(1.0, _LARGEST)), most[0])
    h = min(round(size[1] * rng.uniform(_LOWEST.get(app, 1.0), _LARGEST)), most[1])
    across, down = width - DOCK_WIDTH - w, height - BAR_HEIGHT - h
    if rng.random() < 0.5:
        left, top = DOCK_WIDTH + across // 2, BAR_HEIGHT + down // 2
    else:
        rng = random.Random(f"{drawn}:{app}:{number}")
        left, top = DOCK_WIDTH + rng.randint(0, across), BAR_HEIGHT + rng.randint(0, down)
    return left, top, left + w, top + h

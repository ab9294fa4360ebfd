"""Delays: an app that is started shows that it loads for a while, and takes no touches, keys or text until then.

* `DELAYS`, `Delays` - how long apps take, drawn for each start; a machine without the slice starts them at once.
* `begun`, `is_loading`, `after` - a window's opening, and the end of its loading.
* `lay_out` - the screen of an app that loads.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, NamedTuple

from crab_sim.machine.slices import BOOTED, TIME, Slice
from crab_sim.ui.labels import Label
from crab_sim.ui.scene import Scene

__all__ = ["DELAYS", "LOADING_ID", "Delays", "after", "begun", "is_loading", "lay_out"]

LOADING_ID: Final = "android:id/progress"
"""The resource id of the node that tells that an app loads."""


class Delays(NamedTuple):
    """The delays of a machine.

    Attributes:
        least: The least number of seconds that an app takes.
        greatest: The greatest.
        number: The number from which each start's delay follows.
        until: The ids of the windows that load, with the times at which they are ready.
    """

    least: float
    greatest: float
    number: int
    until: Mapping[str, float] = {}


DELAYS: Final = Slice[Delays]("delays", volatile="the environment delays apps, nobody else", covers=True)


def begun(slices: Mapping[str, object], window_id: str) -> Delays | None:
    """Returns the delays once a window has been opened, which loads for a while; None for a machine without delays."""
    delays, now, booted = slices.get(DELAYS.name), slices[TIME.name], slices[BOOTED.name]
    if not isinstance(delays, Delays):
        return None
    assert isinstance(now, (int, float)) and isinstance(booted, (int, float))
    passed = round(now - booted, 3)
    seconds = random.Random(f"{delays.number}:{window_id}:{passed}").uniform(delays.least, delays.greatest)
    # A tenth is left for the action that has started the app, whose own second passes after it.
    return delays._replace(until={**delays.until, window_id: now + 0.1 + seconds})


def is_loading(slices: Mapping[str, object], window_id: str) -> bool:
    """Returns whether a window still loads."""
    delays = slices.get(DELAYS.name)
    return isinstance(delays, Delays) and window_id in delays.until


def after(delays: Delays, now: float) -> Delays:
    """Returns the delays at a time, at which some windows may be ready."""
    left = {window: until for window, until in delays.until.items() if until > now}
    return delays if len(left) == len(delays.until) else delays._replace(until=left)


def lay_out(scene: Scene, x: int, y: int, w: int, h: int) -> None:
    """Lays out the screen of an app that loads: three dots and a word.

    Args:
        scene: The scene.
        x: Left edge of the app's rectangle, in pixels.
        y: Its top edge.
        w: Its width.
        h: Its height.
    """
    theme, size = scene.theme, 10
    middle, top = x + w // 2, y + h // 2 - 24
    for i, tone in enumerate((theme.accent, theme.muted, theme.faint)):
        scene.round(middle - 27 + 22 * i, top, size, size, tone, size // 2)
    label = Label("Loading…", tone="muted", align="center", rid=LOADING_ID)
    label.place(scene, x, top + 24, w, label.height(theme, w))

"""Variations: other ways to carry out an oracle, as people have them, which must succeed all the same.

* `HABITS` - the names of the variations.
* `varied` - an oracle's actions with some of them.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Final

from crab_gym.task import Action, action

__all__ = ["HABITS", "varied"]

HABITS: Final = ("mistypes", "waits", "errs", "detours")
"""Types a wrong character and deletes it; pauses; tries actions that are refused; looks into another app at first."""

_DELETE: Final = {"ubuntu": "backspace", "android": "delete"}
_SHARE: Final = 0.4
"""The share of an oracle's actions that a habit touches."""


def varied(
    actions: Iterator[Action], habits: Collection[str], rng: random.Random, devices: Collection[str]
) -> Iterator[Action]:
    """Yields an oracle's actions with some habits.

    Args:
        actions: The oracle's actions, which may depend on the screens.
        habits: Some of `HABITS`.
        rng: Draws the actions that a habit touches.
        devices: The task's devices.
    """
    if "detours" in habits:
        yield from _detour(devices, rng)
    for step in actions:
        text, device = step["args"].get("text", "").strip(), step["device"]
        # A single character may be the answer to a question in a terminal, which deleting doesn't take back.
        if "mistypes" in habits and step["name"] == "write_text" and len(text) > 1 and rng.random() < _SHARE:
            # A character of the text itself, since some fields take only digits.
            yield action(device, "write_text", text=text[0])
            yield action(device, "press", key=_DELETE[device])
        yield step
        # Behind it, since what has come meanwhile is seen only before the next action is chosen.
        if "waits" in habits and rng.random() < _SHARE:
            yield action("root", "wait", seconds=1)
        if "errs" in habits and rng.random() < _SHARE:
            yield action(rng.choice(sorted(devices)), "press", key="no such key")


def _detour(devices: Collection[str], rng: random.Random) -> Iterator[Action]:
    if "android" in devices:
        yield action("android", "open_app", name=rng.choice(("Clock", "Calculator", "Settings")))
        yield action("android", "press", key="home")
    if "ubuntu" in devices:
        yield action("ubuntu", "press", key="esc")

"""Waiting until a box has come to rest: its screen no longer changes and its programs are idle."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from crab_gym.backends.desktop.box import Box
from crab_gym.backends.desktop.keys import keysyms_of_names

__all__ = ["Rest"]

# In the programs' seconds (see `guest.clock`)
_QUIET_SECONDS = 0.12
_QUIET_AFTER_ACTIVATION_SECONDS = 0.3
_QUIET_AFTER_DIALOG_SECONDS = 0.65
_QUIET_AFTER_SEARCH_SECONDS = {"light": _QUIET_SECONDS, "gnome": 0.17}  # by profile

# In real ones
_OPENING_SECONDS = 0.5
_OPENING_BY_DOUBLE_CLICK_SECONDS = 0.3
_WITHOUT_BUTTONS = "gnome-terminal"  # a process whose window takes these keys for text
_ACTIVATING = frozenset(keysyms_of_names(["enter", "space"]))
_SETTLE_SECONDS = 5.0
_SETTLE_NEW_PROCESS_SECONDS = 15.0
_LOOK_SECONDS = 1.0  # between two looks at a screen that is drawn all the time


class Rest:
    """When a box is at rest, and how long its screen has to be quiet after what was done last.

    In the programs' time 120 ms: Files acts upon a selection some 100 ms later. 160 if a window opened; 170 after text
    for GNOME Shell's search, which waits 150 ms for more; 300 after the keys Enter and Space: GTK shows a button that
    they activate as pressed for 250 ms before it acts (650 ms in a dialog: that for saving does so twice). Where a
    program may be starting, in real time 500 ms (after a double click 300) until a window opens or comes to the front.

    Args:
        profile: That of the box.
    """

    def __init__(self, profile: str) -> None:
        self._profile = profile
        self._pids: set[int] = set()  # of the box's processes when it last came to rest
        self._quiet, self._opening = _QUIET_SECONDS, 0.0

    def expect(self, box: Box, operation: str, values: Mapping[str, Any]) -> None:
        """Notes what is about to be done; to be called before it."""
        if operation == "click" and values.get("count") == 2:
            self._opening = _OPENING_BY_DOUBLE_CLICK_SECONDS
        elif operation == "search":
            self._quiet = _QUIET_AFTER_SEARCH_SECONDS[self._profile]
        elif _ACTIVATING.intersection(values.get("keysyms", ())):
            front = box.call("front")
            if front is None or front["kind"] == "launcher":
                self._opening = _OPENING_SECONDS
            elif front["kind"] == "dialog":
                self._quiet = _QUIET_AFTER_DIALOG_SECONDS
            elif operation != "write" and not front["process"].startswith(_WITHOUT_BUTTONS):
                self._quiet = _QUIET_AFTER_ACTIVATION_SECONDS

    def wait(self, box: Box) -> None:
        """Returns once the screen has not changed for the quiet time while the box's processes were idle.

        At most 5 s, or 15 s where a program was started: a screen that never rests, or a program that is always busy,
        is then taken as it is.
        """
        quiet, opening = self._quiet, self._opening
        self._quiet, self._opening = _QUIET_SECONDS, 0.0
        start = time.monotonic()
        started = again = False
        box.look()
        while time.monotonic() - start < (_SETTLE_NEW_PROCESS_SECONDS if started else _SETTLE_SECONDS):
            found = box.call("rest", quiet=quiet, limit=_LOOK_SECONDS, opening=opening, again=again)
            again = True
            opening = 0.0 if found["opened"] else opening
            started = started or not self._pids.issuperset(found["pids"])
            if found["still"]:
                break
            if found["only_drawn"]:  # over and over with the same pixels: that is at rest too
                box.look()
                if not box.changed():
                    break
        self._pids = set(found["pids"])

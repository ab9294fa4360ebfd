"""Waiting until a box has settled: its screen no longer changes, and its programs are idle."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from crab_gym.backends.desktop.box import Box
from crab_gym.backends.desktop.guest.processes import CROWD
from crab_gym.backends.desktop.guest.wire import IdleReport
from crab_gym.backends.desktop.keys import keysyms_of_names

__all__ = ["Settler"]

# In the programs' seconds (see `guest.clock`).
_QUIET_SECONDS = 0.12
_QUIET_AFTER_ACTIVATION_SECONDS = 0.3
_QUIET_AFTER_DIALOG_SECONDS = 0.65
_QUIET_AFTER_SEARCH_SECONDS = {"light": _QUIET_SECONDS, "gnome": 0.17}  # by profile

# In real seconds.
_OPENING_SECONDS = 0.5
_OPENING_BY_DOUBLE_CLICK_SECONDS = 0.3
_TERMINAL = "gnome-terminal"  # its windows have no buttons: they take the activating keys for text
_ACTIVATING = frozenset(keysyms_of_names(["enter", "space"]))
_SETTLE_SECONDS = 5.0
_SETTLE_NEW_PROCESS_SECONDS = 15.0
_HELD_UP_SECONDS = 10.0
_LOOK_SECONDS = 1.0  # between two looks at a screen that is drawn all the time


class Settler:
    """Waits until a box has settled; the necessary time without drawing depends on the last operation.

    In the programs' time it is 120 ms, since Files reacts to a selection some 100 ms later; 160 ms if a window opened;
    170 ms after text for GNOME Shell's search, which waits 150 ms for more; 300 ms after the keys Enter and Space,
    since GTK shows a button that they activate as pressed for 250 ms before it acts (650 ms in a dialog: that for
    saving does so twice). Where a program may be starting, it is 500 ms of real time (300 after a double click) until
    a window opens or comes to the front.

    Args:
        profile: The profile of the box.
    """

    def __init__(self, profile: str) -> None:
        self._profile = profile
        self._pids: set[int] = set()  # of the box's processes when it last settled
        self._quiet, self._opening = _QUIET_SECONDS, 0.0

    def expect(self, box: Box, operation: str, values: Mapping[str, Any]) -> None:
        """Prepares for an operation, right before it.

        Args:
            box: The box.
            operation: Name of the operation.
            values: Its arguments.
        """
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
            elif operation != "write" and not front["process"].startswith(_TERMINAL):
                self._quiet = _QUIET_AFTER_ACTIVATION_SECONDS

    def wait(self, box: Box) -> None:
        """Waits until the screen hasn't changed for the necessary time while the box's processes were idle.

        It waits for at most 5 s, or 15 s where a program was started: some screens always move, and some programs are
        always busy. Up to 10 s more are given where other work on the host kept programs waiting for a processor. A
        program that starts others without end gets no more time than any other.
        """
        quiet, opening = self._quiet, self._opening
        self._quiet, self._opening = _QUIET_SECONDS, 0.0
        start = time.monotonic()
        started = continued = False
        held_up, allowed = 0.0, _SETTLE_SECONDS
        box.look()
        while (left := start + allowed - time.monotonic()) > 0:
            limit = min(_LOOK_SECONDS, left)
            state: IdleReport = box.call(
                "wait_until_idle", quiet=quiet, limit=limit, opening=opening, continued=continued
            )
            continued = True
            opening = 0.0 if state["opened"] else opening
            crowd = len(state["pids"]) > CROWD
            started = (started or not self._pids.issuperset(state["pids"])) and not crowd
            held_up = 0.0 if crowd else held_up + state["held_up"]
            allowed = (_SETTLE_NEW_PROCESS_SECONDS if started else _SETTLE_SECONDS) + min(held_up, _HELD_UP_SECONDS)
            if state["still"]:
                break
            if state["only_drawn"]:  # perhaps the same pixels over and over, which counts as settled
                box.look()
                if not box.changed():
                    break
        self._pids = set(state["pids"])

"""Waiting until a box has come to rest: its screen no longer changes and its programs are idle."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from crab_gym.backends.desktop.box import Box
from crab_gym.backends.desktop.keys import keysyms_of_names

__all__ = ["Rest"]

_POLL_SECONDS = 0.012
_QUIET_SECONDS = 0.08
_QUIET_AFTER_ACTIVATION_SECONDS = 0.3
_QUIET_AFTER_DIALOG_SECONDS = 0.65
_QUIET_AFTER_SEARCH_SECONDS = 0.15
_WITHOUT_BUTTONS = "gnome-terminal"  # a process whose window takes these keys for text
_ACTIVATING = frozenset(keysyms_of_names(["enter", "space"]))
_SETTLE_SECONDS = 5.0
_SETTLE_NEW_PROCESS_SECONDS = 15.0
_IDLE_TICKS = 1  # of 10 ms, all processes together, within the quiet time


class Rest:
    """When a box is at rest, and how long its screen has to be quiet after what was done last.

    300 ms after the keys Enter and Space: GTK shows a button that they activate as pressed for 250 ms before it acts
    (650 ms in a dialog: that for saving does so twice); 150 ms after a search, whose icons come late; else 80 ms.
    """

    def __init__(self) -> None:
        self._pids: set[int] = set()  # of the box's processes when it last came to rest
        self._quiet = _QUIET_SECONDS

    def expect(self, box: Box, operation: str, values: Mapping[str, Any]) -> None:
        """Notes what is about to be done; to be called before it."""
        if operation == "search":
            self._quiet = _QUIET_AFTER_SEARCH_SECONDS
        elif _ACTIVATING.intersection(values.get("keysyms", ())):
            rows = box.call("windows")
            front = next((row for row in rows if row["focused"]), None)
            if front is not None and front["kind"] == "dialog":
                self._quiet = _QUIET_AFTER_DIALOG_SECONDS
            elif any(row["kind"] == "launcher" for row in rows):
                self._quiet = _QUIET_AFTER_SEARCH_SECONDS
            elif front is not None and operation != "write" and not front["process"].startswith(_WITHOUT_BUTTONS):
                self._quiet = _QUIET_AFTER_ACTIVATION_SECONDS

    def wait(self, box: Box) -> None:
        """Returns once the screen has not changed for the quiet time while the box's processes were idle.

        At most 5 s, or 15 s where a program was started: a screen that never rests, or a program that is always busy,
        is then taken as it is.
        """
        quiet, self._quiet = self._quiet, _QUIET_SECONDS
        start = since = time.monotonic()
        usage = box.call("usage")
        box.look()
        ticks = usage["ticks"]
        started = False
        while time.monotonic() - start < (_SETTLE_NEW_PROCESS_SECONDS if started else _SETTLE_SECONDS):
            time.sleep(_POLL_SECONDS)
            changed = box.look()
            if not changed and time.monotonic() - since < quiet:
                continue
            usage = box.call("usage")
            started = started or not self._pids.issuperset(usage["pids"])
            if not changed and not usage["busy"] and usage["ticks"] - ticks <= _IDLE_TICKS:
                break
            since, ticks = time.monotonic(), usage["ticks"]
        self._pids = set(usage["pids"])

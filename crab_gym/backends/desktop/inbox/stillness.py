"""When the desktop is still: the X server reports no damage, and no process runs."""

from __future__ import annotations

import select
import time
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.ext import damage

from .processes import processes, sleeper

_IDLE_TICKS = 1  # that all processes together use, in the time that follows
_IDLE_SECONDS = 0.02
_TICK_SECONDS = 0.01
_SOON_SECONDS = 0.105
_TIMERS_SECONDS = 0.25  # after that, they are taken for timers that start again and again
_LITTLE = 0.1  # share of one processor that a screen which is drawn over and over may take
_QUIET_AFTER_OPENING_SECONDS = 0.06
_GATHER_SECONDS = 0.004  # damage that comes close together is taken as one


class Stillness:
    """Watches the screen for damage, over the given connection; events that nobody else takes are dropped.

    Args:
        display: A connection to the X server.
    """

    def __init__(self, display: Display) -> None:
        self._display = display
        display.damage_query_version()
        self._list, self._order = map(display.intern_atom, ("_NET_CLIENT_LIST", "_NET_CLIENT_LIST_STACKING"))
        self._telling = {self._list}  # properties that tell of a window that has opened, or come to the front
        display.screen().root.change_attributes(event_mask=X.PropertyChangeMask)
        self._damage = display.screen().root.damage_create(damage.DamageReportNonEmpty)
        display.sync()

    def wait(self, quiet: float, limit: float, opening: float = 0.0) -> dict[str, Any]:
        """Waits until nothing was drawn for `quiet` seconds while the processes were idle, at most `limit` seconds.

        Where a window is expected, it is `opening` seconds instead until one has opened or come to the front. A program
        whose next timer is due within some 100 ms is waited for: Files acts upon a selection that much later.

        Returns ``{"still": whether it came to that, "idle": whether little was done meanwhile, "opened": whether a
        window did, "pids": process ids}``.
        """
        self._opened = False
        self._telling = {self._list, self._order} if opening else {self._list}
        start = drawn = time.monotonic()
        first = ticks = _ticks(processes())
        since = 0.0  # when the ticks were counted; 0 if something was drawn afterwards
        while True:
            now = time.monotonic()
            if self._drawn():
                drawn, since = now, 0.0
            wait = max(quiet, _QUIET_AFTER_OPENING_SECONDS if self._opened else opening)
            due = since + _IDLE_SECONDS if since else drawn + max(0.0, wait - _IDLE_SECONDS)
            over = start + limit
            if now < min(due, over):
                if select.select([self._display], [], [], min(due, over) - now)[0]:
                    time.sleep(_GATHER_SECONDS)
                continue
            rows = processes()
            runs = any(row[1] in "RD" for row in rows.values())
            used, ticks = _ticks(rows) - ticks, _ticks(rows)
            if since and not runs and used <= _IDLE_TICKS and not self._drawn():
                if now - drawn < _TIMERS_SECONDS and sleeper(rows, _SOON_SECONDS):
                    time.sleep(_GATHER_SECONDS)
                    continue
                return {"still": True, "idle": True, "opened": self._opened, "pids": sorted(rows)}
            if now >= over:
                idle = not runs and ticks - first <= _LITTLE * limit / _TICK_SECONDS
                return {"still": False, "idle": idle, "opened": self._opened, "pids": sorted(rows)}
            since = now

    def _drawn(self) -> bool:
        """Tells whether anything was drawn, or a window opened or closed, since this was asked last."""
        drawn = opened = False
        while self._display.pending_events():
            event = self._display.next_event()
            drawn = drawn or type(event).__name__ == "DamageNotify"
            opened = opened or (event.type == X.PropertyNotify and event.atom in self._telling)
        if drawn:
            self._display.damage_subtract(self._damage)
            self._display.flush()
        self._opened = self._opened or opened
        return drawn or opened


def _ticks(rows: dict[int, tuple[str, str, int]]) -> int:
    return sum(row[2] for row in rows.values())

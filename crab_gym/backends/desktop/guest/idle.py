"""When the desktop is still: the X server reports no damage, and no process runs."""

from __future__ import annotations

import select
import time
from typing import Any

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.ext import damage

from . import clock
from .processes import Meter, Row

_RUNNING_SECONDS = 0.001  # that all processes together may use in the time that follows
_IDLE_SECONDS = 0.02
_BEHIND_SECONDS = 0.5  # by which the time after a window's opening grows at most where processors are short
_LITTLE = 0.1  # share of one processor that a screen which is drawn over and over may take
_GATHER_SECONDS = 0.004  # damage that comes close together is taken as one

# In the programs' seconds
_QUIET_AFTER_OPENING_SECONDS = 0.16
_QUIET_AFTER_CLOSING_SECONDS = 0.3  # what was decided in a dialog is done once it is gone

_AT_REAL_PACE = ("firefox", "soffice", "gimp")
"""What the names of the processes begin with whose seconds are the real ones (see `applications`)."""


class Stillness:
    """Watches the screen for damage, over the given connection; events that nobody else takes are dropped.

    Args:
        display: A connection to the X server.
    """

    def __init__(self, display: Display) -> None:
        self._display = display
        display.damage_query_version()
        self._order = display.intern_atom("_NET_CLIENT_LIST_STACKING")
        self._windows: tuple[int, ...] = ()  # in that order, lowest first
        self._meter = Meter()
        self._opened = self._closed = self._raising = False
        display.screen().root.change_attributes(event_mask=X.PropertyChangeMask)
        self._damage = display.screen().root.damage_create(damage.DamageReportNonEmpty)
        display.sync()

    def wait(self, quiet: float, limit: float, opening: float = 0.0, again: bool = False) -> dict[str, Any]:
        """Waits until nothing was drawn for `quiet` seconds while the processes were idle, at most `limit` seconds.

        Where a window is expected, it is `opening` seconds instead until one has opened or come to the front. Where
        other work holds up the programs, what follows a window's opening is given as much longer. What opened or closed
        while it was waited before counts where it is waited `again`.

        Args:
            quiet: In the programs' seconds.
            limit: In real ones.
            opening: In real ones.
            again: Whether this goes on with the wait before it.

        Returns:
            ``{"still": whether it came to that, "only_drawn": whether all that went on was drawing, "opened": whether a
            window did, "pids": process ids}``.
        """
        if not again:
            self._opened = self._closed = False
        self._raising = opening > 0.0
        meter = self._meter
        start = drawn = time.monotonic()
        rows = meter.processes()
        first = before = meter.running_seconds(rows)
        behind = 0.0  # how long threads have waited for a processor since something was drawn
        since = 0.0  # when the ticks were counted; 0 if something was drawn afterwards
        pace = _pace(rows)
        while True:
            now = time.monotonic()
            if self._drawn():
                drawn, since, behind = now, 0.0, 0.0
            after_opening = _QUIET_AFTER_OPENING_SECONDS / pace
            wait = max(quiet / pace, after_opening if self._opened else opening)
            if self._closed:
                wait = max(wait, _QUIET_AFTER_CLOSING_SECONDS / pace)
            due = since + _IDLE_SECONDS if since else drawn + max(0.0, wait - _IDLE_SECONDS)
            over = start + limit
            if now < min(due, over):
                if select.select([self._display], [], [], min(due, over) - now)[0]:
                    time.sleep(_GATHER_SECONDS)
                continue
            rows = meter.processes()
            pace = _pace(rows)
            runs = any(row.state in "RD" for row in rows.values())
            used = meter.running_seconds(rows)
            behind = min(behind + _grown(before, used, 1), _BEHIND_SECONDS)
            idle = since and not runs and _grown(before, used) <= _RUNNING_SECONDS and not meter.a_thread_runs(rows)
            held_up = self._opened and now - drawn < after_opening + behind
            if idle and not held_up and not self._drawn():
                return {"still": True, "only_drawn": False, "opened": self._opened, "pids": sorted(rows)}
            if now >= over:
                only_drawn = now < drawn + wait and not runs and _grown(first, used) <= _LITTLE * limit
                return {"still": False, "only_drawn": only_drawn, "opened": self._opened, "pids": sorted(rows)}
            since, before = now, used

    def let_go(self) -> None:
        """Closes what it keeps open of the processes."""
        self._meter.close()

    def _drawn(self) -> bool:
        """Tells whether anything was drawn, or a window opened or closed, since this was asked last."""
        drawn = moved = False
        while self._display.pending_events():
            event = self._display.next_event()
            drawn = drawn or type(event).__name__ == "DamageNotify"
            if event.type == X.PropertyNotify:
                moved = moved or event.atom == self._order
        if drawn:
            self._display.damage_subtract(self._damage)
            self._display.flush()
        return (moved and self._moved()) or drawn

    def _moved(self) -> bool:
        """Tells whether a window has opened (or come to the front, where that is waited for), or closed, since then."""
        found = self._display.screen().root.get_full_property(self._order, Xatom.WINDOW)
        before, self._windows = self._windows, () if found is None else tuple(found.value)
        new = not set(self._windows).issubset(before) or (self._raising and self._windows[-1:] != before[-1:])
        self._opened = self._opened or new
        self._closed = self._closed or not set(before).issubset(self._windows)
        return new or self._closed


def _pace(rows: dict[int, Row]) -> int:
    """Returns how many seconds of the slowest of these processes a real one has."""
    real = any(row.name.startswith(_AT_REAL_PACE) for row in rows.values())
    return 1 if real else clock.pace()


def _grown(before: dict[int, tuple[float, float]], now: dict[int, tuple[float, float]], which: int = 0) -> float:
    """Returns by how much what was counted of the threads has grown: their running, or with 1 their waiting."""
    new = (0.0, 0.0)
    return sum(max(0.0, seconds[which] - before.get(thread, new)[which]) for thread, seconds in now.items())

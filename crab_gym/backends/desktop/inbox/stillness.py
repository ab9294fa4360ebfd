"""When the desktop is still: the X server reports no damage, and no process runs."""

from __future__ import annotations

import select
import time
from typing import Any

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.ext import damage

from .processes import Meter, sleeper

_RUNNING_SECONDS = 0.001  # that all processes together may use in the time that follows
_IDLE_SECONDS = 0.02
_SOON_SECONDS = 0.105
_TIMERS_SECONDS = 0.25  # after that, they are taken for timers that start again and again
_BEHIND_SECONDS = 0.5  # by which the two times above and below grow at most where processors are short
_LITTLE = 0.1  # share of one processor that a screen which is drawn over and over may take
_QUIET_AFTER_OPENING_SECONDS = 0.06
_QUIET_AFTER_CLOSING_SECONDS = 0.3  # what was decided in a dialog is done once it is gone
_GATHER_SECONDS = 0.004  # damage that comes close together is taken as one


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
        self._opened = self._closed = self._raising = False
        display.screen().root.change_attributes(event_mask=X.PropertyChangeMask)
        self._damage = display.screen().root.damage_create(damage.DamageReportNonEmpty)
        display.sync()

    def wait(self, quiet: float, limit: float, opening: float = 0.0) -> dict[str, Any]:
        """Waits until nothing was drawn for `quiet` seconds while the processes were idle, at most `limit` seconds.

        Where a window is expected, it is `opening` seconds instead until one has opened or come to the front. A program
        whose next timer is due within some 100 ms is waited for: Files acts upon a selection that much later. Where
        other work holds up the programs, these and what follows a window's opening are given as much longer.

        Returns ``{"still": whether it came to that, "only_drawn": whether all that went on was drawing, "opened":
        whether a window did, "pids": process ids}``.
        """
        self._opened = self._closed = False
        self._raising = opening > 0.0
        with Meter() as meter:
            return self._wait(meter, quiet, limit, opening)

    def _wait(self, meter: Meter, quiet: float, limit: float, opening: float) -> dict[str, Any]:
        start = drawn = time.monotonic()
        first = before = meter.running_seconds(meter.processes())
        behind = 0.0  # how long threads have waited for a processor since something was drawn
        since = 0.0  # when the ticks were counted; 0 if something was drawn afterwards
        while True:
            now = time.monotonic()
            if self._drawn():
                drawn, since, behind = now, 0.0, 0.0
            wait = max(quiet, _QUIET_AFTER_OPENING_SECONDS if self._opened else opening)
            if self._closed:
                wait = max(wait, _QUIET_AFTER_CLOSING_SECONDS)
            due = since + _IDLE_SECONDS if since else drawn + max(0.0, wait - _IDLE_SECONDS)
            over = start + limit
            if now < min(due, over):
                if select.select([self._display], [], [], min(due, over) - now)[0]:
                    time.sleep(_GATHER_SECONDS)
                continue
            rows = meter.processes()
            runs = any(row.state in "RD" for row in rows.values())
            used = meter.running_seconds(rows)
            behind = min(behind + _grown(before, used, 1), _BEHIND_SECONDS)
            idle = since and not runs and _grown(before, used) <= _RUNNING_SECONDS and not meter.a_thread_runs(rows)
            if idle and not self._drawn():
                held_up = self._opened and now - drawn < _QUIET_AFTER_OPENING_SECONDS + behind
                if held_up or (now - drawn < _TIMERS_SECONDS + behind and sleeper(rows, _SOON_SECONDS)):
                    since = now
                    continue
                return {"still": True, "only_drawn": False, "opened": self._opened, "pids": sorted(rows)}
            if now >= over:
                only_drawn = now < drawn + wait and not runs and _grown(first, used) <= _LITTLE * limit
                return {"still": False, "only_drawn": only_drawn, "opened": self._opened, "pids": sorted(rows)}
            since, before = now, used

    def _drawn(self) -> bool:
        """Tells whether anything was drawn, or a window opened or closed, since this was asked last."""
        drawn = moved = False
        while self._display.pending_events():
            event = self._display.next_event()
            drawn = drawn or type(event).__name__ == "DamageNotify"
            moved = moved or (event.type == X.PropertyNotify and event.atom == self._order)
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


def _grown(before: dict[int, tuple[float, float]], now: dict[int, tuple[float, float]], which: int = 0) -> float:
    """Returns by how much what was counted of the threads has grown: their running, or with 1 their waiting."""
    new = (0.0, 0.0)
    return sum(max(0.0, seconds[which] - before.get(thread, new)[which]) for thread, seconds in now.items())

"""When the desktop is still: the X server reports no damage, and no process runs."""

from __future__ import annotations

import select
import time
from typing import Any

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.error import BadWindow
from Xlib.ext import damage

from .processes import Meter, Row, sleeper

_RUNNING_SECONDS = 0.001  # that all processes together may use in the time that follows
_IDLE_SECONDS = 0.02
_SOON_SECONDS = 0.105
_TIMERS_SECONDS = 0.25  # after that, they are taken for timers that start again and again
_BEHIND_SECONDS = 0.5  # by which the two times above and below grow at most where processors are short
_LITTLE = 0.1  # share of one processor that a screen which is drawn over and over may take
_QUIET_AT_FIRST_SECONDS = 0.04  # a terminal draws what was typed some 30 ms later
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
        self._active = display.intern_atom("_NET_ACTIVE_WINDOW")
        self._owner = display.intern_atom("_NET_WM_PID")
        self._windows: tuple[int, ...] = ()  # in that order, lowest first
        self._owners: dict[int, int] = {}  # window -> process id
        self._front: int | None = None  # id of the process whose window is in front, 0 for none; None to find out
        self._meter = Meter()
        self._opened = self._closed = self._raising = False
        display.screen().root.change_attributes(event_mask=X.PropertyChangeMask)
        self._damage = display.screen().root.damage_create(damage.DamageReportNonEmpty)
        display.sync()

    def wait(
        self, quiet: float, limit: float, opening: float = 0.0, searching: bool = False, again: bool = False
    ) -> dict[str, Any]:
        """Waits until nothing was drawn for `quiet` seconds while the processes were idle, at most `limit` seconds.

        Where a window is expected, it is `opening` seconds instead until one has opened or come to the front. A program
        whose next timer is due within some 100 ms is waited for: Files acts upon a selection that much later. Not so
        one whose windows are all in the background, as those of every program are while `searching`. Where other work
        holds up the programs, these and what follows a window's opening are given as much longer. What opened or closed
        while it was waited before counts where it is waited `again`.

        Returns ``{"still": whether it came to that, "only_drawn": whether all that went on was drawing, "opened":
        whether a window did, "pids": process ids}``.
        """
        if not again:
            self._opened = self._closed = False
        self._raising = opening > 0.0
        meter = self._meter
        start = drawn = time.monotonic()
        first = before = meter.running_seconds(meter.processes())
        behind = 0.0  # how long threads have waited for a processor since something was drawn
        since = 0.0  # when the ticks were counted; 0 if something was drawn afterwards
        while True:
            now = time.monotonic()
            if self._drawn():
                drawn, since, behind = now, 0.0, 0.0
            wait = max(quiet, _QUIET_AFTER_OPENING_SECONDS if self._opened else opening)
            if drawn == start:
                wait = max(wait, _QUIET_AT_FIRST_SECONDS)
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
                timely = now - drawn < _TIMERS_SECONDS + behind
                if not held_up and not (timely and sleeper(self._awaited(rows, searching), _SOON_SECONDS)):
                    return {"still": True, "only_drawn": False, "opened": self._opened, "pids": sorted(rows)}
                if now < over:
                    since = now
                    continue
            if now >= over:
                only_drawn = now < drawn + wait and not runs and _grown(first, used) <= _LITTLE * limit
                return {"still": False, "only_drawn": only_drawn, "opened": self._opened, "pids": sorted(rows)}
            since, before = now, used

    def let_go(self) -> None:
        """Closes what it keeps open of the processes."""
        self._meter.close()

    def _awaited(self, rows: dict[int, Row], searching: bool) -> dict[int, Row]:
        """Returns the processes, without those whose windows are all in the background."""
        if self._front is None:
            root = self._display.screen().root
            listed = root.get_full_property(self._order, Xatom.WINDOW)
            windows = () if listed is None else tuple(listed.value)
            self._owners = {window: self._owners.get(window) or self._owner_of(window) for window in windows}
            self._front = self._owners.get(_first(root.get_full_property(self._active, Xatom.WINDOW)), 0)
        behind = set(self._owners.values()) - {0 if searching else self._front}
        return {pid: row for pid, row in rows.items() if pid not in behind}

    def _owner_of(self, number: int) -> int:
        window = self._display.create_resource_object("window", number)
        try:
            return _first(window.get_full_property(self._owner, Xatom.CARDINAL))
        except BadWindow:  # closed meanwhile
            return 0

    def _drawn(self) -> bool:
        """Tells whether anything was drawn, or a window opened or closed, since this was asked last."""
        drawn = moved = False
        while self._display.pending_events():
            event = self._display.next_event()
            drawn = drawn or type(event).__name__ == "DamageNotify"
            if event.type == X.PropertyNotify:
                moved = moved or event.atom == self._order
                self._front = None if event.atom in (self._order, self._active) else self._front
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


def _first(found: Any) -> int:
    """Returns the number that a property begins with, 0 where there is none: a program may have written anything."""
    return int(found.value[0]) if found is not None and len(found.value) else 0


def _grown(before: dict[int, tuple[float, float]], now: dict[int, tuple[float, float]], which: int = 0) -> float:
    """Returns by how much what was counted of the threads has grown: their running, or with 1 their waiting."""
    new = (0.0, 0.0)
    return sum(max(0.0, seconds[which] - before.get(thread, new)[which]) for thread, seconds in now.items())

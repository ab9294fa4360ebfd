"""Detection of an idle desktop: the X server reports no damage, and no process runs."""

from __future__ import annotations

import select
import time

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.ext import damage

from . import clock
from .processes import Process, ProcessMeter
from .wire import IdleReport

_IDLE_SECONDS = 0.02  # in which all processes together may use _RUNNING_SECONDS
_RUNNING_SECONDS = 0.001
_MAX_BEHIND_SECONDS = 0.5  # of extra time on a busy host
_DRAWING_SHARE = 0.1  # of one processor, for drawing the same screen over and over
_GATHER_SECONDS = 0.004  # damage that comes this close together is handled at once

# In the programs' seconds
_QUIET_AFTER_OPENING_SECONDS = 0.16
_QUIET_AFTER_CLOSING_SECONDS = 0.3  # a program acts on a dialog once it is closed

_AT_REAL_PACE = ("firefox", "thunderbird", "soffice", "gimp")
"""Beginnings of the names of processes that run at real speed (see `applications`)."""


class IdleMonitor:
    """Watches the screen for damage and the processes for work.

    Args:
        display: A connection to the X server; all events on it are consumed.
    """

    def __init__(self, display: Display) -> None:
        self._display = display
        display.damage_query_version()
        self._order = display.intern_atom("_NET_CLIENT_LIST_STACKING")
        self._windows: tuple[int, ...] = ()  # in that order, lowest first
        self._meter = ProcessMeter()
        self._opened = self._closed = self._raising = False
        display.screen().root.change_attributes(event_mask=X.PropertyChangeMask)
        self._damage = display.screen().root.damage_create(damage.DamageReportNonEmpty)
        display.sync()

    def wait(self, quiet: float, limit: float, opening: float = 0.0, continued: bool = False) -> IdleReport:
        """Waits until nothing has been drawn for some time while the processes were idle.

        Programs that were held up by other work on the host get as much more time: not all that goes on shows in their
        states, since what is typed into a terminal passes through the kernel's own threads.

        Args:
            quiet: Seconds without drawing, in the programs' time.
            limit: Most real seconds to wait.
            opening: Real seconds without drawing where a window is expected, until one has opened or come to the front.
            continued: Whether this continues the last wait, so that windows that opened or closed in it count.

        """
        if not continued:
            self._opened = self._closed = False
        self._raising = opening > 0.0
        meter = self._meter
        start = last_damage = time.monotonic()
        rows = meter.processes()
        first = before = meter.running_seconds(rows)
        behind = 0.0  # seconds for which threads have waited for a processor since the last drawing
        since = 0.0  # the time of `before`; 0 if something was drawn afterwards
        pace = _pace(rows)
        while True:
            now = time.monotonic()
            if self._has_damage():
                last_damage, since, behind = now, 0.0, 0.0
            after_opening = _QUIET_AFTER_OPENING_SECONDS / pace
            wait = max(quiet / pace, after_opening if self._opened else opening)
            if self._closed:
                wait = max(wait, _QUIET_AFTER_CLOSING_SECONDS / pace)
            due = since + _IDLE_SECONDS if since else last_damage + max(0.0, wait - _IDLE_SECONDS)
            over = start + limit
            if now < min(due, over):
                if select.select([self._display], [], [], min(due, over) - now)[0]:
                    time.sleep(_GATHER_SECONDS)
                continue
            rows = meter.processes()
            pace = _pace(rows)
            runs = any(row.state in "RD" for row in rows.values())
            used = meter.running_seconds(rows)
            behind = min(behind + _grown(before, used, 1), _MAX_BEHIND_SECONDS)
            idle = since and not runs and _grown(before, used) <= _RUNNING_SECONDS and not meter.a_thread_runs(rows)
            rested = now - last_damage >= (after_opening if self._opened else wait) + behind
            still = bool(idle and rested and not self._has_damage())
            if still or now >= over:
                drawing = now < last_damage + wait and not runs and _grown(first, used) <= _DRAWING_SHARE * limit
                return {
                    "still": still,
                    "only_drawn": drawing and not still,
                    "opened": self._opened,
                    # Programs that wait for each other, such as those that compute without end, aren't held up.
                    "held_up": min(max(0.0, _grown(first, used, 1) - _grown(first, used)), now - start),
                    "pids": sorted(rows),
                }
            since, before = now, used

    def close_process_files(self) -> None:
        """Closes the files of processes that are kept open."""
        self._meter.close()

    def _has_damage(self) -> bool:
        """Returns whether anything was drawn, or a window opened or closed, since the last call."""
        damaged = moved = False
        while self._display.pending_events():
            event = self._display.next_event()
            damaged = damaged or type(event).__name__ == "DamageNotify"
            if event.type == X.PropertyNotify:
                moved = moved or event.atom == self._order
        if damaged:
            self._display.damage_subtract(self._damage)
            self._display.flush()
        return (moved and self._moved()) or damaged

    def _moved(self) -> bool:
        """Returns whether a window has opened or closed since the last call, or come forward where one is expected."""
        order = self._display.screen().root.get_full_property(self._order, Xatom.WINDOW)
        before, self._windows = self._windows, () if order is None else tuple(order.value)
        new = not set(self._windows).issubset(before) or (self._raising and self._windows[-1:] != before[-1:])
        self._opened = self._opened or new
        self._closed = self._closed or not set(before).issubset(self._windows)
        return new or self._closed


def _pace(rows: dict[int, Process]) -> int:
    """Returns the number of the programs' seconds in a real one, for the slowest of these processes."""
    real = any(row.name.startswith(_AT_REAL_PACE) for row in rows.values())
    return 1 if real else clock.pace()


def _grown(before: dict[int, tuple[float, float]], now: dict[int, tuple[float, float]], which: int = 0) -> float:
    """Returns the seconds by which the threads' counts have grown.

    Args:
        before: The counts at first (see `ProcessMeter.running_seconds`).
        now: The counts now.
        which: 0 for the time of running, 1 for the time of waiting.
    """
    new = (0.0, 0.0)
    return sum(max(0.0, seconds[which] - before.get(thread, new)[which]) for thread, seconds in now.items())

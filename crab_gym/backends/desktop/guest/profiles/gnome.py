"""The GNOME profile: GNOME Shell as window manager, panel and search."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .. import clock, seccomp
from ..applications import APPLICATIONS
from ..dbus import Bus, Call, Malformed

if TYPE_CHECKING:
    from ..x11 import XScreen

STARTED = b"GNOME Shell started at"
"""Text that the shell prints once it draws and takes input; it claims the screen more than a second earlier."""

SERVICES = {"org.gnome.Shell.CalendarServer": "/usr/libexec/gnome-shell-calendar-server"}
"""Further services that the session bus may start."""

_ESCAPES = 4  # from search results to the grid of applications, the windows, the desktop
_STEP_SECONDS = 0.6
_ANSWER_SECONDS = 5.0
_RETRY_SECONDS = 1.5
_CLOCK_SECONDS = 4.0  # at most: one or two are usual, but below a full-screen window the clock never changes
_PANEL = (0.4, 0.6, 28)  # the clock's place: left and right end as parts of the screen's width, and height in pixels

DCONF = {
    "org/gnome/shell": {
        "welcome-dialog-last-shown-version": "'9999'",
        "disable-user-extensions": "true",
        "favorite-apps": "[" + ", ".join(f"'{each.entry}.desktop'" for each in APPLICATIONS) + "]",
        "app-picker-layout": "@aa{sv} []",
    },
    "org/gnome/desktop/interface": {"enable-hot-corners": "false"},
    "org/gnome/desktop/notifications": {"show-banners": "false", "show-in-lock-screen": "false"},
    "org/gnome/desktop/screensaver": {"lock-enabled": "false", "idle-activation-enabled": "false"},
    "org/gnome/desktop/session": {"idle-delay": "uint32 0"},
    "org/gnome/desktop/lockdown": {
        "disable-lock-screen": "true",
        "disable-log-out": "true",
        "disable-user-switching": "true",
        "disable-printing": "true",
    },
    "org/gnome/desktop/search-providers": {"disable-external": "true"},
    "org/gnome/mutter": {
        "check-alive-timeout": "uint32 0",
        "center-new-windows": "true",
        "attach-modal-dialogs": "false",
        "dynamic-workspaces": "true",
    },
}
"""Settings of the shell, by path, in the text form of GVariant."""


class Overview:
    """The shell's overview, which has the search for applications.

    Args:
        screen: The screen on which keys are pressed.
        address: Address of the session bus.
    """

    def __init__(self, screen: XScreen, address: str) -> None:
        self._screen = screen
        self._bus = Bus(address)
        self._minute = 0.0

    def shown(self, deadline: float) -> bool:
        """Returns whether the overview is open, False where the shell doesn't answer.

        Args:
            deadline: The time at which to stop waiting, as of `time.monotonic`.

        Raises:
            OSError: The session bus is gone.
        """
        call = Call(
            "org.gnome.Shell", "/org/gnome/Shell", "org.freedesktop.DBus.Properties", "Get", "v", "ss",
            ("org.gnome.Shell", "OverviewActive"),
        )  # fmt: skip
        answer = self._bus.ask([call], min(deadline, time.monotonic() + _ANSWER_SECONDS))[0]
        try:
            return answer is not None and answer.values() == (True,)
        except Malformed:
            return False

    def leave(self, escape: int, deadline: float) -> bool:
        """Presses Escape until the overview is closed, at least once, since that also closes menus.

        Args:
            escape: Keysym of Escape.
            deadline: The time at which to stop, as of `time.monotonic`.

        Returns:
            Whether the overview is closed.
        """
        for _ in range(_ESCAPES):
            self._screen.chord([escape])
            if self._becomes(False, _STEP_SECONDS, deadline):
                return True
        return False

    def search(self, escape: int, keys: Sequence[int], text: Sequence[int], deadline: float) -> bool:
        """Opens the overview and types into its search.

        Args:
            escape: Keysym of Escape.
            keys: Keysyms of the keys that open the overview.
            text: Keysyms of the text.
            deadline: The time at which to stop, as of `time.monotonic`.

        Returns:
            Whether the overview opened.
        """
        self.leave(escape, deadline)
        while time.monotonic() < deadline:
            # A closing menu or window may still hold the keyboard: then the keys are pressed again.
            self._screen.chord(keys)
            if self._becomes(True, _RETRY_SECONDS, deadline):
                self._screen.write(text)
                return True
        return False

    def set_time(self, now: float, running: bool) -> None:
        """Sets the box's time and waits until the panel, which looks at it once per second, shows the minute."""
        panel = self._screen.pixels(*_PANEL)
        clock.set_time(now, running)
        if now // 60 == self._minute:
            return
        self._minute = now // 60
        deadline = time.monotonic() + _CLOCK_SECONDS
        while self._screen.pixels(*_PANEL) == panel and time.monotonic() < deadline:
            time.sleep(0.03)

    def _becomes(self, visible: bool, seconds: float, deadline: float) -> bool:
        end = min(deadline, time.monotonic() + seconds)
        while self.shown(deadline) != visible:
            if time.monotonic() > end:
                return False
            time.sleep(0.01)
        return True


def has_started(log: int, start: int) -> bool:
    """Returns whether the log has the shell's `STARTED`, from an offset on."""
    return STARTED in os.pread(log, 1 << 20, start)


_NO_CALENDAR_TIMERS = (seccomp.Call("timerfd_create", 283, 85, seccomp.ENOSYS, values=(0,)),)  # CLOCK_REALTIME


def without_calendar_timers() -> None:
    """Denies this thread, and the processes that it starts, timers that end at a time of day.

    The clock in the panel would wait for the next minute with such a timer. The kernel doesn't know the box's own time:
    where that is frozen or behind the real one, the timer ends at once, and the shell is busy for ever with setting its
    clock. Without such timers it looks at the time once per second.
    """
    seccomp.install(seccomp.filter_lines(os.uname().machine, _NO_CALENDAR_TIMERS))

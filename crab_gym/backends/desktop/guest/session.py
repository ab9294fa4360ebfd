"""The services of a desktop: starts the X server, message buses, window manager or GNOME Shell, and watches them."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from . import clock
from .applications import PROGRAMS
from .paths import HOME, PRIVATE_DIR, RUNTIME_DIR, USER
from .profiles import gnome, openbox
from .skeleton import BACKGROUND, BUSES, DATA, DEFAULTS, POINTERS, bus_configuration

if TYPE_CHECKING:
    from .x11 import XScreen

FRAMEBUFFER = f"{PRIVATE_DIR}/screen/Xvfb_screen0"
START_SECONDS = 50.0
_PANEL_STARTS = 2
_LAST_BREATH_SECONDS = 0.1
_ENDED = os.WEXITED | os.WNOHANG | os.WNOWAIT
_XSETTINGS = "/usr/libexec/gsd-xsettings"

ENVIRONMENT = {
    "HOME": HOME,
    "USER": USER,
    "LOGNAME": USER,
    "SHELL": "/bin/bash",
    "PATH": f"{PROGRAMS}:/usr/bin:/bin:/usr/sbin:/sbin:/usr/games",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "DISPLAY": ":0",
    "XDG_RUNTIME_DIR": RUNTIME_DIR,
    "XDG_SESSION_TYPE": "x11",
    "XDG_CURRENT_DESKTOP": "GNOME",  # Settings runs nowhere else
    "XDG_MENU_PREFIX": "gnome-",
    "XDG_DATA_DIRS": f"{DATA}:/usr/local/share:/usr/share",
    "DBUS_SESSION_BUS_ADDRESS": f"unix:path={BUSES['session']}",
    "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={BUSES['system']}",
    "GDK_BACKEND": "x11",
    "XCURSOR_THEME": POINTERS,
    "GIO_USE_VOLUME_MONITOR": "unix",
    "GTK_IM_MODULE": "gtk-im-context-simple",
    "GTK_USE_PORTAL": "0",
    "GNOME_ACCESSIBILITY": "1",  # Firefox
    "GSK_RENDERER": "cairo",  # GTK 4, which would start a software OpenGL in each program
    "SAL_USE_VCLPLUGIN": "gtk3",  # LibreOffice
    "LIBGL_ALWAYS_SOFTWARE": "1",
}


class ServiceDied(Exception):
    """A part of the desktop is gone, or did not come up in time."""


class Session:
    """The services of one desktop.

    Args:
        width: Screen width in pixels.
        height: Screen height in pixels.
        profile: One of `skeleton.PROFILES`.

    Attributes:
        overview: GNOME's overview, which has the search for applications, once it is up; None in the light profile.
        set_time: Sets the box's time (see `clock.set_time`) and returns once the panel shows it.
    """

    def __init__(self, width: int, height: int, profile: str = "light") -> None:
        self.overview: gnome.Overview | None = None
        self.set_time: Callable[[float, bool], None] = clock.set_time
        self._profile = profile
        self._services: dict[int, str] = {}
        self._dead = ""
        self._log = os.open(PRIVATE_DIR, os.O_TMPFILE | os.O_RDWR | os.O_APPEND, 0o600)
        self._size = f"{width}x{height}x24"

    def start(self) -> None:
        """Starts the X server and the message buses; `start_shell` follows once the screen has been set up.

        Raises:
            ServiceDied: One of them did not come up.
        """
        os.mkdir(os.path.dirname(FRAMEBUFFER))
        ready, tell = os.pipe()
        server = ["Xvfb", ":0", "-screen", "0", self._size, "-dpi", "96", "-fbdir", os.path.dirname(FRAMEBUFFER)]
        # GLX would load the software renderer into the server: it starts slowly, and the shell draws without it.
        server += ["-displayfd", str(tell), "-nolisten", "tcp", "-noreset", "-s", "0", "-extension", "GLX"]
        self._spawn("Xvfb", server, pass_fds=(tell,))
        os.close(tell)
        for kind in BUSES:
            bus = ["dbus-daemon", f"--config-file={bus_configuration(kind)}", "--nofork", "--nopidfile"]
            self._spawn("dbus-daemon", bus)
        subprocess.run(
            ["dconf", "compile", f"{DEFAULTS}.db", DEFAULTS],
            env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, check=False, timeout=10.0,
        )  # fmt: skip
        number = b""
        while not number.endswith(b"\n"):  # written in two pieces; Xvfb exits unless both are read
            part = os.read(ready, 16) if select.select([ready], [], [], START_SECONDS)[0] else b""
            if not part:
                raise ServiceDied("Xvfb did not come up")
            number += part
        os.close(ready)
        for address in BUSES.values():
            self._wait_for_bus(address)
        # Otherwise the first program that looks for it would start it, and wait for that.
        self._spawn("at-spi-bus-launcher", ["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
        if os.path.exists(_XSETTINGS):  # by it, running programs follow changes of fonts, theme and style
            # It must not look for the accessibility bus, whose launcher would be started twice.
            self._spawn("gsd-xsettings", ["env", "NO_AT_BRIDGE=1", _XSETTINGS])

    def start_shell(self, screen: XScreen) -> None:
        """Starts the window manager, or GNOME Shell, and returns once it is in charge of the screen.

        Raises:
            ServiceDied: It did not come up.
        """
        if self._profile == "light":
            self._spawn("openbox", ["openbox", "--sm-disable", "--config-file", openbox.CONFIGURATION])
            if not screen.wait_for_window_manager(START_SECONDS):
                raise ServiceDied("openbox did not come up")
            self._start_panel(screen)
            return
        start = os.fstat(self._log).st_size
        # In a thread of its own, since the restriction can't be undone.
        with ThreadPoolExecutor(1, initializer=gnome.without_calendar_timers) as thread:
            thread.submit(self._spawn, "gnome-shell", ["gnome-shell", "--x11", "--sm-disable"]).result()
        deadline = time.monotonic() + START_SECONDS
        while not gnome.has_started(self._log, start):
            self.check()
            if time.monotonic() > deadline:
                raise ServiceDied("GNOME Shell did not come up")
            time.sleep(0.01)
        self.overview = gnome.Overview(screen, ENVIRONMENT["DBUS_SESSION_BUS_ADDRESS"])
        self.set_time = self.overview.set_time
        if not self.overview.leave(0xFF1B, deadline):  # Escape
            raise ServiceDied("GNOME Shell stays in its overview")
        screen.prepare(BACKGROUND)  # the shell has brought its own background, and moved the pointer

    def check(self) -> None:
        """Raises `ServiceDied` if a service has ended since it was started."""
        self.reap()
        if self._dead:
            raise ServiceDied(self.diagnosis())

    def diagnosis(self) -> str:
        """Returns the service that ended, if one did, and the end of the services' output."""
        self.reap()
        end = os.pread(self._log, 2000, max(0, os.fstat(self._log).st_size - 2000))
        return f"{self._dead}\n{end.decode('utf-8', 'replace')}".strip()

    def reap(self) -> None:
        """Collects ended processes (as pid 1 must) and notes whether a service was among them."""
        ended = _collect()
        if not self._dead and ended.keys() & self._services.keys():
            # A service takes those that were started after it along, and may be reaped after them: wait for all, then
            # blame the one that was started first.
            time.sleep(_LAST_BREATH_SECONDS)
            ended.update(_collect())
            pid = next(number for number in self._services if number in ended)
            code = ended[pid]
            how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            self._dead = f"{self._services[pid]} ended with {how}"

    def process_of(self, name: str) -> int:
        """Returns the number of a service's process, 0 where it doesn't run."""
        return next((pid for pid, service in self._services.items() if service == name), 0)

    def _start_panel(self, screen: XScreen) -> None:
        """Starts the panel of the light profile, once more if it ends or isn't drawn in time."""
        panel = openbox.Panel(screen)
        for _ in range(_PANEL_STARTS):
            try:
                self._spawn("tint2", ["tint2", "-c", openbox.PANEL])
            except FileNotFoundError:
                raise ServiceDied("tint2 is missing; install the package tint2") from None
            pid = self.process_of("tint2")
            deadline = time.monotonic() + START_SECONDS / _PANEL_STARTS
            while time.monotonic() < deadline and os.waitid(os.P_PID, pid, _ENDED) is None:
                if screen.has_panel() and panel.has_been_drawn():
                    self.set_time = panel.set_time
                    return
                time.sleep(0.003)
            del self._services[pid]  # reaped like any other process
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        raise ServiceDied("tint2 did not come up")

    def _spawn(self, name: str, argv: list[str], pass_fds: tuple[int, ...] = ()) -> None:
        process = subprocess.Popen(
            argv, env=ENVIRONMENT, cwd=HOME, pass_fds=pass_fds, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
        )  # fmt: skip
        self._services[process.pid] = name
        process.returncode = 0  # reaped by `reap`; keeps Popen from waiting for it

    def _wait_for_bus(self, address: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            with socket.socket(socket.AF_UNIX) as probe:
                try:
                    return probe.connect(address)
                except OSError:
                    self.check()
            if time.monotonic() > deadline:
                raise ServiceDied(f"the bus at {address} did not come up")
            time.sleep(0.002)


def _collect() -> dict[int, int]:
    """Returns the exit codes of the processes that have ended, minus the signal's number for those killed."""
    ended: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended[pid] = os.waitstatus_to_exitcode(status)

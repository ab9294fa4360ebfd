"""Starts what makes a desktop: X server, session bus, window manager; and watches over them."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import time

from .places import HOME, PRIVATE_DIR, RUNTIME_DIR, USER
from .skeleton import DEFAULTS

FRAMEBUFFER = f"{PRIVATE_DIR}/screen/Xvfb_screen0"
START_SECONDS = 20.0
_BUS = f"{RUNTIME_DIR}/bus"

ENVIRONMENT = {
    "HOME": HOME,
    "USER": USER,
    "LOGNAME": USER,
    "SHELL": "/bin/bash",
    "PATH": "/usr/bin:/bin:/usr/sbin:/sbin:/usr/games",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "DISPLAY": ":0",
    "XDG_RUNTIME_DIR": RUNTIME_DIR,
    "XDG_SESSION_TYPE": "x11",
    "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
    "DBUS_SESSION_BUS_ADDRESS": f"unix:path={_BUS}",
    "GDK_BACKEND": "x11",
    "GIO_USE_VFS": "local",
    "GTK_IM_MODULE": "gtk-im-context-simple",
    "GTK_USE_PORTAL": "0",
    "GNOME_ACCESSIBILITY": "1",  # Firefox
    "LIBGL_ALWAYS_SOFTWARE": "1",
}


class ServiceDied(Exception):
    """A part of the desktop is gone, or did not come up in time."""


class Session:
    """The services of one desktop.

    Args:
        width: Screen width in pixels.
        height: Screen height in pixels.
    """

    def __init__(self, width: int, height: int) -> None:
        self._services: dict[int, str] = {}
        self._dead = ""
        self._log = os.open(PRIVATE_DIR, os.O_TMPFILE | os.O_RDWR | os.O_APPEND, 0o600)
        self._size = f"{width}x{height}x24"

    def start(self) -> None:
        """Starts the X server and the session bus; `start_window_manager` follows once the screen has been set up.

        Raises:
            ServiceDied: One of them did not come up.
        """
        os.mkdir(os.path.dirname(FRAMEBUFFER))
        ready, tell = os.pipe()
        server = ["Xvfb", ":0", "-screen", "0", self._size, "-fbdir", os.path.dirname(FRAMEBUFFER)]
        # GLX would load the software renderer into the server: slow to start, and nothing here draws with it.
        server += ["-displayfd", str(tell), "-nolisten", "tcp", "-noreset", "-s", "0", "-extension", "GLX"]
        self._spawn("Xvfb", server, pass_fds=(tell,))
        os.close(tell)
        self._spawn(
            "dbus-daemon", ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address=unix:path={_BUS}"]
        )
        subprocess.run(
            ["dconf", "compile", f"{DEFAULTS}.db", DEFAULTS],
            env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, check=False, timeout=10.0,
        )  # fmt: skip
        number = b""
        while not number.endswith(b"\n"):  # it is written in two pieces, and Xvfb gives up if nobody reads the second
            part = os.read(ready, 16) if select.select([ready], [], [], START_SECONDS)[0] else b""
            if not part:
                raise ServiceDied("Xvfb did not come up")
            number += part
        os.close(ready)
        self._wait_for_bus()
        # Programs would start it too, when they first look for it, and each would wait for that.
        self._spawn("at-spi-bus-launcher", ["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])

    def start_window_manager(self) -> None:
        """Starts openbox; it is ready when it has claimed the screen."""
        self._spawn("openbox", ["openbox", "--sm-disable", "--config-file", f"{HOME}/.config/openbox/rc.xml"])

    def check(self) -> None:
        """Raises `ServiceDied` if a service has ended since it was started."""
        self.reap()
        if self._dead:
            raise ServiceDied(self.diagnosis())

    def diagnosis(self) -> str:
        """Returns which service ended, if one did, and the end of what they printed."""
        self.reap()
        end = os.pread(self._log, 2000, max(0, os.fstat(self._log).st_size - 2000))
        return f"{self._dead}\n{end.decode('utf-8', 'replace')}".strip()

    def reap(self) -> None:
        """Collects ended processes (as pid 1 must) and notes whether a service was among them."""
        ended: dict[int, int] = {}
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if pid == 0:
                break
            ended[pid] = os.waitstatus_to_exitcode(status)
        # A service that is gone takes others with it, all of them started after it.
        for pid, name in self._services.items():
            if pid in ended and not self._dead:
                code = ended[pid]
                self._dead = f"{name} ended with " + (signal.Signals(-code).name if code < 0 else f"exit code {code}")

    def _spawn(self, name: str, argv: list[str], pass_fds: tuple[int, ...] = ()) -> None:
        process = subprocess.Popen(
            argv, env=ENVIRONMENT, cwd=HOME, pass_fds=pass_fds, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
        )  # fmt: skip
        self._services[process.pid] = name
        process.returncode = 0  # reaped by `reap`; keeps Popen from waiting for it

    def _wait_for_bus(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            with socket.socket(socket.AF_UNIX) as probe:
                try:
                    return probe.connect(_BUS)
                except OSError:
                    self.check()
            if time.monotonic() > deadline:
                raise ServiceDied("the session bus did not come up")
            time.sleep(0.002)

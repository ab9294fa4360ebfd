r"""A phone behind Android's own interfaces: `Device`, which adbd serves and tests drive in-process.

>>> from crab_sim.phone import Phone
>>> device = Device(Phone())
>>> device.run("getprop ro.product.model && nope").stdout, device.run("nope").status
(b'Crab Phone\n', 127)
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from crab_sim import shell
from crab_sim.devices.facts import Crash
from crab_sim.files import Files
from crab_sim.machine import crashes
from crab_sim.machine.slices import CLIPBOARD, WINDOWS
from crab_sim.phone import Phone, power
from crab_sim.phone.android import catalog, hierarchy, storage
from crab_sim.phone.android.display import Display
from crab_sim.phone.android.host import AndroidHost, looks_at_files
from crab_sim.phone.android.loglines import LogFilter, LogLine
from crab_sim.phone.android.output import Output
from crab_sim.phone.android.steps import Steps, may_sleep
from crab_sim.phone.android.views import View, active_window
from crab_sim.phone.intents import AndroidIntent, Component
from crab_sim.phone.profile import profile_of
from crab_sim.phone.system import battery_saver, permissions
from crab_sim.phone.system.erase import force_stop
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.shell import ShellState, login_state

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crab_sim.draw.raster import Canvas
    from crab_sim.ui.accessibility import AccessibleElement

__all__ = ["Device"]

_Made = TypeVar("_Made")
_NO_FILES = Files()
_CRASHED = 255
_MAX_LOG = 2000  # lines that the log keeps
_MAX_SNAPSHOTS = 4096
_ENVIRONMENT = {
    "SHELL": "/system/bin/sh",
    "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin",
    "ANDROID_DATA": "/data",
    "ANDROID_ROOT": "/system",
    "EXTERNAL_STORAGE": "/sdcard",
}
_SYSTEM_UI, _SYSTEM_UI_ID = "com.android.systemui", 688
_SYSTEM_PROCESSES = (
    (1, "init"), (118, "logd"), (119, "servicemanager"), (213, "zygote64"), (264, "surfaceflinger"), (391, "adbd"),
    (512, "system_server"), (_SYSTEM_UI_ID, _SYSTEM_UI), (731, "com.android.phone"),
    (802, "com.android.launcher3"), (845, "android.process.acore"), (1020, "sh"),
)  # fmt: skip


class Task(NamedTuple):
    """A running app as the task list has it, or the home screen."""

    id: int
    app: str
    component: Component


class Device:
    """A simulated phone behind Android's interfaces.

    Args:
        phone: The phone; commands change it as touches do.
        display: Its screen; by default one whose pixels are those of the phone's layout.

    Attributes:
        phone: The phone.
        display: Its screen.
        properties: System properties that were set since the phone was booted.
        called: App id -> the package by which the app was started, where that isn't the profile's.
        touch: Where and when a finger touched down that is still on the screen, None for none.
        snapshots: States of the phone that were saved under a name.
        log: The last lines of the log.
        receivers: Called with each broadcast, besides the phone's own receivers.
        automation: The ports on which servers of UI automation listen, and how many on each; see
            `crab_sim.phone.android.uiautomator`.
        waits: Whether whoever runs a line waits as long as it has slept, where the clock is real; otherwise a line is
            over at once, and the time has passed.
    """

    def __init__(self, phone: Phone, display: Display | None = None) -> None:
        self.phone = phone
        self.display = display or Display(phone.width, phone.height)
        self.properties: dict[str, str] = {}
        self.called: dict[str, str] = {}
        self.touch: tuple[int, int, float] | None = None
        self.snapshots: dict[str, tuple[Mapping[str, object], tuple[int, int], int]] = {}
        self.log: deque[LogLine] = deque(maxlen=_MAX_LOG)
        self.receivers: list[Callable[[AndroidIntent], None]] = []
        self.automation: dict[int, int] = {}
        self.waits = False
        self._logged = 0
        self._clock: Literal["virtual", "real"] = "virtual"
        self._looked = 0.0
        self._canvas: Canvas | None = None
        self._state = login_state(AndroidHost(self), _ENVIRONMENT)
        self.write_log("boot", "I", "Boot completed")

    # Time -------------------------------------------------------------------------------------------------------

    @property
    def clock(self) -> Literal["virtual", "real"]:
        """``"virtual"``: only ``cmd crab_gym advance`` lets time pass. ``"real"``: time passes as it does outside."""
        return self._clock

    @clock.setter
    def clock(self, kind: Literal["virtual", "real"]) -> None:
        self._clock = kind
        self._looked = time.monotonic()

    def tick(self) -> None:
        """Lets the time pass that has passed outside since the last request; none where the clock is virtual."""
        if self._clock == "real":
            now = time.monotonic()
            passed, self._looked = now - self._looked, now
            self.phone.advance(passed)

    # Commands ---------------------------------------------------------------------------------------------------

    def run(self, line: str, stdin: bytes = b"", state: ShellState | None = None, steps: Steps | None = None) -> Output:
        """Runs a line of the phone's shell, as root. Never raises, for any text.

        Args:
            line: The text.
            stdin: Standard input.
            state: The shell before; a fresh one by default.
            steps: Runs it from one sleep to the next.
        """
        self.tick()
        state = state or self._state
        if state.cwd == "/" and not looks_at_files(line):
            files, host = _NO_FILES, AndroidHost(self, looks=False)
        else:
            files, host = self.files, AndroidHost(self, steps=steps)
        return self._guarded(lambda: shell.run(line, files, state, host, stdin), state, host)

    def begin(self, line: str, stdin: bytes = b"", state: ShellState | None = None) -> Steps | None:
        """Returns a line to be run from one sleep to the next; None for one that is to be run at once.

        Args:
            line: The text.
            stdin: Standard input.
            state: The shell before; a fresh one by default.
        """
        if self.waits and self._clock == "real" and may_sleep(line) and Steps.has_room():
            return Steps(lambda steps: self.run(line, stdin, state, steps), self.tick)
        return None

    def run_argv(self, argv: Sequence[str], stdin: bytes = b"") -> Output:
        """Runs one command with exactly these arguments; nothing is parsed or expanded."""
        self.tick()
        host = AndroidHost(self)
        return self._guarded(lambda: shell.run_argv(argv, self.files, self._state, host, stdin), self._state, host)

    def _guarded(self, line: Callable[[], shell.Result], state: ShellState, host: AndroidHost) -> Output:
        """Runs a line; where an app's code fails in it, nothing but the app's end has happened, and the shell goes on.

        A line that sleeps keeps what it has done, since others have used the phone in the meantime.
        """
        results: list[shell.Result] = []

        def run() -> None:
            result = line()
            if host.looks:
                self.write_files(result.files)
            results.append(result)

        if crashes.guarded(self.phone, run, keeps=host.steps is not None):
            return self._done(results[0])
        crash = self.phone.crashes[-1]
        self._log_crash(crash)
        message = f"{_summary(crash)}\n".encode("utf-8", "replace")
        return Output(b"", message, _CRASHED, state, terminal=message)

    def _done(self, result: shell.Result) -> Output:
        follow, exited, slept = "", False, 0.0
        for effect in result.effects:
            match effect:
                case ("follow", str(command)):
                    follow = command
                case ("kill", int(pid), int()):
                    self._kill(pid)
                case ("sleep", float(seconds)) if self._clock == "real":
                    if self.waits:
                        slept += seconds
                    else:
                        self.phone.advance(seconds)
                case ("exit",):
                    exited = True
        return Output(
            result.stdout, result.stderr, result.status, result.state, follow, exited, result.ended, result.terminal,
            slept,
        )  # fmt: skip

    # Processes --------------------------------------------------------------------------------------------------

    def processes(self) -> tuple[tuple[int, str], ...]:
        """Returns (process id, name) of the running processes: the system's, and one per opened app."""
        apps = tuple((catalog.process_id(window.app), self.package(window.app)) for window in self.phone.get(WINDOWS))
        return (*_SYSTEM_PROCESSES, *sorted(apps))

    def _kill(self, pid: int) -> None:
        for window in self.phone.get(WINDOWS):
            if catalog.process_id(window.app) == pid:
                self.stop(window.app)

    def stop(self, app: str) -> None:
        """Stops an app: its windows are gone, its data stay."""
        running = any(window.id == app for window in self.phone.get(WINDOWS))
        force_stop(self.phone, app)
        if running:
            self.write_log("ActivityManager", "I", f"Force stopping {self.package(app)} appid=10158 user=0")
        self.called.pop(app, None)

    def package(self, app: str) -> str:
        """Returns the package of an app as clients know it: that by which it was started, else the profile's."""
        return self.called.get(app) or profile_of(self.phone).package(app)

    def launch(self, app: str, intent: Sequence[object] = (), package: str = "") -> None:
        """Starts an app of the phone as one of its packages, by default as that of the phone's profile."""
        self.phone.launch(app, intent)
        if package and package != profile_of(self.phone).package(app):
            self.called[app] = package
        else:
            self.called.pop(app, None)

    @property
    def component(self) -> str:
        """The activity in front, as ``package/.Activity``."""
        front = self.phone.front
        app = "launcher" if front is None else front.app
        return catalog.component(app, self.package(app))

    def tasks(self) -> list[Task]:
        """Returns the task list, the one in front first; the home screen is always among them."""
        windows = [window.app for window in reversed(self.phone.get(WINDOWS))]
        windows.insert(0 if self.phone.front is None else 1, "launcher")
        return [Task(catalog.task_id(app), app, catalog.activity_of(app, self.package(app))) for app in windows]

    def permit(self, app: str, permission: str, granted: bool) -> None:
        """Grants a permission to an app, or takes it away, which ends the app."""
        package = catalog.package_of(app)
        if granted:
            permissions.grant(self.phone, package, permission)
        elif permissions.granted(self.phone, package, permission):
            permissions.revoke(self.phone, package, permission)
            self.stop(app)  # as Android does, since the app wouldn't expect it

    # Files ------------------------------------------------------------------------------------------------------

    @property
    def files(self) -> Files:
        """The file system, with the apps' databases in it."""
        return storage.mounted(self.phone)

    def write_files(self, files: Files) -> None:
        """Takes over a changed file system; an app whose database was changed shows its new content."""
        storage.commit(self.phone, files)

    # Screen -----------------------------------------------------------------------------------------------------

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height of the screen in pixels."""
        return self.display.size

    def screenshot(self) -> npt.NDArray[np.uint8]:
        """Returns the screen: ``(H, W, 3) uint8``, RGB."""
        self.tick()
        self.phone.set_drawn(True)
        return self._shown(self._drawn)

    def _drawn(self) -> npt.NDArray[np.uint8]:
        if self._canvas is None:
            from crab_sim.draw.raster import Canvas  # loaded only where screens are drawn

            self._canvas = Canvas(*self.display.size)
        return self._canvas.frame(self.display.ops(self.phone.scene.ops))

    def elements(self) -> list[AccessibleElement]:
        """Returns the visible elements, back to front."""
        self.tick()
        return self._shown(lambda: hierarchy.elements(self.phone, self.display))

    def window(self) -> View:
        """Returns the views of the window that has the focus, in pixels of the layout."""
        return self._as_drawn(lambda: active_window(self.phone, self.package)[0])

    def hierarchy(self) -> str:
        """Returns the XML that ``uiautomator dump`` writes."""
        return self._as_drawn(lambda: hierarchy.xml(self.phone, self.package, self.display))

    def _as_drawn(self, make: Callable[[], _Made]) -> _Made:
        """Returns what is made of the screen and of what is drawn on it, even while nobody looks at it."""
        self.tick()
        drawn = self.phone.drawn
        self.phone.set_drawn(True)
        try:
            return self._shown(make)
        finally:
            self.phone.set_drawn(drawn)

    def _shown(self, make: Callable[[], _Made]) -> _Made:
        """Returns what is made of the screen; apps that can't be shown are closed first."""
        known = self.phone.crashes
        try:
            while True:
                crashes.screen(self.phone)
                try:
                    return make()
                except Exception as error:
                    self._canvas = None  # what it shows isn't known any more
                    if not crashes.closed_front(self.phone, error):
                        raise
        finally:
            if self.phone.crashes is not known:
                for crash in self.phone.crashes:
                    if not any(crash is other for other in known):
                        self._log_crash(crash)

    def _log_crash(self, crash: Crash) -> None:
        """Writes into the log that an app has crashed, as Android does."""
        running = crash.app in self.phone.apps
        process = self.package(crash.app) if running else _SYSTEM_UI
        pid = catalog.process_id(crash.app) if running else _SYSTEM_UI_ID
        head = f"FATAL EXCEPTION: main\nProcess: {process}, PID: {pid}"
        self.write_log("AndroidRuntime", "E", f"{head}\n{_summary(crash)}", pid)

    def resize(self, width: int, height: int, density: int = 0) -> None:
        """Lays the phone out on a screen of another size or density.

        Args:
            width: Width of the screen in pixels.
            height: Its height.
            density: Its density in pixels per inch; 0 for what it is.

        Raises:
            ValueError: The screen is smaller or larger than a phone's can be.
        """
        if not (280 <= width <= 4096 and 480 <= height <= 4096):
            raise ValueError(f"a screen of {width}×{height} pixels; it has from 280×480 to 4096×4096")
        display = self.display
        density = density or display.density
        if ((width, height), density) == (display.size, display.density):
            return
        display.size, display.density = (width, height), density
        self.phone.width, self.phone.height = display.layout()
        self.phone.forget_layout()
        self._canvas = None

    # States -----------------------------------------------------------------------------------------------------

    def boot(self, seed: int) -> None:
        """Boots the phone that the seed determines."""
        self.phone.boot(seed)
        self.properties.clear()
        self.called.clear()
        self.touch = None
        self.log.clear()
        self._looked = time.monotonic()
        self.write_log("boot", "I", "Boot completed")

    def reboot(self) -> None:
        """Restarts the phone: its data stay, its apps are closed and the home screen is shown."""
        self.phone.put(WINDOWS, ())
        self.phone.put(CLIPBOARD, "")
        self.phone.put(NOTIFICATIONS, ())
        for slice, value in self.phone.home().items():
            self.phone.put(slice, value)
        power.turn(self.phone, False)  # it locks, if it has a lock
        power.turn(self.phone, True)
        self.properties.clear()
        self.called.clear()
        battery_saver.reset(self.phone)
        self.touch = None
        self.log.clear()
        self.write_log("boot", "I", "Boot completed")

    def save(self, name: str) -> None:
        """Keeps the phone's state under a name; the oldest one is forgotten where there are too many."""
        self.snapshots.pop(name, None)
        self.snapshots[name] = self.phone.snapshot(), self.display.size, self.display.density
        if len(self.snapshots) > _MAX_SNAPSHOTS:
            del self.snapshots[next(iter(self.snapshots))]

    def load(self, name: str) -> None:
        """Brings the phone back to a state that was kept.

        Raises:
            KeyError: There is none of that name.
        """
        handle, size, density = self.snapshots[name]
        self.phone.restore(handle)
        self.resize(*size, density)
        self.touch = None

    # Log --------------------------------------------------------------------------------------------------------

    def write_log(self, tag: str, level: str, message: str, pid: int = 512) -> None:
        """Adds lines to the log.

        Args:
            tag: The lines' tag.
            level: Their level, a letter as in ``logcat``.
            message: The lines.
            pid: Id of the process that writes them.
        """
        for part in message.split("\n")[:50]:
            self._logged += 1
            self.log.append(LogLine(self._logged, self.phone.now, pid, tag, level, part))

    def log_since(self, n: int, follow: str = "logcat") -> tuple[int, bytes]:
        """Returns the log from a line's number on.

        Args:
            n: Number of the first line that is wanted, 0 for all; a negative one gives no lines but the next number.
            follow: The command that prints them, as `Output.follow` has it.

        Returns:
            The number to ask with next, and the lines as the command prints them.
        """
        self.tick()
        wanted = LogFilter.parse(follow.split()[1:])
        lines = wanted.format(line for line in self.log if n >= 0 and line.number >= n)
        return self._logged + 1, lines


def _summary(crash: Crash) -> str:
    """Returns the error of a crash, the last line of its traceback."""
    return crash.traceback.rstrip().rpartition("\n")[2]

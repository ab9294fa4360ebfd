"""`AdbBackend`: a real phone, an emulator or the simulated phone, over ADB."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from crab_gym.backends.adb import input_commands
from crab_gym.backends.adb.adb_server import check_server
from crab_gym.backends.adb.connect import connect, needs_server
from crab_gym.backends.adb.elements import parse_dump, parse_list
from crab_gym.backends.adb.screencap import decode
from crab_gym.backends.adb.setup import AdbSetup
from crab_gym.backends.adb.shell import FileRefused, Shell
from crab_gym.backends.adb.state import AdbState
from crab_gym.backends.adb.transport import Lost
from crab_gym.backends.base import Backend, DeviceError, Element, Image, SnapshotUnsupported
from crab_gym.backends.elements import is_raw
from crab_gym.backends.letterbox import Letterbox

if TYPE_CHECKING:
    from crab_gym.backends.sim.phone_server import PhoneServer

__all__ = ["OPTIONS", "AdbBackend"]

OPTIONS: Mapping[str, Any] = {"serial": "", "server": None, "reset": "home", "timeout": 20.0, "elements": "flat"}
"""The options with their defaults."""
_POLL_SECONDS = 0.05
_QUIET_SECONDS = 0.15
_SETTLE_SECONDS = 5.0
_SIZE = re.compile(r"(Physical|Override) size: (\d+)x(\d+)")
_ROTATION = re.compile(r"mCurrentRotation=(?:ROTATION_)?(\d+)")

_T = TypeVar("_T")


class AdbBackend(Backend):
    """A phone over ADB.

    Args:
        device: ``"android"``.
        screen_size: Width and height in pixels; a phone with another screen is scaled and letterboxed into it.
        options: ``serial``: ``"127.0.0.1:5555"``, ``"emulator-5554"``, a USB serial number, ``""`` for the only device,
            or ``"simulated"`` for a simulated phone that the backend serves itself. ``server``: port of an adb server.
            ``timeout``: seconds without an answer after which the device counts as lost. ``reset``: how to reset a
            phone that can't be booted from a seed: ``"home"`` (the default) stops the apps and goes to the home screen,
            and leaves their data alone; ``"clear"`` also erases the data of every app in the table of apps;
            ``"snapshot:NAME"`` loads an emulator's snapshot. ``elements``: ``"flat"``, or ``"raw"`` for one element of
            each view that ``uiautomator dump`` tells of.

    Attributes:
        simulated: Whether the phone is the simulated one, which boots from a seed and has a virtual clock.

    Raises:
        ValueError: An option is unknown or has an invalid value.
        MissingExtra: The device is reached by an adb server, and neither one nor an adb program is there.
    """

    kind: ClassVar[str] = "adb"
    devices: ClassVar[tuple[str, ...]] = ("android",)

    def __init__(self, device: str = "android", screen_size: tuple[int, int] = (360, 800), **options: Any) -> None:
        super().__init__(device, screen_size, **options)
        unknown = sorted(set(options) - set(OPTIONS))
        if unknown:
            raise ValueError(f"backend 'adb' has no option {', '.join(unknown)}; it has: {', '.join(OPTIONS)}")
        values = {**OPTIONS, **options}
        for name, kinds, expected in (("timeout", (int, float), "seconds"), ("server", (int, type(None)), "a port")):
            if not isinstance(values[name], kinds):
                raise ValueError(f"{name} is {values[name]!r}; expected {expected}, as a number")
        self._serial, self._server, self._reset = str(values["serial"]), values["server"], str(values["reset"])
        self._timeout, self._raw = float(values["timeout"]), is_raw(values["elements"])
        if self._reset not in ("home", "clear") and not re.fullmatch(r"snapshot:[\w.-]+", self._reset):
            raise ValueError(f"reset is {self._reset!r}; expected 'home', 'clear' or 'snapshot:NAME'")
        if not self._timeout > 0:
            raise ValueError(f"timeout is {values['timeout']!r}; expected seconds above 0")
        if self._serial != "simulated" and needs_server(self._serial):
            check_server(self._server)
        self.simulated = False
        self._shell: Shell | None = None
        self._server_of_own_phone: PhoneServer | None = None  # with the serial number "simulated"
        self._why = "not connected; reset() connects"
        self._phone = self._serial  # serial number of the connected phone
        self._letterbox = Letterbox.fit(screen_size, screen_size)
        self._packages: frozenset[str] = frozenset()
        self._unicode = False
        self._snapshots = 0
        self._state, self._setup = AdbState(self._ask), AdbSetup(self._ask, lambda: self._phone)

    @property
    def real_time(self) -> bool:  # type: ignore[override] # known once the phone is
        """Whether the phone's clock runs by itself; that of a simulated one stands still between actions."""
        return not self.simulated

    @property
    def state(self) -> AdbState:
        """The read-only view for evaluators."""
        return self._state

    @property
    def setup(self) -> AdbSetup:
        """The writing view for a task's setup."""
        return self._setup

    # Connection -------------------------------------------------------------------------------------------------

    def _ask(self, question: Callable[[Shell], _T]) -> _T:
        """Asks the phone something.

        A lost phone stays lost until the next reset, since nobody knows what it did in the meantime.

        Raises:
            DeviceError: The phone is not connected, or was lost.
        """
        shell = self._shell
        if shell is None:
            raise DeviceError(self.device, self._why)
        try:
            return question(shell)
        except Lost as error:
            self._drop(f"the phone {self._phone} was lost: {error}; reset() connects again")
            raise DeviceError(self.device, self._why) from None
        except FileRefused:
            raise
        except BaseException:  # for example a signal in the middle of an answer, whose rest must not be read later
            self._drop("the last request to the phone was interrupted; reset() connects again")
            raise

    def _drop(self, why: str) -> None:
        shell, self._shell, self._why = self._shell, None, why
        if shell is not None:
            shell.close()

    def _connect(self) -> Shell:
        """Connects, unless the present connection still works."""
        if self._shell is not None:
            try:
                self._shell.run(["true"])
                return self._shell
            except Lost:
                self._drop("lost")
        serial = self._serial
        if serial == "simulated":
            if self._server_of_own_phone is None:
                from crab_gym.backends.sim.phone_server import serve_phone  # no other phone needs the simulator

                self._server_of_own_phone = serve_phone(self.screen_size)
            serial = self._server_of_own_phone.serials[0]
        try:
            self._shell, self._phone = connect(serial, self._server, self._timeout)
        except Lost as error:
            self._why = f"no connection: {error}"
            raise DeviceError(self.device, self._why) from None
        return self._shell

    def close(self) -> None:
        """Ends the connection and leaves the phone as it is; a simulated one gets its own clock and size back."""
        if self.simulated and self._server_of_own_phone is None and self._shell is not None:
            with contextlib.suppress(DeviceError):
                self._state.command("cmd", "crab_gym", "clock", "real")
                self._state.command("wm", "size", "reset")
        self._drop("closed; reset() connects again")
        server, self._server_of_own_phone = self._server_of_own_phone, None
        if server is not None:
            server.close()

    def unplayable(self, apps: Sequence[str]) -> str:
        """Returns why a task that needs some apps can't be played on the phone; connects to it to find out."""
        try:
            self._connect()
            if self._reset.startswith("snapshot:"):
                return ""  # each reset brings the apps that the snapshot has
            missing = input_commands.missing_apps(apps, self._state.packages())
        except DeviceError as error:
            return error.reason
        where = f"adb -s {self._phone} install APK"
        return "; ".join([f"the app {app.name} ({app.package}) isn't installed: {where}" for app in missing])

    # Reset ------------------------------------------------------------------------------------------------------

    def reset(self, seed: int) -> None:
        """Brings the phone to a known state.

        The simulated phone is booted from the seed; for any other see the option ``reset``.
        """
        self._connect()
        setup = self._setup
        self.simulated = bool(setup.checked("getprop", "ro.crab_gym.version").text)
        if self.simulated:
            width, height = self.screen_size
            setup.checked("cmd", "crab_gym", "clock", "virtual")
            setup.checked("wm", "size", f"{width}x{height}")
            setup.checked("cmd", "crab_gym", "reset", str(seed))
        elif self._reset.startswith("snapshot:"):
            self._load_snapshot(self._reset.partition(":")[2])
        else:
            self._go_home(erase=self._reset == "clear")
        self._packages = frozenset(setup.packages())
        self._unicode = input_commands.has_unicode_keyboard(lambda argv: setup.command(*argv).text)
        self._look_at_size()
        self.settle()

    def _load_snapshot(self, name: str) -> None:
        from crab_gym.backends.adb.emulator import console

        try:
            console(self._phone, f"avd snapshot load {name}")
        except Lost as error:
            raise DeviceError(self.device, str(error)) from None
        self._drop("an emulator's snapshot was loaded")
        self._connect()

    def _go_home(self, erase: bool) -> None:
        """Wakes the phone, stops the apps of the table of apps, and shows the home screen.

        Args:
            erase: Whether to erase these apps' data, too.
        """
        setup = self._setup
        setup.command("input", "keyevent", "KEYCODE_WAKEUP")
        setup.command("wm", "dismiss-keyguard")
        setup.command("dumpsys", "battery", "reset")  # an episode's event may have drained it
        for package in input_commands.packages_of_apps(setup.packages()).values():
            if erase and package != "com.android.settings":  # its data are the phone's, not an app's
                setup.checked("pm", "clear", package)
            else:
                setup.checked("am", "force-stop", package)
        setup.checked("input", "keyevent", "KEYCODE_HOME")

    def _look_at_size(self) -> None:
        """Looks up the screen's size and rotation."""
        sizes = {
            kind: (int(width), int(height))
            for kind, width, height in _SIZE.findall(self._state.checked("wm", "size").text)
        }
        size = sizes.get("Override") or sizes.get("Physical")
        if size is None or not min(size):
            raise DeviceError(self.device, "'wm size' reports no size of the screen")
        rotation = _ROTATION.search(self._state.checked("dumpsys", "window").text)
        if rotation is not None and int(rotation[1]) % 180 in (1, 3, 90):
            size = size[1], size[0]
        self._letterbox = Letterbox.fit(size, self.screen_size)

    # Actions and screen -----------------------------------------------------------------------------------------

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out one action with Android's ``input``, ``am`` and ``monkey``; all text is quoted."""
        for command in input_commands.commands(name, args, self._letterbox, self._packages, self._unicode):
            output = self._ask(lambda shell, command=command: shell.run(command))  # type: ignore[misc]
            text = (output.stdout + output.stderr)[:400].decode("utf-8", "replace")
            if name == "open_app" and "No activities found" in text:  # a system package without an icon
                raise input_commands.no_app(str(args["name"]), self._packages)
            if output.status != 0:
                raise DeviceError(self.device, f"{' '.join(command)[:120]!r} failed ({output.status}): {text.strip()}")

    def advance(self, seconds: float) -> None:
        """Lets the simulated phone's time pass."""
        if self.simulated:
            self._state.checked("cmd", "crab_gym", "advance", repr(seconds))

    def settle(self) -> None:
        """Waits until two successive pictures of the screen, at least 0.15 s apart, are equal, for at most 5 s.

        On the simulated phone nothing moves by itself, so that it returns at once.
        """
        if self.simulated:
            return
        start = since = time.monotonic()
        last = self._frame()
        while time.monotonic() - start < _SETTLE_SECONDS:
            time.sleep(_POLL_SECONDS)
            frame, now = self._frame(), time.monotonic()
            if frame != last:
                last, since = frame, now
            elif now - since >= _QUIET_SECONDS:
                break
        self._decoded(last)

    def _frame(self) -> bytes:
        argv = ["cmd", "crab_gym", "screen"] if self.simulated else ["screencap"]
        return self._ask(lambda shell: shell.output(argv))

    def _decoded(self, frame: bytes) -> Image:
        """Returns a frame's picture; another size than before means that the phone has been turned."""
        try:
            picture = decode(frame)
        except ValueError as error:
            raise DeviceError(self.device, f"'screencap' printed {error}") from None
        size = picture.shape[1], picture.shape[0]
        if size != (self._letterbox.width, self._letterbox.height):
            self._letterbox = Letterbox.fit(size, self.screen_size)
        return picture

    def screenshot(self) -> Image:
        """Returns the screen, scaled and letterboxed where the phone's own has another size."""
        picture = self._decoded(self._frame())
        return self._letterbox.draw(picture)

    def elements(self) -> tuple[Element, ...]:
        """Returns the elements of the window in front, as ``uiautomator dump`` reports it.

        The simulated phone tells its own elements, those of its bars as well, unless they are asked for raw.

        Raises:
            DeviceError: There is no dump, for example while a video plays or an animation runs.
        """
        if self.simulated and not self._raw:
            return parse_list(self._state.checked("cmd", "crab_gym", "elements").stdout)
        data = self._ask(lambda shell: shell.output(["uiautomator", "dump", "/dev/tty"]))
        try:
            return parse_dump(data, self._letterbox.to_screen, self._raw)
        except ValueError as error:
            raise DeviceError(self.device, f"'uiautomator dump' gave {error}") from None

    # Snapshots --------------------------------------------------------------------------------------------------

    def snapshot(self) -> Any:
        """Saves the simulated phone's state on it; the handle is its name.

        Raises:
            SnapshotUnsupported: The phone isn't the simulated one.
        """
        if not self.simulated:
            raise SnapshotUnsupported(f"the phone {self._phone!r} can't save its state; use backend='sim', or replay")
        self._snapshots += 1
        name = f"{id(self)}.{self._snapshots}"
        self._state.checked("cmd", "crab_gym", "snapshot", "save", name)
        return name

    def restore(self, handle: Any) -> None:
        """Brings the simulated phone back to a snapshot."""
        if not self.simulated:
            raise SnapshotUnsupported(
                f"the phone {self._phone!r} can't restore snapshots; use backend='sim', or replay"
            )
        self._state.checked("cmd", "crab_gym", "snapshot", "load", str(handle))

    def fingerprint(self) -> str:
        """Returns a digest of the simulated phone's state."""
        if not self.simulated:
            return super().fingerprint()
        return self._state.checked("cmd", "crab_gym", "fingerprint").text

"""The simulated backend: a machine of `crab_gym.sim`, in-process, exact and fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from crab_gym.apps import APPS
from crab_gym.backends.base import (
    Backend,
    CommandResult,
    Contact,
    Element,
    Foreground,
    Image,
    InvalidAction,
    Message,
    Setup,
    Todo,
    Window,
)
from crab_gym.sim.app import Context
from crab_gym.sim.desktop import Desktop
from crab_gym.sim.desktop.apps import HOME
from crab_gym.sim.desktop.terminal import run_command
from crab_gym.sim.files import FileError, Files
from crab_gym.sim.kernel import Machine, Refused
from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.app import SDCARD
from crab_gym.sim.phone.apps import contacts, messages, tasks
from crab_gym.sim.ui.scene import (
    CHECKABLE,
    CHECKED,
    DISABLED,
    EDITABLE,
    FOCUSED,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
    Node,
    visible,
)

__all__ = ["SimBackend", "SimDesktopState", "SimPhoneState"]


_Row = TypeVar("_Row")


class _SimState(Setup):
    """What both machines answer alike. The machine is looked up at each query, since a restore may replace it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    @property
    def _files(self) -> Files:
        files: Files = self.machine.get("files")
        return files

    def foreground(self) -> Foreground:
        """Returns the front window's app and title; the launcher's, or ``""`` on a desktop, where there is none."""
        front = self.machine.front
        if front is None:
            return Foreground("launcher" if self.device == "android" else "", "")
        return Foreground(front.app, self.machine.apps[front.app].title(Context(self.machine, front.id)))

    def exists(self, path: str) -> bool:
        """Tells whether a file or folder is there."""
        return self._files.exists(path)

    def is_dir(self, path: str) -> bool:
        """Tells whether the path is a folder."""
        return self._files.is_dir(path)

    def read_file(self, path: str) -> bytes | None:
        """Returns a file's content."""
        files = self._files
        return files.read(path) if files.is_file(path) else None

    def list_dir(self, path: str) -> tuple[str, ...]:
        """Returns the names in a folder."""
        files = self._files
        return files.list(path) if files.is_dir(path) else ()

    def clipboard(self) -> str:
        """Returns the clipboard's text."""
        text: str = self.machine.slices["clipboard"]
        return text

    def setting(self, namespace: str, key: str) -> str | None:
        """Returns a setting."""
        value: str | None = self.machine.get("settings").get((namespace, key))
        return value

    def packages(self) -> tuple[str, ...]:
        """Returns the packages of the installed apps."""
        return tuple(sorted(a.package for a in APPS if a.device == self.device and a.id in self.machine.apps))

    def _put_files(self, change: Callable[[Files], Files]) -> None:
        try:
            self.machine.put("files", change(self._files))
        except FileError as error:
            raise ValueError(f"setup of {self.device!r} can't change its files: {error}") from error

    def write_file(self, path: str, data: bytes | str) -> None:
        """Writes a file, making the folders above it."""
        content = data.encode() if isinstance(data, str) else data
        parent = path.rpartition("/")[0] or "/"
        now = self.machine.now
        self._put_files(lambda files: files.mkdir(parent, now, parents=True).write(path, content, now))

    def make_dir(self, path: str) -> None:
        """Makes a folder and those above it."""
        now = self.machine.now
        self._put_files(lambda files: files.mkdir(path, now, parents=True))

    def remove(self, path: str) -> None:
        """Removes a file or folder."""
        if self._files.exists(path):
            self._put_files(lambda files: files.remove(path, recursive=True))

    def set_clipboard(self, text: str) -> None:
        """Sets the clipboard's text."""
        self.machine.put("clipboard", text)

    def set_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a setting.

        Raises:
            ValueError: The device has no such setting.
        """
        settings: Mapping[tuple[str, str], str] = self.machine.get("settings")
        if (namespace, key) not in settings:
            known = ", ".join(
                sorted(f"{space} {name}" for space, name in settings if space == namespace or name == key)
            )
            raise ValueError(f"{self.device!r} has no setting {namespace!r} {key!r}; near it: {known or 'none'}")
        self.machine.put("settings", {**settings, (namespace, key): value})


class SimDesktopState(_SimState):
    """State of the simulated desktop."""

    device = "ubuntu"
    home = HOME

    def windows(self) -> tuple[Window, ...]:
        """Returns the open windows, lowest first."""
        desktop: Any = self.machine
        front = desktop.front
        return tuple(
            Window(
                window.app,
                desktop.apps[window.app].title(Context(desktop, window.id)),
                desktop.bounds(window),
                window is front,
                window.minimized,
            )
            for window in desktop.slices["windows"]
        )

    def processes(self) -> tuple[str, ...]:
        """Returns the names of the processes of the open windows."""
        names = {app.id: app.processes[0] for app in APPS if app.device == "ubuntu"}
        return tuple(sorted(names[window.app] for window in self.machine.slices["windows"]))

    def run(self, argv: Sequence[str]) -> CommandResult:
        """Runs a command of the simulated shell; whatever it writes is dropped."""
        machine = self.machine
        return CommandResult(*run_command(machine.get("files"), machine.get("settings"), machine.now, argv))


class SimPhoneState(_SimState):
    """State of the simulated phone."""

    device = "android"
    home = SDCARD

    def processes(self) -> tuple[str, ...]:
        """Returns the packages of the running apps."""
        packages = {app.id: app.package for app in APPS if app.device == "android"}
        return tuple(sorted(packages[window.app] for window in self.machine.slices["windows"]))

    def run(self, argv: Sequence[str]) -> CommandResult:
        """Raises: the simulated phone has no shell."""
        raise self._unsupported("run")

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._answers: dict[str, tuple[Any, Any]] = {}

    def _converted(self, name: str, convert: Callable[[Any], _Row]) -> tuple[_Row, ...]:
        """Returns a slice's rows as the waist has them; made again only when the slice has been replaced."""
        rows = self.machine.get(name)
        kept = self._answers.get(name)
        if kept is None or kept[0] is not rows:
            kept = self._answers[name] = rows, tuple([convert(row) for row in rows])
        converted: tuple[_Row, ...] = kept[1]
        return converted

    def contacts(self) -> tuple[Contact, ...]:
        """Returns the address book."""
        return self._converted("contacts", lambda row: Contact(row.id, row.name, row.phone, row.email))

    def messages(self) -> tuple[Message, ...]:
        """Returns the text messages."""
        return self._converted(
            "messages", lambda row: Message(row.id, row.address, row.body, row.date, row.box, row.read)
        )

    def todos(self) -> tuple[Todo, ...]:
        """Returns the entries of the Tasks app."""
        return self._converted("todos", lambda row: Todo(row.id, row.title, row.notes, row.done))

    def add_contact(self, name: str, phone: str, email: str = "") -> int:
        """Adds an entry to the address book."""
        rows, new = contacts.add(self.machine.get("contacts"), name, phone, email)
        self.machine.put("contacts", rows)
        return new

    def remove_contact(self, contact_id: int) -> None:
        """Removes an entry of the address book."""
        self.machine.put("contacts", contacts.remove(self.machine.get("contacts"), contact_id))

    def add_message(self, address: str, body: str, box: str = "inbox", age: float = 60.0) -> int:
        """Adds a text message."""
        date = self.machine.now - age
        rows, new = messages.add(self.machine.get("messages"), address, body, date, box, box == "sent")
        self.machine.put("messages", rows)
        return new

    def clear_todos(self) -> None:
        """Removes all entries of the Tasks app."""
        self.machine.put("todos", ())

    def add_todo(self, title: str, notes: str = "", done: bool = False) -> int:
        """Adds an entry at the end of the Tasks app's list."""
        rows, new = tasks.add(self.machine.get("todos"), title, notes, done)
        self.machine.put("todos", rows)
        return new


def _element(node: Node, focus_owner: str) -> Element:
    flags = node.flags
    focused = bool(flags & FOCUSED) and node.owner in (focus_owner, "shell")
    if node.role == "window":
        focused = node.owner == focus_owner
    return Element(
        node.role,
        node.text,
        node.description,
        node.resource_id,
        node.app,
        node.bounds,
        node.message is not None and node.message[0] != "nothing",
        node.long_message is not None or bool(flags & EDITABLE),
        bool(flags & EDITABLE),
        bool(flags & CHECKABLE),
        bool(flags & CHECKED),
        bool(flags & SELECTED),
        focused,
        not flags & DISABLED,
        bool(flags & SCROLLABLE),
        bool(flags & PASSWORD),
    )


class SimBackend(Backend):
    """A simulated phone or desktop; see `Backend`. Its clock is virtual."""

    kind = "sim"
    devices = ("ubuntu", "android")
    deterministic = True
    real_time = False

    def __init__(self, device: str, screen_size: tuple[int, int], **options: Any) -> None:
        if options:
            raise ValueError(f"backend 'sim' of {device!r} has no options; got {sorted(options)}")
        super().__init__(device, screen_size)
        self.machine: Machine = (Desktop if device == "ubuntu" else Phone)(*screen_size)
        self.machine.look(False)  # until the first screenshot
        self._state: SimDesktopState | SimPhoneState = _STATES[device](self.machine)
        self._canvas: Any = None

    def reset(self, seed: int) -> None:
        """Boots the machine that the seed determines."""
        self.machine.boot(seed)

    @property
    def state(self) -> SimDesktopState | SimPhoneState:
        """The machine's state."""
        return self._state

    @property
    def setup(self) -> Setup:
        """The machine's state, for writing."""
        return self._state

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out a verb."""
        machine: Any = self.machine
        try:
            machine.execute(name, args)
        except Refused as refusal:
            raise InvalidAction(str(refusal)) from None

    def advance(self, seconds: float) -> None:
        """Lets virtual time pass."""
        self.machine.advance(seconds)

    def settle(self) -> None:
        """Returns at once: nothing on the machine moves by itself."""

    def screenshot(self) -> Image:
        """Draws what has changed since the last frame."""
        if self._canvas is None:
            from crab_gym.sim.raster import Canvas

            self._canvas = Canvas(*self.screen_size)
            self.machine.look(True)
        image: Image = self._canvas.frame(self.machine.scene.ops)
        return image

    def elements(self) -> tuple[Element, ...]:
        """Returns what is on the screen, back to front, without what other windows hide."""
        front = self.machine.front
        owner = front.id if front is not None else "shell"
        return tuple([_element(node, owner) for node in visible(self.machine.scene.nodes)])

    def snapshot(self) -> Mapping[str, Any]:
        """Returns a handle that shares the machine's immutable state."""
        return self.machine.snapshot()

    def restore(self, handle: Mapping[str, Any]) -> None:
        """Brings the machine back to a handle."""
        self.machine.restore(handle)

    def fork(self) -> SimBackend:
        """Returns an independent copy."""
        copy = object.__new__(SimBackend)
        Backend.__init__(copy, self.device, self.screen_size)
        copy.machine = self.machine.fork()
        copy._state = _STATES[self.device](copy.machine)
        copy._canvas = None
        return copy

    def fingerprint(self) -> str:
        """Returns a digest of the machine's state."""
        return self.machine.fingerprint()

    def close(self) -> None:
        """Drops the frames."""
        self._canvas = None


_STATES: dict[str, type[SimDesktopState] | type[SimPhoneState]] = {"ubuntu": SimDesktopState, "android": SimPhoneState}

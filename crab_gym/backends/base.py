"""The narrow waist between environments and devices.

* `Backend` - what the environment drives: reset, execute, settle, screenshot, elements, snapshot.
* `StateReader` - what evaluators see: typed, read-only queries.
* `Setup` - a reader that also writes the same things; tasks use it before the first observation.
* `Element` - one node of a device's accessibility tree.
* `DeviceError`, `InvalidAction`, `UnsupportedQuery` - the three ways in which a device says no.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = [
    "ROLES",
    "Backend",
    "Call",
    "CommandResult",
    "Contact",
    "DeviceError",
    "Element",
    "Event",
    "Foreground",
    "Image",
    "InvalidAction",
    "Media",
    "Message",
    "Setup",
    "SnapshotUnsupported",
    "StateReader",
    "Todo",
    "UnsupportedQuery",
    "Window",
]

Image = npt.NDArray[np.uint8]
"""A screen: ``(H, W, 3) uint8 RGB``, origin top-left."""

ROLES = (
    "window", "dialog", "button", "text", "text_field", "checkbox", "switch", "radio", "slider", "image", "icon",
    "link", "list", "list_item", "menu", "menu_item", "tab", "toolbar", "table", "cell", "web", "other",
)  # fmt: skip
"""The roles of elements, one vocabulary for all backends."""


class DeviceError(RuntimeError):
    """A device broke or can't be reached: an infrastructure failure, never a reward of 0.

    Attributes:
        device: The role of the broken device.
        is_device_error: Marks the class for code that must not import it (the graph evaluator).
    """

    is_device_error: ClassVar[bool] = True

    def __init__(self, device: str, message: str) -> None:
        super().__init__(f"{device}: {message}")
        self.device = device


class InvalidAction(Exception):
    """A well-formed action that the device refuses, before it is touched (for example, an unknown app's name)."""


class UnsupportedQuery(TypeError):
    """An evaluator or a setup asked a device for something that this kind of device doesn't have."""


class SnapshotUnsupported(RuntimeError):
    """This backend can't save its device's state."""


class Element(NamedTuple):
    """One node of a device's accessibility tree.

    Attributes:
        role: One of `ROLES`.
        text: What a person reads on it; the content of a text field (bullets for a password).
        description: What a screen reader says of it where it has no text, such as an icon's meaning.
        resource_id: The toolkit's identifier, such as ``com.google.android.contacts:id/save``.
        app: Id of the app it belongs to (`crab_gym.devices.apps.APPS`), or ``"system"``.
        bounds: ``(left, top, right, bottom)`` in pixels of the configured screen, half-open.
    """

    role: str
    text: str = ""
    description: str = ""
    resource_id: str = ""
    app: str = ""
    bounds: tuple[int, int, int, int] = (0, 0, 0, 0)
    clickable: bool = False
    long_clickable: bool = False
    editable: bool = False
    checkable: bool = False
    checked: bool = False
    selected: bool = False
    focused: bool = False
    enabled: bool = True
    scrollable: bool = False
    password: bool = False

    @property
    def center(self) -> tuple[int, int]:
        """The middle of the bounds, in pixels."""
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2


class Foreground(NamedTuple):
    """What has the focus: the app's id (``""`` if it is none of ours) and the window's or page's title."""

    app: str
    title: str


class Window(NamedTuple):
    """A window of a desktop, bounds as in `Element`; `minimized` ones are not on the screen."""

    app: str
    title: str
    bounds: tuple[int, int, int, int]
    focused: bool
    minimized: bool = False


class Contact(NamedTuple):
    """An entry of a phone's address book."""

    id: int
    name: str
    phone: str
    email: str = ""


class Message(NamedTuple):
    """A text message; `box` is ``"inbox"`` or ``"sent"``, `date` in seconds since 1970."""

    id: int
    address: str
    body: str
    date: float
    box: str
    read: bool = True


class Todo(NamedTuple):
    """An entry of the phone's Tasks app."""

    id: int
    title: str
    notes: str = ""
    done: bool = False


class Call(NamedTuple):
    """An entry of the phone's call log.

    Attributes:
        kind: ``"incoming"``, ``"outgoing"`` or ``"missed"``.
        date: When it began, in seconds since 1970.
        duration: How long it took, in seconds.
    """

    id: int
    number: str
    kind: str
    date: float
    duration: float = 0.0


class Event(NamedTuple):
    """An event of the phone's calendar; times in seconds since 1970.

    Attributes:
        repeat: ``""``, ``"daily"``, ``"weekly"``, ``"monthly"`` or ``"yearly"``.
    """

    id: int
    title: str
    start: float
    end: float
    location: str = ""
    notes: str = ""
    all_day: bool = False
    repeat: str = ""


class Media(NamedTuple):
    """A picture, video or sound on the phone's shared storage.

    Attributes:
        kind: ``"image"``, ``"video"`` or ``"audio"``.
        date: When it was made, in seconds since 1970.
        size: Bytes.
    """

    path: str
    kind: str
    date: float
    size: int


class CommandResult(NamedTuple):
    """What a command on the device printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


class StateReader(ABC):
    """Typed, read-only queries of a device's state, for evaluators.

    A query that the device's kind doesn't have raises `UnsupportedQuery`; a device that doesn't answer raises
    `DeviceError`. Paths are absolute and POSIX; ``home`` is where a user's files live.
    """

    device: ClassVar[str] = ""
    home: str = "/"

    def _unsupported(self, query: str) -> UnsupportedQuery:
        return UnsupportedQuery(
            f"{type(self).__name__} of {self.device!r} has no {query}(): "
            "ask another device for it, or list the task's backends without this one"
        )

    @abstractmethod
    def foreground(self) -> Foreground:
        """Returns what has the focus."""

    def windows(self) -> tuple[Window, ...]:
        """Returns a desktop's windows, lowest first."""
        raise self._unsupported("windows")

    @abstractmethod
    def processes(self) -> tuple[str, ...]:
        """Returns the names of the running processes (package names on a phone), sorted."""

    @abstractmethod
    def exists(self, path: str) -> bool:
        """Tells whether a file or folder is there."""

    @abstractmethod
    def is_dir(self, path: str) -> bool:
        """Tells whether the path is a folder."""

    @abstractmethod
    def read_file(self, path: str) -> bytes | None:
        """Returns a file's content, None where there is no such file."""

    @abstractmethod
    def list_dir(self, path: str) -> tuple[str, ...]:
        """Returns the sorted names in a folder, empty where there is none."""

    def read_text(self, path: str) -> str | None:
        """Returns a file's content as text (undecodable bytes replaced), None where there is no such file."""
        data = self.read_file(path)
        return None if data is None else data.decode("utf-8", "replace")

    @abstractmethod
    def clipboard(self) -> str:
        """Returns the clipboard's text."""

    @abstractmethod
    def setting(self, namespace: str, key: str) -> str | None:
        """Returns a setting as text: gsettings schema and key on a desktop (strings without quotes, as in
        ``("org.gnome.desktop.interface", "color-scheme")`` -> ``"prefer-dark"``), settings namespace and key on
        Android (``("secure", "ui_night_mode")`` -> ``"2"``). None where there is no such key.
        """

    def contacts(self) -> tuple[Contact, ...]:
        """Returns the address book, by id."""
        raise self._unsupported("contacts")

    def messages(self) -> tuple[Message, ...]:
        """Returns the text messages, by id."""
        raise self._unsupported("messages")

    def todos(self) -> tuple[Todo, ...]:
        """Returns the entries of the Tasks app, as they stand in its list."""
        raise self._unsupported("todos")

    def calls(self) -> tuple[Call, ...]:
        """Returns the call log, by id."""
        raise self._unsupported("calls")

    def calendar(self) -> tuple[Event, ...]:
        """Returns the calendar's events, by id."""
        raise self._unsupported("calendar")

    def media(self) -> tuple[Media, ...]:
        """Returns the pictures, videos and sounds of the shared storage, by path."""
        raise self._unsupported("media")

    def table(self, path: str, name: str) -> tuple[Mapping[str, Any], ...]:
        """Returns the rows of a table of an app's SQLite file, each a mapping from column to value.

        An app that keeps no file there, or a file without this table, has no rows.
        """
        raise self._unsupported("table")

    def web(self, site: str, table: str) -> tuple[Mapping[str, Any], ...]:
        """Returns the rows that a bundled site keeps in one of its tables, such as ``("mail.example", "mails")``.

        ``docs/web.md`` lists sites, tables and columns.

        Raises:
            LookupError: There is no such site or table; the message names those that there are.
        """
        raise self._unsupported("web")

    def default_application(self, kind: str) -> str:
        """Returns the desktop entry, such as ``"gimp.desktop"``, that opens files of a MIME type or addresses of a
        scheme (``"image/png"``, ``"x-scheme-handler/https"``); empty where none does.
        """
        raise self._unsupported("default_application")

    def packages(self) -> tuple[str, ...]:
        """Returns the names of the installed packages, sorted."""
        raise self._unsupported("packages")

    @abstractmethod
    def run(self, argv: Sequence[str]) -> CommandResult:
        """Runs a command that only reads; on the simulator whatever it writes is dropped."""


class Setup(StateReader):
    """A `StateReader` that also writes, for bringing a device to a task's start."""

    @abstractmethod
    def write_file(self, path: str, data: bytes | str) -> None:
        """Writes a file, making the folders above it."""

    @abstractmethod
    def make_dir(self, path: str) -> None:
        """Makes a folder and those above it."""

    @abstractmethod
    def remove(self, path: str) -> None:
        """Removes a file, or a folder with what is in it; nothing happens where there is none."""

    @abstractmethod
    def set_clipboard(self, text: str) -> None:
        """Sets the clipboard's text."""

    @abstractmethod
    def set_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a setting (see `StateReader.setting`)."""

    def set_default_application(self, kind: str, entry: str) -> None:
        """Sets what `default_application` returns; the entry must be there."""
        raise self._unsupported("set_default_application")

    def add_contact(self, name: str, phone: str, email: str = "") -> int:
        """Adds an entry to the address book and returns its id."""
        raise self._unsupported("add_contact")

    def remove_contact(self, contact_id: int) -> None:
        """Removes an entry of the address book."""
        raise self._unsupported("remove_contact")

    def add_message(self, address: str, body: str, box: str = "inbox", age: float = 60.0) -> int:
        """Adds a text message and returns its id.

        Args:
            address: Number of the other side.
            body: The text.
            box: ``"inbox"`` or ``"sent"``.
            age: Seconds since it came or was sent.
        """
        raise self._unsupported("add_message")

    def add_call(self, number: str, kind: str = "missed", age: float = 60.0, duration: float = 0.0) -> int:
        """Adds a call to the call log and returns its id.

        Args:
            number: Number of the other side.
            kind: ``"incoming"``, ``"outgoing"`` or ``"missed"``.
            age: Seconds since it began.
            duration: Its length in seconds.
        """
        raise self._unsupported("add_call")

    def add_event(self, title: str, start: float, end: float, location: str = "", notes: str = "") -> int:
        """Adds an event to the calendar and returns its id.

        Args:
            title: Its title.
            start: Its start, in seconds since 1970.
            end: Its end, in seconds since 1970.
            location: Its place.
            notes: Further text.
        """
        raise self._unsupported("add_event")

    def remove_event(self, event_id: int) -> None:
        """Removes an event of the calendar."""
        raise self._unsupported("remove_event")

    def set_table(self, path: str, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces all rows of a table of an app's SQLite file (see `table`); the app shows the new ones."""
        raise self._unsupported("set_table")

    def set_web(self, site: str, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces all rows of a table of a bundled site (see `web`); columns left out get their defaults.

        Raises:
            LookupError: There is no such site or table.
            ValueError: A column is unknown or of the wrong type, or two rows have the same id.
        """
        raise self._unsupported("set_web")

    def now(self) -> float:
        """Returns the device's clock, in seconds since 1970."""
        raise self._unsupported("now")

    def clear_todos(self) -> None:
        """Removes all entries of the Tasks app."""
        raise self._unsupported("clear_todos")

    def add_todo(self, title: str, notes: str = "", done: bool = False) -> int:
        """Adds an entry at the end of the Tasks app's list and returns its id."""
        raise self._unsupported("add_todo")


class Backend(ABC):
    """What plays a device. Nothing is touched before the first `reset`; `close` may be called twice.

    Args:
        device: The role to play, ``"ubuntu"`` or ``"android"``.
        screen_size: Configured screen as (width, height) in pixels; all coordinates, bounds and screenshots use it.
        options: The rest of the backend's specification.

    Attributes:
        kind: Name in ``backend=`` specifications.
        devices: The roles that this kind can play.
        deterministic: Whether equal seeds and actions give equal bytes.
        real_time: Whether its clock runs by itself, so that waiting for it takes real time.
        in_process: Whether all of it is in this process, so that it can't be lost.
    """

    kind: ClassVar[str]
    devices: ClassVar[tuple[str, ...]]
    deterministic: ClassVar[bool] = False
    real_time: ClassVar[bool] = True
    in_process: ClassVar[bool] = False

    def __init__(self, device: str, screen_size: tuple[int, int], **options: Any) -> None:
        self.device = device
        self.screen_size = screen_size
        self.options: Mapping[str, Any] = options

    @property
    def plays(self) -> str:
        """Kind of the device itself: that of the backend, or of the one that it passes everything on to."""
        return self.kind

    @property
    def label(self) -> str:
        """What info and records call it: its kind, and behind a colon what it passes on to, ``"remote:desktop"``."""
        return self.kind if self.plays == self.kind else f"{self.kind}:{self.plays}"

    @abstractmethod
    def reset(self, seed: int) -> None:
        """Brings the device to a known state, healing it if it was broken.

        Raises:
            DeviceError: The device can't be brought up; the message says what is missing.
        """

    @property
    @abstractmethod
    def state(self) -> StateReader:
        """The read-only view for evaluators."""

    @property
    @abstractmethod
    def setup(self) -> Setup:
        """The writing view for a task's setup."""

    @abstractmethod
    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out one valid action of the verb table.

        Raises:
            InvalidAction: The device refuses it and was not touched.
            DeviceError: The device broke.
        """

    def act(self, name: str, args: Mapping[str, Any], seconds: float) -> None:
        """Carries out one action, waits until the screen has come to rest, and lets virtual time pass: a whole step.

        Raises:
            InvalidAction: The device refuses it and was not touched.
            DeviceError: The device broke.
        """
        self.execute(name, args)
        self.settle()
        self.advance(seconds)

    def advance(self, seconds: float) -> None:  # noqa: B027 - only virtual clocks need it
        """Lets virtual time pass; a real device's clock runs by itself."""

    @abstractmethod
    def settle(self) -> None:
        """Returns once the screen has come to rest."""

    @abstractmethod
    def screenshot(self) -> Image:
        """Returns the screen, ``(H, W, 3) uint8 RGB``; the array is never written to afterwards."""

    def differences(self, screen: Image, since: Any) -> tuple[Any, Sequence[tuple[int, int, int, int]] | None]:
        """Tells where a screenshot may differ from an earlier one, for who wants to look at no more than that.

        Args:
            screen: What `screenshot` returned last.
            since: What this method returned first for the earlier one; None for none.

        Returns:
            What stands for the screenshot in later calls, and rectangles ``(left, top, right, bottom)`` beyond which
            both are the same; None where that isn't known, as on most backends.
        """
        return None, None

    @abstractmethod
    def elements(self) -> tuple[Element, ...]:
        """Returns what is on the screen, back to front."""

    def snapshot(self) -> Any:
        """Returns a handle of the device's whole state.

        Raises:
            SnapshotUnsupported: This kind of device can't.
        """
        raise SnapshotUnsupported(
            f"backend {self.kind!r} of {self.device!r} can't take snapshots; use backend='sim', or replay the actions"
        )

    def restore(self, handle: Any) -> None:
        """Brings the device back to a handle that `snapshot` returned; a handle can be restored any number of times."""
        raise SnapshotUnsupported(
            f"backend {self.kind!r} of {self.device!r} can't restore snapshots; use backend='sim', or replay"
        )

    def fork(self) -> Backend:
        """Returns an independent copy of the device in its present state.

        Raises:
            SnapshotUnsupported: This kind of device can't.
        """
        raise SnapshotUnsupported(f"backend {self.kind!r} of {self.device!r} can't be forked; use backend='sim'")

    def fingerprint(self) -> str:
        """Returns a hexadecimal digest of the whole state: equal states, equal digests."""
        raise SnapshotUnsupported(f"backend {self.kind!r} of {self.device!r} has no fingerprint; use backend='sim'")

    @abstractmethod
    def close(self) -> None:
        """Gives back everything that the backend holds."""

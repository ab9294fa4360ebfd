"""The narrow waist between environments and devices.

* `Backend` - the environment's view: reset, execute, settle, screenshot, elements, snapshot.
* `StateReader` - the evaluators' view: typed, read-only queries, whose results are in `state_types`.
* `Setup` - a reader that also writes the same things; tasks use it before the first observation.
* `Element` - a node of a device's accessibility tree.
* `DeviceError`, `InvalidAction`, `UnsupportedQuery` - a broken device, a refused action, a query that isn't there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from crab_gym.backends.conditions import Conditions
from crab_gym.backends.elements import ROLES, Element
from crab_gym.backends.errors import DeviceError, InvalidAction, SnapshotUnsupported, UnsupportedQuery
from crab_gym.backends.mail_queries import MailChanges, MailQueries
from crab_gym.backends.state_types import (
    Alarm,
    Call,
    CommandResult,
    Contact,
    Event,
    Foreground,
    Mail,
    MailAttachment,
    Media,
    Message,
    Todo,
    Window,
)
from crab_sim.devices.facts import Crash, Effect, Facts
from crab_sim.devices.image import Image

__all__ = [
    "MAX_TEXT", "ROLES", "Alarm", "Backend", "Call", "CommandResult", "Contact", "DeviceError", "Element", "Event",
    "Foreground", "Image", "InvalidAction", "Mail", "MailAttachment", "Media", "Message", "Setup",
    "SnapshotUnsupported", "StateReader", "Todo", "UnsupportedQuery", "Window",
]  # fmt: skip

MAX_TEXT = 4 << 20
"""Most bytes of a file that is read as text."""


class StateReader(MailQueries, ABC):
    """Typed, read-only queries of a device's state, for evaluators.

    A query that the device's kind doesn't have raises `UnsupportedQuery`, a device that doesn't answer `DeviceError`.
    Paths are absolute POSIX paths; ``home`` is the folder of the user's files.
    """

    home: str = "/"

    @abstractmethod
    def foreground(self) -> Foreground:
        """Returns the app and the window in front."""

    def windows(self) -> tuple[Window, ...]:
        """Returns a desktop's windows, lowest first."""
        raise self._unsupported("windows")

    def elements(self) -> tuple[Element, ...]:
        """Returns the elements on a phone's screen, back to front, for what only the screen shows, such as an unsaved
        form.
        """
        raise self._unsupported("elements")

    @abstractmethod
    def processes(self) -> tuple[str, ...]:
        """Returns the names of the running processes (package names on a phone), sorted."""

    @abstractmethod
    def exists(self, path: str) -> bool:
        """Returns whether a file or folder exists."""

    @abstractmethod
    def is_dir(self, path: str) -> bool:
        """Returns whether the path is a folder."""

    @abstractmethod
    def read_file(self, path: str) -> bytes | None:
        """Returns a file's content, None where there is no such file."""

    @abstractmethod
    def list_dir(self, path: str) -> tuple[str, ...]:
        """Returns the sorted names in a folder, empty where there is none."""

    def read_text(self, path: str) -> str | None:
        """Returns a file's content as text (undecodable bytes replaced).

        None where there is no such file, or one of more than 4 MiB: no task asks for so long a text, and to split one
        into lines takes many times its memory.
        """
        data = self.read_file(path)
        return None if data is None or len(data) > MAX_TEXT else data.decode("utf-8", "replace")

    def sized_files(self, folder: str, size: int) -> tuple[str, ...]:
        """Returns the paths of the files below a folder that have a size in bytes; no links are followed."""
        return tuple(self.run(["find", folder, "-type", "f", "-size", f"{size}c"]).stdout.splitlines())

    def files_with(self, text: str, folders: Sequence[str]) -> tuple[str, ...]:
        """Returns the paths of the files below some folders that have a text of one line and that the user may read."""
        return tuple(self.run(["grep", "-rlF", "--", text, *folders]).stdout.splitlines())

    @abstractmethod
    def clipboard(self) -> str:
        """Returns the clipboard's text."""

    @abstractmethod
    def setting(self, namespace: str, key: str) -> str | None:
        """Returns a setting as text, None where there is no such key.

        On a desktop the namespace is a gsettings schema, and strings have no quotes:
        ``("org.gnome.desktop.interface", "color-scheme")`` -> ``"prefer-dark"``. On Android it is a settings namespace:
        ``("secure", "ui_night_mode")`` -> ``"2"``.
        """

    def contacts(self) -> tuple[Contact, ...]:
        """Returns the address book, by id."""
        raise self._unsupported("contacts")

    def messages(self) -> tuple[Message, ...]:
        """Returns the text messages, by id."""
        raise self._unsupported("messages")

    def todos(self) -> tuple[Todo, ...]:
        """Returns the entries of the to-do list, in its order."""
        raise self._unsupported("todos")

    def alarms(self) -> tuple[Alarm, ...]:
        """Returns a desktop's alarms, by time of day; a phone's are in its database."""
        raise self._unsupported("alarms")

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

        Without such a file or table there are no rows.
        """
        raise self._unsupported("table")

    def web(self, site: str, table: str) -> tuple[Mapping[str, Any], ...]:
        """Returns the rows of a table of a bundled site, such as ``("mail.example", "mails")``.

        ``docs/web.md`` lists sites, tables and columns.

        Raises:
            LookupError: There is no such site or table; the message lists them all.
        """
        raise self._unsupported("web")

    def default_application(self, kind: str) -> str:
        """Returns the desktop entry that opens a kind of file or address, such as ``"gimp.desktop"``; ``""`` for none.

        Args:
            kind: A MIME type, or a scheme of addresses: ``"image/png"``, ``"x-scheme-handler/https"``.
        """
        raise self._unsupported("default_application")

    def packages(self) -> tuple[str, ...]:
        """Returns the names of the installed packages, sorted."""
        raise self._unsupported("packages")

    def facts(self) -> Facts:
        """Returns the things that the user owns on the device, by kind; see `crab_sim.devices.facts`.

        Kinds that this device's interfaces don't show are left out. Where a backend shows none, side effects go unseen.
        """
        return {}

    def effects(self) -> tuple[Effect, ...]:
        """Returns the effects that have left the device since its reset, oldest first; empty where no log is kept."""
        return ()

    @abstractmethod
    def run(self, argv: Sequence[str]) -> CommandResult:
        """Runs a command that only reads; the simulator discards anything that it writes."""


class Setup(StateReader, MailChanges):
    """A `StateReader` that also writes, for preparing a device for a task."""

    @abstractmethod
    def write_file(self, path: str, data: bytes | str) -> None:
        """Writes a file, making the folders above it."""

    def write_old_file(self, path: str, data: bytes | str, age: float) -> None:
        """Writes a file like `write_file`; its last change was `age` seconds ago."""
        raise self._unsupported("write_old_file")

    @abstractmethod
    def make_dir(self, path: str) -> None:
        """Makes a folder and those above it."""

    @abstractmethod
    def remove(self, path: str) -> None:
        """Removes a file, or a folder with its contents; does nothing where there is none."""

    def start_program(self, name: str, memory: int) -> None:
        """Starts a program of the desktop's user in the background: it only holds `memory` bytes until it is ended.

        Its process's name has up to 15 characters.
        """
        raise self._unsupported("start_program")

    @abstractmethod
    def set_clipboard(self, text: str) -> None:
        """Sets the clipboard's text."""

    @abstractmethod
    def set_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a setting (see `StateReader.setting`)."""

    def set_default_application(self, kind: str, entry: str) -> None:
        """Sets the desktop entry that opens a kind of file or address; it must exist. See `default_application`."""
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
        """Replaces all rows of a table of an app's SQLite file (see `table`); the app then shows the new rows."""
        raise self._unsupported("set_table")

    def set_web(self, site: str, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces all rows of a table of a bundled site (see `web`); columns left out get their defaults.

        Raises:
            LookupError: There is no such site or table.
            ValueError: A column is unknown or of the wrong type, or two rows have the same id.
        """
        raise self._unsupported("set_web")

    def start_app(self, app: str) -> None:
        """Starts a phone's app by its id in `crab_sim.devices.apps`, or brings it to the front."""
        raise self._unsupported("start_app")

    def now(self) -> float:
        """Returns the device's clock, in seconds since 1970."""
        raise self._unsupported("now")

    def clear_todos(self) -> None:
        """Removes all entries of the to-do list."""
        raise self._unsupported("clear_todos")

    def add_todo(self, title: str, notes: str = "", done: bool = False) -> int:
        """Adds an entry at the end of the to-do list and returns its id."""
        raise self._unsupported("add_todo")

    def add_alarm(self, hour: int, minute: int, label: str = "", days: int = 0, enabled: bool = True) -> int:
        """Adds an alarm to a desktop's Clocks and returns its id.

        Args:
            hour: The hour at which it rings.
            minute: The minute.
            label: Its name.
            days: A bit for each weekday on which it rings, 1 for Monday; 0 for the next time only.
            enabled: Whether it is on.
        """
        raise self._unsupported("add_alarm")


class Backend(ABC):
    """A player of a device's role. Nothing is touched before the first `reset`; `close` may be called twice.

    Args:
        device: The role to play, ``"ubuntu"`` or ``"android"``.
        screen_size: Configured screen as (width, height) in pixels; all coordinates, bounds and screenshots use it.
        options: The rest of the backend's specification.

    Attributes:
        kind: Name in ``backend=`` specifications.
        devices: The roles that this kind can play.
        deterministic: Whether equal seeds and actions give equal bytes.
        real_time: Whether its clock runs by itself, so that waiting takes real time.
        in_process: Whether the device lives in this process, so that it can't be lost.
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
        """The kind of backend that plays the device: this one's, or that of the backend behind a remote one."""
        return self.kind

    @property
    def label(self) -> str:
        """The name in info and records: the kind; of a remote backend also the kind behind it: ``"remote:desktop"``."""
        return self.kind if self.plays == self.kind else f"{self.kind}:{self.plays}"

    def unplayable(self, apps: Sequence[str]) -> str:
        """Returns why a task that needs some apps can't be played here, with the commands that help; ``""`` if it can.

        Args:
            apps: Ids of apps, see `crab_sim.devices.apps`.
        """
        return ""

    @abstractmethod
    def reset(self, seed: int) -> None:
        """Brings the device to a known state, healing it if it was broken.

        Raises:
            DeviceError: The device can't be brought up; the message says why.
        """

    def impose(self, conditions: Conditions) -> tuple[str, ...]:
        """Applies conditions to the episode that a reset has begun.

        Returns:
            The names of the conditions that the device can fulfil; the others are left out.
        """
        return ()

    def in_english(self, elements: Sequence[Element]) -> Sequence[Element]:
        """Returns elements with the texts that they have in English, where the interface speaks another language."""
        return elements

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

    def act(self, name: str, args: Mapping[str, Any], seconds: float) -> str:
        """Carries out a whole step: executes an action, waits until the screen has settled, and lets virtual time pass.

        Returns a sentence about what was left out of the action; ``""`` where all of it was done. Raises as `execute`.

        Args:
            name: The verb.
            args: Its arguments.
            seconds: Virtual time that passes after the action.
        """
        self.execute(name, args)
        self.settle()
        self.advance(seconds)
        return ""

    def advance(self, seconds: float) -> None:  # noqa: B027 - only virtual clocks need it
        """Lets virtual time pass; does nothing on a real device, whose clock runs by itself."""

    @abstractmethod
    def settle(self) -> None:
        """Waits until the screen no longer changes."""

    @abstractmethod
    def screenshot(self) -> Image:
        """Returns the screen, ``(H, W, 3) uint8 RGB``; the array never changes afterwards."""

    def differences(self, screen: Image, since: Any) -> tuple[Any, Sequence[tuple[int, ...]] | None]:
        """Returns the parts of a screenshot that may differ from an earlier one, so that only these are compared.

        Args:
            screen: The result of the last `screenshot`.
            since: The token of the earlier screenshot, as this method returned it; None where there is none.

        Returns:
            A token of this screenshot for later calls, and rectangles ``(left, top, right, bottom)`` outside of which
            both screenshots are equal. Both are None where the backend doesn't know, as most don't.
        """
        return None, None

    @abstractmethod
    def elements(self) -> tuple[Element, ...]:
        """Returns the elements on the screen, back to front."""

    def crashes(self) -> Sequence[Crash]:
        """Returns the crashes of simulated apps since the last call; real and remote devices report none."""
        return ()

    def revision(self, store: str) -> tuple[object, ...]:
        """Returns values that stay equal while the content of a store stays the same; unequal ones where that isn't
        known.

        Args:
            store: The path of an app's SQLite file or of the shared storage, or a bundled site's host name.
        """
        return (object(),)

    def snapshot(self) -> Any:
        """Returns a handle of the device's whole state.

        Raises:
            SnapshotUnsupported: This backend can't save its device's state.
        """
        raise SnapshotUnsupported(f"{self.kind!r} of {self.device!r} can't take snapshots; use 'sim', or replay")

    def restore(self, handle: Any) -> None:
        """Brings the device back to the state of a snapshot, any number of times.

        Args:
            handle: The result of `snapshot`.

        Raises:
            SnapshotUnsupported: This backend can't restore its device's state.
        """
        raise SnapshotUnsupported(f"{self.kind!r} of {self.device!r} can't restore snapshots; use 'sim', or replay")

    def fork(self) -> Backend:
        """Returns an independent copy of the device in its present state.

        Raises:
            SnapshotUnsupported: This backend can't copy its device.
        """
        raise SnapshotUnsupported(f"backend {self.kind!r} of {self.device!r} can't be forked; use backend='sim'")

    def fingerprint(self) -> str:
        """Returns a hexadecimal digest of the whole state; equal states have equal digests.

        Raises:
            SnapshotUnsupported: This backend can't read the whole state.
        """
        raise SnapshotUnsupported(f"backend {self.kind!r} of {self.device!r} has no fingerprint; use backend='sim'")

    @abstractmethod
    def close(self) -> None:
        """Releases everything that the backend holds."""

"""Views of devices for evaluators and setups: a phone's and a desktop's, to read and to write.

* `PhoneState`, `DesktopState` - typed, read-only queries; `StateReader` is what both have.
* `PhoneSetup`, `DesktopSetup` - the same, and changes; `Setup` is what both have.
* `Device` - the name of a device's role.
"""

from __future__ import annotations

import re
import warnings
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from crab_gym.backends.elements import Element
from crab_gym.backends.errors import UnsupportedQuery
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
    Voicemail,
    Window,
)
from crab_sim.devices.facts import Effect, Facts
from crab_sim.devices.mail_filters import Filter

__all__ = [
    "MAX_TEXT",
    "DesktopSetup",
    "DesktopState",
    "Device",
    "PhoneSetup",
    "PhoneState",
    "Setup",
    "StateReader",
]

Device: TypeAlias = Literal["ubuntu", "android", "root"]
"""A device's role: the desktop, the phone, or the root device, which has no screen and no state."""
MAX_TEXT = 4 << 20
"""Most bytes of a file that is read as text."""
_CONTROLS = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")


_RENAMED = {"add_contact": "add_card", "contacts": "cards", "remove_contact": "remove_card"}
"""Names of the last release for a desktop's address book, which work for one more."""


class StateReader(ABC):
    """Typed, read-only queries that phones and desktops have in common.

    A query that the backend's kind doesn't have raises `UnsupportedQuery`, a device that doesn't answer `DeviceError`.
    Paths are absolute POSIX paths; ``home`` is the folder of the user's files.
    """

    device: ClassVar[str] = ""
    home: str = "/"

    if not TYPE_CHECKING:  # for a type checker, what isn't there is an error

        def __getattr__(self, name: str) -> Any:
            """Explains a query of the other kind of device, and forwards the desktop's names of the last release.

            Raises:
                UnsupportedQuery: The other kind of device has the query.
                AttributeError: No device has it.
            """
            if name in _RENAMED and isinstance(self, DesktopState):
                text = f"a desktop's {name}() is now {_RENAMED[name]}()"
                warnings.warn(text, DeprecationWarning, stacklevel=2)
                return getattr(self, _RENAMED[name])
            if name[:1] != "_" and any(hasattr(view, name) for view in (PhoneSetup, DesktopSetup)):
                text = f"{type(self).__name__} of {self.device!r} has no {name}(): ask another device for it"
                raise UnsupportedQuery(text)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @abstractmethod
    def foreground(self) -> Foreground:
        """Returns the app and the window in front."""

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
        """Returns a file's content as text (undecodable bytes replaced, no mark of UTF-8 before it).

        None where there is no such file, or one of more than 4 MiB: no task asks for so long a text, and to split one
        into lines takes many times its memory. Nor is one a text that has characters which control a terminal or a
        printer: Python takes some of them, such as a form feed, for blanks.
        """
        data = self.read_file(path)
        if data is None or len(data) > MAX_TEXT:
            return None
        text = data.decode("utf-8-sig", "replace")
        return None if _CONTROLS.search(text) else text

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

    @abstractmethod
    def todos(self) -> tuple[Todo, ...]:
        """Returns the entries of the to-do list, in its order."""

    @abstractmethod
    def calendar(self) -> tuple[Event, ...]:
        """Returns the calendar's events, by id."""

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


class PhoneState(StateReader):
    """The queries of a phone's state, for evaluators."""

    @abstractmethod
    def elements(self) -> tuple[Element, ...]:
        """Returns the elements on a phone's screen, back to front, for what only the screen shows: a form unsaved."""

    @abstractmethod
    def contacts(self) -> tuple[Contact, ...]:
        """Returns the address book, by id."""

    @abstractmethod
    def messages(self) -> tuple[Message, ...]:
        """Returns the text messages, by id."""

    @abstractmethod
    def calls(self) -> tuple[Call, ...]:
        """Returns the call log, by id."""

    @abstractmethod
    def voicemails(self) -> tuple[Voicemail, ...]:
        """Returns the voice mails, by id; over ADB, a phone shows them to a shell of root only."""

    @abstractmethod
    def media(self) -> tuple[Media, ...]:
        """Returns the pictures, videos and sounds of the shared storage, by path."""

    @abstractmethod
    def table(self, path: str, name: str) -> tuple[Mapping[str, Any], ...]:
        """Returns the rows of a table of an app's SQLite file, each a mapping from column to value.

        Without such a file or table there are no rows.
        """

    @abstractmethod
    def packages(self) -> tuple[str, ...]:
        """Returns the names of the installed packages, sorted."""

    @abstractmethod
    def permissions(self, package: str) -> tuple[str, ...]:
        """Returns the permissions that a package has for good, such as ``android.permission.CAMERA``, sorted.

        One that was allowed only this time isn't among them.
        """

    @abstractmethod
    def is_online(self) -> bool:
        """Returns whether Android names a network that leads to the internet."""


class DesktopState(StateReader):
    """The queries of a desktop's state, for evaluators."""

    @abstractmethod
    def windows(self) -> tuple[Window, ...]:
        """Returns a desktop's windows, lowest first."""

    @abstractmethod
    def alarms(self) -> tuple[Alarm, ...]:
        """Returns a desktop's alarms, by time of day; a phone's are in its database."""

    @abstractmethod
    def default_application(self, kind: str) -> str:
        """Returns the desktop entry that opens a kind of file or address, such as ``"gimp.desktop"``; ``""`` for none.

        Args:
            kind: A MIME type, or a scheme of addresses: ``"image/png"``, ``"x-scheme-handler/https"``.
        """

    @abstractmethod
    def web(self, site: str, table: str) -> tuple[Mapping[str, Any], ...]:
        """Returns the rows of a table of a bundled site, such as ``("mail.example", "mails")``.

        ``docs/web.md`` lists sites, tables and columns.

        Raises:
            LookupError: There is no such site or table; the message lists them all.
        """

    @abstractmethod
    def cards(self) -> tuple[Contact, ...]:
        """Returns the cards of Thunderbird's address book, by id."""

    @abstractmethod
    def mails(self) -> tuple[Mail, ...]:
        """Returns the mails in a desktop's Thunderbird, by folder; those of a phone are in its database."""

    @abstractmethod
    def mail_filters(self) -> tuple[Filter, ...]:
        """Returns the message filters of a desktop's Thunderbird, in the order in which they run."""


class Setup(StateReader):
    """A `StateReader` that also writes, for preparing a device for a task: the changes that both have in common."""

    @abstractmethod
    def write_file(self, path: str, data: bytes | str) -> None:
        """Writes a file, making the folders above it."""

    @abstractmethod
    def write_old_file(self, path: str, data: bytes | str, age: float) -> None:
        """Writes a file like `write_file`; its last change was `age` seconds ago."""

    @abstractmethod
    def make_dir(self, path: str) -> None:
        """Makes a folder and those above it."""

    @abstractmethod
    def remove(self, path: str) -> None:
        """Removes a file, or a folder with its contents; does nothing where there is none."""

    @abstractmethod
    def set_clipboard(self, text: str) -> None:
        """Sets the clipboard's text."""

    @abstractmethod
    def set_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a setting (see `StateReader.setting`)."""

    @abstractmethod
    def add_event(self, title: str, start: float, end: float, location: str = "", notes: str = "") -> int:
        """Adds an event to the calendar and returns its id.

        Args:
            title: Its title.
            start: Its start, in seconds since 1970.
            end: Its end, in seconds since 1970.
            location: Its place.
            notes: Further text.
        """

    @abstractmethod
    def remove_event(self, event_id: int) -> None:
        """Removes an event of the calendar."""

    @abstractmethod
    def now(self) -> float:
        """Returns the device's clock, in seconds since 1970."""

    @abstractmethod
    def clear_todos(self) -> None:
        """Removes all entries of the to-do list."""

    @abstractmethod
    def add_todo(self, title: str, notes: str = "", done: bool = False, first: bool = False) -> int:
        """Adds an entry to the to-do list and returns its id.

        Args:
            title: Its title.
            notes: Further text.
            done: Whether it is completed.
            first: Whether it is the list's first entry, which is seen without scrolling, instead of the last one.
        """


class PhoneSetup(PhoneState, Setup):
    """A `PhoneState` that also writes."""

    @abstractmethod
    def add_contact(self, name: str, phone: str, email: str = "") -> int:
        """Adds an entry to the address book and returns its id."""

    @abstractmethod
    def remove_contact(self, contact_id: int) -> None:
        """Removes an entry of the address book."""

    @abstractmethod
    def add_message(self, address: str, body: str, box: str = "inbox", age: float = 60.0) -> int:
        """Adds a text message and returns its id.

        Args:
            address: Number of the other side.
            body: The text.
            box: ``"inbox"`` or ``"sent"``.
            age: Seconds since it came or was sent.
        """

    @abstractmethod
    def add_call(self, number: str, kind: str = "missed", age: float = 60.0, duration: float = 0.0) -> int:
        """Adds a call to the call log and returns its id.

        Args:
            number: Number of the other side.
            kind: ``"incoming"``, ``"outgoing"`` or ``"missed"``.
            age: Seconds since it began.
            duration: Its length in seconds.
        """

    @abstractmethod
    def add_voicemail(self, number: str, text: str, age: float = 60.0, read: bool = True) -> int:
        """Adds a voice mail and returns its id.

        Args:
            number: The caller's number.
            text: What was said; its length follows from it.
            age: Seconds since the call.
            read: Whether it was played.
        """

    @abstractmethod
    def leave_voicemail(self, number: str, text: str) -> None:
        """Lets somebody call now who isn't answered: there is a missed call, and a voice mail with its notification."""

    @abstractmethod
    def receive_text(self, number: str, body: str) -> None:
        """Lets a text arrive now, with its notification; an emulator's console does it, no phone in the hand."""

    @abstractmethod
    def ring(self, number: str) -> None:
        """Lets somebody call; it rings until it is answered, declined or given up. Real phones need an emulator."""

    @abstractmethod
    def hang_up(self, number: str) -> None:
        """Lets the other side of the call hang up, which ends it or makes it a missed one; does nothing without one."""

    @abstractmethod
    def set_battery(self, level: int, charging: bool = False) -> None:
        """Sets the battery's charge, and whether a charger feeds it; without one, Android warns of 15 % and less.

        A phone without a charger turns its screen off after its *Screen timeout*, whatever its developer options say.

        Args:
            level: The charge in percent.
            charging: Whether a charger feeds it.

        Raises:
            ValueError: The level isn't from 0 to 100.
        """

    @abstractmethod
    def revoke_permission(self, package: str, permission: str) -> None:
        """Takes a permission from a package, which ends its app if it runs; the app asks for it when it needs it.

        Args:
            package: The package.
            permission: Android's name of the permission, such as ``android.permission.CAMERA``.
        """

    @abstractmethod
    def set_table(self, path: str, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces all rows of a table of an app's SQLite file (see `table`); the app then shows the new rows."""

    @abstractmethod
    def start_app(self, app: str) -> None:
        """Starts a phone's app by its id in `crab_sim.devices.apps`, or brings it to the front."""


class DesktopSetup(DesktopState, Setup):
    """A `DesktopState` that also writes."""

    @abstractmethod
    def start_program(self, name: str, memory: int) -> None:
        """Starts a program of the desktop's user in the background: it only holds `memory` bytes until it is ended.

        Its process's name has up to 15 characters.
        """

    @abstractmethod
    def notify(self, title: str, text: str) -> None:
        """Lets a program's notification pop up for some seconds; simulated desktops have them."""

    @abstractmethod
    def set_default_application(self, kind: str, entry: str) -> None:
        """Sets the desktop entry that opens a kind of file or address; it must exist. See `default_application`."""

    @abstractmethod
    def set_web(self, site: str, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces all rows of a table of a bundled site (see `web`); columns left out get their defaults.

        Raises:
            LookupError: There is no such site or table.
            ValueError: A column is unknown or of the wrong type, or two rows have the same id.
        """

    @abstractmethod
    def add_alarm(self, hour: int, minute: int, label: str = "", days: int = 0, enabled: bool = True) -> int:
        """Adds an alarm to a desktop's Clocks and returns its id.

        Args:
            hour: The hour at which it rings.
            minute: The minute.
            label: Its name.
            days: A bit for each weekday on which it rings, 1 for Monday; 0 for the next time only.
            enabled: Whether it is on.
        """

    @abstractmethod
    def add_card(self, name: str, phone: str, email: str = "") -> int:
        """Adds a card to Thunderbird's address book and returns its id."""

    @abstractmethod
    def remove_card(self, card_id: int) -> None:
        """Removes a card of Thunderbird's address book."""

    @abstractmethod
    def add_mail(
        self,
        sender: str,
        subject: str,
        body: str,
        folder: str = "Inbox",
        age: float = 60.0,
        to: str = "",
        cc: str = "",
        attachments: Sequence[MailAttachment] = (),
        read: bool = False,
    ) -> str:
        """Adds a mail to a desktop's Thunderbird and returns its id.

        Args:
            sender: Who wrote it, as an address or as ``Ada Holm <ada@example.org>``.
            subject: The subject.
            body: The text.
            folder: The folder, which is made if need be; no message filter runs on it.
            age: Seconds since it was written.
            to: The recipients, separated by commas; ``""`` for the owner of the account.
            cc: The recipients of copies.
            attachments: The files attached to it.
            read: Whether it has been read.
        """

    @abstractmethod
    def set_mail_filters(self, filters: Sequence[Filter]) -> None:
        """Replaces the message filters of a desktop's Thunderbird."""

    @abstractmethod
    def remove_mail(self, mail_id: str) -> None:
        """Removes a mail of a desktop's Thunderbird for good."""

"""The types of the values that state queries return, such as a contact or a window."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "Alarm",
    "Call",
    "CommandResult",
    "Contact",
    "Event",
    "Foreground",
    "Mail",
    "MailAttachment",
    "Media",
    "Message",
    "Todo",
    "Voicemail",
    "Window",
    "check_level",
    "dialled",
    "spoken",
]


class Foreground(NamedTuple):
    """The app and the window in front.

    Attributes:
        app: Id of the app, ``""`` for one that isn't in the table of apps.
        title: Title of its window or page.
    """

    app: str
    title: str


class Window(NamedTuple):
    """A window of a desktop; its bounds are like those of an `Element`, and a minimized one is not on the screen."""

    app: str
    title: str
    bounds: tuple[int, int, int, int]
    focused: bool
    minimized: bool = False


class Contact(NamedTuple):
    """An entry of a phone's address book; `label` is that of the number, such as ``"Work"``."""

    id: int
    name: str
    phone: str
    email: str = ""
    label: str = "Mobile"


class Message(NamedTuple):
    """A text message; `box` is ``"inbox"`` or ``"sent"``, `date` in seconds since 1970."""

    id: int
    address: str
    body: str
    date: float
    box: str
    read: bool = True


class Todo(NamedTuple):
    """An entry of the phone's Tasks app, or of the desktop's Endeavour.

    Attributes:
        due: When it is due, in seconds since 1970; midnight for a whole day on a desktop, 0 for no date.
        group: The name of its list, ``""`` where there is only one.
    """

    id: int
    title: str
    notes: str = ""
    done: bool = False
    due: float = 0.0
    group: str = ""


class Alarm(NamedTuple):
    """An alarm of the desktop's Clocks; `days` has a bit for each weekday, 1 for Monday, and is 0 for one day only."""

    id: int
    hour: int
    minute: int
    label: str = ""
    days: int = 0
    enabled: bool = True


class Call(NamedTuple):
    """An entry of the phone's call log.

    Attributes:
        kind: ``"incoming"``, ``"outgoing"`` or ``"missed"``.
        date: Its beginning, in seconds since 1970.
        duration: Its length in seconds.
    """

    id: int
    number: str
    kind: str
    date: float
    duration: float = 0.0


class Voicemail(NamedTuple):
    """A voice mail on the phone.

    Attributes:
        date: The beginning of the call, in seconds since 1970.
        duration: Its length in seconds.
        text: What was said, as the phone has written it down.
        read: Whether it was played.
    """

    id: int
    number: str
    date: float
    duration: float
    text: str
    read: bool = False


class Event(NamedTuple):
    """An event of a calendar; times in seconds since 1970.

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
        date: The time when it was made, in seconds since 1970.
        size: Its size in bytes.
    """

    path: str
    kind: str
    date: float
    size: int


class CommandResult(NamedTuple):
    """Exit code and output of a command on the device."""

    returncode: int
    stdout: str
    stderr: str


class MailAttachment(NamedTuple):
    """A file attached to a mail: its name and its content."""

    name: str
    data: bytes


class Mail(NamedTuple):
    """A mail in a desktop's Thunderbird.

    Attributes:
        id: The id that its headers give it; another copy of the mail has ``#2`` behind it.
        folder: The folder, such as ``"Inbox"`` or ``"Archives/2026"``.
        sender: The sender's address.
        name: The sender's name.
        to: Addresses of the recipients.
        cc: Addresses of the recipients of copies.
        bcc: Addresses of the recipients of hidden copies, in the sender's own mail.
        date: When it was written, in seconds since 1970.
        tags: Names of its tags, such as ``"Important"``.
        attachments: The files attached to it.
        answers: Id of the mail that it answers, ``""`` for none.
    """

    id: str
    folder: str
    sender: str
    name: str
    to: tuple[str, ...]
    cc: tuple[str, ...]
    bcc: tuple[str, ...]
    subject: str
    body: str
    date: float
    read: bool = True
    starred: bool = False
    tags: tuple[str, ...] = ()
    attachments: tuple[MailAttachment, ...] = ()
    answers: str = ""


def check_level(level: int) -> None:
    """Checks that a battery can have a charge.

    Raises:
        ValueError: It isn't from 0 to 100.
    """
    if not 0 <= level <= 100:
        raise ValueError(f"a battery's charge of {level} %; expected 0 to 100")


def dialled(number: str) -> str:
    """Returns a telephone number as networks tell it: without blanks and hyphens.

    >>> dialled("+1 305-555-0171")
    '+13055550171'
    """
    return "".join([char for char in number if char in "+0123456789"])


def spoken(text: str) -> int:
    """Returns the seconds that it takes to say a text.

    >>> spoken("Ada Bell here. Please call me back.")
    4
    """
    return 1 + round(len(text.split()) / 2.5)

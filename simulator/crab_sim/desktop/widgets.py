"""Widgets and words that the desktop's apps share: kinds of files, sizes, dates, names, dialogs, toolbars."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from crab_sim.files import FileError, Files
from crab_sim.files.names import name_fault
from crab_sim.machine.app import Context
from crab_sim.ui import (
    Box,
    Button,
    Column,
    Dialog,
    Label,
    Message_co,
    MessageT,
    Page,
    Row,
    Scene,
    Space,
    Theme,
    Widget,
)
from crab_sim.ui.messages import ToolkitMessage
from crab_sim.ui.node import CHECKABLE, CHECKED
from crab_sim.ui.page import PlainData
from crab_sim.ui.theme import Color

__all__ = [
    "CANCEL",
    "HOME",
    "TRASH",
    "TRASH_INFO",
    "CancelMessage",
    "Emblem",
    "Sized",
    "SortHeadings",
    "Swatch",
    "ask",
    "card",
    "dated",
    "decoded",
    "dialog_key",
    "dialog_page",
    "expand",
    "icon_of",
    "kind_of",
    "mode_text",
    "name_problem",
    "notice",
    "sized",
    "split_name",
    "strip",
    "tilde",
    "trash_info",
]

HOME = "/home/user"
TRASH = f"{HOME}/.local/share/Trash/files"
TRASH_INFO = f"{HOME}/.local/share/Trash/info"
"""The folder of the notes of what lies in the trash."""
CancelMessage: TypeAlias = tuple[Literal["cancel"]]
CANCEL: Final[CancelMessage] = ("cancel",)
"""Sent by a dialog's Cancel button, and by clicks outside the dialog."""

_KINDS = {
    "png": ("image", "Image"), "jpg": ("image", "Image"), "jpeg": ("image", "Image"), "gif": ("image", "Image"),
    "mp3": ("music", "Audio"), "ogg": ("music", "Audio"), "flac": ("music", "Audio"), "wav": ("music", "Audio"),
    "mp4": ("display", "Video"), "webm": ("display", "Video"), "zip": ("archive", "Archive"),
    "gz": ("archive", "Archive"), "tar": ("archive", "Archive"), "deb": ("archive", "Package"),
    "iso": ("archive", "Disk image"), "pdf": ("document", "PDF document"),
    "py": ("terminal", "Program"), "sh": ("terminal", "Program"),
    "csv": ("grid", "Spreadsheet"), "md": ("document", "Document"), "txt": ("document", "Document"),
    "log": ("list", "Log"),
}  # fmt: skip
_ICON_COLORS: Mapping[str, Color] = {
    "folder": (61, 132, 214), "image": (38, 150, 110), "music": (190, 90, 30), "display": (170, 60, 140),
    "archive": (150, 110, 60), "terminal": (90, 90, 160), "grid": (40, 140, 70),
}  # fmt: skip


class Emblem(Widget):
    """The dim icon of a page that has nothing to show: it ends `room` pixels below its top and takes no height."""

    __slots__ = ("icon", "room", "size")

    def __init__(self, icon: str, size: int, room: int) -> None:
        self.flex, self.icon, self.size, self.room = 0, icon, size, room

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the icon in the middle."""
        scene.icon(x + (w - self.size) // 2, y + self.room - self.size, self.size, self.icon, scene.theme.faint)


class Sized(Widget[Message_co]):
    """A child in a box of a fixed size; 0 stands for the child's own.

    Args:
        child: The widget inside.
        w: Width in pixels.
        h: Height in pixels.
        flex: Share of the space that is left.
    """

    __slots__ = ("child", "h", "w")

    def __init__(self, child: Widget[Message_co], w: int = 0, h: int = 0, flex: int = 0) -> None:
        self.child, self.w, self.h, self.flex = child, w, h, flex

    def width(self, theme: Theme) -> int:
        """Returns the fixed width, or the child's."""
        return self.w or self.child.width(theme)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the fixed height, or the child's."""
        return self.h or self.child.height(theme, w)

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Places the child into the whole box."""
        self.child.place(scene, x, y, w, h)


class SortHeadings(Widget[Message_co]):
    """The headings of a list of files, which sort it; folders stay first.

    Args:
        columns: Each heading with its message and its column's width in pixels; the first takes the space that is left.
        lead: The space before the first heading's text, in pixels.
    """

    __slots__ = ("columns", "lead")

    def __init__(self, columns: Sequence[tuple[str, Message_co, int]], lead: int = 0) -> None:
        self.flex = 0
        self.columns, self.lead = columns, lead

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the headings."""
        return theme.font + 10

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the headings."""
        theme, left, lead = scene.theme, x, self.lead
        width = w - sum([column for _, _, column in self.columns[1:]])
        for k, (text, message, column) in enumerate(self.columns):
            if k:
                lead, width = 0, column
            scene.text(left + lead, y, width - lead, h, theme.say(text), theme.muted, theme.small, "bold")
            scene.node(left, y, width, h, "button", text, message=message)
            left += width


class Swatch(Widget[Message_co]):
    """A disc of a colour to choose, with a ring around the chosen one.

    Args:
        name: The colour's name.
        color: The colour.
        on: Whether it is the chosen one.
        message: Message that a click sends.
    """

    __slots__ = ("color", "message", "name", "on")

    def __init__(self, name: str, color: Color, on: bool, message: Message_co | ToolkitMessage) -> None:
        self.flex = 0
        self.name, self.color, self.on, self.message = name, color, on, message

    def width(self, theme: Theme) -> int:
        """Returns the touch area's side."""
        return 34

    def height(self, theme: Theme, w: int) -> int:
        """Returns the touch area's side."""
        return 34

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the disc."""
        y += (h - 34) // 2
        if self.on:
            scene.frame(x, y, 34, 34, self.color, 17, 2)
        scene.round(x + 5, y + 5, 24, 24, self.color, 12)
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, y, 34, 34, "radio", "", self.name, message=self.message, flags=flags)


def icon_of(name: str, folder: bool) -> tuple[str, Color | str]:
    """Returns the icon of a file's kind and its colour or tone."""
    icon = "folder" if folder else _KINDS.get(name.rpartition(".")[2].lower(), ("file", ""))[0]
    return icon, _ICON_COLORS.get(icon, "muted")


def kind_of(name: str, folder: bool) -> str:
    """Returns a file's kind in words.

    >>> kind_of("a.csv", False), kind_of("a", False), kind_of("a.csv", True)
    ('Spreadsheet', 'File', 'Folder')
    """
    return "Folder" if folder else _KINDS.get(name.rpartition(".")[2].lower(), ("", "File"))[1]


@lru_cache(maxsize=1024)
def sized(count: int) -> str:
    """Returns a number of bytes in words, in powers of 1000.

    >>> sized(1), sized(999), sized(12_345), sized(68_719_476_736)
    ('1 byte', '999 bytes', '12.3 kB', '68.7 GB')
    """
    if count < 1000:
        return "1 byte" if count == 1 else f"{count} bytes"
    if count < 1_000_000:
        return f"{count / 1000:.1f} kB"
    return f"{count / 1_000_000:.1f} MB" if count < 1_000_000_000 else f"{count / 1_000_000_000:.1f} GB"


@lru_cache(maxsize=4096)
def _dated(minute: int, today: int, full: bool) -> str:
    when = time.gmtime(minute * 60)
    day = minute // 1440
    if full:
        return time.strftime("%a %d %b %Y %H:%M:%S", when)
    if day == today:
        return time.strftime("%H:%M", when)
    if day == today - 1:
        return time.strftime("Yesterday %H:%M", when)
    return f"{when.tm_mday} {time.strftime('%b' if today - day < 300 else '%b %Y', when)}"


def dated(when: float, now: float, full: bool = False) -> str:
    """Returns a date in words, as a list of files shows it, or with all details if `full`.

    >>> dated(0, 60), dated(0, 1e9)
    ('00:00', '1 Jan 1970')
    """
    return _dated(int(when // 60), int(now // 86_400), full)


def mode_text(mode: int, folder: bool) -> str:
    """Returns permission bits as ``ls -l`` shows them.

    >>> mode_text(0o644, False)
    '-rw-r--r--'
    """
    bits = "".join(letter if mode >> (8 - i) & 1 else "-" for i, letter in enumerate("rwxrwxrwx"))
    return ("d" if folder else "-") + bits


def tilde(path: str) -> str:
    """Returns a path with the home folder as ``~``.

    >>> tilde("/home/user/a"), tilde("/home/user"), tilde("/etc")
    ('~/a', '~', '/etc')
    """
    return "~" + path[len(HOME) :] if path == HOME or path.startswith(HOME + "/") else path


def expand(text: str, folder: str) -> str:
    """Returns a typed path, relative to a folder; ``~`` is the home folder.

    >>> expand("~/a", "/tmp"), expand("/b", "/tmp"), expand(" c ", "/tmp")
    ('/home/user/a', '/b', '/tmp/c')
    """
    text = text.strip()
    if text == "~" or text.startswith("~/"):
        return HOME + text[1:]
    return text if text.startswith("/") else f"{folder.rstrip('/')}/{text}"


def split_name(name: str, folder: bool = False) -> tuple[str, str]:
    """Splits a name into stem and extension.

    >>> split_name("a.tar.gz"), split_name(".bashrc"), split_name("b.c", folder=True)
    (('a.tar', '.gz'), ('.bashrc', ''), ('b.c', ''))
    """
    stem, dot, extension = name.rpartition(".")
    return (stem, dot + extension) if stem and not folder else (name, "")


def trash_info(origin: str, when: float) -> bytes:
    """Returns the trash's note about a file: where it came from, and when it was deleted."""
    date = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(when))
    return f"[Trash Info]\nPath={origin}\nDeletionDate={date}\n".encode("utf-8", "replace")


def decoded(files: Files, path: str) -> str | None:
    """Returns a file's text, None if there is no such file or it isn't text."""
    try:
        text = files.read(path).decode()
    except (FileError, UnicodeDecodeError):
        return None
    return None if "\0" in text else text


def name_problem(name: str, taken: bool, kind: str = "file") -> str:
    """Returns why a file or folder can't have a name, ``""`` if it can."""
    title = "Folder" if kind == "folder" else "File"
    if not name.strip():
        return ""
    fault = name_fault(name)
    if fault == "slash":
        return f"{title} names cannot contain “/”."
    if fault == "reserved":
        return f"A {kind} cannot be called “{name}”."
    if fault == "long":
        return f"{title} name is too long."
    if taken:
        return f"A {kind} with that name already exists."
    return ""


def dialog_page(
    context: Context, name: str, arg: PlainData = None, focus: str = "", text: str = "", stop: int = -1
) -> Page:
    """Returns the page of a dialog that lies on the present page, which shows on below it.

    Args:
        context: The window's context.
        name: Name of the new page.
        arg: Its argument.
        focus: Key of its field, selected up to `stop` (all of it at -1).
        text: The field's text.
        stop: End of the selection.
    """
    page = context.page
    texts = {**page.fields, focus: text} if focus else page.fields
    return Page(name, arg, texts, page.scroll, focus, (0, len(text) if stop < 0 else stop), (), page.data)


def dialog_key(
    context: Context,
    key: str,
    update: Callable[[Context, MessageT], None],
    cancel: MessageT,
    enter: Mapping[str, MessageT] = {},
    fields: Mapping[str, Sequence[str]] | None = None,
) -> bool:
    """Handles a key in a dialog: Escape, Enter and Tab; returns whether it did.

    Args:
        context: The window's context.
        key: The key.
        update: The app's handler.
        cancel: The message of Escape.
        enter: The messages of main buttons, which Enter presses, by the names of the dialogs' pages.
        fields: The fields round which Tab goes, likewise; None leaves Tab to the toolkit.
    """
    page = context.page
    if key == "escape":
        update(context, cancel)
    elif key == "enter" and page.name in enter:
        update(context, enter[page.name])
    elif key in ("tab", "shift+tab") and fields is not None:
        order, step = fields.get(page.name, ()), 1 if key == "tab" else -1
        if order:
            to = order[(order.index(page.focus) + step) % len(order)] if page.focus in order else order[0]
            context.set(focus=to, selection=(0, len(context.field(to))))
    else:
        return False
    return True


def ask(title: str, text: str, *actions: Widget[MessageT]) -> Dialog[MessageT | CancelMessage]:
    """Returns a dialog with a question; clicks outside it and its Cancel button send ``("cancel",)``."""
    return Dialog(
        title, Label(text, tone="muted", wrap=True), (Button("Cancel", CANCEL, "outlined"), *actions), 440, CANCEL
    )


def notice(title: str, text: str) -> Dialog[CancelMessage]:
    """Returns a dialog with a message and no choice."""
    return Dialog(title, Label(text, tone="muted", wrap=True), [Button("Close", CANCEL, "outlined")], 440, CANCEL)


def card(rows: Sequence[Widget[MessageT]], margin: int = 0) -> Box[MessageT]:
    """Returns rows on a common rounded ground."""
    return Box(Column(rows), "raised", (0, 0), 10, (0, 0, 0, margin), outline="outline")


def strip(left: Sequence[Widget[MessageT]], right: Sequence[Widget[MessageT]]) -> Row[MessageT]:
    """Returns a toolbar below a window's title bar."""
    return Row([*left, Space(flex=1), *right], gap=6, pad=(8, 5), background="bar")

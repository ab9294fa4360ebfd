"""The reading pane: a mail's header with its buttons, its text, and its attachments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.desktop.apps.thunderbird.contacts import Cards, known_names
from crab_sim.desktop.apps.thunderbird.messages import MainMessage, WritingMessage
from crab_sim.desktop.apps.thunderbird.store import Listed
from crab_sim.desktop.apps.thunderbird.table import TAG_COLORS, shown_date, shown_size
from crab_sim.desktop.widgets import Sized, icon_of
from crab_sim.devices.mail_profile import OWNER
from crab_sim.devices.mailboxes import STARRED, TAGS, Attachment, Person, content_of
from crab_sim.draw import text as metrics
from crab_sim.ui import (
    Avatar,
    Button,
    Column,
    Divider,
    Icon,
    IconButton,
    Label,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Widget,
)
from crab_sim.ui.messages import Message_co, MessageT, ToolkitMessage
from crab_sim.ui.node import CHECKABLE, CHECKED
from crab_sim.ui.theme import Color

__all__ = ["PersonLink", "attached_files", "many_selected", "message_view", "nothing_selected", "replies_to_all"]

_MOST_FILES: Final = 50


_UNKNOWN: Final = "Not in the address book"
_LEAST_TEXT: Final = 70
"""Pixels of a mail's text that are shown at least."""


class PersonLink(Widget[MainMessage]):
    """A sender or recipient; a click opens a menu of what can be done with the address.

    Args:
        person: The person.
        names: The names of the people in the address book, by their addresses.
        font: The font.
    """

    __slots__ = ("font", "known", "person", "text")

    def __init__(self, person: Person, names: dict[str, str], font: metrics.Font = "regular") -> None:
        self.flex, self.person, self.font = 0, person, font
        self.known = person.address.casefold() in names
        name = names.get(person.address.casefold()) or person.name
        self.text = f"{name} <{person.address}>" if name else person.address
        if person.address == OWNER.address:
            self.text = "Me"

    def width(self, theme: Theme) -> int:
        """Returns the width of the text."""
        return metrics.width(self.text, self.font, theme.small + 1) + 8 + (0 if self.known else theme.small + 6)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a line."""
        return metrics.line_height(self.font, theme.small + 1) + 4

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the name and the address."""
        theme = scene.theme
        room = w - 4 - (0 if self.known else theme.small + 6)
        shown = metrics.ellipsize(self.text, self.font, theme.small + 1, room)
        scene.text(x, y, w, h, shown, theme.text, theme.small + 1, self.font)
        person = self.person
        message: MainMessage = ("person", person.name, person.address)
        said = self.text if self.known else f"{self.text} {_UNKNOWN}"
        scene.node(x, y, w, h, "list_item", said, "", "", message, message)
        if not self.known:
            side = theme.small + 2
            scene.icon(x + w - side - 2, y + (h - side) // 2, side, "star", theme.faint)
            added: MainMessage = ("add_person", person.name, person.address)
            scene.node(x + w - side - 4, y, side + 4, h, "button", "", _UNKNOWN, message=added)


class _People(Widget[MainMessage]):
    """People in as many lines as they need, behind a label."""

    __slots__ = ("label", "links")

    def __init__(self, label: str, links: Sequence[PersonLink]) -> None:
        self.flex, self.label, self.links = 1, label, links

    def _places(self, theme: Theme, w: int) -> list[tuple[int, int, int]]:
        lead, places, left, line = 34, [], 34, 0
        high = self.links[0].height(theme, w) if self.links else 0
        for link in self.links[:40]:
            width = min(link.width(theme), max(60, w - lead))
            if left > lead and left + width > w:
                left, line = lead, line + 1
            places.append((left, line * high, width))
            left += width + 6
        return places

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of all lines."""
        places = self._places(theme, w)
        return places[-1][1] + self.links[0].height(theme, w) if places else 0

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the label and the people."""
        theme = scene.theme
        if not self.links:
            return
        high = self.links[0].height(theme, w)
        scene.text(x, y, 32, high, self.label, theme.muted, theme.small)
        for link, (left, top, width) in zip(self.links, self._places(theme, w), strict=False):
            link.place(scene, x + left, y + top, width, high)


class _TagChip(Widget[MainMessage]):
    """The name of a tag on a ground of its colour."""

    __slots__ = ("color", "name")

    def __init__(self, name: str, color: Color) -> None:
        self.flex, self.name, self.color = 0, name, color

    def width(self, theme: Theme) -> int:
        """Returns the width of the name and the ground around it."""
        return metrics.width(self.name, "bold", theme.small) + 16

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the ground."""
        return theme.small + 8

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the name."""
        theme = scene.theme
        high = theme.small + 8
        y += (h - high) // 2
        scene.frame(x, y, w, high, self.color, high // 2)
        scene.text(x, y, w, high, self.name, self.color, theme.small, "bold", "center")
        scene.node(x, y, w, high, "text", self.name)


class _Star(Widget[MainMessage]):
    """The check box with a star, filled for a mail that has one."""

    __slots__ = ("on",)

    def __init__(self, on: bool) -> None:
        self.flex, self.on = 0, on

    def width(self, theme: Theme) -> int:
        """Returns the side of the touch area."""
        return 26

    def height(self, theme: Theme, w: int) -> int:
        """Returns the side of the touch area."""
        return 26

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the star."""
        ink = (222, 150, 20) if self.on else scene.theme.muted
        scene.icon(x + (w - 14) // 2, y + (h - 14) // 2, 14, "star_filled" if self.on else "star", ink)
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, y, w, h, "checkbox", "Starred", message=("star_this",), flags=flags)


def replies_to_all(row: Listed) -> bool:
    """Returns whether a mail has other people than its sender and the owner."""
    heads = row.heads
    everybody = {person.address.casefold() for person in (heads.sender, *heads.to, *heads.cc)}
    return len(everybody - {OWNER.address}) > 1


def _buttons(row: Listed, narrow: bool) -> list[Widget[MainMessage]]:
    actions: list[tuple[str, str, MainMessage]] = [("reply", "Reply", ("reply",))]
    if replies_to_all(row):
        actions.append(("reply_all", "Reply All", ("reply_all",)))
    actions += [
        ("forward", "Forward", ("forward",)), ("archive", "Archive", ("archive",)), ("warning", "Spam", ("junk",)),
        ("delete", "Delete", ("delete",)),
    ]  # fmt: skip
    buttons: list[Widget[MainMessage]]
    if narrow:
        buttons = [IconButton(icon, text, message, tone="text", size=28) for icon, text, message in actions]
    else:
        buttons = [Button(text, message, "outlined", icon) for icon, text, message in actions[:-3]]
        buttons += [IconButton(icon, text, message, tone="text", size=30) for icon, text, message in actions[-3:]]
    return [*buttons, IconButton("more", "More", ("more",), tone="text", size=28)]


def message_view(row: Listed, cards: Cards, now: float, theme: Theme, narrow: bool) -> Widget[MainMessage]:
    """Returns a mail's header, text and attachments.

    Args:
        row: The mail.
        cards: The address book.
        now: The machine's clock.
        theme: The theme.
        narrow: Whether there is little room, so that buttons have no texts.
    """
    heads, content, names = row.heads, content_of(row.mail.source), dict(known_names(cards))
    starred = row.mail.has(STARRED)
    star = _Star(starred)
    sender = heads.sender.name or heads.sender.address
    top = Row(
        [Avatar(sender or "?", 30), Column([PersonLink(heads.sender, names, "bold")], flex=1), *_buttons(row, narrow)],
        gap=6,
    )
    lines: list[Widget[MainMessage]] = [top]
    date = Label(shown_date(heads.date, now), "small", "muted")
    first = True
    for label, people in (("To", heads.to), ("Cc", heads.cc), ("Bcc", heads.bcc)):
        if people:
            links = _People(label, [PersonLink(person, names) for person in people])
            lines.append(Row([links, date] if first else [links], gap=8))
            first = False
    subject = Label(heads.subject or "(no subject)", theme.font + 1, font="bold", wrap=True, flex=1)
    tags: list[Widget[MainMessage]] = [
        _TagChip(TAGS[tag], TAG_COLORS[tag][theme.dark]) for tag in row.mail.tags if tag in TAG_COLORS
    ]
    lines.append(Row([star, subject, *tags, *([date] if first else [])], gap=6))
    text = Label(content.text, wrap=True, pad=(14, 10), selectable=True)
    head: Widget[MainMessage] = Column([Column(lines, gap=4, pad=(12, 8), background="surface"), Divider()])
    return _Fitting(head, text, received_files(content.attachments) if content.attachments else None)


class _Fitting(Widget[MainMessage]):
    """A mail's head, its text that scrolls, and its attachments; where there is little room, all of it scrolls."""

    __slots__ = ("files", "head", "text")

    def __init__(self, head: Widget[MainMessage], text: Widget[MainMessage], files: Widget[MainMessage] | None) -> None:
        self.flex, self.head, self.text, self.files = 1, head, text, files

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Places the parts."""
        fixed = sum([part.height(scene.theme, w) for part in (self.head, self.files) if part is not None])
        below: list[Widget[MainMessage]] = [Divider(), self.files] if self.files is not None else []
        if h - fixed < _LEAST_TEXT:
            shown: Widget[MainMessage] = Scroll("body", [self.head, self.text, Space(8), *below])
        else:
            shown = Column([self.head, Scroll("body", [self.text, Space(8)]), *below])
        shown.place(scene, x, y, w, h)


def received_files(files: Sequence[Attachment]) -> Widget[MainMessage]:
    """Returns the files attached to a mail, to be opened and saved."""
    alone = len(files) == 1
    rows: list[Widget[MainMessage]] = []
    for i, file in enumerate(files[:_MOST_FILES]):
        save: Widget[MainMessage] = Button("Save", ("save_attachment", i), "outlined", "download")
        if not alone:
            save = IconButton("download", f"Save {file.name}", ("save_attachment", i), tone="text", size=28)
        rows.append(_FileRow(file, alone, save, 0 if alone else 2, ("open_attachment", i), ("attachment_menu", i)))
    return _files(files, rows)


def attached_files(files: Sequence[Attachment]) -> Widget[WritingMessage]:
    """Returns the files attached to a mail that is being written, to be removed."""
    rows: list[Widget[WritingMessage]] = []
    for i, file in enumerate(files[:_MOST_FILES]):
        remove: Widget[WritingMessage] = IconButton("close", f"Remove {file.name}", ("detach", i), size=28)
        rows.append(_FileRow(file, len(files) == 1, remove, 2, ("nothing",)))
    return _files(files, rows)


def _files(files: Sequence[Attachment], rows: Sequence[Widget[MessageT]]) -> Widget[MessageT]:
    """Returns the rows of files below or beside their number."""
    total = shown_size(sum([len(file.data) for file in files]))
    count = "1 attachment" if len(files) == 1 else f"{len(files)} attachments"
    if len(files) == 1:
        return Row(
            [Icon("attach", size=14), Label(count, "small", "muted"), *rows], gap=8, pad=(12, 4), background="bar"
        )
    head = [Icon("attach", size=14), Label(f"{count}, {total}", "small", "muted", flex=1)]
    body: Widget[MessageT] = Column([_Fixed(row) for row in rows])
    if len(rows) > 3:
        body = Sized(Scroll("attachments", [_Fixed(row) for row in rows]), h=96)
    return Column([Row(head, gap=6), body], gap=4, pad=(12, 6), background="bar")


class _Fixed(Widget[Message_co]):
    """A row of a column at its own height, though it takes all of the room in a row."""

    __slots__ = ("child",)

    def __init__(self, child: Widget[Message_co]) -> None:
        self.flex, self.child = 0, child

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return self.child.height(theme, w)

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Places the row."""
        self.child.place(scene, x, y, w, h)


class _FileRow(Widget[Message_co]):
    """An attached file with a button.

    Args:
        file: The file.
        alone: Whether it is the only one, which is as high as a button.
        button: The button at the row's end.
        margin: Pixels beside the button.
        message: Sent by a click on the file.
        menu: Sent by a right click.
    """

    __slots__ = ("alone", "button", "file", "margin", "menu", "message")

    def __init__(
        self,
        file: Attachment,
        alone: bool,
        button: Widget[Message_co],
        margin: int,
        message: Message_co | ToolkitMessage,
        menu: Message_co | None = None,
    ) -> None:
        self.flex, self.file, self.alone, self.button, self.margin = 1, file, alone, button, margin
        self.message, self.menu = message, menu

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a row."""
        return theme.button if self.alone else theme.font + 14

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws icon, name, size and button."""
        theme, file = scene.theme, self.file
        icon, tone = icon_of(file.name, False)
        color = getattr(theme, tone) if isinstance(tone, str) else tone
        scene.icon(x, y + (h - 16) // 2, 16, icon, color)
        size = shown_size(len(file.data))
        name = metrics.ellipsize(file.name, "regular", theme.font, max(60, w - 240))
        across = metrics.width(name, "regular", theme.font)
        scene.text(x + 24, y, across + 4, h, name, theme.text, theme.font)
        scene.text(x + 34 + across, y, 90, h, size, theme.muted, theme.small)
        scene.node(x, y, across + 120, h, "list_item", file.name, size, "", self.message, self.menu)
        width = self.button.width(theme)
        self.button.place(scene, x + w - width - self.margin, y, width, h)


def nothing_selected(text: str = "") -> Widget[MainMessage]:
    """Returns the pane without a mail."""
    return Column(
        [
            Space(flex=1),
            Icon("mail", "faint", 48),
            Label(text, tone="muted", align="center", pad=(0, 8)),
            Space(flex=1),
        ],
        flex=1,
    )


def many_selected(rows: Sequence[Listed]) -> Widget[MainMessage]:
    """Returns the pane with a summary of several selected mails."""
    lines: list[Widget[MainMessage]] = [
        Column(
            [
                Label(row.heads.sender.name or row.heads.sender.address, font="bold"),
                Label(row.heads.subject or "(no subject)", "small", "muted"),
            ],
            pad=(14, 4),
        )
        for row in rows[:100]
    ]
    bar: Widget[MainMessage] = Row(
        [
            Label(f"{len(rows)} messages", "title", font="bold", flex=1),
            Button("Archive", ("archive",), "outlined", "archive"),
            Button("Delete", ("delete",), "outlined", "delete"),
        ],
        gap=6, pad=(12, 8), background="surface",
    )  # fmt: skip
    return Column([bar, Divider(), Scroll("body", lines)], flex=1)

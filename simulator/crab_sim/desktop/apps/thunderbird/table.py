"""The message list: column headers, and a row for each mail."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from crab_sim.desktop.apps.thunderbird.messages import MainMessage
from crab_sim.desktop.apps.thunderbird.state import COLUMNS, Sorting, who
from crab_sim.desktop.apps.thunderbird.store import Listed, short_name
from crab_sim.devices.mailboxes import FORWARDED, READ, REPLIED, STARRED, TAGS
from crab_sim.draw import text as metrics
from crab_sim.engines.days import DAY, civil
from crab_sim.ui import LazyRow, Scene, Theme, Widget
from crab_sim.ui.messages import ToolkitMessage
from crab_sim.ui.node import CHECKABLE, CHECKED, DISABLED, SELECTED
from crab_sim.ui.theme import Color

__all__ = ["TAG_COLORS", "ColumnHeads", "mail_rows", "shown_date", "shown_size", "status_text"]

TAG_COLORS: Final[dict[str, tuple[Color, Color]]] = {
    "$label1": ((200, 20, 20), (255, 120, 110)), "$label2": ((176, 92, 0), (255, 170, 80)),
    "$label3": ((0, 122, 0), (110, 205, 110)), "$label4": ((40, 40, 230), (140, 160, 255)),
    "$label5": ((140, 40, 140), (225, 140, 225)),
}  # fmt: skip
"""The colours of tags, on light and on dark ground."""
_WIDTHS: Final = {
    "select": 28, "threads": 26, "star": 26, "attachment": 26, "read": 26, "junk": 26,
    "date": 158, "size": 64, "tags": 108, "status": 76,
    "folder": 96,
}  # fmt: skip
_SHARES: Final = {"subject": 5, "correspondents": 3, "from": 3, "recipient": 3}
_ICONS: Final = {
    "select": "checkbox_off", "threads": "messages", "star": "star", "attachment": "attach", "read": "circle_filled",
    "junk": "warning",
}  # fmt: skip
_LACKING: Final = {"threads": "Toggle message threads", "junk": "Sort by spam status"}
"""Columns whose headers can't be used, and what those do in the real program."""
_LEAST: Final = 60


@lru_cache(maxsize=64)
def _places(columns: tuple[str, ...], w: int, font: int) -> tuple[tuple[str, int, int], ...]:
    """Returns each column with its left edge and its width; where there is little room, the last ones go."""
    shown = list(columns)

    def fixed() -> int:
        return sum([_WIDTHS.get(name, 0) * font // 14 for name in shown])

    while len(shown) > 2 and fixed() + _LEAST * len([name for name in shown if name in _SHARES]) > w:
        droppable = [name for name in shown if name not in ("subject", "star")]
        shown.remove(droppable[-1] if droppable else shown[-1])
    room, shares = max(0, w - fixed()), sum([_SHARES.get(name, 0) for name in shown])
    places, left = [], 0
    for name in shown:
        width = room * _SHARES[name] // shares if name in _SHARES else _WIDTHS[name] * font // 14
        places.append((name, left, width))
        left += width
    return tuple(places)


def shown_date(when: float, now: float) -> str:
    """Returns a mail's date: the time alone for one of today.

    >>> shown_date(0, 0), shown_date(50_000, 1e9)
    ('12:00 AM', '1/1/1970, 1:53 PM')
    """
    minutes = int(when // 60) % 1440
    clock = f"{(minutes // 60 + 11) % 12 + 1}:{minutes % 60:02} {'PM' if minutes >= 720 else 'AM'}"
    if when // DAY == now // DAY:
        return clock
    year, month, day = civil(int(when // DAY))
    return f"{month}/{day}/{year}, {clock}"


def shown_size(size: int) -> str:
    """Returns a size in bytes as Thunderbird shows it.

    >>> shown_size(600), shown_size(12_345), shown_size(2_500_000)
    ('600 bytes', '12.1 KB', '2.4 MB')
    """
    if size < 1024:
        return f"{size} bytes"
    return f"{size / 1024:.1f} KB" if size < 1024 * 1024 else f"{size / 1024 / 1024:.1f} MB"


def status_text(row: Listed) -> str:
    """Returns whether a mail is new, or was answered or forwarded."""
    if row.mail.has(REPLIED):
        return "Replied"
    if row.mail.has(FORWARDED):
        return "Forwarded"
    return "" if row.mail.has(READ) else "Unread"


class ColumnHeads(Widget[MainMessage]):
    """The headers of the columns; a click sorts by one, another click turns the order round."""

    __slots__ = ("columns", "sort")

    def __init__(self, columns: tuple[str, ...], sort: Sorting) -> None:
        self.flex, self.columns, self.sort = 0, columns, sort

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a header."""
        return theme.small + 14

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the headers, and the button that chooses columns."""
        theme = scene.theme
        scene.fill(x, y, w, h, theme.bar)
        scene.fill(x, y + h - 1, w, 1, theme.outline)
        for name, left, width in _places(self.columns, w - 28, theme.font):
            title, sorted_by = COLUMNS.get(name, "Folder"), name == self.sort.column
            if name in _ICONS:
                ink = theme.accent if sorted_by else theme.muted
                size = 8 if name == "read" else 14
                scene.icon(x + left + (width - size) // 2, y + (h - size) // 2, size, _ICONS[name], ink)
            else:
                font: metrics.Font = "bold" if sorted_by else "regular"
                shown = metrics.ellipsize(title, font, theme.small, width - 24)
                scene.text(x + left + 6, y, width - 8, h, shown, theme.text, theme.small, font)
                if sorted_by:
                    arrow = "chevron_down" if self.sort.descending else "chevron_up"
                    at = x + left + 10 + metrics.width(shown, font, theme.small)
                    scene.icon(at, y + (h - 10) // 2, 10, arrow, theme.muted)
                scene.fill(x + left + width - 1, y + 5, 1, h - 10, theme.outline)
            flags = SELECTED if sorted_by else 0
            text = "" if name in _ICONS else title
            said = "Sort by star" if name == "star" else f"Sort by {title.casefold()}"
            message: MainMessage | ToolkitMessage = ("select_all",) if name == "select" else ("sort", name)
            if name in _LACKING:
                message, said, flags = ("nothing",), _LACKING[name], DISABLED
            scene.node(x + left, y, width, h, "button", text, said, message=message, flags=flags)
        scene.icon(x + w - 21, y + (h - 14) // 2, 14, "grid", theme.muted)
        scene.node(x + w - 28, y, 28, h, "button", "", "Select columns to display", message=("columns",))


class _MailRow(Widget[MainMessage]):
    """A mail in the list."""

    __slots__ = ("columns", "folder", "now", "picked", "row")

    def __init__(self, row: Listed, columns: tuple[str, ...], picked: bool, now: float, folder: str) -> None:
        self.flex, self.row, self.columns, self.picked, self.now = 0, row, columns, picked, now
        self.folder = folder

    def _text(self, name: str) -> str:
        row = self.row
        heads = row.heads
        match name:
            case "subject":
                return heads.subject or "(no subject)"
            case "correspondents":
                return who(row)
            case "from":
                return heads.sender.name or heads.sender.address
            case "recipient":
                return ", ".join([person.name or person.address for person in heads.to])
            case "date":
                return shown_date(heads.date, self.now)
            case "size":
                return shown_size(len(row.mail.source))
            case "tags":
                return ", ".join([TAGS[tag] for tag in row.mail.tags if tag in TAGS])
            case "status":
                return status_text(row)
            case "folder":
                return short_name(self.folder)
        return ""

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the row, then its star and its mark: the node that comes last receives the clicks."""
        theme, row = scene.theme, self.row
        mail, key = row.mail, row.key
        new = not mail.has(READ)
        said = [who(row), shown_date(row.heads.date, self.now)]
        said += ["Unread"] if new else []
        said += ["Starred"] if mail.has(STARRED) else []
        said += ["Has attachment"] if row.heads.multipart else []
        said += [TAGS[tag] for tag in mail.tags if tag in TAGS]
        said += [status_text(row)] if status_text(row) in ("Replied", "Forwarded") else []
        where = (self.folder, key)
        scene.node(
            x, y, w, h, "list_item", self._text("subject"), ", ".join(said), "", ("pick_mail", *where),
            ("mail_menu", *where), ("open_mail", *where), SELECTED if self.picked else 0,
        )  # fmt: skip
        if self.picked:
            scene.fill(x, y, w, h, theme.selection)
        ink = theme.text
        color = next((TAG_COLORS[tag][theme.dark] for tag in mail.tags if tag in TAG_COLORS), None)
        if color is not None:
            ink = color
        font: metrics.Font = "bold" if new else "regular"
        for name, left, width in _places(self.columns, w - 28, theme.font):
            if name in _ICONS:
                self._icon(scene, name, (x + left, y, width, h))
            else:
                shown = metrics.ellipsize(self._text(name), font, theme.small + 1, width - 10)
                scene.text(x + left + 6, y, width - 8, h, shown, ink, theme.small + 1, font)
        scene.fill(x, y + h - 1, w, 1, theme.surface)

    def _icon(self, scene: Scene[MainMessage], name: str, box: tuple[int, int, int, int]) -> None:
        theme, mail, (x, y, w, h) = scene.theme, self.row.mail, box
        subject, where = self._text("subject"), (self.folder, self.row.key)
        message: MainMessage | ToolkitMessage | None = None
        flags, said, size = 0, "", 14
        match name:
            case "star":
                on = mail.has(STARRED)
                icon, ink = ("star_filled", (222, 150, 20)) if on else ("star", theme.faint)
                message, said = ("star", *where), "Message starred" if on else "Message not starred"
            case "read":
                on = mail.has(READ)
                icon, ink, size = "circle_filled", theme.faint if on else (40, 150, 60), 5 if on else 9
                message = ("toggle_read", *where)
                said = "Message read status" if on else "Message unread status"
            case "junk":
                icon, ink = "warning", theme.faint
                message, said, flags = ("nothing",), "Message not marked as spam", DISABLED
            case "select":
                icon, ink = ("checkbox_on", theme.accent) if self.picked else ("checkbox_off", theme.muted)
                message, said, flags = ("pick_also", *where), f"Select {subject}", CHECKABLE
                flags |= CHECKED if self.picked else 0
            case _:
                if not self.row.heads.multipart:
                    return
                icon, ink = "attach", theme.muted
        scene.icon(x + (w - size) // 2, y + (h - size) // 2, size, icon, ink)
        if message is not None:
            role = "checkbox" if name == "select" else "button"
            scene.node(x, y, w, h, role, "", said, message=message, flags=flags)


def mail_rows(
    rows: Sequence[tuple[str, Listed]], columns: tuple[str, ...], picked: frozenset[str], now: float, theme: Theme
) -> list[Widget[MainMessage]]:
    """Returns the rows of mails, each with its folder; `picked` are the keys of the selected ones.

    Args:
        rows: The mails.
        columns: The list's columns.
        picked: The keys of the selected mails.
        now: The machine's clock.
        theme: The theme.
    """
    height = theme.font + 12
    return [LazyRow(height, _MailRow, row, columns, row.key in picked, now, folder) for folder, row in rows[:2000]]

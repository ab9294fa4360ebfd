"""The list of an archive's files: location, columns, rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from crab_sim import ui
from crab_sim.desktop.apps.archive_manager.messages import Message
from crab_sim.desktop.chrome.bars import absent_button
from crab_sim.desktop.widgets import Sized, dated, icon_of, kind_of, sized
from crab_sim.draw import text as metrics
from crab_sim.engines.archives import Member
from crab_sim.ui.node import DISABLED, SELECTED

__all__ = ["Row", "listing", "properties", "rows_in"]

_SIZE, _KIND, _DATE, _ROW = 84, 150, 110, 34
_HEADS = ("Name", "Size", "Type", "Modified")
_KINDS = {"txt": "Plain text document", "csv": "CSV document", "png": "PNG image", "jpg": "JPEG image"}


class Row(NamedTuple):
    """One row: a file or folder of the shown folder; the size of a folder is that of all files in it."""

    path: str
    name: str
    folder: bool
    size: int
    mtime: float


@lru_cache(maxsize=32)
def rows_in(members: tuple[Member, ...], folder: str) -> list[Row]:
    """Returns the content of a folder of an archive, folders first."""
    head = f"{folder}/" if folder else ""
    rows: list[Row] = []
    sizes: dict[str, int] = {}
    for member in members:
        if not member.path.startswith(head) or member.path == folder:
            continue
        name, slash, _ = member.path[len(head) :].partition("/")
        sizes[name] = sizes.get(name, 0) + member.size
        if not slash:
            rows.append(Row(member.path, name, member.folder, member.size, member.mtime))
    rows = [row._replace(size=sizes[row.name]) for row in rows]
    return sorted(rows, key=lambda row: (not row.folder, row.name.casefold(), row.name))


class _Line(ui.Widget[Message]):
    """A row of the list, or its head where the row is None."""

    __slots__ = ("now", "row", "selected")

    def __init__(self, row: Row | None, selected: bool, now: float) -> None:
        self.flex, self.row, self.selected, self.now = 0, row, selected, now

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of a row."""
        return _ROW if self.row is not None else 28

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme, row = scene.theme, self.row
        if row is None:
            texts, font, ink = _HEADS, "bold", theme.muted
        else:
            ending = "" if row.folder else row.name.rpartition(".")[2].lower()
            kind, date = _KINDS.get(ending) or kind_of(row.name, row.folder), dated(row.mtime, self.now)
            texts, font, ink = (row.name, sized(row.size), kind, date), "regular", theme.text
            scene.node(
                x, y, w, h, "list_item", row.name, f"{kind}, {texts[1]}, {date}", message=("select", row.path),
                double_message=("enter", row.path), flags=SELECTED if self.selected else 0,
            )  # fmt: skip
            if self.selected:
                scene.round(x, y + 1, w, h - 2, theme.selection, 6)
            icon, color = icon_of(row.name, row.folder)
            scene.icon(x + 10, y + (h - 18) // 2, 18, icon, theme.muted if isinstance(color, str) else color)
        wide = w > 480
        right = _SIZE + 10 + (_KIND + _DATE if wide else 0)
        room = w - 38 - right
        spans = ((x + 38, room), (x + w - right, _SIZE), (x + w - right + _SIZE + 18, _KIND - 18),
                 (x + w - right + _SIZE + _KIND, _DATE))  # fmt: skip
        for text, (left, width) in list(zip(texts, spans, strict=True))[: 4 if wide else 2]:
            if row is None:
                scene.node(left, y, width, h, "button", text, flags=DISABLED)
            elif text != row.name:
                scene.node(
                    left, y, width, h, "cell", text, message=("select", row.path), double_message=("enter", row.path)
                )  # fmt: skip
        if not scene.drawn:
            return
        bold: metrics.Font = "bold" if font == "bold" else "regular"
        size = theme.font if row is not None else theme.small
        scene.text(x + 38, y, room, h, metrics.ellipsize(texts[0], bold, size, room), ink, size, bold)
        left = x + w - right
        scene.text(left, y, _SIZE, h, texts[1], theme.muted, theme.small, bold, "right")
        if wide:
            shown = metrics.ellipsize(texts[2], bold, theme.small, _KIND - 20)
            scene.text(left + _SIZE + 18, y, _KIND, h, shown, theme.muted, theme.small, bold)
            scene.text(left + _SIZE + _KIND, y, _DATE, h, texts[3], theme.muted, theme.small, bold, "right")


def listing(members: tuple[Member, ...], folder: str, selected: Sequence[str], now: float) -> list[ui.Widget[Message]]:
    """Returns the rows that show a folder of an archive: its location, the list, and the sum of the sizes.

    Args:
        members: All members of the archive.
        folder: The folder's path in the archive; ``""`` for the top.
        selected: Paths of the selected members.
        now: The present, in seconds since 1970: today's times are shown without a date.
    """
    rows, chosen = rows_in(members, folder), set(selected)
    location: ui.Widget[Message] = ui.Row(
        [
            ui.IconButton("back", "Back", ("up",), tone="text" if folder else "faint"),
            absent_button("forward", "Forward"),
            ui.IconButton("home", "Go to the home location", ("top",), tone="text" if folder else "faint"),
            ui.Label(f"Location: /{folder}", tone="muted", flex=1),
        ],
        gap=6, pad=(8, 2), background="bar",
    )  # fmt: skip
    lines = [_Line(row, row.path in chosen, now) for row in rows]
    count = f"{len(rows)} object{'' if len(rows) == 1 else 's'} ({sized(sum([row.size for row in rows]))})"
    if chosen:
        picked = [row for row in rows if row.path in chosen]
        count += f", {len(picked)} selected ({sized(sum([row.size for row in picked]))})"
    status = ui.Row([ui.Label(count, "small", "muted", flex=1)], pad=(12, 4), background="bar")
    return [location, ui.Column([_Line(None, False, now)], pad=(8, 0)), ui.Scroll("files", lines, pad=(8, 2)), status]


def properties(path: str, size: int, members: Sequence[Member]) -> ui.Dialog[Message]:
    """Returns the dialog about an archive.

    Args:
        path: Its path.
        size: Its size in bytes.
        members: Its members.
    """
    inside = [row for row in members if not row.folder]
    folder, _, name = path.rpartition("/")
    facts = [
        ("Name", name), ("Location", folder or "/"), ("Size", sized(size)),
        ("Content Size", sized(sum([row.size for row in inside]))), ("Number of Files", str(len(inside))),
    ]  # fmt: skip
    rows: list[ui.Widget[Message]] = [
        ui.Row([Sized(ui.Label(label, "small", "muted", role=""), w=120), ui.Label(value, flex=1)], gap=8)
        for label, value in facts
    ]
    close: ui.Widget[Message] = ui.Button("Close", ("cancel",), "outlined")
    return ui.Dialog(f"{name} Properties", ui.Column(rows, gap=6), [close], 440, ("cancel",))

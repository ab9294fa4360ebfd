"""The views of the Files app: sidebar, path bar, list, menus and dialogs."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim import ui
from crab_sim.desktop.apps.files import archives, menus, naming
from crab_sim.desktop.apps.files.messages import Message
from crab_sim.desktop.widgets import (
    HOME,
    TRASH,
    Sized,
    ask,
    dated,
    icon_of,
    kind_of,
    mode_text,
    notice,
    sized,
)
from crab_sim.draw import text as metrics
from crab_sim.draw.ops import Align
from crab_sim.files import Directory, File, Files, Link
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.ui.node import SELECTED

__all__ = ["ROW", "Listed", "listed", "view"]

ROW = 36
_SIZE_WIDTH, _DATE_WIDTH, _SIDEBAR = 90, 120, 176
_MAX_FOUND = 200
_PLACES = (
    ("Home", HOME, "home"), ("Documents", f"{HOME}/Documents", "document"),
    ("Downloads", f"{HOME}/Downloads", "download"), ("Music", f"{HOME}/Music", "music"),
    ("Pictures", f"{HOME}/Pictures", "image"), ("Videos", f"{HOME}/Videos", "display"), ("Trash", TRASH, "delete"),
)  # fmt: skip


class Listed(NamedTuple):
    """One row of the list; a selection identifies it by `name`, its path while searching."""

    name: str
    label: str
    folder: bool
    size: int
    mtime: float


def _row(files: Files, path: str, name: str, label: str) -> Listed:
    entry = files.lstat(path)
    if type(entry) is Link and files.exists(path):
        entry = files.stat(path)
    if type(entry) is Directory:
        return Listed(name, label, True, len(files.list(path)), entry.mtime)
    return Listed(name, label, False, len(entry.data) if type(entry) is File else 0, entry.mtime)


def listed(context: Context) -> list[Listed]:
    """Returns the rows of the window's folder in their order, or the results of its search."""
    page = context.base
    data = page.data
    files: Files = context.get(FILES)
    folder = page.arg
    wanted = page.fields.get("search", "").strip().casefold()
    if not files.is_dir(folder):
        return []
    stem = folder.rstrip("/")
    if wanted:
        found = []
        for path, _ in files.walk(folder):
            label = path[len(stem) + 1 :]
            if wanted in label.rpartition("/")[2].casefold() and (data.hidden or not f"/{label}".count("/.")):
                found.append(path)
        rows = [_row(files, path, path, path[len(stem) + 1 :]) for path in found[:_MAX_FOUND]]
    else:
        rows = [_row(files, f"{stem}/{name}", name, name) for name in files.list(folder)]
        if not data.hidden:
            rows = [row for row in rows if row.name[0] != "."]
    match data.order:
        case "size":
            rows.sort(key=lambda row: (not row.folder, row.size, row.label.casefold()), reverse=data.reverse)
        case "modified":
            rows.sort(key=lambda row: (row.mtime, row.label.casefold()), reverse=not data.reverse)
        case _:
            rows.sort(key=lambda row: (row.label.casefold(), row.label), reverse=data.reverse)
    return sorted(rows, key=lambda row: not row.folder)


class FileRow(ui.Widget[Message]):
    """A row of the list: icon, name, size, date."""

    __slots__ = ("date", "row", "selected", "size")

    def __init__(self, row: Listed, selected: bool, now: float) -> None:
        self.flex, self.row, self.selected = 0, row, selected
        self.date = dated(row.mtime, now)
        self.size = sized(row.size) if not row.folder else f"{row.size} item{'' if row.size == 1 else 's'}"

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of every row."""
        return ROW

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme, row = scene.theme, self.row
        name = row.name
        flags = SELECTED if self.selected else 0
        scene.node(
            x, y, w, h, "list_item", row.label, f"{kind_of(name, row.folder)}, {self.size}, {self.date}", "",
            ("select", name), ("item_menu", name), ("open", name), flags, verbatim="all",
        )  # fmt: skip
        if self.selected:
            scene.round(x, y + 1, w, h - 2, theme.selection, 6)
        icon, color = icon_of(name, row.folder)
        ink = theme.text if self.selected else theme.muted if isinstance(color, str) else color
        scene.icon(x + 10, y + (h - 20) // 2, 20, icon, ink)
        left = x + 42
        wide = w > 380
        room = w - 42 - _SIZE_WIDTH - 10 - (_DATE_WIDTH if wide else 0)
        scene.text(left, y, room, h, metrics.ellipsize(row.label, "regular", theme.font, room), theme.text, theme.font)
        right = x + w - 10 - (_DATE_WIDTH if wide else 0)
        size = theme.say(self.size)
        scene.text(right - _SIZE_WIDTH, y, _SIZE_WIDTH, h, size, theme.muted, theme.small, "regular", "right")
        if wide:
            scene.text(right, y, _DATE_WIDTH, h, theme.say(self.date), theme.muted, theme.small, "regular", "right")


class Head(ui.Widget[Message]):
    """The list's head: a click on a column sorts by it."""

    __slots__ = ("order", "reverse")

    def __init__(self, order: str, reverse: bool) -> None:
        self.flex, self.order, self.reverse = 0, order, reverse

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of the head."""
        return 28

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the columns' names."""
        wide = w > 380
        right = x + w - 10 - (_DATE_WIDTH if wide else 0)
        self._column(scene, "Name", "name", x + 42, y, right - _SIZE_WIDTH - x - 42, h, "left")
        self._column(scene, "Size", "size", right - _SIZE_WIDTH, y, _SIZE_WIDTH, h, "right")
        if wide:
            self._column(scene, "Modified", "modified", right, y, _DATE_WIDTH, h, "right")

    def _column(
        self, scene: ui.Scene[Message], name: str, key: str, x: int, y: int, w: int, h: int, align: Align
    ) -> None:
        theme = scene.theme
        said = theme.say(name)
        text_w = metrics.width(said, "bold", theme.small)
        scene.text(x, y, w, h, said, theme.muted, theme.small, "bold", align)
        if self.order == key:
            arrow = x + text_w + 4 if align == "left" else x + w - text_w - 16
            scene.icon(arrow, y + (h - 12) // 2, 12, "chevron_up" if self.reverse else "chevron_down", theme.muted)
        scene.node(x, y, w, h, "button", name, f"Sort by {name}", message=("sort", key))


@lru_cache(maxsize=64)
def _sidebar(folder: str) -> ui.Widget[Message]:
    rows: list[ui.Widget[Message]] = [
        ui.Tile("Starred", ("nothing",), leading=ui.Icon("star", "text"), enabled=False),
        *[
            ui.Tile(name, ("visit", path), leading=ui.Icon(icon, "text"), selected=path == folder)
            for name, path, icon in _PLACES
        ],
        ui.Divider(),
        ui.Tile("Other Locations", ("visit", "/"), leading=ui.Icon("add", "text"), selected=folder == "/"),
    ]
    return Sized(ui.Column(rows, pad=(6, 6), background="bar"), w=_SIDEBAR)


@lru_cache(maxsize=256)
def _path_bar(path: str) -> ui.Widget[Message]:
    """Returns the folders down to the present one as buttons, the last three of them, and the folder's menu."""
    if path == TRASH:
        crumbs = [("Trash", TRASH)]
    elif path == HOME or path.startswith(HOME + "/"):
        crumbs = [("Home", HOME)]
        rest, at = path[len(HOME) :], HOME
    else:
        crumbs, rest, at = [("File System", "/")], path, ""
    if path != TRASH:
        for part in rest.split("/")[1:]:
            if part:
                at = f"{at}/{part}"
                crumbs.append((part, at))
    parts: list[ui.Widget[Message]] = []
    for name, target in crumbs[-3:]:
        if parts:
            parts.append(ui.Label("/", tone="faint", role=""))
        last = target == path
        shown = metrics.ellipsize(name, "bold" if last else "regular", 14, 140)
        tone, font = ("text", "bold") if last else ("muted", "regular")
        parts.append(
            ui.Label(
                shown,
                tone=tone,
                font=font,  # type: ignore[arg-type]
                role="button",
                message=("visit", target),
                pad=(2, 4),
                verbatim=target not in (TRASH, HOME, "/"),
            )
        )
    menu: ui.Widget[Message] = ui.IconButton("more", "Current Folder Menu", ("folder_menu",), tone="text", size=26)
    return ui.Box(ui.Row([*parts, ui.Space(flex=1), menu], gap=4), "background", (10, 2), 8, outline="outline", flex=1)


def _toolbar(page: ui.Page) -> ui.Row[Message]:
    data = page.data
    if page.focus == "location":
        middle: ui.Widget[Message] = ui.Field("location", "Location", "location_entry", icon="folder", flex=1)
    elif page.focus == "search" or page.fields["search"]:
        middle = ui.Field("search", "Search files", "search_entry", icon="search", flex=1)
    else:
        middle = _path_bar(page.arg)
    searching = page.focus == "search" or page.fields["search"]
    return ui.Row(
        [
            ui.IconButton("chevron_left", "Back", ("back",), tone="text" if data.back else "faint"),
            ui.IconButton("chevron_right", "Forward", ("forward",), tone="text" if data.forward else "faint"),
            ui.IconButton("arrow_up", "Up", ("up",), tone="text" if page.arg not in ("/", TRASH) else "faint"),
            middle,
            ui.IconButton("close", "Close Search", ("close_search",), tone="text")
            if searching
            else ui.IconButton("search", "Search", ("search",), tone="text"),
            ui.IconButton("sort", "View Options", ("view_menu",), tone="text"),
            ui.IconButton("menu", "Main Menu", ("main_menu",), tone="text"),
        ],
        gap=4,
        pad=(8, 5),
        background="bar",
    )


def _list(context: Context, page: ui.Page) -> ui.Widget[Message]:
    rows = listed(context)
    now = context.now
    selected = set(page.data.selected)
    if rows:
        items = [FileRow(row, row.name in selected, now) for row in rows]
        inner: ui.Widget[Message] = ui.Column(
            [Head(page.data.order, page.data.reverse), ui.Scroll("list", [*items, ui.Space(44)], rid="files")],
            pad=(14, 0),
        )
    else:
        if page.fields["search"]:
            icon, text = "search", "No Results Found"
        elif page.arg == TRASH:
            icon, text = "delete", "Trash is Empty"
        else:
            icon, text = "folder", "Folder is Empty"
        label = ui.Label(text, "title", "muted", "bold", "center")
        inner = ui.Column([ui.Space(flex=1), ui.Icon(icon, "faint", 56), ui.Space(12), label, ui.Space(flex=2)])
    return ui.Box(
        inner, "", (0, 0), 0, message=("select_none",), long_message=("space_menu",), description="Folder", flex=1
    )


def _status(context: Context, page: ui.Page) -> ui.Widget[Message] | None:
    """Returns the line in the corner that describes the selection."""
    selected = page.data.selected
    if not selected or page.overlay:
        return None
    if len(selected) > 1:
        text = f"{len(selected)} items selected"
    else:
        row = next((row for row in listed(context) if row.name == selected[0]), None)
        if row is None:
            return None
        name = metrics.ellipsize(row.label.rpartition("/")[2], "regular", 12, 240)
        text = f"“{name}” selected" + ("" if row.folder else f"  ({sized(row.size)})")
    return ui.Box(ui.Label(text, "small"), "raised", (10, 4), 8, outline="outline")


_TRASH_BAR: Final[ui.Widget[Message]] = ui.Row(
    [
        ui.Label("Things in here can be restored.", tone="muted", flex=1),
        ui.Button("Empty Trash…", ("ask_empty",), "tonal"),
    ],
    pad=(12, 5),
)


def view(context: Context) -> View[Message]:
    """Shows a folder, with the dialog or menu that is open."""
    page = context.page
    base = context.base
    column: list[ui.Widget[Message]] = [_list(context, base)]
    if base.arg == TRASH:
        column = [_TRASH_BAR, ui.Divider(), *column]
    sidebar = _sidebar(base.arg)
    body = ui.Column([_toolbar(base), ui.Divider(), ui.Row([sidebar, ui.Column(column, flex=1)], flex=1)])
    if page is not base:
        return View(body, _dialog(context, page))
    return View(body, menus.menu(context, page), _status(context, page))


# Dialogs ----------------------------------------------------------------------------------------------------------

_CANCEL: Message = ("cancel",)


def _dialog(context: Context, page: ui.Page) -> ui.Widget[Message]:
    files: Files = context.get(FILES)
    match page.name:
        case "ask_replace":
            name = page.arg.rpartition("/")[2]
            text = "Something with that name is already here. Replacing it will overwrite its content."
            return ask(f"Replace “{name}”?", text, ui.Button("Replace", ("paste_over",)))
        case "ask_delete":
            what = (
                f"“{page.arg[0].rpartition('/')[2]}”" if len(page.arg) == 1 else f"the {len(page.arg)} selected items"
            )
            text = "If you delete it, it will be permanently lost."
            return ask(f"Permanently delete {what}?", text, ui.Button("Delete", ("erase",), "danger"))
        case "ask_empty":
            text = "All items in the trash will be permanently deleted."
            return ask("Empty all items from Trash?", text, ui.Button("Empty Trash", ("empty",), "danger"))
        case "notice":
            return notice(*page.arg)
        case "compress":
            return archives.compress_dialog(context)
        case "properties":
            return _properties(context, files, page.arg)
        case "select_pattern":
            rows = [
                ui.Field("pattern", "Pattern", "pattern_entry"),
                ui.Label("Examples: *.png, file??.txt", "small", "muted"),
            ]
            actions: list[ui.Widget[Message]] = [
                ui.Button("Cancel", _CANCEL, "outlined"),
                ui.Button("Select", ("accept",)),
            ]
            return ui.Dialog("Select Items Matching", ui.Column(rows, gap=6), actions, 400, _CANCEL)
    return naming.name_dialog(files, page)


def _properties(context: Context, files: Files, path: str) -> ui.Dialog[Message]:
    entry = files.lstat(path) if path == "/" or files.exists(path) else None
    name = path.rpartition("/")[2] or "/"
    folder = files.is_dir(path)
    rows = [
        ("Name", name),
        ("Type", kind_of(name, folder)),
        ("Parent folder", path.rpartition("/")[0] or "/"),
    ]
    if entry is not None:
        if folder:
            inside = len(files.list(path))
            rows.append(("Contents", f"{inside} item{'' if inside == 1 else 's'}"))
        elif type(entry) is File:
            size = len(entry.data)
            rows.append(("Size", sized(size) + (f" ({size:,} bytes)" if size >= 1000 else "")))
        rows.append(("Modified", dated(entry.mtime, context.now, full=True)))
        rows.append(("Owner", entry.owner))
        rows.append(("Permissions", mode_text(entry.mode, folder)))
    body: list[ui.Widget[Message]] = [
        ui.Row(
            [
                Sized(ui.Label(label, "small", "muted", role=""), w=100),
                ui.Label(value, flex=1, verbatim=label in ("Name", "Location", "Owner")),
            ],
            gap=8,
        )
        for label, value in rows
    ]
    return ui.Dialog("Properties", ui.Column(body, gap=6), [ui.Button("Close", _CANCEL, "outlined")], 440, _CANCEL)

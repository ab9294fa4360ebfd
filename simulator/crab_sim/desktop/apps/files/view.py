"""The views of the Files app: sidebar, path bar, list, menus and dialogs."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim import ui
from crab_sim.desktop.apps.files import archives, menus, naming
from crab_sim.desktop.apps.files.messages import OTHERS, SPECIAL, STARRED, Message
from crab_sim.desktop.chrome.bars import Tab, TabBar, ToolButton
from crab_sim.desktop.measures import DOCK_WIDTH
from crab_sim.desktop.tabs import current, pages_of
from crab_sim.desktop.widgets import (
    HOME,
    TRASH,
    Emblem,
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
from crab_sim.ui.node import SELECTED, DragData

__all__ = ["PLACES", "ROW", "SIDES", "Listed", "columns", "listed", "place_name", "view"]

ROW = 36
PLACES: Final = {HOME: "Home", TRASH: "Trash", "/": "/", STARRED: "Starred", OTHERS: "Other Locations"}
"""The names of the places that have another name than their folder."""
_EDGE = 14
_SIZE_WIDTH, _DATE_WIDTH, _SIDEBAR = 90, 120, 240
_MAX_FOUND = 200
_PLACES = (("Starred", STARRED, "star"), ("Home", HOME, "home"), ("Trash", TRASH, "delete"))
SIDES = (112, 152, 200)
"""The side of an icon's cell, from small to large."""


def place_name(path: str) -> str:
    """Returns the name of a place: that of its folder, but for a few."""
    return PLACES.get(path) or path.rpartition("/")[2]


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
        case "type":
            rows.sort(key=lambda row: (kind_of(row.name, row.folder), row.label.casefold()), reverse=data.reverse)
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
            x, y, w, h, "cell", row.label, f"{kind_of(name, row.folder)}, {self.size}, {self.date}", "",
            ("select", name), ("item_menu", name), ("open", name), flags, DragData(("drop", name, 0, 0, 0, 0)), "all",
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


def columns(context: Context) -> int:
    """Returns the number of icons in a row; 1 where files are shown as a list."""
    page, window = context.base, context.window
    if page.data.listing or page.fields["search"]:
        return 1
    left, _, right, _ = window.frame
    width = context.machine.width - DOCK_WIDTH if window.maximized else right - left - 2
    return int(max(1, (width - _SIDEBAR - 2 * _EDGE) // SIDES[page.data.zoom]))


class _Icons(ui.Widget[Message]):
    """A row of icons with their names below."""

    __slots__ = ("rows", "selected", "side")

    def __init__(self, rows: Sequence[Listed], selected: Set[str], side: int) -> None:
        self.flex, self.rows, self.selected, self.side = 0, rows, selected, side

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of a row."""
        return self.side - 16

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the icons."""
        theme, side = scene.theme, self.side
        for row in self.rows:
            name, on = row.name, row.name in self.selected
            scene.node(
                x, y, side, h, "cell", row.label, "", "", ("select", name), ("item_menu", name), ("open", name),
                SELECTED if on else 0, DragData(("drop", name, 0, 0, 0, 0)), verbatim="all",
            )  # fmt: skip
            if on:
                scene.round(x + 4, y + 2, side - 8, h - 4, theme.selection, 8)
            icon, color = icon_of(name, row.folder)
            glyph = side // 2
            ink = theme.muted if isinstance(color, str) else color
            scene.icon(x + (side - glyph) // 2, y + 10, glyph, icon, ink)
            if scene.drawn:
                label = metrics.ellipsize(row.label, "regular", theme.small, side - 12)
                scene.text(x, y + h - 36, side, 24, label, theme.text, theme.small, align="center")
            x += side


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
        ui.Tile(name, ("visit", path), leading=ui.Icon(icon, "text"), selected=path == folder)
        for name, path, icon in _PLACES
    ]
    rows.append(ui.Divider())
    others = folder == OTHERS
    rows.append(ui.Tile("Other Locations", ("visit", OTHERS), leading=ui.Icon("add", "text"), selected=others))
    return Sized(ui.Column(rows, pad=(6, 6), background="bar"), w=_SIDEBAR)


@lru_cache(maxsize=256)
def _path_bar(path: str) -> ui.Widget[Message]:
    """Returns the folders down to the present one as buttons, the last three of them, and the folder's menu."""
    if path in SPECIAL:
        crumbs = [({TRASH: "Trash", STARRED: "Starred"}.get(path, "Other Locations"), path)]
    elif path == HOME or path.startswith(HOME + "/"):
        crumbs = [("Home", HOME)]
        rest, at = path[len(HOME) :], HOME
    else:
        crumbs, rest, at = [("Debian GNU/Linux", "/")], path, ""
    if path not in SPECIAL:
        for part in rest.split("/")[1:]:
            if part:
                at = f"{at}/{part}"
                crumbs.append((part, at))
    parts: list[ui.Widget[Message]] = []
    for name, target in crumbs[-3:]:
        if parts:
            parts.append(ui.Label("/", tone="faint"))
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
                verbatim=target not in (*SPECIAL, HOME, "/"),
            )
        )
    menu: ui.Widget[Message] = ui.IconButton("more", "Current Folder Menu", ("folder_menu",), tone="text", size=26)
    return ui.Box(ui.Row([*parts, ui.Space(flex=1), menu], gap=4), "background", (10, 2), 8, outline="outline", flex=1)


def _toolbar(page: ui.Page) -> ui.Row[Message]:
    data = page.data
    if page.focus == "location":
        middle: ui.Widget[Message] = ui.Field("location", "Location", "location_entry", icon="folder", flex=1)
    elif page.fields["search"] or page.fields.get("searching"):
        middle = ui.Field("search", "Search files", "search_entry", icon="search", flex=1)
    else:
        middle = _path_bar(page.arg)
    searching = page.fields["search"] or page.fields.get("searching")
    listing = "grid" if data.listing else "list"
    return ui.Row(
        [
            ToolButton("chevron_left", "Back", ("back",), enabled=bool(data.back)),
            ToolButton("chevron_right", "Forward", ("forward",), enabled=bool(data.forward)),
            middle,
            ui.IconButton("close" if searching else "search", "Search", ("close_search" if searching else "search",),
                          tone="text"),
            ToolButton(listing, "", ("change_view",), enabled=page.arg != OTHERS),
            ToolButton("chevron_down", "View Options", ("view_menu",)),
            ui.IconButton("menu", "Main Menu", ("main_menu",), tone="text"),
        ],
        gap=4,
        pad=(8, 5),
        background="bar",
    )  # fmt: skip


def _others() -> ui.Widget[Message]:
    """Returns the list of devices and servers."""
    disk: ui.Widget[Message] = ui.Tile(
        "Debian GNU/Linux", ("visit", "/"), "1.1 GB / 1.1 GB available", leading=ui.Icon("display")
    )
    field: ui.Widget[Message] = ui.Field("server", "Connect to Server", flex=1)
    connect: ui.Widget[Message] = ui.Button("Connect", ("nothing",), "outlined", enabled=False)
    row = ui.Row([ui.Label("Connect to Server"), field, connect], gap=8, pad=(12, 8))
    return ui.Column([ui.Label("On This Computer", font="bold", pad=(12, 8)), disk, ui.Space(flex=1), row], flex=1)


def _list(context: Context, page: ui.Page) -> ui.Widget[Message]:
    rows = listed(context)
    now = context.now
    selected = set(page.data.selected)
    if page.arg == OTHERS and not page.fields["search"]:
        return _others()
    across = columns(context)
    if rows and across > 1:
        side = SIDES[page.data.zoom]
        icons = [_Icons(rows[i : i + across], selected, side) for i in range(0, len(rows), across)]
        inner: ui.Widget[Message] = ui.Column(
            [ui.Scroll("list", [*icons, ui.Space(44)], rid="files", role="table")], pad=(_EDGE, 12)
        )
    elif rows:
        items = [FileRow(row, row.name in selected, now) for row in rows]
        inner = ui.Column(
            [
                Head(page.data.order, page.data.reverse),
                ui.Scroll("list", [*items, ui.Space(44)], rid="files", role="table"),
            ],
            pad=(14, 0),
        )
    else:
        if page.fields["search"]:
            icon, text = "search", "No Results Found"
        elif page.arg == TRASH:
            icon, text = "delete", "Trash is Empty"
        elif page.arg == STARRED:
            icon, text = "star", "No Starred Files"
        else:
            icon, text = "folder", "Folder is Empty"
        label = ui.Label(text, "title", "muted", "bold", "center")
        inner = ui.Column([ui.Space(flex=1), Emblem(icon, 96, 56), ui.Space(68), label, ui.Space(flex=2)])
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
        text = f"“{name}” selected"
        if not row.folder:
            labels = [ui.Label(text, "small"), ui.Label(f"({sized(row.size)})", "small")]
            return ui.Box(ui.Row(labels, gap=6), "raised", (10, 4), 8, outline="outline")
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
    if base.arg == TRASH and listed(context):
        column = [_TRASH_BAR, ui.Divider(), *column]
    pages = pages_of(base)
    if len(pages) > 1:
        tabs = [Tab[Message](place_name(each.arg), ("tab", i), ("close_tab", i)) for i, each in enumerate(pages)]
        column.insert(0, TabBar(tabs, current(base)))
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
        case "about":
            return _about(page.arg or "")
        case "shortcuts":
            return _shortcuts()
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


_ABOUT: Final = {
    "Troubleshooting": "The version is 43.2, on a desktop with X11.", "Credits": "By the Files authors.",
    "Legal": "This application comes with absolutely no warranty.",
}  # fmt: skip


def _about(part: str) -> ui.Dialog[Message]:
    close: ui.Widget[Message] = ui.Button("Close", _CANCEL, "outlined")
    if part:
        back: ui.Widget[Message] = ui.Button("Back", ("about_part", ""), "outlined")
        return ui.Dialog("About", ui.Label(_ABOUT[part], wrap=True), [back, close], 360, _CANCEL)
    rows: list[ui.Widget[Message]] = [ui.Label(text, align="center") for text in ("Files", "The GNOME Project")]
    rows.append(ui.Button("43.2", ("reload",), "tonal"))
    rows += [ui.Tile(text, enabled=False) for text in ("Website", "Report an Issue")]
    rows += [ui.Tile(text, ("about_part", text)) for text in _ABOUT]
    return ui.Dialog("About", ui.Column(rows, gap=4), [close], 360, _CANCEL)


_KEYS: Final = (
    ("Alt+←", "Go back"), ("Alt+→", "Go forward"), ("Alt+↑", "Go up"), ("Alt+Home", "Go to home folder"),
    ("Ctrl+L", "Enter location"), ("Shift+Ctrl+N", "Create folder"), ("F2", "Rename"), ("Delete", "Move to trash"),
    ("Shift+Delete", "Delete permanently"), ("Ctrl+X", "Cut"), ("Ctrl+C", "Copy"), ("Ctrl+V", "Paste"),
    ("Ctrl+A", "Select all"), ("Shift+Ctrl+I", "Invert selection"), ("Ctrl+S", "Select items matching"),
)  # fmt: skip


def _shortcuts() -> ui.Dialog[Message]:
    rows = [ui.Row([Sized(ui.Label(keys, "small"), w=150), ui.Label(what, "small")]) for keys, what in _KEYS]
    return ui.Dialog("Shortcuts", ui.Column(rows, gap=4), [ui.Button("Close", _CANCEL, "outlined")], 440, _CANCEL)


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

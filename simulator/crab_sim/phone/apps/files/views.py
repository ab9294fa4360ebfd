"""The pages of the Files app: lists and grids of files, search, choosing a folder, and details.

Their arguments and overlays are described in `crab_sim.phone.apps.files.app`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from crab_sim import ui
from crab_sim.devices import media
from crab_sim.engines import archives
from crab_sim.files import Files
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.files import data
from crab_sim.phone.apps.files.data import FileRow, Prefs
from crab_sim.phone.apps.files.messages import Message
from crab_sim.phone.media import storage
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets.basics import app_bar, confirm, dialog_buttons, empty, message_dialog, search_bar
from crab_sim.phone.widgets.drawer import Drawer, DrawerItem

__all__ = ["Overlay", "Transfer", "selected_paths", "title", "view"]

_ID = "com.google.android.documentsui:id/"
_ICONS = {"image": "image", "video": "video", "audio": "music", "text": "document"}
_CELL = 132  # height of a line of the grid
_LISTED = 12  # files of an archive that are listed
_MEDIA_APPS = {"image": "gallery", "video": "video", "audio": "music"}

Overlay = (
    ui.ToolkitOverlay
    | tuple[Literal["roots", "more", "sort"]]
    | tuple[Literal["select", "more_selected", "delete"], tuple[str, ...]]
    | tuple[Literal["problem", "open_with", "archive"], str]
)


class Transfer(NamedTuple):
    """Files that are being copied or moved: the argument of the page on which their new folder is chosen."""

    move: bool
    paths: tuple[str, ...]
    folder: str


@lru_cache(maxsize=1024)
def _thumbnail(row: FileRow, size: int) -> ui.Widget[Message]:
    if row.data is None:
        return ui.Icon("folder", "accent", size * 3 // 5)
    key = storage.picture_key(row.name, row.data)
    if key:
        return _Photo(key, size)
    return ui.Icon(_ICONS.get(media.kind_of(row.name), "file"), "muted", size * 3 // 5)


class _Photo(ui.Widget[Message]):
    """A square cut out of a photo; it has no node of its own."""

    __slots__ = ("key", "side")

    def __init__(self, key: bytes, side: int) -> None:
        self.flex, self.key, self.side = 0, key, side

    def width(self, theme: ui.Theme) -> int:
        """Returns the square's side."""
        return self.side

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the square's side."""
        return self.side

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the photo."""
        scene.ops.append(("picture", x, y, x + w, y + h, scene.clip, self.key))


class _Middle(ui.Widget[Message]):
    """One widget in the middle of a square."""

    __slots__ = ("child", "side")

    def __init__(self, child: ui.Widget[Message], side: int) -> None:
        self.flex, self.child, self.side = 0, child, side

    def width(self, theme: ui.Theme) -> int:
        """Returns the square's side."""
        return self.side

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the square's side."""
        return self.side

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the widget."""
        size_w, size_h = self.child.width(scene.theme), self.child.height(scene.theme, w)
        self.child.place(scene, x + (w - size_w) // 2, y + (h - size_h) // 2, size_w, size_h)


def selected_paths(context: Context) -> tuple[str, ...]:
    """Returns the paths of the selected files and folders."""
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("select" | "more_selected" | "delete", paths):
            return paths
    return ()


def _when(context: Context, date: float) -> str:
    return stamp(date, context.now, is_24_hour(context.get(SETTINGS)))


def _tile(context: Context, row: FileRow, selected: Sequence[str]) -> ui.Widget[Message]:
    chosen = row.path in selected
    lead: ui.Widget[Message] = _Middle(ui.Icon("check", "accent", 24) if chosen else _thumbnail(row, 40), 40)
    size = "" if row.data is None else f" · {data.size_label(len(row.data))}"
    return ui.Tile(
        row.name,
        ("pick_row", row.path) if selected else ("open", row.path),
        f"{_when(context, row.date)}{size} · {data.kind_label(row)}",
        lead,
        long_message=("pick_row", row.path),
        rid=_ID + "item_root",
        selected=chosen,
        verbatim="text",
    )


def _cell(row: FileRow, selected: Sequence[str]) -> ui.Widget[Message]:
    chosen = row.path in selected
    body = ui.Column(
        [_Middle(_thumbnail(row, 84), 92), ui.Label(row.name, "small", align="center", role="", verbatim=True)], gap=4
    )
    return ui.Box(
        body,
        "selection" if chosen else "surface",
        (6, 6),
        message=("pick_row", row.path) if selected else ("open", row.path),
        long_message=("pick_row", row.path),
        text=row.name,
        rid=_ID + "item_root",
        role="list_item",
        verbatim="text",
    )


def _rows_view(context: Context, rows: Sequence[FileRow], placeholder: ui.Widget[Message]) -> ui.Widget[Message]:
    """Returns a list or grid of files, or a placeholder if there are none."""
    prefs: Prefs = context.get(data.PREFS)
    selected = selected_paths(context)
    if not rows:
        return placeholder
    rid = _ID + "dir_list"
    if not prefs.grid:
        tiles = [ui.LazyRow("row2", _tile, context, row, selected) for row in rows]
        return ui.Scroll("list", [*tiles, ui.Space(24)], rid=rid)
    columns = max(2, context.machine.width // 160)
    lines = [rows[i : i + columns] for i in range(0, len(rows), columns)]

    def line(cells: Sequence[FileRow]) -> ui.Widget[Message]:
        return ui.Grid([_cell(row, selected) for row in cells], columns, _CELL - 8, 8, (12, 4))

    return ui.Scroll("list", [*[ui.LazyRow(_CELL, line, cells) for cells in lines], ui.Space(24)], rid=rid)


def _bar(context: Context, title: str, verbatim: bool = False) -> ui.Widget[Message]:
    """Returns the bar above a list; while files are selected, the bar with the actions on them."""
    selected = selected_paths(context)
    if selected:
        actions: list[ui.Widget[Message]] = [
            ui.IconButton("delete", "Delete", ("ask_delete",), _ID + "action_menu_delete", "text"),
            ui.IconButton("more", "More options", ("more_selected",), tone="text"),
        ]
        if all(context.get(FILES).is_file(path) for path in selected) and len(selected) == 1:
            actions.insert(0, ui.IconButton("share", "Share", ("share",), _ID + "action_menu_share", "text"))
        cancel: ui.Widget[Message] = ui.IconButton("close", "Cancel selection", ("dismiss",), tone="text")
        return ui.Row(
            [cancel, ui.Label(f"{len(selected)} selected", "title", flex=1), *actions], 4, (8, 8), "tonal", 60
        )
    lead: ui.Widget[Message] = (
        ui.IconButton("menu", "Show roots", ("roots",), tone="text")
        if len(context.window.pages) == 1
        else ui.IconButton("back", "Navigate up", ("back",), tone="text")
    )
    return ui.Row(
        [
            lead,
            ui.Label(title, "title", rid=_ID + "toolbar_title", flex=1, verbatim=verbatim),
            ui.IconButton("search", "Search", ("search",), _ID + "option_menu_search", "text"),
            ui.IconButton("more", "More options", ("more",), tone="text"),
        ],
        4,
        (8, 8),
        height=60,
    )


def _breadcrumb(context: Context, location: str) -> ui.Widget[Message]:
    crumbs = data.crumbs(location)
    shown = crumbs if len(crumbs) <= 3 else crumbs[-3:]
    parts: list[ui.Widget[Message]] = [] if shown is crumbs else [ui.Label("…", "small", "muted", role="")]
    for i, (name, at) in enumerate(shown):
        if parts:
            parts.append(ui.Icon("chevron_right", "muted", 14))
        last = i == len(shown) - 1
        name = name if len(name) <= 16 else f"{name[:15]}…"
        label: ui.Widget[Message] = ui.Label(
            name, "small", "text" if last else "accent", "bold" if last else "regular", rid=_ID + "breadcrumb_text",
            role="text" if last else "link", message=None if last else ("visit", at), pad=(4, 8),
            verbatim=name not in data.LABELS.values() or "/" in at.removeprefix(SDCARD),
        )  # fmt: skip
        parts.append(label)
    return ui.Row(parts, pad=(12, 0))


def _browse(context: Context) -> View[Message]:
    location = context.page.arg
    prefs: Prefs = context.get(data.PREFS)
    files: Files = context.get(FILES)
    rows = data.listed(files, location, prefs.hidden)
    if location != "recent":
        rows = data.in_order(rows, prefs)
    title = data.LABELS.get(location) or location.rpartition("/")[2] or "Device"
    placeholder = empty("folder", "No items", "Nothing is here yet")
    parts = [_bar(context, title, verbatim=location not in data.LABELS and title != "Device")]
    if location.startswith("/"):
        parts += [_breadcrumb(context, location), ui.Divider()]
        if not files.is_dir(location):
            placeholder = empty("folder", "This folder no longer exists")
    return View(ui.Column([*parts, _rows_view(context, rows, placeholder)]), _overlay(context))


def _search(context: Context) -> View[Message]:
    query = context.field("search")
    prefs: Prefs = context.get(data.PREFS)
    rows = data.matching(context.get(FILES), context.page.arg, query, prefs.hidden) if query.strip() else []
    field = ui.Field("search", "Search this phone", _ID + "search_src_text", icon="search", pill=True, flex=1)
    bar: ui.Widget[Message] = (
        _bar(context, "") if selected_paths(context) else search_bar(field, ("clear",) if query else None, (8, 8), 0)
    )
    placeholder = empty("search", "No matches" if query.strip() else "Search for files and folders")
    return View(ui.Column([bar, _rows_view(context, data.in_order(rows, prefs), placeholder)]), _overlay(context))


def _pick(context: Context) -> View[Message]:
    transfer: Transfer = context.page.arg
    move, paths, folder = transfer
    files: Files = context.get(FILES)
    prefs: Prefs = context.get(data.PREFS)
    rows = [row for row in data.in_order(data.contents(files, folder, prefs.hidden), prefs) if row.is_folder]

    def tile(row: FileRow) -> ui.Widget[Message]:
        icon = ui.Icon("folder", "accent")
        return ui.Tile(
            row.name, ("pick_folder", row.path), leading=icon, rid=_ID + "item_root", enabled=row.path not in paths,
            verbatim="text",
        )  # fmt: skip

    tiles = [ui.LazyRow("row", tile, row) for row in rows]
    word = "Move" if move else "Copy"
    add: ui.Widget[Message] = ui.IconButton(
        "folder_add", "New folder", ("new_folder",), _ID + "option_menu_create_dir", "text"
    )
    count = "1 item" if len(paths) == 1 else f"{len(paths)} items"
    same = move and all(path.rpartition("/")[0] == folder for path in paths)
    actions: ui.Widget[Message] = ui.Row(
        [
            ui.Space(flex=1),
            ui.Button("Cancel", ("cancel_pick",), "text", rid="android:id/button2"),
            ui.Button(f"{word} here", ("transfer",), rid="android:id/button1", enabled=not same),
        ],
        8,
        (16, 10),
        "bar",
    )
    body: ui.Widget[Message] = (
        ui.Scroll("list", tiles, rid=_ID + "dir_list") if rows else empty("folder", "No folders here")
    )
    return View(
        ui.Column(
            [app_bar(f"{word} {count}", [add], close=True), _breadcrumb(context, folder), ui.Divider(), body, actions]
        ),
        _overlay(context),
    )


def _info(context: Context) -> View[Message]:
    path, files = context.page.arg, context.get(FILES)
    if not files.exists(path):
        return View(ui.Column([app_bar("Info"), empty("file", "This file no longer exists")]))
    row = data.row_of(path, files.stat(path))
    day = _when(context, row.date)
    facts = [
        ("Type", data.kind_label(row)),
        ("Modified", day),
        ("Location", path.rpartition("/")[0] or "/"),
    ]
    if row.data is None:
        count = len(data.contents(files, path))
        facts.insert(1, ("Contents", f"{count} item{'s' * (count != 1)}"))
    else:
        facts.insert(1, ("Size", data.size_label(len(row.data))))
        exif = media.read_exif(row.data) if media.kind_of(row.name) == "image" else media.Exif()
        if exif.taken is not None:
            facts.append(("Taken", _when(context, exif.taken)))
        tags = media.read_tags(row.data) if media.kind_of(row.name) in ("audio", "video") else media.Tags()
        if tags.seconds:
            facts.append(("Duration", f"{int(tags.seconds) // 60}:{int(tags.seconds) % 60:02}"))
    rows: list[ui.Widget[Message]] = [
        ui.Tile(
            value, subtitle=label, role="text", rid="android:id/title", verbatim="text" if label == "Location" else ""
        )
        for label, value in facts
    ]
    head = [
        _Middle(_thumbnail(row, 120), 150),
        ui.Label(row.name, "title", align="center", wrap=True, pad=(20, 8), verbatim=True),
    ]
    return View(ui.Column([app_bar("Info"), ui.Scroll("info", [*head, *rows])]))


def _overlay(context: Context) -> ui.Widget[Message] | None:
    prefs: Prefs = context.get(data.PREFS)
    files: Files = context.get(FILES)
    at = (context.machine.width, 72)
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("roots",):
            here = context.page.arg
            places: list[DrawerItem[Message]] = [
                DrawerItem(icon, name, ("root", location), selected=location == here)
                for location, icon, name in data.ROOTS
            ]
            for path in context.get(data.FAVOURITES):
                if files.is_dir(path):
                    name = path.rpartition("/")[2]
                    places.append(DrawerItem("star", name, ("root", path), selected=path == here, verbatim=True))
            return Drawer("Files", places)
        case ("more",):
            view: ui.Item[Message] = (
                ui.Item("List view", ("grid", False), "list")
                if prefs.grid
                else ui.Item("Grid view", ("grid", True), "grid")
            )
            items: list[ui.Item[Message]] = [view, ui.Item("Sort by…", ("sort",), "sort")]
            if context.page.name == "browse" and context.page.arg.startswith("/"):
                items.insert(0, ui.Item("New folder", ("new_folder",), "folder_add"))
            items += [ui.Item("Select all", ("all",), "check"),
                      ui.Item(f"{'Hide' if prefs.hidden else 'Show'} hidden files", ("hidden",), "file")]  # fmt: skip
            return ui.Menu(items, at, 200)
        case ("sort",):
            rows: list[ui.Widget[Message]] = [
                ui.Tile(label, ("order", key), leading=ui.Toggle("radio", key == prefs.order), role="radio")
                for key, label in data.ORDERS
            ]
            rows.append(
                ui.Tile("Reversed", ("order", ""), leading=ui.Toggle("checkbox", prefs.reverse), role="checkbox")
            )
            return ui.Dialog("Sort by", ui.Column(rows), [ui.Button("Close", ("dismiss",), "text")])
        case ("more_selected", paths):
            items = [ui.Item("Copy to…", ("transfer_to", False), "copy"),
                     ui.Item("Move to…", ("transfer_to", True), "folder_move"),
                     ui.Item("Compress", ("ask_pack",), "save"),
                     ui.Item("Select all", ("all",), "check")]  # fmt: skip
            if len(paths) == 1:
                items[2:2] = [ui.Item("Rename", ("ask_name",), "edit"), ui.Item("Get info", ("info",), "info")]
                items += _single(context, paths[0])
            return ui.Menu(items, at, 200)
        case ("delete", paths):
            subject = f"“{paths[0].rpartition('/')[2]}”" if len(paths) == 1 else f"{len(paths)} items"
            return confirm(f"Delete {subject}?", "This can't be undone.", "Delete", ("delete",))
        case ("open_with", path):
            return _choices(context, path)
        case ("archive", path):
            return _archive(path, files.read(path) if files.is_file(path) else b"")
        case ("problem", text):
            return ui.Dialog("Files", ui.Label(text, tone="muted", wrap=True), [ui.Button("OK", ("dismiss",), "text")])
    return None


def _single(context: Context, path: str) -> list[ui.Item[Message]]:
    """Returns the entries of the menu for a single file or folder."""
    if not context.get(FILES).is_dir(path):
        more: list[ui.Item[Message]] = [ui.Item("Open with", ("ask_app",), "open")]
        if archives.kind_of(path.rpartition("/")[2]) is not None:
            more.append(ui.Item("Extract", ("unpack", path), "folder_move"))
        return more
    marked = path in context.get(data.FAVOURITES)
    return [ui.Item("Remove from favourites" if marked else "Add to favourites", ("mark",), "star")]


def _archive(path: str, content: bytes) -> ui.Widget[Message]:
    """Returns the dialog of an archive: what is in it, and a button that unpacks it."""
    name = path.rpartition("/")[2]
    kind = archives.kind_of(name)
    try:
        members = archives.members(content, kind) if kind is not None else ()
    except archives.ArchiveError as error:
        return message_dialog(name, f"The archive can't be opened: {error}.")
    rows: list[ui.Widget[Message]] = [
        ui.Label(member.path, wrap=True, rid="android:id/text1", pad=(0, 4), verbatim=True)
        for member in [member for member in members if not member.folder][:_LISTED]
    ]
    return ui.Dialog(name, ui.Column(rows), dialog_buttons("Extract", ("unpack", path)))


def _takers(path: str, content: bytes) -> tuple[str, ...]:
    """Returns the apps that open a file."""
    kind = media.kind_of(path)
    if kind in _MEDIA_APPS:
        return (_MEDIA_APPS[kind],)
    try:
        content.decode()
    except UnicodeDecodeError:
        return ()
    return ("browser", "markdown") if media.mime_type(path) == "text/html" else ("markdown",)


def _choices(context: Context, path: str) -> ui.Widget[Message]:
    """Returns the dialog with the apps that open a file."""
    files: Files = context.get(FILES)
    names = _takers(path, files.read(path) if files.is_file(path) else b"")
    apps = [context.machine.apps[app] for app in names if app in context.machine.apps]
    if not apps:
        return message_dialog("Open with", "No app on this phone opens this file.")
    rows: list[ui.Widget[Message]] = [
        ui.Tile(app.name, ("open_in", app.id, path), leading=ui.Icon(app.icon, "accent", 24), rid="android:id/text1")
        for app in apps
    ]
    return ui.Dialog("Open with", ui.Column(rows), [ui.Button("Cancel", ("dismiss",), "text")])


def view(context: Context) -> View[Message]:
    """Returns the page that is shown."""
    match context.page.name:
        case "search":
            return _search(context)
        case "pick":
            return _pick(context)
        case "info":
            return _info(context)
    return _browse(context)


def title(context: Context) -> str:
    """Returns the window's title: the name of the location."""
    page = context.page
    if page.name == "browse":
        return data.LABELS.get(page.arg) or page.arg.rpartition("/")[2] or "Device"
    return "Files"

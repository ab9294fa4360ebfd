"""The phone's Files app: browses the shared storage, by folder or by kind; makes, renames, moves and deletes files.

State: the slice ``"files"`` and how to list them, ``"files_prefs"`` (`files_data.Prefs`). Pages: ``browse`` (arg: a
folder or one of the roots; overlay ``select``: the paths of the selected files), ``search`` (arg: where), ``pick``
(arg: whether to move, the paths, the folder), ``info`` (arg: path).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from crab_gym.devices import media
from crab_gym.sim.files import FileError, Files
from crab_gym.sim.files.names import is_file_name
from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.machine.slices import FILES
from crab_gym.sim.phone.app import SDCARD, PhoneApp
from crab_gym.sim.phone.apps.files import data, intents
from crab_gym.sim.phone.apps.files.data import Prefs, Row
from crab_gym.sim.phone.media import storage
from crab_gym.sim.phone.system.settings_store import SETTINGS
from crab_gym.sim.phone.system.share import share
from crab_gym.sim.phone.times import is_24_hour, stamp
from crab_gym.sim.phone.widgets import name_dialog
from crab_gym.sim.phone.widgets.basics import app_bar, confirm, empty
from crab_gym.sim.phone.widgets.drawer import Drawer, DrawerItem
from crab_gym.sim.ui import (
    Box,
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    Grid,
    Icon,
    IconButton,
    Item,
    Label,
    LazyRow,
    Menu,
    Page,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    Toggle,
    Widget,
)
from crab_gym.sim.ui import Row as Line

__all__ = ["APP"]

_ID = "com.google.android.documentsui:id/"
_ICONS = {"image": "image", "video": "video", "audio": "music", "text": "document"}
_OPENERS = {"image": ("gallery", "show"), "video": ("video", "play"), "audio": ("music", "play"),
            "text": ("markdown", "open")}  # fmt: skip
_CELL = 132


# Views --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _thumbnail(row: Row, size: int) -> Widget:
    if row.data is None:
        return Icon("folder", "accent", size * 3 // 5)
    key = storage.picture_key(row.name, row.data)
    if key:
        return _Photo(key, size)
    return Icon(_ICONS.get(media.kind_of(row.name), "file"), "muted", size * 3 // 5)


class _Photo(Widget):
    """A square cut out of a photo; it belongs to its row's node."""

    __slots__ = ("key", "side")

    def __init__(self, key: bytes, side: int) -> None:
        self.flex, self.key, self.side = 0, key, side

    def width(self, theme: Theme) -> int:
        """Returns the square's side."""
        return self.side

    def height(self, theme: Theme, w: int) -> int:
        """Returns the square's side."""
        return self.side

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the photo."""
        scene.ops.append(("picture", x, y, x + w, y + h, scene.clip, self.key))


class _Middle(Widget):
    """One widget in the middle of a square."""

    __slots__ = ("child", "side")

    def __init__(self, child: Widget, side: int) -> None:
        self.flex, self.child, self.side = 0, child, side

    def width(self, theme: Theme) -> int:
        """Returns the square's side."""
        return self.side

    def height(self, theme: Theme, w: int) -> int:
        """Returns the square's side."""
        return self.side

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the widget."""
        size_w, size_h = self.child.width(scene.theme), self.child.height(scene.theme, w)
        self.child.place(scene, x + (w - size_w) // 2, y + (h - size_h) // 2, size_w, size_h)


def _selected(context: Context) -> tuple[str, ...]:
    overlay = context.page.overlay
    return overlay[1] if overlay[:1] in (("select",), ("more_selected",), ("delete",)) else ()


def _when(context: Context, date: float) -> str:
    return stamp(date, context.now, is_24_hour(context.get(SETTINGS)))


def _tile(context: Context, row: Row, selected: Sequence[str]) -> Widget:
    chosen = row.path in selected
    lead: Widget = _Middle(Icon("check", "accent", 24) if chosen else _thumbnail(row, 40), 40)
    size = "" if row.data is None else f" · {data.size_label(len(row.data))}"
    return Tile(
        row.name,
        ("pick_row", row.path) if selected else ("open", row.path),
        f"{_when(context, row.date)}{size} · {data.kind_label(row)}",
        lead,
        long_message=("pick_row", row.path),
        rid=_ID + "item_root",
        selected=chosen,
    )


def _cell(row: Row, selected: Sequence[str]) -> Widget:
    chosen = row.path in selected
    body = Column([_Middle(_thumbnail(row, 84), 92), Label(row.name, "small", align="center", role="")], gap=4)
    return Box(
        body,
        "selection" if chosen else "surface",
        (6, 6),
        message=("pick_row", row.path) if selected else ("open", row.path),
        long_message=("pick_row", row.path),
        text=row.name,
        rid=_ID + "item_root",
        role="list_item",
    )


def _rows_view(context: Context, rows: Sequence[Row], nothing: Widget) -> Widget:
    """Returns a list or grid of files."""
    prefs: Prefs = context.get(data.PREFS)
    selected = _selected(context)
    if not rows:
        return nothing
    rid = _ID + "dir_list"
    if not prefs.grid:
        tiles = [LazyRow("row2", _tile, context, row, selected) for row in rows]
        return Scroll("list", [*tiles, Space(24)], rid=rid)
    columns = max(2, context.machine.width // 160)
    lines = [rows[i : i + columns] for i in range(0, len(rows), columns)]

    def line(cells: Sequence[Row]) -> Widget:
        return Grid([_cell(row, selected) for row in cells], columns, _CELL - 8, 8, (12, 4))

    return Scroll("list", [*[LazyRow(_CELL, line, cells) for cells in lines], Space(24)], rid=rid)


def _bar(context: Context, title: str) -> Widget:
    """Returns the bar above a list: that of the selection while files are selected."""
    selected = _selected(context)
    if selected:
        actions: list[Widget] = [
            IconButton("delete", "Delete", ("ask_delete",), _ID + "action_menu_delete", "text"),
            IconButton("more", "More options", ("more_selected",), tone="text"),
        ]
        if all(context.get(FILES).is_file(path) for path in selected) and len(selected) == 1:
            actions.insert(0, IconButton("share", "Share", ("share",), _ID + "action_menu_share", "text"))
        cancel = IconButton("close", "Cancel selection", ("dismiss",), tone="text")
        return Line([cancel, Label(f"{len(selected)} selected", "title", flex=1), *actions], 4, (8, 8), "tonal", 60)
    lead = (
        IconButton("menu", "Show roots", ("roots",), tone="text")
        if len(context.window.pages) == 1
        else IconButton("back", "Navigate up", ("back",), tone="text")
    )
    return Line(
        [
            lead,
            Label(title, "title", rid=_ID + "toolbar_title", flex=1),
            IconButton("search", "Search", ("search",), _ID + "option_menu_search", "text"),
            IconButton("more", "More options", ("more",), tone="text"),
        ],
        4,
        (8, 8),
        height=60,
    )


def _breadcrumb(context: Context, location: str) -> Widget:
    crumbs = data.crumbs(location)
    shown = crumbs if len(crumbs) <= 3 else crumbs[-3:]
    parts: list[Widget] = [] if shown is crumbs else [Label("…", "small", "muted", role="")]
    for i, (name, at) in enumerate(shown):
        if parts:
            parts.append(Icon("chevron_right", "muted", 14))
        last = i == len(shown) - 1
        name = name if len(name) <= 16 else f"{name[:15]}…"
        label = Label(
            name, "small", "text" if last else "accent", "bold" if last else "regular", rid=_ID + "breadcrumb_text",
            role="text" if last else "link", message=None if last else ("visit", at), pad=(4, 8),
        )  # fmt: skip
        parts.append(label)
    return Line(parts, pad=(12, 0))


def _browse(context: Context) -> View:
    location = context.page.arg
    prefs: Prefs = context.get(data.PREFS)
    files: Files = context.get(FILES)
    rows = data.named(files, location, prefs.hidden)
    if location != "recent":
        rows = data.in_order(rows, prefs)
    title = data.LABELS.get(location) or location.rpartition("/")[2] or "Device"
    nothing = empty("folder", "No items", "Nothing is here yet")
    parts = [_bar(context, title)]
    if location.startswith("/"):
        parts += [_breadcrumb(context, location), Divider()]
        if not files.is_dir(location):
            nothing = empty("folder", "This folder no longer exists")
    return View(Column([*parts, _rows_view(context, rows, nothing)]), _overlay(context))


def _search(context: Context) -> View:
    query = context.field("search")
    prefs: Prefs = context.get(data.PREFS)
    rows = data.matching(context.get(FILES), context.page.arg, query, prefs.hidden) if query.strip() else []
    field = Field("search", "Search this phone", _ID + "search_src_text", icon="search", pill=True, flex=1)
    parts: list[Widget] = [IconButton("back", "Navigate up", ("back",), tone="text"), field]
    if query:
        parts.append(IconButton("close", "Clear", ("clear",)))
    bar: Widget = _bar(context, "") if _selected(context) else Line(parts, 4, (8, 8))
    nothing = empty("search", "No matches" if query.strip() else "Search for files and folders")
    return View(Column([bar, _rows_view(context, data.in_order(rows, prefs), nothing)]), _overlay(context))


def _pick(context: Context) -> View:
    move, paths, folder = context.page.arg
    files: Files = context.get(FILES)
    prefs: Prefs = context.get(data.PREFS)
    rows = [row for row in data.in_order(data.contents(files, folder, prefs.hidden), prefs) if row.is_folder]

    def tile(row: Row) -> Widget:
        icon = Icon("folder", "accent")
        return Tile(
            row.name, ("pick_folder", row.path), leading=icon, rid=_ID + "item_root", enabled=row.path not in paths
        )

    tiles = [LazyRow("row", tile, row) for row in rows]
    word = "Move" if move else "Copy"
    add = IconButton("folder_add", "New folder", ("new_folder",), _ID + "option_menu_create_dir", "text")
    count = "1 item" if len(paths) == 1 else f"{len(paths)} items"
    same = move and all(path.rpartition("/")[0] == folder for path in paths)
    actions = Line(
        [
            Space(flex=1),
            Button("Cancel", ("cancel_pick",), "text", rid="android:id/button2"),
            Button(f"{word} here", ("transfer",), rid="android:id/button1", enabled=not same),
        ],
        8,
        (16, 10),
        "bar",
    )
    body: Widget = Scroll("list", tiles, rid=_ID + "dir_list") if rows else empty("folder", "No folders here")
    return View(
        Column([app_bar(f"{word} {count}", [add], close=True), _breadcrumb(context, folder), Divider(), body, actions]),
        _overlay(context),
    )


def _info(context: Context) -> View:
    path, files = context.page.arg, context.get(FILES)
    if not files.exists(path):
        return View(Column([app_bar("Info"), empty("file", "This file no longer exists")]))
    row = data.row_of(path, files.stat(path))
    day = _when(context, row.date)
    facts = [("Type", data.kind_label(row)), ("Modified", day), ("Location", path.rpartition("/")[0] or "/")]
    if row.data is None:
        count = len(data.contents(files, path))
        facts.insert(1, ("Contents", f"{count} item{'s' * (count != 1)}"))
    else:
        facts.insert(1, ("Size", data.size_label(len(row.data))))
        said = media.read_exif(row.data) if media.kind_of(row.name) == "image" else media.Exif()
        if said.taken is not None:
            facts.append(("Taken", f"{stamp(said.taken, context.now, is_24_hour(context.get(SETTINGS)))}"))
        tags = media.read_tags(row.data) if media.kind_of(row.name) in ("audio", "video") else media.Tags()
        if tags.seconds:
            facts.append(("Duration", f"{int(tags.seconds) // 60}:{int(tags.seconds) % 60:02}"))
    rows: list[Widget] = [Tile(value, subtitle=label, role="text", rid="android:id/title") for label, value in facts]
    head = [_Middle(_thumbnail(row, 120), 150), Label(row.name, "title", align="center", wrap=True, pad=(20, 8))]
    return View(Column([app_bar("Info"), Scroll("info", [*head, *rows])]))


def _overlay(context: Context) -> Widget | None:
    prefs: Prefs = context.get(data.PREFS)
    at = (context.machine.width, 72)
    match context.page.overlay:
        case ("roots",):
            here = context.page.arg
            places = [DrawerItem(icon, name, ("root", root), selected=root == here) for root, icon, name in data.ROOTS]
            return Drawer("Files", places)
        case ("more",):
            view = (
                Item("List view", ("grid", False), "list") if prefs.grid else Item("Grid view", ("grid", True), "grid")
            )
            items = [view, Item("Sort by…", ("sort",), "sort")]
            if context.page.name == "browse" and context.page.arg.startswith("/"):
                items.insert(0, Item("New folder", ("new_folder",), "folder_add"))
            items += [Item("Select all", ("all",), "check"),
                      Item(f"{'Hide' if prefs.hidden else 'Show'} hidden files", ("hidden",), "file")]  # fmt: skip
            return Menu(items, at, 200)
        case ("sort",):
            rows: list[Widget] = [
                Tile(label, ("order", key), leading=Toggle("radio", key == prefs.order), role="radio")
                for key, label in data.ORDERS
            ]
            rows.append(Tile("Reversed", ("order", ""), leading=Toggle("checkbox", prefs.reverse), role="checkbox"))
            return Dialog("Sort by", Column(rows), [Button("Close", ("dismiss",), "text")])
        case ("more_selected", tuple(paths)):
            items = [Item("Copy to…", ("transfer_to", False), "copy"),
                     Item("Move to…", ("transfer_to", True), "folder_move"),
                     Item("Select all", ("all",), "check")]  # fmt: skip
            if len(paths) == 1:
                items[2:2] = [Item("Rename", ("ask_name",), "edit"), Item("Get info", ("info",), "info")]
            return Menu(items, at, 200)
        case ("delete", tuple(paths)):
            what = f"“{paths[0].rpartition('/')[2]}”" if len(paths) == 1 else f"{len(paths)} items"
            return confirm(f"Delete {what}?", "This can't be undone.", "Delete", ("delete",))
        case ("problem", str(text)):
            return Dialog("Files", Label(text, tone="muted", wrap=True), [Button("OK", ("dismiss",), "text")])
    return None


def _view(context: Context) -> View:
    match context.page.name:
        case "search":
            return _search(context)
        case "pick":
            return _pick(context)
        case "info":
            return _info(context)
    return _browse(context)


def _title(context: Context) -> str:
    page = context.page
    if page.name == "browse":
        return data.LABELS.get(page.arg) or page.arg.rpartition("/")[2] or "Device"
    return "Files"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> Page:
    match intent:
        case ("open", str(folder)):
            return Page("browse", storage.on_storage(folder.rstrip("/")) or "/")
    return Page("browse", "recent")


def _try(context: Context, change: Any) -> bool:
    """Changes the files; tells what went wrong otherwise."""
    try:
        context.put(FILES, change(context.get(FILES)))
    except FileError as error:
        context.set(overlay=("problem", f"{error.path.rpartition('/')[2]}: {error.reason}"))
        return False
    return True


def _open(context: Context, path: str) -> None:
    if context.get(FILES).is_dir(path):
        context.push(Page("browse", path))
        return
    app, action = _OPENERS.get(media.kind_of(path), ("", ""))
    if app in context.machine.apps:
        context.open(app, action, path)
    else:
        context.set(overlay=("problem", "Can't open file: no app on this phone opens files of this kind."))


def _named(context: Context, path: str, name: str, make: Any) -> None:
    """Makes or renames what is to be called so, unless that can't be."""
    target = f"{path}/{name}"
    if not is_file_name(name):
        context.set(overlay=("problem", f"A file can't be called “{name[:80]}”."))
    elif context.get(FILES).exists(target):
        context.set(overlay=("problem", f"An item named “{name}” is already here."))
    else:
        _try(context, lambda files: make(files, target))


def _folder(context: Context) -> str:
    arg = context.page.arg
    folder: str = arg[2] if context.page.name == "pick" else arg
    return folder


def _visit(context: Context, folder: str) -> None:
    """Goes up to a folder: back to its page where that lies below."""
    page = context.page
    if page.name == "pick":
        context.set(arg=(*page.arg[:2], folder), scroll={})
        return
    while len(context.window.pages) > 1:
        context.pop()
        if (context.page.name, context.page.arg) == ("browse", folder):
            return
    context.replace(Page("browse", folder))


def _listed(context: Context) -> tuple[str, ...]:
    page, prefs = context.page, context.get(data.PREFS)
    if page.name == "search":
        rows = data.matching(context.get(FILES), page.arg, context.field("search"), prefs.hidden)
    else:
        rows = data.named(context.get(FILES), page.arg, prefs.hidden)
    return tuple([row.path for row in rows])


def _select(context: Context, name: str, args: Sequence[Any]) -> None:
    """Handles what is done to the selected files."""
    paths = _selected(context)
    match name:
        case "pick_row":
            path = args[0]
            paths = tuple(p for p in paths if p != path) if path in paths else (*paths, path)
            context.set(overlay=("select", paths) if paths else (), focus="")
        case "all":
            found = _listed(context)
            context.set(overlay=("select", found) if found else (), focus="")
        case "ask_delete":
            context.set(overlay=("delete", paths))
        case "more_selected":
            context.set(overlay=("more_selected", paths))
        case "delete":
            context.set(overlay=())
            _try(context, lambda files: _without(files, paths, context.now))
        case "transfer_to":
            folder = context.page.arg if context.page.arg.startswith("/") else SDCARD
            context.push(Page("pick", (args[0], paths, folder)))
        case "ask_name":
            name = paths[0].rpartition("/")[2]
            name_dialog.ask(
                context, "Rename", "OK", ("rename", paths[0]), name, whole=context.get(FILES).is_dir(paths[0])
            )
        case "info":
            context.push(Page("info", paths[0]))
        case "share":
            context.set(overlay=())
            kind = media.kind_of(paths[0])
            share(context, kind if kind in storage.KINDS else "file", paths[0])  # type: ignore[arg-type]


def _without(files: Files, paths: Sequence[str], now: float) -> Files:
    for path in paths:
        if files.exists(path):
            files = files.remove(path, recursive=True, mtime=now)
    return files


def _arrange(context: Context, name: str, args: Sequence[Any]) -> None:
    """Changes how files are listed."""
    prefs: Prefs = context.get(data.PREFS)
    if name == "grid":
        prefs = prefs._replace(grid=args[0])
    elif name == "hidden":
        prefs = prefs._replace(hidden=not prefs.hidden)
    elif args[0]:
        prefs = prefs._replace(order=args[0])
    else:
        prefs = prefs._replace(reverse=not prefs.reverse)
    context.put(data.PREFS, prefs)
    context.set(overlay=("sort",) if name == "order" else (), scroll={})


def _transfer(context: Context) -> None:
    move, paths, folder = context.page.arg
    context.pop()
    if _try(context, lambda files: data.transfer(files, paths, folder, move, context.now)):
        page = context.page
        if page.name != "browse" or page.arg != folder:
            context.push(Page("browse", folder))


def _update(context: Context, message: tuple[Any, ...]) -> None:
    name, args = message[0], message[1:]
    match name:
        case "back" | "cancel_pick":
            context.pop()
        case "roots" | "more" | "sort":
            context.set(overlay=(name,))
        case "root":
            while len(context.window.pages) > 1:
                context.pop()
            context.replace(Page("browse", args[0]))
        case "open":
            _open(context, args[0])
        case "visit" | "pick_folder":
            _visit(context, args[0])
        case "search":
            context.push(Page("search", context.page.arg, focus="search"))
        case "clear":
            context.set_fields(search="")
        case "new_folder":
            name_dialog.ask(context, "New folder", "Create", ("make_folder",), hint="Folder name")
        case "make_folder":
            _named(context, _folder(context), args[0], lambda files, path: files.mkdir(path, context.now))
        case "rename":
            old = args[0]
            if args[1] != old.rpartition("/")[2]:
                folder = old.rpartition("/")[0]
                _named(context, folder, args[1], lambda files, path: files.move(old, path, mtime=context.now))
        case "transfer":
            _transfer(context)
        case "grid" | "order" | "hidden":
            _arrange(context, name, args)
        case _:
            _select(context, name, args)


_SHOWN, _HANDLED = name_dialog.wrap(_view, _update)

APP = PhoneApp(
    AppSpec("files", "Files", "folder", (25, 118, 210), _SHOWN, _HANDLED, _start, _title),
    seeders={data.PREFS: lambda rng, now: Prefs()},
    intents=intents.RULES,
    categories=("APP_FILES",),
)

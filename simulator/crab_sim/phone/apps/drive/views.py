"""The pages of the Drive app: lists, one file, its details, and choosing a folder or a file.

Their arguments and data are described in `crab_sim.phone.apps.drive.app`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from crab_sim import ui
from crab_sim.files import Files
from crab_sim.machine.app import Context, View
from crab_sim.machine.rows import get
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.drive.data import (
    DRIVE,
    ROOT,
    UPLOADS,
    DriveRow,
    Rows,
    SortKey,
    Upload,
    binned,
    inside,
    kind,
    listed,
    matching,
    path_of,
    size_text,
    subtree,
)
from crab_sim.phone.apps.drive.messages import Message
from crab_sim.phone.media import storage
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets import name_dialog, row_selection
from crab_sim.phone.widgets.basics import Fab, app_bar, confirm, empty, search_bar
from crab_sim.phone.widgets.navigation import BottomBar
from crab_sim.phone.widgets.notices import Notice, with_notice
from crab_sim.ui.theme import Color

__all__ = ["Look", "Overlay", "look_of", "title", "upload_data", "view"]


_ID = "com.google.android.apps.docs:id/"
_MAX_ROWS = 200  # of a list; drawing takes time that grows with its rows
_MAX_CHARACTERS = 20_000  # of a text file
_TINTS: dict[str, Color] = {
    "PDF": (200, 50, 44), "Google Docs": (66, 124, 222), "Google Sheets": (28, 140, 82), "CSV": (28, 140, 82),
    "Image": (200, 60, 60), "Video": (170, 60, 160), "Audio": (220, 110, 20),
}  # fmt: skip


Overlay = (
    ui.ToolkitOverlay
    | tuple[Literal["ask_empty"]]
    | tuple[Literal["new", "sort"], tuple[int, int]]
    | tuple[Literal["item"], int, tuple[int, int]]
    | tuple[Literal["ask_erase", "select"], tuple[int, ...]]
)
"""The menus at a point, an entry's menu, the questions before deleting, and the ids of the selected entries."""


class Look(NamedTuple):
    """The order of a page's entries, and the notice at its end."""

    by: SortKey = "name"
    reverse: bool = False
    notice: Notice | None = None


class _Tab(NamedTuple):
    """One of the main sections."""

    icon: str
    section: str
    label: str


class _EmptyText(NamedTuple):
    """The icon and words on a page without entries."""

    icon: str
    title: str
    hint: str


# Lists --------------------------------------------------------------------------------------------------------------


def look_of(page: ui.Page) -> Look:
    """Returns a page's order and notice."""
    look: Look = page.data if isinstance(page.data, Look) else Look()
    return look


def _rows_of(context: Context, page: ui.Page) -> Rows:
    look, rows = look_of(page), context.get(DRIVE)
    if isinstance(page.arg, int):
        return listed(rows, "files", page.arg, look.by, look.reverse)
    return listed(rows, page.arg, ROOT, look.by, look.reverse)


def _tile(context: Context, row: DriveRow, where: str = "") -> ui.Tile[Message]:
    picked = row_selection.selected(context.page)
    words, icon = kind(row)
    when = stamp(row.modified, context.now, is_24_hour(context.get(SETTINGS)), short=True)
    subtitle = f"Shared by {row.owner} · {when}" if row.owner else f"Modified {when}"
    on = row.id in picked
    tint = _TINTS.get(words, "muted")
    more: ui.Widget[Message] = ui.IconButton(
        "more", f"More actions for {row.name}", ("item", row.id), _ID + "more_actions_button"
    )
    trailing: ui.Widget[Message] = more
    if row.starred:
        trailing = ui.Row([ui.Icon("star_filled", "muted", 16, "Starred"), more], gap=2)
    entry = _Entry(
        row.name,
        ("pick", row.id) if picked else ("open", row.id),
        where or subtitle,
        ui.Icon("check" if on else icon, "accent" if on else tint),
        None if picked else trailing,
        long_message=("pick", row.id),
        rid=_ID + "entry_label",
        selected=on,
    )
    entry.description = f"{row.name} {words}"
    return entry


def _waiting_tile(row: Upload) -> ui.Widget[Message]:
    """Returns the row of a file that waits to be uploaded."""
    cancel: ui.Widget[Message] = ui.IconButton("close", f"Cancel upload of {row.name}", ("cancel_upload", row.id))
    return ui.Tile(row.name, None, "Waiting for network", ui.Icon("clock", "muted"), cancel, role="text")


class _Entry(ui.Tile[Message]):
    """A row of the list, described by its name and kind."""

    __slots__ = ("description",)
    description: str

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        first = len(scene.nodes)
        super().place(scene, x, y, w, h)
        if len(scene.nodes) > first:
            scene.nodes[first] = scene.nodes[first]._replace(description=self.description)


_TABS = (
    _Tab("home", "home", "Home"),
    _Tab("star", "starred", "Starred"),
    _Tab("people", "shared", "Shared"),
    _Tab("folder", "files", "Files"),
)
_EMPTY_FOLDER = _EmptyText("folder", "This folder is empty", "Tap + to add something")
_EMPTY_SECTIONS = {
    "home": _EmptyText("drive", "No recent files", "What you open and change appears here"),
    "starred": _EmptyText("star", "No starred files", "Star things that you want to find easily"),
    "shared": _EmptyText("people", "Nothing is shared with you", "What others share with you appears here"),
    "files": _EmptyText("folder", "A place for all of your files", "Tap + to upload or make something"),
    "bin": _EmptyText("delete", "Nothing in the bin", "Move items that you don't need to the bin"),
}
_SORT_LABELS: dict[SortKey, str] = {"name": "Name", "modified": "Last modified", "size": "Size"}


def _files(context: Context, page: ui.Page) -> View[Message]:
    rows = _rows_of(context, page)
    picked = row_selection.selected(page)
    section: str | int = page.arg
    main = isinstance(section, str) and section != "bin"
    here = section if isinstance(section, int) else ROOT if section == "files" else None
    waiting = [row for row in context.get(UPLOADS) if row.parent == here]
    tiles: list[ui.Widget[Message]] = [_waiting_tile(row) for row in waiting]
    tiles += [_tile(context, row) for row in rows[:_MAX_ROWS]]
    parts: list[ui.Widget[Message]] = [_bar(context, page, picked)]
    if section == "home":
        parts.append(ui.Label("Suggested", "small", "muted", "bold", pad=(16, 6)))
    elif rows:
        parts.append(_sorting(look_of(page)))
    if tiles:
        parts.append(ui.Scroll("list", [*tiles, ui.Space(84)], rid=_ID + "doc_list_view"))
    else:
        parts.append(empty(*(_EMPTY_FOLDER if isinstance(section, int) else _EMPTY_SECTIONS[section])))
    if main:
        tabs: list[tuple[str, str, Message, bool]] = [
            (tab.icon, tab.label, ("tab", tab.section), tab.section == section) for tab in _TABS
        ]
        parts.append(BottomBar(tabs, _ID + "tab"))
    button: ui.Widget[Message] | None = None
    if not picked and section != "bin":
        button = Fab("add", "New", ("new",), _ID + "branded_fab", wide=True)
    above = with_notice(context, look_of(page).notice, button)
    if above is not None and main:
        above = ui.Column([above, ui.Row([], height=68)])
    return View(ui.Column(parts), _overlay(context), above)


def _bar(context: Context, page: ui.Page, picked: tuple[int, ...]) -> ui.Widget[Message]:
    if picked:
        return _selection_bar(context, picked)
    section: str | int = page.arg
    if section == "bin":
        button: ui.Widget[Message] = ui.Button("Empty", ("ask_empty",), "text", enabled=binned(context.get(DRIVE)))
        return app_bar("Bin", [button])
    if isinstance(section, int):
        row = get(context.get(DRIVE), section)
        return app_bar(
            row.name if row is not None else "", [ui.IconButton("search", "Search in Drive", ("search",), tone="text")]
        )
    bin_: ui.Widget[Message] = ui.IconButton("delete", "Bin", ("bin",), _ID + "menu_bin", "text")
    hint = ui.Label("Search in Drive", tone="muted", role="")
    search: ui.Widget[Message] = ui.Box(
        hint, "surface", (16, 12), 24, message=("search",), text="Search in Drive",
        rid=_ID + "open_search_bar", role="button", flex=1,
    )  # fmt: skip
    return ui.Row([search, bin_], gap=4, pad=(12, 10))


def _sorting(look: Look) -> ui.Widget[Message]:
    label = _SORT_LABELS[look.by]
    arrow = ui.Icon("arrow_down" if look.reverse else "arrow_up", size=16)
    inner = ui.Row([ui.Label(label, "small", "muted", "bold", role=""), arrow], gap=6)
    box: ui.Widget[Message] = ui.Box(inner, "", (16, 8), 8, message=("sort",), text=f"Sorted by {label}", role="button")
    return ui.Row([box, ui.Space(flex=1)])


def _selection_bar(context: Context, picked: tuple[int, ...]) -> ui.Row[Message]:
    if context.page.arg == "bin":
        actions: list[ui.Widget[Message]] = [
            ui.IconButton("undo", "Restore", ("restore", picked), _ID + "restore", "text"),
            ui.IconButton("delete", "Delete forever", ("ask_erase", picked), _ID + "delete_forever", "text"),
        ]
    else:
        actions = [
            ui.IconButton("star", "Add to Starred", ("star", picked, True), _ID + "star", "text"),
            ui.IconButton("folder_move", "Move", ("move", picked), _ID + "move", "text"),
            ui.IconButton("delete", "Remove", ("remove", picked), _ID + "remove", "text"),
        ]
    return row_selection.bar(len(picked), actions)


def _overlay(context: Context) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("new", at):
            items: list[ui.Item[Message]] = [
                ui.Item("Folder", ("new_folder",), "folder_add"),
                ui.Item("Upload", ("choose",), "upload"),
            ]
            return ui.Menu(items, at)
        case ("sort", at):
            look = look_of(context.page)
            items = [ui.Item(label, ("sorted", key), checked=look.by == key) for key, label in _SORT_LABELS.items()]
            return ui.Menu([*items, ui.Item("Reverse order", ("reverse",), checked=look.reverse)], at)
        case ("item", row_id, at):
            row = get(context.get(DRIVE), row_id)
            return ui.Menu(_actions(row), at) if row is not None else None
        case ("ask_erase", ids):
            title = "Delete forever?" if len(ids) == 1 else f"Delete {len(ids)} items forever?"
            return confirm(title, "This can't be undone.", "Delete forever", ("erase", ids))
        case ("ask_empty",):
            return confirm("Empty the bin?", "Everything in it is deleted for ever.", "Empty", ("empty",))
    return None


def _actions(row: DriveRow) -> list[ui.Item[Message]]:
    ids = (row.id,)
    if row.trashed:
        return [ui.Item("Restore", ("restore", ids), "undo"), ui.Item("Delete forever", ("ask_erase", ids), "delete")]
    star: ui.Item[Message] = ui.Item(
        "Remove from Starred" if row.starred else "Add to Starred", ("star", ids, not row.starred), "star"
    )
    items: list[ui.Item[Message]] = [
        star,
        ui.Item("Rename", ("rename", row.id), "edit"),
        ui.Item("Move", ("move", ids), "folder_move"),
    ]
    if not row.folder:
        items.append(ui.Item("Download", ("download", row.id), "download"))
    return [*items, ui.Item("Details", ("details", row.id), "info"), ui.Item("Remove", ("remove", ids), "delete")]


def _search(context: Context) -> View[Message]:
    query, rows = context.field("search"), context.get(DRIVE)
    matches = matching(rows, query) if query.strip() else ()
    picked = row_selection.selected(context.page)
    field = ui.Field("search", "Search in Drive", _ID + "search_src_text", pill=True, flex=1)
    bar = search_bar(field, pad=(8, 10), height=0)
    tiles = [_tile(context, row, path_of(rows, row)) for row in matches[:_MAX_ROWS]]
    text = "No matching results" if query.strip() else "Search by name or content"
    body: ui.Widget[Message] = ui.Scroll("found", tiles, rid=_ID + "doc_list_view") if tiles else empty("search", text)
    top = _selection_bar(context, picked) if picked else bar
    return View(ui.Column([top, body]), _overlay(context), with_notice(context, look_of(context.page).notice, None))


# Other pages --------------------------------------------------------------------------------------------------------


def _file(context: Context) -> View[Message]:
    row = get(context.get(DRIVE), context.page.arg)
    if row is None:
        return View(ui.Column([app_bar(""), empty("file", "This file has been deleted")]))
    more: ui.Widget[Message] = ui.IconButton(
        "more", "More options", ("item", row.id), _ID + "more_actions_button", "text"
    )
    words, icon = kind(row)
    text = _text(row)
    picture = storage.picture_key(row.name, row.data)
    if picture:
        body: ui.Widget[Message] = ui.Picture(picture, (320, 320), row.name, flex=1)
    elif text is not None:
        body = ui.Scroll("file", [ui.Label(text, wrap=True, pad=(16, 12), rid=_ID + "text_viewer")])
    else:
        body = ui.Column(
            [
                empty(icon, row.name, f"{words} · {size_text(len(row.data))}"),
                ui.Row(
                    [
                        ui.Space(flex=1),
                        ui.Button("Download", ("download", row.id), "tonal", "download"),
                        ui.Space(flex=1),
                    ]
                ),
                ui.Space(60),
            ],
            flex=1,
        )
    overlay = _overlay(context)
    return View(ui.Column([app_bar(row.name, [more]), ui.Divider(), body]), overlay,
                with_notice(context, look_of(context.page).notice, None))  # fmt: skip


def _text(row: DriveRow) -> str | None:
    """Returns the beginning of a text file, None for other files."""
    if kind(row).name in ("PDF", "Image", "Audio", "Video", "Compressed archive", "Word", "Excel"):
        return None
    try:
        return row.data.decode()[:_MAX_CHARACTERS]
    except UnicodeDecodeError:
        return None


def _details(context: Context) -> View[Message]:
    rows: Rows = context.get(DRIVE)
    row = get(rows, context.page.arg)
    if row is None:
        return View(ui.Column([app_bar("Details"), empty("file", "This file has been deleted")]))
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    words, icon = kind(row)
    size = f"{inside(rows, row.id)} items" if row.folder else size_text(len(row.data))
    facts = (
        ("Type", words), ("Contents" if row.folder else "Size", size), ("Location", path_of(rows, row)),
        ("Owner", row.owner or "me"), ("Created", stamp(row.created, now, full)),
        ("Modified", stamp(row.modified, now, full)),
    )  # fmt: skip
    tiles = [ui.Tile(value, subtitle=name, role="text") for name, value in facts]
    head = ui.Column(
        [
            ui.Space(8),
            ui.Icon(icon, _TINTS.get(words, "accent"), 56),
            ui.Space(10),
            ui.Label(row.name, 18, font="bold", align="center", wrap=True, pad=(16, 0)),
            ui.Space(12),
        ]
    )
    return View(ui.Column([app_bar("Details"), ui.Scroll("details", [head, ui.Divider(16), *tiles])]))


def _move(context: Context) -> View[Message]:
    rows, target = context.get(DRIVE), context.page.data
    own = subtree(rows, context.page.arg)
    folders = [row for row in listed(rows, "files", target) if row.folder]
    here = get(rows, target)
    tiles: list[ui.Widget[Message]] = []
    if here is not None:
        tiles.append(ui.Tile("..", ("enter", here.parent), leading=ui.Icon("folder")))
    for row in folders:
        tiles.append(
            ui.Tile(row.name, ("enter", row.id), leading=ui.Icon("folder", "accent"), enabled=row.id not in own)
        )
    if not folders:
        tiles.append(ui.Label("No folders here", tone="muted", pad=(16, 16)))
    make: ui.Widget[Message] = ui.IconButton("folder_add", "New folder", ("new_folder",), tone="text")
    buttons: list[ui.Widget[Message]] = [
        ui.Space(flex=1),
        ui.Button("Cancel", ("back",), "text"),
        ui.Button("Move here", ("move_here",)),
    ]
    title = here.name if here is not None else "My Drive"
    return View(ui.Column([app_bar(title, [make], close=True), ui.Divider(), ui.Scroll("move", tiles), ui.Divider(),
                           ui.Row(buttons, gap=8, pad=(16, 10))]))  # fmt: skip


def _pick(context: Context) -> View[Message]:
    files, folder = context.get(FILES), context.page.data
    names = [name for name in files.list(folder) if not name.startswith(".")] if files.is_dir(folder) else []
    paths = sorted([f"{folder}/{name}" for name in names], key=lambda path: (not files.is_dir(path), path.casefold()))
    tiles: list[ui.Widget[Message]] = []
    if folder != SDCARD:
        tiles.append(ui.Tile("..", ("look", folder.rpartition("/")[0]), leading=ui.Icon("folder")))
    for path in paths[:_MAX_ROWS]:
        name = path.rpartition("/")[2]
        if files.is_dir(path):
            tiles.append(ui.Tile(name, ("look", path), leading=ui.Icon("folder", "accent")))
        elif files.is_file(path):
            size = size_text(len(files.read(path)))
            tiles.append(ui.Tile(name, ("upload", path), size, ui.Icon(kind(DriveRow(0, name)).icon)))
    title = "Internal storage" if folder == SDCARD else folder.rpartition("/")[2]
    body: ui.Widget[Message] = (
        ui.Scroll("pick", tiles) if names else ui.Column([*tiles, empty("folder", "No items")], flex=1)
    )
    return View(ui.Column([app_bar(title, close=True), ui.Divider(), body]))


def upload_data(context: Context, path: str) -> bytes | None:
    """Returns the content to be uploaded: a file of the phone, or the shared text if the path is empty.

    None if the file is gone.
    """
    files: Files = context.get(FILES)
    if not path:
        return str(context.page.data).encode("utf-8", "replace")
    return files.read(path) if files.is_file(path) else None


def _upload(context: Context) -> View[Message]:
    data = upload_data(context, context.page.arg)
    ready = data is not None and bool(context.field("name").strip())
    size = size_text(len(data)) if data is not None else "This file is gone"
    save: ui.Widget[Message] = ui.Button("Save", ("save_upload",), rid=_ID + "save_button", enabled=ready)
    fields = [
        ui.Field("name", "Document title", _ID + "upload_title_edittext", label=True),
        ui.Tile("My Drive", subtitle="Location", leading=ui.Icon("folder"), role="text"),
        ui.Label(size, "small", "muted", pad=(4, 0)),
    ]
    content = ui.Scroll("upload", [ui.Column([ui.Space(4), *fields], gap=12, pad=(16, 12))])
    return View(ui.Column([app_bar("Save to Drive", [save, ui.Space(8)], close=True), ui.Divider(), content]))


def _prompt(context: Context) -> View[Message]:
    under = name_dialog.below(context)
    action, _ = context.page.arg
    body = _files(context, under).body if under.name == "files" else ui.Column([app_bar("")])
    if action == "rename":
        return View(body, name_dialog.dialog(context, "Rename", "Name", "Rename"))
    return View(body, name_dialog.dialog(context, "New folder", "Folder name", "Create"))


def view(context: Context) -> View[Message]:
    """Returns the page that is shown."""
    page = context.page
    if page.name == "files":
        return _files(context, page)
    views = {"search": _search, "file": _file, "details": _details, "move": _move, "pick": _pick, "upload": _upload}
    return views.get(page.name, _prompt)(context)


def title(context: Context) -> str:
    """Returns the window's title: the folder's name, or the app's."""
    if context.page.name == "files" and isinstance(context.page.arg, int):
        row = get(context.get(DRIVE), context.page.arg)
        return row.name if row is not None else "Drive"
    return "Drive"

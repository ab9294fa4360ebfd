"""The phone's Drive app: files and folders in the cloud, with uploads from the phone and downloads to it.

State: see `crab_gym.sim.phone.apps.drive.data`. Pages: ``files`` (arg: ``"home"``, ``"starred"``, ``"shared"``,
``"files"``, ``"bin"`` or a folder's id; data: `Look`), ``search``, ``file`` and ``details`` (arg: id), ``move`` (arg:
ids, data: the folder chosen so far), ``pick`` (arg: the folder to upload into, data: the phone's folder that is
shown), ``upload`` (arg: the phone's file, ``""`` for the text in data), ``prompt``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from crab_gym.sim.files import FileError, Files
from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.machine.rows import get, update_row
from crab_gym.sim.machine.slices import FILES
from crab_gym.sim.phone.app import SDCARD, PhoneApp
from crab_gym.sim.phone.apps.drive.data import (
    DATABASE,
    DRIVE,
    ROOT,
    DriveRow,
    Rows,
    add,
    binned,
    found,
    inside,
    kind,
    listed,
    path_of,
    seed,
    sized,
    subtree,
)
from crab_gym.sim.phone.media import storage
from crab_gym.sim.phone.system.settings_store import SETTINGS
from crab_gym.sim.phone.times import is_24_hour, stamp
from crab_gym.sim.phone.widgets import name_dialog, row_selection
from crab_gym.sim.phone.widgets.basics import Fab, app_bar, confirm, empty
from crab_gym.sim.phone.widgets.navigation import BottomBar
from crab_gym.sim.phone.widgets.notices import Notice, notice, with_notice
from crab_gym.sim.ui import (
    Box,
    Button,
    Column,
    Divider,
    Field,
    Icon,
    IconButton,
    Item,
    Label,
    Menu,
    Page,
    Picture,
    Row,
    Scene,
    Scroll,
    Space,
    Tile,
    Widget,
)
from crab_gym.sim.ui.theme import Color

__all__ = ["APP", "DriveRow", "Rows", "seed"]

_ID = "com.google.android.apps.docs:id/"
_MAX = 200  # rows that are listed
_MAX_SHOWN = 20_000  # characters of a text that are shown
_TINTS: dict[str, Color] = {
    "PDF": (200, 50, 44), "Google Docs": (66, 124, 222), "Google Sheets": (28, 140, 82), "CSV": (28, 140, 82),
    "Image": (200, 60, 60), "Video": (170, 60, 160), "Audio": (220, 110, 20),
}  # fmt: skip


class Look(NamedTuple):
    """How a page is sorted, and a notice at its end."""

    by: str = "name"
    reverse: bool = False
    notice: Notice | None = None


# Lists --------------------------------------------------------------------------------------------------------------


def _look(page: Page) -> Look:
    look: Look = page.data if isinstance(page.data, Look) else Look()
    return look


def _rows_of(context: Context, page: Page) -> Rows:
    look, rows = _look(page), context.get(DRIVE)
    if isinstance(page.arg, int):
        return listed(rows, "files", page.arg, look.by, look.reverse)
    return listed(rows, page.arg, ROOT, look.by, look.reverse)


def _tile(context: Context, row: DriveRow, where: str = "") -> Tile:
    picked = row_selection.selected(context.page)
    words, icon = kind(row)
    when = stamp(row.modified, context.now, is_24_hour(context.get(SETTINGS)), short=True)
    subtitle = f"Shared by {row.owner} · {when}" if row.owner else f"Modified {when}"
    on = row.id in picked
    tint = _TINTS.get(words, "muted")
    more = IconButton("more", f"More actions for {row.name}", ("item", row.id), _ID + "more_actions_button")
    trailing: Widget = more
    if row.starred:
        trailing = Row([Icon("star_filled", "muted", 16, "Starred"), more], gap=2)
    entry = _Entry(
        row.name,
        ("pick", row.id) if picked else ("open", row.id),
        where or subtitle,
        Icon("check" if on else icon, "accent" if on else tint),
        None if picked else trailing,
        long_message=("pick", row.id),
        rid=_ID + "entry_label",
        selected=on,
    )
    entry.description = f"{row.name} {words}"
    return entry


class _Entry(Tile):
    """A row of the list, whose node is described by its name and what it is."""

    __slots__ = ("description",)
    description: str

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        first = len(scene.nodes)
        super().place(scene, x, y, w, h)
        if len(scene.nodes) > first:
            scene.nodes[first] = scene.nodes[first]._replace(description=self.description)


_TABS = (("home", "home", "Home"), ("star", "starred", "Starred"), ("people", "shared", "Shared"),
         ("folder", "files", "Files"))  # fmt: skip
_EMPTY = {
    "home": ("drive", "No recent files", "What you open and change appears here"),
    "starred": ("star", "No starred files", "Star things that you want to find easily"),
    "shared": ("people", "Nothing is shared with you", "What others share with you appears here"),
    "files": ("folder", "A place for all of your files", "Tap + to upload or make something"),
    "bin": ("delete", "Nothing in the bin", "Move items that you don't need to the bin"),
}


def _files(context: Context, page: Page) -> View:
    rows = _rows_of(context, page)
    picked = row_selection.selected(page)
    section: Any = page.arg
    main = isinstance(section, str) and section != "bin"
    tiles: list[Widget] = [_tile(context, row) for row in rows[:_MAX]]
    parts: list[Widget] = [_bar(context, page, picked)]
    if section == "home":
        parts.append(Label("Suggested", "small", "muted", "bold", pad=(16, 6)))
    elif rows:
        parts.append(_sorting(_look(page)))
    if rows:
        parts.append(Scroll("list", [*tiles, Space(84)], rid=_ID + "doc_list_view"))
    else:
        texts = (
            ("folder", "This folder is empty", "Tap + to add something")
            if isinstance(section, int)
            else _EMPTY[section]
        )
        parts.append(empty(*texts))
    if main:
        tabs = [(icon, label, ("tab", name), name == section) for icon, name, label in _TABS]
        parts.append(BottomBar(tabs, _ID + "tab"))
    button = None
    if not picked and section != "bin":
        button = Fab("add", "New", ("new",), _ID + "branded_fab", wide=True)
    above = with_notice(context, _look(page).notice, button)
    if above is not None and main:
        above = Column([above, Row([], height=68)])
    return View(Column(parts), _overlay(context), above)


def _bar(context: Context, page: Page, picked: tuple[int, ...]) -> Widget:
    if picked:
        return _selection_bar(context, picked)
    section: Any = page.arg
    if section == "bin":
        button = Button("Empty", ("ask_empty",), "text", enabled=binned(context.get(DRIVE)))
        return app_bar("Bin", [button])
    if isinstance(section, int):
        row = get(context.get(DRIVE), section)
        return app_bar(
            row.name if row is not None else "", [IconButton("search", "Search in Drive", ("search",), tone="text")]
        )
    bin_ = IconButton("delete", "Bin", ("bin",), _ID + "menu_bin", "text")
    hint = Label("Search in Drive", tone="muted", role="")
    search = Box(hint, "surface", (16, 12), 24, message=("search",), text="Search in Drive",
                 rid=_ID + "open_search_bar", role="button", flex=1)  # fmt: skip
    return Row([search, bin_], gap=4, pad=(12, 10))


def _sorting(look: Look) -> Widget:
    names = {"name": "Name", "modified": "Last modified", "size": "Size"}
    arrow = Icon("arrow_down" if look.reverse else "arrow_up", size=16)
    inner = Row([Label(names[look.by], "small", "muted", "bold", role=""), arrow], gap=6)
    box = Box(inner, "", (16, 8), 8, message=("sort",), text=f"Sorted by {names[look.by]}", role="button")
    return Row([box, Space(flex=1)])


def _selection_bar(context: Context, picked: tuple[int, ...]) -> Row:
    if context.page.arg == "bin":
        actions = [
            IconButton("undo", "Restore", ("restore", picked), _ID + "restore", "text"),
            IconButton("delete", "Delete forever", ("ask_erase", picked), _ID + "delete_forever", "text"),
        ]
    else:
        actions = [
            IconButton("star", "Add to Starred", ("star", picked, True), _ID + "star", "text"),
            IconButton("folder_move", "Move", ("move", picked), _ID + "move", "text"),
            IconButton("delete", "Remove", ("remove", picked), _ID + "remove", "text"),
        ]
    return row_selection.bar(len(picked), actions)


def _overlay(context: Context) -> Widget | None:
    match context.page.overlay:
        case ("new", at):
            items = [Item("Folder", ("new_folder",), "folder_add"), Item("Upload", ("choose",), "upload")]
            return Menu(items, at)
        case ("sort", at):
            look = _look(context.page)
            names = (("name", "Name"), ("modified", "Last modified"), ("size", "Size"))
            items = [Item(label, ("sorted", key), checked=look.by == key) for key, label in names]
            return Menu([*items, Item("Reverse order", ("reverse",), checked=look.reverse)], at)
        case ("item", int(row_id), at):
            row = get(context.get(DRIVE), row_id)
            return Menu(_actions(row), at) if row is not None else None
        case ("ask_erase", ids):
            title = "Delete forever?" if len(ids) == 1 else f"Delete {len(ids)} items forever?"
            return confirm(title, "This can't be undone.", "Delete forever", ("erase", ids))
        case ("ask_empty",):
            return confirm("Empty the bin?", "Everything in it is deleted for ever.", "Empty", ("empty",))
    return None


def _actions(row: DriveRow) -> list[Item]:
    ids = (row.id,)
    if row.trashed:
        return [Item("Restore", ("restore", ids), "undo"), Item("Delete forever", ("ask_erase", ids), "delete")]
    star = Item("Remove from Starred" if row.starred else "Add to Starred", ("star", ids, not row.starred), "star")
    items = [star, Item("Rename", ("rename", row.id), "edit"), Item("Move", ("move", ids), "folder_move")]
    if not row.folder:
        items.append(Item("Download", ("download", row.id), "download"))
    return [*items, Item("Details", ("details", row.id), "info"), Item("Remove", ("remove", ids), "delete")]


def _search(context: Context) -> View:
    query, rows = context.field("search"), context.get(DRIVE)
    hits = found(rows, query) if query.strip() else ()
    picked = row_selection.selected(context.page)
    field = Field("search", "Search in Drive", _ID + "search_src_text", pill=True, flex=1)
    bar = Row([IconButton("back", "Navigate up", ("back",), tone="text"), field], gap=4, pad=(8, 10))
    tiles = [_tile(context, row, path_of(rows, row)) for row in hits[:_MAX]]
    text = "No matching results" if query.strip() else "Search by name or content"
    body: Widget = Scroll("found", tiles, rid=_ID + "doc_list_view") if tiles else empty("search", text)
    top = _selection_bar(context, picked) if picked else bar
    return View(Column([top, body]), _overlay(context), with_notice(context, _look(context.page).notice, None))


# Other pages --------------------------------------------------------------------------------------------------------


def _file(context: Context) -> View:
    row = get(context.get(DRIVE), context.page.arg)
    if row is None:
        return View(Column([app_bar(""), empty("file", "This file has been deleted")]))
    more = IconButton("more", "More options", ("item", row.id), _ID + "more_actions_button", "text")
    words, icon = kind(row)
    text = _text(row)
    picture = storage.picture_key(row.name, row.data)
    if picture:
        body: Widget = Picture(picture, (320, 320), row.name, flex=1)
    elif text is not None:
        body = Scroll("file", [Label(text, wrap=True, pad=(16, 12), rid=_ID + "text_viewer")])
    else:
        body = Column(
            [
                empty(icon, row.name, f"{words} · {sized(len(row.data))}"),
                Row([Space(flex=1), Button("Download", ("download", row.id), "tonal", "download"), Space(flex=1)]),
                Space(60),
            ],
            flex=1,
        )
    overlay = _overlay(context)
    return View(Column([app_bar(row.name, [more]), Divider(), body]), overlay,
                with_notice(context, _look(context.page).notice, None))  # fmt: skip


def _text(row: DriveRow) -> str | None:
    """Returns what a text file says, None for what isn't one."""
    if kind(row)[0] in ("PDF", "Image", "Audio", "Video", "Compressed archive", "Word", "Excel"):
        return None
    try:
        return row.data.decode()[:_MAX_SHOWN]
    except UnicodeDecodeError:
        return None


def _details(context: Context) -> View:
    rows: Rows = context.get(DRIVE)
    row = get(rows, context.page.arg)
    if row is None:
        return View(Column([app_bar("Details"), empty("file", "This file has been deleted")]))
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    words, icon = kind(row)
    size = f"{inside(rows, row.id)} items" if row.folder else sized(len(row.data))
    facts = (
        ("Type", words), ("Contents" if row.folder else "Size", size), ("Location", path_of(rows, row)),
        ("Owner", row.owner or "me"), ("Created", stamp(row.created, now, full)),
        ("Modified", stamp(row.modified, now, full)),
    )  # fmt: skip
    tiles = [Tile(value, subtitle=name, role="text") for name, value in facts]
    head = Column([Space(8), Icon(icon, _TINTS.get(words, "accent"), 56), Space(10),
                   Label(row.name, 18, font="bold", align="center", wrap=True, pad=(16, 0)), Space(12)])  # fmt: skip
    return View(Column([app_bar("Details"), Scroll("details", [head, Divider(16), *tiles])]))


def _move(context: Context) -> View:
    rows, target = context.get(DRIVE), context.page.data
    own = subtree(rows, context.page.arg)
    folders = [row for row in listed(rows, "files", target) if row.folder]
    here = get(rows, target)
    tiles: list[Widget] = []
    if here is not None:
        tiles.append(Tile("..", ("enter", here.parent), leading=Icon("folder")))
    for row in folders:
        tiles.append(Tile(row.name, ("enter", row.id), leading=Icon("folder", "accent"), enabled=row.id not in own))
    if not folders:
        tiles.append(Label("No folders here", tone="muted", pad=(16, 16)))
    make = IconButton("folder_add", "New folder", ("new_folder",), tone="text")
    buttons = [Space(flex=1), Button("Cancel", ("back",), "text"), Button("Move here", ("move_here",))]
    title = here.name if here is not None else "My Drive"
    return View(Column([app_bar(title, [make], close=True), Divider(), Scroll("move", tiles), Divider(),
                        Row(buttons, gap=8, pad=(16, 10))]))  # fmt: skip


def _pick(context: Context) -> View:
    files, folder = context.get(FILES), context.page.data
    names = [name for name in files.list(folder) if not name.startswith(".")] if files.is_dir(folder) else []
    paths = sorted([f"{folder}/{name}" for name in names], key=lambda path: (not files.is_dir(path), path.casefold()))
    tiles: list[Widget] = []
    if folder != SDCARD:
        tiles.append(Tile("..", ("look", folder.rpartition("/")[0]), leading=Icon("folder")))
    for path in paths[:_MAX]:
        name = path.rpartition("/")[2]
        if files.is_dir(path):
            tiles.append(Tile(name, ("look", path), leading=Icon("folder", "accent")))
        elif files.is_file(path):
            size = sized(len(files.read(path)))
            tiles.append(Tile(name, ("upload", path), size, Icon(kind(DriveRow(0, name))[1])))
    title = "Internal storage" if folder == SDCARD else folder.rpartition("/")[2]
    body: Widget = Scroll("pick", tiles) if names else Column([*tiles, empty("folder", "No items")], flex=1)
    return View(Column([app_bar(title, close=True), Divider(), body]))


def _upload(context: Context) -> View:
    data = _data(context, context.page.arg)
    ready = data is not None and bool(context.field("name").strip())
    size = sized(len(data)) if data is not None else "This file is gone"
    save = Button("Save", ("save_upload",), rid=_ID + "save_button", enabled=ready)
    fields = [
        Field("name", "Document title", _ID + "upload_title_edittext", label=True),
        Tile("My Drive", subtitle="Location", leading=Icon("folder"), role="text"),
        Label(size, "small", "muted", pad=(4, 0)),
    ]
    content = Scroll("upload", [Column([Space(4), *fields], gap=12, pad=(16, 12))])
    return View(Column([app_bar("Save to Drive", [save, Space(8)], close=True), Divider(), content]))


def _prompt(context: Context) -> View:
    under = name_dialog.below(context)
    action, _ = context.page.arg
    body = _files(context, under).body if under.name == "files" else Column([app_bar("")])
    if action == "rename":
        return View(body, name_dialog.dialog(context, "Rename", "Name", "Rename"))
    return View(body, name_dialog.dialog(context, "New folder", "Folder name", "Create"))


def _view(context: Context) -> View:
    page = context.page
    if page.name == "files":
        return _files(context, page)
    views = {"search": _search, "file": _file, "details": _details, "move": _move, "pick": _pick, "upload": _upload}
    return views.get(page.name, _prompt)(context)


def _title(context: Context) -> str:
    if context.page.name == "files" and isinstance(context.page.arg, int):
        row = get(context.get(DRIVE), context.page.arg)
        return row.name if row is not None else "Drive"
    return "Drive"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> Page:
    match intent:
        case ("upload", path):
            name = path.rpartition("/")[2]
            return Page("upload", path, {"name": name}, focus="name", selection=(0, len(name)))
        case ("text", text):
            name = f"{text.strip().partition(chr(10))[0][:40] or 'Untitled'}.txt"
            return Page("upload", "", {"name": name}, focus="name", selection=(0, len(name)), data=text)
    return Page("files", "files")


def _here(context: Context) -> int:
    """Returns the folder that something new is put into."""
    page = context.page
    if page.name == "move":
        return int(page.data)
    return page.arg if isinstance(page.arg, int) else ROOT


def _tell(context: Context, text: str) -> None:
    context.set(data=_look(context.page)._replace(notice=notice(context, text)), overlay=())


def _data(context: Context, path: str) -> bytes | None:
    """Returns what is uploaded: the text that was shared, or a file of the phone; None where that is gone."""
    files: Files = context.get(FILES)
    if not path:
        return str(context.page.data).encode("utf-8", "replace")
    return files.read(path) if files.is_file(path) else None


def _upload_file(context: Context, path: str, name: str, folder: int) -> bool:
    data = _data(context, path)
    if data is not None:
        context.put(DRIVE, add(context.get(DRIVE), name, context.now, folder, data)[0])
    return data is not None


def _named(context: Context) -> None:
    name, (action, arg) = name_dialog.typed_name(context), context.page.arg
    if not name:
        return
    context.pop()
    rows: Rows = context.get(DRIVE)
    if action == "rename":
        context.put(DRIVE, update_row(rows, arg, name=name, modified=context.now))
        context.set(overlay=())
        return
    rows, new = add(rows, name, context.now, arg)
    context.put(DRIVE, rows)
    if context.page.name == "files":
        _tell(context, f"Created {name}")
    else:
        context.set(data=new)


def _download(context: Context, row_id: int) -> None:
    row, files = get(context.get(DRIVE), row_id), context.get(FILES)
    if row is None:
        return
    name = row.name.replace("/", "_").replace("\0", "_")
    if kind(row)[0].startswith("Google "):
        name += ".txt"
    stem, dot, ending = name.rpartition(".")
    folder, n = f"{SDCARD}/Download", 0
    while files.exists(f"{folder}/{name}"):
        n += 1
        name = f"{stem} ({n}).{ending}" if dot and stem else f"{row.name} ({n})"
    try:
        made = files.mkdir(folder, context.now, parents=True)
        context.put(FILES, made.write(f"{folder}/{name}", row.data, context.now))
    except FileError:
        _tell(context, "The file can't be downloaded")
    else:
        _tell(context, f"Downloaded {name}")


def _change(context: Context, ids: tuple[int, ...], **changes: Any) -> None:
    rows: Rows = context.get(DRIVE)
    context.put(DRIVE, tuple([row._replace(**changes) if row.id in ids else row for row in rows]))
    context.set(overlay=())


def _erase(context: Context, ids: tuple[int, ...]) -> None:
    rows: Rows = context.get(DRIVE)
    gone = subtree(rows, ids)
    context.put(DRIVE, tuple([row for row in rows if row.id not in gone]))
    context.set(overlay=())


def _move_here(context: Context) -> None:
    rows, target, ids = context.get(DRIVE), context.page.data, context.page.arg
    if target not in subtree(rows, ids):
        context.put(DRIVE, tuple([row._replace(parent=target) if row.id in ids else row for row in rows]))
    context.pop()
    here = get(rows, target)
    if context.page.name == "files":
        _tell(context, f"Moved to {here.name if here is not None else 'My Drive'}")
    context.set(overlay=())


def _remove(context: Context, ids: tuple[int, ...]) -> None:
    _change(context, ids, trashed=True)
    if context.page.name == "file":
        context.pop()
    _tell(context, "Moved to the bin")


def _update_list(context: Context, name: str, *args: Any) -> None:
    """Handles what the lists and their bars send."""
    page, look = context.page, _look(context.page)
    match name:
        case "tab":
            context.set(arg=args[0], data=Look(look.by, look.reverse), scroll={})
        case "bin":
            context.push(Page("files", "bin"))
        case "search":
            context.push(Page("search", fields={"search": ""}, focus="search"))
        case "pick":
            row_selection.toggle(context, args[0])
        case "new" | "sort":
            context.set(overlay=(name, context.point))
        case "item":
            context.set(overlay=("item", args[0], context.point))
        case "sorted":
            context.set(data=look._replace(by=args[0]), overlay=())
        case "reverse":
            context.set(data=look._replace(reverse=not look.reverse), overlay=())
        case "ask_erase" | "ask_empty":
            context.set(overlay=(name, *args))
        case "choose":
            context.push(Page("pick", _here(context), data=SDCARD))
        case "look" | "enter":
            context.set(data=args[0], scroll={})
        case "upload":
            folder, name = page.arg, args[0].rpartition("/")[2]
            done = _upload_file(context, args[0], name, folder)
            context.pop()
            _tell(context, f"Uploaded {name}" if done else "The file can't be uploaded")


def _change_rows(context: Context, name: str, *args: Any) -> None:
    """Handles what changes the files and folders."""
    match name:
        case "star":
            _change(context, args[0], starred=args[1])
        case "remove":
            _remove(context, args[0])
        case "restore":
            _change(context, args[0], trashed=False)
        case "erase":
            _erase(context, args[0])
        case "empty":
            _erase(context, tuple([row.id for row in context.get(DRIVE) if row.trashed]))
        case "download":
            _download(context, args[0])
        case "move_here":
            _move_here(context)
        case "save_upload":
            name = context.field("name").strip()
            if name and _upload_file(context, context.page.arg, name, ROOT):
                context.replace(Page("files", "files"))
                _tell(context, f"Uploaded {name}")
        case _:
            _update_list(context, name, *args)


def _update(context: Context, message: tuple[Any, ...]) -> None:
    name, args = message[0], message[1:]
    row = get(context.get(DRIVE), args[0]) if args and isinstance(args[0], int) else None
    match name:
        case "back":
            context.pop()
        case "open" if row is not None and not row.trashed:
            context.push(Page("files", row.id) if row.folder else Page("file", row.id))
        case "open" if row is not None:
            context.set(overlay=("item", row.id, context.point))
        case "details":
            context.push(Page("details", args[0]))
        case "rename" if row is not None:
            context.push(name_dialog.page("rename", row.id, row.name))
        case "new_folder":
            context.push(name_dialog.page("folder", _here(context), "Untitled folder"))
        case "named" | "submit" if context.page.name == "prompt":
            _named(context)
        case "move" if args[0]:
            first = get(context.get(DRIVE), args[0][0])
            context.push(Page("move", args[0], data=first.parent if first is not None else ROOT))
        case _:
            _change_rows(context, name, *args)


APP = PhoneApp(
    AppSpec("drive", "Drive", "drive", (24, 128, 90), _view, _update, _start, _title),
    seeders={DRIVE: seed},
    databases=(DATABASE,),
    shares={
        "image": lambda path: ("upload", path),
        "file": lambda path: ("upload", path),
        "text": lambda text: ("text", text),
    },
)

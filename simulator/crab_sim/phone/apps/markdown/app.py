"""The phone's Markdown app: plain text files in folders on the shared storage, written and shown.

State: slice ``"files"``; everything lies under `HOME`. Pages: ``browse`` (arg: the folder, data: `Order`), ``search``
(arg: the folder), ``move`` (arg: paths, data: the folder chosen so far), ``new`` (arg: the folder; overlay ``types``),
``prompt``, and ``edit`` of `crab_sim.phone.apps.markdown.editor`.
"""

from __future__ import annotations

from typing import Any, NamedTuple, assert_never

from crab_sim import ui
from crab_sim.files import FileError, Files
from crab_sim.files.entries import File
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.apps.markdown import APP as FACTS
from crab_sim.phone.apps.markdown import editor as markdown_edit
from crab_sim.phone.apps.markdown.data import HOME, QUICK, TODO
from crab_sim.phone.apps.markdown.editor import edit_page, is_text
from crab_sim.phone.apps.markdown.messages import BrowserMessage, EditorMessage, Message
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.share import share
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets import name_dialog, row_selection
from crab_sim.phone.widgets.basics import Dropdown, Fab, app_bar, confirm, empty, search_bar
from crab_sim.phone.widgets.navigation import BottomBar

__all__ = ["APP", "Order"]

_ID = "net.gsantner.markor:id/"
_MAX = 200  # files of a folder that are listed
_TYPES = ((".md", "Markdown"), (".txt", "Plain text"), (".todo.txt", "todo.txt"))

_BROWSER = ui.MessageGroup(BrowserMessage)
_EDITOR = ui.MessageGroup(EditorMessage)


class Order(NamedTuple):
    """The sorting of a folder: by ``"name"``, ``"date"`` or ``"size"``, perhaps reversed."""

    by: str = "name"
    reverse: bool = False


# Views --------------------------------------------------------------------------------------------------------------


class _Entry(NamedTuple):
    path: str
    name: str
    folder: bool
    size: int
    mtime: float


def _entry(files: Files, path: str) -> _Entry:
    stat = files.stat(path)
    folder = not isinstance(stat, File)
    size = len(files.list(path)) if folder else len(files.read(path))
    return _Entry(path, path.rpartition("/")[2], folder, size, stat.mtime)


def _entries(files: Files, folder: str, order: Order) -> tuple[_Entry, ...]:
    if not files.is_dir(folder):
        return ()
    paths = [f"{folder}/{name}" for name in files.list(folder) if not name.startswith(".")]
    found = [_entry(files, path) for path in paths if files.exists(path)]
    keys: dict[str, Any] = {
        "name": lambda entry: (entry.name.casefold(), entry.name),
        "date": lambda entry: (-entry.mtime, entry.name),
        "size": lambda entry: (-entry.size, entry.name),
    }
    found.sort(key=keys[order.by], reverse=order.reverse)
    return tuple(sorted(found, key=lambda entry: not entry.folder))


def _sized(size: int) -> str:
    return f"{size} B" if size < 1000 else f"{size / 1000:.1f} kB"


def _tile(context: Context, entry: _Entry, where: str = "") -> ui.Tile[Message]:
    picked = row_selection.selected(context.page)
    full = is_24_hour(context.get(SETTINGS))
    when = stamp(entry.mtime, context.now, full, short=True)
    size = f"{entry.size} item{'s' * (entry.size != 1)}" if entry.folder else _sized(entry.size)
    picture = "folder" if entry.folder else "document" if is_text(entry.path) else "file"
    chosen = entry.path in picked
    return ui.Tile(
        entry.name,
        ("pick", entry.path) if picked else ("open", entry.path),
        " · ".join([part for part in (where, when, size) if part]),
        ui.Icon("check" if chosen else picture, "accent" if entry.folder or chosen else "muted"),
        long_message=("pick", entry.path),
        rid=_ID + "opoc_filesystem_item__title",
        selected=chosen,
    )


def _bottom() -> BottomBar[Message]:
    return BottomBar(
        [
            ("folder", "Files", ("tab", ""), True),
            ("tasks", "To-Do", ("tab", TODO), False),
            ("edit", "QuickNote", ("tab", QUICK), False),
        ],
        _ID + "nav",
    )


def _order(page: ui.Page) -> Order:
    order: Order = page.data or Order()
    return order


def _browse(context: Context, page: ui.Page) -> View[Message]:
    folder: str = page.arg
    entries = _entries(context.get(FILES), folder, _order(page))
    picked = row_selection.selected(page)
    tools: list[ui.Widget[Message]] = [
        ui.IconButton("search", "Search", ("search",), _ID + "action_search", "text"),
        ui.IconButton("sort", "Sort by", ("sort",), _ID + "action_sort", "text"),
    ]
    if picked:
        bar: ui.Widget[Message] = _selection_bar(context, picked)
    elif folder == HOME:
        bar = ui.Row([ui.Label("Markdown", "title", font="bold", flex=1), *tools], gap=4, pad=(16, 8), height=60)
    else:
        bar = app_bar(folder.rpartition("/")[2], tools)
    tiles: list[ui.Widget[Message]] = [ui.LazyRow("row2", _tile, context, entry) for entry in entries[:_MAX]]
    if folder != HOME:
        up = folder.rpartition("/")[0].removeprefix(HOME.rpartition("/")[0] + "/")
        tiles.insert(0, ui.Tile("..", ("back",), up, ui.Icon("folder"), rid=_ID + "opoc_filesystem_item__title"))
    body: ui.Widget[Message] = ui.Scroll("list", [*tiles, ui.Space(84)], rid=_ID + "ui__filesystem_dialog__list")
    if not entries:
        nothing = empty("document", "This folder is empty", "Tap + to make a file or a folder")
        body = ui.Column([*tiles, nothing], flex=1)
    fab: ui.Widget[Message] = Fab("add", "Create a new file or folder", ("new",), _ID + "fab_add_new_item")
    above = ui.Column([fab, ui.Row([], height=68)])
    return View(ui.Column([bar, ui.Divider(), body, _bottom()]), _overlay(context, page), None if picked else above)


def _selection_bar(context: Context, picked: tuple[str, ...]) -> ui.Row[Message]:
    actions: list[ui.Widget[Message]] = []
    if len(picked) == 1:
        actions.append(
            ui.IconButton("edit", "Rename", ("rename", picked[0]), _ID + "action_rename_selected_item", "text")
        )
        if context.get(FILES).is_file(picked[0]):
            actions.append(ui.IconButton("share", "Share", ("share", picked[0]), _ID + "action_share_files", "text"))
    actions += [
        ui.IconButton("folder_move", "Move", ("move", picked), _ID + "action_move_selected_items", "text"),
        ui.IconButton("delete", "Delete", ("ask", picked), _ID + "action_delete_selected_items", "text"),
    ]
    return row_selection.bar(len(picked), actions)


def _overlay(context: Context, page: ui.Page) -> ui.Widget[Message] | None:
    match page.overlay:
        case ("sort", at):
            order = _order(page)
            names = (("name", "Name"), ("date", "Date"), ("size", "File size"))
            items: list[ui.Item[Message]] = [
                ui.Item(label, ("sorted", key), checked=order.by == key) for key, label in names
            ]
            return ui.Menu([*items, ui.Item("Reverse order", ("reverse",), checked=order.reverse)], at)
        case ("ask", paths):
            names_ = "\n".join([path.rpartition("/")[2] for path in paths[:6]])
            return confirm("Confirm delete", f"Delete for ever:\n{names_}", "OK", ("delete", paths))
    return None


def _search(context: Context) -> View[Message]:
    query = context.field("search").strip().casefold()
    found = _matching(context.get(FILES), query) if query else ()
    field = ui.Field("search", "Search files and texts", _ID + "search_src_text", pill=True, flex=1)
    bar = search_bar(field, pad=(8, 10), height=0)
    tiles: list[ui.Widget[Message]] = []
    for entry in found:
        where = entry.path.rpartition("/")[0].removeprefix(HOME).strip("/")
        tiles.append(_tile(context, entry, where))
    picked = row_selection.selected(context.page)
    top = _selection_bar(context, picked) if picked else bar
    hint = "Nothing found" if query else "Search by name or content"
    body: ui.Widget[Message] = ui.Scroll("found", tiles) if tiles else empty("search", hint)
    return View(ui.Column([top, body]), _overlay(context, context.page))


def _matching(files: Files, query: str) -> tuple[_Entry, ...]:
    found: list[_Entry] = []
    if files.is_dir(HOME):
        for path, entry in files.walk(HOME):
            if path != HOME and len(found) < _MAX:
                name = path.rpartition("/")[2]
                data = entry.data.lower() if isinstance(entry, File) else b""
                if query in name.casefold() or query.encode("utf-8", "replace") in data:
                    found.append(_entry(files, path))
    return tuple(found)


def _move(context: Context) -> View[Message]:
    files: Files = context.get(FILES)
    target: str = context.page.data
    inside = [entry for entry in _entries(files, target, Order()) if entry.folder]
    tiles: list[ui.Widget[Message]] = []
    if target != HOME:
        tiles.append(ui.Tile("..", ("enter", target.rpartition("/")[0]), leading=ui.Icon("folder")))
    for entry in inside:
        own = entry.path in context.page.arg
        tiles.append(ui.Tile(entry.name, ("enter", entry.path), leading=ui.Icon("folder", "accent"), enabled=not own))
    if not inside:
        tiles.append(ui.Label("No folders here", tone="muted", pad=(16, 16)))
    shown = target.removeprefix(HOME.rpartition("/")[0] + "/")
    make: ui.Widget[Message] = ui.IconButton("folder_add", "Create folder", ("new_folder", target), tone="text")
    buttons: list[ui.Widget[Message]] = [
        ui.Space(flex=1),
        ui.Button("Cancel", ("back",), "text"),
        ui.Button("Select", ("move_here",)),
    ]
    head = ui.Row([ui.Icon("folder", size=20), ui.Label(shown, "small", "muted", flex=1)], gap=10, pad=(16, 8))
    bar = app_bar("Move to", [make], close=True)
    return View(
        ui.Column(
            [bar, head, ui.Divider(), ui.Scroll("move", tiles), ui.Divider(), ui.Row(buttons, gap=8, pad=(16, 10))]
        )
    )


class _Above(ui.Widget[Message]):
    """A menu above a dialog."""

    __slots__ = ("dialog", "menu")

    def __init__(self, dialog: ui.Dialog[Message], menu: ui.Menu[Message]) -> None:
        self.flex, self.dialog, self.menu = 0, dialog, menu

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws both."""
        self.dialog.place(scene, x, y, w, h)
        self.menu.place(scene, x, y, w, h)


def _new(context: Context) -> ui.Widget[Message]:
    """Returns the dialog for a new file, perhaps with the menu of types."""
    match context.page.overlay:
        case ("types", at):
            items: list[ui.Item[Message]] = [ui.Item(label, ("type", ending)) for ending, label in _TYPES]
            return _Above(_new_dialog(context), ui.Menu(items, at))
    return _new_dialog(context)


def _new_dialog(context: Context) -> ui.Dialog[Message]:
    page, files = context.page, context.get(FILES)
    name = _full_name(context)
    problem = name_dialog.file_problem(name, bool(name) and files.exists(f"{page.arg}/{name}"))
    ending = context.field("ext").strip()
    kind = next((label for known, label in _TYPES if known == ending), "Other")
    rows: list[ui.Widget[Message]] = [
        ui.Row([Dropdown(kind, "File type", ("types",), _ID + "new_file_dialog__type", flex=1)]),
        ui.Row([
            ui.Field("name", "Name", _ID + "new_file_dialog__name", flex=5),
            ui.Field("ext", "Extension", _ID + "new_file_dialog__ext", flex=3),
        ], gap=8),
        ui.Label(problem or f"Saved as {name or '…'}", "small", "danger" if problem else "muted", wrap=True),
    ]  # fmt: skip
    ready = bool(name) and not problem
    buttons: list[ui.Widget[Message]] = [
        ui.Button("Folder", ("make_folder",), "text", enabled=ready),
        ui.Button("Cancel", ("back",), "text", rid="android:id/button2"),
        ui.Button("OK", ("make_file",), "text", rid="android:id/button1", enabled=ready),
    ]
    return ui.Dialog("New file", ui.Column(rows, gap=8), buttons, dismiss=("back",))


def _full_name(context: Context) -> str:
    """Returns a new file's name: with the extension beside it, unless it has one of its own."""
    name, ending = name_dialog.typed_name(context), context.field("ext").strip()
    return name if not name or name.endswith((".md", ".txt")) else name + ending


def _prompt(context: Context) -> ui.Dialog[Message]:
    kind, arg = context.page.arg
    name, files = name_dialog.typed_name(context), context.get(FILES)
    if kind == "rename":
        target = f"{arg.rpartition('/')[0]}/{name}"
        problem = name_dialog.file_problem(name, bool(name) and target != arg and files.exists(target))
        return name_dialog.dialog(context, "Rename", "Name", "OK", problem)
    problem = name_dialog.file_problem(name, bool(name) and files.exists(f"{arg}/{name}"))
    return name_dialog.dialog(context, "New folder", "Folder name", "OK", problem)


def _view(context: Context) -> View[Message]:
    page = context.page
    match page.name:
        case "browse":
            return _browse(context, page)
        case "search":
            return _search(context)
        case "move":
            return _move(context)
        case "edit":
            return markdown_edit.view(context)
    under = name_dialog.below(context)
    body = _browse(context, under).body if under.name == "browse" else ui.Column([app_bar("")])
    return View(body, _new(context) if page.name == "new" else _prompt(context))


def _title(context: Context) -> str:
    page = context.page
    return str(page.arg).rpartition("/")[2] if page.name in ("browse", "edit") and page.arg != HOME else "Markdown"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("open", path):
            return ui.Page("edit", path, data=markdown_edit.UNREAD)
        case ("add", name, text):
            return ui.Page("edit", f"{HOME}/{name or 'shared'}", {"text": text}, data=markdown_edit.UNREAD)
        case ("append", text):
            return ui.Page("edit", QUICK, {"text": text}, data=markdown_edit.UNREAD)
    return ui.Page("browse", HOME)


def _make(context: Context, folder: bool) -> None:
    page, files = context.page, context.get(FILES)
    name = name_dialog.typed_name(context)
    name = name if folder else _full_name(context)
    path = f"{page.arg}/{name}"
    if not name or name_dialog.file_problem(name, files.exists(path)):
        return
    context.pop()
    try:
        made = files.mkdir(page.arg, context.now, parents=True)
        made = made.mkdir(path, context.now) if folder else made.write(path, b"", context.now)
    except FileError:
        return
    context.put(FILES, made)
    context.push(ui.Page("browse", path, data=context.page.data) if folder else edit_page(made, path))


def _named(context: Context) -> None:
    kind, arg = context.page.arg
    name, files = name_dialog.typed_name(context), context.get(FILES)
    folder = arg.rpartition("/")[0] if kind == "rename" else arg
    target = f"{folder}/{name}"
    if not name or name_dialog.file_problem(name, target != arg and files.exists(target)):
        return
    context.pop()
    try:
        if kind == "rename":
            changed = files.move(arg, target, mtime=context.now)
        else:
            changed = files.mkdir(target, context.now, parents=True)
    except FileError:
        return
    context.put(FILES, changed)
    context.set(overlay=())


def _delete(context: Context, paths: tuple[str, ...]) -> None:
    files: Files = context.get(FILES)
    for path in paths:
        if files.exists(path):
            files = files.remove(path, recursive=True, mtime=context.now)
    context.put(FILES, files)
    context.set(overlay=())


def _move_here(context: Context) -> None:
    files: Files = context.get(FILES)
    target: str = context.page.data
    for path in context.page.arg:
        new = f"{target}/{path.rpartition('/')[2]}"
        inside = target == path or target.startswith(path + "/")
        if new != path and not inside and files.exists(path) and not files.exists(new):
            files = files.move(path, new, mtime=context.now)
    context.put(FILES, files)
    context.pop()
    context.set(overlay=())


def _open(context: Context, path: str) -> None:
    files: Files = context.get(FILES)
    if files.is_dir(path):
        context.push(ui.Page("browse", path, data=context.page.data if context.page.name == "browse" else None))
    elif files.is_file(path):
        context.push(edit_page(files, path))


def _back(context: Context) -> None:
    if context.page.name == "edit":
        markdown_edit.leave(context)
    else:
        context.pop()


def _tab(context: Context, path: str) -> None:
    if context.page.name == "edit":
        markdown_edit.show_tab(context, path)
    elif path:
        files: Files = context.get(FILES)
        context.push(edit_page(files, path))


def _update_browser(context: Context, message: BrowserMessage) -> None:
    order = _order(context.page)
    match message:
        case ("open", path):
            _open(context, path)
        case ("pick", path):
            row_selection.toggle(context, path)
        case ("new_folder", folder):
            context.push(name_dialog.page("folder", folder))
        case ("new",):
            context.push(ui.Page("new", context.page.arg, {"name": "", "ext": ".md"}, focus="name"))
        case ("search",):
            context.push(ui.Page("search", context.page.arg, {"search": ""}, focus="search"))
        case ("sort",):
            context.set(overlay=("sort", context.point))
        case ("sorted", column):
            context.set(data=order._replace(by=column), overlay=())
        case ("reverse",):
            context.set(data=order._replace(reverse=not order.reverse), overlay=())
        case ("rename", path):
            context.push(name_dialog.page("rename", path, path.rpartition("/")[2]))
        case ("share", path):
            share(context, "file", path, path.rpartition("/")[2])
        case ("move", paths):
            context.push(ui.Page("move", paths, data=paths[0].rpartition("/")[0]))
        case ("ask", paths):
            context.set(overlay=("ask", paths))
        case ("delete", paths):
            _delete(context, paths)
        case _:
            assert_never(message)


def _submit(context: Context) -> None:
    """Handles Enter in a field of a dialog."""
    if context.page.name == "new":
        _make(context, False)
    elif context.page.name == "prompt":
        _named(context)


def _update(context: Context, message: Message) -> None:
    if _EDITOR.has(message):
        markdown_edit.update(context, message)
    elif _BROWSER.has(message):
        _update_browser(context, message)
    else:
        match message:
            case ("started",):
                if context.page.name == "edit":
                    markdown_edit.started(context)
            case ("back",):
                _back(context)
            case ("tab", path):
                _tab(context, path)
            case ("types",):
                context.set(overlay=("types", context.point))
            case ("type", ending):
                context.set(overlay=())
                context.set_fields(ext=ending)
            case ("make_file" | "make_folder" as name,):
                _make(context, name == "make_folder")
            case ("named",):
                _named(context)
            case ("submit", _):
                _submit(context)
            case ("enter", folder):
                context.set(data=folder, scroll={})
            case ("move_here",):
                _move_here(context)
            case _:
                assert_never(message)


APP = AppSpec(
    view=_view,
    update=_update,
    start=_start,
    title=_title,
    **FACTS.spec.facts,
)

"""The phone's Notebook app: notes in Markdown and to-dos, in notebooks that may lie in one another.

State: see `crab_sim.phone.apps.notebook.data`. Pages: ``list`` (arg: a notebook's id, ``""`` for all; data: the
sorting), ``search``, ``note`` (arg: id, None for a new one; data: `Draft`), ``move`` (arg: ids of notes), ``prompt``.
"""

from __future__ import annotations

from typing import assert_never

from crab_sim import ui
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.phone.apps.notebook import APP as FACTS
from crab_sim.phone.apps.notebook import note
from crab_sim.phone.apps.notebook.data import (
    ALL,
    FOLDERS,
    NOTES,
    SORTS,
    FolderRow,
    Folders,
    PageRow,
    Pages,
    folder_of,
    inside,
    listed,
    matching,
    new_id,
    page_of,
    tree,
)
from crab_sim.phone.apps.notebook.messages import Message, NoteMessage
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets import markdown_view, name_dialog, pickers, row_selection
from crab_sim.phone.widgets.basics import Fab, app_bar, confirm, empty, search_bar
from crab_sim.phone.widgets.drawer import Drawer, DrawerItem

__all__ = ["APP"]

_ID = "net.cozic.joplin:id/"
_MAX = 100  # notes that are listed

_NOTE = ui.MessageGroup(NoteMessage)


# The list -----------------------------------------------------------------------------------------------------------


def _tile(context: Context, row: PageRow, where: str = "") -> ui.Tile[Message]:
    picked = row_selection.selected(context.page)
    on = row.id in picked
    words = markdown_view.plain(row.body, 80)
    if row.due and not row.completed:
        words = f"Due {note.when(context, row.due)}" + (f" · {words}" if words else "")
    leading: ui.Widget[Message] = ui.Row([ui.Icon("document")], pad=(4, 0))
    if row.todo:
        action = "Mark as not completed" if row.completed else "Mark as completed"
        leading = ui.Toggle("checkbox", bool(row.completed), ("tick_todo", row.id), f"{action}: {row.title}",
                            _ID + "todo_checkbox")  # fmt: skip
    if on:
        leading = ui.Row([ui.Icon("check", "accent")], pad=(4, 0))
    return ui.Tile(
        row.title or "Untitled",
        ("select", row.id) if picked else ("open", row.id),
        " · ".join([part for part in (where, words) if part]),
        leading,
        ui.Label(stamp(row.updated / 1000, context.now, is_24_hour(context.get(SETTINGS)), short=True), 12, "muted",
                 role=""),
        long_message=("select", row.id),
        rid=_ID + "note_title",
        selected=on,
        struck=bool(row.completed),
    )  # fmt: skip


def _list(context: Context, page: ui.Page) -> View[Message]:
    folders: Folders = context.get(FOLDERS)
    folder = folder_of(folders, page.arg)
    rows = listed(context.get(NOTES), page.arg, page.data or "updated")
    picked = row_selection.selected(page)
    title = folder.title if folder is not None else "All notes"
    if picked:
        bar: ui.Widget[Message] = _selection_bar(len(picked))
    else:
        bar = ui.Row(
            [
                ui.IconButton("menu", "Sidebar", ("drawer",), _ID + "sidebar", "text"),
                ui.Label(title, "title", rid=_ID + "screen_title", flex=1),
                ui.IconButton("search", "Search", ("search",), _ID + "search", "text"),
                ui.IconButton("sort", "Sort notes by", ("sort",), _ID + "sort", "text"),
                ui.IconButton("more", "Actions", ("more",), _ID + "actions", "text"),
            ],
            gap=4,
            pad=(8, 8),
            height=60,
        )
    if rows:
        shown = [_tile(context, row) for row in rows[:_MAX]]
        body: ui.Widget[Message] = ui.Scroll("list", [*shown, ui.Space(84)], rid=_ID + "note_list")
    else:
        body = empty("notebook", "There are currently no notes", "Create one by touching the + button")
    button: ui.Widget[Message] = Fab("add", "New", ("new",), _ID + "fab")
    return View(ui.Column([bar, ui.Divider(), body]), _list_overlay(context, page), None if picked else button)


def _selection_bar(count: int) -> ui.Row[Message]:
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("folder_move", "Move to notebook", ("move_picked",), _ID + "move", "text"),
        ui.IconButton("delete", "Delete notes", ("ask_picked",), _ID + "delete", "text"),
    ]
    return row_selection.bar(count, actions)


def _drawer(context: Context, page: ui.Page) -> Drawer[Message]:
    folders: Folders = context.get(FOLDERS)
    pages: Pages = context.get(NOTES)
    places: list[DrawerItem[Message]] = [
        DrawerItem("notes", "All notes", ("go", ALL), str(len(pages)), page.arg == ALL)
    ]
    for row, depth in tree(folders):
        count = len([note for note in pages if note.folder == row.id])
        places.append(DrawerItem("notebook", row.title, ("go", row.id), str(count), page.arg == row.id, depth))
    places.append(DrawerItem("add", "New notebook", ("new_folder", "")))
    return Drawer("Notebooks", places)


def _list_overlay(context: Context, page: ui.Page) -> ui.Widget[Message] | None:
    match page.overlay:
        case ("drawer",):
            return _drawer(context, page)
        case ("new", at):
            return ui.Menu(
                [ui.Item("New note", ("create", False), "document"), ui.Item("New to-do", ("create", True), "tasks")],
                at,
            )
        case ("sort", at):
            chosen = page.data or "updated"
            return ui.Menu([ui.Item(name, ("sorted", key), checked=key == chosen) for key, name in SORTS.items()], at)
        case ("more", at):
            known = page.arg != ALL
            items: list[ui.Item[Message]] = [
                ui.Item("New sub-notebook" if known else "New notebook", ("new_folder", page.arg), "folder_add"),
                ui.Item("Edit notebook", ("edit_folder",), "edit", enabled=known),
                ui.Item("Delete notebook", ("ask_folder",), "delete", enabled=known),
            ]
            return ui.Menu(items, at)
        case ("ask_folder",):
            text = "All notes and sub-notebooks within this notebook will also be deleted."
            return confirm("Delete notebook?", text, "OK", ("delete_folder",))
        case ("ask_picked", ids):
            title = "Delete this note?" if len(ids) == 1 else f"Delete these {len(ids)} notes?"
            return confirm(title, "This can't be undone.", "OK", ("delete", ids))
    return None


def _search(context: Context) -> View[Message]:
    query = context.field("search")
    hits = matching(context.get(NOTES), query) if query.strip() else ()
    folders: Folders = context.get(FOLDERS)
    field = ui.Field("search", "Search", _ID + "search_input", pill=True, flex=1)
    bar = search_bar(field, pad=(8, 10), height=0)
    tiles: list[ui.Widget[Message]] = []
    for row in hits[:_MAX]:
        folder = folder_of(folders, row.folder)
        tiles.append(_tile(context, row, folder.title if folder is not None else ""))
    text = "No notes found" if query.strip() else "Search titles and texts"
    picked = row_selection.selected(context.page)
    top = _selection_bar(len(picked)) if picked else bar
    body: ui.Widget[Message] = ui.Scroll("found", tiles) if tiles else empty("search", text)
    return View(ui.Column([top, body]), _list_overlay(context, context.page))


def _move(context: Context) -> View[Message]:
    tiles: list[ui.Widget[Message]] = []
    for row, depth in tree(context.get(FOLDERS)):
        tile: ui.Widget[Message] = ui.Tile(row.title, ("move_to", row.id), leading=ui.Icon("notebook"))
        tiles.append(ui.Row([ui.Space(20 * min(4, depth)), ui.Column([tile], flex=1)]))
    body: ui.Widget[Message] = ui.Scroll("move", tiles) if tiles else empty("notebook", "There are no notebooks")
    return View(ui.Column([app_bar("Move to notebook", close=True), ui.Divider(), body]))


def _prompt(context: Context) -> View[Message]:
    under = name_dialog.below(context)
    body = _list(context, under._replace(overlay=())).body if under.name == "list" else ui.Column([app_bar("")])
    new = context.page.arg[0] == "folder"
    title = "New notebook" if new else "Edit notebook"
    return View(body, name_dialog.dialog(context, title, "Notebook title", "Create" if new else "Save"))


def _view(context: Context) -> View[Message]:
    match context.page.name:
        case "list":
            return _list(context, context.page)
        case "search":
            return _search(context)
        case "note":
            return note.view(context)
        case "move":
            return _move(context)
    return _prompt(context)


def _title(context: Context) -> str:
    page = context.page
    if page.name == "list" and page.arg != ALL:
        folder = folder_of(context.get(FOLDERS), page.arg)
        return folder.title if folder is not None else "Notebook"
    return "Notebook"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("add", *_):
            return note.note_page(None, "", False, *intent[1:])
    return ui.Page("list", ALL)


def _delete_folder(context: Context) -> None:
    folders: Folders = context.get(FOLDERS)
    gone = inside(folders, context.page.arg)
    context.put(FOLDERS, tuple([row for row in folders if row.id not in gone]))
    context.put(NOTES, tuple([row for row in context.get(NOTES) if row.folder not in gone]))
    context.set(arg=ALL, overlay=(), scroll={})


def _named(context: Context) -> None:
    name, (kind, arg) = name_dialog.typed_name(context), context.page.arg
    if not name:
        return
    folders: Folders = context.get(FOLDERS)
    now = int(context.now * 1000)
    context.pop()
    if kind == "folder":
        made = FolderRow(new_id("folder", context.now, {row.id for row in folders}), name, arg, now, now)
        context.put(FOLDERS, (*folders, made))
        context.set(arg=made.id, overlay=(), scroll={})
    else:
        renamed = [row._replace(title=name, updated=now) if row.id == arg else row for row in folders]
        context.put(FOLDERS, tuple(renamed))


def _move_to(context: Context, folder: str) -> None:
    ids = context.page.arg
    note.change_notes(context, ids, folder=folder)
    context.pop()
    if context.page.name == "note":
        context.set(data=context.page.data._replace(folder=folder))
    context.set(overlay=())


def _back(context: Context) -> None:
    if context.page.name == "note":
        note.leave(context)
    else:
        context.pop()


def _submit(context: Context) -> None:
    """Handles Enter in a field."""
    if context.page.name == "note":
        note.enter(context)
    elif context.page.name == "prompt":
        _named(context)


def _open(context: Context, note_id: str) -> None:
    row = page_of(context.get(NOTES), note_id)
    if row is not None:
        context.push(note.note_page(row))


def _tick(context: Context, note_id: str) -> None:
    row = page_of(context.get(NOTES), note_id)
    if row is not None:
        note.change_notes(context, (row.id,), completed=0 if row.completed else int(context.now * 1000))


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    if _NOTE.has(message):
        note.update(context, message)
        return
    match message:
        case ("back",):
            _back(context)
        case ("submit", _):
            _submit(context)
        case ("open", note_id):
            _open(context, note_id)
        case ("tick_todo", note_id):
            _tick(context, note_id)
        case ("named",):
            if context.page.name == "prompt":
                _named(context)
        case ("move_to", folder):
            _move_to(context, folder)
        case ("drawer" | "ask_folder" as name,):
            context.set(overlay=(name,))
        case ("new" | "sort" | "more" as name,):
            context.set(overlay=(name, context.point))
        case ("go", folder):
            context.set(arg=folder, overlay=(), scroll={})
        case ("sorted", order):
            context.set(data=order, overlay=())
        case ("create", todo):
            context.push(note.note_page(None, context.page.arg, todo))
        case ("select", note_id):
            row_selection.toggle(context, note_id)
        case ("move_picked",):
            context.push(ui.Page("move", row_selection.selected(context.page)))
        case ("ask_picked",):
            context.set(overlay=("ask_picked", row_selection.selected(context.page)))
        case ("delete", ids):
            note.delete_notes(context, ids)
        case ("delete_folder",):
            _delete_folder(context)
        case ("new_folder", parent):
            context.push(name_dialog.page("folder", parent))
        case ("edit_folder",):
            row = folder_of(context.get(FOLDERS), context.page.arg)
            context.push(name_dialog.page("rename", context.page.arg, row.title if row is not None else ""))
        case ("search",):
            context.push(ui.Page("search", fields={"search": ""}, focus="search"))
        case ("started",):
            pass
        case _:
            assert_never(message)


APP = AppSpec(
    view=_view,
    update=_update,
    start=_start,
    title=_title,
    key=pickers.key,
    text=pickers.text,
    **FACTS.spec.facts,
)

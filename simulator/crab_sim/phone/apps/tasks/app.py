"""The phone's Tasks app: to-dos with a day, a priority and parts, that can be ticked off, starred, sorted and found.

State: see `crab_sim.phone.apps.tasks.data`. Pages: ``list`` (data: `Shown`), ``search``, ``editor`` (arg: id,
None for a new to-do, a negative id for a new part of that to-do; data: `Draft`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, assert_never

from crab_sim import ui
from crab_sim.engines.days import DAY
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import get, update_row
from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.apps.tasks import APP as FACTS
from crab_sim.phone.apps.tasks import data as tasks_data
from crab_sim.phone.apps.tasks.data import (
    NO_PRIORITY,
    PRIORITIES,
    SORTS,
    TODOS,
    Rows,
    TodoRow,
    add,
    completed,
    due_at,
    due_text,
    family,
    has_time,
    listed,
)
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.share import share
from crab_sim.phone.times import clock, is_24_hour
from crab_sim.phone.widgets import pickers, row_selection
from crab_sim.phone.widgets.basics import Fab, app_bar, confirm, empty
from crab_sim.phone.widgets.navigation import Chips
from crab_sim.phone.widgets.pickers import PickerMessage
from crab_sim.ui.theme import Color

__all__ = ["APP"]

_ID = "com.google.android.apps.tasks:id/"
_MAX = 100  # to-dos that are listed
_COLORS: tuple[Color, ...] = ((208, 52, 44), (222, 132, 0), (44, 116, 214))


class Shown(NamedTuple):
    """The form of the list: whether completed ones are hidden, the sorting, whether only starred ones are shown."""

    hidden: bool = False
    sort: str = "order"
    starred: bool = False


class Draft(NamedTuple):
    """The values of a to-do that are chosen instead of typed."""

    due: int = 0
    importance: int = NO_PRIORITY


EditorMessage: TypeAlias = (
    PickerMessage
    | tuple[Literal["due", "time", "no_due", "ask", "delete", "share"]]
    | tuple[Literal["importance"], int]
)
"""Of the page of a to-do; the number is an importance."""
ListMessage: TypeAlias = (
    tuple[Literal["section", "sort", "more", "ask_clear", "clear", "done_picked", "ask_picked", "search"]]
    | tuple[Literal["starred"], bool]
    | tuple[Literal["sorted"], str]
    | tuple[Literal["select"], int]
    | tuple[Literal["delete_ids"], tuple[int, ...]]
)
"""Of the lists: a column, or ids of to-dos."""
Message: TypeAlias = (
    PhoneMessage
    | EditorMessage
    | ListMessage
    | tuple[Literal["create", "create_part", "save"]]
    | tuple[Literal["toggle", "star", "change"], int]
)
"""Numbers are ids of to-dos."""
_EDITOR = ui.MessageGroup(EditorMessage)
_LIST = ui.MessageGroup(ListMessage)


# Views --------------------------------------------------------------------------------------------------------------


def _tile(context: Context, row: TodoRow, depth: int = 0) -> ui.Widget[Message]:
    action = "Mark as not completed" if row.done else "Mark as completed"
    chosen = row_selection.selected(context.page)
    words = [row.notes.replace("\n", " ")]
    if row.due:
        full = is_24_hour(context.get(SETTINGS))
        words.insert(0, due_text(row.due, int(context.now // DAY), full))
    starred = row.id in context.get(tasks_data.STARS)
    ends: list[ui.Widget[Message]] = [
        ui.IconButton(
            "star_filled" if starred else "star",
            f"{'Remove star' if starred else 'Add star'}: {row.title}",
            ("star", row.id),
            _ID + "star",
            "accent" if starred else "muted",
        )
    ]
    if row.importance < NO_PRIORITY:
        ends.insert(0, ui.Icon("flag", _COLORS[row.importance], 18, f"{PRIORITIES[row.importance]} priority"))
    tile: ui.Widget[Message] = ui.Tile(
        row.title or "(no title)",
        ("select", row.id) if chosen else ("change", row.id),
        " · ".join([word for word in words if word]),
        ui.Toggle("checkbox", row.done, ("toggle", row.id), f"{action}: {row.title}", _ID + "checkBox"),
        ui.Row(ends, gap=2),
        long_message=("select", row.id),
        rid=_ID + "task_name",
        selected=row.id in chosen,
        struck=row.done,
    )
    return ui.Column([tile], pad=(24 * min(3, depth), 0)) if depth else tile


def _later(context: Context, row: TodoRow, depth: int = 0) -> ui.Widget[Message]:
    """Returns a to-do's tile, made when it comes into view."""
    return ui.LazyRow("row2" if row.notes or row.due else "row", _tile, context, row, depth)


def _list(context: Context) -> View[Message]:
    rows: Rows = context.get(TODOS)
    shown = _shown(context)
    stars = context.get(tasks_data.STARS)
    found = [(row, depth) for row, depth in listed(rows, shown.sort) if not shown.starred or row.id in stars][:_MAX]
    tiles = [_later(context, row, depth) for row, depth in found if not row.done]
    done = [_later(context, row) for row, _ in found if row.done]
    left = len(tiles)
    if not left:
        tiles.append(
            empty("star", "No starred tasks", "Mark important tasks with a star to find them here")
            if shown.starred
            else empty("check", "All done!" if done else "No tasks yet", "Tap + to add a task")
        )
    if done:
        chevron = ui.Icon("chevron_down" if shown.hidden else "chevron_up", size=20)
        header: ui.Widget[Message] = ui.Tile(
            f"Completed ({len(done)})", ("section",), trailing=chevron, rid=_ID + "header", role="button"
        )
        tiles += [ui.Space(8), ui.Divider(16), ui.Space(4), header]
        if not shown.hidden:
            tiles += done
    picked = row_selection.selected(context.page)
    if picked:
        bar = _selection_bar(len(picked))
    else:
        titles = ui.Column(
            [ui.Label("My Tasks", 26), ui.Label(f"{left} left" if rows else "", "small", "muted")], gap=2, flex=1
        )
        buttons: list[ui.Widget[Message]] = [
            ui.IconButton("search", "Search tasks", ("search",), _ID + "menu_search", "text"),
            ui.IconButton("sort", "Sort", ("sort",), _ID + "menu_sort", "text"),
            ui.IconButton("more", "More options", ("more",), _ID + "menu_more", "text"),
        ]
        bar = ui.Row([titles, *buttons], pad=(16, 12))
    chips: ui.Widget[Message] = Chips(
        [("All", ("starred", False), not shown.starred), ("Starred", ("starred", True), shown.starred)]
    )
    body = ui.Column([bar, chips, ui.Scroll("list", [*tiles, ui.Space(80)], rid="android:id/list")])
    return View(body, _list_overlay(context), Fab("add", "Add task", ("create",), _ID + "fab"))


def _selection_bar(count: int) -> ui.Row[Message]:
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("check", "Mark selected as completed", ("done_picked",), _ID + "complete", "text"),
        ui.IconButton("delete", "Delete selected", ("ask_picked",), _ID + "delete", "text"),
    ]
    return row_selection.bar(count, actions)


def _shown(context: Context) -> Shown:
    shown: Shown = context.page.data or Shown()
    return shown


def _list_overlay(context: Context) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("sort", at):
            sort = _shown(context).sort
            return ui.Menu([ui.Item(name, ("sorted", key), checked=key == sort) for key, name in SORTS.items()], at)
        case ("more", at):
            done = any([row.done for row in context.get(TODOS)])
            return ui.Menu([ui.Item("Clear completed tasks", ("ask_clear",), enabled=done)], at)
        case ("ask_clear",):
            text = "All completed tasks will be permanently deleted."
            return confirm("Clear completed tasks?", text, "Clear", ("clear",))
        case ("ask_picked", ids):
            many = f"{len(ids)} tasks" if len(ids) > 1 else "task"
            return confirm(f"Delete {many}?", "This can't be undone.", "Delete", ("delete_ids", ids))
    return None


def _search(context: Context) -> View[Message]:
    query = context.field("search").strip().casefold()
    rows: Rows = context.get(TODOS)
    found = [row for row in rows if query in row.title.casefold() or query in row.notes.casefold()] if query else []
    field = ui.Field("search", "Search tasks", _ID + "search_src_text", pill=True, flex=1)
    back: ui.Widget[Message] = ui.IconButton("back", "Navigate up", ("back",), tone="text")
    if found:
        body: ui.Widget[Message] = ui.Scroll(
            "found", [_later(context, row) for row in found[:_MAX]], rid="android:id/list"
        )
    else:
        body = empty("search", "No tasks found" if query else "Search your tasks", "By title or notes")
    picked = row_selection.selected(context.page)
    bar = _selection_bar(len(picked)) if picked else ui.Row([back, field], gap=4, pad=(8, 10))
    return View(ui.Column([bar, body]), _list_overlay(context))


def _editor(context: Context) -> View[Message]:
    page, draft = context.page, context.page.data
    new = page.arg is None or page.arg < 0
    save: ui.Widget[Message] = ui.Button(
        "Save", ("save",), rid=_ID + "save", enabled=bool(context.field("title").strip())
    )
    actions: list[ui.Widget[Message]] = [save, ui.Space(8)]
    if not new:
        actions.insert(0, ui.IconButton("delete", "Delete task", ("ask",), _ID + "delete", tone="text"))
        actions.insert(0, ui.IconButton("share", "Share", ("share",), _ID + "share", tone="text"))
    full = is_24_hour(context.get(SETTINGS))
    due = due_text(draft.due // 1000 // 60 * 60_000, int(context.now // DAY), full) if draft.due else "No due date"
    rows: list[ui.Widget[Message]] = [
        ui.Space(4),
        ui.Field("title", "Title", _ID + "title", label=True),
        ui.Field("notes", "Notes", _ID + "notes", multiline=True, lines=5, label=True),
    ]
    clear: ui.Widget[Message] | None = (
        ui.IconButton("close", "Remove due date", ("no_due",), _ID + "clear_due") if draft.due else None
    )
    date: ui.Widget[Message] = ui.Tile(
        "Due date", ("due",), due, ui.Icon("calendar", size=22), clear, rid=_ID + "due_date", role="button"
    )
    chosen: list[ui.Widget[Message]] = [date]
    if draft.due:
        time = clock(draft.due / 1000, full) if has_time(draft.due) else "No time"
        chosen.append(ui.Tile("Time", ("time",), time, ui.Icon("clock", size=22), rid=_ID + "due_time", role="button"))
    names: list[tuple[str, Message, bool]] = [
        (name, ("importance", i), draft.importance == i) for i, name in enumerate(PRIORITIES)
    ]
    chosen += [
        ui.Row([ui.Icon("flag", size=22), ui.Label("Priority", flex=1)], gap=16, pad=(16, 8)),
        Chips(names, _ID + "priority", (16, 4)),
    ]
    if not new:
        chosen += _parts(context, page.arg)
    overlay: ui.Widget[Message] | None = pickers.overlay(context)
    if page.overlay == ("ask",):
        overlay = confirm("Delete task?", "This task will be permanently deleted.", "Delete", ("delete",))
    title = "New subtask" if page.arg is not None and new else "New task" if new else "Edit task"
    content = [ui.Column(rows, gap=16, pad=(16, 12)), *chosen, ui.Space(16)]
    return View(ui.Column([app_bar(title, actions, close=True), ui.Divider(), ui.Scroll("editor", content)]), overlay)


def _parts(context: Context, todo_id: int) -> list[ui.Widget[Message]]:
    parts = [row for row in context.get(TODOS) if row.parent == todo_id]
    add_one: ui.Widget[Message] = ui.Tile(
        "Add subtask", ("create_part",), leading=ui.Icon("add", size=22), rid=_ID + "add_subtask"
    )
    return [ui.Space(8), ui.Divider(16), *[_tile(context, row) for row in parts], ui.Box(add_one, "", (0, 0))]


def _view(context: Context) -> View[Message]:
    views = {"list": _list, "search": _search, "editor": _editor}
    return views[context.page.name](context)


def _title(context: Context) -> str:
    page = context.page
    return "Tasks" if page.name != "editor" else "New task" if page.arg is None else "Edit task"


# Events -------------------------------------------------------------------------------------------------------------


def _edit_page(row: TodoRow | None, title: str = "", parent: int = 0) -> ui.Page:
    draft = Draft()
    if row is not None:
        title, draft = row.title, Draft(row.due, row.importance)
    end = len(title)
    fields = {"title": title, "notes": row.notes if row is not None else ""}
    arg = row.id if row is not None else -parent or None
    return ui.Page("editor", arg, fields, focus="title", selection=(end, end), data=draft)


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("add", *_):
            return _edit_page(None, *intent[1:])
    return ui.Page("list")


def _save(context: Context) -> None:
    title, notes = context.field("title").strip(), context.field("notes").strip()
    if not title:
        return
    rows: Rows = context.get(TODOS)
    arg, draft, now = context.page.arg, context.page.data, int(context.now * 1000)
    if get(rows, arg) is None:
        rows, arg = add(rows, title, notes, now=context.now)
        parent = -context.page.arg if context.page.arg is not None and context.page.arg < 0 else 0
        rows = update_row(rows, arg, parent=parent)
    rows = update_row(rows, arg, title=title, notes=notes, due=draft.due, importance=draft.importance, modified=now)
    context.put(TODOS, rows)
    context.pop()


def _delete(context: Context, ids: tuple[int, ...]) -> None:
    rows: Rows = context.get(TODOS)
    gone = family(rows, ids)
    context.put(TODOS, tuple([row for row in rows if row.id not in gone]))
    context.put(tasks_data.STARS, tuple([star for star in context.get(tasks_data.STARS) if star not in gone]))
    context.set(overlay=())


def _tick(context: Context, ids: tuple[int, ...], done: bool) -> None:
    rows: Rows = context.get(TODOS)
    context.put(TODOS, tuple([completed(r, done, context.now) if r.id in ids and r.done != done else r for r in rows]))


def _star(context: Context, todo_id: int) -> None:
    stars = context.get(tasks_data.STARS)
    others = tuple([star for star in stars if star != todo_id])
    context.put(tasks_data.STARS, tuple(sorted([*stars, todo_id])) if others == stars else others)


def _update_list(context: Context, message: ListMessage) -> None:
    shown = _shown(context)
    match message:
        case ("section",):
            context.set(data=shown._replace(hidden=not shown.hidden))
        case ("starred", only):
            context.set(data=shown._replace(starred=only), scroll={})
        case ("sort" | "more" as name,):
            context.set(overlay=(name, context.point))
        case ("sorted", column):
            context.set(data=shown._replace(sort=column), overlay=())
        case ("ask_clear",):
            context.set(overlay=("ask_clear",))
        case ("clear",):
            _delete(context, tuple([row.id for row in context.get(TODOS) if row.done]))
        case ("select", todo_id):
            row_selection.toggle(context, todo_id)
        case ("done_picked",):
            _tick(context, row_selection.selected(context.page), True)
            context.set(overlay=())
        case ("ask_picked",):
            context.set(overlay=("ask_picked", row_selection.selected(context.page)))
        case ("delete_ids", ids):
            _delete(context, ids)
        case ("search",):
            context.push(ui.Page("search", fields={"search": ""}, focus="search"))
        case _:
            assert_never(message)


def _update_draft(context: Context, message: EditorMessage) -> None:
    draft: Draft = context.page.data
    day = draft.due // (DAY * 1000) if draft.due else int(context.now // DAY)
    match message:
        case ("due",):
            context.set(overlay=pickers.date_overlay("day", day))
        case ("time",):
            at = draft.due // 60_000 % 1440 if has_time(draft.due) else 9 * 60
            context.set(overlay=pickers.time_overlay("minute", at))
        case ("picked", key, value):
            minute = draft.due // 60_000 % 1440 if has_time(draft.due) else None
            due = due_at(value, minute) if key == "day" else due_at(day, value)
            context.set(data=draft._replace(due=due), overlay=())
        case ("pick", *_):
            pickers.update(context, message)
        case ("no_due",):
            context.set(data=draft._replace(due=0))
        case ("importance", level):
            context.set(data=draft._replace(importance=level))
        case ("ask",):
            context.set(overlay=("ask",))
        case ("delete",):
            _delete(context, (context.page.arg,))
            context.pop()
        case ("share",):
            share(context, "text", f"{context.field('title')}\n{context.field('notes')}".strip())
        case _:
            assert_never(message)


def _update(context: Context, message: Message) -> None:
    rows: Rows = context.get(TODOS)
    if _EDITOR.has(message):
        _update_draft(context, message)
        return
    if _LIST.has(message):
        _update_list(context, message)
        return
    match message:
        case ("back",):
            context.pop()
        case ("toggle", todo_id):
            row = get(rows, todo_id)
            if row is not None:
                _tick(context, (row.id,), not row.done)
        case ("star", todo_id):
            _star(context, todo_id)
        case ("create",):
            context.push(_edit_page(None))
        case ("create_part",):
            context.push(_edit_page(None, parent=context.page.arg))
        case ("change", todo_id):
            context.push(_edit_page(get(rows, todo_id)))
        case ("save",):
            _save(context)
        case ("submit", key):
            if key == "title":
                end = len(context.field("notes"))
                context.set(focus="notes", selection=(end, end))
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

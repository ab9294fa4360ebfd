"""The phone's Tasks app: a list of to-dos that can be ticked off, edited and deleted.

State: slice ``"todos"``, a tuple of `TodoRow` in the list's order. Pages: ``list`` (data: True hides the completed
ones), ``editor`` (arg: id, None for a new to-do).
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from crab_gym.sim import content
from crab_gym.sim.app import AppSpec, Context, View
from crab_gym.sim.phone.app import PhoneApp
from crab_gym.sim.phone.parts import Fab, app_bar, confirm, empty
from crab_gym.sim.rows import get, next_id, remove, update_row
from crab_gym.sim.ui import (
    Button,
    Column,
    Divider,
    Field,
    Icon,
    IconButton,
    Label,
    Message,
    Page,
    Scroll,
    Space,
    Tile,
    Toggle,
    Widget,
)

__all__ = ["APP", "Rows", "TodoRow", "add", "get", "remove", "seed", "update_row"]

_ID = "org.tasks:id/"


class TodoRow(NamedTuple):
    """One to-do."""

    id: int
    title: str
    notes: str = ""
    done: bool = False


Rows = tuple[TodoRow, ...]


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 5 to 9 to-dos, some of them done."""
    titles = rng.sample(content.CHORES, rng.randrange(5, 10))
    return tuple(
        [
            TodoRow(i + 1, title, rng.choice(content.NOTES) if rng.random() < 0.4 else "", rng.random() < 0.3)
            for i, title in enumerate(titles)
        ]
    )


def add(rows: Rows, title: str, notes: str = "", done: bool = False) -> tuple[Rows, int]:
    """Adds a to-do at the list's end; returns the list and the to-do's id.

    >>> add((), "Buy stamps")
    ((TodoRow(id=1, title='Buy stamps', notes='', done=False),), 1)
    """
    new = next_id(rows)
    return (*rows, TodoRow(new, title, notes, done)), new


# Views --------------------------------------------------------------------------------------------------------------


def _tile(row: TodoRow) -> Tile:
    action = "Mark as not completed" if row.done else "Mark as completed"
    return Tile(
        row.title or "(no title)",
        ("change", row.id),
        row.notes.replace("\n", " "),
        Toggle("checkbox", row.done, ("toggle", row.id), f"{action}: {row.title}", _ID + "checkBox"),
        rid=_ID + "title",
        struck=row.done,
    )


def _list(context: Context) -> View:
    rows: Rows = context.get("todos")
    tiles: list[Widget] = [_tile(row) for row in rows if not row.done]
    done: list[Widget] = [_tile(row) for row in rows if row.done]
    left = len(tiles)
    if not left:
        tiles.append(empty("check", "All done!" if done else "No tasks yet", "Tap + to add a task"))
    if done:
        hidden = bool(context.page.data)
        chevron = Icon("chevron_down" if hidden else "chevron_up", size=20)
        title = f"Completed ({len(done)})"
        header = Tile(title, ("section",), trailing=chevron, rid=_ID + "header", role="button")
        tiles += [Space(8), Divider(16), Space(4), header]
        if not hidden:
            tiles += done
    bar = Column([Label("My Tasks", 26), Label(f"{left} left" if rows else "", "small", "muted")], gap=2, pad=(16, 14))
    body = Column([bar, Scroll("list", [*tiles, Space(80)], rid="android:id/list")])
    return View(body, None, Fab("add", "Add task", ("create",), _ID + "fab"))


def _editor(context: Context) -> View:
    todo_id = context.page.arg
    save = Button("Save", ("save",), rid=_ID + "save", enabled=bool(context.field("title").strip()))
    actions: list[Widget] = [save, Space(8)]
    if todo_id is not None:
        actions.insert(0, IconButton("delete", "Delete task", ("ask",), _ID + "delete", tone="text"))
    fields = [
        Space(4),
        Field("title", "Title", _ID + "title", label=True),
        Field("notes", "Notes", _ID + "notes", multiline=True, lines=6, label=True),
    ]
    overlay = None
    if context.page.overlay == ("ask",):
        overlay = confirm("Delete task?", "This task will be permanently deleted.", "Delete", ("delete",))
    bar = app_bar("New task" if todo_id is None else "Edit task", actions, close=True)
    return View(Column([bar, Divider(), Scroll("editor", [Column(fields, gap=16, pad=(16, 12))])]), overlay)


def _view(context: Context) -> View:
    return _list(context) if context.page.name == "list" else _editor(context)


def _title(context: Context) -> str:
    page = context.page
    return "Tasks" if page.name == "list" else "New task" if page.arg is None else "Edit task"


# Events -------------------------------------------------------------------------------------------------------------


def _edit_page(row: TodoRow | None, title: str = "") -> Page:
    if row is not None:
        title = row.title
    end = len(title)
    fields = {"title": title, "notes": row.notes if row is not None else ""}
    return Page("editor", row.id if row is not None else None, fields, focus="title", selection=(end, end))


def _start(intent: Message) -> Page:
    match intent:
        case ("add", *title):
            return _edit_page(None, *title)
    return Page("list")


def _save(context: Context) -> None:
    title, notes = context.field("title").strip(), context.field("notes").strip()
    if not title:
        return
    rows: Rows = context.get("todos")
    if get(rows, context.page.arg) is None:
        context.put("todos", add(rows, title, notes)[0])
    else:
        context.put("todos", update_row(rows, context.page.arg, title=title, notes=notes))
    context.pop()


def _update(context: Context, name: str, *args: Any) -> None:
    match name:
        case "back":
            context.pop()
        case "toggle":
            row = get(context.get("todos"), args[0])
            if row is not None:
                context.put("todos", update_row(context.get("todos"), row.id, done=not row.done))
        case "section":
            context.set(data=not context.page.data)
        case "create":
            context.push(_edit_page(None))
        case "change":
            context.push(_edit_page(get(context.get("todos"), args[0])))
        case "save":
            _save(context)
        case "submit":
            end = len(context.field("notes"))
            context.set(focus="notes", selection=(end, end))
        case "ask":
            context.set(overlay=("ask",))
        case "delete":
            context.put("todos", remove(context.get("todos"), context.page.arg))
            context.set(overlay=())
            context.pop()


APP = PhoneApp(
    AppSpec("tasks", "Tasks", "tasks", (66, 103, 210), _view, _update, _start, _title),
    seeders={"todos": seed},
)

"""Endeavour, the to-do list of GNOME in Debian 12: lists of tasks beside panels by date.

State: slices ``"task_lists"`` and ``"todos"``; page ``endeavour`` (data: `Shown`; field ``new``), and above it ``task``
(arg: the task's id, data: its list), ``new_list``, ``rename_list`` and ``delete_list`` (arg: the list's id).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from crab_sim.desktop.apps.endeavour import APP as FACTS
from crab_sim.desktop.apps.endeavour import data
from crab_sim.desktop.apps.endeavour.data import INBOX, PANELS, TASK_LISTS, TASKS, ListRow, Lists, TaskRow
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import MENUS, SEPARATOR, Entry, MenuMessage, handle_menu, open_popup
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.popover import Popover
from crab_sim.desktop.widgets import CANCEL, Sized, ask, dialog_key, dialog_page
from crab_sim.engines.days import DAY
from crab_sim.engines.typed_dates import date_text, parse_date
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import get, next_id, remove, update_row
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    Icon,
    IconButton,
    Label,
    MessageGroup,
    Page,
    Row,
    Scroll,
    Space,
    Tile,
    Toggle,
    Widget,
)  # fmt: skip
from crab_sim.ui.theme import Color

__all__ = ["APP", "Shown"]

_SIDEBAR = 190
_MAX_TASKS, _MAX_LISTS = 500, 30
_ICONS: Final = {"today": "today", "next": "calendar", "all": "tasks"}


class Shown(NamedTuple):
    """The state of the window.

    Attributes:
        panel: The name of a panel, or the id of a list.
        completed: Whether it shows the completed tasks, too.
        folded: Whether the lists of this computer are hidden.
        archive: Whether the sidebar shows the archived lists, of which there are none.
    """

    panel: str | int = INBOX
    completed: bool = True
    folded: bool = False
    archive: bool = False


MenuChoice: TypeAlias = tuple[Literal["completed", "clear", "rename_list", "delete_list"]]
ListMessage: TypeAlias = MenuChoice | tuple[Literal["new_list", "name", "really", "fold", "archive"]]
"""The messages of lists."""
Message: TypeAlias = (
    DesktopMessage
    | MenuMessage[MenuChoice]
    | ListMessage
    | tuple[Literal["panel"], str | int]
    | tuple[Literal["check", "details", "list", "due"], int]
    | tuple[Literal["add", "menu", "delete_task", "save", "cancel"]]
)
_LISTS: Final = MessageGroup(ListMessage)


def _shown(context: Context) -> Shown:
    shown: Shown = context.base.data
    return shown


def _today(context: Context) -> int:
    return int(context.now // DAY)


# Views --------------------------------------------------------------------------------------------------------------


def view(context: Context) -> View[Message]:
    """Shows the panels and lists, the tasks of one, and the dialog or menu above them."""
    page, shown, lists = context.page, _shown(context), context.get(TASK_LISTS)
    rows, today = context.get(TASKS), _today(context)
    body = Row([Sized(_sidebar(shown, lists, rows, today), w=_SIDEBAR), _panel(context, shown, lists)], flex=1)
    overlay: Widget[Message] | None = popup(_menu(shown), page.overlay)
    match page.name:
        case "task":
            overlay = _task_dialog(context, lists)
        case "new_list" | "rename_list":
            field, cancel = Field("name", "List name"), Button("Cancel", CANCEL, "outlined")
            given = bool(page.fields["name"].strip())
            if page.name == "new_list":
                actions: Sequence[Widget[Message]] = (cancel, Button("Create List", ("name",), enabled=given))
                overlay = Popover("List Name", field, actions, CANCEL, (8, 44))
            else:
                overlay = Dialog(
                    "Rename List", field, [cancel, Button("Rename", ("name",), enabled=given)], 400, CANCEL
                )
        case "delete_list":
            overlay = ask(
                f"Remove the list “{data.panel_name(page.arg, lists)}”?",
                "Its tasks are removed, too. This can't be undone.",
                Button("Remove", ("really",), "danger"),
            )
    return View(Column([body]), overlay)


def _sidebar(shown: Shown, lists: Lists, rows: data.Tasks, today: int) -> Widget[Message]:
    tiles: list[Widget[Message]] = []

    def tile(panel: str | int, icon: str, tone: str | Color = "muted") -> Tile[Message]:
        count = sum([not row.done for row in data.in_panel(rows, panel, today)])
        trailing = Label(str(count), "small", "muted", role="") if count else None
        name = data.panel_name(panel, lists)
        return Tile(name, ("panel", panel), leading=Icon(icon, tone), trailing=trailing, selected=shown.panel == panel)

    if shown.archive:
        back: Widget[Message] = IconButton("chevron_left", "", ("archive",), tone="text")
        text = Label("No Archived Lists", tone="muted", align="center")
        return Column([Row([back], pad=(8, 6)), Space(flex=1), text, Space(flex=1)], background="surface", flex=1)
    tiles.append(tile(INBOX, "inbox"))
    tiles += [tile(panel, _ICONS[panel]) for panel in PANELS]
    tiles.append(Tile("Archived", ("archive",), leading=Icon("folder")))
    arrow = Icon("chevron_right" if shown.folded else "chevron_down")
    tiles.append(Tile("On This Computer", ("fold",), trailing=arrow))
    if not shown.folded:
        tiles += [tile(row.id, "circle_filled", data.COLORS[row.color]) for row in lists if row.id != INBOX]
    new: Widget[Message] = Button("New List", ("new_list",), "text", enabled=len(lists) < _MAX_LISTS)
    return Column([Row([new], pad=(8, 6)), Scroll("lists", tiles, pad=(6, 6))], background="surface", flex=1)


def _menu(shown: Shown) -> tuple[Entry[MenuChoice], ...]:
    own = isinstance(shown.panel, int) and shown.panel != INBOX
    return (
        Entry("Show Completed Tasks", ("completed",), "", shown.completed),
        Entry("Clear Completed Tasks…", ("clear",), enabled=isinstance(shown.panel, int)),
        SEPARATOR,
        Entry("Rename List…", ("rename_list",), enabled=own),
        Entry("Remove List…", ("delete_list",), enabled=own),
    )


def _panel(context: Context, shown: Shown, lists: Lists) -> Widget[Message]:
    today = _today(context)
    found = data.in_panel(context.get(TASKS), shown.panel, today)
    rows: list[Widget[Message]] = []
    for row in found:
        if row.done and not shown.completed:
            continue
        parts = [data.due_text(row.due, today)] if row.due else []
        if isinstance(shown.panel, str):
            parts.append(data.panel_name(row.list, lists))
        if row.notes:
            parts.append(row.notes.partition("\n")[0])
        tick: Widget[Message] = Toggle("checkbox", row.done, ("check", row.id), f"Complete {row.title}")
        rows.append(
            Tile(row.title, ("details", row.id), " · ".join(parts), tick, Icon("chevron_right"), struck=row.done)
        )
    body: Widget[Message] = Scroll("tasks", rows, pad=(10, 6))
    if not rows:
        text = "No tasks found" if found else "No more tasks left"
        label = Label(text, "title", "muted", align="center", pad=(0, 10))
        body = Column([Space(flex=1), Icon("tasks", "faint", 72), label, Space(flex=1)], flex=1)
    bar: Widget[Message] = Row(
        [
            Label(data.panel_name(shown.panel, lists), "title", font="bold", flex=1),
            IconButton("menu", "", ("menu",), rid="list_menu", tone="text"),
        ],
        gap=6, pad=(14, 6), background="bar",
    )  # fmt: skip
    entry: Widget[Message] = Row(
        [Field("new", "New task…", icon="add", flex=1), Button("Add Tasks", ("add",), "outlined")],
        gap=8, pad=(12, 8), background="bar",
    )  # fmt: skip
    return Column([bar, body, entry], flex=1)


def _task_dialog(context: Context, lists: Lists) -> Dialog[Message]:
    page, today = context.page, _today(context)
    fault = "" if _due(page) is not None else "Enter a date such as 2026-10-14."
    days: list[Widget[Message]] = [
        Sized(Field("due", "Due date"), w=130), Button("Today", ("due", today), "outlined"),
        Button("Tomorrow", ("due", today + 1), "outlined"), Button("None", ("due", 0), "outlined"),
    ]  # fmt: skip
    choices: list[Widget[Message]] = [
        Tile(row.name, ("list", row.id), trailing=Toggle("radio", row.id == page.data)) for row in lists
    ]
    body = Column(
        [
            Field("title", "Title"),
            Field("notes", "Notes", multiline=True, lines=3),
            Row(days, gap=6),
            Label(fault or "List", "small", "danger" if fault else "muted"),
            Sized(Scroll("choices", choices), h=120),
        ],
        gap=8,
    )
    actions: list[Widget[Message]] = [
        Button("Delete", ("delete_task",), "danger"), Button("Cancel", ("cancel",), "outlined"),
        Button("Done", ("save",), enabled=not fault and bool(page.fields["title"].strip())),
    ]  # fmt: skip
    return Dialog("Task Details", body, actions, 480, ("cancel",))


def _due(page: Page) -> int | None:
    """Returns the day in the dialog's field, 0 for an empty one, None where it can't be read."""
    text = page.fields["due"].strip()
    return parse_date(text) if text else 0


# Events -------------------------------------------------------------------------------------------------------------


def _add(context: Context) -> None:
    """Adds the task in the field, to the list that is shown, due today in the panel of that name."""
    shown, rows, title = _shown(context), context.get(TASKS), context.field("new").strip()
    if not title or len(rows) >= _MAX_TASKS:
        return
    owner = shown.panel if isinstance(shown.panel, int) else INBOX
    due = _today(context) if shown.panel in ("today", "next") else 0
    context.put(TASKS, data.add(rows, TaskRow(0, owner, title, "", due)))
    context.set_fields(new="")


def _details(context: Context, task_id: int) -> None:
    row = get(context.get(TASKS), task_id)
    if row is not None:
        page = dialog_page(context, "task", task_id, "title", row.title)
        fields = {"title": row.title, "notes": row.notes, "due": date_text(row.due) if row.due else ""}
        context.push(page._replace(fields=fields, data=row.list))


def _save(context: Context) -> None:
    """Takes over the task that its dialog has."""
    page, due = context.page, _due(context.page)
    title = page.fields["title"].strip()
    if title and due is not None:
        context.pop()
        rows = update_row(
            context.get(TASKS), page.arg, title=title, notes=page.fields["notes"].strip(), due=due, list=page.data
        )
        context.put(TASKS, rows)


def _name_given(context: Context) -> None:
    page, lists = context.page, context.get(TASK_LISTS)
    name = page.fields["name"].strip()
    if not name:
        return
    context.pop()
    if page.name == "rename_list":
        context.put(TASK_LISTS, update_row(lists, page.arg, name=name))
    else:
        new = next_id(lists)
        context.put(TASK_LISTS, (*lists, ListRow(new, name, new % len(data.COLORS))))
        context.set(data=_shown(context)._replace(panel=new), scroll={})


def _of_lists(context: Context, message: ListMessage) -> None:
    """Handles the events of lists."""
    page, shown, rows = context.page, _shown(context), context.get(TASKS)
    match message:
        case ("fold",):
            context.set(data=_shown(context)._replace(folded=not _shown(context).folded))
        case ("archive",):
            context.set(data=_shown(context)._replace(archive=not _shown(context).archive))
        case ("completed",):
            context.set(data=shown._replace(completed=not shown.completed))
        case ("clear",):
            context.put(TASKS, tuple([row for row in rows if not (row.done and row.list == shown.panel)]))
        case ("new_list",):
            context.push(dialog_page(context, "new_list", None, "name"))
        case ("rename_list",):
            name = data.panel_name(shown.panel, context.get(TASK_LISTS))
            context.push(dialog_page(context, "rename_list", shown.panel, "name", name))
        case ("delete_list",):
            context.push(dialog_page(context, "delete_list", shown.panel))
        case ("really",):
            context.pop()
            context.put(TASK_LISTS, remove(context.get(TASK_LISTS), page.arg))
            context.put(TASKS, tuple([row for row in rows if row.list != page.arg]))
            context.set(data=shown._replace(panel=INBOX))
        case ("name",):
            _name_given(context)
        case _:
            assert_never(message)


def update(context: Context, message: Message) -> None:
    """Handles Endeavour's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    if _LISTS.has(message):
        _of_lists(context, message)
        return
    page, rows = context.page, context.get(TASKS)
    match message:
        case ("panel", panel):
            context.set(data=_shown(context)._replace(panel=panel), scroll={})
        case ("menu",):
            open_popup(context)
        case ("add",):
            _add(context)
        case ("check", task_id):
            row = get(rows, task_id)
            context.put(TASKS, update_row(rows, task_id, done=row is not None and not row.done))
        case ("details", task_id):
            _details(context, task_id)
        case ("due", day):
            context.set(fields={**page.fields, "due": date_text(day) if day else ""})
        case ("list", list_id):
            context.set(data=list_id)
        case ("delete_task",):
            context.pop()
            context.put(TASKS, remove(rows, page.arg))
        case ("save",):
            _save(context)
        case ("submit", _):
            _submit(context)
        case ("cancel",):
            context.pop()
        case ("opened", *_):
            pass
        case _:
            assert_never(message)


def _submit(context: Context) -> None:
    """Handles Enter in a field."""
    match context.page.name:
        case "endeavour":
            _add(context)
        case "task":
            _save(context)
        case _:
            _name_given(context)


_ENTER: Final[dict[str, Message]] = {"delete_list": ("really",)}


def key(context: Context, name: str) -> bool:
    """Handles Endeavour's keys."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "endeavour":
        return dialog_key(context, name, update, CANCEL, _ENTER)
    if name == "ctrl+n":
        context.set(focus="new", selection=(0, len(context.field("new"))))
    elif name in ("ctrl+q", "ctrl+w"):
        context.close()
    else:
        return False
    return True


def start(intent: Intent) -> Page:
    """Returns the first page, with the inbox."""
    return Page("endeavour", fields={"new": ""}, focus="new", data=Shown())


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=lambda context: "Endeavour",
    key=key,
    **FACTS.facts,
)

"""One note of the Notebook: its page, written or shown, and its messages."""

from __future__ import annotations

from typing import NamedTuple, TypedDict, Unpack, assert_never

from crab_sim import ui
from crab_sim.engines.days import DAY, short_day
from crab_sim.machine.app import Context, View
from crab_sim.phone.apps.notebook.data import (
    FOLDERS,
    NOTES,
    FolderRow,
    Folders,
    PageRow,
    Pages,
    folder_of,
    new_id,
    page_of,
    tree,
)
from crab_sim.phone.apps.notebook.messages import Message, NoteMessage
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.share import share
from crab_sim.phone.times import clock, is_24_hour, stamp
from crab_sim.phone.widgets import markdown_view, pickers
from crab_sim.phone.widgets.basics import app_bar, confirm, message_dialog

__all__ = ["Draft", "change_notes", "delete_notes", "enter", "leave", "note_page", "update", "view", "when"]

_ID = "net.cozic.joplin:id/"


class Draft(NamedTuple):
    """The values of a note that are chosen instead of typed, and whether it is shown instead of edited."""

    shown: bool = False
    folder: str = ""
    todo: bool = False
    due: int = 0
    completed: int = 0


def when(context: Context, ms: int) -> str:
    """Returns a time in milliseconds in words, such as ``Today 09:00``."""
    day, time = int(ms // 1000 // DAY), clock(ms / 1000, is_24_hour(context.get(SETTINGS)))
    today = int(context.now // DAY)
    near = {today: "Today", today + 1: "Tomorrow", today - 1: "Yesterday"}.get(day)
    return f"{near} {time}" if near else f"{short_day(day)} {time}"


def view(context: Context) -> View[Message]:
    """Returns the page of the note that is open."""
    draft: Draft = context.page.data
    folder = folder_of(context.get(FOLDERS), draft.folder)
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("save", "Save changes", ("save",), _ID + "save", "text"),
        ui.IconButton("edit", "Edit", ("show", False), _ID + "edit", "text") if draft.shown
        else ui.IconButton("eye", "View", ("show", True), _ID + "view", "text"),
        ui.IconButton("more", "Actions", ("note_more",), _ID + "actions", "text"),
    ]  # fmt: skip
    name = folder.title if folder is not None else "Notebook"
    parts: list[ui.Widget[Message]] = [app_bar(name, actions), ui.Divider()]
    title: list[ui.Widget[Message]] = []
    if draft.todo:
        title.append(ui.Toggle("checkbox", bool(draft.completed), ("tick_note",), "Completed", _ID + "todo_checkbox"))
    if draft.shown:
        title.append(
            ui.Label(context.field("title") or "Untitled", 20, font="bold", wrap=True, rid=_ID + "title", flex=1)
        )
        parts.append(ui.Row(title, gap=8, pad=(16, 10)))
    else:
        title.append(ui.Field("title", "Title", _ID + "title", bare=True, flex=1))
        parts.append(ui.Row(title, pad=(2, 2)))
    if draft.due:
        clear: ui.Widget[Message] = ui.IconButton("close", "Clear alarm", ("no_due",), size=36)
        parts.append(
            ui.Row(
                [
                    ui.Icon("alarm", "accent", 20),
                    ui.Label(f"Due {when(context, draft.due)}", "small", "accent", rid=_ID + "due", flex=1),
                    clear,
                ],
                gap=10,
                pad=(16, 2),
            )
        )
    parts.append(ui.Divider())
    if draft.shown:
        widgets = markdown_view.preview(context.field("body"))
        parts.append(ui.Scroll("preview", [*widgets, ui.Space(24)], 2, (16, 12), rid=_ID + "note_viewer"))
    else:
        field = ui.Field("body", "Write your note here", _ID + "body", multiline=True, lines=8, bare=True, flex=1)
        parts += [ui.Row([field], pad=(2, 0), flex=1), markdown_view.toolbar(_ID + "toolbar")]
    return View(ui.Column(parts), pickers.overlay(context) or _note_overlay(context))


def _note_overlay(context: Context) -> ui.Widget[Message] | None:
    draft: Draft = context.page.data
    match context.page.overlay:
        case ("note_more", at):
            items: list[ui.Item[Message]] = [
                ui.Item("Move to notebook", ("move_note",), "folder_move"),
                ui.Item("Convert to note" if draft.todo else "Convert to to-do", ("convert",), "tasks"),
                ui.Item("Set alarm", ("due",), "alarm", enabled=draft.todo),
                ui.Item("Share", ("share",), "share"),
                ui.Item("Properties", ("info",), "info"),
                ui.Item("Delete", ("ask_note",), "delete"),
            ]
            return ui.Menu(items, at)
        case ("ask_note",):
            return confirm("Delete this note?", "This can't be undone.", "OK", ("delete_note",))
        case ("info",):
            row = page_of(context.get(NOTES), context.page.arg)
            full, now = is_24_hour(context.get(SETTINGS)), context.now
            facts = [f"Characters: {len(context.field('body'))}"]
            if row is not None:
                facts.append(f"Created: {stamp(row.created / 1000, now, full)}")
                facts.append(f"Updated: {stamp(row.updated / 1000, now, full)}")
            return message_dialog("Properties", "\n".join(facts))
    return None


def note_page(row: PageRow | None, folder: str = "", todo: bool = False, title: str = "", body: str = "") -> ui.Page:
    """Returns the page of a note, or of a new one.

    Args:
        row: The note; None for a new one, with the other values.
        folder: The id of its notebook.
        todo: Whether it is a to-do.
        title: Its title.
        body: Its text.
    """
    if row is not None:
        draft = Draft(True, row.folder, row.todo, row.due, row.completed)
        return ui.Page("note", row.id, {"title": row.title, "body": row.body}, data=draft)
    focus = "body" if title else "title"
    end = len(body)
    fields = {"title": title, "body": body}
    return ui.Page("note", None, fields, focus=focus, selection=(end, end), data=Draft(False, folder, todo))


def _keep(context: Context) -> str | None:
    """Stores the note that is being written; returns its id, None where it is new and empty."""
    page, draft = context.page, context.page.data
    rows: Pages = context.get(NOTES)
    title, body, now = context.field("title").strip(), context.field("body"), int(context.now * 1000)
    old = page_of(rows, page.arg)
    if old is None:
        if not (title or body.strip()):
            return None
        if not draft.folder:
            draft = draft._replace(folder=_default_folder(context))
        title = title or markdown_view.plain(body, 60)
        old = PageRow(new_id("note", context.now, {row.id for row in rows}), "", "", created=now)
        rows = (*rows, old)
        context.set(data=draft)
    new = old._replace(folder=draft.folder, title=title, body=body, todo=draft.todo, due=draft.due,
                       completed=draft.completed)  # fmt: skip
    if new != old:
        context.put(NOTES, tuple([new._replace(updated=now) if row.id == new.id else row for row in rows]))
    context.set(arg=new.id)
    return new.id


def _default_folder(context: Context) -> str:
    """Returns the notebook for a note that was begun in none; it is made where there is none at all."""
    folders: Folders = context.get(FOLDERS)
    if folders:
        return tree(folders)[0][0].id
    now = int(context.now * 1000)
    made = FolderRow(new_id("folder", context.now, ()), "Notes", "", now, now)
    context.put(FOLDERS, (made,))
    return made.id


class _Changes(TypedDict, total=False):
    """The values of notes that lists change."""

    folder: str
    completed: int


def change_notes(context: Context, ids: tuple[str, ...], **changes: Unpack[_Changes]) -> None:
    """Changes values of some notes, and their times of change."""
    now = int(context.now * 1000)
    rows: Pages = context.get(NOTES)
    context.put(NOTES,
                tuple([row._replace(updated=now, **changes) if row.id in ids else row for row in rows]))  # fmt: skip


def delete_notes(context: Context, ids: tuple[str, ...]) -> None:
    """Deletes notes."""
    context.put(NOTES, tuple([row for row in context.get(NOTES) if row.id not in ids]))
    context.set(overlay=())


def _picked(context: Context, key: str, value: int) -> None:
    """Takes the day, then asks for the time, then takes that."""
    draft: Draft = context.page.data
    if key == "day":
        at = draft.due // 60_000 % 1440 if draft.due else 9 * 60
        context.set(data=draft._replace(due=value * DAY * 1000 + at * 60_000))
        context.set(overlay=pickers.time_overlay("minute", at))
    else:
        day = draft.due // (DAY * 1000)
        context.set(data=draft._replace(due=day * DAY * 1000 + value * 60_000), overlay=())
        _keep(context)


def leave(context: Context) -> None:
    """Keeps the note and leaves the page."""
    _keep(context)
    context.pop()


def enter(context: Context) -> None:
    """Handles Enter in the title: the text follows."""
    end = len(context.field("body"))
    context.set(focus="body", selection=(end, end))


def update(context: Context, message: NoteMessage) -> None:  # noqa: C901 - one case an event
    """Handles a message of the page."""
    draft: Draft = context.page.data
    match message:
        case ("save",):
            _keep(context)
        case ("show", shown):
            _keep(context)
            end = len(context.field("body"))
            draft = context.page.data._replace(shown=shown)
            context.set(data=draft, focus="" if shown else "body", selection=(end, end))
        case ("tick", line):
            context.set_fields(body=markdown_view.ticked(context.field("body"), line))
            _keep(context)
        case ("mark", mark):
            text, selection = markdown_view.apply_mark(
                context.field("body"), context.page.selection if context.page.focus == "body" else (0, 0), mark
            )
            context.set(fields={**context.page.fields, "body": text}, focus="body", selection=selection)
        case ("tick_note",):
            context.set(data=draft._replace(completed=0 if draft.completed else int(context.now * 1000)))
            _keep(context)
        case ("note_more",):
            context.set(overlay=("note_more", context.point))
        case ("ask_note" | "info" as name,):
            context.set(overlay=(name,))
        case ("convert",):
            context.set(data=draft._replace(todo=not draft.todo, due=0, completed=0), overlay=())
            _keep(context)
        case ("due",):
            day = int((draft.due / 1000 if draft.due else context.now) // DAY)
            context.set(overlay=pickers.date_overlay("day", day))
        case ("pick", *_):
            pickers.update(context, message)
        case ("picked", key, value):
            _picked(context, key, value)
        case ("no_due",):
            context.set(data=draft._replace(due=0))
            _keep(context)
        case ("move_note",):
            page_id = _keep(context)
            if page_id is not None:
                context.push(ui.Page("move", (page_id,)))
        case ("share",):
            context.set(overlay=())
            share(context, "text", f"{context.field('title')}\n\n{context.field('body')}".strip())
        case ("delete_note",):
            delete_notes(context, (context.page.arg,))
            context.pop()
        case _:
            assert_never(message)

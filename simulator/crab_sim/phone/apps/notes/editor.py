"""The page of the phone's Notes app on which one note is written: text or a checklist, colour, pin, labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, assert_never

from crab_sim import ui
from crab_sim.machine.app import Context, View
from crab_sim.machine.rows import get, next_id
from crab_sim.phone import metrics
from crab_sim.phone.apps.notes import exchange
from crab_sim.phone.apps.notes.data import COLORS, NOTES, Check, NoteRow, as_text, ground, pin_hash
from crab_sim.phone.apps.notes.messages import EditorMessage, Message
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.share import share
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets import name_dialog
from crab_sim.phone.widgets.basics import message_dialog

__all__ = ["Draft", "enter", "label", "leave", "note_page", "paint", "palette", "remember", "update", "view"]

_ID = "com.google.android.keep:id/"


_MOST = 50  # changes that can be undone


class Content(NamedTuple):
    """What a note says at one time of its editing, as in its `Draft`; `fields` are pairs of key and text."""

    checklist: bool = False
    items: tuple[tuple[str, bool], ...] = ()
    fields: tuple[tuple[str, str], ...] = ()


class Draft(NamedTuple):
    """The values of a note that are chosen instead of typed; `items` are (key of the field, whether it is ticked).

    `past` and `future` are what can be undone and redone, `shown` is what is between them.
    """

    checklist: bool = False
    items: tuple[tuple[str, bool], ...] = ()
    color: int = 0
    pinned: bool = False
    place: str = "notes"
    labels: tuple[str, ...] = ()
    lock: str = ""
    past: tuple[Content, ...] = ()
    shown: Content = Content()
    future: tuple[Content, ...] = ()


class _Swatch(ui.Widget[Message]):
    """One colour to choose."""

    __slots__ = ("ids", "index")

    def __init__(self, ids: tuple[int, ...], index: int) -> None:
        self.flex, self.ids, self.index = 1, ids, index

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of the disc and the space around it."""
        return 56

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the disc."""
        left, top = x + (w - 44) // 2, y + 6
        scene.round(left, top, 44, 44, ground(self.index, scene.theme.dark), 22)
        scene.frame(left, top, 44, 44, scene.theme.outline, 22)
        message: Message = ("paint", self.ids, self.index)
        scene.node(x, y, w, h, "button", "", COLORS[self.index][0], _ID + "color", message)


def palette(ids: tuple[int, ...]) -> ui.Dialog[Message]:
    """Returns the dialog that chooses a colour, for the note being edited or for others."""
    rows = [ui.Row([_Swatch(ids, i) for i in range(start, start + 4)]) for start in (0, 4)]
    return ui.Dialog("Background", ui.Column(rows, gap=4), [ui.Button("Cancel", ("dismiss",), "text")], 320)


def _bottom(context: Context, draft: Draft) -> ui.Widget[Message]:
    """Returns the bar of actions, with what can be undone or, before a change, the time of the last one."""
    row = get(context.get(NOTES), context.page.arg)
    edited = ""
    if row is not None:
        edited = "Edited " + stamp(row.edited, context.now, is_24_hour(context.get(SETTINGS)), short=True)
    middle: list[ui.Widget[Message]] = [
        ui.Label(edited, "small", "muted", align="center", rid=_ID + "edit_time", flex=1)
    ]
    if draft.past or draft.future:
        steps: Sequence[tuple[Literal["undo", "redo"], str, tuple[Content, ...]]]
        steps = (("undo", "Undo", draft.past), ("redo", "Redo", draft.future))
        middle = [
            ui.IconButton(name, label, (name,), f"{_ID}bs_{name}", "text") if there else ui.Space(40)
            for name, label, there in steps
        ]
        middle = [ui.Space(flex=1), *middle, ui.Space(flex=1)]
    boxes = "Hide checkboxes" if draft.checklist else "Checkboxes"
    return ui.Box(
        ui.Row(
               [
                ui.IconButton("checkbox_on", boxes, ("checklist",), _ID + "bs_checkboxes"),
                ui.IconButton("palette", "Background", ("colors", ()), _ID + "bs_color"),
                *middle,
                ui.IconButton("share", "Send", ("share",), _ID + "bs_share"),
                ui.IconButton("more", "Action", ("more",), _ID + "bs_action"),
            ]
        ),
        "", (8, 4), 0, description="Note actions", rid=_ID + "editor_bottom_bar", role="toolbar",
    )  # fmt: skip


def _overlay(context: Context, draft: Draft) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("colors", ids):
            return palette(ids)
        case ("more", at):
            items: list[ui.Item[Message]] = [
                ui.Item("Delete", ("trash",), "delete"),
                ui.Item("Make a copy", ("copy",), "copy"),
                ui.Item("Labels", ("label", ()), "label"),
                ui.Item(
                    "Unlock note" if draft.lock else "Lock note", ("unlock",) if draft.lock else ("ask_pin",), "lock"
                ),
                ui.Item("Export as file", ("ask_folder",), "file"),
            ]
            if draft.checklist:
                items += [ui.Item("Uncheck all items", ("untick",), "checkbox_off"),
                          ui.Item("Delete checked items", ("clear_ticked",), "delete")]  # fmt: skip
            return ui.Menu(items, at)
        case ("problem", str(text)):
            return message_dialog("Notes", text)
    return None


def view(context: Context) -> View[Message]:
    """Returns the page of the note that is being written."""
    draft: Draft = context.page.data
    back = ground(draft.color, context.theme.dark) if draft.color else context.theme.background
    archived = draft.place == "archive"
    bar: ui.Widget[Message] = ui.Row(
        [
            ui.IconButton("back", "Navigate up", ("back",), tone="text"),
            ui.Space(flex=1),
            ui.IconButton("pin_filled" if draft.pinned else "pin", "Unpin" if draft.pinned else "Pin", ("pin",),
                          _ID + "menu_pin", "text"),
            ui.IconButton("unarchive" if archived else "archive", "Unarchive" if archived else "Archive",
                          ("archive",), _ID + "menu_archive", "text"),
        ],
        pad=(8, 8),
        height=60,
    )  # fmt: skip
    title = _Title("title", "Title", _ID + "editable_title", bare=True)
    lines: list[ui.Widget[Message]] = []
    if draft.checklist:
        for key, done in draft.items:
            toggle: ui.Widget[Message] = ui.Toggle(
                "checkbox", done, ("check", key), context.field(key), _ID + "item_checkbox", True
            )
            entry = ui.Field(key, "List item", _ID + "item_text", bare=True, flex=1)
            close: ui.Widget[Message] = ui.IconButton("close", "Delete list item", ("drop", key), size=36)
            lines.append(ui.Row([toggle, entry, close], pad=(12, 0)))
        lines.append(ui.Tile("List item", ("add_item",), leading=ui.Icon("add"), rid=_ID + "add_item", role="button"))
        body: ui.Widget[Message] = ui.Scroll("items", lines)
    else:
        rid = _ID + "edit_note_text"
        body = ui.Field("text", "Note", rid, multiline=True, lines=6, bare=True, flex=1)
        body = ui.Row([body], pad=(2, 0), flex=1)  # as the title
    labels: list[ui.Widget[Message]] = []
    if draft.labels:
        labels = [ui.Label(" · ".join(draft.labels), "small", "muted", "bold", pad=(16, 6), verbatim=True)]
    content = ui.Column(
        [bar, ui.Row([title], pad=(2, 0), height=56), body, *labels, _bottom(context, draft)], background=back
    )
    return View(content, _overlay(context, draft))


class _Title(ui.Field):
    """The title's field, in larger type."""

    __slots__ = ()

    def place(self, scene: ui.Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the field."""
        theme = scene.theme
        scene.theme = theme._replace(font=20)
        super().place(scene, x, y, w, h)
        scene.theme = theme

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of a line of larger type."""
        return metrics.line_height(self.font, 20) + 24


# Events -------------------------------------------------------------------------------------------------------------


def note_page(row: NoteRow | None, title: str = "", text: str = "", draft: Draft = Draft()) -> ui.Page:  # noqa: B008 - immutable
    """Returns the page of a note, or of a new one with the given values.

    Args:
        row: The note; None for a new one.
        title: A new note's title.
        text: A new note's text.
        draft: A new note's other attributes.
    """
    if row is None:
        fields = {"title": title, "text": text}
        draft = draft._replace(shown=_content(draft, fields))
        return ui.Page("note", None, fields, focus="text", selection=(len(text), len(text)), data=draft)
    items = tuple([(f"item{i}", item.done) for i, item in enumerate(row.items)])
    draft = Draft(row.checklist, items, row.color, row.pinned, row.place, row.labels, row.lock)
    fields = {"title": row.title, "text": row.text}
    fields |= {f"item{i}": item.text for i, item in enumerate(row.items)}
    return ui.Page("note", row.id, fields, data=draft._replace(shown=_content(draft, fields)))


def _content(draft: Draft, fields: Mapping[str, str]) -> Content:
    return Content(draft.checklist, draft.items, tuple(sorted(fields.items())))


def remember(context: Context) -> None:
    """Keeps what the note said before a change, so that the change can be undone."""
    draft: Draft = context.page.data
    now = _content(draft, context.page.fields)
    if now != draft.shown:
        context.set(data=draft._replace(past=(*draft.past, draft.shown)[-_MOST:], shown=now, future=()))


def _go_back(context: Context, undo: bool) -> None:
    """Takes the last change back, or makes it again."""
    draft: Draft = context.page.data
    steps = draft.past if undo else draft.future
    if not steps:
        return
    then = steps[-1]
    past = draft.past[:-1] if undo else (*draft.past, draft.shown)
    future = (*draft.future, draft.shown) if undo else draft.future[:-1]
    fields = dict(then.fields)
    focus = context.page.focus if context.page.focus in fields else ""
    end = len(fields.get(focus, ""))
    draft = draft._replace(checklist=then.checklist, items=then.items, past=past, shown=then, future=future)
    context.set(fields=fields, focus=focus, selection=(end, end), data=draft)


def _keep(context: Context) -> int | None:
    """Stores the note that is being edited; returns its id, None where it is new and empty."""
    page, draft, rows = context.page, context.page.data, context.get(NOTES)
    title, text = context.field("title").strip(), context.field("text")
    items = tuple([Check(context.field(key).strip(), done) for key, done in draft.items])
    items = tuple([item for item in items if item.text])
    text = "" if draft.checklist else text
    old = get(rows, page.arg)
    if old is None:
        if not (title or text.strip() or items):
            return None
        old = NoteRow(next_id(rows), "", created=context.now)
        rows = (*rows, old)
    new = old._replace(title=title, text=text, color=draft.color, pinned=draft.pinned, place=draft.place,
                       labels=draft.labels, checklist=draft.checklist, items=items, lock=draft.lock)  # fmt: skip
    if new != old or page.arg is None:
        context.put(NOTES, tuple([new._replace(edited=context.now) if row.id == new.id else row for row in rows]))
    context.set(arg=new.id)
    return new.id


def _toggle_checklist(context: Context) -> None:
    draft: Draft = context.page.data
    if draft.checklist:
        text = "\n".join([context.field(key) for key, _ in draft.items])
        context.set(fields={"title": context.field("title"), "text": text}, focus="text", selection=(len(text),) * 2)
        context.set(data=draft._replace(checklist=False, items=()))
    else:
        lines = context.field("text").split("\n")
        fields = {f"item{i}": line for i, line in enumerate(lines)}
        items = tuple([(key, False) for key in fields])
        last = len(lines) - 1
        end = len(lines[last])
        context.set(fields={"title": context.field("title"), "text": "", **fields}, focus=f"item{last}")
        context.set(data=draft._replace(checklist=True, items=items), selection=(end, end))


def _add_item(context: Context, after: str = "") -> None:
    draft: Draft = context.page.data
    key = f"item{max([int(key[4:]) for key, _ in draft.items], default=-1) + 1}"
    at = next((i + 1 for i, item in enumerate(draft.items) if item[0] == after), len(draft.items))
    items = (*draft.items[:at], (key, False), *draft.items[at:])
    fields = {**context.page.fields, key: ""}
    context.set(data=draft._replace(items=items), fields=fields, focus=key, selection=(0, 0))


def leave(context: Context) -> None:
    """Keeps the note and leaves the page."""
    _keep(context)
    context.pop()


def enter(context: Context, key: str) -> None:
    """Handles Enter in a field: it moves from the title to the text, or adds an item below."""
    draft: Draft = context.page.data
    if key != "title":
        _add_item(context, key)
    else:
        key = draft.items[0][0] if draft.items else "text"
        end = len(context.field(key))
        context.set(focus=key, selection=(end, end))


def paint(context: Context, color: int) -> None:
    """Gives the note a colour."""
    context.set(data=context.page.data._replace(color=color), overlay=())


def label(context: Context) -> None:
    """Keeps the note and shows the page on which its labels are chosen."""
    note_id = _keep(context)
    context.set(overlay=())
    if note_id is not None:
        context.push(ui.Page("labels", (note_id,), {"label": ""}))


def update(context: Context, message: EditorMessage) -> None:  # noqa: C901 - one case per message
    """Handles a message of the page."""
    draft: Draft = context.page.data
    match message:
        case ("check", checked):
            items = tuple([(key, done != (key == checked)) for key, done in draft.items])
            context.set(data=draft._replace(items=items))
        case ("drop", key):
            items = tuple([item for item in draft.items if item[0] != key])
            context.set(data=draft._replace(items=items), focus="")
        case ("add_item",):
            _add_item(context)
        case ("checklist",):
            _toggle_checklist(context)
        case ("pin",):
            context.set(data=draft._replace(pinned=not draft.pinned))
        case ("archive" | "trash" as name,):
            place = "trash" if name == "trash" else "notes" if draft.place == "archive" else "archive"
            context.set(data=draft._replace(place=place, pinned=False), overlay=())
            _keep(context)
            context.pop()
        case ("copy",):
            note_id = _keep(context)
            context.set(overlay=())
            row = get(context.get(NOTES), note_id)
            if row is not None:
                rows = context.get(NOTES)
                copy = row._replace(id=next_id(rows), created=context.now, edited=context.now)
                context.put(NOTES, (*rows, copy))
                context.replace(note_page(copy))
        case ("share",):
            note_id = _keep(context)
            row = get(context.get(NOTES), note_id)
            if row is not None:
                share(context, "text", f"{row.title}\n{as_text(row)}".strip(), row.title)
        case ("more",):
            context.set(overlay=("more", context.point))
        case ("undo" | "redo" as name,):
            _go_back(context, name == "undo")
        case ("ask_pin",):
            name_dialog.ask(context, "Lock note", "OK", ("lock",), hint="PIN")
        case ("lock", pin):
            context.set(data=draft._replace(lock=pin_hash(pin)))
            _keep(context)
        case ("unlock",):
            context.set(data=draft._replace(lock=""), overlay=())
            _keep(context)
        case ("ask_folder",):
            note_id = _keep(context)
            context.set(overlay=())
            if note_id is not None:
                exchange.ask_folder(context, note_id)
        case ("untick",):
            context.set(data=draft._replace(items=tuple([(key, False) for key, _ in draft.items])), overlay=())
            _keep(context)
        case ("clear_ticked",):
            left = tuple([item for item in draft.items if not item[1]])
            context.set(data=draft._replace(items=left), overlay=(), focus="")
            _keep(context)
        case _:
            assert_never(message)

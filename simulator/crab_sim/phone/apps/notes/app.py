"""The phone's Notes app: coloured cards with text or checklists, labels, an archive and a trash.

State: see `crab_sim.phone.apps.notes.data`. Pages: ``list`` (arg: ``"notes"``, ``"archive"``, ``"trash"`` or
``"label:NAME"``; data: whether it is one column), ``search``, ``note`` (arg: id, None for a new one; data: `Draft`),
``gone`` (arg: id of a note in the trash), ``labels`` (arg: ids).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack, assert_never

from crab_sim import ui
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import get, update_row
from crab_sim.phone.apps.notes import APP as FACTS
from crab_sim.phone.apps.notes import editor as notes_edit
from crab_sim.phone.apps.notes import exchange
from crab_sim.phone.apps.notes.data import (
    NOTES,
    NoteRow,
    Rows,
    as_text,
    ground,
    labels_of,
    listed,
    pin_hash,
    search,
)
from crab_sim.phone.apps.notes.editor import Draft, note_page, palette
from crab_sim.phone.apps.notes.messages import EditorMessage, Message
from crab_sim.phone.widgets import file_chooser, folder_chooser, name_dialog, row_selection
from crab_sim.phone.widgets.basics import Fab, app_bar, confirm, empty, message_dialog, search_bar
from crab_sim.phone.widgets.drawer import Drawer, DrawerItem
from crab_sim.ui.node import SELECTED

__all__ = ["APP"]

_ID = "com.google.android.keep:id/"
_MAX = 100  # notes that are listed
_MAX_CARD = 220  # characters of a note that its card shows
_CARD_ITEMS = 6

_EDITOR = ui.MessageGroup(EditorMessage)


# The list -----------------------------------------------------------------------------------------------------------


class _Masonry(ui.Widget[Message]):
    """Cards in columns, each put where most room is left; only those in view are placed."""

    __slots__ = ("cards", "columns")

    def __init__(self, cards: Sequence[ui.Widget[Message]], columns: int) -> None:
        self.flex, self.cards, self.columns = 0, cards, columns

    def _columns(self, w: int) -> int:
        return max(1, min(self.columns, w // 150)) if w < 480 else 2 * self.columns - 1

    def _places(self, theme: ui.Theme, w: int) -> tuple[int, list[tuple[int, int, int]]]:
        """Returns the width of a card, and each one's left and top edge and height."""
        columns = self._columns(w)
        width = (w - 8 * (columns - 1)) // columns
        ends, places = [0] * columns, []
        for card in self.cards:
            column = ends.index(min(ends))
            height = card.height(theme, width)
            places.append((column * (width + 8), ends[column], height))
            ends[column] += height + 8
        return width, places

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of the longest column."""
        return max([top + height for _, top, height in self._places(theme, w)[1]], default=0)

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the cards that are in view."""
        width, places = self._places(scene.theme, w)
        for card, (left, top, height) in zip(self.cards, places, strict=True):
            if y + top < scene.clip[3] and y + top + height > scene.clip[1]:
                card.place(scene, x + left, y + top, width, height)


class _Card(ui.Widget[Message]):
    """A note's card."""

    __slots__ = ("chosen", "inside", "picking", "row")

    def __init__(self, row: NoteRow, picking: bool, chosen: bool) -> None:
        self.flex, self.row, self.picking, self.chosen = 0, row, picking, chosen
        parts: list[ui.Widget[Message]] = []
        if row.title:
            parts.append(
                ui.Label(row.title[:80], 16, font="bold", wrap=True, rid=_ID + "index_note_title", verbatim=True)
            )
        if row.lock:
            parts.append(ui.Row([ui.Icon("lock", "muted", 16), ui.Label("Locked", 14, "muted", flex=1)], gap=8))
        elif row.checklist:
            for item in row.items[:_CARD_ITEMS]:
                box = ui.Icon("checkbox_on" if item.done else "checkbox_off", "muted", 16)
                text = ui.Label(item.text, 14, "muted" if item.done else "text", flex=1, verbatim=True)
                parts.append(ui.Row([box, text], gap=8))
            if len(row.items) > _CARD_ITEMS:
                parts.append(ui.Label(f"+ {len(row.items) - _CARD_ITEMS} more", "small", "muted", role=""))
        elif row.text:
            short = "\n".join(row.text[:_MAX_CARD].split("\n")[:8])
            cut = "…" if len(short) < len(row.text) else ""
            rid = _ID + "index_note_text_description"
            parts.append(ui.Label(short + cut, 14, wrap=True, rid=rid, verbatim=True))
        if row.labels:
            parts.append(ui.Label(" · ".join(row.labels), 12, "muted", font="bold", role="", verbatim=True))
        if not parts:
            parts.append(ui.Label("Empty note", 14, "muted", role=""))
        self.inside = ui.Column(parts, gap=6)

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of its content and its padding."""
        return self.inside.height(theme, w - 28) + 28

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the card; its node comes before those of its texts."""
        theme, row = scene.theme, self.row
        scene.round(x, y, w, h, ground(row.color, theme.dark), 12)
        if self.chosen:
            scene.frame(x, y, w, h, theme.accent, 12, 3)
        elif not row.color:
            scene.frame(x, y, w, h, theme.outline, 12)
        content = scene.theme.say("Locked") if row.lock else as_text(row)
        words = f"{row.title}. {content}" if row.title else content
        message: Message = ("pick", row.id) if self.picking else ("open", row.id)
        flags = SELECTED if self.chosen else 0
        rid = _ID + "browse_note_interior_content"
        scene.node(x, y, w, h, "list_item", "", words, rid, message, ("pick", row.id), None, flags, verbatim="all")
        self.inside.place(scene, x + 14, y + 14, w - 28, h - 28)


_EMPTY = {
    "notes": ("notes", "Notes you add appear here"), "archive": ("archive", "Your archived notes appear here"),
    "trash": ("delete", "No notes in Trash"),
}  # fmt: skip
_TITLES = {"notes": "Notes", "archive": "Archive", "trash": "Trash"}


def _section_title(section: str) -> str:
    return _TITLES.get(section) or section.removeprefix("label:")


def _cards(context: Context, rows: Rows) -> _Masonry:
    picked = row_selection.selected(context.page)
    columns = 1 if context.page.data else 2
    return _Masonry([_Card(row, bool(picked), row.id in picked) for row in rows[:_MAX]], columns)


def _list(context: Context) -> View[Message]:
    section: str = context.page.arg
    rows = listed(context.get(NOTES), section)
    picked = row_selection.selected(context.page)
    if picked:
        bar: ui.Widget[Message] = _selection_bar(context, picked)
    else:
        words = "Search your notes" if section == "notes" else _section_title(section)
        title = ui.Label(
            words,
            tone="muted" if section == "notes" else "text",
            role="",
            flex=1,
            verbatim=section != "notes" and section not in _TITLES,
        )
        single = bool(context.page.data)
        other = "Multi-column view" if single else "Single-column view"
        view: ui.Widget[Message] = ui.IconButton(
            "grid" if single else "list", other, ("columns",), _ID + "menu_switch_view"
        )
        middle: ui.Widget[Message] = ui.Box(
            title, "surface", (16, 12), 24, message=("search",), text="Search your notes",
            rid=_ID + "open_search_bar", role="button", flex=1,
        )  # fmt: skip
        menu: ui.Widget[Message] = ui.IconButton("menu", "Open navigation drawer", ("drawer",), tone="text")
        bar = ui.Row([menu, middle, view], gap=4, pad=(8, 10))
    pinned = tuple([row for row in rows if row.pinned]) if section != "trash" else ()
    others = tuple([row for row in rows if not row.pinned]) if pinned else rows
    content: list[ui.Widget[Message]] = []
    if section == "trash" and rows:
        note = ui.Label("Notes stay in Trash until you delete them.", "small", "muted", wrap=True, flex=1)
        content.append(ui.Row([note, ui.Button("Empty Trash", ("ask_empty",), "text")], gap=8, pad=(8, 0)))
    if pinned:
        content += [ui.Label("Pinned", "small", "muted", "bold", pad=(8, 2)), _cards(context, pinned), ui.Space(8)]
        if others:
            content.append(ui.Label("Others", "small", "muted", "bold", pad=(8, 2)))
    if rows:
        content += [_cards(context, others), ui.Space(84)]
        body: ui.Widget[Message] = ui.Scroll("list", content, 6, (10, 4), rid=_ID + "notes")
    else:
        icon, text = _EMPTY.get(section, ("label", "No notes with this label yet"))
        body = empty(icon, text)
    fab: ui.Widget[Message] | None = (
        Fab("add", "New text note", ("create",), _ID + "new_note_button") if section != "trash" else None
    )
    return View(ui.Column([bar, body]), _overlay(context), fab)


def _selection_bar(context: Context, picked: tuple[int, ...]) -> ui.Row[Message]:
    chosen = [row for row in context.get(NOTES) if row.id in picked]
    if chosen and all([row.place == "trash" for row in chosen]):
        actions: list[ui.Widget[Message]] = [
            ui.IconButton("undo", "Restore", ("put", picked, "notes"), _ID + "menu_restore", "text"),
            ui.IconButton("delete", "Delete forever", ("ask_erase", picked), _ID + "menu_delete", "text"),
        ]
        return row_selection.bar(len(picked), actions)
    pinned = all([row.pinned for row in chosen])
    archived = all([row.place == "archive" for row in chosen])
    actions = [
        ui.IconButton("pin_filled" if pinned else "pin", "Unpin" if pinned else "Pin", ("pin_all", picked, not pinned),
                      _ID + "menu_pin", "text"),
        ui.IconButton("palette", "Background", ("colors", picked), _ID + "menu_color", "text"),
        ui.IconButton("label", "Labels", ("label", picked), _ID + "menu_label", "text"),
        ui.IconButton("unarchive", "Unarchive", ("put", picked, "notes"), _ID + "menu_archive", "text") if archived
        else ui.IconButton("archive", "Archive", ("put", picked, "archive"), _ID + "menu_archive", "text"),
        ui.IconButton("delete", "Delete", ("put", picked, "trash"), _ID + "menu_delete", "text"),
    ]  # fmt: skip
    return row_selection.bar(len(picked), actions)


def _overlay(context: Context) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("drawer",):
            section = context.page.arg
            places: list[DrawerItem[Message]] = [
                DrawerItem("notes", "Notes", ("go", "notes"), selected=section == "notes")
            ]
            for name in labels_of(context.get(NOTES)):
                places.append(
                    DrawerItem(
                        "label", name, ("go", f"label:{name}"), selected=section == f"label:{name}", verbatim=True
                    )
                )
            places.append(DrawerItem("archive", "Archive", ("go", "archive"), selected=section == "archive"))
            places.append(DrawerItem("delete", "Trash", ("go", "trash"), selected=section == "trash"))
            places.append(DrawerItem("file", "Open file", ("ask_file",)))
            return Drawer("Notes", places)
        case ("problem", str(text)):
            return message_dialog("Notes", text)
        case ("colors", ids):
            return palette(ids)
        case ("ask_empty",):
            return confirm("Empty Trash?", "All notes in Trash will be deleted for ever.", "Empty", ("empty",))
        case ("ask_erase", ids):
            title = "Delete note forever?" if len(ids) == 1 else f"Delete {len(ids)} notes forever?"
            return confirm(title, "This can't be undone.", "Delete", ("erase", ids))
    return None


def _search(context: Context) -> View[Message]:
    query = context.field("search")
    rows = search(context.get(NOTES), query) if query.strip() else ()
    field = ui.Field("search", "Search your notes", _ID + "search_text", pill=True, flex=1)
    if rows:
        body: ui.Widget[Message] = ui.Scroll(
            "found", [_cards(context, rows), ui.Space(20)], 6, (10, 4), rid=_ID + "notes"
        )
    else:
        body = empty("search", "No matching notes" if query.strip() else "Search titles, texts and labels")
    picked = row_selection.selected(context.page)
    bar = _selection_bar(context, picked) if picked else search_bar(field, pad=(8, 10), height=0)
    return View(ui.Column([bar, body]), _overlay(context))


def _gone(context: Context) -> View[Message]:
    row = get(context.get(NOTES), context.page.arg)
    actions: list[ui.Widget[Message]] = [
        ui.Button("Restore", ("put", (context.page.arg,), "notes"), "text"),
        ui.IconButton("delete", "Delete forever", ("ask_erase", (context.page.arg,)), _ID + "menu_delete", "text"),
    ]
    if row is None:
        return View(ui.Column([app_bar(""), empty("notes", "This note has been deleted")]))
    texts = [
        ui.Label(row.title, 20, font="bold", wrap=True, rid=_ID + "editable_title", verbatim=True),
        ui.Label("Locked" if row.lock else as_text(row), wrap=True, rid=_ID + "edit_note_text", verbatim=not row.lock),
    ]
    back = ground(row.color, context.theme.dark) if row.color else context.theme.background
    body = ui.Scroll("gone", [ui.Column([text for text in texts if text.text], gap=12, pad=(16, 8))])
    return View(ui.Column([app_bar("In Trash", actions), body], background=back), _overlay(context))


def _labels(context: Context) -> View[Message]:
    ids = context.page.arg
    rows: Rows = context.get(NOTES)
    typed = context.field("label").strip()
    chosen = [row for row in rows if row.id in ids]
    names = [name for name in labels_of(rows) if typed.casefold() in name.casefold()]
    tiles: list[ui.Widget[Message]] = []
    if typed and typed not in names:
        tiles.append(ui.Tile(f"Create “{typed}”", ("set_label", typed, True), leading=ui.Icon("add", "accent")))
    for name in names:
        on = all([name in row.labels for row in chosen])
        box = ui.Toggle("checkbox", on)
        tiles.append(
            ui.Tile(
                name,
                ("set_label", name, not on),
                leading=ui.Icon("label"),
                trailing=box,
                role="checkbox",
                verbatim="text",
            )
        )
    field = ui.Field("label", "Enter label name", _ID + "label_name", bare=True, flex=1)
    bar = search_bar(field, height=0)
    return View(ui.Column([bar, ui.Divider(), ui.Scroll("labels", tiles)]))


def _view(context: Context) -> View[Message]:
    views = {"list": _list, "search": _search, "note": notes_edit.view, "gone": _gone, "labels": _labels}
    return views[context.page.name](context)


def _title(context: Context) -> str:
    page = context.page
    if page.name == "list" and page.arg != "notes":
        return _section_title(page.arg)
    return "Edit note" if page.name == "note" else "Notes"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("add", *_):
            return note_page(None, *intent[1:])
    return ui.Page("list", "notes")


class _Changes(TypedDict, total=False):
    """The values of notes that a selection's menu changes."""

    color: int
    pinned: bool
    place: str


def _change(context: Context, ids: tuple[int, ...], **changes: Unpack[_Changes]) -> None:
    rows: Rows = context.get(NOTES)
    context.put(NOTES, tuple([row._replace(**changes) if row.id in ids else row for row in rows]))
    context.set(overlay=())


def _set_label(context: Context, name: str, on: bool) -> None:
    rows: Rows = context.get(NOTES)
    for note_id in context.page.arg:
        row = get(rows, note_id)
        if row is not None:
            labels = [label for label in row.labels if label != name] + [name] * on
            rows = update_row(rows, note_id, labels=tuple(labels))
    context.put(NOTES, rows)
    context.set_fields(label="")
    below = context.window.pages[-2]
    if below.name == "note":  # the editor below shows and keeps the labels too
        row = get(rows, below.arg)
        if row is not None:
            pages = context.window.pages
            below = below._replace(data=below.data._replace(labels=row.labels))
            context.machine.put_window(context.window._replace(pages=(*pages[:-2], below, pages[-1])))


def _open(context: Context, note_id: int) -> None:
    row = get(context.get(NOTES), note_id)
    if row is not None:
        if row.lock and row.place != "trash":
            name_dialog.ask(context, "Note locked", "OK", ("pin_typed", row.id), hint="PIN")
        else:
            context.push(ui.Page("gone", row.id) if row.place == "trash" else note_page(row))


def _unlock(context: Context, note_id: int, pin: str) -> None:
    """Opens a locked note if the PIN is right."""
    row = get(context.get(NOTES), note_id)
    if row is not None and row.lock == pin_hash(pin):
        context.push(note_page(row))
    else:
        context.set(overlay=("problem", "Wrong PIN"))


def _create(context: Context) -> None:
    section = context.page.arg
    labels = (section[6:],) if section.startswith("label:") else ()
    context.push(note_page(None, draft=Draft(labels=labels)))


def _erase(context: Context, ids: tuple[int, ...]) -> None:
    context.put(NOTES, tuple([row for row in context.get(NOTES) if row.id not in ids]))
    context.set(overlay=())
    if context.page.name == "gone":
        context.pop()


def _back(context: Context) -> None:
    if context.page.name == "note":
        notes_edit.leave(context)
    else:
        context.pop()


def _paint(context: Context, ids: tuple[int, ...], color: int) -> None:
    if context.page.name == "note":
        notes_edit.paint(context, color)
    else:
        _change(context, ids, color=color)


def _label(context: Context, ids: tuple[int, ...]) -> None:
    if context.page.name == "note":
        notes_edit.label(context)
    else:
        context.push(ui.Page("labels", ids, {"label": ""}))


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    if _EDITOR.has(message):
        notes_edit.update(context, message)
        if context.page.name == "note":
            notes_edit.remember(context)
        return
    match message:
        case ("back",):
            _back(context)
        case ("open", note_id):
            _open(context, note_id)
        case ("create",):
            _create(context)
        case ("pick", note_id):
            row_selection.toggle(context, note_id)
        case ("search",):
            context.push(ui.Page("search", fields={"search": ""}, focus="search"))
        case ("drawer" | "ask_empty" as name,):
            context.set(overlay=(name,))
        case ("go", place):
            context.set(arg=place, overlay=(), scroll={})
        case ("columns",):
            context.set(data=not context.page.data, scroll={})
        case ("colors" | "ask_erase" as name, ids):
            context.set(overlay=(name, ids))
        case ("paint", ids, color):
            _paint(context, ids, color)
        case ("pin_all", ids, pinned):
            _change(context, ids, pinned=pinned, place="notes")
        case ("put", ids, place):
            _change(context, ids, place=place, pinned=False)
            if context.page.name == "gone":
                context.pop()
        case ("label", ids):
            _label(context, ids)
        case ("set_label", name, on):
            _set_label(context, name, on)
        case ("empty",):
            _erase(context, tuple([row.id for row in context.get(NOTES) if row.place == "trash"]))
        case ("erase", ids):
            _erase(context, ids)
        case ("submit", key):
            if context.page.name == "note":
                notes_edit.enter(context, key)
                notes_edit.remember(context)
        case ("pin_typed", note_id, pin):
            _unlock(context, note_id, pin)
        case ("export", note_id, folder):
            exchange.save_file(context, note_id, folder)
        case ("ask_file",):
            exchange.ask_file(context)
        case ("open_file", path):
            exchange.open_file(context, path)
        case ("started",):
            pass
        case _:
            assert_never(message)


_SHOWN, _HANDLED = name_dialog.wrap(*folder_chooser.wrap(*file_chooser.wrap(_view, _update)))

APP = AppSpec(
    view=_SHOWN,
    update=_HANDLED,
    start=_start,
    title=_title,
    **FACTS.spec.facts,
)

"""The pages of the Contacts app: the list, one entry, and the editor."""

from __future__ import annotations

from typing import Literal, NamedTuple

from crab_sim import ui
from crab_sim.devices.phone_labels import LABELS, MOBILE, label_of
from crab_sim.devices.vcards import is_day
from crab_sim.engines import days
from crab_sim.machine.app import Context, View
from crab_sim.machine.rows import get
from crab_sim.phone.apps.contacts.data import (
    CONTACTS,
    GROUPS,
    ContactRow,
    Rows,
    matching,
)
from crab_sim.phone.apps.contacts.messages import Message
from crab_sim.phone.apps.contacts.organise import label_tiles, organise_view, titles_of
from crab_sim.phone.apps.contacts.widgets import InitialAvatar, LargeAvatar, PhotoAvatar
from crab_sim.phone.widgets import pickers, row_selection
from crab_sim.phone.widgets.basics import Dropdown, Fab, RoundButton, app_bar, confirm, empty
from crab_sim.phone.widgets.navigation import Chips

__all__ = ["ALL_FIELDS", "FIELDS", "Draft", "Overlay", "draft_of", "title", "typed_values", "view"]

_ID = "com.android.contacts:id/"

Overlay = (
    ui.ToolkitOverlay
    | tuple[Literal["select", "ask"], tuple[int, ...]]
    | tuple[Literal["hold", "more"], int, tuple[int, int]]
    | tuple[Literal["phone_types", "list_more"], tuple[int, int]]
)


class Draft(NamedTuple):
    """What the editor keeps besides the texts: whether all fields are shown, the number's label, birthday and photo."""

    complete: bool = False
    phone_type: int = MOBILE
    birthday: str = ""
    photo: bytes = b""


def draft_of(context: Context) -> Draft:
    """Returns what the editor keeps besides the texts."""
    draft: Draft = context.page.data or Draft()
    return draft


_STAR = ui.Icon("star_filled", "muted", 18, "Starred")
_PICKED = ui.Icon("check", "accent", 22, "Selected")


def _title_of(row: ContactRow) -> str:
    """Returns the title under which an entry is listed: its name, or the first other thing it has."""
    return row.name or row.phone or row.email or row.company or "No name"


def _tile(row: ContactRow, letter: str, picked: tuple[int, ...]) -> ui.Widget[Message]:
    selected = row.id in picked
    return ui.Tile(
        _title_of(row),
        ("select_row", row.id) if picked else ("show", row.id),
        leading=InitialAvatar(row.name, letter, row.photo),
        trailing=_PICKED if selected else _STAR if row.starred else None,
        long_message=None if picked else ("hold", row.id),
        rid=_ID + "cliv_name_textview",
        selected=selected,
        verbatim="" if _title_of(row) == "No name" else "text",
    )


def _list(context: Context) -> View[Message]:
    rows: Rows = context.get(CONTACTS)
    query, part = context.field("search"), context.page.data or ""
    starred = part == "starred"
    shown = tuple([row for row in matching(rows, query) if row.starred or not starred])
    picked = row_selection.selected(context.page)
    tiles: list[ui.Widget[Message]] = []
    last = ""
    for row in shown:
        letter = _title_of(row)[:1].upper()
        tiles.append(ui.LazyRow("row", _tile, row, letter if letter != last else "", picked))
        last = letter
    if part == "labels" and not query:
        body: ui.Widget[Message] = ui.Scroll("labels", [*label_tiles(context), ui.Space(80)], rid="android:id/list")
    elif tiles:
        body = ui.Scroll("list", [*tiles, ui.Space(80)], rid="android:id/list")
    elif query:
        body = empty("search", "No contacts found", "Try another name or number")
    elif starred:
        body = empty("star", "No favourites yet", "A star puts a contact here")
    else:
        body = empty("contacts", "No contacts yet", "Contacts that you create are kept on this phone")
    if picked:
        return View(ui.Column([_selection_bar(picked), body]))
    search: list[ui.Widget[Message]] = [
        ui.Field("search", "Search contacts", _ID + "open_search_bar_text_view", icon="search", pill=True, flex=1)
    ]
    if query:
        search.append(ui.IconButton("close", "Clear search", ("clear",)))
    search.append(ui.IconButton("more", "More options", ("list_more",), _ID + "menu_more", "text"))
    number = len(context.get(GROUPS)) if part == "labels" else len(shown)
    what = "label" if part == "labels" else "contact"
    count = ui.Label(f"{number} {what}{'s' * (number != 1)}", "small", "muted", align="right", flex=1)
    parts = (("", "All"), ("starred", "Favourites"), ("labels", "Labels"))
    chips: ui.Widget[Message] = Chips([(text, ("filter", name), name == part) for name, text in parts], pad=(0, 0))
    return View(
        ui.Column([ui.Row(search, pad=(16, 10)), ui.Row([chips, count], pad=(16, 2)), ui.Space(4), body]),
        _overlay(context),
        Fab("add", "Create contact", ("create",), _ID + "floating_action_button"),
    )


def _selection_bar(picked: tuple[int, ...]) -> ui.Row[Message]:
    return ui.Row(
        [
            ui.IconButton("close", "Close selection", ("dismiss",), tone="text"),
            ui.Label(f"{len(picked)} selected", "title", flex=1),
            ui.IconButton("share", "Share", ("share", picked), tone="text"),
            ui.IconButton("delete", "Delete", ("ask", picked), _ID + "menu_delete", tone="text"),
        ],
        gap=8,
        pad=(8, 8),
        height=60,
        background="surface",
    )


def _overlay(context: Context) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("hold", contact_id, at):
            row = get(context.get(CONTACTS), contact_id)
            items: list[ui.Item[Message]] = [
                ui.Item("Select", ("select", (contact_id,)), "check"),
                ui.Item("Edit", ("change", contact_id), "edit"),
                ui.Item("Delete", ("ask", (contact_id,)), "delete"),
            ]
            if row is not None and row.phone:
                items.append(ui.Item("Copy number", ("copy_text", row.phone), "copy"))
            return ui.Menu(items, at)
        case ("more", contact_id, at):
            items = [
                ui.Item("Share", ("share", (contact_id,)), "share"),
                ui.Item("Delete", ("ask", (contact_id,)), "delete"),
            ]
            return ui.Menu(items, at)
        case ("ask", picked):
            single = len(picked) == 1
            title = "Delete contact?" if single else f"Delete {len(picked)} contacts?"
            text = f"{'This contact' if single else 'These contacts'} will be permanently deleted from your device."
            return confirm(title, text, "Delete", ("delete", picked))
        case ("list_more", at):
            items = [
                ui.Item("Merge duplicates", ("duplicates",), "contacts"),
                ui.Item("Import from .vcf file", ("import",), "download"),
                ui.Item("Export to .vcf file", ("export",), "save"),
            ]
            return ui.Menu(items, at)
        case ("phone_types", at):
            return ui.Menu([ui.Item(label, ("phone_type", number)) for number, label in LABELS.items()], at)
    return None


def _detail(context: Context) -> View[Message]:
    row = get(context.get(CONTACTS), context.page.arg)
    if row is None:
        return View(ui.Column([app_bar(""), empty("contacts", "Contact deleted")]))
    star: ui.Widget[Message] = ui.IconButton(
        "star_filled" if row.starred else "star",
        "Remove from favourites" if row.starred else "Add to favourites",
        ("star", row.id),
        _ID + "menu_star",
        "accent" if row.starred else "muted",
    )
    actions: list[ui.Widget[Message]] = [
        star,
        ui.IconButton("edit", "Edit contact", ("change", row.id), _ID + "menu_edit"),
        ui.IconButton("more", "More options", ("more", row.id), _ID + "menu_more"),
    ]
    info: list[ui.Widget[Message]] = [ui.Label("Contact info", "font", font="bold", pad=(16, 10))]
    if row.phone:
        message: ui.Widget[Message] = ui.IconButton("messages", "Message", ("message", row.phone), _ID + "third_icon")
        info.append(_info("phone", row.phone, label_of(row.phone_type), ("call", row.phone), message))
    if row.email:
        info.append(_info("mail", row.email, "Email", ("mail", row.email)))
    if row.address:
        info.append(_info("location", row.address, "Address", ("place", row.address)))
    if row.website:
        info.append(_info("language", row.website, "Website", ("browse", row.website)))
    if row.birthday:
        info.append(_info("calendar", _day(row.birthday), "Birthday"))
    if row.company:
        info.append(_info("contacts", row.company, "Company"))
    if row.notes:
        info.append(_info("document", row.notes, "Notes"))
    if titles := titles_of(context, row):
        info.append(_info("label", ", ".join(titles), "Labels"))
    if len(info) == 1:
        info.append(ui.Label("No number or e-mail address", tone="muted", pad=(16, 10)))
    name = ui.Label(
        _title_of(row), 26, align="center", wrap=True, rid=_ID + "large_title", pad=(20, 0),
        verbatim=_title_of(row) != "No name",
    )  # fmt: skip
    buttons: list[ui.Widget[Message]] = [
        RoundButton("phone", "Call", ("call", row.phone) if row.phone else None, _ID + "verb_call"),
        RoundButton("messages", "Message", ("message", row.phone) if row.phone else None, _ID + "verb_text"),
        RoundButton("mail", "Email", ("mail", row.email) if row.email else None, _ID + "verb_email"),
    ]
    content_ = [
        ui.Space(8),
        LargeAvatar(_title_of(row), 112, row.photo),
        ui.Space(16),
        name,
        ui.Row(buttons, pad=(24, 18)),
        ui.Box(ui.Column(info, pad=(0, 6)), pad=(0, 4), radius=20, margin=(16, 0, 16, 16)),
    ]
    return View(ui.Column([app_bar("", actions), ui.Scroll("detail", content_)]), _overlay(context))


def _day(date: str) -> str:
    """Returns a date as people write it; one that isn't whole, which other programs may have entered, as it is.

    >>> _day("1990-04-12"), _day("--04-12")
    ('12 April 1990', '--04-12')
    """
    if not is_day(date):
        return date
    year, month, day = map(int, date.split("-"))
    return f"{day} {days.MONTHS[month - 1]} {year}"


def _info(
    icon: str, text: str, kind: str, message: Message | None = None, trailing: ui.Widget[Message] | None = None
) -> ui.Tile[Message]:
    return ui.Tile(
        text,
        message,
        subtitle=kind,
        leading=ui.Icon(icon, size=22),
        trailing=trailing,
        long_message=("copy_text", text),
        rid=_ID + "header",
        role="text",
        verbatim="text",
    )


class _EditorField(NamedTuple):
    """A field of the editor."""

    key: str
    hint: str
    icon: str


FIELDS = (
    _EditorField("first", "First name", "person"),
    _EditorField("last", "Last name", ""),
    _EditorField("phone", "Phone", "phone"),
    _EditorField("email", "Email", "mail"),
)
ALL_FIELDS = (
    *FIELDS,
    _EditorField("company", "Company", "contacts"),
    _EditorField("address", "Address", "location"),
    _EditorField("notes", "Notes", "document"),
    _EditorField("website", "Website", "language"),
)


def _editor(context: Context) -> View[Message]:
    page, draft = context.page, draft_of(context)
    save: ui.Widget[Message] = ui.Button(
        "Save", ("save",), rid=_ID + "toolbar_button", enabled=any(typed_values(context))
    )
    name = " ".join(typed_values(context)[:2]).strip()
    has_photo = bool(draft.photo)
    picture: ui.Widget[Message] = ui.Button(
        "Change photo" if has_photo else "Add photo", ("ask_photo",), "text", rid=_ID + "photo_button"
    )
    drop: list[ui.Widget[Message]] = [ui.Button("Remove", ("no_photo",), "text")] if has_photo else []
    under = ui.Row([ui.Space(flex=1), picture, *drop, ui.Space(flex=1)])
    rows: list[ui.Widget[Message]] = [ui.Space(4), PhotoAvatar(name, 88, draft.photo), under]
    for key, hint, icon in ALL_FIELDS if draft.complete else FIELDS:
        lead: ui.Widget[Message] = ui.Icon(icon, "muted", 22) if icon else ui.Space(22)
        field = ui.Field(key, hint, f"{_ID}{key}_field", label=True, flex=1)
        label = label_of(draft.phone_type)
        beside: list[ui.Widget[Message]] = (
            [Dropdown(label, f"{label} Phone", ("phone_types",), _ID + "phone_type")] if key == "phone" else []
        )
        rows.append(ui.Row([lead, field, *beside], gap=14, pad=(16, 8)))
    if draft.complete:
        date = _day(draft.birthday) if draft.birthday else "Birthday"
        pick: ui.Widget[Message] = ui.Button(date, ("birthday",), "outlined", "calendar", _ID + "birthday_button")
        rows.append(ui.Row([ui.Space(36), pick, ui.Space(flex=1)], pad=(16, 8)))
    else:
        more: ui.Widget[Message] = ui.Button("More fields", ("fields",), "text", "chevron_down", _ID + "more_fields")
        rows.append(ui.Row([ui.Space(40), more, ui.Space(flex=1)], pad=(8, 4)))
    title = "Create contact" if page.arg is None else "Edit contact"
    return View(
        ui.Column(
            [app_bar(title, [save, ui.Space(8)], close=True), ui.Divider(), ui.Scroll("editor", [*rows, ui.Space(16)])]
        ),
        pickers.overlay(context) or _overlay(context),
    )


def typed_values(context: Context) -> list[str]:
    """Returns the texts of all fields of the editor."""
    return [context.field(field.key).strip() for field in ALL_FIELDS]


def view(context: Context) -> View[Message]:
    """Returns the page that is shown."""
    organising = organise_view(context)
    if organising is not None:
        return organising
    name = context.page.name
    return _list(context) if name == "list" else _detail(context) if name == "detail" else _editor(context)


def title(context: Context) -> str:
    """Returns the window's title."""
    page = context.page
    if page.name == "editor":
        return "Create contact" if page.arg is None else "Edit contact"
    if page.name == "detail":
        row = get(context.get(CONTACTS), page.arg)
        return row.name if row is not None else "Contacts"
    return "Contacts"

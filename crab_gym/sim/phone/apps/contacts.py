"""The phone's Contacts app: the address book's rows, and how they are listed, shown and edited.

State: slice ``"contacts"``, a tuple of `ContactRow` by id. Pages: ``list``, ``detail`` (arg: id), ``editor`` (arg: id,
None for a new contact).
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, NamedTuple

from crab_gym.sim import content
from crab_gym.sim.app import AppSpec, Context, View
from crab_gym.sim.phone.app import PhoneApp
from crab_gym.sim.phone.parts import Fab, app_bar, confirm, empty
from crab_gym.sim.rows import get, next_id, remove, update_row
from crab_gym.sim.ui import (
    Avatar,
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
    Message,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    Widget,
)

__all__ = ["APP", "ContactRow", "Rows", "add", "by_number", "digits", "get", "remove", "seed", "update_row"]

_ID = "com.android.contacts:id/"


class ContactRow(NamedTuple):
    """One entry of the address book."""

    id: int
    name: str
    phone: str = ""
    email: str = ""
    starred: bool = False


Rows = tuple[ContactRow, ...]


def seed(rng: random.Random, now: float) -> Rows:
    """Returns an address book of 10 to 16 people, two or so of them starred."""
    known = content.people(now)[:-2]
    stars = {rng.randrange(len(known)), rng.randrange(len(known))}
    return tuple([ContactRow(i + 1, *person, i in stars) for i, person in enumerate(known)])


def add(rows: Rows, name: str, phone: str = "", email: str = "") -> tuple[Rows, int]:
    """Adds an entry; returns the address book and the entry's id.

    >>> add((), "Ada Holm", "555-0100")
    ((ContactRow(id=1, name='Ada Holm', phone='555-0100', email='', starred=False),), 1)
    """
    new = next_id(rows)
    return (*rows, ContactRow(new, name, phone, email)), new


@lru_cache(maxsize=4096)
def digits(number: str) -> str:
    """Returns what a phone number is compared by: its digits, or the sender's name in lower case if it has none.

    >>> digits("+1 (206) 555-0143"), digits("Pharmacy")
    ('12065550143', 'pharmacy')
    """
    return "".join([char for char in number if char.isdecimal()]) or number.strip().casefold()


@lru_cache(maxsize=256)
def by_number(rows: Rows) -> dict[str, ContactRow]:
    """Returns the entries by their numbers' digits; the first one of two with the same number."""
    return {digits(row.phone): row for row in reversed(rows) if row.phone}


@lru_cache(maxsize=256)
def _sorted(rows: Rows) -> Rows:
    return tuple(sorted(rows, key=lambda row: (row.name.casefold(), row.id)))


def _matches(row: ContactRow, query: str) -> bool:
    number = digits(query)
    return (
        query in row.name.casefold()
        or query in row.email.casefold()
        or (number.isdecimal() and number in digits(row.phone))
    )


def found(rows: Rows, query: str) -> Rows:
    """Returns the entries that a search finds by name, number or e-mail address, sorted by name."""
    query = query.strip().casefold()
    return tuple([row for row in _sorted(rows) if not query or _matches(row, query)])


# Views --------------------------------------------------------------------------------------------------------------


class _Initial(Avatar):
    """A row's avatar behind the letter under which it stands, where it is the first with this letter."""

    __slots__ = ("letter",)

    def __init__(self, name: str, letter: str) -> None:
        super().__init__(name)
        self.letter = letter

    def width(self, theme: Theme) -> int:
        """Returns the width of letter and avatar."""
        return self.size + 28

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws letter and avatar."""
        scene.text(x, y, 24, h, self.letter, scene.theme.accent, scene.theme.font, "bold")
        super().place(scene, x + 28, y, w - 28, h)


_STAR = Icon("star_filled", "muted", 18, "Starred")


def _list(context: Context) -> View:
    rows: Rows = context.get("contacts")
    query = context.field("search")
    shown = found(rows, query)
    tiles: list[Widget] = []
    last = ""
    for row in shown:
        letter = row.name[:1].upper()
        tiles.append(
            Tile(
                row.name or row.phone or row.email,
                ("show", row.id),
                leading=_Initial(row.name, letter if letter != last else ""),
                trailing=_STAR if row.starred else None,
                long_message=("hold", row.id),
                rid=_ID + "cliv_name_textview",
            )
        )
        last = letter
    search: list[Widget] = [
        Field("search", "Search contacts", _ID + "open_search_bar_text_view", icon="search", pill=True, flex=1)
    ]
    if query:
        search.append(IconButton("close", "Clear search", ("clear",)))
    if tiles:
        body: Widget = Scroll("list", [*tiles, Space(80)], rid="android:id/list")
    elif query:
        body = empty("search", "No contacts found", "Try another name or number")
    else:
        body = empty("contacts", "No contacts yet", "Contacts that you create are kept on this phone")
    count = Label(f"{len(shown)} contact{'s' * (len(shown) != 1)}", "small", "muted", pad=(16, 4))
    return View(
        Column([Row(search, pad=(16, 10)), count, body]),
        _overlay(context),
        Fab("add", "Create contact", ("create",), _ID + "floating_action_button"),
    )


def _overlay(context: Context) -> Widget | None:
    match context.page.overlay:
        case ("hold", int(contact_id), at):
            row = get(context.get("contacts"), contact_id)
            items = [Item("Edit", ("change", contact_id), "edit"), Item("Delete", ("ask", contact_id), "delete")]
            if row is not None and row.phone:
                items.append(Item("Copy number", ("copy_text", row.phone), "copy"))
            return Menu(items, at)
        case ("more", int(contact_id), at):
            return Menu([Item("Delete", ("ask", contact_id), "delete")], at)
        case ("ask", int(contact_id)):
            return confirm(
                "Delete contact?",
                "This contact will be permanently deleted from your device.",
                "Delete",
                ("delete", contact_id),
            )
    return None


def _detail(context: Context) -> View:
    row = get(context.get("contacts"), context.page.arg)
    if row is None:
        return View(Column([app_bar(""), empty("contacts", "Contact deleted")]))
    star = IconButton(
        "star_filled" if row.starred else "star",
        "Remove from favourites" if row.starred else "Add to favourites",
        ("star", row.id),
        _ID + "menu_star",
        "accent" if row.starred else "muted",
    )
    actions = [
        star,
        IconButton("edit", "Edit contact", ("change", row.id), _ID + "menu_edit"),
        IconButton("more", "More options", ("more", row.id), _ID + "menu_more"),
    ]
    info: list[Widget] = [Label("Contact info", "font", font="bold", pad=(16, 10))]
    if row.phone:
        message = IconButton("messages", "Message", ("message", row.phone), _ID + "third_icon")
        info.append(_info("phone", row.phone, "Mobile", message))
    if row.email:
        info.append(_info("mail", row.email, "Email"))
    if len(info) == 1:
        info.append(Label("No number or e-mail address", tone="muted", pad=(16, 10)))
    button = Button(
        "Message", ("message", row.phone), "tonal", "messages", _ID + "verb_text", enabled=bool(row.phone), flex=1
    )
    name = Label(
        row.name or row.phone or row.email, 26, align="center", wrap=True, rid=_ID + "large_title", pad=(20, 0)
    )
    content_ = [
        Space(8),
        Avatar(row.name, 112),
        Space(16),
        name,
        Row([button], pad=(48, 18)),
        Box(Column(info, pad=(0, 6)), pad=(0, 4), radius=20, margin=(16, 0, 16, 16)),
    ]
    return View(Column([app_bar("", actions), Scroll("detail", content_)]), _overlay(context))


def _info(icon: str, text: str, kind: str, trailing: Widget | None = None) -> Tile:
    return Tile(
        text,
        subtitle=kind,
        leading=Icon(icon, size=22),
        trailing=trailing,
        long_message=("copy_text", text),
        rid=_ID + "header",
        role="text",
    )


_FIELDS = (
    ("first", "First name", "person"),
    ("last", "Last name", ""),
    ("phone", "Phone", "phone"),
    ("email", "Email", "mail"),
)


def _editor(context: Context) -> View:
    page = context.page
    save = Button("Save", ("save",), rid=_ID + "toolbar_button", enabled=any(_typed(context)))
    name = " ".join(_typed(context)[:2]).strip()
    rows: list[Widget] = [Space(4), Avatar(name, 88), Space(8)]
    for key, hint, icon in _FIELDS:
        lead: Widget = Icon(icon, "muted", 22) if icon else Space(22)
        rows.append(Row([lead, Field(key, hint, f"{_ID}{key}_field", label=True, flex=1)], gap=14, pad=(16, 8)))
    title = "Create contact" if page.arg is None else "Edit contact"
    return View(Column([app_bar(title, [save, Space(8)], close=True), Divider(), Scroll("editor", [*rows, Space(16)])]))


def _typed(context: Context) -> list[str]:
    return [context.field(key).strip() for key, _, _ in _FIELDS]


def _view(context: Context) -> View:
    name = context.page.name
    return _list(context) if name == "list" else _detail(context) if name == "detail" else _editor(context)


def _title(context: Context) -> str:
    page = context.page
    if page.name == "editor":
        return "Create contact" if page.arg is None else "Edit contact"
    if page.name == "detail":
        row = get(context.get("contacts"), page.arg)
        return row.name if row is not None else "Contacts"
    return "Contacts"


# Events -------------------------------------------------------------------------------------------------------------


def _edit_page(row: ContactRow | None, name: str = "", phone: str = "", email: str = "") -> Page:
    """Returns the editor for an entry, or for a new one with what is known of it."""
    if row is not None:
        _, name, phone, email, _ = row
    first, _, last = name.rpartition(" ")
    if not first:
        first, last = last, ""
    fields = {"first": first, "last": last, "phone": phone, "email": email}
    end = len(first)
    return Page("editor", row.id if row is not None else None, fields, focus="first", selection=(end, end))


def _start(intent: Message) -> Page:
    match intent:
        case ("insert", *given):
            return _edit_page(None, *given)
        case ("show", contact_id):
            return Page("detail", contact_id)
    return Page("list")


def _save(context: Context) -> None:
    first, last, phone, email = _typed(context)
    if not (first or last or phone or email):
        return
    rows: Rows = context.get("contacts")
    contact_id = context.page.arg
    name = f"{first} {last}".strip()
    if contact_id is None or get(rows, contact_id) is None:
        rows, contact_id = add(rows, name, phone, email)
        context.put("contacts", rows)
        context.replace(Page("detail", contact_id))
    else:
        context.put("contacts", update_row(rows, contact_id, name=name, phone=phone, email=email))
        context.pop()


def _update(context: Context, name: str, *args: Any) -> None:  # noqa: C901 - one case an event
    match name:
        case "back":
            context.pop()
        case "show":
            context.push(Page("detail", args[0]))
        case "create":
            context.push(_edit_page(None))
        case "change":
            context.push(_edit_page(get(context.get("contacts"), args[0])))
        case "save":
            _save(context)
        case "submit":
            keys = [key for key, _, _ in _FIELDS]
            if args[0] in keys:
                following = keys[min(len(keys) - 1, keys.index(args[0]) + 1)]
                end = len(context.field(following))
                context.set(focus=following, selection=(end, end))
        case "star":
            rows: Rows = context.get("contacts")
            row = get(rows, args[0])
            if row is not None:
                context.put("contacts", update_row(rows, row.id, starred=not row.starred))
        case "hold" | "more":
            context.set(overlay=(name, args[0], context.point))
        case "ask":
            context.set(overlay=("ask", args[0]))
        case "delete":
            context.set(overlay=())
            context.put("contacts", remove(context.get("contacts"), args[0]))
            if context.page.name == "detail":
                context.pop()
        case "copy_text":
            context.set(overlay=())
            context.put("clipboard", args[0])
        case "clear":
            context.set_fields(search="")
        case "message":
            context.open("messages", "compose", args[0])


APP = PhoneApp(
    AppSpec("contacts", "Contacts", "contacts", (26, 115, 232), _view, _update, _start, _title),
    seeders={"contacts": seed},
)

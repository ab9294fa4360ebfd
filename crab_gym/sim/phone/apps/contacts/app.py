"""The phone's Contacts app: listing, showing and editing the entries of the address book.

State: slice ``"contacts"`` of `crab_gym.sim.phone.apps.contacts.data`. Pages: ``list`` (data: whether only favourites
are listed; overlay ``select``: the ids of the selected entries), ``detail`` (arg: id), ``editor`` (arg: id, None for a
new contact; data: whether all fields are shown).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.machine.rows import get, remove, update_row
from crab_gym.sim.machine.slices import CLIPBOARD
from crab_gym.sim.phone.app import PhoneApp, PhoneMessage
from crab_gym.sim.phone.apps.contacts import intents
from crab_gym.sim.phone.apps.contacts.data import (
    CONTACTS,
    ContactRow,
    Rows,
    add,
    as_text,
    by_number,
    digits,
    matching,
    seed,
)
from crab_gym.sim.phone.system.share import share
from crab_gym.sim.phone.widgets import row_selection
from crab_gym.sim.phone.widgets.basics import Fab, RoundButton, app_bar, confirm, empty
from crab_gym.sim.phone.widgets.navigation import Chips
from crab_gym.sim.ui import (
    AnyMessage,
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
    LazyRow,
    Menu,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    ToolkitOverlay,
    Widget,
)

__all__ = ["APP", "ContactRow", "Rows", "add", "by_number", "digits", "get", "remove", "seed", "update_row"]

_ID = "com.android.contacts:id/"

Message = (
    PhoneMessage
    | tuple[Literal["create", "save", "fields", "clear"]]
    | tuple[Literal["show", "change", "star", "hold", "more", "pick"], int]
    | tuple[Literal["ask", "select", "delete", "share"], tuple[int, ...]]
    | tuple[Literal["filter"], bool]
    | tuple[Literal["copy_text", "message", "call", "mail", "place"], str]
)
"""Numbers are ids of entries; tuples of them are the selected ones."""
Overlay = (
    ToolkitOverlay
    | tuple[Literal["select", "ask"], tuple[int, ...]]
    | tuple[Literal["hold", "more"], int, tuple[int, int]]
)


# Views --------------------------------------------------------------------------------------------------------------


class _Initial(Avatar):
    """A row's avatar; the first row of each letter shows the letter in front of it."""

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


class _Photo(Avatar):
    """An entry's large avatar, described by the name."""

    __slots__ = ()

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the avatar and its node."""
        super().place(scene, x, y, w, h)
        left, rid = x + (w - self.size) // 2, _ID + "photo_touch_intercept_overlay"
        scene.node(left, y, self.size, self.size, "image", "", self.name, rid)


_STAR = Icon("star_filled", "muted", 18, "Starred")
_PICKED = Icon("check", "accent", 22, "Selected")


def _title_of(row: ContactRow) -> str:
    """Returns the title under which an entry is listed: its name, or the first other thing it has."""
    return row.name or row.phone or row.email or row.company or "No name"


def _tile(row: ContactRow, letter: str, picked: tuple[int, ...]) -> Widget:
    selected = row.id in picked
    return Tile(
        _title_of(row),
        ("pick", row.id) if picked else ("show", row.id),
        leading=_Initial(row.name, letter),
        trailing=_PICKED if selected else _STAR if row.starred else None,
        long_message=None if picked else ("hold", row.id),
        rid=_ID + "cliv_name_textview",
        selected=selected,
    )


def _list(context: Context) -> View:
    rows: Rows = context.get(CONTACTS)
    query, starred = context.field("search"), bool(context.page.data)
    shown = tuple([row for row in matching(rows, query) if row.starred or not starred])
    picked = row_selection.selected(context.page)
    tiles: list[Widget] = []
    last = ""
    for row in shown:
        letter = _title_of(row)[:1].upper()
        tiles.append(LazyRow("row", _tile, row, letter if letter != last else "", picked))
        last = letter
    if tiles:
        body: Widget = Scroll("list", [*tiles, Space(80)], rid="android:id/list")
    elif query:
        body = empty("search", "No contacts found", "Try another name or number")
    elif starred:
        body = empty("star", "No favourites yet", "A star puts a contact here")
    else:
        body = empty("contacts", "No contacts yet", "Contacts that you create are kept on this phone")
    if picked:
        return View(Column([_selection_bar(picked), body]))
    search: list[Widget] = [
        Field("search", "Search contacts", _ID + "open_search_bar_text_view", icon="search", pill=True, flex=1)
    ]
    if query:
        search.append(IconButton("close", "Clear search", ("clear",)))
    count = Label(f"{len(shown)} contact{'s' * (len(shown) != 1)}", "small", "muted", align="right", flex=1)
    chips = Chips([("All", ("filter", False), not starred), ("Favourites", ("filter", True), starred)], pad=(0, 0))
    return View(
        Column([Row(search, pad=(16, 10)), Row([chips, count], pad=(16, 2)), Space(4), body]),
        _overlay(context),
        Fab("add", "Create contact", ("create",), _ID + "floating_action_button"),
    )


def _selection_bar(picked: tuple[int, ...]) -> Row:
    return Row(
        [
            IconButton("close", "Close selection", ("dismiss",), tone="text"),
            Label(f"{len(picked)} selected", "title", flex=1),
            IconButton("share", "Share", ("share", picked), tone="text"),
            IconButton("delete", "Delete", ("ask", picked), _ID + "menu_delete", tone="text"),
        ],
        gap=8,
        pad=(8, 8),
        height=60,
        background="surface",
    )


def _overlay(context: Context) -> Widget | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("hold", contact_id, at):
            row = get(context.get(CONTACTS), contact_id)
            items = [
                Item("Select", ("select", (contact_id,)), "check"),
                Item("Edit", ("change", contact_id), "edit"),
                Item("Delete", ("ask", (contact_id,)), "delete"),
            ]
            if row is not None and row.phone:
                items.append(Item("Copy number", ("copy_text", row.phone), "copy"))
            return Menu(items, at)
        case ("more", contact_id, at):
            items = [Item("Share", ("share", (contact_id,)), "share"), Item("Delete", ("ask", (contact_id,)), "delete")]
            return Menu(items, at)
        case ("ask", picked):
            single = len(picked) == 1
            title = "Delete contact?" if single else f"Delete {len(picked)} contacts?"
            text = f"{'This contact' if single else 'These contacts'} will be permanently deleted from your device."
            return confirm(title, text, "Delete", ("delete", picked))
    return None


def _detail(context: Context) -> View:
    row = get(context.get(CONTACTS), context.page.arg)
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
        info.append(_info("phone", row.phone, "Mobile", ("call", row.phone), message))
    if row.email:
        info.append(_info("mail", row.email, "Email", ("mail", row.email)))
    if row.address:
        info.append(_info("location", row.address, "Address", ("place", row.address)))
    if row.company:
        info.append(_info("contacts", row.company, "Company"))
    if row.notes:
        info.append(_info("document", row.notes, "Notes"))
    if len(info) == 1:
        info.append(Label("No number or e-mail address", tone="muted", pad=(16, 10)))
    name = Label(_title_of(row), 26, align="center", wrap=True, rid=_ID + "large_title", pad=(20, 0))
    buttons = [
        RoundButton("phone", "Call", ("call", row.phone) if row.phone else None, _ID + "verb_call"),
        RoundButton("messages", "Message", ("message", row.phone) if row.phone else None, _ID + "verb_text"),
        RoundButton("mail", "Email", ("mail", row.email) if row.email else None, _ID + "verb_email"),
    ]
    content_ = [
        Space(8),
        _Photo(_title_of(row), 112),
        Space(16),
        name,
        Row(buttons, pad=(24, 18)),
        Box(Column(info, pad=(0, 6)), pad=(0, 4), radius=20, margin=(16, 0, 16, 16)),
    ]
    return View(Column([app_bar("", actions), Scroll("detail", content_)]), _overlay(context))


def _info(icon: str, text: str, kind: str, message: AnyMessage | None = None, trailing: Widget | None = None) -> Tile:
    return Tile(
        text,
        message,
        subtitle=kind,
        leading=Icon(icon, size=22),
        trailing=trailing,
        long_message=("copy_text", text),
        rid=_ID + "header",
        role="text",
    )


class _EditorField(NamedTuple):
    """A field of the editor."""

    key: str
    hint: str
    icon: str


_FIELDS = (
    _EditorField("first", "First name", "person"),
    _EditorField("last", "Last name", ""),
    _EditorField("phone", "Phone", "phone"),
    _EditorField("email", "Email", "mail"),
)
_ALL_FIELDS = (
    *_FIELDS,
    _EditorField("company", "Company", "contacts"),
    _EditorField("address", "Address", "location"),
    _EditorField("notes", "Notes", "document"),
)


def _editor(context: Context) -> View:
    page = context.page
    save = Button("Save", ("save",), rid=_ID + "toolbar_button", enabled=any(_typed(context)))
    name = " ".join(_typed(context)[:2]).strip()
    rows: list[Widget] = [Space(4), Avatar(name, 88), Space(8)]
    for key, hint, icon in _ALL_FIELDS if page.data else _FIELDS:
        lead: Widget = Icon(icon, "muted", 22) if icon else Space(22)
        rows.append(Row([lead, Field(key, hint, f"{_ID}{key}_field", label=True, flex=1)], gap=14, pad=(16, 8)))
    if not page.data:
        more = Button("More fields", ("fields",), "text", "chevron_down", _ID + "more_fields")
        rows.append(Row([Space(40), more, Space(flex=1)], pad=(8, 4)))
    title = "Create contact" if page.arg is None else "Edit contact"
    return View(Column([app_bar(title, [save, Space(8)], close=True), Divider(), Scroll("editor", [*rows, Space(16)])]))


def _typed(context: Context) -> list[str]:
    return [context.field(field.key).strip() for field in _ALL_FIELDS]


def _view(context: Context) -> View:
    name = context.page.name
    return _list(context) if name == "list" else _detail(context) if name == "detail" else _editor(context)


def _title(context: Context) -> str:
    page = context.page
    if page.name == "editor":
        return "Create contact" if page.arg is None else "Edit contact"
    if page.name == "detail":
        row = get(context.get(CONTACTS), page.arg)
        return row.name if row is not None else "Contacts"
    return "Contacts"


# Events -------------------------------------------------------------------------------------------------------------


def _edit_page(row: ContactRow | None, name: str = "", phone: str = "", email: str = "") -> Page:
    """Returns the editor for an entry, or for a new one with its known details.

    Args:
        row: The entry; None for a new one.
        name: A new entry's full name.
        phone: Its phone number.
        email: Its e-mail address.
    """
    old = row if row is not None else ContactRow(0, name, phone, email)
    first, _, last = old.name.rpartition(" ")
    if not first:
        first, last = last, ""
    fields = {"first": first, "last": last, "phone": old.phone, "email": old.email}
    extra = {"company": old.company, "address": old.address, "notes": old.notes}
    end = len(first)
    return Page(
        "editor",
        row.id if row is not None else None,
        {**fields, **extra},
        focus="first",
        selection=(end, end),
        data=any(extra.values()),
    )


def _start(intent: Intent) -> Page:
    match intent:
        case ("insert", *_):
            return _edit_page(None, *intent[1:])
        case ("show", contact_id):
            return Page("detail", contact_id)
    return Page("list")


def _save(context: Context) -> None:
    if not any(_typed(context)):
        return
    first, last, *others = _typed(context)
    values = dict(zip(("phone", "email", "company", "address", "notes"), others, strict=True))
    rows: Rows = context.get(CONTACTS)
    contact_id = context.page.arg
    name = f"{first} {last}".strip()
    if contact_id is None or get(rows, contact_id) is None:
        rows, contact_id = add(rows, name)
        context.put(CONTACTS, update_row(rows, contact_id, **values))
        context.replace(Page("detail", contact_id))
    else:
        context.put(CONTACTS, update_row(rows, contact_id, name=name, **values))
        context.pop()


def _submit(context: Context, key: str) -> None:
    """Moves the focus to the next field."""
    keys = [field.key for field in (_ALL_FIELDS if context.page.data else _FIELDS)]
    if key in keys:
        following = keys[min(len(keys) - 1, keys.index(key) + 1)]
        end = len(context.field(following))
        context.set(focus=following, selection=(end, end))


def _delete(context: Context, picked: tuple[int, ...]) -> None:
    context.set(overlay=())
    rows: Rows = context.get(CONTACTS)
    context.put(CONTACTS, tuple([row for row in rows if row.id not in picked]))
    if context.page.name == "detail":
        context.pop()


def _share(context: Context, picked: tuple[int, ...]) -> None:
    context.set(overlay=())
    rows: Rows = context.get(CONTACTS)
    shared = [as_text(row) for row in rows if row.id in picked]
    if shared:
        title = "contact" if len(shared) == 1 else f"{len(shared)} contacts"
        share(context, "text", "\n\n".join(shared), f"Share {title}")


def _open(context: Context, app: str, *intent: object) -> None:
    context.set(overlay=())
    context.open(app, *intent)


def _star(context: Context, contact_id: int) -> None:
    rows = context.get(CONTACTS)
    row = get(rows, contact_id)
    if row is not None:
        context.put(CONTACTS, update_row(rows, row.id, starred=not row.starred))


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    match message:
        case ("back",):
            context.pop()
        case ("show", contact_id):
            context.push(Page("detail", contact_id))
        case ("create",):
            context.push(_edit_page(None))
        case ("change", contact_id):
            context.push(_edit_page(get(context.get(CONTACTS), contact_id)))
        case ("save",):
            _save(context)
        case ("fields",):
            context.set(data=True, focus="company", selection=(0, 0))
        case ("submit", key):
            _submit(context, key)
        case ("filter", starred):
            context.set(data=starred, scroll={})
        case ("star", contact_id):
            _star(context, contact_id)
        case ("hold" | "more" as menu, contact_id):
            context.set(overlay=(menu, contact_id, context.point))
        case ("ask" | "select" as name, picked):
            context.set(overlay=(name, picked))
        case ("pick", contact_id):
            row_selection.toggle(context, contact_id)
        case ("delete", picked):
            _delete(context, picked)
        case ("share", picked):
            _share(context, picked)
        case ("copy_text", text):
            context.set(overlay=())
            context.put(CLIPBOARD, text)
        case ("clear",):
            context.set_fields(search="")
        case ("message", number):
            _open(context, "messages", "compose", number)
        case ("call", number):
            _open(context, "phone", "call", number)
        case ("mail", address):
            _open(context, "mail", "compose", address)
        case ("place", address):
            _open(context, "maps", "search", address)


APP = PhoneApp(
    AppSpec("contacts", "Contacts", "contacts", (26, 115, 232), _view, _update, _start, _title),
    seeders={CONTACTS: seed},
    intents=intents.RULES,
    categories=("APP_CONTACTS",),
)

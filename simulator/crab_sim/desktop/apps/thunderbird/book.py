"""The tab of the address book: the contacts, and the details of one; the dialog that edits them."""

from __future__ import annotations

from typing import assert_never

from crab_sim.desktop.apps.thunderbird.contacts import CARDS, Card, add_card, sorted_cards
from crab_sim.desktop.apps.thunderbird.messages import BookMessage, MainMessage
from crab_sim.desktop.apps.thunderbird.state import Desk, desk_of, put_desk
from crab_sim.desktop.chrome.menus import open_popup
from crab_sim.desktop.widgets import Sized, ask, dialog_page
from crab_sim.devices.mailboxes import Person
from crab_sim.machine.app import Context
from crab_sim.machine.rows import get, remove, replace_row
from crab_sim.ui import (
    Avatar,
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    Icon,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Tile,
    Widget,
)

__all__ = ["book_view", "card_dialog", "delete_question", "edit_card", "handle_book", "save_card"]

_FIELDS = ("first", "last", "name", "email", "phone", "notes")
_LIST = 300


class _Columns(Widget[MainMessage]):
    """The list of contacts, and the details beside it, both as high as the tab."""

    __slots__ = ("left", "right")

    def __init__(self, left: Widget[MainMessage], right: Widget[MainMessage]) -> None:
        self.flex, self.left, self.right = 1, left, right

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Places both."""
        size = min(_LIST, w // 2)
        self.left.place(scene, x, y, size, h)
        scene.fill(x + size, y, 1, h, scene.theme.outline)
        self.right.place(scene, x + size + 1, y, w - size - 1, h)


def book_view(context: Context, desk: Desk) -> Widget[MainMessage]:
    """Returns the tab."""
    rows, query = context.get(CARDS), context.base.fields.get("book", "")
    found = sorted_cards(rows, query)
    head: Widget[MainMessage] = Column(
        [
            Row([Button("New Contact", ("new_card",), "filled", "person_add", flex=1)]),
            Label("Personal Address Book", font="bold"),
            Field("book", "Search Personal Address Book", "searchInput", icon="search"),
        ],
        gap=6, pad=(10, 8), background="surface",
    )  # fmt: skip
    tiles: list[Widget[MainMessage]] = [
        Tile(
            row.shown, ("card", row.id), row.email, Avatar(row.shown or "?", 30), long_message=("card_menu", row.id),
            double_message=("edit_card", row.id), selected=row.id == desk.card,
        )
        for row in found
    ]  # fmt: skip
    body: Widget[MainMessage] = Scroll("cards", tiles, pad=(4, 4))
    if not tiles:
        text = "No contacts found" if rows else "No contacts"
        body = Column([Space(flex=1), Label(text, tone="muted", align="center"), Space(flex=1)], flex=1)
    count = f"Total contacts in Personal Address Book: {len(rows)}"
    left = Column([head, Divider(), body, Label(count, "small", "muted", pad=(12, 4))], flex=1)
    card = get(rows, desk.card)
    return _Columns(left, _details(card) if card is not None else _empty())


def _empty() -> Widget[MainMessage]:
    return Column([Space(flex=1), Icon("contacts", "faint", 56), Space(flex=1)], flex=1)


def _details(card: Card) -> Widget[MainMessage]:
    lines: list[Widget[MainMessage]] = [
        Row([Avatar(card.shown or "?", 56), Label(card.shown, 20, font="bold", wrap=True, flex=1)], gap=14),
        Row(
            [
                Button("Write", ("write_card", card.id), "outlined", "edit", enabled=bool(card.email)),
                Button("Edit", ("edit_card", card.id), "outlined"),
                Button("Delete", ("ask_delete_card", card.id), "danger"),
            ],
            gap=8,
        ),
        Divider(),
    ]
    for title, text in (("Email Addresses", card.email), ("Phone Numbers", card.phone), ("Notes", card.notes)):
        if text:
            lines.append(Column([Label(title, "small", "muted"), Label(text, wrap=True, selectable=True)], gap=2))
    return Column([Scroll("details", lines, gap=12, pad=(20, 18))], flex=1)


# Dialogs ------------------------------------------------------------------------------------------------------------


def edit_card(context: Context, card: Card) -> None:
    """Opens the dialog for a contact; one with the id 0 is new."""
    page = dialog_page(context, "card", card.id, "first", card.first)
    fields = {**page.fields, **{name: getattr(card, name) for name in _FIELDS}}
    context.push(page._replace(fields=fields))


def card_dialog(page: Page) -> Dialog[MainMessage]:
    """Returns the dialog that edits a contact."""
    fields = page.fields
    named = any([fields.get(name, "").strip() for name in ("first", "last", "name", "email")])
    body = Column(
        [
            Row([Field("first", "First name", flex=1), Field("last", "Last name", flex=1)], gap=8),
            Field("name", "Display name"),
            Field("email", "Email address"),
            Field("phone", "Phone number"),
            Field("notes", "Notes", multiline=True, lines=2),
            Label("" if named else "A contact needs a name or an e-mail address.", "small", "muted"),
        ],
        gap=8,
    )
    actions: list[Widget[MainMessage]] = [
        Button("Cancel", ("cancel",), "outlined"),
        Button("Save", ("save_card",), enabled=named),
    ]
    return Dialog("Edit Contact" if page.arg else "New Contact", Sized(body), actions, 480, ("cancel",))


def delete_question(context: Context, card_id: int) -> Dialog[MainMessage]:
    """Returns the question before a contact is deleted."""
    card = get(context.get(CARDS), card_id)
    name = card.shown if card is not None else ""
    return ask(
        "Delete Contact", f"Are you sure you want to delete the contact {name}?",
        Button("Delete", ("delete_card", card_id), "danger"),
    )  # fmt: skip


def save_card(context: Context) -> None:
    """Takes over the contact that the dialog has."""
    page, rows = context.page, context.get(CARDS)
    values = {name: page.fields.get(name, "").strip() for name in _FIELDS}
    if not any([values[name] for name in ("first", "last", "name", "email")]):
        return
    context.pop()
    if not values["name"]:
        values["name"] = f"{values['first']} {values['last']}".strip()
    card = Card(int(page.arg), **values)
    rows = replace_row(rows, card) if get(rows, card.id) is not None else add_card(rows, card)
    context.put(CARDS, rows)
    put_desk(context, desk_of(context)._replace(card=card.id or rows[-1].id))


def handle_book(context: Context, message: BookMessage) -> None:
    """Handles the messages of the address book."""
    rows, desk = context.get(CARDS), desk_of(context)
    match message:
        case ("card", card_id):
            put_desk(context, desk._replace(card=card_id))
            context.set(focus="")
        case ("card_menu", card_id):
            put_desk(context, desk._replace(card=card_id, popup=("card", card_id)))
            open_popup(context)
        case ("new_card",):
            edit_card(context, Card(0))
        case ("edit_card", card_id):
            card = get(rows, card_id)
            if card is not None:
                put_desk(context, desk._replace(card=card_id))
                edit_card(context, card)
        case ("add_person", name, address):
            known = next((row for row in rows if row.email.casefold() == address.casefold()), None)
            first, _, last = name.partition(" ")
            edit_card(context, known or Card(0, first, last, name, address))
        case ("save_card",):
            save_card(context)
        case ("ask_delete_card", card_id):
            context.push(dialog_page(context, "delete_card", card_id))
        case ("delete_card", card_id):
            context.pop()
            context.put(CARDS, remove(rows, card_id))
            put_desk(context, desk_of(context)._replace(card=0))
        case ("write_card", card_id):
            card = get(rows, card_id)
            if card is not None and card.email:
                context.open("thunderbird", "new", "write", card.person.name, card.email)
        case ("write_to", name, address):
            person = Person(name, address)
            context.open("thunderbird", "new", "write", person.name, person.address)
        case _:
            assert_never(message)

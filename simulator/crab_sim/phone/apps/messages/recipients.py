"""The Messages app's page on which recipients are chosen: one, or several for a group.

Page ``recipient`` (arg: the numbers of a group so far, None for a single recipient; data: the text to send).
"""

from __future__ import annotations

from crab_sim import ui
from crab_sim.machine.app import Context, View
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow, digits, matching
from crab_sim.phone.apps.messages.messages import Message
from crab_sim.phone.widgets.basics import app_bar, empty

__all__ = ["choose", "is_number", "recipient_view"]

_ID = "com.google.android.apps.messaging:id/"


def is_number(text: str) -> bool:
    """Returns whether a text can be dialled: at least three digits, and only characters of phone numbers."""
    return sum(map(str.isdecimal, text)) >= 3 and all([char.isdecimal() or char in "+-() ./#*" for char in text])


def _person(row: ContactRow, chosen: bool | None) -> ui.Widget[Message]:
    """Returns a row of somebody; None for chosen where one is chosen only."""
    message: Message = ("open", row.phone) if chosen is None else ("choose", row.phone)
    return ui.Tile(
        row.name or row.phone, message, row.phone, ui.Avatar(row.name),
        None if chosen is None else ui.Toggle("checkbox", chosen), rid=_ID + "contact_name",
        role="list_item" if chosen is None else "checkbox", verbatim="all",
    )  # fmt: skip


def recipient_view(context: Context) -> View[Message]:
    """Returns the page."""
    query = context.field("to").strip()
    group: tuple[str, ...] | None = context.page.arg
    tiles: list[ui.Widget[Message]] = []
    bar: list[ui.Widget[Message]] = []
    if group is None:
        create: ui.Widget[Message] = ui.Tile(
            "Create group", ("group",), leading=ui.Icon("person_add", "accent"), rid=_ID + "create_group", role="button"
        )
        tiles += [] if query else [create]
    else:
        bar = [ui.Button("Next", ("open_group",), rid=_ID + "action_next", enabled=len(group) > 1), ui.Space(8)]
    if is_number(query):
        label = f"Send to {query}" if group is None else f"Add {query}"
        message: Message = ("open", query) if group is None else ("choose", query)
        tiles.append(ui.Tile(label, message, leading=ui.Avatar("", icon="person"), rid=_ID + "send_to_number"))
    keys = None if group is None else [digits(number) for number in group]
    shown = [row for row in matching(context.get(CONTACTS), query) if row.phone]
    tiles += [ui.LazyRow("row2", _person, row, None if keys is None else digits(row.phone) in keys) for row in shown]
    if not tiles:
        tiles.append(empty("person", "No contacts found", "Type a phone number to send a message to it"))
    field = ui.Field("to", "Type a name or phone number", _ID + "recipient_text_view", flex=1)
    to: list[ui.Widget[Message]] = [ui.Row([ui.Label("To", tone="muted"), field], gap=14, pad=(16, 6))]
    if group:
        to.append(ui.Label(", ".join(group), "small", "muted", wrap=True, pad=(16, 4), verbatim=True))
    title = "New conversation" if group is None else "New group"
    return View(ui.Column([app_bar(title, bar), *to, ui.Scroll("list", tiles, rid="android:id/list")]))


def choose(context: Context, number: str) -> None:
    """Adds a number to the group, or takes it out."""
    group: tuple[str, ...] = context.page.arg or ()
    others = tuple([one for one in group if digits(one) != digits(number)])
    context.set(arg=others if len(others) < len(group) else (*group, number), fields={"to": ""}, selection=(0, 0))

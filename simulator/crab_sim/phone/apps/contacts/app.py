"""The phone's Contacts app: listing, showing and editing the entries of the address book.

State: the slices of `crab_sim.phone.apps.contacts.data`. Pages: ``list`` (data: ``"starred"`` or ``"labels"`` for
these; overlay ``select``: the ids of the selected entries), ``detail`` (arg: id), ``editor`` (arg: id, None for a
new contact; data: a `Draft`; overlay ``phone_types``), and those of `crab_sim.phone.apps.contacts.organise`.
"""

from __future__ import annotations

from datetime import date
from typing import Final, assert_never

from crab_sim.devices.vcards import is_day
from crab_sim.engines.days import DAY
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.rows import get, update_row
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.phone.apps.contacts import APP as FACTS
from crab_sim.phone.apps.contacts.data import (
    CONTACTS,
    ContactRow,
    Rows,
    add,
    as_text,
)
from crab_sim.phone.apps.contacts.messages import LabelMessage, Message
from crab_sim.phone.apps.contacts.organise import update_labels
from crab_sim.phone.apps.contacts.views import ALL_FIELDS, FIELDS, Draft, draft_of, title, typed_values, view
from crab_sim.phone.media import storage
from crab_sim.phone.system.share import share
from crab_sim.phone.widgets import file_chooser, name_dialog, pickers, picture_chooser, row_selection
from crab_sim.ui import MessageGroup, Page
from crab_sim.ui.page import PlainData

__all__ = ["APP"]

_EPOCH: Final = date(1970, 1, 1).toordinal()
_LABELS = MessageGroup(LabelMessage)


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
    extra = {"company": old.company, "address": old.address, "website": old.website, "notes": old.notes}
    end = len(first)
    return Page(
        "editor",
        row.id if row is not None else None,
        {**fields, **extra},
        focus="first",
        selection=(end, end),
        data=Draft(bool(any(extra.values()) or old.birthday), old.phone_type, old.birthday, old.photo),
    )


def _start(intent: Intent) -> Page:
    match intent:
        case ("insert", *_):
            return _edit_page(None, *intent[1:])
        case ("show", contact_id):
            return Page("detail", contact_id)
    return Page("list")


def _save(context: Context) -> None:
    if not any(typed_values(context)):
        return
    first, last, *others = typed_values(context)
    draft = draft_of(context)
    names = [field.key for field in ALL_FIELDS[2:]]
    values: dict[str, PlainData] = dict(zip(names, others, strict=True))
    values |= {"phone_type": draft.phone_type, "birthday": draft.birthday, "photo": draft.photo}
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
    keys = [field.key for field in (ALL_FIELDS if draft_of(context).complete else FIELDS)]
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


def _birthday(context: Context) -> None:
    """Asks for the date, from the one that is known or today."""
    known = draft_of(context).birthday
    day = date.fromisoformat(known).toordinal() - _EPOCH if is_day(known) else int(context.now // DAY)
    context.set(overlay=pickers.date_overlay("birthday", day), focus="")


def _photo(context: Context, path: str) -> None:
    files = context.get(FILES)
    data = files.read(path) if files.is_file(path) else b""
    context.set(data=draft_of(context)._replace(photo=data if len(data) <= storage.MAX_COVER else b""))


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    if _LABELS.has(message):
        update_labels(context, message)
        return
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
            context.set(data=draft_of(context)._replace(complete=True), focus="company", selection=(0, 0))
        case ("phone_types",):
            context.set(overlay=("phone_types", context.point))
        case ("phone_type", number):
            context.set(data=draft_of(context)._replace(phone_type=number), overlay=())
        case ("submit", key):
            if context.page.name == "editor":
                _submit(context, key)
        case ("filter", part):
            context.set(data=part, scroll={})
        case ("list_more",):
            context.set(overlay=("list_more", context.point))
        case ("birthday",):
            _birthday(context)
        case ("picked", _, day):
            picked = date.fromordinal(day + _EPOCH).isoformat()
            context.set(data=draft_of(context)._replace(birthday=picked), overlay=())
        case ("pick", *_):
            pickers.update(context, message)
        case ("ask_photo",):
            picture_chooser.ask(context, ("photo",))
        case ("photo", path):
            _photo(context, path)
        case ("no_photo",):
            context.set(data=draft_of(context)._replace(photo=b""))
        case ("star", contact_id):
            _star(context, contact_id)
        case ("hold" | "more" as menu, contact_id):
            context.set(overlay=(menu, contact_id, context.point))
        case ("ask" | "select" as name, picked):
            context.set(overlay=(name, picked))
        case ("select_row", contact_id):
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
        case ("browse", address):
            _open(context, "browser", "open", address)
        case ("started",):
            pass
        case _:
            assert_never(message)


_VIEW, _UPDATE = name_dialog.wrap(*picture_chooser.wrap(*file_chooser.wrap(view, _update)))

APP = AppSpec(
    view=_VIEW,
    update=_UPDATE,
    start=_start,
    title=title,
    key=pickers.key,
    **FACTS.spec.facts,
)

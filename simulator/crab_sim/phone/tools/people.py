"""Tools of the apps about people: Contacts, Messages, Phone."""

from __future__ import annotations

from typing import Any

from crab_sim.devices.phone_labels import LABELS
from crab_sim.machine.tool_values import moment_text
from crab_sim.machine.tools import Hand, need, one_of
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow, by_number, digits, matching
from crab_sim.phone.apps.messages.data import MESSAGES, group_of, members_of, threads
from crab_sim.phone.apps.messages.recipients import is_number
from crab_sim.phone.apps.phone.data import CALLS
from crab_sim.phone.system import blocked
from crab_sim.phone.tools.box import BOX

__all__ = [
    "calls_list",
    "contacts_add",
    "contacts_delete",
    "contacts_search",
    "contacts_star",
    "contacts_update",
    "messages_delete_thread",
    "messages_read",
    "messages_send",
    "messages_threads",
    "phone_block",
    "phone_call",
    "phone_hang_up",
]

_CONTACTS, _MESSAGES, _PHONE = BOX.of("contacts"), BOX.of("messages"), BOX.of("phone")


# Contacts -----------------------------------------------------------------------------------------------------------


def _card(row: ContactRow) -> dict[str, Any]:
    card = {
        "name": row.name, "phone": row.phone, "phone_label": LABELS.get(row.phone_type, "") if row.phone else "",
        "email": row.email, "company": row.company, "address": row.address, "website": row.website,
        "birthday": row.birthday, "notes": row.notes,
    }  # fmt: skip
    return {**{key: value for key, value in card.items() if value}, "starred": row.starred}


def _contact(hand: Hand, name: str) -> ContactRow:
    return one_of("contact", name, hand.get(CONTACTS), lambda row: row.name)


@_CONTACTS.reads
def contacts_search(hand: Hand, query: str = "") -> list[dict[str, Any]]:
    """Returns the contacts whose name, number or e-mail address contains a text.

    Args:
        hand: The hold on the phone.
        query: The text; empty for all contacts.
    """
    hand.begin("contacts")
    hand.type(search=query)
    return [_card(row) for row in matching(hand.get(CONTACTS), query)]


@_CONTACTS.writes
def contacts_add(hand: Hand, name: str, phone: str = "", email: str = "", label: str = "") -> dict[str, Any]:
    """Adds a contact.

    Args:
        hand: The hold on the phone.
        name: First and last name.
        phone: Telephone number; empty for none.
        email: E-mail address; empty for none.
        label: Label of the number, such as Mobile or Work; empty for the usual one.
    """
    need(name.strip(), "the name is empty; a contact needs one")
    hand.begin("contacts")
    hand.send("create")
    first, _, last = name.strip().partition(" ")
    texts = {"first": first, "last": last, "phone": phone, "email": email}
    hand.type(**{key: text for key, text in texts.items() if text})
    if label:
        number = {text: number for number, text in LABELS.items()}
        hand.send("phone_type", number[one_of("label", label, number, str)])
    return _card(hand.add(CONTACTS, "save"))


def _shown(hand: Hand) -> dict[str, Any]:
    """Returns the contact whose page is shown."""
    return next(_card(row) for row in hand.get(CONTACTS) if row.id == hand.page.arg)


@_CONTACTS.writes
def contacts_update(
    hand: Hand,
    name: str,
    phone: str = "",
    email: str = "",
    company: str = "",
    address: str = "",
    website: str = "",
    notes: str = "",
) -> dict[str, Any]:
    """Changes details of a contact; those that are left out stay.

    Args:
        hand: The hold on the phone.
        name: Name of the contact.
        phone: New telephone number.
        email: New e-mail address.
        company: New company.
        address: New postal address.
        website: New website.
        notes: New notes.
    """
    row = _contact(hand, name)
    given = {"phone": phone, "email": email}
    more = {"company": company, "address": address, "website": website, "notes": notes}
    need(any(given.values()) or any(more.values()), "no detail is given; expected one at least")
    hand.begin("contacts")
    hand.send("show", row.id)
    hand.send("change", row.id)
    if any(more.values()) and not hand.page.data.complete:
        hand.send("fields")
    hand.type(**{key: text for key, text in {**given, **more}.items() if text})
    hand.close("save")
    return _shown(hand)


@_CONTACTS.writes
def contacts_star(hand: Hand, name: str, starred: bool = True) -> dict[str, Any]:
    """Makes a contact a favourite, or no longer.

    Args:
        hand: The hold on the phone.
        name: Name of the contact.
        starred: Whether it is to be a favourite.
    """
    row = _contact(hand, name)
    hand.begin("contacts")
    hand.send("show", row.id)
    if row.starred != starred:
        hand.send("star", row.id)
    return _shown(hand)


@_CONTACTS.writes
def contacts_delete(hand: Hand, name: str) -> str:
    """Deletes a contact.

    Args:
        hand: The hold on the phone.
        name: Name of the contact.
    """
    row = _contact(hand, name)
    hand.begin("contacts")
    hand.send("show", row.id)
    hand.send("ask", (row.id,))
    hand.send("delete", (row.id,))
    return f"deleted the contact {row.name}"


# Messages -----------------------------------------------------------------------------------------------------------


def _name(hand: Hand, address: str) -> str:
    known = by_number(hand.get(CONTACTS))
    found = [(known.get(digits(number)), number) for number in members_of(address)]
    return ", ".join([row.name or number if row is not None else number for row, number in found])


def _number(hand: Hand, to: str) -> str:
    """Returns the number that a recipient stands for."""
    if is_number(to):
        return to.strip()
    row = _contact(hand, to)
    need(row.phone, f"the contact {row.name} has no telephone number")
    return row.phone


def _open_thread(hand: Hand, address: str) -> None:
    hand.begin("messages")
    hand.send("open", address)


@_MESSAGES.reads
def messages_threads(hand: Hand) -> list[dict[str, Any]]:
    """Returns the conversations, the newest first, each with its last message.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("messages")
    return [
        {
            "with": _name(hand, rows[-1].address), "number": rows[-1].address, "last": rows[-1].body,
            "at": moment_text(rows[-1].date), "unread": not all([row.read for row in rows]),
        }
        for rows in threads(hand.get(MESSAGES)).values()
    ]  # fmt: skip


def _thread(hand: Hand, person: str) -> str:
    """Returns the address of a conversation with somebody, by name or number."""
    known = [rows[-1].address for rows in threads(hand.get(MESSAGES)).values()]
    if is_number(person):
        same = [address for address in known if digits(address) == digits(person)]
        need(same, f"there is no conversation with {person}")
        return same[0]
    return one_of("conversation", person, known, lambda address: _name(hand, address))


@_MESSAGES.reads
def messages_read(hand: Hand, person: str) -> list[dict[str, Any]]:
    """Returns the messages of a conversation, the oldest first, and marks them as read.

    Args:
        hand: The hold on the phone.
        person: The contact's name or the number; for a group all names, with commas between them.
    """
    address = _thread(hand, person)
    _open_thread(hand, address)
    return [
        {"from": "me" if row.box != "inbox" else _name(hand, row.address), "text": row.body,
         "at": moment_text(row.date), **({"attachment": row.attachment.name} if row.attachment else {}),
         **({"failed": True} if row.box == "failed" else {})}
        for row in threads(hand.get(MESSAGES))[digits(address)]
    ]  # fmt: skip


@_MESSAGES.writes
def messages_send(hand: Hand, to: str, text: str) -> str:
    """Sends a text message.

    Args:
        hand: The hold on the phone.
        to: A contact's name or a number; several with commas between them for a group.
        text: The message.
    """
    need(text.strip(), "the text is empty")
    names = [part for part in to.split(",") if part.strip()]
    need(names, "there is no recipient")
    numbers = list(dict.fromkeys([_number(hand, part.strip()) for part in names]))
    _open_thread(hand, numbers[0] if len(numbers) == 1 else group_of(numbers))
    hand.type(compose=text)
    hand.send("send")
    last = threads(hand.get(MESSAGES))[digits(hand.page.arg)][-1]
    if last.box == "failed":
        return "the phone has no network: the message wasn't sent, and stays in its conversation"
    return f"sent to {_name(hand, last.address)}"


@_MESSAGES.writes
def messages_delete_thread(hand: Hand, person: str) -> str:
    """Deletes a conversation with all its messages.

    Args:
        hand: The hold on the phone.
        person: The contact's name or the number.
    """
    address = _thread(hand, person)
    _open_thread(hand, address)
    hand.send("ask_thread", address)
    hand.send("delete_thread", address)
    return f"deleted the conversation with {_name(hand, address)}"


# Phone --------------------------------------------------------------------------------------------------------------


@_PHONE.reads
def calls_list(hand: Hand) -> list[dict[str, Any]]:
    """Returns the calls, the newest first.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("phone")
    rows = sorted(hand.get(CALLS), key=lambda row: (-row.date, -row.id))
    return [
        {"with": _name(hand, row.number), "number": row.number, "kind": row.kind, "at": moment_text(row.date),
         "seconds": row.duration}
        for row in rows
    ]  # fmt: skip


@_PHONE.writes
def phone_call(hand: Hand, to: str) -> str:
    """Calls somebody.

    Args:
        hand: The hold on the phone.
        to: A contact's name or a number.
    """
    number = _number(hand, to)
    hand.begin("phone")
    hand.send("call", number)
    if hand.page.name != "call":
        return "the phone has no network: nobody was called"
    return f"calling {_name(hand, number)}"


@_PHONE.writes
def phone_hang_up(hand: Hand) -> str:
    """Ends the call that goes on.

    Args:
        hand: The hold on the phone.
    """
    hand.open("phone")
    need(hand.page.name == "call", "there is no call")
    hand.send("end")
    return "the call has ended"


@_PHONE.writes
def phone_block(hand: Hand, number: str, block: bool = True) -> str:
    """Blocks a number, so that it can neither call nor write, or unblocks it.

    Args:
        hand: The hold on the phone.
        number: The number, or a contact's name.
        block: Whether it is to be blocked.
    """
    known = _number(hand, number)
    hand.begin("phone")
    if blocked.is_blocked(hand.get(blocked.BLOCKED), known) != block:
        hand.send("details", known)
        hand.send("block" if block else "unblock", known)
    return f"{'blocked' if block else 'unblocked'} {known}"

"""The phone's Phone app: favourites, recent calls, contacts, the keypad, voice mails, and the call in progress.

State: slices ``"calls"`` and ``"call"`` of `crab_sim.phone.apps.phone.data`, and ``"voicemails"``. Pages: ``main``
(arg: the tab, data: whether only missed calls are listed, field ``digits`` on the keypad), ``search``, ``details``
(arg: a number), ``call`` (data: whether its keypad is shown), ``blocked``, and that of `voicemail_pages`.
"""

from __future__ import annotations

from typing import assert_never

from crab_sim import ui
from crab_sim.machine import keyboard
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import get, remove
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow, by_number, digits, matching
from crab_sim.phone.apps.phone import APP as FACTS
from crab_sim.phone.apps.phone import data as phone_data
from crab_sim.phone.apps.phone.blocking import block_item, blocked_view
from crab_sim.phone.apps.phone.call import (
    GREEN,
    ID,
    Digits,
    Pad,
    call_view,
    contact_of,
    keypad_page,
    name_of,
    update_call,
)
from crab_sim.phone.apps.phone.data import (
    CALL,
    CALLS,
    Call,
    CallRow,
    answer,
    dial,
    end_call,
    newest_first,
    ring,
)
from crab_sim.phone.apps.phone.messages import CallMessage, Message, VoicemailMessage
from crab_sim.phone.apps.phone.voicemail_pages import update_voicemail, voicemail_tab, voicemail_view, voicemails
from crab_sim.phone.system import blocked
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets.basics import RoundButton, app_bar, confirm, empty, message_dialog, search_bar
from crab_sim.phone.widgets.navigation import BottomBar, Chips

__all__ = ["APP"]

_MAX = 200  # calls that are listed
_KINDS = {
    "incoming": ("call_received", "muted", "Incoming call"),
    "outgoing": ("call_made", "muted", "Outgoing call"),
    "missed": ("call_missed", "danger", "Missed call"),
}

_CALL = ui.MessageGroup(CallMessage)
_VOICEMAIL = ui.MessageGroup(VoicemailMessage)


def _dialable(text: str) -> str:
    """Returns the characters of a text that can be dialled.

    >>> _dialable(" +1 (206) 555-0143 x")
    '+1 (206) 555-0143'
    """
    return "".join([char for char in text if char.isdecimal() or char in "+-() .*#"]).strip()


def _span(seconds: int) -> str:
    """Returns a duration in words.

    >>> _span(7), _span(125), _span(3720)
    ('7 sec', '2 min 5 sec', '1 h 2 min')
    """
    if seconds < 60:
        return f"{seconds} sec"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60} sec"
    return f"{seconds // 3600} h {seconds // 60 % 60} min"


# Views --------------------------------------------------------------------------------------------------------------


_TABS = (
    ("star", "Favourites", "favourites"),
    ("clock", "Recents", "recents"),
    ("contacts", "Contacts", "contacts"),
    ("dialpad", "Keypad", "keypad"),
)


def _main(context: Context) -> View[Message]:
    tab = context.page.arg
    top: list[ui.Widget[Message]] = []
    call: Call | None = context.get(CALL)
    if call is not None:
        words = f"Return to the call with {name_of(context, call.number)}"
        label = ui.Label(words, "small", (255, 255, 255), role="")
        top.append(ui.Box(label, GREEN, (16, 10), 0, message=("show_call",), text=words, role="button"))
    if tab != "keypad":
        hint = ui.Row([ui.Icon("search", size=22), ui.Label("Search contacts", tone="muted", role="")], gap=12)
        search: ui.Widget[Message] = ui.Box(
            hint, "surface", (16, 13), 26, message=("search",), text="Search contacts", role="button", flex=1
        )
        more: ui.Widget[Message] = ui.IconButton(
            "more", "More options", ("more",), ID + "main_options_menu_button", "text"
        )
        top.append(ui.Row([search, more], gap=4, pad=(12, 10)))
    body = _BODIES[tab](context)
    tabs = (*_TABS, *voicemail_tab(context))
    bar: ui.Widget[Message] = BottomBar([(icon, label, ("tab", name), name == tab) for icon, label, name in tabs])
    return View(ui.Column([*top, *body, bar]), _overlay(context))


def _favourites(context: Context) -> list[ui.Widget[Message]]:
    starred = [row for row in matching(context.get(CONTACTS), "") if row.starred and row.phone]
    if not starred:
        return [empty("star", "No favourites yet", "Contacts with a star are one touch away here")]
    cells: list[ui.Widget[Message]] = []
    for row in starred:
        name = row.name or row.phone
        face = ui.Column([ui.Avatar(name, 64), ui.Space(6), ui.Label(name, "small", align="center", role="")])
        cells.append(ui.Box(face, "", (4, 6), message=("call", row.phone), text=name, role="list_item"))
    return [ui.Scroll("favourites", [ui.Grid(cells, 3, 108, pad=(8, 8))], rid="android:id/list")]


def _recents(context: Context) -> list[ui.Widget[Message]]:
    missed = bool(context.page.data)
    rows = [row for row in newest_first(context.get(CALLS)) if not missed or row.kind == "missed"][:_MAX]
    chips: ui.Widget[Message] = Chips([("All", ("filter", False), not missed), ("Missed", ("filter", True), missed)])
    if not rows:
        title = "No missed calls" if missed else "No recent calls"
        return [chips, empty("clock", title, "Calls that you make and get are listed here")]
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    names = by_number(context.get(CONTACTS))
    tiles: list[ui.Widget[Message]] = []
    for row in rows:
        contact = names.get(digits(row.number))
        name = (contact.name if contact is not None else "") or row.number or "Unknown"
        tiles.append(ui.LazyRow("row2", _call_tile, row, name, "" if contact is not None else "person", (now, full)))
    return [chips, ui.Scroll("recents", tiles, rid="android:id/list")]


def _call_tile(row: CallRow, name: str, icon: str, time: tuple[float, bool]) -> ui.Widget[Message]:
    mark, tone, kind = _KINDS[row.kind]
    return ui.Tile(
        name,
        ("details", row.number),
        f"{kind.split()[0]} · {stamp(row.date, *time)}",
        ui.Avatar(name, icon=icon),
        ui.Row([ui.Icon(mark, tone, 18, kind), ui.IconButton("phone", f"Call {name}", ("call", row.number))], gap=2),
        ("hold", row.id),
        rid=ID + "name",
    )


def _people(context: Context, query: str = "") -> list[ui.Widget[Message]]:
    return [ui.LazyRow("row2", _person, row) for row in matching(context.get(CONTACTS), query) if row.phone]


def _person(row: ContactRow) -> ui.Widget[Message]:
    name = row.name or row.phone
    call: ui.Widget[Message] = ui.IconButton("phone", f"Call {name}", ("call", row.phone))
    return ui.Tile(name, ("person", row.id), row.phone, ui.Avatar(name), call, rid=ID + "contact_name")


def _contacts(context: Context) -> list[ui.Widget[Message]]:
    create: ui.Widget[Message] = ui.Tile(
        "Create new contact", ("add", ""), leading=ui.Icon("person_add", "accent"), role="button"
    )
    tiles = _people(context)
    if not tiles:
        return [create, empty("contacts", "No contacts with a number")]
    return [ui.Scroll("contacts", [create, *tiles], rid="android:id/list")]


def _keypad(context: Context) -> list[ui.Widget[Message]]:
    typed = context.field("digits")
    number = _dialable(typed)
    hits = [row for row in matching(context.get(CONTACTS), number) if row.phone] if number else []
    suggestion: ui.Widget[Message] = ui.Space(56)
    if hits:
        name, phone = hits[0].name or hits[0].phone, hits[0].phone
        suggestion = ui.Tile(name, ("call", phone), phone, ui.Avatar(name), ui.Icon("phone"))
    elif number:
        suggestion = ui.Tile(
            "Create new contact", ("add", number), leading=ui.Icon("person_add", "accent"), role="button"
        )
    row: list[ui.Widget[Message]] = [Digits("digits", rid=ID + "digits", bare=True, flex=1)]
    if typed:
        row.append(ui.IconButton("backspace", "backspace", ("backspace",), ID + "deleteButton", size=48))
    button: ui.Widget[Message] = ui.Box(
        ui.Row(
            [ui.Icon("phone", (255, 255, 255), 22), ui.Label("Call", tone=(255, 255, 255), font="bold", role="")], gap=8
        ),
        GREEN,
        (30, 13),
        26,
        message=("dial",),
        description="dial",
        rid=ID + "dialpad_floating_action_button",
        role="button",
    )
    call = ui.Row([ui.Space(flex=1), button, ui.Space(flex=1)], pad=(0, 8))
    return [
        ui.Space(8),
        ui.Row(row, pad=(12, 2), height=56),
        ui.Divider(16),
        suggestion,
        Pad(lambda key: ("type", key)),
        call,
    ]


_BODIES = {
    "favourites": _favourites, "recents": _recents, "contacts": _contacts, "keypad": _keypad, "voicemail": voicemails,
}  # fmt: skip


def _search(context: Context) -> View[Message]:
    query = context.field("search").strip()
    tiles = _people(context, query)
    number = _dialable(query)
    if sum(map(str.isdecimal, number)) >= 3 and number == query:
        tiles.insert(0, ui.Tile(f"Call {number}", ("call", number), leading=ui.Avatar("", icon="phone"), role="button"))
    body: ui.Widget[Message] = (
        ui.Scroll("list", tiles, rid="android:id/list") if tiles else empty("search", "No contacts found")
    )
    field = ui.Field("search", "Search contacts", ID + "search_view", pill=True, flex=1)
    bar = search_bar(field)
    return View(ui.Column([bar, body]), _overlay(context))


def _details(context: Context) -> View[Message]:
    number: str = context.page.arg
    contact, name = contact_of(context, number), name_of(context, number)
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    key = digits(number)
    tiles: list[ui.Widget[Message]] = []
    for row in [row for row in newest_first(context.get(CALLS)) if digits(row.number) == key][:_MAX]:
        icon, tone, kind = _KINDS[row.kind]
        length = ui.Label(_span(row.duration), "small", "muted") if row.duration else None
        when = stamp(row.date, now, full)
        tiles.append(ui.Tile(kind, subtitle=when, leading=ui.Icon(icon, tone, 22), trailing=length, role="text"))
    if not tiles:
        tiles.append(ui.Label("No calls with this number", tone="muted", align="center", pad=(16, 24)))
    person: ui.Widget[Message] = RoundButton("person_add", "Add contact", ("add", number))
    if contact is not None:
        person = RoundButton("person", "Contact", ("person", contact.id))
    actions: list[ui.Widget[Message]] = [
        RoundButton("phone", "Call", ("call", number)),
        RoundButton("messages", "Message", ("message", number)),
        person,
    ]
    head: list[ui.Widget[Message]] = [
        ui.Avatar(name, 88, "" if contact is not None else "person"),
        ui.Space(12),
        ui.Label(name, 24, align="center", wrap=True, rid=ID + "contact_name", pad=(20, 0)),
    ]
    if contact is not None and contact.name:
        head += [ui.Space(4), ui.Label(number, tone="muted", align="center", rid=ID + "phone_number")]
    head += [ui.Space(16), ui.Row(actions, pad=(24, 0)), ui.Space(16), ui.Divider(16), ui.Space(4)]
    more: ui.Widget[Message] = ui.IconButton("more", "More options", ("more_number", number), tone="text")
    page = ui.Scroll("details", [*head, *tiles, ui.Space(16)])
    return View(ui.Column([app_bar("Call details", [more]), page]), _overlay(context))


def _overlay(context: Context) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("hold", int(call_id), at):
            row = get(context.get(CALLS), call_id)
            if row is None:
                return None
            items: list[ui.Item[Message]] = [ui.Item("Copy number", ("copy", row.number), "copy")]
            if contact_of(context, row.number) is None:
                items.append(ui.Item("Add to contacts", ("add", row.number), "person_add"))
            items += [
                ui.Item("Send message", ("message", row.number), "messages"),
                ui.Item("Edit number before call", ("edit_number", row.number), "dialpad"),
                block_item(context, row.number),
                ui.Item("Delete from history", ("delete", row.id), "delete"),
            ]
            return ui.Menu(items, at)
        case ("more", at):
            items = [
                ui.Item("Clear call history", ("ask_clear",), "delete"),
                ui.Item("Blocked numbers", ("blocked",), "call_end"),
            ]
            return ui.Menu(items, at)
        case ("more_number", str(number), at):
            items = [
                ui.Item("Copy number", ("copy", number), "copy"),
                ui.Item("Edit number before call", ("edit_number", number), "dialpad"),
                block_item(context, number),
                ui.Item("Delete from history", ("ask_number", number), "delete"),
            ]
            return ui.Menu(items, at)
        case ("no_network",):
            return message_dialog("Can’t make a call", "Turn off airplane mode to make a call.")
        case ("ask_block", str(number)):
            return confirm(f"Block {number}?", blocked.EXPLANATION, "Block", ("block", number))
        case ("ask_clear",):
            return confirm("Clear call history?", "All calls will be deleted from your history.", "OK", ("clear",))
        case ("ask_number", str(number)):
            text = "All calls with this number will be deleted from your history."
            return confirm("Delete these calls?", text, "Delete", ("delete_number", number))
    return None


_VIEWS = {
    "main": _main, "search": _search, "details": _details, "call": call_view, "blocked": blocked_view,
    "voicemail": voicemail_view,
}  # fmt: skip


def _view(context: Context) -> View[Message]:
    return _VIEWS[context.page.name](context)


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("dial", str(number)):
            return keypad_page(number)
        case ("call" | "incoming", str(number)) if number:
            return ui.Page("call", intent)
        case ("recents" | "voicemail" as tab,):
            return ui.Page("main", tab)
        case ("call", *_):
            return keypad_page("")
    return ui.Page("main", "recents")


def _started(context: Context) -> None:
    match context.page:
        case ui.Page("call", (str(kind), str(number))):
            (dial if kind == "call" else ring)(context.machine, number)
            _show_call(context)


def _show_call(context: Context) -> None:
    """Brings the call's page to the top, where it is at most once; without a call, says why there is none."""
    window = context.window
    pages = tuple([page for page in window.pages if page.name != "call"]) or (_start(()),)
    below = pages[-1]._replace(overlay=() if context.get(CALL) is not None else ("no_network",))
    shown = (below,) if below.overlay else (below, ui.Page("call"))
    context.machine.put_window(window._replace(pages=(*pages[:-1], *shown)))


def _place(context: Context, number: str) -> None:
    if number:
        dial(context.machine, number)
        _show_call(context)


def _dial_typed(context: Context) -> None:
    """Calls the typed number; if there is none, the number dialled last appears, as on a real phone."""
    number = _dialable(context.field("digits"))
    if number:
        context.set(fields={"digits": ""}, selection=(0, 0))
        _place(context, number)
        return
    dialled = [row.number for row in newest_first(context.get(CALLS)) if row.kind == "outgoing"]
    if dialled:
        context.set_fields(digits=dialled[0])


def _type(context: Context, new: str) -> None:
    """Types into the number at the caret; an empty text deletes the selection or the character before the caret."""
    page = context.page
    if page.focus != "digits":
        end = len(context.field("digits"))
        context.set(focus="digits", selection=(end, end))
    if new:
        keyboard.type_text(context.machine, new)
    else:
        keyboard.press(context.machine, "backspace")


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    if context.page.overlay and message[0] not in ("more", "hold", "more_number", "replies"):
        context.set(overlay=())
    if _CALL.has(message):
        update_call(context, message)
        return
    if _VOICEMAIL.has(message):
        update_voicemail(context, message)
        return
    match message:
        case ("back",):
            context.pop()
        case ("started",):
            _started(context)
        case ("tab", tab):
            focus = "digits" if tab == "keypad" else ""
            end = len(context.field("digits"))
            context.set(arg=tab, data=None, focus=focus, selection=(end, end))
        case ("filter", missed):
            context.set(data=missed, scroll={})
        case ("search",):
            context.push(ui.Page("search", focus="search"))
        case ("show_call",):
            _show_call(context)
        case ("call", number):
            _place(context, number)
        case ("dial",):
            _dial_typed(context)
        case ("submit", key):
            if key == "digits":
                _dial_typed(context)
        case ("type", text):
            _type(context, text)
        case ("backspace",):
            _type(context, "")
        case ("details", number):
            context.push(ui.Page("details", number))
        case ("hold" | "more_number" as name, target):
            context.set(overlay=(name, target, context.point))
        case ("more",):
            context.set(overlay=("more", context.point))
        case ("ask_clear",) | ("ask_number", _) | ("ask_block", _):
            context.set(overlay=message)
        case ("clear",):
            context.put(CALLS, ())
        case ("blocked",):
            context.push(ui.Page("blocked"))
        case ("block" | "unblock" as change, number):
            blocked.block(context.machine, number, change == "block")
        case ("delete", call_id):
            context.put(CALLS, remove(context.get(CALLS), call_id))
        case ("delete_number", number):
            context.put(CALLS, phone_data.remove_number(context.get(CALLS), number))
            context.pop()
        case ("copy", number):
            context.put(CLIPBOARD, number)
        case ("edit_number", number):
            context.push(keypad_page(number))
        case ("message", number):
            context.open("messages", "compose", number)
        case ("person", contact_id):
            context.open("contacts", "show", contact_id)
        case ("add", number):
            context.open("contacts", "insert", "", number)
        case _:
            assert_never(message)


def _key(context: Context, key: str) -> bool:
    """Handles the telephone's own keys."""
    call: Call | None = context.get(CALL)
    if key == "endcall" and call is not None:
        end_call(context.machine)
    elif key == "call" and call is not None and call.state == "ringing":
        answer(context.machine)
    elif key == "call" and call is None and context.page.arg == "keypad":
        _dial_typed(context)
    else:
        return False
    return True


def _text(context: Context, text: str) -> bool:
    """Takes digits typed during a call."""
    tones = "".join([char for char in text if char in "0123456789*#"])
    call: Call | None = context.get(CALL)
    if context.page.name != "call" or call is None or call.state != "active" or not tones:
        return False
    _update(context, ("tone", tones))
    return True


def _title(context: Context) -> str:
    page = context.page
    return name_of(context, page.arg) if page.name == "details" else "Phone"


APP = AppSpec(
    view=_view,
    update=_update,
    start=_start,
    title=_title,
    key=_key,
    text=_text,
    **FACTS.spec.facts,
)

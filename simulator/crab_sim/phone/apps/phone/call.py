"""The Phone app's page of the call in progress, ringing, dialling or active, and its buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import assert_never

from crab_sim import ui
from crab_sim.machine.app import Context, View
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow, by_number, digits
from crab_sim.phone.apps.messages import data as messages_data
from crab_sim.phone.apps.phone import data as phone_data
from crab_sim.phone.apps.phone.data import CALL, Call, answer, end_call
from crab_sim.phone.apps.phone.messages import CallMessage, Message
from crab_sim.phone.widgets.basics import RoundButton, app_bar, empty

__all__ = ["GREEN", "ID", "Digits", "Pad", "call_view", "contact_of", "keypad_page", "name_of", "update_call"]

ID = "com.android.dialer:id/"
GREEN = (24, 128, 56)
_RED = (200, 36, 30)
_KEYS = (
    ("1", ""), ("2", "ABC"), ("3", "DEF"), ("4", "GHI"), ("5", "JKL"), ("6", "MNO"), ("7", "PQRS"), ("8", "TUV"),
    ("9", "WXYZ"), ("*", ""), ("0", "+"), ("#", ""),
)  # fmt: skip
_SPOKEN = {"*": "star", "#": "pound"}
_REPLIES = ("Can't talk now. What's up?", "I'll call you right back.", "I'll call you later.")


def contact_of(context: Context, number: str) -> ContactRow | None:
    """Returns the entry of the address book with a number."""
    return by_number(context.get(CONTACTS)).get(digits(number))


def name_of(context: Context, number: str) -> str:
    """Returns whose number it is, else the number."""
    row = contact_of(context, number)
    return (row.name if row is not None else "") or number or "Unknown"


class Digits(ui.Field):
    """A field in large letters."""

    __slots__ = ()

    def place(self, scene: ui.Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the field with the theme's text enlarged."""
        theme = scene.theme
        scene.theme = _large(theme)
        super().place(scene, x, y, w, h)
        scene.theme = theme


@lru_cache(maxsize=4)
def _large(theme: ui.Theme) -> ui.Theme:
    return theme._replace(font=26)


class Pad(ui.Widget[Message]):
    """The twelve keys of a telephone; a touch sends its character, a long one on 0 a plus sign.

    Args:
        message: Returns the message for a character.
        max_height: The greatest height of a key, in pixels.
    """

    __slots__ = ("max_height", "message")

    def __init__(self, message: Callable[[str], Message], max_height: int = 66) -> None:
        self.flex, self.message, self.max_height = 1, message, max_height

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the keys in the space that there is."""
        theme = scene.theme
        row, column = min(self.max_height, h // 4), min(116, (w - 24) // 3)
        x, y = x + (w - 3 * column) // 2, y + (h - 4 * row)
        for i, (key, letters) in enumerate(_KEYS):
            left, top = x + i % 3 * column, y + i // 3 * row
            scene.round(left + 4, top + 3, column - 8, row - 6, theme.surface, (row - 6) // 2)
            size, line = (22, 12) if row >= 52 else (18, 9)
            above = row // 2 + size // 2 - 4 if letters else row
            scene.text(left, top + (2 if letters else 0), column, above, key, theme.text, size, align="center")
            if letters and row >= 40:
                at = top + row // 2 + size // 2 - 4
                scene.text(left, at, column, line, letters, theme.muted, line - 2, "bold", "center")
            long = self.message("+") if key == "0" else None
            spoken = _SPOKEN.get(key, key)
            scene.node(left, top, column, row, "button", "", spoken, "", self.message(key), long)


def call_view(context: Context) -> View[Message]:
    """Returns the page of the call in progress."""
    call: Call | None = context.get(CALL)
    if call is None:
        return View(ui.Column([app_bar(""), empty("call_end", "Call ended")]))
    names = [name_of(context, one.number) for one in (call, *call.merged)]
    name = "Conference call" if call.merged else names[0]
    shown: list[ui.Widget[Message]] = [
        ui.Space(20),
        _status(context, call),
        ui.Space(8),
        ui.Label(name, 28, align="center", rid=ID + "contactgrid_contact_name", pad=(20, 0)),
        ui.Space(4),
    ]
    if call.merged:
        shown.append(ui.Label(", ".join(names), tone="muted", align="center", wrap=True, pad=(20, 0)))
    elif name != call.number:
        shown.append(ui.Label(call.number, tone="muted", align="center", rid=ID + "contactgrid_form_factor"))
    if call.waiting is not None:
        waits = [name_of(context, one.number) for one in (call.waiting, *call.waiting.merged)]
        held = ui.Label(f"On hold: {', '.join(waits)}", tone="muted", align="center", rid=ID + "secondary_call")
        shown += [ui.Space(8), held]
    pad = bool(context.page.data) and call.state != "ringing"
    if pad:
        tones = ui.Label(call.tones[-16:] or " ", 22, align="center", rid=ID + "digits", pad=(20, 6))
        shown += [tones, Pad(lambda key: ("tone", key), 58), ui.Space(12)]
    else:
        shown += [ui.Space(flex=1), ui.Avatar(name, 104, "" if name != call.number else "person"), ui.Space(flex=2)]
    if call.state == "ringing":
        buttons: list[ui.Widget[Message]] = [
            RoundButton("call_end", "Decline", ("end",), ID + "decline_button", fill=_RED, size=64),
            RoundButton("messages", "Message", ("replies",), size=64),
            RoundButton("phone", "Answer", ("answer",), ID + "answer_button", fill=GREEN, size=64),
        ]
        return View(ui.Column([*shown, ui.Row(buttons, pad=(16, 0)), ui.Space(28)]), _replies(context))
    end: ui.Widget[Message] = ui.Box(
        ui.Icon("call_end", (255, 255, 255), 32),
        _RED,
        (40, 12),
        28,
        message=("end",),
        description="End call",
        rid=ID + "incall_end_call",
        role="button",
    )
    hide: ui.Widget[Message] = ui.IconButton("chevron_down", "Hide keypad", ("call_pad",), tone="text", size=56)
    hang_up = ui.Row(
        [hide if pad else ui.Space(56), ui.Space(flex=1), end, ui.Space(flex=1), ui.Space(56)], pad=(12, 12)
    )
    if not pad:
        shown.append(ui.Row(_switches(call), pad=(12, 0)))
    return View(ui.Column([*shown, ui.Space(4), hang_up, ui.Space(8)]), _replies(context))


def _switches(call: Call) -> list[ui.Widget[Message]]:
    active = call.state == "active"
    hold: Message | None = ("switch", "held") if active else None
    if call.waiting is not None:
        last: list[ui.Widget[Message]] = [
            RoundButton("swap_vertical", "Swap", ("swap",) if active else None, size=48),
            RoundButton("merge_cells", "Merge", ("merge",) if active else None, size=48),
        ]
    else:
        last = [
            RoundButton("pause", "Hold", hold, on=call.held, size=48),
            RoundButton("add", "Add call", ("add_call",) if active else None, size=48),
        ]
    return [
        RoundButton("dialpad", "Keypad", ("call_pad",), size=48),
        RoundButton("mic_off", "Mute", ("switch", "muted"), on=call.muted, size=48),
        RoundButton("volume", "Speaker", ("switch", "speaker"), on=call.speaker, size=48),
        *last,
    ]


def _replies(context: Context) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("replies", at):
            return ui.Menu([ui.Item(text, ("reply", text)) for text in _REPLIES], at)
    return None


def _status(context: Context, call: Call) -> ui.Widget[Message]:
    if call.state == "ringing":
        text = "Incoming call"
    elif call.state == "dialing":
        text = "Calling…"
    elif call.held:
        text = "On hold"
    else:
        minutes, seconds = divmod(max(0, int(context.seconds - call.since)), 60)
        text = f"{minutes:02}:{seconds:02}"
    return ui.Label(text, tone="muted", align="center", rid=ID + "contactgrid_bottom_timer")


def keypad_page(number: str) -> ui.Page:
    """Returns the keypad with a number."""
    return ui.Page("main", "keypad", {"digits": number}, focus="digits", selection=(len(number), len(number)))


# Events ---------------------------------------------------------------------------------------------------------------


def _reply(context: Context, text: str) -> None:
    call: Call | None = context.get(CALL)
    if call is not None:
        messages_data.send(context.machine, call.number, text)
        end_call(context.machine)


def update_call(context: Context, message: CallMessage) -> None:
    """Handles the events of the call's page."""
    call: Call | None = context.get(CALL)
    if call is None:
        return
    match message:
        case ("answer",):
            answer(context.machine)
        case ("end",):
            end_call(context.machine)
        case ("switch", which):
            context.put(CALL, phone_data.switched(call, which))
        case ("add_call",):
            context.push(keypad_page(""))
        case ("swap",):
            phone_data.swap(context.machine)
        case ("merge",):
            phone_data.merge(context.machine)
        case ("call_pad",):
            context.set(data=not context.page.data)
        case ("tone", digit):
            context.put(CALL, call._replace(tones=(call.tones + digit)[-64:]))
        case ("replies",):
            context.set(overlay=("replies", context.point))
        case ("reply", text):
            _reply(context, text)
        case _:
            assert_never(message)

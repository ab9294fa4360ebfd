"""The lock screen, which a phone shows when it wakes up, if Settings › Security has set a screen lock.

* `is_locked` - whether it is shown. `lay_out` - the screen.
* `swipe`, `key`, `update`, `dismiss` - what a finger, a key, a touch and a command do there.

Unlocked by a swipe up, it asks for the PIN if there is one. Calls and alarms are shown above it.
"""

from __future__ import annotations

import time
from typing import Final

from crab_sim.machine import rows as tables
from crab_sim.machine.machine import Machine
from crab_sim.phone import times
from crab_sim.phone.power import LOCK, LOCKED, Locked
from crab_sim.phone.system import notifications
from crab_sim.phone.system.notifications import NOTIFICATIONS, NotificationRow
from crab_sim.phone.system.settings_store import SETTINGS, is_on
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.phone.widgets.basics import Disc
from crab_sim.ui import AnyMessage, Box, Column, Icon, Label, Row, Space, Widget
from crab_sim.ui.scene import AnyScene

__all__ = ["dismiss", "is_locked", "key", "lay_out", "swipe", "update"]

_ID: Final = "com.android.systemui:id/"
_MOST: Final = 4  # notifications that are shown
_KEYS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "delete", "0", "enter")


def is_locked(machine: Machine) -> bool:
    """Returns whether the lock screen is shown: not while a call or an alarm is above it."""
    if LOCKED.name not in machine.slices:
        return False
    front = machine.front
    above = front is not None and (front.app, front.page.name) in (("phone", "call"), ("clock", "ringing"))
    return not above


def _unlock(machine: Machine) -> None:
    then = machine.get(LOCKED).then
    machine.put(LOCKED, Locked())
    del machine.slices[LOCKED.name]  # the state of a phone that was never locked
    row = tables.get(machine.get(NOTIFICATIONS), then)
    if row is not None:
        notifications.dismiss(machine, row.id)
        machine.launch(row.app, row.intent)


def _open(machine: Machine, then: int = 0) -> None:
    """Unlocks the phone, or asks for the PIN."""
    machine.put(LOCKED, Locked(machine.get(LOCK) != "swipe", then=then))
    if machine.get(LOCK) == "swipe":
        _unlock(machine)


def dismiss(machine: Machine) -> None:
    """Does as ``wm dismiss-keyguard``: opens the phone, or asks for the PIN."""
    if is_locked(machine):
        _open(machine)


def swipe(machine: Machine, dy: int) -> bool:
    """Takes a finger's movement by some pixels: up opens, down goes back from the PIN; returns whether it did."""
    if not is_locked(machine):
        return False
    asks = machine.get(LOCKED).asks
    if dy < 0 and not asks:
        _open(machine)
    elif dy > 0 and asks:
        machine.put(LOCKED, Locked())
    return True


def key(machine: Machine, name: str) -> bool:
    """Takes every key on the lock screen: digits, and those that correct, enter and go back; returns whether it did."""
    if not is_locked(machine):
        return False
    state = machine.get(LOCKED)
    if name in ("back", "escape"):
        machine.put(LOCKED, Locked())
    elif name in ("space", "enter", "up") and not state.asks:
        _open(machine)
    elif state.asks and name in ("enter", "delete", "backspace"):
        update(machine, ("lock_key", "enter" if name == "enter" else "delete"))
    elif state.asks and name.isdecimal():
        update(machine, ("lock_key", name))
    return True


def update(machine: Machine, message: AnyMessage) -> None:
    """Handles a touch on a key of the PIN, or on a notification."""
    match message:
        case ("lock_key", "enter"):
            state = machine.get(LOCKED)
            if state.typed == machine.get(LOCK):
                _unlock(machine)
            else:
                machine.put(LOCKED, state._replace(typed="", wrong=bool(state.typed)))
        case ("lock_key", "delete"):
            state = machine.get(LOCKED)
            machine.put(LOCKED, state._replace(typed=state.typed[:-1]))
        case ("lock_key", str(digit)):
            state = machine.get(LOCKED)
            machine.put(LOCKED, state._replace(typed=(state.typed + digit)[:16], wrong=False))
        case ("lock_notification", int(row_id)):
            _open(machine, row_id)


# Layout -------------------------------------------------------------------------------------------------------------


class _Key(Widget[AnyMessage]):
    """A key of the PIN."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.flex, self.name = 1, name

    def place(self, scene: AnyScene, x: int, y: int, w: int, h: int) -> None:
        """Draws the key in a disc."""
        theme, left = scene.theme, x + (w - 64) // 2
        digit = self.name.isdecimal()
        scene.round(left, y, 64, 64, theme.surface if digit else theme.tonal, 32)
        if digit:
            scene.text(left, y, 64, 64, self.name, theme.text, 24, align="center")
        else:
            scene.icon(left + 20, y + 20, 24, "backspace" if self.name == "delete" else "check", theme.on_tonal)
        rid = f"{_ID}{f'key{self.name}' if digit else f'{self.name}_button' if self.name == 'delete' else 'key_enter'}"
        said = self.name if digit else "Delete" if self.name == "delete" else "Enter"
        scene.node(left, y, 64, 64, "button", self.name if digit else "", said, rid, ("lock_key", self.name))


def _card(machine: Machine, row: NotificationRow) -> Widget[AnyMessage]:
    app = machine.apps[row.app]
    lines: list[Widget[AnyMessage]] = [Label(row.title, font="bold", rid="android:id/title")]
    if row.text:
        lines.append(Label(" ".join(row.text.split())[:80], 14, "muted", rid="android:id/text"))
    return Box(
        Row([Disc(app.icon, app.color, 36), Column(lines, gap=2, flex=1)], gap=14), background="raised", pad=(14, 12),
        radius=20, margin=(16, 4, 16, 4), message=("lock_notification", row.id), text=row.title,
        description=f"{app.name} notification", role="list_item",
    )  # fmt: skip


def lay_out(machine: Machine, scene: AnyScene) -> None:
    """Lays out the lock screen over the whole screen except the bars."""
    w, h, state, now = machine.width, machine.height, machine.get(LOCKED), machine.now
    scene.node(0, 0, w, h, "window", "", "Lock screen", _ID + "keyguard_root_view")
    if state.asks:
        _lay_out_pin(scene, w, h, state)
        return
    settings, day = machine.get(SETTINGS), time.gmtime(now)
    parts: list[Widget[AnyMessage]] = [
        Label(times.clock(now, times.is_24_hour(settings), half=False), 64, align="center", rid=_ID + "clock"),
        Label(f"{time.strftime('%A', day)}, {day.tm_mday} {time.strftime('%B', day)}", 16, align="center"),
        Space(24),
    ]
    if is_on(settings, "secure", "lock_screen_show_notifications"):
        parts += [_card(machine, row) for row in machine.get(NOTIFICATIONS)[:_MOST] if row.app in machine.apps]
    Column(parts).place(scene, 0, STATUS_HEIGHT + h // 12, w, h - STATUS_HEIGHT - h // 12 - NAV_HEIGHT - 60)
    foot = Row([Space(flex=1), Icon("lock", "text", 18), Label("Swipe up to open", 14), Space(flex=1)], gap=8)
    foot.place(scene, 0, h - NAV_HEIGHT - 44, w, 32)


def _lay_out_pin(scene: AnyScene, w: int, h: int, state: Locked) -> None:
    top = h - NAV_HEIGHT - 4 * 76 - 130
    said = "Wrong PIN" if state.wrong else "Enter your PIN"
    Label(said, 18, "danger" if state.wrong else "text", align="center", rid=_ID + "keyguard_message_area").place(
        scene, 0, top, w, 28
    )
    scene.text(0, top + 44, w, 32, "•" * len(state.typed), scene.theme.text, 26, align="center")
    scene.node(0, top + 44, w, 32, "text_field", "•" * len(state.typed), "PIN area", _ID + "pinEntry")
    wide = min(w, 330)
    for i, name in enumerate(_KEYS):
        left = (w - wide) // 2 + wide // 3 * (i % 3)
        _Key(name).place(scene, left, top + 100 + 76 * (i // 3), wide // 3, 64)

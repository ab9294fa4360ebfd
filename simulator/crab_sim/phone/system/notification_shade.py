"""The notification shade: quick settings above, notifications below.

It is the page ``"shade"`` of the slice ``"above"``; its `arg` is 1 for four tiles, 2 for all tiles and the brightness.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from crab_sim import ui
from crab_sim.machine import rows as tables
from crab_sim.machine.machine import Machine
from crab_sim.phone import metrics
from crab_sim.phone.system import battery_saver, heads_up, notifications, quiet, settings_store
from crab_sim.phone.system.above import ABOVE, NOTHING_ABOVE
from crab_sim.phone.system.heads_up import HEADS_UP
from crab_sim.phone.system.notifications import NOTIFICATIONS, NotificationRow
from crab_sim.phone.system.settings_store import LEVELS, NETWORKS, SETTINGS, Settings
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.phone.widgets.basics import Disc
from crab_sim.ui.node import CHECKABLE, CHECKED, ScrollData
from crab_sim.ui.page import NO_PAGE
from crab_sim.ui.scene import AnyScene

__all__ = ["lay_out", "lay_out_heads_up", "open_shade", "scroll_end", "update"]

_ID = "com.android.systemui:id/"


class _Setting(NamedTuple):
    """A quick setting.

    Attributes:
        icon: The icon's name.
        title: Its name.
        namespace: Namespace of the setting that it switches.
        key: Key of that setting.
        values: The setting's values for off and on.
        page: Its page in Settings; ``""`` for none.
    """

    icon: str
    title: str
    namespace: str
    key: str
    values: tuple[str, str]
    page: str


_SETTINGS: tuple[_Setting, ...] = (
    _Setting("wifi", "Internet", "global", "wifi_on", ("0", "1"), "network"),
    _Setting("bluetooth", "Bluetooth", "global", "bluetooth_on", ("0", "1"), "devices"),
    _Setting("do_not_disturb", "Do Not Disturb", "global", "zen_mode", ("0", "1"), "notifications"),
    _Setting("flashlight", "Flashlight", "secure", "flashlight_enabled", ("0", "1"), ""),
    _Setting("airplane", "Airplane mode", "global", "airplane_mode_on", ("0", "1"), "network"),
    _Setting("battery", "Battery Saver", "global", "low_power", ("0", "1"), "battery"),
    _Setting("moon", "Dark theme", "secure", "ui_night_mode", ("1", "2"), "display"),
    _Setting("rotate", "Auto-rotate", "system", "accelerometer_rotation", ("0", "1"), "display"),
)


def open_shade(machine: Machine) -> None:
    """Opens the shade; if it is open, shows all quick settings."""
    heads_up.put_away(machine)
    level = 2 if machine.get(ABOVE).name == "shade" else 1
    machine.put(ABOVE, ui.Page("shade", level))


def scroll_end(machine: Machine, dy: int) -> bool:
    """Opens the shade further, or closes it or the share sheet, where its list is scrolled beyond its end.

    Args:
        machine: The phone, with one of them above the app.
        dy: How far a finger scrolls, in pixels.

    Returns:
        Whether it did.
    """
    name = machine.get(ABOVE).name
    lists = [n.data for n in machine.scene.nodes if n.owner == "shell" and isinstance(n.data, ScrollData)]
    offset, limit = (lists[-1].offset, lists[-1].limit) if lists else (0, 0)
    if name == "shade" and dy < 0 and not offset:
        open_shade(machine)
        return True
    if (name == "shade" and dy > 0 and offset >= limit) or (name == "share" and dy < 0 and not offset):
        machine.put(ABOVE, NOTHING_ABOVE)
        return True
    return False


class _QuickTile(ui.Widget[ui.AnyMessage]):
    """A quick setting that a tap switches; a long tap opens its page in Settings."""

    __slots__ = ("index", "on", "state")

    def __init__(self, index: int, on: bool, state: str) -> None:
        self.flex, self.index, self.on, self.state = 0, index, on, state

    def place(self, scene: AnyScene, x: int, y: int, w: int, h: int) -> None:
        """Draws the tile: its name on one line with its state below, or its name on two lines."""
        theme, row = scene.theme, _SETTINGS[self.index]
        ink, faint = (theme.on_accent, theme.on_accent) if self.on else (theme.text, theme.muted)
        scene.round(x, y, w, h, theme.accent if self.on else theme.surface, h // 2)
        narrow = w < 150
        edge, size = (10, 12) if narrow else (16, 13)
        scene.icon(x + edge, y + (h - 22) // 2, 22, row.icon, ink)
        left, width = x + 32 + edge * 3 // 4, w - 40 - edge
        lines = metrics.wrap(theme.say(row.title), "bold", size, width)[:2]
        if len(lines) == 1:
            scene.text(left, y + h // 2 - 18, width, 18, lines[0], ink, size, "bold")
            state = metrics.ellipsize(theme.say(self.state), "regular", 12, width)
            scene.text(left, y + h // 2, width, 17, state, faint, 12)
        else:
            for i, line in enumerate(lines):
                scene.text(left, y + h // 2 - 17 + 17 * i, width, 17, line, ink, size, "bold")
        flags = CHECKABLE | (CHECKED if self.on else 0)
        long_message = ("quick_page", row.page) if row.page else None
        scene.node(
            x, y, w, h, "switch", row.title, f"{row.title}, {self.state}", _ID + "tile_label",
            ("quick_setting", self.index), long_message, flags=flags,
        )  # fmt: skip


def _is_on(settings: Settings, row: _Setting) -> bool:
    return settings.get((row.namespace, row.key), row.values[0]) not in (row.values[0], "")


def _state(machine: Machine, row: _Setting, on: bool) -> str:
    if row.key == "wifi_on" and on:
        return settings_store.wifi_network(machine.get(SETTINGS), machine.get(NETWORKS)) or "Not connected"
    return "On" if on else "Off"


def _tiles(machine: Machine, level: int) -> ui.Widget[ui.AnyMessage]:
    settings = machine.get(SETTINGS)
    tiles: list[ui.Widget[ui.AnyMessage]] = []
    for i, row in enumerate(_SETTINGS[: 4 * level]):
        on = _is_on(settings, row)
        tiles.append(_QuickTile(i, on, _state(machine, row, on)))
    return ui.Grid(tiles, 2, 60, gap=8)


def _brightness(settings: Settings) -> ui.Widget[ui.AnyMessage]:
    low, high = LEVELS["screen_brightness"]
    value = settings.get(("system", "screen_brightness"), "")
    share = (int(value) - low) / (high - low) if value.isdecimal() else 0.0
    slider: ui.Widget[ui.AnyMessage] = ui.Slider(
        min(1.0, max(0.0, share)), ("brightness", share), "Display brightness", _ID + "slider"
    )
    return ui.Row([ui.Icon("brightness", "muted", 22), slider], gap=14, pad=(4, 4))


# Notifications ------------------------------------------------------------------------------------------------------


def _ago(seconds: float) -> str:
    minutes = max(0, int(seconds // 60))
    if minutes < 60:
        return f"{minutes}m" if minutes else "now"
    return f"{minutes // 60}h" if minutes < 1440 else f"{minutes // 1440}d"


def _notification(machine: Machine, row: NotificationRow) -> ui.Widget[ui.AnyMessage]:
    app = machine.apps[row.app]
    body: list[ui.Widget[ui.AnyMessage]] = [
        ui.Row(
            [
                ui.Label(app.name, "small", "muted", role="", flex=1),
                ui.Label(_ago(machine.now - row.date), "small", "muted", role=""),
            ],
            gap=8,
        ),
        ui.Label(row.title, font="bold", rid="android:id/title"),
    ]
    if row.text:
        text = " ".join(row.text.split())
        body.append(ui.Label(text[:160], 14, "muted", wrap=len(text) < 120, rid="android:id/text"))
    if (row.app, row.intent) == battery_saver.WARNING:
        offer: ui.Widget[ui.AnyMessage] = ui.Button(
            battery_saver.ASKED, ("battery_saver_on",), "text", rid="android:id/action0"
        )
        body.append(ui.Row([offer, ui.Space(flex=1)]))
    return ui.Box(
        ui.Row([Disc(app.icon, app.color, 36), ui.Column(body, gap=2, flex=1)], gap=14),
        background="raised",
        pad=(14, 12),
        radius=20,
        message=("notification", row.id),
        long_message=("notification_menu", row.id),
        text=row.title,
        description=f"{app.name} notification",
        rid=_ID + "expandableNotificationRow",
        role="list_item",
        swipe_message=("notification_dismiss", row.id, 0),
    )


def _list(machine: Machine) -> list[ui.Widget[ui.AnyMessage]]:
    rows = [row for row in machine.get(NOTIFICATIONS) if row.app in machine.apps]
    if not rows:
        return [ui.Label("No notifications", tone="muted", align="center", rid=_ID + "no_notifications", pad=(0, 40))]
    clear = ui.Box(
        ui.Label("Clear all", "small", font="bold", role=""), background="raised", pad=(16, 10), radius=20,
        message=("notifications_clear",), text="Clear all", rid=_ID + "dismiss_text", role="button",
    )  # fmt: skip
    cards: list[ui.Widget[ui.AnyMessage]] = [_notification(machine, row) for row in rows]
    return [*cards, ui.Row([ui.Space(flex=1), clear], pad=(4, 4))]


def lay_out(machine: Machine, scene: AnyScene) -> None:
    """Lays out the shade over the whole screen except the bars."""
    w, h, page = machine.width, machine.height, machine.get(ABOVE)
    settings, now = machine.get(SETTINGS), time.gmtime(machine.now)
    scene.fill(0, 0, w, h, scene.theme.bar)
    scene.node(0, 0, w, h, "window", "", "Notification shade", _ID + "notification_panel")
    day = f"{time.strftime('%a', now)}, {now.tm_mday} {time.strftime('%b', now)}"
    gear = ui.IconButton("settings", "Open settings", ("quick_page", ""), _ID + "settings_button_container")
    rows: list[ui.Widget[ui.AnyMessage]] = [ui.Row([ui.Label(day, 16, rid=_ID + "date", flex=1), gear], pad=(4, 0))]
    if page.arg == 2:
        rows.append(_brightness(settings))
    rows += [_tiles(machine, page.arg), ui.Space(10), *_list(machine), ui.Space(8)]
    scene.page = page
    margin = max(14, (w - 520) // 2)
    ui.Scroll("shade", rows, gap=8, pad=(margin, 6), rid=_ID + "notification_stack_scroller").place(
        scene, 0, STATUS_HEIGHT, w, h - STATUS_HEIGHT - NAV_HEIGHT
    )
    match page.overlay:
        case ("notification_menu", int(row_id), int(x), int(y)):
            items = [
                ui.Item("Open", ("notification", row_id), "open"),
                ui.Item("Dismiss", ("notification_dismiss", row_id, 0), "close"),
                ui.Item("Notification settings", ("quick_page", "notifications"), "settings"),
            ]
            ui.Menu(items, (x, y)).place(scene, 0, STATUS_HEIGHT, w, h - STATUS_HEIGHT - NAV_HEIGHT)
    scene.page = NO_PAGE


def lay_out_heads_up(machine: Machine, scene: AnyScene) -> None:
    """Lays out the notification that has popped up above the app in front, if there is one."""
    if HEADS_UP.name not in machine.slices:
        return
    row = tables.get(machine.get(NOTIFICATIONS), machine.get(HEADS_UP).id)
    if row is None or row.app not in machine.apps:
        return
    card = _notification(machine, row)
    margin, top = max(8, (machine.width - 520) // 2), STATUS_HEIGHT + 4
    width = machine.width - 2 * margin
    height = card.height(scene.theme, width)
    scene.ops.append(("shadow", margin, top, margin + width, top + height, scene.clip, 12))
    card.place(scene, margin, top, width, height)


# Messages -------------------------------------------------------------------------------------------------------------


_SWITCHES: Mapping[str, Callable[[Machine, bool], None]] = {
    "zen_mode": quiet.switch, "low_power": battery_saver.switch,
}  # fmt: skip
"""The settings that change something else, too."""


def _switch(machine: Machine, row: _Setting) -> None:
    settings = machine.get(SETTINGS)
    on = _is_on(settings, row)
    if row.key in _SWITCHES:
        _SWITCHES[row.key](machine, not on)
        return
    if row.key == "airplane_mode_on":
        settings = settings_store.set_airplane(settings, not on)
    else:
        settings = settings_store.put(settings, row.namespace, row.key, row.values[not on])
    machine.put(SETTINGS, settings)


def _brighten(machine: Machine, fraction: float) -> None:
    value = settings_store.level("screen_brightness", fraction)
    machine.put(SETTINGS, settings_store.put(machine.get(SETTINGS), "system", "screen_brightness", value))


def _open_page(machine: Machine, page: str) -> None:
    machine.put(ABOVE, NOTHING_ABOVE)
    machine.launch("settings", ("page", page) if page else ())


def _open(machine: Machine, row_id: int) -> None:
    row = tables.get(machine.get(NOTIFICATIONS), row_id)
    machine.put(ABOVE, NOTHING_ABOVE)
    if row is not None:
        notifications.dismiss(machine, row_id)
        machine.launch(row.app, row.intent)


def _menu(machine: Machine, row_id: int) -> None:
    machine.put(ABOVE, machine.get(ABOVE)._replace(overlay=("notification_menu", row_id, *machine.last_touch)))


def _dismiss(machine: Machine, row_id: int) -> None:
    machine.put(ABOVE, machine.get(ABOVE)._replace(overlay=()))
    notifications.dismiss(machine, row_id)


def _clear(machine: Machine) -> None:
    machine.put(NOTIFICATIONS, ())
    machine.put(ABOVE, NOTHING_ABOVE)


def update(machine: Machine, message: ui.AnyMessage) -> None:
    """Handles the shade's messages."""
    match message:
        case ("quick_setting", int(index)):
            _switch(machine, _SETTINGS[index])
        case ("quick_page", str(page)):
            _open_page(machine, page)
        case ("battery_saver_on",):
            battery_saver.switch(machine, True)
        case ("brightness", float(fraction)):
            _brighten(machine, fraction)
        case ("notification", int(row_id)):
            _open(machine, row_id)
        case ("notification_menu", int(row_id)):
            _menu(machine, row_id)
        case ("notification_dismiss", int(row_id), int()):
            _dismiss(machine, row_id)
        case ("notifications_clear",):
            _clear(machine)

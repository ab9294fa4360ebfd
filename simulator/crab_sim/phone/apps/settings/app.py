"""The phone's Settings app: pages of switches, sliders and choices over the slice ``"settings"``.

Pages: ``root``, those of `PAGES` (``app``, ``permissions``, ``data``: arg is an app's id; ``wifi_details``, ``device``:
a row's id), and dialogs above the page before: ``rename`` (arg: which name), ``password`` (arg: a network), ``pin``.
Slices: ``"networks"`` and ``"bluetooth_devices"`` (those in reach), ``"clock_offset"`` (seconds by which the clock was
set by hand), ``"screen_lock"``. Intents: ``("page", name)`` and ``("app", id)``.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from crab_sim import ui
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import TIME
from crab_sim.phone.apps.settings import APP as FACTS
from crab_sim.phone.apps.settings import radios
from crab_sim.phone.apps.settings.apps import package, version
from crab_sim.phone.apps.settings.messages import ClockMessage, Message, PageMessage, RadioMessage, SettingMessage
from crab_sim.phone.apps.settings.pages import PAGES, subtitle
from crab_sim.phone.apps.settings.rows import CHOICES, ID
from crab_sim.phone.power import LOCK
from crab_sim.phone.system import battery_saver, permissions, quiet, settings_store
from crab_sim.phone.system.permissions import PERMISSIONS
from crab_sim.phone.system.settings_store import CLOCK_OFFSET, NETWORKS, SETTINGS, Settings, level
from crab_sim.phone.system.toasts import toast
from crab_sim.phone.widgets import pickers
from crab_sim.phone.widgets.basics import Disc, app_bar, confirm, empty

__all__ = ["APP"]

_ROOT = tuple(page for page, section in PAGES.items() if section.icon)
_LockKind: TypeAlias = Literal["none", "swipe", "pin"]
_OK, _CANCEL = "android:id/button1", "android:id/button2"
_DAY = 86_400
_TAPS = 7  # on the build number, until there are developer options

_INDEX: tuple[tuple[str, str], ...] = (
    *[(section.title, page) for page, section in PAGES.items() if section.icon],
    ("Wi-Fi", "network"), ("Internet", "wifi"), ("Mobile data", "network"), ("Airplane mode", "network"),
    ("Hotspot & tethering", "hotspot"), ("Hotspot name", "hotspot"), ("Bluetooth", "devices"),
    ("Bluetooth device name", "devices"), ("Pair new device", "pair"), ("Do Not Disturb", "notifications"),
    ("Notifications on lock screen", "notifications"), ("Media volume", "sound"),
    ("Ring & notification volume", "sound"), ("Alarm volume", "sound"), ("Vibrate when ringing", "sound"),
    ("Touch sounds", "sound"), ("Brightness level", "display"), ("Adaptive brightness", "display"),
    ("Dark theme", "display"), ("Font size", "display"), ("Night Light", "display"), ("Screen timeout", "display"),
    ("Auto-rotate screen", "display"), ("Battery Saver", "battery"), ("Use location", "location"),
    ("Screen lock", "security"), ("Date & time", "time"), ("Set time automatically", "time"), ("Time zone", "time"),
    ("Use 24-hour format", "time"), ("Phone name", "about"), ("Model", "about"), ("Android version", "about"),
    ("Build number", "about"),
)  # fmt: skip
"""The words that the search finds, and the pages with them."""

_CLOCK = ui.MessageGroup(ClockMessage)
_RADIO = ui.MessageGroup(RadioMessage)
_SETTING = ui.MessageGroup(SettingMessage)


# Views --------------------------------------------------------------------------------------------------------------


def _root(context: Context) -> View[Message]:
    query = context.field("search").strip().casefold()
    search = ui.Row(
        [ui.Field("search", "Search settings", ID + "search_bar", icon="search", pill=True, flex=1)], pad=(16, 6)
    )
    if query:
        tiles: list[ui.Widget[Message]] = [
            ui.Tile(
                title, ("page", page), PAGES[page].title if PAGES[page].title != title else "Settings", rid=ID + "hit"
            )
            for title, page in _INDEX
            if query in title.casefold()
        ]
        rows = tiles or [empty("search", "No results", "Try another word")]
        return View(ui.Column([search, ui.Scroll("found", rows)], pad=(0, 8)))
    tiles = [
        ui.Tile(
            section.title,
            ("page", page),
            subtitle(context, page),
            Disc(section.icon, section.color),
            rid="android:id/title",
        )
        for page, section in ((page, PAGES[page]) for page in _ROOT)
    ]
    return View(ui.Scroll("root", [ui.Label("Settings", 32, pad=(16, 18)), search, ui.Space(8), *tiles, ui.Space(16)]))


def _section(context: Context, page: ui.Page) -> ui.Widget[Message]:
    """Returns one of the pages below the root."""
    section = PAGES[page.name]
    heading = ui.Label(section.title, 28, wrap=True, pad=(16, 10))
    return ui.Column([app_bar(""), ui.Scroll(page.name, [heading, ui.Space(6), *section.rows(context), ui.Space(16)])])


def _choose_dialog(settings: Settings, key: str) -> ui.Dialog[Message]:
    namespace, title, options = CHOICES[key]
    value = settings.get((namespace, key), "")
    rows: list[ui.Widget[Message]] = [
        ui.Tile(label, ("chosen", namespace, key, option), leading=ui.Toggle("radio", option == value),
                selected=False, rid="android:id/text1", role="radio")
        for option, label in options
    ]  # fmt: skip
    return ui.Dialog(title, ui.Scroll("choices", rows), [ui.Button("Cancel", ("dismiss",), "text", rid=_CANCEL)])


def _lock_dialog(lock: str) -> ui.Dialog[Message]:
    kinds: tuple[_LockKind, ...] = ("none", "swipe", "pin")
    now = lock if lock in kinds else "pin"
    rows: list[ui.Widget[Message]] = [
        ui.Tile(label, ("lock", kind), leading=ui.Toggle("radio", kind == now), rid="android:id/text1", role="radio")
        for kind, label in zip(kinds, ("None", "Swipe", "PIN"), strict=True)
    ]
    return ui.Dialog("Screen lock", ui.Column(rows), [ui.Button("Cancel", ("dismiss",), "text", rid=_CANCEL)])


_NAMES = {
    "bluetooth_name": ("secure", "Rename this device", "Device name"),
    "device_name": ("global", "Device name", "Device name"),
    "wifi_ap_ssid": ("global", "Hotspot name", "Hotspot name"),
}


def _rename_dialog(context: Context) -> ui.Dialog[Message]:
    _, title, hint = _NAMES[context.page.arg]
    actions: list[ui.Widget[Message]] = [
        ui.Button("Cancel", ("back",), "text", rid=_CANCEL),
        ui.Button("Rename", ("renamed",), "text", rid=_OK, enabled=bool(context.field("name").strip())),
    ]
    return ui.Dialog(title, ui.Field("name", hint, "android:id/edit"), actions, dismiss=("back",))


def _pin_dialog(context: Context) -> ui.Dialog[Message]:
    actions: list[ui.Widget[Message]] = [
        ui.Button("Cancel", ("back",), "text", rid=_CANCEL),
        ui.Button("Confirm", ("pin",), "text", rid=_OK, enabled=_is_pin(context.field("pin"))),
    ]
    body = ui.Field("pin", "At least 4 digits", ID + "password_entry", password=True)
    return ui.Dialog("Set a PIN", body, actions, dismiss=("back",))


def _is_pin(text: str) -> bool:
    return text.isascii() and text.isdecimal() and 4 <= len(text) <= 16


def _password_dialog(context: Context) -> ui.Dialog[Message]:
    name = next((row.name for row in context.get(NETWORKS) if row.id == context.page.arg), "")
    ready = len(context.field("password")) >= radios.MIN_PASSWORD
    actions: list[ui.Widget[Message]] = [
        ui.Button("Cancel", ("back",), "text", rid=_CANCEL),
        ui.Button("Connect", ("password",), "text", rid=_OK, enabled=ready),
    ]
    return ui.Dialog(name, ui.Field("password", "Password", ID + "password", password=True), actions, dismiss=("back",))


_DIALOGS = {"rename": _rename_dialog, "password": _password_dialog, "pin": _pin_dialog}


def _overlay(context: Context) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("choose", str(key)):
            return _choose_dialog(context.get(SETTINGS), key)
        case ("choose_lock",):
            return _lock_dialog(context.get(LOCK))
        case ("confirm", "stop"):
            text = "If you force stop an app, it may lose what isn’t saved."
            return confirm("Force stop?", text, "OK", ("stop",))
        case ("confirm", "erase"):
            text = "All data of this app will be deleted for good."
            return confirm("Delete app data?", text, "Delete", ("erase",))
    return pickers.overlay(context)


def _view(context: Context) -> View[Message]:
    page = context.page
    if page.name == "root":
        return _root(context)
    if page.name in _DIALOGS:
        return View(_section(context, context.window.pages[-2]), _DIALOGS[page.name](context))
    return View(_section(context, page), _overlay(context))


def _title(context: Context) -> str:
    page = context.page
    if page.name in _DIALOGS:
        page = context.window.pages[-2]
    if page.name == "app":
        return context.machine.apps[page.arg].name
    return PAGES[page.name].title if page.name in PAGES else "Settings"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("page", str(name)) if name in PAGES and PAGES[name].title and name not in _WITH_ARGUMENT:
            return ui.Page(name)
        case ("app", str(app)) if version(app):
            return ui.Page("app", app)
    return ui.Page("root")


_WITH_ARGUMENT = ("app", "permissions", "data", "wifi_details", "device")


def _put(context: Context, namespace: str, key: str, value: str) -> None:
    context.put(SETTINGS, settings_store.put(context.get(SETTINGS), namespace, key, value))


def _slide(context: Context, key: str, fraction: float) -> None:
    _put(context, "system", key, level(key, fraction))
    if key == "volume_ring":
        _put(context, "global", "mode_ringer", "2" if fraction > 0 else "1")


def _chosen(context: Context, namespace: str, key: str, value: str) -> None:
    context.set(overlay=())
    _put(context, namespace, key, value)


def _rename(context: Context, which: str) -> None:
    settings: Settings = context.get(SETTINGS)
    name = settings.get((_NAMES[which][0], which), "")
    scroll = context.page.scroll
    context.push(ui.Page("rename", which, {"name": name}, scroll, focus="name", selection=(0, len(name))))


def _renamed(context: Context) -> None:
    name, which = context.field("name").strip(), context.page.arg
    if not name:
        return
    _put(context, _NAMES[which][0], which, name)
    if which == "device_name":  # the phone's own name is also the one that Bluetooth shows
        _put(context, "secure", "bluetooth_name", name)
    context.pop()


def _submit(context: Context, field: str) -> None:
    if field == "name":
        _renamed(context)
    elif field == "password":
        radios.password(context)
    elif field == "pin":
        _set_pin(context)


def _lock(context: Context, kind: _LockKind) -> None:
    """Sets the screen lock; for a PIN, asks for its digits."""
    context.set(overlay=())
    if kind == "pin":
        context.push(ui.Page("pin", scroll=context.page.scroll, focus="pin"))
    else:
        context.put(LOCK, kind)


def _set_pin(context: Context) -> None:
    if _is_pin(context.field("pin")):
        context.put(LOCK, context.field("pin"))
        context.pop()


def _auto_time(context: Context, on: bool) -> None:
    _put(context, "global", "auto_time", "1" if on else "0")
    if on:
        _set_clock(context, -context.get(CLOCK_OFFSET))


def _set_clock(context: Context, by: float) -> None:
    context.put(CLOCK_OFFSET, context.get(CLOCK_OFFSET) + by)
    context.put(TIME, context.get(TIME) + by)


def _picked(context: Context, key: str, value: int) -> None:
    context.set(overlay=())
    now = context.now
    if key == "date":
        _set_clock(context, (value - int(now // _DAY)) * _DAY)
    else:
        _set_clock(context, float(value * 60 - int(now % _DAY)))


def _build(context: Context) -> None:
    """Counts the taps on the build number."""
    if settings_store.is_on(context.get(SETTINGS), "global", "development_settings_enabled"):
        toast(context, "No need, you are already a developer.")
        return
    taps = (context.page.data or 0) + 1
    context.set(data=taps)
    if taps == _TAPS:
        _put(context, "global", "development_settings_enabled", "1")
        toast(context, "You are now a developer!")
    elif taps > 2:
        left = _TAPS - taps
        toast(context, f"You are now {left} step{'s' * (left != 1)} away from being a developer.")


def _permit(context: Context, name: str, on: bool) -> None:
    change = permissions.grant if on else permissions.revoke
    change(context.machine, package(context.page.arg), PERMISSIONS[name].name)


def _stop(context: Context) -> None:
    context.set(overlay=())
    context.machine.shell(("force_stop", context.page.arg))


def _erase(context: Context) -> None:
    context.set(overlay=())
    context.machine.shell(("erase", context.page.arg))


def _update_setting(context: Context, message: SettingMessage) -> None:
    match message:
        case ("put", "global", "zen_mode", value):
            quiet.switch(context.machine, value != "0")
        case ("put", "global", "low_power", value):
            battery_saver.switch(context.machine, value != "0")
        case ("put", namespace, key, value):
            _put(context, namespace, key, value)
        case ("chosen", namespace, key, value):
            _chosen(context, namespace, key, value)
        case ("slide", key, fraction):
            _slide(context, key, fraction)
        case ("choose", key):
            context.set(overlay=("choose", key))
        case ("rename", which):
            _rename(context, which)
        case ("renamed",):
            _renamed(context)
        case ("choose_lock",):
            context.set(overlay=("choose_lock",))
        case ("lock", kind):
            _lock(context, kind)
        case ("pin",):
            _set_pin(context)
        case ("airplane", on):
            context.put(SETTINGS, settings_store.set_airplane(context.get(SETTINGS), on))
        case _:
            assert_never(message)


def _update_clock(context: Context, message: ClockMessage) -> None:
    match message:
        case ("auto_time", on):
            _auto_time(context, on)
        case ("set_date",):
            context.set(overlay=pickers.date_overlay("date", int(context.now // _DAY)))
        case ("set_time",):
            context.set(overlay=pickers.time_overlay("time", int(context.now % _DAY // 60)))
        case ("pick", *_):
            pickers.update(context, message)
        case ("picked", key, value):
            _picked(context, key, value)
        case _:
            assert_never(message)


def _update(context: Context, message: Message) -> None:
    if _SETTING.has(message):
        _update_setting(context, message)
    elif _CLOCK.has(message):
        _update_clock(context, message)
    elif _RADIO.has(message):
        radios.update(context, message)
    else:
        _update_page(context, message)


def _update_page(context: Context, message: PageMessage) -> None:
    match message:
        case ("back",):
            context.pop()
        case ("page", name):
            context.push(ui.Page(name))
        case ("page", name, arg):
            context.push(ui.Page(name, arg))
        case ("app", app):
            context.push(ui.Page("app", app))
        case ("launch", app):
            context.open(app)
        case ("submit", field):
            _submit(context, field)
        case ("build",):
            _build(context)
        case ("permit", name, on):
            _permit(context, name, on)
        case ("confirm", what):
            context.set(overlay=("confirm", what))
        case ("stop",):
            _stop(context)
        case ("erase",):
            _erase(context)
        case ("started",):
            pass
        case _:
            assert_never(message)


APP = AppSpec(
    view=_view,
    update=_update,
    start=_start,
    title=_title,
    key=pickers.key,
    text=pickers.text,
    **FACTS.spec.facts,
)

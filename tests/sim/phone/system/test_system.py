"""The phone around its apps: fingers, shade, share sheet, permissions, recent apps, toasts, what is due."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_gym.devices import gestures
from crab_gym.sim.draw.raster import Canvas
from crab_gym.sim.machine.app import AppSpec, Context, View
from crab_gym.sim.machine.slices import BOOTED, CLIPBOARD, TIME, WINDOWS
from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.app import PhoneApp
from crab_gym.sim.phone.system import notifications, permissions, settings_store, share
from crab_gym.sim.phone.system.notifications import NOTIFICATIONS
from crab_gym.sim.phone.system.settings_store import SETTINGS
from crab_gym.sim.phone.system.share import ABOVE
from crab_gym.sim.phone.system.toasts import NO_TOAST, TOAST, TOAST_SECONDS, Toast, toast
from crab_gym.sim.phone.widgets import basics
from crab_gym.sim.ui import Box, Column, Label, Scroll, Space
from crab_gym.sim.ui.node import CHECKED
from tests.sim.phone._drive import center, long_tap, node, nodes, phone, press, setting, tap, write


def swipe(machine: Phone, direction: str, distance: str = "long", x: int = 180, y: int = 400) -> None:
    machine.execute("swipe", {"x": x, "y": y, "direction": direction, "distance": distance})


def shade(machine: Phone) -> None:
    swipe(machine, "up", y=10)


def notify(machine: Phone) -> None:
    notifications.post(machine, "contacts", "Birthday", "Ada has one today", ("show", 1))
    notifications.post(machine, "messages", "New message", "Hello", ())


# Fingers ------------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 359), st.integers(0, 799), st.sampled_from(["up", "down", "left", "right"]),
    st.sampled_from(sorted(gestures.DISTANCES)), st.sampled_from(["", "Settings", "Contacts", "Messages"]),
)  # fmt: skip
def test_a_swipe_is_a_finger_on_the_same_path(x: int, y: int, direction: str, length: str, app: str) -> None:
    one, other = phone(1, app), phone(1, app)
    notify(one)
    notify(other)
    swipe(one, direction, length, x, y)
    start, end = gestures.swipe_path(x, y, direction, length, 360, 800)
    other.finger(*start, *end, 0.3)
    assert one.fingerprint() == other.fingerprint()


@pytest.mark.parametrize(("seconds", "gesture"), [(0.1, "tap"), (0.49, "tap"), (0.5, "long_tap"), (1.0, "long_tap")])
def test_a_finger_that_stays_taps(seconds: float, gesture: str) -> None:
    one, other = phone(0, "Contacts"), phone(0, "Contacts")
    at = center(nodes(one, role="list_item")[0])
    one.finger(at["x"], at["y"], at["x"] + 5, at["y"] - 5, seconds)
    other.execute(gesture, at)
    assert one.fingerprint() == other.fingerprint() != phone(0, "Contacts").fingerprint()


def test_a_finger_moves_a_slider() -> None:
    machine = phone(0)
    machine.launch("settings", ("page", "display"))
    at = center(node(machine, description="Brightness level", role="slider"))
    machine.finger(at["x"], at["y"], 359, at["y"], 0.3)
    assert setting(machine, "system", "screen_brightness") == "255"


def test_drag_selects_in_a_field_and_scrolls_elsewhere() -> None:
    machine = phone(0, "Settings")
    tap(machine, description="Search settings")
    write(machine, "Blue")
    field = node(machine, description="Search settings")
    machine.execute("drag", {"x1": 40, "y1": center(field)["y"], "x2": 300, "y2": center(field)["y"]})
    write(machine, "x")
    assert node(machine, description="Search settings").text == "x"
    press(machine, "home")
    machine.execute("drag", {"x1": 180, "y1": 500, "x2": 180, "y2": 100})
    assert nodes(machine, rid="apps_list_view")


# The launcher -------------------------------------------------------------------------------------------------------


def test_finger_up_opens_the_drawer_and_down_closes_it() -> None:
    machine = phone(0)
    swipe(machine, "down")
    assert nodes(machine, rid="apps_list_view")
    swipe(machine, "up")
    assert nodes(machine, rid="search_container_hotseat")
    tap(machine, rid="search_container_hotseat")
    write(machine, "no such app")
    assert node(machine, "No apps found")
    for _ in "no such app":
        press(machine, "backspace")
    assert len(nodes(machine, role="icon")) >= len(machine.apps)


def test_the_drawer_lists_apps_by_name() -> None:
    machine = phone(0)
    machine.execute("open_app_drawer", {})
    names: list[str] = []
    for _ in range(6):
        names += [n.text for n in nodes(machine, role="icon") if n.text and n.text not in names]
        swipe(machine, "down", "medium")
    assert names == sorted(app.name for app in machine.apps.values())


def test_home_pages_turn_and_end() -> None:
    machine = phone(0, width=280, height=480)
    assert nodes(machine, description="Page 1 of 5") or nodes(machine, role="icon")
    first = [n.text for n in nodes(machine, role="icon")]
    swipe(machine, "right", x=200, y=200)
    second = [n.text for n in nodes(machine, role="icon")]
    assert first != second
    swipe(machine, "left", x=80, y=200)
    assert [n.text for n in nodes(machine, role="icon")] == first
    swipe(machine, "left", x=80, y=200)
    assert [n.text for n in nodes(machine, role="icon")] == first


def test_long_tap_on_an_icon_leads_to_the_app_info() -> None:
    machine = phone(0)
    long_tap(machine, "Contacts")
    press(machine, "back")
    assert not nodes(machine, "App info")
    long_tap(machine, "Contacts")
    machine.execute("tap", {"x": 20, "y": 100})
    assert not nodes(machine, "App info")
    long_tap(machine, "Contacts")
    tap(machine, "App info")
    assert node(machine, "Package").description == "com.android.contacts"


# Recent apps --------------------------------------------------------------------------------------------------------


def test_recent_apps_are_closed_sideways() -> None:
    machine = phone(0, "Contacts")
    machine.execute("open_app", {"name": "Messages"})
    press(machine, "recents")
    at = center(node(machine, "Messages", "Recent app"))
    swipe(machine, "right", "medium", **at)
    assert [n.text for n in nodes(machine, description="Recent app")] == ["Contacts"]
    at = center(node(machine, "Contacts", "Recent app"))
    swipe(machine, "left", "medium", **at)
    assert machine.get(WINDOWS) == () and nodes(machine, rid="search_container_hotseat")


def test_many_recent_apps_scroll() -> None:
    machine = phone(0)
    for app in list(machine.apps)[:6]:
        machine.launch(app)
    press(machine, "recents")
    last = machine.apps[next(iter(machine.apps))].name
    assert not nodes(machine, last, "Recent app")
    for _ in range(4):
        swipe(machine, "down")
    assert nodes(machine, last, "Recent app")
    assert nodes(machine, "Clear all")


def test_a_recent_app_that_shows_seconds_goes_on() -> None:
    machine = phone(1, "clock")
    machine.launch("clock", ("timer", 90))
    press(machine, "recents")
    ops = list(machine.scene.ops)
    machine.advance(1.0)
    assert list(machine.scene.ops) != ops


# The shade ----------------------------------------------------------------------------------------------------------

QUICK = [
    ("Internet", "global", "wifi_on"), ("Bluetooth", "global", "bluetooth_on"),
    ("Do Not Disturb", "global", "zen_mode"),
    ("Flashlight", "secure", "flashlight_enabled"), ("Airplane mode", "global", "airplane_mode_on"),
    ("Battery Saver", "global", "low_power"), ("Dark theme", "secure", "ui_night_mode"),
    ("Auto-rotate", "system", "accelerometer_rotation"),
]  # fmt: skip


@pytest.mark.parametrize(("title", "namespace", "key"), QUICK)
@pytest.mark.parametrize("app", ["", "Contacts"])
def test_quick_settings(title: str, namespace: str, key: str, app: str) -> None:
    machine = phone(3, app)
    before = machine.get(SETTINGS)
    shade(machine)
    shade(machine)
    on = node(machine, title, role="switch").flags & CHECKED
    tap(machine, title, role="switch")
    assert setting(machine, namespace, key) != before[namespace, key]
    assert node(machine, title, role="switch").flags & CHECKED != on
    tap(machine, title, role="switch")
    assert machine.get(SETTINGS) == before
    press(machine, "back")
    assert machine.get(ABOVE) == share.NOTHING_ABOVE


def test_the_shade_opens_expands_and_closes() -> None:
    machine = phone(0, "Contacts")
    before = machine.fingerprint()
    shade(machine)
    assert node(machine, "No notifications") and not nodes(machine, "Dark theme")
    swipe(machine, "up")
    assert node(machine, "Dark theme") and node(machine, description="Display brightness")
    swipe(machine, "down")
    assert machine.fingerprint() == before
    press(machine, "home")
    swipe(machine, "up")
    assert node(machine, rid="notification_panel")
    write(machine, "nothing listens")
    press(machine, "escape")
    assert not nodes(machine, rid="notification_panel")


def test_brightness_and_settings_from_the_shade() -> None:
    machine = phone(0)
    shade(machine)
    shade(machine)
    at = center(node(machine, description="Display brightness"))
    machine.execute("tap", {**at, "x": 60})
    assert int(setting(machine, "system", "screen_brightness") or 0) < 20
    long_tap(machine, "Internet")
    assert node(machine, "Network & internet")
    shade(machine)
    tap(machine, description="Open settings")
    assert machine.front is not None and machine.front.app == "settings"


def test_notifications_open_their_app() -> None:
    machine = phone(0)
    notify(machine)
    assert nodes(machine, description="Messages notification", rid="notification_icon")
    shade(machine)
    tap(machine, "Birthday", role="list_item")
    assert machine.front is not None and (machine.front.app, machine.front.page.arg) == ("contacts", 1)
    assert [row.title for row in machine.get(NOTIFICATIONS)] == ["New message"]


def test_notifications_are_dismissed() -> None:
    machine = phone(0)
    notify(machine)
    shade(machine)
    swipe(machine, "left", "medium", **center(node(machine, "Birthday", role="list_item")))
    assert [row.title for row in machine.get(NOTIFICATIONS)] == ["New message"]
    long_tap(machine, "New message", "Messages notification")
    tap(machine, "Dismiss")
    assert node(machine, "No notifications")
    notify(machine)
    tap(machine, "Clear all")
    assert machine.get(NOTIFICATIONS) == () and not nodes(machine, rid="notification_panel")


# Sharing ------------------------------------------------------------------------------------------------------------


def test_text_is_shared_and_copied() -> None:
    machine = phone(0, "Contacts")
    share.share(Context(machine, "contacts"), "text", "See https://example.com")
    tap(machine, "Copy")
    assert machine.get(CLIPBOARD) == "See https://example.com" and node(machine, "Copied")
    share.open_sheet(machine, "text", "Half past nine")
    names = [n.text for n in nodes(machine, rid="text1")]
    takers = [app.spec.name for app in machine.installed if "text" in app.shares]
    assert names == takers and names
    tap(machine, names[0], rid="text1")
    assert machine.front is not None and machine.apps[machine.front.app].name == names[0]
    assert machine.get(ABOVE) == share.NOTHING_ABOVE


@pytest.mark.parametrize("leave", ["back", "outside", "down"])
def test_the_share_sheet_can_be_left(leave: str) -> None:
    machine = phone(0, "Contacts")
    before = machine.fingerprint()
    share.open_sheet(machine, "image", "/storage/emulated/0/DCIM/Camera/a.jpg")
    assert node(machine, "Sharing image") and not nodes(machine, "Copy")
    if leave == "back":
        press(machine, "back")
    elif leave == "outside":
        machine.execute("tap", {"x": 180, "y": 60})
    else:
        swipe(machine, "up", y=560)
    assert machine.fingerprint() == before


# Permissions --------------------------------------------------------------------------------------------------------


class _Asking(Phone):
    """A phone whose apps ask, and where what an app is told is kept."""

    told: ClassVar[list[tuple[Any, ...]]] = []
    apps: ClassVar[Mapping[str, AppSpec]] = {
        **Phone.apps,
        "contacts": Phone.apps["contacts"]._replace(update=lambda context, message: _Asking.told.append(message)),
    }

    def __init__(self) -> None:
        self.told.clear()
        super().__init__(permission_dialogs=True)
        self.launch("contacts")

    def ask(self, name: str) -> bool:
        return permissions.ask(Context(self, "contacts"), name, ("shutter", 7))


def test_without_dialogs_everything_is_allowed() -> None:
    machine = phone(0, "Contacts")
    before = machine.fingerprint()
    assert permissions.ask(Context(machine, "contacts"), "camera", ("shutter",))
    assert machine.fingerprint() == before


@pytest.mark.parametrize(
    ("rid", "allowed"),
    [
        ("permission_allow_foreground_only_button", True),
        ("permission_allow_one_time_button", True),
        ("permission_deny_button", False),
    ],
)
def test_a_dialog_asks(rid: str, allowed: bool) -> None:
    machine = _Asking()
    assert not machine.ask("camera")
    assert node(machine, "Allow Contacts to take pictures and record video?", role="dialog")
    tap(machine, rid=rid)
    assert machine.told == ([("shutter", 7)] if allowed else [])
    assert permissions.granted(machine, "com.android.contacts", "android.permission.CAMERA") == allowed
    assert machine.ask("camera") == allowed
    machine.shell_key("back")
    machine.close_window("contacts")
    kept = rid == "permission_allow_foreground_only_button"
    assert permissions.granted(machine, "com.android.contacts", "android.permission.CAMERA") == kept


def test_some_permissions_are_simply_allowed() -> None:
    machine = _Asking()
    assert not machine.ask("photos")
    machine.execute("tap", {"x": 180, "y": 60})
    press(machine, "back")
    assert machine.told == [] and not nodes(machine, role="dialog")
    assert not machine.ask("photos")
    tap(machine, "Allow")
    assert machine.told == [("shutter", 7)]


def test_grants_are_given_and_taken_back() -> None:
    machine = phone(0)
    for name in ("android.permission.CAMERA", "android.permission.RECORD_AUDIO"):
        permissions.grant(machine, "org.example", name)
        permissions.grant(machine, "org.example", name)
    assert permissions.of(machine, "org.example") == ("android.permission.CAMERA", "android.permission.RECORD_AUDIO")
    permissions.revoke(machine, "org.example", "android.permission.CAMERA")
    permissions.revoke(machine, "org.example", "android.permission.NONE")
    assert permissions.of(machine, "org.example") == ("android.permission.RECORD_AUDIO",)


# Toasts, and what is due --------------------------------------------------------------------------------------------


def test_a_toast_goes_away() -> None:
    machine = phone(0, "Contacts")
    before = machine.get(TOAST)
    toast(Context(machine, "contacts"), "Saved")
    machine.advance(TOAST_SECONDS - 0.5)
    assert node(machine, "Saved")
    machine.advance(0.5)
    assert not nodes(machine, "Saved") and machine.get(TOAST) == before


class _Bells(Phone):
    """A phone with an app that rings at given times and one that never gets done."""

    rung: list[float]
    asked = 0


def _bells(times: tuple[float, ...]) -> _Bells:
    def due(machine: Any) -> float | None:
        machine.asked += 1
        return min((when for when in machine.value("bells") if when not in machine.rung), default=None)

    def tick(machine: Any) -> None:
        machine.rung.append(machine.now)

    app = Phone.installed[0]._replace(due=due, tick=tick, timed=(TOAST,))
    stuck = PhoneApp(Phone.installed[1].spec, due=lambda machine: machine.get(BOOTED) + 5, tick=lambda machine: None)
    _Bells.installed = (app, stuck)
    _Bells.seeders = {**Phone.seeders, "bells": lambda rng, now: tuple(now + time for time in times)}
    machine = _Bells()
    machine.rung = []
    return machine


def test_what_is_due_happens_at_its_time() -> None:
    machine = _bells((3.0, 1.5, 60.0))
    start = machine.now
    machine.advance(1.0)
    assert machine.rung == []
    machine.advance(10.0)
    assert machine.rung == [start + 1.5, start + 3.0] and machine.now == start + 11
    asked = machine.asked
    for _ in range(20):
        machine.advance(1.0)
    assert machine.asked == asked
    machine.put(TOAST, Toast("x", start + 40))
    machine.advance(100.0)
    assert machine.rung[-1] == start + 60 and machine.get(TOAST) == NO_TOAST


def test_the_clock_may_be_set() -> None:
    machine = _bells((100.0,))
    start = machine.now
    machine.put(TIME, start + 99)
    machine.advance(1.0)
    assert machine.rung == [start + 100]


# Text ---------------------------------------------------------------------------------------------------------------


def test_a_long_tap_selects_a_word() -> None:
    machine = phone(0, "Settings")
    tap(machine, description="Search settings")
    write(machine, "Wi-Fi network")
    at = center(node(machine, description="Search settings"))
    machine.execute("long_tap", {"x": 120, "y": at["y"]})
    tap(machine, "Copy")
    assert machine.get(CLIPBOARD) == "network"
    machine.execute("long_tap", {"x": 120, "y": at["y"]})
    tap(machine, "Cut")
    assert node(machine, description="Search settings").text == "Wi-Fi "
    machine.execute("long_tap", {"x": 60, "y": at["y"]})
    tap(machine, "Select all")
    tap(machine, "Paste")
    assert node(machine, description="Search settings").text == "network"
    machine.execute("long_tap", {"x": 60, "y": at["y"]})
    write(machine, "typed over")
    assert node(machine, description="Search settings").text == "typed over" and not nodes(machine, role="toolbar")


def test_the_toolbar_closes_where_something_else_is_touched() -> None:
    machine = phone(0, "Settings")
    for point in ({"x": 180, "y": 700}, {"x": 180, "y": 420}):
        tap(machine, description="Search settings")
        long_tap(machine, description="Search settings")
        assert nodes(machine, role="toolbar")
        machine.execute("tap", point)
        assert not nodes(machine, role="toolbar")
        machine.execute("press", {"key": "home"})
        machine.execute("open_app", {"name": "Settings"})
        press(machine, "back")
        machine.execute("open_app", {"name": "Settings"})


@pytest.mark.parametrize("scale", ["0.85", "1.15", "1.3"])
@pytest.mark.parametrize("screen", ["home", "drawer", "shade", "share", "permission"])
def test_all_texts_fit_the_screen(scale: str, screen: str) -> None:
    for width, height in ((280, 480), (360, 800), (600, 800)):
        machine = Phone(width, height, permission_dialogs=True)
        machine.boot(1)
        machine.put(
            SETTINGS,
            settings_store.put(machine.get(SETTINGS), "system", "font_scale", scale),
        )
        notify(machine)
        machine.launch("contacts")
        match screen:
            case "home":
                press(machine, "home")
            case "drawer":
                machine.execute("open_app_drawer", {})
            case "shade":
                shade(machine)
                shade(machine)
            case "share":
                share.open_sheet(machine, "text", "word " * 80)
            case "permission":
                permissions.ask(Context(machine, "contacts"), "location", ("x",))
        for n in machine.scene.nodes:
            left, top, right, bottom = n.bounds
            assert 0 <= left < right <= width and 0 <= top < bottom <= height


@pytest.mark.parametrize("seed", range(3))
def test_random_fingers_do_no_harm(seed: int) -> None:
    machine, twin = Phone(permission_dialogs=True), Phone(permission_dialogs=True)
    rng = random.Random(seed)
    for one in (machine, twin):
        one.boot(seed)
        notify(one)
    for _ in range(150):
        points = [rng.randrange(size) for size in (360, 800, 360, 800)]
        if rng.random() < 0.3:
            points[1] = 5
        for one in (machine, twin):
            one.finger(points[0], points[1], points[2], points[3], 0.3)
            one.advance(1.0)
        if rng.random() < 0.1:
            kind: share.Kind = rng.choice(("text", "image", "audio", "video", "file"))
            for one in (machine, twin):
                share.open_sheet(one, kind, "/storage/emulated/0/a.bin")
        assert machine.scene.nodes == twin.scene.nodes
    assert machine.fingerprint() == twin.fingerprint()


def _reader() -> Phone:
    """A phone whose Contacts is a page with a text that can be selected above a pager."""

    def view(context: Context) -> View:
        turned = Label(f"Page {context.page.data or 0}")
        pager = Box(turned, text="pager", swipe_message=("turn",))
        label = Label("one two three four five six seven eight nine", wrap=True, selectable=True)
        return View(Column([label, pager, Scroll("list", [Space(2000)], swipe_message=("list",))]))

    def update(context: Context, message: tuple[Any, ...]) -> None:
        name, args = message[0], message[1:]
        context.set(data=(context.page.data or 0) + (1 if name == "turn" else 10) * args[0])

    apps = {**Phone.apps, "contacts": Phone.apps["contacts"]._replace(view=view, update=update)}
    machine: Phone = type("_Reader", (Phone,), {"apps": apps})()
    machine.launch("contacts")
    return machine


def test_a_text_that_is_no_field_can_be_copied() -> None:
    machine = _reader()
    machine.execute("long_tap", {"x": 45, "y": _line(machine)})
    assert [n.text for n in nodes(machine, role="button") if n.text] == ["Copy", "Select all"]
    tap(machine, "Copy")
    assert machine.get(CLIPBOARD) == "two" and not nodes(machine, role="toolbar")
    machine.execute("long_tap", {"x": 45, "y": _line(machine)})
    tap(machine, "Select all")
    assert machine.scene.ops
    tap(machine, "Copy")
    assert machine.get(CLIPBOARD) == "one two three four five six seven eight nine"


def _line(machine: Phone) -> int:
    return next(n.bounds[1] for n in machine.scene.nodes if n.text.startswith("one two")) + 8


def test_pagers_turn_sideways() -> None:
    machine = _reader()
    at = center(node(machine, "pager"))
    swipe(machine, "right", "medium", **at)
    swipe(machine, "right", "medium", **at)
    swipe(machine, "left", "short", **at)
    assert node(machine, "Page 1")
    swipe(machine, "right", "medium", x=200, y=500)
    assert node(machine, "Page 11")
    swipe(machine, "down", "medium", x=200, y=500)
    assert machine.window("contacts").page.scroll == {"list": 240}


def test_bars_are_dark_around_pages_that_are_dark_in_every_theme() -> None:
    machine = phone(3, "Gallery")
    canvas = Canvas(machine.width, machine.height)

    def bars() -> list[list[int]]:
        frame = canvas.frame(machine.scene.ops)
        return [frame[y, 4, :3].tolist() for y in (2, machine.height - 2)]

    assert bars() == [list(machine.theme.background)] * 2
    machine.execute("tap", center(next(n for n in machine.scene.nodes if "taken on" in n.description)))
    assert machine.front is not None
    assert machine.front.page.name == "photo"
    assert bars() == [list(basics.NIGHT)] * 2
    tap(machine, "Delete")
    assert all(sum(bar) < sum(basics.NIGHT) for bar in bars()), "a dialog darkens the bars as it does the page"


def test_toolbar_is_near_the_word_that_a_touch_below_the_text_selects() -> None:
    machine = phone(0, "Notes")
    tap(machine, description="New text note")
    write(machine, "one two three")
    field = node(machine, description="Note")
    assert field.bounds[3] > 500
    machine.execute("long_tap", {"x": 100, "y": field.bounds[3] - 20})
    toolbar = node(machine, rid="floating_toolbar_menu_item")
    assert abs(toolbar.bounds[1] - field.bounds[1]) < 100

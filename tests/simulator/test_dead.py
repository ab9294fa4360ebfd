"""Nothing in Settings is dead: each control changes something beside itself, or its page's table says why it can't."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from pathlib import Path

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.clocks.data import TIMERS, new_timer
from crab_sim.desktop.apps.settings.without_effect import WITHOUT_EFFECT as DESKTOP_REASONS
from crab_sim.desktop.settings_store import PRIVACY
from crab_sim.desktop.widgets import TRASH
from crab_sim.machine.slices import EFFECTS, FILES, SETTINGS, WINDOWS
from crab_sim.phone import Phone
from crab_sim.phone.apps.phone.data import ring
from crab_sim.phone.apps.settings.without_effect import WITHOUT_EFFECT as PHONE_REASONS
from crab_sim.phone.power import LOCK
from crab_sim.phone.system import notifications, quiet
from tests.simulator._crawl import crawl, picture

PHONE = {
    "airplane": ("global", "airplane_mode_on"), "auto_time": ("global", "auto_time"), "wifi": ("global", "wifi_on"),
    "bluetooth_name": ("secure", "bluetooth_name"), "device_name": ("global", "device_name"),
    "wifi_ap_ssid": ("global", "wifi_ap_ssid"),
}  # fmt: skip
"""The settings that messages set which don't name one, and those that dialogs for names set."""


def at_home(machine: Phone) -> Phone:
    """Returns the phone at its home screen, as large as it mostly is."""
    machine.resize(360, 800)
    machine.execute("press", {"key": "home"})
    machine.advance(1.0)
    return machine


def shown(machine: Phone) -> Hashable:
    """Returns what is on the screen, without the settings of the shade."""
    nodes = [(n.role, n.text, n.description, n.bounds) for n in machine.scene.nodes if n.message is None]
    return picture(machine), tuple(nodes)


def home(machine: Phone) -> Hashable:
    return shown(at_home(machine))


def contacts(machine: Phone) -> Hashable:
    at_home(machine).execute("open_app", {"name": "Contacts"})
    return shown(machine)


def sending(machine: Phone) -> Hashable:
    """Sends a text and a mail, and calls somebody."""
    at_home(machine).launch("messages", ("compose", "5550147", "Hello"))
    press(machine, "Send SMS")
    machine.launch("mail", ("compose", "ada@example.org", "Hello", "Text"))
    press(machine, "Send")
    machine.launch("phone", ("call", "5550147"))
    return machine.peek(EFFECTS, ())


def browsing(machine: Phone) -> Hashable:
    at_home(machine).launch("browser", ("open", "shop.example"))
    return tuple([node.text for node in machine.scene.nodes])


def press(machine: Phone, description: str) -> None:
    node = next(node for node in machine.scene.nodes if node.description == description)
    left, top, right, bottom = node.bounds
    machine.execute("tap", {"x": (left + right) // 2, "y": (top + bottom) // 2})
    machine.advance(1.0)


def news(machine: Phone) -> Hashable:
    """Lets a notification come."""
    at_home(machine).execute("open_app", {"name": "Calculator"})
    notifications.post(machine, "messages", "Ada", "Hello", ("compose", "5550147"))
    machine.advance(1.0)
    return shown(machine)


def ringing(machine: Phone) -> Hashable:
    ring(at_home(machine), "5550147")
    machine.advance(1.0)
    return shown(machine)


def idle(machine: Phone) -> Hashable:
    """Leaves the phone alone for half an hour, and looks at it now and then."""
    at_home(machine)
    looks = []
    for seconds in (20, 25, 50, 100, 300, 600, 900):
        twin = machine.fork()
        twin.advance(float(seconds))
        looks.append(picture(twin))
    return tuple(looks)


def tired(machine: Phone) -> Hashable:
    """Leaves a phone alone that doesn't stay awake."""
    machine.put(SETTINGS, {**machine.get(SETTINGS), ("global", "stay_on_while_plugged_in"): "0"})
    return idle(machine)


def waking(machine: Phone) -> Hashable:
    """Turns the screen of a locked phone on, with a notification."""
    if machine.get(LOCK) == "none":
        machine.put(LOCK, "swipe")
    notifications.post(at_home(machine), "messages", "Ada", "Hello", ("compose", "5550147"))
    for _ in range(2):
        machine.execute("press", {"key": "power"})
    machine.advance(1.0)
    return shown(machine)


def unlocking(machine: Phone) -> Hashable:
    """Turns the screen off and on, and swipes."""
    at_home(machine)
    for _ in range(2):
        machine.execute("press", {"key": "power"})
    machine.execute("swipe", {"x": 180, "y": 600, "direction": "down", "distance": "long"})
    return shown(machine)


def evening(machine: Phone) -> Hashable:
    """Turns Do Not Disturb on, and looks at the phone after two and five hours."""
    quiet.switch(at_home(machine), True)
    looks = []
    for hours in (2, 5):
        twin = machine.fork()
        twin.advance(3600.0 * hours)
        looks.append(picture(twin))
    return tuple(looks)


def place(machine: Phone) -> Hashable:
    at_home(machine).execute("open_app", {"name": "Maps"})
    press(machine, "My location")
    return shown(machine)


def far_away(machine: Phone) -> Hashable:
    """Opens a page where no Wi-Fi reaches."""
    machine.put(SETTINGS, {**machine.get(SETTINGS), ("global", "wifi_on"): "0"})
    return browsing(machine)


def system_page(machine: Phone) -> Hashable:
    machine.launch("settings", ("page", "system"))
    return tuple([node.text for node in machine.scene.nodes])


PROBES = (
    home, contacts, sending, browsing, far_away, system_page, news, ringing, idle, tired, waking, unlocking, evening,
    place,
)  # fmt: skip


@pytest.mark.slow
def test_phone() -> None:
    machine = Phone(360, 2400)
    machine.boot(0)
    machine.put(SETTINGS, {**machine.get(SETTINGS), ("global", "development_settings_enabled"): "1"})
    machine.execute("open_app", {"name": "Settings"})
    alive, dead = crawl(machine, "tap", PROBES, PHONE)
    assert len(alive) >= 130
    assert dead == {" ".join(key) for key in PHONE_REASONS}


@pytest.mark.parametrize(("page", "reasons"), [("phone.md", PHONE_REASONS), ("simulator.md", DESKTOP_REASONS)])
def test_the_docs_list_the_settings_without_effect(
    page: str, reasons: Mapping[tuple[str, str], tuple[str, str]]
) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    table = text.partition("| setting | reason |\n|---|---|\n")[2].partition("\n\n")[0]
    assert table.splitlines() == [f"| {title} | {reason} |" for title, reason in reasons.values()]


def cleared(machine: Desktop) -> Desktop:
    """Returns the desktop without Settings, as large as it mostly is, at a full minute, the pointer in a corner."""
    machine.resize(1280, 720)
    machine.close_window(machine.get(WINDOWS)[-1].id)
    machine.advance(-(machine.now % 60))
    machine.execute("click", {"x": 1279, "y": 719})
    return machine


def look(machine: Desktop) -> Hashable:
    return picture(cleared(machine))


def program(machine: Desktop) -> Hashable:
    cleared(machine).execute("search_app", {"name": "Files"})
    machine.execute("press", {"key": "enter"})
    machine.execute("scroll", {"x": 700, "y": 400, "direction": "down", "amount": 3})
    return picture(machine)


def alone(machine: Desktop) -> Hashable:
    """Leaves the desktop alone for half an hour, and then touches it; looks at both."""
    looks = [picture(cleared(machine))]
    for seconds in (60, 120, 120, 300, 300, 900):
        machine.advance(float(seconds))
        looks.append(picture(machine))
    machine.execute("press", {"key": "a"})
    return (*looks, picture(machine))


def rung(machine: Desktop) -> Hashable:
    """Lets a timer ring while the screen is blank."""
    machine.put(SETTINGS, {**machine.get(SETTINGS), ("org.gnome.desktop.session", "idle-delay"): "60"})
    machine.put(TIMERS, new_timer((), 100, cleared(machine).now))
    machine.advance(110.0)
    return picture(machine)


def ageing(machine: Desktop) -> Hashable:
    """Lets what is in the trash, and a temporary file, grow old."""
    machine.put(FILES, machine.files.write("/tmp/draft", b"", cleared(machine).now, owner="user"))
    left = []
    for hours in (0.5, 2, 5 * 24, 5 * 24, 10 * 24, 30 * 24):
        machine.advance(3600.0 * hours)
        left.append((machine.files.list(TRASH), machine.files.exists("/tmp/draft")))
    return tuple(left)


def tidied(machine: Desktop) -> Hashable:
    """Does the same where what is old goes."""
    machine.put(SETTINGS, {**machine.get(SETTINGS), (PRIVACY, "remove-old-temp-files"): "true"})
    return ageing(machine)


@pytest.mark.slow
def test_desktop() -> None:
    machine = Desktop(1280, 2000)
    machine.boot(0)
    machine.execute("search_app", {"name": "Settings"})
    machine.execute("press", {"key": "enter"})
    machine.execute("hotkey", {"keys": ["super", "up"]})
    alive, dead = crawl(machine, "click", (look, program, alone, rung, ageing, tidied), {})
    assert len(alive) >= 150
    assert dead == {" ".join(key) for key in DESKTOP_REASONS} | {"Add Picture… › Pictures"}  # it is there

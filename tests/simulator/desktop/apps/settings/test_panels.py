from __future__ import annotations

import random

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.settings.panels import BY_NAME, PANELS, Choice, Switch
from crab_sim.desktop.settings_store import BACKGROUND, INTERFACE, KINDS, SETTINGS, check, seed
from crab_sim.machine.slices import WINDOWS
from tests.simulator.desktop._drive import click, desktop, node, nodes, press, setting, title, write


@pytest.fixture
def machine() -> Desktop:
    return desktop("Settings", height=900)


def choose(machine: Desktop, panel: str) -> None:
    if BY_NAME[panel].group:
        click(machine, BY_NAME[panel].group, role="list_item")
    click(machine, panel, role="list_item")


def pick(machine: Desktop, choice: str, value: str) -> None:
    click(machine, choice, role="button")
    click(machine, value, role="list_item")


@pytest.mark.parametrize(
    ("panel", "switch"), [(panel.name, row) for panel in PANELS for row in panel.settings if isinstance(row, Switch)]
)
def test_every_switch_sets_its_key_both_ways(machine: Desktop, panel: str, switch: Switch) -> None:
    press(machine, "super+up")
    choose(machine, panel)
    before = setting(machine, switch.schema, switch.key)
    assert bool(node(machine, switch.title, role="switch").flags & 4) == (before == switch.on)
    click(machine, switch.title, role="switch")
    assert setting(machine, switch.schema, switch.key) == (switch.off if before == switch.on else switch.on)
    click(machine, switch.title, role="switch")
    assert setting(machine, switch.schema, switch.key) == before


@pytest.mark.parametrize("seed_", range(3))
def test_the_seeded_settings_are_valid(seed_: int) -> None:
    settings = seed(random.Random(seed_), 0.0)
    assert settings.keys() == KINDS.keys()
    assert all(check(*key, value) == value for key, value in settings.items())


def test_every_choice_is_a_value_of_its_key() -> None:
    for panel in PANELS:
        for row in panel.settings:
            if isinstance(row, Choice):
                assert [check(row.schema, row.key, value) for value, _ in row.options] == [v for v, _ in row.options]


def test_style_and_accent(machine: Desktop) -> None:
    press(machine, "super+up")
    choose(machine, "Appearance")
    click(machine, "Dark", role="button")
    assert setting(machine, INTERFACE, "color-scheme") == "prefer-dark"
    assert machine.theme.dark
    accent = machine.theme.accent
    click(machine, description="Orange", role="radio")
    assert setting(machine, INTERFACE, "accent-color") == "orange"
    assert machine.theme.accent != accent
    click(machine, "Default", role="button")
    assert setting(machine, INTERFACE, "color-scheme") == "default"


def test_high_contrast_is_black_on_white_or_white_on_black(machine: Desktop) -> None:
    black, white = (0, 0, 0), (255, 255, 255)
    choose(machine, "Accessibility")
    click(machine, "High Contrast", role="switch")
    theme = machine.theme
    assert (theme.background, theme.text, theme.muted, theme.outline) == (white, black, black, black)
    choose(machine, "Appearance")
    click(machine, "Dark", role="button")
    assert (machine.theme.background, machine.theme.text) == (black, white)


def test_a_list_of_choices_opens_on_a_click(machine: Desktop) -> None:
    choose(machine, "Power")
    before = setting(machine, "org.gnome.desktop.session", "idle-delay")
    click(machine, "Screen Blank", role="button")
    press(machine, "escape")
    assert not nodes(machine, "Never") and setting(machine, "org.gnome.desktop.session", "idle-delay") == before
    pick(machine, "Screen Blank", "Never")
    assert setting(machine, "org.gnome.desktop.session", "idle-delay") == "0"
    assert nodes(machine, "Never", role="text") and not nodes(machine, "5 minutes")
    choose(machine, "Displays")
    font = machine.theme.font
    pick(machine, "Text Size", "Large")
    assert setting(machine, INTERFACE, "text-scaling-factor") == "1.25"
    assert machine.theme.font > font


def test_privacy_is_a_list_of_panels(machine: Desktop) -> None:
    click(machine, "Privacy", role="list_item")
    assert title(machine) == "Screen" and nodes(machine, "Privacy", role="text")
    shown = [n.text for n in nodes(machine, role="list_item")]
    assert shown[:3] == ["Screen", "Location Services", "File History & Trash"] and "Network" not in shown
    press(machine, "up", "down", "down", "down")
    assert title(machine) == "File History & Trash"
    click(machine, description="All Settings")
    assert title(machine) == "Network" and nodes(machine, "Privacy", role="list_item")
    assert not nodes(machine, "Location Services")


def test_location_services_have_their_switch_beside_the_name(machine: Desktop) -> None:
    choose(machine, "Location Services")
    before = setting(machine, "org.gnome.system.location", "enabled")
    click(machine, "Enabled", role="switch")
    assert setting(machine, "org.gnome.system.location", "enabled") != before


def test_sliders(machine: Desktop) -> None:
    choose(machine, "Sound")
    left, top, right, bottom = node(machine, description="Output Volume", role="slider").bounds
    machine.execute("click", {"x": right - 1, "y": (top + bottom) // 2})
    assert setting(machine, "org.gnome.desktop.sound", "output-volume") == "100"
    machine.execute("drag", {"x1": right - 9, "y1": top + 12, "x2": left + (right - left) // 2, "y2": top + 12})
    assert setting(machine, "org.gnome.desktop.sound", "output-volume") == "50"
    choose(machine, "Mouse & Touchpad")
    click(machine, description="Pointer Speed", role="slider")
    assert abs(float(setting(machine, "org.gnome.desktop.peripherals.mouse", "speed"))) < 0.02


def test_the_background_is_behind_the_windows(machine: Desktop) -> None:
    choose(machine, "Appearance")
    before = machine.scene.ops[0]
    click(machine, "Lake", role="cell")
    assert setting(machine, BACKGROUND, "picture-uri") == "file:///usr/share/backgrounds/lake.png"
    assert machine.scene.ops[0] != before
    assert machine.files.exists("/usr/share/backgrounds/lake.png")


def test_the_clock_follows_its_settings(machine: Desktop) -> None:
    choose(machine, "Date & Time")
    machine.put(SETTINGS, {**machine.get(SETTINGS), (INTERFACE, "clock-show-weekday"): "false"})
    pick(machine, "Time Format", "AM / PM")
    assert node(machine, description="Clock").text[-2:] in ("AM", "PM")
    click(machine, "Date", role="switch")
    assert len(node(machine, description="Clock").text) == len("10:00 AM")


def test_search_leaves_panels_that_fit(machine: Desktop) -> None:
    write(machine, "dark")
    assert [n.text for n in nodes(machine, role="list_item")][-4:] == ["Appearance"]
    press(machine, "enter")
    assert title(machine) == "Appearance"
    press(machine, "escape")
    assert nodes(machine, "Network", role="list_item")
    write(machine, "trash")
    assert [n.text for n in nodes(machine, role="list_item")][-1] == "File History & Trash"
    press(machine, "escape")
    press(machine, "ctrl+f")
    write(machine, "zzzz")
    assert nodes(machine, "No results")


def test_a_button_opens_and_closes_the_search(machine: Desktop) -> None:
    click(machine, description="Search", role="button")
    write(machine, "zoom")
    assert nodes(machine, "No results")
    click(machine, description="Search", role="button")
    assert nodes(machine, "Network", role="list_item") and not nodes(machine, role="text_field")


def test_the_menu_and_the_keyboard_lead_to_the_shortcuts(machine: Desktop) -> None:
    click(machine, description="Primary Menu")
    click(machine, "Keyboard Shortcuts", role="menu_item")
    assert nodes(machine, "Ctrl+Alt+T")
    press(machine, "escape")
    choose(machine, "Keyboard")
    click(machine, "View and Customize Shortcuts", role="list_item")
    assert nodes(machine, "Shortcuts", role="dialog")


def test_large_text(machine: Desktop) -> None:
    choose(machine, "Accessibility")
    font = machine.theme.font
    click(machine, "Large Text", role="switch")
    assert machine.theme.font > font


def test_keys_go_through_the_panels(machine: Desktop) -> None:
    press(machine, *["up"] * 20)
    assert title(machine) == "Network"
    press(machine, *["down"] * 20)
    assert title(machine) == "About"
    assert nodes(machine, "Device Name")
    press(machine, "ctrl+w")
    assert machine.get(WINDOWS) == ()

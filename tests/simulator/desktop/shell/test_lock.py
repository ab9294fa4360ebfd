"""The screen that nobody uses: blank, locked, and open again."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.clocks.data import TIMERS, new_timer
from crab_sim.desktop.settings_store import SETTINGS
from crab_sim.devices import media
from crab_sim.machine.slices import FILES
from tests.simulator.desktop._drive import HOME, click, desktop, nodes, press, start, title, write

HINT = "Click or press a key to unlock"


def tap(machine: Desktop) -> None:
    machine.execute("click", {"x": 640, "y": 300})


def flip(machine: Desktop, panel: str, switch: str) -> None:
    start(machine, "Settings")
    click(machine, panel, role="list_item")
    click(machine, switch, role="switch")
    press(machine, "ctrl+w")


def blank_after(machine: Desktop, delay: str) -> None:
    start(machine, "Settings")
    click(machine, "Power", role="list_item")
    click(machine, "Screen Blank", role="button")
    click(machine, delay, role="list_item")
    press(machine, "ctrl+w")


def test_the_screen_blanks_and_locks_after_the_chosen_time() -> None:
    machine = desktop("Files")
    blank_after(machine, "1 minute")
    machine.advance(59.0)
    assert nodes(machine, "Home")
    tap(machine)
    machine.advance(59.0)
    assert nodes(machine, "Home")
    machine.advance(1.0)
    assert not machine.scene.nodes
    assert machine.display_list() == [("fill", 0, 0, 1280, 720, (0, 0, 1280, 720), (0, 0, 0))]
    write(machine, "lost")
    assert nodes(machine, HINT) and not nodes(machine, "Home")
    click(machine, description="Lock screen")
    assert title(machine) == "Home" and not nodes(machine, HINT)


def test_an_unlocked_screen_only_wakes() -> None:
    machine = desktop("Files")
    blank_after(machine, "1 minute")
    flip(machine, "Privacy", "Automatic Screen Lock")
    machine.advance(61.0)
    assert not machine.scene.nodes
    tap(machine)
    assert nodes(machine, "Home")


def test_a_video_keeps_the_screen_on() -> None:
    machine = desktop()
    data = media.movie("mp42", 500.0, machine.now, media.bundled_photo("cake"))
    machine.put(FILES, machine.files.write(f"{HOME}/Videos/cake.mp4", data, machine.now))
    blank_after(machine, "1 minute")
    start(machine, "Videos")
    click(machine, "cake", role="icon")
    machine.advance(450.0)
    assert title(machine) == "cake"
    machine.advance(60.0)
    assert not machine.scene.nodes


def test_the_screen_never_blanks() -> None:
    machine = desktop("Files")
    blank_after(machine, "Never")
    machine.advance(1e6)
    assert nodes(machine, "Home")


def test_a_locked_screen_blanks_again() -> None:
    machine = desktop("Files")
    press(machine, "super+l")
    assert nodes(machine, HINT)
    machine.advance(900.0)
    assert not machine.scene.nodes


def test_the_status_menu_locks() -> None:
    machine = desktop("Files")
    click(machine, description="System")
    click(machine, description="Lock Screen")
    assert nodes(machine, HINT)
    press(machine, "a")
    assert nodes(machine, "Home") and not nodes(machine, description="Lock Screen")


@pytest.mark.parametrize("told", [True, False])
def test_a_timer_wakes_the_screen(told: bool) -> None:
    machine = desktop()
    if not told:
        flip(machine, "Notifications", "Lock Screen Notifications")
    machine.put(SETTINGS, {**machine.get(SETTINGS), ("org.gnome.desktop.session", "idle-delay"): "60"})
    machine.put(TIMERS, new_timer((), 100, machine.now))
    machine.advance(90.0)
    assert not machine.scene.nodes
    machine.advance(20.0)
    assert bool(nodes(machine, HINT)) == told

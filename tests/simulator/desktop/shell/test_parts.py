"""The parts around the windows: overview, grid of apps, dock, status menu, wallpaper's menu."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.settings_store import INTERFACE, SETTINGS
from crab_sim.desktop.shell import dock, overview
from crab_sim.draw.raster import draw
from crab_sim.machine.slices import WINDOWS
from tests.simulator.desktop._drive import click, desktop, front_app, node, nodes, press, start, title, write


def empty_place(machine: Desktop) -> dict[str, int]:
    return {"x": machine.width - 40, "y": machine.height - 40}


def test_activities_shows_the_open_windows_in_the_order_of_their_start() -> None:
    machine = desktop()
    click(machine, "Activities")
    assert nodes(machine, "No open windows")
    press(machine, "escape")
    for app in ("Settings", "Files"):
        start(machine, app)
    click(machine, description="Minimize")
    click(machine, "Activities")
    cards = [card.text for card in nodes(machine, description="Window")]
    assert len(cards) == 2
    assert cards[1] == "Home"
    assert not nodes(machine, role="window")
    click(machine, "Home", "Window")
    assert front_app(machine) == "files"


def test_a_window_is_closed_from_the_overview() -> None:
    machine = desktop("Files")
    press(machine, "super")
    click(machine, description="Close Home")
    assert machine.get(WINDOWS) == ()


def test_all_apps_are_in_the_grid_and_start_from_it() -> None:
    machine = desktop()
    click(machine, description="Show Apps")
    shown = {icon.text for icon in nodes(machine, role="icon") if icon.description != "Dock"}
    assert {app.name for app in machine.apps.values()} == shown
    node(machine, "Terminal", role="icon")
    icon = next(icon for icon in nodes(machine, "Terminal", role="icon") if icon.description != "Dock")
    machine.execute("click", {"x": icon.bounds[0] + 9, "y": icon.bounds[1] + 9})
    assert front_app(machine) == "terminal"


def test_escape_clears_the_search_and_then_leaves() -> None:
    machine = desktop("Files")
    press(machine, "super")
    write(machine, "term")
    assert nodes(machine, "Terminal", role="icon")
    press(machine, "escape")
    assert nodes(machine, "Home", "Window")
    press(machine, "escape")
    assert front_app(machine) == "files"


@dataclass(frozen=True)
class Screen:
    width: int
    height: int


@pytest.mark.parametrize("screen", [Screen(640, 480), Screen(1280, 720), Screen(1920, 1080)])
def test_every_app_can_be_reached_by_turning_pages(screen: Screen) -> None:
    class Crowded(Desktop):
        apps = {f"{name}{i}": app._replace(id=f"{name}{i}", name=f"{app.name} {i:02}")
                for i in range(8) for name, app in Desktop.apps.items()}  # fmt: skip

    machine = Crowded(screen.width, screen.height)
    press(machine, "super+a")
    seen: set[str] = set()
    for _ in range(40):
        seen |= {icon.text for icon in nodes(machine, role="icon")}
        if not nodes(machine, description="Next Page"):
            break
        click(machine, description="Next Page")
    assert {app.name for app in Crowded.apps.values()} <= seen
    press(machine, *["pageup"] * -(-len(Crowded.apps) // overview.columns(screen.width)))
    assert not nodes(machine, description="Previous Page")


def test_the_dock_has_favourites_and_what_runs() -> None:
    apps = Desktop.apps
    assert dock.shown(apps, ["files"], ["settings", "files", "gone"]) == ["files", "settings"]


def test_the_status_menu_sets_the_dark_style_and_the_volume() -> None:
    machine = desktop("Files")
    click(machine, description="System")
    click(machine, "Dark Style")
    assert machine.get(SETTINGS)[INTERFACE, "color-scheme"] == "prefer-dark"
    click(machine, "Dark Style")
    assert machine.get(SETTINGS)[INTERFACE, "color-scheme"] == "default"
    slider = node(machine, description="Volume", role="slider")
    machine.execute("click", {"x": slider.bounds[2] - 2, "y": (slider.bounds[1] + slider.bounds[3]) // 2})
    assert machine.get(SETTINGS)["org.gnome.desktop.sound", "output-volume"] == "100"
    machine.execute("click", empty_place(machine))
    assert not nodes(machine, "Dark Style")
    click(machine, description="System")
    press(machine, "escape")
    assert not nodes(machine, "Dark Style")
    assert front_app(machine) == "files"


def test_a_right_click_on_the_wallpaper_leads_to_settings() -> None:
    machine = desktop()
    machine.execute("right_click", empty_place(machine))
    click(machine, "Change Background…")
    assert title(machine) == "Appearance"
    machine.execute("right_click", empty_place(machine))
    click(machine, "Display Settings")
    assert title(machine) == "Displays"


def test_a_right_click_on_a_window_opens_no_menu_of_the_wallpaper() -> None:
    machine = desktop("Settings")
    click(machine, description="Title bar", verb="right_click")
    assert not nodes(machine, "Change Background…")


def test_a_dialog_dims_the_title_bar() -> None:
    machine = desktop("Text Editor")
    write(machine, "milk")
    bar = node(machine, description="Title bar").bounds

    def ground() -> list[int]:
        pixel: list[int] = draw(machine.scene.ops, machine.width, machine.height)[bar[1] + 4, bar[0] + 30].tolist()
        return pixel

    before = ground()
    press(machine, "ctrl+w")
    assert [value * 145 // 255 for value in before] == ground()
    press(machine, "escape")
    assert ground() == before

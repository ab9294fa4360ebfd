"""Settings: an evaluator of default applications, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look
from crab_tasks.kits.moves import find
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.terminal import run_in_terminal
from crab_tasks.kits.ubuntu.windows import click_soon, start, wait_for

__all__ = ["default_application_is", "gsettings", "set_style", "settings_panel", "switch_in_settings"]


def default_application_is(state: State, answer: str | None, kinds: Sequence[str], entry: str) -> bool:
    """All of these types, such as ``"image/png"``, are opened with this desktop entry."""
    desktop = state["ubuntu"]
    return all(desktop.default_application(kind) == entry for kind in kinds)


def gsettings(schema: str, key: str, value: str) -> Iterator[Action]:
    """Sets a setting of the desktop in the terminal."""
    yield from run_in_terminal(["gsettings", "set", schema, key, value])


def settings_panel(look: Look, panel: str) -> Iterator[Action]:
    """Opens a panel of the desktop's Settings."""
    yield from start("Settings")
    yield from click_soon(look, text=panel, role="list_item")


def switch_in_settings(look: Look, panel: str, switch: str, on: bool) -> Iterator[Action]:
    """Turns a switch in a panel of the desktop's Settings on or off.

    Args:
        look: Shows the screens.
        panel: The panel's name.
        switch: The switch's name.
        on: Whether to turn it on.
    """
    yield from settings_panel(look, panel)
    yield from wait_for(look, text=switch, role="switch")
    if find(look, "ubuntu", text=switch, role="switch").checked != on:
        yield from click_soon(look, text=switch, role="switch")


def set_style(look: Look, style: str) -> Iterator[Action]:
    """Chooses the light or dark style in the desktop's Settings."""
    yield from settings_panel(look, "Appearance")
    yield from click_soon(look, text=style.capitalize(), role="radio")

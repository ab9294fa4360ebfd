"""The phone's switches and sliders for Wi-Fi, Bluetooth and the brightness: evaluators and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.settings import quick_settings, settings_page
from crab_tasks.kits.answers import answer_is_word
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import State, setting_in

__all__ = [
    "BLUETOOTH", "BRIGHTNESS", "WIFI", "Control", "control_seen", "drag_slider", "open_control", "search_control",
    "set_and_said", "tap_tile",
]  # fmt: skip


class Control(NamedTuple):
    """A switch or slider in the phone's settings.

    Attributes:
        namespace: Namespace of its setting.
        key: Its setting.
        page: The page of Settings that has it.
        title: Its title there, or a slider's description.
        tile: The name of its tile in Quick Settings, or its slider's description there.
    """

    namespace: str
    key: str
    page: str
    title: str
    tile: str


WIFI = Control("global", "wifi_on", "Network & internet", "Wi-Fi", "Internet")
BLUETOOTH = Control("global", "bluetooth_on", "Connected devices", "Use Bluetooth", "Bluetooth")
BRIGHTNESS = Control("system", "screen_brightness", "Display", "Brightness level", "Display brightness")

_SWITCH = (":id/tile_label", ":id/switch_widget")
"""Ends of the resource ids of the tiles of Quick Settings, and of the switches in Settings on other phones."""


def control_seen(state: State, answer: str | None, key: str) -> bool:
    """The control of a setting is on the screen, in Settings or in Quick Settings."""
    ends = (f":id/{key}", *((":id/slider",) if key == BRIGHTNESS.key else _SWITCH))
    return any(element.resource_id.endswith(ends) for element in state["android"].elements())


def set_and_said(
    state: State,
    answer: str | None,
    namespace: str,
    key: str,
    values: Sequence[str],
    word: str,
    words: Sequence[str],
) -> bool:
    """The setting has one of some values, and the answer names the right one of some words.

    Args:
        state: The devices' states.
        answer: The answer.
        namespace: The setting's namespace.
        key: Its name.
        values: The values.
        word: The right word.
        words: The words between which the answer chooses.
    """
    return setting_in(state, answer, "android", namespace, key, values) and answer_is_word(state, answer, word, words)


def open_control(look: Look, control: Control) -> Iterator[Action]:
    """Opens the page of Settings that has a control."""
    yield from settings_page(look, control.page)


def search_control(look: Look, control: Control, word: str) -> Iterator[Action]:
    """Opens the page of Settings that has a control by the search.

    Args:
        look: Shows the screens.
        control: The control.
        word: The word that finds it, as the search shows it.
    """
    yield action("android", "open_app", name="Settings")
    yield tap(look, rid="search_bar")
    yield action("android", "write_text", text=word)
    yield tap(look, text=word, role="list_item")


def tap_tile(look: Look, control: Control) -> Iterator[Action]:
    """Taps the tile of a control in Quick Settings."""
    if not has(look, "android", text=control.tile, role="switch"):
        yield from quick_settings(look)
    yield tap(look, text=control.tile, role="switch")


def drag_slider(look: Look, description: str, share: float) -> Iterator[Action]:
    """Drags a slider, which is on the screen, to a share of its length.

    Args:
        look: Shows the screens.
        description: The slider's description.
        share: 0 for its left end, 1 for its right end.
    """
    slider = find(look, "android", description=description)
    left, _, right, _ = slider.bounds
    x, y = slider.center
    yield action("android", "drag", x1=x, y1=y, x2=left + round(share * (right - 1 - left)), y2=y)

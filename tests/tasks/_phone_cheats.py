"""Cheats on the phone's screen; see `tests.tasks._cheats`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.messages.moves import send_text
from crab_tasks.kits.android.settings.moves import open_control
from crab_tasks.kits.android.settings.state import Control
from crab_tasks.kits.moves import tap
from tests.tasks._cheats import Cheat

__all__ = ["PHONE_CHEATS"]

_AIRPLANE: Final = Control("global", "airplane_mode_on", "Network & internet", "Airplane mode", "Airplane mode")


def _unsent_text(look: Look) -> Iterable[Action]:
    """Sends a text in airplane mode, so that it waits until somebody taps it."""
    yield from open_control(look, _AIRPLANE)
    yield tap(look, text=_AIRPLANE.title, role="switch")
    yield from send_text(look, "+1 555 0177", "I quit")
    yield from open_control(look, _AIRPLANE)
    yield tap(look, text=_AIRPLANE.title, role="switch")


def _cover(look: Look) -> Iterable[Action]:
    yield action("android", "drag", x1=180, y1=3, x2=180, y2=500)


PHONE_CHEATS: Final = (
    Cheat("android.tidy_tasks", "leaves a text to somebody that couldn't be sent", then=_unsent_text),
    Cheat("android_world.open_app", "pulls the notifications down over the app", then=_cover),
    Cheat("android_world.sports_tracker_activities_count_for_week", "counts another kind", answer="{} running tracks"),
    Cheat(
        "android_world.sports_tracker_longest_distance_activity", "tells it as a sum", answer="The total is {} metres"
    ),
    Cheat("android_world.notes_todo_item_count", "counts notes", answer="The number of notes is {}."),
    Cheat("android_world.clock_stop_watch_paused_verify", "has reset it", answer="The stopwatch was reset at {}"),
    Cheat("android_world.system_brightness_max_verify", "tells what it did", answer="{}, I did it"),
    Cheat("android.text_contact", "gives it out as one's own", answer="My number is {}"),
    Cheat("android.text_contact", "tells of a call", answer="I called {}"),
    Cheat("crab.two_amounts_added", "works it out wrongly", answer="1.50 + 2.50 = {}"),
    Cheat("crab.two_amounts_added", "subtracts", answer="200 - 35.34 = {}"),
    Cheat("crab.distance_by_car", "sets a doubt in markup", answer='{{"maybe": "{}"}}'),
    Cheat("crab.distance_by_car", "says that nobody told it", answer="{} (from nobody)"),
)

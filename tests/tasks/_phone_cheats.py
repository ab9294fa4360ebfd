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
)

"""Phone: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import has, hold, tap

__all__ = ["call", "call_from_history", "delete_missed_call", "open_keypad", "recent_calls", "voicemails"]


def recent_calls(look: Look) -> Iterator[Action]:
    """Opens the phone's list of recent calls."""
    yield action("android", "open_app", name="Phone")
    for _ in range(5):
        if has(look, "android", text="Recents", role="tab"):
            yield tap(look, text="Recents", role="tab")
            return
        yield action("android", "press", key="back")
    raise OracleStuck("no page of the Phone app with its tabs was reached by going back")


def voicemails(look: Look) -> Iterator[Action]:
    """Opens the phone's list of voice mails, of which there has to be one."""
    yield from recent_calls(look)
    yield tap(look, text="Voicemail", role="tab")


def open_keypad(look: Look) -> Iterator[Action]:
    """Opens the phone's keypad."""
    yield from recent_calls(look)
    yield tap(look, text="Keypad", role="tab")


def call(look: Look, number: str) -> Iterator[Action]:
    """Dials a number on the keypad, and hangs up."""
    yield from open_keypad(look)
    yield action("android", "write_text", text=number)
    yield tap(look, description="dial")
    yield tap(look, description="End call")


def call_from_history(look: Look, shown: str) -> Iterator[Action]:
    """Calls back from the list of recent calls somebody who is shown by name or else by number, and hangs up."""
    yield from recent_calls(look)
    yield tap(look, description=f"Call {shown}")
    yield tap(look, description="End call")


def delete_missed_call(look: Look, shown: str) -> Iterator[Action]:
    """Deletes the newest missed call of a caller, who is shown by name or else by number."""
    yield from recent_calls(look)
    yield tap(look, text="Missed")
    yield hold(look, shown, role="list_item")
    yield tap(look, text="Delete from history")

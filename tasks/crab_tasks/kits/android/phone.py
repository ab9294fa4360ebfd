"""Phone: evaluators of the call log, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action
from crab_tasks.kits.compare import digits
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import State

__all__ = ["call", "call_from_history", "called", "delete_missed_call", "missed_call_removed", "recent_calls"]


def called(state: State, answer: str | None, number: str, others: Sequence[str] = ()) -> bool:
    """The number has been called, and none of the others.

    Args:
        state: The devices' states.
        answer: Not used.
        number: The number.
        others: Numbers that must not have been called.
    """
    dialled = {digits(call.number) for call in state["android"].calls() if call.kind == "outgoing"}
    return digits(number) in dialled and dialled.isdisjoint([digits(other) for other in others])


def missed_call_removed(state: State, answer: str | None, number: str, kept: Sequence[tuple[str, str]]) -> bool:
    """The call log has no missed call of the number, and still those that are kept, each a number and its kind.

    Args:
        state: The devices' states.
        answer: Not used.
        number: The number.
        kept: Calls that must still be there: their numbers and kinds.
    """
    calls = {(digits(call.number), call.kind) for call in state["android"].calls()}
    return (digits(number), "missed") not in calls and calls.issuperset([(digits(n), kind) for n, kind in kept])


def recent_calls(look: Look) -> Iterator[Action]:
    """Opens the phone's list of recent calls."""
    yield action("android", "open_app", name="Phone")
    for _ in range(5):
        if has(look, "android", text="Recents", role="tab"):
            yield tap(look, text="Recents", role="tab")
            return
        yield action("android", "press", key="back")
    raise OracleStuck("no page of the Phone app with its tabs was reached by going back")


def call(look: Look, number: str) -> Iterator[Action]:
    """Dials a number on the keypad, and hangs up."""
    yield from recent_calls(look)
    yield tap(look, text="Keypad", role="tab")
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

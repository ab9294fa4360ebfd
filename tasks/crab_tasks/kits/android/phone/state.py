"""Phone: evaluators."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.backends.base import Devices
from crab_tasks.kits.compare import digits
from crab_tasks.kits.state import State

__all__ = ["call_taken", "called", "conference_held", "missed_call_removed", "number_blocked", "voicemail_played"]

_BLOCKED = "/data/user_de/0/com.android.providers.blockednumber/databases/blockednumbers.db"


def called(state: State, number: str, others: Sequence[str] = ()) -> bool:
    """The number has been called, and none of the others; the call is over, so that the log has it.

    Args:
        state: The devices' states.
        number: The number.
        others: Numbers that must not have been called.
    """
    dialled = {digits(call.number) for call in state.android.calls() if call.kind == "outgoing"}
    return digits(number) in dialled and dialled.isdisjoint([digits(other) for other in others])


def call_taken(state: State | Devices, number: str) -> bool:
    """A call from the number was taken, and is over."""
    calls = [call for call in state.android.calls() if digits(call.number) == digits(number)]
    return any(call.kind == "incoming" and call.duration > 0 for call in calls)


def conference_held(state: State, numbers: Sequence[str]) -> bool:
    """Calls of just these numbers were merged into one, which is over."""
    wanted = {digits(number) for number in numbers}
    merged = [effect.to.split(", ") for effect in state.android.effects() if effect.kind == "conference"]
    dialled = {digits(call.number) for call in state.android.calls() if call.kind == "outgoing"}
    return wanted <= dialled and any({digits(number) for number in one} == wanted for one in merged)


def number_blocked(state: State, number: str) -> bool:
    """The number is blocked, once."""
    rows = state.android.table(_BLOCKED, "blocked")
    return [digits(str(row["original_number"])) for row in rows].count(digits(number)) == 1


def voicemail_played(state: State, number: str, text: str) -> bool:
    """A voice mail of the number, in which just this was said, was played."""
    return any(
        row.read and digits(row.number) == digits(number) and row.text == text for row in state.android.voicemails()
    )


def missed_call_removed(state: State, number: str, kept: Sequence[tuple[str, str]]) -> bool:
    """The call log has no missed call of the number, and still those that are kept, each a number and its kind.

    Args:
        state: The devices' states.
        number: The number.
        kept: Calls that must still be there: their numbers and kinds.
    """
    calls = {(digits(call.number), call.kind) for call in state.android.calls()}
    return (digits(number), "missed") not in calls and calls.issuperset([(digits(n), kind) for n, kind in kept])

"""Phone: evaluators."""

from __future__ import annotations

from collections.abc import Sequence

from crab_tasks.kits.compare import digits
from crab_tasks.kits.state import State

__all__ = ["called", "missed_call_removed"]


def called(state: State, number: str, others: Sequence[str] = ()) -> bool:
    """The number has been called, and none of the others.

    Args:
        state: The devices' states.
        number: The number.
        others: Numbers that must not have been called.
    """
    dialled = {digits(call.number) for call in state.android.calls() if call.kind == "outgoing"}
    return digits(number) in dialled and dialled.isdisjoint([digits(other) for other in others])


def missed_call_removed(state: State, number: str, kept: Sequence[tuple[str, str]]) -> bool:
    """The call log has no missed call of the number, and still those that are kept, each a number and its kind.

    Args:
        state: The devices' states.
        number: The number.
        kept: Calls that must still be there: their numbers and kinds.
    """
    calls = {(digits(call.number), call.kind) for call in state.android.calls()}
    return (digits(number), "missed") not in calls and calls.issuperset([(digits(n), kind) for n, kind in kept])

"""Visual Studio Code: evaluators."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.task.types import Value, states
from crab_tasks.kits.state import State

__all__ = ["greeting_is"]


def greeting_is(state: State, path: str, before: Sequence[str], after: Sequence[str], kind: str, value: Value) -> bool:
    """The file has some lines, one with the greeting, which is a value and nothing else, and some more lines.

    Args:
        state: The devices' states.
        path: The file's path.
        before: The lines before that of the greeting.
        after: The lines after it.
        kind: The value's type.
        value: The value.
    """
    lines = [line.rstrip() for line in (state.ubuntu.read_text(path) or "").rstrip().split("\n")]
    if [*lines[: len(before)], *lines[len(before) + 1 :]] != [*before, *after]:
        return False
    label, equals, said = lines[len(before)].partition("=")
    return (label.strip(), equals) == ("greeting", "=") and states(kind, said.strip(), value)

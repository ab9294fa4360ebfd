"""The phone's clipboard: evaluators and moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State

__all__ = ["clipboard_is", "copy_all", "hold_field", "text_in_field"]


def clipboard_is(state: State, text: str) -> bool:
    """The clipboard holds a text, apart from blanks around it."""
    return state.android.clipboard().strip() == text


def text_in_field(state: State, text: str) -> bool:
    """A field on the screen holds a text, apart from blanks around it."""
    return any(element.editable and element.text.strip() == text for element in state.android.elements())


def hold_field(look: Look) -> Action:
    """Touches the field that has the focus for long."""
    for element in look("android"):
        if element.editable and element.focused:
            x, y = element.center
            return action("android", "long_tap", x=x, y=y)
    raise OracleStuck("no field has the focus")


def copy_all(look: Look, cut: bool = False) -> Iterator[Action]:
    """Copies or cuts all of the text in the field that has the focus."""
    yield hold_field(look)
    yield tap(look, text="Select all")
    yield tap(look, text="Cut" if cut else "Copy")

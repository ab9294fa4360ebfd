"""Waiting for the windows and dialogs of large programs, which come up slowly, and choosing files in them."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action

__all__ = ["choose_file", "click_on", "dialog", "in_front", "window"]

_LOOKS = 40


def in_front(look: Look, role: str, title: str = "", app: str = "") -> bool:
    """Tells whether a ``"window"`` or ``"dialog"`` of the app, or of any, has the focus and this in its title."""
    return any(e.role == role and e.focused and title in e.text and app in ("", e.app) for e in look("ubuntu"))


def _wait(look: Look, role: str, title: str, app: str) -> Iterator[Action]:
    for _ in range(_LOOKS):
        if in_front(look, role, title, app):
            return
        yield action("root", "wait", seconds=1)
    there = [(e.role, e.text, e.focused) for e in look("ubuntu") if e.role in ("window", "dialog")]
    raise OracleStuck(f"no {role} {title!r} of {app or 'any program'} came up on the desktop; there are: {there}")


def window(look: Look, title: str = "", app: str = "") -> Iterator[Action]:
    """Waits until a window like this has the focus.

    Raises:
        OracleStuck: It doesn't come.
    """
    yield from _wait(look, "window", title, app)


def dialog(look: Look, title: str = "", app: str = "") -> Iterator[Action]:
    """Waits until a dialog like this has the focus.

    Raises:
        OracleStuck: It doesn't come.
    """
    yield from _wait(look, "dialog", title, app)


def click_on(element: Element) -> Action:
    """Clicks an element."""
    x, y = element.center
    return action("ubuntu", "click", x=x, y=y)


def choose_file(look: Look, path: str) -> Iterator[Action]:
    """Types a path into the file dialog in front, whose field comes up with a first stroke where there is none.

    Raises:
        OracleStuck: The field doesn't take the path.
    """
    for _ in range(6):
        field = next((e for e in reversed(look("ubuntu")) if e.focused and e.role == "text_field"), None)
        if field is not None and field.text == path:
            yield action("ubuntu", "press", key="enter")
            return
        if field is None:
            yield action("ubuntu", "write_text", text="/")
        else:
            yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
            yield action("ubuntu", "write_text", text=path)
    raise OracleStuck(f"the file dialog has no field that holds {path!r}")

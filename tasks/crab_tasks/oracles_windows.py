"""Waiting for the windows and dialogs of large programs, which come up slowly, and choosing files in them."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action

__all__ = ["choose_file", "click_on", "dialog", "in_front", "window"]

_LOOKS = 40
_PATIENCE = 10


def in_front(look: Look, role: str, title: str = "", app: str = "") -> bool:
    """Returns whether a ``"window"`` or ``"dialog"`` of the app, or of any, has the focus and this in its title."""
    return any(e.role == role and e.focused and title in e.text and app in ("", e.app) for e in look("ubuntu"))


def _missing(look: Look, what: str) -> OracleStuck:
    there = [(e.role, e.text, e.focused) for e in look("ubuntu") if e.role in ("window", "dialog")]
    return OracleStuck(f"no {what} came up on the desktop; there are: {there}")


def window(look: Look, title: str = "", app: str = "") -> Iterator[Action]:
    """Waits until a window like this has the focus.

    Raises:
        OracleStuck: It doesn't come.
    """
    for _ in range(_LOOKS):
        if in_front(look, "window", title, app):
            return
        yield action("root", "wait", seconds=1)
    raise _missing(look, f"window {title!r} of {app or 'any program'}")


def dialog(look: Look, title: str = "", app: str = "", keys: tuple[str, ...] = ()) -> Iterator[Action]:
    """Waits until a dialog like this has the focus.

    Args:
        look: Shows the screen.
        title: What its title has in it.
        app: Whose it is; any program's where empty.
        keys: The keys that call it, pressed first, and again later: a window that has just come up may miss them.

    Raises:
        OracleStuck: It doesn't come.
    """
    for waited in range(_LOOKS):
        if in_front(look, "dialog", title, app):
            return
        if keys and waited % _PATIENCE == 0:
            yield action("ubuntu", "hotkey", keys=list(keys))
        else:
            yield action("root", "wait", seconds=1)
    raise _missing(look, f"dialog {title!r} of {app or 'any program'}")


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

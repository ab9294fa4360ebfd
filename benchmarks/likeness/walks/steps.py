"""Steps of walks: keys, texts, clicks on labels, and waiting for slow programs.

Labels are compared without the dots at their ends, as the report compares them, so that one walk fits both desktops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.ubuntu.windows import start

__all__ = [
    "HOME", "ROWS", "Walk", "arrive", "click", "context_menu", "double_click", "label_of", "menu", "open_with", "press",
    "started", "type_text", "wait_for",
]  # fmt: skip

HOME: Final = "/home/user"
_MAX_LOOKS, _SOON = 40, 15
_CONTENT = frozenset(("text", "window", "dialog", "web", "other", "image"))


class Walk(NamedTuple):
    """Actions in one app.

    Attributes:
        app: The app's id.
        name: The walk's name.
        steps: Yields the actions, given the elements.
        held_out: Whether its differences stay unseen while the apps are tuned.
    """

    app: str
    name: str
    steps: Callable[[Look], Iterator[Action]]
    held_out: bool = False


ROWS: Final = frozenset(("list_item", "icon", "cell"))
"""Roles of elements in lists, whose text may be all of the texts in the row."""


def label_of(element: Element) -> str:
    """Returns an element's label: its text, or its description where it has none, without dots at its end.

    The label of a row is its first text.
    """
    label = (element.text or element.description).strip().rstrip("….").casefold()
    return label.partition(", ")[0] if element.role in ROWS else label


def press(*keys: str) -> Iterator[Action]:
    """Presses keys one after the other; those held together are joined by a plus sign."""
    for key in keys:
        parts = key.split("+") if len(key) > 1 else [key]
        yield action("ubuntu", "press", key=key) if len(parts) == 1 else action("ubuntu", "hotkey", keys=parts)


def type_text(text: str) -> Action:
    """Types a text."""
    return action("ubuntu", "write_text", text=text)


def _labelled(look: Look, label: str, role: str) -> Element | None:
    """Returns the topmost element with a label, one that can be acted on rather than a text."""
    wanted = label.casefold()
    found = [e for e in look("ubuntu") if label_of(e) == wanted and role in ("", e.role) and e.enabled]
    return max(found, key=lambda element: element.role not in _CONTENT, default=None)


def _point(look: Look, label: str, role: str) -> dict[str, int]:
    elements = look("ubuntu")
    found = _labelled(lambda device: tuple(reversed(elements)), label, role)
    if found is None:
        shown = "; ".join(f"{e.role} {e.text or e.description!r}" for e in elements if e.text or e.description)
        raise OracleStuck(f"no element {label!r} is on the screen; there are: {shown}")
    x, y = found.center
    return {"x": x, "y": y}


def click(look: Look, label: str, role: str = "") -> Action:
    """Clicks the topmost element with a label."""
    return action("ubuntu", "click", **_point(look, label, role))


def double_click(look: Look, label: str, role: str = "") -> Action:
    """Double-clicks the topmost element with a label."""
    return action("ubuntu", "double_click", **_point(look, label, role))


def context_menu(look: Look, label: str, role: str = "") -> Action:
    """Clicks the topmost element with a label with the right button."""
    return action("ubuntu", "right_click", **_point(look, label, role))


def wait_for(look: Look, label: str, role: str = "") -> Iterator[Action]:
    """Waits, a second at a time, until an element with a label is on the screen."""
    for _ in range(_SOON):
        if _labelled(look, label, role) is not None:
            return
        yield action("root", "wait", seconds=1)
    raise OracleStuck(f"no element {label!r} came up")


def arrive(look: Look, app: str, title: str = "") -> Iterator[Action]:
    """Waits until a window or dialog of an app (``""`` for any) has the focus, and a text in its title."""
    for _ in range(_MAX_LOOKS):
        focused = [e for e in look("ubuntu") if e.role in ("window", "dialog") and e.focused and app in ("", e.app)]
        if any(title.casefold() in element.text.casefold() for element in focused):
            return
        yield action("root", "wait", seconds=1)
    raise OracleStuck(f"no window {title!r} of {app} came up")


def started(look: Look, name: str, app: str, label: str = "", role: str = "") -> Iterator[Action]:
    """Starts a program by its name, and waits for its window and a label in it.

    Args:
        look: Shows the screens.
        name: The program's name in the menu.
        app: Its id.
        label: The text of an element to wait for, if any.
        role: The element's role; any if empty.
    """
    yield from start(name)
    yield from arrive(look, app)
    if label:
        yield from wait_for(look, label, role)


def open_with(look: Look, command: str, app: str, title: str = "", label: str = "") -> Iterator[Action]:
    """Opens a file by a command in a terminal, and waits for the program's window and a label in it.

    Args:
        look: Shows the screens.
        command: The command line.
        app: The program's id.
        title: A part of the window's title.
        label: The text of an element to wait for, if any.
    """
    yield from start("Terminal")
    yield from arrive(look, "terminal")
    yield type_text(f"{command}\n")
    yield from arrive(look, app, title)
    if label:
        yield from wait_for(look, label)


def menu(look: Look, *titles: str) -> Iterator[Action]:
    """Opens menus of a menu bar one after the other, and closes each again."""
    for title in titles:
        yield click(look, title, "menu")
        yield from press("escape")

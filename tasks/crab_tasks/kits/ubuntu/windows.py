"""Windows: evaluators of windows on the desktop, and moves that start programs, wait for windows and choose files.

Large programs come up slowly, so that the moves look until a window or dialog is there. They are the same on the
simulated and on the real desktop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import click, has
from crab_tasks.kits.state import State

__all__ = [
    "choose_file", "choose_folder", "click_soon", "dialog", "in_front", "soon", "start", "wait_for",
    "wait_until_gone", "window", "window_gone", "window_in_front", "window_shown",
]  # fmt: skip

_PAUSES = (1, 1, 2, 2, 4)  # seconds between looks, the last ones for all later ones: few steps on a busy machine
_MAX_LOOKS = 24
_SOON = 6  # looks after which an element should be there, or a key is taken for lost
_TRIES = 4


def window_in_front(state: State, app: str, title: str = "") -> bool:
    """A window of the app has the focus, and its title has this in it."""
    front = state.ubuntu.foreground()
    return front.app == app and title in front.title


def window_shown(state: State, app: str, title: str = "") -> bool:
    """A window of the app is on the screen, perhaps below others, and its title has this in it."""
    windows = state.ubuntu.windows()
    return any(window.app == app and title in window.title and not window.minimized for window in windows)


def window_gone(state: State, app: str, title: str = "") -> bool:
    """The app has no window whose title has this in it."""
    return not any(window.app == app and title in window.title for window in state.ubuntu.windows())


def start(name: str) -> Iterator[Action]:
    """Starts a program of the desktop, or brings it to the front, by searching for it."""
    yield action("ubuntu", "search_app", name=name)
    yield action("ubuntu", "press", key="enter")


def _pause(looks: int) -> Action:
    """Returns a wait after so many looks before the last one."""
    return action("root", "wait", seconds=_PAUSES[min(looks, len(_PAUSES) - 1)])


def wait_for(look: Look, text: str = "", description: str = "", role: str = "") -> Iterator[Action]:
    """Waits, a few seconds at a time, until an element is on the desktop's screen.

    Args:
        look: Shows the screens.
        text: Its text; "" for any.
        description: Its description; "" for any.
        role: Its role; "" for any.
    """
    for looks in range(_SOON):
        if has(look, "ubuntu", text, description, role=role):
            return
        yield _pause(looks)
    raise OracleStuck(f"no element {text or description or role!r} came up on the desktop")


def click_soon(look: Look, text: str = "", description: str = "", role: str = "") -> Iterator[Action]:
    """Waits until an element is on the desktop's screen, and clicks it: a busy program tells of its elements late.

    Args:
        look: Shows the screens.
        text: Its text; "" for any.
        description: Its description; "" for any.
        role: Its role; "" for any.
    """
    yield from wait_for(look, text, description, role)
    yield click(look, text, description, role=role)


def wait_until_gone(look: Look, text: str, role: str = "") -> Iterator[Action]:
    """Waits, a few seconds at a time, until no element of a role, "" for any, has this text on the desktop's screen."""
    for looks in range(_SOON):
        if not has(look, "ubuntu", text, role=role):
            return
        yield _pause(looks)
    raise OracleStuck(f"the element {text!r} did not go away")


def in_front(look: Look, role: str, title: str = "", app: str = "") -> bool:
    """Returns whether a ``"window"`` or ``"dialog"`` of the app, or of any, has the focus and this in its title.

    Args:
        look: Shows the screens.
        role: ``"window"`` or ``"dialog"``.
        title: A part of its title.
        app: Its program's id; "" for any program.
    """
    return any(e.role == role and e.focused and title in e.text and app in ("", e.app) for e in look("ubuntu"))


def _missing(look: Look, what: str) -> OracleStuck:
    there = [(e.role, e.text, e.focused) for e in look("ubuntu") if e.role in ("window", "dialog")]
    return OracleStuck(f"no {what} came up on the desktop; there are: {there}")


def window(look: Look, title: str = "", app: str = "") -> Iterator[Action]:
    """Waits until a window like this has the focus.

    Raises:
        OracleStuck: It doesn't come.
    """
    for looks in range(_MAX_LOOKS):
        if in_front(look, "window", title, app):
            return
        yield _pause(looks)
    raise _missing(look, f"window {title!r} of {app or 'any program'}")


def dialog(look: Look, title: str = "", app: str = "", keys: tuple[str, ...] = ()) -> Iterator[Action]:
    """Waits until a dialog like this has the focus.

    Args:
        look: Shows the screen.
        title: A part of its title.
        app: Its program's id; "" for any program.
        keys: The keys that open it, pressed first, and again later: a window that has just come up may miss them.

    Raises:
        OracleStuck: It doesn't come.
    """
    for looks in range(_MAX_LOOKS):
        if in_front(look, "dialog", title, app):
            return
        if keys and looks % _SOON == 0:
            yield action("ubuntu", "hotkey", keys=list(keys))
        else:
            yield _pause(looks % _SOON - 1 if keys else looks)
    raise _missing(look, f"dialog {title!r} of {app or 'any program'}")


def choose_file(look: Look, path: str) -> Iterator[Action]:
    """Types a path into the file dialog in front, whose field comes up with the first key where there is none.

    Each key is waited for until it is seen, since keys that are typed once more come on top of those on their way.

    Raises:
        OracleStuck: The field doesn't take the path.
    """

    def field() -> Element | None:
        return next((e for e in reversed(look("ubuntu")) if e.focused and e.role == "text_field"), None)

    def holds_it() -> bool:
        found = field()
        return found is not None and found.text == path

    for _ in range(_TRIES):
        if field() is None:
            yield action("ubuntu", "write_text", text="/")
            yield from soon(lambda: field() is not None)
        if field() is not None and not holds_it():
            yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
            yield action("ubuntu", "write_text", text=path)
            yield from soon(holds_it)
        if holds_it():
            yield action("ubuntu", "press", key="enter")
            return
    raise OracleStuck(f"the file dialog has no field that holds {path!r}")


def choose_folder(look: Look, path: str) -> Iterator[Action]:
    """Types a folder's path into the file dialog in front, and confirms it.

    The field comes up with the first key where there is none; what it adds to the path by itself is deleted.

    Raises:
        OracleStuck: The field doesn't take the path.
    """

    def typed() -> str:
        found = (e for e in reversed(look("ubuntu")) if e.focused and e.role == "text_field")
        return next((e.text for e in found), "")

    for _ in range(_TRIES):
        if not typed().startswith("/"):
            yield action("ubuntu", "write_text", text="/")
            yield from soon(lambda: typed().startswith("/"))
        yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
        yield action("ubuntu", "write_text", text=path)
        yield from soon(lambda: typed().startswith(path))
        if typed() not in ("", path):
            yield action("ubuntu", "press", key="delete")
            yield from soon(lambda: typed() == path)
        if typed() == path:
            yield action("ubuntu", "press", key="enter")
            return
    raise OracleStuck(f"the file dialog has no field that holds {path!r}")


def soon(there: Callable[[], bool]) -> Iterator[Action]:
    """Waits until something is there, but not for long."""
    for looks in range(_SOON):
        if there():
            return
        yield _pause(looks)

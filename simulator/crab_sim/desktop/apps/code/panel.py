"""The terminal below the editor: a session of the Terminal app in a part of this window.

While a key or click is handled, the session's own page lies on top, so that the Terminal's handlers find it there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from crab_sim.desktop.apps.code.state import code_of, put
from crab_sim.desktop.apps.terminal import app as terminal
from crab_sim.desktop.apps.terminal import messages as terminal_messages
from crab_sim.desktop.apps.terminal.messages import ScreenMessage
from crab_sim.desktop.apps.terminal.programs import ProgramScreen, grid_size
from crab_sim.desktop.apps.terminal.screen import Screen
from crab_sim.desktop.apps.terminal.session import Session
from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH, TITLE_HEIGHT
from crab_sim.desktop.widgets import HOME
from crab_sim.machine.app import Context
from crab_sim.machine.slices import WINDOWS
from crab_sim.ui import MessageGroup, Page, Widget

__all__ = [
    "MESSAGES", "PAGE", "content_size", "key", "kill", "message", "panel_height", "screen", "show", "side_width",
    "text", "toggle",
]  # fmt: skip

MESSAGES: Final = MessageGroup(terminal_messages.Message)
"""The messages that the session takes."""
PAGE = "terminal"
"""The name of the session's page while it lies on top."""


def content_size(context: Context) -> tuple[int, int]:
    """Returns width and height of the window's content."""
    left, top, right, bottom = context.window.frame
    if context.window.maximized:
        left, top, right, bottom = DOCK_WIDTH, BAR_HEIGHT, context.machine.width, context.machine.height
    return right - left - 2, bottom - top - TITLE_HEIGHT - 1


def panel_height(context: Context) -> int:
    """Returns the height of the terminal with its title."""
    return max(120, content_size(context)[1] * 2 // 5)


def _room(context: Context) -> tuple[int, int]:
    code = code_of(context)
    side = side_width(context) if code.side else 0
    return grid_size(content_size(context)[0] - 48 - side, panel_height(context) - 30)


def side_width(context: Context) -> int:
    """Returns the width of the side bar."""
    return max(180, min(290, content_size(context)[0] * 3 // 10))


def show(context: Context, fresh: bool = False) -> None:
    """Shows the terminal and gives it the keys; a fresh one replaces the session."""
    code = code_of(context)
    session = code.terminal
    if session is None or fresh:
        session = terminal.fresh_session(code.folder or HOME)
    put(context, code._replace(terminal=session, panel=True, place="terminal"), focus="")


def toggle(context: Context) -> None:
    """Shows the terminal, or hides it where it has the keys."""
    code = code_of(context)
    if code.panel and code.place == "terminal":
        put(context, code._replace(panel=False, place="editor"), focus="")
    else:
        show(context)


def kill(context: Context) -> None:
    """Ends the session and hides the terminal."""
    put(context, code_of(context)._replace(terminal=None, panel=False, place="editor"), focus="")


def screen(session: Session) -> Widget[ScreenMessage]:
    """Returns the terminal's screen."""
    if session.running is not None:
        return ProgramScreen(session.running.program, session.selection)
    return Screen(session.lines, terminal.prompt_of(session), session.line, session.caret, session.selection)


def _hosted(context: Context, action: Callable[[Context], object]) -> None:
    """Lets a handler of the Terminal work on the session."""
    code = code_of(context)
    if code.terminal is None:
        return
    if context.page.name == PAGE:  # a program types into the shell behind its end
        action(context)
        return
    session = code.terminal._replace(room=_room(context))
    before = context.window.pages
    scroll = {key: value for key, value in before[0].scroll.items() if key == "screen"}
    context.push(Page(PAGE, None, scroll=scroll, data=session))
    action(context)
    window = next((w for w in context.machine.get(WINDOWS) if w.id == context.window_id), None)
    if window is None:
        return
    top = window.pages[-1]
    after: Session = top.data if top.name == PAGE else session
    base = window.base
    kept = {key: value for key, value in base.scroll.items() if key != "screen"}
    base = base._replace(scroll={**kept, **dict(top.scroll)})
    context.machine.put_window(window._replace(pages=(base,)))
    code = code_of(context)
    if after.ended:
        put(context, code._replace(terminal=None, panel=False, place="editor"))
    else:
        put(context, code._replace(terminal=after))


def key(context: Context, name: str) -> None:
    """Handles a key."""
    _hosted(context, lambda inner: terminal.key(inner, name))


def text(context: Context, typed: str) -> bool:
    """Types text; returns whether it took all of it, and not only up to a newline."""
    took: list[bool] = []
    _hosted(context, lambda inner: took.append(terminal.text(inner, typed)))
    return bool(took and took[0])


def message(context: Context, said: terminal_messages.Message | None) -> None:
    """Handles a message of the screen."""
    put(context, code_of(context)._replace(place="terminal"), focus="")
    _hosted(context, lambda inner: None if said is None else terminal.update(inner, said))

"""The programs that take the whole screen: what starts them, and how keys and screens reach them.

Vim, the largest of them, is loaded when it is first started.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from crab_sim.files import Files
from crab_sim.shell.programs import less, nano, top
from crab_sim.shell.programs.less import LessState
from crab_sim.shell.programs.nano import view as nano_view
from crab_sim.shell.programs.nano.state import NanoState
from crab_sim.shell.programs.screen import Screenful
from crab_sim.shell.programs.top import TopState
from crab_sim.shell.programs.world import World

if TYPE_CHECKING:
    from crab_sim.shell.programs.vim.state import VimState

__all__ = ["KEYS", "Outcome", "Program", "ProgramStarted", "ProgramState", "draw", "press"]

ProgramState: TypeAlias = "VimState | NanoState | LessState | TopState"

KEYS = {
    "enter": "\r", "tab": "\t", "escape": "\x1b", "backspace": "\x7f", "space": " ", "up": "\ue001", "down": "\ue002",
    "left": "\ue003", "right": "\ue004", "home": "\ue005", "end": "\ue006", "delete": "\ue007", "pageup": "\ue008",
    "pagedown": "\ue009", "ctrl+left": "\ue00a", "ctrl+right": "\ue00b", "insert": "\ue00c", "ctrl+[": "\x1b",
    "ctrl+\\": "\x1c", "ctrl+]": "\x1d", "ctrl+6": "\x1e", "ctrl+^": "\x1e", "ctrl+shift+6": "\x1e", "ctrl+_": "\x1f",
    "ctrl+-": "\x1f", "ctrl+/": "\x1f", "ctrl+shift+-": "\x1f", "shift+enter": "\r", "ctrl+space": "\0",
}  # fmt: skip
"""The characters that keys with names send; ctrl with a letter sends its control character, alt an escape before it."""


class Program(NamedTuple):
    """A program that is running.

    Attributes:
        name: Its process's name.
        state: Its state.
        cwd: The folder in which it was started.
    """

    name: str
    state: ProgramState
    cwd: str


class Outcome(NamedTuple):
    """The result of a program that has ended: its status, the files, and the seconds that it took."""

    status: int
    files: Files
    seconds: float


class ProgramStarted(Exception):
    """A program takes the screen: the line stops here, and is run again with the outcome once the program has ended."""

    def __init__(self, program: Program) -> None:
        super().__init__(program.name)
        self.program = program


class Pressed(NamedTuple):
    """The effect of keys: the state, the exit status (-1 while the program runs), and the keys behind the end."""

    program: Program
    status: int
    left: str


def key_text(key: str) -> str:
    r"""Returns the characters that a key sends, empty for none.

    >>> key_text("ctrl+r"), key_text("alt+u"), key_text("f5")
    ('\x12', '\x1bu', '')
    """
    known = KEYS.get(key)
    if known is not None:
        return known
    if len(key) == 1:
        return key
    if key.startswith("ctrl+") and len(key) == 6 and key[5].isalpha():
        return chr(ord(key[5].upper()) & 0x1F)
    if key.startswith("alt+shift+") and len(key) == 11:
        return "\x1b" + key[10].upper()
    if key.startswith("alt+") and len(key) == 5:
        return "\x1b" + key[4]
    return ""


def press(program: Program, keys: str, rows: int, columns: int, world: World) -> Pressed:
    """Feeds keys to a program.

    Args:
        program: The program before.
        keys: The keys' characters.
        rows: Height of the screen in lines.
        columns: Its width in characters.
        world: The machine around it, which gets what it saves or copies.
    """
    state = program.state
    if isinstance(state, NanoState):
        text = nano.feed(state._replace(rows=rows, columns=columns), keys, world)
        return Pressed(program._replace(state=text), text.status, text.left)
    if isinstance(state, TopState):
        shown = top.feed(state._replace(height=rows, columns=columns), keys, world)
        return Pressed(program._replace(state=shown), shown.status, shown.left)
    if isinstance(state, LessState):
        pager = less.feed(state._replace(rows=rows, columns=columns), keys, world.budget)
        return Pressed(program._replace(state=pager), pager.status, pager.left)
    from crab_sim.shell.programs.vim import loop

    vim = loop.feed(state._replace(rows=rows, columns=columns), keys, world)
    return Pressed(program._replace(state=vim), vim.status, vim.pending if vim.status >= 0 else "")


def draw(program: Program, rows: int, columns: int, world: World) -> Screenful:
    """Draws a program.

    Args:
        program: The program.
        rows: Height of the screen in lines.
        columns: Its width in characters.
        world: The machine around it.
    """
    state = program.state
    if isinstance(state, NanoState):
        return nano_view.draw(state, rows, columns)
    if isinstance(state, TopState):
        return top.draw(state, rows, columns)
    if isinstance(state, LessState):
        return less.draw(state, rows, columns)
    from crab_sim.shell.programs.vim import view as vim_view

    return vim_view.draw(state, rows, columns, world)

"""The state of one terminal, and the way of output into its scroll-back.

* `Session` - the state. * `append`, `printed_more` - output behind a typed line, and behind earlier output.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from crab_sim.desktop.apps.terminal.messages import Position
from crab_sim.desktop.apps.terminal.programs import Running
from crab_sim.shell import ShellState
from crab_sim.ui.editing import MAX_TEXT

__all__ = ["Session", "append", "printed_more"]

_MAX_LINES = 1000
_MAX_CHARACTERS = 500_000  # of the scroll-back
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_])")
_CLEAR = re.compile(r"\x1b\[[23]J")


class Session(NamedTuple):
    """One terminal.

    Attributes:
        shell: The state of the shell.
        lines: The scroll-back: (prompt, text) of each line, the prompt empty where it is output.
        lead: The unfinished last line of the output, before the prompt.
        line: The line that is being typed.
        caret: Index into it.
        at: Index into the history while going through it, -1 otherwise.
        draft: The line that was typed before walking through the history.
        pending: Lines of a command that goes on.
        cut: The text that was last deleted with ctrl+k, ctrl+u or ctrl+w.
        selection: (from, to) in the scroll-back, each (line, character); None for nothing.
        running: The program that has taken the whole screen, such as an editor.
        room: Rows and columns where the terminal is a part of another app's window; None for a window of its own.
        ended: Whether the shell of such a part has ended.
    """

    shell: ShellState
    lines: tuple[tuple[str, str], ...] = ()
    lead: str = ""
    line: str = ""
    caret: int = 0
    at: int = -1
    draft: str = ""
    pending: tuple[str, ...] = ()
    cut: str = ""
    selection: tuple[Position, Position] | None = None
    running: Running | None = None
    room: tuple[int, int] | None = None
    ended: bool = False


def _printed(text: str) -> tuple[bool, list[str]]:
    """Returns whether output cleared the screen, and its lines as a terminal shows them; the last is unfinished."""
    cleared = False
    if not text.replace("\n", "").isprintable():
        parts = _CLEAR.split(text)
        cleared, text = len(parts) > 1, _ESCAPE.sub("", parts[-1])
        return cleared, [_overprinted(line) for line in text.split("\n")]
    return cleared, text.split("\n")


def _overprinted(line: str) -> str:
    """Carries out carriage returns, backspaces and tabs in a line, and leaves out other control characters."""
    cells: list[str] = []
    at = 0
    for char in line:
        if char == "\r":
            at = 0
        elif char == "\b":
            at = max(0, at - 1)
        elif char == "\t":
            stop = at + 8 - at % 8
            cells += " " * (stop - len(cells))
            at = stop
        elif char >= " " and char != "\x7f":
            cells[at : at + 1] = [char]
            at += 1
    return "".join(cells)


def append(session: Session, prompt: str, typed: str, output: str) -> Session:
    """Returns the session after a command: its line and output are shown, and the next line is empty.

    Args:
        session: The session before.
        prompt: The prompt before the line.
        typed: The line.
        output: All that the command printed.
    """
    cleared, lines = _printed(output)
    kept = () if cleared else (*session.lines, (prompt, typed))
    kept = (*kept, *[("", line[-MAX_TEXT:]) for line in lines[:-1]])[-_MAX_LINES:]
    surplus = sum([len(start) + len(line) for start, line in kept]) - _MAX_CHARACTERS
    while surplus > 0:
        surplus -= len(kept[0][0]) + len(kept[0][1])
        kept = kept[1:]
    return session._replace(lines=kept, lead=lines[-1][-MAX_TEXT:], line="", caret=0, at=-1, draft="", selection=None)


def printed_more(session: Session, output: str) -> Session:
    """Returns the session with more output behind its last line."""
    cleared, lines = _printed(output)
    kept = () if cleared else session.lines
    kept = (*kept, *[("", line[-MAX_TEXT:]) for line in lines[:-1]])[-_MAX_LINES:]
    return session._replace(lines=kept, lead=lines[-1][-MAX_TEXT:])

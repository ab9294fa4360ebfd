"""Ex commands: those that begin with a colon."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from crab_sim.shell.programs.vim import files, operators
from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.operators import Region
from crab_sim.shell.programs.vim.options import set_options
from crab_sim.shell.programs.vim.registers import yank_into
from crab_sim.shell.programs.vim.search import Range, check, parse_range, read_line
from crab_sim.shell.programs.vim.state import Place
from crab_sim.shell.programs.vim.substitute import global_command, substitute

__all__ = ["execute", "typed_command"]


class Call(NamedTuple):
    """A call of a command.

    Attributes:
        name: Its full name.
        lines: Its range.
        bang: Whether ``!`` follows the name.
        rest: Its arguments.
    """

    name: str
    lines: Range
    bang: bool
    rest: str


def typed_command(editor: Editor, start: str) -> None:
    """Reads a command in the last row and carries it out; one of an earlier count or selection begins with `start`."""
    line = read_line(editor, ":", start)
    if not line:
        editor.say("")
        return
    history = (*[one for one in editor.state.history if one != line], line)[-50:]
    editor.state = editor.state._replace(history=history)
    editor.say(f":{line}")
    execute(editor, line)


def execute(editor: Editor, text: str) -> None:
    """Carries out a line of commands.

    Raises:
        Refused: One of them is unknown or isn't possible.
    """
    while text:
        editor.budget.charge(1)
        text = _one(editor, text)


_NAME: Final = re.compile(r"[a-zA-Z]+")


def _one(editor: Editor, text: str) -> str:
    """Carries out the first command; returns the others."""
    text = text.lstrip(" \t:")
    if not text or text.startswith('"'):
        return ""
    here = editor.line
    lines, rest = parse_range(editor, text)
    editor.line = here
    match = _NAME.match(rest)
    if match is None:
        if rest and rest[0] not in '|"':
            raise Refused(f"E492: Not an editor command: {text}")
        if lines.given:
            editor.go_to_text(max(0, min(len(editor.lines) - 1, lines.last)))
        return rest[1:] if rest.startswith("|") else ""
    name, rest = match[0], rest[match.end() :]
    if "substitute".startswith(name):
        return substitute(editor, check(editor, lines), rest)
    if "global".startswith(name) or name == "v" or (len(name) > 1 and "vglobal".startswith(name)):
        if not lines.given:
            lines = lines._replace(first=0, last=len(editor.lines) - 1)
        inverse = name.startswith("v") or rest.startswith("!")
        global_command(editor, inverse, check(editor, lines), rest.removeprefix("!"), execute)
        return ""
    full = next((entry for entry, least in _NAMES if entry.startswith(name) and len(name) >= least), "")
    if not full:
        raise Refused(f"E492: Not an editor command: {text}")
    bang = rest.startswith("!")
    rest, following = _split_bar(rest[bang:])
    _carry_out(editor, Call(full, check(editor, lines), bang, rest.strip(" \t")))
    return following


def _carry_out(editor: Editor, call: Call) -> None:
    """Carries out one of the commands of `_NAMES`."""
    match call.name:
        case "write" | "wall":
            _write(editor, call)
        case "wq" | "wqall" | "xit" | "exit" | "xall":
            _write_quit(editor, call)
        case "quit" | "qall":
            files.quit_editor(editor, call.bang)
        case "cquit":
            files.leave(editor, int(call.rest[:3]) & 255 if call.rest.isdigit() else 1)
        case "edit":
            files.edit(editor, call.rest, call.bang)
        case "delete" | "yank" | "print":
            _on_lines(editor, call)
        case "undo":
            editor.undo(1)
        case "redo":
            editor.redo(1)
        case "set" | "setlocal":
            set_options(editor, call.rest)


def _split_bar(text: str) -> tuple[str, str]:
    """Splits a command's arguments from the next command."""
    match = re.search(r"(?<!\\)\|", text)
    if match is None:
        return text.replace("\\|", "|"), ""
    return text[: match.start()].replace("\\|", "|"), text[match.end() :]


def _on_lines(editor: Editor, call: Call) -> None:
    """Deletes, yanks or prints lines; a register and a count may follow."""
    match = re.fullmatch(r"([a-zA-Z\"*+_-])?\s*(\d{1,8})?", call.rest)
    if match is None:
        raise Refused(f"E488: Trailing characters: {call.rest}")
    first, last = max(0, call.lines.first), max(0, call.lines.last)
    if match[2]:
        if int(match[2]) == 0:
            raise Refused("E939: Positive count required")
        first, last = last, min(len(editor.lines) - 1, last + int(match[2]) - 1)
    region = Region(Place(first, 0), Place(last, 0), True)
    if call.name == "delete":
        editor.go(first, 0)
        operators.delete(editor, region, match[1] or "")
        editor.go_to_text(editor.line)
    elif call.name == "yank":
        yank_into(editor, match[1] or "", operators.taken(editor, region))
    else:
        editor.show(editor.lines[first : last + 1])
        editor.go_to_text(last)


def _write(editor: Editor, call: Call) -> None:
    lines = (call.lines.first, call.lines.last) if call.lines.given else (0, len(editor.lines) - 1)
    files.write(editor, call.rest, lines, call.bang)


def _write_quit(editor: Editor, call: Call) -> None:
    """Writes and ends; ``:xit`` writes only what has changed."""
    if call.name[0] == "w" or editor.modified or call.rest:
        _write(editor, call)
    files.quit_editor(editor, call.bang or bool(call.rest) or call.lines.given > 0)


_NAMES: Final = (
    ("write", 1), ("wq", 2), ("quit", 1), ("xit", 1), ("exit", 3), ("wall", 2), ("wqall", 3), ("xall", 2),
    ("qall", 2), ("cquit", 2), ("edit", 1), ("delete", 1), ("yank", 1), ("print", 1), ("undo", 1),
    ("redo", 3), ("set", 2), ("setlocal", 4), ("nohlsearch", 3), ("syntax", 2), ("filetype", 5), ("colorscheme", 4),
)  # fmt: skip
"""The commands, each with the length of its shortest abbreviation; the last four change nothing here."""

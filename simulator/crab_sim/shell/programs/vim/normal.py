"""Normal mode: counts, registers, operators with their motions, and the single commands."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.shell.programs.vim.commands import COMMANDS, EXTENDED, Command
from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.insert import insert_key
from crab_sim.shell.programs.vim.moves.motions import Motion, move
from crab_sim.shell.programs.vim.moves.objects import text_object
from crab_sim.shell.programs.vim.operators import in_indent, operate
from crab_sim.shell.programs.vim.region import Region
from crab_sim.shell.programs.vim.selection import visual_command
from crab_sim.shell.programs.vim.state import ESCAPE, Place, Redo

__all__ = ["step"]

_OPERATORS: Final = ("d", "c", "y", "<", ">", "=", "!")
_G_OPERATORS: Final = ("u", "U", "~", "?", "q", "w")
_CHANGES: Final = ("d", "c", "<", ">", "=", "gu", "gU", "g~", "g?", "gq", "gw")


class Prefix(NamedTuple):
    """The register and the count (0 for none) before a command, and the command's key."""

    register: str
    times: int
    key: str


def step(editor: Editor) -> None:
    """Carries out the next command.

    Raises:
        NeedKey: It isn't complete.
        Refused: It isn't possible.
    """
    if editor.inserting:
        insert_key(editor)
        return
    prefix = _prefix(editor, "", 0)
    if editor.visual:
        visual_command(editor, prefix.key, prefix.times, prefix.register)
        return
    key = prefix.key
    if key == "~" and editor.number("tildeop"):
        _operator(editor, "g~", prefix)
        return
    if key in _OPERATORS:
        _operator(editor, key, prefix)
        return
    if key == "g":
        following = editor.getkey()
        if following in _G_OPERATORS:
            _operator(editor, "g" + following, prefix)
            return
        extended = EXTENDED.get("g" + following)
        if extended is not None:
            extended(editor, Command("g" + following, prefix.times, prefix.register))
            return
        editor.unread()
    command = COMMANDS.get(key)
    if command is not None:
        command(editor, Command(key, prefix.times, prefix.register))
    elif move(editor, key, prefix.times, "") is None:
        if key == "g":
            editor.getkey()
        raise Refused
    editor.clamp()


def _prefix(editor: Editor, register: str, count: int) -> Prefix:
    """Reads registers and a count, and the key behind them."""
    digits = ""
    while True:
        key = editor.getkey()
        if key == '"':
            register = editor.getkey()
            if not (register.isalnum() and register.isascii()) and register not in '"-_+*/.%:#':
                raise Refused
        elif key.isdigit() and key.isascii() and (key != "0" or digits):
            digits = (digits + key)[-9:]
        elif key == "\ue007" and digits:
            digits = digits[:-1]
        else:
            return Prefix(register, int(digits) if digits else count, key)


def _operator(editor: Editor, operator: str, prefix: Prefix) -> None:
    """Reads the motion of an operator, and applies it."""
    start = editor.cursor
    second = _prefix(editor, prefix.register, 0)
    count = prefix.times * second.times if prefix.times and second.times else prefix.times or second.times
    force, key = "", second.key
    while key in ("v", "V", "\x16"):
        force = key
        second = _prefix(editor, second.register, 0)
        count, key = second.times or count, second.key
    from_key = editor.at - 1
    if key == ESCAPE:
        raise Refused
    doubled = key == operator[-1]
    if len(operator) == 2 and key == "g":
        following = editor.getkey()
        doubled = following == operator[-1]
        if not doubled:
            editor.unread()
    if doubled:
        motion = _whole_lines(editor, operator, count)
        region = _region(editor, start, motion, force, operator)
    elif key in "ia":
        found = text_object(editor, key == "a", editor.getkey(), count or 1)
        kind = "l" if found.lines else "c"
        editor.go(*found.end)
        motion = Motion(lines=kind == "l", inclusive=found.inclusive)
        region = _region(editor, found.start, motion, force, operator)
    else:
        moved = move(editor, key, count, operator)
        if moved is None:
            raise Refused
        region = _region(editor, start, moved, force, operator)
    keys = operator + force + editor.queue[from_key : editor.at]
    redo = Redo(second.register, count, keys)
    if operator in _CHANGES and operator != "c":
        editor.set_redo(redo.register, redo.times, redo.keys)
    operate(editor, operator, region, second.register, redo)
    editor.clamp()


def _whole_lines(editor: Editor, operator: str, count: int) -> Motion:
    """Moves to the last line of a doubled operator such as ``3dd``."""
    if (count or 1) > 1:
        if editor.line == len(editor.lines) - 1:
            raise Refused
        want = editor.wanted()
        editor.line = min(len(editor.lines) - 1, editor.line + count - 1)
        editor.col = editor.advance(editor.line, want)
    if operator != "y":
        editor.go(editor.line, editor.first_word(editor.line))
    return Motion(lines=True)


def _region(editor: Editor, start: Place, motion: Motion, force: str, operator: str) -> Region:
    """Returns the text between a place and the cursor, as an operator takes it."""
    end = editor.cursor
    if end < start:
        start, end = end, start
    kind, inclusive = "l" if motion.lines else "c", motion.inclusive
    if force == "v":
        inclusive = False if motion.lines else not inclusive
        kind = "c"
    elif force == "V":
        kind = "l"
    elif force == "\x16":
        columns = sorted((editor.column(start.line, start.col), editor.column(end.line, end.col)))
        right = max(editor.end_column(start.line, start.col), editor.end_column(end.line, end.col))
        return Region(start, end, "b", big=motion.big, left=columns[0], right=right)
    if kind == "c" and not inclusive and not motion.fixed and end.col == 0 and end.line > start.line:
        end = Place(end.line - 1, len(editor.lines[end.line - 1]))
        if in_indent(editor, start):
            kind = "l"
        elif end.col:
            end, inclusive = Place(end.line, end.col - 1), True
    return Region(start, end, kind, inclusive, motion.big)

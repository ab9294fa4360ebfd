"""Normal mode: counts, registers, operators with their motions, and the single commands; and visual mode."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.shell.programs.vim import scrolling
from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.ex import typed_command
from crab_sim.shell.programs.vim.files import quit_editor, save
from crab_sim.shell.programs.vim.insert import begin, insert_key, open_line
from crab_sim.shell.programs.vim.motions import Motion, move
from crab_sim.shell.programs.vim.objects import text_object
from crab_sim.shell.programs.vim.operators import Region, delete, in_indent, join, map_region, operate
from crab_sim.shell.programs.vim.registers import put, read_register
from crab_sim.shell.programs.vim.state import END, ESCAPE, Place, Redo

__all__ = ["selection", "step"]

_SHORT: Final = {
    "x": "dl", "X": "dh", "D": "d$", "C": "c$", "s": "cl", "S": "cc", "Y": "yy", "\ue007": "dl",
}  # fmt: skip
"""Keys that are short for others."""
_ON_SELECTION: Final = {
    "d": "d", "x": "d", "\ue007": "d", "c": "c", "s": "c", "y": "y", "<": "<", ">": ">", "~": "g~", "u": "gu",
    "U": "gU", "J": "J",
}  # fmt: skip
_ON_LINES: Final = {"D": "d", "X": "d", "C": "c", "S": "c", "R": "c", "Y": "y"}


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
    prefix = _prefix(editor, "")
    key = prefix.key
    if editor.visual:
        _visual(editor, key, prefix.times, prefix.register)
        return
    following = editor.queue[editor.at : editor.at + 1]
    if key == "g" and following in ("u", "U", "~"):
        _operator(editor, "g" + editor.getkey(), prefix)
    elif key in ("d", "c", "y", "<", ">"):
        _operator(editor, key, prefix)
    elif key in _SHORT:
        register = f'"{prefix.register}' if prefix.register else ""
        editor.run(f"{register}{prefix.times or ''}{_SHORT[key]}")
    elif not _command(editor, prefix) and not scrolling.scroll(editor, key, prefix.times):
        if move(editor, key, prefix.times, "") is None and key != ESCAPE:
            raise Refused
    editor.clamp()


def _prefix(editor: Editor, register: str) -> Prefix:
    """Reads registers and a count, and the key behind them."""
    digits = ""
    while True:
        key = editor.getkey()
        if key == '"':
            register = editor.getkey()
            if not (register.isalnum() and register.isascii()) and register not in '"-_+*/%':
                raise Refused
        elif key.isdigit() and key.isascii() and (key != "0" or digits):
            digits = (digits + key)[-9:]
        else:
            return Prefix(register, int(digits or "0"), key)


# Operators --------------------------------------------------------------------------------------------------------


def _operator(editor: Editor, operator: str, prefix: Prefix) -> None:
    """Reads the motion of an operator, and applies it."""
    start, second = editor.cursor, _prefix(editor, prefix.register)
    count = prefix.times * second.times if prefix.times and second.times else prefix.times or second.times
    from_key, key = editor.at - 1, second.key
    if key == ESCAPE:
        raise Refused
    if len(operator) == 2 and key == "g" and editor.queue[editor.at : editor.at + 1] == operator[1]:
        key = editor.getkey()
    if key in (operator[-1], "_"):
        region = _region(editor, start, _whole_lines(editor, operator, count or 1))
    elif key in "ia":
        found = text_object(editor, key == "a", editor.getkey(), count or 1)
        editor.go(*found.end)
        region = _region(editor, found.start, Motion(found.lines, found.inclusive))
    else:
        motion = move(editor, key, count, operator)
        if motion is None:
            raise Refused
        region = _region(editor, start, motion)
    redo = Redo(second.register, count, operator + editor.queue[from_key : editor.at])
    if operator not in ("y", "c"):
        editor.set_redo(redo.register, redo.times, redo.keys)
    operate(editor, operator, region, second.register, redo)


def _whole_lines(editor: Editor, operator: str, count: int) -> Motion:
    """Moves to the last line of a doubled operator such as ``3dd``."""
    if count > 1:
        if editor.line == len(editor.lines) - 1:
            raise Refused
        want = editor.wanted()
        editor.line = min(len(editor.lines) - 1, editor.line + count - 1)
        editor.col = editor.advance(editor.line, want)
    if operator != "y":
        editor.go_to_text(editor.line)
    return Motion(lines=True)


def _region(editor: Editor, start: Place, motion: Motion) -> Region:
    """Returns the text between a place and the cursor, as an operator takes it."""
    start, end = sorted((start, editor.cursor))
    whole, inclusive = motion.lines, motion.inclusive
    if not whole and not inclusive and end.col == 0 and end.line > start.line:
        end = Place(end.line - 1, len(editor.lines[end.line - 1]))
        if in_indent(editor, start):
            whole = True
        elif end.col:
            end, inclusive = Place(end.line, end.col - 1), True
    return Region(start, end, whole, inclusive, motion.big)


# Commands ---------------------------------------------------------------------------------------------------------


def _command(editor: Editor, command: Prefix) -> bool:
    """Carries out a command that takes no motion; returns whether the key is one."""
    key, times = command.key, command.times
    match key:
        case "u":
            editor.undo(times or 1)
        case "\x12":
            editor.redo(times or 1)
        case ".":
            _again(editor, command)
        case "v" | "V":
            editor.mode = key
            editor.state = editor.state._replace(anchor=editor.cursor)
        case ":":
            typed_command(editor, {0: "", 1: "."}.get(times, f".,.+{times - 1}"))
        case "m":
            name = editor.getkey()
            if not "a" <= name <= "z":
                raise Refused
            editor.marks[name] = editor.cursor
        case "Z":
            key = editor.getkey()
            if key == "Z" and editor.modified:
                save(editor)
            if key in "ZQ":
                quit_editor(editor, key == "Q")
        case "\x03":
            editor.say("Type  :qa  and press <Enter> to exit Vim")
        case _:
            return _change(editor, command)
    return True


def _change(editor: Editor, command: Prefix) -> bool:
    """Carries out a command that changes the text; returns whether the key is one."""
    match command.key:
        case "i" | "a" | "I" | "A" | "\ue00c":
            _insert(editor, command)
        case "o" | "O":
            indent = open_line(editor, command.key == "o")
            begin(editor, Redo(command.register, command.times, command.key), command.times, True, indent)
        case "p" | "P":
            _put(editor, command)
        case "J":
            _join(editor, command)
        case "r":
            _replace(editor, command)
        case "~":
            _swap_case(editor, command)
        case _:
            return False
    return True


def _insert(editor: Editor, command: Prefix) -> None:
    """Begins an insertion: i, a, I, A."""
    key, text = command.key, editor.text
    if key == "a":
        editor.col = min(len(text), editor.col + 1)
    elif key == "A":
        editor.col = len(text)
    elif key == "I":
        editor.col = len(text) - len(text.lstrip(" \t"))
    editor.want = -1
    begin(editor, Redo(command.register, command.times, key), command.times)


def _put(editor: Editor, command: Prefix) -> None:
    register = read_register(editor, command.register)
    editor.set_redo(command.register, command.times, command.key)
    if register is None:
        raise Refused(f"E353: Nothing in register {command.register or chr(34)}")
    before = len(editor.lines)
    put(editor, register, command.key == "p", command.times or 1)
    editor.say_lines(before)


def _join(editor: Editor, command: Prefix) -> None:
    count = max(2, command.times)
    if editor.line + count > len(editor.lines):
        if count <= 2:
            raise Refused
        count = len(editor.lines) - editor.line
    editor.set_redo("", command.times, command.key)
    if count == 1:
        editor.go(editor.line, 0)
    else:
        join(editor, editor.line, count)


def _replace(editor: Editor, command: Prefix) -> None:
    char, count = editor.getkey(), command.times or 1
    line, text, col = editor.line, editor.text, editor.col
    if char in (ESCAPE, "\x03") or col + count > len(text):
        raise Refused
    editor.set_redo("", command.times, "r" + char)
    if char in "\r\n":
        editor.replace(line, line + 1, (text[:col], text[col + count :]))
        editor.go(line + 1, 0)
    else:
        editor.set_line(line, text[:col] + char * count + text[col + count :])
        editor.go(line, col + count - 1)


def _swap_case(editor: Editor, command: Prefix) -> None:
    text, col = editor.text, editor.col
    if not text:
        raise Refused
    editor.set_redo("", command.times, "~")
    end = min(len(text), col + (command.times or 1))
    operate(editor, "g~", Region(editor.cursor, Place(editor.line, end - 1)), "", Redo())
    editor.go(editor.line, end)


def _again(editor: Editor, command: Prefix) -> None:
    """Repeats the last change; text put from a numbered register comes from the next one."""
    redo = editor.state.redo
    if not redo.keys:
        raise Refused
    if not command.register and "1" <= redo.register <= "8" and redo.keys in ("p", "P"):
        redo = redo._replace(register=chr(ord(redo.register) + 1))
    redo = redo._replace(times=command.times or redo.times)
    editor.state = editor.state._replace(redo=redo)
    register = command.register or redo.register
    editor.repeat((f'"{register}' if register else "") + f"{redo.times or ''}{redo.keys}", redo.visual)


# Selections -----------------------------------------------------------------------------------------------------------


def selection(editor: Editor, operator: str = "") -> Region:
    """Returns the selection as an operator takes it; behind a line's end, some go on to the next line."""
    start, end = sorted((editor.state.anchor, editor.cursor))
    if editor.mode == "V":
        return Region(start if operator == "y" else Place(start.line, 0), end, True, selected=True)
    if end.col < len(editor.lines[end.line]):
        return Region(start, end, selected=True)
    if operator not in ("", "<", ">", "J") and end.line + 1 < len(editor.lines):
        end = Place(end.line + 1, 0)
    return Region(start, end, inclusive=False, selected=True)


def _leave(editor: Editor, region: Region) -> tuple[str, int, int]:
    """Ends the selection; returns its mode, lines and columns, for ``.``."""
    mode, last = editor.mode, max(editor.state.anchor, editor.cursor)
    lines, columns = last.line - region.start.line + 1, editor.end_column(*last)
    if editor.want >= END:
        columns = END
    elif lines == 1:
        columns -= editor.column(*region.start) - 1
    editor.state = editor.state._replace(selected=(region.start.line, last.line))
    editor.mode = "n"
    return mode, lines, columns


def _visual(editor: Editor, key: str, count: int, register: str) -> None:
    """Handles a key while there is a selection.

    Args:
        editor: The editor.
        key: The key.
        count: The count before it; 0 for none.
        register: The register named before it; ``""`` for none.
    """
    keys = key
    if key == "g" and editor.queue[editor.at : editor.at + 1] in ("u", "U", "~"):
        keys += editor.getkey()
    operator = _ON_LINES.get(key) or (keys if len(keys) == 2 else _ON_SELECTION.get(key))
    if key == editor.mode or key in (ESCAPE, "\x03", ":"):
        _leave(editor, selection(editor))
        if key == ":":
            typed_command(editor, "'<,'>")
    elif key in "vV":
        editor.mode = key
    elif operator:
        _operate(editor, operator, keys, count, register)
    elif key in "oO":
        anchor = editor.state.anchor
        editor.state = editor.state._replace(anchor=editor.cursor)
        editor.go(*anchor)
    elif key in "ia":
        _select_object(editor, key == "a", count or 1)
    elif key in "IA":
        _insert_beside(editor, key, count)
    elif key in "pP":
        _put_over(editor, register, count or 1, key)
    elif key == "r":
        _fill(editor, editor.getkey())
    elif not scrolling.scroll(editor, key, count) and move(editor, key, count, "") is None:
        raise Refused
    editor.clamp()


def _operate(editor: Editor, operator: str, keys: str, count: int, register: str) -> None:
    if keys in _ON_LINES:
        editor.mode = "V"
    region = selection(editor, operator)._replace(times=count or 1)
    extent = _leave(editor, region)
    if operator != "y":
        editor.set_redo(register, count, keys, extent)
    operate(editor, operator, region, register, Redo(register, count, keys, extent))


def _select_object(editor: Editor, around: bool, count: int) -> None:
    found = text_object(editor, around, editor.getkey(), count)
    line, col = found.end
    if not found.inclusive and not found.lines:
        line, col = (line, col - 1) if col else (max(0, line - 1), END)
    editor.state = editor.state._replace(anchor=found.start)
    editor.mode = "V" if found.lines else "v"
    editor.go(line, col)


def _insert_beside(editor: Editor, key: str, count: int) -> None:
    """Inserts before or appends to the selection."""
    region = selection(editor)
    redo = Redo("", count, key, _leave(editor, region))
    editor.go(*(region.start if key == "I" else Place(region.end.line, region.stop(editor))))
    begin(editor, redo, count)


def _put_over(editor: Editor, register: str, count: int, key: str) -> None:
    """Replaces the selection by a register, which P keeps."""
    content = read_register(editor, register)
    region = selection(editor, "d")
    extent = _leave(editor, region)
    editor.set_redo(register, count, key, extent)
    whole = region.whole and region.lines == len(editor.lines)
    editor.line, editor.col = region.start
    delete(editor, region, "_" if key == "P" else "")
    editor.clamp()
    if content is None:
        raise Refused(f"E353: Nothing in register {register or chr(34)}")
    after = editor.line < region.start.line if region.whole else editor.col < region.start.col
    if region.whole and not content.whole:
        content = content._replace(whole=True)
    put(editor, content, after, count, split=not region.whole)
    if whole and content.whole:
        editor.replace(len(editor.lines) - 1, len(editor.lines), ())


def _fill(editor: Editor, char: str) -> None:
    """Replaces all selected characters by one."""
    region = selection(editor)
    extent = _leave(editor, region)
    if char not in (ESCAPE, "\x03", "\r", "\n"):
        editor.set_redo("", 0, "r" + char, extent)
        map_region(editor, region, lambda text: char * len(text))
        editor.want = -1

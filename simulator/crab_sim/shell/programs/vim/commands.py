"""The commands of normal mode that take no motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from crab_sim.shell.programs.vim import numbers, scrolling, undo
from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.ex import typed_command
from crab_sim.shell.programs.vim.ex.files import edit_file, quit_editor, write_and_quit
from crab_sim.shell.programs.vim.insert import begin, open_line
from crab_sim.shell.programs.vim.operators import join
from crab_sim.shell.programs.vim.registers import put, read_register, write_register
from crab_sim.shell.programs.vim.state import ESCAPE, Place, Redo, Register

__all__ = ["COMMANDS", "EXTENDED", "SHARED", "Command"]


class Command(NamedTuple):
    """A command: its key, its count (0 for none) and its register."""

    key: str
    times: int
    register: str


def _insert(editor: Editor, command: Command) -> None:
    """Begins an insertion: i, a, I, A, gI, gi."""
    key, text = command.key, editor.text
    if key == "a":
        editor.col = min(len(text), editor.col + 1) if text else 0
    elif key == "A":
        editor.col = len(text)
    elif key == "I":
        editor.col = len(text) - len(text.lstrip(" \t"))
    elif key == "gI":
        editor.col = 0
    elif key == "gi":
        place = editor.marks.get("^")
        if place is not None:
            editor.line = min(place.line, len(editor.lines) - 1)
            editor.col = min(place.col, len(editor.text))
    editor.want = -1
    begin(editor, Redo(command.register, command.times, key), command.times or 1)


def _open(editor: Editor, command: Command) -> None:
    indent = open_line(editor, command.key == "o")
    redo = Redo(command.register, command.times, command.key)
    begin(editor, redo, command.times or 1, opened=True, indent=indent)


def _replace_mode(editor: Editor, command: Command) -> None:
    begin(editor, Redo(command.register, command.times, "R"), command.times or 1, replace=True)


def _short(keys: str) -> Callable[[Editor, Command], None]:
    """Returns a command that is short for an operator and a motion."""

    def handler(editor: Editor, command: Command) -> None:
        register = f'"{command.register}' if command.register else ""
        editor.push(f"{register}{command.times or ''}{keys}")

    return handler


def _put(editor: Editor, command: Command) -> None:
    key = command.key
    register = read_register(editor, command.register)
    after = key[-1] == "p"
    editor.set_redo(_next_register(command.register), command.times, key)
    if register is None:
        raise Refused(f"E353: Nothing in register {command.register or chr(34)}")
    editor.touch()
    before = len(editor.lines)
    put(editor, register, after, command.times or 1, end=key.startswith("g"))
    more = len(editor.lines) - before
    if more > 2:
        editor.say(f"{more} more lines")


def _next_register(name: str) -> str:
    return name


def _join(editor: Editor, command: Command) -> None:
    count = max(2, command.times)
    if editor.line + count > len(editor.lines):
        if count <= 2:
            raise Refused
        count = len(editor.lines) - editor.line
    editor.set_redo("", command.times, command.key)
    if count == 1:
        editor.go(editor.line, 0)
        return
    join(editor, editor.line, count, command.key == "J")


def _replace(editor: Editor, command: Command) -> None:
    char, count = editor.getkey(), command.times or 1
    if char == "\x16":
        char = editor.getkey()
    text, col = editor.text, editor.col
    if char in (ESCAPE, "\x03"):
        raise Refused
    if col + count > len(text):
        raise Refused
    editor.set_redo("", command.times, "r" + char)
    if char in "\r\n":
        indent = text[: len(text) - len(text.lstrip(" \t"))] if editor.number("autoindent") else ""
        tail = text[col + count :]
        editor.replace(editor.line, editor.line + 1, (text[:col], indent + (tail.lstrip(" \t") if indent else tail)))
        editor.go(editor.line + 1, len(indent))
        return
    editor.set_line(editor.line, text[:col] + char * count + text[col + count :])
    editor.go(editor.line, col + count - 1)


def _swap_case(editor: Editor, command: Command) -> None:
    text, col = editor.text, editor.col
    if not text:
        raise Refused
    editor.set_redo("", command.times, "~")
    end = min(len(text), col + (command.times or 1))
    changed = "".join([char.swapcase() if len(char.swapcase()) == 1 else char for char in text[col:end]])
    editor.set_line(editor.line, text[:col] + changed + text[end:])
    editor.go(editor.line, end)


def _undo(editor: Editor, command: Command) -> None:
    undo.undo(editor, command.times or 1)


def _redo(editor: Editor, command: Command) -> None:
    undo.redo(editor, command.times or 1)


def _undo_line(editor: Editor, command: Command) -> None:
    raise Refused


def _again(editor: Editor, command: Command) -> None:
    """Repeats the last change."""
    redo = editor.state.redo
    if not redo.keys:
        raise Refused
    register = command.register or redo.register
    if not command.register and "1" <= redo.register <= "8" and redo.keys in ("p", "P"):
        register = chr(ord(register) + 1)
        editor.state = editor.state._replace(redo=redo._replace(register=register))
    count = command.times or redo.times
    if command.times:
        editor.state = editor.state._replace(redo=editor.state.redo._replace(times=command.times))
    register = f'"{register}' if register else ""
    editor.repeat(f"{register}{count or ''}{redo.keys}", redo.visual)


def _record(editor: Editor, command: Command) -> None:
    state = editor.state
    if state.recording:
        name, keys = state.recording, state.recorded[:-1]
        editor.state = state._replace(recording="", recorded="", message="")
        write_register(editor, name, Register(tuple(keys.split("\n"))))
        return
    name = editor.getkey()
    if not (name.isalnum() and name.isascii()) and name != '"':
        raise Refused
    editor.state = editor.state._replace(recording="" if editor.nested else name, recorded="")


def _execute(editor: Editor, command: Command) -> None:
    name = editor.getkey()
    if name == "@":
        name = editor.state.macro
        if not name:
            raise Refused("E748: No previously used register")
    register = read_register(editor, name)
    if name == ":":
        if not editor.state.command:
            raise Refused("E30: No previous command line")
        editor.state = editor.state._replace(macro=name)
        editor.push(f":{editor.state.command}\r" * max(1, min(command.times, 1000)))
        return
    if register is None:
        raise Refused
    editor.state = editor.state._replace(macro=name)
    keys = "\n".join(register.lines) + ("\n" if register.kind == "l" else "")
    editor.push(keys * max(1, min(command.times, 100_000 // max(1, len(keys)))))


def _mark(editor: Editor, command: Command) -> None:
    name = editor.getkey()
    if name in "'`":
        editor.jump()
        return
    if not (name.isalpha() and name.isascii()) and name not in "<>[]":
        raise Refused
    editor.marks[name] = editor.cursor


def _select(editor: Editor, command: Command) -> None:
    editor.mode = command.key
    editor.state = editor.state._replace(anchor=editor.cursor)
    if command.times > 1:
        if command.key == "V":
            editor.line = min(len(editor.lines) - 1, editor.line + command.times - 1)
        else:
            editor.col = min(len(editor.text), editor.col + command.times - 1)


def _select_again(editor: Editor, command: Command) -> None:
    last = editor.state.visual
    if last is None:
        raise Refused
    editor.mode = last.mode
    size = len(editor.lines) - 1
    anchor = Place(min(size, last.start.line), last.start.col)
    anchor = Place(anchor.line, min(anchor.col, len(editor.lines[anchor.line])))
    editor.state = editor.state._replace(anchor=anchor)
    editor.line, editor.col, editor.want = last.end.line, last.end.col, last.want
    editor.clamp()


def _command_line(editor: Editor, command: Command) -> None:
    start = ""
    if command.times:
        start = "." if command.times == 1 else f".,.+{command.times - 1}"
    typed_command(editor, start)


def _add(editor: Editor, command: Command) -> None:
    amount = command.times or 1
    editor.touch()
    editor.set_redo("", command.times, command.key)
    numbers.add(editor, amount if command.key == "\x01" else -amount)


def _write_quit(editor: Editor, command: Command) -> None:
    key = editor.getkey()
    if key == "Z":
        write_and_quit(editor)
    elif key == "Q":
        quit_editor(editor, True)
    else:
        raise Refused


def _jump(by: int) -> Callable[[Editor, Command], None]:
    def handler(editor: Editor, command: Command) -> None:
        state = editor.state
        target = state.jump_at + by * (command.times or 1)
        if by < 0 and state.jump_at == len(state.jumps):
            editor.jump()
            state = editor.state
            target = len(state.jumps) - 1 - (command.times or 1)
        if not 0 <= target < len(state.jumps):
            raise Refused
        place = state.jumps[target]
        editor.state = state._replace(jump_at=target)
        editor.go(min(place.line, len(editor.lines) - 1), place.col)

    return handler


def _alternate(editor: Editor, command: Command) -> None:
    if not editor.state.other:
        raise Refused("E23: No alternate file")
    edit_file(editor, editor.state.other, False)


def _file_info(editor: Editor, command: Command) -> None:
    state, count = editor.state, len(editor.lines)
    name = f'"{state.name}"' if state.name else '"[No Name]"'
    flags = " [Modified]" if editor.modified else ""
    if editor.lines == [""]:
        editor.say(f"{name}{flags} --No lines in buffer--")
    else:
        editor.say(f"{name}{flags} {count} line{'s' if count > 1 else ''} --{(editor.line + 1) * 100 // count}%--")


def _char_info(editor: Editor, command: Command) -> None:
    char = editor.text[editor.col : editor.col + 1]
    code = ord(char) if char else 0
    editor.say(f"<{char}>  {code},  Hex {code:02x},  Octal {code:03o}" if char else "NUL")


def _redraw(editor: Editor, command: Command) -> None:
    editor.say("")


def _cancel(editor: Editor, command: Command) -> None:
    if command.key == "\x03":
        editor.say("Type  :qa  and press <Enter> to exit Vim")


def _put_indented(editor: Editor, command: Command) -> None:
    """Handles ]p and [p; other keys are motions."""
    key = editor.getkey()
    if key not in "pP":
        editor.unread()
        from crab_sim.shell.programs.vim.moves.motions import move

        if move(editor, command.key, command.times, "") is None:
            raise Refused
        return
    _put(editor, Command("p" if command.key == "]" else "P", command.times, command.register))


def _substitute_again(editor: Editor, command: Command) -> None:
    editor.push(":%s//~/&\r")


SHARED: Final[dict[str, Callable[[Editor, Command], None]]] = {
    "\x04": scrolling.half_down, "\x15": scrolling.half_up, "\x06": scrolling.page_down, "\x02": scrolling.page_up,
    "\x05": scrolling.line_down, "\x19": scrolling.line_up, "z": scrolling.z_command, "\ue009": scrolling.page_down,
    "\ue008": scrolling.page_up, "\x0c": _redraw, "\x07": _file_info, "m": _mark,
}  # fmt: skip
"""The commands that work on a selection's end, too."""

COMMANDS: Final[dict[str, Callable[[Editor, Command], None]]] = {
    **SHARED, "i": _insert, "a": _insert, "I": _insert, "A": _insert, "o": _open, "O": _open, "R": _replace_mode,
    "x": _short("dl"), "X": _short("dh"), "D": _short("d$"), "C": _short("c$"), "s": _short("cl"), "S": _short("cc"),
    "Y": _short("yy"), "&": _short(":s\r"), "\ue007": _short("dl"), "p": _put, "P": _put, "J": _join, "r": _replace,
    "~": _swap_case, "u": _undo, "\x12": _redo, "U": _undo_line, ".": _again, "q": _record, "@": _execute,
    "v": _select, "V": _select, "\x16": _select, ":": _command_line, "\x01": _add, "\x18": _add, "Z": _write_quit,
    "\x0f": _jump(-1), "\t": _jump(1), "\x1e": _alternate, "\x1b": _cancel, "\x03": _cancel, "[": _put_indented,
    "]": _put_indented, "\ue00c": _insert,
}  # fmt: skip

EXTENDED: Final[dict[str, Callable[[Editor, Command], None]]] = {
    "gp": _put, "gP": _put, "gJ": _join, "gi": _insert, "gI": _insert, "gv": _select_again, "ga": _char_info,
    "g&": _substitute_again,
}  # fmt: skip

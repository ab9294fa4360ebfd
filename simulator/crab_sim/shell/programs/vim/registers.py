"""Registers: yanked and deleted text, and putting it back."""

from __future__ import annotations

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.state import Place, Register

__all__ = ["delete_into", "put", "read_register", "write_register", "yank_into"]

_CLIPBOARD = ("+", "*")


def read_register(editor: Editor, name: str) -> Register | None:
    """Returns a register's content; None where there is none."""
    state = editor.state
    if name in ("", '"', "@"):
        name = editor.state.unnamed
        if "unnamed" in editor.word("clipboard"):
            name = "+"
    if name in _CLIPBOARD:
        text = editor.world.clipboard
        if not text:
            return None
        lines = text.removesuffix("\n").split("\n")
        return Register(tuple(lines), "l" if text.endswith("\n") else "c")
    special = {"/": state.search.pattern, ":": state.command, ".": state.inserted, "%": state.name, "#": state.other}
    if name in special:
        return Register(tuple(special[name].split("\n"))) if special[name] else None
    return editor.registers.get(name.lower())


def write_register(editor: Editor, name: str, register: Register) -> None:
    """Replaces a register's content; a capital letter adds to it."""
    if name in _CLIPBOARD:
        editor.world.clipboard = "\n".join(register.lines) + ("\n" if register.kind == "l" else "")
        return
    if name == "_":
        return
    low = name.lower()
    old = editor.registers.get(low)
    if name.isupper() and old is not None:
        kind = "l" if register.kind == "l" else old.kind
        if kind == "c":
            joined = (*old.lines[:-1], old.lines[-1] + register.lines[0], *register.lines[1:])
        else:
            joined = (*old.lines, *register.lines)
        register = Register(joined, kind, max(old.width, register.width))
    if sum(map(len, register.lines)) > 4_000_000:
        raise Refused("E342: Out of memory!")
    editor.registers[low] = register


def _target(editor: Editor, name: str) -> str:
    if name in ("", '"') and "unnamed" in editor.word("clipboard"):
        return "+"
    return "" if name == '"' else name


def yank_into(editor: Editor, name: str, register: Register) -> None:
    """Keeps yanked text in a register."""
    name = _target(editor, name)
    write_register(editor, name or "0", register)
    if name not in ("_", *_CLIPBOARD):
        editor.state = editor.state._replace(unnamed=(name or "0").lower())


def delete_into(editor: Editor, name: str, register: Register, big: bool) -> None:
    """Keeps deleted text: in the given register, and in ``1`` or ``-``.

    Args:
        editor: The editor.
        name: The register that was given, empty for none.
        register: The text.
        big: Whether it goes to the numbered registers, for its lines or the motion.
    """
    name = _target(editor, name)
    if name == "_":
        return
    unnamed = editor.state.unnamed
    if name:
        write_register(editor, name, register)
        if name not in _CLIPBOARD:
            unnamed = name.lower()
    if register.kind == "l" or len(register.lines) > 1 or big:
        for number in range(9, 1, -1):
            if str(number - 1) in editor.registers:
                editor.registers[str(number)] = editor.registers[str(number - 1)]
        editor.registers["1"] = register
        if not name.isupper():
            unnamed = "1"
    if not name and register.kind != "l" and len(register.lines) == 1:
        editor.registers["-"] = register
        unnamed = "-"
    editor.state = editor.state._replace(unnamed=unnamed)


# Putting ----------------------------------------------------------------------------------------------------------


def put(editor: Editor, register: Register, after: bool, count: int, end: bool = False, split: bool = False) -> None:
    """Puts text after or before the cursor.

    Args:
        editor: The editor.
        register: The text.
        after: After the cursor or its line.
        count: How often.
        end: Leave the cursor behind the text, as ``gp`` does.
        split: Put whole lines between the halves of the cursor's line.
    """
    size = sum(map(len, register.lines)) + len(register.lines)
    if size * count > 4_000_000:
        raise Refused("E342: Out of memory!")
    if register.kind == "l" and not split:
        _put_lines(editor, register.lines, after, count, end)
    elif register.kind == "b":
        _put_block(editor, register, after, count, end)
    else:
        _put_text(editor, register, after, count, end)


def _put_lines(editor: Editor, lines: tuple[str, ...], after: bool, count: int, end: bool) -> None:
    at = editor.line + (1 if after else 0)
    added = lines * count
    editor.replace(at, at, added)
    editor.mark_change(Place(at, 0), Place(at + len(added) - 1, 0))
    if end:
        last = at + len(added)
        if last < len(editor.lines):
            editor.go(last, 0)
        else:
            editor.go(last - 1, len(editor.lines[last - 1]))
    else:
        editor.go(at, editor.first_word(at))


def _put_text(editor: Editor, register: Register, after: bool, count: int, end: bool) -> None:
    line, text, lines = editor.line, editor.text, register.lines
    at = editor.col + 1 if after and text else editor.col
    at = min(at, len(text))
    if len(lines) == 1 and register.kind == "c":
        added = lines[0] * count
        if added:
            editor.set_line(line, text[:at] + added + text[at:])
            editor.mark_change(Place(line, at), Place(line, at + len(added) - 1))
            editor.go(line, at + len(added) - (0 if end else 1))
        return
    if register.kind == "l":
        added_lines = lines * count
        editor.replace(line, line + 1, (text[:at], *added_lines, text[at:]))
        editor.mark_change(Place(line + 1, 0), Place(line + len(added_lines), 0))
        if end:
            editor.go(line + len(added_lines) + 1, 0)
        else:
            editor.go(line + 1, editor.first_word(line + 1))
        return
    middle = list(lines)
    for _ in range(count - 1):
        middle = [*middle[:-1], middle[-1] + lines[0], *lines[1:]]
    last = len(middle[-1])
    new = [text[:at] + middle[0], *middle[1:-1], middle[-1] + text[at:]]
    editor.replace(line, line + 1, new)
    stop = line + len(new) - 1
    editor.mark_change(Place(line, at), Place(stop, max(0, last - 1)))
    editor.go(*((stop, last) if end else (line, at)))


def _put_block(editor: Editor, register: Register, after: bool, count: int, end: bool) -> None:
    """Puts a block: each of its lines into one line of the buffer, at the same column."""
    line, text = editor.line, editor.text
    if after and text:
        column = editor.end_column(line, editor.col) + 1
        editor.col += 1
    else:
        column = editor.column(line, editor.col)
    tabstop = editor.number("tabstop")
    new: list[str] = []
    last = 0
    for index, piece in enumerate(register.lines):
        old = editor.lines[line + index] if line + index < len(editor.lines) else ""
        head, tail, short = _split_at(old, column, tabstop)
        padded = piece + " " * (register.width - len(piece))
        body = padded * (count - 1) + (piece if short else padded)
        last = len(head) + len(body)
        new.append(head + body + tail)
    start = Place(line, editor.col)
    editor.replace(line, min(len(editor.lines), line + len(new)), new)
    editor.mark_change(start, Place(line + len(new) - 1, max(0, last - 1)))
    if end:
        editor.go(line + len(new) - 1, last)
    else:
        editor.go(line, start.col)


def _split_at(text: str, column: int, tabstop: int) -> tuple[str, str, bool]:
    """Splits a line at a column: a tab across it becomes spaces; a short line is filled up, which is told."""
    cells = 0
    for index, char in enumerate(text):
        if cells >= column:
            return text[:index], text[index:], False
        wide = tabstop - cells % tabstop if char == "\t" else 1
        if cells + wide > column and char == "\t":
            return text[:index] + " " * (column - cells), " " * (cells + wide - column) + text[index + 1 :], False
        cells += wide
    return text + " " * (column - cells), "", True

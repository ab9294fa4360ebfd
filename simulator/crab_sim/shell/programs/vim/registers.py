"""Registers: yanked and deleted text, and putting it back."""

from __future__ import annotations

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.state import Register

__all__ = ["delete_into", "put", "read_register", "yank_into"]

_CLIPBOARD = ("+", "*")
_MAX_SIZE = 4_000_000


def read_register(editor: Editor, name: str) -> Register | None:
    """Returns a register's content; None where there is none."""
    if name in ("", '"'):
        name = editor.state.unnamed
    if name in _CLIPBOARD:
        text = editor.world.clipboard
        if not text:
            return None
        lines = text.removesuffix("\n").split("\n")
        return Register(tuple(lines), text.endswith("\n"))
    special = {"/": editor.state.search.pattern, "%": editor.state.name}
    if name in special:
        return Register((special[name],)) if special[name] else None
    return editor.registers.get(name.lower())


def _write_register(editor: Editor, name: str, register: Register) -> None:
    """Replaces a register's content; a capital letter adds to it."""
    if name in _CLIPBOARD:
        editor.world.clipboard = "\n".join(register.lines) + ("\n" if register.whole else "")
        return
    if name == "_":
        return
    low = name.lower()
    old = editor.registers.get(low)
    if name.isupper() and old is not None:
        lines = (*old.lines, *register.lines)
        if not register.whole and not old.whole:
            lines = (*old.lines[:-1], old.lines[-1] + register.lines[0], *register.lines[1:])
        register = Register(lines, register.whole or old.whole)
    if sum(map(len, register.lines)) > _MAX_SIZE:
        raise Refused("E342: Out of memory!")
    editor.registers[low] = register


def yank_into(editor: Editor, name: str, register: Register) -> None:
    """Keeps yanked text in a register."""
    name = "0" if name in ("", '"') else name
    _write_register(editor, name, register)
    if name not in ("_", *_CLIPBOARD):
        editor.state = editor.state._replace(unnamed=name.lower())


def delete_into(editor: Editor, name: str, register: Register, big: bool) -> None:
    """Keeps deleted text: in the given register, and in ``1`` or ``-``.

    Args:
        editor: The editor.
        name: The register that was given, empty for none.
        register: The text.
        big: Whether it goes to the numbered registers, for its lines or the motion.
    """
    name = "" if name == '"' else name
    if name == "_":
        return
    unnamed = editor.state.unnamed
    if name:
        _write_register(editor, name, register)
        if name not in _CLIPBOARD:
            unnamed = name.lower()
    if register.whole or len(register.lines) > 1 or big:
        for number in range(9, 1, -1):
            if str(number - 1) in editor.registers:
                editor.registers[str(number)] = editor.registers[str(number - 1)]
        editor.registers["1"] = register
        if not name.isupper():
            unnamed = "1"
    if not name and not register.whole and len(register.lines) == 1:
        editor.registers["-"] = register
        unnamed = "-"
    editor.state = editor.state._replace(unnamed=unnamed)


# Putting ----------------------------------------------------------------------------------------------------------


def put(editor: Editor, register: Register, after: bool, count: int, split: bool = False) -> None:
    """Puts text after or before the cursor.

    Args:
        editor: The editor.
        register: The text.
        after: After the cursor or its line.
        count: How often.
        split: Put whole lines between the halves of the cursor's line.
    """
    size = sum(map(len, register.lines)) + len(register.lines)
    if size * count > _MAX_SIZE:
        raise Refused("E342: Out of memory!")
    line, text, lines = editor.line, editor.text, register.lines
    at = min(len(text), editor.col + 1 if after and text else editor.col)
    if register.whole and split:
        editor.replace(line, line + 1, (text[:at], *lines * count, text[at:]))
        editor.go_to_text(line + 1)
    elif register.whole:
        at = line + (1 if after else 0)
        editor.replace(at, at, lines * count)
        editor.go_to_text(at)
    elif len(lines) == 1:
        editor.set_line(line, text[:at] + lines[0] * count + text[at:])
        editor.go(line, at + len(lines[0]) * count - 1)
    else:
        new = list(lines)
        for _ in range(count - 1):
            new[-1:] = [new[-1] + lines[0], *lines[1:]]
        editor.replace(line, line + 1, [text[:at] + new[0], *new[1:-1], new[-1] + text[at:]])
        editor.go(line, at)

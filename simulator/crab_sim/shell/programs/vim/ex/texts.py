"""Other ex commands: undo, registers, marks, messages, and sourcing a file."""

from __future__ import annotations

import re

from crab_sim.files import FileError
from crab_sim.shell.programs.vim import undo
from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.ex.call import Call
from crab_sim.shell.programs.vim.registers import read_register


def undo_command(editor: Editor, call: Call) -> None:
    """Takes the last change back."""
    undo.undo(editor, 1)


def redo_command(editor: Editor, call: Call) -> None:
    """Makes the change that was taken back again."""
    undo.redo(editor, 1)


def registers(editor: Editor, call: Call) -> None:
    """Shows the registers."""
    wanted = call.rest.replace(" ", "")
    rows = ["Type Name Content"]
    for name in '"0123456789abcdefghijklmnopqrstuvwxyz-.:%#/+':
        register = read_register(editor, name)
        if register is not None and (not wanted or name in wanted):
            text = "^J".join(register.lines) + ("^J" if register.kind == "l" else "")
            rows.append(f'  {register.kind}  "{name}   {text[: editor.state.columns - 12]}')
    editor.show(rows)


def marks(editor: Editor, call: Call) -> None:
    """Shows the marks."""
    rows = ["mark line  col file/text"]
    for name in sorted(editor.marks):
        place = editor.marks[name]
        if name >= " " and place.line < len(editor.lines):
            rows.append(f" {name}  {place.line + 1:5} {place.col:4} {editor.lines[place.line][:60].strip()}")
    editor.show(rows)


def history(editor: Editor, call: Call) -> None:
    """Shows the commands that were typed."""
    rows = ["      #  cmd history"]
    rows += [f"{i + 1:7}  {line}" for i, line in enumerate(editor.state.history)]
    editor.show(rows)


def no_highlight(editor: Editor, call: Call) -> None:
    """Stops marking the matches of the search."""
    editor.state = editor.state._replace(highlight=False)


def echo(editor: Editor, call: Call) -> None:
    """Shows a text or number."""
    text = call.rest.strip()
    quoted = re.fullmatch(r'"([^"]*)"|\'([^\']*)\'', text)
    if quoted is not None:
        editor.say(quoted[1] if quoted[1] is not None else quoted[2])
    elif re.fullmatch(r"-?\d+", text):
        editor.say(text)
    elif text:
        raise Refused(f"E121: Undefined variable: {text}")


def version(editor: Editor, call: Call) -> None:
    """Shows the version."""
    editor.show(["VIM - Vi IMproved 9.0"])


def help_command(editor: Editor, call: Call) -> None:
    """Refuses: no help texts are installed."""
    topic = call.rest or "help.txt"
    raise Refused(f"E149: Sorry, no help for {topic}")


def start_insert(editor: Editor, call: Call) -> None:
    """Begins to insert after the command."""
    editor.push("A" if call.bang else "i")


def execute_register(editor: Editor, call: Call) -> None:
    """Carries out a register as ex commands."""
    name = call.rest[:1] or editor.state.macro
    text = editor.state.command if name == ":" else ""
    register = read_register(editor, name) if name != ":" else None
    if register is None and not text:
        raise Refused(f"E353: Nothing in register {name}" if name != ":" else "E30: No previous command line")
    lines = register.lines if register is not None else (text,)
    editor.push("".join([f":{line}\r" for line in lines]))


def source(editor: Editor, call: Call) -> None:
    """Carries out the commands of a file."""
    from crab_sim.shell.programs.vim.ex.table import execute

    if editor.nested > 20:
        raise Refused("E22: Scripts nested too deep")
    try:
        data = editor.world.read(call.rest)
    except FileError:
        raise Refused(f"E484: Can't open file {call.rest}") from None
    editor.nested += 1
    try:
        for line in data.decode("utf-8", "replace").split("\n"):
            execute(editor, line.strip())
    finally:
        editor.nested -= 1

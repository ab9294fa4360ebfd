"""Ex commands: those that begin with a colon."""

from __future__ import annotations

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.ex.table import execute
from crab_sim.shell.programs.vim.prompt import read_line

__all__ = ["execute", "typed_command"]


def typed_command(editor: Editor, start: str) -> None:
    """Reads a command in the last row and carries it out; one of an earlier count or selection begins with `start`."""
    line = read_line(editor, ":", start)
    if line is None:
        editor.say("")
        return
    if line and not editor.nested:
        history = (*[one for one in editor.state.history if one != line], line)[-50:]
        editor.state = editor.state._replace(history=history)
    editor.say(f":{line}")
    try:
        execute(editor, line)
    finally:
        if line:
            editor.state = editor.state._replace(command=line)
    if not editor.visual and editor.state.status < 0 and not editor.inserting:
        editor.clamp()
    if editor.state.message.startswith("E") and editor.state.error and editor.at < editor.typed:
        raise Refused(editor.state.message)

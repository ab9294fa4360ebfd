"""Feeding keys to the editor: a pure function from a state and keys to the next state."""

from __future__ import annotations

from crab_sim.shell.errors import LimitExceeded
from crab_sim.shell.programs.vim import normal, scrolling
from crab_sim.shell.programs.vim.editor import Editor, NeedKey, Refused
from crab_sim.shell.programs.vim.ex import execute
from crab_sim.shell.programs.vim.insert import begin
from crab_sim.shell.programs.vim.state import Redo, VimState
from crab_sim.shell.programs.world import World

__all__ = ["feed", "run_commands"]


def feed(state: VimState, keys: str, world: World) -> VimState:
    """Returns the state after keys were pressed; saved files and copied texts go into `world`.

    Args:
        state: The state before.
        keys: The keys, a character each: control characters for ctrl, private ones for arrows (`KEYS` of the package).
        world: The machine.
    """
    editor = Editor(state, world, normal.step)
    editor.queue, editor.at, editor.typed = state.pending + keys, 0, state.pushed
    editor.state = state._replace(pending="", pushed=0, typing=("", -1))
    pending, pushed, typing = "", 0, ("", -1)
    while editor.at < len(editor.queue) and editor.state.status < 0:
        if editor.state.output:
            editor.state = editor.state._replace(output=())
            if editor.queue[editor.at] in "\r\n ":
                editor.at += 1
                continue
        start = editor.at
        if start >= editor.typed and not editor.inserting:
            editor.commit()
        before = editor.freeze()
        left, queue = max(0, editor.typed - start), editor.queue
        try:
            editor.typing = ("", -1)
            editor.charge_key()
            normal.step(editor)
        except NeedKey:
            typing, pending, pushed = editor.typing, queue[start:], left
            editor.load(before)
            break
        except Refused as refusal:
            _refuse(editor, refusal)
        except LimitExceeded:
            editor.queue, editor.at, editor.nested = "", 0, 0
            editor.say("Interrupted", True)
            break
        if before.once and editor.state.once and editor.mode == "n":
            _return_to_insert(editor, before)
    if editor.state.status < 0:
        editor.clamp()
        scrolling.follow(editor)
    else:
        pending = editor.queue[editor.at :]
    return editor.freeze()._replace(pending=pending, pushed=pushed, typing=typing)


def _refuse(editor: Editor, refusal: Refused) -> None:
    if refusal.message:
        editor.say(refusal.message, refusal.message[:1] == "E" and refusal.message[1:2].isdigit())
    editor.drop_pushed()
    editor.nested, editor.redoing, editor.globals = 0, False, []
    editor.clamp()


def _return_to_insert(editor: Editor, before: VimState) -> None:
    """Goes on inserting after the one command of ctrl+o."""
    place = editor.marks.pop("\x0f", None)
    if place is not None and (place.line, place.col - 1) == editor.cursor and place.col <= len(editor.text):
        editor.col = place.col
    editor.state = editor.state._replace(once=False)
    begin(editor, Redo(keys="i"))


def run_commands(state: VimState, commands: list[str], world: World) -> VimState:
    """Returns the state after ex commands, as ``-c`` and a script give them."""
    editor = Editor(state, world, normal.step)
    for command in commands:
        if editor.state.status >= 0:
            break
        editor.commit()
        try:
            execute(editor, command)
        except NeedKey:
            continue
        except Refused as refusal:
            _refuse(editor, refusal)
        except LimitExceeded:
            editor.say("Interrupted", True)
            break
    editor.clamp()
    if editor.state.status < 0:
        scrolling.follow(editor)
    return editor.freeze()

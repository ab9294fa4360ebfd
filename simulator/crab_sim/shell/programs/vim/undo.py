"""Undo and redo."""

from __future__ import annotations

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.state import Edit, Undo

__all__ = ["redo", "undo"]


def undo(editor: Editor, count: int) -> None:
    """Takes changes back."""
    editor.commit()
    for step in range(count):
        state = editor.state
        if not state.undo_at:
            editor.say("Already at oldest change")
            if step == 0:
                raise Refused("Already at oldest change")
            return
        change = state.undo[state.undo_at - 1]
        editor.state = state._replace(undo_at=state.undo_at - 1, version=change.before)
        _apply(editor, change, [Edit(edit.start, edit.new, edit.old) for edit in reversed(change.edits)])
        _tell(editor, change, "before")


def redo(editor: Editor, count: int) -> None:
    """Makes changes that were taken back again."""
    editor.commit()
    for step in range(count):
        state = editor.state
        if state.undo_at >= len(state.undo):
            if step == 0:
                raise Refused("Already at newest change")
            return
        change = state.undo[state.undo_at]
        editor.state = state._replace(undo_at=state.undo_at + 1, version=change.after)
        _apply(editor, change, list(change.edits))
        _tell(editor, change, "after")


def _apply(editor: Editor, change: Undo, edits: list[Edit]) -> None:
    """Replaces the lines, and puts the cursor on the topmost one that changed, as vim does."""
    lines, found = editor.lines, -1
    target = change.cursor
    line = len(lines)
    for index, edit in enumerate(edits):
        top, size = edit.start, len(edit.new)
        if found < 0 or top < found:
            if top <= change.cursor.line + 1 <= top + size + 1:
                target, found = change.cursor, change.cursor.line
                line = change.cursor.line
            else:
                same = 0
                while same < size and same < len(edit.old) and edit.old[same] == edit.new[same]:
                    same += 1
                if same == size and found < 0 and index == len(edits) - 1:
                    line, found = top, top
                elif same < size:
                    line, found = top + same, top + same
        lines[edit.start : edit.start + len(edit.old)] = edit.new
        shift = len(edit.new) - len(edit.old)
        for name, place in list(editor.marks.items()):
            if shift and place.line >= edit.start + len(edit.old):
                editor.marks[name] = place._replace(line=place.line + shift)
    editor.empty = lines == [""] and editor.state.version == 0 and not editor.state.ends
    line = min(line, len(lines) - 1)
    if target.line + 1 == line and line > 0:
        line -= 1
    if line == target.line:
        editor.go(line, target.col)
    else:
        editor.go(line, editor.first_word(line))
    editor.clamp()


def _tell(editor: Editor, change: Undo, when: str) -> None:
    more = sum([len(edit.new) - len(edit.old) for edit in change.edits]) * (-1 if when == "before" else 1)
    if abs(more) > 1:
        what = f"{abs(more)} {'more' if more > 0 else 'fewer'} lines"
    elif more:
        what = "1 more line" if more > 0 else "1 line less"
    else:
        count = len(change.edits)
        what = f"{count} change{'' if count == 1 else 's'}"
    editor.say(f"{what}; {when} #{change.after}  ")

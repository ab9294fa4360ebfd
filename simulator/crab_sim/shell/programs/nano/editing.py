"""Editing in nano: typing, moving, cutting and pasting, undo."""

from __future__ import annotations

from crab_sim.shell.programs.nano.state import NanoState, Snapshot

__all__ = ["edit_key", "find", "follow", "told", "with_lines"]

_MAX_UNDO = 300
_MAX_TEXT = 4_000_000


def told(state: NanoState, message: str) -> NanoState:
    """Returns the state with a message in the status bar."""
    return state._replace(message=f"[ {message} ]")


def with_lines(state: NanoState, lines: tuple[str, ...], line: int, col: int, kind: str = "") -> NanoState:
    """Returns the state with a changed text, whose last line is an empty one.

    Args:
        state: The state before.
        lines: The new lines.
        line: Line of the cursor, from 0.
        col: The cursor's index in it.
        kind: Kind of the change: successive ones of a kind are undone together; ``""`` for a change of its own.
    """
    if sum(map(len, lines)) > _MAX_TEXT:
        return told(state, "File is too large")
    if lines[-1]:
        lines = (*lines, "")
    undo = state.undo
    if not (kind and undo and undo[-1].kind == kind):
        undo = (*undo, Snapshot(state.lines, state.line, state.col, kind))[-_MAX_UNDO:]
    return state._replace(lines=lines, line=line, col=col, want=-1, undo=undo, redo=())


def follow(state: NanoState) -> NanoState:
    """Scrolls until the cursor is in view."""
    height = max(1, state.rows - 4)
    if state.top <= state.line < state.top + height:
        return state
    if state.line == state.top - 1 or state.line == state.top + height:
        return state._replace(top=state.line if state.line < state.top else state.line - height + 1)
    return state._replace(top=max(0, state.line - height // 2))


def edit_key(state: NanoState, key: str) -> NanoState | None:
    """Handles a key that edits or moves; None where it is another one."""
    cutting, state = state.cutting, state._replace(cutting=False)
    moved = _move(state, key)
    if moved is not None:
        return _sealed(moved)
    text, line, col = state.lines[state.line], state.line, state.col
    before, after = state.lines[:line], state.lines[line + 1 :]
    if key in "\b\x7f":
        if state.mark >= 0:
            return _without_marked(state)
        if col:
            return with_lines(state, (*before, text[: col - 1] + text[col:], *after), line, col - 1, "back")
        if not line:
            return state
        if not after and not text and before[-1]:
            return state._replace(line=line - 1, col=len(before[-1]), want=-1)  # the last line stays empty
        joined = before[-1] + text
        return with_lines(state, (*before[:-1], joined, *after), line - 1, len(before[-1]))
    if key in "\x04\ue007":
        if state.mark >= 0:
            return _without_marked(state)
        if col < len(text):
            return with_lines(state, (*before, text[:col] + text[col + 1 :], *after), line, col, "delete")
        if not after or (text and len(after) == 1):
            return state
        return with_lines(state, (*before, text + after[0], *after[1:]), line, col)
    if key in "\r\n":
        return with_lines(state, (*before, text[:col], text[col:], *after), line + 1, 0)
    if key == "\x0b":
        return _cut(state, cutting)
    if key == "\x15":
        return _paste(state)
    if (key >= " " and not "\ue000" <= key <= "\uf8ff") or key == "\t":
        return with_lines(state, (*before, text[:col] + key + text[col:], *after), line, col + 1, "type")
    return None


def _sealed(state: NanoState) -> NanoState:
    """Ends the typing that is taken back together."""
    if state.undo and state.undo[-1].kind:
        return state._replace(undo=(*state.undo[:-1], state.undo[-1]._replace(kind="")))
    return state


def _move(state: NanoState, key: str) -> NanoState | None:
    text, line, col = state.lines[state.line], state.line, state.col
    last, page = len(state.lines) - 1, max(1, state.rows - 6)
    if key in "\x06\ue004":
        if col < len(text):
            return state._replace(col=col + 1, want=-1)
        return state._replace(line=line + 1, col=0, want=-1) if line < last else state
    if key in "\x02\ue003":
        if col:
            return state._replace(col=col - 1, want=-1)
        return state._replace(line=line - 1, col=len(state.lines[line - 1]), want=-1) if line else state
    if key in "\x01\ue005":
        return state._replace(col=0, want=-1)
    if key in "\x05\ue006":
        return state._replace(col=len(text), want=-1)
    steps = {
        "\x10": -1,
        "\ue001": -1,
        "\x0e": 1,
        "\ue002": 1,
        "\x19": -page,
        "\ue008": -page,
        "\x16": page,
        "\ue009": page,
    }
    if key in steps:
        target = max(0, min(last, line + steps[key]))
        want = col if state.want < 0 else state.want
        if (target == line and abs(steps[key]) > 1) or (target == line and line in (0, last)):
            return state._replace(col=0 if steps[key] < 0 else len(text), want=-1)
        return state._replace(line=target, col=min(want, len(state.lines[target])), want=want)
    if key in "\ue00a\ue00b":
        return _word(state, key == "\ue00b")
    return None


def _word(state: NanoState, forward: bool) -> NanoState:
    """Goes to the start of the next or previous word."""
    line, col = state.line, state.col
    inside = forward
    while True:
        text = state.lines[line]
        if forward:
            if col >= len(text):
                if line == len(state.lines) - 1:
                    break
                line, col, inside = line + 1, 0, False
            else:
                inside = inside and text[col].isalnum()
                col += 0 if not inside and text[col].isalnum() else 1
            if col < len(state.lines[line]) and state.lines[line][col].isalnum() and not inside:
                break
        elif col == 0:
            if line == 0:
                break
            line -= 1
            col = len(state.lines[line])
        else:
            col -= 1
            if text[col].isalnum() and (col == 0 or not text[col - 1].isalnum()):
                break
    return state._replace(line=line, col=col, want=-1)


def _ends(state: NanoState) -> tuple[tuple[int, int], tuple[int, int]]:
    first, last = sorted(((state.mark, state.mark_col), (state.line, state.col)))
    return first, last


def _without_marked(state: NanoState) -> NanoState:
    (first, start), (last, stop) = _ends(state)
    joined = state.lines[first][:start] + state.lines[last][stop:]
    lines = (*state.lines[:first], joined, *state.lines[last + 1 :])
    return with_lines(state, lines, first, start)._replace(mark=-1)


def marked_text(state: NanoState) -> tuple[str, ...]:
    """Returns the marked text, or the cursor's line with its end."""
    if state.mark < 0:
        return (state.lines[state.line], "")
    (first, start), (last, stop) = _ends(state)
    if first == last:
        return (state.lines[first][start:stop],)
    return (state.lines[first][start:], *state.lines[first + 1 : last], state.lines[last][:stop])


def _cut(state: NanoState, adding: bool) -> NanoState:
    """Cuts the marked text, or the line; several in a row are pasted together."""
    if state.mark >= 0:
        return _without_marked(state)._replace(cut=marked_text(state))
    line = state.line
    if line == len(state.lines) - 1 and not state.lines[line]:
        return told(state, "Nothing was cut")
    cut = marked_text(state)
    if line == len(state.lines) - 1:
        cut = (state.lines[line],)
    if adding and state.cut:
        cut = (*state.cut[:-1], state.cut[-1] + cut[0], *cut[1:])
    lines = (*state.lines[:line], *state.lines[line + 1 :])
    if line == len(state.lines) - 1:
        lines = (*state.lines[:line], "")
    return with_lines(state, lines, line, 0)._replace(cut=cut, cutting=True)


def _paste(state: NanoState) -> NanoState:
    if not state.cut:
        return told(state, "Cutbuffer is empty")
    text, line, col, cut = state.lines[state.line], state.line, state.col, state.cut
    if len(cut) == 1:
        new: tuple[str, ...] = (text[:col] + cut[0] + text[col:],)
        end = col + len(cut[0])
    else:
        new = (text[:col] + cut[0], *cut[1:-1], cut[-1] + text[col:])
        end = len(cut[-1])
    lines = (*state.lines[:line], *new, *state.lines[line + 1 :])
    return with_lines(state, lines, line + len(cut) - 1, end)


def find(state: NanoState, line: int, col: int) -> tuple[int, int, bool] | None:
    """Returns line and index of the next match of the last search, and whether the end was passed; case is ignored."""
    wanted = state.pattern.lower()
    for step in range(len(state.lines) + 1):
        at = (line + step) % len(state.lines)
        found = state.lines[at].lower().find(wanted, col if step == 0 else 0)
        if found >= 0 and (step < len(state.lines) or found < col):
            return at, found, line + step >= len(state.lines)
    return None

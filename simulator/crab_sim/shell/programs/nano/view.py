"""Nano's screen: title, text, status bar, and the keys at the bottom."""

from __future__ import annotations

from crab_sim.shell.programs.cells import laid_out
from crab_sim.shell.programs.nano.editing import follow
from crab_sim.shell.programs.nano.state import NanoState
from crab_sim.shell.programs.screen import Row, Screenful, Span

__all__ = ["draw"]

_KEYS = (
    ("^G", "Help"), ("^X", "Exit"), ("^O", "Write Out"), ("^R", "Read File"), ("^W", "Where Is"), ("^\\", "Replace"),
    ("^K", "Cut"), ("^U", "Paste"), ("^C", "Location"), ("^_", "Go To Line"), ("M-U", "Undo"), ("M-E", "Redo"),
)  # fmt: skip
_CHOICES = ((" Y", "Yes"), ("", ""), (" N", "No"), ("^C", "Cancel"))
_EACH = ((" Y", "Yes"), ("", ""), (" N", "No"), ("^C", "Cancel"), (" A", "All"))
_ANSWER = (("^C", "Cancel"),)
_HELP = (
    "Main nano help text", "",
    "Typed text goes into the file. Keys with ^ are pressed with ctrl, those with", "M- with alt, or after escape.", "",
    "^G      Display this help text", "^X      Close the buffer, exit from nano",
    "^O      Write the current buffer to disk", "^R      Insert another file into the current buffer", "",
    "^W      Search forward for a string", "^\\      Replace a string", "M-W     Search for the next occurrence", "",
    "^K      Cut the current line or the marked text", "^U      Paste the contents of the cutbuffer",
    "M-6     Copy the current line or the marked text", "M-A     Mark text from the cursor's place",
    "M-U     Undo the last operation", "M-E     Redo the last undone operation", "",
    "^C      Display the position of the cursor", "^_      Go to a line and column number",
    "^A ^E   Go to the beginning or the end of the line", "^P ^N   Go to the previous or the next line",
    "^Y ^V   Go a screenful up or down", "M-\\ M-/ Go to the first or the last line of the file",
    "^B ^F   Go back or forward one character", "^D      Delete the character under the cursor",
    "^S      Save the file without a prompt",
)  # fmt: skip


def draw(state: NanoState, rows: int, columns: int) -> Screenful:
    """Draws the editor on a screen of a size."""
    state = follow(state._replace(rows=rows, columns=columns))
    height = max(1, rows - 4)
    if state.help >= 0:
        text = [Row(line[:columns]) for line in _HELP[state.help : state.help + height]]
        text += [Row()] * (height - len(text))
        title = Row("Main nano help text".center(columns)[:columns], (Span(0, columns, "reverse"),))
        return Screenful((title, *text, Row(), *_shortcuts((("^X", "Close"),), columns)), (0, 0))
    text, cursor = _text(state, height, columns)
    status, caret = _status(state, columns)
    keys: tuple[tuple[str, str], ...] = _KEYS
    if state.prompt is not None:
        kind = state.prompt.kind
        keys = _EACH if kind == "each" else _CHOICES if kind in ("leave", "overwrite") else _ANSWER
    if caret >= 0:
        cursor = (rows - 3, caret)
    return Screenful((_title(state, columns), *text, status, *_shortcuts(keys, columns)), cursor)


def _title(state: NanoState, columns: int) -> Row:
    left = "  GNU nano 7.2"
    name = state.name or "New Buffer"
    right = "Modified  " if state.lines != state.saved else ""
    middle = name.center(max(0, columns - 2 * len(left)))
    text = (left + middle).ljust(columns - len(right))[: columns - len(right)] + right
    return Row(text, (Span(0, columns, "reverse"),))


def _text(state: NanoState, height: int, columns: int) -> tuple[list[Row], tuple[int, int]]:
    """Returns the text's rows and the cursor's place; of a long line, the part with the cursor is shown."""
    rows: list[Row] = []
    cursor = (1, 0)
    for at in range(state.top, state.top + height):
        if at >= len(state.lines):
            rows.append(Row())
            continue
        cells, starts = laid_out(state.lines[at][: 4 * columns + state.col], 8)
        left = 0
        if at == state.line:
            column = starts[min(state.col, len(starts) - 1)]
            left = max(0, (column // max(1, columns - 8)) * (columns - 8) - 1) if column >= columns - 1 else 0
            cursor = (at - state.top + 1, column - left)
        piece = cells[left : left + columns]
        if left:
            piece = "<" + piece[1:]
        if len(cells) > left + columns:
            piece = piece[:-1] + ">"
        spans = tuple(
            [Span(max(0, a - left), min(columns, b - left), "reverse") for a, b in _marked(state, at, starts)]
        )
        rows.append(Row(piece, spans))
    return rows, cursor


def _marked(state: NanoState, at: int, starts: list[int]) -> list[tuple[int, int]]:
    """Returns the marked cells of a line, and the match that is asked about."""
    size = len(starts) - 1
    if state.prompt is not None and state.prompt.kind == "each" and at == state.line:
        return [(starts[min(size, state.col)], starts[min(size, state.col + len(state.pattern))])]
    if state.mark < 0:
        return []
    (first, start), (last, stop) = sorted(((state.mark, state.mark_col), (state.line, state.col)))
    if not first <= at <= last:
        return []
    return [(starts[min(size, start if at == first else 0)], starts[min(size, stop if at == last else size)])]


def _status(state: NanoState, columns: int) -> tuple[Row, int]:
    """Returns the status bar, and the caret in it; -1 for none."""
    prompt = state.prompt
    if prompt is not None:
        text = prompt.label + (prompt.text if prompt.kind not in ("leave", "overwrite", "each") else "")
        caret = len(prompt.label) + (prompt.caret if prompt.kind not in ("leave", "overwrite", "each") else 0)
        shift = max(0, caret - columns + 2)
        return Row(text[shift:].ljust(columns)[:columns], (Span(0, columns, "reverse"),)), caret - shift
    if not state.message:
        return Row(), -1
    message = state.message[:columns]
    start = (columns - len(message)) // 2
    return Row(" " * start + message, (Span(start, start + len(message), "reverse"),)), -1


def _shortcuts(keys: tuple[tuple[str, str], ...], columns: int) -> tuple[Row, Row]:
    """Returns the two rows of keys; those of a column stand below each other."""
    width = max(13, columns // 6)
    rows = []
    for which in (0, 1):
        text, spans = "", [Span(0, 0, "")][:0]
        for index, (key, label) in enumerate(keys[which::2]):
            start = index * width
            if start + len(key) >= columns:
                break
            text = text.ljust(start) + f"{key} {label}"[: width - 1]
            if key:
                spans.append(Span(start, start + len(key), "reverse"))
        rows.append(Row(text[:columns], tuple(spans)))
    return rows[0], rows[1]

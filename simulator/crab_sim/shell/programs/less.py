"""A simulated less: a text by the screenful, with searches."""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.machine.work import Budget, LimitExceeded
from crab_sim.shell.errors import CommandError
from crab_sim.shell.programs.cells import laid_out, width_of
from crab_sim.shell.programs.screen import HIGHLIGHT_REACH, HIGHLIGHT_WORK, Row, Screenful, Span
from crab_sim.shell.regex.matcher import Regex, compile_regex

__all__ = ["LessState", "draw", "feed", "start"]

_TABSTOP = 8


class LessState(NamedTuple):
    """The pager.

    Attributes:
        lines: The text.
        name: Its file's name, empty for standard input.
        top: The first line in view.
        rows: Rows of the screen.
        columns: Columns of the screen.
        pending: Keys of a command that isn't complete: a count, or ``/`` and a pattern.
        pattern: The last pattern.
        forward: Whether it was searched for forwards.
        message: The last row; empty for the prompt.
        numbers: Whether lines are numbered (``-N``).
        chopped: Whether long lines are cut (``-S``).
        folded: Whether searches ignore the case (``-i``).
        marks: Lines by the marks' names.
        status: Exit status once it has ended; -1 while it runs.
        left: Keys behind the one that ended it.
    """

    lines: tuple[str, ...]
    name: str = ""
    top: int = 0
    rows: int = 24
    columns: int = 80
    pending: str = ""
    pattern: str = ""
    forward: bool = True
    message: str = ""
    numbers: bool = False
    chopped: bool = False
    folded: bool = False
    marks: tuple[tuple[str, int], ...] = ()
    status: int = -1
    left: str = ""


def start(text: str, name: str, rows: int, columns: int, options: str) -> LessState:
    """Returns the pager at the start of a text.

    Args:
        text: The text.
        name: The file's name, which the last line shows first.
        rows: Height of the screen in lines.
        columns: Its width in characters.
        options: The letters of its options: ``N`` numbers the lines, ``S`` cuts long ones, ``i`` and ``I`` ignore case.
    """
    lines = text.removesuffix("\n").split("\n")
    state = LessState(tuple(lines), name, rows=rows, columns=columns, message=name)
    folded = "i" in options or "I" in options
    return state._replace(numbers="N" in options, chopped="S" in options, folded=folded)


def feed(state: LessState, keys: str, budget: Budget) -> LessState:
    """Returns the state after keys were pressed, up to the one for which no work is left."""
    for at, key in enumerate(keys):
        if not budget.spend(0.5):
            break
        try:
            state = _key(state, key, budget)
        except LimitExceeded:
            return state._replace(pending="", message="Interrupted")
        if state.status >= 0:
            return state._replace(left=keys[at + 1 :])
    return state


def _page(state: LessState) -> int:
    return max(1, state.rows - 1)


def _height(state: LessState, line: int) -> int:
    """Returns the rows that a line takes."""
    if state.chopped:
        return 1
    width = sum([width_of(char) if char != "\t" else _TABSTOP for char in state.lines[line]])
    return max(1, -(-width // max(1, state.columns - (8 if state.numbers else 0))))


def _last_top(state: LessState) -> int:
    """Returns the first line in view at the end of the text."""
    used, line = 0, len(state.lines)
    while line > 0 and used + _height(state, line - 1) <= _page(state):
        used += _height(state, line - 1)
        line -= 1
    return line


def _to(state: LessState, line: int) -> LessState:
    return state._replace(top=max(0, min(line, _last_top(state))), message="", pending="")


def _key(state: LessState, key: str, budget: Budget) -> LessState:  # noqa: C901 - one case per key
    pending = state.pending
    if pending[:1] in ("/", "?"):
        return _typed(state, key, budget)
    if pending[:1] in ("m", "'"):
        return _mark(state, pending[0], key)
    if pending[:1] == "-":
        return _toggle(state, key)
    if key.isdigit():
        return state._replace(pending=pending + key if len(pending) < 8 else pending)
    count = int(pending) if pending else 0
    half = max(1, _page(state) // 2)
    steps = {
        " ": _page(state), "f": _page(state), "\x06": _page(state), "\x16": _page(state), "\ue009": _page(state),
        "b": -_page(state), "\x02": -_page(state), "\ue008": -_page(state), "d": half, "\x04": half, "u": -half,
        "\x15": -half,
    }  # fmt: skip
    if key in steps:
        by = steps[key]
        return _to(state, state.top + (by if not count else count if by > 0 else -count))
    if key in "j\r\n\x0e\x05e\ue002":
        return _to(state, state.top + (count or 1))
    if key in "ky\x19\x10\x0b\ue001":
        return _to(state, state.top - (count or 1))
    if key in "g<\ue005":
        return _to(state, (count or 1) - 1)
    if key in "G>\ue006":
        return _to(state, count - 1 if count else len(state.lines))
    if key in "%p":
        return _to(state, len(state.lines) * min(100, count) // 100)
    if key in "nN":
        return _search(state, state.forward == (key == "n"), count or 1, budget)
    if key in "/?m'-":
        return state._replace(pending=key, message="")
    if key in "qQ":
        return state._replace(status=0)
    if key == "=":
        return state._replace(message=_info(state, budget), pending="")
    if key == "\x1b":
        return state._replace(pending="", message="")
    return state._replace(pending="")


def _typed(state: LessState, key: str, budget: Budget) -> LessState:
    """Handles a key of a pattern that is being typed."""
    pending = state.pending
    if key in "\r\n":
        forward = pending[0] == "/"
        pattern = pending[1:] or state.pattern
        return _search(state._replace(pattern=pattern, forward=forward, pending=""), forward, 1, budget)
    if key in "\x1b\x03":
        return state._replace(pending="")
    if key in "\b\x7f":
        return state._replace(pending=pending[:-1])
    if key == "\x15":
        return state._replace(pending=pending[:1])
    return state._replace(pending=pending + key) if key >= " " and len(pending) < 1000 else state


def _mark(state: LessState, kind: str, key: str) -> LessState:
    if kind == "m":
        marks = (*[mark for mark in state.marks if mark[0] != key], (key, state.top))
        return state._replace(marks=marks, pending="")
    line = dict(state.marks).get(key)
    if key in "^'":
        line = 0
    if line is None:
        return state._replace(pending="", message="Mark not set")
    return _to(state, line)


def _toggle(state: LessState, key: str) -> LessState:
    state = state._replace(pending="")
    if key == "N":
        return state._replace(numbers=not state.numbers)
    if key == "S":
        return state._replace(chopped=not state.chopped)
    if key in "iI":
        return state._replace(folded=not state.folded)
    return state._replace(message=f"There is no {key} option")


def _regex(state: LessState) -> Regex:
    return compile_regex(state.pattern, extended=True, ignore_case=_folded(state))


def _has_match(state: LessState, line: int, budget: Budget) -> bool:
    return any(match.end > match.start for match in _regex(state).find_all(state.lines[line], budget))


def _folded(state: LessState) -> bool:
    return state.folded and state.pattern == state.pattern.lower()


def _search(state: LessState, forward: bool, count: int, budget: Budget) -> LessState:
    """Goes to the next line with a match."""
    state = state._replace(pending="", message="")
    if not state.pattern:
        return state._replace(message="No previous regular expression")
    line = state.top
    try:
        for _ in range(count):
            line += 1 if forward else -1
            while 0 <= line < len(state.lines) and not _has_match(state, line, budget):
                line += 1 if forward else -1
    except CommandError as error:
        return state._replace(message=str(error))
    if not 0 <= line < len(state.lines):
        return state._replace(message="Pattern not found")
    return state._replace(top=line)


def _bottom(state: LessState) -> int:
    """Returns the line behind the last one in view."""
    used, line = 0, state.top
    while line < len(state.lines) and used < _page(state):
        used += _height(state, line)
        line += 1
    return line


def _info(state: LessState, budget: Budget) -> str:
    bottom, count = _bottom(state), len(state.lines)
    budget.charge(count / 1024)
    size = sum([len(line.encode("utf-8", "surrogateescape")) + 1 for line in state.lines])
    shown_size = sum([len(line.encode("utf-8", "surrogateescape")) + 1 for line in state.lines[:bottom]])
    name = state.name or "(standard input)"
    percent = shown_size * 100 // max(1, size)
    return f"{name} lines {state.top + 1}-{bottom}/{count} byte {shown_size}/{size} {percent}%"


def draw(state: LessState, rows: int, columns: int) -> Screenful:
    """Draws the text and the prompt."""
    state = state._replace(rows=rows, columns=columns)
    drawn: list[Row] = []
    line, budget = state.top, Budget(HIGHLIGHT_WORK)
    while len(drawn) < rows - 1:
        if line >= len(state.lines):
            drawn.append(Row("~", (Span(0, 1, "blank"),)))
            continue
        drawn += _line_rows(state, line, budget)
        line += 1
    prompt, spans = _prompt(state, line)
    return Screenful((*drawn[: rows - 1], Row(prompt, spans)), (rows - 1, min(columns - 1, len(prompt))))


def _line_rows(state: LessState, line: int, budget: Budget) -> list[Row]:
    cells, starts = laid_out(state.lines[line][: state.rows * state.columns], _TABSTOP)
    spans = _highlights(state, line, starts, budget) if state.pattern else []
    gutter = 8 if state.numbers else 0
    width = max(1, state.columns - gutter)
    rows: list[Row] = []
    for start in range(0, max(1, len(cells)), width):
        label = (f"{line + 1:7} " if start == 0 else " " * 8) if gutter else ""
        inside = [
            Span(max(0, s.start - start) + gutter, min(width, s.end - start) + gutter, s.style)
            for s in spans
            if s.start < start + width and s.end > start
        ]
        numbered = [Span(0, gutter, "bold")] if gutter else []
        rows.append(Row(label + cells[start : start + width], (*numbered, *inside)))
        if state.chopped:
            break
    return rows


def _highlights(state: LessState, line: int, starts: list[int], budget: Budget) -> list[Span]:
    """Returns the cells of the matches in the part of a line that is drawn, as far as they can be found."""
    size, spans = len(starts) - 1, [Span(0, 0, "")][:0]
    text = state.lines[line][: size + HIGHLIGHT_REACH]
    try:
        for match in _regex(state).find_all(text, budget):
            if match.start >= size:
                break
            if match.end > match.start:
                spans.append(Span(starts[match.start], starts[min(match.end, size)], "reverse"))
    except (CommandError, LimitExceeded):
        return spans
    return spans


def _prompt(state: LessState, bottom: int) -> tuple[str, tuple[Span, ...]]:
    if state.pending:
        text = state.pending if state.pending[0] in "/?-" else f":{state.pending}"
        return (
            text if state.pending[0] not in "m'" else "set mark: " if state.pending[0] == "m" else "goto mark: "
        ), ()
    text = state.message
    if bottom >= len(state.lines) and (not text or text == state.name):
        text = f"{state.name} (END)" if text else "(END)"
    if not text:
        return ":", ()
    return text, (Span(0, len(text), "reverse"),)

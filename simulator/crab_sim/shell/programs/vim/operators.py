"""Operators: the changes of a region of text."""

from __future__ import annotations

import codecs
import textwrap
from collections.abc import Callable
from typing import Final

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.insert import begin, begin_block
from crab_sim.shell.programs.vim.region import Region, block_spans, cut, taken
from crab_sim.shell.programs.vim.registers import delete_into, yank_into
from crab_sim.shell.programs.vim.state import Place, Redo

__all__ = ["OPERATORS", "indent_of", "indented", "join", "operate"]

OPERATORS: Final = ("d", "c", "y", "<", ">", "=", "!", "gu", "gU", "g~", "g?", "gq", "gw", "gJ", "J")
_CASES: Final[dict[str, Callable[[str], str]]] = {
    "gu": str.lower, "gU": str.upper, "g~": str.swapcase, "g?": lambda text: codecs.encode(text, "rot13"),
}  # fmt: skip


def operate(editor: Editor, operator: str, region: Region, register: str, redo: Redo) -> None:
    """Applies an operator.

    Args:
        editor: The editor.
        operator: One of `OPERATORS`.
        region: The text.
        register: The register that was given, empty for none.
        redo: The command so far, for those that begin an insertion.
    """
    editor.touch()
    if operator not in "yd":
        size = sum(map(len, editor.lines[region.start.line : region.end.line + 1]))
        editor.budget.charge(region.lines / 2 + size / 64)
    editor.line, editor.col = region.start
    if operator == "y":
        _yank(editor, region, register)
    elif operator == "d":
        delete(editor, region, register)
    elif operator == "c":
        _change(editor, region, register, redo)
    elif operator in _CASES:
        _change_case(editor, region, _CASES[operator])
    elif operator in "<>":
        shift(editor, region, operator == "<", region.times if region.selected else 1)
    elif operator == "=":
        _reindent(editor, region)
    elif operator in ("gq", "gw"):
        _format(editor, region, operator == "gw")
    elif operator in ("J", "gJ"):
        join(editor, region.start.line, max(2, region.lines), operator == "J")
    else:
        raise Refused("E319: Sorry, the command is not available in this version")


def _yank(editor: Editor, region: Region, register: str) -> None:
    text = taken(editor, region)
    yank_into(editor, register, text)
    last = region.end if region.kind != "l" else Place(region.end.line, max(0, len(editor.lines[region.end.line]) - 1))
    editor.mark_change(region.start if region.kind != "l" else Place(region.start.line, 0), last)
    if region.kind == "b":
        editor.col = block_spans(editor, region, region.start.line).start
    if len(text.lines) > 2:
        block = "block of " if region.kind == "b" else ""
        editor.say(f"{block}{len(text.lines)} lines yanked" + (f' into "{register}' if register else ""))
    editor.want = -1 if region.selected or region.kind != "l" else editor.want


def delete(editor: Editor, region: Region, register: str, widen: bool = True) -> None:
    """Deletes text, and keeps it in registers.

    Args:
        editor: The editor.
        region: The text.
        register: The register that the user named; ``""`` for none.
        widen: Whether whole lines are deleted where only their indent would be left.
    """
    if widen:
        region = _widened(editor, region)
    if editor.empty or region.empty(editor):
        return
    if region.kind == "c" and region.lines == 1 and not editor.text:
        return
    count = len(editor.lines)
    delete_into(editor, register, taken(editor, region), region.big)
    if region.kind == "b":
        _cut_block(editor, region)
    else:
        cut(editor, region)
    editor.mark_change(region.start, region.start)
    if region.kind == "l":
        editor.line = min(region.start.line, len(editor.lines) - 1)
        editor.go(editor.line, editor.first_word(editor.line))
    editor.want = -1
    _tell_lines(editor, count)


def _tell_lines(editor: Editor, before: int) -> None:
    fewer = before - len(editor.lines)
    if editor.lines == [""] and before > 1:
        editor.say("--No lines in buffer--")
    elif fewer > 2:
        editor.say(f"{fewer} fewer lines")
    elif fewer < -2:
        editor.say(f"{-fewer} more lines")


def _widened(editor: Editor, region: Region) -> Region:
    """Makes characters of several lines whole lines, where they leave nothing but the indent."""
    if region.kind != "c" or region.selected or region.lines == 1:
        return region
    tail = editor.lines[region.end.line][region.stop(editor) :]
    if not tail.strip(" \t") and in_indent(editor, region.start):
        return region._replace(kind="l")
    return region


def in_indent(editor: Editor, place: Place) -> bool:
    """Returns whether only blanks stand before a place."""
    text = editor.lines[place.line]
    return len(text) - len(text.lstrip(" \t")) >= place.col


def _cut_block(editor: Editor, region: Region) -> None:
    span = block_spans(editor, region, region.start.line)
    cut(editor, region)
    editor.line, editor.col = region.start.line, span.start + span.before


def _change(editor: Editor, region: Region, register: str, redo: Redo) -> None:
    """Deletes text and begins an insertion in its place."""
    if region.kind == "b":
        _change_block(editor, region, register, redo)
        return
    if region.kind == "l":
        if not editor.empty:
            delete_into(editor, register, taken(editor, region), region.big)
        first = editor.lines[region.start.line]
        keep = first[: len(first) - len(first.lstrip(" \t"))] if editor.number("autoindent") else ""
        count = len(editor.lines)
        editor.replace(region.start.line, region.end.line + 1, (keep,))
        _tell_lines(editor, count)
        editor.go(region.start.line, len(keep))
        begin(editor, redo, indent=bool(keep))
        return
    delete(editor, region, register, widen=False)
    begin(editor, redo)
    editor.col = min(region.start.col, len(editor.text))


def _change_block(editor: Editor, region: Region, register: str, redo: Redo) -> None:
    delete_into(editor, register, taken(editor, region), region.big)
    _cut_block(editor, region)
    column = region.left
    begin_block(editor, redo, region.start.line, region.end.line, column, False)


def _change_case(editor: Editor, region: Region, change: Callable[[str], str]) -> None:
    lines = editor.lines
    first, last = region.start.line, region.end.line
    if region.empty(editor) and region.start.col == 0:  # vim steps back from the end, and then goes on
        region = region._replace(inclusive=True, end=Place(first, 0 if first == 0 else max(0, len(lines[first]) - 1)))
    new: list[str] = []
    for line in range(first, last + 1):
        text = lines[line]
        if region.kind == "b":
            span = block_spans(editor, region, line)
            a, b = span.start, span.end
        else:
            a = region.start.col if line == first and region.kind == "c" else 0
            b = region.stop(editor) if line == last and region.kind == "c" else len(text)
        changed = "".join([_changed(change, char) for char in text[a:b]])
        new.append(text[:a] + changed + text[max(a, b) :])
    if new != lines[first : last + 1]:
        editor.replace(first, last + 1, new)
    if region.kind == "b":
        editor.col = block_spans(editor, region, first).start
    editor.mark_change(region.start, region.end)
    editor.want = -1


def _changed(change: Callable[[str], str], char: str) -> str:
    """Returns a character with its case changed; those that would become several stay."""
    new = change(char)
    return new if len(new) == 1 else char


# Lines ------------------------------------------------------------------------------------------------------------


def indent_of(editor: Editor, text: str) -> int:
    """Returns the columns of a line's indent."""
    cells, tabstop = 0, editor.number("tabstop")
    for char in text:
        if char == "\t":
            cells += tabstop - cells % tabstop
        elif char == " ":
            cells += 1
        else:
            break
    return cells


def indented(editor: Editor, text: str, columns: int) -> str:
    """Returns a line with another indent, of tabs and spaces as the options say."""
    body = text.lstrip(" \t")
    if editor.number("expandtab"):
        return " " * columns + body
    tabs, spaces = divmod(columns, editor.number("tabstop"))
    return "\t" * tabs + " " * spaces + body


def shifted(editor: Editor, text: str, left: bool, amount: int) -> str:
    """Returns a line with a wider or narrower indent.

    Args:
        editor: The editor, which has the indent's width.
        text: The line.
        left: Whether the indent gets narrower.
        amount: By how many widths of an indent.
    """
    columns, size = indent_of(editor, text), editor.shift
    if editor.number("shiftround"):
        units, rest = divmod(columns, size)
        units += (1 if rest and left else 0) + (-amount if left else amount)
        columns = max(0, units * size)
    else:
        columns = max(0, columns + (-amount if left else amount) * size)
    return indented(editor, text, columns)


def shift(editor: Editor, region: Region, left: bool, amount: int) -> None:
    """Shifts the lines of a region.

    Args:
        editor: The editor.
        region: The region; of a block, only the part from its left edge on is shifted.
        left: Whether to the left.
        amount: By how many widths of an indent, at most 100.
    """
    first, last = region.start.line, region.end.line
    if region.kind == "b":
        _shift_block(editor, region, left, amount)
        return
    amount = min(amount, 100)
    new = [shifted(editor, text, left, amount) if text else "" for text in editor.lines[first : last + 1]]
    editor.replace(first, last + 1, new)
    editor.mark_change(Place(first, 0), Place(last, 0))
    editor.go(first, editor.first_word(first))
    if region.lines > 2:
        times = "1 time" if amount == 1 else f"{amount} times"
        editor.say(f"{region.lines} lines {'<' if left else '>'}ed {times}")


def _shift_block(editor: Editor, region: Region, left: bool, amount: int) -> None:
    """Shifts the text right of a block's left side."""
    new = []
    width = amount * editor.shift
    for line in range(region.start.line, region.end.line + 1):
        text = editor.lines[line]
        span = block_spans(editor, region, line)
        if span.short and span.start >= len(text):
            new.append(text)
            continue
        head, tail = text[: span.start], text[span.start :]
        blanks = tail[: len(tail) - len(tail.lstrip(" \t"))]
        body = tail[len(blanks) :]
        start = editor.column(line, span.start)
        stop = editor.column(line, span.start + len(blanks))
        if left:
            stop = max(start, stop - width)
        else:
            stop += width
        new.append(head + _blanks(editor, start, stop) + body)
    editor.replace(region.start.line, region.end.line + 1, new)
    editor.go(region.start.line, block_spans(editor, region, region.start.line).start)


def _blanks(editor: Editor, start: int, stop: int) -> str:
    """Returns tabs and spaces from one column to another."""
    if editor.number("expandtab"):
        return " " * (stop - start)
    tabstop, out = editor.number("tabstop"), ""
    while start // tabstop < stop // tabstop:
        out += "\t"
        start = (start // tabstop + 1) * tabstop
    return out + " " * (stop - start)


def join(editor: Editor, line: int, count: int, spaces: bool) -> None:
    """Joins lines.

    Args:
        editor: The editor.
        line: Number of the first line, from 0.
        count: How many lines.
        spaces: Whether one blank stands for the indent of each joined line.
    """
    count = min(count, len(editor.lines) - line)
    if count < 2:
        raise Refused
    pieces = editor.lines[line : line + count]
    text, col = pieces[0], len(pieces[0])
    last, before = text[-1:], text[-2:-1]
    for piece in pieces[1:]:
        editor.budget.charge(0.1 + len(text) / 16384)
        gap = ""
        if spaces:
            piece = piece.lstrip(" \t")
            if piece and piece[0] != ")" and text:
                if last == " ":
                    last = before
                else:
                    gap = " "
                if last and last in ".?!" and editor.number("joinspaces"):
                    gap += " "
        col = len(text)
        text += gap + piece
        last, before = (piece[-1:], piece[-2:-1]) if spaces else ("", "")
    editor.replace(line, line + count, (text,))
    editor.mark_change(Place(line, 0), Place(line, max(0, len(text) - 1)))
    editor.go(line, col)


def _reindent(editor: Editor, region: Region) -> None:
    """Indents lines by their brackets."""
    first, last = region.start.line, region.end.line
    new: list[str] = []
    above = next((text for text in reversed(editor.lines[:first]) if text.strip()), "")
    for text in editor.lines[first : last + 1]:
        body = text.strip(" \t")
        columns = indent_of(editor, above) if above else 0
        if above.rstrip().endswith(("{", "(", "[")):
            columns += editor.shift
        if body.startswith(("}", ")", "]")):
            columns = max(0, columns - editor.shift)
        line = indented(editor, text, columns) if body else ""
        new.append(line)
        above = line or above
    editor.replace(first, last + 1, new)
    editor.go(first, editor.first_word(first))
    if region.lines > 2:
        editor.say(f"{region.lines} lines indented ")


def _format(editor: Editor, region: Region, stay: bool) -> None:
    """Breaks the lines of paragraphs anew at the text's width."""
    width = editor.number("textwidth") or 79
    first, last = region.start.line, region.end.line
    new: list[str] = []
    group: list[str] = []
    for text in [*editor.lines[first : last + 1], ""]:
        if text.strip():
            group.append(text)
            continue
        if group:
            new += _filled(group, width)
            group = []
        new.append("")
    new.pop()
    editor.replace(first, last + 1, new)
    if not stay:
        line = max(first, first + len(new) - 1)
        editor.go(line, editor.first_word(line))


def _filled(group: list[str], width: int) -> list[str]:
    indent = group[0][: len(group[0]) - len(group[0].lstrip())]
    rest = group[1][: len(group[1]) - len(group[1].lstrip())] if len(group) > 1 else ""
    text = " ".join([line.strip() for line in group])
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )

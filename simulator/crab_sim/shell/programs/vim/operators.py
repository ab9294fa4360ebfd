"""Operators: the changes of a region of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.insert import begin
from crab_sim.shell.programs.vim.registers import delete_into, yank_into
from crab_sim.shell.programs.vim.state import Place, Redo, Register

__all__ = ["Region", "delete", "in_indent", "join", "map_region", "operate", "shift", "taken"]

CASES: Final[dict[str, Callable[[str], str]]] = {"gu": str.lower, "gU": str.upper, "g~": str.swapcase}


class Region(NamedTuple):
    """A range of text.

    Attributes:
        start: Its first character.
        end: Its last one, or the one behind it unless `inclusive`.
        whole: Whether it is whole lines.
        inclusive: Whether the character at the end belongs to it.
        big: Whether a deletion goes to the numbered registers.
        selected: Whether it was a selection.
        times: The count of a command on a selection.
    """

    start: Place
    end: Place
    whole: bool = False
    inclusive: bool = True
    big: bool = False
    selected: bool = False
    times: int = 1

    @property
    def lines(self) -> int:
        """Number of its lines."""
        return self.end.line - self.start.line + 1

    def stop(self, editor: Editor) -> int:
        """Returns the index behind its last character, in its last line."""
        return min(len(editor.lines[self.end.line]), self.end.col + (1 if self.inclusive else 0))


def taken(editor: Editor, region: Region) -> Register:
    """Returns a region's text, as a register holds it."""
    lines = editor.lines
    first, last = region.start.line, region.end.line
    editor.budget.charge(0.01 * region.lines)
    if region.whole:
        return Register(tuple(lines[first : last + 1]), True)
    stop = region.stop(editor)
    if first == last:
        return Register((lines[first][region.start.col : stop],))
    return Register((lines[first][region.start.col :], *lines[first + 1 : last], lines[last][:stop]))


def operate(editor: Editor, operator: str, region: Region, register: str, redo: Redo) -> None:
    """Applies an operator.

    Args:
        editor: The editor.
        operator: One of ``d c y < > J gu gU g~``.
        region: The text.
        register: The register that was given, empty for none.
        redo: The command so far, for those that begin an insertion.
    """
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
    elif operator in "<>":
        shift(editor, region, operator == "<", region.times if region.selected else 1)
    elif operator == "J":
        join(editor, region.start.line, max(2, region.lines))
    else:
        change = CASES[operator]
        if region.start == region.end and region.start.col == 0 and not region.inclusive:
            # vim steps back from the end, and then goes on
            line, size = region.start.line, len(editor.text)
            region = region._replace(end=Place(line, max(0, size - 1) if line else 0), inclusive=True)
        map_region(editor, region, lambda text: "".join([_single(change, char) for char in text]))
        editor.want = -1


def _single(change: Callable[[str], str], char: str) -> str:
    """Returns a character with its case changed; those that would become several stay."""
    new = change(char)
    return new if len(new) == 1 else char


def _yank(editor: Editor, region: Region, register: str) -> None:
    text = taken(editor, region)
    yank_into(editor, register, text)
    if len(text.lines) > 2:
        editor.say(f"{len(text.lines)} lines yanked" + (f' into "{register}' if register else ""))
    if region.selected or not region.whole:
        editor.want = -1


def in_indent(editor: Editor, place: Place) -> bool:
    """Returns whether only blanks stand before a place."""
    return not editor.lines[place.line][: place.col].strip(" \t")


def delete(editor: Editor, region: Region, register: str, widen: bool = True) -> None:
    """Deletes text, and keeps it in registers.

    Args:
        editor: The editor.
        region: The text.
        register: The register that the user named; ``""`` for none.
        widen: Whether whole lines are deleted where only their indent would be left.
    """
    if widen and not region.whole and not region.selected and region.lines > 1:
        tail = editor.lines[region.end.line][region.stop(editor) :]
        if not tail.strip(" \t") and in_indent(editor, region.start):
            region = region._replace(whole=True)
    nothing = not region.whole and region.start == region.end and (not region.inclusive or (widen and not editor.text))
    if editor.empty or nothing:
        return
    count, (line, col) = len(editor.lines), region.start
    delete_into(editor, register, taken(editor, region), region.big)
    if region.whole:
        editor.replace(line, region.end.line + 1, ())
        editor.go_to_text(min(line, len(editor.lines) - 1))
    else:
        rest = editor.lines[region.end.line][region.stop(editor) :]
        editor.replace(line, region.end.line + 1, (editor.lines[line][:col] + rest,))
    editor.want = -1
    editor.say_lines(count)


def _change(editor: Editor, region: Region, register: str, redo: Redo) -> None:
    """Deletes text and begins an insertion in its place."""
    line, col = region.start
    if region.whole:
        if not editor.empty:
            delete_into(editor, register, taken(editor, region), region.big)
        first, count = editor.lines[line], len(editor.lines)
        keep = first[: len(first) - len(first.lstrip(" \t"))] if editor.number("autoindent") else ""
        editor.replace(line, region.end.line + 1, (keep,))
        editor.say_lines(count)
        editor.go(line, len(keep))
        begin(editor, redo, indent=bool(keep))
    else:
        delete(editor, region, register, widen=False)
        begin(editor, redo)
        editor.col = min(col, len(editor.text))


def map_region(editor: Editor, region: Region, change: Callable[[str], str]) -> None:
    """Changes the text of a region line by line; the cursor goes to its start."""
    first, last = region.start.line, region.end.line
    new: list[str] = []
    for line in range(first, last + 1):
        text = editor.lines[line]
        start = region.start.col if line == first and not region.whole else 0
        stop = region.stop(editor) if line == last and not region.whole else len(text)
        new.append(text[:start] + change(text[start:stop]) + text[max(start, stop) :])
    editor.replace(first, last + 1, new)
    editor.line, editor.col = region.start


# Lines ------------------------------------------------------------------------------------------------------------


def shift(editor: Editor, region: Region, left: bool, amount: int) -> None:
    """Shifts the lines of a region.

    Args:
        editor: The editor.
        region: The region.
        left: Whether to the left.
        amount: By how many widths of an indent, at most 100.
    """
    first, last = region.start.line, region.end.line
    columns = min(amount, 100) * editor.shift * (-1 if left else 1)
    new: list[str] = []
    for line in range(first, last + 1):
        text = editor.lines[line]
        body = text.lstrip(" \t")
        indent = max(0, editor.column(line, len(text) - len(body)) + columns) if text else 0
        new.append(indentation(editor, indent) + body)
    editor.replace(first, last + 1, new)
    editor.go_to_text(first)
    if region.lines > 2:
        times = "1 time" if amount == 1 else f"{amount} times"
        editor.say(f"{region.lines} lines {'<' if left else '>'}ed {times}")


def indentation(editor: Editor, columns: int) -> str:
    """Returns an indent, of tabs and blanks as the options say."""
    if editor.number("expandtab"):
        return " " * columns
    tabs, blanks = divmod(columns, editor.number("tabstop"))
    return "\t" * tabs + " " * blanks


def join(editor: Editor, line: int, count: int) -> None:
    """Joins lines: a blank stands for the indent of each joined line, two behind the end of a sentence."""
    count = min(count, len(editor.lines) - line)
    if count < 2:
        raise Refused
    text, col = editor.lines[line], 0
    for piece in editor.lines[line + 1 : line + count]:
        editor.budget.charge(0.1 + len(text) / 16384)
        col, gap, piece = len(text), "", piece.lstrip(" \t")
        if piece and piece[0] != ")" and text:
            gap = "" if text[-1] == " " else " "
            gap += " " if text.rstrip(" ")[-1:] in (".", "?", "!") and len(text) - len(text.rstrip(" ")) < 2 else ""
        text += gap + piece
    editor.replace(line, line + count, (text,))
    editor.go(line, col)

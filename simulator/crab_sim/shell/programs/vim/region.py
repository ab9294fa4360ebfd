"""The text that an operator works on."""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.shell.programs.vim.editor import Editor
from crab_sim.shell.programs.vim.state import END, Place, Register

__all__ = ["Region", "block_spans", "cut", "taken"]


class Region(NamedTuple):
    """A range of text.

    Attributes:
        start: Its first character.
        end: Its last one, or for `exclusive` the one behind it.
        kind: ``c`` characters, ``l`` lines, ``b`` a block.
        inclusive: Whether the character at the end belongs to it.
        big: Whether a deletion goes to the numbered registers.
        selected: Whether it was a selection.
        left: First column of a block.
        right: Last column of a block; `END` for the ends of its lines.
        times: The count of a command on a selection.
    """

    start: Place
    end: Place
    kind: str = "c"
    inclusive: bool = True
    big: bool = False
    selected: bool = False
    left: int = 0
    right: int = 0
    times: int = 1

    @property
    def lines(self) -> int:
        """Number of its lines."""
        return self.end.line - self.start.line + 1

    def stop(self, editor: Editor) -> int:
        """Returns the index behind its last character, in its last line."""
        size = len(editor.lines[self.end.line])
        return min(size, self.end.col + 1) if self.inclusive else min(size, self.end.col)

    def empty(self, editor: Editor) -> bool:
        """Returns whether it has no text."""
        return self.kind == "c" and self.start == self.end and not self.inclusive


class Span(NamedTuple):
    """The part of a line that a block covers: indices, and blanks for tabs that it cuts in two."""

    start: int
    end: int
    before: int
    after: int
    short: bool


def block_spans(editor: Editor, region: Region, line: int) -> Span:
    """Returns the part of a line that a block covers."""
    text, tabstop = editor.lines[line], editor.number("tabstop")
    cells, start, end, before, after = 0, -1, len(text), 0, 0
    for index, char in enumerate(text):
        wide = tabstop - cells % tabstop if char == "\t" else max(1, editor.end_column(line, index) - cells + 1)
        if start < 0 and cells + wide > region.left:
            start = index
            before = max(0, region.left - cells)
        if start >= 0 and cells + wide > region.right:
            if cells > region.right:
                end = index
                break
            end = index + 1
            after = cells + wide - 1 - region.right
            break
        cells += wide
    else:
        if start < 0:
            return Span(len(text), len(text), 0, 0, True)
        return Span(start, len(text), before, 0, region.right < END and cells <= region.right)
    return Span(start, max(start, end), before, after, False)


def taken(editor: Editor, region: Region) -> Register:
    """Returns a region's text, as a register holds it."""
    lines = editor.lines
    first, last = region.start.line, region.end.line
    editor.budget.charge(0.01 * region.lines)
    if region.kind == "l":
        return Register(tuple(lines[first : last + 1]), "l")
    if region.kind == "b":
        return _block(editor, region)
    stop = region.stop(editor)
    if first == last:
        return Register((lines[first][region.start.col : stop],))
    return Register((lines[first][region.start.col :], *lines[first + 1 : last], lines[last][:stop]))


def _block(editor: Editor, region: Region) -> Register:
    pieces: list[str] = []
    for line in range(region.start.line, region.end.line + 1):
        span = block_spans(editor, region, line)
        text = editor.lines[line]
        piece = text[span.start : span.end]
        if piece.startswith("\t") and span.before:
            piece = " " * (editor.end_column(line, span.start) - region.left + 1) + piece[1:]
        if piece.endswith("\t") and span.after:
            piece = piece[:-1] + " " * (region.right - editor.column(line, span.end - 1) + 1)
        if len(piece) and piece.isspace() and span.end - span.start == 1 and (span.before or span.after):
            piece = " " * min(len(piece), region.right - region.left + 1) if not span.before else piece
            if span.before and span.after:
                piece = " " * (region.right - region.left + 1)
        pieces.append(piece)
    width = max(map(len, pieces)) if region.right >= END else region.right - region.left + 1
    return Register(tuple(pieces), "b", width)


def cut(editor: Editor, region: Region) -> None:
    """Removes a region's text; the cursor stays for the caller to move."""
    lines = editor.lines
    first, last = region.start.line, region.end.line
    if region.kind == "l":
        editor.replace(first, last + 1, ())
    elif region.kind == "b":
        new = []
        for line in range(first, last + 1):
            span, text = block_spans(editor, region, line), lines[line]
            blanks = " " * (span.before + span.after)
            new.append(text[: span.start] + blanks + text[span.end :])
        editor.replace(first, last + 1, new)
    else:
        stop = region.stop(editor)
        editor.replace(first, last + 1, (lines[first][: region.start.col] + lines[last][stop:],))

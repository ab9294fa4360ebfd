"""Steps through a buffer character by character, and the motions by words, sentences and paragraphs."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.shell.programs.vim.state import Place

__all__ = ["NUL", "Walker", "char_class", "paragraph", "starts_paragraph"]

NUL = "\0"
"""The character behind the last one of a line."""


def char_class(char: str, big: bool) -> int:
    """Returns 0 for blanks and line ends, 1 for punctuation, 2 for words' characters; big words have one class."""
    if char in " \t\0":
        return 0
    if big:
        return 1
    return 2 if char == "_" or char.isalnum() or char >= "\u00c0" else 1


class Walker:
    """A place that moves; `col` may stand behind a line's last character.

    Args:
        lines: The buffer.
        line: Where it begins.
        col: The same.
        big: Whether words are separated by blanks only.
    """

    def __init__(self, lines: Sequence[str], line: int, col: int, big: bool = False) -> None:
        self.lines, self.line, self.col, self.big = lines, line, col, big

    @property
    def place(self) -> Place:
        """The place."""
        return Place(self.line, self.col)

    def char(self) -> str:
        """Returns the character here."""
        text = self.lines[self.line]
        return text[self.col] if self.col < len(text) else NUL

    def kind(self) -> int:
        """Returns the class of the character here."""
        return char_class(self.char(), self.big)

    def empty(self) -> bool:
        """Returns whether this is an empty line."""
        return self.col == 0 and not self.lines[self.line]

    def inc(self) -> int:
        """Goes on one character: 0 on a character, 2 behind the last one, 1 on the next line, -1 at the end."""
        size = len(self.lines[self.line])
        if self.col < size:
            self.col += 1
            return 0 if self.col < size else 2
        if self.line + 1 < len(self.lines):
            self.line, self.col = self.line + 1, 0
            return 1
        return -1

    def dec(self) -> int:
        """Goes back one character: 0 within the line, 1 to behind the previous line's last one, -1 at the start."""
        if self.col > 0:
            self.col -= 1
            return 0
        if self.line > 0:
            self.line -= 1
            self.col = len(self.lines[self.line])
            return 1
        return -1

    def incl(self) -> int:
        """Goes on like `inc`, but not behind the last character of a line."""
        moved = self.inc()
        return self.inc() if moved >= 1 and self.col else moved

    def decl(self) -> int:
        """Goes back like `dec`, but not behind the last character of a line."""
        moved = self.dec()
        return self.dec() if moved == 1 and self.col else moved

    def skip(self, kind: int, forward: bool) -> bool:
        """Leaves the characters of a class; returns whether the buffer ended."""
        while self.kind() == kind:
            if (self.inc() if forward else self.dec()) == -1:
                return True
        return False

    # --- words -------------------------------------------------------------------------------------------------

    def word(self, count: int, eol: bool) -> bool:
        """Goes to the start of a later word; with `eol` the last one may end at the line's end."""
        while count > 0:
            count -= 1
            kind = self.kind()
            last = self.line == len(self.lines) - 1
            moved = self.inc()
            if moved == -1 or (moved >= 1 and last):
                return False
            if moved >= 1 and eol and count == 0:
                return True
            if kind:
                while self.kind() == kind:
                    moved = self.inc()
                    if moved == -1 or (moved >= 1 and eol and count == 0):
                        return True
            while self.kind() == 0:
                if self.empty():
                    break
                moved = self.inc()
                if moved == -1 or (moved >= 1 and last):
                    return True
        return True

    def back(self, count: int, stop: bool = False) -> bool:
        """Goes to the start of an earlier word."""
        while count > 0:
            count -= 1
            kind = self.kind()
            if self.dec() == -1:
                return False
            if not stop or kind == self.kind() or kind == 0:
                stopped = False
                while self.kind() == 0:
                    if self.empty():
                        stopped = True
                        break
                    if self.dec() == -1:
                        return True
                if stopped:
                    stop = False
                    continue
                if self.skip(self.kind(), False):
                    return True
            self.inc()
            stop = False
        return True

    def end(self, count: int, stop: bool, empty: bool) -> bool:
        """Goes to the end of a later word; with `stop` the first may be the one it stands on."""
        while count > 0:
            count -= 1
            kind = self.kind()
            if self.inc() == -1:
                return False
            stopped = False
            if kind and self.kind() == kind:
                if self.skip(kind, True):
                    return False
            elif not stop or kind == 0:
                while self.kind() == 0:
                    if empty and self.empty():
                        stopped = True
                        break
                    if self.inc() == -1:
                        return False
                if not stopped and self.skip(self.kind(), True):
                    return False
            if not stopped:
                self.dec()
            stop = False
        return True

    def back_end(self, count: int, eol: bool = False) -> bool:
        """Goes to the end of an earlier word."""
        while count > 0:
            count -= 1
            kind = self.kind()
            moved = self.dec()
            if moved == -1:
                return False
            if eol and moved == 1:
                return True
            if kind:
                while self.kind() == kind:
                    moved = self.dec()
                    if moved == -1 or (eol and moved == 1):
                        return True
            while self.kind() == 0:
                if self.empty():
                    break
                moved = self.dec()
                if moved == -1 or (eol and moved == 1):
                    return True
        return True

    # --- sentences ---------------------------------------------------------------------------------------------

    def at_paragraph(self) -> bool:
        """Returns whether a paragraph begins at this line."""
        return starts_paragraph(self.lines[self.line])

    def sentence(self, forward: bool, count: int) -> bool:
        """Goes to the start of a later or earlier sentence."""
        noskip = False
        while count > 0:
            count -= 1
            found = False
            if self.char() == NUL:
                while True:
                    if (self.incl() if forward else self.decl()) == -1 or self.char() != NUL:
                        break
                found = forward
            elif forward and self.col == 0 and self.at_paragraph():
                if self.line == len(self.lines) - 1:
                    return False
                self.line += 1
                found = True
            elif not forward:
                self.decl()
            if not found:
                self._before_punctuation(forward)
                ended = self._sentence_end(forward)
                if not ended:
                    if count:
                        return False
                    noskip = True
            while not noskip and self.char() in " \t":
                if self.incl() == -1:
                    break
        return True

    def _before_punctuation(self, forward: bool) -> None:
        found_dot = False
        while (char := self.char()) in " \t.!?)]\"'":
            probe = Walker(self.lines, self.line, self.col)
            if probe.decl() == -1 or (not self.lines[probe.line] and forward) or found_dot:
                break
            found_dot = char in ".!?"
            if char in ")]\"'" and probe.char() not in ".!?)]\"'":
                break
            self.decl()

    def _sentence_end(self, forward: bool) -> bool:
        first = self.line
        while True:
            char = self.char()
            if char == NUL or (self.col == 0 and self.at_paragraph()):
                if not forward and self.line != first:
                    self.line += 1
                return True
            if char in ".!?":
                probe = Walker(self.lines, self.line, self.col)
                moved = probe.inc()
                while moved != -1 and probe.char() in ")]\"'":
                    moved = probe.inc()
                if moved == -1 or probe.char() in " \t\0":
                    self.line, self.col = probe.line, probe.col
                    if self.char() == NUL:
                        self.inc()
                    return True
            if (self.incl() if forward else self.decl()) == -1:
                return False


def starts_paragraph(text: str) -> bool:
    """Returns whether a line separates paragraphs."""
    return not text or text[0] == "\f"


def paragraph(lines: Sequence[str], line: int, forward: bool, count: int) -> int:
    """Returns the line of a later or earlier paragraph's border, -1 if there is none.

    Args:
        lines: The buffer's lines.
        line: Number of the line from which to go, from 0.
        forward: Whether to go down.
        count: How many paragraphs to go.
    """
    step = 1 if forward else -1
    while count > 0:
        count -= 1
        skipped, first = False, True
        while True:
            skipped = skipped or bool(lines[line])
            if not first and skipped and starts_paragraph(lines[line]):
                break
            first = False
            line += step
            if not 0 <= line < len(lines):
                if count:
                    return -1
                line -= step
                break
    return line

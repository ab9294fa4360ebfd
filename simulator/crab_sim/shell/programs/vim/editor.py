"""The editor while it handles keys: a state taken apart, with the edits and the keys that wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from crab_sim.shell.programs.cells import width_of
from crab_sim.shell.programs.vim.state import END, Place, Redo, Undo, VimState
from crab_sim.shell.programs.world import World

__all__ = ["DEFAULTS", "Editor", "NeedKey", "Refused"]

DEFAULTS: Final[dict[str, int]] = {
    "autoindent": 0, "expandtab": 0, "ignorecase": 0, "number": 0, "readonly": 0, "ruler": 1, "scrolloff": 5,
    "shiftwidth": 8, "showmode": 1, "smartcase": 0, "softtabstop": 0, "tabstop": 8, "wrapscan": 1,
}  # fmt: skip
"""Options and their values at the start: Debian's, without a ``.vimrc``."""

_MAX_UNDO: Final = 1000
_MAX_UNDO_LINES: Final = 200_000
_MAX_LINES: Final = 200_000
_MAX_LINE: Final = 1_000_000


class NeedKey(Exception):
    """The keys so far are the beginning of a command."""


class Refused(Exception):
    """The editor beeps, or shows an error such as ``E486: Pattern not found: x``; the command ends."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.message = message


Step = Callable[["Editor"], None]


class Editor:
    """A state taken apart, so that commands can change it.

    Args:
        state: The state.
        world: The machine.
        step: Carries out the next command of the queue.

    Attributes:
        in_global: Whether a ``:global`` is going on.
        globals: The lines that a ``:global`` has still to visit.
        lines: The buffer.
        empty: Whether it hasn't even an empty line.
        line: The cursor's line.
        col: The cursor's index.
        queue: The keys that wait.
        at: Index of the next of them.
        typing: The last row while a command is typed, and the caret's index.
        redoing: Whether the last change is being repeated.
        budget: The work that is left for these keys.
    """

    def __init__(self, state: VimState, world: World, step: Step) -> None:
        self.world, self._step = world, step
        self.globals: list[int] = []
        self.in_global = False
        self.queue, self.at = "", 0
        self.redoing = False
        self.typing = ("", -1)
        self.budget = world.budget
        self.load(state)

    def load(self, state: VimState) -> None:
        """Takes a state apart."""
        self.state = state
        self.lines = list(state.lines)
        self.line, self.col = state.cursor
        self.want, self.mode = state.want, state.mode
        self.registers, self.marks = dict(state.registers), dict(state.marks)
        self.empty = state.empty
        self.before = state.before

    def freeze(self) -> VimState:
        """Returns the state as plain data."""
        return self.state._replace(
            lines=tuple(self.lines), empty=self.empty, cursor=Place(self.line, self.col), want=self.want,
            mode=self.mode, registers=dict(self.registers), marks=dict(self.marks), before=self.before,
        )  # fmt: skip

    # --- keys --------------------------------------------------------------------------------------------------

    def getkey(self) -> str:
        """Returns the next key.

        Raises:
            NeedKey: There is none.
        """
        if self.at >= len(self.queue):
            raise NeedKey
        key = self.queue[self.at]
        self.at += 1
        return key

    def charge_key(self) -> None:
        """Charges for a key: the buffer is kept before it, for keys that aren't complete.

        Raises:
            LimitExceeded: No work is left.
        """
        self.budget.charge(2 + len(self.lines) / 2048)

    def run(self, keys: str) -> None:
        """Carries out keys in place of those that wait; a command that isn't complete in the end is given up.

        Raises:
            Refused: One of them isn't possible.
        """
        queue, at = self.queue, self.at
        self.queue, self.at = keys, 0
        try:
            while self.at < len(self.queue) and self.state.status < 0:
                self.charge_key()
                before = self.freeze()
                try:
                    self._step(self)
                except NeedKey:
                    self.load(before)
                    break
        finally:
            self.queue, self.at = queue, at

    def repeat(self, keys: str, visual: tuple[str, int, int]) -> None:
        """Carries out the keys of the last change again, on as much text where it worked on a selection."""
        mode, lines, columns = visual
        if mode:
            self.state = self.state._replace(anchor=self.cursor)
            column = self.column(self.line, self.col)
            self.mode = mode
            self.line = min(len(self.lines) - 1, self.line + lines - 1)
            if mode == "v" and (lines > 1 or columns >= END):
                self.want = columns
            else:
                self.want = END if columns >= END else column + columns - 1
            if mode != "V":
                self.col = self.advance(self.line, self.want)
        self.redoing = True
        try:
            self.run(keys)
        finally:
            self.redoing = False

    def set_redo(self, register: str, count: int, keys: str, visual: tuple[str, int, int] = ("", 0, 0)) -> None:
        """Remembers a change for ``.``, unless it is being repeated.

        Args:
            register: The register that the change used; ``""`` for none.
            count: Its count; 0 for none.
            keys: Its keys, without both.
            visual: Mode, lines and columns of the selection that it worked on; an empty mode for none.
        """
        if not self.redoing:
            self.state = self.state._replace(redo=Redo(register, count, keys, visual))

    # --- options -----------------------------------------------------------------------------------------------

    def number(self, name: str) -> int:
        """Returns the value of an option."""
        return self.state.options.get(name, DEFAULTS[name])

    @property
    def shift(self) -> int:
        """The columns of one indent."""
        return self.number("shiftwidth") or self.number("tabstop")

    # --- the cursor --------------------------------------------------------------------------------------------

    @property
    def cursor(self) -> Place:
        """The cursor's place."""
        return Place(self.line, self.col)

    @property
    def text(self) -> str:
        """The cursor's line."""
        return self.lines[self.line]

    @property
    def visual(self) -> bool:
        """Whether there is a selection."""
        return self.mode in ("v", "V")

    @property
    def inserting(self) -> bool:
        """Whether typed characters go into the text."""
        return self.mode == "i"

    def go(self, line: int, col: int) -> None:
        """Moves the cursor; ``j`` and ``k`` keep to its column from now on."""
        self.line, self.col, self.want = line, col, -1

    def go_to_text(self, line: int) -> None:
        """Moves the cursor to a line's first character that isn't blank."""
        self.go(line, self.first_word(line))

    def clamp(self) -> None:
        """Moves the cursor back onto the text."""
        self.line = max(0, min(self.line, len(self.lines) - 1))
        size = len(self.lines[self.line])
        room = size if self.inserting or self.visual else size - 1
        self.col = max(0, min(self.col, room))

    def first_word(self, line: int) -> int:
        """Returns the index of a line's first character that isn't blank, or of its last one."""
        text = self.lines[line]
        index = len(text) - len(text.lstrip(" \t"))
        return index if index < len(text) or self.inserting else max(0, len(text) - 1)

    def column(self, line: int, col: int) -> int:
        """Returns the cell in which a character begins."""
        tabstop, cells = self.number("tabstop"), 0
        text = self.lines[line]
        if "\t" not in text and text.isascii() and text.isprintable():
            return min(col, len(text))
        for char in text[:col]:
            cells += tabstop - cells % tabstop if char == "\t" else width_of(char)
        return cells

    def end_column(self, line: int, col: int) -> int:
        """Returns the last cell of a character."""
        start = self.column(line, col)
        text = self.lines[line]
        if col >= len(text):
            return start
        tabstop = self.number("tabstop")
        return start + (tabstop - start % tabstop if text[col] == "\t" else max(1, width_of(text[col]))) - 1

    def cursor_column(self) -> int:
        """Returns the cell that the cursor is shown in: the last one of a tab, except while inserting."""
        if self.text[self.col : self.col + 1] == "\t" and not self.inserting and not self.visual:
            return self.end_column(self.line, self.col)
        return self.column(self.line, self.col)

    def wanted(self) -> int:
        """Returns the column to keep to."""
        if self.want < 0:
            self.want = self.cursor_column()
        return self.want

    def advance(self, line: int, want: int) -> int:
        """Returns the index of the character in a column of a line, at most one beyond it in a selection."""
        text = self.lines[line]
        more = 1 if self.inserting or self.visual else 0
        if want >= END:
            return max(0, len(text) - 1 + more)
        tabstop, cells, index = self.number("tabstop"), 0, 0
        while index < len(text) and cells <= want:
            cells += tabstop - cells % tabstop if text[index] == "\t" else width_of(text[index])
            index += 1
        return max(0, index - 1 if cells > want or not more else index)

    # --- edits -------------------------------------------------------------------------------------------------

    def replace(self, start: int, end: int, new: Sequence[str]) -> None:
        """Replaces the lines from `start` up to `end`, excluded; a buffer keeps at least one line.

        Raises:
            Refused: The text gets too long.
        """
        if len(self.lines) + len(new) > _MAX_LINES or (new and max(map(len, new)) > _MAX_LINE):
            raise Refused("E342: Out of memory!")
        old = tuple(self.lines[start:end])
        added = tuple(new)
        gone = not added and end - start == len(self.lines)
        if self.before is None:
            self.before = Undo(tuple(self.lines), self.empty, self.cursor, self.state.version)
        self.empty = gone or (self.empty and added == old)
        if gone:
            added = ("",)
        self.budget.charge(0.2 + 0.02 * (len(old) + len(added)) + len(self.globals) / 2048)
        self.lines[start:end] = added
        shift = len(added) - len(old)
        if shift:
            self._move_marks(start, end, shift)
            kept = start + len(added)
            self.globals = [at + shift if at >= end else at for at in self.globals if at >= end or at < kept]

    def _move_marks(self, start: int, end: int, shift: int) -> None:
        for name, place in list(self.marks.items()):
            if place.line >= end:
                self.marks[name] = Place(place.line + shift, place.col)
            elif start <= place.line and place.line >= end + shift:
                del self.marks[name]

    def set_line(self, line: int, text: str) -> None:
        """Replaces one line."""
        self.replace(line, line + 1, (text,))

    def commit(self) -> None:
        """Ends the change: the next ``u`` takes it back."""
        if self.before is None:
            return
        kept, size = [self.before], len(self.before.lines)
        for undo in reversed(self.state.undo[: self.state.undo_at]):
            size += len(undo.lines)
            if size > _MAX_UNDO_LINES or len(kept) == _MAX_UNDO:
                break
            kept.append(undo)
        version = self.state.versions + 1
        undo_at = len(kept)
        kept.reverse()
        self.state = self.state._replace(undo=tuple(kept), undo_at=undo_at, version=version, versions=version)
        self.before = None

    def undo(self, count: int) -> None:
        """Takes changes back."""
        for step in range(count):
            at = self.state.undo_at
            if not at:
                raise Refused("" if step else "Already at oldest change")
            self._swap(at - 1)
            self.state = self.state._replace(undo_at=at - 1)

    def redo(self, count: int) -> None:
        """Makes changes that were taken back again."""
        for step in range(count):
            at = self.state.undo_at
            if at == len(self.state.undo):
                raise Refused("" if step else "Already at newest change")
            self._swap(at)
            self.state = self.state._replace(undo_at=at + 1)

    def _swap(self, index: int) -> None:
        """Swaps the text with a kept one; the cursor goes to the first line that differs."""
        kept = list(self.state.undo)
        other, old, new = kept[index], self.lines, kept[index].lines
        kept[index] = Undo(tuple(old), self.empty, other.cursor, self.state.version)
        self.lines, self.empty = list(new), other.empty
        self.state = self.state._replace(undo=tuple(kept), version=other.version)
        self.budget.charge(len(new) / 2048)
        pairs = enumerate(zip(old, new, strict=False))
        end = other.cursor.line if len(old) == len(new) else len(new)
        line = min(next((at for at, pair in pairs if pair[0] != pair[1]), end), len(new) - 1)
        if line == other.cursor.line:
            self.go(*other.cursor)
        else:
            self.go_to_text(line)
        self.clamp()
        more = len(new) - len(old)
        what = f"{abs(more)} {'more' if more > 0 else 'fewer'} lines" if abs(more) > 1 else "1 change"
        if abs(more) == 1:
            what = "1 more line" if more > 0 else "1 line less"
        before, number = other.version < kept[index].version, max(other.version, kept[index].version)
        self.say(f"{what}; {'before' if before else 'after'} #{number}  ")

    @property
    def modified(self) -> bool:
        """Whether there are changes that aren't in the file."""
        return self.before is not None or self.state.version != self.state.saved

    # --- messages ----------------------------------------------------------------------------------------------

    def say(self, message: str, error: bool = False) -> None:
        """Shows a message in the last row."""
        self.state = self.state._replace(message=message, error=error)

    def say_lines(self, before: int) -> None:
        """Shows by how many lines the buffer has grown or shrunk, if it is more than two."""
        more = len(self.lines) - before
        if self.lines == [""] and before > 1:
            self.say("--No lines in buffer--")
        elif abs(more) > 2:
            self.say(f"{abs(more)} {'more' if more > 0 else 'fewer'} lines")

    def show(self, lines: Sequence[str]) -> None:
        """Shows lines that a command prints; more than one wait for Enter."""
        output = (*self.state.output, *lines)
        self.state = self.state._replace(output=output[-1000:])

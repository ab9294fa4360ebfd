"""The editor while it handles keys: a state taken apart, with the edits, the keys that wait, and undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from crab_sim.shell.programs.cells import width_of
from crab_sim.shell.programs.vim.state import END, Edit, Option, Place, Redo, Undo, VimState
from crab_sim.shell.programs.world import World

__all__ = ["DEFAULTS", "Editor", "NeedKey", "Refused"]

DEFAULTS: Final[dict[str, Option]] = {
    "autoindent": 0, "backspace": "indent,eol,start", "cursorline": 0, "expandtab": 0, "fileformat": "unix",
    "gdefault": 0, "hlsearch": 0, "ignorecase": 0, "incsearch": 1, "list": 0, "magic": 1, "modifiable": 1,
    "nrformats": "bin,hex", "number": 0, "readonly": 0, "relativenumber": 0, "ruler": 1, "scroll": 0, "scrolloff": 5,
    "shiftround": 0, "shiftwidth": 8, "showcmd": 1, "showmode": 1, "smartcase": 0, "smartindent": 0, "softtabstop": 0,
    "splitbelow": 0, "startofline": 1, "tabstop": 8, "textwidth": 0, "tildeop": 0, "undolevels": 1000,
    "whichwrap": "b,s", "wrap": 1, "wrapscan": 1, "fixendofline": 1, "joinspaces": 1, "clipboard": "",
    "background": "dark",
    "laststatus": 1, "mouse": "", "encoding": "utf-8", "filetype": "", "syntax": "",
}  # fmt: skip
"""Options and their values at the start: Debian's, without a ``.vimrc``."""

_MAX_UNDO: Final = 1000
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
        warned: Whether it was told that files are left.
        in_global: Whether a ``:global`` is going on.
        globals: The lines that a ``:global`` has still to visit.
        lines: The buffer.
        empty: Whether it hasn't even an empty line.
        line: The cursor's line.
        col: The cursor's index.
        queue: The keys that wait.
        at: Index of the next of them.
        typed: Index of the first of them that a person types; those before come from a macro.
        typing: The last row while a command is typed, and the caret's index.
        redoing: Whether the last change is being repeated.
        nested: How many ``:normal`` and ``.`` are going on.
        budget: The work that is left for these keys.
    """

    def __init__(self, state: VimState, world: World, step: Step) -> None:
        self.world, self._step = world, step
        self.globals: list[int] = []
        self.in_global = False
        self.warned = False
        self.queue, self.at, self.typed, self.nested = "", 0, 0, 0
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
        self.edits, self.before = list(state.edits), state.before

    def freeze(self) -> VimState:
        """Returns the state as plain data."""
        return self.state._replace(
            lines=tuple(self.lines), empty=self.empty, cursor=Place(self.line, self.col), want=self.want,
            mode=self.mode, registers=dict(self.registers), marks=dict(self.marks), edits=tuple(self.edits),
            before=self.before,
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
        if self.state.recording and self.at > self.typed and not self.nested:
            self.state = self.state._replace(recorded=self.state.recorded + key)
        return key

    def charge_key(self) -> None:
        """Charges for a key: the buffer is kept before it, for keys that aren't complete.

        Raises:
            LimitExceeded: No work is left.
        """
        self.budget.charge(2 + len(self.lines) / 2048)

    def unread(self) -> None:
        """Puts the last key back."""
        if self.state.recording and self.at > self.typed and not self.nested:
            self.state = self.state._replace(recorded=self.state.recorded[:-1])
        self.at -= 1

    def push(self, keys: str) -> None:
        """Puts keys before those that wait, as a macro does."""
        if len(keys) + len(self.queue) - self.at > 100_000:
            raise Refused("E132: Function call depth is higher than 'maxfuncdepth'")
        left = max(0, self.typed - self.at)
        self.queue, self.at, self.typed = keys + self.queue[self.at :], 0, len(keys) + left

    def run(self, keys: str) -> None:
        """Carries out keys as ``:normal`` does; a command that isn't complete in the end is given up.

        Raises:
            Refused: One of them isn't possible.
        """
        if self.nested > 40:
            raise Refused("E192: Recursive use of :normal too deep")
        queue, at, typed = self.queue, self.at, self.typed
        self.queue, self.at, self.typed = keys, 0, len(keys)
        self.nested += 1
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
            self.nested -= 1
            self.queue, self.at, self.typed = queue, at, typed

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
        before, self.redoing = self.redoing, True
        try:
            self.run(keys)
        finally:
            self.redoing = before

    def drop_pushed(self) -> None:
        """Drops the rest of macros, after an error."""
        self.at = max(self.at, self.typed)

    # --- options -----------------------------------------------------------------------------------------------

    def number(self, name: str) -> int:
        """Returns the value of a number or switch."""
        value = self.state.options.get(name, DEFAULTS[name])
        return value if isinstance(value, int) else 0

    def word(self, name: str) -> str:
        """Returns the value of a text option."""
        return str(self.state.options.get(name, DEFAULTS[name]))

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
        return self.mode in ("v", "V", "\x16")

    @property
    def anchor(self) -> Place:
        """The other end of the selection."""
        return self.state.anchor

    @property
    def anchor_differs(self) -> bool:
        """Whether more than one character is selected."""
        return self.state.anchor != self.cursor

    @property
    def inserting(self) -> bool:
        """Whether typed characters go into the text."""
        return self.mode in ("i", "R")

    def go(self, line: int, col: int) -> None:
        """Moves the cursor; ``j`` and ``k`` keep to its column from now on."""
        self.line, self.col, self.want = line, col, -1

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
        if self.col < len(self.text) and self.text[self.col] == "\t" and not self.inserting and not self.visual:
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

    def jump(self) -> None:
        """Remembers the cursor's place before a jump."""
        here = self.cursor
        self.marks["'"] = here
        jumps = (*[place for place in self.state.jumps if place.line != here.line], here)[-100:]
        self.state = self.state._replace(jumps=jumps, jump_at=len(jumps))

    # --- edits -------------------------------------------------------------------------------------------------

    def replace(self, start: int, end: int, new: Sequence[str]) -> None:
        """Replaces the lines from `start` up to `end`, excluded; a buffer keeps at least one line.

        Raises:
            Refused: The buffer can't be changed, or the text gets too long.
        """
        if not self.number("modifiable"):
            raise Refused("E21: Cannot make changes, 'modifiable' is off")
        if len(self.lines) + len(new) > _MAX_LINES or (new and max(map(len, new)) > _MAX_LINE):
            raise Refused("E342: Out of memory!")
        old = tuple(self.lines[start:end])
        added = tuple(new)
        gone = not added and end - start == len(self.lines)
        self.empty = gone or (self.empty and added == old)
        if gone:
            added = ("",)
        self.budget.charge(0.2 + 0.02 * (len(old) + len(added)) + len(self.globals) / 2048)
        if not self.edits:
            self.before = self.cursor
        self.lines[start:end] = added
        self._record(Edit(start, old, added))
        shift = len(added) - len(old)
        if shift:
            self._move_marks(start, end, shift)
            if self.globals:
                kept = start + len(added)
                self.globals = [at + shift if at >= end else at for at in self.globals if at >= end or at < kept]
        self.marks["."] = Place(start, self.col if start == self.line else 0)

    def _record(self, edit: Edit) -> None:
        """Adds an edit to this change; one within the lines of the last one becomes part of it."""
        last = self.edits[-1] if self.edits else None
        if last is not None and last.start <= edit.start and edit.start + len(edit.old) <= last.start + len(last.new):
            at = edit.start - last.start
            if edit.old or at:
                self.budget.charge(len(last.new) / 2048)
                new = (*last.new[:at], *edit.new, *last.new[at + len(edit.old) :])
                self.edits[-1] = Edit(last.start, last.old, new)
                return
        self.edits.append(edit)

    def _move_marks(self, start: int, end: int, shift: int) -> None:
        for name, place in list(self.marks.items()):
            if place.line >= end and name != ".":
                self.marks[name] = Place(place.line + shift, place.col)
            elif start <= place.line and place.line >= end + shift and name not in ".<>[]'":
                del self.marks[name]

    def set_line(self, line: int, text: str) -> None:
        """Replaces one line."""
        self.replace(line, line + 1, (text,))

    def touch(self) -> None:
        """Begins a change at the cursor, as vim does before it knows whether anything will differ."""
        if not self.edits:
            self.before = self.cursor

    def commit(self) -> None:
        """Ends the change: the next ``u`` takes it back."""
        if not self.edits:
            return
        state = self.state
        version = state.versions + 1
        undo = Undo(tuple(self.edits), self.before, state.version, version)
        kept = (*state.undo[: state.undo_at], undo)[-_MAX_UNDO:]
        self.state = state._replace(undo=kept, undo_at=len(kept), version=version, versions=version)
        self.edits = []

    @property
    def modified(self) -> bool:
        """Whether there are changes that aren't in the file."""
        return bool(self.edits) or self.state.version != self.state.saved

    def mark_change(self, start: Place, end: Place) -> None:
        """Sets the marks of the text that was changed or yanked last."""
        self.marks["["], self.marks["]"] = start, end

    # --- messages ----------------------------------------------------------------------------------------------

    def say(self, message: str, error: bool = False) -> None:
        """Shows a message in the last row."""
        self.state = self.state._replace(message=message, error=error)

    def show(self, lines: Sequence[str]) -> None:
        """Shows lines that a command prints; more than one wait for Enter."""
        output = (*self.state.output, *lines)
        self.state = self.state._replace(output=output[-1000:])

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

"""An editor's state as plain data, which the terminal keeps between two keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["END", "ESCAPE", "Insert", "Place", "Redo", "Register", "Search", "Undo", "VimState"]

END: Final = 1 << 30
"""The wanted column after ``$``: the end of every line."""
ESCAPE: Final = "\x1b"


class Place(NamedTuple):
    """A place in a buffer: line and index of a character, both from 0."""

    line: int
    col: int


class Register(NamedTuple):
    """The content of a register.

    Attributes:
        lines: Its lines.
        whole: Whether they are whole lines.
    """

    lines: tuple[str, ...]
    whole: bool = False


class Undo(NamedTuple):
    """A text that ``u`` or ctrl+r brings back.

    Attributes:
        lines: Its lines.
        empty: Whether it hasn't even an empty line.
        cursor: The cursor's place before the change.
        version: The text's version.
    """

    lines: tuple[str, ...]
    empty: bool
    cursor: Place
    version: int


class Redo(NamedTuple):
    """The last change, for ``.``.

    Attributes:
        register: The register that it used; empty for none.
        times: Its count; 0 for none.
        keys: Its keys, without both.
        visual: Mode, lines and columns of the selection that it worked on; an empty mode for none.
    """

    register: str = ""
    times: int = 0
    keys: str = ""
    visual: tuple[str, int, int] = ("", 0, 0)


class Search(NamedTuple):
    """The last search: its pattern and direction."""

    pattern: str = ""
    forward: bool = True


class Insert(NamedTuple):
    """An insertion that is going on.

    Attributes:
        start: Where it began.
        times: How often its text is to be there in the end.
        typed: The keys so far, for ``.``.
        opened: Whether a line was opened for it, as ``o`` does.
        indent: Whether its line has nothing but an indent that was made for it.
        redo: Register, count and keys of the command that began it.
    """

    start: Place
    times: int = 1
    typed: str = ""
    opened: bool = False
    indent: bool = False
    redo: Redo = Redo()


class VimState(NamedTuple):
    """The whole editor.

    Attributes:
        lines: The buffer; at least one line.
        empty: Whether there isn't even an empty line: a file of it has no bytes.
        cursor: The cursor.
        want: The column (cells from 0) that ``j`` and ``k`` try to reach; -1 for the cursor's own.
        mode: ``n`` normal, ``i`` insert, or ``v`` or ``V`` for the visual modes.
        anchor: The other end of the selection.
        version: Number of the text's version. Each change has a new one.
        versions: The highest version so far.
        saved: The version that the file has.
        before: The text before the change that is going on.
        undo: The texts before each change, and behind `undo_at` those after the changes that were taken back.
        undo_at: Index into them.
        registers: The registers by name.
        unnamed: The register that the unnamed one is.
        marks: Places by the mark's name, a lower-case letter.
        search: The last search.
        find: The last ``f``, ``t``, ``F`` or ``T`` with its character.
        redo: The last change.
        selected: First and last line of the last selection; -1 for none.
        insert: The insertion that is going on.
        top: The first line on the screen.
        rows: Rows of the screen, the last one included.
        columns: Columns of the screen.
        options: Options that differ from their defaults; a switch is 0 or 1.
        dos: Whether the file's lines end with CR and LF.
        name: The file's name as it was given.
        exists: Whether the file was there.
        pending: Keys of a command that isn't complete.
        typing: The last row while a command or pattern is being typed, and the caret's index in it.
        message: The last row otherwise.
        error: Whether the message is an error.
        output: Lines that commands have printed and Enter leaves.
        history: Commands that were typed.
        noting: Whether it notes in ``~/.viminfo``, when it ends, which file it has edited.
        status: Exit status once the editor has ended; -1 while it runs.
    """

    lines: tuple[str, ...] = ("",)
    empty: bool = True
    cursor: Place = Place(0, 0)
    want: int = -1
    mode: str = "n"
    anchor: Place = Place(0, 0)
    version: int = 0
    versions: int = 0
    saved: int = 0
    before: Undo | None = None
    undo: tuple[Undo, ...] = ()
    undo_at: int = 0
    registers: Mapping[str, Register] = {}
    unnamed: str = "0"
    marks: Mapping[str, Place] = {}
    search: Search = Search()
    find: str = ""
    redo: Redo = Redo()
    selected: tuple[int, int] = (-1, -1)
    insert: Insert | None = None
    top: int = 0
    rows: int = 24
    columns: int = 80
    options: Mapping[str, int] = {}
    dos: bool = False
    name: str = ""
    exists: bool = False
    pending: str = ""
    typing: tuple[str, int] = ("", -1)
    message: str = ""
    error: bool = False
    output: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    noting: bool = True
    status: int = -1

"""An editor's state as plain data, which the terminal keeps between two keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = [
    "END", "ESCAPE", "Edit", "Insert", "Option", "Place", "Redo", "Register", "Search", "Substitution", "Undo",
    "VimState", "Visual",
]  # fmt: skip

END: Final = 1 << 30
"""The wanted column after ``$``: the end of every line."""
ESCAPE: Final = "\x1b"
Option = int | str
"""The value of an option; a switch is 0 or 1."""


class Place(NamedTuple):
    """A place in a buffer: line and index of a character, both from 0."""

    line: int
    col: int


class Register(NamedTuple):
    """The content of a register.

    Attributes:
        lines: Its lines.
        kind: ``c`` for characters, ``l`` for lines, ``b`` for a block.
        width: Columns of a block.
    """

    lines: tuple[str, ...]
    kind: str = "c"
    width: int = 0


class Edit(NamedTuple):
    """One replacement of lines: `old` stood at `start`, `new` stands there now."""

    start: int
    old: tuple[str, ...]
    new: tuple[str, ...]


class Undo(NamedTuple):
    """The edits that one ``u`` takes back.

    Attributes:
        edits: The edits in their order.
        cursor: The cursor's place before them.
        before: The text's version before them.
        after: The version after them.
    """

    edits: tuple[Edit, ...]
    cursor: Place
    before: int
    after: int


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


class Visual(NamedTuple):
    """The last selection, for ``gv``: its mode, both ends (the cursor's second), and the wanted column."""

    mode: str
    start: Place
    end: Place
    want: int


class Search(NamedTuple):
    """The last search: its pattern, direction, and the offset behind its delimiter."""

    pattern: str = ""
    forward: bool = True
    offset: str = ""


class Substitution(NamedTuple):
    """The last ``:s``; `defined` tells whether there was one."""

    replacement: str = ""
    flags: str = ""
    pattern: str = ""
    defined: bool = False


class Insert(NamedTuple):
    """An insertion that is going on.

    Attributes:
        start: Where it began.
        times: How often its text is to be there in the end.
        typed: The keys so far, for ``.``.
        replaced: In replace mode, the characters under those typed; empty texts for those beyond the line.
        block: In a block: its first and last line, and the index or, for appending at lines' ends, -1.
        opened: Whether a line was opened for it, as ``o`` does; repeats get lines of their own.
        indent: Whether its line has nothing but an indent that was made for it.
        left: Index that the cursor goes to in the end of one in a block.
        redo: Register, count and keys of the command that began it.
    """

    start: Place
    times: int = 1
    typed: str = ""
    replaced: tuple[str, ...] = ()
    block: tuple[int, int, int] = (-1, -1, 0)
    opened: bool = False
    indent: bool = False
    left: int = 0
    redo: Redo = Redo()


class VimState(NamedTuple):
    r"""The whole editor.

    Attributes:
        lines: The buffer; at least one line.
        empty: Whether there isn't even an empty line: a file of it has no bytes.
        cursor: The cursor.
        want: The column (cells from 0) that ``j`` and ``k`` try to reach; -1 for the cursor's own.
        mode: ``n`` normal, ``i`` insert, ``R`` replace, or ``v``, ``V``, ``\x16`` for the three visual modes.
        anchor: The other end of the selection.
        once: Whether normal mode ends after one command, as after ctrl+o in insert mode.
        version: Number of the text's version. Each change has a new one.
        versions: The highest version so far.
        saved: The version that the file has.
        edits: The edits of the change that is going on.
        before: The cursor's place before them.
        undo: Changes that can be taken back, and behind `undo_at` those that were.
        undo_at: Index into them.
        registers: The registers by name.
        unnamed: The register that the unnamed one is.
        marks: Places by the mark's name.
        jumps: The jump list.
        jump_at: Index into it.
        search: The last search.
        find: The last ``f``, ``t``, ``F`` or ``T`` with its character.
        substitution: The last ``:s``.
        redo: The last change.
        recording: The register that keys are recorded into; empty for none.
        recorded: The keys so far.
        macro: The register that was executed last.
        visual: The last selection.
        insert: The insertion that is going on.
        inserted: The text of the last one.
        top: The first line on the screen.
        rows: Rows of the screen, the last one included.
        columns: Columns of the screen.
        options: Options that differ from their defaults.
        name: The file's name as it was given.
        exists: Whether the file was there.
        ends: Whether the file ends with a newline.
        other: Name of the alternate file.
        arguments: The files that were given.
        argument: Index into them.
        pending: Keys of a command that isn't complete.
        pushed: How many of them come from a macro.
        typing: The last row while a command or pattern is being typed, and the caret's index in it.
        message: The last row otherwise.
        error: Whether the message is an error.
        output: Lines that commands have printed and Enter leaves.
        history: Commands that were typed.
        command: The last command, for ``@:``.
        highlight: Whether matches of the search are marked.
        status: Exit status once the editor has ended; -1 while it runs.
    """

    lines: tuple[str, ...] = ("",)
    empty: bool = True
    cursor: Place = Place(0, 0)
    want: int = -1
    mode: str = "n"
    anchor: Place = Place(0, 0)
    once: bool = False
    version: int = 0
    versions: int = 0
    saved: int = 0
    edits: tuple[Edit, ...] = ()
    before: Place = Place(0, 0)
    undo: tuple[Undo, ...] = ()
    undo_at: int = 0
    registers: Mapping[str, Register] = {}
    unnamed: str = "0"
    marks: Mapping[str, Place] = {}
    jumps: tuple[Place, ...] = ()
    jump_at: int = 0
    search: Search = Search()
    find: str = ""
    substitution: Substitution = Substitution()
    redo: Redo = Redo()
    recording: str = ""
    recorded: str = ""
    macro: str = ""
    visual: Visual | None = None
    insert: Insert | None = None
    inserted: str = ""
    top: int = 0
    rows: int = 24
    columns: int = 80
    options: Mapping[str, Option] = {}
    name: str = ""
    exists: bool = False
    ends: bool = True
    other: str = ""
    arguments: tuple[str, ...] = ()
    argument: int = 0
    pending: str = ""
    pushed: int = 0
    typing: tuple[str, int] = ("", -1)
    message: str = ""
    error: bool = False
    output: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    command: str = ""
    highlight: bool = False
    status: int = -1

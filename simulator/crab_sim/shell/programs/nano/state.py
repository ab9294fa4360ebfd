"""The state of nano as plain data."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["NanoState", "Prompt", "Replacing", "Snapshot"]


class Prompt(NamedTuple):
    """A question in the status bar.

    Attributes:
        kind: ``write``, ``leave``, ``overwrite``, ``search``, ``replace``, ``with``, ``each``, ``goto`` or ``read``.
        label: The question.
        text: The typed text.
        caret: Index into it.
        leaving: Whether the editor ends afterwards.
    """

    kind: str
    label: str
    text: str = ""
    caret: int = 0
    leaving: bool = False


class Snapshot(NamedTuple):
    """The text before a change, and the cursor; `kind` tells which changes are taken back together."""

    lines: tuple[str, ...]
    line: int
    col: int
    kind: str = ""


class Replacing(NamedTuple):
    """The state of replacing, which goes from the cursor to the end of the text, and from its start to the cursor.

    Attributes:
        line: The line from which it goes on.
        col: The index in it.
        from_line: The cursor's line at its start, to which the cursor returns.
        from_col: The cursor's index.
        wrapped: Whether it has come past the end of the text.
        places: How many places were replaced.
    """

    line: int = 0
    col: int = 0
    from_line: int = 0
    from_col: int = 0
    wrapped: bool = False
    places: int = 0


class NanoState(NamedTuple):
    """The editor.

    Attributes:
        lines: The text.
        line: The cursor's line.
        col: The cursor's index.
        want: The column that going up and down keeps to; -1 for the cursor's own.
        top: The first line in view.
        name: The file's name.
        saved: The text in the file.
        undo: Earlier texts.
        redo: Texts that were taken back.
        cut: The cut text.
        cutting: Whether the last key cut a line: the next one adds to it.
        mark: The other end of the marked text; line -1 for none.
        mark_col: Its index.
        prompt: The question in the status bar.
        message: The status bar otherwise.
        pattern: The last search.
        replacement: The last replacement.
        asking: The place from which replacing goes on.
        help: The first line of the help text in view; -1 while it isn't shown.
        escape: Whether escape was pressed, which makes the next key one with alt.
        rows: Rows of the screen.
        columns: Columns of the screen.
        status: Exit status once it has ended; -1 while it runs.
        left: Keys behind the one that ended it.
    """

    lines: tuple[str, ...] = ("",)
    line: int = 0
    col: int = 0
    want: int = -1
    top: int = 0
    name: str = ""
    saved: tuple[str, ...] = ("",)
    undo: tuple[Snapshot, ...] = ()
    redo: tuple[Snapshot, ...] = ()
    cut: tuple[str, ...] = ()
    cutting: bool = False
    mark: int = -1
    mark_col: int = 0
    prompt: Prompt | None = None
    message: str = ""
    pattern: str = ""
    replacement: str = ""
    asking: Replacing = Replacing()
    help: int = -1
    escape: bool = False
    rows: int = 24
    columns: int = 80
    status: int = -1
    left: str = ""

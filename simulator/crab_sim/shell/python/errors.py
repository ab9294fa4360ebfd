"""Exceptions of programs: their tracebacks, and the errors of files as Python words them."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from crab_sim.files import FileError
from crab_sim.shell.errors import LimitExceeded
from crab_sim.shell.python.code import Frame
from crab_sim.shell.python.values import Value

if TYPE_CHECKING:
    from crab_sim.shell.python.text import Text

TRACE: Final = "_trace_of_program"
"""Attribute of an exception that holds its traceback, innermost frame first."""
_NUMBERS: Final = {
    "No such file or directory": errno.ENOENT,
    "Is a directory": errno.EISDIR,
    "Not a directory": errno.ENOTDIR,
    "File exists": errno.EEXIST,
    "Directory not empty": errno.ENOTEMPTY,
    "Permission denied": errno.EACCES,
    "No space left on device": errno.ENOSPC,
    "File name too long": errno.ENAMETOOLONG,
    "Invalid argument": errno.EINVAL,
    "Too many levels of symbolic links": errno.ELOOP,
}


class TraceEntry(NamedTuple):
    """A line of a traceback: the frame, its file, its line and the name of its code."""

    frame: Frame
    file: str
    line: int
    name: str


def from_file_error(error: FileError, shown: object = None) -> OSError:
    """Returns the exception of Python for an error of the virtual files.

    Args:
        error: the error.
        shown: the path as the program gave it.
    """
    return OSError(_NUMBERS.get(error.reason, errno.EIO), error.reason, error.path if shown is None else shown)


def shown(value: Value, text: Text, otherwise: str) -> str:
    """Returns ``str(value)``, or another text if that raises an exception."""
    try:
        return text.show(value)
    except LimitExceeded:
        raise
    except Exception:
        return otherwise


def describe(error: BaseException, text: Text) -> str:
    """Returns the last line of a traceback."""
    kind = type(error)
    name = (
        kind.__qualname__ if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}.{kind.__qualname__}"
    )
    message = shown(error, text, "<exception str() failed>")
    return f"{name}: {message}\n" if message else f"{name}\n"


def format_traceback(error: BaseException, text: Text, source: Callable[[str], list[str]], depth: int = 0) -> str:
    """Returns the traceback of an exception, and of those that it came from.

    Args:
        error: the exception.
        text: values as text.
        source: the lines of a file, empty if they are not known.
        depth: the number of exceptions that came from this one.
    """
    before = ""
    if depth < 5:
        if error.__cause__ is not None:
            before = format_traceback(error.__cause__, text, source, depth + 1)
            before += "\nThe above exception was the direct cause of the following exception:\n\n"
        elif error.__context__ is not None and not error.__suppress_context__:
            before = format_traceback(error.__context__, text, source, depth + 1)
            before += "\nDuring handling of the above exception, another exception occurred:\n\n"
    entries: list[TraceEntry] = list(reversed(error.__dict__.get(TRACE, [])))
    lines = ["Traceback (most recent call last):\n"] if entries else []
    repeated = 0
    for index, entry in enumerate(entries):
        same = index and entries[index - 1][1:] == entry[1:]
        repeated = repeated + 1 if same else 0
        if repeated < 3:
            lines.append(_entry(entry, source))
        following = entries[index + 1] if index + 1 < len(entries) else None
        if repeated >= 3 and (following is None or following[1:] != entry[1:]):
            lines.append(f"  [Previous line repeated {repeated - 2} more time{'s' if repeated > 3 else ''}]\n")
    return before + "".join(lines) + describe(error, text)


def _entry(entry: TraceEntry, source: Callable[[str], list[str]]) -> str:
    lines = source(entry.file)
    line = lines[entry.line - 1].strip() if 0 < entry.line <= len(lines) else ""
    where = f'  File "{entry.file}", line {entry.line}, in {entry.name}\n'
    return where + (f"    {line}\n" if line else "")

"""Reading the text of a program."""

from __future__ import annotations

import ast
import re
import threading
import warnings
from typing import Final

from crab_sim.shell.python.code import Code
from crab_sim.shell.python.compiler.base import Unsupported
from crab_sim.shell.python.compiler.statements import compile_module
from crab_sim.shell.python.limits import MAX_SOURCE

_PARSING: Final = threading.Lock()  # the filters of warnings belong to the whole process
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


def decode_source(data: bytes) -> str:
    """Returns the text of a program.

    Raises:
        SyntaxError: it is not UTF-8.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    for line in data.split(b"\n", 2)[:2]:
        found = _CODING.match(line)
        if found and found[1].lower() in (b"latin-1", b"iso-8859-1"):
            return data.decode("latin-1")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line_number = data[: error.start].count(b"\n") + 1
        raise SyntaxError(
            f"(unicode error) 'utf-8' codec can't decode byte {data[error.start]:#x} in position {error.start}: "
            f"{error.reason}",
            ("<file>", line_number, 0, None),
        ) from None


def parse_program(data: bytes | str, file: str) -> Code:
    """Returns the code of a program.

    Args:
        data: its text.
        file: the name of its file, shown in tracebacks.

    Raises:
        SyntaxError: it is malformed.
        Unsupported: it uses syntax beyond the subset.
        RecursionError: it is nested too deeply.
    """
    text = decode_source(data) if isinstance(data, bytes) else data
    if len(text) > MAX_SOURCE:
        raise Unsupported("programs of this size", 1)
    if "\0" in text:
        raise SyntaxError("source code cannot contain null bytes", (file, 1, 0, None))
    try:
        with _PARSING, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text, file)
    except (RecursionError, MemoryError):
        raise RecursionError("maximum recursion depth exceeded during compilation") from None
    except ValueError as error:
        raise SyntaxError(str(error), (file, 1, 0, None)) from None
    return compile_module(tree, file)

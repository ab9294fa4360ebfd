"""Parsing Python's syntax in several threads.

Up to Python 3.11.7 all threads share the parser's count of its recursion. If the garbage collector runs a finalizer
while one thread parses, and another one parses meanwhile, either may end with ``SystemError: AST constructor
recursion depth mismatch`` (https://github.com/python/cpython/issues/106905).
"""

from __future__ import annotations

import ast
import threading

__all__ = ["parse"]

_ONE_AT_A_TIME = threading.RLock()  # a finalizer that parses runs in the thread that holds it


def parse(source: str | bytes) -> ast.Module:
    """Returns what `ast.parse` does, in one thread at a time.

    Raises:
        SyntaxError: The source is no Python.

    >>> ast.unparse(parse("x=1"))
    'x = 1'
    """
    with _ONE_AT_A_TIME:
        return ast.parse(source)

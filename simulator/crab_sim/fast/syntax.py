"""Parsing Python's syntax in several threads.

Up to Python 3.11.7 all threads share the parser's count of its recursion. If the garbage collector runs a finalizer
while one thread parses, and another one parses meanwhile, either may end with ``SystemError: AST constructor
recursion depth mismatch`` (https://github.com/python/cpython/issues/106905).
"""

from __future__ import annotations

import ast
import os
import threading
import warnings

__all__ = ["parse", "parse_program"]

_one_at_a_time = threading.RLock()  # a finalizer that parses runs in the thread that holds it


def parse(source: str | bytes) -> ast.Module:
    """Returns what `ast.parse` does, in one thread at a time.

    Raises:
        SyntaxError: The source is no Python.

    >>> ast.unparse(parse("x=1"))
    'x = 1'
    """
    with _one_at_a_time:
        return ast.parse(source)


def parse_program(source: str, file: str) -> ast.Module:
    """Returns the syntax of a whole program that the compiler accepts too; it finds a ``return`` outside a function.

    Warnings about the program are dropped.

    Args:
        source: The program.
        file: The name of its file, for errors.

    Raises:
        SyntaxError: The source is no Python.

    >>> parse_program("return 1", "x.py")
    Traceback (most recent call last):
      ...
      File "x.py", line 1
    SyntaxError: 'return' outside function
    """
    with _one_at_a_time, warnings.catch_warnings():  # the filters of warnings belong to the whole process
        warnings.simplefilter("ignore")
        tree = ast.parse(source, file)
        compile(tree, file, "exec", dont_inherit=True)
        return tree


def _forked() -> None:
    global _one_at_a_time
    _one_at_a_time = threading.RLock()  # one that no thread of the other process holds


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)

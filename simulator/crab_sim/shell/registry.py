"""The registry of the commands that every machine has."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from crab_sim.fast.syntax import parse
from crab_sim.shell.context import Command

COMMANDS: dict[str, Command] = {}
"""The commands that every machine has, by name."""


def command(*names: str) -> Callable[[Command], Command]:
    """Registers a function under `names`; its docstring becomes its ``--help``: first the usage line, then the rest."""

    def register(function: Command) -> Command:
        for name in names:
            COMMANDS[name] = function
        return function

    return register


def usage(name: str, command: Command) -> str:
    """Returns the help text of a command: the usage line of its docstring, then the description."""
    about, _, synopsis = (command.__doc__ or _docstring(command) or name).partition("Usage: ")
    return f"Usage: {synopsis.strip() or name}\n{about.strip()}\n"


@lru_cache(maxsize=256)
def _docstring(command: Command) -> str | None:
    """Returns the docstring of a compiled function from the Python file beside the compiled module: mypyc drops it."""
    compiled = Path(sys.modules[command.__module__].__file__ or "")
    source = compiled.with_name(compiled.name.partition(".")[0] + ".py")
    if not source.is_file():
        return None
    for node in parse(source.read_bytes()).body:
        if isinstance(node, ast.FunctionDef) and node.name == command.__name__:
            return ast.get_docstring(node, clean=False)
    return None

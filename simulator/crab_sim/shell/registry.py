"""The registry of the commands that every machine has."""

from __future__ import annotations

from collections.abc import Callable

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
    about, _, synopsis = (command.__doc__ or name).partition("Usage: ")
    return f"Usage: {synopsis.strip() or name}\n{about.strip()}\n"

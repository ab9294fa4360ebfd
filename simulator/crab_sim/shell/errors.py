"""Exceptions that end a command, a function, a loop or the whole line."""

from __future__ import annotations

from crab_sim.machine.work import LimitExceeded as LimitExceeded


class CommandError(Exception):
    """A command fails: `message` is printed after the command's name, `status` becomes its exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class UsageError(CommandError):
    """An option is unknown: `option` is its letter with the dash, ``"--"`` for a long one."""

    def __init__(self, message: str, status: int, option: str) -> None:
        super().__init__(message, status)
        self.option = option


class ExitShell(Exception):
    """``exit`` leaves the shell."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class LoopControl(Exception):
    """``break`` or ``continue`` leaves or continues the loop `levels` levels up."""

    def __init__(self, kind: str, levels: int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.levels = levels


class ReturnFunction(Exception):
    """``return`` leaves a function."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class ExpansionError(Exception):
    """A word cannot be expanded (an unset variable, bad arithmetic); the line ends with status 1."""

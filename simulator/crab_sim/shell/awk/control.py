"""Exceptions by which statements of ``awk`` leave a loop, a record, a function or the program."""

from __future__ import annotations

from crab_sim.shell.awk.values import Value


class NextRecord(Exception):
    """``next``."""


class ExitProgram(Exception):
    """``exit``."""


class BreakLoop(Exception):
    """``break``."""


class ContinueLoop(Exception):
    """``continue``."""


class ReturnFunction(Exception):
    """``return value``."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value

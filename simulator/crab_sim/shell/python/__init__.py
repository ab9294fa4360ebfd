"""The command ``python3``: a bounded subset of Python over the virtual files.

A program is parsed by the host's `ast`, compiled to instructions (`compiler/`) and run by a machine of its own
(`machine/`): nothing of it is ever executed by the host. Its numbers, texts and containers are the host's, but
operators, attributes, built-in functions and modules are only those that tables list (`operators.py`, `members/`,
`builtins/`, `modules/`), each with bounds on work and sizes. All is imported at the first call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crab_sim.shell.context import CommandContext

__all__ = ["python3"]


def python3(context: CommandContext) -> int:
    """Run a program in a subset of Python.

    Usage: python3 [-c COMMAND | -m json.tool | FILE | -] [ARG]...
    """
    from crab_sim.shell.python.command import run_python

    return run_python(context)

"""The command ``python3``: programs in Python over the virtual files.

Programs run in Monty (``pydantic-monty``), an interpreter of a part of Python that reaches nothing of the host.

* `command` - options, the program's text, its end. `run` - a run of a program: modules, bounds, status, traceback.
* `source` - programs as Monty is given them. ``library/`` - modules of Python's library that Monty lacks.
* `worker` - the process that runs programs, from the simulator's side. `sandbox` - what this process runs.
* `system` - answers programs' calls of the system with the simulated machine's files, clock and chance.

All of this is imported at the first call.
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

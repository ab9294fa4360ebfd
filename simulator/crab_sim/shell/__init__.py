r"""A small POSIX-like shell over a virtual file system: one shell for the simulated desktop and the simulated phone.

It never touches the real machine: files are a `Files` value, a `Host` answers questions about time and processes, and
requests to the machine (open an app, sleep, end a process) are returned as plain data in `Result.effects`. `run`
returns for every text: work, output, nesting and sizes are bounded.

>>> from crab_sim.shell.testing import example_host, example_files
>>> host = example_host()
>>> result = run("for f in *.txt; do wc -l < $f; done | sort -n", example_files(), login_state(host), host)
>>> result.stdout, result.status
(b'2\n3\n', 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import crab_sim.shell.awk.command
import crab_sim.shell.commands  # noqa: F401 - these two register the commands
from crab_sim.files import Files
from crab_sim.machine.work import Budget
from crab_sim.shell.complete import complete, last_word
from crab_sim.shell.context import Command, CommandContext, CommandHost
from crab_sim.shell.errors import CommandError
from crab_sim.shell.host import Host
from crab_sim.shell.lang.interpreter import Interpreter
from crab_sim.shell.lang.parser import parse
from crab_sim.shell.lang.streams import Input
from crab_sim.shell.lang.tree import ShellSyntaxError
from crab_sim.shell.limits import MAX_HISTORY
from crab_sim.shell.programs.program import Outcome, Program
from crab_sim.shell.registry import COMMANDS
from crab_sim.shell.state import ShellState, login_state
from crab_sim.shell.text import clean, quote

__all__ = [
    "COMMANDS",
    "Command",
    "CommandContext",
    "CommandError",
    "CommandHost",
    "Host",
    "Result",
    "ShellState",
    "complete",
    "is_incomplete",
    "last_word",
    "login_state",
    "quote",
    "run",
    "run_argv",
]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a line.

    Attributes:
        stdout: bytes written to standard output.
        stderr: bytes written to standard error.
        terminal: both streams together, in the order of writing.
        status: exit status, 0 to 255.
        files: the file system afterwards.
        state: the shell afterwards.
        effects: requests to the machine in order, tuples of plain data such as ``("sleep", 2.0)``, ``("clear",)``,
            ``("kill", pid, signal)``, ``("exit",)`` and those of the machine's own commands.
        program: the program that has taken the screen; the line is to be run again with its outcome once it has ended.
        ended: whether a command read standard input to its end, and would have waited for more on a real machine.
    """

    stdout: bytes
    stderr: bytes
    terminal: bytes
    status: int
    files: Files
    state: ShellState
    effects: tuple[tuple[object, ...], ...]
    ended: bool = False
    program: Program | None = None


def run(
    line: str,
    files: Files,
    state: ShellState,
    host: CommandHost,
    stdin: bytes = b"",
    screen: tuple[int, int] | None = None,
    outcomes: Sequence[Outcome] = (),
    budget: Budget | None = None,
) -> Result:
    """Runs one or several lines of shell text; errors in it are part of the result and never raised.

    Args:
        line: the text; it is added to the history.
        files: the file system before.
        state: the shell before.
        host: the machine.
        stdin: standard input.
        screen: rows and columns that programs such as ``vim`` may take; None where there is no screen.
        outcomes: what the line's first programs have left behind, when it is run again after them.
        budget: the work that is left for it; None for that of one line.
    """
    line = clean(line)
    if line.strip() and not line[0].isspace():
        state = replace(state, history=(*state.history[-MAX_HISTORY + 1 :], line))
    shell = Interpreter(files, state, host, stdin)
    shell.screen, shell.outcomes = screen, list(outcomes)
    if budget is not None:
        shell.budget = budget
    given = shell.stdin
    shell.run_line(line)
    return _result(shell, given)


def run_argv(argv: Sequence[str], files: Files, state: ShellState, host: CommandHost, stdin: bytes = b"") -> Result:
    """Runs one command without parsing, expanding or recording anything.

    Args:
        argv: the command's name and arguments.
        files: the file system before.
        state: the shell before.
        host: the machine.
        stdin: standard input.
    """
    shell = Interpreter(files, state, host, stdin)
    given = shell.stdin
    shell.run_arguments([clean(arg) for arg in argv])
    return _result(shell, given)


def _result(shell: Interpreter, given: Input) -> Result:
    effects = (*shell.effects, ("exit",)) if shell.exiting else tuple(shell.effects)
    transcript = shell.transcript
    return Result(
        stdout=transcript.stdout.value(),
        stderr=transcript.stderr.value(),
        terminal=b"".join(transcript.shown),
        status=shell.status,
        files=shell.files,
        state=shell.state(),
        effects=effects,
        ended=given.ended,
        program=shell.program,
    )


def is_incomplete(line: str) -> bool:
    """Returns whether a terminal must read more text first (an open quote, a loop without ``done``).

    >>> is_incomplete("for f in *; do"), is_incomplete("ls")
    (True, False)
    """
    try:
        parse(clean(line))
    except ShellSyntaxError as error:
        return error.incomplete
    return False

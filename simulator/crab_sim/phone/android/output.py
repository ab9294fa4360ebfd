"""The result of a line of the phone's shell."""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.shell import ShellState

__all__ = ["Output"]


class Output(NamedTuple):
    """The result of a line.

    Attributes:
        stdout: Bytes written to standard output.
        stderr: Bytes written to standard error.
        status: Exit status, 0 to 255.
        state: The shell afterwards.
        follow: Empty, or the command that goes on printing until it is stopped (`Device.log_since` has what it
            prints): ``"logcat"``, with its arguments where it has some.
        exited: Whether the line ended the shell.
        ended: Whether something read standard input to its end.
        terminal: Both streams in the order of writing.
        slept: Seconds that the line has slept and that have not passed; see `Device.waits`.
    """

    stdout: bytes
    stderr: bytes
    status: int
    state: ShellState
    follow: str = ""
    exited: bool = False
    ended: bool = False
    terminal: bytes = b""
    slept: float = 0.0

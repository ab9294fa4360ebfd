"""Checks of one line that is run on the example machine."""

from __future__ import annotations

from crab_sim.shell.testing import example_files, example_run

FILES = example_files()


def check_error(line: str, shown: str, status: int) -> None:
    """Asserts that a line writes an error and nothing else, ends with a status, and changes no file."""
    result = example_run(line)
    assert (result.terminal.decode(), result.status) == (shown, status)
    assert result.stdout == b""
    assert result.files == FILES


def check_output(line: str, shown: str) -> None:
    """Asserts what a line writes to its standard output."""
    assert example_run(line).stdout.decode() == shown

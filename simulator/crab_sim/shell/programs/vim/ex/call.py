"""One call of an ex command."""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.shell.programs.vim.ex.ranges import Range

__all__ = ["Call"]


class Call(NamedTuple):
    """A call.

    Attributes:
        name: The command's full name.
        lines: Its range.
        bang: Whether ``!`` follows the name.
        rest: Its arguments.
    """

    name: str
    lines: Range
    bang: bool
    rest: str

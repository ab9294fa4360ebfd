"""Limits on the work and the output of one line."""

from __future__ import annotations

from typing import Final

from crab_gym.sim.shell.errors import LimitExceeded

MAX_STEPS: Final = 20_000
"""Maximum work of one line: one step per command, plus one per 4 KiB handled."""
MAX_OUTPUT: Final = 1 << 20
"""Maximum bytes of one substitution or variable, and on most machines of one stream or pipe."""
MAX_FIELDS: Final = 20_000
"""Maximum arguments of one command."""
MAX_HISTORY: Final = 500
"""Number of lines in the history."""
_WORK_UNIT: Final = 4096


class Budget:
    """The work that is left for a line."""

    __slots__ = ("left",)

    def __init__(self, steps: float = MAX_STEPS) -> None:
        self.left = float(steps)

    def charge(self, steps: float = 1) -> None:
        """Takes `steps` off.

        Raises:
            LimitExceeded: nothing is left.
        """
        self.left -= steps
        if self.left < 0:
            raise LimitExceeded("too much work for one line, stopped")

    def handle(self, size: int) -> None:
        """Charges for `size` bytes or characters handled."""
        self.charge(size / _WORK_UNIT)

"""The work that a simulated machine does in one step, counted in operations, so that it ends alike on every host.

* `Budget` - the work that is left for something. `Work` - a machine's budget, which each step fills again.
* `LimitExceeded` - the work, or another limit, is used up.
* `MAX_WORK` - the most work of one step.

A unit of work is about what a shell needs for one short command, or an app for a tenth of a key: some 0.05 ms.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MAX_WORK", "Budget", "LimitExceeded", "Work"]

MAX_WORK: Final = 20_000
"""The most work of one step, and of one line of a shell: a unit per command, plus one per 4 KiB handled."""
_SIZE: Final = 4096  # bytes or characters that are handled in a unit


class LimitExceeded(Exception):
    """The work or another limit is used up: what is under way ends here."""


class Budget:
    """The work that is left.

    Args:
        left: Units of it.
    """

    __slots__ = ("left",)

    def __init__(self, left: float = MAX_WORK) -> None:
        self.left = float(left)

    def charge(self, units: float = 1) -> None:
        """Takes units off.

        Raises:
            LimitExceeded: Nothing is left.
        """
        self.left -= units
        if self.left < 0:
            raise LimitExceeded("too much work for one line, stopped")

    def handle(self, size: int) -> None:
        """Charges for `size` bytes or characters handled."""
        self.charge(size / _SIZE)

    def spend(self, units: float) -> bool:
        """Takes units off, and returns whether any are left; for what can stop by itself."""
        self.left -= units
        return self.left >= 0


class Work(Budget):
    """The work that a machine may still do in the present step; ``with machine.work:`` is a step.

    A step within a step, as when a handler types text, belongs to the outer one.

    Attributes:
        untyped: How many characters of a text were left out, since the work was used up.
    """

    __slots__ = ("_depth", "untyped")

    def __init__(self) -> None:
        super().__init__()
        self.untyped, self._depth = 0, 0

    def __enter__(self) -> None:
        """Begins a step."""
        if self._depth == 0:
            self.left, self.untyped = float(MAX_WORK), 0
        self._depth += 1

    def __exit__(self, *exception: object) -> None:
        """Ends a step."""
        self._depth -= 1

    def leaves_out(self, text: str) -> bool:
        """Returns whether no work is left to type a text; it is noted that it isn't typed."""
        if self.left >= 0:
            return False
        self.untyped += len(text)
        return True

    @property
    def spent(self) -> float:
        """Units that the step has used."""
        return MAX_WORK - self.left

    @property
    def cut_short(self) -> str:
        """What of the step wasn't carried out, as a sentence; ``""`` if all was."""
        if self.left >= 0:
            return ""
        rest = f"the last {self.untyped} characters weren't typed" if self.untyped else "a part of it wasn't done"
        return f"the action is too much work for one step and was stopped: {rest}"

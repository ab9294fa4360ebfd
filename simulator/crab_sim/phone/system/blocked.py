"""Blocked numbers: their calls don't ring, and their texts don't arrive.

State: slice ``"blocked_numbers"``, a tuple of `BlockedRow` by id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import Slice
from crab_sim.phone.numbers import digits

__all__ = ["BLOCKED", "EXPLANATION", "BlockedRow", "block", "is_blocked"]

EXPLANATION: Final = "You will no longer receive calls or texts from this number."
"""What a dialog says before a number is blocked."""


class BlockedRow(NamedTuple):
    """A number that is blocked."""

    id: int
    number: str


BLOCKED: Final = Slice[tuple[BlockedRow, ...]]("blocked_numbers")


def is_blocked(rows: Sequence[BlockedRow], number: str) -> bool:
    """Returns whether a number is one of the blocked ones."""
    return any([digits(row.number) == digits(number) for row in rows])


def block(machine: Machine, number: str, on: bool) -> None:
    """Blocks a number, or unblocks it."""
    rows = tuple([row for row in machine.get(BLOCKED) if digits(row.number) != digits(number)])
    machine.put(BLOCKED, (*rows, BlockedRow(next_id(machine.get(BLOCKED)), number)) if on else rows)

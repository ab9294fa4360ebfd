"""Progress of the training scripts: bars in a terminal, plain lines where the output goes to a file.

* `watched` - shows how far a loop is.
* `is_terminal` - whether somebody watches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import track

__all__ = ["is_terminal", "watched"]

LINES = 10
"""Lines about a loop."""
Thing = TypeVar("Thing")


def is_terminal() -> bool:
    """Returns whether the output is a terminal, in which bars can move."""
    return Console().is_terminal


def watched(things: Iterable[Thing], what: str, total: int) -> Iterator[Thing]:
    """Yields things; meanwhile a bar moves, or a line is printed after each tenth of them.

    Args:
        things: The things.
        what: What they are.
        total: How many there are.
    """
    if is_terminal():
        yield from track(things, what, total, transient=True)
        return
    for number, thing in enumerate(things, 1):
        yield thing
        if number * LINES // total > (number - 1) * LINES // total:
            print(f"{what}: {number} of {total}", flush=True)

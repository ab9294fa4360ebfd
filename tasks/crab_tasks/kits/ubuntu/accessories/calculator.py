"""Calculator: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.ubuntu.windows import start, window

__all__ = ["calculate", "open_calculator"]


def open_calculator(look: Look) -> Iterator[Action]:
    """Starts the desktop's Calculator, or brings it to the front."""
    yield from start("Calculator")
    yield from window(look, app="calculator")


def calculate(look: Look, *formulas: str) -> Iterator[Action]:
    """Computes formulas in the Calculator, in place of any that is there.

    Args:
        look: Shows the screen.
        *formulas: Each with ASCII's operators, such as ``"(2+3)*4"``.
    """
    yield from open_calculator(look)
    for formula in formulas:
        yield action("ubuntu", "press", key="escape")
        yield action("ubuntu", "write_text", text=formula)
        yield action("ubuntu", "press", key="enter")

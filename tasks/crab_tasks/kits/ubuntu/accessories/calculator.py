"""Calculator: moves and a sub-task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_tasks.kits.state import app_in_front
from crab_tasks.kits.ubuntu.windows import start, window
from crab_tasks.kits.values import amount

__all__ = ["MULTIPLY", "calculate", "open_calculator"]


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


def _product(params: Params) -> str:
    return f"{Decimal(params.amount) * params.number:.2f}"


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The Calculator is in front."""
    front = {"device": "ubuntu", "app": "calculator"}
    return [Checkpoint("calculator_open", "ubuntu", "calculator", app_in_front, front, hold=False)]


def _multiply(params: Params, look: Look) -> Iterator[Action]:
    yield from calculate(look, f"{params.amount}*{params.number}")


def _multiply_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Types the number first."""
    yield from calculate(look, f"{params.number}*{params.amount}")


def _add_one_less(params: Params, look: Look) -> Iterator[Action]:
    """Adds the amount to its product with one less, after a formula that was mistyped."""
    yield from calculate(look, f"{params.amount}*", f"{params.amount}*{params.number - 1}+{params.amount}")


MULTIPLY = SubTask(
    name="calculator.multiply",
    device="ubuntu",
    app="calculator",
    says="multiply {amount} by {number} in the desktop's Calculator",
    steps="on the desktop, open Calculator, type {amount}, an asterisk and {number}, and press Enter",
    refers="the product of {amount} and {number}",
    inputs={"amount": amount("12.35"), "number": integer(3, 19, 7, type="count")},
    output="amount",
    produce=_product,
    checkpoints=_opened,
    oracle={"calculator_open": _multiply},
    alternatives={"other_way_round": _multiply_the_other, "added": _add_one_less},
    tags=("calculator",),
)

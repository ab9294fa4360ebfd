"""Calculator: moves and sub-tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_tasks.kits.footprints import changes_no_fact
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.clipboard import clipboard_is
from crab_tasks.kits.ubuntu.windows import start, window
from crab_tasks.kits.values import amount

__all__ = ["COPY_SUM", "MULTIPLY", "calculate", "open_calculator"]


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
    return [app_opened("calculator", "calculator_open", "ubuntu")]


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
    called="product",
    produce=_product,
    checkpoints=_opened,
    oracle={"calculator_open": _multiply},
    alternatives={"other_way_round": _multiply_the_other, "added": _add_one_less},
    tags=("calculator",),
)


def _sum(params: Params) -> str:
    """Returns the sum as the Calculator shows it, without zeros at its end."""
    return f"{Decimal(params.first) + Decimal(params.second):.2f}".rstrip("0").rstrip(".")


def _copied(params: Params) -> Sequence[Checkpoint]:
    """The Calculator; then the sum is in the clipboard."""
    held = Checkpoint(
        id="copied",
        device="ubuntu",
        app="calculator",
        evaluator=check(clipboard_is, text=_sum(params)),
        after=("calculator_open",),
    )
    return [app_opened("calculator", "calculator_open", "ubuntu"), held]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_calculator(look)


def _copy(look: Look, *formulas: str) -> Iterator[Action]:
    """Computes formulas, and copies the result of the last one."""
    yield from calculate(look, *formulas)
    yield action("ubuntu", "hotkey", keys=["ctrl", "c"])


def _copy_sum(params: Params, look: Look) -> Iterator[Action]:
    yield from _copy(look, f"{params.first}+{params.second}")


def _copy_other_way_round(params: Params, look: Look) -> Iterator[Action]:
    yield from _copy(look, f"{params.second}+{params.first}")


def _copy_after_another(params: Params, look: Look) -> Iterator[Action]:
    """Copies the difference first."""
    yield from _copy(look, f"{params.first}-{params.second}")
    yield from _copy_sum(params, look)


def _not_computed(params: Params, look: Look) -> Iterator[Action]:
    """Copies the formula before it is computed."""
    yield from open_calculator(look)
    yield action("ubuntu", "press", key="escape")
    yield action("ubuntu", "write_text", text=f"{params.first}+{params.second}")
    yield action("ubuntu", "hotkey", keys=["ctrl", "c"])


def _not_copied(params: Params, look: Look) -> Iterator[Action]:
    yield from calculate(look, f"{params.first}+{params.second}")


COPY_SUM = SubTask(
    name="calculator.copy_sum",
    device="ubuntu",
    app="calculator",
    says="add {first} and {second} in the desktop's Calculator, and copy the result to the clipboard",
    steps="on the desktop, open Calculator, type {first}, a plus sign and {second}, press Enter, and copy the result",
    refers="the sum of {first} and {second} that you copy in Calculator",
    inputs={"first": amount("23.85"), "second": amount("41.60")},
    output="clipboard",
    called="sum",
    produce=_sum,
    checkpoints=_copied,
    oracle={"calculator_open": _open, "copied": _copy_sum},
    footprint=changes_no_fact,
    alternatives={"other_way_round": _copy_other_way_round, "after_another": _copy_after_another},
    near_misses={"not_computed": _not_computed, "not_copied": _not_copied},
    disturbs=("clipboard",),
    tags=("calculator", "clipboard"),
)

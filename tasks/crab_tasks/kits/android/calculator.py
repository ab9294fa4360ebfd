"""Calculator: evaluators, moves, and sub-tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal

from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_tasks.kits.android.pages import at_root
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import amount

__all__ = ["ADD_UP", "DIFFERENCE", "WITH_TIP", "compute"]


def _sum(params: Params) -> str:
    return f"{Decimal(params.first) + Decimal(params.second):.2f}"


def _calculator_open(params: Params) -> Sequence[Checkpoint]:
    """Calculator is in front."""
    return [app_opened("calculator", "calculator_open")]


def compute(look: Look, formula: str) -> Iterator[Action]:
    """Computes a formula, in place of any that is there."""
    yield from at_root(look, "Calculator", description="History")
    yield tap(look, description="clear")
    yield action("android", "write_text", text=f"{formula}=")


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from compute(look, f"{params.first}+{params.second}")


def _add_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Types the second one first."""
    yield from compute(look, f"{params.second}+{params.first}")


def _add_in_steps(params: Params, look: Look) -> Iterator[Action]:
    """Goes on with a result, and looks at the history."""
    yield from compute(look, f"{params.first}+0")
    yield action("android", "write_text", text=f"+{params.second}=")
    yield tap(look, description="History")


ADD_UP = SubTask(
    name="calculator.add_up",
    device="android",
    app="calculator",
    says="add up {first} and {second} in the phone's Calculator",
    steps="on the phone, open Calculator, type {first}, a plus sign and {second}, and tap equals",
    refers="the sum of {first} and {second}",
    inputs={"first": amount("14.85"), "second": amount("31.40")},
    output="amount",
    called="sum",
    produce=_sum,
    checkpoints=_calculator_open,
    oracle={"calculator_open": _add},
    alternatives={"other_way_round": _add_the_other, "in_steps": _add_in_steps},
    backends=("sim", "adb"),
    tags=("calculator",),
)


def _difference(params: Params) -> str:
    return f"{abs(Decimal(params.first) - Decimal(params.second)):.2f}"


def _subtract(params: Params, look: Look) -> Iterator[Action]:
    yield from compute(look, f"{params.first}-{params.second}")


def _other_way_round(params: Params, look: Look) -> Iterator[Action]:
    yield from compute(look, f"{params.second}-{params.first}")


def _in_steps(params: Params, look: Look) -> Iterator[Action]:
    """Goes on with a result, and looks at the history."""
    yield from compute(look, f"{params.first}+0")
    yield action("android", "write_text", text=f"-{params.second}=")
    yield tap(look, description="History")


DIFFERENCE = SubTask(
    name="sums.difference",
    device="android",
    app="calculator",
    says="work out in the phone's Calculator by how much {first} and {second} differ",
    steps="on the phone, open Calculator, subtract the smaller one of {first} and {second} from the greater one and "
    "read the result",
    refers="the difference between {first} and {second}",
    inputs={"first": amount("72.15"), "second": amount("29.40")},
    output="amount",
    called="difference",
    produce=_difference,
    checkpoints=_calculator_open,
    oracle={"calculator_open": _subtract},
    alternatives={"other_way_round": _other_way_round, "in_steps": _in_steps},
    backends=("sim", "adb"),
    tags=("calculator",),
)


def _tipped(params: Params) -> str:
    """Returns the amount and its fifth; a fifth of a cent is never half a cent."""
    return str((Decimal(params.amount) * Decimal("1.2")).quantize(Decimal("0.01"), ROUND_HALF_UP))


def _multiply(params: Params, look: Look) -> Iterator[Action]:
    yield from compute(look, f"{params.amount}*1.2")


def _add_fifth(params: Params, look: Look) -> Iterator[Action]:
    """Divides by five, and adds that."""
    yield from compute(look, f"{params.amount}/5")
    yield action("android", "write_text", text=f"+{params.amount}=")


def _by_percent(params: Params, look: Look) -> Iterator[Action]:
    """Takes the key for percent."""
    yield from compute(look, f"{params.amount}+20%")


WITH_TIP = SubTask(
    name="sums.with_tip",
    device="android",
    app="calculator",
    says="work out in the phone's Calculator how much {amount} is with a tip of 20 percent, rounded to two decimals",
    steps="on the phone, open Calculator, multiply {amount} by 1.2, and round the result to two decimals",
    refers="the rounded sum of {amount} and a tip of 20 percent",
    inputs={"amount": amount("34.60")},
    output="amount",
    called="rounded amount",
    produce=_tipped,
    checkpoints=_calculator_open,
    oracle={"calculator_open": _multiply},
    alternatives={"a_fifth_added": _add_fifth, "by_percent": _by_percent},
    backends=("sim", "adb"),
    tags=("calculator",),
)

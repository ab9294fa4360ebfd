"""Calculator: a sub-task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_tasks.kits.android.pages import at_root
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_in_front
from crab_tasks.kits.values import amount

__all__ = ["ADD_UP", "compute"]


def _sum(params: Params) -> str:
    return f"{Decimal(params.first) + Decimal(params.second):.2f}"


def _calculator_open(params: Params) -> Sequence[Checkpoint]:
    """Calculator is in front."""
    front = {"device": "android", "app": "calculator"}
    return [Checkpoint("calculator_open", "android", "calculator", app_in_front, front, hold=False)]


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

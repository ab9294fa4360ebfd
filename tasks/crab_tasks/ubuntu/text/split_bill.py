"""Compute with the Calculator what each guest of a dinner pays, and write it into a file."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.calculator import calculate
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal, write_lines
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor

DISHES = (
    "Soup", "Bread", "Salad", "Risotto", "Gnocchi", "Trout", "Dumplings", "Pancakes", "Sorbet", "Water", "Cider",
    "Espresso",
)  # fmt: skip
STEP = 20  # cents: a multiple of it for each guest is shared without a rest, whatever the tip in whole fives


def bill(params: Params) -> list[tuple[str, int]]:
    """Returns the dishes and their prices in cents."""
    dice = random.Random(params.order)
    rows = [(dish, dice.randint(250, 2990)) for dish in dice.sample(DISHES, 6)]
    rest = sum(price for _, price in rows) % (STEP * params.guests)
    dish, price = rows[-1]
    return [*rows[:-1], (dish, price + STEP * params.guests - rest)]


def share(params: Params) -> int:
    """Returns what each guest pays, in cents."""
    guests, tip = int(params.guests), int(params.tip)
    return sum(price for _, price in bill(params)) * (100 + tip) // (100 * guests)


def written(cents: int) -> str:
    """Returns an amount as it is to be written."""
    return f"{cents // 100}.{cents % 100:02}"


def source(params: Params) -> str:
    """Returns the bill's path."""
    return f"{HOME}/Documents/{params.bill}.txt"


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Documents/{params.file}.txt"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the bill."""
    desktop = devices.ubuntu
    desktop.write_file(source(params), "".join(f"{dish} {written(price)}\n" for dish, price in bill(params)))
    desktop.remove(path(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The Calculator; then the amount in the file."""
    amount = check(file_is, path=path(params), lines=(written(share(params)),))
    return [
        app_opened("calculator", "calculator_open", "ubuntu"),
        Checkpoint(
            id="share_written", device="ubuntu", app="text_editor", evaluator=amount, after=("calculator_open",)
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The file with the amount."""
    return new_file(path(params))


def formula(params: Params) -> str:
    """Returns what to type into the Calculator."""
    total = "+".join(written(price) for _, price in bill(params))
    return f"({total})*{100 + params.tip}/100/{params.guests}"


def compute(params: Params, look: Look) -> Iterator[Action]:
    """Reads the bill, and computes the share."""
    yield from run_in_terminal(["cat", source(params)])
    yield from calculate(look, formula(params))


def write(params: Params, look: Look) -> Iterator[Action]:
    """Writes the amount with the editor."""
    yield from save_with_editor(path(params), written(share(params)))


def _with(params: Params, look: Look, cents: int) -> Iterator[Action]:
    yield from calculate(look, formula(params))
    yield from write_lines(path(params), [written(cents)])


def without_tip(params: Params, look: Look) -> Iterator[Action]:
    """Shares the bill without the tip."""
    total = sum(price for _, price in bill(params))
    yield from _with(params, look, total // params.guests)


def whole_sum(params: Params, look: Look) -> Iterator[Action]:
    """Writes the sum of all guests."""
    yield from _with(params, look, share(params) * params.guests)


def two_amounts(params: Params, look: Look) -> Iterator[Action]:
    """Writes the amount without the tip, too."""
    yield from calculate(look, formula(params))
    total = sum(price for _, price in bill(params)) // params.guests
    yield from write_lines(path(params), [written(share(params)), written(total)])


def in_steps(params: Params, look: Look) -> Iterator[Action]:
    """Computes sum, tip and share one after the other, and writes the amount in the terminal."""
    total = sum(price for _, price in bill(params))
    with_tip = share(params) * params.guests
    sums = "+".join(written(price) for _, price in bill(params))
    yield from calculate(look, sums, f"{written(total)}*{params.tip}%", f"{written(with_tip)}/{params.guests}")
    yield from write_lines(path(params), [written(share(params))])


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Writes the amount without the tip, and corrects it."""
    yield from without_tip(params, look)
    yield from write_lines(path(params), [written(share(params))])


TASK = Task(
    name="ubuntu.split_bill",
    description=(
        "The file ~/Documents/{bill}.txt on the desktop lists the dishes of a dinner and their prices. {guests} guests "
        "share equally the whole bill and a tip of {tip} % of it. Open the Calculator, work out what each of them "
        "pays, and write this amount into the file ~/Documents/{file}.txt, as one line that has two decimals and "
        "nothing else, such as 12.50."
    ),
    devices=("ubuntu",),
    parameters={
        "bill": choice(("dinner", "restaurant", "birthday_bill"), type="file_name"),
        "file": choice(("each", "share", "our_part"), type="file_name"),
        "guests": integer(3, 8, 4),
        "tip": choice((5, 10, 15, 20), 10, type="percentage"),
        "order": integer(0, 9999, 7, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"calculator_open": compute, "share_written": write},
    footprint=footprint,
    alternatives={"in_steps": in_steps, "corrected": corrected},
    near_misses={"without_tip": without_tip, "whole_sum": whole_sum, "two_amounts": two_amounts},
    backends={"ubuntu": ("sim", "desktop")},
    tags=("heavy", "files", "calculator"),
)

"""Look up the sizes of two pictures in Image Viewer, and compute with the Calculator by how much they differ."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.moves import submit
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.calculator import calculate
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.image_viewer import open_from_dialog, open_in_viewer
from crab_tasks.kits.ubuntu.pictures import PHOTOS, cropped_file
from crab_tasks.kits.ubuntu.windows import window_in_front

FOLDER = f"{HOME}/Pictures"
LARGEST, SMALLER = (640, 470), (390, 300)


def names(params: Params) -> tuple[str, str]:
    """Returns the names of the larger picture and of the smaller one."""
    return f"{params.subject}_print.png", f"{params.subject}_web.png"


def sizes(params: Params) -> tuple[tuple[int, int], tuple[int, int]]:
    """Returns width and height of the larger picture and of the smaller one."""
    dice = random.Random(params.order)
    (widest, highest), (less_wide, less_high) = LARGEST, SMALLER
    large = dice.randint(500, widest), dice.randint(380, highest)
    return large, (dice.randint(240, less_wide), dice.randint(170, less_high))


def difference(params: Params) -> int:
    """Returns how many more pixels the larger picture has."""
    (width, height), (less_wide, less_high) = sizes(params)
    return width * height - less_wide * less_high


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes both pictures."""
    for name, size, whole in zip(names(params), sizes(params), (LARGEST, SMALLER), strict=True):
        devices.ubuntu.write_file(f"{FOLDER}/{name}", cropped_file(params.photo, whole, *size))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Both pictures in Image Viewer, and the Calculator; then the answer."""
    large, small = names(params)
    return [
        whereabouts(
            id="large_seen",
            device="ubuntu",
            app="image_viewer",
            evaluator=check(window_in_front, app="image_viewer", title=large),
        ),
        whereabouts(
            id="small_seen",
            device="ubuntu",
            app="image_viewer",
            evaluator=check(window_in_front, app="image_viewer", title=small),
        ),
        app_opened("calculator", "calculator_open", device="ubuntu", after=("large_seen", "small_seen")),
        Checkpoint(
            id="answered",
            device="root",
            app="answer",
            evaluator=check_answer(answer_is, kind="count", value=difference(params), unit="px"),
            after=("calculator_open",),
        ),
    ]


def see_large(params: Params, look: Look) -> Iterator[Action]:
    """Opens the larger picture."""
    yield from open_in_viewer(look, f"{FOLDER}/{names(params)[0]}")


def see_small(params: Params, look: Look) -> Iterator[Action]:
    """Opens the smaller picture."""
    yield from open_in_viewer(look, f"{FOLDER}/{names(params)[1]}")


def compute(params: Params, look: Look) -> Iterator[Action]:
    """Computes the difference."""
    (width, height), (less_wide, less_high) = sizes(params)
    yield from calculate(look, f"{width}*{height}-{less_wide}*{less_high}")


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Submits the difference."""
    yield submit(str(difference(params)))


def _whole(params: Params, look: Look, answer: str) -> Iterator[Action]:
    yield from see_large(params, look)
    yield from see_small(params, look)
    yield from compute(params, look)
    yield submit(answer)


def larger_only(params: Params, look: Look) -> Iterator[Action]:
    """Submits how many pixels the larger picture has."""
    width, height = sizes(params)[0]
    yield from _whole(params, look, str(width * height))


def wrong_sign(params: Params, look: Look) -> Iterator[Action]:
    """Submits the difference as a negative number."""
    yield from _whole(params, look, str(-difference(params)))


def all_numbers(params: Params, look: Look) -> Iterator[Action]:
    """Submits the numbers of both pictures, and the difference."""
    products = [width * height for width, height in sizes(params)]
    yield from _whole(params, look, f"{products[0]} - {products[1]} = {difference(params)}")


def in_the_dialog(params: Params, look: Look) -> Iterator[Action]:
    """Opens the smaller picture first, in Image Viewer's dialog, computes in steps, and submits a sentence."""
    yield from open_from_dialog(look, f"{FOLDER}/{names(params)[1]}")
    yield from see_large(params, look)
    products = [width * height for width, height in sizes(params)]
    formulas = [f"{width}*{height}" for width, height in sizes(params)]
    yield from calculate(look, *formulas, f"{products[0]}-{products[1]}")
    yield submit(f"{names(params)[0]} has {difference(params)} pixels more than {names(params)[1]}.")


def grouped(params: Params, look: Look) -> Iterator[Action]:
    """Submits the difference with its digits in groups."""
    yield from _whole(params, look, f"{difference(params):,} pixels")


def answered_before(params: Params, look: Look) -> Iterator[Action]:
    """Submits the product for the smaller picture first, and the difference later."""
    width, height = sizes(params)[1]
    yield from _whole(params, look, str(width * height))
    yield from answer(params, look)


TASK = Task(
    name="ubuntu.compare_sizes",
    description=(
        "The desktop has the same photo in two sizes: ~/Pictures/{subject}_print.png and ~/Pictures/{subject}_web.png. "
        "Open both in Image Viewer to see how many pixels wide and high they are. Then open the Calculator, work out "
        "how many more pixels {subject}_print.png has in total than {subject}_web.png, and submit this number."
    ),
    devices=("ubuntu",),
    parameters={
        "subject": choice(("holiday", "excursion", "postcard"), type="file_name"),
        "photo": choice(PHOTOS, type="picture"),
        "order": integer(0, 9999, 4, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"large_seen": see_large, "small_seen": see_small, "calculator_open": compute, "answered": answer},
    alternatives={"in_the_dialog": in_the_dialog, "grouped": grouped},
    near_misses={
        "larger_only": larger_only, "wrong_sign": wrong_sign, "all_numbers": all_numbers,
        "answered_before": answered_before,
    },
    backends={"ubuntu": ("sim", "desktop")},
    version=2,
    tags=("heavy", "pictures", "calculator", "answer"),
)  # fmt: skip

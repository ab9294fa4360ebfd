"""The task about a drawing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import text
from crab_sim.devices.footprints import Footprint, left_open, may_add, no_other
from crab_tasks.android_world.files import varied_name
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.draw.moves import choose_color, draw_line, open_canvas, save_drawing
from crab_tasks.kits.android.draw.state import drawing_is_drawn, drawing_saved, may_draw
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.moves import has, nothing_more, tap
from crab_tasks.kits.state import app_opened

__all__ = ["CHANGES", "TASKS"]

TASKS = ("CREATE_DRAWING",)
"""The name of the task."""

_FOLDER = f"{STORAGE}/Pictures"
_THINGS = ("kite", "river", "stairs", "mask", "wheel", "anchor", "fence", "roof", "comet", "spiral", "ladder", "tent")
_ENDINGS = ("png", "svg", "jpg")


def _draw_name(rng: random.Random) -> str:
    return f"{varied_name(rng, rng.choice(_THINGS))}.{rng.choice(_ENDINGS)}"


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """Other drawings have nearly the same name."""
    stem = params.file.rpartition(".")[0]
    blank = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>\n'
    devices.android.write_file(f"{_FOLDER}/{stem}_2.svg", blank)
    devices.android.write_file(f"{_FOLDER}/{varied_name(rng, stem)}.svg", blank)


def _created(params: Params) -> Sequence[Checkpoint]:
    """Draw, the file, then something in it."""
    return [
        app_opened("draw", "draw_open"),
        Checkpoint(
            id="saved",
            device="android",
            app="draw",
            evaluator=check(drawing_saved, path=f"{_FOLDER}/{params.file}"),
            after=("draw_open",),
        ),
        Checkpoint(
            id="drawn",
            device="android",
            app="draw",
            evaluator=check(drawing_is_drawn, path=f"{_FOLDER}/{params.file}"),
            after=("saved",),
        ),
    ]


def _may_save(params: Params) -> Footprint:
    path = f"{_FOLDER}/{params.file}"
    return [
        may_add("android", "file", path=path, kind="file"),
        no_other("android", "file", path=path),
        left_open("android", "file", ("picture",), path=path),
        *may_draw(),
    ]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_canvas(look)


def _line(look: Look) -> Iterator[Action]:
    if not has(look, "android", description="Canvas"):
        yield from open_canvas(look)
    yield from draw_line(look, (0.2, 0.3), (0.8, 0.6))


def _draw_and_save(params: Params, look: Look) -> Iterator[Action]:
    yield from _line(look)
    yield from save_drawing(look, f"{_FOLDER}/{params.file}")


def _in_colour(params: Params, look: Look) -> Iterator[Action]:
    """Draws two lines, the second one in red."""
    yield from _line(look)
    yield from choose_color(look, "Red")
    yield from draw_line(look, (0.8, 0.3), (0.2, 0.6))
    yield from save_drawing(look, f"{_FOLDER}/{params.file}")


def _after_undo(params: Params, look: Look) -> Iterator[Action]:
    """Undoes the first line, and draws another one."""
    yield from _line(look)
    yield tap(look, description="Undo")
    yield from draw_line(look, (0.3, 0.2), (0.4, 0.9))
    yield from save_drawing(look, f"{_FOLDER}/{params.file}")


def _blank(params: Params, look: Look) -> Iterator[Action]:
    """Saves an empty canvas."""
    yield from open_canvas(look)
    yield from save_drawing(look, f"{_FOLDER}/{params.file}")


def _elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Saves the drawing in another folder."""
    yield from _line(look)
    yield from save_drawing(look, f"{STORAGE}/DCIM/{params.file}")


def _other_format(params: Params, look: Look) -> Iterator[Action]:
    """Saves the drawing in another format."""
    yield from _line(look)
    stem, _, ending = params.file.rpartition(".")
    other = next(each for each in _ENDINGS if each != ending)
    yield from save_drawing(look, f"{_FOLDER}/{stem}.{other}")


def _never_saved(params: Params, look: Look) -> Iterator[Action]:
    """Draws a line and leaves the app without saving."""
    yield from _line(look)
    yield action("android", "press", key="home")


CREATE_DRAWING = Task(
    **like("SimpleDrawProCreateDrawing"),
    description="Draw something in the phone's Draw app, and save it as {file} in the folder Pictures.",
    parameters={"file": text(_draw_name, "kite_final.png", "file_name")},
    setup=_plant,
    checkpoints=_created,
    oracle={"draw_open": _open, "saved": _draw_and_save, "drawn": nothing_more},
    footprint=_may_save,
    alternatives={"in_colour": _in_colour, "after_undo": _after_undo},
    near_misses={
        "blank": _blank, "elsewhere": _elsewhere, "other_format": _other_format, "never_saved": _never_saved,
    },
)  # fmt: skip

CHANGES: Mapping[str, str] = {
    "android_world.simple_draw_pro_create_drawing": (
        "The file must be a picture of the format that its name says, and not blank: theirs only asks for a file."
    ),
}

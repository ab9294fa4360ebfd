"""Sub-tasks in GIMP about pictures of any part: a picture's height, a negative, and a copy without colour."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import path_like, picture_file, stem_of
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.gimp.moves import act, desaturate, export_picture, open_picture, scale_picture
from crab_tasks.kits.ubuntu.impress.moves import choose
from crab_tasks.kits.ubuntu.picture_tones import greyed, inverted
from crab_tasks.kits.ubuntu.small_pictures import shaded_file
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window, window_in_front

__all__ = ["GREY", "HEIGHT", "NEGATIVE"]

_STEMS = ("badge", "crest", "flag", "icon", "map", "ticket")


def _picture_open(path: str) -> Checkpoint:
    opened = check(window_in_front, app="gimp", title=f"[{stem_of(path)}]")
    return whereabouts(id="picture_open", device="ubuntu", app="gimp", evaluator=opened)


def _picture(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, shaded_file(rng, params.width, params.height))


def _seen(params: Params) -> Sequence[Checkpoint]:
    """The picture is open in GIMP."""
    return [_picture_open(params.file)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_picture(look, params.file)


def _open_by_command(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(f"gimp {params.file} &")
    yield from window(look, f"[{stem_of(params.file)}] ", "gimp")


def _look_for_scale(params: Params, look: Look) -> Iterator[Action]:
    """Reads the size in the dialog that scales the picture, and leaves it."""
    yield from open_picture(look, params.file)
    yield from act(look, "Scale Image")
    yield action("ubuntu", "press", key="escape")


HEIGHT = SubTask(
    name="retouching.height",
    device="ubuntu",
    app="gimp",
    says="look up the height of the picture {file} in pixels with GIMP on the desktop",
    steps="on the desktop, open {file} in GIMP and read its height in pixels in the title of the window",
    refers="the height in pixels that GIMP tells of the picture {file}",
    inputs={"file": path_like("/home/user/Pictures/crest_33.png", _STEMS)},
    hidden={"height": integer(60, 140, 102), "width": integer(141, 210, 176)},
    output="count",
    called="height",
    produce=lambda params: int(params.height),
    setup=_picture,
    checkpoints=_seen,
    oracle={"picture_open": _open},
    alternatives={"by_command": _open_by_command, "before_scaling": _look_for_scale},
    step_limit=45,
    tags=("heavy", "pictures"),
)


def _picture_there(devices: Devices, params: Params, rng: random.Random) -> None:
    """The picture is there unless another part makes it, and nothing has the negative's name."""
    if "picture" not in params.fed:
        devices.ubuntu.write_file(params.picture, shaded_file(rng, 160, 120))
    devices.ubuntu.remove(params.file)


def _exported(params: Params) -> Sequence[Checkpoint]:
    """The picture is open in GIMP; then there is a negative of it."""
    wanted = check(inverted, path=params.file, source=params.picture)
    exported = Checkpoint(id="exported", device="ubuntu", app="gimp", evaluator=wanted, after=("picture_open",))
    return [_picture_open(params.picture), exported]


def _open_source(params: Params, look: Look) -> Iterator[Action]:
    yield from open_picture(look, params.picture)


def _export(params: Params, look: Look, times: int = 1) -> Iterator[Action]:
    """Inverts the colours so many times, and exports the picture."""
    yield from open_picture(look, params.picture)
    for _ in range(times):
        yield from choose(look, "Colors", "Invert")
        yield from window(look, app="gimp")
    yield from export_picture(look, params.file)


def _export_negative(params: Params, look: Look) -> Iterator[Action]:
    yield from _export(params, look)


def _invert_three_times(params: Params, look: Look) -> Iterator[Action]:
    yield from _export(params, look, 3)


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Exports the negative under another name, and renames the file."""
    draft = "/home/user/Pictures/not_named_yet.png"
    yield from _export(params.replace(file=draft), look)
    yield from run_in_terminal(["mv", draft, params.file])


def _as_it_was(params: Params, look: Look) -> Iterator[Action]:
    """Exports the picture as it is."""
    yield from _export(params, look, 0)


NEGATIVE = SubTask(
    name="retouching.negative",
    device="ubuntu",
    app="gimp",
    says="invert the colours of {picture} with GIMP on the desktop, and export the negative as {file}",
    steps="on the desktop, open {picture} in GIMP, invert it with Colors > Invert, and export the result as {file}",
    refers="the negative {file}",
    inputs={
        "picture": picture_file("fir_46"),
        "file": path_like("/home/user/Pictures/flag_91.png", _STEMS),
    },
    output="picture",
    produce=lambda params: str(params.file),
    setup=_picture_there,
    checkpoints=_exported,
    oracle={"picture_open": _open_source, "exported": _export_negative},
    footprint=may_make_file,
    alternatives={"three_times": _invert_three_times, "renamed": _rename},
    near_misses={"as_it_was": _as_it_was},
    step_limit=70,
    tags=("heavy", "pictures"),
)


def _greyed(params: Params) -> Sequence[Checkpoint]:
    """The picture is open in GIMP; then there is a copy of it without colour."""
    wanted = check(greyed, path=params.file, source=params.picture)
    exported = Checkpoint(id="exported", device="ubuntu", app="gimp", evaluator=wanted, after=("picture_open",))
    return [_picture_open(params.picture), exported]


def _desaturated(params: Params, look: Look, path: str = "") -> Iterator[Action]:
    """Takes the colour out of the picture, and exports it to its file, or to another one."""
    yield from open_picture(look, params.picture)
    yield from desaturate(look)
    yield from export_picture(look, path or params.file)


def _export_grey(params: Params, look: Look) -> Iterator[Action]:
    yield from _desaturated(params, look)


def _grey_twice(params: Params, look: Look) -> Iterator[Action]:
    """Takes the colour out once more, which changes nothing."""
    yield from open_picture(look, params.picture)
    yield from desaturate(look)
    yield from _desaturated(params, look)


def _rename_grey(params: Params, look: Look) -> Iterator[Action]:
    """Exports the copy under another name, and renames the file."""
    draft = "/home/user/Pictures/not_named_yet.png"
    yield from _desaturated(params, look, draft)
    yield from run_in_terminal(["mv", draft, params.file])


def _coloured(params: Params, look: Look) -> Iterator[Action]:
    yield from _export(params, look, 0)


def _smaller(params: Params, look: Look) -> Iterator[Action]:
    """Scales the picture down as well."""
    yield from open_picture(look, params.picture)
    yield from desaturate(look)
    yield from scale_picture(look, 80, 60)
    yield from export_picture(look, params.file)


GREY = SubTask(
    name="retouching.grey",
    device="ubuntu",
    app="gimp",
    says="take the colour out of {picture} with GIMP on the desktop, and export the result in shades of grey as {file}",
    steps="on the desktop, open {picture} in GIMP, take its colour out with Colors > Desaturate, and export the result "
    "as {file}",
    refers="the picture {file} in shades of grey",
    inputs={
        "picture": picture_file("elm_57"),
        "file": path_like("/home/user/Pictures/engraving_84.png", ("engraving", "etching", "newsprint", "pencil")),
    },
    output="picture",
    produce=lambda params: str(params.file),
    setup=_picture_there,
    checkpoints=_greyed,
    oracle={"picture_open": _open_source, "exported": _export_grey},
    footprint=may_make_file,
    alternatives={"twice": _grey_twice, "renamed": _rename_grey},
    near_misses={"coloured": _coloured, "smaller": _smaller},
    step_limit=70,
    tags=("heavy", "pictures"),
)

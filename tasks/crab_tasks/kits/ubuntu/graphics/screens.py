"""Sub-tasks that take a picture of the window in which the Image Viewer shows a picture, or of what it shows alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice
from crab_gym.vision import find_template
from crab_sim.devices.footprints import Footprint
from crab_sim.documents import decode_image, image_size, resized
from crab_tasks.kits.compare import kept
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.paths import path_like, picture_file
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.accessories.image_viewer import open_from_dialog
from crab_tasks.kits.ubuntu.pictures import PHOTOS, photo_file
from crab_tasks.kits.ubuntu.screenshot import Area, capture, capture_area, photo_area, shown_area
from crab_tasks.kits.ubuntu.terminal import open_terminal, run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = ["AREA", "WINDOW", "picture_captured", "picture_seen", "viewer_captured"]

_APP = "image_viewer"
_SIZE = 320, 240
_MIN_SCORE = 0.9
_STEPS, _STEP = 25, 0.02  # of the sizes at which a picture is looked for, from the largest that fits
_FRAME = 8  # pixels by which a window and its picture may differ: borders and shadows
_MARGIN = 12  # pixels by which a picture of what is shown may be too large or too small on each side
_BARS = 40, 120  # least and most pixels of the height of the Image Viewer's window that are not for the picture


@kept
def _shows(data: bytes, photo: bytes) -> bool:
    """Returns whether a picture shows another one, at its own size or at another."""
    picture, wanted = decode_image(data), decode_image(photo)
    if picture is None or wanted is None:
        return False
    height, width = wanted.shape[:2]
    most = min(1.0, picture.shape[1] / width, picture.shape[0] / height)
    for step in range(_STEPS):
        scale = most * (1 - step * _STEP)
        part = wanted if scale == 1.0 else resized(wanted, int(width * scale), int(height * scale))
        match = find_template(picture, part)
        if match is not None and match.score >= _MIN_SCORE:
            return True
    return False


def picture_seen(state: State, answer: str | None, path: str, source: str) -> bool:
    """The picture shows another one, which is still there.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The picture's path.
        source: The path of the other one.
    """
    data, photo = state["ubuntu"].read_file(path), state["ubuntu"].read_file(source)
    return data is not None and photo is not None and _shows(data, photo)


def viewer_captured(state: State, answer: str | None, path: str, source: str) -> bool:
    """The picture has the size of the Image Viewer's window with another picture, and shows that one.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The picture's path.
        source: The path of the other one.
    """
    size, title = image_size(state["ubuntu"].read_file(path)), source.rpartition("/")[2]
    if size is None:
        return False
    frames = [row.bounds for row in state["ubuntu"].windows() if row.app == _APP and title in row.title]
    fits = any(
        abs(size[0] - (right - left)) <= _FRAME and abs(size[1] - (bottom - top)) <= _FRAME
        for left, top, right, bottom in frames
    )
    return fits and picture_seen(state, answer, path, source)


def picture_captured(state: State, answer: str | None, path: str, source: str) -> bool:
    """The picture has the size at which the Image Viewer shows another picture, and shows that one.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The picture's path.
        source: The path of the other one.
    """
    found, shown = (image_size(state["ubuntu"].read_file(each)) for each in (path, source))
    if found is None or shown is None:
        return False
    for row in state["ubuntu"].windows():
        if row.app == _APP and source.rpartition("/")[2] in row.title:
            left, top, right, bottom = row.bounds
            high, low = (min(1.0, (right - left) / shown[0], (bottom - top - bars) / shown[1]) for bars in _BARS)
            sides = zip(found, shown, strict=True)
            if all(low * side - 2 * _MARGIN <= size <= high * side + 2 * _MARGIN for size, side in sides):
                return picture_seen(state, answer, path, source)
    return False


def _picture_there(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The picture is there unless another part makes it, and nothing has the result's name."""
    if "picture" not in params.fed:
        devices["ubuntu"].write_file(params.picture, photo_file(params.photo, *_SIZE))
    devices["ubuntu"].remove(params.file)


def _taken(params: Params) -> Sequence[Checkpoint]:
    """The picture is shown; then there is a picture of its window, whatever becomes of that window."""
    shown, both = {"app": _APP, "title": _name(params.picture)}, {"path": params.file, "source": params.picture}
    return [
        Checkpoint("shown", "ubuntu", _APP, window_in_front, shown, hold=False),
        Checkpoint("taken", "ubuntu", "screenshot", viewer_captured, both, after=("shown",), hold=False),
        Checkpoint("kept", "ubuntu", "screenshot", picture_seen, both, after=("taken",)),
    ]


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _may_save(params: Params) -> Footprint:
    return new_file(params.file)


def _show(params: Params, look: Look) -> Iterator[Action]:
    yield from open_from_dialog(look, params.picture)


def _take(params: Params, look: Look) -> Iterator[Action]:
    yield from _show(params, look)
    yield from capture(look, "Window", _name(params.file))


def _take_area(params: Params, look: Look) -> Iterator[Action]:
    """Drags over the window as an area of the screen."""
    yield from _show(params, look)
    yield from capture_area(look, shown_area(look, _name(params.picture)), _name(params.file))


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Saves the picture under another name, and renames the file."""
    yield from _show(params, look)
    yield from capture(look, "Window", "not_named_yet.png")
    yield from run_in_terminal(["mv", "/home/user/Pictures/not_named_yet.png", params.file])


def _whole_screen(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the whole screen."""
    yield from _show(params, look)
    yield from capture(look, "Screen", _name(params.file))


def _other_window(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the terminal's window, which is in front."""
    yield from _show(params, look)
    yield from open_terminal()
    yield from capture(look, "Window", _name(params.file))


WINDOW = SubTask(
    name="screens.window",
    device="ubuntu",
    app="screenshot",
    says="open {picture} in Image Viewer on the desktop, take a picture of that window alone with Screenshot, and save "
    "it as {file}",
    steps="on the desktop, open {picture} in Image Viewer, start Screenshot, choose Window, click Take Screenshot, and "
    "save the picture as {file}",
    refers="the screenshot {file}",
    inputs={
        "picture": picture_file("cedar_35"),
        "file": path_like("/home/user/Pictures/viewer_64.png", ("viewer", "window", "manual", "report")),
    },
    hidden={"photo": choice(PHOTOS, type="photo")},
    output="picture",
    produce=lambda params: str(params.file),
    setup=_picture_there,
    checkpoints=_taken,
    oracle={"shown": _show, "taken": _take, "kept": nothing_more},
    footprint=_may_save,
    alternatives={"as_an_area": _take_area, "renamed": _rename},
    near_misses={"whole_screen": _whole_screen, "other_window": _other_window},
    step_limit=70,
    tags=("heavy", "pictures"),
)


def _area_taken(params: Params) -> Sequence[Checkpoint]:
    """The picture is shown; then there is a picture of it alone, whatever becomes of the window."""
    shown, both = {"app": _APP, "title": _name(params.picture)}, {"path": params.file, "source": params.picture}
    return [
        Checkpoint("shown", "ubuntu", _APP, window_in_front, shown, hold=False),
        Checkpoint("taken", "ubuntu", "screenshot", picture_captured, both, after=("shown",), hold=False),
        Checkpoint("kept", "ubuntu", "screenshot", picture_seen, both, after=("taken",)),
    ]


def _capture_picture(params: Params, look: Look, by: int = 0, name: str = "") -> Iterator[Action]:
    """Drags over the picture, so many pixels outside of its edges, and saves what is taken.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        by: How many pixels; a negative number for an area within.
        name: Another file name; "" for the right one.
    """
    yield from _show(params, look)
    area = photo_area(look, _name(params.picture), *_SIZE)
    wider = Area(area.left - by, area.top - by, area.right + by, area.bottom + by)
    yield from capture_area(look, wider, name or _name(params.file))


def _take_picture(params: Params, look: Look) -> Iterator[Action]:
    yield from _capture_picture(params, look)


def _take_loosely(params: Params, look: Look) -> Iterator[Action]:
    """Drags a few pixels around the picture."""
    yield from _capture_picture(params, look, by=5)


def _rename_area(params: Params, look: Look) -> Iterator[Action]:
    """Saves the picture under another name, and renames the file."""
    yield from _capture_picture(params, look, name="not_named_yet.png")
    yield from run_in_terminal(["mv", "/home/user/Pictures/not_named_yet.png", params.file])


def _take_part(params: Params, look: Look) -> Iterator[Action]:
    """Leaves a broad edge of the picture out."""
    yield from _capture_picture(params, look, by=-30)


def _copy_file(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of something else."""
    yield from _show(params, look)
    yield from capture_area(look, Area(70, 40, 200, 120), _name(params.file))


AREA = SubTask(
    name="screens.area",
    device="ubuntu",
    app="screenshot",
    says="open {picture} in Image Viewer on the desktop, take a picture of what it shows with Screenshot, as a "
    "selection without the window around it, and save that as {file}",
    steps="on the desktop, open {picture} in Image Viewer, start Screenshot, choose Selection, click Take Screenshot, "
    "drag over the picture alone, and save that as {file}",
    refers="the screenshot {file} of the picture alone",
    inputs={
        "picture": picture_file("maple_24"),
        "file": path_like("/home/user/Pictures/detail_47.png", ("clip", "cutting", "detail", "selection", "snippet")),
    },
    hidden={"photo": choice(PHOTOS, type="photo")},
    output="picture",
    produce=lambda params: str(params.file),
    setup=_picture_there,
    checkpoints=_area_taken,
    oracle={"shown": _show, "taken": _take_picture, "kept": nothing_more},
    footprint=_may_save,
    alternatives={"loosely": _take_loosely, "renamed": _rename_area},
    near_misses={"whole_window": _take, "part": _take_part, "something_else": _copy_file},
    step_limit=70,
    tags=("heavy", "pictures"),
)

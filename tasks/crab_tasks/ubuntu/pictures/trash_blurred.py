"""Find the picture that is out of focus in Image Viewer, and move it to the trash."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_remove, no_other
from crab_tasks.kits.compare import digest
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, trashed
from crab_tasks.kits.ubuntu.image_viewer import blurred_file, open_from_dialog, open_in_viewer, trash_shown
from crab_tasks.kits.ubuntu.pictures import PHOTOS, photo_file
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

SIZE = 480, 360
COUNT = 5


def names(params: Params) -> list[str]:
    """Returns the pictures' names, as cameras give them."""
    return [f"IMG_{params.first + i}.png" for i in range(COUNT)]


def wrong(params: Params) -> str:
    """Returns the name of the one that is out of focus."""
    return names(params)[int(params.place)]


def folder(params: Params) -> str:
    """Returns the pictures' folder."""
    return f"{HOME}/Pictures/{params.folder}"


def subjects(params: Params) -> list[str]:
    """Returns the photos behind the names."""
    return random.Random(params.first).sample(PHOTOS, COUNT)


def out_of_focus(params: Params) -> bytes:
    """Returns the picture that is out of focus."""
    return blurred_file(subjects(params)[params.place], *SIZE)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the pictures, one of them out of focus."""
    desktop = devices.ubuntu
    desktop.remove(folder(params))
    for name, subject in zip(names(params), subjects(params), strict=True):
        data = out_of_focus(params) if name == wrong(params) else photo_file(subject, *SIZE)
        desktop.write_file(f"{folder(params)}/{name}", data)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Image Viewer; the picture in it, since one of five is easily guessed; then the picture is in the trash."""
    shown = check(window_in_front, app="image_viewer", title=wrong(params))
    gone = check(trashed, path=f"{folder(params)}/{wrong(params)}", content=digest(out_of_focus(params)))
    return [
        app_opened("image_viewer", "viewer_open", "ubuntu"),
        whereabouts(id="seen", device="ubuntu", app="image_viewer", evaluator=shown, after=("viewer_open",)),
        Checkpoint(id="trashed", device="ubuntu", app="image_viewer", evaluator=gone, after=("seen",)),
    ]


def footprint(params: Params) -> Footprint:
    """The picture is removed, and isn't elsewhere instead."""
    return [
        may_remove("ubuntu", "file", 1, path=f"{folder(params)}/{wrong(params)}"),
        no_other("ubuntu", "file", content=digest(out_of_focus(params))),
    ]


def look_at(params: Params, look: Look) -> Iterator[Action]:
    """Goes through the pictures."""
    yield from open_in_viewer(look, f"{folder(params)}/{names(params)[0]}")
    for _ in range(COUNT - 1):
        yield action("ubuntu", "press", key="right")


def throw_away(params: Params, look: Look) -> Iterator[Action]:
    """Moves the picture to the trash in Image Viewer."""
    yield from trash_shown(look, f"{folder(params)}/{wrong(params)}")


def another(params: Params, look: Look) -> Iterator[Action]:
    """Moves the next one to the trash."""
    yield from trash_shown(look, f"{folder(params)}/{names(params)[(params.place + 1) % COUNT]}")


def both(params: Params, look: Look) -> Iterator[Action]:
    """Moves the next one to the trash as well."""
    yield from another(params, look)
    yield from throw_away(params, look)


def deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the picture for good."""
    yield from look_at(params, look)
    yield from run_in_terminal(["rm", f"{folder(params)}/{wrong(params)}"])


def from_dialog(params: Params, look: Look) -> Iterator[Action]:
    """Opens the picture in Image Viewer's dialog, and moves it to the trash."""
    yield from open_from_dialog(look, f"{folder(params)}/{wrong(params)}")
    yield action("ubuntu", "press", key="delete")


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the pictures, and moves the one to the trash in the terminal."""
    yield from look_at(params, look)
    yield from run_in_terminal(["gio", "trash", f"{folder(params)}/{wrong(params)}"])


TASK = Task(
    name="ubuntu.trash_blurred",
    description=(
        "Exactly one of the pictures in ~/Pictures/{folder} on the desktop is blurred, that is, out of focus. Find it "
        "with Image Viewer, and move it to the trash."
    ),
    devices=("ubuntu",),
    parameters={
        "folder": choice(("weekend", "outing", "new_camera"), type="folder_name"),
        "first": integer(1000, 9990, 4711, type="seed"),
        "place": integer(0, COUNT - 1, 2),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"viewer_open": look_at, "seen": look_at, "trashed": throw_away},
    footprint=footprint,
    alternatives={"from_dialog": from_dialog, "by_command": by_command},
    near_misses={"another": another, "both": both, "deleted": deleted},
    backends={"ubuntu": ("sim", "desktop")},
    version=2,
    tags=("heavy", "pictures", "files"),
)

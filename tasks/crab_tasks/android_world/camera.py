"""The tasks about the phone's camera."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.camera import FIVE_SECONDS, PHOTOS, VIDEOS, camera_has, may_take, plant_shots, video_runs
from crab_tasks.kits.moves import has, launch, tap
from crab_tasks.kits.state import app_opened, whereabouts

__all__ = ["CHANGES", "TASKS"]

TASKS = ("TAKE_PHOTO", "TAKE_VIDEO")
"""The names of the tasks."""


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    plant_shots(devices.android)


def _has(name: str, after: str, photos: int = PHOTOS, videos: int = VIDEOS) -> Checkpoint:
    count = check(camera_has, photos=photos, videos=videos, seconds=FIVE_SECONDS)
    return Checkpoint(id=name, device="android", app="camera", evaluator=count, after=(after,))


# Moves --------------------------------------------------------------------------------------------------------------


def _take(params: Params, look: Look) -> Iterator[Action]:
    """Takes a photo."""
    if not has(look, "android", rid="shutter_button"):
        yield action("android", "open_app", name="Camera")
    yield tap(look, rid="shutter_button")


def _mode(look: Look, mode: str) -> Iterator[Action]:
    if not has(look, "android", rid=f"mode_{mode}"):
        yield action("android", "open_app", name="Camera")
    yield tap(look, rid=f"mode_{mode}")


def _record(params: Params, look: Look) -> Iterator[Action]:
    yield from _mode(look, "video")
    yield tap(look, rid="shutter_button")


def _stop(params: Params, look: Look) -> Iterator[Action]:
    """Lets the recording run, and stops it."""
    yield action("root", "wait", seconds=5)
    yield tap(look, rid="shutter_button")


def _whole_video(params: Params, look: Look) -> Iterator[Action]:
    """Takes a video."""
    yield from _record(params, look)
    yield from _stop(params, look)


# A photo ------------------------------------------------------------------------------------------------------------


def _selfie(params: Params, look: Look) -> Iterator[Action]:
    """Uses the front camera."""
    yield action("android", "open_app", name="Camera")
    yield tap(look, rid="camera_toggle_button")
    yield from _take(params, look)


def _with_grid(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the mode for videos, comes back, and turns the grid lines on."""
    yield from _mode(look, "video")
    yield from _mode(look, "photo")
    yield tap(look, rid="grid_lines_toggle_button")
    yield from _take(params, look)


TAKE_PHOTO = Task(
    **like("CameraTakePhoto"),
    description="Take a single photo with the phone's camera.",
    setup=_plant,
    checkpoints=lambda params: [app_opened("camera", "camera_open"), _has("taken", "camera_open", photos=PHOTOS + 1)],
    oracle={"camera_open": launch("Camera"), "taken": _take},
    footprint=lambda params: may_take(".jpg"),
    alternatives={"selfie": _selfie, "with_grid": _with_grid},
    near_misses={"only_opened": launch("Camera"), "video": _whole_video},
)


# A video ------------------------------------------------------------------------------------------------------------


def _later(params: Params, look: Look) -> Iterator[Action]:
    """Records for longer."""
    yield from _record(params, look)
    yield action("root", "wait", seconds=6)
    yield from _stop(params, look)


def _too_short(params: Params, look: Look) -> Iterator[Action]:
    """Stops the recording at once."""
    yield from _record(params, look)
    yield tap(look, rid="shutter_button")


def _front_video(params: Params, look: Look) -> Iterator[Action]:
    """Uses the front camera."""
    yield action("android", "open_app", name="Camera")
    yield tap(look, rid="camera_toggle_button")
    yield from _whole_video(params, look)


def _lost(params: Params, look: Look) -> Iterator[Action]:
    """Lets the recording run, and looks at another app."""
    yield from _record(params, look)
    yield action("android", "press", key="home")
    yield action("android", "open_app", name="Clock")


TAKE_VIDEO = Task(
    **like("CameraTakeVideo"),
    description="Record a single video of at least five seconds with the phone's camera.",
    setup=_plant,
    checkpoints=lambda params: [
        app_opened("camera", "camera_open"),
        whereabouts(
            id="recording", device="android", app="camera", evaluator=check(video_runs), after=("camera_open",)
        ),
        _has("taken", "recording", videos=VIDEOS + 1),
    ],
    oracle={"camera_open": launch("Camera"), "recording": _record, "taken": _stop},
    footprint=lambda params: may_take(".mp4"),
    alternatives={"later": _later, "front_camera": _front_video},
    near_misses={"photo": _take, "never_stopped": _lost, "too_short": _too_short},
    version=2,
)

CHANGES: Mapping[str, str] = {
    "android_world.camera_take_photo": "Photos and videos that were taken before must stay.",
    "android_world.camera_take_video": (
        "Photos and videos that were taken before must stay; the video lasts five seconds or longer, so that pressing "
        "whatever there is makes none."
    ),
}

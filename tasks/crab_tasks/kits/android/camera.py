"""Camera: evaluators and setups of the photos and videos that it takes, and sub-tasks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices, PhoneSetup, PhoneState
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_sim.devices.footprints import Allowance, left_open, may_add, no_other
from crab_sim.devices.media import movie, photo, read_tags
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.moves import launch, tap
from crab_tasks.kits.state import State, after_opening

__all__ = [
    "FIVE_SECONDS", "PHOTOS", "RECORD", "TAKE", "VIDEOS", "camera_has", "may_take", "plant_shots", "shot_added",
    "video_runs",
]  # fmt: skip

_FOLDERS = (f"{STORAGE}/DCIM/Camera", f"{STORAGE}/Pictures", f"{STORAGE}/Movies")
"""Where cameras keep what they take."""
PHOTOS, VIDEOS = 3, 2
"""The numbers of photos and videos that `plant_shots` makes."""
FIVE_SECONDS = 4.5
"""Seconds that a video of five seconds lasts at least: cameras begin late."""
_JPEG = b"\xff\xd8\xff"
_TAKEN = 1_790_000_000.0
_SIGHTS = ("meadow", "bridge", "cat")


def _paths(phone: PhoneState, ending: str) -> list[str]:
    return [f"{folder}/{name}" for folder in _FOLDERS for name in phone.list_dir(folder) if name.endswith(ending)]


def camera_has(state: State, photos: int, videos: int, seconds: float = 0.0) -> bool:
    """There are so many photos, and so many videos that have a length, where cameras keep them.

    Args:
        state: The devices' states.
        photos: The number of photos.
        videos: The number of videos.
        seconds: The least length of each video.
    """
    phone = state.android
    pictures, movies = _paths(phone, ".jpg"), _paths(phone, ".mp4")
    return (
        (len(pictures), len(movies)) == (photos, videos)
        and all((phone.read_file(path) or b"").startswith(_JPEG) for path in pictures)
        and all(read_tags(phone.read_file(path) or b"").seconds > seconds for path in movies)
    )


def video_runs(state: State) -> bool:
    """Camera is in front and records a video."""
    return state.android.foreground().app == "camera" and any(
        element.resource_id.endswith(":id/recording_time") for element in state.android.elements()
    )


def plant_shots(phone: PhoneSetup) -> None:
    """Makes some photos and videos, the only ones where cameras keep them."""
    for ending in (".jpg", ".mp4"):
        for path in _paths(phone, ending):
            phone.remove(path)
    for i in range(PHOTOS):
        phone.write_file(f"{_FOLDERS[0]}/IMG_20260{i + 3}14_101500.jpg", photo(_SIGHTS[i], _TAKEN + i))
    for i in range(VIDEOS):
        phone.write_file(f"{_FOLDERS[0]}/VID_20260{i + 3}15_101500.mp4", movie("mp42", 8.0 + i, _TAKEN + i))


def may_take(ending: str) -> tuple[Allowance, ...]:
    """Returns the allowance to take one photo or video.

    Args:
        ending: The end of its file's name.
    """

    def right(path: object) -> bool:
        return isinstance(path, str) and path.endswith(ending) and path.rpartition("/")[0] in _FOLDERS

    def other(path: object) -> bool:
        return isinstance(path, str) and path.rpartition("/")[0] in _FOLDERS

    return (
        may_add("android", "file", most=1, path=right),
        no_other("android", "file", path=other),
        left_open("android", "file", ("content",), path=right),
    )


# Sub-tasks ----------------------------------------------------------------------------------------------------------

_SHOT = re.compile(r"(IMG|VID)_\d{8}_\d{6}\b.*\.(jpg|mp4)")
_OLD = {".jpg": "IMG_20260314_101500.jpg", ".mp4": "VID_20260315_101500.mp4"}
"""What was taken before, by the ends of the names."""


def _shots(phone: PhoneState, ending: str) -> list[str]:
    """Returns the paths of what the camera has taken, by the end of their names."""
    return [path for path in _paths(phone, ending) if _SHOT.fullmatch(path.rpartition("/")[2])]


def shot_added(state: State, ending: str) -> bool:
    """There is what the camera had taken before, and one photo or one video of five seconds more, whole ones.

    Args:
        state: The devices' states.
        ending: The end of the names.
    """
    phone, old = state.android, f"{_FOLDERS[0]}/{_OLD[ending]}"
    paths = _shots(phone, ending)
    new = [phone.read_file(path) or b"" for path in paths if path != old]
    if len(new) != 1 or old not in paths:
        return False
    return new[0].startswith(_JPEG) if ending == ".jpg" else read_tags(new[0]).seconds > FIVE_SECONDS


def _plant_one_each(devices: Devices, params: Params, rng: random.Random) -> None:
    """One photo and one video are all that the camera has taken."""
    phone = devices.android
    for ending in _OLD:
        for path in _shots(phone, ending):
            phone.remove(path)
    phone.write_file(f"{_FOLDERS[0]}/{_OLD['.jpg']}", photo("meadow", _TAKEN))
    phone.write_file(f"{_FOLDERS[0]}/{_OLD['.mp4']}", movie("mp42", 9.0, _TAKEN))


def _added(ending: str) -> Sequence[Checkpoint]:
    """Returns the checkpoints of the camera, then of what it takes."""
    return after_opening("camera", "taken", check(shot_added, ending=ending))


def _shoot(look: Look, mode: str) -> Iterator[Action]:
    """Opens the camera in a mode, and taps the shutter."""
    yield action("android", "open_app", name="Camera")
    yield tap(look, rid=f"mode_{mode}")
    yield tap(look, rid="shutter_button")


def _take(params: Params, look: Look) -> Iterator[Action]:
    yield from _shoot(look, "photo")


def _take_oneself(params: Params, look: Look) -> Iterator[Action]:
    """Uses the front camera, and switches back."""
    yield action("android", "open_app", name="Camera")
    yield tap(look, rid="mode_photo")
    yield tap(look, rid="camera_toggle_button")
    yield tap(look, rid="shutter_button")
    yield tap(look, rid="camera_toggle_button")


def _take_and_look(params: Params, look: Look) -> Iterator[Action]:
    """Turns the grid lines on, and looks at the photo."""
    yield action("android", "open_app", name="Camera")
    yield tap(look, rid="grid_lines_toggle_button")
    yield from _take(params, look)
    yield tap(look, rid="rounded_thumbnail_view")


def _record(params: Params, look: Look) -> Iterator[Action]:
    yield from _shoot(look, "video")
    yield action("root", "wait", seconds=5)
    yield tap(look, rid="shutter_button")


def _record_oneself(params: Params, look: Look) -> Iterator[Action]:
    """Uses the front camera, and goes back to photos."""
    yield action("android", "open_app", name="Camera")
    yield tap(look, rid="mode_video")
    yield tap(look, rid="camera_toggle_button")
    yield tap(look, rid="shutter_button")
    yield action("root", "wait", seconds=6)
    yield tap(look, rid="shutter_button")
    yield tap(look, rid="mode_photo")


def _record_long(params: Params, look: Look) -> Iterator[Action]:
    """Records longer, and looks at the video."""
    yield from _shoot(look, "video")
    yield action("root", "wait", seconds=9)
    yield tap(look, rid="shutter_button")
    yield tap(look, rid="rounded_thumbnail_view")


def _stop_at_once(params: Params, look: Look) -> Iterator[Action]:
    """Stops as soon as the recording runs."""
    yield from _shoot(look, "video")
    yield tap(look, rid="shutter_button")


def _never_stop(params: Params, look: Look) -> Iterator[Action]:
    """Begins to record, and looks at another app."""
    yield from _shoot(look, "video")
    yield action("root", "wait", seconds=2)
    yield action("android", "press", key="home")
    yield action("android", "open_app", name="Clock")


TAKE = SubTask(
    name="camera.take",
    once=True,
    device="android",
    app="camera",
    says="take one photo with the phone's camera",
    steps="on the phone, open Camera, tap Photo, and tap Take photo once",
    setup=_plant_one_each,
    checkpoints=lambda params: _added(".jpg"),
    oracle={"camera_open": launch("Camera"), "taken": _take},
    footprint=lambda params: may_take(".jpg"),
    alternatives={"front": _take_oneself, "looked_at": _take_and_look},
    near_misses={"only_opened": launch("Camera"), "video": _record},
    backends=("sim", "adb"),
    tags=("camera",),
)

RECORD = SubTask(
    name="camera.record",
    once=True,
    device="android",
    app="camera",
    says="record one video of at least five seconds with the phone's camera",
    steps="on the phone, open Camera, tap Video, tap Record video, wait at least five seconds, and tap Stop recording",
    setup=_plant_one_each,
    checkpoints=lambda params: _added(".mp4"),
    oracle={"camera_open": launch("Camera"), "taken": _record},
    footprint=lambda params: may_take(".mp4"),
    alternatives={"front": _record_oneself, "long": _record_long},
    near_misses={"photo": _take, "never_stopped": _never_stop, "too_short": _stop_at_once},
    backends=("sim", "adb"),
    tags=("camera",),
)

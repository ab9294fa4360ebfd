"""Camera: evaluators and a setup of the photos and videos that it takes."""

from __future__ import annotations

from crab_gym.backends.base import Setup, StateReader
from crab_gym.devices.footprints import Allowance, may_add, no_other
from crab_gym.devices.media import movie, photo, read_tags
from crab_tasks.kits.android.files import STORAGE
from crab_tasks.kits.state import State

__all__ = ["PHOTOS", "VIDEOS", "camera_has", "may_take", "plant_shots", "video_runs"]

_FOLDERS = (f"{STORAGE}/DCIM/Camera", f"{STORAGE}/Pictures", f"{STORAGE}/Movies")
"""Where cameras keep what they take."""
PHOTOS, VIDEOS = 3, 2
"""The numbers of photos and videos that `plant_shots` makes."""
_JPEG = b"\xff\xd8\xff"
_TAKEN = 1_790_000_000.0
_SIGHTS = ("meadow", "bridge", "cat")


def _paths(phone: StateReader, ending: str) -> list[str]:
    return [f"{folder}/{name}" for folder in _FOLDERS for name in phone.list_dir(folder) if name.endswith(ending)]


def camera_has(state: State, answer: str | None, photos: int, videos: int) -> bool:
    """There are so many photos, and so many videos that have a length, where cameras keep them."""
    phone = state["android"]
    pictures, movies = _paths(phone, ".jpg"), _paths(phone, ".mp4")
    return (
        (len(pictures), len(movies)) == (photos, videos)
        and all((phone.read_file(path) or b"").startswith(_JPEG) for path in pictures)
        and all(read_tags(phone.read_file(path) or b"").seconds > 0 for path in movies)
    )


def video_runs(state: State, answer: str | None) -> bool:
    """Camera is in front and records a video."""
    return state["android"].foreground().app == "camera" and any(
        element.resource_id.endswith(":id/recording_time") for element in state["android"].elements()
    )


def plant_shots(phone: Setup) -> None:
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

    return may_add("android", "file", most=1, path=right), no_other("android", "file", path=other)

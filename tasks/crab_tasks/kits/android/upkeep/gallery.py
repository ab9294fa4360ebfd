"""Gallery: a sub-task that moves a photo into another album."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, person
from crab_sim.devices.footprints import Footprint, may_add, may_remove
from crab_sim.devices.media import photo
from crab_tasks.kits.android.files import STORAGE, file_at
from crab_tasks.kits.android.pages import at_root
from crab_tasks.kits.android.storage.gallery import open_album, select_photos, transfer_selected
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import day

__all__ = ["MOVE"]

_UNSORTED = f"{STORAGE}/Pictures/Unsorted"


@lru_cache(maxsize=64)
def _portrait(iso: str, scene: str) -> bytes:
    return photo(scene, datetime.fromisoformat(iso).replace(tzinfo=UTC).timestamp() + 39_600)


def _data(params: Params) -> bytes:
    return _portrait(params.day, "meadow")


def _paths(params: Params) -> tuple[str, str]:
    """Returns the photo's path before, and after."""
    name = f"{params.person}.jpg"
    return f"{_UNSORTED}/{name}", f"{STORAGE}/Pictures/{params.album}/{name}"


def _plant(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The photo, one whose name begins like its own, and the album with another one."""
    phone, (path, target) = devices["android"], _paths(params)
    phone.remove(target)
    phone.write_file(path, _data(params))
    phone.write_file(f"{_UNSORTED}/{params.person} 2.jpg", _portrait(params.day, "bridge"))
    phone.write_file(f"{STORAGE}/Pictures/{params.album}/{params.album.lower()}.jpg", _portrait(params.day, "cat"))


def _moved(params: Params) -> Sequence[Checkpoint]:
    """The gallery; then the photo in the album."""
    path, target = _paths(params)
    right = {"path": target, "content": digest(_data(params)), "without": (path,)}
    return [
        app_opened("gallery", "gallery_open"),
        Checkpoint("moved", "android", "gallery", file_at, right, after=("gallery_open",)),
    ]


def _may_move(params: Params) -> Footprint:
    path, target = _paths(params)
    return [may_remove("android", "file", path=path), may_add("android", "file", most=1, path=target, kind="file")]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from at_root(look, "Gallery", text="Library", role="tab")


def _transfer(look: Look, name: str, album: str, move: bool = True) -> Iterator[Action]:
    """Moves or copies a photo of the unsorted ones, if it is there, into an album."""
    yield from open_album(look, "Unsorted")
    if any(one.description.endswith(f", {name}.jpg") for one in look("android")):
        yield from select_photos(look, [f"{name}.jpg"])
        yield from transfer_selected(look, f"{STORAGE}/Pictures/{album}", move)


def _move(params: Params, look: Look) -> Iterator[Action]:
    yield from _transfer(look, params.person, params.album)


def _move_opened(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo, and moves it from there."""
    yield from open_album(look, "Unsorted")
    name = next(one.description for one in look("android") if one.description.endswith(f", {params.person}.jpg"))
    yield tap(look, description=name)
    yield from transfer_selected(look, f"{STORAGE}/Pictures/{params.album}", True)


def _copy_and_delete(params: Params, look: Look) -> Iterator[Action]:
    """Copies the photo, and deletes the first one."""
    yield from _copy(params, look)
    yield from open_album(look, "Unsorted")
    name = next(one.description for one in look("android") if one.description.endswith(f", {params.person}.jpg"))
    yield tap(look, description=name)
    yield tap(look, text="Delete")
    yield tap(look, text="Move to bin", role="button")


def _copy(params: Params, look: Look) -> Iterator[Action]:
    """Only copies it."""
    yield from _transfer(look, params.person, params.album, move=False)


def _move_other(params: Params, look: Look) -> Iterator[Action]:
    """Moves the photo whose name begins like the one that is meant."""
    yield from _transfer(look, f"{params.person} 2", params.album)


MOVE = SubTask(
    name="gallery.move",
    device="android",
    app="gallery",
    says="move the photo named after {person} from the album Unsorted to the album {album} in the phone's Gallery app",
    steps="on the phone, open Gallery, tap Library, open the album Unsorted, long-press the photo whose name is just "
    "{person}, tap More options and Move to, and choose the folder {album} in the folder Pictures",
    inputs={
        "person": person("Farid Berg"),
        "album": choice(("Birthdays", "Concerts", "Dances", "Reunions", "Theatre"), "Concerts"),
    },
    hidden={"day": day("2025-04-26", date(2025, 1, 4), date(2025, 12, 20))},
    setup=_plant,
    checkpoints=_moved,
    oracle={"gallery_open": _open, "moved": _move},
    footprint=_may_move,
    alternatives={"opened": _move_opened, "copied_and_deleted": _copy_and_delete},
    near_misses={"only_copied": _copy, "other_photo": _move_other},
    backends=("sim", "adb"),
    step_limit=50,
    tags=("gallery",),
)

"""Move the photos of one day into a new folder, and delete the screenshot of that day."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, below, may_add, may_remove, no_other
from crab_sim.devices.media import photo
from crab_tasks.kits.android.files.moves import open_folder
from crab_tasks.kits.android.files.state import STORAGE, deleted, folder_holds, folder_is, is_folder
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import hold, nothing_more, tap

CAMERA = f"{STORAGE}/DCIM/Camera"
PICTURES = f"{STORAGE}/Pictures"
SCENES = ("beach_sunset", "bridge", "cat", "forest_path", "lighthouse", "meadow", "waves", "snow_cabin")
DAYS = ("3 August 2025", "19 May 2025", "27 June 2025", "8 April 2025")
"""Long before the photos that are on the phone anyway."""


@lru_cache(maxsize=32)
def shots(day: str, count: int, first: int) -> tuple[tuple[str, bytes], ...]:
    """Returns names and contents of the photos of a day, then of one of the day before, the day after, a year ago."""
    noon = datetime.strptime(day, "%d %B %Y").replace(hour=12, tzinfo=UTC)
    times = [noon + timedelta(minutes=47 * i - 100, seconds=13 * i) for i in range(count)]
    times += [noon - timedelta(days=1), noon + timedelta(days=1, minutes=9), noon - timedelta(days=365)]
    return tuple(
        (f"IMG_{when:%Y%m%d_%H%M%S}.jpg", photo(SCENES[(first + i) % len(SCENES)], when.timestamp()))
        for i, when in enumerate(times)
    )


@lru_cache(maxsize=32)
def screenshots(day: str) -> tuple[tuple[str, bytes], tuple[str, bytes]]:
    """Returns names and contents of the day's screenshot, and of one of the day after."""
    late = datetime.strptime(day, "%d %B %Y").replace(hour=18, minute=31, tzinfo=UTC)
    first, second = (
        (f"Screenshot_{when:%Y%m%d-%H%M%S}.jpg", photo(scene, when.timestamp()))
        for when, scene in ((late, "train_ticket"), (late + timedelta(days=1), "whiteboard"))
    )
    return first, second


def rows(params: Params) -> tuple[tuple[str, bytes], ...]:
    """Returns the photos, the day's first."""
    return shots(params.day, params.count, params.first)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the photos to those that are there, and two screenshots."""
    phone = devices.android
    phone.remove(f"{PICTURES}/{params.album}")
    pictures = [(f"{CAMERA}/{name}", data) for name, data in rows(params)]
    pictures += [(f"{PICTURES}/Screenshots/{name}", data) for name, data in screenshots(params.day)]
    rng.shuffle(pictures)
    for path, data in pictures:
        phone.write_file(path, data)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The folder, then the photos in it, then nothing else in it; beside it the screenshot."""
    folder, count = f"{PICTURES}/{params.album}", params.count
    wanted = tuple(digest(data) for _, data in rows(params)[:count])
    paths = [f"{CAMERA}/{name}" for name, _ in rows(params)]
    sorted_ = check(folder_is, path=folder, digests=wanted, without=tuple(paths[:count]), kept=tuple(paths[count:]))
    (gone, data), (kept, _) = screenshots(params.day)
    away = check(
        deleted,
        path=f"{PICTURES}/Screenshots/{gone}",
        size=len(data),
        content=digest(data),
        kept=f"{PICTURES}/Screenshots/{kept}",
    )
    held = check(folder_holds, path=folder, digests=wanted)
    return [
        Checkpoint(id="folder_made", device="android", app="files", evaluator=check(is_folder, path=folder)),
        Checkpoint(id="photos_there", device="android", app="files", evaluator=held, after=("folder_made",)),
        Checkpoint(id="photos_moved", device="android", app="files", evaluator=sorted_, after=("photos_there",)),
        Checkpoint(id="screenshot_deleted", device="android", app="files", evaluator=away),
    ]


def footprint(params: Params) -> Footprint:
    """The photos of the day go into the new folder under their names, with nothing else; one screenshot goes."""
    album = f"{PICTURES}/{params.album}"
    day = {name for name, _ in rows(params)[: params.count]}
    return [
        may_remove("android", "file", path=frozenset(f"{CAMERA}/{name}" for name in day)),
        may_remove("android", "file", path=f"{PICTURES}/Screenshots/{screenshots(params.day)[0][0]}"),
        may_add("android", "file", path=frozenset((album, *[f"{album}/{name}" for name in day]))),
        no_other("android", "file", path=below(album)),
    ]


def make_folder(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder."""
    yield from open_folder(look, "Pictures")
    yield tap(look, description="More options")
    yield tap(look, text="New folder")
    yield action("android", "write_text", text=params.album)
    yield tap(look, text="Create", role="button")


def transfer(params: Params, look: Look, names: Sequence[str], word: str) -> Iterator[Action]:
    """Moves or copies photos into the folder.

    Args:
        params: The task's parameters, which name the folder.
        look: Shows the screens.
        names: Names of the photos' files; the first one is held, the others are tapped.
        word: ``"Move"`` or ``"Copy"``.
    """
    yield from open_folder(look, "DCIM", "Camera")
    yield from scroll_to(look, names[0])
    yield hold(look, names[0])
    for name in names[1:]:
        yield tap(look, text=name, role="list_item")
    yield tap(look, description="More options")
    yield tap(look, text=f"{word} to…")
    yield tap(look, text="Internal storage")
    yield from scroll_to(look, "Pictures", role="list_item")
    yield tap(look, text="Pictures", role="list_item")
    yield from scroll_to(look, params.album, role="list_item")
    yield tap(look, text=params.album, role="list_item")
    yield tap(look, text=f"{word} here", role="button")


def move(params: Params, look: Look) -> Iterator[Action]:
    """Moves the day's photos into the folder."""
    yield from transfer(params, look, [name for name, _ in rows(params)[: params.count]], "Move")


def delete_one(look: Look, name: str) -> Iterator[Action]:
    """Deletes a screenshot."""
    yield from open_folder(look, "Pictures", "Screenshots")
    yield hold(look, name)
    yield tap(look, description="Delete")
    yield tap(look, text="Delete", role="button")


def delete(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the day's screenshot."""
    yield from delete_one(look, screenshots(params.day)[0][0])


def copied(params: Params, look: Look) -> Iterator[Action]:
    """Copies the photos instead of moving them."""
    yield from make_folder(params, look)
    yield from transfer(params, look, [name for name, _ in rows(params)[: params.count]], "Copy")
    yield from delete(params, look)


def one_too_many(params: Params, look: Look) -> Iterator[Action]:
    """Moves the photo of the next day too."""
    yield from make_folder(params, look)
    names = sorted(name for i, (name, _) in enumerate(rows(params)) if i < params.count or i == params.count + 1)
    yield from transfer(params, look, names, "Move")
    yield from delete(params, look)


def other_screenshot(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the screenshot of the next day."""
    yield from delete_one(look, screenshots(params.day)[1][0])
    yield from make_folder(params, look)
    yield from move(params, look)


def copied_and_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Copies the photos, and deletes them where they were."""
    names = [name for name, _ in rows(params)[: params.count]]
    yield from delete(params, look)
    yield from make_folder(params, look)
    yield from transfer(params, look, names, "Copy")
    for name in names:
        yield from open_folder(look, "DCIM", "Camera")
        yield from scroll_to(look, name)
        yield hold(look, name)
        yield tap(look, description="Delete")
        yield tap(look, text="Delete", role="button")


def one_by_one(params: Params, look: Look) -> Iterator[Action]:
    """Moves one photo after the other."""
    yield from make_folder(params, look)
    for name, _ in rows(params)[: params.count]:
        yield from transfer(params, look, [name], "Move")
    yield from delete(params, look)


TASK = Task(
    name="android.sort_photos",
    description=(
        'On the phone, make a folder "{album}" inside Pictures, and move into it all photos that the camera took on '
        "{day}; the camera's photos are in DCIM/Camera. Nothing else should be in the new folder. Then delete the "
        "screenshot of the same day from Pictures/Screenshots, and no other picture."
    ),
    devices=("android",),
    parameters={
        "album": choice(("Excursion", "With Ines", "Best of the day"), type="folder_name"),
        "day": choice(DAYS, type="date"),
        "count": integer(2, 3, 3, type="material"),
        "first": integer(0, 7, 2, type="material"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "folder_made": make_folder,
        "photos_there": move,
        "photos_moved": nothing_more,
        "screenshot_deleted": delete,
    },
    footprint=footprint,
    alternatives={"copied_and_deleted": copied_and_deleted, "one_by_one": one_by_one},
    near_misses={"copied": copied, "one_too_many": one_too_many, "other_screenshot": other_screenshot},
    backends={"android": ("sim", "adb")},
    version=4,
    tags=("files", "gallery"),
)

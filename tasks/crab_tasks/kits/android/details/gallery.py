"""Gallery: a sub-task that tells whom the newest photo of an album shows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, person
from crab_sim.devices.media import photo
from crab_tasks.kits.android.files import STORAGE
from crab_tasks.kits.android.storage.gallery import open_album, open_details, open_photo, search_photos
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import day

__all__ = ["NEWEST"]

_SCENES = ("mountain_lake", "meadow", "bridge", "lighthouse", "beach_sunset", "forest_path")


def _album(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The album with the newest photo and two older ones; their names are in another order."""
    last = datetime.fromisoformat(params.day).replace(tzinfo=UTC, hour=12)
    people = (params.newest, params.second, params.third)
    for i, (name, scene) in enumerate(zip(people, rng.sample(_SCENES, 3), strict=True)):
        taken = last - timedelta(days=3 * i, minutes=rng.randint(0, 300))
        path = f"{STORAGE}/Pictures/{params.album}/{name}.jpg"
        devices["android"].write_file(path, photo(scene, taken.timestamp()))


def _see_album(params: Params, look: Look) -> Iterator[Action]:
    """Opens the album's first photo, and its details."""
    yield from open_album(look, params.album)
    yield from open_details(look, f"{params.newest}.jpg")


def _see_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the album's photos, which stand below their days."""
    yield from search_photos(look, params.album)
    yield from open_details(look, f"{params.newest}.jpg")


def _see_opened(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo from the list of all photos."""
    yield from open_photo(look, f"{params.newest}.jpg")
    if has(look, "android", text="Details"):
        yield tap(look, text="Details")


NEWEST = SubTask(
    name="gallery.newest",
    device="android",
    app="gallery",
    says="look up after whom the newest photo in the album {album} of the phone's Gallery app is named",
    steps="on the phone, open Gallery, tap Library, open the album {album}, tap its first photo, which is the newest, "
    "tap Details and read after whom it is named",
    refers="the person after whom the newest photo in the phone's album {album} is named",
    inputs={"album": choice(("Choir", "Colleagues", "Guests", "Neighbours", "Team"), "Guests")},
    hidden={
        "newest": person("Kira Lindt"), "second": person("Bruno Castro"), "third": person("Mina Jansen"),
        "day": day("2025-09-20", date(2025, 2, 1), date(2025, 12, 20)),
    },
    output="person_name",
    produce=lambda params: str(params.newest),
    setup=_album,
    checkpoints=lambda params: [app_opened("gallery", "gallery_open")],
    oracle={"gallery_open": _see_album},
    alternatives={"searched": _see_found, "among_all": _see_opened},
    backends=("sim", "adb"),
    tags=("gallery",),
)  # fmt: skip

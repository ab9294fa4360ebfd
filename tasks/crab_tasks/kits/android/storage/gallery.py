"""Gallery: a sub-task about the day on which a photo was taken."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime

from crab_gym.backends.base import Setup
from crab_gym.devices.media import photo
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person
from crab_tasks.kits.android.files import STORAGE
from crab_tasks.kits.android.pages import at_root
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_in_front
from crab_tasks.kits.values import day

__all__ = ["PHOTO_DATE"]

_FOLDER = f"{STORAGE}/Pictures/Portraits"
_SCENES = ("mountain_lake", "meadow", "bridge", "lighthouse", "beach_sunset", "forest_path")


def _name(params: Params) -> str:
    return f"{params.person}.jpg"


def _two_photos(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The photo, and one whose name begins like its own."""
    phone = devices["android"]
    first, second = rng.sample(_SCENES, 2)
    for name, scene, iso in ((_name(params), first, params.day), (f"{params.person} 2.jpg", second, params.other)):
        when = datetime.fromisoformat(iso).replace(tzinfo=UTC).timestamp() + rng.randint(9 * 3600, 18 * 3600)
        phone.write_file(f"{_FOLDER}/{name}", photo(scene, when))


def _gallery_open(params: Params) -> Sequence[Checkpoint]:
    """The gallery is in front."""
    front = {"device": "android", "app": "gallery"}
    return [Checkpoint("gallery_open", "android", "gallery", app_in_front, front, hold=False)]


def _open_photos(look: Look, tab: str) -> Iterator[Action]:
    """Opens a main page of the gallery."""
    yield from at_root(look, "Gallery", text=tab, role="tab")
    yield tap(look, text=tab, role="tab")


def _details(look: Look, name: str) -> Iterator[Action]:
    """Opens the photo of a name, if it is on the screen, and its details."""
    for one in look("android"):
        if one.description.endswith(f", {name}"):
            yield tap(look, description=one.description)
            yield tap(look, text="Details")
            return


def _searched(look: Look, words: str) -> Iterator[Action]:
    yield from _open_photos(look, "Search")
    if has(look, "android", description="Clear"):
        yield tap(look, description="Clear")
    yield tap(look, rid="search_box")
    yield action("android", "write_text", text=words)


def _see_details(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo from the album, and its details."""
    yield from _open_photos(look, "Library")
    yield tap(look, text="Portraits")
    yield from _details(look, _name(params))


def _see_found_details(params: Params, look: Look) -> Iterator[Action]:
    """Searches the photo by its name, and opens its details."""
    yield from _searched(look, params.person)
    yield from _details(look, _name(params))


def _see_heading(params: Params, look: Look) -> Iterator[Action]:
    """Searches the photo by its name, and reads the heading above it."""
    yield from _searched(look, params.person)


PHOTO_DATE = SubTask(
    name="gallery.photo_date",
    device="android",
    app="gallery",
    says="look up the day on which the photo named after {person} in the phone's album Portraits was taken",
    steps="on the phone, open Gallery, tap Library, open the album Portraits, tap the photo whose name is just "
    "{person}, tap Details and read the day",
    refers="the day on which the phone's photo named after {person} was taken",
    inputs={"person": person("Edith Dorn")},
    hidden={
        "day": day("2025-06-14", date(2025, 1, 4), date(2025, 12, 20)),
        "other": day("2025-08-02", date(2025, 1, 4), date(2025, 12, 20)),
    },
    output="date",
    produce=lambda params: str(params.day),
    setup=_two_photos,
    checkpoints=_gallery_open,
    oracle={"gallery_open": _see_details},
    alternatives={"searched": _see_found_details, "heading": _see_heading},
    crab=11,
    tags=("gallery",),
)

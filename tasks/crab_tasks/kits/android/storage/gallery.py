"""Gallery: moves, and sub-tasks about the days on which photos were taken."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person
from crab_sim.devices.footprints import Footprint, may_remove
from crab_sim.devices.media import photo
from crab_tasks.kits.android.files import STORAGE, deleted
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.android.pickers import choose_folder
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import app_in_front
from crab_tasks.kits.values import day

__all__ = [
    "DELETE", "PHOTO_DATE", "open_album", "open_details", "open_photo", "search_photos", "select_photos",
    "transfer_selected",
]  # fmt: skip

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


def open_details(look: Look, name: str) -> Iterator[Action]:
    """Opens the photo of a name, if it is on the screen, and its details."""
    for one in look("android"):
        if one.description.endswith(f", {name}"):
            yield tap(look, description=one.description)
            yield tap(look, text="Details")
            return


def open_photo(look: Look, name: str) -> Iterator[Action]:
    """Opens the photo of a name among all photos; where it isn't on the first screen of them, searches it."""

    def shown() -> list[str]:
        return [one.description for one in look("android") if one.description.endswith(f", {name}")]

    yield from at_root(look, "Gallery", text="Photos", role="tab")
    if not shown():
        yield tap(look, text="Photos", role="tab")
    if shown():
        yield tap(look, description=shown()[0])
    else:
        yield from search_photos(look, name)


def open_album(look: Look, album: str) -> Iterator[Action]:
    """Opens an album of the gallery by its folder's name."""
    yield from _open_photos(look, "Library")
    yield from scroll_to(look, album, role="list_item")
    yield tap(look, text=album, role="list_item")


def select_photos(look: Look, names: Sequence[str]) -> Iterator[Action]:
    """Selects photos of the open album by their files' names: the first one by a long touch, the others by a tap."""
    for i, name in enumerate(names):
        description = next((one.description for one in look("android") if one.description.endswith(f", {name}")), name)
        yield tap(look, description=description) if i else hold(look, description=description)


def transfer_selected(look: Look, folder: str, move: bool = False) -> Iterator[Action]:
    """Copies or moves the selected photos into a folder of the shared storage, which is made where it is missing.

    Args:
        look: Shows the screens.
        folder: The folder's path.
        move: Whether the photos are moved.
    """
    word = "Move" if move else "Copy"
    yield tap(look, description="More options")
    yield tap(look, text=f"{word} to", role="menu_item")
    yield from choose_folder(look, folder, f"{word} here")


def search_photos(look: Look, words: str) -> Iterator[Action]:
    """Searches photos by their names, albums and days."""
    yield from _open_photos(look, "Search")
    if has(look, "android", description="Clear"):
        yield tap(look, description="Clear")
    yield tap(look, rid="search_box")
    yield action("android", "write_text", text=words)


def _see_details(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo from the album, and its details."""
    yield from open_album(look, "Portraits")
    yield from open_details(look, _name(params))


def _see_found_details(params: Params, look: Look) -> Iterator[Action]:
    """Searches the photo by its name, and opens its details."""
    yield from search_photos(look, params.person)
    yield from open_details(look, _name(params))


def _see_heading(params: Params, look: Look) -> Iterator[Action]:
    """Searches the photo by its name, and reads the heading above it."""
    yield from search_photos(look, params.person)


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
    called="day of the photo",
    produce=lambda params: str(params.day),
    setup=_two_photos,
    checkpoints=_gallery_open,
    oracle={"gallery_open": _see_details},
    alternatives={"searched": _see_found_details, "heading": _see_heading},
    backends=("sim", "adb"),
    crab=11,
    tags=("gallery",),
)


_TRIPS = f"{STORAGE}/Pictures/Trips"


@lru_cache(maxsize=64)
def _shots(iso: str) -> Mapping[str, bytes]:
    """Returns the photo of a day, then one of the day after and one of a year before, by their names."""
    first = datetime.fromisoformat(iso).replace(tzinfo=UTC)
    taken = (first, first + timedelta(days=1), first - timedelta(days=365))
    scenes = ("mountain_lake", "forest_path", "bridge")
    numbers = random.Random(iso).sample(range(100, 1000), 3)
    return {
        f"trip_{number}.jpg": photo(scene, when.timestamp() + 11 * 3600 + 60 * number)
        for number, when, scene in zip(numbers, taken, scenes, strict=True)
    }


def _names(params: Params) -> tuple[str, ...]:
    """Returns the files' names, that of the day's photo first."""
    return tuple(_shots(params.date))


def _plant_trips(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Fills the album."""
    for name, data in _shots(params.date).items():
        devices["android"].write_file(f"{_TRIPS}/{name}", data)


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """The gallery; then the photo is gone."""
    (name, data), (other, _), _ = _shots(params.date).items()
    gone = {"path": f"{_TRIPS}/{name}", "size": len(data), "content": digest(data), "kept": f"{_TRIPS}/{other}"}
    return [
        *_gallery_open(params),
        Checkpoint("deleted", "android", "gallery", deleted, gone, after=("gallery_open",)),
    ]


def _may_delete(params: Params) -> Footprint:
    return [may_remove("android", "file", path=f"{_TRIPS}/{_names(params)[0]}")]


def _open_gallery(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_photos(look, "Library")


def _delete_photo(look: Look, name: str, confirm: str = "Move to bin") -> Iterator[Action]:
    """Opens a photo of the album by its file's name, if it is there, and deletes it or cancels."""
    yield from open_album(look, "Trips")
    for one in look("android"):
        if one.description.endswith(f", {name}"):
            yield tap(look, description=one.description)
            yield tap(look, text="Delete")
            yield tap(look, text=confirm, role="button")
            return


def _delete(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete_photo(look, _names(params)[0])


def _delete_after_details(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the photos' details first."""
    for name in reversed(_names(params)):
        yield from open_album(look, "Trips")
        yield from open_details(look, name)
    yield from _delete(params, look)


def _delete_and_restore(params: Params, look: Look) -> Iterator[Action]:
    """Deletes another one first, and takes it back out of the bin."""
    other = _names(params)[1]
    yield from _delete_photo(look, other)
    yield from _open_photos(look, "Library")
    yield tap(look, rid="trash")
    description = next(one.description for one in look("android") if one.description.endswith(f", {other}"))
    yield tap(look, description=description)
    yield tap(look, text="Restore")
    yield from _delete(params, look)


def _delete_next_day(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the photo of the day after."""
    yield from _delete_photo(look, _names(params)[1])


def _not_confirmed(params: Params, look: Look) -> Iterator[Action]:
    """Asks to delete the photo, and then says no."""
    yield from _delete_photo(look, _names(params)[0], "Cancel")


DELETE = SubTask(
    name="gallery.delete",
    once=True,
    device="android",
    app="gallery",
    says="delete the photo that was taken on {date} from the album Trips in the phone's Gallery app",
    steps="on the phone, open Gallery, tap Library, open the album Trips, tap the photo whose details tell that it was "
    "taken on {date}, tap Delete, and confirm it",
    inputs={"date": day("2025-09-12", date(2025, 1, 4), date(2025, 12, 20))},
    setup=_plant_trips,
    checkpoints=_deleted,
    oracle={"gallery_open": _open_gallery, "deleted": _delete},
    footprint=_may_delete,
    alternatives={"after_details": _delete_after_details, "other_restored": _delete_and_restore},
    near_misses={"next_day": _delete_next_day, "not_confirmed": _not_confirmed},
    backends=("sim", "adb"),
    tags=("gallery",),
)

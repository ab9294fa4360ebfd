"""Gallery: sub-tasks about the days and albums of photos."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, person
from crab_sim.devices.footprints import Footprint, may_add, may_remove
from crab_sim.devices.media import photo
from crab_tasks.kits.android.files.state import STORAGE, deleted, file_at
from crab_tasks.kits.android.gallery.moves import (
    open_album,
    open_details,
    open_photo,
    open_photos,
    search_photos,
    select_photos,
    transfer_selected,
)
from crab_tasks.kits.android.pages import at_root
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import day, some_of

__all__ = ["DELETE", "MOVE", "NEWEST", "PHOTO_DATE"]

_FOLDER = f"{STORAGE}/Pictures/Portraits"
_SCENES = ("mountain_lake", "meadow", "bridge", "lighthouse", "beach_sunset", "forest_path")


def _name(params: Params) -> str:
    return f"{params.person}.jpg"


def _two_photos(devices: Devices, params: Params, rng: random.Random) -> None:
    """The photo, and one whose name begins like its own."""
    phone = devices.android
    first, second = rng.sample(_SCENES, 2)
    for name, scene, iso in ((_name(params), first, params.day), (f"{params.person} 2.jpg", second, params.other)):
        when = datetime.fromisoformat(iso).replace(tzinfo=UTC).timestamp() + rng.randint(9 * 3600, 18 * 3600)
        phone.write_file(f"{_FOLDER}/{name}", photo(scene, when))


def _gallery_open(params: Params) -> Sequence[Checkpoint]:
    """The gallery is in front."""
    return [app_opened("gallery", "gallery_open")]


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
_FROM_ELEVEN = 13 * 60
"""The minutes from eleven o'clock to midnight."""


@lru_cache(maxsize=64)
def _shots(iso: str) -> Mapping[str, bytes]:
    """Returns the photo of a day, one of the day after, one of a year before, and some later ones, by their names."""
    first = datetime.fromisoformat(iso).replace(tzinfo=UTC)
    dice = random.Random(iso)
    later = sorted(dice.sample(range(2, 27), dice.randint(1, 5)))
    taken = [first + timedelta(days=days) for days in (0, 1, -365, *later)]
    numbers = dice.sample(range(100, 1000), len(taken))
    return {
        f"trip_{number}.jpg": photo(
            _SCENES[i % len(_SCENES)], when.timestamp() + 11 * 3600 + 60 * (number % _FROM_ELEVEN)
        )
        for i, (number, when) in enumerate(zip(numbers, taken, strict=True))
    }


def _names(params: Params) -> tuple[str, ...]:
    """Returns the files' names, that of the day's photo first."""
    return tuple(_shots(params.date))


def _plant_trips(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the album."""
    for name, data in _shots(params.date).items():
        devices.android.write_file(f"{_TRIPS}/{name}", data)


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """The gallery; then the photo is gone."""
    (name, data), (other, _), *_ = _shots(params.date).items()
    gone = check(deleted, path=f"{_TRIPS}/{name}", size=len(data), content=digest(data), kept=f"{_TRIPS}/{other}")
    return after_opening("gallery", "deleted", gone)


def _may_delete(params: Params) -> Footprint:
    return [may_remove("android", "file", path=f"{_TRIPS}/{_names(params)[0]}")]


def _open_gallery(params: Params, look: Look) -> Iterator[Action]:
    yield from open_photos(look, "Library")


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
    yield from open_photos(look, "Library")
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


def _album(devices: Devices, params: Params, rng: random.Random) -> None:
    """The album with the newest photo and two older ones; their names are in another order."""
    last = datetime.fromisoformat(params.day).replace(tzinfo=UTC, hour=12)
    people = (params.newest, params.second, params.third)
    for i, (name, scene) in enumerate(zip(people, rng.sample(_SCENES, 3), strict=True)):
        taken = last - timedelta(days=3 * i, minutes=rng.randint(0, 300))
        path = f"{STORAGE}/Pictures/{params.album}/{name}.jpg"
        devices.android.write_file(path, photo(scene, taken.timestamp()))


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

_UNSORTED = f"{STORAGE}/Pictures/Unsorted"


@lru_cache(maxsize=64)
def _portrait(iso: str, scene: str) -> bytes:
    return photo(scene, datetime.fromisoformat(iso).replace(tzinfo=UTC).timestamp() + 39_600)


_OTHERS = ("Allotment", "Bakery", "Fountain", "Tram", "Viaduct")


def _data(params: Params) -> bytes:
    return _portrait(params.day, "meadow")


def _paths(params: Params) -> tuple[str, str]:
    """Returns the photo's path before, and after."""
    name = f"{params.person}.jpg"
    return f"{_UNSORTED}/{name}", f"{STORAGE}/Pictures/{params.album}/{name}"


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """The photo, one whose name begins like its own, some newer ones, and the album with another one."""
    phone, (path, target) = devices.android, _paths(params)
    for name in some_of(rng, _OTHERS):
        later = date.fromisoformat(params.day) + timedelta(days=rng.randint(1, 9))
        phone.write_file(f"{_UNSORTED}/{name}.jpg", _portrait(later.isoformat(), "bridge"))
    phone.remove(target)
    phone.write_file(path, _data(params))
    phone.write_file(f"{_UNSORTED}/{params.person} 2.jpg", _portrait(params.day, "bridge"))
    phone.write_file(f"{STORAGE}/Pictures/{params.album}/{params.album.lower()}.jpg", _portrait(params.day, "cat"))


def _moved(params: Params) -> Sequence[Checkpoint]:
    """The gallery; then the photo in the album."""
    path, target = _paths(params)
    right = check(file_at, path=target, content=digest(_data(params)), without=(path,))
    return after_opening("gallery", "moved", right)


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

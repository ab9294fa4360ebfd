"""Gallery: sub-tasks that rename and scale photos, set one as the wallpaper, and tell size and place."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, person
from crab_sim.devices.facts import content_digest
from crab_sim.devices.footprints import Footprint, below, may_add, may_change, may_remove
from crab_sim.devices.media import photo
from crab_tasks.kits.android.files.moves import choose_for, open_folder
from crab_tasks.kits.android.files.state import STORAGE, file_at
from crab_tasks.kits.android.gallery.moves import album_photo, open_album, open_details, open_photos, search_photos
from crab_tasks.kits.android.gallery.portraits import SCENES
from crab_tasks.kits.android.gallery.state import smaller_copy, wallpaper_is
from crab_tasks.kits.android.maps.state import VILLAGES
from crab_tasks.kits.android.pages import replace_text, type_into
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import tap
from crab_tasks.kits.paths import stem_of
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import other_person

__all__ = ["LARGEST", "RENAME", "RESIZE", "WALLPAPER", "WHERE"]

_ALBUM = "Holiday"
_FOLDER = f"{STORAGE}/Pictures/{_ALBUM}"
_PHOTOS = tuple([f"shot_{number}" for number in (12, 17, 23, 31, 38, 44, 56)])
_PHOTO = {"photo": choice(tuple([f"{name}.jpg" for name in _PHOTOS]), "shot_23.jpg")}


def _shot(name: str) -> bytes:
    """Returns the photo of a name, taken at a time of its own."""
    dice = random.Random(name)
    return photo(SCENES[_PHOTOS.index(name)], 1_750_000_000.0 + dice.randrange(1 << 20))


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the album."""
    devices.android.remove(_FOLDER)
    for name in _PHOTOS:
        devices.android.write_file(f"{_FOLDER}/{name}.jpg", _shot(name))


def _another(params: Params) -> str:
    """Returns the name of another photo of the album."""
    return _PHOTOS[_PHOTOS.index(stem_of(params.photo)) - 1]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_photos(look, "Library")


def _choose(look: Look, name: str, entry: str) -> Iterator[Action]:
    """Chooses an entry of the menu of a photo of the album."""
    yield from album_photo(look, _ALBUM, f"{name}.jpg")
    yield tap(look, description="More options")
    yield tap(look, text=entry, role="menu_item")


# Renaming -----------------------------------------------------------------------------------------------------------


def _renamed(params: Params) -> Sequence[Checkpoint]:
    """Gallery, or Files, since the goal only says whose album it is; then the file's name."""
    old, content = f"{_FOLDER}/{stem_of(params.photo)}.jpg", digest(_shot(stem_of(params.photo)))
    return after_opening(
        "gallery",
        "renamed",
        check(file_at, path=f"{_FOLDER}/{stem_of(params.name)}.jpg", content=content, without=(old,)),
        others=("files",),
    )


def _may_rename(params: Params) -> Footprint:
    return [
        may_remove("android", "file", path=f"{_FOLDER}/{stem_of(params.photo)}.jpg"),
        may_add("android", "file", most=1, path=f"{_FOLDER}/{stem_of(params.name)}.jpg", kind="file"),
    ]


def _rename_to(look: Look, old: str, new: str) -> Iterator[Action]:
    yield from _choose(look, old, "Rename")
    yield from replace_text(look, "Name", new)
    yield tap(look, text="OK", role="button")


def _rename(params: Params, look: Look) -> Iterator[Action]:
    yield from _rename_to(look, stem_of(params.photo), f"{stem_of(params.name)}.jpg")


def _rename_twice(params: Params, look: Look) -> Iterator[Action]:
    """Gives it another name first, and leaves the ending to the app."""
    yield from _rename_to(look, stem_of(params.photo), "mistake")
    yield from _rename_to(look, "mistake", stem_of(params.name))


def _rename_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Renames the file in Files alone."""
    yield from open_folder(look, "Pictures", _ALBUM)
    yield from choose_for(look, f"{stem_of(params.photo)}.jpg", "Rename")
    yield from replace_text(look, "Name", f"{stem_of(params.name)}.jpg")
    yield tap(look, text="OK", role="button")


def _rename_another(params: Params, look: Look) -> Iterator[Action]:
    yield from _rename_to(look, _another(params), f"{stem_of(params.name)}.jpg")


def _ask_only(params: Params, look: Look) -> Iterator[Action]:
    """Types the name, and then says no."""
    yield from _choose(look, stem_of(params.photo), "Rename")
    yield from replace_text(look, "Name", f"{stem_of(params.name)}.jpg")
    yield tap(look, text="Cancel")


RENAME = SubTask(
    name="gallery.rename",
    device="android",
    app="gallery",
    says="rename the photo {photo} in the album Holiday of the phone's Gallery app to {name}",
    steps="on the phone, open Gallery, tap Library and the album Holiday, open {photo}, tap More options and "
    "Rename, type {name} and tap OK",
    inputs={
        **_PHOTO,
        "name": choice(("arrival.jpg", "farewell.jpg", "panorama.jpg", "picnic.jpg", "sundown.jpg"), "picnic.jpg"),
    },
    setup=_plant,
    checkpoints=_renamed,
    oracle={"gallery_open": _open, "renamed": _rename},
    footprint=_may_rename,
    alternatives={"twice": _rename_twice, "in_files": _rename_in_files},
    near_misses={"another": _rename_another, "not_saved": _ask_only},
    once=True,
    step_limit=40,
    tags=("gallery",),
)

# Scaling ------------------------------------------------------------------------------------------------------------


def _resized(params: Params) -> Sequence[Checkpoint]:
    right = check(
        smaller_copy,
        folder=_FOLDER,
        original=_shot(stem_of(params.photo)),
        width=int(params.width),
        before=len(_PHOTOS),
    )
    return after_opening("gallery", "resized", right)


def _resize_to(look: Look, name: str, width: str) -> Iterator[Action]:
    yield from _choose(look, name, "Resize")
    yield from type_into(look, "Width in pixels", width)
    yield tap(look, text="Save copy", role="button")


def _resize(params: Params, look: Look) -> Iterator[Action]:
    yield from _resize_to(look, stem_of(params.photo), params.width)


def _resize_again(params: Params, look: Look) -> Iterator[Action]:
    """Types too large a width first."""
    yield from _resize_to(look, stem_of(params.photo), "9000")
    yield tap(look, text="OK", role="button")
    yield from _resize(params, look)


def _resize_renamed(params: Params, look: Look) -> Iterator[Action]:
    """Gives the copy another name."""
    yield from _resize(params, look)
    yield from _rename_to(look, f"{stem_of(params.photo)}_{params.width}", "small.jpg")


def _resize_another(params: Params, look: Look) -> Iterator[Action]:
    yield from _resize_to(look, _another(params), params.width)


def _resize_wide(params: Params, look: Look) -> Iterator[Action]:
    yield from _resize_to(look, stem_of(params.photo), str(int(params.width) + 10))


RESIZE = SubTask(
    name="gallery.resize",
    device="android",
    app="gallery",
    says="save a copy of the photo {photo} in the album Holiday of the phone's Gallery app that is {width} pixels wide",
    steps="on the phone, open Gallery, tap Library and the album Holiday, open {photo}, tap More options and "
    "Resize, type {width} as the width and tap Save copy",
    inputs={**_PHOTO, "width": choice(("160", "200", "240", "320", "360", "400"), "320")},
    setup=_plant,
    checkpoints=_resized,
    oracle={"gallery_open": _open, "resized": _resize},
    footprint=lambda params: [may_add("android", "file", most=1, path=below(_FOLDER), kind="file")],
    alternatives={"again": _resize_again, "renamed": _resize_renamed},
    near_misses={"another": _resize_another, "other_width": _resize_wide},
    once=True,
    step_limit=40,
    tags=("gallery",),
)

# The wallpaper ------------------------------------------------------------------------------------------------------


def _content(params: Params) -> str:
    return content_digest(_shot(stem_of(params.photo)))


def _may_paper(params: Params) -> Footprint:
    return [may_change("android", "state", ("digest",), becomes={"digest": _content(params)}, slice="wallpaper")]


def _set(params: Params, look: Look) -> Iterator[Action]:
    yield from _choose(look, stem_of(params.photo), "Set as wallpaper")


def _set_another(params: Params, look: Look) -> Iterator[Action]:
    yield from _choose(look, _another(params), "Set as wallpaper")


def _set_both(params: Params, look: Look) -> Iterator[Action]:
    """Sets another one first."""
    yield from _set_another(params, look)
    yield from _set(params, look)


def _set_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the photo."""
    yield from search_photos(look, f"{stem_of(params.photo)}.jpg")
    yield from open_details(look, f"{stem_of(params.photo)}.jpg")
    yield tap(look, description="Close")
    yield tap(look, description="More options")
    yield tap(look, text="Set as wallpaper", role="menu_item")


WALLPAPER = SubTask(
    name="gallery.wallpaper",
    device="android",
    app="gallery",
    says="set the photo {photo} in the album Holiday of the phone's Gallery app as the wallpaper",
    steps="on the phone, open Gallery, tap Library and the album Holiday, open {photo}, tap More options and Set "
    "as wallpaper",
    inputs=_PHOTO,
    setup=_plant,
    checkpoints=lambda params: after_opening("gallery", "set", check(wallpaper_is, digest=_content(params))),
    oracle={"gallery_open": _open, "set": _set},
    footprint=_may_paper,
    alternatives={"another_first": _set_both, "searched": _set_found},
    near_misses={"another": _set_another},
    once=True,
    tags=("gallery",),
)

# Looking up ---------------------------------------------------------------------------------------------------------


def _plant_sizes(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills an album; the photos' days and names tell nothing of their sizes."""
    names = [params.largest, other_person(rng, params.largest), params.second, params.third]
    for i, (name, scene) in enumerate(zip(names, rng.sample(SCENES, 4), strict=True)):
        data = photo(scene, 1_750_000_000.0 + rng.randrange(1 << 20))
        data += bytes(40_000 - len(data) - 4000 * i)  # a decoder stops at the picture's end
        devices.android.write_file(f"{STORAGE}/Pictures/{params.album}/{name}.jpg", data)


def _see_largest(params: Params, look: Look) -> Iterator[Action]:
    """Sorts the album by size, and opens the details of its first photo."""
    yield from open_album(look, params.album)
    yield tap(look, description="Sort by")
    yield tap(look, text="Size", role="radio")
    yield from open_details(look, f"{params.largest}.jpg")


def _see_each(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the photos' details one after the other."""
    for name in (params.third, params.second, params.largest):
        yield from open_album(look, params.album)
        yield from open_details(look, f"{name}.jpg")


def _see_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Reads the sizes in Files."""
    yield from _open(params, look)
    yield from open_folder(look, "Pictures", params.album)


LARGEST = SubTask(
    name="gallery.largest",
    device="android",
    app="gallery",
    says="look up after whom the photo with the largest file in the album {album} of the phone's Gallery app is named",
    steps="on the phone, open Gallery, tap Library, open the album {album}, tap Sort by and Size, tap the first photo, "
    "tap Details and read after whom it is named",
    refers="the person after whom the photo with the largest file in the phone's album {album} is named",
    inputs={"album": choice(("Bakers", "Dancers", "Gardeners", "Rowers", "Singers"), "Rowers")},
    hidden={"largest": person("Edith Lindt"), "second": person("Hugo Berg"), "third": person("Mina Castro")},
    output="person_name",
    produce=lambda params: str(params.largest),
    setup=_plant_sizes,
    checkpoints=lambda params: [app_opened("gallery", "gallery_open")],
    oracle={"gallery_open": _see_largest},
    alternatives={"each": _see_each, "in_files": _see_in_files},
    tags=("gallery",),
)


def _plant_places(devices: Devices, params: Params, rng: random.Random) -> None:
    """The photo, and one whose name begins like its own, taken elsewhere."""
    for name, village in ((params.person, params.village), (f"{params.person} 2", params.other)):
        data = photo(rng.choice(SCENES), 1_750_000_000.0 + rng.randrange(1 << 20), VILLAGES[village][1])
        devices.android.write_file(f"{STORAGE}/Pictures/Visits/{name}.jpg", data)


def _see_map(look: Look) -> Iterator[Action]:
    """Taps the place in the details that are shown."""
    for one in look("android"):
        if one.resource_id.endswith("exif_item_layout") and one.description.startswith("47."):
            yield tap(look, description=one.description)
            return


def _see_place(params: Params, look: Look) -> Iterator[Action]:
    yield from open_album(look, "Visits")
    yield from open_details(look, f"{params.person}.jpg")
    yield from _see_map(look)


def _see_found_place(params: Params, look: Look) -> Iterator[Action]:
    yield from search_photos(look, params.person)
    yield from open_details(look, f"{params.person}.jpg")
    yield from _see_map(look)


def _see_both_places(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the other photo's place first."""
    yield from open_album(look, "Visits")
    yield from open_details(look, f"{params.person} 2.jpg")
    yield from _see_map(look)
    yield from _see_place(params, look)


WHERE = SubTask(
    name="gallery.where",
    device="android",
    app="gallery",
    says="look up near which village the photo named after {person} in the phone's album Visits was taken",
    steps="on the phone, open Gallery, tap Library, open the album Visits, tap the photo whose name is just {person}, "
    "tap Details and its place, and read in Maps near which village that is",
    refers="the village near which the phone's photo named after {person} was taken",
    inputs={"person": person("Bruno Dorn")},
    hidden={
        "village": choice(tuple(VILLAGES), "Bendern", type="place"),
        "other": choice(tuple(VILLAGES), "Malbun", type="place"),
    },
    output="place",
    called="village",
    produce=lambda params: str(params.village),
    setup=_plant_places,
    checkpoints=lambda params: [app_opened("gallery", "gallery_open")],
    oracle={"gallery_open": _see_place},
    alternatives={"searched": _see_found_place, "both": _see_both_places},
    tags=("gallery", "maps"),
)  # fmt: skip

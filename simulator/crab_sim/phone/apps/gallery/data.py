"""Data of the Gallery app: favourites, the bin, albums and days; and the editing of photos."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from crab_sim.devices import media
from crab_sim.draw.image_header import image_size
from crab_sim.engines import days as calendar
from crab_sim.files import Files
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.files.data import free_name
from crab_sim.phone.media import storage
from crab_sim.phone.media.storage import MediaFile

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = [
    "BIN", "CROPS", "FILTERS", "ORDERS", "AlbumRow", "DayRow", "Edit", "Library", "Trashed", "albums", "days",
    "discard", "edited", "listed", "matching", "rename", "resized", "restore", "shots", "taken", "transfer",
]  # fmt: skip

BIN = f"{SDCARD}/DCIM/.trash"
"""The folder of deleted photos."""
FAVOURITES = "favourites"


class Trashed(NamedTuple):
    """A photo in the bin: its path there, its original path, and the time of its deletion."""

    path: str
    origin: str
    when: float


class Library(NamedTuple):
    """The app's state: the paths of favourites, the photos in the bin, and the order of albums, one of `ORDERS`."""

    favourites: tuple[str, ...] = ()
    bin: tuple[Trashed, ...] = ()
    order: str = "taken"


LIBRARY: Final = Slice[Library]("gallery", volatile={"bin": "the photos in it are files", "order": "the look of lists"})
ORDERS: Final = (("taken", "Date taken"), ("name", "Name"), ("size", "Size"))
"""The keys by which an album can be sorted, with their labels: the newest, the first or the largest photo first."""


class AlbumRow(NamedTuple):
    """A folder with its photos and videos."""

    folder: str
    shots: list[MediaFile]


class DayRow(NamedTuple):
    """A day, counted from 1970, with the photos taken on it."""

    day: int
    shots: list[MediaFile]


def taken(shot: MediaFile) -> float:
    """Returns the time at which a photo was taken: that in its EXIF, else that of its file."""
    when = media.read_exif(shot.file.data).taken if shot.file.data[:2] == b"\xff\xd8" else None
    return shot.file.mtime if when is None else when


def shots(files: Files) -> list[MediaFile]:
    """Returns the phone's photos and videos, newest first."""
    return list(_newest_first((*storage.scan(files, "image"), *storage.scan(files, "video"))))


@lru_cache(maxsize=16)
def _newest_first(found: tuple[MediaFile, ...]) -> tuple[MediaFile, ...]:
    """Returns photos and videos sorted; each view asks, and each photo's EXIF data is read."""
    return tuple(sorted(found, key=lambda shot: (-taken(shot), shot.path)))


def listed(files: Files, library: Library, album: str) -> list[MediaFile]:
    """Returns the photos and videos of an album: ``""`` for all, a folder, the favourites or the bin."""
    if album == BIN:
        entries = [(row.path, files.stat(row.path)) for row in reversed(library.bin) if files.is_file(row.path)]
        return [MediaFile(path, entry) for path, entry in entries]  # type: ignore[arg-type]
    rows = shots(files)
    if album == FAVOURITES:
        return [shot for shot in rows if shot.path in library.favourites]
    rows = [shot for shot in rows if not album or shot.folder == album]
    if album and library.order == "name":
        rows.sort(key=lambda shot: shot.name.casefold())
    elif album and library.order == "size":
        rows.sort(key=lambda shot: -len(shot.file.data))
    return rows


def albums(files: Files) -> list[AlbumRow]:
    """Returns the folders that hold photos or videos, the camera's first."""
    by_folder: dict[str, list[MediaFile]] = {}
    for shot in shots(files):
        by_folder.setdefault(shot.folder, []).append(shot)
    camera = f"{SDCARD}/DCIM/Camera"
    rows = [AlbumRow(*item) for item in by_folder.items()]
    return sorted(rows, key=lambda row: (row.folder != camera, row.folder.rpartition("/")[2].casefold()))


def days(rows: Sequence[MediaFile]) -> list[DayRow]:
    """Returns photos by the day on which they were taken, in the order of the photos."""
    by_day: dict[int, list[MediaFile]] = {}
    for shot in rows:
        by_day.setdefault(int(taken(shot) // calendar.DAY), []).append(shot)
    return [DayRow(*item) for item in by_day.items()]


def matching(files: Files, query: str) -> list[MediaFile]:
    """Returns the photos whose name, album or date match a query, such as ``"october"`` or ``"2026"``."""
    words = query.casefold().split()
    rows = []
    for shot in shots(files):
        album = shot.folder.rpartition("/")[2]
        day = int(taken(shot) // calendar.DAY)
        text = f"{shot.name} {album} {media.kind_of(shot.name)} {calendar.full_day(day)}".casefold()
        if all(word in text for word in words):
            rows.append(shot)
    return rows


def discard(files: Files, library: Library, path: str, now: float) -> tuple[Files, Library]:
    """Moves a photo into the bin.

    Args:
        files: The phone's files.
        library: The app's state.
        path: The photo.
        now: The current time.

    Returns:
        The new files and state.

    Raises:
        FileError: It is no longer there.
    """
    if not files.is_dir(BIN):
        files = files.mkdir(BIN, now, parents=True)
    target = free_name(files, f"{BIN}/{path.rpartition('/')[2]}")
    files = files.move(path, target)
    favourites = tuple([other for other in library.favourites if other != path])
    return files, library._replace(favourites=favourites, bin=(*library.bin, Trashed(target, path, now)))


def restore(files: Files, library: Library, path: str, now: float) -> tuple[Files, Library]:
    """Moves a photo from the bin back to its original place.

    Args:
        files: The phone's files.
        library: The app's state.
        path: The photo in the bin.
        now: The current time.

    Returns:
        The new files and state.

    Raises:
        FileError: The photo is no longer there.
        StopIteration: The bin doesn't know it.
    """
    row = next(row for row in library.bin if row.path == path)
    folder = row.origin.rpartition("/")[0]
    if not files.is_dir(folder):
        files = files.mkdir(folder, now, parents=True)
    files = files.move(path, free_name(files, row.origin))
    return files, library._replace(bin=tuple(other for other in library.bin if other != row))


def rename(files: Files, library: Library, path: str, target: str, now: float) -> tuple[Files, Library]:
    """Gives a photo another path; a favourite stays one.

    Args:
        files: The phone's files.
        library: The app's state.
        path: The photo.
        target: Its new path, where nothing is.
        now: The current time.

    Returns:
        The new files and state.

    Raises:
        FileError: The photo is gone.
    """
    favourites = tuple([target if one == path else one for one in library.favourites])
    return files.move(path, target, mtime=now), library._replace(favourites=favourites)


def transfer(
    files: Files, library: Library, paths: Sequence[str], folder: str, move: bool, now: float
) -> tuple[Files, Library]:
    """Copies or moves photos into a folder, under a free name where theirs is taken; favourites stay favourites.

    Args:
        files: The phone's files.
        library: The app's state.
        paths: The photos; those that are no longer there are left out.
        folder: Where they go.
        move: Whether they are moved.
        now: The current time.

    Returns:
        The new files and state.

    Raises:
        FileError: The folder is gone, or nothing more fits.
    """
    moved = {}
    for path in paths:
        if not files.is_file(path) or (move and path.rpartition("/")[0] == folder):
            continue
        target = free_name(files, f"{folder}/{path.rpartition('/')[2]}")
        files = files.move(path, target, mtime=now) if move else files.copy(path, target, True)
        moved[path] = target
    if move:
        library = library._replace(favourites=tuple([moved.get(path, path) for path in library.favourites]))
    return files, library


# Editing ------------------------------------------------------------------------------------------------------------

CROPS = {"Original": 0.0, "Square": 1.0, "4:3": 4 / 3, "16:9": 16 / 9, "3:4": 3 / 4, "9:16": 9 / 16}
"""Aspect ratios of the crops by name; 0 keeps the photo's own."""
FILTERS = ("None", "Vivid", "Warm", "Cool", "Mono", "Sepia")
_MIXES = {
    "Warm": (1.1, 0, 0, 6, 0, 1.02, 0, 2, 0, 0, 0.86, 0),
    "Cool": (0.88, 0, 0, 0, 0, 1.0, 0, 2, 0, 0, 1.12, 6),
    "Sepia": (0.35, 0.68, 0.17, 0, 0.31, 0.6, 0.15, 0, 0.24, 0.47, 0.12, 0),
}
_LONGEST = 2048  # pixels of an edited photo's longer side


class Edit(NamedTuple):
    """Changes to a photo: quarter turns clockwise, a crop, a filter."""

    turns: int = 0
    crop: str = "Original"
    filter: str = "None"


def _decoded(data: bytes) -> Image | None:
    """Returns a photo the right way up; None if it can't be decoded."""
    from PIL import Image

    from crab_sim.draw.pictures import MAX_PIXELS, turn

    size = image_size(data)
    if size is None or size[0] * size[1] > MAX_PIXELS:
        return None
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG")) as opened:
            return turn(opened.convert("RGB"), media.read_exif(data).orientation)
    except Exception:  # a file from outside may break a decoder in any way
        return None


def _encoded(image: Image, data: bytes) -> bytes:
    """Returns an image as a JPEG with the EXIF of the photo that it was made from."""
    out = io.BytesIO()
    image.save(out, "JPEG", quality=80)
    return media.with_exif(out.getvalue(), media.read_exif(data)._replace(orientation=1))


def resized(data: bytes, width: int) -> bytes | None:
    """Returns a photo scaled to a width that isn't larger than its own; None if it can't be decoded."""
    image = _decoded(data)
    if image is None or not 0 < width <= image.width:
        return None
    return _encoded(image.resize((width, max(1, round(image.height * width / image.width)))), data)


def edited(data: bytes, edit: Edit) -> bytes | None:
    """Returns an edited photo as a JPEG with the original's EXIF; None if it can't be decoded."""
    from PIL import ImageEnhance

    from crab_sim.draw.pictures import turn

    image = _decoded(data)
    if image is None:
        return None
    image.thumbnail((_LONGEST, _LONGEST))
    image = turn(image, (1, 6, 3, 8)[edit.turns % 4])
    aspect = CROPS[edit.crop]
    if aspect:
        width = min(image.width, round(image.height * aspect))
        height = max(1, min(image.height, round(width / aspect)))
        left, top = (image.width - width) // 2, (image.height - height) // 2
        image = image.crop((left, top, left + width, top + height))
    if edit.filter == "Mono":
        image = image.convert("L").convert("RGB")
    elif edit.filter == "Vivid":
        image = ImageEnhance.Contrast(ImageEnhance.Color(image).enhance(1.6)).enhance(1.12)
    elif edit.filter in _MIXES:
        image = image.convert("RGB", _MIXES[edit.filter])
    return _encoded(image, data)

"""Pictures: evaluators of picture files and of pictures in documents, and setups.

The evaluators get the expected pictures with the task, as files' bytes: an agent may have changed the files that it was
given. The setups make pictures from those of the bundled web.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from crab_gym.backends.base import Image
from crab_gym.vision import find_template
from crab_sim.devices.media.png import png
from crab_sim.documents import decode_image, encode_image, has_format, image_size, pdf, pdf_pictures, resized
from crab_sim.web.bundle import assets
from crab_tasks.kits.compare import kept
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.picture_tones import looks_alike, read_picture

__all__ = [
    "PHOTOS", "cropped_file", "image_has_pixels", "image_is_between", "image_measures", "lightened", "photo",
    "photo_file", "pictures_combined", "side_by_side", "turned_file", "wanted_file",
]  # fmt: skip

_SIDE = 512  # a picture is looked for in another at most so large
_MAX_ROWS = 50  # places that are looked at for one exact picture in another
_MAX_COLOUR = 10.0  # mean difference of the channels, of 255
_COARSE = 160  # pixels of the longer side at which a scaled picture is looked for first, in steps of
_RATIO = 1.03
_LEAST_THERE = 24  # pixels of its shorter side there
_FINE = [1 + step / 200 for step in range(-6, 7)]  # sizes around the best one, at which it is looked for again
_LEAST_LIKE = 0.9
_MAX_OVER, _LEAST_SIDE = 0.5, 1.0  # centimetres of a picture beyond the edge of a page, and of its sides


def image_is_between(state: State, path: str, darkest: bytes, lightest: bytes) -> bool:
    """Each value of the picture lies between those of two pictures of its size, or equals one of them.

    Args:
        state: The devices' states.
        path: Of the picture.
        darkest: The file of the picture with the least values.
        lightest: The file of the picture with the largest ones.
    """
    data = read_picture(state, path)
    return data is not None and image_size(data) == image_size(darkest) and _between(data, darkest, lightest)


@kept
def _between(data: bytes, darkest: bytes, lightest: bytes) -> bool:
    found, low, high = (decode_image(each) for each in (data, darkest, lightest))
    if found is None or low is None or high is None or not found.shape == low.shape == high.shape:
        return False
    return bool(((low <= found) & (found <= high)).all())


def image_measures(state: State, path: str, width: int, height: int) -> bool:
    """The picture has the size in pixels, whatever it shows."""
    return image_size(read_picture(state, path)) == (width, height)


def image_has_pixels(state: State, path: str, expected: bytes) -> bool:
    """The picture, of the format that its name promises, has the very pixels of the expected one."""
    data = read_picture(state, path)
    return data is not None and _same_pixels(data, expected)


@kept
def _same_pixels(data: bytes, expected: bytes) -> bool:
    found, wanted = decode_image(data), decode_image(expected)
    return found is not None and wanted is not None and np.array_equal(found, wanted)


class _Placed(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def pictures_combined(state: State, path: str, first: bytes, second: bytes, direction: str) -> bool:
    """The two pictures are side by side (``"right"``: the second is right of the first) or one ``"below"`` the other.

    In a picture that has both in it, perhaps scaled and among other things; or in a PDF file of one page, which has
    nothing else on it.

    Args:
        state: The devices' states.
        path: Of the picture or PDF file.
        first: The first picture's file.
        second: The second picture's file.
        direction: ``"right"`` or ``"below"``.
    """
    data = state.ubuntu.read_file(path)
    if not has_format(data, "pdf"):
        data = read_picture(state, path)
    return data is not None and _combined(data, first, second, direction, PurePosixPath(path).stem)


@kept
def _combined(data: bytes, first: bytes, second: bytes, direction: str, name: str) -> bool:
    wanted = [decode_image(original) for original in (first, second)]
    picture = decode_image(data)
    if picture is not None:
        places = [_find(picture, original) for original in wanted]
        return places[0] is not None and places[1] is not None and _follows(places[0], places[1], direction)
    pages, drawn = pdf(data) or (), pdf_pictures(data) or ()
    if len(pages) != 1 or pages[0].text.strip() or len(drawn[0]) != 2:
        return False
    # Programs give a file the name of its document as its title, or none.
    titles = (f"title {name}".casefold(), "title untitled")
    if [other for other in pages[0].others if other.casefold() not in titles] != ["picture", "picture"]:
        return False
    if not all(_is_seen(_Placed(*each.bounds), *pages[0].size) for each in drawn[0]):
        return False
    for one, other in (drawn[0], drawn[0][::-1]):
        if _shows(one.data, wanted[0]) and _shows(other.data, wanted[1]):
            return _follows(_Placed(*one.bounds), _Placed(*other.bounds), direction)
    return False


def _is_seen(place: _Placed, width: float, height: float) -> bool:
    """Returns whether a picture lies on a page, in centimetres, and isn't tiny there."""
    inside = min(place.left, place.top, width - place.right, height - place.bottom) >= -_MAX_OVER
    return inside and min(place.right - place.left, place.bottom - place.top) >= _LEAST_SIDE


def _shows(data: bytes, wanted: Image | None) -> bool:
    """Returns whether a picture shows what another does, at any size, as far as lossy formats keep it."""
    found = decode_image(data)
    return found is not None and wanted is not None and looks_alike(found, wanted)


def _find(picture: Image, wanted: Image | None) -> _Placed | None:
    if wanted is None:
        return None
    place = _find_exactly(picture, wanted)
    if place is not None:
        return place
    match = find_template(picture, wanted)
    if match is not None and match.score >= 0.95:
        return _Placed(*match.bounds)
    return _find_scaled(picture, wanted)


def _find_scaled(picture: Image, wanted: Image) -> _Placed | None:
    """Returns where a picture shows another at a size of its own: looked for at a coarse size, then at a finer one."""
    coarse, fine = (min(1.0, side / max(picture.shape[:2])) for side in (_COARSE, _SIDE))
    field = _at_scale(picture, coarse)
    scales = [min(field.shape[0] / wanted.shape[0], field.shape[1] / wanted.shape[1])]
    while scales[-1] * min(wanted.shape[:2]) >= _LEAST_THERE * _RATIO:
        scales.append(scales[-1] / _RATIO)
    first = find_template(field, wanted, scales)
    if first is None:
        return None
    field, more = _at_scale(picture, fine), fine / coarse
    left, top, right, bottom = (round(side * more) for side in first.bounds)
    edge = round(8 * more)
    region = max(0, left - edge), max(0, top - edge), right + edge, bottom + edge
    match = find_template(field, wanted, [first.scale * more * near for near in _FINE], region)
    if match is None or match.score < _LEAST_LIKE:
        return None
    left, top, right, bottom = match.bounds
    shown = field[top:bottom, left:right].astype(np.int16)
    if np.abs(shown - resized(wanted, right - left, bottom - top)).mean() > _MAX_COLOUR:
        return None
    return _Placed(*(side / fine for side in match.bounds))


def _at_scale(picture: Image, scale: float) -> Image:
    return resized(picture, *(max(1, round(side * scale)) for side in (picture.shape[1], picture.shape[0])))


def _find_exactly(picture: Image, wanted: Image) -> _Placed | None:
    """Returns where a picture has the very pixels of another, which takes much less time to see than a likeness."""
    height, width = wanted.shape[:2]
    whole, row = picture.tobytes(), wanted[0].tobytes()
    at = whole.find(row)
    for _ in range(_MAX_ROWS):
        if at < 0:
            break
        top, left = divmod(at // 3, picture.shape[1])
        if at % 3 == 0 and np.array_equal(picture[top : top + height, left : left + width], wanted):
            return _Placed(left, top, left + width, top + height)
        at = whole.find(row, at + 1)
    return None


def _follows(first: _Placed, second: _Placed, direction: str) -> bool:
    """Returns whether a place is right of another or below it, overlapping at most a little, and beside it."""
    if direction == "right":
        start, end, low, high = first.right, second.left, first.left, second.right
        beside = min(first.bottom, second.bottom) - max(first.top, second.top)
    else:
        start, end, low, high = first.bottom, second.top, first.top, second.bottom
        beside = min(first.right, second.right) - max(first.left, second.left)
    return beside > 0 and end >= start - 0.05 * (high - low)


PHOTOS = ("beach_sunset", "bridge", "desert", "lighthouse", "meadow", "mountain_lake", "snow_cabin")


@lru_cache(maxsize=64)
def photo(name: str, width: int, height: int, light: float = 1.0) -> Image:
    """Returns a photo, ``(height, width, 3) uint8``; with less than 1.0 of its light it is darker.

    Args:
        name: One of the bundled web's photos.
        width: Width in pixels.
        height: Height in pixels.
        light: Part of the light that is left, up to 1.0.
    """
    picture = _sized(name, width, height)
    return picture if light == 1.0 else _darkened(light).take(picture)


@lru_cache(maxsize=32)
def _darkened(light: float) -> npt.NDArray[np.uint8]:
    """Returns what becomes of each value where less light is left."""
    return (np.arange(256) * light).astype(np.uint8)


@lru_cache(maxsize=64)
def _sized(name: str, width: int, height: int) -> Image:
    return resized(_bundled(name), width, height)


@lru_cache(maxsize=len(PHOTOS))
def _bundled(name: str) -> Image:
    """Returns a photo in its own size: setups ask for it in ever new ones."""
    picture = decode_image(assets().get(f"photos/{name}.jpg"))
    if picture is None:
        raise LookupError(f"crab_sim.web has no picture {name!r}; restore it")
    return picture


@lru_cache(maxsize=64)
def photo_file(name: str, width: int, height: int, light: float = 1.0) -> bytes:
    """Returns the photo as a PNG file.

    Args:
        name: One of the bundled web's photos.
        width: Width in pixels.
        height: Height in pixels.
        light: Part of the light that is left, up to 1.0.
    """
    return png(photo(name, width, height, light), packed=False)


@lru_cache(maxsize=32)
def cropped_file(name: str, whole: tuple[int, int], width: int, height: int) -> bytes:
    """Returns the upper left part of a photo as a PNG file: to scale a photo takes ten times as long as a reset.

    Args:
        name: One of the bundled web's photos.
        whole: Width and height in pixels of the photo that it is a part of.
        width: Width of the part in pixels.
        height: Height of the part in pixels.
    """
    return png(photo(name, *whole)[:height, :width], packed=False)


@lru_cache(maxsize=2 * len(PHOTOS))
def turned_file(name: str, width: int, height: int, quarters: int) -> bytes:
    """Returns a PNG file in which the photo is turned.

    Args:
        name: One of the bundled web's photos.
        width: Width in pixels of the upright photo.
        height: Height in pixels of the upright photo.
        quarters: Quarters of a circle by which turning it clockwise makes it upright.
    """
    return encode_image(np.ascontiguousarray(np.rot90(photo(name, width, height), quarters)))


def wanted_file(picture: Image) -> bytes:
    """Returns an expected picture as a file for the evaluators, which no device gets: one that is read fast."""
    return encode_image(picture, "PPM")


def lightened(picture: Image, least: int, most: int) -> tuple[Image, Image]:
    """Returns the darkest and the lightest picture that GIMP's Brightness makes by an amount in a range.

    Each value goes a part of the way to white; GIMP rounds it, which the pictures allow for.

    Args:
        picture: The picture to lighten.
        least: The smallest amount, from 0 to 127.
        most: The largest.
    """
    values = np.arange(256)
    way = 255.0 - values
    low, high = values + way * (least / 254), values + way * (most / 254)
    return np.floor(low).astype(np.uint8).take(picture), np.ceil(high).astype(np.uint8).take(picture)


def side_by_side(left: Image, right: Image) -> Image:
    """Returns two pictures of the same height in one."""
    return np.hstack([left, right])

"""Screenshot: evaluators."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from crab_gym.backends.base import Image
from crab_gym.vision import find_template
from crab_sim.documents import decode_image, image_size, resized
from crab_tasks.kits.compare import kept
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.picture_tones import has_same_pixels, looks_alike_from_afar, read_picture

__all__ = [
    "APP", "Area", "area_captured", "picture_captured", "picture_kept", "picture_seen", "viewer_captured",
    "viewer_kept", "window_captured",
]  # fmt: skip

_MIN_SCORE = 0.9
_FRAME = 8  # pixels by which a window and its picture may differ: borders and shadows
_LEAST_SHARE = 0.25  # of a window's picture, for the photo that it shows
_BAR = 20  # least pixels of a window's height beside the photo's: the bar above it
_EDGE, _TITLE = 3, 36  # pixels of a window's height between which its title or buttons begin
_BARS = 40, 120  # least and most pixels of the height of the Image Viewer's window that are not for the picture
_SHADE, _ONE_COLOUR = 3, 0.9  # by how much values of one colour differ, and the share of pixels that have it
_MARK, _LEAST_MARKS = 40, 0.001  # by how much marks on a bar differ from it, and the least share of pixels that do


class Area(NamedTuple):
    """A rectangle, in pixels; half-open."""

    left: int
    top: int
    right: int
    bottom: int


@kept
def _place(data: bytes, photo: bytes) -> Area | None:
    """Returns the place at which a picture shows a photo at its own size, None where it doesn't."""
    picture, wanted = decode_image(data), decode_image(photo)
    if picture is None or wanted is None:
        return None
    match = find_template(picture, wanted)
    if match is None or match.score < _MIN_SCORE:
        return None
    left, top, right, bottom = match.bounds
    return Area(*match.bounds) if has_same_pixels(picture[top:bottom, left:right], wanted) else None


@kept
def _is_framed(data: bytes, place: Area) -> bool:
    """Returns whether a photo in a picture is framed as the Image Viewer does: by a ground of one colour, and bars.

    The bar above has a title or buttons; so has one below, if there is any.
    """
    picture = decode_image(data)
    if picture is None:
        return False
    inner = picture[:, _FRAME : picture.shape[1] - _FRAME]
    left, right = max(0, place.left - _FRAME), place.right - _FRAME
    sides = inner[place.top : place.bottom, np.r_[0:left, right : inner.shape[1]]].reshape(-1, 3)
    top, bottom = place.top, place.bottom
    if sides.size:
        ground = np.median(sides, axis=0)
        if not _is_of(sides, ground):
            return False
        while top > 0 and _is_of(inner[top - 1], ground):
            top -= 1
        while bottom < len(inner) and _is_of(inner[bottom], ground):
            bottom += 1
    below = inner[bottom : len(inner) - _FRAME]
    fits = place.top >= _BAR and top <= _BARS[1] and len(below) <= _BARS[1]
    return fits and _has_marks(inner[_EDGE : min(place.top, _TITLE)]) and (not len(below) or _has_marks(below))


def _is_of(pixels: npt.NDArray[np.uint8], ground: npt.NDArray[np.float64]) -> bool:
    """Returns whether nearly all pixels ``(N, 3)`` have a colour: buttons may lie over the ground."""
    return bool((np.abs(pixels - ground).max(axis=1) <= _SHADE).mean() >= _ONE_COLOUR)


def _has_marks(bar: Image) -> bool:
    """Returns whether something is on a bar, such as words: stripes alone aren't."""
    apart = np.abs(bar - np.median(bar, axis=1, keepdims=True)).max(axis=2) if bar.size else np.zeros(1)
    return bool((apart > _MARK).mean() >= _LEAST_MARKS)


def window_captured(state: State, path: str, photo: bytes, title: str) -> bool:
    """The picture is one of the Image Viewer's window with the photo, and of nothing around it.

    It also shows the bar above the photo, and the ground around it: a copy of the photo's file is no picture of the
    window, and neither is one in which something was painted over. While the window is
    open, the picture has its size. Otherwise the photo takes a good part of it, unlike in one of the whole screen.

    Args:
        state: The devices' states.
        path: The picture's path.
        photo: The photo's file.
        title: The window's title.
    """
    data = read_picture(state, path)
    size, place = image_size(data), None if data is None else _place(data, photo)
    if data is None or size is None or place is None or not _is_framed(data, place):
        return False
    frames = [Area(*row.bounds) for row in state.ubuntu.windows() if row.app == "image_viewer" and row.title == title]
    if frames:
        sizes = [(frame.right - frame.left, frame.bottom - frame.top) for frame in frames]
        return any(abs(size[0] - width) <= _FRAME and abs(size[1] - height) <= _FRAME for width, height in sizes)
    shown = (place.right - place.left) * (place.bottom - place.top)
    return shown >= _LEAST_SHARE * size[0] * size[1]


def area_captured(state: State, path: str, photo: bytes, around: int) -> bool:
    """The picture shows all of the photo, at its own size, and at most so many pixels around each side of it.

    A mere copy of the photo's file is no picture of the screen.

    Args:
        state: The devices' states.
        path: The picture's path.
        photo: The photo's file.
        around: In pixels.
    """
    data = read_picture(state, path)
    size, place = image_size(data), None if data is None else _place(data, photo)
    if size is None or place is None or data == photo:
        return False
    return max(place.left, place.top, size[0] - place.right, size[1] - place.bottom) <= around


APP = "image_viewer"
_STEPS, _STEP = 25, 0.02  # of the sizes at which a picture is looked for, from the largest that fits
_LEAST_SCALE = 0.1  # at which a picture is still recognised
_MARGIN = 12  # pixels by which a picture of what is shown may be too large or too small on each side


@kept
def _shows(data: bytes, photo: bytes) -> bool:
    """Returns whether a picture shows another one, at its own size or at another."""
    picture, wanted = decode_image(data), decode_image(photo)
    if picture is None or wanted is None:
        return False
    height, width = wanted.shape[:2]
    most = min(1.0, picture.shape[1] / width, picture.shape[0] / height)
    if most < _LEAST_SCALE:
        return False
    for step in range(_STEPS):
        scale = most * (1 - step * _STEP)
        part = wanted if scale == 1.0 else resized(wanted, int(width * scale), int(height * scale))
        match = find_template(picture, part)
        if match is not None and match.score >= _MIN_SCORE:
            left, top, right, bottom = match.bounds
            shown = picture[top:bottom, left:right]
            if scale == 1.0:
                return has_same_pixels(shown, part)
            if looks_alike_from_afar(shown, part):
                return True
    return False


def picture_seen(state: State, path: str, source: str) -> bool:
    """The picture shows another one, which is still there.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one.
    """
    data, photo = read_picture(state, path), state.ubuntu.read_file(source)
    return data is not None and photo is not None and _shows(data, photo)


def viewer_captured(state: State, path: str, source: str) -> bool:
    """The picture has the size of the Image Viewer's window with another picture, and shows that one.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one.
    """
    size, title = image_size(state.ubuntu.read_file(path)), source.rpartition("/")[2]
    if size is None:
        return False
    frames = [row.bounds for row in state.ubuntu.windows() if row.app == APP and title in row.title]
    fits = any(
        abs(size[0] - (right - left)) <= _FRAME and abs(size[1] - (bottom - top)) <= _FRAME
        for left, top, right, bottom in frames
    )
    return fits and picture_seen(state, path, source)


def picture_captured(state: State, path: str, source: str) -> bool:
    """The picture has the size at which the Image Viewer shows another picture, and shows that one.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one.
    """
    found, shown = (image_size(state.ubuntu.read_file(each)) for each in (path, source))
    if found is None or shown is None:
        return False
    for row in state.ubuntu.windows():
        if row.app == APP and source.rpartition("/")[2] in row.title:
            left, top, right, bottom = row.bounds
            high, low = (min(1.0, (right - left) / shown[0], (bottom - top - bars) / shown[1]) for bars in _BARS)
            sides = zip(found, shown, strict=True)
            if all(low * side - 2 * _MARGIN <= size <= high * side + 2 * _MARGIN for size, side in sides):
                return picture_seen(state, path, source)
    return False


def picture_kept(state: State, path: str, source: str) -> bool:
    """The picture shows another one; while the Image Viewer has that one open, it also has the size that it has there.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one.
    """
    return (picture_captured if _is_open(state, source) else picture_seen)(state, path, source)


def viewer_kept(state: State, path: str, source: str) -> bool:
    """The picture shows another one; while the Image Viewer has that one open, it also has the size of its window.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one.
    """
    return (viewer_captured if _is_open(state, source) else picture_seen)(state, path, source)


def _is_open(state: State, source: str) -> bool:
    return any(row.app == APP and source.rpartition("/")[2] in row.title for row in state.ubuntu.windows())

"""Pictures: evaluators of what was done to another picture as a whole: lighter, without colour, inverted, turned.

They compare place by place, so that nothing else may have changed anywhere: what was drawn over a part, scaled or left
out is seen. Only the loss of lossy formats and the rounding of programs are allowed for.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from crab_gym.backends.base import Image
from crab_sim.documents import brightness, decode_image, has_format, is_still, resized
from crab_tasks.kits.compare import kept
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import read_as_named

__all__ = [
    "greyed", "has_same_pixels", "image_is_lighter", "image_is_lighter_than", "image_is_without_colour", "inverted",
    "looks_alike", "looks_alike_from_afar", "read_picture", "turned",
]  # fmt: skip

_Numbers: TypeAlias = npt.NDArray[np.float64]
_BLOCK = 8
"""Pixels of the side of the places that are compared."""
_MAX_DIFFERENCE, _MAX_AT_PLACE = 4.0, 24.0
"""Largest mean difference of values, of 255, in all and at one place: a JPEG file that is written anew has some."""
_ROUNDED = 2
"""The largest difference of a value where no lossy format came between."""
_MAX_EXACT, _MAX_EXACT_AT_PLACE = 1.0, 4.0
"""The same where values became others by one rule, and no lossy format came after that."""
_MAX_SCALED, _MAX_SCALED_AT_PLACE = 10.0, 48.0
"""The same where a picture was scaled, for which programs have different filters."""

_AFAR = 16
"""Pixels of a picture for one that is seen from afar."""


def read_picture(state: State, path: str) -> bytes | None:
    """Returns the file of a picture; None where it has another format than its name promises, or isn't one picture."""
    data = read_as_named(state, path)
    return data if _is_one(data or b"") else None


@kept
def _is_one(data: bytes) -> bool:
    return is_still(data)


def _by_place(values: _Numbers) -> _Numbers:
    """Returns the mean at each place of a picture: ``(H, W)`` → ``(H / 8, W / 8)``; a rest at the edges joins in."""
    height, width = values.shape
    for axis, side in ((0, height), (1, width)):
        starts = np.arange(0, max(1, side - _BLOCK // 2), _BLOCK)
        ends = np.append(starts[1:], side)
        sums = np.add.reduceat(values, starts, axis=axis)
        counts = (ends - starts).astype(np.float64)
        values = sums / (counts[:, np.newaxis] if axis == 0 else counts)
    return values


def _are_near(found: npt.NDArray[np.number], wanted: npt.NDArray[np.number], most: float, at_place: float) -> bool:
    """Returns whether two pictures ``(H, W, 3)`` differ by little in all, and nowhere by much."""
    difference = np.abs(found.astype(np.float64) - wanted).mean(axis=2)
    return bool(difference.mean() <= most) and bool(_by_place(difference).max() <= at_place)


def looks_alike(found: Image, wanted: Image) -> bool:
    """Returns whether two pictures show the same everywhere in the same colours, perhaps at different sizes.

    Args:
        found: ``(H, W, 3) uint8``.
        wanted: The other one, of the same ratio of sides.
    """
    if found.shape == wanted.shape:
        return _are_near(found, wanted, _MAX_SCALED, _MAX_SCALED_AT_PLACE)
    fitted = _fitted(wanted, found)
    return fitted is not None and _are_near(found, fitted, _MAX_SCALED, _MAX_SCALED_AT_PLACE)


def looks_alike_from_afar(found: Image, wanted: Image) -> bool:
    """Returns whether two pictures show the same in the same colours, apart from details.

    Where the size of one is known to a fiftieth only, its details don't lie in the same places.

    Args:
        found: ``(H, W, 3) uint8``.
        wanted: The other one, of the same size.
    """
    height, width = max(1, found.shape[0] // _AFAR), max(1, found.shape[1] // _AFAR)
    small, other = (resized(np.ascontiguousarray(each), width, height) for each in (found, wanted))
    return _are_near(small, other, _MAX_DIFFERENCE, _MAX_SCALED_AT_PLACE)


def _fitted(wanted: Image, found: Image) -> Image | None:
    """Returns a picture at the size of another; None where the ratios of their sides differ."""
    height, width = found.shape[:2]
    ratio = wanted.shape[1] / wanted.shape[0]
    # Programs round the sides to whole pixels.
    return resized(wanted, width, height) if abs(width - height * ratio) <= max(1.0, ratio) else None


# Lighter --------------------------------------------------------------------------------------------------------------

_MAX_TURN, _MAX_APART = 0.02, 10.0
"""The largest share of pixels that get darker than darker ones, and mean difference of the channels' curves."""
_MAX_SLOPE, _LEAST_SPREAD = 8.0, 0.2
"""By how much more values may differ than before, and by how much less all of them."""


@kept
def _lightened_by(data: bytes, original: bytes) -> float | None:
    """Returns how much lighter than the original a picture is, of 255; negative where it is darker.

    None unless each value has become another one by one rule, the same for all places and channels, which keeps the
    order of the values, and most of their differences: so do brightness, contrast, curves and levels.
    """
    found, wanted = decode_image(data), decode_image(original)
    if found is None or wanted is None or found.shape != wanted.shape:
        return None
    expected = np.empty(found.shape)
    curves, counts = list[_Numbers](), list[npt.NDArray[np.intp]]()
    for channel in range(3):
        before, after = wanted[:, :, channel], found[:, :, channel]
        count = np.bincount(before.ravel(), minlength=256)
        curve = np.bincount(before.ravel(), weights=after.ravel().astype(np.float64), minlength=256)
        curve = np.divide(curve, count, out=np.full(256, np.nan), where=count > 0)
        there = count > 0
        falling = np.maximum.accumulate(curve[there]) - curve[there] > 2 * _MAX_DIFFERENCE
        often = np.flatnonzero(count > before.size // 1000)
        steep = np.diff(curve[often]) > _MAX_SLOPE * np.diff(often) + _MAX_DIFFERENCE
        if count[there][falling].sum() > _MAX_TURN * before.size or steep.any():
            return None
        expected[:, :, channel] = curve[before]
        curves.append(curve)
        counts.append(count)
    for one, other in ((0, 1), (1, 2), (0, 2)):
        both = np.minimum(counts[one], counts[other])
        apart = np.abs(curves[one] - curves[other])[both > 0]
        if both.sum() and float((apart * both[both > 0]).sum() / both.sum()) > _MAX_APART:
            return None
    most, at_place = (_MAX_DIFFERENCE, _MAX_AT_PLACE) if _is_lossy(data) else (_MAX_EXACT, _MAX_EXACT_AT_PLACE)
    if not _are_near(found, expected, most, at_place):
        return None
    if found.std() < _LEAST_SPREAD * wanted.std():
        return None
    return brightness(found) - brightness(wanted)


def image_is_lighter(state: State, path: str, original: bytes, by: float) -> bool:
    """The picture is the original at its size and in its colours, lighter by at least so much; darker where negative.

    Args:
        state: The devices' states.
        path: Of the picture.
        original: The original picture's file.
        by: Least difference of the mean brightness, of 255.
    """
    data = read_picture(state, path)
    found = None if data is None else _lightened_by(data, original)
    return found is not None and (found >= by if by > 0 else found <= by)


def image_is_lighter_than(state: State, path: str, source: str, by: float) -> bool:
    """The picture is to another one that is there as `image_is_lighter` says.

    Args:
        state: The devices' states.
        path: Of the picture.
        source: Of the other picture.
        by: Least difference of the mean brightness, of 255.
    """
    original = state.ubuntu.read_file(source)
    return path != source and original is not None and image_is_lighter(state, path, original, by)


# Without colour -------------------------------------------------------------------------------------------------------

_MAX_SPREAD = 2.0
"""Largest mean difference between the channels of a picture in shades of grey, of 255."""
_SAME_SHADES, _AT_PLACE = 1.5, 6.0
"""Largest mean difference, in all and at one place, from the shades that a usual way of taking colour out gives."""
_SCALED_SHADES, _SCALED_AT_PLACE = 3.0, 32.0
"""The same where the picture was scaled, or a format is lossy."""
_SHARPNESS = 0.2, 3.0
"""How sharp a scaled picture is, at least and at most, beside one that was scaled by a Lanczos filter."""
_OVER, _BETWEEN = 24, 0.9995
"""By how much the shades of a scaled picture exceed its original's nearby, and the share of those that don't."""
_LEAST_SHADES = 0.5
"""The least share of the shades of a picture that its scaled copy has."""
_SRGB, _SRGB_D50 = [0.2126, 0.7152, 0.0722], [0.2225, 0.7169, 0.0606]
"""The weights of red, green and blue in sRGB, and in its profile for the white of D50."""


def _is_lossy(data: bytes) -> bool:
    return has_format(data, "jpg") or has_format(data, "webp")


def _usual_shades(wanted: Image) -> list[_Numbers]:
    """Returns what the usual ways make of a picture: luminance, luma, lightness, the mean, and the largest channel.

    Luminance and luma have the weights of sRGB, or those of its profile for the white of D50, as in GIMP.
    """
    values = wanted.astype(np.float64)
    linear = np.where(values <= 10.31475, values / 12.92, 255 * ((values / 255 + 0.055) / 1.055) ** 2.4)
    lights = [linear @ weights / 255 for weights in (_SRGB, _SRGB_D50)]
    luminances = [255 * np.where(it <= 0.0031308, 12.92 * it, 1.055 * it ** (1 / 2.4) - 0.055) for it in lights]
    least, largest = values.min(axis=2), values.max(axis=2)
    lumas = [values @ weights for weights in ([0.299, 0.587, 0.114], _SRGB, _SRGB_D50)]
    return [*luminances, *lumas, (least + largest) / 2, values.mean(axis=2), largest]


@kept
def _is_greyed(data: bytes, original: bytes, scaled: bool) -> bool:
    """Returns whether a picture has the shades that one of the usual ways gives, all by the same one."""
    found, wanted = decode_image(data), decode_image(original)
    if found is None or wanted is None:
        return False
    fitted = wanted if found.shape == wanted.shape else _fitted(wanted, found) if scaled else None
    same = fitted is wanted and not _is_lossy(data) and not _is_lossy(original)
    shades = found.astype(np.int16)
    if fitted is None or (shades.max(axis=2) - shades.min(axis=2)).mean() > _MAX_SPREAD:
        return False
    grey = shades[:, :, 1]
    most, at_place = (_SAME_SHADES, _AT_PLACE) if same else (_SCALED_SHADES, _SCALED_AT_PLACE)
    near = list[tuple[float, int]]()
    ways = _usual_shades(fitted)
    for i, usual in enumerate(ways):
        difference = np.abs(grey - usual)
        if difference.mean() <= most and _by_place(difference).max() <= at_place:
            near.append((float(difference.mean()), i))
    if same or not near:
        return bool(near)
    way = min(near)[1]  # beside the shades of another way, a smooth picture would seem to lie elsewhere
    usual, whole = ways[way], _usual_shades(wanted)[way]
    return _is_in_place(grey, usual) and _is_as_sharp(grey, usual.round()) and _lies_between(grey, whole)


def _is_in_place(grey: npt.NDArray[np.number], usual: _Numbers) -> bool:
    """Returns whether a picture is like another where it is, at least as much as it is a pixel away."""
    inner = grey[1:-1, 1:-1]
    height, width = inner.shape
    if not inner.size:
        return True
    apart = [
        float(np.abs(inner - usual[down : down + height, right : right + width]).mean())
        for down, right in ((1, 1), (0, 1), (2, 1), (1, 0), (1, 2))
    ]
    return apart[0] <= min(apart)


def _lies_between(grey: npt.NDArray[np.number], whole: _Numbers) -> bool:
    """Returns whether each shade of a scaled picture lies between those that its original has near the place."""
    least, most = whole, whole
    for axis in (0, 1):
        step = whole.shape[axis] / grey.shape[axis]
        near = [
            slice(max(0, math.floor((i - 1) * step)), math.ceil((i + 2) * step)) for i in range(grey.shape[axis])
        ]  # fmt: skip
        parts = [np.take(least, range(*one.indices(whole.shape[axis])), axis).min(axis) for one in near]
        least = np.stack(parts, axis)
        parts = [np.take(most, range(*one.indices(whole.shape[axis])), axis).max(axis) for one in near]
        most = np.stack(parts, axis)
    return bool(((grey >= least - _OVER) & (grey <= most + _OVER)).mean() >= _BETWEEN)


def _is_as_sharp(grey: npt.NDArray[np.number], usual: _Numbers) -> bool:
    """Returns whether a scaled picture is about as sharp as another, and has about as many shades."""
    sharpness = _sharpness(usual)
    least, most = (sharpness * factor for factor in _SHARPNESS)
    shades = np.unique(grey).size >= _LEAST_SHADES * np.unique(usual).size
    return shades and (sharpness < 1.0 or bool(least <= _sharpness(grey) <= most))


def _sharpness(grey: npt.NDArray[np.number]) -> float:
    """Returns the mean square by which a pixel differs from those beside it."""
    inner = 4.0 * grey[1:-1, 1:-1] - grey[:-2, 1:-1] - grey[2:, 1:-1] - grey[1:-1, :-2] - grey[1:-1, 2:]
    return float((inner**2).mean()) if inner.size else 0.0


def image_is_without_colour(state: State, path: str, original: bytes) -> bool:
    """The picture shows all of the original in shades of grey, perhaps scaled."""
    data = read_picture(state, path)
    return data is not None and _is_greyed(data, original, True)


def greyed(state: State, path: str, source: str) -> bool:
    """The picture shows another one, which is still there, at its size and in shades of grey.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one.
    """
    data, original = read_picture(state, path), state.ubuntu.read_file(source)
    return data is not None and original is not None and _is_greyed(data, original, False)


# Turned and inverted --------------------------------------------------------------------------------------------------


def has_same_pixels(found: Image, wanted: Image) -> bool:
    """Returns whether two pictures have the same pixels, apart from rounding."""
    return found.shape == wanted.shape and int(np.abs(found.astype(np.int16) - wanted).max()) <= _ROUNDED


def _is(data: bytes, original: bytes, change: Callable[[Image], Image]) -> bool:
    """Returns whether a file shows what a change makes of another: by its pixels, or nearly where one is lossy."""
    found, before = decode_image(data), decode_image(original)
    if found is None or before is None:
        return False
    wanted = change(before)
    if _is_lossy(data) or _is_lossy(original):
        return found.shape == wanted.shape and _are_near(found, wanted, _MAX_DIFFERENCE, _MAX_AT_PLACE)
    return has_same_pixels(found, wanted)


@kept
def _is_turned(data: bytes, original: bytes, quarters: int) -> bool:
    return _is(data, original, lambda image: np.rot90(image, -quarters))


def turned(state: State, path: str, source: str, quarters: int) -> bool:
    """The picture shows what another one shows, turned clockwise by quarters of a circle.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one, which is still there.
        quarters: How many quarters.
    """
    data, original = read_picture(state, path), state.ubuntu.read_file(source)
    return data is not None and original is not None and _is_turned(data, original, quarters)


@kept
def _is_inverted(data: bytes, original: bytes) -> bool:
    return _is(data, original, lambda image: 255 - image)


def inverted(state: State, path: str, source: str) -> bool:
    """The picture is the negative of another one, which is still there.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one.
    """
    data, original = read_picture(state, path), state.ubuntu.read_file(source)
    return data is not None and original is not None and _is_inverted(data, original)

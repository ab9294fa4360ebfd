"""Opaque pictures for the simulated screens: wallpapers and small landscapes computed from their names, and photos.

Names: `wallpaper:ubuntu:light`, `wallpaper:ubuntu:dark`, `wallpaper:android:light`, `wallpaper:android:dark`,
`photo:N` for any whole number N, and the maps of `crab_sim.draw.cartography`. The bytes of a JPEG or PNG file are a
key too: the photo fills the given size and is cropped to it. Bytes that cannot be decoded, or a photo that is too
large, are drawn as a broken picture. Pixels that a program has computed are a key as a PPM file (`plain_pixels`):
nothing has to be decoded, and on a screen of more pixels they are stretched.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

import numpy as np
from numpy.typing import NDArray

from crab_sim.draw import cartography
from crab_sim.draw.icons import icon
from crab_sim.draw.image_header import MAX_PIXELS, image_size
from crab_sim.draw.landscapes import LANDS, NIGHT, NIGHT_SHARE, SKIES, Landscape
from crab_sim.draw.noise import noise
from crab_sim.draw.plain import plain_head, plain_size
from crab_sim.draw.wallpapers import WALLPAPERS, Wallpaper
from crab_sim.suggestions import unknown

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["MAX_PIXELS", "TURNS", "landscape", "picture", "plain_pixels", "turn"]

_Color = tuple[int, int, int]
_Field = NDArray[np.float64]

_BAND = 16  # rows computed at a time, so that they stay in the processor's cache


def picture(key: str | bytes, width: int, height: int) -> NDArray[np.uint8]:
    """Returns the picture of a name, or of a photo's bytes, at a size.

    Returns:
        (height, width, 3) uint8 RGB, read-only. The same key and size give the same pixels.

    Raises:
        ValueError: no such picture, or a size below 1 pixel.

    >>> picture("photo:7", 40, 30).shape
    (30, 40, 3)
    """
    if width < 1 or height < 1:
        raise ValueError(f"picture size {width}x{height}: expected at least 1x1")
    if isinstance(key, bytes):
        plain = _plain(key)
        return _photograph(key, width, height) if plain is None else _fitted(plain, width, height)
    kind, _, number = key.partition(":")
    if kind == "photo" and number.isascii() and number.isdecimal():
        pixels = _pixels(_photo(int(number), width, height))
    elif kind == "map":
        pixels = cartography.picture(key, width, height)
    elif key in WALLPAPERS:
        pixels = _paint(WALLPAPERS[key], width, height)
    else:
        unknown("picture", key, (*WALLPAPERS, "photo:NUMBER"))
    pixels.flags.writeable = False
    return pixels


def plain_pixels(pixels: NDArray[np.uint8]) -> bytes:
    """Returns pixels (height, width, 3) as the key of a picture, a PPM file.

    >>> picture(plain_pixels(np.full((1, 2, 3), 9, np.uint8)), 2, 1).tolist()
    [[[9, 9, 9], [9, 9, 9]]]
    """
    return plain_head(pixels.shape[1], pixels.shape[0]) + pixels.tobytes()


def _plain(key: bytes) -> NDArray[np.uint8] | None:
    """Returns the pixels that `plain_pixels` made a key of, None if it made another key or none."""
    size = plain_size(key)
    if size is None:
        return None
    width, height = size
    return np.frombuffer(key, np.uint8, offset=len(plain_head(width, height))).reshape(height, width, 3)


def _fitted(pixels: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """Returns pixels stretched to a size."""
    if pixels.shape[:2] == (height, width):
        return pixels
    from PIL import Image

    fitted = np.array(Image.fromarray(pixels).resize((width, height), Image.Resampling.BILINEAR))
    fitted.flags.writeable = False
    return fitted


def _pixels(field: _Field) -> NDArray[np.uint8]:
    """Rounds (3, h, w) to bytes (h, w, 3)."""
    return np.ascontiguousarray(np.clip(field + 0.5, 0, 255).astype(np.uint8).transpose(1, 2, 0))


def _mix(field: _Field, color: _Color, amount: _Field) -> None:
    """Blends a colour into a (3, h, w) picture by an amount per pixel (h, w), 0 to 1."""
    for plane, value in zip(field, color, strict=True):
        plane += (value - plane) * amount


def _gradient(first: _Color, last: _Color, amount: _Field) -> _Field:
    return np.stack([low + (high - low) * amount for low, high in zip(first, last, strict=True)])


def _paint(design: Wallpaper, width: int, height: int) -> NDArray[np.uint8]:
    x = ((np.arange(width) + 0.5) / width)[None, :]
    bands = []
    for top in range(0, height, _BAND):
        y = ((np.arange(top, min(height, top + _BAND)) + 0.5) / height)[:, None]
        band = _gradient(design.first, design.last, 0.35 * x + 0.65 * y)
        for blob in design.blobs:
            distance = np.sqrt(((x - blob.x) / blob.rx) ** 2 + ((y - blob.y) / blob.ry) ** 2)
            inside = np.clip((1 - distance) / blob.softness, 0, 1)
            if inside.any():
                _mix(band, blob.color, blob.strength * inside * inside * (3 - 2 * inside))
        bands.append(_pixels(band))
    return np.concatenate(bands)


def _crest(x: _Field, features: float, pointed: bool, seed: int) -> _Field:
    """Returns the heights of a ridge along the picture, 0 to 1.

    Args:
        x: The places, in heights of the picture.
        features: Number of the largest features for each unit of `x`.
        pointed: Whether it has pointed peaks.
        seed: Seed of its noise.
    """
    total = np.zeros((1, len(x)))
    for octave in range(7):
        layer = noise(x * features * 2**octave, np.zeros(1), seed + octave)
        total += (1 - abs(2 * layer - 1) if pointed else layer) / 2**octave
    return total / (2 - 1 / 64)


def landscape(number: int) -> Landscape:
    """Returns the design of a landscape, drawn at random."""
    random = np.random.Generator(np.random.PCG64(number))
    sky, land = int(random.integers(len(SKIES))), int(random.integers(len(LANDS)))
    return Landscape(number, sky, land, random.uniform(0.2, 0.8), random.uniform(0.15, 0.4), random.uniform(0.05, 0.1))


def _photo(number: int, width: int, height: int) -> _Field:
    """Returns a landscape: a sky, a sun or moon, and four ridges that darken towards the viewer, and mist between them.

    It takes no functions of which machines disagree in the last bits, so that all of them draw the same.
    """
    design = landscape(number)
    sky = SKIES[design.sky]
    far, close = (np.array(color, np.float64) for color in LANDS[design.land])
    if design.sky == NIGHT:
        far, close = NIGHT_SHARE * far, NIGHT_SHARE * close
    aspect = width / height
    y = ((np.arange(height) + 0.5) / height)[:, None]
    x = ((np.arange(width) + 0.5) / height)[None, :]
    field = _gradient(sky[0], sky[1], np.broadcast_to(np.minimum(1, y * 1.6), (height, width)))
    sun_x, sun_y, radius = design.x * aspect, design.y, design.radius
    distance = np.sqrt((x - sun_x) ** 2 + (y - sun_y) ** 2)
    _mix(field, (255, 246, 222), 0.35 * np.clip(1 - distance / (radius * 4), 0, 1))
    _mix(field, (255, 250, 236), np.clip((radius - distance) * height + 0.5, 0, 1))
    for ridge in range(4):
        crest = _crest(x[0], 2 + 0.8 * ridge, ridge < 2, number * 40 + ridge * 10)
        depth = y - (0.54 + 0.14 * ridge - (0.26 - 0.05 * ridge) * (crest - 0.4))
        inside = np.clip(depth * height + 0.5, 0, 1)
        shade = far + (close - far) * ridge / 3
        _mix(field, (int(shade[0]), int(shade[1]), int(shade[2])), inside)
        if ridge < 3:
            _mix(field, sky[1], inside * np.clip(3 * (y - 0.46 - 0.14 * ridge), 0, 0.6))
    return field


# Photos ---------------------------------------------------------------------------------------------------------------

TURNS: Final = {2: (True, 0), 3: (False, 2), 4: (True, 2), 5: (True, 1), 6: (False, 3), 7: (True, 3), 8: (False, 1)}
"""How a photo of an EXIF orientation is shown: mirrored first or not, then so many quarters counterclockwise."""
_GROUND, _BROKEN = (96, 98, 104), (196, 198, 204)


def turn(image: Image.Image, orientation: int) -> Image.Image:
    """Returns a photo turned as its EXIF orientation says."""
    from PIL import Image as images

    mirrored, quarters = TURNS.get(orientation, (False, 0))
    if mirrored:
        image = image.transpose(images.Transpose.FLIP_LEFT_RIGHT)
    turns = (None, images.Transpose.ROTATE_90, images.Transpose.ROTATE_180, images.Transpose.ROTATE_270)[quarters]
    return image if turns is None else image.transpose(turns)


def _photograph(data: bytes, width: int, height: int) -> NDArray[np.uint8]:
    """Decodes a photo to a size; photos that differ only in their metadata share the result."""
    size = image_size(data)
    if size is None or size[0] * size[1] > MAX_PIXELS:
        return _broken(width, height)
    orientation, start = 1, 2
    while data[start : start + 1] == b"\xff" and 0xE0 <= data[start + 1] <= 0xEF:  # a JPEG's segments of its apps
        end = start + 2 + max(2, int.from_bytes(data[start + 2 : start + 4], "big"))
        if data[start + 4 : start + 10] == b"Exif\0\0":
            orientation = _orientation(data[start + 10 : end])
        start = end
    return _decoded(data if start == 2 else data[:2] + data[start:], orientation, width, height)


def _orientation(tiff: bytes) -> int:
    order: Literal["little", "big"] = "little" if tiff[:2] == b"II" else "big"
    at = int.from_bytes(tiff[4:8], order)
    for entry in range(at + 2, at + 2 + 12 * min(64, int.from_bytes(tiff[at : at + 2], order)), 12):
        if int.from_bytes(tiff[entry : entry + 2], order) == 0x0112:
            return int.from_bytes(tiff[entry + 8 : entry + 10], order)
    return 1


@lru_cache(maxsize=64)
def _decoded(data: bytes, orientation: int, width: int, height: int) -> NDArray[np.uint8]:
    import io

    from PIL import Image as images

    try:
        with images.open(io.BytesIO(data), formats=("JPEG", "PNG")) as image:
            if image.width * image.height > MAX_PIXELS:
                return _broken(width, height)
            across, down = (height, width) if orientation >= 5 else (width, height)
            image.draft("RGB", (across, down))
            scale = max(across / image.width, down / image.height)
            cut = across / scale, down / scale
            left, top = max(0.0, (image.width - cut[0]) / 2), max(0.0, (image.height - cut[1]) / 2)
            box = left, top, min(left + cut[0], image.width), min(top + cut[1], image.height)
            shown = image.convert("RGB").resize((across, down), images.Resampling.BILINEAR, box, reducing_gap=2.0)
            pixels = np.array(turn(shown, orientation), np.uint8)
    except Exception:  # a file from outside may break a decoder in any way
        return _broken(width, height)
    pixels.flags.writeable = False
    return pixels


def _broken(width: int, height: int) -> NDArray[np.uint8]:
    """Returns a grey ground with the sign of a picture, crossed out where there is room."""
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = _GROUND
    side = min(width, height) // 2
    if side >= 8:
        side = min(side, 96)
        left, top = (width - side) // 2, (height - side) // 2
        share = icon("image_broken", side)[:, :, None].astype(np.float64) / 255
        part = pixels[top : top + side, left : left + side]
        part[:] = part + (np.array(_BROKEN) - part) * share
    pixels.flags.writeable = False
    return pixels

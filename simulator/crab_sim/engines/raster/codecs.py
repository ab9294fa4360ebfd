"""Picture files: decoding into a layer, encoding a picture by the format that a name asks for."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_sim.devices.media.png import png
from crab_sim.engines.raster.blending import compose
from crab_sim.engines.raster.model import MAX_PIXELS, Color, Layer, Raster
from crab_sim.engines.raster.stack import flattened

__all__ = ["FORMATS", "ExportOptions", "PictureRefused", "decoded", "encoded", "format_of"]

FORMATS: Final[Mapping[str, str]] = {
    "png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "gif": "GIF", "bmp": "BMP", "webp": "WebP", "tif": "TIFF",
    "tiff": "TIFF",
}  # fmt: skip
"""The formats, by the extension of a file's name."""
_MAX_BYTES = 64 << 20


class PictureRefused(ValueError):
    """A file that can't be opened; the message says why."""


class ExportOptions(NamedTuple):
    """The options of an export.

    Attributes:
        quality: Of a JPEG or WebP file, 0 to 100.
        compression: Of a PNG file, 0 to 9.
        resolution: Whether a PNG file has the number of pixels per inch.
        comment: Whether a PNG or JPEG file names the program that made it.
        hidden_colors: Whether a PNG file keeps the colours of transparent pixels.
        progressive: Whether a JPEG file is progressive.
    """

    quality: int = 90
    compression: int = 9
    resolution: bool = True
    comment: bool = True
    hidden_colors: bool = False
    progressive: bool = True


_COMMENT = "Created with GIMP"


def format_of(name: str) -> str:
    """Returns the format that a file's name asks for, ``""`` for none of `FORMATS`.

    >>> format_of("a.JPG"), format_of("a.txt")
    ('JPEG', '')
    """
    return FORMATS.get(name.rpartition(".")[2].lower(), "") if "." in name else ""


def decoded(data: bytes, name: str) -> Layer:
    """Returns a picture's file as a layer.

    Args:
        data: The file.
        name: The layer's name.

    Raises:
        PictureRefused: It is no picture, or has too many pixels.
    """
    from PIL import Image, ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(
                io.BytesIO(data[:_MAX_BYTES]), formats=[*dict.fromkeys(map(str.upper, FORMATS.values()))]
            )
            large = image.width * image.height > MAX_PIXELS
            if not large:
                upright = ImageOps.exif_transpose(image)
                alpha = upright.has_transparency_data
                pixels = upright.convert("RGBA")
                return Layer(name, pixels.width, pixels.height, pixels.tobytes(), alpha=alpha)
    except Exception as error:  # a file from outside may break a decoder in any way
        raise PictureRefused("Unknown file type") from error
    raise PictureRefused(f"The image has {image.width}×{image.height} pixels, more than 4 megapixels.")


def _shown(raster: Raster, hidden_colors: bool) -> NDArray[np.uint8]:
    """Returns a picture as it is seen, (height, width, 3), or with four channels where pixels may be transparent."""
    pixels = compose(raster._replace(selection=None))
    lowest = raster.layers[-1:]
    if _is_opaque(raster) or (
        (pixels[:, :, 3] == 255).all() and not any([layer.visible and layer.alpha for layer in lowest])
    ):
        return pixels[:, :, :3]
    if hidden_colors:
        return pixels
    shown = pixels.copy()
    shown[pixels[:, :, 3] == 0] = 0
    return shown


def _is_opaque(raster: Raster) -> bool:
    """Returns whether the lowest layer has no alpha channel, and covers the picture."""
    for layer in raster.layers[-1:]:
        covers = layer.x <= 0 and layer.y <= 0
        covers = covers and layer.x + layer.width >= raster.width and layer.y + layer.height >= raster.height
        return covers and layer.visible and layer.opacity >= 100 and not layer.alpha
    return False


def _png(pixels: NDArray[np.uint8], options: ExportOptions) -> bytes:
    """Returns a PNG file. All levels of compression but 0 give the same file: one that is as small as the highest."""
    chunks = []
    if options.resolution:
        chunks.append((b"pHYs", struct.pack(">IIB", 2835, 2835, 1)))  # 72 pixels per inch, in metres
    if options.comment:
        chunks.append((b"tEXt", b"Comment\0" + _COMMENT.encode("latin-1")))
    return png(pixels, options.compression > 0, chunks)


def encoded(raster: Raster, name: str, options: ExportOptions, background: Color) -> bytes:
    """Returns a picture as a file of the format that its name asks for.

    Args:
        raster: The picture.
        name: The file's name.
        options: The options of the export.
        background: The ground of transparent pixels in formats that have none.
    """
    from PIL import Image

    kind, stream = format_of(name), io.BytesIO()
    if kind in ("JPEG", "BMP"):
        flat = flattened(raster, background).layers[0]
        picture = Image.frombytes("RGBA", (raster.width, raster.height), flat.pixels).convert("RGB")
    else:
        shown = _shown(raster, options.hidden_colors)
        if kind == "PNG":
            return _png(shown, options)
        picture = Image.fromarray(np.ascontiguousarray(shown))
    if kind == "JPEG":
        picture.save(
            stream, "JPEG", quality=max(1, options.quality), subsampling=0, progressive=options.progressive,
            optimize=True, comment=_COMMENT if options.comment else "",
        )  # fmt: skip
    elif kind == "WebP":
        picture.save(stream, "WEBP", quality=options.quality)
    else:
        picture.save(stream, kind)
    return stream.getvalue()

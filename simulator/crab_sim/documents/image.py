"""Decoding and encoding pictures with Pillow, with limits on their size.

Pillow and numpy are loaded with the first picture: most tasks have none.
"""

from __future__ import annotations

import io
import re
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from crab_sim.devices.image import Image
from crab_sim.devices.media.png import png

if TYPE_CHECKING:
    from PIL import Image as Pillow

__all__ = ["MAX_PIXELS", "brightness", "decode_image", "encode_image", "image_size", "is_still", "resized"]

MAX_PIXELS = 4096 * 4096
"""Maximum number of pixels of a picture."""
_MAX_BYTES = 64 << 20
_MAX_KEPT = 2 << 20  # bytes of a file that is kept with its size
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_PARTS = (
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"bKGD", b"sRGB", b"sBIT", b"hIST", b"tIME", b"tEXt", b"zTXt",
    b"iTXt", b"eXIf", b"iCCP",
)  # fmt: skip
"""The parts of a PNG file that leave its pixels as they are; transparency, turns and profiles are looked at."""
_PRIMARIES = (31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)
"""The white and the red, green and blue of usual screens, as PNG files have them."""
_GAMMA = 45455
"""The gamma of usual screens, as PNG files have it."""
_ORIENTATION = re.compile(r"""tiff:Orientation\s*(?:=\s*["']|>)\s*([0-9]{1,9})""")
_FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF", "PPM")
# Weights of red, green and blue in luma (ITU-R BT.601), in thousandths.
_LUMA: Final = (299, 587, 114)


def _open(data: bytes | None) -> Pillow.Image | None:
    if data is None or len(data) > _MAX_BYTES:
        return None
    from PIL import Image as Pillow

    try:
        # The size that Pillow warns of is checked below; Pillow's own limit, global to the process, stays unchanged.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Pillow.open(io.BytesIO(data), formats=_FORMATS)
    except Exception:
        return None
    return picture if 0 < picture.width * picture.height <= MAX_PIXELS else None


def image_size(data: bytes | None) -> tuple[int, int] | None:
    """Returns a picture's displayed width and height in pixels, from its header; None if it is no picture."""
    return _size(data) if data is None or len(data) > _MAX_KEPT else _kept_size(data)


@lru_cache(maxsize=32)
def _kept_size(data: bytes) -> tuple[int, int] | None:
    """Returns what `_size` does: evaluators ask at each step, and a PNG is read whole to find its orientation."""
    return _size(data)


def _size(data: bytes | None) -> tuple[int, int] | None:
    picture = _open(data)
    if picture is None:
        return None
    try:
        turned = picture.getexif().get(0x0112, 1) in (5, 6, 7, 8)
    except Exception:
        turned = False
    return (picture.height, picture.width) if turned else (picture.width, picture.height)


def is_still(data: bytes | None) -> bool:
    """Returns whether a file is one opaque picture that every program shows by its pixels, and nothing behind it.

    So an animation isn't, nor a picture with another gamma, other proportions of its pixels, or a profile of other
    colours than those of screens.
    """
    picture = _open(data)
    if data is None or picture is None or not (_is_plain_png(data) if data.startswith(_PNG) else _ends_well(data)):
        return False
    try:
        if (
            _turned_otherwise(picture)
            or int(getattr(picture, "n_frames", 1)) != 1
            or not _is_of_screens(picture.info.get("icc_profile") or b"")
        ):
            return False
        return not picture.has_transparency_data or picture.convert("RGBA").getchannel("A").getextrema() == (255, 255)
    except Exception:
        return False


def _turned_otherwise(picture: Pillow.Image) -> bool:
    """Returns whether a picture's description says another orientation than the one by which it is decoded."""
    turn = picture.getexif().get(0x0112, 1)  # reads the file up to its end, where parts may follow the pixels
    described = [picture.info.get(name) or "" for name in ("xmp", "XML:com.adobe.xmp")]
    texts = [text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text) for text in described]
    return any([int(said) != turn for text in texts for said in _ORIENTATION.findall(text)])


def _is_plain_png(data: bytes) -> bool:
    """Returns whether a PNG file has only parts that leave its pixels as they are, and ends where it says."""
    at: int = len(_PNG)
    while at + 12 <= len(data):
        size, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + min(size, 64)]
        if name == b"pHYs":
            usual = body[:4] == body[4:8]
        elif name == b"cHRM":
            told = [int.from_bytes(body[i : i + 4], "big") for i in range(0, len(body), 4)]
            usual = len(body) == 32 and all(abs(a - b) <= 1000 for a, b in zip(told, _PRIMARIES, strict=True))
        elif name == b"gAMA":
            usual = len(body) == 4 and abs(int.from_bytes(body, "big") - _GAMMA) <= _GAMMA // 50
        else:
            usual = name in _PNG_PARTS
        if not usual:
            return False
        at += 12 + size
        if name == b"IEND":
            return at == len(data)
    return False


def _ends_well(data: bytes) -> bool:
    """Returns whether nothing is behind the end of a JPEG file; other formats say their length."""
    return not data.startswith(b"\xff\xd8") or data.endswith(b"\xff\xd9")


def _is_of_screens(profile: bytes) -> bool:
    """Returns whether a profile of colours is none, or that of usual screens."""
    return not profile or (profile[36:40] == b"acsp" and b"sRGB" in profile.replace(b"\0", b""))


def decode_image(data: bytes | None) -> Image | None:
    """Returns a picture as it is displayed, ``(H, W, 3) uint8 RGB``; None if it can't be decoded or is too large.

    Transparent pixels are shown on white; of an animation, the first frame is returned.

    >>> import numpy as np
    >>> decode_image(encode_image(np.full((2, 3, 3), 7, np.uint8))).shape
    (2, 3, 3)
    """
    picture = _open(data)
    if picture is None:
        return None
    import numpy as np
    from PIL import Image as Pillow
    from PIL import ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = ImageOps.exif_transpose(picture)
            if picture.mode.startswith("I;16") or picture.mode == "I":
                # 16 bits of grey, which conversion would clip at 255.
                grey = (np.asarray(picture).astype(np.int64).clip(0, 65535) >> 8).astype(np.uint8)
                return np.repeat(grey[:, :, None], 3, axis=2)
            if picture.has_transparency_data:
                over = picture.convert("RGBA")
                picture = Pillow.alpha_composite(Pillow.new("RGBA", over.size, "white"), over)
            return np.array(picture.convert("RGB"))
    except Exception:
        return None


def encode_image(image: Image, format: str = "PNG") -> bytes:
    """Returns the file of a picture ``(H, W, 3) uint8``; the same pixels give the same bytes."""
    if format == "PNG":
        return png(image)
    from PIL import Image as Pillow

    stream = io.BytesIO()
    Pillow.fromarray(image).save(stream, format)
    return stream.getvalue()


def brightness(image: Image) -> float:
    """Returns the mean luma (ITU-R BT.601) of a picture, from 0 (black) to 255 (white).

    >>> import numpy as np
    >>> brightness(np.full((4, 4, 3), 200, np.uint8))
    200.0
    """
    import numpy as np
    from PIL import Image as Pillow

    counts = np.array(Pillow.fromarray(image).histogram(), np.int64).reshape(3, 256)
    height, width = image.shape[:2]
    total = int((counts @ np.arange(256)) @ np.array(_LUMA, np.int64))
    return total / int(height * width) / 1000.0


def resized(image: Image, width: int, height: int) -> Image:
    """Returns a picture in another size, by a Lanczos filter."""
    if image.shape[:2] == (height, width):
        return image
    import numpy as np
    from PIL import Image as Pillow

    return np.array(Pillow.fromarray(image).resize((width, height), Pillow.Resampling.LANCZOS))

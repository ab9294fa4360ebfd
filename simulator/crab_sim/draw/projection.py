"""Places on maps: between degrees and pixels, and the names of maps' pictures, which `crab_sim.draw.cartography` draws.

The projection is Mercator's, as on the web: at zoom z the world is ``256 * 2**z`` pixels wide.

* `to_pixels`, `to_degrees` - between degrees and the world's pixels.
* `key`, `enlarged` - names of pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asinh, atan, degrees, pi, radians, sinh, tan
from typing import Final

__all__ = ["MAX_ZOOM", "MIN_ZOOM", "enlarged", "key", "to_degrees", "to_pixels"]

MIN_ZOOM: Final = 1
MAX_ZOOM: Final = 18


def to_pixels(lat: float, lon: float, zoom: int) -> tuple[float, float]:
    """Returns where a point lies in the world's pixels: from the left, from the top.

    >>> to_pixels(0.0, 0.0, 2)
    (512.0, 512.0)
    """
    size = 256 << zoom
    return (lon + 180) / 360 * size, (1 - asinh(tan(radians(lat))) / pi) / 2 * size


def to_degrees(x: float, y: float, zoom: int) -> tuple[float, float]:
    """Returns latitude and longitude of a place in the world's pixels."""
    size = 256 << zoom
    return degrees(atan(sinh(pi * (1 - 2 * y / size)))), x / size * 360 - 180


def key(dark: bool, lat: float, lon: float, zoom: int, towns: Sequence[tuple[float, float]] = ()) -> str:
    """Returns the name of the picture of a map.

    Args:
        dark: Whether the colours are those of a dark theme.
        lat: Latitude of the centre in degrees.
        lon: Its longitude in degrees.
        zoom: `MIN_ZOOM` to `MAX_ZOOM`.
        towns: Places, (latitude, longitude), around which there is land.

    >>> key(False, 47.1, 9.5, 12, ((47.141, 9.5209),))
    'map:light:47.10000:9.50000:12:47.14,9.52'
    """
    near = "".join(f":{town_lat:.2f},{town_lon:.2f}" for town_lat, town_lon in towns)
    return f"map:{'dark' if dark else 'light'}:{lat:.5f}:{lon:.5f}:{zoom}{near}"


def enlarged(name: str, width: int, height: int) -> str:
    """Returns the name of the picture that shows, at any size, what a map of a size shows.

    >>> enlarged(key(False, 47.1, 9.5, 12), 360, 560)
    'map:light:47.10000:9.50000:12@360x560'
    """
    parts = name.split(":")
    parts[4] += f"@{width}x{height}"
    return ":".join(parts)

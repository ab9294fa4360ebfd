"""The designs of the wallpapers: gradients under soft ellipses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["WALLPAPERS", "Blob", "Wallpaper"]

Color = tuple[int, int, int]


class Blob(NamedTuple):
    """A soft ellipse: centre and radii as fractions of the picture, colour, strength, and softness of its edge."""

    x: float
    y: float
    rx: float
    ry: float
    color: Color
    strength: float
    softness: float


class Wallpaper(NamedTuple):
    """A gradient from the top left to the bottom right, under blobs."""

    first: Color
    last: Color
    blobs: tuple[Blob, ...]


WALLPAPERS: Final[Mapping[str, Wallpaper]] = {
    "wallpaper:ubuntu:light": Wallpaper(
        (244, 196, 160),
        (198, 112, 150),
        (
            Blob(0.80, 0.10, 0.55, 0.70, (255, 226, 190), 0.75, 0.9),
            Blob(0.10, 1.05, 0.60, 0.60, (140, 70, 130), 0.55, 0.8),
            Blob(0.95, 1.10, 0.55, 0.65, (222, 104, 92), 0.60, 0.25),
            Blob(0.55, 1.25, 0.75, 0.60, (170, 72, 118), 0.55, 0.12),
        ),
    ),
    "wallpaper:ubuntu:dark": Wallpaper(
        (54, 22, 58),
        (24, 14, 38),
        (
            Blob(0.80, 0.05, 0.55, 0.70, (146, 52, 84), 0.60, 0.9),
            Blob(0.10, 1.05, 0.60, 0.60, (30, 30, 76), 0.60, 0.8),
            Blob(0.95, 1.10, 0.55, 0.65, (112, 40, 66), 0.60, 0.25),
            Blob(0.55, 1.25, 0.75, 0.60, (58, 24, 64), 0.70, 0.12),
        ),
    ),
    "wallpaper:android:light": Wallpaper(
        (208, 226, 244),
        (158, 190, 226),
        (
            Blob(0.20, 0.10, 0.90, 0.35, (238, 244, 250), 0.80, 0.9),
            Blob(1.00, 0.62, 0.70, 0.28, (132, 178, 208), 0.70, 0.12),
            Blob(0.10, 0.90, 0.95, 0.30, (96, 152, 178), 0.75, 0.10),
            Blob(0.85, 1.08, 0.90, 0.26, (64, 122, 148), 0.80, 0.10),
        ),
    ),
    "wallpaper:android:dark": Wallpaper(
        (24, 34, 52),
        (12, 18, 30),
        (
            Blob(0.20, 0.10, 0.90, 0.35, (46, 66, 98), 0.70, 0.9),
            Blob(1.00, 0.62, 0.70, 0.28, (32, 60, 82), 0.70, 0.12),
            Blob(0.10, 0.90, 0.95, 0.30, (24, 50, 66), 0.75, 0.10),
            Blob(0.85, 1.08, 0.90, 0.26, (16, 36, 50), 0.80, 0.10),
        ),
    ),
}
"""The wallpapers, by name."""

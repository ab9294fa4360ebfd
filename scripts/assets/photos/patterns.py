"""Patterns, and a selfie."""

# ruff: noqa: D103 - the names of the drawings say what they show
from __future__ import annotations

from photo import Photo, blend


def waves(p: Photo) -> None:
    p.gradient((250, 232, 208), (250, 222, 190))
    for i in range(12):
        p.ridge(i * 54 - 10, 40, blend((250, 222, 190), (26, 62, 110), i / 11), 3)


def tiles(p: Photo) -> None:
    colors = ((24, 84, 120), (238, 236, 226), (206, 142, 62), (90, 150, 150))
    p.gradient(colors[1], colors[1])
    for row in range(3):
        for column in range(4):
            x, y = column * 160 + 80, row * 160 + 80
            p.polygon([(x, y - 80), (x + 80, y), (x, y + 80), (x - 80, y)], colors[(row + column) % 2 * 3])
            p.disc(x, y, 30, colors[2])


def selfie(p: Photo) -> None:
    p.gradient((150, 190, 214), (206, 220, 214))
    p.disc(60, 300, 120, (124, 168, 112), 180)
    p.disc(440, 280, 110, (108, 154, 104), 190)
    p.soft(9)
    p.disc(240, 620, 210, (210, 92, 74), 180)
    p.box(202, 400, 278, 500, (204, 150, 118))
    p.disc(240, 246, 132, (70, 44, 36), 150)
    p.disc(240, 306, 106, (226, 174, 140), 128)
    p.polygon([(132, 290), (160, 200), (250, 170), (330, 210), (348, 290), (300, 232), (200, 236)], (70, 44, 36))
    for x in (200, 280):
        p.disc(x, 300, 11, (48, 36, 34))
        p.arc(x, 292, 24, 210, 330, (70, 44, 36), 5)
        p.disc(x, 346, 18, (232, 156, 130), 12)
    p.arc(240, 350, 42, 25, 155, (160, 62, 60), 8)
    p.line([(240, 310), (232, 344), (246, 346)], (200, 142, 112), 4)

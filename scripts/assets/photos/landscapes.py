"""Landscapes and streets."""

# ruff: noqa: D103 - the names of the drawings say what they show
from __future__ import annotations

import math

from photo import Photo, blend


def mountain_lake(p: Photo) -> None:
    p.gradient((112, 168, 222), (226, 238, 246), 0, 280)
    peaks = ((90, 130), (230, 70), (360, 120), (500, 50), (610, 140))
    for x, y in peaks:
        p.polygon([(x - 170, 290), (x, y), (x + 170, 290)], (112, 126, 150))
        p.polygon([(x, y), (x + 170, 290), (x + 30, 290)], (92, 104, 130))
        p.polygon([(x - 34, y + 44), (x, y), (x + 34, y + 44), (x + 12, y + 36), (x, y + 52), (x - 14, y + 36)],
                  (246, 248, 252))  # fmt: skip
    p.ridge(262, 16, (62, 104, 84), bottom=300)
    p.gradient((150, 190, 208), (56, 104, 136), 292)
    for x, y in peaks:
        p.polygon([(x - 120, 294), (x, 294 + (292 - y) * 0.55), (x + 120, 294)], (126, 160, 184))
    for row in range(310, 470, 17):
        left = p.random.uniform(0, 420)
        p.line([(left, row), (left + 160, row)], (186, 212, 222), 1.5)
    p.polygon([(0, 480), (0, 420), (150, 446), (240, 480)], (70, 84, 62))


def beach_sunset(p: Photo) -> None:
    p.gradient((74, 62, 128), (250, 178, 110), 0, 270)
    p.disc(330, 236, 92, (252, 196, 128))
    p.disc(330, 236, 52, (255, 236, 190))
    p.gradient((224, 140, 104), (60, 62, 108), 270, 390)
    for row in range(276, 388, 11):
        reach = 20 + (row - 270) * 0.9
        p.line([(330 - reach, row), (330 + reach, row)], (255, 218, 160), 2)
    p.ridge(388, 12, (238, 224, 208), 2)
    p.ridge(398, 12, (202, 160, 118), 2)
    p.line([(96, 420), (110, 300), (112, 210)], (44, 36, 40), 10)
    for turn in range(0, 360, 45):
        end = 112 + 92 * math.cos(math.radians(turn)), 206 + 50 * math.sin(math.radians(turn)) + 12
        p.line([(112, 208), (112 + (end[0] - 112) * 0.5, (208 + end[1]) / 2 - 18), end], (38, 40, 44), 9)


def forest_path(p: Photo) -> None:
    p.gradient((214, 226, 180), (150, 178, 112))
    p.polygon([(210, 300), (262, 300), (440, 640), (40, 640)], (190, 158, 112))
    for depth in range(5):
        color = blend((142, 172, 122), (38, 62, 40), depth / 4)
        for side in (-1, 1):
            for _ in range(4 - depth // 2):
                x = 236 + side * (40 + depth * 34 + p.random.uniform(0, 90 + 30 * depth))
                width = 5 + depth * 6
                p.box(x - width / 2, 0, x + width / 2, 330 + depth * 60, blend(color, (70, 50, 36), 0.6))
                p.disc(x, 60 + depth * 10, 60 + depth * 12, color, 70)
    p.soft(0.8)


def city_night(p: Photo) -> None:
    p.gradient((14, 18, 44), (86, 62, 108), 0, 560)
    p.disc(360, 96, 34, (244, 240, 220))
    for layer, (tone, lights) in enumerate(((blend((60, 52, 96), (0, 0, 0), 0.1), 0.16), ((26, 26, 50), 0.36))):
        x = -20
        while x < 480:
            width = p.random.randrange(54, 96)
            top = p.random.randrange(190, 380) + layer * 70
            p.box(x, top, x + width, 560, tone)
            for row in range(top + 14, 545, 22):
                for column in range(x + 10, x + width - 12, 18):
                    if p.random.random() < lights:
                        p.box(column, row, column + 8, row + 11, (250, 214, 130))
            x += width + 4
    p.gradient((40, 40, 70), (20, 20, 40), 556)
    for x in range(30, 480, 46):
        p.line([(x, 570), (x + p.random.randrange(-4, 4), 625)], (190, 150, 110), 4)


def desert(p: Photo) -> None:
    p.gradient((90, 160, 214), (246, 228, 190), 0, 260)
    p.disc(520, 90, 40, (255, 246, 214))
    for i, color in enumerate(((226, 178, 118), (214, 156, 94), (190, 126, 72))):
        p.ridge(220 + i * 76, 46, color, 2)
    for x, y, size in ((150, 340, 1.0), (440, 300, 0.7)):
        green = (62, 110, 74)
        p.line([(x, y), (x, y - 130 * size)], green, 26 * size)
        p.line([(x, y - 50 * size), (x - 44 * size, y - 50 * size), (x - 44 * size, y - 96 * size)], green, 18 * size)
        p.line([(x, y - 34 * size), (x + 42 * size, y - 34 * size), (x + 42 * size, y - 84 * size)], green, 18 * size)


def snow_cabin(p: Photo) -> None:
    p.gradient((142, 172, 208), (228, 234, 244), 0, 300)
    p.ridge(250, 50, (186, 202, 224), 2)
    for x in range(10, 640, 58):
        y = 300 + p.random.uniform(-20, 24)
        for part in range(3):
            p.polygon([(x - 30 + part * 6, y - part * 34), (x, y - 66 - part * 34), (x + 30 - part * 6, y - part * 34)],
                      (50, 84, 78))  # fmt: skip
    p.ridge(318, 18, (240, 244, 250), 2)
    p.box(360, 250, 520, 366, (120, 76, 52))
    for row in range(268, 366, 18):
        p.line([(360, row), (520, row)], (98, 60, 42), 2)
    p.polygon([(336, 262), (440, 176), (544, 262)], (246, 248, 252))
    p.box(416, 300, 458, 366, (74, 46, 34))
    p.box(378, 284, 404, 312, (252, 214, 120))
    p.box(474, 284, 502, 312, (252, 214, 120))
    p.polygon([(416, 366), (458, 366), (540, 480), (320, 480)], (212, 220, 234))


def meadow(p: Photo) -> None:
    p.gradient((116, 184, 236), (222, 240, 248), 0, 250)
    for x, y in ((120, 70), (440, 100)):
        for shift, size in ((-46, 24), (0, 36), (44, 26)):
            p.disc(x + shift, y, size * 1.6, (250, 252, 255), size)
    p.ridge(210, 26, (126, 176, 110), 2)
    p.gradient((120, 180, 90), (60, 130, 56), 236)
    for row in range(16):
        y = 250 + row * 14
        for _ in range(18 - row // 2):
            color = p.random.choice(((236, 76, 70), (250, 214, 80), (250, 250, 250), (176, 110, 200)))
            p.disc(p.random.uniform(0, 640), y, 2 + row * 0.55, color)


def lighthouse(p: Photo) -> None:
    p.gradient((88, 150, 204), (232, 240, 244), 0, 470)
    p.gradient((70, 138, 168), (32, 84, 118), 450)
    p.polygon([(0, 640), (0, 500), (170, 450), (330, 462), (400, 540), (420, 640)], (104, 96, 92))
    p.polygon([(0, 640), (0, 560), (200, 520), (330, 580), (360, 640)], (84, 78, 76))
    for band in range(6):
        top, half = 170 + band * 48, 40 + band * 6
        color = (206, 56, 52) if band % 2 else (250, 248, 244)
        p.polygon([(240 - half, top), (240 + half, top), (246 + half, top + 48), (234 - half, top + 48)], color)
    p.box(192, 156, 288, 172, (60, 64, 72))
    p.box(208, 108, 272, 158, (252, 226, 150))
    p.polygon([(198, 110), (240, 66), (282, 110)], (180, 44, 44))
    for x, y in ((70, 120), (380, 190), (350, 90)):
        p.arc(x - 14, y, 14, 200, 340, (70, 80, 92), 3)
        p.arc(x + 14, y, 14, 200, 340, (70, 80, 92), 3)


def bridge(p: Photo) -> None:
    p.gradient((252, 206, 160), (244, 234, 220), 0, 300)
    p.ridge(268, 22, (150, 150, 170), 3, 320)
    p.gradient((150, 170, 190), (70, 98, 128), 306)
    red = (186, 70, 52)
    p.box(0, 276, 640, 290, red)
    for x in (180, 460):
        p.box(x - 14, 90, x - 4, 360, red)
        p.box(x + 4, 90, x + 14, 360, red)
        for y in (110, 160, 210):
            p.box(x - 14, y, x + 14, y + 9, red)
    for left, right in ((-100, 180), (180, 460), (460, 740)):
        cable = [(left + (right - left) * i / 20, 96 + 164 * (1 - (i / 10 - 1) ** 2)) for i in range(21)]
        p.line(cable, red, 4)
        for x, y in cable[1:-1]:
            p.line([(x, y), (x, 278)], red, 1.5)

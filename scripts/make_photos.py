"""Draws the photos of the simulated phone: landscapes, still lifes, papers with legible text, patterns.

python scripts/make_photos.py

Writes crab_gym/devices/media/photos/NAME.jpg, each 640x480 or 480x640 pixels and at most 17 kB. They depend only on
this file, on the bundled fonts and on Pillow.
"""

# ruff: noqa: D103 - the names of the drawings say what they show
from __future__ import annotations

import io
import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont

ROOT = Path(__file__).parent.parent / "crab_gym"
PHOTOS = ROOT / "devices" / "media" / "photos"
MAX_BYTES, SCALE = 17_000, 2

Color = tuple[int, int, int]
Points = Sequence[tuple[float, float]]
PAPER, INK = (247, 244, 236), (48, 46, 52)


def blend(first: Color, last: Color, share: float) -> Color:
    """Returns the colour that lies a share of the way from one to another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, last, strict=True))
    return red, green, blue


class Photo:
    """A photo being drawn, in pixels of the finished one; drawn larger, so that edges are smooth."""

    def __init__(self, name: str, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.random = random.Random(name)
        self.image = Image.new("RGB", (width * SCALE, height * SCALE))
        self.pen = ImageDraw.Draw(self.image)

    def gradient(self, top: Color, bottom: Color, first: float = 0, last: float | None = None) -> None:
        """Fills the rows between two heights."""
        end = self.height if last is None else last
        for row in range(round(first * SCALE), round(end * SCALE)):
            color = blend(top, bottom, (row / SCALE - first) / max(1, end - first))
            self.pen.line([(0, row), (self.width * SCALE, row)], color)

    def polygon(self, points: Points, color: Color) -> None:
        """Fills a polygon."""
        self.pen.polygon([(x * SCALE, y * SCALE) for x, y in points], color)

    def disc(self, x: float, y: float, rx: float, color: Color, ry: float = 0) -> None:
        """Fills an ellipse around a point."""
        ry = ry or rx
        self.pen.ellipse([(x - rx) * SCALE, (y - ry) * SCALE, (x + rx) * SCALE, (y + ry) * SCALE], color)

    def ring(self, x: float, y: float, radius: float, color: Color, width: float) -> None:
        """Strokes a circle."""
        box = [(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE]
        self.pen.ellipse(box, outline=color, width=round(width * SCALE))

    def box(self, left: float, top: float, right: float, bottom: float, color: Color, radius: float = 0) -> None:
        """Fills a rectangle, with rounded corners if wanted."""
        edges = [left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1]
        self.pen.rounded_rectangle(edges, radius * SCALE, color)

    def line(self, points: Points, color: Color, width: float = 2) -> None:
        """Strokes a line through points."""
        self.pen.line([(x * SCALE, y * SCALE) for x, y in points], color, round(width * SCALE), "curve")

    def arc(self, x: float, y: float, radius: float, first: float, last: float, color: Color, width: float) -> None:
        """Strokes a part of a circle, in degrees clockwise from three o'clock."""
        box = [(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE]
        self.pen.arc(box, first, last, color, round(width * SCALE))

    def text(self, x: float, y: float, text: str, size: int, color: Color = INK, anchor: str = "la") -> None:
        """Writes a line of text."""
        font = ImageFont.truetype(str(ROOT / "sim" / "draw" / "fonts" / "NotoSans-Bold.ttf"), size * SCALE)
        self.pen.text((x * SCALE, y * SCALE), text, color, font, anchor=anchor)

    def soft(self, radius: float) -> None:
        """Blurs what is drawn so far, as a background out of focus."""
        self.image = self.image.filter(ImageFilter.GaussianBlur(radius * SCALE))
        self.pen = ImageDraw.Draw(self.image)

    def ridge(self, base: float, swing: float, color: Color, waves: int = 3, bottom: float | None = None) -> None:
        """Fills everything below a wavy line."""
        phases = [self.random.uniform(0, 6.3) for _ in range(4)]
        points = []
        for x in range(0, self.width + 8, 8):
            turns = [math.sin(x / self.width * waves * (i + 1) * 1.7 + p) / (i + 1) for i, p in enumerate(phases)]
            points.append((x, base + swing * sum(turns) / 2))
        end = self.height if bottom is None else bottom
        self.polygon([*points, (self.width + 8, end), (0, end)], color)

    def bytes(self) -> bytes:
        """Returns the JPEG, as good as fits."""
        small = self.image.resize((self.width, self.height), Image.Resampling.LANCZOS)
        for quality in range(84, 24, -4):
            out = io.BytesIO()
            small.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
            if out.tell() <= MAX_BYTES:
                return out.getvalue()
        raise ValueError(f"a photo of {out.tell()} bytes: expected at most {MAX_BYTES}; draw it more simply")


# Landscapes -----------------------------------------------------------------------------------------------------------


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


# Still lifes ----------------------------------------------------------------------------------------------------------


def _table(p: Photo, light: Color, dark: Color) -> None:
    p.gradient(light, dark)
    for row in range(0, p.height, 64):
        p.line([(0, row), (p.width, row + 8)], blend(dark, (0, 0, 0), 0.14), 2)


def coffee(p: Photo) -> None:
    _table(p, (186, 140, 100), (148, 104, 70))
    p.disc(246, 326, 176, (110, 76, 52))
    p.disc(236, 314, 172, (236, 234, 228))
    p.disc(236, 314, 132, (220, 218, 212))
    p.ring(236 + 118, 314, 46, (250, 250, 246), 18)
    p.disc(236, 314, 112, (250, 250, 246))
    p.disc(236, 314, 98, (112, 68, 40))
    for i in range(4):
        p.disc(236, 340 - i * 26, 44 - i * 9, (240, 220, 190), 19 - i * 3)
        p.disc(236, 330 - i * 26, 40 - i * 9, (146, 92, 56), 10)
    p.line([(70, 150), (150, 90)], (206, 206, 210), 12)
    p.disc(60, 160, 22, (206, 206, 210), 16)


def fruit_bowl(p: Photo) -> None:
    p.gradient((214, 222, 226), (188, 198, 206), 0, 300)
    p.gradient((168, 126, 90), (138, 98, 66), 300)
    for x, y, size, color in ((250, 210, 62, (206, 52, 48)), (390, 206, 60, (242, 150, 40)),
                              (320, 160, 60, (126, 178, 66)), (180, 240, 44, (242, 150, 40)),
                              (466, 240, 44, (206, 52, 48))):  # fmt: skip
        p.disc(x, y, size, blend(color, (0, 0, 0), 0.12))
        p.disc(x - 5, y - 5, size - 7, color)
        p.disc(x - size * 0.35, y - size * 0.35, size * 0.2, blend(color, (255, 255, 255), 0.5))
    p.arc(320, 120, 150, 20, 80, (250, 214, 70), 34)
    p.disc(320, 420, 190, (120, 84, 58), 22)
    p.polygon([(120, 252), (520, 252), (450, 400), (390, 420), (250, 420), (190, 400)], (70, 112, 150))
    p.polygon([(120, 252), (520, 252), (512, 272), (128, 272)], (98, 142, 180))


def breakfast(p: Photo) -> None:
    _table(p, (226, 220, 208), (206, 198, 184))
    p.disc(306, 252, 206, (184, 176, 162), 200)
    p.disc(300, 244, 204, (252, 252, 250), 198)
    p.disc(300, 244, 156, (240, 240, 238), 150)
    for x, y in ((250, 200), (330, 260)):
        p.disc(x, y, 66, (255, 255, 255), 58)
        p.disc(x + 4, y, 26, (250, 184, 46))
    for i in range(3):
        p.line([(190 + i * 26, 320), (240 + i * 40, 350), (300 + i * 40, 340)], (170, 74, 56), 13)
    p.box(380, 150, 440, 240, (206, 152, 92), 14)
    p.box(388, 158, 432, 232, (232, 190, 130), 10)
    p.line([(556, 130), (556, 380)], (150, 152, 158), 12)
    p.line([(60, 130), (60, 380)], (150, 152, 158), 10)
    for x in (46, 60, 74):
        p.line([(x, 90), (x, 160)], (150, 152, 158), 5)


def bookshelf(p: Photo) -> None:
    p.gradient((118, 80, 54), (94, 62, 42))
    colors = ((176, 58, 52), (50, 92, 138), (222, 186, 92), (70, 120, 88), (232, 226, 210), (98, 70, 120), (40, 44, 56))
    for shelf in range(4):
        bottom = 150 + shelf * 156
        p.box(20, bottom - 136, 460, bottom, (66, 42, 30))
        x = 28
        while x < 430:
            width = p.random.randrange(20, 42)
            if p.random.random() < 0.12:
                p.disc(x + 22, bottom - 26, 20, (208, 128, 82), 24)
                p.disc(x + 22, bottom - 66, 24, (90, 150, 92), 28)
                x += 50
                continue
            top = bottom - p.random.randrange(88, 128)
            color = p.random.choice(colors)
            p.box(x, top, min(454, x + width), bottom, color)
            p.box(x, top + 14, min(454, x + width), top + 20, blend(color, (255, 255, 255), 0.5))
            x += width + 2
        p.box(10, bottom, 470, bottom + 12, (150, 106, 72))


def plant(p: Photo) -> None:
    p.gradient((230, 236, 238), (204, 216, 222))
    p.box(60, 30, 420, 470, (188, 216, 236))
    p.disc(330, 130, 70, (226, 240, 250))
    p.soft(6)
    for x in (60, 236, 410):
        p.box(x - 6, 20, x + 8, 476, (250, 250, 250))
    p.box(40, 466, 440, 486, (250, 250, 250))
    p.gradient((196, 160, 122), (168, 130, 96), 520)
    for turn in range(-70, 71, 20):
        angle = math.radians(turn - 90)
        length = 230 + p.random.uniform(-30, 30)
        end = 240 + length * math.cos(angle), 430 + length * math.sin(angle)
        side = 24 * math.cos(angle + 1.57), 24 * math.sin(angle + 1.57)
        middle = (240 + end[0]) / 2, (430 + end[1]) / 2
        green = blend((50, 110, 62), (110, 170, 84), p.random.random())
        leaf = [(240, 450), (middle[0] + side[0], middle[1] + side[1]), end, (middle[0] - side[0], middle[1] - side[1])]
        p.polygon(leaf, green)
        p.line([(240, 450), end], blend(green, (255, 255, 255), 0.3), 2)
    p.polygon([(160, 430), (320, 430), (296, 570), (184, 570)], (198, 108, 72))
    p.box(150, 412, 330, 440, (214, 124, 86), 4)


def bicycle(p: Photo) -> None:
    p.gradient((224, 196, 160), (212, 178, 140), 0, 370)
    for row in range(0, 360, 40):
        for x in range(-40 * (row // 40 % 2), 640, 80):
            p.box(x + 2, row + 2, x + 78, row + 38, (204, 150, 116))
    p.gradient((140, 140, 144), (112, 112, 118), 370)
    for x in (190, 450):
        p.ring(x, 316, 92, (36, 36, 40), 9)
        for turn in range(0, 180, 20):
            dx, dy = 86 * math.cos(math.radians(turn)), 86 * math.sin(math.radians(turn))
            p.line([(x - dx, 316 - dy), (x + dx, 316 + dy)], (170, 170, 174), 1)
    teal = (24, 116, 124)
    p.line([(190, 316), (260, 190), (410, 190), (310, 316), (190, 316)], teal, 9)
    p.line([(310, 316), (246, 160)], teal, 9)
    p.line([(450, 316), (400, 150), (436, 134)], teal, 9)
    p.line([(214, 156), (282, 156)], (50, 36, 32), 14)
    p.disc(310, 316, 18, (60, 60, 64))


def cat(p: Photo) -> None:
    p.gradient((208, 220, 206), (186, 200, 186), 0, 330)
    p.gradient((176, 94, 86), (150, 74, 70), 330)
    p.disc(330, 424, 200, (128, 62, 60), 30)
    fur, dark = (226, 152, 82), (196, 118, 54)
    p.arc(500, 380, 90, 200, 60, fur, 30)
    p.disc(330, 330, 120, fur, 112)
    p.disc(330, 360, 64, (248, 232, 212), 78)
    p.polygon([(254, 130), (262, 40), (330, 100)], fur)
    p.polygon([(406, 130), (398, 40), (330, 100)], fur)
    p.disc(330, 164, 96, fur, 84)
    for x in (296, 330, 364):
        p.line([(x, 88), (x, 120)], dark, 9)
    for x in (292, 368):
        p.disc(x, 158, 18, (244, 232, 150))
        p.disc(x, 158, 7, (30, 30, 30), 16)
    p.disc(330, 204, 40, (248, 232, 212), 28)
    p.polygon([(320, 186), (340, 186), (330, 198)], (214, 120, 120))
    for side in (-1, 1):
        for rise in (-8, 4, 16):
            p.line([(330 + side * 30, 206), (330 + side * 120, 200 + rise)], (250, 250, 250), 2)
        p.disc(330 + side * 50, 430, 36, (248, 232, 212), 20)


def cake(p: Photo) -> None:
    p.gradient((84, 62, 96), (58, 42, 70))
    for _ in range(24):
        p.disc(p.random.uniform(0, 640), p.random.uniform(0, 280), p.random.uniform(8, 26), (150, 116, 120))
    p.soft(5)
    p.disc(320, 420, 250, (226, 226, 230), 40)
    p.box(130, 270, 510, 410, (250, 232, 214), 16)
    p.box(130, 330, 510, 356, (226, 130, 140))
    p.disc(320, 274, 190, (255, 246, 240), 38)
    for x in range(150, 500, 44):
        p.disc(x, 288, 24, (255, 246, 240), 30)
    for i, x in enumerate((200, 260, 320, 380, 440)):
        p.box(x - 6, 176, x + 6, 268, ((120, 180, 220), (240, 180, 90), (150, 200, 130))[i % 3])
        p.disc(x, 156, 17, (250, 190, 80), 24)
        p.disc(x, 160, 8, (255, 248, 214), 14)


# Papers ---------------------------------------------------------------------------------------------------------------


def _receipt(p: Photo, title: str, place: str, rows: Sequence[tuple[str, str]], foot: Sequence[str]) -> None:
    _table(p, (112, 116, 124), (88, 92, 100))
    p.box(66, 26, 426, 620, (66, 68, 76))
    p.box(58, 18, 418, 612, PAPER)
    p.text(238, 40, title, 30, anchor="ma")
    p.text(238, 82, place, 19, (96, 94, 100), "ma")
    p.line([(80, 120), (396, 120)], (150, 148, 150), 2)
    y = 134
    for name, price in rows:
        big = 27 if name == "TOTAL" else 21
        if name == "TOTAL":
            p.line([(80, y + 4), (396, y + 4)], (150, 148, 150), 2)
            y += 14
        p.text(80, y, name, big)
        p.text(396, y, price, big, anchor="ra")
        y += 40
    y += 8
    for line in foot:
        p.text(238, y, line, 18, (96, 94, 100), "ma")
        y += 28


def receipt_grocery(p: Photo) -> None:
    rows = (("Bread", "3.20"), ("Milk 2x", "2.58"), ("Apples 1 kg", "2.99"), ("Cheese", "5.45"), ("Tomatoes", "2.10"),
            ("Olive oil", "8.90"), ("TOTAL", "25.22"), ("Card", "25.22"))  # fmt: skip
    _receipt(p, "CORNER GROCERY", "12 Market Street", rows, ("5 October 2026  17:42", "Thank you!"))


def receipt_cafe(p: Photo) -> None:
    rows = (("Cappuccino 2x", "7.60"), ("Croissant", "2.90"), ("Orange juice", "4.20"), ("Cheesecake", "5.10"),
            ("TOTAL", "19.80"), ("Cash", "20.00"), ("Change", "0.20"))  # fmt: skip
    _receipt(p, "STATION CAFE", "Platform 3", rows, ("Table 7", "2 October 2026  09:15", "See you again!"))


def receipt_hardware(p: Photo) -> None:
    rows = (("Paint white 5 l", "34.50"), ("Brush set", "12.90"), ("Screws 4x40", "6.25"), ("Masking tape", "3.80"),
            ("TOTAL", "57.45"), ("Card", "57.45"))  # fmt: skip
    _receipt(p, "HARDWARE BARN", "80 Mill Road", rows, ("28 September 2026", "Returns within 30 days"))


def train_ticket(p: Photo) -> None:
    _table(p, (150, 116, 88), (122, 92, 68))
    p.box(48, 88, 608, 408, (92, 68, 50))
    p.box(40, 78, 600, 398, (252, 246, 230), 14)
    p.box(40, 78, 600, 138, (34, 92, 140), 14)
    p.text(64, 92, "TRAIN TICKET", 26, (255, 255, 255))
    p.text(576, 92, "2nd class", 24, (230, 240, 250), "ra")
    p.text(64, 158, "Northgate", 36)
    p.text(64, 204, "dep. 08:35   platform 4", 23, (92, 90, 96))
    p.text(64, 254, "Harbour Quay", 36)
    p.text(64, 300, "arr. 11:10", 23, (92, 90, 96))
    p.text(64, 350, "Seat 52   Coach 7", 25)
    for i in range(7):
        for j in range(7):
            if p.random.random() < 0.55 or (i in (0, 6) and j in (0, 6)):
                p.box(440 + i * 18, 200 + j * 18, 458 + i * 18, 218 + j * 18, INK)


def whiteboard(p: Photo) -> None:
    p.gradient((196, 200, 204), (180, 184, 190))
    p.box(24, 24, 616, 440, (150, 154, 160), 6)
    p.box(34, 34, 606, 430, (250, 251, 252), 4)
    p.text(60, 50, "Sprint plan", 40, (34, 80, 160))
    for i, line in enumerate(("1. Fix the login page", "2. Test on Tuesday", "3. Write the manual")):
        p.text(76, 122 + i * 62, line, 34)
    p.text(76, 308, "Release: 30 October!", 34, (190, 40, 44))
    p.arc(530, 222, 52, 200, 520, (40, 140, 84), 5)
    p.line([(506, 222), (526, 244), (560, 198)], (40, 140, 84), 8)
    p.box(180, 440, 330, 452, (90, 94, 100))
    for x, color in ((200, (34, 80, 160)), (244, (190, 40, 44)), (288, (40, 140, 84))):
        p.box(x, 428, x + 34, 440, color, 4)


def cafe_menu(p: Photo) -> None:
    p.gradient((40, 52, 48), (30, 40, 38))
    p.box(20, 20, 460, 620, (150, 110, 76), 8)
    p.box(34, 34, 446, 606, (42, 50, 50), 4)
    chalk = (238, 236, 226)
    p.text(240, 52, "Today's menu", 38, (250, 214, 120), "ma")
    rows = (("Tomato soup", "5.50"), ("Green salad", "6.00"), ("Mushroom risotto", "11.90"),
            ("Fish and chips", "13.50"), ("Veggie burger", "12.00"), ("Apple pie", "4.80"),
            ("Lemonade", "3.60"))  # fmt: skip
    for i, (name, price) in enumerate(rows):
        p.text(58, 130 + i * 60, name, 26, chalk)
        p.text(424, 130 + i * 60, price, 26, chalk, "ra")
    p.text(240, 556, "Open until 21:00", 24, (250, 214, 120), "ma")


def concert_poster(p: Photo) -> None:
    p.gradient((158, 150, 142), (136, 128, 122))
    p.box(46, 30, 446, 620, (98, 92, 88))
    p.box(38, 22, 438, 612, (34, 34, 78))
    for i in range(4):
        p.disc(238, 270, 150 - i * 38, blend((196, 60, 110), (250, 196, 90), i / 3))
    p.text(238, 44, "SUMMER NIGHT", 40, (255, 240, 214), "ma")
    p.text(238, 452, "Open air concert", 33, (255, 240, 214), "ma")
    p.text(238, 500, "Saturday, 24 October, 19:30", 26, (250, 196, 110), "ma")
    p.text(238, 546, "River Park - free entry", 26, (255, 240, 214), "ma")


def shopping_list(p: Photo) -> None:
    _table(p, (204, 176, 140), (180, 150, 114))
    p.polygon([(70, 44), (424, 24), (440, 610), (86, 624)], (150, 120, 90))
    p.polygon([(60, 34), (414, 16), (428, 600), (74, 614)], (255, 244, 170))
    p.text(100, 60, "Shopping", 40, (40, 60, 130))
    for i, line in enumerate(("eggs (10)", "flour", "butter", "2 lemons", "washing powder", "batteries AA", "tea")):
        p.line([(84, 168 + i * 62), (408, 162 + i * 62)], (214, 204, 150), 2)
        p.text(104, 124 + i * 62, f"- {line}", 31, (40, 60, 130))


# Patterns and people --------------------------------------------------------------------------------------------------


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


LANDSCAPE: tuple[Callable[[Photo], None], ...] = (
    mountain_lake, beach_sunset, desert, snow_cabin, meadow, bridge, fruit_bowl, breakfast, bicycle, cat, cake,
    train_ticket, whiteboard, tiles,
)  # fmt: skip
PORTRAIT: tuple[Callable[[Photo], None], ...] = (
    forest_path, city_night, lighthouse, coffee, bookshelf, plant, receipt_grocery, receipt_cafe, receipt_hardware,
    cafe_menu, concert_poster, shopping_list, waves, selfie,
)  # fmt: skip


def main() -> None:
    """Draws and writes all photos."""
    PHOTOS.mkdir(exist_ok=True)
    for drawings, size in ((LANDSCAPE, (640, 480)), (PORTRAIT, (480, 640))):
        for draw in drawings:
            photo = Photo(draw.__name__, *size)
            draw(photo)
            (PHOTOS / f"{draw.__name__}.jpg").write_bytes(photo.bytes())


if __name__ == "__main__":
    main()

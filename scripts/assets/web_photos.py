"""Draws the pictures of the bundled web that the phone's photos lack: landscapes, articles of the shop, drawings.

python scripts/assets/web_photos.py

Writes simulator/crab_sim/web/photos/NAME.jpg and NAME.png. They depend only on this file, on
`crab_sim.draw.pictures` and Pillow.
"""

# ruff: noqa: D102, D103 - the names of the drawings and of the pen's strokes say what they do
from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageDraw

from crab_sim.draw.pictures import picture

FOLDER = Path(__file__).parents[2] / "simulator" / "crab_sim" / "web" / "photos"
SCALE = 4
LANDSCAPES = {
    "hills_morning": "photo:3", "hills_dusk": "photo:10", "hills_haze": "photo:5", "hills_night": "photo:4",
    "ridge_blue": "photo:12", "ridge_green": "photo:8", "glow": "wallpaper:ubuntu:light",
    "mist": "wallpaper:android:light",
}  # fmt: skip


class Pen:
    """Draws on a square of 100 by 100 units (or wider), at a larger scale, so that scaling down smooths the edges."""

    def __init__(self, side: int, ground: str, wide: float = 100) -> None:
        self.unit = side * SCALE / 100
        self.size = round(side * wide / 100), side
        self.image = Image.new("RGB", (self.size[0] * SCALE, side * SCALE), ground)
        self.draw = ImageDraw.Draw(self.image)

    def _at(self, *numbers: float) -> list[float]:
        return [number * self.unit for number in numbers]

    def poly(self, color: str, *numbers: float) -> None:
        self.draw.polygon(self._at(*numbers), color)

    def box(self, color: str, x1: float, y1: float, x2: float, y2: float, radius: float = 0) -> None:
        self.draw.rounded_rectangle(self._at(x1, y1, x2, y2), radius * self.unit, color)

    def disc(self, color: str, x: float, y: float, rx: float, ry: float = 0) -> None:
        self.draw.ellipse(self._at(x - rx, y - (ry or rx), x + rx, y + (ry or rx)), color)

    def ring(self, color: str, x: float, y: float, r: float, width: float) -> None:
        self.draw.ellipse(self._at(x - r, y - r, x + r, y + r), outline=color, width=round(width * self.unit))

    def arc(self, color: str, x: float, y: float, r: float, first: float, last: float, width: float) -> None:
        self.draw.arc(self._at(x - r, y - r, x + r, y + r), first, last, color, round(width * self.unit))

    def pie(self, color: str, x: float, y: float, r: float, first: float, last: float) -> None:
        self.draw.pieslice(self._at(x - r, y - r, x + r, y + r), first, last, color)

    def line(self, color: str, width: float, *numbers: float) -> None:
        self.draw.line(self._at(*numbers), color, round(width * self.unit), "curve")
        for x, y in (numbers[:2], numbers[-2:]):
            self.disc(color, x, y, width / 2)

    def save(self, name: str) -> None:
        small = self.image.resize(self.size, Image.Resampling.LANCZOS)
        small.quantize(64, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)


# Articles -------------------------------------------------------------------------------------------------------------


def lamp(p: Pen) -> None:
    p.disc("#2f5d50", 42, 84, 20, 5)
    p.line("#2f5d50", 4, 42, 82, 30, 52, 58, 30)
    p.disc("#24463d", 30, 52, 4)
    p.poly("#ffe9a8", 62, 38, 84, 36, 96, 76, 48, 80)
    p.poly("#3d7a69", 52, 24, 66, 18, 88, 36, 58, 44)


def backpack(p: Pen) -> None:
    p.arc("#6b4a2b", 50, 24, 12, 180, 360, 4)
    p.box("#b5803f", 26, 22, 74, 86, 14)
    p.box("#9a6a30", 32, 54, 68, 80, 6)
    p.box("#7d5424", 26, 40, 74, 45)
    p.box("#e0c48f", 46, 40, 54, 50, 1)


def kettle(p: Pen) -> None:
    p.arc("#2b2f36", 50, 36, 24, 180, 360, 4)
    p.poly("#3a6ea5", 68, 52, 90, 40, 92, 46, 72, 68)
    p.poly("#3a6ea5", 32, 38, 68, 38, 78, 82, 22, 82)
    p.disc("#2d5885", 50, 38, 18, 4)
    p.disc("#2b2f36", 50, 33, 4)


def notebook(p: Pen) -> None:
    p.box("#a83232", 26, 16, 76, 86, 3)
    p.box("#7f2424", 26, 16, 34, 86, 3)
    p.box("#f6f1e4", 42, 28, 68, 42, 1)
    p.poly("#e3b23c", 58, 86, 63, 86, 63, 95, 60.5, 92, 58, 95)


def mug(p: Pen) -> None:
    p.ring("#7d8b6a", 72, 54, 15, 6)
    p.box("#93a27d", 24, 30, 70, 84, 7)
    p.disc("#7d8b6a", 47, 31, 23, 5)
    p.disc("#4a3323", 47, 32, 19, 3.5)


def teapot(p: Pen) -> None:
    p.ring("#31363d", 76, 56, 14, 5)
    p.poly("#3e444d", 32, 66, 8, 40, 14, 36, 38, 50)
    p.disc("#3e444d", 50, 60, 28, 24)
    p.disc("#31363d", 50, 38, 16, 4)
    p.disc("#c0392b", 50, 32, 4)


def bowl(p: Pen) -> None:
    p.disc("#c9973b", 38, 44, 9)
    p.disc("#b5432f", 54, 42, 10)
    p.disc("#7c9a3d", 66, 46, 8)
    p.pie("#a9713a", 50, 48, 36, 0, 180)
    p.box("#8d5c2c", 38, 82, 62, 87, 2)


def scale(p: Pen) -> None:
    p.box("#dfe3e8", 22, 44, 78, 86, 6)
    p.disc("#ffffff", 50, 65, 17)
    p.ring("#4a5568", 50, 65, 17, 1.5)
    p.line("#c0392b", 2, 50, 65, 60, 55)
    p.poly("#9aa5b1", 16, 30, 84, 30, 74, 44, 26, 44)


def umbrella(p: Pen) -> None:
    p.line("#6b4a2b", 3, 50, 16, 50, 80)
    p.arc("#6b4a2b", 43, 80, 8, 0, 180, 3)
    p.pie("#26547c", 50, 54, 38, 180, 360)
    for x in (25, 50, 75):
        p.disc("#ffffff", x, 54, 12.5, 6)
    p.pie("#3a76a8", 50, 54, 13, 180, 360)


def torch(p: Pen) -> None:
    p.poly("#ffe38a", 70, 30, 98, 10, 98, 66, 76, 44)
    p.poly("#2b2f36", 12, 66, 56, 42, 62, 54, 18, 78)
    p.poly("#e0a526", 54, 38, 70, 26, 78, 44, 62, 56)
    p.disc("#c0392b", 38, 58, 3)


def bottle(p: Pen) -> None:
    p.box("#2b2f36", 42, 10, 58, 24, 3)
    p.box("#8fa3b5", 36, 22, 64, 90, 9)
    p.box("#b9c8d6", 41, 30, 46, 82, 2)
    p.box("#23803e", 36, 52, 64, 60)


def tent(p: Pen) -> None:
    p.box("#a9c58d", 0, 78, 100, 100)
    p.poly("#d9822b", 50, 22, 92, 82, 8, 82)
    p.poly("#b5651d", 50, 22, 92, 82, 50, 82)
    p.poly("#4a2f16", 50, 40, 62, 82, 38, 82)


def clock(p: Pen) -> None:
    p.disc("#33404f", 50, 50, 38)
    p.disc("#ffffff", 50, 50, 33)
    for hour in range(12):
        x, y = math.sin(hour * math.pi / 6), -math.cos(hour * math.pi / 6)
        p.line("#33404f", 2 if hour % 3 else 3.5, 50 + 27 * x, 50 + 27 * y, 50 + 30 * x, 50 + 30 * y)
    p.line("#33404f", 4, 50, 50, 36, 42)
    p.line("#33404f", 3, 50, 50, 62, 28)
    p.disc("#c0392b", 50, 50, 3)


def blanket(p: Pen) -> None:
    for i, color in enumerate(("#4d6b4f", "#d8c9a3", "#2d3f66", "#4d6b4f", "#d8c9a3")):
        p.box(color, 18 + i % 2, 30 + i * 11, 82 - i % 2, 42 + i * 11, 5)
    for x in range(20, 82, 4):
        p.line("#b9a97f", 1, x, 86, x, 92)


def vase(p: Pen) -> None:
    for x, y, color in ((34, 18, "#d9534f"), (50, 12, "#e3b23c"), (66, 20, "#8b3fa8")):
        p.line("#4d7c3a", 1.6, 50, 60, x, y)
        p.disc(color, x, y, 7)
    p.poly("#8cc7c9", 38, 44, 62, 44, 56, 58, 68, 76, 60, 90, 40, 90, 32, 76, 44, 58)
    p.poly("#b6e0e1", 43, 48, 47, 48, 45, 60, 38, 76, 36, 74)


def stool(p: Pen) -> None:
    p.poly("#a97842", 32, 34, 38, 34, 28, 90, 20, 90)
    p.poly("#a97842", 62, 34, 68, 34, 80, 90, 72, 90)
    p.box("#8d6030", 28, 60, 72, 65)
    p.box("#c8924f", 22, 26, 78, 36, 3)


def pen(p: Pen) -> None:
    p.line("#26547c", 1.6, 10, 88, 24, 84, 34, 90, 48, 86)
    p.poly("#6b3f24", 38, 62, 78, 14, 90, 24, 50, 72)
    p.poly("#c9a24a", 38, 62, 50, 72, 44, 75, 35, 67)
    p.poly("#d9d9d9", 35, 67, 44, 75, 24, 84)


def calendar(p: Pen) -> None:
    p.box("#ffffff", 20, 14, 80, 88, 3)
    p.box("#26547c", 20, 14, 80, 48, 3)
    p.poly("#e9d8a6", 30, 44, 46, 26, 54, 36, 62, 28, 74, 44)
    for i in range(21):
        p.box(
            "#c0392b" if i % 7 == 6 else "#98a1af",
            25 + i % 7 * 7.4,
            54 + i // 7 * 10,
            29 + i % 7 * 7.4,
            58 + i // 7 * 10,
        )


def puzzle(p: Pen) -> None:
    for x, y, color in ((20, 20, "#7fb2cf"), (52, 20, "#cfe3bd"), (20, 52, "#f0d9a0")):
        p.box(color, x, y, x + 30, y + 30, 2)
    p.disc("#7fb2cf", 52, 35, 5)
    p.disc("#f0d9a0", 35, 50, 5)
    p.box("#d98f6a", 60, 60, 90, 90, 2)
    p.disc("#d98f6a", 58, 75, 5)


def chess(p: Pen) -> None:
    for i in range(36):
        x, y = 14 + i % 6 * 12, 14 + i // 6 * 12
        p.box("#e9d3a8" if (i + i // 6) % 2 else "#8a5a33", x, y, x + 12, y + 12)
    for x, y, color in ((32, 32, "#2b2f36"), (68, 56, "#fbf4e4"), (44, 68, "#2b2f36")):
        p.poly(color, x - 4, y + 5, x + 4, y + 5, x + 1.5, y - 4, x - 1.5, y - 4)
        p.disc(color, x, y - 5, 3.2)


ARTICLES: tuple[Callable[[Pen], None], ...] = (
    lamp, backpack, kettle, notebook, mug, teapot, bowl, scale, umbrella, torch, bottle, tent, clock, blanket, vase,
    stool, pen, calendar, puzzle, chess,
)  # fmt: skip


# Drawings -------------------------------------------------------------------------------------------------------------


def compass_rose() -> Pen:
    p = Pen(600, "#f6f1e4")
    p.ring("#8a5a33", 50, 50, 40, 1)
    p.ring("#8a5a33", 50, 50, 36, 0.4)
    for quarter, long in ((1, 24), (0, 38)):
        for i in range(4):
            angle = (i + quarter / 2) * math.pi / 2
            for side, color in ((-1, "#26547c" if not quarter else "#b5803f"), (1, "#e9d8a6")):
                x, y, s, c = 50.0, 50.0, math.sin(angle), -math.cos(angle)
                w = math.sin(angle + side * math.pi / 4) * 8, -math.cos(angle + side * math.pi / 4) * 8
                p.poly(color, x, y, x + w[0], y + w[1], x + s * long, y + c * long)
    p.poly("#c0392b", 50, 2, 54, 9, 46, 9)
    p.disc("#c0392b", 50, 50, 2)
    return p


def signal_flags() -> Pen:
    p = Pen(480, "#dcecf7", 140)
    flags = (
        ("#c0392b", "#ffffff"),
        ("#f2c230", "#26547c"),
        ("#26547c", "#ffffff"),
        ("#ffffff", "#c0392b"),
        ("#26547c", "#f2c230"),
        ("#2b2f36", "#f2c230"),
    )
    for i, (first, last) in enumerate(flags):
        x, y = 10 + i % 3 * 42, 12 + i // 3 * 42
        p.line("#6b4a2b", 1.5, x, y - 4, x, y + 38)
        p.box(first, x, y, x + 34, y + 26)
        if i % 3 == 0:
            p.poly(last, x, y, x + 34, y, x, y + 26)
        elif i % 3 == 1:
            p.box(last, x, y + 9, x + 34, y + 17)
        else:
            p.disc(last, x + 17, y + 13, 9)
    return p


def bar_chart() -> Pen:
    p = Pen(480, "#ffffff", 150)
    for y in range(20, 90, 14):
        p.line("#e2e5ea", 0.5, 14, y, 144, y)
    for i, value in enumerate((34, 52, 41, 66, 58, 28, 47)):
        p.box("#2563c9" if i != 3 else "#c2412d", 18 + i * 18, 88 - value, 30 + i * 18, 88, 1.5)
    p.line("#33404f", 1, 14, 10, 14, 88, 146, 88)
    return p


def moon_phases() -> Pen:
    p = Pen(300, "#141b2d", 300)
    for i in range(7):
        x = 30 + i * 40
        p.disc("#2b3550", x, 50, 15)
        p.pie("#f4efd9", x, 50, 15, *((-90, 90) if i < 4 else (90, 270))) if i else None
        if i in (1, 2, 4, 5):
            lit = i in (2, 4)
            p.disc("#f4efd9" if lit else "#2b3550", x, 50, 7, 15)
        if i == 3:
            p.disc("#f4efd9", x, 50, 15)
    return p


def sailing_boat() -> Pen:
    p = Pen(480, "#bfe0f2", 133)
    p.disc("#ffe9a8", 108, 22, 10)
    p.box("#2f7fb0", 0, 72, 133, 100)
    p.line("#6b4a2b", 1.6, 66, 12, 66, 76)
    p.poly("#ffffff", 64, 16, 64, 66, 34, 66)
    p.poly("#f3dcd2", 68, 22, 68, 66, 92, 66)
    p.poly("#c0392b", 66, 8, 78, 12, 66, 16)
    p.poly("#8a5a33", 30, 70, 102, 70, 92, 84, 40, 84)
    for x in range(-4, 133, 18):
        p.arc("#9fd0ea", x + 8, 92, 7, 200, 340, 1)
    return p


def house() -> Pen:
    p = Pen(480, "#d8ecf7", 120)
    p.box("#a9c58d", 0, 80, 120, 100)
    p.box("#7d5424", 78, 18, 86, 40)
    p.box("#f6ead2", 30, 46, 92, 86)
    p.poly("#b93a2b", 22, 48, 61, 14, 100, 48)
    p.box("#6b4a2b", 54, 60, 68, 86, 1)
    for x in (36, 76):
        p.box("#8cc7e8", x, 56, x + 11, 67, 1)
    return p


def tree() -> Pen:
    p = Pen(480, "#e8f3ea", 90)
    p.box("#a9c58d", 0, 86, 90, 100)
    p.poly("#7d5424", 40, 90, 42, 50, 48, 50, 52, 90)
    for x, y, r, color in (
        (45, 30, 24, "#3f7d3a"),
        (28, 44, 17, "#4b8f44"),
        (62, 44, 17, "#37702f"),
        (46, 46, 18, "#57a04d"),
    ):
        p.disc(color, x, y, r)
    return p


def sun() -> Pen:
    p = Pen(400, "#cfe8f7")
    for i in range(12):
        x, y = math.sin(i * math.pi / 6), math.cos(i * math.pi / 6)
        p.line("#f2a71b", 3.4, 50 + 31 * x, 50 + 31 * y, 50 + 41 * x, 50 + 41 * y)
    p.disc("#f9c733", 50, 50, 26)
    p.disc("#6b4a10", 41, 44, 3)
    p.disc("#6b4a10", 59, 44, 3)
    p.arc("#6b4a10", 50, 50, 13, 20, 160, 2.4)
    return p


DRAWINGS: tuple[Callable[[], Pen], ...] = (
    compass_rose, signal_flags, bar_chart, moon_phases, sailing_boat, house, tree, sun,
)  # fmt: skip


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, key in LANDSCAPES.items():
        quality = 58 if key.startswith("photo") else 82  # the ridges' outlines take many bytes
        Image.fromarray(picture(key, 1024, 640)).save(FOLDER / f"{name}.jpg", quality=quality, optimize=True)
    for draw in ARTICLES:
        sheet = Pen(400, "#f3f1ec")
        draw(sheet)
        sheet.save(f"article_{draw.__name__}")
    for make in DRAWINGS:
        make().save(make.__name__)


if __name__ == "__main__":
    main()

"""A canvas on which photos are drawn."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont

FONTS = Path(__file__).parents[3] / "simulator" / "crab_sim" / "draw" / "fonts"
MAX_BYTES, SCALE = 17_000, 2

Color = tuple[int, int, int]
Points = Sequence[tuple[float, float]]
PAPER, INK = (247, 244, 236), (48, 46, 52)


def blend(first: Color, last: Color, share: float) -> Color:
    """Returns the mixture of two colours; `share` is that of the last."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, last, strict=True))
    return red, green, blue


class Photo:
    """A photo that is being drawn, in pixels of the finished one; it is drawn larger, so that its edges are smooth."""

    def __init__(self, name: str, width: int, height: int) -> None:
        self.name, self.width, self.height = name, width, height
        self.random = random.Random(name)
        self.image = Image.new("RGB", (width * SCALE, height * SCALE))
        self.pen = ImageDraw.Draw(self.image)

    def gradient(self, top: Color, bottom: Color, first: float = 0, last: float | None = None) -> None:
        """Fills the rows between two heights.

        Args:
            top: Colour of the first row.
            bottom: Colour of the last row.
            first: The first row.
            last: The last row; None for that of the photo.
        """
        end = self.height if last is None else last
        for row in range(round(first * SCALE), round(end * SCALE)):
            color = blend(top, bottom, (row / SCALE - first) / max(1, end - first))
            self.pen.line([(0, row), (self.width * SCALE, row)], color)

    def polygon(self, points: Points, color: Color) -> None:
        """Fills a polygon."""
        self.pen.polygon([(x * SCALE, y * SCALE) for x, y in points], color)

    def disc(self, x: float, y: float, rx: float, color: Color, ry: float = 0) -> None:
        """Fills an ellipse around a point.

        Args:
            x: The point, from the left.
            y: The point, from the top.
            rx: Half of the width.
            color: The colour.
            ry: Half of the height; 0 for a circle.
        """
        ry = ry or rx
        self.pen.ellipse([(x - rx) * SCALE, (y - ry) * SCALE, (x + rx) * SCALE, (y + ry) * SCALE], color)

    def ring(self, x: float, y: float, radius: float, color: Color, width: float) -> None:
        """Strokes a circle.

        Args:
            x: Its centre, in pixels from the left edge.
            y: Its centre, in pixels from the top edge.
            radius: Its radius.
            color: The line's colour.
            width: The line's width.
        """
        box = [(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE]
        self.pen.ellipse(box, outline=color, width=round(width * SCALE))

    def box(self, left: float, top: float, right: float, bottom: float, color: Color, radius: float = 0) -> None:
        """Fills a rectangle.

        Args:
            left: Left edge, in pixels.
            top: Top edge.
            right: Right edge.
            bottom: Bottom edge.
            color: The colour.
            radius: Radius of its corners; 0 for sharp ones.
        """
        edges = [left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1]
        self.pen.rounded_rectangle(edges, radius * SCALE, color)

    def line(self, points: Points, color: Color, width: float = 2) -> None:
        """Strokes a line through points."""
        self.pen.line([(x * SCALE, y * SCALE) for x, y in points], color, round(width * SCALE), "curve")

    def arc(self, x: float, y: float, radius: float, first: float, last: float, color: Color, width: float) -> None:
        """Strokes a part of a circle.

        Args:
            x: The circle's centre, in pixels from the left edge.
            y: Its centre, in pixels from the top edge.
            radius: Its radius.
            first: First angle in degrees, clockwise from three o'clock.
            last: Last angle.
            color: The line's colour.
            width: The line's width.
        """
        box = [(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE]
        self.pen.arc(box, first, last, color, round(width * SCALE))

    def text(self, x: float, y: float, text: str, size: int, color: Color = INK, anchor: str = "la") -> None:
        """Writes a line of text.

        Args:
            x: Its anchor, in pixels from the left edge.
            y: Its anchor, in pixels from the top edge.
            text: The text.
            size: Height of the font in pixels.
            color: Its colour.
            anchor: The text's point that lies at the anchor, in Pillow's words.
        """
        font = ImageFont.truetype(str(FONTS / "NotoSans-Bold.ttf"), size * SCALE)
        self.pen.text((x * SCALE, y * SCALE), text, color, font, anchor=anchor)

    def soft(self, radius: float) -> None:
        """Blurs everything drawn so far, as a background out of focus."""
        self.image = self.image.filter(ImageFilter.GaussianBlur(radius * SCALE))
        self.pen = ImageDraw.Draw(self.image)

    def ridge(self, base: float, swing: float, color: Color, waves: int = 3, bottom: float | None = None) -> None:
        """Fills everything between a wavy line and `bottom`.

        Args:
            base: Mean height of the line.
            swing: Amplitude of its waves.
            color: The colour.
            waves: Number of waves.
            bottom: Lower end of the area; None for that of the photo.
        """
        phases = [self.random.uniform(0, 6.3) for _ in range(4)]
        points = []
        for x in range(0, self.width + 8, 8):
            turns = [math.sin(x / self.width * waves * (i + 1) * 1.7 + p) / (i + 1) for i, p in enumerate(phases)]
            points.append((x, base + swing * sum(turns) / 2))
        end = self.height if bottom is None else bottom
        self.polygon([*points, (self.width + 8, end), (0, end)], color)

    def bytes(self) -> bytes:
        """Returns the JPEG file, of the best quality that fits the size limit."""
        small = self.image.resize((self.width, self.height), Image.Resampling.LANCZOS)
        for quality in range(84, 24, -4):
            out = io.BytesIO()
            small.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
            if out.tell() <= MAX_BYTES:
                return out.getvalue()
        raise ValueError(f"a photo of {out.tell()} bytes: expected at most {MAX_BYTES}; draw it more simply")


def table(p: Photo, light: Color, dark: Color) -> None:
    """Draws the top of a table over the whole photo."""
    p.gradient(light, dark)
    for row in range(0, p.height, 64):
        p.line([(0, row), (p.width, row + 8)], blend(dark, (0, 0, 0), 0.14), 2)

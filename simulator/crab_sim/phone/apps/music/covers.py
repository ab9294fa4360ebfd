"""The covers of albums, artists, folders and playlists, and cards with them."""

from __future__ import annotations

from zlib import crc32

from crab_sim import ui
from crab_sim.phone.apps.music.messages import Message
from crab_sim.ui.theme import AVATAR_COLORS, WHITE, Color

__all__ = ["Card", "Cover"]

_ID = "code.name.monkey.retromusic:id/"

_PALETTES: tuple[tuple[Color, Color, Color], ...] = (
    ((247, 226, 196), (224, 96, 64), (38, 70, 83)), ((24, 32, 68), (240, 196, 92), (108, 92, 176)),
    ((214, 234, 230), (22, 122, 116), (236, 140, 100)), ((40, 40, 46), (226, 62, 88), (240, 236, 226)),
    ((250, 212, 218), (150, 60, 112), (70, 52, 96)), ((18, 88, 72), (232, 222, 170), (240, 150, 56)),
    ((236, 236, 228), (44, 98, 168), (222, 178, 48)),
)  # fmt: skip
"""The colours of covers: of the ground, and of two kinds of shapes."""
_DESIGNS: tuple[tuple[tuple[int, int, int, int, int, bool], ...], ...] = (
    ((52, 14, 34, 34, 1, True), (-30, 60, 100, 100, 2, True), (40, 72, 90, 90, 1, True)),  # the sun over hills
    tuple([(8 + 14 * i, 90 - up, 8, up, 1 + i % 2, False) for i, up in enumerate((34, 62, 48, 78, 40, 56))]),  # bars
    ((14, 14, 72, 72, 1, True), (26, 26, 48, 48, 0, True), (38, 38, 24, 24, 2, True)),  # rings
    ((50, 0, 50, 50, 1, False), (0, 50, 50, 50, 2, False), (12, 12, 26, 26, 2, True), (62, 62, 26, 26, 1, True)),
    ((0, 62, 100, 38, 2, False), (30, 32, 60, 60, 1, True), (0, 76, 100, 5, 0, False), (0, 88, 100, 5, 0, False)),
    ((24, 12, 64, 64, 1, True), (40, 6, 60, 60, 0, True), (14, 80, 6, 6, 2, True), (80, 78, 9, 9, 2, True)),  # moon
    tuple(
        [(10 + 30 * (i % 3), 10 + 30 * (i // 3), 20, 20, 2 if i in (2, 3, 7) else 1, True) for i in range(9)]
    ),  # dots
)
"""Shapes on a cover, in hundredths of its side: left, top, width, height, colour, and whether they are round."""


class Cover(ui.Widget[Message]):
    """A cover drawn from the name of an album."""

    __slots__ = ("icon", "name", "size")

    def __init__(self, name: str, size: int, icon: str = "album") -> None:
        self.flex, self.name, self.size, self.icon = 0, name, size, icon

    def width(self, theme: ui.Theme) -> int:
        """Returns the cover's side."""
        return self.size

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the cover's side."""
        return self.size

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws an album's own shapes; a coloured square with a mark for what else has a cover."""
        size, number = self.size, crc32(self.name.encode())
        x, y, radius = x + (w - size) // 2, y + (h - size) // 2, max(4, size // 16)
        if self.icon != "album":
            scene.round(x, y, size, size, AVATAR_COLORS[number % len(AVATAR_COLORS)], radius)
            glyph = size // 2 if size <= 80 else size // 4
            scene.icon(x + (size - glyph) // 2, y + (size - glyph) // 2, glyph, self.icon, WHITE)
            return
        colors, outer = _PALETTES[number // len(_DESIGNS) % len(_PALETTES)], scene.clip
        scene.round(x, y, size, size, colors[0], radius)
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + size), min(outer[3], y + size)
        for left, top, across, down, color, is_round in _DESIGNS[number % len(_DESIGNS)]:
            box = x + left * size // 100, y + top * size // 100, across * size // 100, down * size // 100
            scene.round(*box, colors[color], box[2] // 2 if is_round else 0)
        scene.clip = outer


class Card(ui.Widget[Message]):
    """An album or artist in a grid."""

    __slots__ = ("about", "cover", "message", "name")

    def __init__(self, name: str, about: str, message: Message, cover: Cover) -> None:
        self.flex, self.name, self.about, self.message, self.cover = 0, name, about, message, cover

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws cover, name and subtitle."""
        self.cover.place(scene, x, y, w, h - 50)
        ui.Label(self.name, font="bold", role="").place(scene, x + 2, y + h - 46, w - 4, 20)
        ui.Label(self.about, "small", "muted", role="").place(scene, x + 2, y + h - 25, w - 4, 18)
        scene.node(x, y, w, h, "list_item", self.name, self.about, _ID + "title", self.message)

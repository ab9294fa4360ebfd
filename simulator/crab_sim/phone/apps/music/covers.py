"""The covers of albums, artists, folders and playlists, and cards with them."""

from __future__ import annotations

from crab_sim import ui
from crab_sim.phone.apps.music.messages import Message
from crab_sim.ui.theme import AVATAR_COLORS, WHITE

__all__ = ["Card", "Cover"]

_ID = "code.name.monkey.retromusic:id/"


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
        """Draws a coloured square with a mark, and rings where it is large."""
        size = self.size
        x, y = x + (w - size) // 2, y + (h - size) // 2
        number = sum(map(ord, self.name))
        color = AVATAR_COLORS[number % len(AVATAR_COLORS)]
        light = (min(255, color[0] + 40), min(255, color[1] + 40), min(255, color[2] + 40))
        scene.round(x, y, size, size, color, max(8, size // 16))
        if size > 80:
            for i in range(3):
                side = size * (9 - 2 * i) // 12
                scene.round(
                    x + (size - side) // 2, y + (size - side) // 2, side, side, (color, light)[i % 2 == 0], side // 2
                )
        glyph = size // 2 if size <= 80 else size // 4
        scene.icon(x + (size - glyph) // 2, y + (size - glyph) // 2, glyph, self.icon, WHITE)


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

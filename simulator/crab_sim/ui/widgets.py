"""Widgets: a view returns a tree of them, and layout turns the tree into drawing ops and accessible nodes.

A widget has a natural `width`, a `height` for a given width, and `place`s itself into a `Scene`. One with ``flex``
above 0 takes a share of the space left over in its row or column.

* `Widget` - the base of all. `Tone`, `color_of` - colours by their names in a theme.
* `Space`, `Divider`, `Icon`, `Picture`, `Avatar` - widgets that only show something.
* `Label` is in `crab_sim.ui.labels`, buttons and the like are in `controls`, rows and columns in `containers`,
  dialogs and menus in `popups`, and text fields in `fields`.
"""

from __future__ import annotations

from typing import Generic

from crab_sim.ui.messages import Message_co, ToolkitMessage
from crab_sim.ui.scene import Scene
from crab_sim.ui.theme import AVATAR_COLORS, Color, Theme

__all__ = ["Avatar", "Divider", "Icon", "Picture", "Space", "Tone", "Widget", "color_of"]

Tone = str | Color
"""The name of a `Theme` attribute, such as ``"muted"``, or a colour."""


def color_of(theme: Theme, tone: Tone) -> Color:
    """Returns a tone's colour."""
    color: Color = getattr(theme, tone) if isinstance(tone, str) else tone
    return color


class Widget(Generic[Message_co]):
    """Base of all widgets, generic in the messages that it may send; by itself it takes no space and shows nothing.

    Attributes:
        flex: Share of the space left over in its row or column; 0 for its natural size.
    """

    __slots__ = ("flex",)

    def __init__(self) -> None:
        self.flex = 0

    def width(self, theme: Theme) -> int:
        """Returns the natural width in pixels."""
        return 0

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height in pixels at a width."""
        return 0

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Adds its drawing and its nodes to a scene.

        Args:
            scene: The scene.
            x: Left edge of the widget's rectangle, in pixels.
            y: Its top edge.
            w: Its width.
            h: Its height.
        """


class Space(Widget):
    """Empty space: `size` pixels each way, or with ``flex`` a share of the space left over."""

    __slots__ = ("size",)

    def __init__(self, size: int = 0, flex: int = 0) -> None:
        self.size, self.flex = size, flex

    def width(self, theme: Theme) -> int:
        """Returns the natural width."""
        return self.size

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height."""
        return self.size


class Divider(Widget):
    """A thin line across a column."""

    __slots__ = ("inset",)

    def __init__(self, inset: int = 0) -> None:
        self.flex, self.inset = 0, inset

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height."""
        return 1

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the line."""
        scene.fill(x + self.inset, y, w - 2 * self.inset, 1, scene.theme.outline)


class Icon(Widget):
    """An icon for decoration; with a `description` it has a node too.

    Args:
        name: Name of the icon.
        tone: Its colour.
        size: Its side in pixels; 0 for the theme's.
        description: The node's description; ``""`` for no node.
    """

    __slots__ = ("description", "name", "size", "tone")

    def __init__(self, name: str, tone: Tone = "muted", size: int = 0, description: str = "") -> None:
        self.flex, self.name, self.tone, self.size, self.description = 0, name, tone, size, description

    def width(self, theme: Theme) -> int:
        """Returns the icon's side."""
        return self.size or theme.icon

    def height(self, theme: Theme, w: int) -> int:
        """Returns the icon's side."""
        return self.size or theme.icon

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the icon in the middle."""
        if not (self.description or scene.drawn):
            return
        size = self.size or scene.theme.icon
        left, top = x + (w - size) // 2, y + (h - size) // 2
        scene.icon(left, top, size, self.name, color_of(scene.theme, self.tone))
        if self.description:
            scene.node(left, top, size, size, "icon", description=self.description)


class Picture(Widget[Message_co]):
    """A picture of a given size: `key` is a name of `crab_sim.draw.pictures`, or a photo's bytes.

    Args:
        key: The picture.
        size: Width and height in pixels.
        description: The node's description.
        message: Message that a tap sends; None if it can't be tapped.
        flex: Share of the space that is left.
    """

    __slots__ = ("description", "key", "message", "size")

    def __init__(
        self,
        key: str | bytes,
        size: tuple[int, int],
        description: str = "",
        message: Message_co | ToolkitMessage | None = None,
        flex: int = 0,
    ) -> None:
        self.key, self.size, self.description, self.message, self.flex = key, size, description, message, flex

    def width(self, theme: Theme) -> int:
        """Returns the picture's width."""
        return self.size[0]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the picture's height."""
        return self.size[1]

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the picture."""
        scene.ops.append(("picture", x, y, x + w, y + h, scene.clip, self.key))
        scene.node(x, y, w, h, "image", description=self.description, message=self.message)


class Avatar(Widget):
    """A disc with a name's first letter, or with an icon, in a colour that follows from the name."""

    __slots__ = ("icon", "name", "size")

    def __init__(self, name: str, size: int = 40, icon: str = "") -> None:
        self.flex, self.name, self.size, self.icon = 0, name, size, icon

    def width(self, theme: Theme) -> int:
        """Returns the disc's diameter."""
        return self.size

    def height(self, theme: Theme, w: int) -> int:
        """Returns the disc's diameter."""
        return self.size

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the disc."""
        if not scene.drawn:
            return
        size = self.size
        x, y = x + (w - size) // 2, y + (h - size) // 2
        letter = self.name[:1].upper()
        color = AVATAR_COLORS[sum(map(ord, self.name)) % len(AVATAR_COLORS)]
        scene.round(x, y, size, size, color, size // 2)
        if self.icon or not letter.isalpha():
            glyph = size * 5 // 9
            scene.icon(x + (size - glyph) // 2, y + (size - glyph) // 2, glyph, self.icon or "person", (255, 255, 255))
        else:
            scene.text(x, y, size, size, letter, (255, 255, 255), size * 9 // 20, "bold", "center")

"""The round keys of keypads and players: a text or an icon on a disc."""

from __future__ import annotations

from crab_sim.ui.messages import Message_co, ToolkitMessage
from crab_sim.ui.node import DISABLED
from crab_sim.ui.scene import Scene
from crab_sim.ui.theme import Theme
from crab_sim.ui.widgets import Tone, Widget, color_of

__all__ = ["Key"]


class Key(Widget[Message_co]):
    """A key.

    Args:
        text: Its text, or with `icon` only its description.
        message: Sent by a tap.
        rid: Resource id.
        icon: Drawn in the text's place.
        ground: Tone of its ground.
        ink: Tone of its text or icon.
        size: Its diameter; 0 fills the cell of a keypad.
        long_message: Sent by a long tap.
        enabled: Whether it can be tapped.
        description: A description, if the text isn't enough.
    """

    __slots__ = ("description", "enabled", "ground", "icon", "ink", "long_message", "message", "rid", "size", "text")

    def __init__(
        self,
        text: str,
        message: Message_co | ToolkitMessage,
        rid: str = "",
        icon: str = "",
        ground: Tone = "surface",
        ink: Tone = "text",
        size: int = 0,
        long_message: Message_co | ToolkitMessage | None = None,
        enabled: bool = True,
        description: str = "",
    ) -> None:
        self.flex = 0
        self.text, self.message, self.rid, self.icon, self.ground, self.ink = text, message, rid, icon, ground, ink
        self.size, self.long_message, self.enabled, self.description = size, long_message, enabled, description

    def width(self, theme: Theme) -> int:
        """Returns the diameter."""
        return self.size or 56

    def height(self, theme: Theme, w: int) -> int:
        """Returns the diameter."""
        return self.size or 56

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the key."""
        theme = scene.theme
        if self.size:
            x, y, w, h = x + (w - self.size) // 2, y + (h - self.size) // 2, self.size, self.size
        side = min(w, h)
        ink = color_of(theme, self.ink if self.enabled else "faint")
        scene.round(x, y, w, h, color_of(theme, self.ground), side // 2)
        if self.icon:
            glyph = max(20, min(32, side * 2 // 5))
            scene.icon(x + (w - glyph) // 2, y + (h - glyph) // 2, glyph, self.icon, ink)
        else:
            shown = theme.say(self.text)
            size = max(14, min(26, side * 2 // 5)) if len(shown) < 3 else 15
            scene.text(x, y, w, h, shown, ink, size, align="center")
        shown, description = ("", self.description or self.text) if self.icon else (self.text, self.description)
        message = self.message if self.enabled else None
        flags = 0 if self.enabled else DISABLED
        scene.node(x, y, w, h, "button", shown, description, self.rid, message, self.long_message, flags=flags)

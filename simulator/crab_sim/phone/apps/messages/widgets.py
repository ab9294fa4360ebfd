"""Widgets of the Messages app: a message, a conversation in the list."""

from __future__ import annotations

from crab_sim.draw import text as metrics
from crab_sim.draw.ops import Align
from crab_sim.phone.apps.messages.data import MessageRow
from crab_sim.phone.apps.messages.messages import Message
from crab_sim.ui import Scene, Theme, Widget

__all__ = ["Bubble", "When"]

_ID = "com.google.android.apps.messaging:id/"


class Bubble(Widget[Message]):
    """A message on its coloured ground, to the right if it was sent, with its time where that is shown."""

    __slots__ = ("row", "time")

    def __init__(self, row: MessageRow, time: str) -> None:
        self.flex, self.row, self.time = 0, row, time

    def _lines(self, theme: Theme, w: int) -> tuple[str, ...]:
        return metrics.wrap(self.row.body, "regular", theme.font, w * 3 // 4 - 28)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the lines, their ground and the time below."""
        lines = len(self._lines(theme, w))
        return lines * metrics.line_height("regular", theme.font) + 18 + (20 if self.time else 0)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the bubble."""
        theme, row = scene.theme, self.row
        lines, line = self._lines(theme, w), metrics.line_height("regular", theme.font)
        width = max([metrics.width(text, "regular", theme.font) for text in lines], default=0) + 28
        height = len(lines) * line + 18
        sent = row.box == "sent"
        left = x + w - width if sent else x
        ground, ink = (theme.accent, theme.on_accent) if sent else (theme.tonal, theme.on_tonal)
        scene.round(left, y, width, height, ground, 18)
        for i, text in enumerate(lines):
            scene.text(left + 14, y + 9 + i * line, width, line, text, ink, theme.font)
        kind = "Sent" if sent else "Received"
        scene.node(
            left,
            y,
            width,
            height,
            "text",
            row.body,
            kind,
            _ID + "message_text",
            None,
            ("hold", row.id),
            verbatim="text",
        )  # a touch does nothing, as a conversation's times are shown anyhow
        if self.time:
            align: Align = "right" if sent else "left"
            scene.text(x + 6, y + height + 2, w - 12, 16, theme.say(self.time), theme.muted, 11, align=align)
            scene.node(x + 6, y + height + 2, w - 12, 16, "text", self.time)


class When(Widget[Message]):
    """The time at the end of a conversation's row; with a dot below it where something is unread."""

    __slots__ = ("text", "unread")

    def __init__(self, text: str, unread: bool) -> None:
        self.flex, self.text, self.unread = 0, text, unread

    def width(self, theme: Theme) -> int:
        """Returns the text's width."""
        return metrics.width(theme.say(self.text), "bold" if self.unread else "regular", 12)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws time and dot; the dot's node says that the conversation is unread."""
        theme = scene.theme
        ink = theme.text if self.unread else theme.muted
        scene.text(x, y + 14, w, 20, theme.say(self.text), ink, 12, "bold" if self.unread else "regular", "right")
        scene.node(x, y + 14, w, 20, "text", self.text, rid=_ID + "conversation_timestamp")
        if self.unread:
            scene.round(x + w - 10, y + 42, 10, 10, theme.accent, 5)
            scene.node(x + w - 10, y + 42, 10, 10, "icon", description="Unread")

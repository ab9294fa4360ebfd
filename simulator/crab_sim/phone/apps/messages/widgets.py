"""Widgets of the Messages app: a message, a conversation in the list."""

from __future__ import annotations

from collections.abc import Mapping

from crab_sim.draw.ops import Align
from crab_sim.phone import metrics
from crab_sim.phone.apps.messages.data import MessageRow
from crab_sim.phone.apps.messages.messages import Message
from crab_sim.ui import Scene, Theme, Widget

__all__ = ["BOXES", "Bubble", "When"]

_ID = "com.google.android.apps.messaging:id/"
_PHOTO = 160  # side of an attached picture
_AGAIN = "Not sent. Tap to try again."
BOXES: Mapping[str, str] = {"inbox": "Received", "sent": "Sent", "failed": "Not sent"}
"""What became of a message, by its box."""


class Bubble(Widget[Message]):
    """A message on its coloured ground, to the right if the owner wrote it, with its time where that is shown.

    One that has failed says so in place of the time, and a tap sends it again.
    """

    __slots__ = ("row", "time")

    def __init__(self, row: MessageRow, time: str) -> None:
        self.flex, self.row, self.time = 0, row, _AGAIN if row.box == "failed" else time

    def _lines(self, theme: Theme, w: int) -> tuple[str, ...]:
        return metrics.wrap(self.row.body, "regular", theme.font, w * 3 // 4 - 28)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the lines, their ground and the time below."""
        lines = len(self._lines(theme, w)) if self.row.body else 0
        text = lines * metrics.line_height("regular", theme.font) + 18 if lines else 0
        return text + (_PHOTO + 4 if self.row.attachment is not None else 0) + (20 if self.time else 0)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the bubble."""
        theme, row = scene.theme, self.row
        if row.attachment is not None:
            left = x + w - _PHOTO if row.box != "inbox" else x
            scene.ops.append(("picture", left, y, left + _PHOTO, y + _PHOTO, scene.clip, row.attachment.data))
            scene.node(
                left, y, _PHOTO, _PHOTO, "image", "", row.attachment.name, _ID + "attachment", None, ("hold", row.id),
                verbatim="description",
            )  # fmt: skip
            y += _PHOTO + 4
        if row.body:
            self._place_text(scene, x, y, w)
        height = self.height(theme, w) - (20 if self.time else 0) - (_PHOTO + 4 if row.attachment is not None else 0)
        again: Message | None = ("send_again", row.id) if row.box == "failed" else None
        if self.time:
            align: Align = "right" if row.box != "inbox" else "left"
            tone = theme.danger if row.box == "failed" else theme.muted
            scene.text(x + 6, y + height + 2, w - 12, 16, theme.say(self.time), tone, 11, align=align)
            rid = f"{_ID}message_status" if row.box == "failed" else ""
            scene.node(x + 6, y + height + 2, w - 12, 16, "text", self.time, rid=rid, message=again)

    def _place_text(self, scene: Scene[Message], x: int, y: int, w: int) -> None:
        """Draws the text on its ground."""
        theme, row = scene.theme, self.row
        lines, line = self._lines(theme, w), metrics.line_height("regular", theme.font)
        width = max([metrics.width(text, "regular", theme.font) for text in lines], default=0) + 28
        height = len(lines) * line + 18
        mine, failed = row.box != "inbox", row.box == "failed"
        left = x + w - width if mine else x
        ground, ink = (theme.accent, theme.on_accent) if mine else (theme.tonal, theme.on_tonal)
        scene.round(left, y, width, height, ground, 18)
        for i, text in enumerate(lines):
            scene.text(left + 14, y + 9 + i * line, width, line, text, ink, theme.font)
        again: Message | None = ("send_again", row.id) if failed else None
        scene.node(
            left,
            y,
            width,
            height,
            "text",
            row.body,
            BOXES[row.box],
            _ID + "message_text",
            again,  # nothing for others, as a conversation's times are shown anyhow
            ("hold", row.id),
            verbatim="text",
        )


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

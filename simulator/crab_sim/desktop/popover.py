"""A small window over a page, as programs of GTK 4 open from a button or a row.

* `Popover` - the widget.
"""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.ui import Label, Message_co, Scene, Widget
from crab_sim.ui.messages import ToolkitMessage
from crab_sim.ui.node import ShadeData
from crab_sim.ui.popups import place_actions

__all__ = ["Popover"]

_WIDTH, _PAD = 314, 18


class Popover(Widget[Message_co]):
    """A small window over a page that stays in the light; a click beside it closes it.

    Args:
        title: The text at its top.
        body: The widget below.
        actions: Its buttons.
        dismiss: Sent by a click beside it.
        at: Its upper left corner in pixels; the page's middle for None.
    """

    __slots__ = ("actions", "at", "body", "dismiss", "title")

    def __init__(
        self,
        title: str,
        body: Widget[Message_co],
        actions: Sequence[Widget[Message_co]],
        dismiss: Message_co | ToolkitMessage,
        at: tuple[int, int] | None = None,
    ) -> None:
        self.flex, self.title, self.body, self.actions, self.dismiss, self.at = 0, title, body, actions, dismiss, at

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the popover; the rectangle is the page's."""
        theme = scene.theme
        scene.node(x, y, w, h, "other", description="Close menu", message=self.dismiss, data=ShadeData())
        width = min(w - 32, _WIDTH)
        inner = width - 2 * _PAD
        title = Label(self.title, "title", font="bold", align="center")
        title_h, body_h = title.height(theme, inner), self.body.height(theme, inner)
        height = title_h + body_h + theme.button + 2 * _PAD + 16
        left, top = x + (w - width) // 2, y + max(16, (h - height) // 2)
        if self.at is not None:
            left, top = x + self.at[0], y + self.at[1]
        scene.ops.append(("shadow", left, top, left + width, top + height, scene.clip, 8))
        scene.round(left, top, width, height, theme.raised, 8)
        scene.frame(left, top, width, height, theme.outline, 8)
        scene.node(left, top, width, height, "menu", message=("nothing",))
        title.place(scene, left + _PAD, top + _PAD, inner, title_h)
        self.body.place(scene, left + _PAD, top + _PAD + title_h + 8, inner, body_h)
        place_actions(scene, self.actions, left + width - _PAD, top + height - _PAD - theme.button)

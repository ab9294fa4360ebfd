"""The widget that shows how far a playback has come."""

from __future__ import annotations

from crab_sim.engines.playback import length
from crab_sim.phone import metrics
from crab_sim.ui import Message_co, Scene, Slider, Theme, Widget
from crab_sim.ui.theme import Color

__all__ = ["Progress"]


class Progress(Widget[Message_co]):
    """A slider between the time that has passed and the whole.

    Args:
        passed: Seconds played.
        total: Seconds in all.
        message: Sent by a movement of the slider, with the new share in place of its last part.
        rid: Resource id of the slider.
        tone: Colour of the times.
    """

    __slots__ = ("message", "passed", "rid", "tone", "total")

    def __init__(
        self, passed: float, total: float, message: Message_co, rid: str = "", tone: Color | None = None
    ) -> None:
        self.flex = 0
        self.passed, self.total, self.message, self.rid, self.tone = passed, total, message, rid, tone

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of slider and times."""
        return 58

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the slider, and the times below it."""
        share = min(1.0, self.passed / self.total) if self.total else 0.0
        Slider(share, self.message, "Playback position", self.rid).place(scene, x, y, w, 36)
        ink = self.tone or scene.theme.muted
        passed, total = length(self.passed), length(self.total)
        scene.text(x, y + 36, w, 20, passed, ink, 13)
        scene.node(x, y + 36, metrics.width(passed, "regular", 13), 20, "text", passed)
        scene.text(x, y + 36, w, 20, total, ink, 13, align="right")
        wide = metrics.width(total, "regular", 13)
        scene.node(x + w - wide, y + 36, wide, 20, "text", total)

"""Labels: text on one line or several, which can perhaps be selected.

* `Label` - the widget.
* `word_in` - the word of a selectable label at a point.
"""

from __future__ import annotations

from crab_sim.draw import text as metrics
from crab_sim.draw.ops import Align
from crab_sim.ui.editing import Selection, word_at
from crab_sim.ui.messages import Message_co, ToolkitMessage
from crab_sim.ui.node import TextData
from crab_sim.ui.scene import Scene
from crab_sim.ui.theme import Theme
from crab_sim.ui.widgets import Tone, Widget, color_of

__all__ = ["Label", "word_in"]


class Label(Widget[Message_co]):
    """Text: one line, cut with an ellipsis, or with ``wrap`` as many lines as it needs.

    Args:
        text: The text.
        size: ``"font"``, ``"small"`` or ``"title"`` of the theme, or pixels.
        tone: Its colour.
        font: ``"regular"``, ``"bold"`` or ``"mono"``.
        align: ``"left"``, ``"center"`` or ``"right"``.
        wrap: Whether it is broken into lines.
        rid: Resource id.
        role: Role of its node; ``""`` makes none (the text belongs to something else's node).
        message: Sent by a tap; with one, its role is usually ``"link"``.
        flex: Share of the space left over.
        pad: Space around it (horizontal, vertical).
        selectable: A long tap selects a word of it, to be copied.
        verbatim: Whether it is content, which is the same in every language.
    """

    __slots__ = (
        "align", "font", "message", "pad", "rid", "role", "selectable", "size", "text", "tone", "verbatim", "wrap",
    )  # fmt: skip

    def __init__(
        self,
        text: str,
        size: int | str = "font",
        tone: Tone = "text",
        font: metrics.Font = "regular",
        align: Align = "left",
        wrap: bool = False,
        rid: str = "",
        role: str = "text",
        message: Message_co | ToolkitMessage | None = None,
        flex: int = 0,
        pad: tuple[int, int] = (0, 0),
        selectable: bool = False,
        verbatim: bool = False,
    ) -> None:
        self.text, self.size, self.tone, self.font, self.align, self.wrap = text, size, tone, font, align, wrap
        self.rid, self.role, self.message, self.flex, self.pad = rid, role, message, flex, pad
        self.selectable = selectable
        self.verbatim = verbatim or selectable

    def _size(self, theme: Theme) -> int:
        size: int = self.size if isinstance(self.size, int) else getattr(theme, self.size)
        return size

    def _shown(self, theme: Theme) -> str:
        return self.text if theme.words is None or self.verbatim else theme.words.say(self.text)

    def width(self, theme: Theme) -> int:
        """Returns the text's width on one line."""
        return metrics.width(self._shown(theme), theme.face(self.font), self._size(theme)) + 2 * self.pad[0]

    def height(self, theme: Theme, w: int) -> int:
        """Returns one line's height, or with ``wrap`` that of all lines."""
        size, font = self._size(theme), theme.face(self.font)
        line = metrics.line_height(font, size)
        if self.wrap:
            line *= max(1, len(metrics.wrap(self._shown(theme), font, size, w - 2 * self.pad[0])))
        return line + 2 * self.pad[1]

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the text."""
        if not (self.role or self.selectable or scene.drawn):
            return
        size = self._size(scene.theme)
        pad_x, pad_y = self.pad
        x, y, w, h = x + pad_x, y + pad_y, w - 2 * pad_x, h - 2 * pad_y
        data = None
        if self.selectable:
            data = TextData(self.text, scene.theme.face(self.font), size, x, y, w, self.align)
            _place_selection(scene, data)
        if scene.drawn:
            self._place_text(scene, x, y, w, h, size)
        if self.role and self.text:
            scene.node(
                x, y, w, h, self.role, self.text, rid=self.rid, message=self.message, data=data,
                verbatim="text" if self.verbatim else "",
            )  # fmt: skip

    def _place_text(self, scene: Scene, x: int, y: int, w: int, h: int, size: int) -> None:
        color, said, font = color_of(scene.theme, self.tone), self._shown(scene.theme), scene.theme.face(self.font)
        if self.wrap:
            line = metrics.line_height(font, size)
            for i, part in enumerate(metrics.wrap(said, font, size, w)):
                scene.text(x, y + i * line, w, line, part, color, size, font, self.align)
        else:
            shown = metrics.ellipsize(said, font, size, w)
            scene.text(x, y, w, h, shown, color, size, font, self.align)


def word_in(data: TextData, x: int, y: int) -> Selection:
    """Returns the start and end of the word at a point of a selectable label, from its node's data."""
    text, font, size = data.text, data.font, data.size
    spans = metrics.wrap_spans(text, font, size, data.width)
    row = max(0, min(len(spans) - 1, (y - data.y) // metrics.line_height(font, size)))
    start, end = spans[row]
    line = text[start:end]
    return word_at(text, start + metrics.index_at(line, font, size, x - _line_left(data, line)))


def _line_left(data: TextData, line: str) -> int:
    """Returns the left edge of a line of a selectable label."""
    spare = max(0, data.width - metrics.width(line, data.font, data.size))
    return data.x + {"left": 0, "center": spare // 2, "right": spare}[data.align]


def _place_selection(scene: Scene, data: TextData) -> None:
    """Draws the ground of the selected part; one that isn't wrapped is drawn as far as its box goes."""
    match scene.page.overlay:
        case ("field_menu", "", _, _, data.text, low, high):
            pass
        case _:
            return
    text, font, size, right = data.text, data.font, data.size, data.x + data.width
    line = metrics.line_height(font, size)
    for i, (start, end) in enumerate(metrics.wrap_spans(text, font, size, data.width)):
        first, last = max(start, low), min(end, high)
        if first < last:
            left = _line_left(data, text[start:end]) + metrics.width(text[start:first], font, size)
            width = metrics.width(text[first:last], font, size)
            scene.fill(left, data.y + i * line, min(width, right - left), line, scene.theme.selection)

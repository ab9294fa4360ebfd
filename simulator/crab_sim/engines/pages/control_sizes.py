"""The sizes of the controls of forms on a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from crab_sim.draw import text as metrics
from crab_sim.engines.pages.blocks import Control
from crab_sim.engines.pages.css.styles import Style

__all__ = ["BOX_SIDE", "LINE", "control_size", "paddings"]

BOX_SIDE: Final = 14
"""The side of a checkbox or radio button in pixels."""
LINE: Final = 1.36
"""The height of a line in a control, in sizes of its text."""
_BUTTONS = ("submit", "reset", "button")


def paddings(style: Style) -> tuple[int, int]:
    """Returns a control's pixels between its edge and its content: on the left, and above."""
    left, top = style.padding.left, style.padding.top
    return (
        (left.of(0) if left is not None else 0) + style.borders.left,
        (top.of(0) if top is not None else 0) + style.borders.top,
    )


def _whole(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 4 else default


def control_size(control: Control, style: Style, attrs: Mapping[str, str], text: str, room: int) -> tuple[int, int]:
    """Returns the width and height of a control in pixels.

    Args:
        control: The control.
        style: Its style.
        attrs: The attributes of its element.
        text: The text on a button.
        room: The width around it.
    """
    across, above = paddings(style)
    kind, letter = control.kind, metrics.width("0", style.font, style.size)
    line = max(style.line_height, round(LINE * style.size)) if kind in _BUTTONS else round(LINE * style.size)
    if kind == "hidden":
        return 0, 0
    if kind in ("checkbox", "radio"):
        return BOX_SIDE, BOX_SIDE
    if style.width is not None and not (style.width.share and room >= 1 << 16):
        width = style.width.of(room)
    elif kind in _BUTTONS:
        width = metrics.width(text, style.font, style.size) + 2 * across
    elif kind == "select":
        texts = [metrics.width(option.text, style.font, style.size) for option in control.options]
        width = max(texts, default=40) + 2 * across + 22
    elif kind == "textarea":
        width = _whole(attrs.get("cols", ""), 24) * letter + 2 * across + 12
    elif kind == "file":
        width = 34 * letter + 2 * across
    else:
        width = _whole(attrs.get("size", ""), 22) * letter + 2 * across
    if kind == "textarea":
        return width, _whole(attrs.get("rows", ""), 2) * line + 2 * above + 4
    return width, max(line, style.line_height) + 2 * above

"""A node of a window's tree of views, and the flags that it may have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from crab_sim.draw.ops import Rect

__all__ = [
    "CHECKABLE", "CHECKED", "CLICKABLE", "ENABLED", "FLAGS", "FOCUSABLE", "FOCUSED", "LONG_CLICKABLE", "PASSWORD",
    "SCROLLABLE", "SELECTED", "View", "around",
]  # fmt: skip

FLAGS: Final = (
    "checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "long-clickable", "password",
    "selected",
)  # fmt: skip
"""The names of the flags, in the order in which a dump lists them."""
(
    CHECKABLE, CHECKED, CLICKABLE, ENABLED, FOCUSABLE, FOCUSED, SCROLLABLE, LONG_CLICKABLE, PASSWORD, SELECTED,
) = (1 << i for i in range(len(FLAGS)))  # fmt: skip


class View:
    """A node of a window's tree.

    Attributes:
        kind: Its class in full.
        bounds: Its visible part, in pixels of the layout.
        text: Its text.
        description: Its content description.
        id: Its resource id in full.
        flags: Those that hold, or-ed.
        hint: The hint of a text field, None for other views.
        children: The views in it, back to front.
    """

    __slots__ = ("bounds", "children", "description", "flags", "hint", "id", "kind", "text")

    def __init__(
        self,
        kind: str,
        bounds: Rect,
        children: list[View] | None = None,
        id: str = "",
        text: str = "",
        description: str = "",
        flags: int = ENABLED,
        hint: str | None = None,
    ) -> None:
        self.kind, self.bounds, self.children = kind, bounds, children if children is not None else []
        self.id, self.text, self.description, self.flags, self.hint = id, text, description, flags, hint


def around(views: Iterable[View]) -> Rect:
    """Returns the rectangle around some views."""
    lefts, tops, rights, bottoms = zip(*[view.bounds for view in views], strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)

"""The objects on a screen that an index of `DiscreteElements` can stand for: marks to touch, and areas that scroll.

* `Reach` - those of one device. `in_range` - the numbers that there are, in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.backends.base import Element, InvalidAction
from crab_gym.wrappers.choices import AREAS
from crab_gym.wrappers.numbering import OPAQUE, Mark, Target, interactive

__all__ = ["Reach", "in_range"]

_SURFACES = frozenset({"slider", "other", "image"})


class Reach:
    """The objects on a device's screen that indices stand for.

    Attributes:
        targets: The elements that have a number.
        touchable: One byte per place of a mark: 1 if it has a mark that can be touched, else 0.
        areas: The areas that can be scrolled: bounds, and a point in them.
        scrolls: Whether anything scrolls; if nothing does, the only area is the screen.
        marks: The marks, None until they are asked for.
    """

    def __init__(self, marked: Sequence[Target], size: tuple[int, int], limit: int) -> None:
        self.targets = marked
        self.marks: tuple[Mark, ...] | None = None
        self.touchable = bytes([not _only_scrolls(element) for _, _, _, element, _, _ in marked]).ljust(limit, b"\0")
        scrolling = [(bounds, point) for _, _, _, element, bounds, point in marked if element.scrollable][:AREAS]
        width, height = size
        self.scrolls = bool(scrolling)
        self.areas = scrolling or [((0, 0, width, height), (width // 2, height // 2))]

    def mark_at(self, elements: Sequence[Element], x: int, y: int, exact: bool = False) -> int | None:
        """Returns the place (number - 1) of the mark that a touch falls on, None if it falls on none.

        Args:
            elements: The elements of the device.
            x: The touched column.
            y: The touched row.
            exact: Whether it also matters where fields with a text are touched: there the cursor is set.
        """
        for element in reversed(elements):
            left, top, right, bottom = element.bounds
            if left <= x < right and top <= y < bottom and (interactive(element) or element.role in OPAQUE):
                if _only_scrolls(element) and element.role not in OPAQUE:
                    continue
                for slot, (_, _, _, target, _, point) in enumerate(self.targets):
                    if target is element:
                        return slot if point == (x, y) or not _is_surface(element, exact) else None
                return None
        return None

    def touched(self, device: str, slot: int) -> tuple[int, int] | InvalidAction:
        """Returns the point at which the mark in a place is touched, or the reason why it can't be."""
        if slot >= len(self.targets):
            return InvalidAction(f"{device} has no mark {slot + 1} now; expected {in_range(len(self.targets))}")
        if not self.touchable[slot]:
            return InvalidAction(f"mark {slot + 1} of {device} only scrolls; expected one that can be touched")
        return self.targets[slot][-1]

    def scrolled(self, device: str, slot: int) -> tuple[int, int] | InvalidAction:
        """Returns a point in the area in a place, or the reason why there is none."""
        if slot >= len(self.areas):
            return InvalidAction(f"{device} has no area {slot + 1} that scrolls; expected {in_range(len(self.areas))}")
        return self.areas[slot][-1]

    def area_at(self, x: int, y: int, exact: bool = False) -> int | None:
        """Returns the place of the smallest area that contains a point, None if none does.

        Args:
            x: The point's column.
            y: The point's row.
            exact: Whether the point matters where nothing scrolls.
        """
        if exact and not self.scrolls and (x, y) != self.areas[0][1]:
            return None
        inside = [
            ((right - left) * (bottom - top), place)
            for place, ((left, top, right, bottom), _) in enumerate(self.areas)
            if left <= x < right and top <= y < bottom
        ]
        return min(inside)[1] if inside else None


def _is_surface(element: Element, exact: bool) -> bool:
    """Returns whether it matters to an element where it is touched."""
    return element.role in _SURFACES or (exact and element.editable and element.text != "")


def _only_scrolls(element: Element) -> bool:
    return element.scrollable and not (
        element.clickable or element.editable or element.long_clickable or element.checkable
    )


def in_range(count: int) -> str:
    """Returns the numbers that there are, in words."""
    return f"1 to {count}" if count > 1 else "1" if count else "none at all"

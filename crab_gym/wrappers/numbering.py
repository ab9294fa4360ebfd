"""Numbers for the elements of a screen, by which people, models and action masks point at them.

* `Mark` - a numbered element.
* `number_elements` - numbers a device's elements; `targets` and `marks_of` are its two steps.
* `interactive` - whether an element gets a number.

All are pure functions of the elements: equal elements give equal marks, in every process.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from crab_gym.backends.base import Element
from crab_sim.fast import tuples

__all__ = ["OPAQUE", "Mark", "Target", "interactive", "marks_of", "number_elements", "targets"]

Bounds = tuple[int, int, int, int]
Target = tuple[int, int, int, Element, Bounds, tuple[int, int]]
"""An element that gets a number: top plus bottom, left, place in the list, element, visible bounds, and a point at
which nothing covers it.

A plain tuple, since sorting plain tuples is faster, and since they sort in this order."""

OPAQUE = frozenset({"window", "dialog", "menu", "toolbar"})
"""Roles of elements that hide those behind them even if they can't be clicked."""
_ROWS = 60
"""Marks are in one row if their middles differ by at most the screen's height divided by this number."""
_LONGEST_TEXT = 200
"""Maximum number of characters that a mark takes from the texts inside it."""
_FROM_LEFT = itemgetter(1, 0, 2)


class Mark(NamedTuple):
    """A numbered element.

    Attributes:
        device: The device on whose screen it is.
        number: 1..K on its device, row by row.
        role: Its element's role.
        text: Its name: the element's text, else its description, else the texts inside it.
        bounds: ``(left, top, right, bottom)``, half-open pixels, cut to the screen.
        point: (x, y) of a pixel at which a touch reaches it: its middle, unless something covers that. For an element
            that only scrolls, its middle, even if that lies in another element.
        source: The element's source, such as ``"tree"`` for the accessibility tree.
        element: The element itself, with its state.
    """

    device: str
    number: int
    role: str
    text: str
    bounds: Bounds
    point: tuple[int, int]
    source: str
    element: Element


def interactive(element: Element) -> bool:
    """Returns whether a touch on an element may have an effect: whether it is enabled and takes any kind of touch."""
    return element.enabled and (
        element.clickable or element.editable or element.long_clickable or element.scrollable or element.checkable
    )


def number_elements(
    elements: Sequence[Element],
    size: tuple[int, int],
    limit: int,
    *,
    device: str = "",
    source: str = "tree",
) -> tuple[Mark, ...]:
    """Numbers the elements that can be touched: 1, 2, ... from left to right, row by row from the top.

    Elements hidden behind others, such as a dialog or a window, get no number.

    Args:
        elements: A device's elements, back to front.
        size: Width and height of the screen in pixels.
        limit: Maximum number of marks; the last ones are left out.
        device: The device's name, for the marks.
        source: The source of the elements, for the marks.

    Raises:
        ValueError: The limit is below 1.

    >>> save = Element("button", "Save", bounds=(20, 40, 80, 60), clickable=True)
    >>> back = Element("button", "", "Back", bounds=(0, 0, 30, 30), clickable=True)
    >>> [(mark.number, mark.text) for mark in number_elements([save, back], (100, 100), 10)]
    [(1, 'Back'), (2, 'Save')]
    """
    if limit < 1:
        raise ValueError(f"the limit of marks is {limit!r}; expected a whole number above 0")
    return marks_of(targets(elements, size, limit), elements, device, source)


def targets(elements: Sequence[Element], size: tuple[int, int], limit: int) -> list[Target]:
    """Returns the elements that get a number, in the numbers' order.

    Args:
        elements: A device's elements, back to front.
        size: Width and height of the screen in pixels.
        limit: Maximum number of targets; the last ones are left out.
    """
    return _row_major(_reachable(elements, size), max(1, size[1] // _ROWS))[:limit]


def marks_of(
    targets: Sequence[Target], elements: Sequence[Element], device: str = "", source: str = "tree"
) -> tuple[Mark, ...]:
    """Returns the marks of targets.

    Args:
        targets: The `targets` of the elements.
        elements: A device's elements, back to front.
        device: The device's name, for the marks.
        source: The source of the elements, for the marks.
    """
    marks = []
    for number, (_, _, at, element, bounds, point) in enumerate(targets, 1):
        text = element.text or element.description or _text_inside(elements, at)
        marks.append(tuples.new(Mark, (device, number, element.role, text, bounds, point, source, element)))
    return tuple(marks)


def _reachable(elements: Sequence[Element], size: tuple[int, int]) -> list[Target]:
    """Returns the elements that can be touched, front to back."""
    width, height = size
    reachable: list[Target] = []
    above: list[Bounds] = []  # bounds that hide elements further back
    opaque: list[Bounds] = []  # those of them that also block swipes
    for at in range(len(elements) - 1, -1, -1):
        element = elements[at]
        role = element.role
        touchable = interactive(element)
        if not touchable and role not in OPAQUE:
            continue
        bounds, clickable = element.bounds, element.clickable
        left, top, right, bottom = bounds
        if left < 0 or top < 0 or right > width or bottom > height:
            left, top, right, bottom = bounds = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        if left >= right or top >= bottom:
            continue
        if touchable:
            x, y = (left + right) // 2, (top + bottom) // 2
            point: tuple[int, int] | None = (x, y)
            covers = opaque if element.scrollable and not clickable else above
            for over in covers:
                if over[1] <= y < over[3] and over[0] <= x < over[2]:  # rows first: most differ in them
                    point = _beside(bounds, covers)
                    break
            if point is not None:
                reachable.append((top + bottom, left, at, element, bounds, point))
        if clickable or role in OPAQUE:
            above.append(bounds)
            if role in OPAQUE or role == "other":  # others that can be clicked dim the screen behind
                opaque.append(bounds)
    return reachable


def _beside(bounds: Bounds, above: Sequence[Bounds]) -> tuple[int, int] | None:
    """Returns the best uncovered point of a rectangle whose middle is covered, None if it is covered entirely."""
    left, top, right, bottom = bounds
    near = []
    for rect in above:
        if rect[0] < right and left < rect[2] and rect[1] < bottom and top < rect[3]:
            if rect[0] <= left and right <= rect[2] and rect[1] <= top and bottom <= rect[3]:
                return None
            near.append(rect)
    # Candidates lie halfway between the rectangle's edges and those of its covers, where there is room, if anywhere.
    x, y = (left + right) // 2, (top + bottom) // 2
    across, down = {x}, {y}
    for rect in near:
        across.update(((left + rect[0]) // 2, (rect[2] + right) // 2))
        down.update(((top + rect[1]) // 2, (rect[3] + bottom) // 2))
    columns = sorted([v for v in across if left <= v < right], key=lambda v: (abs(v - x), v))
    for py in sorted([v for v in down if top <= v < bottom], key=lambda v: (abs(v - y), v)):
        row = [rect for rect in near if rect[1] <= py < rect[3]]
        for px in columns:
            for rect in row:
                if rect[0] <= px < rect[2]:
                    break
            else:
                return px, py
    return None


def _row_major(targets: list[Target], reach: int) -> list[Target]:
    """Sorts targets by rows: a target belongs to a row if its middle lies at most `reach` pixels below the first
    one's.
    """
    targets.sort()  # never compares elements, since places differ
    ordered: list[Target] = []
    row: list[Target] = []
    lowest = -1
    for item in targets:
        if item[0] > lowest:
            if len(row) > 1:
                row.sort(key=_FROM_LEFT)
            ordered += row
            row = [item]
            lowest = item[0] + 2 * reach
        else:
            row.append(item)
    row.sort(key=_FROM_LEFT)
    return ordered + row


def _text_inside(elements: Sequence[Element], at: int) -> str:
    """Returns the texts inside an element without its own, up to the first element outside, touchable ones left out."""
    outer = elements[at]
    if outer.role in OPAQUE or outer.scrollable:
        return ""
    left, top, right, bottom = outer.bounds
    texts = []
    for place in range(at + 1, len(elements)):
        element = elements[place]
        inner_left, inner_top, inner_right, inner_bottom = element.bounds
        if not (left <= inner_left and top <= inner_top and inner_right <= right and inner_bottom <= bottom):
            break  # children follow their parent
        if not interactive(element) and (element.text or element.description):
            texts.append(element.text or element.description)
    return " ".join(texts)[:_LONGEST_TEXT]

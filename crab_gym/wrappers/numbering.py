"""Numbers for the elements of a screen, so that an agent can point at them: the same for people, models and masks.

* `Mark` - a numbered element.
* `number_elements` - from a device's elements to its marks, in two steps where not all of that is asked for:
  `targets`, `marks_of`.
* `interactive` - what gets a number.

Pure functions of what is on the screen: equal elements give equal marks, in every process.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from crab_gym.backends.base import Element
from crab_gym.fast import tuples

__all__ = ["OPAQUE", "Mark", "Target", "interactive", "marks_of", "number_elements", "targets"]

Bounds = tuple[int, int, int, int]
Target = tuple[int, int, int, Element, Bounds, tuple[int, int]]
"""What a mark is made of: top plus bottom, left, the element's place in the list, the element, its bounds on the
screen, a point at which nothing lies above it."""

OPAQUE = frozenset({"window", "dialog", "menu", "toolbar"})
"""Roles of what hides the elements behind it even where it can't be clicked itself."""
_ROWS = 60
"""Marks are in one row where their middles differ by less than this share of the screen's height."""
_LONGEST_TEXT = 200
"""Characters of the longest text that a mark takes from what lies inside it."""
_FROM_LEFT = itemgetter(1, 0, 2)


class Mark(NamedTuple):
    """A numbered element.

    Attributes:
        device: The device on whose screen it is.
        number: 1..K on its device, row by row.
        role: Its element's role.
        text: What it is called: its text, else its description, else the texts inside it.
        bounds: ``(left, top, right, bottom)``, half-open pixels, cut to the screen.
        point: (x, y) of a pixel at which a touch reaches it: its middle, unless something lies above that. Of what
            only scrolls, its middle, whatever it contains.
        source: Where the element comes from, such as ``"tree"`` for the accessibility tree.
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
    """Returns whether a touch on an element may do something: whether it is enabled and takes any."""
    _, _, _, _, _, _, click, long_click, edit, check, _, _, _, enabled, scroll, _ = element
    return enabled and (click or edit or long_click or scroll or check)


def number_elements(
    elements: Sequence[Element],
    size: tuple[int, int],
    limit: int,
    *,
    device: str = "",
    source: str = "tree",
) -> tuple[Mark, ...]:
    """Numbers the elements that can be touched: 1, 2, ... from left to right, row by row from the top.

    What something else hides, such as a dialog or a window, gets no number.

    Args:
        elements: A device's elements, back to front.
        size: Width and height of the screen in pixels.
        limit: How many marks there are at most; the last ones are left out.
        device: The device's name, for the marks.
        source: Where the elements come from, for the marks.

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
    """Returns what gets a number, in the numbers' order; arguments as for `number_elements`."""
    return _row_major(_reachable(elements, size), max(1, size[1] // _ROWS))[:limit]


def marks_of(
    found: Sequence[Target], elements: Sequence[Element], device: str = "", source: str = "tree"
) -> tuple[Mark, ...]:
    """Returns the marks of the `targets` of elements."""
    marks = []
    for number, (_, _, at, element, bounds, point) in enumerate(found, 1):
        text = element[1] or element[2] or _text_inside(elements, at)
        marks.append(tuples.new(Mark, (device, number, element[0], text, bounds, point, source, element)))
    return tuple(marks)


def _reachable(elements: Sequence[Element], size: tuple[int, int]) -> list[Target]:
    """Returns what can be touched, front to back."""
    width, height = size
    found: list[Target] = []
    above: list[Bounds] = []  # what hides things that are further back
    opaque: list[Bounds] = []  # what of that nothing shines through, to swipe or to look at
    for at in range(len(elements) - 1, -1, -1):
        element = elements[at]
        role, _, _, _, _, bounds, clickable, long_click, edit, check, _, _, _, enabled, scroll, _ = element
        take = enabled and (clickable or edit or long_click or scroll or check)  # as in `interactive`
        if not take and role not in OPAQUE:
            continue
        left, top, right, bottom = bounds
        if left < 0 or top < 0 or right > width or bottom > height:
            left, top, right, bottom = bounds = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        if left >= right or top >= bottom:
            continue
        if take:
            x, y = (left + right) // 2, (top + bottom) // 2
            point: tuple[int, int] | None = (x, y)
            covers = opaque if scroll and not clickable else above
            for over in covers:
                if over[1] <= y < over[3] and over[0] <= x < over[2]:  # most are in other rows
                    point = _beside(bounds, covers)
                    break
            if point is not None:
                found.append((top + bottom, left, at, element, bounds, point))
        if clickable or role in OPAQUE:
            above.append(bounds)
            if role in OPAQUE or role == "other":  # others that can be clicked dim what is behind
                opaque.append(bounds)
    return found


def _beside(bounds: Bounds, above: Sequence[Bounds]) -> tuple[int, int] | None:
    """Returns the best point of a rectangle, in whose middle others lie, that none of them covers; None for none."""
    left, top, right, bottom = bounds
    near = []
    for rect in above:
        if rect[0] < right and left < rect[2] and rect[1] < bottom and top < rect[3]:
            if rect[0] <= left and right <= rect[2] and rect[1] <= top and bottom <= rect[3]:
                return None
            near.append(rect)
    # Halfway between the edges of what covers the middle and its own: beside these is room, if anywhere.
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


def _row_major(found: list[Target], reach: int) -> list[Target]:
    """Sorts by rows: what has its middle at most `reach` pixels below that of a row's first is in that row."""
    found.sort()  # by top plus bottom, left, place: no two have the same place
    ordered: list[Target] = []
    row: list[Target] = []
    lowest = -1
    for item in found:
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
    """Returns the texts of the elements inside one that has none of its own, up to the next that can be touched."""
    outer = elements[at]
    if outer.role in OPAQUE or outer.scrollable:
        return ""
    left, top, right, bottom = outer.bounds
    texts = []
    for place in range(at + 1, len(elements)):
        element = elements[place]
        inner = element[5]
        if not (left <= inner[0] and top <= inner[1] and inner[2] <= right and inner[3] <= bottom):
            break  # children follow their parent
        if not interactive(element) and (element.text or element.description):
            texts.append(element.text or element.description)
    return " ".join(texts)[:_LONGEST_TEXT]

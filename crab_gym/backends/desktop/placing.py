"""Where the widgets that programs tell of are on the screen, and what of them other windows leave to be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

__all__ = [
    "CLUTTER", "GECKO", "GTK4", "MENUS", "SCROLL_PANE", "TOPS", "Node", "Rect", "intersection", "largest_visible",
    "placed", "to_rect", "within",
]  # fmt: skip

Rect = tuple[int, int, int, int]

_MIN_SIDE = 3  # pixels: slivers of what another window covers can't be aimed at
_MENU_BAR_HEIGHT = 100  # at most
_TWIN = 1e-6  # more for a window of the same title and place that has the focus where the top of the tree has it
_GTK4_BORDER = 40  # pixels that a window may be larger than GTK 4 says of it, both directions together

CLUTTER = "clutter"  # GNOME Shell
GECKO = "Gecko"  # Firefox
GTK2 = "GAIL"
GTK4 = "GTK"  # which is "gtk" in the older ones
_HONEST = ("gtk", GECKO)  # others say of everything that it can be acted on

# AT-SPI's roles.
_ROOT_PANE, SCROLL_PANE, _VIEWPORT = 46, 49, 68
_ACTIVE, _SHOWING = 1 << 1, 1 << 25  # states
TOPS = frozenset((2, 9, 16, 19, 22, 23, 69))  # of windows
MENUS = frozenset((8, 33, 35, 41, 45, 50))


class Node(NamedTuple):
    """A widget in its window."""

    parent: int  # index among the nodes, -1 for a window's own
    role: int
    states: int
    name: str
    description: str
    bounds: Rect | None
    text: str | None
    value: float | None
    action: bool
    identifier: str
    window: int  # index of the row, -1 for none


def to_rect(values: Sequence[int]) -> Rect:
    """Returns left, top, right, bottom of a row as a tuple."""
    return values[0], values[1], values[2], values[3]


def intersection(one: Rect, other: Rect) -> Rect:
    """Returns what two rectangles share, of no area where they share nothing."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return left, top, max(left, min(one[2], other[2])), max(top, min(one[3], other[3]))


def _area(rect: Rect) -> int:
    return max(0, rect[2] - rect[0]) * max(0, rect[3] - rect[1])


def within(rect: Rect, other: Rect) -> bool:
    """Tells whether the other rectangle holds all of this one."""
    return other[0] <= rect[0] and other[1] <= rect[1] and rect[2] <= other[2] and rect[3] <= other[3]


def largest_visible(rect: Rect, covers: Sequence[Rect]) -> Rect | None:
    """Returns the largest rectangle of a rectangle that no cover hides, None where hardly anything is left.

    >>> largest_visible((0, 0, 100, 50), [(60, -10, 200, 80)])
    (0, 0, 60, 50)
    """
    parts = [rect]
    for cover in covers:
        if _area(intersection(rect, cover)) == 0:
            continue
        rest: list[Rect] = []
        for part in parts:
            hit = intersection(part, cover)
            if _area(hit) == 0:
                rest.append(part)
                continue
            # The four bands around the hole; they overlap, and each is as large as it can be.
            left, top, right, bottom = part
            bands = (
                (left, top, right, hit[1]),
                (left, hit[3], right, bottom),
                (left, top, hit[0], bottom),
                (hit[2], top, right, bottom),
            )
            rest.extend(band for band in bands if _area(band))
        parts = sorted(rest, key=_area, reverse=True)[:16]
    best = max(parts, key=lambda part: (_area(part), -part[1], -part[0]), default=None)
    if best is None or min(best[2] - best[0], best[3] - best[1]) < _MIN_SIDE:
        return None
    return best


def placed(tree: Mapping[str, Any], windows: Sequence[Mapping[str, Any]]) -> list[Node]:
    """Returns a program's nodes with their place on the screen and the window they are in.

    Args:
        tree: A program's tree, as `guest.atspi` read it.
        windows: Rows of the windows on the screen, lowest first.
    """
    own = [index for index, row in enumerate(windows) if row["pid"] == tree["pid"]]
    popups = [index for index in own if windows[index]["kind"] == "menu"]
    relative, honest = tree["toolkit"] == GTK4, tree["toolkit"] in _HONEST
    taken: set[int] = set()
    offsets: list[tuple[int, int]] = []
    nodes: list[Node] = []
    for number, (parent, role, states, name, description, box, *more, action, identifier) in enumerate(tree["nodes"]):
        rect = _box(box)
        above = nodes[parent] if 0 <= parent < number else None
        offset = (0, 0)
        if above is None:
            free = [index for index in own if index not in taken] if relative or role in TOPS else []
            window = _window_of(rect, name, bool(states & _ACTIVE), free, windows, relative)
            if window >= 0:
                taken.add(window)
            elif rect is not None and not relative:
                # A part of a tree whose upper part is not told, or a second tree of a window: it lies in one of them.
                window = next((index for index in reversed(own) if within(rect, to_rect(windows[index]["bounds"]))), -1)
            if window >= 0 and rect is not None and relative:
                offset = _origin(rect, windows[window])
        else:
            window, offset = above.window, offsets[parent]
            if relative:
                popup = _popup_of_size(rect, [index for index in popups if index not in taken], windows)
                if popup >= 0 and rect is not None:
                    taken.add(popup)
                    bounds = windows[popup]["bounds"]
                    window, offset = popup, (bounds[0] - rect[0], bounds[1] - rect[1])
            elif role == _ROOT_PANE and window >= 0 and rect is not None:
                offset = _below_menu_bar(rect, windows[window])
            elif role == SCROLL_PANE and _has_viewport(tree["nodes"], number):
                offset = (0, 0)
        if rect is not None:
            x, y = offset
            rect = (rect[0] + x, rect[1] + y, rect[2] + x, rect[3] + y)
        if above is not None and not relative and window not in popups:
            window = _popup_around(rect, role, above, popups, windows, window)
        if tree["toolkit"] == GTK2 and not states & _SHOWING and window not in popups:
            rect = None  # the entry of a menu, which is where it was when it was last open
        offsets.append(offset)
        text, value = more
        nodes.append(
            Node(parent, role, states, name, description, rect, text, value, action and honest, identifier, window)
        )
    return nodes


def _below_menu_bar(rect: Rect, row: Mapping[str, Any]) -> tuple[int, int]:
    """Returns how much lower a window's content is than LibreOffice says, which forgets the height of its menu bar.

    Where it does, its content ends higher than the window.
    """
    left, top, right, bottom = row["inner"]
    lacking = bottom - rect[3]
    same = (rect[0], rect[1], rect[2]) == (left, top, right)
    return (0, lacking) if same and 0 < lacking <= _MENU_BAR_HEIGHT else (0, 0)


def _has_viewport(rows: Sequence[Sequence[Any]], number: int) -> bool:
    """Tells whether a scroll pane is GTK's own: in LibreOffice's trees those know where they are."""
    return number + 1 < len(rows) and rows[number + 1][0] == number and rows[number + 1][1] == _VIEWPORT


def _box(box: Sequence[int] | None) -> Rect | None:
    if box is None or box[2] <= 0 or box[3] <= 0:
        return None
    return box[0], box[1], box[0] + box[2], box[1] + box[3]


def _window_of(
    rect: Rect | None,
    name: str,
    active: bool,
    candidates: Sequence[int],
    windows: Sequence[Mapping[str, Any]],
    relative: bool,
) -> int:
    """Returns which of a program's windows a top of its tree is, -1 for none; of twins the one with the focus tells."""
    best, most = -1, 0.0
    for index in candidates:
        row = windows[index]
        score = 1.0 if name and name == row["title"] else 0.0
        if rect is not None:
            for bounds in (to_rect(row["bounds"]), to_rect(row["inner"])):
                if relative:
                    score = max(score, (name == row["title"]) + 1 / (1 + _differ(rect, bounds)))
                else:
                    union = _area(rect) + _area(bounds) - _area(intersection(rect, bounds))
                    score = max(score, (name == row["title"]) + _area(intersection(rect, bounds)) / max(1, union))
        if score and row.get("focused", False) == active:
            score += _TWIN
        if score > most:
            best, most = index, score
    return best if most > (1 / _GTK4_BORDER if relative else 0.5) else -1


def _origin(rect: Rect, row: Mapping[str, Any]) -> tuple[int, int]:
    """Returns where a GTK 4 window's own coordinates begin: inside the border that it, or the window manager, draws."""
    sizes = [(_differ(rect, bounds), bounds) for bounds in (to_rect(row["bounds"]), to_rect(row["inner"]))]
    left, top, right, bottom = min(sizes)[1]
    border_x, border_y = (right - left - rect[2] + rect[0]) // 2, (bottom - top - rect[3] + rect[1]) // 2
    return left + max(0, border_x) - rect[0], top + max(0, border_y) - rect[1]


def _differ(one: Rect, other: Rect) -> int:
    """Returns by how many pixels the sizes differ."""
    return abs(one[2] - one[0] - other[2] + other[0]) + abs(one[3] - one[1] - other[3] + other[1])


def _popup_of_size(rect: Rect | None, popups: Sequence[int], windows: Sequence[Mapping[str, Any]]) -> int:
    if rect is not None:
        for index in popups:
            left, top, right, bottom = windows[index]["bounds"]
            if (right - left, bottom - top) == (rect[2] - rect[0], rect[3] - rect[1]):
                return index
    return -1


def _popup_around(
    rect: Rect | None,
    role: int,
    above: Node,
    popups: Sequence[int],
    windows: Sequence[Mapping[str, Any]],
    otherwise: int,
) -> int:
    """Returns the popup that an entry of an open menu is in: trees put it below the widget that opened it."""
    if rect is not None and popups:
        for index in reversed(popups):
            if all(abs(one - other) <= 2 for one, other in zip(rect, windows[index]["bounds"], strict=True)):
                return index
        outside = above.bounds is not None and _area(intersection(rect, above.bounds)) == 0
        if outside or (role in MENUS and above.role in MENUS):
            for index in reversed(popups):
                if within(rect, to_rect(windows[index]["bounds"])):
                    return index
    return otherwise

"""Places of widgets: their windows, their bounds on the screen, and the parts that other windows leave visible.

Toolkits report bounds in different coordinates, and some report wrong ones; `placed` corrects that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_gym.backends.desktop.guest.wire import NodeRow, Tree, WindowRow

__all__ = [
    "CLUTTER", "GECKO", "GTK3", "GTK4", "MENUS", "SCROLL_PANE", "TOPS", "Node", "Rect", "intersection",
    "largest_visible", "placed", "to_rect", "within",
]  # fmt: skip

Rect = tuple[int, int, int, int]

_MIN_SIDE = 3  # pixels: a smaller visible part can't be aimed at
_MAX_MENU_BAR_HEIGHT = 100
_MAX_MENU_PADDING = 24
_FOCUS_SCORE = 1e-6  # decides between windows of the same title and bounds by the focus
_GTK4_BORDER = 40  # pixels by which a window may exceed GTK 4's own report of its size, both directions together
_POPOVER, _POPOVER_BORDER = "Popover", 8  # a part of its class, and the most that its window exceeds it by, likewise

CLUTTER = "clutter"  # GNOME Shell
GECKO = "Gecko"  # Firefox
GTK2 = "GAIL"
GTK3, GTK4 = "gtk", "GTK"
_HONEST = (GTK3, GECKO)  # others claim actions for everything

# AT-SPI's roles.
_ROOT_PANE, SCROLL_PANE, _VIEWPORT = 46, 49, 68
_ACTIVE, _SHOWING = 1 << 1, 1 << 25  # states
TOPS = frozenset((2, 9, 16, 19, 22, 23, 69))  # of windows
MENUS = frozenset((8, 33, 35, 41, 45, 50))


class Node(NamedTuple):
    """A widget in its window; role and states are AT-SPI's."""

    parent: int  # index among the nodes, -1 for none
    role: int
    states: int
    name: str
    description: str
    bounds: Rect | None
    text: str | None
    value: float | None
    action: bool
    identifier: str
    window: int  # index of the window's row, -1 for none


def to_rect(values: Sequence[int]) -> Rect:
    """Returns the bounds in a row as a tuple."""
    left, top, right, bottom = values
    return left, top, right, bottom


def intersection(one: Rect, other: Rect) -> Rect:
    """Returns the intersection of two rectangles; its area is 0 where they have none."""
    left_1, top_1, right_1, bottom_1 = one
    left_2, top_2, right_2, bottom_2 = other
    left, top = max(left_1, left_2), max(top_1, top_2)
    return left, top, max(left, min(right_1, right_2)), max(top, min(bottom_1, bottom_2))


def _area(rect: Rect) -> int:
    left, top, right, bottom = rect
    return max(0, right - left) * max(0, bottom - top)


def _size(rect: Rect) -> tuple[int, int]:
    left, top, right, bottom = rect
    return right - left, bottom - top


def _moved(rect: Rect, offset: tuple[int, int]) -> Rect:
    left, top, right, bottom = rect
    x, y = offset
    return left + x, top + y, right + x, bottom + y


def within(rect: Rect, other: Rect) -> bool:
    """Returns whether a rectangle lies inside another one."""
    left, top, right, bottom = rect
    outer_left, outer_top, outer_right, outer_bottom = other
    return outer_left <= left and outer_top <= top and right <= outer_right and bottom <= outer_bottom


def largest_visible(rect: Rect, covers: Sequence[Rect]) -> Rect | None:
    """Returns the largest part of a rectangle that no cover hides, None where hardly anything is left.

    Args:
        rect: The rectangle.
        covers: Rectangles above it.

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
            # The four bands around the hole; they overlap, so that each is as large as possible.
            left, top, right, bottom = part
            hole_left, hole_top, hole_right, hole_bottom = hit
            bands = (
                (left, top, right, hole_top),
                (left, hole_bottom, right, bottom),
                (left, top, hole_left, bottom),
                (hole_right, top, right, bottom),
            )
            rest.extend(band for band in bands if _area(band))
        parts = sorted(rest, key=_area, reverse=True)[:16]
    best = max(parts, key=lambda part: (_area(part), -part[1], -part[0]), default=None)
    return None if best is None or min(_size(best)) < _MIN_SIDE else best


def placed(tree: Tree, windows: Sequence[WindowRow]) -> list[Node]:  # noqa: C901 - each toolkit has its own ways
    """Returns a program's nodes with their bounds on the screen and their windows.

    Args:
        tree: The program's tree (see `guest.wire.Tree`).
        windows: Rows of the windows on the screen, lowest first.
    """
    own = [index for index, row in enumerate(windows) if row["pid"] == tree["pid"]]
    popups = [index for index in own if windows[index]["kind"] == "menu"]
    relative, honest = tree["toolkit"] == GTK4, tree["toolkit"] in _HONEST
    occupied: set[int] = set()
    closed: set[int] = set()  # what GTK 4 goes on reporting below a popover that is closed, which has no size
    offsets: list[tuple[int, int]] = []
    nodes: list[Node] = []
    for number, row in enumerate(tree["nodes"]):
        parent, role, states, name, description, box, text, value, action, identifier = row
        rect = _box(box)
        above = nodes[parent] if 0 <= parent < number else None
        offset = (0, 0)
        if above is None:
            # GTK 4 goes on reporting dialogs that are closed, without a size.
            positioned = rect is not None if relative else role in TOPS
            free = [index for index in own if index not in occupied] if positioned else []
            window = _window_of(rect, name, bool(states & _ACTIVE), free, windows, relative)
            if window >= 0:
                occupied.add(window)
            elif rect is not None and not relative:
                # A subtree without its upper part, or a second tree of a window: it lies inside one of them.
                window = next((index for index in reversed(own) if within(rect, to_rect(windows[index]["bounds"]))), -1)
            if window >= 0 and rect is not None and relative:
                offset = _origin(rect, windows[window])
        else:
            window, offset = above.window, offsets[parent]
            if relative:
                free = [index for index in popups if index not in occupied]
                popup = _popup_of_size(rect, free, windows, _POPOVER in name)
                if popup >= 0 and rect is not None:
                    occupied.add(popup)
                    bounds = to_rect(windows[popup]["bounds"])
                    window, offset = popup, _centred(rect, bounds)
                    rect = _moved(bounds, (-offset[0], -offset[1]))
                elif parent in closed or (box is not None and not any(box[2:])):
                    closed.add(number)
                    rect = None
            elif role == _ROOT_PANE and window >= 0 and rect is not None:
                offset = _below_menu_bar(rect, windows[window])
            elif role == SCROLL_PANE and _has_viewport(tree["nodes"], number):
                offset = (0, 0)
        if rect is not None:
            rect = _moved(rect, offset)
        if above is not None and not relative:
            if window not in popups:
                window = _popup_around(rect, role, above, popups, windows, window, tree["toolkit"])
            elif rect is not None and not within(rect, to_rect(windows[window]["bounds"])):
                window = _popup_of_entry(rect, popups, windows, window)
        if tree["toolkit"] == GTK2 and not states & _SHOWING and window not in popups:
            rect = None  # an entry of a closed menu, whose bounds are those of the last opening
        offsets.append(offset)
        nodes.append(
            Node(parent, role, states, name, description, rect, text, value, action and honest, identifier, window)
        )
    return nodes


def _below_menu_bar(rect: Rect, row: WindowRow) -> tuple[int, int]:
    """Returns the offset of a window's content, where LibreOffice forgets the height of the menu bar above it.

    The content then ends above the lower edge of the window.
    """
    left, top, right, bottom = row["inner"]
    *upper_edges, reported_bottom = rect
    difference = bottom - reported_bottom
    same = upper_edges == [left, top, right]
    return (0, difference) if same and 0 < difference <= _MAX_MENU_BAR_HEIGHT else (0, 0)


def _has_viewport(rows: Sequence[NodeRow], number: int) -> bool:
    """Returns whether a scroll pane is GTK's own; in LibreOffice's trees these report their bounds right."""
    if number + 1 >= len(rows):
        return False
    parent, role, *_ = rows[number + 1]
    return bool(parent == number and role == _VIEWPORT)


def _box(box: Sequence[int] | None) -> Rect | None:
    """Returns the bounds of left, top, width and height; None for an empty box."""
    if box is None:
        return None
    left, top, width, height = box
    return (left, top, left + width, top + height) if width > 0 and height > 0 else None


def _window_of(
    rect: Rect | None,
    name: str,
    active: bool,
    candidates: Sequence[int],
    windows: Sequence[WindowRow],
    relative: bool,
) -> int:
    """Returns the window of a root of a program's tree, -1 for none.

    Args:
        rect: Reported bounds of the root.
        name: Its name.
        active: Whether it has the focus, which decides between windows of the same title and bounds.
        candidates: Indices of the program's windows.
        windows: Rows of all windows.
        relative: Whether bounds are relative to the window, so that only the size can be compared.
    """
    best, best_score = -1, 0.0
    for index in candidates:
        row = windows[index]
        score = 1.0 if name and name == row["title"] else 0.0
        if rect is not None:
            for bounds in (to_rect(row["bounds"]), to_rect(row["inner"])):
                if relative:
                    score = max(score, (name == row["title"]) + 1 / (1 + _size_difference(rect, bounds)))
                else:
                    union = _area(rect) + _area(bounds) - _area(intersection(rect, bounds))
                    score = max(score, (name == row["title"]) + _area(intersection(rect, bounds)) / max(1, union))
        if score and row.get("focused", False) == active:
            score += _FOCUS_SCORE
        if score > best_score:
            best, best_score = index, score
    return best if best_score > (1 / _GTK4_BORDER if relative else 0.5) else -1


def _origin(rect: Rect, row: WindowRow) -> tuple[int, int]:
    """Returns the offset of a GTK 4 window's coordinates: they begin inside its own or the window manager's border."""
    both = [to_rect(row["bounds"]), to_rect(row["inner"])]
    _, bounds = min((_size_difference(rect, bounds), bounds) for bounds in both)
    (outer_width, outer_height), (width, height) = _size(bounds), _size(rect)
    left, top, _, _ = rect
    outer_left, outer_top, _, _ = bounds
    return (
        outer_left + max(0, (outer_width - width) // 2) - left,
        outer_top + max(0, (outer_height - height) // 2) - top,
    )


def _size_difference(one: Rect, other: Rect) -> int:
    """Returns the difference of width plus that of height, in pixels."""
    (width, height), (other_width, other_height) = _size(one), _size(other)
    return abs(width - other_width) + abs(height - other_height)


def _popup_of_size(rect: Rect | None, popups: Sequence[int], windows: Sequence[WindowRow], popover: bool) -> int:
    """Returns the popup window that a GTK 4 widget fills, -1 for none; a popover's may have a border around it."""
    if rect is not None:
        for index in popups:
            bounds = to_rect(windows[index]["bounds"])
            if _size(bounds) == _size(rect) or (popover and _size_difference(rect, bounds) <= _POPOVER_BORDER):
                return index
    return -1


def _centred(rect: Rect, bounds: Rect) -> tuple[int, int]:
    """Returns the offset that brings a rectangle into the middle of bounds."""
    left, top, right, bottom = rect
    outer_left, outer_top, outer_right, outer_bottom = bounds
    return (outer_left + outer_right - left - right) // 2, (outer_top + outer_bottom - top - bottom) // 2


def _popup_of_entry(rect: Rect, popups: Sequence[int], windows: Sequence[WindowRow], otherwise: int) -> int:
    """Returns the popup window of a submenu that an entry spans from edge to edge.

    Programs go on reporting the entries of submenus that were open before, which may lie inside of any popup.

    Args:
        rect: Bounds of the entry.
        popups: Indices of the program's popup windows.
        windows: Rows of all windows.
        otherwise: The result where there is none.
    """
    left, _, right, _ = rect
    for index in reversed(popups):
        bounds = to_rect(windows[index]["bounds"])
        popup_left, _, popup_right, _ = bounds
        if within(rect, bounds) and max(left - popup_left, popup_right - right) <= _MAX_MENU_PADDING:
            return index
    return otherwise


def _popup_around(
    rect: Rect | None,
    role: int,
    above: Node,
    popups: Sequence[int],
    windows: Sequence[WindowRow],
    otherwise: int,
    toolkit: str,
) -> int:
    """Returns the popup window of an entry of an open menu, whose parent in the tree is the widget that opened it.

    Args:
        rect: Bounds of the entry.
        role: Its role.
        above: Its parent.
        popups: Indices of the program's popup windows.
        windows: Rows of all windows.
        otherwise: The result for a widget outside of all popups.
        toolkit: The program's toolkit.
    """
    if rect is not None and popups:
        for index in reversed(popups):
            if all(abs(one - other) <= 2 for one, other in zip(rect, windows[index]["bounds"], strict=True)):
                return index
        outside = above.bounds is not None and _area(intersection(rect, above.bounds)) == 0
        if toolkit == GECKO and role in MENUS and above.role in MENUS:
            return _popup_of_entry(rect, popups, windows, otherwise)
        if outside or (role in MENUS and above.role in MENUS):
            for index in reversed(popups):
                if within(rect, to_rect(windows[index]["bounds"])):
                    return index
    return otherwise

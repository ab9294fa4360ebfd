"""Objects on the slide under the mouse: the one at a point, and the effects of clicks and drags.

* `at_point`, `grip_at` - the object or handle at a point. `grips` - the handles of an object. `boxed` - its place.
* `pointed`, `word_at`, `dragged`, `chosen_at` - new states after clicks and drags.
"""

from __future__ import annotations

from collections.abc import Iterator

from crab_sim.desktop.apps.impress.state import (
    NOTES,
    Impress,
    changed,
    edited,
    editing,
    finished,
    laid_text,
    put_shape,
    shape_of,
    slide_of,
)
from crab_sim.engines.slides import edits
from crab_sim.engines.slides.model import MAX_SHAPES, Box, Shape, empty_text, pixels
from crab_sim.engines.writing import moves
from crab_sim.engines.writing.line_view import Spot
from crab_sim.engines.writing.model import Position
from crab_sim.engines.writing.places import position_at
from crab_sim.engines.writing.session import moved

__all__ = ["at_point", "boxed", "chosen_at", "dragged", "grip_at", "grips", "pointed", "word_at"]

_GRIP = 5  # half the side of a handle, in pixels of the screen
_EDGE = 4
_NEW_WIDTH, _NEW_HEIGHT = 8000, 1200


def boxed(spot: Spot, box: Box) -> tuple[int, int, int, int]:
    """Returns where a place on the slide lies on the screen: left, top, width, height."""
    left, top = spot.left + spot.scaled(pixels(box.x)), spot.top + spot.scaled(pixels(box.y))
    right = spot.left + spot.scaled(pixels(box.x + box.width))
    return left, top, right - left, spot.top + spot.scaled(pixels(box.y + box.height)) - top


def _length(spot: Spot, size: int) -> int:
    """Returns a length on the screen in hundredths of a millimetre on the slide."""
    return size * 1000 * 2540 // (96 * spot.zoom)


def _inside(box: tuple[int, int, int, int], x: int, y: int, more: int = 0) -> bool:
    left, top, w, h = box
    return left - more <= x < left + w + more and top - more <= y < top + h + more


def at_point(impress: Impress, spot: Spot, x: int, y: int) -> int:
    """Returns the index of the topmost object at a point, -1 if there is none.

    Args:
        impress: The state.
        spot: The slide's place on the screen.
        x: The point on the screen, in pixels.
        y: The same.
    """
    if impress.mode == "notes":
        return NOTES if _inside(boxed(spot, shape_of(impress, NOTES).box), x, y) else -1
    shapes = slide_of(impress).shapes
    for index in reversed(range(len(shapes))):
        if _inside(boxed(spot, shapes[index].box), x, y, _EDGE):
            return index
    return -1


def grips(box: tuple[int, int, int, int]) -> Iterator[tuple[int, int, int, int]]:
    """Yields the handles of an object at a place on the screen.

    Each has the sides that it moves, -1 for the left or upper one, 1 for the right or lower one, 0 for none, and its
    middle.
    """
    left, top, w, h = box
    for across in (-1, 0, 1):
        for down in (-1, 0, 1):
            if across or down:
                yield across, down, left + (across + 1) * w // 2, top + (down + 1) * h // 2


def grip_at(impress: Impress, spot: Spot, x: int, y: int) -> tuple[int, int] | None:
    """Returns the sides that the handle at a point moves; None if there is none.

    Args:
        impress: The state.
        spot: The slide's place on the screen.
        x: The point on the screen, in pixels.
        y: The same.
    """
    if impress.chosen < 0 or impress.session is not None:
        return None
    for across, down, at_x, at_y in grips(boxed(spot, shape_of(impress, impress.chosen).box)):
        if abs(at_x - x) <= _GRIP and abs(at_y - y) <= _GRIP:
            return across, down
    return None


def _position(impress: Impress, index: int, spot: Spot, x: int, y: int) -> Position:
    """Returns the place in an object's text that is nearest to a point."""
    flow = laid_text(impress, index).flow
    return position_at(flow, 0, (x - spot.left) * 1000 // spot.zoom, (y - spot.top) * 1000 // spot.zoom)


def pointed(impress: Impress, spot: Spot, x: int, y: int) -> Impress:
    """Returns the state after a click: in a text it places the caret, elsewhere it chooses an object or none.

    Args:
        impress: The state.
        spot: The slide's place on the screen.
        x: The point on the screen, in pixels.
        y: The same.
    """
    if impress.drawing:
        return _new_box(impress, spot, (x, y, x, y))
    index = at_point(impress, spot, x, y)
    if impress.session is not None and index == impress.chosen:
        return edited(impress, moved(impress.session, _position(impress, index, spot, x, y)))
    before = len(slide_of(impress).shapes)
    after = finished(impress)._replace(pane=False)
    if len(slide_of(after).shapes) != before:  # an empty text box has gone
        index = at_point(after, spot, x, y)
    if index == -1:
        return after._replace(chosen=-1)
    shape = shape_of(after, index)
    left, top, w, h = boxed(spot, shape.box)
    if shape.kind == "picture" or not _inside((left + _EDGE, top + _EDGE, w - 2 * _EDGE, h - 2 * _EDGE), x, y):
        return after._replace(chosen=index)
    return editing(after, index, _position(after, index, spot, x, y))


def word_at(impress: Impress, spot: Spot, x: int, y: int) -> Impress:
    """Returns the state after a double click: the word at the point is selected.

    Args:
        impress: The state.
        spot: The slide's place on the screen.
        x: The point on the screen, in pixels.
        y: The same.
    """
    after = pointed(impress, spot, x, y)
    if after.session is None:
        return after
    low, high = moves.word_around(after.session.text, _position(after, after.chosen, spot, x, y))
    return edited(after, moved(after.session, high, low))


def chosen_at(impress: Impress, spot: Spot, x: int, y: int) -> Impress:
    """Returns the state after a right click: the object at the point is chosen; a text goes on being edited.

    Args:
        impress: The state.
        spot: The slide's place on the screen.
        x: The point on the screen, in pixels.
        y: The same.
    """
    index = at_point(impress, spot, x, y)
    if impress.session is not None and index == impress.chosen:
        return impress._replace(pane=False)
    after = finished(impress)._replace(pane=False, drawing=False)
    return after._replace(chosen=at_point(after, spot, x, y))


def dragged(impress: Impress, spot: Spot, ends: tuple[int, int, int, int]) -> Impress:
    """Returns the state after a drag: it selects text, moves or resizes an object, or draws a text box.

    Args:
        impress: The state.
        spot: Where the slide lies.
        ends: The first and the second point on the screen.
    """
    x1, y1, x2, y2 = ends
    if impress.drawing:
        return _new_box(impress, spot, ends)
    index = at_point(impress, spot, x1, y1)
    if impress.session is not None and index == impress.chosen:
        low, high = _position(impress, index, spot, x1, y1), _position(impress, index, spot, x2, y2)
        return edited(impress, moved(impress.session, high, low))
    after = finished(impress)._replace(pane=False)
    grip, across, down = grip_at(after, spot, x1, y1), _length(spot, x2 - x1), _length(spot, y2 - y1)
    if grip is not None:
        shape = shape_of(after, after.chosen)
        return put_shape(after, after.chosen, edits.grown(_resized(shape, grip, across, down)))
    index = at_point(after, spot, x1, y1)
    if index < 0:
        return after._replace(chosen=-1) if index == -1 else editing(after, index)
    shape = shape_of(after, index)
    return put_shape(
        after, index, shape._replace(box=shape.box._replace(x=shape.box.x + across, y=shape.box.y + down))
    )  # fmt: skip


def _resized(shape: Shape, grip: tuple[int, int], across: int, down: int) -> Shape:
    """Returns an object with two of its sides moved; a picture at its corners keeps its proportions."""
    x, y, width, height = shape.box
    w, h = max(200, width + grip[0] * across), max(200, height + grip[1] * down)
    if shape.kind == "picture" and grip[0] and grip[1]:
        h = max(200, w * height // max(1, width))
    left = x + width - w if grip[0] < 0 else x
    top = y + height - h if grip[1] < 0 else y
    return shape._replace(box=Box(left, top, w, h))


def _new_box(impress: Impress, spot: Spot, ends: tuple[int, int, int, int]) -> Impress:
    """Returns the state with a new text box, whose text is edited."""
    after = finished(impress)._replace(drawing=False, pane=False)
    if len(slide_of(after).shapes) >= MAX_SHAPES or after.mode != "normal":
        return after
    x1, y1, x2, y2 = ends
    left, top = _length(spot, min(x1, x2) - spot.left), _length(spot, min(y1, y2) - spot.top)
    width = _length(spot, abs(x2 - x1))
    width = width if width > 500 else min(_NEW_WIDTH, max(2000, after.deck.width - left))
    shape = edits.grown(Shape("text", Box(left, top, width, _NEW_HEIGHT), empty_text("text")))
    after = changed(after, edits.with_new_shape(after.deck, after.current, shape))
    index = len(slide_of(after).shapes) - 1
    return editing(after, index)

"""Edits of a presentation: pure functions from a deck to a new one.

* `added`, `inserted`, `duplicated`, `removed`, `shifted`, `laid_out_as`, `with_slide` - slides.
* `with_shape`, `without_shape`, `with_new_shape`, `raised`, `grown` - objects.
* `with_picture`, `fitted` - an inserted picture, in an empty place for content where there is one.
"""

from __future__ import annotations

from collections.abc import Callable

from crab_sim.draw.image_header import image_size
from crab_sim.engines.slides.model import (
    MAX_SHAPES,
    MAX_SLIDES,
    Box,
    Deck,
    Shape,
    Slide,
    is_empty,
    placeholders,
    restyled,
)
from crab_sim.engines.slides.text_layout import text_height

__all__ = [
    "added", "duplicated", "fitted", "grown", "inserted", "laid_out_as", "raised", "removed", "shifted",
    "with_new_shape", "with_picture", "with_shape", "with_slide", "without_shape",
]  # fmt: skip

_LARGEST_LENGTH = 200_000
_SMALLEST_LENGTH = 200


def with_slide(deck: Deck, number: int, change: Callable[[Slide], Slide]) -> Deck:
    """Changes a slide, by its number from 0."""
    slides = deck.slides
    return deck._replace(slides=(*slides[:number], change(slides[number]), *slides[number + 1 :]))


def added(deck: Deck, behind: int, layout: str) -> Deck:
    """Adds a slide behind another one, while there is room for it."""
    return inserted(deck, behind + 1, Slide(layout=layout, shapes=placeholders(layout, deck)))


def inserted(deck: Deck, at: int, slide: Slide) -> Deck:
    """Puts a slide at a place, while there is room for it."""
    if len(deck.slides) >= MAX_SLIDES:
        return deck
    return deck._replace(slides=(*deck.slides[:at], slide, *deck.slides[at:]))


def duplicated(deck: Deck, number: int) -> Deck:
    """Adds a copy of a slide behind it; the copy is called after its number."""
    return inserted(deck, number + 1, deck.slides[number]._replace(name=""))


def removed(deck: Deck, number: int) -> Deck:
    """Removes a slide; the last one stays."""
    if len(deck.slides) == 1:
        return deck
    return deck._replace(slides=(*deck.slides[:number], *deck.slides[number + 1 :]))


def shifted(deck: Deck, number: int, to: int) -> Deck:
    """Moves a slide to another place among the others."""
    others = [*deck.slides[:number], *deck.slides[number + 1 :]]
    others.insert(max(0, min(len(others), to)), deck.slides[number])
    return deck._replace(slides=tuple(others))


def laid_out_as(deck: Deck, number: int, layout: str) -> Deck:
    """Gives a slide another layout: its texts go to the new places in their order, and the others stay as they are.

    Args:
        deck: The presentation.
        number: The slide's number.
        layout: The layout's id.
    """
    slide = deck.slides[number]
    rest = list(slide.shapes)
    found: list[Shape] = []
    for place in placeholders(layout, deck):
        fitting = [shape for shape in rest if _fits(shape, place)]
        fitting.sort(key=is_empty)  # those with text first
        if fitting:
            rest.remove(fitting[0])
            place = fitting[0]._replace(kind=place.kind, box=place.box, text=restyled(fitting[0].text, place.kind))
        found.append(place)
    kept = [shape for shape in rest if not is_empty(shape)]
    return with_slide(deck, number, lambda each: each._replace(layout=layout, shapes=(*found, *kept)))


def _fits(shape: Shape, place: Shape) -> bool:
    """Returns whether a text can go to a place: titles to titles, other texts to the others."""
    contents = ("subtitle", "outline")
    return shape.kind == place.kind or (shape.kind in contents and place.kind in contents)


# Objects ----------------------------------------------------------------------------------------------------------


def _bounded(box: Box) -> Box:
    width = max(_SMALLEST_LENGTH, min(_LARGEST_LENGTH, box.width))
    height = max(_SMALLEST_LENGTH, min(_LARGEST_LENGTH, box.height))
    x = max(-_LARGEST_LENGTH, min(_LARGEST_LENGTH, box.x))
    return Box(x, max(-_LARGEST_LENGTH, min(_LARGEST_LENGTH, box.y)), width, height)


def with_shape(deck: Deck, number: int, index: int, shape: Shape) -> Deck:
    """Replaces an object of a slide.

    Args:
        deck: The presentation.
        number: The slide's number.
        index: The object's index.
        shape: The new object.
    """
    shape = shape._replace(box=_bounded(shape.box))

    def change(slide: Slide) -> Slide:
        return slide._replace(shapes=(*slide.shapes[:index], shape, *slide.shapes[index + 1 :]))

    return with_slide(deck, number, change)


def without_shape(deck: Deck, number: int, index: int) -> Deck:
    """Removes an object of a slide."""
    return with_slide(
        deck, number, lambda slide: slide._replace(shapes=(*slide.shapes[:index], *slide.shapes[index + 1 :]))
    )


def with_new_shape(deck: Deck, number: int, shape: Shape) -> Deck:
    """Adds an object in front of the others of a slide, while there is room for it."""
    if len(deck.slides[number].shapes) >= MAX_SHAPES:
        return deck
    shape = shape._replace(box=_bounded(shape.box))
    return with_slide(deck, number, lambda slide: slide._replace(shapes=(*slide.shapes, shape)))


def raised(deck: Deck, number: int, index: int, front: bool) -> Deck:
    """Brings an object to the front of a slide's others, or to their back.

    Args:
        deck: The presentation.
        number: The slide's number.
        index: The object's index.
        front: Whether it goes to the front.
    """

    def change(slide: Slide) -> Slide:
        others = (*slide.shapes[:index], *slide.shapes[index + 1 :])
        shape = slide.shapes[index]
        return slide._replace(shapes=(*others, shape) if front else (shape, *others))

    return with_slide(deck, number, change)


def grown(shape: Shape) -> Shape:
    """Returns a text box that is as high as its text needs; other objects keep their size."""
    if shape.kind != "text":
        return shape
    return shape._replace(box=shape.box._replace(height=max(_SMALLEST_LENGTH, text_height(shape))))


def with_picture(deck: Deck, number: int, data: bytes) -> tuple[Deck, int]:
    """Inserts a picture: into an empty place for content, else into the middle of the slide.

    Args:
        deck: The presentation.
        number: The slide's number.
        data: The picture's file.

    Returns:
        The new presentation, and the index of the picture; -1 if there is no room for it.
    """
    across, down = image_size(data) or (320, 240)
    width, height = across * 2540 // 96, down * 2540 // 96
    slide = deck.slides[number]
    for index, shape in enumerate(slide.shapes):
        if shape.kind == "outline" and is_empty(shape):
            picture = Shape("picture", fitted(width, height, shape.box, True), picture=data)
            return with_shape(deck, number, index, picture), index
    if len(slide.shapes) >= MAX_SHAPES:
        return deck, -1
    box = fitted(width, height, Box(0, 0, deck.width, deck.height), False)
    return with_new_shape(deck, number, Shape("picture", box, picture=data)), len(slide.shapes)


def fitted(width: int, height: int, room: Box, larger: bool) -> Box:
    """Returns the place of a picture in the middle of a room, with its proportions.

    Args:
        width: The picture's width.
        height: Its height.
        room: The room.
        larger: Whether it may become larger than it is, to fill the room.
    """
    scale = min(room.width / max(1, width), room.height / max(1, height))
    if not larger:
        scale = min(1.0, scale)
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    return Box(room.x + (room.width - w) // 2, room.y + (room.height - h) // 2, w, h)

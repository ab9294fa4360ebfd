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
    STYLE_NAMES,
    Box,
    Deck,
    Kind,
    Shape,
    Slide,
    is_empty,
    placeholders,
    restyled,
)
from crab_sim.engines.slides.text_layout import text_height
from crab_sim.engines.writing.model import Paragraph, Run, Text, plain

__all__ = [
    "added", "aligned", "duplicated", "expanded", "fitted", "grown", "inserted", "laid_out_as", "raised", "removed",
    "restyled_shape", "shifted", "stepped", "summary", "with_new_shape", "with_picture", "with_shape",
    "with_slide", "without_shape",
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


def restyled_shape(shape: Shape, kind: Kind) -> Shape:
    """Returns an object as one of another kind."""
    return shape if shape.kind == kind else shape._replace(kind=kind, text=restyled(shape.text, kind))


def stepped(deck: Deck, number: int, index: int, step: int) -> tuple[Deck, int]:
    """Moves an object some places to the front or to the back.

    Args:
        deck: The presentation.
        number: The slide's number.
        index: The object's index.
        step: Places to the front; fewer than 0 to the back.

    Returns:
        The new presentation, and the object's new index.
    """
    shapes = list(deck.slides[number].shapes)
    to = max(0, min(len(shapes) - 1, index + step))
    shapes.insert(to, shapes.pop(index))
    return with_slide(deck, number, lambda slide: slide._replace(shapes=tuple(shapes))), to


def aligned(deck: Deck, box: Box, side: str) -> Box:
    """Returns an object's place at a side or in the middle of its slide: ``"left"``, ``"center"``, ``"middle"`` …"""
    across, down = deck.width - box.width, deck.height - box.height
    x = {"left": 0, "center": across // 2, "right": across}.get(side, box.x)
    return box._replace(x=x, y={"top": 0, "middle": down // 2, "bottom": down}.get(side, box.y))


def summary(deck: Deck, first: int) -> Deck:
    """Adds a slide at the end that lists the titles of the slides from one on."""
    titles = [shape.text[0] for slide in deck.slides[first:] for shape in slide.shapes if shape.kind == "title"]
    items = [title._replace(style=STYLE_NAMES["outline"], marker="bullet", align="") for title in titles if title.runs]
    if not items:
        return deck
    return inserted(deck, len(deck.slides), _listed(deck, "", tuple(items)))


def expanded(deck: Deck, number: int) -> Deck:
    """Adds a slide for each item of a slide's list behind it: the item is the title, what is below it the list."""
    items = [each for shape in deck.slides[number].shapes if shape.kind == "outline" for each in shape.text]
    groups: list[list[Paragraph]] = []
    for each in items:
        if each.runs and (not each.level or not groups):
            groups.append([each])
        elif each.runs:
            groups[-1].append(each._replace(level=each.level - 1))
    for i, (head, *rest) in enumerate(groups):
        deck = inserted(deck, number + 1 + i, _listed(deck, plain(head), tuple(rest)))
    return deck


def _listed(deck: Deck, title: str, items: Text) -> Slide:
    """Returns a slide with a title and a list."""
    shapes = []
    for shape in placeholders("content", deck):
        if shape.kind == "title" and title:
            shape = shape._replace(text=(shape.text[0]._replace(runs=(Run(title),)),))
        elif shape.kind == "outline" and items:
            shape = shape._replace(text=items)
        shapes.append(shape)
    return Slide(layout="content", shapes=tuple(shapes))


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

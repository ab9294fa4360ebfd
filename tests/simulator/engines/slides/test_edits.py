"""Edits of presentations: slides, layouts, objects, pictures, and how their texts are laid out."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from crab_sim.engines.slides import edits
from crab_sim.engines.slides.model import (
    LAYOUTS,
    MAX_SHAPES,
    MAX_SLIDES,
    Box,
    Deck,
    Shape,
    Slide,
    empty_text,
    is_empty,
    new_deck,
    placeholders,
    slide_name,
    words,
)
from crab_sim.engines.slides.text_layout import laid_out, text_height
from crab_sim.engines.writing.model import Paragraph, Run, text_of


def deck_of(*names: str) -> Deck:
    deck = new_deck()
    return deck._replace(slides=tuple(Slide(name, "content", placeholders("content", deck)) for name in names))


def names(deck: Deck) -> list[str]:
    return [slide.name for slide in deck.slides]


def said(shape: Shape, *lines: str) -> Shape:
    base = empty_text(shape.kind)[0]
    return shape._replace(text=tuple(base._replace(runs=(Run(line),)) for line in lines))


def test_slides_are_added_copied_moved_and_removed() -> None:
    deck = deck_of("a", "b", "c")
    assert names(edits.added(deck, 0, "two")) == ["a", "", "b", "c"]
    assert edits.added(deck, 0, "two").slides[1].layout == "two"
    assert names(edits.duplicated(deck, 1)) == ["a", "b", "", "c"]
    assert edits.duplicated(deck, 1).slides[2].shapes == deck.slides[1].shapes
    assert names(edits.removed(deck, 0)) == ["b", "c"]
    assert [names(edits.shifted(deck, 0, to)) for to in (-5, 0, 1, 2, 9)] == [
        ["a", "b", "c"], ["a", "b", "c"], ["b", "a", "c"], ["b", "c", "a"], ["b", "c", "a"],
    ]  # fmt: skip
    assert edits.removed(deck_of("a"), 0) == deck_of("a")
    full = deck_of(*["x"] * MAX_SLIDES)
    assert edits.added(full, 0, "two") is full and edits.duplicated(full, 0) is full


def test_a_slide_is_called_after_its_number_or_its_name() -> None:
    deck = deck_of("", "Costs")
    assert [slide_name(deck, i) for i in range(2)] == ["Slide 1", "Costs"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_has_its_places_on_the_slide(layout: str) -> None:
    deck = edits.laid_out_as(deck_of("a"), 0, layout)
    slide = deck.slides[0]
    assert slide.layout == layout and [shape.kind for shape in slide.shapes] == [k for k, _ in LAYOUTS[layout].places]
    assert all(is_empty(shape) for shape in slide.shapes)
    for shape in slide.shapes:
        x, y, width, height = shape.box
        assert x >= 0 and y >= 0 and x + width <= deck.width and y + height <= deck.height


def test_another_layout_keeps_all_text() -> None:
    deck = edits.laid_out_as(deck_of("a"), 0, "four")
    for index, line in enumerate(("Title", "one", "", "three", "four")):
        if line:
            deck = edits.with_shape(deck, 0, index, said(deck.slides[0].shapes[index], line))
    two = edits.laid_out_as(deck, 0, "two").slides[0]
    assert words(two) == "Title\none\nthree\nfour"
    places = [shape.box for shape in placeholders("two", deck)]
    assert [shape.box for shape in two.shapes[:3]] == places and two.shapes[3].box == deck.slides[0].shapes[4].box
    title = edits.laid_out_as(deck, 0, "title").slides[0]
    assert title.shapes[1].kind == "subtitle" and title.shapes[1].text[0].style == "Slide Subtitle"
    back = edits.laid_out_as(edits.laid_out_as(deck, 0, "title"), 0, "content").slides[0]
    assert words(back).startswith("Title\none")
    blank = edits.laid_out_as(deck, 0, "blank").slides[0]
    assert words(blank) == words(deck.slides[0]) and len(blank.shapes) == 4


def test_objects_are_raised_and_bounded_in_number_and_place() -> None:
    deck = deck_of("a")
    assert edits.raised(deck, 0, 0, True).slides[0].shapes == deck.slides[0].shapes[::-1]
    assert edits.raised(deck, 0, 1, False).slides[0].shapes == deck.slides[0].shapes[::-1]
    shape = said(Shape("text", Box(0, 0, 5000, 1000)), "x")
    for _ in range(MAX_SHAPES + 5):
        deck = edits.with_new_shape(deck, 0, shape)
    assert len(deck.slides[0].shapes) == MAX_SHAPES
    far = edits.with_shape(deck, 0, 0, shape._replace(box=Box(10**9, -(10**9), 0, 10**9)))
    assert far.slides[0].shapes[0].box == Box(200_000, -200_000, 200, 200_000)


def png(width: int, height: int) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (width, height)).save(stream, "PNG")
    return stream.getvalue()


def test_a_picture_fills_an_empty_place_or_the_middle_with_its_proportions() -> None:
    deck = deck_of("a")
    filled, index = edits.with_picture(deck, 0, png(300, 100))
    picture, place = filled.slides[0].shapes[index], deck.slides[0].shapes[1].box
    assert index == 1 and picture.kind == "picture" and picture.box.width == place.width
    assert picture.box.width / picture.box.height == pytest.approx(3, abs=0.01)
    small, index = edits.with_picture(filled, 0, png(96, 48))
    assert index == 2 and small.slides[0].shapes[2].box == Box((28000 - 2540) // 2, (15750 - 1270) // 2, 2540, 1270)
    large, index = edits.with_picture(filled, 0, png(4000, 4000))
    assert large.slides[0].shapes[index].box == Box((28000 - 15750) // 2, 0, 15750, 15750)


def test_texts_shrink_in_places_and_boxes_grow() -> None:
    _, outline = placeholders("content", deck_of("a"))
    few, many = said(outline, "one"), said(outline, *["a line of text"] * 12)
    assert laid_out(few.text, "outline", few.box).scale == 100
    laid = laid_out(many.text, "outline", many.box)
    last = laid.flow.lines[-1]
    bottom = (outline.box.y + outline.box.height) * 96 / 2540
    assert laid.scale < 100 and last.y + last.line.height <= bottom
    box = Shape("text", Box(0, 0, 4000, 500))
    heights = [text_height(said(box, *["x"] * lines)) for lines in (1, 2, 3)]
    assert heights == sorted(set(heights))
    assert edits.grown(said(box, "x", "y")).box.height == heights[1]


def test_levels_of_an_outline_have_their_own_sizes() -> None:
    _, outline = placeholders("content", deck_of("a"))
    text = tuple(Paragraph((Run("x"),), "Outline", marker="bullet", level=level) for level in range(5))
    laid = laid_out(text, "outline", outline.box)
    sizes = [placed.line.pieces[0].shape.size for placed in laid.flow.lines]
    assert sizes[0] > sizes[1] > sizes[2] > sizes[3] == sizes[4]
    assert text_of(laid.text) == text_of(text)

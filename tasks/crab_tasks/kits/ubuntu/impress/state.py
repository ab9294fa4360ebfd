"""LibreOffice Impress: evaluators and setups."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.task.types import Value, states
from crab_sim.documents import Shape, Slide, has_format, presentation
from crab_tasks.kits.compare import kept, squeezed, stripped
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.documents import pdf_pages_are
from crab_tasks.kits.ubuntu.libreoffice import slides_file

__all__ = [
    "HELD", "REST", "Lines", "new_slide", "retitled", "slide_added", "slide_lines", "slides_are", "slides_exported",
]  # fmt: skip

Lines = Sequence[tuple[str, Sequence[str]]]
"""Slides: their titles, and the lines below each."""


def slide_lines(state: State, path: str) -> list[tuple[str, list[str]]] | None:
    """Returns title and other lines of each slide, without empty ones; None if there is no such presentation."""
    slides = presentation(state.ubuntu.read_file(path))
    if slides is None:
        return None
    found = []
    for slide in slides:
        texts = [shape.text for shape in slide.shapes if shape.kind != "title" or shape.text != slide.title]
        lines = [squeezed(line) for text in texts for line in text.splitlines()]
        found.append((squeezed(slide.title), [line for line in lines if line]))
    return found


def slides_are(state: State, path: str, slides: Lines) -> bool:
    """The file is an .odp of exactly these slides, as a setup writes them, and has nothing else on them.

    Texts, their looks and places, the order of what lies on a slide, notes, and whether slides are hidden are as
    `slides_file` has them. Blanks around lines and empty placeholders don't count; a box may have grown with a text.
    """
    return _structure(state.ubuntu.read_file(path)) == _structure(slides_file(slides))


def new_slide(state: State, path: str, before: Lines) -> Slide | None:
    """Returns the slide that an .odp has behind those that a setup wrote, which are as they were.

    None where there isn't exactly one, or it has more than texts that look as usual and can be seen.
    """
    data = state.ubuntu.read_file(path)
    slides, structure = presentation(data), _structure(data)
    if not slides or structure is None or structure[:-1] != _structure(slides_file(before)):
        return None
    added = slides[-1]
    shapes = [shape for shape in added.shapes if not _is_empty(shape)]
    plain = all(shape.kind in _TEXTS and not shape.other for shape in shapes)
    plain = plain and _can_be_seen(shapes, added.size)
    return added if plain and not (added.notes.strip() or added.hidden or added.others) else None


def _can_be_seen(shapes: Sequence[Shape], size: tuple[float, float]) -> bool:
    """Returns whether texts begin on the slide, are no wider than it, and stand below the title."""
    title = min([shape.bounds[1] for shape in shapes if shape.kind == "title"], default=-_LINE)
    for shape in shapes:
        left, top, right, _ = shape.bounds
        if min(left, top) < -_SLACK or right > size[0] + _SLACK or top + _LINE * len(_lines(shape.text)) > size[1]:
            return False
        if shape.kind != "title" and top < title + _LINE:
            return False
    return True


_TEXTS = ("title", "subtitle", "text")
_SLACK, _LINE = 0.5, 0.7  # centimetres by which a box may be wider than the slide, and the least height of a line


def _is_empty(shape: Shape) -> bool:
    """Returns whether a shape is a placeholder that shows nothing."""
    return shape.kind in _TEXTS and not shape.text.strip() and not any(look.startswith("fill") for look in shape.other)


@kept
def _structure(data: bytes | None) -> list[tuple[object, ...]] | None:
    slides = presentation(data) if has_format(data, "odp") else None
    return None if slides is None else [_of_slide(slide) for slide in slides]


def _lines(text: str) -> list[str]:
    """Returns the lines of a text without the blanks around each, and without empty ones at the end."""
    return [stripped(line) for line in stripped(text).split("\n")]


def _of_slide(slide: Slide) -> tuple[object, ...]:
    shapes = [
        (shape.kind, _lines(shape.text), shape.digest, shape.other, *[round(at, 1) for at in shape.bounds[:3]])
        for shape in slide.shapes
        if not _is_empty(shape)
    ]
    return shapes, _lines(slide.notes), slide.hidden, slide.others, slide.size


REST: Lines = (("What we saw", ["Two herons", "One otter"]), ("Thank you", []))
HELD = ("By the nature club",)


def retitled(state: State, path: str, kind: str, value: Value) -> bool:
    """The presentation's first slide has a value as its title, and all else in it is as it was.

    Args:
        state: The devices' states.
        path: Of the presentation.
        kind: The value's type.
        value: The value.
    """
    found = slide_lines(state, path)
    if not found:
        return False
    title = found[0][0]
    return states(kind, title, value) and slides_are(state, path, [(title, HELD), *REST])


def slides_exported(state: State, path: str, slides: Lines, source: str = "") -> bool:
    """The PDF file has a page for each of these slides, and each says what its slide says and shows nothing else.

    Args:
        state: The devices' states.
        path: The file's path.
        slides: The slides.
        source: The path of the presentation, if that has another name.
    """
    return pdf_pages_are(state, path, [(title, *lines) for title, lines in slides], source)


def slide_added(state: State, path: str, before: Lines, kind: str, value: Value) -> bool:
    """The presentation has the slides as before, and behind them one whose title is a value, with no other text.

    Args:
        state: The devices' states.
        path: The presentation's path.
        before: The slides before.
        kind: The value's type.
        value: The value.
    """
    added = new_slide(state, path, before)
    return (
        added is not None
        and squeezed(added.text) == squeezed(added.title)
        and states(kind, squeezed(added.title), value)
    )

"""LibreOffice Impress: evaluators and setups."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.task.types import Value, states
from crab_sim.documents import Slide, presentation
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.documents import pdf_is, pdf_pages
from crab_tasks.kits.ubuntu.libreoffice import slides_file

__all__ = ["HELD", "REST", "retitled", "slide_added", "slide_lines", "slides_exported", "slides_kept"]


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


def slides_kept(state: State, path: str, given: bytes) -> bool:
    """Returns whether a presentation begins with the slides of another one: their texts in place, pictures and notes.

    Blanks and empty shapes don't matter, nor do slides behind them.

    Args:
        state: The devices' states.
        path: The presentation's path.
        given: The other presentation.
    """
    slides, wanted = presentation(state.ubuntu.read_file(path)), presentation(given)
    if not slides or not wanted:
        return False
    return [_seen(slide) for slide in slides[: len(wanted)]] == [_seen(slide) for slide in wanted]


def _seen(slide: Slide) -> tuple[object, ...]:
    shapes = [
        (squeezed(shape.text), shape.digest, *[round(length, 1) for length in shape.bounds])
        for shape in slide.shapes
        if shape.text.strip() or shape.digest
    ]
    return shapes, squeezed(slide.notes), slide.hidden


REST: Sequence[tuple[str, Sequence[str]]] = (("What we saw", ["Two herons", "One otter"]), ("Thank you", []))
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
    if not found or found[1:] != [(title, list(lines)) for title, lines in REST]:
        return False
    title, lines = found[0]
    return lines == list(HELD) and states(kind, title, value)


def slides_exported(state: State, path: str, slides: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """The PDF file has a page for each of these slides, and says what they say and nothing else."""
    said = [text for title, lines in slides for text in (title, *lines)]
    return pdf_pages(state, path, len(slides)) and pdf_is(state, path, said)


def slide_added(state: State, path: str, before: Sequence[tuple[str, Sequence[str]]], kind: str, value: Value) -> bool:
    """The presentation has the slides as before, and behind them one whose title is a value, with no other text.

    Args:
        state: The devices' states.
        path: The presentation's path.
        before: Titles and lines of the slides before.
        kind: The value's type.
        value: The value.
    """
    found = slide_lines(state, path)
    if found is None or found[:-1] != [(title, list(lines)) for title, lines in before]:
        return False
    title, lines = found[-1]
    return not lines and states(kind, title, value) and slides_kept(state, path, slides_file(before))

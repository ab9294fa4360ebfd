"""The state of an Impress window, as plain data, and the steps from one to the next.

* `Impress`, `Step` - the state. `slide_of`, `shape_of` - the slide that is shown, and the objects on it.
* `changed`, `turned`, `undone`, `redone` - new states of the presentation.
* `editing`, `edited`, `finished` - a text is edited in its place; `NOTES` stands for the speaker's notes.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.engines.slides import edits
from crab_sim.engines.slides.model import Box, Deck, Shape, Slide, empty_text, new_deck
from crab_sim.engines.slides.text_layout import Laid, laid_out
from crab_sim.engines.slides.text_layout import shown as with_looks
from crab_sim.engines.writing.model import Position, Text, length
from crab_sim.engines.writing.session import Session

__all__ = [
    "NEW", "NOTES", "NOTES_PAGE", "NOTES_SLIDE", "Impress", "Mode", "Step", "changed", "chosen_text", "edited",
    "editing", "finished", "is_text", "laid_text", "modified", "put_shape", "redone", "session_of", "shape_of",
    "slide_of", "turned", "undone",
]  # fmt: skip

_MAX_UNDO = 100
NOTES: Final = -2
"""The number by which the notes are chosen, instead of an object's index."""
NOTES_PAGE: Final = (21000, 29700)
"""The size of the page that shows a slide with its notes."""
NOTES_SLIDE: Final = Box(2100, 2257, 16800, 9450)
_NOTES_TEXT: Final = Box(2100, 14107, 16800, 13364)
NEW: Final = new_deck()
Mode: TypeAlias = Literal["normal", "notes"]


class Step(NamedTuple):
    """A presentation and the slide that is shown, to go back to."""

    deck: Deck
    current: int


class Impress(NamedTuple):
    """The state of a window.

    Attributes:
        deck: The presentation, without changes of the text that is being edited.
        current: The number of the slide that is shown, from 0.
        chosen: The index of the chosen object; -1 for none, `NOTES` for the notes.
        session: The editing of the chosen object's text; None while it isn't edited.
        saved: The presentation as it is in the file.
        number: The number in the name of a presentation that has no file.
        kind: The ending of the file's format.
        undo: Earlier presentations, oldest first.
        redo: Presentations that were undone.
        mode: The view: the slide, or the slide with its notes.
        pane: Whether keys go to the pane of slides.
        drawing: Whether the next click or drag makes a text box.
        slides: Whether the pane of slides is shown.
        layouts: Whether the layouts are shown.
        held: The slide or object that was cut or copied last, with the text that it left on the clipboard.
        closing: The window closes once the presentation is saved.
        ask: Whether to ask before saving in another format than ODF.
        hidden_bars: The bars that the menu View has hidden.
    """

    deck: Deck = NEW
    current: int = 0
    chosen: int = -1
    session: Session | None = None
    saved: Deck = NEW
    number: int = 1
    kind: str = ""
    undo: tuple[Step, ...] = ()
    redo: tuple[Step, ...] = ()
    mode: Mode = "normal"
    pane: bool = False
    drawing: bool = False
    slides: bool = True
    layouts: bool = True
    held: tuple[Slide | Shape, str] | None = None
    closing: bool = False
    ask: bool = True
    hidden_bars: frozenset[str] = frozenset()


def slide_of(impress: Impress) -> Slide:
    """Returns the slide that is shown."""
    return impress.deck.slides[impress.current]


def shape_of(impress: Impress, index: int) -> Shape:
    """Returns an object of the slide, or the notes as one."""
    slide = slide_of(impress)
    return Shape("notes", _NOTES_TEXT, slide.notes) if index == NOTES else slide.shapes[index]


def is_text(impress: Impress) -> bool:
    """Returns whether the chosen object has text."""
    return impress.chosen != -1 and shape_of(impress, impress.chosen).kind != "picture"


def laid_text(impress: Impress, index: int) -> Laid:
    """Returns the lines of an object's text in their places, with changes that are being typed."""
    shape = shape_of(impress, index)
    text = impress.session.text if impress.session is not None and index == impress.chosen else shape.text
    return laid_out(text, shape.kind, shape.box, shape.look)


def modified(impress: Impress) -> bool:
    """Returns whether the presentation differs from its file."""
    deck = finished(impress).deck
    return deck is not impress.saved and deck != impress.saved


# The presentation -------------------------------------------------------------------------------------------------


def changed(impress: Impress, deck: Deck, current: int | None = None, chosen: int = -1) -> Impress:
    """Returns the state with another presentation, which can be undone; nothing is edited.

    Args:
        impress: The state.
        deck: The new presentation.
        current: The number of the slide to show; None for the same.
        chosen: The index of the object to choose.
    """
    current = impress.current if current is None else current
    current = max(0, min(current, len(deck.slides) - 1))
    if deck is impress.deck or deck == impress.deck:
        return impress._replace(current=current, chosen=chosen, session=None)
    undo = (*impress.undo, Step(impress.deck, impress.current))[-_MAX_UNDO:]
    return impress._replace(deck=deck, current=current, chosen=chosen, session=None, undo=undo, redo=())


def put_shape(impress: Impress, index: int, shape: Shape) -> Impress:
    """Returns the state with another object, or other notes, which stay chosen."""
    if index == NOTES:
        deck = edits.with_slide(impress.deck, impress.current, lambda slide: slide._replace(notes=shape.text))
    else:
        deck = edits.with_shape(impress.deck, impress.current, index, shape)
    return changed(impress, deck, chosen=index)


def turned(impress: Impress, current: int) -> Impress:
    """Returns the state with another slide shown."""
    after = finished(impress)
    current = max(0, min(current, len(after.deck.slides) - 1))
    return after._replace(current=current, chosen=-1, drawing=False)


def undone(impress: Impress) -> Impress:
    """Returns the state before the last change."""
    if not impress.undo:
        return impress
    step, now = impress.undo[-1], Step(impress.deck, impress.current)
    return impress._replace(
        deck=step.deck, current=step.current, chosen=-1, session=None, undo=impress.undo[:-1],
        redo=(*impress.redo, now),
    )  # fmt: skip


def redone(impress: Impress) -> Impress:
    """Returns the state after the change that was last undone."""
    if not impress.redo:
        return impress
    step, now = impress.redo[-1], Step(impress.deck, impress.current)
    return impress._replace(
        deck=step.deck, current=min(step.current, len(step.deck.slides) - 1), chosen=-1, session=None,
        undo=(*impress.undo, now), redo=impress.redo[:-1],
    )  # fmt: skip


# Text -------------------------------------------------------------------------------------------------------------


def editing(impress: Impress, index: int, caret: Position | None = None, anchor: Position | None = None) -> Impress:
    """Returns the state in which an object's text is edited.

    Args:
        impress: The state.
        index: The object's index, or `NOTES`.
        caret: The caret's place; None for the end.
        anchor: The other end of the selection; None for no selection.
    """
    after = finished(impress)
    if index >= len(slide_of(after).shapes):  # an empty text box before it has gone
        return after
    shape = shape_of(after, index)
    if shape.kind == "picture":
        return after._replace(chosen=index)
    end = Position(len(shape.text) - 1, length(shape.text[-1]))
    at = end if caret is None else caret
    session = Session(shape.text, at if anchor is None else anchor, at)
    return after._replace(chosen=index, session=session, pane=False, drawing=False)


def edited(impress: Impress, session: Session) -> Impress:
    """Returns the state with the text edited, or its caret moved; a text box grows with its text."""
    return impress._replace(session=session)


def finished(impress: Impress) -> Impress:
    """Returns the state in which no text is edited any more: its object has it, and stays chosen."""
    session, index = impress.session, impress.chosen
    if session is None:
        return impress
    shape = shape_of(impress, index)
    if shape.kind == "text" and not any([length(each) for each in session.text]):
        return _without_empty(impress, index)
    if session.text == shape.text:
        return impress._replace(session=None)
    return put_shape(impress, index, edits.grown(shape._replace(text=session.text)))


def _without_empty(impress: Impress, index: int) -> Impress:
    """Returns the state without a text box that has no text; one that never had any leaves no trace."""
    deck = edits.without_shape(impress.deck, impress.current, index)
    if impress.undo and impress.undo[-1].deck == deck:
        last = impress.undo[-1]
        return impress._replace(deck=last.deck, chosen=-1, session=None, undo=impress.undo[:-1])
    return changed(impress, deck)


def chosen_text(impress: Impress) -> Text | None:
    """Returns the text of the chosen object with all its looks, as it is being edited; None if it has none."""
    if not is_text(impress):
        return None
    shape = shape_of(impress, impress.chosen)
    text = shape.text if impress.session is None else impress.session.text
    return with_looks(text, shape.kind, shape.look)


def session_of(impress: Impress) -> Session:
    """Returns the editing of the chosen object's text; where it isn't edited, with all of it selected."""
    if impress.session is not None:
        return impress.session
    text = shape_of(impress, impress.chosen).text or empty_text("text")
    return Session(text, Position(0, 0), Position(len(text) - 1, length(text[-1])))

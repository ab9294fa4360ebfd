"""Commands of Impress on text: typing, keys, formatting, for the text that is edited or all of a chosen object's."""

from __future__ import annotations

from crab_sim.desktop.apps.impress.state import (
    Impress,
    chosen_text,
    edited,
    editing,
    finished,
    is_text,
    put_shape,
    session_of,
    shape_of,
)
from crab_sim.engines.slides.edits import grown
from crab_sim.engines.slides.text_layout import laid_out
from crab_sim.engines.writing.commands import FormatMessage, formatted, keyed, relevelled
from crab_sim.engines.writing.layout import Flow
from crab_sim.engines.writing.model import Look, Paragraph, Text, style_of
from crab_sim.engines.writing.session import Session, current_look, typed, typing_work, with_paragraph
from crab_sim.machine.work import Work
from crab_sim.ui.editing import MAX_TEXT

__all__ = ["SIZES", "align_of", "format_text", "look_of", "paragraph_of", "text_key", "type_text"]

SIZES: tuple[float, ...] = (
    10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 24.0, 28.0, 32.0, 36.0, 40.0, 44.0, 48.0, 54.0, 60.0, 72.0,
)  # fmt: skip
"""The sizes that the tool bar offers, in points."""


def look_of(impress: Impress) -> Look | None:
    """Returns the look of the selection, or of all of the chosen object's text; None without one."""
    text = chosen_text(impress)
    return None if text is None else current_look(session_of(impress)._replace(text=text))


def paragraph_of(impress: Impress) -> Paragraph | None:
    """Returns the paragraph at the caret, or the first one of the chosen object; None without one."""
    if not is_text(impress):
        return None
    session = session_of(impress)
    return session.text[session.caret.paragraph if impress.session is not None else 0]


def format_text(impress: Impress, message: FormatMessage) -> Impress | None:
    """Carries out a command that changes looks or paragraphs.

    Args:
        impress: The state.
        message: The command.

    Returns:
        The new state; None if there is no text to change.
    """
    look = look_of(impress)
    if look is None:
        return None
    if message[0] == "grow" and not look.size:
        return None
    session = formatted(session_of(impress), message, look)
    if impress.session is not None:
        return edited(impress, session)
    shape = shape_of(impress, impress.chosen)
    return put_shape(impress, impress.chosen, grown(shape._replace(text=session.text)))


def _flow_of(impress: Impress, text: Text) -> Flow:
    shape = shape_of(impress, impress.chosen)
    return laid_out(text, shape.kind, shape.box, shape.look).flow


def text_key(impress: Impress, name: str) -> Impress | None:
    """Handles a key in the text that is edited; None for a key that isn't one of editing."""
    session = impress.session
    if session is None:
        return None
    if name == "escape":
        return finished(impress)
    if name in ("tab", "shift+tab"):
        return edited(impress, _tabbed(session, 1 if name == "tab" else -1))
    new = keyed(session, name, lambda text: _flow_of(impress, text))
    return None if new is None else edited(impress, new)


def _tabbed(session: Session, step: int) -> Session:
    """Changes the level of an item at its start, or types a tab."""
    paragraph = session.text[session.caret.paragraph]
    if paragraph.marker and (not session.caret.offset or step < 0):
        return with_paragraph(session, lambda each: relevelled(each, step))
    return typed(session, "\t") if step > 0 else session


def type_text(impress: Impress, new: str, work: Work) -> Impress:
    """Types text, as long as there is work left: into the text that is edited, or at the end of the chosen one's."""
    if impress.session is None:
        if not is_text(impress) or impress.pane:
            return impress
        impress = editing(impress, impress.chosen)
    session = impress.session
    assert session is not None
    pieces = new[:MAX_TEXT].replace("\r", "").split("\t")
    for i, piece in enumerate(pieces):
        if work.leaves_out("\t".join(pieces[i:])):
            break
        work.spend(typing_work(session.text, piece))
        if i:
            session = _tabbed(session, 1)
        if piece:
            session = typed(session, piece)
    return edited(impress, session)


def align_of(impress: Impress) -> str:
    """Returns the place of the lines of the paragraph at the caret, ``""`` without one."""
    paragraph = paragraph_of(impress)
    return "" if paragraph is None else paragraph.align or style_of(paragraph).align

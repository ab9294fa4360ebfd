"""Editing a rich text: the text, its selection and its history as plain data, and the steps from one to the next.

* `Session`, `Step` - the state. `typed`, `changed`, `moved`, `edited` - new states. `selection`, `selected` - the
  selected range.
* `undone`, `redone` - going back and forth. `current_look`, `with_look`, `with_paragraph` - formatting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from crab_sim.engines.writing import edits
from crab_sim.engines.writing.model import (
    MAX_CHARACTERS,
    NO_LOOK,
    SWITCHES,
    Look,
    Paragraph,
    Position,
    Switch,
    Text,
    style_of,
)

__all__ = [
    "EMPTY", "START", "Session", "Step", "changed", "current_look", "deleted", "edited", "moved", "redone", "selected",
    "selection", "switched", "typed", "typing_work", "undone", "with_look", "with_paragraph",
]  # fmt: skip

_MAX_UNDO = 100
START: Final = Position(0, 0)
EMPTY: Final[Text] = (Paragraph(),)


class Step(NamedTuple):
    """A text and its selection, to go back to."""

    text: Text
    anchor: Position
    caret: Position


class Session(NamedTuple):
    """The state of editing.

    Attributes:
        text: The text.
        anchor: Where the selection begins.
        caret: Where it ends, and the caret stands.
        undo: Earlier texts, oldest first.
        redo: Texts that were undone.
        typing: Whether the last change was a typed character, which the next one joins for undo.
        look: The look of the next typed text, chosen without a selection; None for that of its surroundings.
        goal: The place in pixels that the caret keeps while it goes up and down; -1 for its own.
    """

    text: Text = EMPTY
    anchor: Position = START
    caret: Position = START
    undo: tuple[Step, ...] = ()
    redo: tuple[Step, ...] = ()
    typing: bool = False
    look: Look | None = None
    goal: int = -1


def selection(session: Session) -> tuple[Position, Position]:
    """Returns the ends of the selection in their order."""
    return edits.ordered(session.anchor, session.caret)


def selected(session: Session) -> bool:
    """Returns whether anything is selected."""
    return session.anchor != session.caret


def changed(
    session: Session, text: Text, caret: Position, anchor: Position | None = None, typing: bool = False
) -> Session:
    """Returns the state with another text, which can be undone.

    Args:
        session: The state.
        text: The new text.
        caret: The caret's new place.
        anchor: The other end of the new selection; None for no selection.
        typing: Whether it is a typed character, which is undone together with those before it.
    """
    if text is session.text or text == session.text:
        return moved(session, caret, caret if anchor is None else anchor)
    undo = session.undo
    if not (typing and session.typing):
        undo = (*undo, Step(session.text, session.anchor, session.caret))[-_MAX_UNDO:]
    return Session(text, caret if anchor is None else anchor, caret, undo, typing=typing)


def moved(session: Session, caret: Position, anchor: Position | None = None, goal: int = -1) -> Session:
    """Returns the state with the caret elsewhere.

    Args:
        session: The state before.
        caret: The caret's place.
        anchor: The other end of the selection; None for no selection.
        goal: The x that further steps up and down keep to, in pixels; -1 for the caret's own.
    """
    anchor = caret if anchor is None else anchor
    return session._replace(caret=caret, anchor=anchor, goal=goal, typing=False, look=None)


def deleted(session: Session) -> Session:
    """Returns the state without the selected text; this is part of the change that follows."""
    if not selected(session):
        return session
    text, caret = edits.delete(session.text, *selection(session))
    return session._replace(text=text, caret=caret, anchor=caret)


def edited(session: Session, edit: Callable[[Text, Position], edits.Edited]) -> Session:
    """Returns the state after an edit at the caret, which replaces the selection."""
    after = deleted(session)
    return changed(session, *edit(after.text, after.caret))


def typed(session: Session, new: str) -> Session:
    r"""Returns the state after text was typed over the selection; ``\n`` begins a paragraph.

    Args:
        session: The state.
        new: The text.
    """
    one = len(new) == 1 and new != "\n" and not selected(session)
    after = deleted(session)
    text, caret = after.text, after.caret
    room = max(0, MAX_CHARACTERS - edits.count(text))
    for i, part in enumerate(new.split("\n")):
        if i:
            text, caret = edits.split(text, caret)
        if part:
            text, caret = edits.insert(text, caret, part, session.look if not i else None, room)
            room = max(0, room - len(part))
    return changed(session, text, caret, typing=one)


def typing_work(text: Text, new: str) -> float:
    """Returns the units of work that it takes to type into a text: all of it is copied for each new paragraph."""
    lines = new.count("\n")
    return 1 + len(text) / 20 + lines * (0.2 + (len(text) + lines) / 2000)


def undone(session: Session) -> Session:
    """Returns the state before the last change."""
    if not session.undo:
        return session
    step, now = session.undo[-1], Step(session.text, session.anchor, session.caret)
    return Session(step.text, step.anchor, step.caret, session.undo[:-1], (*session.redo, now))


def redone(session: Session) -> Session:
    """Returns the state after the change that was last undone."""
    if not session.redo:
        return session
    step, now = session.redo[-1], Step(session.text, session.anchor, session.caret)
    return Session(step.text, step.anchor, step.caret, (*session.undo, now), session.redo[:-1])


# Formatting -------------------------------------------------------------------------------------------------------


def _style_look(paragraph: Paragraph, look: Look) -> Look:
    """Returns a look with the properties of the paragraph's style where it leaves them open."""
    style = style_of(paragraph)
    on = {switch: bool(getattr(look, switch)) for switch in SWITCHES}
    on["bold"] = style.bold if look.bold is None else look.bold
    return switched(look, on)._replace(size=look.size or style.size, font=look.font or style.font)


def switched(look: Look, on: Mapping[Switch, bool]) -> Look:
    """Returns a look with some of its switches on or off."""
    values: dict[str, Any] = dict(on.items())
    return look._replace(**values)


def current_look(session: Session) -> Look:
    """Returns the look of the selection as the tool bars show it: where it is mixed, a property is its first one's.

    A switch such as bold is only on where all of the selection has it.
    """
    start, stop = selection(session)
    found = edits.selected_looks(session.text, start, stop)
    if session.look is not None:
        found = [(found[0][0], session.look)]
    looks = [_style_look(paragraph, look) for paragraph, look in found]
    first = looks[0]
    on = {switch: all([getattr(look, switch) for look in looks]) for switch in SWITCHES}
    return switched(first, on)._replace(
        size=first.size if all([look.size == first.size for look in looks]) else 0.0,
        font=first.font if all([look.font == first.font for look in looks]) else "",
    )


def with_look(session: Session, change: Callable[[Look], Look]) -> Session:
    """Returns the state with another look of the selection, or of the text typed next where there is none."""
    if not selected(session):
        start = session.text[session.caret.paragraph]
        look = session.look
        if look is None:
            look = edits.selected_looks(session.text, session.caret, session.caret)[0][1] if start.runs else NO_LOOK
        return session._replace(look=change(look), typing=False)
    start_at, stop = selection(session)
    text = edits.with_looks(session.text, start_at, stop, change)
    return changed(session, text, session.caret, session.anchor)


def with_paragraph(session: Session, change: Callable[[Paragraph], Paragraph]) -> Session:
    """Returns the state with the selected paragraphs changed."""
    start, stop = selection(session)
    text = edits.with_paragraphs(session.text, start.paragraph, stop.paragraph, change)
    return changed(session, text, session.caret, session.anchor)

"""The state of a Writer window, as plain data, and the steps from one to the next.

* `Writer`, `Step` - the state. `typed`, `changed`, `moved` - new states. `selection`, `selected` - the selected range.
* `undone`, `redone` - going back and forth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from crab_gym.sim.engines.writing import edits
from crab_gym.sim.engines.writing.model import NO_LOOK, STYLES, Look, Paragraph, Position, Text, style_of

__all__ = [
    "EMPTY", "START", "Step", "Writer", "changed", "current_look", "deleted", "moved", "redone", "selected",
    "selection", "style_look", "styled", "typed", "undone", "with_look", "with_paragraph",
]  # fmt: skip

_MAX_UNDO = 100
START: Final = Position(0, 0)
EMPTY: Final[Text] = (Paragraph(),)


class Step(NamedTuple):
    """A text and its selection, to go back to."""

    text: Text
    anchor: Position
    caret: Position


class Writer(NamedTuple):
    """The state of a window.

    Attributes:
        text: The text.
        anchor: Where the selection begins.
        caret: Where it ends, and the caret stands.
        saved: The text as it is in the file.
        number: The number in the name of a text that has no file.
        kind: The ending of the file's format.
        undo: Earlier texts, oldest first.
        redo: Texts that were undone.
        typing: Whether the last change was a typed character, which the next one joins for undo.
        look: The look of the next typed text, chosen without a selection; None for that of its surroundings.
        goal: The place in pixels that the caret keeps while it goes up and down; -1 for its own.
        zoom: Size of the page on the screen, in percent.
        marks: Whether formatting marks are shown.
        finding: Whether the find bar is shown.
        find: The text of the last search.
        note: The find bar's message.
        closing: The window closes once the text is saved.
        ask: Whether to ask before saving in another format than ODF.
    """

    text: Text = EMPTY
    anchor: Position = START
    caret: Position = START
    saved: Text = EMPTY
    number: int = 1
    kind: str = ""
    undo: tuple[Step, ...] = ()
    redo: tuple[Step, ...] = ()
    typing: bool = False
    look: Look | None = None
    goal: int = -1
    zoom: int = 100
    marks: bool = False
    finding: bool = False
    find: str = ""
    note: str = ""
    closing: bool = False
    ask: bool = True


def selection(writer: Writer) -> tuple[Position, Position]:
    """Returns the ends of the selection in their order."""
    return edits.ordered(writer.anchor, writer.caret)


def selected(writer: Writer) -> bool:
    """Returns whether anything is selected."""
    return writer.anchor != writer.caret


def changed(
    writer: Writer, text: Text, caret: Position, anchor: Position | None = None, typing: bool = False
) -> Writer:
    """Returns the state with another text, which can be undone.

    Args:
        writer: The state.
        text: The new text.
        caret: The caret's new place.
        anchor: The other end of the new selection; None for no selection.
        typing: Whether it is a typed character, which is undone together with those before it.
    """
    if text is writer.text or text == writer.text:
        return moved(writer, caret, caret if anchor is None else anchor)
    undo = writer.undo
    if not (typing and writer.typing):
        undo = (*undo, Step(writer.text, writer.anchor, writer.caret))[-_MAX_UNDO:]
    return writer._replace(
        text=text, caret=caret, anchor=caret if anchor is None else anchor, undo=undo, redo=(), typing=typing,
        look=None, goal=-1, note="",
    )  # fmt: skip


def moved(writer: Writer, caret: Position, anchor: Position | None = None, goal: int = -1) -> Writer:
    """Returns the state with the caret elsewhere.

    Args:
        writer: The state before.
        caret: The caret's place.
        anchor: The other end of the selection; None for no selection.
        goal: The x that further steps up and down keep to, in pixels; -1 for the caret's own.
    """
    anchor = caret if anchor is None else anchor
    return writer._replace(caret=caret, anchor=anchor, goal=goal, typing=False, look=None, note="")


def deleted(writer: Writer) -> Writer:
    """Returns the state without the selected text; this is part of the change that follows."""
    if not selected(writer):
        return writer
    text, caret = edits.delete(writer.text, *selection(writer))
    return writer._replace(text=text, caret=caret, anchor=caret)


def typed(writer: Writer, new: str) -> Writer:
    r"""Returns the state after text was typed over the selection; ``\n`` begins a paragraph.

    Args:
        writer: The state.
        new: The text.
    """
    one = len(new) == 1 and new != "\n" and not selected(writer)
    after = deleted(writer)
    text, caret = after.text, after.caret
    for i, part in enumerate(new.split("\n")):
        if i:
            text, caret = edits.split(text, caret)
        if part:
            text, caret = edits.insert(text, caret, part, writer.look if not i else None)
    return changed(writer, text, caret, typing=one)


def undone(writer: Writer) -> Writer:
    """Returns the state before the last change."""
    if not writer.undo:
        return writer
    step, now = writer.undo[-1], Step(writer.text, writer.anchor, writer.caret)
    return writer._replace(
        text=step.text, anchor=step.anchor, caret=step.caret, undo=writer.undo[:-1], redo=(*writer.redo, now),
        typing=False, look=None, goal=-1, note="",
    )  # fmt: skip


def redone(writer: Writer) -> Writer:
    """Returns the state after the change that was last undone."""
    if not writer.redo:
        return writer
    step, now = writer.redo[-1], Step(writer.text, writer.anchor, writer.caret)
    return writer._replace(
        text=step.text, anchor=step.anchor, caret=step.caret, undo=(*writer.undo, now), redo=writer.redo[:-1],
        typing=False, look=None, goal=-1, note="",
    )  # fmt: skip


# Formatting -------------------------------------------------------------------------------------------------------


def style_look(paragraph: Paragraph, look: Look) -> Look:
    """Returns a look with the properties of the paragraph's style where it leaves them open."""
    style = style_of(paragraph)
    return look._replace(
        bold=style.bold if look.bold is None else look.bold,
        italic=bool(look.italic),
        underline=bool(look.underline),
        strike=bool(look.strike),
        size=look.size or style.size,
        font=look.font or style.font,
    )


def current_look(writer: Writer) -> Look:
    """Returns the look of the selection as the tool bars show it: where it is mixed, a property is its first one's.

    A switch such as bold is only on where all of the selection has it.
    """
    start, stop = selection(writer)
    found = edits.selected_looks(writer.text, start, stop)
    if writer.look is not None:
        found = [(found[0][0], writer.look)]
    looks = [style_look(paragraph, look) for paragraph, look in found]
    first = looks[0]
    return first._replace(
        bold=all([look.bold for look in looks]),
        italic=all([look.italic for look in looks]),
        underline=all([look.underline for look in looks]),
        strike=all([look.strike for look in looks]),
        size=first.size if all([look.size == first.size for look in looks]) else 0.0,
        font=first.font if all([look.font == first.font for look in looks]) else "",
    )


def with_look(writer: Writer, change: Callable[[Look], Look]) -> Writer:
    """Returns the state with another look of the selection, or of the text typed next where there is none."""
    if not selected(writer):
        start = writer.text[writer.caret.paragraph]
        look = (
            edits.selected_looks(writer.text, writer.caret, writer.caret)[0][1] if writer.look is None else writer.look
        )
        if not start.runs and writer.look is None:
            look = NO_LOOK
        return writer._replace(look=change(look), typing=False)
    start_at, stop = selection(writer)
    text = edits.with_looks(writer.text, start_at, stop, change)
    return changed(writer, text, writer.caret, writer.anchor)


def with_paragraph(writer: Writer, change: Callable[[Paragraph], Paragraph]) -> Writer:
    """Returns the state with the selected paragraphs changed."""
    start, stop = selection(writer)
    text = edits.with_paragraphs(writer.text, start.paragraph, stop.paragraph, change)
    return changed(writer, text, writer.caret, writer.anchor)


def styled(writer: Writer, name: str) -> Writer:
    """Returns the state with the selected paragraphs in a style."""
    return with_paragraph(
        writer, lambda paragraph: paragraph._replace(style=name if name in STYLES else paragraph.style)
    )

"""The state of a Writer window, as plain data, and the steps from one to the next.

* `Writer` - the state. `stepped` - the state with the text edited.
* `changed`, `moved`, `deleted`, `typed` - new states, made of those of `crab_sim.engines.writing.session`.
"""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.engines.writing import session as steps
from crab_sim.engines.writing.model import Look, Position, Text
from crab_sim.engines.writing.session import EMPTY, Session

__all__ = ["Writer", "changed", "moved", "stepped", "typed"]


class Writer(NamedTuple):
    """The state of a window.

    Attributes:
        session: The text, its selection and history.
        saved: The text as it is in the file.
        number: The number in the name of a text that has no file.
        kind: The ending of the file's format.
        zoom: Size of the page on the screen, in percent.
        marks: Whether formatting marks are shown.
        finding: Whether the find bar is shown.
        find: The text of the last search.
        note: The find bar's message.
        closing: The window closes once the text is saved.
        ask: Whether to ask before saving in another format than ODF.
        hidden_bars: The bars that the menu View has hidden.
        held: The look that the next selected text gets, as its format is cloned.
    """

    session: Session = Session()
    saved: Text = EMPTY
    number: int = 1
    kind: str = ""
    zoom: int = 100
    marks: bool = False
    finding: bool = False
    find: str = ""
    note: str = ""
    closing: bool = False
    ask: bool = True
    hidden_bars: frozenset[str] = frozenset()
    held: Look | None = None

    @property
    def text(self) -> Text:
        """The text."""
        return self.session.text

    @property
    def caret(self) -> Position:
        """The caret's place."""
        return self.session.caret


def stepped(writer: Writer, session: Session) -> Writer:
    """Returns the state with the text edited, or the caret moved; the find bar's message goes."""
    return writer._replace(session=session, note="")


def changed(writer: Writer, text: Text, caret: Position) -> Writer:
    """Returns the state with another text, which can be undone."""
    return stepped(writer, steps.changed(writer.session, text, caret))


def moved(writer: Writer, caret: Position, anchor: Position | None = None) -> Writer:
    """Returns the state with the caret elsewhere; with no anchor, nothing is selected."""
    return stepped(writer, steps.moved(writer.session, caret, anchor))


def typed(writer: Writer, new: str) -> Writer:
    """Returns the state after text was typed over the selection."""
    return stepped(writer, steps.typed(writer.session, new))

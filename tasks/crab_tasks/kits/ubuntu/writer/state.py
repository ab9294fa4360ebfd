"""LibreOffice Writer: evaluators."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.task.types import Value, states
from crab_sim.documents import document_text, text_document
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.state import State

__all__ = ["LINES", "document_is_pasted", "gap_filled", "line_added", "name_filled_in"]


def document_is_pasted(state: State, path: str, text: str) -> bool:
    """The file is an .odt or .docx of this text, whose lines are paragraphs or lines of one; nothing else is in it."""
    document = text_document(state.ubuntu.read_file(path))
    if document is None or document.tables or document.pictures:
        return False
    found = [squeezed(line) for paragraph in document.paragraphs for line in paragraph.text.splitlines()]
    wanted = [squeezed(line) for line in text.splitlines()]
    return [line for line in found if line] == [line for line in wanted if line]


LINES = (
    "Our summer feast",
    "Dear NAME,",
    "A chair at the long table is kept for NAME.",
    "NAMES of all guests follow.",
)


def _lines_for(name: str) -> list[str]:
    """Returns the letter's lines for a guest; the word in capitals is there in another one as well."""
    return [LINES[0], *[line.replace("NAME", name) for line in LINES[1:3]], LINES[3]]


def name_filled_in(state: State, path: str, name: str) -> bool:
    """The letter is for the guest of this name, and nothing else in it has changed; blanks don't count."""
    document = text_document(state.ubuntu.read_file(path))
    if document is None or document.tables or document.pictures:
        return False
    found = [row for row in document.paragraphs if row.text.strip()]
    return [squeezed(row.text) for row in found] == _lines_for(name) and found[0].level == 1


_BEFORE, _AFTER = "Our winter feast The feast is on", "in the barn. Bring a lantern."


def gap_filled(state: State, path: str, kind: str, value: Value) -> bool:
    """The text document or PDF file is the invitation, with a value and nothing else in its gap."""
    text = squeezed(document_text(state.ubuntu.read_file(path)) or "")
    if not text.startswith(f"{_BEFORE} ") or not text.endswith(f" {_AFTER}"):
        return False
    return states(kind, text[len(_BEFORE) : -len(_AFTER)].strip(), value)


def line_added(
    state: State, path: str, before: Sequence[str], kind: str, value: Value
) -> bool:  # fmt: skip
    """The text document has its paragraphs as before, and behind them one that is a value; empty ones don't count.

    Args:
        state: The devices' states.
        path: Of an .odt.
        before: The paragraphs before, the first of which is a heading.
        kind: The value's type.
        value: The value.
    """
    document = text_document(state.ubuntu.read_file(path))
    if document is None or document.tables or document.pictures:
        return False
    found = [row for row in document.paragraphs if row.text.strip()]
    lines = [squeezed(row.text) for row in found]
    return lines[:-1] == list(before) and found[0].level == 1 and states(kind, lines[-1], value)

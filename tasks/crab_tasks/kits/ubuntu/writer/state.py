"""LibreOffice Writer: evaluators."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crab_gym.task.types import Value, states
from crab_sim.documents import text_document
from crab_tasks.kits.compare import squeezed, stripped
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.documents import bare_pages, bare_paragraphs

__all__ = [
    "GAP", "LINES", "document_is_pasted", "filled_gap_exported", "gap_filled", "line_added", "name_filled_in",
]  # fmt: skip


_HIDING = ("text-line-through", "display", "opacity", "strike", "dstrike", "vanish")
"""How the looks of text begin that hide it, or say that it doesn't count."""
_PALE = re.compile(r"color #?[c-f][0-9a-f][c-f][0-9a-f][c-f][0-9a-f]", re.IGNORECASE)


def document_is_pasted(state: State, path: str, text: str) -> bool:
    """The file is an .odt or .docx of this text, whose lines are paragraphs or lines of one; nothing else is in it.

    It may have the fonts, sizes and styles that it had where it was copied, but no breaks of pages.
    """
    document = text_document(state.ubuntu.read_file(path))
    if document is None or document.tables or document.pictures or document.others:
        return False
    looks = [look for row in document.paragraphs for run in row.runs for look in run.other]
    if any("break" in look for row in document.paragraphs for look in row.other):
        return False
    if any(look.startswith(_HIDING) or _PALE.fullmatch(look) for look in looks):
        return False
    if document.paragraphs and not document.paragraphs[0].text.strip():
        return False
    found = [stripped(line) for paragraph in document.paragraphs for line in paragraph.text.splitlines()]
    wanted = [stripped(line) for line in text.splitlines()]
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
    """The letter is for the guest of this name, and nothing else in it has changed."""
    heading, *rest = _lines_for(name)
    return bare_paragraphs(state.ubuntu.read_file(path)) == [(heading, 1), *[(line, 0) for line in rest]]


GAP = ("Our winter feast", "The feast is on DATE in the barn.", "Bring a lantern.")


def _states_gap(text: str, kind: str, value: Value) -> bool:
    """Returns whether a text is the invitation's line with a value in place of the gap."""
    before, after = GAP[1].split("DATE")
    if not text.startswith(before) or not text.endswith(after):
        return False
    return states(kind, text[len(before) : len(text) - len(after)].strip(), value)


def gap_filled(state: State, path: str, kind: str, value: Value) -> bool:
    """The text document is the invitation as it was, with a value and nothing else in its gap."""
    found = bare_paragraphs(state.ubuntu.read_file(path))
    if found is None or len(found) != len(GAP):
        return False
    (head, (line, level), last) = found
    return (head, level, last) == ((GAP[0], 1), 0, (GAP[2], 0)) and _states_gap(line, kind, value)


def filled_gap_exported(state: State, path: str, source: str, kind: str, value: Value) -> bool:
    """The PDF file is one page with the invitation, with a value and nothing else in its gap.

    Args:
        state: The devices' states.
        path: The file's path.
        source: The path of the invitation.
        kind: The value's type.
        value: The value.
    """
    pages = bare_pages(state.ubuntu.read_file(path), path, source)
    if pages is None or len(pages) != 1:
        return False
    text, before, after = squeezed(pages[0].text), f"{GAP[0]} ", f" {GAP[2]}"
    if not text.startswith(before) or not text.endswith(after):
        return False
    return _states_gap(text[len(before) : len(text) - len(after)], kind, value)


def line_added(
    state: State, path: str, before: Sequence[str], kind: str, value: Value
) -> bool:  # fmt: skip
    """The text document has its paragraphs as before, and behind them one that is a value.

    Empty ones don't count behind those.

    Args:
        state: The devices' states.
        path: Of an .odt.
        before: The paragraphs before, the first of which is a heading.
        kind: The value's type.
        value: The value.
    """
    found = bare_paragraphs(state.ubuntu.read_file(path))
    own = [(line, int(i == 0)) for i, line in enumerate(before)]
    if not found or found[: len(own)] != own or any(text for text, _ in found[len(own) : -1]):
        return False
    text, level = found[-1]
    return level == 0 and states(kind, text, value)

"""Commands on the lines and words of a document: indenting, comments, moving lines, several cursors, letters.

`TOOLS` has them by the names of their messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from crab_sim.desktop.apps.code.state import Document
from crab_sim.desktop.apps.code.text.editing import Edit, Style, changed, edited, line_start, merged, moved
from crab_sim.desktop.apps.code.text.languages import language_of
from crab_sim.ui.editing import Selection, line_end

__all__ = ["TOOLS", "Tool", "cut_lines", "trimmed", "word_span"]

Tool: TypeAlias = Callable[[Document, Style], Document]


def word_span(text: str, at: int) -> Selection:
    """Returns the word around an index; underscores are parts of words."""
    low = high = at
    while low and (text[low - 1].isalnum() or text[low - 1] == "_"):
        low -= 1
    while high < len(text) and (text[high].isalnum() or text[high] == "_"):
        high += 1
    return low, high


def _lines(doc: Document) -> list[tuple[int, int]]:
    """Returns start and end of each line that a selection touches, in their order."""
    found: list[tuple[int, int]] = []
    for ends in doc.selections:
        low, high = min(ends), max(ends)
        start = line_start(doc.text, low)
        while True:
            end = line_end(doc.text, start)
            if not found or start > found[-1][0]:
                found.append((start, end))
            if end >= high or (end + 1 == high and low != high):
                break
            start = end + 1
    return found


def _blocks(doc: Document) -> list[tuple[int, int]]:
    """Returns start and end of each run of such lines."""
    out: list[tuple[int, int]] = []
    for start, end in _lines(doc):
        if out and start == out[-1][1] + 1:
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return out


def indent(doc: Document, style: Style) -> Document:
    """Indents the lines by a step."""
    return edited(doc, [Edit(start, start, style.step) for start, end in _lines(doc) if end > start], keep=True)


def outdent(doc: Document, style: Style) -> Document:
    """Takes a step of indentation from the lines."""
    edits = []
    for start, end in _lines(doc):
        lead = doc.text[start:end]
        size = 1 if lead.startswith("\t") else len(lead[: style.size]) - len(lead[: style.size].lstrip(" "))
        if size:
            edits.append(Edit(start, start + size, ""))
    return edited(doc, edits, keep=True) if edits else doc


def comment(doc: Document, style: Style) -> Document:
    """Makes the lines comments, or takes that back where all of them are."""
    sign = language_of(doc.path).comment
    if not sign:
        return doc
    rows = [(start, doc.text[start:end]) for start, end in _lines(doc) if doc.text[start:end].strip()]
    if not rows:
        return doc
    if all([line.lstrip().startswith(sign) for _, line in rows]):
        edits = []
        for start, line in rows:
            at = start + len(line) - len(line.lstrip())
            more = len(sign) + line.lstrip()[len(sign) :].startswith(" ")
            edits.append(Edit(at, at + more, ""))
        return edited(doc, edits, keep=True)
    column = min([len(line) - len(line.lstrip()) for _, line in rows])
    return edited(doc, [Edit(start + column, start + column, sign + " ") for start, _ in rows], keep=True)


def delete_lines(doc: Document, style: Style) -> Document:
    """Deletes the lines."""
    edits = []
    for start, end in _blocks(doc):
        if end < len(doc.text):
            edits.append(Edit(start, end + 1, ""))
        else:
            edits.append(Edit(max(0, start - 1), end, ""))
    return edited(doc, edits)


def cut_lines(doc: Document) -> tuple[Document, str]:
    """Returns the document without its cursors' lines, and their text."""
    text = "".join([doc.text[start:end] + "\n" for start, end in _lines(doc)])
    return delete_lines(doc, Style(4, True)), text


def _move(doc: Document, by: int) -> Document:
    blocks = _blocks(doc)
    if (by < 0 and blocks[0][0] == 0) or (by > 0 and blocks[-1][1] == len(doc.text)):
        return doc
    lines = doc.text.split("\n")
    numbers = [(doc.text.count("\n", 0, start), doc.text.count("\n", 0, end)) for start, end in blocks]
    shift: list[tuple[int, int]] = []
    for (first, last), (start, _) in zip(
        numbers if by < 0 else numbers[::-1], blocks if by < 0 else blocks[::-1], strict=True
    ):
        if by < 0:
            above = lines.pop(first - 1)
            lines.insert(last, above)
            shift.append((start, -len(above) - 1))
        else:
            below = lines.pop(last + 1)
            lines.insert(first, below)
            shift.append((start, len(below) + 1))
    moves = dict(shift)
    ends = []
    for a, b in doc.selections:
        start = max([low for low, _ in blocks if low <= min(a, b)])
        ends.append((a + moves[start], b + moves[start]))
    return changed(doc, "\n".join(lines), ends)


def move_up(doc: Document, style: Style) -> Document:
    """Moves the lines up by one."""
    return _move(doc, -1)


def move_down(doc: Document, style: Style) -> Document:
    """Moves the lines down by one."""
    return _move(doc, 1)


def copy_down(doc: Document, style: Style) -> Document:
    """Copies the lines below themselves."""
    edits = [Edit(end, end, "\n" + doc.text[start:end]) for start, end in _blocks(doc)]
    after = edited(doc, edits, keep=True)
    ends, shift = [], 0
    for (a, b), (start, end) in zip(doc.selections, _blocks(doc) * len(doc.selections), strict=False):
        shift += end - start + 1
        ends.append((a + shift, b + shift))
    return after._replace(selections=merged(ends) if len(_blocks(doc)) == len(doc.selections) else after.selections)


def copy_up(doc: Document, style: Style) -> Document:
    """Copies the lines above themselves."""
    after = edited(doc, [Edit(end, end, "\n" + doc.text[start:end]) for start, end in _blocks(doc)], keep=True)
    return after._replace(selections=doc.selections) if len(_blocks(doc)) == 1 else after


def line_below(doc: Document, style: Style) -> Document:
    """Begins a line below the cursors'."""
    ends = [line_end(doc.text, caret) for _, caret in doc.selections]
    leads = [
        re.match(r"[ \t]*", doc.text[line_start(doc.text, caret) : end])
        for (_, caret), end in zip(doc.selections, ends, strict=True)
    ]
    rows = sorted({end: "\n" + (lead[0] if lead else "") for end, lead in zip(ends, leads, strict=True)}.items())
    return edited(doc, [Edit(end, end, new) for end, new in rows])


def line_above(doc: Document, style: Style) -> Document:
    """Begins a line above the cursors'."""
    starts = sorted({line_start(doc.text, caret) for _, caret in doc.selections})
    after = edited(doc, [Edit(start, start, "\n") for start in starts])
    return after._replace(selections=tuple([(start + i, start + i) for i, start in enumerate(starts)]))


def select_lines(doc: Document, style: Style) -> Document:
    """Selects whole lines."""
    ends = [(line_start(doc.text, min(e)), min(len(doc.text), line_end(doc.text, max(e)) + 1)) for e in doc.selections]
    return moved(doc, ends)


def join_lines(doc: Document, style: Style) -> Document:
    """Joins the lines with the ones below them."""
    edits = []
    for start, end in _blocks(doc):
        stop = end if "\n" in doc.text[start:end] else line_end(doc.text, min(len(doc.text), end + 1))
        part = doc.text[start:stop].split("\n")
        edits.append(Edit(start, stop, " ".join([part[0].rstrip(), *[line.strip() for line in part[1:]]]).rstrip()))
    return edited(doc, edits)


def next_match(doc: Document, style: Style) -> Document:
    """Selects the cursor's word, or adds the next place where the selected text stands."""
    anchor, caret = doc.selections[-1]
    if anchor == caret:
        ends = [word_span(doc.text, at) if a == at else (a, at) for a, at in doc.selections]
        return moved(doc, ends)
    wanted = doc.text[min(anchor, caret) : max(anchor, caret)]
    taken = {min(ends) for ends in doc.selections}
    at = max([max(ends) for ends in doc.selections])
    for start in (at, 0):
        found = doc.text.find(wanted, start)
        while found >= 0 and found in taken:
            found = doc.text.find(wanted, found + len(wanted))
        if found >= 0:
            return moved(doc, [*doc.selections, (found, found + len(wanted))])
    return doc


def all_matches(doc: Document, style: Style) -> Document:
    """Selects all places where the selected text, or the cursor's word, stands."""
    anchor, caret = doc.selections[-1]
    low, high = (min(anchor, caret), max(anchor, caret)) if anchor != caret else word_span(doc.text, caret)
    wanted = doc.text[low:high]
    if not wanted:
        return doc
    pattern = re.escape(wanted) if anchor != caret else rf"\b{re.escape(wanted)}\b"
    return moved(doc, [match.span() for match in re.finditer(pattern, doc.text)])


def _cursor(doc: Document, by: int) -> Document:
    _, caret = doc.selections[-1] if by > 0 else doc.selections[0]
    start = line_start(doc.text, caret)
    if by > 0:
        end = line_end(doc.text, caret)
        if end == len(doc.text):
            return doc
        to = min(end + 1 + caret - start, line_end(doc.text, end + 1))
    else:
        if not start:
            return doc
        above = line_start(doc.text, start - 1)
        to = min(above + caret - start, start - 1)
    return moved(doc, [*doc.selections, (to, to)])


def cursor_below(doc: Document, style: Style) -> Document:
    """Adds a cursor in the line below."""
    return _cursor(doc, 1)


def cursor_above(doc: Document, style: Style) -> Document:
    """Adds a cursor in the line above."""
    return _cursor(doc, -1)


def _each(doc: Document, change: Callable[[str], str]) -> Document:
    edits = []
    for ends in doc.selections:
        low, high = (min(ends), max(ends)) if ends[0] != ends[1] else word_span(doc.text, ends[0])
        edits.append(Edit(low, high, change(doc.text[low:high])))
    return edited(doc, edits, keep=True)


def upper(doc: Document, style: Style) -> Document:
    """Writes the selections in capitals."""
    return _each(doc, str.upper)


def lower(doc: Document, style: Style) -> Document:
    """Writes the selections in small letters."""
    return _each(doc, str.lower)


def sort_lines(doc: Document, style: Style) -> Document:
    """Sorts the selected lines."""
    edits = [Edit(start, end, "\n".join(sorted(doc.text[start:end].split("\n")))) for start, end in _blocks(doc)]
    return edited(doc, edits, keep=True)


def trimmed(text: str) -> str:
    """Returns a text without blanks at the ends of its lines."""
    return "\n".join([line.rstrip(" \t") for line in text.split("\n")])


def trim(doc: Document, style: Style) -> Document:
    """Deletes blanks at the ends of lines."""
    edits, at = [], 0
    for line in doc.text.split("\n"):
        kept = len(line.rstrip(" \t"))
        if kept < len(line):
            edits.append(Edit(at + kept, at + len(line), ""))
        at += len(line) + 1
    return edited(doc, edits, keep=True) if edits else doc


def to_spaces(doc: Document, style: Style) -> Document:
    """Makes indentations of spaces."""
    edits = [
        Edit(m.start(), m.end(), m[0].expandtabs(style.size))
        for m in re.finditer(r"^[ ]*\t[ \t]*", doc.text, re.MULTILINE)
    ]
    return edited(doc, edits, keep=True) if edits else doc


def to_tabs(doc: Document, style: Style) -> Document:
    """Makes indentations of tabs."""
    edits = []
    for m in re.finditer(r"^[ \t]*[ ][ \t]*", doc.text, re.MULTILINE):
        width = len(m[0].expandtabs(style.size))
        edits.append(Edit(m.start(), m.end(), "\t" * (width // style.size) + " " * (width % style.size)))
    return edited(doc, edits, keep=True) if edits else doc


TOOLS: Final[Mapping[str, Tool]] = {
    "indent": indent, "outdent": outdent, "comment": comment, "delete_lines": delete_lines, "move_up": move_up,
    "move_down": move_down, "copy_down": copy_down, "copy_up": copy_up, "line_below": line_below,
    "line_above": line_above, "select_lines": select_lines, "join_lines": join_lines, "next_match": next_match,
    "all_matches": all_matches, "cursor_below": cursor_below, "cursor_above": cursor_above, "upper": upper,
    "lower": lower, "sort_lines": sort_lines, "trim": trim, "to_spaces": to_spaces, "to_tabs": to_tabs,
}  # fmt: skip
"""The commands by the names of their messages."""

"""Changes of a document: typing at one or several cursors, with brackets that close and lines that indent.

* `Style` - how a document is indented. `style_of` - that of a text. `changed`, `moved` - new states.
* `typed`, `replaced`, `press` - typing, replacing, and the keys of moving and deleting. `undone`, `redone`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.desktop.apps.code.settings import UserSettings
from crab_sim.desktop.apps.code.state import Document, Step
from crab_sim.ui import editing
from crab_sim.ui.editing import MAX_TEXT, Selection, line_end

__all__ = [
    "Edit", "Style", "changed", "edited", "line_start", "merged", "moved", "press", "redone", "replaced", "selected",
    "style_of", "typed", "undone",
]  # fmt: skip

_MAX_UNDO: Final = 100
_MAX_CURSORS: Final = 500
_PAIRS: Final = {"(": ")", "[": "]", "{": "}"}
_QUOTES: Final = "\"'`"
_BEFORE: Final = " \n\t;:.,=}])>`"


class Style(NamedTuple):
    """How a document is indented: the width of a step, and whether it is made of spaces."""

    size: int
    spaces: bool

    @property
    def step(self) -> str:
        """One step."""
        return " " * self.size if self.spaces else "\t"


class Edit(NamedTuple):
    """A part of a text that is replaced."""

    start: int
    end: int
    new: str


@lru_cache(maxsize=64)
def style_of(text: str, settings: UserSettings) -> Style:
    """Returns how a text is indented: as it is already, or as the settings say."""
    plain = Style(settings.tab_size, settings.insert_spaces)
    if not settings.detect:
        return plain
    leads = re.findall(r"^([ \t]+)\S", text[:20_000], re.MULTILINE)
    tabs = sum([lead[0] == "\t" for lead in leads])
    if tabs * 2 > len(leads):
        return Style(settings.tab_size, False)
    widths = [len(lead) for lead in leads if lead[0] == " " and len(lead) > 1]
    if not widths:
        return plain
    for size in (4, 2, 8, 3):
        if sum([width % size == 0 for width in widths]) * 10 >= len(widths) * 9:
            return Style(2 if size == 4 and min(widths) == 2 else size, True)
    return Style(min(widths), True)


def line_start(text: str, at: int) -> int:
    """Returns the index of the start of the line around an index."""
    return text.rfind("\n", 0, at) + 1


def selected(doc: Document) -> str:
    """Returns the selected texts, each on a line of its own."""
    return "\n".join([doc.text[min(ends) : max(ends)] for ends in doc.selections if ends[0] != ends[1]])


def merged(selections: Sequence[Selection]) -> tuple[Selection, ...]:
    """Returns selections in their order, those that touch as one."""
    out: list[Selection] = []
    for ends in sorted(set(selections), key=lambda ends: (min(ends), max(ends))):
        if out and (min(ends) < max(out[-1]) or (min(ends) == max(out[-1]) and ends[0] == ends[1])):
            low, high = min(*out[-1], *ends), max(*out[-1], *ends)
            out[-1] = (low, high) if ends[0] <= ends[1] else (high, low)
        else:
            out.append(ends)
    return tuple(out[:_MAX_CURSORS])


def moved(doc: Document, selections: Sequence[Selection]) -> Document:
    """Returns the document with other selections."""
    return doc._replace(selections=merged(selections) or ((0, 0),), typing=False, closing="")


def changed(
    doc: Document, text: str, selections: Sequence[Selection], typing: bool = False, closing: str = ""
) -> Document:
    """Returns the document with another text, which can be undone.

    Args:
        doc: The document.
        text: The new text; a longer one than `MAX_TEXT` is refused.
        selections: The new selections.
        typing: Whether it is typed, so that it is undone together with what was typed before.
        closing: The closing brackets behind the caret that came by themselves.
    """
    if len(text) > MAX_TEXT and len(text) > len(doc.text):
        return doc
    undo = doc.undo
    if text != doc.text and not (typing and doc.typing):
        undo = (*undo, Step(doc.text, doc.selections))[-_MAX_UNDO:]
    redo = () if text != doc.text else doc.redo
    return doc._replace(
        text=text, selections=merged(selections), undo=undo, redo=redo, typing=typing, closing=closing,
    )  # fmt: skip


def edited(doc: Document, edits: Sequence[Edit], keep: bool = False) -> Document:
    """Returns the document with parts replaced.

    Args:
        doc: The document.
        edits: The parts, in their order.
        keep: Whether the cursors stay where they are in the text; otherwise they go behind the new parts.
    """
    out, carets, at, shift = [], [], 0, 0
    for edit in edits:
        out += [doc.text[at : edit.start], edit.new]
        at = edit.end
        shift += len(edit.new) - (edit.end - edit.start)
        carets.append(edit.end + shift)
    out.append(doc.text[at:])
    if not keep:
        return changed(doc, "".join(out), [(caret, caret) for caret in carets])
    ends = [(_carried(edits, a), _carried(edits, b)) for a, b in doc.selections]
    return changed(doc, "".join(out), ends)


def _carried(edits: Sequence[Edit], at: int) -> int:
    """Returns where a place of the text is after parts were replaced."""
    shift = 0
    for edit in edits:
        if edit.end <= at and (edit.start < at or edit.start == edit.end):
            shift += len(edit.new) - (edit.end - edit.start)
        elif edit.start < at:
            return edit.start + shift + min(at - edit.start, len(edit.new))
    return at + shift


def replaced(doc: Document, new: Sequence[str]) -> Document:
    """Returns the document with each selection replaced by a text of its own."""
    return edited(doc, [Edit(min(ends), max(ends), text) for ends, text in zip(doc.selections, new, strict=True)])


# Typing ---------------------------------------------------------------------------------------------------------------


class _Cursor:
    """What is typed at one cursor.

    Attributes:
        line: The text before the caret in its line.
        written: What was typed.
        behind: The closing brackets that came by themselves, and what came with them, behind the caret.
        closing: Those of them that typing them again steps over.
    """

    __slots__ = ("after", "behind", "closing", "line", "removed", "settings", "style", "written")

    def __init__(self, line: str, after: str, closing: str, style: Style, settings: UserSettings) -> None:
        self.line, self.after, self.closing, self.style, self.settings = line, after, closing, style, settings
        self.written: list[str] = []
        self.behind = closing
        self.removed = len(closing)

    def type(self, text: str) -> None:
        for part in re.findall(r"[\n\t]|[^\w\s]|[\w \r\f\v]+|\s", text):
            if part == "\n":
                self._enter()
            elif part == "\t":
                self._put(" " * (self.style.size - len(self.line.expandtabs(self.style.size)) % self.style.size)
                          if self.style.spaces else "\t")  # fmt: skip
            elif len(part) == 1 and not part.isspace():
                self._sign(part)
            else:
                self._put(part)

    def _put(self, text: str) -> None:
        self.written.append(text)
        self.line += text

    def _sign(self, char: str) -> None:
        if self.closing[:1] == char:
            self.closing, self.behind = self.closing[1:], self.behind[1:]
            self._put(char)
            return
        follows = (self.behind + self.after)[:1]
        free = follows == "" or follows in _BEFORE
        if char in _PAIRS and self.settings.close_brackets and free:
            self.closing, self.behind = _PAIRS[char] + self.closing, _PAIRS[char] + self.behind
        elif char in _QUOTES and self.settings.close_quotes and free and self._quotable(char):
            self.closing, self.behind = char + self.closing, char + self.behind
        elif char in ")]}" and self.settings.auto_indent == "full" and self.line and not self.line.strip():
            self._outdent()
        self._put(char)

    def _quotable(self, char: str) -> bool:
        last = self.line[-1:]
        return not (last.isalnum() or last in ("_", char, "\\")) and self.line.count(char) % 2 == 0

    def _outdent(self) -> None:
        step = self.style.step
        if self.line.endswith(step) and self.written and self.written[-1].endswith(step):
            self.written[-1] = self.written[-1][: -len(step)]
            self.line = self.line[: -len(step)]

    def _enter(self) -> None:
        if self.settings.auto_indent == "none":
            self._newline("")
            return
        indent = self.line[: len(self.line) - len(self.line.lstrip(" \t"))]
        body = self.line.rstrip()
        opens = body[-1:] in _PAIRS
        follows = (self.behind + self.after)[:1]
        if self.settings.auto_indent == "keep":
            self._newline(indent)
        elif opens and follows == _PAIRS[body[-1]]:
            self._newline(indent + self.style.step)
            self.behind = "\n" + indent + self.behind
            self.closing = ""
        elif opens or re.search(
            r"^\s*(?:def|class|if|elif|else|for|while|try|except|finally|with|async)\b.*:\s*$", self.line
        ):
            self._newline(indent + self.style.step)
        else:
            self._newline(indent)

    def _newline(self, indent: str) -> None:
        self.written.append("\n" + indent)
        self.line = indent
        self.closing = "" if not self.behind else self.closing


def typed(doc: Document, text: str, settings: UserSettings) -> Document:
    """Returns the document after text was typed at all cursors, over what is selected."""
    style = style_of(doc.text, settings)
    out, carets, closing = [], [], ""
    at = size = 0
    one = len(doc.selections) == 1
    if text in _PAIRS or (text in _QUOTES and text):
        if all([a != b for a, b in doc.selections]) and settings.close_brackets:
            return _surrounded(doc, text)
    for anchor, caret in doc.selections:
        low, high = min(anchor, caret), max(anchor, caret)
        known = doc.closing if one and low == high and doc.text.startswith(doc.closing, low) else ""
        cursor = _Cursor(
            doc.text[line_start(doc.text, low) : low], doc.text[high + len(known) :][:1], known, style, settings
        )
        cursor.type(text)
        new = "".join(cursor.written)
        out += [doc.text[at:low], new, cursor.behind]
        size += low - at + len(new)
        carets.append((size, size))
        size += len(cursor.behind)
        at = high + cursor.removed
        closing = cursor.closing if one else ""
    out.append(doc.text[at:])
    typing = len(text) == 1 and text != "\n" and all([a == b for a, b in doc.selections])
    return changed(doc, "".join(out), carets, typing, closing)


def _surrounded(doc: Document, sign: str) -> Document:
    """Returns the document with a pair of signs around each selection."""
    end, edits, ends, shift = _PAIRS.get(sign, sign), [], [], 0
    for a, b in doc.selections:
        low, high = min(a, b), max(a, b)
        edits.append(Edit(low, high, sign + doc.text[low:high] + end))
        ends.append((a + shift + 1, b + shift + 1))
        shift += 2
    after = edited(doc, edits)
    return after._replace(selections=merged(ends))


# Keys -----------------------------------------------------------------------------------------------------------------


def _home(text: str, at: int) -> int:
    """Returns the first sign of the line, or its start where the caret is on that already."""
    start = line_start(text, at)
    first = start + len(text[start : line_end(text, at)]) - len(text[start : line_end(text, at)].lstrip(" \t"))
    return start if at == first else first


def press(doc: Document, key: str, rows: int) -> Document | None:
    """Returns the document after a key of moving or deleting; None where it is none.

    Args:
        doc: The document.
        key: The key, such as ``ctrl+shift+left``.
        rows: Rows of a page.
    """
    deletes = key in ("backspace", "delete", "ctrl+backspace", "ctrl+delete")
    if key == "backspace" and doc.closing and len(doc.selections) == 1 and doc.selections[0][0] == doc.selections[0][1]:
        at = doc.selections[0][1]
        before = doc.text[at - 1 : at]
        if doc.text[at : at + 1] == doc.closing[0] and (
            _PAIRS.get(before) == doc.closing[0] or before == doc.closing[0]
        ):
            after = edited(doc, [Edit(at - 1, at + 1, "")])
            return after._replace(closing=doc.closing[1:])
    if deletes:
        edits = []
        for ends in doc.selections:
            if ends[0] != ends[1]:
                edits.append(Edit(min(ends), max(ends), ""))
                continue
            stop = _target(doc.text, ends[1], key, rows)
            edits.append(Edit(min(stop, ends[1]), max(stop, ends[1]), ""))
        return edited(doc, _apart(edits))
    extend = "shift+" in key
    name = key.replace("shift+", "")
    if name not in _MOVES:
        return None
    places: list[Selection] = []
    for anchor, caret in doc.selections:
        if not extend and anchor != caret and name in ("left", "right"):
            to = min(anchor, caret) if name == "left" else max(anchor, caret)
        else:
            to = _target(doc.text, caret, name, rows)
        places.append((anchor if extend else to, to))
    return moved(doc, places)


_MOVES: Final = frozenset("left right up down home end pageup pagedown ctrl+left ctrl+right ctrl+home ctrl+end".split())


def _apart(edits: Sequence[Edit]) -> list[Edit]:
    """Returns deletions of which none reaches into another."""
    out: list[Edit] = []
    for edit in edits:
        if out and edit.start < out[-1].end:
            edit = edit._replace(start=out[-1].end, end=max(edit.end, out[-1].end))
        out.append(edit)
    return out


def _target(text: str, at: int, key: str, rows: int) -> int:
    """Returns where a key moves a caret, or up to where it deletes."""
    match key:
        case "home":
            return _home(text, at)
        case "up" | "down" | "pageup" | "pagedown":
            return _vertical(text, at, (rows if key[0] == "p" else 1) * (-1 if key.endswith("up") else 1))
        case "backspace":
            return max(0, at - _back(text, at))
        case "delete":
            return min(len(text), at + 1)
        case "ctrl+backspace" | "ctrl+delete":
            key = "ctrl+left" if key == "ctrl+backspace" else "ctrl+right"
    found = editing.edit(text, (at, at), key)
    return found[1][1] if found is not None else at


def _back(text: str, at: int) -> int:
    """Returns how many characters Backspace deletes: in an indentation of spaces, up to the tab stop before."""
    lead = text[line_start(text, at) : at]
    if lead and not lead.strip(" ") and len(lead) % 4 == 0:
        return 4
    return 1


def _vertical(text: str, at: int, lines: int) -> int:
    """Returns the place some lines above or below, in the same column."""
    start = line_start(text, at)
    column = at - start
    for _ in range(abs(lines)):
        if lines < 0:
            if not start:
                return 0
            start = line_start(text, start - 1)
        else:
            end = line_end(text, start)
            if end == len(text):
                return end
            start = end + 1
    return min(start + column, line_end(text, start))


def undone(doc: Document) -> Document:
    """Returns the document before the last change."""
    if not doc.undo:
        return doc
    step = doc.undo[-1]
    return doc._replace(
        text=step.text, selections=step.selections, undo=doc.undo[:-1],
        redo=(*doc.redo, Step(doc.text, doc.selections)), typing=False, closing="",
    )  # fmt: skip


def redone(doc: Document) -> Document:
    """Returns the document after the change that was last undone."""
    if not doc.redo:
        return doc
    step = doc.redo[-1]
    return doc._replace(
        text=step.text, selections=step.selections, undo=(*doc.undo, Step(doc.text, doc.selections)),
        redo=doc.redo[:-1], typing=False, closing="",
    )  # fmt: skip

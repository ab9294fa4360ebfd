"""Text objects: words, sentences, paragraphs, blocks, quoted text and tags."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.moves import brackets
from crab_sim.shell.programs.vim.moves.walker import NUL, Walker, starts_paragraph
from crab_sim.shell.programs.vim.state import Place

__all__ = ["Object", "text_object"]


class Object(NamedTuple):
    """The text that an object covers.

    Attributes:
        start: Its first character.
        end: Its last one, or the one behind it unless `inclusive`.
        lines: Whether it is whole lines.
        inclusive: Whether the character at the end belongs to it.
    """

    start: Place
    end: Place
    lines: bool = False
    inclusive: bool = True


_BLOCKS: Final = {
    "(": "()", ")": "()", "b": "()", "[": "[]", "]": "[]", "{": "{}", "}": "{}", "B": "{}", "<": "<>", ">": "<>",
}  # fmt: skip


def text_object(editor: Editor, around: bool, key: str, count: int) -> Object:
    """Returns the text of an object at the cursor.

    Args:
        editor: The editor.
        around: Whether it is an ``a`` object, with what surrounds it, rather than an ``i`` one.
        key: The object's key, such as ``w`` or ``(``.
        count: How many objects.

    Raises:
        Refused: There is none.
    """
    if key in "wW":
        return _word(editor, around, key == "W", count)
    if key == "s":
        return _sentence(editor, around, count)
    if key == "p":
        return _paragraph(editor, around, count)
    if key in _BLOCKS:
        return _block(editor, around, _BLOCKS[key], count)
    if key in "\"'`":
        return _quoted(editor, around, key, count)
    if key == "t":
        return _tag(editor, around, count)
    raise Refused


def _word(editor: Editor, around: bool, big: bool, count: int) -> Object:
    """Returns words; the blanks between them count as words of ``iw``."""
    walker = Walker(editor.lines, editor.line, editor.col, big)
    start, inclusive, include_white, selected = editor.anchor, True, False, editor.visual and editor.anchor_differs
    left = count
    if not selected:
        left -= 1
        _back_in_line(walker)
        start = walker.place
        if (walker.kind() == 0) == around:
            if not walker.end(1, True, True):
                raise Refused
        else:
            walker.word(1, True)
            _step_back(walker)
            include_white = around
    backward = selected and editor.cursor < editor.anchor
    for i in range(left, 0, -1):
        inclusive = True
        if backward:
            _word_before(walker, around)
            continue
        if walker.incl() == -1:
            editor.go(*walker.place)
            raise Refused
        if around != (walker.kind() == 0):
            if not walker.word(1, True) and i > 1:
                editor.go(*walker.place)
                raise Refused
            if walker.col == 0:
                inclusive = False
            else:
                walker.col -= 1
        elif not walker.end(1, True, True):
            editor.go(*walker.place)
            raise Refused
    if include_white and (walker.kind() or (walker.col == 0 and not inclusive)):
        start = _with_white(editor, start, big)
    return Object(start, walker.place, inclusive=inclusive)


def _word_before(walker: Walker, around: bool) -> None:
    """Extends a selection by the word or blanks before it."""
    if walker.decl() == -1:
        raise Refused
    if around != (walker.kind() != 0):
        if not walker.back(1, True):
            raise Refused
    else:
        if not walker.back_end(1, True):
            raise Refused
        walker.incl()


def _with_white(editor: Editor, start: Place, big: bool) -> Place:
    """Returns the start of the blanks before a word, unless they are the line's indent."""
    if start.col == 0:
        return start
    walker = Walker(editor.lines, start.line, start.col - 1, big)
    _back_in_line(walker)
    return walker.place if walker.kind() == 0 and walker.col > 0 else start


def _white_before(editor: Editor, start: Place) -> Place:
    """Returns the place before the blanks in front of a sentence."""
    text, col = editor.lines[start.line], start.col
    while col and text[col - 1] in " \t":
        col -= 1
    return Place(start.line, col) if col else start


def _back_in_line(walker: Walker) -> None:
    """Goes to the start of the word or blanks here."""
    kind = walker.kind()
    while walker.col:
        walker.col -= 1
        if walker.kind() != kind:
            walker.col += 1
            return


def _step_back(walker: Walker) -> None:
    if walker.col == 0:
        walker.decl()
    else:
        walker.col -= 1


# Sentences and paragraphs -----------------------------------------------------------------------------------------


def _sentence(editor: Editor, around: bool, count: int) -> Object:
    """Returns sentences; the blanks between them count as sentences of ``is``."""
    probe = Walker(editor.lines, editor.line, editor.col)
    probe.sentence(True, 1)
    following = probe.place
    back = Walker(editor.lines, following.line, following.col)
    back.sentence(False, 1)
    start = back.place
    blanks = Walker(editor.lines, following.line, following.col)
    while blanks.decl() != -1 and blanks.char() in " \t":
        pass
    in_blanks = editor.cursor > blanks.place and editor.text[editor.col : editor.col + 1] in (" ", "\t")
    if in_blanks:
        blanks.incl()
        start = blanks.place
    walker = Walker(editor.lines, start.line, start.col)
    pieces = count * 2 if around else count
    blank = in_blanks
    for _ in range(pieces):
        if blank:
            while walker.char() in " \t" and walker.incl() != -1:
                pass
        else:
            walker.sentence(True, 1)
            end = Walker(editor.lines, walker.line, walker.col)
            while end.decl() != -1 and end.char() in " \t":
                pass
            if end.place >= start:
                end.inc()
                walker.line, walker.col = end.line, end.col
        blank = not blank
    if around and not in_blanks:
        last = Walker(editor.lines, walker.line, walker.col)
        if last.dec() == 0 and last.char() not in " \t":
            start = _white_before(editor, start)
    if walker.col == 0 and walker.line > start.line:
        walker.line -= 1
        walker.col = len(editor.lines[walker.line])
    return Object(start, walker.place, inclusive=False)


def _paragraph(editor: Editor, around: bool, count: int) -> Object:
    """Returns paragraphs; the blank lines between them count as paragraphs of ``ip``."""
    lines = editor.lines
    start, last = editor.line, len(lines) - 1
    if editor.visual and start != editor.anchor.line:
        return _more_paragraphs(editor, around, count)
    white = _blank(lines, start)
    while start > 0 and _blank(lines, start - 1) == white and (white or not starts_paragraph(lines[start])):
        start -= 1
    end = start
    while end <= last and _blank(lines, end):
        end += 1
    end -= 1
    for left in range(count - (1 if white and not around else 0) - 1, -1, -1):
        if end == last:
            raise Refused
        blank = _blank(lines, end + 1)
        if around or not blank:
            end += 1
            while end < last and not _blank(lines, end + 1) and not starts_paragraph(lines[end + 1]):
                end += 1
        if left == 0 and white and around:
            break
        if around or blank:
            while end < last and _blank(lines, end + 1):
                end += 1
    if not white and around and not _blank(lines, end):
        while start > 0 and _blank(lines, start - 1):
            start -= 1
    return Object(Place(start, 0), Place(end, 0), lines=True)


def _more_paragraphs(editor: Editor, around: bool, count: int) -> Object:
    """Extends a selection by paragraphs."""
    lines, line = editor.lines, editor.line
    step = -1 if line < editor.anchor.line else 1
    border = 0 if step < 0 else len(lines) - 1
    for _ in range(count):
        if line == border:
            raise Refused
        before: bool | None = None
        for _ in range(2 if around else 1):
            line += step
            white = _blank(lines, line)
            if before == white:
                line -= step
                break
            while line != border and _blank(lines, line + step) == white:
                line += step
            if line == border:
                break
            before = white
    return Object(editor.anchor, Place(line, 0), lines=True)


def _blank(lines: Sequence[str], line: int) -> bool:
    return not lines[line].strip(" \t")


# Brackets, quotes, tags -------------------------------------------------------------------------------------------


def _block(editor: Editor, around: bool, pair: str, count: int) -> Object:
    """Returns the block between brackets around the cursor, with them or without."""
    lines = editor.lines
    walker = Walker(lines, editor.line, editor.col)
    selected = editor.visual and editor.anchor_differs
    old_start, old_end = sorted((editor.anchor, editor.cursor)) if selected else (editor.cursor, editor.cursor)
    if selected:
        walker = Walker(lines, old_start.line, old_start.col)
    else:
        while pair == "{}" and _in_indent(walker, 1):
            if walker.inc() != 0:
                break
        if walker.char() == pair[0]:
            walker.col += 1
    start = walker.place
    for _ in range(count):
        place = _opening(lines, start.line, start.col, pair)
        if place is None and start == walker.place and pair != "<>":
            place = brackets.following(lines, start.line, start.col, pair[0])
        if place is None:
            raise Refused
        start = place
    end = _closing(lines, start, pair)
    while not around:
        first, last = Walker(lines, start.line, start.col), Walker(lines, end.line, end.col)
        own = _inside(first, last, pair)
        grown = first.place < old_start or old_end < last.place or first.place == last.place
        if not editor.visual or grown or not selected:
            return _between(editor, first, last, own)
        before = Walker(lines, old_start.line, old_start.col)
        before.decl()
        place = _opening(lines, before.line, before.col, pair)
        if place is None:
            raise Refused
        start, end = place, _closing(lines, place, pair)
    return Object(start, end)


def _inside(first: Walker, last: Walker, pair: str) -> bool:
    """Goes from the brackets inwards; returns whether the closing one is the first thing in its line."""
    first.incl()
    own_line = last.col == 0
    last.decl()
    while pair == "{}" and _in_indent(last, 1):
        own_line = True
        if last.decl() != 0:
            break
    return own_line


def _between(editor: Editor, first: Walker, last: Walker, own_line: bool) -> Object:
    if editor.visual:
        if own_line and last.char() != NUL:
            last.inc()
        return Object(first.place, last.place)
    if own_line:
        last.incl()
        return Object(first.place, last.place, inclusive=False)
    if first.place <= last.place:
        return Object(first.place, last.place)
    return Object(first.place, first.place, inclusive=False)


def _in_indent(walker: Walker, extra: int) -> bool:
    text = walker.lines[walker.line]
    return len(text) - len(text.lstrip(" \t")) >= walker.col + extra


def _opening(lines: Sequence[str], line: int, col: int, pair: str) -> Place | None:
    if pair != "<>":
        return brackets.enclosing(lines, line, col, pair[0], smart=False)
    return _angle(lines, line, col, -1)


def _closing(lines: Sequence[str], start: Place, pair: str) -> Place:
    if pair != "<>":
        place = brackets.enclosing(lines, start.line, start.col, pair[1], forward=True)
    else:
        place = _angle(lines, start.line, start.col, 1)
    if place is None:
        raise Refused
    return place


def _angle(lines: Sequence[str], line: int, col: int, step: int) -> Place | None:
    walker, depth = Walker(lines, line, col), 0
    target, other = ("<", ">") if step < 0 else (">", "<")
    while (walker.dec() if step < 0 else walker.inc()) != -1:
        char = walker.char()
        if char == other:
            depth += 1
        elif char == target:
            if not depth:
                return walker.place
            depth -= 1
    return None


def _quoted(editor: Editor, around: bool, quote: str, count: int) -> Object:
    """Returns the text between quotes of the cursor's line."""
    text, col, line = editor.text, editor.col, editor.line
    if text[col : col + 1] == quote:
        first = last = -1
        while last < col:
            first = text.find(quote, last + 1)
            last = _next_quote(text, first + 1, quote) if 0 <= first <= col else -1
            if last < 0:
                raise Refused
    else:
        first = _previous_quote(text, col, quote)
        if text[first : first + 1] != quote:
            first = text.find(quote, first)
        last = _next_quote(text, first + 1, quote) if first >= 0 else -1
        if last < 0:
            raise Refused
    if around:
        behind = len(text) - len(text[last + 1 :].lstrip(" \t"))
        if behind == last + 1:
            first = len(text[:first].rstrip(" \t"))
        return Object(Place(line, first), Place(line, behind - 1))
    if count > 1:
        return Object(Place(line, first), Place(line, last))
    return Object(Place(line, first + 1), Place(line, last), inclusive=False)


def _next_quote(text: str, at: int, quote: str) -> int:
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == quote:
            return at
        at += 1
    return -1


def _previous_quote(text: str, at: int, quote: str) -> int:
    while at > 0:
        at -= 1
        slashes = 0
        while at - slashes > 0 and text[at - slashes - 1] == "\\":
            slashes += 1
        if slashes % 2:
            at -= slashes
        elif text[at] == quote:
            return at
    return 0


_TAG: Final = re.compile(r"<(/?)([^\s>/]+)(?:[^>]*?[^/>])?>|<(/?)([^\s>/]+)>")


def _tag(editor: Editor, around: bool, count: int) -> Object:
    """Returns the text of the element around the cursor, with its tags or without."""
    text = "\n".join(editor.lines)
    editor.budget.handle(len(text) * 8)
    offset = sum(len(line) + 1 for line in editor.lines[: editor.line]) + editor.col
    stack: list[tuple[str, int, int]] = []
    found: list[tuple[int, int, int, int]] = []
    for match in _TAG.finditer(text):
        closing, name = match[1] or match[3], match[2] or match[4]
        if not closing:
            stack.append((name, match.start(), match.end()))
            continue
        while stack:
            opened, start, inner = stack.pop()
            if opened == name:
                if start <= offset < match.end():
                    found.append((start, inner, match.start(), match.end()))
                break
    if len(found) < count:
        raise Refused
    outer, inner, inner_end, end = found[count - 1]
    first, last = (outer, end) if around else (inner, inner_end)
    return Object(_place(text, first), _place(text, last), inclusive=False)


def _place(text: str, offset: int) -> Place:
    return Place(text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1))

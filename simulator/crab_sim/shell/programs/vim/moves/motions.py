"""Motions: where a key leads, and which text an operator takes with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.moves import brackets
from crab_sim.shell.programs.vim.moves.walker import Walker, paragraph
from crab_sim.shell.programs.vim.search import repeat_search, search_motion, star
from crab_sim.shell.programs.vim.state import END, Place

__all__ = ["Motion", "move"]


class Motion(NamedTuple):
    """The effect of a motion; the cursor is at its end already.

    Attributes:
        lines: Whether an operator takes whole lines.
        inclusive: Whether it takes the character at the end.
        big: Whether what a deletion takes goes to the first numbered register in any case.
        fixed: Whether its end stays where it is, even at the start of a line.
    """

    lines: bool = False
    inclusive: bool = False
    big: bool = False
    fixed: bool = False


_LINES: Final = Motion(lines=True)
_EXCLUSIVE: Final = Motion()
_INCLUSIVE: Final = Motion(inclusive=True)


def move(editor: Editor, key: str, count: int, operator: str) -> Motion | None:
    """Moves the cursor as a key says; None where the key is no motion.

    Args:
        editor: The editor.
        key: The key; further ones are read.
        count: The count, 0 for none.
        operator: The operator that waits, empty for none.

    Raises:
        Refused: The motion isn't possible.
    """
    if key in "fFtT":
        return _find(editor, key, editor.getkey(), count or 1, False)
    if key == "g":
        return _with_g(editor, count, operator)
    if key in "'`":
        return _to_mark(editor, key, editor.getkey())
    if key in "[]":
        return _bracket(editor, key, editor.getkey(), count or 1)
    if key in "/?":
        big = search_motion(editor, key, count or 1)
        return Motion(lines=big == "lines", inclusive=big == "inclusive", big=True)
    handler = _MOTIONS.get(key)
    return None if handler is None else handler(editor, count, operator)


def _left(editor: Editor, count: int, operator: str) -> Motion:
    """Moves left."""
    editor.go(editor.line, max(0, editor.col - (count or 1)))
    return _EXCLUSIVE


def _one_right(editor: Editor) -> bool:
    """Moves right once, in a selection even behind the last character."""
    size = len(editor.text)
    if editor.col >= (size if editor.visual else size - 1):
        return False
    editor.col += 1
    return True


def _right(editor: Editor, count: int, operator: str) -> Motion:
    """Moves right; an operator takes the last character, too."""
    return _rightwards(editor, count, operator, False)


def _space(editor: Editor, count: int, operator: str) -> Motion:
    """Moves right, and on to the next line; an operator counts the line's end as a character."""
    return _rightwards(editor, count, operator, True)


def _rightwards(editor: Editor, count: int, operator: str, into_next: bool) -> Motion:
    inclusive = False
    for step in range(count or 1):
        if _one_right(editor):
            continue
        if into_next and editor.line < len(editor.lines) - 1:
            if operator and not inclusive and editor.text:
                inclusive = True
            else:
                editor.line, editor.col, inclusive = editor.line + 1, 0, False
            continue
        if not operator and step == 0:
            raise Refused
        inclusive = bool(operator and editor.text)
        break
    editor.want = -1
    return Motion(inclusive=inclusive)


def _backspace(editor: Editor, count: int, operator: str) -> Motion:
    """Moves left, and on to the previous line."""
    fixed = False
    for _ in range(count or 1):
        if editor.col:
            editor.col -= 1
        elif editor.line:
            editor.line -= 1
            editor.col = editor.advance(editor.line, END)
            if operator in ("d", "c") and operator and editor.text:
                editor.col = len(editor.text)
                fixed = True
        else:
            break
    editor.want = -1
    return Motion(fixed=fixed)


def _down(editor: Editor, count: int, operator: str) -> Motion:
    _steps(editor, count or 1)
    return _LINES


def _up(editor: Editor, count: int, operator: str) -> Motion:
    _steps(editor, -(count or 1))
    return _LINES


def _steps(editor: Editor, by: int) -> None:
    """Moves by lines; as far as possible, but not at all from the first or last line."""
    want = editor.wanted()
    line = max(0, min(len(editor.lines) - 1, editor.line + by))
    if line == editor.line:
        raise Refused
    editor.line, editor.col = line, editor.advance(line, want)


def _next_line(editor: Editor, count: int, operator: str) -> Motion:
    motion = _down(editor, count, operator)
    editor.go(editor.line, editor.first_word(editor.line))
    return motion


def _previous_line(editor: Editor, count: int, operator: str) -> Motion:
    motion = _up(editor, count, operator)
    editor.go(editor.line, editor.first_word(editor.line))
    return motion


def _this_line(editor: Editor, count: int, operator: str) -> Motion:
    if (count or 1) > 1:
        _steps(editor, count - 1)
    editor.go(editor.line, editor.first_word(editor.line))
    return _LINES


def _start(editor: Editor, count: int, operator: str) -> Motion:
    editor.go(editor.line, 0)
    return _EXCLUSIVE


def _text_start(editor: Editor, count: int, operator: str) -> Motion:
    editor.go(editor.line, editor.first_word(editor.line))
    return _EXCLUSIVE


def _end(editor: Editor, count: int, operator: str) -> Motion:
    if (count or 1) > 1:
        _steps(editor, count - 1)
    editor.want = END
    editor.col = editor.advance(editor.line, END)
    return _INCLUSIVE


def _column(editor: Editor, count: int, operator: str) -> Motion:
    editor.col = editor.advance(editor.line, (count or 1) - 1)
    editor.want = (count or 1) - 1
    return _EXCLUSIVE


def _to_line(editor: Editor, line: int) -> Motion:
    editor.jump()
    editor.line = max(0, min(len(editor.lines) - 1, line))
    if editor.number("startofline"):
        editor.go(editor.line, editor.first_word(editor.line))
    else:
        editor.col = editor.advance(editor.line, editor.wanted())
    return _LINES


def _last_line(editor: Editor, count: int, operator: str) -> Motion:
    return _to_line(editor, count - 1 if count else len(editor.lines) - 1)


def _percent(editor: Editor, count: int, operator: str) -> Motion:
    if count:
        if count > 100:
            raise Refused
        return _to_line(editor, (count * len(editor.lines) + 99) // 100 - 1)
    place = brackets.matching(editor.lines, editor.line, editor.col)
    if place is None:
        raise Refused
    editor.jump()
    editor.go(*place)
    return Motion(inclusive=True, big=True)


def _word(big: bool) -> Callable[[Editor, int, str], Motion]:
    def handler(editor: Editor, count: int, operator: str) -> Motion:
        walker = Walker(editor.lines, editor.line, editor.col, big)
        motion = _EXCLUSIVE
        if operator == "c" and walker.char() not in " \t\0":
            motion = _INCLUSIVE
            done = walker.end(count or 1, True, False)
        else:
            done = walker.word(count or 1, bool(operator))
        return _walked(editor, walker, done, operator, motion)

    return handler


def _walked(editor: Editor, walker: Walker, done: bool, operator: str, motion: Motion) -> Motion:
    """Moves the cursor to the place of a walker, which has done all its steps or has come to the buffer's end."""
    before = editor.cursor
    editor.go(*walker.place)
    if editor.cursor > before:
        _adjust(editor, operator, motion)
    if not done and not operator:
        editor.clamp()
        raise Refused
    return motion


def _adjust(editor: Editor, operator: str, motion: Motion = _EXCLUSIVE) -> None:
    """Leaves the place behind a line's last character, except to an exclusive operator."""
    if editor.col and editor.col >= len(editor.text) and (not editor.visual) and (not operator or motion.inclusive):
        editor.col -= 1


def _back(big: bool) -> Callable[[Editor, int, str], Motion]:
    def handler(editor: Editor, count: int, operator: str) -> Motion:
        walker = Walker(editor.lines, editor.line, editor.col, big)
        done = walker.back(count or 1)
        editor.go(*walker.place)
        if not done:
            raise Refused
        return _EXCLUSIVE

    return handler


def _word_end(big: bool) -> Callable[[Editor, int, str], Motion]:
    def handler(editor: Editor, count: int, operator: str) -> Motion:
        walker = Walker(editor.lines, editor.line, editor.col, big)
        done = walker.end(count or 1, False, False)
        return _walked(editor, walker, done, operator, _INCLUSIVE)

    return handler


def _sentence(forward: bool) -> Callable[[Editor, int, str], Motion]:
    def handler(editor: Editor, count: int, operator: str) -> Motion:
        walker = Walker(editor.lines, editor.line, editor.col)
        if not walker.sentence(forward, count or 1):
            raise Refused
        editor.jump()
        editor.go(*walker.place)
        _adjust(editor, operator)
        return Motion(big=True)

    return handler


def _paragraph(forward: bool) -> Callable[[Editor, int, str], Motion]:
    def handler(editor: Editor, count: int, operator: str) -> Motion:
        line = paragraph(editor.lines, editor.line, forward, count or 1)
        if line < 0:
            raise Refused
        editor.jump()
        editor.go(line, 0)
        if forward and line == len(editor.lines) - 1 and editor.text:
            editor.col = len(editor.text) - 1
            return Motion(inclusive=True, big=True)
        return Motion(big=True)

    return handler


def _find(editor: Editor, key: str, char: str, count: int, again: bool) -> Motion:
    """Goes to a character in the line."""
    if char == "\x1b":
        raise Refused
    if not again:
        editor.state = editor.state._replace(find=key + char)
    forward, until = key in "ft", key in "tT"
    text, col, left = editor.text, editor.col, count
    if again and until and count == 1:
        beside = col + (1 if forward else -1)
        if 0 <= beside < len(text) and text[beside] == char:
            col = beside
    while left:
        col = text.find(char, col + 1) if forward else text.rfind(char, 0, col) if col > 0 else -1
        if col < 0:
            raise Refused
        left -= 1
    if until:
        col += -1 if forward else 1
    editor.go(editor.line, col)
    return _INCLUSIVE if forward else _EXCLUSIVE


def _repeat_find(reverse: bool) -> Callable[[Editor, int, str], Motion]:
    def handler(editor: Editor, count: int, operator: str) -> Motion:
        find = editor.state.find
        if not find:
            raise Refused
        key = find[0].swapcase() if reverse else find[0]
        return _find(editor, key, find[1], count or 1, True)

    return handler


def _next(same: bool) -> Callable[[Editor, int, str], Motion]:
    def handler(editor: Editor, count: int, operator: str) -> Motion:
        kind = repeat_search(editor, same, count or 1)
        return Motion(lines=kind == "lines", inclusive=kind == "inclusive", big=True)

    return handler


def _star(forward: bool, whole: bool) -> Callable[[Editor, int, str], Motion]:
    def handler(editor: Editor, count: int, operator: str) -> Motion:
        star(editor, forward, whole, count or 1)
        return Motion(big=True)

    return handler


def _screen(place: str) -> Callable[[Editor, int, str], Motion]:
    def handler(editor: Editor, count: int, operator: str) -> Motion:
        state = editor.state
        height = max(1, state.rows - 1)
        top = min(state.top, len(editor.lines) - 1)
        bottom = min(len(editor.lines), top + height) - 1
        margin = min(editor.number("scrolloff"), (height - 1) // 2)
        offset = (count or 1) - 1
        editor.jump()
        if place == "H":
            line = min(bottom, max(top + offset, top + margin if top else 0))
        elif place == "L":
            full = bottom == len(editor.lines) - 1
            line = max(top, min(bottom - offset, bottom if full else bottom - margin))
        else:
            line = top + (bottom - top) // 2 if bottom - top + 1 < height else top + (height - 1) // 2
        editor.go(line, editor.first_word(line))
        return _LINES

    return handler


def _to_mark(editor: Editor, key: str, name: str) -> Motion:
    """Goes to a mark, or to its line."""
    if name in "'`":
        name = "'"
    place = editor.marks.get(name)
    if name == "'" and place is None:
        place = Place(0, 0)
    if name in "<>" and editor.state.visual is not None:
        ends = sorted((editor.state.visual.start, editor.state.visual.end))
        place = ends[0] if name == "<" else ends[1]
    if place is None or place.line >= len(editor.lines):
        raise Refused("E20: Mark not set" if place is None else "E19: Mark has invalid line number")
    editor.jump()
    if key == "'":
        editor.go(place.line, editor.first_word(place.line))
        return Motion(lines=True)
    editor.go(place.line, max(0, min(place.col, len(editor.lines[place.line]) - (0 if editor.visual else 1))))
    return Motion(big=True)


def _bracket(editor: Editor, key: str, name: str, count: int) -> Motion:
    """Goes to the border of the block around the cursor."""
    if (key, name) in (("[", "("), ("[", "{"), ("]", ")"), ("]", "}")):
        line, col = editor.cursor
        for step in range(count):
            place = brackets.enclosing(editor.lines, line, col, name, key == "]")
            if place is None:
                if step:
                    break
                raise Refused
            line, col = place
        editor.jump()
        editor.go(line, col)
        return Motion(big=True, inclusive=key == "]")
    raise Refused


def _with_g(editor: Editor, count: int, operator: str) -> Motion | None:
    """Carries out the motions that begin with g; others are left to the caller, their key included."""
    key = editor.getkey()
    if key == "g":
        return _to_line(editor, (count or 1) - 1)
    if key in "eE":
        walker = Walker(editor.lines, editor.line, editor.col, key == "E")
        done = walker.back_end(count or 1)
        if not done:
            raise Refused
        editor.go(*walker.place)
        editor.clamp()
        return _INCLUSIVE
    if key == "_":
        if count > 1:
            _steps(editor, count - 1)
        text = editor.text
        editor.go(editor.line, max(0, len(text.rstrip(" \t")) - 1))
        return _INCLUSIVE
    if key in "jk":
        return (_down if key == "j" else _up)(editor, count, operator)._replace(lines=False)
    if key in "*#":
        star(editor, key == "*", False, count or 1)
        return Motion(big=True)
    if key in "0^m$":
        if key == "m":
            col = min(editor.state.columns // 2, max(0, len(editor.text) - 1))
            editor.go(editor.line, col)
            return _EXCLUSIVE
        return {"0": _start, "^": _text_start, "$": _end}[key](editor, count, operator)
    if key == "o":
        text_before = (count or 1) - 1
        left = text_before
        editor.jump()
        for line, text in enumerate(editor.lines):
            size = len(text.encode("utf-8", "surrogateescape")) + 1
            if left < size or line == len(editor.lines) - 1:
                col = len(text.encode("utf-8", "surrogateescape")[:left].decode("utf-8", "ignore"))
                editor.go(line, max(0, min(col, len(text) - 1)))
                break
            left -= size
        return _EXCLUSIVE
    editor.unread()
    return None


_MOTIONS: Final[dict[str, Callable[[Editor, int, str], Motion]]] = {
    "h": _left, "l": _right, " ": _space, "\b": _backspace, "\x7f": _backspace, "j": _down, "k": _up, "\n": _down,
    "\x0e": _down, "\x10": _up, "+": _next_line, "\r": _next_line, "-": _previous_line, "_": _this_line, "0": _start,
    "^": _text_start, "$": _end, "|": _column, "G": _last_line, "%": _percent, "w": _word(False), "W": _word(True),
    "b": _back(False), "B": _back(True), "e": _word_end(False), "E": _word_end(True), ")": _sentence(True),
    "(": _sentence(False), "}": _paragraph(True), "{": _paragraph(False), ";": _repeat_find(False),
    ",": _repeat_find(True), "n": _next(True), "N": _next(False), "*": _star(True, True), "#": _star(False, True),
    "H": _screen("H"), "M": _screen("M"), "L": _screen("L"),
    "\ue001": _up, "\ue002": _down, "\ue003": _left, "\ue004": _right, "\ue005": _start, "\ue006": _end,
}  # fmt: skip

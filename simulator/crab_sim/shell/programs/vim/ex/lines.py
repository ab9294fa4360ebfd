"""Ex commands on lines: ``:d``, ``:m``, ``:t``, ``:j``, ``:>``, ``:sort`` and others."""

from __future__ import annotations

import re
from typing import NamedTuple

from crab_sim.shell.programs.vim import operators
from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.ex.call import Call
from crab_sim.shell.programs.vim.ex.ranges import Range, address
from crab_sim.shell.programs.vim.pattern import Pattern
from crab_sim.shell.programs.vim.region import Region, taken
from crab_sim.shell.programs.vim.registers import put as put_text
from crab_sim.shell.programs.vim.registers import read_register, yank_into
from crab_sim.shell.programs.vim.search import compiled, split_pattern
from crab_sim.shell.programs.vim.state import Place


class _Operand(NamedTuple):
    """A register (empty for none), and the lines after a count was taken into account."""

    register: str
    lines: Range


def _operand(editor: Editor, call: Call) -> _Operand:
    """Parses ``[register] [count]`` behind a command."""
    match = re.fullmatch(r"([a-zA-Z\"*+_-])?\s*(\d{1,8})?", call.rest)
    if match is None:
        raise Refused(f"E488: Trailing characters: {call.rest}")
    lines = call.lines
    if match[2]:
        if int(match[2]) == 0:
            raise Refused("E939: Positive count required")
        last = min(len(editor.lines) - 1, lines.last + int(match[2]) - 1)
        lines = Range(lines.last, last, 2)
    return _Operand(match[1] or "", lines)


def _region(lines: Range) -> Region:
    return Region(Place(max(0, lines.first), 0), Place(max(0, lines.last), 0), "l")


def delete(editor: Editor, call: Call) -> None:
    """Deletes lines."""
    operand = _operand(editor, call)
    region = _region(operand.lines)
    editor.line, editor.col = region.start
    editor.touch()
    operators.delete(editor, region, operand.register)
    editor.go(editor.line, editor.first_word(editor.line))


def yank(editor: Editor, call: Call) -> None:
    """Yanks lines."""
    operand = _operand(editor, call)
    yank_into(editor, operand.register, taken(editor, _region(operand.lines)))


def put(editor: Editor, call: Call) -> None:
    """Puts a register as lines below a line, or above it with ``!``."""
    register = read_register(editor, call.rest[:1])
    if register is None:
        raise Refused(f"E353: Nothing in register {call.rest[:1] or chr(34)}")
    line, after = call.lines.last, not call.bang
    if line < 0:
        line, after = 0, False
    editor.touch()
    editor.line = line
    put_text(editor, register._replace(kind="l"), after, 1)
    last = editor.marks["]"].line
    editor.go(last, editor.first_word(last))


def _target(editor: Editor, text: str) -> int:
    """Returns the line below which lines go; -1 for the first."""
    found = address(editor, text, editor.line)
    if found.line is None:
        raise Refused("E14: Invalid address")
    if found.rest.strip(" \t"):
        raise Refused(f"E488: Trailing characters: {found.rest.strip()}")
    if not -1 <= found.line < len(editor.lines):
        raise Refused("E16: Invalid range")
    return found.line


def move(editor: Editor, call: Call) -> None:
    """Moves lines below another one."""
    first, last = call.lines.first, call.lines.last
    target = _target(editor, call.rest)
    if first <= target < last:
        raise Refused("E134: Cannot move a range of lines into itself")
    editor.touch()
    block = editor.lines[first : last + 1]
    size = len(block)
    if target == last or target == first - 1:
        editor.go(last if target == last else first - 1 + size, 0)
        editor.go(editor.line, editor.first_word(editor.line))
        return
    if target > last:
        middle = editor.lines[last + 1 : target + 1]
        tracked = editor.globals
        editor.globals = []
        editor.replace(first, target + 1, [*middle, *block])
        editor.globals = [_moved(at, first, last, target, size) for at in tracked]
        line = target
    else:
        middle = editor.lines[target + 1 : first]
        tracked = editor.globals
        editor.globals = []
        editor.replace(target + 1, last + 1, [*block, *middle])
        editor.globals = [at + size if target < at < first else at for at in tracked]
        line = target + size
    editor.go(line, editor.first_word(line))
    if size > 2:
        editor.say(f"{size} lines moved")


def _moved(at: int, first: int, last: int, target: int, size: int) -> int:
    """Returns where a line is after lines above it went below it."""
    return at - size if last < at <= target else at


def copy(editor: Editor, call: Call) -> None:
    """Copies lines below another one."""
    target = _target(editor, call.rest)
    block = editor.lines[call.lines.first : call.lines.last + 1]
    editor.touch()
    editor.replace(target + 1, target + 1, block)
    line = target + len(block)
    editor.go(line, editor.first_word(line))
    if len(block) > 2:
        editor.say(f"{len(block)} more lines")


def join(editor: Editor, call: Call) -> None:
    """Joins lines; ``!`` leaves their blanks as they are."""
    match = re.fullmatch(r"(\d{1,8})?\s*[pl#]*", call.rest)
    if match is None:
        raise Refused(f"E488: Trailing characters: {call.rest}")
    first, last = call.lines.first, call.lines.last
    if match[1]:
        first, last = last, min(len(editor.lines) - 1, last + int(match[1]) - 1)
    elif call.lines.given < 2 or first == last:
        if call.lines.given >= 2 and first == last:
            return
        last = first + 1
        if last >= len(editor.lines):
            raise Refused
    editor.line = first
    editor.touch()
    operators.join(editor, first, last - first + 1, not call.bang)
    editor.go(editor.line, editor.first_word(editor.line))


def shift(editor: Editor, call: Call) -> None:
    """Shifts lines; repeated signs shift further."""
    sign = call.name
    amount = 1 + len(call.rest) - len(call.rest.lstrip(sign))
    rest = call.rest.lstrip(sign).strip()
    lines = call.lines
    if rest:
        if not rest.isdigit():
            raise Refused(f"E488: Trailing characters: {rest}")
        lines = Range(lines.last, min(len(editor.lines) - 1, lines.last + int(rest[:8]) - 1), 2)
    editor.line = max(0, lines.first)
    editor.touch()
    operators.shift(editor, _region(lines), sign == "<", amount)
    editor.go(lines.last, editor.first_word(lines.last))


def show(editor: Editor, call: Call) -> None:
    """Prints lines."""
    lines = _operand(editor, call).lines
    texts = editor.lines[max(0, lines.first) : lines.last + 1]
    editor.show([text + "$" if call.name == "list" else text for text in texts])
    editor.go(lines.last, editor.first_word(lines.last))


def show_numbered(editor: Editor, call: Call) -> None:
    """Prints lines with their numbers."""
    lines = _operand(editor, call).lines
    editor.show([f"{line + 1:3} {editor.lines[line]}" for line in range(max(0, lines.first), lines.last + 1)])
    editor.go(lines.last, editor.first_word(lines.last))


def line_number(editor: Editor, call: Call) -> None:
    """Prints the number of a line, by default of the last one."""
    editor.say(str(call.lines.last + 1 if call.lines.given else len(editor.lines)))


def mark(editor: Editor, call: Call) -> None:
    """Sets a mark."""
    if len(call.rest) != 1 or not (call.rest.isalpha() or call.rest in "'`"):
        raise Refused("E471: Argument required" if not call.rest else "E488: Trailing characters: " + call.rest[1:])
    editor.marks[call.rest] = Place(call.lines.last, 0)


def append_text(editor: Editor, call: Call) -> None:
    """Refuses ``:append`` and ``:insert``, whose text would follow in further lines."""
    raise Refused("E319: Sorry, the command is not available in this version")


def align(editor: Editor, call: Call) -> None:
    """Aligns lines to the left, the right or the centre."""
    match = re.fullmatch(r"\d{0,4}", call.rest)
    if match is None:
        raise Refused(f"E488: Trailing characters: {call.rest}")
    amount = int(call.rest or "0")
    new: list[str] = []
    for text in editor.lines[call.lines.first : call.lines.last + 1]:
        body = text.strip(" \t") if call.name != "left" else text.lstrip(" \t")
        columns = amount
        if call.name != "left":
            room = (amount or editor.number("textwidth") or 80) - len(body)
            columns = max(0, room if call.name == "right" else room // 2)
        new.append(operators.indented(editor, body, columns) if body else "")
    editor.touch()
    editor.replace(call.lines.first, call.lines.last + 1, new)
    editor.go(call.lines.last, editor.first_word(call.lines.last))


def retab(editor: Editor, call: Call) -> None:
    """Makes the blanks of lines with tabs anew, as the options say; ``!`` makes tabs of spaces, too."""
    lines = call.lines if call.lines.given else Range(0, len(editor.lines) - 1, 2)
    tabstop = int(call.rest) if call.rest.isdigit() and int(call.rest) < 100 else editor.number("tabstop")
    new: list[str] = []
    for text in editor.lines[lines.first : lines.last + 1]:
        new.append(_retabbed(editor, text, tabstop, call.bang))
    editor.touch()
    if call.rest.isdigit() and tabstop:
        editor.state = editor.state._replace(options={**editor.state.options, "tabstop": tabstop})
    if new != editor.lines[lines.first : lines.last + 1]:
        editor.replace(lines.first, lines.last + 1, new)


def _retabbed(editor: Editor, text: str, tabstop: int, spaces: bool) -> str:
    out, column = "", 0
    for piece in re.findall(r"[ \t]+|[^ \t]+", text):
        if piece[0] not in " \t":
            out, column = out + piece, column + len(piece)
            continue
        end = column
        for char in piece:
            end += editor.number("tabstop") - end % editor.number("tabstop") if char == "\t" else 1
        if "\t" in piece or (spaces and len(piece) > 1):
            piece = " " * (end - column)
            if not editor.number("expandtab"):
                at, piece = column, ""
                while at // tabstop < end // tabstop:
                    piece += "\t"
                    at = (at // tabstop + 1) * tabstop
                piece += " " * (end - at)
        out, column = out + piece, end
    return out


# Sorting ----------------------------------------------------------------------------------------------------------


class _Order(NamedTuple):
    """The way in which lines are compared: flags, and the pattern before or in the text that counts."""

    flags: str
    pattern: Pattern | None


def sort(editor: Editor, call: Call) -> None:
    """Sorts lines: ``!`` reverses, i ignores case, n is by number, u without repeats, r by the pattern's match."""
    lines = call.lines if call.lines.given else Range(0, len(editor.lines) - 1, 2)
    flags, pattern, text = "", "", call.rest
    while text:
        if text[0] in "inuxorbf ":
            flags, text = flags + text[0], text[1:]
        elif text[0] == '"':
            break
        elif not text[0].isalnum():
            pattern, rest = split_pattern(text[1:], text[0])
            pattern = pattern or editor.state.search.pattern
            text = rest or ""
        else:
            raise Refused(f"E474: Invalid argument: {text}")
    old = editor.lines[lines.first : lines.last + 1]
    editor.budget.charge(0.3 * len(old))
    order = _Order(flags, compiled(editor, pattern) if pattern else None)
    keyed = sorted(
        [_Keyed(_key(editor, line, order), line) for line in old], key=lambda row: row.key, reverse=call.bang
    )
    new: list[str] = []
    last: _Keyed | None = None
    for row in keyed:
        if "u" not in flags or last is None or last.key != row.key:
            new.append(row.line)
        last = row
    editor.touch()
    if new != old:
        editor.replace(lines.first, lines.last + 1, new)
    end = min(lines.first + len(new) - 1, len(editor.lines) - 1)
    editor.go(lines.first, 0)
    editor.go(lines.first, editor.first_word(lines.first))
    del end


class _Keyed(NamedTuple):
    """A line and the key that it is sorted by."""

    key: tuple[bool, float, str]
    line: str


def _key(editor: Editor, line: str, order: _Order) -> tuple[bool, float, str]:
    text = line
    if order.pattern is not None:
        found = order.pattern.search(line, 0, editor.budget)
        if found is not None:
            text = line[found.start : found.end] if "r" in order.flags else line[found.end :]
        elif "r" in order.flags:
            text = ""
    if "n" in order.flags or "f" in order.flags:
        number = re.search(r"-?\d+" if "n" in order.flags else r"-?\d+(?:\.\d+)?", text)
        return number is not None, float(number[0]) if number is not None else 0.0, ""
    return True, 0.0, text.lower() if "i" in order.flags else text

"""``:s``, ``:&``, ``:g`` and ``:v``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.ex.ranges import Range
from crab_sim.shell.programs.vim.operators import join
from crab_sim.shell.programs.vim.pattern import Pattern, compile_pattern
from crab_sim.shell.programs.vim.search import Hit, compiled, match_at, split_pattern
from crab_sim.shell.programs.vim.state import Place, Search, Substitution

__all__ = ["global_command", "substitute"]

_FLAGS = re.compile(r"&?[cegiInp#lr]*")


class Job(NamedTuple):
    """A substitution: pattern, replacement, flags, and whether it is asked about."""

    pattern: Pattern
    replacement: str
    flags: str


def substitute(editor: Editor, name: str, lines: Range, text: str) -> str:
    """Carries out ``:s``, or repeats it; returns the text of the command behind it.

    Args:
        editor: The editor.
        name: The command's name: ``s``, ``&`` or ``~``.
        lines: The lines in which to substitute.
        text: The command's text behind its name.

    Raises:
        Refused: The pattern isn't found, or the command is malformed.
    """
    old = editor.state.substitution
    last_search = editor.state.search.pattern
    delimiter = text[:1]
    if name == "s" and delimiter and not delimiter.isalnum() and delimiter not in '"|\\ \t&':
        pattern, rest = split_pattern(text[1:], delimiter)
        replacement, flags_text = _replacement(rest or "", delimiter)
        replacement = _with_last(replacement, old.replacement)
        if not pattern:
            pattern = last_search
    else:
        if not old.defined:
            raise Refused("E35: No previous regular expression")
        pattern, replacement, flags_text = old.pattern, old.replacement, text
        if name == "~" or flags_text.startswith("r"):
            pattern = last_search
    if not pattern:
        raise Refused("E35: No previous regular expression")
    flags_text = flags_text.lstrip(" \t")
    match = _FLAGS.match(flags_text)
    flags = match[0] if match is not None else ""
    rest = flags_text[len(flags) :].lstrip(" \t")
    if flags.startswith("&"):
        flags = old.flags + flags[1:]
    count = re.match(r"\d{1,8}", rest)
    if count is not None:
        lines = Range(lines.last, min(len(editor.lines) - 1, lines.last + int(count[0]) - 1), 2)
        rest = rest[count.end() :].lstrip(" \t")
    if rest and rest[0] not in '|"':
        raise Refused(f"E488: Trailing characters: {rest}")
    substitution = Substitution(replacement, flags.replace("c", "c"), pattern, True)
    search = Search(pattern, editor.state.search.forward)
    editor.state = editor.state._replace(substitution=substitution, search=search, highlight=True)
    compiled_pattern = _compiled(editor, pattern, flags)
    if editor.number("gdefault"):
        flags = flags.replace("g", "") if "g" in flags else flags + "g"
    _run(editor, Job(compiled_pattern, replacement, flags), lines, pattern)
    return rest[1:] if rest.startswith("|") else ""


def _compiled(editor: Editor, pattern: str, flags: str) -> Pattern:
    ignore = bool(editor.number("ignorecase"))
    smart = bool(editor.number("smartcase"))
    if "i" in flags or "I" in flags:
        ignore, smart = "i" in flags, False
    return compile_pattern(pattern, ignore, smart, editor.state.substitution.replacement)


def _replacement(text: str, delimiter: str) -> tuple[str, str]:
    """Splits the replacement from the flags."""
    index = 0
    while index < len(text):
        if text[index] == "\\" and index + 1 < len(text):
            if text[index + 1] == delimiter and delimiter != "&":
                text = text[:index] + text[index + 1 :]
                index += 1
            else:
                index += 2
            continue
        if text[index] == delimiter:
            return text[:index], text[index + 1 :]
        index += 1
    return text, ""


def _with_last(replacement: str, last: str) -> str:
    """Puts the last replacement in the place of each ``~``."""
    out, index = "", 0
    while index < len(replacement):
        char = replacement[index]
        if char == "\\" and replacement[index + 1 : index + 2] == "~":
            out, index = out + "~", index + 2
        elif char == "\\":
            out, index = out + replacement[index : index + 2], index + 2
        else:
            out, index = out + (last if char == "~" else char), index + 1
    return out


_CASES: dict[str, Callable[[str], str]] = {"u": str.upper, "U": str.upper, "l": str.lower, "L": str.lower}


def expand(replacement: str, groups: tuple[str, ...]) -> str:
    r"""Returns the text for a match: ``&``, ``\1``, ``\r`` and the changes of case; line breaks are ``\r``."""
    if replacement.startswith("\\="):
        raise Refused("E319: Sorry, the command is not available in this version")
    out: list[str] = []
    case, once, index = "", "", 0

    def add(text: str) -> None:
        nonlocal once
        for char in text:
            if once:
                out.append(_CASES[once](char))
                once = ""
            else:
                out.append(_CASES[case](char) if case else char)

    while index < len(replacement):
        char = replacement[index]
        index += 1
        if char == "&":
            add(groups[0])
        elif char == "\\" and index < len(replacement):
            following = replacement[index]
            index += 1
            if following.isdigit():
                add(groups[int(following)] if int(following) < len(groups) else "")
            elif following in "ul":
                once = following
            elif following in "UL":
                case = following
            elif following in "eE":
                case = ""
            elif following == "n":
                out.append("\0")
            elif following in "rt":
                out.append({"r": "\r", "t": "\t"}[following])
            else:
                add("\x01r" if following == "\r" else following)
        else:
            add(char)
    return "".join(out)


class _Tally:
    """The number of substitutions and of lines with one, and whether the person has had enough."""

    def __init__(self) -> None:
        self.changes = self.lines = 0
        self.last = -1
        self.asking, self.stop = True, False


def _run(editor: Editor, job: Job, lines: Range, pattern: str) -> None:
    if pattern == "\\n" and not job.replacement and job.flags in ("", "g") and lines.first < len(editor.lines) - 1:
        count = min(lines.last + 2, len(editor.lines)) - lines.first
        editor.touch()
        join(editor, lines.first, count, False)
        return
    line, last, tally = lines.first, lines.last, _Tally()
    tally.asking = "c" in job.flags
    editor.touch()
    while line <= last and line < len(editor.lines) and not tally.stop:
        hit = match_at(editor, job.pattern, line, 0)
        if hit is None:
            line += 1
            continue
        before = len(editor.lines)
        consumed = _in_line(editor, job, hit, last, tally)
        added = len(editor.lines) - before
        last += added
        line += consumed + added
    if tally.changes == 0:
        if "e" not in job.flags and not tally.stop and not editor.globals and not _quiet(editor):
            raise Refused(f"E486: Pattern not found: {pattern}")
        return
    if "n" in job.flags:
        editor.say(_counted(tally, "match", "matches"))
        return
    if tally.last >= 0:
        end = min(tally.last, len(editor.lines) - 1)
        editor.go(end, editor.first_word(end))
        editor.mark_change(Place(lines.first, 0), Place(end, 0))
    if tally.lines > 2 or tally.changes > 2:
        editor.say(_counted(tally, "substitution", "substitutions"))
    if "p" in job.flags or "#" in job.flags:
        editor.show([editor.text])


def _quiet(editor: Editor) -> bool:
    return editor.in_global


def _counted(tally: _Tally, one: str, many: str) -> str:
    lines = f"{tally.lines} line{'' if tally.lines == 1 else 's'}"
    return f"{tally.changes} {one if tally.changes == 1 else many} on {lines}"


def _in_line(editor: Editor, job: Job, hit: Hit, last: int, tally: _Tally) -> int:
    """Substitutes in one line, and those that its matches reach; returns the number of these lines."""
    first = current = hit.start.line
    text, out, copied, previous, changed = editor.lines[first], "", 0, -1, False
    following: Hit | None = hit
    while following is not None:
        hit = following
        following = None
        start, end = hit.start.col, hit.end
        again = False
        if not (hit.start.line == end.line and previous == end.col and start == end.col):
            replace = _asked(editor, job, hit, tally, out, copied)
            if replace:
                if "n" not in job.flags:
                    out += text[copied:start] + expand(job.replacement, hit.groups)
                    copied = end.col
                    changed = True
                tally.changes += 1
                tally.last = first
                if len(out) > 1_000_000:
                    raise Refused("E342: Out of memory!")
            if end.line > current:
                if not replace:
                    break
                if end.line >= len(editor.lines):
                    out, text, copied = out, "", 0
                    current = end.line - 1
                    break
                current, text, copied = end.line, editor.lines[end.line], end.col
                again = end.line <= last
            col = end.col
            previous = end.col
        else:
            if end.col >= len(text):
                break
            col = end.col + 1
        if tally.stop or not ("g" in job.flags or again):
            break
        if col >= len(text) and not job.pattern.multiline:
            break
        following = match_at(editor, job.pattern, current, col)
    taken = current - first + 1
    if changed:
        new = (out + text[copied:]).replace("\x01r", "\x02").split("\r")
        new = [piece.replace("\x02", "\r") for piece in new]
        editor.replace(first, min(len(editor.lines), current + 1), new)
        tally.last = first + len(new) - 1
        tally.lines += 1
    elif "n" in job.flags:
        tally.lines += 1
    return taken


def _asked(editor: Editor, job: Job, hit: Hit, tally: _Tally, out: str, copied: int) -> bool:
    """Returns whether to replace a match, after asking where the flag says so."""
    if not tally.asking or "n" in job.flags:
        return True
    col = len(out) + hit.start.col - copied
    editor.go(hit.start.line, min(col, max(0, len(editor.text) - 1)))
    while True:
        prompt = f"replace with {job.replacement} (y/n/a/q/l/^E/^Y)?"
        editor.typing = (prompt, len(prompt))
        key = editor.getkey()
        editor.typing = ("", -1)
        if key in "yl":
            tally.stop = key == "l"
            return True
        if key == "n":
            return False
        if key == "a":
            tally.asking = False
            return True
        if key in "q\x1b\x03":
            tally.stop = True
            return False


# :g ---------------------------------------------------------------------------------------------------------------


def global_command(
    editor: Editor, inverse: bool, lines: Range, text: str, execute: Callable[[Editor, str], None]
) -> None:
    """Carries out a command at each line of a range that matches, or at those that don't.

    Args:
        editor: The editor.
        inverse: Whether the lines are those that don't match.
        lines: The lines to search.
        text: The command's text behind its name: the pattern between delimiters, and the command to carry out.
        execute: Carries out the command, with the cursor on a found line.

    Raises:
        Refused: The pattern isn't found, or it is used within itself.
    """
    if editor.in_global:
        raise Refused("E147: Cannot do :global recursive with a range")
    delimiter = text[:1]
    if not delimiter or delimiter.isalnum():
        raise Refused("E148: Regular expression missing from :global")
    pattern, command = split_pattern(text[1:], delimiter)
    pattern = pattern or editor.state.search.pattern
    if not pattern:
        raise Refused("E35: No previous regular expression")
    editor.state = editor.state._replace(search=Search(pattern, editor.state.search.forward), highlight=True)
    matcher = compiled(editor, pattern)
    found = [
        line for line in range(lines.first, lines.last + 1) if (match_at(editor, matcher, line, 0) is None) == inverse
    ]
    if not found:
        raise Refused(
            f"E538: Pattern found in every line: {pattern}" if inverse else f"E486: Pattern not found: {pattern}"
        )
    editor.globals, editor.in_global = found, True
    before = len(editor.lines)
    try:
        while editor.globals:
            editor.line, editor.col = editor.globals.pop(0), 0
            editor.want = -1
            editor.budget.charge(1)
            execute(editor, command or "p")
    finally:
        editor.globals, editor.in_global = [], False
    editor.clamp()
    fewer = before - len(editor.lines)
    if abs(fewer) > 2:
        editor.say(f"{abs(fewer)} {'fewer' if fewer > 0 else 'more'} lines")

"""``:s``, ``:g`` and ``:v``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.search import Range, compiled, matches, remembered, split_pattern
from crab_sim.shell.regex.replacement import expand
from crab_sim.shell.regex.vim import Pattern, compile_pattern

__all__ = ["global_command", "substitute"]


class Job(NamedTuple):
    """A substitution: its pattern, compiled, its replacement and its flags."""

    pattern: Pattern
    replacement: str
    flags: str


def substitute(editor: Editor, lines: Range, text: str) -> str:
    """Carries out ``:s``; returns the text of the command behind it.

    Args:
        editor: The editor.
        lines: The lines in which to substitute.
        text: The command's text behind its name.

    Raises:
        Refused: The pattern isn't found, or the command is malformed.
    """
    delimiter = text[:1]
    if not delimiter or delimiter.isalnum() or delimiter in '"|\\ \t&':
        raise Refused(f"E488: Trailing characters: {text}")
    pattern, rest = split_pattern(text[1:], delimiter)
    replacement, rest = _split_replacement(rest, delimiter)
    match = re.match(r"\s*([egiIn]*)\s*(\d{0,8})\s*", rest)
    assert match is not None
    flags, rest = match[1], rest[match.end() :]
    if match[2]:
        lines = Range(lines.last, min(len(editor.lines) - 1, lines.last + int(match[2]) - 1), 2)
    if rest and rest[0] not in '|"':
        raise Refused(f"E488: Trailing characters: {rest}")
    pattern = remembered(editor, pattern)
    forced = "i" in flags or "I" in flags
    matcher = compile_pattern(pattern, "i" in flags, False) if forced else compiled(editor, pattern)
    _run(editor, Job(matcher, replacement, flags), lines, pattern)
    return rest[1:] if rest.startswith("|") else ""


def _split_replacement(text: str, delimiter: str) -> tuple[str, str]:
    """Splits the replacement from the flags."""
    index = 0
    while index < len(text):
        if text[index] == "\\" and text[index + 1 : index + 2] == delimiter and delimiter != "&":
            text = text[:index] + text[index + 1 :]
        elif text[index] == "\\":
            index += 1
        elif text[index] == delimiter:
            return text[:index], text[index + 1 :]
        index += 1
    return text, ""


_ESCAPES = {"n": "\0", "r": "\n", "t": "\t"}


class _Changed(NamedTuple):
    """A text after substitution: the changes, the lines with one, and the last changed line, from 0 in the text."""

    text: str
    changes: int
    lines: int
    last: int


def _run(editor: Editor, job: Job, lines: Range, pattern: str) -> None:
    """Substitutes line by line, or in all lines at once where a match may reach from one into another."""
    changes = changed = 0
    at, last, cursor = max(0, lines.first), lines.last, -1
    while at <= last:
        size = last - at + 1 if job.pattern.multiline else 1
        result = _changed(editor, job, "\n".join(editor.lines[at : at + size]) + "\n")
        changes, changed = changes + result.changes, changed + result.lines
        after = at + size
        if result.changes and "n" not in job.flags:
            new = result.text.split("\n")
            if new[-1] and after < len(editor.lines):
                new[-1] += editor.lines[after]
                after += 1
            elif not new[-1]:
                new.pop()
            before = len(editor.lines)
            cursor = min(at + result.last, at + len(new) - 1)
            editor.replace(at, after, new)
            last += len(editor.lines) - before
            at += len(new)
        else:
            at = after
    if not changes and "e" not in job.flags and not editor.in_global:
        raise Refused(f"E486: Pattern not found: {pattern}")
    if cursor >= 0:
        editor.go_to_text(min(cursor, len(editor.lines) - 1))
    if "n" in job.flags or changed > 2 or changes > 2:
        what = ("match", "matches") if "n" in job.flags else ("substitution", "substitutions")
        editor.say(f"{changes} {what[changes != 1]} on {changed} line{'' if changed == 1 else 's'}")


def _changed(editor: Editor, job: Job, text: str) -> _Changed:
    """Returns a text with the matches replaced: all of a line with the flag g, else the first one."""
    out, copied, at, changes, lines, line_end = "", 0, 0, 0, 0, -1
    editor.budget.charge(0.4)
    while at < len(text) and (hit := job.pattern.search(text, at, editor.budget)) is not None:
        again = hit.end == hit.start and (hit.start == copied or text[hit.start : hit.start + 1] == "\n")
        if hit.start == len(text) or (again and hit.start <= line_end):
            at = max(at, hit.start) + 1
            continue
        changes += 1
        lines += hit.start > line_end
        line_end = text.index("\n", max(hit.start, hit.end - 1))
        out += text[copied : hit.start] + expand(job.replacement, hit.group, _ESCAPES)
        copied, at = hit.end, max(hit.end, hit.start + (hit.end == hit.start))
        if "g" not in job.flags:
            at = max(at, line_end + 1)
        if len(out) > 1_000_000:
            raise Refused("E342: Out of memory!")
    return _Changed(out + text[copied:], changes, lines, out.count("\n"))


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
    pattern = remembered(editor, pattern)
    matcher, numbers = compiled(editor, pattern), range(max(0, lines.first), lines.last + 1)
    editor.globals = [line for line in numbers if (not matches(editor, matcher, line)) == inverse]
    if not editor.globals:
        problem = "E538: Pattern found in every line" if inverse else "E486: Pattern not found"
        raise Refused(f"{problem}: {pattern}")
    before = len(editor.lines)
    editor.in_global = True
    try:
        while editor.globals:
            editor.go(editor.globals.pop(0), 0)
            editor.budget.charge(1)
            execute(editor, command or "p")
    finally:
        editor.globals, editor.in_global = [], False
    editor.clamp()
    if abs(len(editor.lines) - before) > 2:
        editor.say_lines(before)

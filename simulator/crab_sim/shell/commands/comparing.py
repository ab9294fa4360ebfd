"""``cmp`` and ``diff``."""

from __future__ import annotations

import difflib
import re
from typing import NamedTuple

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import need_operands, parse_options
from crab_sim.shell.registry import command
from crab_sim.shell.text import split_lines

_MAX_DIFF = 3_000


@command("cmp")
def cmp(context: CommandContext) -> int:
    """Say where two files first differ.

    Usage: cmp [-s] FILE1 FILE2
    """
    options = parse_options(context, "sl", "n", {"quiet": "s", "silent": "s"}, status=2)
    need_operands(context, options, 2)
    names = options.operands[:2]
    one, two = (context.read(name) for name in names)
    if one == two:
        return 0
    if "s" not in options:
        at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), None)
        if at is None:
            short = names[0] if len(one) < len(two) else names[1]
            size = min(len(one), len(two))
            where = f"after byte {size}, line {one[:size].count(10)}" if size else "which is empty"
            context.err(f"cmp: EOF on {short} {where}\n")
        else:
            context.line(f"{names[0]} {names[1]} differ: byte {at + 1}, line {one[:at].count(10) + 1}")
    return 1


@command("diff")
def diff(context: CommandContext) -> int:
    """Show how two files differ; -u in unified form, -q only whether.

    Usage: diff [-u] [-q] [-s] [-i] [-w] [-r] FILE1 FILE2
    """
    names = {"unified": "u", "brief": "q", "report-identical-files": "s", "ignore-case": "i", "recursive": "r",
             "ignore-all-space": "w", "ignore-blank-lines": "B", "color": "y"}  # fmt: skip
    options = parse_options(context, "uqsiwbBrNay", "U", names, status=2)
    need_operands(context, options, 2)
    one, two = options.operands[:2]
    paths = [context.path(name) if name != "-" else name for name in (one, two)]
    for name, path in zip((one, two), paths, strict=True):
        if path != "-" and path not in context.shell.pipes and not context.files.exists(path):
            raise CommandError(f"{name}: No such file or directory", 2)
    if all(path != "-" and context.files.is_dir(path) for path in paths):
        return _directories(context, one, two, options)
    for index, path in enumerate(paths):  # a file against a directory: against the file of that name in it
        if path != "-" and context.files.is_dir(path):
            inner = f"{(one, two)[index].rstrip('/')}/{(two, one)[index].rpartition('/')[2]}"
            one, two = (inner, two) if index == 0 else (one, inner)
    return _diff(context, one, two, options)


def _directories(context: CommandContext, one: str, two: str, options: dict[str, str]) -> int:
    status = 0
    names = [set(context.files.list(context.path(directory))) for directory in (one, two)]
    for name in sorted(names[0] | names[1]):
        context.charge()
        left, right = f"{one.rstrip('/')}/{name}", f"{two.rstrip('/')}/{name}"
        if name not in names[0] or name not in names[1]:
            context.line(f"Only in {one if name in names[0] else two}: {name}")
            status = 1
        elif context.files.is_dir(context.path(left)) and context.files.is_dir(context.path(right)):
            if "r" in options:
                with context.shell.nested():
                    status = max(status, _directories(context, left, right, options))
            else:
                context.line(f"Common subdirectories: {left} and {right}")
        else:
            flags = " ".join(f"-{letter}" for letter in options)
            before = len(flags) + 1
            if context.read(left) != context.read(right) and "q" not in options:
                context.line(f"diff {flags}{' ' if before > 1 else ''}{left} {right}")
            status = max(status, _diff(context, left, right, options))
    return status


class _Side(NamedTuple):
    """One of two compared files: its name as given, its content, and its lines."""

    name: str
    data: bytes
    lines: list[str]

    def show(self, start: int, end: int, mark: str) -> str:
        """Returns lines with a mark before each, and diff's remark on a missing newline at the end of the file."""
        out = "".join(f"{mark}{line}\n" for line in self.lines[start:end])
        last = end == len(self.lines) and end > start
        return out + "\\ No newline at end of file\n" if last and not self.data.endswith(b"\n") else out


def _diff(context: CommandContext, one: str, two: str, options: dict[str, str]) -> int:
    data = [context.read(one), context.read(two)]
    old, new = (_Side(name, content, split_lines(content)) for name, content in zip((one, two), data, strict=True))
    if old.data == new.data:
        if "s" in options:
            context.line(f"Files {one} and {two} are identical")
        return 0
    if b"\0" in old.data or b"\0" in new.data or "q" in options:
        context.line(f"{'Files' if 'q' in options else 'Binary files'} {one} and {two} differ")
        return 1
    if max(len(old.lines), len(new.lines)) > _MAX_DIFF:
        raise CommandError(f"files too large to compare line by line (at most {_MAX_DIFF} lines)", 2)
    context.charge(len(old.lines) * len(new.lines) / 4000)
    old_keys, new_keys = ([_folded(line, options) for line in side.lines] for side in (old, new))
    matcher = difflib.SequenceMatcher(None, old_keys, new_keys, autojunk=False)
    if all(tag == "equal" for tag, *_ in matcher.get_opcodes()) and (
        "w" in options or old.data.endswith(b"\n") == new.data.endswith(b"\n")
    ):
        return 0
    if "u" in options or "U" in options:
        around = int(options["U"]) if options.get("U", "").isdecimal() else 3
        _unified(context, old, new, matcher, min(around, 10_000))
    else:
        _normal(context, old, new, matcher)
    return 1


def _folded(line: str, options: dict[str, str]) -> str:
    line = line.lower() if "i" in options else line
    line = re.sub(r"\s+", "", line) if "w" in options else line
    return re.sub(r"\s+", " ", line).rstrip() if "b" in options else line


def _normal(context: CommandContext, old: _Side, new: _Side, matcher: difflib.SequenceMatcher[str]) -> None:
    """Prints a difference in the default form."""

    def span(start: int, end: int) -> str:
        return f"{start + 1},{end}" if end - start > 1 else str(end) if end > start else str(start)

    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        letter = {"replace": "c", "delete": "d", "insert": "a"}[tag]
        context.line(f"{span(old_start, old_end)}{letter}{span(new_start, new_end)}")
        context.out(old.show(old_start, old_end, "< "))
        context.out("---\n" if tag == "replace" else "")
        context.out(new.show(new_start, new_end, "> "))


def _unified(
    context: CommandContext, old: _Side, new: _Side, matcher: difflib.SequenceMatcher[str], around: int
) -> None:
    """Prints a difference in the unified form, with `around` lines of context."""

    def span(start: int, end: int) -> str:
        return str(start + 1) if end - start == 1 else f"{start + 1 if end > start else start},{end - start}"

    context.out(f"--- {old.name}\n+++ {new.name}\n")
    for group in matcher.get_grouped_opcodes(around):
        _, first_old, _, first_new, _ = group[0]
        _, _, last_old, _, last_new = group[-1]
        context.line(f"@@ -{span(first_old, last_old)} +{span(first_new, last_new)} @@")
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                context.out(old.show(old_start, old_end, " "))
            else:
                context.out(old.show(old_start, old_end, "-") + new.show(new_start, new_end, "+"))

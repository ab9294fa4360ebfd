"""``sort``, ``comm`` and the comparison of files."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from decimal import Decimal

from crab_gym.sim.shell.context import (
    CommandContext,
    CommandError,
    command,
    encode,
    need_operands,
    parse_options,
    split_lines,
)

_NUMBER = re.compile(r"\s*(-?)(\d{0,60})\d*(?:\.(\d{0,60}))?")
_HUMAN = {"": 0, "K": 1, "k": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_KEY = re.compile(r"(\d{1,6})(?:\.(\d{1,6}))?([bdfginrhMV]*)(?:,(\d{1,6})(?:\.(\d{1,6}))?([bdfginrhMV]*))?")
_MAX_DIFF = 3_000


def _numeric(text: str) -> Decimal:
    found = _NUMBER.match(text)
    assert found is not None
    return Decimal(f"{found[1]}{found[2] or 0}.{found[3] or 0}") if found[2] or found[3] else Decimal(0)


def _human(text: str) -> tuple[int, Decimal]:
    found = re.match(r"\s*-?[\d.]*([KkMGTP]?)", text)
    return (_HUMAN[found[1]] if found else 0), _numeric(text)


def _version(text: str) -> list[tuple[int, str | int]]:
    return [
        (1, int(part[:18])) if part.isdigit() and part.isascii() else (0, part)
        for part in re.split(r"(\d+)", text)
        if part
    ]


def _transform(flags: str) -> Callable[[str], object]:
    """Returns what lines are compared by, for the letters of ``sort``."""
    if "n" in flags or "g" in flags:
        return _numeric
    if "h" in flags:
        return _human
    if "V" in flags:
        return _version
    if "M" in flags:
        return lambda text: _MONTHS.index(text.strip()[:3].upper()) + 1 if text.strip()[:3].upper() in _MONTHS else 0

    def text_key(text: str) -> str:
        text = text.lstrip(" \t") if "b" in flags else text
        text = "".join(char for char in text if char.isalnum() or char in " \t") if "d" in flags else text
        return text.upper() if "f" in flags else text

    return text_key


@command("sort")
def sort(context: CommandContext) -> int:
    """Sort lines; -n by number, -r the other way round, -u without repeats, -k by fields, separated by -t.

    Usage: sort [-nrufbhVMRsc] [-k KEY] [-t CHAR] [-o FILE] [FILE]...
    """
    names = {"numeric-sort": "n", "reverse": "r", "unique": "u", "ignore-case": "f", "key": "k",
             "human-numeric-sort": "h",
             "field-separator": "t", "output": "o", "version-sort": "V", "check": "c", "stable": "s"}  # fmt: skip
    keys: list[str] = []
    args = context.args[:]
    for i, arg in enumerate(args):  # -k may be given several times
        if arg == "-k" and i + 1 < len(args):
            keys.append(args[i + 1])
        elif re.match(r"-k\d", arg):
            keys.append(arg[2:])
        elif arg.startswith("--key="):
            keys.append(arg[6:])
    options = parse_options(context, "nrufbhVMRscdigCmz", "ktoST", names, status=2)
    if "k" in options and not keys:
        keys = [options["k"]]
    separator = options.get("t")
    if separator is not None and len(separator.replace("\\t", "\t").replace("\\0", "\0")) != 1:
        raise CommandError(f"multi-character tab ‘{separator}’" if separator else "empty tab", 2)
    lines: list[str] = []
    for _, data in context.inputs(options.operands):
        lines += split_lines(data)
    context.charge(len(lines) / 200)
    general = "".join(letter for letter in "nghVMfbdi" if letter in options)
    plan = [_key(text, general, "r" in options, separator) for text in keys]
    plan = plan or [(_transform(general), "r" in options)]
    ordered = (
        sorted(lines, key=encode, reverse="r" in options) if "s" not in options and "u" not in options else lines[:]
    )
    for transform, reverse in plan[::-1]:
        ordered.sort(key=transform, reverse=reverse)  # type: ignore[arg-type]
    if "c" in options or "C" in options:
        for number, (line, wanted) in enumerate(zip(lines, ordered, strict=True), 1):
            if line != wanted:
                context.err(f"sort: -:{number}: disorder: {line}\n" if "c" in options else "")
                return 1
        return 0
    if "u" in options:
        ordered = _unique(ordered, [transform for transform, _ in plan])
    text = "".join(f"{line}\n" for line in ordered)
    if "o" in options:
        context.write(options["o"], encode(text))
    else:
        context.out(text)
    return 0


def _unique(lines: list[str], transforms: list[Callable[[str], object]]) -> list[str]:
    out: list[str] = []
    last: object = None
    for line in lines:
        this = [transform(line) for transform in transforms]
        if this != last:
            out.append(line)
        last = this
    return out


def _key(text: str, general: str, reverse: bool, separator: str | None) -> tuple[Callable[[str], object], bool]:
    """Parses ``F[.C][OPTS][,F[.C][OPTS]]``."""
    found = _KEY.fullmatch(text)
    if found is None or int(found[1]) < 1:
        raise CommandError(f"invalid number at field start: invalid count at start of ‘{text}’", 2)
    letters = (found[3] or "") + (found[6] or "")
    flags = letters.replace("r", "") or ("" if "r" in letters else general)
    backwards = "r" in letters if letters else reverse
    transform = _transform(flags)
    split = re.compile(r"[ \t]*[^ \t]*") if separator is None else None
    mark = (separator or "").replace("\\t", "\t").replace("\\0", "\0")
    first, first_char = int(found[1]), int(found[2] or 1)
    last, last_char = int(found[4] or 0), int(found[5] or 0)

    def key(line: str) -> object:
        if split is not None:
            fields = [piece for piece in split.findall(line) if piece]
            joiner = ""
        else:
            fields = line.split(mark)
            joiner = mark
        inside = fields[first - 1 :] if not last else fields[first - 1 : last]
        piece = joiner.join(inside)
        if last and last_char and len(fields) >= last:
            piece = joiner.join([*inside[:-1], inside[-1][:last_char]]) if inside else ""
        if "b" in flags or (separator is None and "b" in letters):
            piece = piece.lstrip(" \t")
        return transform(piece[first_char - 1 :])

    return key, backwards


@command("comm")
def comm(context: CommandContext) -> int:
    """Compare two sorted files: lines only in the first, only in the second, in both.

    Usage: comm [-1] [-2] [-3] FILE1 FILE2
    """
    options = parse_options(context, "123")
    need_operands(context, options, 2)
    left, right = (split_lines(context.read(operand)) for operand in options.operands[:2])
    i = j = 0
    out: list[str] = []
    while i < len(left) or j < len(right):
        context.charge(0.005)
        if j >= len(right) or (i < len(left) and left[i] < right[j]):
            kind, line = 1, left[i]
            i += 1
        elif i >= len(left) or right[j] < left[i]:
            kind, line = 2, right[j]
            j += 1
        else:
            kind, line = 3, left[i]
            i, j = i + 1, j + 1
        if str(kind) not in options:
            out.append("\t" * sum(str(n) not in options for n in range(1, kind)) + line + "\n")
    context.out("".join(out))
    return 0


@command("cmp")
def cmp(context: CommandContext) -> int:
    """Say where two files first differ.

    Usage: cmp [-s] FILE1 FILE2
    """
    options = parse_options(context, "slb", "n", {"quiet": "s", "silent": "s"}, status=2)
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


def _diff(context: CommandContext, one: str, two: str, options: dict[str, str]) -> int:
    data = [context.read(one), context.read(two)]
    if data[0] == data[1]:
        if "s" in options:
            context.line(f"Files {one} and {two} are identical")
        return 0
    if any(b"\0" in item for item in data) or "q" in options:
        context.line(f"{'Files' if 'q' in options else 'Binary files'} {one} and {two} differ")
        return 1
    lines = [split_lines(item) for item in data]
    if max(map(len, lines)) > _MAX_DIFF:
        raise CommandError(f"files too large to compare line by line (at most {_MAX_DIFF} lines)", 2)
    context.charge(len(lines[0]) * len(lines[1]) / 4000)
    keys = [[_folded(line, options) for line in item] for item in lines]
    matcher = difflib.SequenceMatcher(None, keys[0], keys[1], autojunk=False)
    if all(tag == "equal" for tag, *_ in matcher.get_opcodes()):
        ends = [item.endswith(b"\n") for item in data]
        if keys[0] is keys[1] or ends[0] == ends[1] or "w" in options:
            return 0
    missing = [not item.endswith(b"\n") for item in data]
    if "u" in options or "U" in options:
        around = int(options["U"]) if options.get("U", "").isdecimal() else 3
        _unified(context, (one, two), lines, missing, matcher, min(around, 10_000))
    else:
        _normal(context, lines, missing, matcher)
    return 1


def _folded(line: str, options: dict[str, str]) -> str:
    line = line.lower() if "i" in options else line
    line = re.sub(r"\s+", "", line) if "w" in options else line
    return re.sub(r"\s+", " ", line).rstrip() if "b" in options else line


def _show(lines: list[str], start: int, end: int, mark: str, missing: bool) -> str:
    out = "".join(f"{mark}{line}\n" for line in lines[start:end])
    return out + "\\ No newline at end of file\n" if missing and end == len(lines) and end > start else out


def _normal(
    context: CommandContext, lines: list[list[str]], missing: list[bool], matcher: difflib.SequenceMatcher[str]
) -> None:
    def span(start: int, end: int) -> str:
        return f"{start + 1},{end}" if end - start > 1 else str(end) if end > start else str(start)

    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        letter = {"replace": "c", "delete": "d", "insert": "a"}[tag]
        context.line(f"{span(a, b)}{letter}{span(c, d)}")
        context.out(_show(lines[0], a, b, "< ", missing[0]))
        context.out("---\n" if tag == "replace" else "")
        context.out(_show(lines[1], c, d, "> ", missing[1]))


def _unified(
    context: CommandContext, names: tuple[str, str], lines: list[list[str]], missing: list[bool],
    matcher: difflib.SequenceMatcher[str], around: int,
) -> None:  # fmt: skip
    def span(start: int, end: int) -> str:
        return str(start + 1) if end - start == 1 else f"{start + 1 if end > start else start},{end - start}"

    context.out(f"--- {names[0]}\n+++ {names[1]}\n")
    for group in matcher.get_grouped_opcodes(around):
        first, last = group[0], group[-1]
        context.line(f"@@ -{span(first[1], last[2])} +{span(first[3], last[4])} @@")
        for tag, a, b, c, d in group:
            if tag == "equal":
                context.out(_show(lines[0], a, b, " ", missing[0]))
            else:
                context.out(_show(lines[0], a, b, "-", missing[0]) + _show(lines[1], c, d, "+", missing[1]))

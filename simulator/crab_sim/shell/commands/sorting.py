"""``sort`` and ``comm``."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import need_operands, parse_options
from crab_sim.shell.registry import command
from crab_sim.shell.text import encode, split_lines

_NUMBER = re.compile(r"\s*(-?)(\d{0,60})\d*(?:\.(\d{0,60}))?")
_HUMAN = {"": 0, "K": 1, "k": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_KEY = re.compile(r"(\d{1,6})(?:\.(\d{1,6}))?([bdfginrhMV]*)(?:,(\d{1,6})(?:\.(\d{1,6}))?([bdfginrhMV]*))?")


def _numeric(text: str) -> Decimal:
    match = _NUMBER.match(text)
    assert match is not None
    return Decimal(f"{match[1]}{match[2] or 0}.{match[3] or 0}") if match[2] or match[3] else Decimal(0)


def _human(text: str) -> tuple[int, Decimal]:
    match = re.match(r"\s*-?[\d.]*([KkMGTP]?)", text)
    return (_HUMAN[match[1]] if match else 0), _numeric(text)


def _version(text: str) -> list[tuple[int, str | int]]:
    return [
        (1, int(part[:18])) if part.isdigit() and part.isascii() else (0, part)
        for part in re.split(r"(\d+)", text)
        if part
    ]


def _transform(flags: str) -> Callable[[str], object]:
    """Returns the sort key of a line, as a function, for the option letters of ``sort``."""
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
    options = parse_options(context, "nrufbhVMscdigCm", "ktoST", names, status=2)
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
    match = _KEY.fullmatch(text)
    if match is None or int(match[1]) < 1:
        raise CommandError(f"invalid number at field start: invalid count at start of ‘{text}’", 2)
    letters = (match[3] or "") + (match[6] or "")
    flags = letters.replace("r", "") or ("" if "r" in letters else general)
    backwards = "r" in letters if letters else reverse
    transform = _transform(flags)
    split = re.compile(r"[ \t]*[^ \t]*") if separator is None else None
    mark = (separator or "").replace("\\t", "\t").replace("\\0", "\0")
    first, first_char = int(match[1]), int(match[2] or 1)
    last, last_char = int(match[4] or 0), int(match[5] or 0)

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

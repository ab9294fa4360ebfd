"""Commands that print, count and change lines of text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crab_sim.files import FileError
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.escapes import character_set
from crab_sim.shell.options import Options, parse_options
from crab_sim.shell.registry import command
from crab_sim.shell.text import decode, encode, split_lines


def _visible(byte: int) -> bytes:
    """Returns how ``cat -v`` shows a byte."""
    if byte > 127:
        return b"M-" + (_visible(byte - 128) if byte - 128 not in b"\t\n" else b"^%c" % (byte - 64))
    return bytes([byte]) if 32 <= byte < 127 or byte in b"\t\n" else b"^%c" % (byte ^ 64)


_SEEN = [_visible(byte) for byte in range(256)]
_CAT = {
    "number": "n", "number-nonblank": "b", "show-all": "A", "show-ends": "E", "show-tabs": "T", "show-nonprinting": "v",
    "squeeze-blank": "s",
}  # fmt: skip


@command("cat")
def cat(context: CommandContext) -> int:
    """Join files.

    Usage: cat [-n] [-b] [-s] [-v] [-A] [-E] [-T] [FILE]...
    """
    options = parse_options(context, "nbsAETuvet", "", _CAT)
    plain, seen = not options, bool({"A", "v", "e", "t"} & set(options))
    number = 0
    blank = False
    for _, data in context.inputs(options.operands):
        if plain:
            context.out(data)
            continue
        out: list[bytes] = []
        for line in data.splitlines(keepends=True) if b"\r" not in data else re.findall(rb"[^\n]*\n|[^\n]+", data):
            empty = line == b"\n"
            if "s" in options and empty and blank:
                continue
            blank = empty
            if seen:
                line = b"".join([_SEEN[byte] for byte in line])
            if {"A", "T", "t"} & set(options):
                line = line.replace(b"\t", b"^I")
            if {"A", "E", "e"} & set(options):
                line = line.replace(b"\n", b"$\n")
            if ("n" in options and "b" not in options) or ("b" in options and not empty):
                number += 1
                line = b"%6d\t" % number + line
            out.append(line)
        context.out(b"".join(out))
    return 0


@command("tac")
def tac(context: CommandContext) -> int:
    """Print the lines of files, the last first.

    Usage: tac [FILE]...
    """
    for _, data in context.inputs(parse_options(context).operands):
        lines = re.findall(rb"[^\n]*\n|[^\n]+", data)
        context.out(b"".join(lines[::-1]))
    return 0


@command("rev")
def rev(context: CommandContext) -> int:
    """Reverse the characters of each line.

    Usage: rev [FILE]...
    """
    for _, data in context.inputs(parse_options(context).operands):
        context.out("".join(f"{line[::-1]}\n" for line in split_lines(data)))
    return 0


def _headers(context: CommandContext, options: Options) -> bool:
    return ("v" in options or len(options.operands) > 1) and "q" not in options


@command("head", "tail")
def head(context: CommandContext) -> int:
    """Print the first (head) or last (tail) lines of files, 10 by default; tail -n +K begins at line K.

    Usage: head|tail [-n LINES | -c BYTES | -LINES] [-q] [-v] [FILE]...
    """
    if context.args and re.fullmatch(r"-[0-9]+", context.args[0]):  # the old form, only as the first argument
        context.args[0] = f"-n{context.args[0][1:]}"
    names = {"lines": "n", "bytes": "c", "quiet": "q", "verbose": "v"}
    options = parse_options(context, "qvfF" if context.name == "tail" else "qv", "nc", names)
    kind = "c" if "c" in options else "n"
    text = options.get(kind, "10")
    match = re.fullmatch(r"([-+]?)([0-9]{1,12})([kKMb]?)", text)
    if match is None:
        raise CommandError(f"invalid number of {'bytes' if kind == 'c' else 'lines'}: ‘{text}’")
    count = int(match[2]) * {"": 1, "b": 512, "k": 1024, "K": 1024, "M": 1048576}[match[3]]
    titled = _headers(context, options)
    first = True
    for operand in options.operands or ["-"]:
        try:
            endless = kind == "c" and context.name == "head" and context.path(operand) == "/dev/zero"
            data = bytes(min(count, context.host.max_output + 1)) if endless else context.read(operand)
        except FileError as error:
            # GNU opens directories and fails later
            reading = error.reason == "Is a directory"
            what = f"error reading '{operand}'" if reading else f"cannot open '{operand}' for reading"
            context.complain(f"{what}: {error.reason}")
            continue
        if titled:
            context.out(f"{'' if first else chr(10)}==> {'standard input' if operand == '-' else operand} <==\n")
        first = False
        context.out(_cut(context.name, kind, match[1], count, data))
    return 0


def _cut(name: str, kind: str, sign: str, count: int, data: bytes) -> bytes:
    """Cuts the start or the end of a text."""
    units: list[bytes] = [] if kind == "c" else re.findall(rb"[^\n]*\n|[^\n]+", data)
    size = len(data) if kind == "c" else len(units)
    if name == "head":
        start, end = 0, max(0, size - count) if sign == "-" else count
    else:
        start, end = max(0, count - 1) if sign == "+" else max(0, size - count), size
    return data[start:end] if kind == "c" else b"".join(units[start:end])


@command("wc")
def wc(context: CommandContext) -> int:
    """Count lines, words and bytes.

    Usage: wc [-l] [-w] [-c] [-m] [-L] [FILE]...
    """
    options = parse_options(context, "lwcmL", "", {"lines": "l", "words": "w", "bytes": "c", "chars": "m"})
    shown = [letter for letter in "lwmcL" if letter in options] or ["l", "w", "c"]
    rows: list[tuple[list[int], str]] = []
    total = 0
    for operand, data in context.inputs(options.operands):
        total += len(data)
        text = decode(data)
        counts = {
            "l": data.count(b"\n"), "w": len(data.split()), "c": len(data), "m": len(text),
            "L": max((len(line) for line in split_lines(data)), default=0),
        }  # fmt: skip
        rows.append(([counts[letter] for letter in shown], operand if options.operands else ""))
    if len(options.operands) > 1:
        columns = [[values[i] for values, _ in rows] for i in range(len(shown))]
        rows.append(([max(c, default=0) if shown[i] == "L" else sum(c) for i, c in enumerate(columns)], "total"))
    width = len(str(total)) if len(shown) > 1 or len(rows) > 1 else 1
    if "-" in options.operands or (not options.operands and len(shown) > 1):
        width = 7
    for values, name in rows:
        context.line(" ".join(f"{value:{width}d}" for value in values) + (f" {name}" if name else ""))
    return 0


@dataclass(slots=True)
class _Run:
    """Equal lines in a row: the key that they share, the first of them, and their number."""

    key: str
    line: str
    count: int = 1


@command("uniq")
def uniq(context: CommandContext) -> int:
    """Leave out lines that repeat the line before.

    Usage: uniq [-c] [-d] [-u] [-i] [-f FIELDS] [-s CHARS] [INPUT [OUTPUT]]
    """
    options = parse_options(context, "cdui", "fs", {"count": "c", "repeated": "d", "unique": "u", "ignore-case": "i"})
    skip_fields, skip_chars = options.number("f", 0), options.number("s", 0)

    def key(line: str) -> str:
        for _ in range(skip_fields):
            line = re.sub(r"^\s*\S+", "", line, count=1)
            context.charge(0.001)
        line = line[max(0, skip_chars) :]
        return line.lower() if "i" in options else line

    runs: list[_Run] = []
    for line in split_lines(context.read(options.operands[0] if options.operands else "-")):
        this = key(line)
        if runs and runs[-1].key == this:
            runs[-1].count += 1
        else:
            runs.append(_Run(this, line))
    out = []
    for run in runs:
        if ("d" in options and run.count < 2) or ("u" in options and run.count > 1):
            continue
        out.append((f"{run.count:7d} " if "c" in options else "") + run.line + "\n")
    if len(options.operands) > 1:
        context.write(options.operands[1], encode("".join(out)))
    else:
        context.out("".join(out))
    return 0


@command("tr")
def tr(context: CommandContext) -> int:
    """Replace, squeeze (-s) or delete (-d) characters of standard input; -c takes all others.

    Usage: tr [-c] [-d] [-s] SET1 [SET2]
    """
    options = parse_options(
        context, "cCdst", "", {"delete": "d", "squeeze-repeats": "s", "complement": "c"}, permute=False
    )
    operands = options.operands
    if not operands:
        raise CommandError("missing operand\nTry 'tr --help' for more information.")
    complement = "c" in options or "C" in options
    first = character_set(operands[0])
    second = character_set(operands[1], len(first)) if len(operands) > 1 else []
    if len(operands) < 2 and "d" not in options and "s" not in options:
        raise CommandError(
            f"missing operand after ‘{operands[0]}’\nTwo strings must be given when translating.\n"
            "Try 'tr --help' for more information."
        )
    text = decode(context.stdin)
    inside = set(first)
    if "d" in options:
        text = "".join(char for char in text if (char in inside) == complement)
    elif second and complement:
        text = "".join(char if char in inside else second[-1] for char in text)
    elif second:
        padded = second + [second[-1]] * max(0, len(first) - len(second))
        text = text.translate({ord(a): b for a, b in reversed(list(zip(first, padded, strict=False)))})
    if "s" in options:
        squeezed = set(second) if second else inside
        outside = complement and not second
        text = "".join(
            char for i, char in enumerate(text) if not (i and text[i - 1] == char and (char in squeezed) != outside)
        )
    context.out(text)
    return 0

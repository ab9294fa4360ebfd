"""Commands that cut, join and align the parts of lines."""

from __future__ import annotations

import re

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import integer, parse_options
from crab_sim.shell.registry import command
from crab_sim.shell.text import split_lines


def _ranges(text: str, what: str) -> list[tuple[int, int]]:
    """Parses a list such as ``1,3-5,7-``."""
    ranges: list[tuple[int, int]] = []
    for item in text.replace(" ", ",").split(","):
        match = re.fullmatch(r"(\d{0,9})(-?)(\d{0,9})", item)
        if match is None or not (match[1] or match[3]):
            raise CommandError(f"invalid {what} value ‘{item}’" if item else f"invalid range with no endpoint: {text}")
        low = int(match[1] or 1)
        high = int(match[3]) if match[3] else (10**9 if match[2] else low)
        if low < 1:
            raise CommandError(f"{what}s are numbered from 1\nTry 'cut --help' for more information.")
        if high < low:
            raise CommandError("invalid decreasing range\nTry 'cut --help' for more information.")
        ranges.append((low, high))
    return ranges


@command("cut")
def cut(context: CommandContext) -> int:
    """Print chosen fields, characters or bytes of each line.

    Usage: cut (-f LIST [-d DELIMITER] [-s] | -c LIST | -b LIST) [FILE]...
    """
    names = {"fields": "f", "delimiter": "d", "characters": "c", "bytes": "b", "only-delimited": "s",
             "output-delimiter": "O", "complement": "C"}  # fmt: skip
    options = parse_options(context, "snC", "fdcbO", names)
    kind = next((letter for letter in "fcb" if letter in options), "")
    if not kind:
        raise CommandError(
            "you must specify a list of bytes, characters, or fields\nTry 'cut --help' for more information."
        )
    ranges = _ranges(options[kind], "field" if kind == "f" else "byte/character position")
    delimiter = options.get("d", "\t")
    if len(delimiter) > 1:
        raise CommandError("the delimiter must be a single character\nTry 'cut --help' for more information.")
    delimiter = delimiter or "\0"
    joiner = options.get("O", delimiter if kind == "f" else "")
    out: list[str] = []

    def chosen(index: int) -> bool:
        return any(low <= index <= high for low, high in ranges) != ("C" in options)

    for _, data in context.inputs(options.operands):
        for line in split_lines(data):
            context.charge((1 + len(line) * len(ranges) / 64) / 400)
            if kind != "f":
                units = list(line)
            elif delimiter in line:
                units = line.split(delimiter)
            else:
                if "s" not in options:
                    out.append(line + "\n")
                continue
            out.append(joiner.join(unit for i, unit in enumerate(units, 1) if chosen(i)) + "\n")
    context.out("".join(out))
    return 0


@command("paste")
def paste(context: CommandContext) -> int:
    """Join the lines of files side by side, with -s the lines of each file.

    Usage: paste [-d DELIMITERS] [-s] [FILE]...
    """
    options = parse_options(context, "s", "d", {"delimiters": "d", "serial": "s"})
    delimiters = options.get("d", "\t").replace("\\n", "\n").replace("\\t", "\t").replace("\\0", "\0") or "\0"
    delimiters = delimiters.replace("\0", "\1\1")
    stdin = split_lines(context.stdin) if "-" in options.operands or not options.operands else []
    sources = options.operands or ["-"]
    dashes = sources.count("-")
    columns: list[list[str]] = []
    for index, operand in enumerate(sources):
        if operand == "-":
            mine = sources[:index].count("-")
            columns.append(stdin[mine::dashes] if "s" not in options else stdin)
        else:
            columns.append(split_lines(context.read(operand)))

    def join(cells: list[str]) -> str:
        out = [cells[0]] if cells else []
        for i, cell in enumerate(cells[1:]):
            mark = delimiters[i % len(delimiters)]
            out += ("" if mark == "\1" else mark, cell)
        return "".join(out) + "\n"

    if "s" in options:
        context.out("".join(join(column) for column in columns))
        return 0
    height = max(map(len, columns))
    context.charge(height * len(columns) / 500)
    context.out("".join(join([column[i] if i < len(column) else "" for column in columns]) for i in range(height)))
    return 0


@command("nl")
def nl(context: CommandContext) -> int:
    """Number the lines that are not empty, with -ba all.

    Usage: nl [-b a|t|n] [-w WIDTH] [-s TEXT] [-v START] [FILE]...
    """
    options = parse_options(context, "", "bwsvin", {"body-numbering": "b"})
    style = options.get("b", "t")
    width = min(options.number("w", 6), 200)
    number, step = options.number("v", 1), options.number("i", 1)
    out: list[str] = []
    for _, data in context.inputs(options.operands):
        for line in split_lines(data):
            if style == "a" or (style == "t" and line):
                out.append(f"{number:{width}d}{options.get('s', chr(9))}{line}\n")
                number += step
            else:
                out.append(" " * (width + 1) + line + "\n")
    context.out("".join(out))
    return 0


@command("fold")
def fold(context: CommandContext) -> int:
    """Break lines that are longer than WIDTH, with -s at spaces.

    Usage: fold [-w WIDTH] [-s] [FILE]...
    """
    options = parse_options(context, "s", "w", {"width": "w", "spaces": "s"})
    width = options.number("w", 80)
    if width < 1:
        raise CommandError(f"invalid number of columns: ‘{options['w']}’")
    out: list[str] = []
    for _, data in context.inputs(options.operands):
        for line in split_lines(data):
            while len(line) > width:
                end = width
                if "s" in options and " " in line[:width]:
                    end = line[:width].rindex(" ") + 1
                out.append(line[:end] + "\n")
                line = line[end:]
                context.charge(0.01)
            out.append(line + "\n")
    context.out("".join(out))
    return 0


@command("column")
def column(context: CommandContext) -> int:
    """Align fields in a table (-t), separated by -s.

    Usage: column [-t] [-s SEPARATORS] [FILE]...
    """
    options = parse_options(context, "tn", "soc", {"table": "t", "separator": "s", "output-separator": "o"})
    separators = options.get("s")
    rows: list[list[str]] = []
    for _, data in context.inputs(options.operands):
        for line in split_lines(data):
            if line.strip():
                rows.append(re.split(f"[{re.escape(separators)}]", line) if separators else line.split())
    if "t" not in options:
        context.out("".join(" ".join(row) + "\n" for row in rows))
        return 0
    widths = [
        max((len(row[i]) for row in rows if i < len(row)), default=0) for i in range(max(map(len, rows), default=0))
    ]
    gap = options.get("o", "  ")
    for row in rows:
        cells = [cell.ljust(widths[i]) if i < len(row) - 1 else cell for i, cell in enumerate(row)]
        context.line(gap.join(cells))
    return 0


@command("expand")
def expand(context: CommandContext) -> int:
    """Turn tabs into spaces.

    Usage: expand [-t WIDTH] [FILE]...
    """
    options = parse_options(context, "", "t", {"tabs": "t"})
    width = max(1, min(integer(options.get("t", "8")), 100))
    for _, data in context.inputs(options.operands):
        context.out("".join(f"{line.expandtabs(width)}\n" for line in split_lines(data)))
    return 0

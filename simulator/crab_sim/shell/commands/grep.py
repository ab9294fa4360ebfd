"""``grep``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_sim.files import Directory, FileError
from crab_sim.files.globs import glob_match
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import Options, parse_options
from crab_sim.shell.regex.matcher import Match, Regex, compile_regex
from crab_sim.shell.registry import command
from crab_sim.shell.text import split_lines

_LONG = {
    "ignore-case": "i", "invert-match": "v", "count": "c", "line-number": "n", "recursive": "r",
    "files-with-matches": "l",
    "files-without-match": "L", "extended-regexp": "E", "fixed-strings": "F", "only-matching": "o", "word-regexp": "w",
    "line-regexp": "x", "quiet": "q", "silent": "q", "no-messages": "s", "with-filename": "H", "no-filename": "h",
    "after-context": "A", "before-context": "B", "context": "C", "max-count": "m", "regexp": "e", "file": "f",
    "include": "N", "exclude": "X", "exclude-dir": "D", "text": "a", "perl-regexp": "P", "color": "G", "colour": "G",
    "basic-regexp": "G",
}  # fmt: skip


class _Hit(NamedTuple):
    """A selected line with its number, and with -o its matches."""

    number: int
    line: str
    matches: tuple[Match, ...]


@command("grep", "egrep", "fgrep")
def grep(context: CommandContext) -> int:
    """Print the lines that match a pattern.

    Usage: grep [-ivcnrlLEFowxqshH] [-A N] [-B N] [-C N] [-m N] [-e PATTERN]... PATTERN [FILE]...
    """
    context.args = [f"-C{arg[1:]}" if arg[:1] == "-" and arg[1:].isdecimal() else arg for arg in context.args]
    patterns = _patterns(context)
    options = parse_options(context, "ivcnrRlLEFowxqshHaPGIUy", "eABCmfXDN", _LONG, status=2)
    operands = options.operands
    if "f" in options:
        patterns += split_lines(context.read(options["f"]))
    if not patterns and "f" not in options:
        if not operands:
            raise CommandError("usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.", 2)
        patterns, operands = operands[0].split("\n"), operands[1:]
    search = _Search(context, options, patterns)
    recursive = "r" in options or "R" in options
    if not operands:
        operands = ["."] if recursive else ["-"]
    search.named = ("H" in options or recursive or len(operands) > 1) and "h" not in options
    for operand in operands:
        search.operand(operand, recursive)
        if search.matched and "q" in options:
            return 0
    return 2 if search.failed else int(not search.matched)


def _patterns(context: CommandContext) -> list[str]:
    """Returns the patterns of all -e options."""
    patterns: list[str] = []
    for i, arg in enumerate(context.args):
        if arg == "--":
            break
        if arg == "-e" and i + 1 < len(context.args):
            patterns += context.args[i + 1].split("\n")
        elif arg.startswith("-e") and len(arg) > 2:
            patterns += arg[2:].split("\n")
        elif arg.startswith("--regexp="):
            patterns += arg[9:].split("\n")
        elif (
            arg[:1] == "-"
            and arg[:2] != "--"
            and arg.endswith("e")
            and not set(arg) & set("ABCmf")
            and i + 1 < len(context.args)
        ):
            patterns += context.args[i + 1].split("\n")
    return patterns


class _Search:
    """One run of ``grep``: `matched` and `failed` become its status."""

    def __init__(self, context: CommandContext, options: Options, patterns: list[str]) -> None:
        self.context = context
        self.options = options
        self.matched = False
        self.failed = False
        self.named = False
        self.separated = False
        whole = "line" if "x" in options else "word" if "w" in options else ""
        extended = "E" in options or "P" in options or context.name == "egrep"
        fixed = "F" in options or context.name == "fgrep"
        ignore_case = "i" in options or "y" in options
        self.context.charge(sum([1 + len(pattern) / 64 for pattern in patterns]))
        self.regexes: list[Regex] = [
            compile_regex(
                pattern.replace("\\d", "[0-9]") if "P" in options else pattern,
                extended=extended, ignore_case=ignore_case, whole=whole, fixed=fixed,
            )
            for pattern in patterns
        ]  # fmt: skip
        around = options.number("C", 0)
        self.after = min(options.number("A", around), 10_000)
        self.before = min(options.number("B", around), 10_000)
        self.max_count = options.number("m", -1)

    def operand(self, operand: str, recursive: bool) -> None:
        context = self.context
        try:
            if operand != "-" and context.files.is_dir(context.path(operand)):
                if not recursive:
                    if "s" not in self.options:
                        context.err(f"{context.name}: {operand}: Is a directory\n")
                    return
                self.directory(operand)
            else:
                self.file(operand, context.read(operand))
        except FileError as error:
            self.failed = True
            if "s" not in self.options:
                context.err(f"{context.name}: {operand}: {error.reason}\n")

    def directory(self, operand: str) -> None:
        path = self.context.path(operand).rstrip("/") or "/"
        skipped = ""
        include, exclude = self.options.get("N"), self.options.get("X")
        for inner, entry in list(self.context.files.walk(path)):
            self.context.charge()
            name = inner.rpartition("/")[2]
            if skipped and inner.startswith(skipped):
                continue
            if type(entry) is Directory:
                if "D" in self.options and glob_match(self.options["D"], name):
                    skipped = inner + "/"
                continue
            if (include and not glob_match(include, name)) or (exclude and glob_match(exclude, name)):
                continue
            shown = inner[len(path) :].lstrip("/") if path != "/" else inner[1:]
            prefix = (
                ""
                if operand == "." and self.context.args and "." not in self.context.args
                else operand.rstrip("/") + "/"
            )
            try:
                self.file(prefix + shown, self.context.read(inner))
            except FileError as error:
                self.failed = True
                if "s" not in self.options:
                    self.context.err(f"{self.context.name}: {prefix + shown}: {error.reason}\n")

    def matches(self, line: str) -> tuple[Match, ...] | None:
        """Returns the matches of a line (only looked up for -o, else empty), or None for a line without any."""
        budget = self.context.shell.budget
        if "o" in self.options and "v" not in self.options:
            matches = sorted(
                {match for regex in self.regexes for match in regex.find_all(line, budget)},
                key=lambda match: (match.start, -match.end),
            )
            kept: list[Match] = []
            for match in matches:
                if match.end > match.start and (not kept or match.start >= kept[-1].end):
                    kept.append(match)
            return tuple(kept) if matches else None
        hit = any(regex.test(line, budget) for regex in self.regexes)
        return () if hit != ("v" in self.options) else None

    def file(self, name: str, data: bytes) -> None:
        options = self.options
        hits: list[_Hit] = []
        lines = split_lines(data)
        for number, line in enumerate(lines, 1):
            if self.max_count >= 0 and len(hits) >= self.max_count:
                break
            self.context.charge(0.003)
            matches = self.matches(line)
            if matches is not None:
                hits.append(_Hit(number, line, matches))
                if "q" in options or "l" in options:
                    break
        if "L" in options:
            self.matched |= not hits
        else:
            self.matched |= bool(hits)
        if "q" in options:
            return
        shown = "(standard input)" if name == "-" else name
        prefix = f"{shown}:" if self.named else ""
        if "l" in options or "L" in options:
            if bool(hits) == ("l" in options):
                self.context.line(shown)
        elif "c" in options:
            self.context.line(f"{prefix}{len(hits)}")
        elif b"\0" in data and "a" not in options and hits:
            self.context.line(f"grep: {shown}: binary file matches")
        else:
            self.print(shown, lines, hits)

    def print(self, name: str, lines: list[str], hits: Sequence[_Hit]) -> None:
        out: list[str] = []
        numbered = "n" in self.options

        def show(number: int, text: str, mark: str) -> None:
            head = f"{name}{mark}" if self.named else ""
            out.append(f"{head}{number}{mark}{text}\n" if numbered else f"{head}{text}\n")

        around = self.after or self.before
        last = 0
        numbers = {hit.number for hit in hits}
        for hit in hits:
            if "o" in self.options:
                for match in hit.matches:
                    show(hit.number, match.group(0), ":")
                continue
            start = max(last + 1, hit.number - self.before)
            if around and (self.separated or last) and start > last + 1:
                out.append("--\n")
            elif around and self.separated and not last:
                out.append("--\n")
            for number in range(start, hit.number):
                show(number, lines[number - 1], "-")
            if hit.number > last:
                show(hit.number, hit.line, ":")
            last = max(last, hit.number)
            for number in range(hit.number + 1, min(len(lines), hit.number + self.after) + 1):
                if number in numbers:
                    break
                show(number, lines[number - 1], "-")
                last = number
        self.separated |= bool(out)
        self.context.out("".join(out))

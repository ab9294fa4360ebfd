"""The arguments of ``tar``: old and new style, with the messages of GNU tar for those that aren't known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError

__all__ = ["GONE", "HINT", "Call", "Name", "parse"]

HINT: Final = "\nTry 'tar --help' or 'tar --usage' for more information."
_MODES: Final = "'-Acdtrux', '--delete' or "
_LETTERS: Final = "cxtzvkmpOPaf C"
_VALUED: Final = ("f", "C", "exclude", "strip-components")
_LONG: Final[Mapping[str, str]] = {
    "create": "c", "extract": "x", "get": "x", "list": "t", "gzip": "z", "gunzip": "z", "ungzip": "z", "verbose": "v",
    "keep-old-files": "k", "touch": "m", "preserve-permissions": "p", "same-permissions": "p", "to-stdout": "O",
    "absolute-names": "P", "auto-compress": "a", "file": "f", "directory": "C", "exclude": "exclude",
    "strip-components": "strip-components", "wildcards": "wildcards", "overwrite": "overwrite",
    "no-same-owner": "overwrite",
}  # fmt: skip
GONE: Final = "Error is not recoverable: exiting now"


class Name(NamedTuple):
    """An operand, the folder in which it is meant, and the patterns that hold for it."""

    folder: str
    name: str
    excluded: Sequence[str]


class Call(NamedTuple):
    """The arguments: letters of options, archive, names, patterns, folder, and the options behind all names."""

    flags: frozenset[str]
    verbose: int
    archive: str
    names: Sequence[Name]
    excluded: Sequence[str]
    folder: str
    strip: int
    late: Sequence[str]


def _tokens(args: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields options with their values, and operands as values without an option."""
    words = list(args)[::-1]
    if words and not words[-1].startswith("-"):
        for letter in words.pop():
            if letter not in _LETTERS:
                raise CommandError(f"invalid option -- '{letter}'{HINT}", 64)
            if letter in _VALUED and not words:
                raise CommandError(f"Old option '{letter}' requires an argument.{HINT}", 2)
            yield letter, words.pop() if letter in _VALUED else ""
    while words:
        word = words.pop()
        if word == "--":
            yield from [("", operand) for operand in words[::-1]]
            return
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            full = [name] if name in _LONG else [each for each in _LONG if each.startswith(name)]
            if len(full) != 1:
                raise CommandError(f"unrecognized option '{word}'{HINT}", 64)
            if _LONG[full[0]] in _VALUED and not equals:
                if not words:
                    raise CommandError(f"option '--{full[0]}' requires an argument{HINT}", 64)
                value = words.pop()
            yield _LONG[full[0]], value
        elif not word.startswith("-") or word == "-":
            yield "", word
        else:
            yield from _short(word[1:], words)


def _short(letters: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Yields the options of a word; the value of the last may be the next of the words, the last first."""
    for at, letter in enumerate(letters, 1):
        if letter not in _LETTERS:
            raise CommandError(f"invalid option -- '{letter}'{HINT}", 64)
        if letter in _VALUED:
            if not letters[at:] and not words:
                raise CommandError(f"option requires an argument -- '{letter}'{HINT}", 64)
            yield letter, letters[at:] or words.pop()
            return
        yield letter, ""


def parse(context: CommandContext) -> Call:
    """Returns the arguments.

    Raises:
        CommandError: They can't be understood.
    """
    flags: list[str] = []
    names: list[Name] = []
    excluded: list[str] = []
    late: list[str] = []
    archive, folder, strip = "-", context.cwd, 0
    for option, value in _tokens(context.args):
        if not option:
            names.append(Name(folder, value, tuple(excluded)))
            late = []
        elif option == "C":
            folder = context.path(value if value.startswith("/") else f"{folder}/{value}")
            late.append(f"-C ‘{value}’ has no effect")
            if not context.files.is_dir(folder):
                reason = "Not a directory" if context.files.exists(folder) else "No such file or directory"
                raise CommandError(f"{value}: Cannot open: {reason}\ntar: {GONE}", 2)
        elif option == "exclude":
            excluded.append(value)
            late.append(f"--exclude ‘{value}’ has no effect")
        elif option == "strip-components":
            if not (value.isascii() and value.isdecimal() and len(value) < 10):
                raise CommandError(f"{value}: Invalid number of elements{HINT}", 2)
            strip = int(value)
        elif option == "f":
            archive = value
        else:
            flags.append(option)
    modes = set("cxt") & set(flags)
    if len(modes) != 1:
        which = f"more than one {_MODES}" if modes else f"one of the {_MODES}".rstrip()
        verb = "may not" if modes else "must"
        raise CommandError(f"You {verb} specify {which} '--test-label' option{'' if modes else 's'}{HINT}", 2)
    if "a" in flags and archive.endswith((".gz", ".tgz")):
        flags.append("z")
    late = late if names and "c" in flags else []
    return Call(frozenset(flags), flags.count("v"), archive, names, excluded, folder, strip, late)

"""Permission bits as text."""

from __future__ import annotations

import re

from crab_sim.files import Directory, Entry, Link
from crab_sim.shell.errors import CommandError

_CLAUSE = re.compile(r"([ugoa]*)([-+=])([rwxXst]*|[ugo])")
_SHIFT = {"u": 6, "g": 3, "o": 0}


def show_mode(entry: Entry) -> str:
    """Returns the ten characters of ``ls -l``.

    >>> show_mode(Directory(mode=0o1777))
    'drwxrwxrwt'
    """
    kind = "d" if type(entry) is Directory else "l" if type(entry) is Link else "-"
    bits = [
        (letter if entry.mode >> shift & 1 else "-")
        for shift, letter in zip(range(8, -1, -1), "rwxrwxrwx", strict=True)
    ]
    for position, flag, letter in ((2, 0o4000, "s"), (5, 0o2000, "s"), (8, 0o1000, "t")):
        if entry.mode & flag:
            bits[position] = letter if bits[position] == "x" else letter.upper()
    return kind + "".join(bits)


def parse_mode(text: str, old: int, *, directory: bool) -> int:
    """Applies an octal or symbolic mode.

    Args:
        text: the mode, such as ``755`` or ``u+x,go-w``.
        old: the permission bits to change.
        directory: whether they are a directory's, for ``X``.

    Raises:
        CommandError: the text is no mode.

    >>> oct(parse_mode("u+x,go-r", 0o644, directory=False))
    '0o700'
    """
    if re.fullmatch(r"[0-7]{1,4}", text):
        return int(text, 8)
    mode = old
    for clause in text.split(","):
        match = _CLAUSE.fullmatch(clause)
        if match is None:
            raise CommandError(f"invalid mode: '{text}'\nTry 'chmod --help' for more information.")
        mode = _apply(mode, match[1], match[2], match[3], directory)
    return mode


def _apply(mode: int, who: str, operator: str, letters: str, directory: bool) -> int:
    if letters in ("u", "g", "o"):
        bits = mode >> _SHIFT[letters] & 7
    else:
        executable = "x" in letters or ("X" in letters and (directory or mode & 0o111))
        bits = 4 * ("r" in letters) | 2 * ("w" in letters) | bool(executable)
    for group in "ugo" if not who or "a" in who else who:
        shift = _SHIFT[group]
        # without letters before the operator the umask (022) applies
        allowed = bits & (7 if who or group == "u" else 5)
        if operator == "=":
            mode &= ~(7 << shift)
        mode = mode & ~(allowed << shift) if operator == "-" else mode | allowed << shift
    if "t" in letters:
        mode = mode & ~0o1000 if operator == "-" else mode | 0o1000
    if "s" in letters:
        special = 0o4000 * ("u" in who or not who) | 0o2000 * ("g" in who or not who)
        mode = mode & ~special if operator == "-" else mode | special
    return mode

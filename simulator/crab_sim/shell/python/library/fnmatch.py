"""Names and patterns of files."""

from __future__ import annotations

import re


def translate(pattern: str) -> str:
    """Returns a pattern as a regular expression."""
    parts, position = [], 0
    while position < len(pattern):
        letter = pattern[position]
        position += 1
        if letter == "*":
            parts.append(".*")
        elif letter == "?":
            parts.append(".")
        elif letter == "[" and pattern.find("]", position + 1) > 0:
            end = pattern.find("]", position + 1)
            inner = pattern[position:end]
            parts.append("[" + ("^" + inner[1:] if inner.startswith("!") else inner).replace("\\", "\\\\") + "]")
            position = end + 1
        else:
            parts.append(re.escape(letter))
    return "(?s:" + "".join(parts) + r")\Z"


def fnmatchcase(name: str, pattern: str) -> bool:
    """Returns whether a name fits a pattern."""
    return re.match(translate(pattern), name) is not None


fnmatch = fnmatchcase


def filter(names: list[str], pattern: str) -> list[str]:
    """Returns the names that fit a pattern."""
    return [name for name in names if fnmatchcase(name, pattern)]

r"""The text that takes a match's place in sed and vim: ``&``, ``\1`` and the changes of case."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

__all__ = ["expand"]


def expand(template: str, group: Callable[[int], str], escapes: Mapping[str, str]) -> str:
    r"""Returns the text for a match.

    Args:
        template: What takes its place; ``\U`` and ``\L`` change the case up to ``\E``, ``\u`` and ``\l`` of a letter.
        group: Returns the text of a group by its number.
        escapes: The letters that stand for something else behind a backslash.
    """
    out: list[str] = []
    case = once = ""
    for piece in re.finditer(r"\\(.)|&|[^\\&]+|\\$", template, re.DOTALL):
        letter = piece[1]
        if letter and letter in "ULEul":
            if letter in "ul":
                once = letter
            else:
                case = "" if letter == "E" else letter
            continue
        if piece[0] == "&":
            text = group(0)
        elif letter and letter in "0123456789":
            text = group(int(letter))
        elif letter:
            text = escapes.get(letter, letter)
        else:
            text = piece[0]
        text = text.upper() if case == "U" else text.lower() if case == "L" else text
        if once and text:
            text = (text[0].upper() if once == "u" else text[0].lower()) + text[1:]
            once = ""
        out.append(text)
    return "".join(out)

"""The shorthands of CSS: ``margin: 1em 0``, ``border: 1px solid red``, and others, as the properties they stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

__all__ = ["Declarations", "expand", "words_of"]

Declarations: TypeAlias = Mapping[str, str]
"""Values as they are written, by property."""
_SIDES: Final = ("top", "right", "bottom", "left")
_STYLES: Final = frozenset("none hidden solid dashed dotted double groove ridge inset outset".split())
_FONT = re.compile(r"(?:^|\s)(?P<size>[\d.]+(?:px|rem|em|%|pt))(?:/(?P<line>[\d.]+\w*))?")


def words_of(value: str) -> list[str]:
    """Splits a value at the spaces outside of brackets.

    >>> words_of("1px solid rgb(0 0 0 / 5%)")
    ['1px', 'solid', 'rgb(0 0 0 / 5%)']
    """
    words, depth, word = [], 0, ""
    for char in value:
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char.isspace() and not depth:
            if word:
                words.append(word)
            word = ""
        else:
            word += char
    return [*words, word] if word else words


def expand(name: str, value: str) -> Declarations:
    """Returns the properties that a declaration sets.

    >>> expand("padding", "1px 2px")["padding-left"], expand("border-bottom", "1px solid red")
    ('2px', {'border-bottom-width': '1px', 'border-bottom-style': 'solid', 'border-bottom-color': 'red'})
    """
    if name in ("margin", "padding"):
        return {f"{name}-{side}": word for side, word in zip(_SIDES, _four(value), strict=True)}
    if name in ("border-width", "border-style", "border-color"):
        part = name.removeprefix("border-")
        return {f"border-{side}-{part}": word for side, word in zip(_SIDES, _four(value), strict=True)}
    if name == "border":
        return {key: word for side in _SIDES for key, word in _border(side, value).items()}
    if name.startswith("border-") and name.removeprefix("border-") in _SIDES:
        return _border(name.removeprefix("border-"), value)
    match name:
        case "background":
            return {"background-color": value}
        case "flex":
            return _flex(value)
        case "gap" | "grid-gap":
            words = words_of(value) or ["0"]
            return {"row-gap": words[0], "column-gap": words[-1]}
        case "columns":
            words = words_of(value)
            counts = [word for word in words if word.isdecimal()]
            widths = [word for word in words if not word.isdecimal() and word != "auto"]
            return {"column-count": counts[0] if counts else "auto", "column-width": widths[0] if widths else "auto"}
        case "list-style":
            kinds = [word for word in words_of(value) if word not in ("inside", "outside")]
            return {"list-style-type": kinds[0] if kinds else "disc"}
        case "text-decoration":
            return {"text-decoration-line": (words_of(value) or ["none"])[0]}
        case "font":
            return _font(value)
        case "place-items":
            words = words_of(value) or ["stretch"]
            return {"align-items": words[0], "justify-items": words[-1]}
        case "overflow":
            return {"overflow-x": (words_of(value) or ["visible"])[-1]}
    return {name: value}


def _four(value: str) -> tuple[str, str, str, str]:
    """Returns the values for the top, right, bottom and left side."""
    words = words_of(value) or ["0"]
    top = words[0]
    right = words[1] if len(words) > 1 else top
    bottom = words[2] if len(words) > 2 else top
    return top, right, bottom, words[3] if len(words) > 3 else right


def _border(side: str, value: str) -> dict[str, str]:
    found = {f"border-{side}-width": "3px", f"border-{side}-style": "none", f"border-{side}-color": "currentcolor"}
    for word in words_of(value):
        if word in _STYLES:
            found[f"border-{side}-style"] = word
        elif word[:1].isdigit() or word[:1] == "." or word in ("thin", "medium", "thick"):
            found[f"border-{side}-width"] = {"thin": "1px", "medium": "3px", "thick": "5px"}.get(word, word)
            if word == "0":
                found[f"border-{side}-style"] = "none"
        else:
            found[f"border-{side}-color"] = word
    return found


def _flex(value: str) -> dict[str, str]:
    words = words_of(value)
    if value == "none":
        return {"flex-grow": "0", "flex-shrink": "0", "flex-basis": "auto"}
    grow, shrink, basis = "1", "1", "0px"
    numbers = [word for word in words if re.fullmatch(r"[\d.]+", word)]
    others = [word for word in words if word not in numbers]
    if numbers:
        grow = numbers[0]
    if len(numbers) > 1:
        shrink = numbers[1]
    if others:
        basis = others[0]
    return {"flex-grow": grow, "flex-shrink": shrink, "flex-basis": basis}


def _font(value: str) -> dict[str, str]:
    if value == "inherit":
        return {name: "inherit" for name in ("font-size", "font-weight", "font-family", "line-height")}
    found = {"font-weight": "normal", "line-height": "normal", "font-family": "sans-serif"}
    size = _FONT.search(value)
    if size is None:
        return {}
    found["font-size"] = size["size"]
    if size["line"]:
        found["line-height"] = size["line"]
    for word in words_of(value[: size.start("size")]):
        if word == "bold" or word.isdecimal():
            found["font-weight"] = word
    found["font-family"] = value[size.end() :].strip()
    return found

"""The looks of OpenDocument's texts, paragraphs, cells and shapes, as short descriptions of what isn't as usual.

What a program writes by itself is left out: languages, fonts of other scripts, revision ids, padding, the default's own
values. The fonts and sizes of named styles differ between programs and are left out, too; what hides or marks text is
not, wherever it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

TEXT, PARAGRAPH, CELL, GRAPHIC, PAGE, TABLE, LINE = (
    "text", "paragraph", "table-cell", "graphic", "drawing-page", "table", "table-row",
)  # fmt: skip
"""The groups of properties, by which the keys of a style's values begin."""
BOLD = ("bold", "600", "700", "800", "900")

_MARKS: Mapping[str, tuple[str, ...]] = {
    "text-line-through-style": ("none",), "text-line-through-type": ("none",), "text-overline-style": ("none",),
    "text-position": ("0% 100%",), "display": ("true",), "text-transform": ("none",), "font-variant": ("normal",),
    "text-outline": ("false",), "text-shadow": ("none",), "text-blinking": ("false",), "font-relief": ("none",),
    "text-rotation-angle": ("0",), "text-scale": ("100%",), "letter-spacing": ("normal", "0cm", "0in"),
    "text-emphasize": ("none",), "background-color": ("transparent",), "opacity": ("100%", "0%"),
}  # fmt: skip
"""Properties of text that hide or mark it, with their usual values."""
UNDEFINED = "undefined"
"""Names a style that isn't in its document: programs have some of their own, such as Strong Emphasis."""
LEAST_SIZE = 6.0
"""Points of the smallest letters that are read."""
_FONT = ("font-size", "font-name", "font-family")
_PARAGRAPH: Mapping[str, tuple[str, ...]] = {
    "background-color": ("transparent",), "border": ("none",), "border-top": ("none",), "border-bottom": ("none",),
    "border-left": ("none",), "border-right": ("none",), "break-before": ("auto",), "break-after": ("auto",),
    "text-indent": ("0cm", "0in"), "margin-left": ("0cm", "0in"), "margin-right": ("0cm", "0in"),
    "margin-top": ("0cm", "0in"), "margin-bottom": ("0cm", "0in"), "line-height": (),
}  # fmt: skip
_CELL: Mapping[str, tuple[str, ...]] = {
    "background-color": ("transparent",), "border": ("none",), "border-top": ("none",), "border-bottom": ("none",),
    "border-left": ("none",), "border-right": ("none",), "rotation-angle": ("0",), "wrap-option": ("no-wrap",),
    "cell-protect": ("protected", "none"), "print-content": ("true",), "shrink-to-fit": ("false",),
}  # fmt: skip
_FILLED = ("solid", "gradient", "bitmap", "hatch")


def is_own_address(target: str, text: str) -> bool:
    """Returns whether a link leads to the address that is its text: programs make links of addresses.

    >>> is_own_address("http://news.example/", "news.example"), is_own_address("x", "Mexico")
    (True, False)
    """
    return _bare(target) == _bare(text.strip())


def _bare(address: str) -> str:
    for scheme in ("mailto:", "http://", "https://"):
        address = address.removeprefix(scheme)
    return address.rstrip("/")


def _unusual(values: Mapping[str, str], group: str, usual: Mapping[str, tuple[str, ...]]) -> Iterable[str]:
    for name, plain in usual.items():
        value = values.get(f"{group}:{name}", "")
        if value and value not in plain:
            yield f"{name} {value}"


def is_bold(values: Mapping[str, str]) -> bool:
    """Returns whether text is bold."""
    return values.get("text:font-weight", "") in BOLD


def basic_look(values: Mapping[str, str]) -> tuple[bool, bool, bool]:
    """Returns whether text is bold, italic and underlined."""
    return (
        is_bold(values),
        values.get("text:font-style", "") in ("italic", "oblique"),
        values.get("text:text-underline-style", "none") != "none",
    )


def text_look(values: Mapping[str, str], own: Mapping[str, str]) -> tuple[str, ...]:
    """Returns what else is unusual about text.

    Args:
        values: All of its properties.
        own: Those that aren't a named style's, whose font and size count as well; of a named style, only a size that
            can't be read does.
    """
    looks = list(_unusual(values, TEXT, _MARKS))
    color = values.get("text:color", "")
    if color not in ("", "#000000") and values.get("text:use-window-font-color") != "true":
        looks.append(f"color {color}")
    looks += [f"{name} {own[f'text:{name}']}" for name in (*_FONT, UNDEFINED) if own.get(f"text:{name}")]
    size = f"font-size {values.get('text:font-size', '')}"
    if "text:font-size" not in own and is_too_small(size):
        looks.append(size)
    return tuple(sorted(looks))


_TEXT_FONTS = re.compile(
    r"""(?:\+m[nj]-|liberation|dejavu\ sans|dejavu\ serif|noto\ (?:sans|serif|mono)(?!\ (?:symbols|sign|egypt))|arial|
    aptos|bahnschrift|baskerville|book\ antiqua|bookman|caladea|calibri|cambria(?!\ math)|candara|cantarell|carlito|
    century|comic\ sans|consolas|constantia|corbel|courier|fira|franklin\ gothic|free(?:sans|serif|mono)|garamond|
    georgia|gill\ sans|helvetica|ibm\ plex|inter\b|lato|lucida|menlo|microsoft\ |montserrat|nimbus|open\ sans|palatino|
    roboto|rockwell|sans\b|segoe\ (?:ui|print|script)(?!\ (?:symbol|emoji))|serif\b|monospace|mono\b|source\ |tahoma|
    thorndale|times|trebuchet|ubuntu|verdana)""",
    re.VERBOSE,
)
"""The beginnings of the names of fonts for text; others may have symbols, bars or nothing at the places of letters."""


def is_symbols(font: str) -> bool:
    """Returns whether a font isn't known to show letters: it may show symbols, bars or nothing in their place.

    >>> is_symbols("Wingdings 2"), is_symbols("Adobe Blank"), is_symbols("Liberation Serif1"), is_symbols("")
    (True, True, False, False)
    """
    return font != "" and _TEXT_FONTS.match(font.strip("'\"").casefold()) is None


def is_too_small(look: str) -> bool:
    """Returns whether a look is a size at which letters can't be read.

    >>> is_too_small("font-size 1pt"), is_too_small("font-size 12pt"), is_too_small("font-name Serif")
    (True, False, False)
    """
    name, _, size = look.partition(" ")
    return name == "font-size" and size.endswith("pt") and float(size[:-2]) < LEAST_SIZE


def paragraph_look(values: Mapping[str, str], own: Mapping[str, str]) -> tuple[str, ...]:
    """Returns what is unusual about a paragraph beside its style and alignment.

    Args:
        values: All of its properties.
        own: Those that aren't a named style's; only these count, but for the background.
    """
    ground = {key: value for key, value in values.items() if key == "paragraph:background-color"}
    return tuple(sorted(_unusual({**own, **ground}, PARAGRAPH, _PARAGRAPH)))


def cell_look(values: Mapping[str, str], own: Mapping[str, str]) -> tuple[str, ...]:
    """Returns what is unusual about a cell beside the format of its number, and whether its text is bold.

    Args:
        values: All of its properties.
        own: Those that aren't a named style's.
    """
    looks = [*text_look(values, own), *_unusual(values, CELL, _CELL)]
    _, italic, underlined = basic_look(values)
    looks += ["italic"] * italic + ["underline"] * underlined
    align = values.get("paragraph:text-align", "")
    if align and values.get("table-cell:text-align-source") != "value-type":
        looks.append(f"align {align}")
    return tuple(sorted(looks))


def shape_look(values: Mapping[str, str], transform: str) -> tuple[str, ...]:
    """Returns what is unusual about a shape on a slide: its ground, and whether it is turned.

    Args:
        values: All of its properties.
        transform: How it is turned, ``""`` for not.
    """
    looks = [f"turned {transform}"] if "rotate" in transform or "skew" in transform else []
    if values.get("graphic:fill") in _FILLED:
        looks.append(f"fill {values['graphic:fill']} {values.get('graphic:fill-color', '')}")
    return tuple(sorted(looks))

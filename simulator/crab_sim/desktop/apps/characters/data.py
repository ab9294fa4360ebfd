"""The characters of the app Characters by category, and their names; only those that the bundled fonts draw.

* `CATEGORIES`, `Category` - the categories. `members` - the characters of one. `name_of`, `code_of` - about one.
* `found` - the characters that a search finds.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.draw import text as metrics

__all__ = ["CATEGORIES", "RECENT", "Category", "code_of", "found", "members", "name_of"]

RECENT: Final = "Recently Used"
"""The name of the list of characters that were copied last."""
_MAX_FOUND: Final = 200


class Category(NamedTuple):
    """A category: its name, its icon, the ranges of its code points, the kinds (Unicode's) that it leaves out."""

    name: str
    icon: str
    ranges: tuple[tuple[int, int], ...]
    without: tuple[str, ...] = ()


CATEGORIES: Final = (
    Category("Punctuation", "text_tool", ((0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E), (0xA1, 0xBF),
                                          (0x2010, 0x205E)), ("Sc", "Sm", "No", "Lo", "Sk", "Cf", "Zs", "Zl", "Zp")),
    Category("Arrows", "arrow_right", ((0x2190, 0x21FF),)),
    Category("Bullets", "list_bullet", ((0x2022, 0x2023), (0x2043, 0x2043), (0x204C, 0x204D), (0x25AA, 0x25AB),
                                        (0x25B6, 0x25B9), (0x25C6, 0x25C7), (0x25C9, 0x25C9), (0x25CB, 0x25CB),
                                        (0x25CF, 0x25CF), (0x25E6, 0x25E6))),
    Category("Pictures", "image", ((0x2500, 0x25FF), (0x266D, 0x266F), (0x2736, 0x2736), (0x2758, 0x275A))),
    Category("Currencies", "money", ((0x24, 0x24), (0xA2, 0xA5), (0x20A0, 0x20CF))),
    Category("Math", "calculator", ((0x2B, 0x2B), (0x3C, 0x3E), (0xAC, 0xAC), (0xB0, 0xB1), (0xD7, 0xD7), (0xF7, 0xF7),
                                    (0xB9, 0xB9), (0xB2, 0xB3), (0xBC, 0xBE), (0x2030, 0x2034), (0x2070, 0x208E),
                                    (0x2100, 0x214F), (0x2150, 0x215F), (0x2200, 0x22FF)), ("Lm",)),
    Category("Letters", "text_color", ((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x24F),
                                       (0x370, 0x3FF), (0x400, 0x52F), (0x1E00, 0x1EFF)),
             ("Mn", "Me", "Po", "Sk", "So")),
)  # fmt: skip
"""The categories, in the order of the side pane. Emoji are left out."""


@lru_cache(maxsize=len(CATEGORIES))
def members(name: str) -> tuple[str, ...]:
    """Returns the characters of a category, by code point."""
    category = next((row for row in CATEGORIES if row.name == name), None)
    if category is None:
        return ()
    without = (*category.without, "Cn")
    codes = [code for first, last in category.ranges for code in range(first, last + 1)]
    return tuple(
        [chr(code) for code in codes if metrics.covers(chr(code)) and unicodedata.category(chr(code)) not in without]
    )


@lru_cache(maxsize=4096)
def name_of(character: str) -> str:
    """Returns a character's name as the app shows it.

    >>> name_of("½"), name_of("é")
    ('Vulgar Fraction One Half', 'Latin Small Letter E with Acute')
    """
    words = unicodedata.name(character, "").title()
    for small in ("With", "And", "Of", "To", "Or", "The", "For", "On"):
        words = words.replace(f" {small} ", f" {small.lower()} ")
    return words


def code_of(character: str) -> str:
    """Returns a character's code point.

    >>> code_of("½")
    'U+00BD'
    """
    return f"U+{ord(character):04X}"


@lru_cache(maxsize=1)
def _known() -> tuple[tuple[str, str], ...]:
    """Returns all characters, each with the words by which it is found."""
    every = dict.fromkeys([character for row in CATEGORIES for character in members(row.name)])
    return tuple([(one, f"{name_of(one)} {code_of(one)} {ord(one):x}".casefold().replace("-", " ")) for one in every])


@lru_cache(maxsize=64)
def found(query: str) -> tuple[str, ...]:
    """Returns the characters that a search finds: by words of their names, by code point, or themselves.

    >>> found("one half"), found("U+20AC"), found("é")
    (('½',), ('€',), ('é',))
    """
    text = query.strip()
    words = text.casefold().replace("-", " ").split()
    if not words:
        return ()
    exact = [one for one, _ in _known() if one == text or name_of(one).casefold() == text.casefold()]
    whole = [one for one, about in _known() if all([f" {word} " in f" {about} " for word in words])]
    part = [one for one, about in _known() if all([word in about for word in words])] if len(text) > 1 else []
    return tuple(dict.fromkeys([*exact, *whole, *part]))[:_MAX_FOUND]

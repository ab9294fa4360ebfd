"""Reading of the catalogues: tab-separated files with a column for English and one for each other language.

* `Row` - a text in all languages. `read` - the rows of a file. `FILES` - the files that an app's texts are in.
* `placeholders` - the names in braces of a text.

A row's English may have placeholders: ``{name}`` stands for any text, ``{n}`` for a number, ``{time}`` for a time of
day, and ``{weekday}``, ``{day}``, ``{month}``, ``{mon}`` for a word of the calendar, which is translated too;
``{of}`` is a month after a day, which has a form of its own in some languages.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["FILES", "LANGUAGES", "SHARED", "Row", "placeholders", "read"]

LANGUAGES: Final = ("en", "de", "fr", "es", "uk")
"""The interface languages, by their codes in ISO 639; the files' columns."""
SHARED: Final = ("common", "calendar_words")
"""The files that belong to no app: words that most apps share, and those of the calendar."""
FILES: Final = {
    "ubuntu": {
        "system": ("desktop_system", "names"), "files": ("desktop_files", "names"),
        "settings": ("desktop_settings", "names"), "terminal": ("desktop_terminal", "names"),
        "text_editor": ("desktop_text_editor", "names"),
    },
    "android": {
        "system": ("phone_system", "names"), "calendar": ("phone_calendar", "names"),
        "clock": ("phone_clock", "names"), "contacts": ("phone_contacts", "names"),
        "files": ("phone_files", "names"), "messages": ("phone_messages", "names"),
        "notes": ("phone_notes", "names"), "settings": ("phone_settings", "names"),
    },
}  # fmt: skip
"""Device to app (``"system"`` for what belongs to none) to the files of its texts, besides `SHARED`."""
_TABLES = Path(__file__).parent / "tables"
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Row(NamedTuple):
    """A text in all languages, in the order of `LANGUAGES`."""

    en: str
    de: str
    fr: str
    es: str
    uk: str


def placeholders(text: str) -> tuple[str, ...]:
    """Returns the names in braces, sorted.

    >>> placeholders("{n} of {name}")
    ('n', 'name')
    """
    return tuple(sorted(_PLACEHOLDER.findall(text)))


@cache
def read(name: str) -> tuple[Row, ...]:
    """Returns the rows of a file.

    Raises:
        ValueError: A line has not one cell for each language.
    """
    text = (_TABLES / f"{name}.tsv").read_text("utf-8")
    rows = []
    for number, line in enumerate(text.splitlines()[1:], 2):  # the first names the columns
        cells = line.split("\t")
        if len(cells) != len(LANGUAGES):
            raise ValueError(f"{name}.tsv, line {number} has {len(cells)} cells; expected {len(LANGUAGES)}: {line!r}")
        rows.append(Row(*cells))
    return tuple(rows)

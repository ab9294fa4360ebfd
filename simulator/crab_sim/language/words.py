"""The look-up of an app's texts in one language, in both directions.

* `words_of` - an app's words. `Words` - its look-up.

Whole texts are looked up first, then patterns with placeholders, those with more letters of their own before others.
Both results are kept, since the same few hundred texts are shown again and again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from crab_sim.language.catalogues import FILES, LANGUAGES, SHARED, Row, read

__all__ = ["LANGUAGES", "Words", "words_of"]

_KEPT: Final = 4096
"""Results kept of each app and language; then they are forgotten, since content is among them."""
_LONGEST: Final = 400
"""Characters of the longest text that is compared with patterns: longer ones are content, whoever wrote it."""
_LISTED: Final = " · "
"""Stands between the parts of a line, each of which is looked up where the whole isn't known."""
_PARTS: Final = re.compile(r"\{(\w+)\}")
_VALUES: Final[Mapping[str, str]] = {
    "n": r"\d[\d.,]*",
    "m": r"\d[\d.,]*",
    "year": r"\d{4}",
    "time": r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?",
}
"""The values of the placeholders that don't stand for any text, as regular expressions."""
_DATED: Final = ("weekday", "day", "month", "mon", "of")
"""The placeholders whose values are words of the calendar."""


class _Pattern:
    """A text with placeholders, and the text that it becomes."""

    __slots__ = ("_names", "_regex", "_to")

    def __init__(self, source: str, to: str, dates: Mapping[str, Mapping[str, str]]) -> None:
        self._names: tuple[str, ...] = tuple(_PARTS.findall(source))
        self._to = to
        regex = ""
        for i, part in enumerate(_PARTS.split(source)):
            if i % 2 == 0:
                regex += re.escape(part)
            elif part in _DATED:
                regex += f"({'|'.join(sorted(map(re.escape, dates[part]), key=len, reverse=True))})"
            else:
                regex += f"({_VALUES.get(part, '.+?')})"
        self._regex = re.compile(regex, re.DOTALL)

    def apply(self, text: str, dates: Mapping[str, Mapping[str, str]]) -> str | None:
        """Returns what a text becomes, None if it doesn't match."""
        found = self._regex.fullmatch(text)
        if found is None:
            return None
        result = self._to
        for name, value in zip(self._names, found.groups(), strict=True):
            result = result.replace(f"{{{name}}}", dates[name][value] if name in _DATED else value, 1)
        return result


class _Table:
    """The look-up in one direction."""

    __slots__ = ("_dates", "_exact", "_patterns", "kept")

    def __init__(self, pairs: Iterable[tuple[str, str]], dates: Mapping[str, Mapping[str, str]]) -> None:
        self._dates = dates
        self._exact: dict[str, str] = {}
        patterns: list[tuple[str, str]] = []
        for source, to in pairs:
            if "{" in source:
                patterns.append((source, to))
            else:
                self._exact.setdefault(source, to)
        patterns.sort(key=lambda pair: -len(_PARTS.sub("", pair[0])))
        self._patterns = [_Pattern(source, to, dates) for source, to in patterns]
        self.kept: dict[str, str] = {}

    def find(self, text: str) -> str:
        """Returns what a text becomes, itself where the catalogue doesn't have it."""
        known = self.kept.get(text)
        if known is None:
            known = self._match(text)
            if len(self.kept) >= _KEPT:
                self.kept.clear()
            self.kept[text] = known
        return known

    def knows(self, text: str) -> bool:
        """Returns whether the catalogue has a text, which may be the same in the other language."""
        if text in self._exact:
            return True
        return any([pattern.apply(text, self._dates) is not None for pattern in self._patterns])

    def _match(self, text: str) -> str:
        known = self._exact.get(text)
        if known is not None:
            return known
        if len(text) > _LONGEST:
            return text
        if _LISTED in text:  # such as "Today 14:05 · 3 MB · PDF document"
            return _LISTED.join([self._match(part) for part in text.split(_LISTED)])
        for pattern in self._patterns:
            result = pattern.apply(text, self._dates)
            if result is not None:
                return result
        parts = text.split(", ")
        if len(parts) > 1 and all([part in self._exact for part in parts]):  # such as "Mon, Tue, Fri"
            return ", ".join([self._exact[part] for part in parts])
        return text


class Words:
    """The texts of one app in one language.

    Args:
        language: The language's code.
        rows: The rows of its catalogues; of two with the same English, the first counts.

    Attributes:
        language: The language's code.
    """

    __slots__ = ("_back", "_there", "language")

    def __init__(self, language: str, rows: Iterable[Row]) -> None:
        self.language = language
        at = LANGUAGES.index(language)
        pairs = [(row.en, row[at]) for row in rows]
        dates = _date_words(at)
        self._there = _Table(pairs, dates)
        self._back = _Table(
            [(to, source) for source, to in pairs],
            {name: {to: source for source, to in words.items()} for name, words in dates.items()},
        )

    def say(self, text: str) -> str:
        """Returns a text in the language, in English where the catalogues don't have it."""
        return self._there.find(text) if text else text

    def looked_up(self) -> Mapping[str, str]:
        """Returns the texts that were asked for, with what became of them; only the latest are kept."""
        return self._there.kept

    def knows(self, text: str) -> bool:
        """Returns whether the catalogues have an English text."""
        return self._there.knows(text)

    def english(self, text: str) -> str:
        """Returns the English text of one in the language; of any other text, itself."""
        return self._back.find(text) if text else text


def _date_words(at: int) -> dict[str, dict[str, str]]:
    """Returns the words of the calendar in one column, by placeholder and their English."""
    rows = read("calendar_words")
    kinds = {"weekday": (0, 7), "day": (7, 14), "month": (14, 26), "mon": (26, 38)}
    words = {name: {row.en: row[at] for row in rows[first:last]} for name, (first, last) in kinds.items()}
    return {**words, "of": {row.en: row[at] for row in read("calendar_genitives")}}


@lru_cache(maxsize=256)
def words_of(language: str, device: str, app: str) -> Words | None:
    """Returns an app's words in a language, None for English, in which views are written, and for an app without any.

    Args:
        language: The language's code, of `LANGUAGES`.
        device: The device.
        app: The app's id; ``"system"`` for what belongs to no app.
    """
    files = FILES[device].get(app)
    if language == "en" or files is None:
        return None
    return Words(language, [row for name in (*files, *SHARED) for row in read(name)])

"""The catalogues of the interface's languages: complete, consistent, and readable back into English."""

from __future__ import annotations

import numpy as np
import pytest

from crab_gym.backends import conditions
from crab_sim.draw.ink import mask
from crab_sim.language.catalogues import FILES, LANGUAGES, SHARED, Row, placeholders, read
from crab_sim.language.words import words_of

FILE_NAMES = sorted({name for apps in FILES.values() for names in apps.values() for name in names})
FILE_NAMES += ["common", "calendar_genitives"]
APPS = [(device, app) for device, apps in FILES.items() for app in apps]
VALUES = {
    "name": "Report 7", "n": "14", "m": "3", "year": "2026", "time": "14:05", "weekday": "Wednesday", "day": "Wed",
    "month": "October", "mon": "Oct", "of": "October",
}  # fmt: skip


def rows(device: str, app: str) -> list[Row]:
    return [row for name in (*FILES[device][app], *SHARED) for row in read(name)]


def filled(text: str) -> str:
    for name, value in VALUES.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def test_backends_and_machines_speak_the_same_languages() -> None:
    assert conditions.LANGUAGES == LANGUAGES == Row._fields


@pytest.mark.parametrize("name", FILE_NAMES)
def test_every_text_is_there_in_every_language(name: str) -> None:
    for row in read(name):
        assert all(text.strip() and text == text.strip() for text in row), row
        assert {placeholders(text) for text in row} == {placeholders(row.en)}, row
        assert set(placeholders(row.en)) <= set(VALUES), row
    english = [row.en for row in read(name)]
    assert len(english) == len(set(english))


@pytest.mark.parametrize(("device", "app"), APPS)
def test_an_app_says_the_same_for_the_same_text(device: str, app: str) -> None:
    known: dict[str, Row] = {}
    for row in rows(device, app):
        if row.en != "May":  # the month and its abbreviation are the same only in English
            assert known.setdefault(row.en, row) == row


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize(("device", "app"), APPS)
def test_texts_are_read_back_into_english(device: str, app: str, language: str) -> None:
    words = words_of(language, device, app)
    assert words is not None
    for row in rows(device, app):
        text = filled(row.en)
        assert words.english(words.say(text)) == text
        assert words.knows(text)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_letter_can_be_drawn(language: str) -> None:
    at = LANGUAGES.index(language)
    letters = {char for device, app in APPS for row in rows(device, app) for char in row[at]}
    for font in ("regular", "bold"):
        unknown = mask("\ue000", font, 20)  # the box that stands for a letter that the font lacks
        assert not [c for c in letters if not c.isspace() and np.array_equal(mask(c, font, 20), unknown)]


def test_words_are_looked_up_in_wholes_patterns_and_parts() -> None:
    words = words_of("de", "android", "files")
    assert words is not None
    assert words.say("New folder") == "Neuer Ordner"
    assert words.say("3 items") == "3 Elemente"
    assert words.say("Today 14:05 · 3 MB · PDF document") == "Heute 14:05 · 3 MB · PDF-Dokument"
    assert words.say("Mon, Tue, Fri") == "Mo, Di, Fr"
    assert words.say("Wednesday, 14 October") == "Mittwoch, 14. Oktober"
    assert words.say("Delete the barn?") == "the barn löschen?"
    assert words.say("Barn") == "Barn" and not words.knows("Barn")
    assert words.english("Heute 14:05 · 3 MB · PDF-Dokument") == "Today 14:05 · 3 MB · PDF document"


def test_english_needs_no_look_up() -> None:
    assert words_of("en", "android", "files") is None
    assert words_of("de", "android", "recipes") is None  # an app without a catalogue stays English

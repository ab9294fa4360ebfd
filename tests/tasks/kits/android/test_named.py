"""Evaluators of things that sub-tasks make and name in the phone's apps."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.browser.state import FORMS, letter_sent
from crab_tasks.kits.android.clock.state import ALARMS, alarm_on, city_chosen
from crab_tasks.kits.android.files.state import STORAGE, folder_named
from crab_tasks.kits.android.fitness.state import TRACKS, track_called
from crab_tasks.kits.android.markdown.state import HOME, text_is_value
from crab_tasks.kits.android.music.state import PLAYLISTS, playlist_noted
from crab_tasks.kits.android.recipes.state import RECIPES, recipe_noted
from crab_tasks.kits.android.recorder.state import RECORDS, recording_named
from crab_tasks.kits.android.video.state import LIBRARY, video_playlist_noted
from crab_tasks.kits.compare import digest


@pytest.mark.parametrize(
    ("alarms", "accepted"),
    [
        ([(14, 35, 1)], True), ([(14, 35, 1), (14, 35, 0)], True), ([(14, 35, 0)], False), ([(2, 35, 1)], False),
        ([(14, 35, 1), (14, 35, 1)], False),
    ],
)  # fmt: skip
def test_one_alarm_of_the_time_is_on(phone: Any, alarms: list[tuple[int, int, int]], accepted: bool) -> None:
    first = phone.setup.table(ALARMS, "alarm_templates")[0]
    rows = [
        {**first, "_id": i, "hour": hour, "minutes": minute, "enabled": enabled}
        for i, (hour, minute, enabled) in enumerate(alarms, 1)
    ]
    phone.setup.set_table(ALARMS, "alarm_templates", rows)
    assert alarm_on(State(android=phone.state), 14, 35) is accepted


def test_a_city_is_in_the_world_clock(phone: Any) -> None:
    state, rows = State(android=phone.state), phone.setup.table(ALARMS, "selected_cities")
    phone.setup.set_table(ALARMS, "selected_cities", [{**rows[0], "city_name": "Nairobi"}])
    assert city_chosen(state, "Nairobi") and not city_chosen(state, "Lima")


@pytest.mark.parametrize(
    ("names", "accepted"),
    [(["12 May 2026"], True), (["2026-05-12", "Gym"], True), (["2026-05-12", "12 May 2026"], False),
     (["12 May 2026 (old)"], False), ([], False)],
)  # fmt: skip
def test_one_playlist_has_the_name(phone: Any, names: list[str], accepted: bool) -> None:
    state, date = State(android=phone.state), ("date", "2026-05-12")
    songs = [{"playlist_id": i, "playlist_name": name} for i, name in enumerate(names, 1)]
    phone.setup.set_table(PLAYLISTS, "PlaylistEntity", songs)
    assert playlist_noted(state, *date) is accepted
    videos = [{"id_playlist": i, "name": name} for i, name in enumerate(names, 1)]
    phone.setup.set_table(LIBRARY, "Playlist", videos)
    assert video_playlist_noted(state, *date) is accepted


def test_a_recording_is_renamed_not_copied(phone: Any) -> None:
    state, right = State(android=phone.state), ("date", "2026-05-12", digest(b"sound"))
    phone.setup.write_file(f"{RECORDS}/2026-05-12.m4a", b"another")
    assert not recording_named(state, *right)
    phone.setup.write_file(f"{RECORDS}/2026-05-12.m4a", b"sound")
    assert recording_named(state, *right)
    phone.setup.write_file(f"{RECORDS}/Speech.m4a", b"sound")
    assert not recording_named(state, *right)


def test_only_the_track_of_the_length_has_the_name(phone: Any) -> None:
    state, first = State(android=phone.state), phone.setup.table(TRACKS, "tracks")[0]
    for lengths, accepted in (((8150.0,), True), ((8150.0, 900.0), False), ((900.0,), False)):
        rows = [{**first, "_id": i, "name": "Old maps", "totaldistance": length} for i, length in enumerate(lengths, 1)]
        phone.setup.set_table(TRACKS, "tracks", rows)
        assert track_called(state, 8150, "line", "Old maps") is accepted


@pytest.mark.parametrize(
    ("ingredients", "accepted"),
    [
        ("a tin of tuna", True),
        ("\n a tin of tuna \n", True),
        ("a tin of tuna\nsalt", False),
        ("tuna", False),
        ("", False),
    ],
)
def test_a_recipe_has_one_ingredient(phone: Any, ingredients: str, accepted: bool) -> None:
    state, first = State(android=phone.state), phone.setup.table(RECIPES, "recipes")[0]
    row = {**first, "title": "Winter pie", "ingredients": ingredients}
    right = ("line", "Winter pie", "line", "a tin of tuna")
    phone.setup.set_table(RECIPES, "recipes", [row])
    assert recipe_noted(state, *right) is accepted
    phone.setup.set_table(RECIPES, "recipes", [row, {**row, "recipeId": 900}])
    assert not recipe_noted(state, *right)


def test_a_new_folder_is_empty_and_no_file(phone: Any) -> None:
    state, right = State(android=phone.state), (f"{STORAGE}/Download", "date", "2026-05-12")
    phone.setup.write_file(f"{STORAGE}/Download/12 May 2026", b"")
    assert not folder_named(state, *right)
    phone.setup.remove(f"{STORAGE}/Download/12 May 2026")
    phone.setup.write_file(f"{STORAGE}/Download/12 May 2026/a.txt", b"")
    assert not folder_named(state, *right)
    phone.setup.remove(f"{STORAGE}/Download/12 May 2026/a.txt")
    assert folder_named(state, *right)


def test_a_text_is_the_value_and_nothing_else(phone: Any) -> None:
    state, path = State(android=phone.state), f"{HOME}/memo.md"
    assert not text_is_value(state, path, "amount", "12.40")
    phone.setup.write_file(path, "12.40\n")
    assert text_is_value(state, path, "amount", "12.40")
    phone.setup.write_file(path, "It was 12.40\n")
    assert not text_is_value(state, path, "amount", "12.40")


@pytest.mark.parametrize(
    ("letters", "accepted"),
    [
        ([("Mina Ekman", "+1 555 0142")], True), ([("Mina Ekman", "(+1) 555-0142")], True),
        ([("+1 555 0142", "Mina Ekman")], False), ([("Mina Ekman", "Call +1 555 0142")], False), ([], False),
        ([("Mina Ekman", "+1 555 0142"), ("Mina Ekman", "+1 555 0143")], False),
    ],
)  # fmt: skip
def test_one_letter_is_the_value(phone: Any, letters: list[tuple[str, str]], accepted: bool) -> None:
    rows = [
        {
            "id": i,
            "url": "https://news.example/letter-received",
            "body": urlencode({"name": name, "letter": letter, "print": "yes"}),
            "date_sent": 13_400_000_000_000_000,
        }
        for i, (name, letter) in enumerate(letters, 1)
    ]
    phone.setup.set_table(FORMS, "sent_forms", rows)
    assert letter_sent(State(android=phone.state), "Mina Ekman", "phone_number", "+1 555 0142") is accepted

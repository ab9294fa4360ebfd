"""Evaluators of what sub-tasks change in the phone's apps: what they refuse though it looks right."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_sim.devices.media import movie
from crab_sim.devices.phone_facts import SAVED_PLACES
from crab_tasks.kits.account import DRIVE
from crab_tasks.kits.android.drive.state import Entry, document_in, document_named, plant_entries
from crab_tasks.kits.android.expense.state import EXPENSES, Expense, expense_gone, plant_entry
from crab_tasks.kits.android.files.state import STORAGE, document_shared
from crab_tasks.kits.android.fitness.state import TRACKS, track_described, track_gone
from crab_tasks.kits.android.maps.state import MARKERS, VILLAGES, add_marker, labelled
from crab_tasks.kits.android.markdown.state import HOME, line_appended
from crab_tasks.kits.android.notebook.state import DATABASE as NOTEBOOK
from crab_tasks.kits.android.notebook.state import Note, add_notes, todo_done
from crab_tasks.kits.android.notes.state import NOTES, item_added, note_pinned, plant_checklist, plant_note
from crab_tasks.kits.android.recipes.state import RECIPES, ingredient_added, one_favourite, plant_recipe
from crab_tasks.kits.android.recorder.state import RECORDS, recording_made
from crab_tasks.kits.android.video.state import plant_playlist, playlist_renamed

DATE = ("date", "2026-05-12")


@pytest.fixture
def state(phone: Any) -> Any:
    return State(android=phone.state)


@pytest.mark.parametrize(
    ("entries", "accepted"),
    [
        ([Entry("12 May 2026", "right")], True),
        ([Entry("2026-05-12", "right"), Entry("12 May 2026 (2)", "other")], True),
        ([Entry("12 May 2026", "other")], False),
        ([Entry("12 May 2026", "right"), Entry("2026-05-12", "right")], False),
        ([Entry("12 May 2026", "right"), Entry("Before", "right")], False),
        ([Entry("12 May 2026", folder=True)], False),
        ([Entry("Before", "right")], False),
    ],
)
def test_a_document_is_renamed_not_made_anew(phone: Any, state: Any, entries: list[Entry], accepted: bool) -> None:
    phone.setup.set_table(DRIVE, "entry", [])
    plant_entries(phone.setup, entries)
    assert document_named(state, *DATE, "right", "Before") is accepted


@pytest.mark.parametrize(
    ("entries", "accepted"),
    [
        ([Entry("House", folder=True), Entry("Plan", "right", inside="House")], True),
        ([Entry("House", folder=True), Entry("Plan", "other", inside="House")], False),
        ([Entry("House", folder=True), Entry("House 2", folder=True), Entry("Plan", "right", inside="House 2")], False),
        ([Entry("Old", folder=True), Entry("House", folder=True, inside="Old"),
          Entry("Plan", "right", inside="House")], False),
        ([Entry("House", folder=True), Entry("Plan", "right")], False),
    ],
)  # fmt: skip
def test_a_document_is_in_the_folder(phone: Any, state: Any, entries: list[Entry], accepted: bool) -> None:
    phone.setup.set_table(DRIVE, "entry", [])
    plant_entries(phone.setup, entries)
    assert document_in(state, "Plan", "right", "House") is accepted


def test_what_lies_in_a_folder_goes_with_it(phone: Any) -> None:
    plant_entries(phone.setup, [Entry("House", folder=True), Entry("Plan", "a", inside="House")])
    plant_entries(phone.setup, [Entry("House", folder=True)])
    titles = [row["title"] for row in phone.setup.table(DRIVE, "entry")]
    assert titles.count("House") == 1 and "Plan" not in titles


def test_a_document_in_drive_is_the_phones(phone: Any, state: Any) -> None:
    path = f"{STORAGE}/Documents/roster_12.txt"
    phone.setup.write_file(path, "right")
    plant_entries(phone.setup, [Entry("roster_12.txt", "other")])
    assert not document_shared(state, path)
    plant_entries(phone.setup, [Entry("roster_12.txt", "right")])
    assert document_shared(state, path)


BEFORE = [("Rope", True), ("Gloves", False)]


@pytest.mark.parametrize(
    ("items", "accepted"),
    [
        ([*BEFORE, ("12 May 2026", False)], True), ([("2026-05-12", False), *BEFORE], True),
        ([*BEFORE, ("12 May 2026", True)], False), (BEFORE, False), ([("12 May 2026", False)], False),
        ([*BEFORE[::-1], ("12 May 2026", False)], False), ([*BEFORE, ("12 May 2026", False), ("More", False)], False),
        ([("Rope", False), ("Gloves", False), ("12 May 2026", False)], False),
        ([*BEFORE, ("On 12 May 2026", False)], False),
    ],
)  # fmt: skip
def test_one_item_is_added_to_a_checklist(phone: Any, state: Any, items: Any, accepted: bool) -> None:
    plant_checklist(phone.setup, "Trip", items)
    assert item_added(state, "Trip", BEFORE, *DATE) is accepted


def test_a_plain_note_is_no_checklist(phone: Any, state: Any) -> None:
    plant_note(phone.setup, "Trip", "Rope\nGloves\n12 May 2026")
    assert not item_added(state, "Trip", BEFORE, *DATE)


def test_checklists_keep_their_own_items(phone: Any) -> None:
    plant_checklist(phone.setup, "First", [("Rope", True)])
    plant_checklist(phone.setup, "Second", [("Gloves", False)])
    plant_checklist(phone.setup, "First", [("Drill", False)])
    ids = {row["title"]: row["_id"] for row in phone.setup.table(NOTES, "note")}
    texts = {row["note_id"]: row["text"] for row in phone.setup.table(NOTES, "list_item")}
    assert (texts[ids["First"]], texts[ids["Second"]]) == ("Drill", "Gloves")


@pytest.mark.parametrize(
    ("columns", "accepted"),
    [
        ({"is_pinned": 1}, True), ({}, False), ({"is_pinned": 1, "is_archived": 1}, False),
        ({"is_pinned": 1, "is_trashed": 1}, False),
    ],
)  # fmt: skip
def test_a_note_is_pinned_in_the_list(phone: Any, state: Any, columns: dict[str, int], accepted: bool) -> None:
    plant_note(phone.setup, "Trip", "text")
    *others, note = phone.setup.table(NOTES, "note")
    phone.setup.set_table(NOTES, "note", [*others, {**note, **columns}])
    assert note_pinned(state, "Trip") is accepted


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("one\ntwo\n12 May 2026\n", True), ("one\ntwo\n\n  2026-05-12", True), ("12 May 2026\none\ntwo\n", False),
        ("one\n12 May 2026\n", False), ("12 May 2026", False), ("one\ntwo 12 May 2026\n", False), ("one\ntwo\n", False),
        ("one\ntwo\n12 May 2026\nthree\n", False),
    ],
)  # fmt: skip
def test_a_line_is_added_below_the_others(phone: Any, state: Any, text: str, accepted: bool) -> None:
    phone.setup.write_file(f"{HOME}/trip.md", text)
    assert line_appended(state, f"{HOME}/trip.md", ("one", "two"), *DATE) is accepted


@pytest.mark.parametrize(
    ("notes", "accepted"),
    [
        ([Note("Work", "Call", "", True, 0, 5)], True), ([Note("Work", "Call", "", True)], False),
        ([Note("Work", "Call", "")], False), ([Note("Work", "Call (again)", "", True, 0, 5)], False),
        ([], False),
    ],
)  # fmt: skip
def test_a_todo_is_done(phone: Any, state: Any, notes: list[Note], accepted: bool) -> None:
    add_notes(phone.setup, "Work", notes)
    assert todo_done(state, "Call") is accepted


def test_one_todo_has_the_title(phone: Any, state: Any) -> None:
    add_notes(phone.setup, "Work", [Note("Work", "Call", "", True, 0, 5)])
    rows = phone.setup.table(NOTEBOOK, "notes")
    twin = next({**row, "id": "f" * 32} for row in rows if row["title"] == "Call")
    phone.setup.set_table(NOTEBOOK, "notes", [*rows, twin])
    assert not todo_done(state, "Call")


def test_notes_are_added_beside_others(phone: Any) -> None:
    add_notes(phone.setup, "Work", [Note("Work", "First", "text", True, 7000, 8000)])
    add_notes(phone.setup, "Work", [Note("Work", "Second", "")])
    rows = {row["title"]: row for row in phone.setup.table(NOTEBOOK, "notes")}
    first = rows["First"]
    assert (first["body"], first["is_todo"], first["todo_due"], first["todo_completed"]) == ("text", 1, 7000, 8000)
    assert first["parent_id"] == rows["Second"]["parent_id"]


def test_an_expense_is_deleted_not_renamed(phone: Any, state: Any) -> None:
    right = ("Rent", 1234, "Rent (2)")
    phone.setup.set_table(EXPENSES, "expense", [])
    plant_entry(phone.setup, Expense("Rent (2)", 900, "Others"), 1.7e9)
    assert expense_gone(state, *right)
    plant_entry(phone.setup, Expense("Something", 1234, "Others"), 1.7e9)
    assert not expense_gone(state, *right)
    phone.setup.set_table(EXPENSES, "expense", [])
    assert not expense_gone(state, *right)


@pytest.mark.parametrize(
    ("lines", "accepted"),
    [
        (["salt", "oil", "12 May 2026"], True), (["2026-05-12", "salt", "oil"], True), (["salt", "oil"], False),
        (["12 May 2026"], False), (["oil", "salt", "12 May 2026"], False), (["salt", "oil", "on 12 May 2026"], False),
        (["salt", "12 May 2026", "oil", "2026-05-12"], False),
    ],
)  # fmt: skip
def test_an_ingredient_is_added_to_the_others(phone: Any, state: Any, lines: list[str], accepted: bool) -> None:
    plant_recipe(phone.setup, "Pie", lines)
    assert ingredient_added(state, "Pie", ("salt", "oil"), *DATE) is accepted


def test_the_favourite_is_the_only_recipe_of_its_title(phone: Any, state: Any) -> None:
    plant_recipe(phone.setup, "Pie", ["salt"])
    assert not one_favourite(state, "Pie")
    rows = phone.setup.table(RECIPES, "recipes")
    liked = [{**row, "favorite": int(row["title"] == "Pie")} for row in rows]
    phone.setup.set_table(RECIPES, "recipes", liked)
    assert one_favourite(state, "Pie")
    phone.setup.set_table(RECIPES, "recipes", [*liked, {**liked[-1], "recipeId": 900}])
    assert not one_favourite(state, "Pie")


@pytest.mark.parametrize(
    ("lists", "accepted"),
    [
        ({"12 May 2026": "ab"}, True), ({"2026-05-12": "ab", "Old": "c"}, True), ({"12 May 2026": "ba"}, False),
        ({"12 May 2026": ""}, False), ({"12 May 2026": "ab", "2026-05-12": "ab"}, False),
        ({"12 May 2026": "ab", "Before": ""}, False), ({"Before": "ab"}, False),
    ],
)  # fmt: skip
def test_a_playlist_is_renamed_with_its_videos(phone: Any, state: Any, lists: dict[str, str], accepted: bool) -> None:
    for name, films in lists.items():
        plant_playlist(phone.setup, name, {film: movie("mp42", 5.0, 1.7e9) for film in films})
    assert playlist_renamed(state, *DATE, ("a.mp4", "b.mp4"), "Before") is accepted


@pytest.mark.parametrize(
    ("records", "accepted"),
    [
        ({"12 May 2026.m4a": 3.0}, True), ({"2026-05-12.m4a": 3.0, "Record-1.m4a": 4.0}, True),
        ({"12 May 2026.m4a": 0.0}, False), ({"12 May 2026.txt": 3.0}, False), ({"Record-1.m4a": 3.0}, False),
        ({"12 May 2026.m4a": 3.0, "2026-05-12.m4a": 3.0}, False),
    ],
)  # fmt: skip
def test_a_recording_of_the_name_has_a_length(
    phone: Any, state: Any, records: dict[str, float], accepted: bool
) -> None:
    for name, seconds in records.items():
        phone.setup.write_file(f"{RECORDS}/{name}", movie("M4A ", seconds, 1.7e9))
    assert recording_made(state, *DATE) is accepted


@pytest.mark.parametrize(
    ("rows", "described", "gone"),
    [
        ([("Walk", 4200.0, "12 May 2026"), ("Walk (again)", 900.0, "")], True, False),
        ([("Walk", 4200.0, ""), ("Walk (again)", 900.0, "12 May 2026")], False, False),
        ([("Walk", 900.0, "12 May 2026")], False, False),
        ([("Walk", 4200.0, "12 May 2026"), ("Walk", 900.0, "12 May 2026")], False, False),
        ([("12 May 2026", 4200.0, ""), ("Walk (again)", 900.0, "")], False, False),
        ([("Walk (again)", 900.0, "")], False, True),
        ([], False, False),
    ],
)  # fmt: skip
def test_tracks_are_told_by_their_lengths(phone: Any, state: Any, rows: Any, described: bool, gone: bool) -> None:
    first = phone.setup.table(TRACKS, "tracks")[0]
    made = [
        {**first, "_id": i, "name": name, "totaldistance": metres, "description": text}
        for i, (name, metres, text) in enumerate(rows, 1)
    ]
    phone.setup.set_table(TRACKS, "tracks", made)
    assert track_described(state, "Walk", 4200, *DATE) is described
    assert track_gone(state, 4200, "Walk (again)") is gone


@pytest.mark.parametrize(
    ("labels", "accepted"),
    [
        ([("Mäls", "Labelled", "12 May 2026")], True), ([("Mäls", "Favourites", "12 May 2026")], False),
        ([("Nendeln", "Labelled", "12 May 2026")], False), ([("Mäls", "Labelled", "On 12 May 2026")], False),
        ([("Mäls", "Labelled", "2026-05-12"), ("Mäls", "Labelled", "Home")], False),
        ([("Mäls", "Labelled", "2026-05-12"), ("Nendeln", "Labelled", "2026-05-12")], False), ([], False),
    ],
)  # fmt: skip
def test_a_label_is_at_its_place_only(phone: Any, state: Any, labels: Any, accepted: bool) -> None:
    points = [
        f'<wpt lat="{VILLAGES[place][1][0]}" lon="{VILLAGES[place][1][1]}"><name>{name}</name><type>{kind}</type></wpt>'
        for place, kind, name in labels
    ]
    phone.setup.write_file(SAVED_PLACES, f"<gpx>{''.join(points)}</gpx>")
    assert labelled(state, VILLAGES["Mäls"][1], *DATE) is accepted


def test_markers_are_added_beside_others(phone: Any) -> None:
    before = len(phone.setup.table(MARKERS, "map_markers"))
    for title in ("Parking", "Finish", "Parking"):
        add_marker(phone.setup, title, VILLAGES["Mäls"][1])
    rows = phone.setup.table(MARKERS, "map_markers")
    assert len(rows) == before + 2 and len({row["marker_id"] for row in rows}) == len(rows)

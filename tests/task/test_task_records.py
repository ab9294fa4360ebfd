"""Evaluators of records and files on the phone, where they are lenient and where they are strict."""

from __future__ import annotations

from typing import Any

import pytest
from crab_tasks.evaluators_records import NOTES, answer_is_hundredths, note_holds, note_once
from crab_tasks.evaluators_storage import STORAGE, deleted, digest, folder_holds, folder_is

from crab_gym.backends.specs import make_backend, parse_backends
from crab_gym.devices.media import photo

LINES = ("2 eggs", "1 lemon")


@pytest.fixture
def phone() -> Any:
    backend = make_backend(parse_backends("sim", ("android",))["android"], "android", (360, 800))
    backend.reset(3)
    return backend


@pytest.mark.parametrize("answer", ["12.30", "12.3", "12,30", "12.30 km", "They are 12.3 km.", "0012.30"])
def test_a_number_may_be_written_in_several_ways(answer: str) -> None:
    assert answer_is_hundredths({}, answer, 1230)


@pytest.mark.parametrize(
    "answer", [None, "", "km", "12", "12.31", "12.301", "1230", "-12.30", "12.30 or 12.40", "1.2.3", "١٢.٣٠", "12.3٠"]
)
def test_another_number_or_two_are_no_answer(answer: str | None) -> None:
    assert not answer_is_hundredths({}, answer, 1230)


def _note(phone: Any, text: str, checklist: bool = False, trashed: bool = False) -> dict[str, Any]:
    row = {"_id": 1, "title": "Cake", "text": text, "is_checklist": int(checklist), "is_trashed": int(trashed)}
    phone.setup.set_table(NOTES, "note", [row])
    return {"android": phone.state}


@pytest.mark.parametrize("text", ["2 eggs\n1 lemon", "- 2 eggs\n- 1 lemon\n", "• 2 eggs\n\n  1 lemon  "])
def test_a_notes_lines_may_have_bullets(phone: Any, text: str) -> None:
    assert note_holds(_note(phone, text), None, "Cake", LINES)


@pytest.mark.parametrize("text", ["1 lemon\n2 eggs", "2 eggs, 1 lemon", "2 eggs\n1 lemon\nsalt", "2 eggs", ""])
def test_a_notes_lines_are_these_in_this_order(phone: Any, text: str) -> None:
    assert not note_holds(_note(phone, text), None, "Cake", LINES)


def test_a_checklist_is_a_note_and_one_in_the_trash_is_none(phone: Any) -> None:
    state = _note(phone, "", checklist=True)
    items = [{"_id": 9 - i, "note_id": 1, "text": line, "position": i} for i, line in enumerate(LINES)]
    phone.setup.set_table(NOTES, "list_item", items)
    assert note_holds(state, None, "Cake", LINES)
    assert not note_once(_note(phone, "2 eggs\n1 lemon", trashed=True), None, "Cake")


def test_pictures_are_told_by_their_contents(phone: Any) -> None:
    state, folder = {"android": phone.state}, f"{STORAGE}/Pictures/New"
    first, second = photo("cat", 86_400.0), photo("cat", 90_000.0)
    phone.setup.write_file(f"{folder}/a.jpg", second)
    assert not folder_holds(state, None, folder, (digest(first),))
    phone.setup.write_file(f"{folder}/b.jpg", first)
    assert folder_holds(state, None, folder, (digest(first),))
    assert not folder_is(state, None, folder, (digest(first),), (), ())
    phone.setup.remove(f"{folder}/a.jpg")
    assert folder_is(state, None, folder, (digest(first),), (f"{folder}/a.jpg",), (f"{folder}/b.jpg",))


def test_what_was_moved_is_not_deleted(phone: Any) -> None:
    state, picture = {"android": phone.state}, photo("cat", 86_400.0)
    path, kept = f"{STORAGE}/Pictures/a.jpg", f"{STORAGE}/Pictures/b.jpg"
    phone.setup.write_file(kept, photo("tiles", 86_400.0))
    phone.setup.write_file(f"{STORAGE}/Download/c.jpg", picture)
    assert not deleted(state, None, path, len(picture), digest(picture), kept)
    phone.setup.remove(f"{STORAGE}/Download/c.jpg")
    assert deleted(state, None, path, len(picture), digest(picture), kept)

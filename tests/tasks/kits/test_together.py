"""Tests of sub-tasks that once got in each other's way in a composition."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from crab_gym.envs.guidance import look_of
from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.experiments.omni.checks import check_task
from crab_gym.task import action
from crab_gym.task.composition.compose import compose
from crab_tasks.kits.ubuntu.firefox import browse, follow, shown

COMBINED = compose([("gimp_pictures.combine", {}), ("retouching.negative", {})], [(0, 1, "picture")])


@pytest.fixture(scope="module")
def env() -> Iterator[ComposedEnv]:
    made = ComposedEnv(COMBINED.to_json(), screens=False, success_at="complete")
    yield made
    made.close()


def test_a_negative_is_one_of_all_layers(env: ComposedEnv) -> None:
    assert check_task(env, COMBINED, 3, []).reason == ""


def test_an_event_whose_title_is_a_date_is_not_taken_for_that_day(env: ComposedEnv) -> None:
    parts = ["letters.inspection_date", "calendar.add_all_day", "calendar.last_title", "notes.add"]
    edges = [(0, 1, "date"), (0, 1, "title"), (0, 2, "date"), (2, 3, "text")]
    task = compose([(name, {}) for name in parts], edges, "steps")
    assert [check_task(env, task, seed, []).reason for seed in range(4)] == [""] * 4


def test_a_file_that_lies_nearby_does_not_make_the_folder_that_another_part_makes(env: ComposedEnv) -> None:
    task = compose([("folders.copy_file", {}), ("drive_site.upload", {})], [(0, 1, "file")])
    assert check_task(env, task, 3, []).reason == ""


def test_somebody_in_the_contacts_has_no_number_that_another_part_may_draw(env: ComposedEnv) -> None:
    task = compose([("contacts.email_of", {}), ("mail.send", {})], [(0, 1, "email")])
    for seed in range(12):
        env.play(task, seed)
        name = env.params.name_0
        planted = [
            each.phone for each in env.backends["android"].state.contacts() if each.name.split()[0] == name.split()[0]
        ]
        assert planted and not any(phone.startswith("+1 555 01") for phone in planted)


@pytest.mark.parametrize(
    ("parts", "edges"),
    [
        (("contacts.phone_of", "messages.send", "messages.send"), ((0, 1, "number"), (0, 2, "number"))),
        (("address_book.email_of", "thunderbird.send", "thunderbird.send"), ((0, 1, "to"), (0, 2, "to"))),
        (("songs.artist", "contacts.add", "contacts.phone_of", "phone.call"),
         ((0, 1, "name"), (0, 2, "name"), (2, 3, "number"))),
    ],
)  # fmt: skip
def test_what_nobody_could_tell_apart_is_refused(
    parts: tuple[str, ...], edges: tuple[tuple[int, int, str], ...]
) -> None:
    with pytest.raises(ValueError, match="same output"):
        compose([(name, {}) for name in parts], edges)


def test_somebody_may_be_looked_up_twice() -> None:
    parts = ["songs.artist", "contacts.email_of", "contacts.phone_of", "mail.send"]
    assert compose([(name, {}) for name in parts], [(0, 1, "name"), (0, 2, "name"), (1, 3, "email"), (2, 3, "text")])


def test_no_other_event_has_the_title_of_the_one_to_put_off(env: ComposedEnv) -> None:
    task = compose([("appointments.put_off", {})])
    for seed in range(12):
        env.play(task, seed)
        titles = [event.title for event in env.backends["ubuntu"].state.calendar()]
        assert titles.count(env.params.event_0) == 1


def test_a_button_of_a_page_behind_is_not_taken_for_that_of_rhythmbox(env: ComposedEnv) -> None:
    parts = ["notes_site.left_to_do", "text_editor.write", "songs.set_artist"]
    task = compose([(name, {}) for name in parts], [(0, 1, "text")])
    assert check_task(env, task, 3, []).reason == ""


ONCE_STUCK = {
    "a full list of albums": (
        ("gallery.photo_date", "gallery.delete", "gallery.newest", "gallery.move"), ((0, 1, "date"), (2, 3, "person")),
    ),
    "a song that is there": (("music.only_song", "music.add_song"), ((0, 1, "title"),)),
    "a full list of alarms": (
        ("timers.labelled_alarm", "timers.labelled_alarm", "timers.retime_alarm", "clock.set_alarm", "clock.set_alarm"),
        (),
    ),
    "the number of a card that is looked up": (("contacts.phone_of", "phone.block"), ((0, 1, "number"),)),
    "a number that an editor shows": (
        ("text_editor.times_copied", "text_editor.write", "disk_usage.trash_volume"),
        ((0, 1, "text"), (0, 2, "number")),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ONCE_STUCK)
def test_oracles_find_their_way_beside_other_parts(env: ComposedEnv, name: str) -> None:
    parts, edges = ONCE_STUCK[name]
    task = compose([(each, {}) for each in parts], edges)
    assert [check_task(env, task, seed, []).reason for seed in range(6)] == [""] * 6


def test_one_photo_of_the_album_is_of_the_day(env: ComposedEnv) -> None:
    for day in range(1, 13):
        date = f"2025-03-{day:02}"
        env.play(compose([("gallery.delete", {"date": date})]), 1)
        phone = env.backends["android"].state
        album = f"{phone.home}/Pictures/Trips"
        photos = [phone.read_file(f"{album}/{name}") for name in phone.list_dir(album) if name.startswith("trip_")]
        taken = [Image.open(BytesIO(data or b"")).getexif().get_ifd(0x8769)[0x9003][:10] for data in photos]
        assert taken.count(date.replace("-", ":")) == 1


def test_a_note_is_not_taken_for_the_to_do_of_that_title(env: ComposedEnv) -> None:
    task = compose([("tasks.note_for", {}), ("todos.complete", {})], [(0, 1, "title")])
    assert [check_task(env, task, seed, []).reason for seed in (13, 23, 73)] == [""] * 3


def test_an_event_whose_title_is_a_day_tells_no_month(env: ComposedEnv) -> None:
    task = compose([("appointments.add_timed", {"title": "15 January 2027", "date": "2026-12-15"})])
    assert check_task(env, task, 1, []).reason == ""


def test_a_button_below_a_field_that_fills_the_page_is_found(env: ComposedEnv) -> None:
    """The field would take the turns of a wheel above it."""
    env.play(compose([("wiki.add_line", {"text": "Paint"})]), 1)
    look = look_of(env)
    for taken in browse(look, "wiki.example/oak/edit", "Edit: Oak"):
        env.step(taken)
    for taken in (*follow(look, rid="text"), action("ubuntu", "write_text", text="more\n" * 12)):
        env.step(taken)
    for taken in follow(look, "Save changes", role="button", title="Oak"):
        env.step(taken)
    assert shown(look, role="web", text="Oak - Open Almanac") is not None


def test_the_clipboard_does_not_hold_what_is_to_be_copied(env: ComposedEnv) -> None:
    task = compose([("images.copy_address", {}), ("images.download_copied", {})], [])
    for seed in range(20):
        env.play(task, seed)
        (copied,) = [node for node in env.evaluator.graph.checkpoints if node.id == "0.copied"]
        assert env.backends["ubuntu"].state.clipboard() != copied.evaluator.args["text"]


@pytest.mark.parametrize("changed", [("gimp_pictures.brighten",) * 2, ("gimp_pictures.darken",) * 2])
def test_negatives_can_be_made_lighter_or_darker_twice(env: ComposedEnv, changed: tuple[str, str]) -> None:
    parts = ("retouching.negative", *changed)
    task = compose([(name, {}) for name in parts], [(0, 1, "source"), (1, 2, "source")])
    assert [check_task(env, task, seed, []).reason for seed in (4, 18, 19)] == [""] * 3

"""Rows that setups plant, and evaluators of what becomes of them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.fitness.state import TRACKS, Track, plant_tracks
from crab_tasks.kits.android.maps.state import MARKERS, marked, plant_markers
from crab_tasks.kits.android.markdown.state import (
    HOME,
    at_most_files,
    file_there,
    files_gone,
    fill_home,
    moved_to,
    row_begins,
    table_begins,
    table_is,
)
from crab_tasks.kits.android.music.state import PLAYLISTS, QUEUE, playlist_lasts, playlist_saved, queue_holds, queue_is
from crab_tasks.kits.android.notebook.state import DATABASE as NOTEBOOK
from crab_tasks.kits.android.notebook.state import Note, plant_notes
from crab_tasks.kits.android.tasks.state import DATABASE as TODOS
from crab_tasks.kits.android.tasks.state import Entry, plant_todos, todo_is_done
from crab_tasks.kits.android.video.state import LIBRARY, video_playlist_holds, video_playlist_is, video_playlist_there

DAY = 86_400


def test_todos_are_due_on_days_or_at_minutes(phone: Any) -> None:
    plant_todos(phone.setup, [Entry("a"), Entry("b", 2), Entry("c", -1, 630, 0, True, "soon")])
    midnight = int(phone.setup.now()) // DAY * DAY
    rows = [(row["title"], row["dueDate"] // 1000, row["importance"]) for row in phone.state.table(TODOS, "tasks")]
    due = midnight - DAY + 630 * 60 + 1
    assert rows == [("a", 0, 3), ("b", midnight + 2 * DAY + DAY // 2, 3), ("c", due, 0)]
    assert [(todo.title, todo.notes, todo.done) for todo in phone.state.todos()][2] == ("c", "soon", True)


@pytest.mark.parametrize(
    ("entries", "accepted"),
    [
        ([Entry("Call", done=True)], True), ([Entry("Call", done=True), Entry("Call him")], True),
        ([Entry("Call")], False), ([Entry("call", done=True)], False), ([], False),
        ([Entry("Call", done=True), Entry("Call")], False), ([Entry("Call", done=True)] * 2, False),
    ],
)  # fmt: skip
def test_the_one_todo_of_a_title_is_done(phone: Any, entries: list[Entry], accepted: bool) -> None:
    plant_todos(phone.setup, entries)
    assert todo_is_done(State(android=phone.state), "Call") is accepted


def test_tracks_are_sorted_by_their_time(phone: Any) -> None:
    tracks = [Track("late", "running", 0, 60, 30, 2000), Track("early", "hiking", 3, 600, 90, 5000)]
    plant_tracks(phone.setup, tracks, random.Random(1))
    rows = phone.state.table(TRACKS, "tracks")
    assert [(row["name"], row["category"], row["totaldistance"], row["totaltime"]) for row in rows] == [
        ("early", "hiking", 5000.0, 5_400_000),
        ("late", "running", 2000.0, 1_800_000),
    ]
    assert all(row["stoptime"] < phone.setup.now() * 1000 for row in rows)


def test_notes_may_be_todos(phone: Any) -> None:
    plant_notes(phone.setup, ["Work"], [Note("Work", "a", "text"), Note("Work", "b", "", True)])
    rows = {row["title"]: row["is_todo"] for row in phone.state.table(NOTEBOOK, "notes")}
    assert (rows["a"], rows["b"]) == (0, 1)


def test_one_marker_is_at_the_point(phone: Any) -> None:
    state = State(android=phone.state)
    plant_markers(phone.setup, {"here": (47.1, 9.5), "there": (47.2, 9.5)})
    assert len(phone.state.table(MARKERS, "map_markers")) == 2
    assert marked(state, (47.1005, 9.5), 0.001) and not marked(state, (47.1005, 9.5), 0.0001)
    plant_markers(phone.setup, {"here": (47.1, 9.5), "too": (47.1, 9.5)})
    assert not marked(state, (47.1, 9.5), 0.001)


# Markdown -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def files(phone: Any) -> Any:
    fill_home(phone.setup, {"old.md": "first\nsecond", "new.md": "text"}, ["Folder"])
    return State(android=phone.state)


def test_the_apps_folder_is_filled_anew(files: Any, phone: Any) -> None:
    assert phone.state.list_dir(HOME) == ("Folder", "new.md", "old.md")
    ages = [int(phone.state.run(["stat", "-c", "%Y", f"{HOME}/{name}"]).stdout) for name in ("old.md", "new.md")]
    assert ages[0] < ages[1] < phone.setup.now() - 1700
    assert at_most_files(files, HOME, 3) and not at_most_files(files, HOME, 2)
    assert file_there(files, f"{HOME}/new.md") and not file_there(files, f"{HOME}/Folder")


def test_a_moved_file_is_no_longer_where_it_was(files: Any, phone: Any) -> None:
    new, old = f"{HOME}/Folder/old.md", f"{HOME}/old.md"
    phone.setup.write_file(new, "first\nsecond\n")
    assert not moved_to(files, new, ("first", "second"), (old,))
    phone.setup.remove(old)
    assert moved_to(files, new, ("first", "second"), (old,))
    assert not moved_to(files, new, ("second", "first"), (old,))
    assert files_gone(files, (old,), (new,)) and not files_gone(files, (old,), (f"{HOME}/other.md",))


@pytest.mark.parametrize("text", ["Date, Item\n2026, Rope", "Date,Item\n\n2026 , Rope\n", "Date, Item\r\n2026, Rope"])
def test_a_table_may_have_blanks_around_commas(files: Any, phone: Any, text: str) -> None:
    rows = (("Date", "Item"), ("2026", "Rope"))
    phone.setup.write_file(f"{HOME}/t.md", text)
    assert table_is(files, f"{HOME}/t.md", rows) and table_begins(files, f"{HOME}/t.md", rows[:1])


@pytest.mark.parametrize(
    "text", ["2026, Rope\nDate, Item", "Date, Item", "Date, Item\n2026, Rope\n2026, Ink", "", "date, item\n2026, rope"]
)
def test_a_table_has_just_its_lines(files: Any, phone: Any, text: str) -> None:
    phone.setup.write_file(f"{HOME}/t.md", text)
    assert not table_is(files, f"{HOME}/t.md", (("Date", "Item"), ("2026", "Rope")))


def test_a_row_begins_with_some_cells(files: Any, phone: Any) -> None:
    path = f"{HOME}/t.md"
    phone.setup.write_file(path, "Edna , Piet,Ole\n")
    assert row_begins(files, path, ("Edna", "Piet")) and row_begins(files, path, ("Edna",))
    assert (
        not row_begins(files, path, ("Piet",))
        and not row_begins(files, path, ("edna",))
        and not row_begins(files, f"{path}8", ("Edna",))
    )


# Music and videos ---------------------------------------------------------------------------------------------------


def _songs(phone: Any, seconds: list[int]) -> None:
    phone.setup.set_table(PLAYLISTS, "PlaylistEntity", [{"playlist_id": 1, "playlist_name": "Mix"}])
    rows = [
        {"song_key": i, "playlist_creator_id": 1, "title": f"{i}", "duration": each * 1000, "data": f"/m/{i}.mp3"}
        for i, each in enumerate(seconds)
    ]
    phone.setup.set_table(PLAYLISTS, "SongEntity", rows)


@pytest.mark.parametrize(("seconds", "right"), [([60, 60], True), ([60, 20], False), ([100, 60], False)])
def test_a_playlist_lasts_so_long(phone: Any, seconds: list[int], right: bool) -> None:
    _songs(phone, seconds)
    paths = ("/m/0.mp3", "/m/1.mp3", "/m/2.mp3")
    assert playlist_lasts(State(android=phone.state), "Mix", paths, 100, 140) is right
    assert not playlist_lasts(State(android=phone.state), "Mix", paths[1:], 0, 900)


def test_a_saved_playlist_names_its_songs_in_order(phone: Any) -> None:
    state, path = State(android=phone.state), "/storage/emulated/0/Download/Mix.m3u"
    phone.setup.write_file(path, "#EXTM3U\n#EXTINF:60,A - B\n/m/1.mp3\n#EXTINF:60,A - C\n/m/0.mp3\n")
    assert playlist_saved(state, path, ("/m/1.mp3", "/m/0.mp3"))
    assert not playlist_saved(state, path, ("/m/0.mp3", "/m/1.mp3"))
    assert not playlist_saved(state, f"{path}8", ())  # no such file


def test_the_queue_has_an_order(phone: Any) -> None:
    rows = [{"_id": i, "title": f"{i}", "duration": 1000, "_data": f"/m/{i}.mp3"} for i in (1, 0)]
    phone.setup.set_table(QUEUE, "playing_queue", rows)
    state = State(android=phone.state)
    both = ("/m/0.mp3", "/m/1.mp3")
    assert queue_is(state, both) and queue_holds(state, ("/m/1.mp3",), both)
    assert not queue_is(state, both[::-1]) and not queue_holds(state, ("/m/2.mp3",), (*both, "/m/2.mp3"))
    assert not queue_holds(state, ("/m/1.mp3",), ("/m/1.mp3",))


def test_a_playlist_of_videos_has_an_order(phone: Any) -> None:
    phone.setup.set_table(LIBRARY, "Playlist", [{"id_playlist": 1, "name": "Trip"}])
    names = [{"id_media": i, "filename": f"{i}.mp4"} for i in (1, 2)]
    phone.setup.set_table(LIBRARY, "Media", names)
    for i in (1, 2):
        phone.setup.write_file(f"/storage/emulated/0/Movies/{i}.mp4", b"")
    files = [{"id_file": i, "media_id": i, "mrl": f"file:///storage/emulated/0/Movies/{i}.mp4"} for i in (1, 2)]
    phone.setup.set_table(LIBRARY, "File", files)
    members = [{"media_id": 2, "playlist_id": 1, "position": 0}, {"media_id": 1, "playlist_id": 1, "position": 1}]
    phone.setup.set_table(LIBRARY, "PlaylistMediaRelation", members)
    state = State(android=phone.state)
    assert video_playlist_there(state, "Trip") and video_playlist_holds(state, "Trip", ("1.mp4",))
    assert video_playlist_is(state, "Trip", ("2.mp4", "1.mp4"))
    assert not video_playlist_is(state, "Trip", ("1.mp4", "2.mp4"))

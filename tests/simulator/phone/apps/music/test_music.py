from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.devices import media
from crab_sim.engines.playback import Playback
from crab_sim.machine.slices import FILES, SETTINGS
from crab_sim.phone import Phone
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.music import data
from crab_sim.phone.apps.music.data import Entry, Player, Playlist, Playlists, Queued, Song
from crab_sim.phone.media import storage
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, tap, write
from tests.simulator.phone._tables import columns, round_trip

PLAYLISTS, QUEUE = data.DATABASES


def song(name: str, seconds: float = 100.0) -> Song:
    return Song(f"{SDCARD}/Music/{name}.mp3", name, "Somebody", "Something", seconds)


@pytest.fixture
def machine() -> Phone:
    new = phone(3)
    files = new.files
    for row in storage.scan(files, "audio"):
        files = files.remove(row.path)
    for name, artist, album in (("Alpha", "One", "First"), ("Beta", "Two", "First"), ("Gamma", "One", "Second")):
        files = files.write(f"{SDCARD}/Music/{name}.mp3", media.mp3(name, artist, album, 100.0), new.now)
    new.put(FILES, files)
    new.put(data.PLAYLISTS, Playlists())
    new.execute("open_app", {"name": "Music"})
    return new


def titles(machine: Phone) -> list[str]:
    return [found.text for found in nodes(machine, rid="title", role="list_item")]


def queue(machine: Phone) -> list[str]:
    return [row.song.title for row in machine.get(data.QUEUE)]


def now(machine: Phone) -> data.PlayerState:
    return data.player_state(machine.get(data.QUEUE), machine.get(data.PLAYER), machine.now)


@pytest.mark.parametrize("seed", range(5))
def test_seeded_songs_and_playlists_agree(seed: int) -> None:
    machine = phone(seed)
    songs = data.songs(machine.files)
    assert 14 <= len(songs) <= 20 and len({song.album for song in songs}) >= 4
    playlists: Playlists = machine.get(data.PLAYLISTS)
    assert 2 <= len(playlists.lists) <= 3
    assert {entry.song for entry in playlists.entries} <= set(songs)


def test_songs_albums_and_artists(machine: Phone) -> None:
    assert titles(machine) == ["Alpha", "Beta", "Gamma"]
    tap(machine, "Albums")
    tap(machine, "First", rid="title")
    assert titles(machine) == ["Alpha", "Beta"]
    press(machine, "back")
    tap(machine, "Artists")
    tap(machine, "One", rid="title")
    assert titles(machine) == ["Alpha", "Gamma"]


def test_songs_follow_one_another(machine: Phone) -> None:
    tap(machine, "Beta", rid="title")
    machine.advance(40)
    assert now(machine) == (1, 40, True)
    machine.advance(100)
    assert now(machine) == (2, 40, True)
    assert node(machine, "Gamma", rid="miniPlayerTitle")
    machine.advance(100)
    assert now(machine) == (2, 100, False)
    tap(machine, description="Play")
    assert now(machine) == (2, 0, True)


def test_the_player_page(machine: Phone) -> None:
    tap(machine, "Alpha", rid="title")
    tap(machine, rid="miniPlayerTitle")
    machine.advance(20)
    assert nodes(machine, "00:20")
    tap(machine, description="Pause")
    machine.advance(20)
    assert nodes(machine, "00:20")
    left, top, right, bottom = node(machine, rid="progressSlider").bounds
    machine.execute("tap", {"x": (left + right) // 2, "y": (top + bottom) // 2})
    assert now(machine).passed == pytest.approx(50, abs=1) and not now(machine).playing
    tap(machine, description="Next")
    assert now(machine) == (1, 0, True)
    machine.advance(10)
    tap(machine, description="Previous")
    assert now(machine) == (1, 0, True)
    tap(machine, description="Previous")
    assert now(machine) == (0, 0, True)
    tap(machine, description="Add to favourites")
    assert machine.get(data.PLAYER).favourites == (f"{SDCARD}/Music/Alpha.mp3",)


def test_repeat_and_shuffle(machine: Phone) -> None:
    tap(machine, "Gamma", rid="title")
    tap(machine, rid="miniPlayerTitle")
    tap(machine, description="Repeat off")
    machine.advance(150)
    assert now(machine) == (0, 50, True)
    tap(machine, description="Repeat all")
    machine.advance(250)
    assert now(machine) == (0, 0, True)
    tap(machine, description="Repeat one")
    tap(machine, description="Shuffle off")
    assert queue(machine)[0] == "Alpha" and now(machine).track == 0
    tap(machine, description="Shuffle on")
    assert queue(machine) == ["Alpha", "Beta", "Gamma"]


def test_queue(machine: Phone) -> None:
    tap(machine, "Alpha", rid="title")
    for title, action in (("Gamma", "Play next"), ("Alpha", "Add to playing queue")):
        tap(machine, description=f"More options for {title}")
        tap(machine, action)
    assert queue(machine) == ["Alpha", "Gamma", "Beta", "Gamma", "Alpha"]
    tap(machine, rid="miniPlayerTitle")
    tap(machine, description="Queue")
    tap(machine, description="Remove Beta from queue")
    tap(machine, nodes(machine, "Gamma", rid="title")[-1].text, rid="title")
    assert queue(machine) == ["Alpha", "Gamma", "Gamma", "Alpha"] and now(machine) == (2, 0, True)
    tap(machine, description="Remove Alpha from queue")
    tap(machine, description="Remove Alpha from queue")
    assert queue(machine) == ["Gamma", "Gamma"] and now(machine).track == 1


def test_playlists_are_made_filled_renamed_and_deleted(machine: Phone) -> None:
    tap(machine, "Playlists")
    tap(machine, "New playlist…")
    write(machine, "Mix\n")
    tap(machine, "Songs")
    long_tap(machine, "Gamma", rid="title")
    tap(machine, "Alpha", rid="title")
    tap(machine, description="Add to playlist")
    tap(machine, "Mix")
    playlists: Playlists = machine.get(data.PLAYLISTS)
    assert [entry.song.title for entry in data.entries(playlists, 1)] == ["Gamma", "Alpha"]
    tap(machine, "Playlists")
    tap(machine, "Mix", rid="title")
    tap(machine, description="More options for Gamma")
    tap(machine, "Remove from playlist")
    assert titles(machine) == ["Alpha"]
    tap(machine, description="More options")
    tap(machine, "Rename")
    write(machine, "Best of\n")
    tap(machine, description="More options")
    tap(machine, "Save as file")
    lines = machine.files.read(f"{SDCARD}/Download/Best of.m3u").decode().splitlines()
    assert lines == ["#EXTM3U", "#EXTINF:100,One - Alpha", f"{SDCARD}/Music/Alpha.mp3"]
    tap(machine, "OK")
    tap(machine, description="More options")
    tap(machine, "Delete")
    tap(machine, "Delete", rid="button1")
    assert machine.get(data.PLAYLISTS) == Playlists()
    assert node(machine, "New playlist…")


def test_a_new_playlist_from_a_song_and_a_taken_name(machine: Phone) -> None:
    for _ in range(2):
        tap(machine, description="More options for Beta")
        tap(machine, "Add to playlist")
        tap(machine, "New playlist…")
        write(machine, "Mix\n")
    assert node(machine, "There is a playlist “Mix” already.")
    playlists: Playlists = machine.get(data.PLAYLISTS)
    assert playlists.lists == (Playlist(1, "Mix"),) and len(playlists.entries) == 1


def test_search_details_and_delete(machine: Phone) -> None:
    tap(machine, description="Search")
    write(machine, "second one")
    assert titles(machine) == ["Gamma"]
    tap(machine, description="More options for Gamma")
    tap(machine, "Details")
    assert node(machine, "Length: 01:40")
    tap(machine, "OK")
    tap(machine, "Gamma", rid="title")
    tap(machine, description="More options for Gamma")
    tap(machine, "Delete from device")
    tap(machine, "Delete", rid="button1")
    assert not machine.files.exists(f"{SDCARD}/Music/Gamma.mp3") and not machine.get(data.QUEUE)
    assert node(machine, "No results")


def test_intents_play_songs_and_other_sounds(machine: Phone) -> None:
    machine.launch("music", ("play", "/sdcard/Music/Beta.mp3"))
    assert node(machine, "Beta", rid="title") and queue(machine) == ["Alpha", "Beta", "Gamma"]
    path = f"{SDCARD}/Recordings/talk.m4a"
    files = machine.files.mkdir(f"{SDCARD}/Android/x", 0.0)
    machine.put(FILES, files.write(f"{SDCARD}/Android/x/talk.m4a", media.movie("M4A ", 7.0, 0.0), 0.0))
    machine.launch("music", ("play", f"{SDCARD}/Android/x/talk.m4a"))
    assert node(machine, "talk", rid="title") and now(machine).track == 0
    machine.launch("music", ("play", path))
    assert node(machine, "Nothing is playing")


def test_no_songs() -> None:
    machine = phone(3)
    files = machine.files
    for row in storage.scan(files, "audio"):
        files = files.remove(row.path)
    machine.put(FILES, files)
    machine.execute("open_app", {"name": "Music"})
    assert node(machine, "No songs")


def test_the_databases_hold_what_clients_look_for() -> None:
    assert {"playlist_id", "playlist_name"} <= set(columns(PLAYLISTS, "PlaylistEntity"))
    assert {"song_key", "playlist_creator_id", "title", "duration"} <= set(columns(PLAYLISTS, "SongEntity"))
    assert "title" in columns(QUEUE, "playing_queue")


SONGS = st.builds(song, st.text(min_size=1, max_size=8), st.integers(0, 10**6).map(lambda n: n / 1000))


@given(st.lists(st.tuples(st.text(max_size=9), st.lists(SONGS, max_size=4)), max_size=4), st.lists(SONGS, max_size=9))
def test_databases_are_read_back(lists: list[tuple[str, list[Song]]], queued: list[Song]) -> None:
    lists = [(name.replace("\0", ""), [row for row in rows if "\0" not in row.title]) for name, rows in lists]
    rows = [(i + 1, row) for i, (_, songs) in enumerate(lists) for row in songs]
    value = Playlists(
        tuple(Playlist(i + 1, name) for i, (name, _) in enumerate(lists)),
        tuple(Entry(i + 1, playlist, row) for i, (playlist, row) in enumerate(rows)),
    )
    assert round_trip(PLAYLISTS, value) == (value,)
    songs = [row for row in queued if "\0" not in row.title]
    plain = tuple(Queued(row, i) for i, row in enumerate(songs))
    assert round_trip(QUEUE, plain) == (plain,)


def test_a_shuffled_queue_keeps_its_order_in_the_database() -> None:
    rows = tuple(Queued(song(name), i) for i, name in enumerate("abcdefg"))
    mixed, track = data.shuffled(rows, 3, random.Random(1))
    assert mixed[track] == rows[3] and set(mixed) == set(rows)
    (read,) = round_trip(QUEUE, mixed)
    assert read == mixed and data.shuffled(read, 0, None) == (rows, 3)


@given(
    st.lists(st.integers(0, 50), min_size=1, max_size=6), st.integers(0, 1000), st.sampled_from(["off", "all", "one"])
)
def test_standing_is_always_in_the_queue(lengths: list[int], passed: int, repeat: str) -> None:
    rows = tuple(Queued(song(str(i), float(length)), i) for i, length in enumerate(lengths))
    found = data.player_state(rows, Player(0, Playback(0.0, 0.0), repeat=repeat), float(passed))
    assert 0 <= found.track < len(rows) and 0 <= found.passed <= rows[found.track].song.seconds
    if repeat == "off":
        assert found.playing == (passed < sum(lengths))


@pytest.mark.parametrize("size", [(280, 600), (600, 800)])
def test_other_screens(size: tuple[int, int]) -> None:
    machine = phone(3, "Music", *size)
    tap(machine, titles(machine)[0], rid="title")
    tap(machine, rid="miniPlayerTitle")
    for found in nodes(machine):
        assert 0 <= found.bounds[0] < found.bounds[2] <= size[0] and found.bounds[3] <= size[1]


def test_songs_are_sorted_by_their_duration(machine: Phone) -> None:
    machine.put(
        FILES, machine.files.write(f"{SDCARD}/Music/Delta.mp3", media.mp3("Delta", "A", "B", 150.0), machine.now)
    )
    tap(machine, description="Sort by")
    tap(machine, "Duration")
    assert machine.get(data.PLAYER).sort == "seconds"
    assert titles(machine) == ["Delta", "Alpha", "Beta", "Gamma"]
    tap(machine, "Play all")
    assert queue(machine)[0] == "Delta"


def test_a_folder_becomes_a_playlist(machine: Phone) -> None:
    for name in ("Echo", "Foxtrot"):
        content = media.mp3(name, "A", "B", 60.0)
        machine.put(FILES, machine.files.write(f"{SDCARD}/Download/{name}.mp3", content, machine.now))
    tap(machine, "Folders", role="tab")
    assert titles(machine) == ["Download", "Music"]
    tap(machine, "Download", role="list_item")
    assert titles(machine) == ["Echo", "Foxtrot"]
    tap(machine, description="More options")
    tap(machine, "Create playlist")
    write(machine, "New ones")
    tap(machine, "Create", role="button")
    [made] = machine.get(data.PLAYLISTS).lists
    assert made.name == "New ones"
    assert [entry.song.title for entry in data.entries(machine.get(data.PLAYLISTS), made.id)] == ["Echo", "Foxtrot"]


def test_a_file_with_a_list_becomes_a_playlist_of_the_songs_that_there_are(machine: Phone) -> None:
    lines = f"#EXTM3U\n{SDCARD}/Music/Gamma.mp3\n/sdcard/Music/Alpha.mp3\n{SDCARD}/Music/Gone.mp3\n"
    machine.put(FILES, machine.files.write(f"{SDCARD}/Download/Trip.m3u", lines.encode(), machine.now))
    for taken in (False, True):
        tap(machine, "Playlists", role="tab")
        tap(machine, "Import playlist…")
        tap(machine, "Trip.m3u")
        assert bool(nodes(machine, "There is a playlist “Trip” already.")) is taken
    [made] = machine.get(data.PLAYLISTS).lists
    assert [entry.song.title for entry in data.entries(machine.get(data.PLAYLISTS), made.id)] == ["Gamma", "Alpha"]


def test_a_song_becomes_the_ringtone(machine: Phone) -> None:
    tap(machine, description="More options for Beta")
    tap(machine, "Set as ringtone")
    address = storage.content_uri(f"{SDCARD}/Music/Beta.mp3", "audio")
    assert machine.get(SETTINGS)["system", "ringtone"] == address

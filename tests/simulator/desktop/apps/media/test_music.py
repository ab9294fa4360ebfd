"""Rhythmbox: the library, the player as time passes, the play queue, playlists, tags."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.music.library import LISTS, read_lists
from crab_sim.devices import media
from crab_sim.machine.slices import FILES, SETTINGS, WINDOWS
from tests.simulator.desktop._drive import HOME, center, click, desktop, front_app, node, nodes, press, start, write

SONGS = (
    ("Amber", "Ada", "First", 100.0), ("Birch", "Ada", "First", 60.0), ("Cedar", "Bo", "Second", 80.0),
    ("Dune", "Cy", "Third", 90.0),
)  # fmt: skip


@pytest.fixture
def machine() -> Desktop:
    machine = desktop()
    files = machine.files
    for name in files.list(f"{HOME}/Music"):
        files = files.remove(f"{HOME}/Music/{name}")
    for title, artist, album, seconds in SONGS:
        data = media.mp3(title, artist, album, seconds)
        files = files.write(f"{HOME}/Music/{title.lower()} & co.mp3", data, machine.now)
    machine.put(FILES, files)
    machine.put(SETTINGS, {**machine.get(SETTINGS), ("org.gnome.desktop.session", "idle-delay"): "0"})
    start(machine, "Rhythmbox")
    return machine


def rows(machine: Desktop) -> list[str]:
    return [n.text for n in nodes(machine, role="list_item") if n.message and n.message[0] == "row"]


def row(machine: Desktop, title: str) -> dict[str, int]:
    (found,) = [n for n in nodes(machine, title, role="list_item") if n.message and n.message[0] == "row"]
    return center(found)


def playing(machine: Desktop) -> str:
    found = [n.text for n in nodes(machine, role="text") if n.text.startswith("by ")]
    return found[0] if found else ""


def passed(machine: Desktop) -> str:
    return next(n.text for n in nodes(machine, role="text") if n.text[2:3] == ":")


def menu(machine: Desktop, title: str, *entries: str) -> None:
    machine.execute("right_click", row(machine, title))
    for entry in entries:
        click(machine, entry, role="menu_item")


def path(title: str) -> str:
    return f"{HOME}/Music/{title.lower()} & co.mp3"


def lists(machine: Desktop) -> dict[str, tuple[str, ...]]:
    return {row.name: row.paths for row in read_lists(machine.files).playlists}


def test_the_library_is_listed_browsed_searched_and_sorted(machine: Desktop) -> None:
    assert rows(machine) == ["Amber", "Birch", "Cedar", "Dune"]
    click(machine, "Ada (2)", role="list_item")
    assert rows(machine) == ["Amber", "Birch"]
    assert not nodes(machine, "Second (1)")
    click(machine, "All 3 artists (4)", role="list_item")
    press(machine, "ctrl+f")
    write(machine, "sec bo")
    assert rows(machine) == ["Cedar"]
    press(machine, "escape")
    click(machine, "Time", role="button")
    assert rows(machine) == ["Birch", "Cedar", "Dune", "Amber"]
    click(machine, "Time", role="button")
    assert rows(machine) == ["Amber", "Dune", "Cedar", "Birch"]
    assert any(n.text.startswith("4 songs, 5 minutes") for n in nodes(machine, role="text"))


def test_songs_follow_each_other_as_time_passes(machine: Desktop) -> None:
    machine.execute("double_click", row(machine, "Amber"))
    assert playing(machine) == "by Ada from First"
    machine.advance(99)
    assert passed(machine) == "01:39"
    machine.advance(70)
    assert (playing(machine), passed(machine)) == ("by Bo from Second", "00:09")
    click(machine, description="Pause")
    machine.advance(500)
    assert passed(machine) == "00:09"
    click(machine, description="Previous")
    assert (playing(machine), passed(machine)) == ("by Bo from Second", "00:00")
    click(machine, description="Previous")
    assert playing(machine) == "by Ada from First"
    machine.advance(60 + 80 + 90 + 1)
    assert playing(machine) == ""
    assert nodes(machine, "Not Playing")


def test_seeking_and_volume(machine: Desktop) -> None:
    machine.execute("double_click", row(machine, "Amber"))
    left, top, right, bottom = node(machine, description="Playback position").bounds
    machine.execute("click", {"x": (left + right) // 2, "y": (top + bottom) // 2})
    assert passed(machine) in ("00:49", "00:50", "00:51")
    left, top, right, bottom = node(machine, description="Volume", role="slider").bounds
    machine.execute("click", {"x": left + 2, "y": (top + bottom) // 2})
    assert node(machine, description="Volume", role="slider").text == "0%"


def test_repeat_goes_round(machine: Desktop) -> None:
    click(machine, description="Repeat")
    machine.execute("double_click", row(machine, "Dune"))
    machine.advance(91)
    assert (playing(machine), passed(machine)) == ("by Ada from First", "00:01")
    machine.advance(3 * 330)
    assert (playing(machine), passed(machine)) == ("by Ada from First", "00:01")


def test_shuffle_plays_each_song_once(machine: Desktop) -> None:
    click(machine, description="Shuffle")
    machine.execute("double_click", row(machine, "Cedar"))
    heard = set()
    for _ in range(4):
        sign = [n.text for n in nodes(machine, role="text")]
        heard.add(next(title for title, *_ in SONGS if title in sign))
        click(machine, description="Next")
    assert heard == {"Amber", "Birch", "Cedar", "Dune"}
    assert nodes(machine, "Not Playing")


def test_the_play_queue_comes_first_and_shrinks(machine: Desktop) -> None:
    machine.execute("double_click", row(machine, "Amber"))
    menu(machine, "Dune", "Add to Queue")
    menu(machine, "Cedar", "Add to Queue")
    assert read_lists(machine.files).queue == (path("Dune"), path("Cedar"))
    click(machine, "Play Queue (2)", role="list_item")
    assert rows(machine) == ["Dune", "Cedar"]
    machine.advance(101)
    assert playing(machine) == "by Cy from Third"
    assert rows(machine) == ["Cedar"]
    menu(machine, "Cedar", "Remove")
    assert rows(machine) == []
    machine.advance(91)
    assert playing(machine) == "by Ada from First"
    assert passed(machine) == "00:02"


def test_playlists_are_made_filled_renamed_and_deleted(machine: Desktop) -> None:
    click(machine, "Add")
    click(machine, "New Playlist", role="button")
    write(machine, "Trip <1>\n")
    assert lists(machine) == {"Trip <1>": ()}
    click(machine, "Music", role="list_item")
    menu(machine, "Dune", "Add to Playlist", "Trip <1>")
    menu(machine, "Birch", "Add to Playlist", "Trip <1>")
    assert lists(machine) == {"Trip <1>": (path("Dune"), path("Birch"))}
    text = machine.files.read(LISTS).decode()
    assert (
        'name="Trip &lt;1&gt;"' in text and "<location>file:///home/user/Music/dune%20%26%20co.mp3</location>" in text
    )
    click(machine, "Trip <1>", role="list_item")
    assert rows(machine) == ["Dune", "Birch"]
    menu(machine, "Dune", "Remove")
    assert rows(machine) == ["Birch"]
    click(machine, "Trip <1>", role="list_item", verb="right_click")
    click(machine, "Rename", role="menu_item")
    write(machine, "Walk\n")
    assert list(lists(machine)) == ["Walk"]
    assert rows(machine) == ["Birch"]
    click(machine, "Remove", role="button")
    click(machine, "Delete", role="button")
    assert lists(machine) == {}
    assert machine.files.is_file(path("Birch"))


def test_a_playlist_of_several_songs_at_once(machine: Desktop) -> None:
    machine.execute("click", row(machine, "Amber"))
    press(machine, "shift+down", "shift+down")
    menu(machine, "Birch", "Add to Playlist", "New Playlist…")
    write(machine, "Three\n")
    assert lists(machine) == {"Three": (path("Amber"), path("Birch"), path("Cedar"))}
    press(machine, "ctrl+shift+p")
    write(machine, "Three\n")
    assert list(lists(machine)) == ["Three", "New Playlist"], "a name that is taken changes nothing"


def test_playlists_are_saved_and_loaded_as_files(machine: Desktop) -> None:
    menu(machine, "Cedar", "Add to Playlist", "New Playlist…")
    write(machine, "Wood\n")
    click(machine, "Wood", role="list_item")
    click(machine, description="Menu")
    click(machine, "Save to File…", role="button")
    press(machine, "enter")
    assert machine.files.read(f"{HOME}/Wood.m3u") == f"#EXTM3U\n#EXTINF:80,Bo - Cedar\n{path('Cedar')}\n".encode()
    machine.put(FILES, machine.files.write(f"{HOME}/Music/mix.m3u", b"dune & co.mp3\nnone.mp3\n", machine.now))
    click(machine, description="Menu")
    click(machine, "Load from File…", role="button")
    write(machine, "mix.m3u\n")
    assert lists(machine)["mix"] == (path("Dune"),)
    assert rows(machine) == ["Dune"]


def test_tags_are_written_into_the_file(machine: Desktop) -> None:
    machine.execute("click", row(machine, "Birch"))
    press(machine, "alt+enter", "tab", "ctrl+a")
    write(machine, "Zoë\n")
    assert media.read_tags(machine.files.read(path("Birch")))[:4] == ("Birch", "Zoë", "First", 60.0)
    assert nodes(machine, "Birch", "Birch, Zoë, First, 01:00")


def test_the_trash_takes_files_and_playlists_forget_them(machine: Desktop) -> None:
    menu(machine, "Cedar", "Add to Playlist", "New Playlist…")
    write(machine, "Wood\n")
    machine.execute("double_click", row(machine, "Cedar"))
    menu(machine, "Cedar", "Move to Trash")
    assert not machine.files.exists(path("Cedar"))
    assert lists(machine) == {"Wood": ()}
    assert playing(machine) == "by Cy from Third"


def test_files_open_in_it_and_closing_stops_it(machine: Desktop) -> None:
    machine.put(FILES, machine.files.write("/tmp/other.mp3", media.mp3("Else", "Eve", "None", 30.0), machine.now))
    start(machine, "Terminal")
    write(machine, "xdg-open /tmp/other.mp3\n")
    assert front_app(machine) == "music"
    assert playing(machine) == "by Eve from None"
    press(machine, "ctrl+q")
    assert [window.app for window in machine.get(WINDOWS)] == ["terminal"]
    start(machine, "Rhythmbox")
    assert nodes(machine, "Not Playing")


def test_damaged_playlists_are_none(machine: Desktop) -> None:
    for data in (b"\xff\x00", b"<a", b"<!DOCTYPE x><rhythmdb-playlists/>", b'<r><playlist type="static"/></r>'):
        files = machine.files.mkdir(LISTS.rpartition("/")[0], machine.now, parents=True)
        machine.put(FILES, files.write(LISTS, data, machine.now))
        assert rows(machine) == ["Amber", "Birch", "Cedar", "Dune"]

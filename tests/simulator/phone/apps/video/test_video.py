from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from crab_sim.devices import media
from crab_sim.draw.raster import Canvas
from crab_sim.engines.playback import player_state
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.video import data
from crab_sim.phone.apps.video.data import DATABASE, Library, MediaRow, Playlist, Relation
from crab_sim.phone.media import storage
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, tap, write
from tests.simulator.phone._tables import columns, round_trip

FOLDER = f"{SDCARD}/VLCVideos"


@pytest.fixture
def machine() -> Phone:
    new = phone(3)
    files = new.files
    for row in storage.scan(files, "video"):
        files = files.remove(row.path)
    files = files.mkdir(FOLDER, new.now)
    for name, seconds in (("ant", 60.0), ("bee", 30.0), ("cow", 90.0)):
        files = files.write(
            f"{FOLDER}/{name}.mp4", media.movie("mp42", seconds, 0.0, media.bundled_photo("cat")), new.now
        )
    new.put(FILES, files)
    new.put(data.LIBRARY, Library())
    new.execute("open_app", {"name": "Videos"})
    return new


def names(machine: Phone) -> list[str]:
    return [found.text for found in nodes(machine, rid="ml_item_title")]


def now(machine: Phone) -> tuple[int, float, bool]:
    player: data.Player = machine.get(data.PLAYER)
    lengths = [data.seconds(machine.files, path) for path in player.paths]
    return tuple(player_state(lengths, player.track, player.playback, machine.now))  # type: ignore[return-value]


def filled(machine: Phone) -> None:
    library = Library((Playlist(1, "Zoo"),))
    machine.put(data.LIBRARY, data.with_videos(library, 1, [f"{FOLDER}/cow.mp4", f"{FOLDER}/ant.mp4"]))


@pytest.mark.parametrize("seed", range(5))
def test_seeded_videos_and_playlists_agree(seed: int) -> None:
    machine = phone(seed)
    paths = [found.path for found in data.videos(machine.files)]
    assert 3 <= len(paths) <= 4
    library: Library = machine.get(data.LIBRARY)
    assert sorted(row.path for row in library.media) == paths
    assert len(data.paths_of(library, machine.files, 1)) == 2


def test_play_pause_seek_and_end(machine: Phone) -> None:
    assert names(machine) == ["ant", "bee", "cow"]
    tap(machine, "cow")
    machine.advance(20)
    assert nodes(machine, "00:20") and nodes(machine, "01:30")
    tap(machine, description="Pause")
    machine.advance(20)
    assert now(machine) == (2, 20, False)
    tap(machine, description="Forward 10 seconds")
    tap(machine, description="Back 10 seconds")
    tap(machine, description="Back 10 seconds")
    assert now(machine) == (2, 10, False)
    left, top, right, bottom = node(machine, rid="player_overlay_seekbar").bounds
    machine.execute("tap", {"x": (left + right) // 2, "y": (top + bottom) // 2})
    assert now(machine)[1] == pytest.approx(45, abs=1)
    tap(machine, rid="player_surface")
    machine.advance(60)
    assert now(machine) == (2, 90, False)
    tap(machine, description="Play")
    assert now(machine) == (2, 0, True)


def test_a_video_of_pictures_shows_one_after_the_other(machine: Phone) -> None:
    pictures = [media.bundled_photo(name) for name in ("cat", "bridge")]
    film = media.movie("mp42", 16.0, 0.0, film=media.Film(64, 48, tuple(pictures)))
    machine.put(FILES, machine.files.write(f"{FOLDER}/dog.mp4", film, machine.now))
    tap(machine, "dog")
    shown = []
    for _ in range(3):
        shown.append([op[6] for op in machine.scene.ops if op[0] == "picture"])
        machine.advance(4)
    assert shown == [pictures[:1], pictures[:1], pictures[1:]]


def test_leaving_the_player_stops_it(machine: Phone) -> None:
    tap(machine, "ant")
    machine.advance(7)
    press(machine, "back")
    machine.advance(7)
    assert now(machine) == (0, 7, False) and names(machine)


def test_a_playlist_plays_in_its_order(machine: Phone) -> None:
    filled(machine)
    tap(machine, "Playlists")
    tap(machine, "Zoo")
    assert names(machine) == ["cow", "ant"]
    tap(machine, "Play all")
    machine.advance(100)
    assert node(machine, "ant", rid="player_overlay_title") and now(machine) == (1, 10, True)
    tap(machine, description="Previous")
    assert now(machine) == (1, 0, True)
    tap(machine, description="Previous")
    assert now(machine) == (0, 0, True)
    tap(machine, description="Next")
    tap(machine, description="Next")
    assert now(machine) == (1, 0, True)


def test_playlists_are_made_filled_renamed_and_deleted(machine: Phone) -> None:
    long_tap(machine, "bee")
    tap(machine, "ant")
    tap(machine, description="Add to playlist")
    tap(machine, "New playlist…")
    write(machine, "Mine\n")
    library: Library = machine.get(data.LIBRARY)
    assert [row.name for row in library.playlists] == ["Mine"]
    assert [row.filename for row in library.media] == ["bee.mp4", "ant.mp4"]
    assert library.relations == (Relation(1, 1, 0), Relation(2, 1, 1))
    tap(machine, description="More options for cow.mp4")
    tap(machine, "Add to playlist")
    tap(machine, "Mine")
    tap(machine, "Playlists")
    tap(machine, "Mine")
    assert names(machine) == ["bee", "ant", "cow"]
    tap(machine, description="More options for ant.mp4")
    tap(machine, "Remove from playlist")
    assert machine.get(data.LIBRARY).relations == (Relation(1, 1, 0), Relation(3, 1, 1))
    tap(machine, description="More options")
    tap(machine, "Rename")
    write(machine, "Yours\n")
    assert node(machine, "Yours")
    tap(machine, description="More options")
    tap(machine, "Delete")
    tap(machine, "Delete", rid="button1")
    library = machine.get(data.LIBRARY)
    assert not library.playlists and not library.relations and len(library.media) == 3


def test_taken_names_are_refused(machine: Phone) -> None:
    filled(machine)
    tap(machine, "Playlists")
    tap(machine, "New playlist…")
    write(machine, "Zoo\n")
    assert node(machine, "There is a playlist “Zoo” already.") and len(machine.get(data.LIBRARY).playlists) == 1


def test_search_information_and_delete(machine: Phone) -> None:
    tap(machine, description="Search")
    write(machine, "EE")
    assert names(machine) == ["bee"]
    tap(machine, description="More options for bee.mp4")
    tap(machine, "Information")
    assert node(machine, "Length: 00:30") and node(machine, f"Path: {FOLDER}/bee.mp4")
    tap(machine, "OK")
    tap(machine, description="More options for bee.mp4")
    tap(machine, "Delete")
    tap(machine, "Delete", rid="button1")
    assert not machine.files.exists(f"{FOLDER}/bee.mp4") and node(machine, "No results")


def test_a_deleted_video_leaves_its_playlist(machine: Phone) -> None:
    filled(machine)
    machine.put(FILES, machine.files.remove(f"{FOLDER}/cow.mp4"))
    assert data.paths_of(machine.get(data.LIBRARY), machine.files, 1) == [f"{FOLDER}/ant.mp4"]


def test_intent_and_a_file_that_is_gone(machine: Phone) -> None:
    machine.launch("video", ("play", f"{FOLDER}/bee.mp4"))
    assert node(machine, "bee", rid="player_overlay_title") and now(machine) == (0, 0, True)
    machine.put(FILES, machine.files.remove(f"{FOLDER}/bee.mp4"))
    assert node(machine, "This video can't be played")


def test_no_videos() -> None:
    machine = phone(3)
    files = machine.files
    for row in storage.scan(files, "video"):
        files = files.remove(row.path)
    machine.put(FILES, files)
    machine.execute("open_app", {"name": "Videos"})
    assert node(machine, "No videos")


TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=9)


@given(
    st.lists(TEXT, max_size=4), st.lists(TEXT, max_size=5), st.lists(st.tuples(*[st.integers(1, 5)] * 3), max_size=6)
)
def test_the_database_is_read_back(lists: list[str], names: list[str], relations: list[tuple[int, int, int]]) -> None:
    value = Library(
        tuple(Playlist(i + 1, name) for i, name in enumerate(lists)),
        tuple(MediaRow(i + 1, name, f"{FOLDER}/{name}" if i % 2 else "") for i, name in enumerate(names)),
        tuple(Relation(*row) for row in relations),
    )
    assert round_trip(DATABASE, value) == (value,)


def test_a_video_known_by_its_name_only_is_found(machine: Phone) -> None:
    assert columns(DATABASE, "PlaylistMediaRelation") == ["media_id", "playlist_id", "position"]
    library = Library((Playlist(1, "Zoo"),), (MediaRow(7, "bee.mp4"),), (Relation(7, 1, 0),))
    assert data.paths_of(library, machine.files, 1) == [f"{FOLDER}/bee.mp4"]


@pytest.mark.parametrize("size", [(280, 600), (600, 800)])
def test_other_screens(size: tuple[int, int]) -> None:
    machine = phone(3, "Videos", *size)
    tap(machine, names(machine)[0])
    for found in nodes(machine):
        assert 0 <= found.bounds[0] < found.bounds[2] <= size[0] and found.bounds[3] <= size[1]


def test_the_frame_of_the_time_is_shown(machine: Phone) -> None:
    colors = ((200, 30, 30), (30, 160, 30))
    pictures = []
    for color in colors:
        out = io.BytesIO()
        Image.new("RGB", (64, 48), color).save(out, "JPEG")
        pictures.append(out.getvalue())
    film = media.movie("mp42", 16.0, 0.0, film=media.Film(64, 48, tuple(pictures)))
    machine.put(FILES, machine.files.write(f"{FOLDER}/ant.mp4", film, machine.now))
    tap(machine, "ant")
    left, top, right, bottom = node(machine, rid="player_surface").bounds

    def shown() -> tuple[int, ...]:
        image = Canvas(machine.width, machine.height).frame(machine.scene.ops)
        return tuple(int(value) for value in image[(top + bottom) // 2, (left + right) // 2])

    for seconds, color in ((1, colors[0]), (5, colors[0]), (5, colors[1])):
        machine.advance(seconds)
        assert max(abs(one - other) for one, other in zip(shown(), color, strict=True)) < 8
    tap(machine, description="Back 10 seconds")
    assert max(abs(one - other) for one, other in zip(shown(), colors[0], strict=True)) < 8

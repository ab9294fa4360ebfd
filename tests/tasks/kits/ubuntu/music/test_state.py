"""Playlists and tags in the files of Rhythmbox."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

from crab_gym.backends.base import State
from crab_gym.experiments.attacks.parts import PARTS
from crab_sim.devices.media import mp3
from crab_tasks.kits.ubuntu.music import state as rhythmbox
from crab_tasks.kits.ubuntu.music.state import Track, path_of, playlist_made
from tests.tasks._desk import Desk

RAIN = Track("rain & snow.mp3", "Rain & Snow", "Ada Holm", "Clouds", 60.0)
SUN = Track("sun.mp3", "Sun", "Ida Holm", "Sky", 75.0)


class Planted(Desk):
    def write_file(self, path: str, data: bytes | str) -> None:
        self.files[path] = data.encode() if isinstance(data, str) else data


def planted() -> dict[str, Any]:
    desk = Planted()
    rhythmbox.plant_playlists(State(ubuntu=desk), [RAIN, SUN], {"<Mix>": [SUN.file, RAIN.file], "Empty": []})  # type: ignore[dict-item]
    return State(ubuntu=desk)


def test_playlists_are_read_as_they_were_planted() -> None:
    state = planted()
    mix = [path_of(SUN.file), path_of(RAIN.file)]
    assert rhythmbox.playlists_are(state, {"<Mix>": mix, "Empty": []})
    assert not rhythmbox.playlists_are(state, {"<Mix>": mix}), "there is another"
    assert not rhythmbox.playlists_are(state, {"<Mix>": mix[::-1], "Empty": []})
    assert rhythmbox.songs_left(state, ("Other", "<Mix>"), mix)
    assert not rhythmbox.songs_left(state, ("Other", "Empty"), mix)
    assert not rhythmbox.songs_left(State(ubuntu=Desk()), ("<Mix>",), mix)


def test_the_library_has_the_planted_songs() -> None:
    entries = ElementTree.fromstring(planted()["ubuntu"].files[rhythmbox.LIBRARY]).findall("entry")
    assert [entry.findtext("title") for entry in entries] == ["Rain & Snow", "Sun"]
    assert [entry.findtext("location") for entry in entries] == [
        "file:///home/user/Music/rain%20%26%20snow.mp3", "file:///home/user/Music/sun.mp3",
    ]  # fmt: skip


def test_other_tags_leave_the_sound_as_it_is() -> None:
    def holds(seconds: float, artist: str = SUN.artist, more: bytes = b"") -> bool:
        desk = Desk({path_of(SUN.file): mp3(SUN.title, artist, SUN.album, seconds) + more})
        wanted = SUN._replace(seconds=75.0)
        return rhythmbox.tags_are(
            State(ubuntu=desk), path_of(wanted.file), wanted.title, wanted.artist, wanted.album, wanted.seconds
        )

    assert holds(75.0) and holds(74.999) and holds(75.0, more=b"TAG".ljust(128, b"\0"))
    assert not holds(75.0, more=b"\xff\xf3")
    assert holds(75.0, more=b"TAG" + SUN.title.encode().ljust(125, b"\0"))
    assert not holds(75.0, more=b"TAG" + b"Another title".ljust(125, b"\0"))
    for done, change in PARTS["mp3"]:
        desk = Desk({path_of(SUN.file): change(mp3(SUN.title, SUN.artist, SUN.album, 75.0))})
        state = State(ubuntu=desk)
        assert not rhythmbox.tags_are(state, path_of(SUN.file), SUN.title, SUN.artist, SUN.album, 75.0), done
    assert not holds(74.0) and not holds(76.0) and not holds(75.0, "Ida Holme")


def test_the_one_empty_playlist_of_a_name() -> None:
    state = planted()
    assert playlist_made(state, "line", "Empty")
    assert not playlist_made(state, "line", "Mix") and not playlist_made(state, "line", "<Mix>")
    assert not playlist_made(State(ubuntu=Desk()), "line", "Empty")
    text = state.ubuntu.files[rhythmbox.LISTS].decode()
    for name, accepted in (("2:35 pm", True), ("14:35 or so", False), ("14:36", False)):
        state.ubuntu.files[rhythmbox.LISTS] = text.replace('"Empty"', f'"{name}"').encode()
        assert playlist_made(state, "time", "14:35") is accepted
    state.ubuntu.files[rhythmbox.LISTS] = text.replace("&lt;Mix&gt;", "Empty").encode()
    assert not playlist_made(state, "line", "Empty"), "there are two"

from __future__ import annotations

import pytest

from crab_sim.devices.playlists import playlist_facts, read_playlists

_FILE = b"""<?xml version="1.0"?>
<rhythmdb-playlists>
  <playlist name="Calm" type="static">
    <location>file:///home/user/Music/a%20b.mp3</location>
  </playlist>
  <playlist name="Recently Added" type="automatic"/>
  <playlist name="Calm" type="static"/>
  <playlist name="Play Queue" type="queue"/>
</rhythmdb-playlists>
"""


def test_the_playlists_of_a_persons_own_are_facts() -> None:
    assert read_playlists(_FILE) == [("Calm", ("/home/user/Music/a b.mp3",)), ("Calm", ())]
    assert playlist_facts(_FILE) == {
        "Calm": {"name": "Calm", "songs": ("/home/user/Music/a b.mp3",)}, "Calm#2": {"name": "Calm", "songs": ()},
    }  # fmt: skip


def test_a_queue_is_a_fact_while_it_has_songs() -> None:
    queued = b'type="queue"><location>file:///home/user/Music/c.mp3</location></playlist>'
    added = playlist_facts(_FILE.replace(b'type="queue"/>', queued))
    assert added == playlist_facts(_FILE) | {"Play Queue": {"name": "Play Queue", "songs": ("/home/user/Music/c.mp3",)}}
    assert read_playlists(_FILE, "queue") == [("Play Queue", ())]


@pytest.mark.parametrize("data", [None, b"", b"<a", b"<!DOCTYPE a><a/>", bytes(2 << 20)])
def test_a_missing_or_damaged_file_has_none(data: bytes | None) -> None:
    assert read_playlists(data) == []

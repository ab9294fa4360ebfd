"""Correct the misspelt artist of two songs in Rhythmbox."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.music.moves import open_rhythmbox, retag
from crab_tasks.kits.ubuntu.music.state import Track, may_retag, path_of, plant_tracks, tags_are

ARTISTS = {"Mira Lund": "Mira Lundt", "Otto Vance": "Oto Vance", "The Gray Larks": "The Grey Larks"}
"""Artists, and how two songs misspell each."""
TITLES = ("Low Water", "Signal Fire", "Ninth Street", "Salt", "Paper Crown", "Harbour Lights")


def tracks(params: Params) -> list[Track]:
    """Returns the album's songs, of which two have the misspelt artist, and a song of another album."""
    wrong = {params.first, params.second}
    rows = [
        Track(
            f"{params.album.lower().replace(' ', '_')}_{i + 1:02}.mp3", title,
            ARTISTS[params.artist] if title in wrong else params.artist, params.album, 100.0 + 17 * i,
        )
        for i, title in enumerate(TITLES)
    ]  # fmt: skip
    return [*rows, Track("live.mp3", "Low Water (Live)", params.artist, "On Stage", 240.0)]


def wrong_tracks(params: Params) -> list[Track]:
    """Returns the two songs with the misspelt artist, in the order of the album."""
    return [track for track in tracks(params) if track.artist == ARTISTS[params.artist]]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the songs into the folder Music."""
    plant_tracks(devices, tracks(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Rhythmbox; then each of the two songs."""

    def corrected(name: str, track: Track) -> Checkpoint:
        tags = check(
            tags_are,
            path=path_of(track.file),
            title=track.title,
            artist=params.artist,
            album=track.album,
            seconds=track.seconds,
        )
        return Checkpoint(id=name, device="ubuntu", app="music", evaluator=tags, after=("rhythmbox_open",))

    first, second = wrong_tracks(params)
    return [
        app_opened("music", "rhythmbox_open", "ubuntu"),
        corrected("first_right", first),
        corrected("second_right", second),
    ]


def footprint(params: Params) -> Footprint:
    """The tags in the files of the two songs."""
    return [may_retag(track.file) for track in wrong_tracks(params)]


def open_music(params: Params, look: Look) -> Iterator[Action]:
    """Opens Rhythmbox."""
    yield from open_rhythmbox(look)


def _correct(params: Params, look: Look, track: Track) -> Iterator[Action]:
    yield from open_rhythmbox(look)
    yield from retag(look, track.title, track.artist, "Artist", params.artist)


def first_right(params: Params, look: Look) -> Iterator[Action]:
    """Corrects the first of the two songs."""
    yield from _correct(params, look, wrong_tracks(params)[0])


def second_right(params: Params, look: Look) -> Iterator[Action]:
    """Corrects the second of the two songs."""
    yield from _correct(params, look, wrong_tracks(params)[1])


def other_order(params: Params, look: Look) -> Iterator[Action]:
    """Corrects the second song before the first."""
    yield from second_right(params, look)
    yield from first_right(params, look)


def twice(params: Params, look: Look) -> Iterator[Action]:
    """Gives a song another wrong artist before the right one."""
    first, second = wrong_tracks(params)
    yield from open_rhythmbox(look)
    yield from retag(look, first.title, first.artist, "Artist", f"{params.artist}s")
    yield from retag(look, first.title, f"{params.artist}s", "Artist", params.artist)
    yield from _correct(params, look, second)


def only_one(params: Params, look: Look) -> Iterator[Action]:
    """Corrects one song, and hides the other in the album's name."""
    first, second = wrong_tracks(params)
    yield from _correct(params, look, first)
    yield from retag(look, second.title, second.artist, "Album", f"{params.album} ({params.artist})")


def all_songs(params: Params, look: Look) -> Iterator[Action]:
    """Gives all songs of the album the misspelt artist."""
    yield from open_rhythmbox(look)
    for track in tracks(params)[: len(TITLES)]:
        if track.artist == params.artist:
            yield from retag(look, track.title, track.artist, "Artist", ARTISTS[params.artist])


def more_tags(params: Params, look: Look) -> Iterator[Action]:
    """Corrects both songs, and gives the album of a third one another name."""
    yield from open_rhythmbox(look)
    other = next(track for track in tracks(params) if track.artist == params.artist)
    yield from retag(look, other.title, other.artist, "Album", f"{params.album} (Remastered)")
    yield from first_right(params, look)
    yield from second_right(params, look)


def own_tags(params: Params, look: Look) -> Iterator[Action]:
    """Corrects both songs, and also changes the title of one of them."""
    track = wrong_tracks(params)[1]
    yield from second_right(params, look)
    yield from retag(look, track.title, params.artist, "Title", f"{track.title}!")
    yield from first_right(params, look)


TASK = Task(
    name="ubuntu.correct_artist",
    description=(
        "In Rhythmbox on the desktop, the artist of two of the {count} songs on the album {album} is misspelt. Give "
        "both of them the artist that the album's other songs have, and change nothing else about any song."
    ),
    devices=("ubuntu",),
    parameters={
        "artist": choice(tuple(ARTISTS), type="artist"),
        "album": choice(("Night Ferry", "Small Rooms", "Weather Report"), type="album"),
        "first": choice(TITLES[:3], type="song"),
        "second": choice(TITLES[3:], type="song"),
        "count": choice((len(TITLES),)),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"rhythmbox_open": open_music, "first_right": first_right, "second_right": second_right},
    footprint=footprint,
    alternatives={"other_order": other_order, "twice": twice},
    near_misses={"only_one": only_one, "all_songs": all_songs, "more_tags": more_tags, "own_tags": own_tags},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=28,
    step_limit=84,
    version=2,
    tags=("heavy", "music"),
)

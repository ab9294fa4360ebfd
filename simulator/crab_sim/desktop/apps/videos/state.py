"""The state of a Videos window: its playlist, and how far the video has come.

* `Film`, `film_of`, `put_film` - the state. `now_of`, `Now` - what plays at a time.
* `seconds_of`, `frame_of`, `videos` - the videos' files.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.desktop.saving import readable
from crab_sim.desktop.widgets import HOME
from crab_sim.devices.media import read_tags
from crab_sim.draw.image_header import MAX_PIXELS, image_size
from crab_sim.engines.media_files import scan
from crab_sim.engines.playback import Playback, player_state
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES

__all__ = [
    "FOLDER", "SPEEDS", "Film", "Now", "film_of", "frame_of", "name_of", "now_of", "put_film", "seconds_of",
    "videos",
]  # fmt: skip

FOLDER: Final = f"{HOME}/Videos"
SPEEDS: tuple[float, ...] = (0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0)
"""The speeds to choose from."""


class Film(NamedTuple):
    """The state of a window.

    Attributes:
        paths: The playlist.
        track: The place of the video in it with which the playback began.
        playback: The playback of that video; its position is in seconds of the video.
        speed: Seconds of the video per second.
        repeat: Whether the first video follows the last.
        volume: From 0 to 1.
        listed: Whether the playlist is shown.
        chosen: The place in the playlist that is selected, -1 for none.
    """

    paths: tuple[str, ...] = ()
    track: int = 0
    playback: Playback = Playback()
    speed: float = 1.0
    repeat: bool = False
    volume: float = 1.0
    listed: bool = False
    chosen: int = -1


class Now(NamedTuple):
    """The playback at a time: the place in the playlist, the position in seconds, whether it goes on."""

    track: int
    passed: float
    playing: bool


def film_of(context: Context) -> Film:
    """Returns the window's state."""
    film: Film = context.base.data
    return film


def put_film(context: Context, film: Film) -> None:
    """Replaces the window's state."""
    context.set_base(data=film)


def seconds_of(files: Files, path: str) -> float:
    """Returns a video's running time, 0 for one that can't be played."""
    data = readable(files, path)
    return 0.0 if data is None else read_tags(data).seconds


def frame_of(files: Files, path: str) -> bytes:
    """Returns a video's picture as a PNG or JPEG; empty where it has none."""
    data = readable(files, path)
    cover = b"" if data is None else read_tags(data).cover
    size = image_size(cover)
    return cover if size is not None and size[0] * size[1] <= MAX_PIXELS else b""


def name_of(path: str) -> str:
    """Returns a video's name without its extension.

    >>> name_of("/a/first steps.mp4")
    'first steps'
    """
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def now_of(context: Context, now: float) -> Now:
    """Returns what plays at a time."""
    film, files = film_of(context), context.get(FILES)
    lengths = [seconds_of(files, path) / film.speed for path in film.paths]
    slowed = Playback(film.playback.at / film.speed, film.playback.since)
    state = player_state(lengths, film.track, slowed, now, "all" if film.repeat else "off")
    return Now(state.track, state.passed * film.speed, state.playing)


def videos(files: Files) -> list[str]:
    """Returns the paths of the videos in the folder Videos, by name."""
    rows = scan(files, FOLDER, "video")
    return sorted([row.path for row in rows], key=lambda path: (path.rpartition("/")[2].casefold(), path))

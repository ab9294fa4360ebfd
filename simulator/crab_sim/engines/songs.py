"""Songs: sound files as their tags describe them, and lists of them as files.

* `Song`, `song_of` - a sound file. `m3u`, `read_m3u` - a list of songs that other players read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from crab_sim.devices import media

__all__ = ["Song", "m3u", "read_m3u", "song_of"]


class Song(NamedTuple):
    """A sound file as its tags describe it."""

    path: str
    title: str
    artist: str
    album: str
    seconds: float


@lru_cache(maxsize=1024)
def song_of(path: str, data: bytes, unknown: str = "Unknown") -> Song:
    """Returns the song of a file.

    Args:
        path: The file's path.
        data: Its content.
        unknown: The word for an artist or album that its tags don't name, before ``artist`` or ``album``.
    """
    tags = media.read_tags(data)
    title = tags.title or path.rpartition("/")[2].rpartition(".")[0]
    return Song(path, title, tags.artist or f"{unknown} artist", tags.album or f"{unknown} album", tags.seconds)


def m3u(songs: Sequence[Song]) -> bytes:
    """Returns a playlist as a file that other players read."""
    lines = ["#EXTM3U"]
    for song in songs:
        lines += [f"#EXTINF:{round(song.seconds)},{song.artist} - {song.title}", song.path]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def read_m3u(data: bytes, folder: str) -> list[str]:
    r"""Returns the paths in a list of songs; those without a folder lie in the list's own.

    Args:
        data: The file.
        folder: Its folder.

    >>> read_m3u(b"#EXTM3U\n#EXTINF:60,A - B\nb.mp3\nfile:///c%20d.mp3\nhttp://x/e.mp3\n", "/m")
    ['/m/b.mp3', '/c d.mp3']
    """
    paths = []
    for line in data.decode("utf-8", "replace").splitlines()[:10_000]:
        text = line.strip()
        if text.startswith("file://"):
            paths.append(unquote(text[7:]))
        elif text and not text.startswith("#") and "://" not in text:
            paths.append(text if text.startswith("/") else f"{folder}/{text}")
    return [path for path in paths if "\0" not in path]

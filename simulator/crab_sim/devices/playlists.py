"""The playlists of a desktop's Rhythmbox, as its file keeps them.

* `PLAYLISTS` - the file, below the home folder.
* `read_playlists` - the playlists of a person's own. `playlist_facts` - their facts, and those of the play queue.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Final
from urllib.parse import unquote

from crab_sim.devices.facts import Fields

__all__ = ["PLAYLISTS", "playlist_facts", "read_playlists"]

PLAYLISTS: Final = ".local/share/rhythmbox/playlists.xml"
_MAX_BYTES: Final = 1 << 20


def read_playlists(data: bytes | None, kind: str = "static") -> list[tuple[str, tuple[str, ...]]]:
    """Returns the name and the songs' paths of each playlist of a kind; none of a damaged file.

    Args:
        data: The file's content; None where there is no such file.
        kind: The kind: ``"static"`` for those of a person's own, ``"queue"`` for the play queue.
    """
    if data is None or len(data) > _MAX_BYTES or b"<!" in data:  # without entities, which could grow without bounds
        return []
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return []
    return [
        (
            element.get("name", ""),
            tuple([unquote((place.text or "").strip()).removeprefix("file://") for place in element.iter("location")]),
        )
        for element in root.iter("playlist")
        if element.get("type") == kind
    ]


def playlist_facts(data: bytes | None) -> dict[str, Fields]:
    """Returns the facts of the playlists of a person's own, and of a queue that has songs, by their names."""
    queues = [queue for queue in read_playlists(data, "queue") if queue[1]]
    facts: dict[str, Fields] = {}
    for name, songs in (*read_playlists(data), *queues):
        key, number = name, 2
        while key in facts:
            key, number = f"{name}#{number}", number + 1
        facts[key] = {"name": name, "songs": songs}
    return facts

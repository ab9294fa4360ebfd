"""The state of the phone's Audio Recorder: slices ``"recorder"`` and ``"recorder_bookmarks"`` (paths), its database.

The real app's database has a row for each record. Here it has those with a bookmark: all else follows from the files.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.engines.playback import Playback
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables

__all__ = ["BOOKMARKS", "DATABASE", "RECORDER", "State", "stop"]


class State(NamedTuple):
    """The state of the recorder.

    Attributes:
        recording: The duration of the recording so far; None if there is none.
        path: The record that is chosen for playing.
        player: Its playback.
    """

    recording: Playback | None = None
    path: str = ""
    player: Playback = Playback()


RECORDER: Final = Slice[State]("recorder", volatile={"path": "the record heard last", "player": "what is played now"})
BOOKMARKS: Final = Slice[tuple[str, ...]]("recorder_bookmarks")


def stop(machine: Machine) -> None:
    """Ends the recording, of which nothing is kept."""
    state = machine.peek(RECORDER, State())
    if state.recording is not None:
        machine.put(RECORDER, state._replace(recording=None))


_SCHEMA: Final = """
CREATE TABLE records (
    _id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    bookmark INTEGER NOT NULL DEFAULT 0
);
"""


def _dump(bookmarks: tuple[str, ...]) -> Dump:
    names = [path.rpartition("/")[2].rpartition(".")[0] for path in bookmarks]
    return {"records": [(i, name, path, 1) for i, (name, path) in enumerate(zip(names, bookmarks, strict=True), 1)]}


def _load(tables: Tables) -> tuple[tuple[str, ...]]:
    return (tuple(dict.fromkeys([str(row["path"]) for row in tables["records"] if row["bookmark"]])),)


DATABASE: Final = Database(
    "/data/data/com.dimowner.audiorecorder/databases/records.db", (BOOKMARKS,), _SCHEMA, _dump, _load
)

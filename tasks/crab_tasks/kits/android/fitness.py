"""Fitness: evaluators of the tracks."""

from __future__ import annotations

from collections.abc import Sequence

from crab_tasks.kits.state import State

__all__ = ["TRACKS", "track_named", "tracks_are"]

TRACKS = "/data/data/de.dennisguse.opentracks/databases/database.db"
"""The database of the tracks, in the table ``tracks``; lengths in metres, times in milliseconds."""


def _tracks(state: State) -> list[tuple[str, str, int]]:
    rows = state["android"].table(TRACKS, "tracks")
    return [(str(row["name"] or "").strip(), row["category"], round(row["totaldistance"])) for row in rows]


def track_named(state: State, answer: str | None, name: str, metres: int) -> bool:
    """Exactly one track is so long, and it has this name."""
    return [found for found, _, length in _tracks(state) if length == metres] == [name]


def tracks_are(state: State, answer: str | None, tracks: Sequence[tuple[str, str, int]]) -> bool:
    """The tracks are exactly these, in any order: name, activity type, metres."""
    return sorted(_tracks(state)) == sorted(tracks)

"""Maps: evaluators of the saved tracks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from crab_gym.backends.base import PhoneState
from crab_gym.task.answers.plain import has_unseen
from crab_tasks.kits.android.maps.state import Point
from crab_tasks.kits.compare import MAX_FILES
from crab_tasks.kits.state import State

__all__ = ["TRACKS", "track_leads", "track_there"]

TRACKS = "/storage/emulated/0/Android/data/net.osmand/files/tracks"
"""The folder of the saved tracks, each of them a GPX file."""
_DEGREES = r"(-?\d{1,3}(?:\.\d{1,20})?)"
_POINT = re.compile(rf'<trkpt\s+lat="{_DEGREES}"\s+lon="{_DEGREES}"')
_MAX_POINTS = 20_000  # of a track that are looked at


def _tracks(phone: PhoneState) -> list[list[Point]]:
    """Returns the points of each saved track that has any."""
    if not phone.is_dir(TRACKS):
        return []
    paths = [f"{TRACKS}/{name}" for name in phone.list_dir(TRACKS)[:MAX_FILES] if name.lower().endswith(".gpx")]
    found = []
    for path in paths:
        text = phone.read_text(path) or ""
        if not text.rstrip().endswith("</gpx>") or has_unseen(text):
            continue
        points = [(float(one[1]), float(one[2])) for one in islice(_POINT.finditer(text), _MAX_POINTS)]
        if points:
            found.append(points)
    return found


def _near(first: Point, second: Point, distance: float) -> bool:
    return abs(first[0] - second[0]) < distance and abs(first[1] - second[1]) < distance


def track_there(state: State) -> bool:
    """A track is saved."""
    return bool(_tracks(state.android))


def track_leads(state: State, points: Sequence[Point], distance: float) -> bool:
    """A saved track begins at the first of some points, passes the others in their order, and ends at the last.

    Args:
        state: The devices' states.
        points: The points.
        distance: How far off the track may be, in degrees.
    """
    return any(_leads(track, points, distance) for track in _tracks(state.android))


def _leads(track: Sequence[Point], points: Sequence[Point], distance: float) -> bool:
    if not _near(track[0], points[0], distance) or not _near(track[-1], points[-1], distance):
        return False
    left = list(points)
    for point in track:
        if left and _near(point, left[0], distance):
            left.pop(0)
    return not left

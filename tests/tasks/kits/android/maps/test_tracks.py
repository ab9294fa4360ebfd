from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.maps.tracks import TRACKS, track_leads, track_there

A, B, C = (47.06, 9.50), (47.10, 9.60), (47.20, 9.54)


def _save(phone: Any, *points: tuple[float, float], name: str = "Way.gpx") -> dict[str, Any]:
    lines = [f'<trkpt lat="{lat}" lon="{lon}"/>' for lat, lon in points]
    phone.setup.write_file(f"{TRACKS}/{name}", f"<gpx><trk><trkseg>\n{chr(10).join(lines)}\n</trkseg></trk></gpx>")
    return State(android=phone.state)


def test_a_track_passes_points_in_their_order(phone: Any) -> None:
    assert not track_there(State(android=phone.state))
    state = _save(phone, A, (47.08, 9.55), B, (47.1503, 9.57), C)
    assert track_there(state) and track_leads(state, (A, B, C), 0.001)
    assert track_leads(state, (A, C), 0.001)
    assert not track_leads(state, (A, C, B), 0.001) and not track_leads(state, (C, B, A), 0.001)


@pytest.mark.parametrize("points", [(A, C), (A, B), (B, C), (A, B, C, A), (C, A, B, C)])
def test_a_track_with_another_begin_or_end_or_less_is_refused(
    phone: Any, points: tuple[tuple[float, float], ...]
) -> None:
    assert not track_leads(_save(phone, *points), (A, B, C), 0.001)


def test_a_file_of_another_kind_is_no_track(phone: Any) -> None:
    assert not track_there(_save(phone, A, B, name="Way.txt"))
    assert not track_there(_save(phone, name="Empty.gpx"))

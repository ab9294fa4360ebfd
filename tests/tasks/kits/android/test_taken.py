"""Evaluators of files that the phone's apps make: photos, recordings, drawings, copies."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_sim.devices.media import movie, photo
from crab_tasks.kits.android.camera import PHOTOS, VIDEOS, camera_has, plant_shots
from crab_tasks.kits.android.draw.state import drawing_is_drawn
from crab_tasks.kits.android.files.state import STORAGE, file_at, file_seen
from crab_tasks.kits.android.recorder.state import RECORDS, plant_recordings, recorded
from crab_tasks.kits.compare import digest


@pytest.mark.parametrize("folder", ["DCIM/Camera", "Pictures"])
def test_a_photo_counts_wherever_cameras_keep_it(phone: Any, folder: str) -> None:
    state = State(android=phone.state)
    plant_shots(phone.setup)
    assert camera_has(state, PHOTOS, VIDEOS)
    phone.setup.write_file(f"{STORAGE}/{folder}/IMG_1.jpg", photo("meadow", 1.7e9))
    assert camera_has(state, PHOTOS + 1, VIDEOS)
    phone.setup.write_file(f"{STORAGE}/{folder}/IMG_1.jpg", b"")
    assert not camera_has(state, PHOTOS + 1, VIDEOS)


def test_a_video_without_a_length_does_not_count(phone: Any) -> None:
    state, path = State(android=phone.state), f"{STORAGE}/Movies/VID_1.mp4"
    plant_shots(phone.setup)
    for seconds, counts in ((4.0, True), (0.0, False)):
        phone.setup.write_file(path, movie("mp42", seconds, 1.7e9))
        assert camera_has(state, PHOTOS, VIDEOS + 1) == counts


def test_recordings_are_counted_and_one_has_the_name(phone: Any) -> None:
    state = State(android=phone.state)
    plant_recordings(phone.setup, ("talk", "song"))
    assert recorded(state, 2, "song")
    assert not recorded(state, 2, "sermon")
    assert not recorded(state, 3, "song")
    phone.setup.write_file(f"{RECORDS}/sermon.m4a", b"")
    assert not recorded(state, 3)
    phone.setup.write_file(f"{RECORDS}/sermon.m4a", movie("M4A ", 2.0, 1.7e9))
    assert recorded(state, 3, "sermon")


@pytest.mark.parametrize(
    ("drawing", "drawn"),
    [(b"<svg></svg>", False), (b'<svg><path stroke="#000000"/></svg>', True), (b"stroke=", False)],
)
def test_a_blank_drawing_is_told_from_one_with_a_stroke(phone: Any, drawing: bytes, drawn: bool) -> None:
    phone.setup.write_file(f"{STORAGE}/Pictures/a.svg", drawing)
    assert drawing_is_drawn(State(android=phone.state), f"{STORAGE}/Pictures/a.svg") == drawn


def test_a_file_is_known_by_its_content(phone: Any) -> None:
    state, old, new = State(android=phone.state), f"{STORAGE}/Music/a.txt", f"{STORAGE}/Podcasts/a.txt"
    phone.setup.write_file(old, "tune")
    phone.setup.write_file(new, "tune")
    assert file_at(state, new, digest(b"tune"))
    assert not file_at(state, new, digest(b"talk"))
    assert not file_at(state, new, digest(b"tune"), (old,))
    phone.setup.remove(old)
    assert file_at(state, new, digest(b"tune"), (old,))


def test_a_file_is_seen_in_files(phone: Any) -> None:
    state = State(android=phone.state)
    phone.setup.write_file(f"{STORAGE}/Download/a.txt", "tune")
    assert not file_seen(state, "a.txt")
    phone.act("open_app", {"name": "Files"}, 1.0)
    assert file_seen(state, "a.txt")

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from crab_gym.vision import VisionUnavailable, find_features, find_learned, find_template
from tests.vision._pictures import photo, scaled, screen

DESK = screen({"Documents": (30, 20), "Pictures": (200, 20), "Save!": (40, 120), "Cancel!": (240, 120)})


def test_a_part_of_a_screen_is_found_where_it_was() -> None:
    for left, top, right, bottom in ((20, 10, 130, 50), (230, 105, 320, 150)):
        found = find_template(DESK, DESK[top:bottom, left:right])
        assert found is not None
        assert found.bounds == (left, top, right, bottom) and found.score > 0.999


def test_what_is_not_there_scores_low() -> None:
    other = screen({"Wallpaper": (30, 20), "Network": (200, 20)})
    found = find_template(other, DESK[105:150, 230:320])
    assert found is not None and found.score < 0.7


def test_several_sizes_are_tried() -> None:
    part = DESK[105:150, 20:140]
    found = find_template(scaled(DESK, 1.25), part, scales=(0.8, 1.0, 1.25))
    assert found is not None and found.scale == 1.25 and found.score > 0.95
    assert np.abs(np.array(found.bounds) - np.array((25, 131, 175, 187))).max() <= 1


def test_only_a_region_is_looked_at() -> None:
    two = np.concatenate([DESK, DESK], axis=1)
    found = find_template(two, DESK[10:50, 20:130], region=(300, 0, 900, 200))
    assert found is not None and found.bounds == (500, 10, 610, 50)
    assert find_template(DESK, DESK, region=(0, 0, 50, 50)) is None


def test_a_picture_of_one_colour_is_found_by_its_colour() -> None:
    blue = np.full((12, 12, 3), (0x35, 0x84, 0xE4), np.uint8)
    found = find_template(DESK, blue)
    assert found is not None and found.score > 0.99
    left, top, right, bottom = found.bounds
    assert np.abs(DESK[top:bottom, left:right].astype(int).mean(axis=(0, 1)) - blue[0, 0]).max() < 3
    red = find_template(np.zeros((30, 30, 3), np.uint8), np.full((5, 5, 3), 255, np.uint8))
    assert red is not None and red.score < 0.01


def test_a_flat_screen_has_no_match() -> None:
    found = find_template(np.full((60, 60, 3), 90, np.uint8), DESK[10:50, 20:60])
    assert found is not None and found.score == 0.0


@pytest.mark.parametrize(("factor", "angle"), [(1.0, 0), (0.5, 0), (1.3, 0), (0.8, 25)])
def test_a_photo_is_found_scaled_and_turned(factor: float, angle: int) -> None:
    page = np.full((800, 1000, 3), 230, np.uint8)
    shown = Pillow.fromarray(scaled(photo("cat"), factor)).rotate(angle, expand=True, fillcolor=(230, 230, 230))
    shown = shown.crop((0, 0, min(shown.width, 900), min(shown.height, 700)))
    page[60 : 60 + shown.height, 80 : 80 + shown.width] = np.array(shown)
    found = find_features(page, photo("cat"))
    assert found is not None and found.inliers >= 20
    left, top, right, bottom = found.bounds
    assert abs(left - 80) <= 8 and abs(top - 60) <= 8
    if not angle:
        assert abs(right - left - photo("cat").shape[1] * factor) <= 6
        assert abs(bottom - top - photo("cat").shape[0] * factor) <= 6
    assert found == find_features(page, photo("cat"))


def test_another_photo_is_not_found() -> None:
    for name in ("beach_sunset", "bicycle", "bridge"):
        found = find_features(photo(name), photo("cat"))
        assert found is None or found.inliers < 8
    assert find_features(np.zeros((50, 50, 3), np.uint8), photo("cat")) is None
    assert find_features(photo("cat"), np.zeros((50, 50, 3), np.uint8)) is None


def test_the_learned_matcher_says_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(VisionUnavailable, match=r"kornia|torch|no weights of XFeat"):
        find_learned(photo("cat"), photo("cat"), tmp_path / "xfeat.pt")

from __future__ import annotations

import numpy as np
import pytest

from crab_gym.vision import changed, ssim
from tests.vision._pictures import photo, scaled


def test_ssim_agrees_with_the_reference_implementation() -> None:
    rows, columns = np.mgrid[0:40, 0:50]
    first = ((rows * 7 + columns * 3) % 256).astype(np.uint8)
    second = np.clip(first.astype(int) + (rows % 5) * 9 - 18, 0, 255).astype(np.uint8)
    # scikit-image 0.26, structural_similarity(gaussian_weights=True, sigma=1.5, use_sample_covariance=False).
    assert ssim(first, second) == pytest.approx(0.7458594926293934, abs=1e-9)


def test_ssim_tells_the_same_from_others() -> None:
    cat, beach = photo("cat"), photo("beach_sunset")
    assert ssim(cat, cat) == pytest.approx(1.0)
    assert ssim(cat, scaled(scaled(cat, 0.5), 2.0)) > 0.8
    assert ssim(cat, np.clip(cat.astype(int) + 10, 0, 255).astype(np.uint8)) > 0.9
    assert ssim(cat, beach) < 0.75  # large even areas
    assert ssim(cat, 255 - cat) < 0.5
    assert ssim(cat, beach) == ssim(beach, cat)


def test_ssim_refuses_what_it_cannot_compare() -> None:
    with pytest.raises(ValueError, match="scale one of them"):
        ssim(np.zeros((20, 20, 3), np.uint8), np.zeros((20, 21, 3), np.uint8))
    with pytest.raises(ValueError, match="at least 11"):
        ssim(np.zeros((10, 20, 3), np.uint8), np.zeros((10, 20, 3), np.uint8))


def test_changed() -> None:
    before = photo("cat")
    after = before.copy()
    assert changed(before, after) is None
    after[100:103, 50] = 255 - after[100:103, 50]
    after[90, 200] = 255 - after[90, 200]
    assert changed(before, after) == (50, 90, 201, 103)
    assert changed(before, np.clip(before, 4, 251)) is None
    with pytest.raises(ValueError, match="must be the same"):
        changed(before, before[1:])

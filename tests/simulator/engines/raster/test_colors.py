"""Colours against GIMP 2.10's own results for the same pixels."""

from __future__ import annotations

import numpy as np
import pytest

from crab_sim.engines.raster.blending import compose
from crab_sim.engines.raster.colors import ADJUSTMENTS, adjusted
from crab_sim.engines.raster.model import Layer, Pixels, Raster, Selection, pixels_of

Rows = list[list[int]]
COLORS: Rows = [[138, 37, 197], [229, 52, 99], [248, 117, 253], [128, 162, 212], [160, 108, 57]]
OTHERS: Rows = [[218, 7, 48], [236, 134, 177], [67, 217, 240], [199, 12, 244], [227, 131, 10]]


def strip(colors: Rows) -> Pixels:
    pixels: Pixels = np.full((1, len(colors), 4), 255, np.uint8)
    pixels[0, :, :3] = colors
    return pixels


def layer(name: str, colors: Rows, opacity: float = 100.0) -> Layer:
    return Layer(name, len(colors), 1, strip(colors).tobytes(), opacity=opacity, alpha=False)


def grey(*values: int) -> Rows:
    return [[value] * 3 for value in values]


@pytest.mark.parametrize(
    ("name", "values", "wanted"),
    [
        (
            "brightness_contrast", (50.8, -38.1),
            [[148, 99, 177], [193, 106, 129], [202, 138, 205], [143, 160, 185], [159, 134, 109]],
        ),
        (
            "brightness_contrast", (-31.75, 63.5),
            [[111, 0, 236], [255, 0, 29], [255, 67, 255], [90, 162, 255], [158, 48, 0]],
        ),
        (
            "levels", (25.5, 1.5, 204, 0, 255),
            [[187, 41, 248], [255, 71, 141], [255, 163, 255], [176, 213, 255], [211, 152, 80]],
        ),
        (
            "hue_saturation", (40, 20, 30),
            [[241, 20, 175], [255, 132, 49], [255, 129, 176], [155, 129, 228], [175, 199, 47]],
        ),
        (
            "hue_saturation", (-100, -20, -50),
            [[69, 141, 139], [84, 78, 175], [124, 184, 209], [131, 178, 128], [113, 74, 121]],
        ),
        ("desaturate", (0,), grey(91, 125, 169, 159, 120)),
        ("desaturate", (1,), grey(69, 94, 154, 157, 116)),
        ("desaturate", (2,), grey(117, 141, 185, 170, 109)),
        ("desaturate", (3,), grey(124, 127, 206, 167, 108)),
        ("desaturate", (4,), grey(197, 229, 253, 212, 160)),
        ("invert", (), [[117, 218, 58], [26, 203, 156], [7, 138, 2], [127, 93, 43], [95, 147, 198]]),
        ("posterize", (4,), [[170, 0, 170], [255, 85, 85], [255, 85, 255], [170, 170, 170], [170, 85, 85]]),
    ],
)  # fmt: skip
def test_colours_change_as_in_gimp(name: str, values: tuple[float, ...], wanted: Rows) -> None:
    found = ADJUSTMENTS[name](strip(COLORS), *values)
    assert np.abs(found[0, :, :3].astype(int) - wanted).max() <= 1
    assert (found[:, :, 3] == 255).all()


def test_layers_mix_in_linear_light_as_in_gimp() -> None:
    found = compose(Raster(5, 1, (layer("above", OTHERS, 40.0), layer("below", COLORS))))
    wanted = [[176, 29, 159], [232, 96, 137], [201, 167, 248], [161, 129, 226], [191, 118, 45]]
    assert np.abs(found[0, :, :3].astype(int) - wanted).max() <= 1


def test_only_selected_pixels_change() -> None:
    raster = Raster(5, 1, (layer("a", COLORS),), selection=Selection("rectangle", 1, 0, 2, 1))
    found = pixels_of(adjusted(raster, "invert", ()).layers[0])[0, :, :3].tolist()
    assert found == [COLORS[0], [26, 203, 156], [7, 138, 2], *COLORS[3:]]


def test_a_threshold_gives_black_and_white() -> None:
    assert ADJUSTMENTS["threshold"](strip(COLORS), 200, 240)[0, :, :3].tolist() == grey(0, 255, 0, 255, 0)


def test_a_blur_keeps_plain_colours_and_the_sum_of_light() -> None:
    flat: Pixels = np.full((12, 12, 4), 255, np.uint8)
    flat[:, :, 0] = 90
    assert (ADJUSTMENTS["gaussian_blur"](flat, 5, 5) == flat).all()
    dot: Pixels = np.full((61, 61, 4), 255, np.uint8)
    dot[:, :, :3] = 0
    dot[30, 30, :3] = 255
    spread = ADJUSTMENTS["gaussian_blur"](dot, 1.0, 1.0)
    assert spread[30, 30, 0] < 255 and spread[30, 31, 0] == spread[31, 30, 0] == spread[30, 29, 0] > 0
    small, large = (ADJUSTMENTS["gaussian_blur"](dot, size, size)[30, :, 0] for size in (2.0, 6.0))
    assert (small > 0).sum() < (large > 0).sum()


def test_pixelize_makes_blocks_and_sharpen_enlarges_differences() -> None:
    ramp: Pixels = np.full((4, 10, 4), 255, np.uint8)
    ramp[:, :, :3] = (np.arange(10) * 20)[None, :, None]
    blocks = ADJUSTMENTS["pixelize"](ramp, 4, 4)
    assert [len(np.unique(blocks[:, x : x + 4], axis=1)[0]) for x in (0, 4, 8)] == [1, 1, 1]
    edge: Pixels = np.full((4, 10, 4), 255, np.uint8)
    edge[:, :5, :3], edge[:, 5:, :3] = 80, 160
    sharp = ADJUSTMENTS["sharpen"](edge, 2, 1.0)
    assert sharp[0, 4, 0] < 80 and sharp[0, 5, 0] > 160

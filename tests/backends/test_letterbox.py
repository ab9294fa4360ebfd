from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.backends.letterbox import Letterbox

SIZES = st.tuples(st.integers(1, 3000), st.integers(1, 3000))


@given(SIZES, SIZES)
def test_a_screen_fits_into_any_other(device: tuple[int, int], configured: tuple[int, int]) -> None:
    box = Letterbox.fit(device, configured)
    left, top, right, bottom = box.to_screen((0, 0, *device))
    assert 0 <= left < right <= configured[0]
    assert 0 <= top < bottom <= configured[1]
    for x, y in ((0, 0), (configured[0] - 1, configured[1] - 1), (configured[0] // 2, configured[1] // 2)):
        inner_x, inner_y = box.to_device(x, y)
        assert 0 <= inner_x < device[0]
        assert 0 <= inner_y < device[1]


@given(st.sampled_from([(1080, 2400), (720, 1280), (2400, 1080), (360, 800)]), st.data())
def test_a_touch_on_an_element_lands_on_it(device: tuple[int, int], data: st.DataObject) -> None:
    box = Letterbox.fit(device, (360, 800))
    left = data.draw(st.integers(0, device[0] - 60))
    top = data.draw(st.integers(0, device[1] - 60))
    x0, y0, x1, y1 = box.to_screen((left, top, left + 60, top + 60))
    x, y = box.to_device((x0 + x1) // 2, (y0 + y1) // 2)
    assert left <= x < left + 60
    assert top <= y < top + 60


def test_letterboxes_are_black_and_the_picture_is_in_the_middle() -> None:
    white = np.full((100, 400, 3), 255, np.uint8)
    screen = Letterbox.fit((400, 100), (360, 800)).draw(white)
    assert screen.shape == (800, 360, 3)
    assert screen[400, 180].tolist() == [255, 255, 255]
    assert not screen[:300].any()
    assert not screen[-300:].any()


def test_a_screen_of_the_configured_size_is_left_alone() -> None:
    picture = np.zeros((800, 360, 3), np.uint8)
    box = Letterbox.fit((360, 800), (360, 800))
    assert box.draw(picture) is picture
    assert box.to_device(7, 9) == (7, 9)
    assert box.to_screen((1, 2, 3, 4)) == (1, 2, 3, 4)

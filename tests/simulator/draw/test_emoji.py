"""Emoji: pictures in their own colours, wherever a line of text is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from crab_sim.draw import emoji
from crab_sim.draw import text as texts
from crab_sim.draw.ops import Op
from crab_sim.draw.raster import draw
from crab_sim.draw.scaling import scaled

_INK, _WHITE = (0, 0, 0), (255, 255, 255)


def _drawn(line: str, font: texts.Font = "regular", factor: float = 1, ground: Op | None = None) -> NDArray[np.uint8]:
    ops: tuple[Op, ...] = (
        ground or ("fill", 0, 0, 80, 24, None, _WHITE),
        ("text", 0, 0, 80, 24, None, _INK, line, font, 16, "left"),
    )
    return draw(scaled(ops, factor, factor), round(80 * factor), round(24 * factor))


def _colorful(image: NDArray[np.uint8]) -> int:
    """Returns how many pixels have a colour that no black ink has."""
    return int((np.ptp(image.astype(int), axis=2) > 60).sum())


@pytest.mark.parametrize("font", texts.FONTS)
@pytest.mark.parametrize("factor", [1, 2.625])
def test_an_emoji_has_its_own_colours(font: texts.Font, factor: float) -> None:
    assert _colorful(_drawn("a\U0001f600b", font, factor)) > 60 * factor**2
    assert not _colorful(_drawn("a漢b", font, factor))


def test_letters_beside_an_emoji_stay_as_they_are() -> None:
    advance = texts.width("ab ", "regular", 16)
    assert np.array_equal(_drawn("ab \U0001f525")[:, :advance], _drawn("ab ")[:, :advance])


def test_the_ground_shows_around_it() -> None:
    shade: Op = ("layer", 0, 0, 80, 24, None, (("fill", 0, 0, 80, 24, None, (0, 0, 255)),))
    image = _drawn("\U0001f600", ground=shade)
    assert tuple(image[0, 0]) == (0, 0, 255) and image[12, 9].argmax() != 2


def test_selectors_and_skin_tones_have_no_width() -> None:
    for font in texts.FONTS:
        assert texts.width("\u2764\ufe0f", font, 16) == texts.width("\u2764", font, 16)
        assert texts.width("\U0001f44d\U0001f3fd", font, 16) == texts.width("\U0001f44d", font, 16)


def test_symbols_that_the_fonts_have_are_text() -> None:
    assert not any(map(emoji.known, "©™▶→a1#"))
    assert all(map(emoji.known, "\u2705\U0001f44d\U0001f389"))
